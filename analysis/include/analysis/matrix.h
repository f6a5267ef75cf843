/* small dense matrices, row by row; LAPACK does the work
 *
 * What can fail says why: MR_ERR_MEMORY, or MR_ERR_NOT_FINITE where there is no finite result. */
#ifndef ANALYSIS_MATRIX_H
#define ANALYSIS_MATRIX_H

#include "multirate/message.h"

#include <stdbool.h>

/* c (rows × columns) = a (rows × inner) b (inner × columns); add: c += a b */
void an_multiply(const double *a, const double *b, int rows, int inner, int columns, bool add,
                 double *c);

/* a x = b in place of b (n × columns); a is overwritten */
mr_status an_solve(double *a, int n, double *b, int columns);

/* the shortest x for which a x (rows × n) comes closest to b (columns of it side by side): n ×
 * columns into x */
mr_status an_solve_closest(const double *a, int rows, int n, const double *b, int columns,
                           double *x);

/* e = exp(a), n × n, by scaling, a Padé approximant and squaring (Higham 2005) */
mr_status an_exponential(const double *a, int n, double *e);

/* largest absolute value of the eigenvalues; NAN if it fails */
mr_status an_spectral_radius(const double *a, int n, double *radius);

/* real and imaginary parts of all eigenvalues, and the right eigenvectors (NULL: not wanted), a
 * column for a real one, real and imaginary part in two columns for a pair, as LAPACK keeps them */
mr_status an_eigenvalues(const double *a, int n, double *real, double *imaginary, double *vectors);

/* the matrix m (n × n) that takes the columns of `before` (n × columns) closest to those of
 * `after`, and the least such where the columns do not span everything, which is what is not larger
 * than `rounding` */
mr_status an_fit_map(const double *before, const double *after, int n, int columns, double rounding,
                     double *m);

/* of what a function of LAPACKE returns: it asks for memory itself */
mr_status an_lapack_status(int info);

/* what a failure means to the caller, in its own words and as its own status; where there was no
 * memory, nothing else is to blame */
mr_status an_blame(mr_status status, mr_status otherwise, mr_message *message, const char *words);

#endif
