/* large diagrams: time and memory to compile them, per block, and the cost of a block in an
 * evaluation. A ring of cells, each an integrator, two gains, a sum and an absolute value */
#define _GNU_SOURCE
#include "bench.h"
#include "benchmarks.h"

#include "blockdiagram/run.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define CELL  5 /* blocks */
#define STEPS 20

static void write_block(FILE *file, const char *type, const char *name, int cell,
                        const char *parameter) {
    fprintf(file, "Block {\nBlockType %s\nName \"%s%d\"\n%s}\n", type, name, cell, parameter);
}

static void write_line(FILE *file, const char *from, int a, const char *to, int b, int port) {
    fprintf(file, "Line {\nSrcBlock \"%s%d\"\nSrcPort 1\nDstBlock \"%s%d\"\nDstPort %d\n}\n", from,
            a, to, b, port);
}

/* an integrator is read by its own cell and by the one before */
static void write_state_line(FILE *file, int cell, int before) {
    fprintf(file,
            "Line {\nSrcBlock \"x%d\"\nSrcPort 1\nBranch {\nDstBlock \"g%d\"\nDstPort 1\n}\n"
            "Branch {\nDstBlock \"h%d\"\nDstPort 1\n}\n}\n",
            cell, cell, before);
}

/* For Each inside For Each: each level cuts two parts, the innermost one has a Gain */
static void write_for_each(FILE *file, int level, int levels) {
    write_block(file, "Inport", "u", level, "");
    char cut[80];
    snprintf(cut, sizeof cut, "InputPartition \"{'on'}\"\nInputPartitionWidth \"{'%d'}\"\n",
             1 << (levels - level - 1));
    write_block(file, "ForEach", "c", level, cut);
    write_block(file, "Outport", "y", level, "");
    if (level + 1 < levels) {
        fprintf(file, "Block {\nBlockType SubSystem\nName \"f%d\"\nPorts [1, 1]\nSystem {\n",
                level);
        write_for_each(file, level + 1, levels);
        fprintf(file, "}\n}\n");
    } else {
        write_block(file, "Gain", "f", level, "Gain \"2\"\n");
    }
    write_line(file, "u", level, "f", level, 1);
    write_line(file, "f", level, "y", level, 1);
}

static void write_levels(FILE *file, int levels) {
    char value[80];
    snprintf(value, sizeof value, "Value \"ones(%d, 1)\"\n", 1 << levels);
    write_block(file, "Constant", "c", 0, value);
    fprintf(file, "Block {\nBlockType SubSystem\nName \"f0\"\nPorts [1, 1]\nSystem {\n");
    write_for_each(file, 0, levels);
    fprintf(file, "}\n}\n");
    write_line(file, "c", 0, "f", 0, 1);
}

static bd_diagram *draw(int blocks, int levels) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (!file)
        return NULL;
    const int cells = blocks / CELL;
    fprintf(file, "Model {\nName \"large\"\nSolverName \"ode4\"\nFixedStep \"0.01\"\n"
                  "StopTime \"1\"\nSystem {\nName \"large\"\n");
    for (int i = 0; i < cells; i++) {
        write_block(file, "Integrator", "x", i, "InitialCondition \"1\"\n");
        write_block(file, "Gain", "g", i, "Gain \"-1.5\"\n");
        write_block(file, "Gain", "h", i, "Gain \"0.5\"\n");
        write_block(file, "Sum", "s", i, "Ports [2, 1]\nInputs \"++\"\n");
        write_block(file, "Abs", "a", i, "");
    }
    for (int i = 0; i < cells; i++) {
        write_state_line(file, i, (i + cells - 1) % cells);
        write_line(file, "g", i, "s", i, 1);
        write_line(file, "h", i, "a", i, 1);
        write_line(file, "a", i, "s", i, 2);
        write_line(file, "s", i, "x", i, 1);
    }
    if (levels)
        write_levels(file, levels);
    fprintf(file, "}\n}\n");
    fclose(file);
    bd_diagram *diagram = NULL;
    bd_error error = {0};
    if (bd_diagram_read_memory(text, size, "large", NULL, &diagram, NULL, &error) != BD_OK)
        fprintf(stderr, "multirate_bench: %s\n", error.text);
    free(text);
    return diagram;
}

/* not of the clock: other programs may run beside this one */
static double processor_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double bytes_in_use(void) {
    const struct mallinfo2 info = mallinfo2();
    return (double)info.uordblks + (double)info.hblkhd;
}

/* nanoseconds for one block in one of the four evaluations of a step */
static double evaluation(bd_run *run, int blocks) {
    bd_error error = {0};
    double least = 1e300;
    bd_run_start(run, &error);
    for (int i = 0; i < STEPS && !bd_run_is_done(run); i++) {
        const double begin = processor_seconds();
        if (bd_run_step(run, &error) != BD_OK)
            fprintf(stderr, "multirate_bench: %s\n", error.text);
        const double seconds = processor_seconds() - begin;
        least = seconds < least ? seconds : least;
    }
    bd_run_finish(run, &error);
    return least / 4.0 / blocks * 1e9;
}

static void measure(int blocks, const char *size) {
    bd_error error = {0};
    bd_model *model = NULL;
    bd_run *run = NULL;
    char name[80];
    const bd_options options = bd_options_default();
    bd_diagram *diagram = draw(blocks, 0);
    const double before = bytes_in_use(), begin = processor_seconds();
    if (!diagram || bd_model_compile(diagram, NULL, &options, &model, &error) != BD_OK) {
        fprintf(stderr, "multirate_bench: %s\n", error.text);
        bd_diagram_free(diagram);
        return;
    }
    const double compiled = processor_seconds(), model_bytes = bytes_in_use() - before;
    if (bd_run_create(model, NULL, &run, &error) == BD_OK) {
        const double created = processor_seconds(),
                     run_bytes = bytes_in_use() - before - model_bytes;
        snprintf(name, sizeof name, "large_%s_compile", size);
        bench_print(name, compiled - begin, "s");
        snprintf(name, sizeof name, "large_%s_compile_per_block", size);
        bench_print(name, (compiled - begin) / blocks * 1e9, "ns");
        snprintf(name, sizeof name, "large_%s_model_per_block", size);
        bench_print(name, model_bytes / blocks, "bytes");
        snprintf(name, sizeof name, "large_%s_run_per_block", size);
        bench_print(name, run_bytes / blocks, "bytes");
        snprintf(name, sizeof name, "large_%s_new_run", size);
        bench_print(name, created - compiled, "s");
        snprintf(name, sizeof name, "large_%s_block_evaluation", size);
        bench_print(name, evaluation(run, blocks), "ns");
    }
    bd_run_free(run);
    bd_model_free(model);
    bd_diagram_free(diagram);
}

/* a For Each subsystem of an integrator with feedback, over so many parts of its input */
static bd_diagram *draw_parts(int parts) {
    static const char inside[] =
        "Block {\nBlockType Inport\nName \"u\"\n}\n"
        "Block {\nBlockType ForEach\nName \"c\"\nInputPartition \"{'on'}\"\n"
        "InputPartitionDimension \"{'1'}\"\nInputPartitionWidth \"{'1'}\"\n"
        "OutputConcatenationDimension \"{'1'}\"\n}\n"
        "Block {\nBlockType Integrator\nName \"x\"\n}\n"
        "Block {\nBlockType Sum\nName \"s\"\nPorts [2, 1]\nInputs \"+-\"\n}\n"
        "Block {\nBlockType Outport\nName \"y\"\n}\n"
        "Line {\nSrcBlock \"u\"\nSrcPort 1\nDstBlock \"s\"\nDstPort 1\n}\n"
        "Line {\nSrcBlock \"s\"\nSrcPort 1\nDstBlock \"x\"\nDstPort 1\n}\n"
        "Line {\nSrcBlock \"x\"\nSrcPort 1\nBranch {\nDstBlock \"s\"\nDstPort 2\n}\n"
        "Branch {\nDstBlock \"y\"\nDstPort 1\n}\n}\n";
    char text[4000];
    const int size = snprintf(
        text, sizeof text,
        "Model {\nName \"parts\"\nSolverName \"ode4\"\nFixedStep \"0.01\"\nStopTime \"1\"\n"
        "System {\nName \"parts\"\nBlock {\nBlockType Constant\nName \"c\"\nValue \"1:%d\"\n}\n"
        "Block {\nBlockType SubSystem\nName \"f\"\nPorts [1, 1]\nSystem {\nName \"f\"\n%s}\n}\n"
        "Block {\nBlockType Outport\nName \"y\"\n}\n"
        "Line {\nSrcBlock \"c\"\nSrcPort 1\nDstBlock \"f\"\nDstPort 1\n}\n"
        "Line {\nSrcBlock \"f\"\nSrcPort 1\nDstBlock \"y\"\nDstPort 1\n}\n}\n}\n",
        parts, inside);
    bd_diagram *diagram = NULL;
    bd_error error = {0};
    if (bd_diagram_read_memory(text, (size_t)size, "parts", NULL, &diagram, NULL, &error) != BD_OK)
        fprintf(stderr, "multirate_bench: %s\n", error.text);
    return diagram;
}

/* time and memory per part: alike for few and for many */
static void measure_parts(int parts) {
    bd_error error = {0};
    bd_model *model = NULL;
    char name[80];
    bd_diagram *diagram = draw_parts(parts);
    const double before = bytes_in_use(), begin = processor_seconds();
    if (!diagram || bd_model_compile(diagram, NULL, NULL, &model, &error) != BD_OK)
        fprintf(stderr, "multirate_bench: %s\n", error.text);
    snprintf(name, sizeof name, "for_each_%d_compile_per_part", parts);
    bench_print(name, (processor_seconds() - begin) / parts * 1e6, "us");
    snprintf(name, sizeof name, "for_each_%d_model_per_part", parts);
    bench_print(name, (bytes_in_use() - before) / parts, "bytes");
    bd_model_free(model);
    bd_diagram_free(diagram);
}

/* processor seconds of the fastest of some compilations */
static double compile_seconds(int blocks, int levels) {
    bd_diagram *diagram = draw(blocks, levels);
    double least = 1e300;
    for (int i = 0; diagram && i < 9; i++) {
        bd_error error = {0};
        bd_model *model = NULL;
        const double begin = processor_seconds();
        if (bd_model_compile(diagram, NULL, NULL, &model, &error) != BD_OK)
            fprintf(stderr, "multirate_bench: %s\n", error.text);
        const double seconds = processor_seconds() - begin;
        least = seconds < least ? seconds : least;
        bd_model_free(model);
    }
    bd_diagram_free(diagram);
    return least;
}

/* what is around For Each subsystems is compiled once, however deep these are nested */
static void measure_levels(int levels) {
    char name[80];
    snprintf(name, sizeof name, "for_each_%d_levels_among_5000_blocks", levels);
    bench_print(name, compile_seconds(5000, levels) / compile_seconds(5000, 0), "x");
}

void bench_large(void) {
    measure_levels(1);
    measure_levels(3);
    measure_parts(500);
    measure_parts(8000);
    measure(5000, "5000");
    measure(50000, "50000");
    measure(250000, "250000");
}
