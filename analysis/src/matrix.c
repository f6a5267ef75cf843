/* dense matrices */
#include "analysis/matrix.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* one column: four sums at a time */
static void multiply_column(const double *a, const double *b, int rows, int inner, bool add,
                            double *c) {
    for (int i = 0; i < rows; i++, a += inner) {
        double sum[4] = {add ? c[i] : 0.0, 0.0, 0.0, 0.0};
        int k = 0;
        for (; k + 4 <= inner; k += 4)
            for (int j = 0; j < 4; j++)
                sum[j] += a[k + j] * b[k + j];
        for (; k < inner; k++)
            sum[0] += a[k] * b[k];
        c[i] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
    }
}

void an_multiply(const double *a, const double *b, int rows, int inner, int columns, bool add,
                 double *c) {
    if (columns == 1) {
        multiply_column(a, b, rows, inner, add, c);
        return;
    }
    if (!add)
        memset(c, 0, (size_t)rows * (size_t)columns * sizeof *c);
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < inner; k++) {
            const double factor = a[i * inner + k];
            const double *restrict from = b + (size_t)k * (size_t)columns;
            double *restrict to = c + (size_t)i * (size_t)columns;
            for (int j = 0; factor != 0.0 && j < columns; j++)
                to[j] += factor * from[j];
        }
}

mr_status an_blame(mr_status status, mr_status otherwise, mr_message *message, const char *words) {
    if (status == MR_OK || status == MR_ERR_MEMORY)
        return status == MR_OK ? MR_OK : mr_no_memory(message);
    mr_message_set(message, "%s", words);
    return otherwise;
}

mr_status an_lapack_status(int info) {
    if (info == LAPACK_WORK_MEMORY_ERROR || info == LAPACK_TRANSPOSE_MEMORY_ERROR)
        return MR_ERR_MEMORY;
    return info == 0 ? MR_OK : MR_ERR_NOT_FINITE;
}

static bool are_finite(const double *x, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}

mr_status an_solve(double *a, int n, double *b, int columns) {
    int *pivots = malloc(((size_t)n + 1) * sizeof *pivots);
    if (!pivots)
        return MR_ERR_MEMORY;
    const int info = LAPACKE_dgesv(LAPACK_ROW_MAJOR, n, columns, a, n, pivots, b, columns);
    free(pivots);
    return an_lapack_status(info);
}

mr_status an_solve_closest(const double *a, int rows, int n, const double *b, int columns,
                           double *x) {
    const size_t m = (size_t)rows, width = (size_t)n, c = (size_t)columns;
    const size_t longer = m > width ? m : width;
    double *work = calloc(m * width + longer * c + longer + 1, sizeof *work);
    int rank = 0;
    if (!work)
        return MR_ERR_MEMORY;
    double *right = work + m * width, *singular = right + longer * c;
    memcpy(work, a, m * width * sizeof *a);
    memcpy(right, b, m * c * sizeof *b);
    mr_status status = MR_ERR_NOT_FINITE;
    if (are_finite(work, m * width + m * c))
        status = an_lapack_status(LAPACKE_dgelsd(LAPACK_ROW_MAJOR, rows, n, columns, work, n, right,
                                                 columns, singular, 1e-12, &rank));
    if (status == MR_OK)
        memcpy(x, right, width * c * sizeof *x);
    free(work);
    return status;
}

static double largest_row_sum(const double *a, int n) {
    double most = 0.0;
    for (int i = 0; i < n; i++) {
        double sum = 0.0;
        for (int j = 0; j < n; j++)
            sum += fabs(a[i * n + j]);
        if (!(sum <= most))
            most = sum;
    }
    return most;
}

/* the diagonal approximant of degree 13 */
static const double pade[14] = {64764752532480000.0,
                                32382376266240000.0,
                                7771770303897600.0,
                                1187353796428800.0,
                                129060195264000.0,
                                10559470521600.0,
                                670442572800.0,
                                33522128640.0,
                                1323241920.0,
                                40840800.0,
                                960960.0,
                                16380.0,
                                182.0,
                                1.0};

mr_status an_exponential(const double *a, int n, double *e) {
    const size_t size = (size_t)n * (size_t)n;
    const double norm = largest_row_sum(a, n);
    if (!isfinite(norm))
        return MR_ERR_NOT_FINITE;
    double *work = calloc(4 * size + 1, sizeof *work);
    if (!work)
        return MR_ERR_MEMORY;
    int squarings = 0;
    for (double scaled = norm; scaled > 5.0 && squarings < 1000; scaled *= 0.5)
        squarings++;
    double *x = work, *power = work + size, *even = work + 2 * size, *odd = work + 3 * size;
    for (size_t i = 0; i < size; i++)
        x[i] = ldexp(a[i], -squarings);
    /* odd holds x * (odd part) at the end, e serves as scratch */
    for (int i = 0; i < n; i++)
        power[i * n + i] = 1.0;
    for (int k = 0; k <= 13; k++) {
        double *sum = k % 2 ? odd : even;
        for (size_t i = 0; i < size; i++)
            sum[i] += pade[k] * power[i];
        an_multiply(power, x, n, n, n, false, e);
        memcpy(power, e, size * sizeof *e);
    }
    for (size_t i = 0; i < size; i++) {
        e[i] = even[i] + odd[i];
        x[i] = even[i] - odd[i];
    }
    mr_status status = an_solve(x, n, e, n);
    for (int k = 0; status == MR_OK && k < squarings; k++) {
        memcpy(power, e, size * sizeof *e);
        an_multiply(power, power, n, n, n, false, e);
    }
    free(work);
    MR_TRY(status);
    return are_finite(e, size) ? MR_OK : MR_ERR_NOT_FINITE;
}

mr_status an_eigenvalues(const double *a, int n, double *real, double *imaginary, double *vectors) {
    const size_t size = (size_t)n * (size_t)n;
    if (!are_finite(a, size))
        return MR_ERR_NOT_FINITE;
    double *copy = malloc((size + 1) * sizeof *copy);
    if (!copy)
        return MR_ERR_MEMORY;
    memcpy(copy, a, size * sizeof *copy);
    const int info = LAPACKE_dgeev(LAPACK_ROW_MAJOR, 'N', vectors ? 'V' : 'N', n, copy, n, real,
                                   imaginary, NULL, n, vectors, n);
    free(copy);
    return an_lapack_status(info);
}

mr_status an_spectral_radius(const double *a, int n, double *radius) {
    double *parts = malloc(2 * ((size_t)n + 1) * sizeof *parts);
    *radius = NAN;
    if (!parts)
        return MR_ERR_MEMORY;
    const mr_status status = an_eigenvalues(a, n, parts, parts + n, NULL);
    if (status == MR_OK)
        *radius = 0.0;
    for (int i = 0; status == MR_OK && i < n; i++)
        *radius = fmax(*radius, hypot(parts[i], parts[n + i]));
    free(parts);
    return status;
}

/* m before = after, equation by equation: before' m' = after', least squares, columns scaled alike
 */
mr_status an_fit_map(const double *before, const double *after, int n, int columns, double rounding,
                     double *m) {
    const size_t count = (size_t)n, samples = (size_t)columns;
    if (columns < n)
        return MR_ERR_NOT_FINITE;
    double *work = calloc(2 * count * samples + 3 * count + 1, sizeof *work);
    if (!work)
        return MR_ERR_MEMORY;
    double *a = work, *b = a + count * samples, *scale = b + count * samples,
           *singular = scale + count;
    for (int i = 0; i < n; i++) {
        double sum = 0.0;
        for (int k = 0; k < columns; k++)
            sum += before[i * columns + k] * before[i * columns + k];
        scale[i] = sum > 0.0 ? sqrt(sum / columns) : 1.0;
        for (int k = 0; k < columns; k++) {
            a[k * n + i] = before[i * columns + k] / scale[i];
            b[k * n + i] = after[i * columns + k] / scale[i];
        }
    }
    int rank = 0;
    mr_status status = MR_ERR_NOT_FINITE;
    if (are_finite(work, 2 * count * samples))
        status = an_lapack_status(
            LAPACKE_dgelsd(LAPACK_ROW_MAJOR, columns, n, n, a, n, b, n, singular, rounding, &rank));
    for (int i = 0; status == MR_OK && i < n; i++)
        for (int j = 0; j < n; j++)
            m[i * n + j] = b[j * n + i] * scale[i] / scale[j];
    free(work);
    return status;
}
