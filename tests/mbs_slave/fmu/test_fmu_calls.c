/* which functions of an FMU 2.0 are called, in which order and with which arguments, written down
 * by the FMU itself. Expected is what the standard demands (2.0.4, sections 3.2.4 and 4.2.4), and
 * the values of inputs that docs/fmu.md promises. Times and values are sums of powers of two, or
 * the sentence before the record says where they come from. */
#include "record.h"
#include "scribe.h"

#include <string.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

#define VARIABLE(name, reference, more, type)                                                      \
    "<ScalarVariable name='" name "' valueReference='" reference "' " more ">" type                \
    "</ScalarVariable>"
static const char variables[] = VARIABLE("u", "1", "causality='input'", "<Real start='0'/>") /* 1 */
    VARIABLE("held", "2", "causality='input' variability='discrete'", "<Real start='0'/>")   /* 2 */
    VARIABLE("n", "3", "causality='input'", "<Integer start='0'/>")
        VARIABLE("on", "4", "causality='input'", "<Boolean start='0'/>") VARIABLE(
            "tunable", "5", "causality='parameter' variability='tunable'", "<Real start='0'/>")
            VARIABLE("fixed", "6", "causality='parameter'", "<Real start='0'/>")
                VARIABLE("habit", "9", "causality='parameter'", "<Integer start='0'/>")
                    VARIABLE("x", "11", "causality='output'", "<Real/>") /* 8 */
    VARIABLE("v", "12", "causality='output'", "<Real derivative='8'/>")  /* 9 */
    VARIABLE("a", "13", "causality='output'", "<Real derivative='9'/>")  /* 10 */
    VARIABLE("k", "21", "causality='output'", "<Integer/>")
        VARIABLE("c", "22", "causality='output'", "<Boolean/>")
            VARIABLE("s", "30", "causality='parameter'", "<String start=''/>")
                VARIABLE("second", "8", "causality='input'", "<Real start='0'/>")
                    VARIABLE("y", "23", "causality='output'", "<Real/>"); /* 15 */

/* x, v, k, c and y do not depend on inputs */
static const char structure[] =
    "<ModelStructure><Outputs><Unknown index='8' dependencies=''/>"
    "<Unknown index='9' dependencies=''/><Unknown index='10' dependencies='1'/>"
    "<Unknown index='11' dependencies=''/><Unknown index='12' dependencies=''/>"
    "<Unknown index='15' dependencies='8'/></Outputs><Derivatives><Unknown index='9'/>"
    "<Unknown index='10'/></Derivatives></ModelStructure>";

/* interface: its name, and its attributes behind a blank; behind: more elements */
static const char *scribe_fmu(const char *interface, const char *behind) {
    static char text[8000];
    const size_t name = strcspn(interface, " ");
    snprintf(text, sizeof text,
             "<fmiModelDescription fmiVersion='2.0' modelName='Scribe' guid='token'>"
             "<%.*s modelIdentifier='scribe'%s/>%s<ModelVariables>%s</ModelVariables>%s"
             "</fmiModelDescription>",
             (int)name, interface, interface + name, behind, variables, structure);
    return record_fmu(text);
}

static double four(double t) {
    return 4.0 * t;
}

static double six(double t) {
    return 6.0 * t;
}

static double square(double t) {
    return t * t;
}

/* opened; the record is empty then */
static void open_scribe(fmu_run *run, const char *interface, const char *behind,
                        const char *configuration) {
    record_must(run, fmu_run_open(run, scribe_fmu(interface, behind), configuration));
    record_is(""); /* describing has no effects */
}

static void start(fmu_run *run, double t0) {
    record_must(run, fmu_run_start(run, t0));
}

static void finish(fmu_run *run) {
    fmu_run_close(run);
    record_skip();
}

static void go(fmu_run *run, double t) {
    record_must(run, fmu_run_to(run, t));
}

/* one step of 0.5 s under 4 t: the middle has 9 */
static void test_a_whole_life(void) {
    fmu_run run = {.force = four, .values = {0.0, 1.5, 7.0, 1.0}};
    open_scribe(&run, "CoSimulation", "",
                "inputs='u held n on' outputs='x v k c' step=0.5 start.fixed=3 start.s=hello "
                "start.tunable=4");
    start(&run, 2.0);
    record_is("Instantiate Scribe cs token file:/// visible 0 logging 0\n"
              "SetReal 6=3\nSetString 1 30=hello\nSetReal 5=4\n"
              "SetupExperiment tolerance 0 0 start 2 stop 0 0\nEnterInitializationMode\n"
              "SetReal 1 2=8,1.5\nSetInteger 3=7\nSetBoolean 4=1\nExitInitializationMode\n"
              "GetReal 11 12\nGetInteger 21\nGetBoolean 22\n");
    CU_ASSERT(run.y[0] == 0.0 && run.y[1] == 1.0 && run.y[2] == 21.0 && run.y[3] == 1.0);
    go(&run, 2.5);
    record_is("SetReal 1 2=9,1.5\nSetInteger 3=7\nSetBoolean 4=1\nDoStep 2 0.5 1\n"
              "GetReal 11 12\nGetInteger 21\nGetBoolean 22\n");
    CU_ASSERT(run.y[0] == 1.625 && run.y[1] == 5.5 && run.y[2] == 121.0 && run.y[3] == 1.0);
    start(&run, 0.0);
    record_is("Reset\nSetReal 6=3\nSetString 1 30=hello\nSetReal 5=4\n"
              "SetupExperiment tolerance 0 0 start 0 stop 0 0\nEnterInitializationMode\n"
              "SetReal 1 2=0,1.5\nSetInteger 3=7\nSetBoolean 4=1\nExitInitializationMode\n"
              "GetReal 11 12\nGetInteger 21\nGetBoolean 22\n");
    go(&run, 1.0);
    const char *const steps[] = {"DoStep"};
    record_of(steps, 1, "DoStep 0 0.5 1\nDoStep 0.5 0.5 1\n");
    fmu_run_close(&run);
    record_is("Terminate\nFreeInstance\n");
}

static void test_inputs_that_are_held(void) {
    static const struct {
        const char *configuration, *record;
    } cases[] = {
        {"inputs=u outputs=x step=0.5 hold=begin", "SetReal 1=8\nDoStep 2 0.5 1\nGetReal 11\n"},
        {"inputs=u outputs=x step=0.5 hold=middle", "SetReal 1=9\nDoStep 2 0.5 1\nGetReal 11\n"},
        {"inputs=u outputs=x step=0.5 hold=end", "SetReal 1=10\nDoStep 2 0.5 1\nGetReal 11\n"},
        /* what follows an input at once is told with the input of the end */
        {"inputs=u outputs=a step=0.5", "SetReal 1=9\nDoStep 2 0.5 1\nSetReal 1=10\nGetReal 13\n"},
        {"inputs=tunable outputs=x step=0.5", "SetReal 5=9\nDoStep 2 0.5 1\nGetReal 11\n"},
        {"inputs='' outputs=a step=0.5", "DoStep 2 0.5 1\nGetReal 13\n"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        fmu_run run = {.force = four};
        open_scribe(&run, "CoSimulation", "", cases[i].configuration);
        start(&run, 2.0);
        record_skip();
        go(&run, 2.5);
        record_is(cases[i].record);
        finish(&run);
    }
    fmu_run still = {.values = {3.0}, .constant = true};
    open_scribe(&still, "CoSimulation", "", "inputs=u outputs=a step=0.5");
    start(&still, 0.0);
    record_skip();
    go(&still, 0.5);
    record_is("SetReal 1=3\nDoStep 0 0.5 1\nGetReal 13\n");
    finish(&still);
}

/* t^2 over one second: the line through its ends has the slope 1; that with the impulse 1/3 begins
 * at 1/3 - 1/2 = -1/6 */
static void test_inputs_that_are_interpolated(void) {
    fmu_run run = {.force = square, .values = {0.0, 2.0, 3.0}};
    void *state = NULL;
    open_scribe(&run, "CoSimulation canInterpolateInputs='true' canGetAndSetFMUstate='true'", "",
                "inputs='second u held' outputs=x step=1");
    start(&run, 0.0);
    record_is("Instantiate Scribe cs token file:/// visible 0 logging 0\n"
              "SetupExperiment tolerance 0 0 start 0 stop 0 0\nEnterInitializationMode\n"
              "SetReal 8 1 2=0,2,3\nExitInitializationMode\n"
              "SetRealInputDerivatives 8 order 1=0\nSetRealInputDerivatives 1 order 1=0\n"
              "GetReal 11\n");
    go(&run, 1.0);
    record_is("SetReal 8 1 2=-0.166666667,2,3\n"
              "SetRealInputDerivatives 8 order 1=1\nSetRealInputDerivatives 1 order 1=0\n"
              "DoStep 0 1 1\nGetReal 11\n");
    /* rates are taken back once where the inputs do not move */
    run.constant = true;
    run.force = NULL;
    run.values[0] = 5.0;
    go(&run, 2.0);
    record_is("SetReal 8 1 2=5,2,3\n"
              "SetRealInputDerivatives 8 order 1=0\nSetRealInputDerivatives 1 order 1=0\n"
              "DoStep 1 1 1\nGetReal 11\n");
    go(&run, 3.0);
    record_is("SetReal 8 1 2=5,2,3\nDoStep 2 1 1\nGetReal 11\n");
    /* a state may have brought some */
    record_must(&run, run.type->save(run.instance, &state));
    record_must(&run, run.type->restore(run.instance, state));
    run.type->free_state(state);
    record_is("GetFMUstate new\nSetFMUstate\nFreeFMUstate\n");
    go(&run, 4.0);
    record_is("SetReal 8 1 2=5,2,3\n"
              "SetRealInputDerivatives 8 order 1=0\nSetRealInputDerivatives 1 order 1=0\n"
              "DoStep 3 1 1\nGetReal 11\n");
    /* the second start does not try them again */
    start(&run, 0.0);
    record_is("Reset\nSetupExperiment tolerance 0 0 start 0 stop 0 0\nEnterInitializationMode\n"
              "SetReal 8 1 2=5,2,3\nExitInitializationMode\nGetReal 11\n");
    finish(&run);
}

/* our own exports take the second derivative too, and have what is held as at the end */
static void test_inputs_of_our_own_exports(void) {
    fmu_run run = {.force = four};
    open_scribe(&run, "CoSimulation canInterpolateInputs='true'",
                "<VendorAnnotations><Tool name='Multirate'><Multirate/></Tool>"
                "</VendorAnnotations>",
                "inputs='held u' outputs=a step=1");
    start(&run, 0.0);
    record_skip();
    run.values[1] = 2.0;
    go(&run, 1.0);
    record_is("SetReal 2 1=4,2\nSetRealInputDerivatives 1 order 1=0\n"
              "SetRealInputDerivatives 1 order 2=0\nDoStep 0 1 1\nGetReal 13\n");
    finish(&run);
    /* wherever what is held stands among the others */
    run.values[1] = 7.0;
    run.values[2] = 3.0;
    open_scribe(&run, "CoSimulation canInterpolateInputs='true'",
                "<VendorAnnotations><Tool name='Multirate'><Multirate/></Tool>"
                "</VendorAnnotations>",
                "inputs='u held second' outputs=a step=1");
    start(&run, 0.0);
    record_skip();
    go(&run, 1.0);
    record_is("SetReal 1 2 8=0,7,3\nSetRealInputDerivatives 1 order 1=4\n"
              "SetRealInputDerivatives 8 order 1=0\nSetRealInputDerivatives 1 order 2=0\n"
              "SetRealInputDerivatives 8 order 2=0\nDoStep 0 1 1\nGetReal 13\n");
    finish(&run);
    run.values[1] = 2.0;
    open_scribe(&run, "CoSimulation canInterpolateInputs='true'", "",
                "inputs='held u' outputs=x step=1");
    start(&run, 1.0);
    record_skip();
    go(&run, 2.0); /* others have it as at the begin */
    record_is("SetReal 2 1=4,2\nSetRealInputDerivatives 1 order 1=0\nDoStep 1 1 1\nGetReal 11\n");
    finish(&run);
}

static void test_what_the_experiment_is(void) {
    static const struct {
        const char *experiment, *configuration, *setup;
    } cases[] = {
        {"", "tolerance=1e-3 stop=7", "SetupExperiment tolerance 1 0.001 start 0 stop 1 7\n"},
        {"<DefaultExperiment tolerance='1e-5' stopTime='9'/>", "",
         "SetupExperiment tolerance 1 1e-05 start 0 stop 0 0\n"},
        {"<DefaultExperiment tolerance='1e-5'/>", "tolerance=0.5",
         "SetupExperiment tolerance 1 0.5 start 0 stop 0 0\n"},
        {"<DefaultExperiment tolerance='0'/>", "",
         "SetupExperiment tolerance 0 0 start 0 stop 0 0\n"},
    };
    static const char *const words[] = {"SetupExperiment"};
    for (size_t i = 0; i < COUNT(cases); i++)
        for (int exchange = 0; exchange < 2; exchange++) {
            fmu_run run = {0};
            open_scribe(&run, exchange ? "ModelExchange" : "CoSimulation", cases[i].experiment,
                        cases[i].configuration);
            start(&run, 0.0);
            record_of(words, 1, cases[i].setup);
            finish(&run);
        }
}

static void test_categories_of_the_log(void) {
    char text[5000];
    fmu_run run = {0};
    snprintf(text, sizeof text, "inputs='' outputs=x log='%s' log_categories='one two'",
             fmu_scratch("scribe.log"));
    open_scribe(&run, "CoSimulation", "", text);
    start(&run, 0.0);
    record_is("Instantiate Scribe cs token file:/// visible 0 logging 1\n"
              "SetDebugLogging 1 2 one two\n"
              "SetupExperiment tolerance 0 0 start 0 stop 0 0\nEnterInitializationMode\n"
              "ExitInitializationMode\nGetReal 11\n");
    finish(&run);
}

/* while a state is out the FMU may be set back: noSetFMUStatePriorToCurrentPoint is false */
static void test_states(void) {
    static const char *const words[] = {"DoStep", "GetFMU", "SetFMU", "FreeFMU"};
    fmu_run run = {.force = four};
    void *first = NULL, *second = NULL;
    open_scribe(&run, "CoSimulation canGetAndSetFMUstate='true'", "",
                "inputs=u outputs=x step=0.5");
    CU_ASSERT_EQUAL(run.type->save(run.instance, &first), MR_ERR_STATE);
    start(&run, 2.0);
    record_skip();
    record_must(&run, run.type->save(run.instance, &first));
    go(&run, 2.5);
    const double x = run.y[0];
    record_must(&run, run.type->save(run.instance, &second));
    record_must(&run, run.type->restore(run.instance, first));
    run.t = 2.0;
    go(&run, 2.5);
    CU_ASSERT_EQUAL(run.y[0], x);
    record_of(words, COUNT(words),
              "GetFMUstate new\nDoStep 2 0.5 0\nGetFMUstate new\nSetFMUstate\nDoStep 2 0.5 0\n");
    record_must(&run, run.type->save(run.instance, &first)); /* into the same memory */
    run.type->free_state(second);
    go(&run, 3.0);
    run.type->free_state(first);
    go(&run, 3.5);
    record_of(words, COUNT(words),
              "GetFMUstate again\nFreeFMUstate\nDoStep 2.5 0.5 0\nFreeFMUstate\nDoStep 3 0.5 1\n");
    /* states go with their instance */
    first = second = NULL;
    record_must(&run, run.type->save(run.instance, &first));
    record_must(&run, run.type->save(run.instance, &second));
    fmu_run_close(&run);
    record_is("GetFMUstate new\nGetFMUstate new\nFreeFMUstate\nFreeFMUstate\nTerminate\n"
              "FreeInstance\n");
    run.type->free_state(first);
    run.type->free_state(second);
    record_is("");
}

static void test_rates_of_outputs(void) {
    double rates[4] = {9.0, 9.0, 9.0, 9.0};
    fmu_run run = {.force = four};
    open_scribe(&run, "CoSimulation maxOutputDerivativeOrder='1'", "",
                "inputs=u outputs='k y x v'");
    CU_ASSERT_PTR_NOT_NULL_FATAL(run.type->rates);
    start(&run, 2.0);
    record_skip();
    record_must(&run, run.type->rates(run.instance, rates));
    /* variables that are rates come before those that can be asked for */
    record_is("GetReal 12 13\nGetRealOutputDerivatives 23 order 1\n");
    CU_ASSERT(rates[0] == 0.0 && rates[1] == 23.5 && rates[2] == 1.0 && rates[3] == 8.0);
    finish(&run);
    open_scribe(&run, "CoSimulation", "", "inputs=u outputs='y x'"); /* nobody tells y's */
    CU_ASSERT_PTR_NULL(run.type->rates);
    finish(&run);
}

/* of 13, the acceleration: 10 * 13 and the number of the known */
static void test_matrices_of_the_interface(void) {
    double Au[3] = {0}, Ap[1] = {0}, Av[1] = {0};
    fmu_run run = {.force = four};
    open_scribe(&run, "CoSimulation providesDirectionalDerivative='true'", "",
                "inputs='u held second' outputs='x v a'");
    CU_ASSERT_PTR_NOT_NULL_FATAL(run.type->interface_matrices);
    CU_ASSERT_EQUAL_FATAL(run.description.coordinate_count, 1);
    const mr_coordinate *c = run.description.coordinates;
    CU_ASSERT(c->position == 0 && c->velocity == 1 && c->acceleration == 2);
    start(&run, 0.0);
    record_skip();
    record_must(&run, run.type->interface_matrices(run.instance, Au, Ap, Av));
    record_is("GetDirectionalDerivative of 1 from 13 by 1 1 seed 1\n"
              "GetDirectionalDerivative of 1 from 13 by 1 8 seed 1\n"
              "GetDirectionalDerivative of 1 from 13 by 1 11 seed 1\n"
              "GetDirectionalDerivative of 1 from 13 by 1 12 seed 1\n");
    CU_ASSERT(Au[0] == 131.0 && Au[1] == 0.0 && Au[2] == 138.0);
    CU_ASSERT(Ap[0] == 141.0 && Av[0] == 142.0);
    finish(&run);
}

/* a step to a limit begins a new grid, unless that is a rounding away from the old one */
static void test_steps_to_a_limit(void) {
    static const char *const words[] = {"DoStep"};
    const mr_inputs inputs = {.at = NULL, .constant = true};
    double h, t = 0.0;
    fmu_run run = {0};
    open_scribe(&run, "CoSimulation canHandleVariableCommunicationStepSize='true'", "",
                "inputs='' outputs=x step=0.5");
    CU_ASSERT_PTR_NOT_NULL_FATAL(run.type->step_to);
    start(&run, 0.0);
    record_skip();
    static const struct {
        double limit, reached, next;
    } steps[] = {
        {0.25, 0.25, 0.5},                         /* shorter: then whole steps from there */
        {9.0, 0.75, 0.5},                          /* far away: the step itself */
        {1.25, 1.25, 0.5},                         /* just there */
        {1.75 - 1e-12, 1.75 - 1e-12, 0.5 + 1e-12}, /* of the old grid, as good as there */
    };
    for (size_t i = 0; i < COUNT(steps); i++) {
        record_must(&run, run.type->step_to(run.instance, &inputs, steps[i].limit, &t));
        CU_ASSERT_EQUAL(t, steps[i].reached);
        record_must(&run, run.type->next_step(run.instance, &h));
        MR_ASSERT_CLOSE(h, steps[i].next, 1e-15);
    }
    record_of(words, 1,
              "DoStep 0 0.25 1\nDoStep 0.25 0.5 1\nDoStep 0.75 0.5 1\nDoStep 1.25 0.5 1\n");
    finish(&run);
}

static void test_the_step_that_is_chosen(void) {
    static const struct {
        const char *experiment, *configuration;
        double h;
    } cases[] = {
        {"", "", 1e-3},
        {"<DefaultExperiment stopTime='4'/>", "", 4e-3},
        {"<DefaultExperiment startTime='1' stopTime='4'/>", "", 3e-3},
        {"<DefaultExperiment startTime='4' stopTime='4'/>", "", 1e-3},
        {"<DefaultExperiment startTime='5' stopTime='4'/>", "", 1e-3},
        {"<DefaultExperiment startTime='1' stopTime='4' stepSize='0.25'/>", "", 0.25},
        {"<DefaultExperiment stopTime='4' stepSize='0.25'/>", "step=0.125", 0.125},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        double h = 0.0;
        fmu_run run = {0};
        open_scribe(&run, "CoSimulation", cases[i].experiment, cases[i].configuration);
        start(&run, 0.0);
        record_must(&run, run.type->next_step(run.instance, &h));
        MR_ASSERT_CLOSE(h, cases[i].h, 1e-15);
        finish(&run);
    }
}

/* --- Model Exchange --- */

/* v' = 6 t from 2 to 3 s: v = 1 + 3 (t^2 - 4), x = t^3 - 11 t + 14; the classical rule, exact */
static void test_stages_of_the_classical_rule(void) {
    fmu_run run = {.force = six, .values = {0.0, 1.5}};
    open_scribe(&run, "ModelExchange", "", "inputs='u held' outputs='x v' solver_steps=1 step=1");
    start(&run, 2.0);
    record_is("Instantiate Scribe me token file:/// visible 0 logging 0\n"
              "SetupExperiment tolerance 0 0 start 2 stop 0 0\nEnterInitializationMode\n"
              "SetReal 1 2=12,1.5\nExitInitializationMode\nNewDiscreteStates\n"
              "EnterContinuousTimeMode\nGetContinuousStates 2\n"
              "GetNominalsOfContinuousStates 2\nGetReal 11 12\n");
    go(&run, 3.0);
    record_is("SetTime 2\nSetReal 1=12\nSetContinuousStates 0 1\nGetDerivatives 2\n"
              "SetTime 2.5\nSetReal 1=15\nSetContinuousStates 0.5 7\nGetDerivatives 2\n"
              "SetTime 2.5\nSetReal 1=15\nSetContinuousStates 3.5 8.5\nGetDerivatives 2\n"
              "SetTime 3\nSetReal 1=18\nSetContinuousStates 8.5 16\nGetDerivatives 2\n"
              "SetTime 3\nSetReal 1=18\nSetContinuousStates 8 16\nCompletedIntegratorStep 1\n"
              "GetReal 11 12\n");
    CU_ASSERT(run.y[0] == 8.0 && run.y[1] == 16.0);
    run.values[1] = 2.5; /* what does not flow changes at an event */
    go(&run, 4.0);
    static const char *const words[] = {"EnterEventMode",      "SetReal 1 2",
                                        "NewDiscreteStates",   "EnterContinuousTimeMode",
                                        "GetContinuousStates", "CompletedIntegratorStep"};
    record_of(words, COUNT(words),
              "EnterEventMode\nSetReal 1 2=18,2.5\nNewDiscreteStates\nEnterContinuousTimeMode\n"
              "GetContinuousStates 2\nCompletedIntegratorStep 1\n");
    MR_ASSERT_CLOSE(run.y[0], 34.0, 1e-13);
    MR_ASSERT_CLOSE(run.y[1], 37.0, 1e-13);
    fmu_run_close(&run);
    record_is("Terminate\nFreeInstance\n");
}

/* nodes of Dormand and Prince; without an error steps grow by the most that is allowed, five. Every
 * stage of x' = 1, x'' = 0 is exact, and the last slope of a step is the first of the next */
static void test_stages_of_the_controlled_rule(void) {
    static const char *const words[] = {"SetTime", "SetContinuousStates"};
    fmu_run run = {0};
    open_scribe(&run, "ModelExchange", "", "inputs='' outputs='x v' solver=rk45 step=1");
    start(&run, 2.0);
    record_skip();
#define STAGE(t, x) "SetTime " t "\nSetContinuousStates " x " 1\n"
    go(&run, 3.0);
    record_of(words, COUNT(words),
              STAGE("2", "0") STAGE("2.05", "0.05") STAGE("2.075", "0.075") STAGE("2.2", "0.2")
                  STAGE("2.22222222", "0.222222222") STAGE("2.25", "0.25") STAGE("2.25", "0.25")
                      STAGE("2.25", "0.25") STAGE("2.4", "0.4") STAGE("2.475", "0.475")
                          STAGE("2.85", "0.85") STAGE("2.91666667", "0.916666667") STAGE("3", "1")
                              STAGE("3", "1") STAGE("3", "1"));
    MR_ASSERT_CLOSE(run.y[0], 1.0, 1e-15);
    CU_ASSERT_EQUAL(run.y[1], 1.0);
    go(&run, 4.0);
    record_of(words, COUNT(words),
              STAGE("3", "1") STAGE("3.2", "1.2") STAGE("3.3", "1.3") STAGE("3.8", "1.8")
                  STAGE("3.88888889", "1.88888889") STAGE("4", "2") STAGE("4", "2")
                      STAGE("4", "2"));
    finish(&run);
}

static void test_events(void) {
    static const char *const words[] = {
        "EnterEventMode",          "NewDiscreteStates", "EnterContinuousTimeMode",
        "CompletedIntegratorStep", "GetNominals",       "GetEventIndicators"};
    static const struct {
        int habit;
        const char *at_start, *in_step;
    } cases[] = {
        {HABIT_NONE,
         "NewDiscreteStates\nEnterContinuousTimeMode\nGetNominalsOfContinuousStates 2\n",
         "CompletedIntegratorStep 1\n"},
        {HABIT_TIME_EVENT,
         "NewDiscreteStates\nEnterContinuousTimeMode\nGetNominalsOfContinuousStates 2\n",
         "CompletedIntegratorStep 1\nEnterEventMode\nNewDiscreteStates\n"
         "EnterContinuousTimeMode\nCompletedIntegratorStep 1\n"},
        {HABIT_ONCE_MORE,
         "NewDiscreteStates\nNewDiscreteStates\nEnterContinuousTimeMode\n"
         "GetNominalsOfContinuousStates 2\n",
         "CompletedIntegratorStep 1\n"},
        {HABIT_NEW_NOMINALS,
         "NewDiscreteStates\nEnterContinuousTimeMode\nGetNominalsOfContinuousStates 2\n"
         "GetNominalsOfContinuousStates 2\n",
         "CompletedIntegratorStep 1\n"},
        {HABIT_ASKS_FOR_EVENT,
         "NewDiscreteStates\nEnterContinuousTimeMode\nGetNominalsOfContinuousStates 2\n",
         "CompletedIntegratorStep 1\nEnterEventMode\nNewDiscreteStates\n"
         "EnterContinuousTimeMode\n"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[200];
        fmu_run run = {0};
        snprintf(text, sizeof text, "inputs='' outputs='x v' solver_steps=1 step=1 start.habit=%d",
                 cases[i].habit);
        open_scribe(&run, "ModelExchange", "", text);
        start(&run, 0.0);
        record_of(words, COUNT(words), cases[i].at_start);
        go(&run, 1.0);
        record_of(words, COUNT(words), cases[i].in_step);
        CU_ASSERT_EQUAL(run.y[0], 1.0);
        finish(&run);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_a_whole_life),
        MR_TEST(test_inputs_that_are_held),
        MR_TEST(test_inputs_that_are_interpolated),
        MR_TEST(test_inputs_of_our_own_exports),
        MR_TEST(test_what_the_experiment_is),
        MR_TEST(test_categories_of_the_log),
        MR_TEST(test_states),
        MR_TEST(test_rates_of_outputs),
        MR_TEST(test_matrices_of_the_interface),
        MR_TEST(test_steps_to_a_limit),
        MR_TEST(test_the_step_that_is_chosen),
        MR_TEST(test_stages_of_the_classical_rule),
        MR_TEST(test_stages_of_the_controlled_rule),
        MR_TEST(test_events),
    };
    if (!fmu_runs_begin())
        return 1;
    record_begin();
    const int answer = mr_test_main("fmu_calls", tests, COUNT(tests), argc, argv);
    fmu_runs_end();
    return answer;
}
