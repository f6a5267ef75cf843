/* Const, Lin and Quad: coefficients, orders and refusals
 *
 * Coefficients and orders from M. Friedrich, Parallel Co-Simulation for Mechatronic Systems, TU
 * München 2011, sections 2.2 and 2.3. */
#include "direction.h"
#include "interface_help.h"
#include "interface_private.h"

#include <math.h>
#include <string.h>

/* a_k, b_k (newest first) of the held value: weights on equal steps H, b without H */
static void held_weights(const mr_predictor_type *type, int order, double H, double *a, double *b) {
    const mr_prediction p = {.type = type, .order = order};
    const int count = type->points(&p);
    double t[4], v[4], r[4] = {0};
    for (int k = 0; k < count; k++)
        t[k] = 5.0 + H * (k + 1 - count);
    type->weights(&p, t, count, 5.0 + 0.7 * H, H, v, type->uses_rates ? r : NULL);
    for (int k = 0; k < count; k++) {
        a[k] = v[count - 1 - k];
        b[k] = r[count - 1 - k] / H;
    }
}

static void test_named_sets_have_their_coefficients(void) {
    static const struct {
        const char *name;
        int order;
        double a[4], b[2];
    } sets[] = {
        {"const", 0, {1.0}, {0}},
        {"const", 1, {1.5, -0.5}, {0}},
        {"const", 2, {23.0 / 12.0, -16.0 / 12.0, 5.0 / 12.0}, {0}},
        {"const",
         3,
         {55.0 / 24.0, -59.0 / 24.0, 37.0 / 24.0, -9.0 / 24.0},
         {0}}, /* Adams-Bashforth */
        {"const_hermite", 1, {1.0}, {0.5}},
        {"const_hermite", 2, {2.0 / 3.0, 1.0 / 3.0}, {5.0 / 6.0, 0.0}},
        {"const_hermite", 3, {-0.5, 1.5}, {17.0 / 12.0, 7.0 / 12.0}},
        {"const23_opt", 2, {2.0 / 3.0, 1.0 / 3.0}, {5.0 / 6.0, 0.0}},
        {"const22_opt", 1, {1.3370, -0.3370}, {0.363, -0.2}},
    };
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        const mr_predictor_type *type = mr_predictor_find(sets[i].name);
        CU_ASSERT_PTR_NOT_NULL_FATAL(type);
        double a[4] = {0}, b[4] = {0};
        held_weights(type, sets[i].order, 0.02, a, b);
        for (int k = 0; k < 4; k++)
            MR_ASSERT_CLOSE(a[k], sets[i].a[k], 1e-12);
        for (int k = 0; k < 2; k++)
            MR_ASSERT_CLOSE(b[k], sets[i].b[k], 1e-12);
    }
}

/* mean of the weights over the coming step, by Simpson's rule (exact for parabolas) */
static void mean_weights(const mr_prediction *p, const double *t, int count, double H, double *v,
                         double *r) {
    static const double rule[3] = {1.0 / 6.0, 4.0 / 6.0, 1.0 / 6.0};
    memset(v, 0, 4 * sizeof *v);
    memset(r, 0, 4 * sizeof *r);
    for (int i = 0; i < 3; i++) {
        double vi[4] = {0}, ri[4] = {0};
        p->type->weights(p, t, count, t[count - 1] + 0.5 * i * H, H, vi,
                         p->type->uses_rates ? ri : NULL);
        for (int k = 0; k < count; k++) {
            v[k] += rule[i] * vi[k];
            r[k] += rule[i] * ri[k];
        }
    }
}

/* R = order + 1 conditions: the mean of x^n / n! over the step is H^n / (n+1)!; on grids of any
 * kind, except where the set is one of constants */
static void test_mean_over_the_coming_step_is_exact_up_to_the_order(void) {
    mr_random random = {8};
    for (const mr_predictor_type *const *type = mr_predictor_types; *type; type++)
        for (int order = (*type)->least_order; order <= (*type)->most_order; order++) {
            if (!(*type)->averages)
                continue;
            for (int trial = 0; trial < 50; trial++) {
                const mr_prediction p = {.type = *type, .order = order};
                const int count = (*type)->points(&p);
                double t[4], v[4], r[4];
                const double h = pow(10.0, mr_random_uniform(&random, -4.0, 1.0));
                t[0] = 0.0;
                for (int k = 1; k < count; k++)
                    t[k] = t[k - 1] +
                           h * ((*type)->equal_steps ? 1.0 : mr_random_uniform(&random, 0.5, 2.0));
                const double H =
                    (*type)->equal_steps ? h : h * mr_random_uniform(&random, 0.5, 2.0);
                mean_weights(&p, t, count, H, v, r);
                double scale = 1.0; /* H^n */
                for (int n = 0; n <= order; n++, scale *= H) {
                    double sum = 0.0;
                    for (int k = 0; k < count; k++) {
                        const double x = t[k] - t[count - 1];
                        sum += v[k] * pow(x, n) + (n > 0 ? r[k] * n * pow(x, n - 1) : 0.0);
                    }
                    /* the printed coefficients have seven digits or fewer */
                    MR_ASSERT_CLOSE(sum / scale, 1.0 / (n + 1),
                                    (*type)->equal_steps ? 2e-4 : 1e-10);
                }
            }
        }
}

static void test_lines_and_parabolas_begin_at_the_newest_sample(void) {
    static const char *const names[] = {"lin", "lin_hermite", "quad_hermite", "lin22_opt",
                                        "lin23_opt"};
    const double t[4] = {0.0, 0.1, 0.2, 0.3}, y[4] = {1.0, -0.5, 2.0, 0.7};
    const double ydot[4] = {3.0, 1.0, -4.0, 2.5};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const mr_predictor_type *type = mr_predictor_find(names[i]);
        const mr_prediction p = {.type = type, .order = type->most_order};
        const int count = type->points(&p), first = 4 - count;
        double at[2];
        for (int e = 0; e < 2; e++) {
            double v[4], r[4] = {0};
            at[e] = 0.0;
            type->weights(&p, t + first, count, 0.3 + 1e-7 * e, 0.1, v,
                          type->uses_rates ? r : NULL);
            for (int k = 0; k < count; k++)
                at[e] += v[k] * y[first + k] + r[k] * ydot[first + k];
        }
        MR_ASSERT_CLOSE(at[0], 0.7, 1e-12);
        if (strcmp(names[i], "quad_hermite") == 0)
            MR_ASSERT_CLOSE((at[1] - at[0]) / 1e-7, 2.5, 1e-4);
    }
}

/* what one step of length H with the predicted force does to a damped oscillator, against what the
 * true force sin(t) does: x'' + d x' + c x = u */
static void step_error(const mr_predictor_type *type, int order, double H, double error[2]) {
    const double d = 2.0, w = 2.0; /* c = w^2 + d^2/4 */
    const mr_prediction p = {.type = type, .order = order};
    const int count = type->points(&p), pieces = 64;
    double t[4];
    for (int k = 0; k < count; k++)
        t[k] = 0.4 + H * (k + 1 - count);
    error[0] = error[1] = 0.0;
    for (int i = 0; i < pieces; i++)
        for (int g = -1; g <= 1; g += 2) {
            const double s = H * (i + 0.5 + g * 0.5 / sqrt(3.0)) / pieces;
            double v[4], r[4] = {0}, u = -sin(0.4 + s);
            type->weights(&p, t, count, 0.4 + s, H, v, type->uses_rates ? r : NULL);
            for (int k = 0; k < count; k++)
                u += v[k] * sin(t[k]) + r[k] * cos(t[k]);
            const double left = H - s, fade = exp(-0.5 * d * left) * 0.5 * H / pieces;
            error[0] += u * fade * sin(w * left) / w;
            error[1] += u * fade * (cos(w * left) - 0.5 * d / w * sin(w * left));
        }
}

/* order of position and velocity per step: Const (2,1) (2,2) (2,2) (2,2) for R = 1..4, Lin (3,2)
 * (3,3) (3,3) from R = 2, Quad (4,3) (4,4) from R = 3; the error falls with one power more */
static void test_orders_of_a_step_are_the_published_ones(void) {
    static const struct {
        const char *name;
        int first; /* order = R - 1 of the first pair */
        int orders[4][2];
    } cases[] = {{"const", 0, {{2, 1}, {2, 2}, {2, 2}, {2, 2}}},
                 {"const_hermite", 1, {{2, 2}, {2, 2}, {2, 2}}},
                 {"lin", 1, {{3, 2}, {3, 3}, {3, 3}}},
                 {"lin_hermite", 1, {{3, 2}, {3, 3}, {3, 3}}},
                 {"quad_hermite", 2, {{4, 3}, {4, 4}}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const mr_predictor_type *type = mr_predictor_find(cases[i].name);
        for (int order = cases[i].first; order <= type->most_order; order++) {
            double coarse[2], fine[2];
            step_error(type, order, 0.004, coarse);
            step_error(type, order, 0.002, fine);
            for (int e = 0; e < 2; e++)
                MR_ASSERT_CLOSE(log2(fabs(coarse[e] / fine[e])),
                                cases[i].orders[order - cases[i].first][e] + 1, 0.15);
        }
    }
}

/* between samples they interpolate, and samples come back at their times */
static void test_between_samples_they_interpolate(void) {
    for (const mr_predictor_type *const *type = mr_predictor_types; *type; type++) {
        if (!(*type)->averages)
            continue;
        const mr_prediction p = {.type = *type, .order = (*type)->most_order};
        const int rate_column = 1;
        mr_direction direction;
        CU_ASSERT_EQUAL_FATAL(mr_direction_open(&direction, 1, &p, &rate_column, 2, 32, false),
                              MR_OK);
        for (int i = 0; i < 12; i++) {
            const double t = 0.05 * i, row[2] = {sin(t), cos(t)};
            mr_stored stored;
            CU_ASSERT_EQUAL(mr_direction_store(&direction, t, row, 1e-12, t, &stored), MR_OK);
        }
        for (double t = 0.3; t <= 0.551; t += 0.0125) {
            double y;
            mr_direction_evaluate(&direction, t, 1e-12, &y);
            MR_ASSERT_CLOSE(y, sin(t), p.order == 1 ? 4e-4 : 2e-5);
        }
        direction.horizon = 0.05; /* a step has begun at the newest sample: Const holds its mean */
        double y[2];
        mr_direction_evaluate(&direction, 0.55, 1e-12, &y[0]);
        mr_direction_evaluate(&direction, 0.59, 1e-12, &y[1]);
        if (strncmp((*type)->name, "const", 5) == 0) {
            CU_ASSERT_EQUAL(y[0], y[1]);
            MR_ASSERT_CLOSE(y[0], (cos(0.55) - cos(0.6)) / 0.05, 5e-3);
        } else {
            MR_ASSERT_CLOSE(y[0], sin(0.55), 1e-12);
        }
        mr_direction_close(&direction);
    }
}

static void test_sets_for_equal_steps_refuse_others(void) {
    mr_config config;
    mr_message message = {""};
    mr_config_default(&config);
    CU_ASSERT_EQUAL(
        mr_config_parse(&config, "predictor_to_master=lin23_opt graded_start=on", &message),
        MR_ERR_CONFIG);
    MR_ASSERT_CONTAINS(message.text, "predictor 'lin23_opt' knows equal ones only");
    CU_ASSERT_EQUAL(mr_config_parse(&config, "predictor=lin23_opt:3", &message), MR_ERR_CONFIG);
    MR_ASSERT_CONTAINS(message.text, "predictor 'lin23_opt' knows order 2 only");

    const double ends[] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.81}; /* the last one is longer */
    probe p = {.inputs = 1, .outputs = 2, .h = 0.1, .ends = ends, .end_count = 8};
    mr_interface *interface =
        open_probe("scheme=ff signal.y1=lin22_opt predictor_to_slave=const:2", &p);
    double u[PROBE_MOST_SIGNALS];
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, (double[]){0.0}), MR_OK);
    for (int i = 1; i < 10; i++)
        CU_ASSERT_EQUAL(mr_interface_exchange(interface, 0.07 * i, (double[]){1.0}, MR_MAJOR, u),
                        MR_OK);
    mr_status status = MR_OK;
    for (int i = 10; i < 20 && status == MR_OK; i++)
        status = mr_interface_exchange(interface, 0.07 * i, (double[]){1.0}, MR_MAJOR, u);
    CU_ASSERT_EQUAL(status, MR_ERR_STEPS);
    MR_ASSERT_CONTAINS(mr_interface_error(interface),
                       "predictor 'lin22_opt' knows equal steps only, but slave 'probe' came to t");
    mr_interface_close(interface);
}

/* the length that held means are made for: from the master's newest sample to the end of the
 * slave's step, or the master's last step where that is longer; none if the step stays behind the
 * master */
typedef struct horizons {
    mr_interface *interface;
    int ahead, longer, behind, wrong;
} horizons;

static void check_horizon(void *context, double from, double end, double t, const double *u) {
    horizons *h = context;
    (void)from, (void)t, (void)u;
    const mr_history *told = &h->interface->to_slave.history;
    const double newest = mr_history_times(told)[told->count - 1];
    const double last = told->count > 1 ? newest - mr_history_times(told)[told->count - 2] : 0.0;
    const double expected = end <= newest + 1e-9 ? 0.0 : fmax(end - newest, last);
    h->behind += expected == 0.0;
    h->ahead += expected > last;
    h->longer += expected > 0.0 && expected == last;
    h->wrong += fabs(h->interface->to_slave.horizon - expected) > 1e-12;
}

static void test_the_horizon_reaches_to_the_end_of_the_slaves_step(void) {
    static const struct {
        const char *options;
        double h;
    } runs[] = {{"scheme=sf predictor_to_slave=const:1", 0.5},
                {"scheme=sf predictor_to_slave=const:1", 0.02},
                {"scheme=ff predictor_to_slave=const:1", 0.25}};
    horizons all = {0};
    for (size_t k = 0; k < sizeof runs / sizeof *runs; k++) {
        horizons here = {0};
        probe p = {
            .inputs = 1, .outputs = 1, .h = runs[k].h, .hear = check_horizon, .context = &here};
        here.interface = open_probe(runs[k].options, &p);
        const double y = 0.0;
        /* nothing is equal to anything at a start later than 0 */
        mr_interface_start(here.interface, 3.0, &y);
        for (int i = 0; i < 40; i++)
            exchange(here.interface, 3.0 + 0.11 * i, 1.0, MR_MAJOR);
        CU_ASSERT_EQUAL(here.wrong, 0);
        all.ahead += here.ahead;
        all.longer += here.longer;
        all.behind += here.behind;
        mr_interface_close(here.interface);
    }
    CU_ASSERT(all.ahead > 0);
    CU_ASSERT(all.longer > 0);
    CU_ASSERT(all.behind > 0);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_named_sets_have_their_coefficients),
        MR_TEST(test_mean_over_the_coming_step_is_exact_up_to_the_order),
        MR_TEST(test_lines_and_parabolas_begin_at_the_newest_sample),
        MR_TEST(test_orders_of_a_step_are_the_published_ones),
        MR_TEST(test_between_samples_they_interpolate),
        MR_TEST(test_sets_for_equal_steps_refuse_others),
        MR_TEST(test_the_horizon_reaches_to_the_end_of_the_slaves_step),
    };
    return mr_test_main("step_mean", tests, sizeof tests / sizeof *tests, argc, argv);
}
