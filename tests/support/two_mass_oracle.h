/* a hand-written master for the two-mass problem, as an oracle: classical Runge-Kutta (ode4) on m1,
 * everything else through the library; and the two error measures against the exact solution */
#ifndef TWO_MASS_ORACLE_H
#define TWO_MASS_ORACLE_H

#include "multirate/multirate.h"
#include "two_mass_measure.h"

#include <stdbool.h>

typedef struct two_mass_run {
    /* inputs */
    two_mass_ratios ratios;
    bool force;  /* force coupling: the master owns k2 */
    bool memory; /* force and time pass memory blocks (the published Figure 6); implies force */
    const char *slave;               /* plug-in, with how it is run */
    const mr_slave_type *slave_type; /* instead of a plug-in; NULL: the plug-in */
    const char *interface_options;   /* for mr_config_parse */
    const char *slave_options;       /* put behind fr, zeta and coupling */
    bool slave_is_another;           /* not the two_mass plug-in: gets slave_options only */
    double h1;
    int steps;
    /* outputs */
    double position_error, energy_error, fast_amplitude; /* two_mass_measure.h */
    double x1_end, x2_end;
    mr_statistics statistics;
    char error[MR_MESSAGE_SIZE];
} two_mass_run;

/* FR as given, displacement coupling, h1 = 0.01 s, 10 000 steps */
void two_mass_run_default(two_mass_run *run, double fr, const char *interface_options);

mr_status two_mass_simulate(two_mass_run *run);

#endif
