/* the force that a velocity makes, from what is told at some velocities: known laws */
#include "couplings/law.h"
#include "mr_test.h"

#include <math.h>

typedef double (*force_of)(double velocity, double *slope);

static double dry(double v, double *slope) {
    const double x = tanh(v / 0.02);
    *slope = -4.0 / 0.02 * (1.0 - x * x);
    return 7.0 - 4.0 * x;
}

static double drag(double v, double *slope) {
    *slope = -3.0 * fabs(v);
    return -1.5 * v * fabs(v);
}

static void tell(mr_law *law, force_of force, double v) {
    double slope = 0.0;
    const double told = force(v, &slope);
    mr_law_note(law, v, told, slope);
}

/* steps of an oscillation whose amplitude goes from `most` to `least` */
static mr_law told_of(force_of force, double most, double least) {
    mr_law law = {0};
    for (int k = 0; k < 200; k++)
        tell(&law, force, (most + (least - most) * k / 200.0) * sin(0.31 * k));
    return law;
}

static double worst(const mr_law *law, force_of force, double most) {
    double off = 0.0, slope = 0.0;
    const double still = force(0.0, &slope);
    for (int k = -100; k <= 100; k++) {
        const double v = most * k / 100.0;
        off = fmax(off, fabs(mr_law_change(law, 1.0, 0.0, v) - (force(v, &slope) - still)));
    }
    return off;
}

static void test_laws_are_found(void) {
    const mr_law a = told_of(drag, 6.0, 1.0), b = told_of(dry, 6.0, 0.01);
    MR_ASSERT_CLOSE(a.holds, 1.0, 0.0);
    CU_ASSERT(worst(&a, drag, 5.0) < 0.005 * 37.5);
    MR_ASSERT_CLOSE(b.holds, 1.0, 0.0);
    CU_ASSERT(worst(&b, dry, 5.0) < 0.1 * 4.0);
    MR_ASSERT_CLOSE(mr_law_fastest(&b, 1.0), 200.0, 10.0);
}

static void test_a_slope_that_ends_is_not_swung_over(void) {
    /* at standstill and at 2 m/s only: a cubic with a slope of -200 would be off by 60 */
    mr_law law = {0};
    const double seen[] = {0.0, 2.0, 2.5, 3.0, 0.0, 2.2, 0.0};
    for (int k = 0; k < 7; k++)
        tell(&law, dry, seen[k]);
    MR_ASSERT_CLOSE(law.holds, 1.0, 0.0);
    CU_ASSERT(worst(&law, dry, 3.0) < 0.35 * 4.0);
}

static void test_the_side_that_was_not_seen_is_as_the_other(void) {
    mr_law law = {0};
    for (int k = 0; k < 20; k++)
        tell(&law, drag, -0.2 * ((7 * k) % 20));
    MR_ASSERT_CLOSE(law.holds, 1.0, 0.0);
    MR_ASSERT_CLOSE(mr_law_change(&law, 0.0, 0.0, 3.0), -13.5, 0.05);
    MR_ASSERT_CLOSE(mr_law_change(&law, 0.0, 0.0, 5.0), -21.66 - 3.0 * 3.8 * 1.2, 0.05);
    /* on the side that was seen it goes on straight */
    MR_ASSERT_CLOSE(mr_law_change(&law, 0.0, 0.0, -5.0), 21.66 + 3.0 * 3.8 * 1.2, 0.05);
}

static void test_no_law_is_made_of_other_forces(void) {
    mr_law law = {0};
    for (int k = 0; k < 200; k++) {
        double slope = 0.0;
        const double v = 2.0 * sin(0.31 * k), force = drag(v, &slope);
        mr_law_note(&law, v, force + 30.0 * cos(1.7 * k), slope);
    }
    MR_ASSERT_CLOSE(law.holds, 0.0, 0.0);
    MR_ASSERT_CLOSE(mr_law_change(&law, 3.0, 1.0, 3.0), -6.0, 1e-15);
    MR_ASSERT_CLOSE(mr_law_change(NULL, 3.0, 1.0, 3.0), -6.0, 1e-15);
    const mr_law before = law;
    mr_law_note(&law, 0.1, NAN, 0.0);
    MR_ASSERT_CLOSE(law.count, before.count, 0.0);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_laws_are_found),
        MR_TEST(test_a_slope_that_ends_is_not_swung_over),
        MR_TEST(test_the_side_that_was_not_seen_is_as_the_other),
        MR_TEST(test_no_law_is_made_of_other_forces),
    };
    return mr_test_main("multirate_law", tests, sizeof tests / sizeof *tests, argc, argv);
}
