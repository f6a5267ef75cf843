/* the solver in use and its step once the sample times and states are known; the list of tasks */
#include "engine/engine.h"

#include <math.h>
#include <string.h>

static bool is_whole(double ratio) {
    return fabs(ratio - round(ratio)) <= 1e-7 * fmax(1.0, fabs(ratio));
}

static int find_task(bd_simulation *simulation, bd_sample_time time, bd_block *variable) {
    for (int i = 0; i < simulation->task_count; i++) {
        const bd_task *task = &simulation->tasks[i];
        if (task->sample_time.period == time.period && task->sample_time.offset == time.offset &&
            task->variable == variable)
            return i;
    }
    simulation->tasks[simulation->task_count] =
        (bd_task){.sample_time = time, .hit = 1, .variable = variable};
    return simulation->task_count++;
}

/* triggered and constant blocks are due whenever they are run at all: they share task 0 */
static bd_status make_tasks(bd_simulation *simulation) {
    int most = 2;
    for (int i = 0; i < simulation->block_count; i++)
        most += simulation->blocks[i]->rate_count;
    simulation->tasks = bd_arena_array(&simulation->arena, (size_t)most, sizeof *simulation->tasks);
    if (!simulation->tasks)
        return bd_simulation_no_memory(simulation);
    find_task(simulation, BD_CONTINUOUS, NULL);
    find_task(simulation, BD_FIXED_IN_MINOR, NULL);
    for (int i = 0; i < simulation->block_count; i++) {
        bd_block *block = simulation->blocks[i];
        for (int k = 0; k < block->rate_count; k++) {
            bd_rate *rate = &block->rates[k];
            bd_sample_time time = rate->sample_time;
            bool own = bd_sample_is_variable(time);
            if (own && simulation->settings.fixed_step)
                return bd_block_fail(block, BD_BAD_SIGNAL,
                                     "a variable sample time needs a variable-step solver");
            rate->task = bd_sample_is_discrete(time) || own || time.offset == 1.0
                             ? find_task(simulation, time, own ? block : NULL)
                             : 0;
            rate->hit = &simulation->tasks[rate->task].hit;
            if (bd_sample_is_continuous(time) && block->minor_steps)
                block->engine->in_minor = true;
        }
        block->engine->constant =
            block->rate_count == 1 && bd_sample_is_constant(block->rates->sample_time);
    }
    return BD_OK;
}

/* a jump of such a signal ends what a solver knows about its past */
static void find_drivers(bd_simulation *simulation) {
    for (int b = 0; b < simulation->block_count; b++) {
        const bd_block *reader = simulation->blocks[b];
        for (int i = 0; reader->engine->in_minor && i < reader->input_count; i++) {
            const bd_port *source = reader->inputs[i].source;
            for (int k = 0; source && k < source->block->rate_count; k++)
                simulation->tasks[source->block->rates[k].task].drives = true;
        }
    }
}

static const char *owner_of(const bd_simulation *simulation, int task) {
    for (int i = 0; i < simulation->block_count; i++)
        for (int k = 0; k < simulation->blocks[i]->rate_count; k++)
            if (simulation->blocks[i]->rates[k].task == task)
                return simulation->blocks[i]->path;
    return simulation->diagram->name;
}

/* fixed step: hits are counted in steps, so no rounding can shift them */
static bd_status count_steps(bd_simulation *simulation) {
    const bd_settings *s = &simulation->settings;
    for (int i = 2; i < simulation->task_count; i++) {
        bd_task *task = &simulation->tasks[i];
        bd_sample_time time = task->sample_time;
        double every = time.period / s->step, phase = time.offset / s->step;
        if (!is_whole(every) || round(every) < 1.0 || !is_whole(phase) || every > 1e15)
            return bd_simulation_fail(
                simulation, BD_BAD_SIGNAL,
                "%s: the fixed step %.15g does not divide the sample time [%.15g, %.15g]",
                owner_of(simulation, i), s->step, time.period, time.offset);
        task->every = (long)round(every);
        /* hits are n*T + offset from time zero, if the grid contains time zero */
        double begin = s->start_time / s->step;
        long shift = is_whole(begin) && fabs(begin) < 1e15 ? (long)round(begin) : 0;
        long phase_steps = (long)round(phase) - shift;
        task->phase = ((phase_steps % task->every) + task->every) % task->every;
    }
    return BD_OK;
}

static double base_period(const bd_simulation *simulation) {
    double base = 0.0;
    for (int i = 2; i < simulation->task_count; i++) {
        bd_sample_time time = simulation->tasks[i].sample_time;
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
static double shortest_period_alone(const bd_simulation *simulation) {
    double shortest = INFINITY;
    for (int i = 0; i < simulation->block_count; i++) {
        const bd_block *block = simulation->blocks[i];
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

bd_status bd_choose_steps(bd_simulation *simulation) {
    bd_settings *s = &simulation->settings;
    bd_status status = make_tasks(simulation);
    if (status != BD_OK)
        return status;
    find_drivers(simulation);
    double span = s->stop_time - s->start_time;
    double share = isinf(span) || span <= 0.0 ? 0.2 : span / 50.0;
    double base = base_period(simulation);
    if (s->fixed_step) {
        if (isnan(s->step))
            s->step = base > 0.0 ? base : share;
        return count_steps(simulation);
    }
    if (isnan(s->max_step)) {
        double shortest = shortest_period_alone(simulation);
        s->max_step = isfinite(shortest) ? shortest : share;
    }
    if (isnan(s->min_step) || s->min_step < 0.0)
        s->min_step = 0.0;
    if (isnan(s->initial_step) || s->initial_step < 0.0)
        s->initial_step = 0.0;
    return BD_OK;
}
