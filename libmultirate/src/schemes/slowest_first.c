/* slowest first: the slave, with the long steps, goes ahead of the master, which interpolates */
#include "scheme.h"

static bool demands(const mr_plan *plan, double slave_time, double next, double tolerance) {
    (void)plan;
    return slave_time < next - tolerance;
}

static const mr_scheme_rules rules = {.demands = demands};

const mr_scheme mr_slowest_first = {
    .name = "slowest_first",
    .alias = "sf",
    .summary = "the slave goes ahead of the master",
    .rules = &rules,
};
