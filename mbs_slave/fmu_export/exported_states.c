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
    double inputs[]; /* u, rate, curve */
} saved;

mr_status exported_save(exported *self, void **state) {
    if (!self->type->save)
        return MR_ERR_UNSUPPORTED;
    const size_t bytes = 3 * (size_t)self->inputs * sizeof(double);
    saved *s = *state ? *state : calloc(1, sizeof *s + bytes);
    if (!s)
        return MR_ERR_MEMORY;
    mr_status status = self->started ? self->type->save(self->slave, &s->slave) : MR_OK;
    if (status != MR_OK) {
        if (!*state)
            free(s);
        return status;
    }
    s->t = self->t;
    s->t0 = self->t0;
    s->communication = self->communication;
    s->phase = self->phase;
    s->moving = self->moving;
    s->started = self->started;
    memcpy(s->inputs, self->u, bytes);
    *state = s;
    return MR_OK;
}

mr_status exported_restore(exported *self, const void *state) {
    const saved *s = state;
    if (!s || !self->type->restore)
        return MR_ERR_UNSUPPORTED;
    if (s->started && !self->started) /* of another instance: parameters, then its state */
        MR_TRY(exported_start(self));
    mr_status status = s->started ? self->type->restore(self->slave, s->slave) : MR_OK;
    if (status != MR_OK)
        return exported_failed(self, status);
    self->t = s->t;
    self->t0 = s->t0;
    self->communication = s->communication;
    self->phase = s->phase;
    self->moving = s->moving;
    self->started = s->started;
    memcpy(self->u, s->inputs, 3 * (size_t)self->inputs * sizeof(double));
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

/* what stands before the inputs and the slave's own bytes */
typedef struct written {
    char mark[8];
    uint64_t configuration; /* a state of another model is refused */
    uint64_t inputs, slave; /* bytes of each */
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
    mr_message_set(&self->message, "states of this slave cannot be written as bytes");
    return MR_ERR_UNSUPPORTED;
}

mr_status exported_state_size(exported *self, const void *state, size_t *size) {
    const saved *s = state;
    if (!s || !self->type->save || !self->type->state_size)
        return no_bytes(self);
    *size = sizeof(written) + 3 * (size_t)self->inputs * sizeof(double) +
            (s->started ? self->type->state_size(self->slave) : 0);
    return MR_OK;
}

mr_status exported_write_state(exported *self, const void *state, void *bytes, size_t size) {
    const saved *s = state;
    size_t needed;
    MR_TRY(exported_state_size(self, state, &needed));
    if (size < needed) {
        mr_message_set(&self->message, "the state needs %zu bytes, not %zu", needed, size);
        return MR_ERR_ARGUMENT;
    }
    const size_t inputs = 3 * (size_t)self->inputs * sizeof(double);
    written w = {.configuration = fingerprint(self),
                 .inputs = inputs,
                 .slave = needed - sizeof w - inputs,
                 .t = s->t,
                 .t0 = s->t0,
                 .communication = s->communication,
                 .phase = (uint32_t)s->phase,
                 .moving = s->moving,
                 .started = s->started};
    memcpy(w.mark, state_mark, sizeof w.mark);
    char *to = bytes;
    memcpy(to, &w, sizeof w);
    memcpy(to + sizeof w, s->inputs, inputs);
    if (w.slave > 0)
        memcpy(to + sizeof w + inputs, s->slave, w.slave);
    return MR_OK;
}

/* the slave makes a state of its own kind, which then gets the bytes */
static mr_status make_slave_state(exported *self, const written *w, const char *from, saved *s) {
    const bool before = self->started;
    if (!w->started)
        return MR_OK;
    MR_TRY(exported_start(self)); /* a slave that has not begun has no state */
    self->started = before;
    if (w->slave != self->type->state_size(self->slave)) {
        mr_message_set(&self->message, "the bytes are of a state of another model");
        return MR_ERR_ARGUMENT;
    }
    MR_TRY(self->type->save(self->slave, &s->slave));
    memcpy(s->slave, from, (size_t)w->slave);
    return MR_OK;
}

mr_status exported_read_state(exported *self, const void *bytes, size_t size, void **state) {
    const size_t inputs = 3 * (size_t)self->inputs * sizeof(double);
    written w = {0};
    *state = NULL;
    if (!self->type->save || !self->type->state_size)
        return no_bytes(self);
    bool good = size >= sizeof w;
    if (good)
        memcpy(&w, bytes, sizeof w);
    good = good && memcmp(w.mark, state_mark, sizeof w.mark) == 0 &&
           w.configuration == fingerprint(self) && w.inputs == inputs &&
           w.slave <= size - sizeof w && inputs <= size - sizeof w - w.slave &&
           w.phase <= EXPORTED_FAILED;
    if (!good) {
        mr_message_set(&self->message, "the bytes are of no state of this model");
        return MR_ERR_ARGUMENT;
    }
    saved *s = calloc(1, sizeof *s + inputs);
    if (!s)
        return MR_ERR_MEMORY;
    s->t = w.t;
    s->t0 = w.t0;
    s->communication = w.communication;
    s->phase = (exported_phase)w.phase;
    s->moving = w.moving != 0;
    s->started = w.started != 0;
    memcpy(s->inputs, (const char *)bytes + sizeof w, inputs);
    const mr_status status = make_slave_state(self, &w, (const char *)bytes + sizeof w + inputs, s);
    if (status == MR_OK)
        *state = s;
    else
        exported_free_state(self, s);
    return status;
}
