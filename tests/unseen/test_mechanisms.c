/* the interface model along directions of mechanisms of pins and rods: its order in the slave's
 * step, that it stays bounded where a step turns them far, and what it says of itself */
#include "mr_test.h"
#include "unseen.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

static unseen_outcome run(const unseen_system *s, double fr, const char *options) {
    char path[64];
    (void)snprintf(path, sizeof path, "/tmp/test_mechanisms_%ld.mbs", (long)getpid());
    CU_ASSERT_TRUE_FATAL(unseen_write(s, path));
    const unseen_outcome o = unseen_measure(s, fr, options, path, NULL);
    (void)remove(path);
    return o;
}

static unseen_system mechanism(int number, double step) {
    unseen_system s;
    unseen_mechanism(number, &s);
    s.step = step;
    s.duration = MR_SANITIZED ? 1.0 : 5.0;
    return s;
}

/* the equations of trees.c and the model file are the same mechanism: alone the slave comes to the
 * reference as the square of its step */
static void test_slave_alone_is_of_second_order(void) {
    double errors[2];
    for (int k = 0; k < 2; k++) {
        char path[64];
        const unseen_system s = mechanism(3, k ? 0.005 : 0.01);
        (void)snprintf(path, sizeof path, "/tmp/test_mechanisms_%ld.mbs", (long)getpid());
        CU_ASSERT_TRUE_FATAL(unseen_write(&s, path));
        errors[k] = unseen_alone(&s, 1.5, path).velocity;
        (void)remove(path);
    }
    MR_ASSERT_CLOSE(errors[0] / errors[1], 4.0, 0.3);
}

/* a rod on a cart moves along two directions, both bent. Put onto the constraints alone these turn
 * against each other in every step: the error was .058 at 10 ms, and halved with the step */
static void test_coupling_is_of_second_order(void) {
    static const char *const options[] = {"coupling=model", "coupling=model directions=1"};
    for (int i = 0; i < 2; i++) {
        unseen_system s = mechanism(3, 0.01);
        const double coarse = run(&s, 1.5, options[i]).velocity;
        s.step = 0.005;
        const double fine = run(&s, 1.5, options[i]).velocity;
        CU_ASSERT(coarse < (i ? 0.01 : 0.001));
        CU_ASSERT(coarse > 3.0 * fine);
    }
}

/* three rods with a damper between the last two: a velocity that keeps its part along bent
 * directions turns against the damper. Without that stiffness the error was .034 at 10 ms, and
 * halved with the step */
static void test_dampers_between_rods_are_of_second_order(void) {
    unseen_system s = mechanism(411, 0.01);
    s.duration = MR_SANITIZED ? 1.0 : 2.0;
    const double coarse = run(&s, 4, "coupling=model").velocity;
    s.step = 0.005;
    const double fine = run(&s, 4, "coupling=model").velocity;
    CU_ASSERT(coarse < 0.003);
    CU_ASSERT(coarse > 3.0 * fine);
}

/* no worse than the slave by itself: three rods and a cart with three */
static void test_coupling_is_as_exact_as_the_slave(void) {
    static const struct {
        int number;
        double fr, most;
    } rows[] = {{4, 10, 0.001}, {6, 40, 0.005}, {8, 10, 0.001}, {9, 20, 0.001}, {107, 70, 0.001}};
    for (int i = 0; i < (MR_SANITIZED ? 1 : 5); i++) {
        const unseen_system s = mechanism(rows[i].number, 0.01);
        CU_ASSERT(run(&s, rows[i].fr, "coupling=model").velocity < rows[i].most);
    }
}

/* quick oscillation of .1 rad at 70 to 100 Hz turns the joints by half a radian in a step of the
 * slave. With steps of its own its energy grew a million times, or Newton's iteration failed */
static void test_mechanisms_that_turn_far_stay_bounded(void) {
    static const struct {
        int number;
        double fr;
    } rows[] = {{213, 90}, {11, 100}, {214, 70}};
    for (int i = 0; i < (MR_SANITIZED ? 1 : 3); i++) {
        const unseen_system s = mechanism(rows[i].number, 0.01);
        const unseen_outcome o = run(&s, rows[i].fr, "coupling=model");
        CU_ASSERT(o.grown < 1.5);
        CU_ASSERT(o.statistics.model.shortened > 0);
        CU_ASSERT(o.warned);
    }
}

static void test_errors_of_the_phase_are_told(void) {
    /* the energies of these agree to 1e-5, and the signals are off by .3 to 1.1 */
    static const struct {
        int number;
        double fr;
    } rows[] = {{112, 40}, {116, 40}, {121, 40}, {120, 70}};
    for (int i = 0; i < (MR_SANITIZED ? 0 : 4); i++) {
        const unseen_system s = mechanism(rows[i].number, 0.01);
        const unseen_outcome o = run(&s, rows[i].fr, "coupling=model");
        CU_ASSERT(o.velocity <= 0.05 || o.warned);
    }
    /* where the inertia does not change nothing is told */
    const unseen_system s = mechanism(110, 0.01);
    const unseen_outcome o = run(&s, 40, "coupling=model");
    CU_ASSERT(o.velocity < 0.001 && !o.warned);
    CU_ASSERT(o.statistics.model.phase < 0.001);
}

static void test_contacts_are_told(void) {
    unseen_system s;
    CU_ASSERT_TRUE_FATAL(unseen_system_at(8, &s)); /* drive train with backlash */
    s.duration = MR_SANITIZED ? 1.0 : 5.0;
    const unseen_outcome o = run(&s, 10, "coupling=model");
    CU_ASSERT(o.statistics.model.contacts > 0);
    CU_ASSERT(MR_SANITIZED || o.warned);
    CU_ASSERT_TRUE_FATAL(unseen_system_at(1, &s)); /* a linear chain has none */
    s.duration = 1.0;
    CU_ASSERT_EQUAL(run(&s, 10, "coupling=model").statistics.model.contacts, 0);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_slave_alone_is_of_second_order),
        MR_TEST(test_coupling_is_of_second_order),
        MR_TEST(test_dampers_between_rods_are_of_second_order),
        MR_TEST(test_coupling_is_as_exact_as_the_slave),
        MR_TEST(test_mechanisms_that_turn_far_stay_bounded),
        MR_TEST(test_errors_of_the_phase_are_told),
        MR_TEST(test_contacts_are_told),
    };
    return mr_test_main("mechanisms", tests, sizeof tests / sizeof *tests, argc, argv);
}
