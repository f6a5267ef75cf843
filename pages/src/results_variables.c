/* opening a MAT file, and values of ours as libmatio's */
#include "results_variables.h"

#include "common/plain_file.h"
#include "value/check_mat.h"

#include <stdint.h>

static matvar_t *variable_of(const char *name, const bd_value *value);

/* libmatio copies sizes and data, and writes to neither */
static matvar_t *make(const char *name, enum matio_classes class, enum matio_types type,
                      const bd_value *value) {
    return Mat_VarCreate(name, class, type, value->rank, (size_t *)(uintptr_t)value->dims,
                         value->re, 0);
}

static matvar_t *cell_of(const char *name, const bd_value *value) {
    matvar_t *cell = make(name, MAT_C_CELL, MAT_T_CELL, value);
    for (size_t k = 0; cell && k < value->count; k++)
        (void)Mat_VarSetCell(cell, (int)k, variable_of(NULL, value->children[k]));
    return cell;
}

static matvar_t *struct_of(const char *name, const bd_value *value) {
    const char **fields = (const char **)value->field_names;
    const size_t count = value->field_count;
    matvar_t *made = Mat_VarCreateStruct(name, value->rank, (size_t *)(uintptr_t)value->dims,
                                         fields, (unsigned)count);
    for (size_t k = 0; made && k < value->count * count; k++)
        (void)Mat_VarSetStructFieldByIndex(made, k % count, k / count,
                                           variable_of(fields[k % count], value->children[k]));
    return made;
}

/* classes that results have; others are empty */
static matvar_t *variable_of(const char *name, const bd_value *value) {
    size_t none[2] = {0, 0};
    if (value && value->type == BD_CELL)
        return cell_of(name, value);
    if (value && value->type == BD_STRUCT)
        return struct_of(name, value);
    if (value && value->type == BD_CHAR)
        return make(name, MAT_C_CHAR, MAT_T_UINT8, value);
    return value && value->type == BD_DOUBLE && !value->im
               ? make(name, MAT_C_DOUBLE, MAT_T_DOUBLE, value)
               : Mat_VarCreate(name, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, none, NULL, 0);
}

bd_status pg_variables_open(const char *path, pg_variables *v, bd_error *error) {
    const char *why;
    FILE *plain = cm_open_plain(path, &why);
    *v = (pg_variables){0};
    if (!plain)
        return bd_error_set(error, BD_CANNOT_READ, "'%.300s' cannot be read as a MAT file: %s",
                            path, why);
    const bool apart = bd_mat_level_of(plain) == BD_MAT_73;
    /* libmatio takes a file that is cut off for one that ends there, and any size for a true one */
    const bool whole = apart || bd_mat_holds_what_it_says(plain, path);
    fclose(plain);
    if (!whole)
        return bd_error_set(error, BD_BAD_FILE,
                            "'%.300s' cannot be read as a MAT file: it is damaged, cut off, or a "
                            "variable claims to have more elements than are there",
                            path);
    if (apart) {
        BD_TRY(bd_workspace_create("results", NULL, &v->workspace, error));
        return bd_workspace_load_mat(v->workspace, path, error);
    }
    v->file = Mat_Open(path, MAT_ACC_RDONLY);
    return v->file
               ? BD_OK
               : bd_error_set(error, BD_BAD_FILE, "'%.300s' cannot be read as a MAT file", path);
}

void pg_variables_close(pg_variables *v) {
    if (v->file)
        Mat_Close(v->file);
    bd_workspace_free(v->workspace);
    *v = (pg_variables){0};
}

matvar_t *pg_variables_find(pg_variables *v, const char *name) {
    if (v->file)
        return Mat_VarRead(v->file, name);
    const bd_value *value = bd_workspace_find_own(v->workspace, name);
    return value ? variable_of(name, value) : NULL;
}

matvar_t *pg_variables_next(pg_variables *v) {
    if (v->file)
        return Mat_VarReadNext(v->file);
    const size_t at = v->at++;
    return at < bd_workspace_count(v->workspace)
               ? variable_of(bd_workspace_name_at(v->workspace, at),
                             bd_workspace_value_at(v->workspace, at))
               : NULL;
}

void pg_variables_begin(pg_variables *v) {
    if (v->file)
        Mat_Rewind(v->file);
    v->at = 0;
}
