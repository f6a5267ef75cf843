/* memory of all large values of the process together: a line of code in a loop must not take all
 * that a machine has */
#ifndef BD_ALL_VALUES_H
#define BD_ALL_VALUES_H

#include "blockdiagram/value.h"

#define BD_MAX_ALL_BYTES ((size_t)2000000000)

/* BD_OK, or a sentence: with these bytes there would be more than BD_MAX_ALL_BYTES, or more than
 * the environment allows (BD_VALUE_MEMORY, in MB). What was taken is given back */
bd_status bd_all_values_take(size_t bytes, bd_error *error);
void bd_all_values_give_back(size_t bytes);

#endif
