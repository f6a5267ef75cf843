/* what a run has given, as Octave values; without a simulation there is nothing but the outcome */
#ifndef MULTIRATE_OCTAVE_RESULTS_H
#define MULTIRATE_OCTAVE_RESULTS_H

#include "blockdiagram/simulation.h"

#include <mex.h>

/* times of the major steps, a column */
mxArray *results_time(const bd_simulation *simulation);

/* a struct array: name, path, kind, dims, time, values (one row per time) */
mxArray *results_records(const bd_simulation *simulation);

/* how it went: a scalar struct */
typedef struct run_outcome {
    const char *status; /* "done", "failed", "interrupted", "refused" */
    const char *message;
    double seconds;
    const bd_log *warnings;
    const bd_log *skipped; /* variables of the workspace that the library cannot keep */
} run_outcome;

mxArray *results_info(const bd_simulation *simulation, const run_outcome *outcome);

#endif
