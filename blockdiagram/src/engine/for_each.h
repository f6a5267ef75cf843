/* For Each subsystems: known by the control block inside, unrolled once the sizes of their inputs
 * are known */
#ifndef ENGINE_FOR_EACH_H
#define ENGINE_FOR_EACH_H

#include "engine/engine.h"

/* the control block of a subsystem that is still to be unrolled, or NULL */
const bd_node *bd_for_each_of(const bd_node *node);

/* stands for such a subsystem meanwhile; the number of an iteration, where it has a port */
extern const bd_block_type bd_type_for_each, bd_type_iteration;

/* unrolls those that are ready, in the model's own copy of its diagram */
bd_status bd_unroll_for_each(bd_model *model);
/* nothing says how large the inputs of the next one are: they are scalars */
bd_status bd_for_each_go_on(bd_model *model);
/* blocks, contexts and nets as if the parts had been drawn */
bd_status bd_order_as_drawn(bd_model *model);
/* lets shapes propagate from these blocks and nets on */
bd_status bd_queue_from(bd_model *model, int first_block, int first_net);

#endif
