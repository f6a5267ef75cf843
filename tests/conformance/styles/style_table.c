/* reads a table from a text file when the run starts; the name of the file is a parameter, the path
 * is put together by hand */
#define S_FUNCTION_NAME  style_table
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"
#include <ctype.h>
#include <errno.h>

#define P_NAME  ssGetSFcnParam(S, 0)
#define P_DIR   ssGetSFcnParam(S, 1)
#define NPARAMS 2
typedef struct {
    int n;
    double *x, *y;
} table_t;
static char errtxt[512];

#define MDL_CHECK_PARAMETERS
static void mdlCheckParameters(SimStruct *S) {
    int_T i;
    for (i = 0; i < NPARAMS; i++) {
        if (!mxIsChar(ssGetSFcnParam(S, i))) {
            snprintf(errtxt, sizeof errtxt, "Parameter %d must be a string", i + 1);
            ssSetErrorStatus(S, errtxt);
            return;
        }
    }
}
static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, NPARAMS);
#if defined(MATLAB_MEX_FILE)
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        goto EXIT_POINT;
    mdlCheckParameters(S);
    if (ssGetErrorStatus(S))
        goto EXIT_POINT;
#endif
    {
        int_T i;
        for (i = 0; i < NPARAMS; i++)
            ssSetSFcnParamNotTunable(S, i);
    }
    if (!ssSetNumInputPorts(S, 1))
        goto EXIT_POINT;
    ssSetInputPortWidth(S, 0, 1);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    if (!ssSetNumOutputPorts(S, 1))
        goto EXIT_POINT;
    ssSetOutputPortWidth(S, 0, 1);
    ssSetNumSampleTimes(S, 1);
    ssSetNumPWork(S, 1);
    ssSetOptions(S, SS_OPTION_CALL_TERMINATE_ON_EXIT | SS_OPTION_RUNTIME_EXCEPTION_FREE_CODE);
EXIT_POINT:
    return;
}
static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, INHERITED_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
}
#define MDL_START
static void mdlStart(SimStruct *S) {
    char *name = mxArrayToString(P_NAME), *dir = mxArrayToString(P_DIR), path[1024], line[256];
    FILE *f;
    table_t *t = (table_t *)calloc(1, sizeof *t);
    ssGetPWork(S)[0] = t;
    sprintf(path, "%s%s%s", dir, *dir ? "/" : "", name);
    f = fopen(path, "r");
    if (!f) {
        sprintf(errtxt, "cannot open table '%s': %s", name,
                errno == ENOENT ? "no such file" : strerror(errno));
        ssSetErrorStatus(S, errtxt);
        mxFree(name);
        mxFree(dir);
        return;
    }
    t->x = (double *)malloc(100 * sizeof(double));
    t->y = (double *)malloc(100 * sizeof(double));
    while (t->n < 100 && fgets(line, sizeof line, f)) {
        if (line[0] == '#' || isspace((unsigned char)line[0]))
            continue;
        if (sscanf(line, "%lf %lf", &t->x[t->n], &t->y[t->n]) == 2)
            t->n++;
    }
    fclose(f);
    mexPrintf("%d rows\n", t->n);
    mxFree(name);
    mxFree(dir);
}
static void mdlOutputs(SimStruct *S, int_T tid) {
    const table_t *t = (const table_t *)ssGetPWork(S)[0];
    double u = *ssGetInputPortRealSignalPtrs(S, 0)[0];
    int i = 0;
    while (i < t->n - 2 && u > t->x[i + 1])
        i++;
    *ssGetOutputPortRealSignal(S, 0) =
        t->y[i] + (u - t->x[i]) * (t->y[i + 1] - t->y[i]) / (t->x[i + 1] - t->x[i]);
}
static void mdlTerminate(SimStruct *S) {
    table_t *t = ssGetPWork(S) ? (table_t *)ssGetPWork(S)[0] : NULL;
    if (t) {
        free(t->x);
        free(t->y);
        free(t);
        ssGetPWork(S)[0] = NULL;
    }
}
#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
