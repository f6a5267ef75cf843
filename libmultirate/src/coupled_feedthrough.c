/* outputs that depend on inputs at once: D measured at members, and what follows from it
 *
 * A very short step with an input changed tells what an output gains. Two sizes tell apart what
 * vanishes with the step: D = 2 g(h/2) - g(h). Who cannot step back is initialised with another
 * input instead.
 *     Where no step is repeated, outputs at its end were made with extrapolated inputs. Corrected,
 *     y = (1 - DL)^-1 (y_raw - D u_used),
 * they are those that belong to one another, if outputs are linear in inputs. Uncorrected, the
 * error of such a step is not a power of its size alone, and Richardson's estimate is
 *     (2^(k+1) (1 + DL)^-1 - 1)^-1 (y_H - y_2H)
 * C. Andersson, Lund 2016, 3.2 and theorem 3.3.2. */
#include "coupled_private.h"

#include "dense.h"
#include "interface_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double SHORT = 1e-3; /* of the step */

static double short_step(const mr_coupled *c, const mr_member *member) {
    double h = 0.0;
    if (c->config.own_steps) {
        h = member->step;
        if (h == 0.0 &&
            (!member->type->next_step || member->type->next_step(member->instance, &h) != MR_OK))
            h = 0.0;
    } else
        h = c->config.step;
    return SHORT * (h > 0.0 && isfinite(h) ? h : 1e-3);
}

/* outputs after a short step with these inputs, or (h = 0) after an initialisation with them */
static mr_status answer(mr_member *member, double t, double h, const mr_fixed_inputs *f,
                        double *y) {
    const mr_inputs inputs = {.at = mr_fixed_inputs_at, .context = (void *)f, .constant = true};
    double reached = t;
    mr_message_clear(&member->message);
    if (h == 0.0)
        MR_TRY(member->type->initialise(member->instance, t, &inputs));
    else {
        MR_TRY(member->type->restore(member->instance, member->saved[0]));
        mr_pace pace = {t, 0};
        while (reached < t + h * (1.0 - 1e-9)) {
            const double before = reached;
            MR_TRY(member->type->step_to(member->instance, &inputs, t + h, &reached));
            if (!(reached > before) || mr_pace_crawls(&pace, reached, t + h, MR_MOST_STEPS)) {
                mr_message_set(&member->message, "it did not advance from t = %.9g s", before);
                return MR_ERR_SLAVE_TIME;
            }
        }
    }
    return member->type->outputs(member->instance, y);
}

/* columns of D of one member: gains at h into `into`; y0: outputs with the inputs as they are */
static mr_status gains(mr_coupled *c, mr_member *member, double t, double h, double weight,
                       double *u, double *y0, double *y1) {
    const mr_fixed_inputs f = {u, member->inputs};
    memcpy(u, c->u_next + member->first_input, (size_t)member->inputs * sizeof *u);
    mr_coupled_signals(c, member, t, false, 0.0, u);
    MR_TRY(answer(member, t, h, &f, y0));
    for (int j = 0; j < member->inputs; j++) {
        const double was = u[j], change = 1e-3 * (1.0 + fabs(was));
        const int input = member->first_input + j;
        if (c->source[input] < 0 || c->held[input])
            continue;
        u[j] = was + change;
        const mr_status status = answer(member, t, h, &f, y1);
        u[j] = was;
        MR_TRY(status);
        for (int i = 0; i < member->outputs; i++)
            c->through[(member->first_output + i) * c->inputs + input] +=
                weight * (y1[i] - y0[i]) / change;
    }
    return MR_OK;
}

static bool is_connected(const mr_coupled *c, const mr_member *member) {
    for (int i = member->first_input; i < member->first_input + member->inputs; i++)
        if (c->source[i] >= 0 && !c->held[i])
            return true;
    return false;
}

static mr_status measure(mr_coupled *c, mr_member *member, double t) {
    const size_t n = (size_t)member->inputs, p = (size_t)member->outputs;
    if (!is_connected(c, member))
        return MR_OK;
    double *numbers = calloc(n + 2 * p + 1, sizeof *numbers);
    if (!numbers)
        return MR_ERR_MEMORY;
    double *y0 = numbers + n, *y1 = y0 + p;
    const double h = short_step(c, member);
    const bool returns = member->type->save && member->type->step_to;
    mr_status status = returns ? member->type->save(member->instance, &member->saved[0]) : MR_OK;
    if (status == MR_OK && returns) {
        status = gains(c, member, t, h, -1.0, numbers, y0, y1);
        if (status == MR_OK)
            status = gains(c, member, t, 0.5 * h, 2.0, numbers, y0, y1);
        const mr_status back = member->type->restore(member->instance, member->saved[0]);
        status = status == MR_OK ? back : status;
    } else if (status == MR_OK) {
        status = gains(c, member, t, 0.0, 1.0, numbers, y0, y1);
        const mr_fixed_inputs f = {numbers, member->inputs};
        if (status == MR_OK)
            status = answer(member, t, 0.0, &f, y0);
    }
    free(numbers);
    return status == MR_OK ? MR_OK
                           : mr_coupled_fail(c, member, status,
                                             "could not tell what its outputs gain by its inputs");
}

mr_status mr_coupled_measure_feedthrough(mr_coupled *c) {
    const size_t size = (size_t)c->outputs * (size_t)c->inputs;
    if (!c->through)
        c->through = calloc(size + 1, sizeof *c->through);
    if (!c->through)
        return MR_ERR_MEMORY;
    memset(c->through, 0, size * sizeof *c->through);
    for (int m = 0; m < c->member_count; m++)
        MR_TRY(measure(c, &c->members[m], mr_coupled_time(c)));
    return MR_OK;
}

int mr_coupled_loop_size(const mr_coupled *c) {
    return c->inputs;
}

mr_status mr_coupled_loop(mr_coupled *c, double *DL) {
    MR_TRY(mr_coupled_measure_feedthrough(c));
    for (int i = 0; i < c->inputs; i++)
        for (int j = 0; j < c->inputs; j++)
            DL[i * c->inputs + j] = c->source[i] >= 0 && !c->held[i]
                                        ? c->factor[i] * c->through[c->source[i] * c->inputs + j]
                                        : 0.0;
    return MR_OK;
}

mr_status mr_coupled_correct_outputs(mr_coupled *c) {
    const int n = c->inputs;
    double *A = calloc((size_t)n * (size_t)n + (size_t)n + 1, sizeof *A);
    if (!A)
        return MR_ERR_MEMORY;
    double *change = A + (size_t)n * (size_t)n;
    for (int i = 0; i < n; i++) {
        const bool connected = c->source[i] >= 0 && !c->held[i];
        for (int j = 0; j < n; j++)
            A[i * n + j] =
                (i == j) - (connected ? c->factor[i] * c->through[c->source[i] * n + j] : 0.0);
        change[i] = connected ? c->u_next[i] - c->u_end[i] : 0.0;
    }
    const bool good = mr_dense_solve(n, A, change);
    for (int i = 0; good && i < n; i++)
        if (c->source[i] >= 0 && !c->held[i])
            c->u_next[i] = c->u_end[i] + change[i];
    for (int i = 0; good && i < c->outputs; i++)
        for (int j = 0; j < n; j++)
            c->y[i] += c->through[i * n + j] * change[j];
    free(A);
    if (good)
        return MR_OK;
    mr_message_set(&c->message,
                   "the loop through the members' outputs has no solution at t = %.9g s", c->to);
    return MR_ERR_NOT_FINITE;
}

bool mr_feedthrough_estimate(int n, const double *DL, int order, double *difference) {
    const double power = ldexp(1.0, order + 1);
    double *A = calloc((size_t)n * (size_t)n + (size_t)n + 1, sizeof *A);
    if (!A)
        return false;
    double *e = A + (size_t)n * (size_t)n;
    for (int i = 0; i < n * n; i++)
        A[i] = (i % (n + 1) == 0 ? power - 1.0 : 0.0) - DL[i];
    const bool good = mr_dense_solve(n, A, difference);
    for (int i = 0; good && i < n; i++) {
        e[i] = difference[i];
        for (int j = 0; j < n; j++)
            e[i] += DL[i * n + j] * difference[j];
    }
    if (good)
        memcpy(difference, e, (size_t)n * sizeof *e);
    free(A);
    return good;
}

bool mr_coupled_estimate_outputs(mr_coupled *c, double *difference) {
    const int p = c->outputs, n = c->inputs;
    double *DL = calloc((size_t)p * (size_t)p + 1, sizeof *DL);
    bool good = DL != NULL;
    for (int i = 0; good && i < p; i++)
        for (int j = 0; j < n; j++)
            if (c->source[j] >= 0 && !c->held[j])
                DL[i * p + c->source[j]] += c->through[i * n + j] * c->factor[j];
    good = good && mr_feedthrough_estimate(p, DL, c->config.order, difference);
    free(DL);
    return good;
}
