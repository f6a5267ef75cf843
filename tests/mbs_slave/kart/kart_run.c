/* driving the kart in tests */
#include "kart_run.h"

#include "mr_test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static mr_status ask(void *context, double t, double *u) {
    const kart_run *r = context;
    r->driver(r->numbers, t, u);
    return MR_OK;
}

void kart_steady(const double *numbers, double t, double u[3]) {
    (void)t;
    memcpy(u, numbers, 3 * sizeof *u);
}

void kart_open(kart_run *r, const char *settings, kart_driver driver, const double *numbers,
               int count) {
    char text[256], *at = text;
    mbs_named set[8];
    int n = 0;
    *r = (kart_run){.driver = driver};
    r->inputs = (mr_inputs){.at = ask, .context = r};
    memcpy(r->numbers, numbers, (size_t)count * sizeof *numbers);
    (void)snprintf(text, sizeof text, "%s", settings);
    while (n < 8 && *at) {
        char *equals = strchr(at, '='), *end;
        CU_ASSERT_PTR_NOT_NULL_FATAL(equals);
        *equals = '\0';
        set[n].name = at;
        set[n++].value = strtod(equals + 1, &end);
        at = end + strspn(end, " ");
    }
    mr_status status =
        mbs_read_file(MR_SOURCE_DIR "/mbs_slave/kart/kart.mbs", set, n, &r->model, &r->message);
    if (status == MR_OK)
        status = mbs_simulation_new(r->model, &r->simulation, &r->message);
    if (status == MR_OK)
        status = mbs_simulation_start(r->simulation, 0.0, &r->inputs);
    if (status != MR_OK)
        printf("\n    %s\n", r->message.text);
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
}

void kart_close(kart_run *r) {
    mbs_simulation_free(r->simulation);
    mbs_model_free(r->model);
}

void kart_to(kart_run *r, double t, double h) {
    long steps = lround((t - mbs_simulation_time(r->simulation)) / h);
    mr_status status = MR_OK;
    for (long i = 0; i < steps && status == MR_OK; i++)
        status = mbs_simulation_step(r->simulation, &r->inputs, h);
    if (status != MR_OK)
        printf("\n    %s\n", r->message.text);
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
}

double kart_output(kart_run *r, const char *name) {
    double y[64];
    const mr_variable *variables = mbs_model_outputs(r->model);
    CU_ASSERT_FATAL(mbs_model_output_width(r->model) <= 64);
    mbs_simulation_outputs(r->simulation, y);
    for (int i = 0, at = 0; i < mbs_model_output_count(r->model); at += variables[i++].size)
        if (strcmp(variables[i].name, name) == 0) {
            CU_ASSERT(isfinite(y[at]));
            return y[at];
        }
    CU_FAIL_FATAL("no such output");
    return NAN;
}
