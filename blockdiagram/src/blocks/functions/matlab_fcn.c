/* Interpreted MATLAB Function (MATLAB Fcn): any expression in u of the parameter language,
 * evaluated anew each time, unless it can be compiled. The one block type that takes memory while
 * running: the interpreter does */
#include "blocks/families.h"
#include "blocks/elements.h"
#include "blocks/functions/m_code.h"
#include "blockdiagram/expression.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct interpreted {
    bd_m_code code;
    char *text;
    bd_workspace *scope; /* u, with the block's scope behind it */
    bd_code *compiled;   /* the same for numbers of known size; NULL: it has no such form */
    bd_instance *instance;
    bool as_vector;
    int complexity; /* BD_INHERITED: that of the input */
    bool given;     /* dimensions are, else the function tells */
    bool silent;    /* it has no output: what it would do elsewhere is not done */
    int rank, dims[BD_MAX_RANK];
} interpreted;

static bool is_name(const char *text) {
    if (!isalpha((unsigned char)*text))
        return false;
    while (isalnum((unsigned char)*text) || *text == '_' || *text == '.')
        text++;
    return *text == '\0';
}

/* the name of a function alone means that it is called with u */
static bd_status read_text(bd_block *block, interpreted *p) {
    const char *text = bd_block_text(block, "MATLABFcn");
    text = text ? text + strspn(text, " \t\n") : "";
    if (!*text)
        return bd_block_fail(block, BD_BAD_PARAMETER, "parameter MATLABFcn is empty");
    size_t length = strlen(text);
    p->text = bd_block_alloc(block, length + 4);
    if (!p->text)
        return bd_block_no_memory(block);
    bool call = is_name(text) && strcmp(text, "u") != 0;
    snprintf(p->text, length + 4, "%s%s", text, call ? "(u)" : "");
    return BD_OK;
}

static bd_status read_dimensions(bd_block *block, interpreted *p) {
    int rank;
    BD_TRY(bd_read_sizes(block, "OutputDimensions|OutputWidth", 2, &rank, p->dims));
    if (rank == 0)
        return BD_OK;
    p->given = true;
    p->rank = rank;
    if (p->as_vector && rank == 2) {
        p->rank = 1;
        p->dims[0] *= p->dims[1];
    }
    return BD_OK;
}

static bd_status setup(bd_block *block) {
    static const char *const kinds[] = {"auto", "real", "complex", NULL};
    int kind = 0;
    bd_error error = {0};
    const char *size = bd_block_text(block, "OutputDimensions");
    const bool silent = size && strcmp(size, "0") == 0;
    BD_TRY(bd_setup_ports(block, sizeof(interpreted), 1, silent ? 0 : 1));
    interpreted *p = block->data;
    p->silent = silent;
    p->as_vector = true;
    BD_TRY(read_text(block, p));
    BD_TRY(bd_block_flag(block, "Output1D", &p->as_vector));
    BD_TRY(bd_block_choice(block, "OutputSignalType", kinds, &kind));
    p->complexity = kind == 0 ? BD_INHERITED : kind == 2;
    if (silent) {
        bd_block_warn(block, "left out, since it has no output");
        return bd_block_read_sample_time(block, NULL);
    }
    BD_TRY(read_dimensions(block, p));
    BD_TRY(bd_m_code_open(block));
    bd_status status =
        bd_workspace_create("Interpreted MATLAB Function", p->code.scope, &p->scope, &error);
    if (status == BD_OK)
        status = bd_workspace_set_scalar(p->scope, "u", 0.0, &error);
    if (status != BD_OK)
        return bd_block_fail(block, status, "%s", error.text);
    char unknown[BD_MAX_NAME + 1];
    if (bd_expression_find_unknown(p->text, p->scope, unknown, sizeof unknown))
        return bd_block_fail(block, BD_UNKNOWN_NAME,
                             "MATLABFcn '%.200s' uses '%s', which is neither a variable nor a "
                             "function known here",
                             p->text, unknown);
    return bd_block_read_sample_time(block, NULL);
}

/* the input as a value: vectors are columns */
static bd_status input_value(const bd_port *u, bd_value **value, bd_error *error) {
    size_t dims[BD_MAX_RANK] = {1, 1};
    int rank = u->shape.rank < 2 ? 2 : u->shape.rank;
    for (int i = 0; i < u->shape.rank; i++)
        dims[i] = (size_t)u->shape.dims[i];
    bool is_complex = u->shape.complexity == 1;
    BD_TRY(bd_value_create(BD_DOUBLE, rank, dims, is_complex, value, error));
    for (int i = 0; i < u->width; i++) {
        double complex element = bd_port_read(u, i);
        ((double *)(*value)->re)[i] = creal(element);
        if (is_complex)
            ((double *)(*value)->im)[i] = cimag(element);
    }
    return BD_OK;
}

static bd_status evaluate(bd_block *block, const bd_port *u, bd_value **result, bd_error *error) {
    const interpreted *p = block->data;
    bd_value *value = NULL;
    bd_printer printer;
    bd_surroundings around = bd_m_code_around(block, &printer);
    around.scope = p->scope;
    BD_TRY(input_value(u, &value, error));
    BD_TRY(bd_workspace_set(p->scope, "u", value, error));
    return bd_library_evaluate(&around, p->text, result, error);
}

/* OutputDimensions -1: the size that the function gives for a zero input of this size, or that of
 * the input where it gives none */
static bd_status propagate_found(bd_block *block) {
    const interpreted *p = block->data;
    bd_port *u = block->inputs, *y = block->outputs;
    bd_value *result = NULL;
    bd_error error = {0};
    if (!bd_port_has_dims(u))
        return BD_OK;
    bd_port zero = {.shape = u->shape, .width = bd_shape_width(&u->shape)};
    zero.shape.type = BD_DOUBLE;
    zero.shape.complexity = 0;
    zero.data = calloc((size_t)zero.width, sizeof(double));
    if (!zero.data)
        return bd_block_no_memory(block);
    bd_status status = evaluate(block, &zero, &result, &error);
    free(zero.data);
    if (status == BD_OK && bd_value_is_number_like(result) && !bd_value_is_empty(result)) {
        bd_shape shape = bd_value_shape(result, p->as_vector);
        status = p->as_vector ? bd_port_set_width(y, bd_shape_width(&shape))
                              : bd_port_set_dims(y, shape.rank, shape.dims);
    } else {
        status = p->as_vector && u->shape.rank > 1 ? bd_port_set_width(y, bd_shape_width(&u->shape))
                                                   : bd_propagate_dims(block, 0, 0);
    }
    bd_value_free(result);
    return status;
}

static bd_status propagate(bd_block *block) {
    const interpreted *p = block->data;
    bd_port *u = block->inputs, *y = block->outputs;
    if (p->silent)
        return BD_OK;
    BD_TRY(bd_port_set_type(u, BD_DOUBLE));
    BD_TRY(bd_port_set_type(y, BD_DOUBLE));
    if (p->complexity == BD_INHERITED)
        BD_TRY(bd_propagate_complexity(u, y));
    else
        BD_TRY(bd_port_set_complexity(y, p->complexity));
    if (p->given)
        return bd_port_set_dims(y, p->rank, p->dims);
    return propagate_found(block);
}

/* code of plain real numbers runs a hundred times faster. It has no results that are complex on the
 * way: where it fails, the interpreter is asked */
static bd_status compile(bd_block *block, interpreted *p) {
    const bd_port *u = block->inputs, *y = block->outputs;
    bd_name name = {.name = "u", .shape = u->shape};
    const bd_scope scope = {.place = block->node->path,
                            .names = &name,
                            .count = 1,
                            .library = p->code.library,
                            .shows = true,
                            .workspace = p->code.scope};
    bd_error error = {0};
    if (u->shape.complexity == 1 || y->shape.complexity == 1 || p->compiled)
        return BD_OK;
    if (bd_code_compile_expression(p->text, &scope, &p->compiled, &error) != BD_OK)
        return BD_OK;
    if (bd_code_is_typed(p->compiled) &&
        bd_shape_width(bd_code_output(p->compiled, 0)) == bd_shape_width(&y->shape)) {
        bd_code_set_output(p->compiled, 0, &y->shape);
        bd_status status = bd_instance_create(p->compiled, &p->instance, &error);
        if (status != BD_OK)
            return bd_block_fail(block, status, "%s", error.text);
        if (bd_instance_save_size(p->instance) == 0)
            return BD_OK;
        bd_instance_free(p->instance); /* what is remembered belongs to the interpreter */
        p->instance = NULL;
    }
    return BD_OK;
}

static bd_status start(bd_block *block) {
    interpreted *p = block->data;
    if (p->silent)
        return BD_OK;
    BD_TRY(bd_m_code_forget(block)); /* what the search for sizes has left */
    return compile(block, p);
}

static bd_status outputs(bd_block *block) {
    const interpreted *p = block->data;
    bd_error error; /* large: it is written where something fails */
    bd_value *result = NULL;
    if (p->silent)
        return BD_OK;
    if (p->instance) {
        const bd_binding binding = {.memory = &block->inputs->data,
                                    .outputs = &block->outputs->data,
                                    .stop = bd_block_given_up(block)};
        if (bd_code_execute(p->compiled, p->instance, &binding, &error) == BD_OK)
            return BD_OK;
    }
    bd_status status = evaluate(block, block->inputs, &result, &error);
    if (status == BD_OK)
        status = bd_value_to_signal(result, &block->outputs->shape, block->outputs->data, &error);
    bd_value_free(result);
    return status == BD_OK ? BD_OK : bd_block_fail(block, status, "MATLABFcn: %s", error.text);
}

static void destroy(bd_block *block) {
    interpreted *p = block->data;
    if (p) {
        bd_instance_free(p->instance);
        bd_code_free(p->compiled);
        bd_workspace_free(p->scope);
        bd_m_code_close(block);
    }
}

/* own data: a workspace for u */
BD_BLOCK_TYPE(type, "MATLABFcn", .setup = setup, .propagate = propagate, .start = start,
              .save_size = bd_m_code_save_size, .save = bd_m_code_save,
              .restore = bd_m_code_restore, .outputs = outputs, .destroy = destroy,
              .own_data = true);

const bd_block_type *const bd_blocks_matlab_fcn[] = {&type, NULL};
