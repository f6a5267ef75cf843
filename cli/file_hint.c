/* looks at names in the folder, endings, and the first lines of a text */
#define _POSIX_C_SOURCE 200809L
#include "file_hint.h"

#include "multirate/nearest.h"
#include "common/plain_file.h"

#include <dirent.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
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

/* among the files of its folder: the name with an ending, or one that is almost the same */
static const char *look_around(const char *path, char *text, size_t size) {
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    const size_t length = strlen(base);
    char folder[PATH_MAX], kept[MR_NEAREST_LENGTH] = "";
    mr_nearest nearest = {base, NULL, 0};
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1,
             slash ? path : ".");
    DIR *list = opendir(folder);
    for (struct dirent *e; list && length > 0 && (e = readdir(list));) {
        if (strlen(e->d_name) >= sizeof kept || e->d_name[0] == '.')
            continue;
        const bool longer = strncmp(e->d_name, base, length) == 0 && e->d_name[length] == '.';
        const int before = nearest.name ? nearest.distance : INT_MAX;
        if (longer && (before > 0 || strcmp(e->d_name, kept) < 0))
            nearest = (mr_nearest){base, e->d_name, 0};
        else
            mr_nearest_try(&nearest, e->d_name);
        if (nearest.name == e->d_name) /* the entry goes, its name stays */
            nearest.name = strcpy(kept, e->d_name);
    }
    if (list)
        closedir(list);
    return mr_nearest_hint(&nearest, text, size);
}

const char *file_hint(const char *path, file_kind wanted, char *text, size_t size) {
    text[0] = '\0';
    if (access(path, F_OK) != 0)
        return look_around(path, text, size);
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
