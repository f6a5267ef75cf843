/* values ↔ memory of signals */
#ifndef BD_VALUE_MEMORY_H
#define BD_VALUE_MEMORY_H

#include "blockdiagram/language.h"
#include "base/arena.h"

/* the shape of memory for such a value, structures as buses in the arena; false if there is none:
 * empty, a cell, a function */
bool bd_value_memory_shape(const bd_value *value, bd_arena *arena, bd_shape *shape);

#endif
