/* steps on trial that are made up */
#include "made_up_trial.h"
#include "mr_test.h"

#include <math.h>

void try_steps(tried *t, int n, mr_hidden_rule rule) {
    mr_random random = {2718};
    const double first = rule == MR_RULE_TRAPEZOIDAL ? 0.5 : 0.6;
    *t = (tried){
        .trial = {.n = n, .count = ROWS, .h = H}, .rule = rule, .hidden = {.n = n, .room = ROOM}};
    t->trial.motion = t->motion;
    t->trial.reaction = t->reaction;
    CU_ASSERT_FATAL(mr_hidden_size(n, ROOM) <= 200);
    mr_hidden_place(&t->hidden, t->numbers);
    for (int k = 0; k < ROWS; k++)
        for (int i = 0; i < n; i++) {
            double *now = t->motion + k * 2 * n + i;
            now[n] = mr_random_uniform(&random, -3.0, 3.0);
            now[0] = k == 0 ? 0.2 : now[-2 * n] + H * (first * now[-n] + (1.0 - first) * now[n]);
        }
}

void add_driven(tried *t, const driven *d) {
    const int n = t->trial.n;
    for (int j = 0; j < n; j++) {
        double z[2] = {d->z[0], d->z[1]};
        for (int k = 0; k < ROWS; k++) {
            const double *now = t->motion + k * 2 * n + j, *before = now - 2 * n;
            const double from = t->motion[j];
            if (k > 0)
                mr_hidden_advance(t->rule, d->stiffness, d->damping, H, before[0] - from, before[n],
                                  now[0] - from, now[n], z);
            for (int i = 0; i < n; i++)
                t->reaction[k * n + i] +=
                    (1.0 + 0.3 * (i - j)) * (d->by_position * z[0] + d->by_velocity * z[1]);
        }
    }
}

double unexplained(tried *t) {
    const int n = t->trial.n;
    double first[MOST], most = 0.0, varies = 0.0;
    for (int i = 0; i < n; i++)
        first[i] = mr_hidden_reaction(&t->hidden, i, t->motion);
    for (int k = 1; k < ROWS; k++) {
        const double *now = t->motion + k * 2 * n;
        mr_hidden_follow(&t->hidden, H, now - 2 * n, now);
        for (int i = 0; i < n; i++) {
            const double is = t->reaction[k * n + i] - t->reaction[i];
            varies = fmax(varies, fabs(is));
            most = fmax(most, fabs(mr_hidden_reaction(&t->hidden, i, now) - first[i] - is));
        }
    }
    return most / varies;
}
