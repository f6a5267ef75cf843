/* AbsoluteTolerance of blocks with continuous states */
#ifndef BLOCKS_CONTINUOUS_TOLERANCE_H
#define BLOCKS_CONTINUOUS_TOLERANCE_H

#include "blockdiagram/block.h"

/* in start: a number for all states or one for each; "auto" and -1 leave it to the solver */
bd_status bd_tolerance_read(bd_block *block);

#endif
