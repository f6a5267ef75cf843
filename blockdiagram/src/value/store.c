/* target = value, where the target may be a part of a part: a(3), s.x(2).y, c{4}.
 *
 * First all subscripts are evaluated while the variable is still in its place, since they may speak
 * of it; then it is taken out, changed in place where nobody else sees it, and put back. */
#include <string.h>

#include "value/box.h"
#include "value/evaluate.h"
#include "value/index.h"
#include "value/library.h"
#include "value/workspace_private.h"

enum { MAX_STEPS = 32 };

typedef struct step {
    bd_syntax_kind kind;
    const char *field;
    bd_values subscripts;
} step;

typedef struct path {
    step steps[MAX_STEPS];
    size_t count;
    const bd_value *right;
    bool deletes;
} path;

/* the one element that the subscripts name; count elements if it would be a new one */
static bool single_element(bd_calc *calc, const bd_value *value, const bd_values *subscripts,
                           size_t *element, bool *exists) {
    size_t stride = 1;

    if (subscripts->count == 0) {
        bd_calc_refuse(calc, "an assignment needs subscripts");
        return false;
    }
    *element = 0;
    *exists = value != NULL;
    for (size_t k = 0; k < subscripts->count; k++) {
        bd_subscript sub;
        const size_t size = value ? bd_folded_size(value, k, subscripts->count) : 0;
        if (!bd_subscript_read(calc, subscripts->items[k], size, &sub))
            return false;
        if (sub.count != 1) {
            bd_calc_refuse(calc, "only one element can be assigned here, not %zu", sub.count);
            return false;
        }
        *exists = *exists && sub.limit <= size;
        *element += bd_subscript_at(&sub, 0) * stride;
        stride *= size;
    }
    return true;
}

/* what the path would read at this place, or NULL if there is nothing yet */
static const bd_value *look_ahead(bd_calc *calc, const bd_value *value, const step *at) {
    size_t element;
    bool exists;

    if (!value || at->kind == BD_SYNTAX_CALL)
        return value; /* a field of a(3) looks up the element itself */
    if (at->kind == BD_SYNTAX_FIELD)
        return bd_value_field(value, at->field);
    if (value->type != BD_CELL || !single_element(calc, value, &at->subscripts, &element, &exists))
        return NULL;
    return exists ? value->children[element] : NULL;
}

/* the steps from the variable to the part, with all subscripts known */
static bool read_path(bd_calc *calc, const bd_syntax *target, const char **name, path *made) {
    const bd_syntax *nodes[MAX_STEPS];
    size_t count = 0;

    for (; target->kind != BD_SYNTAX_NAME; target = target->left) {
        if (count == MAX_STEPS) {
            bd_calc_fail(calc, BD_LIMIT_EXCEEDED, "the target of the assignment is too deep");
            return false;
        }
        const bool is_part = target->kind == BD_SYNTAX_FIELD ||
                             target->kind == BD_SYNTAX_ANY_FIELD ||
                             target->kind == BD_SYNTAX_CALL || target->kind == BD_SYNTAX_BRACE;
        if (!is_part || !target->left) {
            bd_calc_fail(calc, BD_BAD_EXPRESSION, "only a variable can be assigned to");
            return false;
        }
        nodes[count++] = target;
    }
    *name = target->text;
    /* a variable that is replaced as a whole is not asked for */
    const bd_value *value = count > 0 ? bd_workspace_find(calc->scope, target->text) : NULL;
    const bd_value *none = bd_calc_matrix(calc, BD_DOUBLE, 0, 0);
    for (size_t k = 0; k < count && none; k++) {
        const bd_syntax *node = nodes[count - 1 - k];
        step *now = &made->steps[k];
        const bool is_field = node->kind == BD_SYNTAX_FIELD || node->kind == BD_SYNTAX_ANY_FIELD;
        *now = (step){.kind = is_field ? BD_SYNTAX_FIELD : node->kind};
        if (is_field) {
            now->field = bd_evaluate_field_name(calc, node);
            if (!now->field)
                return false;
        } else if (!bd_evaluate_arguments(calc, node, value ? value : none, &now->subscripts)) {
            return false;
        }
        for (size_t s = 0; s < now->subscripts.count; s++)
            bd_calc_keep(calc, bd_value_share(now->subscripts.items[s]));
        value = look_ahead(calc, value, now);
    }
    made->count = count;
    return calc->status == BD_OK;
}

static bd_value *write(bd_calc *calc, bd_value *value, const path *to, size_t depth);

/* a value that may be changed; the caller's reference goes into the pool. NULL: a new one */
static bd_value *prepare(bd_calc *calc, bd_value *value, bd_class type) {
    if (!value || (value->count == 0 && value->type == BD_DOUBLE)) {
        bd_calc_keep(calc, value);
        const size_t size = type == BD_STRUCT ? 1 : 0;
        return bd_calc_matrix(calc, type, size, size);
    }
    bd_calc_keep(calc, value);
    if (calc->status != BD_OK)
        return NULL;
    if (value->type != type) {
        return bd_calc_refuse(calc, "a %s cannot be used like a %s", bd_class_name(value->type),
                              bd_class_name(type));
    }
    return bd_value_is_mine(value) ? value : bd_calc_copy(calc, value);
}

/* takes the child out, changes it, and puts it back */
static bd_value *write_child(bd_calc *calc, bd_value *parent, size_t slot, const path *to,
                             size_t depth) {
    bd_value *child = bd_value_share(parent->children[slot]);

    if (!bd_calc_set_child(calc, parent, slot, NULL)) {
        bd_value_free(child);
        return NULL;
    }
    bd_value *fresh = write(calc, child, to, depth);
    if (!fresh) {
        bd_error ignored;
        bd_value_set_child(parent, slot, bd_value_share(child), &ignored);
        return NULL;
    }
    bd_error error;
    const bd_status status = bd_value_set_child(parent, slot, fresh, &error);
    if (status != BD_OK)
        return bd_calc_fail(calc, status, "%s", error.text);
    return bd_value_share(parent);
}

static bd_value *write_field(bd_calc *calc, bd_value *value, size_t element, const path *to,
                             size_t depth) {
    bd_error error;
    size_t field;

    if (value->count == 0 || element >= value->count)
        return bd_calc_refuse(calc, "the struct has no element to assign to");
    const bd_status status = bd_value_add_field(value, to->steps[depth].field, &field, &error);
    if (status != BD_OK)
        return bd_calc_fail(calc, status, "%s", error.text);
    return write_child(calc, value, element * value->field_count + field, to, depth + 1);
}

/* grows a cell or struct array so that the element exists */
static bd_value *with_element(bd_calc *calc, bd_value *value, const bd_values *subscripts,
                              size_t *element) {
    bool exists;

    if (!single_element(calc, value, subscripts, element, &exists))
        return NULL;
    if (exists)
        return value;
    bd_value *blank = bd_calc_matrix(calc, value->type, 1, 1);
    for (size_t f = 0; blank && f < value->field_count; f++)
        if (!bd_calc_set_field(calc, blank, 0, value->field_names[f], NULL))
            return NULL;
    bd_value *grown = !blank ? NULL
                             : bd_index_write(calc, bd_value_share(value), subscripts->items,
                                              subscripts->count, blank);
    grown = bd_calc_keep(calc, grown);
    return grown && single_element(calc, grown, subscripts, element, &exists) ? grown : NULL;
}

/* struct arrays begin without elements, unlike the struct that a field makes */
static bd_value *write_struct_element(bd_calc *calc, bd_value *value, const path *to,
                                      size_t depth) {
    size_t element;

    if (!value || (value->count == 0 && value->type == BD_DOUBLE)) {
        bd_calc_keep(calc, value);
        value = bd_calc_matrix(calc, BD_STRUCT, 0, 0);
    } else {
        value = prepare(calc, value, BD_STRUCT);
    }
    value = !value ? NULL : with_element(calc, value, &to->steps[depth].subscripts, &element);
    return !value ? NULL : write_field(calc, value, element, to, depth + 1);
}

static bd_value *write(bd_calc *calc, bd_value *value, const path *to, size_t depth) {
    const step *now = &to->steps[depth];
    size_t element;

    if (depth == to->count) {
        bd_calc_keep(calc, value);
        return calc->status == BD_OK ? bd_value_share(to->right) : NULL;
    }
    switch (now->kind) {
    case BD_SYNTAX_FIELD:
        value = prepare(calc, value, BD_STRUCT);
        if (value && value->count != 1) {
            return bd_calc_refuse(calc, "a field can only be assigned in one struct, not in %zu",
                                  value->count);
        }
        return !value ? NULL : write_field(calc, value, 0, to, depth);
    case BD_SYNTAX_BRACE:
        value = prepare(calc, value, BD_CELL);
        value = !value ? NULL : with_element(calc, value, &now->subscripts, &element);
        return !value ? NULL : write_child(calc, value, element, to, depth + 1);
    default:
        if (depth + 1 < to->count) {
            if (to->steps[depth + 1].kind != BD_SYNTAX_FIELD) {
                bd_calc_keep(calc, value);
                return bd_calc_refuse(calc, "only a field can follow ( ) before '='");
            }
            return write_struct_element(calc, value, to, depth);
        }
        return to->deletes
                   ? bd_index_delete(calc, value, now->subscripts.items, now->subscripts.count)
                   : bd_index_write(calc, value, now->subscripts.items, now->subscripts.count,
                                    to->right);
    }
}

bool bd_calc_store(bd_calc *calc, const bd_syntax *target, const bd_value *right, bool deletes) {
    path to = {.right = right};
    const char *name;

    if (target->kind == BD_SYNTAX_IGNORED)
        return true;
    /* the right side may be (part of) the variable itself: a second owner protects it */
    bd_calc_keep(calc, bd_value_share(right));
    calc->at = target->at;
    if (calc->status != BD_OK || !read_path(calc, target, &name, &to))
        return false;
    to.deletes = deletes && target->kind == BD_SYNTAX_CALL;
    calc->at = target->at;
    bd_workspace *into = bd_target_of(calc, name);
    bd_value *old = bd_workspace_take(into, name, to.count > 0);
    const bd_value *above = old || to.count == 0 ? old : bd_workspace_find(calc->scope, name);
    bd_value *fresh = write(calc, old ? old : bd_value_share(above), &to, 0);
    /* after a failure the variable is as it was; the pool still holds it */
    bd_error error;
    bd_value *put = fresh ? fresh : bd_value_share(old);
    const bd_status status = !put ? BD_OK : bd_workspace_set(into, name, put, &error);
    if (status != BD_OK)
        bd_calc_fail(calc, status, "%s", error.text);
    return fresh && status == BD_OK;
}
