/* arrays: creation, enquiry, contents. Values of complex arrays are kept apart (real, imaginary).
 */
#ifndef BD_MX_ARRAY_H
#define BD_MX_ARRAY_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* memory: freed when the running method returns unless made persistent */
void *mxMalloc(bd_mx_size n);
void *mxCalloc(bd_mx_size n, bd_mx_size size);
void *mxRealloc(void *pointer, bd_mx_size size);
void mxFree(void *pointer);

/* creation */
mxArray *mxCreateDoubleScalar(double value);
mxArray *mxCreateDoubleMatrix(mwSize m, mwSize n, mxComplexity complexity);
mxArray *mxCreateNumericMatrix(mwSize m, mwSize n, mxClassID id, mxComplexity complexity);
mxArray *mxCreateNumericArray(mwSize ndim, const mwSize *dims, mxClassID id,
                              mxComplexity complexity);
mxArray *mxCreateUninitNumericMatrix(bd_mx_size m, bd_mx_size n, mxClassID id,
                                     mxComplexity complexity);
mxArray *mxCreateUninitNumericArray(bd_mx_size ndim, bd_mx_size *dims, mxClassID id,
                                    mxComplexity complexity);
mxArray *mxCreateLogicalScalar(mxLogical value);
mxArray *mxCreateLogicalMatrix(mwSize m, mwSize n);
mxArray *mxCreateLogicalArray(mwSize ndim, const mwSize *dims);
mxArray *mxCreateString(const char *text);
mxArray *mxCreateStringFromNChars(const char *text, mwSize n);
mxArray *mxCreateCharArray(mwSize ndim, const mwSize *dims);
mxArray *mxCreateCharMatrixFromStrings(mwSize m, const char **text);
mxArray *mxCreateCellMatrix(mwSize m, mwSize n);
mxArray *mxCreateCellArray(mwSize ndim, const mwSize *dims);
mxArray *mxCreateStructMatrix(mwSize m, mwSize n, int fields, const char **names);
mxArray *mxCreateStructArray(mwSize ndim, const mwSize *dims, int fields, const char **names);
mxArray *mxCreateSparse(mwSize m, mwSize n, mwSize nzmax, mxComplexity complexity);
mxArray *mxCreateSparseLogicalMatrix(mwSize m, mwSize n, mwSize nzmax);
mxArray *mxDuplicateArray(const mxArray *array);
void mxDestroyArray(mxArray *array);

/* class */
mxClassID mxGetClassID(const mxArray *array);
const char *mxGetClassName(const mxArray *array);
int mxSetClassName(mxArray *array, const char *name);
bd_mx_bool mxIsClass(const mxArray *array, const char *name);
bd_mx_bool mxIsNumeric(const mxArray *array);
bd_mx_bool mxIsDouble(const mxArray *array);
bd_mx_bool mxIsSingle(const mxArray *array);
bd_mx_bool mxIsInt8(const mxArray *array);
bd_mx_bool mxIsUint8(const mxArray *array);
bd_mx_bool mxIsInt16(const mxArray *array);
bd_mx_bool mxIsUint16(const mxArray *array);
bd_mx_bool mxIsInt32(const mxArray *array);
bd_mx_bool mxIsUint32(const mxArray *array);
bd_mx_bool mxIsInt64(const mxArray *array);
bd_mx_bool mxIsUint64(const mxArray *array);
bd_mx_bool mxIsLogical(const mxArray *array);
bd_mx_bool mxIsLogicalScalar(const mxArray *array);
bd_mx_bool mxIsLogicalScalarTrue(const mxArray *array);
bd_mx_bool mxIsChar(const mxArray *array);
bd_mx_bool mxIsCell(const mxArray *array);
bd_mx_bool mxIsStruct(const mxArray *array);
bd_mx_bool mxIsSparse(const mxArray *array);
bd_mx_bool mxIsComplex(const mxArray *array);
bd_mx_bool mxIsEmpty(const mxArray *array);
bd_mx_bool mxIsScalar(const mxArray *array);
bd_mx_bool mxIsFunctionHandle(const mxArray *array);
bd_mx_bool mxIsObject(const mxArray *array);
bd_mx_bool mxIsOpaque(const mxArray *array);
bd_mx_bool mxIsFromGlobalWS(const mxArray *array);

/* size */
bd_mx_size mxGetM(const mxArray *array);
bd_mx_size mxGetN(const mxArray *array);
void mxSetM(mxArray *array, mwSize m);
void mxSetN(mxArray *array, mwSize n);
mwSize mxGetNumberOfDimensions(const mxArray *array);
const mwSize *mxGetDimensions(const mxArray *array);
int mxSetDimensions(mxArray *array, const mwSize *dims, mwSize ndim);
bd_mx_size mxGetNumberOfElements(const mxArray *array);
bd_mx_size mxGetElementSize(const mxArray *array);
mwIndex mxCalcSingleSubscript(const mxArray *array, mwSize nsubs, const mwIndex *subs);

/* values */
double mxGetScalar(const mxArray *array);
double *mxGetPr(const mxArray *array);
double *mxGetPi(const mxArray *array);
void mxSetPr(mxArray *array, double *values);
void mxSetPi(mxArray *array, double *values);
void *mxGetData(const mxArray *array);
void *mxGetImagData(const mxArray *array);
void mxSetData(mxArray *array, void *values);
void mxSetImagData(mxArray *array, void *values);
mxLogical *mxGetLogicals(const mxArray *array);
mxChar *mxGetChars(const mxArray *array);
int mxGetString(const mxArray *array, char *text, mwSize size);
char *mxArrayToString(const mxArray *array);
char *mxArrayToUTF8String(const mxArray *array);

/* sparse */
mwIndex *mxGetIr(const mxArray *array);
mwIndex *mxGetJc(const mxArray *array);
mwSize mxGetNzmax(const mxArray *array);
void mxSetIr(mxArray *array, mwIndex *rows);
void mxSetJc(mxArray *array, mwIndex *columns);
void mxSetNzmax(mxArray *array, mwSize nzmax);

/* cells and structures */
mxArray *mxGetCell(const mxArray *array, mwIndex index);
void mxSetCell(mxArray *array, mwIndex index, mxArray *value);
int mxGetNumberOfFields(const mxArray *array);
int mxGetFieldNumber(const mxArray *array, const char *name);
const char *mxGetFieldNameByNumber(const mxArray *array, int field);
mxArray *mxGetField(const mxArray *array, mwIndex index, const char *name);
mxArray *mxGetFieldByNumber(const mxArray *array, mwIndex index, int field);
void mxSetField(mxArray *array, mwIndex index, const char *name, mxArray *value);
void mxSetFieldByNumber(mxArray *array, mwIndex index, int field, mxArray *value);
int mxAddField(mxArray *array, const char *name);
void mxRemoveField(mxArray *array, int field);
mxArray *mxGetProperty(const mxArray *array, mwIndex index, const char *name);
void mxSetProperty(mxArray *array, mwIndex index, const char *name, const mxArray *value);

/* numbers */
double mxGetEps(void);
double mxGetInf(void);
double mxGetNaN(void);
bd_mx_bool mxIsFinite(double value);
bd_mx_bool mxIsInf(double value);
bd_mx_bool mxIsNaN(double value);

#ifdef __cplusplus
}
#endif

#endif
