/* setting up one analysis */
#include "complain.h"
#include "stability.h"

#include "common/memory.h"
#include "blockdiagram/workspace.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* a matrix of the file, row by row; rows or columns below 0: whatever it has. NULL if it is not
 * there or not fit */
static double *take(const bd_workspace *w, const char *path, const char *name, int *rows,
                    int *columns, bool optional) {
    const bd_value *value = bd_workspace_find(w, name);
    if (!value) {
        if (!optional)
            complain("stability", "%s: there is no matrix %s", path, name);
        return NULL;
    }
    char size[64];
    const int r = (int)value->dims[0], c = (int)value->dims[1];
    if (!bd_value_is_number_like(value) || value->rank != 2 || value->im || value->dims[0] > 200 ||
        value->dims[1] > 200 || (*rows >= 0 && r != *rows) || (*columns >= 0 && c != *columns) ||
        (rows == columns && r != c)) {
        complain("stability", "%s: %s is %s, which does not fit the other matrices", path, name,
                 bd_value_size_text(value, size, sizeof size));
        return NULL;
    }
    double *numbers = malloc(((size_t)r * (size_t)c + 1) * sizeof *numbers);
    for (int i = 0; numbers && i < r; i++)
        for (int j = 0; j < c; j++)
            numbers[i * c + j] = bd_value_real_at(value, (size_t)j * (size_t)r + (size_t)i);
    *rows = r;
    *columns = c;
    return numbers;
}

static bool take_system(const bd_workspace *w, const char *path, int number, an_system *system) {
    char name[4] = "A1";
    int n = -1, m = -1, p = -1;
    double *parts[4] = {NULL};
    name[1] = (char)('0' + number);
    parts[0] = take(w, path, name, &n, &n, false);
    name[0] = 'B';
    parts[1] = parts[0] ? take(w, path, name, &n, &m, false) : NULL;
    name[0] = 'C';
    parts[2] = parts[1] ? take(w, path, name, &p, &n, false) : NULL;
    name[0] = 'D';
    const bool has_d = parts[2] && bd_workspace_find(w, name);
    parts[3] = has_d ? take(w, path, name, &p, &m, false) : NULL;
    const bool good = parts[2] && (!has_d || parts[3]) && an_system_make(system, n, m, p);
    double *const targets[4] = {system->A, system->B, system->C, system->D};
    const int sizes[4] = {n * n, n * m, p * n, p * m};
    for (int i = 0; i < 4; i++) {
        if (good && parts[i])
            memcpy(targets[i], parts[i], (size_t)sizes[i] * sizeof(double));
        free(parts[i]);
    }
    return good;
}

/* Au, Ap, Av and coordinates [position velocity acceleration; …], numbers of outputs of the slave
 */
static bool take_interface(const bd_workspace *w, const char *path, an_pair *pair) {
    int k = -1, three = 3, m = pair->slave.inputs;
    if (!bd_workspace_find(w, "coordinates"))
        return an_pair_complete(pair, 0);
    double *chains = take(w, path, "coordinates", &k, &three, false);
    double *Au = chains ? take(w, path, "Au", &k, &m, false) : NULL;
    double *Ap = Au ? take(w, path, "Ap", &k, &k, false) : NULL;
    double *Av = Ap ? take(w, path, "Av", &k, &k, false) : NULL;
    bool good = Av && an_pair_complete(pair, k);
    for (int i = 0; good && i < k; i++)
        for (int j = 0; j < 3; j++) {
            const double output = chains[3 * i + j];
            if (!(output >= (j == 0 ? 0.0 : 1.0) && output <= pair->slave.outputs)) {
                complain("stability", "%s: coordinates names an output %g of %d", path, output,
                         pair->slave.outputs);
                good = false;
            }
            int *const targets[3] = {&pair->coordinates[i].position, &pair->coordinates[i].velocity,
                                     &pair->coordinates[i].acceleration};
            *targets[j] = good ? (int)output - 1 : 0;
        }
    if (good) {
        memcpy(pair->Au, Au, (size_t)(k * m) * sizeof *Au);
        memcpy(pair->Ap, Ap, (size_t)(k * k) * sizeof *Ap);
        memcpy(pair->Av, Av, (size_t)(k * k) * sizeof *Av);
    }
    CM_FREE(chains, Au, Ap, Av);
    return good;
}

bool stability_read_matrices(const char *path, an_pair *pair) {
    bd_workspace *w = NULL;
    bd_error error = {0};
    mr_message message = {""};
    *pair = (an_pair){0};
    if (bd_workspace_create("matrices", NULL, &w, &error) != BD_OK ||
        bd_workspace_run_file(w, path, &error) != BD_OK) {
        complain("stability", "%s", error.text);
        bd_workspace_free(w);
        return false;
    }
    bool good = take_system(w, path, 1, &pair->master) && take_system(w, path, 2, &pair->slave) &&
                take_interface(w, path, pair);
    bd_workspace_free(w);
    if (good && an_pair_check(pair, &message) != MR_OK) {
        complain("stability", "%s: %s", path, message.text);
        good = false;
    }
    if (!good)
        an_pair_free(pair);
    return good;
}

void stability_case_free(stability_case *c) {
    an_pair_free(&c->matrices);
    stability_directed_free(c->directed);
    stability_system_free(c->many);
    c->directed = NULL;
    c->many = NULL;
}

bool stability_is_variable(const stability_case *c, const char *name) {
    if (c->many)
        return strchr(name, '.') != NULL;
    return c->is_model && strcmp(name, "step") != 0 && strcmp(name, "ratio") != 0 &&
           strcmp(name, "slave_step") != 0;
}

mr_status stability_set(stability_case *c, const char *name, double value, mr_message *message) {
    if (c->joined)
        return an_joint_set(&c->joint, name, value, message);
    if (c->many && strcmp(name, "step") != 0) {
        mr_message_set(message, "'%.60s' is nothing of a system; there are step and MEMBER.NAME",
                       name);
        return MR_ERR_ARGUMENT;
    }
    if (strcmp(name, "step") == 0)
        c->coupling.step = value;
    else if (strcmp(name, "ratio") == 0) {
        c->ratio = value;
        c->follows_fr = false;
    } else if (strcmp(name, "slave_step") == 0) {
        c->ratio = value / c->coupling.step;
        c->follows_fr = false;
    } else if (c->from_file) {
        mr_message_set(message, "%s cannot be set: the matrices are given by a file", name);
        return MR_ERR_ARGUMENT;
    } else if (strcmp(name, "wH") == 0) {
        c->coupling.step = value / an_oscillators_frequency(&c->oscillators);
    } else {
        return an_oscillators_set(&c->oscillators, name, value, message);
    }
    if (value > 0.0 && isfinite(value))
        return MR_OK;
    mr_message_set(message, "%s must be positive", name);
    return MR_ERR_ARGUMENT;
}

void stability_coupling(const stability_case *c, an_coupling *coupling) {
    *coupling = c->coupling;
    coupling->slave_step = coupling->step * (c->follows_fr ? c->oscillators.ratios.fr : c->ratio);
}

mr_status stability_pair(const stability_case *c, an_pair *pair, mr_message *message) {
    if (!c->from_file)
        return an_oscillators_make(&c->oscillators, c->form, pair, message);
    *pair = c->matrices; /* stays the case's */
    return MR_OK;
}

static mr_status joint_point(const stability_case *c, an_stability *found, mr_message *message) {
    *found = (an_stability){.period = c->joint.step, .dimension = AN_JOINT_STATES};
    MR_TRY(an_joint_radius(&c->joint, &found->radius, message));
    found->growth = log(found->radius) / found->period;
    found->stable = found->radius <= 1.0 + c->coupling.tolerance;
    return MR_OK;
}

/* from below on, in steps of a twentieth */
static mr_status joint_limit(const stability_case *c, double *limit, mr_message *message) {
    stability_case tried = *c;
    an_stability found = {.stable = true};
    double low = 0.0, high = 1e-3 * c->joint.step;
    const double most = 1e3 * c->joint.step;
    while (found.stable) {
        tried.joint.step = high;
        MR_TRY(joint_point(&tried, &found, message));
        if (found.stable && high >= most)
            break;
        low = found.stable ? high : low;
        high = found.stable ? fmin(1.05 * high, most) : high;
    }
    for (int i = 0; !found.stable && low > 0.0 && i < 40; i++) {
        bool *stable = &found.stable;
        tried.joint.step = 0.5 * (low + high);
        MR_TRY(joint_point(&tried, &found, message));
        *(*stable ? &low : &high) = tried.joint.step;
        *stable = false;
    }
    *limit = found.stable ? most : low;
    return MR_OK;
}

static bool has_model(const stability_case *c) {
    return c->coupling.scheme == AN_STAGGERED && c->coupling.config.coupling == &mr_coupling_model;
}

bool stability_is_directed(const stability_case *c) {
    return has_model(c) && c->directed &&
           ((c->directed->tells && c->coupling.config.directions > 0) ||
            (c->directed->goes_back && c->coupling.config.hidden_states > 0));
}

mr_status stability_point(const stability_case *c, an_stability *found, mr_message *message) {
    if (c->joined)
        return joint_point(c, found, message);
    if (c->many)
        return stability_system_point(c->many, c->coupling.step, c->coupling.tolerance, found,
                                      message);
    an_pair pair;
    an_coupling coupling;
    stability_coupling(c, &coupling);
    mr_status status = stability_pair(c, &pair, message);
    if (status == MR_OK)
        status = stability_is_directed(c)
                     ? stability_directed_point(c->directed, &pair, &coupling, found, message)
                     : an_stability_find(found, &pair, &coupling, message);
    if (!c->from_file)
        an_pair_free(&pair);
    return status;
}

/* the same case with this step; the slave's keeps its ratio */
static mr_status try_step(const void *context, double step, an_stability *found,
                          mr_message *message) {
    stability_case c = *(const stability_case *)context;
    c.coupling.step = step;
    return stability_point(&c, found, message);
}

mr_status stability_limit(const stability_case *c, double *limit, mr_message *message) {
    if (c->joined)
        return joint_limit(c, limit, message);
    if (c->many)
        return stability_system_limit(c->many, c->coupling.tolerance, limit, message);
    if (stability_is_directed(c))
        return stability_search(try_step, c, c->coupling.step, true, limit, message);
    an_pair pair;
    an_coupling coupling;
    stability_coupling(c, &coupling);
    mr_status status = stability_pair(c, &pair, message);
    if (status == MR_OK)
        status = an_stability_limit(limit, &pair, &coupling, 1e-3 * coupling.step,
                                    1e3 * coupling.step, message);
    if (!c->from_file)
        an_pair_free(&pair);
    return status;
}
