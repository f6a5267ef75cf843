/* the exact solution and the error measures */
#include "two_mass_measure.h"

#include <math.h>
#include <string.h>

/* c = a b for 4 x 4 matrices */
static void multiply(double a[4][4], double b[4][4], double c[4][4]) {
    double product[4][4];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            product[i][j] = 0.0;
            for (int k = 0; k < 4; k++)
                product[i][j] += a[i][k] * b[k][j];
        }
    memcpy(c, product, sizeof product);
}

/* matrix exponential by scaling, a Taylor series far beyond rounding, and squaring */
static void exponential(const two_mass *s, double t, double e[4][4]) {
    const double a[4][4] = {{0, 1, 0, 0},
                            {-(s->k1 + s->k2) / s->m1, -s->c1 / s->m1, s->k2 / s->m1, 0},
                            {0, 0, 0, 1},
                            {s->k2 / s->m2, 0, -(s->k2 + s->k3) / s->m2, -s->c3 / s->m2}};
    double scaled[4][4], term[4][4] = {{0}};
    const int squarings = t > 0.0 ? (int)fmax(0.0, ceil(log2(t * 60.0)) + 4.0) : 0;
    memset(e, 0, 16 * sizeof(double));
    for (int i = 0; i < 4; i++) {
        e[i][i] = term[i][i] = 1.0;
        for (int j = 0; j < 4; j++)
            scaled[i][j] = ldexp(a[i][j] * t, -squarings);
    }
    for (int n = 1; n < 20; n++) {
        multiply(term, scaled, term);
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++) {
                term[i][j] /= n;
                e[i][j] += term[i][j];
            }
    }
    for (int n = 0; n < squarings; n++)
        multiply(e, e, e);
}

void two_mass_exact(const two_mass *s, double t, double state[4]) {
    if (s->c1 == 0.0 && s->c3 == 0.0) {
        const double c1 = cos(s->w1 * t), s1 = sin(s->w1 * t);
        const double c2 = cos(s->w2 * t), s2 = sin(s->w2 * t);
        state[0] = s->c11 * c1 + s->c12 * c2;
        state[1] = -s->w1 * s->c11 * s1 - s->w2 * s->c12 * s2;
        state[2] = s->c21 * c1 + s->c22 * c2;
        state[3] = -s->w1 * s->c21 * s1 - s->w2 * s->c22 * s2;
        return;
    }
    double e[4][4];
    exponential(s, t, e);
    for (int i = 0; i < 4; i++)
        state[i] = e[i][0] * s->x1 + e[i][2] * s->x2;
}

double two_mass_energy(const two_mass *s, const double x[4]) {
    return 0.5 * (s->m1 * x[1] * x[1] + s->m2 * x[3] * x[3] + s->k1 * x[0] * x[0] +
                  s->k3 * x[2] * x[2] + s->k2 * (x[0] - x[2]) * (x[0] - x[2]));
}

void two_mass_measure_begin(two_mass_measure *measure, const two_mass *system, double fr,
                            double t_end) {
    *measure = (two_mass_measure){.system = *system, .fr = fr, .t_end = t_end};
}

void two_mass_measure_add(two_mass_measure *measure, double t, const double state[4]) {
    const two_mass *s = &measure->system;
    const double start[4] = {s->x1, 0.0, s->x2, 0.0};
    double exact[4];
    two_mass_exact(s, t, exact);
    const double deviation = state[0] - exact[0];
    const double energy =
        (two_mass_energy(s, state) - two_mass_energy(s, exact)) / two_mass_energy(s, start);
    measure->deviation += deviation * deviation;
    measure->square += exact[0] * exact[0];
    measure->energy += energy * energy;
    measure->samples++;
    if (t <= 0.8 * measure->t_end)
        return;
    two_mass_fit *fit = &measure->fit;
    const double basis[4] = {cos(s->w1 * t), sin(s->w1 * t), cos(s->w2 * t), sin(s->w2 * t)};
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++)
            fit->normal[i][j] += basis[i] * basis[j];
        fit->right[0][i] += basis[i] * state[0];
        fit->right[1][i] += basis[i] * exact[0];
    }
}

/* amplitude of the fast component from the normal equations, by Gauss-Jordan (they are well
 * conditioned: many fast periods) */
static double fast_amplitude(const two_mass_fit *fit, int which) {
    double a[4][5];
    for (int i = 0; i < 4; i++) {
        memcpy(a[i], fit->normal[i], 4 * sizeof(double));
        a[i][4] = fit->right[which][i];
    }
    for (int c = 0; c < 4; c++)
        for (int r = 0; r < 4; r++) {
            if (r == c)
                continue;
            const double factor = a[r][c] / a[c][c];
            for (int k = c; k < 5; k++)
                a[r][k] -= factor * a[c][k];
        }
    return hypot(a[0][4] / a[0][0], a[1][4] / a[1][1]);
}

void two_mass_measure_end(const two_mass_measure *measure, two_mass_errors *errors) {
    const double pi = 3.14159265358979323846;
    const double cycles = measure->t_end * measure->system.w1 / (2.0 * pi);
    errors->position_error = measure->fr / cycles * sqrt(measure->deviation / measure->square);
    errors->energy_error = sqrt(measure->energy / (double)measure->samples);
    errors->fast_amplitude = fast_amplitude(&measure->fit, 0) / fast_amplitude(&measure->fit, 1);
}
