/* the families of this room */
#ifndef BLOCKS_TABLES_FAMILIES_H
#define BLOCKS_TABLES_FAMILIES_H

#define BD_TABLES_FAMILIES(X)                                                                      \
    X(direct_lookup)                                                                               \
    X(lookup)                                                                                      \
    X(lookup_nd)                                                                                   \
    X(prelookup)                                                                                   \
    X(sine_cosine)

#endif
