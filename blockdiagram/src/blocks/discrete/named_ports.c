/* inputs of delays by the names of their types */
#include "blocks/discrete/named_ports.h"

#include <string.h>

bd_status bd_named_ports_setup(bd_block *block, const char *external, int outputs) {
    const char *name = block->type->name;
    BD_TRY(bd_block_make_data(block, sizeof(bd_named_ports)));
    bd_named_ports *ports = block->data;
    int next = 1;
    ports->enable_input = strstr(name, "Enabled") ? next++ : -1;
    ports->reset_input = strstr(name, "Resettable") ? next++ : -1;
    ports->value_input = strstr(name, external) ? next++ : -1;
    BD_TRY(bd_block_set_inputs(block, next));
    BD_TRY(bd_block_set_outputs(block, outputs));
    bd_block_set_all_feedthrough(block);
    return bd_read_discrete_rate(block, "tsamp|SampleTime");
}

bd_status bd_named_ports_initial(bd_block *block) {
    bd_named_ports *ports = block->data;
    return bd_read_numbers(block, "vinit|InitialCondition|X0", "the initial condition",
                           &ports->initial);
}

bd_status bd_named_ports_propagate(bd_block *block) {
    const bd_named_ports *ports = block->data;
    BD_TRY(bd_propagate_dims(block, 0, 0));
    for (int i = 0; i < block->output_count; i++) {
        BD_TRY(bd_propagate_type(block->inputs, &block->outputs[i]));
        BD_TRY(bd_propagate_complexity(block->inputs, &block->outputs[i]));
    }
    if (ports->value_input > 0)
        BD_TRY(bd_propagate_type(&block->inputs[ports->value_input], block->outputs));
    const int controls[] = {ports->enable_input, ports->reset_input};
    for (int i = 0; i < 2; i++)
        if (controls[i] > 0) {
            BD_TRY(bd_port_set_complexity(&block->inputs[controls[i]], 0));
            BD_TRY(bd_port_set_width(&block->inputs[controls[i]], 1));
        }
    return BD_OK;
}
