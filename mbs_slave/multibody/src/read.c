/* the model file: its sections in the order in which they need each other (FORMAT.md) */
#include "document.h"
#include "nearest.h"

#include "common/words.h"
#include "common/yaml_text.h"
#include "multirate/file.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FILE = 16 << 20 };

typedef struct overrides {
    const mbs_named *items;
    int count;
} overrides;

static const mbs_named *overridden(const overrides *o, const char *name) {
    for (int i = 0; i < o->count; i++)
        if (strcmp(o->items[i].name, name) == 0)
            return &o->items[i];
    return NULL;
}

static mr_status read_parameters(mbs_reader *r, mbs_yaml *section, const overrides *o) {
    if (section && section->type != YAML_MAPPING_NODE)
        return mbs_at(r, section, "parameters must be a mapping of names and values");
    if (section) {
        yaml_node_pair_t *p = section->data.mapping.pairs.start;
        for (; p < section->data.mapping.pairs.top; p++) {
            const mbs_yaml *key = yaml_document_get_node(&r->document, p->key);
            const mbs_yaml *node = yaml_document_get_node(&r->document, p->value);
            const char *name = NULL;
            double value = 0.0;
            MR_TRY(mbs_raw(r, key, &name));
            MR_TRY(mbs_number(r, node, &value));
            const mbs_named *other = overridden(o, name);
            MR_TRY(mbs_define(r, key, name, other ? other->value : value));
        }
    }
    for (int i = 0; i < o->count; i++) {
        int known = strcmp(o->items[i].name, "step") == 0;
        for (int k = 0; k < r->parameter_count; k++)
            known |= strcmp(o->items[i].name, r->parameters[k].name) == 0;
        if (!known) {
            mbs_guess guess = {.wanted = o->items[i].name};
            mbs_consider(&guess, "step");
            for (int k = 0; k < r->parameter_count; k++)
                mbs_consider(&guess, r->parameters[k].name);
            MR_TRY(mbs_at(r, section, "the model has no parameter \"%.60s\"%s", o->items[i].name,
                          mbs_did_you_mean(&guess)));
        }
    }
    return MR_OK;
}

static mr_status read_location(mbs_reader *r, const mbs_yaml *key, mbs_yaml *node, const char *what,
                               mr_status (*add)(mbs_builder *, const char *, const double *)) {
    const char *name = NULL;
    double x[3] = {0.0, 0.0, 0.0};
    MR_TRY(mbs_builder_origin(r->builder, r->name, (int)key->start_mark.line + 1));
    MR_TRY(mbs_text(r, key, &name));
    const mbs_yaml *at = node;
    if (node->type == YAML_MAPPING_NODE) {
        static const char *const known[] = {"repeat", "at", NULL};
        MR_TRY(mbs_keys(r, node, what, known));
        at = mbs_key(r, node, "at");
        if (!at)
            MR_TRY(mbs_at(r, node, "a %s without \"at\"", what));
    }
    MR_TRY(mbs_place(r, at, x));
    return add(r->builder, name, x);
}

static mr_status read_locations(mbs_reader *r, mbs_yaml *section, const char *what,
                                mr_status (*add)(mbs_builder *, const char *, const double *)) {
    if (section->type != YAML_MAPPING_NODE)
        return mbs_at(r, section, "%ss must be a mapping of names and coordinates", what);
    yaml_node_pair_t *p = section->data.mapping.pairs.start;
    for (; p < section->data.mapping.pairs.top; p++) {
        mbs_yaml *key = yaml_document_get_node(&r->document, p->key);
        mbs_yaml *node = yaml_document_get_node(&r->document, p->value);
        const mbs_yaml *repeat = mbs_key(r, node, "repeat");
        double from = 0.0, to = 0.0;
        const char *name = NULL;
        if (repeat)
            MR_TRY(mbs_repeat_range(r, repeat, &name, &from, &to));
        /* whole numbers, as the file has them */
        /* NOLINTNEXTLINE(clang-analyzer-security.FloatLoopCounter) */
        for (double i = from; i <= to; i += 1.0) {
            if (++r->repeats > MBS_REPEAT_MAX)
                return mbs_at(r, repeat, "more than %d repeated items", MBS_REPEAT_MAX);
            r->repeat_name = name;
            r->repeat_value = i;
            MR_TRY(read_location(r, key, node, what, add));
        }
        r->repeat_name = NULL;
    }
    return MR_OK;
}

static mr_status read_starts(mbs_reader *r, mbs_yaml *section, mbs_integration *integration) {
    static const char *const known[] = {"positions", "velocities", "equilibrium", NULL};
    MR_TRY(mbs_keys(r, section, "start", known));
    MR_TRY(mbs_optional_flag(r, section, "equilibrium", &integration->equilibrium));
    for (int k = 0; k < 2; k++) {
        const mbs_yaml *map = mbs_key(r, section, known[k]);
        if (!map)
            continue;
        if (map->type != YAML_MAPPING_NODE)
            return mbs_at(r, map, "%s must be a mapping of paths and values", known[k]);
        MR_TRY(mbs_once(r, map, known[k]));
        yaml_node_pair_t *p = map->data.mapping.pairs.start;
        for (; p < map->data.mapping.pairs.top; p++) {
            const mbs_yaml *key = yaml_document_get_node(&r->document, p->key);
            const char *path = NULL;
            double value = 0.0;
            MR_TRY(mbs_builder_origin(r->builder, r->name, (int)key->start_mark.line + 1));
            MR_TRY(mbs_text(r, key, &path));
            MR_TRY(mbs_number(r, yaml_document_get_node(&r->document, p->value), &value));
            MR_TRY(mbs_add_start(r->builder, k == 0 ? MBS_POSITION : MBS_VELOCITY, path, value));
        }
    }
    return MR_OK;
}

static mr_status read_integration(mbs_reader *r, mbs_yaml *section, mbs_integration *i) {
    static const char *const known[] = {"step",
                                        "position_tolerance",
                                        "constraint_tolerance",
                                        "penalty",
                                        "keep_tangent",
                                        "iterations",
                                        "halvings",
                                        "solver",
                                        NULL};
    const char *solver = "auto";
    double iterations = i->max_iterations, halvings = i->max_halvings;
    MR_TRY(mbs_keys(r, section, "integration", known));
    MR_TRY(mbs_optional_number(r, section, "step", &i->step));
    MR_TRY(mbs_optional_number(r, section, "position_tolerance", &i->position_tolerance));
    MR_TRY(mbs_optional_number(r, section, "constraint_tolerance", &i->constraint_tolerance));
    MR_TRY(mbs_optional_number(r, section, "penalty", &i->penalty));
    MR_TRY(mbs_optional_number(r, section, "keep_tangent", &i->keep_tangent));
    MR_TRY(mbs_optional_number(r, section, "iterations", &iterations));
    MR_TRY(mbs_optional_number(r, section, "halvings", &halvings));
    MR_TRY(mbs_optional_raw(r, section, "solver", &solver));
    if (!(iterations >= 1.0 && iterations <= 1e6) || !(halvings >= 0.0 && halvings <= 30.0))
        return mbs_at(r, section, "iterations must be at least 1 and halvings from 0 to 30");
    if (iterations != floor(iterations) || halvings != floor(halvings))
        return mbs_at(r, section, "iterations and halvings must be whole numbers");
    i->max_iterations = (int)iterations;
    i->max_halvings = (int)halvings;
    static const cm_number solvers[] = {
        {"auto", MBS_SOLVER_AUTO}, {"klu", MBS_SOLVER_KLU}, {"cholmod", MBS_SOLVER_CHOLMOD}};
    const int which = cm_number_of(CM_TABLE(solvers), solver, -1);
    if (which < 0)
        return mbs_at(r, section, "the solver is auto, klu or cholmod, not \"%.40s\"", solver);
    i->solver = (mbs_solver_choice)which;
    return mbs_builder_origin(r->builder, r->name, (int)section->start_mark.line + 1);
}

static mr_status read_head(mbs_reader *r, mbs_yaml *root) {
    const char *title = NULL;
    int planar = 0;
    double gravity[3] = {0.0, 0.0, 0.0};
    MR_TRY(mbs_optional_raw(r, root, "title", &title));
    MR_TRY(mbs_optional_flag(r, root, "planar", &planar));
    MR_TRY(mbs_optional_vector(r, root, "gravity", gravity));
    if (title)
        MR_TRY(mbs_set_title(r->builder, title));
    r->planar = planar;
    MR_TRY(mbs_set_planar(r->builder, planar));
    return mbs_set_gravity(r->builder, gravity);
}

static mr_status read_root(mbs_reader *r, mbs_yaml *root, const overrides *o) {
    static const char *const known[] = {"title",     "planar",  "gravity",     "parameters",
                                        "points",    "vectors", "bodies",      "joints",
                                        "relations", "drives",  "elements",    "inputs",
                                        "outputs",   "start",   "integration", NULL};
    static const struct {
        const char *key;
        mr_status (*read)(mbs_reader *, mbs_yaml *);
    } sections[] = {{"bodies", mbs_read_bodies},       {"joints", mbs_read_joints},
                    {"relations", mbs_read_relations}, {"drives", mbs_read_drives},
                    {"elements", mbs_read_elements},   {"inputs", mbs_read_inputs_section},
                    {"outputs", mbs_read_outputs}};
    mbs_integration integration = mbs_integration_default();
    MR_TRY(mbs_keys(r, root, "the model", known));
    MR_TRY(read_parameters(r, mbs_key(r, root, "parameters"), o));
    MR_TRY(read_head(r, root));
    mbs_yaml *section = mbs_key(r, root, "points");
    if (section)
        MR_TRY(read_locations(r, section, "point", mbs_add_point));
    section = mbs_key(r, root, "vectors");
    if (section)
        MR_TRY(read_locations(r, section, "vector", mbs_add_vector));
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++) {
        section = mbs_key(r, root, sections[i].key);
        if (section)
            MR_TRY(sections[i].read(r, section));
    }
    section = mbs_key(r, root, "start");
    if (section)
        MR_TRY(read_starts(r, section, &integration));
    section = mbs_key(r, root, "integration");
    if (section)
        MR_TRY(read_integration(r, section, &integration));
    const mbs_named *step = overridden(o, "step");
    if (step)
        integration.step = step->value;
    return mbs_set_integration(r->builder, &integration);
}

static mr_status parse(mbs_reader *r, const char *text, size_t size) {
    cm_yaml_problem problem;
    if (cm_load_yaml(text, size, &r->document, &problem))
        return MR_OK;
    mr_message_set(r->message, "%.200s:%d: %s", r->name, problem.line, problem.what);
    return MR_ERR_CONFIG;
}

mr_status mbs_read_text(const char *text, size_t size, const char *name, const mbs_named *items,
                        int count, mbs_model **model, mr_message *message) {
    *model = NULL;
    mbs_reader r = {.message = message, .name = name};
    overrides o = {items, count};
    r.builder = mbs_builder_new(message);
    mr_status status = r.builder ? parse(&r, text, size) : MR_ERR_MEMORY;
    if (status == MR_OK) {
        mbs_yaml *root = yaml_document_get_root_node(&r.document);
        status = root ? read_root(&r, root, &o) : mbs_at(&r, NULL, "the file is empty");
        if (status == MR_OK)
            status = mbs_build(r.builder, model);
        yaml_document_delete(&r.document);
    }
    if (status == MR_ERR_MEMORY)
        mr_message_set(message, "%.200s: not enough memory", name);
    mbs_builder_free(r.builder);
    mbs_arena_free(&r.arena);
    return status;
}

mr_status mbs_read_file(const char *path, const mbs_named *items, int count, mbs_model **model,
                        mr_message *message) {
    *model = NULL;
    FILE *file = mr_file_open(path, "rb");
    if (!file) {
        mr_message_set(message, "%.300s: %s", path, strerror(errno));
        return MR_ERR_CONFIG;
    }
    char *text = malloc(MAX_FILE + 1);
    size_t size = text ? fread(text, 1, MAX_FILE + 1, file) : 0;
    int broken = ferror(file);
    fclose(file);
    mr_status status = MR_ERR_CONFIG;
    if (!text) {
        mr_message_set(message, "%.300s: not enough memory", path);
        status = MR_ERR_MEMORY;
    } else if (broken || size > MAX_FILE) {
        mr_message_set(message, "%.300s: %s", path,
                       broken ? "cannot be read" : "is larger than 16 MB");
    } else {
        status = mbs_read_text(text, size, path, items, count, model, message);
    }
    free(text);
    return status;
}
