/* elements of any number-like class as C numbers and back; bd_element_read and bd_element_write are
 * in blockdiagram/signal.h */
#ifndef BD_BASE_ELEMENTS_H
#define BD_BASE_ELEMENTS_H

#include "blockdiagram/signal.h"

/* the same; long double holds int64 and uint64 exactly */
long double bd_element_read_long(const void *data, int type, size_t index);
void bd_element_write_long(void *data, int type, size_t index, long double number);

/* smallest and largest number of an integer class */
long double bd_class_low(int type);
long double bd_class_high(int type);

#endif
