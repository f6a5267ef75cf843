/* what can only be settled when all links are filled in */
#ifndef BD_FILE_FINISH_H
#define BD_FILE_FINISH_H

#include "file/internal.h"

/* promoted mask parameters reach the blocks they belong to, in this system and all below. false when
 * memory ends */
bool bd_finish_system(bd_system *system);

/* promoted mask parameters of one block and all inside */
bool bd_promote_parameters(bd_node *node);

#endif
