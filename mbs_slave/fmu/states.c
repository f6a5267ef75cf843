/* saved states of the FMU's instance; those that are out are listed, so that they go with it */
#include "fmu.h"

#include <stdlib.h>

/* states that are out belong to an instance that is about to go */
void fmu_drop_states(fmu_instance *fmu) {
    for (fmu_state *s = fmu->states, *next; s; s = next) {
        next = s->next;
        fmu->backend->free_state(fmu, &s->content);
        *s = (fmu_state){0};
    }
    fmu->states = NULL;
}

static void unlink_state(fmu_state *s) {
    if (s->previous)
        s->previous->next = s->next;
    else if (s->owner)
        s->owner->states = s->next;
    if (s->next)
        s->next->previous = s->previous;
}

void fmu_free_state(void *saved) {
    fmu_state *s = saved;
    if (s && s->owner) {
        s->owner->backend->free_state(s->owner, &s->content);
        unlink_state(s);
    }
    free(s);
}

bool fmu_may_go_back(const fmu_instance *fmu) {
    return fmu->states != NULL;
}

mr_status fmu_save(const void *self, void **saved) {
    /* asking the FMU for its state does not change it, but its functions do not know const */
    fmu_instance *fmu = (fmu_instance *)self;
    fmu_state *s = *saved;
    if (fmu->phase != FMU_RUNNING)
        return fmu_complain(fmu, MR_ERR_STATE, "FMU '%.80s' does not run",
                            fmu->description->model_name);
    const bool fresh = !s || s->owner != fmu;
    if (fresh) {
        fmu_state *made = calloc(1, sizeof *made);
        if (!made)
            return MR_ERR_MEMORY;
        fmu_free_state(s);
        s = made;
    }
    mr_status status = fmu->backend->get_state(fmu, &s->content);
    if (status != MR_OK) {
        if (fresh) {
            free(s);
            *saved = NULL;
        }
        return status;
    }
    if (fresh) {
        s->owner = fmu;
        s->next = fmu->states;
        if (s->next)
            s->next->previous = s;
        fmu->states = s;
    }
    s->t = fmu->t;
    s->origin = fmu->origin;
    s->index = fmu->index;
    s->past = fmu->exchange.past;
    *saved = s;
    return MR_OK;
}

mr_status fmu_restore(void *self, const void *saved) {
    fmu_instance *fmu = self;
    const fmu_state *s = saved;
    if (!s || s->owner != fmu || !fmu->component || fmu->phase == FMU_LOST)
        return fmu_complain(fmu, MR_ERR_SLAVE_STATE,
                            "a state of FMU '%.80s' that was saved before it was started anew "
                            "cannot be restored",
                            fmu->description->model_name);
    MR_TRY(fmu->backend->set_state(fmu, s->content));
    fmu->phase = FMU_RUNNING;
    fmu->rates_set = fmu->feeding == FMU_FEED_RATE || fmu->feeding == FMU_FEED_EXACT;
    fmu->t = s->t;
    fmu->origin = s->origin;
    fmu->index = s->index;
    fmu->exchange.past = s->past;
    return fmu->description->model_exchange ? fmu_exchange_resume(fmu) : MR_OK;
}
