/* products and inverses of small matrices (Golub & Van Loan, Matrix Computations, 3.4: Gaussian
 * elimination with partial pivoting, here as Gauss-Jordan because the inverse itself is wanted) */
#include "blocks/math/linear_algebra.h"
#include "blocks/arithmetic.h"

#include <math.h>

void bd_matrix_multiply(const double complex *a, const double complex *b, int rows, int inner,
                        int columns, double complex *c) {
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++) {
            double complex sum = 0.0;
            for (int k = 0; k < inner; k++)
                sum += a[i + k * rows] * b[k + j * inner];
            c[i + j * rows] = sum;
        }
}

/* exact where the divisor is real, as a complex division is not */
static double complex divide(double complex a, double complex b) {
    return cimag(b) == 0.0 ? CMPLX(creal(a) / creal(b), cimag(a) / creal(b)) : a / b;
}

static void swap_rows(double complex *a, int n, int i, int j) {
    for (int c = 0; c < n && i != j; c++) {
        double complex kept = a[i + c * n];
        a[i + c * n] = a[j + c * n];
        a[j + c * n] = kept;
    }
}

static int find_pivot(const double complex *a, int n, int column) {
    int best = column;
    for (int r = column + 1; r < n; r++)
        if (cabs(a[r + column * n]) > cabs(a[best + column * n]))
            best = r;
    return best;
}

bool bd_matrix_invert(double complex *a, int n, double complex *b) {
    for (int i = 0; i < n * n; i++)
        b[i] = i % (n + 1) == 0 ? 1.0 : 0.0;
    for (int p = 0; p < n; p++) {
        int pivot = find_pivot(a, n, p);
        double complex divisor = a[pivot + p * n];
        if (divisor == 0.0) {
            for (int i = 0; i < n * n; i++)
                b[i] = INFINITY;
            return false;
        }
        swap_rows(a, n, p, pivot);
        swap_rows(b, n, p, pivot);
        for (int c = 0; c < n; c++) {
            a[p + c * n] = divide(a[p + c * n], divisor);
            b[p + c * n] = divide(b[p + c * n], divisor);
        }
        for (int r = 0; r < n; r++) {
            double complex factor = a[r + p * n];
            if (r == p || factor == 0.0)
                continue;
            for (int c = 0; c < n; c++) {
                a[r + c * n] -= factor * a[p + c * n];
                b[r + c * n] -= factor * b[p + c * n];
            }
        }
    }
    return true;
}
