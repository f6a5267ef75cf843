/* Pulse Generator. Time based: on for PulseWidth percent of each Period, the first pulse at
 * PhaseDelay; it changes at major steps only, and a variable-step solver is told of every edge.
 * Sample based: the same counted in samples. Before the delay the output is 0 */
#include "blocks/sources/source.h"
#include "blocks/families.h"

enum { AMPLITUDE, PERIOD, WIDTH, DELAY };
static const char *const names[] = {"Amplitude", "Period", "PulseWidth", "PhaseDelay", NULL};

static bd_status check(bd_block *block) {
    const bd_generator *p = block->data;
    int n = bd_shape_width(&p->shape);
    for (int i = 0; i < n; i++) {
        double period = bd_source_at(p, PERIOD, i);
        double width = bd_source_at(p, WIDTH, i), delay = bd_source_at(p, DELAY, i);
        if (!(period > 0.0) || isinf(period))
            return bd_block_fail(block, BD_BAD_PARAMETER, "Period must be positive");
        if (!(width >= 0.0 && width <= (p->sample_based ? period : 100.0)))
            return bd_block_fail(block, BD_BAD_PARAMETER, "PulseWidth must be within 0 and %s",
                                 p->sample_based ? "Period" : "100 percent");
        if (!isfinite(delay))
            return bd_block_fail(block, BD_BAD_PARAMETER, "PhaseDelay must be finite");
        if (p->sample_based &&
            (period != floor(period) || width != floor(width) || delay != floor(delay)))
            return bd_block_fail(block, BD_BAD_PARAMETER,
                                 "Period, PulseWidth and PhaseDelay must be whole numbers of "
                                 "samples");
    }
    return BD_OK;
}

static bd_status outputs_time(bd_block *block) {
    const bd_generator *s = block->data;
    for (int i = 0; i < block->outputs->width; i++) {
        double t = bd_source_time(block, i), delay = bd_source_at(s, DELAY, i);
        double period = bd_source_at(s, PERIOD, i);
        double width = bd_source_at(s, WIDTH, i) / 100.0 * period;
        double value = 0.0;
        if (!bd_time_reached(t, delay)) {
            bd_block_add_breakpoint(block, delay);
        } else {
            double number = floor((t - delay) / period);
            if (bd_time_reached(t, delay + (number + 1.0) * period))
                number += 1.0;
            double begin = delay + number * period;
            bool on = width > 0.0 && !bd_time_reached(t, begin + width);
            value = on ? bd_source_at(s, AMPLITUDE, i) : 0.0;
            if (on && width < period)
                bd_block_add_breakpoint(block, begin + width);
            bd_block_add_breakpoint(block, delay + (number + 1.0) * period);
        }
        bd_source_write(block, i, value);
    }
    return BD_OK;
}

static bd_status outputs_samples(bd_block *block) {
    const bd_generator *s = block->data;
    for (int i = 0; i < block->outputs->width; i++) {
        double k = (block->input_count ? bd_source_time(block, i) : block->discrete[0]) -
                   bd_source_at(s, DELAY, i);
        bool on = k >= 0.0 && fmod(k, bd_source_at(s, PERIOD, i)) < bd_source_at(s, WIDTH, i);
        bd_source_write(block, i, on ? bd_source_at(s, AMPLITUDE, i) : 0.0);
    }
    return BD_OK;
}

static bd_status setup(bd_block *block) {
    BD_TRY(bd_block_make_data(block, sizeof(bd_generator)));
    bd_generator *p = block->data;
    p->sample_based = true;
    BD_TRY(bd_source_read_base(block, "PulseType", &p->sample_based));
    p->names = names;
    p->by_samples = outputs_samples;
    p->by_time = outputs_time;
    BD_TRY(bd_source_setup(block, p, p->sample_based ? "SampleTime" : NULL));
    if (!p->sample_based)
        BD_TRY(bd_block_set_sample_time(block, BD_FIXED_IN_MINOR));
    BD_TRY(bd_source_count_samples(block, p->sample_based, "pulse"));
    return check(block);
}

static bd_status retune(bd_block *block) {
    BD_TRY(bd_source_retune(block));
    return check(block);
}

BD_BLOCK_TYPE(type, "DiscretePulseGenerator", .setup = setup, .propagate = bd_source_propagate,
              .start = bd_source_start, .initialise = bd_source_begin_count,
              .outputs = outputs_time, .update = bd_source_count_on, .retune = retune);

const bd_block_type *const bd_blocks_pulse[] = {&type, NULL};
