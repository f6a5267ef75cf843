/* M code: a function block of some twenty scalar operations against the same in C, and a scalar
 * loop against Octave's interpreter */
#define _GNU_SOURCE
#include "bench.h"
#include "benchmarks.h"

#include "blockdiagram/language.h"
#include "blockdiagram/model.h"
#include "blockdiagram/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define CALLS 100000
#define TURNS 1000000

static const char text[] = "function y = f(a, b)\n"
                           "x = a * b + 1;\nz = x - b / 2;\n"
                           "if z > a\n w = z * z - a;\nelse\n w = z + b;\nend\n"
                           "q = w * 0.5 + x * z;\nr = abs(q - 1) + max(w, q);\n"
                           "s = r * r + a - b * z;\ny = s / (1 + x * x);\nend\n"
                           "function s = g(n)\ns = 0;\n"
                           "for k = 1:n\n s = s + k * 0.5 - s / k;\nend\nend\n";

__attribute__((noinline)) static double in_c(double a, double b) {
    double x = a * b + 1, z = x - b / 2;
    double w = z > a ? z * z - a : z + b;
    double q = w * 0.5 + x * z, r = fabs(q - 1) + fmax(w, q);
    double s = r * r + a - b * z;
    return s / (1 + x * x);
}

typedef struct code {
    bd_code *code;
    bd_instance *instance;
    double in[2], out;
} code;

static void must(bd_status status, const bd_error *error) {
    if (status == BD_OK)
        return;
    fprintf(stderr, "benchmark of the language: %s\n", error->text);
    exit(1);
}

static code make(const bd_library *library, const char *function, size_t count) {
    code made = {.in = {1.5, 2.5}};
    bd_error error = {0};
    bd_name names[2] = {{.name = "a", .shape = bd_shape_vector(BD_DOUBLE, 1)},
                        {.name = "b", .shape = bd_shape_vector(BD_DOUBLE, 1)}};
    const bd_scope scope = {.place = "bench", .names = names, .count = count, .library = library};
    must(bd_code_compile_call(function, &scope, 1, &made.code, &error), &error);
    must(bd_instance_create(made.code, &made.instance, &error), &error);
    return made;
}

static void run_calls(void *context) {
    code *c = context;
    bd_error error = {0};
    void *memory[] = {&c->in[0], &c->in[1]}, *outputs[] = {&c->out};
    const bd_binding binding = {.memory = memory, .outputs = outputs};
    for (int k = 0; k < CALLS; k++) {
        c->in[0] = 1e-6 * k;
        must(bd_code_execute(c->code, c->instance, &binding, &error), &error);
    }
}

static void run_in_c(void *context) {
    code *c = context;
    for (int k = 0; k < CALLS; k++) {
        c->in[0] = 1e-6 * k;
        c->out = in_c(c->in[0], c->in[1]);
        __asm__ volatile("" ::"r"(c) : "memory");
    }
}

static void run_loop(void *context) {
    code *c = context;
    bd_error error = {0};
    void *memory[] = {&c->in[0]}, *outputs[] = {&c->out};
    const bd_binding binding = {.memory = memory, .outputs = outputs};
    c->in[0] = TURNS;
    must(bd_code_execute(c->code, c->instance, &binding, &error), &error);
}

/* seconds of the same loop in Octave, the least of three; negative where it is not installed */
static double octave_loop(void) {
    FILE *pipe = popen("octave-cli --no-init-file -q --eval \"1; function s = g(n), s = 0; for k = "
                       "1:n, s = s + k*0.5 - s/k; end, end, t = inf; for i = 1:3, tic; g(1e5); t = "
                       "min(t, toc); end, printf('%.9g', 10*t)\" 2>/dev/null",
                       "r");
    double seconds = -1.0;
    if (pipe && fscanf(pipe, "%lf", &seconds) != 1)
        seconds = -1.0;
    if (pipe)
        pclose(pipe);
    return seconds;
}

/* the same function as a block of a model, of STEPS steps; without it: the lines around it alone */
#define STEPS "100000"
#define CHART_DATA(id, name, before, next, scope)                                                  \
    "data {\nid " id "\nssIdNumber " id "\nname \"" name "\"\nlinkNode [2 " before " " next        \
    "]\nscope " scope "\ndataType \"Inherit: Same as Simulink\"\n}\n"
#define WIRE(from, output, to, input)                                                              \
    "Line {\nSrcBlock \"" from "\"\nSrcPort " output "\nDstBlock \"" to "\"\nDstPort " input "\n}" \
                                                                                             "\n"
static const char head[] =
    "Model {\nName \"m\"\nVersion 7.6\nSolver \"FixedStepDiscrete\"\nFixedStep \"1\"\n"
    "StopTime \"" STEPS "\"\nSaveOutput off\nSaveTime off\nSystem {\nName \"m\"\n"
    "Block {\nBlockType DigitalClock\nName \"t\"\nSampleTime \"1\"\n}\n"
    "Block {\nBlockType Constant\nName \"c\"\nValue \"2.5\"\n}\n"
    "Block {\nBlockType Terminator\nName \"e\"\n}\n";
static const char without_block[] = WIRE("t", "1", "e", "1") "}\n}\n";
static const char with_block[] =
    "Block {\nBlockType SubSystem\nName \"f\"\nPorts [2, 1]\nSFBlockType \"MATLAB Function\"\n"
    "System {\nName \"f\"\nBlock {\nBlockType Inport\nName \"a\"\nPort \"1\"\n}\n"
    "Block {\nBlockType Inport\nName \"b\"\nPort \"2\"\n}\n"
    "Block {\nBlockType \"S-Function\"\nName \" SFunction \"\nFunctionName \"sf_sfun\"\n"
    "Tag \"Stateflow S-Function m 1\"\nPorts [2, 2]\n}\n"
    "Block {\nBlockType Terminator\nName \" Terminator \"\n}\n"
    "Block {\nBlockType Outport\nName \"y\"\nPort \"1\"\n}\n" WIRE(
        "a", "1", " SFunction ", "1") WIRE("b", "1", " SFunction ",
                                           "2") WIRE(" SFunction ", "1", " Terminator ",
                                                     "1") WIRE(" SFunction ", "2", "y",
                                                               "1") "}\n}\n" WIRE("t", "1", "f",
                                                                                  "1")
        WIRE("c", "1", "f", "2") WIRE(
            "f", "1", "e",
            "1") "}\n}\nStateflow {\nmachine {\nid 1\nname \"m\"\n}\nchart {\nid 2\nname \"f\"\n"
                 "type EML_CHART\ntreeNode [0 3 0 0]\nmachine 1\nfirstData 10\nchartFileNumber "
                 "1\n}\n"
                 "state {\nid 3\nlabelString \"eML_blk_kernel()\"\ntreeNode [2 0 0 0]\nssIdNumber "
                 "1\n"
                 "type FUNC_STATE\neml {\nisEML 1\nscript \"function y = f(a, b)\\nx = a * b + "
                 "1;\\nz = x - b / "
                 "2;\\nif z > a\\n w = z * z - a;\\nelse\\n w = z + b;\\nend\\nq = w * 0.5 + x * "
                 "z;\\nr = abs(q - "
                 "1) + max(w, q);\\ns = r * r + a - b * z;\\ny = s / (1 + x * "
                 "x);\\nend\\n\"\n}\n}\n" CHART_DATA("10", "a", "0", "11", "INPUT_DATA")
                     CHART_DATA("11", "b", "10", "12", "INPUT_DATA") CHART_DATA(
                         "12", "y", "11", "0",
                         "OUTPUT_DATA") "instance {\nid 30\nname \"f\"\nmachine 1\nchart 2\n}\n}\n";

static void complete(void *context) {
    bd_error error = {0};
    must(bd_run_complete(context, &error), &error);
}

/* seconds of a step of the model */
static double step_of(const char *rest) {
    char *whole = NULL;
    bd_diagram *diagram = NULL;
    bd_run *run = NULL;
    bd_error error = {0};
    const bd_options options = bd_options_default();
    const int length = asprintf(&whole, "%s%s", head, rest);
    if (length < 0)
        exit(1);
    must(bd_diagram_read_memory(whole, (size_t)length, "m.mdl", NULL, &diagram, NULL, &error),
         &error);
    must(bd_run_compile(diagram, NULL, &options, NULL, &run, &error), &error);
    const double seconds = bench_least(complete, run, 10) / atof(STEPS);
    bd_run_free(run);
    bd_diagram_free(diagram);
    free(whole);
    return seconds;
}

void bench_language(void) {
    bd_library *library = NULL;
    bd_error error = {0};
    must(bd_library_create(NULL, &library, &error), &error);
    must(bd_library_add_text(library, text, "bench", NULL, &error), &error);
    code f = make(library, "f", 2), g = make(library, "g", 1);
    const double ours = bench_least(run_calls, &f, 20), c = bench_least(run_in_c, &f, 20);
    bench_print("m_function_20_operations", ours / CALLS * 1e9, "ns");
    bench_print("m_function_20_operations_vs_c", ours / c, "times");
    const double block = step_of(with_block) - step_of(without_block);
    bench_print("m_function_block_20_operations", block * 1e9, "ns");
    bench_print("m_function_block_20_operations_vs_c", block / (c / CALLS), "times");
    const double loop = bench_least(run_loop, &g, 5), octave = octave_loop();
    bench_print("m_scalar_loop", loop / TURNS * 1e9, "ns_per_turn");
    if (octave > 0.0)
        bench_print("m_scalar_loop_octave_vs_ours", octave / loop, "times");
    bd_instance_free(f.instance);
    bd_instance_free(g.instance);
    bd_code_free(f.code);
    bd_code_free(g.code);
    bd_library_free(library);
}
