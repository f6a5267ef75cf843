/* between the two files of the block type "S-Function" */
#ifndef BD_SFUNCTION_BLOCK_H
#define BD_SFUNCTION_BLOCK_H

#include <stdatomic.h>
#include <string.h>

#include "blockdiagram/block.h"
#include "sfunction/instance.h"
#include "sfunction/isolate.h"

/* a block's own data */
typedef struct bd_sfunction_block {
    bd_sfunction *f;
    atomic_flag *taken;   /* of a compiled block: a run has taken over its instance; own memory, as
                             all else of a compiled model is constant */
    bool initialised;     /* mdlInitializeConditions ran in this run */
    unsigned char *saved; /* the own state of the S-function as bytes */
    size_t saved_size;
    bd_isolated *isolated; /* it runs in a process of its own; or NULL */
} bd_sfunction_block;

static inline bd_sfunction_block *bd_sfunction_host_of(const bd_block *block) {
    return (bd_sfunction_block *)block->data;
}

/* an error of this room as an error of the block */
static inline bd_status bd_sfunction_told(bd_block *block, const bd_error *error) {
    bd_isolated_notes *notes = bd_isolated_here();
    if (notes)
        memcpy(notes->error, error->text, sizeof notes->error);
    if (notes)
        return error->status;
    return bd_block_fail(block, error->status, "%s", error->text);
}

/* tells the S-function about the solver */
static inline void bd_sfunction_tell_solver(const bd_block *block) {
    SimStruct *S = &bd_sfunction_host_of(block)->f->simstruct;
    bd_solver_info solver = bd_block_solver(block);
    S->time_.solver_name_ = solver.name;
    S->time_.variable_step_ = !solver.fixed_step;
    S->time_.fixed_step_ = solver.step;
    S->time_.step_ = solver.step;
    S->time_.max_step_ = solver.max_step;
    S->time_.min_step_ = solver.min_step;
    S->time_.start_ = solver.start_time;
    S->time_.now_ = solver.start_time;
    S->time_.final_ = solver.stop_time;
    S->time_.relative_tolerance_ = solver.relative_tolerance;
}

/* the compile part of the type's table */
bd_status bd_sfunction_block_setup(bd_block *block);
bd_status bd_sfunction_block_offer(bd_block *block, bd_port *port, bd_attribute what,
                                   const bd_shape *candidate);
bd_status bd_sfunction_block_defaults(bd_block *block, bd_attribute what);
bd_status bd_sfunction_block_offer_rate(bd_block *block, bd_port *port, bd_sample_time candidate);
bd_status bd_sfunction_block_size(bd_block *block);
bool bd_sfunction_is_compiled(const bd_node *node, const char *name);
/* the bus object of this name that the block sees, as a bus in the block's memory; or NULL */
const bd_bus *bd_sfunction_find_bus(void *block, const char *name);
const bd_bus *bd_sfunction_make_opaque(void *block, const char *name, int size);
/* values of the block's Parameters, for bd_expression_free_list */
bd_status bd_sfunction_block_values(bd_block *block, bd_value ***values, size_t *count);

#endif
