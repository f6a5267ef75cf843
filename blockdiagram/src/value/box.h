/* what a value carries besides its public face: the number of its owners, and its size and depth
 * with everything inside it, which bound hostile nesting without ever walking the tree */
#ifndef BD_VALUE_BOX_H
#define BD_VALUE_BOX_H

#include <stdatomic.h>
#include <stdint.h>

#include "blockdiagram/value.h"

/* structs that a script made through a constructor such as Simulink.Parameter */
typedef enum bd_object {
    BD_NO_OBJECT,
    BD_PARAMETER_OBJECT,
    BD_VARIANT_OBJECT, /* its condition stands for it */
    BD_OTHER_OBJECT,
    BD_HANDLE_OBJECT, /* a function; see handles.h */
    BD_SHARED_OBJECT  /* functions change it for their callers */
} bd_object;

typedef struct bd_value_box {
    bd_value value; /* first, so that a value's address is its box's address */
    atomic_size_t references;
    size_t bytes; /* own memory and that of all children */
    size_t own;   /* memory of its elements, as counted with that of all values */
    int nesting;  /* 0 without children */
    bd_object object;
    uint32_t *fields;   /* of a struct with many: their numbers from 1 on, by hash; 0: none */
    size_t field_slots; /* of that table; a power of two */
    double place; /* of an only element: most values are numbers. Last, where it cannot be passed */
} bd_value_box;

static inline bd_value_box *bd_box(const bd_value *value) {
    return (bd_value_box *)(uintptr_t)value;
}

/* true if nobody else can see a change of this value */
static inline bool bd_value_is_mine(const bd_value *value) {
    return atomic_load(&bd_box(value)->references) == 1;
}

/* number of elements of dimensions; false if a value of this class could not hold them */
bool bd_dims_count(bd_class type, int rank, const size_t *dims, bool is_complex, size_t *count);

/* replaces children[slot] and keeps the books; takes over child, also when it fails */
bd_status bd_value_set_child(bd_value *parent, size_t slot, bd_value *child, bd_error *error);

/* adds a field without values if it is new; its number comes back */
bd_status bd_value_add_field(bd_value *structure, const char *name, size_t *field, bd_error *error);

/* makes a complex value real */
void bd_value_drop_imag(bd_value *value);

/* other dimensions with the same number of elements */
void bd_value_set_dims(bd_value *value, int rank, const size_t *dims);

#endif
