/* rotors against the same body with vectors that go round, in small steps, and against closed
 * forms; brakes that hold; what a rotor cannot be */
#include "mr_test.h"
#include "runs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* a flywheel in a gimbal that swings under its own weight and a motor's torque: everything couples
 */
static void gimbal(char *text, size_t size, const char *flywheel, const char *joint, double step) {
    (void)snprintf(
        text, size,
        "title: gimbal\n"
        "gravity: [0, 0, -9.81]\n"
        "points: {O: [0, 0, 0], P: [0.3, 0, 0]}\n"
        "vectors: {n: [0.6, 0.8, 0], z: [0, 0, 1]}\n"
        "bodies:\n"
        "  - {name: frame, mass: 1.5, com: [0.2, 0.05, 0.02], inertia: [0.05, 0.08, 0.1, 0.01, "
        "0.005, 0], velocity: [-0.106, 0.39, 0.085], spin: [0.5, -0.3, 2]}\n"
        "  - {name: flywheel, mass: 2, com: [0.3, 0, 0], inertia: [0.0236, 0.0264, 0.02, 0.0048, "
        "0, 0], velocity: [0, 0.6, 0.09], spin: [30.5, 39.7, 2]%s}\n"
        "joints:\n"
        "  - {name: ball, type: spherical, bodies: [ground, frame], at: O}\n"
        "%s"
        "elements:\n"
        "  - {name: motor, type: torsion, on: turn, damping: 0.01, torque: push}\n"
        "  - {name: string, type: spring, from: ground.O, to: frame.P, stiffness: 1, damping: "
        "0.1}\n"
        "inputs: [{name: push, unit: Nm}]\n"
        "outputs:\n"
        "  - {name: tip, position: frame.P}\n"
        "  - {name: turn, position: turn}\n"
        "  - {name: rate, velocity: turn}\n"
        "  - {name: change, acceleration: turn}\n"
        "  - {name: kinetic, energy: kinetic}\n"
        "  - {name: balance, energy: balance}\n"
        "start: {velocities: {turn: 50}}\n"
        "integration: {step: %g}\n",
        flywheel, joint, step);
}

static const char ROTOR[] = ", rotor: frame, axis: n, angle: turn";
static const char HINGE[] =
    "  - {name: hinge, type: revolute, bodies: [frame, flywheel], at: P, axis: n, angle: turn}\n";

static void test_rotor_moves_as_the_body_it_stands_for(void) {
    static const char *const names[] = {"tip", "turn", "rate", "kinetic"};
    char text[4000];
    run a, b;
    gimbal(text, sizeof text, ROTOR, "", 1e-3);
    run_open_text(&a, text);
    gimbal(text, sizeof text, "", HINGE, 1e-4);
    run_open_text(&b, text);
    /* six variables fewer: two vectors that went round, and their constraints */
    CU_ASSERT(mbs_model_size(a.model).variables < mbs_model_size(b.model).variables);
    CU_ASSERT_EQUAL(mbs_model_size(a.model).freedom, mbs_model_size(b.model).freedom);
    MR_ASSERT_RELATIVE(run_output(&a, "kinetic"), run_output(&b, "kinetic"), 1e-9);
    MR_ASSERT_RELATIVE(run_output(&a, "change"), run_output(&b, "change"), 1e-6);
    a.u[0] = b.u[0] = 0.7;
    double before = run_output(&a, "balance");
    run_to(&a, 0.5, 1e-3);
    run_to(&b, 0.5, 1e-4);
    /* at 1e-4 the body that goes round turns 5 mrad per step: about 1e-5 of its angle */
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        MR_ASSERT_RELATIVE(run_output(&a, names[i]), run_output(&b, names[i]), 2e-4);
    /* but for the half of a step in which the torque jumped */
    MR_ASSERT_CLOSE(run_output(&a, "balance"), before + 0.5e-3 * 0.7 * 50.0, 1e-4);
    run_close(&a);
    run_close(&b);
}

static void test_interface_of_a_rotor(void) {
    char text[4000];
    double Au[2][1], Ap[2][1], Av[2][1];
    for (int k = 0; k < 2; k++) {
        run r;
        gimbal(text, sizeof text, k ? "" : ROTOR, k ? HINGE : "", 1e-4);
        run_open_text(&r, text);
        CU_ASSERT_EQUAL_FATAL(mbs_simulation_interface(r.simulation, Au[k], Ap[k], Av[k]), MR_OK);
        run_close(&r);
    }
    MR_ASSERT_RELATIVE(Au[0][0], Au[1][0], 1e-6);
    MR_ASSERT_RELATIVE(Av[0][0], Av[1][0], 1e-6);
}

/* a fast top precesses slowly: m g l / (J w) */
static void test_top_precesses(void) {
    run r;
    run_open_text(
        &r,
        "title: top\n"
        "gravity: [0, 0, -9.81]\n"
        "points: {O: [0, 0, 0], P: [0.2, 0, 0]}\n"
        "vectors: {x: [1, 0, 0]}\n"
        "bodies:\n"
        "  - {name: stalk, mass: 0.01, com: [0.1, 0, 0], inertia: [1e-6, 1e-5, 1e-5], spin: [0, 0, "
        "0.98]}\n"
        "  - {name: disc, mass: 1, com: [0.2, 0, 0], inertia: [0.01, 0.005, 0.005], rotor: stalk, "
        "axis: x, angle: turn, spin: [200, 0, 0]}\n"
        "joints: [{name: ball, type: spherical, bodies: [ground, stalk], at: O}]\n"
        "outputs: [{name: yaw, angle: stalk.yaw}, {name: z, position: stalk.P.z}]\n");
    /* at 5 ms the disc makes a radian in every step */
    run_to(&r, 2.0, 5e-3);
    double expected = (1.0 * 0.2 + 0.01 * 0.1) * 9.81 / (0.01 * 200.0);
    MR_ASSERT_RELATIVE(run_output(&r, "yaw") / 2.0, expected, 0.01);
    CU_ASSERT(fabs(run_output(&r, "z")) < 5e-3);
    run_close(&r);
}

static void test_what_is_no_rotor(void) {
    static const struct {
        const char *body, *sentence;
    } tries[] = {
        {"{name: d, mass: 1, com: [0, 0, 0], inertia: [1, 2, 1.5], rotor: c, axis: y, angle: t}",
         "no body of revolution"},
        {"{name: d, mass: 1, com: [0, 0, 0], inertia: [1, 3, 1], rotor: c, axis: y, angle: t}",
         "no body of revolution"},
        {"{name: d, mass: 1, com: [0, 0, 0], inertia: [1, 2, 1], rotor: ground, axis: y, angle: t}",
         "needs a rigid body"},
        {"{name: d, mass: 1, com: [0, 0, 0], inertia: [1, 2, 1], rotor: c, axis: y}",
         "without \"angle\""},
        {"{name: d, mass: 1, com: [0, 0, 0], inertia: [1, 2, 1], axis: y}",
         "belong to a \"rotor\""},
        {"{name: d, mass: 1, rod: [O, P], rotor: c, axis: y, angle: t}", "is no rotor"},
        {"{name: d, mass: 1, com: [0, 0, 0], inertia: [1, 2, 1], rotor: e, axis: y, angle: t}",
         "unknown body \"e\""},
    };
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        char text[1000];
        mr_message message = {""};
        mbs_model *model = NULL;
        (void)snprintf(text, sizeof text,
                       "title: t\npoints: {O: [0, 0, 0], P: [1, 0, 0]}\nvectors: {y: [0, 1, 0]}\n"
                       "bodies:\n"
                       "  - {name: c, mass: 1, com: [0, 0, 0], inertia: [1, 1, 1]}\n"
                       "  - %s\n",
                       tries[i].body);
        CU_ASSERT_NOT_EQUAL(mbs_read_text(text, strlen(text), "text", NULL, 0, &model, &message),
                            MR_OK);
        MR_ASSERT_CONTAINS(message.text, tries[i].sentence);
        mbs_model_free(model);
    }
}

static void refuse(const char *joint, const char *output, const char *sentence) {
    char text[1000];
    mr_message message = {""};
    mbs_model *model = NULL;
    (void)snprintf(text, sizeof text,
                   "title: t\npoints: {O: [0, 0, 0], P: [1, 0, 0]}\n"
                   "vectors: {y: [0, 1, 0], ahead: [1, 0, 0]}\n"
                   "bodies:\n"
                   "  - {name: c, mass: 1, com: [0, 0, 0], inertia: [1, 1, 1]}\n"
                   "  - {name: d, mass: 1, com: [0, 0, 0], inertia: [1, 2, 1], rotor: c, axis: y, "
                   "angle: t}\n"
                   "%soutputs: [{name: o, %s}]\n",
                   joint, output);
    CU_ASSERT_NOT_EQUAL(mbs_read_text(text, strlen(text), "text", NULL, 0, &model, &message),
                        MR_OK);
    MR_ASSERT_CONTAINS(message.text, sentence);
    mbs_model_free(model);
}

static void test_joints_and_points_of_a_rotor(void) {
    refuse("joints: [{name: j, type: spherical, bodies: [ground, d], at: O}]\n", "position: t",
           "cannot hold the rotor \"d\"");
    refuse("", "position: d.P", "is a rotor and has no such point");
    refuse("", "spin: d", "is a rotor and has no such direction");
    /* along a vector there is only a velocity or an acceleration, and only of what is known */
    refuse("", "position: c.P.ahead", "only a velocity or an acceleration");
    refuse("", "velocity: e.P.ahead", "unknown body");
    refuse("", "force: t.x", "unknown joint, element or drive");
}

/* 3 Nm do not move a shaft that is held by 5, and 8 do: by the 3 that are left */
static void test_brake_holds_and_slips(void) {
    run r;
    run_open_text(&r, "title: brake\n"
                      "points: {O: [0, 0, 0]}\n"
                      "vectors: {y: [0, 1, 0]}\n"
                      "bodies: [{name: shaft, mass: 1, com: [0, 0, 0], inertia: [0.1, 0.1, 0.1]}]\n"
                      "joints: [{name: j, type: revolute, bodies: [ground, shaft], at: O, axis: y, "
                      "angle: turn}]\n"
                      "elements:\n"
                      "  - {name: motor, type: torsion, on: turn, damping: 20, torque: push}\n"
                      "  - {name: brake, type: brake, on: turn, torque: 5, hold: 0.01}\n"
                      "inputs: [{name: push, unit: Nm}]\n"
                      "outputs:\n"
                      "  - {name: turn, position: turn}\n"
                      "  - {name: rate, velocity: turn}\n"
                      "  - {name: force, force: brake}\n"
                      "  - {name: balance, energy: balance}\n");
    r.u[0] = 3.0;
    run_to(&r, 2.0, 1e-3);
    /* loaded slowly it gives by hold times -ln(1 - 3/5), from hold s' = (1 - s) v */
    double held = run_output(&r, "turn");
    MR_ASSERT_RELATIVE(held, -0.01 * log(1.0 - 0.6), 0.05);
    MR_ASSERT_RELATIVE(run_output(&r, "force"), -3.0, 1e-6);
    run_to(&r, 20.0, 1e-2);
    MR_ASSERT_CLOSE(run_output(&r, "turn"), held, 1e-7);
    r.u[0] = 8.0;
    run_to(&r, 22.0, 1e-3);
    MR_ASSERT_RELATIVE(run_output(&r, "rate"), (8.0 - 5.0) / 20.0, 1e-4);
    MR_ASSERT_RELATIVE(run_output(&r, "force"), -5.0, 1e-4);
    r.u[0] = 0.0;
    run_to(&r, 24.0, 1e-3);
    MR_ASSERT_CLOSE(run_output(&r, "rate"), 0.0, 1e-6);
    MR_ASSERT_CLOSE(run_output(&r, "balance"), 0.0, 0.01);
    run_close(&r);
}

static const mr_test tests[] = {
    MR_TEST(test_rotor_moves_as_the_body_it_stands_for),
    MR_TEST(test_interface_of_a_rotor),
    MR_TEST(test_top_precesses),
    MR_TEST(test_what_is_no_rotor),
    MR_TEST(test_joints_and_points_of_a_rotor),
    MR_TEST(test_brake_holds_and_slips),
};

int main(int argc, char **argv) {
    return mr_test_main("multibody rotors", tests, sizeof tests / sizeof *tests, argc, argv);
}
