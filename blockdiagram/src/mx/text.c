/* char arrays: one element per byte of text; elements beyond a byte leave as UTF-8 */
#include "mx/internal.h"

#include <string.h>

mxArray *mxCreateStringFromNChars(const char *text, mwSize n) {
    mwSize dims[2] = {n > 0 ? 1 : 0, n};
    mxArray *array = mx_new(mxCHAR_CLASS, 2, dims, 0);
    for (mwSize i = 0; i < n; i++)
        ((mxChar *)array->re)[i] = (unsigned char)text[i];
    return array;
}

mxArray *mxCreateString(const char *text) {
    return mxCreateStringFromNChars(text ? text : "", text ? strlen(text) : 0);
}

mxArray *mxCreateCharArray(mwSize ndim, const mwSize *dims) {
    return mx_new(mxCHAR_CLASS, ndim, dims, 0);
}

mxArray *mxCreateCharMatrixFromStrings(mwSize m, const char **text) {
    mwSize longest = 0;
    for (mwSize i = 0; i < m; i++)
        if (strlen(text[i]) > longest)
            longest = strlen(text[i]);
    mwSize dims[2] = {m, longest};
    mxArray *array = mx_new(mxCHAR_CLASS, 2, dims, 0);
    for (mwSize i = 0; i < m; i++) {
        mwSize length = strlen(text[i]);
        for (mwSize j = 0; j < longest; j++)
            ((mxChar *)array->re)[i + j * m] = j < length ? (unsigned char)text[i][j] : ' ';
    }
    return array;
}

mxChar *mxGetChars(const mxArray *array) {
    return mxIsChar(array) ? mxGetData(array) : NULL;
}

static size_t encode(mxChar c, char *bytes) {
    if (c < 0x100) {
        bytes[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        bytes[0] = (char)(0xC0 | (c >> 6));
        bytes[1] = (char)(0x80 | (c & 0x3F));
        return 2;
    }
    bytes[0] = (char)(0xE0 | (c >> 12));
    bytes[1] = (char)(0x80 | ((c >> 6) & 0x3F));
    bytes[2] = (char)(0x80 | (c & 0x3F));
    return 3;
}

int mxGetString(const mxArray *array, char *text, mwSize size) {
    if (!text || size == 0)
        return 1;
    text[0] = '\0';
    if (!mxIsChar(array))
        return 1;
    mwSize used = 0;
    size_t count = mx_count(array);
    for (size_t i = 0; i < count; i++) {
        char bytes[3];
        size_t n = encode(((const mxChar *)array->re)[i], bytes);
        if (used + n >= size) {
            text[used] = '\0';
            return 1;
        }
        memcpy(text + used, bytes, n);
        used += n;
    }
    text[used] = '\0';
    return 0;
}

char *mxArrayToString(const mxArray *array) {
    if (!mxIsChar(array))
        return NULL;
    size_t room = mx_count(array) * 3 + 1;
    char *text = mxMalloc(room);
    mxGetString(array, text, room);
    return text;
}

char *mxArrayToUTF8String(const mxArray *array) {
    return mxArrayToString(array);
}
