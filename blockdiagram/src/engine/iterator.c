/* For Iterator: N times, counting from 0 or 1. While Iterator: while (or: do … while) its condition
 * input is not 0, at most MaxIters times. Both give the number of the iteration if they have an
 * output */
#include "engine/iterator.h"
#include "engine/run.h"

#include <string.h>

#define MAX_ITERATIONS 1000000000L

typedef struct iterator {
    bool is_while, do_first, external, reset;
    long limit;
    bool zero_based;
} iterator;

static bd_status common_setup(bd_block *block, iterator *p, int inputs) {
    static const char *const states[] = {"held", "reset", NULL};
    bool visible = !p->is_while;
    int reset = 0;
    BD_TRY(bd_block_choice(block, "ResetStates", states, &reset));
    p->reset = reset == 1;
    BD_TRY(bd_block_flag(block, "ShowIterationPort", &visible));
    BD_TRY(bd_block_set_inputs(block, inputs));
    BD_TRY(bd_block_set_outputs(block, visible ? 1 : 0));
    /* how often, and whether at all, is read before the first iteration; the condition behind one
     */
    if (p->external)
        bd_block_set_feedthrough(block, 0);
    if (p->is_while)
        bd_block_set_feedthrough(block, 1);
    bd_block_set_work(block, sizeof(long));
    block->refuses_constant = true;
    return BD_OK;
}

static bd_status setup_for(bd_block *block) {
    static const char *const sources[] = {"internal", "external", NULL};
    static const char *const bases[] = {"One-based", "Zero-based", NULL};
    BD_TRY(bd_block_make_data(block, sizeof(iterator)));
    iterator *p = block->data;
    int source = 0, base = 0;
    p->limit = 5;
    bd_status status = bd_block_choice(block, "IterationSource", sources, &source);
    if (status == BD_OK)
        status = bd_block_choice(block, "IndexMode", bases, &base);
    p->external = source == 1;
    p->zero_based = base == 1;
    if (status == BD_OK && !p->external && bd_block_text(block, "IterationLimit"))
        status = bd_block_whole(block, "IterationLimit", 0, MAX_ITERATIONS, &p->limit);
    return status == BD_OK ? common_setup(block, p, p->external ? 1 : 0) : status;
}

static bd_status setup_while(bd_block *block) {
    static const char *const kinds[] = {"while", "do-while", NULL};
    BD_TRY(bd_block_make_data(block, sizeof(iterator)));
    iterator *p = block->data;
    p->is_while = true;
    int kind = 0;
    p->limit = 5;
    bd_status status = bd_block_choice(block, "WhileBlockType", kinds, &kind);
    p->do_first = kind == 1;
    if (status == BD_OK && bd_block_text(block, "MaxIters"))
        status = bd_block_whole(block, "MaxIters", -1, MAX_ITERATIONS, &p->limit);
    if (p->limit < 0)
        p->limit = MAX_ITERATIONS;
    return status == BD_OK ? common_setup(block, p, p->do_first ? 1 : 2) : status;
}

bd_status bd_propagate_number(bd_block *block, const char *type_parameter) {
    int type = BD_INT32;
    BD_TRY(bd_block_data_type(block, type_parameter, &type));
    BD_TRY(bd_port_set_type(block->outputs, type == BD_INHERITED ? BD_INT32 : type));
    BD_TRY(bd_port_set_complexity(block->outputs, 0));
    return bd_port_set_width(block->outputs, 1);
}

static bd_status propagate(bd_block *block) {
    for (int i = 0; i < block->input_count; i++)
        BD_TRY(bd_port_set_width(&block->inputs[i], 1));
    if (block->output_count == 0)
        return BD_OK;
    return bd_propagate_number(block, "IterationVariableDataType|OutputDataType");
}

static bd_status outputs(bd_block *block) {
    const iterator *p = block->data;
    if (block->output_count)
        bd_element_write(block->outputs->data, block->outputs->shape.type, 0,
                         (double)(*(long *)block->work - p->zero_based));
    return BD_OK;
}

BD_TYPE(bd_type_for_iterator, "ForIterator", .setup = setup_for, .propagate = propagate,
        .outputs = outputs);
BD_TYPE(bd_type_while_iterator, "WhileIterator", .setup = setup_while, .propagate = propagate,
        .outputs = outputs);

bool bd_is_iterator(const bd_block *block) {
    return block->type == &bd_type_for_iterator || block->type == &bd_type_while_iterator;
}

static bool is_true(const bd_block *block, int input) {
    const bd_port *u = &block->inputs[input];
    return u->connected && bd_element_read(u->data, u->shape.type, 0) != 0.0;
}

bd_status bd_iterate(bd_context *context) {
    bd_block *block = context->iterator;
    const iterator *p = block->data;
    long limit = p->limit;
    if (p->external) {
        double wish = bd_element_read(block->inputs->data, block->inputs->shape.type, 0);
        limit = wish > 0.0 ? wish < (double)MAX_ITERATIONS ? (long)wish : MAX_ITERATIONS : 0;
    }
    BD_TRY(p->reset ? bd_context_initialise(context) : BD_OK);
    bool go = !p->is_while || p->do_first || is_true(block, 1);
    for (long i = 1; i <= limit && go; i++) {
        *(long *)block->work = i;
        BD_TRY(bd_list_run(&context->major_outputs));
        BD_TRY(bd_context_update(context));
        go = !p->is_while || is_true(block, 0);
    }
    return BD_OK;
}
