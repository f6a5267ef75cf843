/* coupled slaves: opening, starting, and steps whose size is given or controlled */
#include "coupled_private.h"

#include "description.h"
#include "interface_private.h"

#include <limits.h>
#include <stdlib.h>

void mr_coupled_default(mr_coupled_config *config) {
    *config = (mr_coupled_config){.iteration = MR_GAUSS_SEIDEL,
                                  .order = 2,
                                  .most_iterations = 10,
                                  .tolerance = 1e-9,
                                  .step = 1e-3,
                                  .relative_tolerance = 1e-4,
                                  .absolute_tolerance = 1e-6,
                                  .least_step = 1e-9,
                                  .most_step = 1.0};
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
    else if (!(config->step > 0.0) || !isfinite(config->step))
        wrong = "the exchange step must be positive";
    else if (config->controlled &&
             !(config->relative_tolerance >= 0.0 && config->absolute_tolerance >= 0.0 &&
               config->relative_tolerance + config->absolute_tolerance > 0.0 &&
               config->least_step > 0.0 && config->most_step >= config->least_step))
        wrong = "a controlled step needs a positive tolerance and a range of steps";
    if (wrong)
        mr_message_set(message, "coupled slaves: %s", wrong);
    return wrong ? MR_ERR_CONFIG : MR_OK;
}

mr_status mr_coupled_fail(mr_coupled *c, const mr_member *member, mr_status status,
                          const char *what) {
    mr_message_set(&c->message, "slave '%s' (member %d) %s between t = %.9g s and %.9g s: %.300s",
                   member->type->name, (int)(member - c->members) + 1, what, c->from, c->to,
                   member->message.text[0] ? member->message.text : mr_status_text(status));
    return status;
}

static mr_status open_member(mr_coupled *c, mr_member *member, const mr_coupled_member *given,
                             mr_message *message) {
    member->coupled = c;
    mr_status status = mr_slave_type_check(given->type, message);
    if (status != MR_OK)
        return status;
    member->type = given->type;
    status = given->type->open(given->configuration ? given->configuration : "", &member->message,
                               &member->instance);
    if (status != MR_OK || !member->instance) {
        member->instance = NULL;
        mr_message_set(message, "slave '%s' could not be opened: %.400s", given->type->name,
                       member->message.text[0] ? member->message.text : mr_status_text(status));
        return MR_ERR_SLAVE_OPEN;
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
        mr_message_set(message, "slave '%.100s' %.390s", given->type->name, detail.text);
        return status;
    }
    if (!member->type->save || !member->type->step_to) {
        mr_message_set(message, "slave '%s' cannot be iterated: it cannot %s", given->type->name,
                       member->type->save ? "end a step at a given time (step_to)"
                                          : "save and restore its state");
        return MR_ERR_UNSUPPORTED;
    }
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

static mr_status connect_all(mr_coupled *c, const mr_connection *connections, int count,
                             mr_message *message) {
    for (int i = 0; i < c->inputs; i++)
        c->source[i] = MR_NONE;
    for (int k = 0; k < count; k++) {
        const mr_connection *n = &connections[k];
        const bool good = n->from_member >= 0 && n->from_member < c->member_count &&
                          n->to_member >= 0 && n->to_member < c->member_count &&
                          n->from_output >= 0 &&
                          n->from_output < c->members[n->from_member].outputs && n->to_input >= 0 &&
                          n->to_input < c->members[n->to_member].inputs;
        int *source = good ? &c->source[c->members[n->to_member].first_input + n->to_input] : NULL;
        if (!good || *source != MR_NONE) {
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
    }
    return MR_OK;
}

static mr_status allocate(mr_coupled *c) {
    const size_t n = (size_t)c->inputs, p = (size_t)c->outputs;
    const size_t rows = MR_POINTS * (1 + MR_SLOTS);
    c->source = calloc(n + 1, sizeof *c->source);
    c->numbers = calloc(rows * n + 3 * n + 3 * p + 2 * n * n + 1, sizeof *c->numbers);
    if (!c->source || !c->numbers)
        return MR_ERR_MEMORY;
    double *at = c->numbers;
    mr_exchanges *all[1 + MR_SLOTS] = {&c->exchanges};
    for (int s = 0; s < MR_SLOTS; s++)
        all[1 + s] = &c->saved[s];
    for (int e = 0; e < 1 + MR_SLOTS; e++)
        for (int k = 0; k < MR_POINTS; k++, at += n)
            all[e]->u[k] = at;
    c->u_end = at;
    c->u_next = c->u_end + n;
    c->scale = c->u_next + n;
    c->y = c->scale + n;
    c->y_compared = c->y + p;
    c->trial = c->y_compared + p;
    c->jacobian = c->trial + p;
    c->matrix = c->jacobian + n * n;
    return MR_OK;
}

mr_status mr_coupled_open(const mr_coupled_config *config, const mr_coupled_member *members,
                          int member_count, const mr_connection *connections, int connection_count,
                          mr_coupled **opened, mr_message *message) {
    *opened = NULL;
    mr_message_clear(message);
    mr_status status = check_config(config, message);
    if (status == MR_OK && member_count < 1) {
        mr_message_set(message, "coupled slaves: there is no member");
        status = MR_ERR_ARGUMENT;
    }
    if (status != MR_OK)
        return status;
    mr_coupled *c = calloc(1, sizeof *c);
    if (c)
        c->members = calloc((size_t)member_count, sizeof *c->members);
    status = c && c->members ? MR_OK : MR_ERR_MEMORY;
    if (status == MR_OK)
        c->config = *config;
    for (int m = 0; m < member_count && status == MR_OK; m++) {
        c->member_count++;
        status = open_member(c, &c->members[m], &members[m], message);
    }
    if (status == MR_OK)
        status = allocate(c);
    if (status == MR_OK)
        status = connect_all(c, connections, connection_count, message);
    if (status == MR_ERR_MEMORY)
        mr_message_set(message, "not enough memory for coupled slaves");
    if (status != MR_OK) {
        mr_coupled_close(c);
        return status;
    }
    *opened = c;
    return MR_OK;
}

void mr_coupled_close(mr_coupled *c) {
    if (!c)
        return;
    for (int m = 0; m < c->member_count; m++) {
        mr_member *member = &c->members[m];
        for (int s = 0; s < MR_SLOTS; s++)
            if (member->saved[s])
                member->type->free_state(member->saved[s]);
        if (member->instance)
            member->type->close(member->instance);
    }
    free(c->members);
    free(c->source);
    free(c->numbers);
    free(c);
}

mr_status mr_coupled_set_input(mr_coupled *c, int member, int input, double value) {
    if (member < 0 || member >= c->member_count || input < 0 ||
        input >= c->members[member].inputs || !isfinite(value) ||
        c->source[c->members[member].first_input + input] != MR_NONE) {
        mr_message_set(&c->message, "member %d has no free input %d, or the value is not finite",
                       member + 1, input + 1);
        return MR_ERR_ARGUMENT;
    }
    const int i = c->members[member].first_input + input;
    c->u_next[i] = value;
    for (int k = 0; k < MR_POINTS; k++) /* a step of the value, not a slope */
        c->exchanges.u[k][i] = value;
    return MR_OK;
}

void mr_coupled_remember(mr_coupled *c, double t, const double *u) {
    mr_exchanges *e = &c->exchanges;
    if (e->count == MR_POINTS) {
        double *oldest = e->u[0];
        for (int k = 1; k < MR_POINTS; k++) {
            e->t[k - 1] = e->t[k];
            e->u[k - 1] = e->u[k];
        }
        e->u[MR_POINTS - 1] = oldest;
        e->count--;
    }
    e->t[e->count] = t;
    memcpy(e->u[e->count++], u, (size_t)c->inputs * sizeof *u);
}

mr_status mr_coupled_take_outputs(mr_coupled *c, mr_member *member) {
    double *y = c->y + member->first_output;
    mr_message_clear(&member->message);
    const mr_status status = member->type->outputs(member->instance, y);
    if (status != MR_OK)
        return mr_coupled_fail(c, member, status, "could not tell its outputs");
    if (mr_first_meaningless(y, member->outputs) < member->outputs)
        return mr_coupled_fail(c, member, MR_ERR_NOT_FINITE, "answered with no finite number");
    return MR_OK;
}

static mr_status start_input(void *context, double t, double *u) {
    const mr_member *member = context;
    (void)t;
    memcpy(u, member->coupled->u_next + member->first_input, (size_t)member->inputs * sizeof *u);
    return MR_OK;
}

mr_status mr_coupled_start(mr_coupled *c, double t0) {
    mr_status status = MR_OK;
    c->statistics = (mr_coupled_statistics){.smallest_step = INFINITY};
    c->exchanges.count = 0;
    c->has_jacobian = c->started = false;
    c->from = c->to = t0;
    c->step = c->config.step;
    memset(c->scale, 0, (size_t)c->inputs * sizeof *c->scale);
    for (int round = 0; round < 2 + c->member_count && status == MR_OK; round++) {
        for (int m = 0; m < c->member_count && status == MR_OK; m++) {
            mr_member *member = &c->members[m];
            const mr_inputs inputs = {.at = start_input, .context = member};
            mr_message_clear(&member->message);
            status = member->type->initialise(member->instance, t0, &inputs);
            if (status != MR_OK)
                return mr_coupled_fail(c, member, status, "could not be initialised");
            status = mr_coupled_take_outputs(c, member);
        }
        for (int i = 0; i < c->inputs; i++)
            if (c->source[i] >= 0)
                c->u_next[i] = c->y[c->source[i]];
    }
    if (status != MR_OK)
        return status;
    for (int i = 0; i < c->inputs; i++)
        c->scale[i] = fabs(c->u_next[i]);
    mr_coupled_remember(c, t0, c->u_next);
    c->started = true;
    return MR_OK;
}

static void copy_exchanges(const mr_coupled *c, const mr_exchanges *from, mr_exchanges *to) {
    to->count = from->count;
    memcpy(to->t, from->t, sizeof to->t);
    for (int k = 0; k < from->count; k++)
        memcpy(to->u[k], from->u[k], (size_t)c->inputs * sizeof *to->u[k]);
}

mr_status mr_coupled_save(mr_coupled *c, int slot) {
    for (int m = 0; m < c->member_count; m++) {
        mr_member *member = &c->members[m];
        mr_message_clear(&member->message);
        const mr_status status = member->type->save(member->instance, &member->saved[slot]);
        if (status != MR_OK)
            return mr_coupled_fail(c, member, status, "could not save its state");
    }
    copy_exchanges(c, &c->exchanges, &c->saved[slot]);
    return MR_OK;
}

mr_status mr_coupled_restore(mr_coupled *c, int slot) {
    for (int m = 0; m < c->member_count; m++) {
        mr_member *member = &c->members[m];
        mr_message_clear(&member->message);
        const mr_status status = member->type->restore(member->instance, member->saved[slot]);
        if (status != MR_OK)
            return mr_coupled_fail(c, member, status, "could not be restored");
    }
    copy_exchanges(c, &c->saved[slot], &c->exchanges);
    return MR_OK;
}

/* a step to `to`; states at its begin are left in the slot */
static mr_status plain_step(mr_coupled *c, double to, int slot, bool *converged) {
    mr_status status = MR_OK;
    c->from = c->exchanges.t[c->exchanges.count - 1];
    c->to = to;
    if (c->config.most_iterations > 1 || c->config.controlled)
        status = mr_coupled_save(c, slot);
    return status == MR_OK ? mr_coupled_make_step(c, slot, converged) : status;
}

/* the largest difference of the outputs between one step and two, by Richardson, over the tolerance
 */
static double estimate(const mr_coupled *c) {
    const double divisor = ldexp(1.0, c->config.order + 1) - 1.0;
    double worst = 0.0;
    for (int i = 0; i < c->outputs; i++) {
        const double bound =
            c->config.absolute_tolerance + c->config.relative_tolerance * fabs(c->y[i]);
        const double error = fabs(c->y[i] - c->y_compared[i]) / divisor;
        worst = fmax(worst, bound > 0.0 ? error / bound : (error > 0.0 ? INFINITY : 0.0));
    }
    return worst;
}

static mr_status controlled_step(mr_coupled *c, double t_end) {
    const double from = c->exchanges.t[c->exchanges.count - 1];
    for (;;) {
        const bool last = from + c->step * 1.0001 >= t_end;
        const double to = last ? t_end : from + c->step, H = to - from;
        bool converged[3];
        MR_TRY(plain_step(c, to, 0, &converged[0]));
        memcpy(c->y_compared, c->y, (size_t)c->outputs * sizeof *c->y);
        MR_TRY(mr_coupled_restore(c, 0));
        MR_TRY(plain_step(c, from + 0.5 * H, 1, &converged[1]));
        MR_TRY(plain_step(c, to, 1, &converged[2]));
        const double error = estimate(c);
        const bool fits = error <= 1.0 && converged[1] && converged[2];
        double factor = error > 0.0 ? 0.9 * pow(1.0 / error, 1.0 / (c->config.order + 2)) : 2.0;
        factor = fmin(fmax(fits ? factor : fmin(factor, 0.5), 0.2), 2.0);
        if (!last || !fits)
            c->step = fmin(H * factor, c->config.most_step);
        if (fits) {
            c->statistics.steps++;
            c->statistics.smallest_step = fmin(c->statistics.smallest_step, H);
            c->statistics.largest_step = fmax(c->statistics.largest_step, H);
            return MR_OK;
        }
        c->statistics.rejected++;
        MR_TRY(mr_coupled_restore(c, 0));
        if (c->step < c->config.least_step) {
            mr_message_set(&c->message,
                           "the exchange step at t = %.9g s would have to be smaller than %.3g s",
                           from, c->config.least_step);
            return MR_ERR_SLAVE_STEP;
        }
    }
}

mr_status mr_coupled_advance(mr_coupled *c, double t_end) {
    if (!c->started || !isfinite(t_end)) {
        mr_message_set(&c->message, "coupled slaves were advanced before their start, or to a time "
                                    "that is not a number");
        return MR_ERR_STATE;
    }
    const double t0 = mr_coupled_time(c), h = c->config.step;
    mr_status status = MR_OK;
    for (int64_t i = 1; status == MR_OK; i++) {
        const double now = mr_coupled_time(c), tolerance = mr_time_tolerance(t_end, h);
        if (now >= t_end - tolerance)
            return MR_OK;
        if (c->config.controlled) {
            status = controlled_step(c, t_end);
            continue;
        }
        double to = t0 + (double)i * h;
        if (to > t_end - tolerance)
            to = t_end;
        bool converged;
        status = plain_step(c, to, 0, &converged);
        c->statistics.steps += status == MR_OK;
        c->statistics.smallest_step = fmin(c->statistics.smallest_step, to - now);
        c->statistics.largest_step = fmax(c->statistics.largest_step, to - now);
    }
    c->started = false;
    return status;
}

double mr_coupled_time(const mr_coupled *c) {
    return c->exchanges.count > 0 ? c->exchanges.t[c->exchanges.count - 1] : c->from;
}

const double *mr_coupled_outputs(const mr_coupled *c, int member) {
    return member >= 0 && member < c->member_count ? c->y + c->members[member].first_output : NULL;
}

void mr_coupled_get_statistics(const mr_coupled *c, mr_coupled_statistics *statistics) {
    *statistics = c->statistics;
}

const char *mr_coupled_error(const mr_coupled *c) {
    return c->message.text;
}
