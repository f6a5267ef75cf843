/* lines of a system: ends are named (.mdl: block name and port) or numbered (XML: SID#kind:index);
 * branches are flattened, lines of one source are joined, an input may have one line only */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "file/build.h"
#include "file/index.h"

typedef struct wiring {
    bd_builder *b;
    bd_system *system;
    bd_index names;
    bd_index sids;
    bd_index twice; /* second blocks of a SID */
} wiring;

static bd_status index_blocks(wiring *w, const bd_tree *tree) {
    bd_system *system = w->system;
    if (!bd_index_create(w->b->scratch, &w->names, system->block_count) ||
        !bd_index_create(w->b->scratch, &w->sids, system->block_count) ||
        !bd_index_create(w->b->scratch, &w->twice, system->block_count))
        return bd_build_no_memory(w->b, tree);
    for (size_t i = 0; i < system->block_count; i++) {
        bd_node *node = system->blocks[i];
        if (!bd_index_add(&w->names, node->name, node))
            return bd_error_set(w->b->error, BD_BAD_FILE,
                                "%s:%d: a second block has the path '%.500s'", tree->file,
                                node->line, node->path);
        /* some saved copies of masked filters have a SID twice; lines of text files do not care */
        if (*node->sid != '\0' && !bd_index_add(&w->sids, node->sid, node))
            (void)bd_index_add(&w->twice, node->sid, node);
    }
    return BD_OK;
}

/* "enable", "in:2", "LConn1"; a plain number means in or out, whichever this end is */
static bool parse_port(const char *text, bd_port_kind plain, bd_end *end) {
    size_t letters = strcspn(text, "0123456789: \t");
    const char *number = text + letters + strspn(text + letters, ": \t");
    const int kind = letters == 0 ? (int)plain : bd_port_kind_of(text, letters);
    int index = *number == '\0' && letters > 0 ? 1 : bd_text_integer(number, 0, 1, BD_PORTS);
    end->kind = kind < 0 ? plain : (bd_port_kind)kind;
    end->index = index - 1;
    return kind >= 0 && index > 0;
}

/* XML: "12#out:1" */
static bd_status end_by_sid(wiring *w, const bd_tree *leaf, bd_port_kind plain, bd_end *end) {
    const char *hash = strrchr(leaf->text, '#');
    if (!hash || !parse_port(hash + 1, plain, end))
        return bd_build_fail(w->b, leaf, "'%.80s' is no end of a line", leaf->text);
    char *sid = bd_arena_copy_bytes(w->b->scratch, leaf->text, (size_t)(hash - leaf->text));
    if (!sid)
        return bd_build_no_memory(w->b, leaf);
    end->block = bd_index_find(&w->sids, sid);
    if (bd_index_find(&w->twice, sid))
        return bd_build_fail(w->b, leaf, "a line ends at SID %.80s, which two blocks have", sid);
    if (!end->block)
        return bd_build_fail(w->b, leaf,
                             "a line ends at SID %.80s, which no block of its system has", sid);
    return BD_OK;
}

static bd_status end_by_name(wiring *w, const bd_tree *block, const bd_tree *port,
                             bd_port_kind plain, bd_end *end) {
    if (port && !parse_port(port->text, plain, end))
        return bd_build_fail(w->b, port, "'%.80s' is no port", port->text);
    if (!port)
        *end = (bd_end){.kind = plain};
    end->block = bd_index_find(&w->names, block->text);
    if (!end->block)
        end->block = bd_system_find(w->system, block->text);
    if (!end->block)
        return bd_build_fail(w->b, block, "a line ends at block '%.200s', which its system has not",
                             block->text);
    return BD_OK;
}

/* an end of this line or branch; end->block stays NULL if it is loose */
static bd_status find_end(wiring *w, const bd_tree *tree, bool source, bd_end *end) {
    const bd_tree *xml = bd_tree_child(tree, source ? "Src" : "Dst");
    const bd_tree *block = bd_tree_child(tree, source ? "SrcBlock" : "DstBlock");
    const bd_tree *port = bd_tree_child(tree, source ? "SrcPort" : "DstPort");
    bd_port_kind plain = source ? BD_PORT_OUTPUT : BD_PORT_INPUT;
    *end = (bd_end){NULL, plain, 0};
    if (xml && *xml->text != '\0')
        return end_by_sid(w, xml, plain, end);
    /* a loose end has an empty name, but so may a block */
    if (block && (*block->text != '\0' || (port && bd_index_find(&w->names, ""))))
        return end_by_name(w, block, port, plain, end);
    return BD_OK;
}

/* one text behind the other, in the builder's scratch memory; NULL when that ends */
static const char *join(wiring *w, const char *a, const char *b, const char *c) {
    const size_t na = strlen(a), nb = strlen(b), nc = strlen(c);
    char *text = bd_arena_alloc(w->b->scratch, na + nb + nc + 1);
    if (text) {
        memcpy(text, a, na);
        memcpy(text + na, b, nb);
        memcpy(text + na + nb, c, nc + 1);
    }
    return text;
}

/* corners so far, and those that this line or branch adds. What is common to branches is repeated
 * for each of them, so there is an end to it: a line of so many corners is drawn on a way of ours
 */
#define CORNERS_LONGEST 4000

static const char *more_corners(wiring *w, const bd_tree *tree, const char *before) {
    const char *points = bd_tree_text(tree, "Points");
    points = points ? points : "";
    if (!before || strlen(before) + strlen(points) > CORNERS_LONGEST)
        return NULL;
    return join(w, before, points, "");
}

static bd_status add_destinations(wiring *w, const bd_tree *tree, bd_line *line,
                                  const char *before) {
    bd_end end;
    BD_TRY(find_end(w, tree, false, &end));
    const char *corners = more_corners(w, tree, before);
    if (end.block) {
        if (!line->source.block)
            line->source = end;
        else if (!bd_line_append(w->b->diagram->arena, line, end))
            BD_TRY(bd_build_no_memory(w->b, tree));
        else if (line->corners)
            line->corners = corners && strlen(line->corners) < CORNERS_LONGEST
                                ? join(w, line->corners, corners, "|")
                                : NULL;
    }
    for (const bd_tree *t = tree->first; t; t = t->next)
        if (t->section && strcmp(t->name, "Branch") == 0)
            BD_TRY(add_destinations(w, t, line, corners));
    return BD_OK;
}

static void name_line(bd_line *line) {
    const bd_node *node = line->source.block;
    if (line->source.kind != BD_PORT_OUTPUT)
        return;
    for (size_t i = 0; i < node->port_settings_count; i++) {
        const bd_parameters *settings = &node->port_settings[i].parameters;
        if (node->port_settings[i].number != line->source.index + 1)
            continue;
        const char *name = bd_parameters_find(settings, "Name");
        const char *logging = bd_parameters_find(settings, "DataLogging");
        if (*line->name == '\0' && name)
            line->name = name;
        line->logged = logging && strcmp(logging, "on") == 0;
    }
}

static bd_status build_line(wiring *w, const bd_tree *tree) {
    bd_end source;
    bd_status status = find_end(w, tree, true, &source);
    if (status != BD_OK)
        return status;
    bd_line line = {.name = "", .source = source, .number = tree->line, .corners = ""};
    status = add_destinations(w, tree, &line, "");
    /* a physical line may begin anywhere; a signal without its source is a loose end */
    bool physical =
        line.source.kind == BD_PORT_LEFT_CONNECTION || line.source.kind == BD_PORT_RIGHT_CONNECTION;
    if (status != BD_OK || !line.source.block || (!source.block && !physical))
        return status;
    const char *name = bd_tree_text(tree, "Name");
    line.name = bd_build_text(w->b, name ? name : "");
    if (line.corners)
        line.corners = bd_build_text(w->b, line.corners);
    bd_line *place = line.name ? bd_system_append_line(w->system, line.source) : NULL;
    if (!place)
        return bd_build_no_memory(w->b, tree);
    *place = line;
    name_line(place);
    return BD_OK;
}

typedef struct numbered_end {
    bd_end end;
    size_t line;
} numbered_end;

static int compare_ends(const void *a, const void *b) {
    const numbered_end *x = a, *y = b;
    if (x->end.block != y->end.block)
        return x->end.block < y->end.block ? -1 : 1;
    if (x->end.kind != y->end.kind)
        return x->end.kind < y->end.kind ? -1 : 1;
    if (x->end.index != y->end.index)
        return x->end.index < y->end.index ? -1 : 1;
    return x->line < y->line ? -1 : x->line > y->line;
}

static bool same_end(const bd_end *a, const bd_end *b) {
    return a->block == b->block && a->kind == b->kind && a->index == b->index;
}

/* lines that were written twice from one source become one, in the place of the first */
static bd_status join_sources(wiring *w, const bd_tree *tree) {
    bd_system *system = w->system;
    numbered_end *ends = bd_arena_array(w->b->scratch, system->line_count, sizeof *ends);
    if (!ends)
        return bd_build_no_memory(w->b, tree);
    for (size_t i = 0; i < system->line_count; i++)
        ends[i] = (numbered_end){system->lines[i].source, i};
    if (system->line_count > 1)
        qsort(ends, system->line_count, sizeof *ends, compare_ends);
    for (size_t i = 1, first = 0; i < system->line_count; i++) {
        if (!same_end(&ends[i].end, &ends[first].end)) {
            first = i;
            continue;
        }
        bd_line *from = &system->lines[ends[i].line], *into = &system->lines[ends[first].line];
        for (size_t j = 0; j < from->destination_count; j++)
            if (!bd_line_append(w->b->diagram->arena, into, from->destinations[j]))
                return bd_build_no_memory(w->b, tree);
        if (*into->name == '\0')
            into->name = from->name;
        into->corners = NULL;
        from->source.block = NULL;
    }
    size_t kept = 0;
    for (size_t i = 0; i < system->line_count; i++)
        if (system->lines[i].source.block)
            system->lines[kept++] = system->lines[i];
    system->line_count = kept;
    return BD_OK;
}

static bd_status check_destinations(wiring *w, const bd_tree *tree) {
    size_t count = 0;
    for (size_t i = 0; i < w->system->line_count; i++)
        count += w->system->lines[i].destination_count;
    numbered_end *ends = bd_arena_array(w->b->scratch, count, sizeof *ends);
    if (!ends)
        return bd_build_no_memory(w->b, tree);
    count = 0;
    for (size_t i = 0; i < w->system->line_count; i++)
        for (size_t j = 0; j < w->system->lines[i].destination_count; j++)
            ends[count++] = (numbered_end){w->system->lines[i].destinations[j], i};
    if (count > 1)
        qsort(ends, count, sizeof *ends, compare_ends);
    for (size_t i = 1; i < count; i++) {
        bd_end *end = &ends[i].end;
        bool physical =
            end->kind == BD_PORT_LEFT_CONNECTION || end->kind == BD_PORT_RIGHT_CONNECTION;
        if (!physical && same_end(end, &ends[i - 1].end))
            return bd_error_set(w->b->error, BD_BAD_FILE,
                                "%s:%d: a second line ends at port %d of block '%.500s'",
                                tree->file, w->system->lines[ends[i].line].number, end->index + 1,
                                end->block->path);
    }
    return BD_OK;
}

bd_status bd_build_lines(bd_builder *b, const bd_tree *tree, bd_system *system) {
    wiring w = {.b = b, .system = system};
    BD_TRY(index_blocks(&w, tree));
    for (const bd_tree *t = tree->first; t; t = t->next)
        if (t->section && strcmp(t->name, "Line") == 0)
            BD_TRY(build_line(&w, t));
    BD_TRY(join_sources(&w, tree));
    return check_destinations(&w, tree);
}
