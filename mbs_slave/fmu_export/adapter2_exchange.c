/* the functions of FMI 2.0 (Model Exchange) over a slave whose states others integrate
 *
 * There are no events: what the slave is made of is continuous, or left to the solver's control of
 * errors. Where the slave cannot be evaluated the answer is 'discard', so that a solver may try a
 * shorter step. */
#include "adapter2.h"

#include <string.h>

EXPORT fmi2_status fmi2GetNominalsOfContinuousStates(void *component, double x[], size_t count);

static bool is_exchange(exported *self, size_t count) {
    return self->continuous && count == (size_t)self->states;
}

static fmi2_status refuse(exported *self) {
    return fmi2_refuse(self, self->continuous ? "the model has another number of states"
                                              : "this instance is for Co-Simulation");
}

static fmi2_status needs_exchange(exported *self) {
    return self->continuous ? FMI2_OK : refuse(self);
}

fmi2_status fmi2EnterEventMode(void *component) {
    return needs_exchange(component);
}

fmi2_status fmi2NewDiscreteStates(void *component, fmi2_event_info *info) {
    *info = (fmi2_event_info){0};
    return needs_exchange(component);
}

fmi2_status fmi2EnterContinuousTimeMode(void *component) {
    return needs_exchange(component);
}

fmi2_status fmi2CompletedIntegratorStep(void *component, int no_return, int *event,
                                        int *terminate) {
    (void)no_return;
    *event = *terminate = 0;
    return needs_exchange(component);
}

fmi2_status fmi2SetTime(void *component, double t) {
    exported *self = component;
    if (!self->continuous)
        return refuse(self);
    if (t != self->t)
        exported_displace(self);
    self->t = t;
    return FMI2_OK;
}

fmi2_status fmi2SetContinuousStates(void *component, const double x[], size_t count) {
    exported *self = component;
    if (!is_exchange(self, count))
        return refuse(self);
    memcpy(self->x, x, count * sizeof *x);
    exported_displace(self);
    return FMI2_OK;
}

fmi2_status fmi2GetContinuousStates(void *component, double x[], size_t count) {
    exported *self = component;
    if (!is_exchange(self, count))
        return refuse(self);
    const mr_status status = exported_ready(self);
    if (status == MR_OK)
        memcpy(x, self->x, count * sizeof *x);
    return fmi2_say(self, status);
}

fmi2_status fmi2GetDerivatives(void *component, double rates[], size_t count) {
    exported *self = component;
    if (!is_exchange(self, count))
        return refuse(self);
    const mr_status status = exported_derivatives(self);
    if (status == MR_OK)
        memcpy(rates, self->xdot, count * sizeof *rates);
    return fmi2_tell(self, status, FMI2_DISCARD);
}

fmi2_status fmi2GetEventIndicators(void *component, double indicators[], size_t count) {
    (void)indicators;
    return count ? fmi2_refuse(component, "there are no event indicators")
                 : needs_exchange(component);
}

fmi2_status fmi2GetNominalsOfContinuousStates(void *component, double x[], size_t count) {
    if (!is_exchange(component, count))
        return refuse(component);
    for (size_t i = 0; i < count; i++)
        x[i] = 1.0;
    return FMI2_OK;
}

fmi2_status fmi2_exchange_direction(exported *self, const unsigned unknowns[], size_t unknown_count,
                                    const unsigned knowns[], size_t known_count,
                                    const double seed[], double sensitivity[]) {
    const unsigned m = (unsigned)self->inputs, p = (unsigned)self->outputs;
    const unsigned n = (unsigned)self->states, first = m + p + (unsigned)self->parameter_count;
    exported_clear_seeds(self);
    for (size_t k = 0; k < known_count; k++) {
        if (knowns[k] < m)
            self->seed_u[knowns[k]] += seed[k];
        else if (knowns[k] >= first && knowns[k] < first + n)
            self->seed_x[knowns[k] - first] += seed[k];
        else
            return fmi2_refuse(self, "derivatives are those by inputs and states");
    }
    const mr_status status = exported_direction(self);
    for (size_t i = 0; status == MR_OK && i < unknown_count; i++) {
        if (unknowns[i] >= m && unknowns[i] < m + p)
            sensitivity[i] = self->answer_y[unknowns[i] - m];
        else if (unknowns[i] >= first + n && unknowns[i] < first + 2 * n)
            sensitivity[i] = self->answer_xdot[unknowns[i] - first - n];
        else
            return fmi2_refuse(self, "derivatives are those of outputs and of states' rates");
    }
    return fmi2_tell(self, status, FMI2_DISCARD);
}
