/* a recorded signal at work.
 *
 * Jumps (two samples at one time, every sample of a held signal, a repetition) end a step of a
 * variable-step solver; in minor steps the samples beyond the next jump are not looked at */
#include "blocks/sources/recorded.h"

/* work: what minor steps must know */
typedef struct memory {
    long segment;   /* sample before, or -1 */
    long limit;     /* last segment before the next jump */
    double origin;  /* time of the present repetition */
    double counted; /* hits so far, if the samples have no times */
} memory;

static bd_status finish_setup(bd_block *block, int count) {
    bd_block_set_work(block, (size_t)count * sizeof(memory));
    BD_TRY(bd_block_set_inputs(block, 0));
    BD_TRY(bd_block_set_outputs(block, count));
    return bd_block_read_sample_time(block, NULL);
}

bd_status bd_recorded_finish_setup(bd_block *block) {
    return finish_setup(block, 1);
}

static bd_status propagate(bd_block *block, const bd_recorded *r, bd_port *y) {
    bd_shape shape = r->samples.shape;
    int type = BD_INHERITED;
    BD_TRY(bd_block_out_type(block, &type));
    if (type != BD_INHERITED)
        shape.type = type;
    return bd_port_set_shape(y, &shape);
}

bd_status bd_recorded_propagate(bd_block *block) {
    return propagate(block, block->data, block->outputs);
}

static bd_status start(bd_block *block, const bd_recorded *r) {
    bd_sample_time time = block->rates->sample_time;
    if (r->untimed && time.period == 0.0)
        return bd_block_fail(block, BD_BAD_PARAMETER,
                             "samples without times need a discrete sample time");
    return BD_OK;
}

bd_status bd_recorded_start(bd_block *block) {
    const bd_recorded *r = block->data;
    if (!r->untimed)
        block->run_update = NULL;
    return start(block, r);
}

bd_status bd_recorded_initialise(bd_block *block) {
    memory *m = block->work;
    *m = (memory){.segment = -1};
    return BD_OK;
}

static double last_time(const bd_recorded *r) {
    return r->samples.times[r->samples.count - 1];
}

/* chooses segment and repetition for the present major step */
static void choose_segment(const bd_recorded *r, memory *m, double t) {
    double period = r->untimed ? (double)r->samples.count : last_time(r);
    m->origin = 0.0;
    if (r->after == BD_OUTSIDE_REPEAT && period > 0.0 && bd_time_reached(t, period)) {
        double turns = floor(t / period);
        if (bd_time_reached(t, (turns + 1.0) * period))
            turns += 1.0;
        m->origin = turns * period;
    }
    double inside = t - m->origin;
    if (m->origin > 0.0 && inside < 0.0)
        inside = 0.0; /* the rounding of t */
    m->segment = bd_samples_find(&r->samples, inside);
}

static void tell_next_jump(bd_block *block, const bd_recorded *r, memory *m) {
    const bd_samples *s = &r->samples;
    size_t next = r->interpolate && m->segment >= 0 ? bd_samples_next_jump(s, (size_t)m->segment)
                                                    : (size_t)(m->segment + 1);
    m->limit = (long)(next < s->count ? next : s->count) - 1;
    if (next < s->count) {
        bd_block_add_breakpoint(block, m->origin + s->times[next]);
    } else if (r->after == BD_OUTSIDE_REPEAT || r->after == BD_OUTSIDE_ZERO) {
        m->limit = (long)s->count - 2;
        bd_block_add_breakpoint(block, m->origin + last_time(r));
    }
}

static void write_outside(const bd_recorded *r, bd_outside rule, bool late, double t, bd_port *y) {
    const bd_samples *s = &r->samples;
    size_t end = late ? s->count - 1 : 0;
    if (rule == BD_OUTSIDE_ZERO)
        bd_samples_write_zero(y);
    else if (rule == BD_OUTSIDE_EXTRAPOLATE && s->count > 1 && r->interpolate)
        bd_samples_write_line(s, late ? s->count - 2 : 0, t, y);
    else
        bd_samples_write_row(s, end, y);
}

static void outputs(bd_block *block, const bd_recorded *r, memory *kept, bd_port *y) {
    memory now = *kept;
    double t = r->untimed ? now.counted : bd_time(block);
    if (bd_is_major(block) || block->clock->fixed_step || !r->tell_jumps) {
        choose_segment(r, &now, t);
    } else {
        long found = bd_samples_find(&r->samples, t - now.origin);
        now.segment = now.segment > now.limit || found < now.limit ? found : now.limit;
    }
    if (bd_is_major(block)) {
        if (r->tell_jumps && !r->untimed)
            tell_next_jump(block, r, &now);
        *kept = now;
    }
    const bd_samples *s = &r->samples;
    double inside = t - now.origin;
    bool after_all = now.segment == (long)s->count - 1;
    bool at_last = after_all && bd_time_reached(last_time(r), inside);
    if (now.segment < 0)
        write_outside(r, r->before, false, inside, y);
    else if (after_all && !at_last)
        write_outside(r, r->after, true, inside, y);
    else if (r->interpolate && !after_all && !r->untimed)
        bd_samples_write_line(s, (size_t)now.segment, inside, y);
    else
        bd_samples_write_row(s, (size_t)now.segment, y);
}

bd_status bd_recorded_outputs(bd_block *block) {
    outputs(block, block->data, block->work, block->outputs);
    return BD_OK;
}

bd_status bd_recorded_update(bd_block *block) {
    ((memory *)block->work)->counted += 1.0;
    return BD_OK;
}

/* ---- several at once ---- */

bd_status bd_recorded_list_finish_setup(bd_block *block) {
    const bd_recorded_list *list = block->data;
    return finish_setup(block, list->count);
}

bd_status bd_recorded_list_propagate(bd_block *block) {
    const bd_recorded_list *list = block->data;
    for (int k = 0; k < list->count; k++)
        BD_TRY(propagate(block, &list->signals[k], &block->outputs[k]));
    return BD_OK;
}

bd_status bd_recorded_list_start(bd_block *block) {
    const bd_recorded_list *list = block->data;
    for (int k = 0; k < list->count; k++)
        BD_TRY(start(block, &list->signals[k]));
    return BD_OK;
}

bd_status bd_recorded_list_initialise(bd_block *block) {
    const bd_recorded_list *list = block->data;
    memory *m = block->work;
    for (int k = 0; k < list->count; k++)
        m[k] = (memory){.segment = -1};
    return BD_OK;
}

bd_status bd_recorded_list_outputs(bd_block *block) {
    const bd_recorded_list *list = block->data;
    memory *m = block->work;
    for (int k = 0; k < list->count; k++)
        outputs(block, &list->signals[k], &m[k], &block->outputs[k]);
    return BD_OK;
}

bd_status bd_recorded_list_update(bd_block *block) {
    const bd_recorded_list *list = block->data;
    memory *m = block->work;
    for (int k = 0; k < list->count; k++)
        m[k].counted += 1.0;
    return BD_OK;
}
