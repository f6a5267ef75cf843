/* a worker thread from mdlStart to mdlTerminate, with a lock around what they share */
#define S_FUNCTION_NAME  style_thread
#define S_FUNCTION_LEVEL 2
#include <pthread.h>
#include "simstruc.h"

typedef struct {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int stop, fresh;
    real_T input, output;
} worker;

static void *work(void *argument) {
    worker *w = (worker *)argument;
    pthread_mutex_lock(&w->lock);
    while (!w->stop) {
        if (w->fresh) {
            w->output += w->input;
            w->fresh = 0;
            pthread_cond_broadcast(&w->changed);
        }
        pthread_cond_wait(&w->changed, &w->lock);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, 0);
    if (!ssSetNumInputPorts(S, 1) || !ssSetNumOutputPorts(S, 1))
        return;
    ssSetInputPortWidth(S, 0, 1);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    ssSetOutputPortWidth(S, 0, 1);
    ssSetNumPWork(S, 1);
    ssSetNumSampleTimes(S, 1);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, 0.5);
    ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_START
static void mdlStart(SimStruct *S) {
    worker *w = (worker *)calloc(1, sizeof(worker));
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->changed, NULL);
    ssGetPWork(S)[0] = w;
    if (pthread_create(&w->thread, NULL, work, w))
        ssSetErrorStatus(S, "no thread");
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    worker *w = (worker *)ssGetPWork(S)[0];
    pthread_mutex_lock(&w->lock);
    w->input = *ssGetInputPortRealSignalPtrs(S, 0)[0];
    w->fresh = 1;
    pthread_cond_broadcast(&w->changed);
    while (w->fresh)
        pthread_cond_wait(&w->changed, &w->lock);
    ssGetOutputPortRealSignal(S, 0)[0] = w->output;
    pthread_mutex_unlock(&w->lock);
}

static void mdlTerminate(SimStruct *S) {
    worker *w = (worker *)ssGetPWork(S)[0];
    if (!w)
        return;
    pthread_mutex_lock(&w->lock);
    w->stop = 1;
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->lock);
    pthread_join(w->thread, NULL);
    free(w);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
