/* Schur form, square root and reciprocal condition of matrices, by LAPACK */
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "value/functions.h"
#include "value/lapack.h"

static const bd_value *square_of(bd_calc *calc, const bd_call *call) {
    const bd_value *a = call->args[0];

    return a->rank == 2 && a->dims[0] == a->dims[1]
               ? a
               : bd_calc_refuse(calc, "'%s' needs a square matrix", call->name);
}

/* U S U' = A; for real matrices S has blocks of two on its diagonal for complex pairs, unless the
 * option "complex" asks for a triangle */
static const bd_value *run_schur(bd_calc *calc, bd_call *call) {
    const bd_value *a = square_of(calc, call);
    const double *re, *im = NULL;
    bd_dense s, u = {0};

    if (!a || !bd_calc_doubles(calc, a, &re, &im))
        return NULL;
    const bool as_complex = im || bd_call_is_text(call, 1, "complex");
    const int n = (int)a->dims[0];
    if (!bd_dense_from(calc, a, as_complex, &s))
        return NULL;
    u = (bd_dense){.rows = n, .columns = n, .is_complex = as_complex};
    u.data = bd_calc_alloc(calc, a->count + 1, 2 * sizeof(double));
    double *w = bd_calc_alloc(calc, (size_t)n + 1, 4 * sizeof(double));
    if (!u.data || !w)
        return NULL;
    lapack_int sorted = 0;
    const lapack_int info =
        n == 0 ? 0
        : as_complex
            ? LAPACKE_zgees(LAPACK_COL_MAJOR, 'V', 'N', NULL, n, (lapack_complex_double *)s.data, n,
                            &sorted, (lapack_complex_double *)w, (lapack_complex_double *)u.data, n)
            : LAPACKE_dgees(LAPACK_COL_MAJOR, 'V', 'N', NULL, n, s.data, n, &sorted, w, w + n,
                            u.data, n);
    if (info != 0)
        return bd_calc_refuse(calc, "'schur' did not converge");
    const bd_value *form = bd_dense_value(calc, &s, n, n);
    if (call->wanted < 2)
        return form;
    call->more[0] = form;
    return !form ? NULL : bd_dense_value(calc, &u, n, n);
}

static const bd_value *run_rcond(bd_calc *calc, bd_call *call) {
    const bd_value *a = square_of(calc, call);
    const double *re, *im = NULL;
    bd_dense lu;

    if (!a || !bd_calc_doubles(calc, a, &re, &im))
        return NULL;
    const int n = (int)a->dims[0];
    if (im)
        return bd_calc_refuse(calc, "'rcond' of complex matrices");
    if (n == 0)
        return bd_calc_scalar(calc, INFINITY);
    lapack_int *order = bd_calc_alloc(calc, (size_t)n, sizeof *order);
    if (!order || !bd_dense_from(calc, a, false, &lu))
        return NULL;
    const double norm = LAPACKE_dlange(LAPACK_COL_MAJOR, '1', n, n, lu.data, n);
    double result = 0.0;
    if (LAPACKE_dgetrf(LAPACK_COL_MAJOR, n, n, lu.data, n, order) == 0)
        LAPACKE_dgecon(LAPACK_COL_MAJOR, '1', n, lu.data, n, norm, &result);
    return bd_calc_scalar(calc, result);
}

const bd_function bd_functions_schur[] = {BD_RESULTS(schur, 1, 2, 2), BD_FUNCTION(rcond, 1, 1),
                                          BD_FUNCTIONS_END};
