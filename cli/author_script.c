/* A script that composes its calls of mex from variables, or hands them to eval, tells its words
 * only when it runs. It runs in the language of models, which reaches no file but those it reads
 * for parameters; mex and what removes or moves files is answered here, and does nothing */
#define _GNU_SOURCE
#include "author_script.h"

#include "blockdiagram/language.h"
#include "blockdiagram/workspace.h"
#include "common/plain_file.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SCRIPT 1000000
#define MAX_WORDS  200

typedef struct listening {
    mex_listener *listener;
    void *user;
} listening;

static bool knows(void *user, const char *name) {
    static const char *const names[] = {"mex",   "delete", "copyfile", "movefile", "mkdir",
                                        "rmdir", "path",   "savepath", "setenv",   "recycle"};
    (void)user;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strcmp(names[k], name) == 0)
            return true;
    return false;
}

static char *text_of(const bd_value *value) {
    return value && bd_value_is_text(value) ? strndup(value->count ? value->re : "", value->count)
                                            : NULL;
}

/* 0 is what mex gives for a good build, and the others for nothing done */
static bd_status call(void *user, const char *name, const bd_value *const *arguments,
                      size_t argument_count, bd_value **results, size_t *count, bd_error *error) {
    const listening *heard = user;
    char *words[MAX_WORDS];
    size_t word_count = 0;
    for (size_t k = 0; strcmp(name, "mex") == 0 && k < argument_count && k < MAX_WORDS; k++) {
        words[word_count] = text_of(arguments[k]);
        word_count += words[word_count] != NULL;
    }
    if (word_count > 0)
        heard->listener(heard->user, words, word_count);
    for (size_t k = 0; k < word_count; k++)
        free(words[k]);
    for (size_t k = 0; k < *count; k++)
        BD_TRY(bd_value_create_scalar(0.0, &results[k], error));
    return BD_OK;
}

/* a word of its own, also within a text */
static bool names_mex(const char *text) {
    for (const char *at = strstr(text, "mex"); at; at = strstr(at + 3, "mex"))
        if ((at == text || !isalnum((unsigned char)at[-1])) && strchr(" \t('", at[3]) && at[3])
            return true;
    return false;
}

static void run(const char *path, const char *text) {
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, (size_t)(slash - path)) : strdup(".");
    bd_workspace *workspace = NULL;
    bd_log log = {0};
    bd_error error = {0};
    if (folder && bd_workspace_create("script", NULL, &workspace, &error) == BD_OK)
        bd_workspace_run_code(workspace, text, path, folder, &log, &error);
    bd_workspace_free(workspace);
    bd_log_free(&log);
    free(folder);
}

void author_script_run(const char *path, mex_listener *listener, void *user) {
    listening heard = {.listener = listener, .user = user};
    const bd_foreign answers = {.user = &heard, .knows = knows, .call = call};
    const char *why;
    size_t size;
    char *text = cm_read_plain(path, MAX_SCRIPT, &size, &why);
    if (text && names_mex(text)) {
        bd_language_set_foreign(&answers);
        run(path, text);
        bd_language_set_foreign(NULL);
    }
    free(text);
}
