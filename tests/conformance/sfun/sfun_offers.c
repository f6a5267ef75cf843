/* three wires side by side: each output is its input, in width, type, complexity and rate, whatever
 * is offered to that port */
#define S_FUNCTION_NAME  sfun_offers
#define S_FUNCTION_LEVEL 2
#include "check.h"

#define WIRES 3

static void mdlInitializeSizes(SimStruct *S) {
    int_T i;
    ssSetNumSFcnParams(S, 0);
    if (!ssSetNumInputPorts(S, WIRES) || !ssSetNumOutputPorts(S, WIRES))
        return;
    for (i = 0; i < WIRES; i++) {
        ssSetInputPortWidth(S, i, DYNAMICALLY_SIZED);
        ssSetInputPortDataType(S, i, DYNAMICALLY_TYPED);
        ssSetInputPortComplexSignal(S, i, COMPLEX_INHERITED);
        ssSetInputPortDirectFeedThrough(S, i, 1);
        ssSetInputPortRequiredContiguous(S, i, 1);
        ssSetInputPortSampleTime(S, i, INHERITED_SAMPLE_TIME);
        ssSetInputPortOffsetTime(S, i, 0.0);
        ssSetOutputPortWidth(S, i, DYNAMICALLY_SIZED);
        ssSetOutputPortDataType(S, i, DYNAMICALLY_TYPED);
        ssSetOutputPortComplexSignal(S, i, COMPLEX_INHERITED);
        ssSetOutputPortSampleTime(S, i, INHERITED_SAMPLE_TIME);
        ssSetOutputPortOffsetTime(S, i, 0.0);
    }
    ssSetNumSampleTimes(S, PORT_BASED_SAMPLE_TIMES);
}

#define MDL_SET_INPUT_PORT_WIDTH
static void mdlSetInputPortWidth(SimStruct *S, int_T port, int_T width) {
    CHECK(S, port >= 0 && port < WIRES && width == port + 2);
    ssSetInputPortWidth(S, port, width);
    ssSetOutputPortWidth(S, port, width);
}

#define MDL_SET_OUTPUT_PORT_WIDTH
static void mdlSetOutputPortWidth(SimStruct *S, int_T port, int_T width) {
    mdlSetInputPortWidth(S, port, width);
}

#define MDL_SET_INPUT_PORT_DATA_TYPE
static void mdlSetInputPortDataType(SimStruct *S, int_T port, DTypeId type) {
    CHECK(S, type == (port == 0 ? SS_INT16 : port == 1 ? SS_DOUBLE : SS_SINGLE));
    ssSetInputPortDataType(S, port, type);
    ssSetOutputPortDataType(S, port, type);
}

#define MDL_SET_OUTPUT_PORT_DATA_TYPE
static void mdlSetOutputPortDataType(SimStruct *S, int_T port, DTypeId type) {
    mdlSetInputPortDataType(S, port, type);
}

#define MDL_SET_INPUT_PORT_COMPLEX_SIGNAL
static void mdlSetInputPortComplexSignal(SimStruct *S, int_T port, CSignal_T complexity) {
    CHECK(S, complexity == (port == 1 ? COMPLEX_YES : COMPLEX_NO));
    ssSetInputPortComplexSignal(S, port, complexity);
    ssSetOutputPortComplexSignal(S, port, complexity);
}

#define MDL_SET_OUTPUT_PORT_COMPLEX_SIGNAL
static void mdlSetOutputPortComplexSignal(SimStruct *S, int_T port, CSignal_T complexity) {
    mdlSetInputPortComplexSignal(S, port, complexity);
}

#define MDL_SET_INPUT_PORT_SAMPLE_TIME
static void mdlSetInputPortSampleTime(SimStruct *S, int_T port, real_T period, real_T offset) {
    CHECK(S, period == port + 1.0 && offset == (port == 2 ? 1.0 : 0.0));
    ssSetInputPortSampleTime(S, port, period);
    ssSetInputPortOffsetTime(S, port, offset);
    ssSetOutputPortSampleTime(S, port, period);
    ssSetOutputPortOffsetTime(S, port, offset);
}

#define MDL_SET_OUTPUT_PORT_SAMPLE_TIME
static void mdlSetOutputPortSampleTime(SimStruct *S, int_T port, real_T period, real_T offset) {
    mdlSetInputPortSampleTime(S, port, period, offset);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    int_T i;
    for (i = 0; i < WIRES; i++) {
        CHECK(S, ssGetInputPortSampleTime(S, i) == i + 1.0);
        CHECK(S, ssGetOutputPortSampleTime(S, i) == i + 1.0);
        CHECK(S, ssGetOutputPortOffsetTime(S, i) == (i == 2 ? 1.0 : 0.0));
    }
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    int_T i;
    for (i = 0; i < WIRES; i++)
        if (ssIsSampleHit(S, ssGetInputPortSampleTimeIndex(S, i), tid)) {
            const size_t bytes = i == 0   ? 2 * sizeof(int16_T)
                                 : i == 1 ? 6 * sizeof(real_T)
                                          : 4 * sizeof(real32_T);
            memcpy(ssGetOutputPortSignal(S, i), ssGetInputPortSignal(S, i), bytes);
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
