/* small dense linear systems */
#ifndef MR_DENSE_H
#define MR_DENSE_H

#include <stdbool.h>

/* Gauss elimination with pivoting: A (n x n, row by row) is destroyed, right becomes the solution;
 * false if A is singular */
bool mr_dense_solve(int n, double *A, double *right);

/* A x = right in the sense of least squares, A (rows x columns, row by row), by Householder's
 * reflections with exchange of columns; columns that hang together, within `tolerance` of their
 * length, get 0. A and right are destroyed; scratch: 3 columns. false: there is something that is
 * no number */
bool mr_dense_least_squares(int rows, int columns, double *A, double *right, double tolerance,
                            double *x, double *scratch);

#endif
