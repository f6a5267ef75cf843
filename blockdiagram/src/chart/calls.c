/* calls of functions: those of the chart, those that are known, casts, and matrices of one number
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "chart/functions.h"
#include "chart/parse.h"

static bd_status arguments(parser *p, chart_node *node, const char *close) {
    size_t capacity = 0;
    while (!parse_is(p, close)) {
        if (node->count > 0)
            BD_TRY(parse_expect(p, ","));
        if (!bd_arena_grow(p->c->arena, (void **)&node->arguments, (size_t)node->count, &capacity,
                           sizeof *node->arguments))
            return bd_block_no_memory(p->c->block);
        BD_TRY(parse_expression(p, &node->arguments[node->count]));
        node->count++;
        if (parse_is(p, ":"))
            return parse_beyond(p, "ranges are not supported in charts");
    }
    return parse_expect(p, close);
}

bd_status parse_call(parser *p, int function, chart_node **result) {
    const chart_state *f = &p->c->states[function];
    NEW(node, OP_CALL);
    node->index = function;
    if (parse_take(p, "("))
        BD_TRY(arguments(p, node, ")"));
    if (node->count != f->inputs.count)
        return parse_fail(p, "function %s has %d inputs, and is called with %d", f->name,
                          f->inputs.count, node->count);
    int elements = 0;
    for (int i = 0; i < node->count; i++) {
        chart_settle_data(p->c, f->inputs.items[i], node->arguments[i]);
        const chart_data *input = &p->c->data[f->inputs.items[i]];
        elements += input->width;
        if (elements > 64)
            return parse_beyond(p, "inputs of function %s have more than 64 elements", f->name);
        if (node->arguments[i]->width != 1 && node->arguments[i]->width != input->width)
            return parse_beyond(p, "input '%s' of function %s has %d elements, not %d", input->name,
                                f->name, input->width, node->arguments[i]->width);
    }
    if (f->outputs.count > 0) {
        const chart_data *output = &p->c->data[f->outputs.items[0]];
        node->type = output->type;
        node->width = output->width;
        node->rows = output->rows;
    }
    *result = node;
    return BD_OK;
}

bd_status parse_cast(parser *p, int type, chart_node **result) {
    NEW(node, OP_CAST);
    BD_TRY(parse_expect(p, "("));
    BD_TRY(parse_expression(p, &node->left));
    node->type = type;
    node->width = node->left->width;
    node->rows = node->left->rows;
    *result = node;
    return parse_expect(p, ")");
}

bd_status parse_filled(parser *p, double number, chart_node **result) {
    NEW(node, OP_NUMBER);
    NEW(sizes, OP_LIST);
    node->number = number;
    if (parse_take(p, "("))
        BD_TRY(arguments(p, sizes, ")"));
    double rows = 1.0, columns = 1.0;
    for (int i = 0; i < sizes->count; i++) {
        if (sizes->arguments[i]->op != OP_NUMBER)
            return parse_beyond(p, "sizes must be plain numbers in charts");
        *(i == 0 ? &rows : &columns) = sizes->arguments[i]->number;
    }
    if (sizes->count == 1)
        columns = rows;
    const bool whole =
        rows >= 1.0 && columns >= 1.0 && fmod(rows, 1.0) == 0.0 && fmod(columns, 1.0) == 0.0;
    if (sizes->count > 2 || !whole || !(rows * columns <= 1024.0))
        return parse_beyond(p, "arrays of this size are not supported in charts");
    node->width = (int)(rows * columns);
    node->rows = (int)rows;
    *result = node;
    return BD_OK;
}

static bool is_whole(int type) {
    return type >= BD_INT8 && type <= BD_UINT64 && type != BD_LOGICAL;
}

enum { SUM, PROD, MIN, MAX, ANY, ALL, MEAN };

/* sums and products of truths are numbers, a mean is no whole number */
static int type_reduced(int word, int type) {
    if (word == ANY || word == ALL)
        return BD_LOGICAL;
    if (word == MEAN)
        return type == BD_SINGLE ? BD_SINGLE : BD_DOUBLE;
    return (word == SUM || word == PROD) && type == BD_LOGICAL ? BD_DOUBLE : type;
}

static bd_status reduction(parser *p, const char *word, chart_node *argument, chart_node **result,
                           bool *done) {
    static const char *const words[] = {"sum", "prod", "min", "max", "any", "all", "mean"};
    *done = true;
    if (is(word, "numel") || is(word, "length")) {
        NEW(count, OP_NUMBER);
        count->number = argument->width;
        if (is(word, "length") && argument->rows > 0) {
            const int columns = argument->width / argument->rows;
            count->number = argument->rows > columns ? argument->rows : columns;
        }
        *result = count;
        return BD_OK;
    }
    for (int i = 0; i < (int)(sizeof words / sizeof *words); i++)
        if (is(word, words[i])) {
            if (argument->rows > 1 && argument->rows < argument->width)
                return parse_beyond(p, "%s of a matrix is not supported in charts", word);
            NEW(node, OP_REDUCE);
            node->index = i;
            node->left = argument;
            node->type = type_reduced(i, argument->type);
            node->wrap = !p->c->c_language && is_whole(node->type);
            *result = node;
            return BD_OK;
        }
    *done = false;
    return BD_OK;
}

bd_status parse_call_known(parser *p, const char *word, chart_node **result) {
    NEW(node, OP_FUNCTION);
    BD_TRY(parse_expect(p, "("));
    BD_TRY(arguments(p, node, ")"));
    bool done = false;
    if (node->count == 1)
        BD_TRY(reduction(p, word, node->arguments[0], result, &done));
    if (done)
        return BD_OK;
    const named_function *f = chart_function_find(word, node->count);
    if (!f)
        return parse_beyond(p, "function '%s' with %d arguments is not known in charts", word,
                            node->count);
    node->function = f->run;
    node->left = node->arguments[0];
    node->right = f->count > 1 ? node->arguments[1] : NULL;
    node->width = node->left->width;
    node->rows = node->left->rows;
    node->type = node->left->type;
    if (node->right) {
        if (node->right->width > 1 && node->width > 1 && node->right->width != node->width)
            return parse_beyond(p, "arguments of %s have %d and %d elements", word, node->width,
                                node->right->width);
        if (node->right->width > node->width) {
            node->width = node->right->width;
            node->rows = node->right->rows;
        }
        const bool first_real = node->type == BD_DOUBLE || node->left->literal;
        if (first_real && node->right->type != BD_LOGICAL)
            node->type = node->right->type;
    }
    if (!p->c->c_language && strncmp(word, "bit", 3) == 0 && !is_whole(node->type))
        return parse_beyond(p, "%s of numbers that are no integers is not supported in charts",
                            word);
    if (f->type == TYPE_TRUTH)
        node->type = BD_LOGICAL;
    else if (f->type == TYPE_REAL && node->type != BD_SINGLE)
        node->type = BD_DOUBLE;
    else if (node->type == BD_LOGICAL)
        node->type = BD_DOUBLE;
    node->wrap = is_whole(node->type);
    *result = node;
    return BD_OK;
}
