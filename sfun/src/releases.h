/* what releases of Simulink know differently, for sfun_multirate.c alone
 *
 * The host's calls may be macros that are bare blocks { … }, or functions: so each setter is a
 * statement in braces with arguments without side effects, and what a release offers is not asked
 * by #ifdef. build_sfun tells the release, 20191 for R2019a; otherwise it is a current one. */
#ifndef SFUN_RELEASES_H
#define SFUN_RELEASES_H

#ifndef SIMULINK_RELEASE
#define SIMULINK_RELEASE 99999
#endif

#if SIMULINK_RELEASE >= 20151
#define TEXT_OF_CHARACTERS(value) mxArrayToUTF8String(value)
#else
#define TEXT_OF_CHARACTERS(value) mxArrayToString(value)
#endif

#if SIMULINK_RELEASE >= 20191
#define MDL_OPERATING_POINT
#define SAVE_POINT    mdlGetOperatingPoint
#define RESTORE_POINT mdlSetOperatingPoint
#else
#define MDL_SIM_STATE
#define SAVE_POINT    mdlGetSimState
#define RESTORE_POINT mdlSetSimState
#endif

/* the block compensates by itself: no second compensation by the host */
static void no_compensation(SimStruct *S) {
#if SIMULINK_RELEASE >= 20181
    for (int_T i = 0; i < ssGetNumOutputPorts(S); i++)
        ssSetOutputPortIsContinuousQuantity(S, i, 0);
    for (int_T i = 0; i < ssGetNumInputPorts(S); i++)
        ssSetInputPortIsContinuousQuantity(S, i, 0);
#else
    UNUSED_ARG(S);
#endif
}

/* a For Each subsystem would run all its parts with one slave; operating points are the block's own
 */
static void declare_compliance(SimStruct *S) {
#if SIMULINK_RELEASE >= 20101
    ssSupportsMultipleExecInstances(S, 0);
#endif
#if SIMULINK_RELEASE >= 20191
    ssSetOperatingPointCompliance(S, USE_CUSTOM_OPERATING_POINT);
#else
    ssSetSimStateCompliance(S, USE_CUSTOM_SIM_STATE);
#endif
}

static int is_code_for_elsewhere(SimStruct *S) {
#if SIMULINK_RELEASE >= 20121
    return ssRTWGenIsCodeGen(S) && !ssRTWGenIsModelReferenceSimTarget(S) &&
           !ssIsRapidAcceleratorActive(S);
#else
    UNUSED_ARG(S);
    return 0;
#endif
}

#endif
