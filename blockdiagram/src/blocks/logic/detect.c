/* Detect Change, Increase, Decrease compare the input with that of the step before; Detect Rise and
 * Fall compare what holds of it (is it positive …) with what held then */
#include "blocks/families.h"
#include "blocks/elements.h"

#include <string.h>

typedef enum detection {
    CHANGE,
    INCREASE,
    DECREASE,
    RISE_POSITIVE,
    RISE_NONNEGATIVE,
    FALL_NEGATIVE,
    FALL_NONPOSITIVE
} detection;

typedef struct detector {
    detection kind;
    bd_reals initial;
} detector;

static const bd_block_type types[7];

static bd_status setup(bd_block *block) {
    BD_TRY(bd_setup_ports(block, sizeof(detector), 1, 1));
    detector *d = block->data;
    d->kind = (detection)(block->type - types);
    block->minor_steps = false;
    return bd_reals_read(block, "vinit", &d->initial);
}

static bd_status propagate(bd_block *block) {
    const detector *d = block->data;
    BD_TRY(bd_port_set_complexity(block->inputs, 0));
    BD_TRY(bd_set_logical_type(block, block->outputs));
    return bd_propagate_dims_with(block, 0, 0, d->initial.count);
}

static bd_status size(bd_block *block) {
    const detector *d = block->data;
    return bd_size_discrete(block, "vinit", &d->initial);
}

static bd_status initialise(bd_block *block) {
    const detector *d = block->data;
    bd_begin_discrete(block, &d->initial);
    return BD_OK;
}

/* what is remembered of an input */
static double feature(detection kind, double u) {
    switch (kind) {
    case RISE_POSITIVE:
        return u > 0.0;
    case RISE_NONNEGATIVE:
        return u >= 0.0;
    case FALL_NEGATIVE:
        return u < 0.0;
    case FALL_NONPOSITIVE:
        return u <= 0.0;
    default:
        return u;
    }
}

static bd_status outputs(bd_block *block) {
    const detector *d = block->data;
    for (int i = 0; i < block->outputs->width; i++) {
        double now = feature(d->kind, bd_port_real(block->inputs, i)), before = block->discrete[i];
        bool found = d->kind == CHANGE     ? now != before
                     : d->kind == DECREASE ? now < before
                     : d->kind == INCREASE ? now > before
                                           : now != 0.0 && before == 0.0;
        bd_port_put(block->outputs, i, found);
    }
    return BD_OK;
}

static bd_status update(bd_block *block) {
    const detector *d = block->data;
    for (int i = 0; i < block->discrete_count; i++)
        block->discrete[i] = feature(d->kind, bd_port_real(block->inputs, i));
    return BD_OK;
}

#define DETECTOR(text)                                                                             \
    {                                                                                              \
        .name = text, .setup = setup, .propagate = propagate, .size = size,                        \
        .initialise = initialise, .outputs = outputs, .update = update,                            \
    }

static const bd_block_type types[] = {
    [CHANGE] = DETECTOR("Detect Change"),
    [INCREASE] = DETECTOR("Detect Increase"),
    [DECREASE] = DETECTOR("Detect Decrease"),
    [RISE_POSITIVE] = DETECTOR("Detect Rise Positive"),
    [RISE_NONNEGATIVE] = DETECTOR("Detect Rise Nonnegative"),
    [FALL_NEGATIVE] = DETECTOR("Detect Fall Negative"),
    [FALL_NONPOSITIVE] = DETECTOR("Detect Fall Nonpositive"),
};

const bd_block_type *const bd_blocks_detect[] = {&types[CHANGE],           &types[INCREASE],
                                                 &types[DECREASE],         &types[RISE_POSITIVE],
                                                 &types[RISE_NONNEGATIVE], &types[FALL_NEGATIVE],
                                                 &types[FALL_NONPOSITIVE], NULL};
