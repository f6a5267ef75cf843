/* the families of built-in block types; each is a list bd_blocks_NAME in a file of its own. Adding
 * a family is one line here, or in the families.h of its room */
#ifndef BLOCKS_FAMILIES_H
#define BLOCKS_FAMILIES_H

#include "blockdiagram/block.h"
#include "blocks/attributes/families.h"
#include "blocks/conditional/families.h"
#include "blocks/continuous/families.h"
#include "blocks/discrete/families.h"
#include "blocks/functions/families.h"
#include "blocks/logic/families.h"
#include "blocks/math/families.h"
#include "blocks/nonlinear/families.h"
#include "blocks/routing/families.h"
#include "blocks/sinks/families.h"
#include "blocks/sources/families.h"
#include "blocks/strings/families.h"
#include "blocks/tables/families.h"

#define BD_FAMILY_LIST(X)                                                                          \
    BD_ATTRIBUTES_FAMILIES(X)                                                                      \
    BD_CONDITIONAL_FAMILIES(X)                                                                     \
    BD_CONTINUOUS_FAMILIES(X)                                                                      \
    BD_DISCRETE_FAMILIES(X)                                                                        \
    BD_FUNCTIONS_FAMILIES(X)                                                                       \
    BD_LOGIC_FAMILIES(X)                                                                           \
    BD_MATH_FAMILIES(X)                                                                            \
    BD_NONLINEAR_FAMILIES(X)                                                                       \
    BD_ROUTING_FAMILIES(X)                                                                         \
    BD_SINKS_FAMILIES(X)                                                                           \
    BD_SOURCES_FAMILIES(X)                                                                         \
    BD_STRINGS_FAMILIES(X)                                                                         \
    BD_TABLES_FAMILIES(X)

/* a type: its name in model files, and what it has of bd_block_type */
#define BD_BLOCK_TYPE(...) static BD_TYPE(__VA_ARGS__)

/* each list ends with NULL */
#define BD_FAMILY_DECLARATION(name) extern const bd_block_type *const bd_blocks_##name[];
BD_FAMILY_LIST(BD_FAMILY_DECLARATION)
#undef BD_FAMILY_DECLARATION

#endif
