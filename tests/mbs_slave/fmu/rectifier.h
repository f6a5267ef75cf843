/* the model of a test FMU: a bridge of four diodes between a source with an inductance and a
 * capacitor with a load, and a relay without hysteresis
 *
 * The diodes are those of circuit libraries: a small resistance or a small conductance. While all
 * of them block, the current of the inductance decays in 1e-8 s: the model is stiff. The relay
 * chatters: x' = 0.5 - r, w' = r with r = 1 for x > 0 and -1 else; in the mean r = 0.5, x = 0, w =
 * t / 2. */
#ifndef RECTIFIER_H
#define RECTIFIER_H

#include <stdbool.h>

enum { RECTIFIER_STATES = 4, RECTIFIER_INDICATORS = 5 };

#define RECTIFIER_L    1e-3
#define RECTIFIER_C    1e-3
#define RECTIFIER_LOAD 50.0

typedef struct rectifier {
    double t;
    double x[RECTIFIER_STATES]; /* current, voltage of the capacitor, x and w of the relay */
    bool on[4];                 /* diodes from and to the first node, from and to the second */
    double relay;               /* 1, -1; 0: there is none */
} rectifier;

double rectifier_source(double t);

/* conductances of the four diodes */
void rectifier_conductances(const rectifier *r, double g[4]);

/* currents of the diodes that conduct, voltages of those that do not; and the relay's x */
void rectifier_indicators(const rectifier *r, double z[RECTIFIER_INDICATORS]);

void rectifier_rates(const rectifier *r, double rates[RECTIFIER_STATES]);

/* true: something has switched */
bool rectifier_switch(rectifier *r);

#endif
