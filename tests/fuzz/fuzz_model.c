/* model files that are read, compiled and run for some steps. Bytes alone hardly get that far: the
 * mutator changes values of parameters, types of blocks, and whole blocks and lines */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "blockdiagram/diagram.h"
#include "blockdiagram/run.h"
#include "blockdiagram/workspace.h"
#include "mutate_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed);

enum { STEPS = 12 };

static const char *const words[] = {"0",
                                    "1",
                                    "-1",
                                    "2",
                                    "0.1",
                                    "-0.5",
                                    "1e308",
                                    "1e-308",
                                    "Inf",
                                    "-Inf",
                                    "NaN",
                                    "1e6",
                                    "100",
                                    "\"[]\"",
                                    "\"[1 2]\"",
                                    "\"[1 2; 3 4]\"",
                                    "\"ones(3)\"",
                                    "\"ones(1,0)\"",
                                    "\"zeros(2,3,2)\"",
                                    "\"1:5\"",
                                    "\"[0.1 0.05]\"",
                                    "\"[-1 0]\"",
                                    "\"inf\"",
                                    "\"int8(3)\"",
                                    "\"uint8([1 2])\"",
                                    "\"true\"",
                                    "\"single(1)\"",
                                    "\"1+2i\"",
                                    "\"nan\"",
                                    "\"-1\"",
                                    "\"{1,2}\"",
                                    "\"'a'\"",
                                    "on",
                                    "off",
                                    "\"int32\"",
                                    "\"boolean\"",
                                    "\"single\"",
                                    "\"double\"",
                                    "\"uint16\"",
                                    "\"fixdt(1,16,4)\"",
                                    "\"Inherit: auto\"",
                                    "\"|++\"",
                                    "\"+-\"",
                                    "\"**\"",
                                    "\"/\"",
                                    "\"u(1)^2\"",
                                    "\"sin\"",
                                    "\"max\"",
                                    "rising",
                                    "either",
                                    "held",
                                    "reset",
                                    "level",
                                    "\"external\"",
                                    "\"internal\"",
                                    "Integrator",
                                    "DiscreteIntegrator",
                                    "SecondOrderIntegrator",
                                    "TransferFcn",
                                    "StateSpace",
                                    "ZeroPole",
                                    "TransportDelay",
                                    "VariableTransportDelay",
                                    "Derivative",
                                    "Gain",
                                    "Sum",
                                    "Product",
                                    "Math",
                                    "Trigonometry",
                                    "MinMax",
                                    "Abs",
                                    "Signum",
                                    "Saturate",
                                    "DeadZone",
                                    "Backlash",
                                    "Relay",
                                    "Quantizer",
                                    "RateLimiter",
                                    "HitCross",
                                    "Switch",
                                    "MultiPortSwitch",
                                    "Mux",
                                    "Demux",
                                    "Selector",
                                    "Assignment",
                                    "Concatenate",
                                    "Reshape",
                                    "BusCreator",
                                    "BusSelector",
                                    "UnitDelay",
                                    "Delay",
                                    "Memory",
                                    "ZeroOrderHold",
                                    "DiscreteTransferFcn",
                                    "DiscreteFilter",
                                    "DiscreteStateSpace",
                                    "RateTransition",
                                    "Lookup",
                                    "Lookup2D",
                                    "Lookup_n-D",
                                    "LookupNDDirect",
                                    "PreLookup",
                                    "Interpolation_n-D",
                                    "Constant",
                                    "Step",
                                    "Sin",
                                    "Clock",
                                    "DigitalClock",
                                    "DiscretePulseGenerator",
                                    "SignalGenerator",
                                    "RandomNumber",
                                    "UniformRandomNumber",
                                    "FromWorkspace",
                                    "ToWorkspace",
                                    "Ground",
                                    "Terminator",
                                    "Scope",
                                    "Stop",
                                    "Outport",
                                    "Inport",
                                    "EnablePort",
                                    "TriggerPort",
                                    "ActionPort",
                                    "ForEach",
                                    "ForIterator",
                                    "WhileIterator",
                                    "If",
                                    "SwitchCase",
                                    "Goto",
                                    "From",
                                    "GotoTagVisibility",
                                    "DataStoreMemory",
                                    "DataStoreRead",
                                    "DataStoreWrite",
                                    "Merge",
                                    "Logic",
                                    "RelationalOperator",
                                    "CombinatorialLogic",
                                    "BitwiseOperator",
                                    "ShiftArithmetic",
                                    "DataTypeConversion",
                                    "Fcn",
                                    "MATLABFcn",
                                    "Width",
                                    "Probe",
                                    "SignalConversion",
                                    "SignalSpecification",
                                    "InitialCondition",
                                    "AlgebraicConstraint",
                                    "Polyval",
                                    "DotProduct",
                                    "SubSystem",
                                    "Reference",
                                    "ode1",
                                    "ode4",
                                    "ode45",
                                    "ode23",
                                    "ode15s",
                                    "ode113",
                                    "ode23s",
                                    "ode14x",
                                    "FixedStepDiscrete",
                                    "VariableStepDiscrete"};

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed) {
    if (seed % 8 == 0)
        return LLVMFuzzerMutate(data, size, room);
    return mutate_text(data, size, room, seed, words, sizeof words / sizeof *words);
}

/* what was saved is what comes back */
static void go_back(bd_run *run, bd_error *error) {
    const size_t size = bd_run_state_size(run);
    void *bytes = size > 0 && size < 1000000 ? malloc(size) : NULL;
    if (bytes && bd_run_save(run, bytes, size, error) == BD_OK) {
        const double t = bd_run_time(run);
        if (bd_run_restore(run, bytes, size, error) == BD_OK && bd_run_time(run) != t)
            abort();
    }
    free(bytes);
}

static void run_model(const bd_diagram *diagram) {
    bd_error error = {0};
    bd_log log = {0};
    bd_workspace *base = NULL;
    bd_run *run = NULL;
    bd_options options = bd_options_default();
    options.log = &log;
    if (bd_workspace_create("base", NULL, &base, &error) != BD_OK)
        abort();
    bd_status status = bd_run_compile(diagram, base, &options, NULL, &run, &error);
    if ((status == BD_OK) != (run != NULL) || (status != BD_OK && !error.text[0]))
        abort();
    if (status == BD_OK) {
        status = bd_run_start(run, &error);
        for (int i = 0; status == BD_OK && i < STEPS && !bd_run_is_done(run); i++) {
            status = bd_run_step(run, &error);
            if (status == BD_OK && i == STEPS / 2)
                go_back(run, &error);
        }
        if (status != BD_OK && !error.text[0])
            abort();
        (void)bd_run_finish(run, &error);
    }
    bd_run_free(run);
    bd_workspace_free(base);
    bd_log_free(&log);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bd_diagram *diagram = NULL;
    bd_error error = {0};
    if (bd_diagram_read_memory(data, size, "input", NULL, &diagram, NULL, &error) == BD_OK)
        run_model(diagram);
    bd_diagram_free(diagram);
    return 0;
}
