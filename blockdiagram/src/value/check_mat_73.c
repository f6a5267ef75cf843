/* MAT files of level 7.3 are HDF5, where a cell is a list of references to anything: to arrays that
 * nobody wrote, to another file, to itself. libmatio follows them all and makes memory of it. So
 * the tree is walked before, with bounds of depth, of number and of size; nothing is read but
 * references */
#include "value/check_mat.h"

#include <hdf5.h>
#include <stdlib.h>

#include "value/box.h"

enum { MOST_OBJECTS = 100000 };

typedef struct walk {
    size_t bytes; /* of the present variable */
    long objects; /* of all */
} walk;

static bool visit(walk *w, hid_t object, int depth);

/* elements times their size; more than BD_MAX_VALUE_BYTES: that and one */
static size_t product(int rank, const hsize_t *dims, size_t size) {
    const size_t most = BD_MAX_VALUE_BYTES;
    size_t bytes = size;
    for (int d = 0; d < rank; d++) {
        if (dims[d] == 0)
            return 0;
        bytes = bytes > most / dims[d] ? most + 1 : bytes * (size_t)dims[d];
    }
    return bytes < most ? bytes : most + 1;
}

static bool visit_references(walk *w, hid_t dataset, size_t count, int depth) {
    hobj_ref_t *references = malloc((count + 1) * sizeof *references);
    bool good = references &&
                H5Dread(dataset, H5T_STD_REF_OBJ, H5S_ALL, H5S_ALL, H5P_DEFAULT, references) >= 0;
    for (size_t i = 0; good && i < count; i++) {
        const hid_t target = H5Rdereference2(dataset, H5P_DEFAULT, H5R_OBJECT, &references[i]);
        if (target < 0) /* one to nothing */
            continue;
        good = visit(w, target, depth + 1);
        H5Oclose(target);
    }
    free(references);
    return good;
}

/* data in this file, in pieces that are no larger than a value may be */
static bool lies_here(hid_t dataset, size_t size) {
    const hid_t how = H5Dget_create_plist(dataset);
    const H5D_layout_t layout = H5Pget_layout(how);
    bool good = H5Pget_external_count(how) == 0 &&
                (layout == H5D_CONTIGUOUS || layout == H5D_COMPACT || layout == H5D_CHUNKED);
    if (good && layout == H5D_CHUNKED) {
        hsize_t chunk[H5S_MAX_RANK];
        const int rank = H5Pget_chunk(how, H5S_MAX_RANK, chunk);
        good = rank >= 0 && product(rank, chunk, size) <= BD_MAX_VALUE_BYTES;
    }
    H5Pclose(how);
    return good;
}

static bool visit_dataset(walk *w, hid_t dataset, int depth) {
    hsize_t dims[H5S_MAX_RANK];
    const hid_t space = H5Dget_space(dataset), type = H5Dget_type(dataset);
    const int rank = space >= 0 ? H5Sget_simple_extent_dims(space, dims, NULL) : -1;
    const size_t size = type >= 0 ? H5Tget_size(type) : 0;
    const bool is_list = type >= 0 && H5Tequal(type, H5T_STD_REF_OBJ) > 0;
    H5Sclose(space);
    H5Tclose(type);
    if (rank < 0 || size == 0 || !lies_here(dataset, size))
        return false;
    const size_t bytes = product(rank, dims, size);
    w->bytes += bytes;
    return w->bytes <= BD_MAX_VALUE_BYTES &&
           (!is_list || visit_references(w, dataset, bytes / size, depth));
}

static bool visit_group(walk *w, hid_t group, int depth) {
    H5G_info_t about;
    bool good = H5Gget_info(group, &about) >= 0 && about.nlinks <= MOST_OBJECTS;
    for (hsize_t i = 0; good && i < about.nlinks; i++) {
        char name[256] = "";
        H5L_info_t link;
        good = H5Lget_info_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, i, &link, H5P_DEFAULT) >=
                   0 &&
               link.type == H5L_TYPE_HARD && /* no way to other files */
               H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, i, name, sizeof name,
                                  H5P_DEFAULT) >= 0;
        if (depth == 0) {
            w->bytes = 0;
            if (name[0] == '#') /* what cells refer to: it counts where they do */
                continue;
        }
        const hid_t member =
            good ? H5Oopen_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, i, H5P_DEFAULT) : -1;
        good = member >= 0 && visit(w, member, depth + 1);
        if (member >= 0)
            H5Oclose(member);
    }
    return good;
}

static bool visit(walk *w, hid_t object, int depth) {
    const H5I_type_t kind = H5Iget_type(object);
    if (depth > BD_MAX_NESTING + 1 || ++w->objects > MOST_OBJECTS)
        return false;
    return kind == H5I_GROUP     ? visit_group(w, object, depth)
           : kind == H5I_DATASET ? visit_dataset(w, object, depth)
                                 : true;
}

bool bd_mat_73_is_bounded(const char *path) {
    H5E_auto2_t told;
    void *teller;
    walk w = {0};
    H5Eget_auto2(H5E_DEFAULT, &told, &teller);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t root = file >= 0 ? H5Gopen2(file, "/", H5P_DEFAULT) : -1;
    bool good = root >= 0 && visit(&w, root, 0);
    /* what objects are made of */
    if (good && H5Lexists(file, "/#subsystem#", H5P_DEFAULT) > 0 &&
        H5Lexists(file, "/#subsystem#/MCOS", H5P_DEFAULT) > 0) {
        const hid_t objects = H5Oopen(file, "/#subsystem#/MCOS", H5P_DEFAULT);
        w.bytes = 0;
        good = objects >= 0 && visit(&w, objects, 1);
        if (objects >= 0)
            H5Oclose(objects);
    }
    if (root >= 0)
        H5Gclose(root);
    if (file >= 0)
        H5Fclose(file);
    H5Eset_auto2(H5E_DEFAULT, told, teller);
    return good;
}
