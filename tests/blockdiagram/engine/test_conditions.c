/* subsystems that run only sometimes, against a few lines that say when: random controls of
 * negative, zero and positive values, one or two elements wide, for all kinds of control ports */
#include "mini.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { STEPS = 60, MOST_WIDTH = 2 };

typedef struct controls {
    int width;
    double values[STEPS + 1][MOST_WIDTH];
} controls;

static controls random_controls(mr_random *random, int width) {
    controls c = {.width = width};
    for (int k = 0; k < STEPS; k++)
        for (int i = 0; i < width; i++)
            c.values[k][i] = mr_random_below(random, 3) - 1;
    return c;
}

/* a block of this name that gives the controls, one step after the other */
static size_t write_controls(char *text, size_t room, const char *name, const controls *c) {
    size_t used = 0;
    for (int i = 0; i < c->width; i++) {
        used += (size_t)snprintf(text + used, room - used,
                                 "'Repeating Sequence Stair' %s%d tsamp=1 OutValues='[", name, i);
        for (int k = 0; k < STEPS; k++)
            used += (size_t)snprintf(text + used, room - used, "%g ", c->values[k][i]);
        used += (size_t)snprintf(text + used, room - used, "]'\n");
    }
    used += (size_t)snprintf(text + used, room - used, "Mux %s Inputs=%d\n", name, c->width);
    for (int i = 0; i < c->width; i++)
        used += (size_t)snprintf(text + used, room - used, "%s%d -> %s:%d\n", name, i, name, i + 1);
    return used;
}

/* ---- when ---- */

static bool is_enabled(const controls *c, int step) {
    for (int i = 0; i < c->width; i++)
        if (c->values[step][i] > 0.0)
            return true;
    return false;
}

/* from below zero to zero or above is a rise. From zero to above is one, too, unless the arrival at
 * zero was just one: that is the same rise. `direction` -1: the same for falls */
static bool rises(const controls *c, int i, int step, int direction) {
    const double now = direction * c->values[step][i], before = direction * c->values[step - 1][i];
    const bool arrived = step > 1 && before == 0.0 && direction * c->values[step - 2][i] < 0.0;
    return (before < 0.0 && now >= 0.0) || (before == 0.0 && now > 0.0 && !arrived);
}

static bool is_triggered(const controls *c, int step, const char *type) {
    for (int i = 0; i < c->width && step > 0; i++)
        if ((strcmp(type, "falling") != 0 && rises(c, i, step, 1)) ||
            (strcmp(type, "rising") != 0 && rises(c, i, step, -1)))
            return true;
    return false;
}

typedef struct rules {
    const char *trigger; /* NULL: only enabled */
    bool enabled, resets_states, resets_output;
    double initial;
    int before; /* what its trigger was before the first step: a number of `befores` */
} rules;

/* InitialTriggerSignalState; the first says nothing, so that nothing fires in the first step */
static const struct {
    const char *word;
    double value;
} befores[] = {{"compatibility (no trigger on first evaluation)", 0.0},
               {"zero", 0.0},
               {"positive", 1.0},
               {"negative", -1.0}};

/* begins the list of what a trigger was; how many there are */
static int begin_history(const rules *r, controls *seen) {
    for (int i = 0; i < seen->width; i++)
        seen->values[0][i] = befores[r->before].value;
    return r->before > 0;
}

/* a counter in the subsystem: what its output is at each step */
static void predict(const rules *r, const controls *enable, const controls *trigger, double *y) {
    double count = 0.0, output = r->initial;
    bool active = false;
    controls seen = {.width = trigger->width};
    int steps = begin_history(r, &seen);
    for (int k = 0; k < STEPS; k++, steps++) {
        const bool on = !r->enabled || is_enabled(enable, k);
        memcpy(seen.values[steps], trigger->values[k], sizeof seen.values[steps]);
        if (on && !active && r->resets_states)
            count = 0.0;
        if (!on && active && r->resets_output)
            output = r->initial;
        active = on;
        if (on && (!r->trigger || is_triggered(&seen, steps, r->trigger)))
            output = ++count;
        y[k] = output;
    }
}

static void check(const rules *r, mr_random *random, int width) {
    static char text[6000];
    const controls enable = random_controls(random, width),
                   trigger = random_controls(random, width);
    double expected[STEPS];
    size_t used = (size_t)snprintf(
        text, sizeof text,
        "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime %d\nSubSystem s {\n",
        STEPS - 1);
    if (r->enabled)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "EnablePort e StatesWhenEnabling=%s\n",
                                 r->resets_states ? "reset" : "held");
    /* what its trigger port says of states has a meaning for function-calls only */
    if (r->trigger)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "TriggerPort t TriggerType=%s StatesWhenEnabling=reset "
                                 "InitialTriggerSignalState='%s'\n",
                                 r->trigger, befores[r->before].word);
    used += (size_t)snprintf(text + used, sizeof text - used,
                             "Constant one\nSum sum Inputs=++\nUnitDelay delay SampleTime=-1\n"
                             "Outport out OutputWhenDisabled=%s InitialOutput=%g\none -> sum:1\n"
                             "delay -> sum:2\nsum -> delay\nsum -> out\n}\nOutport y\ns -> y\n",
                             r->resets_output ? "reset" : "held", r->initial);
    if (r->enabled) {
        used += write_controls(text + used, sizeof text - used, "a", &enable);
        used += (size_t)snprintf(text + used, sizeof text - used, "a -> s:enable\n");
    }
    if (r->trigger) {
        used += write_controls(text + used, sizeof text - used, "b", &trigger);
        used += (size_t)snprintf(text + used, sizeof text - used, "b -> s:trigger\n");
    }
    CU_ASSERT_FATAL(used < sizeof text);
    mini *m = mini_run(text, NULL);
    predict(r, &enable, &trigger, expected);
    int wrong = 0;
    for (size_t k = 0; k < STEPS; k++)
        wrong += mini_value(m, "y", k) != expected[k];
    if (wrong)
        printf("%d wrong rows of %s", wrong, text);
    CU_ASSERT_EQUAL(wrong, 0);
    mini_free(m);
}

static void test_random_controls(void) {
    static const char *const triggers[] = {NULL, "rising", "falling", "either"};
    mr_random random = {4};
    for (int turn = 0; turn < 6; turn++)
        for (int t = 0; t < 4; t++)
            for (int code = 0; code < 8; code++) {
                const rules r = {.trigger = triggers[t],
                                 .enabled = t == 0 || (code & 1),
                                 .resets_states = code & 2,
                                 .resets_output = code & 4,
                                 .initial = code & 4 ? -3.0 : 0.0,
                                 .before = t ? mr_random_below(&random, 4) : 0};
                if (r.enabled || !(code & 6))
                    check(&r, &random, 1 + turn % 2);
            }
}

/* ---- one in another: the inner one sees its control only while the outer one runs ---- */

typedef struct nest {
    rules outer, inner; /* the outer one is enabled; the inner one enabled or triggered */
} nest;

static void predict_nested(const nest *n, const controls *a, const controls *b, double *y) {
    controls seen = {.width = 1};
    double count = 0.0, inside = n->inner.initial, output = n->outer.initial;
    bool outer = false, inner = false;
    int steps = begin_history(&n->inner, &seen);
    for (int k = 0; k < STEPS; k++) {
        const bool on = is_enabled(a, k);
        if (on && !outer && n->outer.resets_states) { /* and has never seen a control */
            count = 0.0;
            inner = false;
            steps = begin_history(&n->inner, &seen);
        }
        if (!on && outer) {
            if (inner && n->inner.resets_output)
                inside = n->inner.initial;
            inner = false;
            output = n->outer.resets_output ? n->outer.initial : output;
        }
        outer = on;
        if (on) {
            seen.values[steps][0] = b->values[k][0];
            const bool runs = !n->inner.enabled || is_enabled(&seen, steps);
            if (runs && !inner && n->inner.resets_states)
                count = 0.0;
            if (!runs && inner && n->inner.resets_output)
                inside = n->inner.initial;
            inner = runs;
            if (runs && (!n->inner.trigger || is_triggered(&seen, steps, n->inner.trigger)))
                inside = ++count;
            output = inside;
            steps++;
        }
        y[k] = output;
    }
}

static void check_nested(const nest *n, mr_random *random) {
    static char text[6000];
    const controls a = random_controls(random, 1), b = random_controls(random, 1);
    double expected[STEPS];
    char port[160];
    if (n->inner.trigger)
        snprintf(port, sizeof port, "TriggerPort t TriggerType=%s InitialTriggerSignalState='%s'",
                 n->inner.trigger, befores[n->inner.before].word);
    else
        snprintf(port, sizeof port, "EnablePort t StatesWhenEnabling=%s",
                 n->inner.resets_states ? "reset" : "held");
    size_t used = (size_t)snprintf(
        text, sizeof text,
        "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime %d\nSubSystem s {\n"
        "EnablePort e StatesWhenEnabling=%s\nInport u\nSubSystem i {\n%s\nConstant one\n"
        "Sum sum Inputs=++\nUnitDelay delay SampleTime=-1\nOutport out OutputWhenDisabled=%s "
        "InitialOutput=%g\none -> sum:1\ndelay -> sum:2\nsum -> delay\nsum -> out\n}\nu -> i:%s\n"
        "Outport out OutputWhenDisabled=%s InitialOutput=%g\ni -> out\n}\nOutport y\ns -> y\n",
        STEPS - 1, n->outer.resets_states ? "reset" : "held", port,
        n->inner.resets_output ? "reset" : "held", n->inner.initial,
        n->inner.trigger ? "trigger" : "enable", n->outer.resets_output ? "reset" : "held",
        n->outer.initial);
    used += write_controls(text + used, sizeof text - used, "a", &a);
    used += write_controls(text + used, sizeof text - used, "b", &b);
    used += (size_t)snprintf(text + used, sizeof text - used, "a -> s:enable\nb -> s\n");
    CU_ASSERT_FATAL(used < sizeof text);
    mini *m = mini_run(text, NULL);
    predict_nested(n, &a, &b, expected);
    int wrong = 0;
    for (size_t k = 0; k < STEPS; k++)
        wrong += mini_value(m, "y", k) != expected[k];
    if (wrong)
        printf("%d wrong rows of %s", wrong, text);
    CU_ASSERT_EQUAL(wrong, 0);
    mini_free(m);
}

static void test_random_controls_of_one_in_another(void) {
    static const char *const triggers[] = {NULL, "rising", "falling", "either"};
    mr_random random = {5};
    for (int turn = 0; turn < 3; turn++)
        for (int t = 0; t < 4; t++)
            for (int code = 0; code < 16; code++) {
                const nest n = {
                    .outer = {.enabled = true,
                              .resets_states = code & 1,
                              .resets_output = code & 2,
                              .initial = code & 2 ? -3.0 : 0.0},
                    .inner = {.trigger = triggers[t],
                              .enabled = t == 0,
                              .resets_states = t == 0 && (code & 4),
                              .resets_output = t == 0 && (code & 8),
                              .initial = code & 8 ? -7.0 : 0.0,
                              .before = t ? mr_random_below(&random, 4) : 0},
                };
                check_nested(&n, &random);
            }
}

/* the trigger arrives at zero, which is a rise, and then the outer one rests. When it begins anew
 * the trigger was zero, as it says, and has not just arrived there: its next rise is one */
static void test_a_new_beginning_forgets_an_arrival_at_zero(void) {
    mini *m =
        mini_run("set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 5\n"
                 "SubSystem s {\nEnablePort e StatesWhenEnabling=reset\nInport u\nSubSystem i {\n"
                 "TriggerPort t TriggerType=rising InitialTriggerSignalState=zero\nConstant one\n"
                 "Sum sum Inputs=++\nUnitDelay delay SampleTime=-1\nOutport out\none -> sum:1\n"
                 "delay -> sum:2\nsum -> delay\nsum -> out\n}\nu -> i:trigger\nOutport out\n"
                 "i -> out\n}\nOutport y\ns -> y\n"
                 "'Repeating Sequence Stair' a tsamp=1 OutValues='[1 1 1 1 0 1]'\n"
                 "'Repeating Sequence Stair' b tsamp=1 OutValues='[-1 1 -1 0 9 1]'\n"
                 "a -> s:enable\nb -> s\n",
                 NULL);
    static const double expected[] = {0, 1, 1, 2, 2, 1};
    for (size_t k = 0; k < 6; k++)
        CU_ASSERT_EQUAL(mini_value(m, "y", k), expected[k]);
    mini_free(m);
}

/* ---- iterators: the sum of the numbers of the iterations ---- */

#define SUM_OF(iterator)                                                                           \
    "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 4\nSubSystem s {\n" iterator  \
    "\nSum sum Inputs=++\nUnitDelay d SampleTime=-1\nDataTypeConversion c OutDataTypeStr=double\n" \
    "i -> c\nc -> sum:1\nd -> sum:2\nsum -> d\nOutport out\nsum -> out\n"

static void expect(const char *text, const double *values) {
    mini *m = mini_run(text, NULL);
    for (size_t k = 0; k < 5; k++)
        MR_ASSERT_CLOSE(mini_value(m, "y", k), values[k], 0.0);
    mini_free(m);
}

static void test_for_iterators(void) {
    static const struct {
        const char *parameters;
        double first; /* sum of one run */
    } cases[] = {
        {"IterationLimit=4", 10},
        {"IterationLimit=4 ResetStates=reset", 10},
        {"IterationLimit=4 IndexMode=Zero-based", 6},
        {"IterationLimit=1", 1},
        {"", 15}, /* five times */
        {"IterationLimit=100 IterationVariableDataType=double", 5050},
        {"IterationLimit=20 IterationVariableDataType=uint8", 210},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[900];
        double expected[5];
        const bool reset = strstr(cases[i].parameters, "reset") != NULL;
        snprintf(text, sizeof text, SUM_OF("ForIterator i %s") "}\nOutport y\ns -> y\n",
                 cases[i].parameters);
        for (int k = 0; k < 5; k++)
            expected[k] = (reset ? 1 : k + 1) * cases[i].first;
        expect(text, expected);
    }
    /* how often may come from a signal: 2.9 t - 3 is -3, -0.1, 2.8, 5.7, 8.6, so 0, 0, 2, 5, 8 */
    expect(
        SUM_OF("ForIterator i IterationSource=external ResetStates=reset") "Inport n\nn -> i\n}\n"
                                                                           "DigitalClock t "
                                                                           "SampleTime=1\nGain g "
                                                                           "Gain=2.9\nBias b "
                                                                           "Bias=-3\nt -> g\ng -> "
                                                                           "b\nb -> s\n"
                                                                           "Outport y\ns -> y\n",
        (const double[]){0, 0, 3, 15, 36});
    mini *m = mini_create(SUM_OF("ForIterator i IterationLimit=-1") "}\nOutport y\ns -> y\n", NULL);
    CU_ASSERT_PTR_NULL(m->run);
    MR_ASSERT_CONTAINS(m->error.text, "IterationLimit");
    mini_free(m);
}

static void test_while_iterators(void) {
#define LIMIT "RelationalOperator r Operator=<\nConstant l Value=20\nsum -> r:1\nl -> r:2\nr -> i\n"
    /* 1 + 2 + … + 6 is the first sum of 20 or more */
    expect(SUM_OF("WhileIterator i WhileBlockType=do-while MaxIters=100 ResetStates=reset "
                  "ShowIterationPort=on") LIMIT "}\nOutport y\ns -> y\n",
           (const double[]){21, 21, 21, 21, 21});
    /* states that are held are above 20 already: once each */
    expect(SUM_OF("WhileIterator i WhileBlockType=do-while MaxIters=100 ShowIterationPort=on") LIMIT
           "}\nOutport y\ns -> y\n",
           (const double[]){21, 22, 23, 24, 25});
    /* no more than MaxIters: 1 + 2 + 3, then 6 more */
    expect(SUM_OF("WhileIterator i WhileBlockType=do-while MaxIters=3 ShowIterationPort=on") LIMIT
           "}\nOutport y\ns -> y\n",
           (const double[]){6, 12, 18, 21, 22});
    /* without a bound */
    expect(SUM_OF("WhileIterator i WhileBlockType=do-while MaxIters=-1 ResetStates=reset "
                  "ShowIterationPort=on") LIMIT "}\nOutport y\ns -> y\n",
           (const double[]){21, 21, 21, 21, 21});
    /* an initial condition from outside: 0 at t = 0 and 3, where nothing runs */
    expect(SUM_OF("WhileIterator i WhileBlockType=while MaxIters=100 ResetStates=reset "
                  "ShowIterationPort=on") LIMIT "Inport u\nu -> i:2\n}\n"
                                                "'Repeating Sequence Stair' q OutValues='[0 1 1 0 "
                                                "2]' tsamp=1\nq -> s\nOutport y\ns -> y\n",
           (const double[]){0, 21, 21, 21, 21});
#undef LIMIT
}

/* ---- states from the workspace ---- */

#define STATES                                                                                     \
    "set SolverName ode4\nset FixedStep 0.5\nset StopTime 0.5\nset LoadInitialState on\n"          \
    "set InitialState X\nConstant none Value=0\nIntegrator a InitialCondition='[5;6]'\n"           \
    "Integrator b InitialCondition=7\nnone -> a\nnone -> b\nOutport y\nOutport z\na -> y\nb -> "   \
    "z\n"

static void test_initial_states_of_vectors(void) {
    mini *m = mini_try(STATES, "X = [10 20 30];");
    CU_ASSERT_STRING_EQUAL(m->error.text, "");
    CU_ASSERT_TRUE(mini_log_has(m, "InitialState is taken in this order: m/a (2), m/b (1)"));
    for (size_t row = 0; row < 2; row++) {
        CU_ASSERT_EQUAL(bd_run_record_row(m->run, 0, row)[0], 10.0);
        CU_ASSERT_EQUAL(bd_run_record_row(m->run, 0, row)[1], 20.0);
        CU_ASSERT_EQUAL(mini_value(m, "z", row), 30.0);
    }
    mini_free(m);
    m = mini_try(STATES,
                 "X.time = 0; X.signals(1).values = [30 40]; X.signals(1).blockName = 'm/a';");
    CU_ASSERT_STRING_EQUAL(m->error.text, "");
    CU_ASSERT_EQUAL(mini_last_of(m, "y", 0), 30.0);
    CU_ASSERT_EQUAL(mini_last_of(m, "y", 1), 40.0);
    CU_ASSERT_EQUAL(mini_last(m, "z"), 7.0);
    mini_free(m);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_random_controls),
        MR_TEST(test_random_controls_of_one_in_another),
        MR_TEST(test_a_new_beginning_forgets_an_arrival_at_zero),
        MR_TEST(test_for_iterators),
        MR_TEST(test_while_iterators),
        MR_TEST(test_initial_states_of_vectors),
    };
    return mr_test_main("blockdiagram_conditions", tests, sizeof tests / sizeof *tests, argc, argv);
}
