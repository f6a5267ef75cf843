/* what an array is: class and size. NULL is answered like an empty array of unknown class, because
 * an S-function often asks before it has checked that a parameter exists */
#include "mx/internal.h"

#include <math.h>
#include <string.h>

static const char *const class_names[] = {
    "unknown", "cell",   "struct",          "logical", "char",   "void",  "double",
    "single",  "int8",   "uint8",           "int16",   "uint16", "int32", "uint32",
    "int64",   "uint64", "function_handle", "opaque",  "object"};

mxClassID mxGetClassID(const mxArray *array) {
    return array ? array->id : mxUNKNOWN_CLASS;
}

const char *mxGetClassName(const mxArray *array) {
    if (array && array->class_name)
        return array->class_name;
    return class_names[mxGetClassID(array)];
}

int mxSetClassName(mxArray *array, const char *name) {
    if (!array || !name)
        return 1;
    size_t length = strlen(name);
    char *copy = mx_memory(length + 1, 0);
    mx_adopt(copy);
    memcpy(copy, name, length + 1);
    mx_release(array->class_name);
    array->class_name = copy;
    return 0;
}

bool mxIsClass(const mxArray *array, const char *name) {
    return array && name && strcmp(mxGetClassName(array), name) == 0;
}

bool mxIsNumeric(const mxArray *array) {
    return array && array->id >= mxDOUBLE_CLASS && array->id <= mxUINT64_CLASS;
}

#define IS_CLASS(function, class_id)                                                               \
    bool function(const mxArray *array) {                                                          \
        return array && array->id == class_id;                                                     \
    }
IS_CLASS(mxIsDouble, mxDOUBLE_CLASS)
IS_CLASS(mxIsSingle, mxSINGLE_CLASS)
IS_CLASS(mxIsInt8, mxINT8_CLASS)
IS_CLASS(mxIsUint8, mxUINT8_CLASS)
IS_CLASS(mxIsInt16, mxINT16_CLASS)
IS_CLASS(mxIsUint16, mxUINT16_CLASS)
IS_CLASS(mxIsInt32, mxINT32_CLASS)
IS_CLASS(mxIsUint32, mxUINT32_CLASS)
IS_CLASS(mxIsInt64, mxINT64_CLASS)
IS_CLASS(mxIsUint64, mxUINT64_CLASS)
IS_CLASS(mxIsLogical, mxLOGICAL_CLASS)
IS_CLASS(mxIsChar, mxCHAR_CLASS)
IS_CLASS(mxIsCell, mxCELL_CLASS)
IS_CLASS(mxIsStruct, mxSTRUCT_CLASS)
IS_CLASS(mxIsFunctionHandle, mxFUNCTION_CLASS)
IS_CLASS(mxIsObject, mxOBJECT_CLASS)
IS_CLASS(mxIsOpaque, mxOPAQUE_CLASS)

bool mxIsSparse(const mxArray *array) {
    return array && array->is_sparse;
}

bool mxIsComplex(const mxArray *array) {
    return array && array->is_complex;
}

bool mxIsEmpty(const mxArray *array) {
    return mxGetNumberOfElements(array) == 0;
}

bool mxIsScalar(const mxArray *array) {
    return mxGetNumberOfElements(array) == 1;
}

bool mxIsLogicalScalar(const mxArray *array) {
    return mxIsLogical(array) && mxIsScalar(array);
}

bool mxIsLogicalScalarTrue(const mxArray *array) {
    return mxIsLogicalScalar(array) && *(const mxLogical *)array->re;
}

bool mxIsFromGlobalWS(const mxArray *array) {
    (void)array;
    return false;
}

size_t mxGetM(const mxArray *array) {
    return array ? array->dims[0] : 0;
}

size_t mxGetN(const mxArray *array) {
    return array ? mx_count_from(array, 1) : 0;
}

mwSize mxGetNumberOfDimensions(const mxArray *array) {
    return array ? array->rank : 0;
}

const mwSize *mxGetDimensions(const mxArray *array) {
    static const mwSize none[2] = {0, 0};
    return array ? array->dims : none;
}

size_t mxGetNumberOfElements(const mxArray *array) {
    return array ? mx_count(array) : 0;
}

size_t mxGetElementSize(const mxArray *array) {
    return array ? mx_class_bytes(array->id) : 0;
}

mwIndex mxCalcSingleSubscript(const mxArray *array, mwSize nsubs, const mwIndex *subs) {
    mwIndex index = 0, stride = 1;
    for (mwSize i = 0; array && i < nsubs; i++) {
        index += subs[i] * stride;
        stride *= i < array->rank ? array->dims[i] : 1;
    }
    return index;
}

double mxGetEps(void) {
    return 2.220446049250313e-16;
}

double mxGetInf(void) {
    return INFINITY;
}

double mxGetNaN(void) {
    return NAN;
}

bool mxIsFinite(double value) {
    return isfinite(value);
}

bool mxIsInf(double value) {
    return isinf(value);
}

bool mxIsNaN(double value) {
    return isnan(value);
}
