/* variables of a MAT file: of level 5 by our own reader (read_mat.c), of the others by libmatio. A
 * file is hostile: sizes and nesting are checked before anything is made of them, and classes that
 * have no counterpart here are left out */
#include <matio.h>
#include <stdlib.h>
#include <string.h>

#include "blockdiagram/workspace.h"
#include "common/plain_file.h"
#include "value/box.h"
#include "value/check_mat.h"
#include "value/load_mat_73.h"
#include "value/read_apart.h"
#include "value/read_mat.h"

#define DAMAGED                                                                                    \
    "it is damaged, cut off, or a variable claims to have more elements than are there or are "    \
    "allowed"

static bd_status read_variable(const matvar_t *from, int depth, bd_value **value, bd_error *error);

static bool find_class(const matvar_t *from, bd_class *type) {
    switch (from->class_type) {
    case MAT_C_DOUBLE:
        *type = BD_DOUBLE;
        break;
    case MAT_C_SINGLE:
        *type = BD_SINGLE;
        break;
    case MAT_C_INT8:
        *type = BD_INT8;
        break;
    case MAT_C_UINT8:
        *type = BD_UINT8;
        break;
    case MAT_C_INT16:
        *type = BD_INT16;
        break;
    case MAT_C_UINT16:
        *type = BD_UINT16;
        break;
    case MAT_C_INT32:
        *type = BD_INT32;
        break;
    case MAT_C_UINT32:
        *type = BD_UINT32;
        break;
    case MAT_C_INT64:
        *type = BD_INT64;
        break;
    case MAT_C_UINT64:
        *type = BD_UINT64;
        break;
    case MAT_C_CHAR:
        *type = BD_CHAR;
        break;
    case MAT_C_CELL:
        *type = BD_CELL;
        break;
    case MAT_C_STRUCT:
        *type = BD_STRUCT;
        break;
    default:
        return false;
    }
    if (from->isLogical && *type != BD_CELL && *type != BD_STRUCT)
        *type = BD_LOGICAL;
    return true;
}

/* code units of a text may be wider than a byte; what does not fit becomes '?' */
static bool copy_text(const matvar_t *from, bd_value *made) {
    char *to = made->re;

    /* the sizes are the file's word, the bytes are those that were read */
    if (from->isComplex || from->data_size < 1 ||
        from->nbytes / (size_t)from->data_size < made->count)
        return false;
    for (size_t k = 0; k < made->count; k++) {
        unsigned unit;
        switch (from->data_size) {
        case 1:
            unit = ((const uint8_t *)from->data)[k];
            break;
        case 2:
            unit = ((const uint16_t *)from->data)[k];
            break;
        default:
            return false;
        }
        to[k] = (char)(unit < 256 ? unit : '?');
    }
    return true;
}

static bd_status read_numbers(const matvar_t *from, bd_value *made, bd_error *error) {
    const size_t bytes = bd_class_bytes(made->type);

    if (made->count == 0)
        return BD_OK;
    const void *re = from->data;
    const void *im = NULL;
    if (from->isComplex && re) {
        const mat_complex_split_t *split = from->data;
        re = split->Re;
        im = split->Im;
    }
    if (!re || (made->im && !im)) {
        return bd_error_set(error, BD_BAD_FILE, "variable '%s' has no data",
                            from->name ? from->name : "?");
    }
    if (made->type == BD_CHAR) {
        return copy_text(from, made)
                   ? BD_OK
                   : bd_error_set(error, BD_BAD_FILE, "the text in '%s' cannot be read",
                                  from->name ? from->name : "?");
    }
    /* libmatio converts numbers to their class, but logicals keep the size they were stored in */
    if ((size_t)from->data_size != bytes || from->nbytes / bytes < made->count) {
        return bd_error_set(error, BD_BAD_FILE, "the numbers of '%s' have an unknown form",
                            from->name ? from->name : "?");
    }
    memcpy(made->re, re, made->count * bytes);
    if (made->im)
        memcpy(made->im, im, made->count * bytes);
    for (size_t k = 0; made->type == BD_LOGICAL && k < made->count; k++)
        ((uint8_t *)made->re)[k] = ((const uint8_t *)made->re)[k] != 0;
    return BD_OK;
}

static bd_status read_cells(const matvar_t *from, int depth, bd_value *made, bd_error *error) {
    for (size_t k = 0; k < made->count; k++) {
        const matvar_t *cell = Mat_VarGetCell((matvar_t *)(uintptr_t)from, (int)k);
        bd_value *child = NULL;
        bd_status status = !cell ? BD_OK : read_variable(cell, depth + 1, &child, error);
        status = status == BD_OK ? bd_value_cell_set(made, k, child, error) : status;
        if (status != BD_OK)
            return status;
    }
    return BD_OK;
}

static bd_status read_fields(const matvar_t *from, int depth, bd_value *made, bd_error *error) {
    const unsigned count = Mat_VarGetNumberOfFields((matvar_t *)(uintptr_t)from);
    char *const *names = Mat_VarGetStructFieldnames(from);

    for (unsigned f = 0; f < count && names; f++) {
        for (size_t k = 0; k < made->count; k++) {
            const matvar_t *field = Mat_VarGetStructFieldByIndex((matvar_t *)(uintptr_t)from, f, k);
            bd_value *child = NULL;
            bd_status status = !field ? BD_OK : read_variable(field, depth + 1, &child, error);
            status = status == BD_OK ? bd_value_field_set(made, k, names[f], child, error) : status;
            if (status != BD_OK)
                return status;
        }
    }
    return BD_OK;
}

/* *value stays NULL (an empty) for a class that is not known here */
static bd_status read_variable(const matvar_t *from, int depth, bd_value **value, bd_error *error) {
    bd_class type;

    *value = NULL;
    if (depth > BD_MAX_NESTING)
        return bd_error_set(error, BD_LIMIT_EXCEEDED, "the variables are nested too deep");
    if (from->class_type == MAT_C_EMPTY)
        return bd_value_create_matrix(BD_DOUBLE, 0, 0, value, error);
    if (!find_class(from, &type) || from->rank < 1)
        return BD_OK;
    bd_value *made;
    bd_status status =
        bd_value_create(type, from->rank, from->dims, from->isComplex != 0, &made, error);
    if (status != BD_OK)
        return status;
    status = type == BD_CELL     ? read_cells(from, depth, made, error)
             : type == BD_STRUCT ? read_fields(from, depth, made, error)
                                 : read_numbers(from, made, error);
    if (status != BD_OK) {
        bd_value_free(made);
        return status;
    }
    *value = made;
    return BD_OK;
}

/* the next variable; NULL behind the last, or if it is too large. Files of level 7.3 (HDF5) may
 * have arrays that nobody wrote: their sizes are looked at before the data */
static matvar_t *read_next(mat_t *file, bd_status *status, bd_error *error) {
    if (Mat_GetVersion(file) != MAT_FT_MAT73)
        return Mat_VarReadNext(file);
    matvar_t *info = Mat_VarReadNextInfo(file);
    size_t count = info ? 1 : 0;
    for (int d = 0; info && d < info->rank; d++) {
        const size_t one = info->dims[d];
        count = one > 0 && count > BD_MAX_VALUE_BYTES / one ? BD_MAX_VALUE_BYTES + 1 : count * one;
    }
    if (count > BD_MAX_VALUE_BYTES) {
        *status = bd_error_set(error, BD_LIMIT_EXCEEDED, "variable '%s' is too large",
                               info->name ? info->name : "?");
    } else if (info) {
        (void)Mat_VarReadDataAll(file, info); /* what is missing is seen behind it */
    }
    if (*status != BD_OK) {
        Mat_VarFree(info);
        return NULL;
    }
    return info;
}

typedef struct target {
    bd_workspace *workspace;
    size_t count;
} target;

static bd_status take_variable(void *taker, const char *name, bd_value *value, bool *more,
                               bd_error *error) {
    target *to = taker;
    (void)more;
    if (*name == '\0') {
        bd_value_free(value);
        return BD_OK;
    }
    to->count++;
    return bd_workspace_set(to->workspace, name, value, error);
}

/* by a reader of our own, which believes no size and knows objects */
static bd_status load_level_5(bd_workspace *workspace, FILE *file, size_t *count, bd_error *error) {
    target to = {workspace, 0};
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (size < 0 || size > 4L * BD_MAX_VALUE_BYTES)
        return bd_error_set(error, BD_LIMIT_EXCEEDED, "the file is too large");
    unsigned char *bytes = malloc((size_t)size + 1);
    if (!bytes)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory");
    rewind(file);
    bd_status status = fread(bytes, 1, (size_t)size, file) == (size_t)size
                           ? bd_mat_read_arrays(bytes, (size_t)size, take_variable, &to, error)
                           : bd_error_set(error, BD_CANNOT_READ, "the file cannot be read");
    free(bytes);
    *count = to.count;
    return status;
}

static bd_status read_by_matio(const char *path, bd_mat_taker *take, void *taker, bd_error *error) {
    mat_t *file = Mat_Open(path, MAT_ACC_RDONLY);
    bd_status status = BD_OK;
    bool more = true;
    if (!file)
        return bd_error_set(error, BD_CANNOT_READ, "it cannot be opened");
    for (matvar_t *from; more && status == BD_OK && (from = read_next(file, &status, error));) {
        bd_value *value = NULL;
        status = read_variable(from, 0, &value, error);
        if (value)
            status = take(taker, from->name ? from->name : "", value, &more, error);
        Mat_VarFree(from);
    }
    Mat_Close(file);
    return status;
}

/* other levels, by libraries that trust a file more than it deserves */
static bd_status read_by_libraries(const char *path, bd_mat_taker *take, void *taker,
                                   bd_error *error) {
    const char *why;
    FILE *plain = cm_open_plain(path, &why);
    if (!plain)
        return bd_error_set(error, BD_CANNOT_READ, "%s", why);
    const bd_mat_level level = bd_mat_level_of(plain);
    const bool whole = bd_mat_holds_what_it_says(plain, path);
    fclose(plain);
    if (!whole)
        return bd_error_set(error, BD_BAD_FILE, DAMAGED);
    return level == BD_MAT_73 && bd_mat_73_has_objects(path)
               ? bd_mat_73_read(path, take, taker, error)
               : read_by_matio(path, take, taker, error);
}

#define NO_MAT_FILE "'%s' cannot be read as a MAT file: "

bd_status bd_workspace_load_mat(bd_workspace *workspace, const char *path, bd_error *error) {
    const char *why;
    FILE *plain = cm_open_plain(path, &why);
    if (!plain)
        return bd_error_set(error, BD_CANNOT_READ, NO_MAT_FILE "%s", path, why);
    const bd_mat_level level = bd_mat_level_of(plain);
    const bool level_5 = level == BD_MAT_5 || level == BD_MAT_5_SWAPPED;
    if (level_5 && !bd_mat_holds_what_it_says(plain, path)) {
        fclose(plain);
        return bd_error_set(error, BD_BAD_FILE, NO_MAT_FILE DAMAGED, path);
    }
    target to = {workspace, 0};
    const bd_status status =
        level_5 ? load_level_5(workspace, plain, &to.count, error)
                : bd_read_apart(read_by_libraries, path, take_variable, &to, error);
    fclose(plain);
    if (status != BD_OK)
        return level_5 ? bd_error_prefix(error, "%s: ", path)
                       : bd_error_prefix(error, NO_MAT_FILE, path);
    return to.count > 0
               ? BD_OK
               : bd_error_set(error, BD_BAD_FILE, "'%s' holds no variable that can be read", path);
}
