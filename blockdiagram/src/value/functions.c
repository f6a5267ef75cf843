/* finding and calling functions, and what their families share */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "value/functions.h"
#include "value/library.h"
#include "value/name_hash.h"

static const bd_function *const tables[] = {
    bd_functions_math,   bd_functions_pairs,       bd_functions_build,   bd_functions_shape,
    bd_functions_reduce, bd_functions_class,       bd_functions_arrange, bd_functions_statistics,
    bd_functions_search, bd_functions_sets,        bd_functions_linear,  bd_functions_polynomial,
    bd_functions_bits,   bd_functions_interpolate, bd_functions_systems, bd_functions_text,
    bd_functions_print,  bd_functions_struct,      bd_functions_random,  bd_functions_model,
    bd_functions_sheet,  bd_functions_workspaces,  bd_functions_handles, bd_functions_blocks,
    bd_functions_calls,  bd_functions_factor,      bd_functions_regular, bd_functions_schur,
};

/* open addressing; the first of several entries of one name counts */
enum { SLOTS = 2048 };
static const bd_function *by_hash[SLOTS];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void sort_in(void) {
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        for (const bd_function *f = tables[t]; f->name; f++) {
            size_t k = bd_name_hash(f->name) % SLOTS;
            while (by_hash[k] && strcmp(by_hash[k]->name, f->name) != 0)
                k = (k + 1) % SLOTS;
            by_hash[k] = by_hash[k] ? by_hash[k] : f;
        }
    }
}

const bd_function *bd_function_find(const char *name) {
    pthread_once(&once, sort_in);
    size_t k = bd_name_hash(name) % SLOTS;
    while (by_hash[k] && strcmp(by_hash[k]->name, name) != 0)
        k = (k + 1) % SLOTS;
    return by_hash[k];
}

static bool find_in_language(bd_calc *calc, const char *function, bd_user_function *found) {
    char name[64];
    const int length = snprintf(name, sizeof name, "%s_", function);
    int index;
    return length > 0 && (size_t)length < sizeof name &&
           bd_library_source(bd_prelude(), name, &index) &&
           bd_user_function_find(calc, name, found);
}

const bd_value *bd_call_in_language(bd_calc *calc, bd_call *call) {
    bd_user_function found;
    bd_values list = {0};

    if (!find_in_language(calc, call->name, &found) ||
        !bd_user_function_call(calc, &found, call->args, call->count, call->wanted, &list, NULL))
        return NULL;
    for (size_t k = 1; k < list.count && k <= BD_MAX_OUTPUTS; k++)
        call->more[k - 1] = list.items[k];
    return list.count > 0 ? list.items[0] : NULL;
}

bool bd_fails_for_users(const char *name) {
    static const char *const names[] = {
        "error",   "rethrow", "throw",    "assert",   "narginchk",      "nargoutchk",
        "nargchk", "feval",   "cellfun",  "arrayfun", "structfun",      "eval",
        "evalin",  "chol",    "getfield", "rmfield",  "validatestring", "validateattributes"};

    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strcmp(names[k], name) == 0)
            return true;
    return false;
}

/* of the numbers that a call looks through: a sum makes one number, and passes all of them. Four of
 * them count as one operation; these functions ask only what is written outside */
static double work_of(const bd_function *function, const bd_call *call) {
    static const char *const outside[] = {
        "size",      "numel",    "length",    "isempty",  "ndims",    "rows",     "columns",
        "class",     "isa",      "ischar",    "isreal",   "iscell",   "isstruct", "isnumeric",
        "islogical", "isfloat",  "isinteger", "isvector", "isscalar", "isrow",    "iscolumn",
        "ismatrix",  "issquare", "isfield",   "isobject", "iscomplex"};
    double numbers = 0.0;
    for (size_t k = 0; k < call->count; k++)
        if (call->args[k]->count > 1000 && !call->args[k]->children)
            numbers += (double)call->args[k]->count;
    for (size_t k = 0; numbers > 0.0 && k < sizeof outside / sizeof *outside; k++)
        if (strcmp(outside[k], function->name) == 0)
            numbers = 0.0;
    return 10.0 + 0.25 * numbers;
}

const bd_value *bd_function_call(bd_calc *calc, const bd_function *function, bd_call *call) {
    bd_user_function rarer;
    call->name = function->name;
    call->code = function->code;
    /* a variable of that name is meant, which is not there */
    if (call->count == 0 && function->least > 0) {
        calc->is_ours = true;
        return bd_calc_fail(calc, BD_UNKNOWN_NAME,
                            "there is no variable or function '%s' that needs no arguments",
                            function->name);
    }
    if ((call->count < (size_t)function->least || call->count > (size_t)function->most ||
         call->wanted > (size_t)function->outputs) &&
        find_in_language(calc, function->name, &rarer))
        return bd_call_in_language(calc, call);
    if (call->count < (size_t)function->least || call->count > (size_t)function->most) {
        calc->is_ours = true;
        return bd_calc_refuse(calc, "'%s' takes %d to %d arguments, not %zu", function->name,
                              function->least, function->most, call->count);
    }
    if (call->wanted > (size_t)function->outputs) {
        calc->is_ours = true;
        return bd_calc_refuse(calc, "'%s' has %d results, not %zu", function->name,
                              function->outputs, call->wanted);
    }
    if (!bd_calc_charge(calc, work_of(function, call)))
        return NULL;
    const bd_value *result = function->run(calc, call);
    if (!result) {
        /* every failure has a sentence, also one that a function forgot */
        bd_calc_refuse(calc, "'%s' could not be computed", function->name);
        calc->is_ours = calc->is_ours || !bd_fails_for_users(function->name);
    }
    return calc->status == BD_OK ? result : NULL;
}

bool bd_call_dimension(bd_calc *calc, const bd_call *call, size_t k, int *dimension) {
    const bd_value *value = call->args[0];

    if (k >= call->count) {
        *dimension = 0;
        while (*dimension < value->rank && value->dims[*dimension] == 1)
            ++*dimension;
        *dimension = *dimension == value->rank ? 0 : *dimension;
        return true;
    }
    size_t number;
    if (!bd_calc_size(calc, call->args[k], "the dimension", &number))
        return false;
    if (number < 1 || number > BD_MAX_RANK) {
        bd_calc_refuse(calc, "the dimension must be from 1 to %d", BD_MAX_RANK);
        return false;
    }
    *dimension = (int)number - 1;
    return true;
}

bool bd_call_sizes(bd_calc *calc, const bd_call *call, size_t k, size_t end, int *rank,
                   size_t *dims) {
    *rank = 2;
    dims[0] = 1;
    dims[1] = 1;
    if (k >= end)
        return true;
    if (end - k == 1) {
        const bd_value *sizes = call->args[k];
        if (!bd_value_is_number_like(sizes) || sizes->count > BD_MAX_RANK || sizes->count == 0) {
            bd_calc_refuse(calc, "the size of an array is 1 to %d whole numbers", BD_MAX_RANK);
            return false;
        }
        for (size_t d = 0; d < sizes->count; d++) {
            bd_value *one = bd_calc_scalar(calc, bd_value_real_at(sizes, d));
            if (!one || !bd_calc_size(calc, one, "the size of an array", &dims[d]))
                return false;
        }
        if (sizes->count == 1)
            dims[1] = dims[0];
        *rank = sizes->count > 2 ? (int)sizes->count : 2;
        return true;
    }
    if (end - k > BD_MAX_RANK) {
        bd_calc_refuse(calc, "an array has at most %d dimensions", BD_MAX_RANK);
        return false;
    }
    for (size_t d = 0; d < end - k; d++)
        if (!bd_calc_size(calc, call->args[k + d], "the size of an array", &dims[d]))
            return false;
    *rank = (int)(end - k);
    return true;
}

bool bd_call_is_text(const bd_call *call, size_t k, const char *text) {
    return k < call->count && bd_value_is_text(call->args[k]) &&
           call->args[k]->count == strlen(text) &&
           (call->args[k]->count == 0 ||
            memcmp(call->args[k]->re, text, call->args[k]->count) == 0);
}

bd_fibres bd_fibres_of(const bd_value *value, int dimension) {
    bd_fibres fibres = {.length = value->dims[dimension], .stride = 1, .count = 1};

    for (int k = 0; k < BD_MAX_RANK; k++) {
        fibres.stride *= k < dimension ? value->dims[k] : 1;
        fibres.count *= k != dimension ? value->dims[k] : 1;
    }
    return fibres;
}

size_t bd_fibre_start(const bd_fibres *fibres, size_t v) {
    return v % fibres->stride + v / fibres->stride * fibres->stride * fibres->length;
}
