/* each entry counts, and hands the rest on */
#include "failing_slave.h"

static const mr_slave_type *inner;
static int calls, fails_at;
static const char *failed;

void failing_next(int call) {
    calls = 0;
    fails_at = call;
    failed = NULL;
}

const char *failing_entry(void) {
    return failed;
}

static bool fails(const char *entry) {
    if (++calls != fails_at)
        return false;
    failed = entry;
    return true;
}

static mr_status initialise(void *slave, double t0, const mr_inputs *inputs) {
    return fails("initialise") ? MR_ERR_SLAVE_INITIALISE : inner->initialise(slave, t0, inputs);
}

static mr_status step(void *slave, const mr_inputs *inputs, double *t) {
    return fails("step") ? MR_ERR_SLAVE_STEP : inner->step(slave, inputs, t);
}

static mr_status step_to(void *slave, const mr_inputs *inputs, double limit, double *t) {
    return fails("step_to") ? MR_ERR_SLAVE_STEP : inner->step_to(slave, inputs, limit, t);
}

static mr_status outputs(void *slave, double *y) {
    return fails("outputs") ? MR_ERR_SLAVE_OUTPUTS : inner->outputs(slave, y);
}

static mr_status rates(void *slave, double *ydot) {
    return fails("rates") ? MR_ERR_SLAVE_OUTPUTS : inner->rates(slave, ydot);
}

static mr_status next_step(const void *slave, double *h) {
    return fails("next_step") ? MR_ERR_SLAVE_TIME : inner->next_step(slave, h);
}

static mr_status interface_matrices(void *slave, double *Au, double *Ap, double *Av) {
    return fails("interface_matrices") ? MR_ERR_SLAVE_OUTPUTS
                                       : inner->interface_matrices(slave, Au, Ap, Av);
}

static mr_status save(const void *slave, void **state) {
    return fails("save") ? MR_ERR_SLAVE_STATE : inner->save(slave, state);
}

static mr_status restore(void *slave, const void *state) {
    return fails("restore") ? MR_ERR_SLAVE_STATE : inner->restore(slave, state);
}

static mr_status push(void *slave, const double *shift, const double *kick) {
    return fails("push") ? MR_ERR_SLAVE_STATE : inner->push(slave, shift, kick);
}

const mr_slave_type *failing_around(const mr_slave_type *given) {
    static mr_slave_type type;
    inner = given;
    type = *given;
    type.initialise = initialise;
    type.step = step;
    type.outputs = outputs;
    type.step_to = given->step_to ? step_to : NULL;
    type.rates = given->rates ? rates : NULL;
    type.next_step = given->next_step ? next_step : NULL;
    type.interface_matrices = given->interface_matrices ? interface_matrices : NULL;
    type.save = given->save ? save : NULL;
    type.restore = given->restore ? restore : NULL;
    type.push = given->push ? push : NULL;
    return &type;
}
