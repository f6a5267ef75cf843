/* MATLAB System: a System object in M code as a block. The class is a file of properties and
 * methods: setupImpl, resetImpl, stepImpl (or outputImpl and updateImpl), releaseImpl. The object
 * is a structure that comes back changed from every call, and is saved with the run.
 *
 * Ports follow from the signature of the step, sizes and types from one step with zeros */
#include "blocks/families.h"
#include "blocks/elements.h"
#include "blocks/functions/m_code.h"
#include "blocks/functions/m_object.h"
#include "blockdiagram/expression.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PORTS = 32 };

typedef struct matlab_system {
    bd_m_code code;
    bd_library *own; /* the methods of the class */
    bd_properties properties;
    bool split;  /* outputs and update are apart */
    bool probed; /* the outputs' shapes were found */
    int inputs, outputs;
} matlab_system;

static bool has_method(const matlab_system *s, const char *name) {
    bd_signature signature;
    return bd_library_signature(s->own, name, &signature);
}

/* of the block's dialog, else of the class; a word that is no expression is a text */
static bd_status property_value(bd_block *block, const bd_property *property, bd_value **value,
                                bd_error *error) {
    const char *given = bd_block_text(block, property->name);
    const char *text = given ? given : property->value;
    if (!text || !*text)
        return bd_value_create_matrix(BD_DOUBLE, 0, 0, value, error);
    bd_status status = bd_expression_evaluate(text, block->scope, value, error);
    if (status == BD_OK || !given)
        return status;
    if (strcmp(text, "on") == 0 || strcmp(text, "off") == 0) {
        BD_TRY(bd_value_create_matrix(BD_LOGICAL, 1, 1, value, error));
        ((unsigned char *)(*value)->re)[0] = text[1] == 'n';
        return BD_OK;
    }
    return status == BD_UNKNOWN_NAME || status == BD_BAD_EXPRESSION
               ? bd_value_create_text(text, value, error)
               : status;
}

static bd_status make_object(bd_block *block, bd_value **object, bd_error *error) {
    const matlab_system *s = block->data;
    bd_status status = bd_value_create_struct(object, error);
    for (size_t k = 0; k < s->properties.count && status == BD_OK; k++) {
        bd_value *value = NULL;
        status = property_value(block, &s->properties.items[k], &value, error);
        if (status == BD_OK)
            status = bd_value_field_set(*object, 0, s->properties.items[k].name, value, error);
    }
    return status;
}

static bd_status call(bd_block *block, const char *method, bd_value **object,
                      const bd_value *const *args, size_t count, bd_value **results, size_t wanted,
                      bd_error *error) {
    const matlab_system *s = block->data;
    bd_printer printer;
    bd_surroundings around = bd_m_code_around(block, &printer);
    bd_signature signature;
    around.library = s->own;
    if (!bd_library_signature(s->own, method, &signature))
        return BD_OK;
    if (!signature.any_inputs && (int)count > signature.input_count - 1)
        count = signature.input_count > 0 ? (size_t)signature.input_count - 1 : 0;
    return bd_library_call_object(&around, method, object, args, count, results, wanted, error);
}

static double ask_count(bd_block *block, const char *method, double usual) {
    bd_value *object = NULL, *answer = NULL;
    bd_error error = {0};
    if (make_object(block, &object, &error) == BD_OK &&
        call(block, method, &object, NULL, 0, &answer, 1, &error) == BD_OK && answer &&
        answer->count == 1 && bd_value_is_number_like(answer))
        usual = bd_value_real_at(answer, 0);
    bd_value_free(answer);
    bd_value_free(object);
    return usual;
}

static bd_status count_ports(bd_block *block, matlab_system *s) {
    bd_signature step;
    s->split = has_method(s, "outputImpl");
    if (!bd_library_signature(s->own, s->split ? "outputImpl" : "stepImpl", &step))
        return bd_block_fail(block, BD_UNSUPPORTED, "the class '%s' has no step (stepImpl)",
                             s->code.function);
    const bool any_in = step.any_inputs, any_out = step.any_outputs;
    const double in = ask_count(block, "getNumInputsImpl", step.input_count - 1 - any_in);
    const double out = ask_count(block, "getNumOutputsImpl", step.output_count - any_out);
    if (!(in >= 0.0 && in <= MOST_PORTS && out >= 0.0 && out <= MOST_PORTS))
        return bd_block_fail(block, BD_BAD_VALUE, "%g inputs and %g outputs are not possible", in,
                             out);
    s->inputs = (int)in;
    s->outputs = (int)out;
    return BD_OK;
}

/* with outputs of their own, a class may say that inputs do not go through at once */
static bd_status set_feedthrough(bd_block *block, const matlab_system *s) {
    bd_value *object = NULL, *answers[MOST_PORTS] = {NULL};
    bd_error error = {0};
    bd_status status = BD_OK;
    bd_block_set_all_feedthrough(block);
    if (s->split && has_method(s, "isInputDirectFeedthroughImpl") && s->inputs > 0) {
        status = make_object(block, &object, &error);
        if (status == BD_OK)
            status = call(block, "isInputDirectFeedthroughImpl", &object, NULL, 0, answers,
                          (size_t)s->inputs, &error);
        if (status != BD_OK)
            status = bd_block_fail(block, status, "isInputDirectFeedthroughImpl: %s", error.text);
    }
    for (int k = 0; k < s->inputs; k++) {
        const bd_value *answer = answers[k];
        if (answer && answer->count == 1 && bd_value_is_number_like(answer))
            block->inputs[k].feedthrough = bd_value_real_at(answer, 0) != 0.0;
        bd_value_free(answers[k]);
    }
    bd_value_free(object);
    return status;
}

static bd_status setup(bd_block *block) {
    bd_error error = {0};
    BD_TRY(bd_m_code_make(block, sizeof(matlab_system), "System"));
    matlab_system *s = block->data;
    bd_status status = bd_library_create(s->code.library, &s->own, &error);
    if (status == BD_OK)
        status =
            bd_library_add_class(s->own, s->code.library, s->code.function ? s->code.function : "",
                                 "matlab.System", &s->properties, &error);
    if (status != BD_OK)
        return bd_block_fail(block, status, "a System object (MATLABSystem): %s", error.text);
    BD_TRY(count_ports(block, s));
    BD_TRY(bd_block_set_inputs(block, s->inputs));
    BD_TRY(bd_block_set_outputs(block, s->outputs));
    BD_TRY(set_feedthrough(block, s));
    block->minor_steps = false; /* what remembers is not asked between the steps */
    return bd_block_read_sample_time(block, "SampleTime");
}

/* the inputs as values, zeros where there is no memory yet */
static bd_status read_inputs(bd_block *block, bool zeros, bd_value **args, bd_error *error) {
    for (int k = 0; k < block->input_count; k++) {
        const bd_shape *shape = &block->inputs[k].shape;
        void *memory = zeros ? calloc(1, bd_shape_size(shape) + 8) : block->inputs[k].data;
        bd_status status =
            memory ? bd_value_read_memory(shape, memory, &args[k], error) : BD_OUT_OF_MEMORY;
        if (zeros)
            free(memory);
        BD_TRY(status);
    }
    return BD_OK;
}

static void free_values(bd_value **values) {
    for (int k = 0; k < MOST_PORTS; k++)
        bd_value_free(values[k]);
}

static bd_status begin(bd_block *block, bd_value **object, bd_value *const *args, bd_error *error) {
    const bd_value *const *inputs = (const bd_value *const *)args;
    BD_TRY(make_object(block, object, error));
    BD_TRY(call(block, "setupImpl", object, inputs, (size_t)block->input_count, NULL, 0, error));
    return call(block, "resetImpl", object, NULL, 0, NULL, 0, error);
}

static bd_status step(bd_block *block, bd_value **object, bd_value *const *args, bd_value **results,
                      bd_error *error) {
    const matlab_system *s = block->data;
    const bd_value *const *inputs = (const bd_value *const *)args;
    return call(block, s->split ? "outputImpl" : "stepImpl", object, inputs,
                (size_t)block->input_count, results, (size_t)s->outputs, error);
}

static bd_status try_step(bd_block *block, bd_value **object, bd_value **args, bd_value **results,
                          bd_error *error) {
    BD_TRY(read_inputs(block, true, args, error));
    BD_TRY(begin(block, object, args, error));
    return step(block, object, args, results, error);
}

static bd_status probe(bd_block *block) {
    matlab_system *s = block->data;
    bd_value *object = NULL, *args[MOST_PORTS] = {NULL}, *results[MOST_PORTS] = {NULL};
    bd_error error = {0};
    bd_status status = try_step(block, &object, args, results, &error);
    if (status != BD_OK)
        status = bd_block_fail(block, status, "%s", error.text);
    for (int k = 0; k < s->outputs && status == BD_OK; k++) {
        if (!results[k] || !bd_value_is_number_like(results[k]) || bd_value_is_empty(results[k])) {
            status = bd_block_fail(block, BD_BAD_SIGNAL,
                                   "output %d of the class '%s' has no size for inputs of zeros",
                                   k + 1, s->code.function);
            break;
        }
        const bd_shape shape = bd_value_shape(results[k], true);
        status = bd_port_set_shape(&block->outputs[k], &shape);
    }
    s->probed = true;
    bd_value_free(object);
    free_values(args);
    free_values(results);
    return status;
}

static bd_status propagate(bd_block *block) {
    const matlab_system *s = block->data;
    for (int k = 0; k < block->input_count; k++)
        if (!bd_shape_is_known(&block->inputs[k].shape))
            return BD_OK;
    return s->probed ? BD_OK : probe(block);
}

static bd_status start(bd_block *block) {
    return bd_m_code_forget(block); /* what the search for sizes has left */
}

static bd_status perform(bd_block *block, bool update) {
    matlab_system *s = block->data;
    bd_value *object = NULL, *args[MOST_PORTS] = {NULL}, *results[MOST_PORTS] = {NULL};
    bd_error error = {0};
    bd_status status = read_inputs(block, false, args, &error);
    if (status == BD_OK && !bd_object_of(s->code.persistent)) {
        status = begin(block, &object, args, &error);
    } else if (status == BD_OK) {
        object = bd_object_take(s->code.persistent, &error);
        status = object ? BD_OK : BD_OUT_OF_MEMORY;
    }
    if (status == BD_OK && update)
        status = call(block, "updateImpl", &object, (const bd_value *const *)args,
                      (size_t)block->input_count, NULL, 0, &error);
    else if (status == BD_OK)
        status = step(block, &object, args, results, &error);
    for (int k = 0; k < s->outputs && status == BD_OK && !update; k++)
        status = results[k] ? bd_value_write_memory(results[k], &block->outputs[k].shape,
                                                    block->outputs[k].data, &error)
                            : bd_error_set(&error, BD_BAD_VALUE, "output %d has no value", k + 1);
    if (status == BD_OK) {
        status = bd_persistent_set(s->code.persistent, BD_OBJECT, object, &error);
        object = NULL;
    }
    bd_value_free(object);
    free_values(args);
    free_values(results);
    return status == BD_OK ? BD_OK : bd_block_fail(block, status, "%s", error.text);
}

static bd_status outputs(bd_block *block) {
    return perform(block, false);
}

static bd_status update(bd_block *block) {
    const matlab_system *s = block->data;
    return s->split ? perform(block, true) : BD_OK;
}

static bd_status terminate(bd_block *block) {
    matlab_system *s = block->data;
    bd_error error = {0};
    if (!bd_object_of(s->code.persistent))
        return BD_OK;
    bd_value *object = bd_object_take(s->code.persistent, &error);
    bd_status status =
        object ? call(block, "releaseImpl", &object, NULL, 0, NULL, 0, &error) : BD_OUT_OF_MEMORY;
    bd_value_free(object);
    return status == BD_OK ? BD_OK : bd_block_fail(block, status, "%s", error.text);
}

static void destroy(bd_block *block) {
    matlab_system *s = block->data;
    if (!s)
        return;
    bd_properties_free(&s->properties);
    bd_library_free(s->own);
    bd_m_code_close(block);
}

BD_BLOCK_TYPE(type, "MATLABSystem", .setup = setup, .propagate = propagate, .start = start,
              .outputs = outputs, .update = update, .terminate = terminate, .destroy = destroy,
              BD_M_CODE_KEEPS, /* the object */
);

const bd_block_type *const bd_blocks_matlab_system[] = {&type, NULL};
