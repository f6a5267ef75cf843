/* statements: assignments, events, calls, and the control flow of MATLAB */
#include <stdio.h>
#include <string.h>

#include "chart/parse.h"

static bool ends_statement(const parser *p) {
    return p->token.kind == TOKEN_END || parse_is(p, ";") || parse_is(p, ",") || parse_is(p, "\n");
}

static bd_status send(parser *p, int event, const char *state, chart_node **result) {
    NEW(node, OP_SEND);
    node->index = event;
    if (state) {
        node->slot = chart_find_state(p->c, p->place->state, state);
        if (node->slot < 0)
            return parse_fail(p, "event '%s' goes to '%s', which is no state, or more than one",
                              p->c->events[event].name, state);
    }
    if (p->c->events[event].scope == EVENT_INPUT)
        return parse_fail(p, "input event '%s' cannot be sent", p->c->events[event].name);
    *result = node;
    return BD_OK;
}

/* the target's type decides; a name that is no data becomes a variable of its own */
static bd_status assign(parser *p, chart_node *target, chart_node *value, chart_node **result) {
    NEW(node, OP_ASSIGN);
    node->left = target;
    node->right = value;
    const chart_data *d = &p->c->data[target->op == OP_DATA ? target->slot : target->index];
    if (target->op == OP_WHOLE)
        d = &p->c->data[target->index];
    if (d->scope == DATA_INPUT || d->scope == DATA_PARAMETER || d->scope == DATA_CONSTANT)
        return parse_fail(p, "'%s' is %s and cannot be assigned", d->name,
                          d->scope == DATA_INPUT       ? "an input"
                          : d->scope == DATA_PARAMETER ? "a parameter"
                                                       : "a constant");
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): callers have a place for it */
    *result = node;
    if (chart_settle_data(p->c, (int)(d - p->c->data), value))
        return BD_OK; /* the next round knows its size */
    if (value->width != 1 && value->width != target->width)
        return parse_beyond(p, "'%s' has %d elements and is assigned %d", d->name, target->width,
                            value->width);
    /* a variable of the code takes the class of what it is assigned; data of the chart keep theirs
     */
    if (d->scope == DATA_TEMPORARY && !d->stored && value->type != d->type)
        return parse_beyond(p, "'%s' is assigned another type", d->name);
    if (target->width > 1024)
        return parse_beyond(p, "'%s' is too large to be assigned at once", d->name);
    return BD_OK;
}

/* "a += b" is what "a = a + b" is */
static bd_status combined(parser *p, chart_node *target, chart_op op, chart_node *value,
                          chart_node **result) {
    chart_node *node = target;
    p->elementwise = false;
    BD_TRY(parse_binary(p, op, &node, value));
    return assign(p, target, node, result);
}

static bd_status increment(parser *p, chart_node *target, bool up, chart_node **result) {
    NEW(one, OP_NUMBER);
    one->number = 1.0;
    one->type = target->type;
    return combined(p, target, up ? OP_ADD : OP_SUBTRACT, one, result);
}

/* MATLAB: an unknown name on the left is a new variable */
static bd_status make_variable(parser *p, const char *name, const chart_node *value) {
    const char *copy = bd_arena_copy(p->c->arena, name);
    const int made = copy ? chart_add_data(p->c, copy, p->place->state, DATA_TEMPORARY) : -1;
    if (made < 0)
        return bd_block_no_memory(p->c->block);
    chart_data *d = &p->c->data[made];
    d->type = value->type;
    d->width = value->width;
    d->rows = value->rows > 0 ? value->rows : value->width;
    d->columns = d->width / d->rows;
    d->first = p->c->element_count;
    p->c->element_count += d->width;
    return BD_OK;
}

static bd_status several_outputs(parser *p, chart_node **result) {
    NEW(node, OP_ASSIGN_OUTPUTS);
    char names[16][64];
    int count = 0;
    while (!parse_take(p, "]")) {
        if (parse_take(p, ","))
            continue;
        if (count == 16 || (p->token.kind != TOKEN_NAME && !parse_is(p, "~")) ||
            p->token.length > 63)
            return parse_beyond(p, "names are expected in '[…] ='");
        memcpy(names[count], p->token.start, p->token.length);
        names[count++][p->token.length] = '\0';
        parse_next(p);
    }
    BD_TRY(parse_expect(p, "="));
    BD_TRY(parse_expression(p, &node->right));
    if (node->right->op != OP_CALL)
        return parse_beyond(p, "only functions of the chart have several outputs here");
    const chart_state *f = &p->c->states[node->right->index];
    if (count > f->outputs.count)
        return parse_fail(p, "function %s has %d outputs, not %d", f->name, f->outputs.count,
                          count);
    node->arguments = bd_arena_array(p->c->arena, (size_t)count + 1, sizeof(chart_node *));
    if (!node->arguments)
        return bd_block_no_memory(p->c->block);
    for (int i = 0; i < count; i++) {
        if (is(names[i], "~"))
            continue;
        const chart_data *output = &p->c->data[f->outputs.items[i]];
        NEW(target, output->width > 1 ? OP_WHOLE : OP_DATA);
        int number = chart_find_data(p->c, p->place->state, names[i]);
        if (number < 0) {
            chart_node like = {.type = output->type, .width = output->width, .rows = output->rows};
            BD_TRY(make_variable(p, names[i], &like));
            number = p->c->data_count - 1;
        }
        const chart_data *d = &p->c->data[number];
        target->width = d->width;
        target->op = d->width > 1 ? OP_WHOLE : OP_DATA;
        target->index = d->width > 1 ? number : d->first;
        target->slot = number;
        target->type = d->type;
        NEW(value, d->width > 1 ? OP_WHOLE : OP_DATA);
        value->width = output->width;
        value->op = output->width > 1 ? OP_WHOLE : OP_DATA;
        value->index = output->width > 1 ? f->outputs.items[i] : output->first;
        value->slot = f->outputs.items[i];
        value->type = output->type;
        BD_TRY(assign(p, target, value, &node->arguments[i]));
    }
    node->count = count;
    *result = node;
    return BD_OK;
}

/* s = t, field by field */
static bd_status copy_structure(parser *p, int to, chart_node **result) {
    chart *c = p->c;
    char name[300] = "";
    parse_next(p);
    if (p->token.kind == TOKEN_NAME)
        BD_TRY(parse_dotted(p, name, sizeof name));
    const int from = *name ? chart_find_data(c, p->place->state, name) : -1;
    if (from < 0 || !c->data[from].bus || !ends_statement(p))
        return parse_beyond(p, "'%s' is a structure: only another one can be assigned to it here",
                            c->data[to].name);
    const chart_data *a = &c->data[to], *b = &c->data[from];
    bool alike = a->part_count == b->part_count && a->copies == b->copies;
    for (int i = 0; alike && i < a->part_count; i++)
        alike = c->data[a->parts + i].width == c->data[b->parts + i].width &&
                strcmp(c->data[a->parts + i].name + strlen(a->name),
                       c->data[b->parts + i].name + strlen(b->name)) == 0;
    if (!alike)
        return parse_fail(p, "'%s' and '%s' are structures with different fields", a->name,
                          b->name);
    *result = NULL;
    for (int i = 0; i < a->part_count; i++) {
        NEW(target, OP_WHOLE);
        NEW(value, OP_WHOLE);
        target->index = target->slot = a->parts + i;
        value->index = value->slot = b->parts + i;
        target->width = value->width = c->data[a->parts + i].width;
        target->type = c->data[a->parts + i].type;
        value->type = c->data[b->parts + i].type;
        BD_TRY(assign(p, target, value, result));
        /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): assign has set it */
        result = &(*result)->next;
    }
    return BD_OK;
}

static bd_status plain(parser *p, chart_node **result) {
    chart *c = p->c;
    const token first = p->token;
    const char *saved = p->at;
    if (parse_take(p, "["))
        return several_outputs(p, result);
    if (parse_is(p, "++") || parse_is(p, "--")) {
        const bool up = parse_is(p, "++");
        chart_node *target = NULL;
        parse_next(p);
        BD_TRY(parse_primary(p, &target));
        if (target->op != OP_DATA && target->op != OP_ELEMENT)
            return parse_fail(p, "'++' and '--' need data");
        return increment(p, target, up, result);
    }
    if (first.kind != TOKEN_NAME)
        return parse_beyond(p, "'%.*s' does not begin a statement", (int)first.length, first.start);
    char name[300];
    BD_TRY(parse_dotted(p, name, sizeof name));
    char *last = strrchr(name, '.');
    /* events: E, send(E), send(E, S), S.E */
    if (is(name, "send") && parse_take(p, "(")) {
        char event[300], state[300] = "";
        BD_TRY(parse_dotted(p, event, sizeof event));
        if (parse_take(p, ","))
            BD_TRY(parse_dotted(p, state, sizeof state));
        BD_TRY(parse_expect(p, ")"));
        char *dot = strrchr(event, '.');
        if (dot && !*state) {
            *dot = '\0';
            strcpy(state, event);
            memmove(event, dot + 1, strlen(dot + 1) + 1);
        }
        int from = *state ? chart_find_state(c, p->place->state, state) : -1;
        int number = chart_find_event(c, from >= 0 ? from : p->place->state, event);
        if (number < 0)
            number = chart_find_event(c, p->place->state, event);
        if (number < 0)
            return parse_fail(p, "'%s' is no event", event);
        return send(p, number, *state ? state : NULL, result);
    }
    if (ends_statement(p)) {
        int event = chart_find_event(c, p->place->state, name);
        if (event >= 0)
            return send(p, event, NULL, result);
        if (last) {
            *last = '\0';
            const int state = chart_find_state(c, p->place->state, name);
            event = state >= 0 ? chart_find_event(c, state, last + 1) : -1;
            if (event >= 0)
                return send(p, event, name, result);
            *last = '.';
        }
    }
    static const char *const silent[] = {"disp", "fprintf", "printf", "display"};
    for (size_t i = 0; i < sizeof silent / sizeof *silent; i++)
        if (is(name, silent[i]) && parse_is(p, "(")) {
            int depth = 0;
            do {
                depth += parse_is(p, "(") - parse_is(p, ")");
                parse_next(p);
            } while (depth > 0 && p->token.kind != TOKEN_END);
            *result = NULL;
            return BD_OK;
        }
    /* a new variable */
    const bool unknown = !last && chart_find_data(c, p->place->state, name) < 0;
    if (unknown && parse_is(p, "=") && !c->c_language) {
        chart_node *value = NULL;
        char *copy = bd_arena_copy(c->arena, name);
        parse_next(p);
        BD_TRY(parse_expression(p, &value));
        if (!copy)
            return bd_block_no_memory(c->block);
        BD_TRY(make_variable(p, copy, value));
        NEW(target, value->width > 1 ? OP_WHOLE : OP_DATA);
        const chart_data *d = &c->data[c->data_count - 1];
        target->index = value->width > 1 ? c->data_count - 1 : d->first;
        target->slot = c->data_count - 1;
        target->type = d->type;
        target->width = d->width;
        return assign(p, target, value, result);
    }
    const int whole = chart_find_data(c, p->place->state, name);
    if (whole >= 0 && c->data[whole].bus && parse_is(p, "="))
        return copy_structure(p, whole, result);
    p->token = first;
    p->at = saved;
    chart_node *target = NULL, *value = NULL;
    BD_TRY(parse_primary(p, &target));
    const bool data = target->op == OP_DATA || target->op == OP_ELEMENT || target->op == OP_WHOLE;
    if (parse_is(p, "=") || parse_is(p, ":=")) {
        if (!data)
            return parse_beyond(p, "'%s' cannot be assigned", name);
        parse_next(p);
        BD_TRY(parse_expression(p, &value));
        return assign(p, target, value, result);
    }
    static const struct {
        const char *text;
        chart_op op;
    } updates[] = {{"+=", OP_ADD}, {"-=", OP_SUBTRACT}, {"*=", OP_MULTIPLY}, {"/=", OP_DIVIDE}};
    for (size_t i = 0; i < sizeof updates / sizeof *updates && data; i++)
        if (parse_take(p, updates[i].text)) {
            BD_TRY(parse_expression(p, &value));
            return combined(p, target, updates[i].op, value, result);
        }
    if (data && (parse_is(p, "++") || parse_is(p, "--"))) {
        const bool up = parse_is(p, "++");
        parse_next(p);
        return increment(p, target, up, result);
    }
    NEW(node, OP_EVALUATE);
    node->left = target;
    *result = node;
    return target->op == OP_CALL ? BD_OK : parse_beyond(p, "'%s' is no statement", name);
}

/* ---- control flow of MATLAB ---- */

static const char *const end_words[] = {"end", NULL};
static const char *const if_words[] = {"elseif", "else", "end", NULL};
static const char *const case_words[] = {"case", "otherwise", "end", NULL};

static bd_status if_statement(parser *p, chart_node **result) {
    NEW(node, OP_IF);
    *result = node;
    if (++p->choices > 2000)
        return parse_fail(p, "there are too many choices");
    BD_TRY(parse_expression(p, &node->left));
    BD_TRY(parse_block(p, &node->right, if_words));
    if (parse_take(p, "elseif"))
        return if_statement(p, &node->third);
    if (parse_take(p, "else"))
        BD_TRY(parse_block(p, &node->third, end_words));
    return parse_expect(p, "end");
}

static bd_status switch_statement(parser *p, chart_node **result) {
    chart_node *value = NULL, **place = result;
    BD_TRY(parse_expression(p, &value));
    while (parse_take(p, ";") || parse_take(p, ",") || parse_take(p, "\n"))
        ;
    *result = NULL;
    while (parse_take(p, "case")) {
        NEW(node, OP_IF);
        chart_node *one = NULL;
        const bool several = parse_take(p, "{");
        do {
            chart_node *choice = NULL;
            NEW(equal, OP_EQUAL);
            BD_TRY(parse_expression(p, &choice));
            equal->left = value;
            equal->right = choice;
            equal->type = BD_LOGICAL;
            if (one) {
                NEW(both, OP_OR);
                both->left = one;
                both->right = equal;
                one = both;
            } else {
                one = equal;
            }
        } while (several && parse_take(p, ","));
        if (several)
            BD_TRY(parse_expect(p, "}"));
        node->left = one;
        BD_TRY(parse_block(p, &node->right, case_words));
        *place = node;
        place = &node->third;
    }
    if (parse_take(p, "otherwise"))
        BD_TRY(parse_block(p, place, end_words));
    return parse_expect(p, "end");
}

static bd_status for_statement(parser *p, chart_node **result) {
    NEW(node, OP_FOR);
    NEW(step, OP_NUMBER);
    const bool bracket = parse_take(p, "(");
    char *name = p->token.kind == TOKEN_NAME ? parse_word(p) : NULL;
    if (!name)
        return p->status != BD_OK ? p->status : parse_fail(p, "for needs a variable");
    parse_next(p);
    BD_TRY(parse_expect(p, "="));
    node->arguments = bd_arena_array(p->c->arena, 3, sizeof(chart_node *));
    if (!node->arguments)
        return bd_block_no_memory(p->c->block);
    step->number = 1.0;
    chart_node *middle = NULL;
    BD_TRY(parse_expression(p, &node->arguments[0]));
    if (!parse_take(p, ":"))
        return parse_beyond(p, "a loop needs a range");
    BD_TRY(parse_expression(p, &middle));
    node->arguments[1] = step;
    node->arguments[2] = middle;
    if (parse_take(p, ":")) {
        node->arguments[1] = middle;
        BD_TRY(parse_expression(p, &node->arguments[2]));
    }
    if (bracket)
        BD_TRY(parse_expect(p, ")"));
    if (chart_find_data(p->c, p->place->state, name) < 0)
        BD_TRY(make_variable(p, name, node->arguments[0]));
    const chart_data *d = &p->c->data[chart_find_data(p->c, p->place->state, name)];
    if (d->width != 1)
        return parse_fail(p, "'%s' must be a scalar", name);
    node->index = d->first;
    BD_TRY(parse_block(p, &node->right, end_words));
    *result = node;
    return parse_expect(p, "end");
}

static bd_status while_statement(parser *p, chart_node **result) {
    NEW(node, OP_WHILE);
    BD_TRY(parse_expression(p, &node->left));
    BD_TRY(parse_block(p, &node->right, end_words));
    *result = node;
    return parse_expect(p, "end");
}

static bd_status statement(parser *p, chart_node **result) {
    static const struct {
        const char *word;
        chart_op op;
    } jumps[] = {{"break", OP_BREAK}, {"continue", OP_CONTINUE}, {"return", OP_RETURN}};
    if (!p->c->c_language) {
        if (parse_take(p, "if"))
            return if_statement(p, result);
        if (parse_take(p, "switch"))
            return switch_statement(p, result);
        if (parse_take(p, "for"))
            return for_statement(p, result);
        if (parse_take(p, "while"))
            return while_statement(p, result);
        for (size_t i = 0; i < 3; i++)
            if (parse_take(p, jumps[i].word)) {
                NEW(node, jumps[i].op);
                *result = node;
                return BD_OK;
            }
    }
    return plain(p, result);
}

bd_status parse_block(parser *p, chart_node **first, const char *const *ends) {
    chart_node **place = first;
    *first = NULL;
    if (++p->nesting > 500)
        return parse_fail(p, "statements are nested too deep");
    for (;;) {
        while (parse_take(p, ";") || parse_take(p, ",") || parse_take(p, "\n"))
            ;
        bool ended = p->token.kind == TOKEN_END;
        for (size_t i = 0; ends && ends[i]; i++)
            ended = ended || parse_is(p, ends[i]);
        if (ended)
            break;
        BD_TRY(statement(p, place));
        while (*place)
            place = &(*place)->next;
        if (!ends_statement(p)) {
            bool closes = false;
            for (size_t i = 0; ends && ends[i]; i++)
                closes = closes || parse_is(p, ends[i]);
            if (!closes)
                return parse_beyond(p, "'%.*s' is not expected here", (int)p->token.length,
                                    p->token.start);
        }
    }
    p->nesting--;
    return BD_OK;
}
