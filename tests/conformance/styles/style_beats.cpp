/* events at random distances, seeded: variable sample time, extern "C" around everything, an object
 * that lives in user data */
#ifdef __cplusplus
extern "C" {
#endif
#define S_FUNCTION_NAME  style_beats
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"
#ifdef __cplusplus
}
#endif
#include <cmath>
#include <random>
#include <vector>

struct Beats {
    std::minstd_rand engine;
    std::vector<double> times;
    explicit Beats(unsigned seed) : engine(seed) {}
    double gap() {
        return 0.1 + 0.05 * double(engine() % 4u);
    }
};

#ifdef __cplusplus
extern "C" {
#endif
static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 1);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    if (!ssSetNumInputPorts(S, 0))
        return;
    if (!ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, 2);
    ssSetNumSampleTimes(S, 1);
    ssSetOptions(S, 0);
}
static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, VARIABLE_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
}
#define MDL_START
static void mdlStart(SimStruct *S) {
    ssSetUserData(S, new Beats(static_cast<unsigned>(mxGetScalar(ssGetSFcnParam(S, 0)))));
}
#define MDL_GET_TIME_OF_NEXT_VAR_HIT
static void mdlGetTimeOfNextVarHit(SimStruct *S) {
    ssSetTNext(S, ssGetT(S) + static_cast<Beats *>(ssGetUserData(S))->gap());
}
static void mdlOutputs(SimStruct *S, int_T tid) {
    Beats *b = static_cast<Beats *>(ssGetUserData(S));
    real_T *y = ssGetOutputPortRealSignal(S, 0);
    if (ssIsSampleHit(S, 0, tid))
        b->times.push_back(ssGetT(S));
    y[0] = double(b->times.size());
    y[1] = b->times.empty() ? 0.0 : b->times.back();
}
static void mdlTerminate(SimStruct *S) {
    delete static_cast<Beats *>(ssGetUserData(S));
    ssSetUserData(S, NULL);
}
#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
#ifdef __cplusplus
}
#endif
