/* the path of a coordinate whose answer jumps (a gear, a stop), and what counts as lawless; the
 * pendulum p = sin(q) of test_bent.c without damping, in small steps */
#include "couplings/bent.h"
#include "mr_test.h"

#include <math.h>

static const double MASS = 10.0, GRAVITY = 9.81, H = 0.01;

/* at q, q' without an effort, of so many times the answer; the step before began at `from` */
static mr_bent_told told_at(double q, double rate, double times, double from) {
    const double s = sin(q), k = cos(q);
    return (mr_bent_told){.p = s,
                          .v = k * rate,
                          .a = -k * GRAVITY * s - s * rate * rate,
                          .Au = times * times * k * k / MASS,
                          .Ap = -GRAVITY * (k - s * s / k) - rate * rate * (1.0 + s * s) / (k * k),
                          .Av = -2.0 * s * rate / k,
                          .h = H,
                          .from = sin(from)};
}

typedef struct swing {
    double q, rate;
    mr_bent path;
} swing;

/* the next step, with the mean rate of both ends; how far it went on its path */
static double go(swing *s, double times) {
    enum { PIECES = 200 };
    const double from = s->q, d = H / PIECES;
    for (int k = 0; k < PIECES; k++) { /* leapfrog: 1e-9 of a step */
        s->rate -= 0.5 * d * GRAVITY * sin(s->q);
        s->q += d * s->rate;
        s->rate -= 0.5 * d * GRAVITY * sin(s->q);
    }
    const mr_bent_told told = told_at(s->q, s->rate, times, from);
    return mr_bent_take(&s->path, &told);
}

static swing begin(double q, double rate, int steps) {
    swing s = {.q = q, .rate = rate};
    mr_bent_told told = told_at(q, rate, 1.0, q);
    told.h = 0.0;
    (void)mr_bent_take(&s.path, &told);
    for (int i = 0; i < steps; i++)
        (void)go(&s, 1.0);
    return s;
}

/* a small jump that neither the path nor Av tells is one, as is a large one; what is known of the
 * path begins anew. A path that bends makes none */
static void test_answers_that_jump(void) {
    static const struct {
        double times;
        int jumps;
    } cases[] = {{1.0, 0}, {1.003, 0}, {1.06, 1}, {0.94, 1}, {1.5, 1}, {0.6, 1}, {3.0, 1}};
    for (int steps = 2; steps <= 20; steps += 6)
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            swing s = begin(0.3, 2.0, steps);
            CU_ASSERT_EQUAL(s.path.jumps, 0.0);
            const double q = s.q, gone = go(&s, cases[i].times);
            CU_ASSERT_EQUAL(s.path.jumps, cases[i].jumps);
            CU_ASSERT_EQUAL(s.path.steps, steps + 2);
            MR_ASSERT_CLOSE(s.path.beta[0], cases[i].times * cos(s.q) / sqrt(MASS), 1e-12);
            if (cases[i].jumps) {
                CU_ASSERT_EQUAL(s.path.points, 1.0);
                CU_ASSERT_EQUAL(s.path.law.count, 1.0);
            } else {
                CU_ASSERT(s.path.points > 1.0);
                MR_ASSERT_CLOSE(gone / sqrt(MASS), s.q - q,
                                (1e-4 + fabs(cases[i].times - 1.0)) * fabs(s.q - q));
            }
            /* it goes on: one jump is one */
            for (int k = 0; k < 4; k++)
                (void)go(&s, cases[i].times);
            CU_ASSERT_EQUAL(s.path.jumps, cases[i].jumps);
        }
}

/* a gear that is changed while nothing moves says nothing of a jump but by its size */
static void test_a_jump_at_rest(void) {
    for (int large = 0; large < 2; large++) {
        swing s = begin(0.0, 0.0, 3); /* hangs still */
        CU_ASSERT_EQUAL(s.path.w, 0.0);
        (void)go(&s, large ? 1.5 : 1.1);
        CU_ASSERT_EQUAL(s.path.jumps, large);
    }
}

/* more than two jumps, in more than three of a hundred steps; damping that varies by more than a
 * tenth of a velocity in a step, in more than a tenth of the steps without a law */
static void test_what_is_lawless(void) {
    static const struct {
        double jumps, steps, deviation, lawless;
        bool jumpy, without;
    } cases[] = {
        {0.0, 100.0, 0.0, 0.0, false, false},  {2.0, 10.0, 0.0, 0.0, false, false},
        {3.0, 10.0, 0.0, 0.0, true, true},     {3.0, 99.0, 0.0, 0.0, true, true},
        {3.0, 101.0, 0.0, 0.0, false, false},  {0.0, 100.0, 12.0, 11.0, false, true},
        {0.0, 100.0, 12.0, 9.0, false, false}, {0.0, 100.0, 9.0, 50.0, false, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        /* dampings of 20 more and less a deviation, in turn */
        const double d = cases[i].deviation;
        const mr_bent path = {.jumps = cases[i].jumps,
                              .steps = cases[i].steps,
                              .lawless = cases[i].lawless,
                              .h = H,
                              .dampings = {50.0, 50.0 * 20.0, 50.0 * (400.0 + d * d)}};
        CU_ASSERT_EQUAL(mr_bent_is_jumpy(&path), cases[i].jumpy);
        CU_ASSERT_EQUAL(mr_bent_is_lawless(&path), cases[i].without);
        MR_ASSERT_CLOSE(mr_bent_unevenness(&path, 0.5), 0.5 * d, 1e-6);
    }
    const mr_bent fresh = {0};
    CU_ASSERT_EQUAL(mr_bent_unevenness(&fresh, 1.0), 0.0);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_answers_that_jump),
        MR_TEST(test_a_jump_at_rest),
        MR_TEST(test_what_is_lawless),
    };
    return mr_test_main("bent_jumps", tests, sizeof tests / sizeof *tests, argc, argv);
}
