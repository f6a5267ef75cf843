/* deep copies of structure; whatever may be changed later gets its own storage */
#include "file/copy.h"

#include <string.h>

static void *copy_array(bd_arena *arena, const void *items, size_t count, size_t size) {
    void *copy = bd_arena_array(arena, count, size);
    if (copy && count > 0)
        memcpy(copy, items, count * size);
    return copy;
}

bool bd_copy_parameters(bd_arena *arena, const bd_parameters *from, bd_parameters *to) {
    to->items = copy_array(arena, from->items, from->count, sizeof *from->items);
    to->count = to->capacity = from->count;
    return to->items != NULL;
}

bd_mask *bd_copy_mask(bd_arena *arena, const bd_mask *mask) {
    bd_mask *copy = copy_array(arena, mask, 1, sizeof *mask);
    if (!copy)
        return NULL;
    copy->variables = copy_array(arena, mask->variables, mask->count, sizeof *mask->variables);
    copy->capacity = mask->count;
    return copy->variables ? copy : NULL;
}

static bd_link *copy_link(bd_arena *arena, const bd_link *link) {
    bd_link *copy = copy_array(arena, link, 1, sizeof *link);
    return copy && bd_copy_parameters(arena, &link->written, &copy->written) ? copy : NULL;
}

bool bd_copy_dialog(bd_arena *arena, const bd_node *from, bd_node *to) {
    return bd_copy_parameters(arena, &from->parameters, &to->parameters) &&
           (!from->mask || (to->mask = bd_copy_mask(arena, from->mask)));
}

static bool copy_node(const bd_node *from, bd_system *into, size_t *blocks) {
    bd_arena *arena = into->diagram->arena;
    bd_node *node = *blocks < BD_BLOCKS ? bd_system_append(into, from->type, from->name) : NULL;
    if (!node)
        return false;
    ++*blocks;
    const char *path = node->path;
    size_t index = node->index;
    *node = *from;
    node->path = path;
    node->index = index;
    node->parent = into;
    if (!bd_copy_dialog(arena, from, node))
        return false;
    if (from->link && !(node->link = copy_link(arena, from->link)))
        return false;
    if (from->system)
        node->system = bd_copy_system(from->system, node, blocks);
    return !from->system || node->system;
}

static bd_end map_end(const bd_system *copy, bd_end end) {
    end.block = copy->blocks[end.block->index];
    return end;
}

static bool copy_line(const bd_line *from, bd_system *into) {
    bd_line *line = bd_system_append_line(into, map_end(into, from->source));
    if (!line)
        return false;
    line->name = from->name;
    line->logged = from->logged;
    line->number = from->number;
    line->corners = from->corners;
    line->destinations = copy_array(into->diagram->arena, from->destinations,
                                    from->destination_count, sizeof *from->destinations);
    if (!line->destinations)
        return false;
    line->destination_count = line->destination_capacity = from->destination_count;
    for (size_t i = 0; i < line->destination_count; i++)
        line->destinations[i] = map_end(into, line->destinations[i]);
    return true;
}

static bool fill_system(const bd_system *system, bd_system *copy, size_t *blocks) {
    if (!bd_copy_parameters(copy->diagram->arena, &system->parameters, &copy->parameters))
        return false;
    copy->annotations = system->annotations;
    copy->annotation_count = copy->annotation_capacity = system->annotation_count;
    for (size_t i = 0; i < system->block_count; i++)
        if (!copy_node(system->blocks[i], copy, blocks))
            return false;
    for (size_t i = 0; i < system->line_count; i++)
        if (!copy_line(&system->lines[i], copy))
            return false;
    return true;
}

bd_system *bd_copy_system(const bd_system *system, bd_node *owner, size_t *blocks) {
    bd_system *copy = bd_system_create(owner->parent->diagram, owner);
    return copy && fill_system(system, copy, blocks) ? copy : NULL;
}

bd_node *bd_system_add_copy(bd_system *system, const char *name, const bd_system *inside) {
    size_t blocks = 0;
    bd_node *node = bd_system_add_new(system, "SubSystem", name, NULL);
    if (!node)
        return NULL;
    node->system = bd_copy_system(inside, node, &blocks);
    if (!node->system)
        return NULL;
    bd_node_ports_from_inside(node);
    return node;
}

bd_diagram *bd_diagram_copy(const bd_diagram *diagram) {
    size_t blocks = 0;
    bd_diagram *copy = bd_diagram_create(diagram->name);
    if (!copy)
        return NULL;
    bd_diagram own = *copy;
    *copy = *diagram;
    copy->arena = own.arena;
    copy->name = own.name;
    copy->root = own.root;
    if (bd_copy_parameters(own.arena, &diagram->parameters, &copy->parameters) &&
        bd_copy_parameters(own.arena, &diagram->configuration, &copy->configuration) &&
        fill_system(diagram->root, copy->root, &blocks))
        return copy;
    bd_diagram_free(copy);
    return NULL;
}
