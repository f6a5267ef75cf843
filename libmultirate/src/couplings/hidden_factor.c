/* matrices that are told wrongly, as steps on trial show it
 *
 * A slave that tells a wrong mass tells s = Au u + Ap p + Av v where its interface is accelerated
 * by theta s and the reaction r of what is hidden. What is left beside the told jumps with the
 * inputs, as no answer of modes to positions does. Of the right theta a - theta s obeys a
 * recurrence in p: that one is looked for, by what least squares leave over. */
#include "dense.h"
#include "hidden.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double TOLERANCE = 1e-11; /* columns that hang together */

/* factors that are looked for, and how close */
static const double LEAST = 0.5, MOST = 2.0, CLOSE = 1e-10;
enum { COARSE = 80 };

typedef struct search {
    const mr_trial *trial;
    const double *told;
    int i, order; /* coordinate, order of the recurrence */
    double *A, *right, *x, *scratch;
} search;

/* square of what the recurrence leaves of a - theta s */
static double left_over(const search *s, double theta) {
    const mr_trial *trial = s->trial;
    const int n = trial->n, order = s->order, columns = order + n * (order + 1) + 1;
    const int rows = trial->count - order;
    for (int pass = 0; pass < 2; pass++) { /* the second time to see what is left */
        double sum = 0.0;
        for (int k = order; k < trial->count; k++) {
            double *row = pass ? s->A : s->A + (size_t)(k - order) * (size_t)columns, *A = row;
            for (int l = 1; l <= order; l++) {
                const int at = (k - l) * n + s->i;
                *A++ = trial->reaction[at] - (theta - 1.0) * s->told[at];
            }
            for (int l = 0; l <= order; l++)
                for (int j = 0; j < n; j++)
                    *A++ = trial->motion[(k - l) * 2 * n + j] - trial->motion[j];
            *A = 1.0;
            const int now = k * n + s->i;
            double off = trial->reaction[now] - (theta - 1.0) * s->told[now];
            s->right[k - order] = off;
            for (int c = 0; c < columns && pass; c++)
                off -= row[c] * s->x[c];
            sum += off * off;
        }
        if (pass)
            return sum;
        if (!mr_dense_least_squares(rows, columns, s->A, s->right, TOLERANCE, s->x, s->scratch))
            return HUGE_VAL;
    }
    return HUGE_VAL;
}

/* the least between low and high, by the golden section; it in *left */
static double narrow(const search *s, double low, double high, double *left) {
    static const double GOLDEN = 0.61803398874989485;
    double x[2] = {high - GOLDEN * (high - low), low + GOLDEN * (high - low)};
    double y[2] = {left_over(s, x[0]), left_over(s, x[1])};
    while (high - low > CLOSE * high) {
        const bool lower = y[0] < y[1];
        if (lower) {
            high = x[1];
            x[1] = x[0];
            y[1] = y[0];
            x[0] = high - GOLDEN * (high - low);
        } else {
            low = x[0];
            x[0] = x[1];
            y[0] = y[1];
            x[1] = low + GOLDEN * (high - low);
        }
        y[!lower] = left_over(s, x[!lower]);
    }
    *left = fmin(y[0], y[1]);
    return 0.5 * (low + high);
}

/* a recurrence of high order explains much: the right factor is the deepest of several valleys */
static double find(const search *s) {
    const double ratio = pow(MOST / LEAST, 1.0 / COARSE);
    double theta = 1.0, least = HUGE_VAL, at = LEAST, left[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
    for (int k = 0; k <= COARSE; k++, at *= ratio) {
        left[0] = left[1];
        left[1] = left[2];
        left[2] = left_over(s, at);
        if (left[1] < left[0] && left[1] <= left[2]) {
            double depth;
            const double found = narrow(s, at / (ratio * ratio), at, &depth);
            if (depth < least) {
                least = depth;
                theta = found;
            }
        }
    }
    return theta;
}

bool mr_hidden_fit_factor(mr_hidden *hidden, mr_trial *trial, const double *told, int order,
                          double *factor) {
    const int n = trial->n;
    const size_t count = (size_t)trial->count * (size_t)n,
                 columns = (size_t)order + (size_t)n * ((size_t)order + 1) + 1;
    double *block =
        malloc((count + (size_t)trial->count * (columns + 1) + 4 * columns) * sizeof *block);
    if (!block)
        return false;
    double *kept = block;
    bool found = false;
    search s = {.trial = trial, .told = told, .A = kept + count};
    s.right = s.A + (size_t)trial->count * columns;
    s.x = s.right + trial->count;
    s.scratch = s.x + columns;
    memcpy(kept, trial->reaction, count * sizeof *kept);
    for (s.order = 0; s.order <= order && !found; s.order++) {
        if (trial->count - s.order < s.order + n * (s.order + 1) + 1 + 4)
            break;
        for (s.i = 0; s.i < n; s.i++)
            factor[s.i] = find(&s);
        for (size_t k = 0; k < count; k++)
            trial->reaction[k] = kept[k] - (factor[k % (size_t)n] - 1.0) * told[k];
        found = mr_hidden_fit(hidden, trial, order, 0.0, NULL);
        memcpy(trial->reaction, kept, count * sizeof *kept);
    }
    for (int i = 0; i < n && !found; i++)
        factor[i] = 1.0;
    free(block);
    return found;
}
