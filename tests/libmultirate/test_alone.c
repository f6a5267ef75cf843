/* the core by itself: couples as the whole library does, and refuses what needs the rest of it */
#include "interface_help.h"
#include "multirate/coupled.h"

static void test_a_line_is_followed(void) {
    probe p = {.inputs = 1, .outputs = 1, .h = 0.1};
    mr_interface *interface = open_probe("order=1", &p); /* y1 = time */
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, NULL), MR_OK);
    for (int i = 0; i <= 100; i++)
        CU_ASSERT_DOUBLE_EQUAL(exchange(interface, 0.01 * i, 0.0, MR_MAJOR), 0.01 * i, 1e-12);
    mr_interface_close(interface);
}

/* nothing is begun in another thread, so latency is all that is left of steps ahead of need */
static void test_steps_may_be_begun_early_by_the_caller(void) {
    probe p = {.inputs = 1, .outputs = 1, .h = 0.1};
    mr_interface *interface = open_probe("order=1 latency=0.05", &p);
    mr_statistics statistics;
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, NULL), MR_OK);
    for (int i = 0; i <= 100; i++)
        CU_ASSERT_DOUBLE_EQUAL(exchange(interface, 0.01 * i, 0.0, MR_MAJOR), 0.01 * i, 1e-12);
    mr_interface_statistics(interface, &statistics);
    CU_ASSERT(statistics.times.steps_ahead >= 10);
    mr_interface_close(interface);
}

static void test_threads_are_refused(void) {
    probe p = {.inputs = 1, .outputs = 1, .h = 0.1};
    mr_config config;
    mr_message message;
    mr_interface *interface;
    mr_config_default(&config);
    CU_ASSERT_EQUAL(mr_config_parse(&config, "parallel=on", &message), MR_OK);
    probe_next(&p);
    CU_ASSERT_EQUAL(mr_interface_open(&config, &probe_type, "", &interface, &message),
                    MR_ERR_UNSUPPORTED);
    MR_ASSERT_CONTAINS(message.text, "cannot have a thread of its own here");
    CU_ASSERT_PTR_NULL(interface);
}

static void test_threads_of_members_are_refused(void) {
    probe p[2] = {{.inputs = 1, .outputs = 1, .h = 0.1}, {.inputs = 1, .outputs = 1, .h = 0.1}};
    const mr_coupled_member member = {.type = &probe_type, .configuration = ""};
    const mr_connection connection = MR_CONNECTION(0, 0, 0, 0);
    mr_coupled_config config;
    mr_coupled *coupled = NULL;
    mr_message message = {""};
    mr_coupled_default_own_steps(&config);
    for (int parallel = 0; parallel < 2; parallel++) {
        config.iteration = MR_JACOBI;
        config.parallel = parallel;
        probe_next(&p[parallel]);
        CU_ASSERT_EQUAL_FATAL(
            mr_coupled_open(&config, &member, 1, &connection, 1, &coupled, &message), MR_OK);
        CU_ASSERT_EQUAL(mr_coupled_start(coupled, 0.0), parallel ? MR_ERR_UNSUPPORTED : MR_OK);
        MR_ASSERT_CONTAINS(mr_coupled_error(coupled),
                           parallel ? "there are no threads for parallel members here" : "");
        mr_coupled_close(coupled);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_a_line_is_followed),
        MR_TEST(test_steps_may_be_begun_early_by_the_caller),
        MR_TEST(test_threads_are_refused),
        MR_TEST(test_threads_of_members_are_refused),
    };
    return mr_test_main("alone", tests, sizeof tests / sizeof *tests, argc, argv);
}
