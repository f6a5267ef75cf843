/* each signal by itself: what its predictor makes of its samples */
#include "interface_private.h"

/* the mean over the step, but for signals that are held */
static void give(const mr_interface *interface, double t, double tolerance, double *u) {
    for (int i = 0; i < interface->inputs; i++)
        u[i] = interface->mean[i];
    if (interface->source->holds)
        mr_direction_evaluate_held(interface->source, t, tolerance, u);
}

static const mr_coupling_rules rules = {.give = give};

const mr_coupling mr_coupling_signals = {
    .name = "signals",
    .summary = "predictors",
    .rules = &rules,
};
