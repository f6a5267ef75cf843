/* what operators and functions ask of the values they are given */
#include <math.h>
#include <string.h>

#include "value/box.h"
#include "value/calc.h"

static const double *as_doubles(bd_calc *calc, bd_class type, const void *memory, size_t count) {
    if (type == BD_DOUBLE && memory)
        return memory;
    double *numbers = bd_calc_alloc(calc, count, sizeof *numbers);
    for (size_t k = 0; k < count && numbers; k++)
        numbers[k] = bd_element_read(memory, type, k);
    return numbers;
}

bool bd_calc_doubles(bd_calc *calc, const bd_value *value, const double **real,
                     const double **imag) {
    *real = NULL;
    *imag = NULL;
    if (!bd_value_is_number_like(value)) {
        bd_calc_refuse(calc, "this cannot be computed with a %s", bd_class_name(value->type));
        return false;
    }
    *real = as_doubles(calc, value->type, value->re, value->count);
    if (!*real)
        return false;
    if (value->im)
        *imag = as_doubles(calc, value->type, value->im, value->count);
    return !value->im || *imag;
}

bool bd_calc_reals(bd_calc *calc, const bd_value *value, const char *what, const double **real) {
    const double *imag;

    if (!bd_calc_doubles(calc, value, real, &imag))
        return false;
    if (imag)
        bd_calc_refuse(calc, "%s must be real, not complex", what);
    return imag == NULL;
}

bd_value *bd_calc_narrow(bd_value *value) {
    if (!value || !value->im)
        return value;
    for (size_t k = 0; k < value->count; k++)
        if (bd_value_imag_at(value, k) != 0.0)
            return value;
    bd_value_drop_imag(value);
    return value;
}

bool bd_calc_number(bd_calc *calc, const bd_value *value, const char *what, double *number) {
    if (value->count != 1 || value->im || !bd_value_is_number_like(value)) {
        bd_calc_refuse(calc, "%s must be a real number", what);
        return false;
    }
    *number = bd_value_real_at(value, 0);
    return true;
}

bool bd_calc_size(bd_calc *calc, const bd_value *value, const char *what, size_t *size) {
    double number;

    if (!bd_calc_number(calc, value, what, &number))
        return false;
    if (!(number < 1e12) || number != floor(number)) {
        bd_calc_refuse(calc, "%s must be a whole number below 1e12, not %.15g", what, number);
        return false;
    }
    *size = number > 0.0 ? (size_t)number : 0;
    return true;
}

const char *bd_calc_string(bd_calc *calc, const bd_value *value, const char *what) {
    if (!bd_value_is_text(value))
        return bd_calc_refuse(calc, "%s must be a text in quotes", what);
    char *text = bd_calc_alloc(calc, value->count + 1, 1);
    if (text && value->count > 0)
        memcpy(text, value->re, value->count);
    return text;
}

bool bd_calc_truth(bd_calc *calc, const bd_value *value, bool *truth) {
    if (!bd_value_is_number_like(value)) {
        bd_calc_refuse(calc, "a %s is neither true nor false", bd_class_name(value->type));
        return false;
    }
    *truth = value->count > 0;
    for (size_t k = 0; k < value->count; k++) {
        const double number = bd_value_real_at(value, k);
        if (isnan(number)) {
            bd_calc_refuse(calc, "NaN is neither true nor false");
            return false;
        }
        *truth = *truth && (number != 0.0 || bd_value_imag_at(value, k) != 0.0);
    }
    return true;
}
