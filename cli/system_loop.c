/* loops through outputs that depend on inputs at once: where steps are not repeated, each step
 * iterates such a loop once (analysis/feedthrough.h) */
#include "system_loop.h"

#include "multirate/predictor.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST_INPUTS 60 /* each costs two short steps of a member */

/* the order by which inputs are extrapolated; -1: steps are repeated, or nobody knows */
static int order_of(const mr_coupled_config *config) {
    if (!config->own_steps)
        return config->most_iterations == 1 && config->feedthrough != MR_FEEDTHROUGH_CORRECTED
                   ? config->order
                   : -1;
    return config->prediction.type == &mr_predictor_polynomial ? config->prediction.order
           : config->prediction.type == &mr_predictor_hold     ? 0
                                                               : -1;
}

static bool all_step_back(const sy_run *run, int members) {
    for (int m = 0; m < members; m++) {
        mr_slave_description d;
        const mr_slave_type *type;
        mr_coupled_describe(sy_coupled(run), m, &d, &type);
        if (!type->save || !type->step_to)
            return false;
    }
    return true;
}

static bool are_finite(const double *x, int count) {
    for (int i = 0; i < count; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}

/* DL: n × n, and as much room behind it; what cannot be told by a member is not known */
static bool find_worst(sy_run *run, double *DL, int n, system_loop *loop, mr_message *message) {
    const mr_coupled_config *config = sy_config(run);
    double *twice = DL + n * n;
    mr_status status = mr_coupled_loop(sy_coupled(run), DL);
    /* Gauss-Seidel goes around a loop of two in one step */
    const bool round = config->own_steps && config->iteration != MR_JACOBI;
    for (int i = 0; round && i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                twice[i * n + j] += DL[i * n + k] * DL[k * n + j];
    if (status == MR_OK && are_finite(DL, 2 * n * n)) {
        status = an_loop_worst(round ? twice : DL, n, loop->order, &loop->real, &loop->imaginary,
                               &loop->root);
        if (status == MR_OK)
            status = an_loop_stable(loop->order, &loop->region);
        loop->known = status == MR_OK;
    }
    if (status == MR_ERR_MEMORY)
        mr_message_set(message, "not enough memory to look for loops");
    return status != MR_ERR_MEMORY;
}

bool system_loop_find(sy_run *run, double start, system_loop *loop, mr_message *message) {
    const int n = mr_coupled_loop_size(sy_coupled(run));
    *loop = (system_loop){.order = order_of(sy_config(run))};
    if (loop->order < 0 || loop->order >= AN_LOOP_ORDERS || n < 2 || n > MOST_INPUTS ||
        !all_step_back(run, sy_member_count(run)))
        return true;
    double *DL = calloc(2 * (size_t)(n * n) + 1, sizeof *DL);
    if (!DL)
        mr_message_set(message, "not enough memory to look for loops");
    const bool good =
        DL && sy_start(run, start, message) == MR_OK && find_worst(run, DL, n, loop, message);
    free(DL);
    return good;
}

void system_loop_tell(const system_loop *loop, char *text, size_t size) {
    text[0] = '\0';
    if (!loop->known || loop->root <= 1.0 + 1e-3)
        return;
    char gain[60];
    if (fabs(loop->imaginary) > 1e-9)
        snprintf(gain, sizeof gain, "%.4g ± %.4gi", loop->real, fabs(loop->imaginary));
    else
        snprintf(gain, sizeof gain, "%.4g", loop->real);
    snprintf(text, size,
             "outputs depend on inputs at once, in a loop of gain %s, which prediction of order %d "
             "lets grow by %.3g in each step, however small (it is stable between %.4g and %.4g); "
             "order=0, feedthrough=corrected or passes=10 may help",
             gain, loop->order, loop->root, loop->region.low, loop->region.high);
}
