/* modes held against steps that they were not found from
 *
 * Modes of many states may explain any one series of steps: of a slave that saturates under strong
 * pushes they explain the saturated motion, and how it came there by parts that decay at once and
 * cancel each other. Other pushes from the same start show it. */
#include "hidden.h"

#include <math.h>
#include <string.h>

/* part of the accelerations that matters: weak pushes may hardly move what is hidden */
static const double MATTERS = 0.01;

mr_missed mr_hidden_missed(const mr_hidden *hidden, const mr_trial *other, const double *factor,
                           const double *told) {
    const int n = hidden->n;
    double z[2 * MR_HIDDEN_MODES * MR_HIDDEN_COORDINATES];
    double missed = 0.0, all = 0.0, moved = 0.0, before[MR_HIDDEN_COORDINATES];
    mr_hidden trying = *hidden;
    trying.z = z;
    memcpy(z, hidden->z, (size_t)(2 * hidden->room * n) * sizeof *z);
    for (int i = 0; i < n; i++)
        before[i] = mr_hidden_reaction(&trying, i, other->motion);
    for (int k = 1; k < other->count; k++) {
        const double *now = other->motion + k * 2 * n, *last = now - 2 * n;
        mr_hidden_follow(&trying, other->h, last, now);
        for (int i = 0; i < n; i++) {
            const double share = factor ? factor[i] - 1.0 : 0.0;
            const double r = other->reaction[k * n + i] - other->reaction[i] -
                             (told ? share * (told[k * n + i] - told[i]) : 0.0);
            const double foreseen = mr_hidden_reaction(&trying, i, now) - before[i];
            const double a = (now[n + i] - last[n + i]) / other->h;
            missed += (r - foreseen) * (r - foreseen);
            all += r * r;
            moved += a * a;
        }
    }
    const double size = fmax(all, MATTERS * MATTERS * moved);
    return (mr_missed){.of_reaction = size > 0.0 ? sqrt(missed / size) : 0.0,
                       .of_all = moved > 0.0 ? sqrt(missed / moved) : 0.0};
}
