/* FMI 3.0: steps, the events that end them, and clocks that tick in between */
#include "backend3.h"

#include "multirate/pace.h"

#include <math.h>

static mr_status ended(fmu_instance *fmu, double t) {
    return fmu_complain(fmu, MR_ERR_STOPPED, "FMU '%.80s' ended its simulation at t = %.9g s",
                        fmu->description->model_name, t);
}

/* event iteration, and back to step mode */
mr_status fmu3_handle_events(fmu_instance *fmu, double t) {
    bool again = true;
    fmu->event_t = t;
    MR_TRY(fmu_clocks_tick(fmu, t));
    for (int i = 0; again; i++) {
        bool terminate = false, nominals = false, states = false, has_next = false;
        double next = 0.0;
        again = false;
        MR_TRY(fmu_clocks_read(fmu));
        MR_TRY(fmu_check3(fmu,
                          fmu->f3.UpdateDiscreteStates(fmu->component, &again, &terminate,
                                                       &nominals, &states, &has_next, &next),
                          "UpdateDiscreteStates", MR_ERR_SLAVE_STEP));
        MR_TRY(fmu_clocks_settle(fmu, t));
        if (!again && fmu_clocks_next(fmu) <= t) { /* one that counts down from zero */
            MR_TRY(fmu_clocks_tick(fmu, t));
            again = true;
        }
        if (terminate)
            MR_TRY(ended(fmu, t));
        if (again && i >= 1000)
            MR_TRY(fmu_complain(fmu, MR_ERR_SLAVE_STEP,
                                "the events of FMU '%.80s' at t = %.9g s do not come to an end; "
                                "events=off leaves them to the FMU",
                                fmu->description->model_name, t));
    }
    return fmu_check3(fmu, fmu->f3.EnterStepMode(fmu->component), "EnterStepMode",
                      MR_ERR_SLAVE_STEP);
}

/* what a step has led to */
typedef struct outcome {
    bool event, terminate, early;
    double last;
} outcome;

static fmi3_status do_step(fmu_instance *fmu, double t, double h, outcome *o) {
    return fmu->f3.DoStep(fmu->component, t, h, !fmu_may_go_back(fmu), &o->event, &o->terminate,
                          &o->early, &o->last);
}

/* events end a step early; what is left of it follows behind them */
static mr_status finish_step(fmu_instance *fmu, fmi3_status answer, outcome *o, double t,
                             double end, double *reached) {
    for (int events = 0; events < 100000; events++) {
        if (events > 0) {
            *o = (outcome){.last = end};
            answer = do_step(fmu, t, end - t, o);
        }
        mr_status status = fmu_check3(fmu, answer, "DoStep", MR_ERR_SLAVE_STEP);
        fmu->discarded = answer == FMI3_DISCARD && events == 0;
        if (status != MR_OK)
            return status;
        if (o->terminate) {
            *reached = o->last >= t && o->last <= end ? o->last : end;
            return ended(fmu, *reached);
        }
        /* an FMU that has not returned early is where it was told to go, whatever its own clock */
        const bool event = o->event;
        const double now = o->early && o->last < end ? o->last : end;
        if (event && fmu->event_mode) {
            status = fmu_check3(fmu, fmu->f3.EnterEventMode(fmu->component), "EnterEventMode",
                                MR_ERR_SLAVE_STEP);
            if (status == MR_OK)
                status = fmu3_handle_events(fmu, now);
            if (status != MR_OK) {
                *reached = now;
                return status;
            }
        }
        if (now >= end)
            return MR_OK;
        if (!(now > t) && !event)
            return fmu_complain(fmu, MR_ERR_SLAVE_STEP,
                                "FMU '%.80s' returned from its step at t = %.9g s without having "
                                "advanced",
                                fmu->description->model_name, t);
        t = now > t ? now : t;
    }
    return fmu_complain(
        fmu, MR_ERR_SLAVE_STEP,
        "FMU '%.80s' has no end of events at t = %.9g s; events=off leaves them to the FMU",
        fmu->description->model_name, t);
}

static mr_status step_once(fmu_instance *fmu, double t, double end, double *reached) {
    outcome o = {.last = end};
    const fmi3_status answer = do_step(fmu, t, end - t, &o);
    *reached = end;
    return answer == FMI3_OK && !o.event && !o.terminate && !o.early
               ? MR_OK
               : finish_step(fmu, answer, &o, t, end, reached);
}

/* an event at t, for clocks that tick and inputs that do not flow */
static mr_status tick(fmu_instance *fmu, double t, bool inputs) {
    MR_TRY(fmu_check3(fmu, fmu->f3.EnterEventMode(fmu->component), "EnterEventMode",
                      MR_ERR_SLAVE_STEP));
    MR_TRY(inputs ? fmu_set_inputs(fmu, fmu->inputs.groups, fmu->inputs.group_count, fmu->u)
                  : fmu_set_inputs(fmu, fmu->flowing, fmu->flowing_count, fmu->u));
    return fmu3_handle_events(fmu, t);
}

static mr_status inputs_at(fmu_instance *fmu, double t) {
    if (fmu->inputs.width == 0)
        return MR_OK;
    return fmu->window_status = mr_inputs_at(fmu->window, t, fmu->u);
}

static mr_status refuse_ticks(fmu_instance *fmu, double t) {
    return fmu_complain(fmu, MR_ERR_SLAVE_STEP,
                        "the clocks of FMU '%.80s' tick too often at t = %.9g s: time hardly goes "
                        "on",
                        fmu->description->model_name, t);
}

/* what does not flow is given at the begin of a step. Clocks of an interval tick where they should,
 * the end of the step included */
static mr_status step_with_clocks(fmu_instance *fmu, double t, double end, double *reached) {
    bool held = false;
    for (int i = 0; i < fmu->inputs.count; i++)
        held = held || fmu->inputs.variables[i].variability == MR_DISCRETE;
    *reached = t;
    if (held) {
        MR_TRY(inputs_at(fmu, t));
        MR_TRY(tick(fmu, t, true));
    }
    for (mr_pace pace = {t, 0}; *reached < end;) {
        if (mr_pace_crawls(&pace, *reached, end, MR_MOST_STEPS))
            return refuse_ticks(fmu, *reached);
        const double from = *reached, next = fmu_clocks_next(fmu);
        const double to = next < end - 1e-9 * fmu->h ? fmax(next, from) : end;
        if (to > from) {
            MR_TRY(inputs_at(fmu, from + 0.5 * (to - from)));
            MR_TRY(fmu_set_inputs(fmu, fmu->flowing, fmu->flowing_count, fmu->u));
            MR_TRY(step_once(fmu, from, to, reached));
        }
        if (!(next <= to + 1e-9 * fmu->h))
            continue;
        MR_TRY(inputs_at(fmu, to));
        for (int i = 0; i < fmu->clocks.count; i++) /* triggered ones: at the begin of a step */
            if (fmu->clocks.clocks[i].given >= 0)
                fmu->u[fmu->clocks.clocks[i].given] = fmu->clocks.clocks[i].seen;
        MR_TRY(tick(fmu, to, false));
    }
    return MR_OK;
}

/* Scheduled Execution: nothing moves between the ticks */
static mr_status step_partitions(fmu_instance *fmu, double t, double end, double *reached) {
    *reached = t;
    MR_TRY(inputs_at(fmu, t));
    MR_TRY(fmu_clocks_activate(fmu, t));
    mr_pace pace = {t, 0};
    for (double next; (next = fmu_clocks_next(fmu)) <= end + 1e-9 * fmu->h;) {
        if (mr_pace_crawls(&pace, fmax(next, t), end, MR_MOST_STEPS))
            return refuse_ticks(fmu, next);
        MR_TRY(inputs_at(fmu, fmin(next, end)));
        for (int i = 0; i < fmu->clocks.count; i++)
            if (fmu->clocks.clocks[i].given >= 0)
                fmu->u[fmu->clocks.clocks[i].given] = fmu->clocks.clocks[i].seen;
        MR_TRY(fmu_clocks_activate(fmu, fmax(next, t)));
    }
    *reached = end;
    return MR_OK;
}

mr_status fmu3_step(fmu_instance *fmu, double t, double h, double *reached) {
    *reached = t + h;
    if (fmu->description->model_exchange)
        return fmu_exchange_step(fmu, t, h, reached);
    if (fmu->description->scheduled)
        return step_partitions(fmu, t, t + h, reached);
    if (fmu->clocks.count > 0)
        return step_with_clocks(fmu, t, t + h, reached);
    return step_once(fmu, t, t + h, reached);
}
