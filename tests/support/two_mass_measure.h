/* how good a solution of the test problem is: against the exact one, sample by sample
 *
 * Position error (Eq. 7): (FR/N) sqrt(mean of ((x1 - x1_exact) / x1_rms)^2), N cycles of the fast
 * mass. Energy error (Eq. 8): root mean square of (E - E_exact) / E_0; without damping E_exact is
 * E_0. Fast amplitude: of the component of x1 at the fast frequency in the last fifth of the run,
 * relative to that of the exact solution there: 1 is right, below 1 it was filtered away, above 1
 * amplified. */
#ifndef TWO_MASS_MEASURE_H
#define TWO_MASS_MEASURE_H

#include "two_mass.h"

typedef struct two_mass_fit {
    double normal[4][4]; /* of cosine and sine at both frequencies */
    double right[2][4];  /* for the solution and for the exact one */
} two_mass_fit;

typedef struct two_mass_measure {
    two_mass system;
    double fr, t_end;
    double deviation, square, energy;
    long samples;
    two_mass_fit fit;
} two_mass_measure;

typedef struct two_mass_errors {
    double position_error, energy_error, fast_amplitude;
} two_mass_errors;

/* x1, v1, x2, v2 of the exact solution */
void two_mass_exact(const two_mass *system, double t, double state[4]);

double two_mass_energy(const two_mass *system, const double state[4]);

void two_mass_measure_begin(two_mass_measure *measure, const two_mass *system, double fr,
                            double t_end);

/* a sample of the solution, the start not included */
void two_mass_measure_add(two_mass_measure *measure, double t, const double state[4]);

void two_mass_measure_end(const two_mass_measure *measure, two_mass_errors *errors);

#endif
