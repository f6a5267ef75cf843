/* Weighted Sample Time Math: the input combined with weight * Ts, Ts being the block's period; or
 * Ts (or 1/Ts) alone, times the weight */
#include "blocks/arithmetic.h"
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
    sample_time_math *s = bd_block_alloc(block, sizeof *s);
    if (!s)
        return bd_block_no_memory(block);
    block->data = s;
    int operation = 0;
    s->weight = 1.0;
    bd_status status = bd_block_choice(block, "TsampMathOp", operations, &operation);
    s->operation = (time_operation)operation;
    if (status == BD_OK && bd_block_text(block, "weightValue"))
        status = bd_block_scalar(block, "weightValue", &s->weight);
    if (status == BD_OK)
        status = bd_cast_read(block, &s->cast);
    if (status == BD_OK)
        status = bd_block_set_inputs(block, 1);
    if (status == BD_OK)
        status = bd_block_set_outputs(block, 1);
    if (status == BD_OK && s->operation < T_ONLY)
        bd_block_set_all_feedthrough(block);
    return status;
}

static bd_status propagate(bd_block *block) {
    bd_status status = bd_propagate_elementwise(block);
    return status == BD_OK ? bd_require_real(block) : status;
}

static bd_status size(bd_block *block) {
    sample_time_math *s = block->data;
    s->period = bd_period_in_force(block);
    return BD_OK;
}

static bd_status start(bd_block *block) {
    bool discrete = bd_sample_is_discrete(block->rates->sample_time) || block->clock->fixed_step;
    return discrete ? BD_OK : bd_block_fail(block, BD_BAD_SIGNAL, "needs a discrete sample time");
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
    static const bd_block_type identifier = {                                                      \
        .name = type_name,                                                                         \
        .setup = setup,                                                                            \
        .propagate = propagate,                                                                    \
        .size = size,                                                                              \
        .start = start,                                                                            \
        .outputs = outputs,                                                                        \
    }

SAMPLE_TIME_TYPE(plain_type, "SampleTimeMath");
SAMPLE_TIME_TYPE(palette_type, "Weighted Sample Time Math");

const bd_block_type *const bd_blocks_sample_time_math[] = {&plain_type, &palette_type, NULL};
