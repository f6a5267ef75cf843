/* a slave that a joint holds to the master's side: closed forms, orders of convergence, refusals
 *
 * The master is the first part of a mechanism of joint_slave.c, integrated by classical
 * Runge-Kutta steps, six in an exchange step, as a diagram would: it tells position, velocity
 * and the acceleration without the reaction, and gets the reaction at every stage. Against the
 * whole mechanism as one. */
#include "joint_slave.h"
#include "mr_test.h"
#include "multirate/interface.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEPS 6 /* of the master, in one exchange step */

/* a constant force on the slave beside the reaction, for a slave that has such an input */
static double other_force;
#define TOLD (3 * JOINT_MOST + JOINT_MOST * JOINT_MOST + 1)

typedef struct trial {
    joint_pair pair;
    const mr_slave_type *type;   /* NULL: joint_type */
    const char *options, *slave; /* slave NULL: classical Runge-Kutta steps, 24 in an exchange */
    double H, stop, slave_step;
    double *reactions; /* where they are wanted: at the exchanges */
    /* results */
    double largest, gap, z[2][JOINT_STATE], lambda[JOINT_MOST];
    char failure[512];
} trial;

/* motion of the master's side without the reaction, and what a unit of it adds */
static void tell(const joint_part *part, const double *z, double *y1) {
    double u[JOINT_MOST] = {0.0}, y[3 * JOINT_MOST];
    const int n = part->size;
    part->out(part, z, u, y);
    memcpy(y1, y, (size_t)(3 * n) * sizeof *y1);
    for (int c = 0; c < n; c++) {
        double with[3 * JOINT_MOST];
        u[c] = 1.0;
        part->out(part, z, u, with);
        u[c] = 0.0;
        for (int k = 0; k < n; k++)
            y1[3 * n + k * n + c] = with[2 * n + k] - y[2 * n + k];
    }
    y1[3 * n + n * n] = other_force;
}

static mr_status exchange(mr_interface *i, const joint_part *part, double t, const double *z,
                          mr_evaluation kind, double *u) {
    double y1[TOLD], u1[8 * JOINT_MOST];
    tell(part, z, y1);
    MR_TRY(mr_interface_exchange(i, t, y1, kind, u1));
    memcpy(u, u1, (size_t)part->size * sizeof *u);
    return MR_OK;
}

static mr_status rk4(mr_interface *i, const joint_part *part, double t, double h, double *z) {
    static const double c[4] = {0.0, 0.5, 0.5, 1.0}, b[4] = {1 / 6., 1 / 3., 1 / 3., 1 / 6.};
    double k[4][JOINT_STATE], at[JOINT_STATE], u[JOINT_MOST], sum[JOINT_STATE];
    memcpy(sum, z, sizeof sum);
    for (int s = 0; s < 4; s++) {
        for (int e = 0; e < part->states; e++)
            at[e] = z[e] + (s ? h * c[s] * k[s - 1][e] : 0.0);
        MR_TRY(exchange(i, part, t + c[s] * h, at, s ? MR_MINOR : MR_MAJOR, u));
        part->rhs(part, at, u, k[s]);
        for (int e = 0; e < part->states; e++)
            sum[e] += h * b[s] * k[s][e];
    }
    memcpy(z, sum, sizeof sum);
    return MR_OK;
}

static void run(trial *t) {
    const int n = t->pair.part[0].size, steps = (int)lround(STEPS * t->stop / t->H);
    const double h = t->stop / steps;
    double z[JOINT_STATE], whole[2][JOINT_STATE], y1[TOLD], u1[8 * JOINT_MOST];
    mr_config config;
    mr_interface *i = NULL;
    mr_message message = {""};
    mr_config_default(&config);
    CU_ASSERT_EQUAL_FATAL(mr_config_parse(&config, t->options, &message), MR_OK);
    joint_next(&t->pair.part[1], t->slave_step > 0.0 ? t->slave_step : t->H / 24.0);
    t->failure[0] = '\0';
    t->largest = t->gap = 0.0;
    memcpy(z, t->pair.part[0].z0, sizeof z);
    memcpy(whole[0], t->pair.part[0].z0, sizeof z);
    memcpy(whole[1], t->pair.part[1].z0, sizeof z);
    mr_status status = mr_interface_open(&config, t->type ? t->type : &joint_type,
                                         t->slave ? t->slave : "", &i, &message);
    if (status != MR_OK) {
        snprintf(t->failure, sizeof t->failure, "%s", message.text);
        return;
    }
    tell(&t->pair.part[0], z, y1);
    status = mr_interface_start(i, 0.0, y1);
    for (int k = 0; k < steps && status == MR_OK; k++) {
        status = rk4(i, &t->pair.part[0], k * h, h, z);
        for (int fine = 0; fine < 2; fine++)
            joint_whole_step(&t->pair, whole, h / 2.0, 0.0, 0.0, t->lambda);
        double y[2][3 * JOINT_MOST], u[JOINT_MOST] = {0.0};
        t->pair.part[0].out(&t->pair.part[0], z, u, y[0]);
        t->pair.part[0].out(&t->pair.part[0], whole[0], u, y[1]);
        for (int e = 0; e < n; e++)
            t->largest = fmax(t->largest, fabs(y[0][e] - y[1][e]));
        tell(&t->pair.part[0], z, y1);
        if (status == MR_OK)
            status = mr_interface_exchange(i, (k + 1) * h, y1, MR_MAJOR, u1);
        for (int e = 0; e < n; e++) {
            t->gap = fmax(t->gap, fabs(u1[n + e]));
            t->lambda[e] = u1[e];
        }
        if (t->reactions && (k + 1) % STEPS == 0)
            t->reactions[(k + 1) / STEPS] = u1[0];
    }
    if (status != MR_OK)
        snprintf(t->failure, sizeof t->failure, "%s", mr_interface_error(i));
    memcpy(t->z[0], z, sizeof z);
    mr_interface_close(i);
}

static const char mass_x2[] = "scheme=sf order=2 joint='method=x2 force=f1 position=y[1] "
                              "velocity=y[2] acceleration=y[3] response=input step=%g'";
static const char mass_e[] = "scheme=ff order=2 joint='method=explicit order=%d force=f1 "
                             "position=y[1] velocity=y[2] acceleration=y[3] response=input "
                             "step=%g'";
static const char link_x2[] =
    "scheme=sf order=2 joint='method=x2 force=f1+f2 position=y[1]+y[2] velocity=y[3]+y[4] "
    "acceleration=y[5]+y[6] response=input step=%g'";
static const char link_e[] =
    "scheme=ff order=2 joint='method=explicit order=%d force=f1+f2 position=y[1]+y[2] "
    "velocity=y[3]+y[4] acceleration=y[5]+y[6] response=input step=%g'";

static double error_of(joint_pair pair, const char *options, double H, double stop) {
    trial t = {.pair = pair, .options = options, .H = H, .stop = stop};
    run(&t);
    if (getenv("VERBOSE"))
        printf("H = %g: error %.3e, gap %.3e, lambda %g %s\n", H, t.largest, t.gap, t.lambda[0],
               t.failure);
    CU_ASSERT_STRING_EQUAL(t.failure, "");
    return t.largest;
}

/* masses 1 and 2 on springs 1000 and dampers 10: at 0.5 s x = .189398885, v = -1.147676499 */
static void test_two_masses_x2(void) {
    double last = INFINITY;
    for (double H = 4e-3; H > 0.9e-3; H /= 2.0) {
        char options[400];
        snprintf(options, sizeof options, mass_x2, H);
        const double error = error_of(joint_two_mass(), options, H, 0.5);
        CU_ASSERT(last / error > 7.0); /* order 3 and more */
        last = error;
    }
    trial t = {.pair = joint_two_mass(), .H = 1e-3, .stop = 0.5};
    char options[400];
    snprintf(options, sizeof options, mass_x2, t.H);
    t.options = options;
    run(&t);
    MR_ASSERT_CLOSE(t.z[0][0], 0.189398885, 1e-7);
    MR_ASSERT_CLOSE(t.z[0][1], -1.147676499, 1e-5);
    CU_ASSERT(t.gap < 2e-6); /* of the first step, whose acceleration is not known to change */
    MR_ASSERT_CLOSE(t.lambda[0], 59.307373, 0.01); /* (c x + d v)/3 */
}

#define EXCHANGES 1000

/* at the exchanges of 0.5 s */
static void reactions_of(double H, const char *slave, double slave_step, double *reactions) {
    char options[400];
    trial t = {.pair = joint_two_mass(),
               .options = options,
               .H = H,
               .stop = 0.5,
               .slave = slave,
               .slave_step = slave_step,
               .reactions = reactions};
    snprintf(options, sizeof options, mass_x2, H);
    run(&t);
    CU_ASSERT_STRING_EQUAL(t.failure, "");
}

/* the n-th derivative of x = Re((1 + a/(i w)) e^(s t)), s = -a + i w */
static double closed_form(int n, double t) {
    const double a = 10.0 / 3.0, w = sqrt(2000.0 / 3.0 - a * a);
    const double size = pow(hypot(a, w), n) * hypot(1.0, a / w) * exp(-a * t);
    return size * cos(w * t + n * atan2(w, -a) - atan2(a, w));
}

/* What the parabola does not foresee of the diagram's free acceleration f makes an error of its
 * velocity, 3/8 f''' H^4 in a step. The next step takes it back by a reaction without impulse whose
 * moment is -3/8 f''' H^4 / (R H), R the responses of both sides together. Two lines that meet at a
 * third have it if they end 27/4 f''' H^3 / R beside the true one (own derivation). So the reaction
 * has order 3, once the first steps are forgotten */
static void test_the_reaction_has_order_three(void) {
    static double reactions[EXCHANGES + 1];
    double last = INFINITY;
    for (double H = 4e-3; H > 0.9e-3; H /= 2.0) {
        double largest = 0.0, expected = 0.0;
        reactions_of(H, NULL, 0.0, reactions);
        for (int k = (int)lround(0.1 / H); k <= lround(0.5 / H); k++) {
            const double t = k * H, x = closed_form(0, t), v = closed_form(1, t);
            const double third = 1000.0 * closed_form(3, t) + 10.0 * closed_form(4, t);
            largest = fmax(largest, fabs(reactions[k] - (1000.0 * x + 10.0 * v) / 3.0));
            expected = fmax(expected, 27.0 / 4.0 / 1.5 * H * H * H * fabs(third));
        }
        if (getenv("VERBOSE"))
            printf("H = %g: reaction off by %.3e, expected %.3e\n", H, largest, expected);
        CU_ASSERT(last / largest > 7.0);
        MR_ASSERT_CLOSE(largest / expected, 1.0, 25.6 * H); /* the next term is w H times it */
        last = largest;
    }
}

/* A slave by the trapezoidal rule moves by h^2/12 x''' H more in a step than its velocities at both
 * ends say, the diagram does not: only a reaction that swings about the true one makes both meet in
 * position and velocity. Its lines have no impulse and that moment if they end 3/2 h^2/(H R) x'''
 * beside it: a smaller H makes that worse */
static void test_the_reaction_swings_with_a_slave_of_another_rule(void) {
    static double exact[EXCHANGES + 1], swings[EXCHANGES + 1];
    const double h = 1e-4;
    for (double H = 1.2e-3; H > 0.5e-3; H /= 2.0) {
        double off = 0.0, largest = 0.0;
        reactions_of(H, NULL, 0.0, exact);
        reactions_of(H, "trapezoidal", h, swings);
        for (int k = (int)lround(0.1 / H); k <= (int)(0.5 / H); k++) {
            const double expected = -1.5 * h * h / (H * 1.5) * closed_form(3, k * H);
            largest = fmax(largest, fabs(expected));
            off = fmax(off, fabs(swings[k] - exact[k] - expected));
        }
        if (getenv("VERBOSE"))
            printf("H = %g: swing %.3e, off by %.3e\n", H, largest, off);
        CU_ASSERT(off < 0.1 * largest);
    }
}

static void test_two_masses_explicit(void) {
    for (int order = 0; order < 2; order++) {
        double last = INFINITY;
        for (double H = 4e-3; H > 0.9e-3; H /= 2.0) {
            char options[400];
            snprintf(options, sizeof options, mass_e, order, H);
            const double error = error_of(joint_two_mass(), options, H, 0.5);
            CU_ASSERT(last / error > 6.0);
            last = error;
        }
        CU_ASSERT(last < (order ? 2e-6 : 4e-5)); /* between slaves: 9.9e-7, 1.75e-5 */
    }
}

/* the pinned link of a double pendulum by the master, whose response changes with its angle */
static void test_pendulum(void) {
    double last = INFINITY;
    char options[400];
    for (double H = 4e-3; H > 0.9e-3; H /= 2.0) {
        snprintf(options, sizeof options, link_x2, H);
        const double error = error_of(joint_pendulum(), options, H, 2.0);
        CU_ASSERT(last / error > 7.0);
        last = error;
    }
    CU_ASSERT(last < 4e-7);
    last = INFINITY;
    for (double H = 4e-3; H > 0.9e-3; H /= 2.0) {
        snprintf(options, sizeof options, link_e, 1, H);
        const double error = error_of(joint_pendulum(), options, H, 2.0);
        CU_ASSERT(last / error > 6.0);
        last = error;
    }
}

/* --- a slave with a second force, which declares its rates and tells its step --- */

static const mr_variable two_forces[] = {{"f", "N", 1, MR_NONE, 0, MR_CONTINUOUS},
                                         {"push", "N", 1, MR_NONE, 1, MR_CONTINUOUS}};
static const mr_variable both_forces[] = {{"f", "N", 2, MR_NONE, MR_NONE, MR_CONTINUOUS}};
static const mr_variable motion[] = {{"x", "m", 1, MR_NONE, MR_NONE, MR_CONTINUOUS},
                                     {"v", "m/s", 1, 0, MR_NONE, MR_CONTINUOUS},
                                     {"a", "m/s^2", 1, 1, MR_NONE, MR_CONTINUOUS}};
static const mr_variable taken[] = {{"x", "m", 1, MR_NONE, MR_NONE, MR_CONTINUOUS},
                                    {"gap", "m/s", 1, 0, MR_NONE, MR_CONTINUOUS},
                                    {"a", "m/s^2", 1, 1, MR_NONE, MR_CONTINUOUS}};

static void describe_pushed(const void *slave, mr_slave_description *d) {
    (void)slave;
    *d = (mr_slave_description){"pushed", 2, two_forces, 3, motion, 0, NULL, NULL};
}

static void describe_vector(const void *slave, mr_slave_description *d) {
    (void)slave;
    *d = (mr_slave_description){"pushed", 1, both_forces, 3, motion, 0, NULL, NULL};
}

static void describe_taken(const void *slave, mr_slave_description *d) {
    (void)slave;
    *d = (mr_slave_description){"pushed", 2, two_forces, 3, taken, 0, NULL, NULL};
}

/* both forces act on the mass */
static mr_status sum_at(void *context, double t, double *u) {
    double two[2];
    MR_TRY(mr_inputs_at(context, t, two));
    u[0] = two[0] + two[1];
    return MR_OK;
}

static mr_inputs sum_of(const mr_inputs *inputs) {
    return (mr_inputs){.at = sum_at, .context = (void *)(uintptr_t)inputs};
}

static mr_status initialise_pushed(void *slave, double t0, const mr_inputs *inputs) {
    const mr_inputs sum = sum_of(inputs);
    return joint_type.initialise(slave, t0, &sum);
}

static mr_status step_pushed(void *slave, const mr_inputs *inputs, double *t) {
    const mr_inputs sum = sum_of(inputs);
    return joint_type.step(slave, &sum, t);
}

static mr_status step_pushed_to(void *slave, const mr_inputs *inputs, double limit, double *t) {
    const mr_inputs sum = sum_of(inputs);
    return joint_type.step_to(slave, &sum, limit, t);
}

static mr_status next_of_pushed(const void *slave, double *h) {
    (void)slave;
    *h = 5e-4;
    return MR_OK;
}

static mr_slave_type pushed(void) {
    mr_slave_type type = joint_type;
    type.describe = describe_pushed;
    type.initialise = initialise_pushed;
    type.step = step_pushed;
    type.step_to = step_pushed_to;
    type.next_step = next_of_pushed;
    type.interface_matrices = NULL;
    return type;
}

/* masses 1 and 2 on springs 1000 and dampers 10, the second with force F and with a spring that
 * rests at -b: about the mean rest (F - 1000 b)/2000 x swings as in the closed form */
static void check_pushed(const char *options, double force, double apart, double tolerance) {
    const mr_slave_type type = pushed();
    const double rest = (force - 1000.0 * apart) / 2000.0;
    trial t = {.pair = joint_two_mass(),
               .type = &type,
               .options = options,
               .H = 1.5e-3,
               .stop = 0.5,
               .slave_step = 5e-4};
    t.pair.part[1].z0[0] += apart;
    other_force = force;
    run(&t);
    other_force = 0.0;
    CU_ASSERT_STRING_EQUAL(t.failure, "");
    MR_ASSERT_CLOSE(t.z[0][0], rest + (1.0 - rest) * closed_form(0, 0.5), tolerance);
    MR_ASSERT_CLOSE(t.z[0][1], (1.0 - rest) * closed_form(1, 0.5), 30.0 * tolerance);
    CU_ASSERT(t.gap < 1e-4);
}

#define PUSHED_X2 "scheme=sf order=2 joint='method=x2 force=f position=x response=input"
#define PUSHED_E  "scheme=ff order=2 joint='method=explicit force=f position=x response=input"

/* velocity and acceleration are those that the slave declares, steps its own */
static void test_other_inputs_reach_the_slave(void) {
    check_pushed(PUSHED_X2 "'", 0.0, 0.0, 1e-6);
    check_pushed(PUSHED_X2 "'", 30.0, 0.0, 1e-6);
    check_pushed(PUSHED_X2 " step=1.5e-3'", 30.0, 0.0, 1e-6);
    check_pushed(PUSHED_E "'", 30.0, 0.0, 2e-6);
    check_pushed(PUSHED_E " step=5e-4'", 30.0, 0.0, 2e-6);
}

/* what is apart at the start stays so, told by a number or not */
static void test_a_joint_keeps_its_offset(void) {
    check_pushed(PUSHED_X2 " offset=start'", 0.0, 0.25, 1e-6);
    check_pushed(PUSHED_X2 " offset=0.25'", 0.0, 0.25, 1e-6);
    check_pushed(PUSHED_X2 " offset=start'", 30.0, -0.5, 1e-6);
    check_pushed(PUSHED_E " offset=start'", 30.0, -0.5, 4e-6);
}

/* without an acceleration X2 finds its first reaction by short steps, taken back */
static void test_a_slave_that_tells_no_acceleration(void) {
    trial t = {.pair = joint_two_mass(),
               .options = "scheme=sf order=2 joint='method=x2 force=f1 position=y[1] "
                          "velocity=y[2] response=input step=1e-3'",
               .H = 1e-3,
               .stop = 0.5};
    run(&t);
    CU_ASSERT_STRING_EQUAL(t.failure, "");
    MR_ASSERT_CLOSE(t.z[0][0], 0.189398885, 1e-6);
    MR_ASSERT_CLOSE(t.lambda[0], 59.307373, 0.01);
}

static mr_status open_with(const char *options, const mr_slave_type *type, mr_message *message) {
    mr_config config;
    mr_interface *i = NULL;
    const joint_pair pair = joint_two_mass();
    mr_config_default(&config);
    CU_ASSERT_EQUAL_FATAL(mr_config_parse(&config, options, message), MR_OK);
    joint_next(&pair.part[1], 1e-3);
    const mr_status status = mr_interface_open(&config, type, "", &i, message);
    mr_interface_close(i);
    return status;
}

static void test_what_does_not_fit_is_refused_in_a_sentence(void) {
#define MASS "force=f1 position=y[1] velocity=y[2] acceleration=y[3] response=1 step=1e-3"
    static const char *const cases[][2] = {
        {"scheme=ff joint='method=x2 " MASS "'", "needs scheme=slowest_first"},
        {"scheme=sf joint='method=explicit " MASS "'", "scheme=fastest_first"},
        {"joint='method=baumgarte " MASS "'", "'x2' and 'explicit'"},
        {"joint='method=y3 " MASS "'", "there is no joint method 'y3'"},
        {"joint='force=f2 position=y[1] response=1 step=1'", "force 'f2' is none of the slave's"},
        {"joint='force=f1 position=y[7] response=1 step=1'", "'y[7]' is none of the slave's"},
        {"joint='force=f1 position=y velocity=y response=1 step=1'", "has 3 coordinates, not 1"},
        {"joint='force=f1 position=y[1] response=1 step=1'", "velocity= is missing"},
        {"joint='force=f1 position=y[1] velocity=y[2] step=1'", "response= says"},
        {"joint='force=f1 position=y[1] velocity=y[2] response=1+2 step=1'", "response is"},
        {"joint='force=f1 position=y[1] velocity=y[2] response=1'", "does not tell its step"},
        {"joint='speed=3 " MASS "'", "unknown option 'speed'"},
        {"scheme=ff coupling=model joint='method=explicit " MASS "'", "coupling=signals"},
        {"signal.reaction=hold joint='method=x2 " MASS "'", "has no predictor of its own"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mr_message message = {""};
        CU_ASSERT_NOT_EQUAL(open_with(cases[i][0], &joint_type, &message), MR_OK);
        MR_ASSERT_CONTAINS(message.text, cases[i][1]);
    }
    mr_message message = {""};
    mr_slave_type forward = joint_type;
    forward.save = NULL;
    forward.restore = NULL;
    forward.free_state = NULL;
    CU_ASSERT_NOT_EQUAL(open_with("joint='method=x2 " MASS "'", &forward, &message), MR_OK);
    MR_ASSERT_CONTAINS(message.text, "'explicit' does without");
    CU_ASSERT_EQUAL(open_with("scheme=ff joint='method=explicit " MASS "'", &forward, &message),
                    MR_OK);
}

static void refuse_type(const char *options, const mr_slave_type *type, const char *sentence) {
    mr_message message = {""};
    CU_ASSERT_EQUAL(open_with(options, type, &message), MR_ERR_CONFIG);
    MR_ASSERT_CONTAINS(message.text, sentence);
}

static void test_slaves_that_do_not_fit_are_refused(void) {
    mr_slave_type type = joint_type;
    refuse_type("joint='order=0 " MASS "'", &type, "'x2' has order 1 against a diagram");
    refuse_type("joint='force=f1 response=1 step=1'", &type, "force= and position= say where");
    refuse_type("joint='position=y[1] response=1 step=1'", &type, "force= and position= say");
    refuse_type("joint=\"force='' position=y[1] response=1 step=1\"", &type,
                "force has 0 coordinates");
    refuse_type("joint='force=f1+f1 position=y[1] response=1 step=1'", &type,
                "force 'f1' is there twice");
    refuse_type("joint='force=f1 position=y[0] velocity=y[2] response=1 step=1'", &type,
                "position 'y[0]' is none of the slave's");
    refuse_type("joint='force=f1 position=y[1 velocity=y[2] response=1 step=1'", &type,
                "'y[1' is none of the slave's");
    refuse_type("joint='force=f1 position=y[1]x velocity=y[2] response=1 step=1'", &type,
                "'y[1]x' is none of the slave's");
    refuse_type("joint='force=f1 position=y[1] velocity=y[2] response=1 step=1 offset=near'", &type,
                "offset is not read at near");
    refuse_type("joint='force=f1 position=y[1] velocity=y[2] response=1 step=1 offset=1+2'", &type,
                "offset is 1+2, not 1 or 1 numbers");
    refuse_type("joint='force=f1 position=y[1] velocity=y[2] response=nan step=1'", &type,
                "response is not read at nan");
    refuse_type("scheme=ff joint='method=explicit force=f1 position=y[1] velocity=y[2] response=1 "
                "step=1'",
                &type, "'explicit' needs the slave's acceleration=");
    refuse_type("scheme=ff joint='method=explicit force=f1 position=y[1] velocity=y[2] "
                "acceleration=y[3] response=1'",
                &type, "the slave does not tell its step");
    type.step_to = NULL;
    refuse_type("joint='" MASS "'", &type, "'explicit' does without");
    refuse_type("scheme=ff joint='method=explicit " MASS "'", &type,
                "step= needs a slave that ends a step where it is told");
    type = pushed();
    refuse_type("joint='force=f+f position=x+v response=1'", &type, "a force is there twice");
    type.describe = describe_taken;
    refuse_type("joint='force=f position=x response=1'", &type,
                "the slave has a variable 'gap', which is also one of the joint's");
    type.describe = describe_vector;
    refuse_type("joint='force=f[1] position=x response=1'", &type,
                "all elements of the input 'f' must be forces of it");
}

/* one number for all, one each, or a whole matrix, which is the same here */
static void test_responses_as_numbers(void) {
    static const struct {
        const char *response;
        bool good;
    } cases[] = {{"2", true},      {"2,2", true},        {"2,0,0,2", true}, {"2;0;0;2", true},
                 {"2,2,2", false}, {"2,0,0,2,0", false}, {"", false},       {"two", false},
                 {"2,inf", false}, {"2, 0, 0, 2", true}};
    const joint_pair pair = joint_pendulum();
    double first[2] = {0.0, 0.0};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char options[400];
        mr_config config;
        mr_message message = {""};
        mr_interface *i = NULL;
        double y1[TOLD], u1[8 * JOINT_MOST];
        snprintf(options, sizeof options,
                 "scheme=sf joint=\"method=x2 force=f1+f2 position=y[1]+y[2] velocity=y[3]+y[4] "
                 "acceleration=y[5]+y[6] step=0.002 response='%s'\"",
                 cases[k].response);
        mr_config_default(&config);
        CU_ASSERT_EQUAL_FATAL(mr_config_parse(&config, options, &message), MR_OK);
        joint_next(&pair.part[1], 1e-4);
        CU_ASSERT_EQUAL(mr_interface_open(&config, &joint_type, "", &i, &message) == MR_OK,
                        cases[k].good);
        if (!cases[k].good)
            MR_ASSERT_CONTAINS(message.text, "not 1, as many or 4 numbers");
        if (!i)
            continue;
        tell(&pair.part[0], pair.part[0].z0, y1);
        CU_ASSERT_EQUAL(mr_interface_start(i, 0.0, y1), MR_OK);
        CU_ASSERT_EQUAL(mr_interface_exchange(i, 0.0, y1, MR_MAJOR, u1), MR_OK);
        for (int c = 0; c < 2; c++) {
            if (k == 0)
                first[c] = u1[c];
            MR_ASSERT_CLOSE(u1[c], first[c], 1e-12);
        }
        CU_ASSERT(hypot(u1[0], u1[1]) > 0.1);
        mr_interface_close(i);
    }
}

/* neither side moves by the reaction: nothing determines it */
static mr_status tell_nothing(void *slave, double *y) {
    (void)slave;
    y[0] = 1.0;
    y[1] = y[2] = 0.0;
    return MR_OK;
}

static mr_status stay(void *slave, const mr_inputs *inputs, double limit, double *t) {
    (void)slave, (void)inputs, (void)limit, (void)t;
    return MR_OK;
}

static void fail_run(const char *options, const mr_slave_type *type, const char *sentence) {
    trial t = {.pair = joint_two_mass(), .type = type, .options = options, .H = 1e-3, .stop = 0.01};
    run(&t);
    MR_ASSERT_CONTAINS(t.failure, sentence);
}

static void test_runs_that_cannot_go_on(void) {
    mr_slave_type type = joint_type;
    type.outputs = tell_nothing;
    fail_run("joint='force=f1 position=y[1] velocity=y[2] acceleration=y[3] response=0 step=1e-3'",
             &type, "neither side answers to the reaction at t = 0 s");
    type = joint_type;
    type.step_to = stay;
    fail_run("joint='" MASS "'", &type, "the slave does not advance at t = 0 s");
}

/* masses that are not together at the start, and one that is torn away */
static void test_an_open_joint_is_told(void) {
    char options[400];
    trial t = {.pair = joint_two_mass(), .options = options, .H = 1e-3, .stop = 0.1};
    snprintf(options, sizeof options, mass_x2, t.H);
    t.pair.part[0].z0[0] = 1.01;
    run(&t);
    MR_ASSERT_CONTAINS(t.failure, "it is open at the start: coordinate 1 by -0.01");
    snprintf(options, sizeof options, mass_e, 0, t.H);
    t.pair = joint_two_mass();
    t.H = 0.5;
    t.stop = 20.0;
    run(&t);
    MR_ASSERT_CONTAINS(t.failure, "it has opened by");
}

/* a run that goes back to a saved state repeats itself to the bit */
static void test_saved_and_restored(void) {
    const joint_pair pair = joint_pendulum();
    char options[400];
    mr_config config;
    mr_interface *i = NULL;
    mr_message message = {""};
    mr_snapshot *snapshot = NULL;
    double z[JOINT_STATE], kept[JOINT_STATE], first[JOINT_STATE], y1[TOLD];
    snprintf(options, sizeof options, link_x2, 2e-3);
    mr_config_default(&config);
    CU_ASSERT_EQUAL_FATAL(mr_config_parse(&config, options, &message), MR_OK);
    joint_next(&pair.part[1], 1e-4);
    CU_ASSERT_EQUAL_FATAL(mr_interface_open(&config, &joint_type, "", &i, &message), MR_OK);
    memcpy(z, pair.part[0].z0, sizeof z);
    tell(&pair.part[0], z, y1);
    CU_ASSERT_EQUAL(mr_interface_start(i, 0.0, y1), MR_OK);
    for (int k = 0; k < 40; k++) {
        if (k == 20) {
            CU_ASSERT_EQUAL(mr_interface_save(i, &snapshot), MR_OK);
            memcpy(kept, z, sizeof z);
        }
        CU_ASSERT_EQUAL(rk4(i, &pair.part[0], k * 1e-3, 1e-3, z), MR_OK);
    }
    memcpy(first, z, sizeof z);
    CU_ASSERT_EQUAL(mr_interface_restore(i, snapshot), MR_OK);
    memcpy(z, kept, sizeof z);
    for (int k = 20; k < 40; k++)
        CU_ASSERT_EQUAL(rk4(i, &pair.part[0], k * 1e-3, 1e-3, z), MR_OK);
    CU_ASSERT_EQUAL(memcmp(z, first, (size_t)pair.part[0].states * sizeof *z), 0);
    mr_snapshot_free(snapshot);
    mr_interface_close(i);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {MR_TEST(test_two_masses_x2),
                                    MR_TEST(test_the_reaction_has_order_three),
                                    MR_TEST(test_the_reaction_swings_with_a_slave_of_another_rule),
                                    MR_TEST(test_two_masses_explicit),
                                    MR_TEST(test_pendulum),
                                    MR_TEST(test_what_does_not_fit_is_refused_in_a_sentence),
                                    MR_TEST(test_other_inputs_reach_the_slave),
                                    MR_TEST(test_a_joint_keeps_its_offset),
                                    MR_TEST(test_a_slave_that_tells_no_acceleration),
                                    MR_TEST(test_slaves_that_do_not_fit_are_refused),
                                    MR_TEST(test_responses_as_numbers),
                                    MR_TEST(test_runs_that_cannot_go_on),
                                    MR_TEST(test_an_open_joint_is_told),
                                    MR_TEST(test_saved_and_restored)};
    return mr_test_main("joined", tests, sizeof tests / sizeof *tests, argc, argv);
}
