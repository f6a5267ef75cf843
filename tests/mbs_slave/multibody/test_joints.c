/* joints: what each of them leaves free, closed forms of mechanisms, reactions, coordinates and
 * drives */
#include "mr_test.h"
#include "runs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char TWO_BODIES[] =
    "title: two bodies\n"
    "points: {P: [0.3, 0.1, -0.2], Q: [1, 0.5, 0.4]}\n"
    "vectors: {n: [1, 2, 3], m: [2, -1, 0]}\n"
    "bodies:\n"
    "  - {name: a, mass: 2, com: [0, 0, 0], inertia: [0.2, 0.3, 0.25]}\n"
    "  - {name: b, mass: 1, com: [0.6, 0, 0.4], inertia: [0.1, 0.15, 0.12]}\n"
    "joints:\n"
    "  - {name: j, %s}\n";

/* degrees of freedom of two free bodies with one joint, shared and with constraints of its own */
static void check_freedom(const char *joint, int freedom) {
    for (int reaction = 0; reaction < 2; reaction++) {
        char line[256], text[2048];
        run r;
        (void)snprintf(line, sizeof line, "%s, reaction: %s", joint, reaction ? "yes" : "no");
        (void)snprintf(text, sizeof text, TWO_BODIES, line);
        run_open_text(&r, text);
        mbs_size size = mbs_model_size(r.model);
        if (size.freedom != freedom || size.redundant != 0)
            printf("\n%s: %d degrees of freedom, %d redundant", line, size.freedom, size.redundant);
        CU_ASSERT_EQUAL(size.freedom, freedom);
        CU_ASSERT_EQUAL(size.redundant, 0);
        run_close(&r);
    }
}

static void test_joints_leave_what_they_should(void) {
    check_freedom("type: spherical, bodies: [a, b], at: P", 9);
    check_freedom("type: revolute, bodies: [a, b], at: P, axis: n", 7);
    check_freedom("type: revolute, bodies: [a, b], at: P, axis: n, angle: theta", 7);
    check_freedom("type: cylindrical, bodies: [a, b], at: P, axis: n", 8);
    check_freedom("type: cylindrical, bodies: [a, b], at: P, axis: n, angle: theta, slide: s", 8);
    check_freedom("type: prismatic, bodies: [a, b], at: P, axis: n", 7);
    check_freedom("type: prismatic, bodies: [a, b], at: P, axis: n, slide: s", 7);
    check_freedom("type: universal, bodies: [a, b], at: P, axis: n, axis2: m", 8);
    check_freedom("type: fixed, bodies: [a, b], at: P", 6);
    check_freedom("type: point_on_line, bodies: [a, b], at: P, axis: n", 10);
    check_freedom("type: point_in_plane, bodies: [a, b], at: P, axis: n", 11);
    check_freedom("type: distance, bodies: [a, b], at: P, to: Q", 11);
    check_freedom("type: revolute, bodies: [ground, b], at: P, axis: n", 7);
    check_freedom("type: fixed, bodies: [ground, b], at: P", 6);
    check_freedom("type: prismatic, bodies: [ground, b], at: P, axis: n, slide: s", 7);
}

/* a cross joint between shafts at 40 degrees: tan(out) = tan(in) cos(bend), or in/out exchanged */
static void test_universal_joint_turns_unevenly(void) {
    run r;
    run_open_text(
        &r,
        "title: shafts\n"
        "parameters: {bend: 40*pi/180}\n"
        "points: {A: [-1, 0, 0], P: [0, 0, 0], B: [cos(bend), sin(bend), 0]}\n"
        "vectors: {x: [1, 0, 0], d: [cos(bend), sin(bend), 0], y: [0, 1, 0], z: [0, 0, 1]}\n"
        "bodies:\n"
        "  - {name: in, mass: 1, com: [-0.5, 0, 0], inertia: [0.1, 0.1, 0.1]}\n"
        "  - {name: out, mass: 1, com: [cos(bend)/2, sin(bend)/2, 0], inertia: [0.1, 0.1, 0.1]}\n"
        "joints:\n"
        "  - {name: front, type: revolute, bodies: [ground, in], at: A, axis: x, angle: alpha}\n"
        "  - {name: back, type: revolute, bodies: [ground, out], at: B, axis: d, angle: beta}\n"
        "  - {name: cross, type: universal, bodies: [in, out], at: P, axis: y, axis2: z}\n"
        "drives:\n"
        "  - {name: motor, on: alpha, value: 2*t}\n"
        "outputs:\n"
        "  - {name: alpha, position: alpha}\n"
        "  - {name: beta, position: beta}\n"
        "  - {name: speed, velocity: beta}\n"
        "  - {name: alpha_speed, velocity: alpha}\n");
    CU_ASSERT_EQUAL(mbs_model_size(r.model).freedom, 0);
    const double c = cos(40.0 * 3.14159265358979323846 / 180.0);
    for (int i = 1; i <= 40; i++) {
        run_to(&r, 0.1 * i, 0.01);
        double in = 0.2 * i;
        MR_ASSERT_CLOSE(run_output(&r, "alpha"), in, 1e-9);
        MR_ASSERT_CLOSE(run_output(&r, "alpha_speed"), 2.0, 1e-8);
        /* the yoke of the driver is along y, across the bend's axis z at the start */
        double out = run_output(&r, "beta");
        MR_ASSERT_CLOSE(sin(out) * cos(in) * c, cos(out) * sin(in), 1e-8);
        double ratio = c / (1.0 - (1.0 - c * c) * cos(in) * cos(in));
        MR_ASSERT_CLOSE(run_output(&r, "speed"), 2.0 * ratio, 1e-6);
        CU_ASSERT(fabs(out - in) < 0.3); /* and it counts its revolutions */
    }
    run_close(&r);
}

/* a cantilever: the clamp carries weight and moment */
static void test_reactions_of_a_clamp(void) {
    run r;
    run_open_text(&r, "title: cantilever\n"
                      "gravity: [0, 0, -10]\n"
                      "points: {P: [0, 0, 0]}\n"
                      "bodies:\n"
                      "  - {name: beam, mass: 3, com: [0.5, 0.2, 0], inertia: [0.1, 0.2, 0.2]}\n"
                      "joints:\n"
                      "  - {name: clamp, type: fixed, bodies: [ground, beam], at: P}\n"
                      "outputs:\n"
                      "  - {name: F, force: clamp}\n"
                      "  - {name: T, torque: clamp}\n");
    double y[6];
    for (int i = 0; i < 2; i++) {
        mbs_simulation_outputs(r.simulation, y);
        const double expected[6] = {0.0, 0.0, 30.0, 6.0, -15.0, 0.0};
        for (int k = 0; k < 6; k++)
            MR_ASSERT_CLOSE(y[k], expected[k], 1e-6);
        run_to(&r, 0.1, 0.01);
    }
    run_close(&r);
}

/* a pendulum let go from the horizontal pulls three times its weight at the bottom */
static void test_reaction_of_a_swinging_pendulum(void) {
    run r;
    run_open_text(
        &r,
        "title: pendulum\n"
        "gravity: [0, 0, -9.81]\n"
        "points: {P: [0, 0, 0], B: [1, 0, 0]}\n"
        "vectors: {y: [0, 1, 0]}\n"
        "bodies:\n"
        "  - {name: arm, mass: 1e-6, com: [0.5, 0, 0], inertia: [1e-7, 1e-7, 1e-7]}\n"
        "  - {name: bob, mass: 2, particle: B}\n"
        "joints:\n"
        "  - {name: pin, type: revolute, bodies: [ground, arm], at: P, axis: y, reaction: yes}\n"
        "  - {name: tip, type: spherical, bodies: [arm, bob], at: B}\n"
        "outputs:\n"
        "  - {name: F, force: pin}\n"
        "  - {name: x, position: bob.B.x}\n");
    double largest = 0.0, y[4];
    for (int i = 0; i < 2000; i++) {
        run_to(&r, 1e-3 * (i + 1), 1e-3);
        mbs_simulation_outputs(r.simulation, y);
        largest = fmax(largest, y[2]);
    }
    MR_ASSERT_RELATIVE(largest, 3.0 * 2.0 * 9.81, 1e-4);
    run_close(&r);
}

static void test_rack_and_pinion_and_gears(void) {
    run r;
    run_open_text(
        &r, "title: rack and pinion\n"
            "planar: yes\n"
            "points: {O: [0, 0], S: [0, -0.1], G: [1, 0]}\n"
            "vectors: {x: [1, 0, 0]}\n"
            "bodies:\n"
            "  - {name: pinion, mass: 1, com: [0, 0], inertia: 0.02}\n"
            "  - {name: rack, mass: 3, com: [0, -0.1], inertia: 0.1}\n"
            "  - {name: gear, mass: 2, com: [1, 0], inertia: 0.05}\n"
            "joints:\n"
            "  - {name: axle, type: revolute, bodies: [ground, pinion], at: O, angle: theta}\n"
            "  - {name: rail, type: prismatic, bodies: [ground, rack], at: S, axis: x, slide: s}\n"
            "  - {name: shaft, type: revolute, bodies: [ground, gear], at: G, angle: phi}\n"
            "relations:\n"
            "  - {name: teeth, rack: s, pinion: theta, radius: 0.1}\n"
            "  - {name: mesh, terms: {theta: 1, phi: 2}}\n"
            "  - {coordinate: mean, terms: {theta: 0.5, phi: 0.5}}\n"
            "elements:\n"
            "  - {name: motor, type: torsion, on: theta, torque: 0.5}\n"
            "  - {name: flywheel, type: inertia, on: phi, inertia: 0.03}\n"
            "outputs:\n"
            "  - {name: theta, position: theta}\n"
            "  - {name: s, position: s}\n"
            "  - {name: phi, position: phi}\n"
            "  - {name: energy, energy: balance}\n");
    CU_ASSERT_EQUAL(mbs_model_size(r.model).freedom, 1);
    run_to(&r, 5.0, 1e-3);
    /* one degree of freedom: J theta'' = T with J of pinion, rack and the geared wheel */
    double J = 0.02 + 3.0 * 0.01 + (0.05 + 0.03) / 4.0, theta = 0.5 * 0.5 / J * 25.0;
    CU_ASSERT(theta > 6.0 * 3.14159265358979323846); /* several turns */
    MR_ASSERT_RELATIVE(run_output(&r, "theta"), theta, 1e-4);
    MR_ASSERT_CLOSE(run_output(&r, "s"), 0.1 * run_output(&r, "theta"), 1e-9);
    MR_ASSERT_CLOSE(run_output(&r, "phi"), -0.5 * run_output(&r, "theta"), 1e-9);
    MR_ASSERT_CLOSE(run_output(&r, "mean"), 0.25 * run_output(&r, "theta"), 1e-9);
    MR_ASSERT_CLOSE(run_output(&r, "energy"), 0.0, 1e-2); /* of 45 J */
    run_close(&r);
}

/* a driven crank: position, rate and acceleration follow the expression, and the drive pays for it
 */
static void test_drive_follows_an_expression(void) {
    run r;
    run_open_text(&r,
                  "title: crank\n"
                  "planar: yes\n"
                  "gravity: [0, -9.81, 0]\n"
                  "points: {O: [0, 0]}\n"
                  "bodies:\n"
                  "  - {name: crank, mass: 2, com: [0.5, 0], inertia: 0.1}\n"
                  "joints:\n"
                  "  - {name: axle, type: revolute, bodies: [ground, crank], at: O, angle: theta}\n"
                  "drives:\n"
                  "  - {name: motor, on: theta, value: 0.7*sin(3*t)}\n"
                  "outputs:\n"
                  "  - {name: theta, position: theta}\n"
                  "  - {name: omega, velocity: theta}\n"
                  "  - {name: alpha, acceleration: theta}\n"
                  "  - {name: torque, torque: motor}\n"
                  "  - {name: balance, energy: balance}\n");
    for (int i = 1; i <= 20; i++) {
        run_to(&r, 0.1 * i, 1e-3);
        double t = 0.1 * i, theta = 0.7 * sin(3.0 * t), alpha = -6.3 * sin(3.0 * t);
        MR_ASSERT_CLOSE(run_output(&r, "theta"), theta, 1e-9);
        MR_ASSERT_CLOSE(run_output(&r, "omega"), 2.1 * cos(3.0 * t), 1e-8);
        MR_ASSERT_CLOSE(run_output(&r, "alpha"), alpha, 1e-7);
        double torque = (0.1 + 2.0 * 0.25) * alpha + 2.0 * 9.81 * 0.5 * cos(theta);
        MR_ASSERT_CLOSE(run_output(&r, "torque"), torque, 2e-5);
    }
    mbs_energy e = mbs_simulation_energy(r.simulation), drive;
    CU_ASSERT_EQUAL(mbs_simulation_element_energy(r.simulation, "motor", &drive), MR_OK);
    double start = 0.5 * (0.1 + 0.5) * 2.1 * 2.1;
    MR_ASSERT_CLOSE(e.kinetic + e.potential - start, drive.supplied, 1e-5);
    run_close(&r);
}

static mr_status moving_input(void *context, double t, double *u) {
    (void)context;
    u[0] = 7.0;
    u[1] = 0.3 * t * t;
    return MR_OK;
}

static void test_drive_follows_an_input(void) {
    run r;
    run_open_text(
        &r, "title: steering\n"
            "planar: yes\n"
            "points: {O: [0, 0]}\n"
            "bodies: [{name: arm, mass: 2, com: [0.5, 0], inertia: 0.1}]\n"
            "joints: [{name: axle, type: revolute, bodies: [ground, arm], at: O, angle: theta}]\n"
            "drives: [{name: hand, on: theta, value: 2*angle}]\n"
            "inputs: [{name: other}, {name: angle, unit: rad}]\n");
    r.inputs = (mr_inputs){.at = moving_input};
    double p, v, a;
    for (int i = 1; i <= 10; i++) {
        run_to(&r, 0.1 * i, 0.01);
        double t = 0.1 * i;
        CU_ASSERT_EQUAL(mbs_simulation_motion(r.simulation, "theta", &p, &v, &a), MR_OK);
        MR_ASSERT_CLOSE(p, 0.6 * t * t, 1e-9);
        MR_ASSERT_CLOSE(v, 1.2 * t, 1e-8);
        MR_ASSERT_CLOSE(a, 1.2, 1e-6);
    }
    run_close(&r);
}

/* a torque-free asymmetric top keeps its energy and the length of its angular momentum */
static void test_free_top(void) {
    run r;
    run_open_text(
        &r,
        "title: top\n"
        "points: {P: [0.3, 0.2, 0.1]}\n"
        "bodies:\n"
        "  - {name: top, mass: 1, com: [0, 0, 0], inertia: [1, 2, 2.5], spin: [0.01, 3, 0.02]}\n"
        "vectors: {y: [0, 1, 0]}\n"
        "outputs:\n"
        "  - {name: w, spin: top.y}\n"
        "  - {name: E, energy: kinetic}\n");
    CU_ASSERT_EQUAL(mbs_model_size(r.model).freedom, 6);
    MR_ASSERT_CLOSE(run_output(&r, "E"), 0.5 * (1e-4 + 18.0 + 2.5 * 4e-4), 1e-9);
    double turned = 3.0;
    for (int i = 0; i < 4000; i++) {
        run_to(&r, 5e-3 * (i + 1), 5e-3);
        turned = fmin(turned, run_output(&r, "w"));
    }
    MR_ASSERT_RELATIVE(run_output(&r, "E"), 9.00055, 1e-4);
    CU_ASSERT(turned < -2.9); /* the middle axis is unstable: it tumbles */
    run_close(&r);
}

static const mr_test tests[] = {
    MR_TEST(test_joints_leave_what_they_should), MR_TEST(test_universal_joint_turns_unevenly),
    MR_TEST(test_reactions_of_a_clamp),          MR_TEST(test_reaction_of_a_swinging_pendulum),
    MR_TEST(test_rack_and_pinion_and_gears),     MR_TEST(test_drive_follows_an_expression),
    MR_TEST(test_drive_follows_an_input),        MR_TEST(test_free_top),
};

int main(int argc, char **argv) {
    return mr_test_main("multibody joints", tests, sizeof tests / sizeof *tests, argc, argv);
}
