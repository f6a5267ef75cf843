/* the interface model on the test problem: one setting, no tuning, at every frequency ratio */
#include "mr_test.h"
#include "two_mass_oracle.h"

#include <math.h>
#include <string.h>

static two_mass_run simulate(double fr, bool force, double zeta, const char *options,
                             const char *slave) {
    two_mass_run run;
    two_mass_run_default(&run, fr, options);
    run.force = force;
    run.ratios.zeta = zeta;
    run.slave_options = slave;
    CU_ASSERT_EQUAL(two_mass_simulate(&run), MR_OK);
    return run;
}

/* FR 1.5 … 100, integer and non-integer ratios alike */
static double sweep(int i, int count) {
    return 1.5 * pow(100.0 / 1.5, (double)i / (double)(count - 1));
}

/* sanitizers look at the code, not at the numbers: a few ratios will do there */
#define DENSE (MR_SANITIZED ? 6 : 60)
#define SOME  (MR_SANITIZED ? 3 : 20)

static void test_force_coupling_is_accurate_at_every_ratio(void) {
    double worst = 0.0;
    for (int i = 0; i < DENSE; i++) {
        const two_mass_run run = simulate(sweep(i, DENSE), true, 0.0, "coupling=model", "");
        MR_ASSERT_CLOSE(run.position_error, 0.0, 0.002);
        MR_ASSERT_CLOSE(run.energy_error, 0.0, 0.005);
        MR_ASSERT_CLOSE(run.fast_amplitude, 1.0, 0.01);
        worst = fmax(worst, run.position_error);
    }
    printf("(worst %.4f) ", worst);
}

static void test_measured_ratios(void) {
    /* 0.0010 to 0.0014, the floor of the slave's own rule, by the matrices alone; where the master
     * owns the motion of the interface that rule does not matter */
    static const double ratios[] = {7.7, 40, 55.3, 60, 70, 80, 90, 95, 99.1, 100};
    for (size_t i = 0; i < sizeof ratios / sizeof *ratios; i++) {
        MR_ASSERT_CLOSE(
            simulate(ratios[i], true, 0.0, "coupling=model hidden_states=0", "").position_error,
            0.0012, 0.0003);
        MR_ASSERT_CLOSE(simulate(ratios[i], true, 0.0, "coupling=model", "").position_error, 0.0,
                        1e-5);
    }
}

static void test_displacement_coupling_stays_bounded(void) {
    for (int i = 0; i < DENSE; i++)
        MR_ASSERT_CLOSE(simulate(sweep(i, DENSE), false, 0.0, "coupling=model", "").position_error,
                        0.0, 0.2);
}

static void test_wrong_effective_mass_is_forgiven(void) {
    static const char *const lies[] = {"told_mass=1.2", "told_mass=0.8"};
    for (int i = 0; i < SOME; i++) {
        const double fr = 1.5 * pow(95.0 / 1.5, (double)i / (double)(SOME - 1));
        for (int k = 0; k < 2; k++) {
            MR_ASSERT_CLOSE(
                simulate(fr, true, 0.0, "coupling=model hidden_states=0", lies[k]).position_error,
                0.0, 0.06);
            /* steps on trial show the factor */
            MR_ASSERT_CLOSE(simulate(fr, true, 0.0, "coupling=model", lies[k]).position_error, 0.0,
                            0.0015);
        }
    }
}

static void test_identified_matrices_do_as_well(void) {
    for (int i = 0; i < DENSE; i++)
        MR_ASSERT_CLOSE(
            simulate(sweep(i, DENSE), true, 0.0, "coupling=model matrices=identified", "")
                .position_error,
            0.0, 0.01);
}

static void test_irregular_slave_steps(void) {
    for (int i = 0; i < SOME; i++)
        MR_ASSERT_CLOSE(
            simulate(sweep(i, SOME), true, 0.0, "coupling=model", "jitter=0.3").position_error, 0.0,
            0.002);
}

static void test_damped_is_at_least_as_good_as_the_best_polynomial(void) {
    static const double ratios[] = {2, 10, 30, 50, 70, 90};
    static const double zetas[] = {0.05, 0.2, 0.5};
    for (size_t z = 0; z < (MR_SANITIZED ? 1 : 3); z++)
        for (size_t i = 0; i < sizeof ratios / sizeof *ratios; i += MR_SANITIZED ? 5 : 1) {
            double best = INFINITY;
            for (int k = 0; k < 10; k++) {
                char options[64];
                snprintf(options, sizeof options, "scheme=%s order=%d", k < 5 ? "sf" : "ff", k % 5);
                for (int force = 0; force < 2; force++)
                    best = fmin(best,
                                simulate(ratios[i], force, zetas[z], options, "").position_error);
            }
            /* where both are at the floor of the integrators, a tenth more is not a difference */
            const double ours =
                simulate(ratios[i], true, zetas[z], "coupling=model", "").position_error;
            MR_ASSERT_CLOSE(ours, 0.0, 1.1 * best + 1e-5);
        }
}

static void test_kept_and_renewed_accelerations_are_as_good(void) {
    static const double ratios[] = {1.5, 5, 20, 45, 70, 85, 90, 100};
    for (size_t i = 0; i < sizeof ratios / sizeof *ratios; i++) {
        const double kept =
            simulate(ratios[i], true, 0.0, "coupling=model", "acceleration=kept").position_error;
        const double renewed =
            simulate(ratios[i], true, 0.0, "coupling=model", "acceleration=renewed").position_error;
        MR_ASSERT_CLOSE(kept, 0.0, 0.0015);
        MR_ASSERT_CLOSE(renewed, 0.0, 0.0015);
    }
}

static void test_leak_of_five_per_cent_costs_little(void) {
    MR_ASSERT_CLOSE(simulate(40, true, 0.0, "coupling=model leak=0.95", "").position_error, 0.0,
                    0.02);
}

static void test_master_slower_than_slave(void) {
    /* the slave makes ten steps in one of the master's */
    const two_mass_run run = simulate(10, true, 0.0, "coupling=model", "step=0.001");
    MR_ASSERT_CLOSE(run.position_error, 0.0, 0.01);
}

/* --- first order: torque in, shaft speed out, and an input that is no effort --- */

typedef struct shaft {
    double t, omega, angle, a, h;
    double last_gear;
} shaft;

#define INERTIA 2.0

/* times that from 250 s on (a clutch), and how often it was asked for its matrices */
static double clutch = 1.0;
static int asked, asked_by_then;
static double inertia(const shaft *s) {
    return s->t > 250.0 ? clutch * INERTIA : INERTIA;
}

static mr_status shaft_open(const char *configuration, mr_message *message, void **made) {
    (void)configuration;
    (void)message;
    static shaft one;
    one = (shaft){.h = 0.1};
    *made = &one;
    return MR_OK;
}
static const mr_variable shaft_inputs[] = {{"torque", "Nm", 1, MR_NONE, 0, MR_CONTINUOUS},
                                           {"gear", "", 1, MR_NONE, MR_NONE, MR_DISCRETE}};
static const mr_variable shaft_outputs[] = {
    {"speed", "rad/s", 1, MR_NONE, MR_NONE, MR_CONTINUOUS},
    {"acceleration", "rad/s^2", 1, 0, MR_NONE, MR_CONTINUOUS}};
static const mr_coordinate shaft_coordinates[] = {{MR_NONE, 0, 1}};
static void shaft_describe(const void *self, mr_slave_description *d) {
    (void)self;
    *d = (mr_slave_description){"shaft",       2, shaft_inputs,      2,
                                shaft_outputs, 1, shaft_coordinates, NULL};
}
static mr_status shaft_initialise(void *self, double t0, const mr_inputs *inputs) {
    shaft *s = self;
    double u[2];
    mr_status status = mr_inputs_at(inputs, t0, u);
    *s = (shaft){.t = t0, .h = 0.1, .a = u[0] / INERTIA};
    return status;
}
static mr_status shaft_step(void *self, const mr_inputs *inputs, double *t) {
    shaft *s = self;
    double u[2];
    const double end = s->t + s->h;
    mr_status status = mr_inputs_at(inputs, end, u);
    s->a = u[0] / inertia(s);
    s->omega += s->h * s->a; /* exact for a constant torque */
    s->last_gear = u[1];
    *t = s->t = end;
    return status;
}
static mr_status shaft_outputs_now(void *self, double *y) {
    const shaft *s = self;
    y[0] = s->omega;
    y[1] = s->a;
    return MR_OK;
}
static mr_status shaft_next(const void *self, double *h) {
    *h = ((const shaft *)self)->h;
    return MR_OK;
}
static mr_status shaft_matrices(void *self, double *Au, double *Ap, double *Av) {
    asked++;
    if (((const shaft *)self)->t > 250.05 && ((const shaft *)self)->t < 250.25)
        asked_by_then++;
    Au[0] = 1.0 / inertia(self);
    Au[1] = 0.0;
    Ap[0] = Av[0] = 0.0;
    return MR_OK;
}
static void shaft_close(void *self) {
    (void)self;
}
static mr_slave_type shaft_type = {
    .abi = MR_SLAVE_ABI,
    .size = sizeof(mr_slave_type),
    .name = "shaft",
    .open = shaft_open,
    .describe = shaft_describe,
    .initialise = shaft_initialise,
    .step = shaft_step,
    .outputs = shaft_outputs_now,
    .close = shaft_close,
    .next_step = shaft_next,
    .interface_matrices = shaft_matrices,
};

static mr_interface *open_shaft(const char *options) {
    mr_config config;
    mr_message message;
    mr_interface *interface = NULL;
    mr_config_default(&config);
    CU_ASSERT_EQUAL_FATAL(mr_config_parse(&config, options, &message), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mr_interface_open(&config, &shaft_type, "", &interface, &message), MR_OK);
    return interface;
}

static void test_shaft_follows_a_torque_that_its_slave_never_sees(void) {
    /* torque 10 cos(40 t): the slave's step is two thirds of its period. Speed (10/J) sin(40 t)/40;
     * the rule over master steps of 1 ms has an error of (40 h)^2/12 */
    mr_interface *interface = open_shaft("coupling=model");
    double u[2], y[2] = {10.0, 1.0}, worst = 0.0;
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, y), MR_OK);
    for (int i = 1; i <= 5000; i++) {
        const double t = i * 1e-3;
        y[0] = 10.0 * cos(40.0 * t);
        y[1] = t < 2.0 ? 1.0 : 2.0;
        CU_ASSERT_EQUAL_FATAL(mr_interface_exchange(interface, t, y, MR_MAJOR, u), MR_OK);
        worst = fmax(worst, fabs(u[0] - 10.0 / INERTIA * sin(40.0 * t) / 40.0));
    }
    MR_ASSERT_CLOSE(worst, 0.0, 10.0 / INERTIA / 40.0 * (40e-3 * 40e-3 / 12.0) * 1.5);
    mr_interface_close(interface);
}

/* speed of the shaft after 20 s of torque t, less the exact t^2/(2 J); slave ahead, torque held */
static double lag_of(const char *options) {
    mr_interface *interface = open_shaft(options);
    double u[2], y[2] = {0.0, 1.0}, off = 0.0;
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, y), MR_OK);
    for (int i = 1; i <= 2000; i++) {
        const double t = i * 1e-2;
        y[0] = t;
        CU_ASSERT_EQUAL_FATAL(mr_interface_exchange(interface, t, y, MR_MAJOR, u), MR_OK);
        off = u[0] - t * t / (2.0 * INERTIA);
    }
    mr_interface_close(interface);
    return off;
}

static void test_prior_art_makes_the_impulse_good(void) {
    /* held over each step of 0.1 s, from the master's first sample within it on, the torque is 0.04
     * s late: 0.04 t/J = 0.4 are missing at the end. Once made good, only the last steps' are */
    MR_ASSERT_CLOSE(lag_of("scheme=sf order=0"), -0.4, 0.01);
    MR_ASSERT_CLOSE(lag_of("coupling=impulse order=0"), 0.0, 0.01);
    MR_ASSERT_CLOSE(lag_of("coupling=prestep order=0"), 0.0, 0.02);
}

static void test_prior_art_refuses_what_it_cannot(void) {
    mr_slave_type mute = shaft_type;
    mr_config config;
    mr_message message;
    mr_interface *interface = NULL;
    mute.interface_matrices = NULL;
    mr_config_default(&config);
    CU_ASSERT_EQUAL(mr_config_parse(&config, "coupling=prestep", &message), MR_OK);
    CU_ASSERT_EQUAL(mr_interface_open(&config, &mute, "", &interface, &message),
                    MR_ERR_UNSUPPORTED);
    MR_ASSERT_CONTAINS(message.text, "needs a slave that tells its interface matrices");
    CU_ASSERT_EQUAL(mr_config_parse(&config, "coupling=impulse parallel=on", &message),
                    MR_ERR_CONFIG);
    MR_ASSERT_CONTAINS(message.text, "without iterate, parallel and latency");
}

static void test_matrices_are_asked_for_when_they_may_have_changed(void) {
    /* 5000 slave steps of a shaft: a telling in 64 steps, and one at once when a clutch doubles the
     * inertia: the speed follows the torque as before */
    mr_interface *interface = open_shaft("coupling=model");
    double u[2], y[2] = {10.0, 1.0}, worst = 0.0, exact = 0.0;
    clutch = 2.0;
    asked = asked_by_then = 0;
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, y), MR_OK);
    for (int i = 1; i <= 50000; i++) {
        const double t = i * 1e-2, last = t - 1e-2, J = last > 250.05 ? 2.0 * INERTIA : INERTIA;
        y[0] = 10.0 * cos(7.0 * t);
        exact += 10.0 / J * (sin(7.0 * t) - sin(7.0 * last)) / 7.0;
        CU_ASSERT_EQUAL_FATAL(mr_interface_exchange(interface, t, y, MR_MAJOR, u), MR_OK);
        worst = fmax(worst, fabs(u[0] - exact));
    }
    CU_ASSERT(asked < 5000 / 64 + 40);
    CU_ASSERT(asked_by_then > 0);
    MR_ASSERT_CLOSE(worst, 0.0, 0.4); /* one step of the slave at the clutch: 10/J h */
    clutch = 1.0;
    mr_interface_close(interface);
}

static void speed_only(const void *self, mr_slave_description *d) {
    (void)self;
    *d = (mr_slave_description){.title = "speed only",
                                .input_count = 2,
                                .inputs = shaft_inputs,
                                .output_count = 1,
                                .outputs = shaft_outputs};
}

static void test_mistakes_are_named(void) {
    mr_slave_type blind = shaft_type;
    mr_config config;
    mr_message message;
    mr_interface *interface = NULL;
    mr_config_default(&config);
    CU_ASSERT_EQUAL(mr_config_parse(&config, "coupling=model leak=2", &message), MR_ERR_CONFIG);
    MR_ASSERT_CONTAINS(message.text, "option leak: '2' is not a number between 0 and 1");
    CU_ASSERT_EQUAL(mr_config_parse(&config, "coupling=glue", &message), MR_ERR_CONFIG);
    MR_ASSERT_CONTAINS(message.text, "option coupling: 'glue' is not 'signals', 'model'");
    CU_ASSERT_EQUAL(mr_config_parse(&config, "coupling=model", &message), MR_OK);
    blind.describe = speed_only;
    CU_ASSERT_EQUAL(mr_interface_open(&config, &blind, "", &interface, &message),
                    MR_ERR_UNSUPPORTED);
    MR_ASSERT_CONTAINS(message.text,
                       "coupling=model needs a slave with inputs and with outputs that are "
                       "velocities with their accelerations");
    CU_ASSERT_PTR_NULL(interface);
}

static mr_status lying_matrices(void *self, double *Au, double *Ap, double *Av) {
    (void)self;
    Au[0] = NAN;
    Au[1] = Ap[0] = Av[0] = 0.0;
    return MR_OK;
}

static void test_matrices_that_are_not_numbers_end_the_run(void) {
    mr_slave_type liar = shaft_type;
    liar.interface_matrices = lying_matrices;
    mr_config config;
    mr_message message;
    mr_interface *interface = NULL;
    const double y[2] = {1.0, 1.0};
    mr_config_default(&config);
    CU_ASSERT_EQUAL(mr_config_parse(&config, "coupling=model", &message), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mr_interface_open(&config, &liar, "", &interface, &message), MR_OK);
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, y), MR_ERR_NOT_FINITE);
    MR_ASSERT_CONTAINS(mr_interface_error(interface),
                       "could not tell its interface matrices at t = 0 s");
    mr_interface_close(interface);
}

static mr_status restore_nothing(void *self, const void *state) {
    (void)self;
    (void)state;
    return MR_ERR_STATE;
}

static void test_a_slave_that_cannot_go_back_is_told_as_that(void) {
    mr_config config;
    mr_message message = {""};
    mr_plugin *plugin = NULL;
    mr_interface *interface = NULL;
    const double force = 1.0;
    mr_config_default(&config);
    CU_ASSERT_EQUAL(mr_config_parse(&config, "coupling=model", &message), MR_OK);
    CU_ASSERT_FATAL(mr_plugin_load("two_mass", &plugin, NULL, &message) == MR_OK);
    mr_slave_type lost = *mr_plugin_type(plugin);
    lost.restore = restore_nothing;
    CU_ASSERT_EQUAL_FATAL(
        mr_interface_open(&config, &lost, "fr=20 coupling=force", &interface, &message), MR_OK);
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, &force), MR_ERR_STATE);
    MR_ASSERT_CONTAINS(mr_interface_error(interface),
                       "could not go back to its start after 32 steps on trial, at t = 0 s");
    MR_ASSERT_CONTAINS(mr_interface_error(interface), "hidden_states=0 does without them");
    mr_interface_close(interface);
    mr_plugin_unload(plugin);
}

/* --- save and restore, to the bit --- */

static void drive(mr_interface *interface, int from, int to, double *trace) {
    for (int i = from; i < to; i++) {
        double u[3];
        const double t = i * 0.01, force = 3.0 * sin(7.0 * t);
        CU_ASSERT_EQUAL_FATAL(mr_interface_exchange(interface, t, &force, MR_MAJOR, u), MR_OK);
        memcpy(&trace[3 * (i - from)], u, sizeof u);
    }
}

static void save_and_restore(const char *options) {
    mr_config config;
    mr_message message;
    mr_plugin *plugin = NULL;
    mr_interface *interface = NULL;
    mr_snapshot *snapshot = NULL;
    const double force = 0.0;
    double first[300], second[300], unused[600];
    mr_config_default(&config);
    CU_ASSERT_EQUAL_FATAL(mr_config_parse(&config, options, &message), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mr_plugin_load("two_mass", &plugin, NULL, &message), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mr_interface_open(&config, mr_plugin_type(plugin), "fr=37 coupling=force",
                                            &interface, &message),
                          MR_OK);
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, &force), MR_OK);
    drive(interface, 0, 155, unused);
    CU_ASSERT_EQUAL_FATAL(mr_interface_save(interface, &snapshot), MR_OK);
    drive(interface, 155, 255, first);
    CU_ASSERT_EQUAL_FATAL(mr_interface_restore(interface, snapshot), MR_OK);
    drive(interface, 155, 255, second);
    CU_ASSERT_EQUAL(memcmp(first, second, sizeof first), 0);
    mr_snapshot_free(snapshot);
    mr_interface_close(interface);
    mr_plugin_unload(plugin);
}

static void test_save_and_restore_to_the_bit(void) {
    save_and_restore("coupling=model");
    save_and_restore("coupling=model matrices=identified");
    save_and_restore("coupling=impulse order=1");
    save_and_restore("coupling=prestep order=1");
}

/* 1/m2, -k3/m2, -c3/m2 of the slow mass, and its step of a hundredth of its period */
static void test_matrices_and_step_of_the_slave_can_be_asked_for(void) {
    mr_config config;
    mr_message message = {""};
    mr_plugin *plugin = NULL;
    mr_interface *interface = NULL;
    two_mass_ratios ratios = two_mass_default_ratios;
    two_mass system;
    double Au, Ap, Av;
    const double force = 0.0;
    ratios.fr = 20.0;
    ratios.zeta = 0.1;
    CU_ASSERT_FATAL(two_mass_make(&ratios, &system) == NULL);
    mr_config_default(&config);
    CU_ASSERT_FATAL(mr_plugin_load("two_mass", &plugin, NULL, &message) == MR_OK);
    CU_ASSERT_FATAL(mr_interface_open(&config, mr_plugin_type(plugin),
                                      "fr=20 zeta=0.1 coupling=force", &interface,
                                      &message) == MR_OK);
    CU_ASSERT(mr_interface_matrices(interface, &Au, &Ap, &Av) == MR_ERR_STATE);
    CU_ASSERT(mr_interface_start(interface, 0.0, &force) == MR_OK);
    CU_ASSERT(mr_interface_matrices(interface, &Au, &Ap, &Av) == MR_OK);
    MR_ASSERT_RELATIVE(Au, 1.0 / system.m2, 1e-14);
    MR_ASSERT_RELATIVE(Ap, -system.k3 / system.m2, 1e-14);
    MR_ASSERT_RELATIVE(Av, -system.c3 / system.m2, 1e-14);
    MR_ASSERT_CLOSE(mr_interface_slave_step(interface), 0.2, 1e-15);
    mr_interface_close(interface);
    mr_plugin_unload(plugin);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_force_coupling_is_accurate_at_every_ratio),
        MR_TEST(test_measured_ratios),
        MR_TEST(test_displacement_coupling_stays_bounded),
        MR_TEST(test_wrong_effective_mass_is_forgiven),
        MR_TEST(test_identified_matrices_do_as_well),
        MR_TEST(test_irregular_slave_steps),
        MR_TEST(test_damped_is_at_least_as_good_as_the_best_polynomial),
        MR_TEST(test_kept_and_renewed_accelerations_are_as_good),
        MR_TEST(test_leak_of_five_per_cent_costs_little),
        MR_TEST(test_master_slower_than_slave),
        MR_TEST(test_shaft_follows_a_torque_that_its_slave_never_sees),
        MR_TEST(test_prior_art_makes_the_impulse_good),
        MR_TEST(test_prior_art_refuses_what_it_cannot),
        MR_TEST(test_matrices_are_asked_for_when_they_may_have_changed),
        MR_TEST(test_mistakes_are_named),
        MR_TEST(test_matrices_that_are_not_numbers_end_the_run),
        MR_TEST(test_a_slave_that_cannot_go_back_is_told_as_that),
        MR_TEST(test_save_and_restore_to_the_bit),
        MR_TEST(test_matrices_and_step_of_the_slave_can_be_asked_for),
    };
    return mr_test_main("interface_model", tests, sizeof tests / sizeof *tests, argc, argv);
}
