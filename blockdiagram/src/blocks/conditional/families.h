/* the families of this room */
#ifndef BLOCKS_CONDITIONAL_FAMILIES_H
#define BLOCKS_CONDITIONAL_FAMILIES_H

#define BD_CONDITIONAL_FAMILIES(X)                                                                 \
    X(choice)                                                                                      \
    X(feedback_latch)                                                                              \
    X(function_call_generator)

#endif
