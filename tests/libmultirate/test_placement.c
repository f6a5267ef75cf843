/* where errands go by what they cost: against the best placement, found by trying all of them */
#include "mr_test.h"
#include "threads/placement.h"

#include <math.h>
#include <stdbool.h>

#define MOST_LOADS 8
#define MOST_SEATS 4

/* what the busiest seat has in the best of all placements */
static double best_of_all(const mr_load *loads, int count, int seats) {
    long placements = 1;
    double best = INFINITY;
    for (int i = 0; i < count; i++)
        placements *= seats;
    for (long p = 0; p < placements; p++) {
        mr_load tried[MOST_LOADS];
        double sums[MOST_SEATS] = {0.0};
        long rest = p;
        for (int i = 0; i < count; i++, rest /= seats) {
            tried[i] = loads[i];
            tried[i].seat = (int)(rest % seats);
        }
        best = fmin(best, mr_busiest(tried, count, sums, seats));
    }
    return best;
}

/* with one caller and nothing to pay for handing over */
static double busiest_placed(mr_load *loads, int count, int seats) {
    double placed[MOST_SEATS] = {0.0}, again[MOST_SEATS] = {0.0};
    mr_place(loads, count, placed, seats, 1);
    const double busiest = mr_busiest(loads, count, again, seats);
    for (int s = 0; s < seats; s++)
        MR_ASSERT_CLOSE(placed[s], again[s], 1e-12);
    return busiest;
}

static void test_the_busiest_is_within_a_third_of_the_best(void) {
    mr_random random = {2026};
    bool best_reached = false;
    for (int trial = 0; trial < 400; trial++) {
        const int seats = 2 + mr_random_below(&random, MOST_SEATS - 1);
        const int count = 1 + mr_random_below(&random, seats == MOST_SEATS ? 7 : MOST_LOADS);
        mr_load loads[MOST_LOADS] = {{0}};
        for (int i = 0; i < count;
             i++) /* from equal ones to some that are a thousand times others */
            loads[i].work = pow(10.0, 3e-3 * mr_random_below(&random, 1 + trial));
        const double placed = busiest_placed(loads, count, seats);
        const double best = best_of_all(loads, count, seats);
        CU_ASSERT_TRUE(placed <= (4.0 / 3.0 - 1.0 / (3.0 * seats)) * best * (1.0 + 1e-12));
        CU_ASSERT_TRUE(placed >= best * (1.0 - 1e-12));
        best_reached = best_reached || placed == best;
    }
    CU_ASSERT_TRUE(best_reached);
}

/* the worst case of the method on two seats: 7 where 6 would be possible */
static void test_the_bound_is_reached(void) {
    mr_load loads[] = {{.work = 2}, {.work = 3}, {.work = 2}, {.work = 3}, {.work = 2}};
    CU_ASSERT_EQUAL(busiest_placed(loads, 5, 2), 7.0);
    CU_ASSERT_EQUAL(best_of_all(loads, 5, 2), 6.0);
}

static void test_one_long_among_short_ones(void) {
    mr_load loads[] = {{.work = 1}, {.work = 1}, {.work = 1}, {.work = 3}};
    CU_ASSERT_EQUAL(busiest_placed(loads, 4, 2), 3.0);
    CU_ASSERT_EQUAL(loads[3].seat, 0); /* the caller has it without a hand-over */
    for (int i = 0; i < 3; i++)
        CU_ASSERT_EQUAL(loads[i].seat, 1);
    CU_ASSERT_EQUAL(busiest_placed(loads, 4, 1), 6.0); /* nobody else is there */
}

static void test_the_callers_own_work_counts(void) {
    mr_load loads[] = {{.work = 1}, {.work = 1}, {.work = 1}};
    double seats[] = {2.5, 0.0};
    mr_place(loads, 3, seats, 2, 1);
    for (int i = 0; i < 3; i++)
        CU_ASSERT_EQUAL(loads[i].seat, 1);
    CU_ASSERT_EQUAL(seats[0], 2.5);
    CU_ASSERT_EQUAL(seats[1], 3.0);
}

static void test_only_what_is_worth_it_leaves_home(void) {
    mr_load alone[] = {{.work = 10, .hand_over = 1}};
    double one[] = {0.5, 0.0};
    mr_place(alone, 1, one, 2, 1);
    CU_ASSERT_EQUAL(alone[0].seat, 0); /* the caller would only wait */
    mr_load short_one[] = {{.work = 1, .hand_over = 1.5}};
    double busy[] = {100.0, 0.0};
    mr_place(short_one, 1, busy, 2, 1);
    CU_ASSERT_EQUAL(short_one[0].seat, 0);
    mr_load two[] = {{.work = 10, .hand_over = 1}, {.work = 10, .hand_over = 1}};
    double both[] = {0.5, 0.0};
    mr_place(two, 2, both, 2, 1);
    CU_ASSERT_EQUAL(two[0].seat + two[1].seat, 1);
    CU_ASSERT_EQUAL(both[1], 11.0);
}

static void test_callers_do_not_work_for_each_other(void) {
    mr_load loads[] = {{.work = 4, .home = 0}, {.work = 4, .home = 0}, {.work = 4, .home = 0},
                       {.work = 4, .home = 0}, {.work = 4, .home = 0}, {.work = 1, .home = 1}};
    double seats[] = {0.0, 0.0, 0.0};
    mr_place(loads, 6, seats, 3, 2);
    for (int i = 0; i < 5; i++)
        CU_ASSERT_NOT_EQUAL(loads[i].seat, 1);
    CU_ASSERT_EQUAL(loads[5].seat, 1);
    CU_ASSERT_EQUAL(seats[0], 12.0);
    CU_ASSERT_EQUAL(seats[2], 8.0);
}

int main(int argc, char **argv) {
    const mr_test tests[] = {
        MR_TEST(test_the_busiest_is_within_a_third_of_the_best),
        MR_TEST(test_the_bound_is_reached),
        MR_TEST(test_one_long_among_short_ones),
        MR_TEST(test_the_callers_own_work_counts),
        MR_TEST(test_only_what_is_worth_it_leaves_home),
        MR_TEST(test_callers_do_not_work_for_each_other),
    };
    return mr_test_main("placement", tests, sizeof tests / sizeof *tests, argc, argv);
}
