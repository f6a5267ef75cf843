/* Weighted Sample Time Math: the input combined with weight * Ts, Ts being the block's period; or
 * Ts (or 1/Ts) alone, times the weight */
#include "blocks/elements.h"
#include "blocks/families.h"

typedef enum time_operation {
    T_ADD,
    T_SUBTRACT,
    T_MULTIPLY,
    T_DIVIDE,
    T_ONLY,
    T_INVERSE
} time_operation;

typedef struct sample_time_math {
    time_operation operation;
    double weight;
    double period;
    bd_cast cast;
} sample_time_math;

static bd_status setup(bd_block *block) {
    static const char *const operations[] = {"+", "-", "*", "/", "Ts Only", "1/Ts Only", NULL};
    BD_TRY(bd_block_make_data(block, sizeof(sample_time_math)));
    sample_time_math *s = block->data;
    int operation = 0;
    s->weight = 1.0;
    BD_TRY(bd_block_choice(block, "TsampMathOp", operations, &operation));
    s->operation = (time_operation)operation;
    if (bd_block_text(block, "weightValue"))
        BD_TRY(bd_block_scalar(block, "weightValue", &s->weight));
    BD_TRY(bd_cast_read(block, &s->cast));
    BD_TRY(bd_block_set_inputs(block, 1));
    BD_TRY(bd_block_set_outputs(block, 1));
    if (s->operation < T_ONLY)
        bd_block_set_all_feedthrough(block);
    return BD_OK;
}

static bd_status propagate(bd_block *block) {
    BD_TRY(bd_propagate_elementwise(block));
    return bd_require_real(block);
}

static bd_status size(bd_block *block) {
    sample_time_math *s = block->data;
    s->period = bd_period_in_force(block);
    return BD_OK;
}

static bd_status outputs(bd_block *block) {
    const sample_time_math *s = block->data;
    double w = s->weight * s->period;
    for (int i = 0; i < block->outputs->width; i++) {
        double u = s->operation < T_ONLY ? bd_port_real(block->inputs, i) : 0.0;
        double y = s->operation == T_ADD        ? u + w
                   : s->operation == T_SUBTRACT ? u - w
                   : s->operation == T_MULTIPLY ? u * w
                   : s->operation == T_DIVIDE   ? u / w
                   : s->operation == T_ONLY     ? w
                                                : s->weight / s->period;
        bd_port_write(block->outputs, i, y, &s->cast);
    }
    return BD_OK;
}

#define SAMPLE_TIME_TYPE(identifier, type_name)                                                    \
    BD_BLOCK_TYPE(identifier, type_name, .setup = setup, .propagate = propagate, .size = size,     \
                  .start = bd_require_discrete_rate, .outputs = outputs)

SAMPLE_TIME_TYPE(plain_type, "SampleTimeMath");
SAMPLE_TIME_TYPE(palette_type, "Weighted Sample Time Math");

const bd_block_type *const bd_blocks_sample_time_math[] = {&plain_type, &palette_type, NULL};
