/* elimination and back-substitution */
#include "dense.h"

#include <math.h>

bool mr_dense_solve(int n, double *A, double *right) {
    for (int c = 0; c < n; c++) {
        int pivot = c;
        for (int r = c + 1; r < n; r++)
            if (fabs(A[r * n + c]) > fabs(A[pivot * n + c]))
                pivot = r;
        for (int k = 0; k < n && pivot != c; k++) {
            const double swap = A[c * n + k];
            A[c * n + k] = A[pivot * n + k];
            A[pivot * n + k] = swap;
        }
        const double swap = right[c];
        right[c] = right[pivot];
        right[pivot] = swap;
        if (A[c * n + c] == 0.0)
            return false;
        for (int r = c + 1; r < n; r++) {
            const double factor = A[r * n + c] / A[c * n + c];
            for (int k = c; k < n; k++)
                A[r * n + k] -= factor * A[c * n + k];
            right[r] -= factor * right[c];
        }
    }
    for (int r = n - 1; r >= 0; r--) {
        for (int k = r + 1; k < n; k++)
            right[r] -= A[r * n + k] * right[k];
        right[r] /= A[r * n + r];
    }
    return true;
}

static double length_below(int rows, int columns, const double *A, int row, int column) {
    double sum = 0.0;
    for (int r = row; r < rows; r++)
        sum += A[r * columns + column] * A[r * columns + column];
    return sqrt(sum);
}

/* brings the column that is longest, measured by its whole length, to place c */
static double exchange(int rows, int columns, double *A, int c, double *whole, double *order) {
    int best = c;
    double most = -1.0;
    for (int k = c; k < columns; k++) {
        const double part = whole[k] > 0.0 ? length_below(rows, columns, A, c, k) / whole[k] : 0.0;
        if (part > most) {
            most = part;
            best = k;
        }
    }
    for (int r = 0; r < rows && best != c; r++) {
        const double swap = A[r * columns + c];
        A[r * columns + c] = A[r * columns + best];
        A[r * columns + best] = swap;
    }
    const double length = whole[c], name = order[c];
    whole[c] = whole[best];
    order[c] = order[best];
    whole[best] = length;
    order[best] = name;
    return most;
}

/* the reflection that leaves nothing of column c below its place */
static void reflect(int rows, int columns, double *A, int c, double *right) {
    const double length = length_below(rows, columns, A, c, c);
    const double alpha = A[c * columns + c] > 0.0 ? -length : length;
    double square = length * length - alpha * A[c * columns + c];
    if (!(square > 0.0))
        return;
    A[c * columns + c] -= alpha;
    for (int k = c + 1; k <= columns; k++) { /* the last one is the right-hand side */
        double sum = 0.0;
        for (int r = c; r < rows; r++)
            sum += A[r * columns + c] * (k < columns ? A[r * columns + k] : right[r]);
        sum /= square;
        for (int r = c; r < rows; r++)
            *(k < columns ? &A[r * columns + k] : &right[r]) -= sum * A[r * columns + c];
    }
    A[c * columns + c] = alpha;
}

bool mr_dense_least_squares(int rows, int columns, double *A, double *right, double tolerance,
                            double *x, double *scratch) {
    double *whole = scratch, *order = scratch + columns, *y = order + columns;
    int rank = 0;
    for (int k = 0; k < columns; k++) {
        whole[k] = length_below(rows, columns, A, 0, k);
        order[k] = k;
        x[k] = 0.0;
        if (!isfinite(whole[k]))
            return false;
    }
    while (rank < columns && rank < rows &&
           exchange(rows, columns, A, rank, whole, order) > tolerance)
        reflect(rows, columns, A, rank++, right);
    for (int c = rank - 1; c >= 0; c--) {
        y[c] = right[c];
        for (int k = c + 1; k < rank; k++)
            y[c] -= A[c * columns + k] * y[k];
        y[c] /= A[c * columns + c];
        x[(int)order[c]] = y[c];
        if (!isfinite(y[c]))
            return false;
    }
    return true;
}
