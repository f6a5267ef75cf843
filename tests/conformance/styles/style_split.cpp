// C++ with every method a template instance of a small class, and references to ports
#define S_FUNCTION_NAME  style_split
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"
#include <stdexcept>
#include <string>

namespace block {

struct Port {
    explicit Port(SimStruct *simStruct) : S(simStruct) {}
    const real_T *in(int_T port) const {
        return static_cast<const real_T *>(ssGetInputPortSignal(S, port));
    }
    real_T *out(int_T port) const {
        return static_cast<real_T *>(ssGetOutputPortSignal(S, port));
    }
    int_T width(int_T port) const {
        return ssGetInputPortWidth(S, port);
    }
    SimStruct *const S;
};

std::string text(const mxArray *array) {
    char buffer[128] = {0};
    if (!mxIsChar(array) || mxGetString(array, buffer, sizeof buffer) != 0)
        throw std::invalid_argument("a word is expected");
    return buffer;
}

} // namespace block

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 1);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    const std::string mode = block::text(ssGetSFcnParam(S, 0));
    if (mode != "sum" && mode != "product") {
        static std::string message;
        message = "unknown mode '" + mode + "'";
        ssSetErrorStatus(S, message.c_str());
        return;
    }
    if (!ssSetNumInputPorts(S, 2) || !ssSetNumOutputPorts(S, 1))
        return;
    for (int_T i = 0; i < ssGetNumInputPorts(S); ++i) {
        ssSetInputPortWidth(S, i, DYNAMICALLY_SIZED);
        ssSetInputPortDirectFeedThrough(S, i, 1);
        ssSetInputPortRequiredContiguous(S, i, 1);
    }
    ssSetOutputPortWidth(S, 0, DYNAMICALLY_SIZED);
    ssSetNumSampleTimes(S, 1);
    ssSetNumPWork(S, 1);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, INHERITED_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_START
static void mdlStart(SimStruct *S) {
    ssGetPWork(S)[0] = new std::string(block::text(ssGetSFcnParam(S, 0)));
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    const block::Port ports(S);
    const bool sum = *static_cast<std::string *>(ssGetPWork(S)[0]) == "sum";
    for (int_T i = 0; i < ports.width(0); ++i)
        ports.out(0)[i] = sum ? ports.in(0)[i] + ports.in(1)[i] : ports.in(0)[i] * ports.in(1)[i];
    UNUSED_ARG(tid);
}

static void mdlTerminate(SimStruct *S) {
    delete static_cast<std::string *>(ssGetPWork(S)[0]);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
