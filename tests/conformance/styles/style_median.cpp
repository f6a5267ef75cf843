// an object per block, containers and strings of the library, methods found through PWork
#define S_FUNCTION_LEVEL 2
#define S_FUNCTION_NAME  style_median
#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>
#include "simstruc.h"

namespace {
class Filter {
  public:
    explicit Filter(std::size_t n) : n_(n) {}
    virtual ~Filter() = default;
    virtual double step(double u) = 0;

  protected:
    std::size_t n_;
    std::deque<double> window_;
};
class Median final : public Filter {
  public:
    using Filter::Filter;
    double step(double u) override {
        window_.push_back(u);
        if (window_.size() > n_)
            window_.pop_front();
        std::vector<double> sorted(window_.begin(), window_.end());
        std::sort(sorted.begin(), sorted.end());
        return sorted[sorted.size() / 2];
    }
};
class Mean final : public Filter {
  public:
    using Filter::Filter;
    double step(double u) override {
        window_.push_back(u);
        if (window_.size() > n_)
            window_.pop_front();
        return std::accumulate(window_.begin(), window_.end(), 0.0) /
               static_cast<double>(window_.size());
    }
};
std::unique_ptr<Filter> make(const std::string &kind, std::size_t n) {
    if (kind == "median")
        return std::make_unique<Median>(n);
    if (kind == "mean")
        return std::make_unique<Mean>(n);
    throw std::invalid_argument("no filter is called " + kind);
}
std::string text(const mxArray *a) {
    std::unique_ptr<char, void (*)(void *)> raw(mxArrayToString(a), mxFree);
    return raw ? std::string(raw.get()) : std::string();
}
} // namespace

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 2);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    for (int i = 0; i < 2; ++i)
        ssSetSFcnParamTunable(S, i, false);
    if (!ssSetNumInputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, 1);
    ssSetInputPortDirectFeedThrough(S, 0, true);
    ssSetInputPortRequiredContiguous(S, 0, true);
    if (!ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, 1);
    ssSetNumSampleTimes(S, 1);
    ssSetNumPWork(S, 1);
    ssSetSimStateCompliance(S, DISALLOW_SIM_STATE);
    ssSetOptions(S, SS_OPTION_EXCEPTION_FREE_CODE);
}
static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, INHERITED_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
    ssSetModelReferenceSampleTimeDefaultInheritance(S);
}
#define MDL_START
static void mdlStart(SimStruct *S) {
    static std::string problem;
    try {
        const auto n = static_cast<std::size_t>(mxGetScalar(ssGetSFcnParam(S, 1)));
        ssGetPWork(S)[0] = static_cast<void *>(make(text(ssGetSFcnParam(S, 0)), n).release());
    } catch (const std::exception &e) {
        std::ostringstream out;
        out << ssGetPath(S) << ": " << e.what();
        problem = out.str();
        ssSetErrorStatus(S, problem.c_str());
    }
}
static void mdlOutputs(SimStruct *S, int_T) {
    auto *filter = static_cast<Filter *>(ssGetPWork(S)[0]);
    const real_T *u = static_cast<const real_T *>(ssGetInputPortSignal(S, 0));
    real_T *y = ssGetOutputPortRealSignal(S, 0);
    if (ssIsMajorTimeStep(S))
        y[0] = filter->step(u[0]);
}
static void mdlTerminate(SimStruct *S) {
    delete static_cast<Filter *>(ssGetPWork(S)[0]);
    ssGetPWork(S)[0] = nullptr;
}
#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
