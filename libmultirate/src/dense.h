/* small dense linear systems */
#ifndef MR_DENSE_H
#define MR_DENSE_H

#include <stdbool.h>

/* Gauss elimination with pivoting: A (n x n, row by row) is destroyed, right becomes the solution;
 * false if A is singular */
bool mr_dense_solve(int n, double *A, double *right);

#endif
