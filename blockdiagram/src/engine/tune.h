/* other values of variables for a run of a compiled model */
#ifndef ENGINE_TUNE_H
#define ENGINE_TUNE_H

#include "engine/engine.h"

/* the run's own workspaces from these variables; marks the blocks whose values have changed. The
 * workspaces that it had are the caller's, in *before.
 * *variable is one that only compiling anew can obey, or NULL. Fails if the workspaces cannot be
 * made, which compiling anew will tell */
bd_status bd_tune(bd_run *run, const bd_workspace *base, bd_scopes *before, const char **variable);

/* the same for parameters of blocks that the run's options name; false: compiling anew is needed */
bool bd_take_settings(bd_run *run);

/* a parameter that the block alone has evaluated, and reads again */
bool bd_is_tunable(const bd_block *compiled, const char *parameter);
/* "X0" of "InitialCondition|X0" */
bool bd_is_one_of(const char *name, const char *names);

#endif
