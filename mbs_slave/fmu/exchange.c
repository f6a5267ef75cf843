/* solving an FMU for Model Exchange: the classical Runge-Kutta rule of fourth order with a fixed
 * number of steps per communication step, events located by halving (FMI 2.0.4, section 3.2) */
#include "exchange.h"
#include "fmu.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_EVENTS 100000 /* in one communication step */

static const fmu_exchange_functions *functions(const fmu_instance *fmu) {
    return fmu->description->version == 2 ? &fmu_exchange_2 : &fmu_exchange_3;
}

static mr_status take_memory(fmu_instance *fmu) {
    fmu_exchange *e = &fmu->exchange;
    if (e->x)
        return MR_OK;
    mr_status status = functions(fmu)->count(fmu, &e->states, &e->indicators);
    if (status != MR_OK)
        return status;
    const size_t n = (size_t)e->states, m = (size_t)e->indicators;
    e->x = calloc(5 * n + 2 * m + (size_t)fmu->inputs.width + 1, sizeof *e->x);
    if (!e->x) {
        mr_message_set(fmu->message, "not enough memory");
        return MR_ERR_MEMORY;
    }
    e->x0 = e->x + n;
    e->stage = e->x0 + n;
    e->slope = e->stage + n;
    e->sum = e->slope + n;
    e->z = e->sum + n;
    e->z_before = e->z + m;
    e->held = e->z_before + m;
    return MR_OK;
}

void fmu_exchange_free(fmu_instance *fmu) {
    free(fmu->exchange.x);
    fmu->exchange = (fmu_exchange){0};
}

/* time, inputs and states of one instant */
static mr_status place(fmu_instance *fmu, double t, const double *x) {
    mr_status status = functions(fmu)->set_time(fmu, t);
    if (status == MR_OK && fmu->flowing_count > 0) {
        status = fmu->window_status = mr_inputs_at(fmu->window, t, fmu->u);
        if (status == MR_OK)
            status = fmu_set_inputs(fmu, fmu->flowing, fmu->flowing_count, fmu->u);
    }
    if (status == MR_OK && fmu->exchange.states > 0)
        status = functions(fmu)->set_states(fmu, x, fmu->exchange.states);
    return status;
}

/* x from x0 over the step from t to `end`; the FMU is left at the end of it */
static mr_status runge_kutta(fmu_instance *fmu, double t, double end) {
    static const double at[] = {0.0, 0.5, 0.5, 1.0}, weight[] = {1.0, 2.0, 2.0, 1.0};
    fmu_exchange *e = &fmu->exchange;
    const int n = e->states;
    const double h = end - t;
    mr_status status = MR_OK;
    memset(e->slope, 0, (size_t)n * sizeof *e->slope);
    memset(e->sum, 0, (size_t)n * sizeof *e->sum);
    for (int k = 0; n > 0 && k < 4 && status == MR_OK; k++) {
        for (int i = 0; i < n; i++)
            e->stage[i] = e->x0[i] + at[k] * h * e->slope[i];
        status = place(fmu, at[k] == 1.0 ? end : t + at[k] * h, e->stage);
        if (status == MR_OK)
            status = functions(fmu)->get_rates(fmu, e->slope, n);
        for (int i = 0; i < n; i++)
            e->sum[i] += weight[k] * e->slope[i];
    }
    for (int i = 0; i < n; i++)
        e->x[i] = e->x0[i] + h / 6.0 * e->sum[i];
    return status == MR_OK ? place(fmu, end, e->x) : status;
}

static mr_status get_indicators(fmu_instance *fmu, double *z) {
    return fmu->exchange.indicators > 0
               ? functions(fmu)->get_indicators(fmu, z, fmu->exchange.indicators)
               : MR_OK;
}

/* the standard's domains: above zero, and the rest */
static bool has_crossed(const fmu_exchange *e) {
    for (int i = 0; i < e->indicators; i++)
        if ((e->z[i] > 0.0) != (e->z_before[i] > 0.0))
            return true;
    return false;
}

/* shortens the step from t to *end to where the first indicator has just changed its domain */
static mr_status locate(fmu_instance *fmu, double t, double *end) {
    double before = t, behind = *end;
    const double fine = 1e-9 * (*end - t) + 4e-16 * fabs(*end);
    mr_status status = MR_OK;
    while (status == MR_OK && behind - before > fine) {
        const double middle = before + 0.5 * (behind - before);
        if (!(middle > before && middle < behind))
            break;
        status = runge_kutta(fmu, t, middle);
        if (status == MR_OK)
            status = get_indicators(fmu, fmu->exchange.z);
        if (has_crossed(&fmu->exchange))
            behind = middle;
        else
            before = middle;
    }
    *end = behind;
    return status == MR_OK ? runge_kutta(fmu, t, behind) : status;
}

/* event iteration, and what it leaves */
static mr_status iterate(fmu_instance *fmu, double t) {
    fmu_exchange *e = &fmu->exchange;
    const fmu_exchange_functions *f = functions(fmu);
    bool again = true, terminate = false;
    mr_status status = MR_OK;
    for (int i = 0; status == MR_OK && again; i++) {
        again = false;
        status = f->update(fmu, &again, &terminate, &e->next_event);
        if (status == MR_OK && terminate)
            status =
                fmu_complain(fmu, MR_ERR_STOPPED, "FMU '%.80s' ended its simulation at t = %.9g s",
                             fmu->description->model_name, t);
        if (status == MR_OK && again && i >= 1000)
            status = fmu_complain(fmu, MR_ERR_SLAVE_STEP,
                                  "the events of FMU '%.80s' at t = %.9g s do not come to an end",
                                  fmu->description->model_name, t);
    }
    if (status == MR_OK)
        status = f->leave_events(fmu);
    if (status == MR_OK && e->states > 0)
        status = f->get_states(fmu, e->x, e->states);
    return status == MR_OK ? get_indicators(fmu, e->z_before) : status;
}

/* inputs that do not flow may be set at events only */
static mr_status set_held(fmu_instance *fmu, double t) {
    fmu_exchange *e = &fmu->exchange;
    if (fmu->inputs.width == 0)
        return MR_OK;
    mr_status status = fmu->window_status = mr_inputs_at(fmu->window, t, fmu->u);
    bool changed = false;
    for (int i = 0, at = 0; i < fmu->inputs.count; at += fmu->inputs.variables[i].size, i++)
        for (int s = 0; s < fmu->inputs.variables[i].size; s++)
            changed = changed || (fmu->inputs.variables[i].variability == MR_DISCRETE &&
                                  fmu->u[at + s] != e->held[at + s]);
    memcpy(e->held, fmu->u, (size_t)fmu->inputs.width * sizeof *e->held);
    if (status != MR_OK || !changed)
        return status;
    status = functions(fmu)->enter_events(fmu);
    if (status == MR_OK)
        status = fmu_set_inputs(fmu, fmu->inputs.groups, fmu->inputs.group_count, fmu->u);
    return status == MR_OK ? iterate(fmu, t) : status;
}

/* one step of the solver from *t towards `end` */
static mr_status advance(fmu_instance *fmu, double *t, double end) {
    fmu_exchange *e = &fmu->exchange;
    bool event = e->next_event <= end, terminate = false, asked = false;
    if (event)
        end = fmax(e->next_event, *t);
    memcpy(e->x0, e->x, (size_t)e->states * sizeof *e->x);
    mr_status status = MR_OK;
    if (end > *t) {
        status = runge_kutta(fmu, *t, end);
        if (status == MR_OK)
            status = get_indicators(fmu, e->z);
        if (status == MR_OK && has_crossed(e)) {
            status = locate(fmu, *t, &end);
            event = true;
        }
        if (status == MR_OK)
            status = functions(fmu)->completed(fmu, &asked, &terminate);
    }
    if (status == MR_OK && terminate)
        status = fmu_complain(fmu, MR_ERR_STOPPED, "FMU '%.80s' ended its simulation at t = %.9g s",
                              fmu->description->model_name, end);
    *t = end;
    if (status == MR_OK && (event || asked)) {
        status = functions(fmu)->enter_events(fmu);
        return status == MR_OK ? iterate(fmu, end) : status;
    }
    memcpy(e->z_before, e->z, (size_t)e->indicators * sizeof *e->z);
    return status;
}

mr_status fmu_exchange_step(fmu_instance *fmu, double t, double h, double *reached) {
    const double end = t + h, size = h / fmu->settings.solver_steps;
    mr_status status = set_held(fmu, t);
    for (int k = 1; status == MR_OK && k <= fmu->settings.solver_steps; k++) {
        const double target = k == fmu->settings.solver_steps ? end : t + (double)k * size;
        double now = k == 1 ? t : t + (double)(k - 1) * size;
        int events = 0;
        while (status == MR_OK && now < target && events++ < MOST_EVENTS)
            status = advance(fmu, &now, target);
        *reached = now;
        if (status == MR_OK && now < target)
            status = fmu_complain(fmu, MR_ERR_SLAVE_STEP,
                                  "FMU '%.80s' has no end of events at t = %.9g s",
                                  fmu->description->model_name, now);
    }
    /* outputs that follow at once */
    return status == MR_OK && fmu->feedthrough ? set_held(fmu, end) : status;
}

mr_status fmu_exchange_begin(fmu_instance *fmu) {
    mr_status status = take_memory(fmu);
    if (status == MR_OK && fmu->inputs.width > 0)
        memcpy(fmu->exchange.held, fmu->u, (size_t)fmu->inputs.width * sizeof(double));
    return status == MR_OK ? iterate(fmu, fmu->t) : status;
}

mr_status fmu_exchange_resume(fmu_instance *fmu) {
    fmu_exchange *e = &fmu->exchange;
    mr_status status = e->states > 0 ? functions(fmu)->get_states(fmu, e->x, e->states) : MR_OK;
    return status == MR_OK ? get_indicators(fmu, e->z_before) : status;
}
