/* the S-function as a block type; the list ends with NULL */
#ifndef BD_SFUNCTION_FAMILIES_H
#define BD_SFUNCTION_FAMILIES_H

#include "blockdiagram/block.h"

extern const bd_block_type *const bd_blocks_s_function[];

#endif
