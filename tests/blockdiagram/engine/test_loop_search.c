/* the wider search for the solution of a loop, by itself: where it looks. The residual of the loop
 * is one of this file */
#include "engine/loop.h"
#include "mr_test.h"

#include <math.h>
#include <string.h>

enum { MOST = 13, POINTS = 400 };

/* every point where the search looked; what the residual is there */
typedef struct record {
    int count, solves, before; /* before: points before the solver was asked first */
    double point[POINTS][MOST], begin[POINTS][MOST];
    double (*height)(int call); /* if there is one the residual is (height, 0, 0 …) */
    bool solved;                /* the last call of the solver was at a solution */
    double near;
} record;

static record seen;

typedef struct loop {
    bd_loop loop;
    bd_block block;
    bd_loop_arrays a;
    double numbers[8 * MOST + 2 * MOST * MOST], simplex[(MOST + 1) * (MOST + 1) + 3 * MOST];
    int pivots[MOST];
} loop;

static loop made;

static void make(int n, const double *start) {
    made = (loop){.loop = {.unknowns = n}};
    seen = (record){.near = 1e-6};
    double *at = made.numbers;
    double **const parts[] = {&made.a.z,    &made.a.f,        &made.a.trial, &made.a.trial_f,
                              &made.a.step, &made.a.gradient, &made.a.start, &made.a.best};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++, at += MOST)
        *parts[i] = at;
    made.a.jacobian = at;
    made.a.factors = at + MOST * MOST;
    made.a.simplex = made.simplex;
    made.a.pivots = made.pivots;
    made.block.data = &made.loop;
    memcpy(made.a.start, start, (size_t)n * sizeof *start);
}

/* z0 = c0 - 2 z1 …: F of some linear system, or of one with exponentials */
static bool bent;
static bool only_there; /* no number but at the origin and next to it */

static void system_at(const double *z, double *f, int n) {
    for (int i = 0; i < n; i++) {
        f[i] = -3.0 * (i + 1) - z[i];
        for (int j = 0; j < n; j++)
            f[i] += (i < j ? 0.5 : -1.0) * (bent ? sinh(z[j]) : z[j]) / (1 + i + j);
    }
}

double bd_loop_norm(const double *v, int n) {
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += v[i] * v[i];
    return sqrt(sum);
}

bd_status bd_loop_residual(bd_block *block, const double *z, double *f) {
    const int n = ((const bd_loop *)block->data)->unknowns;
    if (seen.count < POINTS)
        memcpy(seen.point[seen.count], z, (size_t)n * sizeof *z);
    seen.count++;
    memset(f, 0, (size_t)n * sizeof *f);
    if (seen.height)
        f[0] = seen.height(seen.count - 1);
    else
        system_at(z, f, n);
    for (int i = 0; only_there && i < n; i++)
        if (fabs(z[i]) > 1e-6)
            f[0] = NAN;
    return BD_OK;
}

/* says whether it was asked near a solution, and moves nothing */
static bd_status solver(bd_block *block, bool *found) {
    const int n = ((const bd_loop *)block->data)->unknowns;
    double f[MOST];
    if (seen.solves < POINTS)
        memcpy(seen.begin[seen.solves], made.a.z, (size_t)n * sizeof *f);
    if (seen.solves++ == 0)
        seen.before = seen.count;
    if (!seen.height) {
        system_at(made.a.z, f, n);
        *found = bd_loop_norm(f, n) < seen.near;
    }
    return BD_OK;
}

static bool search(void) {
    bool found = false;
    CU_ASSERT_EQUAL_FATAL(bd_loop_search(&made.block, &made.a, solver, &found), BD_OK);
    return found;
}

/* of a linear loop each point of the continuation takes one Newton step: the begin's residual, n
 * for the Jacobian, that at its end. The points lie at 1/8, 3/8, 7/8 and 1 */
static void test_continuation_of_a_linear_loop(void) {
    const double start[] = {0.5, -2.0, 40.0, 0.0};
    bent = false;
    for (int n = 2; n <= 4; n++) {
        make(n, start);
        CU_ASSERT_TRUE(search());
        CU_ASSERT_EQUAL(seen.solves, 1);
        CU_ASSERT_EQUAL(seen.count, 1 + 4 * (n + 2));
    }
}

/* a bent one, from far away: shorter steps where one does not come through */
static void test_continuation_of_a_bent_loop(void) {
    const double starts[][4] = {{0.0}, {0.5, -2.0, 4.0, 1.0}, {9.0, 9.0, 9.0, 9.0}};
    bent = true;
    for (int s = 0; s < 3; s++)
        for (int n = 2; n <= 4; n++) {
            make(n, starts[s]);
            seen.near = 1e-2;
            CU_ASSERT_TRUE(search());
            CU_ASSERT_EQUAL(seen.solves, 1);
        }
}

/* where the residual is no number but at the begin and a step of differences away, nothing comes
 * through: 1/8 of the way is tried, then a quarter of that, while it is more than a millionth */
static void test_continuation_gives_up(void) {
    bent = false;
    only_there = true;
    const double origin[3] = {0.0};
    make(3, origin);
    bool found = false;
    seen.near = 0.0;
    CU_ASSERT_EQUAL(bd_loop_search(&made.block, &made.a, solver, &found), BD_OK);
    only_there = false;
    int begins = 0; /* of the search, and of attempts */
    for (int k = 0; k < seen.before; k++)
        begins += memcmp(seen.point[k], origin, sizeof origin) == 0;
    CU_ASSERT_EQUAL(begins, 1 + 9); /* 8 4^8 < 1e6 < 8 4^9 */
}

static double nowhere(int call) {
    (void)call;
    return NAN;
}

/* zero, and both signs of several sizes; then the start itself */
static void test_other_begins(void) {
    static const double sizes[] = {0.0, 1.0, -1.0, 1e-3, -1e-3, 100.0, -100.0, 1e5, -1e5};
    make(13, (const double[MOST]){7.0, 8.0});
    seen.height = nowhere;
    CU_ASSERT_FALSE(search());
    CU_ASSERT_EQUAL_FATAL(seen.solves, 9);
    for (int s = 0; s < 9; s++)
        for (int i = 0; i < 13; i++)
            CU_ASSERT_EQUAL(seen.begin[s][i], sizes[s]);
    CU_ASSERT_EQUAL(made.a.z[1], 8.0);
}

static double level(int call) {
    return call ? 5.0 : NAN;
}

/* on level ground the simplex ends at once: the start, and one point along each unknown; larger by
 * thirty each time, up to twelve unknowns */
static void test_sizes_of_the_simplex(void) {
    static const double sizes[] = {0.1, 3.0, 90.0, 2700.0};
    double start[MOST] = {-4.0, 0.5};
    for (int n = 2; n <= 13; n++) {
        make(n, start);
        seen.height = level;
        CU_ASSERT_FALSE(search());
        CU_ASSERT_EQUAL(bd_loop_simplex_size((size_t)n) > 0, n < 13);
        CU_ASSERT_EQUAL_FATAL(seen.count, n == 13 ? 1 : 1 + 4 * (n + 1));
        CU_ASSERT_EQUAL(seen.solves, n == 13 ? 9 : 13);
        for (int s = 0; n < 13 && s < 4; s++)
            for (int p = 0; p <= n; p++)
                for (int i = 0; i < n; i++)
                    MR_ASSERT_CLOSE(seen.point[1 + s * (n + 1) + p][i],
                                    start[i] + (p == i + 1 ? sizes[s] * (i ? 1.0 : 4.0) : 0.0),
                                    1e-12);
    }
}

/* --- moves of the simplex, as Nelder and Mead define them: heights by the order of the calls ---
 */

static const double *heights;
static int height_count;

static double told(int call) {
    return call == 0 ? NAN : call <= height_count ? heights[call - 1] : 0.0;
}

/* from (1, 4), (1.1, 4), (1, 4.4) of heights 1, 2, 3 the worst goes through (1.05, 4) to
 * (1.1, 3.6); then where its height there says, and on from the new simplex */
static void test_moves_of_the_simplex(void) {
    static const struct {
        double height[4]; /* there, at the second point, and at the next two */
        double second[2], next[2], after[2];
    } cases[] = {
        /* better than the best: twice as far, which is taken if it is better still */
        {{0.5, 0.2, 9.0, 9.0}, {1.15, 3.2}, {1.05, 3.2}, {1.0875, 3.8}},
        {{0.5, 0.8, 9.0, 9.0}, {1.15, 3.2}, {1.0, 3.6}, {1.075, 3.9}},
        /* as good as the best, or between: stays */
        {{1.0, 1.0, 9.0, 9.0}, {1.1, 3.6}, {1.0, 3.6}, {1.075, 3.9}},
        {{1.5, 1.5, 9.0, 9.0}, {1.1, 3.6}, {1.0, 3.6}, {1.075, 3.9}},
        /* as bad as the next or worse, better than the worst: half as far */
        {{2.0, 1.9, 9.0, 9.0}, {1.075, 3.8}, {0.975, 3.8}, {1.06875, 3.95}},
        {{2.5, 1.9, 9.0, 9.0}, {1.075, 3.8}, {0.975, 3.8}, {1.06875, 3.95}},
        /* as bad as the worst: back by half */
        {{3.0, 1.9, 9.0, 9.0}, {1.025, 4.2}, {0.925, 4.2}, {1.05625, 4.05}},
        {{3.5, 1.9, 9.0, 9.0}, {1.025, 4.2}, {0.925, 4.2}, {1.05625, 4.05}},
        /* nothing is better: all others come half the way to the best */
        {{3.0, 3.0, 1.5, 1.6}, {1.025, 4.2}, {1.05, 4.0}, {1.0, 4.2}},
        {{3.5, 3.5, 1.5, 1.6}, {1.025, 4.2}, {1.05, 4.0}, {1.0, 4.2}},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        double list[7] = {1.0, 2.0, 3.0};
        memcpy(list + 3, cases[k].height, sizeof cases[k].height);
        heights = list;
        height_count = 7;
        make(2, (const double[]){1.0, 4.0});
        seen.height = told;
        CU_ASSERT_FALSE(search());
        CU_ASSERT_FATAL(seen.count > 8);
        for (int i = 0; i < 2; i++) {
            MR_ASSERT_CLOSE(seen.point[4][i], i ? 3.6 : 1.1, 1e-12);
            MR_ASSERT_CLOSE(seen.point[5][i], cases[k].second[i], 1e-12);
            MR_ASSERT_CLOSE(seen.point[6][i], cases[k].next[i], 1e-12);
            MR_ASSERT_CLOSE(seen.point[7][i], cases[k].after[i], 1e-12);
        }
    }
}

/* the worst is the first point, and what lies opposite is better only than that: half as far */
static void test_next_to_the_worst(void) {
    static const double list[] = {4.0, 3.0, 1.0, 2.0, 3.5, 3.6};
    heights = list;
    height_count = 6;
    make(3, (const double[]){1.0, 2.0, 10.0});
    seen.height = told;
    CU_ASSERT_FALSE(search());
    for (int i = 0; i < 3; i++) {
        const double bad = made.a.start[i], centre = bad + (i == 0   ? 0.1
                                                            : i == 1 ? 0.2
                                                                     : 1.0) /
                                                               3.0;
        MR_ASSERT_CLOSE(seen.point[5][i], 2.0 * centre - bad, 1e-12);
        MR_ASSERT_CLOSE(seen.point[6][i], centre + 0.5 * (centre - bad), 1e-12);
    }
}

/* of three unknowns, the best point neither first nor last: its mirror image, and all come to it */
static void test_a_simplex_of_three_shrinks(void) {
    static const double list[] = {4.0, 3.0, 1.0, 2.0, 8.0, 8.0, 1.0, 1.0, 1.0};
    heights = list;
    height_count = 9;
    make(3, (const double[]){1.0, 2.0, 10.0});
    seen.height = told;
    CU_ASSERT_FALSE(search());
    /* (1 2 10) is the worst; (1.1 2 10), (1 2.2 10), (1 2 11) have the centre c */
    const double c[3] = {3.1 / 3.0, 6.2 / 3.0, 31.0 / 3.0}, bad[3] = {1.0, 2.0, 10.0};
    static const double halves[3][3] = {{1.0, 2.1, 10.0}, {1.05, 2.1, 10.0}, {1.0, 2.1, 10.5}};
    for (int i = 0; i < 3; i++) {
        MR_ASSERT_CLOSE(seen.point[5][i], 2.0 * c[i] - bad[i], 1e-12);
        MR_ASSERT_CLOSE(seen.point[6][i], 0.5 * (c[i] + bad[i]), 1e-12);
        for (int p = 0; p < 3; p++)
            MR_ASSERT_CLOSE(seen.point[7 + p][i], halves[p][i], 1e-12);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_continuation_of_a_linear_loop),
        MR_TEST(test_continuation_of_a_bent_loop),
        MR_TEST(test_continuation_gives_up),
        MR_TEST(test_other_begins),
        MR_TEST(test_sizes_of_the_simplex),
        MR_TEST(test_moves_of_the_simplex),
        MR_TEST(test_next_to_the_worst),
        MR_TEST(test_a_simplex_of_three_shrinks),
    };
    return mr_test_main("loop_search", tests, sizeof tests / sizeof *tests, argc, argv);
}
