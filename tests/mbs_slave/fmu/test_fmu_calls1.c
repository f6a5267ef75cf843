/* which functions of an FMU 1.0 are called, in which order and with which arguments, written down
 * by the FMU itself. Expected is what the standard demands (1.0 for Co-Simulation, section 3, and
 * for Model Exchange, section 2.2), and the values of inputs that docs/fmu.md promises. */
#include "record.h"
#include "scribe.h"

#include <string.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

#define VARIABLE(name, reference, more, type)                                                      \
    "<ScalarVariable name='" name "' valueReference='" reference "' " more ">" type                \
    "</ScalarVariable>"
static const char variables[] = VARIABLE("u", "1", "causality='input'", "<Real start='0'/>")
    VARIABLE("n", "3", "causality='input'", "<Integer start='0'/>")
        VARIABLE("on", "4", "causality='input'", "<Boolean start='0'/>")
            VARIABLE("off", "2", "causality='input'", "<Boolean start='0'/>")
                VARIABLE("fixed", "6", "variability='parameter'", "<Real start='0'/>")
                    VARIABLE("gear", "7", "causality='input'", "<Enumeration start='1'/>")
                        VARIABLE("second", "8", "causality='input'", "<Real start='0'/>") VARIABLE(
                            "habit", "9", "variability='parameter'", "<Integer start='0'/>")
                            VARIABLE("x", "11", "causality='output'", "<Real/><DirectDependency/>")
                                VARIABLE("a", "13", "causality='output'", "<Real/>")
                                    VARIABLE("k", "21", "causality='output'",
                                             "<Integer/><DirectDependency/>")
                                        VARIABLE("c", "22", "causality='output'",
                                                 "<Boolean/><DirectDependency/>")
                                            VARIABLE("d", "4", "causality='output'",
                                                     "<Boolean/><DirectDependency/>")
                                                VARIABLE("s", "30", "variability='parameter'",
                                                         "<String start=''/>");

static double four(double t) {
    return 4.0 * t;
}

static double six(double t) {
    return 6.0 * t;
}

static double square(double t) {
    return t * t;
}

static int state_count = 2;

/* capabilities: of a slave; NULL: it is a model. The record is empty then */
static void open_scribe(fmu_run *run, const char *capabilities, const char *experiment,
                        const char *configuration) {
    static char text[8000], implementation[500];
    snprintf(implementation, sizeof implementation,
             "<Implementation><CoSimulation_StandAlone><Capabilities %s/></CoSimulation_StandAlone>"
             "</Implementation>",
             capabilities ? capabilities : "");
    snprintf(text, sizeof text,
             "<fmiModelDescription fmiVersion='1.0' modelName='Scribe' modelIdentifier='scribe' "
             "guid='token' numberOfContinuousStates='%d' numberOfEventIndicators='1'>%s"
             "<ModelVariables>%s</ModelVariables>%s</fmiModelDescription>",
             state_count, experiment, variables, capabilities ? implementation : "");
    record_must(run, fmu_run_open(run, record_fmu(text), configuration));
    record_is("");
}

static void start(fmu_run *run, double t0) {
    record_must(run, fmu_run_start(run, t0));
}

static void go(fmu_run *run, double t) {
    record_must(run, fmu_run_to(run, t));
}

static void finish(fmu_run *run) {
    fmu_run_close(run);
    record_skip();
}

/* one step of 0.5 s under 4 t: the middle has 9. Start values and inputs come before the
 * initialisation in this version */
static void test_the_life_of_a_slave(void) {
    fmu_run run = {.force = four, .values = {0.0, 7.0, 1.0, 0.0, 2.0}};
    open_scribe(&run, "", "",
                "inputs='u n on off gear' outputs='x k c d' step=0.5 start.fixed=3 start.s=hello "
                "stop=7");
    start(&run, 2.0);
    record_is("InstantiateSlave Scribe token file:/// application/x-fmu-sharedlibrary timeout 0 "
              "visible 0 interactive 0 logging 0\n"
              "SetReal 6=3\nSetString 1 30=hello\n"
              "SetReal 1=8\nSetInteger 3=7\nSetBoolean 4 2=1,0\nSetInteger 7=2\n"
              "InitializeSlave start 2 stop 1 7\n"
              "GetReal 11\nGetInteger 21\nGetBoolean 22 4\n");
    CU_ASSERT(run.y[0] == 0.0 && run.y[1] == 21.0 && run.y[2] == 1.0 && run.y[3] == 1.0);
    run.values[2] = 0.0;
    go(&run, 2.5);
    record_is("SetReal 1=9\nSetInteger 3=7\nSetBoolean 4 2=0,0\nSetInteger 7=2\nDoStep 2 0.5 1\n"
              "GetReal 11\nGetInteger 21\nGetBoolean 22 4\n");
    CU_ASSERT(run.y[1] == 121.0 && run.y[2] == 1.0 && run.y[3] == 0.0);
    start(&run, 0.0);
    record_is("ResetSlave\nSetReal 6=3\nSetString 1 30=hello\n"
              "SetReal 1=0\nSetInteger 3=7\nSetBoolean 4 2=0,0\nSetInteger 7=2\n"
              "InitializeSlave start 0 stop 1 7\n"
              "GetReal 11\nGetInteger 21\nGetBoolean 22 4\n");
    fmu_run_close(&run);
    record_is("TerminateSlave\nFreeSlaveInstance\n");
}

/* t^2 over one second: the slope is 1, and the line begins at -1/6, so that its impulse is 1/3 */
static void test_inputs_that_are_interpolated(void) {
    fmu_run run = {.force = square, .values = {0.0, 2.0}};
    open_scribe(&run, "canInterpolateInputs='true'", "", "inputs='second u' outputs=x step=1");
    start(&run, 0.0);
    record_is("InstantiateSlave Scribe token file:/// application/x-fmu-sharedlibrary timeout 0 "
              "visible 0 interactive 0 logging 0\nSetReal 8 1=0,2\n"
              "InitializeSlave start 0 stop 0 0\n"
              "SetRealInputDerivatives 8 order 1=0\nSetRealInputDerivatives 1 order 1=0\n"
              "GetReal 11\n");
    go(&run, 1.0);
    record_is("SetReal 8 1=-0.166666667,2\n"
              "SetRealInputDerivatives 8 order 1=1\nSetRealInputDerivatives 1 order 1=0\n"
              "DoStep 0 1 1\nGetReal 11\n");
    finish(&run);
    /* an output that may follow at once is told with the input of the end */
    open_scribe(&run, "", "", "inputs='second u' outputs=a step=1");
    start(&run, 1.0);
    record_skip();
    go(&run, 2.0);
    record_is("SetReal 8 1=2.25,2\nDoStep 1 1 1\nSetReal 8 1=4,2\nGetReal 13\n");
    finish(&run);
}

static void test_rates_of_outputs(void) {
    double rates[3] = {9.0, 9.0, 9.0};
    fmu_run run = {.force = four};
    open_scribe(&run, "maxOutputDerivativeOrder='1'", "", "inputs=u outputs='k x a'");
    CU_ASSERT_PTR_NOT_NULL_FATAL(run.type->rates);
    start(&run, 2.0);
    record_skip();
    record_must(&run, run.type->rates(run.instance, rates));
    record_is("GetRealOutputDerivatives 11 order 1\nGetRealOutputDerivatives 13 order 1\n");
    CU_ASSERT(rates[0] == 0.0 && rates[1] == 11.5 && rates[2] == 13.5);
    finish(&run);
}

/* v' = 6 t from 2 to 3 s: v = 1 + 3 (t^2 - 4), x = t^3 - 11 t + 14; the classical rule, exact */
static void test_the_life_of_a_model(void) {
    fmu_run run = {.force = six};
    open_scribe(&run, NULL, "<DefaultExperiment tolerance='1e-4'/>",
                "inputs=u outputs=x solver_steps=1 step=1 start.fixed=3");
    start(&run, 2.0);
    record_is("InstantiateModel Scribe token logging 0\nSetReal 6=3\nSetTime 2\nSetReal 1=12\n"
              "Initialize tolerance 1 0.0001\nGetContinuousStates 2\nGetEventIndicators 1\n"
              "GetNominalContinuousStates 2\nGetReal 11\n");
    go(&run, 3.0);
    record_is("SetTime 2\nSetReal 1=12\nSetContinuousStates 0 1\nGetDerivatives 2\n"
              "SetTime 2.5\nSetReal 1=15\nSetContinuousStates 0.5 7\nGetDerivatives 2\n"
              "SetTime 2.5\nSetReal 1=15\nSetContinuousStates 3.5 8.5\nGetDerivatives 2\n"
              "SetTime 3\nSetReal 1=18\nSetContinuousStates 8.5 16\nGetDerivatives 2\n"
              "SetTime 3\nSetReal 1=18\nSetContinuousStates 8 16\nGetEventIndicators 1\n"
              "CompletedIntegratorStep\nGetReal 11\n");
    CU_ASSERT_EQUAL(run.y[0], 8.0);
    fmu_run_close(&run);
    record_is("Terminate\nFreeModelInstance\n");
}

/* without states there is nothing to solve, whoever would: time goes on to the end of the step */
static void test_a_model_without_states(void) {
    static const char *const solvers[] = {"auto", "rk4", "rk45", "bdf", "adams"};
    state_count = 0;
    for (size_t i = 0; i < COUNT(solvers); i++) {
        char text[100];
        fmu_run run = {.force = four};
        snprintf(text, sizeof text, "inputs=u outputs=x step=1 solver=%s", solvers[i]);
        open_scribe(&run, NULL, "", text);
        start(&run, 0.0);
        record_is("InstantiateModel Scribe token logging 0\nSetTime 0\nSetReal 1=0\n"
                  "Initialize tolerance 0 0\nGetEventIndicators 1\nGetReal 11\n");
        go(&run, 1.0);
        record_is("SetTime 1\nSetReal 1=4\nGetEventIndicators 1\nCompletedIntegratorStep\n"
                  "GetReal 11\n");
        finish(&run);
    }
    state_count = 2;
}

static void test_what_the_experiment_is(void) {
    static const struct {
        const char *experiment, *configuration, *record;
    } cases[] = {
        {"", "outputs=x", "Initialize tolerance 0 0\n"},
        {"<DefaultExperiment tolerance='1e-4'/>", "outputs=x tolerance=1e-2",
         "Initialize tolerance 1 0.01\n"},
        {"", "outputs=x tolerance=1e-3 stop=5", "Initialize tolerance 1 0.001\n"},
    };
    static const char *const words[] = {"Initialize"};
    for (size_t i = 0; i < COUNT(cases); i++) {
        fmu_run run = {0};
        open_scribe(&run, NULL, cases[i].experiment, cases[i].configuration);
        start(&run, 0.0);
        record_of(words, 1, cases[i].record);
        finish(&run);
    }
}

static void test_events(void) {
    static const char *const words[] = {"Initialize ", "EventUpdate", "CompletedIntegratorStep"};
    static const struct {
        int habit;
        const char *at_start, *in_step;
    } cases[] = {
        /* the initialisation has told all: no update */
        {HABIT_NONE, "Initialize tolerance 0 0\n", "CompletedIntegratorStep\n"},
        {HABIT_ONCE_MORE, "Initialize tolerance 0 0\nEventUpdate 0\n", "CompletedIntegratorStep\n"},
        {HABIT_TIME_EVENT, "Initialize tolerance 0 0\n",
         "CompletedIntegratorStep\nEventUpdate 0\nCompletedIntegratorStep\n"},
        {HABIT_ASKS_FOR_EVENT, "Initialize tolerance 0 0\n",
         "CompletedIntegratorStep\nEventUpdate 0\n"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[200];
        fmu_run run = {0};
        snprintf(text, sizeof text, "inputs='' outputs=x solver_steps=1 step=1 start.habit=%d",
                 cases[i].habit);
        open_scribe(&run, NULL, "", text);
        start(&run, 0.0);
        record_of(words, COUNT(words), cases[i].at_start);
        go(&run, 1.0);
        record_of(words, COUNT(words), cases[i].in_step);
        finish(&run);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_the_life_of_a_slave),
        MR_TEST(test_inputs_that_are_interpolated),
        MR_TEST(test_rates_of_outputs),
        MR_TEST(test_the_life_of_a_model),
        MR_TEST(test_a_model_without_states),
        MR_TEST(test_what_the_experiment_is),
        MR_TEST(test_events),
    };
    if (!fmu_runs_begin())
        return 1;
    record_begin();
    const int answer = mr_test_main("fmu_calls1", tests, COUNT(tests), argc, argv);
    fmu_runs_end();
    return answer;
}
