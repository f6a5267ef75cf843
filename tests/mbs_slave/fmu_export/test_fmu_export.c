/* exported and imported again, a slave gives the same bits as its plug-in, whatever the coupling */
#include "mr_test.h"
#include "multirate/multirate.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <zip.h>

#define FMUS     MR_BINARY_DIR "/tests/mbs_slave/fmu_export/fmus/"
#define EXAMPLES MR_SOURCE_DIR "/mbs_slave/multibody/examples/"
#define MOST     64

typedef struct subject {
    const char *name; /* of the FMU, without its version */
    const char *slave, *configuration;
    double master_step; /* no whole number of them fits into a slave step */
    double amplitude, feedback;
    int exchanges;
} subject;

static const subject subjects[] = {
    {"two_mass", "two_mass", "", 0.037, 1.0, 0.3, 400},
    {"renewed", "two_mass", "coupling=force acceleration=renewed zeta=0.02", 0.037, 1.0, -0.2, 400},
    {"cart", EXAMPLES "cart.mbs", "", 0.00037, 2.0, 0.0, 150},
    {"pendulum", EXAMPLES "double_pendulum.mbs", "step=0.002", 0.00071, 0.0, 0.0, 150},
};

/* a slave behind an interface, and what drives it */
typedef struct run {
    mr_plugin *plugin;
    mr_interface *interface;
    int inputs, outputs;
    double u[MOST];
} run;

static bool begin(run *r, const char *slave, const char *configuration, const char *options) {
    char text[8192];
    const char *prefix = "";
    mr_config config;
    mr_message message = {""};
    *r = (run){0};
    mr_config_default(&config);
    mr_status status = mr_config_parse(&config, options, &message);
    if (status == MR_OK)
        status = mr_plugin_load(slave, &r->plugin, &prefix, &message);
    snprintf(text, sizeof text, "%s%s", prefix, configuration);
    if (status == MR_OK)
        status =
            mr_interface_open(&config, mr_plugin_type(r->plugin), text, &r->interface, &message);
    if (status != MR_OK)
        printf("\n    %s: %s", slave, message.text);
    CU_ASSERT_EQUAL(status, MR_OK);
    if (status != MR_OK)
        return false;
    r->inputs = mr_interface_inputs(r->interface);
    r->outputs = mr_interface_outputs(r->interface);
    CU_ASSERT_FATAL(r->inputs <= MOST && r->outputs <= MOST);
    return true;
}

static void end(run *r) {
    mr_interface_close(r->interface);
    mr_plugin_unload(r->plugin);
}

/* waves, and some of what came back */
static void drive(const subject *s, const run *r, double t, double *y) {
    for (int i = 0; i < r->inputs; i++)
        y[i] = s->amplitude * sin(7.0 * t + i) + s->feedback * r->u[i % r->outputs];
}

static void advance(const subject *s, run *r, int i) {
    double y[MOST];
    const double t = i * s->master_step;
    drive(s, r, t, y);
    const mr_status status = i == 0 ? mr_interface_start(r->interface, 0.0, y) : MR_OK;
    const mr_status exchanged =
        status == MR_OK ? mr_interface_exchange(r->interface, t, y, MR_MAJOR, r->u) : status;
    if (exchanged != MR_OK)
        printf("\n    %s", mr_interface_error(r->interface));
    CU_ASSERT_EQUAL_FATAL(exchanged, MR_OK);
}

/* number of answers that differ in any bit */
static int differences(const subject *s, int version, const char *options) {
    char fmu[4096];
    run a, b;
    int count = 0;
    snprintf(fmu, sizeof fmu, FMUS "%s%d.fmu", s->name, version);
    const bool good = begin(&a, s->slave, s->configuration, options);
    if (!good || !begin(&b, fmu, "", options))
        return -1;
    CU_ASSERT_EQUAL(a.inputs, b.inputs);
    CU_ASSERT_EQUAL_FATAL(a.outputs, b.outputs);
    double moved = 0.0;
    for (int i = 0; i < s->exchanges; i++) {
        advance(s, &a, i);
        advance(s, &b, i);
        count += memcmp(a.u, b.u, (size_t)a.outputs * sizeof *a.u) != 0;
        moved = fmax(moved, fabs(a.u[0]));
    }
    CU_ASSERT(moved > 1e-6);
    mr_statistics statistics;
    mr_interface_statistics(b.interface, &statistics);
    CU_ASSERT(statistics.counts.slave_steps > 20);
    if (count > 0)
        printf("\n    %s, FMI %d, %s: %d of %d differ", s->name, version, options, count,
               s->exchanges);
    end(&a);
    end(&b);
    return count;
}

static void all_versions(const subject *s, const char *options) {
    for (int version = 2; version <= 3; version++)
        CU_ASSERT_EQUAL(differences(s, version, options), 0);
}

static void test_the_same_bits_slowest_first(void) {
    char options[64];
    for (size_t k = 0; k < sizeof subjects / sizeof *subjects; k++)
        for (int order = 0; order <= 4; order += k < 2 && !MR_SANITIZED ? 1 : 3) {
            snprintf(options, sizeof options, "scheme=sf order=%d", order);
            all_versions(&subjects[k], options);
        }
}

static void test_the_same_bits_fastest_first(void) {
    char options[64];
    for (size_t k = 0; k < sizeof subjects / sizeof *subjects; k++)
        for (int order = 0; order <= 4; order += k < 2 && !MR_SANITIZED ? 1 : 3) {
            snprintf(options, sizeof options, "scheme=ff order=%d", order);
            all_versions(&subjects[k], options);
        }
}

static void test_the_same_bits_with_what_needs_more_of_a_slave(void) {
    static const char *const options[] = {
        "scheme=ff order=2 smoothing=on",                  /* the mean over a step */
        "scheme=sf order=3 graded_start=on",               /* short steps */
        "scheme=ff order=3 predictor_to_master=hermite:3", /* rates */
        "coupling=model",                                  /* interface matrices */
        "coupling=model matrices=identified",
    };
    for (int k = 0; k < 3; k++)
        for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
            /* the multibody slave announces its step without the rounding of its grid, an FMU with
             * it: the mean over the step is another number in its last place */
            if (k == 2 && (strstr(options[i], "smoothing") || strstr(options[i], "coupling=model")))
                continue;
            all_versions(&subjects[k], options[i]);
        }
}

/* a saved state brings both back to the same bits */
static void test_states_of_an_exported_slave_come_back(void) {
    for (int version = 2; version <= 3; version++) {
        char fmu[4096];
        run r;
        snprintf(fmu, sizeof fmu, FMUS "two_mass%d.fmu", version);
        if (!begin(&r, fmu, "", "order=3"))
            continue;
        const subject *s = &subjects[0];
        for (int i = 0; i < 50; i++)
            advance(s, &r, i);
        mr_snapshot *snapshot = NULL;
        CU_ASSERT_EQUAL_FATAL(mr_interface_save(r.interface, &snapshot), MR_OK);
        double before[MOST], first[MOST];
        memcpy(before, r.u, sizeof before);
        for (int i = 50; i < 90; i++)
            advance(s, &r, i);
        memcpy(first, r.u, sizeof first);
        CU_ASSERT_EQUAL(mr_interface_restore(r.interface, snapshot), MR_OK);
        memcpy(r.u, before, sizeof before);
        for (int i = 50; i < 90; i++)
            advance(s, &r, i);
        CU_ASSERT_EQUAL(memcmp(first, r.u, (size_t)r.outputs * sizeof(double)), 0);
        mr_interface_close(r.interface);
        mr_snapshot_free(snapshot); /* after the interface: that is allowed */
        mr_plugin_unload(r.plugin);
    }
}

/* what is inside knows nothing of the machine that made it */
static void test_nothing_of_this_machine_is_inside(void) {
    static const char *const parts[] = {"modelDescription.xml", "resources/slave.txt"};
    static char text[100000];
    zip_t *zip = zip_open(FMUS "cart2.fmu", ZIP_RDONLY, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(zip);
    for (int i = 0; i < 2; i++) {
        zip_file_t *file = zip_fopen(zip, parts[i], 0);
        CU_ASSERT_PTR_NOT_NULL_FATAL(file);
        const zip_int64_t size = zip_fread(file, text, sizeof text - 1);
        CU_ASSERT_FATAL(size > 10);
        text[size] = '\0';
        CU_ASSERT_PTR_NULL(strstr(text, MR_SOURCE_DIR));
        CU_ASSERT_PTR_NULL(strstr(text, MR_BINARY_DIR));
        zip_fclose(file);
    }
    MR_ASSERT_CONTAINS(text, "file='{resources}/cart.mbs'");
    CU_ASSERT(zip_name_locate(zip, "resources/cart.mbs", 0) >= 0);
    zip_discard(zip);
}

static const mr_test tests[] = {
    MR_TEST(test_the_same_bits_slowest_first),
    MR_TEST(test_the_same_bits_fastest_first),
    MR_TEST(test_the_same_bits_with_what_needs_more_of_a_slave),
    MR_TEST(test_states_of_an_exported_slave_come_back),
    MR_TEST(test_nothing_of_this_machine_is_inside),
};

int main(int argc, char **argv) {
    return mr_test_main("fmu_export", tests, sizeof tests / sizeof *tests, argc, argv);
}
