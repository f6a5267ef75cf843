/* masses, springs and dampers from the ratios */
#include "two_mass.h"

#include <math.h>
#include <stddef.h>

const two_mass_ratios two_mass_default_ratios = {
    .fr = 10.0, .ar12 = 0.1, .ar1 = 0.1, .ar2 = -1000.0, .zeta = 0.0};

const char *two_mass_make(const two_mass_ratios *r, two_mass *s) {
    const double pi = 3.14159265358979323846;
    if (!(r->fr > 1.0) || !isfinite(r->fr))
        return "FR must be greater than 1";
    if (!isfinite(r->ar12) || !isfinite(r->ar1) || !isfinite(r->ar2) || r->ar12 == 0.0 ||
        r->ar1 == 0.0 || r->ar2 == 0.0)
        return "the amplitude ratios must be finite and not zero";
    if (!(r->zeta >= 0.0) || !isfinite(r->zeta))
        return "zeta must not be negative";
    s->w1 = 2.0 * pi;
    s->w2 = s->w1 / r->fr;
    s->c22 = 1.0;
    s->c11 = r->ar12 * s->c22;
    s->c12 = s->c11 / r->ar1;
    s->c21 = s->c22 / r->ar2;
    s->m1 = 1.0;
    /* mode shapes (C11, C21) and (C12, C22): C11 m1 C12 + C21 m2 C22 = 0 */
    s->m2 = -s->m1 * s->c11 * s->c12 / (s->c21 * s->c22);
    const double determinant = s->c11 * s->c22 - s->c12 * s->c21;
    if (!(s->m2 > 0.0) || determinant == 0.0)
        return "these amplitude ratios need a negative mass";
    /* M^-1 K = Phi diag(w1^2, w2^2) Phi^-1, entry by entry */
    const double a = s->w1 * s->w1, b = s->w2 * s->w2;
    const double k11 = s->m1 * (a * s->c11 * s->c22 - b * s->c12 * s->c21) / determinant;
    const double k12 = s->m1 * s->c11 * s->c12 * (b - a) / determinant;
    const double k22 = s->m2 * (b * s->c11 * s->c22 - a * s->c12 * s->c21) / determinant;
    s->k2 = -k12;
    s->k1 = k11 + k12;
    s->k3 = k22 + k12;
    s->c1 = 2.0 * r->zeta * s->m1 * s->w1 / r->fr;
    s->c3 = 2.0 * r->zeta * s->m2 * s->w2;
    s->x1 = s->c11 + s->c12;
    s->x2 = s->c21 + s->c22;
    return NULL;
}
