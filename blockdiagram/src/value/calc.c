/* the pool of a calculation, its bounds and its failures */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blockdiagram/language.h"
#include "value/box.h"
#include "value/calc.h"
#include "value/library.h"
#include "value/most_work.h"

void bd_calc_begin(bd_calc *calc, const char *text, const bd_workspace *scope) {
    memset(calc, 0, sizeof *calc);
    calc->text = text;
    calc->scope = scope;
}

void bd_calc_drop(bd_calc *calc) {
    for (size_t k = 0; k < calc->value_count; k++)
        bd_value_free(calc->values[k]);
    bd_arena_empty(&calc->arena);
    calc->value_count = 0;
    calc->bytes = 0;
}

/* the text as one line of bounded length for a message */
static void quote(const char *text, char *quoted, size_t capacity) {
    size_t used = 0;

    for (; *text != '\0' && used + 4 < capacity; text++)
        quoted[used++] = (unsigned char)*text < ' ' ? ' ' : *text;
    if (*text != '\0') {
        memcpy(quoted + used, "...", 3);
        used += 3;
    }
    quoted[used] = '\0';
}

static size_t line_of(const char *text, size_t at) {
    size_t line = 1;

    for (size_t k = 0; k < at && text[k] != '\0'; k++)
        line += text[k] == '\n';
    return line;
}

bd_status bd_calc_end(bd_calc *calc, bd_error *error) {
    bd_calc_drop(calc);
    free(calc->values);
    calc->values = NULL;
    if (calc->status == BD_OK)
        return BD_OK;
    if (calc->is_placed)
        return bd_error_set(error, calc->status, "%s", calc->message);
    if (calc->name) {
        return bd_error_set(error, calc->status, "%s:%zu: %s", calc->name,
                            line_of(calc->text, calc->at), calc->message);
    }
    if (calc->is_elsewhere)
        return bd_error_set(error, calc->status, "%s", calc->message);
    char shown[160];
    quote(calc->text, shown, sizeof shown);
    return bd_error_set(error, calc->status, "cannot evaluate '%s': %s (column %zu)", shown,
                        calc->message, calc->at + 1);
}

size_t bd_calc_line(const bd_calc *calc) {
    return line_of(calc->text, calc->at);
}

void bd_calc_forget(bd_calc *calc) {
    calc->status = BD_OK;
    calc->is_elsewhere = false;
    calc->is_placed = false;
    calc->is_ours = false;
    calc->plain = 0;
    calc->identifier[0] = '\0';
}

bool bd_calc_forgive(bd_calc *calc) {
    if (!calc->log || calc->status == BD_LIMIT_EXCEEDED || calc->status == BD_OUT_OF_MEMORY)
        return false;
    /* what follows from a statement that was skipped is told with that one */
    if (!calc->is_elsewhere) {
        bd_log_add(calc->log, "%s:%zu: skipped: %s", calc->name ? calc->name : "script",
                   line_of(calc->text, calc->at), calc->message);
    }
    bd_calc_forget(calc);
    return true;
}

static void *fail(bd_calc *calc, bd_status status, const char *format, va_list arguments) {
    /* the first failure is the cause; later ones only follow from it */
    if (calc->status == BD_OK) {
        calc->status = status;
        vsnprintf(calc->message, sizeof calc->message, format, arguments);
    }
    return NULL;
}

void *bd_calc_fail(bd_calc *calc, bd_status status, const char *format, ...) {
    va_list arguments;

    va_start(arguments, format);
    fail(calc, status, format, arguments);
    va_end(arguments);
    return NULL;
}

void *bd_calc_refuse(bd_calc *calc, const char *format, ...) {
    va_list arguments;

    va_start(arguments, format);
    fail(calc, BD_BAD_VALUE, format, arguments);
    va_end(arguments);
    return NULL;
}

static bool (*interrupt)(void);

void bd_language_set_interrupt(bool (*asked)(void)) {
    interrupt = asked;
}

bool bd_calc_is_stopped(const bd_calc *calc) {
    if (calc->frame && calc->frame->stop)
        return __atomic_load_n(calc->frame->stop, __ATOMIC_RELAXED);
    return interrupt && interrupt();
}

bool bd_calc_charge(bd_calc *calc, double work) {
    const uint64_t most = bd_most_work();

    if (bd_calc_is_stopped(calc)) {
        bd_calc_fail(calc, BD_LIMIT_EXCEEDED, "the run was interrupted here");
        return false;
    }
    if (work > (double)most - (double)calc->work) {
        bd_calc_fail(calc, BD_LIMIT_EXCEEDED,
                     "this needs more than the %g operations that are allowed (BD_STATEMENTS in "
                     "the environment sets another limit: a thousandth of theirs)",
                     (double)most);
        return false;
    }
    calc->work += (uint64_t)work;
    return true;
}

/* room for one more entry in a list of pointers */
static bool reserve(void **list, size_t count, size_t *capacity) {
    if (count < *capacity)
        return true;
    const size_t wanted = *capacity > 0 ? 2 * *capacity : 16;
    void *grown = realloc(*list, wanted * sizeof(void *));
    if (!grown)
        return false;
    *list = grown;
    *capacity = wanted;
    return true;
}

static bool charge_bytes(bd_calc *calc, size_t bytes) {
    if (bytes > BD_CALC_BYTES - calc->bytes) {
        bd_calc_fail(calc, BD_LIMIT_EXCEEDED, "this needs more memory than is allowed");
        return false;
    }
    calc->bytes += bytes;
    return true;
}

void *bd_calc_alloc(bd_calc *calc, size_t count, size_t size) {
    if (count > BD_CALC_BYTES / size || !charge_bytes(calc, count * size))
        return bd_calc_fail(calc, BD_LIMIT_EXCEEDED, "this needs more memory than is allowed");
    void *block = bd_arena_array(&calc->arena, count, size);
    return block ? block : bd_calc_fail(calc, BD_OUT_OF_MEMORY, "out of memory");
}

bool bd_growing_add(bd_growing *out, const char *text, size_t length) {
    if (out->used + length > out->capacity) {
        const size_t capacity = 2 * (out->used + length) + 64;
        char *grown = bd_calc_alloc(out->calc, capacity, 1);
        if (!grown)
            return false;
        if (out->used > 0)
            memcpy(grown, out->text, out->used);
        out->text = grown;
        out->capacity = capacity;
    }
    if (length > 0)
        memcpy(out->text + out->used, text, length);
    out->used += length;
    return true;
}

bd_value *bd_calc_keep(bd_calc *calc, bd_value *value) {
    if (!value)
        return NULL;
    void *list = calc->values;
    const bool has_room = reserve(&list, calc->value_count, &calc->value_capacity);
    calc->values = list;
    if (!has_room || !charge_bytes(calc, bd_box(value)->bytes)) {
        bd_value_free(value);
        return bd_calc_fail(calc, BD_OUT_OF_MEMORY, "out of memory");
    }
    calc->values[calc->value_count++] = value;
    return value;
}

/* takes over an error that a value function reported */
static bd_value *finish(bd_calc *calc, bd_status status, bd_value *value, const bd_error *error) {
    if (status != BD_OK)
        return bd_calc_fail(calc, status, "%s", error->text);
    return bd_calc_keep(calc, value);
}

/* errors are large, and written where something fails: here and below nobody clears them before */
bd_value *bd_calc_new(bd_calc *calc, bd_class type, int rank, const size_t *dims, bool is_complex) {
    bd_error error;
    bd_value *value = NULL;
    const bd_status status = bd_value_create(type, rank, dims, is_complex, &value, &error);

    if (value && !bd_calc_charge(calc, (double)value->count + 1.0)) {
        bd_value_free(value);
        return NULL;
    }
    return finish(calc, status, value, &error);
}

bd_value *bd_calc_matrix(bd_calc *calc, bd_class type, size_t rows, size_t columns) {
    return bd_calc_new(calc, type, 2, (const size_t[]){rows, columns}, false);
}

bd_value *bd_calc_like(bd_calc *calc, bd_class type, const bd_value *shape, bool is_complex) {
    return bd_calc_new(calc, type, shape->rank, shape->dims, is_complex);
}

bd_value *bd_calc_scalar(bd_calc *calc, double number) {
    bd_value *value = bd_calc_matrix(calc, BD_DOUBLE, 1, 1);

    if (value)
        *(double *)value->re = number;
    return value;
}

bd_value *bd_calc_logical(bd_calc *calc, bool truth) {
    bd_value *value = bd_calc_matrix(calc, BD_LOGICAL, 1, 1);

    if (value)
        *(uint8_t *)value->re = truth;
    return value;
}

bd_value *bd_calc_text(bd_calc *calc, const char *text, size_t length) {
    bd_value *value = bd_calc_matrix(calc, BD_CHAR, length > 0 ? 1 : 0, length);

    if (value && length > 0)
        memcpy(value->re, text, length);
    return value;
}

bd_value *bd_calc_struct(bd_calc *calc) {
    return bd_calc_matrix(calc, BD_STRUCT, 1, 1);
}

bd_value *bd_calc_copy(bd_calc *calc, const bd_value *value) {
    bd_error error;
    bd_value *copy = NULL;

    if (!bd_calc_charge(calc, (double)value->count))
        return NULL;
    const bd_status status = bd_value_copy(value, &copy, &error);
    return finish(calc, status, copy, &error);
}

const bd_value *bd_calc_convert(bd_calc *calc, const bd_value *value, bd_class type) {
    if (!value || value->type == type)
        return value;
    bd_error error;
    bd_value *converted = NULL;
    if (!bd_calc_charge(calc, (double)value->count))
        return NULL;
    const bd_status status = bd_value_convert(value, type, &converted, &error);
    return finish(calc, status, converted, &error);
}

bool bd_calc_set_child(bd_calc *calc, bd_value *parent, size_t slot, const bd_value *child) {
    bd_error error;
    const bd_status status = bd_value_set_child(parent, slot, bd_value_share(child), &error);

    if (status != BD_OK)
        bd_calc_fail(calc, status, "%s", error.text);
    return status == BD_OK;
}

bool bd_calc_set_field(bd_calc *calc, bd_value *structure, size_t element, const char *name,
                       const bd_value *child) {
    bd_error error;
    const bd_status status =
        bd_value_field_set(structure, element, name, bd_value_share(child), &error);

    if (status != BD_OK)
        bd_calc_fail(calc, status, "%s", error.text);
    return status == BD_OK;
}

const bd_value *bd_calc_child(bd_calc *calc, const bd_value *parent, size_t slot) {
    const bd_value *child = parent->children[slot];

    return child ? child : bd_calc_matrix(calc, BD_DOUBLE, 0, 0);
}
