#include "reference.h"

#include "mr_test.h"
#include "runs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FINE = 32 };

const char *const input_shape_names[INPUT_SHAPES] = {"jumps", "flips", "saws", "ramps", "vibrates"};

/* the same numbers on every machine, in [-1, 1] */
static double knot(int number) {
    mr_random random = {(unsigned)number * 7919u + 17u};
    return mr_random_uniform(&random, -1.0, 1.0);
}

/* the input at t, in the piece of that number */
static double input_value(const course *c, double amplitude, int interval, double t) {
    double part = t / c->interval - interval;
    switch (c->shape) {
    case JUMPS:
        return amplitude * knot(interval);
    case FLIPS:
        return interval % 2 ? -amplitude : amplitude;
    case SAWS:
        return amplitude * (knot(interval) * (1.0 - part) + knot(interval + 5000) * part);
    case RAMPS:
        return amplitude * (knot(interval) * (1.0 - part) + knot(interval + 1) * part);
    default:
        return amplitude * sin(30.0 * t);
    }
}

static void interval_by_rk4(const reference *r, const course *c, int interval, double *x) {
    double h = c->interval / FINE;
    for (int i = 0; i < FINE; i++) {
        double t = c->interval * interval + h * i;
        double k[4][REFERENCE_STATES], at[REFERENCE_STATES];
        const double where[4] = {0.0, 0.5 * h, 0.5 * h, h};
        for (int s = 0; s < 4; s++) {
            for (int n = 0; n < r->states; n++)
                at[n] = x[n] + (s > 0 ? where[s] * k[s - 1][n] : 0.0);
            r->rates(t + where[s], at, input_value(c, r->amplitude, interval, t + where[s]), k[s]);
        }
        for (int n = 0; n < r->states; n++)
            x[n] += h / 6.0 * (k[0][n] + 2.0 * k[1][n] + 2.0 * k[2][n] + k[3][n]);
    }
}

typedef struct feed {
    const course *course;
    double amplitude;
    int interval;
} feed;

static mr_status fed(void *context, double t, double *u) {
    const feed *f = context;
    u[0] = input_value(f->course, f->amplitude, f->interval, t);
    return MR_OK;
}

static void open_model(const reference *r, double keep, run *m, mr_inputs *inputs) {
    const mbs_named keep_tangent = {"keep", keep};
    *m = (run){0};
    mr_status status = mbs_read_text(r->model, strlen(r->model), r->name, &keep_tangent, 1,
                                     &m->model, &m->message);
    if (status == MR_OK)
        status = mbs_simulation_new(m->model, &m->simulation, &m->message);
    if (status == MR_OK)
        status = mbs_simulation_start(m->simulation, 0.0, inputs);
    if (status != MR_OK)
        printf("\n%s\n", m->message.text);
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
    CU_ASSERT_EQUAL_FATAL(mbs_model_output_width(m->model), r->outputs);
    CU_ASSERT_FATAL(r->outputs <= REFERENCE_OUTPUTS);
}

verdict reference_run(const reference *r, const course *c, double h) {
    feed input = {c, r->amplitude, 0};
    mr_inputs inputs = {.at = fed, .context = &input, .constant = c->shape == JUMPS};
    run m;
    open_model(r, c->keep_tangent, &m, &inputs);
    double x[REFERENCE_STATES], y[REFERENCE_OUTPUTS], expected[REFERENCE_OUTPUTS];
    double size[REFERENCE_OUTPUTS] = {0}, low = INFINITY, high = -INFINITY;
    verdict v = {{0}, 0.0, 0.0};
    memcpy(x, r->start, sizeof x);
    int steps = (int)lround(c->interval / h), intervals = (int)lround(c->time / c->interval);
    for (; input.interval < intervals; input.interval++) {
        for (int i = 0; i < steps; i++) {
            mr_status status = mbs_simulation_step(m.simulation, &inputs, h);
            if (status != MR_OK)
                printf("\n%s: %s\n", r->name, m.message.text);
            CU_ASSERT_EQUAL_FATAL(status, MR_OK);
        }
        interval_by_rk4(r, c, input.interval, x);
        mbs_simulation_outputs(m.simulation, y);
        r->observe(c->interval * (input.interval + 1), x, expected);
        for (int k = 0; k < r->outputs; k++) {
            v.rms[k] += (y[k] - expected[k]) * (y[k] - expected[k]) / intervals;
            size[k] += expected[k] * expected[k] / intervals;
        }
        low = fmin(low, y[0]);
        high = fmax(high, y[0]);
    }
    run_close(&m);
    v.swept = high - low;
    for (int k = 0; k < r->outputs; k++) {
        v.rms[k] = sqrt(v.rms[k]);
        double relative = v.rms[k] / sqrt(size[k] + 1e-12);
        v.relative = relative <= v.relative ? v.relative : relative;
    }
    return v;
}
