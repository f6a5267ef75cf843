/* force elements, one mechanism for each */
#include "reference.h"

#include <math.h>
#include <string.h>

#define HEAD "parameters: {keep: 0}\nintegration: {step: 5e-3, keep_tangent: keep}\n"
static const double g = 9.81;

/* a rod that turns about its end under gravity, and an element; x = angle and rate */
#define ROD(elements)                                                                              \
    HEAD "title: rod\nplanar: yes\ngravity: [0, -9.81, 0]\ninputs: [{name: u}]\n"                  \
         "points: {O: [0, 0], T: [0.8, 0], A: [1.2, 0.9]}\n"                                       \
         "bodies: [{name: arm, mass: 2, rod: [O, T]}]\n"                                           \
         "joints: [{name: j, type: revolute, bodies: [ground, arm], at: O, angle: turn}]\n"        \
         "elements: [" elements "]\n"                                                              \
         "start: {velocities: {turn: 12}}\n"                                                       \
         "outputs: [{name: turn, position: turn}, {name: rate, velocity: turn}]\n"

static void rod(const double *x, double torque, double more_inertia, double *dx) {
    const double m = 2.0, L = 0.8;
    dx[0] = x[1];
    dx[1] = (torque - m * g * 0.5 * L * cos(x[0])) / (m * L * L / 3.0 + more_inertia);
}

static void observe_two(double t, const double *x, double *y) {
    (void)t;
    y[0] = x[0];
    y[1] = x[1];
}

static void observe_four(double t, const double *x, double *y) {
    (void)t;
    memcpy(y, x, 4 * sizeof *y);
}

static const char SPRING[] =
    ROD("{name: s, type: spring, from: ground.A, to: arm.T, stiffness: 40, damping: 3, rest: 0.7, "
        "force: \"u - 5*(x - 1)^3 - 0.5*v*abs(v)\"}");

static void spring(double t, const double *x, double u, double *dx) {
    double c = cos(x[0]), s = sin(x[0]);
    double ex = 0.8 * c - 1.2, ey = 0.8 * s - 0.9, length = hypot(ex, ey);
    double lever = 0.8 * (-s * ex + c * ey) / length, rate = lever * x[1];
    double push = -40.0 * (length - 0.7) - 3.0 * rate + u - 5.0 * pow(length - 1.0, 3.0) -
                  0.5 * rate * fabs(rate);
    (void)t;
    rod(x, push * lever, 0.0, dx);
}

static const char TORSION[] =
    ROD("{name: s, type: torsion, on: turn, stiffness: 0.4, damping: 0.2, "
        "rest: 3, torque: \"u - 0.01*v^2 + 2*sin(3*x)*cos(9*t)\"}");

static void torsion(double t, const double *x, double u, double *dx) {
    rod(x,
        -0.4 * (x[0] - 3.0) - 0.2 * x[1] + u - 0.01 * x[1] * x[1] +
            2.0 * sin(3.0 * x[0]) * cos(9.0 * t),
        0.0, dx);
}

static const char BRAKE[] = ROD("{name: s, type: brake, on: turn, torque: \"3 + u\", speed: 6}");

static void brake(double t, const double *x, double u, double *dx) {
    (void)t;
    rod(x, -(3.0 + u) * tanh(x[1] / 6.0), 0.0, dx);
}

/* x[2]: how far the brake has given, 1 when it slips */
static const char HOLD[] = ROD("{name: s, type: brake, on: turn, torque: \"3 + u\", hold: 0.6}");

static void hold(double t, const double *x, double u, double *dx) {
    (void)t;
    rod(x, -(3.0 + u) * x[2], 0.0, dx);
    dx[2] = (x[1] - fabs(x[1]) * x[2]) / 0.6;
}

static const char INERTIA[] = ROD("{name: i, type: inertia, on: turn, inertia: 0.3}, "
                                  "{name: s, type: torsion, on: turn, torque: u}");

static void inertia(double t, const double *x, double u, double *dx) {
    (void)t;
    rod(x, u, 0.3, dx);
}

/* --- bushing on a turning arm; x = angle, place in the axes of the arm, and rates --- */
static const char BUSHING[] =
    HEAD "title: bushing\ninputs: [{name: u}]\nvectors: {z: [0, 0, 1]}\n"
         "points: {O: [0, 0, 0], P: [0.5, 0, 0]}\n"
         "bodies:\n"
         "  - {name: arm, mass: 1, com: [0, 0, 0], inertia: [0.2, 0.2, 0.3], spin: [0, 0, 12]}\n"
         "  - {name: b, mass: 0.5, particle: P, velocity: [0, 6, 0]}\n"
         "joints: [{name: j, type: revolute, bodies: [ground, arm], at: O, axis: z, angle: turn}]\n"
         "elements:\n"
         "  - {name: M, type: torsion, on: turn, torque: u}\n"
         "  - {name: s, type: bushing, bodies: [arm, b], at: P, stiffness: [900, 500, 400], "
         "damping: [2, 3, 1]}\n"
         "outputs: [{position: turn}, {position: b.P}, {name: rate, velocity: turn}, {name: v, "
         "velocity: b.P}]\n";

static void bushing(double t, const double *x, double u, double *dx) {
    double r[2] = {0.5 + x[1], x[2]}, fx = -900.0 * x[1] - 2.0 * x[4],
           fy = -500.0 * x[2] - 3.0 * x[5];
    (void)t;
    memcpy(dx, x + 3, 3 * sizeof *dx);
    dx[3] = (u - (r[0] * fy - r[1] * fx)) / 0.3;
    dx[4] = fx / 0.5 + 2.0 * x[3] * x[5] + x[3] * x[3] * r[0] + dx[3] * r[1];
    dx[5] = fy / 0.5 - 2.0 * x[3] * x[4] + x[3] * x[3] * r[1] - dx[3] * r[0];
}

static void observe_bushing(double t, const double *x, double *y) {
    double c = cos(x[0]), s = sin(x[0]), rx = 0.5 + x[1], ry = x[2];
    double vx = x[4] - x[3] * ry, vy = x[5] + x[3] * rx;
    (void)t;
    y[0] = x[0];
    y[1] = c * rx - s * ry;
    y[2] = s * rx + c * ry;
    y[3] = 0.0;
    y[4] = x[3];
    y[5] = c * vx - s * vy;
    y[6] = s * vx + c * vy;
    y[7] = 0.0;
}

/* --- a torque between two bodies on one axis, and a bushing about it, whose turn is a sine --- */
static const char TORQUE[] =
    HEAD "title: torque\ngravity: [0, -9.81, 0]\ninputs: [{name: u}]\nvectors: {z: [0, 0, 1]}\n"
         "points: {O: [0, 0, 0]}\n"
         "bodies:\n"
         "  - {name: a, mass: 2, com: [0.3, 0, 0], inertia: [0.05, 0.05, 0.05]}\n"
         "  - {name: b, mass: 1, com: [0.2, 0, 0], inertia: [0.02, 0.02, 0.02]}\n"
         "joints:\n"
         "  - {name: j, type: revolute, bodies: [ground, a], at: O, axis: z, angle: turn}\n"
         "  - {name: k, type: revolute, bodies: [ground, b], at: O, axis: z, angle: other}\n"
         "elements:\n"
         "  - {name: M, type: torque, on: a, reaction: b, axis: [0, 0, 2], value: u}\n"
         "  - {name: s, type: bushing, bodies: [a, b], at: O, angular_stiffness: [0, 0, 6], "
         "angular_damping: [0, 0, 0.1]}\n"
         "start: {velocities: {turn: 13, other: 11}}\n"
         "outputs: [{position: turn}, {position: other}, {name: rate, velocity: turn}, {name: s, "
         "velocity: other}]\n";

static void torque(double t, const double *x, double u, double *dx) {
    double a = x[1] - x[0], give = (6.0 * sin(a) + 0.1 * cos(a) * (x[3] - x[2])) * cos(a);
    (void)t;
    dx[0] = x[2];
    dx[1] = x[3];
    dx[2] = (2.0 * u + give - 2.0 * g * 0.3 * cos(x[0])) / (0.05 + 0.18);
    dx[3] = (-2.0 * u - give - g * 0.2 * cos(x[1])) / (0.02 + 0.04);
}

/* --- a rocket: thrust that turns with its body; x = position, angle, and rates --- */
static const char THRUST[] =
    HEAD "title: thrust\nplanar: yes\ninputs: [{name: u}]\npoints: {C: [0, 0], T: [-0.2, 0.05]}\n"
         "bodies: [{name: b, mass: 2, com: [0, 0], inertia: 0.1, velocity: [1, 2, 0], spin: [0, 0, "
         "12]}]\n"
         "elements: [{name: F, type: force, at: b.T, direction: [1, 0.2, 0], frame: body, value: "
         "\"5 + u\"}]\n"
         "outputs: [{position: b.T}, {name: v, velocity: b.T}]\n";

static void thrust(double t, const double *x, double u, double *dx) {
    double c = cos(x[2]), s = sin(x[2]), f = 5.0 + u;
    (void)t;
    memcpy(dx, x + 3, 3 * sizeof *dx);
    dx[3] = f * (c - 0.2 * s) / 2.0;
    dx[4] = f * (s + 0.2 * c) / 2.0;
    dx[5] = f * (-0.2 * 0.2 - 0.05) / 0.1;
}

static void observe_thrust(double t, const double *x, double *y) {
    double c = cos(x[2]), s = sin(x[2]), rx = -0.2 * c - 0.05 * s, ry = -0.2 * s + 0.05 * c;
    (void)t;
    y[0] = x[0] + rx;
    y[1] = x[1] + ry;
    y[2] = 0.0;
    y[3] = x[3] - ry * x[5];
    y[4] = x[4] + rx * x[5];
    y[5] = 0.0;
}

/* --- drag on a particle that is pushed; x = position and velocity in the plane --- */
static const char DRAG[] =
    HEAD "title: drag\nplanar: yes\ngravity: [0, -9.81, 0]\ninputs: [{name: u}]\npoints: {P: [0, "
         "0]}\n"
         "bodies: [{name: b, mass: 2, particle: P, velocity: [4, 9, 0]}]\n"
         "elements:\n"
         "  - {name: D, type: drag, at: b.P, linear: [1, 3, 0], quadratic: 0.5}\n"
         "  - {name: F, type: force, at: b.P, direction: [1, 0, 0], value: u}\n"
         "outputs: [{position: b.P.x}, {position: b.P.y}, {name: vx, velocity: b.P.x}, {name: vy, "
         "velocity: b.P.y}]\n";

static void drag(double t, const double *x, double u, double *dx) {
    double speed = hypot(x[2], x[3]);
    (void)t;
    dx[0] = x[2];
    dx[1] = x[3];
    dx[2] = (u - (1.0 + 0.5 * speed) * x[2]) / 2.0;
    dx[3] = -g - (3.0 + 0.5 * speed) * x[3] / 2.0;
}

/* --- a wheel at constant height on a sledge, driven; x = way, turn, speed, spin, slip --- */
static const char TYRE[] = HEAD
    "title: wheel\ninputs: [{name: u}]\nvectors: {x: [1, 0, 0], y: [0, 1, 0]}\n"
    "points: {W: [0, 0, 0.13]}\n"
    "bodies:\n"
    "  - {name: sledge, mass: 40, com: [0, 0, 0.13], inertia: [1, 1, 1], velocity: [3, 0, 0]}\n"
    "  - {name: wheel, mass: 3, com: [0, 0, 0.13], inertia: [0.02, 0.04, 0.02]}\n"
    "joints:\n"
    "  - {name: rail, type: prismatic, bodies: [ground, sledge], at: W, axis: x, slide: way}\n"
    "  - {name: axle, type: revolute, bodies: [sledge, wheel], at: W, axis: y, angle: turn}\n"
    "elements:\n"
    "  - {name: M, type: torsion, on: turn, torque: \"6 + u\"}\n"
    "  - {name: tyre, type: tyre, wheel: wheel, hub: W, axis: y, radius: 0.139, stiffness: "
    "61300, nominal_load: 896, pCx1: 2.3, pDx1: 0.9, pEx1: 0.95, pKx1: 20, pKx2: 1, pKx3: "
    "-0.5, relaxation_x: 0.3, relaxation_y: 0.3}\n"
    "start: {velocities: {way: 3, turn: 3/0.13}}\n"
    "outputs: [{position: turn}, {position: way}, {name: spin, velocity: turn}, {name: speed, "
    "velocity: way}]\n";

static void tyre(double t, const double *x, double u, double *dx) {
    double Fz = 61300.0 * 0.009, dfz = Fz / 896.0 - 1.0;
    double B = (20.0 + dfz) * exp(-0.5 * dfz) / (2.3 * 0.9), b = B * x[4];
    double Fx = 0.9 * Fz * sin(2.3 * atan(b - 0.95 * (b - atan(b))));
    (void)t;
    dx[0] = x[2];
    dx[1] = x[3];
    dx[2] = (6.0 + u - 0.13 * Fx) / 0.04;
    dx[3] = Fx / 43.0;
    dx[4] = (0.13 * x[2] - x[3] - fabs(x[3]) * x[4]) / 0.3;
}

const reference reference_elements[] = {
    {"spring", SPRING, 2, {0, 12}, spring, 2, observe_two, 20.0, 0.5},
    {"torsion", TORSION, 2, {0, 12}, torsion, 2, observe_two, 8.0, 6.3},
    {"brake", BRAKE, 2, {0, 12}, brake, 2, observe_two, 2.0, 3.0},
    {"brake that holds", HOLD, 3, {0, 12, 1}, hold, 2, observe_two, 2.0, 3.0},
    {"inertia", INERTIA, 2, {0, 12}, inertia, 2, observe_two, 20.0, 6.3},
    {"bushing", BUSHING, 6, {0, 0, 0, 12, 0, 0}, bushing, 8, observe_bushing, 5.0, 12.6},
    {"torque with reaction, turning bushing",
     TORQUE,
     4,
     {0, 0, 13, 11},
     torque,
     4,
     observe_four,
     1.0,
     12.6},
    {"force that follows its body",
     THRUST,
     6,
     {0, 0, 0, 1, 2, 12},
     thrust,
     6,
     observe_thrust,
     2.0,
     0.5},
    {"drag", DRAG, 4, {0, 0, 4, 9}, drag, 4, observe_four, 40.0, 0.5},
    {"tyre", TYRE, 5, {0, 0, 3 / 0.13, 3, 0}, tyre, 4, observe_four, 10.0, 12.6},
};
const int reference_element_count = sizeof reference_elements / sizeof *reference_elements;
