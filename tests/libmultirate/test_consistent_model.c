/* the motion along a slave's directions against its differential equation, integrated here in small
 * steps
 *
 * eta'' = g + drift s + B (u - f) - K eta - C (eta' - w) + Q eta (u - f) + s Q' (eta - s mean / 2)
 * u, of consistent_model.h. Inputs are cubics in time, which the model follows to rounding. Nothing
 * here is symmetric or aligned, and there is room for more than there is. */
#include "couplings/interface_model.h"
#include "mr_test.h"

#include <math.h>
#include <string.h>

enum { ROOM = 3, COUNT = 2, COORDINATES = 2, INPUTS = 3 };

/* what the slave tells, in tables of COUNT */
typedef struct told {
    double B[COUNT][INPUTS], P[COORDINATES][COUNT], Q[COORDINATES][COUNT][COUNT];
    double K[COUNT][COUNT], C[COUNT][COUNT], w[COUNT], g[COUNT], drift[COUNT];
    int count;
    /* heard */
    double h, u[INPUTS], eta[COUNT], eta_rate[COUNT];
} told;

static const told SOFT = {
    .B = {{1.3, -0.7, 0.0}, {0.4, 0.9, 0.0}},
    .P = {{0.8, -0.3}, {0.5, 1.1}},
    .Q = {{{0.3, 0.1}, {0.1, -0.2}}, {{-0.15, 0.25}, {0.25, 0.4}}},
    .K = {{40.0, -7.0}, {-3.0, 25.0}},
    .C = {{0.8, 0.2}, {-0.3, 0.5}},
    .w = {0.6, -0.4},
    .g = {1.7, -2.1},
    .drift = {3.0, -1.5},
    .count = COUNT,
};

static mr_status directions(void *slave, double h, const bool *efforts, mr_directions *d) {
    const told *t = slave;
    CU_ASSERT(efforts[0] && efforts[1] && !efforts[2]);
    CU_ASSERT_EQUAL(d->room, ROOM);
    ((told *)slave)->h = h;
    d->count = t->count;
    for (int i = 0; i < COUNT; i++) {
        memcpy(d->input + i * INPUTS, t->B[i], sizeof t->B[i]);
        for (int j = 0; j < COUNT; j++) {
            d->stiffness[i * ROOM + j] = t->K[i][j];
            d->damping[i * ROOM + j] = t->C[i][j];
        }
        d->velocity[i] = t->w[i];
        d->acceleration[i] = t->g[i];
        d->drift[i] = t->drift[i];
    }
    for (int n = 0; n < COORDINATES; n++)
        for (int i = 0; i < COUNT; i++) {
            d->output[n * ROOM + i] = t->P[n][i];
            for (int j = 0; j < COUNT; j++)
                d->curvature[(n * ROOM + i) * ROOM + j] = t->Q[n][i][j];
        }
    return MR_OK;
}

static mr_status aim(void *slave, double h, const double *u, const double *eta,
                     const double *eta_rate) {
    told *t = slave;
    t->h = h;
    memcpy(t->u, u, sizeof t->u);
    memcpy(t->eta, eta, sizeof t->eta);
    memcpy(t->eta_rate, eta_rate, sizeof t->eta_rate);
    return MR_OK;
}

static const mr_slave_type type = {.directions = directions, .aim = aim};

/* cubics; the third input is no effort, though a coordinate is its own, and must
 * not be felt */
static void inputs_at(double t, double *u) {
    u[0] = 2.0 - 3.0 * t + 5.0 * t * t - 9.0 * t * t * t;
    u[1] = -1.0 + 4.0 * t - 7.0 * t * t + 6.0 * t * t * t;
    u[2] = 1e3 + t;
}

static const double F[INPUTS] = {1.5, -0.8, 7.0};
/* position, velocity, acceleration; the second coordinate has no position */
static const mr_coordinate COORDINATE[COORDINATES] = {{1, 2, 0}, {MR_NONE, 4, 3}};
static const double ROW[5] = {-0.9, 0.25, 0.7, 1.9, -1.3};
static const bool EFFORT[INPUTS] = {true, true, false};

typedef struct fixture {
    told slave;
    mr_consistent c;
    mr_history inputs;
    int conjugate[INPUTS];
    double numbers[2000], from;
} fixture;

static void sample(fixture *f, double t) {
    double u[INPUTS];
    inputs_at(t, u);
    CU_ASSERT_EQUAL(mr_history_append(&f->inputs, t, u, -1e9, 4), MR_OK);
}

/* the slave is at `from`; four samples lie behind, the last of them there */
static void open_model(fixture *f, const told *slave, double from) {
    *f = (fixture){.slave = *slave, .conjugate = {1, MR_NONE, 0}, .from = from};
    f->c = (mr_consistent){.room = ROOM,
                           .n = COORDINATES,
                           .m = INPUTS,
                           .coordinates = COORDINATE,
                           .effort = EFFORT,
                           .conjugate = f->conjugate};
    CU_ASSERT_FATAL(mr_consistent_size(ROOM, COORDINATES, INPUTS) <= 2000);
    mr_consistent_place(&f->c, f->numbers);
    CU_ASSERT_EQUAL_FATAL(mr_history_open(&f->inputs, INPUTS, 0, 0), MR_OK);
    for (int i = 0; i < 4; i++)
        sample(f, from - 0.06 * (3 - i) - 0.01 * (i == 1));
    CU_ASSERT_EQUAL(mr_consistent_take(&f->c, &type, &f->slave, from, 0.1, ROW, F), MR_OK);
    mr_consistent_restart(&f->c, &f->inputs);
}

/* --- the reference --- */

static void accelerate(const fixture *f, double s, const double *x, double *a) {
    const told *t = &f->slave;
    const int conjugate = 1; /* of the first input */
    double u[INPUTS];
    inputs_at(f->from + s, u);
    for (int i = 0; i < COUNT; i++) {
        a[i] = t->g[i] + t->drift[i] * s + t->B[i][0] * (u[0] - F[0]) + t->B[i][1] * (u[1] - F[1]);
        for (int j = 0; j < COUNT; j++) {
            const double Q = t->Q[conjugate][i][j];
            const double Q_rate = f->c.Q_rate[(conjugate * ROOM + i) * ROOM + j];
            a[i] -= t->K[i][j] * x[j] + t->C[i][j] * (x[COUNT + j] - t->w[j]);
            a[i] += Q * x[j] * (u[0] - F[0]) + s * Q_rate * (x[j] - 0.5 * s * f->c.mean[j]) * u[0];
        }
    }
}

/* eta, eta' at s after the slave's time, by Runge and Kutta */
static void reference(const fixture *f, double s, double *x) {
    const int steps = 16000;
    const double h = s / steps;
    for (int i = 0; i < COUNT; i++) {
        x[i] = 0.0;
        x[COUNT + i] = f->slave.w[i];
    }
    for (int k = 0; k < steps; k++) {
        static const double at[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1.0, 2.0, 2.0, 1.0};
        double slope[2 * COUNT] = {0}, sum[2 * COUNT] = {0}, y[2 * COUNT];
        for (int stage = 0; stage < 4; stage++) {
            for (int i = 0; i < 2 * COUNT; i++)
                y[i] = x[i] + at[stage] * h * slope[i];
            accelerate(f, (k + at[stage]) * h, y, slope + COUNT);
            memcpy(slope, y + COUNT, COUNT * sizeof *y);
            for (int i = 0; i < 2 * COUNT; i++)
                sum[i] += weight[stage] * slope[i];
        }
        for (int i = 0; i < 2 * COUNT; i++)
            x[i] += h / 6.0 * sum[i];
    }
}

static void check_state(const fixture *f, double t, const double *eta, const double *eta_rate) {
    double x[2 * COUNT];
    reference(f, t - f->from, x);
    for (int i = 0; i < COUNT; i++) {
        MR_ASSERT_CLOSE(eta[i], x[i], 1e-9 * (1.0 + fabs(x[i])));
        MR_ASSERT_CLOSE(eta_rate[i], x[COUNT + i], 1e-9 * (1.0 + fabs(x[COUNT + i])));
    }
}

/* p = p_s + (v_s - P w) s + (a_s - P g - w Q w) s^2/2 + P eta + eta Q eta / 2 and its two
 * derivatives; where Q' = 0 */
static void check_outputs(const fixture *f, double t, const double *outputs) {
    const told *d = &f->slave;
    double x[2 * COUNT], a[COUNT];
    const double s = t - f->from;
    reference(f, s, x);
    accelerate(f, s, x, a);
    for (int n = 0; n < COORDINATES; n++) {
        const mr_coordinate *k = &COORDINATE[n];
        double v = ROW[k->velocity], rest = ROW[k->acceleration];
        double p[3] = {k->position >= 0 ? ROW[k->position] : 0.0, 0.0, 0.0};
        for (int i = 0; i < COUNT; i++) {
            v -= d->P[n][i] * d->w[i];
            rest -= d->P[n][i] * d->g[i];
            p[0] += d->P[n][i] * x[i];
            p[1] += d->P[n][i] * x[COUNT + i];
            p[2] += d->P[n][i] * a[i];
            for (int j = 0; j < COUNT; j++) {
                const double Q = d->Q[n][i][j];
                rest -= d->w[i] * Q * d->w[j];
                p[0] += 0.5 * x[i] * Q * x[j];
                p[1] += x[i] * Q * x[COUNT + j];
                p[2] += x[COUNT + i] * Q * x[COUNT + j] + x[i] * Q * a[j];
            }
        }
        const double expected[3] = {p[0] + v * s + 0.5 * rest * s * s, p[1] + v + rest * s,
                                    p[2] + rest};
        const int places[3] = {k->position, k->velocity, k->acceleration};
        for (int i = k->position >= 0 ? 0 : 1; i < 3; i++)
            MR_ASSERT_CLOSE(outputs[places[i]], expected[i], 1e-9 * (1.0 + fabs(expected[i])));
    }
}

static void predict(fixture *f, double t, double *outputs) {
    double u[INPUTS];
    inputs_at(t, u);
    mr_consistent_predict(&f->c, &f->inputs, t, u, outputs);
}

static const double TIMES[] = {0.03, 0.11, 0.16, 0.29, 0.31, 0.44};
enum { SAMPLES = sizeof TIMES / sizeof *TIMES };

/* --- tests --- */

/* Gershgorin: no pole is faster than the root of the largest sum of a row of K, or such a sum of C.
 * What lies beyond the directions there are does not count */
static void test_the_fastest_pole_is_bounded(void) {
    fixture f;
    told slave = SOFT;
    open_model(&f, &slave, 0.3);
    MR_ASSERT_CLOSE(*f.c.fastest, sqrt(40.0 + 7.0), 1e-14);
    slave.K[1][1] = 60.0;
    mr_history_close(&f.inputs);
    open_model(&f, &slave, 0.3);
    MR_ASSERT_CLOSE(*f.c.fastest, sqrt(3.0 + 60.0), 1e-14);
    slave.C[0][1] = -8.0;
    mr_history_close(&f.inputs);
    open_model(&f, &slave, 0.3);
    MR_ASSERT_CLOSE(*f.c.fastest, 0.8 + 8.0, 1e-14);
    mr_history_close(&f.inputs);
    memset(slave.K, 0, sizeof slave.K); /* nothing is fast */
    memset(slave.C, 0, sizeof slave.C);
    open_model(&f, &slave, 0.3);
    MR_ASSERT_CLOSE(*f.c.fastest, 0.0, 0.0);
    mr_history_close(&f.inputs);
    slave.C[0][0] = 0.8;
    slave.C[0][1] = -8.0;
    open_model(&f, &slave, 0.3);
    for (int i = 0; i < ROOM; i++)
        f.c.K[i * ROOM + COUNT] = f.c.K[COUNT * ROOM + i] = f.c.C[i * ROOM + COUNT] = 1e6;
    mr_consistent_bound(&f.c);
    MR_ASSERT_CLOSE(*f.c.fastest, 0.8 + 8.0, 1e-14);
    mr_history_close(&f.inputs);
}

static void test_the_block_holds_all_numbers_side_by_side(void) {
    mr_consistent c = {.room = ROOM, .n = COORDINATES, .m = INPUTS};
    double numbers[2000];
    const int size = mr_consistent_size(ROOM, COORDINATES, INPUTS);
    mr_consistent_place(&c, numbers);
    /* the last one ends where the block does, or before */
    double *const places[] = {c.count,  c.input, c.output, c.Q,       c.Q_rate, c.mean,  c.K,
                              c.C,      c.w,     c.g,      c.drift,   c.f,      c.slave, c.base,
                              c.before, c.times, c.steps,  c.fastest, c.trial,  c.inputs};
    const int sizes[] = {1,
                         ROOM * INPUTS,
                         COORDINATES * ROOM,
                         COORDINATES * ROOM * ROOM,
                         COORDINATES * ROOM * ROOM,
                         ROOM,
                         ROOM * ROOM,
                         ROOM * ROOM,
                         ROOM,
                         ROOM,
                         ROOM,
                         INPUTS,
                         3 * COORDINATES,
                         2 * ROOM,
                         2 * ROOM,
                         3,
                         1,
                         1,
                         2 * ROOM,
                         4 * INPUTS};
    char taken[2000] = {0};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        CU_ASSERT_FATAL(places[i] >= numbers && places[i] + sizes[i] <= numbers + size);
        for (int k = 0; k < sizes[i]; k++)
            CU_ASSERT_EQUAL(taken[places[i] - numbers + k]++, 0);
    }
}

static void test_samples_move_the_model_as_its_equation_does(void) {
    for (int start = 0; start < 2; start++) {
        fixture f;
        double outputs[5];
        open_model(&f, &SOFT, start == 0 ? 0.0 : 2.5);
        CU_ASSERT_EQUAL(f.slave.h, 0.1);
        check_state(&f, f.from, f.c.base, f.c.base + ROOM);
        for (int k = 0; k < SAMPLES; k++) {
            /* before the sample is there, and when it is */
            predict(&f, f.from + TIMES[k], outputs);
            check_outputs(&f, f.from + TIMES[k], outputs);
            sample(&f, f.from + TIMES[k]);
            mr_consistent_sample(&f.c, &f.inputs);
            CU_ASSERT_EQUAL(f.c.times[0], f.from + TIMES[k]);
            CU_ASSERT_EQUAL(f.c.times[1], f.from + (k > 0 ? TIMES[k - 1] : 0.0));
            check_state(&f, f.from + TIMES[k], f.c.base, f.c.base + ROOM);
            predict(&f, f.from + TIMES[k], outputs);
            check_outputs(&f, f.from + TIMES[k], outputs);
        }
        mr_history_close(&f.inputs);
    }
}

static void test_a_restart_goes_through_all_samples_since(void) {
    for (int count = 0; count <= SAMPLES; count++) {
        fixture f;
        open_model(&f, &SOFT, 1.0);
        for (int k = 0; k < count; k++)
            sample(&f, f.from + TIMES[k]);
        mr_consistent_restart(&f.c, &f.inputs);
        const double newest = f.from + (count > 0 ? TIMES[count - 1] : 0.0);
        const double before = f.from + (count > 1 ? TIMES[count - 2] : 0.0);
        CU_ASSERT_EQUAL(f.c.times[0], newest);
        CU_ASSERT_EQUAL(f.c.times[1], before);
        CU_ASSERT_EQUAL(f.c.times[2], f.from);
        check_state(&f, newest, f.c.base, f.c.base + ROOM);
        check_state(&f, before, f.c.before, f.c.before + ROOM);
        mr_history_close(&f.inputs);
    }
}

static void test_the_slave_is_told_where_the_motion_has_got_to(void) {
    /* before the last two samples, between them, at one, and beyond the newest */
    static const double ends[] = {0.02, 0.11, 0.2, 0.3, 0.31, 0.37, 0.44, 0.47};
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
        fixture f;
        double motion[2 * COORDINATES], outputs[5];
        const double f_next[INPUTS] = {0.1, 0.2, 0.3};
        open_model(&f, &SOFT, 1.0);
        for (int i = 0; i < SAMPLES; i++) {
            sample(&f, f.from + TIMES[i]);
            mr_consistent_sample(&f.c, &f.inputs);
        }
        const double end = f.from + ends[k];
        CU_ASSERT_EQUAL(mr_consistent_aim(&f.c, &type, &f.slave, &f.inputs, end, f_next), MR_OK);
        MR_ASSERT_CLOSE(f.slave.h, ends[k], 1e-12);
        CU_ASSERT_EQUAL(memcmp(f.slave.u, f_next, sizeof f_next), 0);
        check_state(&f, end, f.slave.eta, f.slave.eta_rate);
        /* what is foreseen there is what the master would be told */
        mr_consistent_expected(&f.c, end, motion);
        fixture g;
        open_model(&g, &SOFT, 1.0);
        predict(&g, g.from, outputs);
        for (int i = 0; i < SAMPLES && TIMES[i] < ends[k]; i++) {
            sample(&g, g.from + TIMES[i]);
            mr_consistent_sample(&g.c, &g.inputs);
        }
        predict(&g, end, outputs);
        MR_ASSERT_CLOSE(motion[0], outputs[COORDINATE[0].position], 1e-8);
        for (int n = 0; n < COORDINATES; n++)
            MR_ASSERT_CLOSE(motion[COORDINATES + n], outputs[COORDINATE[n].velocity], 1e-8);
        mr_history_close(&f.inputs);
        mr_history_close(&g.inputs);
    }
}

static void test_curvature_that_changes_goes_on_changing(void) {
    fixture f;
    open_model(&f, &SOFT, 0.5);
    /* as a second step would find it: the same matrix at every coordinate is of no help */
    for (int n = 0; n < COORDINATES; n++)
        for (int i = 0; i < COUNT; i++)
            for (int j = 0; j < COUNT; j++)
                f.c.Q_rate[(n * ROOM + i) * ROOM + j] = 0.7 * (n + 1) * cos(i + j + n);
    f.c.mean[0] = 0.35;
    f.c.mean[1] = -0.55;
    for (int k = 0; k < SAMPLES; k++) {
        sample(&f, f.from + TIMES[k]);
        mr_consistent_sample(&f.c, &f.inputs);
        check_state(&f, f.from + TIMES[k], f.c.base, f.c.base + ROOM);
    }
    /* the velocity is the derivative of the position, the acceleration that of the velocity */
    const double t = f.from + 0.5, d = 1e-4;
    double at[5], up[5], down[5];
    predict(&f, t, at);
    predict(&f, t + d, up);
    predict(&f, t - d, down);
    const mr_coordinate *k = COORDINATE;
    MR_ASSERT_CLOSE((up[k->position] - down[k->position]) / (2.0 * d), at[k->velocity], 1e-6);
    for (int n = 0; n < COORDINATES; n++, k++)
        MR_ASSERT_CLOSE((up[k->velocity] - down[k->velocity]) / (2.0 * d), at[k->acceleration],
                        1e-6);
    mr_history_close(&f.inputs);
}

static void test_the_rate_of_the_curvature_is_its_change_over_a_step(void) {
    fixture f;
    open_model(&f, &SOFT, 0.0);
    for (int i = 0; i < COORDINATES * ROOM * ROOM; i++)
        CU_ASSERT_EQUAL(f.c.Q_rate[i], 0.0);
    /* the second step has one before it, but not yet a change: that of the first is the start's */
    for (int step = 1; step <= 2; step++) {
        for (int i = 0; i < COUNT; i++)
            f.c.trial[i] = 0.02 * (i + step);
        for (int n = 0; n < COORDINATES; n++)
            for (int i = 0; i < COUNT; i++)
                for (int j = 0; j < COUNT; j++)
                    f.slave.Q[n][i][j] += 0.05 * (n + 1) * (i + 2 * j + 1);
        CU_ASSERT_EQUAL(mr_consistent_take(&f.c, &type, &f.slave, 0.2 * step, 0.2, ROW, F), MR_OK);
        for (int i = 0; i < COUNT; i++)
            MR_ASSERT_CLOSE(f.c.mean[i], 0.02 * (i + step) / 0.2, 1e-15);
        for (int n = 0; n < COORDINATES; n++)
            for (int i = 0; i < COUNT; i++)
                for (int j = 0; j < COUNT; j++)
                    MR_ASSERT_CLOSE(f.c.Q_rate[(n * ROOM + i) * ROOM + j],
                                    step == 1 ? 0.0 : 0.25 * (n + 1) * (i + 2 * j + 1), 1e-13);
    }
    /* another number of directions are others */
    f.slave.count = 1;
    CU_ASSERT_EQUAL(mr_consistent_take(&f.c, &type, &f.slave, 0.6, 0.2, ROW, F), MR_OK);
    for (int i = 0; i < COORDINATES * ROOM * ROOM; i++)
        CU_ASSERT_EQUAL(f.c.Q_rate[i], 0.0);
    mr_history_close(&f.inputs);
}

/* a slave on straight paths may leave the curvature alone: it finds zeros there, at every telling,
 * whatever it told before */
static mr_status straight(void *slave, double h, const bool *efforts, mr_directions *d) {
    told *t = slave;
    double kept[COORDINATES * ROOM * ROOM];
    memcpy(kept, d->curvature, sizeof kept);
    for (int i = 0; i < COORDINATES * ROOM * ROOM; i++)
        CU_ASSERT_EQUAL(kept[i], 0.0);
    const mr_status status = directions(t, h, efforts, d);
    memcpy(d->curvature, kept, sizeof kept);
    return status;
}

static void test_a_curvature_that_is_not_told_is_zero(void) {
    const mr_slave_type on_straight_paths = {.directions = straight, .aim = aim};
    fixture f;
    open_model(&f, &SOFT, 0.0); /* which had a curvature */
    for (int step = 1; step <= 2; step++) {
        CU_ASSERT_EQUAL(
            mr_consistent_take(&f.c, &on_straight_paths, &f.slave, 0.2 * step, 0.2, ROW, F), MR_OK);
        for (int i = 0; i < COORDINATES * ROOM * ROOM; i++)
            CU_ASSERT_EQUAL(f.c.Q[i], 0.0);
    }
    mr_history_close(&f.inputs);
}

static void test_stiff_directions_are_resolved_in_pieces_or_by_a_rule(void) {
    /* 50 rad in one step: still the equation */
    told stiff = SOFT;
    stiff.K[0][0] = 2.5e4;
    stiff.K[1][1] = 1.9e4;
    fixture f;
    open_model(&f, &stiff, 0.0);
    sample(&f, 0.3);
    mr_consistent_sample(&f.c, &f.inputs);
    check_state(&f, 0.3, f.c.base, f.c.base + ROOM);
    mr_history_close(&f.inputs);

    /* one stiff direction, stiff by its spring or by its damper, is enough for small pieces */
    for (int which = 0; which < 4; which++) {
        stiff = SOFT;
        (which < 2 ? stiff.K : stiff.C)[which % 2][which % 2] = which < 2 ? 4e4 : 150.0;
        open_model(&f, &stiff, 0.0);
        sample(&f, 0.3);
        mr_consistent_sample(&f.c, &f.inputs);
        check_state(&f, 0.3, f.c.base, f.c.base + ROOM);
        mr_history_close(&f.inputs);
    }

    /* 10^4 rad: the trapezoidal rule in a hundred pieces; here for two directions, by Cramer's rule
     */
    stiff = SOFT;
    memset(stiff.Q, 0, sizeof stiff.Q);
    stiff.K[0][0] = 1e9;
    stiff.K[1][1] = 7e8;
    stiff.K[0][1] = -1e8;
    stiff.C[1][1] = 3e4;
    open_model(&f, &stiff, 0.0);
    const double h = 0.3 / 100;
    double x[COUNT] = {0}, v[COUNT] = {stiff.w[0], stiff.w[1]};
    for (int k = 0; k < 100; k++) {
        double M[COUNT][COUNT], a[COUNT], b[COUNT], c[COUNT];
        const double none[2 * COUNT] = {0, 0, stiff.w[0], stiff.w[1]};
        double early[COUNT], late[COUNT];
        accelerate(&f, k * h, none, early); /* the forcing, but for C w */
        accelerate(&f, (k + 1) * h, none, late);
        for (int i = 0; i < COUNT; i++) {
            b[i] = 0.5 * (early[i] + late[i]);
            for (int j = 0; j < COUNT; j++) {
                b[i] +=
                    stiff.C[i][j] * (stiff.w[j] - v[j]) - stiff.K[i][j] * (x[j] + 0.5 * h * v[j]);
                M[i][j] = (i == j) + 0.5 * h * stiff.C[i][j] + 0.25 * h * h * stiff.K[i][j];
            }
        }
        const double det = M[0][0] * M[1][1] - M[0][1] * M[1][0];
        c[0] = (b[0] * M[1][1] - b[1] * M[0][1]) / det;
        c[1] = (M[0][0] * b[1] - M[1][0] * b[0]) / det;
        for (int i = 0; i < COUNT; i++) {
            a[i] = h * c[i];
            x[i] += h * (v[i] + 0.5 * a[i]);
            v[i] += a[i];
        }
    }
    sample(&f, 0.3);
    mr_consistent_sample(&f.c, &f.inputs);
    for (int i = 0; i < COUNT; i++) {
        MR_ASSERT_RELATIVE(f.c.base[i], x[i], 1e-8);
        MR_ASSERT_RELATIVE(f.c.base[ROOM + i], v[i], 1e-8);
    }
    mr_history_close(&f.inputs);
}

static void test_no_window_of_inputs_crosses_a_jump(void) {
    /* constant inputs before and after: with C = K = Q = drift = 0 the motion is a parabola */
    told free = {.B = {{1.0, 0.0, 0.0}, {0.0, 2.0, 0.0}}, .count = COUNT};
    fixture f;
    open_model(&f, &free, 0.0);
    double low[INPUTS] = {F[0], F[1], 0.0}, high[INPUTS] = {F[0] + 1.0, F[1] - 0.5, 0.0};
    mr_history_clear(&f.inputs);
    for (int i = -3; i <= 0; i++)
        mr_history_append(&f.inputs, 0.1 * i, i < 0 ? low : high, -1e9, 4);
    mr_history_mark_jump(&f.inputs);
    mr_consistent_restart(&f.c, &f.inputs);
    double outputs[5];
    mr_consistent_predict(&f.c, &f.inputs, 0.05, high, outputs);
    MR_ASSERT_CLOSE(f.c.trial[0], 0.5 * 0.05 * 0.05, 1e-15);
    for (int i = 1; i <= 3; i++) {
        mr_history_append(&f.inputs, 0.1 * i, high, -1e9, 4);
        mr_consistent_sample(&f.c, &f.inputs);
        MR_ASSERT_CLOSE(f.c.base[0], 0.5 * 0.01 * i * i, 1e-14);
        MR_ASSERT_CLOSE(f.c.base[1], -0.5 * 0.01 * i * i, 1e-14);
        MR_ASSERT_CLOSE(f.c.base[ROOM], 0.1 * i, 1e-14);
    }
    mr_history_close(&f.inputs);
}

static void test_a_sample_told_again_takes_the_place_of_the_first(void) {
    fixture f;
    open_model(&f, &SOFT, 1.0);
    for (int k = 0; k < 3; k++)
        sample(&f, f.from + TIMES[k]);
    mr_consistent_restart(&f.c, &f.inputs);
    mr_interface_model model = {.along = f.c};
    /* the same time again, whether told to be or not; then a later one that replaced something
     * older */
    for (int again = 0; again < 2; again++) {
        mr_interface_model_sample(&model, &f.inputs, again);
        CU_ASSERT_EQUAL(f.c.times[0], f.from + TIMES[2]);
        CU_ASSERT_EQUAL(f.c.times[1], f.from + TIMES[1]);
        check_state(&f, f.from + TIMES[2], f.c.base, f.c.base + ROOM);
        check_state(&f, f.from + TIMES[1], f.c.before, f.c.before + ROOM);
    }
    sample(&f, f.from + TIMES[3]);
    sample(&f, f.from + TIMES[4]);
    mr_interface_model_sample(&model, &f.inputs, true);
    CU_ASSERT_EQUAL(f.c.times[1], f.from + TIMES[3]);
    check_state(&f, f.from + TIMES[4], f.c.base, f.c.base + ROOM);
    sample(&f, f.from + TIMES[5]);
    mr_interface_model_sample(&model, &f.inputs, false);
    CU_ASSERT_EQUAL(f.c.times[1], f.from + TIMES[4]);
    check_state(&f, f.from + TIMES[5], f.c.base, f.c.base + ROOM);
    mr_history_close(&f.inputs);
}

static void test_numbers_that_are_none_are_refused(void) {
    static const size_t places[] = {offsetof(told, B[1][2]), offsetof(told, P[1][1]),
                                    offsetof(told, K[1][1]), offsetof(told, C[1][0]),
                                    offsetof(told, w[1]),    offsetof(told, g[1]),
                                    offsetof(told, drift[1])};
    fixture f;
    open_model(&f, &SOFT, 0.0);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        f.slave = SOFT;
        *(double *)((char *)&f.slave + places[i]) = NAN;
        CU_ASSERT_EQUAL(mr_consistent_take(&f.c, &type, &f.slave, 0.1, 0.1, ROW, F),
                        MR_ERR_NOT_FINITE);
    }
    f.slave = SOFT;
    for (int count = -1; count <= ROOM + 1; count += ROOM + 2) {
        f.slave.count = count;
        CU_ASSERT_EQUAL(mr_consistent_take(&f.c, &type, &f.slave, 0.1, 0.1, ROW, F),
                        MR_ERR_ARGUMENT);
    }
    f.slave.count = COUNT;
    CU_ASSERT_EQUAL(mr_consistent_take(&f.c, &type, &f.slave, 0.1, 0.1, ROW, F), MR_OK);
    mr_consistent_restart(&f.c, &f.inputs);
    f.c.base[ROOM + 1] = INFINITY;
    CU_ASSERT_EQUAL(mr_consistent_aim(&f.c, &type, &f.slave, &f.inputs, 0.2, F), MR_ERR_NOT_FINITE);
    mr_history_close(&f.inputs);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_the_fastest_pole_is_bounded),
        MR_TEST(test_the_block_holds_all_numbers_side_by_side),
        MR_TEST(test_samples_move_the_model_as_its_equation_does),
        MR_TEST(test_a_restart_goes_through_all_samples_since),
        MR_TEST(test_the_slave_is_told_where_the_motion_has_got_to),
        MR_TEST(test_curvature_that_changes_goes_on_changing),
        MR_TEST(test_the_rate_of_the_curvature_is_its_change_over_a_step),
        MR_TEST(test_a_curvature_that_is_not_told_is_zero),
        MR_TEST(test_stiff_directions_are_resolved_in_pieces_or_by_a_rule),
        MR_TEST(test_no_window_of_inputs_crosses_a_jump),
        MR_TEST(test_a_sample_told_again_takes_the_place_of_the_first),
        MR_TEST(test_numbers_that_are_none_are_refused),
    };
    return mr_test_main("consistent_model", tests, sizeof tests / sizeof *tests, argc, argv);
}
