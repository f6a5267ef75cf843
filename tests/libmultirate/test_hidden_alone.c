/* modes that move by themselves beside some that coordinates drive: a force of time in the slave.
 * The steps on trial are made up, so that every number that is to be found is known */
#include "made_up_trial.h"
#include "mr_test.h"

#include <math.h>

/* size exp(-decay t) cos(omega t + i) of coordinate i */
static void add_tone(tried *t, double size, double decay, double omega) {
    for (int k = 0; k < ROWS; k++)
        for (int i = 0; i < t->trial.n; i++)
            t->reaction[k * t->trial.n + i] += size * exp(-decay * k * H) * cos(omega * k * H + i);
}

/* the mode whose stiffness is nearest */
static int nearest(const mr_hidden *hidden, double stiffness) {
    int best = 0;
    for (int m = 1; m < (int)*hidden->modes; m++)
        if (fabs(hidden->stiffness[m] - stiffness) < fabs(hidden->stiffness[best] - stiffness))
            best = m;
    return best;
}

/* its frequency and decay are its own, not those that it would have by the slave's rule */
static void test_a_tone_is_found_as_it_is(void) {
    const double omega = 60.0, decay = 0.4, square = omega * omega + decay * decay;
    const driven beside = {.stiffness = 900.0, .damping = 6.0, .by_position = 5e3};
    for (int rule = MR_RULE_EXACT; rule <= MR_RULE_TRAPEZOIDAL; rule++)
        for (int n = 1; n <= 2; n++) {
            tried t;
            try_steps(&t, n, (mr_hidden_rule)rule);
            add_driven(&t, &beside);
            add_tone(&t, 20.0, decay, omega);
            CU_ASSERT_TRUE_FATAL(mr_hidden_fit(&t.hidden, &t.trial, 8, 0.0, NULL));
            CU_ASSERT_EQUAL_FATAL((int)*t.hidden.modes, 2);
            const int tone = nearest(&t.hidden, square), other = 1 - tone;
            CU_ASSERT_EQUAL(t.hidden.drive[tone], 0.0);
            MR_ASSERT_CLOSE(t.hidden.stiffness[tone], square, 1e-6 * square);
            MR_ASSERT_CLOSE(t.hidden.damping[tone], 2.0 * decay, 1e-6);
            CU_ASSERT_EQUAL(t.hidden.drive[other], 1.0);
            MR_ASSERT_CLOSE(t.hidden.stiffness[other], beside.stiffness, 1e-3);
            MR_ASSERT_CLOSE(t.hidden.damping[other], beside.damping, 1e-5);
            CU_ASSERT(unexplained(&t) < 1e-7);
        }
}

/* what moves by itself may be a thousand times as much as what the coordinates make of it, by
 * their positions or by their velocities */
static void test_weakly_driven_modes_are_driven(void) {
    for (int way = 0; way < 4; way++) {
        const bool by_position[2] = {way % 2 == 0, way / 2 == 0};
        tried t;
        try_steps(&t, 1, MR_RULE_TRAPEZOIDAL);
        for (int m = 0; m < 2; m++) {
            const driven mode = {.stiffness = m ? 1e4 : 1600.0,
                                 .damping = 5.0,
                                 .by_position = by_position[m] ? 1.0 : 0.0,
                                 .by_velocity = by_position[m] ? 0.0 : 0.01,
                                 .z = {m ? 0.002 : 0.01, 0.1}};
            add_driven(&t, &mode);
        }
        CU_ASSERT_TRUE_FATAL(mr_hidden_fit(&t.hidden, &t.trial, 8, 0.0, NULL));
        CU_ASSERT_EQUAL_FATAL((int)*t.hidden.modes, 2);
        CU_ASSERT_EQUAL(t.hidden.drive[0], 1.0);
        CU_ASSERT_EQUAL(t.hidden.drive[1], 1.0);
        CU_ASSERT(unexplained(&t) < 1e-6);
    }
}

/* from rest, a mode that is driven a little swings as if it moved by itself: without what drives it
 * it misses little of the whole reaction, but much of what it does */
static void test_a_mode_that_swings_from_rest_is_driven(void) {
    for (int lasts = 0; lasts < 2; lasts++) {
        const driven strong = {.stiffness = 100.0, .damping = 3.0, .by_position = 400.0};
        const driven weak = {.stiffness = 4e3, .damping = lasts ? 0.0 : 0.05, .by_position = 5e-3};
        tried t;
        try_steps(&t, 1, MR_RULE_TRAPEZOIDAL);
        add_driven(&t, &strong);
        add_driven(&t, &weak);
        CU_ASSERT_TRUE_FATAL(mr_hidden_fit(&t.hidden, &t.trial, 8, 0.0, NULL));
        CU_ASSERT_EQUAL_FATAL((int)*t.hidden.modes, 2);
        CU_ASSERT_EQUAL(t.hidden.drive[0], 1.0);
        CU_ASSERT_EQUAL(t.hidden.drive[1], 1.0);
        CU_ASSERT(unexplained(&t) < 1e-6);
    }
}

/* where a mode swings strongly by itself and is driven so little that its reaction is explained to
 * a ten-thousandth without, it counts as a force of time; but only if it hardly decays within the
 * steps on trial, a tenth at most: one that is damped more is the slave's */
static void test_a_force_of_time_does_not_decay(void) {
    const double most = -2.0 * log(1.0 - 0.1) / (H * (ROWS - 1));
    for (int lasts = 0; lasts < 2; lasts++)
        for (int beside = 0; beside < 2; beside++) {
            tried t;
            try_steps(&t, 1, MR_RULE_TRAPEZOIDAL);
            const driven mode = {.stiffness = 4e4,
                                 .damping = lasts ? 0.8 * most : 1.2 * most,
                                 .by_position = 1.0,
                                 .z = {6e-3, 0.0}};
            const driven slow = {.stiffness = 100.0, .damping = 3.0, .by_position = 0.5};
            add_driven(&t, &mode);
            if (beside)
                add_driven(&t, &slow);
            CU_ASSERT_TRUE_FATAL(mr_hidden_fit(&t.hidden, &t.trial, 8, 0.0, NULL));
            CU_ASSERT_EQUAL_FATAL((int)*t.hidden.modes, 1 + beside);
            const int at = beside ? t.hidden.stiffness[0] < t.hidden.stiffness[1] : 0;
            CU_ASSERT_EQUAL(t.hidden.drive[at], lasts ? 0.0 : 1.0);
            if (beside)
                CU_ASSERT_EQUAL(t.hidden.drive[1 - at], 1.0);
            CU_ASSERT(unexplained(&t) < (lasts ? 1e-4 : 1e-7));
        }
}

/* what seems to grow by a rounding is kept from it: a mode of the model does not grow */
static void test_no_mode_grows(void) {
    const double growth = 4e-7;
    for (int alone = 0; alone < 2; alone++)
        for (int rule = MR_RULE_EXACT; rule <= MR_RULE_TRAPEZOIDAL; rule++) {
            tried t;
            const driven mode = {.stiffness = 900.0, .damping = -2.0 * growth, .by_position = 5e3};
            try_steps(&t, 1, (mr_hidden_rule)rule);
            if (alone)
                add_tone(&t, 1.0, -growth, 30.0);
            else
                add_driven(&t, &mode);
            CU_ASSERT_TRUE_FATAL(mr_hidden_fit(&t.hidden, &t.trial, 2, 0.0, NULL));
            CU_ASSERT_EQUAL_FATAL((int)*t.hidden.modes, 1);
            MR_ASSERT_CLOSE(t.hidden.stiffness[0], 900.0, 1e-2);
            CU_ASSERT(t.hidden.damping[0] >= 0.0);
        }
}

/* each mode is compared with its own motion: one swings, the other only answers, and little */
static void test_one_mode_swings_the_other_answers(void) {
    for (int swings = 0; swings < 2; swings++)
        for (int n = 1; n <= 2; n++) {
            tried t;
            try_steps(&t, n, MR_RULE_TRAPEZOIDAL);
            for (int m = 0; m < 2; m++) {
                const driven mode = {.stiffness = m ? 1e4 : 1600.0,
                                     .damping = 5.0,
                                     .by_position = m == swings ? 2.0
                                                    : m         ? 0.5
                                                                : 0.05,
                                     .z = {m == swings ? 0.1 : 0.0, 0.0}};
                add_driven(&t, &mode);
            }
            CU_ASSERT_TRUE_FATAL(mr_hidden_fit(&t.hidden, &t.trial, 8, 0.0, NULL));
            CU_ASSERT_EQUAL_FATAL((int)*t.hidden.modes, 2);
            CU_ASSERT_EQUAL(t.hidden.drive[0], 1.0);
            CU_ASSERT_EQUAL(t.hidden.drive[1], 1.0);
            CU_ASSERT(unexplained(&t) < 1e-6);
        }
}

/* what was found before is forgotten: nothing reacts any more, or nothing explains the reaction */
static void test_a_second_fit_begins_anew(void) {
    const driven mode = {.stiffness = 900.0, .damping = 6.0, .by_position = 5e3};
    for (int noise = 0; noise < 2; noise++) {
        tried t;
        mr_random random = {77};
        try_steps(&t, 2, MR_RULE_TRAPEZOIDAL);
        add_driven(&t, &mode);
        CU_ASSERT_TRUE_FATAL(mr_hidden_fit(&t.hidden, &t.trial, 4, 0.0, NULL));
        CU_ASSERT_EQUAL((int)*t.hidden.modes, 1);
        for (int k = 0; k < ROWS * 2; k++)
            t.reaction[k] = noise ? mr_random_uniform(&random, -1e3, 1e3) : 0.0;
        CU_ASSERT_EQUAL(mr_hidden_fit(&t.hidden, &t.trial, 4, 0.0, NULL), !noise);
        CU_ASSERT_EQUAL(*t.hidden.modes, 0.0);
        CU_ASSERT_EQUAL(mr_hidden_reaction(&t.hidden, 0, t.motion + 4), 0.0);
        CU_ASSERT_EQUAL(t.hidden.origin[1], t.motion[1]);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_a_tone_is_found_as_it_is),
        MR_TEST(test_weakly_driven_modes_are_driven),
        MR_TEST(test_one_mode_swings_the_other_answers),
        MR_TEST(test_a_mode_that_swings_from_rest_is_driven),
        MR_TEST(test_a_force_of_time_does_not_decay),
        MR_TEST(test_no_mode_grows),
        MR_TEST(test_a_second_fit_begins_anew),
    };
    return mr_test_main("hidden_alone", tests, sizeof tests / sizeof *tests, argc, argv);
}
