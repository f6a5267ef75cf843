/* scalars to and from the FMU, and the inputs of a step */
#include "fmu.h"

#include <math.h>
#include <string.h>

mr_status fmu_set_inputs(fmu_instance *fmu, const fmu_group *groups, int count,
                         const double *scalars) {
    for (int i = 0; i < count; i++) {
        const fmu_group *g = &groups[i];
        if (fmu_is_text(g->kind))
            MR_TRY(fmu_texts_set(fmu, g, scalars));
        else if (g->first >= 0)
            MR_TRY(fmu->backend->set(fmu, g, scalars + g->first));
        else {
            fmu_group_pack(g, scalars);
            MR_TRY(fmu->backend->set(fmu, g, g->buffer));
        }
    }
    return MR_OK;
}

mr_status fmu_get_outputs(fmu_instance *fmu, const fmu_group *groups, int count, double *scalars) {
    for (const fmu_group *g = groups; g < groups + count; g++) {
        if (fmu_is_text(g->kind)) {
            MR_TRY(fmu_texts_get(fmu, g, scalars));
            continue;
        }
        MR_TRY(fmu->backend->get(fmu, g, g->first >= 0 ? scalars + g->first : g->buffer));
        if (g->first < 0)
            fmu_group_unpack(g, scalars);
    }
    return MR_OK;
}

/* rates that lead from u to u_end in h. The rate of the rate takes what rounding has left, so that
 * u + rate h + curve h^2 / 2, summed in this order, is u_end to the bit. */
static void find_rates(fmu_instance *fmu, double h) {
    for (int i = 0; i < fmu->inputs.width; i++) {
        fmu->rate[i] = (fmu->u_end[i] - fmu->u[i]) / h;
        const double sum = fmu->u[i] + fmu->rate[i] * h;
        fmu->curve[i] = 2.0 * (fmu->u_end[i] - sum) / h / h;
    }
}

static mr_status set_rates(fmu_instance *fmu, bool second) {
    for (int i = 0; i < fmu->flowing_count; i++)
        MR_TRY(fmu->backend->set_input_rates(fmu, &fmu->flowing[i], fmu->rate,
                                             second ? fmu->curve : NULL));
    return MR_OK;
}

/* the FMU has no rates any more */
static mr_status clear_rates(fmu_instance *fmu) {
    if (!fmu->rates_set)
        return MR_OK;
    if (fmu->feeding == FMU_FEED_EXACT) { /* our own exports forget them with a new value */
        fmu->rates_set = false;
        return MR_OK;
    }
    memset(fmu->rate, 0, (size_t)fmu->inputs.width * sizeof *fmu->rate);
    memset(fmu->curve, 0, (size_t)fmu->inputs.width * sizeof *fmu->curve);
    fmu->rates_set = false;
    return set_rates(fmu, false);
}

/* An FMU that takes first derivatives gets a straight line. The one through both ends has the wrong
 * impulse where the inputs are curved; shifted, it has the right one: its mean is that of the
 * parabola through begin, middle and end, which is exact up to third order (Simpson's rule). */
static mr_status shift_line(fmu_instance *fmu, const mr_inputs *inputs, double end) {
    MR_TRY(mr_inputs_at(inputs, fmu->t + 0.5 * (end - fmu->t), fmu->curve));
    for (int i = 0, at = 0; i < fmu->inputs.count; at += fmu->inputs.variables[i].size, i++)
        for (int s = at; s < at + fmu->inputs.variables[i].size; s++)
            if (fmu->inputs.variables[i].variability == MR_CONTINUOUS)
                fmu->u[s] += (2.0 * fmu->curve[s] - fmu->u[s] - fmu->u_end[s]) / 3.0;
    return MR_OK;
}

static mr_status feed_rates(fmu_instance *fmu, const mr_inputs *inputs, double end) {
    mr_status status = mr_inputs_at(inputs, fmu->t, fmu->u);
    if (status == MR_OK)
        status = mr_inputs_at(inputs, end, fmu->u_end);
    if (status != MR_OK)
        return status;
    find_rates(fmu, end - fmu->t);
    if (fmu->feeding == FMU_FEED_RATE)
        status = shift_line(fmu, inputs, end);
    if (status != MR_OK)
        return status;
    if (fmu->feeding == FMU_FEED_EXACT) /* what is held and has no rates is as at the end */
        for (int i = 0, at = 0; i < fmu->inputs.count; at += fmu->inputs.variables[i].size, i++)
            if (fmu->inputs.variables[i].variability == MR_DISCRETE)
                memcpy(fmu->u + at, fmu->u_end + at,
                       (size_t)fmu->inputs.variables[i].size * sizeof *fmu->u);
    status = fmu_set_inputs(fmu, fmu->inputs.groups, fmu->inputs.group_count, fmu->u);
    fmu->rates_set = true;
    return status == MR_OK ? set_rates(fmu, fmu->feeding == FMU_FEED_EXACT) : status;
}

mr_status fmu_feed_step(fmu_instance *fmu, const mr_inputs *inputs, double end) {
    if (fmu->inputs.width == 0)
        return MR_OK;
    if (!inputs->constant && (fmu->feeding == FMU_FEED_RATE || fmu->feeding == FMU_FEED_EXACT))
        return feed_rates(fmu, inputs, end);
    double at = fmu->t;
    if (fmu->feeding != FMU_FEED_INTERMEDIATE) {
        if (fmu->settings.hold == FMU_HOLD_END)
            at = end;
        else if (fmu->settings.hold != FMU_HOLD_BEGIN)
            at = fmu->t + 0.5 * (end - fmu->t);
    }
    MR_TRY(mr_inputs_at(inputs, at, fmu->u));
    if (fmu->clocks.count > 0) /* what does not flow is given at events */
        return fmu_set_inputs(fmu, fmu->flowing, fmu->flowing_count, fmu->u);
    MR_TRY(fmu_set_inputs(fmu, fmu->inputs.groups, fmu->inputs.group_count, fmu->u));
    return clear_rates(fmu);
}
