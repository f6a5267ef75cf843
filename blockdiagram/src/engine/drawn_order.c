/* puts blocks, contexts and nets into the order of the diagram as it is now, as if it had been
 * drawn with the parts of its For Each subsystems: the order of execution, of states and of results
 * follows from that. What only stood for such a subsystem goes */
#include "engine/for_each.h"

#include <limits.h>
#include <stdlib.h>

/* ---- places in the diagram ---- */

static void number_items(bd_model *model, const bd_system *system, int *next) {
    for (size_t i = 0; i < system->block_count; i++) {
        const bd_node *node = system->blocks[i];
        bd_item *item = bd_item_of(model, node);
        if (item)
            item->order = ++*next;
        if (item && node->system)
            number_items(model, node->system, next);
    }
}

/* what the engine has made by itself comes last */
static int place_of(const bd_model *model, const bd_node *node) {
    const bd_item *item = node ? bd_item_of(model, node) : NULL;
    return item ? item->order : INT_MAX;
}

/* ---- blocks ---- */

static int by_mark(const void *a, const void *b) {
    const bd_block_engine *p = (*(bd_block *const *)a)->engine;
    const bd_block_engine *q = (*(bd_block *const *)b)->engine;
    if (p->mark != q->mark)
        return p->mark < q->mark ? -1 : 1;
    return p->order < q->order ? -1 : p->order > q->order;
}

static void order_list(bd_block **blocks, int *count) {
    int kept = 0;
    for (int i = 0; i < *count; i++)
        if (!blocks[i]->engine->gone)
            blocks[kept++] = blocks[i];
    *count = kept;
    if (kept)
        qsort(blocks, (size_t)kept, sizeof *blocks, by_mark);
}

static void order_blocks(bd_model *model) {
    for (int i = 0; i < model->block_count; i++) {
        bd_block *block = model->blocks[i];
        block->engine->mark = place_of(model, block->node);
        block->engine->order = i;
    }
    for (int i = 0; i < model->context_count; i++)
        order_list(model->contexts[i]->blocks, &model->contexts[i]->block_count);
    order_list(model->blocks, &model->block_count);
    for (int i = 0; i < model->block_count; i++)
        model->blocks[i]->engine->order = i;
}

/* ---- contexts: the root stays the first ---- */

static int by_index(const void *a, const void *b) {
    const bd_context *p = *(bd_context *const *)a, *q = *(bd_context *const *)b;
    return p->index < q->index ? -1 : p->index > q->index;
}

static void order_contexts(bd_model *model) {
    for (int i = 1; i < model->context_count; i++)
        model->contexts[i]->index = place_of(model, model->contexts[i]->node);
    if (model->context_count > 1)
        qsort(model->contexts + 1, (size_t)model->context_count - 1, sizeof *model->contexts,
              by_index);
}

/* ---- nets: in the order in which somebody asks for them ---- */

typedef struct numbering {
    bd_net **nets;
    int count;
} numbering;

static void number_net(numbering *n, bd_net *net) {
    if (!net || net->index >= 0)
        return;
    const bd_block *driver = net->driver ? net->driver->block : NULL;
    for (int i = 0; driver && !driver->node && i < driver->input_count; i++)
        number_net(n, driver->inputs[i].net);
    net->index = n->count;
    n->nets[n->count++] = net;
    for (int i = 0; i < net->part_count; i++)
        number_net(n, net->parts[i].net);
}

static bd_status order_nets(bd_model *model) {
    numbering n = {.nets = bd_model_array(model, model->net_count, sizeof(bd_net *))};
    if (!n.nets)
        return bd_model_no_memory(model);
    for (int i = 0; i < model->net_count; i++)
        model->nets[i]->index = -1;
    for (int i = 0; i < model->block_count; i++) {
        const bd_block *block = model->blocks[i];
        for (int k = 0; block->node && k < block->input_count; k++)
            number_net(&n, block->inputs[k].net);
        for (int k = 0; block->node && k < block->output_count; k++)
            number_net(&n, block->outputs[k].net);
    }
    for (int i = 0; i < model->net_count; i++)
        number_net(&n, model->nets[i]);
    model->nets = n.nets;
    model->net_capacity = model->net_count;
    return BD_OK;
}

bd_status bd_order_as_drawn(bd_model *model) {
    int next = 0;
    number_items(model, model->diagram->root, &next);
    order_blocks(model);
    order_contexts(model);
    return order_nets(model);
}
