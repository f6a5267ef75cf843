/* a small model of the slave's interface, which moves on between the slave's steps as the slave
 * would (interface_model.h) */
#include "interface_model.h"
#include "interface_private.h"

#include <stdlib.h>

static mr_status check(const mr_config *config, mr_message *message) {
    if (!config->iterate)
        return MR_OK;
    mr_message_set(message, "iterate=on needs coupling=signals: the interface model does not "
                            "extrapolate");
    return MR_ERR_CONFIG;
}

static void settle(const mr_slave_type *slave, mr_config *config) {
    config->scheme = &mr_fastest_first;
    /* the first, small steps of a graded start teach the matrices before they matter */
    const bool learns = config->identify || !slave->interface_matrices;
    if (learns && slave->step_to && (slave->next_step || config->slave_step > 0.0))
        config->graded_start = true;
}

static void close_model(mr_coupling_state *state) {
    if (state->own)
        mr_interface_model_close(state->own);
    free(state->own);
}

static mr_status open_model(mr_interface *interface, mr_message *message) {
    mr_coupling_state *state = &interface->coupling_state;
    mr_interface_model *model = calloc(1, sizeof *model);
    if (!model)
        return MR_ERR_MEMORY;
    state->own = model;
    MR_TRY(mr_interface_model_open(model, interface->type, &interface->description,
                                   interface->config.identify, interface->config.leak,
                                   interface->config.directions, interface->config.hidden_states,
                                   message));
    model->shorten = interface->config.shorten;
    if (model->along.room > 0 && interface->to_slave.points < 5)
        interface->to_slave.points = 5; /* its inputs are cubics */
    state->numbers = model->numbers;
    state->doubles = model->doubles;
    state->foresight =
        (mr_foresight){.n = model->n,
                       .coordinates = model->coordinates,
                       .deviation = model->deviation,
                       .taken_over = &model->settles,
                       .owned = &model->owns,
                       .correction = model->correction,
                       .Au = model->identify ? NULL : model->Au,
                       .Av = model->Av,
                       .unexplained = model->unexplained,
                       .shorter = &model->reach->unknown,
                       .own_step = &model->reach->whole,
                       .turning = model->along.room > 0 ? &model->along.guard->turning : NULL,
                       .breaks = true};
    return MR_OK;
}

static mr_status start(mr_interface *interface) {
    const mr_interface_model *model = interface->coupling_state.own;
    const mr_status status = mr_interface_model_start(
        interface->coupling_state.own, interface->type, interface->slave, interface->progress.t0,
        interface->config.slave_step, interface->row, &interface->to_slave.history);
    if (status == MR_OK || !model->astray)
        return mr_explain_matrices(interface, status);
    mr_message_set(&interface->message,
                   "slave '%s' could not go back to its start after %d steps on trial, at t = %.9g "
                   "s: %.300s; hidden_states=0 does without them",
                   interface->type->name, model->tried, interface->progress.slave_time,
                   mr_slave_words(interface, status));
    return status;
}

static void sample(mr_interface *interface, const mr_stored *stored) {
    if (mr_indicator_cut(&interface->indicator))
        return;
    mr_interface_model_sample(interface->coupling_state.own, &interface->to_slave.history,
                              stored->replaced || stored->returned);
}

/* the model needs the inputs over the whole step: the slave follows what is stored */
static double known(const mr_interface *interface, double t1) {
    return fmin(t1, mr_history_newest(&interface->to_slave.history));
}

static double end_of_step(const mr_interface *interface, double end) {
    const mr_interface_model *model = interface->coupling_state.own;
    return mr_reach_end(model->reach, interface->progress.slave_time, end);
}

/* the mean over the step for efforts; other inputs
 * stay with their own predictor */
static void give(const mr_interface *interface, double t, double tolerance, double *u) {
    const mr_interface_model *model = interface->coupling_state.own;
    mr_direction_evaluate(interface->source, t, tolerance, u);
    for (int i = 0; i < interface->inputs; i++)
        if (model->effort[i])
            u[i] = interface->mean[i];
}

static mr_status aim(mr_interface *interface, double to) {
    if (mr_indicator_cut(&interface->indicator)) {
        mr_indicator_let_go(&interface->indicator, interface->mean);
        return MR_OK;
    }
    return mr_explain_matrices(interface, mr_interface_model_aim(interface->coupling_state.own,
                                                                 interface->type, interface->slave,
                                                                 to, interface->mean,
                                                                 &interface->to_slave.history));
}

static mr_status step(mr_interface *interface, double from, double to) {
    if (mr_indicator_cut(&interface->indicator))
        return MR_OK;
    return mr_explain_matrices(
        interface, mr_interface_model_step(interface->coupling_state.own, interface->type,
                                           interface->slave, from, to, interface->mean,
                                           interface->row, &interface->to_slave.history));
}

static void answer(mr_interface *interface, double t1, const double *y1, double *u1) {
    const mr_coupling_state *state = &interface->coupling_state;
    if (mr_indicator_cut(&interface->indicator)) {
        mr_indicator_still(&interface->indicator, &state->foresight, u1);
        return;
    }
    if (!y1) { /* as the predictor to the slave sees it */
        mr_direction_evaluate(&interface->to_slave, t1, mr_interface_tolerance(interface, t1),
                              interface->mean);
        y1 = interface->mean;
    }
    mr_interface_model_predict(interface->coupling_state.own, &interface->to_slave.history, t1, y1,
                               u1);
}

static void report(const mr_interface *interface, mr_model_report *told) {
    const mr_interface_model *model = interface->coupling_state.own;
    const mr_consistent *along = &model->along;
    *told = (mr_model_report){
        .used = true, .matrices_only = model->no_directions, .efforts = 1.0, .stiffness = 1.0};
    told->cut = mr_indicator_cut(&interface->indicator);
    told->beside = mr_indicator_beside(&interface->indicator);
    told->late = interface->indicator.active ? interface->indicator.sums.late : 0.0;
    told->phase = interface->indicator.active ? mr_indicator_phase(&interface->indicator) : 0.0;
    told->cut_at = told->cut ? interface->indicator.sums.cut : 0.0;
    if (along->room == 0 || !model->started)
        return;
    told->owned = model->owns;
    if (model->owns) {
        told->tried = model->tried;
        told->found = model->found;
        told->unknown = mr_interface_model_is_unknown(model);
        told->shortened = (int64_t)model->reach->shorter;
        told->hidden = (int)*model->hidden.modes;
    } else {
        told->directions = (int)*along->count;
        told->shortened = (int64_t)model->reach->shorter;
        told->contacts = (int64_t)along->guard->contacts;
        told->struck = mr_consistent_struck(along);
    }
    told->guarded = (int64_t)along->guard->acted;
    told->taken = along->guard->taken;
    told->efforts = along->guard->theta[0];
    told->stiffness = along->guard->theta[1];
    for (int i = 0; i < model->n && model->owns; i++) {
        const double all = model->factor[i], efforts = all * model->factor[model->n + i];
        if (fabs(efforts - 1.0) > fabs(told->efforts - 1.0))
            told->efforts = efforts;
        if (fabs(all - 1.0) > fabs(told->stiffness - 1.0))
            told->stiffness = all;
    }
}

static const mr_coupling_rules rules = {
    .follows = true,
    .constant = true,
    .check = check,
    .settle = settle,
    .open = open_model,
    .close = close_model,
    .start = start,
    .sample = sample,
    .known = known,
    .end = end_of_step,
    .give = give,
    .aim = aim,
    .step = step,
    .report = report,
    .answer = answer,
};

const mr_coupling mr_coupling_model = {
    .name = "model",
    .summary = "a small model of the interface",
    .rules = &rules,
};
