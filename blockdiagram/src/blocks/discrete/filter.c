/* discrete linear systems: Discrete State-Space, Discrete Transfer Fcn (powers of z), Discrete
 * Filter and Discrete FIR Filter (powers of 1/z), Discrete Zero-Pole, Weighted Moving Average.
 *
 * All but State-Space have one input and output and treat every element of a vector as a channel of
 * its own. Transfer functions are run in direct form II: its states are those of the controllable
 * canonical form */
#include "blocks/continuous/linear.h"
#include "blocks/elements.h"
#include "blocks/families.h"
#include "blocks/reset.h"

#include <string.h>

typedef struct filter {
    bd_linear linear;
    bool channels; /* elements are independent */
    bd_reals initial;
    double *next;        /* scratch of one channel */
    bd_reset_kind reset; /* by a second input */
} filter;

/* of a filter with a reset */
typedef struct memory {
    bool begun;
    double last_reset;
} memory;

typedef bd_status (*reader)(bd_block *, bd_linear *);

static bd_status refuse_ports(bd_block *block) {
    static const char *const names[] = {"NumeratorSource", "DenominatorSource",
                                        "InitialStatesSource", "CoefSource"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *text = bd_block_text(block, names[i]);
        if (text && strstr(text, "ort"))
            return bd_block_fail(block, BD_UNSUPPORTED, "%s: coefficients from a port", names[i]);
    }
    return BD_OK;
}

/* the input, and the signal that resets the states */
static bd_status make_ports(bd_block *block, const filter *f) {
    if (f->reset == BD_RESET_NONE)
        return bd_linear_make_ports(block, &f->linear);
    BD_TRY(bd_block_set_inputs(block, 2));
    BD_TRY(bd_block_set_outputs(block, 1));
    if (f->linear.feedthrough)
        bd_block_set_feedthrough(block, 0);
    bd_block_set_feedthrough(block, 1);
    bd_block_set_work(block, sizeof(memory));
    return BD_OK;
}

static bd_status read_initial(bd_block *block) {
    filter *f = block->data;
    const char *name = "InitialStates|InitialCondition|X0|IC|vinit";
    if (f->linear.states == 0 || !bd_block_text(block, name))
        return BD_OK;
    return bd_reals_read(block, name, &f->initial);
}

static bd_status set_up(bd_block *block, reader read, bool channels, const char *sample_time) {
    BD_TRY(bd_block_make_data(block, sizeof(filter)));
    filter *f = block->data;
    f->channels = channels;
    BD_TRY(refuse_ports(block));
    BD_TRY(read(block, &f->linear));
    BD_TRY(read_initial(block));
    BD_TRY(bd_reset_read(block, &f->reset));
    BD_TRY(make_ports(block, f));
    f->next = bd_block_alloc(block, (size_t)(f->linear.states + 1) * sizeof *f->next);
    if (!f->next)
        return bd_block_no_memory(block);
    return bd_read_discrete_rate(block, sample_time);
}

/* powers of 1/z: both polynomials filled up at their ends to the same length are powers of z */
static bd_status read_delays(bd_block *block, bd_linear *s, const char *top_name,
                             const char *bottom_name) {
    static const double one = 1.0;
    bd_reals top, bottom = {&one, 1};
    BD_TRY(bd_reals_read(block, top_name, &top));
    if (bottom_name)
        BD_TRY(bd_reals_read(block, bottom_name, &bottom));
    if (bottom.values[0] == 0.0)
        return bd_block_fail(block, BD_BAD_PARAMETER,
                             "the first coefficient of Denominator must not be 0");
    size_t count = top.count > bottom.count ? top.count : bottom.count;
    double *both = bd_block_alloc(block, 2 * count * sizeof *both);
    if (!both)
        return bd_block_no_memory(block);
    memcpy(both, top.values, top.count * sizeof *both);
    memcpy(both + count, bottom.values, bottom.count * sizeof *both);
    return bd_linear_realise(block, both, 1, both + count, count, s);
}

static bd_status read_filter(bd_block *block, bd_linear *s) {
    return read_delays(block, s, "Numerator", "Denominator");
}

static bd_status read_fir(bd_block *block, bd_linear *s) {
    return read_delays(block, s, "Coefficients|NumCoeffs|mgainval", NULL);
}

static bd_status setup_matrices(bd_block *block) {
    /* Fixed-Point State-Space of the additional library */
    const char *inside = bd_block_written(block, "InternalDataType");
    if (inside && !strstr(inside, "double"))
        bd_block_warn(block, "states are computed in double, not as InternalDataType '%.100s'",
                      inside);
    return set_up(block, bd_linear_read_matrices, false, NULL);
}

static bd_status setup_fraction(bd_block *block) {
    return set_up(block, bd_linear_read_fraction, true, NULL);
}

static bd_status setup_roots(bd_block *block) {
    return set_up(block, bd_linear_read_roots, true, NULL);
}

static bd_status setup_filter(bd_block *block) {
    return set_up(block, read_filter, true, NULL);
}

static bd_status setup_fir(bd_block *block) {
    return set_up(block, read_fir, true, "SampleTime|samptime");
}

static bd_status propagate(bd_block *block) {
    const filter *f = block->data;
    bd_port *u = block->inputs;
    if (!f->channels || f->linear.outputs > 1)
        return bd_linear_propagate(block, &f->linear);
    BD_TRY(f->reset ? bd_require_doubles_but(block, 1) : bd_require_double(block));
    BD_TRY(bd_require_real(block));
    return bd_port_has_dims(u) || bd_port_has_dims(block->outputs) ? bd_propagate_dims(block, 0, 0)
                                                                   : BD_OK;
}

static int channel_count(const bd_block *block) {
    const filter *f = block->data;
    return f->channels && f->linear.outputs == 1 ? block->inputs->width : 1;
}

static bd_status size(bd_block *block) {
    const filter *f = block->data;
    int n = f->linear.states, all = n * channel_count(block);
    bd_block_set_discrete_states(block, all);
    bd_block_set_sums(block, block->type->setup == setup_fir ? 0 : all);
    if (f->initial.count > 1 && f->initial.count != (size_t)n && f->initial.count != (size_t)all)
        return bd_block_fail(block, BD_BAD_PARAMETER, "there are %zu initial states but %d states",
                             f->initial.count, all);
    return BD_OK;
}

static bd_status initialise(bd_block *block) {
    const filter *f = block->data;
    for (int i = 0; i < block->discrete_count; i++)
        block->discrete[i] =
            f->initial.count ? f->initial.values[(size_t)i % f->initial.count] : 0.0;
    if (f->reset)
        *(memory *)block->work = (memory){0};
    return BD_OK;
}

static void reset_if_due(bd_block *block) {
    const filter *f = block->data;
    const memory m = *(const memory *)block->work;
    if (m.begun && bd_reset_due(f->reset, m.last_reset, bd_reset_signal(&block->inputs[1]))) {
        initialise(block);
        *(memory *)block->work = m;
    }
}

static bd_status outputs(bd_block *block) {
    const filter *f = block->data;
    if (f->reset && block->clock->major)
        reset_if_due(block);
    const double *u = bd_input(block, 0);
    double *y = bd_output(block, 0);
    for (int c = 0; c < channel_count(block); c++)
        bd_linear_output(&f->linear, block->discrete + c * f->linear.states, u + c, y + c);
    return BD_OK;
}

static bd_status update(bd_block *block) {
    const filter *f = block->data;
    if (f->reset)
        *(memory *)block->work = (memory){true, bd_reset_signal(&block->inputs[1])};
    const double *u = bd_input(block, 0);
    int n = f->linear.states;
    for (int c = 0; c < channel_count(block); c++) {
        bd_linear_advance(&f->linear, block->discrete + c * n, u + c, f->next);
        memcpy(block->discrete + c * n, f->next, (size_t)n * sizeof *f->next);
    }
    return BD_OK;
}

#define FILTER_TYPE(identifier, type_name, kind)                                                   \
    BD_BLOCK_TYPE(identifier, type_name, .setup = setup_##kind, .propagate = propagate,            \
                  .size = size, .initialise = initialise, .outputs = outputs, .update = update,    \
                  .own_data = true,                                                                \
                  /* next states */)

FILTER_TYPE(state_space, "DiscreteStateSpace", matrices);
FILTER_TYPE(transfer_function, "DiscreteTransferFcn", fraction);
FILTER_TYPE(zero_pole, "DiscreteZeroPole", roots);
FILTER_TYPE(filter_type, "DiscreteFilter", filter);
FILTER_TYPE(fir_type, "DiscreteFir", fir);
FILTER_TYPE(average_type, "Weighted Moving Average", fir);

const bd_block_type *const bd_blocks_filter[] = {
    &state_space, &transfer_function, &zero_pole, &filter_type, &fir_type, &average_type, NULL};
