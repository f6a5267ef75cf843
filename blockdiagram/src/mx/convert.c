/* values as arrays and back. Sparse arrays become full ones: values have no sparse form. */
#include "mx/convert.h"

#include <mex.h>
#include <string.h>

static const mxClassID class_of[BD_CLASS_COUNT] = {
    mxDOUBLE_CLASS, mxSINGLE_CLASS, mxINT8_CLASS,   mxUINT8_CLASS,   mxINT16_CLASS,
    mxUINT16_CLASS, mxINT32_CLASS,  mxUINT32_CLASS, mxLOGICAL_CLASS, mxINT64_CLASS,
    mxUINT64_CLASS, mxCHAR_CLASS,   mxCELL_CLASS,   mxSTRUCT_CLASS};

static mxArray *empty_array(void) {
    return mxCreateDoubleMatrix(0, 0, mxREAL);
}

static mxArray *from_elements(const bd_value *value, mwSize rank, const mwSize *dims) {
    mxArray *array;
    if (value->type == BD_LOGICAL) {
        array = mxCreateLogicalArray(rank, dims);
        mxLogical *to = mxGetLogicals(array);
        for (size_t i = 0; i < value->count; i++)
            to[i] = ((const unsigned char *)value->re)[i] != 0;
    } else if (value->type == BD_CHAR) {
        array = mxCreateCharArray(rank, dims);
        mxChar *to = mxGetChars(array);
        for (size_t i = 0; i < value->count; i++)
            to[i] = (mxChar)((const unsigned char *)value->re)[i];
    } else {
        array =
            mxCreateNumericArray(rank, dims, class_of[value->type], value->im ? mxCOMPLEX : mxREAL);
        size_t bytes = value->count * bd_class_bytes(value->type);
        if (bytes > 0)
            memcpy(mxGetData(array), value->re, bytes);
        if (bytes > 0 && value->im)
            memcpy(mxGetImagData(array), value->im, bytes);
    }
    return array;
}

static mxArray *from_value(const bd_value *value) {
    if (!value)
        return empty_array();
    mwSize dims[BD_MAX_RANK];
    for (int i = 0; i < value->rank; i++)
        dims[i] = (mwSize)value->dims[i];
    mwSize rank = (mwSize)value->rank;
    if (value->type == BD_CELL) {
        mxArray *cell = mxCreateCellArray(rank, dims);
        for (size_t i = 0; i < value->count; i++)
            mxSetCell(cell, (mwIndex)i, from_value(value->children[i]));
        return cell;
    }
    if (value->type == BD_STRUCT) {
        mxArray *structure = mxCreateStructArray(rank, dims, (int)value->field_count,
                                                 (const char **)value->field_names);
        for (size_t e = 0; e < value->count; e++)
            for (size_t f = 0; f < value->field_count; f++)
                mxSetFieldByNumber(structure, (mwIndex)e, (int)f,
                                   from_value(value->children[e * value->field_count + f]));
        return structure;
    }
    return from_elements(value, rank, dims);
}

bd_status mx_convert_from_value(const bd_value *value, void **array, bd_error *error) {
    *array = from_value(value);
    return *array ? BD_OK : bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory");
}

static void read_sparse(const mxArray *array, bd_value *value) {
    const mwIndex *ir = mxGetIr(array), *jc = mxGetJc(array);
    for (size_t column = 0; column < value->dims[1]; column++)
        for (mwIndex k = jc[column]; k < jc[column + 1]; k++) {
            size_t to = (size_t)ir[k] + column * value->dims[0];
            if (value->type == BD_LOGICAL) {
                ((unsigned char *)value->re)[to] = mxGetLogicals(array)[k] != 0;
                continue;
            }
            ((double *)value->re)[to] = mxGetPr(array)[k];
            if (value->im)
                ((double *)value->im)[to] = mxGetPi(array)[k];
        }
}

static void read_elements(const mxArray *array, bd_value *value) {
    if (mxIsSparse(array)) {
        read_sparse(array, value);
    } else if (value->type == BD_LOGICAL) {
        for (size_t i = 0; i < value->count; i++)
            ((unsigned char *)value->re)[i] = mxGetLogicals(array)[i] != 0;
    } else if (value->type == BD_CHAR) {
        for (size_t i = 0; i < value->count; i++)
            ((char *)value->re)[i] = (char)mxGetChars(array)[i];
    } else {
        size_t bytes = value->count * bd_class_bytes(value->type);
        memcpy(value->re, mxGetData(array), bytes);
        if (value->im)
            memcpy(value->im, mxGetImagData(array), bytes);
    }
}

static bd_status to_value(const mxArray *array, int depth, bd_value **value, bd_error *error);

static bd_status read_children(const mxArray *array, int depth, bd_value *value, bd_error *error) {
    bd_status status = BD_OK;
    int fields = value->type == BD_STRUCT ? mxGetNumberOfFields(array) : 1;
    for (size_t e = 0; !status && e < value->count; e++)
        for (int f = 0; !status && f < fields; f++) {
            bd_value *child = NULL;
            status = to_value(value->type == BD_CELL ? mxGetCell(array, (mwIndex)e)
                                                     : mxGetFieldByNumber(array, (mwIndex)e, f),
                              depth + 1, &child, error);
            if (status)
                return status;
            status =
                value->type == BD_CELL
                    ? bd_value_cell_set(value, e, child, error)
                    : bd_value_field_set(value, e, mxGetFieldNameByNumber(array, f), child, error);
        }
    return status;
}

static bd_status to_value(const mxArray *array, int depth, bd_value **value, bd_error *error) {
    int type = BD_DOUBLE;
    mxClassID id = array ? mxGetClassID(array) : mxDOUBLE_CLASS;
    while (type < BD_CLASS_COUNT && class_of[type] != id)
        type++;
    if (type == BD_CLASS_COUNT || depth > BD_MAX_NESTING)
        return bd_error_set(error, BD_UNSUPPORTED, "an array of class '%s' cannot be kept",
                            mxGetClassName(array));
    size_t dims[BD_MAX_RANK] = {0, 0};
    size_t rank = array ? (size_t)mxGetNumberOfDimensions(array) : 2;
    if (rank > BD_MAX_RANK)
        return bd_error_set(error, BD_LIMIT_EXCEEDED, "an array has more than %d dimensions",
                            BD_MAX_RANK);
    for (size_t i = 0; array && i < rank; i++)
        dims[i] = (size_t)mxGetDimensions(array)[i];
    bd_status status =
        bd_value_create((bd_class)type, (int)rank, dims, array && mxIsComplex(array), value, error);
    if (status || !array || (*value)->count == 0)
        return status;
    if (type == BD_CELL || type == BD_STRUCT)
        status = read_children(array, depth, *value, error);
    else
        read_elements(array, *value);
    if (status) {
        bd_value_free(*value);
        *value = NULL;
    }
    return status;
}

bd_status mx_convert_to_value(const void *array, bd_value **value, bd_error *error) {
    return to_value((const mxArray *)array, 0, value, error);
}
