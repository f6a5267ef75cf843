/* instructions of typed code on arrays */
#include "value/typed_run.h"

#include <float.h>
#include <math.h>

static bool truth_of(double x) {
    return x != 0.0;
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
bool bd_typed_is_complex_power(double a, double b) {
    return a < 0.0 && b != floor(b) && isfinite(b);
}

bd_status bd_typed_each(const bd_typed *typed, size_t pc, double *frame, bd_error *error) {
    const bd_typed_instruction *in = &typed->code[pc];
    const int function = in->sub == BD_T_CALL ? in->b : in->sb >> 1;
    const int sb = in->sb & 1;
    double *d = frame + in->d;
    const double *a = frame + in->a, *b = frame + in->b;

    for (int k = 0; k < in->n; k++) {
        const double x = a[k * in->sa], y = b[k * sb];
        if ((in->sub == BD_T_POW && bd_typed_is_complex_power(x, y)) ||
            (in->sub == BD_T_CALL && bd_typed_functions[function].is_complex &&
             bd_typed_functions[function].is_complex(x))) {
            return bd_typed_fail(typed, pc, error, BD_BAD_VALUE,
                                 "the result is complex: give the function a complex argument");
        }
        d[k] = operate(in->sub, function, x, y);
    }
    return BD_OK;
}

void bd_typed_multiply(const int *size, double *d, const double *a, const double *b) {
    const int rows = size[0], inner = size[1], columns = size[2];

    for (int c = 0; c < columns; c++) {
        for (int r = 0; r < rows; r++) {
            double sum = 0.0;
            for (int k = 0; k < inner; k++)
                sum += a[r + k * rows] * b[k + c * inner];
            d[r + c * rows] = sum;
        }
    }
}

double bd_typed_reduce(int op, const double *a, int n) {
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

double bd_typed_range(double first, double step, double last) {
    const double length = (last - first) / step;

    if (isnan(length) || step == 0.0 || length < 0.0)
        return 0.0;
    return floor(length + 3.0 * DBL_EPSILON * fmax(1.0, length)) + 1.0;
}

void bd_typed_transpose(const int *size, double *d, const double *a) {
    for (int r = 0; r < size[0]; r++)
        for (int c = 0; c < size[1]; c++)
            d[c + r * size[1]] = a[r + c * size[0]];
}
