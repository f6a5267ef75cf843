/* the families of this room */
#ifndef BLOCKS_STRINGS_FAMILIES_H
#define BLOCKS_STRINGS_FAMILIES_H

#define BD_STRINGS_FAMILIES(X)                                                                     \
    X(string_numbers)                                                                              \
    X(string_scan)                                                                                 \
    X(string_search)                                                                               \
    X(strings)

#endif
