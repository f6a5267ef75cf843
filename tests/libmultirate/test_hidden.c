/* modes behind an interface, from steps on trial: against the poles of the masses that are hidden
 */
#include "couplings/hidden.h"
#include "dense.h"
#include "mr_test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MASSES = 4, ROWS = 73 };

/* a chain: spring i between mass i and i + 1, the last one to the ground; the first `seen` masses
 * are interface coordinates, pushed by one effort each */
typedef struct chain {
    int masses, seen;
    double mass[MASSES], stiffness[MASSES], damping[MASSES], cubic;
    double q[MASSES], v[MASSES], a[MASSES];
} chain;

static void accelerate(const chain *c, const double *q, const double *v, const double *f,
                       double *a) {
    for (int i = 0; i < c->masses; i++)
        a[i] = i < c->seen ? f[i] : 0.0;
    for (int i = 0; i < c->masses; i++) {
        const bool last = i + 1 == c->masses;
        const double e = q[i] - (last ? 0.0 : q[i + 1]), r = v[i] - (last ? 0.0 : v[i + 1]);
        const double force = c->stiffness[i] * e + c->damping[i] * r + c->cubic * e * e * e;
        a[i] -= force;
        if (!last)
            a[i + 1] += force;
    }
    for (int i = 0; i < c->masses; i++)
        a[i] /= c->mass[i];
}

/* exactly but for 1e-12: many small steps of Runge and Kutta */
static void step_exactly(chain *c, const double *f, double h) {
    enum { PIECES = 400 };
    static const double at[4] = {0.0, 0.5, 0.5, 1.0};
    const double d = h / PIECES;
    for (int p = 0; p < PIECES; p++) {
        double kq[4][MASSES], kv[4][MASSES], q[MASSES] = {0}, v[MASSES] = {0};
        for (int g = 0; g < 4; g++) {
            for (int i = 0; i < c->masses; i++) {
                q[i] = c->q[i] + (g ? at[g] * d * kq[g - 1][i] : 0.0);
                v[i] = c->v[i] + (g ? at[g] * d * kv[g - 1][i] : 0.0);
            }
            memcpy(kq[g], v, sizeof v);
            accelerate(c, q, v, f, kv[g]);
        }
        for (int i = 0; i < c->masses; i++) {
            c->q[i] += d / 6.0 * (kq[0][i] + 2.0 * kq[1][i] + 2.0 * kq[2][i] + kq[3][i]);
            c->v[i] += d / 6.0 * (kv[0][i] + 2.0 * kv[1][i] + 2.0 * kv[2][i] + kv[3][i]);
        }
    }
    accelerate(c, c->q, c->v, f, c->a);
}

/* the trapezoidal rule with kept acceleration, linear chains only */
static void step_by_rule(chain *c, const double *f, double h) {
    double q[MASSES] = {0}, v[MASSES] = {0}, right[MASSES], matrix[MASSES * MASSES];
    const double zero[MASSES] = {0};
    for (int i = 0; i < c->masses; i++) {
        v[i] = c->v[i] + 0.5 * h * c->a[i];
        q[i] = c->q[i] + h * c->v[i] + 0.25 * h * h * c->a[i];
    }
    accelerate(c, q, v, f, right);
    for (int j = 0; j < c->masses; j++) {
        double unit[MASSES] = {0}, by_place[MASSES], by_rate[MASSES];
        unit[j] = 1.0;
        accelerate(c, unit, zero, zero, by_place);
        accelerate(c, zero, unit, zero, by_rate);
        for (int i = 0; i < c->masses; i++)
            matrix[i * c->masses + j] = unit[i] - 0.25 * h * h * by_place[i] - 0.5 * h * by_rate[i];
    }
    CU_ASSERT_TRUE_FATAL(mr_dense_solve(c->masses, matrix, right));
    for (int i = 0; i < c->masses; i++) {
        c->a[i] = right[i];
        c->v[i] = v[i] + 0.5 * h * right[i];
        c->q[i] = q[i] + 0.25 * h * h * right[i];
    }
}

typedef struct tried {
    mr_trial trial;
    double motion[ROWS * 2 * MASSES], reaction[ROWS * MASSES], numbers[1000];
    double lie, told[ROWS * MASSES]; /* lie: so many times too heavy, as told; 0: the truth */
    mr_hidden hidden;
} tried;

/* a - Au f - Ap p - Av v: what is left for a chain are the first hidden mass's own terms */
static void note(tried *t, const chain *c, const double *f) {
    const int n = c->seen, k = t->trial.count++;
    chain held = *c;
    for (int i = n; i < c->masses; i++)
        held.q[i] = held.v[i] = 0.0;
    double a[MASSES];
    accelerate(&held, held.q, held.v, f, a);
    for (int i = 0; i < n; i++) {
        t->motion[k * 2 * n + i] = c->q[i];
        t->motion[k * 2 * n + n + i] = c->v[i];
        t->told[k * n + i] = t->lie > 0.0 ? a[i] / t->lie : a[i];
        t->reaction[k * n + i] = c->a[i] - t->told[k * n + i];
    }
}

/* so many rows of a chain under random pushes up to `most` */
static void try_chain(tried *t, chain c, bool by_rule, double h, int rows, double lie, double most,
                      uint64_t seed) {
    double f[MASSES] = {0};
    mr_random random = {seed};
    *t = (tried){.lie = lie,
                 .trial = {.n = c.seen, .h = h},
                 .hidden = {.n = c.seen, .room = c.seen > 1 ? 4 : 8}};
    t->trial.motion = t->motion;
    t->trial.reaction = t->reaction;
    CU_ASSERT_FATAL(mr_hidden_size(c.seen, t->hidden.room) <= 1000);
    mr_hidden_place(&t->hidden, t->numbers);
    accelerate(&c, c.q, c.v, f, c.a);
    note(t, &c, f);
    while (t->trial.count < rows) {
        for (int i = 0; i < c.seen; i++)
            f[i] = mr_random_uniform(&random, -most, most);
        if (by_rule)
            step_by_rule(&c, f, h);
        else
            step_exactly(&c, f, h);
        note(t, &c, f);
    }
}

static bool find_behind(tried *t, chain c, bool by_rule, double h, int rows, double lie) {
    try_chain(t, c, by_rule, h, rows, lie, 100.0, 4711);
    return mr_hidden_fit(&t->hidden, &t->trial, 8, 0.0, NULL);
}

static bool find(tried *t, chain c, bool by_rule, double h, int rows) {
    return find_behind(t, c, by_rule, h, rows, 0.0);
}

static const double TURN = 6.283185307179586;

/* a hidden mass between the springs: its frequency with the interface held */
static void test_one_hidden_mass(void) {
    const chain c = {.masses = 2,
                     .seen = 1,
                     .mass = {10.0, 100.0},
                     .stiffness = {9869.6, 3947.8},
                     .damping = {3.0, 20.0},
                     .q = {0.5, 0.5}};
    const double stiffness = (9869.6 + 3947.8) / 100.0, damping = 23.0 / 100.0;
    for (int by_rule = 0; by_rule < 2; by_rule++) {
        tried t;
        CU_ASSERT_TRUE_FATAL(find(&t, c, by_rule, 0.01, 33));
        CU_ASSERT_EQUAL_FATAL((int)*t.hidden.modes, 1);
        CU_ASSERT_EQUAL((int)*t.hidden.rule, by_rule ? MR_RULE_TRAPEZOIDAL : MR_RULE_EXACT);
        /* the path within an exact step is taken for a cubic, which it is not quite */
        MR_ASSERT_CLOSE(t.hidden.stiffness[0], stiffness, (by_rule ? 1e-9 : 1e-4) * stiffness);
        MR_ASSERT_CLOSE(t.hidden.damping[0], damping, (by_rule ? 1e-9 : 0.05) * damping);
    }
}

static void test_a_mode_that_the_step_does_not_resolve(void) {
    /* 45 Hz at steps of 10 ms: the rule's own factor tells it */
    const double k = 0.5 * TURN * 200.0 * TURN * 200.0;
    const chain c = {.masses = 2,
                     .seen = 1,
                     .mass = {0.5, 10.0},
                     .stiffness = {k, 394.78},
                     .damping = {2.0, 0.0},
                     .q = {0.5, 0.5}};
    tried t;
    CU_ASSERT_TRUE_FATAL(find(&t, c, true, 0.01, 33));
    CU_ASSERT_EQUAL_FATAL((int)*t.hidden.modes, 1);
    MR_ASSERT_CLOSE(t.hidden.stiffness[0], (k + 394.78) / 10.0, 1e-4 * k / 10.0);
}

static void test_three_hidden_masses(void) {
    const chain c = {.masses = 4,
                     .seen = 1,
                     .mass = {10.0, 5.0, 20.0, 50.0},
                     .stiffness = {14212.0, 15991.0, 12633.0, 1973.9},
                     .q = {0.1, 0.2, -0.1, 0.3}};
    /* the characteristic polynomial of the three hidden ones must vanish at each mode */
    tried t;
    CU_ASSERT_TRUE_FATAL(find(&t, c, true, 0.01, ROWS));
    CU_ASSERT_EQUAL_FATAL((int)*t.hidden.modes, 3);
    for (int m = 0; m < 3; m++) {
        const double s = t.hidden.stiffness[m];
        const double a = c.stiffness[0] + c.stiffness[1] - s * c.mass[1],
                     b = c.stiffness[1] + c.stiffness[2] - s * c.mass[2],
                     d = c.stiffness[2] + c.stiffness[3] - s * c.mass[3];
        const double k1 = c.stiffness[1] * c.stiffness[1], k2 = c.stiffness[2] * c.stiffness[2];
        const double size = fabs(a * b * d) + fabs(a * k2) + fabs(d * k1);
        CU_ASSERT(fabs(a * b * d - a * k2 - d * k1) < 1e-5 * size);
        MR_ASSERT_CLOSE(t.hidden.damping[m], 0.0, 1e-3);
    }
}

/* no modes explain a wrong mass; the factor is found with the modes of the honest slave */
static void test_a_mass_that_is_told_wrongly(void) {
    static const double lies[] = {0.7, 0.8, 1.05, 1.2, 1.4};
    const chain c = {.masses = 2,
                     .seen = 1,
                     .mass = {10.0, 100.0},
                     .stiffness = {9869.6, 3947.8},
                     .damping = {3.0, 20.0},
                     .q = {0.5, 0.5}};
    chain bare = c, odd = c;
    bare.masses = 1;
    odd.cubic = 1e5;
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        tried t;
        double factor = 0.0;
        CU_ASSERT_FALSE(find_behind(&t, c, true, 0.01, ROWS, lies[i]));
        CU_ASSERT_TRUE_FATAL(mr_hidden_fit_factor(&t.hidden, &t.trial, t.told, 8, &factor));
        MR_ASSERT_CLOSE(factor, lies[i], 1e-6);
        CU_ASSERT_EQUAL((int)*t.hidden.modes, 1);
        MR_ASSERT_CLOSE(t.hidden.stiffness[0], 138.174, 1e-3);
        /* nothing hidden */
        CU_ASSERT_FALSE(find_behind(&t, bare, true, 0.01, ROWS, lies[i]));
        CU_ASSERT_TRUE_FATAL(mr_hidden_fit_factor(&t.hidden, &t.trial, t.told, 8, &factor));
        MR_ASSERT_CLOSE(factor, lies[i], 1e-6);
        CU_ASSERT_EQUAL((int)*t.hidden.modes, 0);
    }
    /* of a spring that is not linear no factor makes a linear one */
    tried t;
    double factor = 0.0;
    CU_ASSERT_FALSE(find_behind(&t, odd, false, 0.01, ROWS, 0.0));
    CU_ASSERT_FALSE(mr_hidden_fit_factor(&t.hidden, &t.trial, t.told, 8, &factor));
    CU_ASSERT_EQUAL(factor, 1.0);
}

static void test_two_coordinates_share_a_mode(void) {
    const chain c = {.masses = 3,
                     .seen = 2,
                     .mass = {3.0, 5.0, 20.0},
                     .stiffness = {1000.0, 4000.0, 2000.0},
                     .damping = {0.0, 4.0, 0.0},
                     .q = {0.1, 0.2, 0.3}};
    tried t;
    CU_ASSERT_TRUE_FATAL(find(&t, c, true, 0.01, ROWS));
    CU_ASSERT_EQUAL_FATAL((int)*t.hidden.modes, 1);
    MR_ASSERT_CLOSE(t.hidden.stiffness[0], 300.0, 1e-3);
    MR_ASSERT_CLOSE(t.hidden.damping[0], 0.2, 1e-4);
    /* only the second one touches what is hidden */
    CU_ASSERT(fabs(t.hidden.of_position[0]) < 1e-3 * fabs(t.hidden.of_position[4 * 2 + 1]));
}

static void test_nothing_hidden_is_found_too(void) {
    const chain c = {.masses = 1, .seen = 1, .mass = {10.0}, .stiffness = {400.0}, .q = {0.5}};
    tried t;
    CU_ASSERT_TRUE(find(&t, c, false, 0.01, 33));
    CU_ASSERT_EQUAL((int)*t.hidden.modes, 0);
}

/* steps that follow the rule, the reaction of one coordinate given; velocities random */
static void try_steps(tried *t, int n, int rows, double h, double fast) {
    mr_random random = {99};
    *t = (tried){.trial = {.n = n, .count = rows, .h = h}, .hidden = {.n = n, .room = 4}};
    t->trial.motion = t->motion;
    t->trial.reaction = t->reaction;
    CU_ASSERT_FATAL(mr_hidden_size(n, 4) <= 1000);
    mr_hidden_place(&t->hidden, t->numbers);
    for (int k = 0; k < rows; k++)
        for (int i = 0; i < n; i++) {
            double *now = t->motion + k * 2 * n + i;
            now[n] = mr_random_uniform(&random, -1.0, 1.0) * fast;
            now[0] = k == 0 ? 0.2 : now[-2 * n] + 0.5 * h * (now[-n] + now[n]);
        }
}

/* a spring in series with a damper that lies beside a spring, no mass between them: one real pole.
 * d x' + (k1 + k2) x = k1 p, the reaction is k1 x. 10 rows are as many as its six unknowns need */
static bool find_creep(int rows, double *pole) {
    const double h = 0.01, k1 = 300.0, k2 = 100.0, d = 20.0;
    tried t;
    try_steps(&t, 1, rows, h, 3.0);
    double x = 0.1;
    for (int k = 0; k < rows; k++) {
        const double *now = t.motion + 2 * k;
        if (k > 0) /* x1 - x0 = h/2 (x0' + x1') */
            x = (x * (1.0 - 0.5 * h * (k1 + k2) / d) + 0.5 * h * k1 / d * (now[-2] + now[0])) /
                (1.0 + 0.5 * h * (k1 + k2) / d);
        t.reaction[k] = k1 * x;
    }
    const bool found = mr_hidden_fit(&t.hidden, &t.trial, 1, 0.0, NULL);
    *pole = *t.hidden.modes == 1.0 ? 0.5 * t.hidden.damping[0] : 0.0;
    return found;
}

/* four rows more than there are unknowns, and not one less */
static void test_how_few_steps_are_enough(void) {
    const chain c = {.masses = 2,
                     .seen = 1,
                     .mass = {10.0, 100.0},
                     .stiffness = {9869.6, 3947.8},
                     .damping = {3.0, 20.0},
                     .q = {0.5, 0.5}};
    tried t;
    double pole;
    CU_ASSERT_TRUE(find(&t, c, true, 0.01, 12)); /* two states: six numbers of a recurrence */
    CU_ASSERT_EQUAL((int)*t.hidden.modes, 1);
    MR_ASSERT_CLOSE(t.hidden.stiffness[0], (9869.6 + 3947.8) / 100.0, 1e-6);
    CU_ASSERT_FALSE(find(&t, c, true, 0.01, 11));
    CU_ASSERT_TRUE(find_creep(10, &pole)); /* (k1 + k2) / d */
    MR_ASSERT_CLOSE(pole, 20.0, 1e-6);
    CU_ASSERT_FALSE(find_creep(9, &pole));
}

/* a billionth of the accelerations is rounding, not a reaction. The second coordinate of two moves,
 * late: its largest velocity makes the measure */
static void test_a_reaction_of_rounding_size_is_none(void) {
    static const struct {
        double part;
        bool nothing;
    } cases[] = {{0.0, true}, {0.9, true}, {1.1, false}};
    const double h = 0.01, fast = 1e4;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int n = 1; n <= 2; n++) {
            tried t;
            try_steps(&t, n, 20, h, 1.0);
            t.motion[19 * 2 * n + 2 * n - 1] = -fast;
            t.reaction[10 * n + n - 1] = cases[i].part * 1e-9 * fast / h;
            CU_ASSERT_EQUAL(mr_hidden_fit(&t.hidden, &t.trial, 4, 0.0, NULL), cases[i].nothing);
            CU_ASSERT_EQUAL(*t.hidden.modes, 0.0);
            CU_ASSERT_EQUAL(t.hidden.origin[n - 1], 0.2);
        }
}

static void test_what_is_not_linear_is_not_used(void) {
    const chain c = {.masses = 2,
                     .seen = 1,
                     .mass = {10.0, 100.0},
                     .stiffness = {9869.6, 3947.8},
                     .cubic = 4e4,
                     .q = {0.5, 0.2}};
    tried t;
    CU_ASSERT_FALSE(find(&t, c, false, 0.01, ROWS));
    CU_ASSERT_EQUAL((int)*t.hidden.modes, 0);
}

/* the same slave under other pushes: what is linear is foreseen, also where the pushes are a
 * thousandth; a spring that stiffens is not, though its modes explain what they were found from */
static void test_modes_foresee_steps_that_they_were_not_found_from(void) {
    static const double sizes[] = {100.0, 10.0, 0.1};
    chain c = {.masses = 3,
               .seen = 1,
               .mass = {10.0, 30.0, 20.0},
               .stiffness = {9869.6, 3947.8, 5000.0},
               .damping = {5.0, 0.0, 12.0},
               .q = {0.5, 0.2, 0.1}};
    tried t, other;
    CU_ASSERT_TRUE_FATAL(find(&t, c, true, 0.01, ROWS));
    for (int i = 0; i < 3; i++) {
        try_chain(&other, c, true, 0.01, 33, 0.0, sizes[i], 99);
        const mr_missed missed = mr_hidden_missed(&t.hidden, &other.trial, NULL, NULL);
        CU_ASSERT(missed.of_reaction < 1e-7);
        CU_ASSERT(missed.of_all < 1e-7);
    }
    /* accelerations that are told three quarters too large, and the factor that sets them right */
    try_chain(&other, c, true, 0.01, 33, 1.0 / 1.75, 100.0, 99);
    const double factor = 1.0 / 1.75;
    CU_ASSERT(mr_hidden_missed(&t.hidden, &other.trial, NULL, NULL).of_reaction > 0.1);
    CU_ASSERT(mr_hidden_missed(&t.hidden, &other.trial, &factor, other.told).of_reaction < 1e-7);
    /* a reaction that is not there is missed whole */
    try_chain(&other, c, true, 0.01, 33, 0.0, 100.0, 99);
    *t.hidden.modes = 0.0;
    *t.hidden.direct = 0.0;
    MR_ASSERT_CLOSE(mr_hidden_missed(&t.hidden, &other.trial, NULL, NULL).of_reaction, 1.0, 1e-12);
    /* weak pushes about rest show no cubic spring, strong ones do */
    c.cubic = 4e5;
    memset(c.q, 0, sizeof c.q);
    try_chain(&t, c, false, 0.002, ROWS, 0.0, 1.0, 4711);
    CU_ASSERT_TRUE_FATAL(mr_hidden_fit(&t.hidden, &t.trial, 8, 0.01, NULL));
    try_chain(&other, c, false, 0.002, 33, 0.0, 1.0, 99);
    CU_ASSERT(mr_hidden_missed(&t.hidden, &other.trial, NULL, NULL).of_reaction < 0.03);
    try_chain(&other, c, false, 0.002, 33, 0.0, 4000.0, 99);
    CU_ASSERT(mr_hidden_missed(&t.hidden, &other.trial, NULL, NULL).of_reaction > 0.1);
}

static void test_modes_move_as_their_equation_says(void) {
    /* z'' + 0.4 z' + 25 z = p: a straight p, whose particular solution is (p - 0.4 v / 25) / 25 */
    const double stiffness = 25.0, damping = 0.4, p0 = 2.0, v = 3.0;
    double z[2] = {(p0 - damping * v / stiffness) / stiffness, v / stiffness};
    for (int k = 0; k < 40; k++)
        mr_hidden_advance(MR_RULE_EXACT, stiffness, damping, 0.1, p0 + 0.1 * k * v, v,
                          p0 + 0.1 * (k + 1) * v, v, z);
    MR_ASSERT_CLOSE(z[0], (p0 + 4.0 * v - damping * v / stiffness) / stiffness, 1e-13);
    MR_ASSERT_CLOSE(z[1], v / stiffness, 1e-13);
    /* freely, against the closed form */
    double free_motion[2] = {1.0, 0.0};
    mr_hidden_advance(MR_RULE_EXACT, stiffness, damping, 0.7, 0.0, 0.0, 0.0, 0.0, free_motion);
    const double omega = sqrt(stiffness - 0.25 * damping * damping);
    MR_ASSERT_CLOSE(free_motion[0],
                    exp(-0.5 * damping * 0.7) *
                        (cos(omega * 0.7) + 0.5 * damping / omega * sin(omega * 0.7)),
                    1e-13);
}

/* z'' + d z' + k z = p0 + p1 t + p2 t^2 + p3 t^3: the particular solution is a cubic, its
 * coefficients from the highest one down. Stiff enough for several pieces of the series */
static void test_a_mode_follows_a_cubic(void) {
    const double stiffness = 30.0, damping = 0.7, h = 0.5, p[] = {2.0, -3.0, 5.0, 7.0};
    double c[6] = {0};
    for (int k = 3; k >= 0; k--)
        c[k] = (p[k] - damping * (k + 1) * c[k + 1] - (k + 1) * (k + 2) * c[k + 2]) / stiffness;
    double z[2] = {c[0], c[1]};
    mr_hidden_advance(MR_RULE_EXACT, stiffness, damping, h, p[0], p[1],
                      p[0] + h * (p[1] + h * (p[2] + h * p[3])),
                      p[1] + h * (2.0 * p[2] + 3.0 * h * p[3]), z);
    MR_ASSERT_CLOSE(z[0], c[0] + h * (c[1] + h * (c[2] + h * c[3])), 1e-13);
    MR_ASSERT_CLOSE(z[1], c[1] + h * (2.0 * c[2] + 3.0 * h * c[3]), 1e-13);
}

/* a mode that no coordinate drives goes on by itself, whatever the coordinate and the slave's rule
 * do; what the slave does beside it sets it right, so that it forgets a wrong start */
static void test_a_mode_that_nothing_drives(void) {
    enum { SIZE = 16, STEPS = 200 };
    const double omega = 60.0, h = 0.01, before[2] = {0.3, 2.0}, now[2] = {0.5, -1.0};
    double block[SIZE] = {0};
    mr_hidden hidden = {.n = 1, .room = 1};
    CU_ASSERT_FATAL(mr_hidden_size(1, 1) <= SIZE);
    mr_hidden_place(&hidden, block);
    *hidden.modes = 1.0;
    *hidden.rule = MR_RULE_TRAPEZOIDAL;
    *hidden.stiffness = omega * omega;
    *hidden.of_position = 1.0;
    hidden.z[0] = 1.0;
    mr_hidden_follow(&hidden, h, before, now);
    MR_ASSERT_CLOSE(hidden.z[0], cos(omega * h), 1e-13);
    MR_ASSERT_CLOSE(hidden.z[1], -omega * sin(omega * h), 1e-11);
    for (int k = 2; k <= STEPS; k++) { /* the tone is twice as loud */
        mr_hidden_follow(&hidden, h, before, now);
        const double off = 2.0 * cos(k * omega * h) - mr_hidden_reaction(&hidden, 0, now);
        mr_hidden_set_right(&hidden, &off);
    }
    MR_ASSERT_CLOSE(hidden.z[0], 2.0 * cos(STEPS * omega * h), 0.01);
}

/* two coordinates, two modes in room for three: every number at its place, and none beyond */
static void test_modes_of_several_coordinates_keep_their_places(void) {
    enum {
        N = 2,
        ROOM = 3,
        MODES = 2,
        SIZE = 2 + 3 * ROOM + 2 * N * ROOM * N + N * N + 2 * N + 2 * ROOM * N
    };
    mr_random random = {17};
    double block[SIZE], kept[SIZE];
    mr_hidden hidden = {.n = N, .room = ROOM};
    CU_ASSERT_EQUAL_FATAL(mr_hidden_size(N, ROOM), SIZE);
    for (int i = 0; i < SIZE; i++)
        block[i] = mr_random_uniform(&random, 0.5, 2.0);
    mr_hidden_place(&hidden, block);
    *hidden.modes = MODES;
    *hidden.rule = MR_RULE_EXACT;
    memcpy(kept, block, sizeof kept);
    const double before[2 * N] = {0.3, -0.2, 1.1, 0.7}, now[2 * N] = {0.5, -0.1, 0.9, 0.4}, h = 0.1;
    mr_hidden_follow(&hidden, h, before, now);
    const mr_hidden was = {.z = kept + (hidden.z - block)};
    for (int k = 0; k < ROOM; k++)
        for (int j = 0; j < N; j++) {
            const int at = k * N + j;
            double z[2] = {was.z[at], was.z[ROOM * N + at]};
            if (k < MODES)
                mr_hidden_advance(MR_RULE_EXACT, hidden.stiffness[k], hidden.damping[k], h,
                                  before[j] - hidden.origin[j], before[N + j],
                                  now[j] - hidden.origin[j], now[N + j], z);
            CU_ASSERT_EQUAL(hidden.z[at], z[0]);
            CU_ASSERT_EQUAL(hidden.z[ROOM * N + at], z[1]);
        }
    CU_ASSERT_EQUAL(memcmp(block, kept, (size_t)(hidden.z - block) * sizeof *block), 0);
    for (int i = 0; i < N; i++) {
        double sum = 0.0;
        for (int k = 0; k < MODES; k++)
            for (int j = 0; j < N; j++) {
                const int place = k * N + j;
                sum += hidden.of_position[i * ROOM * N + place] * hidden.z[place];
                sum += hidden.of_velocity[i * ROOM * N + place] * hidden.z[ROOM * N + place];
            }
        for (int j = 0; j < N; j++)
            sum += hidden.direct[i * N + j] * (now[j] - hidden.origin[j]);
        MR_ASSERT_CLOSE(mr_hidden_reaction(&hidden, i, now), sum, 1e-13);
    }
}

/* largest deviation of the reactions when the modes follow the steps on trial from where they were
 * found to be at the first of them; as a share of how much the reactions vary. Only their change
 * counts: what is constant is the interface model's */
static double unexplained(tried *t) {
    const int n = t->trial.n;
    double first[MASSES], most = 0.0, varies = 0.0;
    for (int i = 0; i < n; i++)
        first[i] = mr_hidden_reaction(&t->hidden, i, t->motion);
    for (int k = 1; k < t->trial.count; k++) {
        const double *now = t->motion + k * 2 * n;
        mr_hidden_follow(&t->hidden, t->trial.h, now - 2 * n, now);
        for (int i = 0; i < n; i++) {
            const double is = t->reaction[k * n + i] - t->reaction[i];
            varies = fmax(varies, fabs(is));
            most = fmax(most, fabs(mr_hidden_reaction(&t->hidden, i, now) - first[i] - is));
        }
    }
    return most / varies;
}

static void test_modes_begin_where_the_slave_is(void) {
    static const chain chains[] = {/* one hidden mass that moves already */
                                   {.masses = 2,
                                    .seen = 1,
                                    .mass = {10.0, 100.0},
                                    .stiffness = {9869.6, 3947.8},
                                    .damping = {3.0, 20.0},
                                    .q = {0.5, -0.4},
                                    .v = {1.0, -7.0}},
                                   /* one that creeps: two real poles */
                                   {.masses = 2,
                                    .seen = 1,
                                    .mass = {10.0, 2.0},
                                    .stiffness = {500.0, 300.0},
                                    .damping = {100.0, 60.0},
                                    .q = {0.1, 0.4},
                                    .v = {0.0, 2.0}},
                                   {.masses = 4,
                                    .seen = 1,
                                    .mass = {10.0, 5.0, 20.0, 50.0},
                                    .stiffness = {14212.0, 15991.0, 12633.0, 1973.9},
                                    .q = {0.1, 0.2, -0.1, 0.3},
                                    .v = {0.0, 1.0, -2.0, 3.0}},
                                   /* two coordinates, one and two hidden masses */
                                   {.masses = 3,
                                    .seen = 2,
                                    .mass = {3.0, 5.0, 20.0},
                                    .stiffness = {1000.0, 4000.0, 2000.0},
                                    .damping = {0.0, 4.0, 0.0},
                                    .q = {0.1, 0.2, 0.3},
                                    .v = {-1.0, 1.0, 2.0}},
                                   {.masses = 4,
                                    .seen = 2,
                                    .mass = {3.0, 5.0, 8.0, 20.0},
                                    .stiffness = {1000.0, 9000.0, 7000.0, 2000.0},
                                    .damping = {1.0, 4.0, 2.0, 0.0},
                                    .q = {0.1, 0.2, -0.3, 0.4},
                                    .v = {-1.0, 1.0, 2.0, -3.0}}};
    for (size_t i = 0; i < sizeof chains / sizeof *chains; i++) {
        tried t;
        CU_ASSERT_TRUE_FATAL(find(&t, chains[i], true, 0.01, ROWS));
        CU_ASSERT_EQUAL(*t.hidden.modes, chains[i].masses - chains[i].seen);
        CU_ASSERT(unexplained(&t) < 1e-9);
        /* within exact steps the path is taken for a cubic: 6e-6 at worst here */
        CU_ASSERT_TRUE_FATAL(find(&t, chains[i], false, 0.002, ROWS));
        CU_ASSERT(unexplained(&t) < 1e-4);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_one_hidden_mass),
        MR_TEST(test_a_mode_that_the_step_does_not_resolve),
        MR_TEST(test_three_hidden_masses),
        MR_TEST(test_a_mass_that_is_told_wrongly),
        MR_TEST(test_two_coordinates_share_a_mode),
        MR_TEST(test_nothing_hidden_is_found_too),
        MR_TEST(test_how_few_steps_are_enough),
        MR_TEST(test_a_reaction_of_rounding_size_is_none),
        MR_TEST(test_what_is_not_linear_is_not_used),
        MR_TEST(test_modes_foresee_steps_that_they_were_not_found_from),
        MR_TEST(test_modes_move_as_their_equation_says),
        MR_TEST(test_modes_begin_where_the_slave_is),
        MR_TEST(test_a_mode_follows_a_cubic),
        MR_TEST(test_a_mode_that_nothing_drives),
        MR_TEST(test_modes_of_several_coordinates_keep_their_places),
    };
    return mr_test_main("hidden", tests, sizeof tests / sizeof *tests, argc, argv);
}
