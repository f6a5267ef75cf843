/* what sources share: parameters that expand to one shape, ports, sample time */
#include "blocks/sources/source.h"

#include <string.h>

/* the shape of the first parameter that is no scalar; all others must fit it */
static bd_status read_parameters(bd_block *block, bd_generator *source, bd_shape *shape) {
    bool as_vector = true;
    BD_TRY(bd_block_flag(block, "VectorParams1D", &as_vector));
    *shape = bd_shape_vector(BD_DOUBLE, 1);
    for (int k = 0; source->names[k]; k++) {
        const bd_value *value;
        BD_TRY(bd_reals_read(block, source->names[k], &source->p[k]));
        BD_TRY(bd_block_value(block, source->names[k], &value));
        bd_shape one = bd_value_shape(value, as_vector);
        if (bd_shape_is_scalar(&one))
            continue;
        if (!bd_shape_is_scalar(shape) && !bd_shape_same_dims(&one, shape))
            return bd_block_fail(block, BD_BAD_PARAMETER,
                                 "%s has %zu elements but another parameter has %d",
                                 source->names[k], source->p[k].count, bd_shape_width(shape));
        *shape = one;
    }
    return BD_OK;
}

bd_status bd_source_setup(bd_block *block, bd_generator *source, const char *sample_time) {
    static const char *const times[] = {"Use simulation time", "Use external signal", NULL};
    block->data = source;
    int time = 0;
    BD_TRY(read_parameters(block, source, &source->shape));
    BD_TRY(bd_block_choice(block, "TimeSource", times, &time));
    BD_TRY(bd_block_set_inputs(block, time));
    BD_TRY(bd_block_set_outputs(block, 1));
    bd_block_set_all_feedthrough(block);
    if (sample_time)
        BD_TRY(bd_block_read_sample_time(block, sample_time));
    return BD_OK;
}

bd_status bd_source_propagate(bd_block *block) {
    const bd_generator *source = block->data;
    bd_port *y = block->outputs;
    int type = BD_INHERITED;
    BD_TRY(bd_block_out_type(block, &type));
    BD_TRY(bd_port_set_type(y, type == BD_INHERITED ? BD_DOUBLE : type));
    BD_TRY(bd_port_set_complexity(y, 0));
    if (block->input_count == 0)
        return bd_port_set_dims(y, source->shape.rank, source->shape.dims);
    bd_port *u = block->inputs;
    BD_TRY(bd_port_set_complexity(u, 0));
    if (!bd_port_has_dims(u))
        return BD_OK;
    bool expand = bd_shape_is_scalar(&u->shape);
    if (!expand && !bd_shape_is_scalar(&source->shape) &&
        !bd_shape_same_dims(&u->shape, &source->shape))
        return bd_block_fail(block, BD_BAD_SIGNAL, "time has %d elements but the parameters %d",
                             bd_shape_width(&u->shape), bd_shape_width(&source->shape));
    const bd_shape *from = expand ? &source->shape : &u->shape;
    return bd_port_set_dims(y, from->rank, from->dims);
}

bd_status bd_source_read_base(bd_block *block, const char *kind, bool *sample_based) {
    static const char *const types[] = {"Time based", "Sample based", NULL};
    int type = *sample_based;
    BD_TRY(bd_block_choice(block, kind, types, &type));
    *sample_based = type == 1;
    return BD_OK;
}

bd_status bd_source_count_samples(bd_block *block, bool sample_based, const char *what) {
    if (sample_based && block->rates->sample_time.period == 0.0)
        return bd_block_fail(block, BD_BAD_PARAMETER,
                             "a sample based %s needs a discrete sample time", what);
    bd_block_set_discrete_states(block, sample_based ? 1 : 0);
    return BD_OK;
}

bd_status bd_source_begin_count(bd_block *block) {
    if (block->discrete_count)
        block->discrete[0] = 0.0;
    return BD_OK;
}

bd_status bd_source_count_on(bd_block *block) {
    block->discrete[0] += 1.0;
    return BD_OK;
}

bd_status bd_source_retune(bd_block *block) {
    bd_generator *source = block->data;
    bd_shape shape;
    BD_TRY(read_parameters(block, source, &shape));
    if (!bd_shape_same_dims(&shape, &source->shape))
        return bd_block_fail(block, BD_BAD_PARAMETER, "parameters may not change their size");
    return BD_OK;
}

bd_status bd_source_start(bd_block *block) {
    const bd_generator *s = block->data;
    block->run_outputs = s->sample_based ? s->by_samples : s->by_time;
    if (!s->sample_based)
        block->run_update = NULL;
    return BD_OK;
}
