/* writing parts of values: a(k) = b, growth of a, a(k) = []. The elements become the class of a, as
 * in MATLAB; a variable that is new or an empty double takes the class of b */
#include <string.h>

#include "value/box.h"
#include "value/index.h"
#include "value/operators.h"

/* a reference of the caller for a value of the pool */
static bd_value *own(bd_value *value) {
    return bd_value_share(value);
}

/* the old value in new dimensions, its elements at the same subscripts */
static bd_value *grown(bd_calc *calc, const bd_value *value, bd_class type, int rank,
                       const size_t *dims, bool is_complex) {
    bd_value *made = bd_calc_new(calc, type, rank, dims, is_complex);
    size_t position[BD_MAX_RANK] = {0};

    if (!made || !value)
        return made;
    /* a loop that lets an array grow one by one copies all of it every time */
    if (value->count > 1000 && !bd_calc_charge(calc, 4.0 * (double)value->count))
        return NULL;
    /* a vector of numbers keeps the order of its elements: loops let them grow one by one */
    const bool straight = value->type != BD_CELL && value->type != BD_STRUCT && value->rank == 2 &&
                          (value->dims[0] == made->dims[0] || value->dims[1] == 1);
    const size_t bytes = straight ? value->count * bd_class_bytes(value->type) : 0;
    if (bytes > 0)
        memcpy(made->re, value->re, bytes);
    if (bytes > 0 && value->im && made->im)
        memcpy(made->im, value->im, bytes);
    for (size_t k = straight ? value->count : 0; k < value->count; k++) {
        size_t to = 0;
        size_t step = 1;
        for (int d = 0; d < BD_MAX_RANK; d++) {
            to += position[d] * step;
            step *= made->dims[d];
        }
        if (!bd_element_copy(calc, made, to, value, k))
            return NULL;
        for (int d = 0; d < BD_MAX_RANK && ++position[d] == value->dims[d]; d++)
            position[d] = 0;
    }
    bd_box(made)->object = bd_box(value)->object;
    return made;
}

/* dimensions after writing up to the limits of the subscripts */
static bool grown_dims(bd_calc *calc, const bd_value *value, const bd_subscript *subs, size_t count,
                       int *rank, size_t *dims) {
    static const size_t nothing[BD_MAX_RANK] = {0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    const size_t *old = value ? value->dims : nothing;
    const size_t old_count = value ? value->count : 0;

    memcpy(dims, old, BD_MAX_RANK * sizeof *dims);
    *rank = value ? value->rank : 2;
    if (count == 1) {
        if (subs[0].limit <= old_count)
            return true;
        if (old_count == 0 || (*rank == 2 && old[0] == 1)) {
            dims[0] =
                old_count == 0 && *rank == 2 && old[1] == 1 && old[0] == 0 ? subs[0].limit : 1;
            dims[1] = dims[0] == 1 ? subs[0].limit : 1;
            *rank = 2;
            return true;
        }
        if (*rank == 2 && old[1] == 1) {
            dims[0] = subs[0].limit;
            return true;
        }
        bd_calc_refuse(calc, "a matrix cannot grow by one subscript (%zu)", subs[0].limit);
        return false;
    }
    for (size_t k = 0; k < count; k++) {
        const size_t size = value ? bd_folded_size(value, k, count) : nothing[k];
        if (subs[k].limit > size) {
            if (k + 1 == count && value && (int)count < value->rank) {
                bd_calc_refuse(calc, "subscript %zu is out of bounds", subs[k].limit);
                return false;
            }
            dims[k] = subs[k].limit;
        }
    }
    *rank = (int)count > *rank ? (int)count : *rank;
    return true;
}

/* the number of elements that the subscripts address; a colon into nothing takes b's size */
static size_t settle_colons(bd_subscript *subs, size_t count, const bd_value *right, bool is_new) {
    size_t total = 1;
    int next = 0; /* dimension of b that the next colon takes */

    for (size_t k = 0; k < count; k++) {
        if (subs[k].is_colon && is_new) {
            while (count > 1 && next < right->rank - 1 && right->dims[next] == 1)
                next++;
            subs[k].count = count == 1 ? right->count : right->dims[next < BD_MAX_RANK ? next : 0];
            subs[k].limit = subs[k].count;
            next++;
        }
        total *= subs[k].count;
    }
    return total;
}

/* sizes must agree but for ones: a(1, :) = column is allowed */
static bool sizes_fit(const bd_subscript *subs, size_t count, size_t total, const bd_value *right) {
    if (right->count == 1 || count == 1)
        return right->count == 1 || right->count == total;
    int next = 0;
    for (size_t k = 0; k < count; k++) {
        if (subs[k].count == 1)
            continue;
        while (next < right->rank && right->dims[next] == 1)
            next++;
        if (next >= right->rank || right->dims[next] != subs[k].count)
            return false;
        next++;
    }
    while (next < right->rank && right->dims[next] == 1)
        next++;
    return next >= right->rank;
}

static const bd_value *convert_right(bd_calc *calc, const bd_value *right, bd_class type) {
    if (right->type == type)
        return right;
    if (!bd_value_is_number_like(right) || type == BD_CELL || type == BD_STRUCT) {
        return bd_calc_refuse(calc, "a %s cannot be assigned to an element of a %s",
                              bd_class_name(right->type), bd_class_name(type));
    }
    return bd_calc_convert(calc, right, type);
}

static bool write_elements(bd_calc *calc, bd_value *made, const bd_subscript *subs, size_t count,
                           size_t total, const bd_value *right) {
    size_t position[BD_MAX_RANK] = {0};

    for (size_t k = 0; k < total; k++) {
        size_t to = 0;
        size_t step = 1;
        for (size_t d = 0; d < count; d++) {
            to += bd_subscript_at(&subs[d], position[d]) * step;
            step *= bd_folded_size(made, d, count);
        }
        if (!bd_element_copy(calc, made, to, right, right->count == 1 ? 0 : k))
            return false;
        for (size_t d = 0; d < count && ++position[d] == subs[d].count; d++)
            position[d] = 0;
    }
    return true;
}

bd_value *bd_index_write(bd_calc *calc, bd_value *value, const bd_value *const *subscripts,
                         size_t count, const bd_value *right) {
    bd_subscript subs[BD_MAX_RANK];
    size_t dims[BD_MAX_RANK];
    int rank;

    bd_calc_keep(calc, value); /* whatever happens, the caller's reference is given up */
    if (calc->status != BD_OK)
        return NULL;
    if (count == 0 || count > BD_MAX_RANK)
        return bd_calc_refuse(calc, "an assignment needs 1 to %d subscripts", BD_MAX_RANK);
    const bool is_blank =
        !value || (value->count == 0 && value->type == BD_DOUBLE && value->rank == 2);
    const bd_class type = is_blank ? right->type : value->type;
    right = convert_right(calc, right, type);
    if (!right)
        return NULL;
    for (size_t k = 0; k < count; k++) {
        const size_t size = value ? bd_folded_size(value, k, count) : 0;
        if (!bd_subscript_read(calc, subscripts[k], size, &subs[k]))
            return NULL;
    }
    const size_t total = settle_colons(subs, count, right, !value || value->count == 0);
    if (!sizes_fit(subs, count, total, right)) {
        char size[128];
        return bd_calc_refuse(calc, "%zu elements cannot take a value of size %s", total,
                              bd_value_size_text(right, size, sizeof size));
    }
    if (!grown_dims(calc, value, subs, count, &rank, dims))
        return NULL;
    if (!bd_calc_charge(calc, (double)total))
        return NULL;
    const bool is_complex = right->im || (value && value->im);
    const bool same_dims = value && memcmp(dims, value->dims, sizeof dims) == 0;
    /* two owners: the caller's, now in the pool, and nobody else */
    bd_value *made = value && same_dims && value->type == type && right != value &&
                             (is_complex == (value->im != NULL)) && bd_value_is_mine(value)
                         ? value
                         : grown(calc, is_blank && value && value->type != type ? NULL : value,
                                 type, rank, dims, is_complex);
    if (!made || !write_elements(calc, made, subs, count, total, right))
        return NULL;
    return own(bd_calc_narrow(made));
}

static bd_value *delete_linear(bd_calc *calc, const bd_value *value, const bd_value *by) {
    bd_subscript sub;

    if (!bd_subscript_read(calc, by, value->count, &sub))
        return NULL;
    if (sub.limit > value->count)
        return bd_calc_refuse(calc, "subscript %zu is out of bounds", sub.limit);
    uint8_t *gone = bd_calc_alloc(calc, value->count, 1);
    size_t left = value->count;
    for (size_t k = 0; k < sub.count && gone; k++) {
        const size_t at = bd_subscript_at(&sub, k);
        left -= !gone[at];
        gone[at] = 1;
    }
    const bool is_column = value->rank == 2 && value->dims[1] == 1 && value->dims[0] != 1;
    bd_value *made =
        !gone ? NULL
              : bd_calc_new(calc, value->type, 2,
                            is_column ? (const size_t[]){left, 1} : (const size_t[]){1, left},
                            value->im != NULL);
    size_t to = 0;
    for (size_t k = 0; made && k < value->count; k++)
        if (!gone[k] && !bd_element_copy(calc, made, to++, value, k))
            return NULL;
    return made;
}

bd_value *bd_index_delete(bd_calc *calc, bd_value *value, const bd_value *const *subscripts,
                          size_t count) {
    bd_calc_keep(calc, value);
    if (calc->status != BD_OK || !value)
        return bd_calc_refuse(calc, "there is nothing to delete");
    if (count == 1) {
        bd_value *made = delete_linear(calc, value, subscripts[0]);
        return !made ? NULL : own(made);
    }

    /* all subscripts but one must be colons; keep what that one does not name */
    size_t chosen = count;
    bd_subscript sub = {0};
    const bd_value *kept[BD_MAX_RANK];
    for (size_t k = 0; k < count && k < BD_MAX_RANK; k++) {
        bd_subscript one;
        const size_t size = bd_folded_size(value, k, count);
        if (!bd_subscript_read(calc, subscripts[k], size, &one))
            return NULL;
        if (one.limit > size || (!one.is_colon && chosen < count)) {
            return bd_calc_refuse(calc,
                                  "only whole rows, columns … within the size can be deleted");
        }
        kept[k] = subscripts[k];
        if (!one.is_colon) {
            chosen = k;
            sub = one;
        }
    }
    if (count > BD_MAX_RANK)
        return bd_calc_refuse(calc, "there are more than %d subscripts", BD_MAX_RANK);
    chosen = chosen == count ? 0 : chosen;
    bd_value *mask = bd_calc_matrix(calc, BD_LOGICAL, 1, bd_folded_size(value, chosen, count));
    if (!mask)
        return NULL;
    for (size_t k = 0; k < mask->count; k++)
        ((uint8_t *)mask->re)[k] = sub.index != NULL;
    for (size_t k = 0; sub.index && k < sub.count; k++)
        ((uint8_t *)mask->re)[sub.index[k]] = 0;
    kept[chosen] = mask;
    const bd_value *made = bd_index_read(calc, value, kept, count);
    return !made ? NULL : bd_value_share(made);
}
