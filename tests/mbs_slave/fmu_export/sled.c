#include "sled.h"

#include "multirate/continuous.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct sled {
    mr_message *message;
    int count;
    double mass, stiffness, damping, step;
    double t, x[SLED_MOST], v[SLED_MOST], force[SLED_MOST], gear;
    mr_variable inputs[2], outputs[4];
    int coordinate_count;
    mr_coordinate coordinates[2 * SLED_MOST];
} sled;

sled_faults sled_fault;
int sled_count;
char sled_text[1000];

static mr_status fails(const sled *s, const char *where) {
    if (!sled_fault.where || strcmp(sled_fault.where, where) != 0)
        return MR_OK;
    if (sled_fault.saying)
        mr_message_set(s->message, "%s", sled_fault.saying);
    return sled_fault.status;
}

/* the last one in the text counts */
static double option(const char *text, const char *key, double usual) {
    for (const char *at = text; (at = strstr(at, key)); at++)
        if ((at == text || strchr(" \n", at[-1])) && at[strlen(key)] == '=')
            usual = strtod(at + strlen(key) + 1, NULL);
    return usual;
}

static mr_variable variable(const char *name, const char *unit, int size, int rate_of) {
    return (mr_variable){
        .name = name, .unit = unit, .size = size, .rate_of = rate_of, .power_with = MR_NONE};
}

static mr_status open(const char *text, mr_message *message, void **instance) {
    sled *s = calloc(1, sizeof *s);
    *instance = NULL;
    snprintf(sled_text, sizeof sled_text, "%s", text);
    if (!s)
        return mr_no_memory(message);
    *s = (sled){.message = message,
                .count = (int)option(text, "sleds", 1.0),
                .mass = option(text, "mass", 1.0),
                .stiffness = option(text, "stiffness", 0.0),
                .damping = option(text, "damping", 0.0),
                .step = option(text, "step", 0.0)};
    if (!(s->mass > 0.0) || s->count < 1 || s->count > SLED_MOST) {
        mr_message_set(message, "a sled of %g kg does not slide", s->mass);
        free(s);
        return MR_ERR_SLAVE_OPEN;
    }
    s->inputs[0] = variable("force", "N", s->count, MR_NONE);
    s->inputs[0].power_with = 1;
    s->inputs[1] = variable("gear", "", 1, MR_NONE);
    s->inputs[1].variability = MR_DISCRETE;
    s->outputs[0] = variable("position", "m", s->count, MR_NONE);
    s->outputs[1] = variable("velocity", "m/s", s->count, 0);
    s->outputs[2] = variable("acceleration", "m/s2", s->count, 1);
    s->outputs[3] = variable("gear chosen", "", 1, MR_NONE);
    s->outputs[3].variability = MR_DISCRETE;
    s->coordinate_count = s->count + (int)option(text, "chains", 0.0);
    for (int i = 0; i < s->coordinate_count; i++) {
        const int k = i % s->count;
        s->coordinates[i] = (mr_coordinate){k, s->count + k, 2 * s->count + k};
    }
    sled_count++;
    *instance = s;
    return MR_OK;
}

static void describe(const void *instance, mr_slave_description *d) {
    const sled *s = instance;
    *d = (mr_slave_description){.title = "sleds",
                                .input_count = 2,
                                .inputs = s->inputs,
                                .output_count = 4,
                                .outputs = s->outputs,
                                .coordinate_count = s->coordinate_count,
                                .coordinates = s->coordinates,
                                .type = &sled_type};
}

static mr_status take_inputs(sled *s, const mr_inputs *inputs, double t) {
    double u[SLED_MOST + 1];
    MR_TRY(mr_inputs_at(inputs, t, u));
    memcpy(s->force, u, (size_t)s->count * sizeof *u);
    s->gear = u[s->count];
    return MR_OK;
}

static mr_status initialise(void *instance, double t0, const mr_inputs *inputs) {
    sled *s = instance;
    MR_TRY(fails(s, "initialise"));
    memset(s->x, 0, sizeof s->x);
    memset(s->v, 0, sizeof s->v);
    s->t = t0;
    return take_inputs(s, inputs, t0);
}

static double acceleration(const sled *s, int i) {
    return (s->force[i] - s->stiffness * s->x[i] - s->damping * s->v[i]) / s->mass;
}

/* without spring and damper exact for forces up to t^2: Simpson's rule, and its like for x */
static mr_status advance(sled *s, const mr_inputs *inputs, double h, double *t) {
    double first[SLED_MOST], middle[SLED_MOST];
    MR_TRY(fails(s, "step"));
    MR_TRY(take_inputs(s, inputs, s->t));
    for (int i = 0; i < s->count; i++)
        first[i] = acceleration(s, i);
    MR_TRY(take_inputs(s, inputs, s->t + 0.5 * h));
    for (int i = 0; i < s->count; i++)
        middle[i] = acceleration(s, i);
    MR_TRY(take_inputs(s, inputs, s->t + h));
    for (int i = 0; i < s->count; i++) {
        const double last = acceleration(s, i);
        s->x[i] += h * s->v[i] + h * h / 6.0 * (first[i] + 2.0 * middle[i]);
        s->v[i] += h / 6.0 * (first[i] + 4.0 * middle[i] + last);
    }
    s->t += sled_fault.stands_still ? 0.0 : h;
    *t = s->t;
    return sled_fault.ends_at > 0.0 && s->t >= sled_fault.ends_at - 1e-12 ? MR_ERR_STOPPED : MR_OK;
}

static mr_status step(void *instance, const mr_inputs *inputs, double *t) {
    sled *s = instance;
    return advance(s, inputs, s->step, t);
}

static mr_status next_step(const void *instance, double *h) {
    const sled *s = instance;
    MR_TRY(fails(s, "next_step"));
    *h = s->step;
    return s->step > 0.0 ? MR_OK : MR_ERR_UNSUPPORTED;
}

static mr_status step_to(void *instance, const mr_inputs *inputs, double limit, double *t) {
    sled *s = instance;
    double h = limit - s->t;
    if (s->step > 0.0)
        h = fmin(h, s->step);
    if (sled_fault.ends_at > 0.0)
        h = fmin(h, sled_fault.ends_at - s->t);
    return advance(s, inputs, h, t);
}

static mr_status outputs(void *instance, double *y) {
    const sled *s = instance;
    MR_TRY(fails(s, "outputs"));
    for (int i = 0; i < s->count; i++) {
        y[i] = s->x[i];
        y[s->count + i] = s->v[i];
        y[2 * s->count + i] = acceleration(s, i);
    }
    y[3 * s->count] = s->gear;
    return MR_OK;
}

static mr_status rates(void *instance, double *ydot) {
    const sled *s = instance;
    MR_TRY(fails(s, "rates"));
    for (int i = 0; i < s->count; i++) {
        ydot[i] = s->v[i];
        ydot[s->count + i] = acceleration(s, i);
        ydot[2 * s->count + i] =
            -(s->stiffness * s->v[i] + s->damping * acceleration(s, i)) / s->mass;
    }
    ydot[3 * s->count] = 0.0;
    return MR_OK;
}

static mr_status interface_matrices(void *instance, double *Au, double *Ap, double *Av) {
    const sled *s = instance;
    const int n = s->coordinate_count, m = s->count + 1;
    MR_TRY(fails(s, "interface_matrices"));
    memset(Au, 0, (size_t)(n * m) * sizeof *Au);
    memset(Ap, 0, (size_t)(n * n) * sizeof *Ap);
    memset(Av, 0, (size_t)(n * n) * sizeof *Av);
    for (int i = 0; i < n; i++) {
        const int k = i % s->count;
        Au[i * m + k] = 1.0 / s->mass;
        Ap[i * n + k] = -s->stiffness / s->mass;
        Av[i * n + k] = -s->damping / s->mass;
    }
    return MR_OK;
}

static mr_status save(const void *instance, void **state) {
    MR_TRY(fails(instance, "save"));
    if (!*state)
        *state = malloc(sizeof(sled));
    if (!*state)
        return MR_ERR_MEMORY;
    memcpy(*state, instance, sizeof(sled));
    return MR_OK;
}

/* another instance has its own message */
static mr_status restore(void *instance, const void *state) {
    sled *s = instance;
    mr_message *own = s->message;
    MR_TRY(fails(s, "restore"));
    memcpy(s, state, sizeof *s);
    s->message = own;
    return MR_OK;
}

static size_t state_size(const void *instance) {
    (void)instance;
    return sizeof(sled);
}

static void close(void *instance) {
    sled_count--;
    free(instance);
}

#define SLED_TABLE                                                                                 \
    {                                                                                              \
        MR_SLAVE_VERSION,                                                                          \
            .name = "sled", .summary = "masses on ice", .options = "", .open = open,               \
            .describe = describe, .initialise = initialise, .step = step, .outputs = outputs,      \
            .close = close, .next_step = next_step, .step_to = step_to, .rates = rates,            \
            .interface_matrices = interface_matrices, .save = save, .restore = restore,            \
            .free_state = free, .state_size = state_size                                           \
    }
mr_slave_type sled_type = SLED_TABLE;

void sled_restore(void) {
    static const mr_slave_type table = SLED_TABLE;
    sled_type = table;
    sled_fault = (sled_faults){.status = MR_ERR_SLAVE_STEP};
}

const mr_slave_type *mr_slave_plugin(void);
const mr_slave_type *mr_slave_plugin(void) {
    return &sled_type;
}

/* --- others may integrate it: positions, then velocities --- */

static mr_status count_states(const void *instance, int *states) {
    const sled *s = instance;
    MR_TRY(fails(s, "count"));
    *states = 2 * s->count;
    return MR_OK;
}

static mr_status get_states(void *instance, double *x) {
    const sled *s = instance;
    MR_TRY(fails(s, "get"));
    memcpy(x, s->x, (size_t)s->count * sizeof *x);
    memcpy(x + s->count, s->v, (size_t)s->count * sizeof *x);
    return MR_OK;
}

static mr_status set_states(void *instance, double t, const double *x, const double *u) {
    sled *s = instance;
    MR_TRY(fails(s, "set"));
    s->t = t;
    memcpy(s->x, x, (size_t)s->count * sizeof *x);
    memcpy(s->v, x + s->count, (size_t)s->count * sizeof *x);
    memcpy(s->force, u, (size_t)s->count * sizeof *u);
    s->gear = u[s->count];
    return MR_OK;
}

static mr_status derivatives(void *instance, double *xdot) {
    const sled *s = instance;
    MR_TRY(fails(s, "derivatives"));
    for (int i = 0; i < s->count; i++) {
        xdot[i] = s->v[i];
        xdot[s->count + i] = acceleration(s, i);
    }
    return MR_OK;
}

MR_SLAVE_CONTINUOUS(.count = count_states, .get = get_states, .set = set_states,
                    .derivatives = derivatives)
