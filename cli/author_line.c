/* Many authors keep a script beside their sources, or one folder above, that calls mex for each of
 * them. The script is run for the words of these calls (author_script.h); where it cannot be run,
 * its lines are read. What counts: sources that are there, and what the preprocessor and the linker
 * need (-D, -U, -I, -L, -l) */
#define _GNU_SOURCE
#include "author_line.h"
#include "author_script.h"
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

/* whose line is looked for, and where */
typedef struct wanted {
    const char *own;    /* name of the source */
    const char *home;   /* its folder */
    const char *folder; /* of the script */
    author_line *line;
    bool found;
} wanted;

/* a script may have gone into the folder of the sources (cd src) */
static char *find_source(const wanted *w, const char *word) {
    char *path = in_folder(w->folder, "", word);
    if (path && access(path, R_OK) == 0)
        return path;
    free(path);
    path = in_folder(w->home, "", word);
    if (path && access(path, R_OK) == 0)
        return path;
    free(path);
    return NULL;
}

static void take_word(const wanted *w, author_line *line, const char *word) {
    if (is_source(word) && strcmp(file_name(word), w->own) != 0) {
        add(line->sources, &line->source_count, find_source(w, word));
    } else if (strncmp(word, "-I", 2) == 0 || strncmp(word, "-L", 2) == 0) {
        const char prefix[] = {'-', word[1], '\0'};
        add(line->flags, &line->flag_count, in_folder(w->folder, prefix, word + 2));
    } else if (strncmp(word, "-D", 2) == 0 || strncmp(word, "-U", 2) == 0 ||
               (strncmp(word, "-l", 2) == 0 && !is_foreign_library(word))) {
        add(line->flags, &line->flag_count, strdup(word));
    }
}

/* quotes are the shell's that mex starts, and folders may be written as on another system */
static void tidy_word(char *word) {
    char *to = word;
    for (const char *c = word; *c; c++)
        if (*c != '"')
            *to++ = *c == '\\' ? '/' : *c;
    *to = '\0';
}

static bool has_argument(const char *word) {
    return strcmp(word, "-output") == 0 || strcmp(word, "-outdir") == 0 || strcmp(word, "-f") == 0;
}

/* the first call that names the source and more than it */
static void take_call(void *user, char **words, size_t count) {
    wanted *w = user;
    author_line line = {0};
    bool named = false;
    for (size_t k = 0; k < count && !w->found; k++) {
        tidy_word(words[k]);
        named = named || strcmp(file_name(words[k]), w->own) == 0;
        if (has_argument(words[k]))
            k++;
        else
            take_word(w, &line, words[k]);
    }
    w->found = w->found || (named && line.source_count + line.flag_count > 0);
    if (w->found && named)
        *w->line = line;
    else
        author_line_free(&line);
}

static void take_line(wanted *w, char *text) {
    char *rest = NULL, *words[2 * AUTHOR_WORDS];
    size_t count = 0;
    text += strspn(text, " \t");
    if (strncmp(text, "mex", 3) != 0 || !strchr(" \t(", text[3]))
        return;
    for (char *word = strtok_r(text + 3, " \t(),;'\"\r\n", &rest);
         word && word[0] != '%' && count < sizeof words / sizeof *words;
         word = strtok_r(NULL, " \t(),;'\"\r\n", &rest))
        words[count++] = word;
    take_call(w, words, count);
}

/* lines that end with "..." go on in the next one */
static void read_script(wanted *w, const char *path) {
    char text[MAX_LINE] = "";
    size_t used = 0;
    const char *why;
    FILE *file = cm_open_plain(path, &why);
    while (file && !w->found && fgets(text + used, (int)(sizeof text - used), file)) {
        char *dots = strstr(text + used, "...");
        used = dots ? (size_t)(dots - text) : 0;
        if (dots && used + 2 < sizeof text) {
            text[used++] = ' ';
            continue;
        }
        take_line(w, text);
        used = 0;
    }
    if (file)
        fclose(file);
}

static int is_script(const struct dirent *entry) {
    return ends_with(entry->d_name, ".m");
}

static void look_in_folder(wanted *w, const char *folder) {
    struct dirent **scripts = NULL;
    const int count = scandir(folder, &scripts, is_script, alphasort);
    w->folder = folder;
    for (int i = 0; i < count; i++) {
        char *path =
            w->found || i >= MAX_SCRIPTS ? NULL : in_folder(folder, "", scripts[i]->d_name);
        if (path) {
            author_script_run(path, take_call, w);
            read_script(w, path);
        }
        free(path);
        free(scripts[i]);
    }
    free(scripts);
}

bool author_line_find(const char *source, author_line *line) {
    const char *own = file_name(source);
    char *home = own == source ? strdup(".") : strndup(source, (size_t)(own - source));
    char *above = home ? in_folder(home, "", "..") : NULL;
    wanted w = {.own = own, .home = home, .line = line};
    *line = (author_line){0};
    if (above) {
        look_in_folder(&w, home);
        look_in_folder(&w, above);
    }
    free(above);
    free(home);
    return w.found;
}

void author_line_free(author_line *line) {
    for (size_t i = 0; i < line->source_count; i++)
        free(line->sources[i]);
    for (size_t i = 0; i < line->flag_count; i++)
        free(line->flags[i]);
    *line = (author_line){0};
}
