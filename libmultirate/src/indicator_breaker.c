/* a breaker for interface models that carry a motion beside the slave's own: how much energy the
 * coupling can make is bounded, whatever the slave does or tells
 *
 * The master has given the work M, along the path that it saw; the slave has got the work S, along
 * its own. The coupling has made S - M. What both sides show to have passed,
 *     P = largest min(M, S) or min(-M, -S) so far,
 * is no more than the energy that one side had at its start and got from its own sources: a master
 * that is passive beside them cannot give more in all, nor can such a slave. So neither P nor what
 * may be made, MR_MADE_AT_MOST (P + what moved in the first steps), grows with what is made. (What
 * moved: by the master's work, and by the slave's motion, which may have far more energy than
 * passes.)
 *     A good run may be far beyond S - M: the slave swings with the mean of a fast force while the
 * model carries the rest. What the model carries is counted too, then, by the masses that the slave
 * tells; only where both balances are beyond the bound the model is cut off. From there on the
 * slave gets no effort and the interface stands still for the master: both works are zero. */
#include "indicator.h"

#include <math.h>

void mr_indicator_watch(mr_indicator_sums *sums, double t) {
    const double master = mr_indicator_energy(&sums->master, t);
    const double slave = mr_indicator_energy(&sums->raw, t);
    if (sums->whole <= MR_STEPS_TO_SEE) {
        sums->least = fmin(sums->least, master);
        sums->largest = fmax(sums->largest, master);
    }
    if (master * slave > 0.0)
        sums->proven = fmax(sums->proven, fmin(fabs(master), fabs(slave)));
    const double seen = sums->largest - sums->least + sums->quickest;
    const double bound = MR_MADE_AT_MOST * (sums->proven + seen);
    const double made = slave - master + fmin(sums->carried, 0.0);
    /* rounding is no motion */
    if (!(made > bound) || sums->whole <= MR_STEPS_TO_SEE ||
        !(bound > MR_STILLNESS * sums->potential))
        sums->above = 0.0;
    else if (sums->above == 0.0)
        sums->above = sums->whole;
    if (sums->above > 0.0 &&
        (sums->whole - sums->above >= MR_STEPS_TO_CUT || made > MR_MADE_AT_ONCE * bound))
        sums->cut = fmin(sums->cut, t);
    sums->doubtful = fmin(sums->doubtful, sums->cut);
}

bool mr_indicator_cut(const mr_indicator *indicator) {
    return indicator->active && isfinite(indicator->sums.cut);
}

void mr_indicator_let_go(const mr_indicator *indicator, double *efforts) {
    for (int b = 0; b < indicator->bond_count; b++)
        efforts[indicator->bonds[b].input] = 0.0;
}

void mr_indicator_still(const mr_indicator *indicator, const mr_foresight *foresight,
                        double *outputs) {
    const double *seen = indicator->master[indicator->sums.newer];
    for (int b = 0; b < indicator->bond_count; b++) {
        const mr_bond *bond = &indicator->bonds[b];
        if (bond->position >= 0)
            outputs[bond->position] = seen[2 * b + 1];
        outputs[bond->flow] = 0.0;
        if (bond->coordinate >= 0 && bond->coordinate < foresight->n)
            outputs[foresight->coordinates[bond->coordinate].acceleration] = 0.0;
    }
}
