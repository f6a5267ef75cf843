/* walks the tree of an expression. Names are variables first, then functions; what is made on the
 * way belongs to the pool of the calculation */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "value/box.h"
#include "value/evaluate.h"
#include "value/functions.h"
#include "value/handles.h"
#include "value/index.h"
#include "value/library.h"
#include "value/operators.h"

bool bd_values_add(bd_calc *calc, bd_values *list, const bd_value *value) {
    if (value == NULL) {
        return false;
    }
    if (list->count == list->capacity) {
        const size_t capacity = list->capacity > 0 ? 2 * list->capacity : 8;
        const bd_value **grown = bd_calc_alloc(calc, capacity, sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        if (list->count > 0) {
            memcpy(grown, list->items, list->count * sizeof *grown);
        }
        list->items = grown;
        list->capacity = capacity;
    }
    list->items[list->count++] = value;
    return true;
}

const bd_value *bd_evaluate_text(bd_calc *calc, const char *text) {
    bd_arena tree = {.limit = BD_SYNTAX_BYTES};

    if (calc->depth >= BD_CALC_DEPTH) {
        return bd_calc_fail(calc, BD_LIMIT_EXCEEDED, "evaluations are nested too deeply");
    }
    calc->depth++;
    const bd_syntax *node = bd_syntax_expression(calc, &tree, text);
    bd_value *value = node != NULL ? bd_value_share(bd_calc_evaluate(calc, node)) : NULL;
    calc->depth--;
    bd_arena_empty(&tree);
    return bd_calc_keep(calc, value);
}

static const bd_value *evaluate_condition(bd_calc *calc, const bd_value *variant) {
    const bd_value *text = bd_value_field(variant, "Condition");
    const char *condition = text != NULL ? bd_calc_string(calc, text, "the condition") : NULL;

    return condition != NULL ? bd_evaluate_text(calc, condition) : NULL;
}

const bd_value *bd_evaluate_variable(bd_calc *calc, const char *name, bool as_object) {
    const bd_value *value = bd_workspace_find(calc->scope, name);

    if (value != NULL && !as_object && bd_box(value)->object == BD_PARAMETER_OBJECT) {
        const bd_value *inner = bd_value_field(value, "Value");
        return inner != NULL ? inner : bd_calc_matrix(calc, BD_DOUBLE, 0, 0);
    }
    if (value != NULL && !as_object && bd_box(value)->object == BD_VARIANT_OBJECT) {
        return evaluate_condition(calc, value);
    }
    return value;
}

static bool call_function(bd_calc *calc, const bd_syntax *node, const bd_function *function,
                          const bd_values *arguments, size_t wanted, bd_values *list) {
    bd_call call = {.args = arguments->items, .count = arguments->count};

    calc->at = node->at;
    call.wanted = wanted < 1 ? 1 : wanted;
    if (!bd_values_add(calc, list, bd_function_call(calc, function, &call))) {
        return false;
    }
    for (size_t k = 0; k + 1 < call.wanted && call.more[k] != NULL; k++) {
        if (!bd_values_add(calc, list, call.more[k])) {
            return false;
        }
    }
    return true;
}

static void *unknown_name(bd_calc *calc, const bd_syntax *node, const char *name) {
    const char *why = bd_workspace_why_missing(calc->scope, name);
    char hint[160];

    calc->at = node->at;
    if (why != NULL) {
        calc->is_elsewhere = true;
        return bd_calc_fail(calc, BD_UNKNOWN_NAME, "%s", why);
    }
    return bd_calc_fail(calc, BD_UNKNOWN_NAME, "there is no variable or function '%s'%s", name,
                        bd_workspace_hint(calc->scope, name, hint, sizeof hint));
}

/* Simulink.Parameter and other names with a point, when the first part is no variable */
static bool dotted_name(const bd_calc *calc, const bd_syntax *node, char *name, size_t capacity) {
    const bd_syntax *parts[4];
    size_t count = 0;
    size_t used = 0;

    for (; node->kind == BD_SYNTAX_FIELD && count < 3; node = node->left) {
        parts[count++] = node;
    }
    if (node->kind != BD_SYNTAX_NAME || bd_workspace_find(calc->scope, node->text) != NULL) {
        return false;
    }
    parts[count++] = node;
    while (count-- > 0 && used < capacity) {
        const int n =
            snprintf(name + used, capacity - used, used > 0 ? ".%s" : "%s", parts[count]->text);
        used += n > 0 ? (size_t)n : 0;
    }
    return used < capacity;
}

bool bd_evaluate_arguments(bd_calc *calc, const bd_syntax *node, const bd_value *indexed,
                           bd_values *list) {
    const bd_indexed *outer = calc->indexed;
    bool good = true;

    for (size_t k = 0; k < node->count && good; k++) {
        const bd_indexed here = {.value = indexed, .position = k, .count = node->count};
        calc->indexed = indexed != NULL ? &here : outer;
        good = node->items[k]->kind == BD_SYNTAX_COLON
                   ? bd_values_add(calc, list, bd_calc_text(calc, ":", 1))
                   : bd_evaluate_list(calc, node->items[k], 1, list);
        calc->indexed = outer;
    }
    return good;
}

/* variables that hold shared objects get what the function has made of them */
static bool keep_objects(bd_calc *calc, const bd_syntax *node, const bd_value **objects,
                         size_t count) {
    for (size_t k = 0; calc->target != NULL && k < count && k < node->count; k++) {
        if (objects[k] != NULL && node->items[k]->kind == BD_SYNTAX_NAME &&
            !bd_calc_store(calc, node->items[k], objects[k], false)) {
            return false;
        }
    }
    return true;
}

/* a name that may be a function; its arguments are in node if that is a call */
static bool evaluate_function(bd_calc *calc, const bd_syntax *node, const char *name, size_t wanted,
                              bd_values *list) {
    bd_values arguments = {0};
    bd_user_function user;

    if (bd_user_function_find(calc, name, &user)) {
        if (node->kind == BD_SYNTAX_CALL && !bd_evaluate_arguments(calc, node, NULL, &arguments)) {
            return false;
        }
        calc->at = node->at;
        const size_t before = list->count;
        const bd_value **objects = bd_calc_alloc(calc, arguments.count + 1, sizeof *objects);
        return objects != NULL &&
               bd_user_function_call(calc, &user, arguments.items, arguments.count, wanted, list,
                                     objects) &&
               keep_objects(calc, node, objects, arguments.count) &&
               (wanted == 0 || list->count > before ||
                bd_calc_refuse(calc, "'%s' gives no result", name) != NULL);
    }
    if (calc->status != BD_OK) {
        calc->at = node->at;
        return false;
    }
    const bd_host *host = calc->frame != NULL ? calc->frame->host : NULL;
    const int answered =
        host != NULL ? host->evaluate(host->user, calc, node, name, wanted, list) : 0;
    if (answered != 0) {
        return answered > 0;
    }
    const bd_function *function = bd_function_find(name);
    if (function == NULL) {
        const bd_value *member = bd_library_member(calc, name);
        return member != NULL ? bd_values_add(calc, list, member)
                              : unknown_name(calc, node, name) != NULL;
    }
    if (node->kind == BD_SYNTAX_CALL && !bd_evaluate_arguments(calc, node, NULL, &arguments)) {
        return false;
    }
    return call_function(calc, node, function, &arguments, wanted, list);
}

static bool evaluate_name(bd_calc *calc, const bd_syntax *node, size_t wanted, bd_values *list) {
    const bd_value *value = bd_evaluate_variable(calc, node->text, false);

    return value != NULL
               ? bd_values_add(calc, list, value)
               : calc->status == BD_OK && evaluate_function(calc, node, node->text, wanted, list);
}

/* what a subscript or field is taken of: one value, and an object is not replaced by its Value */
static const bd_value *evaluate_base(bd_calc *calc, const bd_syntax *node, bool as_object) {
    if (node->kind == BD_SYNTAX_NAME) {
        const bd_value *value = bd_evaluate_variable(calc, node->text, as_object);
        if (value != NULL || calc->status != BD_OK) {
            return value;
        }
    }
    return bd_calc_evaluate(calc, node);
}

/* block.RegBlockMethod(name, function) and other methods of a shared object: the functions are kept
 * as fields of `Methods`; what only sets up ports by default does nothing. 0: it is no method */
static int call_method(bd_calc *calc, const bd_syntax *node, bd_values *list) {
    const bd_syntax *field = node->kind == BD_SYNTAX_CALL ? node->left : node;
    const bd_value *object = field->kind == BD_SYNTAX_FIELD && field->left->kind == BD_SYNTAX_NAME
                                 ? bd_workspace_find(calc->scope, field->left->text)
                                 : NULL;
    bd_values arguments = {0};

    if (object == NULL || bd_box(object)->object != BD_SHARED_OBJECT ||
        bd_value_field_index(object, field->text) >= 0) {
        return 0;
    }
    if (strcmp(field->text, "RegBlockMethod") != 0 || node->count != 2) {
        return strncmp(field->text, "SetPreComp", 10) == 0 ||
                       strcmp(field->text, "AutoRegRuntimePrms") == 0 ||
                       strcmp(field->text, "SetAccelRunOnTLC") == 0
                   ? bd_values_add(calc, list, bd_calc_matrix(calc, BD_DOUBLE, 0, 0)) ? 1 : -1
                   : 0;
    }
    if (!bd_evaluate_arguments(calc, node, NULL, &arguments)) {
        return -1;
    }
    const char *name = bd_calc_string(calc, arguments.items[0], "the name of the method");
    const bd_value *methods = bd_value_field(object, "Methods");
    bd_value *more = methods != NULL ? bd_calc_copy(calc, methods) : bd_calc_struct(calc);
    bd_value *changed = bd_calc_copy(calc, object);
    if (name == NULL || more == NULL || changed == NULL ||
        !bd_calc_set_field(calc, more, 0, name, arguments.items[1]) ||
        !bd_calc_set_field(calc, changed, 0, "Methods", more)) {
        return -1;
    }
    bd_box(changed)->object = BD_SHARED_OBJECT;
    return bd_calc_store(calc, field->left, changed, false) &&
                   bd_values_add(calc, list, bd_calc_matrix(calc, BD_DOUBLE, 0, 0))
               ? 1
               : -1;
}

static bool evaluate_call(bd_calc *calc, const bd_syntax *node, size_t wanted, bd_values *list) {
    char name[4 * (BD_MAX_NAME + 1)];

    if ((node->left->kind == BD_SYNTAX_NAME || node->left->kind == BD_SYNTAX_FIELD) &&
        dotted_name(calc, node->left, name, sizeof name)) {
        return evaluate_function(calc, node, name, wanted, list);
    }
    int done = call_method(calc, node, list);
    if (done != 0) {
        return done > 0;
    }
    const bd_value *base = evaluate_base(calc, node->left, false);
    const bool is_handle = bd_is_handle(base);
    bd_values subscripts = {0};
    if (base == NULL || !bd_evaluate_arguments(calc, node, is_handle ? NULL : base, &subscripts)) {
        return false;
    }
    calc->at = node->at;
    if (is_handle) {
        return bd_handle_call_list(calc, base, subscripts.items, subscripts.count, wanted, list);
    }
    return bd_values_add(calc, list, bd_index_read(calc, base, subscripts.items, subscripts.count));
}

static bool evaluate_brace(bd_calc *calc, const bd_syntax *node, bd_values *list) {
    const bd_value *base = evaluate_base(calc, node->left, true);
    bd_values subscripts = {0};

    if (base == NULL || !bd_evaluate_arguments(calc, node, base, &subscripts)) {
        return false;
    }
    calc->at = node->at;
    if (base->type != BD_CELL) {
        return bd_calc_refuse(calc, "'{ }' takes elements of a cell, not of a %s",
                              bd_class_name(base->type));
    }
    const bd_value *part = bd_index_read(calc, base, subscripts.items, subscripts.count);
    for (size_t k = 0; part != NULL && k < part->count; k++) {
        if (!bd_values_add(calc, list, bd_calc_child(calc, part, k))) {
            return false;
        }
    }
    return part != NULL;
}

const char *bd_evaluate_field_name(bd_calc *calc, const bd_syntax *node) {
    if (node->kind == BD_SYNTAX_FIELD) {
        return node->text;
    }
    const bd_value *name = bd_calc_evaluate(calc, node->right);
    return name == NULL ? NULL : bd_calc_string(calc, name, "the name of a field");
}

static bool evaluate_field(bd_calc *calc, const bd_syntax *node, bd_values *list) {
    char dotted[4 * (BD_MAX_NAME + 1)];

    if (node->kind == BD_SYNTAX_FIELD && dotted_name(calc, node, dotted, sizeof dotted)) {
        bd_user_function user;
        const bd_host *host = calc->frame != NULL ? calc->frame->host : NULL;
        const int answered =
            host != NULL ? host->evaluate(host->user, calc, node, dotted, 1, list) : 0;
        if (answered != 0) {
            return answered > 0;
        }
        const bd_value *member = bd_library_member(calc, dotted);
        if (member != NULL) {
            return bd_values_add(calc, list, member);
        }
        if (bd_function_find(dotted) != NULL || bd_user_function_find(calc, dotted, &user)) {
            return evaluate_function(calc, node, dotted, 1, list);
        }
    }
    const int done = node->kind == BD_SYNTAX_FIELD ? call_method(calc, node, list) : 0;
    if (done != 0) {
        return done > 0;
    }
    const bd_value *base = evaluate_base(calc, node->left, true);
    const char *name = base == NULL ? NULL : bd_evaluate_field_name(calc, node);
    if (name == NULL) {
        return false;
    }
    calc->at = node->at;
    if (base->type != BD_STRUCT) {
        return bd_calc_refuse(calc, "there is no field '%s' in a %s", name,
                              bd_class_name(base->type));
    }
    const long field = bd_value_field_index(base, name);
    if (field < 0) {
        return bd_calc_fail(calc, BD_UNKNOWN_NAME, "there is no field '%s'", name);
    }
    for (size_t k = 0; k < base->count; k++) {
        if (!bd_values_add(calc, list,
                           bd_calc_child(calc, base, k * base->field_count + (size_t)field))) {
            return false;
        }
    }
    return true;
}

bool bd_evaluate_list(bd_calc *calc, const bd_syntax *node, size_t wanted, bd_values *list) {
    switch (node->kind) {
    case BD_SYNTAX_NAME:
        return evaluate_name(calc, node, wanted, list);
    case BD_SYNTAX_CALL:
        return evaluate_call(calc, node, wanted, list);
    case BD_SYNTAX_BRACE:
        return evaluate_brace(calc, node, list);
    case BD_SYNTAX_FIELD:
    case BD_SYNTAX_ANY_FIELD:
        return evaluate_field(calc, node, list);
    default:
        return bd_values_add(calc, list, bd_calc_evaluate(calc, node));
    }
}

static const bd_value *evaluate_number(bd_calc *calc, const bd_syntax *node) {
    if (node->class != BD_DOUBLE) {
        bd_value *whole = bd_calc_matrix(calc, (bd_class)node->class, 1, 1);
        if (whole != NULL) {
            bd_element_write(whole->re, node->class, 0, node->number);
        }
        return whole;
    }
    if (!node->imaginary) {
        return bd_calc_scalar(calc, node->number);
    }
    bd_value *made = bd_calc_new(calc, BD_DOUBLE, 2, (const size_t[]){1, 1}, true);
    if (made != NULL) {
        *(double *)made->im = node->number;
    }
    return bd_calc_narrow(made);
}

static const bd_value *evaluate_end(bd_calc *calc, const bd_syntax *node) {
    calc->at = node->at;
    if (calc->indexed == NULL) {
        return bd_calc_refuse(calc, "'end' stands outside of subscripts");
    }
    const bd_indexed *in = calc->indexed;
    return bd_calc_scalar(calc, (double)bd_folded_size(in->value, in->position, in->count));
}

/* && and || look at the second operand only if the first does not decide */
static const bd_value *evaluate_short(bd_calc *calc, const bd_syntax *node) {
    const bd_value *left = bd_calc_evaluate(calc, node->left);
    bool truth;

    if (left == NULL || !bd_calc_truth(calc, left, &truth)) {
        return NULL;
    }
    if (truth == (node->code == BD_OP_AND_AND)) {
        const bd_value *right = bd_calc_evaluate(calc, node->right);
        if (right == NULL || !bd_calc_truth(calc, right, &truth)) {
            return NULL;
        }
    }
    return bd_calc_logical(calc, truth);
}

static const bd_value *evaluate_binary(bd_calc *calc, const bd_syntax *node) {
    if (node->code == BD_OP_AND_AND || node->code == BD_OP_OR_OR) {
        return evaluate_short(calc, node);
    }
    const bd_value *left = bd_calc_evaluate(calc, node->left);
    const bd_value *right = left == NULL ? NULL : bd_calc_evaluate(calc, node->right);
    calc->at = right == NULL ? calc->at : node->at;
    return right == NULL ? NULL : bd_op_binary(calc, node->code, left, right);
}

static const bd_value *evaluate_range(bd_calc *calc, const bd_syntax *node) {
    const bd_value *first = bd_calc_evaluate(calc, node->left);
    const bd_value *step =
        first == NULL || node->middle == NULL ? NULL : bd_calc_evaluate(calc, node->middle);
    const bd_value *last = calc->status != BD_OK ? NULL : bd_calc_evaluate(calc, node->right);

    calc->at = last == NULL ? calc->at : node->at;
    return last == NULL ? NULL : bd_op_range(calc, first, step, last);
}

/* a row of { }: every value becomes one element, but cells that come out of c{:} are spread */
static const bd_value *wrap(bd_calc *calc, const bd_values *list) {
    bd_value *row = bd_calc_matrix(calc, BD_CELL, list->count > 0 ? 1 : 0, list->count);

    for (size_t k = 0; row != NULL && k < list->count; k++) {
        if (!bd_calc_set_child(calc, row, k, list->items[k])) {
            return NULL;
        }
    }
    return row;
}

static const bd_value *evaluate_rows(bd_calc *calc, const bd_syntax *node) {
    bd_values rows = {0};

    for (size_t r = 0; r < node->count; r++) {
        const bd_syntax *row = node->items[r];
        bd_values elements = {0};
        for (size_t k = 0; k < row->count; k++) {
            if (!bd_evaluate_list(calc, row->items[k], 1, &elements)) {
                return NULL;
            }
        }
        calc->at = row->at;
        const bd_value *whole = node->kind == BD_SYNTAX_CELL
                                    ? wrap(calc, &elements)
                                    : bd_op_concatenate(calc, 1, elements.items, elements.count);
        if (!bd_values_add(calc, &rows, whole)) {
            return NULL;
        }
    }
    if (node->kind == BD_SYNTAX_CELL && rows.count == 0) {
        return bd_calc_matrix(calc, BD_CELL, 0, 0);
    }
    calc->at = node->at;
    return rows.count == 1 ? rows.items[0] : bd_op_concatenate(calc, 0, rows.items, rows.count);
}

const bd_value *bd_calc_evaluate(bd_calc *calc, const bd_syntax *node) {
    switch (node->kind) {
    case BD_SYNTAX_NUMBER:
        return evaluate_number(calc, node);
    case BD_SYNTAX_HANDLE:
        calc->at = node->at;
        return bd_handle_make(calc, node);
    case BD_SYNTAX_TEXT:
        return bd_calc_text(calc, node->text, node->length);
    case BD_SYNTAX_END:
        return evaluate_end(calc, node);
    case BD_SYNTAX_GROUP:
        return bd_calc_evaluate(calc, node->left);
    case BD_SYNTAX_UNARY: {
        const bd_value *operand = bd_calc_evaluate(calc, node->left);
        calc->at = operand == NULL ? calc->at : node->at;
        return operand == NULL ? NULL : bd_op_unary(calc, node->code, operand);
    }
    case BD_SYNTAX_BINARY:
        return evaluate_binary(calc, node);
    case BD_SYNTAX_RANGE:
        return evaluate_range(calc, node);
    case BD_SYNTAX_MATRIX:
    case BD_SYNTAX_CELL:
        return evaluate_rows(calc, node);
    case BD_SYNTAX_NAME:
    case BD_SYNTAX_CALL:
    case BD_SYNTAX_BRACE:
    case BD_SYNTAX_FIELD:
    case BD_SYNTAX_ANY_FIELD: {
        bd_values list = {0};
        if (!bd_evaluate_list(calc, node, 1, &list)) {
            return NULL;
        }
        calc->at = node->at;
        return list.count > 0 && (list.count == 1 || node->kind == BD_SYNTAX_NAME ||
                                  node->kind == BD_SYNTAX_CALL)
                   ? list.items[0]
                   : bd_calc_refuse(calc, "one value is needed here, not %zu", list.count);
    }
    default:
        calc->at = node->at;
        return bd_calc_fail(calc, BD_BAD_EXPRESSION, "this has no value");
    }
}
