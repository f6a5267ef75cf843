/* the indicator: energy that the coupling makes, foresight of signals, and the verdict */
#include "interface_help.h"
#include "two_mass_oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- closed forms with a probe that has a power bond: force u1 with velocity y2, rate of y1 --- */

static const mr_variable force[] = {{"F", "N", 1, MR_NONE, 1, MR_CONTINUOUS}};
static const mr_variable motion[] = {{"x", "m", 1, MR_NONE, MR_NONE, MR_CONTINUOUS},
                                     {"v", "m/s", 1, 0, MR_NONE, MR_CONTINUOUS}};

static void steady_motion(double t, double impulse, double *y) {
    (void)impulse;
    y[0] = 2.0 * t;
    y[1] = 2.0;
}

static probe bonded(void) {
    return (probe){.input_list = force,
                   .input_list_count = 1,
                   .output_list = motion,
                   .output_list_count = 2,
                   .h = 0.1,
                   .signals = steady_motion};
}

static mr_statistics statistics_of(const mr_interface *interface) {
    mr_statistics statistics;
    mr_interface_statistics(interface, &statistics);
    return statistics;
}

static void test_what_both_sides_see_alike_makes_no_energy(void) {
    probe p = bonded();
    mr_interface *interface = open_probe("scheme=ff order=1", &p);
    double u[2];
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, (double[]){1.0}), MR_OK);
    for (int i = 0; i <= 200; i++) /* F = 1 + t, v = 2: both lines are foreseen */
        CU_ASSERT_EQUAL(mr_exchange(interface, 0.01 * i, (double[]){1.0 + 0.01 * i}, MR_MAJOR, u),
                        MR_OK);
    const mr_statistics s = statistics_of(interface);
    CU_ASSERT(s.indicated);
    MR_ASSERT_CLOSE(s.created_energy, 0.0, 2e-2); /* the first step knows no line yet */
    MR_ASSERT_RELATIVE(s.exchanged_energy, 2.0 * (2.0 + 0.5 * 2.0 * 2.0),
                       0.02); /* integral of F v */
    CU_ASSERT(isinf(s.doubtful_from));
    double in[1], out[2];
    CU_ASSERT_EQUAL(mr_interface_prediction_errors(interface, in, out), MR_OK);
    CU_ASSERT(in[0] < 0.1 && out[0] < 0.3 && out[1] == 0.0);
    mr_interface_close(interface);
}

static void test_a_held_position_makes_the_energy_that_it_should(void) {
    /* F = t, v = 2, master steps 0.01 s, slave steps 0.1 s. The master sees the position jump by
     * 0.2 m at the end of each slave step, under the force at t - 0.005; the slave moves all the
     * while, under the mean force at t - 0.05: each step loses 0.2 * 0.045 J */
    probe p = bonded();
    mr_interface *interface = open_probe("scheme=ff order_to_slave=1 order_to_master=0", &p);
    double u[2];
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, (double[]){0.0}), MR_OK);
    for (int i = 0; i <= 1000; i++)
        CU_ASSERT_EQUAL(mr_exchange(interface, 0.01 * i, (double[]){0.01 * i}, MR_MAJOR, u), MR_OK);
    const mr_statistics s = statistics_of(interface);
    MR_ASSERT_RELATIVE(s.created_energy, -100 * 0.2 * 0.045, 1e-9);
    MR_ASSERT_RELATIVE(s.power_residual, -0.2 * 0.045 / 0.1, 1e-9);
    MR_ASSERT_RELATIVE(s.exchanged_energy, 100.9, 1e-9); /* sum of (0.1 k - 0.005) 0.2 */
    MR_ASSERT_CLOSE(s.energy_error, 0.9 / 100.9,
                    1e-9); /* no matrices: relative to what was exchanged */
    double out[2];
    CU_ASSERT_EQUAL(mr_interface_prediction_errors(interface, NULL, out), MR_OK);
    MR_ASSERT_CLOSE(out[0], 1.0, 1e-12); /* hold is hold */
    CU_ASSERT_EQUAL(out[1], 0.0);
    mr_interface_close(interface);
}

static void test_off_auto_and_on(void) {
    probe p = bonded(), plain = {.inputs = 1, .outputs = 1, .h = 0.1};
    const struct {
        const char *options;
        probe *p;
        mr_status errors;
        bool indicated;
    } cases[] = {{"indicator=auto", &p, MR_OK, true},
                 {"indicator=off", &p, MR_ERR_STATE, false},
                 {"", &plain, MR_ERR_STATE, false},
                 {"indicator=on", &plain, MR_OK, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mr_interface *interface = open_probe(cases[i].options, cases[i].p);
        double u[2], in[1];
        CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, (double[]){0.0}), MR_OK);
        for (int k = 0; k < 30; k++)
            CU_ASSERT_EQUAL(mr_exchange(interface, 0.05 * k, (double[]){k}, MR_MAJOR, u), MR_OK);
        CU_ASSERT_EQUAL(mr_interface_prediction_errors(interface, in, NULL), cases[i].errors);
        const mr_statistics s = statistics_of(interface);
        char verdict[256] = "x";
        CU_ASSERT_EQUAL(s.indicated, cases[i].indicated);
        CU_ASSERT_EQUAL(mr_statistics_verdict(&s, verdict, sizeof verdict) > 0, cases[i].indicated);
        mr_interface_close(interface);
    }
}

static void test_repeats_and_returns_do_not_count_twice(void) {
    probe p = bonded();
    mr_interface *once = open_probe("scheme=sf order=1", &p);
    mr_interface *often = open_probe("scheme=sf order=1 history=64", &p);
    double u[2];
    CU_ASSERT_EQUAL(mr_interface_start(once, 0.0, (double[]){0.0}), MR_OK);
    CU_ASSERT_EQUAL(mr_interface_start(often, 0.0, (double[]){0.0}), MR_OK);
    for (int i = 0; i <= 60; i++) {
        const double t = 0.05 * i, y = sin(t);
        CU_ASSERT_EQUAL(mr_exchange(once, t, &y, MR_MAJOR, u), MR_OK);
        if (i % 7 == 3) /* a trial value first */
            CU_ASSERT_EQUAL(mr_exchange(often, t, (double[]){y + 1.0}, MR_MAJOR, u), MR_OK);
        CU_ASSERT_EQUAL(mr_exchange(often, t, &y, MR_MAJOR, u), MR_OK);
    }
    const mr_statistics a = statistics_of(once), b = statistics_of(often);
    MR_ASSERT_RELATIVE(b.exchanged_energy, a.exchanged_energy, 1e-12);
    mr_interface_close(once);
    mr_interface_close(often);
}

/* --- the two-mass sweep --- */

typedef struct outcome {
    double error, indicator, doubtful;
} outcome;

static int by_error(const void *a, const void *b) {
    const double x = (*(const outcome *const *)a)->error, y = (*(const outcome *const *)b)->error;
    return (x > y) - (x < y);
}
static int by_indicator(const void *a, const void *b) {
    const double x = (*(const outcome *const *)a)->indicator;
    const double y = (*(const outcome *const *)b)->indicator;
    return (x > y) - (x < y);
}

/* Spearman's rank correlation; no two values are alike here */
static double rank_correlation(const outcome *outcomes, int count) {
    const outcome **list = malloc((size_t)count * sizeof *list);
    int *rank = malloc((size_t)count * sizeof *rank);
    double sum = 0.0;
    for (int i = 0; i < count; i++)
        list[i] = &outcomes[i];
    qsort(list, (size_t)count, sizeof *list, by_error);
    for (int i = 0; i < count; i++)
        rank[list[i] - outcomes] = i;
    qsort(list, (size_t)count, sizeof *list, by_indicator);
    for (int i = 0; i < count; i++) {
        const double d = i - rank[list[i] - outcomes];
        sum += d * d;
    }
    free(list);
    free(rank);
    return 1.0 - 6.0 * sum / ((double)count * ((double)count * count - 1.0));
}

static outcome run_case(double fr, bool force_coupling, double zeta, const char *options) {
    two_mass_run run;
    two_mass_run_default(&run, fr, options);
    run.force = force_coupling;
    run.ratios.zeta = zeta;
    run.steps = MR_SANITIZED ? 500 : 10000;
    CU_ASSERT_EQUAL(two_mass_simulate(&run), MR_OK);
    CU_ASSERT(run.statistics.indicated);
    return (outcome){run.position_error, run.statistics.energy_error_rate,
                     run.statistics.doubtful_from};
}

#define RATIOS (MR_SANITIZED ? 2 : 10)

/* FR 1.5 … 100, both schemes, orders 0 to 4, both couplings: the indicator ranks the runs as their
 * true position errors do, calls no accurate run doubtful, and nearly every useless one */
static void sweep(double zeta) {
    static outcome outcomes[RATIOS * 2 * 5 * 2];
    int count = 0, false_alarms = 0, useless = 0, found = 0;
    for (int f = 0; f < RATIOS; f++)
        for (int k = 0; k < 10; k++)
            for (int force_coupling = 0; force_coupling < 2; force_coupling++) {
                char options[64];
                snprintf(options, sizeof options, "scheme=%s order=%d", k < 5 ? "sf" : "ff", k % 5);
                const double fr = 1.5 * pow(100.0 / 1.5, (double)f / (RATIOS - 1));
                const outcome o = run_case(fr, force_coupling, zeta, options);
                false_alarms += o.error < 0.005 && isfinite(o.doubtful);
                useless += o.error > 0.3;
                found += o.error > 0.3 && isfinite(o.doubtful);
                outcomes[count++] = o;
            }
    if (MR_SANITIZED) /* sanitizers look at the code, not at the numbers */
        return;
    const double correlation = rank_correlation(outcomes, count);
    printf("(rank correlation %.3f, %d of %d useless runs found) ", correlation, found, useless);
    CU_ASSERT(correlation >= 0.9);
    CU_ASSERT_EQUAL(false_alarms, 0);
    CU_ASSERT(found >= 0.9 * useless);
}
static void test_indicator_ranks_undamped_runs(void) {
    sweep(0.0);
}
static void test_indicator_ranks_damped_runs(void) {
    sweep(0.05);
    sweep(0.5);
}

static void test_interface_model_is_not_called_doubtful(void) {
    for (int f = 0; f < 2 * RATIOS; f++) {
        const double fr = 1.5 * pow(100.0 / 1.5, (double)f / (2 * RATIOS - 1));
        CU_ASSERT(isinf(run_case(fr, true, 0.0, "coupling=model").doubtful));
        CU_ASSERT(isinf(run_case(fr, true, 0.5, "coupling=model").doubtful));
    }
}

/* with hold, force coupling makes energy without end; taking it back keeps the run bounded */
static void test_energy_correction_tames_hold(void) {
    static const double ratios[] = {5, 20, 40};
    for (int ff = 0; ff < 2; ff++)
        for (size_t i = 0; i < sizeof ratios / sizeof *ratios; i++) {
            char options[128];
            two_mass_run plain, corrected;
            snprintf(options, sizeof options, "scheme=%s order=0", ff ? "ff" : "sf");
            two_mass_run_default(&plain, ratios[i], options);
            plain.force = true;
            plain.steps = MR_SANITIZED ? 1000 : 10000;
            corrected = plain;
            CU_ASSERT_EQUAL(two_mass_simulate(&plain), MR_OK);
            snprintf(options, sizeof options, "scheme=%s order=0 energy_correction=1",
                     ff ? "ff" : "sf");
            CU_ASSERT_EQUAL(two_mass_simulate(&corrected), MR_OK);
            if (MR_SANITIZED)
                continue;
            CU_ASSERT(plain.energy_error > 0.4);
            CU_ASSERT(corrected.energy_error < 0.1);
            CU_ASSERT(corrected.position_error < 0.5 * plain.position_error);
        }
}

static void test_energy_correction_needs_what_it_needs(void) {
    mr_config config;
    mr_message message = {""};
    mr_config_default(&config);
    CU_ASSERT_EQUAL(mr_config_parse(&config, "energy_correction=2", &message), MR_ERR_CONFIG);
    CU_ASSERT_EQUAL(mr_config_parse(&config, "energy_correction=1 indicator=off", &message),
                    MR_ERR_CONFIG);
    MR_ASSERT_CONTAINS(message.text, "needs the indicator");
    probe p = bonded();
    refuse("energy_correction=0.5", &probe_type, &p, MR_ERR_UNSUPPORTED,
           "tells its interface matrices");
}

static void test_verdict_is_a_sentence(void) {
    two_mass_run run;
    char text[256];
    two_mass_run_default(&run, 60, "scheme=sf order=3");
    CU_ASSERT_EQUAL(two_mass_simulate(&run), MR_OK);
    mr_statistics_verdict(&run.statistics, text, sizeof text);
    MR_ASSERT_CONTAINS(text, "the coupling has ");
    MR_ASSERT_CONTAINS(text, " % of the exchanged energy");
    MR_ASSERT_CONTAINS(text, "are doubtful");
    CU_ASSERT(run.statistics.doubtful_from > 0.0 && run.statistics.doubtful_from < 100.0);
    two_mass_run_default(&run, 5, "scheme=sf order=3");
    CU_ASSERT_EQUAL(two_mass_simulate(&run), MR_OK);
    mr_statistics_verdict(&run.statistics, text, sizeof text);
    MR_ASSERT_CONTAINS(text, ": good");
    char page[2048];
    mr_statistics_print(&run.statistics, page, sizeof page);
    MR_ASSERT_CONTAINS(page, "verdict");
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_what_both_sides_see_alike_makes_no_energy),
        MR_TEST(test_a_held_position_makes_the_energy_that_it_should),
        MR_TEST(test_off_auto_and_on),
        MR_TEST(test_repeats_and_returns_do_not_count_twice),
        MR_TEST(test_indicator_ranks_undamped_runs),
        MR_TEST(test_indicator_ranks_damped_runs),
        MR_TEST(test_interface_model_is_not_called_doubtful),
        MR_TEST(test_energy_correction_tames_hold),
        MR_TEST(test_energy_correction_needs_what_it_needs),
        MR_TEST(test_verdict_is_a_sentence),
    };
    return mr_test_main("indicator", tests, sizeof tests / sizeof *tests, argc, argv);
}
