/* a mechanism whose motion somebody else integrates: its states, their rates, what is put right;
 * and the times of its own steps */
#include "mr_test.h"
#include "runs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 40 };

/* a rod that swings on a damped hinge under a motor */
static const char PENDULUM[] =
    "title: pendulum\nplanar: yes\ngravity: [0, -9.81, 0]\n"
    "points: {O: [0, 0], T: [0.8, 0]}\n"
    "bodies: [{name: arm, mass: 2, rod: [O, T]}]\n"
    "joints: [{name: j, type: revolute, bodies: [ground, arm], at: O, angle: turn}]\n"
    "elements:\n  - {name: hinge, type: torsion, on: turn, stiffness: 3, damping: 0.4}\n"
    "  - {name: motor, type: torsion, on: turn, torque: u}\n"
    "inputs: [{name: u}]\nstart: {velocities: {turn: 2}}\n"
    "outputs: [{name: turn, position: turn}, {name: rate, velocity: turn}, {name: acceleration, "
    "acceleration: turn}, {name: balance, energy: balance}]\n"
    "integration: {step: 1e-3}\n";

/* by Newton's law about the hinge, with m L^2/3 */
static void rates(double t, const double x[2], double dx[2]) {
    const double u = 5.0 * sin(3.0 * t);
    dx[0] = x[1];
    dx[1] = (-2.0 * 9.81 * 0.4 * cos(x[0]) - 3.0 * x[0] - 0.4 * x[1] + u) / (2.0 * 0.64 / 3.0);
}

static int count_of(run *r) {
    int count = 0;
    CU_ASSERT_EQUAL_FATAL(mbs_simulation_states(r->simulation, &count), MR_OK);
    CU_ASSERT_FATAL(count > 0 && count <= MOST);
    return count;
}

static void place(run *r, double t, const double *x) {
    r->u[0] = 5.0 * sin(3.0 * t);
    CU_ASSERT_EQUAL_FATAL(mbs_simulation_set_states(r->simulation, t, x, r->u), MR_OK);
    MR_ASSERT_CLOSE(mbs_simulation_time(r->simulation), t, 0.0);
}

/* classical Runge-Kutta steps of a solver that knows states and rates only */
static void test_somebody_else_integrates(void) {
    static const double weight[4] = {1, 2, 2, 1}, at[4] = {0, 0.5, 0.5, 1};
    run r;
    const double h = 2e-3;
    double x[MOST], trial[MOST], dx[4][MOST], minimal[2] = {0.0, 2.0};
    run_open_text(&r, PENDULUM);
    const int n = count_of(&r);
    mbs_simulation_get_states(r.simulation, x);
    const double begin = run_output(&r, "balance");
    for (int k = 0; k < 500; k++) {
        double d[4][2];
        for (int g = 0; g < 4; g++) {
            double y[2];
            for (int i = 0; i < n; i++)
                trial[i] = x[i] + (g > 0 ? at[g] * h * dx[g - 1][i] : 0.0);
            for (int i = 0; i < 2; i++)
                y[i] = minimal[i] + (g > 0 ? at[g] * h * d[g - 1][i] : 0.0);
            place(&r, (k + at[g]) * h, trial);
            mbs_simulation_derivatives(r.simulation, dx[g]);
            rates((k + at[g]) * h, y, d[g]);
        }
        for (int g = 0; g < 4; g++) {
            for (int i = 0; i < n; i++)
                x[i] += h * weight[g] * dx[g][i] / 6.0;
            for (int i = 0; i < 2; i++)
                minimal[i] += h * weight[g] * d[g][i] / 6.0;
        }
        if (k % 50 != 49)
            continue;
        place(&r, (k + 1) * h, x);
        mbs_simulation_get_states(r.simulation, x); /* on the constraints again */
        double now[2];
        rates((k + 1) * h, minimal, now);
        MR_ASSERT_CLOSE(run_output(&r, "turn"), minimal[0], 1e-8);
        MR_ASSERT_CLOSE(run_output(&r, "rate"), minimal[1], 1e-7);
        MR_ASSERT_CLOSE(run_output(&r, "acceleration"), now[1], 1e-6);
        /* work and losses are states, too */
        MR_ASSERT_CLOSE(run_output(&r, "balance"), begin, 1e-6);
    }
    run_close(&r);
}

/* what is put in comes out again, to the bit where it meets the constraints; what does not is put
 * onto them by the least motion, and its rates bring it there in time */
static void test_states_that_are_off(void) {
    run r;
    double x[MOST], again[MOST], rate[MOST], pulled[MOST];
    run_open_text(&r, PENDULUM);
    run_to(&r, 0.1, 1e-3);
    const int n = count_of(&r), half = mbs_model_size(r.model).variables;
    mbs_simulation_get_states(r.simulation, x);
    place(&r, 0.1, x); /* a step leaves 1e-10 or so */
    mbs_simulation_get_states(r.simulation, x);
    place(&r, 0.1, x);
    mbs_simulation_get_states(r.simulation, again);
    for (int i = 0; i < n; i++)
        MR_ASSERT_CLOSE(again[i], x[i], 1e-14);
    mbs_simulation_derivatives(r.simulation, rate);
    for (int i = 0; i < half; i++)
        MR_ASSERT_CLOSE(rate[i], x[half + i], 1e-9);
    /* the rod a little longer: it is as long as it was, and where it was */
    double kept[MOST], off = 0.0, length = 0.0;
    memcpy(kept, x, sizeof kept);
    for (int i = 0; i < half; i++) {
        const double t = x[i];
        x[i] *= 1.0 + 1e-4;
        length += t * t;
    }
    place(&r, 0.1, x);
    CU_ASSERT(mbs_simulation_violation(r.simulation) < 1e-12);
    mbs_simulation_get_states(r.simulation, again);
    mbs_simulation_derivatives(r.simulation, pulled);
    for (int i = 0; i < half; i++) {
        MR_ASSERT_CLOSE(again[i], kept[i], 1e-7);
        off += (again[i] - x[i]) * (again[i] - x[i]);
        /* in a hundred steps */
        MR_ASSERT_CLOSE(pulled[i], again[half + i] + (again[i] - x[i]) / 0.1, 1e-9);
        MR_ASSERT_CLOSE(pulled[half + i] - rate[half + i], (again[half + i] - x[half + i]) / 0.1,
                        1e-2);
    }
    MR_ASSERT_RELATIVE(sqrt(off), 1e-4 * sqrt(length), 1e-3);
    memcpy(x, kept, sizeof kept);
    /* nowhere near, or no number at all */
    x[half + 1] = NAN;
    CU_ASSERT_EQUAL(mbs_simulation_set_states(r.simulation, 0.1, x, r.u), MR_ERR_NOT_FINITE);
    char sentence[100];
    (void)snprintf(sentence, sizeof sentence, "pendulum: state %d is not a finite number",
                   half + 2);
    MR_ASSERT_CONTAINS(r.message.text, sentence);
    mbs_simulation_get_states(r.simulation, x);
    x[n - 1] = INFINITY;
    CU_ASSERT_EQUAL(mbs_simulation_set_states(r.simulation, 0.1, x, r.u), MR_ERR_NOT_FINITE);
    run_close(&r);
}

/* --- times --- */

/* a grid of steps is exact, however many there are; a step off the grid begins a new one */
static void test_times_of_steps(void) {
    run r;
    run_open_text(&r, PENDULUM);
    for (int k = 1; k <= 300; k++) {
        CU_ASSERT_EQUAL(mbs_simulation_step(r.simulation, &r.inputs, 1e-3), MR_OK);
        MR_ASSERT_CLOSE(mbs_simulation_time(r.simulation), k * 1e-3, 0.0);
    }
    for (int k = 301; k <= 350; k++) { /* as long, but for a rounding: on the grid */
        CU_ASSERT_EQUAL(mbs_simulation_step_until(r.simulation, &r.inputs, k * 1e-3 + 1e-15),
                        MR_OK);
        MR_ASSERT_CLOSE(mbs_simulation_time(r.simulation), k * 1e-3 + 1e-15, 0.0);
    }
    CU_ASSERT_EQUAL(mbs_simulation_step(r.simulation, &r.inputs, 1e-3), MR_OK);
    MR_ASSERT_CLOSE(mbs_simulation_time(r.simulation), 351 * 1e-3, 0.0);
    CU_ASSERT_EQUAL(mbs_simulation_step_until(r.simulation, &r.inputs, 0.3517), MR_OK);
    MR_ASSERT_CLOSE(mbs_simulation_time(r.simulation), 0.3517, 0.0);
    for (int k = 1; k <= 100; k++) {
        CU_ASSERT_EQUAL(mbs_simulation_step(r.simulation, &r.inputs, 1e-3), MR_OK);
        MR_ASSERT_CLOSE(mbs_simulation_time(r.simulation), 0.3517 + k * 1e-3, 0.0);
    }
    const double from = mbs_simulation_time(r.simulation);
    for (int k = 1; k <= 7; k++) { /* another size, another grid */
        CU_ASSERT_EQUAL(mbs_simulation_step(r.simulation, &r.inputs, 3e-4), MR_OK);
        MR_ASSERT_CLOSE(mbs_simulation_time(r.simulation), from + k * 3e-4, 0.0);
    }
    run_close(&r);
}

static void test_times_that_are_none(void) {
    static const double wrong[] = {0.0, -1e-3, NAN, INFINITY};
    run r;
    mr_inputs none = {0};
    run_open_text(&r, PENDULUM);
    run_to(&r, 0.01, 1e-3);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CU_ASSERT_EQUAL(mbs_simulation_step(r.simulation, &r.inputs, wrong[i]), MR_ERR_ARGUMENT);
        MR_ASSERT_CONTAINS(r.message.text, "pendulum: a step of ");
        CU_ASSERT_EQUAL(mbs_simulation_step_until(r.simulation, &r.inputs, 0.01 + wrong[i]),
                        MR_ERR_ARGUMENT);
        MR_ASSERT_CONTAINS(r.message.text, "pendulum: a step from 0.01 s to ");
    }
    MR_ASSERT_CLOSE(mbs_simulation_time(r.simulation), 0.01, 1e-15);
    CU_ASSERT_EQUAL(mbs_simulation_step(r.simulation, &r.inputs, 1e-20), MR_ERR_ARGUMENT);
    MR_ASSERT_CONTAINS(r.message.text, "does not advance the time");
    /* inputs that nobody tells, or that are no numbers */
    CU_ASSERT_EQUAL(mbs_simulation_step(r.simulation, NULL, 1e-3), MR_ERR_ARGUMENT);
    MR_ASSERT_CONTAINS(r.message.text, "pendulum: has inputs, but nobody tells them");
    CU_ASSERT_EQUAL(mbs_simulation_step(r.simulation, &none, 1e-3), MR_ERR_ARGUMENT);
    r.u[0] = NAN;
    CU_ASSERT_EQUAL(mbs_simulation_step(r.simulation, &r.inputs, 1e-3), MR_ERR_NOT_FINITE);
    MR_ASSERT_CONTAINS(r.message.text, "the input \"u\" is not a finite number at t = 0.01 s");
    r.u[0] = 0.0;
    CU_ASSERT_EQUAL(mbs_simulation_start(r.simulation, NAN, &r.inputs), MR_ERR_ARGUMENT);
    MR_ASSERT_CONTAINS(r.message.text, "the start time is not a finite number");
    CU_ASSERT_EQUAL(mbs_simulation_start(r.simulation, -7.0, &r.inputs), MR_OK);
    MR_ASSERT_CLOSE(mbs_simulation_time(r.simulation), -7.0, 0.0);
    run_close(&r);
}

/* --- outputs that are one number of several --- */

static void test_parts_of_outputs(void) {
    run r;
    double y[16];
    run_open_text(
        &r,
        "title: parts\ngravity: [1, 2, -9.81]\npoints: {O: [0, 0, 0], C: [0.3, 0.2, 0.1]}\n"
        "vectors: {z: [0, 0, 1]}\n"
        "bodies: [{name: b, mass: 2, com: [0.3, 0.2, 0.1], inertia: [0.1, 0.2, 0.3]}]\n"
        "joints: [{name: j, type: revolute, bodies: [ground, b], at: O, axis: z, angle: turn}]\n"
        "elements:\n  - {name: k, type: torsion, on: turn, stiffness: 5, damping: 0.3}\n"
        "  - {name: air, type: drag, at: b.C, linear: [1, 2, 3]}\n"
        "start: {velocities: {turn: 3}}\noutputs:\n"
        "  - {name: F, force: j}\n  - {name: Fx, force: j.x}\n  - {name: Fy, force: j.y}\n"
        "  - {name: Fz, force: j.z}\n  - {name: Tx, torque: j.x}\n  - {name: T, torque: j}\n"
        "  - {name: A, force: air}\n  - {name: Ay, force: air.y}\n"
        "  - {name: stored, energy: k}\n  - {name: off, constraints: yes}\n");
    run_to(&r, 0.2, 1e-3);
    mbs_simulation_outputs(r.simulation, y);
    CU_ASSERT(fabs(y[0] - y[1]) > 0.01 && fabs(y[1] - y[2]) > 0.01);
    for (int i = 0; i < 3; i++)
        MR_ASSERT_CLOSE(y[3 + i], y[i], 0.0);
    MR_ASSERT_CLOSE(y[6], y[7], 0.0);
    MR_ASSERT_CLOSE(y[13], y[11], 0.0);
    /* the spring stores, and its damper has lost: both are of the element */
    mbs_energy e;
    CU_ASSERT_EQUAL(mbs_simulation_element_energy(r.simulation, "k", &e), MR_OK);
    const double turn = run_output(&r, "turn");
    MR_ASSERT_CLOSE(e.potential, 2.5 * turn * turn, 1e-10);
    CU_ASSERT(e.dissipated > 0.1);
    MR_ASSERT_CLOSE(y[14], e.potential + e.dissipated - e.supplied, 1e-14);
    MR_ASSERT_CLOSE(y[15], mbs_simulation_violation(r.simulation), 0.0);
    run_close(&r);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_somebody_else_integrates), MR_TEST(test_states_that_are_off),
        MR_TEST(test_times_of_steps),           MR_TEST(test_times_that_are_none),
        MR_TEST(test_parts_of_outputs),
    };
    return mr_test_main("mbs_states", tests, sizeof tests / sizeof *tests, argc, argv);
}
