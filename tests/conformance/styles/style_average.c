/* moving average over the last N samples, in memory from calloc kept in PWork */
#define S_FUNCTION_NAME  style_average
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    int n, pos, filled;
    double sum;
    double *buffer;
} window_t;

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 1);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    ssSetSFcnParamTunable(S, 0, 0);
    if (!ssSetNumInputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, 1);
    ssSetInputPortRequiredContiguous(S, 0, true); /*direct input signal access*/
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    if (!ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, 1);
    ssSetNumSampleTimes(S, 1);
    ssSetNumPWork(S, 1);
    ssSetSimStateCompliance(S, USE_DEFAULT_SIM_STATE);
    ssSetOptions(S, 0);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, 0.25);
    ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_START
#if defined(MDL_START)
static void mdlStart(SimStruct *S) {
    window_t *w = (window_t *)calloc(1, sizeof(window_t));
    if (!w) {
        ssSetErrorStatus(S, "no memory");
        return;
    }
    w->n = (int)mxGetPr(ssGetSFcnParam(S, 0))[0];
    w->buffer = (double *)calloc(w->n, sizeof(double));
    ssGetPWork(S)[0] = (void *)w;
}
#endif

static void mdlOutputs(SimStruct *S, int_T tid) {
    window_t *w = (window_t *)ssGetPWork(S)[0];
    const real_T *u = (const real_T *)ssGetInputPortSignal(S, 0);
    real_T *y = ssGetOutputPortSignal(S, 0);
    w->sum += u[0] - w->buffer[w->pos];
    w->buffer[w->pos] = u[0];
    w->pos = (w->pos + 1) % w->n;
    if (w->filled < w->n)
        w->filled++;
    y[0] = w->sum / w->filled;
}

static void mdlTerminate(SimStruct *S) {
    window_t *w = (window_t *)ssGetPWork(S)[0];
    if (w) {
        free(w->buffer);
        free(w);
        ssGetPWork(S)[0] = NULL;
    }
}

#ifdef MATLAB_MEX_FILE /* Is this file being compiled as a MEX-file? */
#include "simulink.c"  /* MEX-file interface mechanism */
#else
#include "cg_sfun.h" /* Code generation registration function */
#endif
