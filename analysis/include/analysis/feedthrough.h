/* outputs that depend on inputs at once, where no step is repeated: the loop through them is not
 * solved but iterated, once in each exchange step
 *
 * All members extrapolate their inputs over a step (Jacobi), and tell outputs that were made with
 * them. At a vanishing step what is left is y(n+1) = DL (extrapolation of y(n), y(n-1), …): its
 * roots decide (zero-stability; C. Andersson 2016, 3.2). */
#ifndef ANALYSIS_FEEDTHROUGH_H
#define ANALYSIS_FEEDTHROUGH_H

#include "analysis/pair.h"

#define AN_LOOP_ORDERS 5 /* 0 to 4 */

/* eigenvalues of DL that are stable: real ones between low and high, imaginary ones up to a size */
typedef struct an_loop_region {
    double low, high, imaginary;
} an_loop_region;
mr_status an_loop_stable(int order, an_loop_region *region);

/* the worst eigenvalue of a matrix DL (n x n) and its root */
mr_status an_loop_worst(const double *DL, int n, int order, double *real, double *imaginary,
                        double *root);

/* D L of a pair: both sides' inputs (master's first) by both sides' inputs, n = sum of inputs */
mr_status an_pair_loop(const an_pair *pair, double **DL, int *n, mr_message *message);

/* spectral radius of an explicit exchange step of this order with exact members, outputs as they
 * are told (raw) or corrected, y = (1 - DL)^-1 (y_raw - D u_used) */
mr_status an_loop_radius(const an_pair *pair, int order, double step, bool corrected,
                         double *radius, mr_message *message);

#endif
