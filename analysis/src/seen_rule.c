/* the rule that a slave integrates by */
#include "seen_rule.h"

#include "analysis/matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* what a rule makes of a ramp in one input; the states begin at 0 */
static mr_status follow_ramp(const an_step *step, const double *ramp, int length, int channel,
                             int outputs, double *misfit) {
    const an_system *s = step->system;
    const int n = s->states, m = s->inputs, nodes = step->method->nodes;
    double *work = calloc((size_t)(4 * n + nodes * m + outputs * 3) + 1, sizeof *work);
    if (!work)
        return MR_ERR_MEMORY;
    double *x = work, *kept = x + n, *scratch = kept + n, *u = scratch + 2 * n;
    double *off = u + nodes * m, *all = off + outputs, *y = all + outputs;
    for (int k = 0; k < length - 1; k++) {
        double end[SEEN_MOST_INPUTS] = {0};
        for (int node = 0; node < nodes; node++)
            u[node * m + channel] = k == 0 ? step->method->c[node] : 0.0;
        an_step_apply(step, u, 1, x, kept, scratch);
        end[channel] = k == 0 ? 1.0 : 0.0;
        if (step->method->keeps)
            an_derivative(s, x, end, 1, kept);
        an_multiply(s->C, x, outputs, n, 1, false, y);
        an_multiply(s->D, end, outputs, m, 1, true, y);
        for (int i = 0; i < outputs; i++) {
            const double seen = ramp[(k + 1) * outputs + i];
            off[i] += (y[i] - seen) * (y[i] - seen);
            all[i] += seen * seen;
        }
    }
    for (int i = 0; i < outputs; i++)
        if (all[i] > 0.0)
            *misfit = isfinite(off[i]) ? fmax(*misfit, sqrt(off[i] / all[i])) : INFINITY;
    free(work);
    return MR_OK;
}

typedef struct rule {
    const char *name;
    an_undo undo;
} rule;

static const rule rules[] = {{"trapezoidal_kept", an_undo_trapezoidal},
                             {"trapezoidal", an_undo_trapezoidal},
                             {"exact", an_undo_exact},
                             {"implicit_euler", an_undo_implicit_euler}};

/* into the misfit of a system and its rule, how well they explain the ramps; a rule that cannot
 * make these steps explains nothing */
static mr_status follow_ramps(const seen_ramps *p, const an_realisation *made,
                              an_seen_slave *seen) {
    const int q = p->outputs;
    an_step step = {0};
    mr_message unused = {""};
    mr_status status = an_step_make(&step, seen->method, &seen->system, p->h, &unused);
    if (status == MR_OK) {
        seen->misfit = fmax(made->misfit, p->bent);
        seen->rest = made->rest;
    }
    for (int j = 0; j < p->inputs && status == MR_OK; j++)
        status = follow_ramp(&step, p->answers + (size_t)(j * (p->length + 1) * q), p->length, j, q,
                             &seen->misfit);
    an_step_free(&step);
    return status == MR_ERR_MEMORY ? status : MR_OK;
}

/* the system behind the steps, if they were made by this rule; and how well it explains the ramps
 */
static mr_status try_rule(const seen_ramps *p, const rule *way, const an_realisation *made,
                          an_seen_slave *seen) {
    const int n = made->states, m = p->inputs, c = made->channels, q = p->outputs;
    *seen = (an_seen_slave){.method = an_method_find(way->name), .step = p->h, .misfit = INFINITY};
    double *A = calloc((size_t)(n * n + n * c + n) + 1, sizeof *A);
    if (!A || !an_system_make(&seen->system, n, m, q)) {
        free(A);
        return MR_ERR_MEMORY;
    }
    double *B = A + n * n;
    seen->rates = A; /* the block's begin: the rest is scratch */
    const mr_status undone = way->undo(made, p->h, A, B);
    if (undone != MR_OK) /* no system has these steps by this rule */
        return undone == MR_ERR_MEMORY ? undone : MR_OK;
    memcpy(seen->system.A, A, (size_t)(n * n) * sizeof *A);
    for (int i = 0; i < n; i++) {
        memcpy(seen->system.B + i * m, B + i * c, (size_t)m * sizeof *B);
        A[i] = c > m ? B[i * c + m] : 0.0;
    }
    memcpy(seen->system.C, made->C, (size_t)(q * n) * sizeof *A);
    for (int i = 0; i < q; i++)
        memcpy(seen->system.D + i * m, made->D + i * c, (size_t)m * sizeof *A);
    return follow_ramps(p, made, seen);
}

mr_status seen_rule_choose(const seen_ramps *p, const an_realisation *made, an_seen_slave *seen) {
    seen->misfit = INFINITY;
    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++) {
        an_seen_slave one = {0};
        const mr_status status = try_rule(p, &rules[k], made, &one);
        const bool better = status == MR_OK && (k == 0 || one.misfit < 0.5 * seen->misfit);
        if (better) {
            an_seen_slave_free(seen);
            *seen = one;
        } else {
            an_seen_slave_free(&one);
        }
        MR_TRY(status);
    }
    return MR_OK;
}
