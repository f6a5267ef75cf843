/* a chart as a block: the S-Function inside of its subsystem. Inputs are the data inputs and the
 * trigger; the first output is the vector of function-calls, data follow */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blockdiagram/expression.h"
#include "chart/code.h"
#include "chart/data.h"
#include "chart/families.h"
#include "chart/run.h"

/* ---- memory ---- */

static size_t doubles(const chart *c) {
    return 2 + 2 * (size_t)c->element_count + (size_t)c->slot_count + (size_t)c->state_count +
           (size_t)c->counter_slots * (size_t)c->state_count + (size_t)c->shown_count +
           2 * (size_t)c->output_event_count;
}

static size_t run_size(const chart *c) {
    return doubles(c) * sizeof(double) + 3 * (size_t)c->state_count * sizeof(int);
}

static void bind_run(chart_run *r, const chart *c, bd_block *block) {
    double *d = block->work;
    *r = (chart_run){.c = c, .block = block, .time = bd_time(block), .event = -1, .origin = -1};
    r->head = d;
    r->data = d + 2;
    r->slots = r->data + 2 * c->element_count;
    r->entry_time = r->slots + c->slot_count;
    r->counters = r->entry_time + c->state_count;
    r->shown = r->counters + c->counter_slots * c->state_count;
    r->pending = r->shown + c->shown_count;
    r->active = (int *)(void *)(d + doubles(c));
    r->child = r->active + c->state_count;
    r->last = r->child + c->state_count;
}

static void initialise_run(chart_run *r) {
    const chart *c = r->c;
    memset(r->block->work, 0, run_size(c));
    for (int i = 0; i < c->state_count; i++)
        r->child[i] = r->last[i] = -1;
    for (int i = 0; i < c->data_count; i++)
        for (int k = 0; c->data[i].initial && k < c->data[i].width; k++)
            r->data[c->data[i].first + k] = c->data[i].initial[k];
    for (int i = 0; i < c->watch_count; i++)
        if (c->watches[i].condition && !c->watches[i].counts)
            r->slots[c->watches[i].slot] = NAN;
}

bd_status chart_run_fail(chart_run *r, const bd_stored *at, const char *format, ...) {
    char what[500];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    char name[200];
    chart_name(r->c, at, name, sizeof name);
    if (r->status == BD_OK)
        r->status = bd_block_fail(r->block, BD_BLOCK_FAILED, "%s%s", name, what);
    return r->status;
}

void chart_tell(chart_run *r, int state, chart_happening what) {
    const chart *c = r->c;
    if (c->shown_at[state] < 0)
        return;
    r->shown[c->shown_at[state]] = what == CHART_ENTERED;
    bd_block_tell_activation(r->block, c->states[state].path, what == CHART_ENTERED);
}

/* ---- ports ---- */

void chart_read_inputs(chart_run *r) {
    const chart *c = r->c;
    for (int i = 0; i < c->stored_data_count; i++) {
        const chart_data *d = &c->data[i];
        if (d->scope == DATA_STORE) {
            chart_data_read(c, r->data, d, bd_block_peer(r->block, d->store)->work);
            continue;
        }
        if (d->scope != DATA_INPUT)
            continue;
        const bd_port *port = &r->block->inputs[d->port];
        if (port->shape.type == BD_DOUBLE && d->width == 1)
            r->data[d->first] = *(const double *)port->data;
        else
            chart_data_read(c, r->data, d, port->data);
    }
}

void chart_write_outputs(chart_run *r) {
    const chart *c = r->c;
    for (int i = 0; i < c->stored_data_count; i++) {
        const chart_data *d = &c->data[i];
        if (d->scope == DATA_STORE && !r->outputs_only && !r->starting)
            chart_data_write(c, r->data, d, bd_block_peer(r->block, d->store)->work);
        if (d->scope != DATA_OUTPUT)
            continue;
        bd_port *port = &r->block->outputs[d->port];
        if (port->shape.type == BD_DOUBLE && d->width == 1)
            *(double *)port->data = r->data[d->first];
        else
            chart_data_write(c, r->data, d, port->data);
    }
    const double *edges = r->pending + c->output_event_count;
    for (int i = 0; c->edges_out && i < c->output_event_count; i++)
        ((double *)r->block->outputs[0].data)[i] = edges[i];
}

/* one change of each edge in a step; others wait for the next ones */
static void send_edges(chart_run *r) {
    double *edges = r->pending + r->c->output_event_count;
    for (int i = 0; r->c->edges_out && i < r->c->output_event_count; i++)
        if (r->pending[i] > 0.0) {
            r->pending[i] -= 1.0;
            edges[i] = edges[i] == 0.0;
        }
}

/* ---- the block ---- */

static bd_status sample_time(chart *c) {
    const char *text = bd_stored_text(c->stored, "sampleTime");
    bd_block *block = c->block;
    if (c->continuous)
        return bd_block_set_sample_time(block, BD_CONTINUOUS);
    if (!bd_stored_is(c->stored, "updateMethod", "DISCRETE") || c->input_event_count > 0)
        return BD_OK;
    double *pair = NULL;
    size_t count = 0;
    bd_error error = {0};
    if (bd_expression_doubles(text ? text : "1", block->scope, &pair, &count, &error) != BD_OK)
        return bd_block_fail(block, BD_BAD_PARAMETER, "sample time: %s", error.text);
    bd_sample_time found = {count > 0 ? pair[0] : -1.0, count > 1 ? pair[1] : 0.0};
    free(pair);
    if (found.period == -1.0)
        return BD_OK;
    return bd_block_set_sample_time(block, found);
}

static bd_status setup(bd_block *block) {
    const bd_node *outer = block->node->parent->owner;
    BD_TRY(bd_block_make_data(block, sizeof(chart)));
    chart *c = block->data;
    block->path = outer->path;
    c->arena = bd_arena_create((size_t)256 << 20);
    if (!c->arena)
        return bd_block_no_memory(block);
    c->block = block;
    c->stored = outer->chart;
    c->node = outer;
    BD_TRY(chart_read(c));
    const int inputs = block->node->ports[BD_PORT_INPUT];
    const int outputs = block->node->ports[BD_PORT_OUTPUT];
    const int needed = c->input_count + (c->input_event_count > 0);
    if (inputs < needed || outputs < 1 + c->output_count)
        return bd_block_fail(block, BD_BAD_FILE,
                             "its chart has %d inputs and %d outputs, but the block has %d and %d",
                             needed, c->output_count, inputs, outputs - 1);
    BD_TRY(bd_block_set_inputs(block, inputs));
    BD_TRY(bd_block_set_outputs(block, outputs));
    int calls = 0;
    for (int i = 0; i < c->event_count; i++)
        calls += c->events[i].scope == EVENT_INPUT && c->events[i].edge == 2;
    if (calls > 0 && calls < c->input_event_count)
        return bd_block_fail(block, BD_UNSUPPORTED,
                             "input events that are function-calls and edges of signals at the "
                             "same time are not supported");
    /* results of functions come while the chart runs */
    for (int i = 0; i < inputs && !c->moore; i++)
        bd_block_set_feedthrough(block, i);
    for (int i = 0; i < c->data_count; i++)
        if (c->data[i].result && c->data[i].port < inputs)
            block->inputs[c->data[i].port].feedthrough = false;
    bd_block_set_states(block, c->continuous_count);
    block->refuses_constant = true;
    block->minor_steps = c->continuous;
    return sample_time(c);
}

static bool inputs_known(const chart *c) {
    bool known = true;
    for (int i = 0; i < c->input_count && known; i++)
        known = bd_shape_is_known(&c->block->inputs[i].shape);
    return known;
}

static bd_status propagate(bd_block *block) {
    chart *c = block->data;
    const int events = c->call_count > 0 ? c->call_count : 1;
    BD_TRY(bd_port_set_type(block->outputs, c->edges_out ? BD_DOUBLE : BD_FUNCTION_CALL));
    BD_TRY(bd_port_set_complexity(block->outputs, 0));
    BD_TRY(bd_port_set_width(block->outputs, events));
    if (c->input_event_count > 1) /* an element for each of them */
        BD_TRY(bd_port_set_width(&block->inputs[c->trigger_port], c->input_event_count));
    if (!c->settled && inputs_known(c))
        BD_TRY(chart_settle_types(c));
    return chart_declare_ports(c);
}

/* what nobody says is as the chart declares it */
static bd_status defaults(bd_block *block, bd_attribute what) {
    chart *c = block->data;
    for (int i = 0; i < c->stored_data_count; i++) {
        const chart_data *d = &c->data[i];
        if (d->scope != DATA_INPUT || (what == BD_DIMENSIONS ? !d->sized : !d->typed))
            continue;
        bd_port *port = &block->inputs[d->port];
        const int dims[2] = {d->rows, d->columns};
        if (what == BD_DATA_TYPE && !bd_port_has_type(port) && d->bus)
            BD_TRY(bd_port_set_bus(port, d->bus));
        if (what == BD_DIMENSIONS && !bd_port_has_dims(port))
            BD_TRY(d->bus           ? bd_port_set_width(port, d->copies)
                   : d->columns > 1 ? bd_port_set_dims(port, 2, dims)
                                    : bd_port_set_width(port, d->width));
    }
    return BD_OK;
}

static bd_status size(bd_block *block) {
    chart *c = block->data;
    if (c->compiled)
        return BD_OK; /* once */
    if (!c->settled)
        BD_TRY(chart_settle_types(c));
    BD_TRY(chart_compile_actions(c));
    c->compiled = true;
    bd_block_set_zero_crossings(block, c->crossing_count);
    bd_block_set_work(block, run_size(c));
    return BD_OK;
}

static void states_to_data(chart_run *r) {
    const chart *c = r->c;
    for (int i = 0; i < c->data_count && c->continuous_count > 0; i++)
        if (c->data[i].state >= 0 && c->data[i].scope != DATA_DERIVATIVE)
            memcpy(&r->data[c->data[i].first], &r->block->x[c->data[i].state],
                   (size_t)c->data[i].width * sizeof(double));
}

static bool data_to_states(chart_run *r) {
    const chart *c = r->c;
    bool changed = false;
    for (int i = 0; i < c->data_count && c->continuous_count > 0; i++) {
        const chart_data *d = &c->data[i];
        for (int k = 0; d->state >= 0 && d->scope != DATA_DERIVATIVE && k < d->width; k++) {
            changed = changed || r->block->x[d->state + k] != r->data[d->first + k];
            r->block->x[d->state + k] = r->data[d->first + k];
        }
    }
    return changed;
}

static bd_status start(bd_block *block) {
    chart *c = block->data;
    chart_run r;
    bind_run(&r, c, block);
    BD_TRY(chart_start_codes(c));
    return bd_block_log_memory(block, c->node->name, c->state_names, r.shown, c->shown_count);
}

/* a chart that is entered before the run has inputs that are still zero */
static bd_status initialise(bd_block *block) {
    chart *c = block->data;
    chart_run r;
    bind_run(&r, c, block);
    initialise_run(&r);
    chart_reset_codes(c);
    r.starting = true;
    if (c->at_initialization)
        chart_wake(&r, -1);
    data_to_states(&r);
    if (r.status == BD_OK && block->outputs && block->outputs->block)
        chart_write_outputs(&r);
    return r.status;
}

/* data of this call only, in the second half of the data's memory */
static void borrow(chart_run *r) {
    double *copy = r->data + r->c->element_count;
    memcpy(copy, r->data, (size_t)r->c->element_count * sizeof(double));
    r->data = copy;
    r->outputs_only = true;
}

static void wake_all(chart_run *r) {
    const chart *c = r->c;
    if (c->input_event_count == 0) {
        chart_wake(r, -1);
        return;
    }
    const bd_port *trigger = &r->block->inputs[c->trigger_port];
    for (int i = 0; i < c->event_count && r->status == BD_OK; i++) {
        const chart_event *e = &c->events[i];
        if (e->scope != EVENT_INPUT || e->port >= trigger->width)
            continue;
        const double edge = bd_element_read(trigger->data, trigger->shape.type, (size_t)e->port);
        if (edge != 0.0 && (e->edge == 2 || e->edge == 0 || e->edge * edge > 0.0))
            chart_wake(r, i);
    }
}

static bd_status outputs(bd_block *block) {
    const chart *c = block->data;
    chart_run r;
    if (!c->continuous && !(bd_is_major(block) && bd_is_hit(block, 0)))
        return BD_OK;
    bind_run(&r, c, block);
    states_to_data(&r);
    chart_read_inputs(&r);
    if (bd_is_major(block)) {
        chart_look(&r);
        wake_all(&r);
        send_edges(&r);
        const bool jumped = data_to_states(&r);
        if (c->continuous && (jumped || r.taken))
            bd_block_reset_solver(block);
    }
    if (c->continuous && r.status == BD_OK) {
        borrow(&r);
        chart_during(&r);
    }
    if (r.status == BD_OK)
        chart_write_outputs(&r);
    return r.status;
}

/* a chart between its steps: states and inputs as the solver has them, nothing is kept */
static void look_between(chart_run *r, bd_block *block) {
    bind_run(r, block->data, block);
    states_to_data(r);
    chart_read_inputs(r);
    borrow(r);
}

static bd_status derivatives(bd_block *block) {
    const chart *c = block->data;
    chart_run r;
    look_between(&r, block);
    for (int i = 0; i < c->data_count; i++)
        if (c->data[i].scope == DATA_DERIVATIVE)
            memset(&r.data[c->data[i].first], 0, (size_t)c->data[i].width * sizeof(double));
    chart_during(&r);
    for (int i = 0; i < c->data_count; i++)
        if (c->data[i].scope == DATA_DERIVATIVE)
            memcpy(&block->dx[c->data[i].state], &r.data[c->data[i].first],
                   (size_t)c->data[i].width * sizeof(double));
    return r.status;
}

static bd_status zero_crossings(bd_block *block) {
    const chart *c = block->data;
    chart_run r;
    look_between(&r, block);
    for (int i = 0; i < c->crossing_count; i++) {
        const chart_node *node = c->crossings[i];
        const int owner = c->crossing_owner[i];
        block->zero_crossings[i] = 1.0;
        if (owner < 0 || r.active[owner])
            block->zero_crossings[i] =
                chart_evaluate(&r, node->left, 0) - chart_evaluate(&r, node->right, 0);
    }
    return r.status;
}

static void destroy(bd_block *block) {
    chart *c = block->data;
    if (!c || !c->arena)
        return;
    chart_free_codes(c);
    for (int i = 0; i < c->data_count; i++)
        bd_value_free(c->data[i].value);
    bd_arena_free(c->arena);
}

/* code of the language remembers beside the block's work */
static size_t save_size(const bd_block *block) {
    return chart_codes_size(block->data);
}

static bd_status save(const bd_block *block, void *bytes) {
    chart_save_codes(block->data, bytes);
    return BD_OK;
}

static bd_status restore(bd_block *block, const void *bytes, size_t bytes_count) {
    return chart_restore_codes(block->data, bytes, bytes_count);
}

#define CHART(text)                                                                                \
    {                                                                                              \
        .name = text, .setup = setup, .propagate = propagate, .defaults = defaults, .size = size,  \
        .start = start, .initialise = initialise, .outputs = outputs, .derivatives = derivatives,  \
        .zero_crossings = zero_crossings, .destroy = destroy, .save_size = save_size,              \
        .save = save, .restore = restore, .accepts_bus = true, .own_data = true, .chosen = true    \
    }

static const bd_block_type plain = CHART("Chart"), table = CHART("State Transition Table"),
                           truth = CHART("Truth Table");

const bd_block_type *const bd_blocks_chart[] = {&plain, &table, &truth, NULL};
