/* the families of this room */
#ifndef BLOCKS_CONTINUOUS_FAMILIES_H
#define BLOCKS_CONTINUOUS_FAMILIES_H

#define BD_CONTINUOUS_FAMILIES(X)                                                                  \
    X(derivative)                                                                                  \
    X(descriptor)                                                                                  \
    X(initial_linear)                                                                              \
    X(integrator)                                                                                  \
    X(pid)                                                                                         \
    X(second_order)                                                                                \
    X(state_space)                                                                                 \
    X(transport_delay)

#endif
