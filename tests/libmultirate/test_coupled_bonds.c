/* power bonds between members, on steps that are made up: work, what is made of it, how far energy
 * swings, and whether it drives the motion */
#include "coupled_private.h"
#include "mr_test.h"

#include <math.h>
#include <stdlib.h>

enum { FLOW, EFFORT };

/* two members of one output and one input each; the first one tells a velocity */
typedef struct pair {
    mr_coupled coupled;
    mr_member members[2];
    double row[2][1], seen[2][2], factor[2];
    int source[2];
} pair;

static void open_pair(pair *p, double factor_of_effort, double factor_of_flow) {
    *p = (pair){.factor = {factor_of_effort, factor_of_flow}, .source = {1, 0}};
    for (int i = 0; i < 2; i++)
        p->members[i] = (mr_member){.first_input = i,
                                    .inputs = 1,
                                    .first_output = i,
                                    .outputs = 1,
                                    .tolerance = 1e-9,
                                    .seen = p->seen[i],
                                    .row = p->row[i]};
    p->coupled = (mr_coupled){.config = {.own_steps = true},
                              .member_count = 2,
                              .members = p->members,
                              .source = p->source,
                              .factor = p->factor};
    CU_ASSERT_EQUAL_FATAL(mr_coupled_add_bond(&p->coupled, 0, 0, 1, 0), MR_OK);
}

static void start(pair *p, double t0, double flow, double effort) {
    p->row[FLOW][0] = flow;
    p->row[EFFORT][0] = effort;
    p->members[FLOW].t = p->members[EFFORT].t = t0;
    mr_coupled_start_bonds(&p->coupled, t0);
}

/* a side goes on to t: it tells `out` there, and has asked for `begin` and `end` of its input */
static void go(pair *p, int side, double t, double out, double begin, double end) {
    mr_member *m = &p->members[side];
    m->from = m->t;
    m->t = t;
    m->row[0] = out;
    m->seen[0] = begin;
    m->seen[1] = end;
    mr_coupled_work(&p->coupled, m);
}

static mr_bond_energy energy(const pair *p) {
    mr_bond_energy e;
    mr_coupled_energy(&p->coupled, 0, &e);
    return e;
}

static void close_pair(pair *p) {
    free(p->coupled.bonds);
}

/* --- sums --- */

/* the trapezoidal rule between begin and end; what both saw alike is neither made nor lost */
static void test_work_that_both_sides_agree_on(void) {
    pair p;
    open_pair(&p, 1.0, 1.0);
    start(&p, 2.0, 0.5, 4.0);
    go(&p, FLOW, 2.1, -0.7, 4.0, 6.0);
    MR_ASSERT_CLOSE(energy(&p).created, 0.0, 1e-15); /* the other side is not there yet */
    go(&p, EFFORT, 2.1, 6.0, 0.5, -0.7);
    const double first = 0.1 * 0.5 * (0.5 * 4.0 - 0.7 * 6.0);
    MR_ASSERT_CLOSE(energy(&p).exchanged, fabs(first), 1e-14);
    MR_ASSERT_CLOSE(energy(&p).created, 0.0, 1e-14);
    go(&p, FLOW, 2.4, 0.9, 6.0, -1.0);
    go(&p, EFFORT, 2.4, -1.0, -0.7, 0.9);
    const double second = 0.3 * 0.5 * (-0.7 * 6.0 - 0.9 * 1.0);
    MR_ASSERT_CLOSE(energy(&p).exchanged, fabs(first) + fabs(second), 1e-14);
    MR_ASSERT_CLOSE(energy(&p).created, 0.0, 1e-14);
    CU_ASSERT_EQUAL(energy(&p).flow_member, 0);
    CU_ASSERT_EQUAL(energy(&p).effort_member, 1);
    start(&p, 0.0, 0.5, 4.0); /* anew */
    MR_ASSERT_CLOSE(energy(&p).exchanged, 0.0, 0.0);
    MR_ASSERT_CLOSE(energy(&p).swing, 0.0, 0.0);
    close_pair(&p);
}

/* what leaves by the one and does not come in at the other; factors on the way are of both */
static void test_what_is_made(void) {
    static const double factors[3][2] = {{1.0, 1.0}, {-1.0, -1.0}, {2.0, -0.25}};
    for (int k = 0; k < 3; k++) {
        pair p;
        const double a = factors[k][0], b = factors[k][1]; /* on effort, on flow */
        double made = 0.0, all = 0.0;
        open_pair(&p, a, b);
        start(&p, 0.0, 1.0, 1.0);
        for (int i = 1; i <= 60; i++) { /* the effort side sees the flow of a step ago */
            const double t = 0.1 * i, flow = cos(0.3 * i), late = cos(0.3 * (i - 1)),
                         later = cos(0.3 * (i - 2)), effort = 2.0 - sin(0.2 * i),
                         before = 2.0 - sin(0.2 * (i - 1));
            const double said = i == 1 ? 1.0 : before;
            go(&p, FLOW, t, flow, a * said, a * effort);
            go(&p, EFFORT, t, effort, b * (i == 1 ? 1.0 : later), b * late);
            const double left = 0.05 * a * ((i == 1 ? 1.0 : late) * said + flow * effort);
            const double right = 0.05 * a * (said * (i == 1 ? 1.0 : later) + effort * late);
            made += left - right;
            all += fabs(left);
            MR_ASSERT_CLOSE(energy(&p).created, made, 1e-12);
            MR_ASSERT_CLOSE(energy(&p).exchanged, all, 1e-12);
            if (i < 25)
                MR_ASSERT_CLOSE(energy(&p).error, 0.0, 0.0); /* too early to judge */
        }
        CU_ASSERT(energy(&p).error > 0.0);
        close_pair(&p);
    }
}

/* sides of other steps are compared at times that both have reached, on a line between their own */
static void test_sides_of_other_steps(void) {
    pair p;
    open_pair(&p, 1.0, 1.0);
    start(&p, 0.0, 2.0, 3.0);
    go(&p, EFFORT, 1.0, 3.0, 2.0, 2.0); /* 6 in a second */
    for (int i = 1; i <= 4; i++) {
        go(&p, FLOW, 0.25 * i, 2.0, 3.0, 3.0);
        MR_ASSERT_CLOSE(energy(&p).created, 0.0, 1e-14);
    }
    for (int i = 1; i <= 4; i++) { /* 7 a second now */
        go(&p, FLOW, 1.0 + 0.25 * i, 2.0, 3.5, 3.5);
        MR_ASSERT_CLOSE(energy(&p).created, 0.0, 1e-14); /* nothing to compare with */
    }
    go(&p, EFFORT, 1.875, 3.0, 2.0, 2.0);
    MR_ASSERT_CLOSE(energy(&p).created, 7.0 * 0.875 - 6.0 * 0.875, 1e-13);
    go(&p, EFFORT, 3.0, 3.0, 2.0, 2.0);
    MR_ASSERT_CLOSE(energy(&p).created, 1.0, 1e-13);
    close_pair(&p);
}

/* the largest error so far; but one of next to nothing is forgotten when a hundred times as much
 * has passed */
static void test_the_worst_error(void) {
    pair p;
    open_pair(&p, 1.0, 1.0);
    start(&p, 0.0, 1.0, 1.0);
    double t = 0.0;
    for (int i = 0; i < 25; i++) { /* twice as much leaves as comes in */
        t += 1.0;
        go(&p, EFFORT, t, 1.0, 0.5, 0.5);
        go(&p, FLOW, t, 1.0, 1.0, 1.0);
    }
    MR_ASSERT_CLOSE(energy(&p).error, 0.5, 1e-12);
    double exchanged = 25.0;
    while (exchanged < 4000.0) {
        t += 1.0;
        p.row[EFFORT][0] = 10.0;
        go(&p, EFFORT, t, 10.0, 1.0, 1.0);
        go(&p, FLOW, t, 1.0, 10.0, 10.0);
        exchanged = energy(&p).exchanged;
        const double error = energy(&p).created / exchanged;
        if (exchanged < 2490.0)
            MR_ASSERT_CLOSE(energy(&p).error, 0.5, 1e-12);
        if (exchanged > 2510.0)
            CU_ASSERT(energy(&p).error < 0.02 && energy(&p).error >= error);
    }
    close_pair(&p);
}

/* --- the motion: energy that passes to and fro, of which some is made --- */

/* stretches of 8 steps of both sides (twice as many each time that there is no more room); in each
 * the energy passes to and fro by `size`, and `created` is made */
static mr_bond_energy swing(int stretches, double (*size)(int, double), double (*made)(int)) {
    pair p;
    double t = 0.0, sum = 0.0;
    open_pair(&p, 1.0, 1.0);
    start(&p, 0.0, 1.0, 1.0);
    for (int k = 0; k < stretches; k++) {
        const double created = made(k), way = size(k, sum + 0.5 * created);
        for (int i = 0; i < 8; i++) { /* up in the first half, down in the second */
            const double work = (i < 4 ? 1.0 : -1.0) * way / 4.0;
            t += 1.0;
            p.row[FLOW][0] = p.row[EFFORT][0] = 1.0;
            go(&p, EFFORT, t, 1.0, work - created / 8.0, work - created / 8.0);
            go(&p, FLOW, t, 1.0, work, work);
        }
        sum += created;
    }
    const mr_bond_energy e = energy(&p);
    MR_ASSERT_CLOSE(e.created, sum, 1e-9);
    close_pair(&p);
    return e;
}

static double steady(int k) {
    (void)k;
    return 2.0;
}

static double lost(int k) {
    (void)k;
    return -2.0;
}

static double with_made(int k, double made) {
    (void)k;
    return 10.0 + made;
}

static double steeply(int k, double made) {
    (void)k;
    return 10.0 + 3.2 * made;
}

static double less_steeply(int k, double made) {
    (void)k;
    return 10.0 + 2.8 * made;
}

static double hardly(int k, double made) {
    (void)k;
    return 50.0 + 0.08 * made;
}

static double a_little(int k, double made) {
    (void)k;
    return 50.0 + 0.12 * made;
}

static double against(int k, double made) {
    (void)k;
    return 500.0 - made;
}

static double the_same(int k, double made) {
    (void)k;
    (void)made;
    return 10.0;
}

static double anyhow(int k, double made) {
    return 30.0 + made + 40.0 * sin(2.0 * k);
}

static double a_bit_anyhow(int k, double made) {
    return 30.0 + made + 3.0 * sin(2.0 * k);
}

/* the swing of the stretches is a line over what was made: then it drives, if its slope is about
 * one */
static void test_energy_that_drives(void) {
    CU_ASSERT(swing(12, with_made, steady).drives);
    CU_ASSERT(swing(40, with_made, steady).drives);
    CU_ASSERT(swing(150, with_made, steady).drives); /* stretches were put together */
    CU_ASSERT(swing(12, less_steeply, steady).drives);
    CU_ASSERT_FALSE(swing(12, steeply, steady).drives);
    CU_ASSERT(swing(12, a_little, steady).drives);
    CU_ASSERT_FALSE(swing(12, hardly, steady).drives);
    CU_ASSERT_FALSE(swing(12, the_same, steady).drives);
    CU_ASSERT_FALSE(swing(12, against, steady).drives);
    CU_ASSERT_FALSE(swing(12, anyhow, steady).drives);
    CU_ASSERT(swing(12, a_bit_anyhow, steady).drives);
    /* six stretches at least */
    CU_ASSERT_FALSE(swing(5, with_made, steady).drives);
    CU_ASSERT(swing(6, with_made, steady).drives);
}

/* energy that is lost damps: the swing becomes less with it */
static double with_lost(int k, double made) {
    (void)k;
    return 100.0 + made;
}

static void test_energy_that_damps(void) {
    CU_ASSERT(swing(12, with_lost, lost).drives);
    CU_ASSERT_FALSE(swing(12, against, lost).drives);
}

/* from the least to the most that had passed, over all stretches, however they were put together */
static void test_how_far_it_swings(void) {
    static const int stretches[] = {1, 7, 31, 32, 33, 64, 100, 300};
    for (size_t i = 0; i < sizeof stretches / sizeof *stretches; i++) {
        MR_ASSERT_CLOSE(swing(stretches[i], the_same, steady).swing, 10.0, 1e-9);
        /* half of what is made in a stretch belongs to it */
        MR_ASSERT_CLOSE(swing(stretches[i], with_made, steady).swing,
                        10.0 + 2.0 * (stretches[i] - 0.5), 1e-9);
    }
}

/* --- what is a bond --- */

static void test_bonds_that_are_none(void) {
    pair p;
    open_pair(&p, 1.0, 1.0);
    for (int k = 0; k < 9; k++) {
        const int wrong[9][4] = {{-1, 0, 1, 0}, {0, 0, -1, 0}, {2, 0, 1, 0},
                                 {0, 0, 2, 0},  {0, -1, 1, 0}, {0, 0, 1, -1},
                                 {0, 1, 1, 0},  {0, 0, 1, 1},  {0, 0, 0, 0}};
        CU_ASSERT_EQUAL(
            mr_coupled_add_bond(&p.coupled, wrong[k][0], wrong[k][1], wrong[k][2], wrong[k][3]),
            MR_ERR_ARGUMENT);
        MR_ASSERT_CONTAINS(p.coupled.message.text, "a power bond needs own steps, and two outputs");
        CU_ASSERT_EQUAL(mr_coupled_bond_count(&p.coupled), 1);
    }
    CU_ASSERT_EQUAL(mr_coupled_add_bond(&p.coupled, 1, 0, 0, 0), MR_OK); /* the other way round */
    CU_ASSERT_EQUAL(mr_coupled_bond_count(&p.coupled), 2);
    p.source[1] = MR_NONE; /* one of them is not connected */
    CU_ASSERT_EQUAL(mr_coupled_add_bond(&p.coupled, 0, 0, 1, 0), MR_ERR_ARGUMENT);
    p.source[1] = 0;
    p.coupled.config.own_steps = false;
    CU_ASSERT_EQUAL(mr_coupled_add_bond(&p.coupled, 0, 0, 1, 0), MR_ERR_ARGUMENT);
    close_pair(&p);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_work_that_both_sides_agree_on),
        MR_TEST(test_what_is_made),
        MR_TEST(test_sides_of_other_steps),
        MR_TEST(test_the_worst_error),
        MR_TEST(test_energy_that_drives),
        MR_TEST(test_energy_that_damps),
        MR_TEST(test_how_far_it_swings),
        MR_TEST(test_bonds_that_are_none),
    };
    return mr_test_main("coupled_bonds", tests, sizeof tests / sizeof *tests, argc, argv);
}
