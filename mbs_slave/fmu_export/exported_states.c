/* a slave as FMI tools see it: its states, kept and as bytes */
#include "exported.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct saved {
    void *slave;
    double t, t0, communication;
    exported_phase phase;
    bool moving, started;
    double values[]; /* u, rate, curve; parameters; states of Model Exchange */
} saved;

static size_t value_count(const exported *self) {
    return 3 * (size_t)self->inputs + (size_t)self->parameter_count +
           (self->continuous ? (size_t)self->states : 0);
}

static void take_values(const exported *self, double *values) {
    memcpy(values, self->u, 3 * (size_t)self->inputs * sizeof *values);
    values += 3 * self->inputs;
    for (int i = 0; i < self->parameter_count; i++)
        *values++ = self->parameters[i].value;
    if (self->continuous)
        memcpy(values, self->x, (size_t)self->states * sizeof *values);
}

static void give_values(exported *self, const double *values) {
    memcpy(self->u, values, 3 * (size_t)self->inputs * sizeof *values);
    values += 3 * self->inputs + self->parameter_count;
    if (self->continuous)
        memcpy(self->x, values, (size_t)self->states * sizeof *values);
}

/* where they are others than those of the saved state, the slave begins anew with those */
static void give_parameters(exported *self, const double *values) {
    for (int i = 0; i < self->parameter_count; i++)
        if (self->parameters[i].value != values[i]) {
            self->parameters[i].value = values[i];
            self->reopen = true;
            self->started = false;
        }
}

/* in Model Exchange time, states and inputs tell all; a slave that can save more does */
static bool saves(const exported *self) {
    return self->type->save || self->continuous;
}

/* what a state has beside its values and the slave's own, between two structs of these members */
#define copy_moment(to, from)                                                                      \
    ((to)->t = (from)->t, (to)->t0 = (from)->t0, (to)->communication = (from)->communication,      \
     (to)->phase = (from)->phase, (to)->moving = (from)->moving, (to)->started = (from)->started)

mr_status exported_save(exported *self, void **state) {
    if (!saves(self))
        return exported_lacks(self, "does not save its state");
    saved *s = *state ? *state : calloc(1, sizeof *s + value_count(self) * sizeof *s->values);
    if (!s)
        return MR_ERR_MEMORY;
    mr_status status =
        self->started && self->type->save ? self->type->save(self->slave, &s->slave) : MR_OK;
    if (status != MR_OK) {
        if (!*state)
            free(s);
        return status;
    }
    copy_moment(s, self);
    take_values(self, s->values);
    if (self->continuous) /* here and where it is restored the slave is placed anew: same bits */
        exported_displace(self);
    *state = s;
    return MR_OK;
}

mr_status exported_restore(exported *self, const void *state) {
    const saved *s = state;
    if (!s || !saves(self))
        return exported_lacks(self, s ? "does not save its state" : "got no state to go back to");
    give_parameters(self, s->values + 3 * self->inputs);
    if (s->started && !self->started) /* of another instance: parameters, then its state */
        MR_TRY(exported_start(self));
    mr_status status = s->started && s->slave ? self->type->restore(self->slave, s->slave) : MR_OK;
    if (status != MR_OK)
        return exported_failed(self, status);
    copy_moment(self, s);
    exported_displace(self);
    give_values(self, s->values);
    exported_forget(self);
    return MR_OK;
}

void exported_free_state(exported *self, void *state) {
    saved *s = state;
    if (s && s->slave)
        self->type->free_state(s->slave);
    free(s);
}

/* --- states as bytes --- */

/* what stands before the values and the slave's own bytes */
typedef struct written {
    char mark[8];
    uint64_t configuration; /* a state of another model is refused */
    uint64_t values, slave; /* bytes of each */
    double t, t0, communication;
    uint32_t phase, moving, started, spare;
} written;

static const char state_mark[8] = "mrstate";

/* FNV-1a: Fowler, Noll, Vo */
static uint64_t fingerprint(const exported *self) {
    uint64_t hash = 14695981039346656037u;
    for (const char *p = self->type->name; *p; p++)
        hash = (hash ^ (unsigned char)*p) * 1099511628211u;
    for (const char *p = self->configuration ? self->configuration : ""; *p; p++)
        hash = (hash ^ (unsigned char)*p) * 1099511628211u;
    return hash;
}

static mr_status no_bytes(exported *self) {
    return exported_lacks(self, "has no states that can be written as bytes");
}

static bool writes(const exported *self) {
    return (self->type->save && self->type->state_size) || self->continuous;
}

static size_t slave_bytes(const exported *self) {
    return self->type->save && self->type->state_size ? self->type->state_size(self->slave) : 0;
}

mr_status exported_state_size(exported *self, const void *state, size_t *size) {
    const saved *s = state;
    if (!s || !writes(self))
        return no_bytes(self);
    *size =
        sizeof(written) + value_count(self) * sizeof(double) + (s->started ? slave_bytes(self) : 0);
    return MR_OK;
}

mr_status exported_write_state(exported *self, const void *state, void *bytes, size_t size) {
    const saved *s = state;
    size_t needed = 0;
    MR_TRY(exported_state_size(self, state, &needed));
    if (size < needed) {
        mr_message_set(&self->message, "the state needs %zu bytes, not %zu", needed, size);
        return MR_ERR_ARGUMENT;
    }
    const size_t values = value_count(self) * sizeof(double);
    written w = {.configuration = fingerprint(self),
                 .values = values,
                 .slave = needed - sizeof w - values,
                 .t = s->t,
                 .t0 = s->t0,
                 .communication = s->communication,
                 .phase = (uint32_t)s->phase,
                 .moving = s->moving,
                 .started = s->started};
    memcpy(w.mark, state_mark, sizeof w.mark);
    char *to = bytes;
    memcpy(to, &w, sizeof w);
    memcpy(to + sizeof w, s->values, values);
    if (w.slave > 0)
        memcpy(to + sizeof w + values, s->slave, w.slave);
    return MR_OK;
}

/* the slave makes a state of its own kind, which then gets the bytes */
static mr_status make_slave_state(exported *self, const written *w, const char *from, saved *s) {
    const bool before = self->started;
    if (!w->started)
        return MR_OK;
    MR_TRY(exported_start(self)); /* a slave that has not begun has no state */
    self->started = before;
    if (w->slave != slave_bytes(self)) {
        mr_message_set(&self->message, "the bytes are of a state of another model");
        return MR_ERR_ARGUMENT;
    }
    if (w->slave == 0)
        return MR_OK;
    MR_TRY(self->type->save(self->slave, &s->slave));
    memcpy(s->slave, from, (size_t)w->slave);
    return MR_OK;
}

mr_status exported_read_state(exported *self, const void *bytes, size_t size, void **state) {
    const size_t values = value_count(self) * sizeof(double);
    written w = {0};
    *state = NULL;
    if (!writes(self))
        return no_bytes(self);
    bool good = size >= sizeof w;
    if (good)
        memcpy(&w, bytes, sizeof w);
    good = good && memcmp(w.mark, state_mark, sizeof w.mark) == 0 &&
           w.configuration == fingerprint(self) && w.values == values &&
           w.slave <= size - sizeof w && values <= size - sizeof w - w.slave &&
           w.phase <= EXPORTED_ENDED && (w.started || w.phase != EXPORTED_RUNNING);
    if (!good) {
        mr_message_set(&self->message, "the bytes are of no state of this model");
        return MR_ERR_ARGUMENT;
    }
    saved *s = calloc(1, sizeof *s + values);
    if (!s)
        return MR_ERR_MEMORY;
    s->t = w.t;
    s->t0 = w.t0;
    s->communication = w.communication;
    s->phase = (exported_phase)w.phase;
    s->moving = w.moving != 0;
    s->started = w.started != 0;
    memcpy(s->values, (const char *)bytes + sizeof w, values);
    const mr_status status = make_slave_state(self, &w, (const char *)bytes + sizeof w + values, s);
    if (status == MR_OK)
        *state = s;
    else
        exported_free_state(self, s);
    return status;
}
