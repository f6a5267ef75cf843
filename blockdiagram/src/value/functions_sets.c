/* sets of real numbers: unique, union, intersect, setdiff, ismember (also of a text). Sets of texts
 * and of rows, and places of elements: prelude_sets.c */
#include <math.h>
#include <string.h>

#include "value/functions.h"
#include "value/operators.h"
#include "value/search.h"

static bool sorted_items(bd_calc *calc, const bd_value *x, bd_sort_item **items) {
    const double *numbers;

    if (!bd_calc_reals(calc, x, "the elements", &numbers))
        return false;
    *items = bd_calc_alloc(calc, x->count, sizeof **items);
    if (!*items || !bd_calc_charge(calc, 20.0 * (double)x->count))
        return false;
    for (size_t k = 0; k < x->count; k++)
        (*items)[k] = (bd_sort_item){.key = numbers[k], .place = k};
    bd_sort_items(*items, x->count, false);
    return true;
}

/* the class of both put together */
static bd_class joined_class(const bd_value *a, const bd_value *b) {
    if (bd_value_is_integer(a) || a->type == b->type)
        return a->type;
    if (bd_value_is_integer(b))
        return b->type;
    if (a->type == BD_CHAR || b->type == BD_CHAR)
        return BD_CHAR;
    return a->type == BD_SINGLE || b->type == BD_SINGLE ? BD_SINGLE : BD_DOUBLE;
}

/* numbers as a row if all inputs are rows, else as a column, in the class of the inputs */
static const bd_value *as_set(bd_calc *calc, const bd_call *call, const double *numbers,
                              size_t count) {
    bool is_row = true;

    for (size_t k = 0; k < call->count; k++) {
        const bd_value *x = call->args[k];
        is_row =
            is_row && x->rank == 2 && (x->dims[0] == 1 || (x->type == BD_CHAR && x->count == 0));
        if (k > 0 && x->count == 0)
            is_row = true;
    }
    const bd_value *first = call->args[0];
    if (count == 0 && first->rank == 2 && first->dims[0] == 0 && first->dims[1] == 0)
        return bd_calc_matrix(calc, first->type, 0, 0);
    bd_value *made = bd_calc_matrix(calc, BD_DOUBLE, is_row ? 1 : count, is_row ? count : 1);
    if (made && count > 0)
        memcpy(made->re, numbers, count * sizeof *numbers);
    return bd_op_settle(calc, made,
                        call->count > 1 ? joined_class(first, call->args[1]) : first->type);
}

static const bd_value *run_unique(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];
    bd_sort_item *items;
    size_t count = 0;

    if (call->wanted > 1) /* the first places, as MATLAB has it */
        return bd_call_in_language(calc, call);
    if (x->type == BD_CELL && x->count == 0)
        return x;
    if (x->type == BD_CELL) {
        bd_call sort = {.args = call->args, .count = 1};
        const bd_value *sorted = bd_function_call(calc, bd_function_find("sort"), &sort);
        bd_value *made = !sorted ? NULL : bd_calc_matrix(calc, BD_CELL, sorted->count, 1);
        for (size_t k = 0; made && k < sorted->count; k++)
            if ((count == 0 || !bd_value_equal(made->children[count - 1], sorted->children[k])) &&
                !bd_calc_set_child(calc, made, count++, sorted->children[k]))
                return NULL;
        const bool is_row = x->rank == 2 && x->dims[0] == 1 && x->dims[1] > 1;
        bd_value *fitted =
            !made ? NULL : bd_calc_matrix(calc, BD_CELL, is_row ? 1 : count, is_row ? count : 1);
        for (size_t k = 0; fitted && k < count; k++)
            if (!bd_calc_set_child(calc, fitted, k, made->children[k]))
                return NULL;
        return fitted;
    }
    if (!sorted_items(calc, x, &items))
        return NULL;
    double *numbers = bd_calc_alloc(calc, x->count, sizeof *numbers);
    if (!numbers)
        return NULL;
    for (size_t k = 0; k < x->count; k++)
        if (k == 0 || bd_sort_compare(&items[k - 1], &items[k]) != 0 || isnan(items[k].key))
            numbers[count++] = items[k].key;
    return as_set(calc, &(bd_call){.args = call->args, .count = 1}, numbers, count);
}

enum { UNION, INTERSECT, SETDIFF };

static bool contains(const bd_sort_item *items, size_t count, double number) {
    size_t low = 0;
    size_t high = count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (items[middle].key < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && items[low].key == number;
}

static const bd_value *run_set(bd_calc *calc, bd_call *call) {
    const bd_value *a = call->args[0];
    const bd_value *b = call->args[1];
    bd_sort_item *x, *y;
    size_t count = 0;

    if (a->type == BD_CELL || b->type == BD_CELL)
        return bd_call_in_language(calc, call);
    if (!sorted_items(calc, a, &x) || !sorted_items(calc, b, &y))
        return NULL;
    double *numbers = bd_calc_alloc(calc, a->count + b->count, sizeof *numbers);
    for (size_t k = 0; k < a->count && numbers; k++) {
        const bool keep =
            call->code == UNION || contains(y, b->count, x[k].key) == (call->code == INTERSECT);
        if (keep && (count == 0 || numbers[count - 1] != x[k].key))
            numbers[count++] = x[k].key;
    }
    if (numbers && call->code == UNION) {
        const bd_value *joined = bd_calc_matrix(calc, BD_DOUBLE, a->count + b->count, 1);
        if (!joined)
            return NULL;
        for (size_t k = 0; k < a->count; k++)
            ((double *)joined->re)[k] = x[k].key;
        for (size_t k = 0; k < b->count; k++)
            ((double *)joined->re)[a->count + k] = y[k].key;
        bd_sort_item *both;
        if (!sorted_items(calc, joined, &both))
            return NULL;
        count = 0;
        for (size_t k = 0; k < joined->count; k++)
            if (count == 0 || numbers[count - 1] != both[k].key)
                numbers[count++] = both[k].key;
    }
    /* what is left of a set has its form, whatever was taken away */
    const bd_call form = {.args = call->args, .count = call->code == SETDIFF ? 1 : 2};
    return !numbers ? NULL : as_set(calc, &form, numbers, count);
}

static const bd_value *is_text_member(bd_calc *calc, const bd_value *text, const bd_value *cell) {
    bool found = false;

    for (size_t k = 0; k < cell->count && !found; k++) {
        found = cell->children[k] && bd_value_is_text(cell->children[k]) &&
                cell->children[k]->count == text->count &&
                (text->count == 0 || memcmp(cell->children[k]->re, text->re, text->count) == 0);
    }
    return bd_calc_logical(calc, found);
}

static const bd_value *run_ismember(bd_calc *calc, bd_call *call) {
    const bd_value *a = call->args[0];
    const bd_value *b = call->args[1];
    const double *numbers;
    bd_sort_item *items;

    if (b->type == BD_CELL && bd_value_is_text(a))
        return is_text_member(calc, a, b);
    if (a->type == BD_CELL || b->type == BD_CELL)
        return bd_call_in_language(calc, call);
    if (!bd_calc_reals(calc, a, "the elements", &numbers) || !sorted_items(calc, b, &items))
        return NULL;
    bd_value *made = bd_calc_like(calc, BD_LOGICAL, a, false);
    for (size_t k = 0; made && k < a->count; k++)
        ((uint8_t *)made->re)[k] = contains(items, b->count, numbers[k]);
    return made;
}

const bd_function bd_functions_sets[] = {BD_RESULTS(unique, 1, 1, 3),
                                         BD_VARIANT("union", 2, 2, run_set, UNION),
                                         BD_VARIANT("intersect", 2, 2, run_set, INTERSECT),
                                         BD_VARIANT("setdiff", 2, 2, run_set, SETDIFF),
                                         BD_FUNCTION(ismember, 2, 2),
                                         BD_FUNCTIONS_END};
