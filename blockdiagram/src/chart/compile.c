/* the texts of labels, functions and truth tables become trees */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chart/chart.h"
#include "chart/code.h"
#include "chart/data.h"

/* ---- states ---- */

static bd_status compile_state(chart *c, int number) {
    chart_state *s = &c->states[number];
    const char *label = bd_stored_text(s->stored, "labelString");
    state_label parts;
    if (!chart_split_state_label(c->arena, label ? label : "", c->c_language, &parts))
        return bd_block_no_memory(c->block);
    chart_section **place = &s->sections;
    for (const label_section *t = parts.sections; t; t = t->next) {
        const char *what = t->kinds & SECTION_ENTRY    ? "entry action"
                           : t->kinds & SECTION_DURING ? "during action"
                           : t->kinds & SECTION_EXIT   ? "exit action"
                                                       : "action on an event";
        const chart_place at = {
            .state = number, .owner = number, .stored = s->stored, .what = what};
        if (t->kinds == 16) /* bind only restricts who may write */
            continue;
        chart_section *made = bd_arena_alloc(c->arena, sizeof *made);
        if (!made)
            return bd_block_no_memory(c->block);
        made->kinds = t->kinds & 15;
        if (t->events)
            BD_TRY(chart_parse_triggers(c, &at, t->events, &made->triggers));
        BD_TRY(chart_parse_statements(c, &at, t->text, &made->actions));
        s = &c->states[number];
        s->kinds |= made->kinds | (made->kinds & SECTION_ON ? SECTION_DURING : 0);
        *place = made;
        place = &made->next;
    }
    return BD_OK;
}

/* ---- transitions ---- */

static bd_status add_crossings(chart *c, chart_node *node, int owner) {
    if (!node)
        return BD_OK;
    if (node->op >= OP_LESS && node->op <= OP_GREATER_EQUAL) {
        size_t capacity = (size_t)c->crossing_capacity, owners = capacity;
        if (!bd_arena_grow(c->arena, (void **)&c->crossings, (size_t)c->crossing_count, &capacity,
                           sizeof *c->crossings) ||
            !bd_arena_grow(c->arena, (void **)&c->crossing_owner, (size_t)c->crossing_count,
                           &owners, sizeof *c->crossing_owner))
            return bd_block_no_memory(c->block);
        c->crossing_capacity = (int)capacity;
        c->crossings[c->crossing_count] = node;
        c->crossing_owner[c->crossing_count++] = owner;
        return BD_OK;
    }
    BD_TRY(add_crossings(c, node->left, owner));
    return add_crossings(c, node->right, owner);
}

static bd_status compile_transition(chart *c, int number) {
    chart_transition *t = &c->transitions[number];
    transition_label parts;
    if (!chart_split_transition_label(c->arena, t->label, c->c_language, &parts))
        return chart_fail(c, t->stored, "its label is not 'event[condition]{action}/action'");
    chart_place at = {.state = t->parent,
                      .owner = t->source,
                      .at_run_time = t->source < 0 && t->junction >= 0,
                      .stored = t->stored};
#define SECTION(kind, parse, text, made)                                                           \
    if (at.what = kind, text)                                                                      \
    BD_TRY(parse(c, &at, text, made))
    SECTION("event", chart_parse_triggers, parts.events, &t->triggers);
    SECTION("condition", chart_parse_condition, parts.condition, &t->condition);
    SECTION("condition action", chart_parse_statements, parts.condition_action,
            &t->condition_action);
    SECTION("transition action", chart_parse_statements, parts.action, &t->action);
#undef SECTION
    if (c->continuous)
        BD_TRY(add_crossings(c, t->condition, t->source));
    if (t->action && t->target < 0)
        bd_block_warn(c->block,
                      "the transition action '%.60s' runs when a whole path over it is "
                      "taken",
                      parts.action);
    return BD_OK;
}

/* ---- functions ---- */

/* the body of "function y = f(x) … end", copied; NULL: there are further functions */
static char *body_of(bd_arena *arena, const char *script) {
    char *text = chart_strip_comments(arena, script, false);
    if (!text)
        return NULL;
    char *begin = text + strspn(text, " \t\r\n");
    if (strncmp(begin, "function", 8) == 0) {
        begin += strcspn(begin, "\n");
        begin += *begin == '\n';
    }
    /* an `end` that closes the function is one more than statements open */
    int depth = 0;
    char *last = NULL;
    for (char *c = begin; *c;) {
        if (!isalpha((unsigned char)*c) && *c != '_') {
            c++;
            continue;
        }
        char *word = c;
        const bool inside = word > begin && (isdigit((unsigned char)word[-1]) || word[-1] == '.');
        while (isalnum((unsigned char)*c) || *c == '_')
            c++;
        const size_t length = (size_t)(c - word);
        static const char *const openers[] = {"if", "for", "while", "switch", "try"};
        for (size_t i = 0; i < 5 && !inside; i++)
            depth += strlen(openers[i]) == length && strncmp(word, openers[i], length) == 0;
        if (length == 8 && strncmp(word, "function", 8) == 0)
            return NULL;
        /* end as an index stands in brackets */
        int brackets = 0;
        for (char *k = word; k > begin && k[-1] != '\n'; k--)
            brackets += (k[-1] == '(') - (k[-1] == ')');
        if (length == 3 && strncmp(word, "end", 3) == 0 && brackets == 0 && --depth < 0) {
            last = word;
            depth = 0;
        }
    }
    if (last)
        *last = '\0';
    return begin;
}

static bd_status compile_script(chart *c, int number, const char *script) {
    const chart_place at = {
        .state = number, .owner = -1, .stored = c->states[number].stored, .what = "MATLAB code"};
    const char *body = body_of(c->arena, script);
    const bool c_language = c->c_language;
    bool beyond = !body;
    c->c_language = false;
    chart_node *first = NULL;
    bd_status status = body ? chart_try_statements(c, &at, body, &first, &beyond) : BD_OK;
    if (beyond)
        status = chart_compile_function(c, &at, number, script, &first);
    c->c_language = c_language;
    c->states[number].body = first;
    c->states[number].has_body = true;
    return status;
}

/* ---- truth tables ---- */

/* the text behind "label:" */
static char *without_name(char *text, char *name, size_t size) {
    char *colon = strchr(text, ':');
    *name = '\0';
    const size_t length = colon ? (size_t)(colon - text) : 0;
    const size_t blanks = strspn(text, " \t\n");
    if (!colon || colon[1] == '=' || length >= size + blanks)
        return text;
    for (size_t i = blanks; i < length; i++)
        if (!isalnum((unsigned char)text[i]) && text[i] != '_')
            return text;
    memcpy(name, text + blanks, length - blanks);
    name[length - blanks] = '\0';
    return colon + 1;
}

typedef struct table {
    chart *c;
    chart_place at;
    const char *predicates, *actions;
    int rows, columns, action_count;
} table;

static bd_status perform_actions(table *t, const char *numbers, chart_node **first) {
    char text[8192], name[64], wanted[64];
    chart_node **place = first;
    while (*(numbers += strspn(numbers, " ,;\t\n")) != '\0') {
        const size_t length = strcspn(numbers, " ,;\t\n");
        snprintf(wanted, sizeof wanted, "%.*s", (int)(length < 60 ? length : 60), numbers);
        numbers += length;
        bool found = false;
        for (int i = 0; i < t->action_count && !found; i++) {
            if (!bd_stored_entry(t->actions, i, 1, text, sizeof text))
                return chart_fail(t->c, t->at.stored, "its action %d cannot be read", i + 1);
            char *code = without_name(text, name, sizeof name);
            found = *name && is(name, wanted);
            if (!found && isdigit((unsigned char)*wanted))
                found = atoi(wanted) == i + 1;
            if (!found)
                continue;
            char *stripped = chart_strip_comments(t->c->arena, code, t->c->c_language);
            if (!stripped)
                return bd_block_no_memory(t->c->block);
            BD_TRY(chart_parse_statements(t->c, &t->at, stripped, place));
            while (*place)
                place = &(*place)->next;
        }
        if (!found)
            return chart_fail(t->c, t->at.stored, "it has no action '%s'", wanted);
    }
    return BD_OK;
}

static bd_status decide(table *t, int column, chart_node **condition) {
    char text[4096], name[64];
    *condition = NULL;
    for (int i = 0; i + 1 < t->rows; i++) {
        if (!bd_stored_entry(t->predicates, i, column, text, sizeof text))
            return chart_fail(t->c, t->at.stored, "its table cannot be read");
        const char answer = text[strspn(text, " ")];
        if (answer == '-' || answer == '\0')
            continue;
        if (answer != 'T' && answer != 'F' && answer != 't' && answer != 'f')
            return chart_fail(t->c, t->at.stored, "decision %d has the answer '%.20s'", column - 1,
                              text);
        if (!bd_stored_entry(t->predicates, i, 1, text, sizeof text))
            return chart_fail(t->c, t->at.stored, "its condition %d cannot be read", i + 1);
        char *stripped = chart_strip_comments(t->c->arena, without_name(text, name, sizeof name),
                                              t->c->c_language);
        chart_node *one = NULL;
        if (!stripped)
            return bd_block_no_memory(t->c->block);
        BD_TRY(chart_parse_condition(t->c, &t->at, stripped, &one));
        if (!one)
            return chart_fail(t->c, t->at.stored, "its condition %d is empty", i + 1);
        if (answer == 'F' || answer == 'f') {
            chart_node *negated = bd_arena_alloc(t->c->arena, sizeof *negated);
            if (!negated)
                return bd_block_no_memory(t->c->block);
            *negated = (chart_node){.op = OP_NOT, .type = BD_LOGICAL, .width = 1, .left = one};
            one = negated;
        }
        if (*condition) {
            chart_node *both = bd_arena_alloc(t->c->arena, sizeof *both);
            if (!both)
                return bd_block_no_memory(t->c->block);
            *both = (chart_node){
                .op = OP_AND, .type = BD_LOGICAL, .width = 1, .left = *condition, .right = one};
            one = both;
        }
        *condition = one;
    }
    return BD_OK;
}

/* condition and actions of a decision */
static bd_status read_decision(table *t, int column, chart_node **condition, chart_node **branch) {
    char actions[1024];
    BD_TRY(decide(t, column, condition));
    if (!bd_stored_entry(t->predicates, t->rows - 1, column, actions, sizeof actions))
        return chart_fail(t->c, t->at.stored, "the actions of decision %d cannot be read",
                          column - 1);
    return perform_actions(t, actions, branch);
}

static bd_status compile_table(chart *c, int number) {
    const bd_stored *stored = c->states[number].stored;
    table t = {.c = c,
               .at = {.state = number, .owner = -1, .stored = stored, .what = "truth table"},
               .predicates = bd_stored_text(stored, "truthTable.predicateArray"),
               .actions = bd_stored_text(stored, "truthTable.actionArray")};
    int two;
    if (!bd_stored_table(t.predicates, &t.rows, &t.columns) || t.rows < 1 || t.columns < 2 ||
        !bd_stored_table(t.actions, &t.action_count, &two) || two < 2)
        return chart_fail(c, stored, "its truth table cannot be read");
    const bool c_language = c->c_language;
    if (bd_stored_whole(stored, "truthTable.useEML", 0) == 1)
        c->c_language = false;
    chart_node *first = NULL, **place = &first;
    bd_status status = BD_OK;
    for (int column = 2; column < t.columns && status == BD_OK; column++) {
        chart_node *condition = NULL, *branch = NULL;
        status = read_decision(&t, column, &condition, &branch);
        if (status != BD_OK)
            break;
        if (!condition) {
            *place = branch;
            break;
        }
        chart_node *node = bd_arena_alloc(c->arena, sizeof *node);
        if (!node)
            return bd_block_no_memory(c->block);
        *node = (chart_node){.op = OP_IF, .width = 1, .left = condition, .right = branch};
        *place = node;
        place = &node->third;
    }
    c->c_language = c_language;
    c->states[number].body = first;
    c->states[number].has_body = true;
    return status;
}

/* what an earlier round has made */
static void forget_actions(chart *c) {
    c->event_count = c->stored_event_count;
    c->crossing_count = c->watch_count = c->slot_count = c->counter_slots = 0;
    c->tick_slot = -1;
    for (int i = 0; i < c->event_count; i++)
        c->events[i].count_slot = -1;
    for (int i = 0; i < c->stored_data_count; i++)
        c->data[i].change_event = -1;
    for (int i = 0; i < c->state_count; i++) {
        chart_state *s = &c->states[i];
        s->sections = NULL;
        s->kinds = 0;
        s->entry_event = s->exit_event = -1;
    }
    chart_free_codes(c);
}

bd_status chart_compile_actions(chart *c) {
    forget_actions(c);
    BD_TRY(chart_place_data(c));
    for (int i = 1; i < c->state_count; i++) {
        const bd_stored *stored = c->states[i].stored;
        const char *script = bd_stored_text(stored, "eml.script");
        if (c->states[i].model)
            continue;
        if (c->states[i].kind != STATE_FUNCTION)
            BD_TRY(compile_state(c, i));
        else if (bd_stored_whole(stored, "truthTable.isTruthTable", 0) == 1)
            BD_TRY(compile_table(c, i));
        else if (script && bd_stored_whole(stored, "eml.isEML", 0) == 1)
            BD_TRY(compile_script(c, i, script));
    }
    for (int i = 0; i < c->transition_count; i++)
        BD_TRY(compile_transition(c, i));
    return BD_OK;
}

/* types and sizes found in one round are known in the next; a round that fails may do so because
 * something is not known yet */
bd_status chart_settle_types(chart *c) {
    bool any = false;
    for (int i = 0; i < c->stored_data_count; i++)
        any = any || c->data[i].by_definition;
    bd_status status = BD_OK;
    for (int round = 0; any && round < 20; round++) {
        c->settling = true;
        c->found = false;
        status = chart_compile_actions(c);
        c->settling = false;
        if (!c->found)
            break;
    }
    for (int i = 0; i < c->stored_data_count; i++)
        c->data[i].typed =
            c->data[i].typed || (c->data[i].by_definition && !c->data[i].by_neighbours),
        c->data[i].sized = c->data[i].sized || c->data[i].by_definition;
    c->settled = true;
    return status;
}
