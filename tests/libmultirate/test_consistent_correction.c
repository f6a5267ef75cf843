/* what the model of a step left out, found when the step is over: against the sums of its own
 * definition (consistent_correction.c), made here in small steps of Runge and Kutta
 *
 *     B(s) = B + Q eta + r2 s^2 + r3 s^3 + (Q_new - Q) s (eta - s eta_end), s from 0 to 1
 * ends with the value and the slope that the slave tells there. What it adds to the acceleration,
 * less what the rate of Q stood for, is the correction; with the change of the stiffness across the
 * mean motion, and what was missing at the end. Nothing here is symmetric or aligned, and there is
 * room for more than there is. */
#include "couplings/consistent_model.h"
#include "mr_test.h"

#include <math.h>
#include <string.h>

enum { ROOM = 3, COUNT = 2, COORDINATES = 2, INPUTS = 3, SAMPLES = 240 };

static const double H = 0.2, FROM = 0.3;
static const bool EFFORT[INPUTS] = {true, true, false};
static const mr_coordinate COORDINATE[COORDINATES] = {{1, 2, 0}, {MR_NONE, 4, 3}};
static const double ROW[5] = {-0.9, 0.25, 0.7, 1.9, -1.3};

typedef struct told {
    double B[COUNT][INPUTS], Q[COORDINATES][COUNT][COUNT], K[COUNT][COUNT], C[COUNT][COUNT];
    double w[COUNT], g[COUNT], drift[COUNT], f[INPUTS];
} told;

static const told BEFORE = {.B = {{1.3, -0.7, 0.0}, {0.4, 0.9, 0.0}},
                            .Q = {{{0.3, 0.1}, {0.1, -0.2}}, {{-0.15, 0.25}, {0.25, 0.4}}},
                            .K = {{40.0, -7.0}, {-3.0, 25.0}},
                            .C = {{0.8, 0.2}, {-0.3, 0.5}},
                            .w = {0.6, -0.4},
                            .g = {1.7, -2.1},
                            .drift = {3.0, -1.5},
                            .f = {1.5, -0.8, 7.0}};

static mr_status directions(void *slave, double h, const bool *efforts, mr_directions *d) {
    const told *t = slave;
    (void)h;
    (void)efforts;
    d->count = COUNT;
    for (int i = 0; i < COUNT; i++) {
        memcpy(d->input + i * INPUTS, t->B[i], sizeof t->B[i]);
        memcpy(d->stiffness + i * ROOM, t->K[i], sizeof t->K[i]);
        memcpy(d->damping + i * ROOM, t->C[i], sizeof t->C[i]);
        for (int n = 0; n < COORDINATES; n++)
            memcpy(d->curvature + (n * ROOM + i) * ROOM, t->Q[n][i], sizeof t->Q[n][i]);
    }
    memcpy(d->velocity, t->w, sizeof t->w);
    memcpy(d->acceleration, t->g, sizeof t->g);
    memcpy(d->drift, t->drift, sizeof t->drift);
    return MR_OK;
}

static const mr_slave_type type = {.directions = directions};

typedef struct step {
    told before, after;
    int conjugate[INPUTS];
    mr_consistent c;
    mr_history inputs;
    double numbers[2000], jump[2 * ROOM]; /* jump: at the begin */
    double Q_rate[COORDINATES][COUNT][COUNT], mean[COUNT];
} step;

static void inputs_at(double t, double *u) {
    u[0] = 2.0 - 3.0 * t + 5.0 * t * t - 9.0 * t * t * t;
    u[1] = -1.0 + 4.0 * t - 7.0 * t * t + 6.0 * t * t * t;
    u[2] = 1e3 + t;
}

/* (Q eta) of direction i and input j */
static double bent(const step *s, const double Q[COORDINATES][COUNT][COUNT], int i, int j,
                   const double *eta) {
    const int n = s->conjugate[j];
    return n == MR_NONE ? 0.0 : Q[n][i][0] * eta[0] + Q[n][i][1] * eta[1];
}

/* --- the reference --- */

static void flow(const step *s, double t, const double *x, double *a) {
    const told *b = &s->before;
    double u[INPUTS];
    inputs_at(FROM + t, u);
    for (int i = 0; i < COUNT; i++) {
        a[i] = b->g[i] + b->drift[i] * t;
        for (int k = 0; k < COUNT; k++)
            a[i] -= b->K[i][k] * x[k] + b->C[i][k] * (x[COUNT + k] - b->w[k]);
        for (int j = 0; j < 2; j++) {
            double off[COUNT];
            for (int k = 0; k < COUNT; k++)
                off[k] = x[k] - 0.5 * t * s->mean[k];
            a[i] += (b->B[i][j] + bent(s, b->Q, i, j, x)) * (u[j] - b->f[j]) +
                    t * bent(s, s->Q_rate, i, j, off) * u[j];
        }
    }
}

/* the change of the stiffness, with what curvature and efforts make of it */
static double stiffer(const step *s, int i, int k) {
    double change = s->after.K[i][k] - s->before.K[i][k];
    for (int j = 0; j < 2; j++)
        if (s->conjugate[j] != MR_NONE)
            change += s->before.Q[s->conjugate[j]][i][k] * (s->after.f[j] - s->before.f[j]);
    return change;
}

/* what was missing at the end, with the constant of the step; by the stiffness alone */
static void missing(const step *s, const double *end, double *m, double *slope) {
    const told *b = &s->before;
    for (int i = 0; i < COUNT; i++) {
        double model = b->g[i] + b->drift[i] * H;
        slope[i] = 0.0;
        for (int j = 0; j < 2; j++)
            model += (b->B[i][j] + bent(s, b->Q, i, j, end)) * (s->after.f[j] - b->f[j]);
        for (int k = 0; k < COUNT; k++) {
            model -= b->K[i][k] * end[k] + b->C[i][k] * (end[COUNT + k] - b->w[k]);
            slope[i] -= stiffer(s, i, k) * end[k];
        }
        m[i] = s->after.g[i] - model;
    }
}

/* a contact: force of a spring beyond a place, along n */
typedef struct contact {
    double stiffness, n[COUNT], place;
} contact;

static void left_out(const step *s, const contact *hit, double t, const double *x,
                     const double *end, double *a) {
    double u[INPUTS], m[COUNT], slope[COUNT], middle[COUNT], off[COUNT];
    const double r = t / H;
    inputs_at(FROM + t, u);
    missing(s, end, m, slope);
    for (int k = 0; k < COUNT; k++) {
        off[k] = x[k] - r * end[k];
        middle[k] = x[k] - 0.5 * t * s->mean[k];
    }
    for (int i = 0; i < COUNT; i++) {
        const double part = slope[i] != 0.0 ? m[i] / slope[i] : 0.0;
        a[i] = 0.0;
        if (hit)
            a[i] = -hit->stiffness * hit->n[i] *
                   fmax(0.0, hit->n[0] * x[0] + hit->n[1] * x[1] - hit->place);
        else if (s->c.whole)
            a[i] = m[i] * pow(r, part <= 0.0 ? 2.0 : fmin(fmax(1.0 / part, 1.5), 3.0));
        else if (part > 0.0)
            a[i] = part < 1.0 ? m[i] * pow(r, fmin(1.0 / part, 30.0)) : slope[i] * r;
        for (int k = 0; k < COUNT && !hit; k++)
            a[i] -= stiffer(s, i, k) * r * off[k];
        for (int j = 0; j < 2; j++) {
            const double change = s->after.B[i][j] - s->before.B[i][j];
            double more = r * change;
            if (s->conjugate[j] != MR_NONE) { /* the cubic with both values and both slopes */
                const double rises =
                    bent(s, s->after.Q, i, j, end) - bent(s, s->before.Q, i, j, end);
                const double at_end = change - bent(s, s->before.Q, i, j, end);
                more = at_end * (3.0 - 2.0 * r) * r * r + rises * (r - 1.0) * r * r +
                       r * (bent(s, s->after.Q, i, j, off) - bent(s, s->before.Q, i, j, off));
            }
            a[i] += more * (u[j] - s->after.f[j]) - t * bent(s, s->Q_rate, i, j, middle) * u[j];
        }
    }
}

/* eta, eta' at t after the begin; jump: what was left out by then, unless NULL */
static void reference(const step *s, const contact *hit, const double *end, double t, double *x,
                      double *jump) {
    enum { STEPS = 8000 };
    const double d = t / STEPS;
    double sum[2 * COUNT] = {0.0}, a[COUNT];
    for (int i = 0; i < COUNT; i++) {
        x[i] = s->jump[i];
        x[COUNT + i] = s->jump[ROOM + i] + s->before.w[i];
    }
    for (int k = 0; k <= STEPS; k++) {
        static const double at[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1.0, 2.0, 2.0, 1.0};
        double slope[2 * COUNT] = {0}, rise[2 * COUNT] = {0}, y[2 * COUNT];
        if (jump) { /* the trapezoidal rule */
            left_out(s, hit, k * d, x, end, a);
            for (int i = 0; i < COUNT; i++) {
                const double w = k == 0 || k == STEPS ? 0.5 * d : d;
                sum[i] += w * (t - k * d) * a[i];
                sum[COUNT + i] += w * a[i];
            }
        }
        for (int stage = 0; stage < 4 && k < STEPS; stage++) {
            for (int i = 0; i < 2 * COUNT; i++)
                y[i] = x[i] + at[stage] * d * slope[i];
            flow(s, (k + at[stage]) * d, y, slope + COUNT);
            memcpy(slope, y + COUNT, COUNT * sizeof *y);
            for (int i = 0; i < 2 * COUNT; i++)
                rise[i] += weight[stage] * slope[i];
        }
        for (int i = 0; i < 2 * COUNT; i++)
            x[i] += d / 6.0 * rise[i];
    }
    if (jump)
        memcpy(jump, sum, sizeof sum);
}

/* --- the steps --- */

static void take(step *s, told *t, double at) {
    CU_ASSERT_EQUAL(mr_consistent_take(&s->c, &type, t, at, H, ROW, t->f), MR_OK);
}

/* up to the end of the step, which is in c->trial; the slave has told `before` at its begin */
static void begin(step *s, const told *before, bool jumped) {
    told first = *before;
    memset(s, 0, sizeof *s);
    s->before = s->after = *before;
    s->conjugate[0] = 1;
    s->conjugate[1] = MR_NONE; /* and the third, which is no effort, must not be felt */
    s->c = (mr_consistent){.room = ROOM,
                           .n = COORDINATES,
                           .m = INPUTS,
                           .coordinates = COORDINATE,
                           .effort = EFFORT,
                           .conjugate = s->conjugate};
    CU_ASSERT_FATAL(mr_consistent_size(ROOM, COORDINATES, INPUTS) <= 2000);
    mr_consistent_place(&s->c, s->numbers);
    mr_consistent_trust(&s->c);
    s->c.guard->passed = 1e6; /* enough energy that none is taken back */
    s->c.guard->tank = 1e5;
    for (int n = 0; n < COORDINATES; n++)
        for (int i = 0; i < COUNT; i++)
            for (int k = 0; k < COUNT; k++) {
                first.Q[n][i][k] += 0.01 * (1 + n + 2 * i - 3 * k);
                s->Q_rate[n][i][k] = (before->Q[n][i][k] - first.Q[n][i][k]) / H;
            }
    take(s, &first, FROM - 2.0 * H);
    s->c.trial[0] = 0.02;
    s->c.trial[1] = -0.05;
    take(s, &first, FROM - H);
    s->mean[0] = 0.02 / H;
    s->mean[1] = -0.05 / H;
    take(s, &s->before, FROM);
    for (int i = 0; i < COUNT && jumped; i++) {
        s->c.jump[i] = s->jump[i] = 0.01 * (i + 1);
        s->c.jump[ROOM + i] = s->jump[ROOM + i] = 0.2 - 0.3 * i;
    }
    CU_ASSERT_EQUAL_FATAL(mr_history_open(&s->inputs, INPUTS, 0, 0), MR_OK);
    for (int k = -4; k <= SAMPLES; k++) {
        const double t = FROM + H * k / SAMPLES;
        double u[INPUTS];
        inputs_at(t, u);
        CU_ASSERT_EQUAL(mr_history_append(&s->inputs, t, u, -1e9, 4), MR_OK);
        if (k == 0)
            mr_consistent_restart(&s->c, &s->inputs);
        else if (k > 0)
            mr_consistent_sample(&s->c, &s->inputs);
    }
    CU_ASSERT_EQUAL(mr_consistent_foresee(&s->c, &s->inputs, FROM + H), MR_OK);
}

/* what has passed: the change of the energy of each direction, and the work of the inputs */
static void check_energy(const step *s, double before, const double *end) {
    double passed = 0.98 * before;
    for (int i = 0; i < COUNT; i++) {
        const double begin = s->before.w[i] + s->jump[ROOM + i];
        passed += 0.5 * fabs(end[COUNT + i] * end[COUNT + i] - begin * begin);
        for (int j = 0; j < 2; j++)
            passed += fabs(s->after.B[i][j] * s->after.f[j] * end[i]);
    }
    MR_ASSERT_CLOSE(s->c.guard->passed, passed, 1e-8);
}

/* the slave tells what is after the step; the correction, against the reference */
static void finish(step *s, const contact *hit, double tolerance) {
    double end[2 * COUNT], x[2 * COUNT], jump[2 * COUNT], size = 0.0;
    for (int i = 0; i < COUNT; i++) {
        end[i] = s->c.trial[i];
        end[COUNT + i] = s->c.trial[ROOM + i];
    }
    const double before = s->c.guard->passed;
    take(s, &s->after, FROM + H);
    mr_consistent_correct(&s->c, &s->inputs, FROM + H);
    check_energy(s, before, end);
    reference(s, hit, end, H, x, jump);
    for (int i = 0; i < 2 * COUNT; i++) {
        MR_ASSERT_CLOSE(end[i], x[i], 1e-8); /* the motion is that of the model */
        size = fmax(size, fabs(jump[i]) * (i < COUNT ? 1.0 / H : 1.0));
    }
    CU_ASSERT(size > 1e-3);
    for (int i = 0; i < COUNT; i++) {
        MR_ASSERT_CLOSE(s->c.jump[i], jump[i], tolerance * H * size);
        MR_ASSERT_CLOSE(s->c.jump[ROOM + i], jump[COUNT + i], tolerance * size);
    }
    CU_ASSERT(s->c.jump[COUNT] == 0.0 && s->c.jump[ROOM + COUNT] == 0.0);
    mr_history_close(&s->inputs);
}

/* told anew at the end: what the directions do with inputs, other constants of the step */
static void tell_other_inputs(step *s) {
    for (int i = 0; i < COUNT; i++) {
        for (int j = 0; j < 2; j++)
            s->after.B[i][j] += 0.3 * (i + 1) - 0.5 * j;
        for (int n = 0; n < COORDINATES; n++)
            for (int k = 0; k < COUNT; k++)
                s->after.Q[n][i][k] += 0.2 * (n + 1) - 0.1 * i + 0.15 * k;
    }
    s->after.f[0] = 0.7;
    s->after.f[1] = 0.4;
    s->after.f[2] = -3.0;
}

/* what was missing at the end is this part of what the change of the stiffness explains */
static void tell_rest(step *s, double part) {
    double m[COUNT], slope[COUNT], end[2 * COUNT];
    for (int i = 0; i < COUNT; i++) {
        end[i] = s->c.trial[i];
        end[COUNT + i] = s->c.trial[ROOM + i];
        s->after.g[i] = 0.0;
    }
    missing(s, end, m, slope);
    for (int i = 0; i < COUNT; i++)
        s->after.g[i] = part * slope[i] - m[i];
}

static void test_other_answers_to_inputs(void) {
    for (int jumped = 0; jumped < 2; jumped++)
        for (int rate = 0; rate < 2; rate++) {
            step s;
            begin(&s, &BEFORE, jumped);
            if (rate)
                tell_other_inputs(&s);
            else
                s.after.B[1][1] += 0.5; /* of an input without a coordinate */
            tell_rest(&s, 0.0);
            finish(&s, NULL, 1e-5);
        }
}

/* smooth: a third of what the new stiffness does at the end; all; more than that; the other way */
static void test_another_stiffness(void) {
    static const double parts[] = {1.0 / 3.0, 0.8, 1.0, 1.5, 2.5, -0.5, 0.01};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        step s;
        begin(&s, &BEFORE, true);
        s.after.K[0][0] += 9.0;
        s.after.K[0][1] -= 4.0;
        s.after.K[1][0] += 2.0;
        s.after.K[1][1] += 5.0;
        if (k % 2)
            tell_other_inputs(&s);
        tell_rest(&s, parts[k]);
        finish(&s, NULL, 1e-4);
    }
}

/* where the directions are all that moves, nothing else can have made what is missing */
static void test_all_that_moves(void) {
    static const double parts[] = {-0.5, 0.1, 0.5, 0.9, 3.0};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        step s;
        begin(&s, &BEFORE, true);
        s.c.whole = true;
        s.after.K[0][0] += 9.0;
        s.after.K[1][1] += 5.0;
        tell_rest(&s, parts[k]);
        finish(&s, NULL, 1e-4);
    }
}

/* the slave tells again what it told, and what the model foresaw: nothing is left of the jump */
static void test_nothing_was_left_out(void) {
    told straight = BEFORE;
    memset(straight.Q, 0, sizeof straight.Q);
    step s;
    begin(&s, &straight, true);
    memset(s.c.Q_rate, 0, COORDINATES * ROOM * ROOM * sizeof *s.c.Q_rate);
    CU_ASSERT_EQUAL(mr_consistent_foresee(&s.c, &s.inputs, FROM + H), MR_OK);
    tell_rest(&s, 0.0);
    take(&s, &s.after, FROM + H);
    mr_consistent_correct(&s.c, &s.inputs, FROM + H);
    for (int i = 0; i < 2 * ROOM; i++)
        CU_ASSERT_EQUAL(s.c.jump[i], 0.0);
    mr_history_close(&s.inputs);
}

/* a spring that is met within the step, or left: across one direction, from a place on */
static void test_a_contact_within_the_step(void) {
    static const double stiffnesses[] = {90.0, -30.0};
    for (size_t k = 0; k < sizeof stiffnesses / sizeof *stiffnesses; k++)
        for (int late = 0; late < 2; late++) {
            step s;
            begin(&s, &BEFORE, false);
            const double *E = s.c.trial, length = hypot(E[0], E[1]);
            /* not quite along the motion */
            contact hit = {.stiffness = stiffnesses[k],
                           .n = {E[0] / length * 0.8 - E[1] / length * 0.6,
                                 E[1] / length * 0.8 + E[0] / length * 0.6}};
            const double depth = hit.n[0] * E[0] + hit.n[1] * E[1];
            hit.place = (late ? 0.7 : 0.2) * depth;
            tell_rest(&s, 0.0);
            for (int i = 0; i < COUNT; i++) {
                s.after.g[i] -= hit.stiffness * hit.n[i] * (depth - hit.place);
                for (int j = 0; j < COUNT; j++)
                    s.after.K[i][j] += hit.stiffness * hit.n[i] * hit.n[j];
            }
            finish(&s, &hit, 1e-3);
        }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_other_answers_to_inputs),
        MR_TEST(test_another_stiffness),
        MR_TEST(test_all_that_moves),
        MR_TEST(test_nothing_was_left_out),
        MR_TEST(test_a_contact_within_the_step),
    };
    return mr_test_main("consistent_correction", tests, sizeof tests / sizeof *tests, argc, argv);
}
