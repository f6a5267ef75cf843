/* expressions → typed code */
#include "value/typed_compiler.h"

#include <stdio.h>
#include <string.h>

static bool matrix(bd_tcompiler *c, const bd_syntax *node, bd_tval *value) {
    bd_tval parts[BD_TYPED_ELEMENTS];
    int total_rows = 0, columns = -1, type = -1;
    size_t used = 0;
    int heights[BD_TYPED_ELEMENTS], counts[BD_TYPED_ELEMENTS];

    for (size_t r = 0; r < node->count; r++) {
        const bd_syntax *row = node->items[r];
        int width = 0, height = -1;
        if (r >= BD_TYPED_ELEMENTS)
            return bd_t_refuse(c, "a large matrix");
        counts[r] = (int)row->count;
        for (size_t k = 0; k < row->count; k++) {
            if (used >= BD_TYPED_ELEMENTS)
                return bd_t_refuse(c, "a large matrix");
            bd_tval *part = &parts[used++];
            if (!bd_t_expression(c, row->items[k], part))
                return false;
            if (part->word || bd_t_count(part) == 0 || (height >= 0 && part->rows != height) ||
                (type >= 0 && part->type != type &&
                 !(part->known && part->type == BD_DOUBLE && type == BD_SINGLE)))
                return bd_t_refuse(c, "this matrix");
            height = part->rows;
            width += part->columns;
            type = type < 0 ? part->type : type;
        }
        if (columns >= 0 && width != columns)
            return bd_t_refuse(c, "rows of different lengths");
        columns = width;
        heights[r] = height;
        total_rows += height;
    }
    if (node->count == 0)
        return bd_t_refuse(c, "an empty matrix");
    *value = (bd_tval){.type = type, .rows = total_rows, .columns = columns};
    if (used == 1) {
        *value = parts[0];
        return true;
    }
    if (bd_t_count(value) > 4096)
        return bd_t_refuse(c, "a large matrix");
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
    if (node->kind == BD_SYNTAX_NAME)
        return snprintf(name, capacity, "%s", node->text) < (int)capacity;
    if (node->kind != BD_SYNTAX_FIELD || !bd_t_dotted(node->left, name, capacity))
        return false;
    const size_t used = strlen(name);
    return snprintf(name + used, capacity - used, ".%s", node->text) < (int)(capacity - used);
}

static bool named(bd_tcompiler *c, const bd_syntax *node, bd_tval *value) {
    const bd_syntax *base = node->kind == BD_SYNTAX_CALL ? node->left : node;
    char name[4 * (BD_MAX_NAME + 1)];

    if (!bd_t_dotted(base, name, sizeof name))
        return bd_t_refuse(c, "this expression");
    bd_tvar *variable = bd_t_find(c, name);
    if (variable) {
        if (!variable->typed || !variable->defined)
            return bd_t_refuse(c, "'%s', which may have no value yet", name);
        if (bd_t_count(&variable->value) == 0 &&
            (!variable->value.word || node->kind == BD_SYNTAX_CALL))
            return bd_t_refuse(c, "'%s', which is empty or a text", name);
        if (node->kind == BD_SYNTAX_CALL)
            return bd_t_part(c, node, variable, value);
        *value = variable->value;
        return true;
    }
    char first[BD_MAX_NAME + 1];
    snprintf(first, sizeof first, "%.*s", (int)strcspn(name, "."), name);
    int done = bd_t_call(c, node, name, value, 1);
    if (done > 0 && bd_t_count(value) == 0 && !value->word)
        return bd_t_refuse(c, "the empty result of '%s'", name);
    if (done == 0)
        done = bd_t_builtin(c, node, name, value);
    return done > 0 || (done == 0 ? bd_t_refuse(c, "the function or structure '%s'", name) : false);
}

bool bd_t_expression(bd_tcompiler *c, const bd_syntax *node, bd_tval *value) {
    c->at = node->at;
    *value = (bd_tval){0};
    switch (node->kind) {
    case BD_SYNTAX_NUMBER:
        if (node->imaginary || node->class == BD_UINT64)
            return bd_t_refuse(c, "complex numbers");
        *value = bd_t_constant(c, node->number, node->class);
        return true;
    case BD_SYNTAX_TEXT:
        *value = (bd_tval){.type = BD_CHAR, .word = node->text};
        return true;
    case BD_SYNTAX_GROUP:
        return bd_t_expression(c, node->left, value);
    case BD_SYNTAX_END:
        if (!c->indexed)
            return bd_t_refuse(c, "'end' outside of subscripts");
        *value = bd_t_constant(c,
                               c->subscripts == 1 ? bd_t_count(c->indexed)
                               : c->position == 0 ? c->indexed->rows
                                                  : c->indexed->columns,
                               BD_DOUBLE);
        return true;
    case BD_SYNTAX_UNARY:
        return bd_t_unary(c, node, value);
    case BD_SYNTAX_BINARY: {
        bd_tval a, b;
        if (node->code == BD_OP_AND_AND || node->code == BD_OP_OR_OR)
            return bd_t_short(c, node, value);
        if (!bd_t_expression(c, node->left, &a) || !bd_t_expression(c, node->right, &b))
            return false;
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
