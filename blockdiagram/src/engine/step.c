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
static bd_status look_again(bd_run *run) {
    if (!run->solver_reset || run->model->layout.state_count == 0)
        return BD_OK;
    bd_status status = bd_evaluate_minor(run, run->clock.time);
    run->clock.major = true;
    return status;
}

static bd_status evaluate_and_record(bd_run *run) {
    BD_TRY(bd_evaluate_major(run));
    BD_TRY(bd_records_take(run));
    if (run->observer)
        BD_TRY(run->observer(run->observer_user, run, run->clock.time, &run->home.error));
    BD_TRY(bd_evaluate_update(run));
    return look_again(run);
}

static bd_status major_evaluation(bd_run *run) {
    bool reset_before = run->solver_reset;
    run->solver_reset = false;
    run->breakpoint = INFINITY;
    run->contexts[0]->stamp = ++run->stamp;
    const bd_status status = evaluate_and_record(run);
    run->solver_reset = run->solver_reset || reset_before;
    run->statistics.major_steps++;
    return status;
}

/* the host hears from a run about ten times a second, whether a step takes nanoseconds or minutes
 */
static void pace_progress(bd_run *run) {
    double seconds = cm_seconds();
    double elapsed = seconds - run->progress_at;
    long *every = &run->progress_every;
    if (elapsed > 0.1)
        *every = *every > 1 ? *every / 2 : 1;
    else if (elapsed < 0.05 && *every < 1L << 20)
        *every *= 2;
    run->progress_at = seconds;
    run->progress_in = *every;
}

static bool wants_stop(bd_run *run) {
    if (run->stop_at_step_end || atomic_load(&run->stop_wanted))
        return true;
    const bd_run_options *o = &run->options;
    if (!o->progress || --run->progress_in > 0)
        return false;
    pace_progress(run);
    return !o->progress(o->progress_user, run->clock.time, run->clock.stop_time);
}

/* blocks correct the states that a step has led to: it is a moment of no hits, at its end */
static bd_status project(bd_run *run, double time) {
    run->clock.time = time;
    run->clock.major = false;
    for (int i = 0; run->model->has_projections && i < run->model->ordered_count; i++)
        if (run->blocks[i].type->project)
            BD_TRY(run->blocks[i].type->project(&run->blocks[i]));
    return BD_OK;
}

static void arrive(bd_run *run, double time) {
    run->clock.last_major_time = run->major_time;
    run->major_time = time;
    run->clock.time = time;
    run->clock.major = true;
    run->clock.major_steps++;
    run->step_number++;
}

/* ---- fixed step ---- */

static void set_fixed_hits(bd_run *run) {
    for (int i = 2; i < run->model->task_count; i++) {
        bd_task *task = &run->tasks[i];
        long step = run->step_number;
        task->hit = step >= task->phase && (step - task->phase) % task->every == 0;
    }
}

bd_status bd_step_fixed(bd_run *run) {
    const bd_settings *s = &run->settings;
    set_fixed_hits(run);
    bd_status status = major_evaluation(run);
    if (status != BD_OK)
        return status;
    if (run->step_number >= run->last_step || wants_stop(run)) {
        run->done = true;
        return BD_OK;
    }
    double target = s->start_time + (double)(run->step_number + 1) * s->step, reached;
    status = run->model->solver->step(run, run->solver_memory, target, &reached);
    if (status == BD_OK)
        status = project(run, target);
    arrive(run, target);
    return status == BD_OK ? bd_check_values(run) : status;
}

/* ---- variable step ---- */

static double task_tolerance(const bd_task *task, double time) {
    double period = task->variable ? 0.0 : task->sample_time.period;
    return 1e-10 * period + 64.0 * DBL_EPSILON * fabs(time);
}

void bd_begin_hits(bd_run *run) {
    double begin = run->settings.start_time;
    for (int i = 2; i < run->model->task_count; i++) {
        bd_task *task = &run->tasks[i];
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
static void pass_hits(bd_run *run) {
    double now = run->clock.time;
    for (int i = 2; i < run->model->task_count; i++) {
        bd_task *task = &run->tasks[i];
        task->hit = task->next <= now + task_tolerance(task, now);
        if (!task->hit)
            continue;
        run->interrupted = run->interrupted || task->drives;
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
    bd_run *run = block->engine->run;
    for (int i = 2; i < run->model->task_count; i++) {
        bd_task *task = &run->tasks[i];
        if (task->variable == block && task->asks)
            return ask_next_hit(task, run->clock.time);
    }
    return BD_OK;
}

/* of blocks that did not run in this step */
static bd_status ask_the_rest(bd_run *run) {
    for (int i = 2; i < run->model->task_count; i++)
        if (run->tasks[i].asks)
            BD_TRY(ask_next_hit(&run->tasks[i], run->clock.time));
    return BD_OK;
}

static double next_target(const bd_run *run) {
    double target = fmin(run->clock.stop_time, run->breakpoint);
    target = fmin(target, bd_next_output_time(run, run->clock.time));
    for (int i = 2; i < run->model->task_count; i++)
        target = fmin(target, run->tasks[i].next);
    return target;
}

static void grow_tolerances(bd_run *run) {
    const bd_settings *s = &run->settings;
    for (int i = 0; s->automatic_tolerance && i < run->model->layout.state_count; i++)
        if (run->tolerance_follows[i])
            run->x_tolerance[i] =
                fmax(run->x_tolerance[i], s->relative_tolerance * fabs(run->x[i]));
}

/* across an event that is bracketed to the resolution of time, the states go straight */
static bd_status cross(bd_run *run, double *reached) {
    double left = run->clock.time, right = run->pending;
    run->pending = NAN;
    bd_status status = bd_evaluate_derivatives(run);
    for (int i = 0; i < run->model->layout.state_count; i++)
        run->x[i] += (right - left) * run->dx[i];
    run->interrupted = true;
    *reached = right;
    return status;
}

static bd_status integrate(bd_run *run, double target, double *reached) {
    double begin = run->clock.time;
    bool search = run->search && run->model->layout.crossing_count > 0;
    bd_status status = search ? bd_crossings_begin(run) : BD_OK;
    if (status == BD_OK)
        status = run->model->solver->step(run, run->solver_memory, target, reached);
    bool found = false;
    double left, right;
    double end = *reached;
    if (status == BD_OK && search) {
        status = bd_crossings_search(run, begin, end, &found, &left, &right);
        run->clock.time = begin;
    }
    if (status != BD_OK)
        return status;
    if (found && left > begin) {
        run->pending = right;
        *reached = left;
    } else if (found) {
        *reached = right;
        run->interrupted = true;
    }
    /* the search has moved the states about */
    if (search)
        status = run->model->solver->interpolate(run, run->solver_memory, *reached);
    if (found && run->model->solver->reset)
        run->model->solver->reset(run, run->solver_memory);
    return status;
}

static void restart_solver(bd_run *run) {
    run->next_step = 0.0;
    run->interrupted = run->solver_reset = false;
    run->statistics.solver_resets++;
    if (run->model->solver->reset)
        run->model->solver->reset(run, run->solver_memory);
}

#define PACED      10000 /* steps, after which their pace is looked at */
#define MOST_STEPS 1e12  /* that the rest of a run may take at this pace */

/* steps that go on without leading anywhere: hits of a block, say, a rounding apart */
static bd_status check_pace(bd_run *run, double reached) {
    if (++run->paced < PACED)
        return BD_OK;
    const double gone = reached - run->paced_from, stop = run->clock.stop_time;
    const double rest = isfinite(stop) ? stop - reached : fabs(reached);
    const double size = gone / PACED;
    run->paced = 0;
    run->paced_from = reached;
    if (rest <= MOST_STEPS * size)
        return BD_OK;
    for (int i = 2; i < run->model->task_count; i++) {
        const bd_task *task = &run->tasks[i];
        if (task->variable && task->next - reached <= 2.0 * size)
            return bd_block_fail(task->variable, BD_BLOCK_FAILED,
                                 "time hardly goes on: its sample hits are %.3g s apart", size);
    }
    return bd_run_fail(run, BD_SOLVER_FAILED,
                       "%s: time hardly goes on: %d steps of %s went on by %.3g s (t = %.15g)",
                       run->model->diagram->name, PACED, run->settings.solver, gone, reached);
}

/* one step of length zero may be rounding, a hundred of them are an endless loop */
static bd_status check_progress(bd_run *run, double begin, double reached) {
    run->stalled = reached > begin ? 0 : run->stalled + 1;
    if (run->stalled < 100)
        return check_pace(run, reached);
    return bd_run_fail(run, BD_SOLVER_FAILED,
                       "%s: time does not go on: steps of %s have become zero (t = %.15g)",
                       run->model->diagram->name, run->settings.solver, begin);
}

bd_status bd_step_variable(bd_run *run) {
    pass_hits(run);
    BD_TRY(major_evaluation(run));
    BD_TRY(ask_the_rest(run));
    double begin = run->clock.time, stop = run->clock.stop_time;
    double close = 64.0 * DBL_EPSILON * fabs(stop);
    if (begin >= stop - close || wants_stop(run)) {
        run->done = true;
        return BD_OK;
    }
    if ((run->interrupted || run->solver_reset) && isnan(run->pending))
        restart_solver(run);
    double target = next_target(run), reached = begin;
    run->time_limit = target == run->breakpoint ? nextafter(run->breakpoint, -INFINITY) : INFINITY;
    const bd_status status = !isnan(run->pending) && run->pending <= target
                                 ? cross(run, &reached)
                                 : integrate(run, target, &reached);
    run->time_limit = INFINITY;
    BD_TRY(status);
    BD_TRY(project(run, reached));
    BD_TRY(check_progress(run, begin, reached));
    if (reached >= run->breakpoint)
        run->interrupted = true;
    run->clock.step = reached - begin;
    grow_tolerances(run);
    arrive(run, reached);
    return bd_check_states(run);
}
