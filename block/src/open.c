/* opening the slave for a run, or to learn how wide the ports are */
#include "block_private.h"

#include <stdlib.h>
#include <string.h>

void mr_block_close(mr_block *b) {
    if (!b)
        return;
    for (int i = 0; i < MR_BLOCK_POINTS; i++)
        mr_snapshot_free(b->saved[i]);
    mr_block_slave_close(&b->slave);
    free(b->major_y1);
    free(b);
}

mr_status mr_block_open(const mr_block_parameters *parameters, bool variable_step,
                        mr_block **opened, mr_message *message) {
    mr_config config;
    *opened = NULL;
    mr_message_clear(message);
    mr_status status = mr_block_config(parameters, variable_step, &config, message);
    if (status != MR_OK)
        return status;
    mr_block *b = calloc(1, sizeof *b);
    if (b)
        status = mr_block_slave_open(parameters->slave, parameters->slave_configuration, &config,
                                     &b->slave, message);
    if (b && b->slave.interface) {
        b->shape = (mr_block_shape){
            .inputs = mr_interface_inputs(b->slave.interface),
            .outputs = mr_interface_outputs(b->slave.interface),
            .feedthrough = mr_interface_feedthrough(b->slave.interface),
            .time_input = parameters->time_input,
            .diagnostics = parameters->diagnostics
                               ? (config.timing ? MR_DIAGNOSTICS_TIMED : MR_DIAGNOSTICS)
                               : 0};
        b->ports = mr_block_ports_of(&b->shape);
        b->variable_step = variable_step;
        b->break_loop = config.break_loop;
        b->timing = config.timing;
        b->stamp = mr_seconds();
        b->major_y1 = calloc((size_t)b->shape.inputs + 1, sizeof *b->major_y1);
    }
    if (status == MR_OK && !(b && b->major_y1)) {
        mr_message_set(message, "not enough memory");
        status = MR_ERR_MEMORY;
    }
    if (status != MR_OK) {
        mr_block_close(b);
        return status;
    }
    *opened = b;
    return MR_OK;
}

void mr_block_tell_shape(const mr_block *b, mr_block_shape *shape) {
    *shape = b->shape;
}

const mr_variable *mr_block_slave_inputs(const mr_block *b, int *count) {
    mr_slave_description description;
    mr_interface_describe(b->slave.interface, &description);
    *count = description.input_count;
    return description.inputs;
}

const mr_variable *mr_block_slave_outputs(const mr_block *b, int *count) {
    mr_slave_description description;
    mr_interface_describe(b->slave.interface, &description);
    *count = description.output_count;
    return description.outputs;
}
