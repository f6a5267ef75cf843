/* a linear map from what a period has made of random states, and whether the next one repeats it */
#include "two_periods.h"

#include "analysis/matrix.h"

#include <math.h>
#include <stdlib.h>

mr_status two_periods_open(two_periods *p, int dimension) {
    p->dimension = dimension;
    p->columns = dimension + 3;
    p->rounding = 1e-12;
    const size_t state = (size_t)p->dimension * (size_t)p->columns;
    double *memory = calloc(3 * state + 1, sizeof *memory);
    for (int k = 0; k < 3; k++)
        p->states[k] = memory ? memory + (size_t)k * state : NULL;
    return memory ? MR_OK : MR_ERR_MEMORY;
}

void two_periods_close(two_periods *p) {
    free(p->states[0]);
    *p = (two_periods){0};
}

/* between what M says of the second period and what happened, each row by its own size */
static double largest_difference(const two_periods *p, const double *said) {
    const int N = p->columns;
    double worst = 0.0;
    for (int i = 0; i < p->dimension; i++) {
        double difference = 0.0, size = 0.0;
        for (int c = i * N; c < (i + 1) * N; c++) {
            const double off = fabs(said[c] - p->states[2][c]);
            difference = isnan(off) ? INFINITY : fmax(difference, off);
            for (int k = 0; k < 3; k++)
                size = fmax(size, fabs(p->states[k][c]));
        }
        if (size > 0.0 && !(difference / size <= worst))
            worst = difference / size;
    }
    return worst;
}

mr_status two_periods_fit(const two_periods *p, double *M, mr_message *message) {
    const int d = p->dimension, N = p->columns;
    MR_TRY(an_blame(an_fit_map(p->states[0], p->states[1], d, N, p->rounding, M), MR_ERR_NOT_FINITE,
                    message, "the coupling grows beyond all numbers within one period"));
    double *again = malloc((size_t)d * (size_t)N * sizeof *again + 1);
    if (!again)
        return MR_ERR_MEMORY;
    an_multiply(M, p->states[1], d, d, N, false, again);
    const double worst = largest_difference(p, again);
    free(again);
    if (worst <= 1e-5)
        return MR_OK;
    mr_message_set(message,
                   "the second period does not repeat the first (%.2g): this coupling is not a "
                   "linear map of what was looked at",
                   worst);
    return MR_ERR_UNSUPPORTED;
}
