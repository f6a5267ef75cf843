/* signals whose size changes in the run */
#ifndef ENGINE_VARIABLE_SIZE_H
#define ENGINE_VARIABLE_SIZE_H

#include "engine/engine.h"

#define BD_SIZES_BYTES (BD_MAX_RANK * sizeof(int)) /* behind the elements of such a signal */

/* after wires are followed: inputs learn that their sources are of variable size, and outputs
 * behind them; fails at the first block that cannot take one */
bd_status bd_find_variable_sizes(bd_model *model);
/* before start: its ports have their largest sizes again */
void bd_forget_sizes(bd_block *block);
/* after start: such a block finds the present sizes in its ports, and leaves those of its outputs
 */
void bd_follow_sizes(bd_block *block);

#endif
