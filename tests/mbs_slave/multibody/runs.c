/* running models of the examples folder in tests */
#include "runs.h"

#include "mr_test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static mr_status constant_inputs(void *context, double t, double *u) {
    const run *r = context;
    (void)t;
    memcpy(u, r->u, (size_t)mbs_model_input_count(r->model) * sizeof *u);
    return MR_OK;
}

static void start(run *r, mr_status status) {
    r->inputs = (mr_inputs){.at = constant_inputs, .context = r};
    if (status == MR_OK)
        status = mbs_simulation_new(r->model, &r->simulation, &r->message);
    if (status == MR_OK)
        status = mbs_simulation_start(r->simulation, 0.0, &r->inputs);
    if (status != MR_OK)
        printf("\n%s\n", r->message.text);
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
}

void run_open(run *r, const char *name) {
    char path[512];
    *r = (run){0};
    snprintf(path, sizeof path, "%s/mbs_slave/multibody/examples/%s.mbs", MR_SOURCE_DIR, name);
    start(r, mbs_read_file(path, NULL, 0, &r->model, &r->message));
}

void run_open_text(run *r, const char *text) {
    *r = (run){0};
    start(r, mbs_read_text(text, strlen(text), "text", NULL, 0, &r->model, &r->message));
}

void run_close(run *r) {
    mbs_simulation_free(r->simulation);
    mbs_model_free(r->model);
}

void run_to(run *r, double t, double h) {
    long steps = lround((t - mbs_simulation_time(r->simulation)) / h);
    for (long i = 0; i < steps; i++) {
        mr_status status = mbs_simulation_step(r->simulation, &r->inputs, h);
        if (status != MR_OK)
            printf("\n%s\n", r->message.text);
        CU_ASSERT_EQUAL_FATAL(status, MR_OK);
    }
}

double run_output(run *r, const char *name) {
    double y[64];
    const mr_variable *variables = mbs_model_outputs(r->model);
    CU_ASSERT_FATAL(mbs_model_output_width(r->model) <= 64);
    mbs_simulation_outputs(r->simulation, y);
    for (int i = 0, at = 0; i < mbs_model_output_count(r->model); at += variables[i++].size)
        if (strcmp(variables[i].name, name) == 0)
            return y[at];
    double x = NAN;
    CU_ASSERT_EQUAL(mbs_simulation_motion(r->simulation, name, &x, NULL, NULL), MR_OK);
    return x;
}
