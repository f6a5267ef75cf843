/* variables of a MAT file of level 7.3 that has objects, by HDF5 itself: libmatio leaves objects
 * out. A variable is a dataset or a group with the attribute MATLAB_class; cells are datasets of
 * references; an object is a few numbers, and what all objects are made of is the list
 * /#subsystem#/MCOS, as in files of level 5 (objects.c). Its tree was walked before, so that sizes
 * and nesting are bounded (check_mat_73.c) */
#include "value/load_mat_73.h"

#include <hdf5.h>
#include <stdlib.h>
#include <string.h>

#include "value/box.h"
#include "value/objects.h"

#define OBJECTS "/#subsystem#/MCOS"

static bd_status read_node(hid_t node, int depth, bd_value **value, bd_error *error);

/* ---- attributes ---- */

static bool read_text(hid_t node, const char *name, char *text, size_t capacity) {
    if (H5Aexists(node, name) <= 0)
        return false;
    const hid_t attribute = H5Aopen(node, name, H5P_DEFAULT), type = H5Aget_type(attribute);
    const size_t size = H5Tget_class(type) == H5T_STRING ? H5Tget_size(type) : 0;
    bool good = size > 0 && size < capacity && H5Tis_variable_str(type) == 0;
    memset(text, 0, capacity);
    good = good && H5Aread(attribute, type, text) >= 0;
    H5Tclose(type);
    H5Aclose(attribute);
    return good;
}

static int read_number(hid_t node, const char *name) {
    int number = 0;
    if (H5Aexists(node, name) <= 0)
        return 0;
    const hid_t attribute = H5Aopen(node, name, H5P_DEFAULT), space = H5Aget_space(attribute);
    if (H5Sget_simple_extent_npoints(space) == 1)
        (void)H5Aread(attribute, H5T_NATIVE_INT, &number);
    H5Sclose(space);
    H5Aclose(attribute);
    return number;
}

/* ---- datasets ---- */

static hid_t memory_type(bd_class type) {
    switch (type) {
    case BD_SINGLE:
        return H5T_NATIVE_FLOAT;
    case BD_LOGICAL:
    case BD_UINT8:
        return H5T_NATIVE_UINT8;
    case BD_INT8:
        return H5T_NATIVE_INT8;
    case BD_INT16:
        return H5T_NATIVE_INT16;
    case BD_UINT16:
        return H5T_NATIVE_UINT16;
    case BD_INT32:
        return H5T_NATIVE_INT32;
    case BD_UINT32:
        return H5T_NATIVE_UINT32;
    case BD_INT64:
        return H5T_NATIVE_INT64;
    case BD_UINT64:
        return H5T_NATIVE_UINT64;
    default:
        return H5T_NATIVE_DOUBLE;
    }
}

/* the order of dimensions is that of C; an empty one has its sizes as data */
static bool read_dims(hid_t dataset, size_t *dims, int *rank) {
    hsize_t stored[H5S_MAX_RANK];
    const hid_t space = H5Dget_space(dataset);
    const int count = H5Sget_simple_extent_dims(space, stored, NULL);
    H5Sclose(space);
    if (count < 0 || count > BD_MAX_RANK)
        return false;
    *rank = count < 2 ? 2 : count;
    dims[0] = dims[1] = 1;
    for (int d = 0; d < count; d++)
        dims[d] = (size_t)stored[count - 1 - d];
    if (!read_number(dataset, "MATLAB_empty"))
        return true;
    uint64_t sizes[BD_MAX_RANK] = {0};
    if (count != 1 || stored[0] < 2 || stored[0] > BD_MAX_RANK ||
        H5Dread(dataset, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, sizes) < 0)
        return false;
    *rank = (int)stored[0];
    size_t elements = 1;
    for (int d = 0; d < *rank; d++) {
        dims[d] = sizes[d] < 1000000000 ? (size_t)sizes[d] : 0;
        elements = dims[d] == 0 ? 0 : elements;
    }
    return elements == 0; /* else it is none */
}

static bd_status damaged(bd_error *error) {
    return bd_error_set(error, BD_BAD_FILE, "a variable of the file is damaged");
}

/* a part of numbers in pairs {real, imag} */
static bool read_part(hid_t dataset, const char *part, bd_class type, void *to) {
    const size_t bytes = bd_class_bytes(type);
    const hid_t pair = H5Tcreate(H5T_COMPOUND, bytes);
    const bool good = H5Tinsert(pair, part, 0, memory_type(type)) >= 0 &&
                      H5Dread(dataset, pair, H5S_ALL, H5S_ALL, H5P_DEFAULT, to) >= 0;
    H5Tclose(pair);
    return good;
}

static bool read_characters(hid_t dataset, bd_value *made) {
    uint16_t *units = calloc(made->count + 1, sizeof *units);
    const bool good =
        units && H5Dread(dataset, H5T_NATIVE_UINT16, H5S_ALL, H5S_ALL, H5P_DEFAULT, units) >= 0;
    for (size_t k = 0; good && k < made->count; k++)
        ((char *)made->re)[k] = (char)(units[k] < 256 ? units[k] : '?');
    free(units);
    return good;
}

static bd_status read_numbers(hid_t dataset, bd_class type, bd_value **value, bd_error *error) {
    size_t dims[BD_MAX_RANK];
    int rank = 0;
    if (!read_dims(dataset, dims, &rank))
        return damaged(error);
    const hid_t stored = H5Dget_type(dataset);
    const bool pairs = H5Tget_class(stored) == H5T_COMPOUND;
    H5Tclose(stored);
    bd_value *made = NULL;
    BD_TRY(bd_value_create(type, rank, dims, pairs, &made, error));
    const bool good =
        made->count == 0  ? true
        : type == BD_CHAR ? read_characters(dataset, made)
        : pairs           ? read_part(dataset, "real", type, made->re) &&
                      read_part(dataset, "imag", type, made->im)
                : H5Dread(dataset, memory_type(type), H5S_ALL, H5S_ALL, H5P_DEFAULT, made->re) >= 0;
    for (size_t k = 0; good && type == BD_LOGICAL && k < made->count; k++)
        ((uint8_t *)made->re)[k] = ((const uint8_t *)made->re)[k] != 0;
    if (good) {
        *value = made;
        return BD_OK;
    }
    bd_value_free(made);
    return damaged(error);
}

/* what the references of a dataset lead to, in turn */
typedef bd_status reader_of_one(void *user, size_t k, bd_value *child, bd_error *error);

static bd_status for_references(hid_t dataset, size_t count, int depth, reader_of_one *take,
                                void *user, bd_error *error) {
    hobj_ref_t *references = malloc((count + 1) * sizeof *references);
    bd_status status = references && H5Dread(dataset, H5T_STD_REF_OBJ, H5S_ALL, H5S_ALL,
                                             H5P_DEFAULT, references) >= 0
                           ? BD_OK
                           : damaged(error);
    for (size_t k = 0; k < count && status == BD_OK; k++) {
        const hid_t target = H5Rdereference2(dataset, H5P_DEFAULT, H5R_OBJECT, &references[k]);
        bd_value *child = NULL;
        if (target >= 0) {
            status = read_node(target, depth + 1, &child, error);
            H5Oclose(target);
        }
        if (status == BD_OK)
            status = take(user, k, child, error);
    }
    free(references);
    return status;
}

static bd_status take_cell(void *user, size_t k, bd_value *child, bd_error *error) {
    return bd_value_cell_set(user, k, child, error);
}

static bd_status read_cells(hid_t dataset, int depth, bd_value **value, bd_error *error) {
    size_t dims[BD_MAX_RANK];
    int rank = 0;
    if (!read_dims(dataset, dims, &rank))
        return damaged(error);
    bd_value *made = NULL;
    BD_TRY(bd_value_create(BD_CELL, rank, dims, false, &made, error));
    bd_status status =
        made->count ? for_references(dataset, made->count, depth, take_cell, made, error) : BD_OK;
    if (status != BD_OK)
        bd_value_free(made);
    else
        *value = made;
    return status;
}

static bd_status read_dataset(hid_t dataset, int depth, bd_value **value, bd_error *error) {
    char name[128];
    bd_class type;
    if (!read_text(dataset, "MATLAB_class", name, sizeof name))
        return BD_OK;
    /* objects of classes, and the list of what they are made of */
    if (read_number(dataset, "MATLAB_object_decode") == 3)
        return strcmp(name, "FileWrapper__") == 0 ? read_cells(dataset, depth, value, error)
                                                  : read_numbers(dataset, BD_UINT32, value, error);
    if (strcmp(name, "cell") == 0)
        return read_cells(dataset, depth, value, error);
    if (strcmp(name, "struct") == 0) /* an empty one */
        return bd_value_create_matrix(BD_STRUCT, 0, 0, value, error);
    if (!bd_class_find(name, &type) || (type > BD_UINT64 && type != BD_CHAR))
        return BD_OK;
    return read_numbers(dataset, type, value, error);
}

/* ---- groups: structs ---- */

typedef struct field {
    bd_value *made;
    const char *name;
} field;

static bd_status take_field(void *user, size_t k, bd_value *child, bd_error *error) {
    const field *f = user;
    return k < f->made->count ? bd_value_field_set(f->made, k, f->name, child, error) : BD_OK;
}

/* of an array of structs a field is a dataset of references without a class of its own */
static bool is_list(hid_t member, size_t *dims, int *rank) {
    if (H5Iget_type(member) != H5I_DATASET || H5Aexists(member, "MATLAB_class") > 0)
        return false;
    const hid_t type = H5Dget_type(member);
    const bool references = H5Tequal(type, H5T_STD_REF_OBJ) > 0;
    H5Tclose(type);
    return references && read_dims(member, dims, rank);
}

static bd_status read_member(hid_t member, const char *name, int depth, bd_value **made,
                             bd_error *error) {
    size_t dims[BD_MAX_RANK] = {1, 1};
    int rank = 2;
    const bool list = is_list(member, dims, &rank);
    if (!*made)
        BD_TRY(bd_value_create(BD_STRUCT, rank, dims, false, made, error));
    field f = {*made, name};
    size_t count = 1;
    for (int d = 0; d < rank; d++)
        count *= dims[d];
    if (list)
        return for_references(member, count, depth, take_field, &f, error);
    bd_value *child = NULL;
    BD_TRY(read_node(member, depth + 1, &child, error));
    return take_field(&f, 0, child, error);
}

static bd_status read_group(hid_t group, int depth, bd_value **value, bd_error *error) {
    H5G_info_t about;
    bd_value *made = NULL;
    bd_status status = H5Gget_info(group, &about) >= 0 ? BD_OK : damaged(error);
    for (hsize_t i = 0; status == BD_OK && i < about.nlinks; i++) {
        char name[256] = "";
        const hid_t member = H5Oopen_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, i, H5P_DEFAULT);
        if (member < 0 || H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, i, name,
                                             sizeof name, H5P_DEFAULT) < 0)
            status = damaged(error);
        else
            status = read_member(member, name, depth, &made, error);
        if (member >= 0)
            H5Oclose(member);
    }
    if (status == BD_OK && !made)
        status = bd_value_create_struct(&made, error);
    if (status != BD_OK)
        bd_value_free(made);
    else
        *value = made;
    return status;
}

/* *value stays NULL for what has no counterpart here */
static bd_status read_node(hid_t node, int depth, bd_value **value, bd_error *error) {
    *value = NULL;
    if (depth > BD_MAX_NESTING)
        return bd_error_set(error, BD_LIMIT_EXCEEDED, "the variables are nested too deep");
    if (H5Iget_type(node) == H5I_GROUP)
        return read_group(node, depth, value, error);
    return H5Iget_type(node) == H5I_DATASET ? read_dataset(node, depth, value, error) : BD_OK;
}

/* ---- files ---- */

static bd_status open_objects(hid_t file, bd_objects **objects, bd_error *error) {
    const hid_t list = H5Oopen(file, OBJECTS, H5P_DEFAULT);
    bd_value *cells = NULL;
    bd_status status = list >= 0 ? read_node(list, 0, &cells, error) : damaged(error);
    if (list >= 0)
        H5Oclose(list);
    if (status == BD_OK && !cells)
        status = damaged(error);
    return status == BD_OK ? bd_objects_open(cells, objects, error) : status;
}

static bd_status read_variable(hid_t root, const char *name, bd_objects *objects,
                               bd_mat_taker *take, void *taker, bool *more, bd_error *error) {
    bd_value *raw = NULL, *value = NULL;
    const hid_t node = H5Oopen(root, name, H5P_DEFAULT);
    if (node < 0)
        return damaged(error);
    const bd_status status = read_node(node, 0, &raw, error);
    H5Oclose(node);
    BD_TRY(status);
    if (raw)
        BD_TRY(bd_objects_resolve(objects, raw, 0, &value, error));
    return value ? take(taker, name, value, more, error) : BD_OK;
}

static bd_status read_variables(hid_t file, bd_objects *objects, bd_mat_taker *take, void *taker,
                                bd_error *error) {
    const hid_t root = H5Gopen2(file, "/", H5P_DEFAULT);
    H5G_info_t about = {0};
    bool more = true;
    bd_status status = root >= 0 && H5Gget_info(root, &about) >= 0 ? BD_OK : damaged(error);
    for (hsize_t i = 0; status == BD_OK && more && i < about.nlinks; i++) {
        char name[256] = "#";
        if (H5Lget_name_by_idx(root, ".", H5_INDEX_NAME, H5_ITER_INC, i, name, sizeof name,
                               H5P_DEFAULT) < 0 ||
            name[0] == '#')
            continue;
        status = read_variable(root, name, objects, take, taker, &more, error);
    }
    if (root >= 0)
        H5Gclose(root);
    return status;
}

static hid_t open_quietly(const char *path, H5E_auto2_t *told, void **teller) {
    H5Eget_auto2(H5E_DEFAULT, told, teller);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    return H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
}

bool bd_mat_73_has_objects(const char *path) {
    H5E_auto2_t told;
    void *teller;
    const hid_t file = open_quietly(path, &told, &teller);
    const bool has = file >= 0 && H5Lexists(file, "/#subsystem#", H5P_DEFAULT) > 0 &&
                     H5Lexists(file, OBJECTS, H5P_DEFAULT) > 0;
    if (file >= 0)
        H5Fclose(file);
    H5Eset_auto2(H5E_DEFAULT, told, teller);
    return has;
}

bd_status bd_mat_73_read(const char *path, bd_mat_taker *take, void *taker, bd_error *error) {
    H5E_auto2_t told;
    void *teller;
    bd_objects *objects = NULL;
    const hid_t file = open_quietly(path, &told, &teller);
    bd_status status = file >= 0 ? open_objects(file, &objects, error) : damaged(error);
    if (status == BD_OK)
        status = read_variables(file, objects, take, taker, error);
    bd_objects_close(objects);
    if (file >= 0)
        H5Fclose(file);
    H5Eset_auto2(H5E_DEFAULT, told, teller);
    return status;
}
