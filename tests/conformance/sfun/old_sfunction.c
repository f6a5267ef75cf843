/* an S-function built with another version of the layout */
#define S_FUNCTION_NAME  old_sfunction
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"

#undef BD_SS_ABI
#define BD_SS_ABI 0

static void mdlInitializeSizes(SimStruct *S) {
    UNUSED_ARG(S);
}
static void mdlInitializeSampleTimes(SimStruct *S) {
    UNUSED_ARG(S);
}
static void mdlOutputs(SimStruct *S, int_T tid) {
    UNUSED_ARG(S);
    UNUSED_ARG(tid);
}
static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
