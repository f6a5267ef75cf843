/* FMUs of FMI 1.0: Co-Simulation and Model Exchange against the closed solution of x' = g u - x */
#include "fmu_maker.h"
#include "mr_test.h"
#include "multirate/plugin.h"
#include "multirate/slave.h"

#include <math.h>
#include <string.h>

static mr_status give(void *context, double t, double *u) {
    (void)t;
    memcpy(u, context, 2 * sizeof *u);
    return MR_OK;
}

/* outputs x, ticks, on, passed at 2.5 s; inputs u, switch */
static mr_status run(const char *file, const char *settings, double *y, mr_message *message) {
    char configuration[600];
    mr_plugin *plugin;
    void *slave;
    double u[2] = {1.0, 1.0}, t = 0.0;
    const mr_inputs inputs = {.at = give, .context = u};
    snprintf(configuration, sizeof configuration, "file='%s/tests/mbs_slave/fmu/fmus/%s' %s",
             MR_BINARY_DIR, file, settings);
    CU_ASSERT_EQUAL_FATAL(mr_plugin_load("fmu", &plugin, NULL, message), MR_OK);
    const mr_slave_type *type = mr_plugin_type(plugin);
    mr_status status = type->open(configuration, message, &slave);
    if (status == MR_OK) {
        mr_slave_description d;
        type->describe(slave, &d);
        CU_ASSERT_EQUAL(d.input_count, 2);
        CU_ASSERT_EQUAL(d.output_count, 4);
        CU_ASSERT_PTR_NULL(d.type->save);                            /* this version cannot */
        for (int start = 0; start < 2 && status == MR_OK; start++) { /* a second run is the same */
            status = type->initialise(slave, 0.0, &inputs);
            for (t = 0.0; status == MR_OK && t < 2.5 - 1e-9;)
                status = type->step(slave, &inputs, &t);
        }
        if (status == MR_OK)
            status = type->outputs(slave, y);
        type->close(slave);
    }
    mr_plugin_unload(plugin);
    return status;
}

static void runs(const char *file, const char *settings, double gain, double tolerance) {
    double y[4] = {0};
    mr_message message = {""};
    const mr_status status = run(file, settings, y, &message);
    if (status != MR_OK)
        printf("\n    %s ", message.text);
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
    MR_ASSERT_CLOSE(y[0], gain * (1.0 - exp(-2.5)), tolerance);
    MR_ASSERT_CLOSE(y[1], 2.0, 0.0); /* seconds that have passed */
    MR_ASSERT_CLOSE(y[2], 1.0, 0.0);
    MR_ASSERT_CLOSE(y[3], gain * (1.0 - exp(-2.5)) > 0.5, 0.0);
}

static void test_co_simulation(void) {
    runs("first_cs.fmu", "step=0.01", 1.0, 1e-12);
    runs("first_cs.fmu", "step=0.01 start.g=0.25", 0.25, 1e-12);
    runs("first_cs.fmu", "step=0.05 start.g=3", 3.0, 1e-12); /* refuses what is longer than 15 ms */
}

static void test_model_exchange(void) {
    runs("first_me.fmu", "step=0.05", 1.0, 1e-6);
    runs("first_me.fmu", "step=0.05 start.g=2 solver=bdf", 2.0, 1e-6);
    runs("first_me.fmu", "step=0.05 start.g=2 solver=adams", 2.0, 1e-6);
}

static void test_failures_are_told(void) {
    double y[4];
    mr_message message = {""};
    CU_ASSERT_NOT_EQUAL(run("first_cs.fmu", "step=0.01 start.g=-1", y, &message), MR_OK);
    MR_ASSERT_CONTAINS(message.text, "the gain -1 is negative"); /* its own words */
    CU_ASSERT_NOT_EQUAL(run("first_cs.fmu", "outputs=minus_x", y, &message), MR_OK);
    MR_ASSERT_CONTAINS(message.text, "is the negative of another one");
    CU_ASSERT_NOT_EQUAL(run("first_cs.fmu", "interface=me", y, &message), MR_OK);
    MR_ASSERT_CONTAINS(message.text, "is not for Model Exchange");
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_co_simulation),
        MR_TEST(test_model_exchange),
        MR_TEST(test_failures_are_told),
    };
    return mr_test_main("FMUs of FMI 1.0", tests, sizeof tests / sizeof *tests, argc, argv);
}
