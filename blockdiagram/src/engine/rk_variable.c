/* embedded Runge-Kutta pairs with step control: ode45 (Dormand and Prince 1980) and ode23 (Bogacki
 * and Shampine 1989). The error per step obeys |e_i| <= max(RelTol |x_i|, AbsTol_i); steps grow at
 * most fivefold and shrink at most tenfold (Shampine and Reichelt 1997).
 *
 * Inside an accepted step the solution is found by a shorter step from the same begin, which is at
 * least as accurate as the step itself */
#include "engine/run.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define MAX_STAGES 7
/* behind a jump or a corner accuracy comes back at once; so many steps that hardly move the time
 * say that it will not. Time goes on in steps that are longer than the shortest by this factor */
#define MOST_FORCED 1000
#define GOES_ON     1e6

typedef struct pair {
    int stages; /* the last one is the derivative at the new point */
    int order;  /* of the error estimate plus one */
    double c[MAX_STAGES];
    double a[MAX_STAGES][MAX_STAGES];
    double e[MAX_STAGES]; /* weights of the error */
} pair;

typedef struct memory {
    const pair *method;
    double *x0, *x1;
    double *k;
    double begin, end; /* of the last accepted step */
    long forced; /* steps that were as short as can be and still not accurate, since time went on */
    bool told;
} memory;

static const pair dormand_prince = {
    7,
    5,
    {0, 0.2, 0.3, 0.8, 8.0 / 9, 1, 1},
    {{0},
     {0.2},
     {3.0 / 40, 9.0 / 40},
     {44.0 / 45, -56.0 / 15, 32.0 / 9},
     {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
     {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
     {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}},
    {71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40}};

static const pair bogacki_shampine = {4,
                                      3,
                                      {0, 0.5, 0.75, 1},
                                      {{0}, {0.5}, {0, 0.75}, {2.0 / 9, 1.0 / 3, 4.0 / 9}},
                                      {-5.0 / 72, 1.0 / 12, 1.0 / 9, -1.0 / 8}};

static bd_status create_with(bd_run *run, void **result, const pair *method) {
    bd_arena *arena = &run->home.arena;
    size_t n = (size_t)run->model->layout.state_count;
    memory *m = bd_arena_alloc(arena, sizeof *m);
    double *numbers = bd_arena_array(arena, (2 + MAX_STAGES) * n, sizeof *numbers);
    if (!m || !numbers)
        return bd_run_no_memory(run);
    *m = (memory){.method = method, .x0 = numbers, .x1 = numbers + n, .k = numbers + 2 * n};
    *result = m;
    return BD_OK;
}

/* stages 1 … up to (not including) `last` from x0; run->x is then the argument of `last` */
static bd_status run_stages(bd_run *run, const memory *m, double begin, double end, int last) {
    const pair *p = m->method;
    int n = run->model->layout.state_count;
    double *x = run->x;
    double h = end - begin;
    for (int s = 1; s <= last; s++) {
        memcpy(x, m->x0, (size_t)n * sizeof *x);
        for (int j = 0; j < s; j++) {
            double factor = h * p->a[s][j];
            const double *k = m->k + j * n;
            for (int i = 0; factor != 0.0 && i < n; i++)
                x[i] += factor * k[i];
        }
        if (s == last)
            break;
        BD_TRY(bd_evaluate(run, p->c[s] == 1.0 ? end : begin + p->c[s] * h));
        memcpy(m->k + s * n, run->dx, (size_t)n * sizeof *x);
    }
    return BD_OK;
}

/* largest error relative to what is allowed */
static double error_norm(const bd_run *run, const memory *m, double h) {
    const pair *p = m->method;
    int n = run->model->layout.state_count;
    double relative = run->settings.relative_tolerance, worst = 0.0;
    for (int i = 0; i < n; i++) {
        double e = 0.0;
        for (int s = 0; s < p->stages; s++)
            e += p->e[s] * m->k[s * n + i];
        double size = fmax(fabs(m->x0[i]), fabs(run->x[i]));
        double allowed = fmax(relative * size, bd_state_tolerance(run, i));
        double ratio = fabs(h * e) / allowed;
        if (!(ratio <= worst)) /* keeps NaN */
            worst = ratio;
    }
    return worst;
}

/* a first step from how fast the states change */
static double first_step(const bd_run *run, const memory *m, double longest) {
    double relative = run->settings.relative_tolerance, rate = 0.0;
    for (int i = 0; i < run->model->layout.state_count; i++) {
        double size = fmax(fabs(m->x0[i]), bd_state_tolerance(run, i) / relative);
        rate = fmax(rate, fabs(m->k[i]) / size);
    }
    double order = 1.0 / m->method->order;
    rate /= 0.8 * pow(relative, order);
    return longest * rate > 1.0 ? 1.0 / rate : longest;
}

static bd_status too_small(bd_run *run, double begin, double h) {
    run->clock.time = begin;
    BD_TRY(bd_check_states(run));
    return bd_run_fail(run, BD_SOLVER_FAILED,
                       "%s: the solver needs a step below %.3g to meet the tolerance; the "
                       "diagram may be stiff (ode15s) or have a singularity (t = %.15g)",
                       run->model->diagram->name, h, begin);
}

/* A shortest step that is not accurate is taken all the same, as MinStepSizeMsg says: over a jump
 * that no block announces there is no other way. With a minimum that the model sets time goes on
 * anyway; with that of the resolution of time it must become accurate again soon. */
static bool may_force(const bd_run *run, const memory *m, double error) {
    return isfinite(error) && !run->settings.min_step_is_error &&
           (run->settings.min_step > 0.0 || m->forced < MOST_FORCED);
}

static void count_forced(bd_run *run, memory *m, double begin, double error) {
    m->forced++;
    if (m->told)
        return;
    m->told = true;
    bd_log_add(
        run->home.log,
        "%s: the shortest step does not meet the tolerance at t = %.15g and is taken all the "
        "same; the relative tolerance is %.2g there",
        run->model->diagram->name, begin, error * run->settings.relative_tolerance);
}

/* keeps the step that was made; what is known of the error decides about the next one */
static void accept(bd_run *run, memory *m, double begin, double end, double next) {
    int n = run->model->layout.state_count;
    run->next_step = next;
    m->begin = begin;
    m->end = end;
    memcpy(m->x1, run->x, (size_t)n * sizeof *m->x1);
}

static bd_status step(bd_run *run, void *solver, double target, double *reached) {
    memory *m = solver;
    const pair *p = m->method;
    const bd_settings *s = &run->settings;
    int n = run->model->layout.state_count;
    double begin = run->clock.time;
    double power = 1.0 / p->order;
    bool failed = false;
    memcpy(m->x0, run->x, (size_t)n * sizeof *m->x0);
    bd_status status = bd_evaluate_derivatives(run);
    if (status == BD_OK)
        status = bd_check_states(run);
    memcpy(m->k, run->dx, (size_t)n * sizeof *m->k);
    double longest = fmin(s->max_step, target - begin);
    double h = run->next_step;
    if (!(h > 0.0))
        h = s->initial_step > 0.0 ? s->initial_step : first_step(run, m, longest);
    /* the resolution of time; at t = 0, where that is 0, nothing that could ever add up */
    double resolution = 16.0 * DBL_EPSILON * fmax(fabs(begin), DBL_EPSILON * longest);
    double smallest = fmax(s->min_step, resolution);
    while (status == BD_OK) {
        h = fmin(fmax(h, smallest), s->max_step);
        bool last = 1.1 * h >= target - begin;
        double end = last ? target : begin + h;
        double used = end - begin;
        status = run_stages(run, m, begin, end, p->stages - 1);
        if (status == BD_OK)
            status = bd_evaluate(run, end);
        if (status != BD_OK)
            break;
        memcpy(m->k + (p->stages - 1) * n, run->dx, (size_t)n * sizeof *m->k);
        double error = error_norm(run, m, used);
        if (error <= 1.0) {
            double growth = error > 0.0 ? 0.8 * pow(error, -power) : 5.0;
            growth = fmin(growth, failed ? 1.0 : 5.0);
            /* a step cut short by the target says nothing against the longer one that was planned
             */
            *reached = end;
            if (used > GOES_ON * resolution)
                m->forced = 0;
            accept(run, m, begin, end, last && used < h ? fmax(h, used * growth) : used * growth);
            return BD_OK;
        }
        bool shortest = h <= smallest || used <= 4.0 * resolution;
        if (shortest && may_force(run, m, error)) {
            *reached = end;
            count_forced(run, m, begin, error);
            accept(run, m, begin, end, used);
            return BD_OK;
        }
        run->statistics.rejected_steps++;
        memcpy(run->x, m->x0, (size_t)n * sizeof *m->x0);
        if (shortest)
            return too_small(run, begin, last ? used : smallest);
        h = failed || !isfinite(error) ? 0.5 * used : used * fmax(0.1, 0.8 * pow(error, -power));
        if (!isfinite(error))
            h = 0.1 * used;
        failed = true;
    }
    return status;
}

static bd_status interpolate(bd_run *run, void *solver, double time) {
    memory *m = solver;
    int n = run->model->layout.state_count;
    if (time <= m->begin || time >= m->end) {
        memcpy(run->x, time <= m->begin ? m->x0 : m->x1, (size_t)n * sizeof *m->x0);
        return BD_OK;
    }
    return run_stages(run, m, m->begin, time, m->method->stages - 1);
}

static bd_status create_45(bd_run *run, void **result) {
    return create_with(run, result, &dormand_prince);
}

static bd_status create_23(bd_run *run, void **result) {
    return create_with(run, result, &bogacki_shampine);
}

const bd_solver_type bd_solver_ode45 = {
    .name = "ode45", .create = create_45, .step = step, .interpolate = interpolate};
const bd_solver_type bd_solver_ode23 = {
    .name = "ode23", .create = create_23, .step = step, .interpolate = interpolate};
