/* reading a diagram: bytes, format by content, tree, diagram, links */
#include "common/plain_file.h"
#include "file/read.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file/binary.h"
#include "file/build.h"
#include "file/encoding.h"
#include "file/layout.h"
#include "file/link.h"
#include "file/yaml_model.h"

static bd_status parse_package(const char *bytes, size_t size, const char *name, bd_arena *arena,
                               bd_tree **model, bd_error *error) {
    bd_package *package = NULL;
    bd_status status = bd_package_open(bytes, size, name, arena, &package, error);
    if (status == BD_OK)
        status = bd_package_assemble(package, name, arena, model, error);
    bd_package_close(package);
    return status;
}

/* the first word that is no comment must open a model or library */
static bool looks_like_mdl(const char *text, size_t size) {
    static const char *const words[] = {"Model", "Library"};
    size_t at = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    while (at < size) {
        while (at < size &&
               (text[at] == ' ' || text[at] == '\t' || text[at] == '\r' || text[at] == '\n'))
            at++;
        if (at >= size || text[at] != '#')
            break;
        while (at < size && text[at] != '\n')
            at++;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i]);
        if (size - at > length && memcmp(text + at, words[i], length) == 0 &&
            (text[at + length] == ' ' || text[at + length] == '\t' || text[at + length] == '{'))
            return true;
    }
    return false;
}

static bd_status parse_mdl(const char *bytes, size_t size, const char *name, bd_arena *arena,
                           bd_tree **model, bd_error *error) {
    const bool wide =
        size >= 2 && (memcmp(bytes, "\xFF\xFE", 2) == 0 || memcmp(bytes, "\xFE\xFF", 2) == 0);
    if (!looks_like_mdl(bytes, size))
        return bd_error_set(
            error, BD_BAD_FILE,
            "%s: this is neither a .slx archive nor .mdl text of a model or library%s", name,
            wide ? "; this is text in UTF-16, save it as UTF-8" : "");
    if (memchr(bytes, '\0', size))
        return bd_error_set(error, BD_BAD_FILE, "%s: the text contains binary zeros", name);
    if (memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) {
        bytes += 3;
        size -= 3;
    }
    const char *text = bd_mdl_to_utf8(arena, bytes, size, &size);
    if (!text)
        return bd_error_set(error, BD_LIMIT_EXCEEDED, "%s: the file needs too much memory", name);
    bd_tree *tree = NULL;
    bd_status status = bd_mdl_parse(text, size, name, arena, &tree, error);
    if (status != BD_OK)
        return status;
    bd_tree *charts = NULL;
    for (bd_tree *t = tree->first; t; t = t->next)
        if (t->section && (strcmp(t->name, "Model") == 0 || strcmp(t->name, "Library") == 0))
            *model = t;
        else if (t->section && strcmp(t->name, "Stateflow") == 0)
            charts = t;
    if (!*model)
        return bd_error_set(error, BD_BAD_FILE, "%s: the file has no Model or Library section",
                            name);
    if (!bd_insert_mat_data(*model, text, text + size, arena))
        return bd_error_set(error, BD_LIMIT_EXCEEDED, "%s: the file needs too much memory", name);
    if (charts)
        bd_tree_move(*model, charts);
    return BD_OK;
}

static bd_status load_bytes(const char *bytes, size_t size, const char *name, bd_diagram **diagram,
                            bd_log *log, bd_error *error) {
    *diagram = NULL;
    if (bd_is_yaml_name(name))
        return bd_yaml_read_model(bytes, size, name, diagram, error);
    bd_arena *arena = bd_arena_create(BD_ARENA_BYTES);
    if (!arena)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "%s: out of memory", name);
    bd_tree *model = NULL;
    bd_status status;
    if (bd_is_zip(bytes, size) || bd_is_text_package(bytes, size))
        status = parse_package(bytes, size, name, arena, &model, error);
    else
        status = parse_mdl(bytes, size, name, arena, &model, error);
    if (status == BD_OK)
        status = bd_build_diagram(model, name, diagram, log, error);
    bd_arena_free(arena);
    return status;
}

static bd_status read_bytes(const char *path, FILE *file, char **bytes, size_t *size,
                            bd_error *error) {
    size_t capacity = 1 << 16;
    char *buffer = malloc(capacity);
    size_t used = 0;
    while (buffer) {
        used += fread(buffer + used, 1, capacity - used, file);
        if (used < capacity)
            break;
        if (capacity > BD_FILE_BYTES) {
            free(buffer);
            return bd_error_set(error, BD_LIMIT_EXCEEDED, "%s: the file is too large", path);
        }
        capacity *= 2;
        char *grown = realloc(buffer, capacity);
        if (!grown)
            free(buffer);
        buffer = grown;
    }
    if (!buffer)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "%s: out of memory", path);
    if (ferror(file)) {
        free(buffer);
        return bd_error_set(error, BD_CANNOT_READ, "%s: %s", path, strerror(errno));
    }
    *bytes = buffer;
    *size = used;
    return BD_OK;
}

bd_status bd_file_load(const char *path, bd_diagram **diagram, bd_log *log, bd_error *error) {
    *diagram = NULL;
    const char *why;
    FILE *file = cm_open_plain(path, &why);
    if (!file)
        return bd_error_set(error, BD_CANNOT_READ, "%s: %s", path, why);
    char *bytes = NULL;
    size_t size = 0;
    bd_status status = read_bytes(path, file, &bytes, &size, error);
    fclose(file);
    if (status == BD_OK)
        status = load_bytes(bytes, size, path, diagram, log, error);
    free(bytes);
    return status;
}

/* the search path, for whoever looks for other files of the model */
static bool keep_folders(bd_diagram *diagram, const bd_search_path *search) {
    size_t count = search ? search->count : 0;
    const char **folders = bd_arena_alloc(diagram->arena, (count + 1) * sizeof *folders);
    for (size_t i = 0; folders && i < count; i++)
        if (!(folders[i] = bd_arena_copy(diagram->arena, search->folders[i])))
            return false;
    diagram->folders = folders;
    diagram->folder_count = count;
    return folders != NULL;
}

static bd_status resolve(bd_diagram **diagram, const bd_search_path *search, bool own_folder,
                         bd_log *log, bd_error *error) {
    bd_status status = keep_folders(*diagram, search)
                           ? bd_resolve_links(*diagram, search, own_folder, log, error)
                           : bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory");
    if (status == BD_OK && bd_is_yaml_name((*diagram)->file))
        status = bd_yaml_check_links(*diagram, error);
    if (status != BD_OK) {
        bd_diagram_free(*diagram);
        *diagram = NULL;
    }
    return status;
}

bd_status bd_diagram_read(const char *path, const bd_search_path *search, bd_diagram **diagram,
                          bd_log *log, bd_error *error) {
    bd_status status = bd_file_load(path, diagram, log, error);
    return status != BD_OK ? status : resolve(diagram, search, true, log, error);
}

bd_status bd_diagram_read_memory(const void *bytes, size_t size, const char *name,
                                 const bd_search_path *search, bd_diagram **diagram, bd_log *log,
                                 bd_error *error) {
    bd_status status = load_bytes(bytes, size, name, diagram, log, error);
    return status != BD_OK ? status : resolve(diagram, search, false, log, error);
}
