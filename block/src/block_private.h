/* one block in one run */
#ifndef MR_BLOCK_PRIVATE_H
#define MR_BLOCK_PRIVATE_H

#include "block/run.h"
#include "block/diagnostics.h"
#include "block/slave.h"

#include <stdint.h>

struct mr_block {
    mr_block_slave slave;
    mr_message message;
    mr_block_shape shape;
    mr_block_ports ports; /* of the shape */
    bool variable_step;   /* of the host's solver */
    bool break_loop;
    bool started, ended;
    /* a time input that has not moved yet tells the start value of a Memory block, not the time */
    bool time_waits;
    double start_time, first_signal;
    /* the major evaluation that is under way */
    bool in_major;
    double major_time, *major_y1;
    int64_t jumps;
    /* timing */
    bool timing;
    int wait;       /* evaluations until the next one that is timed */
    double seconds; /* in coupling and block, of the timed ones */
    /* operating points: a ring */
    double stamp; /* of this run */
    int64_t saved_count;
    mr_snapshot *saved[MR_BLOCK_POINTS];
};

#endif
