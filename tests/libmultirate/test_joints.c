/* joints between coupled slaves: the reference values of two independent programs, orders, gaps,
 * refusals
 *
 * Linear run: masses 1 and 2 on springs 1000 and dampers 10, joined; the error is that of P. Li
 * 2017, eq. 4.64. Nonlinear: soft contact, double pendulum, four-bar; classical Runge-Kutta slaves
 * with 24 steps in an exchange, one corrector; largest position error of the joint. */
#define _XOPEN_SOURCE 700
#include "joint_slave.h"
#include "mr_test.h"
#include "multirate/coupled.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct trial {
    joint_pair pair;
    const mr_joint_method *method;
    int order;
    double H, stop;
    double mu, mu_steps, stiffness, damping;
    int passes; /* 0: until it fits */
    int joined; /* coordinates that are joined; 0: all */
    bool project;
    bool silent;         /* accelerations are not told */
    const char *options; /* of the coupling, besides; NULL: none */
    double before;       /* given to the inputs before they are the joint's */
    /* results */
    double largest, nrmse, gap, rate, z[2][JOINT_STATE], lambda[JOINT_MOST];
    const double *y[2];
    bool failed;
} trial;

static joint_pair *opening;
static int opened;
static void *members[2];
static double fine;
static mr_status open_next(const char *configuration, mr_message *message, void **made) {
    joint_next(&opening->part[opened], fine);
    const mr_status status = joint_type.open(configuration, message, made);
    members[opened++] = *made;
    return status;
}

static const int scalars[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};

static mr_coupled *open_trial(trial *t, const mr_slave_type *like, mr_message *message) {
    static mr_slave_type type;
    type = *like;
    type.open = open_next;
    opening = &t->pair;
    opened = 0;
    fine = t->H / 24.0;
    mr_coupled_config config;
    mr_coupled_default(&config);
    config.step = t->H;
    config.most_iterations = t->method->samples == 0 ? 1 : t->passes > 0 ? t->passes : 10;
    CU_ASSERT_EQUAL_FATAL(mr_coupled_parse(&config, t->options ? t->options : "", message), MR_OK);
    const mr_coupled_member both[2] = {{.type = &type}, {.type = &type}};
    mr_coupled *c = NULL;
    if (mr_coupled_open(&config, both, 2, NULL, 0, &c, message) != MR_OK)
        return NULL;
    const int n = t->pair.part[0].size;
    for (int i = 0; i < n && t->before != 0.0; i++)
        CU_ASSERT_EQUAL(mr_coupled_set_input(c, i % 2, i, t->before), MR_OK);
    double stiffness[JOINT_MOST], damping[JOINT_MOST];
    for (int i = 0; i < n; i++) {
        stiffness[i] = t->stiffness;
        damping[i] = t->damping;
    }
    mr_joint joint = {.method = t->method,
                      .order = t->order,
                      .size = t->joined > 0 ? t->joined : n,
                      .project = t->project,
                      .mu = t->mu,
                      .mu_steps = t->mu_steps,
                      .stiffness = t->stiffness > 0.0 ? stiffness : NULL,
                      .damping = damping};
    for (int s = 0; s < 2; s++)
        joint.side[s] = (mr_joint_side){.member = s,
                                        .force = scalars,
                                        .position = scalars,
                                        .velocity = scalars + n,
                                        .acceleration = t->silent ? NULL : scalars + 2 * n};
    if (mr_coupled_add_joint(c, &joint) == MR_OK)
        return c;
    mr_message_set(message, "%s", mr_coupled_error(c));
    mr_coupled_close(c);
    return NULL;
}

static void run(trial *t) {
    mr_message message = {""};
    mr_coupled *c = open_trial(t, &joint_type, &message);
    CU_ASSERT_PTR_NOT_NULL_FATAL(c);
    const int n = t->pair.part[0].size;
    double z[2][JOINT_STATE], no[JOINT_MOST] = {0}, y[3 * JOINT_MOST];
    double e2[2] = {0}, s1[2] = {0}, s2[2] = {0};
    for (int i = 0; i < 2; i++)
        memcpy(z[i], t->pair.part[i].z0, sizeof z[i]);
    const long steps = lround(t->stop / t->H);
    const double own = t->pair.part[0].size > 1 ? 1e-4 : 2.5e-5; /* of the reference */
    const int sub = t->H > 2e-4 ? (int)ceil(t->H / own) : 2;
    t->largest = 0.0;
    t->failed = mr_coupled_start(c, 0.0) != MR_OK;
    if (t->failed)
        printf(" %s", mr_coupled_error(c));
    for (long i = 1; i <= steps && !t->failed; i++) {
        t->failed = mr_coupled_advance(c, (double)i * t->H) != MR_OK;
        for (int k = 0; k < sub; k++)
            joint_whole_step(&t->pair, z, t->H / sub, t->stiffness, t->damping, t->lambda);
        t->pair.part[0].out(&t->pair.part[0], z[0], no, y);
        const double *told = mr_coupled_outputs(c, 0);
        for (int k = 0; k < n; k++)
            t->largest = fmax(t->largest, fabs(told[k] - y[k]));
        for (int m = 0; m < 2; m++)
            for (int k = 0; k < 2; k++) {
                e2[k] += pow(mr_coupled_outputs(c, m)[k * n] - y[k * n], 2);
                s1[k] += y[k * n];
                s2[k] += y[k * n] * y[k * n];
            }
        if (!(t->largest < 1e3))
            t->failed = true;
    }
    const double N = 2.0 * (double)steps;
    t->nrmse =
        sqrt(2.0 * e2[0] / (s2[0] - s1[0] * s1[0] / N) + 2.0 * e2[1] / (s2[1] - s1[1] * s1[1] / N));
    memcpy(t->z, z, sizeof z);
    mr_joint_report report;
    mr_coupled_joint(c, 0, &report);
    t->gap = report.largest_gap;
    t->rate = report.largest_rate;
    memcpy(t->lambda, report.force, (size_t)n * sizeof *report.force);
    mr_coupled_close(c);
}

static double linear_error(const mr_joint_method *method, int order, double H, double mu) {
    trial t = {.pair = joint_two_mass(),
               .method = method,
               .order = order,
               .H = H,
               .stop = 0.5,
               .mu = mu,
               .passes = 2};
    run(&t);
    return t.failed ? INFINITY : t.nrmse;
}

/* to the digits that the reference prints; differences of steps round at 3e-12 */
static void near(double is, double reference, double tolerance) {
    const bool good = fabs(is - reference) <= fmax(tolerance * reference, 3e-12);
    if (!good)
        printf("\n  %.5g instead of %.5g", is, reference);
    CU_ASSERT(good);
}

static void test_linear_run_has_the_reference_errors(void) {
    static const struct {
        const mr_joint_method *method;
        int order;
        double error[3];
    } rows[] = {{&mr_joint_x2, 0, {6.3015e-8, 3.9216e-9, 2.4458e-10}},
                {&mr_joint_x2, 1, {1.4329e-8, 8.9096e-10, 5.5558e-11}},
                {&mr_joint_x1, 0, {3.0471e-6, 3.7846e-7, 4.7155e-8}},
                {&mr_joint_x1, 1, {9.4044e-9, 5.8562e-10, 3.6507e-11}},
                {&mr_joint_weighted, 1, {2.6676e-6, 2.2092e-7, 1.8879e-8}}};
    for (int r = 0; r < 5; r++)
        for (int h = 0; h < 3; h++)
            near(linear_error(rows[r].method, rows[r].order, 4e-3 / (1 << h), 0.0),
                 rows[r].error[h], 0.02);
    static const double baumgarte[3] = {2.1963e-4, 9.5085e-7, 9.9236e-8};
    for (int k = 0; k < 3; k++)
        near(linear_error(&mr_joint_baumgarte, k, 1e-3, 5e-3), baumgarte[k], 0.02);
}

/* x, v and reaction at 0.5 s in closed form: x = e^(-at) (cos wt + a/w sin wt), a = 10/3, w^2 =
 * 2000/3 - a^2; both masses have the same spring and damper, so that the reaction is (c x + d v)/3.
 * X2 tells it with order 2, X1 as exactly as the motion */
static void test_linear_run_ends_where_it_should(void) {
    const double a = 10.0 / 3.0, w = sqrt(2000.0 / 3.0 - a * a), t = 0.5;
    const double x = exp(-a * t) * (cos(w * t) + a / w * sin(w * t));
    const double v = -exp(-a * t) * (w + a * a / w) * sin(w * t);
    const double force = (1000.0 * x + 10.0 * v) / 3.0;
    MR_ASSERT_CLOSE(x, 0.189398885, 1e-9);
    MR_ASSERT_CLOSE(v, -1.147676499, 1e-9);
    MR_ASSERT_CLOSE(force, 59.3074, 5e-5);
    static const struct {
        const mr_joint_method *method;
        int order;
    } rows[] = {{&mr_joint_x2, 0},
                {&mr_joint_x2, 1},
                {&mr_joint_x2, 2},
                {&mr_joint_x1, 0},
                {&mr_joint_x1, 1}};
    for (int r = 0; r < 5; r++) {
        double off[2];
        for (int h = 0; h < 2; h++) {
            trial e = {.pair = joint_two_mass(), .method = rows[r].method, .order = rows[r].order};
            mr_message message = {""};
            mr_joint_report report;
            e.H = 2e-3 / (1 << h);
            mr_coupled *c = open_trial(&e, &joint_type, &message);
            CU_ASSERT_PTR_NOT_NULL_FATAL(c);
            CU_ASSERT_EQUAL(mr_coupled_start(c, 0.0), MR_OK);
            CU_ASSERT_EQUAL(mr_coupled_advance(c, t), MR_OK);
            mr_coupled_joint(c, 0, &report);
            for (int m = 0; m < 2; m++) {
                MR_ASSERT_CLOSE(mr_coupled_outputs(c, m)[0], x, 5e-7);
                MR_ASSERT_CLOSE(mr_coupled_outputs(c, m)[1], v, 5e-6);
            }
            off[h] = fabs(report.force[0] - force);
            mr_coupled_close(c);
        }
        if (rows[r].method == &mr_joint_x1)
            CU_ASSERT(off[0] < 1e-4 && off[1] < 1e-4)
        else
            CU_ASSERT(off[1] < 5e-3 && off[0] / off[1] > 3.8);
    }
}

/* what is left of the error of the linear run with half the steps, as a power. Baumgarte's mu is
 * fixed; the start counts in the norm of `weighted`, which costs it half an order */
static void test_orders_of_the_linear_run(void) {
    static const struct {
        const mr_joint_method *method;
        int order;
        double H, mu, expected, within;
    } rows[] = {{&mr_joint_baumgarte, 0, 1e-3, 5e-3, 1.0, 0.15},
                {&mr_joint_baumgarte, 1, 1e-3, 5e-3, 2.0, 0.2},
                {&mr_joint_baumgarte, 2, 1e-3, 5e-3, 3.0, 0.3},
                {&mr_joint_index2, 0, 1e-3, 0.0, 2.0, 0.2},
                {&mr_joint_weighted, 0, 1e-3, 0.0, 2.0, 0.2},
                {&mr_joint_weighted, 1, 1e-3, 0.0, 3.5, 0.2},
                {&mr_joint_x2, 0, 4e-3, 0.0, 4.0, 0.1},
                {&mr_joint_x2, 1, 4e-3, 0.0, 4.0, 0.1},
                {&mr_joint_x2, 2, 4e-3, 0.0, 4.0, 0.1},
                {&mr_joint_x1, 0, 4e-3, 0.0, 3.0, 0.1},
                {&mr_joint_x1, 1, 4e-3, 0.0, 4.0, 0.1}};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        const double whole = linear_error(rows[r].method, rows[r].order, rows[r].H, rows[r].mu);
        const double half = linear_error(rows[r].method, rows[r].order, rows[r].H / 2, rows[r].mu);
        const double order = log2(whole / half);
        if (getenv("VERBOSE") || !(fabs(order - rows[r].expected) < rows[r].within))
            printf("\n  %s %d: order %.2f", rows[r].method->name, rows[r].order, order);
        CU_ASSERT(fabs(order - rows[r].expected) < rows[r].within);
    }
}

/* D-extension k+1; I-extension 2, 4, 4 */
static void test_orders_of_spring_extensions(void) {
    static const struct {
        const mr_joint_method *method;
        int order;
        double expected;
    } rows[] = {{&mr_joint_spring_d, 0, 1.0}, {&mr_joint_spring_d, 1, 2.0},
                {&mr_joint_spring_d, 2, 3.0}, {&mr_joint_spring_i, 0, 2.0},
                {&mr_joint_spring_i, 1, 4.0}, {&mr_joint_spring_i, 2, 4.0}};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        double error[2];
        for (int h = 0; h < 2; h++) {
            trial t = {.pair = joint_two_mass(),
                       .method = rows[r].method,
                       .order = rows[r].order,
                       .H = 2e-3 / (1 << h),
                       .stop = 0.5,
                       .stiffness = 5000.0,
                       .damping = 20.0};
            t.pair.part[1].z0[0] = 0.9; /* a spring that is at work */
            run(&t);
            error[h] = t.failed ? INFINITY : t.largest;
        }
        const double order = log2(error[0] / error[1]);
        if (getenv("VERBOSE") || !(fabs(order - rows[r].expected) < 0.3))
            printf("\n  %s %d: %.3g %.3g, order %.2f", rows[r].method->name, rows[r].order,
                   error[0], error[1], order);
        CU_ASSERT(fabs(order - rows[r].expected) < 0.3);
    }
}

static double position_error(joint_pair pair, const mr_joint_method *method, int order, double H,
                             double stop, double mu_steps) {
    trial t = {.pair = pair,
               .method = method,
               .order = order,
               .H = H,
               .stop = stop,
               .mu_steps = mu_steps,
               .passes = 2};
    run(&t);
    return t.failed ? INFINITY : t.largest;
}

static void test_soft_contact(void) {
    static const double x2[3] = {1.9e-9, 1.2e-9, 1.4e-9}, x1[2] = {3.7e-7, 1.1e-9};
    for (int k = 0; k < 3; k++)
        near(position_error(joint_soft_contact(), &mr_joint_x2, k, 1e-4, 0.2, 0), x2[k], 0.05);
    for (int k = 0; k < 2; k++)
        near(position_error(joint_soft_contact(), &mr_joint_x1, k, 1e-4, 0.2, 0), x1[k], 0.05);
    near(position_error(joint_soft_contact(), &mr_joint_weighted, 1, 1e-4, 0.2, 0), 1.1e-8, 0.05);
    trial t = {
        .pair = joint_soft_contact(), .method = &mr_joint_x2, .order = 1, .H = 1e-4, .stop = 0.2};
    run(&t);
    MR_ASSERT_CLOSE(t.z[0][0], 1.738992161, 1e-8); /* the whole */
    MR_ASSERT_CLOSE(t.z[0][1], 89.34684, 1e-5);
}

/* all of it with the label `long` */
static bool is_long(void) {
    return getenv("MR_LONG_RUN") != NULL;
}

static void test_double_pendulum(void) {
    static const double baumgarte[3] = {5.1e-6, 3.2e-9, 2.5e-10};
    near(position_error(joint_pendulum(), &mr_joint_x2, 0, 1e-3, 2.0, 0), 4.0e-11, 0.05);
    if (is_long())
        near(position_error(joint_pendulum(), &mr_joint_x1, 1, 1e-3, 2.0, 0), 5.6e-12, 0.1);
    near(position_error(joint_pendulum(), &mr_joint_weighted, 1, 1e-3, 2.0, 0), 4.9e-10, 0.05);
    for (int k = is_long() ? 0 : 1; k < (is_long() ? 3 : 2); k++)
        near(position_error(joint_pendulum(), &mr_joint_baumgarte, k, 1e-3, 2.0, 1.0), baumgarte[k],
             0.05);
    CU_ASSERT(!isfinite(position_error(joint_pendulum(), &mr_joint_weighted, 2, 1e-3, 2.0, 0)));
    trial t = {.pair = joint_pendulum(), .method = &mr_joint_x2, .order = 1, .H = 1e-3, .stop = 2};
    run(&t);
    MR_ASSERT_CLOSE(t.z[0][0], -1.961761783, 1e-8); /* the whole */
    MR_ASSERT_CLOSE(t.z[1][2], -1.365511616, 1e-8);
    CU_ASSERT(t.gap < 1e-13 && t.rate < 1e-9);
}

static void test_four_bar_with_three_coordinates(void) {
    const joint_pair pair = joint_four_bar(-9.81, 0.0);
    near(position_error(pair, &mr_joint_x2, 0, 1e-3, 2.0, 0), 2.6e-11, 0.05);
    if (is_long()) {
        near(position_error(pair, &mr_joint_x1, 1, 1e-3, 2.0, 0), 6.8e-12, 0.1);
        near(position_error(pair, &mr_joint_weighted, 1, 1e-3, 2.0, 0), 4.2e-10, 0.05);
    }
    trial t = {.pair = pair, .method = &mr_joint_x2, .order = 1, .H = 1e-3, .stop = 2.0};
    run(&t);
    MR_ASSERT_CLOSE(t.z[0][0], -3.923208907, 1e-7);
    MR_ASSERT_CLOSE(t.z[0][1], 0.541126284, 1e-7);
}

static void test_explicit_joint_steps_once(void) {
    static const double linear[2][3] = {{1.04e-3, 1.38e-4, 1.75e-5}, {9.3e-5, 9.1e-6, 9.9e-7}};
    static const double pendulum[2][3] = {{1.14e-3, 1.60e-4, 2.06e-5}, {5.3e-5, 1.9e-6, 8.9e-8}};
    for (int k = 0; k < 2; k++)
        for (int h = 0; h < 3; h++) {
            near(position_error(joint_two_mass(), &mr_joint_explicit, k, 4e-3 / (1 << h), 0.5, 0),
                 linear[k][h], 0.02);
            near(position_error(joint_pendulum(), &mr_joint_explicit, k, 4e-3 / (1 << h), 2.0, 0),
                 pendulum[k][h], 0.03);
        }
    /* stable for H → 0 if mu/H > 1, exactly */
    CU_ASSERT(!(position_error(joint_pendulum(), &mr_joint_explicit, 0, 1e-3, 1.0, 0.95) < 1.0));
    CU_ASSERT(position_error(joint_pendulum(), &mr_joint_explicit, 0, 1e-3, 1.0, 1.1) < 1e-3);
}

/* bushing of the four-bar: c = 1e4 all are stable, 1e5 the original is not from order 1 on, 1e6 the
 * I-extension is not either, the D-extension always */
static void test_stiff_bushings(void) {
    static const mr_joint_method *const methods[3] = {&mr_joint_spring, &mr_joint_spring_d,
                                                      &mr_joint_spring_i};
    for (int m = 0; m < 3; m++)
        for (int k = 0; k < 3; k++)
            for (int stiff = 4; stiff <= 6; stiff++) {
                trial t = {.pair = joint_four_bar(9.81, 0.1),
                           .method = methods[m],
                           .order = k,
                           .H = 5e-3,
                           .stop = 0.75,
                           .stiffness = pow(10.0, stiff),
                           .damping = 10.0};
                run(&t);
                const bool unstable = k > 0 && ((m == 0 && stiff >= 5) || (m == 2 && stiff == 6));
                const bool good = !t.failed && t.largest < 0.1;
                if (good == unstable)
                    printf("\n  %s order %d stiffness 1e%d: %g", methods[m]->name, k, stiff,
                           t.largest);
                CU_ASSERT(good == !unstable);
            }
}

static void test_linear_slaves_need_one_corrector(void) {
    trial once = {.pair = joint_two_mass(),
                  .method = &mr_joint_x2,
                  .order = 1,
                  .H = 1e-3,
                  .stop = 0.1,
                  .passes = 2},
          more = once;
    more.passes = 6;
    run(&once);
    run(&more);
    CU_ASSERT(once.gap < 1e-13);
    MR_ASSERT_CLOSE(once.nrmse, more.nrmse, 1e-3 * more.nrmse);
}

static void test_first_reaction_without_accelerations(void) {
    trial t = {.pair = joint_pendulum(),
               .method = &mr_joint_x2,
               .order = 1,
               .H = 1e-3,
               .stop = 1e-3,
               .silent = true};
    mr_message message = {""};
    mr_coupled *c = open_trial(&t, &joint_type, &message);
    mr_joint_report report;
    CU_ASSERT_PTR_NOT_NULL_FATAL(c);
    CU_ASSERT_EQUAL(mr_coupled_start(c, 0.0), MR_OK);
    mr_coupled_joint(c, 0, &report);
    MR_ASSERT_CLOSE(report.force[0], -1.839375, 1e-6);
    MR_ASSERT_CLOSE(report.force[1], -0.613125, 1e-6);
    mr_coupled_close(c);
}

/* Richardson's comparison: the reaction and its past go back with the slaves */
static void test_controlled_steps(void) {
    static const mr_joint_method *const methods[] = {&mr_joint_x2, &mr_joint_x1,
                                                     &mr_joint_baumgarte};
    for (size_t r = 0; r < sizeof methods / sizeof *methods; r++) {
        trial t = {.pair = joint_two_mass(),
                   .method = methods[r],
                   .order = MR_NONE,
                   .H = 1e-2,
                   .mu = 5e-3,
                   .options = "control=on rel_tol=1e-5 abs_tol=1e-5"};
        mr_message message = {""};
        mr_coupled_statistics s;
        mr_joint_report report;
        mr_coupled *c = open_trial(&t, &joint_type, &message);
        CU_ASSERT_PTR_NOT_NULL_FATAL(c);
        CU_ASSERT_EQUAL(mr_coupled_start(c, 0.0), MR_OK);
        CU_ASSERT_EQUAL(mr_coupled_advance(c, 0.5), MR_OK);
        mr_coupled_get_statistics(c, &s);
        mr_coupled_joint(c, 0, &report);
        CU_ASSERT(s.rejected > 0);
        MR_ASSERT_CLOSE(mr_coupled_outputs(c, 0)[0], 0.189398885, 1e-5);
        MR_ASSERT_CLOSE(mr_coupled_outputs(c, 1)[0], 0.189398885, 1e-5);
        MR_ASSERT_CLOSE(report.force[0], 59.307373, 1.0);
        mr_coupled_close(c);
    }
}

/* what an input was given before a joint took it is forgotten */
static void test_inputs_of_a_joint_begin_anew(void) {
    double x[2], force[2];
    for (int given = 0; given < 2; given++) {
        trial t = {.pair = joint_pendulum(),
                   .method = &mr_joint_x2,
                   .order = 1,
                   .H = 2e-3,
                   .stop = 0.1,
                   .before = given ? 1e3 : 0.0};
        run(&t);
        CU_ASSERT_FALSE(t.failed);
        x[given] = t.largest;
        force[given] = t.lambda[0];
    }
    MR_ASSERT_CLOSE(x[1], x[0], 1e-12);
    MR_ASSERT_CLOSE(force[1], force[0], 1e-9);
}

static void test_irregular_steps_keep_the_order(void) {
    double error[2];
    for (int h = 0; h < 2; h++) {
        trial t = {
            .pair = joint_pendulum(), .method = &mr_joint_x2, .order = 1, .H = 8e-3 / (1 << h)};
        mr_message message = {""};
        mr_coupled *c = open_trial(&t, &joint_type, &message);
        double z[2][JOINT_STATE], lambda[JOINT_MOST];
        CU_ASSERT_PTR_NOT_NULL_FATAL(c);
        CU_ASSERT_EQUAL(mr_coupled_start(c, 0.0), MR_OK);
        for (int i = 0; i < 2; i++)
            memcpy(z[i], t.pair.part[i].z0, sizeof z[i]);
        for (int i = 1; i <= 40; i++) /* steps end at every report: H, H, H/2, … */
            CU_ASSERT_EQUAL(mr_coupled_advance(c, i * 0.02), MR_OK);
        for (int i = 0; i < 8000; i++)
            joint_whole_step(&t.pair, z, 1e-4, 0, 0, lambda);
        error[h] = fabs(mr_coupled_outputs(c, 0)[0] - cos(z[0][0]));
        mr_coupled_close(c);
    }
    CU_ASSERT(error[0] / error[1] > 10.0 && error[1] < 1e-8);
}

/* H = 1 ms; gaps at the level of rounding and no drift of the energy. MR_LONG_RUN: 1e5 steps */
static void test_gaps_and_energy_stay_over_many_steps(void) {
    const long steps = is_long() ? 100000 : 1000;
    trial t = {.pair = joint_soft_contact(), .method = &mr_joint_x2, .order = 1, .H = 1e-3};
    mr_message message = {""};
    t.pair.part[1].par[3] = 0.0; /* linear, undamped: two springs of 1000, masses 1 and 2 */
    t.pair.part[0].z0[1] = t.pair.part[1].z0[1] = 1.0;
    mr_coupled *c = open_trial(&t, &joint_type, &message);
    CU_ASSERT_PTR_NOT_NULL_FATAL(c);
    CU_ASSERT_EQUAL(mr_coupled_start(c, 0.0), MR_OK);
    double worst = 0.0;
    for (long i = 1; i <= steps; i++) {
        CU_ASSERT_EQUAL_FATAL(mr_coupled_advance(c, (double)i * 1e-3), MR_OK);
        const double *y = mr_coupled_outputs(c, 0);
        worst = fmax(worst, fabs((1.5 * y[1] * y[1] + 1000.0 * y[0] * y[0]) / 1.5 - 1.0));
    }
    mr_joint_report report;
    mr_coupled_joint(c, 0, &report);
    CU_ASSERT(report.largest_gap < 1e-14 && report.largest_rate < 1e-9);
    CU_ASSERT(worst < 1e-6);
    if (!(worst < 1e-6))
        printf("\n  energy off by %g", worst);
    mr_coupled_close(c);
    /* the pendulum without drag, in both parts */
    t = (trial){.pair = joint_pendulum(), .method = &mr_joint_x2, .order = 0, .H = 1e-3};
    t.pair.part[0].par[3] = t.pair.part[1].par[3] = 0.0;
    c = open_trial(&t, &joint_type, &message);
    CU_ASSERT_PTR_NOT_NULL_FATAL(c);
    CU_ASSERT_EQUAL(mr_coupled_start(c, 0.0), MR_OK);
    CU_ASSERT_EQUAL(mr_coupled_advance(c, (double)steps * 1e-3), MR_OK);
    mr_coupled_joint(c, 0, &report);
    CU_ASSERT(report.largest_gap < 1e-11 && report.largest_rate < 1e-7);
    if (!(report.largest_gap < 1e-11 && report.largest_rate < 1e-7))
        printf("\n  gap %g, rate %g", report.largest_gap, report.largest_rate);
    mr_coupled_close(c);
}

/* P. Li 2017, 4.2.6: positions and velocities become the means of both sides, weighted by masses:
 * orders 2, 3, 4; gaps at the level of rounding with every method */
static void test_projection(void) {
    static const double least[3] = {3.4, 6.8, 13.0};
    for (int k = 0; k < 3; k++) {
        double error[2];
        for (int h = 0; h < 2; h++) {
            trial t = {.pair = joint_two_mass(), .method = &mr_joint_projection, .order = k};
            t.H = 2e-3 / (1 << h);
            t.stop = 0.5;
            run(&t);
            CU_ASSERT(!t.failed && t.gap < 1e-12 && t.rate < 1e-11);
            error[h] = t.nrmse;
        }
        if (getenv("VERBOSE"))
            printf("\n  projection %d: %.3g %.3g", k, error[0], error[1]);
        CU_ASSERT(error[0] / error[1] > least[k]);
    }
    const joint_pair pairs[2] = {joint_pendulum(), joint_four_bar(-9.81, 0.0)};
    for (int p = 0; p < 2; p++) {
        trial plain = {.pair = pairs[p], .method = &mr_joint_explicit, .order = 1, .H = 1e-3};
        plain.stop = 1.0;
        trial projected = plain;
        projected.project = true;
        run(&plain);
        run(&projected);
        CU_ASSERT(plain.gap > 1e-9);
        CU_ASSERT(projected.gap < 1e-12 && projected.rate < 1e-11);
        CU_ASSERT(projected.largest < 1e-5);
        if (getenv("VERBOSE"))
            printf("\n  explicit: gap %.2g error %.2g, projected: gap %.2g error %.2g", plain.gap,
                   plain.largest, projected.gap, projected.largest);
    }
}

/* undamped mechanisms, H = 1 ms: largest change of the energy, relative to m g l = 9.81 J, and
 * gaps. MR_LONG_RUN: 1e5 steps */
static void test_energy_of_mechanisms(void) {
    static const struct {
        const char *name;
        const mr_joint_method *method;
        int order;
        bool project;
        double drift; /* over 1e5 steps */
    } rows[] = {{"x2", &mr_joint_x2, 0, false, 1e-6},
                {"x2 projected", &mr_joint_x2, 0, true, 1e-6},
                {"explicit", &mr_joint_explicit, 1, false, 1e-2},
                {"explicit projected", &mr_joint_explicit, 1, true, 1e-2},
                {"projection", &mr_joint_projection, 1, false, 1e-3}};
    const long steps = is_long() ? 100000 : 500;
    for (int p = 0; p < 2; p++)
        for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
            trial t = {.pair = p ? joint_four_bar(-9.81, 0.0) : joint_pendulum(),
                       .method = rows[r].method,
                       .order = rows[r].order,
                       .project = rows[r].project,
                       .H = 1e-3};
            mr_message message = {""};
            mr_joint_report report;
            if (p == 0)
                t.pair.part[0].par[3] = t.pair.part[1].par[3] = 0.0;
            mr_coupled *c = open_trial(&t, &joint_type, &message);
            CU_ASSERT_PTR_NOT_NULL_FATAL(c);
            CU_ASSERT_EQUAL(mr_coupled_start(c, 0.0), MR_OK);
            const double first = joint_energy(members[0]) + joint_energy(members[1]);
            double worst = 0.0;
            mr_status status = MR_OK;
            for (long i = 1; i <= steps && status == MR_OK; i++) {
                status = mr_coupled_advance(c, (double)i * 1e-3);
                worst =
                    fmax(worst, fabs(joint_energy(members[0]) + joint_energy(members[1]) - first));
            }
            CU_ASSERT_EQUAL(status, MR_OK);
            mr_coupled_joint(c, 0, &report);
            if (getenv("VERBOSE"))
                printf("\n  %s, %s, %ld steps: gap %.1e, rate %.1e, energy %.1e %s",
                       p ? "four-bar" : "pendulum", rows[r].name, steps, report.largest_gap,
                       report.largest_rate, worst / 9.81, mr_coupled_error(c));
            CU_ASSERT(worst / 9.81 < rows[r].drift);
            if (rows[r].method != &mr_joint_explicit || rows[r].project)
                CU_ASSERT(report.largest_gap < 1e-10);
            mr_coupled_close(c);
        }
}

/* --- refusals --- */

static void test_who_cannot_step_back_is_offered_the_explicit_joint(void) {
    mr_slave_type forgetful = joint_type;
    mr_message message = {""};
    forgetful.save = NULL;
    forgetful.restore = NULL;
    forgetful.free_state = NULL;
    trial t = {
        .pair = joint_pendulum(), .method = &mr_joint_x2, .order = 1, .H = 1e-3, .passes = 1};
    CU_ASSERT_PTR_NULL(open_trial(&t, &forgetful, &message));
    CU_ASSERT_PTR_NOT_NULL(strstr(message.text, "method 'explicit'"));
    t.method = &mr_joint_explicit;
    mr_coupled *c = open_trial(&t, &forgetful, &message);
    CU_ASSERT_PTR_NOT_NULL_FATAL(c);
    CU_ASSERT_EQUAL(mr_coupled_start(c, 0.0), MR_OK);
    CU_ASSERT_EQUAL(mr_coupled_advance(c, 0.1), MR_OK);
    mr_coupled_close(c);
}

static void test_what_is_missing_is_named(void) {
    mr_message message = {""};
    trial t = {.pair = joint_pendulum(), .method = &mr_joint_x1, .order = 1, .H = 1e-3};
    t.silent = true;
    CU_ASSERT_PTR_NULL(open_trial(&t, &joint_type, &message));
    CU_ASSERT_PTR_NOT_NULL(strstr(message.text, "needs the acceleration"));
    t = (trial){.pair = joint_pendulum(), .method = &mr_joint_x2, .order = 3, .H = 1e-3};
    CU_ASSERT_PTR_NULL(open_trial(&t, &joint_type, &message));
    CU_ASSERT_PTR_NOT_NULL(strstr(message.text, "orders 0 to 2"));
    t = (trial){.pair = joint_pendulum(), .method = &mr_joint_projection, .H = 1e-3};
    mr_slave_type stubborn = joint_type;
    stubborn.push = NULL;
    CU_ASSERT_PTR_NULL(open_trial(&t, &stubborn, &message));
    CU_ASSERT_PTR_NOT_NULL(strstr(message.text, "lets nobody set its state"));
}

/* a second joint that takes the second input of a side that the first one has: refused, and the run
 * goes on without it */
/* a slave that renews what it keeps where its inputs are constants must be told when they are */
static int steps_with[2];
static mr_status count_constants(void *slave, const mr_inputs *inputs, double limit, double *t) {
    steps_with[inputs->constant]++;
    return joint_type.step_to(slave, inputs, limit, t);
}

static void test_constant_reactions_are_told_as_such(void) {
    for (int order = 0; order < 2; order++) {
        trial t = {.pair = joint_two_mass(), .method = &mr_joint_x2, .order = order, .H = 1e-3};
        mr_message message = {""};
        mr_slave_type type = joint_type;
        type.step_to = count_constants;
        mr_coupled *c = open_trial(&t, &type, &message);
        CU_ASSERT_PTR_NOT_NULL_FATAL(c);
        CU_ASSERT_EQUAL(mr_coupled_start(c, 0.0), MR_OK);
        steps_with[0] = steps_with[1] = 0;
        CU_ASSERT_EQUAL(mr_coupled_advance(c, 0.01), MR_OK);
        CU_ASSERT(steps_with[order == 0] > 0);
        CU_ASSERT_EQUAL(steps_with[order != 0], 0);
        mr_coupled_close(c);
    }
}

/* by a program that fills the struct itself */
static void test_joints_that_do_not_fit_are_refused(void) {
    static const int zero[] = {0}, one[] = {1}, two[] = {2}, beyond[] = {3}, before[] = {-2};
    static const double stiffness[] = {1e3}, damping[] = {0.0};
    const mr_joint_side side = {
        .force = zero, .position = zero, .velocity = one, .acceleration = two};
    const mr_joint good = {.method = &mr_joint_x2, .order = 1, .size = 1, .side = {side, side}};
    trial t = {.pair = joint_two_mass(), .method = &mr_joint_x2, .order = 1, .H = 1e-3};
    mr_message message = {""};
    mr_coupled *c = open_trial(&t, &joint_type, &message);
    CU_ASSERT_PTR_NOT_NULL_FATAL(c);
#define REFUSE(sentence, ...)                                                                      \
    do {                                                                                           \
        mr_joint j = good;                                                                         \
        j.side[1].member = 1;                                                                      \
        __VA_ARGS__;                                                                               \
        CU_ASSERT_EQUAL(mr_coupled_add_joint(c, &j), MR_ERR_CONFIG);                               \
        MR_ASSERT_CONTAINS(mr_coupled_error(c), sentence);                                         \
    } while (0)
    REFUSE("1 to 1000 coordinates, not 0", j.size = 0);
    REFUSE("1 to 1000 coordinates, not 1001", j.size = 1001);
    REFUSE("has orders 0 to", j.order = 9);
    REFUSE("has orders 0 to", j.order = -2);
    REFUSE("mu must be positive", j.mu = -1.0);
    REFUSE("mu must be positive", j.mu = NAN);
    REFUSE("mu must be positive", j.mu = INFINITY);
    REFUSE("mu must be positive", j.mu_steps = INFINITY);
    REFUSE("weights must not be negative", j.rate_weight = -1.0);
    REFUSE("weights must not be negative", j.acceleration_weight = NAN);
    REFUSE("a spring needs its stiffness", j.method = &mr_joint_spring, j.order = MR_NONE);
    REFUSE("no constraint to be projected on", j.method = &mr_joint_spring, j.order = MR_NONE,
           j.stiffness = stiffness, j.project = true);
    REFUSE("a member that does not exist", j.side[0].member = -1);
    REFUSE("a member that does not exist", j.side[1].member = 2);
    REFUSE("joins a member with itself", j.side[1].member = 0);
    REFUSE("needs the position of coordinate 1 from member 2", j.side[1].position = NULL);
    REFUSE("needs the velocity of coordinate 1 from member 1", j.side[0].velocity = NULL);
    REFUSE("needs the velocity", j.side[0].velocity = NULL, j.method = &mr_joint_spring_d,
           j.order = MR_NONE, j.stiffness = stiffness, j.damping = damping);
    REFUSE("has no output 4 (position of coordinate 1)", j.side[0].position = beyond);
    REFUSE("has no output -1 (acceleration of coordinate 1)", j.side[1].acceleration = before);
    REFUSE("or it is connected", j.side[0].force = one);
    REFUSE("or it is connected", j.side[0].force = before);
    mr_joint another = good; /* the inputs are the first joint's */
    another.side[1].member = 1;
    another.name = "second";
    CU_ASSERT_EQUAL(mr_coupled_add_joint(c, &another), MR_ERR_CONFIG);
    MR_ASSERT_CONTAINS(mr_coupled_error(c), "joint 'second': member 1 has no input 1");
    CU_ASSERT_EQUAL(mr_coupled_joint_count(c), 1);
    CU_ASSERT_EQUAL(mr_coupled_start(c, 0.0), MR_OK);
    CU_ASSERT_EQUAL(mr_coupled_advance(c, 0.01), MR_OK);
    mr_coupled_close(c);
}

static void test_inputs_have_one_owner(void) {
    mr_message message = {""};
    trial t = {.pair = joint_pendulum(), .method = &mr_joint_x2, .order = 1, .H = 1e-3};
    mr_coupled *c = open_trial(&t, &joint_type, &message);
    static const int one[1] = {1};
    CU_ASSERT_PTR_NOT_NULL_FATAL(c);
    mr_joint again = {.name = "again", .method = &mr_joint_x2, .order = 1, .size = 1};
    for (int s = 0; s < 2; s++)
        again.side[s] =
            (mr_joint_side){.member = s, .force = one, .position = one, .velocity = one};
    CU_ASSERT_EQUAL(mr_coupled_add_joint(c, &again), MR_ERR_CONFIG);
    CU_ASSERT_PTR_NOT_NULL(strstr(mr_coupled_error(c), "joint 'again'"));
    const mr_connection wire = MR_CONNECTION(1, 0, 0, 0);
    CU_ASSERT_EQUAL(mr_coupled_connect(c, &wire, 1), MR_ERR_CONFIG);
    CU_ASSERT_EQUAL(mr_coupled_connect(c, NULL, 0), MR_OK);
    CU_ASSERT_NOT_EQUAL(mr_coupled_set_input(c, 0, 0, 1.0), MR_OK);
    CU_ASSERT_EQUAL(mr_coupled_start(c, 0.0), MR_OK);
    CU_ASSERT_EQUAL(mr_coupled_advance(c, 0.01), MR_OK);
    mr_coupled_close(c);
}

/* a joint that is refused for one of its inputs gives back those that it had taken already */
static void test_a_refused_joint_takes_nothing(void) {
    mr_message message = {""};
    trial t = {
        .pair = joint_pendulum(), .method = &mr_joint_x2, .order = 1, .H = 1e-3, .joined = 1};
    mr_coupled *c = open_trial(&t, &joint_type, &message);
    CU_ASSERT_PTR_NOT_NULL_FATAL(c);
    static const int both[2] = {1, 0};
    mr_joint second = {.name = "second", .method = &mr_joint_x2, .order = 1, .size = 2};
    for (int s = 0; s < 2; s++)
        second.side[s] =
            (mr_joint_side){.member = s, .force = both, .position = both, .velocity = both};
    CU_ASSERT_EQUAL(mr_coupled_set_input(c, 0, 1, 7.0), MR_OK);
    CU_ASSERT_EQUAL(mr_coupled_add_joint(c, &second), MR_ERR_CONFIG);
    CU_ASSERT_EQUAL(mr_coupled_inputs(c, 0)[1], 7.0); /* as it was given */
    CU_ASSERT_EQUAL(mr_coupled_joint_count(c), 1);
    CU_ASSERT_NOT_EQUAL(mr_coupled_set_input(c, 0, 0, 1.0), MR_OK); /* the first has it still */
    CU_ASSERT_EQUAL(mr_coupled_set_input(c, 0, 1, 0.0), MR_OK);
    second.size = 1;
    CU_ASSERT_EQUAL(mr_coupled_add_joint(c, &second), MR_OK);
    CU_ASSERT_EQUAL(mr_coupled_joint_count(c), 2);
    CU_ASSERT_NOT_EQUAL(mr_coupled_set_input(c, 0, 1, 1.0), MR_OK);
    mr_coupled_close(c);
}

static void test_open_joint_is_refused_at_the_start(void) {
    mr_message message = {""};
    trial t = {.pair = joint_pendulum(), .method = &mr_joint_x2, .order = 1, .H = 1e-3};
    t.pair.part[1].z0[0] += 0.01;
    mr_coupled *c = open_trial(&t, &joint_type, &message);
    CU_ASSERT_PTR_NOT_NULL_FATAL(c);
    CU_ASSERT_NOT_EQUAL(mr_coupled_start(c, 0.0), MR_OK);
    CU_ASSERT_PTR_NOT_NULL(strstr(mr_coupled_error(c), "positions of coordinate 1 differ by 0.01"));
    mr_coupled_close(c);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_linear_run_has_the_reference_errors),
        MR_TEST(test_linear_run_ends_where_it_should),
        MR_TEST(test_orders_of_the_linear_run),
        MR_TEST(test_orders_of_spring_extensions),
        MR_TEST(test_soft_contact),
        MR_TEST(test_double_pendulum),
        MR_TEST(test_four_bar_with_three_coordinates),
        MR_TEST(test_explicit_joint_steps_once),
        MR_TEST(test_stiff_bushings),
        MR_TEST(test_linear_slaves_need_one_corrector),
        MR_TEST(test_first_reaction_without_accelerations),
        MR_TEST(test_controlled_steps),
        MR_TEST(test_inputs_of_a_joint_begin_anew),
        MR_TEST(test_irregular_steps_keep_the_order),
        MR_TEST(test_gaps_and_energy_stay_over_many_steps),
        MR_TEST(test_projection),
        MR_TEST(test_energy_of_mechanisms),
        MR_TEST(test_who_cannot_step_back_is_offered_the_explicit_joint),
        MR_TEST(test_what_is_missing_is_named),
        MR_TEST(test_constant_reactions_are_told_as_such),
        MR_TEST(test_joints_that_do_not_fit_are_refused),
        MR_TEST(test_inputs_have_one_owner),
        MR_TEST(test_a_refused_joint_takes_nothing),
        MR_TEST(test_open_joint_is_refused_at_the_start),
    };
    return mr_test_main("joints", tests, sizeof tests / sizeof *tests, argc, argv);
}
