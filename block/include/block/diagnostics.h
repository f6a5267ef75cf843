/* the block's diagnostics: numbers on its second output port, there and back; and how the block is
 * told from others */
#ifndef MR_BLOCK_DIAGNOSTICS_H
#define MR_BLOCK_DIAGNOSTICS_H

#include "multirate/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* the block's binary exports an int of this name: its version. Any file may be called
 * sfun_multirate, and a block may be renamed */
#define MR_BLOCK_SYMBOL  "multirate_block_version"
#define MR_BLOCK_VERSION 1

/* and functions that take its SimStruct. What the slave takes and gives, NULL while it is not open:
 */
#define MR_BLOCK_OUTPUTS_SYMBOL "multirate_block_outputs"
#define MR_BLOCK_INPUTS_SYMBOL  "multirate_block_inputs"
typedef const mr_variable *mr_block_variables(void *simstruct, int *count);
/* what has become of the run, also after its end: */
#define MR_BLOCK_OUTCOME_SYMBOL "multirate_block_outcome"
typedef enum mr_block_outcome {
    MR_BLOCK_GOOD,
    MR_BLOCK_DOUBTFUL,
    MR_BLOCK_DIVERGED
} mr_block_outcome;
typedef int mr_block_outcome_of(void *simstruct);
/* all that the library knows of its coupling, which is more than the diagnostics tell, also after
 * the end of the run. Into a struct mr_statistics, of which `size` is the sizeof: 1; else 0 */
#define MR_BLOCK_STATISTICS_SYMBOL "multirate_block_statistics"
typedef int mr_block_statistics_of(void *simstruct, void *statistics, int size);
/* its parameters in a line, as mr_block_tell_parameters; < 0: they cannot be read */
#define MR_BLOCK_SETTINGS_SYMBOL "multirate_block_settings"
typedef int mr_block_settings_of(void *simstruct, char *text, int size);

/* elements of the diagnostics (docs/block.md); the times are there with timing=on only */
typedef enum mr_block_diagnostic {
    MR_DIAG_SLAVE_TIME,
    MR_DIAG_SLAVE_STEPS,
    MR_DIAG_EXTRAPOLATION,
    MR_DIAG_INPUT_REQUESTS,
    MR_DIAG_JUMPS,
    MR_DIAG_POWER_RESIDUAL,
    MR_DIAG_CREATED_ENERGY,
    MR_DIAG_EXCHANGED_ENERGY,
    MR_DIAG_ENERGY_ERROR,
    MR_DIAG_ENERGY_ERROR_RATE,
    MR_DIAG_ERROR_TO_SLAVE,
    MR_DIAG_ERROR_TO_MASTER,
    MR_DIAG_DOUBTFUL_FROM, /* -1: not doubtful */
    MR_DIAGNOSTICS,
    MR_DIAG_SLAVE_SECONDS = MR_DIAGNOSTICS,
    MR_DIAG_BLOCK_SECONDS,
    MR_DIAG_STEP_SECONDS,
    MR_DIAG_WORKER,
    MR_DIAGNOSTICS_TIMED
} mr_block_diagnostic;

/* name and unit of each of them: "slave_steps", "1" */
const char *mr_block_diagnostic_name(int diagnostic);
const char *mr_block_diagnostic_unit(int diagnostic);

/* all but the times, at the master's time t */
void mr_block_diagnose(const mr_interface *interface, double t, double *diagnostics);

/* the way back: what the diagnostics tell; false if `count` is not their number */
bool mr_block_read_diagnostics(const double *diagnostics, size_t count, mr_statistics *statistics);

#ifdef __cplusplus
}
#endif
#endif
