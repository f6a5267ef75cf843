/* resets of block types by a signal; the rules are in base/reset.h */
#ifndef BLOCKS_RESET_H
#define BLOCKS_RESET_H

#include "base/reset.h"
#include "blockdiagram/block.h"

/* the parameter ExternalReset; none if there is no such parameter */
bd_status bd_reset_read(bd_block *block, bd_reset_kind *kind);
/* value of a reset port, of any type */
double bd_reset_signal(const bd_port *port);

#endif
