/* driving a slave by hand */
#include "trial.h"

#include <math.h>
#include <string.h>

subject under_test;

static mr_status inputs_at(void *context, double t, double *u) {
    trial *self = context;
    self->asked++;
    const double slack = 1e-9 * fabs(self->limit - self->from) + 1e-14 * fabs(t);
    if (!(t >= self->from - slack && t <= self->limit + slack))
        self->asked_outside++;
    if (t > self->asked_latest)
        self->asked_latest = t;
    for (int i = 0; i < self->inputs; i++)
        u[i] = under_test.base[i] + self->amplitude * sin(self->omega * t + i);
    if (self->extra != 0.0)
        u[self->extra_input] += self->extra;
    return self->answer;
}

static void must(trial *self, mr_status status, const char *what) {
    if (status != MR_OK)
        printf("\n    %s at t = %g: %s", what, self->t,
               self->message.text[0] ? self->message.text : mr_status_text(status));
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
}

void trial_open(trial *self) {
    *self = (trial){.amplitude = 0.1, .omega = 3.0};
    self->window = (mr_inputs){.at = inputs_at, .context = self};
    must(self, under_test.type->open(under_test.configuration, &self->message, &self->instance),
         "open");
    CU_ASSERT_PTR_NOT_NULL_FATAL(self->instance);
    under_test.type->describe(self->instance, &self->description);
    self->inputs = mr_variables_width(self->description.inputs, self->description.input_count);
    self->outputs = mr_variables_width(self->description.outputs, self->description.output_count);
    CU_ASSERT_FATAL(self->inputs <= MOST_SIGNALS && self->outputs <= MOST_SIGNALS);
}

void trial_close(trial *self) {
    under_test.type->close(self->instance);
}

void trial_initialise(trial *self, double t0) {
    self->t = self->from = self->limit = self->asked_latest = t0;
    must(self, under_test.type->initialise(self->instance, t0, &self->window), "initialise");
}

void trial_begin(trial *self, double t0) {
    trial_open(self);
    trial_initialise(self, t0);
}

void trial_step(trial *self) {
    self->from = self->asked_latest = self->t;
    self->limit = INFINITY;
    double t = self->t;
    must(self, under_test.type->step(self->instance, &self->window, &t), "step");
    self->asked_outside += self->asked_latest > t + 1e-9 * (t - self->from) + 1e-14 * fabs(t);
    self->t = t;
}

void trial_step_to(trial *self, double limit) {
    self->from = self->t;
    self->limit = limit;
    double t = self->t;
    must(self, under_test.type->step_to(self->instance, &self->window, limit, &t), "step_to");
    self->t = t;
}

void trial_outputs(trial *self, double *y) {
    must(self, under_test.type->outputs(self->instance, y), "outputs");
}

double trial_step_size(trial *self) {
    double h = 0.0;
    if (under_test.type->next_step) {
        must(self, under_test.type->next_step(self->instance, &h), "next_step");
        return h;
    }
    trial probe;
    trial_begin(&probe, self->t);
    trial_step(&probe);
    h = probe.t - self->t;
    trial_close(&probe);
    return h;
}

void trial_reach(trial *self, double t) {
    for (int i = 0; i < 100000 && self->t < t - 1e-13 * fabs(t); i++)
        trial_step_to(self, t);
}

void trial_skip(const char *what) {
    printf("(no %s) ", what);
    CU_PASS("optional");
}

bool trial_all_finite(const double *values, int count) {
    for (int i = 0; i < count; i++)
        if (!isfinite(values[i]))
            return false;
    return true;
}
