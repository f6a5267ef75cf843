/* local orders: one exchange step that begins on the exact solution, with an exact sample before
 *
 * Side A: x^3, v^3 and a drive; side B: x^2 and v^4 with the sign of the motion; in long doubles,
 * with so many Runge-Kutta steps that only the extrapolation's error is left. The power is that of
 * the last halving. */
#include "analysis/drift.h"

#include <math.h>
#include <string.h>

typedef long double real;

static const real SPRING = 1e4L, BEGIN = 0.05L;

typedef struct force { /* a polynomial of the time since the begin of the step */
    bool whole;
    real begin, c[3];
} force;

static real accelerate(bool b, real x, real v, real t, real u) {
    return b ? -200 * x * fabsl(x) - 5 * v * v * v * fabsl(v) + u
             : -100 * x * x * x - 10 * v * v * v + 200 * cosl(24 * t) + u;
}

static void derive(const force *f, const real *z, real t, real *d) {
    const real s = t - f->begin;
    const real u = f->whole ? SPRING * (z[2] - z[0]) : f->c[0] + s * (f->c[1] + s * f->c[2]);
    d[0] = z[1];
    d[1] = accelerate(false, z[0], z[1], t, u);
    d[2] = z[3];
    d[3] = accelerate(true, z[2], z[3], t, -u);
}

static void go(const force *f, real *z, real t, real span, int steps) {
    const real h = span / steps;
    for (int n = 0; n < steps; n++, t += h) {
        real k[4][4], w[4];
        for (int s = 0; s < 4; s++) {
            const real part = s == 0 ? 0 : s == 3 ? h : h / 2;
            for (int i = 0; i < 4; i++)
                w[i] = z[i] + (s > 0 ? part * k[s - 1][i] : 0);
            derive(f, w, t + part, k[s]);
        }
        for (int i = 0; i < 4; i++)
            z[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    }
}

/* mean of the force over the step by samples u and rates d (newest first); shape: constant, line
 * from the newest sample, parabola with its rate */
typedef struct extrapolation {
    const char *name;
    int shape;
    real a0, a1, b0, b1;
} extrapolation;

static const extrapolation kinds[AN_LOCAL_ORDERS] = {
    {"Const1,1 (hold)", 0, 1, 0, 0, 0},
    {"Const2,2", 0, 1.5L, -.5L, 0, 0},
    {"Const2,3,Opt", 0, 2 / 3.0L, 1 / 3.0L, 5 / 6.0L, 0},
    {"Lin2,2 (line)", 1, 1.5L, -.5L, 0, 0},
    {"Lin2,3,Opt", 1, 1.0731067L, -.0731067L, .6301133L, -.20322L},
    {"Quad2,3", 2, 2 / 3.0L, 1 / 3.0L, 5 / 6.0L, 0},
    {"Quad2,4", 2, -.5L, 1.5L, 17 / 12.0L, 7 / 12.0L}};

static void error_of(const extrapolation *e, const real *base, real H, real *error) {
    const force whole = {.whole = true};
    force f = {.begin = BEGIN};
    real z[4], exact[4], u[2], d[2];
    memcpy(z, base, sizeof z);
    go(&whole, z, 0.045L, 0.005L - H, 2000);
    for (int back = 1; back >= 0; back--) {
        u[back] = SPRING * (z[2] - z[0]);
        d[back] = SPRING * (z[3] - z[1]);
        if (back == 1)
            go(&whole, z, BEGIN - H, H, 400);
    }
    const real mean = e->a0 * u[0] + e->a1 * u[1] + H * (e->b0 * d[0] + e->b1 * d[1]);
    f.c[0] = e->shape == 0 ? mean : u[0];
    if (e->shape == 1)
        f.c[1] = 2 / H * (mean - u[0]);
    if (e->shape == 2) {
        f.c[1] = d[0];
        f.c[2] = 3 * (mean - u[0] - d[0] * H / 2) / (H * H);
    }
    memcpy(exact, z, sizeof exact);
    go(&whole, exact, BEGIN, H, 400);
    go(&f, z, BEGIN, H, 400);
    error[0] = fabsl(exact[0] - z[0]);
    error[1] = fabsl(exact[1] - z[1]);
}

void an_local_orders(an_local_order orders[AN_LOCAL_ORDERS]) {
    const force whole = {.whole = true};
    real base[4] = {.1L, .5L, .12L, -.3L};
    go(&whole, base, 0, 0.045L, 9000);
    for (int i = 0; i < AN_LOCAL_ORDERS; i++) {
        real coarse[2], fine[2];
        error_of(&kinds[i], base, 1e-3L / 4, coarse);
        error_of(&kinds[i], base, 1e-3L / 8, fine);
        orders[i] = (an_local_order){kinds[i].name, (double)log2l(coarse[0] / fine[0]),
                                     (double)log2l(coarse[1] / fine[1])};
    }
}
