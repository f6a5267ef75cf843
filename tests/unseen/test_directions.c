/* the interface model along directions: several efforts, closed loops of constraints, irregular
 * steps on both sides, with and without break_loop, jumps of the force, save and restore. Against
 * one fine integration of master and slave together */
#include "mr_test.h"
#include "problems.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static double error_of(const problem *s, const char *options, double uneven) {
    return problem_error(s, options, uneven, NULL);
}

static void test_forces_that_change_with_time(void) {
    const problem s = problem_rotor();
    /* 0.6 rad in a step. Held over each step the force made an error of 0.078 */
    MR_ASSERT_CLOSE(error_of(&s, "coupling=model", 0.0), 0.0, 0.002);
}

static void test_several_efforts(void) {
    static const double ratios[] = {1.5, 10, 40, 100};
    for (int i = 0; i < (MR_SANITIZED ? 2 : 4); i++) {
        const problem s = problem_two_efforts(ratios[i], 0.01, 0.0);
        MR_ASSERT_CLOSE(error_of(&s, "coupling=model", 0.0), 0.0, 0.0005);
        /* by the interface matrices and steps on trial, too; by the matrices alone, which hold the
         * other mass still: not so */
        MR_ASSERT_CLOSE(error_of(&s, "coupling=model directions=0", 0.0), 0.0, 0.0005);
        if (ratios[i] == 40)
            CU_ASSERT(!(error_of(&s, "coupling=model directions=0 hidden_states=0", 0.0) < 0.005));
    }
}

static void test_a_loop_of_constraints(void) {
    /* the slider-crank falls through its dead point, where the slider cannot move */
    static const double ratios[] = {1.5, 10, 40, 70, 100};
    for (int i = 0; i < (MR_SANITIZED ? 2 : 5); i++) {
        const problem s = problem_slider_crank(ratios[i], 0.01);
        MR_ASSERT_CLOSE(error_of(&s, "coupling=model", 0.0), 0.0, ratios[i] < 100.0 ? 0.003 : 0.02);
    }
}

static void test_irregular_steps(void) {
    /* no common grid of the two, a master whose steps vary by a third, an imposed step of the slave
     * that is not its own */
    problem s = problem_two_efforts(7.7, 0.0093, 0.0);
    MR_ASSERT_CLOSE(error_of(&s, "coupling=model", 0.3), 0.0, 0.0005);
    MR_ASSERT_CLOSE(error_of(&s, "coupling=model slave_step=0.0071", 0.3), 0.0, 0.0005);
    s.fr = 33.3;
    MR_ASSERT_CLOSE(error_of(&s, "coupling=model graded_start=on", 0.3), 0.0, 0.0005);
}

static void test_without_break_loop(void) {
    const problem s = problem_two_efforts(20, 0.01, 0.0);
    MR_ASSERT_CLOSE(error_of(&s, "coupling=model break_loop=off", 0.0), 0.0, 0.0005);
}

static void test_a_jump_of_the_force(void) {
    /* 200 N more at 1 s: its place is known to a master step */
    const problem s = problem_two_efforts(20, 0.01, 200.0);
    const double broken = error_of(&s, "coupling=model", 0.0);
    const double closed = error_of(&s, "coupling=model break_loop=off", 0.0);
    MR_ASSERT_CLOSE(broken, 0.0, 0.003);
    MR_ASSERT_CLOSE(closed, 0.0, 0.003);
}

static void test_save_and_restore_to_the_bit(void) {
    const problem problems[] = {problem_two_efforts(37, 0.01, 0.0), problem_slider_crank(37, 0.01)};
    for (int k = 0; k < 2; k++) {
        char path[64];
        problem_master m, kept;
        mr_plugin *plugin = NULL;
        mr_snapshot *snapshot = NULL;
        const double h = 0.01 / 37.0;
        (void)snprintf(path, sizeof path, "/tmp/test_directions_%ld.mbs", (long)getpid());
        problem_begin(&problems[k], "coupling=model", &m, &plugin, path);
        double end_x[2] = {0.0, 0.0};
        for (int i = 0; i < 700; i++) {
            if (i == 150) {
                CU_ASSERT_EQUAL_FATAL(mr_interface_save(m.interface, &snapshot), MR_OK);
                kept = m;
            }
            problem_evaluate(&m, i * h, m.x, true);
            problem_step(&m, i * h, h);
        }
        end_x[0] = m.x[0];
        CU_ASSERT_EQUAL_FATAL(mr_interface_restore(m.interface, snapshot), MR_OK);
        m = kept;
        for (int i = 150; i < 700; i++) {
            problem_evaluate(&m, i * h, m.x, true);
            problem_step(&m, i * h, h);
        }
        end_x[1] = m.x[0];
        CU_ASSERT_EQUAL(memcmp(&end_x[0], &end_x[1], sizeof end_x[0]), 0);
        mr_snapshot_free(snapshot);
        problem_end(&m, plugin, path);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_several_efforts),
        MR_TEST(test_a_loop_of_constraints),
        MR_TEST(test_irregular_steps),
        MR_TEST(test_without_break_loop),
        MR_TEST(test_forces_that_change_with_time),
        MR_TEST(test_a_jump_of_the_force),
        MR_TEST(test_save_and_restore_to_the_bit),
    };
    return mr_test_main("directions", tests, sizeof tests / sizeof *tests, argc, argv);
}
