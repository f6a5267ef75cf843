/* names in an expression, and what is taken of them: variables first, then functions; subscripts,
 * braces, fields and calls */
#include <stdio.h>
#include <string.h>

#include "value/box.h"
#include "value/evaluate.h"
#include "value/foreign.h"
#include "value/functions.h"
#include "value/handles.h"
#include "value/index.h"
#include "value/library.h"
#include "value/operators.h"

static const bd_value *evaluate_condition(bd_calc *calc, const bd_value *variant) {
    const bd_value *text = bd_value_field(variant, "Condition");
    const char *condition = text ? bd_calc_string(calc, text, "the condition") : NULL;

    return condition ? bd_evaluate_text(calc, condition) : NULL;
}

/* a variable; the Value of a parameter object, the condition of a variant object, unless its fields
 * are asked for */
static const bd_value *evaluate_variable(bd_calc *calc, const char *name, bool as_object) {
    const bd_value *value = bd_workspace_find(calc->scope, name);

    if (value && !as_object && bd_box(value)->object == BD_PARAMETER_OBJECT) {
        const bd_value *inner = bd_value_field(value, "Value");
        return inner ? inner : bd_calc_matrix(calc, BD_DOUBLE, 0, 0);
    }
    if (value && !as_object && bd_box(value)->object == BD_VARIANT_OBJECT)
        return evaluate_condition(calc, value);
    return value;
}

static bool call_function(bd_calc *calc, const bd_syntax *node, const bd_function *function,
                          const bd_values *arguments, size_t wanted, bd_values *list) {
    bd_call call = {.args = arguments->items, .count = arguments->count};
    bd_held held;

    calc->at = node->at;
    call.wanted = wanted < 1 ? 1 : wanted;
    bd_hold(calc, &held, NULL, arguments);
    const bd_value *value = bd_function_call(calc, function, &call);
    bd_let_go(calc, &held);
    if (!bd_values_add(calc, list, value))
        return false;
    for (size_t k = 0; k + 1 < call.wanted && call.more[k]; k++)
        if (!bd_values_add(calc, list, call.more[k]))
            return false;
    return true;
}

static void *unknown_name(bd_calc *calc, const bd_syntax *node, const char *name) {
    const char *why = bd_workspace_why_missing(calc->scope, name);
    char hint[160];

    calc->at = node->at;
    calc->is_ours = true;
    if (why) {
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

    for (; node->kind == BD_SYNTAX_FIELD && count < 3; node = node->left)
        parts[count++] = node;
    if (node->kind != BD_SYNTAX_NAME || bd_workspace_find(calc->scope, node->text))
        return false;
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
    bd_held held;
    bool good = true;

    bd_hold(calc, &held, indexed, list);
    for (size_t k = 0; k < node->count && good; k++) {
        const bd_indexed here = {.value = indexed, .position = k, .count = node->count};
        calc->indexed = indexed ? &here : outer;
        good = node->items[k]->kind == BD_SYNTAX_COLON
                   ? bd_values_add(calc, list, bd_calc_text(calc, ":", 1))
                   : bd_evaluate_list(calc, node->items[k], 1, list);
        calc->indexed = outer;
    }
    bd_let_go(calc, &held);
    return good;
}

/* variables that hold shared objects get what the function has made of them */
static bool keep_objects(bd_calc *calc, const bd_syntax *node, const bd_value **objects,
                         size_t count) {
    for (size_t k = 0; calc->target && k < count && k < node->count; k++)
        if (objects[k] && node->items[k]->kind == BD_SYNTAX_NAME &&
            !bd_calc_store(calc, node->items[k], objects[k], false))
            return false;
    return true;
}

/* a name that may be a function; its arguments are in node if that is a call */
static bool evaluate_function(bd_calc *calc, const bd_syntax *node, const char *name, size_t wanted,
                              bd_values *list) {
    bd_values arguments = {0};
    bd_user_function user;

    const bd_host *host = calc->frame ? calc->frame->host : NULL;
    if (host && !bd_user_function_near(calc, name, &user)) {
        const int answered = host->evaluate(host->user, calc, node, name, wanted, list);
        if (answered != 0)
            return answered > 0;
    }
    if (bd_user_function_find(calc, name, &user)) {
        if (node->kind == BD_SYNTAX_CALL && !bd_evaluate_arguments(calc, node, NULL, &arguments))
            return false;
        calc->at = node->at;
        const size_t before = list->count;
        const bd_value **objects = bd_calc_alloc(calc, arguments.count + 1, sizeof *objects);
        return objects &&
               bd_user_function_call(calc, &user, arguments.items, arguments.count, wanted, list,
                                     objects) &&
               keep_objects(calc, node, objects, arguments.count) &&
               (wanted == 0 || list->count > before ||
                bd_calc_refuse(calc, "'%s' gives no result", name));
    }
    if (calc->status != BD_OK) {
        calc->at = node->at;
        return false;
    }
    const bd_function *function = bd_function_find(name);
    if (!function) {
        const bd_value *member = bd_library_member(calc, name);
        if (member)
            return bd_values_add(calc, list, member);
        if (bd_is_drawing_function(name)) /* nobody sees what the handle stands for */
            return bd_values_add(calc, list, bd_calc_scalar(calc, 1.0));
        if (!bd_foreign_knows(name))
            return unknown_name(calc, node, name) != NULL;
        return (node->kind != BD_SYNTAX_CALL ||
                bd_evaluate_arguments(calc, node, NULL, &arguments)) &&
               bd_foreign_call(calc, name, &arguments, wanted, list);
    }
    if (node->kind == BD_SYNTAX_CALL && !bd_evaluate_arguments(calc, node, NULL, &arguments))
        return false;
    return call_function(calc, node, function, &arguments, wanted, list);
}

static bool evaluate_name(bd_calc *calc, const bd_syntax *node, size_t wanted, bd_values *list) {
    const bd_value *value = evaluate_variable(calc, node->text, false);

    return value ? bd_values_add(calc, list, value)
                 : calc->status == BD_OK && evaluate_function(calc, node, node->text, wanted, list);
}

/* what a subscript or field is taken of: one value, and an object is not replaced by its Value */
static const bd_value *evaluate_base(bd_calc *calc, const bd_syntax *node, bool as_object) {
    if (node->kind == BD_SYNTAX_NAME) {
        const bd_value *value = evaluate_variable(calc, node->text, as_object);
        if (value || calc->status != BD_OK)
            return value;
    }
    return bd_calc_evaluate(calc, node);
}

static bool evaluate_call(bd_calc *calc, const bd_syntax *node, size_t wanted, bd_values *list) {
    char name[4 * (BD_MAX_NAME + 1)];

    if ((node->left->kind == BD_SYNTAX_NAME || node->left->kind == BD_SYNTAX_FIELD) &&
        dotted_name(calc, node->left, name, sizeof name))
        return evaluate_function(calc, node, name, wanted, list);
    int done = bd_call_method(calc, node, wanted, list);
    if (done != 0)
        return done > 0;
    const bd_value *base = evaluate_base(calc, node->left, false);
    const bool is_handle = bd_is_handle(base);
    bd_values subscripts = {0};
    bd_held held;
    bd_hold(calc, &held, base, &subscripts);
    bool good = base && bd_evaluate_arguments(calc, node, is_handle ? NULL : base, &subscripts);
    calc->at = good ? node->at : calc->at;
    if (good && is_handle)
        good = bd_handle_call_list(calc, base, subscripts.items, subscripts.count, wanted, list);
    bd_let_go(calc, &held);
    if (!good || is_handle)
        return good;
    return bd_values_add(calc, list, bd_index_read(calc, base, subscripts.items, subscripts.count));
}

static bool evaluate_brace(bd_calc *calc, const bd_syntax *node, bd_values *list) {
    const bd_value *base = evaluate_base(calc, node->left, true);
    bd_values subscripts = {0};

    if (!base || !bd_evaluate_arguments(calc, node, base, &subscripts))
        return false;
    calc->at = node->at;
    if (base->type != BD_CELL) {
        return bd_calc_refuse(calc, "'{ }' takes elements of a cell, not of a %s",
                              bd_class_name(base->type));
    }
    const bd_value *part = bd_index_read(calc, base, subscripts.items, subscripts.count);
    for (size_t k = 0; part && k < part->count; k++)
        if (!bd_values_add(calc, list, bd_calc_child(calc, part, k)))
            return false;
    return part != NULL;
}

const char *bd_evaluate_field_name(bd_calc *calc, const bd_syntax *node) {
    if (node->kind == BD_SYNTAX_FIELD)
        return node->text;
    const bd_value *name = bd_calc_evaluate(calc, node->right);
    return !name ? NULL : bd_calc_string(calc, name, "the name of a field");
}

static bool evaluate_field(bd_calc *calc, const bd_syntax *node, bd_values *list) {
    char dotted[4 * (BD_MAX_NAME + 1)];

    if (node->kind == BD_SYNTAX_FIELD && dotted_name(calc, node, dotted, sizeof dotted)) {
        bd_user_function user;
        const bd_host *host = calc->frame ? calc->frame->host : NULL;
        const int answered = host ? host->evaluate(host->user, calc, node, dotted, 1, list) : 0;
        if (answered != 0)
            return answered > 0;
        const bd_value *member = bd_library_member(calc, dotted);
        if (member)
            return bd_values_add(calc, list, member);
        if (bd_function_find(dotted) || bd_user_function_find(calc, dotted, &user))
            return evaluate_function(calc, node, dotted, 1, list);
    }
    const int done = node->kind == BD_SYNTAX_FIELD ? bd_call_method(calc, node, 1, list) : 0;
    if (done != 0)
        return done > 0;
    bd_held held;
    const bd_value *base = evaluate_base(calc, node->left, true);
    bd_hold(calc, &held, base, NULL);
    const char *name = !base ? NULL : bd_evaluate_field_name(calc, node);
    bd_let_go(calc, &held);
    if (!name)
        return false;
    calc->at = node->at;
    if (base->type != BD_STRUCT) {
        return bd_calc_refuse(calc, "there is no field '%s' in a %s", name,
                              bd_class_name(base->type));
    }
    long field = bd_value_field_index(base, name);
    if (field < 0 && bd_box(base)->object == BD_PARAMETER_OBJECT) {
        /* a block sees the value of a parameter object, so p.x is p.Value.x */
        const bd_value *inner = bd_value_field(base, "Value");
        field = inner && inner->type == BD_STRUCT ? bd_value_field_index(inner, name) : -1;
        base = field < 0 ? base : inner;
    }
    if (field < 0)
        return bd_calc_fail(calc, BD_UNKNOWN_NAME, "there is no field '%s'", name);
    for (size_t k = 0; k < base->count; k++)
        if (!bd_values_add(calc, list,
                           bd_calc_child(calc, base, k * base->field_count + (size_t)field)))
            return false;
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
