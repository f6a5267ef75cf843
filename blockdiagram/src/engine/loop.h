/* an algebraic loop: its members in the order they run, and the signals to solve for */
#ifndef ENGINE_LOOP_H
#define ENGINE_LOOP_H

#include "engine/engine.h"

typedef struct bd_loop {
    bd_block **members;
    int member_count;
    bd_port **cuts;
    int cut_count;
    int unknowns;
    int number; /* from 1 */
    bd_list major, minor;
} bd_loop;

/* what the solver works on: n numbers each, the Jacobian and its factors, and a simplex */
typedef struct bd_loop_arrays {
    double *z, *f, *trial, *trial_f, *step, *gradient, *start, *best;
    double *jacobian, *factors, *simplex;
    int *pivots;
} bd_loop_arrays;

/* f = g(z) - z; the signals of the loop are those of z then */
bd_status bd_loop_residual(bd_block *block, const double *z, double *f);
double bd_loop_norm(const double *v, int n);

/* solves from a->z, where that leads to a solution */
typedef bd_status bd_loop_solver(bd_block *block, bool *found);

/* where that fails from a->start: other begins, continuation, and searches without derivatives */
bd_status bd_loop_search(bd_block *block, const bd_loop_arrays *a, bd_loop_solver *solver,
                         bool *found);
size_t bd_loop_simplex_size(size_t unknowns);

#endif
