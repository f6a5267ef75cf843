/* a look into the scripts and MAT files beside a model. Nothing is run: a script sets a name if it
 * stands there at the begin of an assignment */
#include <ctype.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blockdiagram/workspace.h"
#include "common/plain_file.h"

enum { MAX_FILES = 500, MAX_BYTES = 1 << 20 };

static bool is_part(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* behind `name` follow fields or subscripts, and one = */
static bool is_assigned(const char *after) {
    int depth = 0;
    for (; *after && *after != '\n'; after++) {
        depth += (*after == '(' || *after == '{') - (*after == ')' || *after == '}');
        if (depth > 0 || *after == ')' || *after == '}' || *after == ' ' || *after == '\t')
            continue;
        if (*after == '=')
            return after[1] != '=';
        if (*after == '.' && is_part(after[1]))
            after += strcspn(after + 1, " \t=({.\n");
        else
            return false;
    }
    return false;
}

static bool sets(const char *text, const char *name) {
    size_t length = strlen(name);
    for (const char *at = strstr(text, name); at; at = strstr(at + 1, name)) {
        if ((at > text && (is_part(at[-1]) || at[-1] == '.')) || is_part(at[length]))
            continue;
        const char *line = at;
        while (line > text && line[-1] != '\n')
            line--;
        if (!memchr(line, '%', (size_t)(at - line)) && is_assigned(at + length))
            return true;
    }
    return false;
}

static bool is_function(const char *text) {
    for (;;) {
        text += strspn(text, " \t\r\n");
        if (*text != '%')
            return strncmp(text, "function", 8) == 0 || strncmp(text, "classdef", 8) == 0;
        text += strcspn(text, "\n");
    }
}

static size_t count_in_script(const char *path, const char *const *names, size_t count) {
    const char *why;
    size_t size, set = 0;
    char *text = cm_read_plain(path, MAX_BYTES, &size, &why);
    for (size_t i = 0; text && i < count && !is_function(text); i++)
        set += sets(text, names[i]);
    free(text);
    return set;
}

static size_t count_in_mat(const char *path, const char *const *names, size_t count) {
    bd_workspace *workspace = NULL;
    bd_error error = {0};
    size_t set = 0;
    if (bd_workspace_create("", NULL, &workspace, &error) == BD_OK &&
        bd_workspace_load_mat(workspace, path, &error) == BD_OK)
        for (size_t i = 0; i < count; i++)
            set += bd_workspace_find(workspace, names[i]) != NULL;
    bd_workspace_free(workspace);
    return set;
}

static size_t alike(const char *a, const char *b) {
    size_t n = 0;
    while (a[n] && a[n] == b[n])
        n++;
    return n;
}

/* of equals the one whose name begins as the model's does, else the first in the alphabet: the
 * order of a folder is nobody's choice */
static bool is_nearer(const char *model, const char *name, const char *other) {
    const size_t one = alike(model, name), two = alike(model, other);
    return one != two ? one > two : strcmp(name, other) < 0;
}

size_t bd_propose_file(const char *file, const char *const *names, size_t count, char *found,
                       size_t capacity) {
    const char *slash = strrchr(file, '/');
    char folder[4000], path[4400];
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - file) : 1, slash ? file : ".");
    DIR *directory = opendir(*folder ? folder : "/");
    size_t best = 0;
    const struct dirent *entry;
    for (int i = 0; directory && i < MAX_FILES && (entry = readdir(directory)); i++) {
        const char *name = entry->d_name, *dot = strrchr(name, '.');
        bool script = dot && strcmp(dot, ".m") == 0, mat = dot && strcmp(dot, ".mat") == 0;
        if (!script && !mat)
            continue;
        snprintf(path, sizeof path, "%s/%.300s", folder, name);
        size_t set =
            script ? count_in_script(path, names, count) : count_in_mat(path, names, count);
        if (set > best ||
            (set == best && set && is_nearer(slash ? slash + 1 : file, name, found))) {
            best = set;
            snprintf(found, capacity, "%s", name);
        }
    }
    if (directory)
        closedir(directory);
    return best;
}
