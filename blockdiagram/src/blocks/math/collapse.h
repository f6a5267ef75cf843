/* Sum and Product with one input work along its elements: all of them, or one dimension */
#ifndef BLOCKS_MATH_COLLAPSE_H
#define BLOCKS_MATH_COLLAPSE_H

#include "blocks/arithmetic.h"

/* signs of Sum ("+-") or Product ("*" "/"): one per input, "|" is a spacer; or a number of inputs,
 * which all have the first sign. *operators gets one letter per input */
bd_status bd_operators_read(bd_block *block, const char *signs, char **operators, int *count);

typedef struct bd_collapse {
    int dimension; /* from 0; -1: all elements */
} bd_collapse;

bd_status bd_collapse_read(bd_block *block, bd_collapse *collapse);
/* dimensions of output 0 from those of input 0 */
bd_status bd_collapse_propagate(bd_block *block, const bd_collapse *collapse);
/* element (i, j, k) of the input is i + before * (j + along * k); j runs along */
typedef struct bd_strides {
    int before, along, after;
} bd_strides;
bd_strides bd_collapse_strides(const bd_shape *input, const bd_collapse *collapse);

#endif
