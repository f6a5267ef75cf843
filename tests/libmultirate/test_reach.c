/* how far a slave goes in one step whose reaction is not known, and what makes one doubt it */
#include "couplings/doubt.h"
#include "couplings/reach.h"
#include "mr_test.h"

#include <math.h>

static mr_reach of_parts(int parts) {
    mr_reach reach;
    mr_reach_start(&reach, parts, 0.01);
    return reach;
}

static void shorten(mr_reach *reach, int steps, double part) {
    for (int k = 0; k < steps; k++)
        mr_reach_shorten(reach, reach->most > 0.0 ? reach->most : 0.01,
                         &(mr_reach_seen){.carried = part * part, .moved = 1.0}, 0.0);
}

static void test_a_step_goes_into_equal_parts(void) {
    mr_reach reach = of_parts(4);
    MR_ASSERT_CLOSE(mr_reach_end(&reach, 1.0, 1.01), 1.01, 0.0); /* known so far */
    shorten(&reach, 1, 0.0);
    MR_ASSERT_CLOSE(mr_reach_end(&reach, 1.0, 1.01), 1.0025, 1e-12);
    MR_ASSERT_CLOSE(mr_reach_end(&reach, 1.0025, 1.01), 1.005, 1e-12);
    MR_ASSERT_CLOSE(mr_reach_end(&reach, 1.0075, 1.01), 1.01, 1e-12);
    /* 6 ms go into three, not into two of 2.5 and one of 1 */
    MR_ASSERT_CLOSE(mr_reach_end(&reach, 1.0, 1.006), 1.002, 1e-12);
    CU_ASSERT(isinf(mr_reach_end(&reach, 1.0, INFINITY)));
    /* a slave whose own steps have grown to 1 s makes quarters of those, not of its first one */
    MR_ASSERT_CLOSE(mr_reach_end(&reach, 1.0, 2.0), 1.25, 1e-12);
}

static void test_one_part_is_never_shortened(void) {
    mr_reach reach = of_parts(1);
    shorten(&reach, 20, 0.9);
    MR_ASSERT_CLOSE(mr_reach_end(&reach, 1.0, 1.01), 1.01, 0.0);
    MR_ASSERT_CLOSE(reach.shorter, 0.0, 0.0);
    mr_reach unknown_step;
    mr_reach_start(&unknown_step, 4, 0.0);
    mr_reach_shorten(&unknown_step, 0.01, &(mr_reach_seen){.carried = 1.0, .moved = 1.0}, 0.0);
    MR_ASSERT_CLOSE(mr_reach_end(&unknown_step, 1.0, 1.01), 1.01, 0.0);
}

static void test_steps_follow_what_is_carried(void) {
    mr_reach reach = of_parts(4);
    shorten(&reach, 20, 0.29);
    MR_ASSERT_CLOSE(reach.most, 0.0025, 1e-15);
    shorten(&reach, 2, 0.9);
    CU_ASSERT(reach.most < 0.0025);
    shorten(&reach, 50, 0.9); /* a 64th is the shortest */
    MR_ASSERT_CLOSE(reach.most, 0.01 / 64.0, 1e-15);
    shorten(&reach, 8, 0.06); /* not little enough */
    MR_ASSERT_CLOSE(reach.most, 0.01 / 64.0, 1e-15);
    shorten(&reach, 40, 0.04); /* the sums forget first */
    CU_ASSERT(reach.most > 0.01 / 32.5);
    shorten(&reach, 100, 0.04); /* a quarter is the longest */
    MR_ASSERT_CLOSE(reach.most, 0.0025, 1e-15);
    CU_ASSERT(reach.shorter > 100.0);
}

/* so many steps in which this part of the accelerations was not foreseen, while 4 % of the velocity
 * are carried */
static void surprise(mr_reach *reach, int steps, double part) {
    const mr_reach_seen seen = {
        .carried = 0.0016, .moved = 1.0, .missed = 49.0 * part * part, .felt = 49.0};
    for (int k = 0; k < steps; k++)
        mr_reach_shorten(reach, reach->most > 0.0 ? reach->most : 0.01, &seen, 0.0);
}

static void test_steps_follow_what_is_not_foreseen(void) {
    mr_reach reach = of_parts(4);
    surprise(&reach, 20, 0.029);
    MR_ASSERT_CLOSE(reach.most, 0.0025, 1e-15);
    surprise(&reach, 1, 0.2); /* one bad step is enough, and once */
    MR_ASSERT_CLOSE(reach.most, 0.00125, 1e-15);
    surprise(&reach, 7, 0.0);
    MR_ASSERT_CLOSE(reach.most, 0.00125, 1e-15);
    surprise(&reach, 1, 0.0);
    MR_ASSERT_CLOSE(reach.most, 0.0025, 1e-15);
    surprise(&reach, 50, 0.031);
    MR_ASSERT_CLOSE(reach.most, 0.01 / 64.0, 1e-15);
    surprise(&reach, 50, 0.006); /* not little enough */
    MR_ASSERT_CLOSE(reach.most, 0.01 / 64.0, 1e-15);
    surprise(&reach, 100, 0.004);
    MR_ASSERT_CLOSE(reach.most, 0.0025, 1e-15);
}

static void test_steps_are_no_finer_than_what_can_be_seen(void) {
    mr_reach reach = of_parts(4);
    for (int k = 0; k < 50; k++)
        mr_reach_shorten(&reach, 0.01, &(mr_reach_seen){.carried = 0.9, .moved = 1.0}, 0.001);
    MR_ASSERT_CLOSE(reach.most, 0.001, 1e-15);
    reach = of_parts(4);
    for (int k = 0; k < 50; k++)
        mr_reach_shorten(&reach, 0.01, &(mr_reach_seen){.carried = 0.9, .moved = 1.0}, 0.02);
    MR_ASSERT_CLOSE(mr_reach_end(&reach, 1.0, 1.01), 1.01, 0.0);
}

static void test_a_slave_that_is_known_again_makes_its_own_steps(void) {
    mr_reach reach = of_parts(4);
    shorten(&reach, 1, 0.2);
    for (int k = 0; k < 7; k++)
        mr_reach_let_go(&reach, 0.0025);
    MR_ASSERT_CLOSE(reach.most, 0.0025, 1e-15);
    for (int k = 0; k < 9; k++)
        mr_reach_let_go(&reach, reach.most);
    MR_ASSERT_CLOSE(reach.most, 0.0, 0.0);
    MR_ASSERT_CLOSE(mr_reach_end(&reach, 1.0, 1.01), 1.01, 0.0);
    const double before = reach.shorter;
    MR_ASSERT_CLOSE(before, 16.0, 0.0); /* eight of 2.5 ms, eight of 5 ms */
    mr_reach_let_go(&reach, 0.01);
    MR_ASSERT_CLOSE(reach.shorter, before, 0.0);
}

static mr_doubt doubt_of(int steps, double missed, double changed, double all) {
    mr_doubt doubt = {0};
    for (int k = 0; k < steps; k++)
        mr_doubt_note(&doubt, missed * missed, changed * changed, all * all);
    return doubt;
}

static void test_what_is_not_foreseen_is_a_surprise(void) {
    mr_doubt d = doubt_of(20, 1e-5, 1.0, 1e-3); /* a linear slave beside a strong reaction */
    CU_ASSERT_FALSE(mr_doubt_is_surprised(&d));
    d = doubt_of(20, 1e-3, 1e-3, 1.0); /* rounding beside a strong acceleration */
    CU_ASSERT_FALSE(mr_doubt_is_surprised(&d));
    d = doubt_of(20, 0.11, 1.0, 10.0);
    CU_ASSERT_TRUE(mr_doubt_is_surprised(&d));
    CU_ASSERT_FALSE(mr_doubt_is_useless(&d));
    d = doubt_of(20, 0.09, 1.0, 1.0);
    CU_ASSERT_FALSE(mr_doubt_is_surprised(&d));
}

static void test_modes_that_are_worse_than_none_are_useless(void) {
    mr_doubt d = doubt_of(20, 2.1, 1.0, 20.0);
    CU_ASSERT_TRUE(mr_doubt_is_useless(&d));
    d = doubt_of(20, 2.1, 1.0, 22.0); /* little beside all of the acceleration */
    CU_ASSERT_FALSE(mr_doubt_is_useless(&d));
    d = doubt_of(20, 1.9, 1.0, 1.0);
    CU_ASSERT_FALSE(mr_doubt_is_useless(&d));
    d = doubt_of(7, 9.0, 1.0, 1.0); /* too few */
    CU_ASSERT_FALSE(mr_doubt_is_useless(&d));
    /* it is forgotten: after 100 steps 3e-5 is left of the squares */
    for (int k = 0; k < 100; k++)
        mr_doubt_note(&d, 0.0, 1.0, 1.0);
    CU_ASSERT_FALSE(mr_doubt_is_surprised(&d));
    CU_ASSERT_FALSE(mr_doubt_is_useless(&d));
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_a_step_goes_into_equal_parts),
        MR_TEST(test_one_part_is_never_shortened),
        MR_TEST(test_steps_follow_what_is_carried),
        MR_TEST(test_steps_follow_what_is_not_foreseen),
        MR_TEST(test_steps_are_no_finer_than_what_can_be_seen),
        MR_TEST(test_a_slave_that_is_known_again_makes_its_own_steps),
        MR_TEST(test_what_is_not_foreseen_is_a_surprise),
        MR_TEST(test_modes_that_are_worse_than_none_are_useless),
    };
    return mr_test_main("multirate_reach", tests, sizeof tests / sizeof *tests, argc, argv);
}
