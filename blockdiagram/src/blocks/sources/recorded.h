/* signals given by samples: what From Workspace, From File and inputs of the whole model share */
#ifndef BLOCKS_SOURCES_RECORDED_H
#define BLOCKS_SOURCES_RECORDED_H

#include "blocks/sources/samples.h"

/* what the signal is before its first and after its last sample */
typedef enum bd_outside {
    BD_OUTSIDE_EXTRAPOLATE,
    BD_OUTSIDE_ZERO,
    BD_OUTSIDE_HOLD,
    BD_OUTSIDE_REPEAT
} bd_outside;

/* block->data */
typedef struct bd_recorded {
    bd_samples samples;
    bool interpolate;
    bool untimed;    /* sample k belongs to the kth hit */
    bool tell_jumps; /* to the solver */
    bd_outside before, after;
} bd_recorded;

/* the block's file into a workspace: beside the model, else where the program was started */
bd_status bd_recorded_load(bd_block *block,
                           bd_status (*load)(bd_workspace *into, const char *path, bd_error *error),
                           bd_workspace *into, bd_error *error);
/* what the block says of times before, between and after the samples of its file */
bd_status bd_recorded_read_manners(bd_block *block, bd_recorded *r);

/* ports, memory, sample time; once block->data is complete */
bd_status bd_recorded_finish_setup(bd_block *block);
bd_status bd_recorded_propagate(bd_block *block);
bd_status bd_recorded_start(bd_block *block);
bd_status bd_recorded_initialise(bd_block *block);
bd_status bd_recorded_outputs(bd_block *block);
bd_status bd_recorded_update(bd_block *block);

/* several signals, one at each output; block->data */
typedef struct bd_recorded_list {
    int count;
    bd_recorded *signals;
} bd_recorded_list;

bd_status bd_recorded_list_finish_setup(bd_block *block);
bd_status bd_recorded_list_propagate(bd_block *block);
bd_status bd_recorded_list_start(bd_block *block);
bd_status bd_recorded_list_initialise(bd_block *block);
bd_status bd_recorded_list_outputs(bd_block *block);
bd_status bd_recorded_list_update(bd_block *block);

#define BD_RECORDED_TYPE(identifier, type_name, setup_function)                                    \
    BD_BLOCK_TYPE(identifier, type_name, .setup = setup_function,                                  \
                  .propagate = bd_recorded_propagate, .start = bd_recorded_start,                  \
                  .initialise = bd_recorded_initialise, .outputs = bd_recorded_outputs,            \
                  .update = bd_recorded_update)

#endif
