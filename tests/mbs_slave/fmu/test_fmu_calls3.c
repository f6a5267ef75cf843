/* which functions of an FMU 3.0 are called, in which order and with which arguments, written down
 * by the FMU itself. Expected is what the standard demands (3.0, sections 2.3, 3.2, 4.2 and 5.2),
 * and the values of inputs that docs/fmu.md promises. Times and values are sums of powers of two.
 */
#include "record.h"
#include "scribe.h"

#include <string.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

static const char head[] =
    "<TypeDefinitions><EnumerationType name='Gear'><Item name='one' value='1'/>"
    "<Item name='two' value='2'/></EnumerationType></TypeDefinitions>"
    "<DefaultExperiment tolerance='0'/>"; /* as good as none */

static const char variables[] =
    "<Float64 name='u' valueReference='1' causality='input' start='0' intermediateUpdate='true'/>"
    "<Float64 name='held' valueReference='2' causality='input' variability='discrete' start='0' "
    "intermediateUpdate='true'/>"
    "<Int32 name='n' valueReference='3' causality='input' start='0'/>"
    "<Boolean name='on' valueReference='4' causality='input' start='false'/>"
    "<Float64 name='fixed' valueReference='6' causality='parameter' start='0'/>"
    "<Enumeration name='gear' valueReference='7' causality='input' declaredType='Gear' start='1'/>"
    "<Float64 name='second' valueReference='8' causality='input' start='0' "
    "intermediateUpdate='true'/>"
    "<Int32 name='habit' valueReference='9' causality='parameter' start='0'/>"
    "<UInt64 name='size' valueReference='10' causality='structuralParameter' start='3'/>"
    "<Float64 name='x' valueReference='11' causality='output'/>"
    "<Float64 name='v' valueReference='12' causality='output' derivative='11'/>"
    "<Float64 name='a' valueReference='13' causality='output' derivative='12'/>"
    "<Float64 name='row' valueReference='14' causality='input' start='0'>"
    "<Dimension valueReference='10'/></Float64>"
    "<Float32 name='f' valueReference='15' causality='input' start='0'/>"
    "<Int32 name='k' valueReference='21' causality='output'/>"
    "<Boolean name='c' valueReference='22' causality='output'/>"
    "<Float64 name='y' valueReference='23' causality='output'/>"
    "<Float64 name='pair' valueReference='24' causality='output'><Dimension start='2'/></Float64>";

static const char structure[] =
    "<ModelStructure><Output valueReference='11' dependencies=''/>"
    "<Output valueReference='12' dependencies=''/><Output valueReference='13' dependencies='1'/>"
    "<Output valueReference='21' dependencies=''/><Output valueReference='22' dependencies=''/>"
    "<Output valueReference='23' dependencies=''/><Output valueReference='24' dependencies=''/>"
    "<ContinuousStateDerivative valueReference='12'/>"
    "<ContinuousStateDerivative valueReference='13'/></ModelStructure>";

/* interface: its name, and its attributes behind a blank. The record is empty then */
static void open_scribe(fmu_run *run, const char *interface, const char *configuration) {
    static char text[8000];
    const size_t name = strcspn(interface, " ");
    snprintf(text, sizeof text,
             "<fmiModelDescription fmiVersion='3.0' modelName='Scribe' instantiationToken='token'>"
             "<%.*s modelIdentifier='scribe'%s/>%s<ModelVariables>%s</ModelVariables>%s"
             "</fmiModelDescription>",
             (int)name, interface, interface + name, head, variables, structure);
    record_must(run, fmu_run_open(run, record_fmu(text), configuration));
    record_is("");
}

static double four(double t) {
    return 4.0 * t;
}

static double six(double t) {
    return 6.0 * t;
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

/* one step of 0.5 s under 4 t: the middle has 9 */
static void test_a_whole_life(void) {
    fmu_run run = {.force = four, .values = {0.0, 1.5, 7.0, 1.0, 2.0, 0.25, 3.0, 4.0}};
    open_scribe(&run, "CoSimulation",
                "inputs='u held n on gear f row' outputs='x pair k c v' step=0.5 start.fixed=3 "
                "start.size=2");
    CU_ASSERT_EQUAL(run.outputs, 6);
    start(&run, 2.0);
    record_is("InstantiateCoSimulation Scribe token /resources/ visible 0 logging 0 events 0 "
              "early 0 logger 1 update 0\n"
              "EnterConfigurationMode\nSetUInt64 10=2\nExitConfigurationMode\nSetFloat64 6=3\n"
              "EnterInitializationMode tolerance 0 0 start 2 stop 0 0\n"
              "SetFloat64 1 2 14=8,1.5,3,4\nSetFloat32 15=0.25\nSetInt32 3=7\nSetBoolean 4=1\n"
              "SetInt64 7=2\nExitInitializationMode\n"
              "GetFloat64 11 24 12\nGetInt32 21\nGetBoolean 22\n");
    go(&run, 2.5);
    record_is("SetFloat64 1 2 14=9,1.5,3,4\nSetFloat32 15=0.25\nSetInt32 3=7\nSetBoolean 4=1\n"
              "SetInt64 7=2\nDoStep 2 0.5 1\nGetFloat64 11 24 12\nGetInt32 21\nGetBoolean 22\n");
    CU_ASSERT(run.y[3] == 121.0 && run.y[4] == 1.0);
    start(&run, 0.0);
    record_is("Reset\nEnterConfigurationMode\nSetUInt64 10=2\nExitConfigurationMode\n"
              "SetFloat64 6=3\nEnterInitializationMode tolerance 0 0 start 0 stop 0 0\n"
              "SetFloat64 1 2 14=0,1.5,3,4\nSetFloat32 15=0.25\nSetInt32 3=7\nSetBoolean 4=1\n"
              "SetInt64 7=2\nExitInitializationMode\n"
              "GetFloat64 11 24 12\nGetInt32 21\nGetBoolean 22\n");
    fmu_run_close(&run);
    record_is("Terminate\nFreeInstance\n");
}

/* an array without elements is no signal; what stands behind it keeps its place */
static void test_arrays_without_elements(void) {
    fmu_run run = {.values = {1.0, 2.0}};
    open_scribe(&run, "CoSimulation", "inputs='u row second' outputs=x step=0.5 start.size=0");
    CU_ASSERT_EQUAL_FATAL(run.description.input_count, 2);
    CU_ASSERT_STRING_EQUAL(run.description.inputs[1].name, "second");
    start(&run, 0.0);
    record_skip();
    go(&run, 0.5);
    record_is("SetFloat64 1 8=1,2\nDoStep 0 0.5 1\nGetFloat64 11\n");
    finish(&run);
}

/* the event in the middle of the first step is handled there, and the step is finished */
static void test_event_mode(void) {
    static const char *const modes[] = {"on", "off"};
    for (int i = 0; i < 2; i++) {
        char text[200];
        fmu_run run = {.force = four};
        snprintf(text, sizeof text, "inputs=u outputs=x step=0.5 start.habit=%d events=%s",
                 HABIT_EVENT_IN_STEP, modes[i]);
        open_scribe(&run, "CoSimulation hasEventMode='true'", text);
        start(&run, 2.0);
        record_is(i == 0 ? "InstantiateCoSimulation Scribe token /resources/ visible 0 logging 0 "
                           "events 1 early 1 logger 1 update 0\n"
                           "SetInt32 9=1\nEnterInitializationMode tolerance 0 0 start 2 stop 0 0\n"
                           "SetFloat64 1=8\nExitInitializationMode\nUpdateDiscreteStates\n"
                           "EnterStepMode\nGetFloat64 11\n"
                         : "InstantiateCoSimulation Scribe token /resources/ visible 0 logging 0 "
                           "events 0 early 0 logger 1 update 0\n"
                           "SetInt32 9=1\nEnterInitializationMode tolerance 0 0 start 2 stop 0 0\n"
                           "SetFloat64 1=8\nExitInitializationMode\nGetFloat64 11\n");
        go(&run, 2.5);
        record_is(i == 0 ? "SetFloat64 1=9\nDoStep 2 0.5 1\nEnterEventMode\nUpdateDiscreteStates\n"
                           "EnterStepMode\nDoStep 2.25 0.25 1\nGetFloat64 11\n"
                         : "SetFloat64 1=9\nDoStep 2 0.5 1\nDoStep 2.25 0.25 1\nGetFloat64 11\n");
        CU_ASSERT_EQUAL(run.y[0], 1.625); /* t + 9 t^2 / 2 */
        finish(&run);
    }
}

static void test_an_iteration_of_events(void) {
    static const char *const words[] = {"UpdateDiscreteStates", "EnterStepMode", "EnterEventMode"};
    char text[200];
    fmu_run run = {.force = four};
    snprintf(text, sizeof text, "inputs=u outputs=x step=0.5 start.habit=%d", HABIT_ONCE_MORE);
    open_scribe(&run, "CoSimulation hasEventMode='true'", text);
    start(&run, 0.0);
    record_of(words, COUNT(words), "UpdateDiscreteStates\nUpdateDiscreteStates\nEnterStepMode\n");
    finish(&run);
}

/* between the begin and the end of its step the FMU gets the inputs of the instant that it tells,
 * when it asks for them */
static void test_inputs_in_the_middle_of_a_step(void) {
    fmu_run run = {.force = four, .values = {0.0, 1.5, 2.5}};
    open_scribe(&run, "CoSimulation providesIntermediateUpdate='true'",
                "inputs='u second held' outputs=x step=0.5");
    start(&run, 2.0);
    record_is("InstantiateCoSimulation Scribe token /resources/ visible 0 logging 0 events 0 "
              "early 0 logger 1 update 1\nintermediate 1 8\n"
              "EnterInitializationMode tolerance 0 0 start 2 stop 0 0\n"
              "SetFloat64 1 8 2=8,1.5,2.5\nExitInitializationMode\nGetFloat64 11\n");
    go(&run, 2.5);
    record_is("SetFloat64 1 8 2=8,1.5,2.5\nDoStep 2 0.5 1\nbetween 2.25 return 0\n"
              "SetFloat64 1 8=9,1.5\nGetFloat64 11\n");
    run.force = NULL;
    run.values[0] = 5.0;
    run.constant = true;
    go(&run, 3.0);
    record_is("SetFloat64 1 8 2=5,1.5,2.5\nDoStep 2.5 0.5 1\nbetween 2.75 return 0\n"
              "GetFloat64 11\n");
    finish(&run);
    /* with hold= they are as it says */
    run = (fmu_run){.force = four};
    open_scribe(&run, "CoSimulation providesIntermediateUpdate='true'",
                "inputs=u outputs=x step=0.5 hold=end");
    start(&run, 2.0);
    record_skip();
    go(&run, 2.5);
    record_is("SetFloat64 1=10\nDoStep 2 0.5 1\nbetween 2.25 return 0\nGetFloat64 11\n");
    finish(&run);
}

static void test_what_the_experiment_is(void) {
    static const char *const words[] = {"EnterInitializationMode", "SetDebugLogging"};
    static const char *const interfaces[] = {"CoSimulation", "ModelExchange"};
    for (int i = 0; i < 2; i++) {
        char text[5000];
        fmu_run run = {0};
        snprintf(text, sizeof text,
                 "tolerance=1e-3 stop=7 inputs='' log='%s' log_categories='one two'",
                 fmu_scratch("scribe.log"));
        open_scribe(&run, interfaces[i], text);
        start(&run, 2.0);
        record_of(words, COUNT(words),
                  "SetDebugLogging 1 2 one two\n"
                  "EnterInitializationMode tolerance 1 0.001 start 2 stop 1 7\n");
        finish(&run);
    }
}

/* while a state is out the FMU may be set back */
static void test_states(void) {
    static const char *const words[] = {"DoStep", "CompletedIntegratorStep", "GetFMU", "SetFMU",
                                        "FreeFMU"};
    static const char *const expected[][2] = {
        {"GetFMUState new\nDoStep 2 0.5 0\nSetFMUState\nDoStep 2 0.5 0\n",
         "FreeFMUState\nDoStep 2.5 0.5 1\n"},
        {"GetFMUState new\nCompletedIntegratorStep 0\nSetFMUState\nCompletedIntegratorStep 0\n",
         "FreeFMUState\nCompletedIntegratorStep 1\n"}};
    for (int i = 0; i < 2; i++) {
        fmu_run run = {.force = four};
        void *state = NULL;
        open_scribe(&run,
                    i == 0 ? "CoSimulation canGetAndSetFMUState='true'"
                           : "ModelExchange canGetAndSetFMUState='true'",
                    i == 0 ? "inputs=u outputs=x step=0.5"
                           : "inputs=u outputs=x step=0.5 solver_steps=1");
        start(&run, 2.0);
        record_skip();
        record_must(&run, run.type->save(run.instance, &state));
        go(&run, 2.5);
        const double x = run.y[0];
        record_must(&run, run.type->restore(run.instance, state));
        run.t = 2.0;
        go(&run, 2.5);
        CU_ASSERT_EQUAL(run.y[0], x);
        record_of(words, COUNT(words), expected[i][0]);
        run.type->free_state(state);
        go(&run, 3.0);
        record_of(words, COUNT(words), expected[i][1]);
        finish(&run);
    }
}

/* variables that are rates come before those that can be asked for; what is held has none */
static void test_rates_of_outputs(void) {
    double rates[6] = {9.0, 9.0, 9.0, 9.0, 9.0, 9.0};
    fmu_run run = {.force = four};
    open_scribe(&run, "CoSimulation maxOutputDerivativeOrder='1'",
                "inputs=u outputs='k pair x y v'");
    CU_ASSERT_PTR_NOT_NULL_FATAL(run.type->rates);
    start(&run, 2.0);
    record_skip();
    record_must(&run, run.type->rates(run.instance, rates));
    record_is(
        "GetFloat64 12 13\nGetOutputDerivatives 24 order 1\nGetOutputDerivatives 23 order 1\n");
    const double expected[] = {0.0, 24.5, 25.5, 1.0, 26.5, 8.0};
    for (int i = 0; i < 6; i++)
        CU_ASSERT_EQUAL(rates[i], expected[i]);
    finish(&run);
}

/* of 13, the acceleration: 10 * 13 and the number of the known, a quarter for its next element */
static void test_matrices_of_the_interface(void) {
    double Au[5] = {0}, Ap[1] = {0}, Av[1] = {0};
    fmu_run run = {.force = four};
    open_scribe(&run, "CoSimulation providesDirectionalDerivatives='true'",
                "inputs='u f row held' outputs='pair x v a' start.size=2");
    CU_ASSERT_PTR_NOT_NULL_FATAL(run.type->interface_matrices);
    CU_ASSERT_EQUAL_FATAL(run.description.coordinate_count, 1);
    const mr_coordinate *c = run.description.coordinates;
    CU_ASSERT(c->position == 2 && c->velocity == 3 && c->acceleration == 4);
    start(&run, 0.0);
    record_skip();
    record_must(&run, run.type->interface_matrices(run.instance, Au, Ap, Av));
    record_is("GetDirectionalDerivative of 1 from 13 (1) by 1 1 seed 1\n"
              "GetDirectionalDerivative of 1 from 13 (1) by 1 14 seed 1 0\n"
              "GetDirectionalDerivative of 1 from 13 (1) by 1 14 seed 0 1\n"
              "GetDirectionalDerivative of 1 from 13 (1) by 1 11 seed 1\n"
              "GetDirectionalDerivative of 1 from 13 (1) by 1 12 seed 1\n");
    const double expected[] = {131.0, 0.0, 144.0, 144.25, 0.0}; /* of 64 bits, that flow */
    for (int i = 0; i < 5; i++)
        CU_ASSERT_EQUAL(Au[i], expected[i]);
    CU_ASSERT(Ap[0] == 141.0 && Av[0] == 142.0);
    finish(&run);
}

/* v' = 6 t from 2 to 3 s: v = 1 + 3 (t^2 - 4), x = t^3 - 11 t + 14; the classical rule, exact */
static void test_model_exchange(void) {
    fmu_run run = {.force = six, .values = {0.0, 1.5}};
    open_scribe(&run, "ModelExchange", "inputs='u held' outputs='x v' solver_steps=1 step=1");
    start(&run, 2.0);
    record_is("InstantiateModelExchange Scribe token /resources/ visible 0 logging 0 logger 1\n"
              "EnterInitializationMode tolerance 0 0 start 2 stop 0 0\n"
              "SetFloat64 1 2=12,1.5\nExitInitializationMode\n"
              "GetNumberOfContinuousStates\nGetNumberOfEventIndicators\nUpdateDiscreteStates\n"
              "EnterContinuousTimeMode\nGetContinuousStates 2\nGetEventIndicators 1\n"
              "GetNominalsOfContinuousStates 2\nGetFloat64 11 12\n");
    go(&run, 3.0);
    record_is(
        "SetTime 2\nSetFloat64 1=12\nSetContinuousStates 0 1\nGetContinuousStateDerivatives 2\n"
        "SetTime 2.5\nSetFloat64 1=15\nSetContinuousStates 0.5 7\nGetContinuousStateDerivatives "
        "2\n"
        "SetTime 2.5\nSetFloat64 1=15\nSetContinuousStates 3.5 8.5\nGetContinuousStateDerivatives "
        "2\n"
        "SetTime 3\nSetFloat64 1=18\nSetContinuousStates 8.5 16\nGetContinuousStateDerivatives 2\n"
        "SetTime 3\nSetFloat64 1=18\nSetContinuousStates 8 16\nGetEventIndicators 1\n"
        "CompletedIntegratorStep 1\nGetFloat64 11 12\n");
    CU_ASSERT(run.y[0] == 8.0 && run.y[1] == 16.0);
    start(&run, 0.0);
    static const char *const words[] = {"GetNumber", "Reset", "UpdateDiscreteStates"};
    record_of(words, COUNT(words), "Reset\nUpdateDiscreteStates\n"); /* counted once */
    finish(&run);
}

static void test_events_of_model_exchange(void) {
    static const char *const words[] = {"EnterEventMode", "UpdateDiscreteStates",
                                        "EnterContinuousTimeMode", "CompletedIntegratorStep",
                                        "GetNominals"};
#define START "EnterContinuousTimeMode\nGetNominalsOfContinuousStates 2\n"
#define EVENT "EnterEventMode\nUpdateDiscreteStates\nEnterContinuousTimeMode\n"
    static const struct {
        int habit;
        const char *at_start, *in_step;
    } cases[] = {
        {HABIT_TIME_EVENT, "UpdateDiscreteStates\n" START,
         "CompletedIntegratorStep 1\n" EVENT "CompletedIntegratorStep 1\n"},
        {HABIT_ONCE_MORE, "UpdateDiscreteStates\nUpdateDiscreteStates\n" START,
         "CompletedIntegratorStep 1\n"},
        {HABIT_NEW_NOMINALS, "UpdateDiscreteStates\n" START "GetNominalsOfContinuousStates 2\n",
         "CompletedIntegratorStep 1\n"},
        {HABIT_ASKS_FOR_EVENT, "UpdateDiscreteStates\n" START, "CompletedIntegratorStep 1\n" EVENT},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[200];
        fmu_run run = {0};
        snprintf(text, sizeof text, "inputs='' outputs='x v' solver_steps=1 step=1 start.habit=%d",
                 cases[i].habit);
        open_scribe(&run, "ModelExchange", text);
        start(&run, 0.0);
        record_of(words, COUNT(words), cases[i].at_start);
        go(&run, 1.0);
        record_of(words, COUNT(words), cases[i].in_step);
        finish(&run);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_a_whole_life),
        MR_TEST(test_arrays_without_elements),
        MR_TEST(test_event_mode),
        MR_TEST(test_an_iteration_of_events),
        MR_TEST(test_inputs_in_the_middle_of_a_step),
        MR_TEST(test_what_the_experiment_is),
        MR_TEST(test_states),
        MR_TEST(test_rates_of_outputs),
        MR_TEST(test_matrices_of_the_interface),
        MR_TEST(test_model_exchange),
        MR_TEST(test_events_of_model_exchange),
    };
    if (!fmu_runs_begin())
        return 1;
    record_begin();
    const int answer = mr_test_main("fmu_calls3", tests, COUNT(tests), argc, argv);
    fmu_runs_end();
    return answer;
}
