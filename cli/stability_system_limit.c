/* the longest step up to which a system is stable */
#include "stability_system.h"

#include <math.h>
#include <stdio.h>

/* where it is looked for, in steps of the system, how densely, and how sharply. Narrower tongues of
 * instability are passed over; a run that has to be tried is dear */
typedef struct search {
    double from, to, ratio, width;
} search;

/* beyond all numbers, or passes that do not converge: unstable */
static mr_status try_step(const stability_system *s, double step, double tolerance, bool *stable,
                          mr_message *message) {
    an_stability found = {0};
    const mr_status status = stability_system_point(s, step, tolerance, &found, message);
    *stable = status == MR_OK && found.stable;
    return status == MR_ERR_NOT_FINITE ? MR_OK : status;
}

static mr_status tell_how_far(mr_status status, double low, double at, mr_message *message) {
    const mr_message why = *message;
    if (low > 0.0)
        mr_message_set(message, "stable up to %g s; with %g s: %.400s", low, at, why.text);
    return status;
}

mr_status stability_system_limit(const stability_system *s, double tolerance, double *limit,
                                 mr_message *message) {
    static const search usual = {1e-2, 1e2, 1.1, 1e-6}, dear = {0.25, 16.0, 1.5, 1e-2};
    const search *by = s->models.has ? &dear : &usual;
    double low = 0.0, high = by->from * s->step;
    const double to = by->to * s->step;
    bool stable = true;
    while (stable) {
        const mr_status status = try_step(s, high, tolerance, &stable, message);
        if (status != MR_OK)
            return tell_how_far(status, low, high, message);
        if (stable && high >= to) {
            *limit = to;
            return MR_OK;
        }
        if (stable) {
            low = high;
            high = fmin(high * by->ratio, to);
        }
    }
    for (int i = 0; low > 0.0 && i < 30 && high - low > by->width * high; i++) {
        const double middle = 0.5 * (low + high);
        const mr_status status = try_step(s, middle, tolerance, &stable, message);
        if (status != MR_OK)
            return tell_how_far(status, low, middle, message);
        *(stable ? &low : &high) = middle;
    }
    *limit = low;
    return MR_OK;
}
