/* Simulink functions: subsystems in the chart's own system, which the file connects to its
 * S-Function. Arguments are further outputs of that, results further inputs, and the call is an
 * element of its function-calls */
#include "chart/simulink_function.h"

#include <string.h>

#include "chart/data.h"

static bool is_end(const bd_end *end, const bd_node *block, bd_port_kind kind, int index) {
    return end->block == block && end->kind == kind && (index < 0 || end->index == index);
}

/* the source of what arrives there, or NULL */
static const bd_end *source_of(const bd_system *system, const bd_node *block, bd_port_kind kind,
                               int index) {
    for (size_t i = 0; i < system->line_count; i++)
        for (size_t k = 0; k < system->lines[i].destination_count; k++)
            if (is_end(&system->lines[i].destinations[k], block, kind, index))
                return &system->lines[i].source;
    return NULL;
}

static int reader_of(const bd_system *system, const bd_node *block, int index,
                     const bd_node *reader) {
    for (size_t i = 0; i < system->line_count; i++)
        for (size_t k = 0; k < system->lines[i].destination_count &&
                           is_end(&system->lines[i].source, block, BD_PORT_OUTPUT, index);
             k++)
            if (is_end(&system->lines[i].destinations[k], reader, BD_PORT_INPUT, -1))
                return system->lines[i].destinations[k].index;
    return -1;
}

static bd_status wire(chart *c, chart_state *f) {
    const bd_system *system = c->node->system;
    const bd_node *itself = c->block->node;
    const bd_end *call = source_of(system, f->simulink, BD_PORT_TRIGGER, -1);
    if (call && call->block == itself)
        f->call = 0;
    else if (call && call->block->kind == BD_KIND_DEMUX)
        f->call = call->index;
    else
        return chart_fail(c, f->stored, "its Simulink function is not connected to the chart");
    if (c->continuous)
        return chart_fail(c, f->stored,
                          "a Simulink function of a chart in continuous time is not supported");
    c->call_count = f->call >= c->call_count ? f->call + 1 : c->call_count;
    for (int i = 0; i < f->inputs.count; i++) {
        chart_data *d = &c->data[f->inputs.items[i]];
        const bd_end *source = source_of(system, f->simulink, BD_PORT_INPUT, i);
        if (!source || source->block != itself)
            return chart_fail(c, f->stored, "argument '%s' has no way to its Simulink function",
                              d->name);
        d->port = source->index;
        d->argument = true;
    }
    for (int i = 0; i < f->outputs.count; i++) {
        chart_data *d = &c->data[f->outputs.items[i]];
        d->port = reader_of(system, f->simulink, i, itself);
        d->result = d->port >= 0;
        if (!d->result)
            return chart_fail(c, f->stored, "result '%s' has no way from its Simulink function",
                              d->name);
    }
    return BD_OK;
}

bd_status chart_wire_functions(chart *c) {
    c->call_count = c->output_event_count;
    for (int i = 1; i < c->state_count; i++)
        if (c->states[i].simulink)
            BD_TRY(wire(c, &c->states[i]));
    if (c->edges_out && c->call_count > c->output_event_count)
        return chart_fail(c, c->stored,
                          "output events that are edges of signals, beside Simulink functions, are "
                          "not supported");
    /* the trigger stands behind the data inputs, unless the lines say something else */
    c->trigger_port = c->input_count;
    for (size_t i = 0; i < c->node->system->line_count; i++) {
        const bd_line *line = &c->node->system->lines[i];
        for (size_t k = 0;
             line->source.block->kind == BD_KIND_TRIGGER_PORT && k < line->destination_count; k++)
            if (is_end(&line->destinations[k], c->block->node, BD_PORT_INPUT, -1))
                c->trigger_port = line->destinations[k].index;
    }
    return BD_OK;
}

void chart_call_simulink(chart_run *r, const chart_state *f) {
    const chart *c = r->c;
    bool called = false;
    if (r->starting || r->outputs_only) {
        chart_run_fail(r, f->stored, "the function is called %s",
                       r->starting ? "before the run begins" : "between the steps");
        return;
    }
    for (int i = 0; i < f->inputs.count; i++) {
        const chart_data *d = &c->data[f->inputs.items[i]];
        chart_data_write(c, r->data, d, r->block->outputs[d->port].data);
    }
    chart_write_outputs(r);
    r->status = bd_block_call(r->block, 0, f->call, &called);
    if (r->status != BD_OK)
        return;
    chart_read_inputs(r);
    for (int i = 0; i < f->outputs.count; i++) {
        const chart_data *d = &c->data[f->outputs.items[i]];
        chart_data_read(c, r->data, d, r->block->inputs[d->port].data);
    }
}
