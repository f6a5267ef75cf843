/* the families of this room */
#ifndef BLOCKS_NONLINEAR_FAMILIES_H
#define BLOCKS_NONLINEAR_FAMILIES_H

#define BD_NONLINEAR_FAMILIES(X)                                                                   \
    X(backlash)                                                                                    \
    X(hit_crossing)                                                                                \
    X(pwm)                                                                                         \
    X(limits)                                                                                      \
    X(rate_limiter)                                                                                \
    X(relay)                                                                                       \
    X(static_curves)

#endif
