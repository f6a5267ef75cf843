/* coupled slaves: opening, wiring, closing */
#include "coupled_private.h"

#include "multirate/pieces.h"

#include "description.h"
#include "interface_private.h"
#include "services.h"
#include "memory.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void mr_coupled_default(mr_coupled_config *config) {
    *config = (mr_coupled_config){.iteration = MR_GAUSS_SEIDEL,
                                  .scheme = &mr_slowest_first,
                                  .prediction = {.type = &mr_predictor_polynomial, .order = 3},
                                  .stop = INFINITY,
                                  .order = 2,
                                  .most_iterations = 10,
                                  .tolerance = 1e-9,
                                  .step = 1e-3,
                                  .relative_tolerance = 1e-4,
                                  .absolute_tolerance = 1e-6,
                                  .least_step = 1e-9,
                                  .most_steps = MR_MOST_STEPS,
                                  .most_step = 1.0,
                                  .least_factor = 0.2,
                                  .most_factor = 2.0,
                                  .filter = 1.0};
}

void mr_coupled_default_own_steps(mr_coupled_config *config) {
    mr_coupled_default(config);
    config->own_steps = config->graded_start = true;
    config->step = 0.0;
}

static mr_status check_config(const mr_coupled_config *config, mr_message *message) {
    const char *wrong = NULL;
    if (config->iteration < MR_JACOBI || config->iteration > MR_INTERFACE_JACOBIAN)
        wrong = "the kind of iteration is unknown";
    else if (config->order < 0 || config->order > MR_MAX_ORDER)
        wrong = "the order of the inputs must be 0 to 4";
    else if (config->most_iterations < 1)
        wrong = "a step needs at least one pass";
    else if (!(config->tolerance > 0.0))
        wrong = "the tolerance of the iteration must be positive";
    else if (!(config->step >= 0.0) || !isfinite(config->step) ||
             (config->step == 0.0 && !config->own_steps))
        wrong = "the exchange step must be positive";
    else if (!config->scheme || !config->prediction.type ||
             config->prediction.order < config->prediction.type->least_order ||
             config->prediction.order > config->prediction.type->most_order ||
             config->prediction.window < 0)
        wrong = "the predictor or its order does not exist";
    else if (config->own_steps && config->controlled)
        wrong = "own steps are not repeated: Richardson's comparison needs exchange steps";
    else if (config->forward && (!config->own_steps ||
                                 !(config->relative_tolerance + config->absolute_tolerance > 0.0)))
        wrong = "forward control needs own steps and a positive tolerance";
    else if (config->forward && !(config->least_factor > 0.0 && config->least_factor < 1.0 &&
                                  config->most_factor > 1.0 && isfinite(config->most_factor) &&
                                  config->first_step >= 0.0 && isfinite(config->first_step)))
        wrong = "a controlled step must be able to shrink and to grow";
    else if (!(config->filter > 0.0 && config->filter <= 1.0))
        wrong = "a filter must let a part of each sample pass, from above 0 to 1";
    else if (config->filter < 1.0 && (!config->own_steps || config->prediction.type->uses_rates))
        wrong = "a filter needs own steps and a predictor without rates";
    else if (config->staggered && (!config->own_steps || config->forward || config->parallel))
        wrong = "staggered grids need own steps of one size, made one after another";
    else if (config->model && (!config->own_steps || config->forward || config->staggered))
        wrong = "coupling=model needs own steps that are neither controlled nor staggered";
    else if (config->feedthrough != MR_FEEDTHROUGH_RAW &&
             (config->own_steps || config->most_iterations > 1))
        wrong = "feedthrough=estimated and corrected are for exchange steps that are not repeated "
                "(passes=1)";
    else if (config->own_steps && config->iteration == MR_INTERFACE_JACOBIAN)
        wrong = "own steps are not repeated: the interface Jacobian needs exchange steps";
    else if (config->parallel && (!config->own_steps || config->iteration != MR_JACOBI))
        wrong = "members step at the same time with own steps and Jacobi only";
    else if (config->controlled &&
             !(config->relative_tolerance >= 0.0 && config->absolute_tolerance >= 0.0 &&
               config->relative_tolerance + config->absolute_tolerance > 0.0 &&
               config->least_step > 0.0 && config->most_step >= config->least_step))
        wrong = "a controlled step needs a positive tolerance and a range of steps";
    if (wrong)
        mr_message_set(message, "coupled slaves: %s", wrong);
    return wrong ? MR_ERR_CONFIG : MR_OK;
}

/* what the settings need of a member */
static mr_status check_abilities(const mr_coupled *c, mr_member *member,
                                 const mr_coupled_member *given, mr_message *message) {
    const mr_slave_type *type = member->type;
    const mr_coupled_config *config = &c->config;
    member->step = given->step > 0.0 ? given->step : config->own_steps ? config->step : 0.0;
    if (config->own_steps && !(given->step >= 0.0 && isfinite(given->step))) {
        mr_message_set(message, "%s: its step must be positive", member->name);
        return MR_ERR_CONFIG;
    }
    if (config->own_steps && member->step > 0.0 && !type->step_to) {
        mr_message_set(message,
                       "%s (slave '%s') cannot make steps of a given size (step_to): leave its "
                       "step away",
                       member->name, type->name);
        return MR_ERR_UNSUPPORTED;
    }
    if (config->own_steps && config->scheme->rules->follows && member->step == 0.0 &&
        !type->next_step) {
        mr_message_set(message,
                       "%s (slave '%s') does not tell the size of its steps: fastest first needs "
                       "a step for it",
                       member->name, type->name);
        return MR_ERR_UNSUPPORTED;
    }
    if (config->staggered && (!type->step_to || member->step == 0.0)) {
        mr_message_set(message, "%s (slave '%s') %s", member->name, type->name,
                       type->step_to ? "needs a step: staggered grids are grids of one step"
                                     : "cannot end a step at a given time (step_to), as staggered "
                                       "grids want it");
        return MR_ERR_UNSUPPORTED;
    }
    if (config->forward && !type->step_to) {
        mr_message_set(message,
                       "%s (slave '%s') cannot end a step at a given time (step_to), as controlled "
                       "steps want it",
                       member->name, type->name);
        return MR_ERR_UNSUPPORTED;
    }
    const bool repeats = config->most_iterations > 1 || config->controlled;
    if (config->own_steps || ((type->save || !repeats) && type->step_to))
        return MR_OK;
    mr_message_set(
        message, "%s (slave '%s') cannot be iterated: it cannot %s", member->name, type->name,
        type->step_to ? "save and restore its state" : "end a step at a given time (step_to)");
    return MR_ERR_UNSUPPORTED;
}

static mr_status open_member(mr_coupled *c, mr_member *member, const mr_coupled_member *given,
                             mr_message *message) {
    member->coupled = c;
    if (given->name)
        snprintf(member->name, sizeof member->name, "%s", given->name);
    else
        snprintf(member->name, sizeof member->name, "member %d", (int)(member - c->members) + 1);
    mr_status status = mr_slave_type_check(given->type, message);
    if (status != MR_OK)
        return status;
    member->type = given->type;
    status = given->type->open(given->configuration ? given->configuration : "", &member->message,
                               &member->instance);
    if (status != MR_OK || !member->instance) {
        member->instance = NULL;
        mr_message_set(message, "%s (slave '%s') could not be opened: %.400s", member->name,
                       given->type->name,
                       member->message.text[0] ? member->message.text : mr_status_text(status));
        return status == MR_ERR_MEMORY ? status : MR_ERR_SLAVE_OPEN;
    }
    mr_slave_description *d = &member->description;
    given->type->describe(member->instance, d);
    if (d->type) {
        status = mr_slave_type_check(d->type, message);
        if (status != MR_OK)
            return status;
        member->type = d->type;
    }
    mr_message detail;
    status = mr_description_check(d, &detail);
    if (status != MR_OK) {
        mr_message_set(message, "%s (slave '%.100s') %.300s", member->name, given->type->name,
                       detail.text);
        return status;
    }
    MR_TRY(check_abilities(c, member, given, message));
    member->inputs = mr_variables_width(d->inputs, d->input_count);
    member->outputs = mr_variables_width(d->outputs, d->output_count);
    member->first_input = c->inputs;
    member->first_output = c->outputs;
    if (member->inputs > INT_MAX / 2 - c->inputs || member->outputs > INT_MAX / 2 - c->outputs) {
        mr_message_set(message, "coupled slaves: they have too many variables");
        return MR_ERR_UNSUPPORTED;
    }
    c->inputs += member->inputs;
    c->outputs += member->outputs;
    return MR_OK;
}

static bool is_discrete(const mr_slave_description *d, int scalar, bool input) {
    const mr_variable *v = input ? d->inputs : d->outputs;
    for (int left = scalar; left >= v->size; v++)
        left -= v->size;
    return v->variability == MR_DISCRETE;
}

static mr_status connect_all(mr_coupled *c, const mr_connection *connections, int count,
                             mr_message *message) {
    for (int i = 0; i < c->inputs; i++)
        c->source[i] = MR_NONE;
    memset(c->held, 0, (size_t)c->inputs * sizeof *c->held);
    for (int k = 0; k < count; k++) {
        const mr_connection *n = &connections[k];
        const bool good = n->from_member >= 0 && n->from_member < c->member_count &&
                          n->to_member >= 0 && n->to_member < c->member_count &&
                          n->from_output >= 0 &&
                          n->from_output < c->members[n->from_member].outputs && n->to_input >= 0 &&
                          n->to_input < c->members[n->to_member].inputs;
        int *source = good ? &c->source[c->members[n->to_member].first_input + n->to_input] : NULL;
        const bool owned =
            good && c->owner[c->members[n->to_member].first_input + n->to_input] != MR_NONE;
        if (!good || owned || *source != MR_NONE) {
            mr_message_set(message,
                           "coupled slaves: connection %d (member %d output %d to member %d input "
                           "%d) %s",
                           k + 1, n->from_member + 1, n->from_output + 1, n->to_member + 1,
                           n->to_input + 1,
                           good ? "goes to an input that is connected already"
                                : "names something that does not exist");
            return MR_ERR_CONFIG;
        }
        *source = c->members[n->from_member].first_output + n->from_output;
        const int input = c->members[n->to_member].first_input + n->to_input;
        c->factor[input] = n->factor != 0.0 ? n->factor : 1.0;
        c->offset[input] = n->offset;
        c->held[input] =
            is_discrete(&c->members[n->from_member].description, n->from_output, false) ||
            is_discrete(&c->members[n->to_member].description, n->to_input, true);
    }
    if (!c->config.own_steps)
        return MR_OK;
    mr_coupled_close_links(c);
    return mr_coupled_open_links(c, connections, count, message);
}

static mr_status allocate(mr_coupled *c) {
    const size_t n = (size_t)c->inputs, p = (size_t)c->outputs;
    const size_t rows = c->config.own_steps ? 0 : MR_POINTS * (1 + MR_SLOTS);
    const size_t squares = c->config.iteration == MR_INTERFACE_JACOBIAN ? 2 * n * n : 0;
    c->source = calloc(3 * n + 1, sizeof *c->source);
    c->held = calloc(n + 1, sizeof *c->held);
    c->signals = calloc(n + 1, sizeof *c->signals);
    c->signal_contexts = calloc(n + 1, sizeof *c->signal_contexts);
    c->numbers = calloc(rows * n + 5 * n + 3 * p + squares + 1, sizeof *c->numbers);
    if (!c->source || !c->held || !c->signals || !c->signal_contexts || !c->numbers)
        return MR_ERR_MEMORY;
    c->owner = c->source + n;
    c->owner_scalar = c->owner + n;
    for (size_t i = 0; i < n; i++)
        c->owner[i] = MR_NONE;
    c->parts = 1;
    c->part_end[0] = 1.0;
    double *at = c->numbers;
    mr_exchanges *all[1 + MR_SLOTS] = {&c->exchanges};
    for (int s = 0; s < MR_SLOTS; s++)
        all[1 + s] = &c->saved[s];
    for (int e = 0; rows > 0 && e < 1 + MR_SLOTS; e++)
        for (int k = 0; k < MR_POINTS; k++, at += n)
            all[e]->u[k] = at;
    at = MR_PIECES(at, n, &c->u_end, &c->u_next, &c->scale, &c->factor, &c->offset);
    at = MR_PIECES(at, p, &c->y, &c->y_compared, &c->trial);
    if (squares > 0)
        MR_PIECES(at, n * n, &c->jacobian, &c->matrix);
    return MR_OK;
}

/* what fails here is closed by the caller */
static mr_status open_all(mr_coupled *c, const mr_coupled_member *members, int member_count,
                          const mr_connection *connections, int connection_count,
                          mr_message *message) {
    c->members = calloc((size_t)member_count, sizeof *c->members);
    MR_TRY(c->members ? MR_OK : MR_ERR_MEMORY);
    for (int m = 0; m < member_count; m++) {
        c->member_count++;
        MR_TRY(open_member(c, &c->members[m], &members[m], message));
    }
    MR_TRY(allocate(c));
    return connect_all(c, connections, connection_count, message);
}

mr_status mr_coupled_open(const mr_coupled_config *config, const mr_coupled_member *members,
                          int member_count, const mr_connection *connections, int connection_count,
                          mr_coupled **opened, mr_message *message) {
    *opened = NULL;
    mr_message_clear(message);
    MR_TRY(check_config(config, message));
    if (member_count < 1) {
        mr_message_set(message, "coupled slaves: there is no member");
        return MR_ERR_ARGUMENT;
    }
    mr_status status = MR_ERR_MEMORY;
    mr_coupled *c = calloc(1, sizeof *c);
    if (c) {
        c->config = *config;
        status = open_all(c, members, member_count, connections, connection_count, message);
    }
    if (status == MR_ERR_MEMORY)
        mr_message_set(message, "not enough memory for coupled slaves");
    if (status == MR_OK)
        *opened = c;
    else
        mr_coupled_close(c);
    return status;
}

void mr_coupled_close(mr_coupled *c) {
    if (!c)
        return;
    for (int m = 0; m < c->member_count; m++) {
        mr_member *member = &c->members[m];
        for (int s = 0; s < MR_SLOTS; s++)
            if (member->saved[s])
                member->type->free_state(member->saved[s]);
        if (member->errand)
            mr_services_here.errands->close(member->errand);
        if (member->instance)
            member->type->close(member->instance);
    }
    mr_coupled_close_links(c);
    mr_elements_close(c);
    for (int m = 0; m < c->member_count; m++)
        free(c->members[m].seen);
    MR_FREE(c->bonds, c->members, c->source, c->held, c->signals, c->signal_contexts, c->through,
            c->numbers, c);
}

mr_status mr_coupled_connect(mr_coupled *c, const mr_connection *connections, int count) {
    c->started = false;
    const mr_status status = connect_all(c, connections, count, &c->message);
    if (status == MR_ERR_MEMORY)
        mr_message_set(&c->message, "not enough memory for coupled slaves");
    return status;
}

mr_status mr_coupled_set_input(mr_coupled *c, int member, int input, double value) {
    if (member < 0 || member >= c->member_count || input < 0 ||
        input >= c->members[member].inputs || !isfinite(value) ||
        c->source[c->members[member].first_input + input] != MR_NONE ||
        c->owner[c->members[member].first_input + input] != MR_NONE) {
        mr_message_set(&c->message, "member %d has no free input %d, or the value is not finite",
                       member + 1, input + 1);
        return MR_ERR_ARGUMENT;
    }
    const int i = c->members[member].first_input + input;
    c->u_next[i] = value;
    c->signals[i] = NULL;
    for (int k = 0; !c->config.own_steps && k < MR_POINTS; k++) /* a step, not a slope */
        c->exchanges.u[k][i] = value;
    return MR_OK;
}

mr_status mr_coupled_set_signal(mr_coupled *c, int member, int input, mr_signal signal,
                                void *context) {
    MR_TRY(mr_coupled_set_input(c, member, input, 0.0));
    const int i = c->members[member].first_input + input;
    c->signals[i] = signal;
    c->signal_contexts[i] = context;
    return MR_OK;
}

void mr_coupled_describe(const mr_coupled *c, int member, mr_slave_description *description,
                         const mr_slave_type **type) {
    *description = c->members[member].description;
    *type = c->members[member].type;
}
