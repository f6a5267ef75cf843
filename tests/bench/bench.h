/* what the benchmarks share: a clock, and one line per figure: name value unit */
#ifndef BENCH_H
#define BENCH_H

void bench_print(const char *name, double value, const char *unit);

/* least of several timings of run(context), in seconds: what the machine can do when left in peace
 */
double bench_least(void (*run)(void *context), void *context, int repeats);

/* instructions that this program executes in `benchmark` (its name on the command line), counted by
 * callgrind; negative where valgrind is not installed */
double bench_instructions(const char *benchmark);

#endif
