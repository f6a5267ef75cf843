/* built-in functions in typed code: those of one or two numbers element by element, reductions of
 * vectors, changes of class, arrays of constant size, and questions about sizes */
#include "value/typed_compiler.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { MOST = 8 };

static bool read_arguments(bd_tcompiler *c, const bd_syntax *node, bd_tval *args, int *count) {
    const bd_tval *outer = c->indexed;

    *count = node->kind == BD_SYNTAX_CALL ? (int)node->count : 0;
    if (*count > MOST)
        return bd_t_refuse(c, "%d arguments", *count);
    for (int k = 0; k < *count; k++)
        if (!bd_t_expression(c, node->items[k], &args[k]))
            return false;
    c->indexed = outer;
    c->at = node->at;
    return true;
}

static bool is_whole(int type) {
    return type >= BD_INT8 && type <= BD_UINT64;
}

static int each(bd_tcompiler *c, int function, const bd_tval *args, int count, bd_tval *value) {
    const bd_typed_function *f = &bd_typed_functions[function];
    const bd_tval *a = &args[0], *b = &args[count - 1];
    const int na = bd_t_count(a), nb = bd_t_count(b);

    for (int k = 0; k < count; k++)
        if (args[k].word || bd_t_count(&args[k]) == 0 || args[k].type == BD_INT64 ||
            args[k].type == BD_UINT64 || (is_whole(args[k].type) && !f->keeps_class))
            return bd_t_refuse(c, "'%s' of this class", f->name) ? 1 : -1;
    if (na != 1 && nb != 1 && (a->rows != b->rows || a->columns != b->columns))
        return bd_t_refuse(c, "'%s' of different sizes", f->name) ? 1 : -1;
    int type = a->type == BD_LOGICAL ? BD_DOUBLE : a->type;
    const int other = b->type == BD_LOGICAL ? BD_DOUBLE : b->type;
    if (is_whole(other) && is_whole(type) && other != type)
        return bd_t_refuse(c, "'%s' of two classes", f->name) ? 1 : -1;
    type = is_whole(type) ? type : is_whole(other) || other == BD_SINGLE ? other : type;
    *value = (bd_tval){.type = f->gives_logical ? BD_LOGICAL : type,
                       .rows = na != 1 ? a->rows : b->rows,
                       .columns = na != 1 ? a->columns : b->columns};
    const int n = bd_t_count(value);
    value->slot = bd_t_slots(c, n);
    if (n == 1) {
        const int op = strcmp(f->name, "max") == 0   ? BD_T_LARGER
                       : strcmp(f->name, "min") == 0 ? BD_T_SMALLER
                       : strcmp(f->name, "abs") == 0 ? BD_T_ABS
                       : f->one                      ? BD_T_CALL
                                                     : BD_T_PAIR;
        bd_t_emit(c, op, value->slot, a->slot, b->slot, function);
    } else {
        const int at =
            bd_t_emit(c, BD_T_EACH, value->slot, a->slot, f->one ? function : b->slot, n);
        c->made->code[at].sub = f->one ? BD_T_CALL : BD_T_PAIR;
        c->made->code[at].sa = na != 1;
        c->made->code[at].sb = f->one ? 0 : (uint8_t)(2 * function + (nb != 1));
    }
    if (value->type != BD_DOUBLE && value->type != BD_LOGICAL) {
        const int at = bd_t_emit(c, BD_T_SETTLE, value->slot, value->slot, 0, n);
        c->made->code[at].sub = (uint8_t)value->type;
    }
    return 1;
}

static int reduce(bd_tcompiler *c, const char *name, const bd_tval *a, bd_tval *value) {
    static const struct {
        const char *name;
        int op;
    } known[] = {{"sum", BD_T_SUM}, {"prod", BD_T_PROD}, {"max", BD_T_MAX},
                 {"min", BD_T_MIN}, {"any", BD_T_ANY},   {"all", BD_T_ALL}};
    int op = -1;

    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        op = strcmp(known[k].name, name) == 0 ? known[k].op : op;
    if (op < 0)
        return 0;
    const bool logical = op == BD_T_ANY || op == BD_T_ALL;
    const int type = logical                                    ? BD_LOGICAL
                     : a->type == BD_LOGICAL && op <= BD_T_PROD ? BD_DOUBLE
                                                                : a->type;
    if (a->word || bd_t_count(a) == 0 || (a->rows != 1 && a->columns != 1) ||
        (type != BD_DOUBLE && type != BD_LOGICAL && op <= BD_T_PROD) || a->type == BD_INT64 ||
        a->type == BD_UINT64)
        return bd_t_refuse(c, "'%s' of this array", name) ? 1 : -1;
    *value = (bd_tval){.type = type, .rows = 1, .columns = 1, .slot = bd_t_slots(c, 1)};
    bd_t_emit(c, op, value->slot, a->slot, 0, bd_t_count(a));
    return 1;
}

/* zeros, ones, eye …: code 0, 1, 2 */
static int filled(bd_tcompiler *c, const bd_tval *args, int count, double number, bool diagonal,
                  int type, bd_tval *value) {
    int size[2] = {1, 1};
    bd_class found;

    if (count > 0 && args[count - 1].word) {
        if (!bd_class_find(args[count - 1].word, &found))
            return bd_t_refuse(c, "this class") ? 1 : -1;
        type = (int)found;
        count--;
    }
    for (int k = 0; k < count; k++) {
        if (!args[k].known || count > 2 || !(args[k].number >= 1.0 && args[k].number <= 4096.0))
            return bd_t_refuse(c, "an array whose size is not constant") ? 1 : -1;
        size[k] = (int)args[k].number;
    }
    if (count == 1)
        size[1] = size[0];
    if (size[0] * size[1] > 16384)
        return bd_t_refuse(c, "a large array") ? 1 : -1;
    if (size[0] == 1 && size[1] == 1) {
        *value = bd_t_constant(c, number, type);
        return 1;
    }
    *value = (bd_tval){.type = type, .rows = size[0], .columns = size[1]};
    value->slot = bd_t_slots(c, bd_t_count(value));
    for (int k = 0; k < bd_t_count(value); k++)
        c->made->image[value->slot + k] = !diagonal || k / size[0] == k % size[0] ? number : 0.0;
    return 1;
}

static int convert(bd_tcompiler *c, int type, const bd_tval *a, bd_tval *value) {
    if (a->word || type == BD_INT64 || type == BD_UINT64 || a->type == BD_INT64 ||
        a->type == BD_UINT64 || type == BD_CHAR)
        return bd_t_refuse(c, "this change of class") ? 1 : -1;
    if (a->known) {
        *value = bd_t_constant(c, bd_settle(a->number, type), type);
        return 1;
    }
    *value = *a;
    value->type = type;
    if (type == a->type || (type == BD_DOUBLE))
        return 1;
    value->slot = bd_t_slots(c, bd_t_count(a));
    const int at = bd_t_emit(c, BD_T_SETTLE, value->slot, a->slot, 0, bd_t_count(a));
    c->made->code[at].sub = (uint8_t)type;
    return 1;
}

static int question(bd_tcompiler *c, const char *name, const bd_tval *args, int count,
                    bd_tval *value) {
    const bd_tval *a = &args[0];
    double answer;
    int type = BD_DOUBLE;

    if (strcmp(name, "numel") == 0 && count == 1) {
        answer = bd_t_count(a);
    } else if (strcmp(name, "length") == 0 && count == 1) {
        answer = a->rows > a->columns ? a->rows : a->columns;
    } else if (strcmp(name, "isscalar") == 0 && count == 1) {
        answer = bd_t_count(a) == 1;
        type = BD_LOGICAL;
    } else if (strcmp(name, "isvector") == 0 && count == 1) {
        answer = a->rows == 1 || a->columns == 1;
        type = BD_LOGICAL;
    } else if (strcmp(name, "isrow") == 0 && count == 1) {
        answer = a->rows == 1;
        type = BD_LOGICAL;
    } else if (strcmp(name, "iscolumn") == 0 && count == 1) {
        answer = a->columns == 1;
        type = BD_LOGICAL;
    } else if (strcmp(name, "size") == 0 && count == 2 && args[1].known) {
        answer = args[1].number == 1.0 ? a->rows : args[1].number == 2.0 ? a->columns : 1;
    } else {
        return 0;
    }
    if (a->word)
        return bd_t_refuse(c, "the size of a text") ? 1 : -1;
    *value = bd_t_constant(c, answer, type);
    return 1;
}

static const struct {
    const char *name;
    double number;
    int type;
} constants[] = {{"pi", 3.14159265358979323846, BD_DOUBLE},
                 {"inf", INFINITY, BD_DOUBLE},
                 {"Inf", INFINITY, BD_DOUBLE},
                 {"nan", NAN, BD_DOUBLE},
                 {"NaN", NAN, BD_DOUBLE},
                 {"eps", DBL_EPSILON, BD_DOUBLE},
                 {"true", 1.0, BD_LOGICAL},
                 {"false", 0.0, BD_LOGICAL},
                 {"realmax", DBL_MAX, BD_DOUBLE},
                 {"realmin", DBL_MIN, BD_DOUBLE}};

/* isempty(x) of a persistent variable asks whether it was ever set */
static int empty(bd_tcompiler *c, const bd_syntax *node, bd_tval *value) {
    const bd_tvar *variable =
        node->items[0]->kind == BD_SYNTAX_NAME ? bd_t_find(c, node->items[0]->text) : NULL;
    bd_tval found;

    if (variable && variable->flag >= 0) {
        *value = (bd_tval){.type = BD_LOGICAL, .rows = 1, .columns = 1, .slot = bd_t_slots(c, 1)};
        bd_t_emit(c, BD_T_NOT, value->slot, variable->flag, variable->flag, 0);
        return 1;
    }
    if (variable && variable->defined && bd_t_count(&variable->value) == 0 &&
        !variable->value.word) {
        *value = bd_t_constant(c, 1.0, BD_LOGICAL);
        return 1;
    }
    if (!bd_t_expression(c, node->items[0], &found))
        return -1;
    *value = bd_t_constant(c, found.word ? !*found.word : bd_t_count(&found) == 0, BD_LOGICAL);
    return 1;
}

int bd_t_builtin(bd_tcompiler *c, const bd_syntax *node, const char *name, bd_tval *value) {
    const int written = node->kind == BD_SYNTAX_CALL ? (int)node->count : 0;
    bd_tval args[MOST];
    bd_class class;
    int count;

    if (strcmp(name, "isempty") == 0 && written == 1)
        return empty(c, node, value);
    if (strcmp(name, "nargin") == 0 && written == 0 && c->frame->function) {
        *value = bd_t_constant(c, c->frame->nargin, BD_DOUBLE);
        return 1;
    }
    const int function = bd_typed_function_find(name);
    const bool fills =
        strcmp(name, "zeros") == 0 || strcmp(name, "ones") == 0 || strcmp(name, "eye") == 0;
    for (size_t k = 0; k < sizeof constants / sizeof *constants; k++) {
        if (strcmp(constants[k].name, name) == 0 && written == 0) {
            *value = bd_t_constant(c, constants[k].number, constants[k].type);
            return 1;
        }
    }
    if (!read_arguments(c, node, args, &count))
        return -1;
    if (fills || strcmp(name, "false") == 0 || strcmp(name, "true") == 0) {
        const bool logical = !fills;
        return filled(c, args, count, name[0] == 'z' || name[0] == 'f' ? 0.0 : 1.0, name[0] == 'e',
                      logical ? BD_LOGICAL : BD_DOUBLE, value);
    }
    if (function >= 0 && count == (bd_typed_functions[function].one ? 1 : 2))
        return each(c, function, args, count, value);
    if (bd_class_find(name, &class) && count == 1)
        return convert(c, (int)class, &args[0], value);
    const int answered = count > 0 ? question(c, name, args, count, value) : 0;
    if (answered != 0)
        return answered;
    const bool is_vector = count == 1 && (args[0].rows == 1 || args[0].columns == 1);
    const int reduced = is_vector ? reduce(c, name, &args[0], value) : 0;
    return reduced != 0 ? reduced : bd_t_boxed(c, name, 0, args, count, value);
}
