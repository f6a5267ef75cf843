/* sample times while they are found: rules shared by blocks and by ports */
#ifndef ENGINE_RATES_H
#define ENGINE_RATES_H

#include "engine/engine.h"

bool bd_same_time(bd_sample_time a, bd_sample_time b);
/* the rate at which a signal changes, seen from another context; false: not known yet */
bool bd_source_time(const bd_port *source, const bd_context *reader, bd_sample_time *time);
/* from all readers whose rate is known; false if none is */
bool bd_inherit_backward(const bd_model *model, const bd_block *block, bd_sample_time *time);
/* a block with rates by port learns what it can at this level of guessing */
bd_status bd_advance_port_rates(bd_block *block, int level, bool *changed);

#endif
