/* matrices that are told wrongly, of several coordinates by a factor each: found by the steps on
 * trial, with the modes of the honest slave */
#include "made_up_trial.h"
#include "mr_test.h"

#include <math.h>

static const driven MODE = {.stiffness = 900.0, .damping = 6.0, .by_position = 5e3};

/* accelerations that the matrices tell: of what each step was pushed with, which is no motion */
static void push(tried *t, const double *factor, double *told) {
    mr_random random = {31};
    for (int k = 0; k < ROWS; k++)
        for (int i = 0; i < t->trial.n; i++) {
            const int at = k * t->trial.n + i;
            told[at] = mr_random_uniform(&random, -40.0, 40.0) * (1.0 + i);
            t->reaction[at] += (factor[i] - 1.0) * told[at];
        }
}

static void test_each_coordinate_has_its_factor(void) {
    static const double factors[][MOST] = {{1.3, 1.3}, {0.8, 1.7}, {1.9, 0.6}, {1.0, 1.2}};
    for (size_t c = 0; c < sizeof factors / sizeof *factors; c++)
        for (int n = 1; n <= MOST; n++)
            for (int hides = 0; hides < 2; hides++) {
                tried t;
                double told[ROWS * MOST], found[MOST] = {0.0};
                try_steps(&t, n, MR_RULE_TRAPEZOIDAL);
                if (hides)
                    add_driven(&t, &MODE);
                push(&t, factors[c], told);
                for (int k = 0; k < ROWS * n; k++)
                    t.reaction[k] += 1e3; /* a weight, say */
                CU_ASSERT_TRUE_FATAL(mr_hidden_fit_factor(&t.hidden, &t.trial, told, 6, found));
                for (int i = 0; i < n; i++)
                    MR_ASSERT_CLOSE(found[i], factors[c][i], 1e-6);
                CU_ASSERT_EQUAL_FATAL((int)*t.hidden.modes, hides);
                if (hides) {
                    MR_ASSERT_CLOSE(t.hidden.stiffness[0], MODE.stiffness, 1e-2);
                    MR_ASSERT_CLOSE(t.hidden.damping[0], MODE.damping, 1e-3);
                }
                /* the trial is as it was, and is explained but for what was told wrongly */
                for (int k = 0; k < ROWS * n; k++)
                    t.reaction[k] -= (found[k % n] - 1.0) * told[k];
                if (hides)
                    CU_ASSERT(unexplained(&t) < 1e-5);
            }
}

/* beyond half and twice no factor is believed; nor where noise is left */
static void test_what_no_factor_explains(void) {
    static const double factors[][MOST] = {{1.3, 0.7}, {2.3, 1.2}, {1.2, 0.4}};
    for (int far = 0; far < 3; far++) {
        const bool noise = far == 0;
        tried t;
        double told[ROWS * MOST], found[MOST];
        mr_random random = {5};
        try_steps(&t, 2, MR_RULE_TRAPEZOIDAL);
        add_driven(&t, &MODE);
        push(&t, factors[far], told);
        for (int k = 0; noise && k < ROWS * 2; k++)
            t.reaction[k] += mr_random_uniform(&random, -1.0, 1.0);
        CU_ASSERT_FALSE(mr_hidden_fit_factor(&t.hidden, &t.trial, told, 6, found));
        CU_ASSERT(found[0] == 1.0 && found[1] == 1.0);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_each_coordinate_has_its_factor),
        MR_TEST(test_what_no_factor_explains),
    };
    return mr_test_main("hidden_factor", tests, sizeof tests / sizeof *tests, argc, argv);
}
