/* runs typed code. Nothing is allocated here */
#include "value/typed_run.h"
#include "common/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* turns of all loops of one execution; a fuzzer may set fewer */
#ifndef BD_TYPED_TURNS
#define BD_TYPED_TURNS 2000000000
#endif

void bd_typed_free(bd_typed *typed) {
    if (!typed)
        return;
    for (size_t k = 0; k < typed->text_count; k++)
        free(typed->texts[k]);
    CM_FREE(typed->code, typed->places, typed->image, typed->ports, typed->kept, typed->tables,
            typed->hosts, typed->boxed, typed->texts, typed->outputs, typed->output_known, typed);
}

static size_t line_of(const char *text, size_t at) {
    size_t line = 1;

    for (size_t k = 0; k < at && text[k] != '\0'; k++)
        line += text[k] == '\n';
    return line;
}

bd_status bd_typed_fail(const bd_typed *typed, size_t pc, bd_error *error, bd_status status,
                        const char *sentence) {
    const bd_typed_place *place = &typed->places[pc];

    if (place->function) {
        return bd_error_set(error, status, "%.200s:%zu: in '%s': %s", place->name,
                            line_of(place->text, place->at), place->function, sentence);
    }
    return bd_error_set(error, status, "%.200s:%zu: %s", place->name,
                        line_of(place->text, place->at), sentence);
}

static bd_status fail_index(const bd_typed *typed, size_t pc, double index, bd_error *error) {
    const char *what = typed->places[pc].what;
    char text[200];

    snprintf(text, sizeof text, "subscript %g is not one of the %d elements of '%s'", index,
             typed->code[pc].n, what ? what : "the array");
    return bd_typed_fail(typed, pc, error, BD_BAD_VALUE, text);
}

static double power(double a, double b) {
    return b == 2.0 ? a * a : pow(a, b);
}

/* each instruction jumps straight to the next one (labels as values, as gcc and clang have them) */
static bd_status execute(const bd_typed *typed, double *f, const bd_binding *binding,
                         bd_error *error) {
    static const void *const labels[] = {
        /* cppcheck-suppress assignBoolToPointer ; it takes the address of a label for a truth */
        [BD_T_LARGER] = &&at_larger,
        /* cppcheck-suppress assignBoolToPointer ; likewise */
        [BD_T_SMALLER] = &&at_smaller,
        [BD_T_ABS] = &&at_abs,
        [BD_T_MUL_ADD] = &&at_mul_add,
        [BD_T_MUL_SUB] = &&at_mul_sub,
        [BD_T_SUB_MUL] = &&at_sub_mul,
        [BD_T_UNLESS_EQ] = &&at_unless_eq,
        [BD_T_UNLESS_NE] = &&at_unless_ne,
        [BD_T_UNLESS_LT] = &&at_unless_lt,
        [BD_T_UNLESS_LE] = &&at_unless_le,
        [BD_T_UNLESS_GT] = &&at_unless_gt,
        [BD_T_UNLESS_GE] = &&at_unless_ge,
        [BD_T_MOVE] = &&at_move,
        [BD_T_ADD] = &&at_add,
        [BD_T_SUB] = &&at_sub,
        [BD_T_MUL] = &&at_mul,
        [BD_T_DIV] = &&at_div,
        [BD_T_POW] = &&at_pow,
        [BD_T_EQ] = &&at_eq,
        [BD_T_NE] = &&at_ne,
        [BD_T_LT] = &&at_lt,
        [BD_T_LE] = &&at_le,
        [BD_T_GT] = &&at_gt,
        [BD_T_GE] = &&at_ge,
        [BD_T_AND] = &&at_and,
        [BD_T_OR] = &&at_or,
        [BD_T_PAIR] = &&at_pair,
        [BD_T_NEG] = &&at_neg,
        [BD_T_NOT] = &&at_not,
        [BD_T_CALL] = &&at_call,
        [BD_T_EACH] = &&at_each,
        [BD_T_SETTLE] = &&at_settle,
        [BD_T_PRODUCT] = &&at_product,
        [BD_T_TRANSPOSE] = &&at_transpose,
        [BD_T_SUM] = &&at_sum,
        [BD_T_PROD] = &&at_prod,
        [BD_T_MAX] = &&at_max,
        [BD_T_MIN] = &&at_min,
        [BD_T_ANY] = &&at_any,
        [BD_T_ALL] = &&at_all,
        [BD_T_INDEX] = &&at_index,
        [BD_T_LOAD] = &&at_load,
        [BD_T_STORE] = &&at_store,
        [BD_T_RANGE] = &&at_range,
        [BD_T_JUMP] = &&at_jump,
        [BD_T_JUMP_UNLESS] = &&at_jump_unless,
        [BD_T_JUMP_IF] = &&at_jump_if,
        [BD_T_LOOP] = &&at_loop,
        [BD_T_HOST] = &&at_host,
        [BD_T_BOXED] = &&at_boxed,
        [BD_T_FAIL] = &&at_fail,
        [BD_T_END] = &&at_end,
    };
    const bd_typed_instruction *const code = typed->code;
    const bd_typed_instruction *in = code;
    bd_status status;
    long turns = 0;

#define HERE ((size_t)(in - code))
#define NEXT goto *labels[(++in)->op]
#define GO(n)                                                                                      \
    do {                                                                                           \
        in = code + (n);                                                                           \
        goto *labels[in->op];                                                                      \
    } while (0)
#define A f[in->a]
#define B f[in->b]

    goto *labels[in->op];
at_add:
    f[in->d] = A + B;
    NEXT;
at_sub:
    f[in->d] = A - B;
    NEXT;
at_mul:
    f[in->d] = A * B;
    NEXT;
at_mul_add:
    f[in->d] = A * B + f[in->n];
    NEXT;
at_mul_sub:
    f[in->d] = A * B - f[in->n];
    NEXT;
at_sub_mul:
    f[in->d] = f[in->n] - A * B;
    NEXT;
at_div:
    f[in->d] = A / B;
    NEXT;
at_eq:
    f[in->d] = A == B;
    NEXT;
at_ne:
    f[in->d] = A != B;
    NEXT;
at_lt:
    f[in->d] = A < B;
    NEXT;
at_le:
    f[in->d] = A <= B;
    NEXT;
at_gt:
    f[in->d] = A > B;
    NEXT;
at_ge:
    f[in->d] = A >= B;
    NEXT;
at_and:
    f[in->d] = A != 0.0 && B != 0.0;
    NEXT;
at_or:
    f[in->d] = A != 0.0 || B != 0.0;
    NEXT;
at_neg:
    f[in->d] = -A;
    NEXT;
at_not:
    f[in->d] = A == 0.0;
    NEXT;
at_pair:
    f[in->d] = bd_typed_functions[in->n].two(A, B);
    NEXT;
at_load:
    f[in->d] = f[in->a + (int)B + in->n];
    NEXT;
at_move:
    if (in->n == 1)
        f[in->d] = A;
    else
        memmove(f + in->d, f + in->a, (size_t)in->n * sizeof *f);
    NEXT;
at_pow:
    if (bd_typed_is_complex_power(A, B)) {
        return bd_typed_fail(typed, HERE, error, BD_BAD_VALUE,
                             "a root of a negative number is complex: give a complex number");
    }
    f[in->d] = power(A, B);
    NEXT;
at_call:
    if (bd_typed_functions[in->n].is_complex && bd_typed_functions[in->n].is_complex(A)) {
        return bd_typed_fail(typed, HERE, error, BD_BAD_VALUE,
                             "the result is complex: give the function a complex argument");
    }
    f[in->d] = bd_typed_functions[in->n].one(A);
    NEXT;
at_each:
    status = bd_typed_each(typed, HERE, f, error);
    if (status != BD_OK)
        return status;
    NEXT;
at_settle:
    for (int k = 0; k < in->n; k++)
        f[in->d + k] = bd_settle(f[in->a + k], in->sub);
    NEXT;
at_product:
    bd_typed_multiply(typed->tables[in->n], f + in->d, f + in->a, f + in->b);
    NEXT;
at_transpose:
    bd_typed_transpose(typed->tables[in->n], f + in->d, f + in->a);
    NEXT;
at_sum:
at_prod:
at_max:
at_min:
at_any:
at_all:
    f[in->d] = bd_typed_reduce(in->op, f + in->a, in->n);
    NEXT;
at_index:
    if (!(A >= 1.0 && A <= (double)in->n) || A != floor(A))
        return fail_index(typed, HERE, A, error);
    f[in->d] = A - 1.0;
    NEXT;
at_store:
    f[in->d + (int)B + in->n] = A;
    NEXT;
at_range:
    f[in->d] = bd_typed_range(f[typed->tables[in->n][0]], f[typed->tables[in->n][1]],
                              f[typed->tables[in->n][2]]);
    NEXT;
at_jump:
    if ((size_t)in->n <= HERE &&
        (++turns > BD_TYPED_TURNS ||
         (binding->stop && __atomic_load_n(binding->stop, __ATOMIC_RELAXED)))) {
        return bd_typed_fail(typed, HERE, error, BD_LIMIT_EXCEEDED,
                             turns > BD_TYPED_TURNS ? "this loop does not end"
                                                    : "the run was interrupted here");
    }
    GO(in->n);
at_jump_unless:
    if (isnan(A))
        return bd_typed_fail(typed, HERE, error, BD_BAD_VALUE, "NaN is neither true nor false");
    if (A == 0.0)
        GO(in->n);
    NEXT;
at_jump_if:
    if (isnan(A))
        return bd_typed_fail(typed, HERE, error, BD_BAD_VALUE, "NaN is neither true nor false");
    if (A != 0.0)
        GO(in->n);
    NEXT;
at_larger:
    f[in->d] = A >= B || isnan(B) ? A : B;
    NEXT;
at_smaller:
    f[in->d] = A <= B || isnan(B) ? A : B;
    NEXT;
at_abs:
    f[in->d] = fabs(A);
    NEXT;
at_unless_eq:
    if (!(A == B))
        GO(in->n);
    NEXT;
at_unless_ne:
    if (!(A != B))
        GO(in->n);
    NEXT;
at_unless_lt:
    if (!(A < B))
        GO(in->n);
    NEXT;
at_unless_le:
    if (!(A <= B))
        GO(in->n);
    NEXT;
at_unless_gt:
    if (!(A > B))
        GO(in->n);
    NEXT;
at_unless_ge:
    if (!(A >= B))
        GO(in->n);
    NEXT;
at_loop:
    if (!(f[in->d] < A))
        GO(in->n);
    NEXT;
at_host:
    status = bd_typed_call_host(typed, HERE, f, binding, error);
    if (status != BD_OK)
        return status;
    NEXT;
at_boxed : {
    char why[300];
    if (!bd_typed_boxed_run(&typed->boxed[in->n], f, why, sizeof why))
        return bd_typed_fail(typed, HERE, error, BD_BAD_VALUE, why);
    NEXT;
}
at_fail:
    return bd_typed_fail(typed, HERE, error, BD_BAD_VALUE, typed->places[HERE].what);
at_end:
    return BD_OK;
}

/* results that are more than one double */
__attribute__((noinline)) static void write_output(const bd_shape *shape, void *to,
                                                   const double *from) {
    const int width = bd_shape_width(shape);

    if (shape->type == BD_DOUBLE) {
        memcpy(to, from, (size_t)width * sizeof *from);
        return;
    }
    for (int e = 0; e < width; e++)
        bd_element_write(to, shape->type, (size_t)e, from[e]);
}

bd_status bd_typed_run(const bd_code *code, const bd_typed *typed, double *frame,
                       const bd_binding *binding, bd_error *error) {
    bd_typed_read_ports(typed, frame, binding);
    const bd_status status = execute(typed, frame, binding, error);
    if (typed->writes)
        bd_typed_write_ports(typed, frame, binding); /* what was done before a failure stays done */
    void *const *to = binding->outputs;
    if (status != BD_OK || !to)
        return status;
    const bd_shape *shape = code->outputs;
    const int *from = typed->outputs;
    for (int k = code->output_count; k > 0; k--, shape++, to++, from++)
        if (shape->type == BD_DOUBLE && shape->rank == 1 && shape->dims[0] == 1)
            memcpy(*to, frame + *from, sizeof *frame);
        else
            write_output(shape, *to, frame + *from);
    return status;
}
