/* the families of this room */
#ifndef BLOCKS_ROUTING_FAMILIES_H
#define BLOCKS_ROUTING_FAMILIES_H

#define BD_ROUTING_FAMILIES(X)                                                                     \
    X(data_store)                                                                                  \
    X(merge)                                                                                       \
    X(multiport_switch)                                                                            \
    X(parameter_writer)                                                                            \
    X(selector)                                                                                    \
    X(state_access)                                                                                \
    X(switch)

#endif
