/* numbers, data and elements of arrays; what a name means */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "blockdiagram/expression.h"
#include "chart/functions.h"
#include "chart/parse.h"

bd_status parse_dotted(parser *p, char *name, size_t size) {
    size_t length = 0;
    for (;;) {
        if (p->token.kind != TOKEN_NAME)
            return parse_fail(p, "a name is missing");
        if (length + p->token.length + 2 > size)
            return parse_fail(p, "a name is too long");
        memcpy(name + length, p->token.start, p->token.length);
        length += p->token.length;
        name[length] = '\0';
        const bool dot = *p->at == '.' && p->at[1] != '*' && p->at[1] != '/' && p->at[1] != '^' &&
                         p->at[1] != '\'';
        parse_next(p);
        if (!dot)
            return BD_OK;
        parse_next(p);
        name[length++] = '.';
    }
}

/* the place from 0 among all elements; of two indices the first one, from 0, too: it stays within
 * its rows */
static bd_status place_in(parser *p, const chart_data *d, chart_node **place, chart_node **first) {
    const bool c_language = p->c->c_language;
    chart_node *index[2] = {NULL, NULL}, *ends[2] = {NULL, NULL};
    int count = 0;
    const int depth = p->depth++;
    if (c_language) {
        while (count < 2 && parse_take(p, "[")) {
            BD_TRY(parse_expression(p, &index[count++]));
            BD_TRY(parse_expect(p, "]"));
        }
    } else {
        BD_TRY(parse_expect(p, "("));
        do {
            if (count == 2)
                return parse_beyond(p, "'%s' has at most two indices here", d->name);
            if (parse_is(p, ":"))
                return parse_beyond(p, "parts of arrays are not supported in charts");
            if (parse_is(p, "end")) {
                NEW(last, OP_NUMBER);
                last->number = d->width;
                ends[count] = last;
                index[count++] = last;
                parse_next(p);
                if (!parse_is(p, ",") && !parse_is(p, ")"))
                    return parse_beyond(p, "'end' can only stand alone here");
            } else {
                BD_TRY(parse_expression(p, &index[count++]));
            }
            if (parse_is(p, ":"))
                return parse_beyond(p, "parts of arrays are not supported in charts");
        } while (parse_take(p, ","));
        BD_TRY(parse_expect(p, ")"));
    }
    p->depth = depth;
    for (int i = 0; i < 2 && count == 2; i++)
        if (ends[i])
            ends[i]->number = i == 0 ? d->rows : d->columns;
    for (int i = 0; i < count; i++)
        if (index[i]->width != 1)
            return parse_beyond(p, "an index of '%s' must be a scalar", d->name);
    NEW(shift, OP_SUBTRACT);
    NEW(from, OP_NUMBER);
    from->number = c_language ? d->first_index : 1;
    if (count == 2) {
        NEW(second, OP_SUBTRACT);
        NEW(factor, OP_NUMBER);
        NEW(product, OP_MULTIPLY);
        NEW(sum, OP_ADD);
        NEW(row, OP_SUBTRACT);
        row->left = index[0];
        row->right = from;
        *first = row;
        factor->number = d->rows;
        second->left = index[1];
        second->right = from;
        product->left = second;
        product->right = factor;
        sum->left = index[0];
        sum->right = product;
        index[0] = sum;
    } else if (c_language && d->columns > 1 && d->rows > 1) {
        return parse_fail(p, "'%s' is a matrix and needs two indices", d->name);
    }
    shift->left = index[0];
    shift->right = from;
    *place = shift;
    return BD_OK;
}

static bd_status data_reference(parser *p, int number, chart_node **result) {
    const chart_data *d = &p->c->data[number];
    const int whole = d->part_of >= 0 ? d->part_of : number;
    if (d->bus || d->value)
        return parse_beyond(p, "'%s' is a structure: only its fields can be used here", d->name);
    if (p->c->data[whole].copies > 1)
        return parse_beyond(p, "'%s' is an array of structures, which is not supported here",
                            p->c->data[whole].name);
    const bool indexed = p->c->c_language
                             ? parse_is(p, "[")
                             : parse_is(p, "(") && !(p->in_list && p->token.space_before);
    if (indexed) {
        NEW(node, OP_ELEMENT);
        node->index = number;
        node->type = d->type;
        BD_TRY(place_in(p, d, &node->left, &node->right));
        *result = node;
        return BD_OK;
    }
    NEW(node, d->width > 1 ? OP_WHOLE : OP_DATA);
    node->index = node->op == OP_DATA ? d->first : number;
    node->slot = number;
    node->type = d->type;
    node->width = d->width;
    node->rows = d->rows;
    if (d->scope == DATA_CONSTANT && d->width == 1 && d->initial) {
        node->op = OP_NUMBER;
        node->number = d->initial[0];
    }
    *result = node;
    return BD_OK;
}

static bool constant(const char *word, double *number) {
    static const struct {
        const char *word;
        double number;
    } words[] = {{"pi", 3.14159265358979323846},
                 {"true", 1.0},
                 {"false", 0.0},
                 {"inf", INFINITY},
                 {"Inf", INFINITY},
                 {"NaN", NAN},
                 {"nan", NAN},
                 {"eps", 2.220446049250313e-16}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is(word, words[i].word)) {
            *number = words[i].number;
            return true;
        }
    return false;
}

/* a member of an enumeration, or a variable that the chart does not declare but MATLAB would find
 */
static bd_status from_workspace(parser *p, const char *name, chart_node **result) {
    bd_error error = {0};
    bd_value *value = NULL;
    if (bd_expression_evaluate(name, p->c->block->scope, &value, &error) != BD_OK)
        return parse_beyond(p, "'%s' is not known: no data, event, state or function has this name",
                            name);
    const bool scalar = value->count == 1 && value->re && !value->im && value->type <= BD_UINT64;
    double number = scalar ? bd_element_read(value->re, (int)value->type, 0) : 0.0;
    const int type = scalar ? (int)value->type : BD_DOUBLE;
    bd_value_free(value);
    if (!scalar)
        return parse_beyond(p, "'%s' is no scalar and no data of the chart", name);
    NEW(node, OP_NUMBER);
    node->number = number;
    node->type = type;
    *result = node;
    return BD_OK;
}

static bd_status named(parser *p, chart_node **result) {
    chart *c = p->c;
    char name[300];
    BD_TRY(parse_dotted(p, name, sizeof name));
    char *dot = strchr(name, '.');
    int number = chart_find_data(c, p->place->state, name);
    if (number >= 0)
        return data_reference(p, number, result);
    if (dot) {
        char *last = strrchr(name, '.');
        *dot = '\0';
        const bool structure = chart_find_data(c, p->place->state, name) >= 0;
        *dot = '.';
        if (structure)
            return parse_beyond(p, "'%s': fields of structures are not supported in charts", name);
        /* a variable of the workspace, as it is when the model is compiled */
        if (strncmp(name, "ml.", 3) == 0 && p->c->c_language) {
            if (parse_is(p, "("))
                return parse_fail(p, "'%s': functions of MATLAB cannot be called", name);
            return from_workspace(p, name + 3, result);
        }
        *last = '\0';
        const int state = chart_find_state(c, p->place->state, name);
        *last = '.';
        number = state >= 0 ? chart_find_data(c, state, last + 1) : -1;
        return number >= 0 ? data_reference(p, number, result) : from_workspace(p, name, result);
    }
    bool done = false;
    if (is(name, "in") && parse_is(p, "("))
        return parse_in(p, result);
    if (parse_is(p, "("))
        BD_TRY(parse_temporal(p, name, result, &done));
    if (done)
        return BD_OK;
    if (is(name, "et")) {
        NEW(node, OP_COUNT_OF);
        node->number = 1.0;
        *result = node;
        return parse_time_owner(p, name, node);
    }
    const int function = chart_find_function(c, p->place->state, name);
    if (function >= 0)
        return parse_call(p, function, result);
    bd_class class = BD_LOGICAL;
    if (parse_is(p, "(") &&
        (is(name, "boolean") || (bd_class_find(name, &class) && class <= BD_UINT64)))
        return parse_cast(p, (int)class, result);
    if (is(name, "zeros") || is(name, "ones"))
        return parse_filled(p, is(name, "ones"), result);
    NEW(node, OP_NUMBER);
    if (constant(name, &node->number)) {
        node->type = is(name, "true") || is(name, "false") ? BD_LOGICAL : BD_DOUBLE;
        *result = node;
        return BD_OK;
    }
    if (is(name, "t") || is(name, "getSimulationTime")) {
        if (parse_take(p, "("))
            BD_TRY(parse_expect(p, ")"));
        node->op = OP_TIME;
        *result = node;
        return BD_OK;
    }
    if (parse_is(p, "("))
        return parse_call_known(p, name, result);
    return from_workspace(p, name, result);
}

/* [a b; c d], column by column */
static bd_status list(parser *p, chart_node **result) {
    NEW(node, OP_LIST);
    chart_node *rows[1024];
    int count = 0, columns = 0, in_row = 0, row_count = 1;
    const bool outer = p->in_list;
    const int depth = p->depth;
    p->in_list = true;
    p->depth = 0;
    while (!parse_is(p, "]")) {
        if (p->token.kind == TOKEN_END)
            return parse_fail(p, "']' is missing");
        if (parse_take(p, ","))
            continue;
        if (parse_take(p, ";") || parse_take(p, "\n")) {
            if (in_row > 0 && columns > 0 && in_row != columns)
                return parse_fail(p, "rows of a list have %d and %d elements", columns, in_row);
            if (in_row > 0) {
                columns = in_row;
                row_count++;
            }
            in_row = 0;
            continue;
        }
        if (count == 1024)
            return parse_fail(p, "a list has more than 1024 elements");
        BD_TRY(parse_expression(p, &rows[count]));
        if (rows[count]->width != 1)
            return parse_beyond(p, "lists of arrays are not supported in charts");
        if (rows[count]->type != rows[0]->type && !p->c->c_language)
            return parse_beyond(p, "lists of several types are not supported in charts");
        count++;
        in_row++;
    }
    if (in_row == 0 && row_count > 1)
        row_count--;
    else if (columns > 0 && in_row != columns)
        return parse_fail(p, "rows of a list have %d and %d elements", columns, in_row);
    columns = in_row > 0 ? in_row : columns;
    p->in_list = outer;
    p->depth = depth;
    parse_next(p);
    if (count == 0)
        return parse_beyond(p, "empty arrays are not supported in charts");
    node->arguments = bd_arena_array(p->c->arena, (size_t)count, sizeof(chart_node *));
    if (!node->arguments)
        return bd_block_no_memory(p->c->block);
    for (int i = 0; i < count; i++)
        node->arguments[(i % columns) * row_count + i / columns] = rows[i];
    node->count = node->width = count;
    node->rows = row_count;
    node->type = rows[0]->type;
    *result = count == 1 ? rows[0] : node;
    return BD_OK;
}

bd_status parse_primary(parser *p, chart_node **result) {
    if (p->token.kind == TOKEN_NUMBER) {
        NEW(node, OP_NUMBER);
        node->number = p->token.number;
        node->literal = p->token.whole;
        if (p->c->c_language)
            node->type = p->token.single ? BD_SINGLE : p->token.whole ? BD_INT32 : BD_DOUBLE;
        parse_next(p);
        *result = node;
        return BD_OK;
    }
    if (p->token.kind == TOKEN_NAME)
        return named(p, result);
    if (parse_is(p, "(")) {
        const bool in_list = p->in_list;
        p->in_list = false;
        p->depth++;
        parse_next(p);
        BD_TRY(parse_expression(p, result));
        p->depth--;
        p->in_list = in_list;
        if (parse_is(p, ":"))
            return parse_beyond(p, "ranges are not supported in charts");
        return parse_expect(p, ")");
    }
    if (parse_take(p, "["))
        return list(p, result);
    if (p->token.kind == TOKEN_TEXT)
        return parse_beyond(p, "texts are not supported in charts");
    if (p->token.kind == TOKEN_END || parse_is(p, "\n"))
        return parse_fail(p, "an expression ends too early");
    return parse_beyond(p, "'%.*s' is not expected here", (int)p->token.length, p->token.start);
}
