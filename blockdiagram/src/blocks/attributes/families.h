/* the families of this room */
#ifndef BLOCKS_ATTRIBUTES_FAMILIES_H
#define BLOCKS_ATTRIBUTES_FAMILIES_H

#define BD_ATTRIBUTES_FAMILIES(X)                                                                  \
    X(conversion)                                                                                  \
    X(initial_condition)                                                                           \
    X(inspection)                                                                                  \
    X(unit_conversion)

#endif
