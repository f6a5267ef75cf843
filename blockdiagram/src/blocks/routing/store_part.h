/* a part of a data store, as Data Store Read and Write name it: "store.a.b(2, 1:3)" */
#ifndef BLOCKS_ROUTING_STORE_PART_H
#define BLOCKS_ROUTING_STORE_PART_H

#include "blockdiagram/block.h"

typedef struct bd_store_part {
    size_t offset;       /* bytes from the begin of the store to its array */
    size_t element_size; /* bytes */
    bd_shape shape;      /* of the part */
    int *indices;        /* elements of the array, from 0; NULL: all of it */
    int count;
} bd_store_part;

/* the part of a store of this shape, which must be known as far as the text goes into it */
bd_status bd_store_part_find(bd_block *block, const char *text, const bd_shape *store,
                             bd_store_part *part);
/* copies between a signal of the part's shape and the store's memory */
void bd_store_part_read(const bd_store_part *part, const void *store, void *signal);
void bd_store_part_write(const bd_store_part *part, const void *signal, void *store);

#endif
