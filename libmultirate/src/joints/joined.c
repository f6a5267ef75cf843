/* a slave held by a joint to the master's side: opened, described, kept and put back */
#include "joined.h"

#include "multirate/nearest.h"
#include "multirate/options.h"
#include "memory.h"
#include "description.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the option `joint` --- */

typedef struct settings {
    char *method, *force, *position, *velocity, *acceleration, *response, *offset;
    int order;
    double step, mu_steps, most_gap;
} settings;

#define AT(member) .offset = offsetof(settings, member)
static const mr_option_rule rules[] = {
    {"method", MR_OPTION_TEXT, AT(method)},
    {"order", MR_OPTION_INTEGER, AT(order), .least = 0, .most = 1, .expected = "0 or 1"},
    {"force", MR_OPTION_TEXT, AT(force)},
    {"position", MR_OPTION_TEXT, AT(position)},
    {"velocity", MR_OPTION_TEXT, AT(velocity)},
    {"acceleration", MR_OPTION_TEXT, AT(acceleration)},
    {"response", MR_OPTION_TEXT, AT(response)},
    {"offset", MR_OPTION_TEXT, AT(offset)},
    {"step", MR_OPTION_NUMBER, AT(step), .least = DBL_MIN, .most = DBL_MAX,
     .expected = "a positive step in s"},
    {"mu_steps", MR_OPTION_NUMBER, AT(mu_steps), .least = 1.0, .most = 1e6,
     .expected = "a number of exchange steps from 1 on"},
    {"most_gap", MR_OPTION_NUMBER, AT(most_gap), .least = 0.0, .most = DBL_MAX,
     .expected = "a positive number"},
};
#define RULES ((int)(sizeof rules / sizeof *rules))

static void free_settings(settings *s) {
    MR_FREE(s->method, s->force, s->position, s->velocity, s->acceleration, s->response, s->offset);
}

/* --- scalars by name --- */

static int first_scalar(const mr_variable *variables, int v) {
    return mr_variables_width(variables, v);
}

static int find(const mr_variable *variables, int count, const char *name, size_t length) {
    for (int v = 0; v < count; v++)
        if (strlen(variables[v].name) == length && strncmp(variables[v].name, name, length) == 0)
            return v;
    return MR_NONE;
}

/* "name" or "name[2]": the variable, its first scalar that is meant, and how many */
static bool find_scalars(const mr_variable *variables, int count, const char *text, size_t length,
                         int *first, int *size) {
    const size_t name = strcspn(text, "[+");
    const bool element = name < length;
    const int v = find(variables, count, text, element ? name : length);
    if (v == MR_NONE)
        return false;
    *first = first_scalar(variables, v);
    *size = variables[v].size;
    if (!element)
        return true;
    char *end;
    const long index = strtol(text + name + 1, &end, 10);
    if (index < 1 || index > *size || *end != ']' || end + 1 != text + length)
        return false;
    *first += (int)index - 1;
    *size = 1;
    return true;
}

/* "fx+fy" as scalars; *n: how many, 0 before the first list is read */
static mr_status read_list(const char *names, const char *what, const mr_variable *variables,
                           int count, int *n, int **list, mr_message *message) {
    const int room = mr_variables_width(variables, count);
    int found = 0;
    *list = calloc((size_t)room + 1, sizeof **list);
    if (!*list)
        return MR_ERR_MEMORY;
    for (const char *p = names; *p;) {
        const size_t length = strcspn(p, "+");
        int first = 0, size = 0;
        const bool there = find_scalars(variables, count, p, length, &first, &size);
        if (!there || found + size > room) {
            char name[128], hint[MR_HINT_SIZE];
            snprintf(name, sizeof name, "%.*s", (int)(length < 100 ? length : 100), p);
            mr_nearest nearest = {name, NULL, 0};
            for (int k = 0; k < count; k++)
                mr_nearest_try(&nearest, variables[k].name);
            mr_message_set(message, "joint: %s '%s' is %s%s", what, name,
                           there ? "there twice" : "none of the slave's",
                           !there ? mr_nearest_hint(&nearest, hint, sizeof hint) : "");
            return MR_ERR_CONFIG;
        }
        for (int i = 0; i < size; i++)
            (*list)[found++] = first + i;
        p += length + (p[length] == '+');
    }
    if (found == 0 || (*n > 0 && found != *n)) {
        mr_message_set(message, "joint: %s has %d coordinates, not %d", what, found, *n);
        return MR_ERR_CONFIG;
    }
    *n = found;
    return MR_OK;
}

/* scalars that are declared as the rates of those in `of`; NULL if one has none */
static int *declared_rates(const mr_slave_description *d, const int *of, int n) {
    int *list = calloc((size_t)n + 1, sizeof *list);
    for (int k = 0; k < n && list; k++) {
        int rate = MR_NONE, at = 0;
        for (int v = 0; v < d->output_count; at += d->outputs[v++].size) {
            const int base = d->outputs[v].rate_of;
            const int first = base == MR_NONE ? 0 : first_scalar(d->outputs, base);
            if (base != MR_NONE && of[k] >= first && of[k] < first + d->outputs[base].size)
                rate = at + of[k] - first;
        }
        list[k] = rate;
        if (rate == MR_NONE) {
            free(list);
            list = NULL;
        }
    }
    return list;
}

/* numbers "1,2" or "1+2" into a matrix or vector; one number is for all */
static mr_status read_numbers(const char *text, const char *what, int n, bool matrix, double *into,
                              mr_message *message) {
    int count = 0;
    const char *p = text;
    double values[64];
    while (*p && count < 64) {
        char *end;
        values[count] = strtod(p, &end);
        if (end == p || !isfinite(values[count]))
            break;
        count++;
        p = end + strspn(end, ", ;");
    }
    const bool whole = matrix && count == n * n;
    if (*p || !(count == 1 || count == n || whole)) {
        mr_message_set(message, "joint: %s is %s%.60s, not 1%s %d numbers", what,
                       *p ? "not read at " : "", *p ? p : text, matrix ? ", as many or" : " or",
                       matrix ? n * n : n);
        return MR_ERR_CONFIG;
    }
    for (int k = 0; k < n; k++) {
        if (!matrix)
            into[k] = values[count == 1 ? 0 : k];
        for (int c = 0; matrix && c < n; c++)
            into[k * n + c] = whole && n > 1 ? values[k * n + c]
                              : k == c       ? values[count == 1 ? 0 : k]
                                             : 0.0;
    }
    return MR_OK;
}

/* --- its ports --- */

static bool is_force(const mr_joined *j, int scalar) {
    for (int k = 0; k < j->n; k++)
        if (j->force[k] == scalar)
            return true;
    return false;
}

/* variables of the master's side, then those of the slave */
static mr_status describe_ports(mr_joined *j, mr_message *message) {
    static const char *const own_inputs[] = {"position", "velocity", "acceleration", "response"};
    static const char *const own_outputs[] = {"reaction", "gap", "gap_rate"};
    const mr_slave_description *d = &j->inner;
    const int room = d->input_count + d->output_count + 8;
    j->variables = calloc((size_t)room, sizeof *j->variables);
    j->other = calloc((size_t)j->inputs + 1, sizeof *j->other);
    if (!j->variables || !j->other)
        return MR_ERR_MEMORY;
    mr_variable *in = j->variables, *out = in + d->input_count + 4;
    int inputs = 0, outputs = 0;
    const mr_variable plain = {.unit = "", .size = j->n, .rate_of = MR_NONE, .power_with = MR_NONE};
    for (int i = 0; i < (j->told_response ? 4 : 3); i++) {
        in[inputs] = plain;
        in[inputs].size = i == 3 ? j->n * j->n : j->n;
        in[inputs].rate_of = i == 1 ? 0 : MR_NONE; /* the free acceleration is no rate */
        in[inputs++].name = own_inputs[i];
    }
    for (int v = 0, at = 0; v < d->input_count; at += d->inputs[v++].size) {
        int forces = 0;
        for (int i = 0; i < d->inputs[v].size; i++)
            forces += is_force(j, at + i);
        if (forces == d->inputs[v].size)
            continue;
        if (forces > 0) {
            mr_message_set(message, "joint: all elements of the input '%.60s' must be forces of it",
                           d->inputs[v].name);
            return MR_ERR_CONFIG;
        }
        in[inputs] = d->inputs[v];
        in[inputs].rate_of = MR_NONE;
        if (in[inputs].power_with != MR_NONE)
            in[inputs].power_with += MR_JOINED_OWN_OUTPUTS;
        inputs++;
        for (int i = 0; i < d->inputs[v].size; i++)
            j->other[j->rest++] = at + i;
    }
    for (int i = 0; i < MR_JOINED_OWN_OUTPUTS; i++) {
        out[outputs] = plain;
        out[outputs].rate_of = i == 2 ? 1 : MR_NONE;
        out[outputs++].name = own_outputs[i];
    }
    for (int v = 0; v < d->output_count; v++) {
        out[outputs] = d->outputs[v];
        if (out[outputs].rate_of != MR_NONE)
            out[outputs].rate_of += MR_JOINED_OWN_OUTPUTS;
        outputs++;
    }
    for (int side = 0; side < 2; side++)
        for (int a = 0; a < (side ? outputs : inputs); a++)
            for (int b = 0; b < a; b++)
                if (strcmp((side ? out : in)[a].name, (side ? out : in)[b].name) == 0) {
                    mr_message_set(message,
                                   "joint: the slave has a variable '%.60s', which is also one of "
                                   "the joint's",
                                   (side ? out : in)[a].name);
                    return MR_ERR_CONFIG;
                }
    j->outer = (mr_slave_description){.title = d->title,
                                      .input_count = inputs,
                                      .inputs = in,
                                      .output_count = outputs,
                                      .outputs = out};
    return MR_OK;
}

static void describe(const void *slave, mr_slave_description *description) {
    *description = ((const mr_joined *)slave)->outer;
}

static mr_status outputs(void *slave, double *y) {
    mr_joined *j = slave;
    const size_t n = (size_t)j->n;
    memcpy(y, mr_joined_past(j), n * sizeof *y);
    memcpy(y + n, mr_joined_gap(j), n * sizeof *y);
    memcpy(y + 2 * n, mr_joined_rate(j), n * sizeof *y);
    return j->type->outputs(j->slave, y + 3 * n);
}

static mr_status next_step(const void *slave, double *h) {
    const mr_joined *j = slave;
    if (j->step == 0.0)
        return j->type->next_step(j->slave, h);
    const double part = j->state->second_part ? 1.0 - MR_JOINED_KNOT : MR_JOINED_KNOT;
    *h = (j->method->samples > 0 ? part : 1.0) * j->step;
    return MR_OK;
}

/* --- kept and put back --- */

typedef struct kept {
    void *slave;
    void (*free_slave)(void *state);
    mr_joined_state *own;
} kept;

static void free_kept(void *state) {
    kept *k = state;
    if (k->slave)
        k->free_slave(k->slave);
    free(k->own);
    free(k);
}

static mr_status save(const void *slave, void **state) {
    const mr_joined *j = slave;
    kept *k = *state;
    if (!k) {
        k = calloc(1, sizeof *k);
        mr_joined_state *own = malloc(j->state_size);
        if (!k || !own) {
            free(k);
            free(own);
            return MR_ERR_MEMORY;
        }
        k->own = own;
        k->free_slave = j->type->free_state;
        *state = k;
    }
    memcpy(k->own, j->state, j->state_size);
    return j->type->save(j->slave, &k->slave);
}

static mr_status restore(void *slave, const void *state) {
    mr_joined *j = slave;
    const kept *k = state;
    memcpy(j->state, k->own, j->state_size);
    MR_TRY(j->type->restore(j->slave, k->slave));
    return j->type->outputs(j->slave, j->y);
}

/* the wrapper alone */
static void free_joined(mr_joined *j) {
    if (j->saved)
        j->type->free_state(j->saved);
    MR_FREE(j->variables, j->force, j->position, j->velocity, j->acceleration, j->other, j->offset,
            j->state, j);
}

static void close_joined(void *slave) {
    mr_joined *j = slave;
    const mr_slave_type *type = j->type;
    void *inner = j->slave;
    free_joined(j);
    type->close(inner);
}

/* --- opened --- */

static mr_status refuse(mr_message *message, const char *why) {
    mr_message_set(message, "joint: %s", why);
    return MR_ERR_CONFIG;
}

static mr_status choose_method(mr_joined *j, const settings *s, const mr_config *config,
                               mr_message *message) {
    j->method = mr_joint_find(s->method ? s->method : "x2", message);
    if (!j->method)
        return MR_ERR_CONFIG;
    if (j->method != &mr_joint_x2 && j->method != &mr_joint_explicit)
        return refuse(message, "against a diagram there are the methods 'x2' and 'explicit'");
    const bool repeats = j->method->samples > 0;
    if (config->coupling != &mr_coupling_signals)
        return refuse(message, "it is a coupling of its own: coupling=signals goes with it");
    if (repeats != (config->scheme == &mr_slowest_first))
        return refuse(message, repeats
                                   ? "method 'x2' finds the reaction before the master makes "
                                     "its steps: it needs scheme=slowest_first"
                                   : "method 'explicit' needs the master's motion at the end of "
                                     "the step: scheme=fastest_first");
    if (repeats && s->order == 0)
        return refuse(message, "method 'x2' has order 1 against a diagram");
    j->order = s->order == MR_NONE ? 1 : s->order;
    if (repeats && !(j->type->save && j->type->restore && j->type->step_to))
        return refuse(message, "the slave cannot save, restore and end a step where it is told, "
                               "which method 'x2' needs: method 'explicit' does without");
    if (repeats && s->step == 0.0 && !j->type->next_step)
        return refuse(message, "the slave does not tell its step: step= says how long one exchange "
                               "is");
    if (!repeats && (s->step > 0.0 ? !j->type->step_to : !j->type->next_step))
        return refuse(message, s->step > 0.0 ? "step= needs a slave that ends a step where it is "
                                               "told"
                                             : "the slave does not tell its step");
    return MR_OK;
}

static mr_status find_ports(mr_joined *j, const settings *s, mr_message *message) {
    const mr_slave_description *d = &j->inner;
    if (!s->force || !s->position)
        return refuse(message, "force= and position= say where it holds the slave");
    MR_TRY(read_list(s->force, "force", d->inputs, d->input_count, &j->n, &j->force, message));
    MR_TRY(read_list(s->position, "position", d->outputs, d->output_count, &j->n, &j->position,
                     message));
    if (s->velocity)
        MR_TRY(read_list(s->velocity, "velocity", d->outputs, d->output_count, &j->n, &j->velocity,
                         message));
    else
        j->velocity = declared_rates(d, j->position, j->n);
    if (s->acceleration)
        MR_TRY(read_list(s->acceleration, "acceleration", d->outputs, d->output_count, &j->n,
                         &j->acceleration, message));
    else if (j->velocity)
        j->acceleration = declared_rates(d, j->velocity, j->n);
    if (!j->velocity)
        return refuse(message, "velocity= is missing, and the slave does not declare it");
    if (!j->acceleration && j->method->samples == 0)
        return refuse(message, "method 'explicit' needs the slave's acceleration=");
    for (int k = 0; k < j->n; k++)
        for (int i = 0; i < k; i++)
            if (j->force[i] == j->force[k])
                return refuse(message, "a force is there twice");
    return MR_OK;
}

static mr_status allocate(mr_joined *j) {
    const size_t n = (size_t)j->n, c = (size_t)j->inner.coordinate_count;
    const size_t in = (size_t)j->inputs;
    j->state_size = sizeof *j->state + (9 * n + 4 * n * n) * sizeof(double);
    j->state = calloc(1, j->state_size);
    const size_t work = 12 * n + 5 * n * n + c * in + 2 * c * c;
    j->offset = calloc(2 * n + 2 * n * n + work + (3 * n + n * n + in) + (size_t)j->outputs + 1,
                       sizeof *j->offset);
    if (!j->state || !j->offset)
        return MR_ERR_MEMORY;
    j->lambda = j->offset + n;
    j->response = j->lambda + n;
    j->gain = j->response + n * n;
    j->work = j->gain + n * n;
    j->u = j->work + work;
    j->y = j->u + 3 * n + n * n + in;
    return MR_OK;
}

static mr_status set_up(mr_joined *j, const settings *s, const mr_config *config,
                        mr_message *message) {
    MR_TRY(choose_method(j, s, config, message));
    MR_TRY(find_ports(j, s, message));
    MR_TRY(allocate(j));
    j->step = s->step;
    j->mu_steps = s->mu_steps;
    j->most_gap = s->most_gap;
    j->keeps_offset = s->offset && strcmp(s->offset, "start") == 0;
    if (s->offset && !j->keeps_offset)
        MR_TRY(read_numbers(s->offset, "offset", j->n, false, j->offset, message));
    j->told_response = s->response && strcmp(s->response, "input") == 0;
    if (!s->response)
        return refuse(message, "response= says what the reaction does to the acceleration of the "
                               "master's side (one over its mass), or 'input'");
    if (!j->told_response)
        MR_TRY(read_numbers(s->response, "response", j->n, true, j->response, message));
    return describe_ports(j, message);
}

mr_status mr_joined_open(const char *text, const mr_config *config, const mr_slave_type **type,
                         void **slave, mr_message *slave_message, int *order, mr_message *message) {
    settings s = {.order = MR_NONE, .mu_steps = 2.5, .most_gap = 0.01};
    mr_joined *j = calloc(1, sizeof *j);
    mr_message detail = {""};
    mr_status status = j ? MR_OK : MR_ERR_MEMORY;
    if (j) {
        j->type = *type;
        j->slave = *slave;
        j->message = slave_message;
        (*type)->describe(*slave, &j->inner);
        j->inputs = mr_variables_width(j->inner.inputs, j->inner.input_count);
        j->outputs = mr_variables_width(j->inner.outputs, j->inner.output_count);
        status = mr_options_read(text, rules, RULES, &s, &detail);
        if (status != MR_OK)
            mr_message_set(message, "joint: %.400s", detail.text);
        else
            status = set_up(j, &s, config, message);
    }
    free_settings(&s);
    if (status != MR_OK) {
        if (status == MR_ERR_MEMORY)
            mr_message_set(message, "not enough memory for a joint");
        if (j)
            free_joined(j);
        return status;
    }
    const bool keeps = j->type->save && j->type->restore;
    j->own =
        MR_SLAVE_AROUND(j->type, .describe = describe, .initialise = mr_joined_initialise,
                        .step = mr_joined_step, .outputs = outputs, .close = close_joined,
                        .next_step = next_step, .save = keeps ? save : NULL,
                        .restore = keeps ? restore : NULL, .free_state = keeps ? free_kept : NULL);
    *order = j->order;
    *type = &j->own;
    *slave = j;
    return MR_OK;
}
