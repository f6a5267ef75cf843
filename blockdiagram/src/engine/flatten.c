/* walks the diagram as written and makes a block of everything that computes.
 *
 * Ordinary and atomic subsystems are only drawings: their blocks go into the context around them,
 * so grouping never causes an algebraic loop. Conditionally executed ones get a context of their
 * own. All blocks that cannot be simulated are named at once. */
#include "engine/engine.h"
#include "engine/for_each.h"
#include "engine/missing.h"
#include "engine/model_functions.h"

#include "common/words.h"
#include "blockdiagram/expression.h"
#include "blockdiagram/language.h"
#include "blockdiagram/stored_chart.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH 200

typedef struct surroundings {
    bd_context *context;
    const bd_workspace *scope;
    bd_item *owner;
    bd_sample_time sample_time; /* of the atomic subsystem around, or inherited */
    int depth;
    bd_missing *missing;
} surroundings;

/* why blocks of these types cannot be simulated, for those that are met often */
static const char *reason(const char *type) {
    static const cm_pair reasons[] = {
        {"MATLABDiscreteEventSystem", "a discrete-event System object needs MATLAB"},
        {"Playback", "recordings of the Simulation Data Inspector cannot be read"},
        {"CCaller", "custom C code outside of S-functions (CCaller) is not supported"},
        {"CFunction", "custom C code outside of S-functions (CFunction) is not supported"},
        {"PMIOPort", "physical networks cannot be simulated"},
        {"PMComponent", "physical networks cannot be simulated"},
        {"SimscapeBlock", "physical networks cannot be simulated"},
        {"SimscapeComponentBlock", "physical networks cannot be simulated"},
        {"Signal Builder", "this Signal Builder has no stored signals"},
        {"MessageMerge", "messages are not supported"},
        {"Queue", "messages are not supported"},
        {"Receive", "messages are not supported"},
        {"Send", "messages are not supported"},
    };
    if (strncmp(type, "String", 6) == 0)
        return "this block of strings is not supported";
    if (strncmp(type, "Entity", 6) == 0)
        return "discrete-event systems are not supported";
    return cm_other(CM_TABLE(reasons), type);
}

static size_t count_nodes(const bd_system *system, int depth) {
    size_t count = system->block_count;
    for (size_t i = 0; i < system->block_count && depth < MAX_DEPTH; i++)
        if (system->blocks[i]->system)
            count += count_nodes(system->blocks[i]->system, depth + 1);
    return count;
}

static bd_item *add_item(bd_model *model, const bd_node *node, const surroundings *around) {
    bd_item *item = bd_items_add(model, node);
    item->context = around->context;
    item->owner = around->owner;
    item->input_count = node->ports[BD_PORT_INPUT] > 0 ? node->ports[BD_PORT_INPUT] : 0;
    return item;
}

/* of an initialise, reset or terminate function; nobody sends the other events */
static bd_event event_of(const bd_node *port) {
    const char *event = bd_node_parameter(port, "EventType");
    if (!bd_node_listens_to_events(port))
        return BD_NO_EVENT;
    return !event || strcmp(event, "Initialize") == 0 ? BD_AT_START
           : strcmp(event, "Terminate") == 0          ? BD_AT_END
                                                      : BD_OTHER_EVENT;
}

/* which kind of context the inside of a subsystem is; root means none of its own */
static bd_context_kind context_kind(const bd_node *node) {
    /* control ports of a variant subsystem are those of its choices */
    if (bd_is_variant_system(node))
        return BD_CONTEXT_ROOT;
    const bd_node *trigger = bd_find_port_block(node->system, BD_KIND_TRIGGER_PORT);
    bool enabled = bd_find_port_block(node->system, BD_KIND_ENABLE_PORT) != NULL;
    if (trigger) {
        if (event_of(trigger) != BD_NO_EVENT || bd_is_model_function(trigger))
            return BD_CONTEXT_FUNCTION_CALL;
        const char *kind = bd_node_parameter(trigger, "TriggerType");
        if (kind && strcmp(kind, "function-call") == 0)
            return BD_CONTEXT_FUNCTION_CALL;
        return enabled ? BD_CONTEXT_ENABLED_TRIGGERED : BD_CONTEXT_TRIGGERED;
    }
    if (enabled)
        return BD_CONTEXT_ENABLED;
    if (bd_find_port_block(node->system, BD_KIND_ACTION_PORT))
        return BD_CONTEXT_ACTION;
    if (bd_find_port_block(node->system, BD_KIND_RESET_PORT))
        return BD_CONTEXT_RESET;
    if (bd_find_port_block(node->system, BD_KIND_FOR_ITERATOR))
        return BD_CONTEXT_FOR;
    if (bd_find_port_block(node->system, BD_KIND_WHILE_ITERATOR))
        return BD_CONTEXT_WHILE;
    return BD_CONTEXT_ROOT;
}

static bd_status flatten_system(bd_model *model, const bd_system *system, surroundings around);

static bd_block *make_block(bd_model *model, const bd_block_type *type, bd_item *item,
                            const surroundings *around) {
    bd_block *block = bd_block_create(model, type, item->node, item->node->path, around->context);
    if (!block)
        return NULL;
    block->scope = item->scope;
    item->block = block;
    return block;
}

/* SystemSampleTime of an atomic subsystem: blocks inside that would inherit take it */
static bd_status system_sample_time(bd_model *model, const bd_item *item,
                                    bd_sample_time *sample_time) {
    const char *atomic = bd_node_parameter(item->node, "TreatAsAtomicUnit");
    const char *text = bd_node_parameter(item->node, "SystemSampleTime");
    if (!atomic || strcmp(atomic, "on") != 0 || !text || !*text || strcmp(text, "-1") == 0)
        return BD_OK;
    double *pair = NULL;
    size_t count = 0;
    bd_status status = bd_expression_doubles(text, item->scope, &pair, &count, &model->home.error);
    if (status != BD_OK) {
        bd_error_prefix(&model->home.error, "%s: SystemSampleTime: ", item->node->path);
        return status;
    }
    const double period = count > 0 ? pair[0] : 0.0;
    double offset = count == 2 ? pair[1] : 0.0;
    free(pair);
    if (count < 1 || count > 2)
        return bd_model_fail(model, BD_BAD_PARAMETER,
                             "%s: SystemSampleTime must be a period, or a period and an offset, "
                             "not %zu numbers",
                             item->node->path, count);
    offset += period > 0.0 && offset < 0.0 ? period : 0.0; /* counted from the other side */
    if ((!(period >= 0.0) && period != -1.0) ||
        (period > 0.0 && !(offset >= 0.0 && offset < period)))
        return bd_model_fail(model, BD_BAD_PARAMETER,
                             "%s: SystemSampleTime [%g, %g] is not a sample time", item->node->path,
                             period, offset);
    if (period > 0.0)
        *sample_time = (bd_sample_time){period, offset};
    return BD_OK;
}

static bd_status flatten_subsystem(bd_model *model, bd_item *item, surroundings around) {
    const bd_node *node = item->node;
    if (around.depth >= MAX_DEPTH)
        return bd_model_fail(model, BD_LIMIT_EXCEEDED, "%s: subsystems are nested too deeply",
                             node->path);
    surroundings inner = around;
    inner.scope = item->scope;
    inner.owner = item;
    inner.depth++;
    if (node->kind == BD_KIND_MODEL_REFERENCE)
        inner.scope = model->scopes.model;
    bd_context_kind kind = context_kind(node);
    bd_status status = system_sample_time(model, item, &inner.sample_time);
    if (status != BD_OK && !bd_missing_take(around.missing, &model->home.error))
        return status;
    if (kind != BD_CONTEXT_ROOT) {
        /* the unit comes first, so that it is there when the inside asks for it */
        bd_block *unit = make_block(model, &bd_type_unit, item, &around);
        inner.context = bd_context_create(model, around.context, kind, node);
        if (!unit || !inner.context)
            return bd_model_no_memory(model);
        inner.context->unit = unit;
        const bd_node *port = bd_find_port_block(node->system, BD_KIND_TRIGGER_PORT);
        inner.context->event = port ? event_of(port) : BD_NO_EVENT;
        if (inner.context->event == BD_OTHER_EVENT)
            bd_log_add(model->home.log, "%s: nobody sends its event, so this function never runs",
                       node->path);
        unit->engine->unit_of = inner.context;
        item->inside = inner.context;
    }
    return flatten_system(model, node->system, inner);
}

static bool is_visible(const bd_node *node, const char *name) {
    const char *text = bd_node_parameter(node, name);
    return text && strcmp(text, "on") == 0;
}

/* a referenced model or subsystem whose functions its surroundings call */
static bool has_event_ports(const bd_node *node) {
    static const char *const names[] = {
        "ShowModelInitializePort", "ShowModelResetPorts",         "ShowModelReinitializePorts",
        "ShowModelTerminatePort",  "ShowModelPeriodicEventPorts", "ShowSubsystemReinitializePorts"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is_visible(node, names[i]))
            return true;
    return false;
}

static const bd_block_type *engine_type(const bd_model *model, const bd_node *node,
                                        const surroundings *around) {
    bool in_root = !around->owner;
    bool held = around->owner && around->owner->inside;
    if (node->kind == BD_KIND_INPORT && in_root) {
        const char *load = bd_diagram_setting(node->parent->diagram, "LoadExternalInput");
        bool loaded = load && strcmp(load, "on") == 0;
        return loaded ? model->find_type("External Input") : &bd_type_root_inport;
    }
    if (node->kind == BD_KIND_INPORT)
        return NULL;
    if (node->kind == BD_KIND_OUTPORT)
        return in_root ? &bd_type_root_outport : held ? &bd_type_held_outport : NULL;
    if (node->kind == BD_KIND_MUX)
        return &bd_type_mux;
    if (node->kind == BD_KIND_DEMUX)
        return &bd_type_demux;
    if (node->kind == BD_KIND_GROUND)
        return &bd_type_ground;
    if (node->kind == BD_KIND_FOR_EACH && is_visible(node, "ShowIterationIndex"))
        return &bd_type_iteration;
    if (node->kind == BD_KIND_FOR_ITERATOR)
        return &bd_type_for_iterator;
    if (node->kind == BD_KIND_WHILE_ITERATOR)
        return &bd_type_while_iterator;
    if (node->kind == BD_KIND_TRIGGER_PORT && held && is_visible(node, "ShowOutputPort"))
        return &bd_type_trigger_value;
    static const bd_block_type *const functions[] = {&bd_type_argument_in, &bd_type_argument_out,
                                                     &bd_type_function_caller};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strcmp(node->type, functions[i]->name) == 0)
            return functions[i];
    return NULL;
}

/* by the word of the file */
static const bd_block_type *type_named(const bd_model *model, const char *name) {
    const bd_block_type *type = model->find_type(name);
    return type && type->chosen ? NULL : type;
}

/* what runs the chart of a block; NULL: nothing does */
static const bd_block_type *type_of_chart(const bd_model *model, const bd_node *node) {
    const char *kind = bd_node_chart_kind(node);
    const bd_block_type *type = kind ? model->find_type(kind) : NULL;
    return type && type->chosen ? type : NULL;
}

static bd_status flatten_node(bd_model *model, const bd_node *node, const surroundings *around) {
    if (node->commented == BD_COMMENTED_ON)
        return BD_OK;
    bd_item *item = add_item(model, node, around);
    item->inputs = bd_model_array(model, item->input_count, sizeof(bd_line *));
    if (!item->inputs)
        return bd_model_no_memory(model);
    item->scope = around->scope;
    if (node->commented == BD_COMMENTED_THROUGH)
        return BD_OK;
    bd_status status = BD_OK;
    if (node->mask) {
        model->reader = &bd_reader_code;
        status = bd_make_mask_scope(&model->scopes, node, around->scope, &item->mask_scope);
        model->reader = &bd_reader_everybody;
        item->scope = item->mask_scope;
    }
    if (status != BD_OK)
        return bd_missing_take(around->missing, &model->home.error) ? BD_OK : status;

    if (node->kind == BD_KIND_INPORT && is_visible(node, "LatchByDelayingOutsideSignal"))
        bd_log_add(model->home.log, "%s: the input is not latched: it is read as it is",
                   node->path);
    const bd_block_type *type = engine_type(model, node, around);
    bool wire = node->kind <= BD_KIND_LAST_WIRE;
    if (!type && !wire)
        type = type_named(model, node->type);
    /* an S-function in M code has a function of its name on the path or around the model; a
     * compiled one comes before it, and nothing is looked for then */
    bd_signature signature;
    const char *function = node->kind == BD_KIND_S_FUNCTION && !node->obstacle
                               ? bd_node_parameter(node, "FunctionName")
                               : NULL;
    if (function && !(type && type->is_compiled && type->is_compiled(node, function)) &&
        bd_library_signature(model->scopes.library, function, &signature) &&
        signature.input_count >= 4)
        type = model->find_type("S-Function in M code");
    /* the S-Function inside of a chart's block stands for the chart */
    const bd_node *outer = node->parent->owner;
    if (outer && outer->chart && bd_node_is_chart_function(node))
        type = type_of_chart(model, outer);
    /* an atomic subchart is a state of the chart around it, which runs it */
    if (outer && outer->chart && node->chart)
        return BD_OK;
    char cannot[128];
    if (node->chart && !node->obstacle && !type_of_chart(model, node)) {
        const char *kind = bd_node_chart_kind(node);
        snprintf(cannot, sizeof cannot, "a %.60s cannot be run here",
                 kind ? kind : "chart without its S-Function");
        bd_missing_add_block(around->missing, node, cannot);
        return BD_OK;
    }
    bool hollow =
        (node->kind == BD_KIND_SUBSYSTEM || node->kind == BD_KIND_MODEL_REFERENCE) && !node->system;
    if ((node->kind == BD_KIND_MODEL_REFERENCE || node->kind == BD_KIND_SUBSYSTEM) &&
        has_event_ports(node)) {
        bd_missing_add_block(around->missing, node,
                             "ports for the events of its functions (initialize, reinitialize, "
                             "reset, terminate) are not supported");
        return BD_OK;
    }
    if (node->system && node->kind < BD_KIND_SUBSYSTEM) {
        bd_missing_add_block(around->missing, node, "such a block has no system inside");
        return BD_OK;
    }
    if (node->obstacle || (!type && !wire) || hollow) {
        bd_missing_add_block(around->missing, node,
                             node->obstacle ? node->obstacle : reason(node->type));
        return BD_OK;
    }
    if (bd_is_variant_system(node) || node->kind == BD_KIND_VARIANT_SOURCE ||
        node->kind == BD_KIND_VARIANT_SINK)
        status = bd_choose_variant(model, item);
    if (status != BD_OK)
        return status;
    if (wire && bd_for_each_of(node)) {
        type = &bd_type_for_each;
        model->unrolled = true;
        model->waiting++;
    } else if (node->system && wire) {
        return flatten_subsystem(model, item, *around);
    }
    if (!type)
        return BD_OK;
    bd_block *block = make_block(model, type, item, around);
    if (!block)
        return bd_model_no_memory(model);
    block->engine->system_time = around->sample_time;
    return BD_OK;
}

/* what is missing does not end it: there may be more */
static bd_status set_up_blocks(bd_model *model, int first, bd_missing *missing) {
    bd_status status = BD_OK;
    for (int i = first; i < model->block_count && status == BD_OK; i++) {
        bd_block *block = model->blocks[i];
        status = bd_block_setup(block);
        const bool names = status == BD_UNKNOWN_NAME;
        if (status != BD_OK && bd_missing_take(missing, &model->home.error)) {
            status = BD_OK;
            if (names && block->node)
                bd_missing_look(missing, block->node, block->scope);
            continue;
        }
        if (status == BD_OK && block->rate_count == 1 && !block->engine->unit_of &&
            bd_sample_is_inherited(block->rates->sample_time) && !block->port_based_rates &&
            bd_sample_is_discrete(block->engine->system_time))
            block->rates->sample_time = block->engine->system_time;
    }
    return status;
}

/* the blocks that were made from the first on; another failure may follow from what is missing */
static bd_status finish(bd_model *model, int first, bd_missing *missing, bd_status status) {
    if (status != BD_OK && bd_missing_take(missing, &model->home.error))
        status = BD_OK;
    if (status == BD_OK)
        status = set_up_blocks(model, first, missing);
    if (missing->count || missing->out_of_memory)
        status = bd_missing_report(missing, model->diagram->file, model->scopes.given,
                                   &model->home.error);
    bd_missing_free(missing);
    return status;
}

static bd_status flatten_system(bd_model *model, const bd_system *system, surroundings around) {
    bool variant = around.owner && bd_is_variant_system(around.owner->node);
    for (size_t i = 0; i < system->block_count; i++) {
        const bd_node *node = system->blocks[i];
        if (!variant || node == around.owner->chosen || !bd_is_variant_choice(node))
            BD_TRY(flatten_node(model, node, &around));
    }
    for (size_t i = 0; i < system->line_count; i++) {
        const bd_line *line = &system->lines[i];
        bd_item *item = bd_item_of(model, line->source.block);
        if (!item)
            continue;
        item->last_line = line;
        if (!item->first_line)
            item->first_line = line;
    }
    return BD_OK;
}

static bd_status make_scopes(bd_model *model) {
    bd_model_access *access = NULL;
    BD_TRY(bd_give_access(model, &access));
    bd_scopes *scopes = &model->scopes;
    scopes->home = &model->home;
    scopes->diagram = model->diagram;
    scopes->access = access;
    scopes->reader = &model->reader;
    model->reader = &bd_reader_code;
    bd_status status = bd_make_model_scope(scopes);
    model->reader = &bd_reader_everybody;
    return status;
}

bd_status bd_flatten(bd_model *model) {
    bd_status status = make_scopes(model);
    if (status != BD_OK)
        return status;
    BD_TRY(bd_declare_signal_stores(model));
    const bd_system *root = model->diagram->root;
    BD_TRY(bd_items_reserve(model, count_nodes(root, 0) + 1));
    bd_context *context = bd_context_create(model, NULL, BD_CONTEXT_ROOT, NULL);
    if (!context)
        return bd_model_no_memory(model);
    bd_missing missing = {0};
    surroundings around = {.context = context,
                           .scope = model->scopes.model,
                           .sample_time = BD_SAMPLE_INHERITED,
                           .missing = &missing};
    status = flatten_system(model, root, around);
    /* blocks may ask for the solver while they are set up */
    if (status == BD_OK)
        status = bd_read_settings(model);
    return finish(model, 0, &missing, status);
}

bd_status bd_flatten_parts(bd_model *model, bd_item *item) {
    const int first = model->block_count;
    bd_missing missing = {0};
    surroundings around = {.context = item->context,
                           .scope = item->scope,
                           .sample_time = item->block->engine->system_time,
                           .missing = &missing};
    for (const bd_item *owner = item->owner; owner; owner = owner->owner)
        around.depth++;
    BD_TRY(bd_items_reserve(model, count_nodes(item->node->system, 0) + 1));
    item->block = NULL;
    return finish(model, first, &missing, flatten_subsystem(model, item, around));
}
