/* functions of texts and of folders. A folder is listed once; a file is read when a function of its
 * name is first asked for */
#include "value/library.h"

#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/plain_file.h"
#include "common/sentence.h"
#include "value/around.h"
#include "value/box.h"
#include "value/display.h"
#include "value/functions.h"
#include "value/handles.h"
#include "value/name_hash.h"
#include "common/memory.h"

enum { MAX_FUNCTION_FILE = 4 * 1024 * 1024, MAX_FOLDER_FILES = 20000 };

/* NAME.m of a folder */
typedef struct file {
    char *name, *path;
    size_t next;       /* of the same hash: its number from 1, or 0 */
    bd_source *source; /* NULL until it is read */
    bool tried;
} file;

enum { HEADS = 256 };

struct bd_library {
    const bd_library *parent;
    bd_source *sources; /* the last one first */
    file *files;
    size_t file_count;
    size_t heads[HEADS], tails[HEADS]; /* files by hash of their names, in the order they came */
    pthread_mutex_t reading;
    bd_around *around; /* where unknown functions are looked for, or NULL */
    bd_log *log;       /* who hears of them … */
    bd_log late;       /* … and what nobody has heard yet, of those found in a run */
    bd_log told;       /* sentences that are not told again */
    file *far;         /* those that were found */
    size_t far_count;
};

static char *copy_text(const char *text) {
    const size_t bytes = strlen(text) + 1;
    char *copy = malloc(bytes);

    return !copy ? NULL : memcpy(copy, text, bytes);
}

bd_status bd_library_create(const bd_library *parent, bd_library **library, bd_error *error) {
    *library = calloc(1, sizeof **library);
    if (!*library)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory for functions");
    (*library)->parent = parent;
    pthread_mutex_init(&(*library)->reading, NULL);
    return BD_OK;
}

static void free_source(bd_source *source) {
    if (!source)
        return;
    bd_arena_empty(&source->tree);
    bd_value_free(source->members);
    CM_FREE(source->enumeration, source->name, source->text, source->why, source);
}

void bd_library_free(bd_library *library) {
    if (!library)
        return;
    while (library->sources) {
        bd_source *first = library->sources;
        library->sources = first->next;
        free_source(first);
    }
    for (size_t k = 0; k < library->file_count; k++) {
        free(library->files[k].name);
        free(library->files[k].path);
        free_source(library->files[k].source);
    }
    free(library->files);
    for (size_t k = 0; k < library->far_count; k++) {
        free(library->far[k].name);
        free_source(library->far[k].source);
    }
    free(library->far);
    bd_around_free(library->around);
    bd_log_free(&library->late);
    bd_log_free(&library->told);
    pthread_mutex_destroy(&library->reading);
    free(library);
}

/* does the text begin with this word, behind remarks? */
static bool begins(const char *text, const char *word) {
    for (;;) {
        text += strspn(text, " \t\r\n");
        if (*text != '%')
            return strncmp(text, word, strlen(word)) == 0;
        text += strcspn(text, "\n");
    }
}

/* NULL without memory; else `why` tells a mistake */
static bd_source *read_source(const char *text, const char *name, const char *function) {
    bd_source *source = calloc(1, sizeof *source);
    bd_error error = {0};
    bd_calc calc;

    if (!source || !(source->name = copy_text(name)) || !(source->text = copy_text(text))) {
        free_source(source);
        return NULL;
    }
    source->tree.limit = BD_SYNTAX_BYTES;
    if (begins(text, "classdef")) {
        if (!function || !bd_enumeration_read(source, function))
            source->why = copy_text("classes cannot be used here, except enumerations");
        return source;
    }
    bd_calc_begin(&calc, source->text, NULL);
    calc.name = source->name;
    const bd_syntax *script = bd_syntax_script(&calc, &source->tree, source->text);
    if (script && script->count == 0)
        source->functions = script->middle;
    if (bd_calc_end(&calc, &error) != BD_OK && (!function || begins(text, "function")))
        source->why = copy_text(error.text);
    return source;
}

static bd_status read_code(bd_library *library, const char *text, const char *name,
                           const bd_source **made, bd_error *error) {
    bd_source *source = read_source(text, name, NULL);

    if (!source)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory for '%s'", name);
    if (source->why || !source->functions) {
        const bd_status status =
            source->why
                ? bd_error_set(error, BD_BAD_EXPRESSION, "%s", source->why)
                : bd_error_set(error, BD_BAD_EXPRESSION, "%s: the text has no function", name);
        free_source(source);
        return status;
    }
    source->next = library->sources;
    library->sources = source;
    *made = source;
    return BD_OK;
}

bd_status bd_library_add_text(bd_library *library, const char *text, const char *name, char *first,
                              bd_error *error) {
    const bd_source *source = NULL;
    const bd_status status = read_code(library, text, name, &source, error);

    if (status == BD_OK && first)
        snprintf(first, BD_MAX_NAME + 1, "%s", source->functions->items[0]->text);
    return status;
}

bd_status bd_library_add_folder(bd_library *library, const char *folder, bd_error *error) {
    DIR *directory = opendir(folder);

    if (!directory)
        return BD_OK; /* what is not there has no functions */
    for (struct dirent *entry; (entry = readdir(directory));) {
        const size_t length = strlen(entry->d_name);
        if (length < 3 || length > BD_MAX_NAME + 2 ||
            strcmp(entry->d_name + length - 2, ".m") != 0 ||
            library->file_count >= MAX_FOLDER_FILES)
            continue;
        file *grown = cm_one_more(library->files, (size_t)library->file_count, sizeof *grown);
        if (!grown)
            break;
        library->files = grown;
        file *made = &library->files[library->file_count];
        const size_t bytes = strlen(folder) + length + 2;
        *made = (file){.name = copy_text(entry->d_name), .path = malloc(bytes)};
        if (!made->name || !made->path) {
            free(made->name);
            free(made->path);
            break;
        }
        made->name[length - 2] = '\0';
        snprintf(made->path, bytes, "%s/%s", folder, entry->d_name);
        const size_t hash = bd_name_hash(made->name) % HEADS;
        const size_t number = ++library->file_count;
        if (library->tails[hash] > 0)
            library->files[library->tails[hash] - 1].next = number;
        else
            library->heads[hash] = number;
        library->tails[hash] = number;
    }
    closedir(directory);
    (void)error;
    return BD_OK;
}

static void read_file(file *one) {
    const char *why;
    size_t size;
    char *text = cm_read_plain(one->path, MAX_FUNCTION_FILE, &size, &why);

    if (text && strlen(text) == size)
        one->source = read_source(text, one->path, one->name);
    free(text);
}

static const bd_source *find_file(const bd_library *library, const char *name) {
    for (size_t number = library->heads[bd_name_hash(name) % HEADS]; number > 0;
         number = library->files[number - 1].next) {
        const size_t k = number - 1;
        if (strcmp(library->files[k].name, name) == 0) {
            bd_library *mine = (bd_library *)(uintptr_t)library;
            pthread_mutex_lock(&mine->reading);
            file *one = &mine->files[k];
            if (!one->tried) {
                one->tried = true;
                read_file(one);
            }
            const bd_source *source = one->source;
            pthread_mutex_unlock(&mine->reading);
            return source;
        }
    }
    return NULL;
}

void bd_library_look_around(bd_library *library, const char *folder, bd_log *log) {
    if (!library->around && log)
        library->around = bd_around_create(folder);
    library->log = log ? log : &library->late;
}

void bd_library_tell(bd_library *library, bd_log *log) {
    if (__atomic_load_n(&library->late.count, __ATOMIC_ACQUIRE) == 0)
        return;
    pthread_mutex_lock(&library->reading);
    for (size_t k = 0; k < library->late.count; k++)
        bd_log_add(log, "%s", library->late.lines[k]);
    bd_log_free(&library->late);
    pthread_mutex_unlock(&library->reading);
}

void bd_library_warn(const bd_library *library, const char *format, ...) {
    CM_SENTENCE(line, BD_ERROR_TEXT, format);

    while (library && library->parent)
        library = library->parent;
    bd_library *root = (bd_library *)(uintptr_t)library;
    if (!root)
        return;
    pthread_mutex_lock(&root->reading);
    const size_t before = root->told.count;
    bd_log_add(&root->told, "%s", line);
    if (root->told.count > before)
        bd_log_add(root->log ? root->log : &root->late, "%s", line);
    pthread_mutex_unlock(&root->reading);
}

const char *bd_library_file_around(bd_library *library, const char *name) {
    const char *other = NULL;
    const char *path = library->around ? bd_around_find(library->around, name, &other) : NULL;

    if (other) {
        bd_log_add(library->log,
                   "'%s' is in %s and another one in %s: put the folder that is meant on the path",
                   name, path, other);
        return NULL;
    }
    if (path)
        bd_log_add(library->log, "'%s' is taken from %s", name, path);
    return path;
}

/* names that mean something without a file */
static bool is_known(const char *name) {
    int index;
    return strchr(name, '.') || bd_function_find(name) || bd_is_idle_function(name) ||
           bd_is_print_function(name) || bd_library_source(bd_prelude(), name, &index);
}

/* remembers what was found, and also that there is nothing */
static const bd_source *look_around(bd_library *library, const char *name) {
    const char *other = NULL;
    const char *path = is_known(name) ? NULL : bd_around_find(library->around, name, &other);
    file *grown = cm_one_more(library->far, library->far_count, sizeof *grown);
    file made = {.name = copy_text(name), .path = (char *)(uintptr_t)path, .tried = true};

    if (grown)
        library->far = grown;
    if (!grown || !made.name) {
        free(made.name);
        return NULL;
    }
    if (path && other) {
        bd_log_add(library->log,
                   "'%s' is a function in %s and another one in %s: put the folder that is meant "
                   "on the path",
                   name, path, other);
    } else if (path) {
        read_file(&made);
        if (made.source)
            bd_log_add(library->log, "the function '%s' is taken from %s", name, path);
    }
    library->far[library->far_count++] = made;
    return made.source;
}

static const bd_source *find_far(const bd_library *library, const char *name) {
    bd_library *mine = (bd_library *)(uintptr_t)library;
    const bd_source *source = NULL;
    bool asked = false;

    if (!library->around)
        return NULL;
    pthread_mutex_lock(&mine->reading);
    for (size_t k = 0; k < library->far_count && !asked; k++) {
        asked = strcmp(library->far[k].name, name) == 0;
        source = asked ? library->far[k].source : NULL;
    }
    if (!asked)
        source = look_around(mine, name);
    pthread_mutex_unlock(&mine->reading);
    return source;
}

static int function_index(const bd_source *source, const char *name) {
    for (size_t k = 0; source->functions && k < source->functions->count; k++)
        if (strcmp(source->functions->items[k]->text, name) == 0)
            return (int)k;
    return -1;
}

/* of one library, without those around it */
static const bd_source *find_text(const bd_library *library, const char *function, int *index) {
    for (const bd_source *source = library->sources; source; source = source->next) {
        *index = function_index(source, function);
        if (*index >= 0)
            return source;
    }
    return NULL;
}

const bd_source *bd_library_text(const bd_library *library, const char *function, int *index) {
    const bd_source *source = NULL;

    for (; library && !source; library = library->parent)
        source = find_text(library, function, index);
    return source;
}

const bd_source *bd_library_source(const bd_library *library, const char *function, int *index) {
    for (; library; library = library->parent) {
        const bd_source *source = find_text(library, function, index);
        if (source)
            return source;
        source = find_file(library, function);
        source = source ? source : find_far(library, function);
        if (source) {
            *index = 0; /* the name of a file counts, not that of its function */
            return source;
        }
    }
    return NULL;
}

const bd_source *bd_library_by_name(const bd_library *library, const char *name) {
    for (; library; library = library->parent) {
        for (const bd_source *source = library->sources; source; source = source->next)
            if (strcmp(source->name, name) == 0)
                return source;
        for (size_t k = 0; k < library->file_count; k++)
            if (library->files[k].source && strcmp(library->files[k].source->name, name) == 0)
                return library->files[k].source;
        for (size_t k = 0; k < library->far_count; k++)
            if (library->far[k].source && strcmp(library->far[k].source->name, name) == 0)
                return library->far[k].source;
    }
    return NULL;
}

bd_status bd_library_add_class(bd_library *library, const bd_library *where, const char *name,
                               const char *base, bd_properties *properties, bd_error *error) {
    const bd_source *found = NULL, *made = NULL;

    for (; where && !found; where = where->parent) {
        found = find_file(where, name);
        found = found ? found : find_far(where, name);
    }
    if (!found) {
        return bd_error_set(
            error, BD_UNSUPPORTED,
            "there is no file '%s.m' with this class beside the model or in a folder "
            "given with it",
            name);
    }
    if (!begins(found->text, "classdef") || !strstr(found->text, base)) {
        return bd_error_set(error, BD_UNSUPPORTED, "%s: this is no class derived from %s",
                            found->name, base);
    }
    char *text = copy_text(found->text);
    if (!text || !bd_class_split(text, properties)) {
        free(text);
        return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory for '%s'", name);
    }
    const bd_status status = read_code(library, text, found->name, &made, error);
    free(text);
    return status;
}

bool bd_library_signature(const bd_library *library, const char *function,
                          bd_signature *signature) {
    int index;
    const bd_source *source = bd_library_source(library, function, &index);

    if (!source || !source->functions)
        return false;
    const bd_syntax *node = source->functions->items[index];
    const bd_syntax *rows[2] = {node->left, node->middle};
    const char **names[2];
    for (int k = 0; k < 2; k++) {
        /* the tree keeps them, as everything of the text */
        bd_arena *tree = &((bd_source *)(uintptr_t)source)->tree;
        names[k] = bd_arena_array(tree, rows[k]->count + 1, sizeof *names[k]);
        for (size_t n = 0; names[k] && n < rows[k]->count; n++)
            names[k][n] = rows[k]->items[n]->text ? rows[k]->items[n]->text : "~";
    }
    if (!names[0] || !names[1])
        return false;
    *signature = (bd_signature){.inputs = names[0],
                                .outputs = names[1],
                                .input_count = (int)rows[0]->count,
                                .output_count = (int)rows[1]->count};
    const int in = signature->input_count, out = signature->output_count;
    signature->any_inputs = in > 0 && strcmp(names[0][in - 1], "varargin") == 0;
    signature->any_outputs = out > 0 && strcmp(names[1][out - 1], "varargout") == 0;
    return true;
}

const bd_source *bd_library_enumeration(const bd_calc *calc, const char *class) {
    const bd_library *library =
        calc->frame ? calc->frame->library : bd_workspace_library(calc->scope);

    for (; library; library = library->parent) {
        const bd_source *source = find_file(library, class);
        source = source ? source : find_far(library, class);
        if (source && source->enumeration)
            return source;
    }
    return NULL;
}

const bd_value *bd_library_member(bd_calc *calc, const char *dotted) {
    const char *point = strchr(dotted, '.');
    char class[BD_MAX_NAME + 1];

    if (!point || (size_t)(point - dotted) > BD_MAX_NAME)
        return NULL;
    snprintf(class, sizeof class, "%.*s", (int)(point - dotted), dotted);
    const bd_source *source = bd_library_enumeration(calc, class);
    return source ? bd_value_field(source->members, point + 1) : NULL;
}
