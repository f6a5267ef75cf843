/* the flyball governor in three minimal coordinates (both rods swing alike by symmetry)
 *
 * T = I(swing) turn'^2/2 + B swing'^2 + m depth'^2/2, V = -2 G g cos swing - m g depth + 2 springs,
 * with B the moment of inertia of a rod and its ball about the hinge, G their first moment */
#include "oracles.h"

#include <math.h>
#include <string.h>

static void slope(const double y[6], double d[6]) {
    const double density = 3000.0, L = 1.0, w = 0.01, cube = 0.1, ball = 5.0, k = 8e5, c = 4e4,
                 l0 = 0.5, s = 0.5;
    const double g = 9.81, rod = density * L * w * w, slider = density * cube * cube * cube;
    const double B = rod * (L * L / 3.0 + w * w / 12.0) + ball * L * L;
    const double about = rod * w * w / 6.0, G = rod * L / 2.0 + ball * L;
    const double fixed = about + slider * cube * cube / 6.0; /* shaft and slider */
    double sn = sin(y[1]), cs = cos(y[1]), depth = y[2];
    double inertia = fixed + 2.0 * (B * sn * sn + about * cs * cs);
    double inertia_slope = 4.0 * (B - about) * sn * cs;
    double length = sqrt(s * s + depth * depth - 2.0 * s * depth * cs);
    double by_swing = s * depth * sn / length, by_depth = (depth - s * cs) / length;
    double rate = by_swing * y[4] + by_depth * y[5];
    double force = -k * (length - l0) - c * rate; /* along growing length, each spring */
    memcpy(d, y + 3, 3 * sizeof *d);
    d[3] = -inertia_slope * y[4] * y[3] / inertia;
    d[4] = (0.25 * inertia_slope * y[3] * y[3] - G * g * sn + force * by_swing) / B;
    d[5] = g + 2.0 * force * by_depth / slider;
}

void governor_reference(double t, double y[6]) {
    const double pi = 3.14159265358979323846, alpha = pi / 6.0;
    double start[6] = {0.0, alpha, 2.0 * 0.5 * cos(alpha), 2.0 * pi, 0.0, 0.0};
    memcpy(y, start, sizeof start);
    long steps = lround(t / 2e-5);
    double h = steps > 0 ? t / (double)steps : 0.0;
    for (long i = 0; i < steps; i++) {
        double k[4][6], x[6];
        const double part[4] = {0.0, 0.5, 0.5, 1.0};
        for (int j = 0; j < 4; j++) {
            for (int n = 0; n < 6; n++)
                x[n] = y[n] + (j > 0 ? part[j] * h * k[j - 1][n] : 0.0);
            slope(x, k[j]);
        }
        for (int n = 0; n < 6; n++)
            y[n] += h / 6.0 * (k[0][n] + 2.0 * k[1][n] + 2.0 * k[2][n] + k[3][n]);
    }
}
