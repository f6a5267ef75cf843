/* subscripts → typed code: constants become places, others one checked number */
#include "value/typed_compiler.h"

#include <math.h>
#include <string.h>

/* one subscript: constants, or a slot */
typedef struct one {
    int count;
    int numbers[BD_TYPED_ELEMENTS];
    bool computed;
    int slot; /* from 0, checked */
    bool column;
} one;

static bool read_one(bd_tcompiler *c, const bd_syntax *node, const bd_tval *array, const char *name,
                     int position, int count, one *made) {
    const int size = count == 1 ? bd_t_count(array) : position == 0 ? array->rows : array->columns;
    const bd_tval *outer = c->indexed;
    const int outer_position = c->position, outer_count = c->subscripts;
    bd_tval value;

    *made = (one){0};
    if (node->kind == BD_SYNTAX_COLON) {
        if (size > BD_TYPED_ELEMENTS)
            return bd_t_refuse(c, "a large array");
        made->count = size;
        made->column = true;
        for (int k = 0; k < size; k++)
            made->numbers[k] = k;
        return true;
    }
    c->indexed = array;
    c->position = position;
    c->subscripts = count;
    bd_tval ends[3] = {{0}};
    bool good;
    const bool range = node->kind == BD_SYNTAX_RANGE;
    if (range) {
        good = bd_t_expression(c, node->left, &ends[0]) &&
               (!node->middle || bd_t_expression(c, node->middle, &ends[1])) &&
               bd_t_expression(c, node->right, &ends[2]);
        ends[1] = !node->middle && good ? bd_t_constant(c, 1.0, BD_DOUBLE) : ends[1];
    } else {
        good = bd_t_expression(c, node, &value);
    }
    c->indexed = outer;
    c->position = outer_position;
    c->subscripts = outer_count;
    if (!good)
        return false;
    if (range) {
        if (!ends[0].known || !ends[1].known || !ends[2].known || ends[1].number == 0.0)
            return bd_t_refuse(c, "a range of subscripts that is not constant");
        for (double k = ends[0].number;
             ends[1].number > 0.0 ? k <= ends[2].number : k >= ends[2].number;
             k += ends[1].number) {
            if (made->count >= BD_TYPED_ELEMENTS || !(k >= 1.0 && k <= size) || k != floor(k))
                return bd_t_refuse(c, "subscript %g of '%s', which has %d elements", k, name, size);
            made->numbers[made->count++] = (int)k - 1;
        }
        return made->count > 0 || bd_t_refuse(c, "an empty range of subscripts");
    }
    if (value.type == BD_LOGICAL || value.word)
        return bd_t_refuse(c, "a logical subscript");
    if (value.known) {
        if (!(value.number >= 1.0 && value.number <= size) || value.number != floor(value.number)) {
            return bd_t_refuse(c, "subscript %g of '%s', which has %d elements", value.number, name,
                               size);
        }
        made->count = 1;
        made->numbers[0] = (int)value.number - 1;
        return true;
    }
    if (bd_t_count(&value) != 1)
        return bd_t_refuse(c, "subscripts that are an array");
    made->count = 1;
    made->computed = true;
    made->slot = bd_t_slots(c, 1);
    const int at = bd_t_emit(c, BD_T_INDEX, made->slot, value.slot, 0, size);
    c->made->places[at].what = name;
    return true;
}

bool bd_t_subscripts(bd_tcompiler *c, const bd_syntax *call, const bd_tval *array, const char *name,
                     bd_tindex *index) {
    one subs[2];

    if (call->count < 1 || call->count > 2)
        return bd_t_refuse(c, "%zu subscripts", call->count);
    for (size_t k = 0; k < call->count; k++)
        if (!read_one(c, call->items[k], array, name, (int)k, (int)call->count, &subs[k]))
            return false;
    *index = (bd_tindex){.slot = -1};
    if (call->count == 1) {
        /* x(:) is a column; other subscripts give the direction of the array, a matrix that of the
         * subscript, which is a row */
        const bool column = subs[0].column || (array->columns == 1 && array->rows != 1);
        index->rows = column ? subs[0].count : 1;
        index->columns = column ? 1 : subs[0].count;
        index->slot = subs[0].computed ? subs[0].slot : -1;
        memcpy(index->offsets, subs[0].numbers, sizeof index->offsets);
        return true;
    }
    index->rows = subs[0].count;
    index->columns = subs[1].count;
    if (index->rows * index->columns > BD_TYPED_ELEMENTS)
        return bd_t_refuse(c, "a large part of an array");
    for (int k = 0; k < index->columns; k++) {
        for (int r = 0; r < index->rows; r++) {
            index->offsets[r + k * index->rows] =
                (subs[0].computed ? 0 : subs[0].numbers[r]) +
                (subs[1].computed ? 0 : subs[1].numbers[k]) * array->rows;
        }
    }
    if (subs[1].computed) {
        const bd_tval rows = bd_t_constant(c, array->rows, BD_DOUBLE);
        index->slot = bd_t_slots(c, 1);
        bd_t_emit(c, BD_T_MUL, index->slot, subs[1].slot, rows.slot, 0);
        if (subs[0].computed)
            bd_t_emit(c, BD_T_ADD, index->slot, index->slot, subs[0].slot, 0);
    } else if (subs[0].computed) {
        index->slot = subs[0].slot;
    }
    return true;
}

bool bd_t_part(bd_tcompiler *c, const bd_syntax *node, const bd_tvar *variable, bd_tval *value) {
    const bd_tval array = variable->value;
    bd_tindex index = {.slot = -1};

    if (!bd_t_subscripts(c, node, &array, variable->name, &index))
        return false;
    *value = (bd_tval){.type = array.type, .rows = index.rows, .columns = index.columns};
    const int n = bd_t_count(value);
    if (n == 1 && index.slot < 0) {
        value->slot = array.slot + index.offsets[0];
        return true;
    }
    value->slot = bd_t_slots(c, n);
    for (int k = 0; k < n; k++)
        if (index.slot < 0)
            bd_t_emit(c, BD_T_MOVE, value->slot + k, array.slot + index.offsets[k], 0, 1);
        else
            bd_t_emit(c, BD_T_LOAD, value->slot + k, array.slot, index.slot, index.offsets[k]);
    return true;
}
