/* one major step: outputs, records, updates, then on to the next time. Times of hits are counted,
 * never accumulated */
#include "engine/run.h"
#include "common/clock.h"

#include <float.h>
#include <limits.h>
#include <math.h>

/* ---- common to both kinds ---- */

/* states that jumped in this step are seen by blocks that ran before (behind state ports, or by all
 * if an update moved them) only after one more evaluation; the solver must begin from there */
static bd_status look_again(bd_simulation *simulation) {
    if (!simulation->solver_reset || simulation->state_count == 0)
        return BD_OK;
    bd_status status = bd_evaluate_minor(simulation, simulation->clock.time);
    simulation->clock.major = true;
    return status;
}

static bd_status major_evaluation(bd_simulation *simulation) {
    bool reset_before = simulation->solver_reset;
    simulation->solver_reset = false;
    simulation->breakpoint = INFINITY;
    simulation->contexts[0]->stamp = ++simulation->stamp;
    bd_status status = bd_evaluate_major(simulation);
    if (status == BD_OK)
        status = bd_records_take(simulation);
    if (status == BD_OK && simulation->observer)
        status = simulation->observer(simulation->observer_user, simulation, simulation->clock.time,
                                      &simulation->error);
    if (status == BD_OK)
        status = bd_evaluate_update(simulation);
    if (status == BD_OK)
        status = look_again(simulation);
    simulation->solver_reset = simulation->solver_reset || reset_before;
    simulation->statistics.major_steps++;
    return status;
}

/* the host hears from a run about ten times a second, whether a step takes nanoseconds or minutes
 */
static void pace_progress(bd_simulation *simulation) {
    double seconds = cm_seconds();
    double elapsed = seconds - simulation->progress_at;
    long *every = &simulation->progress_every;
    if (elapsed > 0.1)
        *every = *every > 1 ? *every / 2 : 1;
    else if (elapsed < 0.05 && *every < 1L << 20)
        *every *= 2;
    simulation->progress_at = seconds;
    simulation->progress_in = *every;
}

static bool wants_stop(bd_simulation *simulation) {
    if (simulation->stop_at_step_end || atomic_load(&simulation->stop_wanted))
        return true;
    const bd_options *o = &simulation->options;
    if (!o->progress || --simulation->progress_in > 0)
        return false;
    pace_progress(simulation);
    return !o->progress(o->progress_user, simulation->clock.time, simulation->clock.stop_time);
}

static bd_status project(bd_simulation *simulation) {
    bd_status status = BD_OK;
    for (int i = 0; simulation->has_projections && i < simulation->ordered_count && status == BD_OK;
         i++)
        if (simulation->ordered[i]->type->project)
            status = simulation->ordered[i]->type->project(simulation->ordered[i]);
    return status;
}

static void arrive(bd_simulation *simulation, double time) {
    simulation->clock.last_major_time = simulation->major_time;
    simulation->major_time = time;
    simulation->clock.time = time;
    simulation->clock.major = true;
    simulation->clock.major_steps++;
    simulation->step_number++;
}

/* ---- fixed step ---- */

static void set_fixed_hits(bd_simulation *simulation) {
    for (int i = 2; i < simulation->task_count; i++) {
        bd_task *task = &simulation->tasks[i];
        long step = simulation->step_number;
        task->hit = step >= task->phase && (step - task->phase) % task->every == 0;
    }
}

bd_status bd_step_fixed(bd_simulation *simulation) {
    const bd_settings *s = &simulation->settings;
    set_fixed_hits(simulation);
    bd_status status = major_evaluation(simulation);
    if (status != BD_OK)
        return status;
    if (simulation->step_number >= simulation->last_step || wants_stop(simulation)) {
        simulation->done = true;
        return BD_OK;
    }
    double target = s->start_time + (double)(simulation->step_number + 1) * s->step, reached;
    status = simulation->solver->step(simulation, simulation->solver_memory, target, &reached);
    if (status == BD_OK)
        status = project(simulation);
    arrive(simulation, target);
    return status == BD_OK ? bd_check_values(simulation) : status;
}

/* ---- variable step ---- */

static double task_tolerance(const bd_task *task, double time) {
    double period = task->variable ? 0.0 : task->sample_time.period;
    return 1e-10 * period + 64.0 * DBL_EPSILON * fabs(time);
}

void bd_begin_hits(bd_simulation *simulation) {
    double begin = simulation->settings.start_time;
    for (int i = 2; i < simulation->task_count; i++) {
        bd_task *task = &simulation->tasks[i];
        if (task->variable) {
            task->next = begin;
            task->asks = false;
        } else {
            bd_sample_time time = task->sample_time;
            double n = ceil((begin - time.offset) / time.period - 1e-10);
            task->count = bd_whole(n, 0, LONG_MAX / 2);
            task->next = (double)task->count * time.period + time.offset;
        }
        task->hit = fabs(task->next - begin) <= task_tolerance(task, begin);
    }
}

/* which tasks are due now, and when they are due again */
static void pass_hits(bd_simulation *simulation) {
    double now = simulation->clock.time;
    for (int i = 2; i < simulation->task_count; i++) {
        bd_task *task = &simulation->tasks[i];
        task->hit = task->next <= now + task_tolerance(task, now);
        if (!task->hit)
            continue;
        simulation->interrupted = simulation->interrupted || task->drives;
        if (!task->variable) {
            task->count++;
            task->next = (double)task->count * task->sample_time.period + task->sample_time.offset;
            continue;
        }
        task->asks = true;
    }
}

static bd_status ask_next_hit(bd_task *task, double now) {
    bd_block *block = task->variable;
    double next = now;
    task->asks = false;
    bd_status status = block->type->next_hit ? block->type->next_hit(block, &next) : BD_OK;
    if (status == BD_OK && !(next > now))
        return bd_block_fail(block, BD_BLOCK_FAILED,
                             "its next sample hit %.15g is not in the future", next);
    task->next = next;
    return status;
}

/* before its outputs, when its inputs are there: the hit may depend on them */
bd_status bd_block_tell_next_hit(bd_block *block) {
    bd_simulation *simulation = block->engine->simulation;
    for (int i = 2; i < simulation->task_count; i++) {
        bd_task *task = &simulation->tasks[i];
        if (task->variable == block && task->asks)
            return ask_next_hit(task, simulation->clock.time);
    }
    return BD_OK;
}

/* of blocks that did not run in this step */
static bd_status ask_the_rest(bd_simulation *simulation) {
    bd_status status = BD_OK;
    for (int i = 2; i < simulation->task_count && status == BD_OK; i++)
        if (simulation->tasks[i].asks)
            status = ask_next_hit(&simulation->tasks[i], simulation->clock.time);
    return status;
}

static double next_target(const bd_simulation *simulation) {
    double target = fmin(simulation->clock.stop_time, simulation->breakpoint);
    target = fmin(target, bd_next_output_time(simulation, simulation->clock.time));
    for (int i = 2; i < simulation->task_count; i++)
        target = fmin(target, simulation->tasks[i].next);
    return target;
}

static void grow_tolerances(bd_simulation *simulation) {
    const bd_settings *s = &simulation->settings;
    for (int i = 0; s->automatic_tolerance && i < simulation->state_count; i++)
        if (simulation->tolerance_follows[i])
            simulation->x_tolerance[i] =
                fmax(simulation->x_tolerance[i], s->relative_tolerance * fabs(simulation->x[i]));
}

/* across an event that is bracketed to the resolution of time, the states go straight */
static bd_status cross(bd_simulation *simulation, double *reached) {
    double left = simulation->clock.time, right = simulation->pending;
    simulation->pending = NAN;
    bd_status status = bd_evaluate_derivatives(simulation);
    for (int i = 0; i < simulation->state_count; i++)
        simulation->x[i] += (right - left) * simulation->dx[i];
    simulation->interrupted = true;
    *reached = right;
    return status;
}

static bd_status integrate(bd_simulation *simulation, double target, double *reached) {
    double begin = simulation->clock.time;
    bool search = simulation->search && simulation->crossing_count > 0;
    bd_status status = search ? bd_crossings_begin(simulation) : BD_OK;
    if (status == BD_OK)
        status = simulation->solver->step(simulation, simulation->solver_memory, target, reached);
    bool found = false;
    double left, right;
    double end = *reached;
    if (status == BD_OK && search) {
        status = bd_crossings_search(simulation, begin, end, &found, &left, &right);
        simulation->clock.time = begin;
    }
    if (status != BD_OK)
        return status;
    if (found && left > begin) {
        simulation->pending = right;
        *reached = left;
    } else if (found) {
        *reached = right;
        simulation->interrupted = true;
    }
    /* the search has moved the states about */
    if (search)
        status = simulation->solver->interpolate(simulation, simulation->solver_memory, *reached);
    if (found && simulation->solver->reset)
        simulation->solver->reset(simulation, simulation->solver_memory);
    return status;
}

static void restart_solver(bd_simulation *simulation) {
    simulation->next_step = 0.0;
    simulation->interrupted = simulation->solver_reset = false;
    simulation->statistics.solver_resets++;
    if (simulation->solver->reset)
        simulation->solver->reset(simulation, simulation->solver_memory);
}

/* one step of length zero may be rounding, a hundred of them are an endless loop */
static bd_status check_progress(bd_simulation *simulation, double begin, double reached) {
    simulation->stalled = reached > begin ? 0 : simulation->stalled + 1;
    if (simulation->stalled < 100)
        return BD_OK;
    return bd_simulation_fail(simulation, BD_SOLVER_FAILED,
                              "%s: time does not go on: steps of %s have become zero (t = %.15g)",
                              simulation->diagram->name, simulation->settings.solver, begin);
}

bd_status bd_step_variable(bd_simulation *simulation) {
    pass_hits(simulation);
    bd_status status = major_evaluation(simulation);
    if (status == BD_OK)
        status = ask_the_rest(simulation);
    if (status != BD_OK)
        return status;
    double begin = simulation->clock.time, stop = simulation->clock.stop_time;
    double close = 64.0 * DBL_EPSILON * fabs(stop);
    if (begin >= stop - close || wants_stop(simulation)) {
        simulation->done = true;
        return BD_OK;
    }
    if ((simulation->interrupted || simulation->solver_reset) && isnan(simulation->pending))
        restart_solver(simulation);
    double target = next_target(simulation), reached = begin;
    simulation->time_limit =
        target == simulation->breakpoint ? nextafter(simulation->breakpoint, -INFINITY) : INFINITY;
    if (!isnan(simulation->pending) && simulation->pending <= target)
        status = cross(simulation, &reached);
    else
        status = integrate(simulation, target, &reached);
    simulation->time_limit = INFINITY;
    if (status == BD_OK)
        status = project(simulation);
    if (status == BD_OK)
        status = check_progress(simulation, begin, reached);
    if (status != BD_OK)
        return status;
    if (reached >= simulation->breakpoint)
        simulation->interrupted = true;
    simulation->clock.step = reached - begin;
    grow_tolerances(simulation);
    arrive(simulation, reached);
    return bd_check_states(simulation);
}
