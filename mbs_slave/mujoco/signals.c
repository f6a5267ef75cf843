/* which signals of a model the interface has: by name, or all actuators in and all sensors out */
#include "mujoco_slave.h"
#include "multirate/options.h"

#include <stdlib.h>
#include <string.h>

/* "force:hull": what stands before the colon */
static const struct {
    const char *prefix;
    mujoco_kind kind;
    int object;
    const char *what;
    bool input;
} kinds[] = {
    {"actuator", MUJOCO_CONTROL, mjOBJ_ACTUATOR, "actuator", true},
    {"force", MUJOCO_FORCE, mjOBJ_BODY, "body", true},
    {"torque", MUJOCO_TORQUE, mjOBJ_BODY, "body", true},
    {"joint", MUJOCO_JOINT_FORCE, mjOBJ_JOINT, "joint", true},
    {"sensor", MUJOCO_SENSOR, mjOBJ_SENSOR, "sensor", false},
    {"qpos", MUJOCO_QPOS, mjOBJ_JOINT, "joint", false},
    {"qvel", MUJOCO_QVEL, mjOBJ_JOINT, "joint", false},
    {"qacc", MUJOCO_QACC, mjOBJ_JOINT, "joint", false},
    {"position", MUJOCO_POSITION, mjOBJ_BODY, "body", false},
    {"velocity", MUJOCO_VELOCITY, mjOBJ_BODY, "body", false},
    {"acceleration", MUJOCO_ACCELERATION, mjOBJ_BODY, "body", false},
    {"rotation", MUJOCO_ROTATION, mjOBJ_BODY, "body", false},
    {"angular_velocity", MUJOCO_ANGULAR_VELOCITY, mjOBJ_BODY, "body", false},
};
#define KINDS (sizeof kinds / sizeof *kinds)

static int joint_positions(const mjModel *model, int joint) {
    static const int sizes[] = {
        [mjJNT_FREE] = 7, [mjJNT_BALL] = 4, [mjJNT_SLIDE] = 1, [mjJNT_HINGE] = 1};
    return sizes[model->jnt_type[joint]];
}

static int joint_freedoms(const mjModel *model, int joint) {
    static const int sizes[] = {
        [mjJNT_FREE] = 6, [mjJNT_BALL] = 3, [mjJNT_SLIDE] = 1, [mjJNT_HINGE] = 1};
    return sizes[model->jnt_type[joint]];
}

static int size_of(const mjModel *model, const mujoco_signal *signal) {
    switch (signal->kind) {
    case MUJOCO_CONTROL:
        return 1;
    case MUJOCO_SENSOR:
        return model->sensor_dim[signal->id];
    case MUJOCO_QPOS:
        return joint_positions(model, signal->id);
    case MUJOCO_JOINT_FORCE:
    case MUJOCO_QVEL:
    case MUJOCO_QACC:
        return joint_freedoms(model, signal->id);
    case MUJOCO_ROTATION:
        return 4;
    default:
        return 3;
    }
}

/* a sensor that shows a joint as it is counts as the joint's own signal */
static mujoco_signal meaning_of(const mjModel *model, const mujoco_signal *signal) {
    mujoco_signal meant = *signal;
    if (signal->kind != MUJOCO_SENSOR || model->sensor_cutoff[signal->id] > 0.0)
        return meant;
    const int type = model->sensor_type[signal->id];
    if (type == mjSENS_JOINTPOS || type == mjSENS_JOINTVEL) {
        meant.kind = type == mjSENS_JOINTPOS ? MUJOCO_QPOS : MUJOCO_QVEL;
        meant.id = model->sensor_objid[signal->id];
    }
    return meant;
}

static const char *joint_unit(const mjModel *model, int joint, const char *slide,
                              const char *hinge) {
    const int type = model->jnt_type[joint];
    return type == mjJNT_SLIDE ? slide : type == mjJNT_HINGE ? hinge : "";
}

static const char *sensor_unit(int type) {
    switch (type) {
    case mjSENS_TOUCH:
    case mjSENS_FORCE:
        return "N";
    case mjSENS_TORQUE:
        return "Nm";
    case mjSENS_ACCELEROMETER:
    case mjSENS_FRAMELINACC:
        return "m/s^2";
    case mjSENS_VELOCIMETER:
    case mjSENS_FRAMELINVEL:
    case mjSENS_SUBTREELINVEL:
        return "m/s";
    case mjSENS_GYRO:
    case mjSENS_BALLANGVEL:
    case mjSENS_FRAMEANGVEL:
        return "rad/s";
    case mjSENS_FRAMEANGACC:
        return "rad/s^2";
    case mjSENS_RANGEFINDER:
    case mjSENS_FRAMEPOS:
    case mjSENS_SUBTREECOM:
        return "m";
    case mjSENS_CLOCK:
        return "s";
    default:
        return "";
    }
}

static const char *unit_of(const mjModel *model, const mujoco_signal *signal) {
    const mujoco_signal meant = meaning_of(model, signal);
    switch (meant.kind) {
    case MUJOCO_FORCE:
        return "N";
    case MUJOCO_TORQUE:
        return "Nm";
    case MUJOCO_JOINT_FORCE:
        return joint_unit(model, meant.id, "N", "Nm");
    case MUJOCO_SENSOR:
        return sensor_unit(model->sensor_type[meant.id]);
    case MUJOCO_QPOS:
        return joint_unit(model, meant.id, "m", "rad");
    case MUJOCO_QVEL:
        return joint_unit(model, meant.id, "m/s", "rad/s");
    case MUJOCO_QACC:
        return joint_unit(model, meant.id, "m/s^2", "rad/s^2");
    case MUJOCO_POSITION:
        return "m";
    case MUJOCO_VELOCITY:
        return "m/s";
    case MUJOCO_ACCELERATION:
        return "m/s^2";
    case MUJOCO_ANGULAR_VELOCITY:
        return "rad/s";
    default:
        return "";
    }
}

/* --- making the lists --- */

static mr_status append(mujoco_instance *slave, mujoco_signals *list, const mujoco_signal *signal) {
    const size_t count = (size_t)list->count + 1;
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->signals[i].name, signal->name) == 0) {
            mr_message_set(slave->message, "signal '%s' is listed twice", signal->name);
            return MR_ERR_CONFIG;
        }
    mujoco_signal *signals = realloc(list->signals, count * sizeof *signals);
    if (signals)
        list->signals = signals;
    mr_variable *variables = realloc(list->variables, count * sizeof *variables);
    if (variables)
        list->variables = variables;
    if (!signals || !variables)
        return MR_ERR_MEMORY;
    signals[list->count++] = *signal;
    return MR_OK;
}

/* the name that an object has, or its number; characters that separate become underlines */
static mr_status append_object(mujoco_instance *slave, mujoco_signals *list, size_t kind, int id,
                               bool prefixed) {
    const char *given = mj_id2name(slave->model, kinds[kind].object, id);
    mujoco_signal signal = {.kind = kinds[kind].kind, .id = id};
    char number[32];
    snprintf(number, sizeof number, "%s%d", kinds[kind].what, id + 1);
    const char *name = given && given[0] ? given : number;
    const int length = snprintf(signal.name, sizeof signal.name, "%s%s%s",
                                prefixed ? kinds[kind].prefix : "", prefixed ? ":" : "", name);
    if (length >= (int)sizeof signal.name) {
        mr_message_set(slave->message, "the name '%.100s' is too long for a signal", name);
        return MR_ERR_SLAVE_OPEN;
    }
    for (char *c = signal.name; *c; c++)
        if (mr_option_separator(*c) || strchr("=#'\"", *c))
            *c = '_';
    return append(slave, list, &signal);
}

static int object_count(const mjModel *model, int object) {
    return object == mjOBJ_ACTUATOR ? model->nu
           : object == mjOBJ_SENSOR ? model->nsensor
           : object == mjOBJ_JOINT  ? model->njnt
                                    : model->nbody;
}

static size_t kind_number(mujoco_kind kind) {
    size_t k = 0;
    while (kinds[k].kind != kind)
        k++;
    return k;
}

static mr_status append_all(mujoco_instance *slave, mujoco_signals *list, mujoco_kind kind) {
    const size_t k = kind_number(kind);
    for (int id = 0; id < object_count(slave->model, kinds[k].object); id++)
        MR_TRY(append_object(slave, list, k, id, false));
    return MR_OK;
}

/* position, velocity and acceleration of every joint with one freedom */
static mr_status append_joints(mujoco_instance *slave, mujoco_signals *list) {
    for (int id = 0; id < slave->model->njnt; id++)
        for (mujoco_kind kind = MUJOCO_QPOS; kind <= MUJOCO_QACC; kind++)
            if (joint_freedoms(slave->model, id) == 1)
                MR_TRY(append_object(slave, list, kind_number(kind), id, true));
    return MR_OK;
}

static mr_status complain(mujoco_instance *slave, size_t kind, const char *name) {
    char known[200] = "";
    const int count = object_count(slave->model, kinds[kind].object);
    for (int id = 0; id < count; id++) {
        const char *other = mj_id2name(slave->model, kinds[kind].object, id);
        const size_t used = strlen(known);
        if (other && other[0])
            snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "", other);
    }
    mr_message_set(slave->message, "the model has no %s '%.60s' (it has: %s)", kinds[kind].what,
                   name, known[0] ? known : "none with a name");
    return MR_ERR_CONFIG;
}

static mr_status append_word(mujoco_instance *slave, mujoco_signals *list, bool input,
                             const char *word) {
    if (strcmp(word, input ? "actuators" : "sensors") == 0)
        return append_all(slave, list, input ? MUJOCO_CONTROL : MUJOCO_SENSOR);
    if (!input && strcmp(word, "joints") == 0)
        return append_joints(slave, list);
    const char *colon = strchr(word, ':');
    const char *name = colon ? colon + 1 : word;
    size_t kind = kind_number(input ? MUJOCO_CONTROL : MUJOCO_SENSOR);
    if (colon) {
        const size_t length = (size_t)(colon - word);
        for (kind = 0; kind < KINDS; kind++)
            if (kinds[kind].input == input && strlen(kinds[kind].prefix) == length &&
                strncmp(kinds[kind].prefix, word, length) == 0)
                break;
        if (kind == KINDS) {
            mr_message_set(slave->message, "there is no kind of %s '%.*s'",
                           input ? "input" : "output", (int)(length < 60 ? length : 60), word);
            return MR_ERR_CONFIG;
        }
    }
    const int id = mj_name2id(slave->model, kinds[kind].object, name);
    return id < 0 ? complain(slave, kind, name)
                  : append_object(slave, list, kind, id, colon != NULL);
}

static mr_status append_words(mujoco_instance *slave, mujoco_signals *list, bool input,
                              const char *text) {
    mr_status status = MR_OK;
    while (status == MR_OK) {
        while (mr_option_separator(*text))
            text++;
        if (!*text)
            break;
        char word[128];
        size_t length = 0;
        while (text[length] && !mr_option_separator(text[length]))
            length++;
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        status = append_word(slave, list, input, word);
        text += length;
    }
    return status;
}

/* --- what they have to do with each other --- */

static int find(const mjModel *model, const mujoco_signals *list, mujoco_kind kind, int id) {
    for (int i = 0; i < list->count; i++) {
        const mujoco_signal meant = meaning_of(model, &list->signals[i]);
        if (meant.kind == kind && meant.id == id)
            return i;
    }
    return MR_NONE;
}

static int rate_of(const mjModel *model, const mujoco_signals *list, int i) {
    const mujoco_signal meant = meaning_of(model, &list->signals[i]);
    mujoco_kind of;
    switch (meant.kind) {
    case MUJOCO_QVEL:
        of = MUJOCO_QPOS;
        break;
    case MUJOCO_QACC:
        of = MUJOCO_QVEL;
        break;
    case MUJOCO_VELOCITY:
        of = MUJOCO_POSITION;
        break;
    case MUJOCO_ACCELERATION:
        of = MUJOCO_VELOCITY;
        break;
    default:
        return MR_NONE;
    }
    const int found = find(model, list, of, meant.id);
    return found != MR_NONE && list->variables[found].size == list->variables[i].size ? found
                                                                                      : MR_NONE;
}

/* a motor that puts its control as a force on one scalar joint */
static int driven_joint(const mjModel *model, int actuator) {
    const bool direct = model->actuator_trntype[actuator] == mjTRN_JOINT &&
                        model->actuator_dyntype[actuator] == mjDYN_NONE &&
                        model->actuator_gaintype[actuator] == mjGAIN_FIXED &&
                        model->actuator_gainprm[actuator * mjNGAIN] == 1.0 &&
                        model->actuator_biastype[actuator] == mjBIAS_NONE &&
                        model->actuator_gear[6 * actuator] == 1.0;
    const int joint = direct ? model->actuator_trnid[2 * actuator] : -1;
    return joint >= 0 && joint_freedoms(model, joint) == 1 ? joint : -1;
}

static int power_with(const mujoco_instance *slave, const mujoco_signal *signal) {
    const mjModel *m = slave->model;
    const mujoco_signals *outputs = &slave->outputs;
    switch (signal->kind) {
    case MUJOCO_CONTROL: {
        const int joint = driven_joint(m, signal->id);
        return joint < 0 ? MR_NONE : find(m, outputs, MUJOCO_QVEL, joint);
    }
    case MUJOCO_JOINT_FORCE:
        return find(m, outputs, MUJOCO_QVEL, signal->id);
    case MUJOCO_FORCE:
        return find(m, outputs, MUJOCO_VELOCITY, signal->id);
    default:
        return find(m, outputs, MUJOCO_ANGULAR_VELOCITY, signal->id);
    }
}

static void describe(mujoco_instance *slave, mujoco_signals *list) {
    for (int i = 0; i < list->count; i++) {
        const mujoco_signal *signal = &list->signals[i];
        list->variables[i] = (mr_variable){.name = signal->name,
                                           .unit = unit_of(slave->model, signal),
                                           .size = size_of(slave->model, signal),
                                           .rate_of = MR_NONE,
                                           .power_with = MR_NONE,
                                           .variability = MR_CONTINUOUS};
        list->width += list->variables[i].size;
    }
}

mr_status mujoco_choose_signals(mujoco_instance *slave) {
    const mujoco_settings *settings = &slave->settings;
    const char *outputs = settings->outputs           ? settings->outputs
                          : slave->model->nsensor > 0 ? "sensors"
                                                      : "joints";
    MR_TRY(append_words(slave, &slave->inputs, true,
                        settings->inputs ? settings->inputs : "actuators"));
    MR_TRY(append_words(slave, &slave->outputs, false, outputs));
    describe(slave, &slave->inputs);
    describe(slave, &slave->outputs);
    for (int i = 0; i < slave->outputs.count; i++) {
        slave->outputs.variables[i].rate_of = rate_of(slave->model, &slave->outputs, i);
        if (slave->outputs.signals[i].kind == MUJOCO_ACCELERATION)
            slave->needs_accelerations = true;
    }
    for (int i = 0; i < slave->inputs.count; i++)
        slave->inputs.variables[i].power_with = power_with(slave, &slave->inputs.signals[i]);
    return MR_OK;
}

void mujoco_signals_free(mujoco_signals *signals) {
    free(signals->signals);
    free(signals->variables);
}

/* --- coordinates --- */

static int place_of(const mujoco_signals *list, int index) {
    return index == MR_NONE ? MR_NONE : mr_variables_width(list->variables, index);
}

/* takes a coordinate if it can move where the run starts, and moves apart from those before: its
 * row, made orthogonal to theirs, is not zero */
static bool is_independent(mujoco_instance *slave, const mujoco_coordinate *coordinate,
                           double *rows, double *scratch) {
    const int nv = slave->model->nv, n = slave->coordinate_count;
    double *row = rows + n * nv;
    mujoco_coordinate_row(slave->model, slave->data, coordinate, scratch, row);
    const double before = mju_norm(row, nv);
    for (int k = 0; k < n; k++)
        mju_addToScl(row, rows + k * nv, -mju_dot(row, rows + k * nv, nv), nv);
    const double after = mju_norm(row, nv);
    if (!(after > 1e-6 * before) || after < 1e-9)
        return false;
    mju_scl(row, row, 1.0 / after, nv);
    return true;
}

static void consider(mujoco_instance *slave, const mujoco_coordinate *freedom, int velocity,
                     int position, int acceleration, int component, double *rows, double *scratch) {
    const mujoco_signals *list = &slave->outputs;
    if (slave->coordinate_count >= slave->model->nv ||
        !is_independent(slave, freedom, rows, scratch))
        return;
    const int p = place_of(list, position), v = place_of(list, velocity),
              a = place_of(list, acceleration);
    const int n = slave->coordinate_count++;
    slave->freedoms[n] = *freedom;
    slave->coordinates[n] = (mr_coordinate){.position = p < 0 ? MR_NONE : p + component,
                                            .velocity = v + component,
                                            .acceleration = a < 0 ? MR_NONE : a + component};
}

/* every velocity among the outputs is a coordinate: of scalar joints first, then of bodies */
mr_status mujoco_choose_coordinates(mujoco_instance *slave) {
    const mjModel *m = slave->model;
    const mujoco_signals *list = &slave->outputs;
    const size_t nv = (size_t)m->nv;
    slave->coordinates = calloc(nv + 1, sizeof *slave->coordinates);
    slave->freedoms = calloc(nv + 1, sizeof *slave->freedoms);
    double *rows = calloc((nv + 1) * nv + 3 * nv + 1, sizeof *rows);
    const bool good = slave->coordinates && slave->freedoms && rows;
    for (int pass = 0; good && pass < 2; pass++)
        for (int i = 0; i < list->count; i++) {
            const mujoco_signal meant = meaning_of(m, &list->signals[i]);
            double *scratch = rows + (nv + 1) * nv;
            if (pass == 0 && meant.kind == MUJOCO_QVEL && list->variables[i].size == 1) {
                const mujoco_coordinate joint = {.joint = meant.id};
                consider(slave, &joint, i, find(m, list, MUJOCO_QPOS, meant.id),
                         find(m, list, MUJOCO_QACC, meant.id), 0, rows, scratch);
            }
            for (int k = 0; pass == 1 && meant.kind == MUJOCO_VELOCITY && k < 3; k++) {
                const mujoco_coordinate body = {.joint = -1, .body = meant.id, .component = k};
                consider(slave, &body, i, find(m, list, MUJOCO_POSITION, meant.id),
                         find(m, list, MUJOCO_ACCELERATION, meant.id), k, rows, scratch);
            }
        }
    free(rows);
    return good ? MR_OK : MR_ERR_MEMORY;
}
