/* conjugates a signal that may be real or complex */
#define S_FUNCTION_NAME  sfun_complex
#define S_FUNCTION_LEVEL 2
#include "check.h"

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 0);
    if (!ssSetNumInputPorts(S, 1) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, DYNAMICALLY_SIZED);
    ssSetInputPortComplexSignal(S, 0, COMPLEX_INHERITED);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetOutputPortWidth(S, 0, DYNAMICALLY_SIZED);
    ssSetOutputPortComplexSignal(S, 0, COMPLEX_INHERITED);
    ssSetNumSampleTimes(S, 1);
    ssSetNumDWork(S, 1);
    ssSetDWorkWidth(S, 0, 2);
    ssSetDWorkDataType(S, 0, SS_DOUBLE);
    ssSetDWorkComplexSignal(S, 0, COMPLEX_YES);
    CHECK(S, ssGetDWorkComplexSignal(S, 0) == COMPLEX_YES);
}

#define MDL_SET_INPUT_PORT_COMPLEX_SIGNAL
static void mdlSetInputPortComplexSignal(SimStruct *S, int_T port, CSignal_T complexity) {
    ssSetInputPortComplexSignal(S, port, complexity);
    ssSetOutputPortComplexSignal(S, 0, complexity);
}

#define MDL_SET_OUTPUT_PORT_COMPLEX_SIGNAL
static void mdlSetOutputPortComplexSignal(SimStruct *S, int_T port, CSignal_T complexity) {
    ssSetOutputPortComplexSignal(S, port, complexity);
    ssSetInputPortComplexSignal(S, 0, complexity);
}

#define MDL_SET_DEFAULT_PORT_COMPLEX_SIGNALS
static void mdlSetDefaultPortComplexSignals(SimStruct *S) {
    if (ssGetInputPortComplexSignal(S, 0) == COMPLEX_INHERITED) {
        ssSetInputPortComplexSignal(S, 0, COMPLEX_NO);
        ssSetOutputPortComplexSignal(S, 0, COMPLEX_NO);
    }
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, INHERITED_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    InputPtrsType u = ssGetInputPortSignalPtrs(S, 0);
    creal_T *memory = (creal_T *)ssGetDWork(S, 0);
    int_T i, n = ssGetOutputPortWidth(S, 0);
    UNUSED_ARG(tid);
    memory[1].im += 1.0;
    CHECK(S, memory[1].im >= 1.0 && memory[0].re == 0.0);
    if (ssGetInputPortComplexSignal(S, 0) == COMPLEX_YES) {
        creal_T *y = (creal_T *)ssGetOutputPortSignal(S, 0);
        for (i = 0; i < n; i++) {
            const creal_T *in = ((InputCRealPtrsType)u)[i];
            y[i].re = in->re;
            y[i].im = -in->im;
        }
    } else {
        real_T *y = ssGetOutputPortRealSignal(S, 0);
        CHECK(S, ssGetOutputPortComplexSignal(S, 0) == COMPLEX_NO);
        for (i = 0; i < n; i++)
            y[i] = *(const real_T *)u[i];
    }
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
