/* subsystems that run only sometimes: enabled, triggered, both, by action, by function-call,
 * iterated ones, and those whose states a signal resets. Each is a block of the system around it
 * whose functions run its inside.
 *
 * Decisions fall at major steps. Enabled: any element of the control is positive. Triggered: an
 * element crosses zero in the wanted direction (edges.h). Reset: as integrators are (reset.h).
 * States and outputs are held meanwhile, or reset, as the port blocks say */
#include "base/reset.h"
#include "engine/edges.h"
#include "engine/iterator.h"
#include "engine/run.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct bd_conditions {
    int enable, action; /* inputs, or -1 */
    bd_watch trigger, reset;
    bd_reset_kind reset_by;
    bool reset_states;
    bool crossings;
} bd_conditions;

/* followed by what is remembered of trigger and reset */
typedef struct memory {
    int active;
    int fired;
} memory;

static double control(const bd_port *port, int i) {
    return bd_element_read(port->data, port->shape.type, (size_t)i);
}

static bool is_choice(const bd_node *node, const char *name, const char *value) {
    const char *text = node ? bd_node_parameter(node, name) : NULL;
    return text && strcasecmp(text, value) == 0;
}

static bd_watch watch(const bd_node *port, const char *type, int *inputs) {
    bool either = is_choice(port, type, "either");
    return (bd_watch){.input = port ? (*inputs)++ : -1,
                      .rising = either || is_choice(port, type, "rising"),
                      .falling = either || is_choice(port, type, "falling")};
}

/* a word that nobody knows must not become another rule in silence */
static bd_status find_word(bd_block *unit, const bd_node *port, const char *name,
                           const char *const *words, int *found) {
    const char *text = bd_node_parameter(port, name);
    if (!text)
        return BD_OK;
    for (int i = 0; words[i]; i++)
        if (strcasecmp(text, words[i]) == 0) {
            *found = i;
            return BD_OK;
        }
    return bd_block_fail(unit, BD_BAD_PARAMETER, "%s of its control port is '%s', which is unknown",
                         name, text);
}

/* what the signal was before the first step; "compatibility" tells nothing, so nothing fires */
static bd_status read_initial_trigger(bd_block *unit, const bd_node *port, bd_watch *trigger) {
    static const char *const words[] = {"compatibility (no trigger on first evaluation)", "zero",
                                        "positive", "negative", NULL};
    static const char *const types[] = {"rising", "falling", "either", "function-call", NULL};
    static const double initial[] = {0.0, 0.0, 1.0, -1.0};
    int word = 0, type = 0;
    bd_status status = find_word(unit, port, "InitialTriggerSignalState", words, &word);
    trigger->has_initial = word > 0;
    trigger->initial = initial[word];
    return status == BD_OK ? find_word(unit, port, "TriggerType", types, &type) : status;
}

static bd_status read_reset(bd_block *unit, const bd_node *port, bd_reset_kind *kind) {
    static const char *const words[] = {"rising", "falling", "either", "level", "level hold", NULL};
    static const bd_reset_kind kinds[] = {BD_RESET_RISING, BD_RESET_FALLING, BD_RESET_EITHER,
                                          BD_RESET_LEVEL, BD_RESET_LEVEL_HOLD};
    int word = 0;
    bd_status status = find_word(unit, port, "ResetTriggerType", words, &word);
    *kind = kinds[word];
    return status;
}

static bd_status setup(bd_block *unit) {
    bd_context *context = unit->engine->unit_of;
    const bd_system *inside = context->node->system;
    bd_conditions *c = bd_block_alloc(unit, sizeof *c);
    if (!c)
        return bd_block_no_memory(unit);
    unit->data = context->conditions = c;
    const bd_node *enable = bd_find_port_block(inside, BD_KIND_ENABLE_PORT);
    const bd_node *trigger = bd_find_port_block(inside, BD_KIND_TRIGGER_PORT);
    const bd_node *action = bd_find_port_block(inside, BD_KIND_ACTION_PORT);
    const bd_node *reset = bd_find_port_block(inside, BD_KIND_RESET_PORT);
    int inputs = 0;
    c->enable = enable ? inputs++ : -1;
    c->trigger = watch(trigger, "TriggerType", &inputs);
    c->action = action ? inputs++ : -1;
    bd_status status = trigger ? read_initial_trigger(unit, trigger, &c->trigger) : BD_OK;
    c->reset = watch(reset, "ResetTriggerType", &inputs);
    if (status == BD_OK && reset)
        status = read_reset(unit, reset, &c->reset_by);
    if (status != BD_OK)
        return status;
    c->reset_states = is_choice(enable, "StatesWhenEnabling", "reset") ||
                      is_choice(action, "InitializeStates", "reset") ||
                      (context->kind == BD_CONTEXT_FUNCTION_CALL &&
                       is_choice(trigger, "StatesWhenEnabling", "reset"));
    c->crossings = !is_choice(enable ? enable : trigger ? trigger : reset, "ZeroCross", "off");
    status = bd_block_set_inputs(unit, inputs);
    if (status == BD_OK)
        status = bd_block_set_outputs(unit, 0);
    bd_block_set_all_feedthrough(unit);
    return status;
}

static bd_status propagate(bd_block *unit) {
    const bd_conditions *c = unit->data;
    bd_context_kind kind = unit->engine->unit_of->kind;
    if (kind == BD_CONTEXT_FUNCTION_CALL)
        return bd_port_set_type(&unit->inputs[c->trigger.input], BD_FUNCTION_CALL);
    return bd_require_real(unit);
}

static bd_status size(bd_block *unit) {
    bd_conditions *c = unit->data;
    bd_context *context = unit->engine->unit_of;
    size_t work = 16;
    bool watched = c->trigger.input >= 0 && context->kind != BD_CONTEXT_FUNCTION_CALL;
    c->trigger.at = work;
    work += watched ? bd_watch_size(unit->inputs[c->trigger.input].width) : 0;
    c->reset.at = work;
    work += c->reset.input >= 0 ? bd_watch_size(unit->inputs[c->reset.input].width) : 0;
    bd_block_set_work(unit, work);
    for (int i = 0; i < context->block_count; i++)
        if (bd_is_iterator(context->blocks[i]))
            context->iterator = context->blocks[i];
    int signals = 0;
    for (int i = 0; i < unit->input_count; i++) {
        const bd_port *u = &unit->inputs[i];
        bool smooth = u->source && u->source->block->engine->in_minor &&
                      u->shape.type == BD_DOUBLE && i != c->action;
        signals += smooth ? u->width : 0;
    }
    if (c->crossings)
        bd_block_set_zero_crossings(unit, signals);
    return BD_OK;
}

/* ---- beginning, resting, resetting ---- */

typedef bd_status (*block_function)(bd_block *block);

static bd_status initialise_block(bd_block *block) {
    return block->type->initialise ? block->type->initialise(block) : BD_OK;
}

bd_status bd_context_initialise(bd_context *context) {
    bd_status status = BD_OK;
    for (int i = 0; i < context->block_count && status == BD_OK; i++)
        status = initialise_block(context->blocks[i]);
    return status;
}

static bd_status initialise(bd_block *unit) {
    const bd_conditions *c = unit->data;
    memset(unit->work, 0, unit->work_size);
    if (c->trigger.input >= 0 && unit->engine->unit_of->kind != BD_CONTEXT_FUNCTION_CALL)
        bd_watch_begin(unit, &c->trigger);
    return bd_context_initialise(unit->engine->unit_of);
}

static bd_status wake(bd_block *unit) {
    const bd_conditions *c = unit->data;
    bd_context *context = unit->engine->unit_of;
    bd_status status = BD_OK;
    ((memory *)unit->work)->active = 1;
    if (c->reset_states)
        status = bd_context_initialise(context);
    for (int i = 0; i < context->block_count && status == BD_OK; i++)
        if (context->blocks[i]->type->enable)
            status = context->blocks[i]->type->enable(context->blocks[i]);
    bd_block_reset_solver(unit);
    return status;
}

static bd_status rest(bd_block *unit) {
    memory *m = unit->work;
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

static bd_status run_inside(bd_block *unit) {
    bd_context *context = unit->engine->unit_of;
    bd_run *run = unit->engine->run;
    context->stamp = ++run->stamp;
    return bd_list_run(&context->major_outputs);
}

static bd_status outputs_major(bd_block *unit) {
    const bd_conditions *c = unit->data;
    memory *m = unit->work;
    bd_context *context = unit->engine->unit_of;
    bd_status status = BD_OK;
    m->fired = 0;
    if (context->kind == BD_CONTEXT_FOR || context->kind == BD_CONTEXT_WHILE) {
        if (!m->active)
            status = wake(unit);
        context->stamp = ++unit->engine->run->stamp;
        return status == BD_OK ? bd_iterate(context) : status;
    }
    bool on = c->enable >= 0   ? is_positive(unit, c->enable)
              : c->action >= 0 ? is_positive(unit, c->action)
                               : true;
    if (on && !m->active)
        status = wake(unit);
    else if (!on && m->active)
        status = rest(unit);
    if (status != BD_OK || !on)
        return status;
    if (c->reset.input >= 0 && is_reset(unit)) {
        status = bd_context_initialise(context);
        bd_block_reset_solver(unit);
    }
    if (status != BD_OK || (c->trigger.input >= 0 && !bd_watch_fires(unit, &c->trigger)))
        return status;
    m->fired = 1;
    return run_inside(unit);
}

static bd_status outputs(bd_block *unit) {
    const memory *m = unit->work;
    if (bd_is_major(unit))
        return outputs_major(unit);
    const bd_context *context = unit->engine->unit_of;
    return m->active && !context->triggered ? bd_list_run(&context->minor_outputs) : BD_OK;
}

static bd_status update(bd_block *unit) {
    const bd_conditions *c = unit->data;
    memory *m = unit->work;
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
    const memory *m = unit->work;
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
    const memory *m = unit->work;
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

const bd_block_type bd_type_unit = {
    .name = "SubSystem",
    .setup = setup,
    .propagate = propagate,
    .size = size,
    .initialise = initialise,
    .disable = rest,
    .outputs = outputs,
    .update = update,
    .derivatives = derivatives,
    .zero_crossings = zero_crossings,
};

/* ---- the output of a Trigger Port: 1 for a rising, -1 for a falling edge, 2 for a call ---- */

static bd_status setup_trigger_value(bd_block *block) {
    bd_status status = bd_block_set_inputs(block, 0);
    block->refuses_constant = true;
    return status == BD_OK ? bd_block_set_outputs(block, 1) : status;
}

static bd_status propagate_trigger_value(bd_block *block) {
    int type;
    bd_status status = BD_OK;
    const char *name = bd_block_text(block, "OutputDataType");
    if (name && strcmp(name, "auto") != 0) {
        status = bd_block_data_type(block, "OutputDataType", &type);
        if (status == BD_OK && type != BD_INHERITED)
            status = bd_port_set_type(block->outputs, type);
    }
    return status == BD_OK ? bd_port_set_complexity(block->outputs, 0) : status;
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
    bool called = unit->engine->unit_of->kind == BD_CONTEXT_FUNCTION_CALL;
    for (int i = 0; i < block->outputs->width; i++) {
        double value = 2.0;
        if (!called)
            value = bd_watch_edge(unit, &c->trigger, i < u->width ? i : 0);
        bd_element_write(block->outputs->data, block->outputs->shape.type, (size_t)i, value);
    }
    return BD_OK;
}

const bd_block_type bd_type_trigger_value = {
    .name = "TriggerPort",
    .setup = setup_trigger_value,
    .propagate = propagate_trigger_value,
    .defaults = default_trigger_value,
    .outputs = outputs_trigger_value,
};

/* ---- function-calls ---- */

bd_status bd_context_call(bd_context *context) {
    bd_block *unit = context->unit;
    memory *m = unit->work;
    bd_status status = m->active ? BD_OK : wake(unit);
    if (status == BD_OK)
        status = run_inside(unit);
    return status == BD_OK ? bd_context_update(context) : status;
}

static bd_callees callees(const bd_block *block, int output, int element) {
    bd_callees **calls = block->engine->calls;
    if (!calls || output < 0 || output >= block->output_count || !calls[output] || element < 0 ||
        element >= block->outputs[output].width)
        return (bd_callees){0};
    return calls[output][element];
}

bd_status bd_block_call(bd_block *block, int output, int element, bool *called) {
    bd_callees list = callees(block, output, element);
    bd_status status = BD_OK;
    if (called)
        *called = list.count > 0;
    for (int i = 0; i < list.count && status == BD_OK; i++)
        status = bd_context_call(list.contexts[i]);
    return status;
}

bd_status bd_block_call_enable(bd_block *block, int output, int element) {
    bd_callees list = callees(block, output, element);
    bd_status status = BD_OK;
    for (int i = 0; i < list.count && status == BD_OK; i++) {
        bd_block *unit = list.contexts[i]->unit;
        status = ((memory *)unit->work)->active ? BD_OK : wake(unit);
    }
    return status;
}

bd_status bd_block_call_disable(bd_block *block, int output, int element) {
    bd_callees list = callees(block, output, element);
    bd_status status = BD_OK;
    for (int i = 0; i < list.count && status == BD_OK; i++)
        status = rest(list.contexts[i]->unit);
    return status;
}

/* wires that were joined to a bus were computed with the last of their parts */
static unsigned long stamp_of(const bd_port *source, int depth) {
    unsigned long stamp = 0;
    if (!source || depth > 100)
        return 0;
    const bd_block *block = source->block;
    if (!block->engine->routing || block->input_count == 0)
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
