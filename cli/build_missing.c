/* run --build: compiles the S-functions of a model that are there as source only */
#define _GNU_SOURCE
#include "build_missing.h"
#include "author_line.h"

#include "blockdiagram/sfunction.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_SOURCES 40
#define MAX_TOLD    20

void sfunction_headers(char *folder, size_t size) {
    char program[PATH_MAX], file[PATH_MAX + 64];
    program_folder(program, sizeof program);
    snprintf(folder, size, "%s/../include/multirate/sfunction", program);
    snprintf(file, sizeof file, "%.*s/simstruc.h", PATH_MAX, folder);
    if (access(file, R_OK) != 0)
        snprintf(folder, size, "%s", MR_SFUNCTION_HEADERS);
}

typedef struct search {
    char folder[PATH_MAX]; /* of the model */
    const text_list *folders;
} search;

static bool find_source(const search *s, const char *name, size_t length, char *path) {
    static const char *const endings[] = {".c", ".cpp", ".cc", ".cxx"};
    if (memchr(name, '/', length)) /* only in these folders */
        return false;
    for (int k = -1; k < (s->folders ? s->folders->count : 0); k++)
        for (size_t e = 0; e < sizeof endings / sizeof *endings; e++) {
            const char *folder = k < 0 ? s->folder : s->folders->items[k];
            snprintf(path, PATH_MAX, "%.3000s/%.*s%s", folder, (int)length, name, endings[e]);
            if (access(path, R_OK) == 0)
                return true;
        }
    return false;
}

/* the compiler's warnings are the author's to judge */
static void tell_warnings(model *m, const char *file) {
    char line[500];
    int told = 0;
    FILE *said = fopen(file, "r");
    while (said && told < MAX_TOLD && fgets(line, sizeof line, said)) {
        line[strcspn(line, "\n")] = '\0';
        if (strstr(line, "warning:") || strstr(line, "error:")) {
            bd_log_add(&m->log, "compiler: %s", line);
            told++;
        }
    }
    if (said)
        fclose(said);
}

/* 'a b' or a, b: words of the block's SFunctionModules */
static size_t find_modules(const search *s, const char *text, char (*paths)[PATH_MAX],
                           size_t count) {
    while (text && *text && count < MAX_SOURCES) {
        text += strspn(text, " ,;'\"");
        size_t length = strcspn(text, " ,;'\".");
        if (length && find_source(s, text, length, paths[count]))
            count++;
        text += length;
        if (*text == '.') /* with its ending */
            text += strcspn(text, " ,;'\"");
    }
    return count;
}

/* SYMBOL.c beside the others, where the sentence says that SYMBOL is defined nowhere */
static bool find_symbol(const search *s, const char *text, char (*paths)[PATH_MAX], size_t *count) {
    const char *end = strstr(text, "' is defined nowhere"), *begin = end;
    while (begin && begin > text && begin[-1] != '\'')
        begin--;
    if (!end || *count >= MAX_SOURCES ||
        !find_source(s, begin, (size_t)(end - begin), paths[*count]))
        return false;
    for (size_t i = 0; i < *count; i++)
        if (strcmp(paths[i], paths[*count]) == 0)
            return false;
    ++*count;
    return true;
}

/* the sources of the block's modules, else those of the author's own line, else what is missing by
 * its name */
static bd_status compile(const search *s, const char *name, char (*paths)[PATH_MAX], size_t *count,
                         bd_build_options *options, char *made, bd_error *error) {
    author_line line = {0};
    text_list flags = {0};
    if (*count == 1 && author_line_find(paths[0], &line))
        for (size_t i = 0; i < line.source_count && *count < MAX_SOURCES; i++)
            snprintf(paths[(*count)++], PATH_MAX, "%s", line.sources[i]);
    text_list_add(&flags, "-I");
    text_list_add(&flags, s->folder);
    for (int i = 0; s->folders && i < s->folders->count; i++) {
        text_list_add(&flags, "-I");
        text_list_add(&flags, s->folders->items[i]);
    }
    for (size_t i = 0; i < line.flag_count; i++)
        text_list_add(&flags, line.flags[i]);
    options->flags = flags.items;
    options->flag_count = (size_t)flags.count;
    options->name = name;
    const char *sources[MAX_SOURCES];
    bd_status status;
    do {
        for (size_t i = 0; i < *count; i++)
            sources[i] = paths[i];
        bd_error_clear(error);
        status = bd_sfunction_build(sources, *count, options, made, PATH_MAX, error);
    } while (status != BD_OK && find_symbol(s, error->text, paths, count));
    text_list_free(&flags);
    author_line_free(&line);
    return status;
}

static void build(model *m, const search *s, const bd_node *node, const char *name) {
    char(*paths)[PATH_MAX] = malloc(MAX_SOURCES * sizeof *paths);
    if (!paths || !find_source(s, name, strlen(name), paths[0])) {
        free(paths);
        return;
    }
    size_t count = find_modules(s, bd_node_parameter(node, "SFunctionModules"), paths, 1);
    char headers[PATH_MAX + 64], made[PATH_MAX], log[] = "/tmp/multirate-build-XXXXXX";
    int file = mkstemp(log);
    sfunction_headers(headers, sizeof headers);
    bd_build_options options = {
        .include = headers, .out_folder = s->folder, .log = file >= 0 ? log : NULL};
    bd_error error = {0};
    if (compile(s, name, paths, &count, &options, made, &error) == BD_OK)
        bd_log_add(&m->log, "built %s from %s%s", made, paths[0],
                   count > 1 ? " and its modules" : "");
    else
        bd_log_add(&m->log, "%s", error.text);
    if (file >= 0) {
        tell_warnings(m, log);
        close(file);
        unlink(log);
    }
    free(paths);
}

static void visit(model *m, const search *s, const bd_system *system, text_list *seen) {
    for (size_t i = 0; i < system->block_count; i++) {
        const bd_node *node = system->blocks[i];
        const char *name =
            node->kind == BD_KIND_S_FUNCTION ? bd_node_parameter(node, "FunctionName") : NULL;
        bool known = !name || !*name || strchr(name, '/') || node->commented != BD_COMMENTED_OFF;
        for (int k = 0; k < seen->count && !known; k++)
            known = strcmp(seen->items[k], name) == 0;
        char path[PATH_MAX];
        bool beside;
        bd_error error;
        if (!known) {
            text_list_add(seen, name);
            if (bd_sfunction_find(name, s->folder, path, sizeof path, &beside, &error) != BD_OK)
                build(m, s, node, name);
        }
        if (node->system)
            visit(m, s, node->system, seen);
    }
}

void build_missing(model *m, const text_list *folders) {
    search s = {.folders = folders};
    text_list seen = {0};
    const char *file = m->diagram->file, *slash = strrchr(file, '/');
    snprintf(s.folder, sizeof s.folder, "%.*s", slash ? (int)(slash - file) : 1,
             slash ? file : ".");
    visit(m, &s, m->diagram->root, &seen);
    text_list_free(&seen);
}
