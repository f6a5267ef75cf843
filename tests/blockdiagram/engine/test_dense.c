/* LU factors of algebraic loops and implicit solvers: residuals of random systems, pivots that are
 * needed, singular ones */
#include "engine/dense.h"
#include "mr_test.h"

#include <math.h>
#include <string.h>

enum { MOST = 8 };

static void test_random_systems_are_solved(void) {
    mr_random random = {9};
    for (int trial = 0; trial < 400; trial++) {
        const int n = 1 + trial % MOST;
        double a[MOST * MOST], lu[MOST * MOST], b[MOST], x[MOST], size = 1.0, worst = 0.0;
        int pivots[MOST];
        for (int i = 0; i < n * n; i++)
            a[i] = mr_random_uniform(&random, -1.0, 1.0);
        for (int i = 0; i < n; i++) {
            if (trial % 2 && n > 1)
                a[i + i * n] = 0.0; /* no pivot on the diagonal */
            b[i] = mr_random_uniform(&random, -1.0, 1.0);
        }
        memcpy(lu, a, sizeof lu);
        CU_ASSERT_FATAL(bd_lu_factor(lu, pivots, n));
        /* the factors serve for several right sides */
        for (int side = 0; side < 2; side++) {
            memcpy(x, b, sizeof x);
            x[0] += side;
            const double first = x[0];
            bd_lu_solve(lu, pivots, n, x);
            for (int i = 0; i < n; i++)
                size = fmax(size, fabs(x[i]));
            for (int i = 0; i < n; i++) {
                double sum = i == 0 ? -first : -b[i];
                for (int j = 0; j < n; j++)
                    sum += a[i + j * n] * x[j];
                worst = fmax(worst, fabs(sum));
            }
        }
        CU_ASSERT(worst < 1e-13 * size);
    }
}

static void test_the_largest_pivot_is_taken(void) {
    double a[4] = {1e-14, 1.0, 1.0, 1.0}, b[2] = {1.0, 2.0}; /* 1e-14 x + y = 1, x + y = 2 */
    int pivots[2];
    CU_ASSERT(bd_lu_factor(a, pivots, 2));
    CU_ASSERT_EQUAL(pivots[0], 1);
    bd_lu_solve(a, pivots, 2, b);
    MR_ASSERT_CLOSE(b[0], 1.0, 1e-13);
    MR_ASSERT_CLOSE(b[1], 1.0, 1e-13);
}

static void test_singular_matrices_are_told(void) {
    double zero[1] = {0.0}, twice[4] = {1.0, 2.0, 2.0, 4.0}, nan[4] = {1.0, 0.0, 0.0, NAN};
    double small[1] = {1e-200}, almost[4] = {1.0, 1.0, 1.0, 1.0 + 1e-16};
    int pivots[2];
    CU_ASSERT(!bd_lu_factor(zero, pivots, 1));
    CU_ASSERT(!bd_lu_factor(twice, pivots, 2));
    CU_ASSERT(!bd_lu_factor(nan, pivots, 2));
    CU_ASSERT(!bd_lu_factor(almost, pivots, 2));
    CU_ASSERT(bd_lu_factor(small, pivots, 1)); /* small is not singular */
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_random_systems_are_solved),
        MR_TEST(test_the_largest_pivot_is_taken),
        MR_TEST(test_singular_matrices_are_told),
    };
    return mr_test_main("blockdiagram dense", tests, sizeof tests / sizeof *tests, argc, argv);
}
