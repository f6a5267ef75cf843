/* resets of block types: their parameter and their port */
#include "blocks/reset.h"

bd_status bd_reset_read(bd_block *block, bd_reset_kind *kind) {
    /* in discrete time a level that holds is called sampled */
    static const char *const names[] = {"none",  "rising",     "falling",       "either",
                                        "level", "level hold", "sampled level", NULL};
    int choice = 0;
    bd_status status = bd_block_choice(block, "ExternalReset", names, &choice);
    *kind = choice > BD_RESET_LEVEL_HOLD ? BD_RESET_LEVEL_HOLD : (bd_reset_kind)choice;
    return status;
}

double bd_reset_signal(const bd_port *port) {
    return bd_element_read(port->data, port->shape.type, 0);
}

bool bd_reset_again(const bd_block *block, int input, bd_reset_kind kind, double last, long begun) {
    const double signal = input > 0 ? bd_reset_signal(&block->inputs[input]) : 0.0;
    return begun == 2 && bd_reset_due(kind, last, signal);
}
