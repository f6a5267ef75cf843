/* names and units of the diagnostics; nothing here needs the library */
#include "block/diagnostics.h"

static const struct {
    const char *name, *unit;
} about[MR_DIAGNOSTICS_TIMED] = {[MR_DIAG_SLAVE_TIME] = {"slave_time", "s"},
                                 [MR_DIAG_SLAVE_STEPS] = {"slave_steps", "1"},
                                 [MR_DIAG_EXTRAPOLATION] = {"extrapolation", "s"},
                                 [MR_DIAG_INPUT_REQUESTS] = {"input_requests", "1"},
                                 [MR_DIAG_JUMPS] = {"jumps", "1"},
                                 [MR_DIAG_POWER_RESIDUAL] = {"power_residual", "W"},
                                 [MR_DIAG_CREATED_ENERGY] = {"created_energy", "J"},
                                 [MR_DIAG_EXCHANGED_ENERGY] = {"exchanged_energy", "J"},
                                 [MR_DIAG_ENERGY_ERROR] = {"energy_error", "1"},
                                 [MR_DIAG_ENERGY_ERROR_RATE] = {"energy_error_rate", "1"},
                                 [MR_DIAG_ERROR_TO_SLAVE] = {"prediction_error_to_slave", "1"},
                                 [MR_DIAG_ERROR_TO_MASTER] = {"prediction_error_to_master", "1"},
                                 [MR_DIAG_DOUBTFUL_FROM] = {"doubtful_from", "s"},
                                 [MR_DIAG_SLAVE_SECONDS] = {"slave_seconds", "s"},
                                 [MR_DIAG_BLOCK_SECONDS] = {"block_seconds", "s"},
                                 [MR_DIAG_STEP_SECONDS] = {"step_seconds", "s"},
                                 [MR_DIAG_WORKER] = {"worker", "1"}};

const char *mr_block_diagnostic_name(int diagnostic) {
    return diagnostic >= 0 && diagnostic < MR_DIAGNOSTICS_TIMED ? about[diagnostic].name : "";
}

const char *mr_block_diagnostic_unit(int diagnostic) {
    return diagnostic >= 0 && diagnostic < MR_DIAGNOSTICS_TIMED ? about[diagnostic].unit : "";
}
