/* Relay: on from the switch-on point upwards, off from the switch-off point downwards, as before in
 * between; off at first. Only the point that can switch it next is a zero crossing. Documented: the
 * points are converted to the type of the input, nearest and saturated */
#include "blocks/families.h"
#include "blocks/elements.h"

typedef struct relay {
    bd_reals on_point, off_point, on_value, off_value;
} relay;

static bd_status read_values(bd_block *block) {
    relay *r = block->data;
    BD_TRY(bd_reals_read(block, "OnSwitchValue", &r->on_point));
    BD_TRY(bd_reals_read(block, "OffSwitchValue", &r->off_point));
    BD_TRY(bd_reals_read(block, "OnOutputValue", &r->on_value));
    BD_TRY(bd_reals_read(block, "OffOutputValue", &r->off_value));
    size_t n = r->on_point.count > r->off_point.count ? r->on_point.count : r->off_point.count;
    if (r->on_point.count > 1 && r->off_point.count > 1 && r->on_point.count != r->off_point.count)
        return bd_block_fail(block, BD_BAD_PARAMETER,
                             "OnSwitchValue and OffSwitchValue differ in size");
    for (size_t i = 0; i < n; i++)
        if (!(bd_real(&r->on_point, (int)i) >= bd_real(&r->off_point, (int)i)))
            return bd_block_fail(block, BD_BAD_PARAMETER,
                                 "OnSwitchValue must not be below OffSwitchValue");
    return BD_OK;
}

BD_VALUES_SETUP(setup, relay, 1, 1, read_values)

static bd_status propagate(bd_block *block) {
    const relay *r = block->data;
    BD_TRY(bd_require_real(block));
    const size_t counts[] = {r->on_point.count, r->off_point.count, r->on_value.count,
                             r->off_value.count};
    size_t n = 1;
    for (int i = 0; i < 4; i++)
        n = counts[i] > n ? counts[i] : n;
    BD_TRY(bd_set_type_as(block, block->outputs, block->inputs));
    return bd_propagate_dims_with(block, 0, 0, n);
}

static bd_status size(bd_block *block) {
    const relay *r = block->data;
    int n = block->outputs->width;
    BD_TRY(bd_reals_fit(block, "OnSwitchValue", &r->on_point, n));
    BD_TRY(bd_reals_fit(block, "OffSwitchValue", &r->off_point, n));
    BD_TRY(bd_reals_fit(block, "OnOutputValue", &r->on_value, n));
    BD_TRY(bd_reals_fit(block, "OffOutputValue", &r->off_value, n));
    BD_TRY(bd_size_branches(block, n, n));
    return BD_OK;
}

static bd_status initialise(bd_block *block) {
    for (int i = 0; i < block->mode_count; i++)
        block->modes[i] = 0;
    return BD_OK;
}

static inline double point(const bd_block *block, const bd_reals *points, int i) {
    return bd_parameter_as(block->inputs->shape.type, bd_real(points, i));
}

/* the state is remembered from major steps only, whether or not events are located */
static bd_status outputs(bd_block *block) {
    const relay *r = block->data;
    bool frozen = bd_is_frozen(block);
    for (int i = 0; i < block->outputs->width; i++) {
        double u = bd_port_real(block->inputs, i);
        double on_point = point(block, &r->on_point, i), off_point = point(block, &r->off_point, i);
        int on = u >= on_point ? 1 : u <= off_point ? 0 : block->modes[i];
        on = bd_branch(block, i, frozen, on, u == on_point && u == off_point);
        bd_port_put(block->outputs, i, bd_real(on ? &r->on_value : &r->off_value, i));
    }
    return BD_OK;
}

static bd_status zero_crossings(bd_block *block) {
    const relay *r = block->data;
    for (int i = 0; i < block->zero_crossing_count; i++)
        block->zero_crossings[i] = bd_port_real(block->inputs, i) -
                                   point(block, block->modes[i] ? &r->off_point : &r->on_point, i);
    return BD_OK;
}

BD_BLOCK_TYPE(type, "Relay", .setup = setup, .propagate = propagate, .size = size,
              .initialise = initialise, .outputs = outputs, .zero_crossings = zero_crossings,
              .retune = read_values);

const bd_block_type *const bd_blocks_relay[] = {&type, NULL};
