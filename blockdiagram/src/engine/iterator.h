/* For and While iterators: blocks that repeat the subsystem around them */
#ifndef ENGINE_ITERATOR_H
#define ENGINE_ITERATOR_H

#include "engine/engine.h"

bool bd_is_iterator(const bd_block *block);
/* outputs and updates of the context, as often as its iterator says */
bd_status bd_iterate(bd_context *context);

#endif
