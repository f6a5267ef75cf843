/* the frame of a UDP sender: options, a name and a port as parameters, everything that would touch
 * the network behind two small functions */
#define S_FUNCTION_NAME  style_udp
#define S_FUNCTION_LEVEL 2

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "simstruc.h"
#ifdef _WIN32
#include <winsock2.h>
#pragma comment(lib, "ws2_32.lib")
#else
#include <errno.h>
#include <unistd.h>
#endif

#define HOST_PARAM 0
#define PORT_PARAM 1

typedef struct tag_connection {
    char host[64];
    int port;
    unsigned long packets;
    unsigned char last[64];
} connection;

static int connection_open(connection *c, const char *host, int port) {
    if (port < 1024 || port > 65535)
        return -1;
    strncpy(c->host, host, sizeof(c->host) - 1);
    c->port = port;
    return 0;
}

static int connection_send(connection *c, const void *bytes, size_t n) {
    if (n > sizeof(c->last))
        return -1;
    memcpy(c->last, bytes, n);
    c->packets++;
    return (int)n;
}

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 2);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    if (!mxIsChar(ssGetSFcnParam(S, HOST_PARAM))) {
        ssSetErrorStatus(S, "The host must be a string");
        return;
    }
    if (!ssSetNumInputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, DYNAMICALLY_SIZED);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetInputPortRequiredContiguous(S, 0, 1);
    if (!ssSetNumOutputPorts(S, 1))
        return;
    ssSetOutputPortWidth(S, 0, 1);
    ssSetOutputPortDataType(S, 0, SS_INT32);
    ssSetNumSampleTimes(S, 1);
    ssSetNumPWork(S, 1);
    ssSetOptions(S, SS_OPTION_CALL_TERMINATE_ON_EXIT);
}

#define MDL_SET_INPUT_PORT_WIDTH
static void mdlSetInputPortWidth(SimStruct *S, int_T port, int_T inputPortWidth) {
    ssSetInputPortWidth(S, port, inputPortWidth);
}

#define MDL_SET_OUTPUT_PORT_WIDTH
static void mdlSetOutputPortWidth(SimStruct *S, int_T port, int_T outputPortWidth) {
    ssSetErrorStatus(S, "the output is a scalar");
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, INHERITED_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_START
static void mdlStart(SimStruct *S) {
    static char msg[256];
    char host[64];
    connection *c;
    mxGetString(ssGetSFcnParam(S, HOST_PARAM), host, sizeof(host));
    c = (connection *)malloc(sizeof(connection));
    memset(c, 0, sizeof(*c));
    ssSetPWorkValue(S, 0, c);
    if (connection_open(c, host, (int)mxGetScalar(ssGetSFcnParam(S, PORT_PARAM))) != 0) {
        sprintf(msg, "Cannot open %s:%d", host, (int)mxGetScalar(ssGetSFcnParam(S, PORT_PARAM)));
        ssSetErrorStatus(S, msg);
    }
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    connection *c = ssGetPWorkValue(S, 0);
    int n = ssGetInputPortWidth(S, 0) * (int)sizeof(real_T);
    int32_T *y = (int32_T *)ssGetOutputPortSignal(S, 0);
    if (connection_send(c, ssGetInputPortSignal(S, 0), n) < 0)
        ssSetErrorStatus(S, "send failed");
    y[0] = (int32_T)c->packets;
}

static void mdlTerminate(SimStruct *S) {
    if (ssGetPWork(S)) {
        connection *c = (connection *)ssGetPWorkValue(S, 0);
        if (c) {
            ssPrintf("%lu packets to %s\n", c->packets, c->host);
            free(c);
        }
        ssSetPWorkValue(S, 0, NULL);
    }
}

#ifdef MATLAB_MEX_FILE /* Is this file being compiled as a MEX-file? */
#include "simulink.c"  /* MEX-file interface mechanism */
#else
#include "cg_sfun.h" /* Code generation registration function */
#endif
