/* Counter Free-Running: 0, 1 … 2^bits - 1 and again; Counter Limited: 0 … uplimit and again;
 * Repeating Sequence Stair: listed values in turn, one per sample. A count is an unsigned integer
 * signal, the smallest that holds its range */
#include "blocks/arithmetic.h"
#include "blocks/families.h"

typedef struct counter {
    double length; /* of the cycle */
    bd_reals values;
    int type;
} counter;

static bd_status make(bd_block *block, counter **c) {
    *c = bd_block_alloc(block, sizeof **c);
    if (!*c)
        return bd_block_no_memory(block);
    block->data = *c;
    block->refuses_constant = true;
    bd_block_set_discrete_states(block, 1);
    BD_TRY(bd_block_set_inputs(block, 0));
    BD_TRY(bd_block_set_outputs(block, 1));
    return bd_read_discrete_rate(block, "tsamp|SampleTime");
}

static int unsigned_type(double largest) {
    return largest <= 255.0 ? BD_UINT8 : largest <= 65535.0 ? BD_UINT16 : BD_UINT32;
}

static bd_status setup_free(bd_block *block) {
    counter *c;
    long number = 16;
    BD_TRY(make(block, &c));
    BD_TRY(bd_block_whole(block, "NumBits", 1, 32, &number));
    c->length = ldexp(1.0, (int)number);
    c->type = unsigned_type(c->length - 1.0);
    return BD_OK;
}

static bd_status setup_limited(bd_block *block) {
    counter *c;
    long limit = 7;
    BD_TRY(make(block, &c));
    BD_TRY(bd_block_whole(block, "uplimit", 0, 4294967295, &limit));
    c->length = (double)limit + 1.0;
    c->type = unsigned_type((double)limit);
    return BD_OK;
}

static bd_status setup_stair(bd_block *block) {
    counter *c;
    BD_TRY(make(block, &c));
    BD_TRY(bd_reals_read(block, "OutValues", &c->values));
    BD_TRY(bd_block_out_type(block, &c->type));
    c->length = (double)c->values.count;
    if (c->type == BD_INHERITED)
        c->type = BD_DOUBLE;
    return BD_OK;
}

static bd_status propagate(bd_block *block) {
    const counter *c = block->data;
    BD_TRY(bd_port_set_width(block->outputs, 1));
    BD_TRY(bd_port_set_type(block->outputs, c->type));
    return bd_require_real(block);
}

static bd_status initialise(bd_block *block) {
    block->discrete[0] = 0.0;
    return BD_OK;
}

static bd_status outputs(bd_block *block) {
    const counter *c = block->data;
    double count = block->discrete[0];
    bd_port_write(block->outputs, 0, c->values.values ? c->values.values[(size_t)count] : count,
                  &bd_cast_nearest);
    return BD_OK;
}

static bd_status update(bd_block *block) {
    const counter *c = block->data;
    double next = block->discrete[0] + 1.0;
    block->discrete[0] = next < c->length ? next : 0.0;
    return BD_OK;
}

#define COUNTER_TYPE(identifier, type_name, setup_function)                                        \
    BD_BLOCK_TYPE(identifier, type_name, .setup = setup_function, .propagate = propagate,          \
                  .initialise = initialise, .outputs = outputs, .update = update)

COUNTER_TYPE(free_type, "Counter Free-Running", setup_free);
COUNTER_TYPE(limited_type, "Counter Limited", setup_limited);
COUNTER_TYPE(stair_type, "Repeating Sequence Stair", setup_stair);

const bd_block_type *const bd_blocks_counter[] = {&free_type, &limited_type, &stair_type, NULL};
