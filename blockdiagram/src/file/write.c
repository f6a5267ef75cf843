/* a diagram as sections and keys in the form of a release, then as .mdl text or as a package */
#include "file/write.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/words.h"
#include "blockdiagram/new_file.h"
#include "file/internal.h"

#define DATE "Thu Jan 01 00:00:00 2026" /* the same bytes for the same diagram */

/* keys that are written by name, not by the list of the release */
static bool is_own_key(const char *name) {
    static const char *const own[] = {"Name",
                                      "Version",
                                      "SavedCharacterEncoding",
                                      "WSMCode",
                                      "WSMATLABCode",
                                      "MATLABCode",
                                      "MCode",
                                      "Created",
                                      "Creator",
                                      "LastModifiedBy",
                                      "LastModifiedDate",
                                      "RTWModifiedTimeStamp",
                                      "ModelVersionFormat",
                                      "LibraryType",
                                      "ExplicitPartitioning"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strcmp(name, own[i]) == 0)
            return true;
    return false;
}

static const char *own_text(const bd_writer *w, const char *name, const char *usual) {
    const char *value = bd_parameters_find(&w->diagram->parameters, name);
    return value ? value : usual;
}

void bd_write_release_key(bd_writer *w, bd_file_item *section, const bd_release_key *key,
                          const bd_parameters *own) {
    bd_arena *arena = w->items.arena;
    const char *name = bd_arena_copy_bytes(arena, key->name, key->name_length);
    const char *value = own && name ? bd_parameters_find(own, name) : NULL;
    if (!value)
        value = bd_arena_copy_bytes(arena, key->value, key->value_length);
    if (!name || !value) {
        w->items.failed = true;
        return;
    }
    bd_file_item *item = bd_item_quoted(&w->items, section, name, value);
    if (item)
        item->bare = !key->quoted;
}

void bd_write_section(bd_writer *w, bd_file_item *section, const char *keys,
                      const bd_parameters *own) {
    bd_release_key key;
    while (bd_release_next(&keys, &key))
        bd_write_release_key(w, section, &key, own);
}

static void write_interface(bd_writer *w, bd_file_item *parent) {
    bd_items *items = &w->items;
    const bd_system *root = w->diagram->root;
    bd_file_item *section = bd_item_section(items, parent, "GraphicalInterface");
    static const char *const kinds[] = {"Inport", "Outport"};
    for (size_t k = 0; k < 2; k++) {
        size_t count = 0;
        for (size_t i = 0; i < root->block_count; i++)
            count += strcmp(root->blocks[i]->type, kinds[k]) == 0;
        bd_item_bare(items, section, k == 0 ? "NumRootInports" : "NumRootOutports", "%zu", count);
        for (size_t i = 0; i < root->block_count; i++) {
            if (strcmp(root->blocks[i]->type, kinds[k]) != 0)
                continue;
            bd_file_item *port = bd_item_section(items, section, kinds[k]);
            bd_item_quoted(items, port, "BusObject", "");
            if (k == 1)
                bd_item_quoted(items, port, "BusOutputAsStruct", "off");
            bd_item_quoted(items, port, "Name", root->blocks[i]->name);
        }
    }
    bd_item_quoted(items, section, "ParameterArgumentNames", "");
    bd_item_quoted(items, section, "ComputedModelVersion", "1.1");
    bd_item_bare(items, section, "NumModelReferences", "0");
    bd_item_bare(items, section, "NumTestPointedSignals", "0");
}

/* the section of a package that the keys go into from this one on */
static const cm_pair key_groups[] = {{"UpdateHistory", "ConfigManagerSettings"},
                                     {"SampleTimeColors", "EditorSettings"},
                                     {"SimulationMode", "SimulationSettings"},
                                     {"RecordCoverage", "Verification"},
                                     {"ExtModeBatchMode", "ExternalMode"},
                                     {"BufferReuse", "EngineSettings"},
                                     {"ShowModelReferenceBlockVersion", "ModelReferenceSettings"}};

static const char *group_from(const char *key) {
    return cm_other(CM_TABLE(key_groups), key);
}

/* keys about the file itself, in their places among the others; a package tells them elsewhere */
static void write_dates(bd_writer *w, bd_file_item *section, const char *before) {
    bd_items *items = &w->items;
    if (strcmp(before, "UpdateHistory") == 0 && !w->package) {
        bd_item_quoted(items, section, "Created", own_text(w, "Created", DATE));
        bd_item_quoted(items, section, "Creator", own_text(w, "Creator", "Multirate"));
    } else if (strcmp(before, "ModifiedDateFormat") == 0 && !w->package) {
        bd_item_quoted(items, section, "LastModifiedBy",
                       own_text(w, "LastModifiedBy", "Multirate"));
    } else if (strcmp(before, "ConfigurationManager") == 0) {
        if (!w->package)
            bd_item_quoted(items, section, "LastModifiedDate",
                           own_text(w, "LastModifiedDate", DATE));
        bd_file_item *stamp = bd_item_quoted(items, section, "RTWModifiedTimeStamp",
                                             own_text(w, "RTWModifiedTimeStamp", "0"));
        if (stamp)
            stamp->bare = true;
        bd_item_quoted(items, section, "ModelVersionFormat",
                       own_text(w, "ModelVersionFormat", "1.%<AutoIncrement:1>"));
    }
}

/* all keys of the release, and objects between them */
static void write_keys(bd_writer *w, bd_file_item *model, const char *keys) {
    const bool is_model = w->diagram->kind == BD_MODEL;
    bd_file_item *section = model;
    bd_release_key key;
    while (bd_release_next(&keys, &key)) {
        char name[128];
        snprintf(name, sizeof name, "%.*s", (int)key.name_length, key.name);
        if (is_own_key(name) || strcmp(name, "MdlSubVersion") == 0)
            continue;
        const char *group = group_from(name);
        if (strcmp(name, "UpdateHistory") == 0 && w->release->objects)
            bd_write_windows(w, model);
        if (w->package && group)
            section = bd_item_section(&w->items, model, group);
        write_dates(w, section, name);
        if (w->package && strcmp(name, "ConfigurationManager") == 0)
            continue;
        bd_write_release_key(w, section, &key, &w->diagram->parameters);
        if (strcmp(name, "TryForcingSFcnDF") == 0 && w->release->objects && is_model)
            bd_write_logging(w, section);
    }
}

static void write_top(bd_writer *w, bd_file_item *model, const char *keys) {
    bd_items *items = &w->items;
    const bd_parameters *own = &w->diagram->parameters;
    bd_release_key key;
    if (!w->package) {
        bd_item_quoted(items, model, "Name", w->name);
        bd_item_bare(items, model, "Version", "%s", w->release->version);
        bd_item_bare(items, model, "MdlSubVersion", "0");
    }
    bd_item_quoted(items, model, "SavedCharacterEncoding", "UTF-8");
    if (w->diagram->kind == BD_LIBRARY)
        bd_item_quoted(items, model, "LibraryType", "BlockLibrary");
    else
        write_interface(w, model);
    for (size_t i = 0; i < own->count; i++)
        if (!is_own_key(own->items[i].name) && strcmp(own->items[i].name, "MdlSubVersion") != 0 &&
            !bd_release_key_find(keys, own->items[i].name, &key))
            bd_item_key(items, model, own->items[i].name, own->items[i].value);
    if (*w->diagram->workspace_code != '\0') {
        const char *source = bd_parameters_find(own, "WSDataSource");
        const bool present = source && strcmp(source, "MATLAB Code") == 0;
        if (!source)
            bd_item_quoted(items, model, "WSDataSource", "M-Code");
        bd_item_quoted(items, model, present ? "WSMATLABCode" : "WSMCode",
                       w->diagram->workspace_code);
    }
}

/* the diagram as sections: one of the kind "Model" or "Library" */
static bd_status write_diagram(bd_writer *w, bd_file_item **root) {
    const bool is_model = w->diagram->kind == BD_MODEL;
    const char *kind = is_model ? "Model" : "Library";
    const char *keys = bd_release_keys(w->release, kind);
    bd_file_item *top = bd_arena_alloc(w->items.arena, sizeof *top);
    *root = NULL;
    BD_TRY(top ? bd_write_number(w) : BD_OUT_OF_MEMORY);
    top->section = true;
    top->name = kind;
    write_top(w, top, keys);
    write_keys(w, top, keys);
    bd_write_configuration(w, top);
    if (w->release->objects && is_model) {
        bd_file_item *section =
            w->package ? bd_item_section(&w->items, top, "ConcurrentExecutionSettings") : top;
        bd_write_transfer(w, section);
        bd_item_bare(&w->items, section, "ExplicitPartitioning", "off");
    }
    bd_write_defaults(w, top);
    *root = top;
    return bd_write_system(w, top, w->diagram->root, w->name);
}

static bd_status finish(bd_writer *w, const bd_file_item *root, char **bytes, size_t *size) {
    const char *name = w->diagram->name;
    if (w->items.failed)
        return bd_error_set(w->error, BD_OUT_OF_MEMORY, "%s: out of memory", name);
    if (w->package)
        return bd_write_package(w, root, bytes, size);
    bd_text text = {0};
    bd_item_write_text(root, &text);
    const bd_file_item *charts = bd_write_charts(w);
    if (charts)
        bd_item_write_text(charts, &text);
    text.failed = text.failed || w->items.failed;
    if (!text.failed && !text.bad_key) {
        *bytes = text.bytes;
        *size = text.size;
        return BD_OK;
    }
    free(text.bytes);
    if (text.failed)
        return bd_error_set(w->error, BD_OUT_OF_MEMORY, "%s: out of memory", name);
    return bd_error_set(w->error, BD_CANNOT_WRITE, "%s: .mdl text cannot hold the name '%.200s'",
                        name, text.bad_key);
}

static bd_status write_bytes(const bd_diagram *diagram, const char *name, const bd_release *release,
                             bool package, char **bytes, size_t *size, bd_error *error) {
    *bytes = NULL;
    *size = 0;
    if (diagram->kind == BD_SUBSYSTEM_FILE)
        return bd_error_set(error, BD_UNSUPPORTED, "%s: a subsystem file cannot be written",
                            diagram->name);
    bd_writer w = {.items = {.arena = bd_arena_create(BD_ARENA_BYTES)},
                   .diagram = diagram,
                   .name = name,
                   .release = release,
                   .package = package,
                   .next_object = 1,
                   .error = error};
    bd_file_item *root = NULL;
    bd_status status =
        w.items.arena ? write_diagram(&w, &root)
                      : bd_error_set(error, BD_OUT_OF_MEMORY, "%s: out of memory", diagram->name);
    if (status == BD_OK)
        status = finish(&w, root, bytes, size);
    bd_arena_free(w.items.arena);
    return status;
}

bd_status bd_diagram_write_memory(const bd_diagram *diagram, char **text, size_t *size,
                                  bd_error *error) {
    return write_bytes(diagram, diagram->name, bd_release_for(diagram->version, false), false, text,
                       size, error);
}

static bool ends_with(const char *path, const char *ending) {
    const size_t length = strlen(path), last = strlen(ending);
    return length >= last && strcmp(path + length - last, ending) == 0;
}

/* a model is called as its file, if that is a name a model can have */
static const char *name_for(const bd_diagram *diagram, const char *path, char *name, size_t size) {
    static const char word[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    const size_t length = strspn(base, word);
    const bool good = length > 0 && length < size && base[length] == '.' &&
                      !strchr(base + length + 1, '.') && strspn(base, word + 52) == 0;
    if (!good)
        return diagram->name;
    memcpy(name, base, length);
    name[length] = '\0';
    return name;
}

bd_status bd_diagram_write_as(const bd_diagram *diagram, const char *path, const char *release,
                              bd_error *error) {
    const bool package = ends_with(path, ".slx");
    const bd_release *form =
        release ? bd_release_find(release) : bd_release_for(diagram->version, package);
    if (!form)
        return bd_error_set(error, BD_BAD_ARGUMENT,
                            "'%.80s' is no release that files are written for: R2010b or R2013b",
                            release);
    if (package && !form->objects)
        return bd_error_set(error, BD_BAD_ARGUMENT, "%s: release %s has no .slx files; write .mdl",
                            path, form->name);
    char *bytes = NULL, name[256];
    size_t size = 0;
    BD_TRY(write_bytes(diagram, name_for(diagram, path, name, sizeof name), form, package, &bytes,
                       &size, error));
    FILE *file = bd_new_file_open(path, NULL);
    bool written = file != NULL;
    if (written) {
        fwrite(bytes, 1, size, file);
        written = fclose(file) == 0; /* false if any write before has failed */
    }
    const int why = errno;
    free(bytes);
    return written ? BD_OK : bd_error_set(error, BD_CANNOT_WRITE, "%s: %s", path, strerror(why));
}

bd_status bd_diagram_write(const bd_diagram *diagram, const char *path, bd_error *error) {
    return bd_diagram_write_as(diagram, path, NULL, error);
}
