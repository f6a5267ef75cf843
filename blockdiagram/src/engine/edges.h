/* edges of control signals: an element that crosses zero in the wanted direction, from one major
 * step to the next. -, 0, + in three consecutive steps is one crossing, at the zero; -, 0, 0, + are
 * two, since the second rise is more than one step after the first (help of triggered subsystems)
 */
#ifndef ENGINE_EDGES_H
#define ENGINE_EDGES_H

#include "engine/engine.h"

typedef struct bd_watch {
    int input; /* of the unit, or -1 */
    bool rising, falling;
    bool has_initial; /* what it was before the first step is given */
    double initial;
    size_t at; /* where its memory begins in the unit's work */
} bd_watch;

/* bytes of memory for a signal of this width, a multiple of 8 */
size_t bd_watch_size(int width);
/* 1: element i crosses rising, -1: falling, 0: not */
int bd_watch_edge(const bd_block *unit, const bd_watch *watch, int i);
/* any element does; never before the first remember, nor without a line */
bool bd_watch_fires(const bd_block *unit, const bd_watch *watch);
/* whether anything is remembered, and what of element i */
bool bd_watch_knows(const bd_block *unit, const bd_watch *watch);
double bd_watch_last(const bd_block *unit, const bd_watch *watch, int i);
/* the memory before the first step */
void bd_watch_begin(bd_block *unit, const bd_watch *watch);
void bd_watch_remember(bd_block *unit, const bd_watch *watch);

#endif
