/* a slave whose states somebody else integrates: what Model Exchange asks of it */
#include "exported.h"

#include "multirate/continuous.h"

#include <stdlib.h>

/* weak: most slaves integrate themselves and have none */
__attribute__((weak)) const mr_continuous_type *mr_slave_continuous(void);

mr_status exported_open_continuous(exported *self) {
    if (!mr_slave_continuous) {
        mr_message_set(&self->message, "this slave integrates itself: it is for Co-Simulation");
        return MR_ERR_UNSUPPORTED;
    }
    const mr_continuous_type *type = mr_slave_continuous();
    MR_TRY(type->count(self->slave, &self->states));
    self->x = calloc(2 * (size_t)self->states + 1, sizeof *self->x);
    if (!self->x) {
        mr_message_set(&self->message, "not enough memory");
        return MR_ERR_MEMORY;
    }
    self->xdot = self->x + self->states;
    self->continuous = type;
    return MR_OK;
}

mr_status exported_take_states(exported *self) {
    int states = 0; /* parameters may have changed the model */
    MR_TRY(self->continuous->count(self->slave, &states));
    if (states != self->states) {
        mr_message_set(&self->message, "with these parameters the model has other states");
        return MR_ERR_SLAVE_OPEN;
    }
    self->placed = self->xdot_known = false; /* initialise knows no rates */
    return self->continuous->get(self->slave, self->x);
}

void exported_displace(exported *self) {
    self->placed = self->y_known = self->xdot_known = false;
}

mr_status exported_place(exported *self) {
    if (self->placed)
        return MR_OK;
    mr_message_clear(&self->message);
    MR_TRY(self->continuous->set(self->slave, self->t, self->x, self->u));
    self->placed = true;
    return MR_OK;
}

mr_status exported_derivatives(exported *self) {
    if (self->xdot_known)
        return MR_OK;
    if (self->phase == EXPORTED_INITIALISING)
        MR_TRY(exported_start(self));
    MR_TRY(exported_place(self));
    MR_TRY(self->continuous->derivatives(self->slave, self->xdot));
    self->xdot_known = true;
    return MR_OK;
}
