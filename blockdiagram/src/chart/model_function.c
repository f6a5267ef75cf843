/* Simulink functions of the model around the chart. A name before a bracket that is no function and
 * no data of the chart is asked of the model. What it knows becomes a function of the chart, with
 * data for arguments and results, so that actions in either language call it as any other */
#include "chart/model_function.h"

#include <ctype.h>

#include "chart/data.h"

static bool is_known(const chart *c, const char *name) {
    for (int i = 1; i < c->state_count; i++)
        if (c->states[i].kind == STATE_FUNCTION && is(c->states[i].name, name))
            return true;
    for (int i = 0; i < c->data_count; i++)
        if (is(c->data[i].name, name))
            return true;
    return false;
}

static bd_status add_list(chart *c, int state, const bd_shape *shapes, int count, char letter,
                          chart_list *list) {
    *list = (chart_list){.count = count};
    list->items = bd_arena_array(c->arena, (size_t)count + 1, sizeof *list->items);
    if (!list->items)
        return bd_block_no_memory(c->block);
    for (int i = 0; i < count; i++) {
        const char *name = bd_arena_text(c->arena, "%c%d__", letter, i + 1);
        const int number = name ? chart_add_data(c, name, state, DATA_TEMPORARY) : -1;
        if (number < 0)
            return bd_block_no_memory(c->block);
        chart_data *d = &c->data[number];
        d->type = shapes[i].type;
        d->width = bd_shape_width(&shapes[i]);
        d->rows = shapes[i].dims[0];
        d->columns = d->width / d->rows;
        d->typed = d->sized = true;
        list->items[i] = number;
    }
    return BD_OK;
}

static bd_status add_function(chart *c, const char *name) {
    const bd_model_function *function = NULL;
    bd_shape arguments[BD_MAX_ARGUMENTS], results[BD_MAX_ARGUMENTS];
    int argument_count, result_count, number = 0;
    BD_TRY(bd_block_find_function(c->block, name, &function));
    if (!function)
        return BD_OK;
    if (c->continuous)
        return bd_block_fail(c->block, BD_UNSUPPORTED,
                             "a chart in continuous time calls the Simulink function '%s'", name);
    BD_TRY(bd_model_function_signature(c->block, function, arguments, &argument_count, results,
                                       &result_count));
    BD_TRY(chart_add_state(c, c->stored, 0, &number));
    chart_list inputs, outputs;
    BD_TRY(add_list(c, number, arguments, argument_count, 'u', &inputs));
    BD_TRY(add_list(c, number, results, result_count, 'y', &outputs));
    chart_state *s = &c->states[number];
    s->kind = STATE_FUNCTION;
    s->name = name;
    s->model = function;
    s->inputs = inputs;
    s->outputs = outputs;
    return BD_OK;
}

/* names before brackets, perhaps with points */
static bd_status add_called(chart *c, const char *text) {
    for (const char *at = text ? text : ""; *at;) {
        if (!isalpha((unsigned char)*at)) {
            at++;
            continue;
        }
        const char *begin = at;
        while (isalnum((unsigned char)*at) || *at == '_' || *at == '.')
            at++;
        const size_t length = (size_t)(at - begin);
        if (at[strspn(at, " \t")] != '(')
            continue;
        char *name = bd_arena_copy_bytes(c->arena, begin, length);
        if (!name)
            return bd_block_no_memory(c->block);
        if (!is_known(c, name))
            BD_TRY(add_function(c, name));
    }
    return BD_OK;
}

static bd_status add_of(chart *c, const bd_stored *object) {
    BD_TRY(add_called(c, bd_stored_text(object, "labelString")));
    BD_TRY(add_called(c, bd_stored_text(object, "eml.script")));
    for (const bd_stored *t = object->first; t; t = t->next)
        BD_TRY(add_of(c, t));
    return BD_OK;
}

bd_status chart_add_model_functions(chart *c) {
    return add_of(c, c->stored);
}

void chart_call_model(chart_run *r, const chart_state *f) {
    const chart *c = r->c;
    if (r->starting || r->outputs_only) {
        chart_run_fail(r, NULL, "Simulink function '%s' is called %s", f->name,
                       r->starting ? "before the run begins" : "between the steps");
        return;
    }
    for (int i = 0; i < f->inputs.count; i++)
        chart_data_write(c, r->data, &c->data[f->inputs.items[i]],
                         bd_model_function_argument(r->block, f->model, i));
    chart_write_outputs(r);
    r->status = bd_model_function_run(r->block, f->model);
    if (r->status != BD_OK)
        return;
    chart_read_inputs(r);
    for (int i = 0; i < f->outputs.count; i++)
        chart_data_read(c, r->data, &c->data[f->outputs.items[i]],
                        bd_model_function_result(r->block, f->model, i));
}
