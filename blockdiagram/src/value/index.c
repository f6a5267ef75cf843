/* reading parts of values: a(k), a(i, j, …), a(:), a(mask), with MATLAB's rules for the shape */
#include <math.h>
#include <string.h>

#include "value/box.h"
#include "value/index.h"

static bool is_colon(const bd_value *value) {
    return value->type == BD_CHAR && value->count == 1 && *(const char *)value->re == ':';
}

static bool read_mask(bd_calc *calc, const bd_value *value, bd_subscript *made) {
    const uint8_t *mask = value->re;

    for (size_t k = 0; k < value->count; k++)
        made->count += mask[k];
    made->index = bd_calc_alloc(calc, made->count, sizeof *made->index);
    if (!made->index)
        return false;
    size_t used = 0;
    for (size_t k = 0; k < value->count; k++) {
        if (mask[k]) {
            made->index[used++] = k;
            made->limit = k + 1;
        }
    }
    made->is_mask = true;
    return true;
}

bool bd_subscript_read(bd_calc *calc, const bd_value *value, size_t length, bd_subscript *made) {
    const double *numbers;

    *made = (bd_subscript){.shape = value};
    if (is_colon(value)) {
        made->is_colon = true;
        made->count = length;
        made->limit = length;
        return true;
    }
    if (!bd_calc_charge(calc, (double)value->count))
        return false;
    if (value->type == BD_LOGICAL)
        return read_mask(calc, value, made);
    if (!bd_calc_reals(calc, value, "a subscript", &numbers))
        return false;
    made->count = value->count;
    made->index = bd_calc_alloc(calc, value->count, sizeof *made->index);
    for (size_t k = 0; k < value->count && made->index; k++) {
        if (!(numbers[k] >= 1.0) || numbers[k] != floor(numbers[k]) || numbers[k] > 1e15) {
            bd_calc_refuse(calc, "a subscript must be a whole number from 1, not %.15g",
                           numbers[k]);
            return false;
        }
        made->index[k] = (size_t)numbers[k] - 1;
        made->limit = made->index[k] >= made->limit ? made->index[k] + 1 : made->limit;
    }
    return made->index != NULL;
}

size_t bd_folded_size(const bd_value *value, size_t k, size_t count) {
    if (k + 1 < count || k >= BD_MAX_RANK)
        return k < BD_MAX_RANK ? value->dims[k] : 1;
    size_t size = 1;
    for (size_t d = k; d < BD_MAX_RANK; d++)
        size *= value->dims[d];
    return size;
}

bool bd_element_copy(bd_calc *calc, bd_value *to, size_t k, const bd_value *from, size_t l) {
    const size_t bytes = bd_class_bytes(to->type);

    if (to->type == BD_CELL)
        return bd_calc_set_child(calc, to, k, from->children[l]);
    if (to->type == BD_STRUCT) {
        for (size_t f = 0; f < from->field_count; f++)
            if (!bd_calc_set_field(calc, to, k, from->field_names[f],
                                   from->children[l * from->field_count + f]))
                return false;
        return true;
    }
    memcpy((char *)to->re + k * bytes, (const char *)from->re + l * bytes, bytes);
    if (to->im) {
        if (from->im)
            memcpy((char *)to->im + k * bytes, (const char *)from->im + l * bytes, bytes);
        else
            memset((char *)to->im + k * bytes, 0, bytes);
    }
    return true;
}

/* a struct array without elements still has its fields */
static bool copy_fields(bd_calc *calc, bd_value *to, const bd_value *from) {
    for (size_t f = 0; f < from->field_count; f++) {
        bd_error error = {0};
        size_t field;
        const bd_status status = bd_value_add_field(to, from->field_names[f], &field, &error);
        if (status != BD_OK)
            return bd_calc_fail(calc, status, "%s", error.text);
    }
    return true;
}

static void *out_of_bounds(bd_calc *calc, const bd_value *value, size_t limit) {
    char size[128];

    return bd_calc_refuse(calc, "subscript %zu is out of bounds, the size is %s", limit,
                          bd_value_size_text(value, size, sizeof size));
}

static bool is_vector(size_t rank, const size_t *dims) {
    return rank == 2 && (dims[0] == 1) != (dims[1] == 1);
}

/* the shape of a(k): that of k, but a vector keeps its direction */
static void linear_shape(const bd_value *value, const bd_subscript *sub, bd_value *shape) {
    const bd_value *by = sub->shape;

    *shape = (bd_value){.rank = 2, .dims = {sub->count, 1}};
    if (sub->is_colon)
        return;
    if (sub->is_mask && !(by->rank == 2 && by->dims[0] == 1 && by->dims[1] != 1)) {
        shape->dims[0] = sub->count;
        shape->dims[1] = 1;
        if (by->rank == 2 && by->dims[0] == 0 && by->dims[1] == 0)
            shape->dims[1] = 0;
    } else if (sub->is_mask) {
        shape->dims[0] = 1;
        shape->dims[1] = sub->count;
    } else {
        shape->rank = by->rank;
        memcpy(shape->dims, by->dims, sizeof by->dims);
    }
    if (is_vector((size_t)value->rank, value->dims) &&
        (is_vector((size_t)shape->rank, shape->dims) || sub->count == 1)) {
        shape->rank = 2;
        shape->dims[0] = value->dims[0] == 1 ? 1 : sub->count;
        shape->dims[1] = value->dims[0] == 1 ? sub->count : 1;
    }
}

static const bd_value *read_linear(bd_calc *calc, const bd_value *value, const bd_value *by) {
    bd_subscript sub;
    bd_value shape;

    if (!bd_subscript_read(calc, by, value->count, &sub))
        return NULL;
    if (sub.limit > value->count)
        return out_of_bounds(calc, value, sub.limit);
    linear_shape(value, &sub, &shape);
    bd_value *made = bd_calc_new(calc, value->type, shape.rank, shape.dims, value->im != NULL);
    if (!made || !copy_fields(calc, made, value))
        return NULL;
    for (size_t k = 0; k < made->count; k++)
        if (!bd_element_copy(calc, made, k, value, bd_subscript_at(&sub, k)))
            return NULL;
    return bd_calc_narrow(made);
}

const bd_value *bd_index_read(bd_calc *calc, const bd_value *value,
                              const bd_value *const *subscripts, size_t count) {
    bd_subscript subs[BD_MAX_RANK];
    size_t dims[BD_MAX_RANK];
    size_t steps[BD_MAX_RANK];
    size_t step = 1;

    if (count == 0)
        return value;
    if (count == 1)
        return read_linear(calc, value, subscripts[0]);
    if (count > BD_MAX_RANK)
        return bd_calc_refuse(calc, "there are more than %d subscripts", BD_MAX_RANK);
    for (size_t k = 0; k < count; k++) {
        const size_t size = bd_folded_size(value, k, count);
        if (!bd_subscript_read(calc, subscripts[k], size, &subs[k]))
            return NULL;
        if (subs[k].limit > size)
            return out_of_bounds(calc, value, subs[k].limit);
        dims[k] = subs[k].count;
        steps[k] = step;
        step *= size;
    }
    bd_value *made = bd_calc_new(calc, value->type, (int)count, dims, value->im != NULL);
    if (!made || !copy_fields(calc, made, value))
        return NULL;
    size_t position[BD_MAX_RANK] = {0};
    for (size_t k = 0; k < made->count; k++) {
        size_t from = 0;
        for (size_t d = 0; d < count; d++)
            from += bd_subscript_at(&subs[d], position[d]) * steps[d];
        if (!bd_element_copy(calc, made, k, value, from))
            return NULL;
        for (size_t d = 0; d < count && ++position[d] == dims[d]; d++)
            position[d] = 0;
    }
    return bd_calc_narrow(made);
}
