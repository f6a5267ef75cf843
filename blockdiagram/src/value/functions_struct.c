/* structs and cells: making, asking, taking apart */
#include <string.h>

#include "value/box.h"
#include "value/functions.h"
#include "value/index.h"
#include "value/operators.h"

/* struct('a', 1, 'b', {{1, 2}}): a cell spreads over the elements of a struct array */
static const bd_value *run_struct(bd_calc *calc, bd_call *call) {
    const bd_value *shape = NULL;

    if (call->count % 2 != 0) {
        return call->count == 1 && call->args[0]->type == BD_STRUCT
                   ? call->args[0]
                   : bd_calc_refuse(calc, "'struct' needs pairs of names and values");
    }
    for (size_t k = 1; k < call->count; k += 2) {
        const bd_value *value = call->args[k];
        if (value->type == BD_CELL && value->count != 1) {
            if (shape && memcmp(shape->dims, value->dims, sizeof shape->dims) != 0)
                return bd_calc_refuse(calc, "the cells for 'struct' must have the same size");
            shape = value;
        }
    }
    bd_value *made = shape ? bd_calc_like(calc, BD_STRUCT, shape, false) : bd_calc_struct(calc);
    for (size_t k = 0; made && k < call->count; k += 2) {
        const char *name = bd_calc_string(calc, call->args[k], "the name of a field");
        const bd_value *value = call->args[k + 1];
        if (!name)
            return NULL;
        if (made->count == 0) {
            bd_error error = {0};
            size_t field;
            if (bd_value_add_field(made, name, &field, &error) != BD_OK)
                return bd_calc_refuse(calc, "%s", error.text);
        }
        for (size_t e = 0; e < made->count; e++) {
            const bd_value *child = value->type != BD_CELL ? value
                                    : value->count == 1    ? value->children[0]
                                                           : value->children[e];
            if (!bd_calc_set_field(calc, made, e, name, child))
                return NULL;
        }
    }
    return made;
}

static const bd_value *run_fieldnames(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];

    if (x->type != BD_STRUCT)
        return bd_calc_refuse(calc, "'fieldnames' needs a struct");
    bd_value *made = bd_calc_matrix(calc, BD_CELL, x->field_count, 1);
    for (size_t f = 0; made && f < x->field_count; f++) {
        const bd_value *name = bd_calc_text(calc, x->field_names[f], strlen(x->field_names[f]));
        if (!name || !bd_calc_set_child(calc, made, f, name))
            return NULL;
    }
    return made;
}

static bool has_field(const bd_value *x, const bd_value *name) {
    char text[BD_MAX_NAME + 1];

    if (x->type != BD_STRUCT || !name || !bd_value_is_text(name) || name->count > BD_MAX_NAME)
        return false;
    memcpy(text, name->count > 0 ? name->re : "", name->count);
    text[name->count] = '\0';
    return bd_value_field_index(x, text) >= 0;
}

static const bd_value *run_isfield(bd_calc *calc, bd_call *call) {
    const bd_value *names = call->args[1];

    if (names->type != BD_CELL)
        return bd_calc_logical(calc, has_field(call->args[0], names));
    bd_value *made = bd_calc_like(calc, BD_LOGICAL, names, false);
    for (size_t k = 0; made && k < names->count; k++)
        ((uint8_t *)made->re)[k] = has_field(call->args[0], names->children[k]);
    return made;
}

static const bd_value *run_getfield(bd_calc *calc, bd_call *call) {
    if (call->args[1]->type == BD_CELL)
        return bd_call_in_language(calc, call);
    const char *name = bd_calc_string(calc, call->args[1], "the name of a field");
    const long field =
        !name || call->args[0]->type != BD_STRUCT ? -1 : bd_value_field_index(call->args[0], name);

    return field < 0 || call->args[0]->count == 0
               ? bd_calc_refuse(calc, "there is no such field")
               : bd_calc_child(calc, call->args[0], (size_t)field);
}

static const bd_value *run_setfield(bd_calc *calc, bd_call *call) {
    if (call->args[1]->type == BD_CELL)
        return bd_call_in_language(calc, call);
    const char *name = bd_calc_string(calc, call->args[1], "the name of a field");

    if (!name || call->args[0]->type != BD_STRUCT || call->args[0]->count != 1)
        return bd_calc_refuse(calc, "'setfield' needs a struct and a name");
    bd_value *made = bd_calc_copy(calc, call->args[0]);
    return made && bd_calc_set_field(calc, made, 0, name, call->args[2]) ? made : NULL;
}

static const bd_value *without_field(bd_calc *calc, const bd_value *x, const bd_value *which) {
    if (!has_field(x, which))
        return bd_calc_refuse(calc, "there is no such field to remove");
    const char *name = bd_calc_string(calc, which, "the name of a field");
    bd_value *made = !name ? NULL : bd_calc_like(calc, BD_STRUCT, x, false);
    for (size_t f = 0; made && f < x->field_count; f++) {
        for (size_t e = 0; e < x->count && strcmp(x->field_names[f], name) != 0; e++)
            if (!bd_calc_set_field(calc, made, e, x->field_names[f],
                                   x->children[e * x->field_count + f]))
                return NULL;
    }
    return made;
}

static const bd_value *run_rmfield(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0], *which = call->args[1];

    if (which->type != BD_CELL)
        return without_field(calc, x, which);
    for (size_t k = 0; x && k < which->count; k++)
        x = without_field(calc, x, which->children[k]);
    return x;
}

static const bd_value *run_struct2cell(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];

    if (x->type != BD_STRUCT || x->count != 1)
        return bd_calc_refuse(calc, "'struct2cell' needs one struct");
    bd_value *made = bd_calc_matrix(calc, BD_CELL, x->field_count, 1);
    for (size_t f = 0; made && f < x->field_count; f++)
        if (!bd_calc_set_child(calc, made, f, x->children[f]))
            return NULL;
    return made;
}

static const bd_value *run_cell(bd_calc *calc, bd_call *call) {
    size_t dims[BD_MAX_RANK] = {0, 0};
    int rank = 2;

    if (call->count > 0 && !bd_call_sizes(calc, call, 0, call->count, &rank, dims))
        return NULL;
    return bd_calc_new(calc, BD_CELL, rank, dims, false);
}

static const bd_value *run_num2cell(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];
    bd_value *made = bd_calc_like(calc, BD_CELL, x, false);

    for (size_t k = 0; made && k < x->count; k++) {
        bd_value *one = bd_calc_new(calc, x->type, 2, (const size_t[]){1, 1}, x->im != NULL);
        if (!one || !bd_element_copy(calc, one, 0, x, k))
            return NULL;
        if (!bd_calc_set_child(calc, made, k, bd_calc_narrow(one)))
            return NULL;
    }
    return made;
}

static const bd_value *run_cell2mat(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];

    if (x->type != BD_CELL || x->rank > 2)
        return bd_calc_refuse(calc, "'cell2mat' needs a cell matrix");
    const size_t rows = x->dims[0];
    const size_t columns = x->dims[1];
    const bd_value **lines = bd_calc_alloc(calc, rows, sizeof *lines);
    const bd_value **parts = bd_calc_alloc(calc, columns, sizeof *parts);
    for (size_t r = 0; lines && parts && r < rows; r++) {
        for (size_t c = 0; c < columns; c++) {
            parts[c] = bd_calc_child(calc, x, r + c * rows);
            if (!parts[c])
                return NULL;
        }
        lines[r] = bd_op_concatenate(calc, 1, parts, columns);
        if (!lines[r])
            return NULL;
    }
    return !lines || !parts ? NULL : bd_op_concatenate(calc, 0, lines, rows);
}

static const bd_value *run_deal(bd_calc *calc, bd_call *call) {
    if (call->count != 1 && call->count != call->wanted)
        return bd_calc_refuse(calc, "'deal' needs one value or as many as there are variables");
    for (size_t k = 1; k < call->wanted; k++)
        call->more[k - 1] = call->args[call->count == 1 ? 0 : k];
    return call->args[0];
}

const bd_function bd_functions_struct[] = {BD_VARIADIC(struct, 0),
                                           BD_FUNCTION(fieldnames, 1, 1),
                                           BD_FUNCTION(isfield, 2, 2),
                                           BD_FUNCTION(getfield, 2, 2),
                                           BD_FUNCTION(setfield, 3, 3),
                                           BD_FUNCTION(rmfield, 2, 2),
                                           BD_FUNCTION(struct2cell, 1, 1),
                                           BD_VARIADIC(cell, 0),
                                           BD_FUNCTION(num2cell, 1, 1),
                                           BD_FUNCTION(cell2mat, 1, 1),
                                           BD_RESULTS(deal, 1, BD_ANY, BD_MAX_OUTPUTS),
                                           BD_FUNCTIONS_END};
