/* the kart as a slave: what it promises by name, accuracy and stability over the step, states to
 * the bit, the interface of the drive line, no allocation */
#include "kart_run.h"
#include "mr_test.h"
#include "multirate/multirate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if !MR_SANITIZED
/* counts every allocation of the program and its libraries */
static long allocations;
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);

void *malloc(size_t size) {
    allocations++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    allocations++;
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    allocations++;
    return __libc_realloc(memory, size);
}
#endif

static const double PI = 3.14159265358979323846;

/* smooth: power, a swerve, a touch of the brakes */
static void smooth(const double *numbers, double t, double u[3]) {
    double rise = t < 1.0 ? 0.5 * (1.0 - cos(PI * t)) : 1.0;
    (void)numbers;
    u[0] = 40.0 * rise;
    u[1] = t > 0.5 ? 0.1 * pow(sin(PI * (t - 0.5)), 4.0) : 0.0;
    u[2] = 0.02 * rise * sin(2.0 * PI * t);
}

/* full throttle with two gear changes, then brakes to a stop, with jumps */
static void rough(const double *numbers, double t, double u[3]) {
    int changes = fabs(t - 1.5) < 0.1 || fabs(t - 3.0) < 0.1;
    (void)numbers;
    u[0] = t < 4.0 && !changes ? (t < 1.5 ? 120.0 : t < 3.0 ? 70.0 : 40.0) : 0.0;
    u[1] = t > 4.2 ? 0.7 : 0.0;
    u[2] = t > 2.0 && t < 3.0 ? 0.02 : 0.0;
}

static const double NOTHING[1] = {0.0};

static void test_it_is_found_and_says_what_it_is(void) {
    static const char *const inputs[] = {"drive_torque", "brake", "steer"};
    static const char *const outputs[] = {
        "axle_angle", "axle_speed", "speed", "pitch",     "roll",      "yaw",       "x",
        "y",          "z",          "ax",    "ay",        "az",        "fx_fl",     "fy_fl",
        "fz_fl",      "fx_fr",      "fy_fr", "fz_fr",     "fx_rl",     "fy_rl",     "fz_rl",
        "fx_rr",      "fy_rr",      "fz_rr", "travel_fl", "travel_fr", "travel_rl", "travel_rr"};
    mr_message message = {""};
    mr_plugin *plugin = NULL;
    const char *prefix = NULL;
    void *instance = NULL;
    /* beside the plug-ins, by its name */
    mr_status status = mr_plugin_load("kart.mbs", &plugin, &prefix, &message);
    if (status == MR_OK)
        status = mr_plugin_type(plugin)->open(prefix, &message, &instance);
    if (status != MR_OK)
        printf("\n    %s", message.text);
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
    mr_slave_description d;
    mr_plugin_type(plugin)->describe(instance, &d);
    MR_ASSERT_CONTAINS(d.title, "157 variables");
    CU_ASSERT_EQUAL_FATAL(d.input_count, 3);
    for (int i = 0; i < 3; i++)
        CU_ASSERT_STRING_EQUAL(d.inputs[i].name, inputs[i]);
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
        CU_ASSERT_STRING_EQUAL(d.outputs[i].name, outputs[i]);
        CU_ASSERT_EQUAL(d.outputs[i].size, 1);
    }
    CU_ASSERT_EQUAL(d.outputs[1].rate_of, 0);
    CU_ASSERT_EQUAL(d.inputs[0].power_with, 1);
    CU_ASSERT_EQUAL_FATAL(d.coordinate_count, 1);
    CU_ASSERT_EQUAL(d.coordinates[0].position, 0);
    CU_ASSERT_EQUAL(d.coordinates[0].velocity, 1);
    mr_plugin_type(plugin)->close(instance);
    mr_plugin_unload(plugin);
}

/* positions, angles and speeds at the end */
static void state_of(double h, double y[8]) {
    static const char *const names[8] = {"axle_angle", "axle_speed", "speed", "pitch",
                                         "roll",       "yaw",        "x",     "y"};
    kart_run r;
    kart_open(&r, "v0=6", smooth, NOTHING, 1);
    kart_to(&r, 1.2, h);
    for (int i = 0; i < 8; i++)
        y[i] = kart_output(&r, names[i]);
    kart_close(&r);
}

static void test_second_order_in_the_step(void) {
    double best[8], y[8], error[3];
    state_of(1e-3, best);
    for (int k = 0; k < 3; k++) {
        state_of(0.012 / (1 << k), y);
        error[k] = 0.0;
        /* against a step that leaves a fraction of its own error */
        for (int i = 0; i < 8; i++)
            error[k] = fmax(error[k], fabs(y[i] - best[i]) / (1e-3 + fabs(best[i])));
    }
    double expected = (9.0 - 1.0) / (36.0 - 1.0); /* (3 ms)^2 and (6 ms)^2 against 1 ms */
    CU_ASSERT(error[0] < 2e-2);
    CU_ASSERT(error[1] < error[0] / 3.4);
    MR_ASSERT_RELATIVE(error[2] / error[1], expected, 0.15);
}

static void test_stable_at_every_step(void) {
#if MR_SANITIZED
    static const double steps[] = {5e-3, 3.7e-3, 1e-2};
#else
    static const double steps[] = {1e-3, 3.7e-3, 1e-2};
#endif
    double way = 0.0, top = 0.0;
    for (int k = 0; k < 3; k++) {
        kart_run r;
        double h = steps[k], most = 0.0, least = 0.0, fastest = 0.0;
        long count = lround(7.0 / h);
        kart_open(&r, "", rough, NOTHING, 1);
        for (long i = 0; i < count; i++) {
            kart_to(&r, mbs_simulation_time(r.simulation) + h, h);
            double pitch = kart_output(&r, "pitch");
            most = fmax(most, pitch);
            least = fmin(least, pitch);
            fastest = fmax(fastest, kart_output(&r, "speed"));
        }
        CU_ASSERT(most < 0.08 && least > -0.06);
        MR_ASSERT_CLOSE(kart_output(&r, "speed"), 0.0, 0.2);
        if (k == 0) {
            way = kart_output(&r, "x");
            top = fastest;
        }
        /* jumps of the inputs fall on other steps: no more than a step of full power */
        MR_ASSERT_CLOSE(fastest, top, 5.0 * h + 0.005);
        MR_ASSERT_RELATIVE(kart_output(&r, "x"), way, 0.003 + 2.0 * h);
        kart_close(&r);
    }
    kart_run r;
    kart_open(&r, "", rough, NOTHING, 1);
    kart_to(&r, 0.3, MR_SANITIZED ? 3e-4 : 1e-4);
    double fine = kart_output(&r, "speed"), angle = kart_output(&r, "axle_angle");
    kart_close(&r);
    kart_open(&r, "", rough, NOTHING, 1);
    kart_to(&r, 0.3, 1e-2);
    MR_ASSERT_RELATIVE(kart_output(&r, "speed"), fine, 0.01);
    MR_ASSERT_RELATIVE(kart_output(&r, "axle_angle"), angle, 0.01);
    kart_close(&r);
}

/* the kart with another word in the place of one, to t; its outputs */
static void run_changed(const char *word, const char *other, double t, double *y,
                        mbs_statistics *statistics) {
    static char text[40000], changed[40000];
    FILE *file = fopen(MR_SOURCE_DIR "/mbs_slave/kart/kart.mbs", "rb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[size] = '\0';
    const char *at = strstr(text, word);
    CU_ASSERT_PTR_NOT_NULL_FATAL(at);
    int length = snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, other,
                          at + strlen(word));
    kart_run r;
    kart_open(&r, "", smooth, NOTHING, 1);
    mbs_simulation_free(r.simulation);
    mbs_model_free(r.model);
    CU_ASSERT_EQUAL_FATAL(
        mbs_read_text(changed, (size_t)length, "kart", NULL, 0, &r.model, &r.message), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mbs_simulation_new(r.model, &r.simulation, &r.message), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mbs_simulation_start(r.simulation, 0.0, &r.inputs), MR_OK);
    kart_to(&r, t, 2e-3);
    mbs_simulation_outputs(r.simulation, y);
    *statistics = mbs_simulation_statistics(r.simulation);
    kart_close(&r);
}

/* a tangent that serves several steps changes the work, not the motion */
static void test_keeping_the_tangent_changes_nothing(void) {
    double kept[64], fresh[64];
    mbs_statistics often, seldom;
    run_changed("keep_tangent: 0.01", "keep_tangent: 0.01", 1.2, kept, &seldom);
    run_changed("keep_tangent: 0.01", "keep_tangent: 0", 1.2, fresh, &often);
    CU_ASSERT(2 * seldom.tangents < often.tangents);
    /* angles, speeds, positions; then forces */
    for (int i = 0; i < 9; i++)
        MR_ASSERT_CLOSE(kept[i], fresh[i], 1e-6 * (1.0 + fabs(fresh[i])));
    for (int i = 12; i < 24; i++)
        MR_ASSERT_CLOSE(kept[i], fresh[i], 1e-3 + 1e-4 * fabs(fresh[i]));
}

static void test_states_to_the_bit(void) {
    kart_run r;
    double first[64], again[64];
    kart_open(&r, "", rough, NOTHING, 1);
    size_t size = (size_t)mbs_model_output_width(r.model) * sizeof *first;
    kart_to(&r, 1.43, 1e-2);
    void *state = malloc(mbs_simulation_state_size(r.simulation));
    CU_ASSERT_PTR_NOT_NULL_FATAL(state);
    mbs_simulation_save(r.simulation, state);
    for (int k = 0; k < 3; k++) {
        kart_to(&r, 2.3, 1e-2);
        mbs_simulation_outputs(r.simulation, k == 0 ? first : again);
        if (k > 0)
            CU_ASSERT_EQUAL(memcmp(first, again, size), 0);
        /* whatever happens in between */
        kart_to(&r, 3.0 + k, 5e-3);
        CU_ASSERT_EQUAL(mbs_simulation_restore(r.simulation, state), MR_OK);
    }
    /* and in a simulation of its own */
    mbs_simulation *other = NULL;
    CU_ASSERT_EQUAL_FATAL(mbs_simulation_new(r.model, &other, &r.message), MR_OK);
    CU_ASSERT_EQUAL(mbs_simulation_restore(other, state), MR_OK);
    mbs_simulation *own = r.simulation;
    r.simulation = other;
    kart_to(&r, 2.3, 1e-2);
    mbs_simulation_outputs(r.simulation, again);
    CU_ASSERT_EQUAL(memcmp(first, again, size), 0);
    r.simulation = own;
    mbs_simulation_free(other);
    free(state);
    kart_close(&r);
}

/* the axle feels its own inertia at once: a torque turns 0.2 kg m2 against the chassis, which gives
 * way with some 9 kg m2 of its own */
static void test_interface_is_the_inertia_of_the_axle(void) {
    kart_run r;
    double Au[3], Ap[1], Av[1];
    const double numbers[3] = {20.0, 0.0, 0.0};
    kart_open(&r, "v0=8", kart_steady, numbers, 3);
    kart_to(&r, 0.5, 1e-3);
    double before = kart_output(&r, "axle_acceleration");
    CU_ASSERT_EQUAL_FATAL(mbs_simulation_interface(r.simulation, Au, Ap, Av), MR_OK);
    CU_ASSERT_EQUAL(memcmp(&before, &(double){kart_output(&r, "axle_acceleration")}, sizeof before),
                    0);
    MR_ASSERT_RELATIVE(1.0 / Au[0], 1.0 / (1.0 / KART_AXLE + 1.0 / 9.0), 0.01);
    /* against differences: a tiny step with another torque */
    double change[2];
    void *state = malloc(mbs_simulation_state_size(r.simulation));
    CU_ASSERT_PTR_NOT_NULL_FATAL(state);
    mbs_simulation_save(r.simulation, state);
    for (int k = 0; k < 2; k++) {
        CU_ASSERT_EQUAL(mbs_simulation_restore(r.simulation, state), MR_OK);
        r.numbers[0] = 20.0 + 10.0 * k;
        CU_ASSERT_EQUAL_FATAL(mbs_simulation_step(r.simulation, &r.inputs, 1e-6), MR_OK);
        change[k] = kart_output(&r, "axle_acceleration");
    }
    MR_ASSERT_RELATIVE((change[1] - change[0]) / 10.0, Au[0], 1e-3);
    /* the tyres resist: slip stiffness times radius squared per inertia and relaxation length */
    CU_ASSERT(Ap[0] < -1e3 && Av[0] <= 0.0);
    free(state);
    kart_close(&r);
}

static void test_a_step_allocates_nothing(void) {
#if !MR_SANITIZED
    kart_run r;
    double y[64], rates[64];
    kart_open(&r, "", rough, NOTHING, 1);
    kart_to(&r, 0.5, 1e-2);
    long before = allocations;
    for (int i = 0; i < 600; i++) {
        (void)mbs_simulation_step(r.simulation, &r.inputs, 1e-2);
        mbs_simulation_outputs(r.simulation, y);
        mbs_simulation_rates(r.simulation, rates);
    }
    CU_ASSERT_EQUAL(allocations, before);
    kart_close(&r);
#endif
}

static const mr_test tests[] = {
    MR_TEST(test_it_is_found_and_says_what_it_is),
    MR_TEST(test_second_order_in_the_step),
    MR_TEST(test_stable_at_every_step),
    MR_TEST(test_keeping_the_tangent_changes_nothing),
    MR_TEST(test_states_to_the_bit),
    MR_TEST(test_interface_is_the_inertia_of_the_axle),
    MR_TEST(test_a_step_allocates_nothing),
};

int main(int argc, char **argv) {
    return mr_test_main("kart: slave", tests, sizeof tests / sizeof *tests, argc, argv);
}
