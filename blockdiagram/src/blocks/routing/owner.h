/* owners of states and parameters */
#ifndef BLOCKS_ROUTING_OWNER_H
#define BLOCKS_ROUTING_OWNER_H

#include "blockdiagram/block.h"

/* "../Integrator" from the block itself, or a path from the model on; NULL: there is none */
const bd_node *bd_find_owner(const bd_block *block, const char *path);

#endif
