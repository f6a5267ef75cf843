/* what is recorded, and blocks that watch the run */
#include "bd_test.h"

#include <stdio.h>
#include <string.h>

/* steps 0 … 10 of a clock at 1 s */
static bd_test_model *clock_model(void) {
    bd_test_model *m = bd_test_model_create("FixedStepDiscrete", 1.0, 10.0);
    bd_test_add(m, "DigitalClock", "t", "SampleTime", "1");
    return m;
}

static void test_to_workspace_decimates_and_limits(void) {
    bd_test_model *m = clock_model();
    bd_test_add(m, "ToWorkspace", "a", "VariableName", "all", "MaxDataPoints", "inf", "SampleTime",
                "-1");
    bd_test_add(m, "ToWorkspace", "b", "VariableName", "third", "Decimation", "3", "SampleTime",
                "-1", "SaveFormat", "Structure With Time");
    bd_test_add(m, "ToWorkspace", "c", "VariableName", "last", "MaxDataPoints", "4", "SampleTime",
                "-1", "SaveFormat", "Timeseries");
    bd_test_add(m, "ToWorkspace", "d", "VariableName", "slow", "SampleTime", "5");
    for (const char *const *to = TEXTS("a", "b", "c", "d"); *to; to++)
        bd_test_wire(m, "t", *to);
    bd_test_run(m);
    int number = 0;
    CU_ASSERT_EQUAL(bd_test_record(m, "all", &number)->kind, BD_RECORD_WORKSPACE);
    CU_ASSERT_EQUAL(bd_test_rows(m, "all"), 11);
    CU_ASSERT_EQUAL(bd_test_rows(m, "third"), 4); /* 0 3 6 9 */
    MR_ASSERT_CLOSE(bd_test_last(m, "third", 0), 9.0, 0.0);
    CU_ASSERT_EQUAL(bd_test_rows(m, "last"), 4); /* 7 8 9 10 */
    MR_ASSERT_CLOSE(bd_test_value(m, "last", 0, 0), 7.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_time(m, "last", 0), 7.0, 0.0);
    CU_ASSERT_EQUAL(bd_test_rows(m, "slow"), 3);
    bd_test_model_free(m);
}

/* the last ones are kept in the order of time, whatever the limit is: less than a piece of memory
 * for records (about 4096 rows), one of them, several, and when it is never reached */
static void test_the_last_points_are_kept_in_order(void) {
    static const int limits[] = {1, 7, 4096, 4097, 5000, 9999, 20001, 30000};
    for (size_t k = 0; k < sizeof limits / sizeof *limits; k++) {
        char limit[20];
        snprintf(limit, sizeof limit, "%d", limits[k]);
        bd_test_model *m = bd_test_model_create("FixedStepDiscrete", 1.0, 20000.0);
        bd_test_add(m, "DigitalClock", "t", "SampleTime", "1");
        bd_test_add(m, "ToWorkspace", "w", "VariableName", "last", "MaxDataPoints", limit);
        bd_test_wire(m, "t", "w");
        bd_test_run(m);
        const size_t rows = bd_test_rows(m, "last");
        CU_ASSERT_EQUAL_FATAL(rows, (size_t)(limits[k] < 20001 ? limits[k] : 20001));
        for (size_t i = 0; i < rows; i++) {
            const double time = 20001.0 - (double)(rows - i);
            if (bd_test_time(m, "last", i) != time || bd_test_value(m, "last", i, 0) != time) {
                CU_FAIL("a row is not in its place");
                break;
            }
        }
        bd_test_model_free(m);
    }
}

static void test_scopes_displays_and_files(void) {
    bd_test_model *m = clock_model();
    bd_test_add(m, "Scope", "view", "NumInputPorts", "2");
    bd_test_add(m, "Scope", "saved", "SaveToWorkspace", "on", "SaveName", "kept", "LimitDataPoints",
                "on", "MaxDataPoints", "2");
    bd_test_add(m, "Display", "number");
    bd_test_add(m, "ToFile", "file", "Filename", "run.mat", "MatrixName", "data");
    bd_test_add(m, "Gain", "g", "Gain", "2");
    bd_test_wire(m, "t", "g");
    bd_test_wire(m, "t", "view/1");
    bd_test_wire(m, "g", "view/2");
    bd_test_wire(m, "t", "saved");
    bd_test_wire(m, "g", "number");
    bd_test_wire(m, "g", "file");
    bd_test_run(m);
    MR_ASSERT_CLOSE(bd_test_last(m, "view_2", 0), 20.0, 0.0);
    CU_ASSERT_EQUAL(bd_test_rows(m, "view_1"), 11);
    CU_ASSERT_EQUAL(bd_test_rows(m, "kept"), 2);
    CU_ASSERT_EQUAL(bd_test_rows(m, "number"), 11);
    MR_ASSERT_CLOSE(bd_test_value(m, "number", 3, 0), 6.0, 0.0);
    MR_ASSERT_CLOSE(bd_test_last(m, "number", 0), 20.0, 0.0);
    int number = 0;
    const bd_record *record = bd_test_record(m, "data", &number);
    CU_ASSERT_EQUAL(record->kind, BD_RECORD_FILE);
    CU_ASSERT_STRING_EQUAL(record->file, "run.mat");
    bd_test_model_free(m);
}

static void test_sinks_refuse_nonsense(void) {
    CHECK_FAILURE("ToWorkspace", TEXTS("Decimation", "0"), TEXTS("1"), "Decimation");
    CHECK_FAILURE("ToWorkspace", TEXTS("MaxDataPoints", "0"), TEXTS("1"), "MaxDataPoints");
    CHECK_FAILURE("ToWorkspace", TEXTS("SaveFormat", "Parchment"), TEXTS("1"), "SaveFormat");
    CHECK_FAILURE("ToFile", TEXTS("Filename", ""), TEXTS("1"), "Filename");
}

/* stops at the end of the step in which the clock is past 3.5 */
static void test_stop_ends_the_run(void) {
    bd_test_model *m = clock_model();
    bd_test_add(m, "Compare To Constant", "c", "relop", ">", "const", "3.5");
    bd_test_add(m, "Stop", "stop");
    bd_test_wire(m, "t", "c");
    bd_test_wire(m, "c", "stop");
    bd_test_tap(m, "t", "y");
    bd_test_run(m);
    MR_ASSERT_CLOSE(bd_test_last(m, "y", 0), 4.0, 0.0);
    CU_ASSERT_EQUAL(bd_test_rows(m, "y"), 5);
    bd_test_model_free(m);
}

static void test_assertion_stops_or_warns(void) {
    CHECK_BLOCK("Assertion", NO_TEXTS, TEXTS("[1 2]"), NO_TEXTS);
    CHECK_FAILURE("Assertion", NO_TEXTS, TEXTS("[1 0]"), "assertion failed");
    CHECK_BLOCK("Assertion", TEXTS("Enabled", "off"), TEXTS("0"), NO_TEXTS);
    bd_test_model *m = clock_model();
    bd_test_add(m, "Assertion", "a", "StopWhenAssertionFail", "off");
    bd_test_wire(m, "t", "a");
    bd_test_run(m);
    CU_ASSERT_EQUAL(m->log.count, 1);
    CU_ASSERT_PTR_NOT_NULL(m->log.count ? strstr(m->log.lines[0], "m/a: assertion failed") : NULL);
    bd_test_model_free(m);
}

/* the time of failure is part of the message */
static void test_assertion_tells_the_time(void) {
    bd_test_model *m = clock_model();
    bd_test_add(m, "Check Static Upper Bound", "a", "max", "6");
    bd_test_wire(m, "t", "a");
    bd_test_tap(m, "t", "y");
    CU_ASSERT_EQUAL(bd_test_try(m), BD_BLOCK_FAILED);
    MR_ASSERT_CONTAINS(m->error.text, "t = 7");
    CU_ASSERT_EQUAL(bd_test_rows(m, "y"), 7); /* what was before is still there */
    bd_test_model_free(m);
}

static void test_checks(void) {
    CHECK_FAILURE("Check Static Upper Bound", TEXTS("max", "1", "max_included", "off"), TEXTS("1"),
                  "assertion failed");
    CHECK_BLOCK("Checks_SMax", TEXTS("max", "1"), TEXTS("1"), NO_TEXTS);
    CHECK_FAILURE("Checks_SMin", TEXTS("min", "[0 2]"), TEXTS("[1 1]"), "element 2");
    CHECK_BLOCK("Check Static Range", TEXTS("min", "0", "max", "1", "export", "on"), TEXTS("0.5"),
                TEXTS("true"));
    CHECK_BLOCK("Check Static Range",
                TEXTS("min", "0", "max", "1", "export", "on", "enabled", "off"), TEXTS("[0.5 2]"),
                TEXTS("false"));
    CHECK_FAILURE("Check Static Gap", TEXTS("min", "0", "max", "1"), TEXTS("0.5"),
                  "assertion failed");
    CHECK_BLOCK("Check Static Gap", TEXTS("min", "0", "max", "1"), TEXTS("[0 2]"), NO_TEXTS);
    CHECK_FAILURE("Check Dynamic Range", NO_TEXTS, TEXTS("2", "1", "3"), "assertion failed");
    CHECK_BLOCK("Check Dynamic Upper Bound", NO_TEXTS, TEXTS("2", "1"), NO_TEXTS);
    CHECK_FAILURE("Check Input Resolution", TEXTS("resolution", "0.5"), TEXTS("1.25"),
                  "assertion failed");
    CHECK_SEQUENCE("Check Discrete Gradient",
                   TEXTS("gradient", "1.5", "export", "on", "enabled", "off"), "[5 6 8 7]",
                   "[1 1 0 1]");
}

static const mr_test tests[] = {
    MR_TEST(test_to_workspace_decimates_and_limits),
    MR_TEST(test_the_last_points_are_kept_in_order),
    MR_TEST(test_scopes_displays_and_files),
    MR_TEST(test_sinks_refuse_nonsense),
    MR_TEST(test_stop_ends_the_run),
    MR_TEST(test_assertion_stops_or_warns),
    MR_TEST(test_assertion_tells_the_time),
    MR_TEST(test_checks),
};

int main(int argc, char **argv) {
    return mr_test_main("blocks_sinks", tests, sizeof tests / sizeof *tests, argc, argv);
}
