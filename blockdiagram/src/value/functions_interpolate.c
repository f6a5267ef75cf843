/* interp1 and interp2: tables read between their points */
#include <math.h>
#include <string.h>

#include "value/functions.h"
#include "value/operators.h"

typedef enum method { LINEAR, NEAREST, PREVIOUS, NEXT, CUBIC, SPLINE } method;

typedef struct table {
    const double *x;
    const double *y;
    const double *slopes; /* of cubic methods */
    size_t count;
    method how;
    bool extrapolates;
    double outside;
} table;

/* the interval of x that holds the place, from 0 to count - 2 */
static size_t find_interval(const double *x, size_t count, double place) {
    size_t low = 0;
    size_t high = count - 1;

    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (x[middle] <= place)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static double cubic(const table *in, size_t k, double place) {
    const double h = in->x[k + 1] - in->x[k];
    const double s = (place - in->x[k]) / h;
    const double t = 1.0 - s;

    return t * t * (1.0 + 2.0 * s) * in->y[k] + s * s * (1.0 + 2.0 * t) * in->y[k + 1] +
           h * s * t * (t * in->slopes[k] - s * in->slopes[k + 1]);
}

static double look_up(const table *in, double place) {
    const double *x = in->x;
    const double *y = in->y;
    const size_t last = in->count - 1;

    if (isnan(place))
        return NAN;
    if ((place < x[0] || place > x[last]) && !in->extrapolates)
        return in->outside;
    const size_t k = find_interval(x, in->count, place);
    switch (in->how) {
    case NEAREST:
        return place - x[k] < x[k + 1] - place ? y[k] : y[k + 1];
    case PREVIOUS:
        return place >= x[k + 1] ? y[k + 1] : y[k];
    case NEXT:
        return place <= x[k] ? y[k] : y[k + 1];
    case CUBIC:
    case SPLINE:
        return cubic(in, k, place);
    default:
        if (place == x[k + 1])
            return y[k + 1];
        return y[k] + (y[k + 1] - y[k]) / (x[k + 1] - x[k]) * (place - x[k]);
    }
}

/* Fritsch and Butland 1984: weighted harmonic means, ends by the three-point formula of PCHIP */
static double end_slope(double h0, double h1, double d0, double d1) {
    const double slope = ((2.0 * h0 + h1) * d0 - h0 * d1) / (h0 + h1);

    if (slope * d0 <= 0.0)
        return 0.0;
    return d0 * d1 <= 0.0 && fabs(slope) > 3.0 * fabs(d0) ? 3.0 * d0 : slope;
}

static void pchip_slopes(const double *x, const double *y, size_t n, double *slopes) {
    if (n == 2) {
        slopes[0] = slopes[1] = (y[1] - y[0]) / (x[1] - x[0]);
        return;
    }
    for (size_t k = 1; k + 1 < n; k++) {
        const double h0 = x[k] - x[k - 1];
        const double h1 = x[k + 1] - x[k];
        const double d0 = (y[k] - y[k - 1]) / h0;
        const double d1 = (y[k + 1] - y[k]) / h1;
        const double w0 = 2.0 * h1 + h0;
        const double w1 = h1 + 2.0 * h0;
        slopes[k] = d0 * d1 <= 0.0 ? 0.0 : (w0 + w1) / (w0 / d0 + w1 / d1);
    }
    slopes[0] = end_slope(x[1] - x[0], x[2] - x[1], (y[1] - y[0]) / (x[1] - x[0]),
                          (y[2] - y[1]) / (x[2] - x[1]));
    slopes[n - 1] = end_slope(x[n - 1] - x[n - 2], x[n - 2] - x[n - 3],
                              (y[n - 1] - y[n - 2]) / (x[n - 1] - x[n - 2]),
                              (y[n - 2] - y[n - 3]) / (x[n - 2] - x[n - 3]));
}

/* the twice differentiable spline with not-a-knot ends, de Boor 1978, chapter IV */
static bool spline_slopes(bd_calc *calc, const double *x, const double *y, size_t n,
                          double *slopes) {
    if (n == 2) {
        pchip_slopes(x, y, n, slopes);
        return true;
    }
    if (n == 3) { /* one parabola through three points */
        const double d0 = (y[1] - y[0]) / (x[1] - x[0]);
        const double d1 = (y[2] - y[1]) / (x[2] - x[1]);
        const double c = (d1 - d0) / (x[2] - x[0]);
        slopes[0] = d0 - c * (x[1] - x[0]);
        slopes[1] = d0 + c * (x[1] - x[0]);
        slopes[2] = d1 + c * (x[2] - x[1]);
        return true;
    }
    double *a = bd_calc_alloc(calc, n, sizeof *a);
    double *b = bd_calc_alloc(calc, n, sizeof *b);
    double *c = bd_calc_alloc(calc, n, sizeof *c);
    if (!a || !b || !c)
        return false;
    for (size_t k = 1; k + 1 < n; k++) {
        const double h0 = x[k] - x[k - 1];
        const double h1 = x[k + 1] - x[k];
        a[k] = h1;
        b[k] = 2.0 * (h0 + h1);
        c[k] = h0;
        slopes[k] = 3.0 * (h1 * (y[k] - y[k - 1]) / h0 + h0 * (y[k + 1] - y[k]) / h1);
    }
    const double h0 = x[1] - x[0];
    const double h1 = x[2] - x[1];
    b[0] = h1;
    c[0] = h0 + h1;
    slopes[0] = ((h0 + 2.0 * c[0]) * h1 * (y[1] - y[0]) / h0 + h0 * h0 * (y[2] - y[1]) / h1) / c[0];
    const double g0 = x[n - 1] - x[n - 2];
    const double g1 = x[n - 2] - x[n - 3];
    b[n - 1] = g1;
    a[n - 1] = g0 + g1;
    slopes[n - 1] = (g0 * g0 * (y[n - 2] - y[n - 3]) / g1 +
                     (2.0 * a[n - 1] + g0) * g1 * (y[n - 1] - y[n - 2]) / g0) /
                    a[n - 1];
    for (size_t k = 1; k < n; k++) {
        const double factor = a[k] / b[k - 1];
        b[k] -= factor * c[k - 1];
        slopes[k] -= factor * slopes[k - 1];
    }
    slopes[n - 1] /= b[n - 1];
    for (size_t k = n - 1; k-- > 0;)
        slopes[k] = (slopes[k] - c[k] * slopes[k + 1]) / b[k];
    return true;
}

static bool read_options(bd_calc *calc, const bd_call *call, size_t from, table *in) {
    static const struct {
        const char *name;
        method how;
    } names[] = {{"linear", LINEAR}, {"nearest", NEAREST}, {"previous", PREVIOUS}, {"next", NEXT},
                 {"pchip", CUBIC},   {"cubic", CUBIC},     {"spline", SPLINE}};

    in->outside = NAN;
    for (size_t k = from; k < call->count; k++) {
        bool known = bd_call_is_text(call, k, "extrap");
        in->extrapolates = in->extrapolates || known;
        for (size_t n = 0; n < sizeof names / sizeof *names && !known; n++) {
            known = bd_call_is_text(call, k, names[n].name);
            in->how = known ? names[n].how : in->how;
        }
        if (!known && (call->args[k]->type == BD_CHAR ||
                       !bd_calc_number(calc, call->args[k], "the value outside", &in->outside))) {
            bd_calc_refuse(calc, "'%s' does not know this method", call->name);
            return false;
        }
    }
    return true;
}

/* table points in rising order */
static bool read_points(bd_calc *calc, const bd_value *x, const double **sorted, bool *falling) {
    const double *numbers;

    if (!bd_calc_reals(calc, x, "x", &numbers))
        return false;
    *falling = x->count > 1 && numbers[1] < numbers[0];
    double *copy = bd_calc_alloc(calc, x->count, sizeof *copy);
    for (size_t k = 0; k < x->count && copy; k++) {
        copy[k] = numbers[*falling ? x->count - 1 - k : k];
        if (!isfinite(copy[k]) || (k > 0 && copy[k] <= copy[k - 1])) {
            bd_calc_refuse(calc, "the points of a table must rise or fall strictly");
            return false;
        }
    }
    *sorted = copy;
    return copy != NULL;
}

static bool prepare(bd_calc *calc, table *in, const double *values, bool falling) {
    double *y = bd_calc_alloc(calc, in->count, sizeof *y);
    double *slopes = bd_calc_alloc(calc, in->count, sizeof *slopes);

    for (size_t k = 0; k < in->count && y; k++)
        y[k] = values[falling ? in->count - 1 - k : k];
    if (!y || !slopes)
        return false;
    in->y = y;
    in->slopes = slopes;
    if (in->how == CUBIC)
        pchip_slopes(in->x, y, in->count, slopes);
    return in->how != SPLINE || spline_slopes(calc, in->x, y, in->count, slopes);
}

/* interp1(x, y, xi, …) or interp1(y, xi, …); y may have several columns */
static const bd_value *run_interp1(bd_calc *calc, bd_call *call) {
    const bool has_x = call->count > 2 && call->args[2]->type != BD_CHAR;
    const bd_value *y = call->args[has_x ? 1 : 0];
    const bd_value *to = call->args[has_x ? 2 : 1];
    const bd_value *x = call->args[0];
    const double *values, *places;
    table in = {0};
    bool falling;

    if (!read_options(calc, call, has_x ? 3 : 2, &in) || !bd_calc_reals(calc, y, "y", &values) ||
        !bd_calc_reals(calc, to, "the places", &places))
        return NULL;
    const bool is_vector = bd_value_is_vector(y);
    in.count = is_vector ? y->count : y->dims[0];
    if (!has_x) {
        const bd_value *one = bd_calc_scalar(calc, 1.0);
        const bd_value *n = bd_calc_scalar(calc, (double)in.count);
        x = !one || !n ? NULL : bd_op_range(calc, one, NULL, n);
    }
    if (!x || !read_points(calc, x, &in.x, &falling))
        return NULL;
    if (x->count != in.count || in.count < 2)
        return bd_calc_refuse(calc, "'interp1' needs as many x as y, and at least two");
    const size_t columns = is_vector ? 1 : y->count / in.count;
    bd_value *made = is_vector ? bd_calc_like(calc, BD_DOUBLE, to, false)
                               : bd_calc_matrix(calc, BD_DOUBLE, to->count, columns);
    for (size_t c = 0; made && c < columns; c++) {
        if (!prepare(calc, &in, values + c * in.count, falling))
            return NULL;
        for (size_t k = 0; k < to->count; k++)
            ((double *)made->re)[k + c * to->count] = look_up(&in, places[k]);
    }
    return made;
}

/* bilinear: interp2(x, y, z, xi, yi) */
static const bd_value *run_interp2(bd_calc *calc, bd_call *call) {
    const bd_value *z = call->args[2];
    const double *x, *y, *values, *px, *py;
    bool falling_x, falling_y;
    bd_expansion walk;

    if (call->count > 5 && !bd_call_is_text(call, 5, "linear"))
        return bd_calc_refuse(calc, "'interp2' is linear only");
    const bd_value *ax = call->args[0];
    const bd_value *ay = call->args[1];
    if (!bd_value_is_vector(ax) || !bd_value_is_vector(ay) || ax->count < 2 || ay->count < 2 ||
        z->rank > 2 || z->dims[0] != ay->count || z->dims[1] != ax->count)
        return bd_calc_refuse(calc, "'interp2' needs vectors x, y and a matrix z of their lengths");
    if (!read_points(calc, ax, &x, &falling_x) || !read_points(calc, ay, &y, &falling_y) ||
        !bd_calc_reals(calc, z, "z", &values) || !bd_calc_reals(calc, call->args[3], "xi", &px) ||
        !bd_calc_reals(calc, call->args[4], "yi", &py))
        return NULL;
    if (falling_x || falling_y)
        return bd_calc_refuse(calc, "the points of 'interp2' must rise");
    if (!bd_expansion_begin(calc, "interp2", call->args[3], call->args[4], &walk))
        return NULL;
    bd_value *made = bd_calc_new(calc, BD_DOUBLE, walk.rank, walk.dims, false);
    for (size_t k = 0; made && k < made->count; k++, bd_expansion_next(&walk)) {
        const double u = px[walk.a];
        const double v = py[walk.b];
        double result = NAN;
        if (u >= x[0] && u <= x[ax->count - 1] && v >= y[0] && v <= y[ay->count - 1]) {
            const size_t c = find_interval(x, ax->count, u);
            const size_t r = find_interval(y, ay->count, v);
            const double s = (u - x[c]) / (x[c + 1] - x[c]);
            const double t = (v - y[r]) / (y[r + 1] - y[r]);
            const double *at = values + r + c * ay->count;
            result = (1.0 - s) * ((1.0 - t) * at[0] + t * at[1]) +
                     s * ((1.0 - t) * at[ay->count] + t * at[ay->count + 1]);
        }
        ((double *)made->re)[k] = result;
    }
    return made;
}

const bd_function bd_functions_interpolate[] = {BD_FUNCTION(interp1, 2, 5),
                                                BD_FUNCTION(interp2, 5, 6), BD_FUNCTIONS_END};
