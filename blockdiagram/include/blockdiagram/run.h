/* a run of a compiled model: signals, states, clocks, records and instances of blocks.
 *
 *   bd_run_create     initial memory; nothing has happened yet
 *   bd_run_complete   from start to stop time; again as often as wanted (fast restart)
 *   bd_run_free
 *
 * or in pieces: start, step … step, finish. The model must outlive the run and is not changed. Two
 * runs share nothing else, so they may go on in two threads. */
#ifndef BLOCKDIAGRAM_RUN_H
#define BLOCKDIAGRAM_RUN_H

#include "blockdiagram/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bd_run bd_run;

/* a parameter of a block, with the text that set_param would give it */
typedef struct bd_run_setting {
    const char *block; /* path */
    const char *parameter, *value;
} bd_run_setting;

typedef struct bd_run_options {
    /* variables of the base workspace instead of those that the model was compiled with; NULL: as
     * compiled. Blocks that read parameters again do so; where that is not enough (widths, sample
     * times, variants, settings) the run gets a compiled model of its own. So the results are those
     * of the model compiled with these values, to the bit */
    const bd_workspace *base;

    /* parameters of blocks instead of those of the diagram, in the same way; lent for the call.
     * They go with the base that the run is to have: a model of its own is compiled with it */
    const bd_run_setting *settings;
    int setting_count;

    /* called every now and then between steps; false stops the run (as a Stop block does) */
    bool (*progress)(void *user, double time, double stop_time);
    void *progress_user;

    /* called when a state of a chart is entered or left: path of the chart, the state with those
     * around it ("On.Fast"); NULL: nobody listens */
    void (*activated)(void *user, const char *path, double time, const char *state, bool entered);
    void *activated_user;

    /* called with what M code prints (disp, fprintf, statements without semicolon), as it comes;
     * NULL: nobody listens */
    void (*print)(void *user, const char *text, size_t length);
    void *print_user;

    bd_log *log; /* warnings; may be NULL */
} bd_run_options;

/* options may be NULL: all zero. *run is NULL on failure */
bd_status bd_run_create(const bd_model *model, const bd_run_options *options, bd_run **run,
                        bd_error *error);
/* the same with a compiled model that belongs to this run alone. run_options may be NULL: the log
 * of options, else all zero */
bd_status bd_run_compile(const bd_diagram *diagram, const bd_workspace *base,
                         const bd_options *options, const bd_run_options *run_options, bd_run **run,
                         bd_error *error);
void bd_run_free(bd_run *run);
/* the model that it runs: the one given, or its own */
const bd_model *bd_run_model(const bd_run *run);
/* variables of the base workspace as the code of the model has left them */
const bd_workspace *bd_run_workspace(const bd_run *run);

/* start, all steps, finish. After a failure what was recorded so far is still there */
bd_status bd_run_complete(bd_run *run, bd_error *error);

/* in pieces. start: initial conditions; records are emptied. step: one major step (or the rest of
 * it after restore). finish: terminates the blocks; needed after start even if a step failed, and
 * done by free if forgotten */
bd_status bd_run_start(bd_run *run, bd_error *error);
bd_status bd_run_step(bd_run *run, bd_error *error);
bool bd_run_is_done(const bd_run *run); /* stop time or stop request reached */
bd_status bd_run_finish(bd_run *run, bd_error *error);

/* from any thread: ends the run after the present step */
void bd_run_request_stop(bd_run *run);
/* from any thread or a signal's handler: code of the model that does not come to an end fails where
 * it is, and so does the run */
void bd_run_give_up(bd_run *run);

double bd_run_time(const bd_run *run);
double bd_run_start_time(const bd_run *run);
double bd_run_stop_time(const bd_run *run);
/* a new stop time for the next start or the rest of this one */
bd_status bd_run_set_stop_time(bd_run *run, double stop_time, bd_error *error);

/* new values of variables for the rest of the run and the next ones, between steps or runs. Blocks
 * that read parameters again do so; a value that needs the model compiled anew is refused, and
 * the run goes on with those before */
bd_status bd_run_retune(bd_run *run, const bd_workspace *base, bd_error *error);

/* root-level Inport blocks: values are held until set again; zeros at first */
bd_status bd_run_set_input(bd_run *run, int input, const double *values, size_t count,
                           bd_error *error);

/* ---- records ---- */

typedef enum bd_record_kind {
    BD_RECORD_OUTPORT,   /* root-level Outport */
    BD_RECORD_WORKSPACE, /* To Workspace */
    BD_RECORD_SCOPE,     /* Scope, Display and kin */
    BD_RECORD_FILE,      /* To File */
    BD_RECORD_SIGNAL,    /* labelled or marked signal */
    BD_RECORD_STATE      /* continuous states of a block, if they are asked for */
} bd_record_kind;

typedef struct bd_record {
    const char *name; /* variable, label or block name */
    const char *path; /* of the block */
    bd_record_kind kind;
    bd_shape shape;
    int width;        /* doubles per row: elements, twice as many if complex (real and imaginary
                         side by side), all elements of a bus one after the other */
    size_t row_count; /* rows kept */
    size_t dropped;   /* rows before them that a limit has taken away */
    const char *const *element_names; /* width names for a bus, else NULL */
    const char *file;                 /* of To File, else NULL */
    int outport_index;                /* from 0, of a root Outport, else -1 */
} bd_record;

int bd_run_record_count(const bd_run *run);
const bd_record *bd_run_record(const bd_run *run, int record);
double bd_run_record_time(const bd_run *run, int record, size_t row);
/* width doubles, valid until the next step */
const double *bd_run_record_row(const bd_run *run, int record, size_t row);
/* times of all major steps (tout) */
size_t bd_run_time_count(const bd_run *run);
double bd_run_time_at(const bd_run *run, size_t index);

/* called after each major step with the outputs just computed, for writing while running */
typedef bd_status (*bd_step_observer)(void *user, const bd_run *run, double time, bd_error *error);
void bd_run_observe(bd_run *run, bd_step_observer observer, void *user);

/* the present value of an output (port from 1) of the block with this path, as doubles; false if
 * there is no such signal. count is the room in values and then the number of elements */
bool bd_run_signal(const bd_run *run, const char *path, int port, double *values, size_t *count);

/* a symbol that the binary of an S-function exports: tells whose it is, whatever its name; or NULL.
 * block as in bd_model_block. name NULL: its SimStruct, for such a symbol that is a function */
const void *bd_run_block_symbol(const bd_run *run, int block, const char *name);

/* where a number comes from, through wires and routing blocks: an element (from 0) of an output
 * (from 1) of a block, as in bd_model_block */
typedef struct bd_origin {
    int block, port, element;
} bd_origin;
/* of an element of a record, or of an input (from 1) of a block. False: not known, or no signal of
 * real doubles */
bool bd_run_record_origin(const bd_run *run, int record, int element, bd_origin *source);
bool bd_run_input_origin(const bd_run *run, int block, int port, int element, bd_origin *source);

/* ---- the diagram around a block, as a linear system ---- */

/* x' = A x + B u, y = C x + D u for small changes about the present state: x the continuous states
 * of the diagram, u the first output of the block, y its first input; row by row. x, dx, u, y are
 * the values about which it holds. Discrete states stay as they are. */
typedef struct bd_linear_model {
    int states, inputs, outputs;
    double *A, *B, *C, *D; /* one block of memory */
    double *x, *dx, *u, *y;
} bd_linear_model;

/* between steps. The block itself is not run; others see evaluations of the present major step */
bd_status bd_run_linearise(bd_run *run, const char *path, bd_linear_model *linear, bd_error *error);
/* the same from all root Inports (u) to all root Outports (y), element by element in the order of
 * their numbers */
bd_status bd_run_linearise_whole(bd_run *run, bd_linear_model *linear, bd_error *error);
void bd_linear_model_free(bd_linear_model *linear);
/* other values of all continuous states, between steps, about which to linearise */
bd_status bd_run_set_states(bd_run *run, const double *values, size_t count, bd_error *error);

/* value of an expression with the names that the parameters of a block can use */
bd_status bd_run_evaluate(const bd_run *run, const char *path, const char *expression,
                          bd_value **value, bd_error *error);

/* ---- the whole state as bytes: states, modes, work, signals, time, solver ---- */
size_t bd_run_state_size(const bd_run *run);
bd_status bd_run_save(const bd_run *run, void *bytes, size_t size, bd_error *error);
bd_status bd_run_restore(bd_run *run, const void *bytes, size_t size, bd_error *error);

/* drops what was recorded at this time or later, for a host that goes back to a saved state and on
 * again; rows that a limit had overwritten do not come back */
void bd_run_forget_records(bd_run *run, double time);

typedef struct bd_statistics {
    unsigned long major_steps;
    unsigned long rejected_steps;
    unsigned long output_evaluations; /* of the continuous part of the diagram */
    unsigned long derivative_evaluations;
    unsigned long zero_crossings; /* located events */
    unsigned long solver_resets;
    unsigned long loop_iterations; /* of algebraic loops */
    int continuous_states;
    int discrete_states;
    int blocks;
    int algebraic_loops;
} bd_statistics;

bd_statistics bd_run_statistics(const bd_run *run);

#ifdef __cplusplus
}
#endif
#endif
