/* the families of built-in block types; each is a list bd_blocks_NAME in a file of its own. Adding
 * a family is one line here */
#ifndef BLOCKS_FAMILIES_H
#define BLOCKS_FAMILIES_H

#include "blockdiagram/block.h"

#define BD_FAMILY_LIST(X)                                                                          \
    X(constant)                                                                                    \
    X(gain)                                                                                        \
    X(sum)                                                                                         \
    X(integrator)                                                                                  \
    X(unit_delay)                                                                                  \
    X(s_function)

/* each list ends with NULL */
#define BD_FAMILY_DECLARATION(name) extern const bd_block_type *const bd_blocks_##name[];
BD_FAMILY_LIST(BD_FAMILY_DECLARATION)
#undef BD_FAMILY_DECLARATION

#endif
