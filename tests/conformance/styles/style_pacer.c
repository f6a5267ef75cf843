/* written for a Windows toolchain, with everything of it behind guards; exports, pragmas, console
 * output by way of a macro, long and unusual integer types */
#ifdef _MSC_VER
#pragma warning(disable : 4996)
#define _CRT_SECURE_NO_WARNINGS
#endif
#if defined(_WIN32) || defined(_WIN64)
#include <windows.h>
#define SLEEP_MS(x) Sleep(x)
typedef __int64 ticks_t;
#else
#include <time.h>
#include <sys/time.h>
#include <unistd.h>
#define SLEEP_MS(x) usleep((x)*1000)
typedef long long ticks_t;
#endif
#define S_FUNCTION_LEVEL 2
#define S_FUNCTION_NAME  style_pacer
#include "simstruc.h"
#ifndef M_PI
#define M_PI 3.14159265358979323846
#endif
#ifndef min
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#endif
#define DEBUG_PRINT(...)                                                                           \
    do {                                                                                           \
        if (verbose)                                                                               \
            ssPrintf(__VA_ARGS__);                                                                 \
    } while (0)
static int verbose = 0;
static ticks_t now_us(void) {
#ifdef _WIN32
    LARGE_INTEGER t, f;
    QueryPerformanceCounter(&t);
    QueryPerformanceFrequency(&f);
    return 1000000 * t.QuadPart / f.QuadPart;
#else
    struct timeval tv;
    gettimeofday(&tv, NULL);
    return (ticks_t)tv.tv_sec * 1000000 + tv.tv_usec;
#endif
}
static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 2);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    verbose = (int)mxGetScalar(ssGetSFcnParam(S, 1));
    if (!ssSetNumInputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, 1);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetInputPortDataType(S, 0, SS_DOUBLE);
    if (!ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, 1);
    ssSetNumSampleTimes(S, 1);
    ssSetNumDWork(S, 2);
    ssSetDWorkWidth(S, 0, 1);
    ssSetDWorkDataType(S, 0, SS_DOUBLE);
    ssSetDWorkWidth(S, 1, sizeof(ticks_t));
    ssSetDWorkDataType(S, 1, SS_UINT8);
    ssSetSimStateCompliance(S, USE_DEFAULT_SIM_STATE);
    ssSetOptions(S, SS_OPTION_EXCEPTION_FREE_CODE | SS_OPTION_DISALLOW_CONSTANT_SAMPLE_TIME);
}
static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, INHERITED_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0);
}
#define MDL_START
static void mdlStart(SimStruct *S) {
    ticks_t t = now_us();
    memcpy(ssGetDWork(S, 1), &t, sizeof t);
    *(double *)ssGetDWork(S, 0) = 0;
    DEBUG_PRINT("start of %s\n", ssGetModelName(S));
}
#define MDL_SIM_STATUS_CHANGE
static void mdlSimStatusChange(SimStruct *S, ssSimStatusChangeType simStatus) {
    if (simStatus == SIM_PAUSE)
        ssPrintf("pause\n");
    else if (simStatus == SIM_CONTINUE)
        ssPrintf("go\n");
}
static void mdlOutputs(SimStruct *S, int_T tid) {
    double scale = mxGetScalar(ssGetSFcnParam(S, 0)), u = *ssGetInputPortRealSignalPtrs(S, 0)[0];
    ticks_t t0;
    memcpy(&t0, ssGetDWork(S, 1), sizeof t0);
    if (scale > 0 && ssIsMajorTimeStep(S))
        while (now_us() - t0 < (ticks_t)(1e6 * scale * ssGetT(S)))
            SLEEP_MS(1);
    *(double *)ssGetDWork(S, 0) = max(*(double *)ssGetDWork(S, 0), fmod(u, 2 * M_PI));
    ssGetOutputPortRealSignal(S, 0)[0] = min(*(double *)ssGetDWork(S, 0), M_PI);
}
static void mdlTerminate(SimStruct *S) {
    DEBUG_PRINT("end\n");
}
#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
