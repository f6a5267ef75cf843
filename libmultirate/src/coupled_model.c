/* own steps: members whose interface moves on as a small model between their steps
 *
 * The member and its interface model (couplings/interface_model.h) are one slave to the others. It
 * has no steps of its own for them: it goes to where its sources are (mr_coupled_follow), with what
 * they have told there, and answers by the model. So they meet its motion at their own pace, and
 * the slave makes its long steps behind it, with the mean of its efforts. */
#include "coupled_private.h"

#include "interface_private.h"
#include "description.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct modelled {
    mr_slave_type own; /* what the slave can do behind its model */
    mr_interface *interface;
    mr_message *words; /* of the member */
    double t;
    double *u, *y;
} modelled;

static mr_status tell(modelled *m, mr_status status) {
    if (status != MR_OK && status != MR_ERR_STOPPED)
        mr_message_set(m->words, "%.500s", mr_interface_error(m->interface));
    return status;
}

static void describe(const void *instance, mr_slave_description *description) {
    const modelled *m = instance;
    mr_interface_describe(m->interface, description);
    description->type = &m->own;
}

static mr_status exchange(modelled *m, double t) {
    m->t = t;
    return tell(m, mr_interface_exchange(m->interface, t, m->u, MR_MAJOR, m->y));
}

static mr_status initialise(void *instance, double t0, const mr_inputs *inputs) {
    modelled *m = instance;
    MR_TRY(mr_inputs_at(inputs, t0, m->u));
    MR_TRY(tell(m, mr_interface_start(m->interface, t0, m->u)));
    return exchange(m, t0);
}

/* inputs at the begin are asked for by who follows the energy */
static mr_status step_to(void *instance, const mr_inputs *inputs, double limit, double *t) {
    modelled *m = instance;
    *t = m->t;
    MR_TRY(mr_inputs_at(inputs, m->t, m->u));
    MR_TRY(mr_inputs_at(inputs, limit, m->u));
    const mr_status status = exchange(m, limit);
    *t = m->t;
    return status;
}

static mr_status step(void *instance, const mr_inputs *inputs, double *t) {
    const modelled *m = instance;
    return step_to(instance, inputs, m->t + mr_interface_slave_step(m->interface), t);
}

static mr_status outputs(void *instance, double *y) {
    const modelled *m = instance;
    memcpy(y, m->y, (size_t)mr_interface_outputs(m->interface) * sizeof *y);
    return MR_OK;
}

static void close_modelled(void *instance) {
    modelled *m = instance;
    mr_interface_close(m->interface);
    free(m->u);
    free(m);
}

static mr_status read_settings(const mr_member *member, const char *settings, mr_config *config,
                               mr_message *message) {
    mr_config_default(config);
    config->coupling = &mr_coupling_model;
    config->to_slave = config->to_master =
        (mr_prediction){.type = &mr_predictor_polynomial, .order = 2};
    MR_TRY(mr_config_parse(config, settings, message));
    config->slave_step = member->step;
    if (config->coupling == &mr_coupling_model && !config->joint[0] && !config->inputs[0] &&
        !config->outputs[0] && !config->break_loop && config->parallel == MR_PARALLEL_OFF)
        return MR_OK;
    mr_message_set(message, "settings of its model are those of coupling=model (directions, "
                            "hidden_states, leak, identify, predictors, indicator) only");
    return MR_ERR_CONFIG;
}

/* the slave of a member goes behind its model */
static mr_status wrap(mr_member *member, const char *settings, mr_message *message) {
    mr_config config;
    MR_TRY(read_settings(member, settings, &config, message));
    modelled *m = calloc(1, sizeof *m);
    if (m)
        m->u = calloc((size_t)member->inputs + (size_t)member->outputs + 1, sizeof *m->u);
    mr_status status = m && m->u ? MR_OK : MR_ERR_MEMORY;
    if (status == MR_OK)
        status = mr_interface_adopt(&config, member->type, member->instance, &member->message,
                                    &m->interface, message);
    if (status != MR_OK) {
        if (m)
            free(m->u);
        free(m);
        return status;
    }
    m->y = m->u + member->inputs;
    m->words = &member->message;
    m->own = MR_SLAVE_AROUND(member->type, .open = member->type->open, .describe = describe,
                             .initialise = initialise, .step = step, .outputs = outputs,
                             .close = close_modelled, .step_to = step_to);
    member->instance = m;
    member->type = &m->own;
    member->model = m->interface;
    member->follows = true;
    return MR_OK;
}

/* what stands against it; NULL: nothing */
static const char *obstacle(const mr_coupled *c, const mr_member *member) {
    const bool tells = member->type->interface_matrices || member->type->directions;
    if (!tells || member->description.coordinate_count == 0)
        return "tells neither interface matrices nor directions";
    if (member->link_count == 0 || member->outgoing_count == 0)
        return "is not connected both ways";
    if (member->has_rates)
        return "is to tell rates to a predictor, which its model does not";
    for (int l = 0; l < c->link_count; l++) {
        const mr_link *link = &c->links[l];
        const mr_member *a = &c->members[link->from], *b = &c->members[link->to];
        if ((a == member && b->follows) || (b == member && a->follows))
            return "is connected with a member that follows others itself";
    }
    return NULL;
}

mr_status mr_coupled_use_model(mr_coupled *c, int index, const char *settings) {
    mr_member *member = index >= 0 && index < c->member_count ? &c->members[index] : NULL;
    mr_message why = {""};
    const char *against = "does not exist";
    if (member)
        against = !c->config.own_steps || c->config.forward || c->config.staggered
                      ? "needs own steps that are neither controlled nor staggered"
                  : member->model || member->follows ? "follows others already"
                                                     : obstacle(c, member);
    if (against)
        mr_message_set(&c->message, "%s has no interface model: it %s",
                       member ? member->name : "a member", against);
    if (against)
        return MR_ERR_UNSUPPORTED;
    const mr_status status = wrap(member, settings, &why);
    if (status != MR_OK)
        mr_message_set(&c->message, "%s: %.500s", member->name,
                       why.text[0] ? why.text : mr_status_text(status));
    return status;
}

/* --- the setting coupling=model --- */

/* imposed or its own, whichever is shorter; 0: not known */
static double step_of(const mr_member *member) {
    double own = 0.0;
    if (!member->type->next_step || member->type->next_step(member->instance, &own) != MR_OK ||
        !(own > 0.0 && isfinite(own)))
        return member->step;
    return member->step > 0.0 ? fmin(own, member->step) : own;
}

/* the steps of all who tell it something are known and shorter */
static bool is_slow(const mr_coupled *c, const mr_member *member) {
    const double h = step_of(member);
    for (int l = member->first_link; l < member->first_link + member->link_count; l++) {
        const double other = step_of(&c->members[c->links[l].from]);
        if (!(other > 0.0 && other < h * (1.0 - 1e-9)))
            return false;
    }
    return true;
}

static void explain(mr_coupled *c) {
    char text[600] = "";
    for (int m = 0; m < c->member_count; m++) {
        const mr_member *member = &c->members[m];
        const char *against = obstacle(c, member);
        const size_t length = strlen(text);
        if (!against)
            against = step_of(member) > 0.0
                          ? "has no longer steps than those who tell it something"
                          : "does not tell its step before the start, and has got none";
        snprintf(text + length, sizeof text - length, "%s%s %s", m > 0 ? "; " : "", member->name,
                 against);
    }
    mr_message_set(&c->message, "coupling=model: no member has an interface model: %.500s", text);
}

mr_status mr_coupled_choose_models(mr_coupled *c) {
    int chosen = 0;
    if (!c->config.model)
        return MR_OK;
    for (;;) {
        int slowest = -1;
        for (int m = 0; m < c->member_count; m++) {
            const mr_member *member = &c->members[m];
            if (member->model || member->follows || member->no_model || obstacle(c, member) ||
                !is_slow(c, member))
                continue;
            if (slowest < 0 || step_of(member) > step_of(&c->members[slowest]))
                slowest = m;
        }
        if (slowest < 0)
            break;
        MR_TRY(mr_coupled_use_model(c, slowest, ""));
    }
    for (int m = 0; m < c->member_count; m++)
        chosen += c->members[m].model != NULL;
    if (chosen > 0)
        return MR_OK;
    explain(c);
    return MR_ERR_UNSUPPORTED;
}

double mr_coupled_member_step(const mr_coupled *c, int member) {
    const mr_member *m = &c->members[member];
    double own = 0.0;
    if (!m->model)
        return step_of(m);
    if (m->model->config.slave_step == 0.0 && m->model->type->next_step &&
        m->model->type->next_step(m->model->slave, &own) == MR_OK)
        return own;
    return m->model->config.slave_step;
}

void mr_coupled_refuse_model(mr_coupled *c, int member) {
    if (member >= 0 && member < c->member_count)
        c->members[member].no_model = true;
}

bool mr_coupled_model(const mr_coupled *c, int member, mr_statistics *statistics) {
    if (member < 0 || member >= c->member_count || !c->members[member].model)
        return false;
    mr_interface_statistics(c->members[member].model, statistics);
    return true;
}
