/* masks and callbacks that look at their model and change it (get_param, set_param, find_system).
 *
 * A diagram belongs to its reader and may serve several models, so one that is going to be changed
 * is copied first. Masks are worked off from the outside in: what one sets inside
 * of its block is there when the inside is compiled */
#include "engine/engine.h"

#include "common/memory.h"
#include "common/words.h"
#include "blockdiagram/expression.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- the copy ---- */

/* code that may set something, or For Each subsystems, which are unrolled */
static bool will_change(const bd_system *system, int depth) {
    for (size_t i = 0; i < system->block_count; i++) {
        const bd_node *node = system->blocks[i];
        if (node->kind == BD_KIND_FOR_EACH)
            return true;
        if (node->mask && strstr(node->mask->initialization, "set_param"))
            return true;
        if (node->system && depth < 200 && will_change(node->system, depth + 1))
            return true;
    }
    return false;
}

static bool has_callback(const bd_diagram *diagram) {
    static const char *const names[] = {"PreLoadFcn", "PostLoadFcn", "InitFcn"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *code = bd_parameters_find(&diagram->parameters, names[i]);
        if (code && *code)
            return true;
    }
    return false;
}

bd_status bd_own_diagram(bd_model *model) {
    if (model->own_diagram)
        return BD_OK;
    model->own_diagram = bd_diagram_copy(model->diagram);
    if (!model->own_diagram)
        return bd_model_no_memory(model);
    model->diagram = model->own_diagram;
    return BD_OK;
}

/* ---- asking ---- */

static bool is_model(const bd_model *model, const char *block) {
    return !*block || strcmp(block, model->diagram->name) == 0;
}

static bd_status no_block(const bd_model *model, const char *block, bd_error *error) {
    return bd_error_set(error, BD_UNKNOWN_NAME, "%s has no block '%s'", model->diagram->name,
                        block);
}

static const bd_mask_variable *mask_variable(const bd_node *node, const char *name) {
    for (size_t i = 0; node->mask && i < node->mask->count; i++)
        if (strcasecmp(node->mask->variables[i].name, name) == 0)
            return &node->mask->variables[i];
    return NULL;
}

/* texts of all mask variables: their values, or their names */
static bd_status mask_list(const bd_node *node, bool names, bd_value **value, bd_error *error) {
    size_t count = node->mask ? node->mask->count : 0;
    BD_TRY(bd_value_create_matrix(BD_CELL, count, count ? 1 : 0, value, error));
    for (size_t i = 0; i < count; i++) {
        const bd_mask_variable *variable = &node->mask->variables[i];
        bd_value *text = NULL;
        BD_TRY(bd_value_create_text(names ? variable->name : variable->value, &text, error));
        BD_TRY(bd_value_cell_set(*value, i, text, error));
    }
    return BD_OK;
}

static const char *parent_path(const bd_node *node) {
    return node->parent->owner ? node->parent->owner->path : node->parent->diagram->name;
}

/* what is no parameter of the file, or NULL */
static const char *block_attribute(const bd_node *node, const char *name) {
    static const cm_pair fixed[] = {
        {"Type", "block"}, {"LinkStatus", "none"}, {"StaticLinkStatus", "none"}};
    const char *value = cm_other_any_case(CM_TABLE(fixed), name);
    if (value)
        return value;
    if (strcasecmp(name, "Name") == 0)
        return node->name;
    if (strcasecmp(name, "Parent") == 0)
        return parent_path(node);
    if (strcasecmp(name, "Handle") == 0 || strcasecmp(name, "Path") == 0)
        return node->path;
    if (strcasecmp(name, "BlockType") == 0)
        return node->type;
    if (strcasecmp(name, "Mask") == 0)
        return node->mask ? "on" : "off";
    if (strcasecmp(name, "MaskType") == 0)
        return node->mask ? node->mask->type : "";
    if (strcasecmp(name, "ReferenceBlock") == 0 || strcasecmp(name, "SourceBlock") == 0)
        return node->link ? node->link->source : "";
    return NULL;
}

static const char *block_parameter(const bd_node *node, const char *name) {
    const bd_mask_variable *variable = mask_variable(node, name);
    if (variable)
        return variable->value;
    const char *text = block_attribute(node, name);
    if (!text)
        text = bd_node_parameter(node, name);
    return text ? text : bd_parameters_find_any_case(&node->parameters, name);
}

static bd_status get_block(const bd_node *node, const char *name, bd_value **value,
                           bd_error *error) {
    if (strcasecmp(name, "MaskValues") == 0 || strcasecmp(name, "MaskNames") == 0)
        return mask_list(node, strcasecmp(name, "MaskNames") == 0, value, error);
    if (strcasecmp(name, "Ports") == 0) {
        double ports[BD_PORT_KINDS];
        for (int i = 0; i < BD_PORT_KINDS; i++)
            ports[i] = node->ports[i];
        return bd_value_create_doubles(1, BD_PORT_KINDS, ports, value, error);
    }
    const char *text = block_parameter(node, name);
    if (text && strcasecmp(name, "Position") == 0)
        return bd_expression_evaluate(text, NULL, value, error);
    return text
               ? bd_value_create_text(text, value, error)
               : bd_error_set(error, BD_UNKNOWN_NAME, "%s has no parameter '%s'", node->path, name);
}

static bd_status get_model(const bd_model *model, const char *name, bd_value **value,
                           bd_error *error) {
    const bd_diagram *diagram = model->diagram;
    static const cm_pair fixed[] = {{"SimulationStatus", "initializing"},
                                    {"BlockDiagramType", "model"},
                                    {"Type", "block_diagram"},
                                    {"Dirty", "off"},
                                    {"Parent", ""},
                                    {"SimulationMode", "normal"}};
    const char *text = cm_other_any_case(CM_TABLE(fixed), name);
    if (strcasecmp(name, "Name") == 0 || strcasecmp(name, "Handle") == 0)
        text = diagram->name;
    if (strcasecmp(name, "FileName") == 0)
        text = diagram->file;
    if (!text)
        text = bd_diagram_setting_any_case(diagram, name);
    return text ? bd_value_create_text(text, value, error)
                : bd_error_set(error, BD_UNKNOWN_NAME, "the model %s has no parameter '%s'",
                               diagram->name, name);
}

/* what code of the model has looked at while compiling decides what was compiled */
static void note_asked(bd_model *model) {
    if (!model->compiled)
        model->asked_by_code = true;
}

static bd_status get(void *user, const char *block, const char *name, bd_value **value,
                     bd_error *error) {
    bd_model *model = user;
    note_asked(model);
    if (is_model(model, block))
        return get_model(model, name, value, error);
    const bd_node *node = bd_diagram_find(model->diagram, block);
    return node ? get_block(node, name, value, error) : no_block(model, block, error);
}

/* ---- setting ---- */

static bd_status set_text(bd_model *model, bd_node *node, const char *name, const char *text,
                          bd_error *error) {
    const bd_mask_variable *variable = mask_variable(node, name);
    const bd_item *item = model->item_table ? bd_item_of(model, node) : NULL;
    if (variable && item && strcmp(variable->value, text) != 0)
        return bd_error_set(error, BD_UNSUPPORTED,
                            "%s was compiled before its parameter '%s' was set", node->path, name);
    return bd_node_set(node, variable ? variable->name : name, text) == BD_OK
               ? BD_OK
               : bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory for a parameter");
}

static bd_status set_mask_values(bd_model *model, bd_node *node, const bd_value *cell,
                                 bd_error *error) {
    for (size_t i = 0; node->mask && i < node->mask->count && i < cell->count; i++) {
        char *text = NULL;
        BD_TRY(bd_value_text(bd_value_cell_at(cell, i), "a mask value", &text, error));
        bd_status status = set_text(model, node, node->mask->variables[i].name, text, error);
        free(text);
        BD_TRY(status);
    }
    return BD_OK;
}

/* how a block looks, and what a dialogue shows */
static bool is_appearance(const char *name) {
    static const char *const names[] = {
        "Position", "BackgroundColor",        "ForegroundColor", "Orientation", "ShowName",
        "UserData", "AttributesFormatString", "LinkStatus",      "Description", "Dirty"};
    bool mask = strncasecmp(name, "Mask", 4) == 0 && strcasecmp(name, "MaskValues") != 0;
    for (size_t i = 0; i < sizeof names / sizeof *names && !mask; i++)
        mask = strcasecmp(name, names[i]) == 0;
    return mask;
}

static bd_status set(void *user, const char *block, const char *name, const bd_value *value,
                     bd_error *error) {
    bd_model *model = user;
    /* no command has a meaning before the run */
    if (strcasecmp(name, "SimulationCommand") == 0)
        return BD_OK;
    note_asked(model);
    bd_diagram *diagram = model->own_diagram;
    if (!diagram || model->compiled)
        return bd_error_set(error, BD_UNSUPPORTED, "the model cannot be changed from here");
    bd_node *node = is_model(model, block) ? NULL : bd_diagram_find(diagram, block);
    if (!node && !is_model(model, block))
        return no_block(model, block, error);
    if (node && !mask_variable(node, name) && is_appearance(name))
        return BD_OK;
    if (node && value->type == BD_CELL && strcasecmp(name, "MaskValues") == 0)
        return set_mask_values(model, node, value, error);
    char *text = NULL;
    bd_status status = bd_value_text(value, name, &text, error);
    if (status == BD_OK && node)
        status = set_text(model, node, name, text, error);
    else if (status == BD_OK && bd_diagram_set(diagram, name, text) != BD_OK)
        status = bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory for a parameter");
    free(text);
    return status;
}

/* ---- finding ---- */

typedef struct search {
    const char *const *pairs;
    size_t pair_count;
    const bd_node **found;
    size_t count;
} search;

static bool matches(const bd_node *node, const search *s) {
    for (size_t i = 0; i < s->pair_count; i++) {
        const char *text = block_parameter(node, s->pairs[2 * i]);
        if (!text || strcmp(text, s->pairs[2 * i + 1]) != 0)
            return false;
    }
    return true;
}

static bool note(search *s, const bd_node *node) {
    if (!matches(node, s))
        return true;
    const bd_node **found = cm_one_more(s->found, (size_t)s->count, sizeof *found);
    if (!found)
        return false;
    s->found = found;
    s->found[s->count++] = node;
    return true;
}

static bool look_inside(search *s, const bd_system *system, int depth) {
    for (size_t i = 0; system && depth > 0 && i < system->block_count; i++)
        if (!note(s, system->blocks[i]) || !look_inside(s, system->blocks[i]->system, depth - 1))
            return false;
    return true;
}

static bd_status find(void *user, const char *block, int depth, const char *const *pairs,
                      size_t pair_count, bd_value **cell, bd_error *error) {
    bd_model *model = user;
    note_asked(model);
    bool whole = is_model(model, block);
    const bd_node *node = whole ? NULL : bd_diagram_find(model->diagram, block);
    if (!node && !whole)
        return no_block(model, block, error);
    search s = {.pairs = pairs, .pair_count = pair_count};
    bool complete = !node || note(&s, node);
    complete = complete && look_inside(&s, node ? node->system : model->diagram->root,
                                       depth < 200 ? depth : 200);
    bd_status status =
        complete ? bd_value_create_matrix(BD_CELL, s.count, s.count ? 1 : 0, cell, error)
                 : bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory for a list of blocks");
    for (size_t i = 0; i < s.count && status == BD_OK; i++) {
        bd_value *path = NULL;
        status = bd_value_create_text(s.found[i]->path, &path, error);
        if (status == BD_OK)
            status = bd_value_cell_set(*cell, i, path, error);
    }
    free(s.found);
    return status;
}

bd_status bd_give_access(bd_model *model, bd_model_access **access) {
    const bd_diagram *diagram = model->diagram;
    *access = bd_arena_alloc(&model->home.arena, sizeof **access);
    if (!*access)
        return bd_model_no_memory(model);
    **access = (bd_model_access){model, get, set, find};
    return has_callback(diagram) || will_change(diagram->root, 0) ? bd_own_diagram(model) : BD_OK;
}

/* ---- from a run, which cannot change the model ---- */

static bd_status get_in_run(void *user, const char *block, const char *name, bd_value **value,
                            bd_error *error) {
    bd_run *run = user;
    run->wants_other_model |= run->options.setting_count > 0;
    return get((bd_model *)(uintptr_t)run->model, block, name, value, error);
}

static bd_status find_in_run(void *user, const char *block, int depth, const char *const *pairs,
                             size_t pair_count, bd_value **cell, bd_error *error) {
    bd_run *run = user;
    run->wants_other_model |= run->options.setting_count > 0;
    return find((bd_model *)(uintptr_t)run->model, block, depth, pairs, pair_count, cell, error);
}

static bd_status set_in_run(void *user, const char *block, const char *name, const bd_value *value,
                            bd_error *error) {
    bd_run *run = user;
    (void)block;
    (void)value;
    (void)error;
    if (strcasecmp(name, "SimulationCommand") != 0)
        run->wants_other_model = true;
    return BD_OK;
}

bd_model_access bd_run_access(bd_run *run) {
    return (bd_model_access){run, get_in_run, set_in_run, find_in_run};
}
