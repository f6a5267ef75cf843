/* a linear system as a slave, integrated so finely that only the coupling's error is left
 *
 *     x' = A x + B u + c,   y = C x + D u
 * Before t = 0 it can follow an exact solution, so that a run begins with an exact history. */
#ifndef LINEAR_SLAVE_H
#define LINEAR_SLAVE_H

#include "multirate/slave.h"

#define LINEAR_MOST 6

typedef struct linear_system {
    int states, inputs, outputs;
    double A[LINEAR_MOST][LINEAR_MOST], B[LINEAR_MOST][2], c[LINEAR_MOST];
    double C[2][LINEAR_MOST], D[2][2];
    double x0[LINEAR_MOST];
    /* the exact states at t <= 0, or NULL */
    void (*exact)(double t, double *x);
} linear_system;

/* the next instance that is opened is this system; it has step_to, and no step of its own */
void linear_next(const linear_system *system);

extern const mr_slave_type linear_type;

/* states of x' = A x + c at time t from x0, by the matrix exponential; t may be negative */
void linear_solution(const linear_system *system, double t, double *x);

#endif
