/* a system as a short text file, by libyaml
 *
 *     stop: 4
 *     members:
 *       chassis: {slave: chassis.fmu, step: 1e-3, set: {m: 400}}
 *       wheel:   {slave: wheel.fmu isolate=yes}
 *     connections:
 *       - chassis.v -> wheel.v
 *       - {from: wheel.F, to: chassis.F, predictor: "polynomial:2"}
 *     coupling: {order: 3}
 */
#define _POSIX_C_SOURCE 200809L
#include "read.h"

#include "common/sentence.h"
#include "common/yaml_text.h"
#include "multirate/nearest.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

typedef struct reader {
    const char *path;
    yaml_document_t document;
    sy_system *system;
    mr_message *message;
} reader;

typedef yaml_node_t node;

__attribute__((format(printf, 3, 4))) static mr_status refuse(const reader *r, const node *n,
                                                              const char *format, ...) {
    CM_SENTENCE(sentence, 300, format);
    mr_message_set(r->message, "%.180s:%d: %s", r->path, n ? (int)n->start_mark.line + 1 : 1,
                   sentence);
    return MR_ERR_CONFIG;
}

static int line_of(const node *n) {
    return (int)n->start_mark.line + 1;
}

static node *at(reader *r, int index) {
    return yaml_document_get_node(&r->document, index);
}

static const char *text_of(const node *n) {
    return n && n->type == YAML_SCALAR_NODE ? (const char *)n->data.scalar.value : NULL;
}

static int pairs(const node *n) {
    return n->type == YAML_MAPPING_NODE
               ? (int)(n->data.mapping.pairs.top - n->data.mapping.pairs.start)
               : 0;
}

static int items(const node *n) {
    return n->type == YAML_SEQUENCE_NODE
               ? (int)(n->data.sequence.items.top - n->data.sequence.items.start)
               : 0;
}

static node *item(reader *r, const node *n, int i) {
    return at(r, n->data.sequence.items.start[i]);
}

static node *key(reader *r, const node *n, int i) {
    return at(r, n->data.mapping.pairs.start[i].key);
}

static node *value(reader *r, const node *n, int i) {
    return at(r, n->data.mapping.pairs.start[i].value);
}

/* one key that a mapping may have, and where what it says goes to in the struct that is filled */
typedef struct rule {
    const char *key;
    mr_status (*read)(reader *r, const node *n, void *into);
    size_t offset;
} rule;

static mr_status read_keys(reader *r, const node *map, const rule *rules, void *into) {
    if (map->type != YAML_MAPPING_NODE)
        return refuse(r, map, "here must be keys with values");
    for (int i = 0; i < pairs(map); i++) {
        const char *name = text_of(key(r, map, i));
        const rule *found = rules;
        while (found->key && (!name || strcmp(found->key, name) != 0))
            found++;
        if (!found->key) {
            mr_nearest nearest = {name ? name : "", NULL, 0};
            char hint[MR_HINT_SIZE];
            for (const rule *known = rules; known->key; known++)
                mr_nearest_try(&nearest, known->key);
            return refuse(r, key(r, map, i), "there is no key '%.60s' here%s", name ? name : "?",
                          mr_nearest_hint(&nearest, hint, sizeof hint));
        }
        for (int k = 0; k < i; k++)
            if (text_of(key(r, map, k)) && strcmp(text_of(key(r, map, k)), name) == 0)
                return refuse(r, key(r, map, i), "'%.60s' stands twice", name);
        MR_TRY(found->read(r, value(r, map, i), (char *)into + found->offset));
    }
    return MR_OK;
}

static mr_status read_text(reader *r, const node *n, void *into) {
    char **text = into;
    if (!text_of(n))
        return refuse(r, n, "here must be a text");
    char *copy = strdup(text_of(n));
    if (!copy)
        return mr_no_memory(r->message);
    free(*text);
    *text = copy;
    return MR_OK;
}

static mr_status read_number(reader *r, const node *n, void *into) {
    if (!text_of(n) || !sy_number(text_of(n), into))
        return refuse(r, n, "'%.60s' is no number", text_of(n) ? text_of(n) : "a list");
    return MR_OK;
}

/* names with values; a list becomes "1 2 3" */
static mr_status read_values(reader *r, const node *n, sy_value **values, int *count) {
    if (n->type != YAML_MAPPING_NODE)
        return refuse(r, n, "here must be names with values");
    for (int i = 0; i < pairs(n); i++) {
        const char *name = text_of(key(r, n, i));
        const node *v = value(r, n, i);
        char *list = NULL;
        if (v->type == YAML_SEQUENCE_NODE && (list = strdup("")))
            for (int k = 0; k < items(v); k++)
                if (!text_of(item(r, v, k)) || !sy_append(&list, text_of(item(r, v, k)))) {
                    free(list);
                    return refuse(r, v, "a list must hold plain values");
                }
        const char *text = list ? list : text_of(v);
        const bool good = name && text;
        const bool added = good && sy_add_value(values, count, name, text, NULL);
        free(list);
        if (!good)
            return refuse(r, v, "here must be a name with a value");
        if (!added)
            return mr_no_memory(r->message);
    }
    return MR_OK;
}

/* "key=value …", or a mapping of them */
static mr_status read_options(reader *r, const node *n, void *into) {
    char **text = into;
    if (n->type != YAML_MAPPING_NODE)
        return read_text(r, n, text);
    for (int i = 0; i < pairs(n); i++) {
        const char *name = text_of(key(r, n, i)), *v = text_of(value(r, n, i));
        char option[1024];
        if (!name || !v || strlen(name) + strlen(v) > 1000 || strchr(v, '\''))
            return refuse(r, n, "here must be keys, each with one value");
        snprintf(option, sizeof option, "%s='%s'", name, v);
        if (!sy_append(text, option))
            return mr_no_memory(r->message);
    }
    return MR_OK;
}

/* --- members --- */

static mr_status member_step(reader *r, const node *n, void *into) {
    sy_member *m = into;
    MR_TRY(read_number(r, n, &m->step));
    return m->step > 0.0 ? MR_OK : refuse(r, n, "a step must be positive");
}

static mr_status member_follows(reader *r, const node *n, void *into) {
    const char *text = text_of(n);
    const bool yes = text && (strcmp(text, "yes") == 0 || strcmp(text, "true") == 0);
    if (!yes && !(text && (strcmp(text, "no") == 0 || strcmp(text, "false") == 0)))
        return refuse(r, n, "follows is 'yes' or 'no'");
    ((sy_member *)into)->follows = yes;
    return MR_OK;
}

static mr_status member_set(reader *r, const node *n, void *into) {
    sy_member *m = into;
    return read_values(r, n, &m->values, &m->value_count);
}

static mr_status read_members(reader *r, const node *n, void *into) {
    static const rule rules[] = {{"slave", read_text, offsetof(sy_member, slave)},
                                 {"config", read_options, offsetof(sy_member, configuration)},
                                 {"step", member_step, 0},
                                 {"set", member_set, 0},
                                 {"follows", member_follows, 0},
                                 {"model", read_options, offsetof(sy_member, model)},
                                 {NULL, NULL, 0}};
    (void)into;
    if (pairs(n) == 0)
        return refuse(r, n, "members are names, each with its slave");
    for (int i = 0; i < pairs(n); i++) {
        const char *name = text_of(key(r, n, i));
        const node *v = value(r, n, i);
        if (!name || !*name)
            return refuse(r, n, "a member must have a name");
        for (int m = 0; m < r->system->member_count; m++)
            if (strcmp(r->system->members[m].name, name) == 0)
                return refuse(r, v, "there are two members '%.60s'", name);
        sy_member *m = sy_add_member(r->system, name, text_of(v) ? text_of(v) : "");
        if (!m)
            return mr_no_memory(r->message);
        m->line = line_of(key(r, n, i));
        if (!text_of(v))
            MR_TRY(read_keys(r, v, rules, m));
        if (!*m->slave)
            return refuse(r, v, "member '%.60s' names no slave", name);
    }
    return MR_OK;
}

/* --- connections --- */

static mr_status connection_factor(reader *r, const node *n, void *into) {
    sy_connection *k = into;
    MR_TRY(read_number(r, n, &k->factor));
    return k->factor != 0.0 ? MR_OK : refuse(r, n, "a factor of 0 connects nothing");
}

static mr_status connection_offset(reader *r, const node *n, void *into) {
    sy_connection *k = into;
    MR_TRY(read_number(r, n, &k->offset));
    if (k->factor == 0.0)
        k->factor = 1.0;
    return MR_OK;
}

/* the length without blanks at the end */
static size_t trimmed(const char *begin, const char *end) {
    while (end > begin && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    return (size_t)(end - begin);
}

/* "a.x -> b.u" */
static mr_status read_arrow(reader *r, const node *n) {
    const char *text = text_of(n), *arrow = strstr(text, "->");
    const char *begin = text + strspn(text, " \t");
    const char *to = arrow ? arrow + 2 + strspn(arrow + 2, " \t") : "";
    if (!arrow || begin == arrow || !*to || strstr(to, "->"))
        return refuse(r, n, "'%.80s' is no connection: 'member.output -> member.input'", text);
    char *from = strndup(begin, trimmed(begin, arrow));
    sy_connection *k = from ? sy_add_connection(r->system, from, to) : NULL;
    free(from);
    if (!k)
        return mr_no_memory(r->message);
    k->to[trimmed(k->to, k->to + strlen(k->to))] = '\0';
    k->line = line_of(n);
    return MR_OK;
}

static mr_status read_connections(reader *r, const node *n, void *into) {
    static const rule rules[] = {{"from", read_text, offsetof(sy_connection, from)},
                                 {"to", read_text, offsetof(sy_connection, to)},
                                 {"factor", connection_factor, 0},
                                 {"offset", connection_offset, 0},
                                 {"predictor", read_text, offsetof(sy_connection, predictor)},
                                 {NULL, NULL, 0}};
    (void)into;
    if (n->type != YAML_SEQUENCE_NODE)
        return refuse(r, n, "connections are a list: '- member.output -> member.input'");
    for (int i = 0; i < items(n); i++) {
        const node *v = item(r, n, i);
        if (text_of(v)) {
            MR_TRY(read_arrow(r, v));
            continue;
        }
        sy_connection *k = sy_add_connection(r->system, "", "");
        if (!k)
            return mr_no_memory(r->message);
        k->line = line_of(v);
        MR_TRY(read_keys(r, v, rules, k));
        if (!*k->from || !*k->to)
            return refuse(r, v, "a connection needs 'from' and 'to'");
    }
    return MR_OK;
}

/* --- the rest --- */

static mr_status read_inputs(reader *r, const node *n, void *into) {
    (void)into;
    return read_values(r, n, &r->system->inputs, &r->system->input_count);
}

static mr_status read_list(reader *r, const node *n, char ***texts, int *count) {
    const int many = text_of(n) ? 1 : items(n);
    for (int i = 0; i < many; i++) {
        const node *v = text_of(n) ? n : item(r, n, i);
        if (!text_of(v))
            return refuse(r, v, "here must be a text");
        if (!sy_add_text(texts, count, text_of(v)))
            return mr_no_memory(r->message);
    }
    return many > 0 ? MR_OK : refuse(r, n, "here must be a text or a list of them");
}

static mr_status read_tables(reader *r, const node *n, void *into) {
    (void)into;
    return read_list(r, n, &r->system->tables, &r->system->table_count);
}

static mr_status read_records(reader *r, const node *n, void *into) {
    (void)into;
    return read_list(r, n, &r->system->records, &r->system->record_count);
}

/* - [chassis.v, wheel.F] */
static mr_status read_bonds(reader *r, const node *n, void *into) {
    (void)into;
    if (n->type != YAML_SEQUENCE_NODE)
        return refuse(r, n, "bonds are a list: '- [member.flow, member.effort]'");
    for (int i = 0; i < items(n); i++) {
        const node *pair = item(r, n, i);
        if (items(pair) != 2 || !text_of(item(r, pair, 0)) || !text_of(item(r, pair, 1)))
            return refuse(r, pair, "a bond is a pair: [member.flow, member.effort]");
        if (!sy_add_value(&r->system->bonds, &r->system->bond_count, text_of(item(r, pair, 0)),
                          text_of(item(r, pair, 1)), NULL))
            return mr_no_memory(r->message);
    }
    return MR_OK;
}

/* --- joints --- */

static mr_status read_names(reader *r, const node *n, void *into) {
    sy_names *names = into;
    return read_list(r, n, &names->items, &names->count);
}

static mr_status read_side(reader *r, const node *n, void *into) {
    sy_joint_side *side = into;
    static const rule rules[] = {
        {"member", read_text, offsetof(sy_joint_side, member)},
        {"force", read_names, offsetof(sy_joint_side, force)},
        {"position", read_names, offsetof(sy_joint_side, position)},
        {"velocity", read_names, offsetof(sy_joint_side, velocity)},
        {"acceleration", read_names, offsetof(sy_joint_side, acceleration)},
        {NULL, NULL, 0}};
    MR_TRY(read_keys(r, n, rules, side));
    return side->member && side->position.count > 0
               ? MR_OK
               : refuse(r, n, "a side of a joint needs 'member', 'force' and 'position'");
}

static mr_status joint_method(reader *r, const node *n, void *into) {
    sy_joint *j = into;
    mr_message why = {""};
    MR_TRY(read_text(r, n, &j->method));
    return mr_joint_find(j->method, &why) ? MR_OK : refuse(r, n, "%.200s", why.text);
}

static mr_status joint_order(reader *r, const node *n, void *into) {
    double order = 0.0;
    MR_TRY(read_number(r, n, &order));
    if (!(order >= 0.0 && order <= 9.0 && order == floor(order)))
        return refuse(r, n, "an order is 0, 1 or 2");
    ((sy_joint *)into)->order = (int)order;
    return MR_OK;
}

static mr_status read_positive(reader *r, const node *n, void *into) {
    MR_TRY(read_number(r, n, into));
    return *(double *)into > 0.0 ? MR_OK : refuse(r, n, "this must be positive");
}

static mr_status joint_weights(reader *r, const node *n, void *into) {
    sy_joint *j = into;
    if (items(n) != 2)
        return refuse(r, n, "weights are two: [of the velocity gap, of the acceleration gap]");
    MR_TRY(read_positive(r, item(r, n, 0), &j->rate_weight));
    return read_positive(r, item(r, n, 1), &j->acceleration_weight);
}

static mr_status joint_project(reader *r, const node *n, void *into) {
    const char *text = text_of(n);
    const bool yes = text && strcmp(text, "yes") == 0;
    if (!yes && (!text || strcmp(text, "no") != 0))
        return refuse(r, n, "project is 'yes' or 'no'");
    ((sy_joint *)into)->project = yes;
    return MR_OK;
}

static mr_status read_joints(reader *r, const node *n, void *into) {
    static const rule rules[] = {{"first", read_side, offsetof(sy_joint, side[0])},
                                 {"second", read_side, offsetof(sy_joint, side[1])},
                                 {"method", joint_method, 0},
                                 {"order", joint_order, 0},
                                 {"mu", read_positive, offsetof(sy_joint, mu)},
                                 {"mu_steps", read_positive, offsetof(sy_joint, mu_steps)},
                                 {"weights", joint_weights, 0},
                                 {"stiffness", read_names, offsetof(sy_joint, stiffness)},
                                 {"damping", read_names, offsetof(sy_joint, damping)},
                                 {"offset", read_names, offsetof(sy_joint, offset)},
                                 {"project", joint_project, 0},
                                 {NULL, NULL, 0}};
    (void)into;
    if (pairs(n) == 0)
        return refuse(r, n, "joints are names, each with its sides 'first' and 'second'");
    for (int i = 0; i < pairs(n); i++) {
        const char *name = text_of(key(r, n, i));
        sy_joint *j = name ? sy_add_joint(r->system, name) : NULL;
        if (!j)
            return name ? mr_no_memory(r->message) : refuse(r, n, "a joint must have a name");
        for (int k = 0; k < r->system->joint_count - 1; k++)
            if (strcmp(r->system->joints[k].name, name) == 0)
                return refuse(r, key(r, n, i), "there are two joints '%.60s'", name);
        j->line = line_of(key(r, n, i));
        MR_TRY(read_keys(r, value(r, n, i), rules, j));
        if (!j->side[0].member || !j->side[1].member)
            return refuse(r, key(r, n, i), "joint '%.60s' needs its sides 'first' and 'second'",
                          name);
        if (sy_joint_lacks_force(j))
            return refuse(r, key(r, n, i), "joint '%.60s': %s", name, sy_joint_lacks_force(j));
    }
    return MR_OK;
}

static mr_status read_interval(reader *r, const node *n, void *into) {
    (void)into;
    MR_TRY(read_number(r, n, &r->system->interval));
    return r->system->interval > 0.0 ? MR_OK : refuse(r, n, "an interval must be positive");
}

static mr_status read_root(reader *r) {
    static const rule rules[] = {{"name", read_text, offsetof(sy_system, name)},
                                 {"start", read_number, offsetof(sy_system, start)},
                                 {"stop", read_number, offsetof(sy_system, stop)},
                                 {"interval", read_interval, 0},
                                 {"members", read_members, 0},
                                 {"connections", read_connections, 0},
                                 {"inputs", read_inputs, 0},
                                 {"table", read_tables, 0},
                                 {"record", read_records, 0},
                                 {"coupling", read_options, offsetof(sy_system, coupling)},
                                 {"bonds", read_bonds, 0},
                                 {"joints", read_joints, 0},
                                 {NULL, NULL, 0}};
    const node *root = yaml_document_get_root_node(&r->document);
    if (!root || root->type != YAML_MAPPING_NODE)
        return refuse(r, root, "this is no system: it has no keys");
    MR_TRY(read_keys(r, root, rules, r->system));
    return r->system->member_count > 0 ? MR_OK : refuse(r, root, "the system has no members");
}

mr_status sy_read_yaml(const char *path, sy_system *system, mr_message *message) {
    reader r = {.path = path, .system = system, .message = message};
    const char *why;
    size_t size;
    char *text = cm_read_yaml(path, &size, &why);
    if (!text) {
        mr_message_set(message, "'%.300s' cannot be read: %s", path, why);
        return MR_ERR_CONFIG;
    }
    cm_yaml_problem problem;
    const bool loaded = cm_load_yaml(text, size, &r.document, &problem);
    free(text);
    if (!loaded) {
        mr_message_set(message, "%.200s:%d: %.200s", path, problem.line, problem.what);
        return MR_ERR_CONFIG;
    }
    const mr_status status = read_root(&r);
    yaml_document_delete(&r.document);
    return status;
}
