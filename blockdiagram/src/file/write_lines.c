/* lines between ports: straight ahead, down or up, straight on; one that goes back makes a detour
 * below the blocks. At a branching point there are at most three branches */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file/write.h"

#define STUB 15 /* pixels between a port and the first bend */

typedef struct point {
    int x, y;
} point;

/* where a port is on the sheet: inputs on the left, outputs on the right, in equal distances; a
 * block that is turned, and any other port, counts as its corner */
static point port_at(bd_end end) {
    int left = 0, top = 0, right = 0, bottom = 0;
    const bd_node *node = end.block;
    const bd_parameters *own = node->link != NULL ? &node->link->written : &node->parameters;
    const char *position = bd_parameters_find(own, "Position");
    if (position == NULL || sscanf(position, "[%d, %d, %d, %d", &left, &top, &right, &bottom) != 4)
        return (point){0, 0};
    const int count = node->ports[end.kind] > 0 ? node->ports[end.kind] : 1;
    const int y = top + (int)((long)(bottom - top) * (2L * end.index + 1) / (2L * count));
    return (point){end.kind == BD_PORT_OUTPUT ? right : left, y};
}

static bool is_turned(const bd_node *node) {
    const bd_parameters *own = node->link != NULL ? &node->link->written : &node->parameters;
    return bd_parameters_find(own, "Orientation") != NULL ||
           bd_parameters_find(own, "BlockRotation") != NULL ||
           bd_parameters_find(own, "BlockMirror") != NULL ||
           bd_parameters_find(own, "Position") == NULL;
}

/* steps from a point to a port, whose last stretch is level */
static void steps_to(point from, bd_end end, bool branch, char *text, size_t size) {
    const point to = port_at(end);
    const int dx = to.x - from.x, dy = to.y - from.y;
    text[0] = '\0';
    if (end.kind != BD_PORT_INPUT || is_turned(end.block) || (dy == 0 && dx > 0))
        return;
    if (dx >= STUB && branch)
        snprintf(text, size, "[0, %d]", dy);
    else if (dx >= 2 * STUB)
        snprintf(text, size, "[%d, 0; 0, %d]", dx / 2, dy);
    else {
        /* back: round the lower edge of the block */
        const int down = (dy > 0 ? dy : 0) + 60;
        snprintf(text, size, "[%d, 0; 0, %d; %d, 0; 0, %d]", branch ? 0 : STUB, down,
                 dx - STUB - (branch ? 0 : STUB), dy - down);
    }
}

static void write_end(bd_writer *w, bd_item *parent, bool source, bd_end end) {
    static const char *const words[BD_PORT_KINDS] = {
        NULL, NULL, "enable", "trigger", "state", "LConn", "RConn", "ifaction", "Reset"};
    static const char *const packaged[BD_PORT_KINDS] = {
        "in", "out", "enable", "trigger", "state", "lconn", "rconn", "ifaction", "Reset"};
    bd_items *items = &w->items;
    const bool counted = end.kind <= BD_PORT_OUTPUT || end.kind == BD_PORT_LEFT_CONNECTION ||
                         end.kind == BD_PORT_RIGHT_CONNECTION || end.index > 0;
    if (w->package) {
        const char *key = source ? "Src" : "Dst", *sid = bd_write_sid(w, end.block);
        if (counted)
            bd_item_bare(items, parent, key, "%s#%s:%d", sid, packaged[end.kind], end.index + 1);
        else
            bd_item_bare(items, parent, key, "%s#%s", sid, packaged[end.kind]);
        return;
    }
    bd_item_quoted(items, parent, source ? "SrcBlock" : "DstBlock", end.block->name);
    const char *key = source ? "SrcPort" : "DstPort";
    if (words[end.kind] == NULL)
        bd_item_bare(items, parent, key, "%d", end.index + 1);
    else if (counted)
        bd_item_bare(items, parent, key, "%s%d", words[end.kind], end.index + 1);
    else
        bd_item_bare(items, parent, key, "%s", words[end.kind]);
}

/* the rest of a line from a point on: to its only destination, or in branches */
static void write_rest(bd_writer *w, bd_item *parent, const bd_line *line, size_t first,
                       point from) {
    bd_items *items = &w->items;
    const size_t left = line->destination_count - first;
    const size_t here = left > 3 ? 2 : left; /* the last of them may go on branching */
    for (size_t i = 0; i < here; i++) {
        bd_item *branch = bd_item_section(items, parent, "Branch");
        if (w->release->objects)
            bd_item_bare(items, branch, "ZOrder", "%zu", first + i + 1);
        const bd_end end = line->destinations[first + i];
        char steps[160];
        if (left > 3 && i == 1) {
            bd_item_bare(items, branch, "Points", "[0, 5]");
            write_rest(w, branch, line, first + 1, (point){from.x, from.y + 5});
            continue;
        }
        steps_to(from, end, true, steps, sizeof steps);
        if (steps[0] != '\0')
            bd_item_bare(items, branch, "Points", "%s", steps);
        write_end(w, branch, false, end);
    }
}

static void write_line(bd_writer *w, bd_item *parent, const bd_line *line, size_t number) {
    bd_items *items = &w->items;
    const point start = port_at(line->source);
    bd_item *section = bd_item_section(items, parent, "Line");
    if (line->source.kind == BD_PORT_LEFT_CONNECTION ||
        line->source.kind == BD_PORT_RIGHT_CONNECTION)
        bd_item_quoted(items, section, "LineType", "Connection");
    if (*line->name != '\0')
        bd_item_quoted(items, section, "Name", line->name);
    if (w->release->objects)
        bd_item_bare(items, section, "ZOrder", "%zu", number);
    if (*line->name != '\0')
        bd_item_bare(items, section, "Labels", "[0, 0]");
    write_end(w, section, true, line->source);
    if (line->destination_count == 1) {
        char steps[160] = "";
        if (!is_turned(line->source.block))
            steps_to(start, line->destinations[0], false, steps, sizeof steps);
        if (steps[0] != '\0')
            bd_item_bare(items, section, "Points", "%s", steps);
        write_end(w, section, false, line->destinations[0]);
    } else if (line->destination_count > 1) {
        bd_item_bare(items, section, "Points", "[%d, 0]", STUB);
        write_rest(w, section, line, 0, (point){start.x + STUB, start.y});
    }
}

void bd_write_lines(bd_writer *w, bd_item *parent, const bd_system *system) {
    for (size_t i = 0; i < system->line_count; i++)
        write_line(w, parent, &system->lines[i], i + 1);
}
