/* first : step : last. The number of elements forgives a few roundings, so that 0:0.1:1 has eleven;
 * element k is first + k * step, never an accumulated sum */
#include <float.h>
#include <math.h>

#include "value/operators.h"

/* the class of a range: that of an integer or single among its ends; letters make letters */
static bd_class range_class(const bd_value *const *ends) {
    bd_class type = ends[0]->type == BD_CHAR && ends[2]->type == BD_CHAR ? BD_CHAR : BD_DOUBLE;

    for (int k = 0; k < 3; k++) {
        if (ends[k] && bd_value_is_integer(ends[k]))
            return ends[k]->type;
        if (ends[k] && ends[k]->type == BD_SINGLE)
            type = BD_SINGLE;
    }
    return type;
}

bd_value *bd_op_range(bd_calc *calc, const bd_value *first, const bd_value *step,
                      const bd_value *last) {
    const bd_value *ends[3] = {first, step, last};
    double numbers[3] = {0.0, 1.0, 0.0};

    for (int k = 0; k < 3; k++) {
        if (k == 1 && !step)
            continue;
        if (!bd_value_is_number_like(ends[k])) {
            return bd_calc_refuse(calc, "a range cannot be made of a %s",
                                  bd_class_name(ends[k]->type));
        }
        if (ends[k]->count == 0)
            return bd_calc_matrix(calc, BD_DOUBLE, 1, 0);
        numbers[k] = bd_value_real_at(ends[k], 0); /* of an array, the first element counts */
    }

    const double length = (numbers[2] - numbers[0]) / numbers[1];
    if (isnan(length) || (isinf(length) && length > 0.0)) {
        if (numbers[1] == 0.0 || isnan(length)) {
            return numbers[1] == 0.0 ? bd_calc_matrix(calc, BD_DOUBLE, 1, 0)
                                     : bd_calc_refuse(calc, "a range cannot have NaN as an end");
        }
        return bd_calc_refuse(calc, "a range cannot be infinite");
    }
    const double whole =
        length < 0.0 ? -1.0 : floor(length + 3.0 * DBL_EPSILON * fmax(1.0, length));
    if (whole >= BD_MAX_VALUE_BYTES) {
        return bd_calc_fail(calc, BD_LIMIT_EXCEEDED, "a range of %.15g elements is too long",
                            whole + 1.0);
    }
    const size_t count = whole < 0.0 || numbers[1] == 0.0 ? 0 : (size_t)whole + 1;
    bd_value *made = bd_calc_matrix(calc, BD_DOUBLE, 1, count);
    if (!made)
        return NULL;
    double *elements = made->re;
    for (size_t k = 0; k < count; k++)
        elements[k] = numbers[0] + (double)k * numbers[1];
    /* rounding must not carry the last element beyond the end */
    if (count > 0 &&
        (numbers[1] > 0.0 ? elements[count - 1] > numbers[2] : elements[count - 1] < numbers[2]))
        elements[count - 1] = numbers[2];
    return bd_op_settle(calc, made, range_class(ends));
}
