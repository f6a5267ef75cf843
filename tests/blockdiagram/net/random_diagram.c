/* what is in a random diagram */
#include "random_diagram.h"

#include <stdio.h>
#include <string.h>

#include "mr_test.h"

/* usual blocks with values for two parameters; delays may read what comes after them */
typedef struct kind {
    const char *type;
    int inputs;
    bool delays; /* no direct feedthrough */
    bool control;
    const char *parameters[3][4]; /* name and up to three values to choose from */
} kind;

static const kind sources[] = {
    {"Constant", 0, true, false, {{"Value", "0.7", "-1.3", "2"}}},
    {"Sin", 0, true, false, {{"Frequency", "1", "3", "7.5"}, {"SampleTime", "0", "0.1", "0.2"}}},
    {"Step", 0, true, false, {{"Time", "0.3", "0.45", "1"}, {"SampleTime", "0", "0", "0.1"}}},
    {"Clock", 0, true, false, {{NULL}}},
    {"DigitalClock", 0, true, false, {{"SampleTime", "0.1", "0.2", "0.4"}}},
    {"DiscretePulseGenerator",
     0,
     true,
     false,
     {{"Period", "2", "3", "5"}, {"SampleTime", "0.1", "0.2", "0.4"}}},
    {"UniformRandomNumber",
     0,
     true,
     false,
     {{"Seed", "1", "77", "4711"}, {"SampleTime", "0.1", "0.2", "0.4"}}},
};

static const kind blocks[] = {
    {"Gain", 1, false, false, {{"Gain", "0.7", "-1.1", "1.9"}}},
    {"Gain", 1, false, false, {{"Gain", "3", "-0.3", "0.01"}}},
    {"Gain", 1, false, false, {{"Gain", "1/3", "pi", "-2"}}},
    {"Sum", 2, false, false, {{"Inputs", "++", "+-", "-+"}}},
    {"Sum", 2, false, false, {{"Inputs", "++", "+-", "--"}}},
    {"Sum", 3, false, false, {{"Inputs", "+++", "+-+", "-+-"}}},
    {"Product", 2, false, false, {{"Inputs", "**", "2", "**"}}},
    {"Bias", 1, false, false, {{"Bias", "0.1", "-1", "3"}}},
    {"Abs", 1, false, false, {{NULL}}},
    {"Saturate",
     1,
     false,
     false,
     {{"UpperLimit", "0.5", "1", "2"}, {"LowerLimit", "-0.5", "-1", "0"}}},
    {"DeadZone",
     1,
     false,
     false,
     {{"UpperValue", "0.2", "0.5", "1"}, {"LowerValue", "-0.1", "-1", "0"}}},
    {"Quantizer", 1, false, false, {{"QuantizationInterval", "0.5", "0.1", "0.25"}}},
    {"Relay",
     1,
     false,
     false,
     {{"OnSwitchValue", "0.5", "0.2", "1"}, {"OffSwitchValue", "-0.5", "0", "0.1"}}},
    {"MinMax", 2, false, false, {{"Function", "min", "max", "min"}, {"Inputs", "2", "2", "2"}}},
    {"Switch", 3, false, false, {{"Threshold", "0", "0.5", "-0.2"}}},
    {"Trigonometry", 1, false, false, {{"Operator", "sin", "cos", "atan"}}},
    {"Lookup_n-D",
     1,
     false,
     false,
     {{"NumberOfTableDimensions", "1", "1", "1"},
      {"BreakpointsForDimension1", "[-1 0 2]", "[0 1 2]", "[-2 1 3]"},
      {"Table", "[1 -1 3]", "[0 2 1]", "[5 4 4]"}}},
    {"Integrator", 1, true, false, {{"InitialCondition", "0", "1", "-0.5"}}},
    {"Integrator",
     1,
     true,
     false,
     {{"InitialCondition", "0", "1", "-0.5"},
      {"LimitOutput", "off", "on", "on"},
      {"UpperSaturationLimit", "0.8", "1.5", "1.1"}}},
    {"TransferFcn",
     1,
     true,
     false,
     {{"Numerator", "[1]", "[2]", "[0.5 1]"}, {"Denominator", "[1 2 3]", "[1 0.5 2]", "[1 3 1]"}}},
    {"UnitDelay",
     1,
     true,
     false,
     {{"SampleTime", "0.1", "0.2", "0.4"}, {"InitialCondition", "0", "1", "-2"}}},
    {"Memory", 1, true, false, {{"X0", "0", "1", "-1"}}},
    {"Delay",
     1,
     true,
     false,
     {{"DelayLength", "1", "2", "5"}, {"SampleTime", "0.1", "0.2", "0.4"}}},
    {"DiscreteIntegrator", 1, true, false, {{"SampleTime", "0.1", "0.2", "0.4"}}},
    {"DiscreteTransferFcn",
     1,
     true,
     false,
     {{"Denominator", "[1 -0.5]", "[1 0.3 0.1]", "[1 0.9]"}, {"SampleTime", "0.1", "0.2", "0.4"}}},
    {"ZeroOrderHold", 1, false, false, {{"SampleTime", "0.1", "0.2", "0.4"}}},
    {"TransportDelay", 1, true, false, {{"DelayTime", "0.15", "0.3", "0.05"}}},
    {"SubSystem", 1, false, true, {{"kind", "enabled", "triggered", "reset"}}},
    {"SubSystem", 1, false, true, {{"kind", "enabled", "triggered", "reset"}}},
    {"SubSystem", 1, false, false, {{"kind", "int16", "single", "boolean"}}},
};

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

static plan_block *add(plan *p, mr_random *random, const kind *k) {
    plan_block *b = &p->blocks[p->count];
    memset(b, 0, sizeof *b);
    snprintf(b->name, sizeof b->name, "b%d", p->count++);
    b->type = k->type;
    b->control = -1;
    b->input_count = k->inputs;
    int choice = mr_random_below(random, 3); /* values of one column fit together */
    for (int i = 0; i < 3 && k->parameters[i][0]; i++) {
        snprintf(b->parameters[i][0], sizeof b->parameters[i][0], "%s", k->parameters[i][0]);
        if (strcmp(k->parameters[i][0], "SampleTime") == 0)
            choice = mr_random_below(random, 3);
        snprintf(b->parameters[i][1], sizeof b->parameters[i][1], "%s",
                 k->parameters[i][1 + choice]);
        b->parameter_count = i + 1;
    }
    return b;
}

static bool is_type(const plan *p, int block, const char *type) {
    return strcmp(p->blocks[block].type, type) == 0;
}

/* chains of gains, sums and integrators are what the engine puts together, so they are sought */
static bool is_wanted(const plan *p, int from, int to) {
    if (is_type(p, to, "Sum"))
        return is_type(p, from, "Gain");
    if (is_type(p, to, "Gain"))
        return is_type(p, from, "Sum") || is_type(p, from, "Integrator");
    return is_type(p, to, "Integrator") && (is_type(p, from, "Sum") || is_type(p, from, "Gain"));
}

/* a delay may read what comes behind it; recent signals are preferred otherwise */
static int source_for(const plan *p, mr_random *random, int block, bool delays) {
    int end = delays && mr_random_below(random, 2) == 0 ? p->count : block;
    for (int tries = mr_random_below(random, 2) * 20; tries > 0; tries--) {
        int from = mr_random_below(random, end);
        if (is_wanted(p, from, block))
            return from;
    }
    int back = mr_random_below(random, 2) ? 1 + mr_random_below(random, 3) : block;
    return end > block    ? mr_random_below(random, end)
           : back < block ? block - back
                          : mr_random_below(random, block);
}

void plan_make(plan *p, uint64_t seed) {
    static const char *const solvers[] = {"ode1", "ode3", "ode4", "ode5", "ode45", "ode14x"};
    mr_random random = {seed};
    bool delays[PLAN_BLOCKS] = {false};
    memset(p, 0, sizeof *p);
    p->solver = solvers[mr_random_below(&random, COUNT(solvers))];
    int first = 2 + mr_random_below(&random, 3), all = first + 4 + mr_random_below(&random, 24);
    for (int i = 0; i < first; i++)
        add(p, &random, &sources[mr_random_below(&random, COUNT(sources))]);
    while (p->count < all) {
        const kind *k = &blocks[mr_random_below(&random, COUNT(blocks))];
        int here = p->count;
        plan_block *b = add(p, &random, k);
        delays[here] = k->delays;
        if (k->control)
            b->control = mr_random_below(&random, here);
    }
    for (int i = first; i < all; i++)
        for (int k = 0; k < p->blocks[i].input_count; k++)
            p->blocks[i].sources[k] = source_for(p, &random, i, delays[i]);
}

/* a line from behind an interval into it, or from it to before it, could become a loop */
static bool is_free(const plan *p, int first, int last) {
    for (int i = 0; i < p->count; i++)
        for (int k = 0; k < p->blocks[i].input_count; k++) {
            int from = p->blocks[i].sources[k];
            bool in = i >= first && i <= last, from_in = from >= first && from <= last;
            if (from >= i && in != from_in)
                return false;
        }
    return true;
}

bool plan_find_interval(const plan *p, uint64_t seed, bool atomic, int *first, int *last) {
    mr_random random = {seed};
    for (int tries = 0; tries < 20; tries++) {
        *first = mr_random_below(&random, p->count);
        *last = *first + mr_random_below(&random, p->count - *first);
        if (!atomic || is_free(p, *first, *last))
            return true;
    }
    return false;
}
