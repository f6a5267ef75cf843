/* the sections of bodies, joints, relations, drives, inputs and outputs */
#include "document.h"
#include "nearest.h"

#include <math.h>
#include <string.h>

static mr_status need(mbs_reader *r, const mbs_yaml *item, const char *what, const char *key,
                      const void *value) {
    return value ? MR_OK : mbs_at(r, item, "%s without \"%s\"", what, key);
}

/* two names of a list */
static mr_status two_names(mbs_reader *r, const mbs_yaml *node, const char *names[2]) {
    if (mbs_item_count(node) != 2)
        return mbs_at(r, node, "expected a list of two names");
    MR_TRY(mbs_text(r, mbs_item(r, node, 0), &names[0]));
    return mbs_text(r, mbs_item(r, node, 1), &names[1]);
}

static mr_status read_inertia(mbs_reader *r, const mbs_yaml *node, double inertia[6]) {
    int count = 0;
    if (mbs_item_count(node) < 0 && !r->planar)
        return mbs_at(r, node,
                      "expected [xx, yy, zz] or [xx, yy, zz, xy, xz, yz]: only in planar models an "
                      "inertia is one number");
    if (mbs_item_count(node) < 0)
        return mbs_number(r, node, &inertia[2]);
    MR_TRY(mbs_numbers(r, node, 3, 6, inertia, &count));
    if (count != 3 && count != 6)
        MR_TRY(mbs_at(r, node, "an inertia is zz, [xx, yy, zz] or [xx, yy, zz, xy, xz, yz]"));
    return MR_OK;
}

static mr_status read_rotor(mbs_reader *r, mbs_yaml *item, mbs_body_data *d) {
    MR_TRY(mbs_optional_text(r, item, "rotor", &d->carrier));
    MR_TRY(mbs_optional_text(r, item, "axis", &d->axis));
    MR_TRY(mbs_optional_text(r, item, "angle", &d->angle));
    if (d->carrier && d->kind != MBS_RIGID)
        return mbs_at(r, item, "a rod or a particle is no rotor");
    if (!d->carrier && (d->axis || d->angle))
        return mbs_at(r, item, "\"axis\" and \"angle\" of a body belong to a \"rotor\"");
    if (d->carrier)
        d->kind = MBS_ROTOR;
    return MR_OK;
}

static mr_status read_body(mbs_reader *r, mbs_yaml *item) {
    static const char *const known[] = {"name",     "mass",  "com",    "inertia",  "rod",
                                        "particle", "rotor", "angle",  "velocity", "spin",
                                        "repeat",   "axis",  "colour", "shapes",   NULL};
    mbs_body_data d = {.kind = MBS_RIGID};
    MR_TRY(mbs_keys(r, item, "a body", known));
    MR_TRY(mbs_optional_text(r, item, "name", &d.name));
    MR_TRY(need(r, item, "a body", "name", d.name));
    const mbs_yaml *mass = mbs_key(r, item, "mass"), *com = mbs_key(r, item, "com");
    const mbs_yaml *inertia = mbs_key(r, item, "inertia"), *rod = mbs_key(r, item, "rod");
    const mbs_yaml *particle = mbs_key(r, item, "particle");
    MR_TRY(need(r, item, "a body", "mass", mass));
    MR_TRY(mbs_number(r, mass, &d.mass));
    if (rod || particle) {
        if ((rod && particle) || com || inertia)
            return mbs_at(r, item, "a rod or a particle has neither com nor inertia");
        d.kind = rod ? MBS_ROD : MBS_PARTICLE;
        MR_TRY(rod ? two_names(r, rod, d.points) : mbs_text(r, particle, &d.points[0]));
    } else {
        MR_TRY(need(r, item, "a rigid body", "com", com));
        MR_TRY(mbs_place(r, com, d.com));
        MR_TRY(need(r, item, "a rigid body", "inertia", inertia));
        MR_TRY(read_inertia(r, inertia, d.inertia));
    }
    MR_TRY(read_rotor(r, item, &d));
    MR_TRY(mbs_optional_vector(r, item, "velocity", d.velocity));
    MR_TRY(mbs_optional_vector(r, item, "spin", d.spin));
    if (particle && mbs_key(r, item, "spin"))
        MR_TRY(mbs_at(r, item, "a particle has no spin"));
    MR_TRY(mbs_read_look(r, item, &d));
    return mbs_add_body(r->builder, &d);
}

mr_status mbs_read_bodies(mbs_reader *r, mbs_yaml *section) {
    return mbs_each(r, section, "bodies", read_body);
}

static mr_status joint_kind(mbs_reader *r, const mbs_yaml *item, const char *type,
                            mbs_joint_data *d) {
    static const struct {
        const char *name;
        int axes, to; /* how many axes it may have; whether it goes to another point */
    } kinds[] = {{"spherical", 0, 0},     {"revolute", 1, 0},       {"cylindrical", 1, 0},
                 {"prismatic", 1, 0},     {"universal", 2, 0},      {"fixed", 0, 0},
                 {"point_on_line", 1, 0}, {"point_in_plane", 1, 0}, {"distance", 0, 1}};
    mbs_guess guess = {.wanted = type};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        mbs_consider(&guess, kinds[i].name);
        if (!type || strcmp(type, kinds[i].name) != 0)
            continue;
        d->kind = (mbs_joint_kind)i;
        const char *idle = d->axis && kinds[i].axes < 1    ? "axis"
                           : d->axis2 && kinds[i].axes < 2 ? "axis2"
                           : d->point2 && !kinds[i].to     ? "to"
                                                           : NULL;
        return idle ? mbs_at(r, item, "the joint \"%.60s\" is %s and has no use for \"%s\"",
                             d->name, type, idle)
                    : MR_OK;
    }
    return mbs_at(r, item, "unknown type \"%.40s\" of joint \"%.60s\"%s", type ? type : "", d->name,
                  mbs_did_you_mean(&guess));
}

/* is its force or torque, or a component of it, an output? */
static int is_watched(mbs_reader *r, const char *name) {
    const mbs_yaml *outputs = mbs_key(r, yaml_document_get_root_node(&r->document), "outputs");
    for (int i = 0; i < mbs_item_count(outputs); i++) {
        static const char *const keys[2] = {"force", "torque"};
        for (int k = 0; k < 2; k++) {
            const mbs_yaml *path = mbs_key(r, mbs_item(r, outputs, i), keys[k]);
            if (!path || path->type != YAML_SCALAR_NODE)
                continue;
            const char *text = (const char *)path->data.scalar.value;
            size_t length = strlen(name);
            if (strncmp(text, name, length) == 0 && (text[length] == '\0' || text[length] == '.'))
                return 1;
        }
    }
    return 0;
}

static mr_status read_joint(mbs_reader *r, mbs_yaml *item) {
    static const char *const known[] = {"name",  "type",  "bodies", "at",       "to",     "axis",
                                        "axis2", "angle", "slide",  "reaction", "repeat", NULL};
    mbs_joint_data d = {0};
    const char *type = NULL;
    MR_TRY(mbs_keys(r, item, "a joint", known));
    const struct {
        const char *key, **text;
    } texts[] = {{"name", &d.name}, {"type", &type},     {"at", &d.point},    {"to", &d.point2},
                 {"axis", &d.axis}, {"axis2", &d.axis2}, {"angle", &d.angle}, {"slide", &d.slide}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        MR_TRY(mbs_optional_text(r, item, texts[i].key, texts[i].text));
    MR_TRY(need(r, item, "a joint", "name", d.name));
    MR_TRY(joint_kind(r, item, type, &d));
    const mbs_yaml *bodies = mbs_key(r, item, "bodies");
    int count = mbs_item_count(bodies);
    if (count < 2)
        MR_TRY(mbs_at(r, item, "the joint \"%.60s\" needs a list of two or more bodies", d.name));
    MR_TRY(mbs_optional_flag(r, item, "reaction", &d.reaction));
    if (count > 2 && (d.angle || d.slide))
        MR_TRY(mbs_at(r, item,
                      "the joint \"%.60s\" of more than two bodies has no single coordinate",
                      d.name));
    d.reaction |= is_watched(r, d.name);
    MR_TRY(mbs_text(r, mbs_item(r, bodies, 0), &d.bodies[0]));
    const char *name = d.name;
    for (int i = 1; i < count; i++) {
        char numbered[300];
        (void)snprintf(numbered, sizeof numbered, "%.250s#%d", name, i);
        d.name = i == 1 ? name : numbered;
        MR_TRY(mbs_text(r, mbs_item(r, bodies, i), &d.bodies[1]));
        MR_TRY(mbs_add_joint(r->builder, &d));
    }
    return MR_OK;
}

mr_status mbs_read_joints(mbs_reader *r, mbs_yaml *section) {
    return mbs_each(r, section, "joints", read_joint);
}

static mr_status read_rack(mbs_reader *r, const mbs_yaml *item, const char *name) {
    const char *names[2] = {NULL, NULL};
    double coefficients[2] = {1.0, 0.0};
    MR_TRY(mbs_optional_text(r, item, "rack", &names[0]));
    MR_TRY(mbs_optional_text(r, item, "pinion", &names[1]));
    const mbs_yaml *radius = mbs_key(r, item, "radius");
    if (!names[0] || !names[1] || !radius)
        return mbs_at(r, item, "the relation \"%.60s\" needs terms, or rack, pinion and radius",
                      name);
    MR_TRY(mbs_number(r, radius, &coefficients[1]));
    if (coefficients[1] == 0.0)
        return mbs_at(r, item, "the radius of the relation \"%.60s\" is 0", name);
    coefficients[1] = -coefficients[1];
    return mbs_add_relation(r->builder, name, 2, names, coefficients);
}

static mr_status read_relation(mbs_reader *r, mbs_yaml *item) {
    static const char *const known[] = {"name",   "coordinate", "terms",  "rack",
                                        "pinion", "radius",     "repeat", NULL};
    const char *name = NULL, *coordinate = NULL;
    MR_TRY(mbs_keys(r, item, "a relation", known));
    MR_TRY(mbs_optional_text(r, item, "name", &name));
    MR_TRY(mbs_optional_text(r, item, "coordinate", &coordinate));
    if (name && coordinate)
        return mbs_at(r, item, "a relation has a name or makes a coordinate, not both");
    name = coordinate ? coordinate : name;
    MR_TRY(need(r, item, "a relation", "name", name));
    const mbs_yaml *terms = mbs_key(r, item, "terms");
    if (coordinate && !terms)
        return mbs_at(r, item, "the coordinate \"%.60s\" needs terms", name);
    if (!terms)
        return read_rack(r, item, name);
    if (terms->type != YAML_MAPPING_NODE)
        return mbs_at(r, terms, "terms must be a mapping of coordinates and coefficients");
    if (mbs_key(r, item, "rack") || mbs_key(r, item, "pinion") || mbs_key(r, item, "radius"))
        return mbs_at(r, item, "the relation \"%.60s\" has terms, or rack, pinion and radius",
                      name);
    MR_TRY(mbs_once(r, terms, "terms"));
    const char *names[16];
    double coefficients[16];
    int count = 0;
    for (yaml_node_pair_t *p = terms->data.mapping.pairs.start; p < terms->data.mapping.pairs.top;
         p++, count++) {
        if (count == 16)
            return mbs_at(r, terms, "more than 16 terms");
        MR_TRY(mbs_text(r, yaml_document_get_node(&r->document, p->key), &names[count]));
        MR_TRY(mbs_number(r, yaml_document_get_node(&r->document, p->value), &coefficients[count]));
    }
    return coordinate ? mbs_add_coordinate(r->builder, name, count, names, coefficients)
                      : mbs_add_relation(r->builder, name, count, names, coefficients);
}

mr_status mbs_read_relations(mbs_reader *r, mbs_yaml *section) {
    return mbs_each(r, section, "relations", read_relation);
}

static mr_status read_drive(mbs_reader *r, mbs_yaml *item) {
    static const char *const known[] = {"name", "on", "value", "repeat", NULL};
    const char *name = NULL, *coordinate = NULL, *value = NULL;
    MR_TRY(mbs_keys(r, item, "a drive", known));
    MR_TRY(mbs_optional_text(r, item, "name", &name));
    MR_TRY(mbs_optional_text(r, item, "on", &coordinate));
    MR_TRY(mbs_optional_raw(r, item, "value", &value));
    MR_TRY(need(r, item, "a drive", "name", name));
    MR_TRY(need(r, item, "a drive", "on", coordinate));
    MR_TRY(need(r, item, "a drive", "value", value));
    return mbs_add_drive(r->builder, name, coordinate, value);
}

mr_status mbs_read_drives(mbs_reader *r, mbs_yaml *section) {
    return mbs_each(r, section, "drives", read_drive);
}

static mr_status read_input(mbs_reader *r, mbs_yaml *item) {
    static const char *const known[] = {"name", "unit", "discrete", "repeat", NULL};
    const char *name = NULL, *unit = "";
    int discrete = 0;
    MR_TRY(mbs_keys(r, item, "an input", known));
    MR_TRY(mbs_optional_text(r, item, "name", &name));
    MR_TRY(mbs_optional_raw(r, item, "unit", &unit));
    MR_TRY(mbs_optional_flag(r, item, "discrete", &discrete));
    MR_TRY(need(r, item, "an input", "name", name));
    return mbs_add_input(r->builder, name, unit, discrete);
}

mr_status mbs_read_inputs_section(mbs_reader *r, mbs_yaml *section) {
    return mbs_each(r, section, "inputs", read_input);
}

static mr_status read_output(mbs_reader *r, mbs_yaml *item) {
    static const char *const known[] = {
        "position", "velocity", "acceleration", "angle", "spin", "force",  "torque",
        "energy",   "slip",     "constraints",  "name",  "unit", "repeat", NULL};
    const char *name = NULL, *unit = NULL, *path = NULL;
    int quantity = -1;
    MR_TRY(mbs_keys(r, item, "an output", known));
    for (int i = 0; i <= MBS_CONSTRAINTS; i++) {
        const mbs_yaml *node = mbs_key(r, item, known[i]);
        if (node && quantity >= 0)
            MR_TRY(mbs_at(r, item, "an output is one of %s and %s, not both", known[quantity],
                          known[i]));
        else if (node)
            MR_TRY(mbs_text(r, node, &path));
        quantity = node ? i : quantity;
    }
    if (quantity < 0)
        MR_TRY(mbs_at(r, item,
                      "an output without position, velocity, acceleration, angle, spin, force, "
                      "torque, energy, slip or constraints"));
    MR_TRY(mbs_optional_text(r, item, "name", &name));
    MR_TRY(mbs_optional_raw(r, item, "unit", &unit));
    return mbs_add_output(r->builder, name ? name : path, (mbs_quantity)quantity, path, unit);
}

mr_status mbs_read_outputs(mbs_reader *r, mbs_yaml *section) {
    return mbs_each(r, section, "outputs", read_output);
}
