/* clocks of every kind, written down by the FMU itself (scribe_fmi3.c tells what they answer):
 * which are asked for their interval, and when they tick (FMI 3.0, sections 2.2.8.3 and 5.2) */
#include "record.h"
#include "scribe.h"

#include <string.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

static const char *const words[] = {"ActivateModelPartition", "SetClock",        "GetClock",
                                    "GetIntervalDecimal",     "GetShiftDecimal", "DoStep",
                                    "CompletedIntegratorStep"};

static const char *describe(const char *interface, const char *variables) {
    static char text[5000];
    const size_t name = strcspn(interface, " ");
    snprintf(text, sizeof text,
             "<fmiModelDescription fmiVersion='3.0' modelName='Scribe' instantiationToken='token'>"
             "<%.*s modelIdentifier='scribe'%s/><ModelVariables>%s"
             "<Float64 name='x' valueReference='11' causality='output'/></ModelVariables>"
             "<ModelStructure><Output valueReference='11' dependencies=''/></ModelStructure>"
             "</fmiModelDescription>",
             (int)name, interface, interface + name, variables);
    return record_fmu(text);
}

#define CLOCK(name, reference, kind, more)                                                         \
    "<Clock name='" name "' valueReference='" reference                                            \
    "' causality='input' intervalVariability='" kind "' " more "/>"
#define TICK(reference, time) "ActivateModelPartition " reference " " time "\n"
#define ASKED(reference)      "GetIntervalDecimal " reference "\n"
#define SET(reference)        "SetClock " reference "=1\n"
#define SHIFTED(reference)    "GetShiftDecimal " reference "\n"

/* Scheduled Execution tells the times of ticks; steps of 0.5 s */
static void test_when_they_tick(void) {
    static const struct {
        const char *clocks;
        double t0, end;
        const char *record;
    } cases[] = {
        /* described: nothing is asked. The first tick is at the shift, the start itself counts */
        {CLOCK("c", "48", "constant", "intervalDecimal='0.25'"), 0.0, 0.5,
         TICK("48", "0") TICK("48", "0.25") TICK("48", "0.5")},
        {CLOCK("c", "48", "constant", "intervalDecimal='0.25' shiftDecimal='0.125'"), 0.0, 0.5,
         TICK("48", "0.125") TICK("48", "0.375")},
        /* a start in the middle: the grid is the same */
        {CLOCK("c", "48", "constant", "intervalDecimal='0.25' shiftDecimal='0.125'"), 1.0, 1.5,
         TICK("48", "1.125") TICK("48", "1.375")},
        {CLOCK("c", "48", "constant", "intervalDecimal='0.25' shiftDecimal='0.125'"), 1.125, 1.625,
         TICK("48", "1.125") TICK("48", "1.375") TICK("48", "1.625")},
        {CLOCK("c", "48", "constant", "intervalDecimal='0.25' shiftDecimal='4'"), 1.0, 2.0, ""},
        {CLOCK("c", "48", "constant", "resolution='8' intervalCounter='2' shiftCounter='3'"), 0.0,
         1.0, TICK("48", "0.375") TICK("48", "0.625") TICK("48", "0.875")},
        /* not described: both are asked, once */
        {CLOCK("c", "40", "fixed", ""), 0.0, 1.0,
         ASKED("40") SHIFTED("40") TICK("40", "0.125") TICK("40", "0.375") TICK("40", "0.625")
             TICK("40", "0.875")},
        {CLOCK("c", "40", "tunable", ""), 0.0, 0.5,
         ASKED("40") SHIFTED("40") TICK("40", "0.125") TICK("40", "0.375")},
        /* each tick tells the next one: after 0.5 s, as before, not known yet */
        {CLOCK("c", "41", "changing", ""), 0.0, 3.0,
         ASKED("41") SHIFTED("41") TICK("41", "0.125") ASKED("41") TICK("41", "0.625") ASKED("41")
             TICK("41", "1.125") ASKED("41")},
        {CLOCK("c", "46", "fixed", ""), 0.0, 1.0, ASKED("46") SHIFTED("46")},
        /* a countdown is asked whenever something ticks: it has not changed, and then is over */
        {CLOCK("c", "48", "constant", "intervalDecimal='0.5'") CLOCK("down", "42", "countdown", ""),
         0.0, 1.0,
         TICK("48", "0") ASKED("42") TICK("42", "0.125") ASKED("42") TICK("48", "0.5") ASKED("42")
             TICK("48", "1") ASKED("42")},
        /* from zero it ticks at the same instant */
        {CLOCK("c", "48", "constant", "intervalDecimal='2'") CLOCK("down", "43", "countdown", ""),
         0.0, 0.5, TICK("48", "0") ASKED("43") TICK("43", "0") ASKED("43")},
        /* the lowest number of priority goes first, equal ones as they stand there */
        {CLOCK("a", "48", "constant", "intervalDecimal='2' priority='2'")
             CLOCK("b", "49", "constant", "intervalDecimal='2' priority='1'")
                 CLOCK("c", "50", "constant", "intervalDecimal='2' priority='1'")
                     CLOCK("d", "51", "constant", "intervalDecimal='2' priority='3'"),
         0.0, 0.5, TICK("49", "0") TICK("50", "0") TICK("48", "0") TICK("51", "0")},
        /* a clock that belongs to the FMU alone is its own affair */
        {"<Clock name='inside' valueReference='48' intervalVariability='constant' "
         "intervalDecimal='0.25'/>" CLOCK("c", "49", "constant", "intervalDecimal='0.5'"),
         0.0, 0.5, TICK("49", "0") TICK("49", "0.5")},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        fmu_run run = {0};
        record_must(&run, fmu_run_open(&run, describe("ScheduledExecution", cases[i].clocks),
                                       "outputs=x step=0.5"));
        for (int again = 0; again < 2; again++) { /* the same again */
            record_must(&run, fmu_run_start(&run, cases[i].t0));
            record_must(&run, fmu_run_to(&run, cases[i].end));
            record_of(words, COUNT(words), cases[i].record);
        }
        fmu_run_close(&run);
        record_skip();
    }
}

static void test_intervals_that_cannot_be(void) {
    static const struct {
        const char *clocks, *sentence;
    } cases[] = {
        {CLOCK("c", "44", "fixed", ""), "clock 'c' of FMU 'Scribe' ticks every -1 s"},
        {CLOCK("c", "43", "fixed", ""), "clock 'c' of FMU 'Scribe' ticks every 0 s"},
        {CLOCK("c", "45", "tunable", ""), "clock 'c' of FMU 'Scribe' ticks every nan s"},
        {CLOCK("c", "47", "changing", ""), "clock 'c' of FMU 'Scribe' ticks every inf s"},
        /* those of the first tick */
        {CLOCK("c", "44", "changing", "intervalDecimal='1'"), "ticks every -1 s"},
        {CLOCK("c", "43", "changing", "intervalDecimal='1'"), "ticks every 0 s"},
        {CLOCK("c", "45", "changing", "intervalDecimal='1'"), "ticks every nan s"},
        {CLOCK("c", "47", "changing", "intervalDecimal='1'"), "ticks every inf s"},
        {CLOCK("c", "48", "constant", "intervalDecimal='1'") CLOCK("d", "44", "countdown", ""),
         "clock 'd' of FMU 'Scribe' ticks every -1 s"},
        {CLOCK("c", "48", "constant", "intervalDecimal='1'") CLOCK("d", "45", "countdown", ""),
         "clock 'd' of FMU 'Scribe' ticks every nan s"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        fmu_run run = {0};
        record_must(&run, fmu_run_open(&run, describe("ScheduledExecution", cases[i].clocks),
                                       "outputs=x step=0.5"));
        CU_ASSERT_EQUAL(fmu_run_start(&run, 0.0), MR_ERR_SLAVE_STEP);
        MR_ASSERT_CONTAINS(run.message.text, cases[i].sentence);
        fmu_run_close(&run);
    }
    record_skip();
}

/* one that is triggered ticks once where the count that is given to it has changed */
static void test_clocks_that_are_triggered(void) {
    static const char clock[] = "<Clock name='hit' valueReference='48' causality='input' "
                                "intervalVariability='triggered'/>";
    static const struct {
        double count;
        bool ticks;
    } steps[] = {{0.0, false}, {1.0, true}, {1.0, false}, {3.0, true}, {0.0, true}, {0.0, false}};
    static const char *const interfaces[] = {"ScheduledExecution",
                                             "CoSimulation hasEventMode='true'"};
    static const char *const ticks[] = {"ActivateModelPartition", "SetClock"};
    for (int i = 0; i < 2; i++) {
        fmu_run run = {0};
        double counted = 0.0;
        record_must(&run, fmu_run_open(&run, describe(interfaces[i], clock),
                                       "inputs=hit outputs='x hit' step=0.5"));
        record_must(&run, fmu_run_start(&run, 0.0));
        record_of(ticks, COUNT(ticks), "");
        for (size_t k = 0; k < COUNT(steps); k++) {
            char line[100] = "";
            const double t = 0.5 * (double)k;
            run.values[0] = steps[k].count;
            if (steps[k].ticks && i == 0)
                snprintf(line, sizeof line, "ActivateModelPartition 48 %g\n", t);
            else if (steps[k].ticks)
                strcpy(line, "SetClock 48=1\n");
            counted += steps[k].ticks;
            record_must(&run, fmu_run_to(&run, t + 0.5));
            record_of(ticks, COUNT(ticks), line);
            CU_ASSERT_EQUAL(run.y[1], counted);
        }
        fmu_run_close(&run);
        record_skip();
    }
}

/* the same in event mode: what changes is asked for where it ticks, a countdown at every event,
 * and one from zero ticks in the same event */
static void test_clocks_in_event_mode(void) {
    static const struct {
        const char *clocks, *at_start, *steps[2];
    } cases[] = {
        {CLOCK("c", "41", "changing", ""),
         ASKED("41") SHIFTED("41"),
         {SET("41") ASKED("41"), SET("41") ASKED("41")}},
        {CLOCK("c", "48", "constant", "intervalDecimal='0.75'")
             CLOCK("down", "43", "countdown", ""),
         SET("48") ASKED("43") SET("43") ASKED("43"),
         {"", SET("48") ASKED("43")}},
        {CLOCK("c", "48", "constant", "intervalDecimal='0.75'")
             CLOCK("down", "42", "countdown", ""),
         SET("48") ASKED("42"),
         {SET("42") ASKED("42"), SET("48") ASKED("42")}},
    };
    static const char *const interfaces[] = {"CoSimulation hasEventMode='true'", "ModelExchange"};
    static const char *const asked[] = {"SetClock", "GetInterval", "GetShift"};
    for (size_t i = 0; i < 2 * COUNT(cases); i++) {
        fmu_run run = {0};
        record_must(&run, fmu_run_open(&run, describe(interfaces[i % 2], cases[i / 2].clocks),
                                       "outputs=x step=0.5"));
        record_must(&run, fmu_run_start(&run, 0.0));
        record_of(asked, COUNT(asked), cases[i / 2].at_start);
        for (int k = 0; k < 2; k++) {
            record_must(&run, fmu_run_to(&run, 0.5 * (k + 1)));
            record_of(asked, COUNT(asked), cases[i / 2].steps[k]);
        }
        fmu_run_close(&run);
        record_skip();
    }
}

/* 5e8 ticks in a step: they would never end */
static void test_clocks_that_tick_too_often(void) {
    static const char *const interfaces[] = {
        "ScheduledExecution",
        "CoSimulation hasEventMode='true' canHandleVariableCommunicationStepSize='true'"};
    for (size_t i = 0; i < COUNT(interfaces); i++) {
        fmu_run run = {0};
        const char *clock = CLOCK("c", "48", "constant", "intervalDecimal='1e-9'");
        record_must(&run, fmu_run_open(&run, describe(interfaces[i], clock), "outputs=x step=0.5"));
        record_must(&run, fmu_run_start(&run, 0.0));
        CU_ASSERT_EQUAL(fmu_run_to(&run, 0.5), MR_ERR_SLAVE_STEP);
        MR_ASSERT_CONTAINS(run.message.text, "the clocks of FMU 'Scribe' tick too often at t = ");
        fmu_run_close(&run);
    }
    record_skip();
}

static const char clocked[] =
    "<Int32 name='habit' valueReference='9' causality='parameter' start='0'/>"
    "<Float64 name='u' valueReference='1' causality='input' start='0'/>"
    "<Float64 name='w' valueReference='14' causality='input' variability='discrete' clocks='48' "
    "start='0 0'><Dimension start='2'/></Float64>"
    "<Int32 name='m' valueReference='3' causality='input' clocks='49 48' start='0'/>"
    "<Float64 name='z' valueReference='24' causality='output' variability='discrete' "
    "clocks='48'><Dimension start='2'/></Float64>"
    "<Int32 name='k' valueReference='21' causality='output' clocks='49'/>" CLOCK(
        "c", "48", "constant", "intervalDecimal='0.5' shiftDecimal='0.25'")
        CLOCK("d", "49", "constant",
              "intervalDecimal='0.5' shiftDecimal='0.375'") "<Clock name='out' valueReference='50' "
                                                            "causality='output'/>";

static double four(double t) {
    return 4.0 * t;
}

/* what belongs to a clock is given and taken while it ticks; what flows is as in the middle of the
 * way to the next tick (4 t). The output clock ticks when it is asked for the first time. */
static void test_what_belongs_to_clocks(void) {
    fmu_run run = {.force = four, .values = {0.0, 1.0, 2.0, 3.0}};
    record_must(&run, fmu_run_open(&run, describe("CoSimulation hasEventMode='true'", clocked),
                                   "inputs='u w m' outputs='z k out c d x' step=0.5"));
    record_must(&run, fmu_run_start(&run, 0.0));
    record_is("InstantiateCoSimulation Scribe token /resources/ visible 0 logging 0 events 1 "
              "early 1 logger 1 update 0\nEnterInitializationMode tolerance 0 0 start 0 stop 0 0\n"
              "SetFloat64 1=0\nExitInitializationMode\nGetClock 50\nUpdateDiscreteStates\n"
              "EnterStepMode\nGetFloat64 11\n");
    record_must(&run, fmu_run_to(&run, 0.5));
    record_is(
        /* of the step as a whole; then an event at its begin: there are inputs that do not flow */
        "SetFloat64 1=1\n"
        "EnterEventMode\nSetFloat64 1=0\nGetClock 50\nUpdateDiscreteStates\nEnterStepMode\n"
        "SetFloat64 1=0.5\nDoStep 0 0.25 1\n"
        "EnterEventMode\nSetFloat64 1=1\nSetClock 48=1\nSetFloat64 14=1,2\nSetInt32 3=3\n"
        "GetClock 50\nGetFloat64 24\nUpdateDiscreteStates\nEnterStepMode\n"
        "SetFloat64 1=1.25\nDoStep 0.25 0.125 1\n"
        "EnterEventMode\nSetFloat64 1=1.5\nSetClock 49=1\nSetInt32 3=3\n"
        "GetClock 50\nGetInt32 21\nUpdateDiscreteStates\nEnterStepMode\n"
        "SetFloat64 1=1.75\nDoStep 0.375 0.125 1\n"
        /* of the end: outputs may follow at once */
        "SetFloat64 1=2\nGetFloat64 11\n");
    /* z after one step, k after two, the counts of the clocks */
    const double expected[] = {124.0, 124.0, 221.0, 1.0, 1.0, 1.0};
    for (int i = 0; i < 6; i++)
        CU_ASSERT_EQUAL(run.y[i], expected[i]);
    record_must(&run, fmu_run_start(&run, 0.0)); /* values of clocks begin at zero */
    for (int i = 0; i < 3; i++)
        CU_ASSERT_EQUAL(run.y[i], 0.0);
    CU_ASSERT(run.y[3] == 1.0 && run.y[4] == 0.0 && run.y[5] == 0.0);
    fmu_run_close(&run);
    record_skip();
}

/* without event mode nothing of the clocks is touched: what belongs to them stays zero */
static void test_clocks_that_cannot_tick(void) {
    fmu_run run = {.force = four};
    record_must(&run, fmu_run_open(&run, describe("CoSimulation hasEventMode='true'", clocked),
                                   "inputs='u w m' outputs='z k x' step=0.5 events=off"));
    record_must(&run, fmu_run_start(&run, 0.0));
    record_must(&run, fmu_run_to(&run, 0.5));
    record_is("InstantiateCoSimulation Scribe token /resources/ visible 0 logging 0 events 0 "
              "early 0 logger 1 update 0\nEnterInitializationMode tolerance 0 0 start 0 stop 0 0\n"
              "SetFloat64 1=0\nExitInitializationMode\nGetFloat64 11\n"
              "SetFloat64 1=1\nDoStep 0 0.5 1\nSetFloat64 1=2\nGetFloat64 11\n");
    fmu_run_close(&run);
    record_skip();
}

/* partitions get all inputs, and what belongs to their clock, before they run */
static void test_what_belongs_to_partitions(void) {
    fmu_run run = {.force = four, .values = {0.0, 1.0, 2.0, 3.0}};
    record_must(&run, fmu_run_open(&run, describe("ScheduledExecution", clocked),
                                   "inputs='u w m' outputs='z k out c d x' step=0.5"));
    record_must(&run, fmu_run_start(&run, 0.0));
    record_is("InstantiateScheduledExecution Scribe token /resources/ visible 0 logging 0 "
              "logger 1\nEnterInitializationMode tolerance 0 0 start 0 stop 0 0\n"
              "SetFloat64 1=0\nExitInitializationMode\nGetFloat64 11\n");
    record_must(&run, fmu_run_to(&run, 0.5));
    record_is("SetFloat64 1=1\nSetFloat64 14=1,2\nSetInt32 3=3\nActivateModelPartition 48 0.25\n"
              "GetClock 50\nGetFloat64 24\n"
              "SetFloat64 1=1.5\nSetInt32 3=3\nActivateModelPartition 49 0.375\n"
              "GetClock 50\nGetInt32 21\nGetFloat64 11\n");
    const double expected[] = {124.0, 124.0, 221.0, 1.0, 1.0, 1.0};
    for (int i = 0; i < 6; i++)
        CU_ASSERT_EQUAL(run.y[i], expected[i]);
    fmu_run_close(&run);
    record_is("Terminate\nFreeInstance\n");
}

/* a partition that has failed does not tick on in the next life */
static void test_a_partition_that_fails(void) {
    char text[200];
    fmu_run run = {.force = four, .values = {0.0, 1.0, 2.0, 3.0}};
    snprintf(text, sizeof text, "inputs='u w m' outputs='z k' step=0.5 start.habit=%d",
             HABIT_FAILS_ONCE);
    record_must(&run, fmu_run_open(&run, describe("ScheduledExecution", clocked), text));
    record_must(&run, fmu_run_start(&run, 0.0));
    CU_ASSERT_EQUAL(fmu_run_to(&run, 0.5), MR_ERR_SLAVE_STEP);
    MR_ASSERT_CONTAINS(run.message.text, "ActivateModelPartition of FMU 'Scribe' answered 'error'");
    record_must(&run, fmu_run_start(&run, 0.0));
    record_skip();
    record_must(&run, fmu_run_to(&run, 0.5));
    record_is("SetFloat64 1=1\nSetFloat64 14=1,2\nSetInt32 3=3\nActivateModelPartition 48 0.25\n"
              "GetClock 50\nGetFloat64 24\n"
              "SetFloat64 1=1.5\nSetInt32 3=3\nActivateModelPartition 49 0.375\n"
              "GetClock 50\nGetInt32 21\n");
    fmu_run_close(&run);
    record_skip();
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_when_they_tick),
        MR_TEST(test_intervals_that_cannot_be),
        MR_TEST(test_clocks_that_are_triggered),
        MR_TEST(test_clocks_that_tick_too_often),
        MR_TEST(test_what_belongs_to_clocks),
        MR_TEST(test_clocks_that_cannot_tick),
        MR_TEST(test_what_belongs_to_partitions),
        MR_TEST(test_clocks_in_event_mode),
        MR_TEST(test_a_partition_that_fails),
    };
    if (!fmu_runs_begin())
        return 1;
    record_begin();
    const int answer = mr_test_main("fmu_ticks", tests, COUNT(tests), argc, argv);
    fmu_runs_end();
    return answer;
}
