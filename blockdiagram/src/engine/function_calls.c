/* function-calls: who runs which subsystem, when a signal was last computed, and what a Trigger
 * Port shows inside */
#include "engine/conditions.h"
#include "engine/building.h"
#include "engine/run.h"

#include <string.h>

/* ---- the output of a Trigger Port: 1 for a rising, -1 for a falling edge, 2 for a call ---- */

static bd_status setup_trigger_value(bd_block *block) {
    bd_status status = bd_block_set_inputs(block, 0);
    block->refuses_constant = true;
    return status == BD_OK ? bd_block_set_outputs(block, 1) : status;
}

static bd_status propagate_trigger_value(bd_block *block) {
    int type;
    const char *name = bd_block_text(block, "OutputDataType");
    if (name && strcmp(name, "auto") != 0) {
        BD_TRY(bd_block_data_type(block, "OutputDataType", &type));
        if (type != BD_INHERITED)
            BD_TRY(bd_port_set_type(block->outputs, type));
    }
    return bd_port_set_complexity(block->outputs, 0);
}

/* as wide as the trigger, which is known by now */
static bd_status default_trigger_value(bd_block *block, bd_attribute what) {
    const bd_block *unit = block->engine->context->unit;
    const bd_conditions *c = unit->data;
    const bd_shape *trigger = &unit->inputs[c->trigger.input].shape;
    if (what == BD_DATA_TYPE)
        return bd_port_set_type(block->outputs, BD_INT8);
    if (what == BD_DIMENSIONS && trigger->type != BD_FUNCTION_CALL && trigger->rank != BD_INHERITED)
        return bd_port_set_dims(block->outputs, trigger->rank, trigger->dims);
    return BD_OK;
}

static bd_status outputs_trigger_value(bd_block *block) {
    const bd_block *unit = block->engine->context->unit;
    const bd_conditions *c = unit->data;
    const bd_port *u = &unit->inputs[c->trigger.input];
    const bool called = unit->engine->unit_of->kind == BD_CONTEXT_FUNCTION_CALL;
    const int element = block->outputs->width > 1 ? ((bd_unit_memory *)unit->work)->element : 0;
    for (int i = 0; i < block->outputs->width; i++) {
        double value = i == element ? 2.0 : 0.0;
        if (!called)
            value = bd_watch_edge(unit, &c->trigger, i < u->width ? i : 0);
        bd_element_write(block->outputs->data, block->outputs->shape.type, (size_t)i, value);
    }
    return BD_OK;
}

BD_TYPE(bd_type_trigger_value, "TriggerPort", .setup = setup_trigger_value,
        .propagate = propagate_trigger_value, .defaults = default_trigger_value,
        .outputs = outputs_trigger_value);

/* ---- function-calls ---- */

bd_status bd_context_call(bd_context *context, int element) {
    bd_block *unit = context->unit;
    bd_unit_memory *m = unit->work;
    BD_TRY(m->active ? BD_OK : bd_unit_wake(unit));
    m->element = element;
    BD_TRY(bd_unit_run_inside(unit));
    return bd_context_update(context);
}

bd_status bd_run_event(bd_run *run, bd_event event) {
    bd_status status = BD_OK;
    for (int i = 0; i < run->model->context_count && status == BD_OK; i++)
        if (run->contexts[i]->event == event)
            status = bd_context_call(run->contexts[i], 0);
    return status;
}

static bd_callees callees(const bd_block *block, int output, int element) {
    bd_callees **calls = block->engine->calls;
    if (!calls || output < 0 || output >= block->output_count || !calls[output] || element < 0 ||
        element >= block->outputs[output].width)
        return (bd_callees){0};
    return calls[output][element];
}

/* a caller inside of conditionally executed subsystems: whom it calls sees its outputs of now */
static bd_status show_outputs(const bd_block *block, const bd_context *context) {
    for (int i = 0; context->unit && i < context->block_count; i++) {
        bd_block *port = context->blocks[i];
        if (!port || port->type != &bd_type_held_outport || !port->inputs->source ||
            port->inputs->source->block != block)
            continue;
        BD_TRY(port->type->outputs(port));
        BD_TRY(show_outputs(port, context->parent));
    }
    return BD_OK;
}

bd_status bd_block_call(bd_block *block, int output, int element, bool *called) {
    bd_callees list = callees(block, output, element);
    bd_status status = list.count > 0 ? show_outputs(block, block->engine->context) : BD_OK;
    if (called)
        *called = list.count > 0;
    for (int i = 0; i < list.count && status == BD_OK; i++)
        status = bd_context_call(list.contexts[i], list.elements[i]);
    return status;
}

bd_status bd_block_call_enable(bd_block *block, int output, int element) {
    bd_callees list = callees(block, output, element);
    for (int i = 0; i < list.count; i++) {
        bd_block *unit = list.contexts[i]->unit;
        BD_TRY(((bd_unit_memory *)unit->work)->active ? BD_OK : bd_unit_wake(unit));
    }
    return BD_OK;
}

bd_status bd_block_call_disable(bd_block *block, int output, int element) {
    bd_callees list = callees(block, output, element);
    for (int i = 0; i < list.count; i++)
        BD_TRY(bd_unit_rest(list.contexts[i]->unit));
    return BD_OK;
}

/* pieces that were put together (Mux, bus) were computed with the last of them */
static unsigned long stamp_of(const bd_port *source, int depth) {
    unsigned long stamp = 0;
    if (!source || depth > 100)
        return 0;
    const bd_block *block = source->block;
    if (block->type != &bd_type_gather)
        /* what is constant was computed before everything else */
        return block->rate_count && bd_sample_is_constant(block->rates->sample_time)
                   ? 1
                   : block->engine->context->stamp;
    for (int i = 0; i < block->input_count; i++) {
        unsigned long part = stamp_of(block->inputs[i].source, depth + 1);
        stamp = part > stamp ? part : stamp;
    }
    return stamp;
}

unsigned long bd_block_input_stamp(const bd_block *block, int input) {
    const bd_port *u = &block->inputs[input];
    return u->connected ? stamp_of(u->source, 0) : 0;
}
