/* best orders and jumps, sample by sample */
#include "mr_test.h"
#include "signal_watch.h"

#include <math.h>

typedef struct watched_history {
    mr_history history;
    mr_signal_watch watch, jumps_only;
} watched_history;

static void open_both(watched_history *w, int order) {
    *w = (watched_history){0};
    CU_ASSERT_EQUAL_FATAL(mr_history_open(&w->history, 1, 0, 0), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mr_signal_watch_open(&w->watch, 1, order, true), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mr_signal_watch_open(&w->jumps_only, 1, order, false), MR_OK);
}

static void close_both(watched_history *w) {
    mr_history_close(&w->history);
    mr_signal_watch_close(&w->watch);
    mr_signal_watch_close(&w->jumps_only);
}

static int observe(watched_history *w, double t, double y) {
    mr_history_append(&w->history, t, &y, INFINITY, 6);
    const int jumps = mr_signal_watch_observe(&w->watch, &w->history, false);
    /* whether an order is chosen or not, the jumps are the same */
    CU_ASSERT_EQUAL(mr_signal_watch_observe(&w->jumps_only, &w->history, false), jumps);
    return jumps;
}

static void test_smooth_signals_never_jump(void) {
    /* waves of 12 samples per period and more, ramps, exponentials, on irregular grids */
    mr_random random = {1};
    int jumps = 0;
    for (int trial = 0; trial < 300; trial++) {
        watched_history w;
        open_both(&w, 1 + mr_random_below(&random, 4));
        const double omega = 6.28 / mr_random_uniform(&random, 12.0, 100.0);
        const double phase = mr_random_uniform(&random, 0.0, 6.28);
        double t = 0.0;
        for (int i = 0; i < 200; i++, t += mr_random_uniform(&random, 0.5, 1.0))
            jumps += observe(&w, t,
                             trial % 3 == 0   ? sin(omega * t + phase)
                             : trial % 3 == 1 ? exp(0.02 * t)
                                              : 3.0 - 0.1 * t);
        close_both(&w);
    }
    CU_ASSERT_EQUAL(jumps, 0);
}

static void test_a_smooth_beginning_on_a_graded_grid_is_no_jump(void) {
    /* a signal that begins like t^n, seen at H/256, 2H/256, 4H/256, …, H, 2H, 3H */
    for (int n = 1; n <= 3; n++) {
        watched_history w;
        open_both(&w, 3);
        int jumps = observe(&w, 0.0, 0.0);
        for (int i = 0; i < 9; i++)
            jumps += observe(&w, ldexp(1.0, i - 8), pow(ldexp(1.0, i - 8), n));
        for (int i = 2; i < 10; i++)
            jumps += observe(&w, i, pow(i, n));
        CU_ASSERT_EQUAL(jumps, 0);
        close_both(&w);
    }
}

static void test_a_late_smooth_beginning_is_no_jump(void) {
    /* the chassis of a quarter car in the graded start: the road lifts the wheel, and the chassis
     * hears of it one exchange later */
    static const double chassis[] = {0.0,         0.0,         1.907e-11,  2.57392e-10,
                                     2.33463e-09, 1.92807e-08, 1.55284e-07};
    watched_history w;
    open_both(&w, 3);
    int jumps = observe(&w, 0.0, chassis[0]);
    for (int i = 1; i < 7; i++)
        jumps += observe(&w, ldexp(1.0, i - 1), chassis[i]);
    CU_ASSERT_EQUAL(jumps, 0);
    close_both(&w);
}

static void test_steps_in_quiet_signals_are_jumps(void) {
    mr_random random = {2};
    int found = 0, at_once = 0;
    for (int trial = 0; trial < 200; trial++) {
        watched_history w;
        open_both(&w, 3);
        const double height = mr_random_uniform(&random, 0.5, 5.0);
        for (int i = 0; i < 60; i++) {
            const double y = sin(0.05 * i) + (i >= 30 ? height : 0.0);
            const int jumped = observe(&w, i, y);
            found += jumped;
            at_once += jumped && i == 30;
        }
        close_both(&w);
    }
    CU_ASSERT_EQUAL(at_once, 200);
    CU_ASSERT_EQUAL(found, 200);
}

static void test_a_constant_that_changes_jumps_and_noise_of_rounding_does_not(void) {
    watched_history w;
    open_both(&w, 2);
    int jumps = 0;
    for (int i = 0; i < 20; i++)
        jumps += observe(&w, i, 5.0 + (i % 3) * 1e-15);
    CU_ASSERT_EQUAL(jumps, 0);
    CU_ASSERT_EQUAL(observe(&w, 20, 6.0), 1);
    CU_ASSERT_EQUAL(observe(&w, 21, 6.0), 0);
    close_both(&w);
}

static void test_replacing_the_newest_sample_forgets_it(void) {
    watched_history a, b;
    open_both(&a, 3);
    open_both(&b, 3);
    for (int i = 0; i < 30; i++) {
        const double t = 0.1 * i, y = sin(t), wrong = i == 20 ? 9.0 : y + 0.3;
        observe(&a, t, y);
        observe(&b, t, wrong);
        mr_history_replace(&b.history, t, &y);
        mr_signal_watch_observe(&b.watch, &b.history, true);
        mr_signal_watch_observe(&b.jumps_only, &b.history, true);
        CU_ASSERT_EQUAL(a.watch.now[0].order, b.watch.now[0].order);
        CU_ASSERT_EQUAL(a.watch.now[0].usual_rate, b.watch.now[0].usual_rate);
        CU_ASSERT_EQUAL(a.watch.now[0].since, b.watch.now[0].since);
    }
    close_both(&a);
    close_both(&b);
}

static void test_misses_are_an_average_that_fades(void) {
    /* t^2 at whole times: a line through two samples misses the next one by 2, so its average
     * closes in on 2 by one factor; a parabola misses nothing, and the last value by 2 t - 1, more
     * at every step */
    watched_history w;
    open_both(&w, 2);
    double before = 0.0, fade = 0.0;
    for (int i = 0; i < 40; i++) {
        observe(&w, i, (double)i * i);
        const mr_watched *now = &w.watch.now[0];
        if (i < 2)
            CU_ASSERT_EQUAL(now->misses[1], 0.0);
        if (i == 2)
            fade = 1.0 - now->misses[1] / 2.0;
        if (i > 2)
            MR_ASSERT_RELATIVE(2.0 - now->misses[1], fade * (2.0 - before), 1e-12);
        if (i > 2)
            CU_ASSERT(now->misses[0] > now->misses[1] && now->misses[0] < 2.0 * i - 1.0);
        MR_ASSERT_CLOSE(now->misses[2], 0.0, 1e-11);
        before = now->misses[1];
        if (i > 4)
            CU_ASSERT_EQUAL(now->order, 2);
    }
    CU_ASSERT(fade > 0.0 && fade < 1.0);
    close_both(&w);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_smooth_signals_never_jump),
        MR_TEST(test_a_smooth_beginning_on_a_graded_grid_is_no_jump),
        MR_TEST(test_a_late_smooth_beginning_is_no_jump),
        MR_TEST(test_steps_in_quiet_signals_are_jumps),
        MR_TEST(test_a_constant_that_changes_jumps_and_noise_of_rounding_does_not),
        MR_TEST(test_replacing_the_newest_sample_forgets_it),
        MR_TEST(test_misses_are_an_average_that_fades),
    };
    return mr_test_main("signal_watch", tests, sizeof tests / sizeof *tests, argc, argv);
}
