/* random diagrams of all block types with random wires and hostile parameters: whatever they are,
 * they compile and run, or fail with a sentence; the same diagram gives the same bits twice */
#include "mini.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIAGRAMS 600

static const char *const types[] = {"Constant",
                                    "Gain",
                                    "Sum",
                                    "Product",
                                    "Integrator",
                                    "UnitDelay",
                                    "Memory",
                                    "Delay",
                                    "Sin",
                                    "Step",
                                    "Clock",
                                    "DigitalClock",
                                    "DiscretePulseGenerator",
                                    "Mux",
                                    "Demux",
                                    "Switch",
                                    "MultiPortSwitch",
                                    "Saturate",
                                    "DeadZone",
                                    "Relay",
                                    "Quantizer",
                                    "Backlash",
                                    "RateLimiter",
                                    "TransferFcn",
                                    "StateSpace",
                                    "ZeroPole",
                                    "DiscreteTransferFcn",
                                    "DiscreteIntegrator",
                                    "DiscreteStateSpace",
                                    "ZeroOrderHold",
                                    "RateTransition",
                                    "Abs",
                                    "Signum",
                                    "Sqrt",
                                    "Math",
                                    "Trigonometry",
                                    "Rounding",
                                    "MinMax",
                                    "DotProduct",
                                    "RelationalOperator",
                                    "Logic",
                                    "Bias",
                                    "DataTypeConversion",
                                    "Selector",
                                    "Concatenate",
                                    "Reshape",
                                    "Width",
                                    "Lookup_n-D",
                                    "Lookup",
                                    "Lookup2D",
                                    "Fcn",
                                    "InitialCondition",
                                    "Merge",
                                    "HitCross",
                                    "TransportDelay",
                                    "Derivative",
                                    "BusCreator",
                                    "BusSelector",
                                    "Goto",
                                    "From",
                                    "Terminator",
                                    "Ground",
                                    "Scope",
                                    "ToWorkspace",
                                    "Display",
                                    "Outport",
                                    "Inport",
                                    "If",
                                    "SwitchCase",
                                    "Polyval",
                                    "SignalSpecification",
                                    "Assertion",
                                    "ManualSwitch",
                                    "RandomNumber",
                                    "UniformRandomNumber",
                                    "Ramp",
                                    "SignalGenerator",
                                    "Stop",
                                    "DataStoreMemory",
                                    "DataStoreRead",
                                    "DataStoreWrite",
                                    "FunctionCallGenerator"};

static const char *const names[] = {"SampleTime",
                                    "Gain",
                                    "Value",
                                    "Inputs",
                                    "Outputs",
                                    "InitialCondition",
                                    "UpperLimit",
                                    "LowerLimit",
                                    "Numerator",
                                    "Denominator",
                                    "A",
                                    "B",
                                    "C",
                                    "D",
                                    "Threshold",
                                    "Operator",
                                    "OutDataTypeStr",
                                    "GotoTag",
                                    "Port",
                                    "DelayLength",
                                    "Table",
                                    "Indices",
                                    "IndexMode",
                                    "Multiplication",
                                    "NumInputPorts",
                                    "LimitOutput",
                                    "ExternalReset",
                                    "InitialConditionSource",
                                    "ShowSaturationPort",
                                    "ShowStatePort",
                                    "Amplitude",
                                    "Frequency",
                                    "Period",
                                    "PulseWidth",
                                    "Function",
                                    "Criteria",
                                    "Expr",
                                    "OutputSignals",
                                    "VariableName",
                                    "MaxDataPoints",
                                    "DelayTime",
                                    "BreakpointsForDimension1",
                                    "NumberOfTableDimensions",
                                    "PortDimensions",
                                    "Dimensions",
                                    "IfExpression",
                                    "CaseConditions",
                                    "Coefs",
                                    "Seed",
                                    "DataStoreName",
                                    "numberOfIterations"};

static const char *const values[] = {"0",
                                     "1",
                                     "-1",
                                     "2",
                                     "3",
                                     "0.5",
                                     "[1,2]",
                                     "[1,2,3]",
                                     "[1;2]",
                                     "[1,2;3,4]",
                                     "[]",
                                     "inf",
                                     "-inf",
                                     "nan",
                                     "1e300",
                                     "-1e300",
                                     "1+2i",
                                     "'text'",
                                     "1e9",
                                     "[0.5,0.1]",
                                     "[1,-2]",
                                     "int8(5)",
                                     "true",
                                     "{1,2}",
                                     "zeros(3,3)",
                                     "ones(2,2,2)",
                                     "single(2)",
                                     "unknown_name",
                                     "(",
                                     "on",
                                     "off",
                                     "rising",
                                     "level",
                                     "external",
                                     "double",
                                     "int32",
                                     "boolean",
                                     "single",
                                     "uint8",
                                     "+-",
                                     "*/",
                                     "++|-",
                                     "sin",
                                     "A",
                                     "a,b",
                                     "signal1",
                                     "u(1)^2",
                                     "u1 > 0",
                                     "Matrix(*)",
                                     "sqrt",
                                     "mod",
                                     "u2 ~= 0",
                                     "Inherit: Inherit via back propagation",
                                     "struct('a',1)",
                                     "0.1:0.1:0.5",
                                     "[0.25 0]"};

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

static bd_system *add_inside(mr_random *random, bd_system *system, const char *name) {
    static const char *const ports[] = {"EnablePort",  "TriggerPort",   "ActionPort",
                                        "ForIterator", "WhileIterator", ""};
    bd_node *node = bd_system_add(system, "SubSystem", name, NULL);
    bd_system *inside = node ? bd_node_open(node) : NULL;
    const char *port = ports[mr_random_below(random, COUNT(ports))];
    if (inside && *port)
        bd_system_add(inside, port, "port", NULL);
    if (inside)
        bd_system_add(inside, "Inport", "in", NULL);
    if (inside)
        bd_system_add(inside, "Outport", "out", NULL);
    return inside;
}

/* tame ones have no odd parameters and only common blocks (the first in the list) */
#define COMMON 54

static void fill(mr_random *random, bd_system *system, bool tame, int depth) {
    int count = 2 + mr_random_below(random, 10);
    for (int i = 0; i < count; i++) {
        char name[16];
        snprintf(name, sizeof name, "b%d", i);
        if (depth < 2 && mr_random_below(random, 8) == 0) {
            bd_system *inside = add_inside(random, system, name);
            if (inside)
                fill(random, inside, tame, depth + 1);
            continue;
        }
        int type = mr_random_below(random, tame ? COMMON : COUNT(types));
        bd_node *node = bd_system_add(system, types[type], name, NULL);
        int parameters = tame ? 0 : mr_random_below(random, 2);
        for (int p = 0; node && p < parameters; p++)
            bd_node_set(node, names[mr_random_below(random, COUNT(names))],
                        values[mr_random_below(random, COUNT(values))]);
    }
    int lines = 3 * count;
    for (int i = 0; i < lines && system->block_count; i++) {
        bd_node *from = system->blocks[mr_random_below(random, (int)system->block_count)];
        bd_node *to = system->blocks[mr_random_below(random, (int)system->block_count)];
        static const bd_port_kind kinds[] = {BD_PORT_INPUT,  BD_PORT_INPUT,   BD_PORT_INPUT,
                                             BD_PORT_ENABLE, BD_PORT_TRIGGER, BD_PORT_IF_ACTION};
        bd_port_kind kind =
            to->system ? kinds[mr_random_below(random, COUNT(kinds))] : BD_PORT_INPUT;
        int outputs = from->ports[BD_PORT_OUTPUT], inputs = to->ports[kind];
        if (outputs < 1 || inputs < 1)
            continue;
        bd_end a = {from, BD_PORT_OUTPUT, mr_random_below(random, outputs)};
        bd_end b = {to, kind, mr_random_below(random, inputs)};
        bd_system_connect_ends(system, a, b, NULL);
    }
}

static double last_sum(const bd_run *run) {
    double sum = 0.0;
    for (int i = 0; i < bd_run_record_count(run); i++) {
        const bd_record *record = bd_run_record(run, i);
        for (int k = 0; record->row_count && k < record->width; k++) {
            double value = bd_run_record_row(run, i, record->row_count - 1)[k];
            sum += isfinite(value) ? value : 0.5;
        }
    }
    return sum;
}

static bd_status run_some(bd_run *run, bd_error *error) {
    bd_status status = bd_run_start(run, error);
    for (int i = 0; i < 40 && status == BD_OK && !bd_run_is_done(run); i++)
        status = bd_run_step(run, error);
    bd_run_finish(run, NULL);
    return status;
}

static void test_random_diagrams_run_or_explain_themselves(void) {
    static const char *const solvers[] = {"ode4", "ode45",  "ode15s", "FixedStepDiscrete",
                                          "auto", "ode14x", "ode23"};
    /* RANDOM_DIAGRAMS=100000 looks further than the daily run */
    const char *wish = getenv("RANDOM_DIAGRAMS");
    int diagrams = wish ? atoi(wish) : DIAGRAMS;
    mr_random random = {wish ? (uint64_t)diagrams : 20240611u};
    int compiled = 0, ran = 0;
    for (int i = 0; i < diagrams; i++) {
        bd_diagram *diagram = bd_diagram_create("r");
        CU_ASSERT_PTR_NOT_NULL_FATAL(diagram);
        fill(&random, diagram->root, mr_random_below(&random, 3) != 0, 0);
        bd_options o = bd_options_default();
        o.solver = solvers[mr_random_below(&random, COUNT(solvers))];
        bd_run *run = NULL;
        bd_error error = {0};
        if (bd_run_compile(diagram, NULL, &o, NULL, &run, &error) == BD_OK) {
            compiled++;
            bd_error second = {0};
            bd_status status = run_some(run, &error);
            double first = last_sum(run);
            ran += status == BD_OK;
            CU_ASSERT_EQUAL(run_some(run, &second), status);
            CU_ASSERT_EQUAL(last_sum(run), first);
        }
        if (error.status != BD_OK)
            CU_ASSERT(strlen(error.text) > 5);
        bd_run_free(run);
        bd_diagram_free(diagram);
    }
    /* else the test would test nothing */
    if (compiled < diagrams / 50)
        printf("only %d of %d compiled, %d ran\n", compiled, diagrams, ran);
    CU_ASSERT(compiled >= diagrams / 50);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {MR_TEST(test_random_diagrams_run_or_explain_themselves)};
    return mr_test_main("blockdiagram_random", tests, sizeof tests / sizeof tests[0], argc, argv);
}
