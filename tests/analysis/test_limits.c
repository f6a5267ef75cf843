/* predicted stability limits against runs of the library with the two-mass slave and a master
 * written by hand: neither knows anything of the analysis */
#include "analysis/coupling.h"
#include "analysis/test_systems.h"
#include "mr_test.h"
#include "two_mass_oracle.h"

#include <math.h>
#include <stdio.h>

#define SYSTEMS (MR_SANITIZED ? 3 : 50)
#define LONGEST (MR_SANITIZED ? 2e4 : 2e5) /* steps of a run */

typedef struct trial {
    two_mass_ratios ratios;
    bool force, renewed;
    double ratio; /* h2 / h1 */
    char options[160];
} trial;

static trial draw(mr_random *random) {
    static const char *const predictors[] = {"polynomial", "polynomial", "least_squares"};
    static const double ratios[] = {1.0, 2.0, 3.0, 5.0, 8.0, 20.0, 1.5, 2.5, 0.5};
    trial t = {.ratios = {.fr = mr_random_uniform(random, 1.5, 40.0),
                          .ar12 = mr_random_uniform(random, 0.05, 1.0),
                          .ar1 = mr_random_uniform(random, 0.05, 1.0),
                          .ar2 = -exp(mr_random_uniform(random, 1.0, 6.0)),
                          .zeta = mr_random_uniform(random, 0.01, 0.3)},
               .force = mr_random_below(random, 2),
               .renewed = mr_random_below(random, 2),
               .ratio = ratios[mr_random_below(random, 9)]};
    const bool ff = mr_random_below(random, 2);
    const int kind = mr_random_below(random, 5);
    snprintf(t.options, sizeof t.options,
             "scheme=%s order_to_slave=%d order_to_master=%d predictor_to_slave=%s "
             "predictor_to_master=%s smoothing=%s coupling=%s hidden_states=0",
             ff ? "ff" : "sf", mr_random_below(random, 4), mr_random_below(random, 4),
             predictors[mr_random_below(random, 3)], predictors[mr_random_below(random, 3)],
             ff && kind == 1 ? "on" : "off", kind == 0 ? "model" : "signals");
    return t;
}

static bool analyse(const trial *t, an_pair *pair, an_coupling *c) {
    an_oscillators o;
    mr_message message = {""};
    an_coupling_default(c);
    an_oscillators_named(&o, "two_mass");
    o.ratios = t->ratios;
    if (an_oscillators_set(&o, "fr", t->ratios.fr, &message) != MR_OK)
        return false;
    c->scheme = AN_STAGGERED;
    c->step = 1.0;
    c->slave_step = t->ratio;
    c->tolerance = 1e-9;
    c->master_method = an_method_find("ode4");
    c->slave_method = an_method_find(t->renewed ? "trapezoidal" : "trapezoidal_kept");
    const bool good =
        mr_config_parse(&c->config, t->options, &message) == MR_OK &&
        an_oscillators_make(&o, t->force ? AN_FORCE_DISPLACEMENT : AN_DISPLACEMENT_DISPLACEMENT,
                            pair, &message) == MR_OK;
    if (!good)
        printf("%s\n", message.text);
    return good;
}

/* largest |x1| or |x2| at the end of a run of so many steps, against the start */
static double simulate(const trial *t, double h1, int steps) {
    two_mass_run run;
    char slave[256];
    two_mass system;
    two_mass_run_default(&run, t->ratios.fr, t->options);
    run.ratios = t->ratios;
    run.force = t->force;
    run.h1 = h1;
    run.steps = steps;
    run.slave_options = slave;
    snprintf(slave, sizeof slave, "ar12=%.17g ar1=%.17g ar2=%.17g step=%.17g acceleration=%s",
             t->ratios.ar12, t->ratios.ar1, t->ratios.ar2, h1 * t->ratio,
             t->renewed ? "renewed" : "kept");
    CU_ASSERT_FATAL(two_mass_make(&t->ratios, &system) == NULL);
    const double size = fmax(fabs(system.x1), fabs(system.x2));
    if (two_mass_simulate(&run) != MR_OK)
        return INFINITY;
    return fmax(fabs(run.x1_end), fabs(run.x2_end)) / size;
}

static double growth_at(const an_pair *pair, const an_coupling *c, double h1) {
    an_stability found;
    mr_message message = {""};
    an_coupling scaled = *c;
    scaled.step = h1;
    scaled.slave_step = h1 * c->slave_step;
    return an_stability_find(&found, pair, &scaled, &message) == MR_OK ? found.growth : 100.0 / h1;
}

/* 2 % below the limit runs die away, 2 % above it they grow */
static void test_predicted_limit_is_that_of_runs(void) {
    mr_random random = {20260101};
    int tested = 0, drawn = 0;
    while (tested < SYSTEMS && drawn++ < 400) {
        const trial t = draw(&random);
        an_pair pair;
        an_coupling c;
        mr_message message = {""};
        double limit = 0.0;
        if (!analyse(&t, &pair, &c)) {
            CU_FAIL("a system could not be made");
            break;
        }
        const mr_status status = an_stability_limit(&limit, &pair, &c, 2e-3, 0.6, &message);
        if (status != MR_OK)
            printf("%s, %s, ratio %g: %s\n", t.options, t.force ? "force" : "displacement", t.ratio,
                   message.text);
        CU_ASSERT(status == MR_OK);
        const double below = growth_at(&pair, &c, 0.98 * limit),
                     above = growth_at(&pair, &c, 1.02 * limit);
        an_pair_free(&pair);
        /* no limit in reach, or so faint a growth that no run of reasonable length shows it */
        const double most = LONGEST * limit;
        if (limit == 0.0 || limit >= 0.6 || above * most < 30.0 || -below * most < 10.0)
            continue;
        tested++;
        const double grown =
            simulate(&t, 1.02 * limit, (int)fmin(30.0 / above / limit + 2000, LONGEST));
        const double died =
            simulate(&t, 0.98 * limit, (int)fmin(10.0 / -below / limit + 2000, LONGEST));
        if (!(grown > 1e3) || !(died < 1.0))
            printf("%s fr %g %s ratio %g: limit %g, grown %g, died %g\n", t.options, t.ratios.fr,
                   t.force ? "force" : "displacement", t.ratio, limit, grown, died);
        CU_ASSERT(grown > 1e3);
        CU_ASSERT(died < 1.0);
    }
    printf("(%d systems of %d drawn) ", tested, drawn);
    CU_ASSERT(tested == SYSTEMS);
}

int main(int argc, char **argv) {
    const mr_test tests[] = {MR_TEST(test_predicted_limit_is_that_of_runs)};
    return mr_test_main("analysis_limits", tests, sizeof tests / sizeof *tests, argc, argv);
}
