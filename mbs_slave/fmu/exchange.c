/* solving an FMU for Model Exchange: steps of a solver, events located and handled (FMI 2.0.4,
 * section 3.2)
 *
 * The solver begins anew at each communication step, because the inputs may have a kink there and
 * because saved states must come back to the bit; what it remembers is saved with them. Where
 * events follow upon one another without end (a relay that chatters, an ideal diode), they are not
 * located any more: short steps of equal size go on over them. */
#include "exchange.h"
#include "fmu.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_EVENTS 100000  /* in one communication step */
#define MOST_STEPS  1000000 /* of the solver, in one communication step */
#define LOCATED     100     /* events in one communication step; further ones are not located */
#define CHATTER     1e-3    /* of a communication step: size of the steps then */
#define STIFF_AFTER 200     /* steps of the explicit rule without an event */

static const fmu_exchange_functions *functions(const fmu_instance *fmu) {
    static const fmu_exchange_functions *const versions[] = {&fmu_exchange_1, &fmu_exchange_2,
                                                             &fmu_exchange_3};
    return versions[fmu->description->version - 1];
}

static const fmu_solver *solver(const fmu_instance *fmu) {
    switch (fmu->settings.solver) {
    case FMU_SOLVER_RK4:
        return &fmu_solver_rk4;
    case FMU_SOLVER_RK45:
        return &fmu_solver_rk45;
    case FMU_SOLVER_BDF:
        return &fmu_solver_bdf;
    case FMU_SOLVER_ADAMS:
        return &fmu_solver_adams;
    default:
        return fmu->exchange.past.stiff ? &fmu_solver_bdf : &fmu_solver_rk45;
    }
}

static double choose_tolerance(const fmu_instance *fmu) {
    const fmu_description *d = fmu->description;
    if (fmu->settings.has_tolerance)
        return fmu->settings.tolerance;
    return d->has_tolerance && d->tolerance > 0.0 && d->tolerance < FMU_SOLVER_TOLERANCE
               ? d->tolerance
               : FMU_SOLVER_TOLERANCE;
}

static mr_status take_memory(fmu_instance *fmu) {
    fmu_exchange *e = &fmu->exchange;
    if (e->x)
        return MR_OK;
    MR_TRY(functions(fmu)->count(fmu, &e->states, &e->indicators));
    const size_t n = (size_t)e->states, m = (size_t)e->indicators;
    e->x = calloc(11 * n + 2 * m + (size_t)fmu->inputs.width + 1, sizeof *e->x);
    if (!e->x)
        return mr_no_memory(fmu->message);
    e->x0 = e->x + n;
    e->nominals = e->x0 + n;
    e->slopes = e->nominals + n;
    e->z = e->slopes + 8 * n;
    e->z_before = e->z + m;
    e->held = e->z_before + m;
    e->relative_tolerance = choose_tolerance(fmu);
    return MR_OK;
}

void fmu_exchange_free(fmu_instance *fmu) {
    fmu_solver_bdf.free(fmu);
    free(fmu->exchange.x);
    fmu->exchange = (fmu_exchange){0};
}

mr_status fmu_exchange_place(fmu_instance *fmu, double t, const double *x) {
    MR_TRY(functions(fmu)->set_time(fmu, t));
    if (fmu->flowing_count > 0) {
        MR_TRY(fmu->window_status = mr_inputs_at(fmu->window, t, fmu->u));
        MR_TRY(fmu_set_inputs(fmu, fmu->flowing, fmu->flowing_count, fmu->u));
    }
    if (fmu->exchange.states > 0)
        MR_TRY(functions(fmu)->set_states(fmu, x, fmu->exchange.states));
    return MR_OK;
}

mr_status fmu_exchange_rates(fmu_instance *fmu, double t, const double *x, double *rates,
                             bool *bad) {
    const int n = fmu->exchange.states;
    mr_status status = fmu_exchange_place(fmu, t, x);
    if (status == MR_OK)
        status = functions(fmu)->get_rates(fmu, rates, n);
    *bad = status != MR_OK && fmu->phase == FMU_RUNNING && fmu->window_status == MR_OK;
    for (int i = 0; status == MR_OK && i < n && !*bad; i++)
        *bad = !isfinite(rates[i]);
    return *bad ? MR_OK : status;
}

double fmu_exchange_tolerance(const fmu_instance *fmu, int state, double x) {
    const fmu_exchange *e = &fmu->exchange;
    return e->relative_tolerance * (fabs(x) + 0.01 * e->nominals[state]);
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
    fmu_exchange *e = &fmu->exchange;
    double before = t, behind = *end;
    const double fine = 1e-9 * (*end - t) + 4e-16 * fabs(*end);
    while (behind - before > fine) {
        const double middle = before + 0.5 * (behind - before);
        if (!(middle > before && middle < behind))
            break;
        MR_TRY(solver(fmu)->between(fmu, middle, e->x));
        MR_TRY(fmu_exchange_place(fmu, middle, e->x));
        MR_TRY(get_indicators(fmu, e->z));
        if (has_crossed(e))
            behind = middle;
        else
            before = middle;
    }
    *end = behind;
    MR_TRY(solver(fmu)->between(fmu, behind, e->x));
    return fmu_exchange_place(fmu, behind, e->x);
}

static mr_status ended(fmu_instance *fmu, double t) {
    return fmu_complain(fmu, MR_ERR_STOPPED, "FMU '%.80s' ended its simulation at t = %.9g s",
                        fmu->description->model_name, t);
}

static mr_status take_nominals(fmu_instance *fmu) {
    fmu_exchange *e = &fmu->exchange;
    if (e->states == 0)
        return MR_OK;
    const mr_status status = functions(fmu)->get_nominals(fmu, e->nominals, e->states);
    for (int i = 0; i < e->states; i++)
        e->nominals[i] =
            e->nominals[i] != 0.0 && isfinite(e->nominals[i]) ? fabs(e->nominals[i]) : 1.0;
    return status;
}

/* event iteration, and what it leaves */
static mr_status iterate(fmu_instance *fmu, double t) {
    fmu_exchange *e = &fmu->exchange;
    const fmu_exchange_functions *f = functions(fmu);
    bool again = true, terminate = false, nominals = false;
    fmu->event_t = t;
    MR_TRY(fmu_clocks_tick(fmu, t));
    for (int i = 0; again; i++) {
        bool changed = false;
        again = false;
        MR_TRY(fmu_clocks_read(fmu));
        MR_TRY(f->update(fmu, &again, &terminate, &changed, &e->past.next_event));
        MR_TRY(fmu_clocks_settle(fmu, t));
        if (!again && fmu_clocks_next(fmu) <= t) { /* one that counts down from zero */
            MR_TRY(fmu_clocks_tick(fmu, t));
            again = true;
        }
        nominals = nominals || changed;
        if (terminate)
            MR_TRY(ended(fmu, t));
        if (again && i >= 1000)
            return fmu_complain(fmu, MR_ERR_SLAVE_STEP,
                                "the events of FMU '%.80s' at t = %.9g s do not come to an end",
                                fmu->description->model_name, t);
    }
    e->past.next_event = fmin(e->past.next_event, fmu_clocks_next(fmu));
    MR_TRY(f->leave_events(fmu));
    if (e->states > 0)
        MR_TRY(f->get_states(fmu, e->x, e->states));
    if (nominals)
        MR_TRY(take_nominals(fmu));
    return get_indicators(fmu, e->z_before);
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

/* without states there is nothing to solve, but there may be something to wait for */
static mr_status step_of_solver(fmu_instance *fmu, double t, double limit, double *reached) {
    fmu_exchange *e = &fmu->exchange;
    memcpy(e->x0, e->x, (size_t)e->states * sizeof *e->x);
    *reached = limit;
    if (e->states > 0)
        MR_TRY(solver(fmu)->step(fmu, t, limit, reached));
    e->from = t;
    e->to = *reached;
    return fmu_exchange_place(fmu, *reached, e->x);
}

/* one step of the solver from *t towards `end`; *handled: there was an event. located: where the
 * indicators change is looked for */
static mr_status advance(fmu_instance *fmu, double *t, double end, bool located, bool *handled) {
    fmu_exchange *e = &fmu->exchange;
    const double next = fmax(e->past.next_event, *t);
    const bool planned = next <= end;
    bool event = false, terminate = false, asked = false;
    double reached = planned ? next : end;
    mr_status status = MR_OK;
    if (reached > *t) {
        status = step_of_solver(fmu, *t, reached, &reached);
        if (status == MR_OK)
            status = get_indicators(fmu, e->z);
        if (status == MR_OK && has_crossed(e)) {
            if (located)
                status = locate(fmu, *t, &reached);
            event = true;
        }
        if (status == MR_OK)
            status = functions(fmu)->completed(fmu, &asked, &terminate);
    }
    *t = reached;
    if (status == MR_OK && terminate)
        status = ended(fmu, reached);
    *handled = event || asked || (planned && reached >= next);
    if (status == MR_OK && *handled) {
        if (fmu->clocks.input_count > 0)
            status = fmu->window_status = mr_inputs_at(fmu->window, reached, fmu->u);
        if (status == MR_OK)
            status = functions(fmu)->enter_events(fmu);
        return status == MR_OK ? iterate(fmu, reached) : status;
    }
    memcpy(e->z_before, e->z, (size_t)e->indicators * sizeof *e->z);
    return status;
}

static mr_status begin_anew(fmu_instance *fmu, double t) {
    fmu->exchange.attempts = 0;
    fmu->exchange.has_slope = false;
    return fmu->exchange.states > 0 ? solver(fmu)->restart(fmu, t) : MR_OK;
}

static mr_status refuse_to_crawl(fmu_instance *fmu, double t, int events) {
    return fmu_complain(
        fmu, MR_ERR_SLAVE_STEP, "FMU '%.80s' at t = %.9g s: %s; try another tolerance= or solver=",
        fmu->description->model_name, t,
        events > 0 ? "it has no end of events" : "the solver makes no progress at its tolerance");
}

mr_status fmu_exchange_step(fmu_instance *fmu, double t, double h, double *reached) {
    fmu_exchange *e = &fmu->exchange;
    const double end = t + h;
    int events = 0;
    mr_status status = set_held(fmu, t);
    e->fixed = h / fmu->settings.solver_steps;
    *reached = t;
    if (status == MR_OK)
        status = begin_anew(fmu, t);
    for (int steps = 0; status == MR_OK && *reached < end; steps++) {
        const bool located = events < LOCATED;
        bool handled = false;
        double limit = end;
        if (!located && end - *reached > CHATTER * h)
            limit = *reached + CHATTER * h;
        status = advance(fmu, reached, limit, located, &handled);
        events += handled;
        if (status == MR_OK && (events > MOST_EVENTS || steps > MOST_STEPS))
            status = refuse_to_crawl(fmu, *reached, events > MOST_EVENTS);
        if (status != MR_OK)
            break;
        if (fmu->settings.solver == FMU_SOLVER_AUTO && e->attempts > STIFF_AFTER &&
            !e->past.stiff) {
            e->past.stiff = true;
            handled = true;
        }
        if (handled && *reached < end)
            status = begin_anew(fmu, *reached);
    }
    /* outputs that follow at once */
    return status == MR_OK && fmu->feedthrough ? set_held(fmu, end) : status;
}

mr_status fmu_exchange_begin(fmu_instance *fmu) {
    fmu_exchange *e = &fmu->exchange;
    e->past = (fmu_solver_past){.next_event = INFINITY};
    MR_TRY(take_memory(fmu));
    if (fmu->inputs.width > 0)
        memcpy(e->held, fmu->u, (size_t)fmu->inputs.width * sizeof(double));
    MR_TRY(fmu_clocks_begin(fmu, fmu->t));
    MR_TRY(iterate(fmu, fmu->t));
    return take_nominals(fmu);
}

mr_status fmu_exchange_resume(fmu_instance *fmu) {
    fmu_exchange *e = &fmu->exchange;
    MR_TRY(e->states > 0 ? functions(fmu)->get_states(fmu, e->x, e->states) : MR_OK);
    return get_indicators(fmu, e->z_before);
}
