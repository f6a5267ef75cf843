/* a system: blocks, then lines with one branch per destination */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file/place.h"
#include "file/write.h"

static void write_end(bd_writer *w, const char *block_key, const char *port_key, bd_end end) {
    static const char *const words[BD_PORT_KINDS] = {
        NULL, NULL, "enable", "trigger", "state", "LConn", "RConn", "ifaction", "Reset"};
    bd_text_quoted(&w->text, block_key, end.block->name);
    bool numbered = end.kind == BD_PORT_LEFT_CONNECTION || end.kind == BD_PORT_RIGHT_CONNECTION;
    if (words[end.kind] == NULL)
        bd_text_bare(&w->text, port_key, "%d", end.index + 1);
    else if (numbered || end.index > 0)
        bd_text_bare(&w->text, port_key, "%s%d", words[end.kind], end.index + 1);
    else
        bd_text_bare(&w->text, port_key, "%s", words[end.kind]);
}

static void write_line(bd_writer *w, const bd_line *line) {
    bd_text_open(&w->text, "Line");
    if (line->source.kind == BD_PORT_LEFT_CONNECTION ||
        line->source.kind == BD_PORT_RIGHT_CONNECTION)
        bd_text_quoted(&w->text, "LineType", "Connection");
    if (*line->name != '\0')
        bd_text_quoted(&w->text, "Name", line->name);
    write_end(w, "SrcBlock", "SrcPort", line->source);
    if (line->destination_count == 1)
        write_end(w, "DstBlock", "DstPort", line->destinations[0]);
    for (size_t i = 0; line->destination_count > 1 && i < line->destination_count; i++) {
        bd_text_open(&w->text, "Branch");
        write_end(w, "DstBlock", "DstPort", line->destinations[i]);
        bd_text_close(&w->text);
    }
    bd_text_close(&w->text);
}

static bd_status write_blocks(bd_writer *w, const bd_system *system) {
    bd_position *positions = calloc(system->block_count + 1, sizeof *positions);
    if (positions == NULL || !bd_system_place(system, positions)) {
        free(positions);
        return bd_error_set(w->error, BD_OUT_OF_MEMORY, "out of memory for the layout of a system");
    }
    bd_status status = BD_OK;
    for (size_t i = 0; i < system->block_count && status == BD_OK; i++) {
        char position[96];
        snprintf(position, sizeof position, "[%d, %d, %d, %d]", positions[i].left, positions[i].top,
                 positions[i].right, positions[i].bottom);
        status = bd_write_block(w, system->blocks[i], position);
    }
    free(positions);
    return status;
}

bd_status bd_write_system(bd_writer *w, const bd_system *system, const char *name) {
    bd_text_open(&w->text, "System");
    bd_text_quoted(&w->text, "Name", name);
    if (bd_parameters_find(&system->parameters, "Location") == NULL)
        bd_text_bare(&w->text, "Location", "[100, 100, 900, 600]");
    for (size_t i = 0; i < system->parameters.count; i++)
        if (strcmp(system->parameters.items[i].name, "Name") != 0)
            bd_text_key(&w->text, system->parameters.items[i].name,
                        system->parameters.items[i].value);
    bd_status status = write_blocks(w, system);
    for (size_t i = 0; i < system->line_count && status == BD_OK; i++)
        write_line(w, &system->lines[i]);
    bd_text_close(&w->text);
    return status;
}
