/* the rule that a slave integrates by: that one of ours which, with the system behind the steps,
 * also explains its answers to ramps that end with the first step */
#ifndef ANALYSIS_SRC_SEEN_RULE_H
#define ANALYSIS_SRC_SEEN_RULE_H

#include "analysis/seen_slave.h"

#define SEEN_MOST_INPUTS 64

typedef struct seen_ramps {
    int inputs, outputs, length;
    double h;
    double bent; /* misfit that there is in any case */
    const double
        *answers; /* per input: outputs at the start and after each step, for a ramp to 1 */
} seen_ramps;

mr_status seen_rule_choose(const seen_ramps *ramps, const an_realisation *made,
                           an_seen_slave *seen);

#endif
