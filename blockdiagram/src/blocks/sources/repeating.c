/* Repeating Sequence: a table over time, interpolated, begun again after its last time. Repeating
 * Sequence Interpolated: the same at discrete times, with a choice of interpolation. Every point of
 * the table is a corner that ends a step of a variable-step solver */
#include "blocks/sources/samples.h"
#include "blocks/families.h"

typedef enum method { LINEAR, NEAREST, BELOW, ABOVE } method;

typedef struct repeating {
    bd_samples samples;
    method rule;
    double period;
} repeating;

/* work: the repetition and segment of the last major step */
typedef struct memory {
    double origin;
    long segment;
} memory;

static bd_status read_table(bd_block *block, const char *times, const char *values, repeating *r) {
    bd_reals t, y;
    BD_TRY(bd_reals_read(block, times, &t));
    BD_TRY(bd_reals_read(block, values, &y));
    if (t.count != y.count || t.count < 2)
        return bd_block_fail(block, BD_BAD_PARAMETER,
                             "%s has %zu elements and %s has %zu, but both need the same number, "
                             "at least 2",
                             times, t.count, values, y.count);
    bd_shape shape = bd_shape_vector(BD_DOUBLE, 1);
    BD_TRY(bd_samples_make(block, t.count, &shape, &r->samples));
    for (size_t i = 0; i < t.count; i++) {
        r->samples.times[i] = t.values[i] - t.values[0];
        r->samples.values[i] = y.values[i];
    }
    BD_TRY(bd_samples_check(block, &r->samples));
    r->period = r->samples.times[t.count - 1];
    if (!(r->period > 0.0))
        return bd_block_fail(block, BD_BAD_PARAMETER, "%s must increase", times);
    return BD_OK;
}

static bd_status make(bd_block *block, repeating **r) {
    *r = bd_block_alloc(block, sizeof **r);
    if (!*r)
        return bd_block_no_memory(block);
    block->data = *r;
    bd_block_set_work(block, sizeof(memory));
    BD_TRY(bd_block_set_inputs(block, 0));
    return bd_block_set_outputs(block, 1);
}

static bd_status setup(bd_block *block) {
    repeating *r;
    BD_TRY(make(block, &r));
    BD_TRY(read_table(block, "rep_seq_t", "rep_seq_y", r));
    return bd_block_set_sample_time(block, BD_CONTINUOUS);
}

static bd_status setup_interpolated(bd_block *block) {
    static const char *const rules[] = {"Interpolation-Use End Values", "Use Input Nearest",
                                        "Use Input Below", "Use Input Above", NULL};
    repeating *r;
    int rule = 0;
    BD_TRY(make(block, &r));
    BD_TRY(bd_block_choice(block, "LookUpMeth", rules, &rule));
    BD_TRY(read_table(block, "TimeValues", "OutValues", r));
    BD_TRY(bd_block_read_sample_time(block, "tsamp"));
    r->rule = (method)rule;
    return BD_OK;
}

static bd_status propagate(bd_block *block) {
    BD_TRY(bd_port_set_width(block->outputs, 1));
    BD_TRY(bd_require_double(block));
    return bd_require_real(block);
}

static void choose_segment(const repeating *r, memory *m, double t) {
    double turns = floor(t / r->period);
    if (bd_time_reached(t, (turns + 1.0) * r->period))
        turns += 1.0;
    m->origin = turns * r->period;
    m->segment = bd_samples_find(&r->samples, t > m->origin ? t - m->origin : 0.0);
}

static bd_status outputs(bd_block *block) {
    const repeating *r = block->data;
    const bd_samples *s = &r->samples;
    memory now = *(memory *)block->work;
    double t = bd_time(block);
    if (bd_is_major(block) || block->clock->fixed_step)
        choose_segment(r, &now, t);
    /* else the segment of the last major step, which ends where the next one begins */
    if (bd_is_major(block)) {
        *(memory *)block->work = now;
        size_t next = (size_t)(now.segment + 1);
        bd_block_add_breakpoint(block, now.origin + (next < s->count ? s->times[next] : r->period));
    }
    size_t i = (size_t)(now.segment < 0 ? 0 : now.segment);
    if (i + 1 >= s->count)
        bd_samples_write_row(s, i, block->outputs);
    else
        bd_samples_write_line(s, i, t - now.origin, block->outputs);
    return BD_OK;
}

static bd_status outputs_discrete(bd_block *block) {
    const repeating *r = block->data;
    const bd_samples *s = &r->samples;
    memory now = {0};
    choose_segment(r, &now, bd_time(block));
    double t = bd_time(block) - now.origin;
    size_t i = (size_t)(now.segment < 0 ? 0 : now.segment);
    bool end = i + 1 >= s->count, on_sample = bd_time_reached(s->times[i], t);
    if (r->rule == LINEAR && !end)
        bd_samples_write_line(s, i, t, block->outputs);
    else if (end || r->rule == BELOW || on_sample)
        bd_samples_write_row(s, i, block->outputs);
    else if (r->rule == ABOVE)
        bd_samples_write_row(s, i + 1, block->outputs);
    else
        bd_samples_write_row(s, t - s->times[i] < s->times[i + 1] - t ? i : i + 1, block->outputs);
    return BD_OK;
}

BD_BLOCK_TYPE(type, "Repeating Sequence", .setup = setup, .propagate = propagate,
              .outputs = outputs);

BD_BLOCK_TYPE(interpolated_type, "Repeating Sequence Interpolated", .setup = setup_interpolated,
              .propagate = propagate, .outputs = outputs_discrete);

const bd_block_type *const bd_blocks_repeating[] = {&type, &interpolated_type, NULL};
