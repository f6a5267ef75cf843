/* a wrapper around a model behind a table of functions, as an FMU is: instance name and a path of
 * resources from parameters, callbacks for memory and messages */
#define S_FUNCTION_NAME  style_fmu
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"
#include <stdarg.h>
#include <stdio.h>

typedef enum { OK, WARNING, DISCARD, ERROR } status_t;
typedef void *component_t;
typedef struct {
    void (*logger)(const char *instance, status_t status, const char *message, ...);
    void *(*allocate)(size_t n, size_t size);
    void (*release)(void *);
} callbacks_t;
typedef struct {
    component_t (*instantiate)(const char *name, const callbacks_t *functions);
    status_t (*set_real)(component_t c, const unsigned *vr, size_t n, const double *value);
    status_t (*do_step)(component_t c, double t, double h);
    status_t (*get_real)(component_t c, const unsigned *vr, size_t n, double *value);
    void (*release)(component_t c);
} model_t;

typedef struct {
    double input, state, time;
    const callbacks_t *functions;
} first_order_t;

static component_t instantiate(const char *name, const callbacks_t *functions) {
    first_order_t *c = (first_order_t *)functions->allocate(1, sizeof *c);
    c->functions = functions;
    functions->logger(name, OK, "instantiated, %d input", 1);
    return c;
}
static status_t set_real(component_t c, const unsigned *vr, size_t n, const double *value) {
    if (n != 1 || vr[0] != 0)
        return ERROR;
    ((first_order_t *)c)->input = value[0];
    return OK;
}
static status_t do_step(component_t c, double t, double h) {
    first_order_t *m = (first_order_t *)c;
    m->state += h * (m->input - m->state);
    m->time = t + h;
    return OK;
}
static status_t get_real(component_t c, const unsigned *vr, size_t n, double *value) {
    size_t i;
    for (i = 0; i < n; i++)
        value[i] = vr[i] == 1 ? ((first_order_t *)c)->state : ((first_order_t *)c)->time;
    return OK;
}
static void release(component_t c) {
    ((first_order_t *)c)->functions->release(c);
}
static const model_t model = {instantiate, set_real, do_step, get_real, release};

static void logger(const char *instance, status_t status, const char *message, ...) {
    char text[256];
    va_list args;
    va_start(args, message);
    vsnprintf(text, sizeof(text), message, args);
    va_end(args);
    ssPrintf("[%s] %d: %s\n", instance, (int)status, text);
}
static const callbacks_t callbacks = {logger, calloc, free};

enum Parameters { INSTANCE_NAME, STEP_SIZE, NUM_PARAMS };

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, NUM_PARAMS);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return;
    if (!ssSetNumInputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, 1);
    ssSetInputPortRequiredContiguous(S, 0, 1);
    ssSetInputPortDirectFeedThrough(S, 0, 0);
    if (!ssSetNumOutputPorts(S, 2))
        return;
    ssSetOutputPortWidth(S, 0, 1);
    ssSetOutputPortWidth(S, 1, 1);
    ssSetNumSampleTimes(S, 1);
    ssSetNumPWork(S, 1);
    ssSetSimStateCompliance(S, DISALLOW_SIM_STATE);
    ssSetOptions(S, SS_OPTION_CALL_TERMINATE_ON_EXIT);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, mxGetScalar(ssGetSFcnParam(S, STEP_SIZE)));
    ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_START
static void mdlStart(SimStruct *S) {
    char *name = mxArrayToString(ssGetSFcnParam(S, INSTANCE_NAME));
    ssSetPWorkValue(S, 0, model.instantiate(name, &callbacks));
    mxFree(name);
    if (!ssGetPWorkValue(S, 0))
        ssSetErrorStatus(S, "Failed to instantiate");
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    const unsigned vr[2] = {1, 2};
    double y[2];
    if (model.get_real(ssGetPWorkValue(S, 0), vr, 2, y) > WARNING) {
        ssSetErrorStatus(S, "get_real failed");
        return;
    }
    *ssGetOutputPortRealSignal(S, 0) = y[0];
    *ssGetOutputPortRealSignal(S, 1) = y[1];
}

#define MDL_UPDATE
static void mdlUpdate(SimStruct *S, int_T tid) {
    const unsigned vr[1] = {0};
    component_t c = ssGetPWorkValue(S, 0);
    model.set_real(c, vr, 1, ssGetInputPortRealSignal(S, 0));
    model.do_step(c, ssGetT(S), mxGetScalar(ssGetSFcnParam(S, STEP_SIZE)));
}

static void mdlTerminate(SimStruct *S) {
    component_t c = ssGetNumPWork(S) > 0 && ssGetPWork(S) ? ssGetPWorkValue(S, 0) : NULL;
    if (c)
        model.release(c);
    if (c)
        ssSetPWorkValue(S, 0, NULL);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
