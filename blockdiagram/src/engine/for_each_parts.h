/* between the files of For Each subsystems: one of them that is being unrolled, and how its inputs
 * and mask parameters are cut */
#ifndef ENGINE_FOR_EACH_PARTS_H
#define ENGINE_FOR_EACH_PARTS_H

#include "engine/for_each.h"

typedef struct bd_slices {
    bool cut;
    int dimension, width, step; /* from 1, in elements */
    int rank, dims[BD_MAX_RANK];
    int count; /* how many there are */
} bd_slices;

typedef struct bd_unrolling {
    bd_model *model;
    bd_node *node;
    const bd_item *item; /* of the node */
    const bd_node *control;
    int iterations, input_count, output_count, variable_count;
    bd_slices *inputs, *variables;
} bd_unrolling;

/* a number of the control block: entry i of a list, or the fallback */
bd_status bd_for_each_number(bd_model *model, const bd_item *item, const bd_node *control,
                             const char *name, int i, int fallback, int *number);
/* an input that is cut has no size yet */
bool bd_for_each_waits(const bd_item *item);
/* how often it is repeated and how everything is cut; refuses what cannot be unrolled */
bd_status bd_for_each_parts(bd_unrolling *r);

#endif
