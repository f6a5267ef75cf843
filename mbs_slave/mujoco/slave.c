/* MuJoCo models behind the slave contract: opening, the grid of steps, saved states */
#define _XOPEN_SOURCE 700
#include "mujoco_slave.h"
#include "common/memory.h"
#include "isolation/foreign.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* a call of MuJoCo with everything it needs, as one argument */
typedef struct job {
    mujoco_instance *slave;
    const mr_inputs *inputs;
    double t;
    mr_status status;
    double *y, *Ap, *Av;
    mjData **state;
    const mjData *source;
} job;

static const mr_slave_type plain, with_matrices;

/* does a job; what MuJoCo says becomes the sentence */
static mr_status carry_out(mujoco_instance *slave, void (*work)(void *), job *j,
                           mr_status failure) {
    mujoco_words words;
    mr_message_clear(slave->message);
    j->slave = slave;
    j->status = MR_OK;
    if (!mujoco_guarded(work, j, &words)) {
        slave->broken = true;
        mr_message_set(slave->message, "MuJoCo: %s", words.error);
        return failure;
    }
    if (j->status != MR_OK && !slave->message->text[0] && words.warning[0])
        mr_message_set(slave->message, "MuJoCo: %s", words.warning);
    return j->status;
}

static mr_status refuse_broken(mujoco_instance *slave) {
    mr_message_set(slave->message, "a step has failed before: start anew or restore a state");
    return MR_ERR_STATE;
}

/* --- opening --- */

static bool ends_with(const char *text, const char *end) {
    const size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

static void load_model(void *context) {
    job *j = context;
    mujoco_instance *slave = j->slave;
    const char *file = slave->settings.file;
    char why[MUJOCO_TEXT_SIZE] = "";
    if (mr_file_is_foreign(file)) {
        mr_message_set(slave->message, MR_FOREIGN_SENTENCE, file);
        j->status = MR_ERR_SLAVE_OPEN;
        return;
    }
    const bool binary = ends_with(file, ".mjb");
    j->status = binary ? MR_OK : mujoco_check_files(file, slave->message);
    if (j->status != MR_OK)
        return;
    slave->model = binary ? mj_loadModel(file, NULL) : mj_loadXML(file, NULL, why, (int)sizeof why);
    if (!slave->model) {
        for (char *c = why; *c; c++)
            if (*c == '\n' || *c == '\r')
                *c = ' ';
        mr_message_set(slave->message, "'%.150s' is no model for MuJoCo: %.250s", file,
                       why[0] ? why : "it cannot be read");
        j->status = MR_ERR_SLAVE_OPEN;
        return;
    }
    slave->data = mj_makeData(slave->model);
    slave->trial = mj_makeData(slave->model);
    if (!slave->data || !slave->trial)
        j->status = MR_ERR_MEMORY;
}

static mr_status choose_keyframe(mujoco_instance *slave) {
    const char *name = slave->settings.keyframe;
    slave->keyframe = -1;
    if (!name)
        return MR_OK;
    slave->keyframe = mj_name2id(slave->model, mjOBJ_KEY, name);
    if (slave->keyframe >= 0)
        return MR_OK;
    mr_message_set(slave->message, "the model has no keyframe '%.100s'", name);
    return MR_ERR_CONFIG;
}

static void write_title(mujoco_instance *slave) {
    static const char *const integrators[] = {"semi-implicit Euler", "RK4", "implicit"};
    const mjModel *m = slave->model;
    /* the model's name is the first of its names */
    const char *name = m->nnames > 0 && m->names[0] ? m->names : "a model without a name";
    snprintf(slave->title, sizeof slave->title, "%.100s, MuJoCo %s, %d degrees of freedom, %s",
             name, mj_versionString(), m->nv, integrators[m->opt.integrator]);
}

static mr_status make_room(mujoco_instance *slave) {
    const mjModel *m = slave->model;
    const size_t inputs = (size_t)slave->inputs.width, stages = mujoco_stages_size(m);
    const size_t work =
        mujoco_work_size(m, slave->inputs.width, slave->outputs.width, slave->coordinate_count);
    slave->memory = calloc(inputs + stages + work + 1, sizeof *slave->memory);
    if (!slave->memory)
        return MR_ERR_MEMORY;
    slave->u = slave->memory;
    slave->stages = slave->u + inputs;
    slave->work = slave->stages + stages;
    return MR_OK;
}

static void reset(mujoco_instance *slave) {
    if (slave->keyframe >= 0)
        mj_resetDataKeyframe(slave->model, slave->data, slave->keyframe);
    else
        mj_resetData(slave->model, slave->data);
}

static void choose(void *context) {
    job *j = context;
    mujoco_instance *slave = j->slave;
    j->status = choose_keyframe(slave);
    if (j->status == MR_OK)
        j->status = mujoco_choose_signals(slave);
    if (j->status != MR_OK)
        return;
    reset(slave);
    mj_forward(slave->model, slave->data);
    j->status = mujoco_choose_coordinates(slave);
}

static void free_all(void *context) {
    mujoco_instance *slave = ((job *)context)->slave;
    if (slave->data)
        mj_deleteData(slave->data);
    if (slave->trial)
        mj_deleteData(slave->trial);
    if (slave->model)
        mj_deleteModel(slave->model);
}

static void close_slave(void *self) {
    mujoco_instance *slave = self;
    job j = {.slave = slave};
    mujoco_words words;
    (void)mujoco_guarded(free_all, &j, &words);
    mujoco_signals_free(&slave->inputs);
    mujoco_signals_free(&slave->outputs);
    mujoco_settings_free(&slave->settings);
    CM_FREE(slave->coordinates, slave->freedoms, slave->memory);
    mujoco_motion_close(slave);
    free(slave->design);
    free(slave);
}

static mr_status load(mujoco_instance *slave, const char *configuration) {
    job j = {0};
    MR_TRY(mujoco_settings_read(configuration, &slave->settings, slave->message));
    MR_TRY(carry_out(slave, load_model, &j, MR_ERR_SLAVE_OPEN));
    MR_TRY(carry_out(slave, choose, &j, MR_ERR_SLAVE_OPEN));
    return make_room(slave);
}

static mr_status open_slave(const char *configuration, mr_message *message, void **made) {
    *made = NULL;
    mujoco_instance *slave = calloc(1, sizeof *slave);
    if (!slave)
        return MR_ERR_MEMORY;
    slave->message = message;
    const mr_status status = load(slave, configuration);
    if (status != MR_OK) {
        close_slave(slave);
        return status;
    }
    slave->h = slave->settings.step > 0.0 ? slave->settings.step : slave->model->opt.timestep;
    write_title(slave);
    *made = slave;
    return MR_OK;
}

static void describe(const void *self, mr_slave_description *description) {
    const mujoco_instance *slave = self;
    *description = (mr_slave_description){.title = slave->title,
                                          .input_count = slave->inputs.count,
                                          .inputs = slave->inputs.variables,
                                          .output_count = slave->outputs.count,
                                          .outputs = slave->outputs.variables,
                                          .coordinate_count = slave->coordinate_count,
                                          .coordinates = slave->coordinates,
                                          .type = slave->coordinate_count ? NULL : &plain};
}

/* --- running --- */

static void begin(void *context) {
    job *j = context;
    mujoco_instance *slave = j->slave;
    slave->model->opt.timestep = slave->h;
    reset(slave);
    j->status = mujoco_evaluate(slave, j->inputs, j->t);
    if (j->status == MR_OK)
        j->status = mujoco_motion_open(slave);
    if (j->status == MR_OK)
        j->status = mujoco_motion_note(slave);
}

static mr_status initialise(void *self, double t0, const mr_inputs *inputs) {
    mujoco_instance *slave = self;
    job j = {.inputs = inputs, .t = t0};
    slave->t = slave->origin = t0;
    slave->index = 0;
    slave->broken = false;
    const mr_status status = carry_out(slave, begin, &j, MR_ERR_SLAVE_INITIALISE);
    slave->broken = status != MR_OK;
    return status;
}

static void advance(void *context) {
    job *j = context;
    j->status = mujoco_advance_to(j->slave, j->inputs, j->t);
    if (j->status == MR_OK)
        j->status = mujoco_motion_note(j->slave);
}

static mr_status advance_to(mujoco_instance *slave, const mr_inputs *inputs, double end) {
    job j = {.inputs = inputs, .t = end};
    if (slave->broken)
        return refuse_broken(slave);
    const mr_status status = carry_out(slave, advance, &j, MR_ERR_SLAVE_STEP);
    slave->broken = status != MR_OK;
    return status;
}

static double own_end(const mujoco_instance *slave) {
    return slave->origin + (double)(slave->index + 1) * slave->h;
}

static mr_status step(void *self, const mr_inputs *inputs, double *t) {
    mujoco_instance *slave = self;
    MR_TRY(advance_to(slave, inputs, own_end(slave)));
    slave->index++;
    *t = slave->t;
    return MR_OK;
}

static mr_status step_to(void *self, const mr_inputs *inputs, double t_limit, double *t) {
    mujoco_instance *slave = self;
    const double own = own_end(slave) - slave->t;
    if (t_limit > slave->t + own * (1.0 + 1e-9))
        return step(self, inputs, t);
    /* a limit a rounding away from the own grid is a step of the own grid */
    const bool on_grid = t_limit > slave->t + own * (1.0 - 1e-9);
    MR_TRY(advance_to(slave, inputs, t_limit));
    if (on_grid) {
        slave->index++;
    } else {
        slave->origin = t_limit;
        slave->index = 0;
    }
    *t = slave->t;
    return MR_OK;
}

static mr_status next_step(const void *self, double *h) {
    const mujoco_instance *slave = self;
    *h = own_end(slave) - slave->t;
    return MR_OK;
}

static void get_outputs(void *context) {
    job *j = context;
    mujoco_get_outputs(j->slave, j->slave->data, j->y);
}

static mr_status outputs(void *self, double *y) {
    job j = {.y = y};
    return carry_out(self, get_outputs, &j, MR_ERR_SLAVE_OUTPUTS);
}

static void get_rates(void *context) {
    job *j = context;
    mujoco_tell_rates(j->slave, j->y);
}

static mr_status rates(void *self, double *ydot) {
    job j = {.y = ydot};
    return carry_out(self, get_rates, &j, MR_ERR_SLAVE_OUTPUTS);
}

static void get_matrices(void *context) {
    job *j = context;
    mujoco_tell_matrices(j->slave, j->y, j->Ap, j->Av);
}

static mr_status interface_matrices(void *self, double *Au, double *Ap, double *Av) {
    job j = {.y = Au, .Ap = Ap, .Av = Av};
    return carry_out(self, get_matrices, &j, MR_ERR_SLAVE_OUTPUTS);
}

/* --- states --- */

typedef struct saved_state {
    mjData *data;
    double *u;
    double t, origin, timestep;
    long index;
    bool broken;
} saved_state;

static void copy_data(void *context) {
    job *j = context;
    *j->state = mj_copyData(*j->state, j->slave->model, j->source);
    if (!*j->state)
        j->status = MR_ERR_MEMORY;
}

static void free_state(void *saved) {
    saved_state *state = saved;
    if (!state)
        return;
    if (state->data)
        mj_deleteData(state->data);
    free(state->u);
    free(state);
}

static mr_status save(const void *self, void **saved) {
    mujoco_instance *slave = (mujoco_instance *)self; /* its message only */
    const size_t inputs = (size_t)slave->inputs.width * sizeof(double);
    saved_state *state = *saved;
    if (!state) {
        state = calloc(1, sizeof *state);
        if (!state)
            return MR_ERR_MEMORY;
        state->u = malloc(inputs + 1);
        if (!state->u) {
            free(state);
            return MR_ERR_MEMORY;
        }
        *saved = state;
    }
    job j = {.state = &state->data, .source = slave->data};
    const mr_status status = carry_out(slave, copy_data, &j, MR_ERR_SLAVE_STATE);
    memcpy(state->u, slave->u, inputs);
    state->t = slave->t;
    state->origin = slave->origin;
    state->timestep = slave->model->opt.timestep;
    state->index = slave->index;
    state->broken = slave->broken;
    return status;
}

static mr_status restore(void *self, const void *saved) {
    mujoco_instance *slave = self;
    const saved_state *state = saved;
    job j = {.state = &slave->data, .source = state->data};
    MR_TRY(carry_out(slave, copy_data, &j, MR_ERR_SLAVE_STATE));
    memcpy(slave->u, state->u, (size_t)slave->inputs.width * sizeof(double));
    slave->t = state->t;
    slave->origin = state->origin;
    slave->model->opt.timestep = state->timestep;
    slave->index = state->index;
    slave->broken = state->broken;
    return MR_OK;
}

#define MUJOCO_TABLE                                                                               \
    .abi = MR_SLAVE_ABI, .size = sizeof(mr_slave_type), .name = "mujoco",                          \
    .summary = "mechanisms with contacts as MuJoCo models (MJCF or MJB files)",                    \
    .options =                                                                                     \
        "file=FILE         model, .xml (MJCF) or .mjb\n"                                           \
        "inputs='LIST'     actuators; or names of actuators, force:BODY torque:BODY joint:JOINT\n" \
        "outputs='LIST'    sensors (joints where there are none); or names of sensors,\n"          \
        "                  qpos: qvel: qacc:JOINT, position: velocity: acceleration: rotation:\n"  \
        "                  angular_velocity:BODY\n"                                                \
        "step=0            step size in s; 0: the model's timestep\n"                              \
        "keyframe=NAME     where to begin; otherwise the model's reference position\n"             \
        "motion=X.motion   writes how it moves, for `multirate view X.motion`\n"                   \
        "motion_period=0.01  between two rows of it, s\n",                                         \
    .open = open_slave, .describe = describe, .initialise = initialise, .step = step,              \
    .outputs = outputs, .close = close_slave, .next_step = next_step, .step_to = step_to,          \
    .rates = rates, .save = save, .restore = restore, .free_state = free_state

static const mr_slave_type plain = {MUJOCO_TABLE};
static const mr_slave_type with_matrices = {MUJOCO_TABLE, .interface_matrices = interface_matrices};

MR_SLAVE_EXPORT const mr_slave_type *mr_slave_plugin(void);
const mr_slave_type *mr_slave_plugin(void) {
    return &with_matrices;
}
