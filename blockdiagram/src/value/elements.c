/* elements of any number-like class as C numbers and back.
 *
 * MATLAB, "Integers": values are rounded to the nearest whole number, halves away from zero, and
 * saturate at the ends of the class; NaN becomes zero. Characters are cut off instead. */
#include <math.h>

#include "value/elements.h"

double bd_element_get(bd_class type, const void *memory, size_t k) {
    switch (type) {
    case BD_DOUBLE:
        return ((const double *)memory)[k];
    case BD_SINGLE:
        return (double)((const float *)memory)[k];
    case BD_INT8:
        return ((const int8_t *)memory)[k];
    case BD_UINT8:
    case BD_LOGICAL:
    case BD_CHAR:
        return ((const uint8_t *)memory)[k];
    case BD_INT16:
        return ((const int16_t *)memory)[k];
    case BD_UINT16:
        return ((const uint16_t *)memory)[k];
    case BD_INT32:
        return ((const int32_t *)memory)[k];
    case BD_UINT32:
        return ((const uint32_t *)memory)[k];
    case BD_INT64:
        return (double)((const int64_t *)memory)[k];
    case BD_UINT64:
        return (double)((const uint64_t *)memory)[k];
    case BD_CELL:
    case BD_STRUCT:
    case BD_CLASS_COUNT:
        break;
    }
    return 0.0;
}

long double bd_element_get_long(bd_class type, const void *memory, size_t k) {
    if (type == BD_INT64) {
        return (long double)((const int64_t *)memory)[k];
    }
    if (type == BD_UINT64) {
        return (long double)((const uint64_t *)memory)[k];
    }
    return (long double)bd_element_get(type, memory, k);
}

long double bd_class_low(bd_class type) {
    switch (type) {
    case BD_INT8:
        return INT8_MIN;
    case BD_INT16:
        return INT16_MIN;
    case BD_INT32:
        return INT32_MIN;
    case BD_INT64:
        return (long double)INT64_MIN;
    default:
        return 0.0L;
    }
}

long double bd_class_high(bd_class type) {
    switch (type) {
    case BD_INT8:
        return INT8_MAX;
    case BD_UINT8:
    case BD_CHAR:
        return UINT8_MAX;
    case BD_INT16:
        return INT16_MAX;
    case BD_UINT16:
        return UINT16_MAX;
    case BD_INT32:
        return INT32_MAX;
    case BD_UINT32:
        return UINT32_MAX;
    case BD_INT64:
        return (long double)INT64_MAX;
    case BD_UINT64:
        return (long double)UINT64_MAX;
    default:
        return 1.0L;
    }
}

static long double settle(bd_class type, long double number) {
    if (isnan(number)) {
        return 0.0L;
    }
    const long double low = bd_class_low(type);
    const long double high = bd_class_high(type);
    const long double rounded = type == BD_CHAR ? truncl(number) : roundl(number);
    return rounded < low ? low : rounded > high ? high : rounded;
}

void bd_element_set_long(bd_class type, void *memory, size_t k, long double number) {
    switch (type) {
    case BD_DOUBLE:
        ((double *)memory)[k] = (double)number;
        break;
    case BD_SINGLE:
        ((float *)memory)[k] = (float)number;
        break;
    case BD_LOGICAL:
        ((uint8_t *)memory)[k] = number != 0.0L;
        break;
    case BD_INT8:
        ((int8_t *)memory)[k] = (int8_t)settle(type, number);
        break;
    case BD_UINT8:
    case BD_CHAR:
        ((uint8_t *)memory)[k] = (uint8_t)settle(type, number);
        break;
    case BD_INT16:
        ((int16_t *)memory)[k] = (int16_t)settle(type, number);
        break;
    case BD_UINT16:
        ((uint16_t *)memory)[k] = (uint16_t)settle(type, number);
        break;
    case BD_INT32:
        ((int32_t *)memory)[k] = (int32_t)settle(type, number);
        break;
    case BD_UINT32:
        ((uint32_t *)memory)[k] = (uint32_t)settle(type, number);
        break;
    case BD_INT64:
        ((int64_t *)memory)[k] = (int64_t)settle(type, number);
        break;
    case BD_UINT64:
        ((uint64_t *)memory)[k] = (uint64_t)settle(type, number);
        break;
    case BD_CELL:
    case BD_STRUCT:
    case BD_CLASS_COUNT:
        break;
    }
}

void bd_element_set(bd_class type, void *memory, size_t k, double number) {
    if (type == BD_DOUBLE) {
        ((double *)memory)[k] = number;
    } else if (type == BD_SINGLE) {
        ((float *)memory)[k] = (float)number;
    } else {
        bd_element_set_long(type, memory, k, (long double)number);
    }
}
