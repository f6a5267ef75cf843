/* when a conditionally executed subsystem runs: what its port blocks say. A word that nobody knows
 * must not become another rule in silence */
#include "engine/conditions.h"
#include "engine/iterator.h"

#include <string.h>
#include <strings.h>

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

bd_status bd_unit_setup(bd_block *unit) {
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

bd_status bd_unit_propagate(bd_block *unit) {
    const bd_conditions *c = unit->data;
    bd_context_kind kind = unit->engine->unit_of->kind;
    if (kind == BD_CONTEXT_FUNCTION_CALL)
        return bd_port_set_type(&unit->inputs[c->trigger.input], BD_FUNCTION_CALL);
    return bd_require_real(unit);
}

bd_status bd_unit_size(bd_block *unit) {
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
