/* what is in a numeric, logical or sparse array, and replacing it */
#include "mx/internal.h"

#include <stdint.h>
#include <string.h>

/* classes of numbers, and what they are in C */
#define MX_NUMBERS(X)                                                                              \
    X(mxDOUBLE_CLASS, double)                                                                      \
    X(mxSINGLE_CLASS, float)                                                                       \
    X(mxINT8_CLASS, int8_t)                                                                        \
    X(mxUINT8_CLASS, uint8_t)                                                                      \
    X(mxINT16_CLASS, int16_t)                                                                      \
    X(mxUINT16_CLASS, uint16_t)                                                                    \
    X(mxINT32_CLASS, int32_t)                                                                      \
    X(mxUINT32_CLASS, uint32_t)                                                                    \
    X(mxINT64_CLASS, int64_t)                                                                      \
    X(mxUINT64_CLASS, uint64_t)

double mxGetScalar(const mxArray *array) {
    if (!array || !array->re || mx_child_count(array) > 0 ||
        (array->is_sparse ? array->nzmax : mx_count(array)) == 0)
        return 0.0;
    const void *v = array->re;
    switch (array->id) {
#define NUMBER(class_id, type)                                                                     \
    case class_id:                                                                                 \
        return (double)*(const type *)v;
        MX_NUMBERS(NUMBER)
#undef NUMBER
    case mxLOGICAL_CLASS:
        return *(const mxLogical *)v ? 1.0 : 0.0;
    case mxCHAR_CLASS:
        return (double)*(const mxChar *)v;
    default:
        return 0.0;
    }
}

void *mxGetData(const mxArray *array) {
    if (!array || (mx_count(array) == 0 && !array->is_sparse))
        return NULL;
    return array->re;
}

void *mxGetImagData(const mxArray *array) {
    return array && mx_count(array) > 0 ? array->im : NULL;
}

double *mxGetPr(const mxArray *array) {
    return mxGetData(array);
}

double *mxGetPi(const mxArray *array) {
    return mxGetImagData(array);
}

/* the memory must come from mxMalloc or mxCalloc; the old one stays with whoever asked for it */
#define REPLACE(array, member, memory)                                                             \
    do {                                                                                           \
        if (!(array))                                                                              \
            return;                                                                                \
        mx_adopt(memory);                                                                          \
        (array)->member = (memory);                                                                \
    } while (0)

void mxSetData(mxArray *array, void *values) {
    REPLACE(array, re, values);
}

void mxSetImagData(mxArray *array, void *values) {
    REPLACE(array, im, values);
    array->is_complex = values != NULL;
}

void mxSetPr(mxArray *array, double *values) {
    mxSetData(array, values);
}

void mxSetPi(mxArray *array, double *values) {
    mxSetImagData(array, values);
}

mxLogical *mxGetLogicals(const mxArray *array) {
    return mxIsLogical(array) ? mxGetData(array) : NULL;
}

/* values are kept as far as the new size has room for them */
static void resize(mxArray *array, size_t rank, const mwSize *dims) {
    size_t kept = rank < 2 ? 2 : rank;
    while (kept > 2 && dims[kept - 1] == 1)
        kept--;
    mwSize *copy = mx_memory(kept * sizeof *copy, 0);
    mx_adopt(copy);
    for (size_t i = 0; i < kept; i++)
        copy[i] = i < rank ? dims[i] : 1;
    mx_release(array->dims);
    array->dims = copy;
    array->rank = kept;
}

int mxSetDimensions(mxArray *array, const mwSize *dims, mwSize ndim) {
    if (!array || !dims || ndim == 0)
        return 1;
    resize(array, ndim, dims);
    return 0;
}

void mxSetM(mxArray *array, mwSize m) {
    if (array)
        array->dims[0] = m;
}

void mxSetN(mxArray *array, mwSize n) {
    if (!array)
        return;
    mwSize dims[2] = {array->dims[0], n};
    resize(array, 2, dims);
}

mwIndex *mxGetIr(const mxArray *array) {
    return array ? array->ir : NULL;
}

mwIndex *mxGetJc(const mxArray *array) {
    return array ? array->jc : NULL;
}

mwSize mxGetNzmax(const mxArray *array) {
    return array ? array->nzmax : 0;
}

void mxSetIr(mxArray *array, mwIndex *rows) {
    REPLACE(array, ir, rows);
}

void mxSetJc(mxArray *array, mwIndex *columns) {
    REPLACE(array, jc, columns);
}

void mxSetNzmax(mxArray *array, mwSize nzmax) {
    if (array)
        array->nzmax = nzmax;
}
