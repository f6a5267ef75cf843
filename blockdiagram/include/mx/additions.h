/* documented names that a MEX header may lack: typed access to real arrays, old spellings, and the
 * utility calls that long-running code uses to stay interruptible */
#ifndef BD_MX_ADDITIONS_H
#define BD_MX_ADDITIONS_H

#if !defined(MX_HAS_INTERLEAVED_COMPLEX) || !MX_HAS_INTERLEAVED_COMPLEX
#ifndef mxGetDoubles
#define mxGetDoubles(a) ((mxDouble *)mxGetData(a))
#define mxGetSingles(a) ((mxSingle *)mxGetData(a))
#define mxGetInt8s(a)   ((mxInt8 *)mxGetData(a))
#define mxGetUint8s(a)  ((mxUint8 *)mxGetData(a))
#define mxGetInt16s(a)  ((mxInt16 *)mxGetData(a))
#define mxGetUint16s(a) ((mxUint16 *)mxGetData(a))
#define mxGetInt32s(a)  ((mxInt32 *)mxGetData(a))
#define mxGetUint32s(a) ((mxUint32 *)mxGetData(a))
#define mxGetInt64s(a)  ((mxInt64 *)mxGetData(a))
#define mxGetUint64s(a) ((mxUint64 *)mxGetData(a))
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

/* nobody presses a key inside an S-function here */
#ifndef utIsInterruptPending
#define utIsInterruptPending()      (0)
#define utIsInterruptEnabled()      (0)
#define utSetInterruptEnabled(flag) ((void)(flag), 0)
#define utSetInterruptHandled(flag) ((void)(flag), 0)
#define utSetInterruptPending(flag) ((void)(flag), 0)
#endif

#endif
