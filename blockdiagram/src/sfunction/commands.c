/* what an S-function reaches of its model by commands (set_param, get_param through the
 * interpreter): the model itself is the business of whoever is outside, but to stop is an affair of
 * the run that the instance belongs to */
#include "sfunction/instance.h"

#include <stdlib.h>
#include <strings.h>

static const bd_model_access *outside(const bd_sfunction *f) {
    return f->owner.base ? bd_workspace_model(f->owner.base) : NULL;
}

static bd_status no_model(bd_error *error) {
    return bd_error_set(error, BD_UNSUPPORTED, "there is no model here");
}

static bd_status get(void *user, const char *block, const char *name, bd_value **value,
                     bd_error *error) {
    const bd_model_access *model = outside(user);
    return model ? model->get(model->user, block, name, value, error) : no_model(error);
}

static bd_status find(void *user, const char *block, int depth, const char *const *pairs,
                      size_t pair_count, bd_value **cell, bd_error *error) {
    const bd_model_access *model = outside(user);
    return model ? model->find(model->user, block, depth, pairs, pair_count, cell, error)
                 : no_model(error);
}

/* of all commands only "stop" has a meaning here */
static bd_status command(bd_sfunction *f, const bd_value *value, bd_error *error) {
    char *text = NULL;
    bd_status status = bd_value_text(value, "SimulationCommand", &text, error);
    if (!status && strcasecmp(text, "stop") == 0)
        f->simstruct.time_.stop_requested_ = 1;
    free(text);
    return status;
}

static bd_status set(void *user, const char *block, const char *name, const bd_value *value,
                     bd_error *error) {
    bd_sfunction *f = user;
    const bd_model_access *model = outside(f);
    if (strcasecmp(name, "SimulationCommand") == 0)
        return command(f, value, error);
    return model ? model->set(model->user, block, name, value, error) : no_model(error);
}

bd_status bd_sfunction_give_access(bd_sfunction *f, bd_error *error) {
    f->access = (bd_model_access){f, get, set, find};
    bd_status status =
        bd_workspace_create("model of an S-function", f->owner.base, &f->commands, error);
    if (!status && outside(f))
        bd_workspace_set_model(f->commands, &f->access);
    return status;
}
