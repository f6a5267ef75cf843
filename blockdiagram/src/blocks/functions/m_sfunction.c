/* S-functions in M code of level 1: [sys, x0, str, ts] = f(t, x, u, flag, p1, …), the block
 * S-Function whose function is a .m file. Continuous states stand before discrete ones in x.
 *
 * One without outputs (most of them draw) that cannot be run is told and left out */
#include "blocks/families.h"
#include "blocks/elements.h"
#include "blocks/functions/m_code.h"
#include "blockdiagram/expression.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DERIVATIVES = 1, UPDATE = 2, OUTPUTS = 3, NEXT_HIT = 4, TERMINATE = 9 };
enum { CONTINUOUS, DISCRETE, RESULTS, INPUTS, RESERVED, FEEDTHROUGH, SAMPLE_TIMES, SIZES };

typedef struct m_sfunction {
    bd_m_code code;
    bd_value **parameters;
    size_t parameter_count;
    double sizes[SIZES];
    double *initial; /* continuous, then discrete states */
} m_sfunction;

/* t, x, u, flag: before the parameters */
static bd_status make_own(double t, const double *x, size_t states, const double *u, size_t inputs,
                          int flag, bd_value *own[4], bd_error *error) {
    BD_TRY(bd_value_create_scalar(t, &own[0], error));
    BD_TRY(bd_value_create_doubles(states, states ? 1 : 0, x, &own[1], error));
    BD_TRY(bd_value_create_doubles(inputs, inputs ? 1 : 0, u, &own[2], error));
    return bd_value_create_scalar(flag, &own[3], error);
}

static bd_status call(bd_block *block, const m_sfunction *f, double t, const double *x,
                      size_t states, const double *u, size_t inputs, int flag, bd_value **results,
                      size_t wanted, bd_error *error) {
    const size_t count = 4 + f->parameter_count;
    bd_printer printer;
    const bd_surroundings around = bd_m_code_around(block, &printer);
    const bd_value **args = calloc(count, sizeof *args);
    bd_value *own[4] = {NULL};
    bd_status status =
        args ? make_own(t, x, states, u, inputs, flag, own, error) : BD_OUT_OF_MEMORY;
    for (size_t k = 0; k < count && args; k++)
        args[k] = k < 4 ? own[k] : f->parameters[k - 4];
    if (status == BD_OK)
        status = bd_library_call(&around, f->code.function, args, count, results, wanted, error);
    for (int k = 0; k < 4; k++)
        bd_value_free(own[k]);
    free(args);
    return status;
}

static bd_status read_sizes(bd_block *block, m_sfunction *f) {
    bd_value *results[4] = {NULL};
    bd_error error = {0};
    bd_status status = call(block, f, 0.0, NULL, 0, NULL, 0, 0, results, 4, &error);
    if (status != BD_OK)
        return bd_block_fail(block, status, "%s", error.text);
    const bd_value *sys = results[0], *x0 = results[1], *ts = results[3];
    if (!sys || !bd_value_is_number_like(sys) || sys->count < 6) {
        status =
            bd_block_fail(block, BD_BAD_VALUE, "'%s' gives no sizes for flag 0", f->code.function);
    } else {
        for (size_t k = 0; k < SIZES; k++)
            f->sizes[k] = k < sys->count ? bd_value_real_at(sys, k) : 1.0;
    }
    for (int k = CONTINUOUS; k <= INPUTS && status == BD_OK; k++)
        if (!(f->sizes[k] >= (k < RESULTS ? 0.0 : -1.0) && f->sizes[k] < 1e7) ||
            f->sizes[k] != floor(f->sizes[k]))
            status = bd_block_fail(block, BD_BAD_VALUE, "'%s' gives a size of %g", f->code.function,
                                   f->sizes[k]);
    const size_t states =
        status == BD_OK ? (size_t)f->sizes[CONTINUOUS] + (size_t)f->sizes[DISCRETE] : 0;
    f->initial = status == BD_OK ? bd_block_alloc(block, (states + 1) * sizeof(double)) : NULL;
    if (!f->initial && status == BD_OK)
        status = bd_block_no_memory(block);
    if (status == BD_OK && x0 && x0->count > 0 &&
        (x0->count != states || !bd_value_is_number_like(x0)))
        status = bd_block_fail(block, BD_BAD_VALUE, "%zu initial states for %zu states", x0->count,
                               states);
    for (size_t k = 0; status == BD_OK && x0 && k < x0->count; k++)
        f->initial[k] = bd_value_real_at(x0, k);
    const size_t rows = ts && bd_value_is_number_like(ts) ? ts->dims[0] : 0;
    for (size_t r = 0; r < rows && status == BD_OK; r++) {
        bd_sample_time time = {bd_value_real_at(ts, r),
                               ts->dims[1] > 1 ? bd_value_real_at(ts, r + rows) : 0.0};
        status =
            r == 0 ? bd_block_set_sample_time(block, time) : bd_block_add_sample_time(block, time);
    }
    for (int k = 0; k < 4; k++)
        bd_value_free(results[k]);
    return status;
}

static bd_status setup(bd_block *block) {
    bd_error error = {0};
    BD_TRY(bd_m_code_make(block, sizeof(m_sfunction), "FunctionName"));
    m_sfunction *f = block->data;
    const char *parameters = bd_block_text(block, "Parameters");
    bd_status status = bd_expression_evaluate_list(parameters ? parameters : "", block->scope,
                                                   &f->parameters, &f->parameter_count, &error);
    if (status != BD_OK)
        return bd_block_fail(block, status, "Parameters: %s", error.text);
    BD_TRY(read_sizes(block, f));
    BD_TRY(bd_block_set_inputs(block, f->sizes[INPUTS] != 0.0));
    BD_TRY(bd_block_set_outputs(block, f->sizes[RESULTS] != 0.0));
    if (f->sizes[FEEDTHROUGH] != 0.0)
        bd_block_set_all_feedthrough(block);
    bd_block_set_states(block, (int)f->sizes[CONTINUOUS]);
    bd_block_set_discrete_states(block, (int)f->sizes[DISCRETE]);
    return BD_OK;
}

static bd_status propagate(bd_block *block) {
    const m_sfunction *f = block->data;
    BD_TRY(bd_require_double(block));
    BD_TRY(bd_require_real(block));
    if (block->input_count && f->sizes[INPUTS] > 0.0)
        BD_TRY(bd_port_set_width(block->inputs, (int)f->sizes[INPUTS]));
    if (block->output_count && f->sizes[RESULTS] > 0.0)
        return bd_port_set_width(block->outputs, (int)f->sizes[RESULTS]);
    if (block->output_count && block->input_count && bd_port_has_dims(block->inputs))
        return bd_port_set_width(block->outputs, bd_shape_width(&block->inputs->shape));
    return BD_OK;
}

static bd_status initialise(bd_block *block) {
    const m_sfunction *f = block->data;
    memcpy(block->x, f->initial, (size_t)block->state_count * sizeof(double));
    memcpy(block->discrete, f->initial + block->state_count,
           (size_t)block->discrete_count * sizeof(double));
    return BD_OK;
}

/* calls it and takes the first `count` numbers of what it gives */
static bd_status ask(bd_block *block, int flag, double *to, size_t count) {
    m_sfunction *f = block->data;
    const size_t states = (size_t)block->state_count + (size_t)block->discrete_count;
    const size_t inputs = block->input_count ? (size_t)block->inputs->width : 0;
    bd_value *sys = NULL;
    bd_error error = {0};
    if (f->code.left_out)
        return BD_OK;
    double *x = malloc((states + 1) * sizeof *x);
    if (!x)
        return bd_block_no_memory(block);
    memcpy(x, block->x, (size_t)block->state_count * sizeof *x);
    memcpy(x + block->state_count, block->discrete, (size_t)block->discrete_count * sizeof *x);
    bd_status status = call(block, f, bd_time(block), x, states, inputs ? bd_input(block, 0) : NULL,
                            inputs, flag, &sys, 1, &error);
    free(x);
    if (status != BD_OK)
        return bd_m_code_failed(block, status, "", &error);
    if (count > 0 && (!sys || !bd_value_is_number_like(sys) || sys->im || sys->count != count)) {
        status = bd_block_fail(block, BD_BAD_VALUE, "'%s' gives %zu numbers for flag %d, not %zu",
                               f->code.function, sys ? sys->count : 0, flag, count);
    } else {
        for (size_t k = 0; k < count; k++)
            to[k] = bd_value_real_at(sys, k);
    }
    bd_value_free(sys);
    return status;
}

static bd_status outputs(bd_block *block) {
    return block->output_count
               ? ask(block, OUTPUTS, bd_output(block, 0), (size_t)block->outputs->width)
               : ask(block, OUTPUTS, NULL, 0);
}

static bd_status update(bd_block *block) {
    return ask(block, UPDATE, block->discrete, (size_t)block->discrete_count);
}

static bd_status derivatives(bd_block *block) {
    return block->state_count ? ask(block, DERIVATIVES, block->dx, (size_t)block->state_count)
                              : BD_OK;
}

static bd_status next_hit(bd_block *block, double *time) {
    return ask(block, NEXT_HIT, time, 1);
}

static bd_status terminate(bd_block *block) {
    return ask(block, TERMINATE, NULL, 0);
}

static void destroy(bd_block *block) {
    m_sfunction *f = block->data;
    if (!f)
        return;
    bd_expression_free_list(f->parameters, f->parameter_count);
    bd_m_code_close(block);
}

BD_BLOCK_TYPE(type, "S-Function in M code", .setup = setup, .propagate = propagate,
              .start = bd_m_code_forget, /* what the search for sizes has left */
              .initialise = initialise, .outputs = outputs, .update = update,
              .derivatives = derivatives, .next_hit = next_hit, .terminate = terminate,
              .destroy = destroy, BD_M_CODE_KEEPS, /* persistent variables */
              .chosen = true);

const bd_block_type *const bd_blocks_m_sfunction[] = {&type, NULL};
