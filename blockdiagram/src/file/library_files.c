/* name to file: folder of the link first, then the search path; .slx before .mdl */
#include "common/memory.h"
#include "common/plain_file.h"
#include "file/library_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file/internal.h"
#include "file/read.h"

static bool is_file(const char *path) {
    const char *why;
    FILE *file = cm_open_plain(path, &why);
    if (!file)
        return false;
    bool readable = fgetc(file) != EOF;
    fclose(file);
    return readable;
}

/* a name from inside a file must stay in the folders it is searched in */
static bool is_plain_name(const char *name) {
    return *name != '\0' && *name != '.' && !strpbrk(name, "/\\") && strlen(name) < 200;
}

static bool has_ending(const char *name, const char *ending) {
    size_t length = strlen(name), tail = strlen(ending);
    return length > tail && strcmp(name + length - tail, ending) == 0;
}

/* path of the file in this folder, to be freed, or NULL */
static char *try_folder(const char *folder, const char *name) {
    static const char *const endings[] = {".slx", ".mdl"};
    bool complete = has_ending(name, ".slx") || has_ending(name, ".mdl");
    size_t room = strlen(folder) + strlen(name) + 8;
    char *path = malloc(room);
    for (size_t i = 0; path && i < 2; i++) {
        snprintf(path, room, "%s%s%s%s", folder, *folder != '\0' ? "/" : "", name,
                 complete ? "" : endings[i]);
        if (is_file(path))
            return path;
    }
    free(path);
    return NULL;
}

static char *find_file(const bd_library_files *files, const char *folder, const char *name) {
    if (!is_plain_name(name))
        return NULL;
    char *path = folder ? try_folder(folder, name) : NULL;
    for (size_t i = 0; !path && files->search && i < files->search->count; i++)
        path = try_folder(files->search->folders[i], name);
    return path;
}

static bd_status load(bd_library_files *files, const char *path, const bd_diagram **diagram,
                      bd_log *log, bd_error *error) {
    for (size_t i = 0; i < files->count; i++) {
        if (strcmp(files->diagrams[i]->file, path) == 0) {
            *diagram = files->diagrams[i];
            return BD_OK;
        }
    }
    bd_diagram **grown = cm_one_more(files->diagrams, (size_t)files->count, sizeof *grown);
    if (!grown)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "%s: out of memory", path);
    files->diagrams = grown;
    bd_diagram *loaded = NULL;
    BD_TRY(bd_file_load(path, &loaded, log, error));
    *diagram = files->diagrams[files->count++] = loaded;
    return BD_OK;
}

bd_status bd_library_files_get(bd_library_files *files, const char *folder, const char *name,
                               const bd_diagram **diagram, bd_log *log, bd_error *error) {
    *diagram = NULL;
    char *path = find_file(files, folder, name);
    bd_status status = path ? load(files, path, diagram, log, error) : BD_OK;
    free(path);
    return status;
}

void bd_library_files_close(bd_library_files *files, bd_arena *keep) {
    for (size_t i = 0; i < files->count; i++)
        bd_arena_adopt(keep, files->diagrams[i]->arena);
    free(files->diagrams);
    *files = (bd_library_files){.search = files->search};
}
