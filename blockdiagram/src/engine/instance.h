/* a run's own instances of the compiled blocks */
#ifndef ENGINE_INSTANCE_H
#define ENGINE_INSTANCE_H

#include "engine/engine.h"

/* memory, blocks, contexts and tasks of a run. *fits is false if the model must be compiled anew
 * for the run's values of variables; the run may then only be freed */
bd_status bd_make_instances(bd_run *run, bool *fits);
void bd_free_instances(bd_run *run);
/* a run's own of a compiled output */
bd_port *bd_own_port(bd_run *run, const bd_port *compiled);

/* everything of a block that its compiled one has declared; data and scope stay */
void bd_copy_declarations(bd_block *block);
void bd_point_inputs(bd_block *block); /* when all outputs have their memory */

/* blocks with data of their own (bd_block_type.own_data), and those whose values have changed, read
 * their parameters again. Fails if one is not what was compiled */
bd_status bd_set_up_own_data(bd_run *run);

bd_status bd_set_up_again(bd_block *block); /* one of them */

/* a block whose values have changed would be compiled to the same */
bool bd_is_compiled_alike(const bd_block *block);
/* two blocks after setup, and after size */
bool bd_same_declarations(const bd_block *a, const bd_block *b);
bool bd_same_sizes(const bd_block *a, const bd_block *b);

#endif
