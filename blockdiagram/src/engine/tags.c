/* which Goto a From means, and parts of buses by name */
#include "engine/engine.h"

#include <stdio.h>
#include <string.h>

static const char *tag_of(const bd_node *node) {
    const char *tag = bd_node_parameter(node, "GotoTag");
    return tag ? tag : "";
}

static bool has_visibility(const bd_node *node, const char *wanted) {
    const char *text = bd_node_parameter(node, "TagVisibility");
    return strcmp(text ? text : "local", wanted) == 0;
}

static bool lies_in(const bd_node *node, const bd_system *system) {
    for (const bd_system *s = node->parent; s; s = s->owner ? s->owner->parent : NULL)
        if (s == system)
            return true;
    return false;
}

/* the system whose visibility block rules a scoped tag, seen from `from` */
static const bd_system *tag_scope(const bd_system *from, const char *tag) {
    for (const bd_system *s = from; s; s = s->owner ? s->owner->parent : NULL)
        for (size_t i = 0; i < s->block_count; i++)
            if (s->blocks[i]->kind == BD_KIND_TAG_VISIBILITY &&
                strcmp(tag_of(s->blocks[i]), tag) == 0)
                return s;
    return NULL;
}

const bd_node *bd_find_goto(const bd_model *model, const bd_node *from) {
    const char *tag = tag_of(from);
    const bd_system *scope = tag_scope(from->parent, tag);
    const bd_node *scoped = NULL, *global = NULL;
    for (int i = 0; i < model->item_count; i++) {
        const bd_node *node = model->items[i]->node;
        if (node->kind != BD_KIND_GOTO || strcmp(tag_of(node), tag) != 0)
            continue;
        if (node->parent == from->parent)
            return node;
        if (has_visibility(node, "scoped") && scope && lies_in(node, scope) && !scoped)
            scoped = node;
        if (has_visibility(node, "global") && !global)
            global = node;
    }
    return scoped ? scoped : global;
}

/* "signal3" means the third part, whatever its name */
static int part_by_number(const bd_net *net, const char *name, size_t length) {
    int number = 0, consumed = 0;
    if (sscanf(name, "signal%d%n", &number, &consumed) == 1 && (size_t)consumed == length &&
        number >= 1 && number <= net->part_count)
        return number - 1;
    return -1;
}

static int find_part(const bd_net *net, const char *name, size_t length) {
    for (int i = 0; i < net->part_count; i++)
        if (strncmp(net->parts[i].name, name, length) == 0 && net->parts[i].name[length] == '\0')
            return i;
    return part_by_number(net, name, length);
}

static bd_status select_field(bd_model *model, const bd_item *item, bd_net *net, const char *name,
                              bd_net **part) {
    bd_block *field = bd_block_create(model, &bd_type_field, NULL, item->node->path, item->context);
    char *copy = bd_arena_text(&model->home.arena, "%s", name);
    if (!field || !copy)
        return bd_model_no_memory(model);
    field->data = copy;
    BD_TRY(bd_block_setup(field));
    BD_TRY(bd_net_add_reader(model, net, &field->inputs[0]));
    field->inputs[0].connected = true;
    *part = bd_net_of(&field->outputs[0]);
    return *part ? BD_OK : bd_model_no_memory(model);
}

bd_status bd_select_part(bd_model *model, const bd_item *item, bd_net *net, const char *name,
                         bd_net **part) {
    if (net->driver && !net->part_count)
        return select_field(model, item, net, name, part);
    /* names may contain dots themselves, so the longest match counts */
    for (size_t length = strlen(name); length > 0; length--) {
        if (name[length] != '\0' && name[length] != '.')
            continue;
        int index = find_part(net, name, length);
        if (index < 0)
            continue;
        *part = net->parts[index].net;
        if (name[length] == '\0')
            return BD_OK;
        return bd_select_part(model, item, *part, name + length + 1, part);
    }
    char list[400] = "";
    size_t used = 0;
    for (int i = 0; i < net->part_count && used < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "",
                                 net->parts[i].name);
    return bd_model_fail(model, BD_BAD_DIAGRAM, "%s: the bus has no element '%s'; it has: %s",
                         item->node->path, name, list);
}
