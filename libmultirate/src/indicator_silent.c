/* errors that the energies of both sides do not show
 *
 * A model carries a motion beside the slave's own. That is the slave's own, too, if the slave is
 * linear or what moves is known; otherwise nobody knows what the slave would have done.
 *     The phase of an effort that swings is off if the inertia of the interface is known one slave
 * step late: by the half turns of the effort about its mean, times the change of the inertia in a
 * step. */
#include "indicator.h"

#include <math.h>

double mr_indicator_beside(const mr_indicator *indicator) {
    const mr_indicator_sums *sums = &indicator->sums;
    return sums->moved > 0.0 ? sqrt(sums->deviated / sums->moved) : 0.0;
}

void mr_indicator_sum_beside(mr_indicator *indicator, const mr_foresight *foresight) {
    mr_indicator_sums *sums = &indicator->sums;
    for (int b = 0; b < indicator->bond_count; b++) {
        const int i = indicator->bonds[b].coordinate;
        if (i < 0 || i >= foresight->n)
            continue;
        const double d = foresight->deviation[foresight->n + i];
        const double v = indicator->slave[2 * b + 1] + d;
        sums->deviated += *foresight->unexplained * d * d;
        sums->moved += v * v;
    }
}

static const double HALF_TURN = 3.14159265358979323846;

/* n: side of the mean on which the effort was, half turns in this step, Au at the last one, largest
 * Au */
void mr_indicator_sum_late(mr_indicator *indicator, const mr_foresight *foresight) {
    const int m = indicator->inputs;
    for (int b = 0; b < indicator->bond_count; b++) {
        const mr_bond *bond = &indicator->bonds[b];
        double *n = indicator->swing + 4 * b;
        if (bond->coordinate < 0 || bond->coordinate >= foresight->n)
            continue;
        const double Au = fabs(foresight->Au[bond->coordinate * m + bond->input]);
        n[3] = fmax(n[3], Au);
        if (n[2] > 0.0)
            indicator->sums.late += HALF_TURN * n[1] * fabs(Au - n[2]) / n[3];
        n[1] = 0.0;
        n[2] = Au;
    }
}

void mr_indicator_count_turn(mr_indicator *indicator, int b, double effort) {
    double *n = indicator->swing + 4 * b;
    const double side = effort > indicator->asked[b] ? 1.0 : -1.0;
    n[1] += side * n[0] < 0.0;
    n[0] = side;
}
