/* documented names that a MEX header may lack: typed access to real arrays and old
 * spellings */
#ifndef BD_MX_ADDITIONS_H
#define BD_MX_ADDITIONS_H

#if !defined(MX_HAS_INTERLEAVED_COMPLEX) || !MX_HAS_INTERLEAVED_COMPLEX
#ifndef mxGetDoubles
#define mxGetDoubles(a)    ((mxDouble *)mxGetData(a))
#define mxGetSingles(a)    ((mxSingle *)mxGetData(a))
#define mxGetInt8s(a)      ((mxInt8 *)mxGetData(a))
#define mxGetUint8s(a)     ((mxUint8 *)mxGetData(a))
#define mxGetInt16s(a)     ((mxInt16 *)mxGetData(a))
#define mxGetUint16s(a)    ((mxUint16 *)mxGetData(a))
#define mxGetInt32s(a)     ((mxInt32 *)mxGetData(a))
#define mxGetUint32s(a)    ((mxUint32 *)mxGetData(a))
#define mxGetInt64s(a)     ((mxInt64 *)mxGetData(a))
#define mxGetUint64s(a)    ((mxUint64 *)mxGetData(a))
#define mxSetDoubles(a, p) (mxSetData(a, p), 1)
#define mxSetSingles(a, p) (mxSetData(a, p), 1)
#define mxSetInt8s(a, p)   (mxSetData(a, p), 1)
#define mxSetUint8s(a, p)  (mxSetData(a, p), 1)
#define mxSetInt16s(a, p)  (mxSetData(a, p), 1)
#define mxSetUint16s(a, p) (mxSetData(a, p), 1)
#define mxSetInt32s(a, p)  (mxSetData(a, p), 1)
#define mxSetUint32s(a, p) (mxSetData(a, p), 1)
#define mxSetInt64s(a, p)  (mxSetData(a, p), 1)
#define mxSetUint64s(a, p) (mxSetData(a, p), 1)
#endif
#endif

#ifdef BD_MEX_FOREIGN
#ifdef HAVE_OCTAVE
#ifndef mxIsObject
#define mxIsObject(a) (mxGetClassID(a) == mxUNKNOWN_CLASS)
#endif
#ifndef mxIsOpaque
#define mxIsOpaque(a) (mxGetClassID(a) == mxUNKNOWN_CLASS)
#endif
#ifndef mxArrayToUTF8String
#define mxArrayToUTF8String mxArrayToString
#endif
#ifndef mxMAXNAM
#define mxMAXNAM 64
#endif
#endif
#else
/* one name for both, since ours are UTF-8: Octave, which lacks the other, can then load the file
 * and tell what is wrong with it */
#define mxArrayToUTF8String  mxArrayToString
#define mxCreateScalarDouble mxCreateDoubleScalar
#define mxCreateFull         mxCreateDoubleMatrix
#define mxFreeMatrix         mxDestroyArray
#define mxIsString           mxIsChar
#define mexGetEps            mxGetEps
#define mexGetInf            mxGetInf
#define mexGetNaN            mxGetNaN
#define mexIsFinite          mxIsFinite
#define mexIsInf             mxIsInf
#define mexIsNaN             mxIsNaN
#define mxAssert(test, text)                                                                       \
    do {                                                                                           \
        if (!(test))                                                                               \
            mexErrMsgIdAndTxt("mx:assert", "assertion failed: %s (%s:%d) %s", #test, __FILE__,     \
                              __LINE__, (text) ? (text) : "");                                     \
    } while (0)
#define mxAssertS(test, text) mxAssert(test, text)
#endif

/* spellings older than either */
#ifndef mxIsFull
#define mxIsFull(a) (!mxIsSparse(a))
#endif
#ifndef mexGetArray
#define mexGetArray(name, workspace)    mexGetVariable(workspace, name)
#define mexGetArrayPtr(name, workspace) mexGetVariablePtr(workspace, name)
#endif

/* memory that belongs to nobody but its caller */
#ifndef utMalloc
#define utMalloc(n)     malloc(n)
#define utCalloc(n, m)  calloc(n, m)
#define utRealloc(p, n) realloc(p, n)
#define utFree(p)       free(p)
#endif

#endif
