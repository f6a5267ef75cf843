/* function handles: @name, and @(a, b) expression with the variables it uses as they are now.
 *
 * A handle is a struct marked as such, with the text and the captured variables as fields; calling
 * an anonymous one evaluates its text in a workspace of its own that sees nothing else */
#include "value/foreign.h"
#include "value/handles.h"

#include <string.h>

#include "value/box.h"
#include "value/library.h"

#define TEXT     "function"
#define CAPTURED "workspace"
#define SOURCE   "file" /* whose local functions it may call */

bool bd_is_handle(const bd_value *value) {
    return value && bd_box(value)->object == BD_HANDLE_OBJECT;
}

/* names of the body that are variables here go along; parameters do not */
static bool capture(bd_calc *calc, const bd_syntax *node, const bd_syntax *handle,
                    bd_value *captured) {
    if (!node)
        return true;
    if (node->kind == BD_SYNTAX_NAME) {
        for (size_t k = 0; k < handle->count; k++)
            if (strcmp(handle->items[k]->text, node->text) == 0)
                return true;
        const bd_value *value = bd_workspace_find(calc->scope, node->text);
        return !value || bd_calc_set_field(calc, captured, 0, node->text, value);
    }
    bool good = capture(calc, node->left, handle, captured) &&
                capture(calc, node->middle, handle, captured) &&
                capture(calc, node->right, handle, captured);
    for (size_t k = 0; good && k < node->count; k++)
        good = capture(calc, node->items[k], handle, captured);
    return good;
}

static const bd_value *make(bd_calc *calc, const char *text, size_t length,
                            const bd_value *captured) {
    bd_value *made = bd_calc_struct(calc);
    const bd_value *source = bd_calc_text(calc, text, length);

    if (!made || !source || !bd_calc_set_field(calc, made, 0, TEXT, source) ||
        (captured && !bd_calc_set_field(calc, made, 0, CAPTURED, captured)))
        return NULL;
    if (calc->frame && calc->frame->source) {
        const char *name = calc->frame->source->name;
        const bd_value *file = bd_calc_text(calc, name, strlen(name));
        if (!file || !bd_calc_set_field(calc, made, 0, SOURCE, file))
            return NULL;
    }
    bd_box(made)->object = BD_HANDLE_OBJECT;
    return made;
}

const bd_value *bd_handle_make(bd_calc *calc, const bd_syntax *node) {
    if (!node->left)
        return make(calc, node->text, node->length, NULL);
    bd_value *captured = bd_calc_struct(calc);
    return captured && capture(calc, node->left, node, captured)
               ? make(calc, node->text, node->length, captured)
               : NULL;
}

const bd_value *bd_handle_of_text(bd_calc *calc, const char *text) {
    if (text[0] != '@')
        return make(calc, text, strlen(text), NULL);
    bd_arena tree = {.limit = BD_SYNTAX_BYTES};
    const bd_syntax *node = bd_syntax_expression(calc, &tree, text);
    const bd_value *value = node ? bd_calc_evaluate(calc, node) : NULL;
    bd_arena_empty(&tree);
    return value;
}

const char *bd_handle_text(bd_calc *calc, const bd_value *handle) {
    const bd_value *text = bd_value_field(handle, TEXT);
    return text ? bd_calc_string(calc, text, "the function") : NULL;
}

/* the workspace of one call: captured variables, then the arguments under their names */
static bool fill(bd_calc *calc, bd_workspace *own, const bd_value *captured,
                 const bd_syntax *handle, const bd_value *const *args, size_t count) {
    bd_error error = {0};
    bd_status status = BD_OK;

    for (size_t k = 0; captured && k < captured->field_count && status == BD_OK; k++) {
        const bd_value *value = bd_value_field(captured, captured->field_names[k]);
        status =
            !value ? BD_OK
                   : bd_workspace_set(own, captured->field_names[k], bd_value_share(value), &error);
    }
    const size_t named = handle->count;
    const bool any = named > 0 && strcmp(handle->items[named - 1]->text, "varargin") == 0;
    if (any && status == BD_OK) {
        const size_t rest = count >= named ? count - named + 1 : 0;
        bd_value *cell = bd_calc_matrix(calc, BD_CELL, rest > 0 ? 1 : 0, rest);
        for (size_t k = 0; cell && k < rest; k++)
            if (!bd_calc_set_child(calc, cell, k, args[named - 1 + k]))
                return false;
        if (!cell)
            return false;
        status = bd_workspace_set(own, "varargin", bd_value_share(cell), &error);
        count = count >= named ? named - 1 : count;
    }
    if (count > handle->count) {
        return bd_calc_refuse(calc, "the function takes %zu arguments, not %zu", handle->count,
                              count);
    }
    for (size_t k = 0; k < count && status == BD_OK; k++)
        status = bd_workspace_set(own, handle->items[k]->text, bd_value_share(args[k]), &error);
    return status == BD_OK || bd_calc_fail(calc, status, "%s", error.text);
}

static bool call_anonymous(bd_calc *calc, const bd_value *handle, const char *text,
                           const bd_value *const *args, size_t count, size_t wanted,
                           bd_values *list) {
    const bd_workspace *scope = calc->scope;
    const bd_indexed *indexed = calc->indexed;
    const size_t at = calc->at;
    bd_workspace *own = NULL;
    bd_arena tree = {.limit = BD_SYNTAX_BYTES};
    bd_error error = {0};
    bool good = false;

    if (bd_workspace_create("function", NULL, &own, &error) != BD_OK)
        return bd_calc_fail(calc, error.status, "%s", error.text) != NULL;
    bd_workspace_set_library(own, bd_workspace_library(scope));
    const size_t before = list->count;
    const bd_syntax *node = bd_syntax_expression(calc, &tree, text);
    if (node && node->kind == BD_SYNTAX_HANDLE && node->left &&
        fill(calc, own, bd_value_field(handle, CAPTURED), node, args, count)) {
        calc->scope = own;
        calc->indexed = NULL;
        good = bd_evaluate_list(calc, node->left, wanted, list);
    }
    for (size_t k = before; good && k < list->count; k++)
        good = bd_calc_keep(calc, bd_value_share(list->items[k])) != NULL;
    calc->scope = scope;
    calc->indexed = indexed;
    calc->at = at;
    bd_arena_empty(&tree);
    bd_workspace_free(own);
    return good;
}

/* the source that the handle was made in, as far as it is known here */
static const bd_source *home_of(bd_calc *calc, const bd_value *handle) {
    const bd_value *file = bd_is_handle(handle) ? bd_value_field(handle, SOURCE) : NULL;
    const char *name = file ? bd_calc_string(calc, file, "the file") : NULL;

    return name && calc->frame ? bd_library_by_name(calc->frame->library, name) : NULL;
}

static bool call(bd_calc *calc, const bd_value *handle, const char *text,
                 const bd_value *const *args, size_t count, size_t wanted, bd_values *list) {
    bd_user_function user;

    if (text[0] == '@')
        return call_anonymous(calc, handle, text, args, count, wanted, list);
    if (bd_user_function_find(calc, text, &user))
        return bd_user_function_call(calc, &user, args, count, wanted, list, NULL);
    const bd_function *function = calc->status == BD_OK ? bd_function_find(text) : NULL;
    if (!function && bd_foreign_knows(text)) {
        const bd_values given = {.items = (const bd_value **)(uintptr_t)args, .count = count};
        return bd_foreign_call(calc, text, &given, wanted, list);
    }
    if (!function) {
        calc->is_ours = true;
        return bd_calc_fail(calc, BD_UNKNOWN_NAME, "there is no function '%s'", text) != NULL;
    }
    bd_call made = {.args = args, .count = count, .wanted = wanted < 1 ? 1 : wanted};
    if (!bd_values_add(calc, list, bd_function_call(calc, function, &made)))
        return false;
    for (size_t k = 0; k + 1 < made.wanted && made.more[k]; k++)
        if (!bd_values_add(calc, list, made.more[k]))
            return false;
    return true;
}

bool bd_handle_call_list(bd_calc *calc, const bd_value *handle, const bd_value *const *args,
                         size_t count, size_t wanted, bd_values *list) {
    const char *text = bd_is_handle(handle) ? bd_handle_text(calc, handle)
                                            : bd_calc_string(calc, handle, "the function");
    const bd_frame *frame = calc->frame;
    const bd_source *home = text ? home_of(calc, handle) : NULL;
    bd_frame away;

    if (!text || !bd_calc_charge(calc, 100.0))
        return false;
    if (calc->depth >= BD_CALC_DEPTH) {
        return bd_calc_fail(calc, BD_LIMIT_EXCEEDED, "functions call each other too deeply") !=
               NULL;
    }
    if (home && home != frame->source) {
        away = *frame;
        away.source = home;
        away.function = NULL;
        calc->frame = &away;
    }
    calc->depth++;
    const bool good = call(calc, handle, text, args, count, wanted, list);
    calc->depth--;
    calc->frame = frame;
    return good;
}
