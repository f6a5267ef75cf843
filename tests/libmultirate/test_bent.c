/* the path of a coordinate from its matrices: a pendulum p = sin(q) with gravity and damping, whose
 * matrices are known in closed form */
#include "couplings/bent.h"
#include "mr_test.h"

#include <math.h>

static const double MASS = 10.0, GRAVITY = 9.81;

/* what the pendulum tells at q, q' with the effort f and damping c (1/s) */
static mr_bent_told told_at(double q, double rate, double f, double c) {
    const double s = sin(q), k = cos(q), v = k * rate;
    const double turn = -GRAVITY * s + f * k / MASS - c * rate;
    return (mr_bent_told){.p = s,
                          .v = v,
                          .a = k * turn - s * rate * rate,
                          .Au = k * k / MASS,
                          .Ap = -GRAVITY * (k - s * s / k) - 2.0 * s * f / MASS -
                                rate * rate * (1.0 + s * s) / (k * k),
                          .Av = -2.0 * s * rate / k - c,
                          .f = f};
}

/* follows the pendulum from q for `steps` of h with a changing effort, by small steps of Runge and
 * Kutta; the largest errors of bend, force and stiffness in the second half, relative to their
 * sizes */
static void follow(double q, double rate, double c, int steps, double *worst) {
    enum { PIECES = 50 };
    const double h = 0.02, root = sqrt(MASS);
    mr_bent path = {0};
    mr_bent_told told = told_at(q, rate, 0.0, c);
    double length = root * q;
    (void)mr_bent_take(&path, &told);
    for (int i = 0; i < steps; i++) {
        const double f = 30.0 * sin(1.3 * i), from = sin(q);
        for (int k = 0; k < PIECES; k++) {
            const double d = h / PIECES;
            double a[4], x = q, v = rate, dq = 0.0, dv = 0.0;
            for (int g = 0; g < 4; g++) {
                a[g] = -GRAVITY * sin(x) + f * cos(x) / MASS - c * v;
                const double weight = g == 0 || g == 3 ? 1.0 : 2.0, next = g == 2 ? d : 0.5 * d;
                dq += weight * v * d / 6.0;
                dv += weight * a[g] * d / 6.0;
                x = q + next * v;
                v = rate + next * a[g];
            }
            q += dq;
            rate += dv;
        }
        told = told_at(q, rate, f, c);
        told.h = h;
        told.from = from;
        length += mr_bent_take(&path, &told);
        if (2 * i < steps)
            continue;
        worst[0] = fmax(worst[0], fabs(path.Q * MASS + sin(q)));
        worst[1] = fmax(worst[1], fabs(path.phi / root + GRAVITY * sin(q) + c * rate) / GRAVITY);
        if (fabs(cos(q)) > 0.2)
            worst[2] = fmax(worst[2], fabs(path.K / GRAVITY - cos(q)));
        worst[3] = fmax(worst[3], fabs(length / root - q));
        worst[4] = fmax(worst[4], fabs(path.C - c));
    }
}

static void test_bend_force_and_stiffness_are_found(void) {
    double worst[5] = {0};
    follow(1.2, 0.0, 0.0, 200, worst);
    MR_ASSERT_CLOSE(worst[0], 0.0, 1e-5);
    MR_ASSERT_CLOSE(worst[1], 0.0, 1e-5);
    MR_ASSERT_CLOSE(worst[2], 0.0, 2e-3);
    MR_ASSERT_CLOSE(worst[3], 0.0, 1e-6);
    MR_ASSERT_CLOSE(worst[4], 0.0, 1e-12);
}

static void test_damping_is_told_from_the_bend(void) {
    double worst[5] = {0};
    follow(1.2, 0.0, 0.1, 200, worst);
    MR_ASSERT_CLOSE(worst[0], 0.0, 1e-3);
    MR_ASSERT_CLOSE(worst[1], 0.0, 2e-3);
    MR_ASSERT_CLOSE(worst[4], 0.0, 2e-3);
}

static void test_the_path_goes_on_where_the_coordinate_turns_back(void) {
    /* all the way round: the effort moves nothing at the horizontal */
    double worst[5] = {0};
    follow(0.0, 9.0, 0.0, 200, worst);
    MR_ASSERT_CLOSE(worst[0], 0.0, 1e-2);
    MR_ASSERT_CLOSE(worst[1], 0.0, 2e-2);
    MR_ASSERT_CLOSE(worst[3], 0.0, 1e-2);
}

/* hanging still at the horizontal, where no effort moves it: a start without a velocity */
static void test_a_start_where_the_effort_moves_nothing(void) {
    mr_bent path = {0};
    const mr_bent_told told = {.p = 1.0};
    MR_ASSERT_CLOSE(mr_bent_take(&path, &told), 0.0, 0.0);
    MR_ASSERT_CLOSE(path.w, 0.0, 0.0);
    MR_ASSERT_CLOSE(path.phi, 0.0, 0.0);
    MR_ASSERT_CLOSE(path.K, 0.0, 0.0);
}

/* a dead point tells nothing of the force: it goes on with the stiffness, and that with its slope
 */
static void test_force_and_stiffness_go_on_over_a_dead_point(void) {
    const double h = 0.01, q = 1.55, rate = 2.0;
    mr_bent path = {0};
    mr_bent_told told = told_at(q, rate, 0.0, 0.0);
    (void)mr_bent_take(&path, &told);
    path.largest = 1.0 / sqrt(MASS); /* as seen farther down */
    path.steepest = 1.0 / MASS;
    path.stiffening = 0.7;
    path.stiffest = 1e3;
    const mr_bent before = path;
    told = (mr_bent_told){.p = sin(q + h * rate), .h = h, .from = sin(q)};
    const double gone = mr_bent_take(&path, &told);
    CU_ASSERT(gone > 0.0);
    MR_ASSERT_CLOSE(path.stiffening, before.stiffening, 0.0);
    MR_ASSERT_CLOSE(path.K, before.K + gone * before.stiffening, 1e-14);
    MR_ASSERT_CLOSE(path.phi,
                    before.phi - gone * (before.K + 0.5 * gone * before.stiffening) -
                        before.C * (path.w - before.w),
                    1e-13);
}

/* back at the oldest of the points all of them are seen the other way round, and the bend is that
 * of the place there: beta = cos(q)/root, Q = -sin(q)/m at eta = root q */
static void test_going_back_turns_the_points_round(void) {
    const double root = sqrt(MASS), step = 0.05;
    for (int points = 1; points <= MR_BENT_POINTS; points++) {
        mr_bent path = {.points = points,
                        .largest = 1.0 / root,
                        .steepest = 1.0 / MASS,
                        .stiffening = 3.0,
                        .held = 4.0};
        mr_bent twice;
        for (int i = 0; i < points; i++) { /* the newest first */
            const double q = 0.4 - step * i;
            path.at[i] = root * q;
            path.beta[i] = cos(q) / root;
            path.bend[i] = -sin(q) / MASS;
            path.force[i] = 10.0 + i;
        }
        mr_bent back = path;
        mr_bent_go_back(&back);
        for (int i = 0; i < points; i++) {
            const int k = points - 1 - i;
            CU_ASSERT_EQUAL(back.at[i], path.at[k]);
            CU_ASSERT_EQUAL(back.beta[i], path.beta[k]);
            CU_ASSERT_EQUAL(back.bend[i], path.bend[k]);
            CU_ASSERT_EQUAL(back.force[i], path.force[k]);
        }
        CU_ASSERT_EQUAL(back.stiffening, 0.0);
        CU_ASSERT_EQUAL(back.held, 0.0);
        const double oldest = 0.4 - step * (points - 1);
        if (points == MR_BENT_POINTS)
            MR_ASSERT_CLOSE(back.Q * MASS, -sin(oldest), 1e-4);
        /* a few points: the polynomial through all of them, by Newton's differences; its slope at
         * the first one */
        if (points >= 2 && points <= 5) {
            double d[5], slope = 0.0, product = 1.0;
            for (int i = 0; i < points; i++)
                d[i] = back.beta[i];
            for (int i = 1; i < points; i++) {
                for (int k = points - 1; k >= i; k--)
                    d[k] = (d[k] - d[k - 1]) / (back.at[k] - back.at[k - i]);
                slope += d[i] * product;
                product *= back.at[0] - back.at[i];
            }
            MR_ASSERT_RELATIVE(back.Q, slope, 1e-6);
        }
        twice = back;
        mr_bent_go_back(&twice);
        for (int i = 0; i < points; i++)
            CU_ASSERT_EQUAL(twice.beta[i], path.beta[i]);
    }
}

/* whatever the slave tells, no slope is more than four times what is natural: what it is of, over
 * the length over which the path turns. And nothing that is told as a number becomes none */
static void test_no_slope_is_far_from_what_is_natural(void) {
    mr_random random = {161803};
    int stiff = 0, steep = 0;
    for (int run = 0; run < 40; run++) {
        mr_bent path = {0};
        double p = 0.3;
        for (int k = 0; k < 30; k++) {
            const mr_bent_told told = {.p = p,
                                       .v = mr_random_uniform(&random, -2.0, 2.0),
                                       .a = mr_random_uniform(&random, -50.0, 50.0),
                                       .Au = mr_random_uniform(&random, 0.05, 0.06),
                                       .Ap = mr_random_uniform(&random, -900.0, 900.0),
                                       .Av = mr_random_uniform(&random, -3.0, 1.0),
                                       .f = mr_random_uniform(&random, -30.0, 30.0),
                                       .h = k > 0 ? 0.02 : 0.0,
                                       .from = p - 0.01};
            (void)mr_bent_take(&path, &told);
            p += mr_random_uniform(&random, -0.04, 0.04);
            if (path.steepest == 0.0)
                continue;
            const double length = path.largest / path.steepest;
            const double of_bend = 4.0 * path.steepest / length, of_bend2 = of_bend / length,
                         of_stiffness = 4.0 * path.stiffest / length;
            CU_ASSERT(fabs(path.slope) <= of_bend * (1.0 + 1e-12));
            CU_ASSERT(fabs(path.third) <= of_bend2 * (1.0 + 1e-12));
            CU_ASSERT(fabs(path.stiffening) <= of_stiffness * (1.0 + 1e-12));
            CU_ASSERT(isfinite(path.phi) && isfinite(path.Q) && isfinite(path.K));
            stiff += fabs(path.stiffening) > 0.99 * of_stiffness;
            steep += fabs(path.slope) > 0.99 * of_bend;
        }
    }
    CU_ASSERT(stiff > 10); /* it was tried */
    CU_ASSERT(steep > 10);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_bend_force_and_stiffness_are_found),
        MR_TEST(test_damping_is_told_from_the_bend),
        MR_TEST(test_the_path_goes_on_where_the_coordinate_turns_back),
        MR_TEST(test_a_start_where_the_effort_moves_nothing),
        MR_TEST(test_force_and_stiffness_go_on_over_a_dead_point),
        MR_TEST(test_going_back_turns_the_points_round),
        MR_TEST(test_no_slope_is_far_from_what_is_natural),
    };
    return mr_test_main("multirate_bent", tests, sizeof tests / sizeof *tests, argc, argv);
}
