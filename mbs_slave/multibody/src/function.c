/* scalar functions of the entries: values, gradients and directional derivatives up to the third,
 * all exact, built on one quadratic form with constant coefficients (natural coordinates make
 * nearly every constraint one: Garcia de Jalon and Bayo, Kinematic and Dynamic Simulation, 1994) */
#include "core.h"
#include "vector.h"

#include <math.h>
#include <string.h>

/* value of the pairs at the local copy x; adds scale times their gradient */
static double pairs_gradient(const mbs_pair *pair, int count, const double *x, double scale,
                             double *g) {
    double value = 0.0;
    for (int i = 0; i < count; i++) {
        const double *a = x + 3 * pair[i].k, *b = x + 3 * pair[i].l;
        double s = pair[i].s, c = s * scale;
        double *ga = g + 3 * pair[i].k, *gb = g + 3 * pair[i].l;
        value += s * mbs_dot(a, b);
        ga[0] += c * b[0], ga[1] += c * b[1], ga[2] += c * b[2];
        gb[0] += c * a[0], gb[1] += c * a[1], gb[2] += c * a[2];
    }
    return value;
}

/* second derivative of the pairs in the directions x and y; with y = q the first one along x, and
 * with both twice the value */
static double pairs_bilinear(const mbs_pair *pair, int count, const double *x, const double *y) {
    double value = 0.0;
    for (int i = 0; i < count; i++) {
        int k = 3 * pair[i].k, l = 3 * pair[i].l;
        value += pair[i].s * (mbs_dot(x + k, y + l) + mbs_dot(x + l, y + k));
    }
    return value;
}

static double pairs_value(const mbs_pair *pair, int count, const double *x) {
    double value = 0.0;
    for (int i = 0; i < count; i++)
        value += pair[i].s * mbs_dot(x + 3 * pair[i].k, x + 3 * pair[i].l);
    return value;
}

static int theta_of(const mbs_function *f) {
    return f->stencil.entry[f->stencil.count - 1];
}

double mbs_function_value(const mbs_function *f, const double *q) {
    double local[MBS_LOCAL_MAX], a = 0.0;
    if (f->node_count > 0) {
        mbs_function_gather(f, q, local);
        a = pairs_value(f->pair, f->pair_count, local);
    }
    if (f->kind == MBS_LENGTH)
        return sqrt(a) - f->constant;
    if (f->kind == MBS_TURN) {
        double b = pairs_value(f->second, f->second_count, local);
        double theta = q[theta_of(f)];
        return cos(theta) * a - sin(theta) * b;
    }
    const int *entry = f->stencil.entry + 3 * f->node_count;
    for (int i = 0; i < f->linear_count; i++)
        a += f->coefficient[i] * q[entry[i]];
    return a - f->constant;
}

double mbs_function_gradient(const mbs_function *f, const double *q, double *g) {
    double local[MBS_LOCAL_MAX];
    if (f->node_count > 0)
        mbs_function_gather(f, q, local);
    memset(g, 0, 3 * (size_t)f->node_count * sizeof *g);
    if (f->kind == MBS_TURN) {
        double theta = q[theta_of(f)], c = cos(theta), s = sin(theta);
        double a = pairs_gradient(f->pair, f->pair_count, local, c, g);
        double b = pairs_gradient(f->second, f->second_count, local, -s, g);
        g[f->stencil.count - 1] = -s * a - c * b;
        return c * a - s * b;
    }
    double value = f->node_count > 0 ? pairs_gradient(f->pair, f->pair_count, local, 1.0, g) : 0.0;
    if (f->kind == MBS_LENGTH) {
        double length = sqrt(value), half = 0.5 / length;
        for (int i = 0; i < 3 * f->node_count; i++)
            g[i] *= half;
        return length - f->constant;
    }
    const int *entry = f->stencil.entry + 3 * f->node_count;
    double *linear = g + 3 * f->node_count;
    for (int i = 0; i < f->linear_count; i++) {
        value += f->coefficient[i] * q[entry[i]];
        linear[i] = f->coefficient[i];
    }
    return value - f->constant;
}

double mbs_function_bilinear(const mbs_function *f, const double *q, const double *x,
                             const double *y) {
    double lq[MBS_LOCAL_MAX], lx[MBS_LOCAL_MAX], ly[MBS_LOCAL_MAX];
    if (f->pair_count == 0)
        return 0.0;
    if (f->is_distance) {
        const double *x0 = x + f->node[0], *x1 = x + f->node[1];
        const double *y0 = y + f->node[0], *y1 = y + f->node[1];
        return 2.0 * f->pair[0].s *
               ((x1[0] - x0[0]) * (y1[0] - y0[0]) + (x1[1] - x0[1]) * (y1[1] - y0[1]) +
                (x1[2] - x0[2]) * (y1[2] - y0[2]));
    }
    mbs_function_gather(f, x, lx);
    mbs_function_gather(f, y, ly);
    double axy = pairs_bilinear(f->pair, f->pair_count, lx, ly);
    if (f->kind == MBS_QUADRATIC)
        return axy;
    mbs_function_gather(f, q, lq);
    double a = pairs_value(f->pair, f->pair_count, lq);
    double ax = pairs_bilinear(f->pair, f->pair_count, lq, lx);
    double ay = pairs_bilinear(f->pair, f->pair_count, lq, ly);
    if (f->kind == MBS_LENGTH) {
        double length = sqrt(a);
        return 0.5 * axy / length - 0.25 * ax * ay / (length * a);
    }
    double b = pairs_value(f->second, f->second_count, lq);
    double bx = pairs_bilinear(f->second, f->second_count, lq, lx);
    double by = pairs_bilinear(f->second, f->second_count, lq, ly);
    double bxy = pairs_bilinear(f->second, f->second_count, lx, ly);
    int e = theta_of(f);
    double c = cos(q[e]), s = sin(q[e]), tx = x[e], ty = y[e];
    return c * axy - s * (tx * ay + ty * ax) - c * tx * ty * a -
           (s * bxy + c * (tx * by + ty * bx) - s * tx * ty * b);
}

double mbs_function_trilinear(const mbs_function *f, const double *q, const double *d,
                              const double *x, const double *y) {
    if (f->kind == MBS_QUADRATIC)
        return 0.0;
    double lq[MBS_LOCAL_MAX], ld[MBS_LOCAL_MAX], lx[MBS_LOCAL_MAX], ly[MBS_LOCAL_MAX];
    mbs_function_gather(f, q, lq);
    mbs_function_gather(f, d, ld);
    mbs_function_gather(f, x, lx);
    mbs_function_gather(f, y, ly);
    const mbs_pair *p = f->pair;
    int m = f->pair_count;
    double a = pairs_value(p, m, lq), ad = pairs_bilinear(p, m, lq, ld);
    double ax = pairs_bilinear(p, m, lq, lx), ay = pairs_bilinear(p, m, lq, ly);
    double axy = pairs_bilinear(p, m, lx, ly), axd = pairs_bilinear(p, m, lx, ld);
    double ayd = pairs_bilinear(p, m, ly, ld);
    if (f->kind == MBS_LENGTH) {
        double r = 1.0 / sqrt(a), r3 = r / a;
        return 0.375 * r3 / a * ad * ax * ay - 0.25 * r3 * (axy * ad + axd * ay + ayd * ax);
    }
    p = f->second;
    m = f->second_count;
    double b = pairs_value(p, m, lq), bd = pairs_bilinear(p, m, lq, ld);
    double bx = pairs_bilinear(p, m, lq, lx), by = pairs_bilinear(p, m, lq, ly);
    double bxy = pairs_bilinear(p, m, lx, ly), bxd = pairs_bilinear(p, m, lx, ld);
    double byd = pairs_bilinear(p, m, ly, ld);
    int e = theta_of(f);
    double c = cos(q[e]), s = sin(q[e]), td = d[e], tx = x[e], ty = y[e];
    /* product rule for cos(theta) A - sin(theta) B over the three directions */
    double first = s * td * tx * ty * a - c * (td * tx * ay + td * ty * ax + tx * ty * ad) -
                   s * (td * axy + tx * ayd + ty * axd);
    double second = -c * td * tx * ty * b - s * (td * tx * by + td * ty * bx + tx * ty * bd) +
                    c * (td * bxy + tx * byd + ty * bxd);
    return first - second;
}

static void add_pairs_hessian(const mbs_function *f, const mbs_pair *pair, int count, double factor,
                              double *H) {
    int n = f->stencil.count;
    for (int i = 0; i < count; i++)
        for (int axis = 0; axis < 3; axis++) {
            int k = 3 * pair[i].k + axis, l = 3 * pair[i].l + axis;
            H[k * n + l] += factor * pair[i].s;
            H[l * n + k] += factor * pair[i].s;
        }
}

void mbs_function_hessian(const mbs_function *f, const double *q, double factor, double *H) {
    int n = f->stencil.count;
    if (f->kind == MBS_QUADRATIC) {
        add_pairs_hessian(f, f->pair, f->pair_count, factor, H);
    } else if (f->kind == MBS_LENGTH) {
        double g[MBS_LOCAL_MAX];
        double length = mbs_function_gradient(f, q, g) + f->constant;
        add_pairs_hessian(f, f->pair, f->pair_count, 0.5 * factor / length, H);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                H[i * n + j] -= factor * g[i] * g[j] / length;
    } else {
        double ga[MBS_LOCAL_MAX] = {0}, gb[MBS_LOCAL_MAX] = {0}, local[MBS_LOCAL_MAX];
        mbs_function_gather(f, q, local);
        double a = pairs_gradient(f->pair, f->pair_count, local, 1.0, ga);
        double b = pairs_gradient(f->second, f->second_count, local, 1.0, gb);
        double c = cos(q[theta_of(f)]), s = sin(q[theta_of(f)]);
        add_pairs_hessian(f, f->pair, f->pair_count, factor * c, H);
        add_pairs_hessian(f, f->second, f->second_count, -factor * s, H);
        for (int i = 0; i < n - 1; i++) {
            double mixed = factor * (-s * ga[i] - c * gb[i]);
            H[i * n + n - 1] += mixed;
            H[(n - 1) * n + i] += mixed;
        }
        H[n * n - 1] += factor * (-c * a + s * b);
    }
}

void mbs_function_curve(const mbs_function *f, const double *q, const double *x, double *local) {
    int n = f->stencil.count;
    memset(local, 0, (size_t)n * sizeof *local);
    if (f->node_count == 0)
        return;
    if (f->kind == MBS_QUADRATIC) {
        double copy[MBS_LOCAL_MAX];
        mbs_function_gather(f, x, copy);
        (void)pairs_gradient(f->pair, f->pair_count, copy, 1.0, local);
        return;
    }
    double H[MBS_LOCAL_MAX * MBS_LOCAL_MAX];
    memset(H, 0, (size_t)(n * n) * sizeof *H);
    mbs_function_hessian(f, q, 1.0, H);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            local[i] += H[i * n + j] * x[f->stencil.entry[j]];
}
