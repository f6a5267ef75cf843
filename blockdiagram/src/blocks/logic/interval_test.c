/* Interval Test and Interval Test Dynamic: is the input within limits, which may belong to the
 * interval or not */
#include "blocks/families.h"
#include "blocks/elements.h"

typedef struct interval {
    bool dynamic; /* inputs are upper limit, signal, lower limit */
    bool closed_left, closed_right;
    bd_reals low, high;
} interval;

static bd_status read_limits(bd_block *block) {
    interval *p = block->data;
    BD_TRY(bd_reals_read(block, "lowlimit", &p->low));
    return bd_reals_read(block, "uplimit", &p->high);
}

static bd_status setup_any(bd_block *block, bool dynamic) {
    BD_TRY(bd_setup_ports(block, sizeof(interval), dynamic ? 3 : 1, 1));
    interval *p = block->data;
    p->dynamic = dynamic;
    p->closed_left = p->closed_right = true;
    BD_TRY(bd_block_flag(block, "IntervalClosedLeft", &p->closed_left));
    return bd_block_flag(block, "IntervalClosedRight", &p->closed_right);
}

static bd_status setup(bd_block *block) {
    BD_TRY(setup_any(block, false));
    return read_limits(block);
}

static bd_status setup_dynamic(bd_block *block) {
    return setup_any(block, true);
}

static size_t longest(const interval *p) {
    return p->low.count > p->high.count ? p->low.count : p->high.count;
}

static bd_status propagate(bd_block *block) {
    const interval *p = block->data;
    for (int i = 0; i < block->input_count; i++)
        BD_TRY(bd_port_set_complexity(&block->inputs[i], 0));
    BD_TRY(bd_set_logical_type(block, block->outputs));
    return bd_propagate_dims_with(block, 0, block->input_count - 1, p->dynamic ? 1 : longest(p));
}

static bd_status size(bd_block *block) {
    const interval *p = block->data;
    if (p->dynamic)
        return BD_OK;
    BD_TRY(bd_reals_fit(block, "lowlimit", &p->low, block->outputs->width));
    return bd_reals_fit(block, "uplimit", &p->high, block->outputs->width);
}

static bd_status outputs(bd_block *block) {
    const interval *p = block->data;
    const bd_port *in = block->inputs;
    for (int i = 0; i < block->outputs->width; i++) {
        double u = bd_port_real(&in[p->dynamic ? 1 : 0], i);
        double high = p->dynamic ? bd_port_real(&in[0], i) : bd_real(&p->high, i);
        double low = p->dynamic ? bd_port_real(&in[2], i) : bd_real(&p->low, i);
        bool above = p->closed_left ? u >= low : u > low;
        bool below = p->closed_right ? u <= high : u < high;
        bd_port_put(block->outputs, i, above && below);
    }
    return BD_OK;
}

BD_BLOCK_TYPE(interval_test, "Interval Test", .setup = setup, .propagate = propagate, .size = size,
              .outputs = outputs, .retune = read_limits);

BD_BLOCK_TYPE(interval_test_dynamic, "Interval Test Dynamic", .setup = setup_dynamic,
              .propagate = propagate, .outputs = outputs);

const bd_block_type *const bd_blocks_interval_test[] = {&interval_test, &interval_test_dynamic,
                                                        NULL};
