/* sample times: those declared, those inherited from inputs (or, without any, from readers), and
 * the list of all that are in use.
 *
 * Inheritance: equal inputs give that rate; constants do not count; a continuous input makes the
 * block continuous; multiples of the fastest give the fastest; otherwise every major step (variable
 * step) or the greatest common divisor (fixed step). Nothing depends on the order of blocks */
#include "engine/rates.h"

#include <math.h>
#include <string.h>

bool bd_same_time(bd_sample_time a, bd_sample_time b) {
    return a.period == b.period && a.offset == b.offset;
}

static bool is_multiple(double period, double base) {
    double ratio = period / base;
    return fabs(ratio - round(ratio)) <= 1e-9 * fmax(1.0, ratio);
}

/* greatest common divisor of two periods, up to rounding; 0 if there is none worth the name */
double bd_period_gcd(double a, double b) {
    double low = fmin(a, b), high = fmax(a, b);
    for (int i = 0; i < 100; i++) {
        double rest = fmod(high, low);
        if (rest < 1e-9 * low || low - rest < 1e-9 * low)
            return low;
        high = low;
        low = rest;
    }
    return 0.0;
}

static bool may_be_constant(const bd_block *block) {
    return block->output_count > 0 && !block->refuses_constant && !block->type->update &&
           !block->type->derivatives && !block->type->next_hit && !block->engine->unit_of &&
           block->type != &bd_type_held_outport && block->state_count == 0 &&
           block->discrete_count == 0;
}

/* the rate at which a signal changes, seen from another context: what comes out of a triggered
 * subsystem changes at the rate of its trigger */
bool bd_source_time(const bd_port *source, const bd_context *reader, bd_sample_time *time) {
    const bd_block *block = source->block;
    if (!block->engine->rate_known)
        return false;
    *time = block->port_based_rates ? source->sample_time : block->rates->sample_time;
    const bd_context *context = block->engine->context;
    for (int i = 0; i < 1000 && bd_sample_is_triggered(*time) && context != reader && context->unit;
         i++) {
        const bd_block *unit = context->caller_count ? context->callers[0] : context->unit;
        if (!unit->engine->rate_known)
            return false;
        *time = unit->rates->sample_time;
        context = unit->engine->context;
    }
    if (bd_sample_is_variable(*time))
        *time = BD_FIXED_IN_MINOR;
    return true;
}

/* several sample times as one; the order in which they are added does not matter */
typedef struct rate_set {
    bool any, constant, triggered, continuous, every_step, mixed;
    bd_sample_time one;     /* of the discrete ones, all alike if not mixed */
    double fastest, common; /* period, and greatest common divisor */
    bool offsets;
} rate_set;

static void add_rate(rate_set *set, bd_sample_time time) {
    set->any = true;
    if (bd_sample_is_constant(time)) {
        set->constant = true;
    } else if (bd_sample_is_triggered(time)) {
        set->triggered = true;
    } else if (time.period == 0.0) {
        *(bd_sample_is_continuous(time) ? &set->continuous : &set->every_step) = true;
    } else {
        bool first = set->fastest == 0.0;
        set->mixed = set->mixed || (!first && !bd_same_time(time, set->one));
        set->one = time;
        set->offsets = set->offsets || time.offset != 0.0;
        set->fastest = first ? time.period : fmin(set->fastest, time.period);
        set->common = first ? time.period
                            : (set->common > 0.0 ? bd_period_gcd(set->common, time.period) : 0.0);
    }
}

static bd_sample_time joint_rate(const bd_model *model, const rate_set *set) {
    if (set->continuous)
        return BD_CONTINUOUS;
    if (set->every_step)
        return BD_FIXED_IN_MINOR;
    if (set->fastest == 0.0)
        return set->triggered ? BD_TRIGGERED : BD_CONSTANT;
    if (!set->mixed)
        return set->one;
    if (!set->offsets && set->common > 0.0) {
        if (is_multiple(set->fastest, set->common) && set->fastest < 1.5 * set->common)
            return (bd_sample_time){set->fastest, 0.0};
        if (model->settings.fixed_step)
            return (bd_sample_time){set->common, 0.0};
    }
    return BD_FIXED_IN_MINOR;
}

/* from all inputs whose rate is known; `complete` says whether all are */
static bool inherit_forward(const bd_block *block, bool *complete, bd_sample_time *time) {
    rate_set set = {.any = false};
    *complete = true;
    for (int i = 0; i < block->input_count; i++) {
        const bd_port *u = &block->inputs[i];
        bd_sample_time one;
        if (!u->source)
            continue;
        if (bd_source_time(u->source, block->engine->context, &one))
            add_rate(&set, one);
        else
            *complete = false;
    }
    *time = joint_rate(block->engine->model, &set);
    return set.any;
}

bool bd_inherit_backward(const bd_model *model, const bd_block *block, bd_sample_time *time) {
    rate_set set = {.any = false};
    for (int i = 0; i < block->engine->reader_count; i++) {
        const bd_port *u = block->engine->readers[i];
        const bd_block *reader = u->block;
        if (!reader->engine->rate_known)
            continue;
        bd_sample_time one = reader->port_based_rates ? u->sample_time : reader->rates->sample_time;
        if (!bd_sample_is_triggered(one) && !bd_sample_is_variable(one) &&
            !bd_sample_is_constant(one))
            add_rate(&set, one);
    }
    *time = joint_rate(model, &set);
    return set.any;
}

static bd_status settle_block(bd_block *block, bd_sample_time time) {
    bool fixed = block->rates->sample_time.offset == 1.0; /* inherited, but not in minor steps */
    if (bd_sample_is_constant(time) && !may_be_constant(block))
        time = block->engine->context->triggered ? BD_TRIGGERED : BD_FIXED_IN_MINOR;
    /* a unit runs at major steps only when it is triggered */
    bool steps_only = block->engine->unit_of && block->engine->unit_of->triggered;
    if ((fixed || steps_only) && bd_sample_is_continuous(time))
        time = BD_FIXED_IN_MINOR;
    if (bd_sample_is_continuous(time) && !block->minor_steps)
        time = BD_FIXED_IN_MINOR;
    block->rates->sample_time = time;
    block->engine->rate_known = true;
    return BD_OK;
}

static bd_status triggered_block(bd_block *block) {
    for (int i = 0; i < block->rate_count; i++) {
        bd_sample_time *time = &block->rates[i].sample_time;
        if (bd_sample_is_constant(*time) && may_be_constant(block))
            continue;
        /* every step, or time itself: then at every call */
        bool by_nature =
            time->period == 0.0 && !block->type->derivatives && !bd_block_text(block, "SampleTime");
        /* what only records is content with what comes */
        by_nature = by_nature || (time->period == 0.0 && block->output_count == 0 &&
                                  !block->type->update && !block->type->derivatives);
        bool allowed = by_nature || bd_sample_is_inherited(*time) ||
                       bd_sample_is_triggered(*time) || bd_sample_is_constant(*time) ||
                       block->engine->unit_of;
        if (!allowed) {
            char text[64];
            return bd_block_fail(block, BD_BAD_SIGNAL,
                                 "its sample time %s is not possible inside a triggered or "
                                 "function-call subsystem; it must be inherited",
                                 bd_sample_time_text(*time, text, sizeof text));
        }
        *time = BD_TRIGGERED;
    }
    for (int i = 0; block->port_based_rates && i < block->output_count; i++)
        block->outputs[i].sample_time = BD_TRIGGERED;
    for (int i = 0; block->port_based_rates && i < block->input_count; i++)
        block->inputs[i].sample_time = BD_TRIGGERED;
    block->engine->rate_known = true;
    return BD_OK;
}

/* ---- the fixed point ---- */

static bd_status begin(bd_block *block) {
    if (block->engine->context->triggered)
        return triggered_block(block);
    if (block->port_based_rates)
        return BD_OK;
    if (!bd_sample_is_inherited(block->rates->sample_time)) {
        bd_sample_time *time = &block->rates->sample_time;
        if (bd_sample_is_constant(*time) && !may_be_constant(block))
            *time = BD_FIXED_IN_MINOR;
        if (bd_sample_is_triggered(*time))
            return bd_block_fail(block, BD_BAD_SIGNAL,
                                 "runs only inside a triggered or function-call subsystem");
        block->engine->rate_known = true;
    }
    return BD_OK;
}

/* what the subsystem around it runs at, if that says anything */
static bool surrounding_time(const bd_block *block, bd_sample_time *time) {
    const bd_block *unit = block->engine->context->unit;
    if (!unit || !unit->engine->rate_known || bd_sample_is_triggered(unit->rates->sample_time))
        return false;
    *time = unit->rates->sample_time;
    return true;
}

/* level 0: all inputs known; 1: some known; 2: from readers; 3: from around; 4: continuous */
#define LAST_LEVEL 4

static bool find_time(const bd_block *block, int level, bd_sample_time *time) {
    bool complete;
    bool found = inherit_forward(block, &complete, time) && (complete || level >= 1);
    /* a constant among unknown inputs says nothing yet */
    if (found && !complete && bd_sample_is_constant(*time))
        found = false;
    if (!found && level >= 2)
        found = bd_inherit_backward(block->engine->model, block, time);
    if (!found && level >= 3)
        found = surrounding_time(block, time);
    if (!found && level >= LAST_LEVEL) {
        *time = BD_CONTINUOUS;
        found = true;
    }
    return found;
}

/* a rate became known: those that read it may know theirs, and if it decides when a subsystem runs,
 * anybody may */
static void tell_readers(bd_model *model, const bd_block *block) {
    bool rules = block->engine->unit_of || block->engine->calls || block->engine->calls_function;
    for (int i = 0; i < block->engine->reader_count && !rules; i++)
        bd_block_queue(block->engine->readers[i]->block);
    for (int i = 0; i < model->block_count && rules; i++)
        if (!model->blocks[i]->engine->rate_known)
            bd_block_queue(model->blocks[i]);
}

/* what follows without a guess */
static bd_status conclude(bd_model *model) {
    bool is_net, changed = false;
    bd_block *block;
    while ((block = bd_worklist_take(&model->work, &is_net))) {
        bd_sample_time time;
        block->engine->queued = false;
        if (block->engine->rate_known)
            continue;
        if (block->port_based_rates)
            BD_TRY(bd_advance_port_rates(block, 0, &changed));
        else if (find_time(block, 0, &time))
            BD_TRY(settle_block(block, time));
        if (block->engine->rate_known)
            tell_readers(model, block);
    }
    return BD_OK;
}

static bool is_faster(bd_sample_time a, bd_sample_time b) {
    return a.period < b.period || (a.period == b.period && a.offset < b.offset);
}

/* one guess, then see what follows from it: the fastest rate that any block could have at this
 * level, for all blocks that could have it. So the order of blocks in the file is of no influence
 */
static bd_status guess(bd_model *model, int level, bd_sample_time *times, bool *changed) {
    bd_sample_time best = {INFINITY, 0.0};
    bd_status status = BD_OK;
    for (int i = 0; i < model->block_count; i++) {
        const bd_block *block = model->blocks[i];
        times[i] = (bd_sample_time){NAN, 0.0};
        if (block->engine->rate_known || block->port_based_rates ||
            !find_time(block, level, &times[i]))
            continue;
        if (!*changed || is_faster(times[i], best))
            best = times[i];
        *changed = true;
    }
    for (int i = 0; i < model->block_count && *changed && status == BD_OK; i++)
        if (bd_same_time(times[i], best)) {
            status = settle_block(model->blocks[i], best);
            tell_readers(model, model->blocks[i]);
        }
    bool port_based = !*changed;
    for (int i = 0; i < model->block_count && port_based && status == BD_OK; i++)
        if (!model->blocks[i]->engine->rate_known && model->blocks[i]->port_based_rates)
            status = bd_advance_port_rates(model->blocks[i], level, changed);
    for (int i = 0; i < model->block_count && port_based && status == BD_OK; i++)
        if (!model->blocks[i]->engine->rate_known)
            bd_block_queue(model->blocks[i]);
    return status;
}

/* a subsystem that is not triggered runs whenever something inside does, also where its control has
 * a slower rate */
static void widen(bd_context *context) {
    bd_block *unit = context->unit;
    bool iterated = context->kind == BD_CONTEXT_FOR || context->kind == BD_CONTEXT_WHILE;
    if (!unit || context->triggered || iterated || unit->rate_count != 1)
        return;
    bd_sample_time *own = &unit->rates->sample_time;
    for (int i = 0; i < context->block_count; i++) {
        const bd_block *block = context->blocks[i];
        for (int k = 0; k < block->rate_count; k++) {
            bd_sample_time time = block->rates[k].sample_time;
            if (bd_sample_is_continuous(time))
                *own = BD_CONTINUOUS;
            else if (!bd_sample_is_constant(time) && !bd_same_time(time, *own) &&
                     !bd_sample_is_continuous(*own))
                *own = BD_FIXED_IN_MINOR;
        }
    }
}

static bd_status list_readers(bd_model *model) {
    if (!bd_worklist_begin(&model->work, &model->home.arena, (size_t)model->block_count))
        return bd_model_no_memory(model);
    for (int pass = 0; pass < 2; pass++) /* counts, then lists */
        for (int b = 0; b < model->block_count; b++) {
            bd_block *reader = model->blocks[b];
            reader->engine->queued = false;
            for (int i = 0; i < reader->input_count; i++) {
                bd_port *u = &reader->inputs[i];
                bd_block_engine *source = u->source ? u->source->block->engine : NULL;
                if (!source)
                    continue;
                if (pass == 1 && !source->readers) {
                    source->readers = bd_arena_array(
                        &model->home.arena, (size_t)source->reader_count, sizeof(bd_port *));
                    source->reader_count = 0;
                    if (!source->readers)
                        return bd_model_no_memory(model);
                }
                if (pass == 1)
                    source->readers[source->reader_count] = u;
                source->reader_count++;
            }
        }
    return BD_OK;
}

bd_status bd_propagate_rates(bd_model *model) {
    bd_status status = BD_OK;
    bd_sample_time *times = bd_model_array(model, model->block_count + 1, sizeof *times);
    if (!times)
        return bd_model_no_memory(model);
    for (int i = 0; i < model->block_count && status == BD_OK; i++)
        status = begin(model->blocks[i]);
    if (status == BD_OK)
        status = list_readers(model);
    for (int i = 0; i < model->block_count && status == BD_OK; i++)
        bd_block_queue(model->blocks[i]);
    for (int level = 0; level <= LAST_LEVEL && status == BD_OK; level++) {
        bool changed = false;
        status = level == 0 ? conclude(model) : guess(model, level, times, &changed);
        if (changed)
            level = -1;
    }
    model->work = (bd_worklist){0};
    for (int i = model->context_count; i-- > 0 && status == BD_OK;)
        widen(model->contexts[i]);
    return status;
}
