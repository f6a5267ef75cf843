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
