/* linear systems as models use them: transfer functions, state space, poles and zeros.
 *
 * tf2ss gives the controller canonical form: the first row of A holds the coefficients of the
 * denominator, B = [1; 0; …], as MATLAB documents it. */
#include <math.h>
#include <string.h>

#include "value/functions.h"
#include "value/lapack.h"
#include "value/operators.h"

static const bd_value *call_by_name(bd_calc *calc, const char *name, const bd_value *const *args,
                                    size_t count) {
    bd_call call = {.args = args, .count = count, .wanted = 1};

    return bd_function_call(calc, bd_function_find(name), &call);
}

static const bd_value *run_tf2ss(bd_calc *calc, bd_call *call) {
    const bd_value *num = call->args[0];
    const bd_value *den = call->args[1];
    const double *b, *a;

    if (!bd_calc_reals(calc, num, "the numerator", &b) ||
        !bd_calc_reals(calc, den, "the denominator", &a))
        return NULL;
    const size_t outputs = bd_value_is_vector(num) ? 1 : num->dims[0];
    const size_t width = outputs == 1 ? num->count : num->dims[1];
    size_t first = 0;
    while (first < den->count && a[first] == 0.0)
        first++;
    if (num->rank > 2 || outputs == 0 || !bd_value_is_vector(den) || first == den->count)
        return bd_calc_refuse(calc, "'tf2ss' needs a numerator and a denominator that is not 0");
    a += first;
    const size_t n = den->count - first - 1;
    /* zeros before a numerator do not count */
    size_t extra = 0;
    if (width > n + 1) {
        extra = width - (n + 1);
        for (size_t k = 0; k < extra * outputs; k++) {
            if (b[k] != 0.0) {
                return bd_calc_refuse(calc,
                                      "the numerator must not be longer than the denominator");
            }
        }
    }
    bd_value *A = bd_calc_matrix(calc, BD_DOUBLE, n, n);
    bd_value *B = bd_calc_matrix(calc, BD_DOUBLE, n, n > 0 ? 1 : 0);
    bd_value *C = bd_calc_matrix(calc, BD_DOUBLE, n > 0 ? outputs : 0, n);
    bd_value *D = bd_calc_matrix(calc, BD_DOUBLE, outputs, 1);
    if (!A || !B || !C || !D)
        return NULL;
    const size_t used = width - extra;
    for (size_t o = 0; o < outputs; o++) {
        double *d = &((double *)D->re)[o];
        *d = used == n + 1 ? b[o + extra * outputs] / a[0] : 0.0;
        for (size_t k = 0; k < n; k++) {
            /* coefficient of s^(n - 1 - k) */
            const size_t from_end = n - 1 - k;
            const double c = from_end < used ? b[o + (width - 1 - from_end) * outputs] / a[0] : 0.0;
            ((double *)C->re)[o + k * outputs] = c - *d * (a[k + 1] / a[0]);
        }
    }
    for (size_t k = 0; k < n; k++) {
        ((double *)A->re)[k * n] = -a[k + 1] / a[0];
        if (k + 1 < n)
            ((double *)A->re)[k + 1 + k * n] = 1.0;
    }
    if (n > 0)
        ((double *)B->re)[0] = 1.0;
    call->more[0] = B;
    call->more[1] = C;
    call->more[2] = D;
    return A;
}

/* A, B, C, D of one system */
static bool sizes_fit(const bd_value *const *m) {
    const size_t n = m[0]->dims[0];
    return m[0]->dims[1] == n && m[1]->dims[0] == n && m[2]->dims[1] == n &&
           m[3]->dims[0] == m[2]->dims[0] && m[3]->dims[1] == m[1]->dims[1];
}

/* num = poly(A - B*C) + (D - 1) * poly(A), den = poly(A), for each input and output */
static const bd_value *run_ss2tf(bd_calc *calc, bd_call *call) {
    const bd_value *const *m = call->args;
    size_t input = 1;

    if (call->count > 4 && !bd_calc_size(calc, m[4], "the input", &input))
        return NULL;
    const size_t n = m[0]->dims[0];
    for (size_t k = 0; k < 4; k++)
        if (!bd_value_is_number_like(m[k]) || m[k]->im || m[k]->rank > 2)
            return bd_calc_refuse(calc, "'ss2tf' needs four real matrices");
    if (!sizes_fit(m) || input < 1 || input > m[1]->dims[1])
        return bd_calc_refuse(calc, "the sizes of A, B, C and D do not fit");
    const size_t outputs = m[2]->dims[0];
    const bd_value *den = call_by_name(calc, "poly", m, 1);
    bd_value *num = bd_calc_matrix(calc, BD_DOUBLE, outputs, n + 1);
    if (!den || !num)
        return NULL;
    for (size_t o = 0; o < outputs; o++) {
        bd_value *closed = bd_calc_copy(calc, bd_calc_convert(calc, m[0], BD_DOUBLE));
        if (!closed)
            return NULL;
        for (size_t k = 0; k < n * n; k++) {
            ((double *)closed->re)[k] -= bd_value_real_at(m[1], k % n + (input - 1) * n) *
                                         bd_value_real_at(m[2], o + k / n * outputs);
        }
        const bd_value *argument = closed;
        const bd_value *p = call_by_name(calc, "poly", &argument, 1);
        if (!p)
            return NULL;
        const double d = bd_value_real_at(m[3], o + (input - 1) * outputs);
        for (size_t k = 0; k <= n; k++) {
            ((double *)num->re)[o + k * outputs] =
                bd_value_real_at(p, k) + (d - 1.0) * bd_value_real_at(den, k);
        }
    }
    call->more[0] = den;
    return num;
}

static const bd_value *run_zp2tf(bd_calc *calc, bd_call *call) {
    const bd_value *zeros = call_by_name(calc, "poly", call->args, 1);
    const bd_value *poles = call_by_name(calc, "poly", call->args + 1, 1);
    const bd_value *num =
        !zeros || !poles ? NULL : bd_op_binary(calc, BD_OP_MTIMES, zeros, call->args[2]);

    if (!num)
        return NULL;
    if (num->count < poles->count) { /* MATLAB fills up the numerator */
        const bd_value *parts[2] = {bd_calc_matrix(calc, BD_DOUBLE, 1, poles->count - num->count),
                                    num};
        num = !parts[0] ? NULL : bd_op_concatenate(calc, 1, parts, 2);
    }
    call->more[0] = poles;
    return num;
}

/* the direct form of a digital filter, from rest */
static const bd_value *run_filter(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[2];
    const double *b, *a, *u;

    if (!bd_calc_reals(calc, call->args[0], "the numerator", &b) ||
        !bd_calc_reals(calc, call->args[1], "the denominator", &a) ||
        !bd_calc_reals(calc, x, "the signal", &u))
        return NULL;
    const size_t nb = call->args[0]->count;
    const size_t na = call->args[1]->count;
    if (nb == 0 || na == 0 || a[0] == 0.0 || (x->count > 0 && !bd_value_is_vector(x)) ||
        !bd_calc_charge(calc, (double)x->count * (double)(na + nb)))
        return bd_calc_refuse(calc, "'filter' needs coefficients and a vector");
    bd_value *made = bd_calc_like(calc, BD_DOUBLE, x, false);
    for (size_t k = 0; made && k < x->count; k++) {
        double *y = made->re;
        double sum = 0.0;
        for (size_t n = 0; n < nb && n <= k; n++)
            sum += b[n] * u[k - n];
        for (size_t n = 1; n < na && n <= k; n++)
            sum -= a[n] * y[k - n];
        y[k] = sum / a[0];
    }
    return made;
}

/* [Ad, Bd] of A, B, h with a zero-order hold: the exponential of [A B; 0 0] * h */
static const bd_value *run_hold(bd_calc *calc, bd_call *call) {
    const bd_value *A = call->args[0];
    const bd_value *B = call->args[1];

    if (A->rank > 2 || B->rank > 2 || A->dims[0] != A->dims[1] || B->dims[0] != A->dims[0])
        return bd_calc_refuse(calc, "the sizes of A and B do not fit");
    const size_t n = A->dims[0];
    const size_t m = B->dims[1];
    const bd_value *upper_parts[2] = {A, B};
    const bd_value *upper = bd_op_concatenate(calc, 1, upper_parts, 2);
    const bd_value *parts[2] = {upper, bd_calc_matrix(calc, BD_DOUBLE, m, n + m)};
    const bd_value *whole = !upper || !parts[1] ? NULL : bd_op_concatenate(calc, 0, parts, 2);
    const bd_value *scaled = !whole ? NULL : bd_op_binary(calc, BD_OP_TIMES, whole, call->args[2]);
    const bd_value *discrete = !scaled ? NULL : call_by_name(calc, "expm", &scaled, 1);
    bd_value *Ad = bd_calc_matrix(calc, BD_DOUBLE, n, n);
    bd_value *Bd = bd_calc_matrix(calc, BD_DOUBLE, n, m);
    if (!discrete || !Ad || !Bd || discrete->im)
        return NULL;
    for (size_t k = 0; k < n * (n + m); k++) {
        const double number = bd_value_real_at(discrete, k % n + k / n * (n + m));
        if (k < n * n)
            ((double *)Ad->re)[k] = number;
        else
            ((double *)Bd->re)[k - n * n] = number;
    }
    call->more[0] = Bd;
    return Ad;
}

/* a system as others read it: struct A, B, C, D, Ts; transfer functions have num and den as well */
static const bd_value *make_system(bd_calc *calc, const bd_value *const *abcd,
                                   const bd_value *period) {
    static const char *const names[] = {"A", "B", "C", "D"};
    bd_value *made = bd_calc_struct(calc);

    for (size_t k = 0; k < 4 && made; k++)
        if (!bd_calc_set_field(calc, made, 0, names[k], abcd[k]))
            return NULL;
    const bd_value *ts = period ? period : bd_calc_scalar(calc, 0.0);
    return made && ts && bd_calc_set_field(calc, made, 0, "Ts", ts) ? made : NULL;
}

/* ss(A, B, C, D), ss(A, B, C, D, Ts); D may be 0 for zeros, and a gain has A, B and C empty */
static const bd_value *run_ss(bd_calc *calc, bd_call *call) {
    const bd_value *m[4] = {call->args[0], call->args[1], call->args[2], call->args[3]};

    for (size_t k = 0; k < 4; k++)
        if (!bd_value_is_number_like(m[k]) || m[k]->rank > 2)
            return bd_calc_refuse(calc, "'ss' needs four matrices");
    if (m[3]->count == 1 && bd_value_real_at(m[3], 0) == 0.0 && !m[3]->im)
        m[3] = bd_calc_matrix(calc, BD_DOUBLE, m[2]->dims[0], m[1]->dims[1]);
    const bool gain = m[0]->count == 0 && m[1]->count == 0 && m[2]->count == 0;
    if (m[3] && !gain && !sizes_fit(m))
        return bd_calc_refuse(calc, "the sizes of A, B, C and D do not fit");
    return !m[3] ? NULL : make_system(calc, m, call->count > 4 ? call->args[4] : NULL);
}

static const bd_value *system_of(bd_calc *calc, const bd_value *num, const bd_value *den,
                                 const bd_value *period) {
    const bd_value *args[2] = {num, den};
    bd_call inner = {.args = args, .count = 2, .wanted = 4};

    if (!bd_value_is_number_like(num) || !bd_value_is_number_like(den))
        return bd_calc_refuse(calc, "a transfer function needs one numerator and one denominator");
    const bd_value *A = run_tf2ss(calc, &inner);
    const bd_value *abcd[4] = {A, inner.more[0], inner.more[1], inner.more[2]};
    const bd_value *made = A ? make_system(calc, abcd, period) : NULL;
    bd_value *whole = (bd_value *)(uintptr_t)made;
    return whole && bd_calc_set_field(calc, whole, 0, "num", num) &&
                   bd_calc_set_field(calc, whole, 0, "den", den)
               ? whole
               : NULL;
}

/* the variable s or z itself, or a gain: no state space of its own */
static const bd_value *plain_system(bd_calc *calc, const bd_value *num, double period) {
    bd_value *made = bd_calc_struct(calc);
    const bd_value *den = bd_calc_scalar(calc, 1.0), *ts = bd_calc_scalar(calc, period);

    return made && num && den && ts && bd_calc_set_field(calc, made, 0, "num", num) &&
                   bd_calc_set_field(calc, made, 0, "den", den) &&
                   bd_calc_set_field(calc, made, 0, "Ts", ts)
               ? made
               : NULL;
}

/* tf(num, den), tf(num, den, Ts), tf('s'), tf('z', Ts), tf(gain) */
static const bd_value *run_tf(bd_calc *calc, bd_call *call) {
    const bool s = bd_call_is_text(call, 0, "s"), z = bd_call_is_text(call, 0, "z");
    if (s || z) {
        double period = z ? -1.0 : 0.0;
        bd_value *num = bd_calc_matrix(calc, BD_DOUBLE, 1, 2);
        if (!num ||
            (z && call->count > 1 && !bd_calc_number(calc, call->args[1], "the period", &period)))
            return NULL;
        ((double *)num->re)[0] = 1.0;
        return plain_system(calc, num, period);
    }
    if (call->count == 1) {
        if (call->args[0]->type == BD_STRUCT)
            return call->args[0];
        return bd_value_is_numeric(call->args[0]) && call->args[0]->count == 1
                   ? plain_system(calc, call->args[0], 0.0)
                   : bd_calc_refuse(calc, "'tf' needs 's', 'z', a gain, or what is divided");
    }
    return system_of(calc, call->args[0], call->args[1], call->count > 2 ? call->args[2] : NULL);
}

/* zpk(z, p, k), zpk(z, p, k, Ts) */
static const bd_value *run_zpk(bd_calc *calc, bd_call *call) {
    bd_call inner = {.args = call->args, .count = 3, .wanted = 2};
    const bd_value *num = run_zp2tf(calc, &inner);

    return !num ? NULL
                : system_of(calc, num, inner.more[0], call->count > 3 ? call->args[3] : NULL);
}

/* fields of a system, one result each */
static const bd_value *give_fields(bd_calc *calc, bd_call *call, const char *const *names,
                                   size_t count) {
    const bd_value *first = NULL;

    for (size_t k = 0; k < count; k++) {
        const bd_value *field =
            call->args[0]->type == BD_STRUCT ? bd_value_field(call->args[0], names[k]) : NULL;
        if (!field)
            return bd_calc_refuse(calc, "this system has no '%s'", names[k]);
        if (k == 0)
            first = field;
        else
            call->more[k - 1] = field;
    }
    return first;
}

static const bd_value *run_ssdata(bd_calc *calc, bd_call *call) {
    static const char *const names[] = {"A", "B", "C", "D"};
    return give_fields(calc, call, names, 4);
}

/* [num, den] = tfdata(sys, 'v') */
static const bd_value *run_tfdata(bd_calc *calc, bd_call *call) {
    static const char *const names[] = {"num", "den"};
    if (!bd_call_is_text(call, 1, "v"))
        return bd_calc_refuse(calc, "'tfdata' gives vectors only: tfdata(sys, 'v')");
    return give_fields(calc, call, names, 2);
}

const bd_function bd_functions_systems[] = {BD_FUNCTION(ss, 4, 5),
                                            BD_FUNCTION(tf, 1, 3),
                                            BD_FUNCTION(zpk, 3, 4),
                                            BD_RESULTS(ssdata, 1, 1, 4),
                                            BD_RESULTS(tfdata, 2, 2, 2),
                                            BD_RESULTS(tf2ss, 2, 2, 4),
                                            BD_RESULTS(ss2tf, 4, 5, 2),
                                            BD_RESULTS(zp2tf, 3, 3, 2),
                                            BD_FUNCTION(filter, 3, 3),
                                            {"hold_zero_order_", 3, 3, 2, run_hold, 0},
                                            BD_FUNCTIONS_END};
