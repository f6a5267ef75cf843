/* statistics of the interface as numbers, and back */
#include "block/diagnostics.h"

#include <math.h>

void mr_block_diagnose(const mr_interface *interface, double t, double *d) {
    mr_statistics s;
    mr_interface_statistics(interface, &s);
    const double slave_time = mr_interface_slave_time(interface);
    d[MR_DIAG_SLAVE_TIME] = slave_time;
    d[MR_DIAG_SLAVE_STEPS] = (double)s.slave_steps;
    d[MR_DIAG_EXTRAPOLATION] = t > slave_time ? t - slave_time : 0.0;
    d[MR_DIAG_INPUT_REQUESTS] = (double)s.input_requests;
    d[MR_DIAG_JUMPS] = (double)s.jumps;
    d[MR_DIAG_POWER_RESIDUAL] = s.power_residual;
    d[MR_DIAG_CREATED_ENERGY] = s.created_energy;
    d[MR_DIAG_EXCHANGED_ENERGY] = s.exchanged_energy;
    d[MR_DIAG_ENERGY_ERROR] = s.energy_error;
    d[MR_DIAG_ENERGY_ERROR_RATE] = s.energy_error_rate;
    d[MR_DIAG_ERROR_TO_SLAVE] = s.prediction_error_to_slave;
    d[MR_DIAG_ERROR_TO_MASTER] = s.prediction_error_to_master;
    d[MR_DIAG_DOUBTFUL_FROM] = isfinite(s.doubtful_from) ? s.doubtful_from : -1.0;
}

bool mr_block_read_diagnostics(const double *d, size_t count, mr_statistics *s) {
    if (count != MR_DIAGNOSTICS && count != MR_DIAGNOSTICS_TIMED)
        return false;
    const bool timed = count == MR_DIAGNOSTICS_TIMED;
    *s = (mr_statistics){.slave_steps = (int64_t)d[MR_DIAG_SLAVE_STEPS],
                         .input_requests = (int64_t)d[MR_DIAG_INPUT_REQUESTS],
                         .jumps = (int64_t)d[MR_DIAG_JUMPS],
                         .indicated = d[MR_DIAG_EXCHANGED_ENERGY] > 0.0,
                         .power_residual = d[MR_DIAG_POWER_RESIDUAL],
                         .created_energy = d[MR_DIAG_CREATED_ENERGY],
                         .created_most = fabs(d[MR_DIAG_CREATED_ENERGY]),
                         .exchanged_energy = d[MR_DIAG_EXCHANGED_ENERGY],
                         .energy_error = d[MR_DIAG_ENERGY_ERROR],
                         .energy_error_rate = d[MR_DIAG_ENERGY_ERROR_RATE],
                         .prediction_error_to_slave = d[MR_DIAG_ERROR_TO_SLAVE],
                         .prediction_error_to_master = d[MR_DIAG_ERROR_TO_MASTER],
                         /* not a number would be a doubt, too */
                         .doubtful_from =
                             d[MR_DIAG_DOUBTFUL_FROM] < 0.0 ? INFINITY : d[MR_DIAG_DOUBTFUL_FROM],
                         .slave_seconds = timed ? d[MR_DIAG_SLAVE_SECONDS] : 0.0,
                         .step_seconds = timed ? d[MR_DIAG_STEP_SECONDS] : 0.0,
                         .worker = timed ? (int)d[MR_DIAG_WORKER] : 0};
    return true;
}
