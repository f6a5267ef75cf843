/* For Each subsystems are unrolled: as many copies of the inside as there are parts of its inputs
 * or mask parameters, each with states of its own; Selectors cut the inputs, Concatenates put the
 * outputs together.
 *
 * How many there are follows from the sizes of signals. So a block that computes nothing stands in
 * the subsystem's place until these are known. Then the parts are drawn into the model's own copy
 * of the diagram, flattened and connected, and take part in what is left of the propagation of
 * sizes */
#include "engine/for_each_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MAX_LIST 4096 /* characters of a list of indices */

/* ---- what stands for one until its size is known ---- */

const bd_node *bd_for_each_of(const bd_node *node) {
    const bd_node *control =
        node->system ? bd_find_port_block(node->system, BD_KIND_FOR_EACH) : NULL;
    return control && !bd_parameters_find(&control->parameters, "Iteration") ? control : NULL;
}

typedef struct placeholder {
    bd_block *next; /* that is ready too */
    bool is_ready;
} placeholder;

static bd_status setup_placeholder(bd_block *block) {
    BD_TRY(bd_block_make_data(block, sizeof(placeholder)));
    BD_TRY(bd_block_set_inputs(block, block->node->ports[BD_PORT_INPUT]));
    BD_TRY(bd_block_set_outputs(block, block->node->ports[BD_PORT_OUTPUT]));
    for (int i = 0; i < block->output_count; i++)
        block->outputs[i].name = ""; /* as what puts the parts together */
    return BD_OK;
}

static bd_status propagate_placeholder(bd_block *block) {
    bd_model *model = block->engine->compiling;
    placeholder *p = block->data;
    bd_read_as(block, &bd_reader_everybody); /* other values make another model */
    if (p->is_ready || block->engine->gone || bd_for_each_waits(bd_item_of(model, block->node)))
        return BD_OK;
    *p = (placeholder){model->ready, true};
    model->ready = block;
    return BD_OK;
}

BD_TYPE(bd_type_for_each, "ForEach", .setup = setup_placeholder, .propagate = propagate_placeholder,
        .accepts_bus = true);

/* ---- the number of an iteration ---- */

static bd_status setup_iteration(bd_block *block) {
    BD_TRY(bd_block_set_inputs(block, 0));
    BD_TRY(bd_block_set_outputs(block, 1));
    return bd_block_set_sample_time(block, BD_CONSTANT);
}

static bd_status propagate_iteration(bd_block *block) {
    return bd_propagate_number(block, "IterationIndexDataType");
}

static bd_status outputs_iteration(bd_block *block) {
    const char *text = bd_block_text(block, "Iteration"), *mode = bd_block_text(block, "IndexMode");
    int number = (text ? atoi(text) : 1) - !(mode && strcasecmp(mode, "One-based") == 0);
    bd_element_write(block->outputs->data, block->outputs->shape.type, 0, number);
    return BD_OK;
}

BD_TYPE(bd_type_iteration, "ForEach", .setup = setup_iteration, .propagate = propagate_iteration,
        .outputs = outputs_iteration);

/* ---- unrolling ---- */

static bd_status no_memory(const bd_unrolling *r) {
    return bd_model_no_memory(r->model);
}

static bd_status draw(const bd_unrolling *r, bd_node *from, int output, const bd_end *to,
                      int count) {
    bd_end source = {from, BD_PORT_OUTPUT, output};
    return bd_system_draw(r->node->system, source, to, count, &r->model->home.error);
}

static bd_status connect(const bd_unrolling *r, bd_node *from, int output, bd_node *to, int input) {
    bd_end end = {to, BD_PORT_INPUT, input};
    return draw(r, from, output, &end, 1);
}

/* "2:3", or with others of a matrix as `all` says: "2:3,:" */
static void index_list(const bd_slices *s, int iteration, const char *all, char *text) {
    size_t used = 0;
    int first = (iteration - 1) * s->step + 1;
    int rank = s->rank < s->dimension ? s->dimension : s->rank;
    *text = '\0';
    for (int d = 1; d <= rank && used < MAX_LIST - 64; d++) {
        used += (size_t)snprintf(text + used, MAX_LIST - used, "%s", d > 1 ? "," : "");
        used += d == s->dimension ? (size_t)snprintf(text + used, MAX_LIST - used, "%d:%d", first,
                                                     first + s->width - 1)
                                  : (size_t)snprintf(text + used, MAX_LIST - used, "%s", all);
    }
}

static bd_node *add_selector(const bd_unrolling *r, int i, int iteration) {
    const bd_slices *s = &r->inputs[i];
    char name[96], indices[MAX_LIST], options[MAX_LIST] = "", rank[16], width[16];
    snprintf(name, sizeof name, "Part %d of input %d", iteration, i + 1);
    snprintf(rank, sizeof rank, "%d", s->rank);
    snprintf(width, sizeof width, "%d", s->dims[0]);
    index_list(s, iteration, "1", indices);
    for (int d = 1; d <= s->rank; d++)
        strcat(strcat(options, d > 1 ? "," : ""),
               d == s->dimension ? "Index vector (dialog)" : "Select all");
    return bd_system_add_new(r->node->system, "Selector", name, "NumberOfDimensions", rank,
                             "IndexMode", "One-based", "IndexOptions", options, "Indices", indices,
                             "InputPortWidth", width, NULL);
}

static bd_status add_copy(const bd_unrolling *r, const bd_system *inside, int iteration,
                          bd_node **copy) {
    char name[32], number[16], expression[MAX_LIST + 128], indices[MAX_LIST];
    snprintf(name, sizeof name, "Iteration %d", iteration);
    snprintf(number, sizeof number, "%d", iteration);
    *copy = bd_system_add_copy(r->node->system, name, inside);
    bd_node *control = *copy ? bd_system_find((*copy)->system, r->control->name) : NULL;
    if (!control || bd_node_set(control, "Iteration", number) != BD_OK)
        return no_memory(r);
    for (int i = 0; i < r->variable_count; i++) {
        const bd_slices *s = &r->variables[i];
        const char *variable = r->item->node->mask->variables[i].name;
        if (!s->cut)
            continue;
        index_list(s, iteration, ":", indices);
        snprintf(expression, sizeof expression, "%.100s(%s)", variable, indices);
        if (bd_node_add_mask_variable(*copy, variable, expression, true) != BD_OK)
            return no_memory(r);
    }
    return BD_OK;
}

static bd_node *port_block(const bd_system *system, bd_kind kind, int number) {
    for (size_t i = 0; i < system->block_count; i++) {
        const char *text = bd_node_parameter(system->blocks[i], "Port");
        if (system->blocks[i]->kind == kind && (text ? atoi(text) : 1) == number)
            return system->blocks[i];
    }
    return NULL;
}

static bd_node *add_port(const bd_unrolling *r, const bd_system *inside, bd_kind kind, int i) {
    const char *type = kind == BD_KIND_INPORT ? "Inport" : "Outport";
    const bd_node *old = port_block(inside, kind, i + 1);
    char number[16];
    snprintf(number, sizeof number, "%d", i + 1);
    return old ? bd_system_add(r->node->system, type, old->name, "Port", number, NULL) : NULL;
}

static bd_status add_output(const bd_unrolling *r, const bd_system *inside, bd_node *const *copies,
                            int i) {
    char name[64], count[16], dimension[16];
    int along = 1;
    BD_TRY(bd_for_each_number(r->model, r->item, r->control, "OutputConcatenationDimension", i, 1,
                              &along));
    snprintf(name, sizeof name, "Parts of output %d", i + 1);
    snprintf(count, sizeof count, "%d", r->iterations);
    snprintf(dimension, sizeof dimension, "%d", along);
    bd_node *port = add_port(r, inside, BD_KIND_OUTPORT, i);
    bd_node *join = bd_system_add_new(r->node->system, "Concatenate", name, "NumInputs", count,
                                      "Mode", "Parts", "ConcatenateDimension", dimension, NULL);
    if (!port || !join)
        return no_memory(r);
    for (int k = 0; k < r->iterations; k++)
        BD_TRY(connect(r, copies[k], i, join, k));
    return connect(r, join, 0, port, 0);
}

/* one line to all copies, or to selectors and from each of them to its copy */
static bd_status add_input(const bd_unrolling *r, bd_node *port, bd_node *const *copies, int i,
                           bd_end *ends) {
    const bd_slices *s = &r->inputs[i];
    const bool whole = !s->cut || s->dimension > s->rank; /* a vector is one column */
    for (int k = 0; k < r->iterations; k++) {
        bd_node *to = whole ? copies[k] : add_selector(r, i, k + 1);
        if (!to)
            return no_memory(r);
        ends[k] = (bd_end){to, BD_PORT_INPUT, whole ? i : 0};
    }
    BD_TRY(draw(r, port, 0, ends, r->iterations));
    for (int k = 0; !whole && k < r->iterations; k++)
        BD_TRY(connect(r, ends[k].block, 0, copies[k], i));
    return BD_OK;
}

static bd_status build(const bd_unrolling *r) {
    bd_arena *arena = &r->model->home.arena;
    bd_node **copies = bd_arena_array(arena, (size_t)r->iterations, sizeof(bd_node *));
    bd_end *ends = bd_arena_array(arena, (size_t)r->iterations, sizeof *ends);
    bd_system *inside = bd_node_take_inside(r->node);
    BD_TRY(copies && ends && inside ? BD_OK : no_memory(r));
    for (int k = 0; k < r->iterations; k++)
        BD_TRY(add_copy(r, inside, k + 1, &copies[k]));
    for (int i = 0; i < r->input_count; i++) {
        bd_node *port = add_port(r, inside, BD_KIND_INPORT, i);
        BD_TRY(port ? add_input(r, port, copies, i, ends) : no_memory(r));
    }
    for (int i = 0; i < r->output_count; i++)
        BD_TRY(add_output(r, inside, copies, i));
    return BD_OK;
}

/* ---- in the model ---- */

static bd_status draw_parts(bd_model *model, const bd_item *item) {
    bd_arena *arena = &model->home.arena;
    bd_unrolling r = {.model = model,
                      .node = bd_own_node(model, item->node),
                      .item = item,
                      .control = bd_for_each_of(item->node),
                      .input_count = item->block->input_count,
                      .output_count = item->block->output_count,
                      .variable_count = item->node->mask ? (int)item->node->mask->count : 0};
    r.inputs = bd_arena_array(arena, (size_t)r.input_count, sizeof *r.inputs);
    r.variables = bd_arena_array(arena, (size_t)r.variable_count, sizeof *r.variables);
    if (!r.inputs || !r.variables)
        return bd_model_no_memory(model);
    BD_TRY(bd_for_each_parts(&r));
    return build(&r);
}

/* what was made for it alone goes, too: a bus as one signal, zeros */
static void discard(bd_block *block) {
    for (int i = 0; i < block->input_count; i++) {
        bd_net *net = block->inputs[i].net;
        if (!net)
            continue;
        bd_net_drop_reader(net, &block->inputs[i]);
        if (net->reader_count == 0 && net->driver && !net->driver->block->node)
            discard(net->driver->block);
    }
    block->engine->gone = true;
    block->input_count = block->output_count = 0;
}

static bd_status unroll(bd_model *model, bd_item *item) {
    bd_block *block = item->block;
    const int first = model->item_count;
    BD_TRY(draw_parts(model, item));
    discard(block);
    BD_TRY(bd_flatten_parts(model, item));
    return bd_connect_parts(model, item, first);
}

/* signals between the parts and what is around them */
static void queue_ends(bd_model *model, int first_block) {
    for (int i = first_block; i < model->block_count; i++) {
        const bd_block *block = model->blocks[i];
        for (int k = 0; k < block->input_count; k++)
            if (block->inputs[k].net)
                bd_net_queue(model, block->inputs[k].net);
        for (int k = 0; k < block->output_count; k++)
            if (block->outputs[k].net)
                bd_net_queue(model, block->outputs[k].net);
    }
}

bd_status bd_unroll_for_each(bd_model *model) {
    const bd_worklist work = model->work;
    const int first_block = model->block_count, first_net = model->net_count;
    bd_block *next = model->ready;
    model->work = (bd_worklist){0}; /* whatever is made is queued below, all at once */
    model->ready = NULL;
    for (; next; next = ((placeholder *)next->data)->next) {
        BD_TRY(unroll(model, bd_item_of(model, next->node)));
        model->waiting--;
    }
    if (model->waiting == 0)
        BD_TRY(bd_finish_connections(model));
    model->work = work;
    BD_TRY(bd_queue_from(model, first_block, first_net));
    queue_ends(model, first_block);
    return BD_OK;
}

bd_status bd_for_each_go_on(bd_model *model) {
    for (int i = 0; i < model->block_count; i++) {
        bd_block *block = model->blocks[i];
        if (block->type != &bd_type_for_each || block->engine->gone)
            continue;
        for (int k = 0; k < block->input_count; k++)
            if (!bd_port_has_dims(&block->inputs[k]))
                BD_TRY(bd_port_set_width(&block->inputs[k], 1));
        return BD_OK;
    }
    return BD_OK;
}
