/* parts of the interface model, each by itself: its block of numbers, the deviation of a linear
 * slave and what is foreseen of it, pulls */
#include "told_slave.h"

#include <math.h>
#include <stdlib.h>

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

/* --- coordinates --- */

static mr_variable output(int size, int rate_of) {
    return (mr_variable){"y", "", size, rate_of, MR_NONE, MR_CONTINUOUS};
}

/* of a slave that names none: whatever is the rate of something, and has a rate itself or is the
 * rate of a position. Vectors make one for each of their parts, in the order of the velocities */
static void test_coordinates_from_rates(void) {
    static const struct {
        int count, size[6], rate_of[6], coordinates, expected[4][3];
    } cases[] = {
        {3, {1, 1, 1}, {-1, 0, 1}, 1, {{0, 1, 2}}},
        {3, {1, 1, 1}, {1, 2, -1}, 1, {{2, 1, 0}}}, /* the other way round */
        {2, {1, 1}, {-1, 0}, 1, {{-1, 0, 1}}},      /* without a position */
        {4, {2, 1, 2, 2}, {-1, -1, 0, 2}, 2, {{0, 3, 5}, {1, 4, 6}}},
        {6, {1, 1, 1, 1, 1, 1}, {-1, -1, 0, 1, 2, 3}, 2, {{0, 2, 4}, {1, 3, 5}}},
        {5, {1, 1, 1, 1, 1}, {-1, 0, 1, -1, 3}, 2, {{0, 1, 2}, {-1, 3, 4}}},
        {5, {1, 1, 1, 1, 1}, {4, -1, -1, -1, 2}, 1, {{2, 4, 0}}},
    };
    static const mr_variable input[1] = {{"u", "", 1, MR_NONE, MR_NONE, MR_CONTINUOUS}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        mr_interface_model model;
        mr_message message = {""};
        /* no larger than told, so that the sanitizers see who looks beyond */
        mr_variable *outputs = calloc((size_t)cases[k].count, sizeof *outputs);
        CU_ASSERT_PTR_NOT_NULL_FATAL(outputs);
        for (int i = 0; i < cases[k].count; i++)
            outputs[i] = output(cases[k].size[i], cases[k].rate_of[i]);
        const mr_slave_description d = {.title = "told",
                                        .input_count = 1,
                                        .inputs = input,
                                        .output_count = cases[k].count,
                                        .outputs = outputs};
        CU_ASSERT_EQUAL_FATAL(
            mr_interface_model_open(&model, &type, &d, false, 1.0, 0, 0, &message), MR_OK);
        CU_ASSERT_EQUAL_FATAL(model.n, cases[k].coordinates);
        for (int i = 0; i < model.n; i++) {
            CU_ASSERT_EQUAL(model.coordinates[i].position, cases[k].expected[i][0]);
            CU_ASSERT_EQUAL(model.coordinates[i].velocity, cases[k].expected[i][1]);
            CU_ASSERT_EQUAL(model.coordinates[i].acceleration, cases[k].expected[i][2]);
        }
        mr_interface_model_close(&model);
        free(outputs);
    }
}

/* coordinates that name what is no output, or miss a velocity, are refused */
static void test_coordinates_that_are_none(void) {
    static const mr_coordinate wrong[] = {{0, -1, 2}, {0, 1, -1}, {0, 3, 2},
                                          {0, 1, 3},  {3, 1, 2},  {-2, 1, 2}};
    static const mr_variable input[1] = {{"u", "", 1, MR_NONE, MR_NONE, MR_CONTINUOUS}};
    const mr_variable outputs[3] = {output(1, MR_NONE), output(1, 0), output(1, 1)};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        mr_interface_model model;
        mr_message message = {""};
        const mr_slave_description d = {.title = "told",
                                        .input_count = 1,
                                        .inputs = input,
                                        .output_count = 3,
                                        .outputs = outputs,
                                        .coordinate_count = 1,
                                        .coordinates = wrong + k};
        CU_ASSERT_EQUAL(mr_interface_model_open(&model, &type, &d, false, 1.0, 0, 0, &message),
                        MR_ERR_UNSUPPORTED);
        MR_ASSERT_CONTAINS(message.text, "interface coordinate 1 of slave 'told' does not name");
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

/* --- coordinates and hidden modes as directions --- */

/* eta'' = Au u + g - K eta - C (eta' - w): coordinates answer to modes, which move in the unit of
 * what they hold; with all the modes that there is room for, and with less */
static void test_modes_as_directions(void) {
    for (int modes = 0; modes <= 3; modes++) {
        mr_interface_model model = open_model(3, 2, true, true, false, 6);
        const mr_hidden *h = &model.hidden;
        mr_history inputs;
        mr_random random = {271};
        CU_ASSERT_EQUAL_FATAL(h->room, 3);
        const int room = model.along.room, width = h->room * n;
        CU_ASSERT_EQUAL_FATAL(room, 12);
        double *const all[] = {Au, Ap, Av};
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < MOST * MOST; i++)
                all[k][i] = mr_random_uniform(&random, -2.0, 2.0);
        set_matrices(&model);
        open_samples(&inputs);
        *h->modes = modes;
        *h->rule = MR_RULE_TRAPEZOIDAL;
        for (int k = 0; k < modes; k++) {
            h->stiffness[k] = k == 1 ? 0.0 : 50.0 + 30.0 * k;
            h->damping[k] = 0.5 + k;
            h->drive[k] = k == 2 ? 0.0 : 1.0;
        }
        for (int i = 0; i < n * width; i++) {
            h->of_position[i] = mr_random_uniform(&random, -1.0, 1.0);
            h->of_velocity[i] = mr_random_uniform(&random, -1.0, 1.0);
        }
        for (int i = 0; i < n * n; i++)
            h->direct[i] = mr_random_uniform(&random, -1.0, 1.0);
        for (int i = 0; i < 2 * width; i++)
            h->z[i] = mr_random_uniform(&random, -1.0, 1.0);
        for (int i = 0; i < 3 * n; i++)
            model.slave[i] = mr_random_uniform(&random, -1.0, 1.0);
        for (int i = 0; i < n; i++)
            h->origin[i] = 0.1 * i;
        model.mean[0] = 0.3;
        model.mean[1] = -0.7;
        model.times[2] = 0.25;
        mr_owned_start(&model, &inputs);
        const mr_consistent *c = &model.along;
        CU_ASSERT_EQUAL(*c->count, n * (1 + modes));
        for (int i = 0; i < n; i++) {
            CU_ASSERT_EQUAL(c->input[i * m], 0.0); /* no effort */
            CU_ASSERT_EQUAL(c->input[i * m + 1], Au[i * m + 1]);
            MR_ASSERT_CLOSE(c->w[i], model.slave[n + i], 0.0);
            MR_ASSERT_CLOSE(c->g[i], model.slave[2 * n + i], 0.0);
            double rest = model.slave[2 * n + i] - Au[i * m + 1] * model.mean[1];
            for (int j = 0; j < n; j++) {
                CU_ASSERT_EQUAL(c->output[i * room + j], i == j ? 1.0 : 0.0);
                MR_ASSERT_CLOSE(c->K[i * room + j], -Ap[i * n + j] - h->direct[i * n + j], 1e-14);
                MR_ASSERT_CLOSE(c->C[i * room + j], -Av[i * n + j], 0.0);
                rest -= Ap[i * n + j] * model.slave[j] + Av[i * n + j] * model.slave[n + j] +
                        h->direct[i * n + j] * (model.slave[j] - h->origin[j]);
            }
            for (int k = 0; k < modes * n; k++) {
                const double unit = h->stiffness[k / n] > 0.0 ? h->stiffness[k / n] : 1.0;
                MR_ASSERT_CLOSE(c->K[i * room + n + k], -h->of_position[i * width + k] / unit,
                                1e-14);
                MR_ASSERT_CLOSE(c->C[i * room + n + k], -h->of_velocity[i * width + k] / unit,
                                1e-14);
                rest -= h->of_position[i * width + k] * h->z[k] +
                        h->of_velocity[i * width + k] * h->z[width + k];
            }
            MR_ASSERT_CLOSE(h->constant[i], rest, 1e-12);
        }
        for (int k = 0; k < modes * n; k++) {
            const double stiffness = h->stiffness[k / n], unit = stiffness > 0.0 ? stiffness : 1.0;
            for (int j = 0; j < n * (1 + modes); j++) {
                const double drives = j == k % n ? -unit * h->drive[k / n] : 0.0;
                CU_ASSERT_EQUAL(c->K[(n + k) * room + j], j == n + k ? stiffness : drives);
                CU_ASSERT_EQUAL(c->C[(n + k) * room + j], j == n + k ? h->damping[k / n] : 0.0);
            }
            MR_ASSERT_CLOSE(c->w[n + k], unit * h->z[width + k], 1e-13);
            MR_ASSERT_CLOSE(c->g[n + k],
                            unit * (h->drive[k / n] * (model.slave[k % n] - h->origin[k % n]) -
                                    stiffness * h->z[k] - h->damping[k / n] * h->z[width + k]),
                            1e-12);
        }
        MR_ASSERT_CLOSE(c->f[1], -0.7, 0.0);
        MR_ASSERT_CLOSE(c->times[2], 0.25, 0.0);
        mr_history_close(&inputs);
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

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_the_state_is_one_block),
        MR_TEST(test_coordinates_from_rates),
        MR_TEST(test_coordinates_that_are_none),
        MR_TEST(test_inputs_between_samples),
        MR_TEST(test_deviation_over_a_step),
        MR_TEST(test_prediction_from_the_last_step),
        MR_TEST(test_drift_of_what_rolls),
        MR_TEST(test_modes_as_directions),
        MR_TEST(test_pull_makes_up_for_the_deviation),
    };
    return mr_test_main("model_parts", tests, sizeof tests / sizeof *tests, argc, argv);
}
