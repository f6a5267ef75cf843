/* would a block with other values of its parameters be compiled to the same? It is set up twice,
 * for trial, with the compiled values and with the new ones, and both must declare the same ports,
 * rates and states, and answer alike what follows from some of the ports being known */
#include "engine/instance.h"

#include <string.h>

typedef struct trial {
    bd_block block;
    bd_block_engine engine;
} trial;

static bool same_time(bd_sample_time a, bd_sample_time b) {
    return a.period == b.period && a.offset == b.offset;
}

static bool same_shape(const bd_shape *a, const bd_shape *b) {
    bool dims = a->rank == b->rank;
    for (int i = 0; dims && i < a->rank; i++)
        dims = a->dims[i] == b->dims[i];
    bool type = a->type == b->type && (a->type != BD_BUS || a->bus == b->bus ||
                                       (a->bus && b->bus && bd_shape_same_type(a, b)));
    return dims && type && a->complexity == b->complexity;
}

static bool same_ports(const bd_port *a, const bd_port *b, int count) {
    for (int i = 0; i < count; i++)
        if (!same_shape(&a[i].shape, &b[i].shape) || a[i].feedthrough != b[i].feedthrough ||
            a[i].is_state != b[i].is_state || a[i].from_state != b[i].from_state ||
            !same_time(a[i].sample_time, b[i].sample_time))
            return false;
    return true;
}

bool bd_same_sizes(const bd_block *a, const bd_block *b) {
    bool feedthrough = a->input_count == b->input_count && a->output_count == b->output_count;
    for (int i = 0; feedthrough && i < a->input_count; i++)
        feedthrough = a->inputs[i].feedthrough == b->inputs[i].feedthrough;
    return feedthrough && a->state_count == b->state_count &&
           a->discrete_count == b->discrete_count && a->sum_count == b->sum_count &&
           a->mode_count == b->mode_count && a->zero_crossing_count == b->zero_crossing_count &&
           a->work_size == b->work_size;
}

bool bd_same_declarations(const bd_block *a, const bd_block *b) {
    if (!bd_same_sizes(a, b) || a->rate_count != b->rate_count ||
        a->port_based_rates != b->port_based_rates || a->refuses_constant != b->refuses_constant ||
        a->minor_steps != b->minor_steps || a->always_terminate != b->always_terminate)
        return false;
    for (int i = 0; i < a->rate_count; i++)
        if (!same_time(a->rates[i].sample_time, b->rates[i].sample_time))
            return false;
    return same_ports(a->inputs, b->inputs, a->input_count) &&
           same_ports(a->outputs, b->outputs, a->output_count);
}

/* ---- trials ---- */

static bool begin(trial *t, const bd_block *block, bool changed) {
    const bd_block *compiled = block->engine->compiled;
    t->engine = *block->engine;
    t->engine.trial = true;
    t->engine.changed = changed;
    t->engine.kept = NULL;
    if (!changed)
        t->engine.own_texts = NULL;
    t->block = (bd_block){.engine = &t->engine,
                          .type = block->type,
                          .node = block->node,
                          .path = block->path,
                          .scope = changed ? block->scope : compiled->scope,
                          .clock = block->clock,
                          .minor_steps = true};
    return bd_block_setup(&t->block) == BD_OK;
}

static void end(trial *t) {
    if (t->block.data && t->block.type->destroy)
        t->block.type->destroy(&t->block);
    bd_block_forget_values(&t->block);
}

static bd_port *port_at(const bd_block *block, int i) {
    return i < block->input_count ? &block->inputs[i] : &block->outputs[i - block->input_count];
}

/* ports `from` … `to` are known, the others are as set up */
static bd_status derive(bd_block *block, const bd_shape *declared, int from, int to) {
    const bd_block *compiled = block->engine->compiled;
    for (int i = 0; i < block->input_count + block->output_count; i++)
        port_at(block, i)->shape = i >= from && i <= to ? port_at(compiled, i)->shape : declared[i];
    return block->type->propagate ? block->type->propagate(block) : bd_propagate_same(block);
}

static bool derive_alike(trial *a, trial *b, const bd_shape *declared, int from, int to) {
    return derive(&a->block, declared, from, to) == derive(&b->block, declared, from, to) &&
           same_ports(a->block.inputs, b->block.inputs, a->block.input_count) &&
           same_ports(a->block.outputs, b->block.outputs, a->block.output_count);
}

static bool defaults_alike(trial *a, trial *b, const bd_shape *declared, bd_attribute what) {
    if (!a->block.type->defaults)
        return true;
    if (!derive_alike(a, b, declared, 0, -1))
        return false;
    return a->block.type->defaults(&a->block, what) == b->block.type->defaults(&b->block, what) &&
           same_ports(a->block.inputs, b->block.inputs, a->block.input_count) &&
           same_ports(a->block.outputs, b->block.outputs, a->block.output_count);
}

/* nothing, inputs, outputs, each port alone, all of them */
static bool propagate_alike(trial *a, trial *b) {
    const int inputs = a->block.input_count, count = inputs + a->block.output_count;
    bd_shape *declared = bd_block_alloc(&a->block, (size_t)(count + 1) * sizeof *declared);
    bool alike = declared != NULL;
    for (int i = 0; alike && i < count; i++)
        declared[i] = port_at(&a->block, i)->shape;
    for (int what = BD_DIMENSIONS; alike && what <= BD_COMPLEXITY; what++)
        alike = defaults_alike(a, b, declared, (bd_attribute)what);
    alike = alike && derive_alike(a, b, declared, 0, -1) &&
            derive_alike(a, b, declared, 0, inputs - 1) &&
            derive_alike(a, b, declared, inputs, count - 1);
    for (int i = 0; alike && i < count && count <= 16; i++)
        alike = derive_alike(a, b, declared, i, i);
    return alike && derive_alike(a, b, declared, 0, count - 1);
}

bool bd_is_compiled_alike(const bd_block *block) {
    trial before, after;
    bool alike = begin(&before, block, false);
    alike = begin(&after, block, true) && alike;
    alike = alike && bd_same_declarations(&before.block, &after.block) &&
            propagate_alike(&before, &after);
    end(&before);
    end(&after);
    return alike;
}
