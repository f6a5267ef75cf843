/* names → values: a list in the order of first assignment, and a hash table of positions in it */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "multirate/nearest.h"
#include "value/evaluate.h"
#include "value/library.h"
#include "value/workspace_private.h"
#include "common/memory.h"

enum { MAX_VARIABLES = 1000000 };

typedef struct variable {
    char *name;
    bd_value *value;      /* NULL while it is taken out */
    bool used;            /* asked for, or set more than once */
    bool read;            /* asked for since bd_workspace_settle */
    bool lost;            /* set anew since then, before anybody had asked for it */
    bool given;           /* there already then */
    const void **readers; /* who has asked for it, each once in a row */
    size_t reader_count;
    bool forgotten;          /* some reader, for want of memory */
    bd_workspace *elsewhere; /* where the value really is (global, persistent), or NULL */
} variable;

/* a name without a value */
typedef struct missing_name {
    struct missing_name *next;
    char *name, *why;
} missing_name;

struct bd_workspace {
    char *name;
    const bd_workspace *parent;
    size_t number;
    const bd_model_access *model;
    const bd_library *library;
    const void *const *reader; /* who asks at present, or NULL */
    variable *variables;
    size_t count;
    size_t *slots; /* position + 1, or 0 if free; a power of two, at most half full */
    size_t slot_count;
    missing_name *missing;
};

static char *copy_text(const char *text) {
    const size_t bytes = strlen(text) + 1;
    char *copy = malloc(bytes);

    return !copy ? NULL : memcpy(copy, text, bytes);
}

bd_status bd_workspace_create(const char *name, const bd_workspace *parent,
                              bd_workspace **workspace, bd_error *error) {
    *workspace = calloc(1, sizeof **workspace);
    if (*workspace) {
        (*workspace)->name = copy_text(name ? name : "");
        (*workspace)->parent = parent;
    }
    if (!*workspace || !(*workspace)->name) {
        free(*workspace);
        *workspace = NULL;
        return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory for a workspace");
    }
    return BD_OK;
}

void bd_workspace_free(bd_workspace *workspace) {
    if (!workspace)
        return;
    bd_workspace_clear(workspace, NULL);
    CM_FREE(workspace->variables, workspace->slots, workspace->name, workspace);
}

const char *bd_workspace_name(const bd_workspace *workspace) {
    return workspace->name;
}

const bd_workspace *bd_workspace_parent(const bd_workspace *workspace) {
    return workspace->parent;
}

void bd_workspace_set_number(bd_workspace *workspace, size_t number) {
    workspace->number = number;
}

size_t bd_workspace_number(const bd_workspace *workspace) {
    return workspace->number;
}

void bd_workspace_set_model(bd_workspace *workspace, const bd_model_access *access) {
    workspace->model = access;
}

const bd_model_access *bd_workspace_model(const bd_workspace *workspace) {
    while (workspace && !workspace->model)
        workspace = workspace->parent;
    return workspace ? workspace->model : NULL;
}

/* several runs of one compiled model may ask at the same time */
static void mark(bool *flag) {
    if (!__atomic_load_n(flag, __ATOMIC_RELAXED))
        __atomic_store_n(flag, true, __ATOMIC_RELAXED);
}

/* FNV-1a, Fowler, Noll and Vo 1991 */
static size_t hash(const char *name) {
    uint64_t h = 14695981039346656037U;

    for (; *name != '\0'; name++)
        h = (h ^ (unsigned char)*name) * 1099511628211U;
    return (size_t)h;
}

/* the slot of the name, or the free one where it would be */
static size_t *find_slot(const bd_workspace *workspace, const char *name) {
    const size_t mask = workspace->slot_count - 1;
    size_t at = hash(name) & mask;

    while (workspace->slots[at] != 0 &&
           strcmp(workspace->variables[workspace->slots[at] - 1].name, name) != 0)
        at = (at + 1) & mask;
    return &workspace->slots[at];
}

static variable *find(const bd_workspace *workspace, const char *name) {
    if (workspace->slot_count == 0)
        return NULL;
    const size_t position = *find_slot(workspace, name);
    variable *known = position == 0 ? NULL : &workspace->variables[position - 1];
    return known && known->elsewhere ? find(known->elsewhere, name) : known;
}

static void rebuild(bd_workspace *workspace) {
    memset(workspace->slots, 0, workspace->slot_count * sizeof *workspace->slots);
    for (size_t k = 0; k < workspace->count; k++) {
        /* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): all up to the count have names */
        *find_slot(workspace, workspace->variables[k].name) = k + 1;
    }
}

/* room for one more variable */
static bool reserve(bd_workspace *workspace) {
    variable *grown = cm_one_more(workspace->variables, workspace->count, sizeof *grown);
    if (!grown)
        return false;
    workspace->variables = grown;
    if (2 * (workspace->count + 1) > workspace->slot_count) {
        const size_t wanted = workspace->slot_count ? 2 * workspace->slot_count : 64;
        size_t *slots = malloc(wanted * sizeof *slots);
        if (!slots)
            return false;
        free(workspace->slots);
        workspace->slots = slots;
        workspace->slot_count = wanted;
        rebuild(workspace);
    }
    return true;
}

static bool is_name(const char *name) {
    const size_t length = strlen(name);
    const char *letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

    return length > 0 && length <= BD_MAX_NAME && strspn(name, letters) == length &&
           !(name[0] >= '0' && name[0] <= '9');
}

bd_status bd_workspace_set(bd_workspace *workspace, const char *name, bd_value *value,
                           bd_error *error) {
    variable *known = name ? find(workspace, name) : NULL;
    if (!value || !name || (!known && !is_name(name))) {
        bd_value_free(value);
        return bd_error_set(error, BD_BAD_ARGUMENT, "'%.80s' is not the name of a variable",
                            name ? name : "");
    }
    if (known) {
        bd_value_free(known->value);
        known->value = value;
        known->used = true;
        known->lost = known->lost || !known->read;
        return BD_OK;
    }
    const bool is_full = workspace->count >= MAX_VARIABLES;
    char *copy = is_full ? NULL : copy_text(name);
    if (!copy || !reserve(workspace)) {
        free(copy);
        bd_value_free(value);
        return bd_error_set(error, is_full ? BD_LIMIT_EXCEEDED : BD_OUT_OF_MEMORY,
                            "%s for the variable '%s' in the %s",
                            is_full ? "no room" : "not enough memory", name, workspace->name);
    }
    size_t *slot = find_slot(workspace, name);
    workspace->variables[workspace->count++] = (variable){.name = copy, .value = value};
    *slot = workspace->count;
    return BD_OK;
}

bd_status bd_workspace_set_scalar(bd_workspace *workspace, const char *name, double number,
                                  bd_error *error) {
    bd_value *value;
    const bd_status status = bd_value_create_scalar(number, &value, error);

    return status == BD_OK ? bd_workspace_set(workspace, name, value, error) : status;
}

bd_status bd_workspace_set_text(bd_workspace *workspace, const char *name, const char *text,
                                bd_error *error) {
    bd_value *value;
    const bd_status status = bd_value_create_text(text, &value, error);

    return status == BD_OK ? bd_workspace_set(workspace, name, value, error) : status;
}

bd_status bd_workspace_link(bd_workspace *workspace, const char *name, bd_workspace *elsewhere,
                            bd_error *error) {
    bd_value *none = NULL;

    if (elsewhere == workspace)
        return BD_OK;
    if (!find(elsewhere, name)) {
        bd_status status = bd_value_create_matrix(BD_DOUBLE, 0, 0, &none, error);
        status = status == BD_OK ? bd_workspace_set(elsewhere, name, none, error) : status;
        if (status != BD_OK)
            return status;
    }
    bd_workspace_clear(workspace, name);
    bd_status status = bd_value_create_matrix(BD_DOUBLE, 0, 0, &none, error);
    status = status == BD_OK ? bd_workspace_set(workspace, name, none, error) : status;
    if (status == BD_OK)
        workspace->variables[*find_slot(workspace, name) - 1].elsewhere = elsewhere;
    return status;
}

void bd_workspace_set_library(bd_workspace *workspace, const bd_library *library) {
    workspace->library = library;
}

const bd_library *bd_workspace_library(const bd_workspace *workspace) {
    while (workspace && !workspace->library)
        workspace = workspace->parent;
    return workspace ? workspace->library : NULL;
}

void bd_workspace_clear(bd_workspace *workspace, const char *name) {
    size_t kept = 0;

    while (!name && workspace->missing) {
        missing_name *first = workspace->missing;
        workspace->missing = first->next;
        CM_FREE(first->name, first->why, first);
    }
    for (size_t k = 0; k < workspace->count; k++) {
        variable *one = &workspace->variables[k];
        if (!name || strcmp(one->name, name) == 0) {
            bd_value_free(one->value);
            free(one->name);
            free(one->readers);
        } else {
            workspace->variables[kept++] = *one;
        }
    }
    workspace->count = kept;
    if (workspace->slot_count > 0)
        rebuild(workspace);
}

bd_value *bd_workspace_take(bd_workspace *workspace, const char *name, bool part) {
    variable *known = find(workspace, name);
    bd_value *value = known ? known->value : NULL;

    if (known) {
        known->read = known->read || part;
        known->value = NULL;
    }
    return value;
}

/* a reader that cannot be noted is lost for bd_workspace_readers, which then says so */
static void note_reader(variable *known, const void *reader) {
    if (!reader || (known->reader_count && known->readers[known->reader_count - 1] == reader))
        return;
    const void **grown = cm_one_more(known->readers, (size_t)known->reader_count, sizeof *grown);
    if (!grown) {
        known->forgotten = true;
        return;
    }
    known->readers = grown;
    known->readers[known->reader_count++] = reader;
}

void bd_workspace_set_reader(bd_workspace *workspace, const void *const *reader) {
    workspace->reader = reader;
}

bool bd_workspace_readers(const bd_workspace *workspace, size_t index, const void *const **readers,
                          size_t *count) {
    const variable *known = &workspace->variables[index];

    *readers = known->readers;
    *count = known->reader_count;
    return !known->forgotten;
}

const bd_value *bd_workspace_find_own(const bd_workspace *workspace, const char *name) {
    variable *known = workspace ? find(workspace, name) : NULL;

    if (known) {
        mark(&known->used);
        mark(&known->read);
        if (workspace->reader)
            note_reader(known, *workspace->reader);
    }
    return known ? known->value : NULL;
}

static missing_name *find_missing(const bd_workspace *workspace, const char *name) {
    missing_name *one = workspace->missing;

    while (one && (!one->name || strcmp(one->name, name) != 0))
        one = one->next;
    return one;
}

/* a name that has no value here hides one of the same name further out: that one is not meant */
const bd_value *bd_workspace_find(const bd_workspace *workspace, const char *name) {
    const bd_value *value = bd_workspace_find_own(workspace, name);

    while (!value && workspace && !find_missing(workspace, name)) {
        workspace = workspace->parent;
        value = bd_workspace_find_own(workspace, name);
    }
    return value;
}

bool bd_workspace_is_used(const bd_workspace *workspace, const char *name) {
    const variable *known = find(workspace, name);

    return known && known->used;
}

void bd_workspace_settle(bd_workspace *workspace) {
    for (size_t k = 0; k < workspace->count; k++) {
        workspace->variables[k].read = false;
        workspace->variables[k].lost = false;
        workspace->variables[k].given = true;
    }
}

void bd_workspace_forget(bd_workspace *workspace, const char *name, const char *why) {
    const variable *known = find(workspace, name);

    if (known && known->given)
        return;
    if (known)
        bd_workspace_clear(workspace, name);
    if (find_missing(workspace, name))
        return; /* a loop comes here again and again */
    bd_workspace_set_missing(workspace, name, why);
}

bool bd_workspace_forget_field(bd_workspace *workspace, const char *name, const char *field) {
    const variable *known = find(workspace, name);
    const bd_value *old = known ? known->value : NULL;
    bd_value *made = NULL;
    bd_error error = {0};

    if (!old || old->type != BD_STRUCT || old->count != 1)
        return false;
    if (known->given)
        return true;
    bd_status status = bd_value_create_struct(&made, &error);
    for (size_t f = 0; status == BD_OK && f < old->field_count; f++) {
        bd_value *child = NULL;
        if (strcmp(old->field_names[f], field) == 0)
            continue;
        status = bd_value_copy(old->children[f], &child, &error);
        if (status == BD_OK)
            status = bd_value_field_set(made, 0, old->field_names[f], child, &error);
    }
    if (status != BD_OK)
        bd_value_free(made);
    return status == BD_OK && bd_workspace_set(workspace, name, made, &error) == BD_OK;
}

bool bd_workspace_is_lost(const bd_workspace *workspace, const char *name) {
    const variable *known = find(workspace, name);

    return known && known->lost;
}

void bd_workspace_set_missing(bd_workspace *workspace, const char *name, const char *why) {
    missing_name *made = calloc(1, sizeof *made);

    if (made) {
        *made = (missing_name){
            .next = workspace->missing, .name = copy_text(name), .why = copy_text(why)};
        workspace->missing = made;
    }
}

const char *bd_workspace_why_missing(const bd_workspace *workspace, const char *name) {
    for (; workspace; workspace = workspace->parent) {
        const missing_name *one = find_missing(workspace, name);
        if (one && one->why)
            return one->why;
    }
    return NULL;
}

const char *bd_workspace_hint(const bd_workspace *workspace, const char *name, char *text,
                              size_t size) {
    mr_nearest nearest = {name, NULL, 0};

    for (; workspace; workspace = workspace->parent) {
        for (size_t k = 0; k < workspace->count; k++)
            if (workspace->variables[k].value && strcmp(workspace->variables[k].name, name) != 0)
                mr_nearest_try(&nearest, workspace->variables[k].name);
    }
    return mr_nearest_hint(&nearest, text, size);
}

size_t bd_workspace_count(const bd_workspace *workspace) {
    return workspace->count;
}

const char *bd_workspace_name_at(const bd_workspace *workspace, size_t index) {
    return index < workspace->count ? workspace->variables[index].name : NULL;
}

const bd_value *bd_workspace_value_at(const bd_workspace *workspace, size_t index) {
    return index < workspace->count ? workspace->variables[index].value : NULL;
}
