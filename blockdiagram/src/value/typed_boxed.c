/* functions and operators of typed code that work on values, as linear algebra does: their
 * arguments are boxed, and the result is taken apart. Only such whose size of result follows from
 * the sizes of the arguments: it is found once, with an example */
#include "value/typed_compiler.h"
#include "value/typed_run.h"

#include <stdio.h>
#include <string.h>

#include "value/operators.h"

static const char *const names[] = {
    "inv",       "pinv",     "det",       "trace",    "norm",  "cross",      "dot",
    "kron",      "expm",     "fliplr",    "flipud",   "flip",  "cumsum",     "cumprod",
    "diff",      "mean",     "median",    "std",      "var",   "sum",        "prod",
    "max",       "min",      "any",       "all",      "sort",  "rot90",      "polyval",
    "interp1",   "interp2",  "diag",      "tril",     "triu",  "horzcat",    "vertcat",
    "reshape",   "repmat",   "circshift", "linspace", "trapz", "cond",       "rank",
    "transpose", "cumtrapz", "vander",    "squeeze",  "sumsq", "ctranspose", "gradient",
    "filter",    "conv",     "roty",      "rotx",     "rotz"};

static bool is_boxed(const char *name) {
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strcmp(names[k], name) == 0)
            return true;
    return false;
}

static const bd_value *box(bd_calc *calc, const bd_typed_array *array, const double *frame) {
    if (array->word)
        return bd_calc_text(calc, array->word, strlen(array->word));
    bd_value *value =
        bd_calc_matrix(calc, (bd_class)array->type, (size_t)array->rows, (size_t)array->columns);
    for (int k = 0; value && k < array->rows * array->columns; k++)
        bd_element_write(value->re, array->type, (size_t)k, frame[array->slot + k]);
    return value;
}

static const bd_value *apply(bd_calc *calc, const bd_typed_boxed *boxed, const double *frame) {
    const bd_value *args[BD_BOXED_ARGUMENTS] = {NULL};

    for (int k = 0; k < boxed->count; k++) {
        args[k] = box(calc, &boxed->args[k], frame);
        if (!args[k])
            return NULL;
    }
    if (!boxed->function)
        return bd_op_binary(calc, boxed->operator, args[0], args[1]);
    bd_call call = {.args = args, .count = (size_t)boxed->count, .wanted = 1};
    return bd_function_call(calc, boxed->function, &call);
}

/* real numbers in two dimensions, of a class that the frame can hold */
static bool is_plain(const bd_value *value) {
    return value && bd_value_is_number_like(value) && !value->im && value->type != BD_CHAR &&
           value->type != BD_INT64 && value->type != BD_UINT64 && value->count > 0 &&
           value->count == value->dims[0] * value->dims[1];
}

bool bd_typed_boxed_run(const bd_typed_boxed *boxed, double *frame, char *why, size_t capacity) {
    const bd_typed_array *result = &boxed->result;
    bd_calc calc;

    bd_calc_begin(&calc, "", NULL);
    const bd_value *value = apply(&calc, boxed, frame);
    bool good = value != NULL;
    if (!good) {
        snprintf(why, capacity, "%s", calc.message);
    } else if (!is_plain(value) || (int)value->type != result->type ||
               value->dims[0] != (size_t)result->rows ||
               value->dims[1] != (size_t)result->columns) {
        snprintf(why, capacity, "the size or class of the result changes");
        good = false;
    } else {
        for (size_t k = 0; k < value->count; k++)
            frame[(size_t)result->slot + k] = bd_value_real_at(value, k);
    }
    bd_calc_end(&calc, NULL);
    return good;
}

/* numbers that most functions like: constants as they are, square matrices regular */
static void fill_example(const bd_tcompiler *c, const bd_tval *value, double *example) {
    for (int k = 0; k < bd_t_count(value) && !value->word; k++) {
        const bool diagonal = value->rows == value->columns && k / value->rows != k % value->rows;
        example[value->slot + k] = value->known ? value->number
                                   : diagonal   ? 0.0
                                                : 1.0 + (value->rows != value->columns) * k;
    }
    (void)c;
}

static bool find_size(bd_tcompiler *c, bd_typed_boxed *boxed, const bd_tval *args,
                      bd_typed_array *result) {
    bd_calc calc;
    double *example = bd_arena_array((bd_arena *)(uintptr_t)&c->code->arena,
                                     (size_t)c->made->slots + 1, sizeof *example);

    if (!example)
        return false;
    for (int k = 0; k < boxed->count; k++)
        fill_example(c, &args[k], example);
    bd_calc_begin(&calc, "", NULL);
    const bd_value *value = apply(&calc, boxed, example);
    const bool good = is_plain(value) && value->count <= 4096;
    if (good) {
        *result = (bd_typed_array){
            .rows = (int)value->dims[0], .columns = (int)value->dims[1], .type = (int)value->type};
    }
    bd_calc_end(&calc, NULL);
    return good;
}

int bd_t_boxed(bd_tcompiler *c, const char *name, int operator, const bd_tval * args, int count,
               bd_tval *value) {
    bd_typed *made = c->made;
    bd_typed_boxed boxed = {.operator= operator, .count = count };

    if (count < 1 || count > BD_BOXED_ARGUMENTS ||
        (name && (!is_boxed(name) || !(boxed.function = bd_function_find(name)))))
        return 0;
    for (int k = 0; k < count; k++) {
        if (args[k].type == BD_INT64 || args[k].type == BD_UINT64 ||
            (!args[k].word && bd_t_count(&args[k]) == 0))
            return 0;
        boxed.args[k] = (bd_typed_array){.slot = args[k].slot,
                                         .rows = args[k].rows,
                                         .columns = args[k].columns,
                                         .type = args[k].type,
                                         .word = args[k].word};
    }
    if (!find_size(c, &boxed, args, &boxed.result) ||
        !bd_t_room(c, (void **)&made->boxed, made->boxed_count, &made->boxed_capacity,
                   sizeof *made->boxed))
        return 0;
    *value = (bd_tval){
        .type = boxed.result.type, .rows = boxed.result.rows, .columns = boxed.result.columns};
    value->slot = bd_t_slots(c, bd_t_count(value));
    boxed.result.slot = value->slot;
    made->boxed[made->boxed_count] = boxed;
    bd_t_emit(c, BD_T_BOXED, value->slot, 0, 0, (int)made->boxed_count++);
    return 1;
}
