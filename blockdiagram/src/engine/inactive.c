/* blocks behind a variant that is not active do not run, nor do those behind them: a block with one
 * such input is left out, a Merge only when all of its inputs are */
#include "engine/engine.h"

#include <stdlib.h>
#include <string.h>

static bool outport_is_inactive(const bd_model *model, const bd_node *node, int slot) {
    for (size_t i = 0; i < node->system->block_count; i++) {
        const bd_node *port = node->system->blocks[i];
        if (port->kind != BD_KIND_OUTPORT || bd_node_port_number(port) != slot + 1)
            continue;
        const bd_item *item = bd_item_of(model, port);
        if (item && item->inactive)
            return true;
    }
    return false;
}

static bool line_is_inactive(const bd_model *model, const bd_line *line) {
    const bd_item *item = line ? bd_item_of(model, line->source.block) : NULL;
    if (!item)
        return false;
    if (item->inactive)
        return true;
    if (item->node->kind == BD_KIND_VARIANT_SINK)
        return line->source.index != item->choice;
    return item->node->system && outport_is_inactive(model, item->node, line->source.index);
}

static bool lies_in(const bd_item *item, const bd_item *owner) {
    for (; item; item = item->owner)
        if (item == owner)
            return true;
    return false;
}

/* what is inside of something inactive, too */
static void mark(bd_model *model, bd_item *item) {
    item->inactive = true;
    for (int i = 0; item->node->system && i < model->item_count; i++)
        if (lies_in(model->items[i], item))
            model->items[i]->inactive = true;
}

static bool becomes_inactive(const bd_model *model, const bd_item *item) {
    const bd_node *node = item->node;
    if (node->kind == BD_KIND_INPORT) {
        int input = bd_node_port_number(node) - 1;
        return item->owner && input < item->owner->input_count &&
               line_is_inactive(model, item->owner->inputs[input]);
    }
    if (node->kind == BD_KIND_FROM) {
        const bd_node *tag = bd_find_goto(model, node);
        const bd_item *source = tag ? bd_item_of(model, tag) : NULL;
        return source && source->inactive;
    }
    for (int k = 0; k < BD_PORT_KINDS; k++)
        if (line_is_inactive(model, item->controls[k]))
            return true;
    if (node->system)
        return false;
    if (node->kind == BD_KIND_VARIANT_SOURCE)
        return item->choice < item->input_count &&
               line_is_inactive(model, item->inputs[item->choice]);
    int count = 0;
    for (int i = 0; i < item->input_count; i++)
        count += line_is_inactive(model, item->inputs[i]);
    return node->kind == BD_KIND_MERGE ? count > 0 && count == item->input_count : count > 0;
}

static void remove_from(bd_block **list, int *count, const bd_block *block) {
    for (int i = 0; i < *count; i++)
        if (list[i] == block) {
            memmove(list + i, list + i + 1, (size_t)(*count - i - 1) * sizeof *list);
            --*count;
            return;
        }
}

static void drop(bd_model *model, bd_item *item) {
    bd_block *block = item->block;
    bd_context *context = block->engine->context;
    remove_from(model->blocks, &model->block_count, block);
    remove_from(context->blocks, &context->block_count, block);
    if (block->always_terminate && block->type->terminate)
        block->type->terminate(block);
    if (block->type->destroy)
        block->type->destroy(block);
    bd_block_forget_values(block);
    item->block = NULL;
}

/* contexts of units that went are empty by now */
static void drop_contexts(bd_model *model) {
    int kept = 1;
    for (int i = 1; i < model->context_count; i++) {
        const bd_item *item = bd_item_of(model, model->contexts[i]->node);
        if (item && item->block)
            model->contexts[kept++] = model->contexts[i];
    }
    model->context_count = kept;
}

bd_status bd_drop_inactive(bd_model *model, int first) {
    bool changed = model->has_inactive;
    while (changed) {
        changed = false;
        for (int i = 0; i < model->item_count; i++) {
            bd_item *item = model->items[i];
            if (item->inactive || !becomes_inactive(model, item))
                continue;
            if (i < first)
                return bd_model_fail(model, BD_UNSUPPORTED,
                                     "%s: is left out by a variant inside of a For Each "
                                     "subsystem, which is not supported",
                                     item->node->path);
            mark(model, item);
            changed = true;
        }
    }
    for (int i = 0; i < model->item_count && model->has_inactive; i++)
        if (model->items[i]->inactive && model->items[i]->block)
            drop(model, model->items[i]);
    if (model->has_inactive)
        drop_contexts(model);
    return BD_OK;
}
