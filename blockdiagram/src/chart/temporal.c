/* operators of time and change, and the question whether a state is active */
#include <stdio.h>
#include <string.h>

#include "chart/parse.h"

bd_status parse_time_owner(parser *p, const char *word, chart_node *node) {
    if (p->place->owner < 0 && !p->place->at_run_time)
        return parse_fail(p, "%s has no state here whose time counts", word);
    node->slot = p->place->at_run_time ? -1 : p->place->owner;
    return BD_OK;
}

/* "sec", "tick", or an event: index -1 and the unit in number, index -2, or the event */
static bd_status unit_of_time(parser *p, chart_node *node) {
    char name[300];
    BD_TRY(parse_dotted(p, name, sizeof name));
    static const struct {
        const char *word;
        double seconds;
    } units[] = {{"sec", 1.0}, {"seconds", 1.0}, {"msec", 1e-3}, {"usec", 1e-6}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (is(name, units[i].word)) {
            node->index = -1;
            node->number = units[i].seconds;
            return BD_OK;
        }
    if (is(name, "tick") || is(name, "wakeup")) {
        if (p->c->input_event_count > 0)
            return parse_fail(p, "tick cannot be counted in a chart with input events");
        if (p->c->tick_slot < 0)
            p->c->tick_slot = p->c->counter_slots++;
        node->index = -2;
        return BD_OK;
    }
    node->index = chart_find_event(p->c, p->place->state, name);
    if (node->index < 0)
        return parse_fail(p, "'%s' is no event and no unit of time", name);
    chart_count_event(p->c, node->index);
    return BD_OK;
}

static bd_status watch(parser *p, chart_node *node, chart_node *condition, int data, int slots) {
    chart *c = p->c;
    size_t capacity = (size_t)c->watch_capacity;
    if (!bd_arena_grow(c->arena, (void **)&c->watches, (size_t)c->watch_count, &capacity,
                       sizeof *c->watches))
        return bd_block_no_memory(c->block);
    c->watch_capacity = (int)capacity;
    node->slot = c->slot_count;
    c->slot_count += slots;
    c->watches[c->watch_count++] = (chart_watch){
        .condition = condition, .owner = p->place->owner, .data = data, .slot = node->slot};
    return BD_OK;
}

static bd_status changed(parser *p, const char *word, chart_node **result) {
    NEW(node, OP_CHANGED);
    char name[300];
    BD_TRY(parse_expect(p, "("));
    BD_TRY(parse_dotted(p, name, sizeof name));
    const int data = chart_find_data(p->c, p->place->state, name);
    if (data < 0)
        return parse_fail(p, "%s: '%s' is no data of the chart", word, name);
    node->index = data;
    node->type = BD_LOGICAL;
    node->number = is(word, "hasChangedFrom") ? 1 : is(word, "hasChangedTo") ? 2 : 0;
    if (node->number != 0.0) {
        BD_TRY(parse_expect(p, ","));
        BD_TRY(parse_expression(p, &node->left));
    } else if (parse_is(p, "[") || parse_is(p, "(")) {
        return parse_beyond(p, "%s of one element of an array is not supported", word);
    }
    BD_TRY(watch(p, node, NULL, data, 2 * p->c->data[data].width + 1));
    *result = node;
    return parse_expect(p, ")");
}

static bd_status lasting(parser *p, const char *word, chart_node **result) {
    NEW(node, is(word, "duration") ? OP_DURATION : OP_COUNT_TRUE);
    if (p->place->owner < 0)
        return parse_fail(p, "%s has no single state here whose time counts", word);
    BD_TRY(parse_expect(p, "("));
    BD_TRY(parse_expression(p, &node->left));
    node->number = 1.0;
    if (parse_take(p, ",")) {
        chart_node unit = {0};
        BD_TRY(unit_of_time(p, &unit));
        if (unit.index != -1)
            return parse_fail(p, "%s needs a unit of time", word);
        node->number = unit.number;
    }
    BD_TRY(watch(p, node, node->left, -1, 1));
    p->c->watches[p->c->watch_count - 1].counts = node->op == OP_COUNT_TRUE;
    *result = node;
    return parse_expect(p, ")");
}

bd_status parse_temporal(parser *p, const char *word, chart_node **result, bool *done) {
    static const struct {
        const char *word;
        chart_op op;
    } words[] = {{"after", OP_AFTER}, {"before", OP_BEFORE},          {"at", OP_AT},
                 {"every", OP_EVERY}, {"temporalCount", OP_COUNT_OF}, {"elapsed", OP_COUNT_OF}};
    *done = true;
    if (strncmp(word, "hasChanged", 10) == 0)
        return changed(p, word, result);
    if (is(word, "duration") || is(word, "count"))
        return lasting(p, word, result);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!is(word, words[i].word))
            continue;
        NEW(node, words[i].op);
        BD_TRY(parse_expect(p, "("));
        BD_TRY(parse_time_owner(p, word, node));
        if (node->op != OP_COUNT_OF) {
            BD_TRY(parse_expression(p, &node->left));
            BD_TRY(parse_expect(p, ","));
            node->type = BD_LOGICAL;
        }
        BD_TRY(unit_of_time(p, node));
        if (node->index == -1 && node->op == OP_AT)
            return parse_fail(p, "at(…) counts events, not time");
        *result = node;
        return parse_expect(p, ")");
    }
    *done = false;
    return BD_OK;
}

bd_status parse_in(parser *p, chart_node **result) {
    NEW(node, OP_IN);
    char name[300];
    BD_TRY(parse_expect(p, "("));
    BD_TRY(parse_dotted(p, name, sizeof name));
    node->index = chart_find_state(p->c, p->place->state, name);
    node->type = BD_LOGICAL;
    if (node->index < 0)
        return parse_fail(p, "in(%s): there is no such state, or more than one", name);
    *result = node;
    return parse_expect(p, ")");
}
