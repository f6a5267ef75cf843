/* runs typed code. Nothing is allocated here */
#include "value/typed.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* turns of all loops of one execution; a fuzzer may set fewer */
#ifndef BD_TYPED_TURNS
#define BD_TYPED_TURNS 2000000000
#endif

double bd_settle(double number, int type) {
    switch (type) {
    case BD_DOUBLE:
        return number;
    case BD_SINGLE:
        return (double)(float)number;
    case BD_LOGICAL:
        return number != 0.0;
    default:
        break;
    }
    const double low = (double)bd_class_low(type), high = (double)bd_class_high(type);
    number = round(number);
    return isnan(number) ? 0.0 : number < low ? low : number > high ? high : number;
}

static double sign_of(double x) {
    return isnan(x) ? x : (double)((x > 0.0) - (x < 0.0));
}
static double is_nan(double x) {
    return isnan(x);
}
static double is_inf(double x) {
    return isinf(x) != 0;
}
static double is_finite(double x) {
    return isfinite(x);
}
static double in_radians(double x) {
    return x * (3.14159265358979323846 / 180.0);
}
static double in_degrees(double x) {
    return x * (180.0 / 3.14159265358979323846);
}
static bool negative(double x) {
    return x < 0.0;
}
static bool beyond_one(double x) {
    return fabs(x) > 1.0;
}
static bool below_one(double x) {
    return x < 1.0;
}

const bd_typed_function bd_typed_functions[] = {
    {"sin", sin, NULL, false, false, NULL},
    {"cos", cos, NULL, false, false, NULL},
    {"tan", tan, NULL, false, false, NULL},
    {"asin", asin, NULL, false, false, beyond_one},
    {"acos", acos, NULL, false, false, beyond_one},
    {"atan", atan, NULL, false, false, NULL},
    {"sinh", sinh, NULL, false, false, NULL},
    {"cosh", cosh, NULL, false, false, NULL},
    {"tanh", tanh, NULL, false, false, NULL},
    {"asinh", asinh, NULL, false, false, NULL},
    {"acosh", acosh, NULL, false, false, below_one},
    {"atanh", atanh, NULL, false, false, beyond_one},
    {"exp", exp, NULL, false, false, NULL},
    {"log", log, NULL, false, false, negative},
    {"log10", log10, NULL, false, false, negative},
    {"log2", log2, NULL, false, false, negative},
    {"sqrt", sqrt, NULL, false, false, negative},
    {"abs", fabs, NULL, true, false, NULL},
    {"floor", floor, NULL, true, false, NULL},
    {"ceil", ceil, NULL, true, false, NULL},
    {"round", round, NULL, true, false, NULL},
    {"fix", trunc, NULL, true, false, NULL},
    {"sign", sign_of, NULL, true, false, NULL},
    {"isnan", is_nan, NULL, true, true, NULL},
    {"isinf", is_inf, NULL, true, true, NULL},
    {"isfinite", is_finite, NULL, true, true, NULL},
    {"deg2rad", in_radians, NULL, false, false, NULL},
    {"rad2deg", in_degrees, NULL, false, false, NULL},
    {"mod", NULL, bd_modulo, true, false, NULL},
    {"rem", NULL, bd_remainder, true, false, NULL},
    {"atan2", NULL, atan2, false, false, NULL},
    {"hypot", NULL, hypot, false, false, NULL},
    {"max", NULL, fmax, true, false, NULL},
    {"min", NULL, fmin, true, false, NULL},
    {NULL, NULL, NULL, false, false, NULL},
};

int bd_typed_function_find(const char *name) {
    for (int k = 0; bd_typed_functions[k].name != NULL; k++) {
        if (strcmp(bd_typed_functions[k].name, name) == 0) {
            return k;
        }
    }
    return -1;
}

void bd_typed_free(bd_typed *typed) {
    if (typed == NULL) {
        return;
    }
    free(typed->code);
    free(typed->places);
    free(typed->image);
    free(typed->ports);
    free(typed->kept);
    free(typed->tables);
    free(typed->hosts);
    free(typed->outputs);
    free(typed->output_known);
    free(typed);
}

static size_t line_of(const char *text, size_t at) {
    size_t line = 1;

    for (size_t k = 0; k < at && text[k] != '\0'; k++) {
        line += text[k] == '\n';
    }
    return line;
}

static bd_status fail(const bd_typed *typed, size_t pc, bd_error *error, bd_status status,
                      const char *sentence) {
    const bd_typed_place *place = &typed->places[pc];

    if (place->function != NULL) {
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
             typed->code[pc].n, what != NULL ? what : "the array");
    return fail(typed, pc, error, BD_BAD_VALUE, text);
}

static double truth_of(double x) {
    return x != 0.0;
}

static double power(double a, double b) {
    return b == 2.0 ? a * a : pow(a, b);
}

static double operate(int op, int function, double a, double b) {
    switch (op) {
    case BD_T_ADD:
        return a + b;
    case BD_T_SUB:
        return a - b;
    case BD_T_MUL:
        return a * b;
    case BD_T_DIV:
        return a / b;
    case BD_T_POW:
        return pow(a, b);
    case BD_T_EQ:
        return a == b;
    case BD_T_NE:
        return a != b;
    case BD_T_LT:
        return a < b;
    case BD_T_LE:
        return a <= b;
    case BD_T_GT:
        return a > b;
    case BD_T_GE:
        return a >= b;
    case BD_T_AND:
        return truth_of(a) && truth_of(b);
    case BD_T_OR:
        return truth_of(a) || truth_of(b);
    case BD_T_NEG:
        return -a;
    case BD_T_NOT:
        return a == 0.0;
    case BD_T_PAIR:
        return bd_typed_functions[function].two(a, b);
    default:
        return bd_typed_functions[function].one(a);
    }
}

/* a real power that would be complex */
static bool is_complex_power(double a, double b) {
    return a < 0.0 && b != floor(b) && isfinite(b);
}

static bd_status run_each(const bd_typed *typed, size_t pc, double *frame, bd_error *error) {
    const bd_typed_instruction *in = &typed->code[pc];
    const int function = in->sub == BD_T_CALL ? in->b : in->sb >> 1;
    const int sb = in->sb & 1;
    double *d = frame + in->d;
    const double *a = frame + in->a, *b = frame + in->b;

    for (int k = 0; k < in->n; k++) {
        const double x = a[k * in->sa], y = b[k * sb];
        if ((in->sub == BD_T_POW && is_complex_power(x, y)) ||
            (in->sub == BD_T_CALL && bd_typed_functions[function].is_complex != NULL &&
             bd_typed_functions[function].is_complex(x))) {
            return fail(typed, pc, error, BD_BAD_VALUE,
                        "the result is complex: give the function a complex argument");
        }
        d[k] = operate(in->sub, function, x, y);
    }
    return BD_OK;
}

static void multiply(const int *size, double *d, const double *a, const double *b) {
    const int rows = size[0], inner = size[1], columns = size[2];

    for (int c = 0; c < columns; c++) {
        for (int r = 0; r < rows; r++) {
            double sum = 0.0;
            for (int k = 0; k < inner; k++) {
                sum += a[r + k * rows] * b[k + c * inner];
            }
            d[r + c * rows] = sum;
        }
    }
}

static double reduce(int op, const double *a, int n) {
    double r = op == BD_T_SUM || op == BD_T_ANY    ? 0.0
               : op == BD_T_PROD || op == BD_T_ALL ? 1.0
                                                   : NAN;

    for (int k = 0; k < n; k++) {
        switch (op) {
        case BD_T_SUM:
            r += a[k];
            break;
        case BD_T_PROD:
            r *= a[k];
            break;
        case BD_T_MAX:
            r = fmax(r, a[k]);
            break;
        case BD_T_MIN:
            r = fmin(r, a[k]);
            break;
        case BD_T_ANY:
            r = r != 0.0 || (a[k] != 0.0 && !isnan(a[k]));
            break;
        default:
            r = r != 0.0 && a[k] != 0.0;
            break;
        }
    }
    return r;
}

static double range_count(double first, double step, double last) {
    const double length = (last - first) / step;

    if (isnan(length) || step == 0.0 || length < 0.0) {
        return 0.0;
    }
    return floor(length + 3.0 * DBL_EPSILON * fmax(1.0, length)) + 1.0;
}

static void read_ports(const bd_typed *typed, double *frame, const bd_binding *binding) {
    for (size_t k = 0; k < typed->port_count; k++) {
        const bd_typed_port *port = &typed->ports[k];
        const char *memory = (const char *)binding->memory[port->index] + port->offset;
        if (port->type == BD_DOUBLE && port->count == 1) {
            frame[port->slot] = *(const double *)(const void *)memory;
            continue;
        }
        if (port->type == BD_DOUBLE) {
            memcpy(frame + port->slot, memory, (size_t)port->count * sizeof(double));
            continue;
        }
        for (int e = 0; e < port->count; e++) {
            frame[port->slot + e] = bd_element_read(memory, port->type, (size_t)e);
        }
    }
}

static void write_ports(const bd_typed *typed, const double *frame, const bd_binding *binding) {
    for (size_t k = 0; k < typed->port_count; k++) {
        const bd_typed_port *port = &typed->ports[k];
        if (!port->written) {
            continue;
        }
        char *memory = (char *)binding->memory[port->index] + port->offset;
        for (int e = 0; e < port->count; e++) {
            bd_element_write(memory, port->type, (size_t)e, frame[port->slot + e]);
        }
    }
}

enum { HOST_BYTES = 1024 };

static bd_status call_host(const bd_typed *typed, size_t pc, double *frame,
                           const bd_binding *binding, bd_error *error) {
    const bd_typed_host *host = &typed->hosts[typed->code[pc].n];
    _Alignas(16) char memory[HOST_BYTES];
    const void *inputs[BD_HOST_ARGUMENTS];
    void *outputs[BD_HOST_ARGUMENTS];
    size_t used = 0;

    if (binding->call == NULL) {
        return fail(typed, pc, error, BD_UNSUPPORTED, "nobody answers this call");
    }
    for (int k = 0; k < host->call.input_count + host->call.output_count; k++) {
        const bool is_input = k < host->call.input_count;
        const int number = is_input ? k : k - host->call.input_count;
        const bd_shape *shape = is_input ? &host->call.inputs[number] : &host->call.outputs[number];
        const size_t bytes = (bd_shape_size(shape) + 15) / 16 * 16;
        if (used + bytes > HOST_BYTES) {
            return fail(typed, pc, error, BD_LIMIT_EXCEEDED, "the arguments are too large");
        }
        if (is_input) {
            for (int e = 0; e < bd_shape_width(shape); e++) {
                bd_element_write(memory + used, shape->type, (size_t)e,
                                 frame[host->inputs[number] + e]);
            }
            inputs[number] = memory + used;
        } else {
            memset(memory + used, 0, bytes);
            outputs[number] = memory + used;
        }
        used += bytes;
    }
    write_ports(typed, frame, binding);
    const bd_status status =
        binding->call(binding->user, host->call.number, inputs, outputs, error);
    if (status != BD_OK) {
        return status;
    }
    read_ports(typed, frame, binding);
    for (int k = 0; k < host->call.output_count; k++) {
        const bd_shape *shape = &host->call.outputs[k];
        for (int e = 0; e < bd_shape_width(shape); e++) {
            frame[host->outputs[k] + e] = bd_element_read(outputs[k], shape->type, (size_t)e);
        }
    }
    return BD_OK;
}

static void transpose(const int *size, double *d, const double *a) {
    for (int r = 0; r < size[0]; r++) {
        for (int c = 0; c < size[1]; c++) {
            d[c + r * size[1]] = a[r + c * size[0]];
        }
    }
}

/* each instruction jumps straight to the next one (labels as values, as gcc and clang have them) */
static bd_status execute(const bd_typed *typed, double *f, const bd_binding *binding,
                         bd_error *error) {
    static const void *const labels[] = {
        [BD_T_LARGER] = &&at_larger,
        [BD_T_SMALLER] = &&at_smaller,
        [BD_T_ABS] = &&at_abs,
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
    if (in->n == 1) {
        f[in->d] = A;
    } else {
        memmove(f + in->d, f + in->a, (size_t)in->n * sizeof *f);
    }
    NEXT;
at_pow:
    if (is_complex_power(A, B)) {
        return fail(typed, HERE, error, BD_BAD_VALUE,
                    "a root of a negative number is complex: give a complex number");
    }
    f[in->d] = power(A, B);
    NEXT;
at_call:
    if (bd_typed_functions[in->n].is_complex != NULL && bd_typed_functions[in->n].is_complex(A)) {
        return fail(typed, HERE, error, BD_BAD_VALUE,
                    "the result is complex: give the function a complex argument");
    }
    f[in->d] = bd_typed_functions[in->n].one(A);
    NEXT;
at_each:
    status = run_each(typed, HERE, f, error);
    if (status != BD_OK) {
        return status;
    }
    NEXT;
at_settle:
    for (int k = 0; k < in->n; k++) {
        f[in->d + k] = bd_settle(f[in->a + k], in->sub);
    }
    NEXT;
at_product:
    multiply(typed->tables[in->n], f + in->d, f + in->a, f + in->b);
    NEXT;
at_transpose:
    transpose(typed->tables[in->n], f + in->d, f + in->a);
    NEXT;
at_sum:
at_prod:
at_max:
at_min:
at_any:
at_all:
    f[in->d] = reduce(in->op, f + in->a, in->n);
    NEXT;
at_index:
    if (!(A >= 1.0 && A <= (double)in->n) || A != floor(A)) {
        return fail_index(typed, HERE, A, error);
    }
    f[in->d] = A - 1.0;
    NEXT;
at_store:
    f[in->d + (int)B + in->n] = A;
    NEXT;
at_range:
    f[in->d] = range_count(f[typed->tables[in->n][0]], f[typed->tables[in->n][1]],
                           f[typed->tables[in->n][2]]);
    NEXT;
at_jump:
    if ((size_t)in->n <= HERE &&
        (++turns > BD_TYPED_TURNS ||
         (binding->stop != NULL && __atomic_load_n(binding->stop, __ATOMIC_RELAXED)))) {
        return fail(typed, HERE, error, BD_LIMIT_EXCEEDED,
                    turns > BD_TYPED_TURNS ? "this loop does not end"
                                           : "the run was interrupted here");
    }
    GO(in->n);
at_jump_unless:
    if (isnan(A)) {
        return fail(typed, HERE, error, BD_BAD_VALUE, "NaN is neither true nor false");
    }
    if (A == 0.0) {
        GO(in->n);
    }
    NEXT;
at_jump_if:
    if (isnan(A)) {
        return fail(typed, HERE, error, BD_BAD_VALUE, "NaN is neither true nor false");
    }
    if (A != 0.0) {
        GO(in->n);
    }
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
    if (!(A == B)) {
        GO(in->n);
    }
    NEXT;
at_unless_ne:
    if (!(A != B)) {
        GO(in->n);
    }
    NEXT;
at_unless_lt:
    if (!(A < B)) {
        GO(in->n);
    }
    NEXT;
at_unless_le:
    if (!(A <= B)) {
        GO(in->n);
    }
    NEXT;
at_unless_gt:
    if (!(A > B)) {
        GO(in->n);
    }
    NEXT;
at_unless_ge:
    if (!(A >= B)) {
        GO(in->n);
    }
    NEXT;
at_loop:
    if (!(f[in->d] < A)) {
        GO(in->n);
    }
    NEXT;
at_host:
    status = call_host(typed, HERE, f, binding, error);
    if (status != BD_OK) {
        return status;
    }
    NEXT;
at_fail:
    return fail(typed, HERE, error, BD_BAD_VALUE, typed->places[HERE].what);
at_end:
    return BD_OK;
}

bd_status bd_typed_run(const bd_code *code, const bd_typed *typed, double *frame,
                       const bd_binding *binding, bd_error *error) {
    read_ports(typed, frame, binding);
    const bd_status status = execute(typed, frame, binding, error);
    write_ports(typed, frame, binding); /* what was done before a failure stays done */
    for (int k = 0; status == BD_OK && binding->outputs != NULL && k < code->output_count; k++) {
        const bd_shape *shape = &code->outputs[k];
        double *from = frame + typed->outputs[k];
        if (shape->type == BD_DOUBLE && shape->rank == 1 && shape->dims[0] == 1) {
            *(double *)binding->outputs[k] = *from;
            continue;
        }
        const int width = bd_shape_width(shape);
        if (shape->type == BD_DOUBLE) {
            memcpy(binding->outputs[k], from, (size_t)width * sizeof *from);
            continue;
        }
        for (int e = 0; e < width; e++) {
            bd_element_write(binding->outputs[k], shape->type, (size_t)e, from[e]);
        }
    }
    return status;
}
