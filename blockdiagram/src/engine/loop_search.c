/* a wider search for the solution of an algebraic loop F(z) = g(z) - z = 0, for loops that Newton
 * steps from the last solution do not solve. In this order:
 *
 *  one unknown: outwards from the begin, by steps that double, until F changes its sign; then
 *  bisection. A jump over zero is no solution: there F stays large however close the ends are
 *
 *  continuation: F(z) = (1 - s) F(begin) from s = 0, where the begin solves it, to s = 1 (Newton
 *  homotopy; Davidenko, 1953), each point from the last one
 *
 *  other begins: zero, and both signs of several sizes
 *
 *  without derivatives: the simplex of Nelder and Mead (1965) on |F|, and from its best point again
 *
 * All of it is deterministic and bounded. */
#include "blockdiagram/error.h"
#include "engine/dense.h"
#include "engine/loop.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define SIMPLEX_UNKNOWNS 12

size_t bd_loop_simplex_size(size_t unknowns) {
    return unknowns <= SIMPLEX_UNKNOWNS ? (unknowns + 1) * (unknowns + 1) + 3 * unknowns : 0;
}

static bd_status value(bd_block *block, double z, double *f) {
    return bd_loop_residual(block, &z, f);
}

/* between two points with different signs; found if F goes to zero with the distance */
static bd_status bisect(bd_block *block, const bd_loop_arrays *a, double left, double left_f,
                        double right, double right_f, bool *found) {
    double first = fmax(fabs(left_f), fabs(right_f)), middle = left, f = left_f;
    for (int i = 0; i < 200; i++) {
        middle = left + 0.5 * (right - left);
        if (middle == left || middle == right)
            break;
        BD_TRY(value(block, middle, &f));
        if (f == 0.0 || !isfinite(f))
            break;
        if ((f > 0.0) == (left_f > 0.0))
            left = middle, left_f = f;
        else
            right = middle, right_f = f;
    }
    bool at_left = fabs(left_f) < fabs(right_f);
    *a->z = f == 0.0 ? middle : at_left ? left : right;
    BD_TRY(bd_loop_residual(block, a->z, a->f));
    double rest = fmax(fabs(left_f), fabs(right_f));
    *found =
        *a->f == 0.0 || rest <= 1e-4 * first || fabs(*a->f) <= 1e-8 * fmax(fabs(*a->z), DBL_MIN);
    return BD_OK;
}

typedef struct probe {
    double z, f;
    bool known;
} probe;

static bd_status scan(bd_block *block, const bd_loop_arrays *a, bool *found) {
    double begin = *a->start, size = fmax(fabs(begin), 1.0), step = 1e-9 * size;
    /* farther out nothing but rounding is left of a residual */
    const double widest = 1e13 * size;
    probe last[2];
    BD_TRY(value(block, begin, &last[0].f));
    last[0].z = begin;
    last[0].known = isfinite(last[0].f);
    last[1] = last[0];
    for (; step < widest && !*found; step *= 2.0)
        for (int side = 0; side < 2 && !*found; side++) {
            probe next = {side ? begin - step : begin + step, 0.0, false};
            BD_TRY(value(block, next.z, &next.f));
            next.known = isfinite(next.f);
            *a->z = next.z;
            *found = next.f == 0.0;
            if (!*found && next.known && last[side].known && (next.f > 0.0) != (last[side].f > 0.0))
                BD_TRY(bisect(block, a, last[side].z, last[side].f, next.z, next.f, found));
            last[side] = next;
        }
    return BD_OK;
}

/* one step of the homotopy: Newton on F(z) - rest F(begin), with a Jacobian by differences */
static bd_status correct(bd_block *block, const bd_loop_arrays *a, const double *begin_f, int n,
                         double rest, bool *found) {
    *found = false;
    double last = INFINITY;
    for (int iteration = 0; iteration < 12; iteration++) {
        BD_TRY(bd_loop_residual(block, a->z, a->f));
        for (int i = 0; i < n; i++)
            a->step[i] = rest * begin_f[i] - a->f[i];
        double size = bd_loop_norm(a->step, n);
        if (!isfinite(size) || size > 4.0 * last)
            return BD_OK;
        *found = size <= 1e-6 * (bd_loop_norm(begin_f, n) + DBL_MIN);
        if (*found)
            return BD_OK;
        last = size;
        for (int j = 0; j < n; j++) {
            double kept = a->z[j], delta = 1e-7 * fmax(fabs(kept), 1e-3);
            a->z[j] = kept + delta;
            delta = a->z[j] - kept;
            bd_status status = bd_loop_residual(block, a->z, a->trial_f);
            a->z[j] = kept;
            BD_TRY(status);
            for (int i = 0; i < n; i++)
                a->factors[i + j * n] = (a->trial_f[i] - a->f[i]) / delta;
        }
        if (!bd_lu_factor(a->factors, a->pivots, n))
            return BD_OK;
        bd_lu_solve(a->factors, a->pivots, n, a->step);
        for (int i = 0; i < n; i++)
            a->z[i] += a->step[i];
    }
    return BD_OK;
}

static bd_status continuation(bd_block *block, const bd_loop_arrays *a, int n,
                              bd_loop_solver *solver, bool *found) {
    memcpy(a->z, a->start, (size_t)n * sizeof *a->z);
    BD_TRY(bd_loop_residual(block, a->z, a->gradient));
    if (!isfinite(bd_loop_norm(a->gradient, n)))
        return BD_OK;
    double done = 0.0, step = 0.125;
    memcpy(a->best, a->z, (size_t)n * sizeof *a->best);
    for (int i = 0; i < 80 && done < 1.0 && step > 1e-6; i++) {
        double next = fmin(done + step, 1.0);
        bool reached = false;
        BD_TRY(correct(block, a, a->gradient, n, 1.0 - next, &reached));
        memcpy(reached ? a->best : a->z, reached ? a->z : a->best, (size_t)n * sizeof *a->z);
        done = reached ? next : done;
        step *= reached ? 2.0 : 0.25;
    }
    return done < 1.0 ? BD_OK : solver(block, found);
}

static bd_status other_begins(bd_block *block, const bd_loop_arrays *a, int n,
                              bd_loop_solver *solver, bool *found) {
    static const double sizes[] = {0.0, 1.0, -1.0, 1e-3, -1e-3, 100.0, -100.0, 1e5, -1e5};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes && !*found; s++) {
        for (int i = 0; i < n; i++)
            a->z[i] = sizes[s];
        BD_TRY(solver(block, found));
    }
    return BD_OK;
}

/* |F|, or a large number where it is not finite */
static bd_status height(bd_block *block, const bd_loop_arrays *a, const double *z, int n,
                        double *h) {
    BD_TRY(bd_loop_residual(block, z, a->trial_f));
    *h = bd_loop_norm(a->trial_f, n);
    if (!isfinite(*h))
        *h = DBL_MAX;
    return BD_OK;
}

/* rows of n coordinates and their height */
static bd_status simplex(bd_block *block, const bd_loop_arrays *a, int n, double size) {
    int row = n + 1;
    double *points = a->simplex, *centre = points + row * row, *trial = a->best;
    double *second = a->gradient, trial_h = 0.0, second_h = 0.0;
    for (int p = 0; p <= n; p++) {
        memcpy(points + p * row, a->z, (size_t)n * sizeof *points);
        if (p > 0)
            points[p * row + p - 1] += size * fmax(fabs(a->z[p - 1]), 1.0);
        BD_TRY(height(block, a, points + p * row, n, &points[p * row + n]));
    }
    for (int iteration = 0; iteration < 400 * n; iteration++) {
        int best = 0, worst = 0, next = 0;
        for (int p = 1; p <= n; p++) {
            if (points[p * row + n] < points[best * row + n])
                best = p;
            if (points[p * row + n] > points[worst * row + n])
                worst = p;
        }
        next = best;
        for (int p = 0; p <= n; p++)
            if (p != worst && points[p * row + n] > points[next * row + n])
                next = p;
        for (int i = 0; i < n; i++) {
            centre[i] = 0.0;
            for (int p = 0; p <= n; p++)
                centre[i] += p == worst ? 0.0 : points[p * row + i] / n;
        }
        double *bad = points + worst * row, *good = points + best * row;
        memcpy(a->z, good, (size_t)n * sizeof *a->z);
        if (good[n] == 0.0 || bad[n] - good[n] <= 1e-15 * good[n])
            return BD_OK;
        for (int i = 0; i < n; i++)
            trial[i] = 2.0 * centre[i] - bad[i];
        BD_TRY(height(block, a, trial, n, &trial_h));
        double factor = trial_h < good[n] ? 2.0 : trial_h < bad[n] ? 0.5 : -0.5;
        if (trial_h >= good[n] && trial_h < points[next * row + n])
            factor = 1.0;
        for (int i = 0; i < n; i++)
            second[i] = centre[i] + factor * (centre[i] - bad[i]);
        BD_TRY(height(block, a, second, n, &second_h));
        const double *taken = second_h < trial_h ? second : trial;
        double taken_h = fmin(second_h, trial_h);
        if (taken_h < bad[n]) {
            memcpy(bad, taken, (size_t)n * sizeof *bad);
            bad[n] = taken_h;
            continue;
        }
        for (int p = 0; p <= n; p++) {
            if (p == best)
                continue;
            for (int i = 0; i < n; i++)
                points[p * row + i] = 0.5 * (points[p * row + i] + good[i]);
            BD_TRY(height(block, a, points + p * row, n, &points[p * row + n]));
        }
    }
    return BD_OK;
}

bd_status bd_loop_search(bd_block *block, const bd_loop_arrays *a, bd_loop_solver *solver,
                         bool *found) {
    const bd_loop *loop = block->data;
    int n = loop->unknowns;
    if (n == 1)
        BD_TRY(scan(block, a, found));
    if (!*found)
        BD_TRY(continuation(block, a, n, solver, found));
    if (!*found)
        BD_TRY(other_begins(block, a, n, solver, found));
    memcpy(a->z, a->start, (size_t)n * sizeof *a->z);
    for (double size = 0.1; size < 2e4 && !*found && n > 1 && n <= SIMPLEX_UNKNOWNS; size *= 30.0) {
        BD_TRY(simplex(block, a, n, size));
        BD_TRY(solver(block, found));
    }
    return BD_OK;
}
