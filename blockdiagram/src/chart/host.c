/* what code of the language asks of its chart: in(S), after(n, sec), events, functions of the
 * chart. Each way of asking becomes a tree once, with numbers in place of what is computed */
#include "chart/host.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "chart/code.h"
#include "chart/data.h"

static chart_host_call *find_known(const chart_code *code, const char *key) {
    for (chart_host_call *h = code->calls; h; h = h->next)
        if (is(h->key, key))
            return h;
    return NULL;
}

static chart_node *number_node(chart *c) {
    chart_node *node = bd_arena_alloc(c->arena, sizeof *node);
    if (node)
        *node =
            (chart_node){.op = OP_NUMBER, .type = BD_DOUBLE, .width = 1, .index = -1, .slot = -1};
    return node;
}

static bool make_function(chart_code *code, chart_host_call *h, int function, int count) {
    chart *c = code->c;
    const chart_state *f = &c->states[function];
    if (count != f->inputs.count || count > BD_HOST_ARGUMENTS ||
        f->outputs.count > BD_HOST_ARGUMENTS)
        return false;
    chart_node *node = number_node(c);
    int total = 0;
    for (int i = 0; i < count; i++)
        total += c->data[f->inputs.items[i]].width;
    if (!node || total > 64)
        return false;
    node->op = OP_CALL;
    node->index = function;
    node->count = count;
    node->arguments = bd_arena_array(c->arena, (size_t)count + 1, sizeof(chart_node *));
    h->inputs = bd_arena_array(c->arena, (size_t)total + 1, sizeof(chart_node *));
    if (!node->arguments || !h->inputs)
        return false;
    total = 0;
    for (int i = 0; i < count; i++) {
        const chart_data *d = &c->data[f->inputs.items[i]];
        if (d->bus)
            return false;
        chart_node *list = number_node(c);
        if (!list)
            return false;
        list->op = OP_LIST;
        list->width = list->count = d->width;
        list->arguments = &h->inputs[total];
        for (int k = 0; k < d->width; k++)
            if (!(h->inputs[total++] = number_node(c)))
                return false;
        node->arguments[i] = d->width == 1 ? h->inputs[total - 1] : list;
        h->call.inputs[i] = chart_data_shape(d);
        h->call.written[i] = i;
    }
    h->call.input_count = count;
    h->call.output_count = f->outputs.count;
    for (int i = 0; i < f->outputs.count; i++)
        h->call.outputs[i] = chart_data_shape(&c->data[f->outputs.items[i]]);
    h->node = node;
    h->function = function;
    return true;
}

/* operators whose words are names of the chart; which argument is a number, -1 none */
static bool make_operator(chart_code *code, chart_host_call *h, const char *name,
                          const char *const *texts, int count) {
    static const struct {
        const char *name;
        int count, number;
    } operators[] = {{"in", 1, -1},          {"after", 2, 0},       {"before", 2, 0},
                     {"at", 2, 0},           {"every", 2, 0},       {"temporalCount", 1, -1},
                     {"elapsed", 1, -1},     {"hasChanged", 1, -1}, {"hasChangedFrom", 2, 1},
                     {"hasChangedTo", 2, 1}, {"duration", 1, -1},   {"count", 1, -1},
                     {"et", 0, -1},          {"t", 0, -1},          {"getSimulationTime", 0, -1}};
    chart *c = code->c;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        if (!is(name, operators[i].name) || count != operators[i].count)
            continue;
        char text[1000];
        size_t used = (size_t)snprintf(text, sizeof text, "%.100s", name);
        for (int k = 0; k < count && used < sizeof text; k++) {
            const bool number = k == operators[i].number;
            if (!number && !*texts[k])
                return false;
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%.300s", k ? "," : "(",
                                     number ? "0" : texts[k]);
        }
        if (count && used < sizeof text)
            snprintf(text + used, sizeof text - used, ")");
        if (chart_parse_expression(c, &code->place, text, &h->node) != BD_OK || !h->node)
            return false;
        h->inputs = bd_arena_array(c->arena, 2, sizeof(chart_node *));
        if (!h->inputs)
            return false;
        if (operators[i].number >= 0) {
            h->inputs[0] = h->node->left;
            h->call.input_count = 1;
            h->call.written[0] = operators[i].number;
            h->call.inputs[0] = bd_shape_vector(BD_DOUBLE, 1);
        }
        h->call.output_count = 1;
        h->call.outputs[0] =
            bd_shape_vector(h->node->type == BD_LOGICAL ? BD_LOGICAL : BD_DOUBLE, 1);
        return true;
    }
    return false;
}

static bool make_event(chart_code *code, chart_host_call *h, const char *name,
                       const char *const *texts, int count) {
    chart *c = code->c;
    char text[1000];
    if (is(name, "send") && (count == 1 || count == 2) && *texts[0])
        snprintf(text, sizeof text, "send(%.300s%s%.300s)", texts[0], count > 1 ? "," : "",
                 count > 1 ? texts[1] : "");
    else if (count == 0 && (strchr(name, '.') || chart_find_event(c, code->place.state, name) >= 0))
        snprintf(text, sizeof text, "%.300s", name);
    else
        return false;
    bool beyond;
    if (chart_try_statements(c, &code->place, text, &h->node, &beyond) != BD_OK || !h->node ||
        h->node->op != OP_SEND)
        return false;
    h->statement = true;
    return true;
}

static chart_host_call *make_call(chart_code *code, const char *key, const char *name,
                                  const char *const *texts, int count) {
    chart *c = code->c;
    chart_host_call *h = bd_arena_alloc(c->arena, sizeof *h);
    char *copy = bd_arena_copy(c->arena, key);
    if (!h || !copy)
        return NULL;
    h->key = copy;
    h->call.number = code->call_count++;
    h->function = -1;
    h->next = code->calls;
    code->calls = h;
    const int function = chart_find_function(c, code->place.state, name);
    h->known = function >= 0 ? make_function(code, h, function, count)
                             : make_operator(code, h, name, texts, count) ||
                                   make_event(code, h, name, texts, count);
    return h;
}

bool chart_find_call(void *user, const char *name, const char *const *texts, int count,
                     bd_host_call *call) {
    chart_code *code = user;
    char key[1200];
    size_t used = (size_t)snprintf(key, sizeof key, "%.300s(", name);
    for (int k = 0; k < count && used < sizeof key; k++)
        used += (size_t)snprintf(key + used, sizeof key - used, "%.100s,", texts[k]);
    if (used >= sizeof key)
        return false;
    const chart_host_call *h = find_known(code, key);
    if (!h && !code->c->compiled)
        h = make_call(code, key, name, texts, count);
    if (!h || !h->known)
        return false;
    *call = h->call;
    return true;
}

/* a name, perhaps with points */
static size_t word_length(const char *text) {
    size_t length = 0;
    if (!isalpha((unsigned char)*text) && *text != '_')
        return 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_' ||
           (text[length] == '.' && (isalpha((unsigned char)text[length + 1]))))
        length++;
    return length;
}

void chart_prepare_call(chart_code *code, const char *text) {
    char name[300], words[BD_HOST_ARGUMENTS][100];
    const char *texts[BD_HOST_ARGUMENTS];
    int count = 0;
    bd_host_call call;
    const size_t length = word_length(text);
    snprintf(name, sizeof name, "%.*s", (int)(length < 299 ? length : 299), text);
    const char *at = text + length;
    if (*at == '(') {
        for (at++; count < BD_HOST_ARGUMENTS;) {
            at += strspn(at, " \t\n");
            if (*at == ')' && count == 0)
                break;
            const size_t word = word_length(at);
            const char *end = at + word;
            end += strspn(end, " \t\n");
            const bool plain = word > 0 && word < 100 && (*end == ',' || *end == ')');
            snprintf(words[count], sizeof *words, "%.*s", plain ? (int)word : 0, at);
            texts[count] = words[count];
            count++;
            int depth = 0;
            while (*at && (depth > 0 || (*at != ',' && *at != ')'))) {
                depth += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
                at++;
            }
            if (*at != ',')
                break;
            at++;
        }
    }
    chart_find_call(code, name, texts, count, &call);
}

void chart_answer_call(chart_run *r, chart_code *code, int number, const void *const *inputs,
                       void *const *outputs) {
    chart_host_call *h = code->calls;
    while (h && h->call.number != number)
        h = h->next;
    if (!h)
        return;
    int total = 0;
    for (int i = 0; i < h->call.input_count; i++) {
        const int width = bd_shape_width(&h->call.inputs[i]);
        for (int k = 0; k < width; k++)
            h->inputs[total++]->number =
                bd_element_read(inputs[i], h->call.inputs[i].type, (size_t)k);
    }
    if (h->statement) {
        chart_perform(r, h->node);
    } else if (h->function < 0) {
        const double value = chart_evaluate(r, h->node, 0);
        bd_element_write(outputs[0], h->call.outputs[0].type, 0, value);
    } else {
        chart_call(r, h->node);
        const chart_list *list = &r->c->states[h->function].outputs;
        for (int i = 0; i < list->count; i++)
            chart_data_write(r->c, r->data, &r->c->data[list->items[i]], outputs[i]);
    }
}
