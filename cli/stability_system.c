/* the members of a system, each made a linear one by trying it */
#define _POSIX_C_SOURCE 200809L
#include "stability_system.h"

#include "command.h"
#include "complain.h"
#include "file_hint.h"
#include "system_run.h"

#include "analysis/seen_slave.h"
#include "system/system.h"
#include "common/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* a member whose answers a linear system explains worse than this is none */
#define MISFIT 0.02

/* one that is explained worse than this is bent: it is a linear one for small pulses only */
#define BENT 1e-3

/* and a motion that has less than this of every answer is none */
#define UNSEEN 1e-4

bool stability_is_system(const char *path) {
    const char *dot = strrchr(path, '.');
    if (!dot)
        return false;
    if (strcmp(dot, ".ssp") == 0 || strcmp(dot, ".ssd") == 0)
        return true;
    if (strcmp(dot, ".yaml") != 0 && strcmp(dot, ".yml") != 0)
        return false;
    /* diagrams are written as YAML too: a system has members */
    return file_has_section(path, "members:");
}

void stability_system_free(stability_system *s) {
    if (!s)
        return;
    for (int m = 0; m < s->many.member_count; m++) {
        an_system_free(&s->many.members[m].system);
        if (s->seen)
            an_seen_slave_free(&s->seen[m]);
        if (s->maps)
            an_seen_steps_free(&s->maps[m]);
        if (s->reduced)
            an_realisation_free(&s->reduced[m]);
        if (s->held)
            free(s->held[m]);
        if (s->names)
            free(s->names[m]);
    }
    stability_joints_free(&s->joints);
    stability_models_free(&s->models);
    CM_FREE(s->many.members, s->seen, s->maps, s->reduced, s->held, s->names, s->connections,
            s->predictions, s);
}

/* --- who is in a loop --- */

/* members that hear of others and are heard, again and again until none is left that is not; a
 * joint does both to its members */
int stability_find_loops(const sy_run *run, bool *in, bool *held) {
    int count, members = sy_member_count(run), left = 0;
    const mr_connection *c = sy_connections(run, &count);
    for (int m = 0; m < members; m++)
        in[m] = true;
    stability_joints_mark(sy_coupled(run), held);
    for (bool changed = true; changed;) {
        changed = false;
        for (int m = 0; m < members; m++) {
            bool hears = false, heard = false;
            for (int k = 0; k < count && in[m]; k++) {
                hears = hears || (c[k].to_member == m && in[c[k].from_member]);
                heard = heard || (c[k].from_member == m && in[c[k].to_member]);
            }
            if (in[m] && !held[m] && (!hears || !heard)) {
                in[m] = false;
                changed = true;
                left++;
            }
        }
    }
    return left;
}

/* --- one member --- */

static int variable_of(const mr_variable *variables, int count, int scalar) {
    int v = 0;
    for (; v < count && scalar >= variables[v].size; v++)
        scalar -= variables[v].size;
    return v;
}

/* the step to ask it for: imposed by the system or that of the exchange, where its own is longer. A
 * sixth of it ends at every piece of every joint */
static double step_of(const sy_run *run, int place, const mr_slave_type *type, void *instance) {
    const mr_coupled_config *config = sy_config(run);
    const double pieces = mr_coupled_joint_count(sy_coupled(run)) > 0 ? 6.0 : 1.0;
    const double wanted = config->own_steps ? sy_imposed_step(run, place) : config->step / pieces;
    double own = 0.0;
    if (!type->step_to || !type->next_step || type->next_step(instance, &own) != MR_OK)
        return type->step_to ? wanted : 0.0;
    return own > wanted * (1.0 + 1e-9) ? wanted : 0.0;
}

/* with joints: the step that it makes in the run, where no piece of a joint ends before. Its rule
 * is known, so that this needs not be the one that it was seen with */
static double free_step(const sy_run *run, int place) {
    mr_slave_description d;
    const mr_slave_type *type;
    double own = 0.0, most = sy_config(run)->step;
    mr_coupled_describe(sy_coupled(run), place, &d, &type);
    if (type->next_step &&
        type->next_step(mr_coupled_instance(sy_coupled(run), place), &own) != MR_OK)
        own = 0.0;
    return own > 0.0 ? fmin(own, most) : most;
}

/* what its steps show: a system and a rule of ours, or a map of the steps themselves */
static mr_status see(const sy_run *run, int place, double imposed, int at, const bool *ignored,
                     stability_system *s, mr_message *message) {
    mr_slave_description d;
    const mr_slave_type *type;
    mr_coupled *coupled = sy_coupled(run);
    mr_coupled_describe(coupled, place, &d, &type);
    void *instance = mr_coupled_instance(coupled, place);
    const int m = mr_variables_width(d.inputs, d.input_count);
    double *u0 = malloc(((size_t)m + 1) * sizeof *u0);
    if (!u0)
        return MR_ERR_MEMORY;
    memcpy(u0, mr_coupled_inputs(coupled, place), (size_t)m * sizeof *u0);
    mr_message why = {""};
    const double t0 = sy_run_times(run).start;
    const double step = imposed > 0.0 ? imposed : step_of(run, place, type, instance);
    an_seen_slave *seen = &s->seen[at];
    mr_status status = an_see_answers(seen, type, instance, t0, u0, step, ignored, &why);
    double misfit = seen->misfit;
    /* what noise makes of short steps has no part in answers, but eigenvalues */
    if (status == MR_OK && misfit <= MISFIT && !an_prune(&seen->system, seen->step, UNSEEN))
        status = MR_ERR_MEMORY;
    if (status == MR_OK && !(misfit <= MISFIT)) {
        status = an_see_steps(&s->maps[at], type, instance, t0, u0, step, ignored, &why);
        misfit = s->maps[at].map.misfit;
        s->stepped = true;
        s->stepped_member = s->names[at];
    }
    free(u0);
    if (status != MR_OK)
        mr_message_set(message, "member '%.60s' cannot be looked into: %.300s",
                       sy_member_name(run, place), why.text[0] ? why.text : mr_status_text(status));
    else if (!(misfit <= MISFIT)) {
        mr_message_set(message,
                       "member '%.60s' does not answer to pulses like a linear system (%.0f %% are "
                       "left unexplained), so that nothing is known of its stability; a run tells",
                       sy_member_name(run, place), 100.0 * fmin(misfit, 9.99));
        status = MR_ERR_UNSUPPORTED;
    }
    s->misfit = fmax(s->misfit, misfit);
    if (s->maps[at].inputs == 0 && mr_coupled_joint_count(coupled) > 0)
        s->many.blur = fmax(s->many.blur, seen->blur);
    return status;
}

/* the scalars that are connected, in their order; how many */
static int list_connected(const mr_connection *c, int count, const bool *in, int member, bool input,
                          int *number) {
    int used = 0;
    for (int k = 0; k < count; k++) {
        if (!in[c[k].from_member] || !in[c[k].to_member] ||
            (input ? c[k].to_member : c[k].from_member) != member)
            continue;
        const int scalar = input ? c[k].to_input : c[k].from_output;
        if (number[scalar] < 0)
            number[scalar] = used++;
    }
    return used;
}

/* only what is connected */
static bool reduce(const an_system *all, const int *inputs, const int *outputs, int m, int p,
                   an_system *to) {
    const int n = all->states;
    if (!an_system_make(to, n, m, p))
        return false;
    memcpy(to->A, all->A, (size_t)n * (size_t)n * sizeof *to->A);
    for (int j = 0; j < all->inputs; j++)
        /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): one for each input */
        for (int i = 0; inputs[j] >= 0 && i < n; i++)
            to->B[i * m + inputs[j]] = all->B[i * all->inputs + j];
    for (int i = 0; i < all->outputs; i++) {
        if (outputs[i] < 0)
            continue;
        memcpy(to->C + outputs[i] * n, all->C + i * n, (size_t)n * sizeof *to->C);
        for (int j = 0; j < all->inputs; j++)
            if (inputs[j] >= 0)
                to->D[outputs[i] * m + inputs[j]] = all->D[i * all->inputs + j];
    }
    return true;
}

static bool reduce_map(const an_realisation *all, int all_inputs, const int *inputs,
                       const int *outputs, int m, int p, an_realisation *to) {
    const int n = all->states, c = AN_STEP_NODES * m;
    *to = (an_realisation){.states = n, .outputs = p, .channels = c};
    to->Phi = calloc((size_t)(n * n + n * c + p * n + p * c) + 1, sizeof *to->Phi);
    if (!to->Phi)
        return false;
    to->Gamma = to->Phi + n * n;
    to->C = to->Gamma + n * c;
    to->D = to->C + p * n;
    memcpy(to->Phi, all->Phi, (size_t)(n * n) * sizeof *to->Phi);
    for (int j = 0; j < all->channels; j++) {
        const int input = inputs[j % all_inputs], at = j / all_inputs * m + input;
        for (int i = 0; input >= 0 && i < n; i++)
            to->Gamma[i * c + at] = all->Gamma[i * all->channels + j];
        for (int i = 0; input >= 0 && i < all->outputs; i++)
            if (outputs[i] >= 0)
                to->D[outputs[i] * c + at] = all->D[i * all->channels + j];
    }
    for (int i = 0; i < all->outputs; i++)
        if (outputs[i] >= 0)
            memcpy(to->C + outputs[i] * n, all->C + i * n, (size_t)n * sizeof *to->C);
    return true;
}

static bool is_held(const sy_run *run, const mr_connection *c) {
    mr_slave_description from, to;
    const mr_slave_type *type;
    mr_coupled_describe(sy_coupled(run), c->from_member, &from, &type);
    mr_coupled_describe(sy_coupled(run), c->to_member, &to, &type);
    return from.outputs[variable_of(from.outputs, from.output_count, c->from_output)].variability ==
               MR_DISCRETE ||
           to.inputs[variable_of(to.inputs, to.input_count, c->to_input)].variability ==
               MR_DISCRETE;
}

typedef struct numbering {
    int *member;             /* number among those that are analysed; -1 */
    int **inputs, **outputs; /* of each member: number of a scalar; -1 */
} numbering;

/* a follower steps as its quickest source does */
static double source_step(const mr_connection *c, int count, const bool *in, const numbering *n,
                          const stability_system *s, int place) {
    double step = INFINITY;
    for (int k = 0; k < count; k++)
        if (c[k].to_member == place && in[c[k].from_member])
            step = fmin(step, s->many.members[n->member[c[k].from_member]].step);
    return step;
}

/* outputs of a member that no other one hears */
static bool *find_ignored(const sy_run *run, int place, const bool *in) {
    mr_slave_description d;
    const mr_slave_type *type;
    int count;
    const mr_connection *c = sy_connections(run, &count);
    mr_coupled_describe(sy_coupled(run), place, &d, &type);
    const size_t width = (size_t)mr_variables_width(d.outputs, d.output_count);
    bool *ignored = malloc((width + 1) * sizeof *ignored);
    if (!ignored)
        return NULL;
    memset(ignored, true, width * sizeof *ignored);
    for (int k = 0; k < count; k++)
        if (c[k].from_member == place && in[c[k].to_member])
            ignored[c[k].from_output] = false;
    stability_joints_hear(sy_coupled(run), place, ignored);
    return ignored;
}

static mr_status add_member(const sy_run *run, int place, const bool *in, numbering *n,
                            stability_system *s, mr_message *message) {
    int count;
    const mr_connection *c = sy_connections(run, &count);
    const int at = n->member[place];
    an_member *member = &s->many.members[at];
    const bool follows = sy_follows(run, place) && sy_config(run)->own_steps;
    s->names[at] = strdup(sy_member_name(run, place));
    if (!s->names[at])
        return MR_ERR_MEMORY;
    bool *ignored = find_ignored(run, place, in);
    if (!ignored)
        return MR_ERR_MEMORY;
    const mr_status status = see(run, place, follows ? source_step(c, count, in, n, s, place) : 0.0,
                                 at, ignored, s, message);
    free(ignored);
    MR_TRY(status);
    const an_system *seen = &s->seen[at].system;
    const an_seen_steps *steps = &s->maps[at];
    const size_t width = (size_t)seen->inputs + (size_t)seen->outputs;
    n->inputs[place] = malloc((width + 1) * sizeof(int));
    s->held[at] = calloc((size_t)seen->inputs + 1, sizeof(bool));
    if (!n->inputs[place] || !s->held[at])
        return MR_ERR_MEMORY;
    n->outputs[place] = n->inputs[place] + seen->inputs;
    for (size_t i = 0; i < width; i++)
        n->inputs[place][i] = -1;
    const mr_coupled *coupled = sy_coupled(run);
    const int m =
        stability_joints_number(coupled, place, true, n->inputs[place],
                                list_connected(c, count, in, place, true, n->inputs[place]));
    const int p =
        stability_joints_number(coupled, place, false, n->outputs[place],
                                list_connected(c, count, in, place, false, n->outputs[place]));
    if (steps->inputs > 0) {
        an_realisation *map = &s->reduced[at];
        if (!reduce_map(&steps->map, seen->inputs, n->inputs[place], n->outputs[place], m, p,
                        map) ||
            !an_system_make(&member->system, map->states, m, p))
            return MR_ERR_MEMORY;
        memcpy(member->system.C, map->C, (size_t)(p * map->states) * sizeof *map->C);
        for (int i = 0; i < p * m; i++) /* of inputs at the end of a step, for the start */
            member->system.D[i] = map->D[i / m * map->channels + (AN_STEP_NODES - 1) * m + i % m];
        member->map = map;
    } else if (!reduce(seen, n->inputs[place], n->outputs[place], m, p, &member->system))
        return MR_ERR_MEMORY;
    for (int k = 0; k < count; k++)
        if (c[k].to_member == place && n->inputs[place][c[k].to_input] >= 0)
            s->held[at][n->inputs[place][c[k].to_input]] = is_held(run, &c[k]);
    member->method = s->seen[at].method;
    const bool cut = mr_coupled_joint_count(coupled) > 0 && !member->map;
    member->step = cut ? free_step(run, place) : s->seen[at].step;
    member->held = s->held[at];
    member->name = s->names[at];
    member->follows = follows;
    s->step = fmax(s->step, member->step);
    return MR_OK;
}

static mr_status make(sy_run *run, const bool *in, numbering *n, stability_system *s,
                      mr_message *message) {
    int count;
    const mr_connection *c = sy_connections(run, &count);
    MR_TRY(sy_start(run, sy_run_times(run).start, message));
    for (int m = 0; m < sy_member_count(run); m++)
        n->member[m] = in[m] ? s->many.member_count++ : -1;
    for (int followers = 0; followers < 2; followers++) /* whose steps are those of others: last */
        for (int m = 0; m < sy_member_count(run); m++)
            if (in[m] && sy_follows(run, m) == (followers == 1))
                MR_TRY(add_member(run, m, in, n, s, message));
    for (int k = 0; k < count; k++) {
        if (!in[c[k].from_member] || !in[c[k].to_member])
            continue;
        mr_connection *to = &s->connections[s->many.connection_count++];
        *to = c[k];
        to->offset = 0.0;
        if (c[k].prediction) {
            s->predictions[k] = *c[k].prediction;
            to->prediction = &s->predictions[k];
        }
        to->from_member = n->member[c[k].from_member];
        to->to_member = n->member[c[k].to_member];
        to->from_output = n->outputs[c[k].from_member][c[k].from_output];
        to->to_input = n->inputs[c[k].to_member][c[k].to_input];
    }
    s->many.connections = s->connections;
    if (!stability_joints_take(&s->joints, sy_coupled(run), n->member, n->inputs, n->outputs))
        return MR_ERR_MEMORY;
    s->many.joints = s->joints.joints;
    s->many.joint_count = s->joints.count;
    s->many.config = *sy_config(run);
    if (!s->many.config.own_steps)
        s->step = s->many.config.step;
    return MR_OK;
}

static mr_status look_at(sy_run *run, stability_system *s, mr_message *message) {
    const size_t members = (size_t)sy_member_count(run) + 1;
    int count;
    (void)sy_connections(run, &count);
    bool *in = calloc(2 * members, sizeof *in);
    numbering n = {.member = calloc(members, sizeof(int)),
                   .inputs = calloc(members, sizeof(int *)),
                   .outputs = calloc(members, sizeof(int *))};
    s->many.members = calloc(members, sizeof *s->many.members);
    s->seen = calloc(members, sizeof *s->seen);
    s->maps = calloc(members, sizeof *s->maps);
    s->reduced = calloc(members, sizeof *s->reduced);
    s->held = calloc(members, sizeof *s->held);
    s->names = calloc(members, sizeof *s->names);
    s->connections = calloc((size_t)count + 1, sizeof *s->connections);
    s->predictions = calloc((size_t)count + 1, sizeof *s->predictions);
    mr_status status = MR_ERR_MEMORY;
    if (in && n.member && n.inputs && n.outputs && s->many.members && s->seen && s->maps &&
        s->reduced && s->held && s->names && s->connections && s->predictions) {
        s->left_out = stability_find_loops(run, in, in + members);
        status = make(run, in, &n, s, message);
    }
    for (size_t m = 0; n.inputs && m < members; m++)
        free(n.inputs[m]);
    CM_FREE(n.member, n.inputs, n.outputs, in);
    return status;
}

/* --- the system --- */

static mr_status note_models(sy_system *s, const char *path, const text_list *settings,
                             const char *coupling, stability_models *models, char **signals) {
    *models = (stability_models){.has = true, .path = strdup(path), .settings = settings};
    /* a pulse is no jump that the run would begin anew at */
    return models->path && sy_append(&models->coupling, coupling) &&
                   sy_append(&models->coupling, "graded_start=off") &&
                   sy_append(signals, coupling) && sy_append(signals, "coupling=signals") &&
                   stability_without_models(s)
               ? MR_OK
               : MR_ERR_MEMORY;
}

/* members are looked into without models around them */
static mr_status open_signals(sy_system *s, const char *path, const text_list *settings,
                              const char *coupling, stability_models *models, sy_run **run,
                              mr_message *message) {
    char *signals = NULL;
    if (!stability_has_models(s, coupling))
        return sy_open(s, coupling, run, message);
    mr_status status = note_models(s, path, settings, coupling, models, &signals);
    if (status == MR_OK)
        status = sy_open(s, signals, run, message);
    free(signals);
    return status;
}

static mr_status look_into(sy_system *s, const char *path, const text_list *settings,
                           const char *coupling, stability_system *found, sy_run **run,
                           mr_message *message) {
    MR_TRY(open_signals(s, path, settings, coupling, &found->models, run, message));
    MR_TRY(look_at(*run, found, message));
    found->models.bent = found->misfit > BENT;
    return MR_OK;
}

int stability_system_read(const char *path, const text_list *settings, const char *coupling,
                          stability_system **found) {
    mr_message message = {""};
    sy_system *s = NULL;
    sy_run *run = NULL;
    int code = EXIT_FAILED;
    mr_status status = sy_read(path, &s, &message);
    for (int i = 0; i < settings->count && status == MR_OK; i++)
        if (!system_set_value("stability", s, settings->items[i])) {
            sy_system_free(s);
            return EXIT_USAGE;
        }
    *found = calloc(1, sizeof **found);
    if (!*found)
        status = MR_ERR_MEMORY;
    if (status == MR_OK)
        status = look_into(s, path, settings, coupling, *found, &run, &message);
    if (status == MR_OK)
        code = EXIT_GOOD;
    else
        complain("stability", "%s",
                 message.text[0] ? message.text : "not enough memory to look into the members");
    sy_close(run);
    sy_system_free(s);
    if (code != EXIT_GOOD) {
        stability_system_free(*found);
        *found = NULL;
    }
    return code;
}

mr_status stability_system_point(const stability_system *s, double step, double tolerance,
                                 an_stability *found, mr_message *message) {
    an_many many = s->many;
    const double factor = step / s->step;
    if (s->models.has)
        return stability_models_point(&s->models, factor, tolerance, found, message);
    if (s->stepped && factor != 1.0) {
        mr_message_set(message,
                       "member '%.60s' follows no rule that is known here (it is seen by its own "
                       "steps of this system): nothing is known of other steps",
                       s->stepped_member);
        return MR_ERR_UNSUPPORTED;
    }
    many.members = malloc(((size_t)many.member_count + 1) * sizeof *many.members);
    if (!many.members)
        return MR_ERR_MEMORY;
    memcpy(many.members, s->many.members, (size_t)many.member_count * sizeof *many.members);
    for (int m = 0; m < many.member_count; m++)
        many.members[m].step *= factor;
    many.config.step *= factor;
    const mr_status status = an_many_stability(found, &many, tolerance, message);
    free(many.members);
    return status;
}
