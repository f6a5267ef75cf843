/* name to file: folder of the link first, then the search path; .slx before .mdl */
#include "common/memory.h"
#include "common/plain_file.h"
#include "file/library_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file/internal.h"
#include "file/read.h"

enum { LONGEST_PATH = 4096 };

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

/* path of the file in this folder; what is longer than any path is not there */
static bool try_folder(const char *folder, const char *name, char *path) {
    static const char *const endings[] = {".slx", ".mdl"};
    bool complete = has_ending(name, ".slx") || has_ending(name, ".mdl");
    for (size_t i = 0; i < 2; i++) {
        const int length = snprintf(path, LONGEST_PATH, "%s%s%s%s", folder,
                                    *folder != '\0' ? "/" : "", name, complete ? "" : endings[i]);
        if (length < LONGEST_PATH && is_file(path))
            return true;
    }
    return false;
}

static bool find_file(const bd_library_files *files, const char *folder, const char *name,
                      char *path) {
    if (!is_plain_name(name))
        return false;
    bool found = folder && try_folder(folder, name, path);
    for (size_t i = 0; !found && files->search && i < files->search->count; i++)
        found = try_folder(files->search->folders[i], name, path);
    return found;
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
    char path[LONGEST_PATH];
    return find_file(files, folder, name, path) ? load(files, path, diagram, log, error) : BD_OK;
}

void bd_library_files_close(bd_library_files *files, bd_arena *keep) {
    for (size_t i = 0; i < files->count; i++)
        bd_arena_adopt(keep, files->diagrams[i]->arena);
    free(files->diagrams);
    *files = (bd_library_files){.search = files->search};
}
