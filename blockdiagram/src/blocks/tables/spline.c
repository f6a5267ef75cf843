/* cubic spline through all breakpoints, "not-a-knot" at both ends (as the spline of numerical
 * environments; C. de Boor, A Practical Guide to Splines, 1978, ch. IV).
 *
 * The value is linear in the table's entries y, so it is given as weights: with second derivatives
 * M at the breakpoints, A M' = B y for the inner ones M', the value is a'y + c'M = (a + B'z)'y
 * where A'z = c. Solving for weights costs one pass over the axis and serves tables of any rank */
#include "blocks/tables/table.h"

/* A = L U of the inner points, tridiagonal: pivots, upper diagonal, multipliers */
struct bd_spline {
    int inner;
    double *pivot, *upper, *factor;
    double *c; /* scratch: one per point */
};

bd_status bd_spline_create(bd_block *block, bd_axis *axis) {
    struct bd_spline *s = bd_block_alloc(block, sizeof *s);
    size_t n = (size_t)axis->count;
    double *memory = bd_block_alloc(block, 4 * n * sizeof *memory);
    if (!s || !memory)
        return bd_block_no_memory(block);
    s->inner = axis->count > 2 ? axis->count - 2 : 0;
    s->pivot = memory;
    s->upper = memory + n;
    s->factor = memory + 2 * n;
    s->c = memory + 3 * n;
    axis->spline = s;
    const double *x = axis->points;
    for (int j = 0; j < s->inner; j++) {
        double h0 = x[j + 1] - x[j], h1 = x[j + 2] - x[j + 1];
        double lower = h0, diagonal = 2.0 * (h0 + h1), upper = h1;
        if (s->inner == 1) { /* three points: a parabola */
            diagonal += h0 + h1;
        } else if (j == 0) {
            diagonal += h0 * (1.0 + h0 / h1);
            upper -= h0 * h0 / h1;
        } else if (j == s->inner - 1) {
            diagonal += h1 * (1.0 + h1 / h0);
            lower -= h1 * h1 / h0;
        }
        s->factor[j] = j > 0 ? lower / s->pivot[j - 1] : 0.0;
        s->pivot[j] = diagonal - (j > 0 ? s->factor[j] * s->upper[j - 1] : 0.0);
        s->upper[j] = upper;
    }
    return BD_OK;
}

/* second derivatives at the ends by those of their neighbours */
static void fold_ends(const double *x, int n, double *c) {
    if (n == 3) {
        c[1] += c[0] + c[2];
        return;
    }
    double r = (x[1] - x[0]) / (x[2] - x[1]);
    c[1] += (1.0 + r) * c[0];
    c[2] -= r * c[0];
    r = (x[n - 1] - x[n - 2]) / (x[n - 2] - x[n - 3]);
    c[n - 2] += (1.0 + r) * c[n - 1];
    c[n - 3] -= r * c[n - 1];
}

/* A'z = c in place of c[1] … c[n-2]: U'v = c, L'z = v */
static void solve(const struct bd_spline *s, double *c) {
    double *z = c + 1;
    for (int j = 0; j < s->inner; j++) {
        if (j > 0)
            z[j] -= s->upper[j - 1] * z[j - 1];
        z[j] /= s->pivot[j];
    }
    for (int j = s->inner - 2; j >= 0; j--)
        z[j] -= s->factor[j + 1] * z[j + 1];
}

void bd_spline_weights(const bd_axis *axis, double u, bd_extrapolation beyond,
                       bd_weights *weights) {
    const struct bd_spline *s = axis->spline;
    const double *x = axis->points;
    int n = axis->count;
    double *w = weights->values, *c = s->c;
    weights->first = 0;
    weights->count = n;
    for (int i = 0; i < n; i++)
        w[i] = c[i] = 0.0;
    if (n == 1) {
        w[0] = 1.0;
        return;
    }
    double nearest = u < x[0] ? x[0] : u > x[n - 1] ? x[n - 1] : u;
    double ahead = beyond == BD_EXTEND_LINEAR ? u - nearest : 0.0;
    if (beyond != BD_EXTEND_SPLINE)
        u = nearest;
    int i = bd_axis_find(axis, u).index;
    double h = x[i + 1] - x[i], t = (u - x[i]) / h, r = 1.0 - t;
    w[i] = r - ahead / h;
    w[i + 1] = t + ahead / h;
    if (n == 2)
        return;
    c[i] = h * h / 6.0 * (r * r * r - r) - ahead * h / 6.0 * (3.0 * r * r - 1.0);
    c[i + 1] = h * h / 6.0 * (t * t * t - t) + ahead * h / 6.0 * (3.0 * t * t - 1.0);
    fold_ends(x, n, c);
    solve(s, c);
    for (int j = 1; j < n - 1; j++) {
        double h0 = x[j] - x[j - 1], h1 = x[j + 1] - x[j], z = 6.0 * c[j];
        w[j - 1] += z / h0;
        w[j] -= z / h0 + z / h1;
        w[j + 1] += z / h1;
    }
}
