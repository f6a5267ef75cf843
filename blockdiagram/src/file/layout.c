/* walks the parts of a package: simulink/blockdiagram.xml, configSetInfo.xml and configSet*.xml,
 * bddefaults.xml, systems/system_*.xml, stateflow.xml or the parts in stateflow (R2014b and later),
 * metadata/coreProperties.xml, binary parts of use */
#include "file/layout.h"

#include <stdio.h>
#include <string.h>

#include "file/binary.h"
#include "file/internal.h"

typedef struct assembly {
    bd_package *package;
    bd_arena *arena;
    bd_error *error;
    const char *file;
    const char **used; /* system parts that have found their place */
    size_t used_count;
    size_t used_capacity;
} assembly;

static bd_status no_memory(const assembly *a) {
    return bd_error_set(a->error, BD_LIMIT_EXCEEDED, "%s: the file needs too much memory", a->file);
}

/* the tree of a part; *tree is NULL if there is no such part */
static bd_status parse_part(const assembly *a, const char *name, bd_tree **tree) {
    bd_part part;
    *tree = NULL;
    BD_TRY(bd_package_read(a->package, name, &part, a->error));
    if (!part.bytes)
        return BD_OK;
    return bd_xml_parse(part.bytes, part.size, part.label, part.first_line, a->arena, tree,
                        a->error);
}

/* a part name from inside the file: letters, digits, underscores and dots only, so that it stays
 * in its folder of the package */
static bool is_plain_name(const char *name) {
    if (*name == '\0' || *name == '.')
        return false;
    for (; *name != '\0'; name++) {
        char c = *name;
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                     c == '_' || c == '-' || c == '.';
        if (!plain)
            return false;
    }
    return true;
}

static bd_status mark_used(assembly *a, const bd_tree *at, const char *name) {
    for (size_t i = 0; i < a->used_count; i++)
        if (strcmp(a->used[i], name) == 0)
            return bd_error_set(a->error, BD_BAD_FILE, "%s:%d: system part '%s' is used twice",
                                at->file, at->line, name);
    if (!bd_arena_grow(a->arena, (void **)&a->used, a->used_count, &a->used_capacity,
                       sizeof *a->used))
        return no_memory(a);
    a->used[a->used_count++] = name;
    return BD_OK;
}

/* <System Ref="system_12"/>, <chart Ref="chart_52"/> get the content of their part, once */
static bd_status graft(assembly *a, bd_tree *tree, const char *ref, const char *folder,
                       const char *section, const char *what) {
    char name[256];
    if (!is_plain_name(ref) ||
        snprintf(name, sizeof name, "%s/%s.xml", folder, ref) >= (int)sizeof name)
        return bd_error_set(a->error, BD_BAD_FILE, "%s:%d: '%.200s' is no name of a %s part",
                            tree->file, tree->line, ref, what);
    BD_TRY(mark_used(a, tree, ref));
    bd_tree *part = NULL;
    BD_TRY(parse_part(a, name, &part));
    const bd_tree *content = part ? bd_tree_section(part, section) : NULL;
    if (!content)
        return bd_error_set(a->error, BD_BAD_FILE, "%s:%d: part '%s' is missing or has no %s",
                            tree->file, tree->line, name, what);
    tree->first = content->first;
    tree->last = content->last;
    tree->file = content->file;
    return BD_OK;
}

static bd_status insert_systems(assembly *a, bd_tree *tree, int depth);

static bd_status insert_system(assembly *a, bd_tree *system, const char *ref, int depth) {
    BD_TRY(graft(a, system, ref, "simulink/systems", "System", "system"));
    return insert_systems(a, system, depth + 1);
}

static bd_status insert_systems(assembly *a, bd_tree *tree, int depth) {
    if (depth >= 2 * BD_NESTING)
        return bd_error_set(a->error, BD_LIMIT_EXCEEDED, "%s:%d: systems are nested too deep",
                            tree->file, tree->line);
    for (bd_tree *t = tree->first; t; t = t->next) {
        if (!t->section)
            continue;
        const char *ref = strcmp(t->name, "System") == 0 ? bd_tree_text(t, "Ref") : NULL;
        BD_TRY(ref ? insert_system(a, t, ref, depth) : insert_systems(a, t, depth + 1));
    }
    return BD_OK;
}

/* the name of a configuration part somewhere in this element, else NULL */
static const char *part_reference(const bd_tree *tree) {
    for (const bd_tree *t = tree->first; t; t = t->next) {
        const char *at = strstr(t->text, "configSet");
        if (at)
            return at;
    }
    return strstr(tree->text, "configSet");
}

/* which configSet part is active; those after the first only matter if one is marked */
static bd_status active_set_name(const assembly *a, char *name, size_t room) {
    bd_tree *info = NULL;
    bd_status status = parse_part(a, "simulink/configSetInfo.xml", &info);
    snprintf(name, room, "simulink/configSet0.xml");
    const bd_tree *list = info ? info->first : NULL;
    int number = 0;
    for (const bd_tree *t = list ? list->first : NULL; t; t = t->next) {
        if (!t->section)
            continue;
        const char *active = bd_tree_text(t, "Active");
        if (active && strcmp(active, "true") == 0) {
            const char *ref = part_reference(t);
            if (ref)
                number = bd_text_integer(ref + strlen("configSet"), number, 0, 10000);
            snprintf(name, room, "simulink/configSet%d.xml", number);
            break;
        }
        number++;
    }
    return status;
}

static bd_status add_configuration(assembly *a, bd_tree *model) {
    char name[64];
    bd_tree *part = NULL;
    BD_TRY(active_set_name(a, name, sizeof name));
    BD_TRY(parse_part(a, name, &part));
    if (!part || !part->first)
        return BD_OK;
    part->name = "ConfigurationPart";
    bd_tree_move(model, part);
    return BD_OK;
}

static bd_status add_defaults(assembly *a, bd_tree *model) {
    bd_tree *part = NULL;
    BD_TRY(parse_part(a, "simulink/bddefaults.xml", &part));
    if (!part)
        return BD_OK;
    const bd_tree *found = bd_tree_search(part, "BlockParameterDefaults");
    bd_tree *copy = bd_arena_alloc(a->arena, sizeof *copy);
    if (!copy)
        return no_memory(a);
    if (found) {
        *copy = *found;
        bd_tree_move(model, copy);
    }
    return BD_OK;
}

/* the release is a property of the package; older models also say it themselves */
static bd_status add_version(assembly *a, bd_tree *model) {
    bd_tree *part = NULL;
    BD_TRY(bd_tree_child(model, "Version") ? BD_OK
                                           : parse_part(a, "metadata/coreProperties.xml", &part));
    const bd_tree *properties = part ? part->first : NULL;
    const char *version = properties ? bd_tree_text(properties, "cp:version") : NULL;
    if (!version)
        return BD_OK;
    bd_tree *leaf = bd_tree_add(a->arena, model, "Version", properties->line);
    if (!leaf)
        return no_memory(a);
    leaf->text = version;
    return BD_OK;
}

/* the variables of the model workspace are a part that nothing refers to; to R2017 a MAT file */
static bd_status add_workspace(assembly *a, bd_tree *model) {
    static const char *const names[] = {"modelWorkspace.mxarray", BD_WORKSPACE_FILE};
    for (size_t i = 0; i < 2 && !bd_tree_child(model, "WSMdlFileData"); i++) {
        char path[100];
        bd_part part;
        snprintf(path, sizeof path, "simulink/%s", names[i]);
        BD_TRY(bd_package_read(a->package, path, &part, a->error));
        if (!part.bytes)
            continue;
        bd_tree *leaf = bd_tree_add(a->arena, model, "WSMdlFileData", model->line);
        if (!leaf)
            return no_memory(a);
        leaf->text = names[i];
    }
    return BD_OK;
}

static bd_status insert_chart(assembly *a, bd_tree *chart, const char *ref) {
    return graft(a, chart, ref, "simulink/stateflow", "chart", "chart");
}

static bd_tree *find_charts(bd_tree *part) {
    for (bd_tree *top = part->first; top; top = top->next)
        for (bd_tree *t = top->first; t; t = t->next)
            if (t->section && strcmp(t->name, "Stateflow") == 0)
                return t;
    return NULL;
}

/* charts: beside the model up to R2013b, one part up to R2019b, one for each afterwards */
static bd_status add_charts(assembly *a, bd_tree *diagram, bd_tree *model) {
    bd_tree *part = NULL;
    BD_TRY(parse_part(a, "simulink/stateflow.xml", &part));
    if (!part)
        BD_TRY(parse_part(a, "simulink/stateflow/machine.xml", &part));
    bd_tree *charts = part ? part->first : find_charts(diagram);
    if (!charts || strcmp(charts->name, "Stateflow") != 0)
        return BD_OK;
    for (bd_tree *machine = charts->first; machine; machine = machine->next)
        for (bd_tree *list = machine->first; list; list = list->next)
            for (bd_tree *t = list->section ? list->first : NULL; t; t = t->next) {
                const char *ref =
                    t->section && strcmp(t->name, "chart") == 0 ? bd_tree_text(t, "Ref") : NULL;
                if (ref)
                    BD_TRY(insert_chart(a, t, ref));
            }
    bd_tree_move(model, charts);
    return BD_OK;
}

static bd_tree *find_model(bd_tree *part) {
    static const char *const kinds[] = {"Model", "Library", "Subsystem"};
    for (bd_tree *top = part->first; top; top = top->next)
        for (bd_tree *t = top->first; t; t = t->next)
            for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
                if (t->section && strcmp(t->name, kinds[i]) == 0)
                    return t;
    return NULL;
}

bd_status bd_package_assemble(bd_package *package, const char *file, bd_arena *arena,
                              bd_tree **tree, bd_error *error) {
    assembly a = {.package = package, .arena = arena, .error = error, .file = file};
    bd_tree *part = NULL;
    BD_TRY(parse_part(&a, "simulink/blockdiagram.xml", &part));
    bd_tree *model = part ? find_model(part) : NULL;
    if (!model)
        return bd_error_set(error, BD_BAD_FILE,
                            "%s: part simulink/blockdiagram.xml is missing or has no model", file);
    BD_TRY(add_configuration(&a, model));
    BD_TRY(add_defaults(&a, model));
    BD_TRY(add_version(&a, model));
    BD_TRY(insert_systems(&a, model, 0));
    BD_TRY(add_workspace(&a, model));
    BD_TRY(add_charts(&a, part, model));
    BD_TRY(bd_insert_mat_parts(model, package, arena, error));
    *tree = model;
    return BD_OK;
}
