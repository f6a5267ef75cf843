/* Rate Limiter: the output follows the input, but changes per second at most by the limits, counted
 * from the output at the previous step. A continuous one starts at its input, a discrete one at
 * InitialCondition. Rate Limiter Dynamic: limits are inputs, always discrete */
#include "blocks/families.h"
#include "blocks/elements.h"

#include <string.h>

typedef struct rate_limiter {
    bool dynamic; /* inputs are rising limit, signal, falling limit */
    bd_reals rising, falling, initial;
} rate_limiter;

/* work: time of the last output, negative infinity before the first; then the outputs */
typedef struct memory {
    double time;
    double y[];
} memory;

static bd_status read_rates(bd_block *block) {
    rate_limiter *p = block->data;
    BD_TRY(bd_reals_read(block, "RisingSlewLimit", &p->rising));
    BD_TRY(bd_reals_read(block, "FallingSlewLimit", &p->falling));
    return bd_reals_read(block, "InitialCondition", &p->initial);
}

static bd_status setup(bd_block *block) {
    static const char *const modes[] = {"continuous", "inherited", NULL};
    int mode = 0;
    BD_TRY(bd_setup_ports(block, sizeof(rate_limiter), 1, 1));
    BD_TRY(bd_block_choice(block, "SampleTimeMode", modes, &mode));
    BD_TRY(read_rates(block));
    return bd_block_set_sample_time(block, mode == 0 ? BD_CONTINUOUS : BD_SAMPLE_INHERITED);
}

static bd_status setup_dynamic(bd_block *block) {
    static const double zero = 0.0;
    BD_TRY(bd_setup_ports(block, sizeof(rate_limiter), 3, 1));
    rate_limiter *p = block->data;
    p->dynamic = true;
    p->initial = (bd_reals){&zero, 1};
    return bd_block_read_sample_time(block, NULL);
}

static bd_status propagate(bd_block *block) {
    const rate_limiter *p = block->data;
    BD_TRY(bd_require_real(block));
    BD_TRY(bd_propagate_type(&block->inputs[p->dynamic ? 1 : 0], block->outputs));
    size_t n = p->rising.count > p->falling.count ? p->rising.count : p->falling.count;
    n = p->initial.count > n ? p->initial.count : n;
    return bd_propagate_dims_with(block, 0, block->input_count - 1, n);
}

static bd_status size(bd_block *block) {
    const rate_limiter *p = block->data;
    int n = block->outputs->width;
    if (!p->dynamic) {
        BD_TRY(bd_reals_fit(block, "RisingSlewLimit", &p->rising, n));
        BD_TRY(bd_reals_fit(block, "FallingSlewLimit", &p->falling, n));
    }
    BD_TRY(bd_reals_fit(block, "InitialCondition", &p->initial, n));
    bd_block_set_work(block, sizeof(memory) + (size_t)n * sizeof(double));
    return BD_OK;
}

static bd_status initialise(bd_block *block) {
    const rate_limiter *p = block->data;
    memory *m = block->work;
    m->time = -INFINITY;
    for (int i = 0; i < block->outputs->width; i++)
        m->y[i] = bd_real(&p->initial, i);
    return BD_OK;
}

static bd_status outputs(bd_block *block) {
    const rate_limiter *p = block->data;
    const memory *m = block->work;
    const bd_port *signal = &block->inputs[p->dynamic ? 1 : 0];
    bd_sample_time sample_time = block->rates->sample_time;
    if (isinf(m->time) && !bd_sample_is_discrete(sample_time)) {
        bd_copy_signal(signal, block->outputs);
        return BD_OK;
    }
    double dt = bd_sample_is_discrete(sample_time) ? sample_time.period : bd_time(block) - m->time;
    for (int i = 0; i < block->outputs->width; i++) {
        double rising = p->dynamic ? bd_port_real(&block->inputs[0], i) : bd_real(&p->rising, i);
        double falling = p->dynamic ? bd_port_real(&block->inputs[2], i) : bd_real(&p->falling, i);
        double change = bd_port_real(signal, i) - m->y[i];
        /* an infinite rate allows any change, also within no time */
        double most = dt > 0.0 || isinf(rising) ? rising * (dt > 0.0 ? dt : 1.0) : 0.0;
        double least = dt > 0.0 || isinf(falling) ? falling * (dt > 0.0 ? dt : 1.0) : 0.0;
        bd_port_put(block->outputs, i,
                    m->y[i] + (change > most    ? most
                               : change < least ? least
                                                : change));
    }
    return BD_OK;
}

static bd_status update(bd_block *block) {
    memory *m = block->work;
    m->time = bd_time(block);
    for (int i = 0; i < block->outputs->width; i++)
        m->y[i] = bd_port_real(block->outputs, i);
    return BD_OK;
}

BD_BLOCK_TYPE(rate_limiter_type, "RateLimiter", .setup = setup, .propagate = propagate,
              .size = size, .initialise = initialise, .outputs = outputs, .update = update,
              .retune = read_rates);

BD_BLOCK_TYPE(rate_limiter_dynamic, "Rate Limiter Dynamic", .setup = setup_dynamic,
              .propagate = propagate, .size = size, .initialise = initialise, .outputs = outputs,
              .update = update);

const bd_block_type *const bd_blocks_rate_limiter[] = {&rate_limiter_type, &rate_limiter_dynamic,
                                                       NULL};
