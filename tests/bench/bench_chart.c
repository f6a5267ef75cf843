/* a step of a chart with five states: a parallel pair, one of three exclusive states active, with
 * during actions, conditions, and a transition every few steps */
#include "bench.h"
#include "benchmarks.h"

#include "blockdiagram/run.h"

#include <stdio.h>
#include <string.h>

#define STEPS 100000

static const char text[] =
    "Model {\nName \"m\"\nSolver \"FixedStepDiscrete\"\nFixedStep \"1\"\nStopTime \"99999\"\n"
    "System {\nName \"m\"\n"
    "Block {\nBlockType SubSystem\nName \"c\"\nSFBlockType \"Chart\"\nPorts [0, 1]\n"
    "System {\nName \"c\"\nBlock {\nBlockType Ground\nName \"g\"\n}\n"
    "Block {\nBlockType \"S-Function\"\nName \"f\"\nFunctionName \"sf_sfun\"\nPorts [1, 2]\n}\n"
    "Block {\nBlockType Terminator\nName \"e\"\n}\nBlock {\nBlockType Outport\nName \"y\"\n}\n"
    "Line {\nSrcBlock \"g\"\nSrcPort 1\nDstBlock \"f\"\nDstPort 1\n}\n"
    "Line {\nSrcBlock \"f\"\nSrcPort 1\nDstBlock \"e\"\nDstPort 1\n}\n"
    "Line {\nSrcBlock \"f\"\nSrcPort 2\nDstBlock \"y\"\nDstPort 1\n}\n}\n}\n"
    "Block {\nBlockType Outport\nName \"y\"\n}\n"
    "Line {\nSrcBlock \"c\"\nSrcPort 1\nDstBlock \"y\"\nDstPort 1\n}\n}\n}\n"
    "Stateflow {\nmachine {\nid 1\n}\n"
    "chart {\nid 2\nname \"c\"\nmachine 1\ndecomposition SET_CHART\nactionLanguage 2\n}\n"
    "state {\nid 3\nlabelString \"Motor\"\ntreeNode [2 0 0 0]\ntype AND_STATE\n"
    "executionOrder 1\n}\n"
    "state {\nid 4\nlabelString \"Off\\ndu: n = n + 1;\"\ntreeNode [3 0 0 0]\ntype OR_STATE\n}\n"
    "state {\nid 5\nlabelString \"On\\nen: n = 0;\\ndu: n = n + 1;\"\ntreeNode [3 0 0 0]\n"
    "type OR_STATE\n}\n"
    "state {\nid 6\nlabelString \"Fault\"\ntreeNode [3 0 0 0]\ntype OR_STATE\n}\n"
    "state {\nid 7\nlabelString \"Watch\\ndu: y = in(Motor.On) + 2 * (n > 3);\"\n"
    "treeNode [2 0 0 0]\ntype AND_STATE\nexecutionOrder 2\n}\n"
    "data {\nid 8\nname \"n\"\nscope LOCAL_DATA\nlinkNode [2 0 0]\n}\n"
    "data {\nid 9\nname \"y\"\nscope OUTPUT_DATA\nlinkNode [2 0 0]\n}\n"
    "transition {\nid 10\nlabelString \"\"\nlinkNode [3 0 0]\nexecutionOrder 1\nsrc {\n}\n"
    "dst {\nid 4\n}\n}\n"
    "transition {\nid 11\nlabelString \"[n >= 5]{n = 0;}\"\nlinkNode [3 0 0]\nexecutionOrder 1\n"
    "src {\nid 4\n}\ndst {\nid 5\n}\n}\n"
    "transition {\nid 12\nlabelString \"[n < 0]\"\nlinkNode [3 0 0]\nexecutionOrder 1\n"
    "src {\nid 5\n}\ndst {\nid 6\n}\n}\n"
    "transition {\nid 13\nlabelString \"[n >= 7]{n = 0;}\"\nlinkNode [3 0 0]\nexecutionOrder 2\n"
    "src {\nid 5\n}\ndst {\nid 4\n}\n}\n"
    "instance {\nid 14\nname \"c\"\nmachine 1\nchart 2\n}\n}\n";

static void run_chart(void *context) {
    bd_error error = {0};
    if (bd_run_complete(context, &error) != BD_OK)
        fprintf(stderr, "multirate_bench: %s\n", error.text);
}

void bench_chart(void) {
    bd_error error = {0};
    bd_diagram *diagram = NULL;
    bd_run *run = NULL;
    bd_options options = bd_options_default();
    options.no_logging = true;
    if (bd_diagram_read_memory(text, strlen(text), "m.mdl", NULL, &diagram, NULL, &error) ==
            BD_OK &&
        bd_run_compile(diagram, NULL, &options, NULL, &run, &error) == BD_OK)
        bench_print("chart_step", bench_least(run_chart, run, 5) / STEPS * 1e9, "ns/step");
    else
        fprintf(stderr, "multirate_bench: %s\n", error.text);
    bd_run_free(run);
    bd_diagram_free(diagram);
}
