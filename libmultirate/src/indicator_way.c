/* how far a slave has gone in a step, as far as it changes its energy
 *
 * A force F over a step of h does the work F h (v0 + v1)/2 on a mass. The positions of a slave
 * whose rule is of second order or more go the same way, or a better one. Those of a rule of first
 * order do not: semi-implicit Euler goes h v1, which is h (v1 - v0)/2 farther, always in the sense
 * of the force, as if each step gave energy. k such steps within the slave's step leave 1/k of it.
 * So the part of h (v1 - v0) that positions go farther is learnt, and counts where it explains
 * them. */
#include "indicator.h"

/* part of what positions go farther that it must explain, squared */
static const double EXPLAINED = 0.9;

double mr_indicator_way(mr_indicator *indicator, int bond, double h, const double *row) {
    const mr_bond *at = &indicator->bonds[bond];
    const double *last = indicator->slave + 2 * bond;
    const double by_velocities = 0.5 * h * (last[1] + row[at->flow]);
    if (at->position < 0)
        return by_velocities;
    double *sums = indicator->farther + 3 * bond;
    const double gain = h * (row[at->flow] - last[1]), way = row[at->position] - last[0];
    const double farther = way - by_velocities;
    sums[0] += farther * gain;
    sums[1] += gain * gain;
    sums[2] += farther * farther;
    const bool explained = sums[0] * sums[0] > EXPLAINED * sums[1] * sums[2];
    return explained ? way - sums[0] / sums[1] * gain : way;
}
