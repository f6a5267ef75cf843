/* the N-four-bar mechanism in MuJoCo, for comparison */
#ifndef BENCH_MUJOCO_H
#define BENCH_MUJOCO_H

/* error measure over `rows` times every 20 ms, steps of 20 ms / parts; seconds: time spent in
 * steps. Less than 0 where MuJoCo is not installed */
double mujoco_chain_error(int loops, int parts, int rows, double *seconds);

/* sum of the squared relative misses of both coordinates of the first head, as the benchmark
 * defines it */
double chain_miss(double theta, double x, double y);

#endif
