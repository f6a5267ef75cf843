/* reactions of every kind of joint by Newton's and Euler's laws: two bodies fly and tumble, held to
 * each other by nothing but the joint, and what it does to the second one it does to the first one
 * the other way round, at the same place */
#include "mr_test.h"
#include "runs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double g[3] = {1.1, -2.3, 4.7};
static const double mass[2] = {1.7, 0.6};
static const double inertia[2][6] = {{0.5, 0.7, 0.6, 0.05, -0.04, 0.03},
                                     {0.11, 0.09, 0.14, -0.01, 0.02, 0.015}};

#define BODY(name, place)                                                                          \
    "  - {name: " name ", mass: %.17g, com: [" place                                               \
    "], inertia: [%g, %g, %g, %g, %g, %g], velocity: [%g, %g, %g], spin: [%g, %g, %g]}\n"

static void write_model(char *text, size_t size, const char *joint, bool torque, double spin) {
    (void)snprintf(
        text, size,
        "title: two bodies\ngravity: [1.1, -2.3, 4.7]\n"
        "points: {J: [0.3, 0.1, -0.2], Q: [0.5, 0.7, 0.1],\n"
        "  a0: [0, 0, 0], a1: [1, 0, 0], a2: [0, 1, 0], a3: [0, 0, 1],\n"
        "  b0: [0.7, 0.4, -0.1], b1: [1.7, 0.4, -0.1], b2: [0.7, 1.4, -0.1], b3: [0.7, 0.4, 0.9]}\n"
        "vectors: {n: [2, 3, 6], w: [6, -2, 3]}\n"
        "bodies:\n" BODY("a", "0, 0, 0")
            BODY("b", "0.7, 0.4, -0.1") "joints:\n  - {name: j, bodies: [a, b], at: J, %s}\n"
                                        "outputs:\n  - {name: F, force: j}\n%s"
                                        "  - {name: wa, spin: a}\n  - {name: wb, spin: b}\n"
                                        "integration: {step: 1e-3}\n",
        mass[0], inertia[0][0], inertia[0][1], inertia[0][2], inertia[0][3], inertia[0][4],
        inertia[0][5], 0.3, 0.1, -0.5, 1.5 * spin, -0.7 * spin, 2.0 * spin, mass[1], inertia[1][0],
        inertia[1][1], inertia[1][2], inertia[1][3], inertia[1][4], inertia[1][5], 0.1, -0.4, 0.2,
        -1.0 * spin, 2.5 * spin, 0.5 * spin, joint, torque ? "  - {name: T, torque: j}\n" : "");
}

static void cross(const double a[3], const double b[3], double c[3]) {
    for (int i = 0; i < 3; i++)
        c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* a body in motion: centre, its acceleration, the matrix of its turn, spin and its rate */
typedef struct moving {
    double x[3], a[3], R[3][3], w[3], w_rate[3];
} moving;

/* d/dt of the angular momentum about the centre of mass, I w' + w x I w */
static void turning(const moving *m, const double I[6], double out[3]) {
    const double full[3][3] = {{I[0], I[3], I[4]}, {I[3], I[1], I[5]}, {I[4], I[5], I[2]}};
    double own[2][3] = {{0}}, at[2][3] = {{0}}, around[3];
    const double *const vectors[2] = {m->w, m->w_rate};
    for (int v = 0; v < 2; v++) {
        double body[3] = {0};
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                body[i] += m->R[k][i] * vectors[v][k];
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                own[v][i] += full[i][k] * body[k];
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                at[v][i] += m->R[i][k] * own[v][k];
    }
    cross(m->w, at[0], around);
    for (int i = 0; i < 3; i++)
        out[i] = at[1][i] + around[i];
}

static int place_of(const run *r, const char *name) {
    const mr_variable *variables = mbs_model_outputs(r->model);
    for (int i = 0, at = 0; i < mbs_model_output_count(r->model); at += variables[i++].size)
        if (strcmp(variables[i].name, name) == 0)
            return at;
    return -1;
}

static void where(run *r, const char *path, double *x, double *a) {
    CU_ASSERT_EQUAL(mbs_simulation_motion(r->simulation, path, x, NULL, a), MR_OK);
}

static void look(run *r, moving m[2], double *y) {
    double rate[16];
    mbs_simulation_outputs(r->simulation, y);
    mbs_simulation_rates(r->simulation, rate);
    for (int k = 0; k < 2; k++) {
        const int w = place_of(r, k == 0 ? "wa" : "wb");
        char path[8];
        memcpy(m[k].w, y + w, sizeof m[k].w);
        memcpy(m[k].w_rate, rate + w, sizeof m[k].w_rate);
        (void)snprintf(path, sizeof path, "%c.%c0", 'a' + k, 'a' + k);
        where(r, path, m[k].x, m[k].a);
        for (int i = 0; i < 3; i++) { /* what the axes of the design position have become */
            double x[3];
            path[3] = (char)('1' + i);
            where(r, path, x, NULL);
            for (int j = 0; j < 3; j++)
                m[k].R[j][i] = x[j] - m[k].x[j];
        }
    }
}

/* force and torque on the second body at `foot`, and none else but weight */
static void check_laws(const moving m[2], const double *force, const double *torque,
                       const double foot[3]) {
    for (int k = 0; k < 2; k++) {
        const double sense = k == 0 ? -1.0 : 1.0;
        double arm[3], moment[3], turns[3];
        for (int i = 0; i < 3; i++)
            arm[i] = foot[i] - m[k].x[i];
        cross(arm, force, moment);
        turning(&m[k], inertia[k], turns);
        for (int i = 0; i < 3; i++) {
            MR_ASSERT_CLOSE(mass[k] * (m[k].a[i] - g[i]), sense * force[i], 1e-6);
            MR_ASSERT_CLOSE(turns[i], sense * (moment[i] + torque[i]), 1e-6);
        }
    }
}

static const struct {
    const char *joint;
    bool torque;
} joints[] = {
    {"type: spherical", false},
    {"type: revolute, axis: n", true},
    {"type: cylindrical, axis: n", true},
    {"type: prismatic, axis: n", true},
    {"type: universal, axis: n, axis2: w", true},
    {"type: fixed", true},
    {"type: point_on_line, axis: n", false},
    {"type: point_in_plane, axis: n", false},
};

/* a joint holds the second body at its point there; what it asks of is neither small nor along one
 * axis */
static void test_newton_and_euler(void) {
    for (size_t j = 0; j < sizeof joints / sizeof *joints; j++) {
        char text[2400];
        run r;
        write_model(text, sizeof text, joints[j].joint, joints[j].torque, 1.0);
        run_open_text(&r, text);
        for (int k = 0; k < 4; k++) {
            moving m[2];
            double y[16], foot[3], none[3] = {0.0, 0.0, 0.0}, size = 0.0, turn = 0.0;
            if (k > 0)
                run_to(&r, 0.08 * k, 1e-3);
            look(&r, m, y);
            where(&r, "b.J", foot, NULL);
            const double *torque = joints[j].torque ? y + place_of(&r, "T") : none;
            check_laws(m, y, torque, foot);
            for (int i = 0; i < 3; i++) {
                size = fmax(size, fabs(y[i]));
                turn = fmax(turn, fabs(torque[i]));
            }
            CU_ASSERT(size > 0.01);
            CU_ASSERT(!joints[j].torque || turn > 0.001);
        }
        run_close(&r);
    }
}

/* a distance pulls and pushes along itself only */
static void test_a_distance(void) {
    char text[2400];
    run r;
    write_model(text, sizeof text, "type: distance, to: Q", false, 1.0);
    run_open_text(&r, text);
    for (int k = 0; k < 4; k++) {
        moving m[2];
        double y[16], from[3], to[3], along[3], across[3], none[3] = {0.0, 0.0, 0.0};
        if (k > 0)
            run_to(&r, 0.08 * k, 1e-3);
        look(&r, m, y);
        where(&r, "a.J", from, NULL);
        where(&r, "b.Q", to, NULL);
        for (int i = 0; i < 3; i++)
            along[i] = to[i] - from[i];
        cross(along, y, across);
        CU_ASSERT(fabs(y[0]) > 0.01);
        for (int i = 0; i < 3; i++)
            MR_ASSERT_CLOSE(across[i], 0.0, 1e-9);
        check_laws(m, y, none, to);
    }
    run_close(&r);
}

/* the same in the plane, where bodies have one inertia and joints fewer parts */
static void test_in_the_plane(void) {
    static const char *const planar[] = {"type: revolute", "type: prismatic, axis: n",
                                         "type: fixed", "type: point_on_line, axis: n",
                                         "type: point_in_plane, axis: n"};
    for (int j = 0; j < 5; j++) {
        char text[1600];
        run r;
        const bool turns = j == 1 || j == 2;
        (void)snprintf(
            text, sizeof text,
            "title: two in a plane\nplanar: yes\ngravity: [1.1, -2.3, 0]\n"
            "points: {J: [0.3, 0.1], a0: [0, 0], b0: [0.7, 0.4]}\nvectors: {n: [3, 4]}\n"
            "bodies:\n"
            "  - {name: a, mass: 1.7, com: [0, 0], inertia: 0.6, velocity: [0.3, 0.1, 0], "
            "spin: [0, 0, 2]}\n"
            "  - {name: b, mass: 0.6, com: [0.7, 0.4], inertia: 0.14, velocity: [0.1, -0.4, 0], "
            "spin: [0, 0, -1]}\n"
            "joints:\n  - {name: j, bodies: [a, b], at: J, %s}\n"
            "outputs:\n  - {name: F, force: j}\n%s"
            "  - {name: wa, spin: a}\n  - {name: wb, spin: b}\n"
            "integration: {step: 1e-3}\n",
            planar[j], turns ? "  - {name: T, torque: j}\n" : "");
        run_open_text(&r, text);
        for (int k = 0; k < 3; k++) {
            double y[16], rate[16], foot[3];
            if (k > 0)
                run_to(&r, 0.08 * k, 1e-3);
            mbs_simulation_outputs(r.simulation, y);
            mbs_simulation_rates(r.simulation, rate);
            where(&r, "b.J", foot, NULL);
            CU_ASSERT(hypot(y[0], y[1]) > 0.01);
            for (int body = 0; body < 2; body++) {
                double x[3], a[3];
                const double sense = body == 0 ? -1.0 : 1.0, I = body == 0 ? 0.6 : 0.14;
                where(&r, body == 0 ? "a.a0" : "b.b0", x, a);
                for (int i = 0; i < 2; i++)
                    MR_ASSERT_CLOSE(mass[body] * (a[i] - g[i]), sense * y[i], 1e-6);
                const double moment = (foot[0] - x[0]) * y[1] - (foot[1] - x[1]) * y[0] +
                                      (turns ? y[place_of(&r, "T") + 2] : 0.0);
                MR_ASSERT_CLOSE(I * rate[place_of(&r, body == 0 ? "wa" : "wb") + 2], sense * moment,
                                1e-6);
            }
        }
        run_close(&r);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_newton_and_euler),
        MR_TEST(test_a_distance),
        MR_TEST(test_in_the_plane),
    };
    return mr_test_main("mbs_reactions", tests, sizeof tests / sizeof *tests, argc, argv);
}
