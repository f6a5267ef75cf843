/* Increment and Decrement (by 1, of real world value or stored integer, which are the same here),
 * Decrement To Zero, Decrement Time To Zero (by the sample time) */
#include "blocks/elements.h"
#include "blocks/families.h"

#include <string.h>

typedef struct increment {
    double by;
    bool stop_at_zero, by_period;
} increment;

static bd_status setup(bd_block *block) {
    const char *name = block->type->name;
    BD_TRY(bd_setup_ports(block, sizeof(increment), 1, 1));
    increment *p = block->data;
    p->by = strstr(name, "Increment") ? 1.0 : -1.0;
    p->stop_at_zero = strstr(name, "To Zero") != NULL;
    p->by_period = strstr(name, "Time") != NULL;
    return BD_OK;
}

static bd_status propagate(bd_block *block) {
    BD_TRY(bd_require_real(block));
    return bd_propagate_same(block);
}

static bd_status size(bd_block *block) {
    increment *p = block->data;
    if (p->by_period)
        p->by = -bd_period_in_force(block);
    return BD_OK;
}

static bd_status start(bd_block *block) {
    return ((const increment *)block->data)->by_period ? bd_require_discrete_rate(block) : BD_OK;
}

static bd_status outputs(bd_block *block) {
    static const bd_cast wrapped = {BD_ROUND_FLOOR, false, false};
    const increment *p = block->data;
    for (int i = 0; i < block->outputs->width; i++) {
        double y = bd_port_real(block->inputs, i) + p->by;
        bd_port_write(block->outputs, i, p->stop_at_zero ? fmax(y, 0.0) : y, &wrapped);
    }
    return BD_OK;
}

#define INCREMENT_TYPE(identifier, type_name)                                                      \
    BD_BLOCK_TYPE(identifier, type_name, .setup = setup, .propagate = propagate, .size = size,     \
                  .start = start, .outputs = outputs)

INCREMENT_TYPE(up, "Increment Real World");
INCREMENT_TYPE(up_stored, "Increment Stored Integer");
INCREMENT_TYPE(down, "Decrement Real World");
INCREMENT_TYPE(down_stored, "Decrement Stored Integer");
INCREMENT_TYPE(to_zero, "Decrement To Zero");
INCREMENT_TYPE(time_to_zero, "Decrement Time To Zero");

const bd_block_type *const bd_blocks_increment[] = {&up,      &up_stored,    &down, &down_stored,
                                                    &to_zero, &time_to_zero, NULL};
