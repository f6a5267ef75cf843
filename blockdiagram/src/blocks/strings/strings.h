/* strings as signals, for the files of this room */
#ifndef BLOCKS_STRINGS_H
#define BLOCKS_STRINGS_H

#include "blockdiagram/block.h"

#define BD_STRING_ROOM 1024 /* bytes of a string signal, its end included */

/* a port carries a string */
bd_status bd_port_set_string(bd_port *port);

static inline const char *bd_string_input(const bd_block *block, int i) {
    return block->inputs[i].data;
}

/* the longest string that the block's OutDataTypeStr allows: string, or stringtype(N) */
bd_status bd_string_limit(bd_block *block, size_t *most);
/* the first output; a string that is too long ends the run */
bd_status bd_string_output(bd_block *block, const char *text, size_t most);
/* a parameter that is a string, "…" or '…'; ASCII only */
bd_status bd_string_parameter(bd_block *block, const char *name, const char **text);

#endif
