/* looks at names in the folder, endings, and the first lines of a text */
#define _POSIX_C_SOURCE 200809L
#include "file_hint.h"
#include "model.h"

#include "multirate/nearest.h"
#include "common/plain_file.h"

#include <dirent.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool ends_with(const char *path, const char *ending) {
    const size_t n = strlen(path), m = strlen(ending);
    return n > m && strcmp(path + n - m, ending) == 0;
}

/* a text describes a diagram or a system of slaves by the sections that it has */
bool file_has_section(const char *path, const char *name) {
    char line[256];
    bool found = false;
    const char *why;
    FILE *file = cm_open_plain(path, &why);
    while (file && !found && fgets(line, sizeof line, file))
        found = strncmp(line, name, strlen(name)) == 0;
    if (file)
        fclose(file);
    return found;
}

static const char *what_it_is(const char *path, file_kind wanted) {
    static const struct {
        const char *ending, *section;
        file_kind kind;
        const char *text;
    } kinds[] = {
        {".mbs", NULL, FILE_SLAVE,
         "this is a mechanism: `multirate view` shows it, `multirate slave` tells what it takes"},
        {".fmu", NULL, FILE_SLAVE, "this is an FMU: `multirate fmu` runs it"},
        {".csv", NULL, FILE_RESULTS, "this is a table: `multirate plot` and `view` show it"},
        {".mdl", NULL, FILE_MODEL, "this is a model: `multirate run` runs it"},
        {".slx", NULL, FILE_MODEL, "this is a model: `multirate run` runs it"},
        {".yaml", "blocks:", FILE_MODEL, "this is a model: `multirate run` runs it"},
        {".yaml", "members:", FILE_SYSTEM,
         "this is a system of slaves: `multirate couple` runs it"},
        {".ssp", NULL, FILE_SYSTEM, "this is a system of slaves: `multirate couple` runs it"}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].kind != wanted && ends_with(path, kinds[i].ending) &&
            (!kinds[i].section || file_has_section(path, kinds[i].section)))
            return kinds[i].text;
    return NULL;
}

/* the best name so far; entries of a folder go, their names stay */
typedef struct search {
    mr_nearest nearest;
    char kept[MR_NEAREST_LENGTH];
    file_kind wanted;
    bool plugins; /* called by their names without an ending */
} search;

/* may it be what the command reads? By its ending */
static bool may_be(const char *name, file_kind wanted) {
    static const char *const endings[][4] = {[FILE_MODEL] = {".slx", ".mdl", ".yaml", NULL},
                                             [FILE_SYSTEM] = {".yaml", ".ssp", NULL},
                                             [FILE_RESULTS] = {".csv", ".mat", NULL},
                                             [FILE_SLAVE] = {".mbs", ".fmu", ".xml", NULL}};
    for (const char *const *e = endings[wanted]; *e; e++)
        if (ends_with(name, *e))
            return true;
    return false;
}

/* of two names with another ending: that of the kind, else the first */
static bool is_better(const char *name, const char *other, file_kind wanted) {
    const bool good = may_be(name, wanted);
    return good != may_be(other, wanted) ? good : strcmp(name, other) < 0;
}

/* among the files of a folder: the name with an ending, or one that is almost the same */
static void look_into(const char *folder, search *s) {
    const char *base = s->nearest.wanted;
    const size_t length = strlen(base);
    DIR *list = opendir(folder);
    for (struct dirent *e; list && length > 0 && (e = readdir(list));) {
        char *name = e->d_name;
        if (strlen(name) >= sizeof s->kept || name[0] == '.')
            continue;
        if (s->plugins && ends_with(name, ".so"))
            name[strlen(name) - 3] = '\0';
        const bool longer = strncmp(name, base, length) == 0 && name[length] == '.';
        const int before = s->nearest.name ? s->nearest.distance : INT_MAX;
        if (longer && (before > 0 || is_better(name, s->kept, s->wanted)))
            s->nearest = (mr_nearest){base, name, 0};
        else
            mr_nearest_try(&s->nearest, name);
        if (s->nearest.name == name)
            s->nearest.name = strcpy(s->kept, name);
    }
    if (list)
        closedir(list);
}

static void look_along(const char *folders, search *s) {
    char folder[PATH_MAX];
    for (const char *p = folders; p && *p; p += strspn(p, ":")) {
        const size_t length = strcspn(p, ":");
        snprintf(folder, sizeof folder, "%.*s", (int)length, p);
        look_into(folder, s);
        p += length;
    }
}

/* where slaves are looked for by name: along the path, and beside the program */
static void look_among_slaves(search *s) {
    static const char *const places[] = {"/../lib/multirate", "/../" MR_LIBDIR "/multirate"};
    char folder[PATH_MAX], place[PATH_MAX + 64];
    s->plugins = true;
    look_along(getenv("MULTIRATE_SLAVE_PATH"), s);
    look_along(getenv("MULTIRATE_FILE_PATH"), s);
    program_folder(folder, sizeof folder);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(place, sizeof place, "%s%s", folder, places[i]);
        look_into(place, s);
    }
    s->plugins = false;
}

static const char *look_around(const char *path, file_kind wanted, char *text, size_t size) {
    const char *slash = strrchr(path, '/');
    char folder[PATH_MAX];
    search s = {.nearest = {slash ? slash + 1 : path, NULL, 0}, .wanted = wanted};
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1,
             slash ? path : ".");
    if (wanted == FILE_SLAVE && !slash)
        look_among_slaves(&s);
    look_into(folder, &s);
    return mr_nearest_hint(&s.nearest, text, size);
}

const char *file_hint(const char *path, file_kind wanted, char *text, size_t size) {
    text[0] = '\0';
    if (access(path, F_OK) != 0)
        return look_around(path, wanted, text, size);
    const char *what = what_it_is(path, wanted);
    if (what)
        snprintf(text, size, "; %s", what);
    return text;
}

void add_file_hint(const char *path, file_kind wanted, char *sentence, size_t size) {
    char hint[FILE_HINT_SIZE];
    const size_t used = strlen(sentence);
    if (strlen(file_hint(path, wanted, hint, sizeof hint)) + used < size)
        strcpy(sentence + used, hint);
}
