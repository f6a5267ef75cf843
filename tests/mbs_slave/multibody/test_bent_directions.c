/* the interface direction of a mass on a rod, and steps that are aimed along it: a circle, where
 * everything is known in closed form */
#include "told_directions.h"

#include <math.h>
#include <stdio.h>

static const double m0 = 3.0, L = 0.7, g = 9.81;

static void open_rod(run *r, double angle, double spin) {
    char text[1200];
    (void)snprintf(
        text, sizeof text,
        "title: mass on a rod\nplanar: yes\ngravity: [0, -9.81, 0]\n"
        "points: {pivot: [0, 0], bob: [%.17g, %.17g]}\n"
        "bodies: [{name: bob, particle: bob, mass: 3}]\n"
        "joints: [{name: rod, type: distance, bodies: [ground, bob], at: pivot, to: bob}]\n"
        "elements: [{name: push, type: force, at: bob.bob, direction: [1, 0, 0], value: f}]\n"
        "inputs: [{name: f}]\noutputs:\n"
        "  - {name: x, position: bob.bob.x}\n  - {name: v, velocity: bob.bob.x}\n"
        "  - {name: a, acceleration: bob.bob.x}\n"
        "start: {velocities: {bob.bob.x: %.17g}}\nintegration: {step: 0.01}\n",
        L * sin(angle), -L * cos(angle), L * cos(angle) * spin);
    run_open_text(r, text);
}

/* With the length s = sqrt(m) L phi: x' = s' cos phi/sqrt(m), and
 * s'' = (f cos phi - m g sin phi)/sqrt(m). Its stiffness is that of the path itself, whatever the
 * velocity is */
static void test_a_bent_path(void) {
    static const double angles[4] = {0.3, -0.9, 1.2, 0.0}, spins[4] = {0.0, 2.0, -3.0, 5.0};
    for (int i = 0; i < 4; i++) {
        run r;
        told t;
        const double angle = angles[i], root = sqrt(m0);
        open_rod(&r, angle, spins[i]);
        CU_ASSERT_EQUAL_FATAL(ask(&r, ROOM, 0.01, &t), 1);
        const double sense = t.output[0] < 0.0 ? -1.0 : 1.0;
        MR_ASSERT_CLOSE(sense * t.output[0], cos(angle) / root, 1e-9);
        MR_ASSERT_CLOSE(t.input[0], t.output[0], 1e-10);
        MR_ASSERT_CLOSE(t.curvature[0], -sin(angle) / (m0 * L), 1e-9);
        MR_ASSERT_CLOSE(t.stiffness[0], g / L * cos(angle), 1e-8);
        MR_ASSERT_CLOSE(t.damping[0], 0.0, 1e-12);
        MR_ASSERT_CLOSE(sense * t.velocity[0], root * L * spins[i], 1e-8);
        MR_ASSERT_CLOSE(sense * t.acceleration[0], -root * g * sin(angle), 1e-7);
        MR_ASSERT_CLOSE(t.drift[0], 0.0, 1e-7);
        run_close(&r);
    }
}

static double angle_of(run *r) {
    double x[3];
    CU_ASSERT_EQUAL(mbs_simulation_motion(r->simulation, "bob.bob", x, NULL, NULL), MR_OK);
    return atan2(x[0], -x[1]);
}

/* angle by which a step that is aimed on by `turn` misses it; the velocity is exact */
static double miss_on_the_circle(double turn, double force) {
    run r;
    told t;
    const double angle = 0.4, root = sqrt(m0);
    double x[3], v[3], eta, rate;
    open_rod(&r, angle, 1.3);
    CU_ASSERT_EQUAL_FATAL(ask(&r, ROOM, 0.01, &t), 1);
    const double sense = t.output[0] < 0.0 ? -1.0 : 1.0;
    eta = sense * root * L * turn;
    rate = sense * root * L * 1.7;
    r.u[0] = force;
    CU_ASSERT_EQUAL(mbs_simulation_aim(r.simulation, 0.01, r.u, &eta, &rate), MR_OK);
    CU_ASSERT_EQUAL(mbs_simulation_step(r.simulation, &r.inputs, 0.01), MR_OK);
    CU_ASSERT(mbs_simulation_violation(r.simulation) < 1e-10);
    CU_ASSERT_EQUAL(mbs_simulation_motion(r.simulation, "bob.bob", x, v, NULL), MR_OK);
    MR_ASSERT_CLOSE((x[0] * v[1] - x[1] * v[0]) / (L * L), 1.7, 1e-9);
    const double end = angle_of(&r);
    MR_ASSERT_CLOSE(hypot(v[0], v[1]), 1.7 * L, 1e-9);
    run_close(&r);
    return end - angle - turn;
}

/* lengths of the path are made chords to the third power of the turn, t - t^3/6 for sin t: the
 * fifth is left, t^5/120 */
static void test_aims_follow_the_circle(void) {
    for (int i = 0; i < 2; i++) {
        const double far = miss_on_the_circle(0.2, 30.0 * i),
                     near = miss_on_the_circle(0.1, 30.0 * i);
        MR_ASSERT_RELATIVE(far, -pow(0.2, 5) / 120.0, 0.03);
        MR_ASSERT_RELATIVE(near, -pow(0.1, 5) / 120.0, 0.03);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_a_bent_path),
        MR_TEST(test_aims_follow_the_circle),
    };
    return mr_test_main("mbs_bent_directions", tests, sizeof tests / sizeof *tests, argc, argv);
}
