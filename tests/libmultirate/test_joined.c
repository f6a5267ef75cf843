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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEPS 6 /* of the master, in one exchange step */

typedef struct trial {
    joint_pair pair;
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
}

static mr_status exchange(mr_interface *i, const joint_part *part, double t, const double *z,
                          mr_evaluation kind, double *u) {
    double y1[3 * JOINT_MOST + JOINT_MOST * JOINT_MOST], u1[8 * JOINT_MOST];
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
    double z[JOINT_STATE], whole[2][JOINT_STATE], y1[3 * JOINT_MOST + JOINT_MOST * JOINT_MOST],
        u1[8 * JOINT_MOST];
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
    mr_status status =
        mr_interface_open(&config, &joint_type, t->slave ? t->slave : "", &i, &message);
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
    double z[JOINT_STATE], kept[JOINT_STATE], first[JOINT_STATE],
        y1[3 * JOINT_MOST + JOINT_MOST * JOINT_MOST];
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
                                    MR_TEST(test_an_open_joint_is_told),
                                    MR_TEST(test_saved_and_restored)};
    return mr_test_main("joined", tests, sizeof tests / sizeof *tests, argc, argv);
}
