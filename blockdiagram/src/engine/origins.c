/* who computes a number that is read or recorded: routing blocks are gone, but every input knows
 * what it reads (route.c) */
#include "engine/run.h"

#include <stddef.h>

/* byte *at of this port, back to the output of a block that computes; NULL: nobody does */
static const bd_port *follow_back(const bd_port *port, size_t *at) {
    while (port) {
        const bd_block *block = port->block;
        if (port->is_input) {
            *at += port->source_offset;
            port = port->source;
            continue;
        }
        if (!block || block->type != &bd_type_gather)
            return port;
        const bd_segment *segments = block->engine->segments;
        port = NULL;
        for (int i = 0; i < block->engine->segment_count && !port; i++)
            if (*at >= segments[i].target && *at < segments[i].target + segments[i].size) {
                *at -= segments[i].target;
                port = &block->inputs[i];
            }
    }
    return NULL;
}

static bool find(const bd_run *run, const bd_port *port, int element, bd_origin *source) {
    if (!port || element < 0 || port->shape.type != BD_DOUBLE || port->shape.complexity == 1)
        return false;
    size_t at = (size_t)element * sizeof(double);
    const bd_port *from = follow_back(port, &at);
    if (!from || !from->block || from->shape.type != BD_DOUBLE || from->shape.complexity == 1)
        return false;
    for (int i = 0; i < run->model->info_count; i++)
        if (&run->blocks[run->model->described[i]->engine->place] == from->block) {
            *source = (bd_origin){i, from->index + 1, (int)(at / sizeof(double))};
            return true;
        }
    return false;
}

bool bd_run_record_origin(const bd_run *run, int record, int element, bd_origin *source) {
    const bd_record *about = bd_run_record(run, record);
    return about && element < about->width &&
           find(run, bd_record_port(run, record), element, source);
}

bool bd_run_input_origin(const bd_run *run, int block, int port, int element, bd_origin *source) {
    if (block < 0 || block >= run->model->info_count)
        return false;
    const bd_block *reader = &run->blocks[run->model->described[block]->engine->place];
    return port >= 1 && port <= reader->input_count && element < reader->inputs[port - 1].width &&
           find(run, &reader->inputs[port - 1], element, source);
}
