/* the sparse solver: both methods against a dense product, pivots chosen anew where needed,
 * singular refused */
#include "linear.h"
#include "mr_test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 12 };

/* tridiagonal with corners; upper triangle only if symmetric */
typedef struct matrix {
    int column[N + 1], row[N * N];
    double value[N * N];
    double dense[N][N];
} matrix;

static void fill(matrix *m, int symmetric, double diagonal, mr_random *random) {
    memset(m, 0, sizeof *m);
    int n = 0;
    for (int j = 0; j < N; j++) {
        for (int i = 0; i < N; i++) {
            int near = abs(i - j) <= 1 || abs(i - j) == N - 1;
            if (!near || (symmetric && i > j))
                continue;
            double v = i == j ? diagonal : mr_random_uniform(random, -1.0, 1.0);
            m->row[n] = i;
            m->value[n++] = v;
            m->dense[i][j] = v;
            if (symmetric)
                m->dense[j][i] = v;
        }
        m->column[j + 1] = n;
    }
}

static void check_solution(mbs_linear *s, int slot, const matrix *m, mr_random *random) {
    double x[N], b[N];
    for (int i = 0; i < N; i++)
        x[i] = mr_random_uniform(random, -1.0, 1.0);
    for (int i = 0; i < N; i++) {
        b[i] = 0.0;
        for (int j = 0; j < N; j++)
            b[i] += m->dense[i][j] * x[j];
    }
    mbs_linear_solve(s, slot, b);
    for (int i = 0; i < N; i++)
        MR_ASSERT_CLOSE(b[i], x[i], 1e-9);
}

static void test_both_methods_solve(void) {
    mr_random random = {1};
    for (int symmetric = 0; symmetric < 2; symmetric++) {
        matrix m, other;
        mbs_linear *s;
        fill(&m, symmetric, 5.0, &random);
        fill(&other, symmetric, 7.0, &random);
        CU_ASSERT_EQUAL_FATAL(mbs_linear_analyse(N, m.column, m.row, symmetric, &s), MR_OK);
        CU_ASSERT_EQUAL(mbs_linear_factor(s, 0, m.value), MR_OK);
        CU_ASSERT_EQUAL(mbs_linear_factor(s, 1, other.value), MR_OK);
        check_solution(s, 0, &m, &random);
        check_solution(s, 1, &other, &random);
        check_solution(s, 0, &m, &random);
        mbs_linear_free(s);
    }
}

static void test_indefinite_matrices_are_solved_too(void) {
    mr_random random = {2};
    matrix m;
    mbs_linear *s;
    fill(&m, 1, 5.0, &random);
    CU_ASSERT_EQUAL_FATAL(mbs_linear_analyse(N, m.column, m.row, 1, &s), MR_OK);
    CU_ASSERT_EQUAL(mbs_linear_factor(s, 0, m.value), MR_OK);
    CU_ASSERT_EQUAL(mbs_linear_pivotings(s), 0);
    for (int j = 0; j < N; j++)
        for (int p = m.column[j]; p < m.column[j + 1]; p++)
            if (m.row[p] == j && j % 2)
                m.value[p] = m.dense[j][j] = -5.0;
    CU_ASSERT_EQUAL(mbs_linear_factor(s, 0, m.value), MR_OK);
    check_solution(s, 0, &m, &random);
    /* without a first pivot only KLU can go on */
    for (int j = 0; j < N; j++)
        for (int p = m.column[j]; p < m.column[j + 1]; p++)
            if (m.row[p] == j)
                m.value[p] = m.dense[j][j] = 0.0;
    CU_ASSERT_EQUAL(mbs_linear_factor(s, 0, m.value), MR_OK);
    CU_ASSERT_EQUAL(mbs_linear_pivotings(s), 1);
    check_solution(s, 0, &m, &random);
    mbs_linear_free(s);
}

/* pivots that were good for one matrix are useless for another: zeros on the diagonal */
static void test_bad_pivots_are_chosen_anew(void) {
    mr_random random = {3};
    matrix m;
    mbs_linear *s;
    fill(&m, 0, 5.0, &random);
    CU_ASSERT_EQUAL_FATAL(mbs_linear_analyse(N, m.column, m.row, 0, &s), MR_OK);
    CU_ASSERT_EQUAL(mbs_linear_factor(s, 0, m.value), MR_OK);
    fill(&m, 0, 6.0, &random);
    CU_ASSERT_EQUAL(mbs_linear_factor(s, 0, m.value), MR_OK);
    CU_ASSERT_EQUAL(mbs_linear_pivotings(s), 1);
    fill(&m, 0, 0.0, &random);
    CU_ASSERT_EQUAL(mbs_linear_factor(s, 0, m.value), MR_OK);
    CU_ASSERT_EQUAL(mbs_linear_pivotings(s), 2);
    check_solution(s, 0, &m, &random);
    mbs_linear_free(s);
}

static void test_singular_matrices_are_refused(void) {
    mr_random random = {4};
    for (int symmetric = 0; symmetric < 2; symmetric++) {
        matrix m;
        mbs_linear *s;
        fill(&m, symmetric, 5.0, &random);
        CU_ASSERT_EQUAL_FATAL(mbs_linear_analyse(N, m.column, m.row, symmetric, &s), MR_OK);
        for (int j = 0; j < N; j++)
            for (int p = m.column[j]; p < m.column[j + 1]; p++)
                if (j == 3 || m.row[p] == 3)
                    m.value[p] = 0.0;
        CU_ASSERT_EQUAL(mbs_linear_factor(s, 0, m.value), MR_ERR_NOT_FINITE);
        m.value[0] = NAN;
        CU_ASSERT_EQUAL(mbs_linear_factor(s, 0, m.value), MR_ERR_NOT_FINITE);
        /* what is no number makes a matrix useless that is regular otherwise, wherever it stands */
        for (int p = 0; p < m.column[N]; p += 3)
            for (int k = 0; k < 2; k++) {
                fill(&m, symmetric, 5.0, &random);
                m.value[p] = k == 0 ? NAN : INFINITY;
                CU_ASSERT_EQUAL(mbs_linear_factor(s, 0, m.value), MR_ERR_NOT_FINITE);
            }
        fill(&m, symmetric, 5.0, &random); /* and leaves nothing behind */
        CU_ASSERT_EQUAL(mbs_linear_factor(s, 0, m.value), MR_OK);
        check_solution(s, 0, &m, &random);
        mbs_linear_free(s);
    }
}

static void test_order_is_a_permutation(void) {
    mr_random random = {6};
    matrix m;
    int order[N], seen[N] = {0};
    fill(&m, 0, 1.0, &random);
    CU_ASSERT_EQUAL(mbs_linear_order(N, m.column, m.row, order), MR_OK);
    for (int i = 0; i < N; i++)
        seen[order[i]]++;
    for (int i = 0; i < N; i++)
        CU_ASSERT_EQUAL(seen[i], 1);
}

static const mr_test tests[] = {
    MR_TEST(test_both_methods_solve),         MR_TEST(test_indefinite_matrices_are_solved_too),
    MR_TEST(test_bad_pivots_are_chosen_anew), MR_TEST(test_singular_matrices_are_refused),
    MR_TEST(test_order_is_a_permutation),
};

int main(int argc, char **argv) {
    return mr_test_main("multibody linear solver", tests, sizeof tests / sizeof *tests, argc, argv);
}
