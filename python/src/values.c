/* values of the library, made and read piece by piece */
#include "bridge.h"

#include "blockdiagram/value.h"

#include <stdlib.h>
#include <string.h>

void mp_free_text(char *text) {
    free(text);
}

mp_value *mp_text(const char *text) {
    bd_value *value = NULL;
    (void)bd_value_create_text(text, &value, NULL);
    return value;
}

mp_value *mp_numbers(size_t rows, size_t columns, const double *by_column) {
    bd_value *value = NULL;
    (void)bd_value_create_doubles(rows, columns, by_column, &value, NULL);
    return value;
}

mp_value *mp_logical(int truth) {
    bd_value *value = NULL;
    (void)bd_value_create_logical(truth != 0, &value, NULL);
    return value;
}

mp_value *mp_cell(size_t count) {
    bd_value *value = NULL;
    (void)bd_value_create_matrix(BD_CELL, count > 0, count, &value, NULL);
    return value;
}

int mp_cell_put(mp_value *cell, size_t i, mp_value *child) {
    return bd_value_cell_set(cell, i, child, NULL) != BD_OK;
}

mp_value *mp_struct(void) {
    bd_value *value = NULL;
    (void)bd_value_create_struct(&value, NULL);
    return value;
}

int mp_struct_put(mp_value *structure, const char *name, mp_value *child) {
    return bd_value_field_set(structure, 0, name, child, NULL) != BD_OK;
}

void mp_value_free(mp_value *value) {
    bd_value_free(value);
}

int mp_type(const mp_value *value) {
    if (bd_value_is_text(value))
        return MP_TEXTS;
    return value->type == BD_CELL      ? MP_CELLS
           : value->type == BD_STRUCT  ? MP_STRUCTS
           : value->type == BD_LOGICAL ? MP_LOGICALS
                                       : MP_NUMBERS;
}

size_t mp_rows(const mp_value *value) {
    return value->dims[0];
}

size_t mp_count(const mp_value *value) {
    return value->count;
}

void mp_copy_numbers(const mp_value *value, double *by_column) {
    for (size_t i = 0; i < value->count; i++)
        by_column[i] = bd_value_real_at(value, i);
}

char *mp_copy_text(const mp_value *value) {
    char *text = NULL;
    (void)bd_value_text(value, "a value", &text, NULL);
    return text;
}

size_t mp_field_count(const mp_value *value) {
    return value->field_count;
}

const char *mp_field_name(const mp_value *value, size_t field) {
    return value->field_names[field];
}

const mp_value *mp_child(const mp_value *value, size_t i) {
    return value->children[i];
}
