/* small dense linear systems: LU factors with row pivoting, column-major */
#ifndef ENGINE_DENSE_H
#define ENGINE_DENSE_H

#include <stdbool.h>

/* factors a in place; false if it is singular to working precision */
bool bd_lu_factor(double *a, int *pivots, int n);
/* solves in place */
void bd_lu_solve(const double *lu, const int *pivots, int n, double *b);

#endif
