/* operators → typed code: classes and sizes of results, constants that are computed at once */
#include "value/typed_compiler.h"

static bool is_whole_class(int type) {
    return type >= BD_INT8 && type <= BD_UINT64;
}

/* class of a result of arithmetic, or -1 */
static int result_class(int a, int b) {
    a = a == BD_LOGICAL || a == BD_CHAR ? BD_DOUBLE : a;
    b = b == BD_LOGICAL || b == BD_CHAR ? BD_DOUBLE : b;
    if (is_whole_class(a) || is_whole_class(b))
        return is_whole_class(a) && is_whole_class(b) && a != b ? -1 : is_whole_class(a) ? a : b;
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
    if (result_class(a->type, b->type) != BD_DOUBLE)
        return bd_t_refuse(c, "products of matrices that are not double");
    *value = (bd_tval){.type = BD_DOUBLE, .rows = a->rows, .columns = b->columns};
    value->slot = bd_t_slots(c, bd_t_count(value));
    bd_t_emit(c, BD_T_PRODUCT, value->slot, a->slot, b->slot,
              bd_t_table(c, a->rows, a->columns, b->columns));
    return true;
}

/* a product just before, which nobody else reads, becomes one instruction with the sum */
static bool fuse(bd_tcompiler *c, int op, const bd_tval *a, const bd_tval *b, int slot) {
    bd_typed *made = c->made;
    bd_typed_instruction *last = made->count > c->first_code ? &made->code[made->count - 1] : NULL;

    if ((op != BD_T_ADD && op != BD_T_SUB) || !last || c->label == made->count ||
        last->op != BD_T_MUL || last->d < c->first_slot || a->slot == b->slot)
        return false;
    const bool first = last->d == a->slot && !a->known, second = last->d == b->slot && !b->known;
    if (!first && !second)
        return false;
    last->op = op == BD_T_ADD ? BD_T_MUL_ADD : first ? BD_T_MUL_SUB : BD_T_SUB_MUL;
    last->n = first ? b->slot : a->slot;
    last->d = slot;
    return true;
}

bool bd_t_binary(bd_tcompiler *c, int code, const bd_tval *a, const bd_tval *b, bd_tval *value) {
    const int na = bd_t_count(a), nb = bd_t_count(b);
    const int op = instruction_of(code);

    if (a->word || b->word)
        return bd_t_refuse(c, "texts in expressions");
    if (code == BD_OP_MTIMES && na != 1 && nb != 1)
        return product(c, a, b, value);
    if (op < 0 || (code == BD_OP_MRDIVIDE && nb != 1) ||
        (code == BD_OP_MPOWER && (na != 1 || nb != 1))) {
        const bd_tval both[2] = {*a, *b};
        return bd_t_boxed(c, NULL, code, both, 2, value) > 0 ||
               bd_t_refuse(c, "the operator '%s' of matrices", bd_operator_text(code));
    }
    if (na != 1 && nb != 1 && (a->rows != b->rows || a->columns != b->columns)) {
        const bd_tval both[2] = {*a, *b};
        if (bd_t_boxed(c, NULL, code, both, 2, value) > 0)
            return true;
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
    if (n == 1 && type == BD_DOUBLE && fuse(c, op, a, b, value->slot))
        return true;
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

bool bd_t_unary(bd_tcompiler *c, const bd_syntax *node, bd_tval *value) {
    bd_tval a = {0};

    if (!bd_t_expression(c, node->left, &a))
        return false;
    if (a.word || a.type == BD_INT64 || a.type == BD_UINT64)
        return bd_t_refuse(c, "this operand");
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

/* NaN is neither true nor false: a jump to the next instruction finds it */
static void forbid_nan(bd_tcompiler *c, const bd_tval *value) {
    if (value->type != BD_DOUBLE && value->type != BD_SINGLE)
        return;
    for (int k = 0; k < bd_t_count(value); k++) {
        const int jump = bd_t_emit(c, BD_T_JUMP_IF, 0, value->slot + k, 0, 0);
        c->made->code[jump].n = (int)c->made->count;
    }
    bd_t_label(c);
}

bool bd_t_condition(bd_tcompiler *c, const bd_syntax *node, bd_tval *value) {
    enum { MOST = 64 };
    bd_tval found = {0};

    if (!bd_t_expression(c, node, &found))
        return false;
    if (found.word || bd_t_count(&found) == 0)
        return bd_t_refuse(c, "this condition");
    if (found.known && isnan(found.number))
        return bd_t_refuse(c, "a condition that is NaN");
    *value = found;
    if (bd_t_count(&found) != 1) {
        if (bd_t_count(&found) > MOST)
            return bd_t_refuse(c, "a condition of many elements");
        forbid_nan(c, &found);
        *value = (bd_tval){.type = BD_LOGICAL, .rows = 1, .columns = 1, .slot = bd_t_slots(c, 1)};
        bd_t_emit(c, BD_T_ALL, value->slot, found.slot, 0, bd_t_count(&found));
    }
    return true;
}

/* a && b, a || b */
bool bd_t_short(bd_tcompiler *c, const bd_syntax *node, bd_tval *value) {
    const bool is_and = node->code == BD_OP_AND_AND;
    bd_tval a = {0}, b = {0};

    if (!bd_t_condition(c, node->left, &a))
        return false;
    if (a.known) {
        if ((a.number != 0.0) != is_and) {
            *value = bd_t_constant(c, !is_and, BD_LOGICAL);
            return true;
        }
        if (!bd_t_condition(c, node->right, &b))
            return false;
        if (b.known) {
            *value = bd_t_constant(c, b.number != 0.0, BD_LOGICAL);
            return true;
        }
        forbid_nan(c, &b);
        const bd_tval zero = bd_t_constant(c, 0.0, BD_DOUBLE);
        return bd_t_binary(c, BD_OP_NE, &b, &zero, value);
    }
    *value = (bd_tval){.type = BD_LOGICAL, .rows = 1, .columns = 1, .slot = bd_t_slots(c, 1)};
    const bd_tval result = bd_t_constant(c, !is_and, BD_LOGICAL);
    const bd_tval zero = bd_t_constant(c, 0.0, BD_DOUBLE);
    bd_t_emit(c, BD_T_MOVE, value->slot, result.slot, 0, 1);
    const int jump = bd_t_emit(c, is_and ? BD_T_JUMP_UNLESS : BD_T_JUMP_IF, 0, a.slot, 0, 0);
    if (!bd_t_condition(c, node->right, &b))
        return false;
    if (!b.known)
        forbid_nan(c, &b);
    bd_t_emit(c, BD_T_NE, value->slot, b.slot, zero.slot, 0);
    c->made->code[jump].n = (int)c->made->count;
    bd_t_label(c);
    return true;
}
