/* copies of blocks and systems into another diagram; texts are shared, so the arena of the original
 * must live on (bd_arena_adopt) */
#ifndef BD_FILE_COPY_H
#define BD_FILE_COPY_H

#include "file/internal.h"

/* system with all it holds, owned by a block of the target diagram; *blocks counts what was copied
 * and stops the work at BD_BLOCKS. NULL then, and when memory ends */
bd_system *bd_copy_system(const bd_system *system, bd_node *owner, size_t *blocks);

bool bd_copy_parameters(bd_arena *arena, const bd_parameters *from, bd_parameters *to);
/* parameters and mask of a block */
bool bd_copy_dialog(bd_arena *arena, const bd_node *from, bd_node *to);
bd_mask *bd_copy_mask(bd_arena *arena, const bd_mask *mask);

#endif
