/* multirate_bench [NAME…]: one line per figure: name value unit */
#include "benchmarks.h"

#include <stdio.h>
#include <string.h>

static const struct benchmark {
    const char *name;
    const char *summary;
    void (*run)(void);
    void (*counted)(void); /* one run, for counting instructions; may be NULL */
} benchmarks[] = {
    {"exchange", "cost of one exchange over an empty slave", bench_exchange,
     bench_exchange_counted},
    {"isolated", "a slave in a process of its own, against the same one inside", bench_isolated,
     NULL},
    {"parallel", "four slaves in turn and at the same time", bench_parallel, NULL},
#ifdef BENCH_MANY
    {"many", "chain drive, track and car of many slaves: speed-up, measured and simulated",
     bench_many, NULL},
#endif
#ifdef BENCH_FMU
    {"fmu", "cost of an exchange with an FMU, against a raw loop", bench_fmu, NULL},
    {"couple", "quarter car of two FMUs: error, and cost of an exchange over a raw loop",
     bench_couple, NULL},
#endif
#ifdef BENCH_REMOTE
    {"remote", "a slave behind a server on this machine", bench_remote, NULL},
#endif
#ifdef BENCH_BLOCKDIAGRAM
    {"two_mass_diagram", "the two-mass problem as a diagram, against a C loop",
     bench_two_mass_diagram, NULL},
    {"chart", "a step of a chart with five states", bench_chart, NULL},
    {"language", "M code: against C and against Octave", bench_language, NULL},
    {"large",
     "5000 to 250000 blocks, and For Each over 500 and 8000 parts: compiling, memory, evaluation",
     bench_large, NULL},
    {"sweep", "1000 runs by one worker and by two", bench_sweep, NULL},
#endif
#ifdef BENCH_MULTIBODY
    {"multibody", "cost of a multibody step, against MuJoCo", bench_multibody, NULL},
    {"kart", "cost of a step of the kart", bench_kart, bench_kart_counted},
    {"kart_start", "reading the kart and settling it", bench_kart_start, bench_kart_start_counted},
#endif
};
#define COUNT (sizeof benchmarks / sizeof *benchmarks)

static const struct benchmark *find(const char *name) {
    for (size_t i = 0; i < COUNT; i++)
        if (strcmp(name, benchmarks[i].name) == 0)
            return &benchmarks[i];
    return NULL;
}

static void print_help(FILE *out) {
    fprintf(out, "usage: multirate_bench [NAME…]\n\nPrints one line per figure: name value unit.\n"
                 "Without a name all benchmarks run:\n");
    for (size_t i = 0; i < COUNT; i++)
        fprintf(out, "  %-20s %s\n", benchmarks[i].name, benchmarks[i].summary);
}

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "--counted") == 0) {
        const struct benchmark *benchmark = find(argv[2]);
        if (!benchmark || !benchmark->counted)
            return 2;
        benchmark->counted();
        return 0;
    }
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            print_help(stdout);
            return 0;
        }
        if (!find(argv[i])) {
            fprintf(stderr, "multirate_bench: there is no benchmark '%s'\n", argv[i]);
            print_help(stderr);
            return 2;
        }
    }
    for (size_t i = 0; argc < 2 && i < COUNT; i++)
        benchmarks[i].run();
    for (int i = 1; i < argc; i++)
        find(argv[i])->run();
    return 0;
}
