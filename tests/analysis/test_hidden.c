/* the spectral radius with all that is hidden behind the interface, against time simulation with
 * the slaves themselves */
#include "analysis/coupling.h"
#include "mr_test.h"
#include "unseen_pair.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define CASES (MR_SANITIZED ? 4 : 60)

static const char *const settings[] = {"scheme=ff order=0",
                                       "scheme=ff order=1",
                                       "scheme=ff order=2",
                                       "scheme=sf order=1",
                                       "scheme=sf order=2",
                                       "scheme=ff order_to_slave=1 predictor_to_master=hermite:2",
                                       "scheme=ff order=1 smoothing=on",
                                       "coupling=model directions=0 hidden_states=0 "
                                       "indicator=off"}; /* which would cut growth off */
enum { SETTINGS = sizeof settings / sizeof *settings };

/* 1/s, from the largest energies of a run and of one twice as long */
static double measured(unseen_system s, double fr, const char *options, const char *path,
                       double duration) {
    double largest[2];
    for (int k = 0; k < 2; k++) {
        s.duration = duration * (k + 1);
        largest[k] = unseen_measure(&s, fr, options, path, NULL).largest;
    }
    return 0.5 * log(largest[1] / largest[0]) / duration;
}

static void test_radius_with_hidden_states_is_that_of_the_run(void) {
    mr_random random = {31337};
    int growing = 0, steady = 0, wrong = 0;
    char path[64];
    snprintf(path, sizeof path, "/tmp/test_hidden_%ld.mbs", (long)getpid());
    for (int i = 0; i < CASES; i++) {
        unseen_system s;
        an_pair pair;
        an_coupling coupling;
        an_stability found;
        mr_message message = {""};
        /* straight ones among systems that no other suite looks at */
        do {
            CU_ASSERT_TRUE_FATAL(unseen_system_at(1000 + mr_random_below(&random, 4000), &s));
        } while (s.masses == 0 || s.spring[0].cubic > 0.0 || s.spring[0].gap > 0.0);
        /* quarters: the map takes other ratios to within a thousandth only */
        const double fr =
            nearbyint(4.0 * exp(mr_random_uniform(&random, log(1.5), log(100.0)))) / 4.0;
        const char *options = settings[i % SETTINGS];
        CU_ASSERT_TRUE_FATAL(unseen_write(&s, path));
        CU_ASSERT_TRUE_FATAL(unseen_pair(&s, fr, path, &pair, &coupling));
        CU_ASSERT_EQUAL_FATAL(mr_config_parse(&coupling.config, options, &message), MR_OK);
        const mr_status status = an_stability_find(&found, &pair, &coupling, &message);
        CU_ASSERT_EQUAL(status, MR_OK);
        if (status != MR_OK)
            printf("%s\n", message.text);
        an_pair_free(&pair);
        const double duration = fmin(5.0, fmax(0.1, 10.0 / fmax(found.growth, 0.1)));
        const double seen = measured(s, fr, options, path, duration);
        bool right;
        if (found.growth > 0.5) { /* several times over before it is measured */
            growing++;
            right = fabs(seen - found.growth) < 0.15 * found.growth + 0.1;
        } else {
            steady++;
            right = seen < fmax(found.growth, 0.0) + 0.15;
        }
        wrong += !right;
        if (!right || getenv("VERBOSE"))
            printf("%s, FR %.3g, %s: growth %.4g by the map, %.4g in the run\n", s.name, fr,
                   options, found.growth, seen);
        (void)remove(path);
    }
    printf("(%d grow, %d do not) ", growing, steady);
    CU_ASSERT_EQUAL(wrong, 0);
    if (!MR_SANITIZED)
        CU_ASSERT(growing >= 15 && steady >= 15);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_radius_with_hidden_states_is_that_of_the_run),
    };
    return mr_test_main("analysis_hidden", tests, sizeof tests / sizeof *tests, argc, argv);
}
