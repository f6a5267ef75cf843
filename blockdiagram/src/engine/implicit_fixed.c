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
} memory;

static bd_status create(bd_simulation *simulation, void **result) {
    bd_arena *arena = &simulation->arena;
    size_t n = (size_t)simulation->state_count;
    memory *m = bd_arena_alloc(arena, sizeof *m);
    double *numbers = bd_arena_array(arena, (4 + MAX_ORDER) * n, sizeof *numbers);
    double *square = bd_arena_array(arena, n * n, 2 * sizeof *square);
    int *pivots = bd_arena_array(arena, n, sizeof *pivots);
    if (!m || !numbers || !square || !pivots)
        return bd_simulation_no_memory(simulation);
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
static bd_status find_jacobian(bd_simulation *simulation, memory *m, double time) {
    int n = simulation->state_count;
    double *x = simulation->x;
    for (int j = 0; j < n; j++) {
        double delta = sqrt(DBL_EPSILON) * fmax(fabs(m->base[j]), 1e-3);
        memcpy(x, m->base, (size_t)n * sizeof *x);
        x[j] += delta;
        delta = x[j] - m->base[j];
        bd_status status = bd_evaluate(simulation, time);
        if (status != BD_OK)
            return status;
        for (int i = 0; i < n; i++)
            m->jacobian[i + j * n] = (simulation->dx[i] - m->f0[i]) / delta;
    }
    memcpy(x, m->base, (size_t)n * sizeof *x);
    return BD_OK;
}

/* factors of I - h J */
static bd_status factor(bd_simulation *simulation, memory *m, double h) {
    int n = simulation->state_count;
    for (int i = 0; i < n * n; i++)
        m->factors[i] = -h * m->jacobian[i];
    for (int i = 0; i < n; i++)
        m->factors[i + i * n] += 1.0;
    if (bd_lu_factor(m->factors, m->pivots, n))
        return BD_OK;
    return bd_simulation_fail(simulation, BD_SOLVER_FAILED,
                              "%s: the implicit step has no unique solution (t = %.15g)",
                              simulation->diagram->name, simulation->clock.time);
}

static bd_status begin_step(bd_simulation *simulation, memory *m, double begin) {
    size_t bytes = (size_t)simulation->state_count * sizeof(double);
    bd_status status = bd_evaluate_derivatives(simulation);
    if (status == BD_OK)
        status = bd_check_states(simulation);
    memcpy(m->x0, simulation->x, bytes);
    memcpy(m->base, simulation->x, bytes);
    memcpy(m->f0, simulation->dx, bytes);
    return status == BD_OK ? find_jacobian(simulation, m, begin) : status;
}

/* (I - h J) dx = h f(t + h, x): the time at the end, so that x' = f(t) is met to all orders too */
static bd_status substeps(bd_simulation *simulation, memory *m, double begin, double target,
                          int count, double *result) {
    int n = simulation->state_count;
    double *x = simulation->x;
    double h = simulation->clock.step / count;
    bd_status status = factor(simulation, m, h);
    memcpy(x, m->x0, (size_t)n * sizeof *x);
    for (int s = 1; s <= count && status == BD_OK; s++) {
        status = bd_evaluate(simulation, s == count ? target : begin + s * h);
        for (int i = 0; i < n; i++)
            m->step[i] = h * simulation->dx[i];
        bd_lu_solve(m->factors, m->pivots, n, m->step);
        for (int i = 0; i < n; i++)
            x[i] += m->step[i];
    }
    memcpy(result, x, (size_t)n * sizeof *x);
    return status;
}

static bd_status step_ode14x(bd_simulation *simulation, void *solver, double target,
                             double *reached) {
    memory *m = solver;
    int n = simulation->state_count, order = simulation->settings.extrapolation_order;
    double begin = simulation->clock.time;
    bd_status status = begin_step(simulation, m, begin);
    for (int j = 0; j < order && status == BD_OK; j++) {
        status = substeps(simulation, m, begin, target, j + 1, m->table + j * n);
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
        memcpy(simulation->x, m->table, (size_t)n * sizeof(double));
    *reached = target;
    return status;
}

static bd_status step_ode1be(bd_simulation *simulation, void *solver, double target,
                             double *reached) {
    memory *m = solver;
    int n = simulation->state_count, limit = 20;
    double h = simulation->clock.step, *x = simulation->x;
    bd_status status = begin_step(simulation, m, simulation->clock.time);
    if (status == BD_OK)
        status = factor(simulation, m, h);
    bool converged = false;
    for (int k = 0; k < limit && status == BD_OK && !converged; k++) {
        status = bd_evaluate(simulation, target);
        for (int i = 0; i < n; i++)
            m->step[i] = m->x0[i] + h * simulation->dx[i] - x[i];
        bd_lu_solve(m->factors, m->pivots, n, m->step);
        converged = true;
        for (int i = 0; i < n; i++) {
            x[i] += m->step[i];
            converged = converged && fabs(m->step[i]) <= 1e-12 * fmax(fabs(x[i]), 1e-6);
        }
        if (k == limit / 2 && status == BD_OK && !converged) { /* the old Jacobian leads nowhere */
            memcpy(m->base, x, (size_t)n * sizeof *x);
            status = bd_evaluate(simulation, target);
            memcpy(m->f0, simulation->dx, (size_t)n * sizeof *x);
            if (status == BD_OK)
                status = find_jacobian(simulation, m, target);
            if (status == BD_OK)
                status = factor(simulation, m, h);
        }
    }
    *reached = target;
    return status;
}

const bd_solver_type bd_solver_ode14x = {
    .name = "ode14x", .create = create, .step = step_ode14x, .fixed_step = true};
const bd_solver_type bd_solver_ode1be = {
    .name = "ode1be", .create = create, .step = step_ode1be, .fixed_step = true};
