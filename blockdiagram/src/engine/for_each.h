/* For Each subsystems: known by the control block inside, unrolled once the sizes of their inputs
 * are known */
#ifndef ENGINE_FOR_EACH_H
#define ENGINE_FOR_EACH_H

#include "engine/engine.h"

/* the control block of a subsystem that is still to be unrolled, or NULL */
const bd_node *bd_for_each_of(const bd_node *node);

/* stands for such a subsystem meanwhile; the number of an iteration, where it has a port */
extern const bd_block_type bd_type_for_each, bd_type_iteration;

/* unrolls all that the model has met, in another copy of its diagram; shapes are known */
bd_status bd_unroll_for_each(bd_model *model, bd_diagram *into);

#endif
