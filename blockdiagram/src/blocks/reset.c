/* the table of reset rules */
#include "blocks/reset.h"

bd_status bd_reset_read(bd_block *block, bd_reset_kind *kind) {
    static const char *const names[] = {"none",  "rising",     "falling", "either",
                                        "level", "level hold", NULL};
    int choice = 0;
    bd_status status = bd_block_choice(block, "ExternalReset", names, &choice);
    *kind = (bd_reset_kind)choice;
    return status;
}

bool bd_reset_due(bd_reset_kind kind, double before, double now) {
    switch (kind) {
    case BD_RESET_RISING:
        return before <= 0.0 && now > 0.0;
    case BD_RESET_FALLING:
        return before > 0.0 && now <= 0.0;
    case BD_RESET_EITHER:
        return (before == 0.0 && now != 0.0) || before * now < 0.0;
    case BD_RESET_LEVEL:
        return now != 0.0 || before != 0.0;
    case BD_RESET_LEVEL_HOLD:
        return now != 0.0;
    default:
        return false;
    }
}

double bd_reset_signal(const bd_port *port) {
    return bd_element_read(port->data, port->shape.type, 0);
}
