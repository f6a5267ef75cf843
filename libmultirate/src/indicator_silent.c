/* errors that the energies of both sides do not show
 *
 * A model carries a motion beside the slave's own. That is the slave's own, too, if the slave is
 * linear or what moves is known; otherwise nobody knows what the slave would have done. Where it
 * answers efforts and velocities as at its start, its forces can only depend on positions, and the
 * part of those counts: a quick motion is large in velocity, and hardly leaves its place.
 *     The phase of an effort that swings is off if the inertia of the interface is known one slave
 * step late: by the half turns of the effort about its mean, times the change of the inertia in a
 * step. How well it is known shows in what is foreseen of the interface's motion. The geometric
 * mean of that phase, of all that the effort has turned, and of the part that was not foreseen goes
 * with the error of the signals (docs/coupling-figures.md). Where the slave bends, but its inertia
 * hardly changes, what the effort has turned and the root of that part do. */
#include "indicator.h"

#include <math.h>

double mr_indicator_beside(const mr_indicator *indicator) {
    const mr_indicator_sums *sums = &indicator->sums;
    const int k = sums->by_velocity ? 1 : 0;
    return sums->moved[k] > 0.0 ? sqrt(sums->deviated[k] / sums->moved[k]) : 0.0;
}

/* of an answer to efforts, or of a velocity in a step */
static const double CHANGED = 0.01;

/* n: position, Au and Av of the first step */
static void watch_answers(mr_indicator *indicator, int b, const mr_foresight *model, double h) {
    const mr_bond *bond = &indicator->bonds[b];
    const double Au = model->Au ? model->Au[bond->coordinate * indicator->inputs + bond->input] : 0;
    const double Av = model->Av[bond->coordinate * model->n + bond->coordinate];
    double *n = indicator->first + 3 * b;
    if (indicator->sums.moved[1] == 0.0) {
        n[0] = indicator->slave[2 * b];
        n[1] = Au;
        n[2] = Av;
    }
    if (!(fabs(Au - n[1]) <= CHANGED * fabs(n[1])) || !(h * fabs(Av - n[2]) <= CHANGED) ||
        bond->position < 0)
        indicator->sums.by_velocity = true;
}

void mr_indicator_sum_beside(mr_indicator *indicator, const mr_foresight *foresight, double h) {
    mr_indicator_sums *sums = &indicator->sums;
    for (int b = 0; b < indicator->bond_count; b++) {
        const int i = indicator->bonds[b].coordinate;
        if (i < 0 || i >= foresight->n)
            continue;
        watch_answers(indicator, b, foresight, h);
        const double d[2] = {foresight->deviation[i], foresight->deviation[foresight->n + i]};
        const double motion[2] = {indicator->slave[2 * b] - indicator->first[3 * b] + d[0],
                                  indicator->slave[2 * b + 1] + d[1]};
        for (int k = 0; k < 2; k++) {
            sums->deviated[k] += *foresight->unexplained * d[k] * d[k];
            sums->moved[k] += motion[k] * motion[k];
        }
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
        if (n[2] > 0.0) {
            indicator->sums.turned += HALF_TURN * n[1];
            indicator->sums.late += HALF_TURN * n[1] * fabs(Au - n[2]) / n[3];
        }
        n[1] = 0.0;
        n[2] = Au;
    }
    if (foresight->turning)
        indicator->sums.turning = *foresight->turning;
}

/* the median of 384 runs of mechanisms at random, and one and a half times that of 192, so that few
 * say nothing (docs/coupling-figures.md) */
static const double OFF = 0.02, OFF_BENT = 1.5e-4;

/* part of the velocities that is rounding */
static const double STRAIGHT = 1e-5;

double mr_indicator_phase(const mr_indicator *indicator) {
    const mr_indicator_sums *sums = &indicator->sums;
    const bool bends = sums->turning > STRAIGHT;
    double missed = 0.0;
    for (int b = 0; b < indicator->bond_count && (sums->late > 0.0 || bends); b++)
        missed =
            fmax(missed, mr_indicator_prediction_error(indicator, 1, indicator->bonds[b].flow));
    missed = fmin(missed, 1.0);
    const double by_inertia = OFF * sqrt(sums->late * sums->turned * missed);
    const double by_all = OFF_BENT * pow(sums->turned * sqrt(missed), 1.5);
    return bends ? fmax(by_inertia, by_all) : by_inertia;
}

/* a motion that the master owns gives and takes the same work on both sides, right or wrong: there
 * the slave's reaction tells, as far as nobody foresaw it */
void mr_indicator_judge_silent(mr_indicator *indicator, double t, const mr_foresight *foresight) {
    mr_indicator_sums *sums = &indicator->sums;
    if (sums->steps < MR_STEPS_TO_JUDGE)
        return;
    if (mr_indicator_phase(indicator) > MR_DOUBTFUL_PHASE)
        sums->doubtful = fmin(sums->doubtful, t);
    if (!foresight->owned || !*foresight->owned)
        return;
    for (int i = 0; i < foresight->n; i++)
        if (mr_indicator_prediction_error(indicator, 1, foresight->coordinates[i].velocity) >
            MR_DOUBTFUL_MISS)
            sums->doubtful = fmin(sums->doubtful, t);
    const bool shorter = foresight->shorter && 2.0 * *foresight->shorter > (double)sums->steps;
    if (mr_indicator_beside(indicator) >
        (shorter ? MR_DOUBTFUL_BESIDE_SHORTER : MR_DOUBTFUL_BESIDE))
        sums->doubtful = fmin(sums->doubtful, t);
}

void mr_indicator_count_turn(mr_indicator *indicator, int b, double effort) {
    double *n = indicator->swing + 4 * b;
    const double side = effort > indicator->asked[b] ? 1.0 : -1.0;
    n[1] += side * n[0] < 0.0;
    n[0] = side;
}
