/* S-functions in M code of level 2: a function setup(block) declares ports and registers methods,
 * which get the same object. The object is a structure that comes back changed from every call;
 * what the methods write to it (Dwork, fields of their own) stays there, and is saved with the run.
 *
 * One without outputs that cannot be run is told and left out, as most of them draw */
#include "blocks/families.h"
#include "blocks/elements.h"
#include "blocks/functions/m_code.h"
#include "blocks/functions/m_object.h"
#include "blockdiagram/expression.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct m_sfunction {
    bd_m_code code; /* its persistent variables are the functions' and the object */
    int states;
} m_sfunction;

static bd_status call(bd_block *block, const bd_value *function, bd_value *object,
                      bd_error *error) {
    const m_sfunction *f = block->data;
    bd_printer printer;
    const bd_surroundings around = bd_m_code_around(block, &printer);
    bd_status status = bd_library_call_method(&around, function, &object, error);
    if (status != BD_OK) {
        bd_value_free(object);
        return status;
    }
    return bd_persistent_set(f->code.persistent, BD_OBJECT, object, error);
}

static const bd_value *method_of(const m_sfunction *f, const char *name) {
    const bd_value *methods = bd_object_of(f->code.persistent)
                                  ? bd_value_field(bd_object_of(f->code.persistent), "Methods")
                                  : NULL;
    return methods ? bd_value_field(methods, name) : NULL;
}

static bd_status make_object(const bd_block *block, bd_value *const *list, size_t count,
                             bd_value **object, bd_error *error) {
    bd_value *path = NULL;
    BD_TRY(bd_value_create_struct(object, error));
    for (size_t k = 0; k < count; k++)
        BD_TRY(bd_object_set_part(*object, "DialogPrm", k, "Data", bd_value_share(list[k]), error));
    BD_TRY(bd_object_set_number(*object, "NumDialogPrms", (double)count, error));
    BD_TRY(bd_value_create_text(block->node->path, &path, error)); /* handles are paths */
    BD_TRY(bd_value_field_set(*object, 0, "BlockHandle", path, error));
    BD_TRY(bd_object_set_number(*object, "CurrentTime", 0.0, error));
    return bd_object_set_number(*object, "IsMajorTimeStep", 1.0, error);
}

static bd_status prepare(bd_block *block, m_sfunction *f, bd_error *error) {
    const char *parameters = bd_block_text(block, "Parameters");
    bd_value **list = NULL, *object = NULL, *name = NULL;
    size_t count = 0;
    BD_TRY(bd_expression_evaluate_list(parameters ? parameters : "", block->scope, &list, &count,
                                       error));
    bd_status status = make_object(block, list, count, &object, error);
    bd_expression_free_list(list, count);
    if (status == BD_OK)
        status = bd_value_create_text(f->code.function, &name, error);
    if (status != BD_OK) {
        bd_value_free(object);
        return status;
    }
    status = call(block, name, object, error);
    bd_value_free(name);
    return status;
}

static bd_status read_rates(bd_block *block, const bd_value *object) {
    const bd_value *times = bd_value_field(object, "SampleTimes");
    const size_t rows = times && bd_value_is_number_like(times) ? times->dims[0] : 0;
    for (size_t r = 0; r < rows; r++) {
        bd_sample_time time = {bd_value_real_at(times, r),
                               times->count >= 2 * rows ? bd_value_real_at(times, r + rows) : 0.0};
        BD_TRY(r == 0 ? bd_block_set_sample_time(block, time)
                      : bd_block_add_sample_time(block, time));
    }
    return BD_OK;
}

static bd_status setup(bd_block *block) {
    bd_error error = {0};
    BD_TRY(bd_m_code_make(block, sizeof(m_sfunction), "FunctionName"));
    m_sfunction *f = block->data;
    bd_signature signature;
    if (!f->code.function || !bd_library_signature(f->code.library, f->code.function, &signature))
        return bd_block_fail(block, BD_UNSUPPORTED,
                             "there is no file '%s.m' with this MATLAB S-function (M-S-Function) "
                             "beside the model or in a folder given with it",
                             f->code.function ? f->code.function : "");
    bd_status status = prepare(block, f, &error);
    if (status != BD_OK)
        return bd_block_fail(block, status, "%s", error.text);
    const bd_value *object = bd_object_of(f->code.persistent);
    const double inputs = bd_object_number(object, 0, "NumInputPorts", 0.0);
    const double outputs = bd_object_number(object, 0, "NumOutputPorts", 0.0);
    if (!(inputs >= 0.0 && inputs < 1000.0 && outputs >= 0.0 && outputs < 1000.0))
        return bd_block_fail(block, BD_BAD_VALUE, "%g inputs and %g outputs are not possible",
                             inputs, outputs);
    BD_TRY(bd_block_set_inputs(block, (int)inputs));
    BD_TRY(bd_block_set_outputs(block, (int)outputs));
    const bd_value *ports = bd_value_field(object, "InputPort");
    for (int k = 0; k < block->input_count; k++)
        if (bd_object_number(ports, (size_t)k, "DirectFeedthrough", 1.0) != 0.0)
            bd_block_set_feedthrough(block, k);
    const double states = bd_object_number(object, 0, "NumContStates", 0.0);
    if (!(states >= 0.0 && states < 1e7) || states != floor(states))
        return bd_block_fail(block, BD_BAD_VALUE, "%g continuous states are not possible", states);
    f->states = (int)states;
    bd_block_set_states(block, f->states);
    block->minor_steps = f->states > 0;
    return read_rates(block, object);
}

/* -1 or nothing: inherited */
static bd_status set_dims(bd_port *port, const bd_value *ports) {
    const size_t k = (size_t)port->index;
    const bd_value *value = ports && ports->type == BD_STRUCT && k < ports->count
                                ? bd_value_field_at(ports, k, "Dimensions")
                                : NULL;
    int dims[BD_MAX_RANK];
    if (!value || !bd_value_is_number_like(value) || value->count == 0 ||
        value->count > BD_MAX_RANK)
        return BD_OK;
    for (size_t d = 0; d < value->count; d++) {
        double size = bd_value_real_at(value, d);
        if (!(size >= 1.0 && size < 1e8))
            return BD_OK;
        dims[d] = (int)size;
    }
    return bd_port_set_dims(port, (int)value->count, dims);
}

static bd_status set_type(bd_port *port, const bd_value *ports) {
    static const int types[] = {BD_DOUBLE, BD_SINGLE, BD_INT8,   BD_UINT8,  BD_INT16,
                                BD_UINT16, BD_INT32,  BD_UINT32, BD_LOGICAL};
    double id = bd_object_number(ports, (size_t)port->index, "DatatypeID", 0.0);
    return id >= 0.0 && id <= 8.0 ? bd_port_set_type(port, types[(int)id]) : BD_OK;
}

static bd_status propagate(bd_block *block) {
    const m_sfunction *f = block->data;
    const bd_value *object = bd_object_of(f->code.persistent);
    const bd_value *in = bd_value_field(object, "InputPort");
    const bd_value *out = bd_value_field(object, "OutputPort");
    for (int k = 0; k < block->input_count; k++) {
        BD_TRY(set_dims(&block->inputs[k], in));
        BD_TRY(set_type(&block->inputs[k], in));
    }
    for (int k = 0; k < block->output_count; k++) {
        bd_port *y = &block->outputs[k];
        BD_TRY(set_dims(y, out));
        BD_TRY(set_type(y, out));
        if (block->input_count && bd_port_has_dims(block->inputs) && !bd_port_has_dims(y))
            BD_TRY(bd_port_set_dims(y, block->inputs->shape.rank, block->inputs->shape.dims));
        if (block->input_count && bd_port_has_type(block->inputs) && !bd_port_has_type(y))
            BD_TRY(bd_port_set_type(y, block->inputs->shape.type));
    }
    return BD_OK;
}

/* time, inputs, outputs as they are and states into the object */
static bd_status fill(const bd_block *block, const m_sfunction *f, bd_value *object,
                      bd_error *error) {
    bd_value *value = NULL;
    BD_TRY(bd_object_set_number(object, "CurrentTime", bd_time(block), error));
    BD_TRY(bd_object_set_number(object, "IsMajorTimeStep", bd_is_major(block), error));
    for (int k = 0; k < block->input_count; k++) {
        BD_TRY(bd_value_read_memory(&block->inputs[k].shape, block->inputs[k].data, &value, error));
        BD_TRY(bd_object_set_part(object, "InputPort", (size_t)k, "Data", value, error));
    }
    for (int k = 0; k < block->output_count; k++) {
        BD_TRY(
            bd_value_read_memory(&block->outputs[k].shape, block->outputs[k].data, &value, error));
        BD_TRY(bd_object_set_part(object, "OutputPort", (size_t)k, "Data", value, error));
    }
    if (f->states) {
        BD_TRY(bd_value_create_doubles((size_t)f->states, 1, block->x, &value, error));
        BD_TRY(bd_object_set_part(object, "ContStates", 0, "Data", value, error));
        BD_TRY(bd_value_create_doubles((size_t)f->states, 1, block->dx, &value, error));
        BD_TRY(bd_object_set_part(object, "Derivatives", 0, "Data", value, error));
    }
    return BD_OK;
}

static bd_status empty_out(bd_block *block, const m_sfunction *f, bool outputs, bd_error *error) {
    const bd_value *object = bd_object_of(f->code.persistent);
    const bd_value *out = bd_value_field(object, "OutputPort");
    for (int k = 0; outputs && k < block->output_count; k++) {
        const bd_value *data = bd_value_field_at(out, (size_t)k, "Data");
        const bd_shape *shape = &block->outputs[k].shape;
        if (data && data->count == 1 && bd_shape_width(shape) > 1 && shape->type != BD_BUS)
            BD_TRY(bd_value_to_signal(data, shape, block->outputs[k].data, error));
        else if (data)
            BD_TRY(bd_value_write_memory(data, shape, block->outputs[k].data, error));
    }
    const bd_shape states = bd_shape_vector(BD_DOUBLE, f->states);
    const bd_value *x = bd_value_field(object, "ContStates");
    const bd_value *dx = bd_value_field(object, "Derivatives");
    if (f->states && x && dx) {
        BD_TRY(bd_value_write_memory(bd_value_field(x, "Data"), &states, block->x, error));
        BD_TRY(bd_value_write_memory(bd_value_field(dx, "Data"), &states, block->dx, error));
    }
    return BD_OK;
}

static bd_status perform(bd_block *block, const char *name, bool outputs) {
    m_sfunction *f = block->data;
    bd_error error = {0};
    const bd_value *found = f->code.left_out ? NULL : method_of(f, name);
    if (!found)
        return BD_OK;
    bd_value *method = bd_value_share(found);
    bd_value *object = bd_object_take(f->code.persistent, &error);
    bd_status status = object ? fill(block, f, object, &error) : BD_OUT_OF_MEMORY;
    if (status == BD_OK)
        status = call(block, method, object, &error);
    else
        bd_value_free(object);
    bd_value_free(method);
    if (status == BD_OK)
        status = empty_out(block, f, outputs, &error);
    if (status == BD_OK)
        return BD_OK;
    char where[80];
    snprintf(where, sizeof where, "%s: ", name);
    return bd_m_code_failed(block, status, where, &error);
}

/* Dwork vectors begin as zeros */
static bd_status make_work(bd_block *block, m_sfunction *f) {
    bd_error error = {0};
    const bd_value *object = bd_object_of(f->code.persistent);
    const double count = bd_object_number(object, 0, "NumDworks", 0.0);
    for (size_t k = 0; (double)k < count && k < 1000; k++) {
        const bd_value *works = bd_value_field(bd_object_of(f->code.persistent), "Dwork");
        const double size = bd_object_number(works, k, "Dimensions", 1.0);
        bd_value *zeros = NULL, *changed = bd_object_take(f->code.persistent, &error);
        bd_status status =
            !changed ? BD_OUT_OF_MEMORY
            : size >= 1.0 && size < 1e8
                ? bd_value_create_doubles((size_t)size, 1, NULL, &zeros, &error)
                : bd_error_set(&error, BD_BAD_VALUE, "%g elements are not possible", size);
        if (status == BD_OK)
            status = bd_object_set_part(changed, "Dwork", k, "Data", zeros, &error);
        if (status != BD_OK) {
            bd_value_free(changed);
            return bd_block_fail(block, status, "Dwork(%zu): %s", k + 1, error.text);
        }
        status = bd_persistent_set(f->code.persistent, BD_OBJECT, changed, &error);
        if (status != BD_OK)
            return bd_block_fail(block, status, "%s", error.text);
    }
    return BD_OK;
}

static bd_status start(bd_block *block) {
    m_sfunction *f = block->data;
    bd_error error = {0};
    BD_TRY(bd_m_code_forget(block));
    bd_status status = prepare(block, f, &error);
    if (status != BD_OK)
        return bd_block_fail(block, status, "%s", error.text);
    BD_TRY(perform(block, "PostPropagationSetup", false));
    BD_TRY(make_work(block, f));
    return perform(block, "Start", false);
}

static bd_status initialise(bd_block *block) {
    return perform(block, "InitializeConditions", false);
}

static bd_status outputs(bd_block *block) {
    return perform(block, "Outputs", true);
}

static bd_status update(bd_block *block) {
    return perform(block, "Update", false);
}

static bd_status derivatives(bd_block *block) {
    return perform(block, "Derivatives", false);
}

static bd_status terminate(bd_block *block) {
    return perform(block, "Terminate", false);
}

static void destroy(bd_block *block) {
    if (block->data)
        bd_m_code_close(block);
}

BD_BLOCK_TYPE(type, "M-S-Function", .setup = setup, .propagate = propagate, .start = start,
              .initialise = initialise, .outputs = outputs, .update = update,
              .derivatives = derivatives, .terminate = terminate, .destroy = destroy,
              BD_M_CODE_KEEPS, /* the object */
);

const bd_block_type *const bd_blocks_m_sfunction_2[] = {&type, NULL};
