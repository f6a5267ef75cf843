/* resets of block types by a signal; the rules are in base/reset.h */
#ifndef BLOCKS_RESET_H
#define BLOCKS_RESET_H

#include "base/reset.h"
#include "blockdiagram/block.h"

/* the parameter ExternalReset; none if there is no such parameter */
bd_status bd_reset_read(bd_block *block, bd_reset_kind *kind);
/* value of a reset port, of any type */
double bd_reset_signal(const bd_port *port);
/* is a block that has begun (2: a step lies behind it) to begin again? Input 0: it has no reset
 * port */
bool bd_reset_again(const bd_block *block, int input, bd_reset_kind kind, double last, long begun);

#endif
