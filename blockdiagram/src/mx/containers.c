/* cells and structures; a child belongs to the array it is put into */
#include "mx/internal.h"

#include <string.h>

mxArray *mxGetCell(const mxArray *array, mwIndex index) {
    if (!mxIsCell(array) || index >= mx_count(array))
        return NULL;
    return ((mxArray **)array->re)[index];
}

void mxSetCell(mxArray *array, mwIndex index, mxArray *value) {
    if (!mxIsCell(array) || index >= mx_count(array))
        mx_fail("mxSetCell: there is no cell %zu", index);
    mx_adopt(value);
    ((mxArray **)array->re)[index] = value;
}

int mxGetNumberOfFields(const mxArray *array) {
    return mxIsStruct(array) ? array->field_count : 0;
}

int mxGetFieldNumber(const mxArray *array, const char *name) {
    for (int i = 0; name && i < mxGetNumberOfFields(array); i++)
        if (strcmp(array->fields[i], name) == 0)
            return i;
    return -1;
}

const char *mxGetFieldNameByNumber(const mxArray *array, int field) {
    return field >= 0 && field < mxGetNumberOfFields(array) ? array->fields[field] : NULL;
}

static mxArray **child(const mxArray *array, mwIndex index, int field) {
    if (!mxIsStruct(array) || field < 0 || field >= array->field_count || index >= mx_count(array))
        return NULL;
    return &((mxArray **)array->re)[index * (size_t)array->field_count + (size_t)field];
}

mxArray *mxGetFieldByNumber(const mxArray *array, mwIndex index, int field) {
    mxArray **place = child(array, index, field);
    return place ? *place : NULL;
}

mxArray *mxGetField(const mxArray *array, mwIndex index, const char *name) {
    return mxGetFieldByNumber(array, index, mxGetFieldNumber(array, name));
}

void mxSetFieldByNumber(mxArray *array, mwIndex index, int field, mxArray *value) {
    mxArray **place = child(array, index, field);
    if (place) {
        mx_adopt(value);
        *place = value;
    } else {
        mx_fail("mxSetFieldByNumber: there is no field %d of element %zu", field, index);
    }
}

void mxSetField(mxArray *array, mwIndex index, const char *name, mxArray *value) {
    int field = mxGetFieldNumber(array, name);
    if (field < 0)
        mx_fail("mxSetField: there is no field '%s'", name ? name : "");
    mxSetFieldByNumber(array, index, field, value);
}

/* children lie element by element, so one more field needs a new arrangement */
static mxArray **with_one_more(const mxArray *array) {
    const size_t count = mx_count(array), fields = (size_t)array->field_count;
    mxArray **children = mx_memory(count * (fields + 1) * sizeof *children, 0);
    for (size_t e = 0; e < count; e++)
        for (size_t f = 0; f < fields; f++)
            children[e * (fields + 1) + f] = ((mxArray **)array->re)[e * fields + f];
    return children;
}

int mxAddField(mxArray *array, const char *name) {
    if (!mxIsStruct(array) || !name || !*name)
        return -1;
    int known = mxGetFieldNumber(array, name);
    if (known >= 0)
        return known;
    int count = array->field_count + 1;
    size_t length = strlen(name);
    char **fields = mx_memory((size_t)count * sizeof *fields, 0);
    if (array->field_count > 0)
        memcpy(fields, array->fields, (size_t)array->field_count * sizeof *fields);
    fields[count - 1] = mx_memory(length + 1, 0);
    memcpy(fields[count - 1], name, length + 1);
    mxArray **children = with_one_more(array);
    /* nothing fails any more: all of it becomes the array's */
    mx_adopt(fields);
    mx_adopt(fields[count - 1]);
    mx_adopt(children);
    mx_release(array->fields);
    mx_release(array->re);
    array->fields = fields;
    array->re = children;
    array->field_count = count;
    return count - 1;
}

void mxRemoveField(mxArray *array, int field) {
    if (!mxIsStruct(array) || field < 0 || field >= array->field_count)
        return;
    const size_t count = mx_child_count(array), fields = (size_t)array->field_count;
    mxArray **children = array->re;
    for (size_t i = 0, to = 0; i < count; i++)
        if (i % fields == (size_t)field)
            mxDestroyArray(children[i]);
        else
            children[to++] = children[i];
    mx_release(array->fields[field]);
    for (int f = field; f + 1 < array->field_count; f++)
        array->fields[f] = array->fields[f + 1];
    array->field_count--;
}

mxArray *mxGetProperty(const mxArray *array, mwIndex index, const char *name) {
    return mxDuplicateArray(mxGetField(array, index, name));
}

void mxSetProperty(mxArray *array, mwIndex index, const char *name, const mxArray *value) {
    if (mxAddField(array, name) < 0)
        mx_fail("mxSetProperty: the array has no properties");
    mxDestroyArray(mxGetField(array, index, name));
    mxSetField(array, index, name, mxDuplicateArray(value));
}
