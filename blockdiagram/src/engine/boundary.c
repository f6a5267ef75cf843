/* blocks at the boundary of a system: inputs and outputs of the root, outputs of conditionally
 * executed subsystems, and the zeros that an unconnected input reads */
#include "engine/engine.h"

#include <stdlib.h>
#include <string.h>

/* ---- zeros ---- */

static bd_status setup_source(bd_block *block) {
    BD_TRY(bd_block_set_inputs(block, 0));
    BD_TRY(bd_block_set_outputs(block, 1));
    return bd_block_set_sample_time(block, BD_CONSTANT);
}

static bd_status outputs_zero(bd_block *block) {
    memset(block->outputs->data, 0, bd_shape_size(&block->outputs->shape));
    return BD_OK;
}

BD_TYPE(bd_type_ground, "Ground", .setup = setup_source, .outputs = outputs_zero);

/* ---- Inport of the root: its memory is written by bd_run_set_input ---- */

static bd_status setup_root_inport(bd_block *block) {
    BD_TRY(bd_block_set_inputs(block, 0));
    BD_TRY(bd_block_set_outputs(block, 1));
    BD_TRY(bd_block_read_sample_time(block, NULL));
    /* without a rate of its own it follows whoever is outside */
    if (bd_sample_is_inherited(block->rates->sample_time))
        BD_TRY(bd_block_set_sample_time(block, BD_CONTINUOUS));
    return BD_OK;
}

/* the bus object that it names, in the words of any release; NULL if none is there */
static const bd_bus *bus_of(bd_block *block) {
    const char *type = bd_block_text(block, "OutDataTypeStr");
    const char *old = bd_block_text(block, "UseBusObject");
    const char *name = type && strncmp(type, "Bus:", 4) == 0 ? type + 4 + strspn(type + 4, " ")
                       : old && strcmp(old, "on") == 0       ? bd_block_text(block, "BusObject")
                                                             : NULL;
    return name ? bd_block_find_bus(block, name) : NULL;
}

/* PortDimensions, SignalType and OutDataTypeStr as far as they are given */
static bd_status propagate_root_inport(bd_block *block) {
    bd_port *y = block->outputs;
    const double *dims;
    size_t count = 0;
    int type = BD_INHERITED;
    if (bd_block_text(block, "PortDimensions"))
        BD_TRY(bd_block_numbers(block, "PortDimensions", &dims, &count));
    if (count > 0 && count <= BD_MAX_RANK && dims[0] >= 1) {
        int sizes[BD_MAX_RANK];
        for (size_t i = 0; i < count; i++)
            sizes[i] = dims[i] >= 1 && dims[i] < 1e9 ? (int)dims[i] : 0;
        BD_TRY(bd_port_set_dims(y, (int)count, sizes));
    }
    const char *kind = bd_block_text(block, "SignalType");
    const bd_bus *bus = bus_of(block);
    if (kind && (strcmp(kind, "real") == 0 || strcmp(kind, "complex") == 0))
        BD_TRY(bd_port_set_complexity(y, strcmp(kind, "complex") == 0));
    if (bus && count == 0)
        BD_TRY(bd_port_set_width(y, 1));
    if (bus)
        return bd_port_set_bus(y, bus);
    BD_TRY(bd_block_out_type(block, &type));
    if (type != BD_INHERITED)
        BD_TRY(bd_port_set_type(y, type));
    return BD_OK;
}

/* whose type nobody says is real, too: a bus that is made of it must know both */
static bd_status default_root_inport(bd_block *block, bd_attribute what) {
    if (what != BD_DATA_TYPE || bd_port_has_complexity(block->outputs))
        return BD_OK;
    return bd_port_set_complexity(block->outputs, 0);
}

BD_TYPE(bd_type_root_inport, "Inport", .setup = setup_root_inport,
        .propagate = propagate_root_inport, .defaults = default_root_inport);

/* ---- Outport of the root: a sink whose input is recorded ---- */

static bd_status setup_root_outport(bd_block *block) {
    bd_status status = bd_block_set_inputs(block, 1);
    if (status == BD_OK)
        status = bd_block_set_outputs(block, 0);
    bd_block_set_all_feedthrough(block);
    if (status == BD_OK)
        status = bd_block_read_sample_time(block, NULL);
    return status;
}

static bd_status propagate_nothing(bd_block *block) {
    (void)block;
    return BD_OK;
}

int bd_root_port_number(const bd_block *block) {
    const char *text = bd_block_text(block, "Port");
    const int number = text ? atoi(text) : 1;
    return number > 0 ? number : 1;
}

static bd_status start_root_outport(bd_block *block) {
    bd_log_request request = {
        .name = block->node->name, .kind = BD_RECORD_OUTPORT, .decimation = 1, .limit = INFINITY};
    return bd_block_log_input(block, &request);
}

BD_TYPE(bd_type_root_outport, "Outport", .setup = setup_root_outport,
        .propagate = propagate_nothing, .start = start_root_outport, .accepts_bus = true,
        .variable = bd_variable_inputs);

/* ---- a wire that is to be recorded although no block computes it (Mux, bus) ---- */

/* a function-call has a label, but no value */
static bd_status start_tap(bd_block *block) {
    if (block->inputs->shape.type == BD_FUNCTION_CALL)
        return BD_OK;
    bd_log_request request = {
        .name = block->data, .kind = BD_RECORD_SIGNAL, .decimation = 1, .limit = INFINITY};
    return bd_block_log_input(block, &request);
}

static bd_status setup_tap(bd_block *block) {
    bd_status status = bd_block_set_inputs(block, 1);
    if (status == BD_OK)
        status = bd_block_set_outputs(block, 0);
    bd_block_set_all_feedthrough(block);
    return status;
}

BD_TYPE(bd_type_tap, "Tap", .setup = setup_tap, .propagate = propagate_nothing, .start = start_tap,
        .accepts_bus = true, .variable = bd_variable_inputs);

/* ---- Outport of a conditionally executed subsystem: keeps its value while that does not run ----
 */

typedef struct held_outport {
    const bd_value *initial; /* NULL: zeros, and what was last computed when disabled */
    bool reset;
    bool of_chart; /* begins as the chart's data do */
} held_outport;

static bd_status setup_held_outport(bd_block *block) {
    static const char *const choices[] = {"held", "reset", NULL};
    BD_TRY(bd_block_make_data(block, sizeof(held_outport)));
    held_outport *p = block->data;
    int choice = 0;
    BD_TRY(bd_block_choice(block, "OutputWhenDisabled", choices, &choice));
    p->reset = choice == 1;
    if (bd_block_text(block, "InitialOutput"))
        BD_TRY(bd_block_value(block, "InitialOutput", &p->initial));
    if (p->initial && (bd_value_is_empty(p->initial) || !bd_value_is_number_like(p->initial))) {
        if (!bd_value_is_empty(p->initial))
            bd_block_warn(block, "InitialOutput is no number: the output begins at zero");
        p->initial = NULL;
    }
    const bd_node *around = block->node ? block->node->parent->owner : NULL;
    p->of_chart = around && around->chart && !p->initial;
    const char *source = bd_block_text(block, "SourceOfInitialOutputValue");
    if (source && strcmp(source, "Input signal") == 0)
        bd_block_warn(block, "its initial output is to come from the signal inside: before the "
                             "subsystem first runs it is zero here");
    BD_TRY(bd_block_set_inputs(block, 1));
    BD_TRY(bd_block_set_outputs(block, 1));
    bd_block_set_all_feedthrough(block);
    return BD_OK;
}

static bd_status write_initial(bd_block *block) {
    const held_outport *p = block->data;
    if (!p->initial)
        return outputs_zero(block);
    bd_error error = {0};
    bd_status status =
        bd_value_to_signal(p->initial, &block->outputs->shape, block->outputs->data, &error);
    return status == BD_OK ? BD_OK : bd_block_fail(block, status, "InitialOutput: %s", error.text);
}

static bd_status disable_held_outport(bd_block *block) {
    const held_outport *p = block->data;
    return p->reset ? write_initial(block) : BD_OK;
}

static bd_status outputs_held(bd_block *block) {
    memcpy(block->outputs->data, block->inputs->data, bd_shape_size(&block->outputs->shape));
    return BD_OK;
}

/* the chart runs before it in every list, and so it does here */
static bd_status initialise_held_outport(bd_block *block) {
    const held_outport *p = block->data;
    return p->of_chart ? outputs_held(block) : BD_OK;
}

static bd_status run_held_kernel(const bd_kernel *kernel) {
    *kernel->y = *kernel->u[0];
    return BD_OK;
}

static bool held_kernel(bd_block *block, bd_kernel *kernel) {
    const bd_shape *shape = &block->outputs->shape;
    if (shape->type != BD_DOUBLE || shape->complexity || block->outputs->width != 1)
        return false;
    kernel->run = run_held_kernel;
    kernel->u[0] = bd_input(block, 0);
    kernel->y = bd_output(block, 0);
    return true;
}

BD_TYPE(bd_type_held_outport, "Outport", .setup = setup_held_outport,
        .propagate = bd_propagate_same, .start = write_initial,
        .initialise = initialise_held_outport, .disable = disable_held_outport,
        .outputs = outputs_held, .kernel = held_kernel, .accepts_bus = true);
