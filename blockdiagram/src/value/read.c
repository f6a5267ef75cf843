/* how the host reads a value: as number, whole number, truth, doubles or text, or says why not */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "value/box.h"
#include "base/elements.h"

double bd_value_real_at(const bd_value *value, size_t index) {
    return bd_element_read(value->re, value->type, index);
}

double bd_value_imag_at(const bd_value *value, size_t index) {
    return value->im ? bd_element_read(value->im, value->type, index) : 0.0;
}

static bd_status refuse(const bd_value *value, const char *what, const char *wanted,
                        bd_error *error) {
    char size[128];

    return bd_error_set(error, BD_BAD_VALUE, "%s must be %s, not a %s%s of size %s", what, wanted,
                        value->im ? "complex " : "", bd_class_name(value->type),
                        bd_value_size_text(value, size, sizeof size));
}

bd_status bd_value_scalar(const bd_value *value, const char *what, double *number,
                          bd_error *error) {
    if (value->count != 1 || value->im || !bd_value_is_number_like(value))
        return refuse(value, what, "a real number", error);
    *number = bd_value_real_at(value, 0);
    return BD_OK;
}

bd_status bd_value_whole(const bd_value *value, const char *what, long low, long high, long *number,
                         bd_error *error) {
    double x = 0.0;
    const bd_status status = bd_value_scalar(value, what, &x, error);

    if (status != BD_OK)
        return status;
    if (!(x >= (double)low && x <= (double)high) || x != floor(x)) {
        return bd_error_set(error, BD_BAD_VALUE,
                            "%s must be a whole number from %ld to %ld, not %.15g", what, low, high,
                            x);
    }
    *number = x >= (double)high ? high : (long)x;
    return BD_OK;
}

bd_status bd_value_truth(const bd_value *value, const char *what, bool *truth, bd_error *error) {
    static const struct {
        const char *word;
        bool truth;
    } words[] = {{"on", true},     {"off", false}, {"true", true},
                 {"false", false}, {"yes", true},  {"no", false}};

    if (value->type == BD_CHAR && bd_value_is_text(value)) {
        for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
            if (value->count == strlen(words[k].word) &&
                memcmp(value->re, words[k].word, value->count) == 0) {
                *truth = words[k].truth;
                return BD_OK;
            }
        }
    }
    if (value->count != 1 || !bd_value_is_number_like(value) || value->type == BD_CHAR)
        return refuse(value, what, "on, off, true, false or a number", error);
    *truth = bd_value_real_at(value, 0) != 0.0 || bd_value_imag_at(value, 0) != 0.0;
    return BD_OK;
}

void bd_value_write_doubles(const bd_value *value, double *real, double *imag) {
    for (size_t k = 0; k < value->count; k++)
        real[k] = bd_value_real_at(value, k);
    for (size_t k = 0; k < value->count && imag; k++)
        imag[k] = bd_value_imag_at(value, k);
}

bd_status bd_value_doubles(const bd_value *value, const char *what, double **numbers, size_t *count,
                           bd_error *error) {
    *numbers = NULL;
    *count = 0;
    if (value->im || !bd_value_is_number_like(value))
        return refuse(value, what, "real numbers", error);
    if (value->count == 0)
        return BD_OK;
    *numbers = malloc(value->count * sizeof **numbers);
    if (!*numbers)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory for %s", what);
    bd_value_write_doubles(value, *numbers, NULL);
    *count = value->count;
    return BD_OK;
}

bd_status bd_value_text(const bd_value *value, const char *what, char **text, bd_error *error) {
    *text = NULL;
    if (!bd_value_is_text(value))
        return refuse(value, what, "a text", error);
    *text = malloc(value->count + 1);
    if (!*text)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory for %s", what);
    if (value->count > 0)
        memcpy(*text, value->re, value->count);
    (*text)[value->count] = '\0';
    return BD_OK;
}

bd_status bd_value_convert(const bd_value *value, bd_class type, bd_value **converted,
                           bd_error *error) {
    *converted = NULL;
    if (!bd_value_is_number_like(value) || type == BD_CELL || type == BD_STRUCT) {
        return bd_error_set(error, BD_BAD_VALUE, "a %s cannot become a %s",
                            bd_class_name(value->type), bd_class_name(type));
    }
    /* what is not a number line any more (logical, char) drops the imaginary part */
    const bool keep_imag = value->im && type != BD_LOGICAL && type != BD_CHAR;
    bd_value *made;
    const bd_status status =
        bd_value_create(type, value->rank, value->dims, keep_imag, &made, error);
    if (status != BD_OK)
        return status;
    for (size_t k = 0; k < value->count; k++) {
        const long double number = bd_element_read_long(value->re, value->type, k);
        if (type == BD_LOGICAL && isnan(number)) {
            bd_value_free(made);
            return bd_error_set(error, BD_BAD_VALUE, "NaN cannot become a logical");
        }
        bd_element_write_long(made->re, type, k, number);
        if (keep_imag) {
            bd_element_write_long(made->im, type, k,
                                  bd_element_read_long(value->im, value->type, k));
        }
    }
    *converted = made;
    return BD_OK;
}

static bool same_shape(const bd_value *a, const bd_value *b) {
    return a->rank == b->rank && memcmp(a->dims, b->dims, sizeof a->dims) == 0;
}

static bool same_fields(const bd_value *a, const bd_value *b) {
    if (a->field_count != b->field_count)
        return false;
    for (size_t f = 0; f < a->field_count; f++)
        if (bd_value_field_index(b, a->field_names[f]) < 0)
            return false;
    return true;
}

static bool same_child(const bd_value *a, const bd_value *b) {
    if (!a || !b) {
        const bd_value *other = !a ? b : a;
        return !other || (other->type == BD_DOUBLE && other->rank == 2 && other->dims[0] == 0 &&
                          other->dims[1] == 0);
    }
    return bd_value_equal(a, b);
}

bool bd_value_equal(const bd_value *a, const bd_value *b) {
    if (a->type != b->type || !same_shape(a, b))
        return false;
    if (a->type == BD_STRUCT && !same_fields(a, b))
        return false;
    for (size_t k = 0; k < a->count; k++) {
        if (a->type == BD_CELL) {
            if (!same_child(a->children[k], b->children[k]))
                return false;
        } else if (a->type == BD_STRUCT) {
            for (size_t f = 0; f < a->field_count; f++) {
                const char *name = a->field_names[f];
                if (!same_child(bd_value_field_at(a, k, name), bd_value_field_at(b, k, name)))
                    return false;
            }
        } else if (bd_element_read_long(a->re, a->type, k) !=
                       bd_element_read_long(b->re, b->type, k) ||
                   bd_value_imag_at(a, k) != bd_value_imag_at(b, k)) {
            return false;
        }
    }
    return true;
}

bd_status bd_value_of_parameter(const bd_value *value, const bd_value *type, bd_value **typed,
                                bd_error *error) {
    const bool single = type && bd_value_is_text(type) && type->count == 6 &&
                        memcmp(type->re, "single", 6) == 0 && value->type == BD_DOUBLE;
    if (single)
        return bd_value_convert(value, BD_SINGLE, typed, error);
    *typed = bd_value_share(value);
    return BD_OK;
}
