/* Delay: y(n) = u(n - d) with d fixed or from a port, initial condition from the dialog or a port,
 * enable and reset. Inputs: u, then d, enable, reset, x0 as far as they are asked for.
 *
 * A ring of samples in work memory; sample k of the initial condition is the kth output. While the
 * block is not enabled its output and memory stand still */
#include "blocks/elements.h"
#include "blocks/families.h"
#include "blocks/reset.h"

#include <string.h>

typedef struct delay {
    long length; /* the largest */
    const bd_value *initial;
    bd_reset_kind reset;
    bool at_least_one;
    int length_input, enable_input, reset_input, initial_input; /* -1 if none */
} delay;

/* begin of work; the ring follows */
typedef struct memory {
    long count; /* samples taken since the begin */
    double last_reset;
    long begun; /* 1: initial condition taken, 2: a step was done */
} memory;

static bd_status read_initial(bd_block *block) {
    delay *d = block->data;
    if (d->initial_input >= 0)
        return BD_OK;
    return bd_read_numbers(block, "InitialCondition|vinit", "InitialCondition", &d->initial);
}

static bd_status setup(bd_block *block) {
    static const char *const sources[] = {"Dialog", "Input port", NULL};
    BD_TRY(bd_block_make_data(block, sizeof(delay)));
    delay *d = block->data;
    int length_source = 0, initial_source = 0, next = 1;
    bool enable = false;
    BD_TRY(bd_block_choice(block, "DelayLengthSource", sources, &length_source));
    BD_TRY(bd_block_choice(block, "InitialConditionSource", sources, &initial_source));
    BD_TRY(bd_block_flag(block, "ShowEnablePort", &enable));
    BD_TRY(bd_block_flag(block, "PreventDirectFeedthrough", &d->at_least_one));
    BD_TRY(bd_reset_read(block, &d->reset));
    d->length_input = length_source ? next++ : -1;
    d->enable_input = enable ? next++ : -1;
    d->reset_input = d->reset == BD_RESET_NONE ? -1 : next++;
    d->initial_input = initial_source ? next++ : -1;
    BD_TRY(bd_block_whole(block, length_source ? "DelayLengthUpperLimit" : "DelayLength|NumDelays",
                          0, 100000000, &d->length));
    BD_TRY(read_initial(block));
    BD_TRY(bd_block_set_inputs(block, next));
    BD_TRY(bd_block_set_outputs(block, 1));
    bd_block_set_all_feedthrough(block);
    block->inputs->feedthrough = length_source ? !d->at_least_one : d->length == 0;
    return bd_read_discrete_rate(block, "SampleTime|samptime");
}

static bd_status propagate(bd_block *block) {
    const delay *d = block->data;
    bd_port *u = block->inputs, *y = block->outputs;
    BD_TRY(bd_propagate_dims(block, 0, 0));
    BD_TRY(bd_propagate_type(u, y));
    if (d->initial && d->initial->im)
        BD_TRY(bd_port_set_complexity(y, 1));
    BD_TRY(bd_propagate_complexity(u, y));
    if (u->shape.type == BD_BUS && d->initial_input > 0)
        BD_TRY(bd_propagate_type(u, &block->inputs[d->initial_input]));
    const int controls[] = {d->length_input, d->enable_input, d->reset_input};
    for (int i = 0; i < 3; i++)
        if (controls[i] > 0) {
            BD_TRY(bd_require_numbers(block, controls[i]));
            BD_TRY(bd_port_set_width(&block->inputs[controls[i]], 1));
        }
    return BD_OK;
}

static size_t sample_size(const bd_block *block) {
    return bd_shape_size(&block->outputs->shape);
}

static unsigned char *sample(const bd_block *block, long number) {
    const delay *d = block->data;
    unsigned char *ring = (unsigned char *)block->work + sizeof(memory);
    return ring + (size_t)(number % d->length) * sample_size(block);
}

static bd_status size(bd_block *block) {
    const delay *d = block->data;
    size_t n = (size_t)block->outputs->width, length = (size_t)d->length;
    if (d->initial && d->initial->count != 1 && d->initial->count != n &&
        d->initial->count != n * length)
        return bd_block_fail(block, BD_BAD_PARAMETER,
                             "InitialCondition has %zu elements but the delay holds %zu samples of "
                             "%zu",
                             d->initial->count, length, n);
    const bd_port *x0 = d->initial_input > 0 ? &block->inputs[d->initial_input] : NULL;
    if (x0 && (x0->shape.type == BD_BUS) != (block->outputs->shape.type == BD_BUS))
        return bd_block_fail(block, BD_BAD_SIGNAL, "of input 1 and input %d one is a bus",
                             d->initial_input + 1);
    if (x0 && x0->width > 1 && x0->width < block->outputs->width)
        return bd_block_fail(block, BD_BAD_SIGNAL, "input %d has %d elements but input 1 has %d",
                             d->initial_input + 1, x0->width, block->outputs->width);
    if (length > BD_MAX_VALUE_BYTES / (sample_size(block) + 1))
        return bd_block_fail(block, BD_LIMIT_EXCEEDED, "the delay is too long");
    bd_block_set_work(block, sizeof(memory) + length * sample_size(block));
    return BD_OK;
}

/* the whole ring from the dialog or from the port */
static void fill(bd_block *block) {
    const delay *d = block->data;
    const bd_port *x0 = d->initial_input > 0 ? &block->inputs[d->initial_input] : NULL;
    const bd_shape *shape = &block->outputs->shape;
    size_t n = (size_t)block->outputs->width, parts = shape->complexity == 1 ? 2 : 1;
    if (shape->type == BD_BUS) { /* a bus can only begin as zeros, or as the port says */
        for (long k = 0; k < d->length; k++) {
            memset(sample(block, k), 0, sample_size(block));
            if (x0)
                memcpy(sample(block, k), x0->data, sample_size(block));
        }
        return;
    }
    for (long k = 0; k < d->length; k++)
        for (size_t i = 0; i < n; i++) {
            double complex value = 0.0;
            if (x0) {
                value = bd_port_read(x0, (int)i);
            } else {
                size_t all = d->initial->count;
                size_t from = all == 1 ? 0 : all == n ? i : (size_t)k * n + i;
                value = CMPLX(bd_value_real_at(d->initial, from),
                              d->initial->im ? bd_value_imag_at(d->initial, from) : 0.0);
            }
            bd_element_write(sample(block, k), shape->type, parts * i, creal(value));
            if (parts == 2)
                bd_element_write(sample(block, k), shape->type, parts * i + 1, cimag(value));
        }
}

static bd_status initialise(bd_block *block) {
    const delay *d = block->data;
    memory *m = block->work;
    *m = (memory){0};
    if (d->initial_input < 0)
        fill(block);
    return BD_OK;
}

static bool enabled(const bd_block *block) {
    const delay *d = block->data;
    return d->enable_input < 0 || bd_port_real(&block->inputs[d->enable_input], 0) != 0.0;
}

static long length_now(const bd_block *block) {
    const delay *d = block->data;
    if (d->length_input < 0)
        return d->length;
    double wanted = bd_port_real(&block->inputs[d->length_input], 0);
    long low = d->at_least_one && d->length > 0 ? 1 : 0;
    return bd_whole(wanted, low, d->length);
}

static bd_status outputs(bd_block *block) {
    const delay *d = block->data;
    memory *m = block->work;
    if (!enabled(block) && m->begun)
        return BD_OK;
    bool again = bd_reset_again(block, d->reset_input, d->reset, m->last_reset, m->begun);
    if (again || (m->begun == 0 && d->initial_input > 0))
        fill(block);
    if (again)
        m->count = 0;
    m->begun = m->begun ? m->begun : 1;
    long length = length_now(block);
    if (length == 0)
        memcpy(block->outputs->data, block->inputs->data, sample_size(block));
    else if (d->length_input > 0 && m->count < length) /* not yet taken: initial condition */
        memcpy(block->outputs->data, sample(block, m->count), sample_size(block));
    else
        memcpy(block->outputs->data, sample(block, m->count + d->length - length),
               sample_size(block));
    return BD_OK;
}

static bd_status update(bd_block *block) {
    const delay *d = block->data;
    memory *m = block->work;
    if (d->reset_input > 0)
        m->last_reset = bd_reset_signal(&block->inputs[d->reset_input]);
    m->begun = 2;
    if (!enabled(block) || d->length == 0)
        return BD_OK;
    memcpy(sample(block, m->count), block->inputs->data, sample_size(block));
    m->count++;
    return BD_OK;
}

#define DELAY_TYPE(identifier, type_name)                                                          \
    BD_BLOCK_TYPE(identifier, type_name, .setup = setup, .propagate = propagate, .size = size,     \
                  .initialise = initialise, .outputs = outputs, .update = update,                  \
                  .accepts_bus = true)

DELAY_TYPE(delay_type, "Delay");
DELAY_TYPE(integer_delay_type, "Integer Delay");

const bd_block_type *const bd_blocks_delay[] = {&delay_type, &integer_delay_type, NULL};
