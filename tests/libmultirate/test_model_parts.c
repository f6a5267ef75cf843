/* parts of the interface model, each by itself: its block of numbers, the deviation of a linear
 * slave, matrices that are learnt, when matrices are asked for, pulls, and pushes of steps on trial
 */
#include "couplings/identification.h"
#include "couplings/interface_model.h"
#include "couplings/trial_steps.h"
#include "mr_test.h"

#include <math.h>
#include <string.h>

/* --- a slave that tells what it is told to --- */

enum { MOST = 3 };

static double Au[MOST * MOST], Ap[MOST * MOST], Av[MOST * MOST];
static int n, m, asked;

static mr_status tell(void *self, double *u, double *p, double *v) {
    (void)self;
    asked++;
    memcpy(u, Au, (size_t)(n * m) * sizeof *u);
    memcpy(p, Ap, (size_t)(n * n) * sizeof *p);
    memcpy(v, Av, (size_t)(n * n) * sizeof *v);
    return MR_OK;
}

static mr_status save(const void *self, void **state) {
    (void)self;
    *state = NULL;
    return MR_OK;
}

static mr_status restore(void *self, const void *state) {
    (void)self;
    (void)state;
    return MR_OK;
}

static const mr_slave_type type = {
    .name = "told", .interface_matrices = tell, .save = save, .restore = restore};

/* coordinates with outputs p, v, a each (p missing: of first order) and inputs, of which the first
 * is no effort if `other` */
static mr_interface_model open_model(int coordinates, int inputs, bool positions, bool other,
                                     bool identify, int states) {
    static mr_variable in[MOST], out[3 * MOST];
    static mr_coordinate of[MOST];
    mr_interface_model model;
    mr_message message = {""};
    n = coordinates;
    m = inputs;
    memset(Au, 0, sizeof Au);
    memset(Ap, 0, sizeof Ap);
    memset(Av, 0, sizeof Av);
    for (int j = 0; j < m; j++)
        in[j] = (mr_variable){.name = "u",
                              .unit = "",
                              .size = 1,
                              .rate_of = MR_NONE,
                              .power_with = other && j == 0 ? MR_NONE : 1,
                              .variability = MR_CONTINUOUS};
    for (int k = 0; k < 3 * n; k++)
        out[k] = (mr_variable){.name = "y",
                               .unit = "",
                               .size = 1,
                               .rate_of = k % 3 ? k - 1 : MR_NONE,
                               .power_with = MR_NONE,
                               .variability = MR_CONTINUOUS};
    for (int i = 0; i < n; i++)
        of[i] = (mr_coordinate){positions ? 3 * i : MR_NONE, 3 * i + 1, 3 * i + 2};
    const mr_slave_description d = {.title = "told",
                                    .input_count = m,
                                    .inputs = in,
                                    .output_count = 3 * n,
                                    .outputs = out,
                                    .coordinate_count = n,
                                    .coordinates = of};
    CU_ASSERT_EQUAL_FATAL(
        mr_interface_model_open(&model, &type, &d, identify, 1.0, 0, states, &message), MR_OK);
    CU_ASSERT_EQUAL(model.n, n);
    CU_ASSERT_EQUAL(model.m, m);
    mr_matrices_start(&model);
    return model;
}

static void set_matrices(mr_interface_model *model) {
    memcpy(model->Au, Au, (size_t)(n * m) * sizeof *Au);
    memcpy(model->Ap, Ap, (size_t)(n * n) * sizeof *Ap);
    memcpy(model->Av, Av, (size_t)(n * n) * sizeof *Av);
}

/* two coordinates, two efforts, damped */
static void two_by_two(void) {
    static const double u[4] = {0.5, -0.2, 0.1, 0.8}, p[4] = {-90, 20, 30, -60},
                        v[4] = {-0.8, 0.3, 0.2, -1.1};
    memcpy(Au, u, sizeof u);
    memcpy(Ap, p, sizeof p);
    memcpy(Av, v, sizeof v);
}

/* --- the block --- */

/* what a snapshot copies is one block; its parts follow each other, the path at its end */
static void test_the_state_is_one_block(void) {
    for (int coordinates = 1; coordinates <= MOST; coordinates++)
        for (int inputs = 1; inputs <= MOST; inputs++)
            for (int states = 0; states <= 6; states += 2) {
                mr_interface_model model =
                    open_model(coordinates, inputs, true, false, false, states);
                CU_ASSERT_EQUAL(model.may_own, states > 0);
                CU_ASSERT_PTR_EQUAL(model.reach, model.numbers);
                CU_ASSERT_PTR_EQUAL(model.doubt, model.numbers + MR_REACH_SIZE);
                CU_ASSERT_PTR_EQUAL(model.Au, (double *)model.doubt + MR_DOUBT_SIZE);
                CU_ASSERT_PTR_EQUAL(model.Ap, model.Au + n * m);
                CU_ASSERT_PTR_EQUAL(model.Av, model.Ap + n * n);
                CU_ASSERT_PTR_EQUAL(model.factor, model.Av + n * n);
                CU_ASSERT_PTR_EQUAL(model.mean, model.factor + 2 * n);
                CU_ASSERT_PTR_EQUAL(model.slave, model.mean + m);
                CU_ASSERT_PTR_EQUAL(model.deviation, model.slave + 3 * n);
                CU_ASSERT_PTR_EQUAL(model.base, model.deviation + 3 * n);
                const double *end = model.numbers + model.doubles;
                if (states > 0) {
                    CU_ASSERT_PTR_EQUAL((double *)model.bent + MR_BENT_SIZE, end);
                    CU_ASSERT_PTR_EQUAL(model.hidden_before + n, model.bent);
                    CU_ASSERT(model.hidden.z + 2 * model.hidden.room * n <= model.hidden_before);
                } else {
                    CU_ASSERT_PTR_EQUAL(model.identification.seen + m + 2 * n, end);
                }
                mr_interface_model_close(&model);
            }
}

/* --- samples --- */

static const double TIMES[6] = {0.0, 0.1, 0.25, 0.3, 0.55, 0.7};

static double sample(int k, int j) {
    return sin(1.7 * k + j) * (3.0 + j);
}

static void open_samples(mr_history *inputs) {
    *inputs = (mr_history){0};
    CU_ASSERT_EQUAL_FATAL(mr_history_open(inputs, m, 0, 16), MR_OK);
    for (int k = 0; k < 6; k++) {
        double u[MOST];
        for (int j = 0; j < m; j++)
            u[j] = sample(k, j);
        CU_ASSERT_EQUAL(mr_history_append(inputs, TIMES[k], u, -1.0, 2), MR_OK);
    }
}

static double line(double t, int j) {
    int k = 0;
    if (t >= TIMES[5])
        return sample(5, j);
    while (TIMES[k + 1] < t)
        k++;
    const double part = (t - TIMES[k]) / (TIMES[k + 1] - TIMES[k]);
    return (1.0 - part) * sample(k, j) + part * sample(k + 1, j);
}

/* straight lines between the samples, held behind the newest */
static void test_inputs_between_samples(void) {
    mr_interface_model model = open_model(1, 2, true, false, false, 0);
    mr_history inputs;
    open_samples(&inputs);
    for (int k = 0; k <= 40; k++) {
        double u[2];
        const double t = 0.02 * k;
        mr_deviated_inputs(&inputs, t, u);
        for (int j = 0; j < 2; j++)
            MR_ASSERT_CLOSE(u[j], line(t, j), 1e-12);
    }
    mr_history_close(&inputs);
    mr_interface_model_close(&model);
}

/* --- deviation and prediction: the trapezoidal rule from sample to sample --- */

/* d'' = Au (u - mean) + r' (t - t_s) + Ap (d - o) + Av (d' - o') + o'', at the time t */
static void accelerate(const mr_interface_model *model, double t, const double *u,
                       const double *origin, const double *state, double *a) {
    for (int i = 0; i < n; i++) {
        a[i] = origin ? origin[2 * n + i] + model->drift[i] * (t - model->times[2]) : 0.0;
        for (int j = 0; j < m; j++)
            if (model->effort[j])
                a[i] += Au[i * m + j] * (u[j] - model->mean[j]);
        for (int j = 0; j < n; j++)
            a[i] += Ap[i * n + j] * (state[j] - (origin ? origin[j] : 0.0)) +
                    Av[i * n + j] * (state[n + j] - (origin ? origin[n + j] : 0.0));
    }
}

/* one implicit step, to rounding by repetition */
static void rule(const mr_interface_model *model, double t, double h, const double *u,
                 const double *origin, double *state) {
    double next[3 * MOST];
    memcpy(next, state, sizeof next);
    for (int pass = 0; pass < 200; pass++) {
        for (int i = 0; i < n; i++) {
            next[n + i] = state[n + i] + 0.5 * h * (state[2 * n + i] + next[2 * n + i]);
            next[i] = state[i] + 0.5 * h * (state[n + i] + next[n + i]);
        }
        double a[MOST];
        accelerate(model, t, u, origin, next, a);
        for (int i = 0; i < n; i++) /* half of it at a time, so that it settles */
            next[2 * n + i] = 0.5 * (next[2 * n + i] + a[i]);
    }
    memcpy(state, next, sizeof next);
}

static void steps(const mr_interface_model *model, double from, double to, const double *origin,
                  double *state) {
    double t = from, u[MOST];
    for (int k = 0; k <= 6; k++) {
        const double next = k < 6 && TIMES[k] < to ? TIMES[k] : to;
        if (next <= t)
            continue;
        for (int j = 0; j < m; j++)
            u[j] = line(next, j);
        rule(model, next, next - t, u, origin, state);
        t = next;
    }
}

static void check_deviation(mr_interface_model *model, const mr_history *inputs, double from,
                            double to, double leak) {
    double state[3 * MOST] = {0}, u[MOST];
    for (int i = 0; i < 2 * n; i++)
        state[i] = model->deviation[i] = 0.01 * (1.0 + i) * (i % 2 ? -1.0 : 1.0);
    for (int j = 0; j < m; j++) {
        model->mean[j] = 0.4 - j;
        u[j] = line(from, j);
    }
    accelerate(model, from, u, NULL, state, state + 2 * n);
    steps(model, from, to, NULL, state);
    model->leak = leak;
    mr_deviate(model, from, to, inputs);
    for (int i = 0; i < 3 * n; i++)
        MR_ASSERT_CLOSE(model->deviation[i], leak * state[i], 1e-11 * (1.0 + fabs(state[i])));
}

static void test_deviation_over_a_step(void) {
    for (int kind = 0; kind < 3; kind++) {
        mr_interface_model model = open_model(2, 2, true, kind == 2, false, 0);
        mr_history inputs;
        two_by_two();
        set_matrices(&model);
        open_samples(&inputs);
        check_deviation(&model, &inputs, 0.0, 0.3, 1.0);  /* sample to sample */
        check_deviation(&model, &inputs, 0.12, 0.6, 0.9); /* between samples, with a leak */
        check_deviation(&model, &inputs, 0.5, 0.8, 1.0);  /* beyond the newest */
        mr_history_close(&inputs);
        mr_interface_model_close(&model);
    }
}

/* the slave's own motion with the deviation added, from its step on */
static void test_prediction_from_the_last_step(void) {
    for (int kind = 0; kind < 2; kind++) {
        mr_interface_model model = open_model(2, 2, kind == 0, false, false, 0);
        mr_history inputs;
        double state[3 * MOST] = {0}, u[MOST], outputs[6];
        const double t0 = 0.28;
        two_by_two();
        if (kind == 1)
            memset(Ap, 0, sizeof Ap);
        set_matrices(&model);
        open_samples(&inputs);
        for (int i = 0; i < 2 * n; i++)
            model.deviation[i] = 0.01 * (1.0 + i);
        for (int i = 0; i < 3 * n; i++)
            model.slave[i] = 0.3 * (1.0 + i) * (i % 2 ? -1.0 : 1.0);
        for (int i = 0; i < n; i++)
            model.drift[i] = 2.0 - 3.0 * i;
        model.mean[0] = 0.4;
        model.mean[1] = -1.3;
        model.times[2] = t0;
        mr_deviated_restart(&model, &inputs);
        for (int i = 0; i < 2 * n; i++)
            state[i] = model.slave[i] + model.deviation[i];
        for (int j = 0; j < m; j++)
            u[j] = line(t0, j);
        accelerate(&model, t0, u, model.slave, state, state + 2 * n);
        steps(&model, t0, TIMES[5], model.slave, state);
        MR_ASSERT_CLOSE(model.times[0], TIMES[5], 0.0);
        MR_ASSERT_CLOSE(model.times[1], TIMES[4], 0.0);
        for (int i = 0; i < 3 * n; i++)
            MR_ASSERT_CLOSE(model.base[i], state[i], 1e-10 * (1.0 + fabs(state[i])));
        /* the newest sample goes on from there, and is taken again where it is replaced */
        for (int again = 0; again < 2; again++) {
            double on[3 * MOST];
            const double next[2] = {1.5 + again, -0.5};
            memcpy(on, state, sizeof on);
            if (again)
                mr_history_replace(&inputs, 0.78, next);
            else
                CU_ASSERT_EQUAL(mr_history_append(&inputs, 0.78, next, -1.0, 2), MR_OK);
            mr_deviated_sample(&model, &inputs, again > 0);
            rule(&model, 0.78, 0.08, next, model.slave, on);
            for (int i = 0; i < 3 * n; i++)
                MR_ASSERT_CLOSE(model.base[i], on[i], 1e-10 * (1.0 + fabs(on[i])));
            MR_ASSERT_CLOSE(model.times[0], 0.78, 0.0);
            MR_ASSERT_CLOSE(model.times[1], TIMES[5], 0.0);
            /* what is told of a time beyond: positions only where there are any */
            for (int k = 0; k < 6; k++)
                outputs[k] = 1e3;
            const double ahead[2] = {-2.0, 0.7};
            mr_deviated_predict(&model, 0.85, ahead, outputs);
            rule(&model, 0.85, 0.07, ahead, model.slave, on);
            for (int i = 0; i < n; i++) {
                MR_ASSERT_CLOSE(outputs[3 * i], kind == 0 ? on[i] : 1e3, 1e-9);
                MR_ASSERT_CLOSE(outputs[3 * i + 1], on[n + i], 1e-9);
                MR_ASSERT_CLOSE(outputs[3 * i + 2], on[2 * n + i], 1e-8);
            }
            mr_deviated_predict(&model, 0.78, ahead, outputs);
            for (int i = 0; i < n; i++)
                MR_ASSERT_CLOSE(outputs[3 * i + 1], model.base[n + i], 0.0);
        }
        mr_history_close(&inputs);
        mr_interface_model_close(&model);
    }
}

/* what changes behind a coordinate without position goes on as it did over the last step */
static void test_drift_of_what_rolls(void) {
    for (int kind = 0; kind < 3; kind++) {
        mr_interface_model model = open_model(2, 2, kind == 1, false, kind == 2, 0);
        two_by_two();
        if (kind == 0)
            memset(Ap, 0, sizeof Ap);
        set_matrices(&model);
        for (int i = 0; i < 3 * n; i++) {
            model.slave_before[i] = 0.2 * i;
            model.slave[i] = 0.3 - 0.1 * i;
        }
        for (int j = 0; j < m; j++) {
            model.mean_before[j] = 1.0 + j;
            model.mean[j] = 0.3 - 2.0 * j;
        }
        mr_deviated_drift(&model, 0.05);
        for (int i = 0; i < n; i++) {
            double change = model.slave[2 * n + i] - model.slave_before[2 * n + i];
            for (int j = 0; j < m; j++)
                change -= Au[i * m + j] * (model.mean[j] - model.mean_before[j]);
            for (int j = 0; j < n; j++)
                change -= Av[i * n + j] * (model.slave[n + j] - model.slave_before[n + j]);
            MR_ASSERT_CLOSE(model.drift[i], kind == 0 ? change / 0.05 : 0.0, 1e-11);
        }
        mr_interface_model_close(&model);
    }
}

/* --- pulls --- */

/* one step with the pull alone leaves d' + d/(4 h) of nothing: x Au = (d' + d/(4 h))/h */
static void test_pull_makes_up_for_the_deviation(void) {
    const double h = 0.05, d[4] = {0.3, -0.2, 1.1, 0.7};
    mr_interface_model model = open_model(2, 2, true, false, false, 0);
    two_by_two();
    set_matrices(&model);
    CU_ASSERT(mr_interface_model_pull(&model, h, d));
    for (int i = 0; i < 2; i++)
        MR_ASSERT_RELATIVE(Au[2 * i] * model.pull[0] + Au[2 * i + 1] * model.pull[1],
                           (d[2 + i] + 0.25 * d[i] / h) / h, 1e-6);
    mr_interface_model_close(&model);
    /* two efforts for one coordinate: the least that does it; an input that is none pulls nothing
     */
    model = open_model(1, 3, true, true, false, 0);
    Au[0] = 100.0, Au[1] = 0.5, Au[2] = -0.25;
    set_matrices(&model);
    CU_ASSERT(mr_interface_model_pull(&model, h, (const double[2]){0.3, 1.1}));
    const double all = (1.1 + 0.25 * 0.3 / h) / h;
    MR_ASSERT_CLOSE(model.pull[0], 0.0, 0.0);
    MR_ASSERT_RELATIVE(model.pull[1], all * 0.5 / (0.25 + 0.0625), 1e-6);
    MR_ASSERT_RELATIVE(model.pull[2], -all * 0.25 / (0.25 + 0.0625), 1e-6);
    Au[1] = Au[2] = 0.0;
    set_matrices(&model);
    CU_ASSERT_FALSE(mr_interface_model_pull(&model, h, (const double[2]){0.3, 1.1}));
    mr_interface_model_close(&model);
}

/* --- matrices that are learnt --- */

static void move_slave(mr_interface_model *model, mr_random *random) {
    const bool first = model->slave[0] == 0.0;
    for (int j = 0; j < m; j++)
        model->mean[j] = mr_random_uniform(random, -3.0, 3.0);
    for (int i = 0; i < 2 * n; i++)
        model->slave[i] = mr_random_uniform(random, -1.0, 1.0);
    for (int i = 0; i < n; i++) {
        double a = 7.0 * (i + 1); /* what is constant does not show in changes */
        for (int j = 0; j < m; j++)
            a += model->effort[j] ? Au[i * m + j] * model->mean[j] : 0.0;
        for (int j = 0; j < n; j++)
            a += Ap[i * n + j] * model->slave[j] + Av[i * n + j] * model->slave[n + j];
        model->slave[2 * n + i] = a;
    }
    if (first)
        mr_identification_start(model);
    else
        mr_identification_learn(model);
}

/* a linear slave is known after as many changes as there are numbers in a row */
static void test_matrices_are_learnt(void) {
    for (int other = 0; other < 2; other++) {
        mr_interface_model model = open_model(2, 2, true, other, true, 0);
        mr_random random = {99};
        two_by_two();
        for (int k = 0; k < 10; k++)
            move_slave(&model, &random);
        mr_identification_read(&model);
        for (int i = 0; i < 4; i++) {
            MR_ASSERT_CLOSE(model.Au[i], other && i % 2 == 0 ? 0.0 : Au[i], 1e-5);
            MR_ASSERT_CLOSE(model.Ap[i], Ap[i], 1e-4);
            MR_ASSERT_CLOSE(model.Av[i], Av[i], 1e-4);
        }
        /* and known anew after some steps when they have changed: 2 % of the old ones is forgotten
         * in a step, so that after 400 steps 3e-4 of them is left */
        for (int i = 0; i < 4; i++)
            Ap[i] *= 1.5;
        for (int k = 0; k < 400; k++)
            move_slave(&model, &random);
        mr_identification_read(&model);
        for (int i = 0; i < 4; i++)
            MR_ASSERT_CLOSE(model.Ap[i], Ap[i], 1e-2);
        /* a slave that stands still teaches nothing, and nothing grows */
        double before[4];
        memcpy(before, model.Ap, sizeof before);
        for (int k = 0; k < 3000; k++)
            mr_identification_learn(&model);
        mr_identification_read(&model);
        for (int i = 0; i < 4; i++)
            MR_ASSERT_CLOSE(model.Ap[i], before[i], 1e-12);
        move_slave(&model, &random);
        mr_identification_read(&model);
        for (int i = 0; i < 4; i++)
            MR_ASSERT_CLOSE(model.Ap[i], Ap[i], 1e-1);
        mr_interface_model_close(&model);
    }
}

/* --- when matrices are asked for --- */

/* the slave goes on by a step, with accelerations as its matrices say, or beside them */
static void go_on(mr_interface_model *model, double beside) {
    const double h = 0.1;
    memcpy(model->slave_before, model->slave, (size_t)(3 * n) * sizeof(double));
    memcpy(model->mean_before, model->mean, (size_t)m * sizeof(double));
    model->mean[m - 1] += 0.25;
    model->slave[0] += 0.125;
    model->slave[n] -= 0.5;
    model->slave[2 * n] +=
        model->Au[m - 1] * 0.25 + model->Ap[0] * 0.125 - model->Av[0] * 0.5 + beside;
    CU_ASSERT_EQUAL(mr_matrices_take(model, &type, NULL, h), MR_OK);
}

static mr_interface_model one_that_tells(void) {
    mr_interface_model model = open_model(1, 2, true, true, false, 0);
    Au[0] = 8.0; /* of the input that is none */
    Au[1] = 0.5;
    Ap[0] = -64.0;
    Av[0] = -4.0;
    asked = 0;
    model.slave[2] = 100.0;
    CU_ASSERT_EQUAL(mr_matrices_take(&model, &type, NULL, 0.0), MR_OK);
    CU_ASSERT_EQUAL(asked, 1);
    MR_ASSERT_CLOSE(model.Ap[0], -64.0, 0.0);
    return model;
}

/* twice as long each time while nothing changes, up to 64 steps */
static void test_asked_ever_less_often(void) {
    static const int when[] = {1, 3, 7, 15, 31, 63, 127, 191, 255};
    mr_interface_model model = one_that_tells();
    int next = 0;
    for (int k = 1; k <= 256; k++) {
        const int before = asked;
        go_on(&model, 0.0);
        const bool expected = k == when[next];
        next += expected;
        CU_ASSERT_EQUAL(asked - before, expected);
        CU_ASSERT_FALSE(mr_matrices_surprised(&model));
    }
    CU_ASSERT_EQUAL(next, 9);
    mr_interface_model_close(&model);
}

/* how the time between two tellings goes on after this change: 1 longer, 0 the same, -1 shorter */
static int after_change(int which, double change) {
    mr_interface_model model = one_that_tells();
    for (int k = 0; k < 7; k++) /* asked at 1, 3, 7: the next ones at 15 … */
        go_on(&model, 0.0);
    for (int k = 0; k < 7; k++)
        go_on(&model, 0.0);
    (which == 0 ? Au + 1 : which == 1 ? Ap : which == 2 ? Av : Au)[0] += change;
    go_on(&model, 0.0); /* 15 */
    int before = asked, waits = 0;
    while (asked == before) {
        go_on(&model, 0.0);
        waits++;
    }
    mr_interface_model_close(&model);
    return waits == 16 ? 1 : waits == 8 ? 0 : waits == 4 ? -1 : 99;
}

/* Au relative to itself, Ap and Av by what they do in a step, h^2 and h; .2 and 1 per cent */
static void test_what_is_a_change(void) {
    CU_ASSERT_EQUAL(after_change(0, 0.5 * 0.0019), 1);
    CU_ASSERT_EQUAL(after_change(0, -0.5 * 0.0021), 0);
    CU_ASSERT_EQUAL(after_change(0, 0.5 * 0.0099), 0);
    CU_ASSERT_EQUAL(after_change(0, 0.5 * 0.0103), -1);
    CU_ASSERT_EQUAL(after_change(1, 0.19), 1);
    CU_ASSERT_EQUAL(after_change(1, -0.21), 0);
    CU_ASSERT_EQUAL(after_change(1, -0.99), 0);
    CU_ASSERT_EQUAL(after_change(1, 1.01), -1);
    CU_ASSERT_EQUAL(after_change(2, 0.019), 1);
    CU_ASSERT_EQUAL(after_change(2, -0.021), 0);
    CU_ASSERT_EQUAL(after_change(2, 0.099), 0);
    CU_ASSERT_EQUAL(after_change(2, -0.101), -1);
    CU_ASSERT_EQUAL(after_change(3, 5.0), 1); /* no effort */
}

/* accelerations that they cannot explain: at once */
static void test_a_surprise(void) {
    mr_interface_model model = one_that_tells();
    for (int k = 0; k < 20; k++) /* asked at 15 */
        go_on(&model, 0.0);
    const int before = asked;
    Ap[0] = -32.0;
    go_on(&model, 3.0);
    CU_ASSERT_EQUAL(asked, before + 1);
    CU_ASSERT(mr_matrices_surprised(&model));
    MR_ASSERT_CLOSE(model.Ap[0], -32.0, 0.0);
    go_on(&model, 0.0); /* and in the next step again, as at the start */
    CU_ASSERT_EQUAL(asked, before + 2);
    CU_ASSERT_FALSE(mr_matrices_surprised(&model));
    go_on(&model, 0.0);
    CU_ASSERT_EQUAL(asked, before + 2);
    mr_interface_model_close(&model);
    /* four times what was missed lately, of which a tenth is forgotten in a step */
    for (int much = 0; much < 2; much++) {
        model = one_that_tells();
        go_on(&model, 3.0);
        CU_ASSERT(mr_matrices_surprised(&model));
        for (int k = 0; k < 3; k++)
            go_on(&model, 0.0);
        go_on(&model, (much ? 4.01 : 3.99) * 3.0 * 0.9 * 0.9 * 0.9);
        CU_ASSERT_EQUAL(mr_matrices_surprised(&model), much == 1);
        mr_interface_model_close(&model);
    }
    /* of nothing, a millionth of the accelerations is much */
    for (int much = 0; much < 2; much++) {
        model = one_that_tells();
        Ap[0] = Av[0] = Au[1] = 0.0;
        Au[1] = 1.0;
        CU_ASSERT_EQUAL(mr_matrices_take(&model, &type, NULL, 0.0), MR_OK);
        go_on(&model, (much ? 1.03 : 0.97) * 1e-6 * 100.0);
        CU_ASSERT_EQUAL(mr_matrices_surprised(&model), much == 1);
        mr_interface_model_close(&model);
    }
}

/* where it hardly answers to any effort the last matrices stay, and it is asked again */
static void test_singular_for_an_instant(void) {
    mr_interface_model model = one_that_tells();
    Au[1] = 0.0251;
    go_on(&model, 0.0);
    MR_ASSERT_CLOSE(model.Au[1], 0.0251, 0.0);
    Au[1] = 0.0249;
    Ap[0] = 1e6;
    Av[0] = 1e5;
    for (int k = 0; k < 3; k++) {
        const int before = asked;
        go_on(&model, 0.0);
        CU_ASSERT_EQUAL(asked, before + 1);
        MR_ASSERT_CLOSE(model.Au[1], 0.0251, 0.0);
        MR_ASSERT_CLOSE(model.Ap[0], -64.0, 0.0);
        MR_ASSERT_CLOSE(model.Av[0], -4.0, 0.0);
    }
    Au[1] = 0.5;
    Ap[0] = -64.0;
    Av[0] = -4.0;
    go_on(&model, 0.0);
    MR_ASSERT_CLOSE(model.Au[1], 0.5, 0.0);
    mr_interface_model_close(&model);
}

/* coordinates without position have no stiffness; what is no number is refused; factors */
static void test_what_is_told_is_checked(void) {
    mr_interface_model model = open_model(2, 2, false, false, false, 0);
    two_by_two();
    CU_ASSERT_EQUAL(mr_matrices_take(&model, &type, NULL, 0.0), MR_OK);
    for (int i = 0; i < 4; i++) {
        MR_ASSERT_CLOSE(model.Ap[i], 0.0, 0.0);
        MR_ASSERT_CLOSE(model.Av[i], Av[i], 0.0);
    }
    mr_interface_model_close(&model);
    for (int part = 0; part < 3; part++)
        for (int i = 0; i < 4; i++) {
            model = open_model(2, 2, true, false, false, 0);
            two_by_two();
            (part == 0 ? Au : part == 1 ? Ap : Av)[i] = part == 1 ? NAN : INFINITY;
            CU_ASSERT_EQUAL(mr_matrices_take(&model, &type, NULL, 0.0), MR_ERR_NOT_FINITE);
            mr_interface_model_close(&model);
        }
    model = open_model(2, 2, true, false, false, 0);
    two_by_two();
    static const double factor[4] = {1.5, 0.5, 2.0, 1.25};
    memcpy(model.factor, factor, sizeof factor);
    CU_ASSERT_EQUAL(mr_matrices_take(&model, &type, NULL, 0.0), MR_OK);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            MR_ASSERT_CLOSE(model.Au[2 * i + j], Au[2 * i + j] * factor[i] * factor[2 + i], 1e-14);
            MR_ASSERT_CLOSE(model.Ap[2 * i + j], Ap[2 * i + j] * factor[i], 1e-13);
            MR_ASSERT_CLOSE(model.Av[2 * i + j], Av[2 * i + j] * factor[i], 1e-14);
        }
    mr_interface_model_close(&model);
}

/* --- pushes of steps on trial --- */

/* by an input that answers with 0.5 and .1: a tenth of the largest of what acts, and of what would
 * make the accelerations, or in a step the velocities, that there are; all of it where it is known
 * what was seen */
static void test_size_of_pushes(void) {
    mr_interface_model model = open_model(2, 2, true, true, false, 0);
    double start[2] = {9.0, 0.0};
    Au[0] = 50.0;
    Au[1] = -0.5;
    Au[3] = 0.1;
    set_matrices(&model);
    mr_trying y = {.model = &model, .h = 0.1, .from_rest = 4.0, .start = start};
    CU_ASSERT(mr_trying_size(&y, 0, 0.0) == 0.0); /* no effort */
    MR_ASSERT_RELATIVE(mr_trying_size(&y, 1, 0.0), 0.1 * 4.0 / 0.5, 1e-12);
    model.slave[1] = -0.02; /* it is somewhere: a tenth of that in a step */
    MR_ASSERT_RELATIVE(mr_trying_size(&y, 1, 0.0), 0.1 * 0.1 * 0.02 / 0.01 / 0.5, 1e-12);
    model.slave[3] = -0.7;
    MR_ASSERT_RELATIVE(mr_trying_size(&y, 1, 0.0), 0.1 * 7.0 / 0.5, 1e-12);
    model.slave[4] = -8.0;
    MR_ASSERT_RELATIVE(mr_trying_size(&y, 1, 0.0), 0.1 * 8.0 / 0.5, 1e-12);
    start[1] = -17.0;
    MR_ASSERT_RELATIVE(mr_trying_size(&y, 1, 0.0), 0.1 * 17.0, 1e-12);
    MR_ASSERT_RELATIVE(mr_trying_size(&y, 1, 9.0), 9.0 / 0.5, 1e-12);
    MR_ASSERT_RELATIVE(mr_trying_size(&y, 1, 2.0), 17.0, 1e-12);
    Au[1] = Au[3] = 0.0;
    set_matrices(&model);
    CU_ASSERT(mr_trying_size(&y, 1, 0.0) == 0.0);
    mr_interface_model_close(&model);
}

static void test_at_rest(void) {
    mr_interface_model model = open_model(2, 2, true, true, false, 0);
    double start[2] = {9.0, 0.0};
    mr_trying y = {.model = &model, .start = start};
    CU_ASSERT(mr_trying_is_at_rest(&y)); /* 9 is no effort */
    start[1] = -1e-9;
    CU_ASSERT_FALSE(mr_trying_is_at_rest(&y));
    start[1] = 0.0;
    for (int i = 0; i < 6; i++) {
        model.slave[i] = -1e-9;
        CU_ASSERT_FALSE(mr_trying_is_at_rest(&y));
        model.slave[i] = 0.0;
    }
    CU_ASSERT(mr_trying_is_at_rest(&y));
    mr_interface_model_close(&model);
}

/* from -1 to 1, all over, the same ones after every start */
static void test_draws(void) {
    mr_interface_model model = open_model(1, 1, true, false, false, 0);
    double first[3] = {1.0, 2.0, 3.0}, row[3], u[1], start[1] = {5.0}, drawn[1000], sum = 0.0,
           squares = 0.0;
    mr_trying y = {
        .model = &model, .first = first, .row = row, .u = u, .start = start, .begin = 0.5};
    for (int run = 0; run < 2; run++) {
        mr_trying_start(&y);
        MR_ASSERT_CLOSE(y.t, 0.5, 0.0);
        MR_ASSERT_CLOSE(u[0], 5.0, 0.0);
        CU_ASSERT_EQUAL(memcmp(row, first, sizeof row), 0);
        u[0] = row[0] = 0.0;
        for (int k = 0; k < 1000; k++) {
            const double now = mr_trying_draw(&y);
            CU_ASSERT(now >= -1.0 && now < 1.0);
            if (run == 1)
                CU_ASSERT_EQUAL(now, drawn[k]);
            drawn[k] = now;
            sum += now;
            squares += now * now;
        }
    }
    MR_ASSERT_CLOSE(sum / 2000.0, 0.0, 0.06); /* 3 sigma of 1000: .055 */
    MR_ASSERT_CLOSE(squares / 2000.0, 1.0 / 3.0, 0.03);
    mr_interface_model_close(&model);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_the_state_is_one_block),
        MR_TEST(test_inputs_between_samples),
        MR_TEST(test_deviation_over_a_step),
        MR_TEST(test_prediction_from_the_last_step),
        MR_TEST(test_drift_of_what_rolls),
        MR_TEST(test_pull_makes_up_for_the_deviation),
        MR_TEST(test_matrices_are_learnt),
        MR_TEST(test_asked_ever_less_often),
        MR_TEST(test_what_is_a_change),
        MR_TEST(test_a_surprise),
        MR_TEST(test_singular_for_an_instant),
        MR_TEST(test_what_is_told_is_checked),
        MR_TEST(test_size_of_pushes),
        MR_TEST(test_at_rest),
        MR_TEST(test_draws),
    };
    return mr_test_main("model_parts", tests, sizeof tests / sizeof *tests, argc, argv);
}
