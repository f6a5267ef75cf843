/* motions of a seen slave that hardly answer to its inputs, left out
 *
 * What the realisation makes of noise has eigenvalues of its own, perhaps growing ones, and next to
 * nothing in the answers. By eigenvectors V the system falls into single motions, V^-1 A V; those
 * whose part of every answer stays below a limit are left out. */
#include "analysis/seen_slave.h"

#include "analysis/matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STEPS 64 /* that it was looked at */

typedef struct motions {
    int n;
    double *real, *imaginary, *V, *A, *B, *C; /* in the coordinates of the motions */
} motions;

static mr_status find(const an_system *s, motions *m, double *memory) {
    const int n = s->states;
    const size_t N = (size_t)n;
    m->n = n;
    m->real = memory;
    m->imaginary = m->real + N;
    m->V = m->imaginary + N;
    m->A = m->V + N * N;
    m->B = m->A + N * N;
    m->C = m->B + N * (size_t)s->inputs;
    double *copy = m->C + N * (size_t)s->outputs, *both = copy + N * N;
    MR_TRY(an_eigenvalues(s->A, n, m->real, m->imaginary, m->V));
    /* V^-1 (A V | B) at once */
    const int width = n + s->inputs;
    memcpy(copy, m->V, N * N * sizeof *copy);
    an_multiply(s->A, m->V, n, n, n, false, m->A);
    for (int i = 0; i < n; i++) {
        memcpy(both + i * width, m->A + i * n, N * sizeof *both);
        memcpy(both + i * width + n, s->B + i * s->inputs, (size_t)s->inputs * sizeof *both);
    }
    MR_TRY(an_solve(copy, n, both, width));
    for (int i = 0; i < n; i++) {
        memcpy(m->A + i * n, both + i * width, N * sizeof *both);
        memcpy(m->B + i * s->inputs, both + i * width + n, (size_t)s->inputs * sizeof *both);
    }
    an_multiply(s->C, m->V, s->outputs, n, n, false, m->C);
    return MR_OK;
}

/* of a motion over all steps: what it is, or less where the trapezoidal rule has made it of steps
 * that hardly grow: a quick one that alternates from step to step */
static double growth_of(const motions *m, int i, double step) {
    const double x = 0.5 * step * m->real[i], y = 0.5 * step * m->imaginary[i];
    return fmin(exp(m->real[i] * STEPS * step), pow(hypot(1.0 + x, y) / hypot(1.0 - x, y), STEPS));
}

/* the most that motions i … i + count - 1 have of the answer of an output to an input */
static double part_of(const an_system *s, const motions *m, int i, int count, int output, int input,
                      double step) {
    double c = 0.0, b = 0.0;
    for (int k = i; k < i + count; k++) {
        c = hypot(c, m->C[output * m->n + k]);
        b = hypot(b, m->B[k * s->inputs + input]);
    }
    return c * b * fmax(1.0, growth_of(m, i, step));
}

/* largest answer of an output to a pulse of one step, over its length: of single motions, or at
 * once
 */
static double answer_of(const an_system *s, const motions *m, int output, int input, double step) {
    double most = fabs(s->D[output * s->inputs + input]) / step;
    for (int i = 0; i < m->n; i += m->imaginary[i] != 0.0 ? 2 : 1)
        most = fmax(most, part_of(s, m, i, m->imaginary[i] != 0.0 ? 2 : 1, output, input, step));
    return most;
}

static int choose(const an_system *s, const motions *m, double step, double limit, bool *stays) {
    int left = 0;
    for (int i = 0; i < m->n;) {
        const int count = m->imaginary[i] != 0.0 ? 2 : 1;
        bool counts = false;
        for (int o = 0; o < s->outputs && !counts; o++)
            for (int j = 0; j < s->inputs && !counts; j++)
                counts = part_of(s, m, i, count, o, j, step) > limit * answer_of(s, m, o, j, step);
        for (int k = 0; k < count; k++)
            stays[i + k] = counts;
        left += counts ? count : 0;
        i += count;
    }
    return left;
}

bool an_prune(an_system *s, double step, double limit) {
    const size_t n = (size_t)s->states, m = (size_t)s->inputs, p = (size_t)s->outputs;
    double *memory = calloc(2 * n + 4 * n * n + 2 * n * m + n * p + 1, sizeof *memory);
    bool *stays = calloc(n + 1, sizeof *stays);
    motions parts;
    an_system smaller = {0};
    const mr_status found = memory && stays ? find(s, &parts, memory) : MR_ERR_MEMORY;
    bool good = found != MR_ERR_MEMORY;
    if (found == MR_OK) { /* motions that cannot be told apart all stay */
        const int left = choose(s, &parts, step, limit, stays);
        good = left == s->states || an_system_make(&smaller, left, s->inputs, s->outputs);
        int row = 0;
        for (int i = 0; good && left < s->states && i < s->states; i++) {
            if (!stays[i])
                continue;
            for (int k = 0, column = 0; k < s->states; k++)
                if (stays[k])
                    smaller.A[row * left + column++] = parts.A[i * s->states + k];
            memcpy(smaller.B + row * s->inputs, parts.B + i * s->inputs, m * sizeof *s->B);
            for (int o = 0; o < s->outputs; o++)
                smaller.C[o * left + row] = parts.C[o * s->states + i];
            row++;
        }
        if (good && left < s->states) {
            memcpy(smaller.D, s->D, p * m * sizeof *s->D);
            an_system_free(s);
            *s = smaller;
        }
    }
    free(stays);
    free(memory);
    return good;
}
