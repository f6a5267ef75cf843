/* linear algebra through LAPACK on column-major doubles; complex numbers are interleaved pairs */
#ifndef BD_VALUE_LAPACK_H
#define BD_VALUE_LAPACK_H

#include "value/calc.h"

/* a private copy of a matrix that LAPACK may overwrite */
typedef struct bd_dense {
    int rows, columns;
    bool is_complex;
    double *data; /* pairs if complex */
} bd_dense;

bool bd_dense_from(bd_calc *calc, const bd_value *value, bool as_complex, bd_dense *dense);
bd_value *bd_dense_value(bd_calc *calc, const bd_dense *dense, int rows, int columns);

bd_value *bd_lapack_solve(bd_calc *calc, const bd_value *a, const bd_value *b);
bd_value *bd_lapack_inverse(bd_calc *calc, const bd_value *a);
bd_value *bd_lapack_determinant(bd_calc *calc, const bd_value *a);
/* singular values in falling order; u and vt may be NULL (then they are not computed) */
bd_value *bd_lapack_singular(bd_calc *calc, const bd_value *a, bool whole, bd_value **u,
                             bd_value **vt);
/* eigenvalues as a column; vectors may be NULL */
bd_value *bd_lapack_eigen(bd_calc *calc, const bd_value *a, bd_value **vectors);

#endif
