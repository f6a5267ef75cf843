/* the multirate block: a thin adapter between a block diagram and libmultirate
 *
 * No numerics here and no state outside the instance: parameters become a configuration text, ports
 * become y1 and u1, methods become calls of the library. Compiles with MATLAB's mex, with Octave's
 * mkoctfile --mex and with a plain C compiler against the open host's headers. */
#define S_FUNCTION_NAME  sfun_multirate
#define S_FUNCTION_LEVEL 2

#include "simstruc.h"

#include "multirate/multirate.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The host's calls may be macros that are bare blocks { … }, or functions: so each setter is a
 * statement in braces with arguments without side effects, and what a release offers is not asked
 * by #ifdef. build_sfun tells the release, 20191 for R2019a; otherwise it is a current one. */
#ifndef SIMULINK_RELEASE
#define SIMULINK_RELEASE 99999
#endif

/* who this is, for programs that read blocks from outside */
#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
extern const int multirate_block_version;
const int multirate_block_version = MR_BLOCK_VERSION;

/* one evaluation in so many is timed: a prime, so that all places in a slave step have their turn
 */
#define TIMED_ONE_IN 61
/* longer than any of it takes, s: the machine did something else meanwhile */
#define INTERRUPTED 1e-3

#define TEXT_SIZE 4096

/* everything of one block in one run; the only pointer that is kept */
typedef struct block {
    mr_plugin *plugin;
    mr_interface *interface;
    int inputs, outputs;
    int started, ended;
    int time_input, diagnostics;
    int timing, wait; /* evaluations until the next one that is timed */
    double seconds;   /* in coupling and block, of the timed ones */
    /* operating points saved in this run */
    mr_snapshot **saved;
    int saved_count;
} block;

/* a host keeps the pointer to an error text and may read it after mdlTerminate, or after another
 * block has failed too: so sentences outlive their block, a few per thread; nothing else is static
 */
#if defined(_MSC_VER)
#define PER_THREAD __declspec(thread)
#elif defined(__GNUC__)
#define PER_THREAD __thread
#else
#define PER_THREAD _Thread_local
#endif
#define TEXTS     8
#define TEXT_ROOM (MR_MESSAGE_SIZE + 64)
static PER_THREAD char texts[TEXTS][TEXT_ROOM];
static PER_THREAD unsigned text_count;

static char *next_text(void) {
    return texts[text_count++ % TEXTS];
}

static void tell(SimStruct *S, const char *format, ...) {
    char *text = next_text();
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, TEXT_ROOM, format, arguments);
    va_end(arguments);
    ssSetErrorStatus(S, text);
}

static const mxArray *parameter(SimStruct *S, int index) {
    return ssGetSFcnParam(S, index);
}

static int is_text(const mxArray *value) {
    return value && (mxIsChar(value) || mxIsEmpty(value));
}

/* a text parameter; empty for [] */
static void get_text(SimStruct *S, int index, char *text, int size) {
    const mxArray *value = parameter(S, index);
    text[0] = '\0';
    if (value && mxIsChar(value) && !mxIsEmpty(value))
        (void)mxGetString(value, text, (mwSize)size);
}

static int get_switch(SimStruct *S, int index) {
    const mxArray *value = parameter(S, index);
    return value && !mxIsEmpty(value) && mxGetScalar(value) != 0.0;
}

static int complain(SimStruct *S, const char *what, int index) {
    tell(S, "Multirate block: parameter '%s' %s.", mr_block_parameter_names[index], what);
    return 0;
}

/* kinds of the parameters; the library checks what they say */
static int parameters_have_right_kind(SimStruct *S) {
    for (int i = 0; i < MR_BLOCK_PARAMETERS; i++) {
        const mxArray *value = parameter(S, i);
        const int text =
            i == MR_BLOCK_SLAVE || i == MR_BLOCK_SLAVE_CONFIGURATION || i == MR_BLOCK_OPTIONS;
        const int either = i == MR_BLOCK_SCHEME || i == MR_BLOCK_PREDICTOR_TO_SLAVE ||
                           i == MR_BLOCK_PREDICTOR_TO_MASTER;
        const int number = value && (mxIsNumeric(value) || mxIsLogical(value)) &&
                           !mxIsComplex(value) && mxGetNumberOfElements(value) == 1;
        if (text && !is_text(value))
            return complain(S, "must be a text in quotes", i);
        if (text && mxGetNumberOfElements(value) >= TEXT_SIZE)
            return complain(S, "is too long", i);
        if (either && !number && !(value && mxIsChar(value)))
            return complain(S, "must be a text or a number", i);
        if (!text && !either && !number)
            return complain(S, "must be one number", i);
    }
    return 1;
}

/* the configuration of the interface out of the parameters; 0 and a sentence on a mistake */
static int make_config(SimStruct *S, mr_config *config) {
    mr_block_value values[MR_BLOCK_PARAMETERS];
    char texts_of[MR_BLOCK_PARAMETERS][64], further[TEXT_SIZE];
    mr_message message;
    for (int i = 0; i < MR_BLOCK_PARAMETERS; i++) {
        const mxArray *value = parameter(S, i);
        const int is_number = value && !mxIsChar(value) && !mxIsEmpty(value);
        values[i] = (mr_block_value){.number = is_number ? mxGetScalar(value) : 0.0};
        if (value && mxIsChar(value) && i != MR_BLOCK_OPTIONS) {
            get_text(S, i, texts_of[i], sizeof texts_of[i]);
            values[i].text = texts_of[i];
        }
    }
    get_text(S, MR_BLOCK_OPTIONS, further, sizeof further);
    values[MR_BLOCK_OPTIONS].text = further;
    if (mr_block_configure(values, ssIsVariableStepSolver(S) != 0, config, &message) == MR_OK)
        return 1;
    tell(S, "Multirate block: %s.", message.text);
    return 0;
}

/* loads the plug-in and opens the slave; 0 and a sentence on a mistake */
static int open_block(SimStruct *S, block *b) {
    char slave[TEXT_SIZE], given[TEXT_SIZE], configuration[2 * TEXT_SIZE + 64];
    mr_config config;
    mr_message message;
    const char *prefix = "";
    mr_message_clear(&message);
    if (!make_config(S, &config))
        return 0;
    get_text(S, MR_BLOCK_SLAVE, slave, sizeof slave);
    if (!slave[0])
        return complain(S, "is empty: it names the plug-in of the external simulator",
                        MR_BLOCK_SLAVE);
    get_text(S, MR_BLOCK_SLAVE_CONFIGURATION, given, sizeof given);
    mr_status status = mr_plugin_load(slave, &message, &b->plugin, &prefix);
    if (status == MR_OK) {
        snprintf(configuration, sizeof configuration, "%s%s", prefix, given);
        status = mr_interface_open(&config, mr_plugin_type(b->plugin), configuration, &message,
                                   &b->interface);
    }
    if (status != MR_OK) {
        tell(S, "Multirate block: %s.", message.text);
        return 0;
    }
    b->inputs = mr_interface_inputs(b->interface);
    b->outputs = mr_interface_outputs(b->interface);
    b->time_input = get_switch(S, MR_BLOCK_TIME_INPUT);
    b->diagnostics = get_switch(S, MR_BLOCK_DIAGNOSTICS);
    b->timing = config.timing;
    return 1;
}

static void close_block(block *b) {
    for (int i = 0; i < b->saved_count; i++)
        mr_snapshot_free(b->saved[i]);
    free(b->saved);
    mr_interface_close(b->interface);
    mr_plugin_unload(b->plugin);
    memset(b, 0, sizeof *b);
}

#define MDL_CHECK_PARAMETERS
static void mdlCheckParameters(SimStruct *S) {
    mr_config config;
    if (parameters_have_right_kind(S))
        (void)make_config(S, &config);
}

/* how wide the ports are: the slave tells. A block that nobody has given a slave yet, as the one in
 * the library, may be drawn and copied all the same */
static int learn_shape(SimStruct *S, block *shape, int *feedthrough) {
    const mxArray *slave = parameter(S, MR_BLOCK_SLAVE);
    if (mxIsEmpty(slave) && ssGetSimMode(S) == SS_SIMMODE_SIZES_CALL_ONLY) {
        *shape = (block){.inputs = 1,
                         .outputs = 1,
                         .time_input = get_switch(S, MR_BLOCK_TIME_INPUT),
                         .diagnostics = get_switch(S, MR_BLOCK_DIAGNOSTICS)};
        *feedthrough = 1;
        return 1;
    }
    block b = {0};
    const int opened = open_block(S, &b);
    *shape = b;
    *feedthrough = opened && mr_interface_feedthrough(b.interface);
    close_block(&b);
    return opened;
}

static int set_ports(SimStruct *S, const block *shape, int feedthrough) {
    if (!ssSetNumInputPorts(S, (shape->inputs > 0) + (shape->time_input != 0)) ||
        !ssSetNumOutputPorts(S, (shape->outputs > 0) + (shape->diagnostics != 0)))
        return 0;
    int port = 0;
    if (shape->inputs > 0) {
        ssSetInputPortWidth(S, port, shape->inputs);
        ssSetInputPortDirectFeedThrough(S, port, feedthrough);
        port++;
    }
    if (shape->time_input) {
        ssSetInputPortWidth(S, port, 1);
        ssSetInputPortDirectFeedThrough(S, port, 1);
    }
    for (int i = 0; i < ssGetNumInputPorts(S); i++) {
        ssSetInputPortRequiredContiguous(S, i, 1);
    }
    port = 0;
    if (shape->outputs > 0) {
        ssSetOutputPortWidth(S, port, shape->outputs);
        port++;
    }
    if (shape->diagnostics) {
        ssSetOutputPortWidth(S, port, shape->timing ? MR_DIAGNOSTICS_TIMED : MR_DIAGNOSTICS);
    }
#if SIMULINK_RELEASE >= 20181
    /* the block compensates by itself: no second compensation by the host */
    for (int i = 0; i < ssGetNumOutputPorts(S); i++) {
        ssSetOutputPortIsContinuousQuantity(S, i, 0);
    }
    for (int i = 0; i < ssGetNumInputPorts(S); i++) {
        ssSetInputPortIsContinuousQuantity(S, i, 0);
    }
#endif
    return 1;
}

static void mdlInitializeSizes(SimStruct *S) {
    block shape;
    int feedthrough;
    ssSetNumSFcnParams(S, MR_BLOCK_PARAMETERS);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return; /* the host reports the mismatch */
    ssSetOptions(S, SS_OPTION_CALL_TERMINATE_ON_EXIT | SS_OPTION_DISALLOW_CONSTANT_SAMPLE_TIME);
    for (int i = 0; i < MR_BLOCK_PARAMETERS; i++) {
        ssSetSFcnParamTunable(S, i, SS_PRM_NOT_TUNABLE);
    }
    mdlCheckParameters(S);
    if (ssGetErrorStatus(S) || !learn_shape(S, &shape, &feedthrough) ||
        !set_ports(S, &shape, feedthrough))
        return;
    ssSetNumContStates(S, 0);
    ssSetNumDiscStates(S, 0);
    ssSetNumSampleTimes(S, 1);
    ssSetNumPWork(S, 1);
    ssSetNumRWork(S, 0);
    ssSetNumIWork(S, 0);
    ssSetNumModes(S, 0);
    ssSetNumNonsampledZCs(S, 0);
#if SIMULINK_RELEASE >= 20191
    ssSetOperatingPointCompliance(S, USE_CUSTOM_OPERATING_POINT);
#else
    ssSetSimStateCompliance(S, USE_CUSTOM_SIM_STATE);
#endif
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, CONTINUOUS_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
    ssSetModelReferenceSampleTimeDefaultInheritance(S);
}

static void free_block(SimStruct *S) {
    block *b = ssGetPWorkValue(S, 0);
    if (!b)
        return;
    close_block(b);
    free(b);
    ssSetPWorkValue(S, 0, NULL);
}

/* every run opens the slave anew, so a second run (fast restart) begins as the first one did */
#define MDL_START
static void mdlStart(SimStruct *S) {
    free_block(S);
    block *b = calloc(1, sizeof *b);
    ssSetPWorkValue(S, 0, b);
    if (!b) {
        ssSetErrorStatus(S, "Multirate block: not enough memory.");
        return;
    }
    (void)open_block(S, b);
}

static void fail(SimStruct *S, const block *b) {
    tell(S, "Multirate block: %s.", mr_interface_error(b->interface));
}

/* a slave that has come to its end ends the run, and that is no mistake */
static void end_run(SimStruct *S, block *b) {
    char *text = next_text();
    snprintf(text, TEXT_ROOM, "Multirate block: %s.", mr_interface_error(b->interface));
    b->ended = 1;
    ssWarning(S, text);
    ssSetStopRequested(S, 1);
}

static const real_T *master_outputs(SimStruct *S, const block *b) {
    return b->inputs > 0 ? (const real_T *)ssGetInputPortSignal(S, 0) : NULL;
}

static double master_time(SimStruct *S, const block *b) {
    if (!b->time_input)
        return ssGetT(S);
    return *(const real_T *)ssGetInputPortSignal(S, b->inputs > 0 ? 1 : 0);
}

static void write_diagnostics(SimStruct *S, const block *b, double t) {
    real_T *d = ssGetOutputPortRealSignal(S, b->outputs > 0 ? 1 : 0);
    mr_block_diagnose(b->interface, t, d);
    if (b->timing) {
        mr_statistics statistics;
        mr_interface_statistics(b->interface, &statistics);
        d[MR_DIAG_SLAVE_SECONDS] = statistics.slave_seconds;
        d[MR_DIAG_BLOCK_SECONDS] = b->seconds * TIMED_ONE_IN;
        d[MR_DIAG_STEP_SECONDS] = statistics.step_seconds;
        d[MR_DIAG_WORKER] = statistics.worker;
    }
}

static void evaluate(SimStruct *S, block *b) {
    const double t = master_time(S, b);
    /* without direct feedthrough the inputs are not there yet: they come in the update */
    const int late = mr_interface_config(b->interface)->break_loop;
    const real_T *y1 = late ? NULL : master_outputs(S, b);
    if (!b->started) {
        b->started = 1;
        if (mr_interface_start(b->interface, t, y1) != MR_OK) {
            fail(S, b);
            return;
        }
    }
    real_T unused = 0.0;
    real_T *u1 = b->outputs > 0 ? ssGetOutputPortRealSignal(S, 0) : &unused;
    if (b->ended)
        return;
    const mr_status status =
        mr_exchange(b->interface, t, y1, ssIsMajorTimeStep(S) ? MR_MAJOR : MR_MINOR, u1);
    if (status == MR_ERR_STOPPED) {
        end_run(S, b);
        return;
    }
    if (status != MR_OK) {
        if (b->diagnostics && status == MR_ERR_NOT_FINITE)
            write_diagnostics(S, b, t); /* the last ones tell that the run has diverged */
        fail(S, b);
        return;
    }
    if (b->diagnostics && ssIsMajorTimeStep(S)) /* nothing is recorded in between */
        write_diagnostics(S, b, t);
}

static double slave_seconds(const block *b) {
    mr_statistics statistics;
    mr_interface_statistics(b->interface, &statistics);
    return statistics.slave_seconds;
}

static void timed_evaluation(SimStruct *S, block *b) {
    b->wait = TIMED_ONE_IN;
    const double in_slave = slave_seconds(b), begin = mr_seconds();
    evaluate(S, b);
    const double seconds = mr_seconds() - begin;
    const double own = seconds - (slave_seconds(b) - in_slave);
    if (own > 0.0 && own < INTERRUPTED)
        b->seconds += own;
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    block *b = ssGetPWorkValue(S, 0);
    UNUSED_ARG(tid);
    if (b->timing && --b->wait <= 0)
        timed_evaluation(S, b);
    else
        evaluate(S, b);
}

#define MDL_UPDATE
static void mdlUpdate(SimStruct *S, int_T tid) {
    block *b = ssGetPWorkValue(S, 0);
    UNUSED_ARG(tid);
    if (!mr_interface_config(b->interface)->break_loop || b->inputs == 0 || b->ended)
        return;
    if (mr_interface_commit(b->interface, master_time(S, b), master_outputs(S, b)) != MR_OK)
        fail(S, b);
}

/* operating points stay with the block, in memory, until the run ends: a slave's state is opaque.
 * The array tells which one it is. */
#define POINT_MARK 20110825.0

static mxArray *save_point(SimStruct *S) {
    block *b = ssGetPWorkValue(S, 0);
    mxArray *point = mxCreateDoubleMatrix(1, 3, mxREAL);
    double *p = mxGetPr(point);
    p[0] = POINT_MARK;
    p[1] = b->started;
    if (!b->started)
        return point;
    /* a host that iterates goes back to the last point only: its place serves again and again */
    const int iterated = mr_interface_config(b->interface)->iterate && b->saved_count > 0;
    const int place = iterated ? 0 : b->saved_count;
    if (!iterated) {
        mr_snapshot **saved = realloc(b->saved, (size_t)(b->saved_count + 1) * sizeof *saved);
        if (!saved) {
            ssSetErrorStatus(S, "Multirate block: not enough memory to save the operating point.");
            return point;
        }
        b->saved = saved;
        b->saved[place] = NULL;
    }
    if (mr_interface_save(b->interface, &b->saved[place]) != MR_OK) {
        fail(S, b);
        return point;
    }
    b->saved_count += !iterated;
    p[2] = place;
    return point;
}

static void restore_point(SimStruct *S, const mxArray *point) {
    block *b = ssGetPWorkValue(S, 0);
    const double *p =
        point && mxIsDouble(point) && mxGetNumberOfElements(point) == 3 ? mxGetPr(point) : NULL;
    if (!p || p[0] != POINT_MARK || !(p[1] == 0.0 || (p[2] >= 0.0 && p[2] < b->saved_count))) {
        ssSetErrorStatus(
            S, "Multirate block: this operating point was not saved by this block in this run.");
        return;
    }
    b->started = p[1] != 0.0;
    if (b->started && mr_interface_restore(b->interface, b->saved[(int)p[2]]) != MR_OK)
        fail(S, b);
}

#if SIMULINK_RELEASE >= 20191
#define MDL_OPERATING_POINT
static mxArray *mdlGetOperatingPoint(SimStruct *S) {
    return save_point(S);
}
static void mdlSetOperatingPoint(SimStruct *S, const mxArray *point) {
    restore_point(S, point);
}
#else
#define MDL_SIM_STATE
static mxArray *mdlGetSimState(SimStruct *S) {
    return save_point(S);
}
static void mdlSetSimState(SimStruct *S, const mxArray *point) {
    restore_point(S, point);
}
#endif

static void warn(SimStruct *S, const char *sentence) {
    char *text = next_text();
    snprintf(text, TEXT_ROOM, "Multirate block: %s.", sentence);
    ssWarning(S, text);
}

/* what a user should not have to look for */
static void warn_of_doubts(SimStruct *S) {
    const block *b = ssGetPWorkValue(S, 0);
    mr_statistics statistics;
    if (!b || !b->interface || !b->started)
        return;
    mr_interface_statistics(b->interface, &statistics);
    char sentence[512];
    if (mr_interface_warning(b->interface, ssIsVariableStepSolver(S) != 0, sentence,
                             (int)sizeof sentence) > 0)
        warn(S, sentence);
    if (!(statistics.doubtful_from < 1e300))
        return;
    mr_statistics_verdict(&statistics, sentence, (int)sizeof sentence);
    warn(S, sentence);
}

static void mdlTerminate(SimStruct *S) {
    if (ssGetNumPWork(S) < 1 || !ssGetPWork(S))
        return; /* called without a start */
    warn_of_doubts(S);
    free_block(S);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
