/* MATLAB Function: a function in M code as a block. The S-Function inside of the block stands for
 * it: its first output carries function-calls that a function does not make, the others are the
 * results.
 *
 * Arguments of the signature are parameters (by their names in the scope) or inputs, in the order
 * of both. Sizes and types of results follow from one call with zeros, unless the file declares
 * them. Persistent variables belong to the run */
#include "blocks/families.h"
#include "blocks/elements.h"
#include "blocks/functions/called.h"
#include "blocks/routing/data_store.h"
#include "blockdiagram/expression.h"
#include "blockdiagram/language.h"
#include "blockdiagram/stored_chart.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_OUTPUT = 1 }; /* behind the function-calls */

typedef struct store {
    const char *name;
    const bd_node *node;
} store;

typedef struct matlab_function {
    const bd_stored *chart;
    bd_library *library;
    char function[BD_MAX_NAME + 1];
    bd_signature signature;
    bd_name *names; /* arguments of the signature … */
    int *ports;     /* … and the inputs they are, -1 for parameters */
    const bd_stored **results;
    bool as_vectors; /* columns are vectors without orientation */
    bool tried;      /* for sizes, before types are known */
    bd_code *code;   /* once all inputs are known */
    bd_instance *instance;
    void **memory, **outputs;
    int (*sizes)[BD_MAX_RANK]; /* present ones of the results */
    bd_printer printer;
    bd_binding binding; /* the same at every step */
    store *stores;
    int store_count;
    bd_called *called; /* Simulink functions, or NULL */
} matlab_function;

static bool has_scope(const bd_stored *data, const char *scope) {
    return bd_stored_is(data, "scope", scope);
}

/* names may carry blanks at the end */
static bool is_named(const bd_stored *data, const char *name) {
    const char *its = bd_stored_text(data, "name");
    size_t length = its ? strcspn(its, " \t") : 0;
    return its && strlen(name) == length && strncmp(its, name, length) == 0;
}

static const bd_stored *find_data(const bd_stored *chart, const char *name, const char *scope) {
    for (const bd_stored *d = bd_stored_of_kind(chart->first, "data"); d;
         d = bd_stored_of_kind(d->next, "data"))
        if (has_scope(d, scope) && is_named(d, name))
            return d;
    return NULL;
}

static const char *find_script(const bd_stored *object) {
    const char *script = bd_stored_text(object, "eml.script");
    for (const bd_stored *s = object->first; s && !script; s = s->next)
        script = find_script(s);
    return script;
}

static bd_status read_parameter(bd_block *block, bd_name *name) {
    bd_error error = {0};
    bd_value *value = NULL;
    bd_status status = bd_expression_evaluate(name->name, block->scope, &value, &error);
    if (status != BD_OK)
        return bd_block_fail(block, status, "parameter '%s': %s", name->name, error.text);
    name->value = value;
    return BD_OK;
}

/* inputs are counted in the order of the file */
static int input_number(const bd_stored *chart, const bd_stored *data) {
    int number = 0;
    for (const bd_stored *d = bd_stored_of_kind(chart->first, "data"); d && d != data;
         d = bd_stored_of_kind(d->next, "data"))
        number += has_scope(d, "INPUT_DATA");
    return number;
}

static bd_status read_arguments(bd_block *block, matlab_function *f) {
    const int count = f->signature.input_count;
    f->names = bd_block_alloc(block, (size_t)(count + 1) * sizeof *f->names);
    f->ports = bd_block_alloc(block, (size_t)(count + 1) * sizeof *f->ports);
    f->memory = bd_block_alloc(block, (size_t)(count + 1) * sizeof *f->memory);
    if (!f->names || !f->ports || !f->memory)
        return bd_block_no_memory(block);
    for (int k = 0; k < count; k++) {
        const char *name = f->signature.inputs[k];
        const bd_stored *input = find_data(f->chart, name, "INPUT_DATA");
        f->names[k].name = name;
        f->ports[k] = -1;
        if (input) {
            f->ports[k] = input_number(f->chart, input);
            if (f->ports[k] >= block->input_count)
                return bd_block_fail(block, BD_BAD_DIAGRAM, "argument '%s' has no input", name);
        } else {
            BD_TRY(read_parameter(block, &f->names[k]));
        }
    }
    return BD_OK;
}

static bd_status read_results(bd_block *block, matlab_function *f) {
    const int count = f->signature.output_count;
    f->results = bd_block_alloc(block, (size_t)(count + 1) * sizeof(void *));
    f->outputs = bd_block_alloc(block, (size_t)(count + 1) * sizeof *f->outputs);
    f->sizes = bd_block_alloc(block, (size_t)(count + 1) * sizeof *f->sizes);
    if (!f->results || !f->outputs || !f->sizes)
        return bd_block_no_memory(block);
    for (int k = 0; k < count; k++) {
        f->results[k] = find_data(f->chart, f->signature.outputs[k], "OUTPUT_DATA");
        if (!f->results[k])
            return bd_block_fail(block, BD_BAD_DIAGRAM, "result '%s' has no output",
                                 f->signature.outputs[k]);
    }
    if (block->output_count != count + FIRST_OUTPUT)
        return bd_block_fail(block, BD_BAD_DIAGRAM, "%d results do not fit %d outputs", count,
                             block->output_count - FIRST_OUTPUT);
    return BD_OK;
}

static bd_status read_stores(bd_block *block, matlab_function *f) {
    int count = 0;
    for (const bd_stored *d = bd_stored_of_kind(f->chart->first, "data"); d;
         d = bd_stored_of_kind(d->next, "data"))
        count += has_scope(d, "DATA_STORE_MEMORY_DATA");
    f->stores = bd_block_alloc(block, (size_t)(count + 1) * sizeof *f->stores);
    if (!f->stores)
        return bd_block_no_memory(block);
    for (const bd_stored *d = bd_stored_of_kind(f->chart->first, "data"); d;
         d = bd_stored_of_kind(d->next, "data"))
        if (has_scope(d, "DATA_STORE_MEMORY_DATA"))
            f->stores[f->store_count++].name = bd_stored_text(d, "name");
    return BD_OK;
}

static bd_status read_sample_time(bd_block *block, const matlab_function *f) {
    const char *text = bd_stored_text(f->chart, "sampleTime");
    if (!bd_stored_is(f->chart, "updateMethod", "DISCRETE") || !text)
        return BD_OK;
    double *numbers;
    size_t count;
    bd_error error = {0};
    bd_status status = bd_expression_doubles(text, block->scope, &numbers, &count, &error);
    if (status != BD_OK)
        return bd_block_fail(block, status, "sample time: %s", error.text);
    bd_sample_time time = BD_SAMPLE_INHERITED;
    if (count > 0)
        time = (bd_sample_time){numbers[0], count > 1 ? numbers[1] : 0.0};
    free(numbers);
    return bd_block_set_sample_time(block, time);
}

static bd_status setup(bd_block *block) {
    const bd_node *outer = block->node->parent->owner;
    matlab_function *f = bd_block_alloc(block, sizeof *f);
    bd_error error = {0};
    if (!f)
        return bd_block_no_memory(block);
    block->data = f;
    f->chart = outer->chart;
    const char *script = find_script(f->chart);
    if (!script)
        return bd_block_fail(block, BD_BAD_DIAGRAM, "the block has no function");
    BD_TRY(bd_block_set_inputs(block, block->node->ports[BD_PORT_INPUT]));
    BD_TRY(bd_block_set_outputs(block, block->node->ports[BD_PORT_OUTPUT]));
    bd_block_set_all_feedthrough(block);
    bd_status status = bd_library_create(bd_workspace_library(block->scope), &f->library, &error);
    if (status == BD_OK)
        status = bd_library_add_text(f->library, script, outer->path, f->function, &error);
    if (status != BD_OK)
        return bd_block_fail(block, status, "%s", error.text);
    if (!bd_library_signature(f->library, f->function, &f->signature))
        return bd_block_no_memory(block);
    const char *vectors = bd_stored_text(f->chart, "eml.vectorOutputs1D");
    f->as_vectors =
        bd_stored_whole(f->chart, "vectorOutputs1D", 0) == 1 || (vectors && *vectors == '1');
    BD_TRY(read_arguments(block, f));
    BD_TRY(read_results(block, f));
    BD_TRY(read_stores(block, f));
    BD_TRY(bd_called_find(block, script, f->library, &f->called));
    /* what remembers is not asked between the steps */
    if (strstr(script, "persistent") || f->store_count || f->called)
        block->minor_steps = false;
    return read_sample_time(block, f);
}

/* "double", "boolean", "Enum: Colour"; BD_INHERITED for what follows from elsewhere */
static bd_status declared_type(bd_block *block, const bd_stored *data, int *type) {
    const char *text = bd_stored_text(data, "dataType");
    bd_class found;
    *type = BD_INHERITED;
    if (!text || strncmp(text, "Inherit", 7) == 0 || strncmp(text, "Bus:", 4) == 0 ||
        strncmp(text, "Enum:", 5) == 0)
        return BD_OK;
    if (bd_class_find(text, &found)) {
        *type = (int)found;
        return BD_OK;
    }
    bd_value *value = NULL;
    if (bd_expression_evaluate(text, block->scope, &value, &(bd_error){0}) == BD_OK) {
        bd_value_free(value); /* an alias that stands for a built-in type, or a bus object */
        return BD_OK;
    }
    return bd_block_fail(block, BD_UNSUPPORTED, "data '%s' of type '%.60s' is not supported",
                         bd_stored_text(data, "name"), text);
}

static bd_status set_declared(bd_block *block, const bd_stored *data, bd_port *port) {
    const char *size = bd_stored_text(data, "props.array.size");
    double *numbers = NULL;
    size_t count = 0;
    int type;
    BD_TRY(declared_type(block, data, &type));
    if (type != BD_INHERITED)
        BD_TRY(bd_port_set_type(port, type));
    if (!size || !*size || strcmp(size, "-1") == 0)
        return BD_OK;
    bd_error error = {0};
    bd_status status = bd_expression_doubles(size, block->scope, &numbers, &count, &error);
    if (status != BD_OK)
        return bd_block_fail(block, status, "size of '%s': %s", bd_stored_text(data, "name"),
                             error.text);
    int dims[BD_MAX_RANK];
    bool known = count > 0 && count <= BD_MAX_RANK;
    for (size_t i = 0; i < count && known; i++) {
        known = numbers[i] >= 1.0 && numbers[i] < 1e8;
        dims[i] = known ? (int)numbers[i] : 0;
    }
    free(numbers);
    if (!known)
        return BD_OK;
    const bool scalar = count == 2 && dims[0] == 1 && dims[1] == 1;
    return scalar ? bd_port_set_width(port, 1) : bd_port_set_dims(port, (int)count, dims);
}

/* what is still open counts as real and double */
static bd_status compile(bd_block *block, matlab_function *f, bd_code **code, bd_error *error) {
    const int count = f->signature.input_count;
    for (int k = 0; k < count; k++) {
        if (f->ports[k] < 0)
            continue;
        bd_shape *shape = &f->names[k].shape;
        *shape = block->inputs[f->ports[k]].shape;
        shape->type = shape->type == BD_INHERITED ? BD_DOUBLE : shape->type;
        shape->complexity = shape->complexity == BD_INHERITED ? 0 : shape->complexity;
    }
    const bd_scope scope = {.place = block->node->parent->owner->path,
                            .names = f->names,
                            .count = (size_t)count,
                            .library = f->library,
                            .find = f->called ? bd_called_answer : NULL,
                            .user = f->called};
    return bd_code_compile_call(f->function, &scope, f->signature.output_count, code, error);
}

/* a result whose size changes, up to the declared one */
static bool is_variable(const bd_stored *data, const bd_port *port) {
    return bd_stored_whole(data, "props.array.isDynamic", 0) == 1 && bd_port_has_dims(port) &&
           bd_shape_width(&port->shape) > 1;
}

/* its size is declared; zeros may have none */
static bd_status set_found_variable(const matlab_function *f, int k, bd_port *port) {
    bd_shape shape;
    if (!bd_code_likely_output(f->code, k, &shape))
        shape = (bd_shape){.type = BD_DOUBLE};
    if (!bd_port_has_type(port))
        BD_TRY(bd_port_set_type(port, shape.type));
    BD_TRY(bd_port_set_complexity(port, shape.complexity));
    port->shape.variable = true;
    return BD_OK;
}

static bd_status set_found(bd_block *block, const matlab_function *f, int k) {
    bd_port *port = &block->outputs[k + FIRST_OUTPUT];
    bd_shape shape = *bd_code_output(f->code, k);
    if (is_variable(f->results[k], port) && shape.type != BD_BUS)
        return set_found_variable(f, k, port);
    if (shape.rank == BD_INHERITED) {
        if (bd_port_has_dims(port) && bd_port_has_type(port))
            return BD_OK;
        return bd_block_fail(block, BD_BAD_SIGNAL,
                             "the size of output '%s' cannot be found by calling '%s' with zeros: "
                             "%s",
                             f->signature.outputs[k], f->function, bd_code_doubt(f->code));
    }
    if (f->as_vectors && shape.rank == 2 && shape.dims[1] == 1 && shape.type != BD_BUS)
        shape.rank = 1;
    if (bd_port_has_type(port)) /* declared: values are converted */
        shape.type = port->shape.type;
    if (bd_port_has_dims(port) && bd_shape_width(&port->shape) == bd_shape_width(&shape)) {
        shape.rank = port->shape.rank;
        memcpy(shape.dims, port->shape.dims, sizeof shape.dims);
    }
    return bd_port_set_shape(port, &shape);
}

static bd_status set_size(const matlab_function *f, bd_port *port, const bd_shape *shape) {
    const bool vector = f->as_vectors && shape->rank == 2 && shape->dims[1] == 1;
    return bd_port_set_dims(port, vector ? 1 : shape->rank, shape->dims);
}

/* while the sizes of all inputs are known, but not their types: sizes do not depend on types */
static bd_status set_sizes(bd_block *block, matlab_function *f) {
    bool open = false;
    for (int k = 0; k < f->signature.output_count; k++)
        open = open || !bd_port_has_dims(&block->outputs[k + FIRST_OUTPUT]);
    bd_code *code = NULL;
    bd_error error;
    if (!open || f->tried || compile(block, f, &code, &error) != BD_OK)
        return BD_OK; /* what goes wrong is told once everything is known */
    f->tried = true;
    bd_status status = BD_OK;
    for (int k = 0; k < f->signature.output_count && status == BD_OK; k++) {
        bd_port *port = &block->outputs[k + FIRST_OUTPUT];
        const bd_shape *shape = bd_code_output(code, k);
        if (shape->rank != BD_INHERITED && shape->type != BD_BUS && !bd_port_has_dims(port))
            status = set_size(f, port, shape);
    }
    bd_code_free(code);
    return status;
}

/* as long as an input is not known, as in a loop through the block */
static bd_status set_certain(bd_block *block, const matlab_function *f) {
    for (int k = 0; k < f->signature.output_count; k++) {
        bd_port *port = &block->outputs[k + FIRST_OUTPUT];
        bd_shape shape;
        if (bd_port_has_dims(port) ||
            !bd_library_certain_size(f->library, f->function, k, f->names,
                                     (size_t)f->signature.input_count, &shape))
            continue;
        BD_TRY(set_size(f, port, &shape));
    }
    return BD_OK;
}

static bd_status propagate(bd_block *block) {
    matlab_function *f = block->data;
    const bd_shape nothing = bd_shape_vector(BD_DOUBLE, 1);
    BD_TRY(bd_port_set_shape(&block->outputs[0], &nothing));
    for (int k = 0; k < f->store_count; k++) {
        f->stores[k].node = bd_data_store_find(block, f->stores[k].name);
        if (!f->stores[k].node)
            return bd_block_fail(block, BD_BAD_DIAGRAM,
                                 "there is no Data Store Memory '%.100s' here or around",
                                 f->stores[k].name);
    }
    for (int k = 0; k < f->signature.output_count; k++)
        BD_TRY(set_declared(block, f->results[k], &block->outputs[k + FIRST_OUTPUT]));
    bool known = true, sized = true;
    for (int k = 0; k < f->signature.input_count; k++) {
        if (f->ports[k] < 0)
            continue;
        bd_port *port = &block->inputs[f->ports[k]];
        BD_TRY(set_declared(block, find_data(f->chart, f->names[k].name, "INPUT_DATA"), port));
        known = known && bd_shape_is_known(&port->shape);
        sized = sized && bd_port_has_dims(port);
    }
    if (!known)
        return sized ? set_sizes(block, f) : set_certain(block, f);
    if (!f->code) {
        bd_error error;
        bd_status status = compile(block, f, &f->code, &error);
        if (status != BD_OK)
            return bd_block_fail(block, status, "%s", error.text);
    }
    for (int k = 0; k < f->signature.output_count; k++)
        BD_TRY(set_found(block, f, k));
    return BD_OK;
}

static void print(void *user, const char *text, size_t length) {
    bd_block_print(user, text, length);
}

/* typed code knows the one size that a result has, however much is declared */
static bd_status set_only_size(bd_block *block, const matlab_function *f, int k) {
    const bd_port *port = &block->outputs[k + FIRST_OUTPUT];
    bd_shape shape = *bd_code_output(f->code, k);
    const int width = bd_shape_width(&shape), rank = port->shape.rank;
    int *size = f->sizes[k];
    bool good = rank == 1 || shape.rank == rank || width == 1;
    for (int d = 0; d < rank && good; d++) {
        size[d] = rank == 1 ? width : width == 1 ? 1 : shape.dims[d];
        good = size[d] <= port->shape.dims[d];
    }
    char have[64], most[64];
    if (!good)
        return bd_block_fail(block, BD_BAD_SIGNAL, "output '%s' is %s, but at most %s is declared",
                             f->signature.outputs[k], bd_shape_text(&shape, have, sizeof have),
                             bd_shape_text(&port->shape, most, sizeof most));
    shape.type = port->shape.type;
    bd_code_set_output(f->code, k, &shape);
    return BD_OK;
}

static bd_status start(bd_block *block) {
    matlab_function *f = block->data;
    bd_error error = {0};
    for (int k = 0; k < f->signature.input_count; k++)
        f->memory[k] = f->ports[k] >= 0 ? block->inputs[f->ports[k]].data : NULL;
    for (int k = 0; k < f->signature.output_count; k++) {
        const bd_port *port = &block->outputs[k + FIRST_OUTPUT];
        f->outputs[k] = port->data;
        if (port->shape.variable && bd_code_is_typed(f->code))
            BD_TRY(set_only_size(block, f, k));
        else
            bd_code_set_output(f->code, k, &port->shape);
    }
    f->printer = (bd_printer){print, block, false};
    f->binding = (bd_binding){.memory = f->memory,
                              .outputs = f->outputs,
                              .sizes = f->sizes,
                              .stop = bd_block_given_up(block),
                              .printer = &f->printer,
                              .call = f->called ? bd_called_run : NULL,
                              .user = f->called};
    if (f->instance)
        return BD_OK;
    bd_status status = bd_instance_create(f->code, &f->instance, &error);
    return status == BD_OK ? BD_OK : bd_block_fail(block, status, "%s", error.text);
}

static bd_status initialise(bd_block *block) {
    matlab_function *f = block->data;
    bd_instance_reset(f->instance);
    return BD_OK;
}

/* data stores are the global variables of the function */
static bd_status exchange(bd_block *block, matlab_function *f, bool write) {
    bd_workspace *globals = bd_instance_globals(f->instance);
    bd_error error = {0};
    bd_status status = BD_OK;
    for (int k = 0; k < f->store_count && status == BD_OK; k++) {
        bd_block *memory = bd_block_peer(block, f->stores[k].node);
        const bd_shape *shape = bd_data_store_shape(memory);
        if (write) {
            const bd_value *value = bd_workspace_find(globals, f->stores[k].name);
            status = bd_value_write_memory(value, shape, memory->work, &error);
        } else {
            bd_value *value = NULL;
            status = bd_value_read_memory(shape, memory->work, &value, &error);
            if (status == BD_OK)
                status = bd_workspace_set(globals, f->stores[k].name, value, &error);
        }
        if (status != BD_OK)
            return bd_block_fail(block, status, "data store '%s': %s", f->stores[k].name,
                                 error.text);
    }
    return BD_OK;
}

static bd_status outputs(bd_block *block) {
    matlab_function *f = block->data;
    bd_error error; /* large: it is written where something fails */
    if (f->store_count)
        BD_TRY(exchange(block, f, false));
    bd_status status = bd_code_execute(f->code, f->instance, &f->binding, &error);
    if (status != BD_OK)
        return bd_block_fail(block, status, "%s", error.text);
    for (int k = 0; k < f->signature.output_count; k++)
        if (block->outputs[k + FIRST_OUTPUT].shape.variable)
            BD_TRY(bd_port_resize(&block->outputs[k + FIRST_OUTPUT], f->sizes[k]));
    return f->store_count ? exchange(block, f, true) : BD_OK;
}

static void destroy(bd_block *block) {
    matlab_function *f = block->data;
    if (!f)
        return;
    bd_instance_free(f->instance);
    bd_code_free(f->code);
    for (int k = 0; f->names && k < f->signature.input_count; k++)
        bd_value_free((bd_value *)(uintptr_t)f->names[k].value);
    bd_library_free(f->library);
}

static size_t save_size(const bd_block *block) {
    const matlab_function *f = block->data;
    return bd_instance_save_size(f->instance);
}

static bd_status save(const bd_block *block, void *bytes) {
    const matlab_function *f = block->data;
    bd_instance_save(f->instance, bytes);
    return BD_OK;
}

static bd_status restore(bd_block *block, const void *bytes, size_t size) {
    matlab_function *f = block->data;
    bd_error error = {0};
    bd_status status = bd_instance_restore(f->instance, bytes, size, &error);
    return status == BD_OK ? BD_OK : bd_block_fail(block, status, "%s", error.text);
}

BD_BLOCK_TYPE(type, "MATLAB Function", .setup = setup, .propagate = propagate, .start = start,
              .initialise = initialise, .outputs = outputs, .destroy = destroy,
              .save_size = save_size, .save = save, .restore = restore, .accepts_bus = true,
              .own_data = true, /* persistent variables */
              .chosen = true);

const bd_block_type *const bd_blocks_matlab_function[] = {&type, NULL};
