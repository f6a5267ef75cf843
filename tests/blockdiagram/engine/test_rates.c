/* the rate of every block, as the rules of inheritance give it: equal inputs give that rate,
 * constants do not count, a continuous input makes continuous, multiples of the fastest give the
 * fastest. Without inputs the readers decide, then what is around. And the steps that follow */
#include "mini.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define FIXED    "set SolverName ode4\nset FixedStep 0.1\nset StopTime 1\n"
#define VARIABLE "set SolverName ode45\nset StopTime 1\n"

static const bd_block_info *info_of(const mini *m, const char *name) {
    char path[100];
    snprintf(path, sizeof path, "m/%s", name);
    const bd_model *model = bd_run_model(m->run);
    for (int i = 0; i < bd_model_block_count(model); i++)
        if (strcmp(bd_model_block(model, i)->path, path) == 0)
            return bd_model_block(model, i);
    printf("there is no block %s\n", path);
    return NULL;
}

/* expected: "a 0.2; s/b [0.4, 0.1]; c continuous" */
static void check(int line, const char *text, const char *expected) {
    mini *m = mini_create(text, NULL);
    if (!m->run)
        printf("line %d: %s\n", line, m->error.text);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m->run);
    for (const char *c = expected; *c; c += strspn(c, "; ")) {
        char name[60] = "", wanted[60] = "", found[80] = "";
        int used = 0;
        CU_ASSERT_EQUAL_FATAL(sscanf(c, "%59s %59[^;]%n", name, wanted, &used), 2);
        c += used;
        const bd_block_info *info = info_of(m, name);
        CU_ASSERT_PTR_NOT_NULL_FATAL(info);
        bd_sample_time_text(info->sample_time, found, sizeof found);
        if (strcmp(wanted, found) != 0)
            printf("line %d: %s is %s, not %s\n", line, name, found, wanted);
        CU_ASSERT_STRING_EQUAL(found, wanted);
    }
    CU_ASSERT_EQUAL(bd_run_complete(m->run, &m->error), BD_OK);
    mini_free(m);
}

#define CHECK(text, expected) check(__LINE__, text, expected)

static void refused(const char *text, const char *sentence) {
    mini *m = mini_create(text, NULL);
    CU_ASSERT_PTR_NULL(m->run);
    MR_ASSERT_CONTAINS(m->error.text, sentence);
    mini_free(m);
}

/* ---- from the inputs ---- */

static void test_rates_follow_the_signals(void) {
    CHECK(FIXED "Constant c\nGain g\nOutport y\nc -> g\ng -> y\n",
          "c constant; g constant; y fixed in minor step");
    CHECK(FIXED "DigitalClock t SampleTime=0.5\nConstant c\nSum s\nGain g\nOutport y\nt -> s\n"
                "c -> s:2\ns -> g\ng -> y\n",
          "t 0.5; c constant; s 0.5; g 0.5; y 0.5");
    CHECK(FIXED "DigitalClock t SampleTime=0.5\nClock c\nSum s\nOutport y\nt -> s\nc -> s:2\n"
                "s -> y\n",
          "t 0.5; c continuous; s continuous; y continuous");
    CHECK(FIXED "DigitalClock t SampleTime='[0.5 0.2]'\nGain g\nGain h\nOutport y\nt -> g\ng -> h\n"
                "h -> y\n",
          "t [0.5, 0.2]; g [0.5, 0.2]; h [0.5, 0.2]; y [0.5, 0.2]");
    /* what remembers a continuous signal from step to step does not run between them */
    CHECK(FIXED "Clock c\nMemory m\nGain g\nOutport y\nc -> m\nm -> g\ng -> y\n",
          "c continuous; m fixed in minor step; g fixed in minor step; y fixed in minor step");
    CHECK(FIXED "DigitalClock t SampleTime=0.2\nMemory m InheritSampleTime=on\nOutport y\nt -> m\n"
                "m -> y\n",
          "m 0.2; y 0.2");
    /* a state is continuous, whatever moves it */
    CHECK(FIXED "DigitalClock t SampleTime=0.2\nIntegrator x\nGain g\nOutport y\nt -> x\nx -> g\n"
                "g -> y\n",
          "x continuous; g continuous; y continuous");
}

static void test_several_rates_become_one(void) {
    CHECK(FIXED "DigitalClock a SampleTime=0.2\nDigitalClock b SampleTime=0.6\nSum s\nOutport y\n"
                "a -> s\nb -> s:2\ns -> y\n",
          "s 0.2; y 0.2");
    CHECK(FIXED "DigitalClock a SampleTime=0.3\nDigitalClock b SampleTime=0.2\nSum s\nOutport y\n"
                "a -> s\nb -> s:2\ns -> y\n",
          "s 0.1; y 0.1");
    CHECK(VARIABLE
          "DigitalClock a SampleTime=0.3\nDigitalClock b SampleTime=0.2\nSum s\nOutport y\n"
          "a -> s\nb -> s:2\ns -> y\n",
          "s fixed in minor step; y fixed in minor step");
    CHECK(FIXED "DigitalClock a SampleTime=0.4\nDigitalClock b SampleTime='[0.4 0.1]'\nSum s\n"
                "Outport y\na -> s\nb -> s:2\ns -> y\n",
          "s fixed in minor step; y fixed in minor step");
    CHECK(FIXED "DigitalClock a SampleTime='[0.4 0.2]'\nDigitalClock b SampleTime='[0.4 0.2]'\n"
                "Sum s\nOutport y\na -> s\nb -> s:2\ns -> y\n",
          "s [0.4, 0.2]; y [0.4, 0.2]");
    CHECK(FIXED "DigitalClock a SampleTime=0.2\nMemory m\nClock c\nSum s\nOutport y\na -> s\n"
                "c -> m\nm -> s:2\ns -> y\n",
          "m fixed in minor step; s fixed in minor step; y fixed in minor step");
}

/* a loop of blocks that inherit has the rate of what comes in */
static void test_rates_go_around_loops(void) {
    CHECK(FIXED "DigitalClock t SampleTime=0.2\nSum s\nUnitDelay d SampleTime=-1\nGain g Gain=0.5\n"
                "Outport y\nt -> s\ng -> s:2\ns -> d\nd -> g\nd -> y\n",
          "t 0.2; s 0.2; d 0.2; g 0.2; y 0.2");
    /* nothing comes in: a delay of its own rate decides, else time itself does */
    CHECK(FIXED "Constant one\nSum s\nUnitDelay d SampleTime=0.5\nGain g\nOutport y\none -> s\n"
                "g -> s:2\ns -> d\nd -> g\nd -> y\n",
          "s 0.5; d 0.5; g 0.5; y 0.5");
}

/* ---- from the readers, and from around ---- */

#define NOISE(name) "UniformRandomNumber " name " SampleTime=-1\n"

static void test_rates_go_against_the_signals(void) {
    CHECK(FIXED NOISE("u") "Gain g\nZeroOrderHold h SampleTime=0.3\nOutport y\nu -> g\ng -> h\n"
                           "h -> y\n",
          "u 0.3; g 0.3; h 0.3; y 0.3");
    /* of several readers the fastest, if it divides the others */
    CHECK(FIXED NOISE("u") "ZeroOrderHold h SampleTime=0.2\nZeroOrderHold k SampleTime=0.6\n"
                           "Outport y\nOutport z\nu -> h\nu -> k\nh -> y\nk -> z\n",
          "u 0.2; h 0.2; k 0.6; y 0.2; z 0.6");
    CHECK(FIXED NOISE("u") "ZeroOrderHold h SampleTime=0.2\nZeroOrderHold k SampleTime=0.3\n"
                           "Outport y\nOutport z\nu -> h\nu -> k\nh -> y\nk -> z\n",
          "u 0.1; h 0.2; k 0.3");
    /* the input that is known comes before the reader */
    CHECK(FIXED NOISE("u") "DigitalClock t SampleTime=0.2\nSum s\nZeroOrderHold h SampleTime=0.5\n"
                           "Outport y\nu -> s\nt -> s:2\ns -> h\nh -> y\n",
          "u 0.2; s 0.2; h 0.5");
}

#define ENABLED(control, inside)                                                                   \
    FIXED control "SubSystem e {\nEnablePort p\n" inside "}\np -> e:enable\n"
#define PULSES(rate)                                                                               \
    "DiscretePulseGenerator p PulseType='Sample based' Period=2 PulseWidth=1 SampleTime=" rate "\n"

/* an enabled subsystem runs whenever something inside does; what has no rate runs with it */
static void test_rates_of_enabled_subsystems(void) {
    CHECK(ENABLED(PULSES("0.5"), NOISE("u") "Gain g\nTerminator z\nu -> g\ng -> z\n"),
          "p 0.5; e 0.5; e/u 0.5; e/g 0.5");
    CHECK(ENABLED(PULSES("0.5"), "DigitalClock t SampleTime=0.5\nTerminator z\nt -> z\n"),
          "e 0.5; e/t 0.5");
    CHECK(ENABLED(PULSES("0.5"), "DigitalClock t SampleTime=0.2\nTerminator z\nt -> z\n"),
          "e fixed in minor step; e/t 0.2");
    CHECK(ENABLED(PULSES("0.5"), "Clock t\nIntegrator x\nt -> x\nTerminator z\nx -> z\n"),
          "e continuous; e/t continuous; e/x continuous");
    CHECK(ENABLED(PULSES("0.5"), "Constant c\nGain g\nTerminator z\nc -> g\ng -> z\n"),
          "e 0.5; e/c constant; e/g constant");
    CHECK(ENABLED("Sin p SampleTime=0\n", "DigitalClock t SampleTime=0.2\nTerminator z\nt -> z\n"),
          "e continuous; e/t 0.2");
}

#define TRIGGERED(inside)                                                                          \
    FIXED PULSES(                                                                                  \
        "0.2") "DigitalClock t SampleTime=0.1\nSubSystem e {\nTriggerPort p\nInport u\n" inside    \
               "}\np -> e:trigger\nt -> e\nGain g\nOutport y\ne -> g\ng -> y\n"

/* inside of a triggered subsystem everything runs at its calls; outside they have the trigger's
 * rate. A rate of its own is refused there */
static void test_rates_of_triggered_subsystems(void) {
    CHECK(TRIGGERED("Gain k\nOutport o\nu -> k\nk -> o\n"),
          "p 0.2; e 0.2; e/k triggered; g 0.2; y 0.2");
    CHECK(TRIGGERED("UnitDelay k SampleTime=-1\nOutport o\nu -> k\nk -> o\n"),
          "e/k triggered; g 0.2");
    CHECK(TRIGGERED("Constant c\nSum k\nOutport o\nu -> k\nc -> k:2\nk -> o\n"),
          "e/c constant; e/k triggered; g 0.2");
    CHECK(TRIGGERED("Clock c\nSum k\nOutport o\nu -> k\nc -> k:2\nk -> o\n"),
          "e/c triggered; e/k triggered");
    refused(TRIGGERED("UnitDelay k SampleTime=0.4\nOutport o\nu -> k\nk -> o\n"),
            "m/e/k: its sample time 0.4 is not possible inside a triggered or function-call "
            "subsystem; it must be inherited");
    refused(TRIGGERED("Integrator k\nOutport o\nu -> k\nk -> o\n"),
            "m/e/k: its sample time continuous is not possible inside");
    /* called every 0.4 s, and what reads it outside */
    CHECK(FIXED "FunctionCallGenerator c sample_time=0.4 numberOfIterations=1\n"
                "DigitalClock t SampleTime=0.1\nSubSystem e {\nTriggerPort p "
                "TriggerType=function-call\nInport u\nGain k\nOutport o\nu -> k\nk -> o\n}\n"
                "c -> e:trigger\nt -> e\nGain g\nOutport y\ne -> g\ng -> y\n",
          "c 0.4; e/k triggered; g 0.4; y 0.4");
    /* a triggered one in a triggered one */
    CHECK(TRIGGERED("Sin q SampleTime=-1\nSubSystem f {\nTriggerPort p\nInport u\nGain k\n"
                    "Outport o\nu -> k\nk -> o\n}\nu -> f\nq -> f:trigger\nOutport o\nf -> o\n"),
          "e 0.2; e/f triggered; e/f/k triggered; g 0.2");
}

/* SystemSampleTime of an atomic subsystem is the rate of what would inherit there */
static void test_rates_of_atomic_subsystems(void) {
#define ATOMIC(rate, inside)                                                                       \
    FIXED "Clock c\nSubSystem s TreatAsAtomicUnit=on SystemSampleTime=" rate                       \
          " {\nInport u\n" inside "}\nOutport y\nc -> s\ns -> y\n"
    CHECK(ATOMIC("0.4", "Gain g\nUnitDelay d SampleTime=-1\nOutport o\nu -> g\ng -> d\nd -> o\n"),
          "c continuous; s/g 0.4; s/d 0.4; y 0.4");
    CHECK(ATOMIC("'[0.4 0.1]'", "Gain g\nOutport o\nu -> g\ng -> o\n"), "s/g [0.4, 0.1]");
    CHECK(ATOMIC("0.4", "UnitDelay d SampleTime=0.2\nGain g\nOutport o\nu -> d\nd -> g\ng -> o\n"),
          "s/d 0.2; s/g 0.4");
    CHECK(ATOMIC("-1", "Gain g\nOutport o\nu -> g\ng -> o\n"), "s/g continuous");
    CHECK(ATOMIC("0", "Gain g\nOutport o\nu -> g\ng -> o\n"), "s/g continuous");
    /* one inside of it inherits as well, or has its own */
    CHECK(ATOMIC("0.4",
                 "SubSystem q {\nInport u\nGain g\nOutport o\nu -> g\ng -> o\n}\n"
                 "SubSystem r TreatAsAtomicUnit=on SystemSampleTime=0.2 {\nInport u\n"
                 "Gain g\nOutport o\nu -> g\ng -> o\n}\nOutport o\nu -> q\nq -> r\nr -> o\n"),
          "s/q/g 0.4; s/r/g 0.2");
    refused(ATOMIC("'[0.4 0.1 0]'", "Gain g\nOutport o\nu -> g\ng -> o\n"),
            "m/s: SystemSampleTime must be a period, or a period and an offset, not 3 numbers");
    CHECK(ATOMIC("'[0.4 -0.1]'", "Gain g\nOutport o\nu -> g\ng -> o\n"), "s/g [0.4, 0.3]");
    refused(ATOMIC("'[0.4 0.4]'", "Gain g\nOutport o\nu -> g\ng -> o\n"),
            "m/s: SystemSampleTime [0.4, 0.4] is not a sample time");
    refused(ATOMIC("'[]'", "Gain g\nOutport o\nu -> g\ng -> o\n"), "not 0 numbers");
    refused(ATOMIC("-3", "Gain g\nOutport o\nu -> g\ng -> o\n"),
            "m/s: SystemSampleTime [-3, 0] is not a sample time");
    refused(ATOMIC("nowhere", "Gain g\nOutport o\nu -> g\ng -> o\n"),
            "m/s: SystemSampleTime: cannot evaluate 'nowhere'");
    /* a subsystem that is only drawn has none */
    CHECK(FIXED "Clock c\nSubSystem s SystemSampleTime=0.4 {\nInport u\nGain g\nOutport o\nu -> g\n"
                "g -> o\n}\nOutport y\nc -> s\ns -> y\n",
          "s/g continuous");
#undef ATOMIC
}

/* ---- steps ---- */

/* without a step of its own a fixed-step run has the greatest common divisor of all periods and
 * offsets, else a fiftieth of the run, else 0.2 s */
static void test_the_fixed_step_follows_from_the_rates(void) {
    static const struct {
        const char *text;
        double step, stop;
    } cases[] = {
        {"DigitalClock a SampleTime=0.4\n", 0.4, 2.0},
        {"DigitalClock a SampleTime=0.4\nDigitalClock b SampleTime=0.6\n", 0.2, 2.0},
        {"DigitalClock a SampleTime=0.6\nDigitalClock b SampleTime=0.4\nDigitalClock c "
         "SampleTime=0.5\n",
         0.1, 2.0},
        {"DigitalClock a SampleTime='[0.5 0.3]'\n", 0.1, 2.0},
        {"DigitalClock a SampleTime='[0.5 0.25]'\nDigitalClock b SampleTime=1\n", 0.25, 2.0},
        {"Clock a\n", 0.04, 2.0},
        {"Clock a\nDigitalClock b SampleTime=0.5\n", 0.5, 2.0},
        {"Clock a\n", 0.2, INFINITY},
        {"set StartTime 1\nClock a\n", 0.02, 2.0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[400];
        snprintf(text, sizeof text,
                 "set SolverName FixedStepDiscrete\nset FixedStep auto\n%s"
                 "Clock t\nOutport y\nt -> y\n",
                 cases[i].text);
        bd_options o = bd_options_default();
        o.stop_time = cases[i].stop;
        mini *m = mini_create(text, &o);
        CU_ASSERT_PTR_NOT_NULL_FATAL(m->run);
        CU_ASSERT_EQUAL_FATAL(bd_run_start(m->run, &m->error), BD_OK);
        const double begin = bd_run_time(m->run);
        for (int k = 0; k < 3; k++)
            CU_ASSERT_EQUAL(bd_run_step(m->run, &m->error), BD_OK);
        MR_ASSERT_CLOSE(mini_time(m, "y", 2) - begin, 2.0 * cases[i].step, 1e-15);
        mini_free(m);
    }
}

/* a run of variable steps without states: from hit to hit, but no farther than the shortest period
 * if nothing is continuous, else a fiftieth of the run */
static void test_variable_steps_of_a_discrete_model(void) {
    mini *m = mini_run("set SolverName VariableStepDiscrete\nset StopTime 2\n"
                       "DigitalClock a SampleTime='[0.8 0.3]'\nDigitalClock b SampleTime=0.5\n"
                       "Outport y\nOutport z\na -> y\nb -> z\n",
                       NULL);
    static const double times[] = {0, 0.3, 0.5, 1.0, 1.1, 1.5, 1.9, 2.0},
                        y[] = {0, 0.3, 0.3, 0.3, 1.1, 1.1, 1.9, 1.9},
                        z[] = {0, 0, 0.5, 1.0, 1.0, 1.5, 1.5, 2.0};
    CU_ASSERT_EQUAL_FATAL(mini_rows(m, "y"), 8);
    for (size_t i = 0; i < 8; i++) {
        MR_ASSERT_CLOSE(mini_time(m, "y", i), times[i], 1e-15);
        MR_ASSERT_CLOSE(mini_value(m, "y", i), y[i], 1e-15);
        MR_ASSERT_CLOSE(mini_value(m, "z", i), z[i], 1e-15);
    }
    mini_free(m);
    m = mini_run("set SolverName VariableStepDiscrete\nset StopTime 2\nClock a\nOutport y\n"
                 "a -> y\n",
                 NULL);
    CU_ASSERT_EQUAL_FATAL(mini_rows(m, "y"), 51);
    for (size_t i = 0; i < 51; i++)
        MR_ASSERT_CLOSE(mini_value(m, "y", i), 0.04 * (double)i, 1e-13);
    mini_free(m);
}

/* hits are n T + offset from time zero, wherever a run begins */
static void test_hits_are_counted_from_zero(void) {
    static const char *const solvers[] = {"FixedStepDiscrete", "VariableStepDiscrete"};
    static const struct {
        double start;
        const char *rate;
        double hits[8];
        int count;
    } cases[] = {
        {0.0, "0.5", {0, 0.5, 1.0, 1.5, 2.0}, 5},
        {0.5, "0.5", {0.5, 1.0, 1.5, 2.0}, 4},
        {0.25, "0.5", {0.5, 1.0, 1.5, 2.0}, 4},
        {0.25, "'[0.5 0.25]'", {0.25, 0.75, 1.25, 1.75}, 4},
        {1.0, "'[0.75 0.5]'", {1.25, 2.0}, 2},
        {1.25, "'[0.75 0.5]'", {1.25, 2.0}, 2},
        {-1.0, "0.75", {0.0, 0.75, 1.5}, 3},
        {-0.5, "'[1 0.5]'", {0.5, 1.5}, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int s = 0; s < 2; s++) {
            char text[400];
            snprintf(text, sizeof text,
                     "set SolverName %s\nset FixedStep 0.25\nset StartTime %g\nset StopTime 2\n"
                     "DigitalClock t SampleTime=%s\nToWorkspace w VariableName=hits "
                     "SampleTime=-1\nt -> w\n",
                     solvers[s], cases[i].start, cases[i].rate);
            mini *m = mini_run(text, NULL);
            const size_t rows = mini_rows(m, "hits");
            const size_t first = rows > (size_t)cases[i].count ? rows - (size_t)cases[i].count : 0;
            CU_ASSERT(rows >= (size_t)cases[i].count);
            CU_ASSERT(cases[i].start < 0.0 || first == 0);
            for (size_t k = first; k < rows; k++) {
                CU_ASSERT_EQUAL(mini_time(m, "hits", k), cases[i].hits[k - first]);
                CU_ASSERT_EQUAL(mini_value(m, "hits", k), cases[i].hits[k - first]);
            }
            mini_free(m);
        }
}

/* a period that the step divides up to rounding is a multiple, however long the run is */
static void test_steps_divide_periods_up_to_rounding(void) {
    mini *m = mini_run("set SolverName FixedStepDiscrete\nset FixedStep 1/3\nset StopTime 200\n"
                       "DigitalClock t SampleTime=2\nOutport y\nt -> y\n",
                       NULL);
    for (size_t i = 0; i < mini_rows(m, "y"); i++)
        CU_ASSERT_EQUAL(mini_value(m, "y", i), 2.0 * floor((double)i / 6.0));
    CU_ASSERT_EQUAL(mini_rows(m, "y"), 601);
    mini_free(m);
    refused("set SolverName FixedStepDiscrete\nset FixedStep 0.25\nDigitalClock t "
            "SampleTime='[1 0.1]'\n",
            "m/t: the fixed step 0.25 does not divide the sample time [1, 0.1]");
    refused("set SolverName FixedStepDiscrete\nset FixedStep 2\nDigitalClock t SampleTime=1\n",
            "m/t: the fixed step 2 does not divide the sample time [1, 0]");
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_rates_follow_the_signals),
        MR_TEST(test_several_rates_become_one),
        MR_TEST(test_rates_go_around_loops),
        MR_TEST(test_rates_go_against_the_signals),
        MR_TEST(test_rates_of_enabled_subsystems),
        MR_TEST(test_rates_of_triggered_subsystems),
        MR_TEST(test_rates_of_atomic_subsystems),
        MR_TEST(test_the_fixed_step_follows_from_the_rates),
        MR_TEST(test_variable_steps_of_a_discrete_model),
        MR_TEST(test_hits_are_counted_from_zero),
        MR_TEST(test_steps_divide_periods_up_to_rounding),
    };
    return mr_test_main("blockdiagram_rates", tests, sizeof tests / sizeof *tests, argc, argv);
}
