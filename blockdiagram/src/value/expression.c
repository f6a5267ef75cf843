/* the public face of expressions */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blockdiagram/expression.h"
#include "value/foreign.h"
#include "value/evaluate.h"
#include "value/functions.h"
#include "value/library.h"

bd_status bd_expression_evaluate(const char *text, const bd_workspace *scope, bd_value **result,
                                 bd_error *error) {
    bd_arena tree = {.limit = BD_SYNTAX_BYTES};
    bd_calc calc;

    *result = NULL;
    if (!text)
        return bd_error_set(error, BD_BAD_ARGUMENT, "an expression is missing");
    bd_calc_begin(&calc, text, scope);
    const bd_syntax *node = bd_syntax_expression(&calc, &tree, text);
    const bd_value *value = node ? bd_calc_evaluate(&calc, node) : NULL;
    *result = bd_value_share(value);
    const bd_status status = bd_calc_end(&calc, error);
    bd_arena_empty(&tree);
    if (status != BD_OK) {
        bd_value_free(*result);
        *result = NULL;
    }
    return status;
}

void bd_expression_free_list(bd_value **values, size_t count) {
    for (size_t k = 0; k < count && values; k++)
        bd_value_free(values[k]);
    free(values);
}

bd_status bd_expression_evaluate_list(const char *text, const bd_workspace *scope,
                                      bd_value ***values, size_t *count, bd_error *error) {
    bd_arena tree = {.limit = BD_SYNTAX_BYTES};
    bd_values list = {0};
    bd_calc calc;

    *values = NULL;
    *count = 0;
    bd_calc_begin(&calc, text, scope);
    const bd_syntax *row = bd_syntax_list(&calc, &tree, text);
    for (size_t k = 0; row && k < row->count; k++)
        if (!bd_values_add(&calc, &list, bd_calc_evaluate(&calc, row->items[k])))
            break;
    if (calc.status == BD_OK && list.count > 0) {
        *values = malloc(list.count * sizeof **values);
        if (!*values)
            bd_calc_fail(&calc, BD_OUT_OF_MEMORY, "out of memory");
        for (size_t k = 0; k < list.count && *values; k++) {
            (*values)[k] = bd_value_share(list.items[k]);
            *count = k + 1;
        }
    }
    const bd_status status = bd_calc_end(&calc, error);
    bd_arena_empty(&tree);
    return status;
}

/* "cannot evaluate 'x': …" for a value that is not what was wanted */
static bd_status explain(bd_status status, const char *text, bd_error *error) {
    return status == BD_OK ? BD_OK : bd_error_prefix(error, "cannot use '%.120s': ", text);
}

bd_status bd_expression_scalar(const char *text, const bd_workspace *scope, double *number,
                               bd_error *error) {
    bd_value *value;
    bd_status status = bd_expression_evaluate(text, scope, &value, error);

    if (status == BD_OK) {
        status = explain(bd_value_scalar(value, "the value", number, error), text, error);
        bd_value_free(value);
    }
    return status;
}

bd_status bd_expression_doubles(const char *text, const bd_workspace *scope, double **numbers,
                                size_t *count, bd_error *error) {
    bd_value *value;
    bd_status status = bd_expression_evaluate(text, scope, &value, error);

    *numbers = NULL;
    *count = 0;
    if (status == BD_OK) {
        status = explain(bd_value_doubles(value, "the value", numbers, count, error), text, error);
        bd_value_free(value);
    }
    return status;
}

static bool is_unknown(const char *name, const bd_workspace *scope) {
    int index;
    return !bd_workspace_find(scope, name) && !bd_function_find(name) &&
           !bd_library_source(bd_workspace_library(scope), name, &index) &&
           !bd_library_source(bd_prelude(), name, &index) && strcmp(name, "Simulink") != 0 &&
           !bd_foreign_knows(name);
}

static const char *find_unknown(const bd_syntax *node, const bd_workspace *scope) {
    if (!node)
        return NULL;
    if (node->kind == BD_SYNTAX_HANDLE)
        return NULL; /* its parameters are names of its own */
    if (node->kind == BD_SYNTAX_NAME)
        return is_unknown(node->text, scope) ? node->text : NULL;
    if (node->kind == BD_SYNTAX_CALL && node->left->kind == BD_SYNTAX_NAME && node->count > 0 &&
        strcmp(node->left->text, "feval") == 0 && node->items[0]->kind == BD_SYNTAX_TEXT &&
        is_unknown(node->items[0]->text, scope))
        return node->items[0]->text;
    const char *found = find_unknown(node->left, scope);
    found = found ? found : find_unknown(node->middle, scope);
    found = found ? found : find_unknown(node->right, scope);
    for (size_t k = 0; k < node->count && !found; k++)
        found = find_unknown(node->items[k], scope);
    return found;
}

bool bd_expression_find_unknown(const char *text, const bd_workspace *scope, char *name,
                                size_t capacity) {
    bd_arena tree = {.limit = BD_SYNTAX_BYTES};
    bd_calc calc;

    bd_calc_begin(&calc, text, scope);
    const bd_syntax *node = bd_syntax_expression(&calc, &tree, text);
    const char *found = find_unknown(node, scope);
    if (found)
        snprintf(name, capacity, "%s", found);
    bd_calc_end(&calc, NULL);
    bd_arena_empty(&tree);
    return found != NULL;
}
