// an object per block in PWork; a C++ exception becomes an error of the block
#define S_FUNCTION_NAME  sfun_throw
#define S_FUNCTION_LEVEL 2
#include "check.h"

#include <stdexcept>
#include <string>
#include <vector>

namespace {

class Averager {
  public:
    explicit Averager(std::size_t size) : window(size, 0.0) {
        if (size > 100)
            throw std::out_of_range("a window of at most 100");
    }
    double add(double value) {
        window[next] = value;
        next = (next + 1) % window.size();
        double sum = 0.0;
        for (double v : window)
            sum += v;
        return sum / static_cast<double>(window.size());
    }

  private:
    std::vector<double> window;
    std::size_t next = 0;
};

} // namespace

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 2);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    if (!ssSetNumInputPorts(S, 1) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, 1);
    ssSetInputPortDirectFeedThrough(S, 0, true);
    ssSetInputPortRequiredContiguous(S, 0, true);
    ssSetOutputPortWidth(S, 0, 1);
    ssSetNumPWork(S, 1);
    ssSetNumSampleTimes(S, 1);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, 0.5);
    ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_START
static void mdlStart(SimStruct *S) {
    std::size_t size = static_cast<std::size_t>(mxGetScalar(ssGetSFcnParam(S, 0)));
    ssSetPWorkValue(S, 0, new Averager(size));
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    UNUSED_ARG(tid);
    const int kind = static_cast<int>(mxGetScalar(ssGetSFcnParam(S, 1)));
    if (kind == 1)
        throw std::runtime_error(std::string("thrown in ") + "outputs");
    if (kind == 2)
        throw 42;
    if (kind == 3)
        mexErrMsgTxt("told by mexErrMsgTxt from C++");
    Averager *averager = static_cast<Averager *>(ssGetPWorkValue(S, 0));
    const real_T *u = static_cast<const real_T *>(ssGetInputPortSignal(S, 0));
    ssGetOutputPortRealSignal(S, 0)[0] = averager->add(u[0]);
}

static void mdlTerminate(SimStruct *S) {
    delete static_cast<Averager *>(ssGetPWorkValue(S, 0));
    ssSetPWorkValue(S, 0, nullptr);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
