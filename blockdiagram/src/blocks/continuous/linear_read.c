/* linear systems out of block parameters */
#include "blocks/continuous/linear.h"

#include <stdlib.h>
#include <string.h>

#define MAX_ORDER 10000

typedef struct matrix {
    const double *values;
    size_t rows, columns;
} matrix;

/* empty matrices are allowed: a system without states */
static bd_status read_matrix(bd_block *block, const char *name, matrix *m) {
    const bd_value *value;
    size_t count;
    BD_TRY(bd_block_value(block, name, &value));
    BD_TRY(bd_block_numbers(block, name, &m->values, &count));
    if (value->rank > 2)
        return bd_block_fail(block, BD_BAD_PARAMETER, "%s must be a matrix", name);
    m->rows = value->dims[0];
    m->columns = value->dims[1];
    for (size_t i = 0; i < count; i++)
        if (!isfinite(m->values[i]))
            return bd_block_fail(block, BD_BAD_PARAMETER, "%s must be finite", name);
    return BD_OK;
}

static double *copy(bd_block *block, const double *values, size_t count) {
    double *memory = bd_block_alloc(block, (count + 1) * sizeof *memory);
    if (memory && count)
        memcpy(memory, values, count * sizeof *memory);
    return memory;
}

static bd_status check_sizes(bd_block *block, matrix a, matrix b, matrix c, matrix d,
                             bool any_feedthrough) {
    size_t n = a.rows;
    if (a.rows != a.columns)
        return bd_block_fail(block, BD_BAD_PARAMETER, "A is %zux%zu but must be square", a.rows,
                             a.columns);
    if (n > MAX_ORDER || b.columns > MAX_ORDER || c.rows > MAX_ORDER || d.columns > MAX_ORDER)
        return bd_block_fail(block, BD_LIMIT_EXCEEDED, "the system is too large");
    if (n > 0 && b.rows != n)
        return bd_block_fail(block, BD_BAD_PARAMETER, "A is %zux%zu but B is %zux%zu", n, n, b.rows,
                             b.columns);
    if (n > 0 && c.columns != n)
        return bd_block_fail(block, BD_BAD_PARAMETER, "A is %zux%zu but C is %zux%zu", n, n, c.rows,
                             c.columns);
    bool any_size = d.rows * d.columns <= 1 && n > 0 && !any_feedthrough;
    if (!any_size && n > 0 && (d.rows != c.rows || d.columns != b.columns))
        return bd_block_fail(block, BD_BAD_PARAMETER, "D is %zux%zu but must be %zux%zu", d.rows,
                             d.columns, c.rows, b.columns);
    if (n == 0 && d.rows * d.columns == 0)
        return bd_block_fail(block, BD_BAD_PARAMETER, "the system has neither states nor D");
    return BD_OK;
}

static bd_status take_matrices(bd_block *block, matrix a, matrix b, matrix c, matrix d,
                               bd_linear *s) {
    s->feedthrough = false;
    for (size_t i = 0; i < d.rows * d.columns; i++)
        s->feedthrough = s->feedthrough || d.values[i] != 0.0;
    BD_TRY(check_sizes(block, a, b, c, d, s->feedthrough));
    s->states = (int)a.rows;
    s->inputs = (int)(s->states ? b.columns : d.columns);
    s->outputs = (int)(s->states ? c.rows : d.rows);
    s->companion = false;
    s->A = copy(block, a.values, a.rows * a.columns);
    s->B = copy(block, b.values, s->states ? b.rows * b.columns : 0);
    s->C = copy(block, c.values, s->states ? c.rows * c.columns : 0);
    s->D = copy(block, d.values, d.rows * d.columns);
    return s->A && s->B && s->C && s->D ? BD_OK : bd_block_no_memory(block);
}

bd_status bd_linear_read_matrices(bd_block *block, bd_linear *s) {
    matrix a, b, c, d;
    BD_TRY(read_matrix(block, "A", &a));
    BD_TRY(read_matrix(block, "B", &b));
    BD_TRY(read_matrix(block, "C", &c));
    BD_TRY(read_matrix(block, "D", &d));
    return take_matrices(block, a, b, c, d, s);
}

static bool field_matrix(const bd_value *system, const char *name, matrix *m) {
    const bd_value *field = bd_value_field(system, name);
    if (!field || field->type != BD_DOUBLE || field->im || field->rank > 2)
        return false;
    *m = (matrix){field->re, field->dims[0], field->dims[1]};
    for (size_t i = 0; i < field->count; i++)
        if (!isfinite(m->values[i]))
            return false;
    return true;
}

bd_status bd_linear_read_system(bd_block *block, const char *name, bd_linear *s, double *period) {
    const bd_value *system;
    matrix a = {NULL, 0, 0}, b = a, c = a, d = a;
    BD_TRY(bd_block_value(block, name, &system));
    *period = 0.0;
    if (system->type != BD_STRUCT) {
        BD_TRY(read_matrix(block, name, &d));
        return take_matrices(block, a, b, c, d, s);
    }
    const bd_value *ts = bd_value_field(system, "Ts");
    if (!field_matrix(system, "A", &a) || !field_matrix(system, "B", &b) ||
        !field_matrix(system, "C", &c) || !field_matrix(system, "D", &d) ||
        (ts && (ts->type != BD_DOUBLE || ts->count != 1)))
        return bd_block_fail(block, BD_BAD_PARAMETER,
                             "%s must be a linear system of real matrices A, B, C, D", name);
    *period = ts ? bd_value_real_at(ts, 0) : 0.0;
    if (!(*period >= 0.0) && *period != -1.0)
        return bd_block_fail(block, BD_BAD_PARAMETER, "the sample time of %s is not allowed", name);
    return take_matrices(block, a, b, c, d, s);
}

bd_status bd_linear_realise(bd_block *block, const double *numerators, size_t outputs,
                            const double *denominator, size_t count, bd_linear *s) {
    size_t n = count - 1;
    s->states = (int)n;
    s->inputs = 1;
    s->outputs = (int)outputs;
    s->companion = true;
    s->A = bd_block_alloc(block, (n * n + 1) * sizeof *s->A);
    s->B = bd_block_alloc(block, (n + 1) * sizeof *s->B);
    s->C = bd_block_alloc(block, (outputs * n + 1) * sizeof *s->C);
    s->D = bd_block_alloc(block, outputs * sizeof *s->D);
    if (!s->A || !s->B || !s->C || !s->D)
        return bd_block_no_memory(block);
    double lead = denominator[0];
    for (size_t k = 0; k < n; k++) {
        s->A[k * n] = -denominator[k + 1] / lead;
        if (k + 1 < n)
            s->A[k + 1 + k * n] = 1.0;
    }
    if (n > 0)
        s->B[0] = 1.0;
    s->feedthrough = false;
    for (size_t i = 0; i < outputs; i++) {
        s->D[i] = numerators[i] / lead;
        s->feedthrough = s->feedthrough || s->D[i] != 0.0;
        for (size_t k = 0; k < n; k++)
            s->C[i + k * outputs] =
                numerators[i + (k + 1) * outputs] / lead + s->D[i] * s->A[k * n];
    }
    return BD_OK;
}

bd_status bd_linear_read_fraction(bd_block *block, bd_linear *s) {
    matrix top, bottom;
    BD_TRY(read_matrix(block, "Numerator|N", &top));
    BD_TRY(read_matrix(block, "Denominator|D", &bottom));
    if (top.columns == 1 && top.rows > 1) { /* a column of coefficients is one numerator */
        top.columns = top.rows;
        top.rows = 1;
    }
    size_t count = bottom.rows * bottom.columns;
    const double *denominator = bottom.values;
    while (count > 0 && *denominator == 0.0) {
        denominator++;
        count--;
    }
    if (count == 0 || (bottom.rows != 1 && bottom.columns != 1))
        return bd_block_fail(block, BD_BAD_PARAMETER,
                             "Denominator must be a vector with a coefficient other than 0");
    if (count > MAX_ORDER || top.rows > MAX_ORDER || top.rows * top.columns == 0)
        return bd_block_fail(block, BD_BAD_PARAMETER, "Numerator has no or too many coefficients");
    size_t skip = 0; /* leading zeros of all numerators */
    for (bool zeros = true; top.columns - skip > count && zeros;) {
        for (size_t i = 0; i < top.rows; i++)
            zeros = zeros && top.values[i + skip * top.rows] == 0.0;
        skip += zeros;
    }
    if (top.columns - skip > count)
        return bd_block_fail(block, BD_BAD_PARAMETER,
                             "the order of Numerator must not exceed that of Denominator");
    double *padded = bd_block_alloc(block, top.rows * count * sizeof *padded);
    if (!padded)
        return bd_block_no_memory(block);
    size_t columns = top.columns - skip;
    memcpy(padded + top.rows * (count - columns), top.values + top.rows * skip,
           top.rows * columns * sizeof *padded);
    return bd_linear_realise(block, padded, top.rows, denominator, count, s);
}

/* coefficients of the polynomial with these roots times `lead`, in descending powers; roots must
 * be real or come in conjugate pairs */
static bd_status expand_roots(bd_block *block, const char *name, const bd_value *roots,
                              size_t first, size_t count, double *coefficients) {
    double complex *c = bd_block_alloc(block, (count + 1) * sizeof *c);
    if (!c)
        return bd_block_no_memory(block);
    c[0] = 1.0;
    size_t order = 0;
    double size = 1.0;
    for (size_t i = 0; i < count; i++) {
        double complex root = CMPLX(bd_value_real_at(roots, first + i),
                                    roots->im ? bd_value_imag_at(roots, first + i) : 0.0);
        if (isinf(creal(root))) /* fills up shorter columns of zeros */
            continue;
        order++;
        c[order] = 0.0;
        for (size_t k = order; k > 0; k--)
            c[k] -= root * c[k - 1];
        size *= fmax(1.0, cabs(root));
    }
    for (size_t k = 0; k <= count; k++)
        coefficients[k] = 0.0;
    for (size_t k = 0; k <= order; k++) {
        if (!isfinite(creal(c[k])))
            return bd_block_fail(block, BD_BAD_PARAMETER, "%s must be finite", name);
        if (fabs(cimag(c[k])) > 1e-9 * size)
            return bd_block_fail(block, BD_BAD_PARAMETER, "complex %s must come in conjugate pairs",
                                 name);
        coefficients[count - order + k] = creal(c[k]);
    }
    return BD_OK;
}

static bd_status read_root_values(bd_block *block, const char *name, const bd_value **value) {
    BD_TRY(bd_block_value(block, name, value));
    if (!bd_value_is_number_like(*value) || (*value)->rank > 2 || (*value)->count > MAX_ORDER)
        return bd_block_fail(block, BD_BAD_PARAMETER, "%s must be numbers", name);
    return BD_OK;
}

bd_status bd_linear_read_roots(bd_block *block, bd_linear *s) {
    const bd_value *zeros, *poles;
    bd_reals gain;
    BD_TRY(read_root_values(block, "Zeros|Z", &zeros));
    BD_TRY(read_root_values(block, "Poles|P", &poles));
    BD_TRY(bd_reals_read(block, "Gain|K", &gain));
    bool one_column = bd_value_is_vector(zeros) || zeros->count == 0;
    size_t outputs = one_column ? 1 : zeros->dims[1], order = poles->count;
    size_t per_output = one_column ? zeros->count : zeros->dims[0];
    if (zeros->count == 0 && gain.count > 1)
        outputs = gain.count;
    if (gain.count != 1 && gain.count != outputs)
        return bd_block_fail(block, BD_BAD_PARAMETER, "Gain must be a number per output");
    if (per_output > order)
        return bd_block_fail(block, BD_BAD_PARAMETER, "there must not be more zeros than poles");
    double *denominator = bd_block_alloc(block, (order + 1) * sizeof *denominator);
    double *numerators = bd_block_alloc(block, outputs * (order + 1) * sizeof *numerators);
    double *one = bd_block_alloc(block, (order + 1) * sizeof *one);
    if (!denominator || !numerators || !one)
        return bd_block_no_memory(block);
    BD_TRY(expand_roots(block, "Poles", poles, 0, order, denominator));
    for (size_t i = 0; i < outputs; i++) {
        BD_TRY(expand_roots(block, "Zeros", zeros, i * per_output, per_output, one));
        for (size_t k = 0; k <= per_output; k++)
            numerators[i + (order - per_output + k) * outputs] = bd_real(&gain, (int)i) * one[k];
    }
    if (denominator[0] != 1.0)
        return bd_block_fail(block, BD_BAD_PARAMETER, "Poles must be finite");
    return bd_linear_realise(block, numerators, outputs, denominator, order + 1, s);
}
