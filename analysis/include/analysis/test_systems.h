/* named pairs for charts and tests: two oscillators, each on its own spring and damper, and a
 * spring and a damper between them
 *
 *     m1 x1'' = -c1 x1 - d1 x1' + L,  m2 x2'' = -c2 x2 - d2 x2' - L,  L = c12 (x2 - x1) + d12 (x2'
 * - x1') */
#ifndef ANALYSIS_TEST_SYSTEMS_H
#define ANALYSIS_TEST_SYSTEMS_H

#include "analysis/pair.h"

#include "two_mass.h"

/* what is exchanged. Force-force: both sides get L. Force-displacement: the master has the spring
 * and gets the motion of m2, the slave gets L. Displacement-displacement: both have the spring and
 * get the motion of the other. */
typedef enum an_form {
    AN_FORCE_FORCE,
    AN_FORCE_DISPLACEMENT,
    AN_DISPLACEMENT_DISPLACEMENT
} an_form;

typedef struct an_oscillators {
    double m1, m2, c1, c2, c12, d1, d2, d12;
    double x1, x2;          /* at the start, velocities are zero */
    two_mass_ratios ratios; /* of the published test problem; fr = 0: not that one */
} an_oscillators;

/* NULL-ended lists of names with one line each: "oscillators", "two equal ones …", … */
extern const char *const an_system_names[];
extern const char *const an_parameter_names[];

/* a named system; false if there is none of that name */
bool an_oscillators_named(an_oscillators *o, const char *name);

/* one parameter: m1 … d12, ratios to side 1 (mass_ratio, stiffness_ratio, coupling_ratio,
 * damping_ratio), lr and li (eigenvalue of side 1), fr, zeta, ar1, ar12, ar2 of the test problem */
mr_status an_oscillators_set(an_oscillators *o, const char *name, double value,
                             mr_message *message);

/* frequency of side 1 on its own spring (on the coupling spring if it has none), rad/s */
double an_oscillators_frequency(const an_oscillators *o);

mr_status an_oscillators_make(const an_oscillators *o, an_form form, an_pair *pair,
                              mr_message *message);

#endif
