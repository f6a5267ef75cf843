/* sample times of blocks that have them by port: offered to each port, collected for the block */
#include "engine/rates.h"

static bool ports_known(const bd_block *block) {
    for (int i = 0; i < block->input_count; i++)
        if (bd_sample_is_inherited(block->inputs[i].sample_time))
            return false;
    for (int i = 0; i < block->output_count; i++)
        if (bd_sample_is_inherited(block->outputs[i].sample_time))
            return false;
    return true;
}

static bd_status offer_rate(bd_block *block, bd_port *port, bd_sample_time candidate) {
    if (block->type->offer_rate)
        BD_TRY(bd_block_note_offer(block, &(bd_offer){.kind = BD_OFFER_RATE,
                                                      .is_input = port->is_input,
                                                      .port = port->index,
                                                      .sample_time = candidate}));
    if (block->type->offer_rate)
        BD_TRY(block->type->offer_rate(block, port, candidate));
    if (bd_sample_is_inherited(port->sample_time))
        port->sample_time = candidate;
    return BD_OK;
}

/* the rates of a block with rates by port are those of its ports, each once */
static bd_status collect_port_rates(bd_block *block) {
    bd_status status = BD_OK;
    block->rate_count = 0;
    for (int i = 0; i < block->input_count + block->output_count && status == BD_OK; i++) {
        bd_port *port =
            i < block->input_count ? &block->inputs[i] : &block->outputs[i - block->input_count];
        int k = 0;
        while (k < block->rate_count &&
               !bd_same_time(block->rates[k].sample_time, port->sample_time))
            k++;
        if (k == block->rate_count)
            status = bd_block_add_sample_time(block, port->sample_time);
        port->rate = k;
    }
    if (block->rate_count == 0)
        status = bd_block_set_sample_time(block, BD_CONTINUOUS);
    block->engine->rate_known = true;
    return status;
}

bd_status bd_advance_port_rates(bd_block *block, int level, bool *changed) {
    bool last_resort = level >= 3;
    for (int i = 0; i < block->input_count; i++) {
        bd_port *u = &block->inputs[i];
        bd_sample_time one;
        if (!bd_sample_is_inherited(u->sample_time) || !u->source)
            continue;
        if (bd_source_time(u->source, block->engine->context, &one)) {
            BD_TRY(offer_rate(block, u, bd_sample_is_constant(one) ? BD_FIXED_IN_MINOR : one));
            *changed = true;
        }
    }
    /* a single output takes the rate of those who read it */
    bd_sample_time read;
    if (level >= 2 && block->output_count == 1 &&
        bd_sample_is_inherited(block->outputs->sample_time) &&
        bd_inherit_backward(block->engine->model, block, &read)) {
        BD_TRY(offer_rate(block, block->outputs, read));
        *changed = true;
    }
    for (int i = 0; last_resort && i < block->input_count + block->output_count; i++) {
        bd_port *port =
            i < block->input_count ? &block->inputs[i] : &block->outputs[i - block->input_count];
        if (bd_sample_is_inherited(port->sample_time)) {
            bd_sample_time first =
                block->input_count ? block->inputs[0].sample_time : BD_CONTINUOUS;
            BD_TRY(offer_rate(block, port, bd_sample_is_inherited(first) ? BD_CONTINUOUS : first));
            *changed = true;
        }
    }
    if (ports_known(block)) {
        BD_TRY(collect_port_rates(block));
        *changed = true;
    }
    return BD_OK;
}
