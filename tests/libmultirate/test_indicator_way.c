/* how far a slave goes as far as it changes its energy: work and kinetic energy of a mass that is
 * pushed at random, by rules of several orders (indicator_way.c) */
#include "indicator.h"
#include "mr_test.h"

#include <math.h>

enum { STEPS = 200 };

static const double H = 0.01, MASS = 3.0;

/* one step with a constant force, in so many parts of semi-implicit Euler (0: exactly) */
static void step(int parts, double force, double *row) {
    const double a = force / MASS, h = H / parts;
    if (parts == 0) {
        row[0] += H * row[1] + 0.5 * H * H * a;
        row[1] += H * a;
    }
    for (int k = 0; k < parts; k++) {
        row[1] += h * a;
        row[0] += h * row[1];
    }
}

/* work of the force, by the ways that are told, or by those of the positions; less what the mass
 * has got, relative to all the energy that was exchanged */
static double created(int parts, bool by_positions) {
    mr_bond bond = {.flow = 1, .position = 0};
    double last[2] = {0.2, -1.0}, sums[3] = {0.0}, row[2] = {0.2, -1.0}, work = 0.0, all = 0.0;
    mr_indicator indicator = {.bonds = &bond, .bond_count = 1, .slave = last, .farther = sums};
    mr_random random = {20261119};
    for (int k = 0; k < STEPS; k++) {
        const double force = mr_random_uniform(&random, -500.0, 500.0), before = row[0];
        step(parts, force, row);
        const double told = mr_indicator_way(&indicator, 0, H, row);
        const double way = by_positions ? row[0] - before : told;
        work += force * way;
        all += fabs(force * way);
        last[0] = row[0];
        last[1] = row[1];
    }
    return (work - 0.5 * MASS * (row[1] * row[1] - 1.0)) / all;
}

static void test_work_is_what_the_mass_has_got(void) {
    /* 0: exactly; then semi-implicit Euler, in one part and in several */
    static const int parts[] = {0, 1, 2, 5, 10};
    for (int i = 0; i < 5; i++)
        CU_ASSERT(fabs(created(parts[i], false)) < 1e-12);
    CU_ASSERT(created(1, true) > 0.05); /* its positions seem to give energy */
    CU_ASSERT(created(5, true) > 0.01);
}

static void test_what_is_no_rule_stays_as_it_is(void) {
    /* a coordinate that goes elsewhere than its velocity says, now here, now there */
    mr_bond bond = {.flow = 1, .position = 0};
    double last[2] = {0.0}, sums[3] = {0.0};
    mr_indicator indicator = {.bonds = &bond, .bond_count = 1, .slave = last, .farther = sums};
    mr_random random = {5};
    for (int k = 0; k < STEPS; k++) {
        const double row[2] = {mr_random_uniform(&random, -1.0, 1.0),
                               mr_random_uniform(&random, -9.0, 9.0)};
        const double way = mr_indicator_way(&indicator, 0, H, row);
        if (k > 5)
            MR_ASSERT_CLOSE(way, row[0] - last[0], 0.0);
        last[0] = row[0];
        last[1] = row[1];
    }
}

static void test_without_a_position_velocities_tell_it(void) {
    mr_bond bond = {.flow = 0, .position = MR_NONE};
    double last[2] = {0.0, 4.0};
    mr_indicator indicator = {.bonds = &bond, .bond_count = 1, .slave = last};
    MR_ASSERT_CLOSE(mr_indicator_way(&indicator, 0, H, &(double){6.0}), 5.0 * H, 1e-15);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_work_is_what_the_mass_has_got),
        MR_TEST(test_what_is_no_rule_stays_as_it_is),
        MR_TEST(test_without_a_position_velocities_tell_it),
    };
    return mr_test_main("multirate_indicator_way", tests, sizeof tests / sizeof *tests, argc, argv);
}
