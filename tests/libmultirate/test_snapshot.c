/* save, restore and reset of an interface with its slave, to the bit */
#include "interface_help.h"

#include <math.h>
#include <string.h>

#define STEPS 120

/* a run from step `begin`, with minor evaluations and a jump on the way */
static void run(mr_interface *interface, int begin, int end, double *answers) {
    for (int i = begin; i < end; i++) {
        const double t = 0.013 * i;
        answers[i] = exchange(interface, t, sin(3.0 * t) + (i > 80 ? 2.0 : 0.0), MR_MAJOR);
        exchange(interface, t + 0.006, 0.0, MR_MINOR);
    }
}

static const char *const settings[] = {
    "scheme=sf order=3",
    "scheme=ff order=2",
    "scheme=ff order=1 smoothing=on",
    "scheme=sf predictor=selector",
    "scheme=ff predictor_to_slave=selector predictor_to_master=hermite:3",
    "scheme=sf break_loop=on order=1",
    "scheme=sf graded_start=on order=3",
    "scheme=ff slave_step=0.04 graded_start=on predictor=least_squares:1:6",
};

static void test_a_restored_run_repeats_itself_to_the_bit(void) {
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) {
        probe p = {.inputs = 1, .outputs = 1, .h = 0.031, .signals = input_dependent};
        mr_interface *interface = open_probe(settings[k], &p);
        double whole[STEPS], again[STEPS];
        mr_snapshot *early = NULL, *late = NULL;
        const double y1 = 0.0;
        mr_interface_start(interface, 0.0, &y1);
        run(interface, 0, 40, whole);
        CU_ASSERT_EQUAL(mr_interface_save(interface, &early), MR_OK);
        run(interface, 40, 90, whole);
        CU_ASSERT_EQUAL(mr_interface_save(interface, &late), MR_OK);
        run(interface, 90, STEPS, whole);
        mr_statistics first, second;
        mr_interface_statistics(interface, &first);

        for (int round = 0; round < 2; round++) {
            CU_ASSERT_EQUAL(mr_interface_restore(interface, late), MR_OK);
            run(interface, 90, STEPS, again);
            CU_ASSERT_EQUAL(memcmp(whole + 90, again + 90, (STEPS - 90) * sizeof *whole), 0);
            CU_ASSERT_EQUAL(mr_interface_restore(interface, early), MR_OK);
            run(interface, 40, STEPS, again);
            CU_ASSERT_EQUAL(memcmp(whole + 40, again + 40, (STEPS - 40) * sizeof *whole), 0);
        }
        mr_interface_statistics(interface, &second);
        CU_ASSERT_EQUAL(first.counts.slave_steps, second.counts.slave_steps);
        CU_ASSERT_EQUAL(first.counts.jumps, second.counts.jumps);

        /* into another instance of the same make */
        probe q = {.inputs = 1, .outputs = 1, .h = 0.031, .signals = input_dependent};
        mr_interface *twin = open_probe(settings[k], &q);
        mr_interface_start(twin, 0.0, &y1);
        CU_ASSERT_EQUAL(mr_interface_restore(twin, early), MR_OK);
        run(twin, 40, STEPS, again);
        CU_ASSERT_EQUAL(memcmp(whole + 40, again + 40, (STEPS - 40) * sizeof *whole), 0);
        mr_interface_close(twin);

        mr_snapshot_free(early);
        mr_snapshot_free(late);
        mr_interface_close(interface);
    }
}

static void test_a_value_that_waits_is_saved_too(void) {
    /* break_loop: the value told at t = 0.1 enters the history at the next exchange only */
    probe p = {.inputs = 1, .outputs = 1, .h = 0.1, .signals = input_dependent};
    mr_interface *interface = open_probe("scheme=ff order=0 break_loop=on", &p);
    mr_snapshot *snapshot = NULL;
    mr_interface_start(interface, 0.0, NULL);
    exchange(interface, 0.0, 1.0, MR_MAJOR);
    exchange(interface, 0.1, 2.0, MR_MAJOR);
    mr_interface_save(interface, &snapshot);
    const double first = exchange(interface, 0.2, 3.0, MR_MAJOR);
    exchange(interface, 0.3, 4.0, MR_MAJOR);
    CU_ASSERT_EQUAL(mr_interface_restore(interface, snapshot), MR_OK);
    CU_ASSERT_EQUAL(exchange(interface, 0.2, 3.0, MR_MAJOR), first);
    MR_ASSERT_CLOSE(first, 0.1 * 1.0 + 0.1 * 2.0, 1e-15);
    mr_snapshot_free(snapshot);
    mr_interface_close(interface);
}

static void test_saving_again_overwrites_without_new_memory(void) {
    probe p = {.inputs = 1, .outputs = 1, .h = 0.03, .signals = input_dependent};
    mr_interface *interface = open_probe("", &p);
    mr_snapshot *snapshot = NULL;
    double whole[STEPS], again[STEPS];
    mr_interface_start(interface, 0.0, NULL);
    for (int i = 0; i < STEPS; i += 10) {
        run(interface, i, i + 10, whole);
        CU_ASSERT_EQUAL(mr_interface_save(interface, &snapshot), MR_OK);
    }
    CU_ASSERT_EQUAL(p.saved_states, 1);
    CU_ASSERT_EQUAL(mr_interface_restore(interface, snapshot), MR_OK);
    run(interface, STEPS - 1, STEPS, again);
    mr_snapshot_free(snapshot);
    mr_snapshot_free(NULL);
    mr_interface_close(interface);
}

static void test_restoring_heals_a_failed_instance(void) {
    probe p = {.inputs = 1, .outputs = 1, .h = 0.03, .signals = input_dependent};
    mr_interface *interface = open_probe("", &p);
    mr_snapshot *snapshot = NULL;
    double whole[STEPS], again[STEPS], u, y = 1.0;
    mr_interface_start(interface, 0.0, NULL);
    run(interface, 0, 50, whole);
    mr_interface_save(interface, &snapshot);
    run(interface, 50, STEPS, whole);
    p.fault = PROBE_STEP_FAILS;
    CU_ASSERT_EQUAL(mr_interface_exchange(interface, 5.0, &y, MR_MAJOR, &u), MR_ERR_SLAVE_STEP);
    CU_ASSERT_EQUAL(mr_interface_save(interface, &snapshot), MR_ERR_STATE);
    p.fault = PROBE_GOOD;
    CU_ASSERT_EQUAL(mr_interface_restore(interface, snapshot), MR_OK);
    CU_ASSERT_STRING_EQUAL(mr_interface_error(interface), "");
    run(interface, 50, STEPS, again);
    CU_ASSERT_EQUAL(memcmp(whole + 50, again + 50, (STEPS - 50) * sizeof *whole), 0);
    mr_snapshot_free(snapshot);
    mr_interface_close(interface);
}

static void test_a_long_history_is_saved_whole(void) {
    /* 3000 master steps wait for one slave step */
    probe p = {.inputs = 1, .outputs = 1, .h = 1.0, .signals = input_dependent};
    mr_interface *interface = open_probe("scheme=ff smoothing=on", &p);
    mr_snapshot *snapshot = NULL;
    const double y1 = 0.0;
    mr_interface_start(interface, 0.0, &y1);
    for (int i = 0; i < 3000; i++)
        exchange(interface, i / 3000.0, i, MR_MAJOR);
    mr_interface_save(interface, &snapshot);
    const double first = exchange(interface, 1.0, 3000.0, MR_MAJOR);
    probe q = p;
    mr_interface *small = open_probe("scheme=ff smoothing=on", &q);
    mr_interface_start(small, 0.0, &y1);
    CU_ASSERT_EQUAL(mr_interface_restore(small, snapshot), MR_OK);
    CU_ASSERT_EQUAL(exchange(small, 1.0, 3000.0, MR_MAJOR), first);
    mr_interface_close(small);
    mr_snapshot_free(snapshot);
    mr_interface_close(interface);
}

static void test_what_cannot_be_saved_or_restored(void) {
    probe p = {.inputs = 1, .outputs = 1, .h = 0.1};
    mr_slave_type without = probe_type;
    without.save = NULL;
    without.restore = NULL;
    without.free_state = NULL;
    mr_snapshot *snapshot = NULL;
    mr_interface *interface = open_with("", &without, &p);
    mr_interface_start(interface, 0.0, NULL);
    CU_ASSERT_EQUAL(mr_interface_save(interface, &snapshot), MR_ERR_UNSUPPORTED);
    CU_ASSERT_PTR_NULL(snapshot);
    MR_ASSERT_CONTAINS(mr_interface_error(interface), "at t = 0 s could not be saved");
    exchange(interface, 0.3, 1.0, MR_MAJOR); /* it goes on */
    mr_interface_close(interface);

    interface = open_probe("", &p);
    CU_ASSERT_EQUAL(mr_interface_save(interface, &snapshot), MR_ERR_STATE); /* not started */
    mr_interface_start(interface, 0.0, NULL);
    p.fault = PROBE_SAVE_FAILS;
    CU_ASSERT_EQUAL(mr_interface_save(interface, &snapshot), MR_ERR_SLAVE_STATE);
    CU_ASSERT_PTR_NULL(snapshot);
    MR_ASSERT_CONTAINS(mr_interface_error(interface), "the probe has no drawer");
    p.fault = PROBE_GOOD;
    CU_ASSERT_EQUAL(mr_interface_save(interface, &snapshot), MR_OK);
    CU_ASSERT_EQUAL(mr_interface_restore(interface, NULL), MR_ERR_ARGUMENT);
    p.fault = PROBE_RESTORE_FAILS;
    CU_ASSERT_EQUAL(mr_interface_restore(interface, snapshot), MR_ERR_SLAVE_STATE);
    MR_ASSERT_CONTAINS(mr_interface_error(interface), "could not be restored: the drawer is stuck");
    p.fault = PROBE_GOOD;

    /* snapshots of another shape */
    static const char *const others[] = {"predictor_to_slave=selector",
                                         "predictor_to_master=selector", "graded_start=on",
                                         "predictor_to_master=hermite"};
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
        probe q = {.inputs = 1, .outputs = 1, .h = 0.1};
        mr_interface *other = open_probe(others[k], &q);
        mr_snapshot *theirs = NULL;
        mr_interface_start(other, 0.0, NULL);
        CU_ASSERT_EQUAL(mr_interface_restore(other, snapshot), MR_ERR_ARGUMENT);
        CU_ASSERT_EQUAL(mr_interface_save(other, &snapshot), MR_ERR_ARGUMENT);
        CU_ASSERT_EQUAL(mr_interface_save(other, &theirs), MR_OK);
        mr_interface_start(interface, 0.0, NULL);
        CU_ASSERT_EQUAL(mr_interface_restore(interface, theirs), MR_ERR_ARGUMENT);
        mr_snapshot_free(theirs);
        mr_interface_close(other);
    }
    probe wide = {.inputs = 2, .outputs = 1, .h = 0.1};
    mr_interface *other = open_probe("", &wide);
    mr_interface_start(other, 0.0, NULL);
    CU_ASSERT_EQUAL(mr_interface_restore(other, snapshot), MR_ERR_ARGUMENT);
    mr_interface_close(other);
    mr_snapshot_free(snapshot);
    mr_interface_close(interface);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_a_restored_run_repeats_itself_to_the_bit),
        MR_TEST(test_a_value_that_waits_is_saved_too),
        MR_TEST(test_saving_again_overwrites_without_new_memory),
        MR_TEST(test_restoring_heals_a_failed_instance),
        MR_TEST(test_a_long_history_is_saved_whole),
        MR_TEST(test_what_cannot_be_saved_or_restored),
    };
    return mr_test_main("snapshot", tests, sizeof tests / sizeof *tests, argc, argv);
}
