/* edges of control signals: an element that crosses zero in the wanted direction, from one major
 * step to the next. -, 0, + in three steps is one crossing */
#ifndef ENGINE_EDGES_H
#define ENGINE_EDGES_H

#include "engine/engine.h"

typedef struct bd_watch {
    int input; /* of the unit, or -1 */
    bool rising, falling;
    size_t at; /* where its memory begins in the unit's work */
} bd_watch;

/* bytes of memory for a signal of this width, a multiple of 8 */
size_t bd_watch_size(int width);
/* 1: element i crosses rising, -1: falling, 0: not */
int bd_watch_edge(const bd_block *unit, const bd_watch *watch, int i);
/* any element does; never before the first remember, nor without a line */
bool bd_watch_fires(const bd_block *unit, const bd_watch *watch);
/* true if any element was not zero when last remembered */
bool bd_watch_was_nonzero(const bd_block *unit, const bd_watch *watch);
void bd_watch_remember(bd_block *unit, const bd_watch *watch);

#endif
