/* the spectral radius with all that is hidden behind the interface, against time simulation with
 * the slaves themselves */
#include "analysis/matrix.h"
#include "analysis/struck.h"
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

/* of the whole of both sides, 1/s */
static double own_growth(const an_pair *pair) {
    double A[32 * 32], real[32], imaginary[32], most = -INFINITY;
    const int n = pair->master.states + pair->slave.states;
    mr_message message = {""};
    CU_ASSERT_TRUE_FATAL(n <= 32);
    CU_ASSERT_EQUAL_FATAL(an_pair_whole(pair, A, &message), MR_OK);
    CU_ASSERT_EQUAL_FATAL(an_eigenvalues(A, n, real, imaginary, NULL), MR_OK);
    for (int i = 0; i < n; i++)
        most = fmax(most, real[i]);
    return most;
}

/* the interface model finds the hidden modes by steps on trial: the coupled run is then the whole
 * system. Where it must not look for enough of them its safeguard acts, which is no linear map */
static void test_radius_of_a_model_that_tries_is_that_of_the_whole(void) {
    mr_random random = {4711};
    char path[64];
    int refused = 0;
    snprintf(path, sizeof path, "/tmp/test_tries_%ld.mbs", (long)getpid());
    for (int i = 0; i < (MR_SANITIZED ? 2 : 24); i++) {
        unseen_system s;
        an_pair pair;
        an_coupling coupling;
        an_stability found = {0};
        mr_message message = {""};
        do {
            CU_ASSERT_TRUE_FATAL(unseen_system_at(1000 + mr_random_below(&random, 4000), &s));
        } while (s.masses < 2 || s.spring[0].cubic > 0.0 || s.spring[0].gap > 0.0);
        const double fr =
            nearbyint(4.0 * exp(mr_random_uniform(&random, log(1.5), log(100.0)))) / 4.0;
        CU_ASSERT_TRUE_FATAL(unseen_write(&s, path));
        CU_ASSERT_TRUE_FATAL(unseen_pair(&s, fr, path, &pair, &coupling));
        CU_ASSERT_EQUAL_FATAL(mr_config_parse(&coupling.config,
                                              i % 4 == 3
                                                  ? "coupling=model directions=0 hidden_states=1"
                                                  : "coupling=model directions=0",
                                              &message),
                              MR_OK);
        const mr_status status = an_struck_pair(&found, &pair, &coupling, &message);
        const double own = own_growth(&pair);
        an_pair_free(&pair);
        (void)remove(path);
        if (getenv("VERBOSE"))
            printf("%s, FR %.3g: growth %.6g of the whole, %.6g foreseen %s\n", s.name, fr, own,
                   found.growth, message.text);
        if (i % 4 == 3) {
            refused += status == MR_ERR_UNSUPPORTED;
            continue;
        }
        CU_ASSERT_EQUAL(status, MR_OK);
        CU_ASSERT_TRUE(found.stable);
        MR_ASSERT_CLOSE(found.growth, own, 1e-5 + 0.02 * fabs(own));
    }
    CU_ASSERT(MR_SANITIZED || refused > 0);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_radius_with_hidden_states_is_that_of_the_run),
        MR_TEST(test_radius_of_a_model_that_tries_is_that_of_the_whole),
    };
    return mr_test_main("analysis_hidden", tests, sizeof tests / sizeof *tests, argc, argv);
}
