/* data stores, for blocks that reach them by name */
#ifndef BLOCKS_ROUTING_DATA_STORE_H
#define BLOCKS_ROUTING_DATA_STORE_H

#include "blockdiagram/block.h"

/* the nearest memory of this name, or NULL; its block is bd_block_peer(block, node), from propagate
 * on, and the value lies in its work memory */
const bd_node *bd_data_store_find(bd_block *block, const char *name);
/* what is known of the value; whoever knows more may fill it in while propagating */
bd_shape *bd_data_store_shape(bd_block *memory);

#endif
