/* making, copying and destroying arrays */
#include "mx/internal.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

size_t mx_class_bytes(mxClassID id) {
    switch (id) {
    case mxCELL_CLASS:
    case mxSTRUCT_CLASS:
        return sizeof(mxArray *);
    case mxLOGICAL_CLASS:
        return sizeof(mxLogical);
    case mxCHAR_CLASS:
        return sizeof(mxChar);
    case mxINT8_CLASS:
    case mxUINT8_CLASS:
        return 1;
    case mxINT16_CLASS:
    case mxUINT16_CLASS:
        return 2;
    case mxSINGLE_CLASS:
    case mxINT32_CLASS:
    case mxUINT32_CLASS:
        return 4;
    case mxDOUBLE_CLASS:
    case mxINT64_CLASS:
    case mxUINT64_CLASS:
        return 8;
    default:
        return 0;
    }
}

size_t mx_count_from(const mxArray *array, size_t dimension) {
    size_t count = 1;
    while (dimension < array->rank)
        count *= array->dims[dimension++];
    return count;
}

size_t mx_count(const mxArray *array) {
    return mx_count_from(array, 0);
}

size_t mx_child_count(const mxArray *array) {
    if (array->id == mxCELL_CLASS)
        return mx_count(array);
    if (array->id == mxSTRUCT_CLASS)
        return mx_count(array) * (size_t)array->field_count;
    return 0;
}

static void *owned(size_t count, size_t bytes) {
    if (bytes > 0 && count > SIZE_MAX / bytes)
        mx_fail("an array of %zu elements is too large", count);
    void *memory = mx_memory(count * bytes, 0);
    mx_adopt(memory);
    return memory;
}

mxArray *mx_new(mxClassID id, size_t rank, const mwSize *dims, int is_complex) {
    size_t kept = rank < 2 ? 2 : rank;
    while (kept > 2 && dims[kept - 1] == 1)
        kept--;
    size_t count = 1;
    for (size_t i = 0; i < rank; i++) {
        if (dims[i] > 0 && count > (SIZE_MAX / 64) / dims[i])
            mx_fail("an array of these dimensions is too large");
        count *= dims[i];
    }
    mxArray *array = mx_memory(sizeof *array, 1);
    array->id = id;
    array->is_complex = is_complex;
    array->rank = kept;
    array->dims = owned(kept, sizeof *array->dims);
    for (size_t i = 0; i < kept; i++)
        array->dims[i] = i < rank ? dims[i] : 1;
    if (id != mxSTRUCT_CLASS)
        array->re = owned(count, mx_class_bytes(id));
    if (is_complex)
        array->im = owned(count, mx_class_bytes(id));
    return array;
}

static mxArray *new_matrix(mxClassID id, mwSize m, mwSize n, int is_complex) {
    mwSize dims[2] = {m, n};
    return mx_new(id, 2, dims, is_complex);
}

void mx_free_contents(mxArray *array) {
    mxArray **children = array->re;
    size_t count = children ? mx_child_count(array) : 0; /* it may be half made */
    for (size_t i = 0; i < count; i++)
        mxDestroyArray(children[i]);
    for (int i = 0; i < array->field_count; i++)
        mx_release(array->fields[i]);
    mx_release(array->fields);
    mx_release(array->re);
    mx_release(array->im);
    mx_release(array->ir);
    mx_release(array->jc);
    mx_release(array->dims);
    mx_release(array->class_name);
}

void mxDestroyArray(mxArray *array) {
    if (!array)
        return;
    mx_free_contents(array);
    mx_release(array);
}

mxArray *mxCreateDoubleScalar(double value) {
    mxArray *array = new_matrix(mxDOUBLE_CLASS, 1, 1, 0);
    *(double *)array->re = value;
    return array;
}

mxArray *mxCreateDoubleMatrix(mwSize m, mwSize n, mxComplexity complexity) {
    return new_matrix(mxDOUBLE_CLASS, m, n, complexity == mxCOMPLEX);
}

mxArray *mxCreateNumericMatrix(mwSize m, mwSize n, mxClassID id, mxComplexity complexity) {
    return new_matrix(id, m, n, complexity == mxCOMPLEX);
}

mxArray *mxCreateNumericArray(mwSize ndim, const mwSize *dims, mxClassID id,
                              mxComplexity complexity) {
    return mx_new(id, ndim, dims, complexity == mxCOMPLEX);
}

mxArray *mxCreateUninitNumericMatrix(size_t m, size_t n, mxClassID id, mxComplexity complexity) {
    return new_matrix(id, m, n, complexity == mxCOMPLEX);
}

mxArray *mxCreateUninitNumericArray(size_t ndim, size_t *dims, mxClassID id,
                                    mxComplexity complexity) {
    return mx_new(id, ndim, dims, complexity == mxCOMPLEX);
}

mxArray *mxCreateLogicalScalar(mxLogical value) {
    mxArray *array = new_matrix(mxLOGICAL_CLASS, 1, 1, 0);
    *(mxLogical *)array->re = value;
    return array;
}

mxArray *mxCreateLogicalMatrix(mwSize m, mwSize n) {
    return new_matrix(mxLOGICAL_CLASS, m, n, 0);
}

mxArray *mxCreateLogicalArray(mwSize ndim, const mwSize *dims) {
    return mx_new(mxLOGICAL_CLASS, ndim, dims, 0);
}

mxArray *mxCreateCellMatrix(mwSize m, mwSize n) {
    return new_matrix(mxCELL_CLASS, m, n, 0);
}

mxArray *mxCreateCellArray(mwSize ndim, const mwSize *dims) {
    return mx_new(mxCELL_CLASS, ndim, dims, 0);
}

mxArray *mxCreateStructArray(mwSize ndim, const mwSize *dims, int fields, const char **names) {
    mxArray *array = mx_new(mxSTRUCT_CLASS, ndim, dims, 0);
    for (int i = 0; i < fields; i++)
        if (mxAddField(array, names[i]) < 0)
            mx_fail("a structure cannot have a field without name");
    return array;
}

mxArray *mxCreateStructMatrix(mwSize m, mwSize n, int fields, const char **names) {
    mwSize dims[2] = {m, n};
    return mxCreateStructArray(2, dims, fields, names);
}

static mxArray *create_sparse(mxClassID id, mwSize m, mwSize n, mwSize nzmax, int is_complex) {
    mwSize room = nzmax > 0 ? nzmax : 1;
    mxArray *array = new_matrix(id, 0, 0, 0);
    mx_release(array->re);
    array->re = NULL; /* nothing is freed twice, should the next one fail */
    array->re = owned(room, mx_class_bytes(id));
    if (is_complex)
        array->im = owned(room, mx_class_bytes(id));
    array->is_complex = is_complex;
    array->is_sparse = 1;
    array->ir = owned(room, sizeof *array->ir);
    array->jc = owned(n + 1, sizeof *array->jc);
    array->nzmax = room;
    array->dims[0] = m;
    array->dims[1] = n;
    return array;
}

mxArray *mxCreateSparse(mwSize m, mwSize n, mwSize nzmax, mxComplexity complexity) {
    return create_sparse(mxDOUBLE_CLASS, m, n, nzmax, complexity == mxCOMPLEX);
}

mxArray *mxCreateSparseLogicalMatrix(mwSize m, mwSize n, mwSize nzmax) {
    return create_sparse(mxLOGICAL_CLASS, m, n, nzmax, 0);
}

static void *copy_of(const void *memory, size_t count, size_t bytes) {
    if (!memory)
        return NULL;
    void *copy = owned(count, bytes);
    memcpy(copy, memory, count * bytes);
    return copy;
}

mxArray *mxDuplicateArray(const mxArray *array) {
    if (!array)
        return NULL;
    if (array->is_sparse) {
        mxArray *copy = create_sparse(array->id, array->dims[0], array->dims[1], array->nzmax,
                                      array->is_complex);
        memcpy(copy->re, array->re, array->nzmax * mx_class_bytes(array->id));
        if (array->is_complex)
            memcpy(copy->im, array->im, array->nzmax * mx_class_bytes(array->id));
        memcpy(copy->ir, array->ir, array->nzmax * sizeof *copy->ir);
        memcpy(copy->jc, array->jc, (array->dims[1] + 1) * sizeof *copy->jc);
        return copy;
    }
    mxArray *copy = mx_new(array->id, array->rank, array->dims, 0);
    size_t count = mx_count(array);
    for (int i = 0; i < array->field_count; i++)
        mxAddField(copy, array->fields[i]);
    size_t children = mx_child_count(array);
    for (size_t i = 0; i < children; i++) {
        mxArray *child = mxDuplicateArray(((mxArray **)array->re)[i]);
        mx_adopt(child);
        ((mxArray **)copy->re)[i] = child;
    }
    if (children == 0 && array->id != mxSTRUCT_CLASS && array->id != mxCELL_CLASS) {
        mx_release(copy->re);
        copy->re = NULL;
        copy->re = copy_of(array->re, count, mx_class_bytes(array->id));
        copy->im = copy_of(array->im, count, mx_class_bytes(array->id));
        copy->is_complex = array->is_complex;
    }
    if (array->class_name)
        mxSetClassName(copy, array->class_name);
    return copy;
}
