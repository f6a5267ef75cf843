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

/* --- least squares --- */

enum { ROWS = 9, COLUMNS = 6 };

/* the largest part of what is left that is along a column: 0 where the squares are least */
static double along_columns(int rows, int columns, const double *A, const double *b,
                            const double *x) {
    double left[ROWS], worst = 0.0;
    for (int r = 0; r < rows; r++) {
        left[r] = -b[r];
        for (int k = 0; k < columns; k++)
            left[r] += A[r * columns + k] * x[k];
    }
    for (int k = 0; k < columns; k++) {
        double sum = 0.0, length = 0.0;
        for (int r = 0; r < rows; r++) {
            sum += A[r * columns + k] * left[r];
            length += A[r * columns + k] * A[r * columns + k];
        }
        if (length > 0.0)
            worst = fmax(worst, fabs(sum) / sqrt(length));
    }
    return worst;
}

static bool solve_squares(int rows, int columns, const double *A, const double *b, double *x) {
    double copy[ROWS * ROWS], right[ROWS], scratch[3 * ROWS];
    memcpy(copy, A, (size_t)(rows * columns) * sizeof *A);
    memcpy(right, b, (size_t)rows * sizeof *b);
    return mr_dense_least_squares(rows, columns, copy, right, 1e-9, x, scratch);
}

/* columns of lengths from 1e-4 to 1e4, so that they must be exchanged by what is left of their own
 * length; every third system has a column that hangs on two others, every fifth one of zeros */
static void test_squares_are_least(void) {
    mr_random random = {11};
    for (int trial = 0; trial < 300; trial++) {
        const int rows = 2 + trial % (ROWS - 1);
        const int columns = 1 + (trial / 3) % COLUMNS;
        double A[ROWS * COLUMNS], b[ROWS], x[COLUMNS];
        for (int k = 0; k < columns; k++) {
            const double size = pow(10.0, mr_random_uniform(&random, -4.0, 4.0));
            for (int r = 0; r < rows; r++)
                A[r * columns + k] = size * mr_random_uniform(&random, -1.0, 1.0);
        }
        const bool hangs = trial % 3 == 0 && columns > 2, empty = trial % 5 == 0 && columns > 1;
        for (int r = 0; r < rows; r++) {
            if (hangs)
                A[r * columns + 2] = 3.0 * A[r * columns] - 0.5 * A[r * columns + 1];
            if (empty)
                A[r * columns + columns - 1] = 0.0;
            b[r] = mr_random_uniform(&random, -1.0, 1.0);
        }
        CU_ASSERT(solve_squares(rows, columns, A, b, x));
        CU_ASSERT(along_columns(rows, columns, A, b, x) < 1e-8);
        if (empty)
            CU_ASSERT_EQUAL(x[columns - 1], 0.0);
        int zeros = 0;
        for (int k = 0; k < columns; k++)
            zeros += x[k] == 0.0;
        const int independent = columns - (hangs && !(empty && columns == 3)) - empty;
        CU_ASSERT_EQUAL(columns - zeros, independent < rows ? independent : rows);
    }
}

static void test_squares_in_closed_form(void) {
    /* the line through (0, 1), (1, 3), (2, 2): 1.5 + x/2 */
    const double line[6] = {1, 0, 1, 1, 1, 2}, y[3] = {1, 3, 2};
    double x[3];
    CU_ASSERT(solve_squares(3, 2, line, y, x));
    MR_ASSERT_CLOSE(x[0], 1.5, 1e-14);
    MR_ASSERT_CLOSE(x[1], 0.5, 1e-14);
    /* of three that hang together that one is left out of which least is new */
    const double three[6] = {0.9, 1, 0, 0.2, 0, 1}, b[2] = {3.0, -7.0};
    CU_ASSERT(solve_squares(2, 3, three, b, x));
    double back[2];
    for (int r = 0; r < 2; r++)
        back[r] = three[3 * r] * x[0] + three[3 * r + 1] * x[1] + three[3 * r + 2] * x[2];
    MR_ASSERT_CLOSE(back[0], b[0], 1e-13);
    MR_ASSERT_CLOSE(back[1], b[1], 1e-13);
    CU_ASSERT_EQUAL(x[1], 0.0);
    /* a pivot of either sign, and a column that is there already */
    for (int sign = -1; sign <= 1; sign += 2) {
        const double A[4] = {2.0 * sign, 1.0, 0.0, 3.0}, right[2] = {4.0, 6.0};
        CU_ASSERT(solve_squares(2, 2, A, right, x));
        MR_ASSERT_CLOSE(x[1], 2.0, 1e-14);
        MR_ASSERT_CLOSE(x[0], sign * 1.0, 1e-14);
    }
}

static void test_squares_of_what_is_no_number(void) {
    double x[2];
    const double A[4] = {1, NAN, 1, 1}, good[4] = {1, 2, 3, 4}, b[2] = {1, 1}, wrong[2] = {1, NAN};
    CU_ASSERT(!solve_squares(2, 2, A, b, x));
    CU_ASSERT(!solve_squares(2, 2, good, wrong, x));
    CU_ASSERT(solve_squares(2, 2, good, b, x));
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_random_systems),         MR_TEST(test_the_largest_pivot_is_taken),
        MR_TEST(test_singular_ones_are_told), MR_TEST(test_squares_are_least),
        MR_TEST(test_squares_in_closed_form), MR_TEST(test_squares_of_what_is_no_number),
    };
    return mr_test_main("dense", tests, sizeof tests / sizeof *tests, argc, argv);
}
