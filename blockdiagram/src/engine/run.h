/* running a compiled diagram: lists of operations, one evaluation, records, solvers */
#ifndef ENGINE_RUN_H
#define ENGINE_RUN_H

#include "engine/engine.h"
#include "blockdiagram/solvers.h"

/* ---- lists (lists.c) ---- */

/* the lists of all contexts and loops */
bd_status bd_make_all_lists(bd_run *run);

/* shortens a list for minor steps; major is the full one of the same blocks */
bd_status bd_fuse(bd_run *run, bd_list *minor, const bd_list *major);

static inline bd_status bd_list_run(const bd_list *list) {
    const bd_kernel *end = list->items + list->count;
    for (const bd_kernel *item = list->items; item != end; item++) {
        bd_status status = item->run(item);
        if (status != BD_OK)
            return status;
    }
    return BD_OK;
}

bd_status bd_context_update(bd_context *context);
bd_status bd_context_derivatives(bd_context *context);
/* the same without the copies of the root, whose values are at run->rates */
bd_status bd_context_call_derivatives(bd_context *context);
bd_status bd_context_zero_crossings(bd_context *context);

/* ---- contexts (conditions.c) ---- */

bd_status bd_context_initialise(bd_context *context);
/* a function-call: outputs and updates at once */
bd_status bd_context_call(bd_context *context, int element); /* of its trigger */
/* runs the functions of the model for an event */
bd_status bd_run_event(bd_run *run, bd_event event);

/* ---- one evaluation of the whole diagram (evaluate.c) ---- */

/* at the present time of the clock; outputs of major steps include state ports */
bd_status bd_evaluate_major(bd_run *run);
/* at (time, run->x): outputs in a minor step */
bd_status bd_evaluate_minor(bd_run *run, double time);
/* run->dx from the outputs just evaluated; fails if a derivative is not finite */
bd_status bd_evaluate_derivatives(bd_run *run);
/* both: dx at (time, x) */
static inline bd_status bd_evaluate(bd_run *run, double time) {
    bd_status status = bd_evaluate_minor(run, time);
    return status == BD_OK ? bd_evaluate_derivatives(run) : status;
}
/* the derivatives are where run->rates points to; for solvers that read them there */
static inline bd_status bd_evaluate_rates(bd_run *run) {
    run->statistics.derivative_evaluations++;
    bd_context *root = run->contexts[0];
    return root->derivatives.count ? bd_context_call_derivatives(root) : BD_OK;
}
bd_status bd_evaluate_update(bd_run *run);
/* one rule for what is not finite (docs/models.md): states and derivatives are. Signals may be
 * anything */
bd_status bd_check_states(bd_run *run);
bd_status bd_check_values(bd_run *run); /* not the derivatives */
/* for a solver that has failed: so near to the largest number sums of a few terms are infinite */
bd_status bd_check_room(bd_run *run);
/* the sentence for state `state` (from 0) of a block */
bd_status bd_diverge(bd_block *block, const char *what, int state, double value);

/* ---- records (records.c) ---- */

bd_status bd_records_begin(bd_run *run);
bd_status bd_records_take(bd_run *run);
/* one warning for each record that has an infinite value or one that is not a number */
void bd_records_tell_not_finite(const bd_run *run);
void bd_records_free(bd_run *run);
const bd_port *bd_record_port(const bd_run *run, int record); /* what it records */
bd_status bd_records_add_signals(bd_run *run);
bd_status bd_records_add_states(bd_run *run);
/* of the numbers of a bus, in the order of a record; NULL without memory (record_names.c) */
const char *const *bd_name_elements(bd_arena *arena, const bd_shape *shape);
/* how far the decimation of each record has come, as bytes of a saved state */
size_t bd_records_place_size(const bd_run *run);
unsigned char *bd_records_save_place(const bd_run *run, unsigned char *to);
const unsigned char *bd_records_restore_place(bd_run *run, const unsigned char *from);

/* ---- solvers: one table each ---- */

typedef struct bd_solver_type {
    const char *name;
    /* memory for the run, taken from the arena; once */
    bd_status (*create)(bd_run *run, void **memory);
    void (*destroy)(void *memory);
    /* fixed step: from clock.time to target with states x and derivatives dx at its begin.
     * Variable step: one accepted step of at most that length; *reached is where it ended and
     * run->next_step what it proposes */
    bd_status (*step)(bd_run *run, void *memory, double target, double *reached);
    /* variable step: run->x at a time inside the last step */
    bd_status (*interpolate)(bd_run *run, void *memory, double time);
    /* past is over: states or derivatives have jumped */
    void (*reset)(bd_run *run, void *memory);
    bool fixed_step;
} bd_solver_type;

extern const bd_solver_type bd_solver_discrete;
#define BD_SOLVER_DECLARATION(name) extern const bd_solver_type bd_solver_##name;
BD_FIXED_SOLVERS(BD_SOLVER_DECLARATION)
BD_VARIABLE_SOLVERS(BD_SOLVER_DECLARATION)
#undef BD_SOLVER_DECLARATION

/* all that have states, ended by NULL */
extern const bd_solver_type *const bd_solvers[];
const bd_solver_type *bd_solver_find(const char *name);

/* absolute tolerance of state i at present */
static inline double bd_state_tolerance(const bd_run *run, int i) {
    return run->x_tolerance[i];
}

/* ---- states and times that the model asks for (initial_state.c, output_times.c) ---- */
bd_status bd_load_initial_state(bd_run *run);
double bd_next_output_time(const bd_run *run, double time);
bool bd_is_output_time(const bd_run *run, double time);

/* ---- steps ---- */
void bd_begin_hits(bd_run *run);
bd_status bd_step_fixed(bd_run *run);
bd_status bd_step_variable(bd_run *run);

/* ---- zero crossings (crossings.c) ---- */

/* values at the begin of a step */
bd_status bd_crossings_begin(bd_run *run);
/* after a step to `reached`: looks for a change of sign; *found says that the step now ends at
 * *left, with the event between *left and *right */
bd_status bd_crossings_search(bd_run *run, double begin, double reached, bool *found, double *left,
                              double *right);
bd_status bd_crossings_create(bd_run *run);
void bd_crossings_reset(struct bd_crossings *search);

#endif
