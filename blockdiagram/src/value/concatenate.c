/* [a, b; c, d]: classes join as MATLAB documents ("Valid Combinations of Unlike Classes"), empty
 * parts that do not fit do not count, and cells take in what is not a cell */
#include <string.h>

#include "value/operators.h"

/* the class of the joined array; false if these cannot stand side by side */
static bool joined_class(bd_calc *calc, const bd_value *const *parts, size_t count,
                         bd_class *type) {
    bool seen[BD_CLASS_COUNT] = {false};
    bool has_integer = false;
    bool all_logical = count > 0;

    for (size_t k = 0; k < count; k++) {
        if (bd_value_is_integer(parts[k]) && !has_integer) {
            has_integer = true;
            *type = parts[k]->type;
        }
        seen[parts[k]->type] = true;
        all_logical = all_logical && parts[k]->type == BD_LOGICAL;
    }
    if (seen[BD_CELL]) {
        *type = BD_CELL;
    } else if (seen[BD_STRUCT]) {
        *type = BD_STRUCT;
        for (size_t k = 0; k < count; k++) {
            if (parts[k]->type != BD_STRUCT && parts[k]->count > 0) {
                bd_calc_refuse(calc, "a struct cannot be joined with a %s",
                               bd_class_name(parts[k]->type));
                return false;
            }
        }
    } else if (seen[BD_CHAR]) {
        *type = BD_CHAR;
    } else if (!has_integer) {
        *type = seen[BD_SINGLE] ? BD_SINGLE : all_logical ? BD_LOGICAL : BD_DOUBLE;
    }
    return true;
}

/* a part as the class of the whole; what is not a cell becomes one element of it */
static const bd_value *as_part(bd_calc *calc, const bd_value *part, bd_class type) {
    if (part->type == type)
        return part;
    if (type == BD_CELL) {
        if (part->count == 0 && part->type == BD_DOUBLE)
            return bd_calc_matrix(calc, BD_CELL, 0, 0);
        bd_value *cell = bd_calc_matrix(calc, BD_CELL, 1, 1);
        return cell && bd_calc_set_child(calc, cell, 0, part) ? cell : NULL;
    }
    if (type == BD_STRUCT)
        return bd_calc_like(calc, BD_STRUCT, part, false); /* an empty one, see above */
    return bd_calc_convert(calc, part, type);
}

static bool fits(const bd_value *shape, const bd_value *part, int dimension) {
    for (int k = 0; k < BD_MAX_RANK; k++)
        if (k != dimension && shape->dims[k] != part->dims[k])
            return false;
    return true;
}

/* 0x0, 1x0 and 0x1 give way to whatever stands beside them, other empties to what is not empty */
static bool is_thin(const bd_value *part) {
    return part->rank == 2 && part->count == 0 && part->dims[0] <= 1 && part->dims[1] <= 1;
}

static bool gives_way(const bd_value *part, const bd_value *other) {
    return is_thin(part) || (part->count == 0 && other->count > 0);
}

/* the dimensions of the whole; parts that do not count become NULL */
static bool joined_dims(bd_calc *calc, int dimension, const bd_value **parts, size_t count,
                        bd_value *shape) {
    bool has_shape = false;

    for (size_t k = 0; k < count; k++) {
        const bd_value *part = parts[k];
        const bool is_nothing = is_thin(part) && part->dims[0] == 0 && part->dims[1] == 0;
        if (is_nothing || (has_shape && gives_way(part, shape) && !fits(shape, part, dimension))) {
            parts[k] = NULL;
        } else if (!has_shape || (gives_way(shape, part) && !fits(shape, part, dimension))) {
            for (size_t before = 0; before < k; before++)
                parts[before] = NULL;
            *shape = *part;
            has_shape = true;
        } else if (!fits(shape, part, dimension)) {
            char size_a[128];
            char size_b[128];
            bd_calc_refuse(calc, "arrays of size %s and %s cannot stand %s each other",
                           bd_value_size_text(shape, size_a, sizeof size_a),
                           bd_value_size_text(part, size_b, sizeof size_b),
                           dimension == 1 ? "beside" : "below");
            return false;
        } else {
            shape->dims[dimension] += part->dims[dimension];
            shape->count += part->count;
        }
    }
    shape->rank = dimension >= shape->rank ? dimension + 1 : shape->rank;
    return true;
}

/* field f of the whole may be another number in the part */
static bool copy_struct(bd_calc *calc, bd_value *whole, size_t to, const bd_value *part,
                        size_t from) {
    for (size_t f = 0; f < part->field_count; f++) {
        const bd_value *child = part->children[from * part->field_count + f];
        if (!bd_calc_set_field(calc, whole, to, part->field_names[f], child))
            return false;
    }
    return true;
}

static bool copy_run(bd_calc *calc, bd_value *whole, size_t to, const bd_value *part, size_t from,
                     size_t count) {
    const size_t bytes = bd_class_bytes(whole->type);

    if (whole->type == BD_CELL || whole->type == BD_STRUCT) {
        for (size_t k = 0; k < count; k++)
            if (whole->type == BD_CELL
                    ? !bd_calc_set_child(calc, whole, to + k, part->children[from + k])
                    : !copy_struct(calc, whole, to + k, part, from + k))
                return false;
        return true;
    }
    if (count > 0) {
        memcpy((char *)whole->re + to * bytes, (const char *)part->re + from * bytes,
               count * bytes);
        if (part->im) {
            memcpy((char *)whole->im + to * bytes, (const char *)part->im + from * bytes,
                   count * bytes);
        }
    }
    return true;
}

static bool same_field_names(bd_calc *calc, const bd_value **parts, size_t count) {
    const bd_value *first = NULL;

    for (size_t k = 0; k < count; k++) {
        if (!parts[k] || parts[k]->count == 0)
            continue;
        first = !first ? parts[k] : first;
        bool same = first->field_count == parts[k]->field_count;
        for (size_t f = 0; same && f < first->field_count; f++)
            same = bd_value_field_index(parts[k], first->field_names[f]) >= 0;
        if (!same) {
            bd_calc_refuse(calc, "structs with different fields cannot be joined");
            return false;
        }
    }
    return true;
}

bd_value *bd_op_concatenate(bd_calc *calc, int dimension, const bd_value *const *parts,
                            size_t count) {
    bd_value shape = {.rank = 2, .dims = {0, 0}};
    bd_class type = BD_DOUBLE;
    bool is_complex = false;
    const bd_value **same = bd_calc_alloc(calc, count, sizeof *same);

    for (int k = 2; k < BD_MAX_RANK; k++)
        shape.dims[k] = 1;
    if (!same || !joined_class(calc, parts, count, &type))
        return NULL;
    for (size_t k = 0; k < count; k++) {
        same[k] = as_part(calc, parts[k], type);
        if (!same[k])
            return NULL;
        is_complex = is_complex || same[k]->im;
    }
    if (!joined_dims(calc, dimension, same, count, &shape) ||
        (type == BD_STRUCT && !same_field_names(calc, same, count)))
        return NULL;
    bd_value *whole = bd_calc_new(calc, type, shape.rank, shape.dims, is_complex);
    if (!whole)
        return NULL;

    size_t inner = 1; /* elements that stay together below the dimension */
    for (int k = 0; k < dimension; k++)
        inner *= shape.dims[k];
    const size_t slab = inner * shape.dims[dimension];
    size_t offset = 0;
    for (size_t k = 0; k < count; k++) {
        const size_t run = !same[k] ? 0 : inner * same[k]->dims[dimension];
        for (size_t outer = 0; run > 0 && outer * run < same[k]->count; outer++)
            if (!copy_run(calc, whole, outer * slab + offset, same[k], outer * run, run))
                return NULL;
        offset += run;
    }
    return whole;
}
