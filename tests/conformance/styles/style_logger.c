/* writes what it sees to a file and reads it back at the end */
#define S_FUNCTION_NAME  style_logger
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 0);
    if (!ssSetNumInputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, DYNAMICALLY_SIZED);
    if (!ssSetNumOutputPorts(S, 0))
        return;
    ssSetNumSampleTimes(S, 1);
    ssSetNumPWork(S, 1);
    ssSetNumIWork(S, 1);
    ssSetOptions(S, SS_OPTION_SIM_VIEWING_DEVICE);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, INHERITED_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, FIXED_IN_MINOR_STEP_OFFSET);
}

#define MDL_START
static void mdlStart(SimStruct *S) {
    FILE *f = tmpfile();
    if (!f) {
        ssSetErrorStatus(S, "cannot open a file");
        return;
    }
    ssSetPWorkValue(S, 0, f);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    UNUSED_ARG(tid);
}

#define MDL_UPDATE /* a sink without feedthrough needs it to be called at every hit */
static void mdlUpdate(SimStruct *S, int_T tid) {
    FILE *f = (FILE *)ssGetPWorkValue(S, 0);
    InputRealPtrsType u = ssGetInputPortRealSignalPtrs(S, 0);
    int_T i;
    fprintf(f, "%g", ssGetT(S));
    for (i = 0; i < ssGetInputPortWidth(S, 0); i++)
        fprintf(f, "%c%.6f", i ? ',' : ';', *u[i]);
    fprintf(f, "\n");
    ssGetIWork(S)[0]++;
    UNUSED_ARG(tid);
}

static void mdlTerminate(SimStruct *S) {
    FILE *f = (FILE *)ssGetPWorkValue(S, 0);
    char line[100];
    if (!f)
        return;
    rewind(f);
    while (fgets(line, sizeof line, f))
        ssPrintf("%s", line);
    ssPrintf("%d lines\n", ssGetIWork(S)[0]);
    fclose(f);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
