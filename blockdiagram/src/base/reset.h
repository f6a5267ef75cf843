/* resets by a signal: when is one due, seen from one major step to the next.
 *
 * rising: from 0 or below to above 0; falling: from above 0 to 0 or below; either: away from 0, or
 * a change of sign; level: not 0 now, or not 0 before; level hold: not 0 now */
#ifndef BD_BASE_RESET_H
#define BD_BASE_RESET_H

#include <stdbool.h>

typedef enum bd_reset_kind {
    BD_RESET_NONE,
    BD_RESET_RISING,
    BD_RESET_FALLING,
    BD_RESET_EITHER,
    BD_RESET_LEVEL,
    BD_RESET_LEVEL_HOLD
} bd_reset_kind;

bool bd_reset_due(bd_reset_kind kind, double before, double now);
/* a signal that changes its sign where a reset becomes due, from one that was `before` at the last
 * major step: also where the signal leaves zero, or arrives there */
double bd_reset_crossing(bd_reset_kind kind, double before, double now);
/* the two kinds of boundaries at zero: between above and not above; between zero and not zero */
double bd_boundary_above_zero(double signal);
double bd_boundary_of_zero(double signal);

#endif
