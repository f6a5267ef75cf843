/* what the multirate blocks of a run say about their coupling: from their diagnostics ports */
#ifndef CLI_COUPLING_REPORT_H
#define CLI_COUPLING_REPORT_H

#include "blockdiagram/run.h"
#include "json.h"

#include "block/diagnostics.h"
#include "multirate/multirate.h"

#include <stdio.h>

/* the last statistics of block `index`, if it is one with diagnostics; diverged as below */
bool coupling_statistics(const bd_run *run, int index, bool diverged, mr_statistics *statistics);

/* its parameters in a line; false: it is none, or one of another version */
bool coupling_settings(const bd_run *run, int index, char *text, size_t size);

/* the worst of what the blocks say of the run, with or without such ports */
mr_block_outcome coupling_outcome(const bd_run *run);

/* one line for each block, or the list "couplings" */
void coupling_report_lines(const bd_run *run, FILE *out);
/* diverged: whatever the couplings say, the run has */
void coupling_report_json(const bd_run *run, bool diverged, json *j);

#endif
