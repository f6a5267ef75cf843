/* the growth of a coupled run whose slave tells its interface model directions: against eigenvalues
 * of the whole, and against runs */
#include "analysis/matrix.h"
#include "analysis/struck.h"
#include "mr_test.h"
#include "unseen_pair.h"

#include "multirate/multirate.h"
#include "multirate/plugin.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* of master and chain as one, by their equations of motion: positions (the master's first), then
 * velocities; 1/s */
static double own_growth(const unseen_system *s, double fr) {
    enum { MOST = 2 * (1 + UNSEEN_MASSES) };
    double A[MOST * MOST] = {0.0}, real[MOST], imaginary[MOST], most = -INFINITY;
    const int n = 1 + s->masses, w = 2 * n;
    const double k1 = s->base * s->base * 39.47841760435743;
    for (int k = -2; k < s->springs; k++) {
        /* of the master: to the ground, and to the interface */
        const unseen_spring own = {.stiffness = k == -2 ? k1 : k1 * fr * fr};
        const unseen_spring *c = k < 0 ? &own : &s->spring[k];
        const int ends[2] = {k < 0      ? 0
                             : c->a < 0 ? -1
                                        : c->a + 1,
                             k == -2    ? -1
                             : k == -1  ? 1
                             : c->b < 0 ? -1
                                        : c->b + 1};
        for (int e = 0; e < 2; e++)
            for (int f = 0; f < 2; f++)
                if (ends[e] >= 0 && ends[f] >= 0) {
                    const double mass = ends[e] == 0 ? 1.0 : s->mass[ends[e] - 1];
                    const double sign = e == f ? -1.0 : 1.0;
                    A[(n + ends[e]) * w + ends[f]] += sign * c->stiffness / mass;
                    A[(n + ends[e]) * w + n + ends[f]] += sign * c->damping / mass;
                }
    }
    for (int i = 0; i < n; i++)
        A[i * w + n + i] = 1.0;
    CU_ASSERT_EQUAL_FATAL(an_eigenvalues(A, w, real, imaginary, NULL), MR_OK);
    for (int i = 0; i < w; i++)
        most = fmax(most, real[i]);
    return most;
}

/* the master of unseen_pair, at its start, coupled with the slave in the file */
static mr_status look(const unseen_system *s, double fr, const char *options, const char *path,
                      an_stability *found, mr_message *message) {
    an_pair pair;
    an_coupling coupling;
    mr_config config;
    mr_plugin *plugin = NULL;
    mr_interface *interface = NULL;
    const char *prefix = "";
    char configuration[512];
    *found = (an_stability){0};
    CU_ASSERT_TRUE_FATAL(unseen_pair(s, fr, path, &pair, &coupling));
    CU_ASSERT_EQUAL_FATAL(mr_config_parse(&coupling.config, options, message), MR_OK);
    an_struck_config(&pair, &coupling, &config);
    CU_ASSERT_EQUAL_FATAL(mr_plugin_load("mbs", &plugin, &prefix, message), MR_OK);
    snprintf(configuration, sizeof configuration, "%sfile=%s", prefix, path);
    CU_ASSERT_EQUAL_FATAL(
        mr_interface_open(&config, mr_plugin_type(plugin), configuration, &interface, message),
        MR_OK);
    const double p = s->masses > 0 ? s->start[0] : sin(s->start[0]);
    const double states[2] = {s->master_start, 0.0}, inputs[3] = {p, 0.0, 0.0};
    const double rates[2] = {0.0, pair.master.A[2] * s->master_start + pair.master.B[3] * p};
    const double output = pair.master.B[3] * (s->master_start - p);
    const an_struck_slave about = {.pair = &pair,
                                   .states = states,
                                   .rates = rates,
                                   .inputs = inputs,
                                   .outputs = &output,
                                   .interface = interface,
                                   .slave_step = s->step};
    const mr_status status = an_struck_slave_stability(found, &about, &coupling, message);
    mr_interface_close(interface);
    mr_plugin_unload(plugin);
    an_pair_free(&pair);
    return status;
}

/* chains of two to four masses, soft, stiff, damped and not; 0: all were good */
static int compare_chains(const char *options, uint64_t seed, int cases, double most_fr,
                          double close, int *damped, int *refused) {
    mr_random random = {seed};
    char path[64];
    int bad = 0;
    *damped = *refused = 0;
    snprintf(path, sizeof path, "/tmp/test_directed_%ld.mbs", (long)getpid());
    for (int i = 0; i < cases; i++) {
        unseen_system s;
        an_stability found;
        mr_message message = {""};
        do {
            CU_ASSERT_TRUE_FATAL(unseen_system_at(1000 + mr_random_below(&random, 4000), &s));
        } while (s.masses < 2 || s.masses > 4 || s.spring[0].cubic > 0.0 || s.spring[0].gap > 0.0);
        const double fr =
            nearbyint(4.0 * exp(mr_random_uniform(&random, log(1.5), log(most_fr)))) / 4.0;
        CU_ASSERT_TRUE_FATAL(unseen_write(&s, path));
        const mr_status status = look(&s, fr, options, path, &found, &message);
        const double own = own_growth(&s, fr);
        (void)remove(path);
        const bool good =
            status == MR_OK && found.stable && fabs(found.growth - own) <= close + 0.02 * fabs(own);
        if (getenv("VERBOSE") || (!good && status == MR_OK))
            printf("%s, %d masses, FR %.4g: growth %.6g of the whole, %.6g foreseen, blur %.2g, %d "
                   "states %s\n",
                   s.name, s.masses, fr, own, found.growth, found.blur, found.dimension,
                   message.text);
        *damped += own < -1e-4;
        *refused += status == MR_ERR_UNSUPPORTED;
        bad += !good;
    }
    return bad;
}

static int asked_cases(int otherwise) {
    const char *more = getenv("DIRECTED_CASES"); /* they cost a second and more at high ratios */
    return MR_SANITIZED ? 1 : more ? atoi(more) : otherwise;
}

static double largest_ratio(void) {
    return getenv("DIRECTED_CASES") ? 100.0 : 8.0;
}

/* The directions have all that moves, so that the coupled run is the whole system. 1.7e-5 1/s is
 * the most that 40 cases are off; runs of 8000 s show no growth there */
static void test_growth_with_directions_is_that_of_the_whole(void) {
    int damped, refused;
    const int cases = asked_cases(2);
    if (MR_SANITIZED)
        return; /* slow there; the runs below go the same way */
    CU_ASSERT_EQUAL(
        compare_chains("coupling=model", 90210, cases, largest_ratio(), 2e-5, &damped, &refused),
        0);
    CU_ASSERT(MR_SANITIZED || (damped >= 1 && cases - damped >= 1));
}

/* The model finds the hidden modes by steps on trial: the same */
static void test_growth_by_steps_on_trial_is_that_of_the_whole(void) {
    int damped, refused;
    if (MR_SANITIZED)
        return;
    CU_ASSERT_EQUAL(compare_chains("coupling=model directions=0", 4711, asked_cases(2),
                                   largest_ratio(), 2e-5, &damped, &refused),
                    0);
}

/* where it must not look for enough of them its safeguard acts, which is no linear map */
static void test_a_safeguard_that_acts_is_no_map(void) {
    int damped, refused;
    (void)compare_chains("coupling=model directions=0 hidden_states=1", 90210, asked_cases(2),
                         largest_ratio(), 2e-5, &damped, &refused);
    CU_ASSERT(MR_SANITIZED || refused > 0);
}

/* Slow motions of four masses lie close together in a map of small steps; by 64 steps of the slave
 * it had grown by e^(5.7 t). Nothing is damped: the growth of the whole is 0 */
static void test_rows_of_four_masses_with_small_steps_are_stable(void) {
    static const double steps[] = {0.004, 0.001};
    char path[64];
    snprintf(path, sizeof path, "/tmp/test_directed_%ld.mbs", (long)getpid());
    for (int i = 0; i < (MR_SANITIZED ? 0 : getenv("DIRECTED_CASES") ? 2 : 1); i++) {
        const unseen_system s = {.name = "row",
                                 .masses = 4,
                                 .springs = 4,
                                 .mass = {10.0, 20.0, 50.0, 100.0},
                                 .spring = {{.a = 0, .b = 1, .stiffness = 9869.6},
                                            {.a = 1, .b = 2, .stiffness = 8000.0},
                                            {.a = 2, .b = 3, .stiffness = 5000.0},
                                            {.a = 3, .b = -1, .stiffness = 3947.8}},
                                 .start = {0.5, 0.5, 0.5, 0.5},
                                 .master_start = 0.6,
                                 .base = 1.0,
                                 .step = steps[i],
                                 .finest = 60.0};
        an_stability found;
        mr_message message = {""};
        CU_ASSERT_TRUE_FATAL(unseen_write(&s, path));
        CU_ASSERT_EQUAL(look(&s, 1.5, "coupling=model", path, &found, &message), MR_OK);
        if (getenv("VERBOSE"))
            printf("row of four, %g s, FR %g: growth %.3g, blur %.2g %s\n", s.step, 1.5,
                   found.growth, found.blur, message.text);
        (void)remove(path);
        CU_ASSERT_TRUE(found.stable);
        CU_ASSERT(fabs(found.growth) < 1e-4);
    }
}

/* 1/s, from the largest energies of a run and of one twice as long */
static double measured(unseen_system s, double fr, const char *path, double duration) {
    double largest[2];
    for (int k = 0; k < 2; k++) {
        s.duration = duration * (k + 1);
        largest[k] = unseen_measure(&s, fr, "coupling=model indicator=off", path, NULL).largest;
    }
    return 0.5 * log(largest[1] / largest[0]) / duration;
}

/* a tip so light that the steps of the master do not resolve it */
static void test_growth_with_directions_is_that_of_the_run(void) {
    static const double masses[] = {0.005, 0.008};
    char path[64];
    snprintf(path, sizeof path, "/tmp/test_directed_%ld.mbs", (long)getpid());
    for (int i = 0; i < (MR_SANITIZED ? 1 : 2); i++) {
        unseen_system s = {.name = "tip",
                           .masses = 1,
                           .springs = 1,
                           .mass = {masses[i]},
                           .spring = {{.a = 0, .b = -1, .stiffness = 9000.0 * masses[i]}},
                           .start = {0.5},
                           .master_start = 0.6,
                           .base = 1.0,
                           .step = 0.01,
                           .finest = 400.0};
        an_stability found;
        mr_message message = {""};
        CU_ASSERT_TRUE_FATAL(unseen_write(&s, path));
        CU_ASSERT_EQUAL(look(&s, 4.0, "coupling=model", path, &found, &message), MR_OK);
        const double seen = measured(s, 4.0, path, 12.0 / found.growth);
        (void)remove(path);
        if (getenv("VERBOSE"))
            printf("tip of %g kg: %.4g foreseen, %.4g in the run %s\n", masses[i], found.growth,
                   seen, message.text);
        CU_ASSERT_FALSE(found.stable);
        MR_ASSERT_CLOSE(seen, found.growth, 0.02 * found.growth);
    }
}

/* a backlash is no linear system: no answer, in a sentence */
static void test_what_is_not_linear_is_refused(void) {
    unseen_system s;
    an_stability found;
    char path[64];
    mr_message message = {""};
    snprintf(path, sizeof path, "/tmp/test_directed_%ld.mbs", (long)getpid());
    for (int i = 6; i <= 8; i += 2) {
        CU_ASSERT_TRUE_FATAL(unseen_system_at(i, &s));
        if (!(s.spring[0].gap > 0.0))
            continue;
        CU_ASSERT_TRUE_FATAL(unseen_write(&s, path));
        const mr_status status = look(&s, 2.0, "coupling=model", path, &found, &message);
        (void)remove(path);
        if (getenv("VERBOSE"))
            printf("%s: %s (growth %g)\n", s.name, message.text, found.growth);
        CU_ASSERT_EQUAL(status, MR_ERR_UNSUPPORTED);
        CU_ASSERT_PTR_NOT_NULL(strstr(message.text, "a run tells"));
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_growth_with_directions_is_that_of_the_whole),
        MR_TEST(test_growth_by_steps_on_trial_is_that_of_the_whole),
        MR_TEST(test_a_safeguard_that_acts_is_no_map),
        MR_TEST(test_rows_of_four_masses_with_small_steps_are_stable),
        MR_TEST(test_growth_with_directions_is_that_of_the_run),
        MR_TEST(test_what_is_not_linear_is_refused),
    };
    return mr_test_main("analysis_directed", tests, sizeof tests / sizeof *tests, argc, argv);
}
