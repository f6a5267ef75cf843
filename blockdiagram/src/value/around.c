/* functions and dictionaries in the folders around a model, for names that nobody else knows.
 * Collections keep their functions in a folder beside that of the models and have a script that
 * puts it on the path; here the nearest file of the name is taken, and told.
 *
 * Below the folder of the model first, then below the folder around it, and so on up to the last
 * one that holds M code, models or the marks of a project itself. Two different files at the same
 * distance are a question for the user */
#define _XOPEN_SOURCE 700
#include "value/around.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "blockdiagram/value.h"
#include "common/memory.h"
#include "common/plain_file.h"

enum { LEVELS = 5, DEPTH = 8, MAX_ENTRIES = 30000, MAX_PATH = 4096 };

typedef struct found {
    char *name, *path; /* name without .m; of dictionaries with .sldd */
    int level;         /* of the folder below which it was found: 0 is that of the model */
} found;

struct bd_around {
    char folder[MAX_PATH];
    found *items;
    size_t count, entries;
    int listed, levels;
};

bd_around *bd_around_create(const char *folder) {
    bd_around *around = calloc(1, sizeof *around);

    if (around && !realpath(folder, around->folder)) {
        free(around);
        return NULL;
    }
    return around;
}

void bd_around_free(bd_around *around) {
    for (size_t k = 0; around && k < around->count; k++) {
        free(around->items[k].name);
        free(around->items[k].path);
    }
    if (around)
        free(around->items);
    free(around);
}

/* length: of the name without what ends it */
static void add(bd_around *around, const char *folder, const char *name, size_t length, int level) {
    found *grown = cm_one_more(around->items, (size_t)around->count, sizeof *grown);
    if (!grown)
        return;
    around->items = grown;
    char path[MAX_PATH];
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        return;
    found *made = &around->items[around->count];
    *made = (found){strndup(name, length), strdup(path), level};
    if (!made->name || !made->path) {
        free(made->name);
        free(made->path);
        return;
    }
    around->count++;
}

/* folders of packages, of classes and of what programs made are no path */
static bool is_path_folder(const char *name) {
    return name[0] != '.' && name[0] != '@' && name[0] != '+' && strcmp(name, "slprj") != 0 &&
           strcmp(name, "codegen") != 0;
}

static bool ends_with(const char *name, const char *end) {
    const size_t length = strlen(name), behind = strlen(end);

    return length > behind && strcmp(name + length - behind, end) == 0;
}

static void list(bd_around *around, const char *folder, const char *without, int level, int depth) {
    DIR *directory = opendir(folder);

    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        char path[MAX_PATH];
        struct stat about;
        const size_t length = strlen(entry->d_name);
        if (entry->d_name[0] == '.' || ++around->entries > MAX_ENTRIES ||
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= (int)sizeof path ||
            lstat(path, &about) != 0)
            continue;
        if (S_ISDIR(about.st_mode)) {
            if (depth < DEPTH && is_path_folder(entry->d_name) && strcmp(path, without) != 0)
                list(around, path, without, level, depth + 1);
        } else if (S_ISREG(about.st_mode) && length <= BD_MAX_NAME + 2) {
            if (ends_with(entry->d_name, ".m"))
                add(around, folder, entry->d_name, length - 2, level);
            else if (ends_with(entry->d_name, ".sldd"))
                add(around, folder, entry->d_name, length, level);
        }
    }
    if (directory)
        closedir(directory);
}

/* a home, the root of the system or of what is versioned is not left upwards */
static bool goes_further(const char *folder) {
    const char *home = getenv("HOME");
    char git[MAX_PATH];
    int parts = 0;

    for (const char *c = folder; *c != '\0'; c++)
        parts += *c == '/' && c[1] != '\0';
    return parts > 2 && (!home || strcmp(folder, home) != 0) &&
           snprintf(git, sizeof git, "%s/.git", folder) < (int)sizeof git && access(git, F_OK) != 0;
}

/* M code, models, or what stands at the top of a collection */
static bool is_of_collection(const char *folder) {
    static const char *const ends[] = {".m", ".mdl", ".slx", ".prj"};
    static const char *const begins[] = {".git", "README", "LICENSE"};
    DIR *directory = opendir(folder);
    bool is = false;

    for (struct dirent *entry; directory && !is && (entry = readdir(directory));) {
        for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
            is = is || ends_with(entry->d_name, ends[k]);
        for (size_t k = 0; k < sizeof begins / sizeof *begins; k++)
            is = is || strncmp(entry->d_name, begins[k], strlen(begins[k])) == 0;
    }
    if (directory)
        closedir(directory);
    return is;
}

/* `up` folders up; without: the one below it on the way */
static bool folder_of(const bd_around *around, int up, char *folder, char *without) {
    snprintf(folder, MAX_PATH, "%s", around->folder);
    without[0] = '\0';
    for (int level = 0; level < up; level++) {
        if (!goes_further(folder))
            return false;
        memcpy(without, folder, MAX_PATH);
        *strrchr(folder, '/') = '\0';
    }
    return true;
}

static int count_levels(const bd_around *around) {
    char folder[MAX_PATH], without[MAX_PATH];
    int levels = 1;

    for (int up = 1; up < LEVELS && folder_of(around, up, folder, without); up++)
        levels = is_of_collection(folder) ? up + 1 : levels;
    return levels;
}

/* one level more. false: there is none, or it is too large to be looked through */
static bool list_level(bd_around *around) {
    char folder[MAX_PATH], without[MAX_PATH];
    const size_t before = around->count;

    if (around->listed == 0)
        around->levels = count_levels(around);
    if (around->listed >= around->levels || !folder_of(around, around->listed, folder, without))
        return false;
    list(around, folder, without, around->listed, 0);
    if (around->entries > MAX_ENTRIES) {
        while (around->count > before) {
            free(around->items[--around->count].name);
            free(around->items[around->count].path);
        }
        around->levels = around->listed;
        return false;
    }
    around->listed++;
    return true;
}

static bool same_text(const char *one, const char *two) {
    const char *why;
    FILE *a = cm_open_plain(one, &why), *b = cm_open_plain(two, &why);
    bool same = a && b;

    while (same) {
        char left[4096], right[4096];
        const size_t n = fread(left, 1, sizeof left, a), m = fread(right, 1, sizeof right, b);
        same = n == m && memcmp(left, right, n) == 0;
        if (n == 0)
            break;
    }
    if (a)
        fclose(a);
    if (b)
        fclose(b);
    return same;
}

/* the folder of the one lies within that of the other */
static bool lies_below(const char *one, const char *other) {
    const size_t folder = (size_t)(strrchr(other, '/') - other) + 1;

    return strncmp(one, other, folder) == 0 && strchr(one + folder, '/');
}

/* the nearer of two files of the level; a folder comes before those inside of it, as on a path that
 * is made of all folders below one */
static const char *nearer(const char *path, const char *item, const char **other) {
    if (!path || lies_below(path, item))
        return item;
    if (!lies_below(item, path) && !same_text(item, path)) {
        *other = strcmp(item, path) < 0 ? path : item;
        return strcmp(item, path) < 0 ? item : path;
    }
    return lies_below(item, path) || strcmp(path, item) < 0 ? path : item;
}

const char *bd_around_find(bd_around *around, const char *name, const char **other) {
    *other = NULL;
    for (int level = 0; level < LEVELS; level++) {
        if (level == around->listed && !list_level(around))
            return NULL;
        const char *path = NULL;
        for (size_t k = 0; k < around->count; k++) {
            const found *item = &around->items[k];
            if (item->level == level && strcmp(item->name, name) == 0)
                path = nearer(path, item->path, other);
        }
        if (path) {
            *other = *other && lies_below(*other, path) ? NULL : *other;
            return path;
        }
    }
    return NULL;
}
