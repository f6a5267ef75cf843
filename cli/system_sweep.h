/* a system run again and again with other values: one row of last values for each run */
#ifndef CLI_SYSTEM_SWEEP_H
#define CLI_SYSTEM_SWEEP_H

#include "arguments.h"
#include "system_run.h"

/* sweeps: "MEMBER.NAME=1,2,3" or "MEMBER.NAME=FROM:TO:COUNT" (evenly on a log scale); several make
 * a grid. set puts one value into the system. The exit code */
int system_sweep(system_job *job, const text_list *sweeps,
                 bool (*set)(sy_system *system, const char *text));

#endif
