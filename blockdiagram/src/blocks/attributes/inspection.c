/* blocks that tell about a signal instead of passing it: Width, Probe; and those that only relate
 * types: Data Type Duplicate, Data Type Propagation */
#include "blocks/families.h"
#include "blocks/elements.h"

#include <string.h>

static bd_status nothing_to_propagate(bd_block *block) {
    (void)block;
    return BD_OK;
}

/* ---- Width ---- */

static bd_status setup_width(bd_block *block) {
    BD_TRY(bd_setup_ports(block, 0, 1, 1));
    block->inputs->feedthrough = false;
    return BD_OK;
}

static bd_status propagate_width(bd_block *block) {
    static const char *const modes[] = {"Choose intrinsic data type",
                                        "Inherit via back propagation", "All ports same datatype",
                                        NULL};
    int type, mode = 0;
    BD_TRY(bd_block_choice(block, "OutDataTypeMode", modes, &mode));
    BD_TRY(bd_block_data_type(block, "DataType", &type));
    BD_TRY(bd_port_set_complexity(block->outputs, 0));
    if (mode == 0)
        BD_TRY(bd_port_set_type(block->outputs, type == BD_INHERITED ? BD_DOUBLE : type));
    if (mode == 2)
        BD_TRY(bd_propagate_type(block->inputs, block->outputs));
    return bd_port_set_width(block->outputs, 1);
}

static bd_status outputs_width(bd_block *block) {
    bd_port_put(block->outputs, 0, block->inputs->width);
    return BD_OK;
}

BD_BLOCK_TYPE(width, "Width", .variable = bd_variable_inputs, .setup = setup_width,
              .propagate = propagate_width, .outputs = outputs_width);

/* ---- Probe: one output for each thing asked for ---- */

typedef enum probe_kind {
    WIDTH,
    SAMPLE_TIME,
    COMPLEXITY,
    DIMENSIONS,
    FRAMED,
    PROBE_KINDS
} probe_kind;

static const char *const probe_flags[PROBE_KINDS] = {"ProbeWidth", "ProbeSampleTime",
                                                     "ProbeComplexSignal", "ProbeSignalDimensions",
                                                     "ProbeFramedSignal"};
static const char *const probe_types[PROBE_KINDS] = {
    "ProbeWidthDataType", "ProbeSampleTimeDataType", "ProbeComplexityDataType",
    "ProbeDimensionsDataType", "ProbeFrameDataType"};

typedef struct probe {
    probe_kind kinds[PROBE_KINDS];
} probe;

static bd_status setup_probe(bd_block *block) {
    probe found = {0};
    int count = 0;
    for (int i = 0; i < PROBE_KINDS; i++) {
        bool wanted = true;
        BD_TRY(bd_block_flag(block, probe_flags[i], &wanted));
        if (wanted)
            found.kinds[count++] = (probe_kind)i;
    }
    BD_TRY(bd_setup_ports(block, sizeof found, 1, count));
    *(probe *)block->data = found;
    block->inputs->feedthrough = false;
    return BD_OK;
}

static bd_status propagate_probe(bd_block *block) {
    const probe *p = block->data;
    for (int i = 0; i < block->output_count; i++) {
        bd_port *y = &block->outputs[i];
        int type;
        BD_TRY(bd_block_data_type(block, probe_types[p->kinds[i]], &type));
        BD_TRY(bd_port_set_type(y, type == BD_INHERITED ? BD_DOUBLE : type));
        BD_TRY(bd_port_set_complexity(y, 0));
        if (p->kinds[i] == SAMPLE_TIME)
            BD_TRY(bd_port_set_width(y, 2));
        else if (p->kinds[i] != DIMENSIONS)
            BD_TRY(bd_port_set_width(y, 1));
        else if (bd_port_has_dims(block->inputs))
            BD_TRY(bd_port_set_width(y, block->inputs->shape.rank));
    }
    return BD_OK;
}

static bd_status outputs_probe(bd_block *block) {
    const probe *p = block->data;
    const bd_port *u = block->inputs;
    bd_sample_time sample_time = block->rates->sample_time;
    for (int i = 0; i < block->output_count; i++) {
        bd_port *y = &block->outputs[i];
        switch (p->kinds[i]) {
        case WIDTH:
            bd_port_put(y, 0, u->width);
            break;
        case SAMPLE_TIME:
            bd_port_put(y, 0, sample_time.period);
            bd_port_put(y, 1, sample_time.offset);
            break;
        case COMPLEXITY:
            bd_port_put(y, 0, u->shape.complexity);
            break;
        case DIMENSIONS:
            for (int d = 0; d < y->width; d++)
                bd_port_put(y, d, u->shape.dims[d]);
            break;
        default: /* no signal is framed here */
            bd_port_put(y, 0, 0.0);
        }
    }
    return BD_OK;
}

BD_BLOCK_TYPE(probe_type, "Probe", .variable = bd_variable_inputs, .setup = setup_probe,
              .propagate = propagate_probe, .outputs = outputs_probe);

/* ---- Data Type Duplicate: all inputs have one type; Data Type Propagation: states a rule for
 * fixed-point types and computes nothing ---- */

static bd_status setup_duplicate(bd_block *block) {
    long count = 2;
    const char *name = "NumInputPorts";
    if (strcmp(block->type->name, "DataTypePropagation") == 0)
        count = 3;
    else if (bd_block_text(block, name))
        BD_TRY(bd_block_whole(block, name, 1, 10000, &count));
    return bd_setup_ports(block, 0, (int)count, 0);
}

static bd_status propagate_duplicate(bd_block *block) {
    for (int round = 0; round < 2; round++)
        for (int i = 1; i < block->input_count; i++)
            BD_TRY(bd_propagate_type(&block->inputs[0], &block->inputs[i]));
    return BD_OK;
}

BD_BLOCK_TYPE(duplicate, "DataTypeDuplicate", .setup = setup_duplicate,
              .propagate = propagate_duplicate);

BD_BLOCK_TYPE(data_type_propagation, "DataTypePropagation", .setup = setup_duplicate,
              .propagate = nothing_to_propagate);

const bd_block_type *const bd_blocks_inspection[] = {&width, &probe_type, &duplicate,
                                                     &data_type_propagation, NULL};
