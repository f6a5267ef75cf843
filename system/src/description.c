/* a system as a struct: made, grown, freed */
#define _POSIX_C_SOURCE 200809L
#include "system/system.h"

#include "common/memory.h"
#include "fmu/archive.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

sy_system *sy_system_new(const char *name) {
    sy_system *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->name = strdup(name);
    s->path = strdup("");
    s->folder = strdup(".");
    s->coupling = strdup("");
    s->start = s->stop = s->interval = NAN;
    if (s->name && s->path && s->folder && s->coupling)
        return s;
    sy_system_free(s);
    return NULL;
}

static void free_values(sy_value *values, int count) {
    for (int i = 0; i < count; i++)
        CM_FREE(values[i].name, values[i].value, values[i].unit);
    free(values);
}

static void free_texts(char **texts, int count) {
    CM_FREE_LIST(texts, count);
}

static void free_joint(sy_joint *j) {
    for (int i = 0; i < 2; i++) {
        sy_joint_side *side = &j->side[i];
        free(side->member);
        free_texts(side->force.items, side->force.count);
        free_texts(side->position.items, side->position.count);
        free_texts(side->velocity.items, side->velocity.count);
        free_texts(side->acceleration.items, side->acceleration.count);
    }
    free(j->name);
    free(j->method);
    free_texts(j->stiffness.items, j->stiffness.count);
    free_texts(j->damping.items, j->damping.count);
    free_texts(j->offset.items, j->offset.count);
}

void sy_system_free(sy_system *s) {
    if (!s)
        return;
    for (int m = 0; m < s->member_count; m++) {
        CM_FREE(s->members[m].name, s->members[m].slave, s->members[m].process,
                s->members[m].configuration, s->members[m].model);
        free_values(s->members[m].values, s->members[m].value_count);
    }
    free(s->members);
    for (int k = 0; k < s->connection_count; k++)
        CM_FREE(s->connections[k].from, s->connections[k].to, s->connections[k].predictor);
    free(s->connections);
    for (int i = 0; i < s->joint_count; i++)
        free_joint(&s->joints[i]);
    free(s->joints);
    free_values(s->inputs, s->input_count);
    free_values(s->aliases, s->alias_count);
    free_values(s->bonds, s->bond_count);
    free_texts(s->tables, s->table_count);
    free_texts(s->records, s->record_count);
    fmu_archive_close(s->archive);
    for (int i = 0; i < s->package_count; i++)
        fmu_archive_close(s->packages[i]);
    CM_FREE(s->packages, s->path, s->folder, s->name, s->coupling, s);
}

sy_member *sy_add_member(sy_system *s, const char *name, const char *slave) {
    sy_member *m = cm_append((void **)&s->members, &s->member_count, sizeof *m);
    if (!m)
        return NULL;
    m->name = strdup(name);
    m->slave = strdup(slave);
    m->configuration = strdup("");
    return m->name && m->slave && m->configuration ? m : NULL;
}

sy_connection *sy_add_connection(sy_system *s, const char *from, const char *to) {
    sy_connection *k = cm_append((void **)&s->connections, &s->connection_count, sizeof *k);
    if (!k)
        return NULL;
    k->from = strdup(from);
    k->to = strdup(to);
    return k->from && k->to ? k : NULL;
}

sy_joint *sy_add_joint(sy_system *s, const char *name) {
    sy_joint *j = cm_append((void **)&s->joints, &s->joint_count, sizeof *j);
    if (!j)
        return NULL;
    j->name = strdup(name);
    j->order = MR_NONE;
    return j->name ? j : NULL;
}

bool sy_add_value(sy_value **values, int *count, const char *name, const char *value,
                  const char *unit) {
    for (int i = 0; i < *count; i++)
        if (strcmp((*values)[i].name, name) == 0) { /* a later one goes before */
            char *copy = strdup(value), *unit_copy = unit ? strdup(unit) : NULL;
            if (!copy || (unit && !unit_copy)) {
                free(copy);
                free(unit_copy);
                return false;
            }
            free((*values)[i].value);
            free((*values)[i].unit);
            (*values)[i].value = copy;
            (*values)[i].unit = unit_copy;
            return true;
        }
    sy_value *v = cm_append((void **)values, count, sizeof *v);
    if (!v)
        return false;
    v->name = strdup(name);
    v->value = strdup(value);
    v->unit = unit ? strdup(unit) : NULL;
    return v->name && v->value && (!unit || v->unit);
}

bool sy_add_alias(sy_system *s, const char *name, const char *input) {
    sy_value *v = cm_append((void **)&s->aliases, &s->alias_count, sizeof *v);
    if (!v)
        return false;
    v->name = strdup(name);
    v->value = strdup(input);
    return v->name && v->value;
}

bool sy_add_text(char ***texts, int *count, const char *text) {
    char **t = cm_append((void **)texts, count, sizeof *t);
    if (!t)
        return false;
    *t = strdup(text);
    return *t != NULL;
}

bool sy_append(char **text, const char *more) {
    const size_t length = *text ? strlen(*text) : 0, added = strlen(more);
    char *grown = realloc(*text, length + added + 2);
    if (!grown)
        return false;
    grown[length] = '\0';
    if (length > 0 && added > 0)
        strcat(grown, " ");
    strcat(grown, more);
    *text = grown;
    return true;
}

int sy_find_member(const sy_system *s, const char *name, const char **rest) {
    int found = -1;
    size_t longest = 0;
    for (int m = 0; m < s->member_count; m++) {
        const size_t n = strlen(s->members[m].name);
        if (n >= longest && strncmp(name, s->members[m].name, n) == 0 && name[n] == '.') {
            found = m;
            longest = n;
        }
    }
    *rest = found >= 0 ? name + longest + 1 : name;
    return found;
}
