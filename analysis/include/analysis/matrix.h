/* small dense matrices, row by row; LAPACK does the work */
#ifndef ANALYSIS_MATRIX_H
#define ANALYSIS_MATRIX_H

#include <stdbool.h>

/* c (rows × columns) = a (rows × inner) b (inner × columns); add: c += a b */
void an_multiply(const double *a, const double *b, int rows, int inner, int columns, bool add,
                 double *c);

/* a x = b in place of b (n × columns); a is overwritten. False if a is singular */
bool an_solve(double *a, int n, double *b, int columns);

/* the shortest x for which a x (rows × n) comes closest to b (columns of it side by side): n ×
 * columns into x. False if it cannot be found */
bool an_solve_closest(const double *a, int rows, int n, const double *b, int columns, double *x);

/* e = exp(a), n × n, by scaling, a Padé approximant and squaring (Higham 2005). False without
 * memory or if an entry is not finite */
bool an_exponential(const double *a, int n, double *e);

/* largest absolute value of the eigenvalues; NAN if they cannot be found */
double an_spectral_radius(const double *a, int n);

/* real and imaginary parts of all eigenvalues, and the right eigenvectors (NULL: not wanted), a
 * column for a real one, real and imaginary part in two columns for a pair, as LAPACK keeps them */
bool an_eigenvalues(const double *a, int n, double *real, double *imaginary, double *vectors);

/* the matrix m (n × n) that takes the columns of `before` (n × columns) closest to those of
 * `after`, and the least such where the columns do not span everything, which is what is not larger
 * than `rounding` */
bool an_fit_map(const double *before, const double *after, int n, int columns, double rounding,
                double *m);

#endif
