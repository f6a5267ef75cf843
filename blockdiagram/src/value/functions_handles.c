/* functions that take functions: feval, cellfun, arrayfun and kin */
#include <string.h>
#include <strings.h>

#include "value/handles.h"

static const bd_value *run_feval(bd_calc *calc, bd_call *call) {
    bd_values list = {0};

    if (!bd_handle_call_list(calc, call->args[0], call->args + 1, call->count - 1, call->wanted,
                             &list))
        return NULL;
    for (size_t k = 1; k < list.count && k <= BD_MAX_OUTPUTS; k++)
        call->more[k - 1] = list.items[k];
    return list.count > 0 ? list.items[0] : bd_calc_matrix(calc, BD_DOUBLE, 0, 0);
}

static const bd_value *run_func2str(bd_calc *calc, bd_call *call) {
    const char *text = bd_is_handle(call->args[0])
                           ? bd_handle_text(calc, call->args[0])
                           : bd_calc_refuse(calc, "'%s' needs a function handle", call->name);
    return !text ? NULL : bd_calc_text(calc, text, strlen(text));
}

static const bd_value *run_str2func(bd_calc *calc, bd_call *call) {
    const char *text = bd_calc_string(calc, call->args[0], "the function");
    return !text ? NULL : bd_handle_of_text(calc, text);
}

static const bd_value *run_is_handle(bd_calc *calc, bd_call *call) {
    return bd_calc_logical(calc, bd_is_handle(call->args[0]));
}

/* element k of an argument: of a cell what is inside it, else one element as a value */
static const bd_value *element(bd_calc *calc, const bd_value *from, size_t k, bool inside) {
    if (inside)
        return bd_calc_child(calc, from, k);
    bd_value *one = bd_calc_matrix(calc, from->type, 1, 1);
    if (!one)
        return NULL;
    if (from->type == BD_CELL)
        return bd_calc_set_child(calc, one, 0, bd_calc_child(calc, from, k)) ? one : NULL;
    if (from->type == BD_STRUCT) {
        for (size_t f = 0; f < from->field_count; f++)
            if (!bd_calc_set_field(calc, one, 0, from->field_names[f],
                                   bd_calc_child(calc, from, k * from->field_count + f)))
                return NULL;
        return one;
    }
    bd_element_write(one->re, from->type, 0, bd_value_real_at(from, k));
    if (!from->im)
        return one;
    bd_value *with = bd_calc_like(calc, from->type, one, true);
    if (with) {
        bd_element_write(with->re, from->type, 0, bd_value_real_at(from, k));
        bd_element_write(with->im, from->type, 0, bd_value_imag_at(from, k));
    }
    return with;
}

/* name and value pairs at the end; what is left are the arrays */
static bool read_options(bd_calc *calc, const bd_call *call, size_t *arrays, bool *uniform) {
    *arrays = call->count;
    *uniform = true;
    for (size_t k = 1; k + 1 < call->count; k++) {
        if (bd_call_is_text(call, k, "UniformOutput") ||
            bd_call_is_text(call, k, "uniformoutput")) {
            bool truth = false;
            *arrays = k;
            if (!bd_calc_truth(calc, call->args[k + 1], &truth))
                return false;
            *uniform = truth;
            return true;
        }
        if (bd_call_is_text(call, k, "ErrorHandler"))
            return bd_calc_refuse(calc, "'ErrorHandler' is not supported") != NULL;
    }
    return true;
}

static bool put(bd_calc *calc, bd_value **made, const bd_value *like, size_t k,
                const bd_value *value, bool uniform) {
    if (!*made)
        *made = bd_calc_like(calc, uniform ? value->type : BD_CELL, like, false);
    if (!*made)
        return false;
    if (!uniform)
        return bd_calc_set_child(calc, *made, k, value);
    if (value->count != 1 || !bd_value_is_number_like(value) || value->im ||
        value->type != (*made)->type) {
        return bd_calc_refuse(calc, "every call must give one real number of the same class, or "
                                    "'UniformOutput' must be false") != NULL;
    }
    bd_element_write((*made)->re, (*made)->type, k, bd_value_real_at(value, 0));
    return true;
}

/* code 1: over the insides of cells */
static const bd_value *run_each(bd_calc *calc, bd_call *call) {
    const bool inside = call->code == 1;
    const bd_value *first = call->args[1];
    size_t arrays;
    bool uniform;
    bd_value *made = NULL;

    if (!read_options(calc, call, &arrays, &uniform))
        return NULL;
    for (size_t a = 1; a < arrays; a++) {
        if ((inside && call->args[a]->type != BD_CELL) || call->args[a]->count != first->count) {
            return bd_calc_refuse(calc, "'%s' needs %s of the same size", call->name,
                                  inside ? "cells" : "arrays");
        }
    }
    for (size_t k = 0; k < first->count; k++) {
        const bd_value *args[8];
        size_t count = 0;
        for (size_t a = 1; a < arrays && count < 8; a++) {
            args[count] = element(calc, call->args[a], k, inside);
            if (!args[count++])
                return NULL;
        }
        const bd_value *value = bd_handle_call(calc, call->args[0], args, count);
        if (!value || !put(calc, &made, first, k, value, uniform))
            return NULL;
    }
    return made ? made : bd_calc_like(calc, uniform ? BD_DOUBLE : BD_CELL, first, false);
}

const bd_function bd_functions_handles[] = {
    BD_RESULTS(feval, 1, BD_ANY, BD_MAX_OUTPUTS),
    BD_VARIANT("bsxfun", 3, 3, run_feval, 0),
    BD_FUNCTION(func2str, 1, 1),
    BD_FUNCTION(str2func, 1, 1),
    BD_VARIANT("is_function_handle", 1, 1, run_is_handle, 0),
    BD_VARIANT("arrayfun", 2, 8, run_each, 0),
    BD_VARIANT("cellfun", 2, 8, run_each, 1),
    BD_FUNCTIONS_END};
