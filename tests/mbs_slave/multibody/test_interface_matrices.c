/* interface matrices against the equations of motion in minimal coordinates: the double pendulum,
 * whose two angles are all it has, so that derivatives with respect to them have one meaning only
 */
#include "mr_test.h"
#include "runs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char HEAD[] =
    "title: double pendulum\n"
    "planar: yes\n"
    "gravity: [0, -9.81, 0]\n"
    "parameters: {h: sqrt(0.5), M: %s}\n"
    "points: {pivot: [0, 0], C1: [h/2, h/2], elbow: [h, h], C2: [1.5*h, h/2]}\n"
    "bodies:\n"
    "  - {name: upper, mass: M, com: [h/2, h/2], inertia: M/12}\n"
    "  - {name: lower, mass: M, com: [1.5*h, h/2], inertia: M/12}\n"
    "joints:\n"
    "  - {name: shoulder, type: revolute, bodies: [ground, upper], at: pivot, angle: phi1}\n"
    "  - {name: elbow, type: revolute, bodies: [upper, lower], at: elbow, angle: bend}\n"
    "elements:\n"
    "  - {name: air1, type: drag, at: upper.C1, linear: [2*M, 2*M, 0]}\n"
    "  - {name: air2, type: drag, at: lower.C2, linear: [2*M, 2*M, 0]}\n"
    "  - {name: motor, type: torsion, on: phi1, torque: \"M*torque\"}\n"
    "  - {name: knee, type: torsion, on: bend, stiffness: 3*M, torque: \"2*M*brace\"}\n"
    "inputs: [{name: torque, unit: Nm}, {name: brace, unit: Nm}]\n"
    "start: {velocities: {phi1: 1.3, bend: -2.1}}\n";

static const char BOTH[] =
    "outputs:\n"
    "  - {name: p1, position: phi1}\n  - {name: p2, position: bend}\n"
    "  - {name: v1, velocity: phi1}\n  - {name: v2, velocity: bend}\n"
    "  - {name: a1, acceleration: phi1}\n  - {name: a2, acceleration: bend}\n";

static const char UPPER_SPEED[] =
    "outputs:\n"
    "  - {name: v1, velocity: phi1}\n  - {name: a1, acceleration: phi1}\n";

/* accelerations of (phi1, bend) from x = (phi1, bend, rates, torque, brace); Lagrange's equations
 */
static void accelerations(const double x[6], double a[2]) {
    const double quarter = 3.14159265358979323846 / 4.0, g = 9.81;
    double f1 = quarter + x[0], f2 = f1 - 2.0 * quarter + x[1], w1 = x[2], w2 = x[2] + x[3];
    double c = cos(f1 - f2), s = sin(f1 - f2);
    double knee = -3.0 * x[1] + 2.0 * x[5];
    double M11 = 4.0 / 3.0, M22 = 1.0 / 3.0, M12 = 0.5 * c;
    double Q1 = -1.5 * g * cos(f1) - 0.5 * s * w2 * w2 - (2.5 * w1 + w2 * c) + x[4] - knee;
    double Q2 = -0.5 * g * cos(f2) + 0.5 * s * w1 * w1 - (0.5 * w2 + w1 * c) + knee;
    double det = M11 * M22 - M12 * M12;
    double b1 = (M22 * Q1 - M12 * Q2) / det, b2 = (M11 * Q2 - M12 * Q1) / det;
    a[0] = b1;
    a[1] = b2 - b1;
}

static void derivative(const double x[6], int with, double d[2]) {
    double up[6], down[6], au[2], ad[2];
    const double e = 1e-5;
    memcpy(up, x, sizeof up);
    memcpy(down, x, sizeof down);
    up[with] += e;
    down[with] -= e;
    accelerations(up, au);
    accelerations(down, ad);
    d[0] = (au[0] - ad[0]) / (2.0 * e);
    d[1] = (au[1] - ad[1]) / (2.0 * e);
}

/* heavy: so many times as heavy, with forces that are larger by as much */
static void open_heavy(run *r, const char *heavy, const char *outputs, double x[6]) {
    char text[4096];
    const int used = snprintf(text, sizeof text, HEAD, heavy);
    (void)snprintf(text + used, sizeof text - (size_t)used, "%s", outputs);
    run_open_text(r, text);
    r->u[0] = 1.5;
    r->u[1] = -0.7;
    run_to(r, 0.3, 1e-3);
    double position, velocity;
    const char *const names[2] = {"phi1", "bend"};
    for (int i = 0; i < 2; i++) {
        CU_ASSERT_EQUAL(mbs_simulation_motion(r->simulation, names[i], &position, &velocity, NULL),
                        MR_OK);
        x[i] = position;
        x[2 + i] = velocity;
        x[4 + i] = r->u[i];
    }
}

static void open_pendulum(run *r, const char *outputs, double x[6]) {
    open_heavy(r, "1", outputs, x);
}

static void test_all_coordinates(void) {
    run r;
    double x[6], a[2], Au[4], Ap[4], Av[4], d[2];
    open_pendulum(&r, BOTH, x);
    CU_ASSERT_EQUAL_FATAL(mbs_model_coordinate_count(r.model), 2);
    accelerations(x, a);
    /* the step itself is of second order only */
    MR_ASSERT_CLOSE(run_output(&r, "a1"), a[0], 1e-3);
    CU_ASSERT_EQUAL_FATAL(mbs_simulation_interface(r.simulation, Au, Ap, Av), MR_OK);
    for (int k = 0; k < 2; k++) {
        derivative(x, k, d);
        MR_ASSERT_RELATIVE(Ap[k], d[0], 1e-6);
        MR_ASSERT_RELATIVE(Ap[2 + k], d[1], 1e-6);
        derivative(x, 2 + k, d);
        MR_ASSERT_RELATIVE(Av[k], d[0], 1e-6);
        MR_ASSERT_RELATIVE(Av[2 + k], d[1], 1e-6);
        derivative(x, 4 + k, d);
        MR_ASSERT_RELATIVE(Au[k], d[0], 1e-6);
        MR_ASSERT_RELATIVE(Au[2 + k], d[1], 1e-6);
    }
    run_close(&r);
}

/* at the start accelerations are exact, and so is Ap */
static void test_exact_at_the_start(void) {
    run r;
    char text[4096];
    double Au[4], Ap[4], Av[4], d[2], x[6] = {0.0, 0.0, 1.3, -2.1, 0.0, 0.0};
    const int used = snprintf(text, sizeof text, HEAD, "1");
    (void)snprintf(text + used, sizeof text - (size_t)used, "%s", BOTH);
    run_open_text(&r, text);
    CU_ASSERT_EQUAL_FATAL(mbs_simulation_interface(r.simulation, Au, Ap, Av), MR_OK);
    for (int k = 0; k < 2; k++) {
        derivative(x, k, d);
        MR_ASSERT_RELATIVE(Ap[k], d[0], 1e-6);
        MR_ASSERT_RELATIVE(Ap[2 + k], d[1], 1e-6);
        derivative(x, 2 + k, d);
        MR_ASSERT_RELATIVE(Av[k], d[0], 1e-6);
        MR_ASSERT_RELATIVE(Av[2 + k], d[1], 1e-6);
        derivative(x, 4 + k, d);
        MR_ASSERT_RELATIVE(Au[k], d[0], 1e-6);
    }
    run_close(&r);
}

/* a single speed as interface: the motion of least kinetic energy is phi1' = 1, phi2' = -M12/M22 */
static void test_first_order_coordinate(void) {
    run r;
    double x[6], Au[2], Ap[1], Av[1], by1[2], by2[2];
    open_pendulum(&r, UPPER_SPEED, x);
    CU_ASSERT_EQUAL_FATAL(mbs_model_coordinate_count(r.model), 1);
    CU_ASSERT_EQUAL(mbs_model_coordinates(r.model)[0].position, MR_NONE);
    CU_ASSERT_EQUAL_FATAL(mbs_simulation_interface(r.simulation, Au, Ap, Av), MR_OK);
    double f12 = 2.0 * atan(1.0) - x[1]; /* phi1 - phi2 */
    double phi2_rate = -0.5 * cos(f12) / (1.0 / 3.0);
    derivative(x, 2, by1);
    derivative(x, 3, by2);
    MR_ASSERT_RELATIVE(Av[0], by1[0] + (phi2_rate - 1.0) * by2[0], 1e-6);
    derivative(x, 4, by1);
    MR_ASSERT_RELATIVE(Au[0], by1[0], 1e-6);
    CU_ASSERT_EQUAL(Ap[0], 0.0);
    run_close(&r);
}

static const char TWICE[] =
    "outputs:\n"
    "  - {name: p1, position: phi1}\n  - {name: p2, position: bend}\n"
    "  - {name: p3, position: phi1}\n"
    "  - {name: v1, velocity: phi1}\n  - {name: v2, velocity: bend}\n"
    "  - {name: v3, velocity: phi1}\n"
    "  - {name: a1, acceleration: phi1}\n  - {name: a2, acceleration: bend}\n"
    "  - {name: a3, acceleration: phi1}\n";

/* a coordinate that is told twice: the two share its derivatives evenly (of all pseudo-inverses the
 * smallest), and answer alike */
static void test_coordinates_may_depend_on_each_other(void) {
    run r, once;
    double x[6], Au[6], Ap[9], Av[9], Bu[4], Bp[4], Bv[4];
    open_pendulum(&once, BOTH, x);
    CU_ASSERT_EQUAL_FATAL(mbs_simulation_interface(once.simulation, Bu, Bp, Bv), MR_OK);
    open_pendulum(&r, TWICE, x);
    CU_ASSERT_EQUAL_FATAL(mbs_model_coordinate_count(r.model), 3);
    CU_ASSERT_EQUAL_FATAL(mbs_simulation_interface(r.simulation, Au, Ap, Av), MR_OK);
    static const int same[] = {0, 1, 0};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 2; k++)
            MR_ASSERT_RELATIVE(Au[2 * i + k], Bu[2 * same[i] + k], 1e-9);
        for (int k = 0; k < 3; k++) {
            const double share = k == 1 ? 1.0 : 0.5;
            MR_ASSERT_RELATIVE(Ap[3 * i + k], share * Bp[2 * same[i] + same[k]], 1e-8);
            MR_ASSERT_RELATIVE(Av[3 * i + k], share * Bv[2 * same[i] + same[k]], 1e-8);
        }
    }
    run_close(&r);
    run_close(&once);
}

static void test_inputs_know_their_conjugate_velocity(void) {
    run r;
    double x[6];
    open_pendulum(&r, BOTH, x);
    const mr_variable *inputs = mbs_model_inputs(r.model);
    CU_ASSERT_EQUAL(inputs[0].power_with, 2);       /* v1 */
    CU_ASSERT_EQUAL(inputs[1].power_with, MR_NONE); /* its force is twice the input */
    const mr_variable *outputs = mbs_model_outputs(r.model);
    CU_ASSERT_EQUAL(outputs[2].rate_of, 0);
    CU_ASSERT_EQUAL(outputs[5].rate_of, 3);
    run_close(&r);
}

/* masses have no unit: where all forces are larger by as much, everything moves alike */
static void test_masses_have_no_unit(void) {
    static const char *const heavy[] = {"1", "1e-7", "1e7"};
    double matrices[3][6 + 9 + 9], x[6];
    for (int k = 0; k < 3; k++) {
        run r;
        open_heavy(&r, heavy[k], TWICE, x);
        CU_ASSERT_EQUAL_FATAL(
            mbs_simulation_interface(r.simulation, matrices[k], matrices[k] + 6, matrices[k] + 15),
            MR_OK);
        for (int i = 0; i < 24; i++) {
            CU_ASSERT(fabs(matrices[0][i]) > 0.0);
            MR_ASSERT_CLOSE(matrices[k][i], matrices[0][i], 1e-5 * (1.0 + fabs(matrices[0][i])));
        }
        run_close(&r);
    }
}

/* masses on springs, each with its own coordinate, and one that is a difference of two: `count`
 * coordinates in all */
static void write_masses(char *text, size_t size, int count) {
    size_t at = (size_t)snprintf(
        text, size,
        "title: masses\nplanar: yes\nvectors: {along: [1, 0]}\n"
        "points:\n  P<i>: {repeat: [i, 1, %d], at: [0, i]}\n"
        "bodies:\n  - {repeat: [i, 1, %d], name: b<i>, particle: P<i>, mass: i}\n"
        "joints:\n  - {repeat: [i, 1, %d], name: j<i>, type: point_on_line, bodies: [ground, "
        "b<i>], "
        "at: P<i>, axis: along, slide: s<i>}\n"
        "relations:\n  - {coordinate: between, terms: {s1: 1, s2: -1}}\n"
        "elements:\n  - {name: push, type: force, at: b3.P3, direction: [1, 0, 0], value: f}\n"
        "  - {repeat: [i, 1, %d], name: k<i>, type: torsion, on: s<i>, stiffness: 10*i^2, damping: "
        "3*i}\n"
        "inputs: [{name: f}]\noutputs:\n",
        count - 1, count - 1, count - 1, count - 1);
    for (int i = 1; i <= count; i++) {
        char name[16];
        (void)snprintf(name, sizeof name, i < count ? "s%d" : "between", i);
        at += (size_t)snprintf(text + at, size - at,
                               "  - {name: p%d, position: %s}\n  - {name: v%d, velocity: %s}\n"
                               "  - {name: a%d, acceleration: %s}\n",
                               i, name, i, name, i, name);
    }
}

/* 24 coordinates, of which 23 are independent; one more is refused with a sentence */
static void test_as_many_coordinates_as_there_may_be(void) {
    enum { MOST = 24 };
    static char text[8000];
    static double Au[MOST], Ap[MOST * MOST], Av[MOST * MOST];
    run r;
    write_masses(text, sizeof text, MOST);
    run_open_text(&r, text);
    CU_ASSERT_EQUAL_FATAL(mbs_model_coordinate_count(r.model), MOST);
    CU_ASSERT_EQUAL_FATAL(mbs_simulation_interface(r.simulation, Au, Ap, Av), MR_OK);
    for (int i = 0; i < MOST; i++) {
        MR_ASSERT_CLOSE(Au[i], i == 2 ? 1.0 / 3.0 : 0.0, 1e-9);
        for (int k = 2; k < MOST - 1; k++) { /* mass k + 1 */
            MR_ASSERT_CLOSE(Ap[i * MOST + k], i == k ? -10.0 * (k + 1) : 0.0, 1e-6);
            MR_ASSERT_CLOSE(Av[i * MOST + k], i == k ? -3.0 : 0.0, 1e-7);
        }
    }
    run_close(&r);
    write_masses(text, sizeof text, MOST + 1);
    run_open_text(&r, text);
    CU_ASSERT_EQUAL(mbs_simulation_interface(r.simulation, Au, Ap, Av), MR_ERR_UNSUPPORTED);
    MR_ASSERT_CONTAINS(r.message.text, "masses: too many interface coordinates");
    run_close(&r);
}

/* a torque about any axis makes power with the spin about it, a force along any direction with the
 * velocity along it: with gain 1, and with nothing else */
static void test_power_along_any_axis(void) {
    static const double axes[3][3] = {{2, 3, 6}, {6, -2, 3}, {3, 6, -2}};
    for (int k = 0; k < 3; k++)
        for (int torque = 0; torque < 2; torque++)
            for (int gain = 1; gain <= 2; gain++) {
                char text[1500];
                run r;
                const int used = snprintf(
                    text, sizeof text,
                    "title: box\npoints: {P: [0.3, -0.2, 0.5]}\n"
                    "vectors: {n0: [2, 3, 6], n1: [6, -2, 3], n2: [3, 6, -2]}\n"
                    "bodies: [{name: b, mass: 1, com: [0.1, 0.2, 0.3], inertia: [0.4, 0.5, 0.6]}]\n"
                    "inputs: [{name: u}]\noutputs:\n"
                    "  - {name: s0, spin: b.n0}\n  - {name: s1, spin: b.n1}\n"
                    "  - {name: s2, spin: b.n2}\n  - {name: v, velocity: b.P}\n"
                    "  - {name: x, velocity: b.P.x}\n  - {name: y, velocity: b.P.y}\n"
                    "  - {name: z, velocity: b.P.z}\nelements:\n");
                if (torque)
                    (void)snprintf(
                        text + used, sizeof text - (size_t)used,
                        "  - {name: T, type: torque, on: b, axis: [%.17g, %.17g, %.17g], "
                        "value: \"%d*u\"}\n",
                        axes[k][0] / 7, axes[k][1] / 7, axes[k][2] / 7, gain);
                else
                    (void)snprintf(text + used, sizeof text - (size_t)used,
                                   "  - {name: F, type: force, at: b.P, direction: [%d, %d, %d], "
                                   "value: \"%d*u\"}\n",
                                   k == 0, k == 1, k == 2, gain);
                run_open_text(&r, text);
                CU_ASSERT_EQUAL(mbs_model_inputs(r.model)[0].power_with,
                                gain == 2 ? MR_NONE : k + (torque ? 0 : 4));
                run_close(&r);
            }
}

/* a point is three coordinates, in the order of its outputs, whatever stands between them; without
 * its position they are of first order. Free of joints, each answers to its own force alone */
static void test_a_point_is_three_coordinates(void) {
    static const struct {
        const char *outputs;
        int position, velocity, acceleration;
    } orders[] = {
        {"[{name: p, position: m.P}, {name: v, velocity: m.P}, {name: a, acceleration: m.P}]", 0, 3,
         6},
        {"[{name: z, position: m.P.z}, {name: a, acceleration: m.P}, {name: e, energy: kinetic}, "
         "{name: v, velocity: m.P}, {name: p, position: m.P}]",
         8, 5, 1},
        {"[{name: v, velocity: m.P}, {name: e, energy: kinetic}, {name: a, acceleration: m.P}]",
         MR_NONE, 0, 4},
    };
    for (size_t k = 0; k < sizeof orders / sizeof *orders; k++) {
        run r;
        char text[1500];
        double Au[9], Ap[9], Av[9];
        (void)snprintf(text, sizeof text,
                       "title: mass\npoints: {P: [0, 0, 0], O: [0, 0, 9]}\n"
                       "bodies: [{name: m, mass: 2, particle: P}]\nelements:\n"
                       "  - {name: fx, type: force, at: m.P, direction: [1, 0, 0], value: x1}\n"
                       "  - {name: fy, type: force, at: m.P, direction: [0, 1, 0], value: x2}\n"
                       "  - {name: fz, type: force, at: m.P, direction: [0, 0, 1], value: x3}\n"
                       "  - {name: air, type: drag, at: m.P, linear: [2, 4, 6]}\n"
                       "inputs: [{name: x1}, {name: x2}, {name: x3}]\noutputs: %s\n",
                       orders[k].outputs);
        run_open_text(&r, text);
        CU_ASSERT_EQUAL_FATAL(mbs_model_coordinate_count(r.model), 3);
        const mr_coordinate *c = mbs_model_coordinates(r.model);
        for (int i = 0; i < 3; i++) {
            CU_ASSERT_EQUAL(c[i].position,
                            orders[k].position == MR_NONE ? MR_NONE : orders[k].position + i);
            CU_ASSERT_EQUAL(c[i].velocity, orders[k].velocity + i);
            CU_ASSERT_EQUAL(c[i].acceleration, orders[k].acceleration + i);
        }
        CU_ASSERT_EQUAL_FATAL(mbs_simulation_interface(r.simulation, Au, Ap, Av), MR_OK);
        for (int i = 0; i < 9; i++) {
            MR_ASSERT_CLOSE(Au[i], i % 4 == 0 ? 0.5 : 0.0, 1e-12);
            MR_ASSERT_CLOSE(Ap[i], 0.0, 1e-9);
            MR_ASSERT_CLOSE(Av[i], i % 4 == 0 ? -1.0 - i / 4 : 0.0, 1e-9);
        }
        run_close(&r);
    }
}

static const mr_test tests[] = {
    MR_TEST(test_a_point_is_three_coordinates),
    MR_TEST(test_power_along_any_axis),
    MR_TEST(test_all_coordinates),
    MR_TEST(test_exact_at_the_start),
    MR_TEST(test_first_order_coordinate),
    MR_TEST(test_masses_have_no_unit),
    MR_TEST(test_as_many_coordinates_as_there_may_be),
    MR_TEST(test_coordinates_may_depend_on_each_other),
    MR_TEST(test_inputs_know_their_conjugate_velocity),
};

int main(int argc, char **argv) {
    return mr_test_main("multibody interface matrices", tests, sizeof tests / sizeof *tests, argc,
                        argv);
}
