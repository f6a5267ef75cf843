/* linear time-invariant systems x' = A x + B u, y = C x + D u (or x(n+1) = …): what State-Space,
 * Transfer Fcn, Zero-Pole and their discrete kin are made of. Matrices are column-major */
#ifndef BLOCKS_CONTINUOUS_LINEAR_H
#define BLOCKS_CONTINUOUS_LINEAR_H

#include "blocks/arithmetic.h"

typedef struct bd_linear {
    int states, inputs, outputs;
    double *A, *B, *C, *D;
    bool feedthrough; /* D is not 0 */
    bool companion;   /* A is the companion matrix of a transfer function: first row -a, below it
                         the identity; B is the first unit vector */
} bd_linear;

/* parameters A, B, C, D; sizes are checked; a scalar D of 0 fits every size */
bd_status bd_linear_read_matrices(bd_block *block, bd_linear *s);
/* Numerator (one row per output) and Denominator in descending powers, as tf2ss does it:
 * controllable canonical form (Kailath, Linear Systems, 2.1.1) */
bd_status bd_linear_read_fraction(bd_block *block, bd_linear *s);
/* Zeros (one column per output), Poles, Gain */
bd_status bd_linear_read_roots(bd_block *block, bd_linear *s);

/* a system that tf, ss or zpk made (a struct with A, B, C, D and Ts), or a matrix of gains */
bd_status bd_linear_read_system(bd_block *block, const char *name, bd_linear *s, double *period);

/* the same from coefficients: numerators are the rows of a matrix with as many columns as the
 * denominator has coefficients, whose first one is not 0 */
bd_status bd_linear_realise(bd_block *block, const double *numerators, size_t outputs,
                            const double *denominator, size_t count, bd_linear *s);

/* ports: one input of width inputs, one output of width outputs, real doubles */
bd_status bd_linear_make_ports(bd_block *block, const bd_linear *s);
bd_status bd_linear_propagate(bd_block *block, const bd_linear *s);

/* y = C x + D u and next = A x + B u; u may be NULL where there is no feedthrough */
void bd_linear_output(const bd_linear *s, const double *x, const double *u, double *y);
void bd_linear_advance(const bd_linear *s, const double *x, const double *u, double *next);

/* the methods of a block with continuous states whose data begins with its bd_linear */
bd_status bd_linear_finish_setup(bd_block *block);
bd_status bd_linear_ports(bd_block *block);
bd_status bd_linear_outputs(bd_block *block);
bd_status bd_linear_derivatives(bd_block *block);

#endif
