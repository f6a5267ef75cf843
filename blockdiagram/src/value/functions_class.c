/* classes: conversions, questions, and comparison of whole values */
#include <string.h>

#include "value/functions.h"
#include "value/handles.h"

static const bd_value *run_convert(bd_calc *calc, bd_call *call) {
    return bd_calc_convert(calc, call->args[0], (bd_class)call->code);
}

/* char(65), char('a', 'bcd') and char({…}): rows filled up with blanks */
static const bd_value *run_char(bd_calc *calc, bd_call *call) {
    const bd_value *const *rows = call->args;
    size_t count = call->count;
    size_t longest = 0;

    if (count == 1 && call->args[0]->type != BD_CELL)
        return bd_calc_convert(calc, call->args[0], BD_CHAR);
    if (count == 1) {
        const bd_value *cell = call->args[0];
        const bd_value **children = bd_calc_alloc(calc, cell->count, sizeof *children);
        for (size_t k = 0; k < cell->count && children; k++)
            children[k] = bd_calc_child(calc, cell, k);
        rows = children;
        count = cell->count;
    }
    for (size_t k = 0; k < count && rows; k++) {
        if (!rows[k])
            return NULL;
        if (rows[k]->type == BD_CHAR && !bd_value_is_text(rows[k]))
            return bd_call_in_language(calc, call);
        if (!bd_value_is_text(rows[k]))
            return bd_calc_refuse(calc, "'char' needs texts");
        longest = rows[k]->count > longest ? rows[k]->count : longest;
    }
    bd_value *made = !rows ? NULL : bd_calc_matrix(calc, BD_CHAR, count, longest);
    for (size_t r = 0; made && r < count; r++) {
        for (size_t c = 0; c < longest; c++) {
            ((char *)made->re)[r + c * count] =
                c < rows[r]->count ? ((const char *)rows[r]->re)[c] : ' ';
        }
    }
    return made;
}

static const bd_value *run_cast(bd_calc *calc, bd_call *call) {
    const char *name = bd_calc_string(calc, call->args[1], "the class");
    bd_class type;

    if (!name || !bd_class_find(name, &type))
        return bd_calc_refuse(calc, "'cast' needs the name of a class");
    return bd_calc_convert(calc, call->args[0], type);
}

static const bd_value *run_class(bd_calc *calc, bd_call *call) {
    const char *name =
        bd_is_handle(call->args[0]) ? "function_handle" : bd_class_name(call->args[0]->type);

    return bd_calc_text(calc, name, strlen(name));
}

static const bd_value *run_isa(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];
    const char *name = bd_calc_string(calc, call->args[1], "the class");

    if (!name)
        return NULL;
    const bool is_float = x->type == BD_DOUBLE || x->type == BD_SINGLE;
    if (bd_is_handle(x))
        return bd_calc_logical(calc, strcmp(name, "function_handle") == 0);
    return bd_calc_logical(calc, strcmp(name, bd_class_name(x->type)) == 0 ||
                                     (strcmp(name, "float") == 0 && is_float) ||
                                     (strcmp(name, "integer") == 0 && bd_value_is_integer(x)) ||
                                     (strcmp(name, "numeric") == 0 && bd_value_is_numeric(x)));
}

enum {
    ISREAL,
    ISCOMPLEX,
    ISNUMERIC,
    ISCHAR,
    ISCELL,
    ISSTRUCT,
    ISLOGICAL,
    ISFLOAT,
    ISINTEGER,
    ISCELLSTR
};

static bool is_cell_of_texts(const bd_value *x) {
    for (size_t k = 0; x->type == BD_CELL && k < x->count; k++)
        if (!x->children[k] || x->children[k]->type != BD_CHAR)
            return false;
    return x->type == BD_CELL;
}

static const bd_value *run_question(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];
    bool answer = false;

    switch (call->code) {
    case ISREAL:
        answer = bd_value_is_number_like(x) && !x->im;
        break;
    case ISCOMPLEX:
        answer = x->im != NULL;
        break;
    case ISNUMERIC:
        answer = bd_value_is_numeric(x);
        break;
    case ISCHAR:
        answer = x->type == BD_CHAR;
        break;
    case ISCELL:
        answer = x->type == BD_CELL;
        break;
    case ISSTRUCT:
        answer = x->type == BD_STRUCT && !bd_is_handle(x);
        break;
    case ISLOGICAL:
        answer = x->type == BD_LOGICAL;
        break;
    case ISFLOAT:
        answer = x->type == BD_DOUBLE || x->type == BD_SINGLE;
        break;
    case ISINTEGER:
        answer = bd_value_is_integer(x);
        break;
    default:
        answer = is_cell_of_texts(x);
        break;
    }
    return bd_calc_logical(calc, answer);
}

/* as in MATLAB the class of numbers does not matter, only their values */
static bool is_equal(const bd_value *a, const bd_value *b) {
    if (!a || !b) {
        const bd_value *other = !a ? b : a;
        return !other || (other->count == 0 && bd_value_is_number_like(other) &&
                          other->dims[0] == 0 && other->dims[1] == 0);
    }
    if (bd_value_is_number_like(a) != bd_value_is_number_like(b) || a->count != b->count ||
        memcmp(a->dims, b->dims, sizeof a->dims) != 0)
        return false;
    if (!bd_value_is_number_like(a)) {
        if (a->type != b->type || a->field_count != b->field_count)
            return false;
        for (size_t k = 0; a->type == BD_CELL && k < a->count; k++)
            if (!is_equal(a->children[k], b->children[k]))
                return false;
        for (size_t f = 0; f < a->field_count; f++) {
            for (size_t k = 0; k < a->count; k++)
                if (bd_value_field_index(b, a->field_names[f]) < 0 ||
                    !is_equal(bd_value_field_at(a, k, a->field_names[f]),
                              bd_value_field_at(b, k, a->field_names[f])))
                    return false;
        }
        return true;
    }
    for (size_t k = 0; k < a->count; k++)
        if (bd_element_read_long(a->re, a->type, k) != bd_element_read_long(b->re, b->type, k) ||
            bd_value_imag_at(a, k) != bd_value_imag_at(b, k))
            return false;
    return true;
}

static const bd_value *run_isequal(bd_calc *calc, bd_call *call) {
    bool answer = true;

    for (size_t k = 1; k < call->count && answer; k++)
        answer = is_equal(call->args[0], call->args[k]);
    return bd_calc_logical(calc, answer);
}

const bd_function bd_functions_class[] = {BD_VARIANT("double", 1, 1, run_convert, BD_DOUBLE),
                                          BD_VARIANT("single", 1, 1, run_convert, BD_SINGLE),
                                          BD_VARIANT("int8", 1, 1, run_convert, BD_INT8),
                                          BD_VARIANT("uint8", 1, 1, run_convert, BD_UINT8),
                                          BD_VARIANT("int16", 1, 1, run_convert, BD_INT16),
                                          BD_VARIANT("uint16", 1, 1, run_convert, BD_UINT16),
                                          BD_VARIANT("int32", 1, 1, run_convert, BD_INT32),
                                          BD_VARIANT("uint32", 1, 1, run_convert, BD_UINT32),
                                          BD_VARIANT("int64", 1, 1, run_convert, BD_INT64),
                                          BD_VARIANT("uint64", 1, 1, run_convert, BD_UINT64),
                                          BD_VARIANT("logical", 1, 1, run_convert, BD_LOGICAL),
                                          BD_VARIANT("boolean", 1, 1, run_convert, BD_LOGICAL),
                                          BD_VARIADIC(char, 1),
                                          BD_VARIANT("string", 1, 1, run_char, 0),
                                          BD_FUNCTION(cast, 2, 2),
                                          BD_FUNCTION(class, 1, 1),
                                          BD_FUNCTION(isa, 2, 2),
                                          BD_VARIANT("isreal", 1, 1, run_question, ISREAL),
                                          BD_VARIANT("iscomplex", 1, 1, run_question, ISCOMPLEX),
                                          BD_VARIANT("isnumeric", 1, 1, run_question, ISNUMERIC),
                                          BD_VARIANT("ischar", 1, 1, run_question, ISCHAR),
                                          BD_VARIANT("iscell", 1, 1, run_question, ISCELL),
                                          BD_VARIANT("isstruct", 1, 1, run_question, ISSTRUCT),
                                          BD_VARIANT("islogical", 1, 1, run_question, ISLOGICAL),
                                          BD_VARIANT("isbool", 1, 1, run_question, ISLOGICAL),
                                          BD_VARIANT("isfloat", 1, 1, run_question, ISFLOAT),
                                          BD_VARIANT("isinteger", 1, 1, run_question, ISINTEGER),
                                          BD_VARIANT("iscellstr", 1, 1, run_question, ISCELLSTR),
                                          BD_VARIADIC(isequal, 2),
                                          BD_FUNCTIONS_END};
