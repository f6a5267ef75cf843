/* the strangers as equations, as slaves, and beside their reference */
#include "strangers.h"

#include "multirate/multirate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double TURN = 6.283185307179586;

static double stiffness(double mass, double hertz) {
    return mass * TURN * TURN * hertz * hertz;
}

static void spring(double k, double c, const double *q, const double *v, int a, int b,
                   double *force) {
    const double e = q[a] - (b >= 0 ? q[b] : 0.0), r = v[a] - (b >= 0 ? v[b] : 0.0);
    const double f = k * e + c * r;
    force[a] -= f;
    if (b >= 0)
        force[b] += f;
}

static void chain(const double *q, const double *v, double *force) {
    spring(stiffness(10.0, 5.0), 0.0, q, v, 0, 1, force);
    spring(stiffness(100.0, 1.0), 0.0, q, v, 1, -1, force);
}

#define LAW(name)                                                                                  \
    static void name(double t, const double *q, const double *v, const double *z, double *force,   \
                     double *rate)
#define UNUSED_TIME  (void)t
#define UNUSED_OTHER ((void)z, (void)rate)

LAW(rotor) {
    UNUSED_OTHER;
    spring(stiffness(10.0, 3.0), 0.0, q, v, 0, -1, force);
    force[0] += 200.0 * cos(60.0 * t);
}

LAW(shaken_beam) {
    UNUSED_OTHER;
    for (int i = 0; i < 5; i++)
        spring(stiffness(8.0, 6.0 + i), 2.0, q, v, i, i < 4 ? i + 1 : -1, force);
    force[2] += 200.0 * cos(60.0 * t);
}

LAW(two_tones) {
    UNUSED_OTHER;
    chain(q, v, force);
    force[0] += 80.0 * sin(37.0 * t);
    force[1] += 300.0 * cos(91.0 * t + 0.4);
}

LAW(tone_that_ends) {
    UNUSED_OTHER;
    chain(q, v, force);
    force[0] += t < 2.0 ? 200.0 * cos(60.0 * t) : 0.0;
}

LAW(road) {
    static const double hertz[6] = {0.7, 1.9, 3.1, 5.3, 7.9, 11.3};
    UNUSED_OTHER;
    double height = 0.0;
    for (int i = 0; i < 6; i++)
        height += 0.02 / hertz[i] * sin(TURN * hertz[i] * t + i);
    spring(stiffness(40.0, 2.0), 300.0, q, v, 0, 1, force);
    spring(stiffness(30.0, 9.0), 50.0, q, v, 1, -1, force);
    force[1] += stiffness(30.0, 9.0) * height;
}

LAW(pulse) {
    UNUSED_OTHER;
    chain(q, v, force);
    if (t > 1.0 && t < 1.3)
        force[0] += 500.0 * (1.0 - cos(TURN * (t - 1.0) / 0.3));
}

LAW(step_force) {
    UNUSED_OTHER;
    chain(q, v, force);
    force[0] += t > 1.2345 ? 200.0 : 0.0;
}

LAW(sweep) {
    UNUSED_OTHER;
    spring(stiffness(10.0, 2.0), 5.0, q, v, 0, -1, force);
    force[0] += 150.0 * sin(20.0 * t + 5.0 * t * t);
}

LAW(parametric) {
    UNUSED_OTHER;
    spring(stiffness(10.0, 3.0) * (1.0 + 0.3 * cos(20.0 * t)), 0.0, q, v, 0, -1, force);
}

LAW(friction) {
    UNUSED_TIME;
    UNUSED_OTHER;
    spring(stiffness(10.0, 2.0), 0.0, q, v, 0, -1, force);
    force[0] -= 40.0 * tanh(v[0] / 0.02);
}

LAW(hidden_friction) {
    UNUSED_TIME;
    UNUSED_OTHER;
    chain(q, v, force);
    force[1] -= 200.0 * tanh(v[1] / 0.05);
}

LAW(drag) {
    UNUSED_TIME;
    UNUSED_OTHER;
    spring(stiffness(10.0, 2.0), 0.0, q, v, 0, -1, force);
    force[0] -= 15.0 * v[0] * fabs(v[0]);
}

LAW(self_excited) {
    UNUSED_TIME;
    UNUSED_OTHER;
    spring(stiffness(10.0, 2.0), 0.0, q, v, 0, -1, force);
    force[0] += 20.0 * v[0] * (1.0 - 20.0 * q[0] * q[0]);
}

LAW(duffing_behind) {
    UNUSED_TIME;
    UNUSED_OTHER;
    spring(stiffness(10.0, 5.0), 5.0, q, v, 0, 1, force);
    force[1] -= stiffness(30.0, 2.0) * q[1] * (1.0 + 4.0 * q[1] * q[1]);
}

LAW(rubber) { /* a spring in series with a damper: one state of first order */
    UNUSED_TIME;
    spring(stiffness(10.0, 2.0), 0.0, q, v, 0, -1, force);
    const double k = stiffness(10.0, 6.0), f = k * (q[0] - z[0]);
    force[0] -= f;
    rate[0] = f / (k * 0.03);
}

LAW(actuator) { /* a position controller behind a lag of 20 ms, with an integral part */
    spring(stiffness(10.0, 1.0), 20.0, q, v, 0, 1, force);
    spring(stiffness(20.0, 4.0), 20.0, q, v, 1, -1, force);
    const double wanted = 0.4 + 0.1 * sin(4.0 * t);
    const double asked = 3000.0 * (wanted - q[1]) - 150.0 * v[1] + 500.0 * z[1];
    force[1] += z[0];
    rate[0] = (asked - z[0]) / 0.02;
    rate[1] = wanted - q[1];
}

LAW(computer) { /* the same controller in a computer, its force held over each step */
    spring(stiffness(10.0, 1.0), 20.0, q, v, 0, 1, force);
    spring(stiffness(20.0, 4.0), 20.0, q, v, 1, -1, force);
    force[1] += z[0];
    rate[0] = 3000.0 * (0.4 + 0.1 * sin(4.0 * t) - q[1]) - 150.0 * v[1];
}

LAW(dry_at_both) {
    UNUSED_TIME;
    UNUSED_OTHER;
    chain(q, v, force);
    const double between = 100.0 * tanh((v[1] - v[0]) / 0.05);
    force[0] += between - 20.0 * tanh(v[0] / 0.05);
    force[1] -= between;
}

LAW(crane) { /* a trolley and a load that hangs 0.8 m below it: how they move depends on its angle
              */
    UNUSED_TIME;
    UNUSED_OTHER;
    const double trolley = 10.0, load = 6.0, length = 0.8, sine = sin(q[1]), cosine = cos(q[1]);
    const double a = trolley + load, b = load * length * cosine, c = load * length * length;
    const double f = force[0] - stiffness(trolley, 1.0) * q[0] + load * length * sine * v[1] * v[1];
    const double g = -9.81 * load * length * sine - 0.3 * v[1], determinant = a * c - b * b;
    force[0] = trolley * (c * f - b * g) / determinant;
    force[1] = load * (a * g - b * f) / determinant;
}

LAW(cylinder) { /* two chambers with an orifice between them, behind a mount */
    UNUSED_TIME;
    spring(stiffness(20.0, 3.0), 20.0, q, v, 1, -1, force);
    spring(stiffness(8.0, 6.0), 5.0, q, v, 0, 1, force);
    const double area = 1e-3, pressure = z[0] - z[1];
    const double flow = 6e-8 * pressure / sqrt(sqrt(pressure * pressure + 1e6));
    force[0] -= area * pressure;
    force[1] += area * pressure;
    rate[0] = 5e7 / 2e-4 * (area * (v[0] - v[1]) - flow);
    rate[1] = -rate[0];
}

/* A hysteresis: R. Bouc 1967, Y. K. Wen 1976, with exponent 2. z: the part that yields, m */
static double hysteretic(double way, double rate, double z, double *z_rate) {
    const double yield = 0.02;
    *z_rate = rate - 0.5 * (fabs(rate) * fabs(z) * z + rate * z * z) / (yield * yield);
    return 0.3 * way + 0.7 * z;
}

LAW(hysteresis) {
    UNUSED_TIME;
    force[0] -= stiffness(10.0, 3.0) * hysteretic(q[0] - 0.5, v[0], z[0], &rate[0]);
}

LAW(hysteresis_behind) {
    UNUSED_TIME;
    spring(stiffness(10.0, 6.0), 5.0, q, v, 0, 1, force);
    force[1] -= stiffness(20.0, 2.0) * hysteretic(q[1] - 0.5, v[1], z[0], &rate[0]);
}

/* --- drawn after all settings were made --- */

LAW(yielding_damper) {
    UNUSED_TIME;
    UNUSED_OTHER;
    spring(stiffness(10.0, 3.0), 0.0, q, v, 0, -1, force);
    force[0] -= 60.0 * tanh(v[0] / 0.4);
}

LAW(one_way_damper) { /* eight times as strong in one sense */
    UNUSED_TIME;
    UNUSED_OTHER;
    spring(stiffness(15.0, 2.0), 0.0, q, v, 0, -1, force);
    force[0] -= (v[0] > 0.0 ? 80.0 : 10.0) * v[0];
}

LAW(falling_friction) { /* R. Stribeck 1902: less when it slides */
    UNUSED_TIME;
    UNUSED_OTHER;
    spring(stiffness(10.0, 1.5), 0.0, q, v, 0, -1, force);
    force[0] -= (15.0 + 15.0 * exp(-v[0] * v[0] / 0.04)) * tanh(v[0] / 0.03);
}

LAW(drag_and_tone) {
    UNUSED_OTHER;
    spring(stiffness(12.0, 2.5), 0.0, q, v, 0, -1, force);
    force[0] += 150.0 * cos(33.0 * t) - 8.0 * v[0] * fabs(v[0]);
}

LAW(duffing) {
    UNUSED_TIME;
    UNUSED_OTHER;
    spring(stiffness(8.0, 2.0), 4.0, q, v, 0, -1, force);
    force[0] -= stiffness(8.0, 2.0) * 6.0 * q[0] * q[0] * q[0];
}

LAW(softening) {
    UNUSED_TIME;
    UNUSED_OTHER;
    force[0] -= stiffness(20.0, 2.0) * 0.3 * tanh(q[0] / 0.3) + 6.0 * v[0];
}

LAW(soft_duffing_behind) {
    UNUSED_TIME;
    UNUSED_OTHER;
    spring(stiffness(6.0, 4.0), 8.0, q, v, 0, 1, force);
    force[1] -= stiffness(40.0, 1.0) * q[1] * (1.0 + 0.8 * q[1] * q[1]);
}

LAW(drag_behind) {
    UNUSED_TIME;
    UNUSED_OTHER;
    spring(stiffness(8.0, 6.0), 2.0, q, v, 0, 1, force);
    spring(stiffness(25.0, 1.5), 0.0, q, v, 1, -1, force);
    force[1] -= 60.0 * v[1] * fabs(v[1]);
}

LAW(cart) { /* with a pendulum of 3 kg and 0.5 m */
    UNUSED_TIME;
    UNUSED_OTHER;
    const double base = 12.0, bob = 3.0, length = 0.5, sine = sin(q[1]), cosine = cos(q[1]);
    const double a = base + bob, b = bob * length * cosine, c = bob * length * length;
    const double f = force[0] - stiffness(base, 0.5) * q[0] + bob * length * sine * v[1] * v[1];
    const double g = -9.81 * bob * length * sine - 0.05 * v[1], determinant = a * c - b * b;
    force[0] = base * (c * f - b * g) / determinant;
    force[1] = bob * (a * g - b * f) / determinant;
}

LAW(uneven_flywheel) { /* a crank: the inertia varies with twice its angle */
    UNUSED_TIME;
    UNUSED_OTHER;
    const double inertia = 10.0 + 3.0 * cos(2.0 * q[0]), slope = -6.0 * sin(2.0 * q[0]);
    force[0] = 10.0 * (force[0] - 60.0 * q[0] - 1.0 * v[0] - 0.5 * slope * v[0] * v[0]) / inertia;
}

const stranger strangers[] = {
    {"rotor with an unbalance", 1, 0, {10}, {0.5}, 0.01, false, rotor},
    {"shaken beam", 5, 0, {8, 8, 8, 8, 8}, {0.5, 0.5, 0.5, 0.5, 0.5}, 0.01, false, shaken_beam},
    {"chain with two tones", 2, 0, {10, 100}, {0.5, 0.5}, 0.01, false, two_tones},
    {"chain with a tone that ends", 2, 0, {10, 100}, {0.5, 0.5}, 0.01, false, tone_that_ends},
    {"wheel on a road", 2, 0, {40, 30}, {0.5, 0.5}, 0.01, false, road},
    {"chain with a pulse", 2, 0, {10, 100}, {0.5, 0.5}, 0.01, false, pulse},
    {"chain with a step", 2, 0, {10, 100}, {0.5, 0.5}, 0.01, false, step_force},
    {"rising tone", 1, 0, {10}, {0.5}, 0.01, false, sweep},
    {"spring that changes", 1, 0, {10}, {0.5}, 0.01, false, parametric},
    {"friction", 1, 0, {10}, {0.5}, 0.01, false, friction},
    {"friction behind", 2, 0, {10, 100}, {0.5, 0.5}, 0.01, false, hidden_friction},
    {"drag", 1, 0, {10}, {0.5}, 0.01, false, drag},
    {"self-excited", 1, 0, {10}, {0.5}, 0.01, false, self_excited},
    {"stiffening behind", 2, 0, {10, 30}, {0.5, 0.5}, 0.01, false, duffing_behind},
    {"rubber", 1, 1, {10}, {0.5, 0.5}, 0.01, false, rubber},
    {"actuator", 2, 2, {10, 20}, {0.5, 0.5, 0, 0}, 0.01, false, actuator},
    {"control by a computer", 2, 1, {10, 20}, {0.5, 0.5, 0}, 0.01, true, computer},
    {"dry friction at both", 2, 0, {10, 100}, {0.5, 0.5}, 0.01, false, dry_at_both},
    {"crane", 2, 0, {10, 6}, {0.5, 0.4}, 0.01, false, crane},
    {"hydraulic cylinder", 2, 2, {8, 20}, {0.5, 0.5, 0, 0}, 0.01, false, cylinder},
    {"hysteresis", 1, 1, {10}, {0.5, 0}, 0.01, false, hysteresis},
    {"hysteresis behind", 2, 1, {10, 20}, {0.5, 0.5, 0}, 0.01, false, hysteresis_behind},
    {"damper that gives way", 1, 0, {10}, {0.5}, 0.01, false, yielding_damper},
    {"damper of one sense", 1, 0, {15}, {0.5}, 0.01, false, one_way_damper},
    {"friction that falls", 1, 0, {10}, {0.5}, 0.01, false, falling_friction},
    {"drag and a tone", 1, 0, {12}, {0.5}, 0.01, false, drag_and_tone},
    {"stiffening spring", 1, 0, {8}, {0.5}, 0.01, false, duffing},
    {"softening spring", 1, 0, {20}, {0.5}, 0.01, false, softening},
    {"weaker stiffening behind", 2, 0, {6, 40}, {0.5, 0.5}, 0.01, false, soft_duffing_behind},
    {"drag behind", 2, 0, {8, 25}, {0.5, 0.5}, 0.01, false, drag_behind},
    {"pendulum on a cart", 2, 0, {12, 3}, {0.5, 0.9}, 0.01, false, cart},
    {"uneven flywheel", 1, 0, {10}, {0.5}, 0.01, false, uneven_flywheel},
};

int stranger_count(void) {
    return (int)(sizeof strangers / sizeof *strangers);
}

/* x: positions, velocities, other states; rates of all; what a computer holds stays */
static void derive(const stranger *s, double t, const double *x, double u, double *d) {
    const int n = s->masses;
    double force[5] = {u}, rate[4] = {0};
    s->forces(t, x, x + n, x + 2 * n, force, rate);
    for (int i = 0; i < n; i++) {
        d[i] = x[n + i];
        d[n + i] = force[i] / s->mass[i];
    }
    for (int i = 0; i < s->others; i++)
        d[2 * n + i] = s->samples ? 0.0 : rate[i];
}

static void sample(const stranger *s, double t, double *x) {
    const int n = s->masses;
    double force[5] = {0}, rate[4] = {0};
    if (!s->samples)
        return;
    s->forces(t, x, x + n, x + 2 * n, force, rate);
    memcpy(x + 2 * n, rate, (size_t)s->others * sizeof *rate);
}

static int size_of(const stranger *s) {
    return 2 * s->masses + s->others;
}

static void begin(const stranger *s, double *x) {
    memset(x, 0, STRANGER_STATES * sizeof *x);
    memcpy(x, s->start, (size_t)s->masses * sizeof *x);
    memcpy(x + 2 * s->masses, s->start + s->masses,
           (size_t)(s->masses + s->others > 5 ? 0 : s->others) * sizeof *x);
    sample(s, 0.0, x);
}

/* --- the slave --- */

typedef struct instance {
    double t, x[STRANGER_STATES], rate[STRANGER_STATES], u;
    long tellings;
} instance;

static const stranger *chosen;
static stranger_lie telling;

static mr_status open_stranger(const char *configuration, mr_message *message, void **made) {
    (void)configuration;
    (void)message;
    *made = calloc(1, sizeof(instance));
    return *made ? MR_OK : MR_ERR_MEMORY;
}

static void describe(const void *slave, mr_slave_description *d) {
    static const mr_variable in[] = {{"f", "N", 1, MR_NONE, 1, MR_CONTINUOUS}};
    static const mr_variable out[] = {{"p", "m", 1, MR_NONE, MR_NONE, MR_CONTINUOUS},
                                      {"v", "m/s", 1, 0, MR_NONE, MR_CONTINUOUS},
                                      {"a", "m/s2", 1, 1, MR_NONE, MR_CONTINUOUS}};
    static const mr_coordinate at = {0, 1, 2};
    (void)slave;
    *d = (mr_slave_description){.title = chosen->name,
                                .input_count = 1,
                                .inputs = in,
                                .output_count = 3,
                                .outputs = out,
                                .coordinate_count = 1,
                                .coordinates = &at};
}

static mr_status initialise(void *slave, double t0, const mr_inputs *inputs) {
    instance *self = slave;
    self->t = t0;
    self->tellings = 0;
    begin(chosen, self->x);
    MR_TRY(mr_inputs_at(inputs, t0, &self->u));
    derive(chosen, t0, self->x, self->u, self->rate);
    return MR_OK;
}

static void solve(int n, double *A, double *b) {
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(A[i * n + k]) > fabs(A[best * n + k]))
                best = i;
        for (int j = 0; j < n; j++) {
            const double keep = A[k * n + j];
            A[k * n + j] = A[best * n + j];
            A[best * n + j] = keep;
        }
        const double keep = b[k];
        b[k] = b[best];
        b[best] = keep;
        for (int i = k + 1; i < n; i++) {
            const double f = A[i * n + k] / A[k * n + k];
            for (int j = k; j < n; j++)
                A[i * n + j] -= f * A[k * n + j];
            b[i] -= f * b[k];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            b[i] -= A[i * n + j] * b[j];
        b[i] /= A[i * n + i];
    }
}

/* the trapezoidal rule, by Newton's method */
static mr_status step_to(void *slave, const mr_inputs *inputs, double to, double *t) {
    instance *self = slave;
    const int n = size_of(chosen);
    const double h = fmin(to - self->t, chosen->h), end = self->t + h;
    double x[STRANGER_STATES] = {0}, d[STRANGER_STATES] = {0}, off[STRANGER_STATES] = {0};
    MR_TRY(mr_inputs_at(inputs, end, &self->u));
    if (inputs->constant && !telling.keeps)
        derive(chosen, self->t, self->x, self->u, self->rate);
    for (int i = 0; i < n; i++)
        x[i] = self->x[i] + h * self->rate[i];
    for (int pass = 0; pass < 12; pass++) {
        double A[STRANGER_STATES * STRANGER_STATES] = {0}, most = 0.0;
        derive(chosen, end, x, self->u, d);
        for (int i = 0; i < n; i++)
            off[i] = self->x[i] + 0.5 * h * (self->rate[i] + d[i]) - x[i];
        for (int j = 0; j < n; j++) {
            double y[STRANGER_STATES], e[STRANGER_STATES] = {0}, f[STRANGER_STATES] = {0};
            const double small = 1e-6 * (1.0 + fabs(x[j]));
            memcpy(y, x, sizeof y);
            y[j] = x[j] + small;
            derive(chosen, end, y, self->u, e);
            y[j] = x[j] - small;
            derive(chosen, end, y, self->u, f);
            for (int i = 0; i < n; i++)
                A[i * n + j] = (i == j ? 1.0 : 0.0) - 0.25 * h * (e[i] - f[i]) / small;
        }
        solve(n, A, off);
        for (int i = 0; i < n; i++) {
            x[i] += off[i];
            most = fmax(most, fabs(off[i]) / (1.0 + fabs(x[i])));
        }
        if (!(most > 1e-14))
            break;
    }
    for (int i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return MR_ERR_NOT_FINITE;
    memcpy(self->x, x, sizeof x);
    *t = self->t = end;
    sample(chosen, end, self->x);
    derive(chosen, end, self->x, self->u, self->rate);
    return MR_OK;
}

static mr_status step(void *slave, const mr_inputs *inputs, double *t) {
    return step_to(slave, inputs, ((instance *)slave)->t + chosen->h, t);
}

static mr_status next_step(const void *slave, double *h) {
    (void)slave;
    *h = chosen->h;
    return MR_OK;
}

static mr_status outputs(void *slave, double *y) {
    const instance *self = slave;
    y[0] = self->x[0];
    y[1] = self->x[chosen->masses];
    y[2] = self->rate[chosen->masses];
    return MR_OK;
}

static double noise(long k) {
    unsigned long x = (unsigned long)k * 2654435761u + 12345u;
    x ^= x >> 13;
    x *= 2246822519u;
    x ^= x >> 16;
    return (double)(x & 0xffffffu) / 8388608.0 - 1.0;
}

/* of the first mass to an effort */
static double answer(const instance *self) {
    const int n = chosen->masses;
    double without[STRANGER_STATES], with[STRANGER_STATES];
    if (chosen->forces != crane && chosen->forces != cart && chosen->forces != uneven_flywheel)
        return 1.0 / chosen->mass[0];
    derive(chosen, self->t, self->x, 0.0, without);
    derive(chosen, self->t, self->x, 1.0, with);
    return with[n] - without[n];
}

static mr_status matrices(void *slave, double *Au, double *Ap, double *Av) {
    instance *self = slave;
    double d[2][STRANGER_STATES] = {{0}}, x[STRANGER_STATES];
    double *const to[2] = {Ap, Av};
    const int n = chosen->masses;
    const double right = answer(self);
    const bool turned = telling.jumps > 0 && self->tellings / telling.jumps % 2 == 1;
    for (int k = 0; k < 2; k++) {
        const double small = k == 0 ? 1e-6 : 1e-5;
        for (int side = 0; side < 2; side++) {
            memcpy(x, self->x, sizeof x);
            x[k * n] += side ? small : -small;
            derive(chosen, self->t, x, self->u, d[side]);
        }
        *to[k] = (d[1][n] - d[0][n]) / (2.0 * small);
    }
    const double h = chosen->h, r = telling.random * right;
    *Au = right * (turned ? 1.0 / telling.effort : telling.effort) + r * noise(3 * self->tellings);
    *Ap = *Ap * telling.stiffness +
          (telling.random != 0.0 ? telling.random / (h * h) : 0.0) * noise(3 * self->tellings + 1);
    *Av = *Av * telling.damping +
          (telling.random != 0.0 ? telling.random / h : 0.0) * noise(3 * self->tellings + 2);
    self->tellings++;
    return MR_OK;
}

static mr_status save(const void *slave, void **state) {
    if (!*state)
        *state = malloc(sizeof(instance));
    if (!*state)
        return MR_ERR_MEMORY;
    memcpy(*state, slave, sizeof(instance));
    return MR_OK;
}

static mr_status restore(void *slave, const void *state) {
    memcpy(slave, state, sizeof(instance));
    return MR_OK;
}

MR_SLAVE_TYPE(stranger_type, .name = "stranger", .summary = "a system that nobody tuned",
              .options = "", .open = open_stranger, .describe = describe, .initialise = initialise,
              .step = step, .outputs = outputs, .close = free, .next_step = next_step,
              .step_to = step_to, .interface_matrices = matrices, .save = save, .restore = restore,
              .free_state = free);

/* --- master and reference --- */

typedef struct whole {
    double x, v, s[STRANGER_STATES];
} whole;

static double force_on(const whole *w, double k2) {
    return k2 * (w->x - w->s[0]);
}

static void derive_whole(const stranger *s, double k1, double k2, double t, const whole *w,
                         whole *d) {
    const double f = force_on(w, k2);
    d->x = w->v;
    d->v = -k1 * w->x - f;
    derive(s, t, w->s, f, d->s);
}

static void add(const stranger *s, whole *to, const whole *from, double h, const whole *d) {
    to->x = from->x + h * d->x;
    to->v = from->v + h * d->v;
    for (int i = 0; i < size_of(s); i++)
        to->s[i] = from->s[i] + h * d->s[i];
}

static void advance_fine(const stranger *s, double fr, double t, double h, whole *w) {
    const double k1 = TURN * TURN, k2 = k1 * fr * fr;
    const int pieces = 1 + (int)(h * fmax(TURN * fr, 200.0) / 0.02);
    const double d = h / pieces;
    for (int piece = 0; piece < pieces; piece++) {
        whole k[4] = {{0}}, y = {0};
        const double now = t + piece * d;
        derive_whole(s, k1, k2, now, w, &k[0]);
        for (int g = 1; g < 4; g++) {
            add(s, &y, w, g == 3 ? d : 0.5 * d, &k[g - 1]);
            derive_whole(s, k1, k2, now + (g == 3 ? d : 0.5 * d), &y, &k[g]);
        }
        for (int g = 0; g < 4; g++)
            add(s, w, w, d / 6.0 * (g == 0 || g == 3 ? 1.0 : 2.0), &k[g]);
    }
}

typedef struct master {
    mr_interface *interface;
    double x, v, p, k1, k2;
    double heard[3], squares[3];
    long count;
} master;

static void hear(master *m, const double *u) {
    for (int k = 0; k < 3; k++) {
        m->heard[k] += u[k] * sin(1.7 * (double)m->count + 0.3);
        m->squares[k] += u[k] * u[k];
    }
    m->count++;
}

static mr_status evaluate(master *m, double t, double x, mr_evaluation kind) {
    double u[3] = {0};
    MR_TRY(mr_interface_exchange(m->interface, t, NULL, kind, u));
    m->p = u[0];
    hear(m, u);
    const double force = m->k2 * (x - u[0]);
    return kind == MR_MAJOR ? mr_interface_commit(m->interface, t, &force) : MR_OK;
}

static mr_status advance(master *m, double t, double h) {
    static const double at[4] = {0.0, 0.5, 0.5, 1.0};
    double kx[4] = {0}, kv[4] = {0};
    for (int g = 0; g < 4; g++) {
        const double x = m->x + (g ? at[g] * h * kx[g - 1] : 0.0);
        if (g > 0)
            MR_TRY(evaluate(m, t + at[g] * h, x, MR_MINOR));
        kx[g] = m->v + (g ? at[g] * h * kv[g - 1] : 0.0);
        kv[g] = -m->k1 * x - m->k2 * (x - m->p);
    }
    m->x += h / 6.0 * (kx[0] + 2.0 * kx[1] + 2.0 * kx[2] + kx[3]);
    m->v += h / 6.0 * (kv[0] + 2.0 * kv[1] + 2.0 * kv[2] + kv[3]);
    return isfinite(m->v) ? MR_OK : MR_ERR_NOT_FINITE;
}

static double energy(double x, double v, double p, double k1, double k2) {
    return 0.5 * (v * v + k1 * x * x + k2 * (x - p) * (x - p));
}

static mr_status follow(const stranger *s, double fr, double duration, master *m,
                        stranger_outcome *o) {
    const double h = s->h / fr;
    const long steps = lround(duration / h), stride = lround(s->h / h);
    double off = 0.0, all = 0.0, late[2] = {0.0, 0.0}, most[2] = {0.0, 0.0};
    whole w = {.x = m->x};
    mr_status status = mr_interface_start(m->interface, 0.0, NULL);
    begin(s, w.s);
    for (long i = 0; i <= steps && status == MR_OK; i++) {
        const double t = (double)i * h;
        status = evaluate(m, t, m->x, MR_MAJOR);
        if (i > 0 && s->samples && i % stride == 0)
            sample(s, t, w.s);
        off += (m->v - w.v) * (m->v - w.v);
        all += w.v * w.v;
        if (5 * i >= 3 * steps) {
            late[0] += m->v * m->v;
            late[1] += w.v * w.v;
        }
        most[0] = fmax(most[0], energy(m->x, m->v, m->p, m->k1, m->k2));
        most[1] = fmax(most[1], energy(w.x, w.v, w.s[0], m->k1, m->k2));
        if (status == MR_OK && i < steps)
            status = advance(m, t, h);
        advance_fine(s, fr, t, h, &w);
    }
    o->velocity = status == MR_OK ? sqrt(off / all) : INFINITY;
    o->amplitude = sqrt(late[0] / late[1]);
    o->most = most[0];
    o->grown = status == MR_OK ? most[0] / most[1] : INFINITY;
    return status;
}

stranger_outcome stranger_run(const stranger *s, double fr, double duration, const char *options,
                              const stranger_lie *lie) {
    static const stranger_lie honest = {.effort = 1.0, .stiffness = 1.0, .damping = 1.0};
    stranger_outcome o = {.said = ""};
    mr_config config;
    mr_message message = {""};
    chosen = s;
    telling = lie ? *lie : honest;
    master m = {.x = s->start[0] + 0.1, .k1 = TURN * TURN, .k2 = TURN * TURN * fr * fr};
    mr_config_default(&config);
    config.break_loop = true;
    config.start_input = m.k2 * 0.1;
    o.status = mr_config_parse(&config, options, &message);
    if (o.status == MR_OK)
        o.status = mr_interface_open(&config, &stranger_type, "", &m.interface, &message);
    if (o.status == MR_OK) {
        o.status = follow(s, fr, duration, &m, &o);
        mr_statistics statistics;
        mr_interface_statistics(m.interface, &statistics);
        o.statistics = statistics;
        for (int k = 0; k < 3; k++) {
            o.heard[k] = m.heard[k] / (double)m.count;
            o.size[k] = sqrt(m.squares[k] / (double)m.count);
        }
        o.told = mr_statistics_signal_error(&statistics);
        o.doubtful = mr_statistics_doubtful(&statistics) || o.status != MR_OK;
        o.warned = o.doubtful || o.told > MR_GOOD_SIGNALS || statistics.model.unknown ||
                   statistics.model.late > MR_LATE_PHASE;
        o.guarded = (long)statistics.model.guarded;
        o.cut = statistics.model.cut;
        (void)mr_statistics_verdict(&statistics, o.said, sizeof o.said);
    } else {
        (void)snprintf(o.said, sizeof o.said, "%.300s", message.text);
    }
    mr_interface_close(m.interface);
    return o;
}

static mr_status held(void *context, double t, double *u) {
    (void)t;
    *u = *(const double *)context;
    return MR_OK;
}

double stranger_alone(const stranger *s, double fr, double duration) {
    const double k2 = TURN * TURN * fr * fr;
    const int pieces = 2 * (int)ceil(s->h * fmax(TURN * fr, 200.0) / 0.1);
    instance self;
    double u, off = 0.0, all = 0.0, t = 0.0;
    const mr_inputs inputs = {held, &u, true};
    whole w = {.x = s->start[0] + 0.1};
    chosen = s;
    telling = (stranger_lie){.effort = 1.0};
    begin(s, w.s);
    u = force_on(&w, k2);
    (void)initialise(&self, 0.0, &inputs);
    const long steps = lround(duration / s->h);
    for (long i = 0; i < steps; i++) {
        double sum = force_on(&w, k2);
        for (int k = 1; k <= pieces; k++) {
            advance_fine(s, fr, (double)i * s->h + (k - 1) * (s->h / pieces), s->h / pieces, &w);
            sum += (k == pieces ? 1.0 : k % 2 ? 4.0 : 2.0) * force_on(&w, k2);
        }
        sample(s, (double)(i + 1) * s->h, w.s);
        u = sum / (3.0 * pieces);
        if (step(&self, &inputs, &t) != MR_OK)
            return INFINITY;
        const double v = w.s[s->masses];
        off += (self.x[s->masses] - v) * (self.x[s->masses] - v);
        all += v * v;
    }
    return sqrt(off / all);
}
