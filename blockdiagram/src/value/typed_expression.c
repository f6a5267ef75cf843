/* expressions → typed code */
#include "value/typed_compiler.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool is_whole_class(int type) {
    return type >= BD_INT8 && type <= BD_UINT64;
}

/* class of a result of arithmetic, or -1 */
static int result_class(int a, int b) {
    a = a == BD_LOGICAL || a == BD_CHAR ? BD_DOUBLE : a;
    b = b == BD_LOGICAL || b == BD_CHAR ? BD_DOUBLE : b;
    if (is_whole_class(a) || is_whole_class(b)) {
        return is_whole_class(a) && is_whole_class(b) && a != b ? -1 : is_whole_class(a) ? a : b;
    }
    return a == BD_SINGLE || b == BD_SINGLE ? BD_SINGLE : BD_DOUBLE;
}

static int instruction_of(int code) {
    switch (code) {
    case BD_OP_PLUS:
        return BD_T_ADD;
    case BD_OP_MINUS:
        return BD_T_SUB;
    case BD_OP_TIMES:
    case BD_OP_MTIMES:
        return BD_T_MUL;
    case BD_OP_RDIVIDE:
    case BD_OP_MRDIVIDE:
        return BD_T_DIV;
    case BD_OP_POWER:
    case BD_OP_MPOWER:
        return BD_T_POW;
    case BD_OP_EQ:
        return BD_T_EQ;
    case BD_OP_NE:
        return BD_T_NE;
    case BD_OP_LT:
        return BD_T_LT;
    case BD_OP_LE:
        return BD_T_LE;
    case BD_OP_GT:
        return BD_T_GT;
    case BD_OP_GE:
        return BD_T_GE;
    case BD_OP_AND:
        return BD_T_AND;
    case BD_OP_OR:
        return BD_T_OR;
    default:
        return -1;
    }
}

static void settle(bd_tcompiler *c, bd_tval *value) {
    if (value->type != BD_DOUBLE && value->type != BD_LOGICAL) {
        const int at = bd_t_emit(c, BD_T_SETTLE, value->slot, value->slot, 0, bd_t_count(value));
        c->made->code[at].sub = (uint8_t)value->type;
    }
}

static bool fold(int op, double a, double b, double *result) {
    switch (op) {
    case BD_T_ADD:
        *result = a + b;
        return true;
    case BD_T_SUB:
        *result = a - b;
        return true;
    case BD_T_MUL:
        *result = a * b;
        return true;
    case BD_T_DIV:
        *result = a / b;
        return true;
    case BD_T_EQ:
        *result = a == b;
        return true;
    case BD_T_NE:
        *result = a != b;
        return true;
    case BD_T_LT:
        *result = a < b;
        return true;
    case BD_T_LE:
        *result = a <= b;
        return true;
    case BD_T_GT:
        *result = a > b;
        return true;
    case BD_T_GE:
        *result = a >= b;
        return true;
    default:
        return false;
    }
}

static bool product(bd_tcompiler *c, const bd_tval *a, const bd_tval *b, bd_tval *value) {
    if (a->columns != b->rows) {
        return bd_t_refuse(c, "sizes %dx%d and %dx%d cannot be multiplied", a->rows, a->columns,
                           b->rows, b->columns);
    }
    if (result_class(a->type, b->type) != BD_DOUBLE) {
        return bd_t_refuse(c, "products of matrices that are not double");
    }
    *value = (bd_tval){.type = BD_DOUBLE, .rows = a->rows, .columns = b->columns};
    value->slot = bd_t_slots(c, bd_t_count(value));
    bd_t_emit(c, BD_T_PRODUCT, value->slot, a->slot, b->slot,
              bd_t_table(c, a->rows, a->columns, b->columns));
    return true;
}

bool bd_t_binary(bd_tcompiler *c, int code, const bd_tval *a, const bd_tval *b, bd_tval *value) {
    const int na = bd_t_count(a), nb = bd_t_count(b);
    const int op = instruction_of(code);

    if (a->word != NULL || b->word != NULL) {
        return bd_t_refuse(c, "texts in expressions");
    }
    if (code == BD_OP_MTIMES && na != 1 && nb != 1) {
        return product(c, a, b, value);
    }
    if (op < 0 || (code == BD_OP_MRDIVIDE && nb != 1) ||
        (code == BD_OP_MPOWER && (na != 1 || nb != 1))) {
        return bd_t_refuse(c, "the operator '%s' of matrices", bd_operator_text(code));
    }
    if (na != 1 && nb != 1 && (a->rows != b->rows || a->columns != b->columns)) {
        return bd_t_refuse(c, "sizes %dx%d and %dx%d that expand", a->rows, a->columns, b->rows,
                           b->columns);
    }
    const bool arithmetic = op <= BD_T_POW;
    const int type = arithmetic ? result_class(a->type, b->type) : BD_LOGICAL;
    if (type < 0 || type == BD_INT64 || type == BD_UINT64 || a->type == BD_INT64 ||
        a->type == BD_UINT64 || b->type == BD_INT64 || b->type == BD_UINT64) {
        return bd_t_refuse(c, "'%s' of %s and %s", bd_operator_text(code),
                           bd_class_name((bd_class)a->type), bd_class_name((bd_class)b->type));
    }
    double folded;
    if (a->known && b->known && fold(op, a->number, b->number, &folded)) {
        *value = bd_t_constant(c, bd_settle(folded, type), type);
        return true;
    }
    *value = (bd_tval){.type = type,
                       .rows = na != 1 ? a->rows : b->rows,
                       .columns = na != 1 ? a->columns : b->columns};
    const int n = bd_t_count(value);
    value->slot = bd_t_slots(c, n);
    if (n == 1) {
        bd_t_emit(c, op, value->slot, a->slot, b->slot, 0);
    } else {
        const int at = bd_t_emit(c, BD_T_EACH, value->slot, a->slot, b->slot, n);
        c->made->code[at].sub = (uint8_t)op;
        c->made->code[at].sa = na != 1;
        c->made->code[at].sb = nb != 1;
    }
    settle(c, value);
    return true;
}

static bool unary(bd_tcompiler *c, const bd_syntax *node, bd_tval *value) {
    bd_tval a;

    if (!bd_t_expression(c, node->left, &a)) {
        return false;
    }
    if (a.word != NULL || a.type == BD_INT64 || a.type == BD_UINT64) {
        return bd_t_refuse(c, "this operand");
    }
    const int n = bd_t_count(&a);
    if (node->code == BD_OP_PLUS) {
        *value = a;
        return true;
    }
    if (node->code == BD_OP_CTRANSPOSE || node->code == BD_OP_TRANSPOSE) {
        *value = a;
        value->rows = a.columns;
        value->columns = a.rows;
        if (a.rows != 1 && a.columns != 1) {
            value->slot = bd_t_slots(c, n);
            bd_t_emit(c, BD_T_TRANSPOSE, value->slot, a.slot, 0,
                      bd_t_table(c, a.rows, a.columns, 0));
        }
        return true;
    }
    if (a.known) {
        const double number = node->code == BD_OP_NOT ? a.number == 0.0 : -a.number;
        const int type = node->code == BD_OP_NOT                     ? BD_LOGICAL
                         : a.type == BD_LOGICAL || a.type == BD_CHAR ? BD_DOUBLE
                                                                     : a.type;
        *value = bd_t_constant(c, bd_settle(number, type), type);
        return true;
    }
    *value = a;
    value->known = false;
    value->type = node->code == BD_OP_NOT ? BD_LOGICAL : a.type == BD_LOGICAL ? BD_DOUBLE : a.type;
    value->slot = bd_t_slots(c, n);
    const int op = node->code == BD_OP_NOT ? BD_T_NOT : BD_T_NEG;
    if (n == 1) {
        bd_t_emit(c, op, value->slot, a.slot, a.slot, 0);
    } else {
        const int at = bd_t_emit(c, BD_T_EACH, value->slot, a.slot, a.slot, n);
        c->made->code[at].sub = (uint8_t)op;
        c->made->code[at].sa = 1;
    }
    settle(c, value);
    return true;
}

bool bd_t_condition(bd_tcompiler *c, const bd_syntax *node, bd_tval *value) {
    bd_tval found;

    if (!bd_t_expression(c, node, &found)) {
        return false;
    }
    if (found.word != NULL || bd_t_count(&found) == 0) {
        return bd_t_refuse(c, "this condition");
    }
    *value = found;
    if (bd_t_count(&found) != 1) {
        *value = (bd_tval){.type = BD_LOGICAL, .rows = 1, .columns = 1, .slot = bd_t_slots(c, 1)};
        bd_t_emit(c, BD_T_ALL, value->slot, found.slot, 0, bd_t_count(&found));
    }
    return true;
}

/* a && b, a || b */
static bool short_circuit(bd_tcompiler *c, const bd_syntax *node, bd_tval *value) {
    const bool is_and = node->code == BD_OP_AND_AND;
    bd_tval a, b;

    if (!bd_t_condition(c, node->left, &a)) {
        return false;
    }
    if (a.known) {
        if ((a.number != 0.0) != is_and) {
            *value = bd_t_constant(c, !is_and, BD_LOGICAL);
            return true;
        }
        if (!bd_t_condition(c, node->right, &b)) {
            return false;
        }
        if (b.known) {
            *value = bd_t_constant(c, b.number != 0.0, BD_LOGICAL);
            return true;
        }
        const bd_tval zero = bd_t_constant(c, 0.0, BD_DOUBLE);
        return bd_t_binary(c, BD_OP_NE, &b, &zero, value);
    }
    *value = (bd_tval){.type = BD_LOGICAL, .rows = 1, .columns = 1, .slot = bd_t_slots(c, 1)};
    const bd_tval result = bd_t_constant(c, !is_and, BD_LOGICAL);
    const bd_tval zero = bd_t_constant(c, 0.0, BD_DOUBLE);
    bd_t_emit(c, BD_T_MOVE, value->slot, result.slot, 0, 1);
    const int jump = bd_t_emit(c, is_and ? BD_T_JUMP_UNLESS : BD_T_JUMP_IF, 0, a.slot, 0, 0);
    if (!bd_t_condition(c, node->right, &b)) {
        return false;
    }
    bd_t_emit(c, BD_T_NE, value->slot, b.slot, zero.slot, 0);
    c->made->code[jump].n = (int)c->made->count;
    bd_t_label(c);
    return true;
}

static bool matrix(bd_tcompiler *c, const bd_syntax *node, bd_tval *value) {
    bd_tval parts[BD_TYPED_ELEMENTS];
    int total_rows = 0, columns = -1, type = -1;
    size_t used = 0;
    int heights[BD_TYPED_ELEMENTS], counts[BD_TYPED_ELEMENTS];

    for (size_t r = 0; r < node->count; r++) {
        const bd_syntax *row = node->items[r];
        int width = 0, height = -1;
        if (r >= BD_TYPED_ELEMENTS) {
            return bd_t_refuse(c, "a large matrix");
        }
        counts[r] = (int)row->count;
        for (size_t k = 0; k < row->count; k++) {
            if (used >= BD_TYPED_ELEMENTS) {
                return bd_t_refuse(c, "a large matrix");
            }
            bd_tval *part = &parts[used++];
            if (!bd_t_expression(c, row->items[k], part)) {
                return false;
            }
            if (part->word != NULL || bd_t_count(part) == 0 ||
                (height >= 0 && part->rows != height) ||
                (type >= 0 && part->type != type &&
                 !(part->known && part->type == BD_DOUBLE && type == BD_SINGLE))) {
                return bd_t_refuse(c, "this matrix");
            }
            height = part->rows;
            width += part->columns;
            type = type < 0 ? part->type : type;
        }
        if (columns >= 0 && width != columns) {
            return bd_t_refuse(c, "rows of different lengths");
        }
        columns = width;
        heights[r] = height;
        total_rows += height;
    }
    if (node->count == 0) {
        return bd_t_refuse(c, "an empty matrix");
    }
    *value = (bd_tval){.type = type, .rows = total_rows, .columns = columns};
    if (used == 1) {
        *value = parts[0];
        return true;
    }
    if (bd_t_count(value) > 4096) {
        return bd_t_refuse(c, "a large matrix");
    }
    value->slot = bd_t_slots(c, bd_t_count(value));
    int top = 0;
    used = 0;
    for (size_t r = 0; r < node->count; r++) {
        int left = 0;
        for (int k = 0; k < counts[r]; k++) {
            const bd_tval *part = &parts[used++];
            for (int col = 0; col < part->columns; col++) {
                bd_t_emit(c, BD_T_MOVE, value->slot + top + (left + col) * total_rows,
                          part->slot + col * part->rows, 0, part->rows);
            }
            left += part->columns;
        }
        top += heights[r];
    }
    return true;
}

bool bd_t_dotted(const bd_syntax *node, char *name, size_t capacity) {
    if (node->kind == BD_SYNTAX_NAME) {
        return snprintf(name, capacity, "%s", node->text) < (int)capacity;
    }
    if (node->kind != BD_SYNTAX_FIELD || !bd_t_dotted(node->left, name, capacity)) {
        return false;
    }
    const size_t used = strlen(name);
    return snprintf(name + used, capacity - used, ".%s", node->text) < (int)(capacity - used);
}

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
        if (size > BD_TYPED_ELEMENTS) {
            return bd_t_refuse(c, "a large array");
        }
        made->count = size;
        made->column = true;
        for (int k = 0; k < size; k++) {
            made->numbers[k] = k;
        }
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
               (node->middle == NULL || bd_t_expression(c, node->middle, &ends[1])) &&
               bd_t_expression(c, node->right, &ends[2]);
        ends[1] = node->middle == NULL && good ? bd_t_constant(c, 1.0, BD_DOUBLE) : ends[1];
    } else {
        good = bd_t_expression(c, node, &value);
    }
    c->indexed = outer;
    c->position = outer_position;
    c->subscripts = outer_count;
    if (!good) {
        return false;
    }
    if (range) {
        if (!ends[0].known || !ends[1].known || !ends[2].known || ends[1].number == 0.0) {
            return bd_t_refuse(c, "a range of subscripts that is not constant");
        }
        for (double k = ends[0].number;
             ends[1].number > 0.0 ? k <= ends[2].number : k >= ends[2].number;
             k += ends[1].number) {
            if (made->count >= BD_TYPED_ELEMENTS || !(k >= 1.0 && k <= size) || k != floor(k)) {
                return bd_t_refuse(c, "subscript %g of '%s', which has %d elements", k, name, size);
            }
            made->numbers[made->count++] = (int)k - 1;
        }
        return made->count > 0 || bd_t_refuse(c, "an empty range of subscripts");
    }
    if (value.type == BD_LOGICAL || value.word != NULL) {
        return bd_t_refuse(c, "a logical subscript");
    }
    if (value.known) {
        if (!(value.number >= 1.0 && value.number <= size) || value.number != floor(value.number)) {
            return bd_t_refuse(c, "subscript %g of '%s', which has %d elements", value.number, name,
                               size);
        }
        made->count = 1;
        made->numbers[0] = (int)value.number - 1;
        return true;
    }
    if (bd_t_count(&value) != 1) {
        return bd_t_refuse(c, "subscripts that are an array");
    }
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

    if (call->count < 1 || call->count > 2) {
        return bd_t_refuse(c, "%zu subscripts", call->count);
    }
    for (size_t k = 0; k < call->count; k++) {
        if (!read_one(c, call->items[k], array, name, (int)k, (int)call->count, &subs[k])) {
            return false;
        }
    }
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
    if (index->rows * index->columns > BD_TYPED_ELEMENTS) {
        return bd_t_refuse(c, "a large part of an array");
    }
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
        if (subs[0].computed) {
            bd_t_emit(c, BD_T_ADD, index->slot, index->slot, subs[0].slot, 0);
        }
    } else if (subs[0].computed) {
        index->slot = subs[0].slot;
    }
    return true;
}

static bool read_part(bd_tcompiler *c, const bd_syntax *node, const bd_tvar *variable,
                      bd_tval *value) {
    const bd_tval array = variable->value;
    bd_tindex index;

    if (!bd_t_subscripts(c, node, &array, variable->name, &index)) {
        return false;
    }
    *value = (bd_tval){.type = array.type, .rows = index.rows, .columns = index.columns};
    const int n = bd_t_count(value);
    if (n == 1 && index.slot < 0) {
        value->slot = array.slot + index.offsets[0];
        return true;
    }
    value->slot = bd_t_slots(c, n);
    for (int k = 0; k < n; k++) {
        if (index.slot < 0) {
            bd_t_emit(c, BD_T_MOVE, value->slot + k, array.slot + index.offsets[k], 0, 1);
        } else {
            bd_t_emit(c, BD_T_LOAD, value->slot + k, array.slot, index.slot, index.offsets[k]);
        }
    }
    return true;
}

static bool named(bd_tcompiler *c, const bd_syntax *node, bd_tval *value) {
    const bd_syntax *base = node->kind == BD_SYNTAX_CALL ? node->left : node;
    char name[4 * (BD_MAX_NAME + 1)];

    if (!bd_t_dotted(base, name, sizeof name)) {
        return bd_t_refuse(c, "this expression");
    }
    bd_tvar *variable = bd_t_find(c, name);
    if (variable != NULL) {
        if (!variable->typed || !variable->defined) {
            return bd_t_refuse(c, "'%s', which may have no value yet", name);
        }
        if (node->kind == BD_SYNTAX_CALL) {
            return read_part(c, node, variable, value);
        }
        *value = variable->value;
        return true;
    }
    char first[BD_MAX_NAME + 1];
    snprintf(first, sizeof first, "%.*s", (int)strcspn(name, "."), name);
    int done = bd_t_call(c, node, name, value, 1);
    if (done == 0) {
        done = bd_t_builtin(c, node, name, value);
    }
    return done > 0 || (done == 0 ? bd_t_refuse(c, "the function or structure '%s'", name) : false);
}

bool bd_t_expression(bd_tcompiler *c, const bd_syntax *node, bd_tval *value) {
    c->at = node->at;
    *value = (bd_tval){0};
    switch (node->kind) {
    case BD_SYNTAX_NUMBER:
        if (node->imaginary || node->class == BD_UINT64) {
            return bd_t_refuse(c, "complex numbers");
        }
        *value = bd_t_constant(c, node->number, node->class);
        return true;
    case BD_SYNTAX_TEXT:
        *value = (bd_tval){.type = BD_CHAR, .word = node->text};
        return true;
    case BD_SYNTAX_GROUP:
        return bd_t_expression(c, node->left, value);
    case BD_SYNTAX_END:
        if (c->indexed == NULL) {
            return bd_t_refuse(c, "'end' outside of subscripts");
        }
        *value = bd_t_constant(c,
                               c->subscripts == 1 ? bd_t_count(c->indexed)
                               : c->position == 0 ? c->indexed->rows
                                                  : c->indexed->columns,
                               BD_DOUBLE);
        return true;
    case BD_SYNTAX_UNARY:
        return unary(c, node, value);
    case BD_SYNTAX_BINARY: {
        bd_tval a, b;
        if (node->code == BD_OP_AND_AND || node->code == BD_OP_OR_OR) {
            return short_circuit(c, node, value);
        }
        if (!bd_t_expression(c, node->left, &a) || !bd_t_expression(c, node->right, &b)) {
            return false;
        }
        c->at = node->at;
        return bd_t_binary(c, node->code, &a, &b, value);
    }
    case BD_SYNTAX_MATRIX:
        return matrix(c, node, value);
    case BD_SYNTAX_NAME:
    case BD_SYNTAX_FIELD:
    case BD_SYNTAX_CALL:
        return named(c, node, value);
    default:
        return bd_t_refuse(c, "this kind of expression");
    }
}
