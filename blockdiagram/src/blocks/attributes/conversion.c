/* Data Type Conversion: the same value (or the same stored bits, which for plain types is the same
 * number) in another type. Signal Conversion of one signal and Signal Specification pass it on and
 * state what it must be */
#include "blocks/families.h"
#include "blocks/elements.h"
#include "base/fixed.h"

#include <string.h>

/* ---- Data Type Conversion ---- */

static bd_status read_cast(bd_block *block) {
    return bd_cast_read(block, block->data);
}

BD_VALUES_SETUP(setup_conversion, bd_cast, 1, 1, read_cast)

/* where nobody asks for a type, it is underspecified, and the engine's default applies: what comes
 * in says nothing about what goes out */
static bd_status propagate_conversion(bd_block *block) {
    int type;
    BD_TRY(bd_block_out_type(block, &type));
    if (type != BD_INHERITED)
        BD_TRY(bd_port_set_type(block->outputs, type));
    BD_TRY(bd_propagate_complexity(block->inputs, block->outputs));
    return bd_propagate_dims(block, 0, 0);
}

static bd_status outputs_conversion(bd_block *block) {
    const bd_port *u = block->inputs;
    bd_port *y = block->outputs;
    for (int i = 0; i < y->width; i++)
        bd_port_write(y, i, bd_port_read(u, i), block->data);
    return BD_OK;
}

/* the same stored integer in another type */
static bd_status outputs_stored(bd_block *block) {
    const bd_port *u = block->inputs;
    bd_port *y = block->outputs;
    const bd_fixed *from = bd_fixed_of(u->shape.type), *to = bd_fixed_of(y->shape.type);
    for (int i = 0; i < y->width; i++) {
        double value = bd_port_real(u, i);
        double stored = from ? round(bd_fixed_stored(from, value)) : value;
        bd_port_write(y, i, to ? bd_fixed_value(to, stored) : stored, block->data);
    }
    return BD_OK;
}

static bool keeps_stored(const bd_block *block) {
    const char *what = bd_block_text(block, "ConvertRealWorld");
    return what && strncmp(what, "Stored", 6) == 0;
}

static bd_status outputs_copy(bd_block *block) {
    bd_copy_signal(block->inputs, block->outputs);
    return BD_OK;
}

static bd_status start_conversion(bd_block *block) {
    if (block->inputs->shape.type == block->outputs->shape.type)
        block->run_outputs = outputs_copy;
    else if (keeps_stored(block) && block->inputs->shape.complexity == 0)
        block->run_outputs = outputs_stored;
    return BD_OK;
}

BD_BLOCK_TYPE(conversion, "DataTypeConversion", .variable = bd_variable_alike,
              .setup = setup_conversion, .propagate = propagate_conversion,
              .start = start_conversion, .outputs = outputs_conversion, .retune = read_cast);

/* ---- Data Type Conversion Inherited: the second input in the type of the first ---- */

static bd_status setup_inherited(bd_block *block) {
    BD_TRY(bd_setup_ports(block, sizeof(bd_cast), 2, 1));
    block->inputs[0].feedthrough = false;
    return read_cast(block);
}

static bd_status propagate_inherited(bd_block *block) {
    BD_TRY(bd_propagate_type(&block->inputs[0], block->outputs));
    BD_TRY(bd_propagate_complexity(&block->inputs[1], block->outputs));
    return bd_propagate_dims(block, 1, 1);
}

static bd_status outputs_inherited(bd_block *block) {
    for (int i = 0; i < block->outputs->width; i++)
        bd_port_write(block->outputs, i, bd_port_read(&block->inputs[1], i), block->data);
    return BD_OK;
}

BD_BLOCK_TYPE(inherited, "Data Type Conversion Inherited", .setup = setup_inherited,
              .propagate = propagate_inherited, .outputs = outputs_inherited, .retune = read_cast);

/* ---- Signal Specification ---- */

static bd_status setup_specification(bd_block *block) {
    BD_TRY(bd_setup_ports(block, 0, 1, 1));
    return bd_block_read_sample_time(block, NULL);
}

static bd_status propagate_specification(bd_block *block) {
    static const char *const kinds[] = {"auto", "real", "complex", NULL};
    int type, kind = 0;
    BD_TRY(bd_block_out_type(block, &type));
    BD_TRY(bd_block_choice(block, "SignalType", kinds, &kind));
    if (type != BD_INHERITED)
        BD_TRY(bd_port_set_type(block->inputs, type));
    if (kind > 0)
        BD_TRY(bd_port_set_complexity(block->inputs, kind - 1));
    if (bd_block_text(block, "Dimensions")) {
        const double *dims;
        size_t count;
        BD_TRY(bd_block_numbers(block, "Dimensions", &dims, &count));
        int sizes[BD_MAX_RANK];
        bool given = count > 0 && count <= BD_MAX_RANK && dims[0] != -1.0;
        for (size_t i = 0; given && i < count; i++)
            sizes[i] = dims[i] >= 1.0 && dims[i] < 1e8 ? (int)dims[i] : 0;
        if (given)
            BD_TRY(bd_port_set_dims(block->inputs, (int)count, sizes));
    }
    return bd_propagate_same(block);
}

BD_BLOCK_TYPE(specification, "SignalSpecification", .accepts_bus = true,
              .setup = setup_specification, .propagate = propagate_specification,
              .outputs = outputs_copy);

const bd_block_type *const bd_blocks_conversion[] = {&conversion, &inherited, &specification, NULL};
