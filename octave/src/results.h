/* what a run has given, as Octave values; without a simulation there is nothing but the outcome */
#ifndef MULTIRATE_OCTAVE_RESULTS_H
#define MULTIRATE_OCTAVE_RESULTS_H

#include "blockdiagram/run.h"
#include "signals/names.h"

#include <mex.h>

/* times of the major steps, a column */
mxArray *results_time(const bd_run *run);

/* a struct array: name, path, kind, dims, elements, time, values (one row per time); for each
 * column of the values its unit and its label, "" where there is none */
mxArray *results_records(const bd_run *run, const sg_names *names);

/* how it went: a scalar struct */
typedef struct run_outcome {
    const char *status; /* "done", "failed", "interrupted", "refused" */
    const char *message;
    double seconds;
    const bd_log *warnings;
    const bd_log *skipped; /* variables of the workspace that the library cannot keep */
} run_outcome;

/* A, B, C, D as field `linear` of info */
void results_add_linear(mxArray *info, const bd_linear_model *linear);
mxArray *results_info(const bd_run *run, const run_outcome *outcome);

#endif
