/* the mirrored ring: order, windows, growth, cuts, barriers, copies */
#include "history.h"
#include "mr_test.h"

#include <math.h>
#include <string.h>

static void append(mr_history *history, double t, double needed_from, int points) {
    const double row[2] = {t, -t};
    CU_ASSERT_EQUAL_FATAL(mr_history_append(history, t, row, needed_from, points), MR_OK);
}

/* times rise, rows belong to their times, and any run of rows lies side by side */
static void check_whole(const mr_history *history) {
    const double *times = mr_history_times(history);
    const double *rows = mr_history_row(history, 0);
    int wrong = 0;
    for (int i = 0; i < history->count; i++) {
        wrong += i > 0 && !(times[i] > times[i - 1]);
        wrong += rows[2 * i] != times[i] || rows[2 * i + 1] != -times[i];
        wrong += mr_history_row(history, i) != rows + 2 * i;
    }
    CU_ASSERT_EQUAL(wrong, 0);
}

static void test_samples_stay_in_order_while_the_ring_turns(void) {
    mr_history history;
    CU_ASSERT_EQUAL_FATAL(mr_history_open(&history, 2, 0, 0), MR_OK);
    CU_ASSERT_EQUAL(history.capacity, 32);
    for (int i = 0; i < 1000; i++) {
        append(&history, i, INFINITY, 4);
        check_whole(&history);
        CU_ASSERT_EQUAL(mr_history_newest(&history), (double)i);
    }
    CU_ASSERT_EQUAL(history.count, 32);
    CU_ASSERT_EQUAL(history.capacity, 32);
    CU_ASSERT_EQUAL(history.grown, 0);
    mr_history_close(&history);
}

static void test_memory_grows_only_while_a_window_needs_it(void) {
    mr_history history;
    CU_ASSERT_EQUAL_FATAL(mr_history_open(&history, 2, 0, 0), MR_OK);
    for (int i = 0; i < 100; i++)
        append(&history, i, 3.0, 4); /* the window for t = 3 begins at the first sample */
    CU_ASSERT_EQUAL(history.capacity, 128);
    CU_ASSERT_EQUAL(history.grown, 2);
    CU_ASSERT_EQUAL(history.count, 100);
    check_whole(&history);
    for (int i = 100; i < 10000; i++)
        append(&history, i, i - 50.0, 4);
    CU_ASSERT_EQUAL(history.capacity, 128);
    CU_ASSERT_EQUAL(history.peak, 128);
    check_whole(&history);
    mr_history_close(&history);
}

static void test_window_for_the_needed_time_stays_whole(void) {
    mr_random random = {1};
    for (int trial = 0; trial < 300; trial++) {
        mr_history history;
        const int points = 1 + mr_random_below(&random, 8);
        CU_ASSERT_EQUAL_FATAL(mr_history_open(&history, 2, 0, 0), MR_OK);
        double needed = 0.0;
        int wrong = 0;
        for (int i = 0; i < 400; i++) {
            append(&history, i, needed, points);
            const int end = mr_history_find(&history, needed, 0.0);
            /* all samples of the window, as if nothing had ever been dropped */
            const double first = fmax(0.0, ceil(needed) - points + 1);
            wrong += end + 1 - points < 0 && mr_history_times(&history)[0] != 0.0;
            wrong += mr_history_times(&history)[0] > first;
            if (i > needed + 20.0 * mr_random_uniform(&random, 0.0, 1.0))
                needed = mr_random_uniform(&random, needed, i);
        }
        CU_ASSERT_EQUAL(wrong, 0);
        mr_history_close(&history);
    }
}

static void test_growth_ends_at_the_limit(void) {
    mr_history history;
    CU_ASSERT_EQUAL_FATAL(mr_history_open(&history, 0, 0, 0), MR_OK);
    mr_status status = MR_OK;
    int i = 0;
    for (; status == MR_OK && i < 2 * MR_HISTORY_LIMIT; i++)
        status = mr_history_append(&history, i, NULL, 0.0, 4);
    CU_ASSERT_EQUAL(status, MR_ERR_HISTORY);
    CU_ASSERT_EQUAL(i, MR_HISTORY_LIMIT + 1);
    CU_ASSERT_EQUAL(history.count, MR_HISTORY_LIMIT);
    mr_history_close(&history);
}

static void test_find_gives_first_sample_not_before(void) {
    mr_history history;
    CU_ASSERT_EQUAL_FATAL(mr_history_open(&history, 2, 0, 0), MR_OK);
    for (int i = 0; i < 50; i++)
        append(&history, 2.0 * i, INFINITY, 4); /* 36 … 98 are kept */
    CU_ASSERT_EQUAL(history.count, 32);
    int wrong = 0;
    for (double t = 30.0; t < 110.0; t += 0.25) {
        const double *times = mr_history_times(&history);
        int expected = 0;
        while (expected < 31 && times[expected] < t)
            expected++;
        wrong += mr_history_find(&history, t, 0.0) != expected;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    /* a sample a rounding before t counts as being at t */
    CU_ASSERT_EQUAL(mr_history_find(&history, 98.0 + 1e-9, 1e-8), 31);
    CU_ASSERT_EQUAL(mr_history_find(&history, 40.0 + 1e-9, 1e-8), 2);
    CU_ASSERT_EQUAL(mr_history_find(&history, 40.0 + 1e-7, 1e-8), 3);
    mr_history_close(&history);
}

static void test_truncate_forgets_later_samples_only(void) {
    mr_history history;
    CU_ASSERT_EQUAL_FATAL(mr_history_open(&history, 2, 0, 0), MR_OK);
    for (int i = 0; i < 40; i++) /* the ring has turned */
        append(&history, i, INFINITY, 4);
    mr_history_truncate(&history, 35.0 - 1e-9, 1e-8);
    CU_ASSERT_EQUAL(mr_history_newest(&history), 35.0);
    mr_history_truncate(&history, 33.5, 1e-8);
    CU_ASSERT_EQUAL(mr_history_newest(&history), 33.0);
    append(&history, 33.25, INFINITY, 4);
    check_whole(&history);
    mr_history_truncate(&history, -1.0, 0.0);
    CU_ASSERT_EQUAL(history.count, 0);
    append(&history, 1.0, INFINITY, 4);
    CU_ASSERT_EQUAL(history.count, 1);
    check_whole(&history);
    mr_history_close(&history);
}

static void test_replace_keeps_both_images(void) {
    mr_history history;
    CU_ASSERT_EQUAL_FATAL(mr_history_open(&history, 2, 0, 0), MR_OK);
    for (int i = 0; i < 90; i++) {
        append(&history, i, INFINITY, 4);
        const double row[2] = {i + 0.5, -i - 0.5};
        mr_history_replace(&history, i + 0.5, row);
        check_whole(&history);
    }
    mr_history_close(&history);
}

static void test_barrier_moves_with_its_sample(void) {
    mr_history history;
    CU_ASSERT_EQUAL_FATAL(mr_history_open(&history, 2, 0, 0), MR_OK);
    for (int i = 0; i < 32; i++)
        append(&history, i, INFINITY, 4);
    mr_history_mark_jump(&history);
    for (int i = 32; i < 80; i++) {
        append(&history, i, INFINITY, 4);
        const int expected = 31 - (i - 31);
        CU_ASSERT_EQUAL(history.barrier, expected > 0 ? expected : 0);
    }
    mr_history_close(&history);
}

static void test_barrier_goes_with_a_sample_taken_back(void) {
    mr_history history;
    CU_ASSERT_EQUAL_FATAL(mr_history_open(&history, 2, 0, 0), MR_OK);
    for (int i = 0; i < 4; i++)
        append(&history, i, INFINITY, 4);
    mr_history_mark_jump(&history); /* at index 3 */
    for (int i = 4; i < 8; i++)
        append(&history, i, INFINITY, 4);
    mr_history_mark_jump(&history); /* at index 7 */
    const double row[2] = {7.0, -7.0};
    mr_history_replace(&history, 7.0, row);
    CU_ASSERT_EQUAL(history.barrier, 3);
    mr_history_mark_jump(&history);
    CU_ASSERT_EQUAL(history.barrier, 7);
    mr_history_truncate(&history, 5.0, 0.0);
    CU_ASSERT_EQUAL(history.barrier, 3);
    mr_history_truncate(&history, 2.0, 0.0);
    CU_ASSERT_EQUAL(history.barrier, 0);
    mr_history_close(&history);
}

static void test_copy_is_equal_and_independent(void) {
    mr_history a, b = {.columns = 2};
    CU_ASSERT_EQUAL_FATAL(mr_history_open(&a, 2, 0, 0), MR_OK);
    for (int i = 0; i < 21; i++)
        append(&a, i, INFINITY, 4);
    CU_ASSERT_EQUAL_FATAL(mr_history_copy(&b, &a), MR_OK);
    CU_ASSERT_EQUAL(b.count, a.count);
    CU_ASSERT_EQUAL(
        memcmp(mr_history_times(&a), mr_history_times(&b), (size_t)a.count * sizeof(double)), 0);
    append(&b, 100.0, INFINITY, 4);
    CU_ASSERT_EQUAL(mr_history_newest(&a), 20.0);
    check_whole(&b);
    /* into one of another capacity, and a long one into a short one */
    mr_history c;
    CU_ASSERT_EQUAL_FATAL(mr_history_open(&c, 2, 100, 0), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mr_history_copy(&c, &a), MR_OK);
    CU_ASSERT_EQUAL(c.count, a.count);
    check_whole(&c);
    for (int i = 21; i < 1000; i++)
        append(&c, i, 10.0, 4);
    CU_ASSERT_EQUAL_FATAL(mr_history_copy(&a, &c), MR_OK);
    CU_ASSERT_EQUAL(a.count, c.count);
    check_whole(&a);
    append(&a, 1000.0, 10.0, 4);
    check_whole(&a);
    mr_history_close(&a);
    mr_history_close(&b);
    mr_history_close(&c);
}

static void test_reserved_memory_is_used_before_more_is_made(void) {
    mr_history history;
    CU_ASSERT_EQUAL_FATAL(mr_history_open(&history, 2, 0, 256), MR_OK);
    for (int i = 0; i < 40; i++)
        append(&history, i, INFINITY, 4); /* the ring has turned when it has to grow */
    for (int i = 40; i < 256; i++) {
        append(&history, i, 20.0, 4);
        check_whole(&history);
    }
    CU_ASSERT_EQUAL(history.capacity, 256);
    CU_ASSERT_EQUAL(history.grown, 0);
    for (int i = 256; i < 400; i++)
        append(&history, i, 20.0, 4);
    CU_ASSERT_EQUAL(history.grown, 1);
    check_whole(&history);
    mr_history_close(&history);
}

static void test_samples_asked_for_are_kept(void) {
    mr_history history;
    CU_ASSERT_EQUAL_FATAL(mr_history_open(&history, 2, 1000, 0), MR_OK);
    for (int i = 0; i < 5000; i++)
        append(&history, i, INFINITY, 4);
    CU_ASSERT(history.count >= 1000);
    CU_ASSERT_EQUAL(history.grown, 0);
    mr_history_close(&history);
}

static void test_clear_begins_anew(void) {
    mr_history history;
    CU_ASSERT_EQUAL_FATAL(mr_history_open(&history, 2, 0, 0), MR_OK);
    for (int i = 0; i < 13; i++)
        append(&history, i, INFINITY, 4);
    mr_history_mark_jump(&history);
    mr_history_clear(&history);
    CU_ASSERT_EQUAL(history.count, 0);
    CU_ASSERT_EQUAL(history.barrier, 0);
    append(&history, -5.0, INFINITY, 4);
    check_whole(&history);
    mr_history_close(&history);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_samples_stay_in_order_while_the_ring_turns),
        MR_TEST(test_memory_grows_only_while_a_window_needs_it),
        MR_TEST(test_window_for_the_needed_time_stays_whole),
        MR_TEST(test_growth_ends_at_the_limit),
        MR_TEST(test_find_gives_first_sample_not_before),
        MR_TEST(test_truncate_forgets_later_samples_only),
        MR_TEST(test_replace_keeps_both_images),
        MR_TEST(test_barrier_moves_with_its_sample),
        MR_TEST(test_barrier_goes_with_a_sample_taken_back),
        MR_TEST(test_copy_is_equal_and_independent),
        MR_TEST(test_reserved_memory_is_used_before_more_is_made),
        MR_TEST(test_samples_asked_for_are_kept),
        MR_TEST(test_clear_begins_anew),
    };
    return mr_test_main("history", tests, sizeof tests / sizeof *tests, argc, argv);
}
