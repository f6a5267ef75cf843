/* inputs and their conjugate velocities: an input whose generalised force is the row of a velocity
 * output brings in power with it */
#include "plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* gradient of the spin about an axis n of a body: every vector of its triad gets (n x e)/2 */
static void spin_row(const mbs_output *o, const double *q, double *row) {
    double n[3], e[3];
    mbs_form_at(&o->triad[3], q, n);
    for (int i = 0; i < 3; i++) {
        mbs_form_at(&o->triad[i], q, e);
        double f[3] = {0.5 * (n[1] * e[2] - n[2] * e[1]), 0.5 * (n[2] * e[0] - n[0] * e[2]),
                       0.5 * (n[0] * e[1] - n[1] * e[0])};
        mbs_form_add(&o->triad[i], f, row);
    }
}

static int output_row(const mbs_model *m, const mbs_output *o, double *row) {
    memset(row, 0, (size_t)m->entry_count * sizeof *row);
    if (o->size != 1)
        return 0;
    if (o->quantity == MBS_SPIN) {
        spin_row(o, m->design, row);
        return 1;
    }
    if (o->quantity != MBS_VELOCITY || o->function < 0)
        return 0;
    const mbs_function *f = &m->functions[o->function];
    double g[MBS_LOCAL_MAX];
    (void)mbs_function_gradient(f, m->design, g);
    for (int i = 0; i < f->stencil.count; i++)
        row[f->stencil.entry[i]] += g[i];
    return 1;
}

static int same_on_variables(const mbs_model *m, const double *a, const double *b) {
    double size = 0.0, off = 0.0;
    for (int i = 0; i < m->variable_count; i++) {
        size = fmax(size, fabs(a[m->entry[i]]));
        off = fmax(off, fabs(a[m->entry[i]] - b[m->entry[i]]));
    }
    return size > 0.0 && off <= 1e-9 * size;
}

mr_status mbs_pair_inputs(mbs_plan *plan) {
    mbs_model *m = plan->model;
    size_t n = (size_t)m->entry_count, k = MBS_VARIABLE_INPUT + (size_t)m->input_count;
    size_t signals = (size_t)m->signal_count, z = (size_t)m->state_count + 1;
    if (m->input_count == 0)
        return MR_OK;
    double *memory = calloc(3 * n + k + 2 * (signals + 1) + 2 * z, sizeof *memory);
    mbs_jet *jet = calloc(k, sizeof *jet);
    if (memory && jet) {
        double *force = memory, *row = force + n, *rest = row + n, *variable = rest + n,
               *signal = variable + k;
        double *slope = signal + signals + 1, *state = slope + signals + 1;
        for (int i = 0; i < m->signal_count; i++)
            signal[i] = mbs_expression_value(m->signals[i].expression, variable);
        mbs_moment moment = {
            .signal = signal, .variable = variable, .history = state, .state = state + z};
        for (int u = 0; u < m->input_count; u++) {
            mbs_input_forces(m, &moment, jet, slope, m->design, rest, u, force);
            for (int i = 0; i < m->output_count && m->inputs[u].power_with == MR_NONE; i++)
                if (m->inputs[u].variability == MR_CONTINUOUS &&
                    output_row(m, &m->output[i], row) && same_on_variables(m, force, row))
                    m->inputs[u].power_with = i;
        }
    }
    mr_status status = memory && jet ? MR_OK : MR_ERR_MEMORY;
    free(memory);
    free(jet);
    return status;
}
