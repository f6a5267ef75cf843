/* delays whose names say which inputs they have behind u: E (Enabled), R (Resettable), and a value
 * from outside */
#ifndef BLOCKS_DISCRETE_NAMED_PORTS_H
#define BLOCKS_DISCRETE_NAMED_PORTS_H

#include "blocks/elements.h"

/* block->data of such a block */
typedef struct bd_named_ports {
    int enable_input, reset_input, value_input; /* -1 if none */
    const bd_value *initial;
} bd_named_ports;

/* inputs by the name of the type (`external`: what tells a value from outside), outputs, and the
 * sample time */
bd_status bd_named_ports_setup(bd_block *block, const char *external, int outputs);
/* reads the initial condition, which must be numbers */
bd_status bd_named_ports_initial(bd_block *block);
/* every output is as u, and one from outside as the first output; E and R are scalars */
bd_status bd_named_ports_propagate(bd_block *block);

/* the block runs on: no E, or E is not 0 */
static inline bool bd_named_ports_enabled(const bd_block *block) {
    const bd_named_ports *ports = block->data;
    return ports->enable_input < 0 || bd_port_real(&block->inputs[ports->enable_input], 0) != 0.0;
}
static inline bool bd_named_ports_reset(const bd_block *block) {
    const bd_named_ports *ports = block->data;
    return ports->reset_input > 0 && bd_port_real(&block->inputs[ports->reset_input], 0) != 0.0;
}

/* a type of a file with setup, size, initialise, outputs and update */
#define BD_NAMED_PORTS_TYPE(identifier, type_name)                                                 \
    BD_BLOCK_TYPE(identifier, type_name, .setup = setup, .propagate = bd_named_ports_propagate,    \
                  .size = size, .initialise = initialise, .outputs = outputs, .update = update)

#endif
