/* random numbers and the clock */
#include "mr_test.h"
#include "common/clock.h"
#include "common/random.h"

/* of the generator from state 0: java.util.SplittableRandom(0), as many public ports list them */
static void test_random_numbers_are_the_published_ones(void) {
    uint64_t state = 0;
    CU_ASSERT_EQUAL(cm_random_bits(&state), 0xe220a8397b1dcdafU);
    CU_ASSERT_EQUAL(cm_random_bits(&state), 0x6e789e6aa1b965f4U);
    CU_ASSERT_EQUAL(cm_random_bits(&state), 0x06c45d188009454fU);
}

static void test_units_are_in_their_interval(void) {
    uint64_t state = 7;
    double sum = 0.0;
    for (int i = 0; i < 10000; i++) {
        const double u = cm_random_unit(&state);
        CU_ASSERT_FATAL(u >= 0.0 && u < 1.0);
        sum += u;
    }
    /* standard deviation of the mean: 1 / sqrt(12 10000) = 0.0029 */
    MR_ASSERT_CLOSE(sum / 10000.0, 0.5, 0.015);
}

static void test_clock_does_not_go_back(void) {
    double last = cm_seconds();
    for (int i = 0; i < 10000; i++) {
        const double now = cm_seconds();
        CU_ASSERT_FATAL(now >= last);
        last = now;
    }
}

static const mr_test tests[] = {
    MR_TEST(test_random_numbers_are_the_published_ones),
    MR_TEST(test_units_are_in_their_interval),
    MR_TEST(test_clock_does_not_go_back),
};

int main(int argc, char **argv) {
    return mr_test_main("common numbers", tests, sizeof tests / sizeof *tests, argc, argv);
}
