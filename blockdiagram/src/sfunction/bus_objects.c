/* structures of S-functions as types of signals: buses by name, and those that only an S-function
 * knows from inside */
#include "sfunction/block.h"

#include <string.h>

const bd_bus *bd_sfunction_find_bus(void *block, const char *name) {
    return bd_block_find_bus(block, name);
}

const bd_bus *bd_sfunction_make_opaque(void *block, const char *name, int size) {
    bd_bus *bus = bd_block_alloc(block, sizeof *bus);
    char *copy = bd_block_alloc(block, strlen(name) + 1);
    if (!bus || !copy)
        return NULL;
    memcpy(copy, name, strlen(name) + 1);
    *bus = (bd_bus){.name = copy, .size = (size_t)size, .alignment = 8};
    return bus;
}
