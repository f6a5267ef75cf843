/* the model: settings, variables, code, and its systems */
#include "file/yaml_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/words.h"
#include "base/text.h"
#include "multirate/nearest.h"
#include "blockdiagram/solvers.h"

#undef bd_yaml_memory /* the analyzer has another one */

bool bd_is_yaml_name(const char *path) {
    const size_t length = strlen(path);
    return (length > 5 && strcmp(path + length - 5, ".yaml") == 0) ||
           (length > 4 && strcmp(path + length - 4, ".yml") == 0);
}

bd_status bd_yaml_memory(bd_yaml_model *m) {
    return bd_error_set(m->document.error, BD_OUT_OF_MEMORY, "%s: out of memory", m->document.file);
}

/* the sentence of an edit gets the place in the file */
static bd_status at_line(bd_yaml_model *m, const bd_yaml *at, bd_status status) {
    return status == BD_OK
               ? BD_OK
               : bd_error_prefix(m->document.error, "%s:%d: ", m->document.file,
                                 /* `at` is the value that was set */
                                 /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference) */
                                 (int)at->start_mark.line + 1);
}

static bd_status set_model(bd_yaml_model *m, const bd_yaml *at, const char *name,
                           const char *value) {
    const bd_setting setting = {name, value};
    return at_line(m, at, bd_edit_set_model(m->diagram, &setting, 1, m->document.error));
}

static bd_status read_settings(bd_yaml_model *m, const bd_yaml *map) {
    if (!bd_yaml_is_map(map))
        return bd_yaml_refuse(&m->document, map, "settings are names and values");
    for (size_t i = 0; i < bd_yaml_count(map); i++) {
        const char *name;
        const bd_yaml *value = bd_yaml_at(&m->document, map, i, &name);
        const char *text = bd_yaml_text(value);
        if (!text)
            return bd_yaml_refuse(&m->document, value, "%s must be a text or number", name);
        BD_TRY(set_model(m, value, name, text));
    }
    return BD_OK;
}

/* "name = value;" for each, then what stands under on_load: variables can be set from outside */
static bd_status read_variables(bd_yaml_model *m, const bd_yaml *variables, const bd_yaml *code) {
    bd_text text = {0};
    bd_status status = BD_OK;
    if (variables && !bd_yaml_is_map(variables))
        return bd_yaml_refuse(&m->document, variables, "variables are names and values");
    if (code && !bd_yaml_text(code))
        return bd_yaml_refuse(&m->document, code, "on_load must be a text");
    for (size_t i = 0; status == BD_OK && i < bd_yaml_count(variables); i++) {
        const char *name;
        const bd_yaml *value = bd_yaml_at(&m->document, variables, i, &name);
        if (!bd_edit_is_model_name(name))
            status = bd_yaml_refuse(&m->document, value, "'%.100s' cannot be a variable", name);
        else if (!bd_yaml_text(value))
            status = bd_yaml_refuse(&m->document, value, "%s must be an expression", name);
        bd_text_add(&text, name);
        bd_text_add(&text, " = ");
        bd_text_add(&text, status == BD_OK ? bd_yaml_text(value) : "");
        bd_text_add(&text, ";\n");
    }
    if (code)
        bd_text_add(&text, bd_yaml_text(code));
    if (status == BD_OK && text.failed)
        status = bd_yaml_memory(m);
    if (status == BD_OK && text.size > 0) {
        bd_text_put(&text, "", 1);
        status = text.failed ? bd_yaml_memory(m)
                             : set_model(m, variables ? variables : code, "PreLoadFcn", text.bytes);
    }
    free(text.bytes);
    return status;
}

/* the step is the solver's own, or the largest one if it chooses */
static bd_status read_step(bd_yaml_model *m, const bd_yaml *step) {
    static const char *const variable[] = {BD_VARIABLE_SOLVERS(BD_SOLVER_NAME)};
    const char *solver = bd_diagram_setting(m->diagram, "SolverName");
    const char *name = "FixedStep";
    for (size_t i = 0; i < sizeof variable / sizeof *variable; i++)
        if (strcmp(variable[i], solver) == 0)
            name = "MaxStep";
    return set_model(m, step, name, bd_yaml_text(step));
}

static bd_status read_top(bd_yaml_model *m, const bd_yaml *root) {
    static const char *const known[] = {"model",  "description", "stop",      "start",   "solver",
                                        "step",   "settings",    "variables", "on_load", "code",
                                        "blocks", "inputs",      "outputs",   "lines",   NULL};
    bd_yaml_document *d = &m->document;
    for (size_t i = 0; i < bd_yaml_count(root); i++) {
        const char *key;
        char hint[MR_HINT_SIZE];
        const bd_yaml *value = bd_yaml_at(d, root, i, &key);
        bool found = false;
        for (size_t k = 0; known[k]; k++)
            found = found || strcmp(known[k], key) == 0;
        if (!found)
            return bd_yaml_refuse(d, value, "'%.100s' is no key of a model%s", key,
                                  mr_nearest_of(key, known, hint, sizeof hint));
    }
    static const cm_pair texts[] = {
        {"description", "Description"}, {"start", "StartTime"}, {"stop", "StopTime"},
        {"solver", "Solver"},           {"code", "InitFcn"},    {"step", NULL}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const bd_yaml *value = bd_yaml_get(d, root, texts[i].word);
        if (!value)
            continue;
        if (!bd_yaml_text(value))
            return bd_yaml_refuse(d, value, "%s must be a text or number", texts[i].word);
        BD_TRY(texts[i].other ? set_model(m, value, texts[i].other, bd_yaml_text(value))
                              : read_step(m, value));
    }
    const bd_yaml *settings = bd_yaml_get(d, root, "settings");
    if (settings)
        BD_TRY(read_settings(m, settings));
    BD_TRY(read_variables(m, bd_yaml_get(d, root, "variables"), bd_yaml_get(d, root, "on_load")));
    return bd_yaml_read_system(m, root, m->diagram->root);
}

static void file_name(const char *path, char *name, size_t size) {
    const char *slash = strrchr(path, '/');
    snprintf(name, size, "%s", slash ? slash + 1 : path);
    if (strrchr(name, '.'))
        *strrchr(name, '.') = '\0';
    for (char *c = name; *c != '\0'; c++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789", *c))
            *c = '_';
}

bd_status bd_yaml_read_model(const char *bytes, size_t size, const char *path, bd_diagram **diagram,
                             bd_error *error) {
    bd_yaml_model m = {0};
    bd_yaml *root = NULL;
    char name[64];
    *diagram = NULL;
    bd_status status = bd_yaml_open(&m.document, bytes, size, path, &root, error);
    if (status != BD_OK)
        return status;
    const bd_yaml *own = bd_yaml_get(&m.document, root, "model");
    file_name(path, name, sizeof name);
    if (own && (!bd_yaml_text(own) || !bd_edit_is_model_name(bd_yaml_text(own))))
        status = bd_yaml_refuse(&m.document, own, "this cannot be the name of a model");
    else if (own)
        snprintf(name, sizeof name, "%s", bd_yaml_text(own));
    if (status == BD_OK) {
        m.diagram = bd_diagram_create(name);
        status = m.diagram ? BD_OK : bd_yaml_memory(&m);
    }
    if (status == BD_OK) {
        m.diagram->file = bd_arena_copy(m.diagram->arena, path);
        status = m.diagram->file ? read_top(&m, root) : bd_yaml_memory(&m);
    }
    bd_yaml_close(&m.document);
    if (status == BD_OK)
        *diagram = m.diagram;
    else
        bd_diagram_free(m.diagram);
    return status;
}

static bd_status check_link(const bd_node *node, const char *file, bd_error *error) {
    char hint[160];
    if (node->obstacle)
        return bd_error_set(error, BD_BAD_FILE, "%s:%d: block '%s' %s", file, node->line,
                            node->path, node->obstacle);
    for (size_t i = 0; i < node->link->written.count; i++)
        if (!bd_edit_is_parameter(node, node->link->written.items[i].name) ||
            (node->mask && node->link->kind == BD_LINK_LIBRARY &&
             strcmp(node->link->written.items[i].name, "Position") != 0 &&
             !bd_mask_find(node->mask, node->link->written.items[i].name)))
            return bd_error_set(
                error, BD_BAD_FILE, "%s:%d: '%s' does not have a parameter named '%.100s'%s", file,
                node->line, node->path, node->link->written.items[i].name,
                bd_node_parameter_hint(node, node->link->written.items[i].name, hint, sizeof hint));
    return BD_OK;
}

static bd_status check_system(const bd_system *system, const char *file, bd_error *error) {
    for (size_t i = 0; i < system->block_count; i++) {
        const bd_node *node = system->blocks[i];
        if (node->link && node->link->kind == BD_LINK_LIBRARY)
            BD_TRY(check_link(node, file, error));
        else if (node->system)
            BD_TRY(check_system(node->system, file, error));
    }
    for (size_t i = 0; i < system->line_count; i++)
        for (size_t k = 0; k <= system->lines[i].destination_count; k++) {
            const bd_end *end =
                k == 0 ? &system->lines[i].source : &system->lines[i].destinations[k - 1];
            if (end->index >= end->block->ports[end->kind] &&
                end->block->kind != BD_KIND_S_FUNCTION)
                return bd_error_set(error, BD_BAD_FILE, "%s:%d: '%s' has no %s port %d (it has %d)",
                                    file, system->lines[i].number, end->block->path,
                                    end->kind == BD_PORT_OUTPUT ? "output" : "input",
                                    end->index + 1, end->block->ports[end->kind]);
        }
    return BD_OK;
}

bd_status bd_yaml_check_links(const bd_diagram *diagram, bd_error *error) {
    return check_system(diagram->root, diagram->file, error);
}
