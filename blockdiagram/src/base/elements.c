/* elements of any number-like class as C numbers and back.
 *
 * MATLAB, "Integers": values are rounded to the nearest whole number, halves away from zero, and
 * saturate at the ends of the class; NaN becomes zero. Characters are cut off instead. */
#include "base/elements.h"
#include "base/fixed.h"

#include <math.h>
#include <stdint.h>

double bd_element_read(const void *data, int type, size_t index) {
    switch (type) {
    case BD_DOUBLE:
        return ((const double *)data)[index];
    case BD_SINGLE:
        return (double)((const float *)data)[index];
    case BD_INT8:
        return ((const int8_t *)data)[index];
    case BD_UINT8:
    case BD_LOGICAL:
    case BD_CHAR:
        return ((const uint8_t *)data)[index];
    case BD_INT16:
        return ((const int16_t *)data)[index];
    case BD_UINT16:
        return ((const uint16_t *)data)[index];
    case BD_INT32:
        return ((const int32_t *)data)[index];
    case BD_UINT32:
        return ((const uint32_t *)data)[index];
    case BD_INT64:
        return (double)((const int64_t *)data)[index];
    case BD_UINT64:
        return (double)((const uint64_t *)data)[index];
    default:
        return bd_fixed_of(type) ? ((const double *)data)[index] : 0.0;
    }
}

long double bd_element_read_long(const void *data, int type, size_t index) {
    if (type == BD_INT64)
        return (long double)((const int64_t *)data)[index];
    if (type == BD_UINT64)
        return (long double)((const uint64_t *)data)[index];
    return (long double)bd_element_read(data, type, index);
}

static const struct {
    int64_t low;
    uint64_t high;
} ends[BD_CLASS_COUNT] = {
    [BD_INT8] = {INT8_MIN, INT8_MAX}, [BD_UINT8] = {0, UINT8_MAX},
    [BD_CHAR] = {0, UINT8_MAX},       [BD_INT16] = {INT16_MIN, INT16_MAX},
    [BD_UINT16] = {0, UINT16_MAX},    [BD_INT32] = {INT32_MIN, INT32_MAX},
    [BD_UINT32] = {0, UINT32_MAX},    [BD_INT64] = {INT64_MIN, INT64_MAX},
    [BD_UINT64] = {0, UINT64_MAX},
};

long double bd_class_low(int type) {
    return (long double)ends[type].low;
}

long double bd_class_high(int type) {
    return (long double)ends[type].high;
}

/* writes a number that is rounded already */
static void write_whole(void *data, int type, size_t index, long double number) {
    const long double low = bd_class_low(type), high = bd_class_high(type);
    number = isnan(number) ? 0.0L : number < low ? low : number > high ? high : number;
    const uint64_t bits = number < 0.0L ? (uint64_t)(int64_t)number : (uint64_t)number;
    switch (bd_class_bytes((bd_class)type)) {
    case 1:
        ((uint8_t *)data)[index] = (uint8_t)bits;
        break;
    case 2:
        ((uint16_t *)data)[index] = (uint16_t)bits;
        break;
    case 4:
        ((uint32_t *)data)[index] = (uint32_t)bits;
        break;
    default:
        ((uint64_t *)data)[index] = bits;
        break;
    }
}

static bool is_whole(int type) {
    return type >= 0 && type < BD_CLASS_COUNT && ends[type].high > 0;
}

/* to the nearest value of the type, halves away from zero, saturated */
static void write_fixed(void *data, const bd_fixed *fixed, size_t index, double value) {
    double stored = isnan(value) ? 0.0 : round(bd_fixed_stored(fixed, value));
    stored = fmin(fmax(stored, bd_fixed_low(fixed)), bd_fixed_high(fixed));
    ((double *)data)[index] = bd_fixed_value(fixed, stored);
}

void bd_element_write(void *data, int type, size_t index, double value) {
    if (bd_fixed_of(type))
        write_fixed(data, bd_fixed_of(type), index, value);
    else if (type == BD_DOUBLE)
        ((double *)data)[index] = value;
    else if (type == BD_SINGLE)
        ((float *)data)[index] = (float)value;
    else if (type == BD_LOGICAL)
        ((uint8_t *)data)[index] = value != 0.0;
    else if (is_whole(type))
        write_whole(data, type, index,
                    (long double)(type == BD_CHAR ? trunc(value) : round(value)));
}

void bd_element_write_long(void *data, int type, size_t index, long double value) {
    if (type == BD_SINGLE) /* at once: by way of a double it would be rounded twice */
        ((float *)data)[index] = (float)value;
    else if (is_whole(type))
        write_whole(data, type, index, type == BD_CHAR ? truncl(value) : roundl(value));
    else
        bd_element_write(data, type, index, type == BD_LOGICAL ? value != 0.0L : (double)value);
}
