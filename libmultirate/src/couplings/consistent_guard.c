/* does the slave do what it tells? After each step its acceleration along the directions has
 * changed by
 *     g_new - g = theta_1 B (f_new - f) + theta_2 (-K eta - C (eta' - w)) + drift h
 * with both theta 1 if it told the truth: they are found by least squares with forgetting. Masses
 * that are told 10 % too large or small make energy at high frequency ratios; with the theta that
 * the slave shows they do not. Where other motion reacts to the directions (their span was cut off)
 * nothing can be told apart, and nothing is learnt.
 *     What then still does not fit is watched as energy: the slave was led over eta against a force
 * that was not foreseen, eps, which makes -eps eta/2. A tank pays for it, filled with a part of all
 * energy that passes. When it is empty, what was made is taken from the motion along the directions
 * beside the mean one, and the run says so. */
#include "consistent_model.h"

#include <math.h>
#include <string.h>

/* how fast old steps are forgotten; part of what does not fit that must be explained; deviation
 * from 1 that counts; how far theta is believed */
static const double FORGET = 0.98, EXPLAINED = 0.9, COUNTS = 0.02, LEAST = 0.5, MOST = 2.0;

/* part of the energy that passes which fills the tank, and of the most that it holds */
static const double FILL = 0.02, HOLD = 0.2;

enum { S11, S12, S22, S1Y, S2Y, SYY, SUMS };

static void learn(mr_guard *guard, int r, const double *x1, const double *x2, const double *off) {
    double *s = guard->sums;
    for (int i = 0; i < SUMS; i++)
        s[i] *= FORGET;
    for (int i = 0; i < r; i++) {
        s[S11] += x1[i] * x1[i];
        s[S12] += x1[i] * x2[i];
        s[S22] += x2[i] * x2[i];
        s[S1Y] += x1[i] * off[i];
        s[S2Y] += x2[i] * off[i];
        s[SYY] += off[i] * off[i];
    }
    guard->theta[0] = guard->theta[1] = 1.0;
    if (!(s[SYY] > COUNTS * COUNTS * (s[S11] + s[S22])))
        return;
    const double determinant = s[S11] * s[S22] - s[S12] * s[S12];
    double one = s[S11] > 0.0 ? s[S1Y] / s[S11] : 0.0, two = 0.0;
    if (determinant > 1e-4 * s[S11] * s[S22]) {
        one = (s[S1Y] * s[S22] - s[S2Y] * s[S12]) / determinant;
        two = (s[S2Y] * s[S11] - s[S1Y] * s[S12]) / determinant;
    }
    if (one * s[S1Y] + two * s[S2Y] < EXPLAINED * s[SYY])
        return;
    guard->theta[0] = fmin(fmax(1.0 + one, LEAST), MOST);
    guard->theta[1] = fmin(fmax(1.0 + two, LEAST), MOST);
}

void mr_consistent_balance(mr_consistent *c, int r, double h, double made, double passed) {
    mr_guard *guard = c->guard;
    const int room = c->room;
    double *jump = c->jump;
    guard->passed = guard->passed * FORGET + passed;
    guard->tank = fmin(guard->tank + FILL * passed, HOLD * guard->passed) - made;
    if (!(guard->tank < 0.0))
        return;
    double quick = 0.0;
    for (int i = 0; i < r; i++) {
        const double beside = c->trial[room + i] - c->trial[i] / h;
        quick += 0.5 * beside * beside;
    }
    const double part = quick > 0.0 ? fmin(-guard->tank / quick, 1.0) : 0.0;
    for (int i = 0; i < r; i++)
        jump[room + i] -= (1.0 - sqrt(1.0 - part)) * (c->trial[room + i] - c->trial[i] / h);
    guard->taken += part * quick;
    guard->acted += 1.0;
    guard->tank += part * quick;
}

void mr_consistent_guard(mr_consistent *c, const mr_consistent *past, double h,
                         const double *unexplained, double passed) {
    mr_guard *guard = c->guard;
    const int r = (int)*c->count, room = c->room, m = c->m;
    double x1[MR_MOST_DIRECTIONS], x2[MR_MOST_DIRECTIONS], off[MR_MOST_DIRECTIONS], made = 0.0;
    for (int i = 0; i < r; i++) {
        x1[i] = x2[i] = 0.0;
        for (int j = 0; j < m; j++)
            if (c->effort[j])
                x1[i] += past->input[i * m + j] * (c->f[j] - past->f[j]) / guard->theta[0];
        for (int k = 0; k < r; k++)
            x2[i] -= (past->K[i * room + k] * c->trial[k] +
                      past->C[i * room + k] * (c->trial[room + k] - past->w[k])) /
                     guard->theta[1];
        /* what did not fit the model as told */
        off[i] = unexplained[i] + (guard->theta[0] - 1.0) * x1[i] + (guard->theta[1] - 1.0) * x2[i];
        made -= 0.5 * unexplained[i] * c->trial[i];
    }
    mr_consistent_balance(c, r, h, made, passed);
    if (r < room)
        learn(guard, r, x1, x2, off);
}

void mr_consistent_believe(mr_consistent *c, const double *before) {
    const mr_guard *guard = c->guard;
    const int r = (int)*c->count, room = c->room;
    const double input = guard->theta[0] / before[0], stiffness = guard->theta[1] / before[1];
    if (input == 1.0 && stiffness == 1.0)
        return;
    for (int i = 0; i < r; i++) {
        for (int j = 0; j < c->m; j++)
            c->input[i * c->m + j] *= input;
        for (int k = 0; k < r; k++) {
            c->K[i * room + k] *= stiffness;
            c->C[i * room + k] *= stiffness;
        }
    }
}

void mr_consistent_trust(mr_consistent *c) {
    *c->guard = (mr_guard){.theta = {1.0, 1.0}};
}

double mr_consistent_struck(const mr_consistent *c) {
    const mr_guard *guard = c->guard;
    return guard->went > 0.0 ? sqrt(guard->struck * *c->steps / guard->went) : 0.0;
}
