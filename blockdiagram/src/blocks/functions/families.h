/* the families of this room */
#ifndef BLOCKS_FUNCTIONS_FAMILIES_H
#define BLOCKS_FUNCTIONS_FAMILIES_H

#define BD_FUNCTIONS_FAMILIES(X)                                                                   \
    X(fcn)                                                                                         \
    X(m_sfunction)                                                                                 \
    X(m_sfunction_2)                                                                               \
    X(matlab_fcn)                                                                                  \
    X(matlab_function)                                                                             \
    X(matlab_system)

#endif
