/* classical Runge-Kutta with many substeps, and the matrix exponential */
#include "linear_slave.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifndef LINEAR_SUBSTEPS
#define LINEAR_SUBSTEPS (MR_SANITIZED ? 8 : 24)
#endif

typedef struct instance {
    const linear_system *system;
    double t, x[LINEAR_MOST], u[2];
} instance;

static const linear_system *next_system;
static const mr_variable scalars[2] = {{"a", "", 1, MR_NONE, MR_NONE, MR_CONTINUOUS},
                                       {"b", "", 1, MR_NONE, MR_NONE, MR_CONTINUOUS}};

void linear_next(const linear_system *system) {
    next_system = system;
}

static mr_status open_linear(const char *configuration, mr_message *message, void **made) {
    (void)configuration;
    (void)message;
    instance *self = calloc(1, sizeof *self);
    if (!self)
        return MR_ERR_MEMORY;
    self->system = next_system;
    *made = self;
    return MR_OK;
}

static void describe(const void *slave, mr_slave_description *description) {
    const linear_system *system = ((const instance *)slave)->system;
    *description = (mr_slave_description){.title = "linear system",
                                          .input_count = system->inputs,
                                          .inputs = scalars,
                                          .output_count = system->outputs,
                                          .outputs = scalars};
}

static mr_status initialise(void *slave, double t0, const mr_inputs *inputs) {
    instance *self = slave;
    self->t = t0;
    memcpy(self->x, self->system->x0, sizeof self->x);
    if (self->system->exact)
        self->system->exact(t0, self->x);
    return mr_inputs_at(inputs, t0, self->u);
}

static void slope(const linear_system *s, const double *x, const double *u, double *rate) {
    for (int i = 0; i < s->states; i++) {
        rate[i] = s->c[i];
        for (int j = 0; j < s->states; j++)
            rate[i] += s->A[i][j] * x[j];
        for (int j = 0; j < s->inputs; j++)
            rate[i] += s->B[i][j] * u[j];
    }
}

/* begin: where the inputs of the first stage are taken; an input of order 0 jumps at the beginning
 * of a step, so there it is asked for a trifle later */
static mr_status substep(instance *self, const mr_inputs *inputs, double begin, double t,
                         double h) {
    const linear_system *s = self->system;
    double u[3][2], k[4][LINEAR_MOST], x[LINEAR_MOST];
    for (int i = 0; i < 3; i++) {
        mr_status status = mr_inputs_at(inputs, i == 0 ? begin : t + 0.5 * h * i, u[i]);
        if (status != MR_OK)
            return status;
    }
    slope(s, self->x, u[0], k[0]);
    for (int stage = 1; stage < 4; stage++) {
        const double part = stage < 3 ? 0.5 * h : h;
        for (int i = 0; i < s->states; i++)
            x[i] = self->x[i] + part * k[stage - 1][i];
        slope(s, x, u[stage < 3 ? 1 : 2], k[stage]);
    }
    for (int i = 0; i < s->states; i++)
        self->x[i] += h / 6.0 * (k[0][i] + 2.0 * k[1][i] + 2.0 * k[2][i] + k[3][i]);
    memcpy(self->u, u[2], sizeof self->u);
    return MR_OK;
}

static mr_status step_to(void *slave, const mr_inputs *inputs, double t_limit, double *t) {
    instance *self = slave;
    mr_status status = MR_OK;
    if (self->system->exact && t_limit <= 1e-9 * (t_limit - self->t)) {
        self->system->exact(t_limit, self->x);
        status = mr_inputs_at(inputs, t_limit, self->u);
    } else {
        const double h = (t_limit - self->t) / LINEAR_SUBSTEPS;
        for (int i = 0; i < LINEAR_SUBSTEPS && status == MR_OK; i++)
            status =
                substep(self, inputs, self->t + (i > 0 ? i * h : 1e-6 * h), self->t + i * h, h);
    }
    self->t = *t = t_limit;
    return status;
}

static mr_status step(void *slave, const mr_inputs *inputs, double *t) {
    return step_to(slave, inputs, ((instance *)slave)->t + 1.0, t);
}

static mr_status outputs(void *slave, double *y) {
    const instance *self = slave;
    const linear_system *s = self->system;
    for (int i = 0; i < s->outputs; i++) {
        y[i] = 0.0;
        for (int j = 0; j < s->states; j++)
            y[i] += s->C[i][j] * self->x[j];
        for (int j = 0; j < s->inputs; j++)
            y[i] += s->D[i][j] * self->u[j];
    }
    return MR_OK;
}

static mr_status save(const void *slave, void **state) {
    if (!*state)
        *state = malloc(sizeof(instance));
    if (!*state)
        return MR_ERR_MEMORY;
    memcpy(*state, slave, sizeof(instance));
    return MR_OK;
}

static mr_status restore(void *slave, const void *state) {
    memcpy(slave, state, sizeof(instance));
    return MR_OK;
}

static void free_state(void *state) {
    free(state);
}

static void close_linear(void *slave) {
    free(slave);
}

const mr_slave_type linear_type = {
    .abi = MR_SLAVE_ABI,
    .size = sizeof(mr_slave_type),
    .name = "linear",
    .summary = "linear system for tests",
    .options = "",
    .open = open_linear,
    .describe = describe,
    .initialise = initialise,
    .step = step,
    .outputs = outputs,
    .close = close_linear,
    .step_to = step_to,
    .save = save,
    .restore = restore,
    .free_state = free_state,
};

#define N (LINEAR_MOST + 1)

static void multiply(double a[N][N], double b[N][N], double c[N][N]) {
    double product[N][N] = {{0}};
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++)
            for (int j = 0; j < N; j++)
                product[i][j] += a[i][k] * b[k][j];
    memcpy(c, product, sizeof product);
}

void linear_solution(const linear_system *s, double t, double *x) {
    /* one more state, the constant 1, carries c */
    double a[N][N] = {{0}}, e[N][N] = {{0}}, term[N][N] = {{0}};
    double largest = 0.0;
    for (int i = 0; i < s->states; i++) {
        for (int j = 0; j < s->states; j++)
            a[i][j] = t * s->A[i][j];
        a[i][LINEAR_MOST] = t * s->c[i];
        for (int j = 0; j < N; j++)
            largest = fmax(largest, fabs(a[i][j]));
    }
    const int squarings = largest > 0.0 ? (int)fmax(0.0, ceil(log2(largest)) + 4.0) : 0;
    for (int i = 0; i < N; i++) {
        e[i][i] = term[i][i] = 1.0;
        for (int j = 0; j < N; j++)
            a[i][j] = ldexp(a[i][j], -squarings);
    }
    for (int n = 1; n < 20; n++) {
        multiply(term, a, term);
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                term[i][j] /= n;
                e[i][j] += term[i][j];
            }
    }
    for (int n = 0; n < squarings; n++)
        multiply(e, e, e);
    for (int i = 0; i < s->states; i++) {
        x[i] = e[i][LINEAR_MOST];
        for (int j = 0; j < s->states; j++)
            x[i] += e[i][j] * s->x0[j];
    }
}
