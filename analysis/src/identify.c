/* identification of interface matrices */
#include "analysis/identify.h"

#include "analysis/matrix.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/* first scalar of a variable */
static int offset_of(const mr_variable *variables, int index) {
    int offset = 0;
    for (int i = 0; i < index; i++)
        offset += variables[i].size;
    return offset;
}

/* the variable that is declared to be the rate of another; -1 */
static int rate_of(const mr_slave_description *d, int variable) {
    for (int i = 0; i < d->output_count; i++)
        if (d->outputs[i].rate_of == variable)
            return i;
    return -1;
}

int an_find_coordinates(const mr_slave_description *d, mr_coordinate *coordinates, int room) {
    int count = 0;
    for (int p = 0; p < d->output_count; p++) {
        const int v = rate_of(d, p), a = v >= 0 ? rate_of(d, v) : -1;
        /* a velocity with its rate, whose position is not among the outputs */
        const bool first_order = v >= 0 && a < 0 && d->outputs[p].rate_of < 0;
        if (a < 0 && !first_order)
            continue;
        for (int s = 0; s < d->outputs[p].size && count < room; s++)
            coordinates[count++] =
                (mr_coordinate){.position = first_order ? MR_NONE : offset_of(d->outputs, p) + s,
                                .velocity = offset_of(d->outputs, first_order ? p : v) + s,
                                .acceleration = offset_of(d->outputs, first_order ? v : a) + s};
    }
    return count;
}

/* number between -1 and 1 */
static double noise(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) * 0x1.0p-52 - 1.0;
}

/* regressors (inputs, positions, velocities, 1) and accelerations of all steps, a column each */
static mr_status collect(mr_interface *interface, double t0, const double *u0,
                         const mr_coordinate *c, int k, int steps, double *regressors,
                         double *accelerations) {
    const int m = mr_interface_inputs(interface), outputs = mr_interface_outputs(interface);
    double *u = calloc((size_t)(m + outputs) + 1, sizeof *u), *y = u ? u + m : NULL;
    uint64_t random = 11;
    mr_status status = u ? MR_OK : MR_ERR_MEMORY;
    double t = t0;
    for (int i = 0; i < steps && status == MR_OK; i++) {
        const double h = mr_interface_slave_step(interface);
        t += h;
        for (int j = 0; j < m; j++)
            u[j] = u0[j] + 0.05 * fmax(1.0, fabs(u0[j])) * noise(&random);
        status = h > 0.0 ? mr_interface_exchange(interface, t, u, MR_MAJOR, y) : MR_ERR_UNSUPPORTED;
        t = mr_interface_slave_time(interface);
        for (int j = 0; j < m && status == MR_OK; j++)
            regressors[j * steps + i] = u[j];
        for (int j = 0; j < k && status == MR_OK; j++) {
            regressors[(m + j) * steps + i] = c[j].position >= 0 ? y[c[j].position] : 0.0;
            regressors[(m + k + j) * steps + i] = y[c[j].velocity];
            accelerations[j * steps + i] = y[c[j].acceleration];
        }
        regressors[(m + 2 * k) * steps + i] = 1.0;
    }
    free(u);
    return status;
}

/* does the law hold for all steps? */
static bool follows(const double *law, const double *regressors, const double *accelerations, int q,
                    int k, int steps) {
    for (int i = 0; i < k; i++) {
        double mean = 0.0, square = 0.0, off = 0.0;
        for (int s = 0; s < steps; s++) {
            double said = 0.0;
            for (int j = 0; j < q; j++)
                said += law[i * q + j] * regressors[j * steps + s];
            const double a = accelerations[i * steps + s];
            mean += a / steps;
            square += a * a / steps;
            off += (a - said) * (a - said) / steps;
        }
        if (!(off <= 1e-4 * (square - mean * mean)))
            return false;
    }
    return true;
}

static mr_status find_law(const double *regressors, const double *accelerations, int q, int k,
                          int steps, double *law) {
    MR_TRY(an_fit_map(regressors, accelerations, q, steps, 1e-12, law));
    return follows(law, regressors, accelerations, q, k, steps) ? MR_OK : MR_ERR_UNSUPPORTED;
}

mr_status an_identify(mr_interface *interface, double t0, const double *u0, const mr_coordinate *c,
                      int k, double *Au, double *Ap, double *Av) {
    const int m = mr_interface_inputs(interface), q = m + 2 * k + 1, steps = 10 * q;
    const size_t table = (size_t)q * (size_t)steps;
    double *memory = calloc(2 * table + (size_t)q * (size_t)q + 1, sizeof *memory);
    if (!memory)
        return MR_ERR_MEMORY;
    double *regressors = memory, *accelerations = memory + table, *law = accelerations + table;
    /* accelerations fill the first rows of a table as large as that of the regressors */
    mr_status status = collect(interface, t0, u0, c, k, steps, regressors, accelerations);
    if (status == MR_OK)
        status = find_law(regressors, accelerations, q, k, steps, law);
    for (int i = 0; i < k && status == MR_OK; i++) {
        for (int j = 0; j < m; j++)
            Au[i * m + j] = law[i * q + j];
        for (int j = 0; j < k; j++) {
            Ap[i * k + j] = law[i * q + m + j];
            Av[i * k + j] = law[i * q + m + k + j];
        }
    }
    free(memory);
    return status;
}
