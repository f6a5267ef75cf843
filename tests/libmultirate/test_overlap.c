/* overlapping: two oscillators, each with a copy of the other's mass and of the spring between
 *
 * Masses 1 and springs 1 to the ground, F between them; x1 = 1 at the start, exact solution
 * x1 = (cos t + cos sqrt(1+2F) t)/2. Classical Runge-Kutta slaves, fine steps. */
#define _XOPEN_SOURCE 700
#include "joint_slave.h"
#include "mr_test.h"
#include "multirate/coupled.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static double spring; /* F */

/* own mass, copy: positions, velocities */
static void rhs(const joint_part *part, const double *z, const double *u, double *dz) {
    (void)part;
    dz[0] = z[2];
    dz[1] = z[3];
    dz[2] = -z[0] + spring * (z[1] - z[0]) + u[0];
    dz[3] = spring * (z[0] - z[1]) + u[1];
}

static void out(const joint_part *part, const double *z, const double *u, double *y) {
    double dz[4];
    rhs(part, z, u, dz);
    memcpy(y, z, 4 * sizeof *y);
    memcpy(y + 4, dz + 2, 2 * sizeof *y);
}

static int opened;
static double fine;
static mr_status open_side(const char *configuration, mr_message *message, void **made) {
    joint_part part = {.states = 4, .size = 2, .rhs = rhs, .out = out};
    part.z0[opened++] = 1.0; /* x1: the own mass of the first one, the copy of the second one */
    joint_next(&part, fine);
    return joint_type.open(configuration, message, made);
}

enum { OWN, COPY };
static const int scalar[2] = {OWN, COPY}, velocity[2] = {2 + OWN, 2 + COPY},
                 acceleration[2] = {4 + OWN, 4 + COPY};

static mr_coupled *open_pair(const mr_slave_type *like, int order, double H, mr_message *message) {
    static mr_slave_type type;
    mr_coupled_config config;
    mr_coupled *coupled = NULL;
    type = *like;
    type.open = open_side;
    opened = 0;
    fine = H / 24.0;
    mr_coupled_default(&config);
    config.step = H;
    config.most_iterations = 1;
    const mr_coupled_member members[2] = {{.type = &type, .name = "a"},
                                          {.type = &type, .name = "b"}};
    CU_ASSERT_EQUAL_FATAL(mr_coupled_open(&config, members, 2, NULL, 0, &coupled, message), MR_OK);
    for (int own = 0; own < 2; own++) {
        const mr_joint joint = {.method = &mr_joint_overlap,
                                .order = order,
                                .size = 1,
                                .side = {{.member = own,
                                          .force = scalar + COPY,
                                          .position = scalar + COPY,
                                          .velocity = velocity + COPY,
                                          .acceleration = acceleration + COPY},
                                         {.member = 1 - own,
                                          .position = scalar + OWN,
                                          .velocity = velocity + OWN,
                                          .acceleration = acceleration + OWN}}};
        if (mr_coupled_add_joint(coupled, &joint) != MR_OK) {
            mr_message_set(message, "%s", mr_coupled_error(coupled));
            mr_coupled_close(coupled);
            return NULL;
        }
    }
    return coupled;
}

static double error_at_2(int order, double H, double *gap) {
    mr_message message = {""};
    mr_joint_report report;
    mr_coupled *coupled = open_pair(&joint_type, order, H, &message);
    CU_ASSERT_PTR_NOT_NULL_FATAL(coupled);
    CU_ASSERT_EQUAL(mr_coupled_start(coupled, 0.0), MR_OK);
    CU_ASSERT_EQUAL(mr_coupled_advance(coupled, 2.0), MR_OK);
    const double exact = 0.5 * (cos(2.0) + cos(sqrt(1.0 + 2.0 * spring) * 2.0));
    const double error = fabs(mr_coupled_outputs(coupled, 0)[0] - exact);
    mr_coupled_joint(coupled, 0, &report);
    *gap = report.largest_gap;
    mr_coupled_close(coupled);
    return error;
}

/* reference: the same by matrix exponentials */
static void test_errors_are_those_of_the_reference(void) {
    static const double known[3] = {2.0e-7, 2.5e-8, 3.2e-9};
    spring = 10.0;
    for (int i = 0; i < 3; i++) {
        double gap;
        const double error = error_at_2(0, ldexp(0.02, -i), &gap);
        printf("\n    H = %g: %.3g, copies off by %.1e ", ldexp(0.02, -i), error, gap);
        MR_ASSERT_RELATIVE(error, known[i], 0.03);
    }
}

static void test_extrapolated_force_has_a_higher_order(void) {
    double error[2], gap;
    spring = 10.0;
    for (int i = 0; i < 2; i++)
        error[i] = error_at_2(1, ldexp(0.02, -i), &gap);
    printf("\n    order 1: %.3g %.3g ", error[0], error[1]);
    CU_ASSERT(error[0] / error[1] > 11.0);
}

/* growth a step over 700 of them, after 200 others */
static double growth(int order, double H) {
    mr_message message = {""};
    mr_coupled *coupled = open_pair(&joint_type, order, H, &message);
    double size[2] = {0.0, 0.0};
    CU_ASSERT_PTR_NOT_NULL_FATAL(coupled);
    CU_ASSERT_EQUAL_FATAL(mr_coupled_start(coupled, 0.0), MR_OK);
    for (int i = 0; i < 2; i++)
        for (int n = 1; n <= 200; n++) {
            if (mr_coupled_advance(coupled, (700 * i + 200 + n) * H) != MR_OK) {
                printf("\n  %s", mr_coupled_error(coupled));
                CU_FAIL_FATAL("a step failed");
            }
            size[i] += pow(mr_coupled_outputs(coupled, 0)[0], 2);
        }
    mr_coupled_close(coupled);
    return pow(size[1] / size[0], 1.0 / 1400.0);
}

static void test_undamped_it_is_slightly_unstable(void) {
    spring = 100.0;
    const double rho = growth(0, 0.5);
    printf("\n    F = 100, wH = 0.5: %.5f a step ", rho);
    MR_ASSERT_CLOSE(rho, 1.0299, 2e-4);
}

static void test_original_may_be_rigid(void) {
    mr_slave_type stubborn = joint_type;
    mr_message message = {""};
    stubborn.push = NULL;
    CU_ASSERT_PTR_NULL(open_pair(&stubborn, 0, 0.1, &message));
    MR_ASSERT_CONTAINS(message.text, "lets nobody set its state, which a copy needs");
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {MR_TEST(test_errors_are_those_of_the_reference),
                                    MR_TEST(test_extrapolated_force_has_a_higher_order),
                                    MR_TEST(test_undamped_it_is_slightly_unstable),
                                    MR_TEST(test_original_may_be_rigid)};
    return mr_test_main("overlapping", tests, sizeof tests / sizeof *tests, argc, argv);
}
