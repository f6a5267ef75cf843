/* the multibody step against independent integration: every joint, relation, body and element under
 * inputs that jump, ramp and vibrate, turned by several revolutions; with accelerations that are
 * kept from the last step and renewed after jumps, with a tangent of every step and a kept one. The
 * error falls by four when the step is halved */
#include "mr_test.h"
#include "reference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* below that, tolerances and rounding count, not the order */
static const double FLOOR = 2e-7;

static void check(const reference *r, input_shape shape, double keep, double floor) {
    const course c = {shape, 0.02, 1.6, keep};
    const double h = 2.5e-3;
    verdict coarse = reference_run(r, &c, h), fine = reference_run(r, &c, 0.5 * h);
    double ratio = coarse.relative / fine.relative;
    int second = coarse.relative < 0.1 && (fine.relative < floor || ratio > 3.3);
    int turned = coarse.swept >= r->radians;
    if (getenv("SHOW_ERRORS") || !second || !turned)
        printf("\n%s, input %s, keep_tangent %g: errors %.2e, %.2e (ratio %.2f), swept %.1f",
               r->name, input_shape_names[shape], keep, coarse.relative, fine.relative, ratio,
               coarse.swept);
    CU_ASSERT(second);
    CU_ASSERT(turned);
}

static const reference *joint(const char *name) {
    int i = 0;
    while (i + 1 < reference_joint_count && strcmp(reference_joints[i].name, name) != 0)
        i++;
    CU_ASSERT_STRING_EQUAL_FATAL(reference_joints[i].name, name);
    return &reference_joints[i];
}

/* a torque that jumps at every 5 ms: the accelerations after each jump are those of the position
 * reached, not of the one where the mass system was factorised */
static void test_crank_and_slider_under_a_jumping_torque(void) {
    const reference *r = joint("loop of revolutes and a guide, slowly");
    const course c = {JUMPS, 5e-3, 1.0, 0.0};
    verdict whole = reference_run(r, &c, 5e-3), half = reference_run(r, &c, 2.5e-3);
    verdict fine = reference_run(r, &c, 1e-3);
    if (getenv("SHOW_ERRORS"))
        printf("\ncrank and slider: speed error %.3e, %.3e, %.3e rad/s rms with 5, 2.5, 1 ms",
               whole.rms[1], half.rms[1], fine.rms[1]);
    CU_ASSERT(fine.rms[1] <= 0.002);
    CU_ASSERT(whole.rms[1] / half.rms[1] > 3.5);
    CU_ASSERT(whole.swept > 6.3);
}

/* the same from near the dead centre, where 5 rad/s are little energy: there the rule itself is off
 * by 0.001 rad/s with steps of 5 ms, and the jumps must not add to it. From upright, as above, the
 * same steps are off by 0.025 */
static void test_crank_and_slider_with_steps_as_long_as_the_jumps(void) {
    static const char start[] = "start: {", placed[] = "start: {positions: {turn: -1.07}, ";
    reference r = *joint("loop of revolutes and a guide, slowly");
    const char *at = strstr(r.model, start);
    char model[4096];
    CU_ASSERT_PTR_NOT_NULL_FATAL(at);
    snprintf(model, sizeof model, "%.*s%s%s", (int)(at - r.model), r.model, placed,
             at + strlen(start));
    r.model = model;
    r.start[0] = -1.07;
    for (int i = 0; i <= 4; i++) {
        r.amplitude = 5.0 * i;
        const course c = {JUMPS, 5e-3, 1.0, 0.0};
        double error = reference_run(&r, &c, 5e-3).rms[1];
        if (getenv("SHOW_ERRORS"))
            printf("\ncrank and slider, torque %g Nm: speed error %.3e rad/s rms with 5 ms",
                   r.amplitude, error);
        CU_ASSERT(error <= 0.002);
    }
}

static void test_pendulum_under_a_stair_force(void) {
    const reference *r = joint("revolute, slowly");
    const course c = {JUMPS, 0.02, 1.0, 0.0};
    double whole = reference_run(r, &c, 0.02).rms[0], half = reference_run(r, &c, 0.01).rms[0];
    if (getenv("SHOW_ERRORS"))
        printf("\npendulum: angle error %.3e, %.3e rad rms with 20, 10 ms", whole, half);
    CU_ASSERT(half < 1e-3);
    CU_ASSERT(whole / half > 3.5);
}

static void check_all(input_shape shape) {
    for (int i = 0; i < reference_joint_count; i++)
        check(&reference_joints[i], shape, 0.0, FLOOR);
    for (int i = 0; i < reference_element_count; i++)
        check(&reference_elements[i], shape, 0.0, FLOOR);
}

static void test_inputs_that_jump(void) {
    check_all(JUMPS);
}

static void test_inputs_that_flip(void) {
    check_all(FLIPS);
}

static void test_inputs_that_ramp_and_jump(void) {
    check_all(SAWS);
}

static void test_inputs_that_ramp(void) {
    check_all(RAMPS);
}

static void test_inputs_that_vibrate(void) {
    check_all(VIBRATES);
}

/* the factor of several steps serves; what Newton's iteration leaves is of the size of its
 * tolerance
 */
static void test_kept_tangent(void) {
    for (int i = 0; i < reference_joint_count; i++)
        check(&reference_joints[i], JUMPS, 0.1, 2e-6);
    for (int i = 0; i < reference_element_count; i++)
        check(&reference_elements[i], JUMPS, 0.1, 2e-6);
}

static const mr_test tests[] = {
    MR_TEST(test_crank_and_slider_under_a_jumping_torque),
    MR_TEST(test_crank_and_slider_with_steps_as_long_as_the_jumps),
    MR_TEST(test_pendulum_under_a_stair_force),
    MR_TEST(test_inputs_that_jump),
    MR_TEST(test_inputs_that_flip),
    MR_TEST(test_inputs_that_ramp_and_jump),
    MR_TEST(test_inputs_that_ramp),
    MR_TEST(test_inputs_that_vibrate),
    MR_TEST(test_kept_tangent),
};

int main(int argc, char **argv) {
    return mr_test_main("multibody motion", tests, sizeof tests / sizeof *tests, argc, argv);
}
