/* elements of any number-like class as C numbers and back */
#ifndef BD_VALUE_ELEMENTS_H
#define BD_VALUE_ELEMENTS_H

#include "blockdiagram/value.h"

/* element k of memory of a class; long double holds int64 and uint64 exactly */
double bd_element_get(bd_class type, const void *memory, size_t k);
long double bd_element_get_long(bd_class type, const void *memory, size_t k);

/* stores with MATLAB's rounding and saturation; NaN becomes 0 in integers */
void bd_element_set(bd_class type, void *memory, size_t k, double number);
void bd_element_set_long(bd_class type, void *memory, size_t k, long double number);

/* smallest and largest number of an integer class */
long double bd_class_low(bd_class type);
long double bd_class_high(bd_class type);

#endif
