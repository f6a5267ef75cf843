/* the functions of FMI 3.0 (Model Exchange) over a slave whose states others integrate; there are
 * no events, as in FMI 2.0 (adapter2_exchange.c) */
#include "adapter3.h"

#include <string.h>

EXPORT fmi3_status fmi3GetNominalsOfContinuousStates(void *instance, double x[], size_t count);
EXPORT fmi3_status fmi3EvaluateDiscreteStates(void *instance);

void *fmi3InstantiateModelExchange(const char *name, const char *token, const char *resources,
                                   bool visible, bool logging, void *environment,
                                   fmi3_logger *logger) {
    (void)visible;
    return fmi3_open(name, token, resources, logging, true, environment, logger);
}

static bool is_exchange(exported *self, size_t count) {
    return self->continuous && count == (size_t)self->states;
}

static fmi3_status refuse(exported *self) {
    return fmi3_refuse(self, self->continuous ? "the model has another number of states"
                                              : "this instance is for Co-Simulation");
}

static fmi3_status needs_exchange(exported *self) {
    return self->continuous ? FMI3_OK : refuse(self);
}

fmi3_status fmi3EnterEventMode(void *instance) {
    return needs_exchange(instance);
}

fmi3_status fmi3EvaluateDiscreteStates(void *instance) {
    return needs_exchange(instance);
}

fmi3_status fmi3UpdateDiscreteStates(void *instance, bool *again, bool *terminate,
                                     bool *nominals_changed, bool *states_changed,
                                     bool *has_next_event, double *next_event) {
    *again = *terminate = *nominals_changed = *states_changed = *has_next_event = false;
    *next_event = 0.0;
    return needs_exchange(instance);
}

fmi3_status fmi3EnterContinuousTimeMode(void *instance) {
    return needs_exchange(instance);
}

fmi3_status fmi3CompletedIntegratorStep(void *instance, bool no_return, bool *event,
                                        bool *terminate) {
    (void)no_return;
    *event = *terminate = false;
    return needs_exchange(instance);
}

fmi3_status fmi3SetTime(void *instance, double t) {
    exported *self = instance;
    if (!self->continuous)
        return refuse(self);
    if (t != self->t)
        exported_displace(self);
    self->t = t;
    return FMI3_OK;
}

fmi3_status fmi3SetContinuousStates(void *instance, const double x[], size_t count) {
    exported *self = instance;
    if (!is_exchange(self, count))
        return refuse(self);
    memcpy(self->x, x, count * sizeof *x);
    exported_displace(self);
    return FMI3_OK;
}

fmi3_status fmi3GetContinuousStates(void *instance, double x[], size_t count) {
    exported *self = instance;
    if (!is_exchange(self, count))
        return refuse(self);
    const mr_status status = exported_ready(self);
    if (status == MR_OK)
        memcpy(x, self->x, count * sizeof *x);
    return fmi3_say(self, status);
}

fmi3_status fmi3GetContinuousStateDerivatives(void *instance, double rates[], size_t count) {
    exported *self = instance;
    if (!is_exchange(self, count))
        return refuse(self);
    const mr_status status = exported_derivatives(self);
    if (status == MR_OK)
        memcpy(rates, self->xdot, count * sizeof *rates);
    return fmi3_tell(self, status, FMI3_DISCARD);
}

fmi3_status fmi3GetEventIndicators(void *instance, double indicators[], size_t count) {
    (void)indicators;
    return count ? fmi3_refuse(instance, "there are no event indicators")
                 : needs_exchange(instance);
}

fmi3_status fmi3GetNumberOfContinuousStates(void *instance, size_t *count) {
    *count = (size_t)((exported *)instance)->states;
    return needs_exchange(instance);
}

fmi3_status fmi3GetNumberOfEventIndicators(void *instance, size_t *count) {
    *count = 0;
    return needs_exchange(instance);
}

fmi3_status fmi3GetNominalsOfContinuousStates(void *instance, double x[], size_t count) {
    if (!is_exchange(instance, count))
        return refuse(instance);
    for (size_t i = 0; i < count; i++)
        x[i] = 1.0;
    return FMI3_OK;
}

/* --- directional derivatives --- */

static bool add_seed(exported *self, const fmi3_place *p, const double *seed) {
    double *to = p->kind == FMI3_IS_INPUT   ? self->seed_u
                 : p->kind == FMI3_IS_STATE ? self->seed_x
                                            : NULL;
    for (int i = 0; to && i < p->size; i++)
        to[p->first + i] += seed[i];
    return to != NULL;
}

static const double *find_answer(const exported *self, const fmi3_place *p) {
    return p->kind == FMI3_IS_OUTPUT ? self->answer_y + p->first
           : p->kind == FMI3_IS_RATE ? self->answer_xdot + p->first
                                     : NULL;
}

fmi3_status fmi3_exchange_direction(exported *self, const uint32_t unknowns[], size_t unknown_count,
                                    const uint32_t knowns[], size_t known_count,
                                    const double seed[], size_t seed_count, double sensitivity[],
                                    size_t sensitivity_count) {
    fmi3_place p;
    size_t at = 0;
    exported_clear_seeds(self);
    for (size_t k = 0; k < known_count; k++, at += (size_t)p.size)
        if (!fmi3_find(self, knowns[k], &p) || at + (size_t)p.size > seed_count ||
            !add_seed(self, &p, seed + at))
            return fmi3_refuse(self, "derivatives are those by inputs and states");
    const mr_status status = exported_direction(self);
    at = 0;
    for (size_t i = 0; status == MR_OK && i < unknown_count; i++, at += (size_t)p.size) {
        if (!fmi3_find(self, unknowns[i], &p) || at + (size_t)p.size > sensitivity_count ||
            !find_answer(self, &p))
            return fmi3_refuse(self, "derivatives are those of outputs and of states' rates");
        memcpy(sensitivity + at, find_answer(self, &p), (size_t)p.size * sizeof *sensitivity);
    }
    return fmi3_tell(self, status, FMI3_DISCARD);
}
