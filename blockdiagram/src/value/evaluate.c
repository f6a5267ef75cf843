/* walks the tree of an expression. What is made on the way belongs to the pool of the calculation
 */
#include <math.h>
#include <string.h>

#include "value/evaluate.h"
#include "value/handles.h"
#include "value/index.h"
#include "value/library.h"
#include "value/operators.h"

bool bd_values_add(bd_calc *calc, bd_values *list, const bd_value *value) {
    if (!value)
        return false;
    if (list->count == list->capacity) {
        const size_t capacity = list->capacity > 0 ? 2 * list->capacity : 8;
        const bd_value **grown = bd_calc_alloc(calc, capacity, sizeof *grown);
        if (!grown)
            return false;
        if (list->count > 0)
            memcpy(grown, list->items, list->count * sizeof *grown);
        list->items = grown;
        list->capacity = capacity;
    }
    list->items[list->count++] = value;
    return true;
}

void bd_hold(bd_calc *calc, bd_held *held, const bd_value *value, const bd_values *list) {
    *held = (bd_held){.value = value, .list = list, .outer = calc->held};
    calc->held = held;
}

void bd_let_go(bd_calc *calc, const bd_held *held) {
    calc->held = held->outer;
}

bool bd_keep_held(bd_calc *calc) {
    for (bd_held *held = calc->held; held; held = held->outer) {
        if (held->value && !bd_calc_keep(calc, bd_value_share(held->value)))
            return false;
        held->value = NULL; /* once is enough */
        for (; held->list && held->kept < held->list->count; held->kept++)
            if (!bd_calc_keep(calc, bd_value_share(held->list->items[held->kept])))
                return false;
    }
    return true;
}

const bd_value *bd_evaluate_text(bd_calc *calc, const char *text) {
    bd_arena tree = {.limit = BD_SYNTAX_BYTES};

    if (calc->depth >= BD_CALC_DEPTH)
        return bd_calc_fail(calc, BD_LIMIT_EXCEEDED, "evaluations are nested too deeply");
    calc->depth++;
    const bd_syntax *node = bd_syntax_expression(calc, &tree, text);
    bd_value *value = node ? bd_value_share(bd_calc_evaluate(calc, node)) : NULL;
    calc->depth--;
    bd_arena_empty(&tree);
    return bd_calc_keep(calc, value);
}

static const bd_value *evaluate_number(bd_calc *calc, const bd_syntax *node) {
    if (node->class != BD_DOUBLE) {
        bd_value *whole = bd_calc_matrix(calc, (bd_class)node->class, 1, 1);
        if (whole)
            bd_element_write(whole->re, node->class, 0, node->number);
        return whole;
    }
    if (!node->imaginary)
        return bd_calc_scalar(calc, node->number);
    bd_value *made = bd_calc_new(calc, BD_DOUBLE, 2, (const size_t[]){1, 1}, true);
    if (made)
        *(double *)made->im = node->number;
    return bd_calc_narrow(made);
}

static const bd_value *evaluate_end(bd_calc *calc, const bd_syntax *node) {
    calc->at = node->at;
    if (!calc->indexed)
        return bd_calc_refuse(calc, "'end' stands outside of subscripts");
    const bd_indexed *in = calc->indexed;
    return bd_calc_scalar(calc, (double)bd_folded_size(in->value, in->position, in->count));
}

/* && and || look at the second operand only if the first does not decide */
static const bd_value *evaluate_short(bd_calc *calc, const bd_syntax *node) {
    const bd_value *left = bd_calc_evaluate(calc, node->left);
    bool truth;

    if (!left || !bd_calc_truth(calc, left, &truth))
        return NULL;
    if (truth == (node->code == BD_OP_AND_AND)) {
        const bd_value *right = bd_calc_evaluate(calc, node->right);
        if (!right || !bd_calc_truth(calc, right, &truth))
            return NULL;
    }
    return bd_calc_logical(calc, truth);
}

/* a transfer function, or a state space: structures that tf, zpk and ss have made */
static bool is_system(const bd_value *value) {
    return value->type == BD_STRUCT && value->count == 1 &&
           bd_value_field_index(value, "Ts") >= 0 &&
           (bd_value_field_index(value, "den") >= 0 || bd_value_field_index(value, "A") >= 0);
}

/* sums, products and quotients of systems are written in the language */
static const bd_value *combine_systems(bd_calc *calc, int code, const bd_value *left,
                                       const bd_value *right) {
    const char *sign = bd_operator_text(code);
    const bd_value *args[3] = {bd_calc_text(calc, sign, strlen(sign)), left, right};
    bd_user_function found;
    bd_values list = {0};

    if (!args[0] || !bd_user_function_find(calc, "combine_systems_", &found) ||
        !bd_user_function_call(calc, &found, args, 3, 1, &list, NULL))
        return NULL;
    return list.count > 0 ? list.items[0] : bd_calc_refuse(calc, "this has no value");
}

static const bd_value *evaluate_binary(bd_calc *calc, const bd_syntax *node) {
    if (node->code == BD_OP_AND_AND || node->code == BD_OP_OR_OR)
        return evaluate_short(calc, node);
    bd_held held;
    const bd_value *left = bd_calc_evaluate(calc, node->left);
    bd_hold(calc, &held, left, NULL);
    const bd_value *right = !left ? NULL : bd_calc_evaluate(calc, node->right);
    bd_let_go(calc, &held);
    calc->at = !right ? calc->at : node->at;
    if (right && (is_system(left) || is_system(right)))
        return combine_systems(calc, node->code, left, right);
    return !right ? NULL : bd_op_binary(calc, node->code, left, right);
}

static const bd_value *evaluate_range(bd_calc *calc, const bd_syntax *node) {
    bd_held hold_first, hold_step;
    const bd_value *first = bd_calc_evaluate(calc, node->left);
    bd_hold(calc, &hold_first, first, NULL);
    const bd_value *step = !first || !node->middle ? NULL : bd_calc_evaluate(calc, node->middle);
    bd_hold(calc, &hold_step, step, NULL);
    const bd_value *last = calc->status != BD_OK ? NULL : bd_calc_evaluate(calc, node->right);
    bd_let_go(calc, &hold_step);
    bd_let_go(calc, &hold_first);

    calc->at = !last ? calc->at : node->at;
    return !last ? NULL : bd_op_range(calc, first, step, last);
}

/* a row of { }: every value becomes one element, but cells that come out of c{:} are spread */
static const bd_value *wrap(bd_calc *calc, const bd_values *list) {
    bd_value *row = bd_calc_matrix(calc, BD_CELL, list->count > 0 ? 1 : 0, list->count);

    for (size_t k = 0; row && k < list->count; k++)
        if (!bd_calc_set_child(calc, row, k, list->items[k]))
            return NULL;
    return row;
}

static bool evaluate_row(bd_calc *calc, const bd_syntax *row, bd_values *elements) {
    bd_held held;
    bool good = true;

    bd_hold(calc, &held, NULL, elements);
    for (size_t k = 0; good && k < row->count; k++)
        good = bd_evaluate_list(calc, row->items[k], 1, elements);
    bd_let_go(calc, &held);
    return good;
}

static const bd_value *evaluate_rows(bd_calc *calc, const bd_syntax *node) {
    bd_values rows = {0};

    for (size_t r = 0; r < node->count; r++) {
        const bd_syntax *row = node->items[r];
        bd_values elements = {0};
        if (!evaluate_row(calc, row, &elements))
            return NULL;
        calc->at = row->at;
        const bd_value *whole = node->kind == BD_SYNTAX_CELL
                                    ? wrap(calc, &elements)
                                    : bd_op_concatenate(calc, 1, elements.items, elements.count);
        if (!bd_values_add(calc, &rows, whole))
            return NULL;
    }
    if (node->kind == BD_SYNTAX_CELL && rows.count == 0)
        return bd_calc_matrix(calc, BD_CELL, 0, 0);
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
        calc->at = !operand ? calc->at : node->at;
        return !operand ? NULL : bd_op_unary(calc, node->code, operand);
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
        if (!bd_evaluate_list(calc, node, 1, &list))
            return NULL;
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
