/* follows every input through routing blocks to the bytes it reads. One contiguous piece is read in
 * place; pieces from several places are gathered by a block inserted before the reader. Afterwards
 * routing blocks are gone, so that a Mux and a Demux never tie signals to each other */
#include "engine/model_functions.h"

#include "common/memory.h"

#include <stdlib.h>
#include <string.h>

#define MAX_TRACE    1000
#define MAX_SEGMENTS 1000000

typedef struct trace {
    bd_segment *segments;
    int count;
} trace;

static bool add_segment(trace *t, bd_port *source, size_t offset, size_t size, size_t target) {
    bd_segment *last = t->count ? &t->segments[t->count - 1] : NULL;
    if (last && last->source == source && last->offset + last->size == offset &&
        last->target + last->size == target) {
        last->size += size;
        return true;
    }
    if (t->count >= MAX_SEGMENTS)
        return false;
    bd_segment *segments = cm_one_more(t->segments, (size_t)t->count, sizeof *segments);
    if (!segments)
        return false;
    t->segments = segments;
    t->segments[t->count++] = (bd_segment){source, offset, size, target};
    return true;
}

/* where input i of a Mux or of a joined bus lies in the output */
static size_t place_of_input(const bd_block *block, int input) {
    const bd_port *y = block->outputs;
    if (y->shape.type == BD_BUS && block->type == &bd_type_join)
        return y->shape.bus->elements[input].offset;
    size_t place = 0;
    for (int i = 0; i < input; i++)
        place += bd_shape_size(&block->inputs[i].shape);
    return place;
}

/* function-calls go through the Outport of a conditionally executed subsystem at once */
static bool passes_calls(const bd_block *block) {
    return block->type == &bd_type_held_outport && block->outputs->shape.type == BD_FUNCTION_CALL;
}

/* bytes [offset, offset + size) of an output, which go to target in the reader */
static bd_status follow(bd_port *output, size_t offset, size_t size, size_t target, trace *t,
                        int depth) {
    bd_block *block = output->block;
    bd_model *model = block->engine->compiling;
    const bool calls = passes_calls(block);
    if (!block->engine->routing && !calls)
        return add_segment(t, output, offset, size, target) ? BD_OK : bd_model_no_memory(model);
    if (depth > MAX_TRACE)
        return bd_block_fail(block, BD_BAD_DIAGRAM,
                             "wires run in a circle without any block that computes");
    if (calls)
        return follow(block->inputs->net->driver, offset, size, target, t, depth + 1);
    if (block->type == &bd_type_demux) {
        for (int i = 0; i < output->index; i++)
            offset += bd_shape_size(&block->outputs[i].shape);
        return follow(block->inputs->net->driver, offset, size, target, t, depth + 1);
    }
    if (block->type == &bd_type_field) {
        size_t place;
        bd_bus_find(block->inputs->shape.bus, block->data, &place);
        return follow(block->inputs->net->driver, offset + place, size, target, t, depth + 1);
    }
    for (int i = 0; i < block->input_count; i++) {
        size_t begin = place_of_input(block, i);
        size_t end = begin + bd_shape_size(&block->inputs[i].shape);
        size_t from = begin > offset ? begin : offset;
        size_t to = end < offset + size ? end : offset + size;
        if (from < to)
            BD_TRY(follow(block->inputs[i].net->driver, from - begin, to - from,
                          target + from - offset, t, depth + 1));
    }
    return BD_OK;
}

/* ---- a block that copies pieces together ---- */

static bd_status setup_gather(bd_block *block) {
    (void)block;
    return BD_OK;
}

static bd_status outputs_gather(bd_block *block) {
    unsigned char *to = block->outputs->data;
    const bd_segment *segments = block->engine->segments;
    for (int i = 0; i < block->engine->segment_count; i++)
        memcpy(to + segments[i].target, block->inputs[i].data, segments[i].size);
    return BD_OK;
}

static bd_status outputs_gather_doubles(bd_block *block) {
    double *to = bd_output(block, 0);
    for (int i = 0; i < block->input_count; i++)
        to[i] = *(const double *)block->inputs[i].data;
    return BD_OK;
}

/* single doubles side by side are the common case */
static bd_status start_gather(bd_block *block) {
    bool doubles = block->outputs->shape.type == BD_DOUBLE;
    for (int i = 0; i < block->engine->segment_count; i++)
        doubles = doubles && block->engine->segments[i].size == sizeof(double) &&
                  block->engine->segments[i].target == (size_t)i * sizeof(double);
    if (doubles)
        block->run_outputs = outputs_gather_doubles;
    return BD_OK;
}

BD_TYPE(bd_type_gather, "Mux", .setup = setup_gather, .start = start_gather,
        .outputs = outputs_gather);

static bd_status make_gather(bd_model *model, bd_port *reader, const trace *t, bd_port **output) {
    bd_block *block = bd_block_create(model, &bd_type_gather, NULL, reader->block->path,
                                      reader->block->engine->context);
    if (!block)
        return bd_model_no_memory(model);
    BD_TRY(bd_block_set_inputs(block, t->count));
    BD_TRY(bd_block_set_outputs(block, 1));
    BD_TRY(bd_block_setup(block));
    block->engine->segments = bd_model_array(model, t->count, sizeof *t->segments);
    if (!block->engine->segments)
        return bd_model_no_memory(model);
    if (t->count > 0)
        memcpy(block->engine->segments, t->segments, (size_t)t->count * sizeof *t->segments);
    block->engine->segment_count = t->count;
    bd_block_set_all_feedthrough(block);
    for (int i = 0; i < t->count; i++) {
        bd_port *input = &block->inputs[i];
        const bd_segment *segment = &t->segments[i];
        input->shape = segment->source->shape;
        input->source = segment->source;
        input->source_offset = segment->offset;
        input->connected = true;
    }
    block->outputs->shape = reader->shape;
    block->outputs->width = reader->width;
    block->outputs->connected = true;
    *output = block->outputs;
    return bd_net_of(block->outputs) ? BD_OK : bd_model_no_memory(model);
}

/* a gathering block of the same wire in the same context serves all its readers */
static bd_port *find_gather(const bd_net *net, const bd_context *context) {
    for (int i = 0; i < net->reader_count; i++) {
        bd_port *other = net->readers[i];
        if (other->source && other->source->block->type == &bd_type_gather &&
            other->source->block->engine->context == context)
            return other->source;
    }
    return NULL;
}

static bd_status attach_calls(bd_model *model, bd_port *control, const trace *t);

static bd_status route_input(bd_model *model, bd_port *input, trace *t) {
    bd_net *net = input->net;
    if (!net || !net->driver)
        return BD_OK;
    size_t size = bd_shape_size(&net->driver->shape);
    t->count = 0;
    bd_status status = follow(net->driver, 0, size, 0, t, 0);
    if (status != BD_OK)
        return status;
    if (input->shape.type == BD_FUNCTION_CALL && !passes_calls(input->block))
        return attach_calls(model, input, t);
    if (t->count == 1 && t->segments[0].target == 0 && t->segments[0].size == size) {
        input->source = t->segments[0].source;
        input->source_offset = t->segments[0].offset;
        return BD_OK;
    }
    bd_port *gathered = find_gather(net, input->block->engine->context);
    if (!gathered)
        status = make_gather(model, input, t, &gathered);
    input->source = gathered;
    return status;
}

/* ---- function-calls: which context an element of a caller's output runs ---- */

/* outputs of the splits between caller and subsystem, the first one counts most */
static long split_order(const bd_model *model, const bd_context *context) {
    const bd_item *item = bd_item_of(model, context->node);
    const bd_line *line = item ? item->controls[BD_PORT_TRIGGER] : NULL;
    long order = 0;
    for (int i = 0; i < 100 && line; i++) {
        item = bd_item_of(model, line->source.block);
        bool split = item && item->node->kind == BD_KIND_CALL_SPLIT;
        bool port = item && item->node->kind == BD_KIND_INPORT && item->owner;
        if (split) /* seven bits for each, eight of them: from the caller on, the top ones first */
            order = order / 128 + ((line->source.index + 1L) % 128) * (1L << 49);
        const char *number = port ? bd_node_parameter(item->node, "Port") : NULL;
        int input = number ? atoi(number) - 1 : 0;
        if (port)
            item = item->owner;
        line =
            (split || port) && input >= 0 && input < item->input_count ? item->inputs[input] : NULL;
    }
    return order;
}

static bd_status add_callee(bd_model *model, bd_block *caller, bd_callees *list,
                            bd_context *context, int trigger) {
    bd_arena *arena = &model->home.arena;
    size_t count = (size_t)list->count + 1;
    bd_context **contexts = bd_arena_array(arena, count, sizeof *contexts);
    int *elements = bd_arena_array(arena, count, sizeof *elements);
    long *order = bd_arena_array(arena, count, sizeof *order), own = split_order(model, context);
    if (!contexts || !elements || !order)
        return bd_model_no_memory(model);
    int place = 0;
    for (int i = 0; i < list->count; i++) {
        if (list->order[i] == own)
            return bd_block_fail(caller, BD_UNSUPPORTED,
                                 "one function-call drives several subsystems; split the signal");
        place += list->order[i] < own;
    }
    for (int i = 0; i < list->count; i++) {
        contexts[i + (i >= place)] = list->contexts[i];
        elements[i + (i >= place)] = list->elements[i];
        order[i + (i >= place)] = list->order[i];
    }
    contexts[place] = context;
    elements[place] = trigger;
    order[place] = own;
    *list = (bd_callees){contexts, elements, order, list->count + 1};
    return BD_OK;
}

static bd_status attach_call(bd_model *model, bd_context *context, int trigger, bd_port *source,
                             size_t element) {
    bd_arena *arena = &model->home.arena;
    bd_block *caller = source->block;
    bd_block_engine *engine = caller->engine;
    if (!engine->calls)
        engine->calls = bd_arena_array(arena, (size_t)caller->output_count, sizeof *engine->calls);
    if (engine->calls && !engine->calls[source->index])
        engine->calls[source->index] =
            bd_arena_array(arena, (size_t)source->width, sizeof **engine->calls);
    bd_block **callers = bd_arena_array(arena, (size_t)context->caller_count + 1, sizeof *callers);
    if (!engine->calls || !engine->calls[source->index] || !callers)
        return bd_model_no_memory(model);
    if (element >= (size_t)source->width)
        return bd_block_fail(caller, BD_BAD_DIAGRAM, "function-call element %zu does not exist",
                             element + 1);
    BD_TRY(add_callee(model, caller, &engine->calls[source->index][element], context, trigger));
    if (context->caller_count)
        memcpy(callers, context->callers, (size_t)context->caller_count * sizeof *callers);
    callers[context->caller_count++] = caller;
    context->callers = callers;
    return BD_OK;
}

static bd_status attach_calls(bd_model *model, bd_port *control, const trace *t) {
    bd_context *context = control->block->engine->unit_of;
    if (control->block->type == &bd_type_tap)
        return BD_OK;
    if (!context)
        return bd_block_fail(control->block, BD_BAD_DIAGRAM, "input %d is a function-call",
                             control->index + 1);
    for (int i = 0; i < t->count; i++)
        for (size_t e = 0; e < t->segments[i].size; e++)
            BD_TRY(attach_call(model, context, (int)(t->segments[i].target + e),
                               t->segments[i].source, t->segments[i].offset + e));
    return BD_OK;
}

static void drop_routing(bd_block **blocks, int *count) {
    int kept = 0;
    for (int i = 0; i < *count; i++) {
        if (!blocks[i]->engine->routing)
            blocks[kept++] = blocks[i];
        else
            bd_block_forget_values(blocks[i]);
    }
    *count = kept;
}

bd_status bd_route(bd_model *model) {
    bd_status status = BD_OK;
    trace t = {0};
    int count = model->block_count;
    for (int b = 0; b < count && status == BD_OK; b++) {
        bd_block *block = model->blocks[b];
        for (int i = 0; !block->engine->routing && i < block->input_count && status == BD_OK; i++)
            status = route_input(model, &block->inputs[i], &t);
    }
    free(t.segments);
    if (status != BD_OK)
        return status;
    drop_routing(model->blocks, &model->block_count);
    for (int i = 0; i < model->context_count; i++)
        drop_routing(model->contexts[i]->blocks, &model->contexts[i]->block_count);
    bd_attach_functions(model);
    return BD_OK;
}
