/* what the two kinds of Product share */
#ifndef BLOCKS_MATH_PRODUCT_H
#define BLOCKS_MATH_PRODUCT_H

#include "blocks/math/collapse.h"

typedef struct bd_product {
    int count;
    char *operators;
    bool matrix;
    bd_collapse collapse;
    bd_strides strides;
    bd_cast cast;
    int largest; /* elements of a matrix that is needed on the way */
} bd_product;

bd_status bd_product_matrix_propagate(bd_block *block);
bd_status bd_product_matrix_size(bd_block *block); /* takes room for three matrices */
bd_status bd_product_matrix_outputs(bd_block *block);

#endif
