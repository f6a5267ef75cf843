/* a run in windows of time, each passed over until the multirate blocks' outputs at its end stay
 * the same */
#ifndef CLI_ITERATED_RUN_H
#define CLI_ITERATED_RUN_H

#include "blockdiagram/run.h"

typedef struct iteration {
    int most; /* passes over a window */
    double window, tolerance;
    long windows, passes, unconverged;
} iteration;

/* in place of bd_run_complete. Blocks that do not have iterate=on make the second pass the same
 * as the first, and there are no more */
bd_status iterated_run(bd_run *run, iteration *i, bd_error *error);

#endif
