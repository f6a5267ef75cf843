/* whether anything is hidden behind a coordinate: rows of which every number is known, held against
 * the sentences of whole.h */
#include "couplings/interface_model.h"
#include "couplings/whole.h"
#include "mr_test.h"

#include <math.h>
#include <string.h>

/* a slave that tells the matrices of the row that comes next */
static double tells[3];

static mr_status tell(void *self, double *Au, double *Ap, double *Av) {
    (void)self;
    Au[0] = 77.0; /* of an input that is no effort */
    Au[1] = tells[0];
    *Ap = tells[1];
    *Av = tells[2];
    return MR_OK;
}

static mr_status fails(void *self, double *Au, double *Ap, double *Av) {
    (void)self;
    (void)Au;
    (void)Ap;
    (void)Av;
    return MR_ERR_SLAVE_STEP;
}

static const mr_slave_type type = {.interface_matrices = tell};

/* one coordinate, whose acceleration comes first among the outputs; the second input is its effort
 */
static mr_coordinate coordinates[1] = {{2, 1, 0}};
static bool effort[2] = {false, true};
static double matrices[4], factor[2] = {1.0, 1.0}, answers[2], slave[3];

static mr_interface_model model = {.n = 1,
                                   .m = 2,
                                   .coordinates = coordinates,
                                   .effort = effort,
                                   .matrices_before = matrices,
                                   .factor = factor,
                                   .Au = answers,
                                   .slave = slave};

static void note(mr_whole *whole, double u, double p, double v, double a) {
    const double inputs[2] = {-5.0, u}, row[3] = {a, v, p};
    CU_ASSERT_EQUAL(mr_whole_note(whole, &model, &type, NULL, inputs, row), MR_OK);
}

/* --- what is noted --- */

/* da = Au du + Ap dp + Av dv with the mean of both ends; size: all of it but the step's own effort,
 * which the change of the answer to the mean effort belongs to */
static void test_parts_of_a_step(void) {
    mr_whole whole = {0};
    tells[0] = 2.0, tells[1] = -30.0, tells[2] = -4.0;
    note(&whole, 1.0, 0.1, 0.2, 7.0);
    CU_ASSERT_EQUAL(whole.rows, 1);
    tells[0] = 2.6, tells[1] = -34.0, tells[2] = -3.0;
    note(&whole, 4.0, 0.25, 0.9, 9.5);
    CU_ASSERT_EQUAL(whole.rows, 2);
    MR_ASSERT_CLOSE(whole.change[0], 2.5, 1e-14);
    MR_ASSERT_CLOSE(whole.by_effort[0], 2.3 * 3.0, 1e-14);
    MR_ASSERT_CLOSE(whole.by_motion[0], -32.0 * 0.15 - 3.5 * 0.7, 1e-14);
    MR_ASSERT_CLOSE(whole.size[0], 0.6 * 2.5 + 32.0 * 0.15 + 3.5 * 0.7, 1e-14);
    MR_ASSERT_CLOSE(whole.from, 0.1, 0.0);
    static const double last[7] = {4.0, 0.25, 0.9, 9.5, 2.6, -34.0, -3.0};
    for (int i = 0; i < 7; i++)
        MR_ASSERT_CLOSE(whole.last[i], last[i], 1e-15);
    /* the same signs the other way round */
    note(&whole, 1.0, 0.1, 0.2, 7.0);
    MR_ASSERT_CLOSE(whole.change[1], -2.5, 1e-14);
    MR_ASSERT_CLOSE(whole.by_effort[1], 2.6 * -3.0, 1e-14);
    MR_ASSERT_CLOSE(whole.by_motion[1], 34.0 * 0.15 + 3.0 * 0.7, 1e-14);
    MR_ASSERT_CLOSE(whole.size[1], 34.0 * 0.15 + 3.0 * 0.7, 1e-14);
    MR_ASSERT_CLOSE(whole.from, 0.25, 0.0);
}

/* factors that the model has found: on all matrices, and on Au beside */
static void test_told_by_factors(void) {
    mr_whole whole = {0};
    factor[0] = 1.5, factor[1] = 0.8;
    tells[0] = 2.0, tells[1] = -30.0, tells[2] = -4.0;
    note(&whole, 1.0, 0.1, 0.2, 7.0);
    factor[0] = factor[1] = 1.0;
    MR_ASSERT_CLOSE(whole.last[4], 2.0 * 1.2, 1e-14);
    MR_ASSERT_CLOSE(whole.last[5], -45.0, 1e-13);
    MR_ASSERT_CLOSE(whole.last[6], -6.0, 1e-14);
}

/* more steps than there is room for: the first ones stay */
static void test_room_for_steps(void) {
    mr_whole whole = {0};
    double beyond[3];
    tells[0] = 1.0, tells[1] = tells[2] = 0.0;
    for (int k = 0; k <= MR_WHOLE_MOST + 5; k++) {
        note(&whole, 0.0, 0.0, 0.0, 0.5 * k * k);
        if (k == MR_WHOLE_MOST)
            memcpy(beyond, whole.by_effort, sizeof beyond);
    }
    CU_ASSERT_EQUAL(whole.rows, MR_WHOLE_MOST + 6);
    for (int k = 0; k < MR_WHOLE_MOST; k++)
        MR_ASSERT_CLOSE(whole.change[k], k + 0.5, 1e-12);
    CU_ASSERT_EQUAL(memcmp(beyond, whole.by_effort, sizeof beyond), 0);
}

static void test_a_slave_that_does_not_tell(void) {
    static const mr_slave_type silent = {.interface_matrices = fails};
    const double u[2] = {0.0, 0.0}, row[3] = {0.0, 0.0, 0.0};
    mr_whole whole = {0};
    CU_ASSERT_EQUAL(mr_whole_note(&whole, &model, &silent, NULL, u, row), MR_ERR_SLAVE_STEP);
    CU_ASSERT_EQUAL(whole.rows, 0);
}

/* --- what is found --- */

/* steps of which `by_effort` and `by_motion` make so many times their parts, and one of `every`
 * misses `off` of its size */
static mr_whole steps(int count, double by_effort, double by_motion, int every, double off) {
    mr_whole whole = {.rows = count + 1};
    mr_random random = {31415};
    for (int k = 0; k < count; k++) {
        whole.by_effort[k] = mr_random_uniform(&random, -2.0, 2.0);
        whole.by_motion[k] = mr_random_uniform(&random, -3.0, 3.0);
        whole.size[k] = mr_random_uniform(&random, 1.0, 2.0);
        whole.change[k] = by_effort * whole.by_effort[k] + by_motion * whole.by_motion[k];
        if (every > 0 && k % every == 0)
            whole.change[k] += (k / every % 2 ? -1.0 : 1.0) * off * whole.size[k];
    }
    return whole;
}

static bool exactly(mr_whole whole, double by_effort, double by_motion) {
    double found[2] = {0.0, 0.0};
    const bool is = mr_whole_exactly(&whole, found);
    if (is) {
        MR_ASSERT_CLOSE(found[0], by_effort, 1e-10);
        MR_ASSERT_CLOSE(found[1], by_motion, 1e-10);
    }
    return is;
}

static void test_factors_that_explain_all(void) {
    CU_ASSERT(exactly(steps(20, 1.0, 1.0, 0, 0.0), 1.0, 1.0));
    CU_ASSERT(exactly(steps(20, 0.8, 1.0, 0, 0.0), 0.8, 1.0)); /* Au alone */
    CU_ASSERT(exactly(steps(20, 1.6, 1.0, 0, 0.0), 1.6, 1.0));
    CU_ASSERT(exactly(steps(20, 0.7, 0.7, 0, 0.0), 0.7, 0.7)); /* a wrong mass */
    CU_ASSERT(exactly(steps(20, 1.0, 1.4, 0, 0.0), 1.0, 1.4)); /* the motion alone */
    CU_ASSERT(exactly(steps(20, 1.3, 0.6, 0, 0.0), 1.3, 0.6)); /* each its own */
    CU_ASSERT(exactly(steps(7, 1.3, 0.6, 0, 0.0), 1.3, 0.6));
    CU_ASSERT(exactly(steps(2, 1.0, 1.0, 0, 0.0), 1.0, 1.0));
}

/* from a half to twice */
static void test_factors_that_are_believed(void) {
    CU_ASSERT(exactly(steps(20, 0.51, 1.0, 0, 0.0), 0.51, 1.0));
    CU_ASSERT(exactly(steps(20, 1.99, 1.0, 0, 0.0), 1.99, 1.0));
    CU_ASSERT(exactly(steps(20, 1.0, 0.51, 0, 0.0), 1.0, 0.51));
    CU_ASSERT(exactly(steps(20, 1.0, 1.99, 0, 0.0), 1.0, 1.99));
    CU_ASSERT_FALSE(exactly(steps(20, 0.49, 1.0, 0, 0.0), 0, 0));
    CU_ASSERT_FALSE(exactly(steps(20, 2.01, 1.0, 0, 0.0), 0, 0));
    CU_ASSERT_FALSE(exactly(steps(20, 1.0, 0.49, 0, 0.0), 0, 0));
    CU_ASSERT_FALSE(exactly(steps(20, 1.0, 2.01, 0, 0.0), 0, 0));
    CU_ASSERT_FALSE(exactly(steps(20, 0.49, 0.49, 0, 0.0), 0, 0));
}

/* three quarters of the steps within a hundredth; a quarter of them roughly, within .15 */
static void test_what_may_be_missed(void) {
    CU_ASSERT(exactly(steps(21, 1.0, 1.0, 1, 0.0099), 1.0, 1.0));
    CU_ASSERT(exactly(steps(21, 1.0, 1.0, 5, 9.0), 1.0, 1.0)); /* five of them are off by much */
    CU_ASSERT_FALSE(exactly(steps(21, 1.0, 1.0, 1, 0.02), 0, 0));
    CU_ASSERT_FALSE(exactly(steps(21, 1.0, 1.0, 3, 9.0), 0, 0)); /* seven of 21 */
    mr_whole whole = steps(21, 1.0, 1.0, 1, 0.149);
    CU_ASSERT(mr_whole_roughly(&whole));
    whole = steps(21, 1.0, 1.0, 1, 0.151);
    CU_ASSERT_FALSE(mr_whole_roughly(&whole));
    /* sorted, the sixth of 21 is the quarter: five may be hit exactly and it is not enough */
    for (int good = 4; good <= 7; good++) {
        whole = steps(21, 1.0, 1.0, 1, 0.5);
        for (int k = 0; k < good; k++)
            whole.change[k] = whole.by_effort[k] + whole.by_motion[k];
        CU_ASSERT_EQUAL(mr_whole_roughly(&whole), good >= 6);
    }
    /* and the sixteenth the three quarters */
    for (int bad = 3; bad <= 7; bad++) {
        double found[2];
        whole = steps(21, 1.0, 1.0, 0, 0.0);
        for (int k = 0; k < bad; k++)
            whole.change[k] += k % 2 ? -40.0 : 40.0;
        CU_ASSERT_EQUAL(mr_whole_exactly(&whole, found), bad <= 5);
    }
    /* one step shows nothing; and a step in which nothing moves explains nothing */
    whole = steps(1, 1.0, 1.0, 0, 0.0);
    CU_ASSERT_FALSE(mr_whole_roughly(&whole));
    whole = steps(2, 1.0, 1.0, 0, 0.0);
    CU_ASSERT(mr_whole_roughly(&whole));
    memset(whole.size, 0, sizeof whole.size);
    CU_ASSERT_FALSE(mr_whole_roughly(&whole));
}

/* no more than there is room for is looked at */
static void test_steps_beyond_the_room(void) {
    mr_whole whole = steps(MR_WHOLE_MOST, 1.0, 1.0, 0, 0.0);
    double found = 0.0, both[2];
    whole.rows += 9;
    CU_ASSERT(mr_whole_exactly(&whole, both));
    CU_ASSERT(mr_whole_roughly(&whole));
    whole = steps(MR_WHOLE_MOST, 1.2, 1.0, 0, 0.0);
    whole.rows += 9;
    CU_ASSERT(mr_whole_factor(&whole, &found));
    MR_ASSERT_CLOSE(found, 1.2, 1e-10);
}

/* --- a factor that is seen roughly: changes from step to step, so that what is hidden and goes on
 * smoothly does not matter --- */

static bool rough(double by_effort, double hidden, double *found) {
    mr_whole whole = steps(30, by_effort, 1.0, 0, 0.0);
    for (int k = 0; k < 30; k++)
        whole.change[k] += 50.0 + hidden * (k % 2 ? -1.0 : 1.0) * (k % 3 ? 1.0 : -0.5);
    *found = 0.0;
    return mr_whole_factor(&whole, found);
}

static void test_a_factor_behind_what_is_hidden(void) {
    double found;
    CU_ASSERT(rough(1.3, 0.0, &found));
    MR_ASSERT_CLOSE(found, 1.3, 1e-10);
    CU_ASSERT(rough(0.7, 0.0, &found));
    MR_ASSERT_CLOSE(found, 0.7, 1e-10);
    CU_ASSERT(rough(1.031, 0.0, &found));
    CU_ASSERT_FALSE(rough(1.029, 0.0, &found)); /* too little to count */
    CU_ASSERT(rough(0.969, 0.0, &found));
    CU_ASSERT_FALSE(rough(0.971, 0.0, &found));
    CU_ASSERT(rough(3.0, 0.0, &found)); /* not believed to be more than twice, or less than half */
    MR_ASSERT_CLOSE(found, 2.0, 0.0);
    CU_ASSERT(rough(0.2, 0.0, &found));
    MR_ASSERT_CLOSE(found, 0.5, 0.0);
}

/* least squares of y = off x: the error of off is the root of (what is left / (sum of x squared,
 * times their number)), and must be below .3 of it */
static void test_a_factor_must_be_sure(void) {
    mr_whole whole = {.rows = 12};
    for (int sure = 0; sure < 2; sure++) {
        double found = 0.0, at = 0.0;
        const double noise = 0.2 * 0.3 * sqrt(11.0) * (sure ? 0.97 : 1.03);
        for (int k = 0; k < 11; k++) { /* by_effort goes on by 1 and back; off by noise and back */
            const double side = k % 2 ? 1.0 : 0.0;
            whole.by_effort[k] = side;
            /* noise across x: x is +1, -1, +1 …, the noise +1, +1, -1, -1 … in its changes */
            at += k == 0 ? 0.0 : noise * ((k - 1) % 4 < 2 ? 1.0 : -1.0);
            whole.change[k] = 1.2 * side + at;
        }
        CU_ASSERT_EQUAL(mr_whole_factor(&whole, &found), sure == 1);
        if (sure)
            MR_ASSERT_CLOSE(found, 1.2, 1e-12);
    }
}

/* --- pushes --- */

static double push(double Au, double p, double v, double a, double u, double h) {
    const double inputs[2] = {9.0, u};
    answers[0] = 50.0;
    answers[1] = Au;
    slave[0] = p;
    slave[1] = v;
    slave[2] = a;
    return mr_whole_push(&model, h, inputs);
}

/* the largest of: half of what accelerates it without effort, 5e-4 of the effort, a twentieth of
 * what would stop it in a step */
static void test_size_of_a_push(void) {
    MR_ASSERT_RELATIVE(push(0.5, 0.3, 0.0, 8.0, 4.0, 0.1), 0.5 * (8.0 - 2.0) / 0.5, 1e-12);
    MR_ASSERT_RELATIVE(push(0.5, 0.3, 0.0, -8.0, 4.0, 0.1), 0.5 * (8.0 + 2.0) / 0.5, 1e-12);
    MR_ASSERT_RELATIVE(push(0.5, 0.3, 0.0, 2.0, 4.0, 0.1), 5e-4 * 4.0, 1e-12);
    MR_ASSERT_RELATIVE(push(0.5, 0.3, 0.0, -2.0, -4.0, 0.1), 5e-4 * 4.0, 1e-12);
    MR_ASSERT_RELATIVE(push(0.5, 0.3, 2.0, 2.0, 4.0, 0.1), 0.05 * 2.0 / (0.1 * 0.5), 1e-12);
    MR_ASSERT_RELATIVE(push(0.5, 0.3, -2.0, 2.0, 4.0, 0.1), 0.05 * 2.0 / (0.1 * 0.5), 1e-12);
    /* at rest: what moves it by a thousandth of where it is, or by an acceleration of one */
    MR_ASSERT_RELATIVE(push(0.5, -0.3, 0.0, 0.0, 0.0, 0.1), 1e-3 * 0.3 / 0.01 / 0.5, 1e-12);
    MR_ASSERT_RELATIVE(push(0.5, 0.0, 0.0, 0.0, 0.0, 0.1), 1.0 / 0.5, 1e-12);
    /* an effort that moves nothing is none */
    MR_ASSERT_CLOSE(push(0.0, 0.3, 2.0, 8.0, 4.0, 0.1), 0.0, 0.0);
    MR_ASSERT_CLOSE(push(-0.5, 0.3, 2.0, 8.0, 4.0, 0.1), 0.0, 0.0);
}

/* twice the mass needs twice the push, and seconds may be counted in milliseconds */
static void test_units_of_a_push(void) {
    const double once = push(0.5, 0.3, 0.7, 8.0, 4.0, 0.1);
    MR_ASSERT_RELATIVE(push(0.25, 0.3, 0.7, 8.0, 8.0, 0.1), 2.0 * once, 1e-12);
    MR_ASSERT_RELATIVE(push(0.5, 0.3, 0.7e-3, 8e-6, 4e-6, 100.0), 1e-6 * once, 1e-12);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_parts_of_a_step),
        MR_TEST(test_told_by_factors),
        MR_TEST(test_room_for_steps),
        MR_TEST(test_a_slave_that_does_not_tell),
        MR_TEST(test_factors_that_explain_all),
        MR_TEST(test_factors_that_are_believed),
        MR_TEST(test_what_may_be_missed),
        MR_TEST(test_steps_beyond_the_room),
        MR_TEST(test_a_factor_behind_what_is_hidden),
        MR_TEST(test_a_factor_must_be_sure),
        MR_TEST(test_size_of_a_push),
        MR_TEST(test_units_of_a_push),
    };
    return mr_test_main("whole", tests, sizeof tests / sizeof *tests, argc, argv);
}
