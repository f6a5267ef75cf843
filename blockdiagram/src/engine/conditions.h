/* what is shared by the files about conditionally executed subsystems ("units") */
#ifndef ENGINE_CONDITIONS_H
#define ENGINE_CONDITIONS_H

#include "base/reset.h"
#include "engine/edges.h"

typedef struct bd_conditions {
    int enable, action; /* inputs, or -1 */
    bd_watch trigger, reset;
    bd_reset_kind reset_by;
    bool reset_states;
    bool crossings;
} bd_conditions;

/* of a run; followed by what is remembered of trigger and reset */
typedef struct bd_unit_memory {
    int active;
    int fired;
    int element; /* of the trigger that the last function-call came through */
} bd_unit_memory;

/* what the port blocks say (conditions_read.c) */
bd_status bd_unit_setup(bd_block *unit);
bd_status bd_unit_propagate(bd_block *unit);
bd_status bd_unit_size(bd_block *unit);

/* the inside begins, rests, runs once (conditions.c) */
bd_status bd_unit_wake(bd_block *unit);
bd_status bd_unit_rest(bd_block *unit);
bd_status bd_unit_run_inside(bd_block *unit);

#endif
