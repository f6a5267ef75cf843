/* the families of this room */
#ifndef BLOCKS_SINKS_FAMILIES_H
#define BLOCKS_SINKS_FAMILIES_H

#define BD_SINKS_FAMILIES(X)                                                                       \
    X(assertion)                                                                                   \
    X(sinks)

#endif
