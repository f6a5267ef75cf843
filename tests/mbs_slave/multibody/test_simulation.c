/* running: states to the bit, no allocation, inputs that jump, halved steps, equilibrium, energy,
 * solvers */
#include "chain.h"
#include "mr_test.h"
#include "runs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if !MR_SANITIZED
/* counts every allocation of the program and its libraries */
static long allocations;
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);

void *malloc(size_t size) {
    allocations++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    allocations++;
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    allocations++;
    return __libc_realloc(memory, size);
}
#endif

/* four wheels would be the kart; one wheel on a fork has all that is special: tyre states, KLU */
static const char UNICYCLE[] =
    "title: unicycle\n"
    "gravity: [0, 0, -9.81]\n"
    "points: {H: [0, 0, 0.13], S: [0, 0, 0.6]}\n"
    "vectors: {y: [0, 1, 0], z: [0, 0, 1], x: [1, 0, 0]}\n"
    "bodies:\n"
    "  - {name: wheel, mass: 3, com: [0, 0, 0.13], inertia: [0.02, 0.04, 0.02], velocity: [3, 0, "
    "0], spin: [0, 22, 0]}\n"
    "  - {name: fork, mass: 40, com: [0, 0, 0.5], inertia: [1, 1, 1], velocity: [3, 0, 0]}\n"
    "  - {name: sledge, mass: 2, com: [0, 0, 0.6], inertia: [0.1, 0.1, 0.1], velocity: [3, 0, 0]}\n"
    "joints:\n"
    "  - {name: axle, type: revolute, bodies: [fork, wheel], at: H, axis: y, angle: turn}\n"
    "  - {name: guide, type: prismatic, bodies: [sledge, fork], at: S, axis: z, slide: lift}\n"
    "  - {name: rail, type: prismatic, bodies: [ground, sledge], at: S, axis: x, slide: way}\n"
    "elements:\n"
    "  - {name: motor, type: torsion, on: turn, torque: drive}\n"
    "  - {name: tyre, type: tyre, wheel: wheel, hub: H, axis: y, radius: 0.139, stiffness: 64500, "
    "damping: 1000,\n"
    "     nominal_load: 896, pCx1: 2.3, pDx1: 0.9, pEx1: 0.95, pKx1: 20, pKx2: 1, pKx3: -0.5, "
    "pCy1: 2.3, pDy1: 1.5,\n"
    "     pEy1: 0.9, pKy1: 37.6, pKy2: 1.6, pKy4: 2}\n"
    "inputs: [{name: drive, unit: Nm}]\n"
    "outputs:\n"
    "  - {name: way, position: way}\n"
    "  - {name: speed, velocity: way}\n"
    "  - {name: turn, velocity: turn}\n"
    "  - {name: F, force: tyre}\n"
    "  - {name: slip, slip: tyre}\n"
    "  - {name: balance, energy: balance}\n"
    "integration: {step: 1e-3}\n";

static mr_status wavy_input(void *context, double t, double *u) {
    (void)context;
    u[0] = 5.0 + 3.0 * sin(40.0 * t);
    return MR_OK;
}

static void check_restored_bits(run *r) {
    size_t size = mbs_simulation_state_size(r->simulation);
    void *saved = malloc(size), *first = malloc(size), *second = malloc(size);
    const size_t width = (size_t)mbs_model_output_width(r->model) * sizeof(double);
    double then[64], now[64];
    CU_ASSERT_FATAL(saved && first && second && width <= sizeof then);
    run_to(r, 0.05, 1e-3);
    mbs_simulation_save(r->simulation, saved);
    mbs_simulation_outputs(r->simulation, then);
    run_to(r, 0.15, 1e-3);
    mbs_simulation_save(r->simulation, first);
    for (int i = 0; i < 2; i++) {
        mbs_simulation_outputs(r->simulation, now); /* energies and loads of a later time */
        CU_ASSERT_EQUAL(mbs_simulation_restore(r->simulation, saved), MR_OK);
        mbs_simulation_outputs(r->simulation, now);
        CU_ASSERT_EQUAL(memcmp(then, now, width), 0);
        run_to(r, 0.15, 1e-3);
        mbs_simulation_save(r->simulation, second);
        CU_ASSERT_EQUAL(memcmp(first, second, size), 0);
    }
    free(saved);
    free(first);
    free(second);
}

static void test_restored_runs_repeat_to_the_bit(void) {
    static const char *const names[] = {"a02_four_bars", "a05_governor", "double_pendulum"};
    for (size_t i = 0; i < 3; i++) {
        run r;
        run_open(&r, names[i]);
        r.u[0] = 0.3;
        check_restored_bits(&r);
        run_close(&r);
    }
    run r;
    run_open_text(&r, UNICYCLE);
    r.inputs = (mr_inputs){.at = wavy_input};
    check_restored_bits(&r);
    run_close(&r);
}

/* a simulation that begins again is at its begin in all that it tells, and runs as it did */
static void test_a_second_start_is_the_first(void) {
    run r;
    double first[2][64], again[2][64];
    run_open_text(&r, UNICYCLE);
    r.inputs = (mr_inputs){.at = wavy_input};
    const size_t width = (size_t)mbs_model_output_width(r.model) * sizeof(double);
    CU_ASSERT_EQUAL_FATAL(mbs_simulation_start(r.simulation, 0.0, &r.inputs), MR_OK);
    mbs_simulation_outputs(r.simulation, first[0]);
    run_to(&r, 0.05, 1e-3);
    mbs_simulation_outputs(r.simulation, first[1]);
    CU_ASSERT_EQUAL_FATAL(mbs_simulation_start(r.simulation, 0.0, &r.inputs), MR_OK);
    mbs_simulation_outputs(r.simulation, again[0]);
    run_to(&r, 0.05, 1e-3);
    mbs_simulation_outputs(r.simulation, again[1]);
    for (int k = 0; k < 2; k++)
        CU_ASSERT_EQUAL(memcmp(first[k], again[k], width), 0);
    run_close(&r);
}

/* asking for interface matrices and rates leaves the run as it is */
static void test_questions_do_not_change_the_run(void) {
    run a, b;
    double Au[1], Ap[1], Av[1], ya[8], yb[8], rates[8];
    run_open(&a, "double_pendulum");
    run_open(&b, "double_pendulum");
    for (int i = 0; i < 100; i++) {
        a.u[0] = b.u[0] = i;
        run_to(&a, 1e-3 * (i + 1), 1e-3);
        run_to(&b, 1e-3 * (i + 1), 1e-3);
        CU_ASSERT_EQUAL(mbs_simulation_interface(b.simulation, Au, Ap, Av), MR_OK);
        mbs_simulation_rates(b.simulation, rates);
        mbs_simulation_outputs(a.simulation, ya);
        mbs_simulation_outputs(b.simulation, yb);
        CU_ASSERT_EQUAL(memcmp(ya, yb, (size_t)mbs_model_output_width(a.model) * sizeof *ya), 0);
    }
    run_close(&a);
    run_close(&b);
}

static void check_no_allocation(run *r) {
#if MR_SANITIZED
    (void)r;
    CU_PASS("counted without sanitizers only");
#else
    double y[64], Au[64], Ap[64], Av[64];
    run_to(r, 0.02, 1e-3);
    (void)mbs_simulation_interface(r->simulation, Au, Ap, Av);
    long before = allocations;
    for (int i = 0; i < 50; i++) {
        (void)mbs_simulation_step(r->simulation, &r->inputs, 1e-3);
        mbs_simulation_outputs(r->simulation, y);
        mbs_simulation_rates(r->simulation, y);
    }
    CU_ASSERT_EQUAL(allocations - before, 0);
#endif
}

static void test_no_allocation_in_a_step(void) {
    static const char *const names[] = {"a02_four_bars", "a05_governor", "double_pendulum"};
    run r;
    for (size_t i = 0; i < 3; i++) {
        run_open(&r, names[i]);
        check_no_allocation(&r);
        run_close(&r);
    }
    run_open_text(&r, UNICYCLE);
    r.inputs = (mr_inputs){.at = wavy_input};
    check_no_allocation(&r);
    run_close(&r);
}

static mr_status stairs(void *context, double t, double *u) {
    const double *edge = context;
    u[0] = t < edge[0] + 1e-12 ? edge[1] : edge[2];
    return MR_OK;
}

/* inputs that are constant over a step and jump between steps give exactly their impulse */
static void test_jumping_inputs_give_their_impulse(void) {
    run r;
    run_open_text(&r,
                  "title: mass\npoints: {P: [0, 0, 0]}\n"
                  "bodies: [{name: m, mass: 2, particle: P}]\n"
                  "elements: [{name: F, type: force, at: m.P, direction: [1, 0, 0], value: u}]\n"
                  "inputs: [{name: u, unit: N}]\n"
                  "outputs: [{name: v, velocity: m.P.x}]\n");
    double impulse = 0.0;
    mr_random random = {3};
    for (int i = 0; i < 50; i++) {
        double now = mr_random_uniform(&random, -100.0, 100.0), edge[3] = {1e9, now, 0.0};
        mr_inputs inputs = {.at = stairs, .context = edge, .constant = true};
        CU_ASSERT_EQUAL(mbs_simulation_step(r.simulation, &inputs, 0.01), MR_OK);
        impulse += 0.01 * now;
        MR_ASSERT_CLOSE(run_output(&r, "v"), impulse / 2.0, 1e-12);
    }
    CU_ASSERT_EQUAL(mbs_model_inputs(r.model)[0].power_with, 0);
    run_close(&r);
}

/* a NaN is never small, wherever it stands among numbers that are: the first of two masses that
 * have nothing to do with each other gets a force that ends to be a number */
static void test_forces_that_are_no_numbers_end_the_run(void) {
    static const char text[] =
        "title: two\npoints: {P: [0, 0, 0], Q: [1, 0, 0]}\n"
        "bodies: [{name: a, mass: %s, particle: P}, {name: b, mass: 1, particle: Q}]\n"
        "elements:\n%s"
        "  - {name: bad, type: force, at: a.P, direction: [1, 0, 0], value: \"sqrt(%s - t) + u\"}\n"
        "%s"
        "inputs: [{name: u}]\n",
                      good[] = "  - {name: good, type: force, at: b.Q, direction: [1, 0, 0], "
                               "value: 1}\n";
    for (int i = 0; i < 4; i++) { /* the good one behind the bad one, and before it */
        char model[1000];
        run r;
        (void)snprintf(model, sizeof model, text, i % 2 == 0 ? "1" : "2", i < 2 ? "" : good, "0.05",
                       i < 2 ? good : "");
        run_open_text(&r, model);
        mr_status status = MR_OK;
        for (int k = 0; k < 10 && status == MR_OK; k++) {
            r.u[0] = i % 2 * k; /* with kept and with renewed accelerations */
            status = mbs_simulation_step(r.simulation, &r.inputs, 0.01);
        }
        CU_ASSERT_EQUAL(status, MR_ERR_NOT_FINITE);
        MR_ASSERT_CONTAINS(r.message.text,
                           "the force of \"bad\" is not a finite number at t = 0.0");
        double x[3], v[3], a[3];
        CU_ASSERT_EQUAL(mbs_simulation_motion(r.simulation, "a.P", x, v, a), MR_OK);
        CU_ASSERT(isfinite(x[0]) && isfinite(v[0]) && isfinite(a[0]));
        run_close(&r);
    }
    char model[1000];
    run r = {0};
    (void)snprintf(model, sizeof model, text, "1", "", "-1", good);
    CU_ASSERT_EQUAL_FATAL(
        mbs_read_text(model, strlen(model), "text", NULL, 0, &r.model, &r.message), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mbs_simulation_new(r.model, &r.simulation, &r.message), MR_OK);
    mr_inputs none = {.at = stairs, .context = (double[3]){1e9, 0.0, 0.0}};
    CU_ASSERT_NOT_EQUAL(mbs_simulation_start(r.simulation, 0.0, &none), MR_OK);
    MR_ASSERT_CONTAINS(r.message.text, "the force of \"bad\" is not a finite number at t = 0 s");
    run_close(&r);
}

/* a mass on a spring and a damper: exact solution, energies element by element */
static void test_oscillator_and_its_energies(void) {
    run r;
    run_open_text(
        &r, "title: oscillator\ngravity: [0, 0, -10]\npoints: {A: [0, 0, 0], P: [0, 0, -1]}\n"
            "vectors: {z: [0, 0, 1]}\n"
            "bodies: [{name: m, mass: 2, particle: P}]\n"
            "joints: [{name: line, type: point_on_line, bodies: [ground, m], at: P, axis: z}]\n"
            "elements:\n"
            "  - {name: spring, type: spring, from: ground.A, to: m.P, stiffness: 200, rest: 1}\n"
            "  - {name: damper, type: spring, from: ground.A, to: m.P, damping: 4}\n"
            "outputs: [{name: z, position: m.P.z}, {name: L, position: spring}, {name: F, force: "
            "spring}]\n");
    double decay = 1.0, omega = sqrt(100.0 - 1.0), sag = 0.1;
    for (int i = 1; i <= 10; i++) {
        run_to(&r, 0.2 * i, 1e-4);
        double t = 0.2 * i;
        double z =
            -1.0 - sag + exp(-decay * t) * sag * (cos(omega * t) + decay / omega * sin(omega * t));
        MR_ASSERT_CLOSE(run_output(&r, "z"), z, 1e-6);
        MR_ASSERT_CLOSE(run_output(&r, "L"), -z, 1e-6);
        MR_ASSERT_CLOSE(run_output(&r, "F"), -200.0 * (-z - 1.0), 2e-4);
    }
    mbs_energy spring, damper, gravity, all = mbs_simulation_energy(r.simulation);
    CU_ASSERT_EQUAL(mbs_simulation_element_energy(r.simulation, "spring", &spring), MR_OK);
    CU_ASSERT_EQUAL(mbs_simulation_element_energy(r.simulation, "damper", &damper), MR_OK);
    CU_ASSERT_EQUAL(mbs_simulation_element_energy(r.simulation, "gravity", &gravity), MR_OK);
    double stretch = run_output(&r, "L") - 1.0;
    MR_ASSERT_CLOSE(spring.potential, 100.0 * stretch * stretch, 1e-12);
    MR_ASSERT_CLOSE(all.potential, spring.potential + gravity.potential, 1e-12);
    /* it started at rest, unstretched, 1 m below the origin: potential -m g */
    MR_ASSERT_CLOSE(damper.dissipated, -20.0 - all.kinetic - all.potential, 1e-5);
    CU_ASSERT(damper.dissipated > 0.5);
    CU_ASSERT_EQUAL(mbs_simulation_element_energy(r.simulation, "rope", &spring), MR_ERR_ARGUMENT);
    run_close(&r);
}

static void test_bushing_holds_a_body(void) {
    run r;
    run_open_text(
        &r,
        "title: engine\ngravity: [0, 0, -10]\npoints: {P: [0.2, 0.1, 0.3]}\n"
        "bodies: [{name: e, mass: 4, com: [0.2, 0.1, 0.3], inertia: [0.5, 0.5, 0.5]}]\n"
        "elements:\n"
        "  - {name: mount, type: bushing, bodies: [ground, e], at: P, stiffness: [1000, 1000, "
        "2000],\n"
        "     damping: [10, 10, 10], angular_stiffness: [50, 60, 70], angular_damping: [1, 1, 1]}\n"
        "  - {name: twist, type: torque, on: e, axis: [0, 0, 1], value: 0.7}\n"
        "outputs: [{name: z, position: e.P.z}, {name: yaw, angle: e.yaw}, {name: roll, angle: "
        "e.roll}]\n"
        "start: {equilibrium: yes}\n");
    MR_ASSERT_CLOSE(run_output(&r, "z"), 0.3 - 40.0 / 2000.0, 1e-8);
    /* restoring moment k sin(yaw) cos(yaw) of the bushing's law */
    MR_ASSERT_CLOSE(0.5 * 70.0 * sin(2.0 * run_output(&r, "yaw")), 0.7, 1e-7);
    MR_ASSERT_CLOSE(run_output(&r, "roll"), 0.0, 1e-9);
    run_to(&r, 0.2, 1e-3);
    MR_ASSERT_CLOSE(run_output(&r, "z"), 0.28, 1e-8); /* it stays there */
    run_close(&r);
}

static void test_equilibrium_of_a_mechanism(void) {
    run r;
    /* a hanging double pendulum finds the vertical from far away */
    run_open_text(&r, "title: chain\nplanar: yes\ngravity: [0, -9.81, 0]\n"
                      "points: {O: [0, 0], A: [1, 0.1], B: [1.9, -0.2]}\n"
                      "bodies: [{name: a, mass: 1, rod: [O, A]}, {name: b, mass: 1, rod: [A, B]}]\n"
                      "joints:\n"
                      "  - {name: o, type: revolute, bodies: [ground, a], at: O}\n"
                      "  - {name: j, type: revolute, bodies: [a, b], at: A}\n"
                      "outputs: [{name: x, position: b.B.x}, {name: y, position: b.B.y}]\n"
                      "start: {equilibrium: yes}\n");
    MR_ASSERT_CLOSE(run_output(&r, "x"), 0.0, 1e-6);
    MR_ASSERT_CLOSE(run_output(&r, "y"), -(sqrt(1.01) + sqrt(0.9)), 1e-9);
    run_close(&r);
}

/* a wall as stiff as this needs smaller steps when it is hit */
static int wall(void *context, double t, int count, const double *x, const double *v, double *force,
                double *dfdx, double *dfdv) {
    const double k = 1e7;
    (void)context, (void)t, (void)count, (void)v, (void)dfdv;
    double depth = fmax(-x[2], 0.0);
    force[2] = k * depth * sqrt(depth);
    if (dfdx)
        dfdx[8] = -1.5 * k * sqrt(depth);
    return x[2] < -0.042; /* it breaks just beyond the deepest point, 0.0396 m */
}

static mr_status build_ball(mr_message *message, int halvings, mbs_model **model) {
    mbs_builder *b = mbs_builder_new(message);
    const char *point = "ball.P";
    mbs_body_data ball = {.name = "ball",
                          .kind = MBS_PARTICLE,
                          .mass = 1.0,
                          .points = {"P"},
                          .velocity = {0, 0, -50}};
    mbs_integration integration = mbs_integration_default();
    integration.max_halvings = halvings;
    integration.max_iterations = 8;
    CU_ASSERT_PTR_NOT_NULL_FATAL(b);
    mr_status status = mbs_set_title(b, "ball");
    if (status == MR_OK)
        status = mbs_set_integration(b, &integration);
    if (status == MR_OK)
        status = mbs_add_point(b, "P", (double[3]){0.0, 0.0, 0.1});
    if (status == MR_OK)
        status = mbs_add_body(b, &ball);
    if (status == MR_OK)
        status = mbs_add_callback(b, "wall", 1, &point, wall, NULL);
    if (status == MR_OK)
        status = mbs_build(b, model);
    mbs_builder_free(b);
    return status;
}

static void test_steps_are_halved_where_that_helps(void) {
    mr_message message = {{0}};
    mbs_model *model;
    mbs_simulation *s;
    CU_ASSERT_EQUAL_FATAL(build_ball(&message, 12, &model), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mbs_simulation_new(model, &s, &message), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mbs_simulation_start(s, 0.0, NULL), MR_OK);
    double v[3];
    for (int i = 0; i < 8; i++)
        CU_ASSERT_EQUAL(mbs_simulation_step(s, NULL, 1e-3), MR_OK);
    CU_ASSERT(mbs_simulation_statistics(s).halvings > 0);
    CU_ASSERT_EQUAL(mbs_simulation_time(s), 8e-3);
    CU_ASSERT_EQUAL(mbs_simulation_motion(s, "ball.P", NULL, v, NULL), MR_OK);
    MR_ASSERT_RELATIVE(v[2], 50.0, 0.25); /* it bounced, over a contact of few steps */
    mbs_simulation_free(s);
    mbs_model_free(model);
}

static void test_failing_steps_say_when(void) {
    mr_message message = {{0}};
    mbs_model *model;
    mbs_simulation *s;
    CU_ASSERT_EQUAL_FATAL(build_ball(&message, 0, &model), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mbs_simulation_new(model, &s, &message), MR_OK);
    CU_ASSERT_EQUAL(mbs_simulation_step(s, NULL, 1e-3), MR_ERR_STATE);
    CU_ASSERT_EQUAL_FATAL(mbs_simulation_start(s, 0.0, NULL), MR_OK);
    CU_ASSERT_EQUAL(mbs_simulation_step(s, NULL, -1.0), MR_ERR_ARGUMENT);
    mr_status status = MR_OK;
    for (int i = 0; i < 6 && status == MR_OK; i++)
        status = mbs_simulation_step(s, NULL, 1e-3);
    CU_ASSERT_EQUAL(status, MR_ERR_SLAVE_STEP);
    MR_ASSERT_CONTAINS(message.text, "ball: Newton's iteration does not converge at t = 0.00");
    mbs_simulation_free(s);
    mbs_model_free(model);
}

/* every step renews its tangent where it may not be kept, and every tangent is factorised; masses
 * that nothing turns are factorised at the start, exactly, and for the first step */
static void test_what_is_counted(void) {
    run r;
    run_open(&r, "a02_four_bars");
    const mbs_statistics start = mbs_simulation_statistics(r.simulation);
    CU_ASSERT_EQUAL(start.steps, 0);
    CU_ASSERT_EQUAL(start.tangents, 0);
    CU_ASSERT(start.factorisations >= 1);
    run_to(&r, 0.1, 0.01);
    const mbs_statistics s = mbs_simulation_statistics(r.simulation);
    CU_ASSERT_EQUAL(s.steps, 10);
    CU_ASSERT(s.iterations >= s.steps);
    CU_ASSERT(s.tangents >= s.steps && s.tangents <= s.iterations);
    CU_ASSERT(s.factorisations - start.factorisations >= s.tangents);
    CU_ASSERT(s.solves - start.solves >= s.iterations);
    CU_ASSERT_EQUAL(s.halvings, 0);
    CU_ASSERT_EQUAL(s.total_time, 0.0); /* nobody asked */
    CU_ASSERT_EQUAL(s.factor_time, 0.0);
    mbs_simulation_timing(r.simulation, 1);
    run_to(&r, 0.3, 0.01);
    const mbs_statistics timed = mbs_simulation_statistics(r.simulation);
    CU_ASSERT(timed.total_time > 0.0 && timed.factor_time > 0.0 && timed.solve_time > 0.0);
    MR_ASSERT_RELATIVE(timed.assembly_time + timed.factor_time + timed.solve_time, timed.total_time,
                       1e-9);
    CU_ASSERT(timed.assembly_time >= 0.0);
    run_close(&r);
}

/* KLU and CHOLMOD are two ways to the same motion */
static void test_solvers_agree(void) {
    double x[2][3];
    for (int k = 0; k < 2; k++) {
        mr_message message = {{0}};
        mbs_model *model;
        mbs_simulation *s;
        mbs_integration integration = mbs_integration_default();
        integration.solver = k == 0 ? MBS_SOLVER_KLU : MBS_SOLVER_CHOLMOD;
        CU_ASSERT_EQUAL_FATAL(chain_build(10, &integration, &model, &message), MR_OK);
        CU_ASSERT_EQUAL(mbs_model_size(model).symmetric, k);
        CU_ASSERT_EQUAL_FATAL(mbs_simulation_new(model, &s, &message), MR_OK);
        CU_ASSERT_EQUAL_FATAL(mbs_simulation_start(s, 0.0, NULL), MR_OK);
        for (int i = 0; i < 600; i++)
            CU_ASSERT_EQUAL(mbs_simulation_step(s, NULL, 1e-3), MR_OK);
        CU_ASSERT_EQUAL(mbs_simulation_motion(s, "post0.B0", x[k], NULL, NULL), MR_OK);
        mbs_simulation_free(s);
        mbs_model_free(model);
    }
    MR_ASSERT_CLOSE(x[0][0], x[1][0], 1e-9);
    MR_ASSERT_CLOSE(x[0][1], x[1][1], 1e-9);
}

/* far from the origin the same motion, digit by digit but for rounding */
static void test_place_does_not_matter(void) {
    double y[2];
    for (int k = 0; k < 2; k++) {
        char text[1024];
        run r;
        (void)snprintf(
            text, sizeof text,
            "title: pendulum\ngravity: [0, 0, -9.81]\nparameters: {X: %d}\n"
            "points: {P: [X, X, X], Q: [X + 1, X, X]}\nvectors: {y: [0, 1, 0]}\n"
            "bodies: [{name: a, mass: 1, com: [X + 0.5, X, X], inertia: [0.1, 0.2, 0.2]}]\n"
            "joints: [{name: j, type: revolute, bodies: [ground, a], at: P, axis: y, angle: t}]\n"
            "outputs: [{name: t, position: t}]\n",
            k * 1000);
        run_open_text(&r, text);
        run_to(&r, 1.0, 1e-3);
        y[k] = run_output(&r, "t");
        run_close(&r);
    }
    MR_ASSERT_CLOSE(y[0], y[1], 1e-9);
}

/* the cart of the examples: a whole vehicle under drive torque and steering */
static void drive_cart(double h, double torque, double steer, double y[16]) {
    run r;
    run_open(&r, "cart");
    r.u[0] = torque;
    r.u[1] = steer;
    run_to(&r, MR_SANITIZED ? 0.5 : 1.0, h);
    mbs_simulation_outputs(r.simulation, y);
    CU_ASSERT_EQUAL(mbs_simulation_statistics(r.simulation).halvings, 0);
    run_close(&r);
}

static void test_cart_drives_and_turns(void) {
    double coast[16], push[16], left[16];
    drive_cart(1e-3, 0.0, 0.0, coast);
    drive_cart(1e-3, 40.0, 0.0, push);
    drive_cart(1e-3, 0.0, 0.1, left);
    /* torque at the axle becomes force at the road: m dv/dt = T/r less what the wheels take */
    double gained = push[3] - coast[3], mass = 150.0 + 1.0 + 4.0 + 4.0 + 10.0;
    double rotating = (2.0 * 0.018 + 2.0 * (0.02 + 0.08)) / (0.131 * 0.131);
    double time = MR_SANITIZED ? 0.5 : 1.0;
    MR_ASSERT_RELATIVE(gained, time * 40.0 / 0.131 / (mass + rotating), 0.05);
    CU_ASSERT(push[6] < coast[6] - 1e-3); /* the nose rises: pitch is positive nose down */
    CU_ASSERT(left[8] > 0.05);            /* yaw to the left, */
    CU_ASSERT(left[7] > 1e-3);            /* and it leans to the right */
    MR_ASSERT_CLOSE(coast[8], 0.0, 1e-8); /* straight on else */
}

static void test_cart_is_of_second_order(void) {
    double coarse[16], middle[16], fine[16];
    drive_cart(5e-4, 40.0, 0.05, coarse);
    drive_cart(2.5e-4, 40.0, 0.05, middle);
    drive_cart(1.25e-4, 40.0, 0.05, fine);
    const int watched[] = {1, 8}; /* sideways and yaw; along, errors are down to the tolerance */
    for (size_t i = 0; i < sizeof watched / sizeof *watched; i++) {
        int k = watched[i];
        double order = log2(fabs(coarse[k] - middle[k]) / fabs(middle[k] - fine[k]));
        if (!(order > 1.7 && order < 2.4))
            printf("\noutput %d: %.10g %.10g %.10g, order %.2f", k, coarse[k], middle[k], fine[k],
                   order);
        CU_ASSERT(order > 1.7 && order < 2.4);
    }
    MR_ASSERT_CLOSE(middle[0], fine[0], 2e-6);
    MR_ASSERT_RELATIVE(middle[10], fine[10], 2e-6);
}

/* torque in, speed out: the inverse of the inertia seen at the carrier of the differential, and its
 * answer to a small change of torque over a short time */
static void test_cart_interface(void) {
    run r;
    double Au[2], Ap[1], Av[1], before, after[2];
    run_open(&r, "cart");
    CU_ASSERT_EQUAL_FATAL(mbs_model_coordinate_count(r.model), 1);
    CU_ASSERT_EQUAL(mbs_model_inputs(r.model)[0].power_with, 6); /* axle_speed */
    run_to(&r, 0.2, 1e-3);
    CU_ASSERT_EQUAL_FATAL(mbs_simulation_interface(r.simulation, Au, Ap, Av), MR_OK);
    /* two wheels and rotors against the frame, each of 0.1 kg m2, at half the angle */
    MR_ASSERT_RELATIVE(1.0 / Au[0], 2.0 * 0.1, 0.02);
    size_t size = mbs_simulation_state_size(r.simulation);
    void *state = malloc(size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(state);
    mbs_simulation_save(r.simulation, state);
    before = run_output(&r, "axle_speed");
    for (int k = 0; k < 2; k++) {
        r.u[0] = k * 10.0;
        CU_ASSERT_EQUAL(mbs_simulation_restore(r.simulation, state), MR_OK);
        for (int i = 0; i < 40; i++)
            CU_ASSERT_EQUAL(mbs_simulation_step(r.simulation, &r.inputs, 1e-4), MR_OK);
        after[k] = run_output(&r, "axle_speed") - before;
    }
    /* the same from the interface model over the 4 ms: d'' = Au du + Ap d + Av d' */
    double d = 0.0, v = 0.0, dt = 1e-6;
    for (int i = 0; i < 4000; i++) {
        double a = Au[0] * 10.0 + Ap[0] * d + Av[0] * v;
        v += dt * a;
        d += dt * v;
    }
    MR_ASSERT_RELATIVE(after[1] - after[0], v, 0.03);
    free(state);
    run_close(&r);
}

static const mr_test tests[] = {
    MR_TEST(test_restored_runs_repeat_to_the_bit),
    MR_TEST(test_a_second_start_is_the_first),
    MR_TEST(test_questions_do_not_change_the_run),
    MR_TEST(test_no_allocation_in_a_step),
    MR_TEST(test_jumping_inputs_give_their_impulse),
    MR_TEST(test_forces_that_are_no_numbers_end_the_run),
    MR_TEST(test_oscillator_and_its_energies),
    MR_TEST(test_bushing_holds_a_body),
    MR_TEST(test_equilibrium_of_a_mechanism),
    MR_TEST(test_steps_are_halved_where_that_helps),
    MR_TEST(test_failing_steps_say_when),
    MR_TEST(test_what_is_counted),
    MR_TEST(test_solvers_agree),
    MR_TEST(test_place_does_not_matter),
    MR_TEST(test_cart_drives_and_turns),
    MR_TEST(test_cart_is_of_second_order),
    MR_TEST(test_cart_interface),
};

int main(int argc, char **argv) {
    return mr_test_main("multibody simulation", tests, sizeof tests / sizeof *tests, argc, argv);
}
