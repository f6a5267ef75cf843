/* the slow half of the test problem as a slave: one mass, one spring to ground, trapezoidal rule
 *
 * coupling=displacement: the input is x1, and the coupling spring k2 is inside.
 * coupling=force: the input is the force of the coupling spring on m2, computed by the master.
 *     m2 x'' = -k3 x - c3 x' + k2 (x1 - x)    or    m2 x'' = -k3 x - c3 x' + F
 * The acceleration at the end of a step is kept as the one at the beginning of the next, unless
 * acceleration=renewed says, or a constant input over the step demands, that it is renewed with the
 * input as it is known by then. */
#include "multirate/options.h"
#include "multirate/continuous.h"
#include "multirate/slave.h"
#include "two_mass.h"
#include "common/random.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct state {
    double t, x, v, a;
    double origin; /* the slave's own grid is origin + i * h */
    int64_t index;
    double step; /* size of the coming step */
    uint64_t random;
} state;

typedef struct instance {
    mr_message *message;
    two_mass system;
    bool force, renew;
    double stiffness, damping, gain; /* m2 a = gain * input - stiffness x - damping v */
    double h, jitter;
    double told_mass; /* in the interface matrices */
    uint64_t seed;
    state now;
} instance;

/* k2 x1 is the force that the displacement exerts: power with v2 up to that factor, which ratios do
 * not see */
static const mr_variable displacement_input[] = {{"x1", "m", 1, MR_NONE, 1, MR_CONTINUOUS}};
static const mr_variable force_input[] = {{"F", "N", 1, MR_NONE, 1, MR_CONTINUOUS}};
static const mr_variable outputs_list[] = {
    {"x2", "m", 1, MR_NONE, MR_NONE, MR_CONTINUOUS},
    {"v2", "m/s", 1, 0, MR_NONE, MR_CONTINUOUS},
    {"a2", "m/s^2", 1, 1, MR_NONE, MR_CONTINUOUS},
};
static const mr_coordinate coordinates[] = {{0, 1, 2}};

typedef struct settings {
    two_mass_ratios ratios;
    double step, jitter, told_mass;
    int seed;
    bool force, renew;
} settings;

static const char *const couplings[] = {"displacement", "force", NULL};
static const char *const accelerations[] = {"kept", "renewed", NULL};
#define NUMBER(name, member)                                                                       \
    { .key = name, .kind = MR_OPTION_NUMBER, .offset = offsetof(settings, member) }
static const mr_option_rule rules[] = {
    NUMBER("fr", ratios.fr),
    NUMBER("ar12", ratios.ar12),
    NUMBER("ar1", ratios.ar1),
    NUMBER("ar2", ratios.ar2),
    NUMBER("zeta", ratios.zeta),
    NUMBER("step", step),
    NUMBER("jitter", jitter),
    NUMBER("told_mass", told_mass),
    {"seed", MR_OPTION_INTEGER, .offset = offsetof(settings, seed)},
    {"coupling", MR_OPTION_SWITCH, .offset = offsetof(settings, force),
     .expected = "'displacement' or 'force'", .words = couplings},
    {"acceleration", MR_OPTION_SWITCH, .offset = offsetof(settings, renew),
     .expected = "'kept' or 'renewed'", .words = accelerations},
};

static mr_status open_slave(const char *configuration, mr_message *message, void **made) {
    settings set = {.ratios = two_mass_default_ratios, .seed = 1, .told_mass = 1.0};
    MR_TRY(
        mr_options_read(configuration, rules, (int)(sizeof rules / sizeof *rules), &set, message));
    two_mass system;
    const char *wrong = two_mass_make(&set.ratios, &system);
    if (!wrong && (!(set.jitter >= 0.0) || set.jitter >= 1.0))
        wrong = "jitter must be at least 0 and less than 1";
    if (!wrong && (!(set.step >= 0.0) || !isfinite(set.step)))
        wrong = "step must be positive (0: a hundred steps per slow period)";
    if (!wrong && (!(set.told_mass > 0.0) || !isfinite(set.told_mass)))
        wrong = "told_mass must be positive";
    if (wrong) {
        mr_message_set(message, "%s", wrong);
        return MR_ERR_CONFIG;
    }
    instance *slave = calloc(1, sizeof *slave);
    if (!slave)
        return mr_no_memory(message);
    slave->message = message;
    slave->system = system;
    slave->force = set.force;
    slave->renew = set.renew;
    slave->gain = set.force ? 1.0 : system.k2;
    slave->stiffness = set.force ? system.k3 : system.k2 + system.k3;
    slave->damping = system.c3;
    slave->h = set.step > 0.0 ? set.step : set.ratios.fr * 0.01;
    slave->jitter = set.jitter;
    slave->told_mass = set.told_mass * system.m2;
    slave->seed = (uint64_t)set.seed;
    *made = slave;
    return MR_OK;
}

static void describe(const void *self, mr_slave_description *description) {
    const instance *slave = self;
    *description = (mr_slave_description){
        .title = "slow half of the two-mass test problem",
        .input_count = 1,
        .inputs = slave->force ? force_input : displacement_input,
        .output_count = 3,
        .outputs = outputs_list,
        .coordinate_count = 1,
        .coordinates = coordinates,
    };
}

/* size of the coming step: h, or with jitter h times a factor between 1 - jitter and 1 + jitter */
static void choose_step(const instance *slave, state *s) {
    s->step = s->origin + (double)(s->index + 1) * slave->h - s->t;
    if (slave->jitter == 0.0)
        return;
    s->step = slave->h * (1.0 + slave->jitter * (2.0 * cm_random_unit(&s->random) - 1.0));
}

static mr_status initialise(void *self, double t0, const mr_inputs *inputs) {
    instance *slave = self;
    double u;
    MR_TRY(mr_inputs_at(inputs, t0, &u));
    state *s = &slave->now;
    *s = (state){.t = t0, .x = slave->system.x2, .origin = t0, .random = slave->seed};
    s->a = (slave->gain * u - slave->stiffness * s->x) / slave->system.m2;
    choose_step(slave, s);
    return MR_OK;
}

/* one trapezoidal step to time `end` */
static mr_status advance(instance *slave, const mr_inputs *inputs, double end) {
    state *s = &slave->now;
    double u;
    if (slave->renew || inputs->constant) {
        MR_TRY(mr_inputs_at(inputs, s->t, &u));
        s->a =
            (slave->gain * u - slave->stiffness * s->x - slave->damping * s->v) / slave->system.m2;
    }
    MR_TRY(mr_inputs_at(inputs, end, &u));
    const double h = end - s->t, m = slave->system.m2;
    const double v_explicit = s->v + 0.5 * h * s->a;                /* v = v_explicit + h/2 a */
    const double x_explicit = s->x + 0.5 * h * (s->v + v_explicit); /* x = x_explicit + h^2/4 a */
    const double load =
        slave->gain * u - slave->stiffness * x_explicit - slave->damping * v_explicit;
    s->a = load / (m + 0.5 * h * slave->damping + 0.25 * h * h * slave->stiffness);
    s->v = v_explicit + 0.5 * h * s->a;
    s->x = x_explicit + 0.25 * h * h * s->a;
    s->t = end;
    return MR_OK;
}

static mr_status step(void *self, const mr_inputs *inputs, double *t) {
    instance *slave = self;
    state *s = &slave->now;
    const double end =
        slave->jitter == 0.0 ? s->origin + (double)(s->index + 1) * slave->h : s->t + s->step;
    MR_TRY(advance(slave, inputs, end));
    s->index++;
    choose_step(slave, s);
    *t = s->t;
    return MR_OK;
}

static mr_status step_to(void *self, const mr_inputs *inputs, double t_limit, double *t) {
    instance *slave = self;
    state *s = &slave->now;
    /* a limit a rounding away from the own grid is a step of the own grid */
    if (t_limit > s->t + s->step * (1.0 - 1e-9)) {
        if (t_limit > s->t + s->step * (1.0 + 1e-9))
            return step(self, inputs, t);
        MR_TRY(advance(slave, inputs, t_limit));
        s->index++;
    } else {
        MR_TRY(advance(slave, inputs, t_limit));
        s->origin = t_limit;
        s->index = 0;
    }
    choose_step(slave, s);
    *t = s->t;
    return MR_OK;
}

static mr_status outputs(void *self, double *y) {
    const state *s = &((const instance *)self)->now;
    y[0] = s->x;
    y[1] = s->v;
    y[2] = s->a;
    return MR_OK;
}

/* the jerk follows from the equation of motion with the input's own rate left out: the slave does
 * not know it */
static mr_status rates(void *self, double *ydot) {
    const instance *slave = self;
    const state *s = &slave->now;
    ydot[0] = s->v;
    ydot[1] = s->a;
    ydot[2] = -(slave->stiffness * s->v + slave->damping * s->a) / slave->system.m2;
    return MR_OK;
}

static mr_status next_step(const void *self, double *h) {
    *h = ((const instance *)self)->now.step;
    return MR_OK;
}

static mr_status interface_matrices(void *self, double *Au, double *Ap, double *Av) {
    const instance *slave = self;
    Au[0] = slave->gain / slave->told_mass;
    Ap[0] = -slave->stiffness / slave->told_mass;
    Av[0] = -slave->damping / slave->told_mass;
    return MR_OK;
}

static mr_status save(const void *self, void **saved) {
    if (!*saved)
        *saved = malloc(sizeof(state));
    if (!*saved)
        return MR_ERR_MEMORY;
    *(state *)*saved = ((const instance *)self)->now;
    return MR_OK;
}

static mr_status restore(void *self, const void *saved) {
    ((instance *)self)->now = *(const state *)saved;
    return MR_OK;
}

static void free_state(void *saved) {
    free(saved);
}

static size_t state_size(const void *self) {
    (void)self;
    return sizeof(state);
}

/* --- others integrate: x and v --- */

static mr_status count_states(const void *self, int *states) {
    (void)self;
    *states = 2;
    return MR_OK;
}

static mr_status get_states(void *self, double *x) {
    const state *s = &((const instance *)self)->now;
    x[0] = s->x;
    x[1] = s->v;
    return MR_OK;
}

static mr_status set_states(void *self, double t, const double *x, const double *u) {
    const instance *slave = self;
    state *s = &((instance *)self)->now;
    s->t = t;
    s->x = x[0];
    s->v = x[1];
    s->a =
        (slave->gain * u[0] - slave->stiffness * s->x - slave->damping * s->v) / slave->system.m2;
    return MR_OK;
}

static mr_status derivatives(void *self, double *xdot) {
    const state *s = &((const instance *)self)->now;
    xdot[0] = s->v;
    xdot[1] = s->a;
    return MR_OK;
}

MR_SLAVE_CONTINUOUS(.count = count_states, .get = get_states, .set = set_states,
                    .derivatives = derivatives)

static void close_slave(void *self) {
    free(self);
}

MR_SLAVE_TYPE(
    two_mass_slave, .name = "two_mass",
    .summary = "slow half of the two-mass, three-spring test problem (trapezoidal rule)",
    .options = "fr=10           ratio of the fast to the slow frequency\n"
               "ar12=0.1 ar1=0.1 ar2=-1000   amplitude ratios\n"
               "zeta=0          damping ratio\n"
               "coupling=displacement|force   what the master sends\n"
               "acceleration=kept|renewed   at the beginning of a step\n"
               "step=0          step size in s; 0: fr * 0.01\n"
               "jitter=0        irregular steps: h times 1 - jitter … 1 + jitter\n"
               "told_mass=1     factor on the mass in the interface matrices, to see how much that "
               "matters\n"
               "seed=1          of the irregular steps\n",
    .open = open_slave, .describe = describe, .initialise = initialise, .step = step,
    .outputs = outputs, .close = close_slave, .next_step = next_step, .step_to = step_to,
    .rates = rates, .interface_matrices = interface_matrices, .save = save, .restore = restore,
    .free_state = free_state, .state_size = state_size);

MR_SLAVE_EXPORT const mr_slave_type *mr_slave_plugin(void);
const mr_slave_type *mr_slave_plugin(void) {
    return &two_mass_slave;
}
