/* in the manner of a blockset for hardware: one block opens the device and hands a structure of its
 * own type to the blocks that use it. Parameters: task, name of the type */
#define S_FUNCTION_NAME  style_handle
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"
#include <string.h>

#define OPENS(S) (mxGetScalar(ssGetSFcnParam(S, 0)) == 1.0)

typedef struct {
    short address;
    double gain;
    char text[5];
} device;

static void mdlInitializeSizes(SimStruct *S) {
    static const device closed = {-1, 0.5, "none"};
    char name[32];
    DTypeId id;
    ssSetNumSFcnParams(S, 2);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    mxGetString(ssGetSFcnParam(S, 1), name, sizeof name);
    id = ssRegisterDataType(S, name);
    if (id == INVALID_DTYPE_ID || !ssSetDataTypeSize(S, id, sizeof(device)) ||
        !ssSetDataTypeZero(S, id, (void *)&closed))
        return;
    if (!ssSetNumInputPorts(S, OPENS(S) ? 0 : 1) || !ssSetNumOutputPorts(S, 1))
        return;
    if (OPENS(S)) {
        ssSetOutputPortWidth(S, 0, 2);
        ssSetOutputPortDataType(S, 0, id);
    } else {
        ssSetInputPortWidth(S, 0, DYNAMICALLY_SIZED);
        ssSetInputPortDataType(S, 0, id);
        ssSetInputPortRequiredContiguous(S, 0, 1);
        ssSetInputPortDirectFeedThrough(S, 0, 1);
        ssSetOutputPortWidth(S, 0, DYNAMICALLY_SIZED);
    }
    ssSetNumSampleTimes(S, 1);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, OPENS(S) ? 1.0 : INHERITED_SAMPLE_TIME);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    if (OPENS(S)) { /* the first element stays closed */
        device *d = (device *)ssGetOutputPortSignal(S, 0) + 1;
        d->address = 7;
        d->gain = 2.0 + ssGetT(S);
        memcpy(d->text, "open", 5);
    } else {
        const device *d = (const device *)ssGetInputPortSignal(S, 0);
        real_T *y = ssGetOutputPortRealSignal(S, 0);
        for (int_T i = 0; i < ssGetOutputPortWidth(S, 0); i++)
            y[i] = d[i].address * d[i].gain + (strcmp(d[i].text, "open") == 0 ? 100.0 : 0.0);
    }
}

static void mdlTerminate(SimStruct *S) {}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
