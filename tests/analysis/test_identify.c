/* interface matrices from steps of the slave, against those that it would tell */
#include "analysis/identify.h"
#include "mr_test.h"
#include "two_mass.h"

#include <stdio.h>

typedef struct tried {
    mr_plugin *plugin;
    mr_slave_type type; /* the same slave, which does not tell */
    mr_interface *interface;
} tried;

static void open_slave(tried *t, const char *configuration, double u0) {
    mr_config config;
    mr_message message = {""};
    mr_config_default(&config);
    CU_ASSERT_FATAL(mr_config_parse(&config, "scheme=ff order=0", &message) == MR_OK);
    CU_ASSERT_FATAL(mr_plugin_load("two_mass", &t->plugin, NULL, &message) == MR_OK);
    t->type = *mr_plugin_type(t->plugin);
    t->type.interface_matrices = NULL;
    CU_ASSERT_FATAL(mr_interface_open(&config, &t->type, configuration, &t->interface, &message) ==
                    MR_OK);
    CU_ASSERT_FATAL(mr_interface_start(t->interface, 0.0, &u0) == MR_OK);
}

static void close_slave(tried *t) {
    mr_interface_close(t->interface);
    mr_plugin_unload(t->plugin);
}

static void test_matrices_of_the_slow_mass(void) {
    two_mass_ratios ratios = two_mass_default_ratios;
    two_mass system;
    ratios.zeta = 0.1;
    for (int i = 0; i < 4; i++) {
        static const double fr[4] = {2.0, 10.0, 37.3, 100.0};
        char configuration[128];
        mr_slave_description description;
        mr_coordinate coordinates[4];
        double Au, Ap, Av;
        const double u0 = 3.0;
        tried t;
        ratios.fr = fr[i];
        CU_ASSERT_FATAL(two_mass_make(&ratios, &system) == NULL);
        snprintf(configuration, sizeof configuration, "coupling=force zeta=0.1 fr=%.17g", fr[i]);
        open_slave(&t, configuration, u0);
        mr_interface_describe(t.interface, &description);
        CU_ASSERT_EQUAL_FATAL(an_find_coordinates(&description, coordinates, 4), 1);
        CU_ASSERT(coordinates[0].position == 0 && coordinates[0].velocity == 1 &&
                  coordinates[0].acceleration == 2);
        CU_ASSERT_EQUAL(an_identify(t.interface, 0.0, &u0, coordinates, 1, &Au, &Ap, &Av), MR_OK);
        MR_ASSERT_RELATIVE(Au, 1.0 / system.m2, 1e-6);
        MR_ASSERT_RELATIVE(Ap, -system.k3 / system.m2, 1e-6);
        MR_ASSERT_RELATIVE(Av, -system.c3 / system.m2, 1e-6);
        close_slave(&t);
    }
}

/* outputs in the wrong roles follow no such law, and that is told */
static void test_what_is_no_coordinate_is_refused(void) {
    const mr_coordinate wrong = {.position = 2, .velocity = 0, .acceleration = 1};
    const double u0 = 3.0;
    double Au, Ap, Av;
    tried t;
    open_slave(&t, "coupling=force fr=10", u0);
    CU_ASSERT_EQUAL(an_identify(t.interface, 0.0, &u0, &wrong, 1, &Au, &Ap, &Av),
                    MR_ERR_UNSUPPORTED);
    close_slave(&t);
}

int main(int argc, char **argv) {
    const mr_test tests[] = {
        MR_TEST(test_matrices_of_the_slow_mass),
        MR_TEST(test_what_is_no_coordinate_is_refused),
    };
    return mr_test_main("analysis_identify", tests, sizeof tests / sizeof *tests, argc, argv);
}
