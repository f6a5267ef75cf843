/* a diagram's life, and finding things in it */
#include "blockdiagram/diagram.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "common/words.h"
#include "file/internal.h"

bd_diagram *bd_diagram_create(const char *name) {
    bd_arena *arena = bd_arena_create(BD_ARENA_BYTES);
    if (!arena)
        return NULL;
    bd_diagram *diagram = bd_arena_alloc(arena, sizeof *diagram);
    if (diagram) {
        diagram->arena = arena;
        diagram->name = bd_arena_copy(arena, name);
        diagram->file = "";
        diagram->version = "";
        diagram->workspace_code = "";
        diagram->root = bd_system_create(diagram, NULL);
    }
    if (!diagram || !diagram->name || !diagram->root) {
        bd_arena_free(arena);
        return NULL;
    }
    return diagram;
}

void bd_diagram_free(bd_diagram *diagram) {
    if (diagram)
        bd_arena_free(diagram->arena);
}

const char *bd_parameters_find(const bd_parameters *parameters, const char *name) {
    for (size_t i = 0; i < parameters->count; i++)
        if (strcmp(parameters->items[i].name, name) == 0) {
            /* runs of one compiled model may ask at the same time */
            if (!__atomic_load_n(&parameters->items[i].asked, __ATOMIC_RELAXED))
                __atomic_store_n(&parameters->items[i].asked, true, __ATOMIC_RELAXED);
            return parameters->items[i].value;
        }
    return NULL;
}

bool bd_parameters_put(bd_arena *arena, bd_parameters *parameters, const char *name,
                       const char *value) {
    for (size_t i = 0; i < parameters->count; i++) {
        if (strcmp(parameters->items[i].name, name) == 0) {
            parameters->items[i].value = value;
            return true;
        }
    }
    if (!bd_arena_grow(arena, (void **)&parameters->items, parameters->count, &parameters->capacity,
                       sizeof *parameters->items))
        return false;
    parameters->items[parameters->count++] = (bd_parameter){.name = name, .value = value};
    return true;
}

/* some releases renamed a parameter; either name finds either */
const char *bd_parameter_other_name(const char *type, const char *name) {
    static const char *const types[] = {"UnitDelay", "Memory", "StateSpace", "DiscreteStateSpace",
                                        "RateTransition"};
    static const cm_pair names[] = {{"X0", "InitialCondition"}, {"InitialCondition", "X0"}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(type, types[i]) == 0)
            return cm_other(CM_TABLE(names), name);
    return NULL;
}

const char *bd_node_parameter(const bd_node *node, const char *name) {
    const char *other = bd_parameter_other_name(node->type, name);
    const char *value = bd_parameters_find(&node->parameters, name);
    if (!value && other)
        value = bd_parameters_find(&node->parameters, other);
    if (!value && node->file_defaults) {
        value = bd_parameters_find(node->file_defaults, name);
        if (!value && other)
            value = bd_parameters_find(node->file_defaults, other);
    }
    if (!value)
        value = bd_type_default(node->type, name);
    if (!value && other)
        value = bd_type_default(node->type, other);
    return value;
}

const char *bd_diagram_setting(const bd_diagram *diagram, const char *name) {
    static const cm_pair usual[] = {
        {"StartTime", "0.0"},
        {"StopTime", "10.0"},
        {"SolverName", "ode45"},
        {"FixedStep", "auto"},
        {"MaxStep", "auto"},
        {"MinStep", "auto"},
        {"InitialStep", "auto"},
        {"AbsTol", "auto"},
        {"RelTol", "1e-3"},
        {"MaxOrder", "5"},
        {"Refine", "1"},
        {"ZeroCrossControl", "UseLocalSettings"},
        {"SolverMode", "Auto"},
        {"SaveTime", "on"},
        {"TimeSaveName", "tout"},
        {"SaveOutput", "on"},
        {"OutputSaveName", "yout"},
        {"SaveState", "off"},
        {"StateSaveName", "xout"},
        {"SaveFormat", "Array"},
        {"LoadExternalInput", "off"},
        {"ExternalInput", "[t, u]"},
        {"LoadInitialState", "off"},
        {"InitialState", "xInitial"},
        {"AlgebraicLoopMsg", "warning"},
        {"ConsecutiveZCsStepRelTol", "10*128*eps"},
        {"MaxConsecutiveZCs", "1000"},
        {"Decimation", "1"},
    };
    if (strcmp(name, "WSMCode") == 0)
        return diagram->workspace_code;
    /* the solver's name has two keys, and files before configuration sets keep it in the model */
    const char *keys[2] = {name, strcmp(name, "SolverName") == 0 ? "Solver" : NULL};
    const bd_parameters *places[2] = {&diagram->configuration, &diagram->parameters};
    for (size_t p = 0; p < 2; p++)
        for (size_t k = 0; k < 2 && keys[k]; k++) {
            const char *value = bd_parameters_find(places[p], keys[k]);
            if (value)
                return value;
        }
    return cm_other(CM_TABLE(usual), name);
}

static bool is_blank(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

bool bd_names_match(const char *a, const char *b) {
    for (;;) {
        if (is_blank(*a) && is_blank(*b)) {
            while (is_blank(*a))
                a++;
            while (is_blank(*b))
                b++;
        } else if (*a != *b) {
            return false;
        } else if (*a == '\0') {
            return true;
        } else {
            a++;
            b++;
        }
    }
}

bd_node *bd_system_find(const bd_system *system, const char *name) {
    for (size_t i = 0; i < system->block_count; i++)
        if (strcmp(system->blocks[i]->name, name) == 0)
            return system->blocks[i];
    for (size_t i = 0; i < system->block_count; i++)
        if (bd_names_match(system->blocks[i]->name, name))
            return system->blocks[i];
    return NULL;
}

/* the first name of a path, unescaped into name; returns what follows its slash, or NULL at the end
 * or if the name does not fit */
static const char *path_head(const char *path, char *name, size_t size) {
    size_t length = 0;
    for (; *path != '\0'; path++) {
        if (*path == '/') {
            if (path[1] != '/')
                break;
            path++;
        }
        if (length + 1 < size)
            name[length++] = *path;
    }
    name[length] = '\0';
    return *path == '/' ? path + 1 : NULL;
}

bd_node *bd_system_find_path(const bd_system *system, const char *path) {
    char small[1000]; /* usual ones are found without memory */
    char *name = strlen(path) < sizeof small ? small : malloc(strlen(path) + 1);
    bd_node *node = NULL;
    while (name && system && path) {
        path = path_head(path, name, strlen(path) + 1);
        node = bd_system_find(system, name);
        system = node ? node->system : NULL;
    }
    if (name != small)
        free(name);
    return !path ? node : NULL;
}

bd_node *bd_diagram_find(const bd_diagram *diagram, const char *path) {
    size_t length = strlen(diagram->name);
    if (strncmp(path, diagram->name, length) == 0 && path[length] == '/' &&
        path[length + 1] != '/') {
        bd_node *node = bd_system_find_path(diagram->root, path + length + 1);
        if (node)
            return node;
    }
    return bd_system_find_path(diagram->root, path);
}

const char *bd_node_signal_name(const bd_node *node, int index) {
    return bd_node_signal_name_among(node, index, node->parent->lines, node->parent->line_count);
}

const char *bd_node_signal_name_among(const bd_node *node, int index, const bd_line *lines,
                                      size_t count) {
    for (size_t i = 0; i < node->port_settings_count; i++) {
        if (node->port_settings[i].number == index + 1) {
            const char *name = bd_parameters_find(&node->port_settings[i].parameters, "Name");
            if (name && *name != '\0')
                return name;
        }
    }
    for (size_t i = 0; i < count; i++) {
        const bd_end *source = &lines[i].source;
        if (source->block == node && source->kind == BD_PORT_OUTPUT && source->index == index)
            return lines[i].name;
    }
    return "";
}

bd_mask_variable *bd_mask_find(const bd_mask *mask, const char *name) {
    for (size_t i = 0; mask && i < mask->count; i++)
        if (strcmp(mask->variables[i].name, name) == 0)
            return &mask->variables[i];
    return NULL;
}

int bd_text_integer(const char *text, int fallback, int low, int high) {
    char *end = NULL;
    if (!text)
        return fallback;
    long value = strtol(text, &end, 10);
    return end == text || value < low || value > high ? fallback : (int)value;
}

const char *bd_parameters_find_any_case(const bd_parameters *parameters, const char *name) {
    const char *value = bd_parameters_find(parameters, name);
    for (size_t i = 0; !value && i < parameters->count; i++)
        if (strcasecmp(parameters->items[i].name, name) == 0)
            value = parameters->items[i].value;
    return value;
}

const char *bd_diagram_setting_any_case(const bd_diagram *diagram, const char *name) {
    const char *value = bd_diagram_setting(diagram, name);
    if (!value)
        value = bd_parameters_find_any_case(&diagram->configuration, name);
    return value ? value : bd_parameters_find_any_case(&diagram->parameters, name);
}
