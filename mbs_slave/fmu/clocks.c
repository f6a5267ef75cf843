/* ticks of clocks, and what belongs to them (FMI 3.0, sections 2.2.8, 2.2.9 and 5) */
#include "clocks.h"

#include "fmu.h"
#include "common/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_TICKS  9e15 /* that can be counted in a double */
#define MOST_ROUNDS 1000 /* of ticks at one instant */

static mr_status no_memory(fmu_instance *fmu) {
    return mr_no_memory(fmu->message);
}

static int scalar_of(const fmu_signals *signals, int variable) {
    for (int i = 0, at = 0; i < signals->count; at += signals->variables[i].size, i++)
        if (signals->indices[i] == variable)
            return at;
    return -1;
}

static mr_status list_clocked(fmu_instance *fmu, const fmu_signals *signals, fmu_clocked **list,
                              int *count) {
    *list = calloc((size_t)signals->count + 1, sizeof **list);
    if (!*list)
        return no_memory(fmu);
    for (int i = 0, at = 0; i < signals->count; at += signals->variables[i].size, i++) {
        const fmu_variable *v = &fmu->description->variables[signals->indices[i]];
        const int size = signals->variables[i].size;
        if (!v->is_clocked || v->kind == FMU_CLOCK)
            continue;
        fmu_clocked *c = &(*list)[(*count)++];
        *c = (fmu_clocked){.first = at, .size = size, .variable = v};
        c->group =
            (fmu_group){.kind = v->kind, .reference_count = 1, .value_count = size, .first = -1};
        c->group.references = malloc(sizeof *c->group.references);
        c->group.scalars = calloc((size_t)size, sizeof *c->group.scalars);
        c->group.types =
            v->kind == FMU_ENUMERATION ? calloc((size_t)size, sizeof *c->group.types) : NULL;
        c->group.buffer = calloc((size_t)size, fmu_kind_size(v->kind));
        c->values = calloc((size_t)size, sizeof *c->values);
        if (!c->group.references || !c->group.scalars || !c->group.buffer || !c->values ||
            (v->kind == FMU_ENUMERATION && !c->group.types))
            return no_memory(fmu);
        c->group.references[0] = v->reference;
        for (int s = 0; s < size; s++) {
            c->group.scalars[s] = s;
            if (c->group.types)
                c->group.types[s] = fmu_description_type(fmu->description, v->type);
        }
    }
    return MR_OK;
}

mr_status fmu_clocks_prepare(fmu_instance *fmu) {
    const fmu_description *d = fmu->description;
    fmu_clocks *all = &fmu->clocks;
    if (!fmu_description_ticks(d) || (!d->model_exchange && !d->scheduled && !fmu->event_mode))
        return MR_OK;
    all->clocks = calloc((size_t)d->variable_count + 1, sizeof *all->clocks);
    if (!all->clocks)
        return no_memory(fmu);
    for (int i = 0; i < d->variable_count; i++) {
        const fmu_variable *v = &d->variables[i];
        if (v->kind != FMU_CLOCK || v->is_alias ||
            (v->causality != FMU_INPUT && v->causality != FMU_OUTPUT))
            continue;
        all->clocks[all->count++] = (fmu_clock){.reference = v->reference,
                                                .interval_kind = v->interval_kind,
                                                .input = v->causality == FMU_INPUT,
                                                .priority = v->priority,
                                                .given = scalar_of(&fmu->inputs, i),
                                                .told = scalar_of(&fmu->outputs, i)};
    }
    MR_TRY(list_clocked(fmu, &fmu->inputs, &all->inputs, &all->input_count));
    return list_clocked(fmu, &fmu->outputs, &all->outputs, &all->output_count);
}

static void free_clocked(fmu_clocked *list, int count) {
    for (int i = 0; i < count; i++) {
        CM_FREE(list[i].group.references, list[i].group.scalars, list[i].group.types,
                list[i].group.buffer, list[i].values);
    }
    free(list);
}

void fmu_clocks_free(fmu_instance *fmu) {
    free_clocked(fmu->clocks.inputs, fmu->clocks.input_count);
    free_clocked(fmu->clocks.outputs, fmu->clocks.output_count);
    free(fmu->clocks.clocks);
    fmu->clocks = (fmu_clocks){0};
}

/* --- when --- */

static bool is_periodic(const fmu_clock *c) {
    return c->interval_kind == FMU_INTERVAL_CONSTANT || c->interval_kind == FMU_INTERVAL_FIXED ||
           c->interval_kind == FMU_INTERVAL_TUNABLE;
}

static mr_status ask_interval(fmu_instance *fmu, fmu_clock *c, double *interval, int *qualifier) {
    if (!fmu->f3.GetIntervalDecimal)
        return fmu_lacks(fmu, 3, "GetIntervalDecimal");
    *interval = 0.0;
    *qualifier = 0;
    return fmu_check3(
        fmu, fmu->f3.GetIntervalDecimal(fmu->component, &c->reference, 1, interval, qualifier),
        "GetIntervalDecimal", MR_ERR_SLAVE_STEP);
}

static mr_status refuse_interval(fmu_instance *fmu, const fmu_clock *c, double interval) {
    const int v = fmu_description_find_reference(fmu->description, c->reference);
    return fmu_complain(fmu, MR_ERR_SLAVE_STEP, "clock '%.80s' of FMU '%.80s' ticks every %g s",
                        fmu->description->variables[v].name, fmu->description->model_name,
                        interval);
}

mr_status fmu_clocks_begin(fmu_instance *fmu, double t0) {
    fmu_clocks *all = &fmu->clocks;
    for (int i = 0; i < all->count; i++) {
        fmu_clock *c = &all->clocks[i];
        const int v = fmu_description_find_reference(fmu->description, c->reference);
        const fmu_variable *variable = &fmu->description->variables[v];
        c->interval = variable->interval;
        c->shift = variable->shift;
        c->next = INFINITY;
        c->count = c->seen = 0.0;
        c->ticks = false;
        if (!c->input || c->interval_kind == FMU_INTERVAL_TRIGGERED ||
            c->interval_kind == FMU_INTERVAL_COUNTDOWN)
            continue;
        int qualifier = 2;
        if (!(c->interval > 0.0)) {
            MR_TRY(ask_interval(fmu, c, &c->interval, &qualifier));
            if (fmu->f3.GetShiftDecimal)
                MR_TRY(fmu_check3(
                    fmu, fmu->f3.GetShiftDecimal(fmu->component, &c->reference, 1, &c->shift),
                    "GetShiftDecimal", MR_ERR_SLAVE_INITIALISE));
        }
        if (qualifier == 0)
            continue;                                        /* not known yet */
        const double passed = (t0 - c->shift) / c->interval; /* no number, or more than can be */
        if (!(c->interval > 0.0) || !isfinite(c->interval) || !(fabs(passed) < MOST_TICKS))
            return refuse_interval(fmu, c, c->interval);
        c->origin = c->shift;
        c->index = t0 > c->shift ? (int64_t)ceil(passed - 1e-9) : 0;
        c->next = c->origin + (double)c->index * c->interval;
    }
    for (int i = 0; i < all->output_count; i++)
        memset(all->outputs[i].values, 0, (size_t)all->outputs[i].size * sizeof(double));
    return MR_OK;
}

double fmu_clocks_next(const fmu_instance *fmu) {
    double next = INFINITY;
    for (int i = 0; i < fmu->clocks.count; i++)
        next = fmin(next, fmu->clocks.clocks[i].next);
    return next;
}

static double slack(const fmu_instance *fmu, double t) {
    return 1e-9 * fmu->h + 4e-16 * fabs(t);
}

static bool is_due(const fmu_instance *fmu, const fmu_clock *c, double t) {
    if (!c->input)
        return false;
    if (c->interval_kind == FMU_INTERVAL_TRIGGERED)
        return c->given >= 0 && fmu->u[c->given] != c->seen;
    return c->next <= t + slack(fmu, t);
}

/* it ticks at t; when will it again? */
static void note_tick(const fmu_instance *fmu, fmu_clock *c) {
    c->ticks = true;
    c->count += 1.0;
    if (c->interval_kind == FMU_INTERVAL_TRIGGERED)
        c->seen = fmu->u[c->given];
    c->next = is_periodic(c) ? c->origin + (double)++c->index * c->interval : INFINITY;
}

static bool belongs(const fmu_clocked *variable, const fmu_clock *c) {
    for (int k = 0; k < variable->variable->clock_count; k++)
        if (variable->variable->clocks[k] == c->reference)
            return true;
    return false;
}

static bool has_tick(const fmu_clocks *all, const fmu_clocked *variable) {
    for (int i = 0; i < all->count; i++)
        if (all->clocks[i].ticks && belongs(variable, &all->clocks[i]))
            return true;
    return false;
}

static mr_status give_inputs(fmu_instance *fmu) {
    fmu_clocks *all = &fmu->clocks;
    for (int i = 0; i < all->input_count; i++)
        if (has_tick(all, &all->inputs[i])) {
            fmu_group_pack(&all->inputs[i].group, fmu->u + all->inputs[i].first);
            MR_TRY(fmu->backend->set(fmu, &all->inputs[i].group, all->inputs[i].group.buffer));
        }
    return MR_OK;
}

static mr_status take_outputs(fmu_instance *fmu) {
    fmu_clocks *all = &fmu->clocks;
    for (int i = 0; i < all->output_count; i++)
        if (has_tick(all, &all->outputs[i])) {
            MR_TRY(fmu->backend->get(fmu, &all->outputs[i].group, all->outputs[i].group.buffer));
            fmu_group_unpack(&all->outputs[i].group, all->outputs[i].values);
        }
    return MR_OK;
}

/* output clocks that tick now */
static mr_status ask_output_clocks(fmu_instance *fmu) {
    for (int i = 0; i < fmu->clocks.count; i++) {
        fmu_clock *c = &fmu->clocks.clocks[i];
        bool ticks = false;
        if (c->input)
            continue;
        if (!fmu->f3.GetClock)
            return fmu_lacks(fmu, 3, "GetClock");
        MR_TRY(fmu_check3(fmu, fmu->f3.GetClock(fmu->component, &c->reference, 1, &ticks),
                          "GetClock", MR_ERR_SLAVE_STEP));
        c->ticks = ticks;
        c->count += ticks;
    }
    return MR_OK;
}

/* intervals are asked for where a clock that ticks may change them */
static mr_status ask_intervals(fmu_instance *fmu, double t, bool all) {
    for (int i = 0; i < fmu->clocks.count; i++) {
        fmu_clock *c = &fmu->clocks.clocks[i];
        double interval = 0.0;
        int qualifier = 0;
        if (!c->input || (c->interval_kind != FMU_INTERVAL_COUNTDOWN &&
                          !(c->interval_kind == FMU_INTERVAL_CHANGING && (c->ticks || all))))
            continue;
        MR_TRY(ask_interval(fmu, c, &interval, &qualifier));
        const bool again = qualifier == 1 && c->interval_kind == FMU_INTERVAL_CHANGING;
        if (qualifier == 2)
            c->interval = interval;
        else if (!again)
            continue;
        if (!(c->interval >= 0.0) || !isfinite(c->interval) ||
            (c->interval == 0.0 && c->interval_kind == FMU_INTERVAL_CHANGING))
            return refuse_interval(fmu, c, c->interval);
        c->next = t + c->interval;
    }
    return MR_OK;
}

/* --- event mode --- */

mr_status fmu_clocks_tick(fmu_instance *fmu, double t) {
    static const bool yes = true;
    for (int i = 0; i < fmu->clocks.count; i++) {
        fmu_clock *c = &fmu->clocks.clocks[i];
        c->ticks = false;
        if (!is_due(fmu, c, t))
            continue;
        if (!fmu->f3.SetClock)
            return fmu_lacks(fmu, 3, "SetClock");
        MR_TRY(fmu_check3(fmu, fmu->f3.SetClock(fmu->component, &c->reference, 1, &yes), "SetClock",
                          MR_ERR_SLAVE_STEP));
        note_tick(fmu, c);
    }
    return give_inputs(fmu);
}

mr_status fmu_clocks_read(fmu_instance *fmu) {
    if (fmu->clocks.count == 0)
        return MR_OK;
    MR_TRY(ask_output_clocks(fmu));
    MR_TRY(take_outputs(fmu));
    return ask_intervals(fmu, fmu->event_t, false);
}

mr_status fmu_clocks_settle(fmu_instance *fmu, double t) {
    (void)t;
    for (int i = 0; i < fmu->clocks.count; i++)
        fmu->clocks.clocks[i].ticks = false;
    return MR_OK;
}

/* --- Scheduled Execution --- */

/* the one of those that are due whose priority number is the lowest */
static fmu_clock *most_urgent(fmu_instance *fmu, double t) {
    fmu_clock *found = NULL;
    for (int i = 0; i < fmu->clocks.count; i++) {
        fmu_clock *c = &fmu->clocks.clocks[i];
        if (is_due(fmu, c, t) && (!found || c->priority < found->priority))
            found = c;
    }
    return found;
}

mr_status fmu_clocks_activate(fmu_instance *fmu, double t) {
    fmu_clock *c;
    for (int round = 0; (c = most_urgent(fmu, t)); round++) {
        if (round > MOST_ROUNDS)
            return fmu_complain(fmu, MR_ERR_SLAVE_STEP,
                                "the clocks of FMU '%.80s' at t = %.9g s do not come to an end",
                                fmu->description->model_name, t);
        note_tick(fmu, c);
        MR_TRY(fmu_set_inputs(fmu, fmu->inputs.groups, fmu->inputs.group_count, fmu->u));
        MR_TRY(give_inputs(fmu));
        MR_TRY(fmu_check3(fmu, fmu->f3.ActivateModelPartition(fmu->component, c->reference, t),
                          "ActivateModelPartition", MR_ERR_SLAVE_STEP));
        MR_TRY(ask_output_clocks(fmu));
        MR_TRY(take_outputs(fmu));
        MR_TRY(ask_intervals(fmu, t, false));
        for (int i = 0; i < fmu->clocks.count; i++)
            fmu->clocks.clocks[i].ticks = false;
    }
    return MR_OK;
}

void fmu_clocks_tell(const fmu_instance *fmu, double *y) {
    const fmu_clocks *all = &fmu->clocks;
    for (int i = 0; i < all->count; i++)
        if (all->clocks[i].told >= 0)
            y[all->clocks[i].told] = all->clocks[i].count;
    for (int i = 0; i < all->output_count; i++)
        memcpy(y + all->outputs[i].first, all->outputs[i].values,
               (size_t)all->outputs[i].size * sizeof *y);
}
