/* what functions remember between calls: a workspace for each function that has persistent
 * variables. Saved as plain bytes: names, classes, sizes, elements */
#include "value/library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "value/box.h"
#include "common/memory.h"

typedef struct store {
    struct store *next;
    char *source, *function;
    bd_workspace *variables;
} store;

struct bd_persistent {
    store *stores;
};

bd_status bd_persistent_create(bd_persistent **persistent, bd_error *error) {
    *persistent = calloc(1, sizeof **persistent);
    return *persistent ? BD_OK
                       : bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory for variables");
}

static char *copy_text(const char *text) {
    const size_t bytes = strlen(text) + 1;
    char *copy = malloc(bytes);

    return !copy ? NULL : memcpy(copy, text, bytes);
}

static void empty(bd_persistent *persistent) {
    while (persistent->stores) {
        store *first = persistent->stores;
        persistent->stores = first->next;
        bd_workspace_free(first->variables);
        CM_FREE(first->source, first->function, first);
    }
}

void bd_persistent_free(bd_persistent *persistent) {
    if (persistent) {
        empty(persistent);
        free(persistent);
    }
}

static bd_workspace *find(bd_persistent *persistent, const char *source, const char *function) {
    for (store *s = persistent->stores; s; s = s->next)
        if (strcmp(s->function, function) == 0 && strcmp(s->source, source) == 0)
            return s->variables;
    store *made = calloc(1, sizeof *made);
    bd_error error;
    if (!made || !(made->source = copy_text(source)) || !(made->function = copy_text(function)) ||
        bd_workspace_create(function, NULL, &made->variables, &error) != BD_OK) {
        if (made) {
            free(made->source);
            free(made->function);
        }
        free(made);
        return NULL;
    }
    made->next = persistent->stores;
    persistent->stores = made;
    return made->variables;
}

bd_workspace *bd_persistent_of(bd_calc *calc, const bd_source *source, const char *function) {
    bd_persistent *persistent = calc->frame ? calc->frame->persistent : NULL;

    if (!persistent)
        return bd_calc_fail(calc, BD_UNSUPPORTED, "persistent variables have no place here");
    bd_workspace *found = find(persistent, source->name, function);
    return found ? found : bd_calc_fail(calc, BD_OUT_OF_MEMORY, "out of memory");
}

const bd_value *bd_persistent_value(bd_persistent *persistent, const char *name) {
    const bd_workspace *own = persistent ? find(persistent, "", "") : NULL;

    return own ? bd_workspace_find_own(own, name) : NULL;
}

bd_status bd_persistent_set(bd_persistent *persistent, const char *name, bd_value *value,
                            bd_error *error) {
    bd_workspace *own = find(persistent, "", "");

    if (!own) {
        bd_value_free(value);
        return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory for '%s'", name);
    }
    return bd_workspace_set(own, name, value, error);
}

bd_workspace *bd_persistent_globals(bd_persistent *persistent) {
    return find(persistent, "", "global");
}

/* bytes are counted first and written then, by the same walk */
typedef struct writer {
    unsigned char *to; /* NULL: only count */
    size_t used;
} writer;

static void put(writer *out, const void *bytes, size_t size) {
    if (out->to && size > 0)
        memcpy(out->to + out->used, bytes, size);
    out->used += size;
}

static void put_size(writer *out, size_t number) {
    put(out, &number, sizeof number);
}

static void put_text(writer *out, const char *text) {
    put_size(out, strlen(text));
    put(out, text, strlen(text));
}

static void put_value(writer *out, const bd_value *value) {
    put_size(out, !value ? SIZE_MAX : (size_t)value->type);
    if (!value)
        return;
    const bool children = value->type == BD_CELL || value->type == BD_STRUCT;
    put_size(out, (size_t)bd_box(value)->object);
    put_size(out, (size_t)value->rank);
    put(out, value->dims, sizeof value->dims);
    put_size(out, value->im != NULL);
    if (!children) {
        const size_t bytes = value->count * bd_class_bytes(value->type);
        put(out, value->re, bytes);
        put(out, value->im, value->im ? bytes : 0);
        return;
    }
    const size_t fields = value->type == BD_STRUCT ? value->field_count : 1;
    put_size(out, value->field_count);
    for (size_t k = 0; value->type == BD_STRUCT && k < fields; k++)
        put_text(out, value->field_names[k]);
    for (size_t k = 0; k < value->count * fields; k++)
        put_value(out, value->children[k]);
}

static void put_all(writer *out, const bd_persistent *persistent) {
    size_t count = 0;

    for (const store *s = persistent->stores; s; s = s->next)
        count++;
    put_size(out, count);
    for (const store *s = persistent->stores; s; s = s->next) {
        put_text(out, s->source);
        put_text(out, s->function);
        put_size(out, bd_workspace_count(s->variables));
        for (size_t k = 0; k < bd_workspace_count(s->variables); k++) {
            put_text(out, bd_workspace_name_at(s->variables, k));
            put_value(out, bd_workspace_value_at(s->variables, k));
        }
    }
}

size_t bd_persistent_size(const bd_persistent *persistent) {
    writer out = {0};

    put_all(&out, persistent);
    return out.used;
}

void bd_persistent_save(const bd_persistent *persistent, void *bytes) {
    writer out = {.to = bytes};

    put_all(&out, persistent);
}

typedef struct reader {
    const unsigned char *from;
    size_t left;
    bool broken;
} reader;

static void get(reader *in, void *bytes, size_t size) {
    if (in->broken || size > in->left) {
        in->broken = true;
        memset(bytes, 0, size);
        return;
    }
    memcpy(bytes, in->from, size);
    in->from += size;
    in->left -= size;
}

static size_t get_size(reader *in) {
    size_t number = 0;

    get(in, &number, sizeof number);
    return number;
}

static void get_text(reader *in, char *text, size_t capacity) {
    const size_t length = get_size(in);

    text[0] = '\0';
    if (length >= capacity) {
        in->broken = true;
        return;
    }
    get(in, text, length);
    text[in->broken ? 0 : length] = '\0';
}

static bd_value *get_value(reader *in, int depth) {
    const size_t type = get_size(in);
    bd_value *value = NULL;
    bd_error error;
    size_t dims[BD_MAX_RANK];

    if (type == SIZE_MAX || in->broken)
        return NULL;
    const size_t object = get_size(in), rank = get_size(in);
    get(in, dims, sizeof dims);
    const bool is_complex = get_size(in) != 0;
    if (in->broken || type >= BD_CLASS_COUNT || rank > BD_MAX_RANK || depth > BD_MAX_NESTING ||
        bd_value_create((bd_class)type, (int)rank, dims, is_complex, &value, &error) != BD_OK) {
        in->broken = true;
        return NULL;
    }
    bd_box(value)->object = (bd_object)object;
    if (type != BD_CELL && type != BD_STRUCT) {
        const size_t bytes = value->count * bd_class_bytes(value->type);
        if (bytes > 0)
            get(in, value->re, bytes);
        if (bytes > 0 && value->im)
            get(in, value->im, bytes);
        return value;
    }
    const size_t fields = get_size(in);
    for (size_t k = 0; type == BD_STRUCT && k < fields && !in->broken; k++) {
        char name[BD_MAX_NAME + 1];
        size_t field;
        get_text(in, name, sizeof name);
        in->broken = in->broken || bd_value_add_field(value, name, &field, &error) != BD_OK;
    }
    const size_t each = type == BD_STRUCT ? fields : 1;
    for (size_t k = 0; !in->broken && k < value->count * each; k++) {
        bd_value *child = get_value(in, depth + 1);
        in->broken = in->broken || bd_value_set_child(value, k, child, &error) != BD_OK;
    }
    return value;
}

bd_status bd_persistent_restore(bd_persistent *persistent, const void *bytes, size_t size,
                                bd_error *error) {
    reader in = {.from = bytes, .left = size};

    empty(persistent);
    for (size_t stores = get_size(&in); stores > 0 && !in.broken; stores--) {
        char source[4096], function[BD_MAX_NAME + 1], name[BD_MAX_NAME + 1];
        get_text(&in, source, sizeof source);
        get_text(&in, function, sizeof function);
        bd_workspace *variables = in.broken ? NULL : find(persistent, source, function);
        for (size_t k = variables ? get_size(&in) : 0; k > 0 && !in.broken; k--) {
            get_text(&in, name, sizeof name);
            bd_value *value = get_value(&in, 0);
            if (value && bd_workspace_set(variables, name, value, error) != BD_OK)
                in.broken = true;
        }
    }
    return in.broken ? bd_error_set(error, BD_BAD_FILE, "saved variables of functions are damaged")
                     : BD_OK;
}
