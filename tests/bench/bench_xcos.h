/* the two-mass diagram in Xcos, for comparison */
#ifndef BENCH_XCOS_H
#define BENCH_XCOS_H

#include <stdbool.h>

#define XCOS_TWO_MASS_STEPS 10000

/* processor time in s of one run of the compiled diagram, and of a run after its parameters are
 * evaluated in Scilab, which is what a user's call of scicos_simulate costs */
typedef struct xcos_times {
    double simulation, with_evaluation;
} xcos_times;

/* false, and why on stderr, where Scilab or its simulator is not installed */
bool xcos_two_mass(xcos_times *times);

#endif
