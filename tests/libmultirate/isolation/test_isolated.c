/* slaves in processes of their own: the same bits as inside, whatever is asked of them */
#define _POSIX_C_SOURCE 200809L
#include "mr_test.h"
#include "processes.h"
#include "two_mass_oracle.h"

#include <stdlib.h>
#include <string.h>

static const char isolated[] = "two_mass isolate=yes";

static two_mass_run simulate(const char *slave, bool force, const char *options,
                             const char *slave_options) {
    two_mass_run run;
    two_mass_run_default(&run, 23.0, options);
    run.slave = slave;
    run.force = force;
    run.slave_options = slave_options;
    run.steps = MR_SANITIZED ? 600 : 2000;
    CU_ASSERT_EQUAL(two_mass_simulate(&run), MR_OK);
    if (run.error[0])
        printf("\n    %s: %s", options, run.error);
    return run;
}

static void compare(bool force, const char *options, const char *slave_options) {
    const two_mass_run inside = simulate("two_mass", force, options, slave_options);
    const two_mass_run outside = simulate(isolated, force, options, slave_options);
    const double a[] = {inside.position_error, inside.energy_error, inside.fast_amplitude,
                        inside.x1_end, inside.x2_end};
    const double b[] = {outside.position_error, outside.energy_error, outside.fast_amplitude,
                        outside.x1_end, outside.x2_end};
    CU_ASSERT(inside.position_error > 0.0);
    CU_ASSERT_EQUAL(memcmp(a, b, sizeof a), 0);
    if (memcmp(a, b, sizeof a) != 0)
        printf("\n    %s differs: %.17g, %.17g", options, a[0], b[0]);
    CU_ASSERT_EQUAL(inside.statistics.counts.slave_steps, outside.statistics.counts.slave_steps);
    CU_ASSERT_EQUAL(inside.statistics.counts.input_requests,
                    outside.statistics.counts.input_requests);
    CU_ASSERT_EQUAL(inside.statistics.counts.extrapolated_to_slave,
                    outside.statistics.counts.extrapolated_to_slave);
}

static void test_both_schemes_all_orders_give_the_same_bits(void) {
    static const char *const schemes[] = {"slowest_first", "fastest_first"};
    for (int scheme = 0; scheme < 2; scheme++)
        for (int order = 0; order <= 4; order++)
            for (int force = 0; force < 2; force++) {
                char options[64];
                snprintf(options, sizeof options, "scheme=%s order=%d", schemes[scheme], order);
                compare(force, options, "");
            }
}

/* matrices, rates, steps to a given time, irregular steps */
static void test_everything_optional_gives_the_same_bits(void) {
    compare(true, "coupling=model", "");
    compare(true, "coupling=model", "zeta=0.2 jitter=0.3");
    compare(true, "coupling=model matrices=identified", "");
    compare(false, "predictor_to_master=hermite", "");
    compare(false, "scheme=ff smoothing=on", "");
    compare(true, "scheme=ff graded_start=on order=3", "");
    compare(false, "slave_step=0.05", "jitter=0.4");
    compare(false, "predictor=selector scheme=ff", "jitter=0.4 seed=3");
}

/* a thread of the master and a process of the slave */
static void test_stepping_ahead_gives_the_same_bits(void) {
    compare(false, "parallel=on order=3", "");
    compare(true, "parallel=on scheme=ff order=2", "zeta=0.1");
    compare(true, "parallel=on coupling=model", "");
}

static void test_table_and_description_are_the_same(void) {
    static const char *const slaves[] = {"two_mass", isolated};
    mr_plugin *plugins[2];
    mr_interface *interfaces[2];
    mr_slave_description d[2];
    mr_config config;
    mr_message message;
    mr_config_default(&config);
    for (int i = 0; i < 2; i++) {
        const char *prefix;
        char text[4096];
        CU_ASSERT_EQUAL_FATAL(mr_plugin_load(slaves[i], &plugins[i], &prefix, &message), MR_OK);
        snprintf(text, sizeof text, "%scoupling=force fr=31", prefix);
        CU_ASSERT_EQUAL_FATAL(
            mr_interface_open(&config, mr_plugin_type(plugins[i]), text, &interfaces[i], &message),
            MR_OK);
        mr_interface_describe(interfaces[i], &d[i]);
    }
    const mr_slave_type *a = mr_plugin_type(plugins[0]), *b = mr_plugin_type(plugins[1]);
    CU_ASSERT_STRING_EQUAL(a->name, b->name);
    CU_ASSERT_STRING_EQUAL(a->summary, b->summary);
    CU_ASSERT_STRING_EQUAL(a->options, b->options);
    CU_ASSERT_STRING_EQUAL(mr_plugin_path(plugins[0]), mr_plugin_path(plugins[1]));
    CU_ASSERT_STRING_EQUAL(d[0].title, d[1].title);
    CU_ASSERT_EQUAL_FATAL(d[0].output_count, d[1].output_count);
    for (int i = 0; i < d[0].output_count; i++) {
        CU_ASSERT_STRING_EQUAL(d[0].outputs[i].name, d[1].outputs[i].name);
        CU_ASSERT_STRING_EQUAL(d[0].outputs[i].unit, d[1].outputs[i].unit);
        CU_ASSERT_EQUAL(d[0].outputs[i].rate_of, d[1].outputs[i].rate_of);
    }
    CU_ASSERT_EQUAL(d[0].inputs[0].power_with, d[1].inputs[0].power_with);
    CU_ASSERT_EQUAL(d[0].coordinate_count, d[1].coordinate_count);
    for (int i = 0; i < 2; i++) {
        mr_interface_close(interfaces[i]);
        mr_plugin_unload(plugins[i]);
    }
}

#define MANY 12

static void test_many_instances_side_by_side(void) {
    mr_plugin *plugin;
    mr_interface *interfaces[MANY];
    mr_config config;
    mr_message message;
    const char *prefix;
    mr_config_default(&config);
    const int before = children();
    CU_ASSERT_EQUAL_FATAL(mr_plugin_load(isolated, &plugin, &prefix, &message), MR_OK);
    CU_ASSERT_EQUAL(children(), before); /* a table needs no process */
    for (int i = 0; i < MANY; i++) {
        char text[4096];
        snprintf(text, sizeof text, "%sfr=%d", prefix, 10 + i);
        CU_ASSERT_EQUAL_FATAL(
            mr_interface_open(&config, mr_plugin_type(plugin), text, &interfaces[i], &message),
            MR_OK);
        CU_ASSERT_EQUAL(mr_interface_start(interfaces[i], 0.0, NULL), MR_OK);
    }
    CU_ASSERT_EQUAL(children(), before + MANY);
    double u[3], first[MANY];
    for (int k = 1; k <= 50; k++)
        for (int i = 0; i < MANY; i++) {
            const double y = 1.0;
            CU_ASSERT_EQUAL(mr_interface_exchange(interfaces[i], 0.1 * k, &y, MR_MAJOR, u), MR_OK);
            first[i] = u[0];
        }
    for (int i = 1; i < MANY; i++)
        CU_ASSERT(first[i] != first[i - 1]); /* each its own system */
    for (int i = 0; i < MANY; i++)
        mr_interface_close(interfaces[i]);
    CU_ASSERT_EQUAL(children(), before);
    mr_plugin_unload(plugin);
}

/* a snapshot keeps a state in the process; it may outlive the interface */
static void test_snapshots_work_and_outlive_the_process(void) {
    mr_plugin *plugin;
    mr_interface *interface;
    mr_config config;
    mr_message message;
    const char *prefix;
    mr_snapshot *snapshots[5] = {NULL};
    mr_config_default(&config);
    CU_ASSERT_EQUAL_FATAL(mr_plugin_load(isolated, &plugin, &prefix, &message), MR_OK);
    CU_ASSERT_EQUAL_FATAL(
        mr_interface_open(&config, mr_plugin_type(plugin), prefix, &interface, &message), MR_OK);
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, NULL), MR_OK);
    double u[3], reached[5];
    const double y = 1.0;
    for (int k = 1; k <= 20; k++)
        CU_ASSERT_EQUAL(mr_interface_exchange(interface, 0.1 * k, &y, MR_MAJOR, u), MR_OK);
    for (int i = 0; i < 5; i++) {
        CU_ASSERT_EQUAL(mr_interface_save(interface, &snapshots[i]), MR_OK);
        CU_ASSERT_EQUAL(mr_interface_exchange(interface, 2.2 + 0.2 * i, &y, MR_MAJOR, u), MR_OK);
        reached[i] = u[0];
    }
    for (int i = 4; i >= 0; i--) {
        CU_ASSERT_EQUAL(mr_interface_restore(interface, snapshots[i]), MR_OK);
        CU_ASSERT_EQUAL(mr_interface_exchange(interface, 2.2 + 0.2 * i, &y, MR_MAJOR, u), MR_OK);
        CU_ASSERT_EQUAL(u[0], reached[i]);
    }
    mr_snapshot_free(snapshots[1]);
    snapshots[1] = NULL;
    CU_ASSERT_EQUAL(mr_interface_save(interface, &snapshots[1]), MR_OK);
    mr_interface_close(interface);
    for (int i = 0; i < 5; i++)
        mr_snapshot_free(snapshots[i]);
    mr_plugin_unload(plugin);
}

static void test_nothing_is_left_behind(void) {
    const inventory before = take_inventory();
    test_table_and_description_are_the_same();
    test_snapshots_work_and_outlive_the_process();
    const inventory after = take_inventory();
    CU_ASSERT_EQUAL(memcmp(&before, &after, sizeof before), 0);
}

static void refuse(const char *slave, const char *sentence) {
    mr_message message = {""};
    mr_plugin *plugin;
    CU_ASSERT_NOT_EQUAL(mr_plugin_load(slave, &plugin, NULL, &message), MR_OK);
    CU_ASSERT_PTR_NULL(plugin);
    MR_ASSERT_CONTAINS(message.text, sentence);
}

static void test_mistakes_of_the_user_are_told(void) {
    refuse("two_mass isolate=perhaps", "option isolate: 'perhaps' is not 'yes', 'no' or 'sandbox'");
    refuse("two_mass isolate=yes timeout=0", "option timeout: '0' is not a time");
    refuse("two_mass isolate=yes timeout=soon", "option timeout: 'soon' is not a number");
    refuse("two_mass isolate=yes spin=-1", "option spin: '-1' is not a time");
    refuse("two_mass isolate=yes colour=red",
           "how slave 'two_mass' is run: unknown option 'colour'");
    refuse("no_such isolate=yes", "there is no slave plug-in 'no_such'");
    refuse(" isolate=yes", "the name of the slave is empty");
    mr_message message = {""};
    mr_plugin *plugin;
    const char *prefix;
    void *instance = NULL;
    CU_ASSERT_EQUAL_FATAL(mr_plugin_load(isolated, &plugin, &prefix, &message), MR_OK);
    CU_ASSERT_EQUAL(mr_plugin_type(plugin)->open("fr=10", &message, &instance), MR_ERR_CONFIG);
    MR_ASSERT_CONTAINS(message.text, "must begin with the prefix");
    mr_plugin_unload(plugin);
    /* switched off it is the plug-in itself */
    CU_ASSERT_EQUAL_FATAL(mr_plugin_load("two_mass isolate=no", &plugin, &prefix, &message), MR_OK);
    CU_ASSERT_STRING_EQUAL(prefix, "");
    mr_plugin_unload(plugin);
}

/* is there a process while it is open? */
static bool runs_elsewhere(const char *slave) {
    mr_plugin *plugin = NULL;
    mr_interface *interface = NULL;
    mr_config config;
    mr_message message;
    const char *prefix = "";
    mr_config_default(&config);
    const mr_status status = mr_plugin_load(slave, &plugin, &prefix, &message);
    if (status != MR_OK)
        printf("\n    %s", message.text);
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
    char configuration[8192];
    snprintf(configuration, sizeof configuration, "%sfr=10", prefix);
    CU_ASSERT_EQUAL_FATAL(
        mr_interface_open(&config, mr_plugin_type(plugin), configuration, &interface, &message),
        MR_OK);
    const bool elsewhere = any_child() != 0;
    mr_interface_close(interface);
    mr_plugin_unload(plugin);
    return elsewhere;
}

/* a host may trust the slaves of some folders only; what is written at the slave goes before it */
static void test_slaves_of_other_folders_are_isolated_by_default(void) {
    unsetenv("MULTIRATE_TRUSTED");
    CU_ASSERT_FALSE(runs_elsewhere("two_mass"));
    setenv("MULTIRATE_TRUSTED", "/nonexistent:" MR_BINARY_DIR "/lib", 1);
    CU_ASSERT_FALSE(runs_elsewhere("two_mass"));
    setenv("MULTIRATE_TRUSTED", "/nonexistent:", 1);
    CU_ASSERT_TRUE(runs_elsewhere("two_mass"));
    CU_ASSERT_FALSE(runs_elsewhere("two_mass isolate=no"));
    CU_ASSERT_TRUE(runs_elsewhere("two_mass isolate=yes"));
    unsetenv("MULTIRATE_TRUSTED");
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_both_schemes_all_orders_give_the_same_bits),
        MR_TEST(test_everything_optional_gives_the_same_bits),
        MR_TEST(test_stepping_ahead_gives_the_same_bits),
        MR_TEST(test_table_and_description_are_the_same),
        MR_TEST(test_many_instances_side_by_side),
        MR_TEST(test_snapshots_work_and_outlive_the_process),
        MR_TEST(test_nothing_is_left_behind),
        MR_TEST(test_mistakes_of_the_user_are_told),
        MR_TEST(test_slaves_of_other_folders_are_isolated_by_default),
    };
    return mr_test_main("isolated", tests, sizeof tests / sizeof *tests, argc, argv);
}
