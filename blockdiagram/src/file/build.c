/* the diagram as a whole: name, model parameters, block defaults, model workspace, root system */
#include "file/build.h"

#include <stdio.h>
#include <string.h>

#include "common/sentence.h"

#undef bd_build_fail /* the analyzer has another one */
#undef bd_build_no_memory

#define PARAMETERS 5000 /* of one block; more is no diagram */

bd_status bd_build_fail(bd_builder *b, const bd_tree *at, const char *format, ...) {
    CM_SENTENCE(what, 512, format);
    return bd_error_set(b->error, BD_BAD_FILE, "%s:%d: %s", at->file, at->line, what);
}

bd_status bd_build_no_memory(bd_builder *b, const bd_tree *at) {
    return bd_error_set(b->error, BD_LIMIT_EXCEEDED, "%s:%d: the diagram needs too much memory",
                        at->file, at->line);
}

const char *bd_build_text(bd_builder *b, const char *text) {
    return *text == '\0' ? "" : bd_arena_copy(b->diagram->arena, text);
}

bd_status bd_build_parameter(bd_builder *b, const bd_tree *leaf, bd_parameters *parameters) {
    const char *name = bd_build_text(b, leaf->name);
    const char *value = bd_build_text(b, leaf->text);
    if (parameters->count >= PARAMETERS)
        return bd_error_set(b->error, BD_LIMIT_EXCEEDED, "%s:%d: more than %d parameters",
                            leaf->file, leaf->line, PARAMETERS);
    if (!name || !value || !bd_parameters_put(b->diagram->arena, parameters, name, value))
        return bd_build_no_memory(b, leaf);
    return BD_OK;
}

/* BlockParameterDefaults { Block { BlockType Gain, Gain "1" … } … } */
static bd_status build_defaults(bd_builder *b, const bd_tree *model) {
    bd_diagram *diagram = b->diagram;
    const bd_tree *list = bd_tree_section(model, "BlockParameterDefaults");
    for (const bd_tree *t = list ? list->first : NULL; t; t = t->next) {
        const char *type = t->section ? bd_tree_text(t, "BlockType") : NULL;
        if (!type)
            continue;
        if (!bd_arena_grow(diagram->arena, (void **)&diagram->defaults, diagram->defaults_count,
                           &diagram->defaults_capacity, sizeof *diagram->defaults))
            return bd_build_no_memory(b, t);
        bd_type_defaults *defaults = &diagram->defaults[diagram->defaults_count++];
        *defaults = (bd_type_defaults){.type = bd_build_text(b, type)};
        if (!defaults->type)
            return bd_build_no_memory(b, t);
        for (const bd_tree *leaf = t->first; leaf; leaf = leaf->next) {
            if (leaf->section || strcmp(leaf->name, "BlockType") == 0)
                continue;
            bd_status status = bd_build_parameter(b, leaf, &defaults->parameters);
            if (status != BD_OK)
                return status;
        }
    }
    return BD_OK;
}

/* the first of these keys that has a text, in the section of the workspace or in the model */
static const char *workspace_text(const bd_tree *model, const char *const *keys, size_t count) {
    const bd_tree *own = bd_tree_search(model, "ModelWorkspace");
    const bd_tree *places[2] = {own ? own : model, model};
    for (size_t p = 0; p < 2; p++)
        for (size_t k = 0; k < count; k++) {
            const char *text = bd_tree_text(places[p], keys[k]);
            if (text && *text != '\0')
                return text;
        }
    return NULL;
}

/* run('data.m') or load('data.mat'). A path of the author's machine means the file's name */
static const char *code_of_file(const char *command, const char *file, char *code, size_t size) {
    const bool absolute = file[0] == '/' || (file[0] != '\0' && file[1] == ':');
    const char *name = file;
    for (const char *c = file; absolute && *c; c++)
        name = *c == '/' || *c == '\\' ? c + 1 : name;
    size_t used = (size_t)snprintf(code, size, "%s('", command);
    for (const char *c = name; *c && used + 6 < size; c++) {
        if (*c == '\'')
            code[used++] = '\'';
        code[used++] = *c == '\\' ? '/' : *c;
    }
    snprintf(code + used, size - used, "');");
    return code;
}

/* what fills the model workspace as its DataSource says: code, or a file that is run or loaded.
 * Variables kept as binary data are a parameter of the model */
static bd_status build_workspace(bd_builder *b, const bd_tree *model) {
    static const char *const codes[] = {"WSMATLABCode", "WSMCode", "MATLABCode", "MCode"};
    static const char *const sources[] = {"WSDataSource"}, *const files[] = {"WSSourceFileName"};
    const char *source = workspace_text(model, sources, 1);
    const char *file = workspace_text(model, files, 1), *code = NULL;
    char made[1000];
    if (!source || strcmp(source, "MATLAB Code") == 0 || strcmp(source, "M-Code") == 0)
        code = workspace_text(model, codes, sizeof codes / sizeof *codes);
    else if (file && (strcmp(source, "MATLAB File") == 0 || strcmp(source, "M-File") == 0))
        code = code_of_file("run", file, made, sizeof made);
    else if (file && strcmp(source, "MAT-File") == 0)
        code = code_of_file("load", file, made, sizeof made);
    if (code) {
        b->diagram->workspace_code = bd_build_text(b, code);
        return b->diagram->workspace_code ? BD_OK : bd_build_no_memory(b, model);
    }
    const bd_tree *binary = bd_tree_child(model, "WSMdlFileData");
    if (binary && strncmp(binary->text, BD_STORED_VALUE, strlen(BD_STORED_VALUE)) != 0)
        bd_log_add(b->log,
                   "%s:%d: the variables of the model workspace are stored as binary data that are "
                   "not found",
                   binary->file, binary->line);
    return BD_OK;
}

static bd_status build_root(bd_builder *b, const bd_tree *model) {
    for (const bd_tree *t = model->first; t; t = t->next)
        if (!t->section)
            BD_TRY(bd_build_parameter(b, t, &b->diagram->parameters));
    BD_TRY(bd_build_configuration(b, model));
    BD_TRY(build_defaults(b, model));
    BD_TRY(build_workspace(b, model));
    const bd_tree *root = bd_tree_section(model, "System");
    if (!root)
        return bd_build_fail(b, model, "the %s has no System section", model->name);
    BD_TRY(bd_build_system(b, root, b->diagram->root));
    return bd_build_charts(b, model);
}

/* name of the diagram: its own key, else the file without folder and ending */
static bd_status name_diagram(bd_builder *b, const bd_tree *model, const char *file) {
    bd_diagram *diagram = b->diagram;
    const char *name = bd_tree_text(model, "Name");
    const char *slash = strrchr(file, '/');
    const char *base = slash ? slash + 1 : file;
    const char *dot = strrchr(base, '.');
    size_t length = dot && dot != base ? (size_t)(dot - base) : strlen(base);
    /* it ends folders in paths of blocks, and would in names of files */
    if (name && strchr(name, '/'))
        return bd_build_fail(b, model, "'%.100s' is no name of a model: it has a '/'", name);
    if (name && *name != '\0')
        diagram->name = bd_build_text(b, name);
    else
        diagram->name = bd_arena_copy_bytes(diagram->arena, base, length);
    diagram->file = bd_arena_copy(diagram->arena, file);
    const char *version = bd_tree_text(model, "Version");
    diagram->version = bd_build_text(b, version ? version : "");
    if (!diagram->name || !diagram->file || !diagram->version)
        return bd_build_no_memory(b, model);
    diagram->kind = strcmp(model->name, "Library") == 0     ? BD_LIBRARY
                    : strcmp(model->name, "Subsystem") == 0 ? BD_SUBSYSTEM_FILE
                                                            : BD_MODEL;
    return BD_OK;
}

bd_status bd_build_diagram(const bd_tree *tree, const char *file, bd_diagram **diagram, bd_log *log,
                           bd_error *error) {
    bd_builder b = {.log = log, .error = error};
    *diagram = NULL;
    b.diagram = bd_diagram_create("");
    b.scratch = bd_arena_create(BD_ARENA_BYTES);
    bd_status status =
        b.diagram && b.scratch ? name_diagram(&b, tree, file) : bd_build_no_memory(&b, tree);
    if (status == BD_OK)
        status = build_root(&b, tree);
    bd_arena_free(b.scratch);
    if (status == BD_OK)
        *diagram = b.diagram;
    else
        bd_diagram_free(b.diagram);
    return status;
}
