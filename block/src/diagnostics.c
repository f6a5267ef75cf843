/* statistics of the interface as numbers, and back */
#include "block/diagnostics.h"

#include <math.h>

void mr_block_diagnose(const mr_interface *interface, double t, double *d) {
    mr_statistics s;
    mr_interface_statistics(interface, &s);
    const double slave_time = mr_interface_slave_time(interface);
    d[MR_DIAG_SLAVE_TIME] = slave_time;
    d[MR_DIAG_SLAVE_STEPS] = (double)s.counts.slave_steps;
    d[MR_DIAG_EXTRAPOLATION] = t > slave_time ? t - slave_time : 0.0;
    d[MR_DIAG_INPUT_REQUESTS] = (double)s.counts.input_requests;
    d[MR_DIAG_JUMPS] = (double)s.counts.jumps;
    d[MR_DIAG_POWER_RESIDUAL] = s.energy.power_residual;
    d[MR_DIAG_CREATED_ENERGY] = s.energy.created_energy;
    d[MR_DIAG_EXCHANGED_ENERGY] = s.energy.exchanged_energy;
    d[MR_DIAG_ENERGY_ERROR] = s.energy.energy_error;
    d[MR_DIAG_ENERGY_ERROR_RATE] = s.energy.energy_error_rate;
    d[MR_DIAG_ERROR_TO_SLAVE] = s.energy.prediction_error_to_slave;
    d[MR_DIAG_ERROR_TO_MASTER] = s.energy.prediction_error_to_master;
    d[MR_DIAG_DOUBTFUL_FROM] = mr_statistics_doubtful(&s) ? s.energy.doubtful_from : -1.0;
}

bool mr_block_read_diagnostics(const double *d, size_t count, mr_statistics *s) {
    if (count != MR_DIAGNOSTICS && count != MR_DIAGNOSTICS_TIMED)
        return false;
    const bool timed = count == MR_DIAGNOSTICS_TIMED;
    *s = (mr_statistics){.counts.slave_steps = (int64_t)d[MR_DIAG_SLAVE_STEPS],
                         .counts.input_requests = (int64_t)d[MR_DIAG_INPUT_REQUESTS],
                         .counts.jumps = (int64_t)d[MR_DIAG_JUMPS],
                         .energy.indicated = d[MR_DIAG_EXCHANGED_ENERGY] > 0.0,
                         .energy.power_residual = d[MR_DIAG_POWER_RESIDUAL],
                         .energy.created_energy = d[MR_DIAG_CREATED_ENERGY],
                         .energy.created_most = fabs(d[MR_DIAG_CREATED_ENERGY]),
                         .energy.exchanged_energy = d[MR_DIAG_EXCHANGED_ENERGY],
                         .energy.energy_error = d[MR_DIAG_ENERGY_ERROR],
                         .energy.energy_error_rate = d[MR_DIAG_ENERGY_ERROR_RATE],
                         .energy.prediction_error_to_slave = d[MR_DIAG_ERROR_TO_SLAVE],
                         .energy.prediction_error_to_master = d[MR_DIAG_ERROR_TO_MASTER],
                         /* not a number would be a doubt, too */
                         .energy.doubtful_from =
                             d[MR_DIAG_DOUBTFUL_FROM] < 0.0 ? INFINITY : d[MR_DIAG_DOUBTFUL_FROM],
                         .times.slave_seconds = timed ? d[MR_DIAG_SLAVE_SECONDS] : 0.0,
                         .times.step_seconds = timed ? d[MR_DIAG_STEP_SECONDS] : 0.0,
                         .times.worker = timed ? (int)d[MR_DIAG_WORKER] : 0};
    return true;
}
