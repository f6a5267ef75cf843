/* ends the program or crashes: in the method of its first parameter (1 sizes, 2 sample times,
 * 3 start, 4 conditions, 5 outputs, 6 update, 7 terminate), in the way of its second one (1 exit,
 * 2 _exit, 3 abort, 4 a number divided by zero, 5 a write to nowhere, 6 an illegal instruction,
 * 7 a signal that ends it, 8 a read of memory that it has freed) */
#define S_FUNCTION_NAME  sfun_ends
#define S_FUNCTION_LEVEL 2
#include "check.h"

#include <signal.h>
#include <unistd.h>

static void end_in(SimStruct *S, int_T method) {
    static volatile char *volatile gone;
    if (ssGetSFcnParamsCount(S) != 2 || (int_T)mxGetScalar(ssGetSFcnParam(S, 0)) != method)
        return;
    switch ((int_T)mxGetScalar(ssGetSFcnParam(S, 1))) {
    case 1:
        exit(3);
    case 2:
        _exit(4);
    case 3:
        abort();
    case 4:
        raise(SIGFPE);
        break;
    case 5:
        raise(SIGSEGV);
        break;
    case 6:
        raise(SIGILL);
        break;
    case 7:
        raise(SIGKILL);
        break;
    case 8:
        gone = (volatile char *)malloc(10);
        free((void *)gone);
        gone[0] = 1;
        break;
    default:
        raise(SIGBUS);
        break;
    }
}

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 2);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    end_in(S, 1);
    if (!ssSetNumInputPorts(S, 0) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, 1);
    ssSetNumSampleTimes(S, 1);
    ssSetOptions(S, SS_OPTION_CALL_TERMINATE_ON_EXIT);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    end_in(S, 2);
    ssSetSampleTime(S, 0, 1.0);
    ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_START
static void mdlStart(SimStruct *S) {
    end_in(S, 3);
}

#define MDL_INITIALIZE_CONDITIONS
static void mdlInitializeConditions(SimStruct *S) {
    end_in(S, 4);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    UNUSED_ARG(tid);
    end_in(S, 5);
    ssGetOutputPortRealSignal(S, 0)[0] = 1.0;
}

#define MDL_UPDATE
static void mdlUpdate(SimStruct *S, int_T tid) {
    UNUSED_ARG(tid);
    end_in(S, 6);
}

static void mdlTerminate(SimStruct *S) {
    end_in(S, 7);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
