/* Unit Delay with Enable, Reset and External IC in any combination, as their names say. Inputs: u,
 * then E, R, IC. Not enabled: the state stands still. Reset not 0: the output is the initial
 * condition. External IC: the output begins with the signal at that port */
#include "blocks/discrete/named_ports.h"
#include "blocks/families.h"

#include <string.h>

/* begin of work; the state follows */
typedef struct memory {
    long begun;
} memory;

static bd_status setup(bd_block *block) {
    BD_TRY(bd_named_ports_setup(block, "External IC", 1));
    const bd_named_ports *v = block->data;
    block->inputs->feedthrough = false;
    if (v->enable_input > 0)
        block->inputs[v->enable_input].feedthrough = false;
    return v->value_input > 0 ? BD_OK : bd_named_ports_initial(block);
}

static bd_status size(bd_block *block) {
    BD_TRY(bd_require_fitting(block, 0));
    bd_block_set_work(block, sizeof(memory) + bd_shape_size(&block->outputs->shape));
    return BD_OK;
}

static void *state(const bd_block *block) {
    return (unsigned char *)block->work + sizeof(memory);
}

static bd_status write_initial(bd_block *block, void *to) {
    const bd_named_ports *v = block->data;
    bd_port target = *block->outputs;
    target.data = to;
    if (v->value_input > 0) {
        bd_copy_signal(&block->inputs[v->value_input], &target);
        return BD_OK;
    }
    return bd_put_value(block, NULL, v->initial, &target.shape, to);
}

static bd_status initialise(bd_block *block) {
    const bd_named_ports *v = block->data;
    ((memory *)block->work)->begun = 0;
    return v->value_input > 0 ? BD_OK : write_initial(block, state(block));
}

static bd_status outputs(bd_block *block) {
    const bd_named_ports *v = block->data;
    memory *m = block->work;
    bool first = !m->begun && v->value_input > 0;
    if (first || bd_named_ports_reset(block))
        BD_TRY(write_initial(block, state(block)));
    m->begun = 1;
    memcpy(block->outputs->data, state(block), bd_shape_size(&block->outputs->shape));
    return BD_OK;
}

static bd_status update(bd_block *block) {
    if (bd_named_ports_enabled(block))
        memcpy(state(block), block->inputs->data, bd_shape_size(&block->outputs->shape));
    return BD_OK;
}

BD_NAMED_PORTS_TYPE(e, "Unit Delay Enabled");
BD_NAMED_PORTS_TYPE(r, "Unit Delay Resettable");
BD_NAMED_PORTS_TYPE(er, "Unit Delay Enabled Resettable");
BD_NAMED_PORTS_TYPE(i, "Unit Delay External IC");
BD_NAMED_PORTS_TYPE(ei, "Unit Delay Enabled External IC");
BD_NAMED_PORTS_TYPE(ri, "Unit Delay Resettable External IC");
BD_NAMED_PORTS_TYPE(eri, "Unit Delay Enabled Resettable External IC");

const bd_block_type *const bd_blocks_unit_delay_variants[] = {&e,  &r,  &er,  &i,
                                                              &ei, &ri, &eri, NULL};
