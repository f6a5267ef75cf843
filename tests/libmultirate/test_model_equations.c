/* the interface model against its equations (interface_model.h), solved here by iteration of the
 * trapezoidal rule
 *
 *     prediction  p'' = a_s + r' s + Au (u - ubar) + Ap (p - p_s) + Av (p' - v_s)
 *                 from  p_s + d, v_s + d',  with s the time since the slave's step
 *     reaction    r = a_s - Au ubar - Ap p_s - Av v_s, and r' its change in the slave's step, of
 *                 coordinates without a position; no change that is a surprise, as the first one is
 *     deviation   d'' = Au (u - ubar) + Ap d + Av d'  over each step of the slave
 *
 * Three coordinates, four inputs, full matrices: with one of each many mistakes are no mistakes.
 * And what least squares find of a linear slave is the slave. */
#include "couplings/identification.h"
#include "couplings/interface_model.h"
#include "mr_test.h"

#include <math.h>
#include <string.h>

enum { N = 3, M = 4, OUTPUTS = 9 };

static double AU[N * M] = {1.4, -0.6, 0.2, 55.0, 0.3, 2.2, -0.9, -44.0, 0.5, -0.4, 1.1, 33.0};
static double AP[N * N] = {-30.0, 4.0, 2.0, 7.0, -21.0, -3.0, 1.0, 5.0, -26.0};
static double AV[N * N] = {-0.9, 0.25, 0.1, -0.4, -1.3, 0.15, 0.2, -0.3, -0.7};
static bool has_positions = true;

static mr_status matrices(void *slave, double *Au, double *Ap, double *Av) {
    (void)slave;
    memcpy(Au, AU, sizeof AU);
    memcpy(Ap, AP, sizeof AP);
    memcpy(Av, AV, sizeof AV);
    return MR_OK;
}

static const mr_slave_type type = {.name = "matrices", .interface_matrices = matrices};

/* p1, p2, v, a in one vector each where positions are there; two inputs make power, the third does
 * not */
static const mr_variable INPUT[] = {
    {.name = "f", .size = 3, .rate_of = MR_NONE, .power_with = 1, .variability = MR_CONTINUOUS},
    {.name = "k",
     .size = 1,
     .rate_of = MR_NONE,
     .power_with = MR_NONE,
     .variability = MR_CONTINUOUS}};
static const mr_variable OUTPUT[] = {
    {.name = "p", .size = 3, .rate_of = MR_NONE, .power_with = MR_NONE},
    {.name = "v", .size = 3, .rate_of = 0, .power_with = MR_NONE},
    {.name = "a", .size = 3, .rate_of = 1, .power_with = MR_NONE}};
static const mr_slave_description DESCRIPTION = {
    .input_count = 2, .inputs = INPUT, .output_count = 3, .outputs = OUTPUT};

typedef struct fixture {
    mr_interface_model model;
    mr_history inputs;
    double slave[OUTPUTS], mean[M], deviation[3 * N];
    double drift[N], time; /* r', and when the slave has made its step */
} fixture;

/* straight lines between samples are what the rule sees; the last input must not be felt */
static void inputs_at(double t, double *u) {
    u[0] = 1.0 + 3.0 * t - 2.0 * t * t;
    u[1] = -0.5 + sin(5.0 * t);
    u[2] = 0.7 - t;
    u[3] = 100.0 * t;
}

static void sample(fixture *f, double t) {
    double u[M];
    inputs_at(t, u);
    CU_ASSERT_EQUAL(mr_history_append(&f->inputs, t, u, -1e9, 4), MR_OK);
}

/* the inputs that the rule sees at t: on the lines between samples, held after the newest */
static void seen_at(const fixture *f, double t, double *u) {
    const double *times = mr_history_times(&f->inputs);
    int k = 0;
    while (k + 1 < f->inputs.count && times[k + 1] < t)
        k++;
    double left[M], right[M];
    inputs_at(times[k], left);
    inputs_at(times[k + 1 < f->inputs.count ? k + 1 : k], right);
    const double length = k + 1 < f->inputs.count ? times[k + 1] - times[k] : 1.0;
    for (int j = 0; j < M; j++)
        u[j] = left[j] + fmin(1.0, (t - times[k]) / length) * (right[j] - left[j]);
}

static void accelerate(const fixture *f, double t, const double *u, bool deviation, double *x) {
    for (int i = 0; i < N; i++) {
        double sum = deviation ? 0.0 : f->slave[2 * N + i] + f->drift[i] * (t - f->time);
        for (int j = 0; j < M - 1; j++)
            sum += AU[i * M + j] * (u[j] - f->mean[j]);
        for (int j = 0; j < N; j++)
            sum +=
                (has_positions ? AP[i * N + j] : 0.0) * (x[j] - (deviation ? 0.0 : f->slave[j])) +
                AV[i * N + j] * (x[N + j] - (deviation ? 0.0 : f->slave[N + j]));
        x[2 * N + i] = sum;
    }
}

static void rule(const fixture *f, double t, double h, const double *u, bool deviation, double *x) {
    double y[3 * N];
    memcpy(y, x, sizeof y);
    for (int round = 0; round < 200; round++) {
        for (int i = 0; i < N; i++) {
            const double a = 0.5 * (x[2 * N + i] + y[2 * N + i]);
            y[N + i] = x[N + i] + h * a;
            y[i] = x[i] + h * x[N + i] + 0.5 * h * h * a;
        }
        accelerate(f, t, u, deviation, y);
    }
    memcpy(x, y, sizeof y);
}

/* through all samples on the way */
static void advance(const fixture *f, double from, double to, bool deviation, double *x) {
    double u[M];
    for (int k = 0; k < f->inputs.count; k++) {
        const double t = fmin(mr_history_times(&f->inputs)[k], to);
        if (t <= from)
            continue;
        seen_at(f, t, u);
        rule(f, t, t - from, u, deviation, x);
        from = t;
    }
    if (from < to) {
        seen_at(f, to, u);
        rule(f, to, to - from, u, deviation, x);
    }
}

static void begin(const fixture *f, double t, double *x) {
    double u[M];
    for (int i = 0; i < 2 * N; i++)
        x[i] = f->slave[i] + f->deviation[i];
    seen_at(f, t, u);
    accelerate(f, t, u, false, x);
}

static void react(const fixture *f, double *r) {
    for (int i = 0; i < N; i++) {
        r[i] = f->slave[2 * N + i];
        for (int j = 0; j < M - 1; j++)
            r[i] -= AU[i * M + j] * f->mean[j];
        for (int j = 0; j < N; j++)
            r[i] -= (has_positions ? AP[i * N + j] : 0.0) * f->slave[j] +
                    AV[i * N + j] * f->slave[N + j];
    }
}

static void check(const double *found, const double *expected) {
    for (int i = 0; i < 3 * N; i++)
        MR_ASSERT_CLOSE(found[i], expected[i], 1e-11 * (1.0 + fabs(expected[i])));
}

/* a row of outputs as the slave has them: p, v, a one after the other */
static void open_model(fixture *f, double leak) {
    static const double ROW[OUTPUTS] = {0.2, -0.1, 0.3, 0.7, 0.4, -0.6, -1.1, 1.6, 0.9};
    static const mr_coordinate WITHOUT[N] = {{MR_NONE, 3, 6}, {MR_NONE, 4, 7}, {MR_NONE, 5, 8}};
    mr_slave_description d = DESCRIPTION;
    mr_message message = {""};
    *f = (fixture){0};
    if (!has_positions) {
        d.coordinate_count = N;
        d.coordinates = WITHOUT;
    }
    CU_ASSERT_EQUAL_FATAL(mr_history_open(&f->inputs, M, 0, 0), MR_OK);
    CU_ASSERT_EQUAL_FATAL(
        mr_interface_model_open(&f->model, &type, &d, false, leak, 0, 0, &message), MR_OK);
    CU_ASSERT_EQUAL(f->model.n, N);
    CU_ASSERT(f->model.effort[0] && f->model.effort[2] && !f->model.effort[3]);
    sample(f, 0.85);
    sample(f, 1.0);
    memcpy(f->slave, ROW, sizeof ROW);
    CU_ASSERT_EQUAL(mr_interface_model_start(&f->model, &type, NULL, 1.0, 0.0, ROW, &f->inputs),
                    MR_OK);
    if (!has_positions)
        f->slave[0] = f->slave[1] = f->slave[2] = 0.0;
    inputs_at(1.0, f->mean);
    f->time = 1.0;
}

static void close_model(fixture *f) {
    mr_interface_model_close(&f->model);
    mr_history_close(&f->inputs);
}

static const double TIMES[] = {1.04, 1.07, 1.15, 1.19, 1.28};
enum { SAMPLES = sizeof TIMES / sizeof *TIMES };

static void run_samples_and_a_step(double leak) {
    fixture f;
    double x[3 * N], before[3 * N], outputs[OUTPUTS], u[M];
    open_model(&f, leak);
    begin(&f, 1.0, x);
    check(f.model.base, x);
    double at = 1.0;
    for (int k = 0; k < SAMPLES; k++) {
        double ahead[3 * N];
        memcpy(before, x, sizeof x);
        memcpy(ahead, x, sizeof x);
        inputs_at(TIMES[k], u);
        rule(&f, TIMES[k], TIMES[k] - at, u, false, ahead);
        /* asked before the sample is there: the outputs, and nothing else */
        for (int i = 0; i < OUTPUTS; i++)
            outputs[i] = 77.0;
        mr_interface_model_predict(&f.model, &f.inputs, TIMES[k], u, outputs);
        if (has_positions)
            check(outputs, ahead);
        else
            CU_ASSERT(outputs[0] == 77.0 && outputs[2] == 77.0);
        for (int i = N; i < OUTPUTS; i++)
            MR_ASSERT_CLOSE(outputs[i], ahead[i], 1e-11 * (1.0 + fabs(ahead[i])));
        sample(&f, TIMES[k]);
        mr_interface_model_sample(&f.model, &f.inputs, false);
        memcpy(x, ahead, sizeof x);
        check(f.model.base, x);
        check(f.model.before, before);
        CU_ASSERT_EQUAL(f.model.times[0], TIMES[k]);
        CU_ASSERT_EQUAL(f.model.times[1], at);
        at = TIMES[k];
        /* told again: the same */
        mr_interface_model_sample(&f.model, &f.inputs, k % 2);
        check(f.model.base, x);
        check(f.model.before, before);
        mr_interface_model_predict(&f.model, &f.inputs, TIMES[k], u, outputs);
        MR_ASSERT_CLOSE(outputs[N], x[N], 1e-11);
    }

    /* the slave follows, twice, with a constant of its own */
    static const double ENDS[] = {1.17, 1.23};
    double from = 1.0, first = 0.0;
    for (int k = 0; k < 2; k++) {
        const double mean[M] = {0.8 + k, -0.35, 0.4, 9.0};
        const double row[OUTPUTS] = {0.33, -0.05 * k, 0.21, 0.62, 0.44, -0.5, -0.9 + k, 1.2, 0.8};
        double old[3 * N], reaction[2][N], change = 0.0;
        memcpy(old, f.model.base, sizeof old);
        react(&f, reaction[0]);
        memcpy(f.mean, mean, sizeof mean);
        seen_at(&f, from, u);
        accelerate(&f, from, u, true, f.deviation);
        advance(&f, from, ENDS[k], true, f.deviation);
        for (int i = 0; i < 3 * N; i++)
            f.deviation[i] *= leak;
        CU_ASSERT_EQUAL(
            mr_interface_model_step(&f.model, &type, NULL, from, ENDS[k], mean, row, &f.inputs),
            MR_OK);
        check(f.model.deviation, f.deviation);
        memcpy(f.slave, row, sizeof row);
        if (!has_positions)
            f.slave[0] = f.slave[1] = f.slave[2] = 0.0;
        react(&f, reaction[1]);
        f.time = ENDS[k];
        for (int i = 0; i < N; i++) {
            const double changed = reaction[1][i] - reaction[0][i];
            f.drift[i] = k == 0 || has_positions ? 0.0 : changed / (ENDS[k] - from);
            change += fabs(changed);
        }
        CU_ASSERT(k == 0 || (change > 0.0 && change < 4.0 * first));
        first = change;
        begin(&f, ENDS[k], x);
        memcpy(before, x, sizeof x);
        advance(&f, ENDS[k], TIMES[SAMPLES - 1], false, x);
        if (k == 0)
            advance(&f, ENDS[k], TIMES[SAMPLES - 2], false, before);
        check(f.model.base, x);
        check(f.model.before, before);
        CU_ASSERT_EQUAL(f.model.times[0], TIMES[SAMPLES - 1]);
        CU_ASSERT_EQUAL(f.model.times[1], k == 0 ? TIMES[SAMPLES - 2] : ENDS[k]);
        for (int i = 0; i < 3 * N; i++)
            MR_ASSERT_CLOSE(f.model.correction[i], x[i] - old[i], 1e-10 * (1.0 + fabs(x[i])));
        from = ENDS[k];
    }
    close_model(&f);
}

static void test_samples_and_steps_follow_the_equations(void) {
    run_samples_and_a_step(1.0);
    run_samples_and_a_step(0.9);
}

static void test_coordinates_without_a_position_feel_none(void) {
    has_positions = false;
    run_samples_and_a_step(0.95);
    has_positions = true;
}

static void test_matrices_that_are_no_numbers_are_refused(void) {
    double *const places[] = {AU, AU + N * M - 1, AP, AP + N * N - 1, AV, AV + N * N - 1};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        fixture f;
        const double good = *places[i], row[OUTPUTS] = {0}, mean[M] = {0};
        open_model(&f, 1.0);
        *places[i] = NAN;
        CU_ASSERT_EQUAL(
            mr_interface_model_step(&f.model, &type, NULL, 1.0, 1.1, mean, row, &f.inputs),
            MR_ERR_NOT_FINITE);
        *places[i] = good;
        close_model(&f);
    }
}

static void test_outputs_that_are_no_chains_make_no_coordinates(void) {
    /* the last input is an effort where none is declared */
    mr_variable inputs[2] = {INPUT[0], INPUT[1]}, outputs[3] = {OUTPUT[0], OUTPUT[1], OUTPUT[2]};
    mr_slave_description d = {
        .input_count = 2, .inputs = inputs, .output_count = 3, .outputs = outputs};
    mr_interface_model model;
    mr_message message = {""};
    inputs[0].power_with = MR_NONE;
    CU_ASSERT_EQUAL(mr_interface_model_open(&model, &type, &d, false, 1.0, 0, 0, &message), MR_OK);
    CU_ASSERT(model.effort[0] && model.effort[1] && model.effort[3]);
    for (int i = 0; i < N; i++) {
        CU_ASSERT_EQUAL(model.coordinates[i].position, i);
        CU_ASSERT_EQUAL(model.coordinates[i].velocity, N + i);
        CU_ASSERT_EQUAL(model.coordinates[i].acceleration, 2 * N + i);
    }
    mr_interface_model_close(&model);
    inputs[0].variability = MR_DISCRETE;
    CU_ASSERT_EQUAL(mr_interface_model_open(&model, &type, &d, false, 1.0, 0, 0, &message), MR_OK);
    CU_ASSERT(!model.effort[0] && !model.effort[2] && model.effort[3]);
    mr_interface_model_close(&model);
    outputs[1].rate_of = outputs[2].rate_of = MR_NONE;
    CU_ASSERT_EQUAL(mr_interface_model_open(&model, &type, &d, false, 1.0, 0, 0, &message),
                    MR_ERR_UNSUPPORTED);
    MR_ASSERT_CONTAINS(message.text, "slave 'matrices' has none");
    mr_interface_model_close(&model);
    /* each index of a coordinate is looked at */
    static const mr_coordinate wrong[] = {{0, -1, 4},      {0, 2, -1},      {0, OUTPUTS, 4},
                                          {0, 2, OUTPUTS}, {OUTPUTS, 2, 4}, {-2, 2, 4}};
    outputs[1].rate_of = 0;
    outputs[2].rate_of = 1;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const mr_coordinate both[2] = {{0, 2, 4}, wrong[i]};
        d.coordinates = both;
        d.coordinate_count = 2;
        CU_ASSERT_EQUAL(mr_interface_model_open(&model, &type, &d, false, 1.0, 0, 0, &message),
                        MR_ERR_UNSUPPORTED);
        MR_ASSERT_CONTAINS(message.text,
                           "interface coordinate 2 of slave 'matrices' does not name");
        mr_interface_model_close(&model);
    }
    static const mr_coordinate right[2] = {{OUTPUTS - 1, 0, 1}, {MR_NONE, OUTPUTS - 1, 0}};
    d.coordinates = right;
    CU_ASSERT_EQUAL(mr_interface_model_open(&model, &type, &d, false, 1.0, 0, 0, &message), MR_OK);
    mr_interface_model_close(&model);
}

static mr_status no_directions(void *slave, double h, const bool *efforts, mr_directions *told) {
    (void)slave, (void)h, (void)efforts, (void)told;
    return MR_ERR_UNSUPPORTED;
}

static mr_status no_aim(void *slave, double h, const double *u, const double *eta,
                        const double *eta_rate) {
    (void)slave, (void)h, (void)u, (void)eta, (void)eta_rate;
    return MR_ERR_UNSUPPORTED;
}

/* each element of an effort makes power with the same element of its velocity */
static void test_efforts_know_the_coordinate_that_they_move(void) {
    mr_slave_type told = type;
    mr_interface_model model;
    mr_message message = {""};
    told.directions = no_directions;
    told.aim = no_aim;
    CU_ASSERT_EQUAL_FATAL(
        mr_interface_model_open(&model, &told, &DESCRIPTION, false, 1.0, 2, 0, &message), MR_OK);
    CU_ASSERT_EQUAL_FATAL(model.along.room, 2);
    for (int j = 0; j < M; j++)
        CU_ASSERT_EQUAL(model.along.conjugate[j], j < N ? j : MR_NONE);
    mr_interface_model_close(&model);
    CU_ASSERT_EQUAL_FATAL(
        mr_interface_model_open(&model, &told, &DESCRIPTION, true, 1.0, 2, 0, &message), MR_OK);
    CU_ASSERT_EQUAL(model.along.room, 0); /* identified: nothing is asked */
    mr_interface_model_close(&model);
}

static void test_least_squares_find_a_linear_slave(void) {
    mr_slave_description d = DESCRIPTION;
    mr_interface_model model;
    mr_message message = {""};
    mr_history inputs;
    mr_random random = {31};
    CU_ASSERT_EQUAL_FATAL(mr_history_open(&inputs, M, 0, 0), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mr_interface_model_open(&model, &type, &d, true, 1.0, 0, 0, &message),
                          MR_OK);
    double row[OUTPUTS] = {0, 0, 0, 0, 0, 0, 5.0, 5.0, 5.0}, mean[M] = {0};
    mr_history_append(&inputs, 0.0, mean, -1e9, 4);
    CU_ASSERT_EQUAL(mr_interface_model_start(&model, &type, NULL, 0.0, 0.0, row, &inputs), MR_OK);
    for (int i = 0; i < N * N; i++)
        CU_ASSERT(model.Ap[i] == 0.0 && model.Av[i] == 0.0);
    for (int k = 1; k <= 60; k++) {
        for (int j = 0; j < M; j++)
            mean[j] = mr_random_uniform(&random, -1.0, 1.0);
        for (int i = 0; i < 2 * N; i++)
            row[i] = mr_random_uniform(&random, -1.0, 1.0);
        for (int i = 0; i < N;
             i++) { /* what is no effort must not count; 5: accelerations have a level */
            row[2 * N + i] =
                5.0 + AU[i * M] * mean[0] + AU[i * M + 1] * mean[1] + AU[i * M + 2] * mean[2];
            for (int j = 0; j < N; j++)
                row[2 * N + i] += AP[i * N + j] * row[j] + AV[i * N + j] * row[N + j];
        }
        mr_history_append(&inputs, 0.1 * k, mean, -1e9, 4);
        CU_ASSERT_EQUAL(mr_interface_model_step(&model, &type, NULL, 0.1 * (k - 1), 0.1 * k, mean,
                                                row, &inputs),
                        MR_OK);
    }
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++)
            MR_ASSERT_CLOSE(model.Au[i * M + j], j < M - 1 ? AU[i * M + j] : 0.0, 1e-5);
        for (int j = 0; j < N; j++) {
            MR_ASSERT_CLOSE(model.Ap[i * N + j], AP[i * N + j], 1e-5);
            MR_ASSERT_CLOSE(model.Av[i * N + j], AV[i * N + j], 1e-5);
        }
    }
    mr_interface_model_close(&model);
    mr_history_close(&inputs);
}

/* inputs that bring two coordinates where they should be: Au pull h = v + d/(4 h). The middle input
 * is no effort and stays out of it */
static void test_pull_towards_a_deviation(void) {
    double Au[2 * 3] = {2.0, 70.0, 0.5, -1.0, 90.0, 3.0}, pull[3], matrix[9];
    bool effort[3] = {true, false, true};
    mr_interface_model model = {.n = 2, .m = 3};
    model.Au = Au;
    model.effort = effort;
    model.pull = pull;
    model.pull_matrix = matrix;
    const double h = 0.05, d[4] = {0.02, -0.03, 0.4, 0.7};
    CU_ASSERT_TRUE(mr_interface_model_pull(&model, h, d));
    MR_ASSERT_CLOSE(pull[1], 0.0, 0.0);
    for (int i = 0; i < 2; i++)
        MR_ASSERT_RELATIVE(h * (Au[3 * i] * pull[0] + Au[3 * i + 2] * pull[2]),
                           d[2 + i] + 0.25 * d[i] / h, 1e-7);
    /* what no input moves is not pulled */
    memset(Au, 0, sizeof Au);
    CU_ASSERT_FALSE(mr_interface_model_pull(&model, h, d));
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_samples_and_steps_follow_the_equations),
        MR_TEST(test_coordinates_without_a_position_feel_none),
        MR_TEST(test_matrices_that_are_no_numbers_are_refused),
        MR_TEST(test_outputs_that_are_no_chains_make_no_coordinates),
        MR_TEST(test_efforts_know_the_coordinate_that_they_move),
        MR_TEST(test_least_squares_find_a_linear_slave),
        MR_TEST(test_pull_towards_a_deviation),
    };
    return mr_test_main("model_equations", tests, sizeof tests / sizeof *tests, argc, argv);
}
