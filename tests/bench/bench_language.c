/* M code: a function block of some twenty scalar operations against the same in C, and a scalar
 * loop against Octave's interpreter */
#define _POSIX_C_SOURCE 200809L
#include "bench.h"
#include "benchmarks.h"

#include "blockdiagram/language.h"

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

void bench_language(void) {
    bd_library *library = NULL;
    bd_error error = {0};
    must(bd_library_create(NULL, &library, &error), &error);
    must(bd_library_add_text(library, text, "bench", NULL, &error), &error);
    code f = make(library, "f", 2), g = make(library, "g", 1);
    const double ours = bench_least(run_calls, &f, 20), c = bench_least(run_in_c, &f, 20);
    bench_print("m_function_20_operations", ours / CALLS * 1e9, "ns");
    bench_print("m_function_20_operations_vs_c", ours / c, "times");
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
