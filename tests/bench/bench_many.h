/* what the benchmarks of many parts share */
#ifndef BENCH_MANY_H
#define BENCH_MANY_H

#include <time.h>

#define BENCH_MANY_MOST 200 /* members */

/* ends the benchmark with what went wrong, unless all is good */
void bench_many_must(int good, const char *what);

double bench_many_seconds(clockid_t clock);

/* processor times of a step of each member, everything beside them (rest), least wall times of a
 * step in turn and in threads, and what it costs to hand a step over; all in s. Prints the measured
 * ratio, and those of 2 to 64 simulated cores */
void bench_many_print(const char *name, double *cost, int members, double rest, double serial,
                      double parallel, double hand);

/* systems of models/ as they are, and with parts that cost more */
void bench_many_systems(double hand);

#endif
