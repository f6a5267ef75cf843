/* Tapped Delay: the last n samples of a scalar as a vector, oldest or newest first, with or without
 * the present one */
#include "blocks/elements.h"
#include "blocks/families.h"

#include <string.h>

typedef struct taps {
    int delays;
    bool current, newest_first;
    bd_reals initial;
} taps;

static bd_status setup(bd_block *block) {
    static const char *const orders[] = {"Oldest", "Newest", NULL};
    BD_TRY(bd_setup_ports(block, sizeof(taps), 1, 1));
    taps *t = block->data;
    int order = 0;
    long delays = 4;
    BD_TRY(bd_block_whole(block, "NumDelays", 1, 1000000, &delays));
    BD_TRY(bd_block_choice(block, "DelayOrder", orders, &order));
    BD_TRY(bd_block_flag(block, "includeCurrent", &t->current));
    BD_TRY(bd_reals_read(block, "vinit", &t->initial));
    t->delays = (int)delays;
    t->newest_first = order == 1;
    BD_TRY(bd_reals_fit(block, "vinit", &t->initial, t->delays));
    block->inputs->feedthrough = t->current;
    bd_block_set_discrete_states(block, t->delays);
    return bd_read_discrete_rate(block, "samptime");
}

static bd_status propagate(bd_block *block) {
    const taps *t = block->data;
    BD_TRY(bd_require_real(block));
    BD_TRY(bd_port_set_width(block->inputs, 1));
    BD_TRY(bd_propagate_type(block->inputs, block->outputs));
    return bd_port_set_width(block->outputs, t->delays + t->current);
}

/* states: the oldest first */
static bd_status initialise(bd_block *block) {
    const taps *t = block->data;
    for (int i = 0; i < t->delays; i++)
        block->discrete[i] = bd_real(&t->initial, i);
    return BD_OK;
}

static bd_status outputs(bd_block *block) {
    const taps *t = block->data;
    int n = block->outputs->width;
    for (int i = 0; i < n; i++) {
        double value = i < t->delays ? block->discrete[i] : bd_port_real(block->inputs, 0);
        bd_port_put(block->outputs, t->newest_first ? n - 1 - i : i, value);
    }
    return BD_OK;
}

static bd_status update(bd_block *block) {
    const taps *t = block->data;
    memmove(block->discrete, block->discrete + 1,
            (size_t)(t->delays - 1) * sizeof *block->discrete);
    block->discrete[t->delays - 1] = bd_port_real(block->inputs, 0);
    return BD_OK;
}

BD_BLOCK_TYPE(type, "Tapped Delay", .setup = setup, .propagate = propagate,
              .initialise = initialise, .outputs = outputs, .update = update);

const bd_block_type *const bd_blocks_tapped_delay[] = {&type, NULL};
