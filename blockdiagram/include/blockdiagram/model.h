/* a diagram compiled: blocks in execution order, routes, rates, parameters, names.
 *
 *   bd_model_compile   flattens, evaluates parameters, propagates, sorts: all mistakes of the model
 *                      show here
 *   bd_model_free      after its runs
 *
 * A compiled model is constant. Any number of runs (blockdiagram/run.h) share it, also at the same
 * time in several threads. The diagram must outlive it; neither it nor the workspace is changed.
 */
#ifndef BLOCKDIAGRAM_MODEL_H
#define BLOCKDIAGRAM_MODEL_H

#include "blockdiagram/diagram.h"
#include "blockdiagram/error.h"
#include "blockdiagram/signal.h"
#include "blockdiagram/value.h"
#include "blockdiagram/workspace.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bd_model bd_model;

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
    bool log_states;   /* record the continuous states, too */
    bool no_logging;   /* record nothing (benchmarks, embedding) */
    double log_period; /* record outports and signals at multiples of this only; 0: every step */

    bd_log *log; /* warnings of the compilation; may be NULL */
} bd_options;

/* the model's own settings, no log */
bd_options bd_options_default(void);

/* base may be NULL. *model is NULL on failure */
bd_status bd_model_compile(const bd_diagram *diagram, const bd_workspace *base,
                           const bd_options *options, bd_model **model, bd_error *error);
void bd_model_free(bd_model *model);

const char *bd_model_solver(const bd_model *model); /* the one in use: "ode45" … */
bool bd_model_has_fixed_step(const bd_model *model);

/* does the model know this variable of the base workspace: a parameter or its code has asked for
 * it, or its code sets it, too? */
bool bd_model_uses(const bd_model *model, const char *variable);
/* does code of the model (InitFcn) set it anew, so that the value from outside has no effect? */
bool bd_model_overrides(const bd_model *model, const char *variable);
/* " (did you mean 'mu'?)", or "" if no variable of the model has a name like this */
const char *bd_model_variable_hint(const bd_model *model, const char *variable, char *text,
                                   size_t size);

/* root-level Inport blocks */
int bd_model_input_count(const bd_model *model);
const bd_shape *bd_model_input_shape(const bd_model *model, int input);

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

int bd_model_block_count(const bd_model *model);
const bd_block_info *bd_model_block(const bd_model *model, int block);

#ifdef __cplusplus
}
#endif
#endif
