/* what can be said of the members' steps as soon as they have started */
#include "run.h"

#include <math.h>
#include <stdlib.h>

/* a disturbance of a sample may grow by this in one extrapolation before it is told; chosen, not
 * derived: order 3 passes it where steps are three times as long as those of the source */
#define MOST_GROWTH 100.0

/* size of a member's coming step; NAN: it does not tell */
static double own_step(const sy_run *run, int place) {
    mr_slave_description d;
    const mr_slave_type *type;
    double h = NAN;
    mr_coupled_describe(run->coupled, place, &d, &type);
    if (!type->next_step ||
        type->next_step(mr_coupled_instance(run->coupled, place), &h) != MR_OK || !(h > 0.0))
        return NAN;
    return h;
}

/* imposed, if its own is not shorter */
static double step_of(const sy_run *run, int place) {
    const double imposed = sy_imposed_step(run, place), own = own_step(run, place);
    return imposed > 0.0 && !(own < imposed) ? imposed : own;
}

static bool remark_own_steps(sy_run *run) {
    for (int m = 0; m < run->system->member_count; m++) {
        const double wanted = run->parts[m].step, own = own_step(run, run->parts[m].place);
        if (wanted > 0.0 && own < wanted * (1.0 - 1e-6) &&
            !sy_remark_add(
                run,
                "'%.60s' makes steps of %g s itself: a step of %g s is longer and has no "
                "effect (a .mbs model takes set: {step: %g})",
                run->system->members[m].name, own, wanted, wanted))
            return false;
    }
    return true;
}

/* sum of the magnitudes of Lagrange's weights at a distance beyond equally spaced samples, in
 * spaces: by how much an error of one sample grows */
static double growth(int order, double distance) {
    double sum = 0.0;
    for (int k = 0; k <= order; k++) {
        double weight = 1.0;
        for (int j = 0; j <= order; j++)
            if (j != k)
                weight *= (distance + j) / (j - k);
        sum += fabs(weight);
    }
    return sum;
}

/* a member with long steps extrapolates the samples of one with short steps far beyond them */
static bool remark_reach(sy_run *run) {
    const mr_prediction *all = &run->config.prediction;
    for (int k = 0; k < run->wire_count; k++) {
        const mr_connection *w = &run->wires[k];
        const mr_prediction *p = w->prediction ? w->prediction : all;
        mr_statistics behind;
        if (p->type != &mr_predictor_polynomial || p->order < 2 ||
            mr_coupled_model(run->coupled, w->to_member, &behind) || sy_follows(run, w->to_member))
            continue;
        const double ratio = step_of(run, w->to_member) / step_of(run, w->from_member);
        const double grown = growth(p->order, ratio);
        if (!(grown > MOST_GROWTH))
            continue;
        return sy_remark_add(
            run,
            "'%.60s' makes steps %.3g times as long as those of '%.60s' and extrapolates its "
            "signals "
            "with order %d, which multiplies whatever is not smooth in them by up to %.3g; order=1 "
            "or coupling=model may do better",
            sy_member_name(run, w->to_member), ratio, sy_member_name(run, w->from_member), p->order,
            grown);
    }
    return true;
}

bool sy_remark_steps(sy_run *run) {
    if (run->steps_told || !run->config.own_steps || run->config.forward)
        return true;
    run->steps_told = true;
    return remark_own_steps(run) && (run->config.scheme == &mr_fastest_first || remark_reach(run));
}
