/* Many authors keep a script beside their sources that calls mex for each of them. Its words are
 * read, nothing of it is run: sources that are there, and what the preprocessor and the linker need
 * (-D, -U, -I, -L, -l) */
#define _GNU_SOURCE
#include "author_line.h"
#include "common/plain_file.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_SCRIPTS 200
#define MAX_LINE    8000

static const char *file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool ends_with(const char *word, const char *ending) {
    const size_t length = strlen(word), tail = strlen(ending);
    return length > tail && strcasecmp(word + length - tail, ending) == 0;
}

static bool is_source(const char *word) {
    return ends_with(word, ".c") || ends_with(word, ".cpp") || ends_with(word, ".cc") ||
           ends_with(word, ".cxx");
}

/* relative to the folder of the script; NULL without memory */
static char *in_folder(const char *folder, const char *prefix, const char *path) {
    char *made = NULL;
    const bool whole = path[0] == '/';
    const int n = asprintf(&made, "%s%s%s%s", prefix, whole ? "" : folder, whole ? "" : "/", path);
    return n < 0 ? NULL : made;
}

static void add(char **list, size_t *count, char *word) {
    if (word && *count < AUTHOR_WORDS)
        list[(*count)++] = word;
    else
        free(word);
}

/* libraries of MATLAB are here already */
static bool is_foreign_library(const char *word) {
    static const char *const names[] = {"-lut",  "-lmex", "-lmx",
                                        "-leng", "-lmat", "-largeArrayDims"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(word, names[i]) == 0)
            return true;
    return false;
}

static void take_word(author_line *line, const char *folder, const char *own, char *word) {
    for (char *c = word; *c; c++)
        *c = *c == '\\' ? '/' : *c;
    if (is_source(word) && strcmp(file_name(word), own) != 0) {
        char *path = in_folder(folder, "", word);
        if (path && access(path, R_OK) == 0)
            add(line->sources, &line->source_count, path);
        else
            free(path);
    } else if (strncmp(word, "-I", 2) == 0 || strncmp(word, "-L", 2) == 0) {
        const char prefix[] = {'-', word[1], '\0'};
        add(line->flags, &line->flag_count, in_folder(folder, prefix, word + 2));
    } else if (strncmp(word, "-D", 2) == 0 || strncmp(word, "-U", 2) == 0 ||
               (strncmp(word, "-l", 2) == 0 && !is_foreign_library(word))) {
        add(line->flags, &line->flag_count, strdup(word));
    }
}

/* true if it is a call of mex that names the source */
static bool take_line(author_line *line, const char *folder, const char *own, char *text) {
    char *rest = NULL;
    bool named = false;
    text += strspn(text, " \t");
    if (strncmp(text, "mex", 3) != 0 || !strchr(" \t(", text[3]))
        return false;
    for (char *word = strtok_r(text + 3, " \t(),;'\"\r\n", &rest); word && word[0] != '%';
         word = strtok_r(NULL, " \t(),;'\"\r\n", &rest)) {
        named = named || strcmp(file_name(word), own) == 0;
        take_word(line, folder, own, word);
    }
    return named && line->source_count + line->flag_count > 0;
}

/* lines that end with "..." go on in the next one */
static bool read_script(author_line *line, const char *folder, const char *own, FILE *file) {
    char text[MAX_LINE] = "";
    size_t used = 0;
    bool found = false;
    while (!found && fgets(text + used, (int)(sizeof text - used), file)) {
        char *dots = strstr(text + used, "...");
        used = dots ? (size_t)(dots - text) : 0;
        if (dots && used + 2 < sizeof text) {
            text[used++] = ' ';
            continue;
        }
        found = take_line(line, folder, own, text);
        if (!found)
            author_line_free(line);
        used = 0;
    }
    return found;
}

static int is_script(const struct dirent *entry) {
    return ends_with(entry->d_name, ".m");
}

bool author_line_find(const char *source, author_line *line) {
    const char *own = file_name(source), *why;
    char *folder = own == source ? strdup(".") : strndup(source, (size_t)(own - source) - 1);
    struct dirent **scripts = NULL;
    const int count = folder ? scandir(*folder ? folder : "/", &scripts, is_script, alphasort) : 0;
    bool found = false;
    *line = (author_line){0};
    for (int i = 0; i < count; i++) {
        char *path = found || i >= MAX_SCRIPTS ? NULL : in_folder(folder, "", scripts[i]->d_name);
        FILE *file = path ? cm_open_plain(path, &why) : NULL;
        if (file) {
            found = read_script(line, folder, own, file);
            fclose(file);
        }
        free(path);
        free(scripts[i]);
    }
    free(scripts);
    free(folder);
    return found;
}

void author_line_free(author_line *line) {
    for (size_t i = 0; i < line->source_count; i++)
        free(line->sources[i]);
    for (size_t i = 0; i < line->flag_count; i++)
        free(line->flags[i]);
    *line = (author_line){0};
}
