/* three laws of the bulk modulus: constant, stepped, and oil with air (M. Friedrich, Parallel
 * co-simulation for mechatronic systems, Munich 2011, section 2.4)
 *     E = a/(1 + b p^c),  a = Et (1+nu),  b = Et nu/kappa pr^(1/kappa),  c = -(1 + 1/kappa)
 * dp/E = dV/V gives, integrated from the start p0,
 *     [p - p0 + b/(c+1) (p^(c+1) - p0^(c+1))]/a = V_in/V
 * which Newton's iteration solves, with the slope 1/E(p), never to below a fifth of the last p. */
#include "hydraulic.h"

#include <math.h>
#include <stdbool.h>

typedef struct coefficients {
    double a, b, c;
} coefficients;

static coefficients coefficients_of(const hydraulic_oil *oil) {
    const double kappa = oil->exponent;
    return (coefficients){.a = oil->modulus * (1.0 + oil->air),
                          .b = oil->modulus * oil->air / kappa * pow(oil->reference, 1.0 / kappa),
                          .c = -(1.0 + 1.0 / kappa)};
}

double hydraulic_modulus(const hydraulic_oil *oil, double p) {
    const coefficients k = coefficients_of(oil);
    return oil->law == CONSTANT_MODULUS ? oil->modulus : k.a / (1.0 + k.b * pow(p, k.c));
}

double hydraulic_pressure(const hydraulic_oil *oil, double filling, double guess) {
    if (oil->law == CONSTANT_MODULUS)
        return oil->start + oil->modulus * filling;
    const coefficients k = coefficients_of(oil);
    const double part = k.b / (k.c + 1.0), before = pow(oil->start, k.c + 1.0);
    double p = guess;
    for (int i = 0; i < 100; i++) {
        const double miss = (p - oil->start + part * (pow(p, k.c + 1.0) - before)) / k.a - filling;
        const double next = fmax(p - miss * hydraulic_modulus(oil, p), 0.2 * p);
        const bool there = fabs(next - p) <= 1e-13 * p;
        p = next;
        if (there)
            break;
    }
    return p;
}
