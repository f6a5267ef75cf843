/* a block's parameters: found as text, evaluated in its scope, checked, and kept */
#include "engine/engine.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "blockdiagram/expression.h"

typedef const char *(*finder)(const bd_block *block, const char *name);

static const char *in_block(const bd_block *block, const char *name) {
    for (const bd_own_text *own = block->engine->own_texts; own; own = own->next)
        if (strcmp(own->name, name) == 0)
            return own->text;
    return bd_parameters_find(&block->node->parameters, name);
}

static const char *in_file(const bd_block *block, const char *name) {
    const bd_parameters *defaults = block->node->file_defaults;
    return defaults ? bd_parameters_find(defaults, name) : NULL;
}

static const char *in_table(const bd_block *block, const char *name) {
    return bd_type_default(block->node->type, name);
}

static const char *find(const bd_block *block, const char *name, size_t place_count) {
    if (!block->node)
        return NULL;
    static const finder places[] = {in_block, in_file, in_table};
    for (size_t p = 0; p < place_count; p++) {
        const char *rest = name;
        while (*rest) {
            char one[128];
            size_t length = strcspn(rest, "|"),
                   kept = length < sizeof one ? length : sizeof one - 1;
            memcpy(one, rest, kept);
            one[kept] = '\0';
            const char *text = places[p](block, one);
            if (text)
                return text;
            rest += length + (rest[length] == '|');
        }
    }
    return NULL;
}

const char *bd_block_text(const bd_block *block, const char *name) {
    return find(block, name, 3);
}

const char *bd_block_written(const bd_block *block, const char *name) {
    return find(block, name, 2);
}

double bd_block_file_version(const bd_block *block) {
    const bd_node *node = block->node;
    return node && node->parent ? strtod(node->parent->diagram->version, NULL) : 0.0;
}

bd_status bd_block_flag(bd_block *block, const char *name, bool *flag) {
    const char *text = bd_block_text(block, name);
    if (!text)
        return BD_OK;
    if (strcasecmp(text, "on") == 0 || strcmp(text, "1") == 0)
        *flag = true;
    else if (strcasecmp(text, "off") == 0 || strcmp(text, "0") == 0)
        *flag = false;
    else
        return bd_block_fail(block, BD_BAD_PARAMETER, "%s must be on or off, not '%.100s'", name,
                             text);
    return BD_OK;
}

/* without regard to case; releases also differ in hyphens ("Time-based") */
static bool same_choice(const char *a, const char *b) {
    for (;; a++, b++) {
        a += strspn(a, " -");
        b += strspn(b, " -");
        if (!*a || tolower((unsigned char)*a) != tolower((unsigned char)*b))
            return *a == *b;
    }
}

bd_status bd_block_choice(bd_block *block, const char *name, const char *const *choices,
                          int *choice) {
    const char *text = bd_block_text(block, name);
    if (!text)
        return BD_OK;
    for (int i = 0; choices[i]; i++)
        if (same_choice(choices[i], text)) {
            *choice = i;
            return BD_OK;
        }
    char list[512] = "";
    size_t used = 0;
    for (int i = 0; choices[i] && used < sizeof list; i++)
        used +=
            (size_t)snprintf(list + used, sizeof list - used, "%s'%s'", i ? ", " : "", choices[i]);
    return bd_block_fail(block, BD_BAD_PARAMETER, "%s is '%.100s' but must be one of %s", name,
                         text, list);
}

/* a place whose value was read anew is taken over, so that memory does not grow */
static bd_kept_value *keep(bd_block *block, const char *name) {
    bd_kept_value **place = &block->engine->kept;
    while (*place && *(*place)->name)
        place = &(*place)->next;
    bd_kept_value *kept = *place;
    if (kept)
        *place = kept->next;
    else
        kept = bd_block_alloc(block, sizeof *kept);
    if (!kept)
        return NULL;
    kept->name = bd_arena_copy(&block->engine->home->arena, name);
    if (!kept->name)
        return NULL;
    kept->next = block->engine->kept;
    block->engine->kept = kept;
    return kept;
}

void bd_block_forget_values(bd_block *block) {
    for (bd_kept_value *kept = block->engine->kept; kept; kept = kept->next) {
        bd_value_free(kept->value);
        free(kept->numbers);
    }
    block->engine->kept = NULL;
}

/* what the compiled block has found out; NULL while it is compiled, or if values have changed */
static const bd_kept_value *as_compiled(const bd_block *block, const char *name, bool numbers) {
    const bd_block *compiled = block->engine->changed ? NULL : block->engine->compiled;
    for (const bd_kept_value *kept = compiled ? compiled->engine->kept : NULL; kept;
         kept = kept->next)
        if (strcmp(kept->name, name) == 0 &&
            (numbers ? kept->numbers != NULL : kept->value != NULL))
            return kept;
    return NULL;
}

bd_status bd_block_value(bd_block *block, const char *name, const bd_value **value) {
    const char *text = bd_block_text(block, name);
    const bd_kept_value *known = as_compiled(block, name, false);
    *value = known ? known->value : NULL;
    if (known)
        return BD_OK;
    if (!text)
        return bd_block_fail(block, BD_BAD_PARAMETER, "parameter %.*s is missing",
                             (int)strcspn(name, "|"), name);
    bd_kept_value *kept = keep(block, name);
    if (!kept)
        return bd_block_no_memory(block);
    bd_error error = {0};
    /* under a mask the current block is the masked one */
    bd_status status = strstr(text, "gcb") && !bd_workspace_find(block->scope, "gcb")
                           ? bd_evaluate_at(text, block->scope, block->path, &kept->value, &error)
                           : bd_expression_evaluate(text, block->scope, &kept->value, &error);
    if (status != BD_OK)
        return bd_block_fail(block, status, "%.*s: %s", (int)strcspn(name, "|"), name, error.text);
    *value = kept->value;
    return BD_OK;
}

static void describe(const bd_block *block, const char *name, char *what, size_t capacity) {
    snprintf(what, capacity, "%.60s of block '%.300s'", name, block->path);
}

bd_status bd_block_scalar(bd_block *block, const char *name, double *number) {
    const bd_value *value;
    BD_TRY(bd_block_value(block, name, &value));
    if (value->type == BD_DOUBLE && value->count == 1 && !value->im) { /* the usual case */
        *number = *(const double *)value->re;
        return BD_OK;
    }
    char what[400];
    describe(block, name, what, sizeof what);
    return bd_value_scalar(value, what, number, &block->engine->home->error);
}

bd_status bd_block_whole(bd_block *block, const char *name, long low, long high, long *number) {
    const bd_value *value;
    BD_TRY(bd_block_value(block, name, &value));
    char what[400];
    describe(block, name, what, sizeof what);
    return bd_value_whole(value, what, low, high, number, &block->engine->home->error);
}

bd_status bd_block_numbers(bd_block *block, const char *name, const double **numbers,
                           size_t *count) {
    static const double none = 0.0;
    const bd_value *value;
    const bd_kept_value *known = as_compiled(block, name, true);
    if (known) {
        *numbers = known->numbers;
        *count = known->number_count;
        return BD_OK;
    }
    BD_TRY(bd_block_value(block, name, &value));
    char what[400] = "";
    if (value->im || !bd_value_is_number_like(value)) /* it will be refused */
        describe(block, name, what, sizeof what);
    double *copy = NULL;
    BD_TRY(bd_value_doubles(value, what, &copy, count, &block->engine->home->error));
    bd_kept_value *kept = keep(block, name);
    if (!kept) {
        free(copy);
        return bd_block_no_memory(block);
    }
    kept->numbers = copy;
    kept->number_count = *count;
    *numbers = copy ? copy : &none;
    return BD_OK;
}

bd_shape bd_value_shape(const bd_value *value, bool as_vector) {
    bd_shape shape = {.type = value->type == BD_CHAR ? BD_DOUBLE : (int)value->type,
                      .complexity = value->im != NULL};
    if (value->count == 1 || (as_vector && bd_value_is_vector(value))) {
        shape.rank = 1;
        shape.dims[0] = (int)value->count;
        return shape;
    }
    shape.rank = value->rank;
    for (int i = 0; i < value->rank; i++)
        shape.dims[i] = (int)value->dims[i];
    return shape;
}

bd_status bd_value_to_signal(const bd_value *value, const bd_shape *shape, void *data,
                             bd_error *error) {
    int width = bd_shape_width(shape);
    if (shape->type == BD_BUS && value->count == 1) { /* the same number everywhere */
        for (int i = 0; i < shape->bus->count; i++) {
            const bd_bus_element *element = &shape->bus->elements[i];
            BD_TRY(
                bd_value_to_signal(value, &element->shape, (char *)data + element->offset, error));
        }
        return BD_OK;
    }
    if (!bd_value_is_number_like(value) || (value->count != 1 && value->count != (size_t)width))
        return bd_error_set(error, BD_BAD_VALUE, "%zu elements do not fit a signal of %d",
                            value->count, width);
    bool is_complex = shape->complexity == 1;
    if (value->im && !is_complex)
        return bd_error_set(error, BD_BAD_VALUE, "a complex value does not fit a real signal");
    size_t parts = is_complex ? 2 : 1;
    for (size_t i = 0; i < (size_t)width; i++) {
        size_t from = value->count == 1 ? 0 : i;
        bd_element_write(data, shape->type, parts * i, bd_value_real_at(value, from));
        if (is_complex)
            bd_element_write(data, shape->type, parts * i + 1,
                             value->im ? bd_value_imag_at(value, from) : 0.0);
    }
    return BD_OK;
}
