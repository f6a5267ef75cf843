/* linear systems that begin elsewhere than at zero: those of the extra library with initial states
 * or initial outputs, and LTI System.
 *
 * Initial outputs: the system was at rest with the input U0 and the output Y0, so the output is Y0
 * at first and its derivatives are those of a constant input: C A^k x0 = -C A^(k-1) B U0, C x0 = Y0
 * - D U0. That is one state if the system can be observed; else it is refused */
#include "blocks/continuous/linear.h"
#include "blocks/elements.h"
#include "blocks/families.h"
#include "blocks/math/linear_algebra.h"

#include <string.h>

typedef struct system {
    bd_linear linear;
    double *initial;
    double period; /* 0: continuous */
} system;

typedef bd_status (*reader)(bd_block *block, bd_linear *linear);

static bd_status read_states(bd_block *block) {
    system *s = block->data;
    int n = s->linear.states;
    s->initial = bd_block_alloc(block, (size_t)(n + 1) * sizeof *s->initial);
    if (!s->initial)
        return bd_block_no_memory(block);
    const char *name = "X0|IC|InitialCondition|x0";
    const bd_value *value;
    if (n == 0 || !bd_block_text(block, name))
        return BD_OK;
    BD_TRY(bd_block_value(block, name, &value));
    if (bd_value_is_empty(value))
        return BD_OK;
    bd_reals given;
    BD_TRY(bd_reals_read(block, name, &given));
    BD_TRY(bd_reals_fit(block, name, &given, n));
    for (int i = 0; i < n; i++)
        s->initial[i] = bd_real(&given, i);
    return BD_OK;
}

/* rows C A^k and what they must give */
static void fill_observability(const bd_linear *l, double y0, double u0, double *matrix,
                               double *right) {
    int n = l->states;
    for (int j = 0; j < n; j++)
        matrix[j * n] = l->C[j];
    right[0] = y0 - l->D[0] * u0;
    for (int k = 1; k < n; k++) {
        right[k] = 0.0;
        for (int j = 0; j < n; j++) {
            double sum = 0.0;
            for (int i = 0; i < n; i++)
                sum += matrix[k - 1 + i * n] * l->A[i + j * n];
            matrix[k + j * n] = sum;
            right[k] -= matrix[k - 1 + j * n] * l->B[j] * u0;
        }
    }
}

static bd_status read_outputs(bd_block *block) {
    system *s = block->data;
    const bd_linear *l = &s->linear;
    size_t n = (size_t)l->states;
    double y0 = 0.0, u0 = 0.0;
    BD_TRY(read_states(block));
    BD_TRY(bd_block_scalar(block, "Y0", &y0));
    if (bd_block_text(block, "U0"))
        BD_TRY(bd_block_scalar(block, "U0", &u0));
    if (l->inputs != 1 || l->outputs != 1)
        return bd_block_fail(block, BD_UNSUPPORTED,
                             "initial outputs of a system with several inputs or outputs");
    if (n == 0)
        return BD_OK;
    double *matrix = bd_block_alloc(block, n * n * sizeof *matrix);
    double *right = bd_block_alloc(block, n * sizeof *right);
    double complex *copy = bd_block_alloc(block, 2 * n * n * sizeof *copy);
    if (!matrix || !right || !copy)
        return bd_block_no_memory(block);
    fill_observability(l, y0, u0, matrix, right);
    for (size_t i = 0; i < n * n; i++)
        copy[i] = matrix[i];
    if (!bd_matrix_invert(copy, (int)n, copy + n * n))
        return bd_block_fail(block, BD_BAD_PARAMETER,
                             "no initial state has this output: the system cannot be observed");
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            s->initial[i] += creal(copy[n * n + i + j * n]) * right[j];
    return BD_OK;
}

static bd_status set_up(bd_block *block, reader read, bool outputs) {
    BD_TRY(bd_block_make_data(block, sizeof(system)));
    system *s = block->data;
    BD_TRY(read(block, &s->linear));
    BD_TRY(outputs ? read_outputs(block) : read_states(block));
    BD_TRY(bd_linear_make_ports(block, &s->linear));
    if (strncmp(block->type->name, "Discrete", 8) == 0)
        return bd_read_discrete_rate(block, "Ts|SampleTime|tsamp");
    if (s->period < 0.0) /* discrete, and its period is left open */
        return bd_read_discrete_rate(block, NULL);
    return bd_block_set_sample_time(block, s->period > 0.0 ? (bd_sample_time){s->period, 0.0}
                                                           : BD_CONTINUOUS);
}

static bd_status size(bd_block *block) {
    const system *s = block->data;
    bool discrete = !bd_sample_is_continuous(block->rates->sample_time);
    if (discrete)
        bd_block_set_discrete_states(block, 2 * s->linear.states);
    else
        bd_block_set_states(block, s->linear.states);
    if (discrete)
        bd_block_set_sums(block, s->linear.states);
    return BD_OK;
}

static bd_status propagate(bd_block *block) {
    return bd_linear_propagate(block, &((const system *)block->data)->linear);
}

static double *state(const bd_block *block) {
    return block->discrete_count ? block->discrete : block->x;
}

static bd_status initialise(bd_block *block) {
    const system *s = block->data;
    if (s->linear.states)
        memcpy(state(block), s->initial, (size_t)s->linear.states * sizeof *s->initial);
    return BD_OK;
}

static bd_status outputs(bd_block *block) {
    const system *s = block->data;
    bd_linear_output(&s->linear, state(block), bd_input(block, 0), bd_output(block, 0));
    return BD_OK;
}

static bd_status update(bd_block *block) {
    const system *s = block->data;
    int n = s->linear.states;
    if (!block->discrete_count)
        return BD_OK;
    bd_linear_advance(&s->linear, block->discrete, bd_input(block, 0), block->discrete + n);
    memcpy(block->discrete, block->discrete + n, (size_t)n * sizeof *block->discrete);
    return BD_OK;
}

static bd_status derivatives(bd_block *block) {
    const system *s = block->data;
    if (block->state_count)
        bd_linear_advance(&s->linear, block->x, bd_input(block, 0), block->dx);
    return BD_OK;
}

/* ---- LTI System: what tf, ss and zpk make ---- */

static bd_status read_lti(bd_block *block, bd_linear *linear) {
    system *s = block->data;
    BD_TRY(bd_linear_read_system(block, "sys", linear, &s->period));
    return BD_OK;
}

static bd_status setup_lti(bd_block *block) {
    return set_up(block, read_lti, false);
}

#define SETUP(name, read, outputs)                                                                 \
    static bd_status name(bd_block *block) {                                                       \
        return set_up(block, read, outputs);                                                       \
    }

SETUP(setup_fraction_states, bd_linear_read_fraction, false)
SETUP(setup_fraction_outputs, bd_linear_read_fraction, true)
SETUP(setup_roots_states, bd_linear_read_roots, false)
SETUP(setup_roots_outputs, bd_linear_read_roots, true)
SETUP(setup_matrices_outputs, bd_linear_read_matrices, true)

#define TYPE(identifier, type_name, setup_function)                                                \
    BD_BLOCK_TYPE(identifier, type_name, .setup = setup_function, .propagate = propagate,          \
                  .size = size, .initialise = initialise, .outputs = outputs, .update = update,    \
                  .derivatives = derivatives)

TYPE(tf_states, "Transfer Fcn (with initial states)", setup_fraction_states);
TYPE(tf_outputs, "Transfer Fcn (with initial outputs)", setup_fraction_outputs);
TYPE(zp_states, "Zero-Pole (with initial states)", setup_roots_states);
TYPE(zp_outputs, "Zero-Pole (with initial outputs)", setup_roots_outputs);
TYPE(ss_outputs, "State-Space (with initial outputs)", setup_matrices_outputs);
TYPE(dtf_states, "Discrete Transfer Fcn (with initial states)", setup_fraction_states);
TYPE(dtf_outputs, "Discrete Transfer Fcn (with initial outputs)", setup_fraction_outputs);
TYPE(dzp_states, "Discrete Zero-Pole (with initial states)", setup_roots_states);
TYPE(dzp_outputs, "Discrete Zero-Pole (with initial outputs)", setup_roots_outputs);
TYPE(lti, "LTI System", setup_lti);

const bd_block_type *const bd_blocks_initial_linear[] = {
    &tf_states,   &tf_outputs, &zp_states,   &zp_outputs, &ss_outputs, &dtf_states,
    &dtf_outputs, &dzp_states, &dzp_outputs, &lti,        NULL};
