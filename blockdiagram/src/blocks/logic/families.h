/* the families of this room */
#ifndef BLOCKS_LOGIC_FAMILIES_H
#define BLOCKS_LOGIC_FAMILIES_H

#define BD_LOGIC_FAMILIES(X)                                                                       \
    X(detect)                                                                                      \
    X(flip_flop)                                                                                   \
    X(interval_test)                                                                               \
    X(logic)                                                                                       \
    X(relational)                                                                                  \
    X(verification)

#endif
