/* texts of a block that was copied from another diagram, so that the other may go */
#include <string.h>

#include "file/copy.h"
#include "file/edit.h"

static bool own(bd_arena *arena, const char **text) {
    if (*text && **text != '\0')
        *text = bd_arena_copy(arena, *text);
    return *text != NULL;
}

static bool own_parameters(bd_arena *arena, bd_parameters *parameters) {
    for (size_t i = 0; i < parameters->count; i++)
        if (!own(arena, &parameters->items[i].name) || !own(arena, &parameters->items[i].value))
            return false;
    return true;
}

static bool own_mask(bd_arena *arena, bd_mask *mask) {
    bool good = own(arena, &mask->type) && own(arena, &mask->initialization);
    for (size_t i = 0; good && i < mask->count; i++) {
        bd_mask_variable *v = &mask->variables[i];
        good = own(arena, &v->name) && own(arena, &v->value) && own(arena, &v->prompt) &&
               own(arena, &v->style_name) && (!v->expression || own(arena, &v->expression));
        const char **options = bd_arena_array(arena, v->option_count + 1, sizeof *options);
        good = good && options;
        for (size_t k = 0; good && k < v->option_count; k++) {
            options[k] = v->options[k];
            good = own(arena, &options[k]);
        }
        v->options = options;
    }
    return good;
}

static bool own_port_settings(bd_arena *arena, bd_node *node) {
    bd_port_settings *list = bd_arena_array(arena, node->port_settings_count + 1, sizeof *list);
    for (size_t i = 0; list && i < node->port_settings_count; i++) {
        list[i].number = node->port_settings[i].number;
        const bd_parameters *from = &node->port_settings[i].parameters;
        for (size_t k = 0; k < from->count; k++)
            if (!bd_parameters_put(arena, &list[i].parameters, from->items[k].name,
                                   from->items[k].value))
                return false;
        if (!own_parameters(arena, &list[i].parameters))
            return false;
    }
    node->port_settings = list;
    return list != NULL;
}

/* defaults of the other file become values of the block where those here say something else */
static bool own_defaults(bd_arena *arena, bd_node *node) {
    const bd_parameters *before = node->file_defaults;
    const bd_diagram *diagram = node->parent->diagram;
    node->file_defaults = NULL;
    for (size_t i = 0; !node->link && i < diagram->defaults_count; i++)
        if (strcmp(diagram->defaults[i].type, node->type) == 0)
            node->file_defaults = &diagram->defaults[i].parameters;
    for (size_t i = 0; before && before != node->file_defaults && i < before->count; i++) {
        const bd_parameter *p = &before->items[i];
        const char *other = bd_parameter_other_name(node->type, p->name);
        if (bd_parameters_find(&node->parameters, p->name) ||
            (other && bd_parameters_find(&node->parameters, other)))
            continue;
        const char *here = bd_node_parameter(node, p->name);
        if ((!here || strcmp(here, p->value) != 0) &&
            !bd_parameters_put(arena, &node->parameters, p->name, p->value))
            return false;
    }
    return true;
}

static bool own_system(bd_arena *arena, bd_system *system) {
    bd_parameters *annotations =
        bd_arena_array(arena, system->annotation_count + 1, sizeof *annotations);
    bool good = annotations && own_parameters(arena, &system->parameters);
    for (size_t i = 0; good && i < system->annotation_count; i++)
        good = bd_copy_parameters(arena, &system->annotations[i], &annotations[i]) &&
               own_parameters(arena, &annotations[i]);
    system->annotations = annotations;
    for (size_t i = 0; good && i < system->line_count; i++)
        good = own(arena, &system->lines[i].name) &&
               (!system->lines[i].corners || own(arena, &system->lines[i].corners));
    for (size_t i = 0; good && i < system->block_count; i++)
        good = bd_own_texts(system->blocks[i]);
    return good;
}

bool bd_own_texts(bd_node *node) {
    bd_arena *arena = node->parent->diagram->arena;
    bool good = own(arena, &node->type) && own(arena, &node->name) && own_defaults(arena, node) &&
                own_parameters(arena, &node->parameters) && own_port_settings(arena, node);
    node->sid = ""; /* a number is given when the file is written */
    node->line = 0;
    if (good && node->obstacle)
        good = own(arena, &node->obstacle);
    if (good && node->mask)
        good = own_mask(arena, node->mask);
    if (good && node->link)
        good = own(arena, &node->link->source) && own(arena, &node->link->source_type) &&
               own_parameters(arena, &node->link->written);
    return good && (!node->system || own_system(arena, node->system));
}
