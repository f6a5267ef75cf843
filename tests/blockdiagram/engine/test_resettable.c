/* subsystems whose states a signal returns to their initial values, and the rates of subsystems
 * whose control is slower than what is inside */
#include "mini.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static double value_at(const mini *m, const char *name, double time) {
    size_t best = 0;
    for (size_t row = 0; row < mini_rows(m, name); row++)
        if (mini_time(m, name, row) <= time + 1e-9)
            best = row;
    return mini_value(m, name, best);
}

/* x' = cos t from x0 = 2, reset by a wave of +1 and -1, beside the Integrator's own reset */
#define TWINS                                                                                      \
    "set SolverName %s\nset StopTime 7\n%s"                                                        \
    "Sin c Phase=pi/2\nDiscretePulseGenerator p PulseType='Time based' Period=2 PulseWidth=50 "    \
    "Amplitude=2 PhaseDelay=0.5\nBias b Bias=%s\np -> b\n"                                         \
    "SubSystem s {\nInport u\nOutport y\nResetPort r ResetTriggerType='%s'\n"                      \
    "Integrator x InitialCondition=2\nu -> x\nx -> y\n}\nc -> s\nb -> s:reset\n"                   \
    "Integrator own InitialCondition=2 ExternalReset='%s'\nc -> own:1\nb -> own:2\n"               \
    "Outport y\nOutport z\ns -> y\nown -> z\n"

static void test_like_the_reset_of_an_integrator(void) {
    static const char *const kinds[] = {"rising", "falling", "either", "level"};
    static const char *const solvers[][2] = {
        {"ode45", "set RelTol 1e-9\nset AbsTol 1e-12\n"},
        {"ode4", "set FixedStep 0.05\n"},
        {"ode15s", "set RelTol 1e-9\nset AbsTol 1e-12\n"},
        {"ode14x", "set FixedStep 0.05\n"},
    };
    for (size_t k = 0; k < 4; k++)
        for (size_t s = 0; s < 4; s++) {
            char text[2000];
            const char *bias = k < 3 ? "-1" : "0";
            snprintf(text, sizeof text, TWINS, solvers[s][0], solvers[s][1], bias, kinds[k],
                     kinds[k]);
            mini *m = mini_run(text, NULL);
            double difference = 0.0;
            for (size_t row = 0; row < mini_rows(m, "y"); row++)
                difference =
                    fmax(difference, fabs(mini_value(m, "y", row) - mini_value(m, "z", row)));
            if (difference > 1e-12)
                printf("%s, %s: %g\n", kinds[k], solvers[s][0], difference);
            CU_ASSERT(difference <= 1e-12);
            mini_free(m);
        }
}

/* what a control port does not say is its default: both are the same to the bit */
static void test_defaults_of_control_ports(void) {
    static const char *const ports[][2] = {
        {"ResetPort r", "ResetPort r ResetTriggerType=level"},
        {"TriggerPort r", "TriggerPort r TriggerType=rising"},
        {"EnablePort r", "EnablePort r StatesWhenEnabling=held"},
    };
    static const char *const kinds[] = {"reset", "trigger", "enable"};
    for (int k = 0; k < 3; k++) {
        mini *m[2];
        for (int i = 0; i < 2; i++) {
            char text[1000];
            snprintf(text, sizeof text,
                     "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 12\n"
                     "DiscretePulseGenerator p PulseType='Sample based' SampleTime=1 Period=4 "
                     "PulseWidth=2 PhaseDelay=1\nConstant one SampleTime=%s\n"
                     "SubSystem s {\nInport u\nOutport y\n%s\nSum a\n"
                     "UnitDelay d SampleTime=-1\nu -> a:1\nd -> a:2\na -> d\na -> y\n}\n"
                     "one -> s\np -> s:%s\nOutport z\ns -> z\n",
                     k == 1 ? "inf" : "1", ports[k][i], kinds[k]);
            m[i] = mini_run(text, NULL);
        }
        CU_ASSERT_EQUAL_FATAL(mini_rows(m[0], "z"), mini_rows(m[1], "z"));
        CU_ASSERT_EQUAL(mini_rows(m[0], "z"), 13);
        for (size_t row = 0; row < mini_rows(m[0], "z"); row++)
            CU_ASSERT_EQUAL(mini_value(m[0], "z", row), mini_value(m[1], "z", row));
        CU_ASSERT(mini_last(m[0], "z") > 1.0);
        mini_free(m[0]);
        mini_free(m[1]);
    }
}

/* help of the Reset block: rising ends above zero, falling begins above it, either leaves zero or
 * changes sign. A trigger's arrival at zero from below is no reset */
static void test_documented_edges(void) {
    static const struct {
        const char *kind;
        double y[10]; /* steps since the last reset, or the start */
    } rules[] = {
        {"rising", {0, 1, 0, 1, 2, 3, 0, 1, 2, 3}},     {"falling", {0, 1, 2, 0, 1, 2, 3, 4, 0, 1}},
        {"either", {0, 1, 0, 0, 1, 2, 0, 1, 2, 0}},     {"level", {0, 0, 0, 0, 0, 1, 0, 0, 0, 0}},
        {"level hold", {0, 1, 0, 0, 1, 2, 0, 0, 1, 0}},
    };
    for (size_t k = 0; k < 5; k++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 9\n"
                 "'Repeating Sequence Stair' q OutValues='[-1 0 1 -1 0 0 1 1 0 -1]' tsamp=1\n"
                 "Constant one\nSubSystem s {\nInport u\nOutport y\nResetPort r "
                 "ResetTriggerType='%s'\nUnitDelay z SampleTime=1\nSum s Inputs=++\nu -> s:1\n"
                 "z -> s:2\ns -> z\nz -> y\n}\none -> s\nq -> s:reset\nOutport y\ns -> y\n",
                 rules[k].kind);
        mini *m = mini_run(text, NULL);
        for (size_t i = 0; i < 10; i++) {
            if (mini_value(m, "y", i) != rules[k].y[i])
                printf("%s at %zu: %g\n", rules[k].kind, i, mini_value(m, "y", i));
            CU_ASSERT_EQUAL(mini_value(m, "y", i), rules[k].y[i]);
        }
        mini_free(m);
    }
}

/* rising at 0.5, 2.5, 4.5: x = 2 + sin t - sin t0 */
static void test_closed_form(void) {
    char text[2000];
    snprintf(text, sizeof text, TWINS, "ode45", "set RelTol 1e-10\nset AbsTol 1e-12\n", "-1",
             "rising", "none");
    strcpy(strstr(text, "b -> own:2\n"), "Outport y\nOutport z\ns -> y\nown -> z\n");
    mini *m = mini_run(text, NULL);
    for (size_t row = 0; row < mini_rows(m, "y"); row++) {
        double t = mini_time(m, "y", row);
        double t0 = t < 0.5 ? 0.0 : t < 2.5 ? 0.5 : t < 4.5 ? 2.5 : t < 6.5 ? 4.5 : 6.5;
        MR_ASSERT_CLOSE(mini_value(m, "y", row), 2.0 + sin(t) - sin(t0), 1e-8);
        MR_ASSERT_CLOSE(mini_value(m, "z", row), 2.0 + sin(t), 1e-8);
    }
    mini_free(m);
}

/* level hold: the last reset is that of the step before the pulse ends, at 1.45 */
static void test_level_hold(void) {
    char text[2000];
    snprintf(text, sizeof text, TWINS, "ode5", "set FixedStep 0.05\n", "0", "level hold",
             "level hold");
    mini *m = mini_run(text, NULL);
    for (size_t row = 0; row < 50; row++) {
        double t = mini_time(m, "y", row);
        double t0 = t < 0.5 - 1e-9 ? 0.0 : t < 1.5 - 1e-9 ? t : 1.45;
        MR_ASSERT_CLOSE(mini_value(m, "y", row), 2.0 + sin(t) - sin(t0), 1e-8);
    }
    mini_free(m);
}

/* a reset signal that crosses zero between steps is found there: sin t rises at 2 pi */
static void test_reset_is_located(void) {
    mini *m = mini_run("set SolverName ode45\nset StopTime 9\nset MaxStep 2\n"
                       "Constant one\nSin c Phase=0.1\n"
                       "SubSystem s {\nInport u\nOutport y\nResetPort r ResetTriggerType=rising\n"
                       "Integrator x\nu -> x\nx -> y\n}\none -> s\nc -> s:reset\n"
                       "Outport y\ns -> y\n",
                       NULL);
    MR_ASSERT_CLOSE(mini_last(m, "y"), 9.0 - (2.0 * acos(-1.0) - 0.1), 1e-9);
    mini_free(m);
}

/* everything with a memory begins anew at t = 3: counter, delay line, filter, rate limiter, memory
 */
static void test_all_kinds_of_memory(void) {
    mini *m = mini_run(
        "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 5\n"
        "Constant one\nStep k Time=3\nOutport y\n"
        "SubSystem s {\nInport u\nOutport y\nResetPort r ResetTriggerType=rising\n"
        "UnitDelay z SampleTime=1 InitialCondition=10\nSum s Inputs=++\nu -> s:1\nz -> s:2\n"
        "s -> z\nDelay d DelayLength=2 InitialCondition=-1 SampleTime=1\nu -> d\n"
        "DiscreteFilter f Numerator=1 Denominator='[1 -0.5]' SampleTime=1\nu -> f\n"
        "RateLimiter l RisingSlewLimit=0.25 InitialCondition=0 SampleTimeMode=continuous\nu -> l\n"
        "Memory w X0=7\nu -> w\nDiscreteIntegrator i SampleTime=1 InitialCondition=4\nu -> i\n"
        "Mux m Inputs=6\nz -> m:1\nd -> m:2\nf -> m:3\nl -> m:4\nw -> m:5\ni -> m:6\nm -> y\n}\n"
        "one -> s\nk -> s:reset\ns -> y\n",
        NULL);
    int record = mini_record(m, "y");
    CU_ASSERT_EQUAL_FATAL(mini_rows(m, "y"), 6);
    for (size_t row = 0; row < 3; row++)
        for (int i = 0; i < 6; i++) {
            double first = bd_run_record_row(m->run, record, row)[i];
            double again = bd_run_record_row(m->run, record, row + 3)[i];
            if (first != again)
                printf("element %d, row %zu: %g %g\n", i + 1, row, first, again);
            CU_ASSERT_EQUAL(first, again);
        }
    CU_ASSERT_EQUAL(bd_run_record_row(m->run, record, 2)[0], 12.0);
    mini_free(m);
}

/* enabled and reset: counts 0 1 2, rests, goes on, begins anew */
static void test_enabled_and_resettable(void) {
    mini *m = mini_run(
        "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 9\n"
        "'Repeating Sequence Stair' e OutValues='[1 1 1 0 0 1 1 1 1 1]' tsamp=1\n"
        "Step k Time=7\nOutport y\n"
        "SubSystem s {\nOutport y\nEnablePort e\nResetPort r ResetTriggerType=rising\n"
        "Constant one\nUnitDelay z SampleTime=1\nSum s Inputs=++\none -> s:1\nz -> s:2\ns -> z\n"
        "z -> y\n}\ne -> s:enable\nk -> s:reset\ns -> y\n",
        NULL);
    static const double y[] = {0, 1, 2, 2, 2, 3, 4, 0, 1, 2};
    for (size_t i = 0; i < 10; i++)
        CU_ASSERT_EQUAL(mini_value(m, "y", i), y[i]);
    mini_free(m);
}

/* a reset subsystem inside an enabled one, and the other way round */
static void test_nested(void) {
    mini *m = mini_run("set SolverName ode4\nset FixedStep 0.125\nset StopTime 4\n"
                       "Step k Time=2\nConstant on\nOutport y\n"
                       "SubSystem a {\nInport k\nInport on\nOutport y\nResetPort r "
                       "ResetTriggerType=rising\n"
                       "SubSystem b {\nOutport y\nEnablePort e\nConstant one\nIntegrator x\n"
                       "one -> x\nx -> y\n}\non -> b:enable\nb -> y\n}\n"
                       "k -> a:reset\nk -> a:1\non -> a:2\na -> y\n",
                       NULL);
    MR_ASSERT_CLOSE(value_at(m, "y", 1.875), 1.875, 1e-12);
    MR_ASSERT_CLOSE(value_at(m, "y", 2.0), 0.0, 1e-12);
    MR_ASSERT_CLOSE(mini_last(m, "y"), 2.0, 1e-12);
    mini_free(m);
}

/* the control changes every half second, the inside is continuous: y = t - 0.5 from 0.5 on */
static void test_slow_control_around_fast_blocks(void) {
    static const char *const controls[] = {
        "EnablePort e\n}\nd -> s:enable\n",
        "ActionPort e\n}\nIf f IfExpression=u1>0 ShowElse=off\nd -> f\nf -> s:action\n"};
    for (size_t i = 0; i < 2; i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "set SolverName ode45\nset MaxStep 0.1\nset StopTime 2\n"
                 "DigitalClock d SampleTime=0.5\nOutport y\nOutport z\nOutport w\n"
                 "SubSystem s {\nOutport y\nOutport z\nOutport w\nConstant one\nIntegrator x\n"
                 "Clock t\nUnitDelay c SampleTime=0.25\nSum q Inputs=++\none -> q:1\nc -> q:2\n"
                 "q -> c\none -> x\nx -> y\nt -> z\nc -> w\n%ss:1 -> y\ns:2 -> z\ns:3 -> w\n",
                 controls[i]);
        mini *m = mini_run(text, NULL);
        for (size_t row = 0; row < mini_rows(m, "y"); row++) {
            double t = mini_time(m, "y", row);
            MR_ASSERT_CLOSE(mini_value(m, "y", row), t < 0.5 ? 0.0 : t - 0.5, 1e-12);
            MR_ASSERT_CLOSE(mini_value(m, "z", row), t < 0.5 ? 0.0 : t, 1e-12);
            MR_ASSERT_CLOSE(mini_value(m, "w", row), t < 0.5 ? 0.0 : floor((t - 0.5) / 0.25 + 1e-9),
                            0.0);
        }
        mini_free(m);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_like_the_reset_of_an_integrator),
        MR_TEST(test_closed_form),
        MR_TEST(test_defaults_of_control_ports),
        MR_TEST(test_documented_edges),
        MR_TEST(test_level_hold),
        MR_TEST(test_reset_is_located),
        MR_TEST(test_all_kinds_of_memory),
        MR_TEST(test_enabled_and_resettable),
        MR_TEST(test_nested),
        MR_TEST(test_slow_control_around_fast_blocks),
    };
    return mr_test_main("blockdiagram_resettable", tests, sizeof tests / sizeof *tests, argc, argv);
}
