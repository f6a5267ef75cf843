/* the shape of a block as ports with numbers */
#include "block_private.h"

mr_block_ports mr_block_ports_of(const mr_block_shape *shape) {
    mr_block_ports p = {.y1 = -1, .time = -1, .u1 = -1, .diagnostics = -1};
    if (shape->inputs != 0) {
        p.y1 = p.inputs++;
        p.input_width[p.y1] = shape->inputs;
        p.feedthrough[p.y1] = shape->feedthrough;
    }
    if (shape->time_input) {
        p.time = p.inputs++;
        p.input_width[p.time] = 1;
        p.feedthrough[p.time] = true;
    }
    if (shape->outputs != 0) {
        p.u1 = p.outputs++;
        p.output_width[p.u1] = shape->outputs;
    }
    if (shape->diagnostics != 0) {
        p.diagnostics = p.outputs++;
        p.output_width[p.diagnostics] = shape->diagnostics;
    }
    return p;
}

const mr_block_ports *mr_block_own_ports(const mr_block *b) {
    return &b->ports;
}
