/* the families of this room */
#ifndef BLOCKS_DISCRETE_FAMILIES_H
#define BLOCKS_DISCRETE_FAMILIES_H

#define BD_DISCRETE_FAMILIES(X)                                                                    \
    X(delay)                                                                                       \
    X(difference)                                                                                  \
    X(direct_form)                                                                                 \
    X(preview_delay)                                                                               \
    X(discrete_integrator)                                                                         \
    X(filter)                                                                                      \
    X(hold)                                                                                        \
    X(rate_transition)                                                                             \
    X(tapped_delay)                                                                                \
    X(unit_delay)                                                                                  \
    X(unit_delay_variants)

#endif
