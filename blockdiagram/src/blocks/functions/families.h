/* the families of this room */
#ifndef BLOCKS_FUNCTIONS_FAMILIES_H
#define BLOCKS_FUNCTIONS_FAMILIES_H

#define BD_FUNCTIONS_FAMILIES(X)                                                                   \
    X(fcn)                                                                                         \
    X(matlab_fcn)

#endif
