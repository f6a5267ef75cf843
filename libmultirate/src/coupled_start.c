/* coupled slaves at their start: initialised again and again until inputs and outputs fit
 *
 * Where outputs depend on inputs at the same instant, signals go through several members, or in a
 * circle (an algebraic loop). Rounds of initialisations pass them on; a circle with a gain above
 * one needs Newton's iteration, whose Jacobian comes from initialisations with changed inputs. */
#include "coupled_private.h"

#include "dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FITS         1e-9 /* misfit of an input, relative, that is none */
#define MOST_NEWTON  20
#define MOST_UNKNOWN 200 /* inputs that depend on one another */

static mr_status start_input(void *context, double t, double *u) {
    const mr_member *member = context;
    memcpy(u, member->coupled->u_next + member->first_input, (size_t)member->inputs * sizeof *u);
    mr_coupled_signals(member->coupled, member, t, false, 0.0, u);
    return MR_OK;
}

static mr_status initialise(mr_coupled *c, mr_member *member, double t0) {
    const mr_inputs inputs = {.at = start_input, .context = member};
    mr_message_clear(&member->message);
    const mr_status status = member->type->initialise(member->instance, t0, &inputs);
    return status == MR_OK ? mr_coupled_take_outputs(c, member)
                           : mr_coupled_fail(c, member, status, "could not be initialised");
}

static double miss_of(double was, double is) {
    const double size = fmax(fabs(was), fabs(is));
    return size > 0.0 ? fabs(is - was) / size : 0.0;
}

/* inputs as the outputs make them; the largest change */
static double pass_on(mr_coupled *c, const mr_member *member) {
    double worst = 0.0;
    for (int i = member->first_input; i < member->first_input + member->inputs; i++) {
        if (c->source[i] < 0)
            continue;
        const double is = mr_coupled_source(c, i);
        worst = fmax(worst, miss_of(c->u_next[i], is));
        c->u_next[i] = is;
    }
    return worst;
}

/* rounds in the order of the members, each told what those before it have answered */
static mr_status make_rounds(mr_coupled *c, double t0, int most, double *miss) {
    for (int round = 0; round < most; round++) {
        c->statistics.start_rounds++;
        *miss = 0.0;
        for (int m = 0; m < c->member_count; m++) {
            mr_member *member = &c->members[m];
            /* first round: what nobody has told yet is as it was given */
            const double change = round > 0 ? pass_on(c, member) : 1.0;
            *miss = fmax(*miss, change);
            if (change > 0.0)
                MR_TRY(initialise(c, member, t0));
        }
        if (*miss == 0.0)
            return MR_OK;
    }
    return MR_OK;
}

/* the outputs that these unknown inputs give, as inputs again, minus themselves */
static mr_status residual(mr_coupled *c, double t0, const int *unknown, int n, double *r) {
    for (int m = 0; m < c->member_count; m++)
        MR_TRY(initialise(c, &c->members[m], t0));
    for (int k = 0; k < n; k++)
        r[k] = mr_coupled_source(c, unknown[k]) - c->u_next[unknown[k]];
    return MR_OK;
}

static double worst_of(const mr_coupled *c, const int *unknown, int n, const double *r) {
    double worst = 0.0;
    for (int k = 0; k < n; k++)
        worst = fmax(worst, miss_of(c->u_next[unknown[k]], c->u_next[unknown[k]] + r[k]));
    return worst;
}

static mr_status newton(mr_coupled *c, double t0, const int *unknown, int n, double *numbers,
                        double *miss) {
    double *J = numbers, *r = J + (size_t)n * (size_t)n, *moved = r + n;
    for (int iteration = 0; iteration < MOST_NEWTON; iteration++) {
        c->statistics.start_rounds++;
        MR_TRY(residual(c, t0, unknown, n, r));
        *miss = worst_of(c, unknown, n, r);
        if (*miss <= 1e-13)
            return MR_OK;
        for (int j = 0; j < n; j++) {
            double *u = &c->u_next[unknown[j]];
            const double value = *u, change = 1e-6 * fmax(fabs(value), 1e-3);
            *u = value + change;
            MR_TRY(residual(c, t0, unknown, n, moved));
            *u = value;
            for (int i = 0; i < n; i++)
                J[i * n + j] = (moved[i] - r[i]) / change;
        }
        for (int k = 0; k < n; k++)
            r[k] = -r[k];
        if (!mr_dense_solve(n, J, r))
            return MR_OK; /* it does not fit */
        for (int k = 0; k < n; k++)
            c->u_next[unknown[k]] += r[k];
    }
    MR_TRY(residual(c, t0, unknown, n, r));
    *miss = worst_of(c, unknown, n, r);
    return MR_OK;
}

mr_status mr_coupled_fit(mr_coupled *c, double t0) {
    double miss = INFINITY;
    MR_TRY(make_rounds(c, t0, 3 + c->member_count, &miss));
    int n = 0;
    for (int i = 0; i < c->inputs; i++)
        n += c->source[i] >= 0 && !c->held[i];
    if (miss > FITS && n <= MOST_UNKNOWN) {
        int *unknown = calloc((size_t)n + 1, sizeof *unknown);
        double *numbers = calloc((size_t)n * (size_t)n + 2 * (size_t)n + 1, sizeof *numbers);
        mr_status status = unknown && numbers ? MR_OK : MR_ERR_MEMORY;
        for (int i = 0, k = 0; status == MR_OK && i < c->inputs; i++)
            if (c->source[i] >= 0 && !c->held[i])
                unknown[k++] = i;
        if (status == MR_OK)
            status = newton(c, t0, unknown, n, numbers, &miss);
        free(unknown);
        free(numbers);
        MR_TRY(status);
    }
    c->statistics.start_fits = miss <= FITS;
    if (c->statistics.start_fits)
        return MR_OK;
    mr_message_set(
        &c->message,
        "inputs and outputs do not fit at the start, t = %.9g s: the connections make an "
        "algebraic loop without a solution (misfit %.3g)",
        t0, miss);
    return MR_ERR_NOT_FINITE;
}
