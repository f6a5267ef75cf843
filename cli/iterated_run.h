/* a run in windows of time, each passed over until the multirate blocks' outputs at its end stay
 * the same */
#ifndef CLI_ITERATED_RUN_H
#define CLI_ITERATED_RUN_H

#include "blockdiagram/simulation.h"

typedef struct iteration {
    int most; /* passes over a window */
    double window, tolerance;
    long windows, passes, unconverged;
} iteration;

/* in place of bd_simulation_run. Blocks that do not have iterate=on make the second pass the same
 * as the first, and there are no more */
bd_status iterated_run(bd_simulation *simulation, iteration *i, bd_error *error);

#endif
