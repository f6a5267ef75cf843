/* what the block asks of arrays, as documented */
#include "arrays.h"

#include <stdlib.h>
#include <string.h>

struct mxArray_tag {
    mxClassID id;
    bool string; /* an object of class string: opaque to all calls but "char" */
    size_t m, n;
    double *numbers;
    char *text; /* UTF-8 */
};

static int alive;

int play_alive(void) {
    return alive;
}

static mxArray *make(mxClassID id, size_t m, size_t n) {
    mxArray *array = calloc(1, sizeof *array);
    if (!array)
        abort();
    *array = (mxArray){.id = id, .m = m, .n = n};
    alive++;
    return array;
}

static size_t characters(const char *utf8) {
    size_t count = 0;
    for (; *utf8; utf8++)
        count += ((unsigned char)*utf8 & 0xC0) != 0x80;
    return count;
}

static char *copy(const char *text) {
    char *own = malloc(strlen(text) + 1);
    if (!own)
        abort();
    return strcpy(own, text);
}

mxArray *play_text(const char *utf8) {
    mxArray *array = make(mxCHAR_CLASS, utf8[0] != '\0', characters(utf8));
    array->text = copy(utf8);
    return array;
}

mxArray *play_string(const char *utf8) {
    mxArray *array = make(mxUNKNOWN_CLASS, 1, 1);
    array->string = true;
    array->text = copy(utf8);
    return array;
}

PLAY_EXPORT mxArray *mxCreateDoubleMatrix(mwSize m, mwSize n, mxComplexity complexity) {
    mxArray *array = make(mxDOUBLE_CLASS, m, n);
    (void)complexity;
    array->numbers = calloc(m * n + 1, sizeof *array->numbers);
    if (!array->numbers)
        abort();
    return array;
}

mxArray *play_number(double value) {
    mxArray *array = mxCreateDoubleMatrix(1, 1, mxREAL);
    array->numbers[0] = value;
    return array;
}

mxArray *play_empty(void) {
    return mxCreateDoubleMatrix(0, 0, mxREAL);
}

PLAY_EXPORT void mxDestroyArray(mxArray *array) {
    if (!array)
        return;
    alive--;
    free(array->numbers);
    free(array->text);
    free(array);
}

PLAY_EXPORT mxArray *mxDuplicateArray(const mxArray *array) {
    if (array->text)
        return array->string ? play_string(array->text) : play_text(array->text);
    mxArray *twin = mxCreateDoubleMatrix(array->m, array->n, mxREAL);
    memcpy(twin->numbers, array->numbers, array->m * array->n * sizeof *twin->numbers);
    return twin;
}

PLAY_EXPORT bd_mx_bool mxIsClass(const mxArray *array, const char *name) {
    return strcmp(name, array->string               ? "string"
                        : array->id == mxCHAR_CLASS ? "char"
                                                    : "double") == 0;
}

PLAY_EXPORT bd_mx_bool mxIsChar(const mxArray *array) {
    return array->id == mxCHAR_CLASS;
}
PLAY_EXPORT bd_mx_bool mxIsDouble(const mxArray *array) {
    return array->id == mxDOUBLE_CLASS;
}
PLAY_EXPORT bd_mx_bool mxIsNumeric(const mxArray *array) {
    return array->id == mxDOUBLE_CLASS;
}
PLAY_EXPORT bd_mx_bool mxIsLogical(const mxArray *array) {
    return array->id == mxLOGICAL_CLASS;
}
PLAY_EXPORT bd_mx_bool mxIsComplex(const mxArray *array) {
    (void)array;
    return false;
}
PLAY_EXPORT bd_mx_bool mxIsEmpty(const mxArray *array) {
    return array->m * array->n == 0;
}
PLAY_EXPORT bd_mx_size mxGetM(const mxArray *array) {
    return array->m;
}
PLAY_EXPORT bd_mx_size mxGetNumberOfElements(const mxArray *array) {
    return array->m * array->n;
}
PLAY_EXPORT double mxGetScalar(const mxArray *array) {
    return array->numbers ? array->numbers[0] : 0.0;
}
PLAY_EXPORT double *mxGetPr(const mxArray *array) {
    return array->numbers;
}

PLAY_EXPORT char *mxArrayToUTF8String(const mxArray *array) {
    if (array->id != mxCHAR_CLASS)
        return NULL;
    alive++;
    return copy(array->text);
}

PLAY_EXPORT void mxFree(void *pointer) {
    alive -= pointer != NULL;
    free(pointer);
}

/* knows "char" of a string */
PLAY_EXPORT int mexCallMATLAB(int nlhs, mxArray *plhs[], int nrhs, mxArray *prhs[],
                              const char *name) {
    if (nlhs != 1 || nrhs != 1 || strcmp(name, "char") != 0 || !prhs[0]->string)
        return 1;
    plhs[0] = play_text(prhs[0]->text);
    return 0;
}

PLAY_EXPORT void mexErrMsgTxt(const char *text) {
    (void)text;
    abort(); /* the block has no business here */
}
