/* the continuous system behind one step of a rule */
#include "analysis/realise.h"

#include "analysis/matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* left X = [states, inputs], of which A and B are the parts; `work` holds left and right */
static mr_status solve_apart(const an_realisation *m, double *work, double *A, double *B) {
    const int n = m->states, c = m->channels, w = n + c;
    double *right = work + n * n;
    const mr_status status = an_solve(work, n, right, w);
    for (int i = 0; status == MR_OK && i < n; i++) {
        memcpy(A + i * n, right + i * w, (size_t)n * sizeof *A);
        memcpy(B + i * c, right + i * w + n, (size_t)c * sizeof *B);
    }
    free(work);
    return status;
}

static double *make_work(const an_realisation *m) {
    const int n = m->states, w = n + m->channels;
    return calloc((size_t)(n * n + n * w) + 1, sizeof(double));
}

/* (Phi + I) X = [Phi - I, Gamma]: the trapezoidal rule is x+ - x = h/2 A (x+ + x) + h B u */
mr_status an_undo_trapezoidal(const an_realisation *m, double h, double *A, double *B) {
    const int n = m->states, c = m->channels, w = n + c;
    double *sum = make_work(m);
    if (!sum)
        return MR_ERR_MEMORY;
    double *right = sum + n * n;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            sum[i * n + j] = m->Phi[i * n + j] + (i == j);
            right[i * w + j] = 2.0 / h * (m->Phi[i * n + j] - (i == j));
        }
        for (int j = 0; j < c; j++)
            right[i * w + n + j] = 2.0 / h * m->Gamma[i * c + j];
    }
    return solve_apart(m, sum, A, B);
}

/* x+ - x = h A x+ + h B u */
mr_status an_undo_implicit_euler(const an_realisation *m, double h, double *A, double *B) {
    const int n = m->states, c = m->channels, w = n + c;
    double *Phi = make_work(m);
    if (!Phi)
        return MR_ERR_MEMORY;
    double *right = Phi + n * n;
    memcpy(Phi, m->Phi, (size_t)(n * n) * sizeof *Phi);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            right[i * w + j] = (m->Phi[i * n + j] - (i == j)) / h;
        for (int j = 0; j < c; j++)
            right[i * w + n + j] = m->Gamma[i * c + j] / h;
    }
    return solve_apart(m, Phi, A, B);
}

static double distance_from_one(const double *x, int n) {
    double most = 0.0;
    for (int i = 0; i < n * n; i++)
        most = fmax(most, fabs(x[i] - (i / n == i % n)));
    return most;
}

/* in place of x its square root, by the iteration of E. D. Denman and A. N. Beavers (1976) */
static mr_status take_root(double *x, int n, double *work) {
    const size_t size = (size_t)n * (size_t)n;
    double *y = work, *a = y + size, *b = a + size, *one = b + size;
    memset(one, 0, size * sizeof *one);
    for (int i = 0; i < n; i++)
        one[i * n + i] = 1.0;
    memcpy(y, one, size * sizeof *one);
    for (int k = 0; k < 50; k++) {
        memcpy(a, x, size * sizeof *a);
        memcpy(b, one, size * sizeof *b);
        MR_TRY(an_solve(a, n, b, n)); /* b = x^-1 */
        memcpy(a, y, size * sizeof *a);
        double *inverse = one + size;
        memcpy(inverse, one, size * sizeof *one);
        MR_TRY(an_solve(a, n, inverse, n)); /* y^-1 */
        double change = 0.0, largest = 0.0;
        for (size_t i = 0; i < size; i++) {
            const double now = 0.5 * (x[i] + inverse[i]);
            change = fmax(change, fabs(now - x[i]));
            largest = fmax(largest, fabs(now));
            y[i] = 0.5 * (y[i] + b[i]);
            x[i] = now;
        }
        if (!isfinite(largest))
            return MR_ERR_NOT_FINITE;
        if (change <= 1e-15 * largest)
            break;
    }
    return MR_OK;
}

/* log [Phi, Gamma; 0, 1] = h [A, B; 0, 0]: square roots until it is near 1, then
 * log x = 2 artanh ((x - 1)/(x + 1)) */
mr_status an_undo_exact(const an_realisation *m, double h, double *A, double *B) {
    const int c = m->channels, n = m->states, w = n + c;
    const size_t size = (size_t)w * (size_t)w;
    double *work = calloc(8 * size + 1, sizeof *work);
    if (!work)
        return MR_ERR_MEMORY;
    double *x = work, *scratch = work + size;
    for (int i = 0; i < w; i++)
        for (int j = 0; j < w; j++)
            x[i * w + j] = i >= n  ? (double)(i == j)
                           : j < n ? m->Phi[i * n + j]
                                   : m->Gamma[i * c + j - n];
    mr_status status = MR_OK;
    int roots = 0;
    /* Gamma may be large: its size decides nothing about convergence, but the series is short */
    while (status == MR_OK && distance_from_one(x, w) > 0.05 && roots < 60) {
        status = take_root(x, w, scratch);
        roots++;
    }
    double *z = scratch, *sum = z + size, *power = sum + size, *next = power + size;
    memset(scratch, 0, 5 * size * sizeof *scratch);
    for (size_t i = 0; i < size; i++) {
        const double one = (double)(i / (size_t)w == i % (size_t)w);
        z[i] = x[i] - one;
        sum[i] = x[i] + one;
    }
    if (status == MR_OK)
        status = an_solve(sum, w, z, w);
    memset(sum, 0, size * sizeof *sum);
    memcpy(power, z, size * sizeof *z);
    double *square = next + size;
    an_multiply(z, z, w, w, w, false, square);
    for (int k = 1; status == MR_OK && k < 20; k += 2) {
        for (size_t i = 0; i < size; i++)
            sum[i] += 2.0 / k * power[i];
        an_multiply(power, square, w, w, w, false, next);
        memcpy(power, next, size * sizeof *next);
    }
    for (int i = 0; status == MR_OK && i < n; i++)
        for (int j = 0; j < w; j++) {
            const double value = ldexp(sum[i * w + j], roots) / h;
            if (!isfinite(value))
                status = MR_ERR_NOT_FINITE;
            *(j < n ? &A[i * n + j] : &B[i * c + j - n]) = value;
        }
    free(work);
    return status;
}
