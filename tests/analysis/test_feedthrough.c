/* loops through outputs that are iterated, not solved: regions by order, radii, the correction */
#include "analysis/feedthrough.h"
#include "mr_test.h"

#include <math.h>
#include <stdlib.h>

static void test_regions_by_order(void) {
    static const an_loop_region known[3] = {
        {-1, 1, 1}, {-1.0 / 3, 1, .39332}, {-1.0 / 7, .5, .17778}};
    for (int k = 0; k < 3; k++) {
        an_loop_region r;
        CU_ASSERT_EQUAL_FATAL(an_loop_stable(k, &r), MR_OK);
        MR_ASSERT_CLOSE(r.low, known[k].low, 1e-6);
        MR_ASSERT_CLOSE(r.high, known[k].high, 1e-6);
        MR_ASSERT_CLOSE(r.imaginary, known[k].imaginary, 6e-6);
    }
}

/* x_i' = -x_i + u_i, y_i = x_i + d u_i, crossed (C. Andersson 2016, example 3.2.1) */
static double A = -1, B = 1, C = 1;
static an_pair crossed(double *d) {
    return (an_pair){.master = {1, 1, 1, &A, &B, &C, d}, .slave = {1, 1, 1, &A, &B, &C, d}};
}

static void test_radii_of_the_crossed_pair(void) {
    static const double raw[3] = {.967578, 1.283324, 2.134507};
    static const double corrected[3] = {.968279, .967185, .967217};
    double d = -0.5;
    const an_pair pair = crossed(&d);
    mr_message message = {""};
    for (int k = 0; k < 3; k++) {
        double radius = NAN;
        CU_ASSERT_EQUAL(an_loop_radius(&pair, k, 0.1, false, &radius, &message), MR_OK);
        MR_ASSERT_CLOSE(radius, raw[k], 6e-7);
        CU_ASSERT_EQUAL(an_loop_radius(&pair, k, 0.1, true, &radius, &message), MR_OK);
        MR_ASSERT_CLOSE(radius, corrected[k], 6e-7);
    }
}

static void test_only_circles_count(void) {
    const double chain[9] = {0, 5, 7, 0, 0, 9, 0, 0, 0}; /* large gains, no way back */
    double real, imaginary, root, d = -0.5, *DL;
    int n;
    mr_message message = {""};
    CU_ASSERT_EQUAL(an_loop_worst(chain, 3, 2, &real, &imaginary, &root), MR_OK);
    CU_ASSERT(root < 1e-4);
    const an_pair pair = crossed(&d);
    CU_ASSERT_EQUAL_FATAL(an_pair_loop(&pair, &DL, &n, &message), MR_OK);
    CU_ASSERT_EQUAL(an_loop_worst(DL, n, 1, &real, &imaginary, &root), MR_OK);
    MR_ASSERT_CLOSE(real, -0.5, 1e-12);
    CU_ASSERT(root > 1.2 && n == 2);
    free(DL);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_regions_by_order),
        MR_TEST(test_radii_of_the_crossed_pair),
        MR_TEST(test_only_circles_count),
    };
    return mr_test_main("feed-through", tests, sizeof tests / sizeof *tests, argc, argv);
}
