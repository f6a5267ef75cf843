/* what each node of the diagram became, found by its node, and the port blocks of a system */
#include "engine/engine.h"

#include <stdlib.h>
#include <string.h>

static size_t hash(const void *pointer, size_t size) {
    size_t h = (size_t)pointer >> 4;
    return (h ^ (h >> 13)) * 0x9E3779B97F4A7C15u % size;
}

bd_item *bd_item_of(const bd_model *model, const bd_node *node) {
    size_t size = model->item_table_size;
    for (size_t i = hash(node, size);; i = (i + 1) % size) {
        bd_item *item = model->item_table[i];
        if (!item || item->node == node)
            return item;
    }
}

static void enter(bd_model *model, bd_item *item) {
    size_t size = model->item_table_size, i = hash(item->node, size);
    while (model->item_table[i])
        i = (i + 1) % size;
    model->item_table[i] = item;
}

/* the table stays at most half full */
bd_status bd_items_reserve(bd_model *model, size_t count) {
    const size_t old = (size_t)model->item_count, all = old + count;
    bd_item **items = model->items;
    if (all > model->item_capacity) {
        model->item_capacity = old ? 2 * all : all;
        model->items = bd_model_array(model, model->item_capacity, sizeof *model->items);
        model->item_table_size = 2 * model->item_capacity + 7;
        model->item_table =
            bd_model_array(model, model->item_table_size, sizeof *model->item_table);
        if (!model->items || !model->item_table)
            return bd_model_no_memory(model);
        for (size_t i = 0; i < old; i++) {
            model->items[i] = items[i];
            enter(model, items[i]);
        }
    }
    model->spare_item = bd_model_array(model, count, sizeof *model->spare_item);
    return model->spare_item ? BD_OK : bd_model_no_memory(model);
}

bd_item *bd_items_add(bd_model *model, const bd_node *node) {
    bd_item *item = model->spare_item++;
    model->items[model->item_count++] = item;
    item->node = node;
    enter(model, item);
    return item;
}

const char *bd_item_signal_name(const bd_item *item, int output) {
    const bd_line *first = item->first_line;
    return bd_node_signal_name_among(item->node, output, first,
                                     first ? (size_t)(item->last_line - first) + 1 : 0);
}

const bd_node *bd_find_port_block(const bd_system *system, bd_kind kind) {
    for (size_t i = 0; i < system->block_count; i++)
        if (system->blocks[i]->kind == kind && system->blocks[i]->commented == BD_COMMENTED_OFF)
            return system->blocks[i];
    return NULL;
}

int bd_node_port_number(const bd_node *node) {
    const char *text = bd_node_parameter(node, "Port");
    int number = text ? atoi(text) : 1;
    return number > 0 ? number : 1;
}
