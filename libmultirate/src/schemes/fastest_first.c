/* fastest first: the slave follows the master and interpolates; the master extrapolates */
#include "scheme.h"

#include <math.h>

static bool permits(mr_plan *plan, double t1, double tolerance) {
    if (isinf(plan->end)) /* nobody knows how long the step would be: end it at the master */
        *plan = (mr_plan){.end = t1, .limited = true};
    return plan->end <= t1 + tolerance;
}

static bool demands(const mr_plan *plan, double slave_time, double next, double tolerance) {
    (void)slave_time;
    return plan->end <= next + tolerance;
}

static const char *misses(const mr_slave_type *slave) {
    return slave->next_step || slave->step_to
               ? NULL
               : "tells neither the size of its next step (next_step) nor can it end a step at a "
                 "given time (step_to)";
}

static const mr_scheme_rules rules = {
    .follows = true, .permits = permits, .demands = demands, .misses = misses};

const mr_scheme mr_fastest_first = {
    .name = "fastest_first",
    .alias = "ff",
    .summary = "the slave follows the master",
    .rules = &rules,
};
