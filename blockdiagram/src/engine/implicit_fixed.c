/* implicit methods with a fixed step, for stiff diagrams.
 *
 * ode14x: linearly implicit Euler with 1 … k substeps, extrapolated to order k (Deuflhard 1985;
 * Hairer and Wanner, Solving ODEs II, IV.9), the Jacobian by differences once per step.
 * ode1be: backward Euler, Newton iterations */
#include "engine/dense.h"
#include "engine/run.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define MAX_ORDER 4

typedef struct memory {
    double *x0, *f0, *step, *base;
    double *jacobian, *factors;
    int *pivots;
    double *table; /* MAX_ORDER approximations */
    bool told;     /* that a step was not solved, in this run */
} memory;

static bd_status create(bd_run *run, void **result) {
    bd_arena *arena = &run->home.arena;
    size_t n = (size_t)run->model->layout.state_count;
    memory *m = bd_arena_alloc(arena, sizeof *m);
    double *numbers = bd_arena_array(arena, (4 + MAX_ORDER) * n, sizeof *numbers);
    double *square = bd_arena_array(arena, n * n, 2 * sizeof *square);
    int *pivots = bd_arena_array(arena, n, sizeof *pivots);
    if (!m || !numbers || !square || !pivots)
        return bd_run_no_memory(run);
    *m = (memory){.x0 = numbers,
                  .f0 = numbers + n,
                  .step = numbers + 2 * n,
                  .base = numbers + 3 * n,
                  .table = numbers + 4 * n,
                  .jacobian = square,
                  .factors = square + n * n,
                  .pivots = pivots};
    *result = m;
    return BD_OK;
}

/* df/dx at (time, base); x is left at base. f0 holds the derivatives there */
static bd_status find_jacobian(bd_run *run, memory *m, double time) {
    int n = run->model->layout.state_count;
    double *x = run->x;
    for (int j = 0; j < n; j++) {
        double delta = sqrt(DBL_EPSILON) * fmax(fabs(m->base[j]), 1e-3);
        memcpy(x, m->base, (size_t)n * sizeof *x);
        x[j] += delta;
        delta = x[j] - m->base[j];
        BD_TRY(bd_evaluate(run, time));
        for (int i = 0; i < n; i++)
            m->jacobian[i + j * n] = (run->dx[i] - m->f0[i]) / delta;
    }
    memcpy(x, m->base, (size_t)n * sizeof *x);
    return BD_OK;
}

/* factors of I - h J */
static bd_status factor(bd_run *run, memory *m, double h) {
    int n = run->model->layout.state_count;
    for (int i = 0; i < n * n; i++)
        m->factors[i] = -h * m->jacobian[i];
    for (int i = 0; i < n; i++)
        m->factors[i + i * n] += 1.0;
    if (bd_lu_factor(m->factors, m->pivots, n))
        return BD_OK;
    return bd_run_fail(run, BD_SOLVER_FAILED,
                       "%s: the implicit step has no unique solution (t = %.15g)",
                       run->model->diagram->name, run->clock.time);
}

static bd_status begin_step(bd_run *run, memory *m, double begin) {
    size_t bytes = (size_t)run->model->layout.state_count * sizeof(double);
    bd_status status = bd_evaluate_derivatives(run);
    if (status == BD_OK)
        status = bd_check_states(run);
    memcpy(m->x0, run->x, bytes);
    memcpy(m->base, run->x, bytes);
    memcpy(m->f0, run->dx, bytes);
    return status == BD_OK ? find_jacobian(run, m, begin) : status;
}

/* (I - h J) dx = h f(t + h, x): the time at the end, so that x' = f(t) is met to all orders too */
static bd_status substeps(bd_run *run, memory *m, double begin, double target, int count,
                          double *result) {
    int n = run->model->layout.state_count;
    double *x = run->x;
    double h = run->clock.step / count;
    bd_status status = factor(run, m, h);
    memcpy(x, m->x0, (size_t)n * sizeof *x);
    for (int s = 1; s <= count && status == BD_OK; s++) {
        status = bd_evaluate(run, s == count ? target : begin + s * h);
        for (int i = 0; i < n; i++)
            m->step[i] = h * run->dx[i];
        bd_lu_solve(m->factors, m->pivots, n, m->step);
        for (int i = 0; i < n; i++)
            x[i] += m->step[i];
    }
    memcpy(result, x, (size_t)n * sizeof *x);
    return status;
}

static bd_status step_ode14x(bd_run *run, void *solver, double target, double *reached) {
    memory *m = solver;
    int n = run->model->layout.state_count, order = run->settings.extrapolation_order;
    double begin = run->clock.time;
    bd_status status = begin_step(run, m, begin);
    for (int j = 0; j < order && status == BD_OK; j++) {
        status = substeps(run, m, begin, target, j + 1, m->table + j * n);
        /* Aitken-Neville along the new row; entry k then has order j - k + 1 */
        for (int k = j - 1; k >= 0; k--) {
            double ratio = (double)(j + 1) / (double)(k + 1) - 1.0;
            for (int i = 0; i < n; i++) {
                double better = m->table[(k + 1) * n + i];
                m->table[k * n + i] = better + (better - m->table[k * n + i]) / ratio;
            }
        }
    }
    if (status == BD_OK)
        memcpy(run->x, m->table, (size_t)n * sizeof(double));
    *reached = target;
    return status;
}

/* the Jacobian where the search has come to */
static bd_status renew(bd_run *run, memory *m, double target, double h) {
    BD_TRY(bd_evaluate(run, target));
    memcpy(m->f0, run->dx, (size_t)run->model->layout.state_count * sizeof *m->f0);
    BD_TRY(find_jacobian(run, m, target));
    return factor(run, m, h);
}

/* over a jump of a rate there may be no solution: the step ends where the search did */
static void tell_unsolved(const bd_run *run, memory *m) {
    if (m->told)
        return;
    m->told = true;
    bd_log_add(run->home.log,
               "%s: ode1be does not solve its step at t = %.15g and goes on from where it came to",
               run->model->diagram->name, run->clock.time);
}

static bd_status step_ode1be(bd_run *run, void *solver, double target, double *reached) {
    memory *m = solver;
    int n = run->model->layout.state_count, limit = 20;
    double h = run->clock.step, *x = run->x;
    m->told = m->told && run->step_number > 0;
    bd_status status = begin_step(run, m, run->clock.time);
    if (status == BD_OK)
        status = factor(run, m, h);
    bool converged = false;
    for (int k = 0; k < limit && status == BD_OK && !converged; k++) {
        status = bd_evaluate(run, target);
        for (int i = 0; i < n; i++)
            m->step[i] = m->x0[i] + h * run->dx[i] - x[i];
        bd_lu_solve(m->factors, m->pivots, n, m->step);
        converged = true;
        for (int i = 0; i < n; i++) {
            x[i] += m->step[i];
            converged = converged && fabs(m->step[i]) <= 1e-12 * fmax(fabs(x[i]), 1e-6);
        }
        if (k == limit / 2 && status == BD_OK && !converged) { /* the old Jacobian leads nowhere */
            memcpy(m->base, x, (size_t)n * sizeof *x);
            status = renew(run, m, target, h);
        }
    }
    if (status == BD_OK && !converged)
        tell_unsolved(run, m);
    *reached = target;
    return status;
}

const bd_solver_type bd_solver_ode14x = {
    .name = "ode14x", .create = create, .step = step_ode14x, .fixed_step = true};
const bd_solver_type bd_solver_ode1be = {
    .name = "ode1be", .create = create, .step = step_ode1be, .fixed_step = true};
