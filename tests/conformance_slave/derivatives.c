/* rates and interface matrices of a slave, against differences of its outputs */
#include "derivatives.h"
#include "trial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* worst relative miss of the rates, and of the outputs declared to be rates, against central
 * differences with step h around t, inputs at rest */
static double rate_miss(double t, double h, bool declared) {
    trial a;
    double before[MOST_SIGNALS], after[MOST_SIGNALS], y[MOST_SIGNALS], rates[MOST_SIGNALS];
    trial_begin(&a, 0.0);
    a.amplitude = 0.0;
    trial_initialise(&a, 0.0);
    trial_reach(&a, t - h);
    trial_outputs(&a, before);
    trial_reach(&a, t);
    trial_outputs(&a, y);
    if (!declared)
        CU_ASSERT_EQUAL(under_test.type->rates(a.instance, rates), MR_OK);
    trial_reach(&a, t + h);
    trial_outputs(&a, after);
    double worst = 0.0;
    const mr_slave_description *d = &a.description;
    for (int v = 0, at = 0; v < d->output_count; at += d->outputs[v].size, v++) {
        int target = 0;
        for (int w = 0; w < d->outputs[v].rate_of; w++)
            target += d->outputs[w].size;
        for (int s = 0; s < d->outputs[v].size; s++) {
            const int of = declared ? target + s : at + s;
            if (declared && d->outputs[v].rate_of < 0)
                continue;
            if (d->outputs[declared ? d->outputs[v].rate_of : v].variability == MR_DISCRETE)
                continue;
            const double told = declared ? y[at + s] : rates[at + s];
            const double seen = (after[of] - before[of]) / (2.0 * h);
            const double scale = 1e-9 + fabs(told) + fabs(seen) + fabs(y[of]);
            worst = fmax(worst, fabs(told - seen) / scale);
        }
    }
    trial_close(&a);
    return worst;
}

static void check_rates(bool declared) {
    if (!under_test.type->step_to) {
        trial_skip("step_to");
        return;
    }
    trial a;
    trial_begin(&a, 0.0);
    const double h = trial_step_size(&a);
    trial_close(&a);
    /* second order in the step: a quarter at half the step, unless it is tiny already */
    const double coarse = rate_miss(8.0 * h, 0.5 * h, declared);
    const double fine = rate_miss(8.0 * h, 0.125 * h, declared);
    CU_ASSERT(fine < 1e-4 || fine < coarse / 8.0);
    CU_ASSERT(fine < 0.02);
    if (!(fine < 0.02))
        printf("\n    rates are off by %g, %g with a quarter of the step", coarse, fine);
}

void test_rates_are_those_of_the_outputs(void) {
    if (!under_test.type->rates)
        trial_skip("rates");
    else
        check_rates(false);
}

void test_declared_rates_are_rates(void) {
    check_rates(true);
}

/* accelerations (and positions, velocities) of the coordinates after: a pulse on one input during
 * `pulse` seconds, rest until `end`, and another extra in the last step of size h */
static void accelerations(const void *state, double t, double h, int input, double pulse,
                          double last, double *p, double *v, double *acceleration, trial *a) {
    double y[MOST_SIGNALS];
    CU_ASSERT_EQUAL_FATAL(under_test.type->restore(a->instance, state), MR_OK);
    a->t = t;
    a->extra_input = input;
    a->extra = pulse;
    for (int i = 1; i <= 4; i++)
        trial_reach(a, t + i * h);
    a->extra = 0.0;
    for (int i = 5; i <= 8; i++)
        trial_reach(a, t + i * h);
    a->extra = last;
    trial_reach(a, t + 9 * h);
    a->extra = 0.0;
    trial_outputs(a, y);
    for (int c = 0; c < a->description.coordinate_count; c++) {
        const mr_coordinate *q = &a->description.coordinates[c];
        p[c] = q->position >= 0 ? y[q->position] : 0.0;
        v[c] = y[q->velocity];
        acceleration[c] = q->acceleration >= 0 ? y[q->acceleration] : NAN;
    }
}

#define MOST_COORDINATES 16

/* does the input (a scalar of all inputs) bring in power with a coordinate of the interface? What
 * acts elsewhere (a brake, a steering wheel) moves more than the coordinates can tell */
static bool works_on_the_interface(const mr_slave_description *d, int scalar) {
    int input = 0, start = 0;
    for (int at = d->inputs[0].size; at <= scalar; at += d->inputs[input].size)
        input++;
    if (d->inputs[input].power_with == MR_NONE)
        return false;
    for (int v = 0; v < d->inputs[input].power_with; v++)
        start += d->outputs[v].size;
    for (int c = 0; c < d->coordinate_count; c++)
        if (d->coordinates[c].velocity >= start &&
            d->coordinates[c].velocity < start + d->inputs[input].size)
            return true;
    return false;
}

void test_interface_matrices_are_the_derivatives(void) {
    const mr_slave_type *type = under_test.type;
    if (!type->interface_matrices || !type->save || !type->step_to) {
        trial_skip("interface matrices");
        return;
    }
    trial a;
    trial_begin(&a, 0.0);
    a.amplitude = 0.0;
    const double h = trial_step_size(&a) * 1e-3;
    trial_step(&a);
    const int n = a.description.coordinate_count;
    CU_ASSERT_FATAL(n >= 1 && n <= MOST_COORDINATES);
    static double Au[MOST_COORDINATES * MOST_SIGNALS], Ap[MOST_COORDINATES * MOST_COORDINATES],
        Av[MOST_COORDINATES * MOST_COORDINATES];
    CU_ASSERT_EQUAL_FATAL(type->interface_matrices(a.instance, Au, Ap, Av), MR_OK);
    CU_ASSERT(trial_all_finite(Au, n * a.inputs));
    CU_ASSERT(trial_all_finite(Ap, n * n));
    CU_ASSERT(trial_all_finite(Av, n * n));
    void *state = NULL;
    CU_ASSERT_EQUAL_FATAL(type->save(a.instance, &state), MR_OK);
    const double t = a.t;
    double p0[MOST_COORDINATES], v0[MOST_COORDINATES], a0[MOST_COORDINATES];
    double p1[MOST_COORDINATES], v1[MOST_COORDINATES], a1[MOST_COORDINATES];
    accelerations(state, t, h, 0, 0.0, 0.0, p0, v0, a0, &a);
    bool any_works = false;
    for (int u = 0; u < a.inputs; u++)
        any_works |= works_on_the_interface(&a.description, u);
    for (int u = 0; u < a.inputs; u++) {
        if (any_works && !works_on_the_interface(&a.description, u))
            continue;
        /* a tiny step with another input: only the acceleration can follow */
        accelerations(state, t, h, u, 0.0, 1.0, p1, v1, a1, &a);
        for (int c = 0; c < n; c++)
            if (isfinite(a0[c]))
                MR_ASSERT_CLOSE(a1[c] - a0[c], Au[c * a.inputs + u],
                                1e-3 * fabs(Au[c * a.inputs + u]) + 1e-6);
        /* a pulse that is over, strong enough for 0.01 m/s: the acceleration shows where it has
         * moved the coordinates */
        double strongest = 0.0;
        for (int c = 0; c < n; c++)
            strongest = fmax(strongest, fabs(Au[c * a.inputs + u]));
        for (int k = 0; k < 2 && strongest > 0.0; k++) {
            const double pulse = (k ? 0.01 : -0.003) / (strongest * 4.0 * h);
            accelerations(state, t, h, u, pulse, 0.0, p1, v1, a1, &a);
            for (int c = 0; c < n; c++) {
                double expected = 0.0, size = 0.0;
                for (int d = 0; d < n; d++) {
                    expected += Ap[c * n + d] * (p1[d] - p0[d]) + Av[c * n + d] * (v1[d] - v0[d]);
                    size += fabs(Ap[c * n + d] * (p1[d] - p0[d])) +
                            fabs(Av[c * n + d] * (v1[d] - v0[d]));
                }
                if (isfinite(a0[c]))
                    MR_ASSERT_CLOSE(a1[c] - a0[c], expected,
                                    0.02 * size + 1e-9 * (1.0 + fabs(a0[c])));
            }
        }
    }
    type->free_state(state);
    trial_close(&a);
}
