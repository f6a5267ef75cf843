/* Gaussian elimination with row pivoting; sizes here are those of algebraic loops and of implicit
 * fixed-step solvers, where a call into a library costs more than the elimination */
#include "engine/dense.h"

#include <math.h>

bool bd_lu_factor(double *a, int *pivots, int n) {
    double scale = 0.0;
    for (int i = 0; i < n * n; i++)
        scale = fmax(scale, fabs(a[i]));
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i + k * n]) > fabs(a[best + k * n]))
                best = i;
        pivots[k] = best;
        double pivot = a[best + k * n];
        if (!(fabs(pivot) > 1e-15 * scale))
            return false;
        for (int j = 0; best != k && j < n; j++) {
            double swap = a[k + j * n];
            a[k + j * n] = a[best + j * n];
            a[best + j * n] = swap;
        }
        for (int i = k + 1; i < n; i++)
            a[i + k * n] /= pivot;
        for (int j = k + 1; j < n; j++) {
            double factor = a[k + j * n];
            for (int i = k + 1; factor != 0.0 && i < n; i++)
                a[i + j * n] -= a[i + k * n] * factor;
        }
    }
    return true;
}

void bd_lu_solve(const double *lu, const int *pivots, int n, double *b) {
    for (int k = 0; k < n; k++) {
        double swap = b[k];
        b[k] = b[pivots[k]];
        b[pivots[k]] = swap;
    }
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++)
            b[i] -= lu[i + k * n] * b[k];
    for (int k = n - 1; k >= 0; k--) {
        b[k] /= lu[k + k * n];
        for (int i = 0; i < k; i++)
            b[i] -= lu[i + k * n] * b[k];
    }
}
