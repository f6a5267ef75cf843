/* linear algebra: inverse, determinant, norms, rank, eigenvalues, exponential, Kronecker product */
#include <float.h>
#include <math.h>
#include <string.h>

#include "value/functions.h"
#include "value/lapack.h"
#include "value/operators.h"

static bd_class result_class(const bd_value *x) {
    return x->type == BD_SINGLE ? BD_SINGLE : BD_DOUBLE;
}

static const bd_value *run_inv(bd_calc *calc, bd_call *call) {
    return bd_op_settle(calc, bd_lapack_inverse(calc, call->args[0]), result_class(call->args[0]));
}

static const bd_value *run_det(bd_calc *calc, bd_call *call) {
    return bd_op_settle(calc, bd_lapack_determinant(calc, call->args[0]),
                        result_class(call->args[0]));
}

static const bd_value *run_trace(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];
    const double *re, *im;

    if (x->rank > 2 || x->dims[0] != x->dims[1] || !bd_calc_doubles(calc, x, &re, &im))
        return bd_calc_refuse(calc, "'trace' needs a square matrix");
    bd_value *made = bd_calc_new(calc, BD_DOUBLE, 2, (const size_t[]){1, 1}, im != NULL);
    for (size_t k = 0; made && k < x->dims[0]; k++) {
        *(double *)made->re += re[k * (x->dims[0] + 1)];
        if (im)
            *(double *)made->im += im[k * (x->dims[0] + 1)];
    }
    return bd_op_settle(calc, made, result_class(x));
}

static const bd_value *diagonal(bd_calc *calc, const bd_value *values) {
    bd_call call = {.args = &values, .count = 1};

    return bd_function_call(calc, bd_function_find("diag"), &call);
}

/* svd(a, 'econ') leaves out what meets no singular value; svd(a, 0) does so for tall matrices */
static bool wants_whole_factors(bd_calc *calc, const bd_call *call, bool *whole) {
    const bd_value *a = call->args[0];
    *whole = true;
    if (call->count < 2)
        return true;
    double number;
    if (call->args[1]->type == BD_CHAR) {
        const char *how = bd_calc_string(calc, call->args[1], "the form");
        if (how && strcmp(how, "econ") != 0)
            bd_calc_refuse(calc, "'svd' knows 'econ' and 0, not '%.20s'", how);
        *whole = false;
        return how && strcmp(how, "econ") == 0;
    }
    if (!bd_calc_number(calc, call->args[1], "the form", &number))
        return false;
    if (number != 0.0)
        bd_calc_refuse(calc, "'svd' knows 'econ' and 0, not %g", number);
    *whole = a->dims[0] <= a->dims[1];
    return number == 0.0;
}

static const bd_value *run_svd(bd_calc *calc, bd_call *call) {
    const bd_class type = result_class(call->args[0]);
    bd_value *u, *vt;
    bool whole;

    if (!wants_whole_factors(calc, call, &whole))
        return NULL;
    if (call->wanted == 1)
        return bd_op_settle(calc, bd_lapack_singular(calc, call->args[0], false, NULL, NULL), type);
    const bd_value *values = bd_lapack_singular(calc, call->args[0], whole, &u, &vt);
    if (!values)
        return NULL;
    bd_value *middle = bd_calc_matrix(calc, BD_DOUBLE, u->dims[1], vt->dims[0]);
    for (size_t k = 0; middle && k < values->count; k++)
        ((double *)middle->re)[k * (u->dims[1] + 1)] = ((const double *)values->re)[k];
    bd_value *v = bd_op_transpose(calc, vt, true);
    if (!middle || !v)
        return NULL;
    call->more[0] = bd_op_settle(calc, middle, type);
    call->more[1] = bd_op_settle(calc, v, type);
    return !call->more[0] || !call->more[1] ? NULL : bd_op_settle(calc, u, type);
}

static const bd_value *run_eig(bd_calc *calc, bd_call *call) {
    if (call->wanted == 1)
        return bd_lapack_eigen(calc, call->args[0], NULL);
    bd_value *vectors = NULL;
    const bd_value *values = bd_lapack_eigen(calc, call->args[0], &vectors);
    call->more[0] = !values ? NULL : diagonal(calc, values);
    return !call->more[0] ? NULL : vectors;
}

/* singular values above this count: as MATLAB and Octave choose it */
static double tolerance(const bd_value *x, const bd_value *singular) {
    const size_t longer = x->dims[0] > x->dims[1] ? x->dims[0] : x->dims[1];
    const double largest = singular->count > 0 ? ((const double *)singular->re)[0] : 0.0;

    return (double)longer * largest * DBL_EPSILON;
}

static const bd_value *run_rank(bd_calc *calc, bd_call *call) {
    const bd_value *singular = bd_lapack_singular(calc, call->args[0], false, NULL, NULL);
    double limit;
    size_t rank = 0;

    if (!singular)
        return NULL;
    limit = tolerance(call->args[0], singular);
    if (call->count > 1 && !bd_calc_number(calc, call->args[1], "the tolerance", &limit))
        return NULL;
    for (size_t k = 0; k < singular->count; k++)
        rank += ((const double *)singular->re)[k] > limit;
    return bd_calc_scalar(calc, (double)rank);
}

static const bd_value *run_cond(bd_calc *calc, bd_call *call) {
    const bd_value *singular = bd_lapack_singular(calc, call->args[0], false, NULL, NULL);

    if (!singular || singular->count == 0)
        return !singular ? NULL : bd_calc_scalar(calc, 0.0);
    const double *s = singular->re;
    return bd_op_settle(calc, bd_calc_scalar(calc, s[0] / s[singular->count - 1]),
                        result_class(call->args[0]));
}

/* Moore and Penrose: V * diag(1/s) * U' over the singular values that count */
static const bd_value *run_pinv(bd_calc *calc, bd_call *call) {
    bd_value *u, *vt;
    const bd_value *singular = bd_lapack_singular(calc, call->args[0], false, &u, &vt);
    double limit;

    if (!singular)
        return NULL;
    limit = tolerance(call->args[0], singular);
    if (call->count > 1 && !bd_calc_number(calc, call->args[1], "the tolerance", &limit))
        return NULL;
    const bd_value *v = bd_op_transpose(calc, vt, true);
    const bd_value *ut = bd_op_transpose(calc, u, true);
    bd_value *scale = bd_calc_matrix(calc, BD_DOUBLE, 1, singular->count);
    if (!v || !ut || !scale)
        return NULL;
    for (size_t k = 0; k < singular->count; k++) {
        const double s = ((const double *)singular->re)[k];
        ((double *)scale->re)[k] = s > limit ? 1.0 / s : 0.0;
    }
    const bd_value *scaled = bd_op_arithmetic(calc, BD_OP_TIMES, v, scale);
    return !scaled
               ? NULL
               : bd_op_settle(calc, bd_op_product(calc, scaled, ut), result_class(call->args[0]));
}

static double vector_norm(const double *re, const double *im, size_t count, double p) {
    double sum = 0.0;
    double largest = 0.0;
    double smallest = count > 0 ? INFINITY : 0.0;

    for (size_t k = 0; k < count; k++) {
        const double size = !im ? fabs(re[k]) : hypot(re[k], im[k]);
        largest = isnan(size) || size > largest ? size : largest;
        smallest = size < smallest ? size : smallest;
    }
    if (p == INFINITY || p == -INFINITY)
        return p > 0.0 ? largest : smallest;
    if (largest == 0.0 || !isfinite(largest))
        return largest;
    for (size_t k = 0; k < count; k++) {
        const double size = (!im ? fabs(re[k]) : hypot(re[k], im[k])) / largest;
        sum += p == 2.0 ? size * size : p == 1.0 ? size : pow(size, p);
    }
    return largest * (p == 2.0 ? sqrt(sum) : p == 1.0 ? sum : pow(sum, 1.0 / p));
}

/* largest sum of sizes along the columns (1) or rows (inf) */
static double matrix_norm(const bd_value *x, const double *re, const double *im, bool by_rows) {
    const size_t outer = x->dims[by_rows ? 0 : 1];
    const size_t inner = x->dims[by_rows ? 1 : 0];
    double largest = 0.0;

    for (size_t o = 0; o < outer; o++) {
        double sum = 0.0;
        for (size_t k = 0; k < inner; k++) {
            const size_t at = by_rows ? o + k * outer : k + o * inner;
            sum += im == NULL ? fabs(re[at]) : hypot(re[at], im[at]);
        }
        largest = isnan(sum) || sum > largest ? sum : largest;
    }
    return largest;
}

static const bd_value *run_norm(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];
    const double *re, *im;
    double p = 2.0;
    bool frobenius = false;

    if (x->rank > 2 || !bd_calc_doubles(calc, x, &re, &im))
        return bd_calc_refuse(calc, "'norm' needs a vector or a matrix");
    if (call->count > 1) {
        frobenius = bd_call_is_text(call, 1, "fro");
        if (bd_call_is_text(call, 1, "inf") || bd_call_is_text(call, 1, "Inf"))
            p = INFINITY;
        else if (!frobenius && !bd_calc_number(calc, call->args[1], "the kind of norm", &p))
            return NULL;
    }
    const bool is_vector = x->dims[0] == 1 || x->dims[1] == 1;
    double norm;
    if (x->count == 0) {
        norm = 0.0;
    } else if (is_vector || frobenius) {
        norm = vector_norm(re, im, x->count, frobenius ? 2.0 : p);
    } else if (p == 2.0) {
        const bd_value *singular = bd_lapack_singular(calc, x, false, NULL, NULL);
        if (!singular)
            return NULL;
        norm = ((const double *)singular->re)[0];
    } else if (p == 1.0 || p == INFINITY) {
        norm = matrix_norm(x, re, im, p == INFINITY);
    } else {
        return bd_calc_refuse(calc, "the norm of a matrix is 1, 2, inf or 'fro'");
    }
    return bd_op_settle(calc, bd_calc_scalar(calc, norm), result_class(x));
}

static const bd_value *run_kron(bd_calc *calc, bd_call *call) {
    const bd_value *a = call->args[0];
    const bd_value *b = call->args[1];
    const double *ar, *ai, *br, *bi;
    bd_class type;

    if (!bd_op_result_class(calc, "kron", a, b, &type) || a->rank > 2 || b->rank > 2 ||
        !bd_calc_doubles(calc, a, &ar, &ai) || !bd_calc_doubles(calc, b, &br, &bi))
        return bd_calc_refuse(calc, "'kron' needs two matrices");
    const size_t rows = a->dims[0] * b->dims[0];
    bd_value *made =
        bd_calc_new(calc, BD_DOUBLE, 2, (const size_t[]){rows, a->dims[1] * b->dims[1]}, ai || bi);
    for (size_t k = 0; made && k < made->count; k++) {
        const size_t r = k % rows;
        const size_t c = k / rows;
        const size_t p = r / b->dims[0] + c / b->dims[1] * a->dims[0];
        const size_t q = r % b->dims[0] + c % b->dims[1] * b->dims[0];
        const double x = ai ? ai[p] : 0.0;
        const double y = bi ? bi[q] : 0.0;
        const bool both = ai && bi;
        ((double *)made->re)[k] = both ? ar[p] * br[q] - x * y : ar[p] * br[q];
        if (made->im)
            ((double *)made->im)[k] = both ? ar[p] * y + x * br[q] : ai ? x * br[q] : ar[p] * y;
    }
    return bd_op_settle(calc, made, type);
}

/* scaling and squaring with the (8, 8) Padé approximant, Moler and Van Loan 2003, method 3 */
static const bd_value *run_expm(bd_calc *calc, bd_call *call) {
    const bd_value *a = bd_calc_convert(calc, call->args[0], BD_DOUBLE);
    enum { ORDER = 8 };

    if (!a || a->rank > 2 || a->dims[0] != a->dims[1])
        return bd_calc_refuse(calc, "'expm' needs a square matrix");
    if (a->count == 0)
        return a;
    const double *re, *im;
    if (!bd_calc_doubles(calc, a, &re, &im))
        return NULL;
    const double size = matrix_norm(a, re, im, true);
    if (!isfinite(size))
        return bd_calc_refuse(calc, "'expm' needs finite numbers");
    const int squarings = size > 0.5 ? (int)fmin(ceil(log2(size)) + 1.0, 1000.0) : 0;
    const bd_value *scale = bd_calc_scalar(calc, ldexp(1.0, -squarings));
    const bd_value *x = !scale ? NULL : bd_op_binary(calc, BD_OP_TIMES, a, scale);
    const bd_value *zero = bd_calc_scalar(calc, 0.0);
    const bd_value *unit = !x || !zero ? NULL : bd_op_binary(calc, BD_OP_MPOWER, x, zero);
    const bd_value *numerator = unit;
    const bd_value *denominator = unit;
    const bd_value *power = unit;
    double factor = 1.0;
    for (int k = 1; k <= ORDER && denominator && numerator; k++) {
        factor *= (double)(ORDER - k + 1) / (double)(k * (2 * ORDER - k + 1));
        const bd_value *c = bd_calc_scalar(calc, factor);
        power = !c || !power ? NULL : bd_op_product(calc, power, x);
        const bd_value *term = !power ? NULL : bd_op_binary(calc, BD_OP_TIMES, power, c);
        if (!term)
            return NULL;
        numerator = bd_op_binary(calc, BD_OP_PLUS, numerator, term);
        denominator = bd_op_binary(calc, k % 2 ? BD_OP_MINUS : BD_OP_PLUS, denominator, term);
    }
    const bd_value *result =
        !numerator || !denominator ? NULL : bd_op_solve(calc, denominator, numerator);
    for (int k = 0; k < squarings && result; k++)
        result = bd_op_product(calc, result, result);
    return !result ? NULL : bd_calc_convert(calc, result, result_class(call->args[0]));
}

const bd_function bd_functions_linear[] = {
    BD_FUNCTION(inv, 1, 1),   BD_FUNCTION(det, 1, 1),   BD_FUNCTION(trace, 1, 1),
    BD_RESULTS(svd, 1, 2, 3), BD_RESULTS(eig, 1, 1, 2), BD_FUNCTION(rank, 1, 2),
    BD_FUNCTION(cond, 1, 1),  BD_FUNCTION(pinv, 1, 2),  BD_FUNCTION(norm, 1, 2),
    BD_FUNCTION(kron, 2, 2),  BD_FUNCTION(expm, 1, 1),  BD_FUNCTIONS_END};
