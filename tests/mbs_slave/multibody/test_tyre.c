/* the tyre: magic formula at steady slip, load, relaxation, friction limit, standstill, energy
 *
 * Expected forces are computed here from the formula of the data sheet, independently of the
 * element. */
#include "mr_test.h"
#include "runs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TYRE_DATA                                                                                  \
    "radius: 0.139, stiffness: 61300, damping: 1000, nominal_load: 896, pCx1: 2.3, pDx1: 0.9, "    \
    "pEx1: 0.95, "                                                                                 \
    "pKx1: 20, pKx2: 1, pKx3: -0.5, pCy1: 2.3, pDy1: 1.5, pEy1: 0.9, pKy1: 37.6, pKy2: 1.6, "      \
    "pKy4: 2"

/* a wheel on a sledge that moves along a straight line at given speed, turned by a given steer
 * angle and spun at a given speed: everything driven, so slips are known */
static void open_rig(run *r, double speed, double spin, double steer, double height) {
    char text[3000];
    (void)snprintf(
        text, sizeof text,
        "title: rig\n"
        "parameters: {H: %.17g, a: %.17g}\n"
        "points: {W: [0, 0, H]}\n"
        "vectors: {x: [1, 0, 0], n: [-sin(a), cos(a), 0], z: [0, 0, 1]}\n"
        "bodies:\n"
        "  - {name: sledge, mass: 10, com: [0, 0, H], inertia: [1, 1, 1], velocity: [%.17g, 0, "
        "0]}\n"
        "  - {name: wheel, mass: 3, com: [0, 0, H], inertia: [0.02, 0.02, 0.02]}\n"
        "joints:\n"
        "  - {name: rail, type: prismatic, bodies: [ground, sledge], at: W, axis: x, slide: way}\n"
        "  - {name: axle, type: revolute, bodies: [sledge, wheel], at: W, axis: n, angle: turn}\n"
        "drives:\n"
        "  - {name: tow, on: way, value: \"%.17g*t\"}\n"
        "  - {name: motor, on: turn, value: \"%.17g*t\"}\n"
        "elements:\n"
        "  - {name: tyre, type: tyre, wheel: wheel, hub: W, axis: n, relaxation_x: 0.1, "
        "relaxation_y: 0.2, "
        "road: 0, " TYRE_DATA "}\n"
        "outputs:\n"
        "  - {name: Fx, force: tyre}\n"
        "  - {name: kappa, slip: tyre}\n",
        height, steer, speed, speed, spin);
    run_open_text(r, text);
}

static double magic(double D, double C, double B, double E, double x) {
    return D * sin(C * atan(B * x - E * (B * x - atan(B * x))));
}

static void expected_forces(double Fz, double kappa, double alpha, double *Fx, double *Fy) {
    double dfz = (Fz - 896.0) / 896.0;
    double Kx = Fz * (20.0 + dfz) * exp(-0.5 * dfz), Dx = 0.9 * Fz;
    double Ky = 37.6 * 896.0 * sin(2.0 * atan(Fz / (1.6 * 896.0))), Dy = 1.5 * Fz;
    *Fx = magic(Dx, 2.3, Kx / (2.3 * Dx), 0.95, kappa) * cos(atan(14.0 * alpha));
    *Fy = magic(Dy, 2.3, Ky / (2.3 * Dy), 0.9, alpha) * cos(0.6 * atan(12.0 * kappa));
}

static void check_steady(double kappa, double alpha) {
    run r;
    double y[5], Fx, Fy;
    const double height = 0.125, speed = 10.0, Fz = 61300.0 * (0.139 - height);
    double along = speed * cos(alpha),
           across = -speed * sin(alpha); /* wheel axes, steered to the left */
    double spin = (along + kappa * along) / height;
    open_rig(&r, speed, spin, alpha, height);
    run_to(&r, 0.5, 1e-3);
    mbs_simulation_outputs(r.simulation, y);
    MR_ASSERT_CLOSE(y[2], Fz, 1e-6 * Fz);
    MR_ASSERT_CLOSE(y[3], kappa, 1e-6);
    MR_ASSERT_CLOSE(y[4], -across / along, 1e-6);
    expected_forces(Fz, kappa, -across / along, &Fx, &Fy);
    MR_ASSERT_CLOSE(y[0], Fx, 1e-4 * Fz);
    MR_ASSERT_CLOSE(y[1], Fy, 1e-4 * Fz);
    run_close(&r);
}

/* what a tyre has that is told no more than its formula: nothing that damps it at standstill */
static void test_usual_numbers(void) {
    const mbs_tyre_data tyre = mbs_tyre_default();
    const double weights[] = {tyre.rBx1, tyre.rCx1, tyre.rBy1, tyre.rCy1};
    const double expected[] = {14.0, 1.0, 12.0, 0.6}; /* as in expected_forces */
    for (int i = 0; i < 4; i++)
        MR_ASSERT_CLOSE(weights[i], expected[i], 0.0);
    MR_ASSERT_CLOSE(tyre.relaxation_x, 0.1, 0.0);
    MR_ASSERT_CLOSE(tyre.relaxation_y, 0.2, 0.0);
    MR_ASSERT_CLOSE(tyre.low_speed, 2.5, 0.0);
    MR_ASSERT_CLOSE(tyre.low_speed_damping, 0.0, 0.0);
    MR_ASSERT_CLOSE(tyre.rolling_resistance, 0.0, 0.0);
    MR_ASSERT_CLOSE(tyre.pDx1, 0.0, 0.0);
}

static void test_lengths_and_speeds_are_positive(void) {
    static const char *const keys[] = {"radius",       "stiffness",    "nominal_load",
                                       "relaxation_x", "relaxation_y", "low_speed"};
    static const double values[] = {-1.0, 0.0, 0.01};
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        for (int i = 0; i < 3; i++) {
            char text[800], rest[200] = "";
            for (size_t o = 0; o < sizeof keys / sizeof *keys; o++)
                if (o != k)
                    snprintf(rest + strlen(rest), sizeof rest - strlen(rest), "%s: 0.5, ", keys[o]);
            snprintf(text, sizeof text,
                     "points: {W: [0, 0, 0.4]}\nvectors: {n: [0, 1, 0]}\nbodies:\n"
                     "  - {name: wheel, mass: 3, com: [0, 0, 0.4], inertia: [1, 1, 1]}\nelements:\n"
                     "  - {name: e, type: tyre, wheel: wheel, hub: W, axis: n, %s%s: %g}\n",
                     rest, keys[k], values[i]);
            mbs_model *model = NULL;
            mr_message message = {{0}};
            const mr_status status =
                mbs_read_text(text, strlen(text), "tyre.mbs", NULL, 0, &model, &message);
            if ((status == MR_OK) != (values[i] > 0.0))
                printf("\n  %s: %g: %s", keys[k], values[i], message.text);
            CU_ASSERT_EQUAL(status == MR_OK, values[i] > 0.0);
            mbs_model_free(model);
        }
}

static void test_steady_slip_gives_the_magic_formula(void) {
    check_steady(0.02, 0.0);
    check_steady(-0.05, 0.0);
    check_steady(0.3, 0.0);
    check_steady(0.0, 0.03);
    check_steady(0.0, -0.1);
    check_steady(0.05, 0.05);
    check_steady(-0.1, 0.08);
}

/* slip builds up over the relaxation length: 1 - exp(-V t / length) */
static void test_slip_relaxes_over_its_length(void) {
    run r;
    double y[5];
    const double height = 0.13, speed = 1.0;
    open_rig(&r, speed, speed / height, 0.0, height);
    run_to(&r, 0.1, 1e-3);
    mbs_simulation_outputs(r.simulation, y);
    MR_ASSERT_CLOSE(y[3], 0.0, 1e-8);
    run_close(&r);
    /* from rest, with the wheel blocked and then pulled: z = Vs/V (1 - exp(-V t/length)) */
    run_open_text(
        &r, "title: pull\n"
            "points: {W: [0, 0, 0.13]}\n"
            "vectors: {x: [1, 0, 0], n: [0, 1, 0]}\n"
            "bodies: [{name: wheel, mass: 3, com: [0, 0, 0.13], inertia: [0.02, 0.02, 0.02]}]\n"
            "joints: [{name: rail, type: prismatic, bodies: [ground, wheel], at: W, axis: x, "
            "slide: way}]\n"
            "drives: [{name: tow, on: way, value: \"0.5*(t - 0.001*(1 - exp(-t/0.001)))\"}]\n"
            "elements: [{name: tyre, type: tyre, wheel: wheel, hub: W, axis: n, relaxation_x: "
            "0.1, " TYRE_DATA "}]\n"
            "outputs: [{name: F, force: tyre}, {name: slip, slip: tyre}]\n");
    run_to(&r, 0.1, 1e-4);
    mbs_simulation_outputs(r.simulation, y);
    /* the way rolled counts, not the time: z = -(1 - exp(-s/length)) */
    double way = 0.5 * (0.1 - 0.001 * (1.0 - exp(-100.0)));
    MR_ASSERT_CLOSE(y[3], -(1.0 - exp(-way / 0.1)), 1e-5);
    run_close(&r);
}

/* a wheel under load settles at its static deflection and stays where it stands */
static void test_standstill_is_quiet(void) {
    run r;
    run_open_text(
        &r,
        "title: standing\n"
        "gravity: [0, 0, -9.81]\n"
        "points: {A: [-0.5, 0.4, 0.13], B: [-0.5, -0.4, 0.13], C: [0.5, 0, 0.13]}\n"
        "vectors: {n: [0, 1, 0]}\n"
        "bodies:\n"
        "  - {name: cart, mass: 90, com: [0, 0, 0.3], inertia: [5, 5, 5]}\n"
        "  - {name: a, mass: 2, com: [-0.5, 0.4, 0.13], inertia: [0.01, 0.02, 0.01]}\n"
        "  - {name: b, mass: 2, com: [-0.5, -0.4, 0.13], inertia: [0.01, 0.02, 0.01]}\n"
        "  - {name: c, mass: 2, com: [0.5, 0, 0.13], inertia: [0.01, 0.02, 0.01]}\n"
        "joints:\n"
        "  - {name: ja, type: revolute, bodies: [cart, a], at: A, axis: n, angle: ta}\n"
        "  - {name: jb, type: revolute, bodies: [cart, b], at: B, axis: n, angle: tb}\n"
        "  - {name: jc, type: revolute, bodies: [cart, c], at: C, axis: n, angle: tc}\n"
        "elements:\n"
        "  - {name: fa, type: tyre, wheel: a, hub: A, axis: n, low_speed_damping: 300, " TYRE_DATA
        "}\n"
        "  - {name: fb, type: tyre, wheel: b, hub: B, axis: n, low_speed_damping: 300, " TYRE_DATA
        "}\n"
        "  - {name: fc, type: tyre, wheel: c, hub: C, axis: n, low_speed_damping: 300, " TYRE_DATA
        "}\n"
        "  - {name: wind, type: force, at: cart.C, direction: [0, 1, 0], value: push}\n"
        "inputs: [{name: push, unit: N}]\n"
        "outputs:\n"
        "  - {name: y, position: cart.C.y}\n"
        "  - {name: vy, velocity: cart.C.y}\n"
        "  - {name: F, force: fc}\n"
        "  - {name: G, force: fa}\n"
        "  - {name: balance, energy: balance}\n"
        "start: {equilibrium: yes}\n");
    double y[9];
    mbs_simulation_outputs(r.simulation, y);
    /* 96 kg in all; cart half and half, but for the pitch of the deflected tyres, wheels their own
     */
    MR_ASSERT_CLOSE(y[4] + 2.0 * y[7], 96.0 * 9.81, 1e-6);
    MR_ASSERT_CLOSE(y[4], 47.0 * 9.81, 1.0);
    run_to(&r, 0.5, 1e-3);
    mbs_simulation_outputs(r.simulation, y);
    MR_ASSERT_CLOSE(y[0], 0.0, 1e-6);
    /* a side wind deflects the carcass; when it is over, the cart has hardly moved */
    r.u[0] = 100.0;
    run_to(&r, 2.0, 1e-3);
    double pushed = run_output(&r, "y");
    CU_ASSERT(pushed > 1e-4 && pushed < 0.02);
    MR_ASSERT_CLOSE(run_output(&r, "vy"), 0.0, 1e-3);
    r.u[0] = 0.0;
    run_to(&r, 4.0, 1e-3);
    CU_ASSERT(fabs(run_output(&r, "y")) < 0.3 * pushed);
    run_close(&r);
}

/* braked to a stop from 10 m/s: friction decides, and all energy is found again */
static void test_braking_to_a_stop(void) {
    run r;
    run_open_text(
        &r,
        "title: brake\n"
        "gravity: [0, 0, -9.81]\n"
        "points: {W: [0, 0, 0.13], S: [0, 0, 0.13]}\n"
        "vectors: {x: [1, 0, 0], n: [0, 1, 0], z: [0, 0, 1]}\n"
        "bodies:\n"
        "  - {name: wheel, mass: 4, com: [0, 0, 0.13], inertia: [0.02, 0.03, 0.02], velocity: [10, "
        "0, 0], "
        "spin: [0, 77, 0]}\n"
        "  - {name: load, mass: 60, com: [0, 0, 0.13], inertia: [1, 1, 1], velocity: [10, 0, 0]}\n"
        "  - {name: sledge, mass: 1, com: [0, 0, 0.13], inertia: [1, 1, 1], velocity: [10, 0, 0]}\n"
        "joints:\n"
        "  - {name: axle, type: revolute, bodies: [load, wheel], at: W, axis: n, angle: turn}\n"
        "  - {name: guide, type: prismatic, bodies: [sledge, load], at: S, axis: z}\n"
        "  - {name: rail, type: prismatic, bodies: [ground, sledge], at: S, axis: x, slide: way}\n"
        "elements:\n"
        "  - {name: disc, type: brake, on: turn, torque: 200, speed: 0.5}\n"
        "  - {name: tyre, type: tyre, wheel: wheel, hub: W, axis: n, low_speed_damping: "
        "300, " TYRE_DATA "}\n"
        "outputs:\n"
        "  - {name: v, velocity: way}\n"
        "  - {name: a, acceleration: way}\n"
        "  - {name: F, force: tyre}\n");
    mbs_energy start = mbs_simulation_energy(r.simulation);
    run_to(&r, 0.5, 1e-3);
    /* the wheel slides at full slip: the formula far beyond its peak */
    double y[5], Fx, Fy;
    mbs_simulation_outputs(r.simulation, y);
    expected_forces(y[4], -1.0, 0.0, &Fx, &Fy);
    MR_ASSERT_RELATIVE(y[2], Fx, 0.02);
    MR_ASSERT_RELATIVE(y[1], Fx / 65.0, 0.05);
    run_to(&r, 4.0, 1e-3);
    MR_ASSERT_CLOSE(run_output(&r, "v"), 0.0, 2e-2);
    mbs_energy end = mbs_simulation_energy(r.simulation);
    double before = start.kinetic + start.potential,
           after = end.kinetic + end.potential + end.dissipated;
    MR_ASSERT_RELATIVE(after - before + start.kinetic, start.kinetic, 0.01);
    run_close(&r);
}

static const mr_test tests[] = {
    MR_TEST(test_usual_numbers),
    MR_TEST(test_lengths_and_speeds_are_positive),
    MR_TEST(test_steady_slip_gives_the_magic_formula),
    MR_TEST(test_slip_relaxes_over_its_length),
    MR_TEST(test_standstill_is_quiet),
    MR_TEST(test_braking_to_a_stop),
};

int main(int argc, char **argv) {
    return mr_test_main("multibody tyre", tests, sizeof tests / sizeof *tests, argc, argv);
}
