/* solves an algebraic loop: z = g(z) for the signals z at its cuts, from the solution before; what
 * this misses is left to a wider search (loop_search.c).
 *
 * F(z) = g(z) - z, Newton steps inside a trust region (Powell's dogleg, 1970) with a Jacobian by
 * differences, which is kept from call to call as long as it reduces the residual. Bounds as
 * documented: |F| or |dz| below 128 eps |z|, relaxed when nothing improves any more (but only to
 * 1e-8 |z|: a loop without solution must not pass), at most 200 (n+1) evaluations */
#include "blockdiagram/error.h"
#include "engine/dense.h"
#include "engine/loop.h"
#include "engine/run.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct memory {
    int has_jacobian;
    int used;
    double first; /* smallest residual that a search began with */
} memory;

typedef bd_loop_arrays arrays;

static size_t round_up(size_t bytes) {
    return (bytes + 15) / 16 * 16;
}

static arrays arrays_of(const bd_block *block) {
    const bd_loop *loop = block->data;
    size_t n = (size_t)loop->unknowns;
    double *next = (double *)(void *)((char *)block->work + round_up(sizeof(memory)));
    arrays a = {next,         next + n,     next + 2 * n, next + 3 * n, next + 4 * n,
                next + 5 * n, next + 6 * n, next + 7 * n, next + 8 * n, next + 8 * n + n * n,
                NULL,         NULL};
    a.simplex = next + 8 * n + 2 * n * n;
    a.pivots = (int *)(void *)(a.simplex + bd_loop_simplex_size(n));
    return a;
}

static bd_status setup(bd_block *block) {
    const bd_loop *loop = block->data;
    size_t n = (size_t)loop->unknowns;
    size_t numbers = 8 * n + 2 * n * n + bd_loop_simplex_size(n);
    bd_block_set_work(block, round_up(sizeof(memory)) + numbers * sizeof(double) + n * sizeof(int));
    BD_TRY(bd_block_set_inputs(block, 0));
    return bd_block_set_outputs(block, 0);
}

static void read_cuts(const bd_loop *loop, double *z) {
    for (int c = 0; c < loop->cut_count; c++) {
        memcpy(z, loop->cuts[c]->data, (size_t)loop->cuts[c]->width * sizeof *z);
        z += loop->cuts[c]->width;
    }
}

static void write_cuts(const bd_loop *loop, const double *z) {
    for (int c = 0; c < loop->cut_count; c++) {
        memcpy(loop->cuts[c]->data, z, (size_t)loop->cuts[c]->width * sizeof *z);
        z += loop->cuts[c]->width;
    }
}

bd_status bd_loop_residual(bd_block *block, const double *z, double *f) {
    const bd_loop *loop = block->data;
    write_cuts(loop, z);
    bd_status status = bd_list_run(bd_is_major(block) ? &loop->major : &loop->minor);
    read_cuts(loop, f);
    for (int i = 0; i < loop->unknowns; i++)
        f[i] -= z[i];
    ((memory *)block->work)->used++;
    block->engine->run->statistics.loop_iterations++;
    return status;
}

double bd_loop_norm(const double *v, int n) {
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += v[i] * v[i];
    return sqrt(sum);
}

/* relative to z, and to the size of the residual at the beginning where z itself is zero. Of
 * several beginnings the best counts: from a far one everything looks small */
static bool is_small(const double *v, const double *z, int n, double tolerance, double first) {
    for (int i = 0; i < n; i++)
        if (!(fabs(v[i]) <= tolerance * (fabs(z[i]) + first)))
            return false;
    return true;
}

static bd_status find_jacobian(bd_block *block, const arrays *a, int n) {
    const double root = sqrt(DBL_EPSILON);
    for (int j = 0; j < n; j++) {
        double delta = root * fmax(fabs(a->z[j]), 1.0);
        memcpy(a->trial, a->z, (size_t)n * sizeof *a->trial);
        a->trial[j] += delta;
        delta = a->trial[j] - a->z[j];
        BD_TRY(bd_loop_residual(block, a->trial, a->trial_f));
        for (int i = 0; i < n; i++)
            a->jacobian[i + j * n] = (a->trial_f[i] - a->f[i]) / delta;
    }
    memcpy(a->factors, a->jacobian, (size_t)n * (size_t)n * sizeof *a->factors);
    ((memory *)block->work)->has_jacobian = bd_lu_factor(a->factors, a->pivots, n) ? 2 : 1;
    return BD_OK;
}

/* steepest descent of |F|^2, as far as the linear model goes down */
static void find_gradient_step(const arrays *a, int n) {
    double square = 0.0, image_square = 0.0;
    for (int j = 0; j < n; j++) {
        a->gradient[j] = 0.0;
        for (int i = 0; i < n; i++)
            a->gradient[j] -= a->jacobian[i + j * n] * a->f[i];
        square += a->gradient[j] * a->gradient[j];
    }
    for (int i = 0; i < n; i++) {
        double image = 0.0;
        for (int j = 0; j < n; j++)
            image += a->jacobian[i + j * n] * a->gradient[j];
        image_square += image * image;
    }
    double length = image_square > 0.0 ? square / image_square : 0.0;
    for (int j = 0; j < n; j++)
        a->gradient[j] *= length;
}

/* from the present point to the gradient point to the Newton point, cut at the radius; true if that
 * is the Newton point itself */
static bool find_dogleg(const memory *m, const arrays *a, int n, double radius) {
    bool newton = m->has_jacobian == 2;
    if (newton) {
        for (int i = 0; i < n; i++)
            a->step[i] = -a->f[i];
        bd_lu_solve(a->factors, a->pivots, n, a->step);
        if (bd_loop_norm(a->step, n) <= radius)
            return true;
    }
    find_gradient_step(a, n);
    double down = bd_loop_norm(a->gradient, n);
    if (down >= radius || !newton) {
        double scale = down > radius ? radius / down : 1.0;
        for (int i = 0; i < n; i++)
            a->step[i] = scale * a->gradient[i];
        return false;
    }
    double aa = 0.0, ab = 0.0;
    for (int i = 0; i < n; i++) {
        double d = a->step[i] - a->gradient[i];
        aa += d * d;
        ab += d * a->gradient[i];
    }
    double c = down * down - radius * radius;
    double t = (-ab + sqrt(fmax(0.0, ab * ab - aa * c))) / aa;
    for (int i = 0; i < n; i++)
        a->step[i] = a->gradient[i] + t * (a->step[i] - a->gradient[i]);
    return false;
}

static bd_status give_up(bd_block *block) {
    const bd_loop *loop = block->data;
    double worst = 0.0;
    arrays a = arrays_of(block);
    for (int i = 0; i < loop->unknowns && !isnan(worst); i++)
        worst = isnan(a.f[i]) ? NAN : fmax(worst, fabs(a.f[i]));
    if (!isfinite(worst))
        return bd_block_fail(block, BD_ALGEBRAIC_LOOP,
                             "the algebraic loop through this block and %d more has no solution "
                             "that can be found: its signals are not finite",
                             loop->member_count - 1);
    return bd_block_fail(block, BD_ALGEBRAIC_LOOP,
                         "the algebraic loop through this block and %d more has no solution that "
                         "can be found (residual %.3g)",
                         loop->member_count - 1, worst);
}

/* from a.z; the solution is in a.z, and the signals of the loop belong to it */
static bd_status newton(bd_block *block, bool *found) {
    const bd_loop *loop = block->data;
    memory *m = block->work;
    arrays a = arrays_of(block);
    int n = loop->unknowns, limit = 200 * (n + 1), stalled = 0;
    const double tight = 128.0 * DBL_EPSILON;
    m->used = 0;
    *found = true;
    BD_TRY(bd_loop_residual(block, a.z, a.f));
    double size = bd_loop_norm(a.f, n), first = 0.0;
    if (is_small(a.f, a.z, n, tight, first))
        return BD_OK;
    m->first = isfinite(size) ? fmin(m->first, size) : m->first;
    first = isfinite(m->first) ? m->first : 0.0;
    double radius = 100.0 * fmax(bd_loop_norm(a.z, n), 1.0);
    bool fresh = false;
    while (m->used < limit && isfinite(size)) {
        if (!m->has_jacobian && (fresh = true))
            BD_TRY(find_jacobian(block, &a, n));
        bool whole = find_dogleg(m, &a, n, radius);
        for (int i = 0; i < n; i++)
            a.trial[i] = a.z[i] + a.step[i];
        BD_TRY(bd_loop_residual(block, a.trial, a.trial_f));
        double next = bd_loop_norm(a.trial_f, n), length = bd_loop_norm(a.step, n);
        /* a step that was cut short says nothing about the distance to a solution */
        bool step_small = whole && is_small(a.step, a.trial, n, tight, 0.0);
        bool better = isfinite(next) && next < (1.0 - 1e-6) * size; /* rounding is no progress */
        if (better || (step_small && isfinite(next) && next <= size)) {
            bool fast = next < 0.1 * size;
            memcpy(a.z, a.trial, (size_t)n * sizeof *a.z);
            memcpy(a.f, a.trial_f, (size_t)n * sizeof *a.f);
            size = next;
            if (step_small || is_small(a.f, a.z, n, tight, first))
                return BD_OK;
            radius = fast ? fmax(radius, 2.0 * length) : radius;
            stalled = fast ? 0 : stalled + 1;
            if (!fast) /* the Jacobian is too old, or the loop is not smooth here */
                m->has_jacobian = 0, fresh = false;
            continue;
        }
        /* rounding alone keeps it from getting smaller */
        if (is_small(a.f, a.z, n, 1e-10, first) || step_small)
            return bd_loop_residual(block, a.z, a.f);
        if (fresh)
            radius = 0.25 * fmin(radius, length);
        m->has_jacobian = fresh ? m->has_jacobian : 0;
        if (fresh && ++stalled > 60)
            break;
    }
    if (is_small(a.f, a.z, n, 1e-8, first))
        return bd_loop_residual(block, a.z, a.f);
    *found = false;
    return BD_OK;
}

/* a trial point of the solver may lie where the loop has no solution although the next major step
 * has one: what is not a number makes it take a shorter step */
static bd_status refuse_trial(bd_block *block, const arrays *a) {
    const bd_loop *loop = block->data;
    for (int i = 0; i < loop->unknowns; i++)
        a->z[i] = NAN;
    bd_block_warn(block,
                  "the algebraic loop through this block and %d more has no solution at "
                  "some points that the solver tries",
                  loop->member_count - 1);
    return bd_loop_residual(block, a->z, a->f);
}

static bd_status solve(bd_block *block) {
    const bd_loop *loop = block->data;
    arrays a = arrays_of(block);
    bool found = false;
    read_cuts(loop, a.z);
    for (int i = 0; i < loop->unknowns; i++)
        if (!isfinite(a.z[i]))
            a.z[i] = 0.0;
    memcpy(a.start, a.z, (size_t)loop->unknowns * sizeof *a.z);
    ((memory *)block->work)->first = INFINITY;
    BD_TRY(newton(block, &found));
    if (!found)
        BD_TRY(bd_loop_search(block, &a, newton, &found));
    if (found)
        return BD_OK;
    if (bd_is_major(block) || block->clock->fixed_step)
        return give_up(block);
    return refuse_trial(block, &a);
}

BD_TYPE(bd_type_loop, "AlgebraicLoop", .setup = setup, .outputs = solve);
