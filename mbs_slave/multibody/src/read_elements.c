/* the section of force elements */
#include "document.h"
#include "nearest.h"

#include <math.h>
#include <string.h>

/* checks the keys of an element: the common ones and its own */
static mr_status own_keys(mbs_reader *r, const mbs_yaml *item, const char *what,
                          const char *const *own) {
    const char *all[40] = {"name", "type", "repeat"};
    int n = 3;
    while (*own && n < 39)
        all[n++] = *own++;
    all[n] = NULL;
    return mbs_keys(r, item, what, all);
}

static mr_status read_spring(mbs_reader *r, const mbs_yaml *item, const char *name,
                             int on_coordinate) {
    static const char *const points[] = {"from", "to",    "stiffness", "damping",
                                         "rest", "force", NULL};
    static const char *const coordinate[] = {"on",    "stiffness", "damping", "rest",
                                             "force", "torque",    NULL};
    mbs_spring_data d = {.name = name, .rest = NAN};
    MR_TRY(own_keys(r, item, on_coordinate ? "a torsion element" : "a spring",
                    on_coordinate ? coordinate : points));
    MR_TRY(mbs_optional_text(r, item, "from", &d.from));
    MR_TRY(mbs_optional_text(r, item, "to", &d.to));
    MR_TRY(mbs_optional_text(r, item, "on", &d.coordinate));
    MR_TRY(mbs_optional_number(r, item, "stiffness", &d.stiffness));
    MR_TRY(mbs_optional_number(r, item, "damping", &d.damping));
    MR_TRY(mbs_optional_number(r, item, "rest", &d.rest));
    MR_TRY(mbs_optional_raw(r, item, "force", &d.force));
    MR_TRY(mbs_optional_raw(r, item, "torque", &d.force));
    if (mbs_key(r, item, "force") && mbs_key(r, item, "torque"))
        MR_TRY(mbs_at(r, item, "\"%.60s\" has a force or a torque, not both", name));
    if (on_coordinate && !d.coordinate)
        MR_TRY(mbs_at(r, item, "\"%.60s\" without \"on\"", name));
    return mbs_add_spring(r->builder, &d);
}

static mr_status read_point_spring(mbs_reader *r, const mbs_yaml *item, const char *name) {
    return read_spring(r, item, name, 0);
}

static mr_status read_torsion(mbs_reader *r, const mbs_yaml *item, const char *name) {
    return read_spring(r, item, name, 1);
}

static mr_status read_brake(mbs_reader *r, const mbs_yaml *item, const char *name) {
    static const char *const known[] = {"on", "torque", "speed", "hold", NULL};
    mbs_spring_data d = {.name = name, .rest = NAN, .brake_speed = 0.1};
    MR_TRY(own_keys(r, item, "a brake", known));
    MR_TRY(mbs_optional_text(r, item, "on", &d.coordinate));
    MR_TRY(mbs_optional_raw(r, item, "torque", &d.brake));
    MR_TRY(mbs_optional_number(r, item, "speed", &d.brake_speed));
    MR_TRY(mbs_optional_number(r, item, "hold", &d.brake_hold));
    if (mbs_key(r, item, "speed") && mbs_key(r, item, "hold"))
        MR_TRY(mbs_at(r, item, "the brake \"%.60s\" has a speed or holds, not both", name));
    if (!d.coordinate || !d.brake)
        MR_TRY(mbs_at(r, item, "the brake \"%.60s\" needs \"on\" and \"torque\"", name));
    return mbs_add_spring(r->builder, &d);
}

static mr_status read_bushing(mbs_reader *r, const mbs_yaml *item, const char *name) {
    static const char *const known[] = {
        "bodies", "at", "stiffness", "damping", "angular_stiffness", "angular_damping", NULL};
    mbs_bushing_data d = {.name = name};
    MR_TRY(own_keys(r, item, "a bushing", known));
    const mbs_yaml *bodies = mbs_key(r, item, "bodies");
    if (mbs_item_count(bodies) != 2)
        MR_TRY(mbs_at(r, item, "the bushing \"%.60s\" needs a list of two bodies", name));
    for (int i = 0; i < 2; i++)
        MR_TRY(mbs_text(r, mbs_item(r, bodies, i), &d.bodies[i]));
    MR_TRY(mbs_optional_text(r, item, "at", &d.point));
    MR_TRY(mbs_optional_vector(r, item, "stiffness", d.stiffness));
    MR_TRY(mbs_optional_vector(r, item, "damping", d.damping));
    MR_TRY(mbs_optional_vector(r, item, "angular_stiffness", d.angular_stiffness));
    MR_TRY(mbs_optional_vector(r, item, "angular_damping", d.angular_damping));
    return mbs_add_bushing(r->builder, &d);
}

static mr_status read_frame(mbs_reader *r, const mbs_yaml *item, int *follows) {
    const char *frame = "world";
    mr_status status = mbs_optional_raw(r, item, "frame", &frame);
    *follows = strcmp(frame, "body") == 0;
    if (status == MR_OK && !*follows && strcmp(frame, "world") != 0)
        status = mbs_at(r, item, "the frame is world or body, not \"%.40s\"", frame);
    return status;
}

static mr_status read_force(mbs_reader *r, const mbs_yaml *item, const char *name) {
    static const char *const known[] = {"at", "direction", "value", "frame", NULL};
    mbs_force_data d = {.name = name};
    MR_TRY(own_keys(r, item, "a force", known));
    MR_TRY(mbs_optional_text(r, item, "at", &d.at));
    MR_TRY(mbs_optional_vector(r, item, "direction", d.direction));
    MR_TRY(mbs_optional_raw(r, item, "value", &d.value));
    MR_TRY(read_frame(r, item, &d.follows_body));
    if (!d.at || !d.value || !mbs_key(r, item, "direction"))
        MR_TRY(
            mbs_at(r, item, "the force \"%.60s\" needs \"at\", \"direction\" and \"value\"", name));
    return mbs_add_force(r->builder, &d);
}

static mr_status read_torque(mbs_reader *r, const mbs_yaml *item, const char *name) {
    static const char *const known[] = {"on", "reaction", "axis", "value", "frame", NULL};
    mbs_torque_data d = {.name = name};
    MR_TRY(own_keys(r, item, "a torque", known));
    MR_TRY(mbs_optional_text(r, item, "on", &d.body));
    MR_TRY(mbs_optional_text(r, item, "reaction", &d.reaction));
    MR_TRY(mbs_optional_vector(r, item, "axis", d.axis));
    MR_TRY(mbs_optional_raw(r, item, "value", &d.value));
    MR_TRY(read_frame(r, item, &d.follows_body));
    if (!d.body || !d.value || !mbs_key(r, item, "axis"))
        MR_TRY(mbs_at(r, item, "the torque \"%.60s\" needs \"on\", \"axis\" and \"value\"", name));
    return mbs_add_torque(r->builder, &d);
}

static mr_status read_drag(mbs_reader *r, const mbs_yaml *item, const char *name) {
    static const char *const known[] = {"at", "linear", "quadratic", NULL};
    mbs_drag_data d = {.name = name};
    MR_TRY(own_keys(r, item, "a drag", known));
    MR_TRY(mbs_optional_text(r, item, "at", &d.at));
    MR_TRY(mbs_optional_vector(r, item, "linear", d.linear));
    MR_TRY(mbs_optional_number(r, item, "quadratic", &d.quadratic));
    return mbs_add_drag(r->builder, &d);
}

static mr_status read_inertia(mbs_reader *r, const mbs_yaml *item, const char *name) {
    static const char *const known[] = {"on", "inertia", NULL};
    const char *coordinate = NULL;
    double inertia = 0.0;
    MR_TRY(own_keys(r, item, "an inertia", known));
    MR_TRY(mbs_optional_text(r, item, "on", &coordinate));
    MR_TRY(mbs_optional_number(r, item, "inertia", &inertia));
    if (!coordinate)
        MR_TRY(mbs_at(r, item, "the inertia \"%.60s\" without \"on\"", name));
    return mbs_add_inertia(r->builder, name, coordinate, inertia);
}

static mr_status read_tyre(mbs_reader *r, const mbs_yaml *item, const char *name) {
    mbs_tyre_data d = mbs_tyre_default();
    d.name = name;
    const struct {
        const char *key;
        double *value;
    } numbers[] = {{"road", &d.road},
                   {"radius", &d.radius},
                   {"stiffness", &d.stiffness},
                   {"damping", &d.damping},
                   {"nominal_load", &d.nominal_load},
                   {"pCx1", &d.pCx1},
                   {"pDx1", &d.pDx1},
                   {"pEx1", &d.pEx1},
                   {"pKx1", &d.pKx1},
                   {"pKx2", &d.pKx2},
                   {"pKx3", &d.pKx3},
                   {"pCy1", &d.pCy1},
                   {"pDy1", &d.pDy1},
                   {"pEy1", &d.pEy1},
                   {"pKy1", &d.pKy1},
                   {"pKy2", &d.pKy2},
                   {"pKy4", &d.pKy4},
                   {"rBx1", &d.rBx1},
                   {"rCx1", &d.rCx1},
                   {"rBy1", &d.rBy1},
                   {"rCy1", &d.rCy1},
                   {"relaxation_x", &d.relaxation_x},
                   {"relaxation_y", &d.relaxation_y},
                   {"low_speed", &d.low_speed},
                   {"low_speed_damping", &d.low_speed_damping},
                   {"rolling_resistance", &d.rolling_resistance}};
    enum { COUNT = sizeof numbers / sizeof numbers[0] };
    const char *known[COUNT + 4] = {"wheel", "hub", "axis"};
    for (int i = 0; i < COUNT; i++)
        known[i + 3] = numbers[i].key;
    known[COUNT + 3] = NULL;
    MR_TRY(own_keys(r, item, "a tyre", known));
    MR_TRY(mbs_optional_text(r, item, "wheel", &d.wheel));
    MR_TRY(mbs_optional_text(r, item, "hub", &d.hub));
    MR_TRY(mbs_optional_text(r, item, "axis", &d.axis));
    for (int i = 0; i < COUNT; i++)
        MR_TRY(mbs_optional_number(r, item, numbers[i].key, numbers[i].value));
    return mbs_add_tyre(r->builder, &d);
}

static mr_status read_element(mbs_reader *r, mbs_yaml *item) {
    static const struct {
        const char *name;
        mr_status (*read)(mbs_reader *, const mbs_yaml *, const char *);
    } kinds[] = {{"spring", read_point_spring}, {"torsion", read_torsion}, {"brake", read_brake},
                 {"bushing", read_bushing},     {"force", read_force},     {"torque", read_torque},
                 {"drag", read_drag},           {"inertia", read_inertia}, {"tyre", read_tyre}};
    const char *name = NULL, *type = NULL;
    if (item->type != YAML_MAPPING_NODE)
        return mbs_at(r, item, "an element must be a mapping of keys and values");
    MR_TRY(mbs_optional_text(r, item, "name", &name));
    MR_TRY(mbs_optional_raw(r, item, "type", &type));
    if (!name || !type)
        return mbs_at(r, item, "an element without \"%s\"", name ? "type" : "name");
    mbs_guess guess = {.wanted = type};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        mbs_consider(&guess, kinds[i].name);
        if (strcmp(type, kinds[i].name) == 0)
            return kinds[i].read(r, item, name);
    }
    return mbs_at(r, item, "unknown type \"%.40s\" of element \"%.60s\"%s", type, name,
                  mbs_did_you_mean(&guess));
}

mr_status mbs_read_elements(mbs_reader *r, mbs_yaml *section) {
    return mbs_each(r, section, "elements", read_element);
}
