/* the longest step up to which something is stable that is tried step by step */
#include "stability_system.h"

#include <math.h>
#include <stdio.h>

/* where it is looked for, in steps of the system, how densely, and how sharply. Narrower tongues of
 * instability are passed over; a run that has to be tried is dear */
typedef struct search {
    double from, to, ratio, width;
} search;

/* where the first step is unstable already, it is looked for below; in steps of the system */
#define LEAST 1e-3

/* beyond all numbers, or passes that do not converge: unstable */
static mr_status try_step(stability_try *point, const void *context, double step, bool *stable,
                          mr_message *message) {
    an_stability found = {0};
    const mr_status status = point(context, step, &found, message);
    *stable = status == MR_OK && found.stable;
    return status == MR_ERR_NOT_FINITE ? MR_OK : status;
}

static mr_status tell_how_far(mr_status status, double low, double at, mr_message *message) {
    const mr_message why = *message;
    if (low > 0.0)
        mr_message_set(message, "stable up to %g s; with %g s: %.400s", low, at, why.text);
    return status;
}

/* what is tried, and between which steps its limit lies; low 0: below all that were tried */
typedef struct limits {
    stability_try *point;
    const void *context;
    double low, high;
} limits;

static mr_status try_one(limits *l, double step, bool *stable, mr_message *message) {
    const mr_status status = try_step(l->point, l->context, step, stable, message);
    if (status != MR_OK)
        return tell_how_far(status, l->low, step, message);
    *(*stable ? &l->low : &l->high) = step;
    return MR_OK;
}

/* high: infinite where all is stable */
static mr_status look_around(limits *l, const search *by, double step, mr_message *message) {
    bool stable = true;
    for (double at = by->from * step; stable; at = fmin(at * by->ratio, by->to * step)) {
        MR_TRY(try_one(l, at, &stable, message));
        if (stable && at >= by->to * step)
            return MR_OK;
    }
    for (double at = by->from * step; l->low == 0.0 && at > LEAST * step;) {
        at = fmax(0.25 * at, LEAST * step);
        MR_TRY(try_one(l, at, &stable, message));
    }
    return MR_OK;
}

mr_status stability_search(stability_try *point, const void *context, double step, bool is_dear,
                           double *limit, mr_message *message) {
    static const search usual = {1e-2, 1e2, 1.1, 1e-6}, dear = {0.25, 16.0, 1.5, 1e-2};
    const search *by = is_dear ? &dear : &usual;
    limits l = {.point = point, .context = context, .high = INFINITY};
    bool stable;
    MR_TRY(look_around(&l, by, step, message));
    for (int i = 0;
         l.low > 0.0 && isfinite(l.high) && i < 30 && l.high - l.low > by->width * l.high; i++)
        MR_TRY(try_one(&l, 0.5 * (l.low + l.high), &stable, message));
    *limit = l.low;
    return MR_OK;
}

typedef struct trial {
    const stability_system *system;
    double tolerance;
} trial;

static mr_status try_system(const void *context, double step, an_stability *found,
                            mr_message *message) {
    const trial *t = context;
    return stability_system_point(t->system, step, t->tolerance, found, message);
}

mr_status stability_system_limit(const stability_system *s, double tolerance, double *limit,
                                 mr_message *message) {
    const trial t = {s, tolerance};
    return stability_search(try_system, &t, s->step, s->models.has, limit, message);
}
