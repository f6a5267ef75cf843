/* clocks of FMI 3.0 in all three interface types: what ticks when, and what belongs to it */
#include "drive.h"

#include <math.h>
#include <string.h>

static const char *const files[] = {FMUS "/clocks_cs.fmu", FMUS "/clocks_me.fmu",
                                    FMUS "/clocks_se.fmu"};
enum { CO_SIMULATION, EXCHANGE, SCHEDULED, FILES };

static void must(fmu_run *run, mr_status status) {
    if (status != MR_OK)
        printf("\n    %s", run->message.text);
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
}

static double line(double t) {
    return t;
}

/* u = t. Ticks at 0.05, 0.15, …; steps of 0.1 s and of 0.04 s, which do not meet them */
static void test_periodic_clocks_tick_where_they_should(void) {
    for (int i = 0; i < FILES; i++)
        for (int k = 0; k < 2; k++) {
            fmu_run run = {.force = line};
            must(&run, fmu_run_open(&run, files[i],
                                    k == 0 ? "inputs=u outputs='y n x' step=0.1"
                                           : "inputs=u outputs='y n x' step=0.04"));
            must(&run, fmu_run_start(&run, 0.0));
            CU_ASSERT_EQUAL(run.y[1], 0.0);
            must(&run, fmu_run_to(&run, 0.2));
            MR_ASSERT_CLOSE(run.y[0], 0.15, 1e-12);
            CU_ASSERT_EQUAL(run.y[1], 2.0);
            must(&run, fmu_run_to(&run, 0.8));
            MR_ASSERT_CLOSE(run.y[0], 0.75, 1e-12);
            CU_ASSERT_EQUAL(run.y[1], 8.0);
            if (i != SCHEDULED) /* middle values are exact for a line */
                MR_ASSERT_CLOSE(run.y[2], 0.32, 1e-9);
            fmu_run_close(&run);
        }
    CU_ASSERT_EQUAL(fmu_left_behind(), 0);
}

/* y passes 0.5 with the tick at 0.55 s: alarm ticks there, later 0.03 s behind it, once */
static void test_clocks_call_clocks(void) {
    for (int i = 0; i < FILES; i++) {
        fmu_run run = {.force = line};
        must(&run, fmu_run_open(&run, files[i], "inputs=u outputs='alarm later z' step=0.1"));
        must(&run, fmu_run_start(&run, 0.0));
        must(&run, fmu_run_to(&run, 0.5));
        CU_ASSERT_EQUAL(run.y[0], 0.0);
        must(&run, fmu_run_to(&run, 0.6));
        CU_ASSERT_EQUAL(run.y[0], 1.0);
        CU_ASSERT_EQUAL(run.y[1], 1.0);
        MR_ASSERT_CLOSE(run.y[2], 0.58, 1e-9);
        must(&run, fmu_run_to(&run, 1.0));
        CU_ASSERT_EQUAL(run.y[0], 1.0);
        CU_ASSERT_EQUAL(run.y[1], 1.0);
        fmu_run_close(&run);
    }
}

/* a triggered clock ticks once where the count changes, with the input that belongs to it */
static void test_triggered_clocks_count(void) {
    for (int i = 0; i < FILES; i++) {
        fmu_run run = {0};
        must(&run, fmu_run_open(&run, files[i], "inputs='w hit' outputs='sum hit' step=0.1"));
        run.values[0] = 5.0;
        must(&run, fmu_run_start(&run, 0.0));
        CU_ASSERT_EQUAL(run.y[0], 0.0);
        must(&run, fmu_run_to(&run, 0.2));
        CU_ASSERT_EQUAL(run.y[0], 0.0);
        run.values[1] = 1.0;
        must(&run, fmu_run_to(&run, 0.4));
        CU_ASSERT_EQUAL(run.y[0], 5.0);
        run.values[0] = 2.0;
        run.values[1] = 2.0;
        must(&run, fmu_run_to(&run, 0.7));
        CU_ASSERT_EQUAL(run.y[0], 7.0);
        CU_ASSERT_EQUAL(run.y[1], 2.0);
        fmu_run_close(&run);
    }
}

/* a second start begins to count anew; one in the middle of time ticks on the same grid */
static void test_starts(void) {
    for (int i = 0; i < FILES; i++) {
        fmu_run run = {.force = line};
        must(&run, fmu_run_open(&run, files[i], "inputs=u outputs='n y y_again' step=0.1"));
        for (int k = 0; k < 2; k++) {
            must(&run, fmu_run_start(&run, 0.0));
            must(&run, fmu_run_to(&run, 0.3));
            CU_ASSERT_EQUAL(run.y[0], 3.0);
        }
        must(&run, fmu_run_start(&run, 2.0));
        must(&run, fmu_run_to(&run, 2.1));
        CU_ASSERT_EQUAL(run.y[0], 1.0);
        MR_ASSERT_CLOSE(run.y[1], 2.05, 1e-12);
        fmu_run_close(&run);
    }
}

static void test_refusals(void) {
    fmu_run run = {0};
    CU_ASSERT_NOT_EQUAL(fmu_run_open(&run, files[0], "inputs=sample"), MR_OK);
    MR_ASSERT_CONTAINS(run.message.text, "ticks by itself");
    fmu_run_close(&run);
    CU_ASSERT_NOT_EQUAL(fmu_run_open(&run, files[SCHEDULED], "interface=cs"), MR_OK);
    MR_ASSERT_CONTAINS(run.message.text, "is not for Co-Simulation");
    fmu_run_close(&run);
    /* more ticks have passed than there are numbers for them */
    must(&run, fmu_run_open(&run, files[SCHEDULED], "outputs=y step=0.1"));
    CU_ASSERT_NOT_EQUAL(fmu_run_start(&run, 1e30), MR_OK);
    MR_ASSERT_CONTAINS(run.message.text, "ticks every 0.1 s");
    fmu_run_close(&run);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_periodic_clocks_tick_where_they_should),
        MR_TEST(test_clocks_call_clocks),
        MR_TEST(test_triggered_clocks_count),
        MR_TEST(test_starts),
        MR_TEST(test_refusals),
    };
    if (!fmu_runs_begin())
        return 1;
    const int code = mr_test_main("fmu_clocks", tests, sizeof tests / sizeof *tests, argc, argv);
    fmu_runs_end();
    return code;
}
