/* the circuit of the test FMU: the two nodes between the diodes are solved by hand */
#include "rectifier.h"

#include <math.h>

#define ON  1e5  /* S */
#define OFF 1e-5 /* S */

double rectifier_source(double t) {
    return 325.0 * sin(314.15926535897932 * t);
}

void rectifier_conductances(const rectifier *r, double g[4]) {
    for (int i = 0; i < 4; i++)
        g[i] = r->on[i] ? ON : OFF;
}

/* voltages of the two nodes against the negative side of the capacitor */
static void solve_nodes(const rectifier *r, double v[2]) {
    double g[4];
    rectifier_conductances(r, g);
    v[0] = (r->x[0] + g[0] * r->x[1]) / (g[0] + g[1]);
    v[1] = (-r->x[0] + g[2] * r->x[1]) / (g[2] + g[3]);
}

void rectifier_indicators(const rectifier *r, double z[RECTIFIER_INDICATORS]) {
    double g[4];
    rectifier_conductances(r, g);
    /* not as differences of node voltages, whose rounding would let a diode switch for ever */
    const double i = r->x[0], v = r->x[1];
    const double across[4] = {(i - g[1] * v) / (g[0] + g[1]), (-i - g[0] * v) / (g[0] + g[1]),
                              (-i - g[3] * v) / (g[2] + g[3]), (i - g[2] * v) / (g[2] + g[3])};
    for (int k = 0; k < 4; k++)
        z[k] = r->on[k] ? ON * across[k] : across[k];
    z[4] = r->relay != 0.0 ? r->x[2] : -1.0;
}

void rectifier_rates(const rectifier *r, double rates[RECTIFIER_STATES]) {
    double v[2], g[4];
    solve_nodes(r, v);
    rectifier_conductances(r, g);
    rates[0] = (rectifier_source(r->t) - 0.1 * r->x[0] - v[0] + v[1]) / RECTIFIER_L;
    rates[1] = (g[0] * (v[0] - r->x[1]) + g[2] * (v[1] - r->x[1]) - r->x[1] / RECTIFIER_LOAD) /
               RECTIFIER_C;
    rates[2] = r->relay != 0.0 ? 0.5 - r->relay : 0.0;
    rates[3] = r->relay;
}

bool rectifier_switch(rectifier *r) {
    double z[RECTIFIER_INDICATORS];
    bool changed = false;
    rectifier_indicators(r, z);
    for (int i = 0; i < 4; i++) {
        changed = changed || r->on[i] != (z[i] > 0.0);
        r->on[i] = z[i] > 0.0;
    }
    if (r->relay != 0.0)
        r->relay = r->x[2] > 0.0 ? 1.0 : -1.0;
    return changed;
}
