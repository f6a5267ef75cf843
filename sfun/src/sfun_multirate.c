/* the multirate block as a Level-2 C S-function: a thin adapter between a block diagram and block/
 *
 * Ports become y1 and u1, methods become calls; no numerics and no state outside the instance.
 * Compiles with MATLAB's mex, with Octave's mkoctfile --mex and with a plain C compiler against the
 * open host's headers. */
#define S_FUNCTION_NAME  sfun_multirate
#define S_FUNCTION_LEVEL 2

#include "simstruc.h"

#include "block/diagnostics.h"
#include "block/run.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#if defined(_MSC_VER)
#include <intrin.h>
#endif

/* who this is, for programs that read blocks from outside */
MR_SLAVE_EXPORT extern const int multirate_block_version;
const int multirate_block_version = MR_BLOCK_VERSION;
MR_SLAVE_EXPORT extern mr_block_variables multirate_block_inputs, multirate_block_outputs;
MR_SLAVE_EXPORT extern mr_block_outcome_of multirate_block_outcome;
MR_SLAVE_EXPORT extern mr_block_settings_of multirate_block_settings;

/* The host's calls may be macros that are bare blocks { … }, or functions: so each setter is a
 * statement in braces with arguments without side effects, and what a release offers is not asked
 * by #ifdef. build_sfun tells the release, 20191 for R2019a; otherwise it is a current one. */
#ifndef SIMULINK_RELEASE
#define SIMULINK_RELEASE 99999
#endif

/* a host keeps the pointer to an error text and may read it after mdlTerminate, or after another
 * block has failed too: so sentences outlive their block; nothing else is static. Each gets a place
 * of its own, in whatever thread it is told; no variables per thread, because MinGW's need a
 * library that MATLAB does not have. */
#define TEXTS     64
#define TEXT_ROOM (MR_MESSAGE_SIZE + 64)
static char texts[TEXTS][TEXT_ROOM];
static long text_count;

static char *sentence(const char *what) {
#if defined(_MSC_VER)
    const unsigned long number = (unsigned long)_InterlockedIncrement(&text_count);
#else
    const unsigned long number =
        (unsigned long)__atomic_add_fetch(&text_count, 1, __ATOMIC_RELAXED);
#endif
    char *text = texts[number % TEXTS];
    snprintf(text, TEXT_ROOM, "Multirate block: %s.", what);
    return text;
}

static void fail(SimStruct *S, const char *what) {
    const char *text = sentence(what);
    ssSetErrorStatus(S, text);
}

/* --- parameters --- */

/* 0: the value is no text. Octave and MATLAB have texts of class char; MATLAB has strings too. */
static int get_text(const mxArray *value, mr_block_parameters *parameters, mr_block_parameter which,
                    mr_status *status, mr_message *message) {
    if (mxIsClass(value, "string")) {
        mxArray *string[1], *characters[1];
        string[0] = mxDuplicateArray(value);
        characters[0] = NULL;
        const int converted = mexCallMATLAB(1, characters, 1, string, "char") == 0;
        const int taken = converted && get_text(characters[0], parameters, which, status, message);
        mxDestroyArray(string[0]);
        if (converted)
            mxDestroyArray(characters[0]);
        return taken;
    }
    if (!mxIsChar(value) || (!mxIsEmpty(value) && mxGetM(value) != 1))
        return 0;
#if SIMULINK_RELEASE >= 20151
    char *text = mxIsEmpty(value) ? NULL : mxArrayToUTF8String(value);
#else
    char *text = mxIsEmpty(value) ? NULL : mxArrayToString(value);
#endif
    *status = mr_block_give_text(parameters, which, text ? text : "", message);
    mxFree(text);
    return 1;
}

static int get_number(const mxArray *value, double *number) {
    if (!(mxIsNumeric(value) || mxIsLogical(value)) || mxIsComplex(value) ||
        mxGetNumberOfElements(value) != 1)
        return 0;
    *number = mxGetScalar(value);
    return 1;
}

/* all parameters; the first that is wrong is told, and the others are taken nevertheless */
static mr_status get_parameters(SimStruct *S, mr_block_parameters *parameters,
                                mr_message *message) {
    mr_status all = MR_OK;
    mr_message_clear(message);
    mr_block_parameters_default(parameters);
    for (int i = 0; i < MR_BLOCK_PARAMETER_COUNT; i++) {
        const mr_block_parameter which = (mr_block_parameter)i;
        const mxArray *value = ssGetSFcnParam(S, i);
        mr_message told;
        mr_status status = MR_OK;
        double number = 0.0;
        mr_message_clear(&told);
        if (!value)
            status = mr_block_refuse_value(which, &told);
        else if (get_text(value, parameters, which, &status, &told))
            ; /* good or bad, it was one */
        else if (get_number(value, &number))
            status = mr_block_give_number(parameters, which, number, &told);
        else if (!mxIsEmpty(value) || mr_block_give_text(parameters, which, "", &told) != MR_OK)
            status = mr_block_refuse_value(which, &told);
        if (status != MR_OK && all == MR_OK) {
            all = status;
            *message = told;
        }
    }
    return all;
}

#define MDL_CHECK_PARAMETERS
static void mdlCheckParameters(SimStruct *S) {
    mr_block_parameters parameters;
    mr_config config;
    mr_message message;
    mr_status status = get_parameters(S, &parameters, &message);
    if (status == MR_OK)
        status = mr_block_config(&parameters, false, &config, &message);
    if (status != MR_OK)
        fail(S, message.text);
}

int multirate_block_settings(void *simstruct, char *text, int size) {
    mr_block_parameters parameters;
    mr_message message;
    return get_parameters((SimStruct *)simstruct, &parameters, &message) == MR_OK
               ? mr_block_tell_parameters(&parameters, text, size)
               : -1;
}

/* --- ports --- */

static int_T width_of(int scalars) {
    return scalars == MR_BLOCK_UNKNOWN ? DYNAMICALLY_SIZED : scalars;
}

static void set_ports(SimStruct *S, const mr_block_shape *shape) {
    int_T port = 0;
    if (!ssSetNumInputPorts(S, (shape->inputs != 0) + shape->time_input) ||
        !ssSetNumOutputPorts(S, (shape->outputs != 0) + (shape->diagnostics != 0)))
        return;
    if (shape->inputs != 0) {
        ssSetInputPortWidth(S, port, width_of(shape->inputs));
        ssSetInputPortDirectFeedThrough(S, port, shape->feedthrough);
        port++;
    }
    if (shape->time_input) {
        ssSetInputPortWidth(S, port, 1);
        ssSetInputPortDirectFeedThrough(S, port, 1);
    }
    for (int_T i = 0; i < ssGetNumInputPorts(S); i++)
        ssSetInputPortRequiredContiguous(S, i, 1);
    port = 0;
    if (shape->outputs != 0) {
        ssSetOutputPortWidth(S, port, width_of(shape->outputs));
        port++;
    }
    if (shape->diagnostics != 0)
        ssSetOutputPortWidth(S, port, shape->diagnostics);
#if SIMULINK_RELEASE >= 20181
    /* the block compensates by itself: no second compensation by the host */
    for (int_T i = 0; i < ssGetNumOutputPorts(S); i++)
        ssSetOutputPortIsContinuousQuantity(S, i, 0);
    for (int_T i = 0; i < ssGetNumInputPorts(S); i++)
        ssSetInputPortIsContinuousQuantity(S, i, 0);
#endif
}

/* the accelerators call this very file; code for elsewhere cannot */
static void refuse_code(SimStruct *S) {
#if SIMULINK_RELEASE >= 20121
    if (ssRTWGenIsCodeGen(S) && !ssRTWGenIsModelReferenceSimTarget(S) &&
        !ssIsRapidAcceleratorActive(S)) {
        fail(S, "no code can be generated from it, because the slave is a plug-in that is loaded "
                "while the model runs; normal, accelerator and rapid accelerator mode run it");
    }
#else
    UNUSED_ARG(S);
#endif
}

/* Ports are always set, whatever is wrong, or lines would come off. While a diagram is edited
 * nothing is opened and nothing is complained of: mdlCheckParameters is called for that. */
static void mdlInitializeSizes(SimStruct *S) {
    mr_block_parameters parameters;
    mr_block_shape shape;
    mr_message message;
    ssSetNumSFcnParams(S, MR_BLOCK_PARAMETER_COUNT);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return; /* the host reports the mismatch */
    ssSetOptions(S, SS_OPTION_CALL_TERMINATE_ON_EXIT | SS_OPTION_DISALLOW_CONSTANT_SAMPLE_TIME);
    for (int_T i = 0; i < MR_BLOCK_PARAMETER_COUNT; i++)
        ssSetSFcnParamTunable(S, i, SS_PRM_NOT_TUNABLE);
    const int editing = ssGetSimMode(S) == SS_SIMMODE_SIZES_CALL_ONLY;
    mr_status status = get_parameters(S, &parameters, &message);
    if (status == MR_OK && !editing)
        status = mr_block_learn_shape(&parameters, false, &shape, &message);
    else
        mr_block_last_shape(&parameters, &shape);
    set_ports(S, &shape);
    ssSetNumContStates(S, 0);
    ssSetNumDiscStates(S, 0);
    ssSetNumSampleTimes(S, 1);
    ssSetNumPWork(S, 1);
    ssSetNumRWork(S, 0);
    ssSetNumIWork(S, 1);
    ssSetNumModes(S, 0);
    ssSetNumNonsampledZCs(S, 0);
#if SIMULINK_RELEASE >= 20101
    /* a For Each subsystem would run all its parts with one slave */
    ssSupportsMultipleExecInstances(S, 0);
#endif
#if SIMULINK_RELEASE >= 20191
    ssSetOperatingPointCompliance(S, USE_CUSTOM_OPERATING_POINT);
#else
    ssSetSimStateCompliance(S, USE_CUSTOM_SIM_STATE);
#endif
    if (status != MR_OK && !editing) {
        fail(S, message.text);
        return;
    }
    refuse_code(S);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, CONTINUOUS_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
    ssSetModelReferenceSampleTimeDefaultInheritance(S);
}

/* --- a run --- */

/* NULL before mdlStart, and without memory for pointers */
static mr_block *block_of(SimStruct *S) {
    return ssGetNumPWork(S) < 1 || !ssGetPWork(S) ? NULL : (mr_block *)ssGetPWorkValue(S, 0);
}

/* outlives the block's run */
static void note_outcome(SimStruct *S, mr_block_outcome outcome) {
    if (ssGetNumIWork(S) > 0 && ssGetIWork(S) && ssGetIWorkValue(S, 0) < (int_T)outcome)
        ssSetIWorkValue(S, 0, (int_T)outcome);
}

int multirate_block_outcome(void *simstruct) {
    SimStruct *S = (SimStruct *)simstruct;
    return ssGetNumIWork(S) > 0 && ssGetIWork(S) ? (int)ssGetIWorkValue(S, 0) : MR_BLOCK_GOOD;
}

const mr_variable *multirate_block_inputs(void *simstruct, int *count) {
    const mr_block *b = block_of((SimStruct *)simstruct);
    return b ? mr_block_slave_inputs(b, count) : NULL;
}

const mr_variable *multirate_block_outputs(void *simstruct, int *count) {
    const mr_block *b = block_of((SimStruct *)simstruct);
    return b ? mr_block_slave_outputs(b, count) : NULL;
}

static void close_block(SimStruct *S) {
    mr_block *b = block_of(S);
    if (b) {
        mr_block_close(b);
        ssSetPWorkValue(S, 0, NULL);
    }
}

/* the plug-in, or the file that it reads, may have changed since the diagram was compiled */
static int fits(SimStruct *S, const mr_block *b) {
    mr_block_shape shape;
    mr_block_tell_shape(b, &shape);
    const int inputs = (shape.inputs != 0) + shape.time_input;
    const int outputs = (shape.outputs != 0) + (shape.diagnostics != 0);
    return ssGetNumInputPorts(S) == inputs && ssGetNumOutputPorts(S) == outputs &&
           (shape.inputs == 0 || ssGetInputPortWidth(S, 0) == shape.inputs) &&
           (shape.outputs == 0 || ssGetOutputPortWidth(S, 0) == shape.outputs) &&
           (shape.diagnostics == 0 || ssGetOutputPortWidth(S, outputs - 1) == shape.diagnostics);
}

/* every run opens the slave anew, so a second run (fast restart) begins as the first one did */
#define MDL_START
static void mdlStart(SimStruct *S) {
    mr_block_parameters parameters;
    mr_block *b = NULL;
    mr_message message;
    close_block(S);
    if (ssGetNumIWork(S) > 0 && ssGetIWork(S))
        ssSetIWorkValue(S, 0, MR_BLOCK_GOOD);
    mr_status status = get_parameters(S, &parameters, &message);
    if (status == MR_OK)
        status = mr_block_open(&parameters, ssIsVariableStepSolver(S) != 0, &b, &message);
    ssSetPWorkValue(S, 0, b);
    if (status != MR_OK) {
        fail(S, message.text);
    } else if (!fits(S, b)) {
        fail(S, "the slave's inputs and outputs are others than when the diagram was compiled: "
                "update the diagram");
        close_block(S);
    }
}

/* at the start, and whenever a host resets the states of the subsystem that the block is in */
#define MDL_INITIALIZE_CONDITIONS
static void mdlInitializeConditions(SimStruct *S) {
    mr_block *b = block_of(S);
    if (b)
        mr_block_begin(b);
}

/* the block at this moment; NULL: there is none */
typedef struct view {
    mr_block *block;
    mr_block_shape shape;
    mr_block_moment now;
} view;

static view look(SimStruct *S) {
    view v = {.block = block_of(S)};
    if (!v.block)
        return v;
    mr_block_tell_shape(v.block, &v.shape);
    v.now.t = ssGetT(S);
    v.now.time_signal = v.shape.time_input
                            ? *(const real_T *)ssGetInputPortSignal(S, v.shape.inputs != 0 ? 1 : 0)
                            : v.now.t;
    v.now.y1 = v.shape.inputs != 0 ? (const real_T *)ssGetInputPortSignal(S, 0) : NULL;
    v.now.major = ssIsMajorTimeStep(S) != 0;
    return v;
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    const view v = look(S);
    UNUSED_ARG(tid);
    if (!v.block)
        return;
    const mr_status status = mr_block_outputs(
        v.block, &v.now, v.shape.outputs != 0 ? ssGetOutputPortRealSignal(S, 0) : NULL,
        v.shape.diagnostics != 0 ? ssGetOutputPortRealSignal(S, v.shape.outputs != 0 ? 1 : 0)
                                 : NULL);
    if (status == MR_ERR_NOT_FINITE)
        note_outcome(S, MR_BLOCK_DIVERGED);
    if (status == MR_ERR_STOPPED) { /* a slave that has come to its end ends the run, and that is no
                                       mistake */
        const char *text = sentence(mr_block_error(v.block));
        ssWarning(S, text);
        ssSetStopRequested(S, 1);
    } else if (status != MR_OK) {
        fail(S, mr_block_error(v.block));
    } else if (v.now.major &&
               mr_block_has_jumped(v.block)) { /* a multistep solver must forget its past */
        ssSetSolverNeedsReset(S);
    }
}

#define MDL_UPDATE
static void mdlUpdate(SimStruct *S, int_T tid) {
    const view v = look(S);
    UNUSED_ARG(tid);
    if (!v.block)
        return;
    const mr_status status = mr_block_update(v.block, &v.now);
    if (status == MR_ERR_NOT_FINITE)
        note_outcome(S, MR_BLOCK_DIVERGED);
    if (status != MR_OK)
        fail(S, mr_block_error(v.block));
}

/* --- operating points --- */

#if SIMULINK_RELEASE >= 20191
#define MDL_OPERATING_POINT
#define SAVE_POINT    mdlGetOperatingPoint
#define RESTORE_POINT mdlSetOperatingPoint
#else
#define MDL_SIM_STATE
#define SAVE_POINT    mdlGetSimState
#define RESTORE_POINT mdlSetSimState
#endif

static mxArray *SAVE_POINT(SimStruct *S) {
    mr_block *b = block_of(S);
    mxArray *point = mxCreateDoubleMatrix(1, MR_BLOCK_POINT_NUMBERS, mxREAL);
    if (b && mr_block_save(b, mxGetPr(point)) != MR_OK)
        fail(S, mr_block_error(b));
    return point;
}

static void RESTORE_POINT(SimStruct *S, const mxArray *point) {
    mr_block *b = block_of(S);
    if (!point || !mxIsDouble(point) || mxGetNumberOfElements(point) != MR_BLOCK_POINT_NUMBERS) {
        fail(S, "this is no operating point of a Multirate block");
        return;
    }
    if (b && mr_block_restore(b, mxGetPr(point)) != MR_OK)
        fail(S, mr_block_error(b));
}

/* called without a start too, and after one that failed */
static void mdlTerminate(SimStruct *S) {
    const mr_block *b = block_of(S);
    char doubt[512];
    for (int i = 0; b && i < MR_BLOCK_DOUBTS; i++) {
        if (mr_block_doubts(b, (mr_block_doubt)i, doubt, sizeof doubt)) {
            const char *text = sentence(doubt);
            if (i == MR_BLOCK_RESULT_DOUBTFUL)
                note_outcome(S, MR_BLOCK_DOUBTFUL);
            ssWarning(S, text);
        }
    }
    close_block(S);
}

#ifdef MATLAB_MEX_FILE
#define MDL_RTW
static void mdlRTW(SimStruct *S) {
    refuse_code(S);
}

/* NOLINTNEXTLINE(bugprone-suspicious-include): every S-function ends so */
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
