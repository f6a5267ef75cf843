/* has a timer of its own, whose signal may come at any time, also between two methods */
#define S_FUNCTION_NAME  sfun_alarm
#define S_FUNCTION_LEVEL 2
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* plain C has no timers */
#endif
#include "check.h"

#include <signal.h>
#include <sys/time.h>

static volatile sig_atomic_t rings;

static void ring(int number) {
    (void)number;
    rings++;
}

static void set_timer(long microseconds) {
    struct itimerval every;
    memset(&every, 0, sizeof every);
    every.it_interval.tv_usec = every.it_value.tv_usec = microseconds;
    (void)setitimer(ITIMER_REAL, &every, NULL);
}

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 0);
    if (!ssSetNumInputPorts(S, 0) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, 1);
    ssSetNumSampleTimes(S, 1);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, 1.0);
    ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_START
static void mdlStart(SimStruct *S) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = ring; /* and what it interrupts is not begun again */
    CHECK(S, sigaction(SIGALRM, &action, NULL) == 0);
    set_timer(500);
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    UNUSED_ARG(tid);
    ssGetOutputPortRealSignal(S, 0)[0] = rings;
}

static void mdlTerminate(SimStruct *S) {
    UNUSED_ARG(S);
    set_timer(0);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
