// builds its error text in a string that is gone when the method returns, and in an array of a
// function below it, as many do although the manual advises against it
#define S_FUNCTION_NAME  style_text
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"
#include <sstream>
#include <string>

static void refuse(SimStruct *S, double gain) {
    char text[100];
    sprintf(text, "gain %g is not positive, in %s", gain, ssGetPath(S));
    ssSetErrorStatus(S, text);
}

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 1);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    double gain = mxGetScalar(ssGetSFcnParam(S, 0));
    if (gain <= 0.0) {
        refuse(S, gain);
        return;
    }
    if (!ssSetNumInputPorts(S, 1) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, 1);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetInputPortRequiredContiguous(S, 0, 1);
    ssSetOutputPortWidth(S, 0, 1);
    ssSetNumSampleTimes(S, 1);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, INHERITED_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
}

static void mdlOutputs(SimStruct *S, int_T) {
    const real_T *u = static_cast<const real_T *>(ssGetInputPortSignal(S, 0));
    if (u[0] > 100.0) {
        std::ostringstream text;
        text << "input " << u[0] << " is beyond the range of the sensor";
        ssSetErrorStatus(S, text.str().c_str());
        return;
    }
    ssGetOutputPortRealSignal(S, 0)[0] = mxGetScalar(ssGetSFcnParam(S, 0)) * u[0];
}

static void mdlTerminate(SimStruct *) {}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
