/* MuJoCo models as slaves: closed forms, and the two-mass problem beside our own slave */
#define _GNU_SOURCE
#include "mr_test.h"
#include "two_mass_oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXAMPLES MR_SOURCE_DIR "/mbs_slave/mujoco/examples"

/* --- a slave driven by hand --- */

typedef struct drive {
    mr_plugin *plugin;
    const mr_slave_type *type;
    mr_slave_description description;
    void *slave;
    mr_message message;
    mr_inputs window;
    double (*signal)(double t);
    double t;
} drive;

static double nothing(double t) {
    (void)t;
    return 0.0;
}

static mr_status inputs_at(void *context, double t, double *u) {
    const drive *d = context;
    const int width = mr_variables_width(d->description.inputs, d->description.input_count);
    for (int i = 0; i < width; i++)
        u[i] = d->signal(t);
    return MR_OK;
}

static void begin(drive *d, const char *file, const char *options, double (*signal)(double)) {
    const char *prefix;
    char text[4096];
    *d = (drive){.signal = signal};
    d->window = (mr_inputs){.at = inputs_at, .context = d};
    CU_ASSERT_EQUAL_FATAL(mr_plugin_load(file, &d->plugin, &prefix, &d->message), MR_OK);
    d->type = mr_plugin_type(d->plugin);
    snprintf(text, sizeof text, "%s%s", prefix, options);
    const mr_status status = d->type->open(text, &d->message, &d->slave);
    if (status != MR_OK)
        printf("\n    %s", d->message.text);
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
    d->type->describe(d->slave, &d->description);
    const mr_status started = d->type->initialise(d->slave, 0.0, &d->window);
    if (started != MR_OK)
        printf("\n    %s", d->message.text);
    CU_ASSERT_EQUAL(started, MR_OK);
}

static void go_to(drive *d, double t, double *y) {
    while (d->t < t - 1e-12)
        CU_ASSERT_EQUAL_FATAL(d->type->step_to(d->slave, &d->window, t, &d->t), MR_OK);
    CU_ASSERT_EQUAL(d->type->outputs(d->slave, y), MR_OK);
}

static void end(drive *d) {
    d->type->close(d->slave);
    mr_plugin_unload(d->plugin);
}

/* --- closed forms --- */

static double sine(double t) {
    return sin(3.0 * t);
}

/* m x'' + k x = F sin(3 t), at rest at x0: by undetermined coefficients */
static double oscillator_error(double h) {
    two_mass s;
    two_mass_make(&two_mass_default_ratios, &s);
    drive d;
    char options[128];
    double y[3];
    snprintf(options, sizeof options, "inputs=joint:slide keyframe=start outputs=joints step=%.17g",
             h);
    begin(&d, EXAMPLES "/two_mass.xml", options, sine);
    go_to(&d, 6.0, y);
    const double w = sqrt((s.k2 + s.k3) / s.m2); /* its spring k2 holds x1 = 0 */
    const double forced = 1.0 / s.m2 / (w * w - 9.0);
    const double exact = s.x2 * cos(w * 6.0) + forced * (sin(18.0) - 3.0 / w * sin(w * 6.0));
    const double rate = -w * s.x2 * sin(w * 6.0) + 3.0 * forced * (cos(18.0) - cos(w * 6.0));
    const double second = (sin(18.0) - (s.k2 + s.k3) * y[0]) / s.m2;
    MR_ASSERT_CLOSE(y[1], rate, 20.0 * fabs(y[0] - exact) + 1e-9);
    MR_ASSERT_CLOSE(y[2], second, 1e-12);
    end(&d);
    return fabs(y[0] - exact);
}

static void test_inputs_at_every_stage_keep_the_fourth_order(void) {
    const double coarse = oscillator_error(0.1), fine = oscillator_error(0.05);
    CU_ASSERT(coarse < 1e-5);
    MR_ASSERT_CLOSE(log2(coarse / fine), 4.0, 0.3);
}

/* quarter of a period from theta0: T = 2 pi sqrt(l/g) / agm(1, cos(theta0/2)) */
static void test_pendulum_swings_with_its_period(void) {
    static const char model[] =
        "<mujoco><option timestep='0.002' integrator='%s' gravity='0 0 -9.81'/><worldbody>"
        "<body><joint name='hinge' type='hinge' axis='0 1 0'/>"
        "<inertial pos='0 0 -2' mass='3' diaginertia='1e-9 1e-9 1e-9'/></body></worldbody>"
        "<keyframe><key name='up' qpos='1.2'/></keyframe></mujoco>";
    static const char *const integrators[] = {"RK4", "Euler", "implicit"};
    static const double tolerances[] = {1e-9, 5e-3, 5e-3};
    for (int i = 0; i < 3; i++) {
        char file[] = MR_BINARY_DIR "/tests/pendulumXXXXXX.xml";
        const int descriptor = mkstemps(file, 4);
        CU_ASSERT_FATAL(descriptor >= 0);
        dprintf(descriptor, model, integrators[i]);
        close(descriptor);
        double a = 1.0, b = cos(0.6);
        for (int k = 0; k < 10; k++) {
            const double mean = 0.5 * (a + b);
            b = sqrt(a * b);
            a = mean;
        }
        const double period = 2.0 * acos(-1.0) * sqrt(2.0 / 9.81) / a;
        drive d;
        double y[3];
        begin(&d, file, "keyframe=up outputs=joints", nothing);
        go_to(&d, 0.25 * period, y);
        MR_ASSERT_CLOSE(y[0], 0.0, tolerances[i]);
        go_to(&d, period, y);
        MR_ASSERT_CLOSE(y[0], 1.2, tolerances[i]);
        end(&d);
        remove(file);
    }
}

/* --- models as texts --- */

static void begin_text(drive *d, char *file, const char *model, const char *options,
                       double (*signal)(double)) {
    strcpy(file, MR_BINARY_DIR "/tests/modelXXXXXX.xml");
    const int descriptor = mkstemps(file, 4);
    CU_ASSERT_FATAL(descriptor >= 0);
    CU_ASSERT_EQUAL(write(descriptor, model, strlen(model)), (ssize_t)strlen(model));
    close(descriptor);
    begin(d, file, options, signal);
}

static double one(double t) {
    (void)t;
    return 1.0;
}

/* an actuator that integrates its control: the force of 2 act on 4 kg, act = t, so that
 * v = t^2 / 4 and x = t^3 / 12; a saved state has the activation too */
static void test_activations_of_actuators_are_states(void) {
    static const char model[] =
        "<mujoco><option timestep='0.01' integrator='RK4' gravity='0 0 0'/><worldbody><body>"
        "<joint name='slide' type='slide' axis='1 0 0'/>"
        "<inertial pos='0 0 0' mass='4' diaginertia='1 1 1'/></body></worldbody>"
        "<actuator><general joint='slide' dyntype='integrator' gainprm='2'/></actuator></mujoco>";
    char file[4096];
    drive d;
    double y[3];
    void *state = NULL;
    begin_text(&d, file, model, "outputs=joints", one);
    CU_ASSERT_STRING_EQUAL(d.description.inputs[0].name, "actuator1"); /* it has no name */
    go_to(&d, 1.0, y);
    MR_ASSERT_CLOSE(y[0], 1.0 / 12.0, 1e-12);
    MR_ASSERT_CLOSE(y[1], 0.25, 1e-12);
    MR_ASSERT_CLOSE(y[2], 0.5, 1e-12);
    CU_ASSERT_EQUAL(d.type->save(d.slave, &state), MR_OK);
    go_to(&d, 2.0, y);
    MR_ASSERT_CLOSE(y[0], 8.0 / 12.0, 1e-11);
    CU_ASSERT_EQUAL(d.type->restore(d.slave, state), MR_OK);
    d.t = 1.0;
    go_to(&d, 2.0, y);
    MR_ASSERT_CLOSE(y[0], 8.0 / 12.0, 1e-11);
    d.type->free_state(state);
    end(&d);
    remove(file);
}

/* by MuJoCo's list of sensors, in SI */
static void test_sensors_have_their_units(void) {
    static const char model[] =
        "<mujoco><option gravity='0 0 -9.81'/><worldbody>"
        "<geom type='plane' size='5 5 1'/><body name='ball' pos='0 0 3'>"
        "<joint name='turns' type='ball'/><geom size='0.1' mass='1'/><site name='s'/>"
        "<body name='arm' pos='0 0 -1'><joint name='lifts' type='hinge' axis='0 1 0'/>"
        "<geom size='0.1' mass='1' pos='1 0 0'/></body></body></worldbody>"
        "<sensor><touch name='touch' site='s'/><force name='force' site='s'/>"
        "<torque name='torque' site='s'/><accelerometer name='acc' site='s'/>"
        "<velocimeter name='velo' site='s'/><gyro name='gyro' site='s'/>"
        "<ballangvel name='ballangvel' joint='turns'/>"
        "<framelinacc name='fla' objtype='body' objname='arm'/>"
        "<framelinvel name='flv' objtype='body' objname='arm'/>"
        "<frameangvel name='fav' objtype='body' objname='arm'/>"
        "<frameangacc name='faa' objtype='body' objname='arm'/>"
        "<framepos name='place' objtype='body' objname='arm'/>"
        "<subtreecom name='com' body='ball'/><subtreelinvel name='slv' body='ball'/>"
        "<rangefinder name='range' site='s'/><clock name='time'/>"
        "<framequat name='turn' objtype='body' objname='arm'/>"
        "<jointpos name='angle' joint='lifts'/><jointvel name='speed' joint='lifts'/>"
        "<jointpos name='cut' joint='lifts' cutoff='1'/></sensor></mujoco>";
    static const char *const expected[][2] = {
        {"touch", "N"},  {"force", "N"},    {"torque", "Nm"},        {"acc", "m/s^2"},
        {"velo", "m/s"}, {"gyro", "rad/s"}, {"ballangvel", "rad/s"}, {"fla", "m/s^2"},
        {"flv", "m/s"},  {"fav", "rad/s"},  {"faa", "rad/s^2"},      {"place", "m"},
        {"com", "m"},    {"slv", "m/s"},    {"range", "m"},          {"time", "s"},
        {"turn", ""},    {"angle", "rad"},  {"speed", "rad/s"},      {"cut", ""}};
    char file[4096];
    drive d;
    begin_text(&d, file, model, "outputs=sensors", nothing);
    CU_ASSERT_EQUAL_FATAL(d.description.output_count, (int)(sizeof expected / sizeof *expected));
    for (int i = 0; i < d.description.output_count; i++) {
        CU_ASSERT_STRING_EQUAL(d.description.outputs[i].name, expected[i][0]);
        CU_ASSERT_STRING_EQUAL(d.description.outputs[i].unit, expected[i][1]);
    }
    end(&d);
    /* a joint with three freedoms is no coordinate of 'joints' */
    begin(&d, file, "outputs=joints", nothing);
    CU_ASSERT_EQUAL(d.description.output_count, 3);
    CU_ASSERT_STRING_EQUAL(d.description.outputs[0].name, "qpos:lifts");
    end(&d);
    remove(file);
}

/* what separates words in our texts cannot be in a name of them */
static void test_names_lose_what_separates_words(void) {
    static const char model[] =
        "<mujoco><worldbody><body><joint name='the slide' type='slide'/><geom size='0.1'/></body>"
        "</worldbody><actuator><motor name=\"it's a=b\" joint='the slide'/></actuator>"
        "<sensor><jointpos name='a b,c' joint='the slide'/></sensor></mujoco>";
    char file[4096];
    drive d;
    begin_text(&d, file, model, "", nothing);
    CU_ASSERT_STRING_EQUAL(d.description.inputs[0].name, "it_s_a_b");
    CU_ASSERT_STRING_EQUAL(d.description.outputs[0].name, "a_b_c");
    end(&d);
    remove(file);
}

/* the file of the motion has the ground and the shapes with their colours, and not what nobody can
 * see */
static void test_the_motion_has_what_can_be_seen(void) {
    static const char model[] =
        "<mujoco><option timestep='0.01' gravity='0 0 -9.81'/><worldbody>"
        "<geom type='plane' size='5 5 1' pos='0 0 -0.5'/>"
        "<body name='ball' pos='0 0 -0.4'><joint type='slide' axis='0 0 1'/>"
        "<geom type='sphere' size='0.1' mass='2' rgba='1 0 0.2 1'/>"
        "<geom type='sphere' size='0.77' mass='0' rgba='1 1 1 0' contype='0' conaffinity='0'/>"
        "<geom type='ellipsoid' size='0.1 0.2 0.3' mass='0' contype='0' conaffinity='0'/></body>"
        "<body pos='0 0 9'><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/></body>"
        "</worldbody></mujoco>";
    char file[4096], options[4200], text[20000];
    char path[] = MR_BINARY_DIR "/tests/testXXXXXX.motion";
    drive d;
    double y[8];
    const int descriptor = mkstemps(path, 7);
    CU_ASSERT_FATAL(descriptor >= 0);
    close(descriptor);
    remove(path);
    snprintf(options, sizeof options, "outputs=position:ball motion='%s'", path);
    begin_text(&d, file, model, options, nothing);
    go_to(&d, 0.1, y);
    MR_ASSERT_CLOSE(y[2], -0.4, 1e-2); /* it rests on the ground */
    end(&d);
    FILE *motion = fopen(path, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(motion);
    text[fread(text, 1, sizeof text - 1, motion)] = '\0';
    fclose(motion);
    MR_ASSERT_CONTAINS(text, "ground -0.5\n");
    MR_ASSERT_CONTAINS(text, "sphere #ff0033 0.1 0 0 -0.4");
    MR_ASSERT_CONTAINS(text, "box - 0.2 0.4 0.6"); /* MuJoCo's own grey is no colour */
    MR_ASSERT_CONTAINS(text, " ball");
    MR_ASSERT_CONTAINS(text, " body 2");
    CU_ASSERT_PTR_NULL(strstr(text, "0.77"));
    remove(path);
    remove(file);
}

/* a force on the body, a force along its joint and a motor are the same on a slide */
static void test_ways_of_pushing_agree(void) {
    static const char *const inputs[] = {"inputs=push", "inputs=joint:slide", "inputs=force:cart"};
    double y[3][6];
    for (int i = 0; i < 3; i++) {
        drive d;
        char options[128];
        snprintf(options, sizeof options, "%s outputs=joints keyframe=swinging", inputs[i]);
        begin(&d, EXAMPLES "/cart_pendulum.xml", options, sine);
        go_to(&d, 1.0, y[i]);
        end(&d);
    }
    for (int k = 0; k < 6; k++) {
        MR_ASSERT_CLOSE(y[1][k], y[0][k], 1e-12);
        MR_ASSERT_CLOSE(y[2][k], y[0][k], 1e-10);
    }
}

/* m1 = cart, m2, l: (m1 + m2) x'' = F where the pendulum hangs at rest, at the first moment */
static void test_interface_matrices_of_a_cart(void) {
    drive d;
    double Au[2], Ap[4], Av[4];
    begin(&d, EXAMPLES "/cart_pendulum.xml", "outputs=joints", nothing);
    CU_ASSERT_EQUAL_FATAL(d.description.coordinate_count, 2);
    CU_ASSERT_EQUAL(d.type->interface_matrices(d.slave, Au, Ap, Av), MR_OK);
    /* a uniform rod of mass m and length 1 on a cart M: M11 = M + m, M12 = -m/2, M22 ~ m/3 (a
     * capsule is a little more) */
    CU_ASSERT(Au[0] > 1.0 / 2.5 && Au[0] < 1.0 / 2.0);
    MR_ASSERT_RELATIVE(Au[0], 1.0 / (2.5 - 0.25 * 0.25 / (0.5 / 3.0)), 0.02);
    /* gravity turns the rod back, and the cart along with it */
    CU_ASSERT(Ap[3] < -14.0 && Ap[3] > -22.0);
    MR_ASSERT_CLOSE(Ap[0], 0.0, 1e-6);
    MR_ASSERT_CLOSE(Ap[2], 0.0, 1e-6);
    end(&d);
}

/* --- the two-mass problem --- */

static const char two_mass_model[] =
    "<mujoco model='two_mass'><option timestep='%.17g' integrator='RK4' gravity='0 0 0'>"
    "<flag contact='disable'/></option><worldbody><body name='block'>"
    "<inertial pos='0 0 0' mass='%.17g' diaginertia='1 1 1'/>"
    "<joint name='slide' type='slide' axis='1 0 0' stiffness='%.17g'/></body></worldbody>"
    "<actuator><position name='x1' joint='slide' kp='%.17g'/></actuator>"
    "<keyframe><key name='start' qpos='%.17g'/></keyframe></mujoco>";

/* the same slave by hand, with the same integrator: k x and gain u on a mass, classical
 * Runge-Kutta with inputs at every stage, steps of its own grid */
typedef struct by_hand {
    double m, k, gain, start, h;
    long index;
    double t, x, v, a;
} by_hand;

static mr_status open_by_hand(const char *configuration, mr_message *message, void **made) {
    by_hand *s = calloc(1, sizeof *s);
    (void)message;
    if (!s)
        return MR_ERR_MEMORY;
    if (sscanf(configuration, "%lf %lf %lf %lf %lf", &s->m, &s->k, &s->gain, &s->start, &s->h) != 5)
        abort();
    *made = s;
    return MR_OK;
}

static void describe_by_hand(const void *self, mr_slave_description *description) {
    static const mr_variable input = {"u", "", 1, MR_NONE, MR_NONE, MR_CONTINUOUS};
    static const mr_variable outputs[] = {{"x", "m", 1, MR_NONE, MR_NONE, MR_CONTINUOUS},
                                          {"v", "m/s", 1, 0, MR_NONE, MR_CONTINUOUS},
                                          {"a", "m/s^2", 1, 1, MR_NONE, MR_CONTINUOUS}};
    (void)self;
    *description = (mr_slave_description){.title = "by hand",
                                          .input_count = 1,
                                          .inputs = &input,
                                          .output_count = 3,
                                          .outputs = outputs};
}

static double force(const by_hand *s, double u, double x) {
    return (s->gain * u - s->k * x) / s->m;
}

static mr_status start_by_hand(void *self, double t0, const mr_inputs *inputs) {
    by_hand *s = self;
    double u;
    mr_inputs_at(inputs, t0, &u);
    s->t = t0;
    s->index = 0;
    s->x = s->start;
    s->v = 0.0;
    s->a = force(s, u, s->x);
    return MR_OK;
}

static mr_status step_by_hand(void *self, const mr_inputs *inputs, double *t) {
    by_hand *s = self;
    const double end = (double)(s->index + 1) * s->h, h = end - s->t;
    double u0, u1, u2;
    mr_inputs_at(inputs, s->t, &u0);
    mr_inputs_at(inputs, s->t + 0.5 * h, &u1);
    mr_inputs_at(inputs, end, &u2);
    const double a1 = force(s, u0, s->x);
    const double v2 = s->v + 0.5 * h * a1, a2 = force(s, u1, s->x + 0.5 * h * s->v);
    const double v3 = s->v + 0.5 * h * a2, a3 = force(s, u1, s->x + 0.5 * h * v2);
    const double v4 = s->v + h * a3, a4 = force(s, u2, s->x + h * v3);
    s->x += h / 6.0 * (s->v + 2.0 * v2 + 2.0 * v3 + v4);
    s->v += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
    s->a = force(s, u2, s->x);
    s->index++;
    *t = s->t = end;
    return MR_OK;
}

static mr_status outputs_by_hand(void *self, double *y) {
    const by_hand *s = self;
    y[0] = s->x;
    y[1] = s->v;
    y[2] = s->a;
    return MR_OK;
}

static mr_status next_step_by_hand(const void *self, double *h) {
    const by_hand *s = self;
    *h = (double)(s->index + 1) * s->h - s->t;
    return MR_OK;
}

static const mr_slave_type slave_by_hand = {
    .abi = MR_SLAVE_ABI,
    .size = sizeof(mr_slave_type),
    .name = "by_hand",
    .open = open_by_hand,
    .describe = describe_by_hand,
    .initialise = start_by_hand,
    .step = step_by_hand,
    .outputs = outputs_by_hand,
    .close = free,
    .next_step = next_step_by_hand,
};

typedef enum slave_kind { PLUGIN, BY_HAND, MUJOCO } slave_kind;

static two_mass_run simulate(double fr, bool force_coupling, slave_kind kind, const char *options) {
    two_mass s;
    two_mass_run run;
    two_mass_run_default(&run, fr, options);
    two_mass_make(&run.ratios, &s);
    run.force = force_coupling;
    run.steps = 5000;
    const double k2 = force_coupling ? 0.0 : s.k2, h = 0.01 * fr;
    char file[] = MR_BINARY_DIR "/tests/two_massXXXXXX.xml", configuration[256] = "";
    if (kind == MUJOCO) {
        const int descriptor = mkstemps(file, 4);
        CU_ASSERT_FATAL(descriptor >= 0);
        dprintf(descriptor, two_mass_model, h, s.m2, s.k3, k2, s.x2);
        close(descriptor);
        snprintf(configuration, sizeof configuration, "keyframe=start outputs=joints%s",
                 force_coupling ? " inputs=joint:slide" : "");
        run.slave = file;
    } else if (kind == BY_HAND) {
        snprintf(configuration, sizeof configuration, "%.17g %.17g %.17g %.17g %.17g", s.m2,
                 s.k3 + k2, force_coupling ? 1.0 : s.k2, s.x2, h);
        run.slave_type = &slave_by_hand;
    }
    run.slave_is_another = kind != PLUGIN;
    run.slave_options = configuration;
    CU_ASSERT_EQUAL(two_mass_simulate(&run), MR_OK);
    if (run.error[0])
        printf("\n    %s", run.error);
    if (kind == MUJOCO)
        remove(file);
    return run;
}

static void test_two_mass_error_curve_is_that_of_the_same_integrator(void) {
    static const double ratios[] = {5.0, 20.0, 10.0, 40.0};
    static const char *const schemes[] = {"sf", "ff"};
    for (int force_coupling = 0; force_coupling < 2; force_coupling++)
        for (int scheme = 0; scheme < 2; scheme++)
            for (int order = 0; order <= 4; order++)
                for (int i = 0; i < (MR_SANITIZED ? 2 : 4); i++) {
                    char options[64];
                    snprintf(options, sizeof options, "scheme=%s order=%d", schemes[scheme], order);
                    const two_mass_run a = simulate(ratios[i], force_coupling, BY_HAND, options);
                    const two_mass_run b = simulate(ratios[i], force_coupling, MUJOCO, options);
                    MR_ASSERT_RELATIVE(b.position_error, a.position_error, 1e-6);
                    MR_ASSERT_RELATIVE(b.energy_error, a.energy_error, 1e-6);
                }
}

/* where the coupling makes the error and not the integrator, it is that of our own slave with its
 * trapezoidal rule */
static void test_two_mass_error_is_that_of_the_plugin_where_the_coupling_makes_it(void) {
    static const double ratios[] = {5.0, 10.0, 20.0};
    for (int i = 0; i < 3; i++) {
        const two_mass_run a = simulate(ratios[i], true, PLUGIN, "scheme=sf order=0");
        const two_mass_run b = simulate(ratios[i], true, MUJOCO, "scheme=sf order=0");
        MR_ASSERT_RELATIVE(b.position_error, a.position_error, 0.03);
    }
}

/* told matrices: the interface model is at least 50 times as exact as third order without it */
static void test_interface_model_has_its_gain_with_mujoco_too(void) {
    for (int i = 1; i <= 3; i++) {
        const two_mass_run model = simulate(10.0 * i, true, MUJOCO, "coupling=model");
        const two_mass_run order3 = simulate(10.0 * i, true, MUJOCO, "scheme=ff order=3");
        CU_ASSERT(model.position_error < 1e-4);
        CU_ASSERT(order3.position_error > 50.0 * model.position_error);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_inputs_at_every_stage_keep_the_fourth_order),
        MR_TEST(test_pendulum_swings_with_its_period),
        MR_TEST(test_activations_of_actuators_are_states),
        MR_TEST(test_sensors_have_their_units),
        MR_TEST(test_names_lose_what_separates_words),
        MR_TEST(test_the_motion_has_what_can_be_seen),
        MR_TEST(test_ways_of_pushing_agree),
        MR_TEST(test_interface_matrices_of_a_cart),
        MR_TEST(test_two_mass_error_curve_is_that_of_the_same_integrator),
        MR_TEST(test_two_mass_error_is_that_of_the_plugin_where_the_coupling_makes_it),
        MR_TEST(test_interface_model_has_its_gain_with_mujoco_too),
    };
    return mr_test_main("mujoco", tests, sizeof tests / sizeof *tests, argc, argv);
}
