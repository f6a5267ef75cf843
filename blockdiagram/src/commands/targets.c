/* what a path or a number names: a model, a block, a port, a line */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands/commands.h"

#include "common/memory.h"

#define FIRST_HANDLE 1024.0 /* so that small numbers name nothing by chance */

static bd_status unknown(bd_order *call, const char *path, const char *hint) {
    return bd_order_fail(call, "Simulink:Commands:InvSimulinkObjectName", BD_UNKNOWN_NAME,
                         "invalid Simulink object name: '%.300s'%s", path, hint);
}

/* length of the first name of a path; a doubled slash belongs to a name */
static size_t head(const char *path) {
    size_t i = 0;
    while (path[i] != '\0' && (path[i] != '/' || path[i + 1] == '/'))
        i += path[i] == '/' ? 2 : 1;
    return i;
}

bd_status bd_target_path(bd_order *call, const char *path, bd_target *target) {
    const size_t length = head(path);
    char *name = bd_arena_copy_bytes(call->arena, path, length);
    if (!name)
        return bd_order_memory(call);
    bd_diagram *diagram = bd_models_find(call->models, name);
    if (!diagram)
        return unknown(call, path, *path != '\0' ? " (is its model loaded?)" : "");
    *target = (bd_target){.kind = BD_TARGET_MODEL, .diagram = diagram};
    if (path[length] == '\0')
        return BD_OK;
    target->kind = BD_TARGET_BLOCK;
    target->node = bd_diagram_find(diagram, path);
    char hint[300];
    if (!target->node)
        return unknown(call, path, bd_diagram_block_hint(diagram, path, hint, sizeof hint));
    return BD_OK;
}

static bool is_alive(const bd_node *node, const bd_diagram *diagram) {
    for (;;) {
        const bd_system *system = node->parent;
        if (node->index >= system->block_count || system->blocks[node->index] != node)
            return false;
        if (!system->owner)
            return system == diagram->root;
        if (system->owner->system != system)
            return false;
        node = system->owner;
    }
}

static bool is_there(const bd_models *models, const bd_handle *handle) {
    const bd_target *t = &handle->target;
    const bd_loaded *entry = NULL;
    for (size_t i = 0; i < models->count; i++)
        if (models->loaded[i].serial == handle->serial)
            entry = &models->loaded[i];
    if (!entry)
        return false;
    if (t->kind == BD_TARGET_MODEL)
        return true;
    if (!is_alive(t->node, t->diagram))
        return false;
    if (t->kind == BD_TARGET_PORT)
        return t->index < t->node->ports[t->port];
    return t->kind != BD_TARGET_LINE || bd_edit_line_from((bd_end){t->node, t->port, t->index});
}

static bd_status find_number(bd_order *call, double number, bd_target *target) {
    const double place = number - FIRST_HANDLE;
    if (number == 0.0) {
        *target = (bd_target){.kind = BD_TARGET_NONE};
        return BD_OK;
    }
    if (!(place >= 0.0 && place < (double)call->models->handle_count) || place != floor(place) ||
        !is_there(call->models, &call->models->handles[(size_t)place]))
        return bd_order_fail(call, "Simulink:Commands:InvSimulinkObjHandle", BD_UNKNOWN_NAME,
                             "invalid Simulink object handle: %.15g", number);
    *target = call->models->handles[(size_t)place].target;
    return BD_OK;
}

bd_status bd_target_find(bd_order *call, const bd_value *value, bd_target *target) {
    const char *path;
    if (value && bd_value_is_numeric(value) && value->count == 1)
        return find_number(call, bd_value_real_at(value, 0), target);
    if (!value || !bd_value_is_text(value))
        return bd_order_fail(call, "Simulink:Commands:InvSimulinkObjSpecifier", BD_BAD_ARGUMENT,
                             "a model or block is named by a path or by its handle");
    BD_TRY(bd_order_value_text(call, value, "the path", &path));
    return bd_target_path(call, path, target);
}

size_t bd_targets_count(const bd_value *value) {
    return value->type == BD_CELL || bd_value_is_numeric(value) ? value->count : 1;
}

bd_status bd_targets_at(bd_order *call, const bd_value *value, size_t i, bd_target *target) {
    if (value->type == BD_CELL)
        return bd_target_find(call, bd_value_cell_at(value, i), target);
    return bd_value_is_numeric(value) ? find_number(call, bd_value_real_at(value, i), target)
                                      : bd_target_find(call, value, target);
}

bd_status bd_target_system(bd_order *call, const bd_value *value, bd_system **system) {
    bd_target target;
    BD_TRY(bd_target_find(call, value, &target));
    *system = target.kind == BD_TARGET_MODEL   ? target.diagram->root
              : target.kind == BD_TARGET_BLOCK ? target.node->system
                                               : NULL;
    if (!*system)
        return bd_order_fail(call, "Simulink:Commands:InvalidSystem", BD_BAD_ARGUMENT,
                             "%s is no system: it has no blocks inside", bd_target_name(&target));
    return BD_OK;
}

bd_status bd_target_split(bd_order *call, const char *path, bd_system **system, const char **name) {
    const char *last = NULL;
    for (const char *c = path; *c != '\0'; c++) {
        if (c[0] == '/' && c[1] == '/')
            c++;
        else if (c[0] == '/')
            last = c;
    }
    if (!last || last == path || last[1] == '\0')
        return bd_order_fail(call, "Simulink:Commands:AddBlockInvalidPath", BD_BAD_ARGUMENT,
                             "'%.300s' is no path of a block: write MODEL/NAME", path);
    const char *front = bd_arena_copy_bytes(call->arena, path, (size_t)(last - path));
    char *own = bd_arena_copy(call->arena, last + 1);
    if (!front || !own)
        return bd_order_memory(call);
    bd_target target;
    BD_TRY(bd_target_path(call, front, &target));
    char *to = own;
    for (const char *c = last + 1; *c != '\0'; c++) {
        *to++ = *c;
        c += c[0] == '/' && c[1] == '/';
    }
    *to = '\0';
    *name = own;
    *system = target.node ? target.node->system : target.diagram->root;
    if (!*system)
        return bd_order_fail(call, "Simulink:Commands:InvalidSystem", BD_BAD_ARGUMENT,
                             "%s is no system: it has no blocks inside", front);
    return BD_OK;
}

bd_status bd_target_handle(bd_order *call, const bd_target *target, double *handle) {
    bd_models *m = call->models;
    const bd_loaded *entry = bd_models_entry(m, target->diagram);
    const unsigned long serial = entry ? entry->serial : 0;
    for (size_t i = 0; i < m->handle_count; i++) {
        const bd_target *t = &m->handles[i].target;
        if (m->handles[i].serial == serial && t->kind == target->kind && t->node == target->node &&
            t->port == target->port && t->index == target->index) {
            *handle = FIRST_HANDLE + (double)i;
            return BD_OK;
        }
    }
    bd_handle *grown = cm_one_more(m->handles, (size_t)m->handle_count, sizeof *grown);
    if (!grown)
        return bd_order_memory(call);
    m->handles = grown;
    *handle = FIRST_HANDLE + (double)m->handle_count;
    m->handles[m->handle_count++] = (bd_handle){*target, serial};
    return BD_OK;
}

const char *bd_target_name(const bd_target *target) {
    return target->node ? target->node->path : target->diagram ? target->diagram->name : "0";
}

void bd_target_changed(bd_order *call, const bd_diagram *diagram) {
    bd_loaded *entry = bd_models_entry(call->models, diagram);
    if (entry)
        entry->dirty = true;
}
