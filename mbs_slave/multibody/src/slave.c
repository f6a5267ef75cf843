/* the multibody code behind the slave contract: a model file, its inputs and outputs */
#include "mbs/model.h"
#include "mbs/motion.h"
#include "mbs/simulation.h"
#include "common/motion.h"
#include "multirate/continuous.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_OVERRIDES = 64 };

typedef struct instance {
    mr_message *message;
    mbs_model *model;
    mbs_simulation *simulation;
    mbs_motion *motion; /* NULL: nobody wants to see it */
    char *motion_path;
    double motion_period;
    char title[400];
    size_t state_size;
} instance;

typedef struct configuration {
    char *text; /* cut into pieces */
    const char *path, *motion;
    double motion_period;
    mbs_named overrides[MAX_OVERRIDES];
    int count;
} configuration;

/* the next piece between blanks, quotes removed; NULL at the end */
static char *next_piece(char **at) {
    char *c = *at;
    while (isspace((unsigned char)*c))
        c++;
    if (!*c)
        return NULL;
    char *piece = c, *to = c;
    for (char quote = '\0'; *c && (quote || !isspace((unsigned char)*c)); c++) {
        if (*c == quote)
            quote = '\0';
        else if (!quote && (*c == '"' || *c == '\''))
            quote = *c;
        else
            *to++ = *c;
    }
    *at = *c ? c + 1 : c;
    *to = '\0';
    return piece;
}

static mr_status read_pair(configuration *c, char *piece, char *equals, mr_message *message) {
    *equals = '\0';
    if (strcmp(piece, "file") == 0) {
        if (c->path) {
            mr_message_set(message, "mbs: two model files, \"%.60s\" and \"%.60s\"", c->path,
                           equals + 1);
            return MR_ERR_CONFIG;
        }
        c->path = equals + 1;
        return MR_OK;
    }
    if (strcmp(piece, "motion") == 0) {
        c->motion = equals + 1;
        return MR_OK;
    }
    for (int i = 0; i < c->count; i++)
        if (strcmp(c->overrides[i].name, piece) == 0) {
            mr_message_set(message, "mbs: \"%.60s\" is set twice", piece);
            return MR_ERR_CONFIG;
        }
    char *end;
    double value = strtod(equals + 1, &end);
    if (end == equals + 1 || *end || !isfinite(value)) {
        mr_message_set(message, "mbs: \"%.60s=%.60s\" is not a number", piece, equals + 1);
        return MR_ERR_CONFIG;
    }
    if (strcmp(piece, "motion_period") == 0) {
        c->motion_period = value;
        return MR_OK;
    }
    if (c->count == MAX_OVERRIDES) {
        mr_message_set(message, "mbs: more than %d settings", MAX_OVERRIDES);
        return MR_ERR_CONFIG;
    }
    c->overrides[c->count++] = (mbs_named){piece, value};
    return MR_OK;
}

static mr_status read_configuration(const char *text, mr_message *message, configuration *c) {
    *c = (configuration){0};
    size_t size = text ? strlen(text) + 1 : 1;
    c->text = malloc(size);
    if (!c->text) {
        mr_message_set(message, "mbs: not enough memory");
        return MR_ERR_MEMORY;
    }
    memcpy(c->text, text ? text : "", size);
    char *at = c->text, *piece;
    while ((piece = next_piece(&at))) {
        char *equals = strchr(piece, '=');
        if (equals)
            MR_TRY(read_pair(c, piece, equals, message));
        else if (!c->path)
            c->path = piece;
        else {
            mr_message_set(message, "mbs: \"%.60s\" is neither the model file nor a setting",
                           piece);
            MR_TRY(MR_ERR_CONFIG);
        }
    }
    if (!c->path) {
        mr_message_set(message, "mbs: no model file; expected file=PATH");
        MR_TRY(MR_ERR_CONFIG);
    }
    return MR_OK;
}

static char *copy_text(const char *text) {
    char *copy = malloc(strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}

static void close_instance(void *handle) {
    instance *i = handle;
    if (!i)
        return;
    mbs_motion_close(i->motion);
    mbs_simulation_free(i->simulation);
    mbs_model_free(i->model);
    free(i->motion_path);
    free(i);
}

static mr_status write_title(instance *i) {
    mbs_size size = mbs_model_size(i->model);
    int n = snprintf(i->title, sizeof i->title, "%.200s: %d variables, %d constraints",
                     mbs_model_title(i->model), size.variables, size.constraints);
    if (size.freedom >= 0)
        (void)snprintf(i->title + n, sizeof i->title - (size_t)n,
                       ", %d degrees of freedom, %d redundant", size.freedom, size.redundant);
    return size.no_memory ? MR_ERR_MEMORY : MR_OK;
}

static mr_status load(instance *i, const configuration *c) {
    MR_TRY(mbs_read_file(c->path, c->overrides, c->count, &i->model, i->message));
    MR_TRY(mbs_simulation_new(i->model, &i->simulation, i->message));
    if (c->motion && !(i->motion_path = copy_text(c->motion)))
        return MR_ERR_MEMORY;
    i->motion_period = c->motion_period;
    return MR_OK;
}

static mr_status open_instance(const char *text, mr_message *message, void **handle) {
    configuration c;
    *handle = NULL;
    mr_status status = read_configuration(text, message, &c);
    instance *i = status == MR_OK ? calloc(1, sizeof *i) : NULL;
    if (status == MR_OK && !i) {
        mr_message_set(message, "mbs: not enough memory");
        status = MR_ERR_MEMORY;
    }
    if (status == MR_OK) {
        i->message = message;
        status = load(i, &c);
    }
    if (status == MR_OK)
        status = write_title(i);
    free(c.text);
    if (status != MR_OK) {
        close_instance(i);
        return status;
    }
    i->state_size = mbs_simulation_state_size(i->simulation);
    *handle = i;
    return MR_OK;
}

static void describe(const void *handle, mr_slave_description *d) {
    const instance *i = handle;
    *d = (mr_slave_description){.title = i->title,
                                .input_count = mbs_model_input_count(i->model),
                                .inputs = mbs_model_inputs(i->model),
                                .output_count = mbs_model_output_count(i->model),
                                .outputs = mbs_model_outputs(i->model),
                                .coordinate_count = mbs_model_coordinate_count(i->model),
                                .coordinates = mbs_model_coordinates(i->model)};
}

/* where this slave's motion goes, once it runs: as told, or into the folder where somebody collects
 * all of them */
static mr_status open_motion(instance *i) {
    char path[500];
    const double period = cm_motion_period(i->motion_period);
    if (i->motion)
        return MR_OK;
    if (i->motion_path)
        return mbs_motion_open(i->model, i->motion_path, period, &i->motion, i->message);
    if (!cm_motion_place(mbs_model_title(i->model), path, sizeof path))
        return MR_OK;
    return mbs_motion_open(i->model, path, period, &i->motion, i->message);
}

static mr_status show(instance *i) {
    return i->motion ? mbs_motion_note(i->motion, i->simulation, i->message) : MR_OK;
}

static mr_status initialise(void *handle, double t0, const mr_inputs *inputs) {
    instance *i = handle;
    MR_TRY(mbs_simulation_start(i->simulation, t0, inputs));
    MR_TRY(open_motion(i));
    return show(i);
}

static mr_status step(void *handle, const mr_inputs *inputs, double *t) {
    instance *i = handle;
    mr_status status =
        mbs_simulation_step(i->simulation, inputs, mbs_model_integration(i->model)->step);
    *t = mbs_simulation_time(i->simulation);
    return status == MR_OK ? show(i) : status;
}

static mr_status next_step(const void *handle, double *h) {
    *h = mbs_model_integration(((const instance *)handle)->model)->step;
    return MR_OK;
}

static mr_status step_to(void *handle, const mr_inputs *inputs, double t_limit, double *t) {
    instance *i = handle;
    double h = mbs_model_integration(i->model)->step;
    double left = t_limit - mbs_simulation_time(i->simulation);
    mr_status status = left > h * (1.0 + 1e-9)
                           ? mbs_simulation_step(i->simulation, inputs, h)
                           : mbs_simulation_step_until(i->simulation, inputs, t_limit);
    *t = mbs_simulation_time(i->simulation);
    return status == MR_OK ? show(i) : status;
}

static mr_status check_finite(const instance *i, const double *y) {
    const mr_variable *variables = mbs_model_outputs(i->model);
    for (int k = 0, n = 0; k < mbs_model_output_count(i->model); k++)
        for (int j = 0; j < variables[k].size; j++, n++)
            if (!isfinite(y[n])) {
                mr_message_set(i->message,
                               "%s: the output \"%s\" is not a finite number at t = %.9g s",
                               mbs_model_title(i->model), variables[k].name,
                               mbs_simulation_time(i->simulation));
                return MR_ERR_NOT_FINITE;
            }
    return MR_OK;
}

static mr_status outputs(void *handle, double *y) {
    instance *i = handle;
    mbs_simulation_outputs(i->simulation, y);
    return check_finite(i, y);
}

static mr_status rates(void *handle, double *ydot) {
    instance *i = handle;
    mbs_simulation_rates(i->simulation, ydot);
    return check_finite(i, ydot);
}

static mr_status interface_matrices(void *handle, double *Au, double *Ap, double *Av) {
    return mbs_simulation_interface(((instance *)handle)->simulation, Au, Ap, Av);
}

static mr_status directions(void *handle, double h, const bool *efforts, mr_directions *told) {
    return mbs_simulation_directions(((instance *)handle)->simulation, h, efforts, told);
}

static mr_status push(void *handle, const double *shift, const double *kick) {
    return mbs_simulation_push(((instance *)handle)->simulation, shift, kick);
}

static mr_status aim(void *handle, double h, const double *u, const double *eta,
                     const double *eta_rate) {
    return mbs_simulation_aim(((instance *)handle)->simulation, h, u, eta, eta_rate);
}

static mr_status save(const void *handle, void **state) {
    const instance *i = handle;
    if (!*state && !(*state = malloc(i->state_size))) {
        mr_message_set(i->message, "%s: not enough memory to save the state",
                       mbs_model_title(i->model));
        return MR_ERR_MEMORY;
    }
    mbs_simulation_save(i->simulation, *state);
    return MR_OK;
}

static mr_status restore(void *handle, const void *state) {
    return mbs_simulation_restore(((instance *)handle)->simulation, state);
}

static size_t state_size(const void *handle) {
    return ((const instance *)handle)->state_size;
}

/* --- others integrate --- */

static mr_status count_states(const void *handle, int *states) {
    return mbs_simulation_states(((const instance *)handle)->simulation, states);
}

static mr_status get_states(void *handle, double *x) {
    mbs_simulation_get_states(((instance *)handle)->simulation, x);
    return MR_OK;
}

static mr_status set_states(void *handle, double t, const double *x, const double *u) {
    return mbs_simulation_set_states(((instance *)handle)->simulation, t, x, u);
}

static mr_status derivatives(void *handle, double *xdot) {
    mbs_simulation_derivatives(((instance *)handle)->simulation, xdot);
    return MR_OK;
}

MR_SLAVE_CONTINUOUS(.count = count_states, .get = get_states, .set = set_states,
                    .derivatives = derivatives)

MR_SLAVE_TYPE(type, .name = "mbs",
              .summary = "multibody systems in natural coordinates, from a model file (.mbs)",
              .options = "file=PATH      the model file; the word file= may be left out\n"
                         "step=SECONDS   step of integration instead of the file's\n"
                         "NAME=NUMBER    another value for a parameter of the file\n"
                         "motion=X.motion  writes how it moves, for `multirate view X.motion`\n"
                         "motion_period=SECONDS   between two rows of it; 0.01\n",
              .open = open_instance, .describe = describe, .initialise = initialise, .step = step,
              .outputs = outputs, .close = close_instance, .next_step = next_step,
              .step_to = step_to, .rates = rates, .interface_matrices = interface_matrices,
              .save = save, .restore = restore, .free_state = free, .state_size = state_size,
              .directions = directions, .aim = aim, .push = push);

MR_SLAVE_EXPORT const mr_slave_type *mr_slave_plugin(void);

MR_SLAVE_EXPORT const mr_slave_type *mr_slave_plugin(void) {
    return &type;
}
