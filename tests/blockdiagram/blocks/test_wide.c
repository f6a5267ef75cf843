/* every element of a signal on its own: a block of vectors gives, to the bit, what blocks of its
 * elements give; and what it was half-way through a run can be saved and brought back
 *
 * Both hold for any block that works element by element, so they are told once, as a list of
 * blocks. */
#include "bd_test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 3, MOST_WORDS = 24 };

/* parameters as name, value, …; a value that begins with @ has a number for each element. Inputs
 * are waves of their own for each element; those after the first have a bias, so that delays and
 * limits stay good */
typedef struct wide_case {
    const char *type, *inputs, *parameters[MOST_WORDS];
} wide_case;

static const wide_case cases[] = {
    {"Integrator", "~", {"InitialCondition", "@0.1 -0.2 0.3"}},
    {"Integrator",
     "~",
     {"LimitOutput", "on", "UpperSaturationLimit", "@0.2 0.3 0.25", "LowerSaturationLimit",
      "@-0.1 -0.2 -0.05"}},
    {"Integrator",
     "~",
     {"WrapState", "on", "WrappedStateUpperValue", "@0.2 0.3 0.25", "WrappedStateLowerValue",
      "@-0.1 -0.2 -0.05"}},
    {"Integrator", "~^", {"InitialConditionSource", "external"}},
    {"SecondOrderIntegrator", "~", {"ICX", "@0.1 -0.2 0.3", "ICDXDT", "@-0.3 0.2 0.1"}},
    {"SecondOrderIntegrator",
     "~",
     {"LimitX", "on", "UpperLimitX", "@0.1 0.15 0.07", "LowerLimitX", "@-0.05 -0.02 -0.04",
      "LimitDXDT", "on", "UpperLimitDXDT", "@0.2 0.1 0.15", "LowerLimitDXDT", "@-0.1 -0.2 -0.3"}},
    {"Derivative", "~", {NULL}},
    {"TransportDelay", "~", {"DelayTime", "@0.3 0.52 0.11", "InitialOutput", "@1 2 3"}},
    {"VariableTransportDelay",
     "~^",
     {"VariableDelayType", "Variable time delay", "MaximumDelay", "3"}},
    {"VariableTransportDelay",
     "~^",
     {"VariableDelayType", "Variable transport delay", "MaximumDelay", "3"}},
    {"Memory", "~", {"X0", "@1 2 3"}},
    {"UnitDelay", "~", {"X0", "@1 2 3", "SampleTime", "0.1"}},
    {"Delay", "~", {"DelayLength", "3", "SampleTime", "0.1"}},
    {"ZeroOrderHold", "~", {"SampleTime", "0.15"}},
    {"DiscreteIntegrator", "~", {"SampleTime", "0.1", "InitialCondition", "@0.1 -0.2 0.3"}},
    {"DiscreteIntegrator",
     "~",
     {"SampleTime", "0.1", "IntegratorMethod", "Integration: Trapezoidal", "LimitOutput", "on",
      "UpperSaturationLimit", "@0.2 0.3 0.25", "LowerSaturationLimit", "@-0.1 -0.2 -0.05"}},
    {"DiscreteIntegrator",
     "~",
     {"SampleTime", "0.1", "IntegratorMethod", "Integration: Backward Euler"}},
    {"RateLimiter", "~", {"RisingSlewLimit", "@0.8 0.5 2", "FallingSlewLimit", "@-0.5 -0.3 -1"}},
    {"Backlash", "~", {"BacklashWidth", "@0.3 0.5 0.2", "InitialOutput", "@0.1 0 -0.1"}},
    {"Relay",
     "~",
     {"OnSwitchValue", "@0.3 0.5 0.2", "OffSwitchValue", "@-0.1 0 -0.2", "OnOutputValue",
      "@3 4 5"}},
    {"HitCross", "~", {"HitCrossingOffset", "@0.3 0.2 0.1"}},
    {"DeadZone", "~", {"UpperValue", "@0.3 0.2 0.1", "LowerValue", "@-0.1 -0.2 -0.3"}},
    {"Saturate", "~", {"UpperLimit", "@0.3 0.2 0.1", "LowerLimit", "@-0.1 -0.2 -0.3"}},
    {"Quantizer", "~", {"QuantizationInterval", "@0.3 0.2 0.1"}},
    {"InitialCondition", "~", {"Value", "@3 4 5"}},
    {"Signum", "~", {NULL}},
    {"Abs", "~", {NULL}},
    {"Gain", "~", {"Gain", "@3 4 5"}},
    {"Bias", "~", {"Bias", "@3 4 5"}},
    {"UnaryMinus", "~", {NULL}},
    {"Math", "~", {"Operator", "exp"}},
    {"Math", "^^", {"Operator", "pow"}},
    {"Math", "~^", {"Operator", "mod"}},
    {"Math", "~^", {"Operator", "rem"}},
    {"Math", "~^", {"Operator", "hypot"}},
    {"Sqrt", "^", {NULL}},
    {"Trigonometry", "~", {"Operator", "sin"}},
    {"Trigonometry", "~^", {"Operator", "atan2"}},
    {"Rounding", "~", {"Operator", "floor"}},
    {"Sum", "~^~", {"Inputs", "+-+"}},
    {"Product", "~^~", {"Inputs", "*/*"}},
    {"MinMax", "~^~", {"Function", "max", "Inputs", "3"}},
    {"Switch", "~~^", {"Criteria", "u2 >= Threshold", "Threshold", "@0.1 0.2 0"}},
    {"RelationalOperator", "~~", {"Operator", "<"}},
    {"Sum", "~^", {"Inputs", "-+"}},
    {"Sum", "~^~", {"Inputs", "+++"}},
    {"Sum", "~^~", {"Inputs", "++-"}},
    {"MinMax", "~~", {"Function", "min", "Inputs", "2"}},
    {"Lookup", "~", {"InputValues", "[-2 -0.5 0.3 2]", "Table", "[1 4 2 8]"}},
    {"Polyval", "~", {"Coefs", "[2 -1 3]"}},
};
enum { CASES = sizeof cases / sizeof *cases };

/* these mix elements */
static const wide_case mixing[] = {
    {"Concatenate", "~^", {"NumInputs", "2"}},
    {"Mux", "~^~", {"Inputs", "3"}},
    {"Selector", "~", {"Indices", "[3 1]", "InputPortWidth", "3"}},
    {"DotProduct", "~^", {NULL}},
    {"Sum", "~", {"Inputs", "+"}},
    {"Product", "~", {"Inputs", "*"}},
    {"MinMax", "~", {"Function", "max"}},
    {"Math", "~", {"Operator", "transpose"}},
    {"Reshape", "~", {"OutputDimensionality", "Row vector (2-D)"}},
    {"StateSpace",
     "~",
     {"A", "[-1 2; -3 -0.5]", "B", "[1 0 2; 0 1 -1]", "C", "[1 0; 0 1; 1 1]", "D",
      "[0 0 1; 0 2 0; 0 0 0]", "X0", "[0.1 0.2]"}},
    {"DiscreteStateSpace",
     "~",
     {"A", "[0.1 0.2; -0.3 0.5]", "B", "[1 0 2; 0 1 -1]", "C", "[1 0; 0 1; 1 1]", "D",
      "[0 0 1; 0 2 0; 0 0 0]", "SampleTime", "0.1"}},
};
enum { MIXING = sizeof mixing / sizeof *mixing };

/* the value for element e, or the vector of all (e < 0) */
static const char *value_of(const char *text, int e, char *place, size_t size) {
    if (text[0] != '@')
        return text;
    double x[WIDTH];
    CU_ASSERT_EQUAL_FATAL(sscanf(text + 1, "%lf %lf %lf", x, x + 1, x + 2), WIDTH);
    if (e < 0)
        snprintf(place, size, "[%s]", text + 1);
    else
        snprintf(place, size, "%.17g", x[e]);
    return place;
}

static bd_node *add_block(bd_test_model *m, const wide_case *c, int e) {
    char place[64];
    bd_node *block = bd_system_add(m->diagram->root, c->type, "b", NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(block);
    for (int k = 0; c->parameters[k]; k += 2)
        bd_node_set(block, c->parameters[k],
                    value_of(c->parameters[k + 1], e, place, sizeof place));
    bd_node_set_ports(block, BD_PORT_INPUT, (int)strlen(c->inputs));
    return block;
}

/* the block with waves at its inputs, and an Outport y; the block first or last in the diagram,
 * which must not matter */
static bd_test_model *make(const wide_case *c, int e, bool first) {
    static const char *const bias[] = {"@0 0 0", "@0.7 0.6 0.9"};
    static const char *const frequency[] = {"@5 3.7 6.1", "@2.1 3.3 1.4", "@4.1 2.9 1.1"};
    static const char *const phase[] = {"@0.3 -0.8 1.9", "@1.1 0.4 -0.6", "@0.9 2.2 0.1"};
    bd_test_model *m = bd_test_model_create("ode4", 0.05, 2.0);
    char from[8], to[8];
    if (first)
        add_block(m, c, e);
    for (int i = 0; c->inputs[i]; i++) {
        const bool above = c->inputs[i] == '^';
        char name[4] = {'u', (char)('1' + i), '\0'}, texts[4][64];
        bd_test_add(m, "Sin", name, "Amplitude",
                    value_of(above ? "@0.3 0.2 0.4" : "@1.2 0.8 1", e, texts[0], 64), "Frequency",
                    value_of(frequency[i], e, texts[1], 64), "Phase",
                    value_of(phase[i], e, texts[2], 64), "Bias",
                    value_of(bias[above], e, texts[3], 64));
    }
    if (!first)
        add_block(m, c, e);
    for (int i = 0; c->inputs[i]; i++) {
        snprintf(from, sizeof from, "u%d/1", i + 1);
        snprintf(to, sizeof to, "b/%d", i + 1);
        bd_test_wire(m, from, to);
    }
    bd_test_tap(m, "b/1", "y");
    return m;
}

static void test_the_order_in_the_diagram_does_not_matter(void) {
    for (int k = 0; k < CASES + MIXING; k++) {
        const wide_case *c = k < CASES ? &cases[k] : &mixing[k - CASES];
        bd_test_model *a = make(c, -1, true), *b = make(c, -1, false);
        int number, wrong = 0, moved = 0;
        bd_test_run(a);
        bd_test_run(b);
        const int width = bd_test_record(a, "y", &number)->width;
        CU_ASSERT_EQUAL_FATAL(bd_test_rows(a, "y"), bd_test_rows(b, "y"));
        for (size_t r = 0; r < bd_test_rows(a, "y"); r++)
            for (int e = 0; e < width; e++) {
                wrong += bd_test_value(a, "y", r, e) != bd_test_value(b, "y", r, e);
                moved += bd_test_value(a, "y", r, e) != bd_test_value(a, "y", 0, e);
            }
        if (wrong > 0 || moved == 0)
            printf("\n    case %d, %s: %d differ, %d moved", k, c->type, wrong, moved);
        CU_ASSERT_EQUAL(wrong, 0);
        CU_ASSERT(moved > 0);
        bd_test_model_free(a);
        bd_test_model_free(b);
    }
}

static void test_each_element_is_a_block_of_its_own(void) {
    for (int k = 0; k < CASES; k++) {
        bd_test_model *wide = make(&cases[k], -1, false);
        bd_test_run(wide);
        const size_t rows = bd_test_rows(wide, "y");
        CU_ASSERT(rows >= 14);
        int wrong = 0, moved = 0;
        for (int e = 0; e < WIDTH; e++) {
            bd_test_model *one = make(&cases[k], e, false);
            bd_test_run(one);
            CU_ASSERT_EQUAL_FATAL(bd_test_rows(one, "y"), rows);
            for (size_t r = 0; r < rows; r++) {
                wrong += bd_test_value(wide, "y", r, e) != bd_test_value(one, "y", r, 0);
                moved += bd_test_value(one, "y", r, 0) != bd_test_value(one, "y", 0, 0);
            }
            bd_test_model_free(one);
        }
        if (wrong > 0 || moved == 0)
            printf("\n    case %d, %s: %d of %zu differ, %d moved", k, cases[k].type, wrong,
                   rows * WIDTH, moved);
        CU_ASSERT_EQUAL(wrong, 0);
        CU_ASSERT(moved > 0);
        bd_test_model_free(wide);
    }
}

static void test_half_a_run_can_be_saved_and_brought_back(void) {
    for (int k = 0; k < CASES; k++) {
        bd_test_model *m = make(&cases[k], -1, false);
        CU_ASSERT_EQUAL_FATAL(bd_test_compile(m), BD_OK);
        CU_ASSERT_EQUAL_FATAL(bd_run_start(m->run, &m->error), BD_OK);
        for (int i = 0; i < 17; i++)
            CU_ASSERT_EQUAL_FATAL(bd_run_step(m->run, &m->error), BD_OK);
        const size_t size = bd_run_state_size(m->run);
        const double half = bd_run_time(m->run);
        void *bytes = malloc(size);
        CU_ASSERT_PTR_NOT_NULL_FATAL(bytes);
        CU_ASSERT_EQUAL(bd_run_save(m->run, bytes, size, &m->error), BD_OK);
        double *first = NULL;
        int wrong = 0;
        /* on to the end, and from half-way again: in the same run, and in one that never was there
         */
        for (int round = 0; round < 3; round++) {
            if (round == 2) {
                bd_test_model_free(m);
                m = make(&cases[k], -1, false);
                CU_ASSERT_EQUAL_FATAL(bd_test_compile(m), BD_OK);
                CU_ASSERT_EQUAL_FATAL(bd_run_start(m->run, &m->error), BD_OK);
            }
            if (round > 0) {
                CU_ASSERT_EQUAL_FATAL(bd_run_restore(m->run, bytes, size, &m->error),
                                      BD_OK);
                bd_run_forget_records(m->run, round == 1 ? half : 0.0);
            }
            while (!bd_run_is_done(m->run))
                CU_ASSERT_EQUAL_FATAL(bd_run_step(m->run, &m->error), BD_OK);
            const size_t rows = bd_test_rows(m, "y");
            if (round == 0)
                first = malloc(rows * WIDTH * sizeof *first);
            CU_ASSERT_PTR_NOT_NULL_FATAL(first);
            static size_t all;
            all = round == 0 ? rows : all;
            for (size_t r = 0; r < rows; r++)
                for (int e = 0; e < WIDTH; e++) {
                    double *kept = first + (all - 1 - r) * WIDTH +
                                   e; /* from the end: the last rows are in each */
                    const double now = bd_test_value(m, "y", rows - 1 - r, e);
                    if (round == 0)
                        *kept = now;
                    else
                        wrong += *kept != now;
                }
        }
        if (wrong > 0)
            printf("\n    case %d, %s: %d differ", k, cases[k].type, wrong);
        CU_ASSERT_EQUAL(wrong, 0);
        free(first);
        free(bytes);
        bd_test_model_free(m);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_each_element_is_a_block_of_its_own),
        MR_TEST(test_the_order_in_the_diagram_does_not_matter),
        MR_TEST(test_half_a_run_can_be_saved_and_brought_back),
    };
    return mr_test_main("blocks wide", tests, sizeof tests / sizeof *tests, argc, argv);
}
