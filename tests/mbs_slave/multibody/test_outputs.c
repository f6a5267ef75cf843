/* what a mechanism tells of its motion: against closed forms of a turning body, and rates against
 * differences */
#define _DEFAULT_SOURCE /* mkstemps, fdopen */
#include "mbs/motion.h"
#include "mr_test.h"
#include "plan.h"
#include "runs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* matrix of the turn by an angle about a unit vector (Rodrigues) */
static void turn(const double n[3], double angle, double R[3][3]) {
    const double c = cos(angle), s = sin(angle);
    const double cross[3][3] = {{0, -n[2], n[1]}, {n[2], 0, -n[0]}, {-n[1], n[0], 0}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            R[i][j] = (i == j ? c : 0.0) + s * cross[i][j] + (1.0 - c) * n[i] * n[j];
}

/* of a unit quaternion w x y z */
static void matrix_of(const double q[4], double R[3][3]) {
    const double angle = 2.0 * atan2(sqrt(dot(q + 1, q + 1)), q[0]),
                 size = sqrt(dot(q + 1, q + 1)) + 1e-300;
    turn((const double[3]){q[1] / size, q[2] / size, q[3] / size}, angle, R);
}

static void apply(double R[3][3], const double x[3], double y[3]) {
    for (int i = 0; i < 3; i++)
        y[i] = R[i][0] * x[0] + R[i][1] * x[1] + R[i][2] * x[2];
}

static int find(const run *r, const char *name) {
    const mr_variable *variables = mbs_model_outputs(r->model);
    for (int i = 0, at = 0; i < mbs_model_output_count(r->model); at += variables[i++].size)
        if (strcmp(variables[i].name, name) == 0)
            return at;
    CU_FAIL_FATAL("no such output");
    return -1;
}

/* a ball turns steadily about any axis, and flies straight on */
static void test_a_turning_ball(void) {
    run r;
    run_open_text(&r, "title: ball\n"
                      "points: {C: [0.1, 0.2, 0.3], P: [0.5, -0.2, 0.9]}\n"
                      "vectors: {m: [0.6, 0, 0.8]}\n"
                      "bodies:\n"
                      "  - {name: ball, mass: 2, com: [0.1, 0.2, 0.3], inertia: [0.4, 0.4, 0.4],\n"
                      "     velocity: [0.5, -0.25, 1], spin: [0.7, -1.1, 1.9]}\n"
                      "outputs:\n"
                      "  - {name: a, acceleration: ball.P}\n"
                      "  - {name: p, position: ball.P}\n"
                      "  - {name: v, velocity: ball.P}\n"
                      "  - {name: vm, velocity: ball.P.m}\n"
                      "  - {name: am, acceleration: ball.P.m}\n"
                      "  - {name: roll, angle: ball.roll}\n"
                      "  - {name: pitch, angle: ball.pitch}\n"
                      "  - {name: yaw, angle: ball.yaw}\n"
                      "  - {name: w, spin: ball}\n"
                      "  - {name: wm, spin: ball.m}\n");
    const double w[3] = {0.7, -1.1, 1.9}, speed = sqrt(dot(w, w)), fly[3] = {0.5, -0.25, 1.0};
    const double n[3] = {w[0] / speed, w[1] / speed, w[2] / speed}, arm[3] = {0.4, -0.4, 0.6};
    const double m[3] = {0.6, 0.0, 0.8}, centre[3] = {0.1, 0.2, 0.3};
    for (int k = 0; k < 8; k++) {
        const double t = 0.05 * k;
        double R[3][3], d[3], mm[3], y[32], rate[32], v[3], a[3], wd[3];
        if (k > 0)
            run_to(&r, t, 2.5e-4);
        turn(n, speed * t, R);
        apply(R, arm, d);
        apply(R, m, mm);
        mbs_simulation_outputs(r.simulation, y);
        mbs_simulation_rates(r.simulation, rate);
        for (int i = 0; i < 3; i++) {
            const int j = (i + 1) % 3, l = (i + 2) % 3;
            wd[i] = w[j] * d[l] - w[l] * d[j];
        }
        for (int i = 0; i < 3; i++) {
            const int j = (i + 1) % 3, l = (i + 2) % 3;
            v[i] = fly[i] + wd[i];
            a[i] = w[j] * wd[l] - w[l] * wd[j];
            MR_ASSERT_CLOSE(y[find(&r, "p") + i], centre[i] + fly[i] * t + d[i], 2e-6);
            MR_ASSERT_CLOSE(y[find(&r, "v") + i], v[i], 1e-5);
            MR_ASSERT_CLOSE(rate[find(&r, "p") + i], v[i], 1e-5);
            MR_ASSERT_CLOSE(y[find(&r, "a") + i], a[i], 1e-5);
            MR_ASSERT_CLOSE(rate[find(&r, "v") + i], a[i], 1e-5);
            MR_ASSERT_CLOSE(y[find(&r, "w") + i], w[i], 1e-6);
            MR_ASSERT_CLOSE(rate[find(&r, "w") + i], 0.0, 1e-5);
        }
        MR_ASSERT_CLOSE(y[find(&r, "roll")], atan2(R[2][1], R[2][2]), 1e-5);
        MR_ASSERT_CLOSE(y[find(&r, "pitch")], -asin(R[2][0]), 1e-5);
        MR_ASSERT_CLOSE(y[find(&r, "yaw")], atan2(R[1][0], R[0][0]), 1e-5);
        MR_ASSERT_CLOSE(y[find(&r, "vm")], dot(v, mm), 1e-5);
        MR_ASSERT_CLOSE(y[find(&r, "am")], dot(a, mm), 1e-5);
        MR_ASSERT_CLOSE(y[find(&r, "wm")], dot(w, mm), 1e-6);
    }
    run_close(&r);
}

/* a body that tumbles on a spring: the rate of everything is its derivative in time */
static void test_rates_are_derivatives(void) {
    static const char *const names[] = {"p", "v",  "vm", "roll", "pitch", "yaw", "w", "wm",
                                        "s", "sv", "th", "thv",  "a",     "am",  "F", "E"};
    static const int sizes[] = {3, 3, 1, 1, 1, 1, 3, 1, 1, 1, 1, 1, 3, 1, 1, 1};
    run r;
    run_open_text(
        &r, "title: tumbling\n"
            "gravity: [0.3, 0.2, -9.81]\n"
            "points: {O: [0, 0, 0], P: [0.5, -0.2, 0.9], H: [0.3, 0.1, 0.4]}\n"
            "vectors: {m: [0.6, 0, 0.8], ax: [0.2, 1, 0.3]}\n"
            "bodies:\n"
            "  - {name: b, mass: 2, com: [0.1, 0.2, 0.3], inertia: [0.4, 0.6, 0.5, 0.02, 0.01, "
            "-0.03],\n"
            "     velocity: [0.5, -0.25, 1], spin: [0.7, -1.1, 1.9]}\n"
            "  - {name: arm, mass: 0.5, com: [0.4, 0.3, 0.5], inertia: [0.02, 0.03, 0.025]}\n"
            "joints:\n"
            "  - {name: hinge, type: revolute, bodies: [b, arm], at: H, axis: ax, angle: theta}\n"
            "elements:\n"
            "  - {name: spring, type: spring, from: ground.O, to: b.P, stiffness: 80, damping: 2, "
            "rest: 0.7}\n"
            "start:\n"
            "  velocities: {theta: 4}\n"
            "outputs:\n"
            "  - {name: p, position: b.P}\n"
            "  - {name: v, velocity: b.P}\n"
            "  - {name: vm, velocity: b.P.m}\n"
            "  - {name: roll, angle: b.roll}\n"
            "  - {name: pitch, angle: b.pitch}\n"
            "  - {name: yaw, angle: b.yaw}\n"
            "  - {name: w, spin: b}\n"
            "  - {name: wm, spin: b.m}\n"
            "  - {name: s, position: spring}\n"
            "  - {name: sv, velocity: spring}\n"
            "  - {name: th, position: theta}\n"
            "  - {name: thv, velocity: theta}\n"
            /* of these the rates follow from the last steps */
            "  - {name: a, acceleration: b.P}\n"
            "  - {name: am, acceleration: b.P.m}\n"
            "  - {name: F, force: spring}\n"
            "  - {name: E, energy: kinetic}\n");
    const double h = 2e-4;
    double y[3][32], rate[32];
    for (int k = 1; k <= 6; k++) {
        for (int i = 0; i < 3; i++) {
            run_to(&r, 0.03 * k + (i - 1) * h, h);
            mbs_simulation_outputs(r.simulation, y[i]);
            if (i == 1)
                mbs_simulation_rates(r.simulation, rate);
        }
        for (size_t o = 0; o < sizeof sizes / sizeof *sizes; o++)
            for (int i = 0; i < sizes[o]; i++) {
                const int at = find(&r, names[o]) + i;
                MR_ASSERT_CLOSE(rate[at], (y[2][at] - y[0][at]) / (2.0 * h),
                                1e-4 * (1.0 + fabs(rate[at])));
            }
    }
    run_close(&r);
}

static void test_perpendiculars_stand_on_each_other(void) {
    mr_random random = {3};
    for (int trial = 0; trial < 200; trial++) {
        double n[3], u[3], v[3], size = 0.0;
        for (int k = 0; k < 3; k++)
            n[k] = mr_random_uniform(&random, -1.0, 1.0) * (trial % 3 == 0 && k < 2 ? 0.2 : 1.0);
        size = sqrt(dot(n, n));
        for (int k = 0; k < 3; k++)
            n[k] /= size;
        mbs_perpendiculars(n, u, v);
        MR_ASSERT_CLOSE(dot(u, u), 1.0, 1e-12);
        MR_ASSERT_CLOSE(dot(v, v), 1.0, 1e-12);
        MR_ASSERT_CLOSE(dot(u, v), 0.0, 1e-12);
        MR_ASSERT_CLOSE(dot(n, u), 0.0, 1e-12);
        MR_ASSERT_CLOSE(dot(n, v), 0.0, 1e-12);
        /* right-handed: n x u = v */
        for (int i = 0; i < 3; i++)
            MR_ASSERT_CLOSE(n[(i + 1) % 3] * u[(i + 2) % 3] - n[(i + 2) % 3] * u[(i + 1) % 3], v[i],
                            1e-12);
    }
    double u[3], v[3];
    mbs_perpendiculars((const double[3]){0.6, -0.8, 0.0}, u, v); /* in the plane: so is u */
    CU_ASSERT_EQUAL(u[2], 0.0);
    MR_ASSERT_CLOSE(fabs(v[2]), 1.0, 1e-15);
    mbs_perpendiculars((const double[3]){0.0, 0.0, 1.0}, u, v);
    CU_ASSERT(u[2] == 0.0 && v[2] == 0.0);
}

/* all of a motion file; returns where its rows begin */
static const char *read_motion(int made, const char *path, char *text, size_t room, size_t *rows) {
    FILE *file = fdopen(made, "rb");
    const size_t size = fread(text, 1, room, file);
    fclose(file);
    remove(path);
    const char *begin = NULL;
    for (size_t i = 0; i + 6 < size && !begin; i++)
        if (memcmp(text + i, "\nrows\n", 6) == 0)
            begin = text + i;
    CU_ASSERT_PTR_NOT_NULL_FATAL(begin);
    *rows = size - (size_t)(begin + 6 - text);
    return begin + 6;
}

/* of a rotor on a tumbling body the file tells the turn of its carrier, then its own about the axis
 */
static void test_poses_of_a_rotor(void) {
    run r;
    run_open_text(&r, "title: gyro\n"
                      "points: {P: [0.5, -0.2, 0.9]}\n"
                      "vectors: {ax: [0.36, 0.48, 0.8]}\n"
                      "bodies:\n"
                      "  - {name: box, mass: 2, com: [0.1, 0.2, 0.3], inertia: [0.4, 0.6, 0.5], "
                      "spin: [0.7, -1.1, 1.9]}\n"
                      "  - {name: wheel, mass: 1, com: [0.1, 0.2, 0.3], inertia: [0.11296, "
                      "0.12304, 0.164, 0.01728, 0.0288, 0.0384],\n"
                      "     rotor: box, axis: ax, angle: own}\n"
                      "elements: [{name: touch, type: force, at: box.P, direction: [1, 2, 3], "
                      "value: 0}]\n"
                      "start: {velocities: {own: 9}}\n"
                      "outputs:\n"
                      "  - {name: p, position: box.P}\n");
    char path[] = "/tmp/multirate_poses_XXXXXX.motion";
    const int made = mkstemps(path, 7);
    CU_ASSERT_FATAL(made >= 0);
    mbs_motion *motion = NULL;
    CU_ASSERT_EQUAL_FATAL(mbs_motion_open(r.model, path, 0.05, &motion, &r.message), MR_OK);
    double angle[9], p[9][3];
    for (int k = 0; k < 9; k++) {
        if (k > 0)
            run_to(&r, 0.05 * k, 1e-3);
        CU_ASSERT_EQUAL(mbs_motion_note(motion, r.simulation, &r.message), MR_OK);
        angle[k] = run_output(&r, "own");
        CU_ASSERT_EQUAL(mbs_simulation_motion(r.simulation, "box.P", p[k], NULL, NULL), MR_OK);
    }
    mbs_motion_close(motion);
    CU_ASSERT(fabs(angle[8]) > 3.0);

    static char text[20000];
    size_t bytes = 0;
    const char *rows = read_motion(made, path, text, sizeof text, &bytes);
    CU_ASSERT_EQUAL_FATAL(bytes, 9 * 31 * sizeof(double));
    for (int k = 0; k < 9; k++) {
        /* time, box, wheel, ground, touch, p */
        double row[31], box[3][3], own[3][3], both[3][3], moved[3];
        memcpy(row, rows + (size_t)k * sizeof row, sizeof row);
        MR_ASSERT_CLOSE(row[0], 0.05 * k, 1e-12);
        matrix_of(row + 4, box);
        matrix_of(row + 11, both);
        turn((const double[3]){0.36, 0.48, 0.8}, angle[k], own);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                MR_ASSERT_CLOSE(
                    both[i][j],
                    box[i][0] * own[0][j] + box[i][1] * own[1][j] + box[i][2] * own[2][j], 1e-9);
        /* the origin of a box is its centre */
        apply(box, (const double[3]){0.4, -0.4, 0.6}, moved);
        for (int i = 0; i < 3; i++) {
            MR_ASSERT_CLOSE(row[1 + i] + moved[i], p[k][i], 1e-6);
            MR_ASSERT_CLOSE(row[22 + i], p[k][i], 1e-6); /* the foot of the arrow goes along */
            MR_ASSERT_CLOSE(row[28 + i], p[k][i], 1e-12);
        }
    }
    run_close(&r);
}

/* a rod anywhere in space has all points of its line, a rotor those of its axis, however far out */
static void test_points_of_a_line(void) {
    run r;
    run_open_text(&r, "title: lines\n"
                      "points: {A: [0, 0, 1], B: [0.3, 0.4, 2], M: [0.15, 0.2, 1.5],\n"
                      "  Far: [2672.7124191242438, 5345.4248382484877, 8018.1372573727313]}\n"
                      "vectors: {ax: [1, 2, 3]}\n"
                      "bodies:\n"
                      "  - {name: rod, mass: 1, rod: [A, B]}\n"
                      "  - {name: box, mass: 2, com: [0.1, 0.2, 0.3], inertia: [0.4, 0.6, 0.5]}\n"
                      "  - {name: wheel, mass: 1, com: [0.1, 0.2, 0.3], inertia: [0.1, 0.1, 0.1],\n"
                      "     rotor: box, axis: ax, angle: own}\n"
                      "start: {velocities: {own: 9}}\n"
                      "outputs: [{name: m, position: rod.M}, {name: far, position: wheel.Far}]\n");
    double y[6];
    mbs_simulation_outputs(r.simulation, y);
    const double expected[6] = {
        0.15, 0.2, 1.5, 2672.7124191242438, 5345.4248382484877, 8018.1372573727313};
    for (int i = 0; i < 6; i++)
        MR_ASSERT_CLOSE(y[i], expected[i], 1e-9);
    run_close(&r);
}

/* the motion file with the first row alone; what follows its head */
static const char *motion_at_start(run *r, char *text, size_t size, size_t *bytes) {
    char path[] = "/tmp/multirate_start_XXXXXX.motion";
    const int made = mkstemps(path, 7);
    CU_ASSERT_FATAL(made >= 0);
    mbs_motion *motion = NULL;
    CU_ASSERT_EQUAL_FATAL(mbs_motion_open(r->model, path, 0.05, &motion, &r->message), MR_OK);
    CU_ASSERT_EQUAL(mbs_motion_note(motion, r->simulation, &r->message), MR_OK);
    mbs_motion_close(motion);
    return read_motion(made, path, text, size, bytes);
}

/* shapes that the file has, and the massless link of a distance, stand in the motion as told */
static void test_shapes_of_the_file(void) {
    run r;
    run_open_text(&r, "title: told\n"
                      "points: {A: [0, 0, 1], B: [2, 0, 1]}\n"
                      "bodies:\n"
                      "  - {name: a, mass: 1, com: [0, 0, 1], inertia: [0.1, 0.2, 0.3], shapes: [\n"
                      "      {bar: 0.1, from: [1, 2, 3], to: [4, 5, 6], colour: red},\n"
                      "      {cylinder: 0.2, from: [3, 2, 1], to: [7, 8, 9]},\n"
                      "      {box: [0.5, 0.6, 0.7], at: [1, 1, 2]}, {sphere: 0.4}]}\n"
                      "  - {name: b, mass: 1, com: [2, 0, 1], inertia: [0.1, 0.2, 0.3]}\n"
                      "joints: [{name: link, type: distance, bodies: [a, b], at: A, to: B}]\n"
                      "outputs: [{name: y, position: b.B}]\n");
    static char text[20000];
    size_t bytes = 0;
    (void)motion_at_start(&r, text, sizeof text, &bytes);
    MR_ASSERT_CONTAINS(text, "bar red 0.1 1 2 3 4 5 6\n");
    MR_ASSERT_CONTAINS(text, "cylinder - 0.2 3 2 1 7 8 9\n");
    MR_ASSERT_CONTAINS(text, "box - 0.5 0.6 0.7 1 1 2 1 0 0 0 1 0 0 0 1\n");
    MR_ASSERT_CONTAINS(text, "sphere - 0.4 0 0 1\n");
    MR_ASSERT_CONTAINS(text, "link 0 0 0 1 1 2 0 1 -\n");
    run_close(&r);
}

/* a body that nothing but a link, a spring or a force holds is a star to where they hold it: both
 * of them, the first named and the second */
static void test_a_star_goes_where_the_body_is_held(void) {
    static const char *const holds[] = {
        "joints: [{name: h, type: distance, bodies: [%s, %s], at: %s, to: %s}]\n",
        "elements: [{name: h, type: spring, from: %s.%s, to: %s.%s, stiffness: 10}]\n"};
    for (int kind = 0; kind < 2; kind++)
        for (int order = 0; order < 2; order++) {
            const char *const body[2] = {order ? "b" : "a", order ? "a" : "b"};
            const char *const point[2] = {order ? "B" : "A", order ? "A" : "B"};
            char model[1200];
            static char text[20000];
            size_t bytes = 0;
            run r;
            const int used =
                snprintf(model, sizeof model,
                         "title: held\npoints: {A: [0, 0, 2], B: [3, 0, 2]}\nbodies:\n"
                         "  - {name: a, mass: 1, com: [0, 0, 1], inertia: [0.1, 0.1, 0.1]}\n"
                         "  - {name: b, mass: 1, com: [3, 0, 1], inertia: [0.1, 0.1, 0.1]}\n"
                         "  - {name: c, mass: 1, com: [1, 0, 1.5], inertia: [0.1, 0.1, 0.1]}\n");
            (void)snprintf(model + used, sizeof model - (size_t)used, holds[kind], body[0],
                           kind == 0 ? body[1] : point[0], kind == 0 ? point[0] : body[1],
                           point[1]);
            run_open_text(&r, model);
            (void)motion_at_start(&r, text, sizeof text, &bytes);
            const double thin = 0.008 * sqrt(9.0 + 1.0);
            char part[2][100];
            (void)snprintf(part[0], sizeof part[0], "bar - %.9g 0 0 1 0 0 2\n", thin);
            (void)snprintf(part[1], sizeof part[1], "bar - %.9g 3 0 1 3 0 2\n", thin);
            MR_ASSERT_CONTAINS(text, part[0]);
            MR_ASSERT_CONTAINS(text, part[1]);
            /* a ball where the arms meet, twice as large without any */
            (void)snprintf(part[0], sizeof part[0], "sphere - %.9g 0 0 1\n", 2.0 * thin);
            (void)snprintf(part[1], sizeof part[1], "sphere - %.9g 1 0 1.5\n", 4.0 * thin);
            MR_ASSERT_CONTAINS(text, part[0]);
            MR_ASSERT_CONTAINS(text, part[1]);
            run_close(&r);
        }
}

/* shapes that follow from points, springs, forces and tyres: lengths are parts of the extent of the
 * mechanism, sqrt(2^2 + 0.5^2 + 1.875^2) */
static void test_what_is_drawn(void) {
    run r;
    run_open_text(&r,
                  "title: shown\n"
                  "points: {O: [0, 0, 2], A: [0, 0, 1], B: [2, 0, 1], W: [1, 0.5, 0.125]}\n"
                  "vectors: {n: [0, 1, 0]}\n"
                  "bodies:\n"
                  "  - {name: bar, mass: 1, rod: [A, B]}\n"
                  "  - {name: wheel, mass: 3, com: [1, 0.5, 0.125], inertia: [0.02, 0.02, 0.02]}\n"
                  "  - {name: disc, mass: 2, com: [1, 0.5, 0.125], inertia: [0.01, 0.016, 0.01],\n"
                  "     rotor: wheel, axis: n, angle: own}\n"
                  "elements:\n"
                  "  - {name: s, type: spring, from: ground.O, to: bar.A, stiffness: 10}\n"
                  "  - {name: push, type: force, at: bar.B, direction: [1, 2, 3], value: 7}\n"
                  "  - {name: tyre, type: tyre, wheel: wheel, hub: W, axis: n, radius: 0.139,\n"
                  "     stiffness: 50000, nominal_load: 800, road: 0.01}\n"
                  "outputs: [{name: y, position: bar.B, unit: m}]\n");
    char expected[1200];
    static char text[20000];
    size_t bytes = 0;
    const char *rows = motion_at_start(&r, text, sizeof text, &bytes);
    const double size = sqrt(4.0 + 0.25 + 1.875 * 1.875), thin = 0.008 * size;
    const double disc = sqrt(2.0 * 0.016 / 2.0);
    snprintf(expected, sizeof expected,
             "multirate motion 1\ntitle shown\nup z\nground 0.01\n"
             "body 1 1 0 1 - bar\nbar - %.9g 1 0 1 0 0 1\nbar - %.9g 1 0 1 2 0 1\n"
             "body 3 1 0.5 0.125 - wheel\nwheel - 0.139 0.0973 1 0.5 0.125 0 1 0\n"
             "body 2 1 0.5 0.125 - disc\nwheel - %.9g %.9g 1 0.5 0.125 0 1 0\n"
             "body 0 0 0 0 black ground\nsphere - %.9g 0 0 2\n"
             "spring -1 0 0 2 0 0 0 1 -\n"
             "arrow push\narrow tyre\nsignal m y(1)\nsignal m y(2)\nsignal m y(3)\nrows\n",
             thin, thin, disc, 0.15 * disc, 1.5 * thin);
    if (strncmp(text, expected, strlen(expected)) != 0)
        printf("\n%.*s---\n%s", (int)(rows - text), text, expected);
    CU_ASSERT_EQUAL(strncmp(text, expected, strlen(expected)), 0);

    double row[1 + 4 * 7 + 2 * 6 + 3];
    CU_ASSERT_EQUAL_FATAL(bytes, sizeof row);
    memcpy(row, rows, sizeof row);
    /* foot and vector: the force as it is told, the tyre's on the road, 0.139 - (0.125 - 0.01) */
    const double arrows[12] = {2, 0, 1, 7, 14, 21, 1, 0.5, 0.01, 0, 0, 50000 * 0.024};
    for (int i = 0; i < 12; i++)
        MR_ASSERT_CLOSE(row[29 + i], arrows[i], 1e-9);
    run_close(&r);
}

/* a rod turns uniformly about an axis of the ground or of a plate, named first or second; so does
 * what its angle says */
static void test_angle_of_a_rod(void) {
    static const char *const pairs[] = {"plate, rod", "rod, plate", "ground, rod", "rod, ground"};
    for (int k = 0; k < 4; k++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "title: rod\n"
                 "planar: yes\n"
                 "points: {A: [0.1, 0.2], B: [0.46, -0.99], C: [1, 0]}\n"
                 "bodies:\n"
                 "  - {name: rod, rod: [A, B], mass: 2}\n"
                 "  - {name: plate, mass: 1, com: [0, 0], inertia: 2}\n"
                 "joints:\n"
                 "  - {name: hold, type: fixed, bodies: [ground, plate], at: C}\n"
                 "  - {name: hinge, type: revolute, bodies: [%s], at: A, angle: theta}\n"
                 "start: {velocities: {theta: 3}}\n"
                 "outputs:\n"
                 "  - {name: theta, position: theta}\n",
                 pairs[k]);
        run r;
        run_open_text(&r, text);
        const double n[3] = {0.0, 0.0, 1.0}, a[3] = {0.1, 0.2, 0.0}, arm[3] = {0.36, -1.19, 0.0};
        const double sign = k % 2 == 0 ? 1.0 : -1.0; /* of the second body against the first */
        for (int i = 0; i <= 20; i++) {
            double R[3][3], d[3], p[3], v[3];
            if (i > 0)
                run_to(&r, 0.05 * i, 1e-3);
            MR_ASSERT_CLOSE(run_output(&r, "theta"), 3.0 * 0.05 * i, 1e-5);
            turn(n, sign * run_output(&r, "theta"), R);
            apply(R, arm, d);
            CU_ASSERT_EQUAL(mbs_simulation_motion(r.simulation, "rod.B", p, v, NULL), MR_OK);
            for (int j = 0; j < 3; j++) {
                MR_ASSERT_CLOSE(p[j], a[j] + d[j], 1e-7);
                MR_ASSERT_CLOSE(
                    v[j],
                    sign * 3.0 *
                        (n[(j + 1) % 3] * d[(j + 2) % 3] - n[(j + 2) % 3] * d[(j + 1) % 3]),
                    1e-4);
            }
        }
        run_close(&r);
    }
}

static const mr_test tests[] = {
    MR_TEST(test_a_turning_ball),
    MR_TEST(test_rates_are_derivatives),
    MR_TEST(test_perpendiculars_stand_on_each_other),
    MR_TEST(test_poses_of_a_rotor),
    MR_TEST(test_points_of_a_line),
    MR_TEST(test_shapes_of_the_file),
    MR_TEST(test_a_star_goes_where_the_body_is_held),
    MR_TEST(test_what_is_drawn),
    MR_TEST(test_angle_of_a_rod),
};

int main(int argc, char **argv) {
    return mr_test_main("multibody outputs", tests, sizeof tests / sizeof *tests, argc, argv);
}
