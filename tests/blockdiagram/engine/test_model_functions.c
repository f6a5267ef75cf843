/* functions of a model at start and end, and blocks that reach the states of others */
#include <stdio.h>
#include <string.h>

#include "blockdiagram/run.h"
#include "mr_test.h"

#define BLOCK(type, name, rest) "Block {\n BlockType " type "\n Name \"" name "\"\n" rest "}\n"
#define LINE(from, to)                                                                             \
    "Line {\n SrcBlock \"" from "\"\n SrcPort 1\n DstBlock \"" to "\"\n DstPort 1\n}\n"
#define OUT(name, number) BLOCK("Outport", name, " Port \"" number "\"\n")
#define FUNCTION(name, event, owner)                                                               \
    BLOCK("SubSystem", name,                                                                       \
          " Ports []\n System {\n Name \"" name "\"\n" BLOCK("EventListener", "event", event)      \
              BLOCK("Constant", "five", " Value \"5\"\n")                                          \
                  BLOCK("StateWriter", "writer", " StateOwnerBlock \"" owner "\"\n")               \
                      LINE("five", "writer") "}\n")

static bd_run *run_model(const char *solver, const char *blocks, bd_status *status,
                         bd_error *error) {
    char text[6000];
    bd_diagram *diagram = NULL;
    bd_workspace *base = NULL;
    bd_run *run = NULL;
    snprintf(text, sizeof text,
             "Model {\n Name \"m\"\n StopTime \"2\"\n Solver \"%s\"\n FixedStep \"0.5\"\n"
             " System {\n Name \"m\"\n%s}\n}\n",
             solver, blocks);
    bd_error_clear(error);
    *status = bd_diagram_read_memory(text, strlen(text), "m.mdl", NULL, &diagram, NULL, error);
    if (*status == BD_OK)
        *status = bd_workspace_create("base", NULL, &base, error);
    if (*status == BD_OK)
        *status = bd_run_compile(diagram, base, NULL, NULL, &run, error);
    if (*status == BD_OK)
        *status = bd_run_complete(run, error);
    bd_workspace_free(base);
    bd_diagram_free(diagram);
    return run;
}

static double last(bd_run *run, int record) {
    const bd_record *r = bd_run_record(run, record);
    return bd_run_record_row(run, record, r->row_count - 1)[0];
}

/* y' = 1 from 5 that the initialise function has written; the reader sees the same state */
static void test_initialise_function_writes_a_state(void) {
    bd_error error;
    bd_status status;
    bd_run *run =
        run_model("ode4",
                  BLOCK("Constant", "one", "") BLOCK("Integrator", "Int", "") OUT("y", "1")
                      OUT("s", "2") BLOCK("StateReader", "reader", " StateOwnerBlock \"../Int\"\n")
                          FUNCTION("Init", "", "../../Int") LINE("one", "Int") LINE("Int", "y")
                              LINE("reader", "s"),
                  &status, &error);
    CU_ASSERT_EQUAL(status, BD_OK);
    if (status != BD_OK)
        printf("  %s\n", error.text);
    else {
        MR_ASSERT_CLOSE(bd_run_record_row(run, 0, 0)[0], 5.0, 0.0);
        MR_ASSERT_CLOSE(last(run, 0), 7.0, 1e-14);
        MR_ASSERT_CLOSE(last(run, 1), 7.0, 1e-14);
    }
    bd_run_free(run);
}

/* a count by a delay, from 5 that the initialise function has written */
static void test_discrete_states(void) {
    bd_error error;
    bd_status status;
    bd_run *run = run_model(
        "FixedStepDiscrete",
        BLOCK("Constant", "one", "") BLOCK("Sum", "Sum", " Ports [2, 1]\n")
            BLOCK("UnitDelay", "D", " SampleTime \"0.5\"\n") OUT("y", "1") OUT("s", "2") BLOCK(
                "StateReader", "reader", " StateOwnerBlock \"m/D\"\n")
                FUNCTION("Init", " EventType \"Initialize\"\n", "../../D") LINE(
                    "one",
                    "Sum") "Line {\n SrcBlock \"D\"\n SrcPort 1\n Branch {\n DstBlock \"Sum\"\n "
                           "DstPort 2\n}\n Branch {\n DstBlock \"y\"\n DstPort 1\n}\n}\n" LINE(
                               "Sum", "D") LINE("reader", "s"),
        &status, &error);
    CU_ASSERT_EQUAL(status, BD_OK);
    if (status != BD_OK)
        printf("  %s\n", error.text);
    else {
        MR_ASSERT_CLOSE(last(run, 0), 9.0, 0.0); /* 5 and four steps */
        MR_ASSERT_CLOSE(last(run, 1), 9.0, 0.0);
    }
    bd_run_free(run);
}

/* what it checks is wrong, so it must have run, and not before the end */
static void test_terminate_function_runs_at_the_end(void) {
    bd_error error;
    bd_status status;
    bd_run *run =
        run_model("FixedStepDiscrete",
                  BLOCK("Constant", "one", "") OUT("y", "1") LINE("one", "y")
                      BLOCK("SubSystem", "End",
                            " Ports []\n System {\n Name \"End\"\n" BLOCK(
                                "EventListener", "event", " EventType \"Terminate\"\n")
                                BLOCK("Constant", "zero", " Value \"0\"\n")
                                    BLOCK("Assertion", "check", "") LINE("zero", "check") "}\n"),
                  &status, &error);
    CU_ASSERT_NOT_EQUAL(status, BD_OK);
    MR_ASSERT_CONTAINS(error.text, "m/End/check");
    CU_ASSERT_EQUAL(bd_run_record(run, 0)->row_count, 5);
    bd_run_free(run);
}

static void test_owners_that_cannot_be_reached(void) {
    bd_error error;
    bd_status status;
    bd_run_free(run_model("ode4",
                          BLOCK("StateReader", "r", " StateOwnerBlock \"../Nobody\"\n")
                              OUT("y", "1") LINE("r", "y"),
                          &status, &error));
    CU_ASSERT_NOT_EQUAL(status, BD_OK);
    MR_ASSERT_CONTAINS(error.text, "m/r: StateOwnerBlock '../Nobody' is not found");
    bd_run_free(run_model("ode4",
                          BLOCK("StateReader", "r", " StateOwnerBlock \"../G\"\n") OUT("y", "1")
                              BLOCK("Gain", "G", "") LINE("r", "y"),
                          &status, &error));
    CU_ASSERT_NOT_EQUAL(status, BD_OK);
    MR_ASSERT_CONTAINS(error.text, "type Gain");
}

/* a port for its event would set all states back: never without a word */
static void test_ports_for_events_are_refused(void) {
    bd_error error;
    bd_status status;
    bd_run_free(run_model(
        "ode4",
        BLOCK("SubSystem", "S",
              " ShowSubsystemReinitializePorts \"on\"\n Ports []\n System {\n Name "
              "\"S\"\n" FUNCTION("Again", " EventType \"Reinitialize\"\n", "../../Int") BLOCK(
                  "Constant", "one", "") BLOCK("Integrator", "Int", "") LINE("one", "Int") "}\n"),
        &status, &error));
    CU_ASSERT_NOT_EQUAL(status, BD_OK);
    MR_ASSERT_CONTAINS(error.text, "m/S: ports for the events of its functions");
}

int main(int argc, char **argv) {
    const mr_test tests[] = {
        MR_TEST(test_initialise_function_writes_a_state),
        MR_TEST(test_discrete_states),
        MR_TEST(test_terminate_function_runs_at_the_end),
        MR_TEST(test_owners_that_cannot_be_reached),
        MR_TEST(test_ports_for_events_are_refused),
    };
    return mr_test_main("model_functions", tests, sizeof tests / sizeof *tests, argc, argv);
}
