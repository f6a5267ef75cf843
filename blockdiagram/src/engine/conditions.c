/* subsystems that run only sometimes: enabled, triggered, both, by action, by function-call,
 * iterated ones, and those whose states a signal resets. Each is a block of the system around it
 * whose functions run its inside.
 *
 * Decisions fall at major steps. Enabled: any element of the control is positive. Triggered: an
 * element crosses zero in the wanted direction (edges.h). Reset: as integrators are (reset.h).
 * States and outputs are held meanwhile, or reset, as the port blocks say */
#include "engine/conditions.h"
#include "engine/iterator.h"
#include "engine/run.h"

#include <string.h>

static double control(const bd_port *port, int i) {
    return bd_element_read(port->data, port->shape.type, (size_t)i);
}

/* ---- beginning, resting, resetting ---- */

typedef bd_status (*block_function)(bd_block *block);

static bd_status initialise_block(bd_block *block) {
    return block->type->initialise ? block->type->initialise(block) : BD_OK;
}

bd_status bd_context_initialise(bd_context *context) {
    for (int i = 0; i < context->block_count; i++)
        BD_TRY(initialise_block(context->blocks[i]));
    return BD_OK;
}

static bd_status initialise(bd_block *unit) {
    const bd_conditions *c = unit->data;
    memset(unit->work, 0, unit->work_size);
    if (c->trigger.input >= 0 && unit->engine->unit_of->kind != BD_CONTEXT_FUNCTION_CALL)
        bd_watch_begin(unit, &c->trigger);
    return bd_context_initialise(unit->engine->unit_of);
}

bd_status bd_unit_wake(bd_block *unit) {
    const bd_conditions *c = unit->data;
    bd_context *context = unit->engine->unit_of;
    bd_status status = BD_OK;
    ((bd_unit_memory *)unit->work)->active = 1;
    if (c->reset_states)
        status = bd_context_initialise(context);
    for (int i = 0; i < context->block_count && status == BD_OK; i++)
        if (context->blocks[i]->type->enable)
            status = context->blocks[i]->type->enable(context->blocks[i]);
    bd_block_reset_solver(unit);
    return status;
}

bd_status bd_unit_rest(bd_block *unit) {
    bd_unit_memory *m = unit->work;
    bd_context *context = unit->engine->unit_of;
    bd_status status = BD_OK;
    if (!m->active)
        return BD_OK;
    m->active = 0;
    for (int i = 0; i < context->block_count && status == BD_OK; i++)
        if (context->blocks[i]->type->disable)
            status = context->blocks[i]->type->disable(context->blocks[i]);
    bd_block_reset_solver(unit);
    return status;
}

/* ---- decisions ---- */

static bool is_positive(const bd_block *unit, int input) {
    const bd_port *u = &unit->inputs[input];
    if (!u->connected)
        return false;
    for (int i = 0; i < u->width; i++)
        if (control(u, i) > 0.0)
            return true;
    return false;
}

/* before the first step a signal is taken to have been what it is: no edge */
static bool is_reset(const bd_block *unit) {
    const bd_conditions *c = unit->data;
    const bd_port *u = &unit->inputs[c->reset.input];
    for (int i = 0; u->connected && i < u->width; i++) {
        double now = control(u, i);
        double before = bd_watch_knows(unit, &c->reset) ? bd_watch_last(unit, &c->reset, i) : now;
        if (bd_reset_due(c->reset_by, before, now))
            return true;
    }
    return false;
}

/* ---- running ---- */

bd_status bd_unit_run_inside(bd_block *unit) {
    bd_context *context = unit->engine->unit_of;
    bd_run *run = unit->engine->run;
    context->stamp = ++run->stamp;
    return bd_list_run(&context->major_outputs);
}

static bd_status outputs_major(bd_block *unit) {
    const bd_conditions *c = unit->data;
    bd_unit_memory *m = unit->work;
    bd_context *context = unit->engine->unit_of;
    bd_status status = BD_OK;
    m->fired = 0;
    if (context->kind == BD_CONTEXT_FOR || context->kind == BD_CONTEXT_WHILE) {
        if (!m->active)
            status = bd_unit_wake(unit);
        context->stamp = ++unit->engine->run->stamp;
        return status == BD_OK ? bd_iterate(context) : status;
    }
    bool on = c->enable >= 0   ? is_positive(unit, c->enable)
              : c->action >= 0 ? is_positive(unit, c->action)
                               : true;
    if (on && !m->active)
        status = bd_unit_wake(unit);
    else if (!on && m->active)
        status = bd_unit_rest(unit);
    if (status != BD_OK || !on)
        return status;
    if (c->reset.input >= 0 && is_reset(unit)) {
        status = bd_context_initialise(context);
        bd_block_reset_solver(unit);
    }
    if (status != BD_OK || (c->trigger.input >= 0 && !bd_watch_fires(unit, &c->trigger)))
        return status;
    m->fired = 1;
    return bd_unit_run_inside(unit);
}

static bd_status outputs(bd_block *unit) {
    const bd_unit_memory *m = unit->work;
    if (bd_is_major(unit))
        return outputs_major(unit);
    const bd_context *context = unit->engine->unit_of;
    return m->active && !context->triggered ? bd_list_run(&context->minor_outputs) : BD_OK;
}

static bd_status update(bd_block *unit) {
    const bd_conditions *c = unit->data;
    bd_unit_memory *m = unit->work;
    bd_context *context = unit->engine->unit_of;
    bd_status status = BD_OK;
    if (m->fired)
        status = bd_context_update(context);
    if (c->trigger.input >= 0)
        bd_watch_remember(unit, &c->trigger);
    if (c->reset.input >= 0)
        bd_watch_remember(unit, &c->reset);
    return status;
}

static void hold_states(const bd_context *context) {
    for (int i = 0; i < context->block_count; i++) {
        const bd_block *block = context->blocks[i];
        if (block->engine->unit_of)
            hold_states(block->engine->unit_of);
        for (int k = 0; k < block->state_count; k++)
            block->dx[k] = 0.0;
    }
}

static bd_status derivatives(bd_block *unit) {
    const bd_unit_memory *m = unit->work;
    if (m->active)
        return bd_context_derivatives(unit->engine->unit_of);
    hold_states(unit->engine->unit_of);
    return BD_OK;
}

/* changes its sign where a decision would be another: at zero, or where zero is left */
static double boundary(const bd_block *unit, int input, int i) {
    const bd_conditions *c = unit->data;
    double now = control(&unit->inputs[input], i);
    if (input == c->trigger.input) {
        double last = bd_watch_knows(unit, &c->trigger) ? bd_watch_last(unit, &c->trigger, i) : now;
        return last == 0.0  ? bd_boundary_of_zero(now)
               : last > 0.0 ? bd_boundary_above_zero(now)
                            : -bd_boundary_above_zero(-now);
    }
    if (input == c->reset.input) {
        double before = bd_watch_knows(unit, &c->reset) ? bd_watch_last(unit, &c->reset, i) : now;
        return bd_reset_crossing(c->reset_by, before, now);
    }
    return bd_boundary_above_zero(now);
}

static bd_status zero_crossings(bd_block *unit) {
    const bd_conditions *c = unit->data;
    const bd_unit_memory *m = unit->work;
    double *z = unit->zero_crossings;
    for (int i = 0; unit->zero_crossing_count && i < unit->input_count; i++) {
        const bd_port *u = &unit->inputs[i];
        bool smooth = u->source && u->source->block->engine->in_minor &&
                      u->shape.type == BD_DOUBLE && i != c->action;
        for (int k = 0; smooth && k < u->width; k++)
            *z++ = boundary(unit, i, k);
    }
    return m->active ? bd_context_zero_crossings(unit->engine->unit_of) : BD_OK;
}

BD_TYPE(bd_type_unit, "SubSystem", .setup = bd_unit_setup, .propagate = bd_unit_propagate,
        .size = bd_unit_size, .initialise = initialise, .disable = bd_unit_rest, .outputs = outputs,
        .update = update, .derivatives = derivatives, .zero_crossings = zero_crossings);
