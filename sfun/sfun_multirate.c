/* the multirate block: a thin adapter between a block diagram and libmultirate
 *
 * No numerics here and no state outside the instance: parameters become a configuration text, ports
 * become y1 and u1, methods become calls of the library. Compiles with MATLAB's mex, with Octave's
 * mkoctfile --mex and with a plain C compiler against the open host's headers. */
#define S_FUNCTION_NAME  sfun_multirate
#define S_FUNCTION_LEVEL 2

#include "simstruc.h"

#include "multirate/multirate.h"

#include <stdlib.h>
#include <string.h>

/* the parameters of the block, in the order of the S-function's list */
enum parameter {
    P_SLAVE,               /* text: plug-in, name or file */
    P_SLAVE_CONFIGURATION, /* text for the slave */
    P_SCHEME,              /* text, or 1: slowest first, 2: fastest first */
    P_PREDICTOR_TO_SLAVE,  /* text, or its number in the list of predictors */
    P_ORDER_TO_SLAVE,
    P_PREDICTOR_TO_MASTER,
    P_ORDER_TO_MASTER,
    P_SMOOTHING,   /* 0, 1 */
    P_BREAK_LOOP,  /* 0, 1 */
    P_OPTIONS,     /* text: any other option of the interface, signal.NAME=…, start.NAME=… */
    P_TIME_INPUT,  /* 0, 1: a second input port gives the time */
    P_DIAGNOSTICS, /* 0, 1: a second output port */
    P_COUNT
};

#define DIAGNOSTICS 5 /* slave time, slave steps, extrapolation, inputs asked, jumps */

#define TEXT_SIZE 4096

/* everything of one block in one run; the only pointer that is kept */
typedef struct block {
    mr_plugin *plugin;
    mr_interface *interface;
    int inputs, outputs;
    int started;
    int time_input, diagnostics;
    char error[MR_MESSAGE_SIZE + 64];
    /* operating points saved in this run */
    mr_snapshot **saved;
    int saved_count;
} block;

/* sentences about parameters live here until the host has shown them */
static char compile_error[MR_MESSAGE_SIZE + 64];

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

/* one option "key=word" from a parameter that is a text or a number in a list of words */
static const char *word_of(SimStruct *S, int index, const char *const *words, int count, char *text,
                           int size) {
    const mxArray *value = parameter(S, index);
    if (value && mxIsChar(value)) {
        get_text(S, index, text, size);
        return text;
    }
    if (value && !mxIsEmpty(value)) {
        const int number = (int)mxGetScalar(value);
        if (number >= 1 && number <= count)
            return words[number - 1];
    }
    return NULL;
}

static const char *const schemes[] = {"slowest_first", "fastest_first"};
static const char *const parameter_names[] = {"slave",
                                              "slave configuration",
                                              "scheme",
                                              "predictor to the slave",
                                              "order to the slave",
                                              "predictor to the master",
                                              "order to the master",
                                              "smoothing",
                                              "break loop",
                                              "further options",
                                              "time input",
                                              "diagnostics"};

static int complain(const char *what, int index) {
    snprintf(compile_error, sizeof compile_error, "Multirate block: parameter '%s' %s.",
             parameter_names[index], what);
    return 0;
}

/* kinds of the parameters; the library checks what they say */
static int parameters_have_right_kind(SimStruct *S) {
    for (int i = 0; i < P_COUNT; i++) {
        const mxArray *value = parameter(S, i);
        const int text = i == P_SLAVE || i == P_SLAVE_CONFIGURATION || i == P_OPTIONS;
        const int either = i == P_SCHEME || i == P_PREDICTOR_TO_SLAVE || i == P_PREDICTOR_TO_MASTER;
        if (text && !is_text(value))
            return complain("must be a text in quotes", i);
        if (text && value && mxGetNumberOfElements(value) >= TEXT_SIZE)
            return complain("is too long", i);
        if (!text && !(either && mxIsChar(value)) &&
            (!value || (!mxIsNumeric(value) && !mxIsLogical(value)) ||
             mxGetNumberOfElements(value) != 1))
            return complain(either ? "must be a text or a number" : "must be one number", i);
    }
    return 1;
}

/* the configuration of the interface out of the parameters; 0 and a sentence on a mistake */
static int make_config(SimStruct *S, mr_config *config, char *error, size_t error_size) {
    const char *predictors[16];
    int predictor_count = 0;
    while (predictor_count < 16 && mr_predictor_types[predictor_count]) {
        predictors[predictor_count] = mr_predictor_types[predictor_count]->name;
        predictor_count++;
    }
    char scheme[64], to_slave[64], to_master[64], further[TEXT_SIZE], text[TEXT_SIZE + 512];
    const char *scheme_word = word_of(S, P_SCHEME, schemes, 2, scheme, sizeof scheme);
    const char *slave_word =
        word_of(S, P_PREDICTOR_TO_SLAVE, predictors, predictor_count, to_slave, sizeof to_slave);
    const char *master_word =
        word_of(S, P_PREDICTOR_TO_MASTER, predictors, predictor_count, to_master, sizeof to_master);
    get_text(S, P_OPTIONS, further, sizeof further);
    mr_config_default(config);
    mr_message message;
    mr_message_clear(&message);
    if (!scheme_word || !slave_word || !master_word) {
        snprintf(error, error_size, "Multirate block: parameter '%s' is not one of its list.",
                 parameter_names[!scheme_word  ? P_SCHEME
                                 : !slave_word ? P_PREDICTOR_TO_SLAVE
                                               : P_PREDICTOR_TO_MASTER]);
        return 0;
    }
    const double order_to_slave = mxGetScalar(parameter(S, P_ORDER_TO_SLAVE));
    const double order_to_master = mxGetScalar(parameter(S, P_ORDER_TO_MASTER));
    /* a fastest-first slave must not follow trial points that a variable-step solver may reject */
    snprintf(text, sizeof text,
             "scheme=%s predictor_to_slave=%s order_to_slave=%g predictor_to_master=%s "
             "order_to_master=%g "
             "smoothing=%s break_loop=%s wait_for_major=%s %s",
             scheme_word, slave_word, order_to_slave, master_word, order_to_master,
             get_switch(S, P_SMOOTHING) ? "on" : "off", get_switch(S, P_BREAK_LOOP) ? "on" : "off",
             ssIsVariableStepSolver(S) ? "on" : "off", further);
    if (mr_config_parse(config, text, &message) != MR_OK) {
        snprintf(error, error_size, "Multirate block: %s.", message.text);
        return 0;
    }
    return 1;
}

/* loads the plug-in and opens the slave; 0 and a sentence on a mistake */
static int open_block(SimStruct *S, block *b, char *error, size_t error_size) {
    char slave[TEXT_SIZE], given[TEXT_SIZE], configuration[2 * TEXT_SIZE + 64];
    mr_config config;
    mr_message message;
    const char *prefix = "";
    mr_message_clear(&message);
    if (!make_config(S, &config, error, error_size))
        return 0;
    get_text(S, P_SLAVE, slave, sizeof slave);
    get_text(S, P_SLAVE_CONFIGURATION, given, sizeof given);
    mr_status status = mr_plugin_load(slave, &message, &b->plugin, &prefix);
    if (status == MR_OK) {
        snprintf(configuration, sizeof configuration, "%s%s", prefix, given);
        status = mr_interface_open(&config, mr_plugin_type(b->plugin), configuration, &message,
                                   &b->interface);
    }
    if (status != MR_OK) {
        snprintf(error, error_size, "Multirate block: %s.", message.text);
        return 0;
    }
    b->inputs = mr_interface_inputs(b->interface);
    b->outputs = mr_interface_outputs(b->interface);
    b->time_input = get_switch(S, P_TIME_INPUT);
    b->diagnostics = get_switch(S, P_DIAGNOSTICS);
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
    if (!parameters_have_right_kind(S) ||
        !make_config(S, &config, compile_error, sizeof compile_error))
        ssSetErrorStatus(S, compile_error);
}

static void mdlInitializeSizes(SimStruct *S) {
    ssSetNumSFcnParams(S, P_COUNT);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return; /* the host reports the mismatch */
    mdlCheckParameters(S);
    if (ssGetErrorStatus(S))
        return;
    for (int i = 0; i < P_COUNT; i++)
        ssSetSFcnParamTunable(S, i, SS_PRM_NOT_TUNABLE);

    /* the slave tells how wide the ports are */
    block b = {0};
    const int opened = open_block(S, &b, compile_error, sizeof compile_error);
    const int inputs = b.inputs, outputs = b.outputs, time_input = b.time_input,
              diagnostics = b.diagnostics;
    const int feedthrough = opened && mr_interface_feedthrough(b.interface);
    close_block(&b);
    if (!opened) {
        ssSetErrorStatus(S, compile_error);
        return;
    }
    ssSetNumContStates(S, 0);
    ssSetNumDiscStates(S, 0);
    if (!ssSetNumInputPorts(S, (inputs > 0 ? 1 : 0) + (time_input ? 1 : 0)))
        return;
    int port = 0;
    if (inputs > 0) {
        ssSetInputPortWidth(S, port, inputs);
        ssSetInputPortRequiredContiguous(S, port, 1);
        ssSetInputPortDirectFeedThrough(S, port, feedthrough);
        port++;
    }
    if (time_input) {
        ssSetInputPortWidth(S, port, 1);
        ssSetInputPortRequiredContiguous(S, port, 1);
        ssSetInputPortDirectFeedThrough(S, port, 1);
    }
    if (!ssSetNumOutputPorts(S, (outputs > 0 ? 1 : 0) + (diagnostics ? 1 : 0)))
        return;
    port = 0;
    if (outputs > 0)
        ssSetOutputPortWidth(S, port++, outputs);
    if (diagnostics)
        ssSetOutputPortWidth(S, port, DIAGNOSTICS);
    ssSetNumSampleTimes(S, 1);
    ssSetNumPWork(S, 1);
    ssSetNumRWork(S, 0);
    ssSetNumIWork(S, 0);
    ssSetNumModes(S, 0);
    ssSetNumNonsampledZCs(S, 0);
#ifdef ssSetOutputPortIsContinuousQuantity
    /* the block compensates by itself: no second compensation by the host (Simulink since R2018a)
     */
    for (int i = 0; i < ssGetNumOutputPorts(S); i++)
        ssSetOutputPortIsContinuousQuantity(S, i, 0);
    for (int i = 0; i < ssGetNumInputPorts(S); i++)
        ssSetInputPortIsContinuousQuantity(S, i, 0);
#endif
#if defined(ssSetOperatingPointCompliance)
    ssSetOperatingPointCompliance(S, USE_CUSTOM_OPERATING_POINT);
#elif defined(ssSetSimStateCompliance)
    ssSetSimStateCompliance(S, USE_CUSTOM_SIM_STATE);
#endif
    ssSetOptions(S, SS_OPTION_CALL_TERMINATE_ON_EXIT | SS_OPTION_DISALLOW_CONSTANT_SAMPLE_TIME);
}

static void mdlInitializeSampleTimes(SimStruct *S) {
    ssSetSampleTime(S, 0, CONTINUOUS_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
    ssSetModelReferenceSampleTimeDefaultInheritance(S);
}

#define MDL_START
static void mdlStart(SimStruct *S) {
    block *b = calloc(1, sizeof *b);
    ssSetPWorkValue(S, 0, b);
    if (!b) {
        ssSetErrorStatus(S, "Multirate block: not enough memory.");
        return;
    }
    if (!open_block(S, b, b->error, sizeof b->error))
        ssSetErrorStatus(S, b->error);
}

static void fail(SimStruct *S, block *b) {
    snprintf(b->error, sizeof b->error, "Multirate block: %s.", mr_interface_error(b->interface));
    ssSetErrorStatus(S, b->error);
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
    mr_statistics statistics;
    mr_interface_statistics(b->interface, &statistics);
    const double slave_time = mr_interface_slave_time(b->interface);
    d[0] = slave_time;
    d[1] = (double)statistics.slave_steps;
    d[2] = t > slave_time ? t - slave_time : 0.0;
    d[3] = (double)statistics.input_requests;
    d[4] = (double)statistics.jumps;
}

static void mdlOutputs(SimStruct *S, int_T tid) {
    block *b = ssGetPWorkValue(S, 0);
    UNUSED_ARG(tid);
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
    if (mr_exchange(b->interface, t, y1, ssIsMajorTimeStep(S) ? MR_MAJOR : MR_MINOR, u1) != MR_OK) {
        fail(S, b);
        return;
    }
    if (b->diagnostics)
        write_diagnostics(S, b, t);
}

#define MDL_UPDATE
static void mdlUpdate(SimStruct *S, int_T tid) {
    block *b = ssGetPWorkValue(S, 0);
    UNUSED_ARG(tid);
    if (!mr_interface_config(b->interface)->break_loop || b->inputs == 0)
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
    mr_snapshot **saved = realloc(b->saved, (size_t)(b->saved_count + 1) * sizeof *saved);
    if (!saved) {
        ssSetErrorStatus(S, "Multirate block: not enough memory to save the operating point.");
        return point;
    }
    b->saved = saved;
    b->saved[b->saved_count] = NULL;
    if (mr_interface_save(b->interface, &b->saved[b->saved_count]) != MR_OK) {
        fail(S, b);
        return point;
    }
    p[2] = b->saved_count++;
    return point;
}

static void restore_point(SimStruct *S, const mxArray *point) {
    block *b = ssGetPWorkValue(S, 0);
    const double *p =
        point && mxIsDouble(point) && mxGetNumberOfElements(point) == 3 ? mxGetPr(point) : NULL;
    if (!p || p[0] != POINT_MARK || p[2] < 0.0 || (p[1] != 0.0 && p[2] >= b->saved_count)) {
        ssSetErrorStatus(
            S, "Multirate block: this operating point was not saved by this block in this run.");
        return;
    }
    b->started = p[1] != 0.0;
    if (b->started && mr_interface_restore(b->interface, b->saved[(int)p[2]]) != MR_OK)
        fail(S, b);
}

#if defined(ssSetOperatingPointCompliance)
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

static void mdlTerminate(SimStruct *S) {
    if (ssGetNumPWork(S) < 1 || !ssGetPWork(S))
        return; /* called without a start */
    block *b = ssGetPWorkValue(S, 0);
    if (!b)
        return;
    close_block(b);
    free(b);
    ssSetPWorkValue(S, 0, NULL);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
