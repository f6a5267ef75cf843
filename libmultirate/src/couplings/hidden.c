/* the motion of hidden modes */
#include "hidden.h"

#include <math.h>

enum { PARTS = 11 };

/* terms of the series of a mode; in pieces of one radian its last term is below rounding */
enum { TERMS = 16, MOST_PIECES = 64 };

/* part of what was not foreseen that is laid on the modes that nothing drives: they forget what
 * they were, and learn a force that grows or ends, in some twenty steps */
static const double BELIEF = 0.1;

static void sizes(int n, int room, int *part) {
    const int all[PARTS] = {1,     1, room, room,        room, n * room * n, n * room * n,
                            n * n, n, n,    2 * room * n};
    for (int i = 0; i < PARTS; i++)
        part[i] = all[i];
}

int mr_hidden_size(int n, int room) {
    int part[PARTS], sum = 0;
    sizes(n, room, part);
    for (int i = 0; i < PARTS; i++)
        sum += part[i];
    return sum;
}

void mr_hidden_place(mr_hidden *hidden, double *block) {
    int part[PARTS];
    double **const targets[PARTS] = {&hidden->modes,       &hidden->rule,   &hidden->stiffness,
                                     &hidden->damping,     &hidden->drive,  &hidden->of_position,
                                     &hidden->of_velocity, &hidden->direct, &hidden->origin,
                                     &hidden->constant,    &hidden->z};
    sizes(hidden->n, hidden->room, part);
    for (int i = 0; i < PARTS; block += part[i], i++)
        *targets[i] = block;
}

/* both equations by the trapezoidal rule, as the slave has done it */
static void by_rule(double stiffness, double damping, double h, double p0, double p1, double *z) {
    const double half = 0.5 * h;
    const double force = half * (p0 + p1) + z[1] - half * (stiffness * z[0] + damping * z[1]);
    const double place = z[0] + half * z[1];
    const double rate =
        (force - half * stiffness * place) / (1.0 + half * damping + half * half * stiffness);
    z[0] = place + half * rate;
    z[1] = rate;
}

/* exactly, where the coordinate is the cubic with p, v at both ends */
static void by_series(double stiffness, double damping, double h, const double *cubic, double *z) {
    double e[TERMS + 2] = {z[0], z[1]};
    for (int k = 0; k < TERMS; k++)
        e[k + 2] = ((k < 4 ? cubic[k] : 0.0) - stiffness * e[k] - (k + 1) * damping * e[k + 1]) /
                   ((k + 1) * (k + 2));
    double place = 0.0, rate = 0.0;
    for (int k = TERMS + 1; k > 0; k--) {
        place = (place + e[k]) * h;
        rate = rate * h + k * e[k];
    }
    z[0] = place + e[0];
    z[1] = rate;
}

void mr_hidden_advance(mr_hidden_rule rule, double stiffness, double damping, double h, double p0,
                       double v0, double p1, double v1, double *z) {
    if (rule == MR_RULE_TRAPEZOIDAL) {
        by_rule(stiffness, damping, h, p0, p1, z);
        return;
    }
    const double rise = (p1 - p0) / h;
    double cubic[4] = {p0, v0, (3.0 * rise - 2.0 * v0 - v1) / h, (v0 + v1 - 2.0 * rise) / (h * h)};
    const double radians = h * fmax(sqrt(fabs(stiffness)), fabs(damping));
    const int pieces = radians < MOST_PIECES ? 1 + (int)radians : MOST_PIECES;
    const double s = h / pieces;
    for (int i = 0; i < pieces; i++) {
        by_series(stiffness, damping, s, cubic, z);
        for (int pass = 0; pass < 3; pass++)
            for (int k = 2; k >= pass; k--)
                cubic[k] += s * cubic[k + 1];
    }
}

void mr_hidden_follow(mr_hidden *hidden, double h, const double *before, const double *now) {
    const int n = hidden->n;
    for (int k = 0; k < (int)*hidden->modes; k++)
        for (int j = 0; j < n; j++) {
            double *z = hidden->z + k * n + j, *rate = z + hidden->room * n, both[2] = {*z, *rate};
            if (hidden->drive[k] == 0.0) /* a function of time, not of the slave's rule */
                mr_hidden_advance(MR_RULE_EXACT, hidden->stiffness[k], hidden->damping[k], h, 0.0,
                                  0.0, 0.0, 0.0, both);
            else
                mr_hidden_advance((mr_hidden_rule)*hidden->rule, hidden->stiffness[k],
                                  hidden->damping[k], h, before[j] - hidden->origin[j],
                                  before[n + j], now[j] - hidden->origin[j], now[n + j], both);
            *z = both[0];
            *rate = both[1];
        }
}

void mr_hidden_set_right(mr_hidden *hidden, const double *off) {
    const int n = hidden->n;
    int alone = 0;
    for (int k = 0; k < (int)*hidden->modes; k++)
        alone += hidden->drive[k] == 0.0;
    for (int k = 0; k < (int)*hidden->modes; k++)
        for (int j = 0; j < n && hidden->drive[k] == 0.0; j++)
            hidden->z[k * n + j] += BELIEF * off[j] / alone;
}

double mr_hidden_reaction(const mr_hidden *hidden, int i, const double *p) {
    const int n = hidden->n, width = hidden->room * n;
    double sum = 0.0;
    for (int k = 0; k < (int)*hidden->modes * n; k++)
        sum += hidden->of_position[i * width + k] * hidden->z[k] +
               hidden->of_velocity[i * width + k] * hidden->z[width + k];
    for (int j = 0; j < n; j++)
        sum += hidden->direct[i * n + j] * (p[j] - hidden->origin[j]);
    return sum;
}
