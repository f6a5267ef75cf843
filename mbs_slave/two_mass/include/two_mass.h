/* the test problem: two masses, three springs, from the ratios that characterise its motion
 *
 * González et al. 2011, section 3. With zero initial velocities
 *     x1 = C11 cos(w1 t) + C12 cos(w2 t),   x2 = C21 cos(w1 t) + C22 cos(w2 t),
 * w1 = 2 pi, C22 = 1, FR = w1/w2, AR12 = C11/C22, AR1 = C11/C12, AR2 = C22/C21. Masses and springs
 * follow from the mode shapes: they are orthogonal in the mass matrix, and M^-1 K = Phi diag(w^2)
 * Phi^-1. Damping: c3 = 2 zeta m2 w2, c1 = 2 zeta m1 w1 / FR (Eq. 9). */
#ifndef TWO_MASS_H
#define TWO_MASS_H

typedef struct two_mass_ratios {
    double fr, ar12, ar1, ar2, zeta;
} two_mass_ratios;

/* FR = 10, AR12 = 0.1, AR1 = 0.1, AR2 = -1000, no damping */
extern const two_mass_ratios two_mass_default_ratios;

typedef struct two_mass {
    double m1, m2, k1, k2, k3, c1, c3;
    double x1, x2;             /* at the start; velocities are zero */
    double w1, w2;             /* rad/s */
    double c11, c12, c21, c22; /* amplitudes */
} two_mass;

/* NULL, or what is wrong with the ratios */
const char *two_mass_make(const two_mass_ratios *ratios, two_mass *system);

#endif
