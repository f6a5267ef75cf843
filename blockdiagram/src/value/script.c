/* running statements in a workspace: from text, from a file, or one assignment of --set */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/plain_file.h"
#include "value/evaluate.h"
#include "value/library.h"
#include "value/workspace_private.h"

enum { MAX_SCRIPT_BYTES = 64 * 1024 * 1024, MAX_SCRIPT_CALLS = 20 };

/* a script may call its own functions, those beside it, and those of its workspace. A text that has
 * functions only is called as its first one */
static void run_with_functions(bd_calc *calc, const bd_syntax *script, const char *directory) {
    bd_error error = {0};
    bd_library *library = NULL;
    bd_persistent *persistent = NULL;
    const char here = 0;
    const bd_source source = {.name = (char *)(uintptr_t)calc->name,
                              .text = (char *)(uintptr_t)calc->text,
                              .functions = script->middle};
    bd_frame frame = {
        .library = bd_workspace_library(calc->scope), .source = &source, .globals = calc->target};
    bd_status status = bd_persistent_create(&persistent, &error);

    frame.stack = &here;
    if (status == BD_OK && directory) {
        status = bd_library_create(frame.library, &library, &error);
        frame.library = status == BD_OK ? library : frame.library;
        status = status == BD_OK ? bd_library_add_folder(library, directory, &error) : status;
    }
    if (status != BD_OK) {
        bd_calc_fail(calc, status, "%s", error.text);
    } else {
        frame.persistent = persistent;
        calc->frame = &frame;
        if (script->count == 0 && script->middle && script->middle->count > 0) {
            const bd_user_function first = {&source, script->middle->items[0], false};
            bd_values list = {0};
            bd_user_function_call(calc, &first, NULL, 0, 0, &list, NULL);
        } else {
            bd_execute(calc, script);
        }
        calc->frame = NULL;
    }
    bd_library_free(library);
    bd_persistent_free(persistent);
}

static bd_status run(bd_workspace *workspace, const char *text, const char *name,
                     const char *directory, int depth, bd_log *log, bd_error *error) {
    bd_arena tree = {.limit = BD_SYNTAX_BYTES};
    bd_calc calc;

    bd_calc_begin(&calc, text, workspace);
    calc.target = workspace;
    calc.scripts = depth;
    calc.log = log;
    calc.name = name;
    calc.directory = directory;
    const bd_syntax *script = bd_syntax_script(&calc, &tree, text);
    if (script)
        run_with_functions(&calc, script, directory);
    const bd_status status = bd_calc_end(&calc, error);
    bd_arena_empty(&tree);
    return status;
}

bd_status bd_workspace_run(bd_workspace *workspace, const char *text, const char *name,
                           const char *directory, bd_error *error) {
    return run(workspace, text, name ? name : "script", directory, 0, NULL, error);
}

bd_status bd_workspace_run_code(bd_workspace *workspace, const char *text, const char *name,
                                const char *directory, bd_log *log, bd_error *error) {
    return run(workspace, text, name ? name : "script", directory, 0, log, error);
}

bd_status bd_script_run_text(bd_workspace *workspace, const char *text, const char *name,
                             const char *directory, int depth, bd_log *log, bd_error *error) {
    if (depth > MAX_SCRIPT_CALLS) {
        return bd_error_set(error, BD_LIMIT_EXCEEDED, "more than %d scripts call each other",
                            MAX_SCRIPT_CALLS);
    }
    return run(workspace, text, name ? name : "script", directory, depth, log, error);
}

bd_status bd_workspace_assign(bd_workspace *workspace, const char *text, bd_error *error) {
    bd_arena tree = {.limit = BD_SYNTAX_BYTES};
    bd_calc calc;

    bd_calc_begin(&calc, text, workspace);
    calc.target = workspace;
    const bd_syntax *script = bd_syntax_script(&calc, &tree, text);
    if (script && (script->count != 1 || script->items[0]->kind != BD_SYNTAX_ASSIGN))
        bd_calc_fail(&calc, BD_BAD_EXPRESSION, "this must read NAME=VALUE");
    else if (script)
        bd_execute(&calc, script);
    const bd_status status = bd_calc_end(&calc, error);
    bd_arena_empty(&tree);
    return status;
}

static bd_status read_text(const char *path, char **text, bd_error *error) {
    const char *refusal;
    FILE *file = cm_open_plain(path, &refusal);
    size_t used = 0;
    size_t capacity = 4096;

    *text = NULL;
    if (!file) {
        return bd_error_set(error, BD_CANNOT_READ, "cannot open the parameter file '%s': %s", path,
                            refusal);
    }
    for (;;) {
        char *grown = realloc(*text, capacity + 1);
        if (!grown || used > MAX_SCRIPT_BYTES) {
            fclose(file);
            free(grown ? grown : *text);
            *text = NULL;
            return bd_error_set(error, BD_LIMIT_EXCEEDED, "the parameter file '%s' is too long",
                                path);
        }
        *text = grown;
        const size_t got = fread(*text + used, 1, capacity - used, file);
        used += got;
        if (got == 0)
            break;
        capacity = used == capacity ? 2 * capacity : capacity;
    }
    const int why = ferror(file) != 0 ? errno : 0;
    fclose(file);
    (*text)[used] = '\0';
    if (why != 0 || memchr(*text, '\0', used)) {
        free(*text);
        *text = NULL;
        return bd_error_set(error, BD_BAD_FILE, "the parameter file '%s' %s%s", path,
                            why != 0 ? "cannot be read: " : "is not a text",
                            why != 0 ? strerror(why) : "");
    }
    return BD_OK;
}

bd_status bd_script_run_file(bd_workspace *workspace, const char *path, int depth, bd_log *log,
                             bd_error *error) {
    char *text;

    if (depth > MAX_SCRIPT_CALLS) {
        return bd_error_set(error, BD_LIMIT_EXCEEDED,
                            "more than %d parameter files call each other", MAX_SCRIPT_CALLS);
    }
    bd_status status = read_text(path, &text, error);

    if (status != BD_OK)
        return status;
    const char *slash = strrchr(path, '/');
    const size_t length = slash ? (size_t)(slash - path) : 0;
    char *directory = malloc(length + 2);
    if (!directory) {
        free(text);
        return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory for '%s'", path);
    }
    memcpy(directory, slash ? path : ".", slash ? length : 1);
    directory[slash != NULL ? length : 1] = '\0';
    status = run(workspace, text, path, directory, depth, log, error);
    free(directory);
    free(text);
    return status;
}

bd_status bd_workspace_run_file(bd_workspace *workspace, const char *path, bd_error *error) {
    return bd_script_run_file(workspace, path, 0, NULL, error);
}

bd_status bd_workspace_run_parameters(bd_workspace *workspace, const char *path, bd_log *log,
                                      bd_error *error) {
    const size_t length = strlen(path);

    if (length > 4 && strcmp(path + length - 4, ".mat") == 0)
        return bd_workspace_load_mat(workspace, path, error);
    return bd_script_run_file(workspace, path, 0, log, error);
}
