/* zero crossings: a signal whose sign changes over a step is bracketed down to the resolution of
 * time. The step then ends just before the event, and the next one just behind it.
 *
 * Events that follow each other closer than ConsecutiveZCsStepRelTol are consecutive. More than
 * MaxConsecutiveZCs of them end the run, or are told, as MaxConsecutiveZCsMsg says. The adaptive
 * algorithm (ZeroCrossAlgorithm) is content as soon as the signal is within ZCThreshold behind
 * zero, so that events which accumulate (a ball that comes to rest) stay a finite number */
#include "engine/run.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define MAX_ITERATIONS 200

typedef struct bd_crossings {
    double *begin; /* values at the begin of the step */
    double *left, *right, *trial;
    double last_event; /* time of the last one located */
    long consecutive;
} bd_crossings;

void bd_crossings_reset(bd_crossings *search) {
    search->last_event = -INFINITY;
    search->consecutive = 0;
}

bd_status bd_crossings_create(bd_run *run) {
    bd_arena *arena = &run->home.arena;
    size_t n = (size_t)run->model->layout.crossing_count;
    bd_crossings *search = bd_arena_alloc(arena, sizeof *search);
    double *numbers = bd_arena_array(arena, 4 * n, sizeof *numbers);
    if (!search || !numbers)
        return bd_run_no_memory(run);
    *search = (bd_crossings){
        .begin = numbers, .left = numbers + n, .right = numbers + 2 * n, .trial = numbers + 3 * n};
    bd_crossings_reset(run->search = search);
    return BD_OK;
}

static bd_status signals_at(bd_run *run, double time, double *values) {
    BD_TRY(run->model->solver->interpolate(run, run->solver_memory, time));
    BD_TRY(bd_evaluate_minor(run, time));
    BD_TRY(bd_context_zero_crossings(run->contexts[0]));
    memcpy(values, run->crossings, (size_t)run->model->layout.crossing_count * sizeof *values);
    return BD_OK;
}

bd_status bd_crossings_begin(bd_run *run) {
    bd_crossings *search = run->search;
    bd_status status = bd_context_zero_crossings(run->contexts[0]);
    memcpy(search->begin, run->crossings,
           (size_t)run->model->layout.crossing_count * sizeof *search->begin);
    return status;
}

/* zero is no sign: a signal that starts there or arrives there exactly needs no search */
static bool changes_sign(double a, double b) {
    return (a < 0.0 && b > 0.0) || (a > 0.0 && b < 0.0);
}

static bool any_change(const double *a, const double *b, int n) {
    for (int i = 0; i < n; i++)
        if (changes_sign(a[i], b[i]))
            return true;
    return false;
}

/* where the earliest of the changing signals would be zero if it were straight */
static double guess(const bd_crossings *s, int n, double left, double right) {
    double first = right;
    for (int i = 0; i < n; i++) {
        if (!changes_sign(s->left[i], s->right[i]))
            continue;
        double t = left + (right - left) * (s->left[i] / (s->left[i] - s->right[i]));
        if (t < first)
            first = t;
    }
    return first;
}

static bool too_many(const bd_run *run) {
    return run->search->consecutive >= run->settings.consecutive_crossings;
}

/* the block whose signal has just changed its sign, or NULL */
static bd_block *culprit(const bd_run *run) {
    const bd_crossings *s = run->search;
    for (int b = 0; b < run->model->ordered_count; b++) {
        bd_block *block = &run->blocks[b];
        for (int i = 0; i < block->zero_crossing_count; i++) {
            size_t k = block->engine->crossing_begin + (size_t)i;
            if (changes_sign(s->left[k], s->right[k]))
                return block;
        }
    }
    return NULL;
}

static bd_status count_event(bd_run *run, double time) {
    static const char sentence[] =
        "more than %ld zero crossings follow each other without time going on";
    bd_crossings *s = run->search;
    const bd_settings *settings = &run->settings;
    run->statistics.zero_crossings++;
    double tolerance = settings->consecutive_tolerance * fmax(fabs(time), DBL_MIN);
    s->consecutive = time - s->last_event <= tolerance ? s->consecutive + 1 : 0;
    s->last_event = time;
    if (!too_many(run) || settings->consecutive_message == 0)
        return BD_OK;
    bd_block *block = culprit(run);
    if (settings->consecutive_message == 1) {
        if (block && s->consecutive == settings->consecutive_crossings)
            bd_block_warn(block, sentence, settings->consecutive_crossings);
        return BD_OK;
    }
    return block ? bd_block_fail(block, BD_SOLVER_FAILED, sentence, settings->consecutive_crossings)
                 : bd_run_fail(run, BD_SOLVER_FAILED,
                               "too many consecutive zero crossings (t = %.15g)", time);
}

/* a signal that is exactly zero at a trial point belongs to the side it comes from, so that the
 * search goes on to where it has left zero */
static void keep_signs(bd_crossings *s, int n) {
    for (int i = 0; i < n; i++)
        if (s->trial[i] == 0.0 && s->left[i] != 0.0)
            s->trial[i] = copysign(DBL_MIN, s->left[i]);
}

/* all that changed are close enough behind zero */
static bool near_enough(const bd_run *run) {
    const bd_crossings *s = run->search;
    double threshold = run->settings.crossing_threshold;
    for (int i = 0; threshold > 0.0 && i < run->model->layout.crossing_count; i++)
        if (changes_sign(s->left[i], s->right[i]) && fabs(s->right[i]) > threshold)
            return false;
    return threshold > 0.0;
}

bd_status bd_crossings_search(bd_run *run, double begin, double reached, bool *found, double *left,
                              double *right) {
    bd_crossings *s = run->search;
    int n = run->model->layout.crossing_count;
    *found = false;
    bd_status status = signals_at(run, reached, s->right);
    if (status != BD_OK)
        return status;
    if (!any_change(s->begin, s->right, n))
        return BD_OK;
    memcpy(s->left, s->begin, (size_t)n * sizeof *s->left);
    double l = begin, r = reached;
    double resolution = 2.0 * DBL_EPSILON * fmax(fabs(begin), fabs(reached));
    for (int i = 0;
         i < MAX_ITERATIONS && r - l > resolution && !near_enough(run) && status == BD_OK; i++) {
        /* regula falsi, a step to the far side of its guess to close the bracket, and bisection */
        double t = guess(s, n, l, r);
        double margin = fmax(1e-3 * fmin(t - l, r - t), 0.5 * resolution);
        if (i % 3 == 1)
            t += margin;
        else if (i % 3 == 2)
            t = i % 6 == 2 ? t - margin : 0.5 * (l + r);
        if (!(t > l && t < r))
            t = 0.5 * (l + r);
        if (!(t > l && t < r))
            break;
        status = signals_at(run, t, s->trial);
        if (status != BD_OK)
            break;
        bool early = any_change(s->left, s->trial, n);
        keep_signs(s, n);
        memcpy(early ? s->right : s->left, s->trial, (size_t)n * sizeof *s->left);
        *(early ? &r : &l) = t;
        if (!early && !any_change(s->left, s->right, n))
            break; /* whatever changed has changed back */
    }
    if (status != BD_OK)
        return status;
    *found = true;
    /* a wide bracket is no event between two times: the step ends behind it */
    *left = r - l > resolution && near_enough(run) ? begin : l;
    *right = r;
    return count_event(run, r);
}
