/* a diagram made ready to run, and its run.
 *
 *   bd_simulation_create   flattens, evaluates parameters, propagates, sorts: all mistakes of the
 *                          model show here
 *   bd_simulation_run      from start to stop time; again as often as wanted (fast restart)
 *   bd_simulation_free
 *
 * or in pieces: start, step … step, finish. The diagram and the workspace must outlive the
 * simulation and are not changed. Two simulations share nothing, so they may run in two threads. */
#ifndef BLOCKDIAGRAM_SIMULATION_H
#define BLOCKDIAGRAM_SIMULATION_H

#include "blockdiagram/diagram.h"
#include "blockdiagram/error.h"
#include "blockdiagram/signal.h"
#include "blockdiagram/value.h"
#include "blockdiagram/workspace.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bd_simulation bd_simulation;

/* each setting stands in front of the model's own when it is given */
typedef struct bd_options {
    const char *solver; /* "ode45" …; NULL: the model's */
    double start_time;  /* NAN: the model's; so below */
    double stop_time;
    double fixed_step;
    double max_step;
    double min_step;
    double initial_step;
    double relative_tolerance;
    double absolute_tolerance;

    bool log_labelled; /* record all labelled signals, not only those marked in the model */
    bool no_logging;   /* record nothing (benchmarks, embedding) */
    double log_period; /* record outports and signals at multiples of this only; 0: every step */

    /* called every now and then between steps; false stops the run (as a Stop block does) */
    bool (*progress)(void *user, double time, double stop_time);
    void *progress_user;

    bd_log *log; /* warnings; may be NULL */
} bd_options;

/* the model's own settings, no progress, no log */
bd_options bd_options_default(void);

/* base may be NULL. *simulation is NULL on failure */
bd_status bd_simulation_create(const bd_diagram *diagram, const bd_workspace *base,
                               const bd_options *options, bd_simulation **simulation,
                               bd_error *error);
void bd_simulation_free(bd_simulation *simulation);

/* start, all steps, finish. After a failure what was recorded so far is still there */
bd_status bd_simulation_run(bd_simulation *simulation, bd_error *error);

/* in pieces. start: initial conditions; records are emptied. step: one major step (or the rest of
 * it after restore). finish: terminates the blocks; needed after start even if a step failed, and
 * done by free if forgotten */
bd_status bd_simulation_start(bd_simulation *simulation, bd_error *error);
bd_status bd_simulation_step(bd_simulation *simulation, bd_error *error);
bool bd_simulation_is_done(const bd_simulation *simulation); /* stop time or stop request reached */
bd_status bd_simulation_finish(bd_simulation *simulation, bd_error *error);

/* from any thread: ends the run after the present step */
void bd_simulation_request_stop(bd_simulation *simulation);

double bd_simulation_time(const bd_simulation *simulation);
double bd_simulation_start_time(const bd_simulation *simulation);
double bd_simulation_stop_time(const bd_simulation *simulation);
/* does the model know this variable of the base workspace: a parameter or its code has asked for
 * it, or its code sets it, too? */
bool bd_simulation_uses(const bd_simulation *simulation, const char *variable);
/* does code of the model (InitFcn) set it anew, so that the value from outside has no effect? */
bool bd_simulation_overrides(const bd_simulation *simulation, const char *variable);
/* " (did you mean 'mu'?)", or "" if no variable of the model has a name like this */
const char *bd_simulation_variable_hint(const bd_simulation *simulation, const char *variable,
                                        char *text, size_t size);
/* variables of the base workspace as the code of the model has left them */
const bd_workspace *bd_simulation_workspace(const bd_simulation *simulation);
const char *bd_simulation_solver(const bd_simulation *simulation); /* the one in use: "ode45" … */
bool bd_simulation_has_fixed_step(const bd_simulation *simulation);

/* a new stop time for the next run or the rest of this one */
bd_status bd_simulation_set_stop_time(bd_simulation *simulation, double stop_time, bd_error *error);

/* evaluates tunable parameters again after variables in the workspace were changed; shapes must
 * stay the same. Between steps or runs */
bd_status bd_simulation_retune(bd_simulation *simulation, bd_error *error);

/* ---- inputs from outside: root-level Inport blocks, held until set again; zeros at first ---- */
int bd_simulation_input_count(const bd_simulation *simulation);
const bd_shape *bd_simulation_input_shape(const bd_simulation *simulation, int input);
bd_status bd_simulation_set_input(bd_simulation *simulation, int input, const double *values,
                                  size_t count, bd_error *error);

/* ---- records ---- */

typedef enum bd_record_kind {
    BD_RECORD_OUTPORT,   /* root-level Outport */
    BD_RECORD_WORKSPACE, /* To Workspace */
    BD_RECORD_SCOPE,     /* Scope, Display and kin: the last value for Display */
    BD_RECORD_FILE,      /* To File */
    BD_RECORD_SIGNAL     /* labelled or marked signal */
} bd_record_kind;

typedef struct bd_record {
    const char *name; /* variable, label or block name */
    const char *path; /* of the block */
    bd_record_kind kind;
    bd_shape shape;
    int width;        /* doubles per row: elements, twice as many if complex (real and imaginary
                         side by side), all elements of a bus one after the other */
    size_t row_count; /* rows kept */
    const char *const *element_names; /* width names for a bus, else NULL */
    const char *file;                 /* of To File, else NULL */
    int outport_index;                /* from 0, of a root Outport, else -1 */
} bd_record;

int bd_simulation_record_count(const bd_simulation *simulation);
const bd_record *bd_simulation_record(const bd_simulation *simulation, int record);
double bd_simulation_record_time(const bd_simulation *simulation, int record, size_t row);
/* width doubles, valid until the next step */
const double *bd_simulation_record_row(const bd_simulation *simulation, int record, size_t row);
/* times of all major steps (tout) */
size_t bd_simulation_time_count(const bd_simulation *simulation);
double bd_simulation_time_at(const bd_simulation *simulation, size_t index);

/* called after each major step with the outputs just computed, for writing while running */
typedef bd_status (*bd_step_observer)(void *user, const bd_simulation *simulation, double time,
                                      bd_error *error);
void bd_simulation_observe(bd_simulation *simulation, bd_step_observer observer, void *user);

/* the present value of an output (port from 1) of the block with this path, as doubles; false if
 * there is no such signal. count is the room in values and then the number of elements */
bool bd_simulation_signal(const bd_simulation *simulation, const char *path, int port,
                          double *values, size_t *count);

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
bd_status bd_simulation_linearise(bd_simulation *simulation, const char *path,
                                  bd_linear_model *linear, bd_error *error);
void bd_linear_model_free(bd_linear_model *linear);

/* value of an expression with the names that the parameters of a block can use */
bd_status bd_simulation_evaluate(const bd_simulation *simulation, const char *path,
                                 const char *expression, bd_value **value, bd_error *error);

/* ---- the whole state as bytes: states, modes, work, signals, time, solver ---- */
size_t bd_simulation_state_size(const bd_simulation *simulation);
bd_status bd_simulation_save(const bd_simulation *simulation, void *bytes, size_t size,
                             bd_error *error);
bd_status bd_simulation_restore(bd_simulation *simulation, const void *bytes, size_t size,
                                bd_error *error);

/* drops what was recorded at this time or later, for a host that goes back to a saved state and on
 * again; rows that a limit had overwritten do not come back */
void bd_simulation_forget_records(bd_simulation *simulation, double time);

/* ---- what it consists of: blocks in execution order, for lists and diagnosis ---- */
typedef struct bd_block_info {
    const char *path;
    const char *type;
    bd_sample_time sample_time; /* the (first) one of the block */
    int rate_count;
    int depth; /* 0 in the root; 1 in a conditionally executed subsystem … */
    int continuous_states;
    int discrete_states;
    int zero_crossings;
    int algebraic_loop; /* 0 none, else the number of the loop it is part of */
    bool called;        /* runs when called by a function-call, not in its turn */
} bd_block_info;

int bd_simulation_block_count(const bd_simulation *simulation);
const bd_block_info *bd_simulation_block(const bd_simulation *simulation, int block);
/* a symbol that the binary of an S-function exports: tells whose it is, whatever its name; or NULL
 */
const void *bd_simulation_block_symbol(const bd_simulation *simulation, int block,
                                       const char *name);

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

bd_statistics bd_simulation_statistics(const bd_simulation *simulation);

#ifdef __cplusplus
}
#endif
#endif
