/* what the multirate block is, whatever program draws it: its parameters as a configuration, its
 * diagnostics as numbers, and how it is told from other blocks
 *
 * The block itself (sfun/) and everything that reads a block from outside (cli/) use this one
 * reader, so that they cannot come to mean different things. */
#ifndef MULTIRATE_BLOCK_H
#define MULTIRATE_BLOCK_H

#include "multirate/config.h"
#include "multirate/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* the block's binary exports an int of this name: its version. Any file may be called
 * sfun_multirate, and a block may be renamed */
#define MR_BLOCK_SYMBOL  "multirate_block_version"
#define MR_BLOCK_VERSION 1

/* the parameters, in the order of the block's list */
typedef enum mr_block_parameter {
    MR_BLOCK_SLAVE,               /* text: plug-in, name or file */
    MR_BLOCK_SLAVE_CONFIGURATION, /* text for the slave */
    MR_BLOCK_SCHEME,              /* text, or 1: slowest first, 2: fastest first */
    MR_BLOCK_PREDICTOR_TO_SLAVE,  /* text, or its number in the list of predictors */
    MR_BLOCK_ORDER_TO_SLAVE,
    MR_BLOCK_PREDICTOR_TO_MASTER,
    MR_BLOCK_ORDER_TO_MASTER,
    MR_BLOCK_SMOOTHING,  /* 0, 1 */
    MR_BLOCK_BREAK_LOOP, /* 0, 1 */
    MR_BLOCK_OPTIONS, /* text: any other option of the interface, signal.NAME=…, start.NAME=… */
    MR_BLOCK_TIME_INPUT,  /* 0, 1: a second input port gives the time */
    MR_BLOCK_DIAGNOSTICS, /* 0, 1: a second output port */
    MR_BLOCK_PARAMETERS
} mr_block_parameter;

/* for sentences: "slave", "slave configuration", … */
extern const char *const mr_block_parameter_names[MR_BLOCK_PARAMETERS];

/* a parameter as it was given: a text, or else a number */
typedef struct mr_block_value {
    const char *text; /* NULL: it is a number */
    double number;
} mr_block_value;

/* the configuration of the interface out of the parameters. variable_step: of the master's solver;
 * then a fastest-first slave waits for major steps, because trial points may be rejected */
mr_status mr_block_configure(const mr_block_value *parameters, bool variable_step,
                             mr_config *config, mr_message *message);

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

/* all but the times, at the master's time t */
void mr_block_diagnose(const mr_interface *interface, double t, double *diagnostics);

/* the way back: what the diagnostics tell; false if `count` is not their number */
bool mr_block_read_diagnostics(const double *diagnostics, size_t count, mr_statistics *statistics);

#ifdef __cplusplus
}
#endif
#endif
