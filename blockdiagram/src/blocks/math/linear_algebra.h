/* small dense complex matrices, column-major, in memory of the caller */
#ifndef BLOCKS_MATH_LINEAR_ALGEBRA_H
#define BLOCKS_MATH_LINEAR_ALGEBRA_H

#include <complex.h>
#include <stdbool.h>

/* c = a * b, a is rows x inner, b is inner x columns; c is none of them */
void bd_matrix_multiply(const double complex *a, const double complex *b, int rows, int inner,
                        int columns, double complex *c);
/* b = inverse of a (n x n), by elimination with column pivoting; a is destroyed. A singular
 * matrix gives infinities and the answer false */
bool bd_matrix_invert(double complex *a, int n, double complex *b);

#endif
