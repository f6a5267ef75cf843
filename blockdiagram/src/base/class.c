/* the classes of values and signals: their names and sizes */
#include <string.h>

#include "base/fixed.h"
#include "blockdiagram/value.h"

#define CLASS_ENTRY(code, name, bytes) {name, bytes},
static const struct {
    const char *name;
    size_t bytes;
} classes[BD_CLASS_COUNT] = {BD_CLASS_LIST(CLASS_ENTRY)};
#undef CLASS_ENTRY

const char *bd_class_name(bd_class type) {
    return (unsigned)type < BD_CLASS_COUNT ? classes[type].name : bd_fixed_name((int)type);
}

size_t bd_class_bytes(bd_class type) {
    return (unsigned)type < BD_CLASS_COUNT ? classes[type].bytes
           : bd_fixed_of((int)type)        ? sizeof(double)
                                           : 1;
}

bool bd_class_find(const char *name, bd_class *type) {
    if (strcmp(name, "boolean") == 0) {
        *type = BD_LOGICAL;
        return true;
    }
    for (int k = 0; k < BD_CLASS_COUNT; k++) {
        if (strcmp(name, classes[k].name) == 0) {
            *type = (bd_class)k;
            return true;
        }
    }
    return false;
}
