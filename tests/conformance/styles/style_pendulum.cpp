// a pendulum as an object; the whole interface wrapped in extern "C" by its author
#ifdef __cplusplus
extern "C" { // use the C fcn-call standard for all functions
#endif       // defined within this scope

#define S_FUNCTION_LEVEL 2
#define S_FUNCTION_NAME  style_pendulum
#include "simstruc.h"

#ifdef __cplusplus
} // end of extern "C" scope
#endif

#include <cmath>
#include <memory>

class Pendulum {
  public:
    Pendulum(double l, double g) : length(l), gravity(g) {}
    void derivative(const double *x, double torque, double *dx) const {
        dx[0] = x[1];
        dx[1] = -gravity / length * std::sin(x[0]) + torque;
    }

  private:
    const double length;
    const double gravity;
};

#ifdef __cplusplus
extern "C" {
#endif

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 1);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    ssSetNumContStates(S, 2);
    if (!ssSetNumInputPorts(S, 0))
        return;
    if (!ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, 1);
    ssSetNumSampleTimes(S, 1);
    ssSetNumPWork(S, 1); // reserve element in the pointers vector to store a C++ object
    ssSetOperatingPointCompliance(S, USE_CUSTOM_OPERATING_POINT);
    ssSetRuntimeThreadSafetyCompliance(S, RUNTIME_THREAD_SAFETY_COMPLIANCE_TRUE);
    ssSetOptions(S, 0);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, CONTINUOUS_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_START
static void mdlStart(SimStruct *S) {
    ssGetPWork(S)[0] = (void *)new Pendulum(*mxGetPr(ssGetSFcnParam(S, 0)), 9.81);
}

#define MDL_INITIALIZE_CONDITIONS
static void mdlInitializeConditions(SimStruct *S) {
    ssGetContStates(S)[0] = 0.1;
    ssGetContStates(S)[1] = 0.0;
}

static void mdlOutputs(SimStruct *S, int_T) {
    ssGetOutputPortRealSignal(S, 0)[0] = ssGetContStates(S)[0];
}

#define MDL_DERIVATIVES
static void mdlDerivatives(SimStruct *S) {
    Pendulum *p = (Pendulum *)ssGetPWork(S)[0]; // retrieve C++ object pointers vector
    p->derivative(ssGetContStates(S), 0.0, ssGetdX(S));
}

static void mdlTerminate(SimStruct *S) {
    Pendulum *p = (Pendulum *)ssGetPWork(S)[0];
    delete p;
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif

#ifdef __cplusplus
} // end of extern "C" scope
#endif
