/* curves without memory: Quantizer, Coulomb & Viscous Friction, Wrap To Zero */
#include "blocks/families.h"
#include "blocks/elements.h"

typedef struct curve {
    const char *name; /* of a, where there is no b */
    bd_reals a, b;
} curve;

static bd_status read_one(bd_block *block, const char *name) {
    curve *c = block->data;
    c->name = name;
    return bd_reals_read(block, name, &c->a);
}

static bd_status propagate_one(bd_block *block) {
    const curve *c = block->data;
    BD_TRY(bd_propagate_type(block->inputs, block->outputs));
    BD_TRY(bd_propagate_complexity(block->inputs, block->outputs));
    return bd_propagate_dims_with(block, 0, 0, c->a.count);
}

static bd_status size_one(bd_block *block) {
    const curve *c = block->data;
    return bd_reals_fit(block, c->name, &c->a, block->outputs->width);
}

/* ---- Quantizer: y = q round(u/q), halves away from zero ---- */

static bd_status read_interval(bd_block *block) {
    const curve *c = block->data;
    BD_TRY(read_one(block, "QuantizationInterval"));
    for (size_t i = 0; i < c->a.count; i++)
        if (!(c->a.values[i] > 0.0))
            return bd_block_fail(block, BD_BAD_PARAMETER, "QuantizationInterval must be positive");
    return BD_OK;
}

BD_VALUES_SETUP(setup_quantizer, curve, 1, 1, read_interval)

static bd_status outputs_quantizer(bd_block *block) {
    const curve *c = block->data;
    for (int i = 0; i < block->outputs->width; i++) {
        double q = bd_real(&c->a, i);
        double complex u = bd_port_read(block->inputs, i);
        double re = q * round(creal(u) / q), im = q * round(cimag(u) / q);
        bd_port_write(block->outputs, i, CMPLX(re, im), &bd_cast_nearest);
    }
    return BD_OK;
}

BD_BLOCK_TYPE(quantizer, "Quantizer", .setup = setup_quantizer, .propagate = propagate_one,
              .size = size_one, .outputs = outputs_quantizer, .retune = read_interval);

/* ---- Coulomb & Viscous Friction: y = sign(u) (gain |u| + offset); the sign is a mode ---- */

static bd_status read_friction(bd_block *block) {
    curve *c = block->data;
    BD_TRY(bd_reals_read(block, "offset", &c->a));
    return bd_reals_read(block, "gain", &c->b);
}

static bd_status setup_friction(bd_block *block) {
    BD_TRY(bd_setup_ports(block, sizeof(curve), 1, 1));
    return read_friction(block);
}

static bd_status propagate_friction(bd_block *block) {
    const curve *c = block->data;
    BD_TRY(bd_require_real(block));
    BD_TRY(bd_propagate_type(block->inputs, block->outputs));
    return bd_propagate_dims_with(block, 0, 0, c->a.count > c->b.count ? c->a.count : c->b.count);
}

static bd_status size_friction(bd_block *block) {
    const curve *c = block->data;
    int n = block->outputs->width;
    BD_TRY(bd_reals_fit(block, "offset", &c->a, n));
    BD_TRY(bd_reals_fit(block, "gain", &c->b, n));
    return bd_size_branches(block, n, n);
}

static bd_status outputs_friction(bd_block *block) {
    const curve *c = block->data;
    bool frozen = bd_is_frozen(block);
    for (int i = 0; i < block->outputs->width; i++) {
        double u = bd_port_real(block->inputs, i);
        int sign = bd_branch(block, i, frozen, (u > 0.0) - (u < 0.0), u == 0.0);
        bd_port_put(block->outputs, i,
                    sign * bd_real(&c->a, i) + (sign ? bd_real(&c->b, i) * u : 0.0));
    }
    return BD_OK;
}

static bd_status crossings_friction(bd_block *block) {
    for (int i = 0; i < block->zero_crossing_count; i++)
        block->zero_crossings[i] = bd_port_real(block->inputs, i);
    return BD_OK;
}

BD_BLOCK_TYPE(friction, "Coulomb & Viscous Friction", .setup = setup_friction,
              .propagate = propagate_friction, .size = size_friction, .outputs = outputs_friction,
              .zero_crossings = crossings_friction, .retune = read_friction);

/* ---- Wrap To Zero: y = u up to the threshold, 0 above ---- */

static bd_status read_wrap(bd_block *block) {
    return read_one(block, "Threshold");
}

static bd_status setup_wrap(bd_block *block) {
    BD_TRY(bd_setup_ports(block, sizeof(curve), 1, 1));
    return read_wrap(block);
}

static bd_status propagate_wrap(bd_block *block) {
    BD_TRY(bd_require_real(block));
    return propagate_one(block);
}

static bd_status outputs_wrap(bd_block *block) {
    const curve *c = block->data;
    for (int i = 0; i < block->outputs->width; i++) {
        double u = bd_port_real(block->inputs, i);
        bd_port_put(block->outputs, i, u > bd_real(&c->a, i) ? 0.0 : u);
    }
    return BD_OK;
}

BD_BLOCK_TYPE(wrap, "Wrap To Zero", .setup = setup_wrap, .propagate = propagate_wrap,
              .size = size_one, .outputs = outputs_wrap, .retune = read_wrap);

const bd_block_type *const bd_blocks_static_curves[] = {&quantizer, &friction, &wrap, NULL};
