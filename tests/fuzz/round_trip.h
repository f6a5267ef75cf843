/* what any diagram that can be read must hold */
#ifndef ROUND_TRIP_H
#define ROUND_TRIP_H

#include <stdlib.h>
#include <string.h>

#include "blockdiagram/diagram.h"

static inline size_t count_things(const bd_system *system) {
    size_t count = system->block_count + 1000 * system->line_count;
    for (size_t i = 0; i < system->block_count; i++) {
        const bd_node *node = system->blocks[i];
        if (node->parent != system || node->index != i || !system->diagram)
            abort();
        bd_node_parameter(node, "Inputs");
        bd_node_signal_name(node, 0);
        if (node->system && !node->link)
            count += 7 * count_things(node->system);
    }
    for (size_t i = 0; i < system->line_count; i++) {
        count += 31 * system->lines[i].destination_count;
        if (system->lines[i].source.block->parent != system)
            abort();
    }
    return count;
}

/* written as text it reads back with as many blocks and lines; names the format cannot hold and
 * charts are the only excuse */
static inline void check_round_trip(const bd_diagram *diagram) {
    char *text = NULL;
    size_t size = 0;
    bd_error error;
    size_t count = count_things(diagram->root);
    bd_diagram *again = NULL;
    bd_status status = bd_diagram_write_memory(diagram, &text, &size, &error);
    if (status == BD_CANNOT_WRITE || status == BD_UNSUPPORTED)
        return;
    if (status != BD_OK || strlen(text) != size)
        abort();
    if (bd_diagram_read_memory(text, size, "again", NULL, &again, NULL, &error) != BD_OK ||
        count_things(again->root) != count)
        abort();
    bd_diagram_free(again);
    free(text);
}

/* reads the bytes and checks what comes out */
static inline void check_bytes(const void *bytes, size_t size) {
    bd_diagram *diagram = NULL;
    bd_log log = {0};
    bd_error error;
    bd_error_clear(&error);
    bd_status status = bd_diagram_read_memory(bytes, size, "input", NULL, &diagram, &log, &error);
    if ((status == BD_OK) != (diagram != NULL) || (status == BD_OK) != (error.text[0] == '\0'))
        abort();
    if (diagram)
        check_round_trip(diagram);
    bd_diagram_free(diagram);
    bd_log_free(&log);
}

#endif
