/* a two-point controller with hysteresis: the mode switches at zero crossings of a ramp */
#define S_FUNCTION_NAME  style_hysteresis
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"

#define UPPER 100.35
#define LOWER 100.15
enum { OFF = 0, ON = 1 };

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 0);
    if (!ssSetNumInputPorts(S, 1) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, DYNAMICALLY_SIZED);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetOutputPortWidth(S, 0, DYNAMICALLY_SIZED);
    ssSetNumSampleTimes(S, 1);
    ssSetNumModes(S, DYNAMICALLY_SIZED);
    ssSetNumNonsampledZCs(S, DYNAMICALLY_SIZED);
    ssSetOptions(S, SS_OPTION_EXCEPTION_FREE_CODE | SS_OPTION_ALLOW_INPUT_SCALAR_EXPANSION);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, CONTINUOUS_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    InputRealPtrsType u = ssGetInputPortRealSignalPtrs(S, 0);
    real_T *y = ssGetOutputPortRealSignal(S, 0);
    int_T *mode = ssGetModeVector(S), i;
    for (i = 0; i < ssGetOutputPortWidth(S, 0); i++) {
        if (ssIsMajorTimeStep(S)) {
            if (mode[i] == OFF && *u[i] >= UPPER - 1e-9) {
                mode[i] = ON;
                ssPrintf("channel %d on at %.6f\n", i, ssGetT(S));
            } else if (mode[i] == ON && *u[i] < LOWER) {
                mode[i] = OFF;
            }
        }
        y[i] = mode[i] == ON ? 1.0 : 0.0;
    }
}

#define MDL_ZERO_CROSSINGS
static void mdlZeroCrossings(SimStruct *S) {
    InputRealPtrsType u = ssGetInputPortRealSignalPtrs(S, 0);
    real_T *zc = ssGetNonsampledZCs(S);
    int_T i;
    for (i = 0; i < ssGetNumNonsampledZCs(S); i++)
        zc[i] = *u[i] - (ssGetModeVector(S)[i] == ON ? LOWER : UPPER);
}

static void mdlTerminate(SimStruct *S) {}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
