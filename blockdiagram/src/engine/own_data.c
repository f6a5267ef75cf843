/* blocks whose data belong to a run: because they are written in it or point to other blocks of it
 * (bd_block_type.own_data), or because their values are not the compiled ones. They are set up
 * again and must come out as compiled. An S-function is a program with a memory of its own and is
 * told what it was told then, in the same order (bd_offer); the first run takes over the one that
 * was compiled */
#include "engine/instance.h"

static bd_status differs(bd_block *block) {
    return bd_block_fail(block, BD_BAD_PARAMETER, "its values need the model compiled anew");
}

static bd_status repeat_offer(bd_block *block, const bd_offer *offer) {
    const bd_block_type *type = block->type;
    bd_port *port = offer->is_input ? &block->inputs[offer->port] : &block->outputs[offer->port];
    switch (offer->kind) {
    case BD_OFFER_SHAPE:
        return type->offer(block, port, offer->what, &offer->shape);
    case BD_OFFER_DEFAULTS:
        return type->defaults(block, offer->what);
    default:
        return type->offer_rate(block, port, offer->sample_time);
    }
}

static void take_shapes(bd_block *block) {
    const bd_block *compiled = block->engine->compiled;
    for (int i = 0; i < block->input_count; i++)
        block->inputs[i].shape = compiled->inputs[i].shape;
    for (int i = 0; i < block->output_count; i++)
        block->outputs[i].shape = compiled->outputs[i].shape;
}

/* a block without data has nothing to set up */
static bd_status set_up(bd_block *block) {
    const bd_block *declared = block->engine->declared;
    block->data = NULL;
    block->engine->has_own_data = true;
    block->state_count = block->discrete_count = block->sum_count = block->mode_count = 0;
    block->zero_crossing_count = 0;
    block->work_size = 0;
    block->rate_count = 0;
    BD_TRY(bd_block_setup(block));
    return !declared || bd_same_declarations(block, declared) ? BD_OK : differs(block);
}

static bd_status propagate(bd_block *block) {
    for (const bd_offer *offer = block->engine->offers; offer; offer = offer->next)
        BD_TRY(repeat_offer(block, offer));
    if (block->type->offer)
        return BD_OK;
    take_shapes(block);
    return block->type->propagate ? block->type->propagate(block) : BD_OK;
}

static bd_status size(bd_block *block) {
    const bd_block *compiled = block->engine->compiled;
    bd_copy_declarations(block);
    bd_status status = block->type->size ? block->type->size(block) : BD_OK;
    bool same = bd_same_sizes(block, compiled);
    bd_copy_declarations(block);
    return status != BD_OK ? status : same ? BD_OK : differs(block);
}

static bd_status make_anew(bd_block *block) {
    BD_TRY(set_up(block));
    BD_TRY(propagate(block));
    BD_TRY(size(block));
    bd_point_inputs(block);
    return BD_OK;
}

/* a block that cannot be set up again stays what it was: the run may go on with it */
bd_status bd_set_up_again(bd_block *block) {
    const bd_block before = *block;
    const bool had_own_data = block->engine->has_own_data;
    const bd_status status = make_anew(block);
    if (status != BD_OK) {
        *block = before;
        block->engine->has_own_data = had_own_data;
    }
    return status;
}

static bool is_wanted(const bd_block *block) {
    return (block->type->own_data || block->engine->changed) && !block->engine->adopted;
}

/* in passes, as while compiling: a block may ask for its peers from propagate on */
static bd_status set_up_all(bd_run *run) {
    const int count = run->model->all_count;
    for (int i = 0; i < count; i++) {
        bd_block *block = &run->blocks[i];
        bd_block_engine *engine = block->engine;
        engine->adopted =
            block->type->adopt && !engine->changed && block->type->adopt(block, engine->compiled);
        engine->has_own_data = engine->adopted;
        if (is_wanted(block))
            BD_TRY(set_up(block));
    }
    for (int i = 0; i < count; i++)
        if (is_wanted(&run->blocks[i]))
            BD_TRY(propagate(&run->blocks[i]));
    for (int i = 0; i < count; i++)
        if (is_wanted(&run->blocks[i]))
            BD_TRY(size(&run->blocks[i]));
    /* now that all outputs have their memory again */
    for (int i = 0; i < count; i++)
        if (is_wanted(&run->blocks[i]))
            bd_point_inputs(&run->blocks[i]);
    return BD_OK;
}

/* what there was to tell was told while compiling */
bd_status bd_set_up_own_data(bd_run *run) {
    bd_log *log = run->home.log;
    run->home.log = NULL;
    bd_status status = set_up_all(run);
    run->home.log = log;
    return status;
}
