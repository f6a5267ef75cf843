/* joints, relations, drives and bodies, one mechanism for each */
#include "reference.h"

#include <math.h>
#include <string.h>

#define HEAD "parameters: {keep: 0}\nintegration: {step: 5e-3, keep_tangent: keep}\n"
#define ARM                                                                                        \
    "vectors: {x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1]}\n"                                        \
    "inputs: [{name: u}]\n"
static const double g = 9.81;

/* --- revolute: a rod that is pushed at its tip along x; x = angle, its rate --- */
#define PENDULUM(rate)                                                                             \
    HEAD "title: pendulum\nplanar: yes\ngravity: [0, -9.81, 0]\ninputs: [{name: u}]\n"             \
         "points: {O: [0, 0], T: [0.8, 0]}\n"                                                      \
         "bodies: [{name: arm, mass: 2, rod: [O, T]}]\n"                                           \
         "joints: [{name: j, type: revolute, bodies: [ground, arm], at: O, angle: turn}]\n"        \
         "elements: [{name: F, type: force, at: arm.T, direction: [1, 0, 0], value: u}]\n"         \
         "start: {velocities: {turn: " rate "}}\n"                                                 \
         "outputs: [{name: turn, position: turn}, {name: rate, velocity: turn}]\n"

static void pendulum(double t, const double *x, double u, double *dx) {
    const double m = 2.0, L = 0.8;
    (void)t;
    dx[0] = x[1];
    dx[1] = (-m * g * 0.5 * L * cos(x[0]) - u * L * sin(x[0])) / (m * L * L / 3.0);
}

static void observe_states(double t, const double *x, double *y) {
    (void)t;
    y[0] = x[0];
    y[1] = x[1];
}

static void observe_four(double t, const double *x, double *y) {
    (void)t;
    memcpy(y, x, 4 * sizeof *y);
}

/* --- revolute in space, with a second body fixed to the first: about the axis n through the
 * origin, with p, w across it --- */
static const double n[3] = {1.0 / 3, 2.0 / 3, 2.0 / 3}, p[3] = {2.0 / 3, 1.0 / 3, -2.0 / 3},
                    w[3] = {-2.0 / 3, 2.0 / 3, -1.0 / 3};
#define SKEW "vectors: {n: [1, 2, 2], p: [2, 1, -2], w: [-2, 2, -1]}\n"

static const char FIXED[] =
    HEAD "title: fixed\ngravity: [0, 0, -9.81]\ninputs: [{name: u}]\n" SKEW
         "points: {O: [0, 0, 0], A: [0.2, 0.1, -0.2], B: [0.3, -0.3, 0.15]}\n"
         "bodies:\n"
         "  - {name: a, mass: 2, com: [0.2, 0.1, -0.2], inertia: [0.05, 0.05, 0.05]}\n"
         "  - {name: b, mass: 1, com: [0.3, -0.3, 0.15], inertia: [0.02, 0.02, 0.02]}\n"
         "joints:\n"
         "  - {name: j, type: revolute, bodies: [ground, a], at: O, axis: n, angle: turn}\n"
         "  - {name: k, type: fixed, bodies: [a, b], at: A}\n"
         "elements: [{name: F, type: force, at: b.B, direction: [0, 1, 0], value: u}]\n"
         "start: {velocities: {turn: 13}}\n"
         "outputs: [{name: turn, position: turn}, {name: rate, velocity: turn}]\n";

/* how a force along e at a p + b w, turned by the angle, turns about n */
static double lever(const double e[3], double a, double b, double angle) {
    double sum = 0.0;
    for (int k = 0; k < 3; k++)
        sum += e[k] * (a * (-p[k] * sin(angle) + w[k] * cos(angle)) +
                       b * (-w[k] * sin(angle) - p[k] * cos(angle)));
    return sum;
}

static void fixed(double t, const double *x, double u, double *dx) {
    /* a: 0.3 p; b: 0.45 (2, -2, 1)/3 = -0.45 w */
    const double up[3] = {0, 0, 1}, y[3] = {0, 1, 0};
    double inertia = 0.05 + 2.0 * 0.09 + 0.02 + 0.45 * 0.45;
    (void)t;
    dx[0] = x[1];
    dx[1] = (-2.0 * g * lever(up, 0.3, 0.0, x[0]) + (-1.0 * g) * lever(up, 0.0, -0.45, x[0]) +
             u * lever(y, 0.0, -0.45, x[0])) /
            inertia;
}

/* --- cylindrical: x = angle, way along n and their rates --- */
static const char CYLINDRICAL[] =
    HEAD "title: cylindrical\ngravity: [0, 0, -9.81]\ninputs: [{name: u}]\n" SKEW
         "points: {O: [0, 0, 0], A: [0.2, 0.1, -0.2]}\n"
         "bodies: [{name: a, mass: 2, com: [0.2, 0.1, -0.2], inertia: [0.05, 0.05, 0.05]}]\n"
         "joints: [{name: j, type: cylindrical, bodies: [ground, a], at: O, axis: n, angle: turn, "
         "slide: way}]\n"
         "elements:\n"
         "  - {name: F, type: force, at: a.A, direction: [0, 1, 0], value: u}\n"
         "  - {name: k, type: torsion, on: way, stiffness: 200, damping: 3}\n"
         "start: {velocities: {turn: 13}}\n"
         "outputs: [{position: turn}, {position: way}, {name: rate, velocity: turn}, {name: v, "
         "velocity: way}]\n";

static void cylindrical(double t, const double *x, double u, double *dx) {
    const double up[3] = {0, 0, 1}, y[3] = {0, 1, 0};
    (void)t;
    dx[0] = x[2];
    dx[1] = x[3];
    dx[2] =
        (-2.0 * g * lever(up, 0.3, 0.0, x[0]) + u * lever(y, 0.3, 0.0, x[0])) / (0.05 + 2.0 * 0.09);
    dx[3] = (-2.0 * g * n[2] + u * n[1] - 200.0 * x[1] - 3.0 * x[3]) / 2.0;
}

/* --- prismatic and point_on_line on a turning arm: x = angle, way out and their rates --- */
#define ON_ARM(body, joint)                                                                        \
    HEAD "title: on an arm\n" ARM "points: {O: [0, 0, 0], P: [0.5, 0, 0]}\n"                       \
         "bodies:\n"                                                                               \
         "  - {name: arm, mass: 1, com: [0, 0, 0], inertia: [0.1, 0.1, 0.1]}\n"                    \
         "  - {name: b, mass: 1.5, " body "}\n"                                                    \
         "joints:\n"                                                                               \
         "  - {name: j, type: revolute, bodies: [ground, arm], at: O, axis: z, angle: turn}\n"     \
         "  - {name: k, type: " joint ", bodies: [arm, b], at: P, axis: x, slide: way}\n"          \
         "elements:\n"                                                                             \
         "  - {name: M, type: torsion, on: turn, torque: u}\n"                                     \
         "  - {name: s, type: torsion, on: way, stiffness: 900, damping: 2}\n"                     \
         "start: {velocities: {turn: 12}}\n"                                                       \
         "outputs: [{position: turn}, {position: way}, {name: rate, velocity: turn}, {name: v, "   \
         "velocity: way}]\n"
static const char PRISMATIC[] =
    ON_ARM("com: [0.5, 0, 0], inertia: [0.04, 0.04, 0.04]", "prismatic");
static const char ON_LINE[] = ON_ARM("particle: P", "point_on_line");

static void on_arm(const double *x, double u, double inertia, double *dx) {
    const double m = 1.5;
    double r = 0.5 + x[1];
    dx[0] = x[2];
    dx[1] = x[3];
    dx[2] = (u - 2.0 * m * r * x[3] * x[2]) / (inertia + m * r * r);
    dx[3] = r * x[2] * x[2] - (900.0 * x[1] + 2.0 * x[3]) / m;
}

static void prismatic(double t, const double *x, double u, double *dx) {
    (void)t;
    on_arm(x, u, 0.1 + 0.04, dx);
}

static void on_line(double t, const double *x, double u, double *dx) {
    (void)t;
    on_arm(x, u, 0.1, dx);
}

/* --- point_in_plane: a particle in a plane that turns about z, on a spring to the origin; x =
 * angle, way out, height and their rates --- */
static const char IN_PLANE[] = HEAD
    "title: in a plane\ngravity: [0, 0, -9.81]\n" ARM "points: {O: [0, 0, 0], P: [0.5, 0, 0]}\n"
    "bodies:\n"
    "  - {name: arm, mass: 1, com: [0, 0, 0], inertia: [0.1, 0.1, 0.1]}\n"
    "  - {name: b, mass: 1.5, particle: P}\n"
    "joints:\n"
    "  - {name: j, type: revolute, bodies: [ground, arm], at: O, axis: z, angle: turn}\n"
    "  - {name: k, type: point_in_plane, bodies: [arm, b], at: P, axis: y}\n"
    "elements:\n"
    "  - {name: M, type: torsion, on: turn, torque: u}\n"
    "  - {name: s, type: spring, from: ground.O, to: b.P, stiffness: 900, damping: 2}\n"
    "start: {velocities: {turn: 12, b.P.x: 0, b.P.z: 0}}\n"
    "outputs: [{position: turn}, {position: b.P}, {name: rate, velocity: turn}, {name: v, "
    "velocity: b.P}]\n";

static void in_plane(double t, const double *x, double u, double *dx) {
    const double m = 1.5;
    double r = x[1], length = hypot(r, x[2]), rate = (r * x[4] + x[2] * x[5]) / length;
    double pull = 900.0 * (length - 0.5) + 2.0 * rate;
    (void)t;
    dx[0] = x[3];
    dx[1] = x[4];
    dx[2] = x[5];
    dx[3] = (u - 2.0 * m * r * x[4] * x[3]) / (0.1 + m * r * r);
    dx[4] = r * x[3] * x[3] - pull * r / (length * m);
    dx[5] = -g - pull * x[2] / (length * m);
}

static void observe_in_plane(double t, const double *x, double *y) {
    double c = cos(x[0]), s = sin(x[0]);
    (void)t;
    y[0] = x[0];
    y[1] = x[1] * c;
    y[2] = x[1] * s;
    y[3] = x[2];
    y[4] = x[3];
    y[5] = x[4] * c - x[1] * s * x[3];
    y[6] = x[4] * s + x[1] * c * x[3];
    y[7] = x[5];
}

/* --- distance: a particle on a massless link, all round a ball; x = position, velocity --- */
static const char DISTANCE[] =
    HEAD "title: link\ngravity: [0, 0, -9.81]\ninputs: [{name: u}]\n"
         "points: {O: [0, 0, 0], P: [0.6, 0, 0]}\n"
         "bodies: [{name: b, mass: 1.5, particle: P, velocity: [0, 4, 7]}]\n"
         "joints: [{name: k, type: distance, bodies: [ground, b], at: O, to: P}]\n"
         "elements: [{name: F, type: force, at: b.P, direction: [0, 1, 0], value: u}]\n"
         "outputs: [{position: b.P}, {name: v, velocity: b.P}]\n";

static void distance(double t, const double *x, double u, double *dx) {
    double a[3] = {0.0, u / 1.5, -g}, along = 0.0;
    (void)t;
    for (int k = 0; k < 3; k++)
        along += x[k] * a[k] + x[3 + k] * x[3 + k];
    for (int k = 0; k < 3; k++) {
        dx[k] = x[3 + k];
        dx[3 + k] = a[k] - x[k] * along / 0.36;
    }
}

static void observe_six(double t, const double *x, double *y) {
    (void)t;
    memcpy(y, x, 6 * sizeof *y);
}

/* --- spherical: Euler's equations of a body about a fixed point; x = quaternion, spin in the body
 * --- */
static const char SPHERICAL[] =
    HEAD "title: top\ngravity: [0, 0, -9.81]\ninputs: [{name: u}]\n"
         "points: {O: [0, 0, 0], Q: [0.1, 0.2, 0.3]}\n"
         "bodies: [{name: b, mass: 2, com: [0, 0, 0.2], inertia: [0.05, 0.06, 0.03], velocity: "
         "[1, -0.4, 0], spin: [2, 5, 14]}]\n"
         "joints: [{name: k, type: spherical, bodies: [ground, b], at: O}]\n"
         "elements: [{name: F, type: force, at: b.Q, direction: [0, 1, 0], value: u}]\n"
         "outputs: [{position: b.Q}, {name: v, velocity: b.Q}]\n";

static void rotate(const double q[4], const double a[3], double out[3]) {
    double c[3] = {q[2] * a[2] - q[3] * a[1], q[3] * a[0] - q[1] * a[2], q[1] * a[1] - q[2] * a[0]};
    double d[3] = {q[2] * c[2] - q[3] * c[1], q[3] * c[0] - q[1] * c[2], q[1] * c[1] - q[2] * c[0]};
    for (int k = 0; k < 3; k++)
        out[k] = a[k] + 2.0 * (q[0] * c[k] + d[k]);
}

static void cross(const double a[3], const double b[3], double c[3]) {
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

static const double CORNER[3] = {0.1, 0.2, 0.3};

static void spherical(double t, const double *x, double u, double *dx) {
    /* about the fixed point: + m d^2 across */
    const double J[3] = {0.05 + 0.08, 0.06 + 0.08, 0.03}, back[4] = {x[0], -x[1], -x[2], -x[3]};
    const double com[3] = {0, 0, 0.2}, weight[3] = {0, 0, -2.0 * g}, push[3] = {0, u, 0};
    double force[3], torque[3], more[3];
    const double *s = x + 4;
    (void)t;
    rotate(back, weight, force);
    cross(com, force, torque);
    rotate(back, push, force);
    cross(CORNER, force, more);
    dx[0] = 0.5 * (-x[1] * s[0] - x[2] * s[1] - x[3] * s[2]);
    dx[1] = 0.5 * (x[0] * s[0] + x[2] * s[2] - x[3] * s[1]);
    dx[2] = 0.5 * (x[0] * s[1] + x[3] * s[0] - x[1] * s[2]);
    dx[3] = 0.5 * (x[0] * s[2] + x[1] * s[1] - x[2] * s[0]);
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        dx[4 + k] = (torque[k] + more[k] + (J[i] - J[j]) * s[i] * s[j]) / J[k];
    }
}

static void observe_corner(double t, const double *x, double *y) {
    double v[3];
    (void)t;
    rotate(x, CORNER, y);
    cross(x + 4, CORNER, v);
    rotate(x, v, y + 3);
}

/* --- universal: turned by a about x of the ground, then by b about y of the body --- */
static const char UNIVERSAL[] =
    HEAD "title: universal\ninputs: [{name: u}]\n"
         "points: {O: [0, 0, 0], Q: [0.1, 0.2, 0.3]}\nvectors: {x: [1, 0, 0], y: [0, 1, 0]}\n"
         "bodies: [{name: b, mass: 2, com: [0, 0, 0], inertia: [0.05, 0.06, 0.03], spin: [11, 8, "
         "0]}]\n"
         "joints: [{name: k, type: universal, bodies: [ground, b], at: O, axis: x, axis2: y}]\n"
         "elements:\n"
         "  - {name: A, type: torque, on: b, axis: [1, 0, 0], value: u}\n"
         "  - {name: B, type: torque, on: b, axis: [0, 1, 0], value: \"0.4*u\", frame: body}\n"
         "outputs: [{position: b.Q}, {name: v, velocity: b.Q}]\n";

static void universal(double t, const double *x, double u, double *dx) {
    const double A = 0.05, B = 0.06, C = 0.03;
    double c = cos(x[1]), s = sin(x[1]);
    (void)t;
    dx[0] = x[2];
    dx[1] = x[3];
    dx[2] = (u - 2.0 * (C - A) * s * c * x[3] * x[2]) / (A * c * c + C * s * s);
    dx[3] = (0.4 * u + (C - A) * s * c * x[2] * x[2]) / B;
}

static void observe_universal(double t, const double *x, double *y) {
    double ca = cos(x[0]), sa = sin(x[0]), cb = cos(x[1]), sb = sin(x[1]);
    double inner[3] = {cb * 0.1 + sb * 0.3, 0.2, -sb * 0.1 + cb * 0.3}, spin[3], v[3];
    (void)t;
    y[0] = inner[0];
    y[1] = ca * inner[1] - sa * inner[2];
    y[2] = sa * inner[1] + ca * inner[2];
    spin[0] = x[2];
    spin[1] = x[3] * ca;
    spin[2] = x[3] * sa;
    cross(spin, y, v);
    memcpy(y + 3, v, sizeof v);
}

/* --- a loop of joints: crank (rod of 0.3 m, 2 kg), rod (0.8 m, 1 kg), slider (3 kg); x = angle of
 * the crank from its design position, upright, and its rate --- */
#define CRANK(rate)                                                                                \
    HEAD "title: crank and slider\nplanar: yes\ninputs: [{name: u}]\nvectors: {x: [1, 0]}\n"       \
         "points: {O: [0, 0], A: [0, 0.3], B: [sqrt(0.55), 0]}\n"                                  \
         "bodies:\n"                                                                               \
         "  - {name: crank, mass: 2, rod: [O, A]}\n"                                               \
         "  - {name: rod, mass: 1, rod: [A, B]}\n"                                                 \
         "  - {name: slider, mass: 3, particle: B}\n"                                              \
         "joints:\n"                                                                               \
         "  - {name: o, type: revolute, bodies: [ground, crank], at: O, angle: turn}\n"            \
         "  - {name: a, type: revolute, bodies: [crank, rod], at: A}\n"                            \
         "  - {name: b, type: revolute, bodies: [rod, slider], at: B}\n"                           \
         "  - {name: guide, type: point_on_line, bodies: [ground, slider], at: B, axis: x}\n"      \
         "elements: [{name: M, type: torsion, on: turn, torque: u}]\n"                             \
         "start: {velocities: {turn: " rate "}}\n"                                                 \
         "outputs: [{position: turn}, {name: rate, velocity: turn}]\n"

/* kinetic energy is inertia rate^2 / 2 */
static double crank_inertia(double turn) {
    const double r = 0.3, l = 0.8;
    double c = -sin(turn), s = cos(turn), y = -r * s / l, x = sqrt(1.0 - y * y);
    double tilt = -r * c / (l * x); /* rate of the rod per rate of the crank */
    double vx = -r * s, vy = r * c; /* of A */
    double mx = vx - 0.5 * l * y * tilt, my = vy + 0.5 * l * x * tilt, slide = vx - l * y * tilt;
    return 2.0 * r * r / 3.0 + mx * mx + my * my + l * l / 12.0 * tilt * tilt + 3.0 * slide * slide;
}

static void crank(double t, const double *x, double u, double *dx) {
    const double d = 1e-4; /* error of fourth order */
    double slope = (8.0 * (crank_inertia(x[0] + d) - crank_inertia(x[0] - d)) -
                    (crank_inertia(x[0] + 2 * d) - crank_inertia(x[0] - 2 * d))) /
                   (12.0 * d);
    (void)t;
    dx[0] = x[1];
    dx[1] = (u - 0.5 * slope * x[1] * x[1]) / crank_inertia(x[0]);
}

/* --- gears: a pendulum and a wheel that turns a third as fast --- */
#define WHEELS(relation, element, start, outputs)                                                  \
    HEAD "title: wheels\ngravity: [0, -9.81, 0]\n" ARM                                             \
         "points: {O: [0, 0, 0], A: [0.3, 0, 0], W: [1, 0, 0], B: [1.2, 0, 0], R: [2, 0, 0]}\n"    \
         "bodies:\n"                                                                               \
         "  - {name: a, mass: 2, com: [0.3, 0, 0], inertia: [0.05, 0.05, 0.05]}\n"                 \
         "  - {name: b, mass: 1, com: [1.2, 0, 0], inertia: [0.02, 0.02, 0.02]}\n"                 \
         "  - {name: c, mass: 0.7, com: [2, 0, 0], inertia: [0.02, 0.02, 0.02]}\n"                 \
         "joints:\n"                                                                               \
         "  - {name: j, type: revolute, bodies: [ground, a], at: O, axis: z, angle: turn}\n"       \
         "  - {name: k, type: revolute, bodies: [ground, b], at: W, axis: z, angle: other}\n"      \
         "  - {name: l, type: prismatic, bodies: [ground, c], at: R, axis: x, slide: way}\n"       \
         "relations: [{" relation "}]\n"                                                           \
         "elements: [{name: M, type: torsion, " element "}, {name: s, type: torsion, on: way, "    \
         "stiffness: 20}]\n"                                                                       \
         "start: {velocities: {" start "}}\n"                                                      \
         "outputs: [" outputs "]\n"
#define TURN_AND_RATE "{position: turn}, {name: rate, velocity: turn}"
static const char GEARS[] = WHEELS("name: r, terms: {turn: 1, other: -3}", "on: other, torque: u",
                                   "turn: 13", TURN_AND_RATE);
static const double IA = 0.05 + 2.0 * 0.09, IB = 0.02 + 0.04;

static void gears(double t, const double *x, double u, double *dx) {
    (void)t;
    dx[0] = x[1];
    dx[1] = (-2.0 * g * 0.3 * cos(x[0]) + (u - g * 0.2 * cos(x[0] / 3.0)) / 3.0) / (IA + IB / 9.0);
}

static const char RACK[] = WHEELS("name: r, rack: way, pinion: turn, radius: 0.1",
                                  "on: way, torque: u", "turn: 13, other: 0", TURN_AND_RATE);

static void rack(double t, const double *x, double u, double *dx) {
    (void)t;
    dx[0] = x[1];
    dx[1] = (-2.0 * g * 0.3 * cos(x[0]) + 0.1 * (u - 20.0 * 0.1 * x[0])) / (IA + 0.7 * 0.01);
}

/* a torque on the mean of two angles */
static const char SUM[] = WHEELS("coordinate: mean, terms: {turn: 0.5, other: 0.5}",
                                 "on: mean, torque: u", "turn: 13, other: 9",
                                 "{position: turn}, {position: other}, {name: rate, velocity: "
                                 "turn}, {name: other_rate, velocity: other}");

static void sum(double t, const double *x, double u, double *dx) {
    (void)t;
    dx[0] = x[2];
    dx[1] = x[3];
    dx[2] = (-2.0 * g * 0.3 * cos(x[0]) + 0.5 * u) / IA;
    dx[3] = (-g * 0.2 * cos(x[1]) + 0.5 * u) / IB;
}

/* --- drive: an arm that is driven by a function of time carries a pendulum with a motor; x =
 * absolute angle of the pendulum and its rate --- */
static const char DRIVE[] =
    HEAD "title: driven arm\nplanar: yes\ngravity: [0, -9.81, 0]\ninputs: [{name: u}]\n"
         "points: {O: [0, 0], A: [0.3, 0], B: [0.9, 0]}\n"
         "bodies:\n"
         "  - {name: arm, mass: 2, com: [0.1, 0], inertia: 0.1}\n"
         "  - {name: rod, mass: 1, com: [0.6, 0], inertia: 0.03}\n"
         "joints:\n"
         "  - {name: o, type: revolute, bodies: [ground, arm], at: O, angle: turn}\n"
         "  - {name: a, type: revolute, bodies: [arm, rod], at: A, angle: bend}\n"
         "drives: [{name: d, on: turn, value: \"9*t + 0.4*sin(6*t)\"}]\n"
         "elements: [{name: F, type: force, at: rod.B, direction: [0, 1, 0], value: u}]\n"
         "start: {velocities: {bend: 1}}\n"
         "outputs: [{position: turn}, {position: rod.B.x}, {position: rod.B.y}, {name: bend, "
         "velocity: bend}]\n";

static void drive(double t, const double *x, double u, double *dx) {
    double f = 9.0 * t + 0.4 * sin(6.0 * t), fd = 9.0 + 2.4 * cos(6.0 * t),
           fdd = -14.4 * sin(6.0 * t);
    double ax = 0.3 * (-fdd * sin(f) - fd * fd * cos(f)),
           ay = 0.3 * (fdd * cos(f) - fd * fd * sin(f));
    dx[0] = x[1];
    dx[1] = (0.3 * (ax * sin(x[0]) - (ay + g) * cos(x[0])) + 0.6 * u * cos(x[0])) / (0.03 + 0.09);
}

static void observe_drive(double t, const double *x, double *y) {
    double f = 9.0 * t + 0.4 * sin(6.0 * t), fd = 9.0 + 2.4 * cos(6.0 * t);
    y[0] = f;
    y[1] = 0.3 * cos(f) + 0.6 * cos(x[0]);
    y[2] = 0.3 * sin(f) + 0.6 * sin(x[0]);
    y[3] = x[1] - fd;
}

/* --- rotor: a flywheel with a motor on a pendulum, parallel axes; x = angle of the pendulum, of
 * the flywheel in it, and rates --- */
static const char ROTOR[] =
    HEAD "title: rotor\ngravity: [0, -9.81, 0]\n" ARM "points: {O: [0, 0, 0]}\n"
         "bodies:\n"
         "  - {name: a, mass: 2, com: [0.3, 0, 0], inertia: [0.05, 0.05, 0.05]}\n"
         "  - {name: b, mass: 1, com: [0.3, 0, 0], inertia: [0.02, 0.02, 0.03], rotor: a, axis: z, "
         "angle: spin}\n"
         "joints: [{name: j, type: revolute, bodies: [ground, a], at: O, axis: z, angle: turn}]\n"
         "elements: [{name: M, type: torsion, on: spin, torque: u}]\n"
         "start: {velocities: {turn: 13, spin: 40}}\n"
         "outputs: [{position: turn}, {position: spin}, {name: rate, velocity: turn}, {name: s, "
         "velocity: spin}]\n";

static void rotor(double t, const double *x, double u, double *dx) {
    (void)t;
    dx[0] = x[2];
    dx[1] = x[3];
    dx[2] = (-3.0 * g * 0.3 * cos(x[0]) - u) / (0.05 + 3.0 * 0.09);
    dx[3] = u / 0.03 - dx[2];
}

/* --- a free rod, as the second link of a pendulum that is coupled by held forces; x = position of
 * the middle, angle and rates --- */
static const char FREE_ROD[] =
    HEAD "title: free rod\nplanar: yes\ngravity: [0, -9.81, 0]\ninputs: [{name: u}]\n"
         "points: {A: [0, 0], B: [0.8, 0], M: [0.4, 0]}\n"
         "bodies: [{name: rod, mass: 1, rod: [A, B], velocity: [0, 5, 0], spin: [0, 0, 12]}]\n"
         "elements: [{name: F, type: force, at: rod.A, direction: [1, 0.5, 0], value: u}]\n"
         "outputs: [{position: rod.A}, {name: v, velocity: rod.A}]\n";

static void free_rod(double t, const double *x, double u, double *dx) {
    (void)t;
    memcpy(dx, x + 3, 3 * sizeof *dx);
    dx[3] = u;
    dx[4] = 0.5 * u - g;
    dx[5] = (0.4 * u * sin(x[2]) - 0.4 * 0.5 * u * cos(x[2])) / (0.64 / 12.0);
}

static void observe_free_rod(double t, const double *x, double *y) {
    double c = 0.4 * cos(x[2]), s = 0.4 * sin(x[2]);
    (void)t;
    y[0] = x[0] - c;
    y[1] = x[1] - s;
    y[2] = 0.0;
    y[3] = x[3] + s * x[5];
    y[4] = x[4] - c * x[5];
    y[5] = 0.0;
}

const reference reference_joints[] = {
    {"revolute", PENDULUM("12"), 2, {0, 12}, pendulum, 2, observe_states, 30.0, 12.6},
    {"revolute in space, fixed", FIXED, 2, {0, 13}, fixed, 2, observe_states, 20.0, 12.6},
    {"cylindrical", CYLINDRICAL, 4, {0, 0, 13, 0}, cylindrical, 4, observe_four, 20.0, 12.6},
    {"prismatic", PRISMATIC, 4, {0, 0, 12, 0}, prismatic, 4, observe_four, 10.0, 12.6},
    {"point_on_line", ON_LINE, 4, {0, 0, 12, 0}, on_line, 4, observe_four, 10.0, 12.6},
    {"point_in_plane",
     IN_PLANE,
     6,
     {0, 0.5, 0, 12, 0, 0},
     in_plane,
     8,
     observe_in_plane,
     10.0,
     12.6},
    {"distance", DISTANCE, 6, {0.6, 0, 0, 0, 4, 7}, distance, 6, observe_six, 20.0, 1.1},
    {"spherical", SPHERICAL, 7, {1, 0, 0, 0, 2, 5, 14}, spherical, 6, observe_corner, 15.0, 0.4},
    {"universal", UNIVERSAL, 4, {0, 0, 11, 8}, universal, 6, observe_universal, 1.0, 0.45},
    {"loop of revolutes and a guide",
     CRANK("12"),
     2,
     {0, 12},
     crank,
     2,
     observe_states,
     20.0,
     12.6},
    {"loop of revolutes and a guide, slowly",
     CRANK("5"),
     2,
     {0, 5},
     crank,
     2,
     observe_states,
     10.0,
     5},
    {"revolute, slowly", PENDULUM("0"), 2, {0, 0}, pendulum, 2, observe_states, 5.0, 1},
    {"relation (gears)", GEARS, 2, {0, 13}, gears, 2, observe_states, 20.0, 12.6},
    {"relation (rack and pinion)", RACK, 2, {0, 13}, rack, 2, observe_states, 40.0, 12.6},
    {"relation (sum)", SUM, 4, {0, 0, 13, 9}, sum, 4, observe_four, 10.0, 12.6},
    {"drive", DRIVE, 2, {0, 12.4}, drive, 4, observe_drive, 10.0, 9.0},
    {"rotor", ROTOR, 4, {0, 0, 13, 40}, rotor, 4, observe_four, 3.0, 12.6},
    {"free rod", FREE_ROD, 6, {0.4, 0, 0, 0, 5, 12}, free_rod, 6, observe_free_rod, 20.0, 0.5},
};
const int reference_joint_count = sizeof reference_joints / sizeof *reference_joints;
