/* the two ways to a map */
#ifndef ANALYSIS_SRC_COUPLING_H
#define ANALYSIS_SRC_COUPLING_H

#include "analysis/coupling.h"

/* parallel.c: both sides over the same exchange step, built up from predictor weights */
mr_status an_parallel_map(an_map *map, const an_pair *pair, const an_coupling *coupling,
                          mr_message *message);

/* staggered.c: the library run with many initial states side by side */
mr_status an_staggered_map(an_map *map, const an_pair *pair, const an_coupling *coupling,
                           mr_message *message);

/* the state of such a map after the first periods of a real run from the pair's start, and the time
 * that is reached: the first at which all samples are there */
mr_status an_staggered_start(const an_map *map, const an_pair *pair, const an_coupling *coupling,
                             double *state, double *time, mr_message *message);

#endif
