/* small dense systems: residuals of random ones, pivots that are needed, and matrices without an
 * inverse */
#include "dense.h"
#include "mr_test.h"

#include <math.h>
#include <string.h>

enum { MOST = 7 };

static double largest_residual(int n, const double *A, const double *b, const double *x) {
    double worst = 0.0;
    for (int i = 0; i < n; i++) {
        double sum = -b[i];
        for (int j = 0; j < n; j++)
            sum += A[i * n + j] * x[j];
        worst = fmax(worst, fabs(sum));
    }
    return worst;
}

static void test_random_systems(void) {
    mr_random random = {5};
    for (int trial = 0; trial < 300; trial++) {
        const int n = 1 + trial % MOST;
        double A[MOST * MOST], kept[MOST * MOST], b[MOST], x[MOST];
        for (int i = 0; i < n * n; i++)
            A[i] = mr_random_uniform(&random, -1.0, 1.0);
        for (int i = 0; i < n; i++) {
            x[i] = b[i] = mr_random_uniform(&random, -1.0, 1.0);
            if (trial % 2 && n > 1)
                A[i * n + i] = 0.0; /* no pivot on the diagonal */
        }
        memcpy(kept, A, sizeof kept);
        CU_ASSERT(mr_dense_solve(n, A, x));
        double size = 1.0;
        for (int i = 0; i < n; i++)
            size = fmax(size, fabs(x[i]));
        CU_ASSERT(largest_residual(n, kept, b, x) < 1e-13 * size);
    }
}

static void test_the_largest_pivot_is_taken(void) {
    /* 1e-20 on the diagonal: with it as pivot the answer is (0, 1), by the larger one (1, 1);
     * Forsythe and Moler, 1967 */
    for (int n = 2; n <= 4; n++) {
        double A[16] = {0}, x[4];
        for (int i = 0; i < n; i++)
            A[i * n + i] = 1.0;
        const int c = n - 2; /* in the last two columns, where rows above must not count */
        A[c * n + c] = 1e-20;
        A[c * n + c + 1] = A[(c + 1) * n + c] = 1.0;
        for (int i = 0; i < c; i++)
            A[i * n + c] = A[i * n + c + 1] = 1e3;
        for (int i = 0; i < n; i++)
            x[i] = i < c ? 1.0 + 2e3 : i == c ? 1.0 : 2.0;
        CU_ASSERT(mr_dense_solve(n, A, x));
        for (int i = 0; i < n; i++)
            MR_ASSERT_CLOSE(x[i], 1.0, 1e-12);
    }
}

static void test_singular_ones_are_told(void) {
    double rank_one[4] = {1.0, 2.0, 2.0, 4.0}, zero[1] = {0.0},
           column[9] = {1, 0, 2, 3, 0, 4, 5, 0, 7}, b[3] = {1, 1, 1};
    CU_ASSERT(!mr_dense_solve(2, rank_one, b));
    CU_ASSERT(!mr_dense_solve(1, zero, b));
    CU_ASSERT(!mr_dense_solve(3, column, b));
    CU_ASSERT(mr_dense_solve(0, NULL, NULL));
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_random_systems),
        MR_TEST(test_the_largest_pivot_is_taken),
        MR_TEST(test_singular_ones_are_told),
    };
    return mr_test_main("dense", tests, sizeof tests / sizeof *tests, argc, argv);
}
