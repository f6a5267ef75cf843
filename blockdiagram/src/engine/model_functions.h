/* functions of the model that blocks call by name */
#ifndef ENGINE_MODEL_FUNCTIONS_H
#define ENGINE_MODEL_FUNCTIONS_H

#include "engine/engine.h"

extern const bd_block_type bd_type_argument_in, bd_type_argument_out, bd_type_function_caller;

/* a Trigger Port that makes its subsystem a function */
bool bd_is_model_function(const bd_node *trigger);
/* callers stand for their functions from now on; before rates and order are decided */
void bd_attach_functions(bd_model *model);

#endif
