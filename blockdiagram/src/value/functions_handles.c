/* functions that take functions: feval, cellfun, arrayfun and kin */
#include <string.h>
#include <strings.h>

#include "value/execute.h"
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

typedef struct each_options {
    size_t arrays; /* arguments before the options */
    bool uniform;
    const bd_value *handler; /* called where a call fails, or NULL */
} each_options;

static bool is_option(const bd_call *call, size_t k, const char *name) {
    const bd_value *word = call->args[k];
    return bd_value_is_text(word) && word->count == strlen(name) &&
           strncasecmp(word->re, name, word->count) == 0;
}

/* name and value pairs at the end; what is left are the arrays */
static bool read_options(bd_calc *calc, const bd_call *call, each_options *o) {
    *o = (each_options){.arrays = call->count, .uniform = true};
    for (size_t k = 2; k + 1 < call->count; k++) {
        const bool uniform = is_option(call, k, "UniformOutput");
        if (!uniform && !is_option(call, k, "ErrorHandler"))
            continue;
        o->arrays = k < o->arrays ? k : o->arrays;
        if (uniform && !bd_calc_truth(calc, call->args[k + 1], &o->uniform))
            return false;
        o->handler = uniform ? o->handler : call->args[k + 1];
        k++;
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

enum { MOST_ARRAYS = 8 };

/* what failed, as the handler gets it */
static const bd_value *failure(bd_calc *calc, size_t k) {
    const char *message = calc->message + calc->plain;
    bd_value *made = bd_calc_struct(calc);
    const bd_value *text = bd_calc_text(calc, message, strlen(message));
    const bd_value *identifier = bd_calc_text(calc, calc->identifier, strlen(calc->identifier));
    const bd_value *place = bd_calc_scalar(calc, (double)k + 1.0);
    return made && text && identifier && place &&
                   bd_calc_set_field(calc, made, 0, "message", text) &&
                   bd_calc_set_field(calc, made, 0, "identifier", identifier) &&
                   bd_calc_set_field(calc, made, 0, "index", place)
               ? made
               : NULL;
}

static bool call_one(bd_calc *calc, const bd_call *call, const each_options *o,
                     const bd_value **args, size_t count, size_t k, bd_values *list) {
    const bd_indexed *indexed = calc->indexed;
    bd_log *log = calc->log;

    calc->log = o->handler ? NULL : log;
    const bool good = bd_handle_call_list(calc, call->args[0], args + 1, count, call->wanted, list);
    calc->log = log;
    if (good || !o->handler || calc->status == BD_LIMIT_EXCEEDED ||
        calc->status == BD_OUT_OF_MEMORY)
        return good;
    bd_tell_caught(calc, log);
    calc->status = BD_OK;
    calc->indexed = indexed;
    args[0] = failure(calc, k);
    bd_calc_forget(calc);
    *list = (bd_values){0};
    return args[0] && bd_handle_call_list(calc, o->handler, args, count + 1, call->wanted, list);
}

/* code 1: over the insides of cells */
static const bd_value *run_each(bd_calc *calc, bd_call *call) {
    const bool inside = call->code == 1;
    const bd_value *first = call->args[1];
    bd_value *made[BD_MAX_OUTPUTS] = {0};
    each_options o;

    if (!read_options(calc, call, &o))
        return NULL;
    for (size_t a = 1; a < o.arrays; a++) {
        if ((inside && call->args[a]->type != BD_CELL) || call->args[a]->count != first->count) {
            return bd_calc_refuse(calc, "'%s' needs %s of the same size", call->name,
                                  inside ? "cells" : "arrays");
        }
    }
    for (size_t k = 0; k < first->count; k++) {
        const bd_value *args[MOST_ARRAYS + 1] = {NULL};
        size_t count = 0;
        bd_values list = {0};
        for (size_t a = 1; a < o.arrays && count < MOST_ARRAYS; a++) {
            args[++count] = element(calc, call->args[a], k, inside);
            if (!args[count])
                return NULL;
        }
        if (!call_one(calc, call, &o, args, count, k, &list))
            return NULL;
        if (list.count < call->wanted)
            return bd_calc_refuse(calc, "a call gives %zu results, not %zu", list.count,
                                  call->wanted);
        for (size_t r = 0; r < call->wanted; r++)
            if (!put(calc, &made[r], first, k, list.items[r], o.uniform))
                return NULL;
    }
    for (size_t r = 0; r < call->wanted; r++) {
        const bd_value *result =
            made[r] ? made[r] : bd_calc_like(calc, o.uniform ? BD_DOUBLE : BD_CELL, first, false);
        if (r > 0)
            call->more[r - 1] = result;
        else
            made[0] = (bd_value *)(uintptr_t)result;
    }
    return made[0];
}

const bd_function bd_functions_handles[] = {
    BD_RESULTS(feval, 1, BD_ANY, BD_MAX_OUTPUTS),
    BD_VARIANT("bsxfun", 3, 3, run_feval, 0),
    BD_FUNCTION(func2str, 1, 1),
    BD_FUNCTION(str2func, 1, 1),
    BD_VARIANT("is_function_handle", 1, 1, run_is_handle, 0),
    {"arrayfun", 2, MOST_ARRAYS + 5, BD_MAX_OUTPUTS, run_each, 0},
    {"cellfun", 2, MOST_ARRAYS + 5, BD_MAX_OUTPUTS, run_each, 1},
    BD_FUNCTIONS_END};
