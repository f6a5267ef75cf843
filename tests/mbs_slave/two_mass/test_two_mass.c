/* the test problem itself: parameters, exact solution, measures, and the slow half as a slave */
#include "mr_test.h"
#include "multirate/multirate.h"
#include "two_mass.h"
#include "two_mass_measure.h"

#include <math.h>
#include <string.h>

static two_mass made(double fr, double zeta) {
    two_mass_ratios ratios = two_mass_default_ratios;
    two_mass system;
    ratios.fr = fr;
    ratios.zeta = zeta;
    CU_ASSERT_PTR_NULL_FATAL(two_mass_make(&ratios, &system));
    return system;
}

static void test_parameters_follow_from_the_ratios(void) {
    for (double fr = 1.5; fr < 120.0; fr *= 1.7) {
        const two_mass s = made(fr, 0.25);
        MR_ASSERT_RELATIVE(s.m2 / s.m1, 100.0, 1e-12);
        MR_ASSERT_RELATIVE(s.k1, s.m1 * s.w2 * s.w2, 1e-9);
        MR_ASSERT_RELATIVE(s.k3, s.m2 * s.w2 * s.w2, 1e-9);
        /* k2 = m1 C11 C12 (w1^2 - w2^2) / (C11 C22 - C12 C21) */
        MR_ASSERT_RELATIVE(s.k2, 0.1 * 1.0 * (s.w1 * s.w1 - s.w2 * s.w2) / (0.1 + 0.001), 1e-12);
        MR_ASSERT_RELATIVE(s.c3, 2.0 * 0.25 * s.m2 * s.w2, 1e-14);
        MR_ASSERT_RELATIVE(s.c1, 2.0 * 0.25 * s.m1 * s.w1 / fr, 1e-14);
        MR_ASSERT_CLOSE(s.x1, 1.1, 1e-15);
        MR_ASSERT_CLOSE(s.x2, 0.999, 1e-15);
    }
}

static void test_impossible_ratios_are_refused(void) {
    two_mass system;
    const two_mass_ratios bad[] = {
        {1.0, 0.1, 0.1, -1000, 0},      {-5, 0.1, 0.1, -1000, 0},   {NAN, 0.1, 0.1, -1000, 0},
        {INFINITY, 0.1, 0.1, -1000, 0}, {10, 0.0, 0.1, -1000, 0},   {10, 0.1, 0.0, -1000, 0},
        {10, 0.1, 0.1, 0.0, 0},         {10, 0.1, 0.1, 1000, 0},    {10, 0.1, 0.1, -1000, -1},
        {10, 0.1, 0.1, -1000, NAN},     {10, NAN, 0.1, -1000, 0.1}, {10, 0.1, 0.1, INFINITY, 0.1}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *wrong = two_mass_make(&bad[i], &system);
        CU_ASSERT(wrong && strlen(wrong) > 10);
    }
}

/* the equations of motion, by central differences of the exact solution */
static void check_motion(const two_mass *s, double t) {
    const double e = 1e-5;
    double x[4], before[4], after[4];
    two_mass_exact(s, t - e, before);
    two_mass_exact(s, t, x);
    two_mass_exact(s, t + e, after);
    const double a1 = (after[1] - before[1]) / (2 * e), a2 = (after[3] - before[3]) / (2 * e);
    MR_ASSERT_CLOSE((after[0] - before[0]) / (2 * e), x[1], 1e-7);
    MR_ASSERT_CLOSE((after[2] - before[2]) / (2 * e), x[3], 1e-7);
    MR_ASSERT_CLOSE(s->m1 * a1, -(s->k1 * x[0] + s->k2 * (x[0] - x[2]) + s->c1 * x[1]), 1e-6);
    MR_ASSERT_CLOSE(s->m2 * a2, -(s->k3 * x[2] + s->k2 * (x[2] - x[0]) + s->c3 * x[3]), 1e-5);
}

static void test_exact_solution_obeys_the_equations(void) {
    for (int damped = 0; damped < 2; damped++)
        for (double fr = 2.0; fr < 100.0; fr *= 3.0) {
            const two_mass s = made(fr, 0.3 * damped);
            double x[4];
            two_mass_exact(&s, 0.0, x);
            MR_ASSERT_CLOSE(x[0], s.x1, 1e-14);
            MR_ASSERT_CLOSE(x[1], 0.0, 1e-14);
            MR_ASSERT_CLOSE(x[2], s.x2, 1e-14);
            for (double t = 0.1; t < 60.0; t *= 2.3)
                check_motion(&s, t);
        }
}

static void test_both_forms_of_the_exact_solution_agree(void) {
    /* cosines without damping, a matrix exponential with it: a trace of damping joins them */
    for (double t = 0.0; t <= 100.0; t += 7.3) {
        two_mass s = made(20.0, 0.0);
        double cosines[4], matrix[4];
        two_mass_exact(&s, t, cosines);
        s.c3 = 1e-300;
        two_mass_exact(&s, t, matrix);
        for (int i = 0; i < 4; i++)
            MR_ASSERT_CLOSE(matrix[i], cosines[i], 1e-9);
    }
}

static void test_measures_of_known_solutions(void) {
    const two_mass s = made(20.0, 0.0);
    two_mass_measure measure;
    two_mass_errors e;
    two_mass_measure_begin(&measure, &s, 20.0, 100.0);
    for (int i = 1; i <= 10000; i++) {
        double x[4];
        two_mass_exact(&s, 0.01 * i, x);
        two_mass_measure_add(&measure, 0.01 * i, x);
    }
    two_mass_measure_end(&measure, &e);
    MR_ASSERT_CLOSE(e.position_error, 0.0, 1e-12);
    MR_ASSERT_CLOSE(e.energy_error, 0.0, 1e-10);
    MR_ASSERT_CLOSE(e.fast_amplitude, 1.0, 1e-12);

    /* without the fast component: rms 0.1 / sqrt 2 of rms sqrt(1.01 / 2), times FR / N = 0.2 */
    two_mass_measure_begin(&measure, &s, 20.0, 100.0);
    for (int i = 1; i <= 10000; i++) {
        const double t = 0.01 * i, w = s.w2;
        const double x[4] = {cos(w * t), -w * sin(w * t), cos(w * t), -w * sin(w * t)};
        two_mass_measure_add(&measure, t, x);
    }
    two_mass_measure_end(&measure, &e);
    MR_ASSERT_RELATIVE(e.position_error, 0.2 * sqrt(0.01 / 1.01), 1e-6);
    MR_ASSERT_CLOSE(e.fast_amplitude, 0.0, 1e-12);
    /* only the slow mode's energy is left, a constant: 1 - E_slow / E_0 */
    const double slow[4] = {1.0, 0.0, 1.0, 0.0}, start[4] = {s.x1, 0.0, s.x2, 0.0};
    MR_ASSERT_RELATIVE(e.energy_error, 1.0 - two_mass_energy(&s, slow) / two_mass_energy(&s, start),
                       1e-9);
}

/* --- the slave, driven with the exact motion of the other half --- */

typedef struct partner {
    two_mass system;
    bool force;
} partner;

static mr_status exact_input(void *context, double t, double *u) {
    const partner *p = context;
    double x[4];
    two_mass_exact(&p->system, t, x);
    u[0] = p->force ? p->system.k2 * (x[0] - x[2]) : x[0];
    return MR_OK;
}

/* largest error of x2 up to t = 20 with this configuration */
static double slave_error(const mr_slave_type *type, double zeta, bool force, const char *options) {
    partner p = {.system = made(20.0, zeta), .force = force};
    const mr_inputs inputs = {.at = exact_input, .context = &p};
    char configuration[256];
    snprintf(configuration, sizeof configuration, "fr=20 zeta=%g coupling=%s %s", zeta,
             force ? "force" : "displacement", options);
    mr_message message = {""};
    void *slave = NULL;
    CU_ASSERT_EQUAL_FATAL(type->open(configuration, &message, &slave), MR_OK);
    CU_ASSERT_EQUAL_FATAL(type->initialise(slave, 0.0, &inputs), MR_OK);
    double t = 0.0, worst = 0.0;
    while (t < 20.0) {
        double y[3], x[4];
        CU_ASSERT_EQUAL_FATAL(type->step(slave, &inputs, &t), MR_OK);
        type->outputs(slave, y);
        two_mass_exact(&p.system, t, x);
        worst = fmax(worst, fabs(y[0] - x[2]));
        /* the acceleration obeys the equation of motion at the end of the step */
        const two_mass *s = &p.system;
        const double load = force ? s->k2 * (x[0] - x[2]) : s->k2 * (x[0] - y[0]);
        MR_ASSERT_CLOSE(y[2], (load - s->k3 * y[0] - s->c3 * y[1]) / s->m2, 1e-10);
    }
    type->close(slave);
    return worst;
}

static void test_slave_converges_with_order_2(void) {
    mr_message message;
    mr_plugin *plugin;
    CU_ASSERT_EQUAL_FATAL(mr_plugin_load("two_mass", &plugin, NULL, &message), MR_OK);
    const mr_slave_type *type = mr_plugin_type(plugin);
    static const char *const variants[] = {"acceleration=kept", "acceleration=renewed",
                                           "jitter=0.3"};
    for (int force = 0; force < 2; force++)
        for (int damped = 0; damped < 2; damped++)
            for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
                double errors[2];
                for (int level = 0; level < 2; level++) {
                    char options[128];
                    snprintf(options, sizeof options, "step=%g %s", level ? 0.005 : 0.02,
                             variants[v]);
                    errors[level] = slave_error(type, 0.2 * damped, force, options);
                }
                CU_ASSERT(errors[1] < 1e-4);
                MR_ASSERT_CLOSE(0.5 * log2(errors[0] / errors[1]), 2.0, v == 2 ? 0.3 : 0.1);
            }
    mr_plugin_unload(plugin);
}

static void test_slave_has_its_own_sentences(void) {
    mr_message message;
    mr_plugin *plugin;
    CU_ASSERT_EQUAL_FATAL(mr_plugin_load("two_mass", &plugin, NULL, &message), MR_OK);
    static const struct {
        const char *configuration, *sentence;
    } wrong[] = {
        {"fr=0.5", "FR must be greater than 1"},
        {"fr=abc", "option fr: 'abc' is not a number"},
        {"ar1=0", "amplitude ratios must be finite and not zero"},
        {"ar2=1000", "these amplitude ratios need a negative mass"},
        {"zeta=-1", "zeta must not be negative"},
        {"step=-0.1", "step must be positive"},
        {"step=inf", "step must be positive"},
        {"jitter=1", "jitter must be at least 0 and less than 1"},
        {"jitter=-0.1", "jitter must be at least 0 and less than 1"},
        {"seed=x", "option seed: 'x' is not a whole number"},
        {"coupling=glue", "option coupling: 'glue' is not 'displacement' or 'force'"},
        {"acceleration=lost", "option acceleration: 'lost' is not 'kept' or 'renewed'"},
        {"colour=blue", "unknown option 'colour'"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        mr_config config;
        mr_interface *interface;
        mr_config_default(&config);
        CU_ASSERT_EQUAL(mr_interface_open(&config, mr_plugin_type(plugin), wrong[i].configuration,
                                          &interface, &message),
                        MR_ERR_SLAVE_OPEN);
        MR_ASSERT_CONTAINS(message.text, "slave 'two_mass' could not be opened: ");
        MR_ASSERT_CONTAINS(message.text, wrong[i].sentence);
    }
    mr_plugin_unload(plugin);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_parameters_follow_from_the_ratios),
        MR_TEST(test_impossible_ratios_are_refused),
        MR_TEST(test_exact_solution_obeys_the_equations),
        MR_TEST(test_both_forms_of_the_exact_solution_agree),
        MR_TEST(test_measures_of_known_solutions),
        MR_TEST(test_slave_converges_with_order_2),
        MR_TEST(test_slave_has_its_own_sentences),
    };
    return mr_test_main("two_mass", tests, sizeof tests / sizeof *tests, argc, argv);
}
