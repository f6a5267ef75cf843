/* bd_mx as the library's provider of arrays */
#include "mx/internal.h"
#include "mx/convert.h"

#include <stdlib.h>

/* running out of memory inside leaves through the guard, so conversions are guarded calls too */
typedef struct conversion {
    const bd_value *value;
    void **array;
    bd_error *error;
    bd_status status;
} conversion;

static void convert(void *argument) {
    conversion *c = argument;
    c->status = mx_convert_from_value(c->value, c->array, c->error);
}

static bd_status from_value(const bd_value *value, void **array, bd_error *error) {
    conversion c = {value, array, error, BD_OK};
    bd_mx_scope own = {.head = {.next = &own.head, .previous = &own.head}};
    char message[256] = "";
    *array = NULL;
    const int left = mx_guarded_call(&own, convert, &c, message, sizeof message);
    mx_adopt(*array);
    mx_scope_clear(&own); /* what was made on the way */
    return left ? bd_error_set(error, BD_OUT_OF_MEMORY, "%s", message) : c.status;
}

static void destroy(void *array) {
    mxDestroyArray(array);
}

static bd_mx_scope *scope_create(const bd_mx_sink *sink) {
    bd_mx_scope *scope = calloc(1, sizeof *scope);
    if (!scope)
        return NULL;
    scope->head.next = &scope->head;
    scope->head.previous = &scope->head;
    scope->sink = *sink;
    return scope;
}

static void scope_empty(bd_mx_scope *scope) {
    mx_scope_clear(scope);
    bd_workspace_free(scope->workspace);
    scope->workspace = NULL;
}

static void scope_free(bd_mx_scope *scope) {
    if (!scope)
        return;
    scope_empty(scope);
    free(scope);
}

static const bd_mx_provider own_provider = {
    .name = "bd_mx",
    .ending = ".so",
    .builder = "multirate mex",
    .from_value = from_value,
    .to_value = mx_convert_to_value,
    .destroy = destroy,
    .scope_create = scope_create,
    .scope_empty = scope_empty,
    .scope_free = scope_free,
    .call = mx_guarded_call,
};

const bd_mx_provider *bd_mx_own_provider(void) {
    return &own_provider;
}
