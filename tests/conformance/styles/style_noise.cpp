// a seeded source of noise with the means of modern C++
#define S_FUNCTION_NAME  style_noise
#define S_FUNCTION_LEVEL 2

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "simstruc.h"

namespace noise {
template <typename T> class Generator {
  public:
    explicit Generator(T seed) : state(seed) {}
    double operator()() {
        state =
            state * static_cast<T>(6364136223846793005ULL) + static_cast<T>(1442695040888963407ULL);
        return static_cast<double>(state >> 40) / static_cast<double>(1ULL << 24);
    }

  private:
    T state;
};
} // namespace noise

using Source = std::function<double()>;

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 1);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    ssSetSFcnParamTunable(S, 0, SS_PRM_NOT_TUNABLE);
    if (!ssSetNumInputPorts(S, 0))
        return;
    if (!ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(
        S, 0,
        static_cast<int_T>(std::max<std::size_t>(1, mxGetNumberOfElements(ssGetSFcnParam(S, 0)))));
    ssSetNumPWork(S, 1);
    ssSetNumSampleTimes(S, 1);
    ssSetRuntimeThreadSafetyCompliance(S, RUNTIME_THREAD_SAFETY_COMPLIANCE_FALSE);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, 0.5);
    ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_START
static void mdlStart(SimStruct *S) {
    auto sources = std::make_unique<std::vector<Source>>();
    const mxArray *seeds = ssGetSFcnParam(S, 0);
    std::for_each(mxGetPr(seeds), mxGetPr(seeds) + mxGetNumberOfElements(seeds), [&](double seed) {
        sources->emplace_back(noise::Generator<std::uint64_t>(static_cast<std::uint64_t>(seed)));
    });
    ssSetPWorkValue(S, 0, sources.release());
}

static void mdlOutputs(SimStruct *S, int_T) {
    auto &sources = *static_cast<std::vector<Source> *>(ssGetPWorkValue(S, 0));
    real_T *y = ssGetOutputPortRealSignal(S, 0);
    std::transform(sources.begin(), sources.end(), y, [](Source &s) { return s(); });
}

static void mdlTerminate(SimStruct *S) {
    delete static_cast<std::vector<Source> *>(ssGetPWorkValue(S, 0));
    ssSetPWorkValue(S, 0, nullptr);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
