/* a Kalman filter for position and speed: matrices in discrete states, helpers for 2 by 2 algebra
 */
#define S_FUNCTION_NAME  style_kalman
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"

#define TS     0.5
#define Q_S(S) (*mxGetPr(ssGetSFcnParam(S, 0)))
#define R_S(S) (*mxGetPr(ssGetSFcnParam(S, 1)))

typedef struct kf {
    real_T x[2];
    real_T P[4];
} kf;

static void multiply(const real_T *a, const real_T *b, real_T *c) {
    int_T i, j;
    for (i = 0; i < 2; i++)
        for (j = 0; j < 2; j++)
            c[i + 2 * j] = a[i] * b[2 * j] + a[i + 2] * b[1 + 2 * j];
}

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 2);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    ssSetNumContStates(S, 0);
    ssSetNumDiscStates(S, (int_T)(sizeof(kf) / sizeof(real_T)));
    if (!ssSetNumInputPorts(S, 1) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, 1);
    ssSetInputPortDirectFeedThrough(S, 0, 0);
    ssSetOutputPortWidth(S, 0, 2);
    ssSetNumSampleTimes(S, 1);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, TS);
    ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_INITIALIZE_CONDITIONS
static void mdlInitializeConditions(SimStruct *S) {
    kf *f = (kf *)ssGetRealDiscStates(S);
    f->x[0] = f->x[1] = 0.0;
    f->P[0] = f->P[3] = 1e3;
    f->P[1] = f->P[2] = 0.0;
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    const kf *f = (const kf *)ssGetRealDiscStates(S);
    real_T *y = ssGetOutputPortRealSignal(S, 0);
    UNUSED_ARG(tid);
    y[0] = f->x[0];
    y[1] = f->x[1];
}

#define MDL_UPDATE
static void mdlUpdate(SimStruct *S, int_T tid) {
    static const real_T A[4] = {1.0, 0.0, TS, 1.0}, At[4] = {1.0, TS, 0.0, 1.0};
    kf *f = (kf *)ssGetRealDiscStates(S);
    const real_T z = *ssGetInputPortRealSignalPtrs(S, 0)[0];
    real_T AP[4], K[2], inv, e;
    UNUSED_ARG(tid);
    f->x[0] += TS * f->x[1];
    multiply(A, f->P, AP);
    multiply(AP, At, f->P);
    f->P[0] += Q_S(S);
    f->P[3] += Q_S(S);
    inv = 1.0 / (f->P[0] + R_S(S));
    K[0] = f->P[0] * inv;
    K[1] = f->P[1] * inv;
    e = z - f->x[0];
    f->x[0] += K[0] * e;
    f->x[1] += K[1] * e;
    {
        const real_T p0 = f->P[0], p2 = f->P[2];
        f->P[0] -= K[0] * p0;
        f->P[2] -= K[0] * p2;
        f->P[1] -= K[1] * p0;
        f->P[3] -= K[1] * p2;
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
