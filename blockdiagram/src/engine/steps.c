/* the solver in use and its step once the sample times and states are known; the list of tasks */
#include "engine/engine.h"

#include <math.h>
#include <string.h>

static bool is_whole(double ratio) {
    return fabs(ratio - round(ratio)) <= 1e-7 * fmax(1.0, fabs(ratio));
}

static int find_task(bd_model *model, bd_sample_time time, bd_block *variable) {
    for (int i = 0; i < model->task_count; i++) {
        const bd_task *task = &model->tasks[i];
        if (task->sample_time.period == time.period && task->sample_time.offset == time.offset &&
            task->variable == variable)
            return i;
    }
    model->tasks[model->task_count] =
        (bd_task){.sample_time = time, .hit = 1, .variable = variable};
    return model->task_count++;
}

/* triggered and constant blocks are due whenever they are run at all: they share task 0 */
static bd_status make_tasks(bd_model *model) {
    int most = 2;
    for (int i = 0; i < model->block_count; i++)
        most += model->blocks[i]->rate_count;
    model->tasks = bd_model_array(model, most, sizeof *model->tasks);
    if (!model->tasks)
        return bd_model_no_memory(model);
    find_task(model, BD_CONTINUOUS, NULL);
    find_task(model, BD_FIXED_IN_MINOR, NULL);
    for (int i = 0; i < model->block_count; i++) {
        bd_block *block = model->blocks[i];
        for (int k = 0; k < block->rate_count; k++) {
            bd_rate *rate = &block->rates[k];
            bd_sample_time time = rate->sample_time;
            bool own = bd_sample_is_variable(time);
            if (own && model->settings.fixed_step)
                return bd_block_fail(block, BD_BAD_SIGNAL,
                                     "a variable sample time needs a variable-step solver");
            rate->task = bd_sample_is_discrete(time) || own || time.offset == 1.0
                             ? find_task(model, time, own ? block : NULL)
                             : 0;
            rate->hit = &model->tasks[rate->task].hit;
            if (bd_sample_is_continuous(time) && block->minor_steps)
                block->engine->in_minor = true;
        }
        block->engine->constant =
            block->rate_count == 1 && bd_sample_is_constant(block->rates->sample_time);
    }
    return BD_OK;
}

/* a jump of such a signal ends what a solver knows about its past */
static void find_drivers(bd_model *model) {
    for (int b = 0; b < model->block_count; b++) {
        const bd_block *reader = model->blocks[b];
        for (int i = 0; reader->engine->in_minor && i < reader->input_count; i++) {
            const bd_port *source = reader->inputs[i].source;
            for (int k = 0; source && k < source->block->rate_count; k++)
                model->tasks[source->block->rates[k].task].drives = true;
        }
    }
}

static const char *owner_of(const bd_model *model, int task) {
    for (int i = 0; i < model->block_count; i++)
        for (int k = 0; k < model->blocks[i]->rate_count; k++)
            if (model->blocks[i]->rates[k].task == task)
                return model->blocks[i]->path;
    return model->diagram->name;
}

/* fixed step: hits are counted in steps, so no rounding can shift them */
static bd_status count_steps(bd_model *model) {
    const bd_settings *s = &model->settings;
    for (int i = 2; i < model->task_count; i++) {
        bd_task *task = &model->tasks[i];
        bd_sample_time time = task->sample_time;
        double every = time.period / s->step, phase = time.offset / s->step;
        if (!is_whole(every) || round(every) < 1.0 || !is_whole(phase) || every > 1e15)
            return bd_model_fail(
                model, BD_BAD_SIGNAL,
                "%s: the fixed step %.15g does not divide the sample time [%.15g, %.15g]",
                owner_of(model, i), s->step, time.period, time.offset);
        task->every = (long)round(every);
        /* hits are n*T + offset from time zero, if the grid contains time zero */
        double begin = s->start_time / s->step;
        long shift = is_whole(begin) && fabs(begin) < 1e15 ? (long)round(begin) : 0;
        long phase_steps = (long)round(phase) - shift;
        task->phase = ((phase_steps % task->every) + task->every) % task->every;
    }
    return BD_OK;
}

static double base_period(const bd_model *model) {
    double base = 0.0;
    for (int i = 2; i < model->task_count; i++) {
        bd_sample_time time = model->tasks[i].sample_time;
        if (!bd_sample_is_discrete(time))
            continue;
        base = base > 0.0 ? bd_period_gcd(base, time.period) : time.period;
        if (base > 0.0 && time.offset > 0.0)
            base = bd_period_gcd(base, time.offset);
    }
    return base;
}

/* the shortest period if nothing runs in continuous time, else infinity. Steps between hits would
 * then compute nothing: the solver for discrete models goes from hit to hit */
static double shortest_period_alone(const bd_model *model) {
    double shortest = INFINITY;
    for (int i = 0; i < model->block_count; i++) {
        const bd_block *block = model->blocks[i];
        for (int k = 0; k < block->rate_count; k++) {
            bd_sample_time time = block->rates[k].sample_time;
            if (bd_sample_is_continuous(time))
                return INFINITY;
            if (bd_sample_is_discrete(time))
                shortest = fmin(shortest, time.period);
        }
    }
    return shortest;
}

bd_status bd_choose_steps(bd_model *model) {
    bd_settings *s = &model->settings;
    BD_TRY(make_tasks(model));
    find_drivers(model);
    double span = s->stop_time - s->start_time;
    double share = isinf(span) || span <= 0.0 ? 0.2 : span / 50.0;
    double base = base_period(model);
    if (s->fixed_step) {
        if (isnan(s->step))
            s->step = base > 0.0 ? base : share;
        return count_steps(model);
    }
    if (isnan(s->max_step)) {
        double shortest = shortest_period_alone(model);
        s->max_step = isfinite(shortest) ? shortest : share;
    }
    if (isnan(s->min_step) || s->min_step < 0.0)
        s->min_step = 0.0;
    if (isnan(s->initial_step) || s->initial_step < 0.0)
        s->initial_step = 0.0;
    return BD_OK;
}
