/* life of a value: memory, owners, and the bounds that keep hostile sizes out */
#include <stdlib.h>
#include <string.h>

#include "value/all_values.h"
#include "value/box.h"
#include "common/memory.h"

enum { OVERHEAD = sizeof(bd_value_box) };

#define DIMENSION_LIMIT ((size_t)1 << 40)

bool bd_dims_count(bd_class type, int rank, const size_t *dims, bool is_complex, size_t *count) {
    const size_t limit = BD_MAX_VALUE_BYTES / bd_class_bytes(type) / (is_complex ? 2 : 1);
    size_t product = 1;
    bool has_zero = false;

    for (int k = 0; k < rank; k++) {
        if (dims[k] > DIMENSION_LIMIT)
            return false;
        has_zero = has_zero || dims[k] == 0;
    }
    for (int k = 0; k < rank && !has_zero; k++) {
        if (product > limit / dims[k])
            return false;
        product *= dims[k];
    }
    *count = has_zero ? 0 : product;
    return true;
}

void bd_value_set_dims(bd_value *value, int rank, const size_t *dims) {
    size_t kept[BD_MAX_RANK];

    memcpy(kept, dims, (size_t)rank * sizeof *dims);
    while (rank > 2 && kept[rank - 1] == 1)
        rank--;
    for (int k = 0; k < BD_MAX_RANK; k++)
        value->dims[k] = k < rank ? kept[k] : 1;
    value->rank = rank < 2 ? 2 : rank;
}

static bd_status refuse_size(bd_class type, int rank, const size_t *dims, bd_error *error) {
    bd_value shape = {.type = type};
    char size[128];

    bd_value_set_dims(&shape, rank, dims);
    return bd_error_set(error, BD_LIMIT_EXCEEDED,
                        "a %s array of size %s is larger than the %d bytes that are allowed",
                        bd_class_name(type), bd_value_size_text(&shape, size, sizeof size),
                        BD_MAX_VALUE_BYTES);
}

bd_status bd_value_create(bd_class type, int rank, const size_t *dims, bool is_complex,
                          bd_value **value, bd_error *error) {
    *value = NULL;
    if ((unsigned)type >= BD_CLASS_COUNT || rank < 0 || (rank > 0 && !dims))
        return bd_error_set(error, BD_BAD_ARGUMENT, "a value needs a class and dimensions");
    while (rank > 2 && dims[rank - 1] == 1)
        rank--;
    if (rank > BD_MAX_RANK) {
        return bd_error_set(error, BD_LIMIT_EXCEEDED, "an array may have at most %d dimensions",
                            BD_MAX_RANK);
    }

    size_t count;
    if (!bd_dims_count(type, rank, dims, is_complex, &count))
        return refuse_size(type, rank, dims, error);

    const size_t bytes = bd_class_bytes(type);
    const size_t own = count * bytes * (is_complex ? 2 : 1);
    BD_TRY(bd_all_values_take(own, error));
    bd_value_box *box = calloc(1, sizeof *box);
    if (!box) {
        bd_all_values_give_back(own);
        return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory for a value");
    }
    bd_value *made = &box->value;
    const bool has_children = type == BD_CELL || type == BD_STRUCT;

    atomic_init(&box->references, 1);
    made->type = type;
    bd_value_set_dims(made, rank, dims);
    made->count = count;
    if (count > 0 && type == BD_CELL) {
        made->children = calloc(count, sizeof *made->children);
    } else if (!has_children) { /* an empty value has a place too: nobody has to ask for NULL */
        made->re = count * bytes <= sizeof box->place ? (void *)&box->place : calloc(count, bytes);
        made->im = is_complex && count > 0 ? calloc(count, bytes) : NULL;
    }
    box->own = own;
    box->bytes = OVERHEAD + own;
    if ((type == BD_CELL && count > 0 && !made->children) ||
        (!has_children && (!made->re || (is_complex && count > 0 && !made->im)))) {
        bd_value_free(made);
        return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory for a value of %zu bytes",
                            count * bytes);
    }
    *value = made;
    return BD_OK;
}

bd_status bd_value_create_matrix(bd_class type, size_t rows, size_t columns, bd_value **value,
                                 bd_error *error) {
    return bd_value_create(type, 2, (const size_t[]){rows, columns}, false, value, error);
}

bd_status bd_value_create_scalar(double number, bd_value **value, bd_error *error) {
    return bd_value_create_doubles(1, 1, &number, value, error);
}

bd_status bd_value_create_logical(bool truth, bd_value **value, bd_error *error) {
    const bd_status status = bd_value_create_matrix(BD_LOGICAL, 1, 1, value, error);

    if (status == BD_OK)
        *(uint8_t *)(*value)->re = truth;
    return status;
}

bd_status bd_value_create_doubles(size_t rows, size_t columns, const double *numbers,
                                  bd_value **value, bd_error *error) {
    const bd_status status = bd_value_create_matrix(BD_DOUBLE, rows, columns, value, error);

    if (status == BD_OK && numbers && (*value)->count > 0)
        memcpy((*value)->re, numbers, (*value)->count * sizeof *numbers);
    return status;
}

bd_status bd_value_create_text(const char *text, bd_value **value, bd_error *error) {
    return bd_value_create_text_n(text, strlen(text), value, error);
}

bd_status bd_value_create_text_n(const char *text, size_t length, bd_value **value,
                                 bd_error *error) {
    const bd_status status =
        bd_value_create_matrix(BD_CHAR, length > 0 ? 1 : 0, length, value, error);

    if (status == BD_OK && length > 0)
        memcpy((*value)->re, text, length);
    return status;
}

bd_status bd_value_create_struct(bd_value **value, bd_error *error) {
    return bd_value_create_matrix(BD_STRUCT, 1, 1, value, error);
}

bd_value *bd_value_share(const bd_value *value) {
    if (!value)
        return NULL;
    bd_value_box *box = bd_box(value);
    atomic_fetch_add(&box->references, 1);
    return &box->value;
}

static size_t slot_count(const bd_value *value) {
    return value->type == BD_CELL     ? value->count
           : value->type == BD_STRUCT ? value->count * value->field_count
                                      : 0;
}

static bd_status copy_children(const bd_value *value, bd_value *made, bd_error *error) {
    for (size_t f = 0; f < value->field_count; f++) {
        size_t number;
        const bd_status status = bd_value_add_field(made, value->field_names[f], &number, error);
        if (status != BD_OK)
            return status;
    }
    for (size_t k = 0; k < slot_count(value); k++) {
        const bd_status status =
            bd_value_set_child(made, k, bd_value_share(value->children[k]), error);
        if (status != BD_OK)
            return status;
    }
    return BD_OK;
}

bd_status bd_value_copy(const bd_value *value, bd_value **copy, bd_error *error) {
    bd_value *made;
    bd_status status =
        bd_value_create(value->type, value->rank, value->dims, value->im != NULL, &made, error);

    *copy = NULL;
    if (status != BD_OK)
        return status;
    const size_t bytes = value->count * bd_class_bytes(value->type);
    if (value->re)
        memcpy(made->re, value->re, bytes);
    if (value->im)
        memcpy(made->im, value->im, bytes);
    status = copy_children(value, made, error);
    if (status != BD_OK) {
        bd_value_free(made);
        return status;
    }
    bd_box(made)->object = bd_box(value)->object;
    *copy = made;
    return BD_OK;
}

void bd_value_drop_imag(bd_value *value) {
    if (value->im) {
        bd_box(value)->bytes -= value->count * bd_class_bytes(value->type);
        free(value->im);
        value->im = NULL;
    }
}

void bd_value_free(bd_value *value) {
    if (!value || atomic_fetch_sub(&bd_box(value)->references, 1) != 1)
        return;
    for (size_t k = 0; value->children && k < slot_count(value); k++)
        bd_value_free(value->children[k]);
    for (size_t f = 0; f < value->field_count; f++)
        free(value->field_names[f]);
    if (value->re != &bd_box(value)->place)
        free(value->re);
    CM_FREE(value->field_names, value->children, value->im, bd_box(value)->fields);
    bd_all_values_give_back(bd_box(value)->own);
    free(bd_box(value));
}
