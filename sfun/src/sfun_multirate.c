/* the multirate block as a Level-2 C S-function: a thin adapter between a block diagram and block/
 *
 * Ports become y1 and u1, methods become calls; no numerics and no state outside the instance.
 * Compiles with MATLAB's mex, with Octave's mkoctfile --mex and with a plain C compiler against the
 * open host's headers. */
#define S_FUNCTION_NAME  sfun_multirate
#define S_FUNCTION_LEVEL 2

#include "simstruc.h"

#include "releases.h"

#include "block/diagnostics.h"
#include "block/run.h"

#include <string.h>

/* who this is, for programs that read blocks from outside */
MR_SLAVE_EXPORT extern const int multirate_block_version;
const int multirate_block_version = MR_BLOCK_VERSION;
MR_SLAVE_EXPORT extern mr_block_variables multirate_block_inputs, multirate_block_outputs;
MR_SLAVE_EXPORT extern mr_block_outcome_of multirate_block_outcome;
MR_SLAVE_EXPORT extern mr_block_settings_of multirate_block_settings;
MR_SLAVE_EXPORT extern mr_block_statistics_of multirate_block_statistics;

/* the statistics of the last run, and a number that tells whether there are any */
enum { KEPT_NUMBERS = 1 + (int)((sizeof(mr_statistics) + sizeof(real_T) - 1) / sizeof(real_T)) };

static void fail(SimStruct *S, const char *what) {
    const char *text = mr_block_sentence(what);
    ssSetErrorStatus(S, text);
}

/* --- parameters --- */

/* the text of a value, for mxFree; NULL: it is none, or empty. Octave and MATLAB have texts of
 * class char; MATLAB has strings too. */
static char *text_of(const mxArray *value, int *empty) {
    if (mxIsClass(value, "string")) {
        mxArray *string[1], *characters[1];
        string[0] = mxDuplicateArray(value);
        characters[0] = NULL;
        const int converted = mexCallMATLAB(1, characters, 1, string, "char") == 0;
        char *text = converted ? text_of(characters[0], empty) : NULL;
        mxDestroyArray(string[0]);
        if (converted)
            mxDestroyArray(characters[0]);
        return text;
    }
    *empty = mxIsEmpty(value);
    return mxIsChar(value) && !*empty && mxGetM(value) == 1 ? TEXT_OF_CHARACTERS(value) : NULL;
}

static int is_number(const mxArray *value) {
    return (mxIsNumeric(value) || mxIsLogical(value)) && !mxIsComplex(value) &&
           mxGetNumberOfElements(value) == 1;
}

/* all parameters; the first that is wrong is told */
static mr_status get_parameters(SimStruct *S, mr_block_parameters *parameters,
                                mr_message *message) {
    mr_status status = MR_OK;
    mr_message_clear(message);
    mr_block_parameters_default(parameters);
    for (int i = 0; i < MR_BLOCK_PARAMETER_COUNT; i++) {
        const mxArray *value = ssGetSFcnParam(S, i);
        mr_block_value given = {.kind = MR_BLOCK_NO_VALUE};
        int empty = 0;
        char *text = value ? text_of(value, &empty) : NULL;
        if (text)
            given = (mr_block_value){.kind = MR_BLOCK_TEXT_VALUE, .text = text};
        else if (value && is_number(value))
            given = (mr_block_value){.kind = MR_BLOCK_NUMBER_VALUE, .number = mxGetScalar(value)};
        else if (empty)
            given.kind = MR_BLOCK_EMPTY_VALUE;
        mr_block_give(parameters, (mr_block_parameter)i, &given, &status, message);
        mxFree(text);
    }
    return status;
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

static void set_ports(SimStruct *S, const mr_block_shape *shape) {
    const mr_block_ports ports = mr_block_ports_of(shape);
    if (!ssSetNumInputPorts(S, ports.inputs) || !ssSetNumOutputPorts(S, ports.outputs))
        return;
    for (int_T i = 0; i < ports.inputs; i++) {
        const int width = ports.input_width[i];
        ssSetInputPortWidth(S, i, width == MR_BLOCK_UNKNOWN ? DYNAMICALLY_SIZED : width);
        ssSetInputPortDirectFeedThrough(S, i, ports.feedthrough[i]);
        ssSetInputPortRequiredContiguous(S, i, 1);
    }
    for (int_T i = 0; i < ports.outputs; i++) {
        const int width = ports.output_width[i];
        ssSetOutputPortWidth(S, i, width == MR_BLOCK_UNKNOWN ? DYNAMICALLY_SIZED : width);
    }
    no_compensation(S);
}

/* the accelerators call this very file; code for elsewhere cannot */
static void refuse_code(SimStruct *S) {
    if (is_code_for_elsewhere(S))
        fail(S, "no code can be generated from it, because the slave is a plug-in that is loaded "
                "while the model runs; normal, accelerator and rapid accelerator mode run it");
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
    ssSetNumRWork(S, KEPT_NUMBERS);
    ssSetNumIWork(S, 1);
    ssSetNumModes(S, 0);
    ssSetNumNonsampledZCs(S, 0);
    declare_compliance(S);
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

static real_T *kept(SimStruct *S) {
    return ssGetNumRWork(S) < KEPT_NUMBERS ? NULL : ssGetRWork(S);
}

/* outlive the block's run, too */
static void keep_statistics(SimStruct *S, const mr_block *b) {
    mr_statistics statistics;
    real_T *numbers = kept(S);
    if (!numbers || !mr_block_statistics(b, &statistics))
        return;
    memcpy(numbers, &statistics, sizeof statistics);
    numbers[KEPT_NUMBERS - 1] = 1.0;
}

int multirate_block_statistics(void *simstruct, void *statistics, int size) {
    SimStruct *S = (SimStruct *)simstruct;
    const mr_block *b = block_of(S);
    const real_T *numbers = kept(S);
    if (size != (int)sizeof(mr_statistics))
        return 0;
    if (b)
        return mr_block_statistics(b, (mr_statistics *)statistics);
    if (!numbers || numbers[KEPT_NUMBERS - 1] == 0.0)
        return 0;
    memcpy(statistics, numbers, sizeof(mr_statistics));
    return 1;
}

static void close_block(SimStruct *S) {
    mr_block *b = block_of(S);
    if (b) {
        keep_statistics(S, b);
        mr_block_close(b);
        ssSetPWorkValue(S, 0, NULL);
    }
}

/* the plug-in, or the file that it reads, may have changed since the diagram was compiled */
static int fits(SimStruct *S, const mr_block *b) {
    mr_block_shape shape;
    mr_block_tell_shape(b, &shape);
    const mr_block_ports ports = mr_block_ports_of(&shape);
    int same = ssGetNumInputPorts(S) == ports.inputs && ssGetNumOutputPorts(S) == ports.outputs;
    for (int_T i = 0; same && i < ports.inputs; i++)
        same = ssGetInputPortWidth(S, i) == ports.input_width[i];
    for (int_T i = 0; same && i < ports.outputs; i++)
        same = ssGetOutputPortWidth(S, i) == ports.output_width[i];
    return same;
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
    if (kept(S))
        kept(S)[KEPT_NUMBERS - 1] = 0.0;
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

/* what the block has to know of this evaluation */
static mr_block_moment moment_of(SimStruct *S, const mr_block_ports *ports) {
    mr_block_moment now;
    now.t = ssGetT(S);
    now.y1 = ports->y1 < 0 ? NULL : (const real_T *)ssGetInputPortSignal(S, ports->y1);
    now.time_signal =
        ports->time < 0 ? now.t : *(const real_T *)ssGetInputPortSignal(S, ports->time);
    now.major = ssIsMajorTimeStep(S) != 0;
    return now;
}

/* a slave that has come to its end ends the run, and that is no mistake; a multistep solver must
 * forget its past when a signal has jumped */
static void answer(SimStruct *S, mr_block *b, mr_status status, int may_jump) {
    if (status == MR_ERR_NOT_FINITE)
        note_outcome(S, MR_BLOCK_DIVERGED);
    if (status == MR_ERR_STOPPED) {
        const char *text = mr_block_sentence(mr_block_error(b));
        ssWarning(S, text);
        ssSetStopRequested(S, 1);
    } else if (status != MR_OK) {
        fail(S, mr_block_error(b));
    } else if (may_jump && mr_block_has_jumped(b)) {
        ssSetSolverNeedsReset(S);
    }
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    mr_block *b = block_of(S);
    UNUSED_ARG(tid);
    if (!b)
        return;
    const mr_block_ports *ports = mr_block_own_ports(b);
    const mr_block_moment now = moment_of(S, ports);
    real_T *u1 = ports->u1 < 0 ? NULL : ssGetOutputPortRealSignal(S, ports->u1);
    real_T *diagnostics =
        ports->diagnostics < 0 ? NULL : ssGetOutputPortRealSignal(S, ports->diagnostics);
    answer(S, b, mr_block_outputs(b, &now, u1, diagnostics), now.major);
}

#define MDL_UPDATE
static void mdlUpdate(SimStruct *S, int_T tid) {
    mr_block *b = block_of(S);
    UNUSED_ARG(tid);
    if (!b)
        return;
    const mr_block_moment now = moment_of(S, mr_block_own_ports(b));
    answer(S, b, mr_block_update(b, &now), 0);
}

/* --- operating points --- */

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
    char doubt[MR_VERDICT_SIZE];
    for (int i = 0; b && i < MR_BLOCK_DOUBTS; i++) {
        if (mr_block_doubts(b, (mr_block_doubt)i, doubt, sizeof doubt)) {
            const char *text = mr_block_sentence(doubt);
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
