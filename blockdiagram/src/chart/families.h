/* charts as block types; the list ends with NULL */
#ifndef BD_CHART_FAMILIES_H
#define BD_CHART_FAMILIES_H

#include "blockdiagram/block.h"

extern const bd_block_type *const bd_blocks_chart[];

#endif
