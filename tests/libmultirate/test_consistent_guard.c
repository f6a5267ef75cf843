/* what is learnt of a slave that does not do what it tells, and energy that is taken back: two
 * directions and three inputs, of which the middle one is no effort, with sums in closed form */
#include "couplings/consistent_model.h"
#include "mr_test.h"

#include <math.h>
#include <string.h>

enum { ROOM = 3, DIRECTIONS = 2, COORDINATES = 1, INPUTS = 3 };

static const bool effort[INPUTS] = {true, false, true};
static double blocks[2][4096];

/* a model with numbers in all places; what was told at the begin of the step */
static void make(mr_consistent *c, double *block) {
    memset(c, 0, sizeof *c);
    c->room = ROOM;
    c->n = COORDINATES;
    c->m = INPUTS;
    c->effort = effort;
    CU_ASSERT_FATAL(mr_consistent_size(ROOM, COORDINATES, INPUTS) <= 4096);
    memset(block, 0, sizeof blocks[0]);
    mr_consistent_place(c, block);
    *c->count = DIRECTIONS;
    static const double B[DIRECTIONS][INPUTS] = {{2.0, 50.0, -1.0}, {0.5, 70.0, 3.0}};
    static const double K[DIRECTIONS][DIRECTIONS] = {{40.0, -7.0}, {-7.0, 25.0}};
    static const double C[DIRECTIONS][DIRECTIONS] = {{1.5, 0.25}, {0.25, 0.75}};
    for (int i = 0; i < DIRECTIONS; i++) {
        for (int j = 0; j < INPUTS; j++)
            c->input[i * INPUTS + j] = B[i][j];
        for (int k = 0; k < DIRECTIONS; k++) {
            c->K[i * ROOM + k] = K[i][k];
            c->C[i * ROOM + k] = C[i][k];
        }
        c->w[i] = i == 0 ? 0.3 : -0.2;
    }
    mr_consistent_trust(c);
}

/* the two parts of the change of the acceleration as told: by the inputs, by the motion */
static void parts(const mr_consistent *c, const mr_consistent *past, double *x1, double *x2) {
    for (int i = 0; i < DIRECTIONS; i++) {
        x1[i] = past->input[i * INPUTS] * (c->f[0] - past->f[0]) +
                past->input[i * INPUTS + 2] * (c->f[2] - past->f[2]);
        x2[i] = 0.0;
        for (int k = 0; k < DIRECTIONS; k++)
            x2[i] -= past->K[i * ROOM + k] * c->trial[k] +
                     past->C[i * ROOM + k] * (c->trial[ROOM + k] - past->w[k]);
    }
}

/* a step in which inputs and directions move, of a slave that has `one` times the input matrix and
 * `two` times the stiffness and damping that it tells, and as much again that nothing explains */
static void step(mr_consistent *c, mr_consistent *past, int n, double one, double two,
                 double strange) {
    double x1[DIRECTIONS], x2[DIRECTIONS], unexplained[DIRECTIONS];
    for (int j = 0; j < INPUTS; j++)
        c->f[j] = past->f[j] + sin(1.7 * n + j);
    for (int i = 0; i < DIRECTIONS; i++) {
        c->trial[i] = 0.1 * cos(0.9 * n + 2.0 * i);
        c->trial[ROOM + i] = 0.5 * sin(2.3 * n + i);
    }
    parts(c, past, x1, x2);
    for (int i = 0; i < DIRECTIONS; i++)
        unexplained[i] = (one - c->guard->theta[0]) * x1[i] + (two - c->guard->theta[1]) * x2[i] +
                         strange * (((n + i) % 2) ? 1.0 : -1.0);
    /* what is told is believed as far as it has shown itself */
    const double before[2] = {1.0, 1.0};
    mr_consistent_believe(past, before);
    mr_consistent_guard(c, past, 0.1, unexplained, 1e9);
}

/* one slave over some steps; c and past share what they have seen */
static mr_guard watch(int steps, double one, double two, double strange) {
    mr_consistent c, past;
    make(&c, blocks[0]);
    for (int n = 0; n < steps; n++) {
        make(&past, blocks[1]);
        *past.guard = *c.guard;
        step(&c, &past, n, one, two, strange);
    }
    return *c.guard;
}

static void test_factors_that_the_slave_shows_are_found(void) {
    static const double shown[][2] = {{1.1, 1.0}, {1.0, 0.9}, {1.2, 0.8}, {0.7, 1.3}};
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        const mr_guard guard = watch(6, shown[i][0], shown[i][1], 0.0);
        MR_ASSERT_CLOSE(guard.theta[0], shown[i][0], 1e-10);
        MR_ASSERT_CLOSE(guard.theta[1], shown[i][1], 1e-10);
    }
}

static void test_factors_are_believed_between_a_half_and_two(void) {
    const mr_guard large = watch(3, 3.0, 2.5, 0.0), small = watch(3, 0.2, 0.4, 0.0);
    for (int i = 0; i < 2; i++) {
        MR_ASSERT_CLOSE(large.theta[i], 2.0, 0.0);
        MR_ASSERT_CLOSE(small.theta[i], 0.5, 0.0);
    }
}

/* one step in which one input acts on one direction and nothing moves: the answer is 1 + d times
 * what was told, and there is a part of the change besides that no input explains */
static mr_guard one_step(double d, double besides) {
    mr_consistent c, past;
    make(&c, blocks[0]);
    make(&past, blocks[1]);
    past.input[0] = 4.0;
    past.input[INPUTS] = 0.0;
    c.f[0] = 1.0;
    for (int i = 0; i < DIRECTIONS; i++)
        past.w[i] = 0.0;
    const double unexplained[DIRECTIONS] = {4.0 * d, 4.0 * d * besides};
    mr_consistent_guard(&c, &past, 0.1, unexplained, 1e9);
    MR_ASSERT_CLOSE(c.guard->sums[0], 16.0, 1e-14);
    MR_ASSERT_CLOSE(c.guard->sums[5], 16.0 * d * d * (1.0 + besides * besides), 1e-14);
    MR_ASSERT_CLOSE(c.guard->theta[1], 1.0, 0.0);
    return *c.guard;
}

static void test_a_slave_that_tells_the_truth_is_left_alone(void) {
    /* less than 2 % of what was told is not looked at */
    MR_ASSERT_CLOSE(one_step(0.0199, 0.0).theta[0], 1.0, 0.0);
    MR_ASSERT_CLOSE(one_step(0.0201, 0.0).theta[0], 1.0201, 1e-14);
    const mr_guard strange = watch(6, 1.1, 1.0, 50.0);
    MR_ASSERT_CLOSE(strange.theta[0], 1.0, 0.0);
    MR_ASSERT_CLOSE(strange.theta[1], 1.0, 0.0);
}

/* nine tenths of the square: a rest of a third of the explained part at most */
static void test_nine_tenths_must_be_explained(void) {
    MR_ASSERT_CLOSE(one_step(0.25, 0.33).theta[0], 1.25, 1e-14);
    MR_ASSERT_CLOSE(one_step(0.25, 0.34).theta[0], 1.0, 0.0);
}

static void test_old_steps_are_forgotten(void) {
    mr_consistent c, past;
    make(&c, blocks[0]);
    make(&past, blocks[1]);
    for (int i = 0; i < 6; i++)
        c.guard->sums[i] = 100.0 * (i + 1);
    for (int i = 0; i < DIRECTIONS; i++)
        past.w[i] = 0.0;
    const double unexplained[DIRECTIONS] = {0.0, 0.0};
    mr_consistent_guard(&c, &past, 0.1, unexplained, 0.0);
    for (int i = 0; i < 6; i++)
        MR_ASSERT_CLOSE(c.guard->sums[i], 98.0 * (i + 1), 1e-12);
}

static void test_nothing_is_learnt_where_directions_were_cut_off(void) {
    mr_consistent c, past;
    make(&c, blocks[0]);
    make(&past, blocks[1]);
    *c.count = ROOM;
    c.f[0] = 1.0;
    const double unexplained[ROOM] = {1.0, 0.25, 0.0};
    mr_consistent_guard(&c, &past, 0.1, unexplained, 1e9);
    MR_ASSERT_CLOSE(c.guard->theta[0], 1.0, 0.0);
    MR_ASSERT_CLOSE(c.guard->sums[5], 0.0, 0.0);
}

/* 2 % of what passes fills the tank, up to 20 % of what passed lately; what was made comes out */
static void test_the_tank_is_filled_by_what_passes(void) {
    mr_consistent c;
    make(&c, blocks[0]);
    mr_consistent_balance(&c, DIRECTIONS, 0.1, 0.0, 50.0);
    MR_ASSERT_CLOSE(c.guard->tank, 1.0, 1e-14);
    mr_consistent_balance(&c, DIRECTIONS, 0.1, 0.25, 100.0);
    MR_ASSERT_CLOSE(c.guard->passed, 0.98 * 50.0 + 100.0, 1e-12);
    MR_ASSERT_CLOSE(c.guard->tank, 1.0 + 2.0 - 0.25, 1e-14);
    c.guard->tank = 1000.0;
    mr_consistent_balance(&c, DIRECTIONS, 0.1, 0.0, 0.0);
    MR_ASSERT_CLOSE(c.guard->tank, 0.2 * 0.98 * (0.98 * 50.0 + 100.0), 1e-12);
    MR_ASSERT_CLOSE(c.guard->acted, 0.0, 0.0);
    c.guard->tank = 0.0; /* just empty: nothing is owed */
    c.guard->passed = 0.0;
    mr_consistent_balance(&c, DIRECTIONS, 0.1, 0.0, 0.0);
    MR_ASSERT_CLOSE(c.guard->acted, 0.0, 0.0);
}

/* an empty tank: the energy comes from the motion beside the mean one, no more than there is */
static void test_energy_is_taken_back_when_the_tank_is_empty(void) {
    static const double made[2] = {0.5, 100.0};
    for (int trial = 0; trial < 2; trial++) {
        mr_consistent c;
        make(&c, blocks[0]);
        const double h = 0.1, eta[DIRECTIONS] = {0.2, -0.3}, rate[DIRECTIONS] = {4.0, -6.0};
        double quick = 0.0, left = 0.0;
        for (int i = 0; i < DIRECTIONS; i++) {
            c.trial[i] = eta[i];
            c.trial[ROOM + i] = rate[i];
            quick += 0.5 * (rate[i] - eta[i] / h) * (rate[i] - eta[i] / h);
        }
        mr_consistent_balance(&c, DIRECTIONS, h, made[trial], 0.0);
        for (int i = 0; i < DIRECTIONS; i++) {
            const double beside = rate[i] + c.jump[ROOM + i] - eta[i] / h;
            left += 0.5 * beside * beside;
            MR_ASSERT_CLOSE(c.jump[i], 0.0, 0.0);
        }
        const double taken = fmin(made[trial], quick);
        MR_ASSERT_CLOSE(quick - left, taken, 1e-12);
        MR_ASSERT_CLOSE(c.guard->taken, taken, 1e-12);
        MR_ASSERT_CLOSE(c.guard->tank, taken - made[trial], 1e-12);
        MR_ASSERT_CLOSE(c.guard->acted, 1.0, 0.0);
    }
    mr_consistent still; /* where nothing moves beside the mean, nothing is taken */
    make(&still, blocks[0]);
    still.trial[0] = 0.2;
    still.trial[ROOM] = 2.0;
    mr_consistent_balance(&still, DIRECTIONS, 0.1, 0.5, 0.0);
    MR_ASSERT_CLOSE(still.guard->tank, -0.5, 0.0);
    MR_ASSERT_CLOSE(still.jump[ROOM], 0.0, 0.0);
}

/* a force eps that was not foreseen, over the way eta: -eps eta/2 */
static void test_the_energy_that_was_made(void) {
    mr_consistent c, past;
    make(&c, blocks[0]);
    make(&past, blocks[1]);
    c.trial[0] = 0.2;
    c.trial[1] = -0.4;
    c.guard->tank = 5.0;
    const double unexplained[DIRECTIONS] = {3.0, 7.0};
    mr_consistent_guard(&c, &past, 0.1, unexplained, 100.0);
    MR_ASSERT_CLOSE(c.guard->tank, 5.0 + 2.0 + 0.5 * (3.0 * 0.2 - 7.0 * 0.4), 1e-14);
}

static void test_what_was_told_is_scaled_once(void) {
    mr_consistent c;
    make(&c, blocks[0]);
    const double told[2] = {1.0, 1.0}, half[2] = {0.5, 4.0};
    c.guard->theta[0] = 1.5;
    mr_consistent_believe(&c, told); /* the input matrix only */
    MR_ASSERT_CLOSE(c.input[INPUTS + 2], 1.5 * 3.0, 1e-15);
    MR_ASSERT_CLOSE(c.K[ROOM + 1], 25.0, 0.0);
    c.guard->theta[0] = 1.0;
    c.guard->theta[1] = 2.0;
    mr_consistent_believe(&c, told);
    MR_ASSERT_CLOSE(c.input[INPUTS + 2], 1.5 * 3.0, 1e-15);
    MR_ASSERT_CLOSE(c.K[ROOM + 1], 50.0, 1e-13);
    MR_ASSERT_CLOSE(c.C[ROOM], 0.5, 1e-15);
    mr_consistent_believe(&c, half); /* by 2, and by a half */
    MR_ASSERT_CLOSE(c.input[INPUTS + 2], 3.0 * 3.0, 1e-15);
    MR_ASSERT_CLOSE(c.K[0], 40.0, 1e-13);
    MR_ASSERT_CLOSE(c.K[1], -7.0, 1e-14);
    MR_ASSERT_CLOSE(c.C[ROOM + 1], 0.75, 1e-15);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_factors_that_the_slave_shows_are_found),
        MR_TEST(test_factors_are_believed_between_a_half_and_two),
        MR_TEST(test_a_slave_that_tells_the_truth_is_left_alone),
        MR_TEST(test_nine_tenths_must_be_explained),
        MR_TEST(test_old_steps_are_forgotten),
        MR_TEST(test_nothing_is_learnt_where_directions_were_cut_off),
        MR_TEST(test_the_tank_is_filled_by_what_passes),
        MR_TEST(test_energy_is_taken_back_when_the_tank_is_empty),
        MR_TEST(test_the_energy_that_was_made),
        MR_TEST(test_what_was_told_is_scaled_once),
    };
    return mr_test_main("multirate_consistent_guard", tests, sizeof tests / sizeof *tests, argc,
                        argv);
}
