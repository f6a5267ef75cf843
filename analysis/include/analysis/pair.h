/* two linear subsystems and what they tell each other
 *
 *     x' = A x + B u,  y = C x + D u    for each side; the inputs of one are the outputs of the
 * other
 *
 * An exchange that is no matter of outputs (a coupling force that both sides get, and that follows
 * from the states of both) is given as a matrix instead. */
#ifndef ANALYSIS_PAIR_H
#define ANALYSIS_PAIR_H

#include "multirate/slave.h"

typedef struct an_system {
    int states, inputs, outputs;
    double *A, *B, *C, *D; /* row by row, one block of memory that begins at A */
} an_system;

typedef struct an_pair {
    an_system master, slave;
    /* inputs of master and slave (stacked) from the states of master and slave (stacked) at an
     * exchange; NULL: outputs to inputs */
    double *exchange;
    /* interface coordinates among the slave's outputs, and their matrices (slave.h) */
    int coordinate_count;
    mr_coordinate *coordinates;
    double *Au, *Ap, *Av;
    double *start; /* states of both at the start, stacked */
} an_pair;

/* zeros; false without memory */
bool an_system_make(an_system *system, int states, int inputs, int outputs);
void an_system_free(an_system *system);
bool an_system_copy(an_system *to, const an_system *from);

/* room for coordinates and start once both systems are there; false without memory */
bool an_pair_complete(an_pair *pair, int coordinates);
void an_pair_free(an_pair *pair);

/* sizes fit and all numbers are finite */
mr_status an_pair_check(const an_pair *pair, mr_message *message);

/* inputs of both (stacked) from the states of both (stacked), loops through D closed:
 * (inputs) × (states). Fails where the loop has no solution. */
mr_status an_pair_exchange(const an_pair *pair, double *exchange, mr_message *message);

/* the two as one: x' = A x for the stacked states, as if the exchange were continuous */
mr_status an_pair_whole(const an_pair *pair, double *A, mr_message *message);

#endif
