/* the path of an interface coordinate, from what the slave tells step by step (bent.h) */
#include "bent.h"

#include "dense.h"

#include <math.h>
#include <string.h>

/* of the largest answer: what is nearly singular, where a/beta says little, Ap and Av less, and
 * where p does not show the way any more */
static const double TINY = 0.005, WEAK = 0.05, WEAKER = 0.15, SINGULAR = 0.1;

/* parts of the length over which the path turns: points that are kept are so far apart; most that
 * slopes are of the natural ones */
static const double APART = 1.0 / 300.0, STEEP = 4.0, FINE = 0.08;

/* largest degree of the fit; noise of what is told, relative; times the noise that is seen */
enum { DEGREE = 4 };
static const double NOISE = 1e-7, SEEN = 30.0;

/* times its error that damping has to have to be one; part of beta's changes that may be left; part
 * of the mean velocity that both ends of a step must have to tell; how fast steps are forgotten */
static const double SURELY = 5.0, STEADY = 0.1, SLOW = 0.1, FORGET = 0.98;

/* a change of the answer that no path explains, in parts of the largest answer; and of one that Av
 * says little of: part of the largest, and of the change */
static const double OTHER = 0.3, JUMP = 0.02, UNTOLD = 0.5;

/* part of the steps in which no law needs to hold, and in which the answer may jump */
static const double LAWLESS = 0.1, JUMPY = 0.03;

static double square(double x) {
    return x * x;
}

/* the length over which the path turns */
static double length_of(const mr_bent *b) {
    return b->steepest > 0.0 ? b->largest / b->steepest : INFINITY;
}

/* (x^n/n!)^2 */
static double term(double x, int n) {
    double product = 1.0;
    for (int i = 1; i <= n; i++)
        product *= x / i;
    return product * product;
}

/* derivatives at the newest point of what `value` does along the path, from the last steps: least
 * squares. A step is weighted by the noise of what is told and by what the polynomial leaves out at
 * its distance, and the degree is what can be told from noise; other derivatives stay */
static void fit(const mr_bent *b, const double *value, int degree, double *derivative) {
    double range = 0.0, A[DEGREE * DEGREE] = {0}, x[DEGREE] = {0}, scale = 1.0;
    const int count = (int)b->points;
    for (int k = 1; k < count; k++)
        range = fmax(range, fabs(b->at[k] - b->at[0]));
    if (!(range > 0.0))
        return;
    const double length = length_of(b);
    if (count - 1 < degree)
        degree = count - 1;
    while (degree > 1 && !(term(range / length, degree) > square(SEEN * NOISE)))
        degree--;
    for (int k = 1; k < count; k++) {
        const double way = b->at[k] - b->at[0], s = way / range, y = value[k] - value[0];
        const double weight = NOISE * NOISE / (NOISE * NOISE + term(way / length, degree + 1));
        const double power[DEGREE] = {s, s * s, s * s * s, s * s * s * s};
        for (int i = 0; i < degree; i++) {
            x[i] += weight * power[i] * y;
            for (int j = 0; j < degree; j++)
                A[i * degree + j] += weight * power[i] * power[j];
        }
    }
    for (int i = 0; i < degree; i++)
        A[i * degree + i] *= 1.0 + 1e-12;
    if (!mr_dense_solve(degree, A, x))
        return;
    for (int i = 0; i < degree; i++) {
        scale *= (i + 1) / range;
        derivative[i] = scale * x[i];
    }
}

/* The bend as Av shows it, where the damping is known: Av = 2 Q w/beta - C. Damping is what is
 * missing to the change of beta over a step: beta1 - beta0 = integral of (Av + C) beta/(2 w), by
 * the trapezoidal rule. What cannot be told from its error is no damping. False: the damping is not
 * a constant, or not seen yet */
static bool find_damping(mr_bent *b, double Av, double gone, double change, double w0, double *C) {
    const double beta = b->beta[0], w = b->w, now[2] = {0.5 * Av * beta / w, 0.5 * beta / w};
    double *s = b->sums;
    const double slow = SLOW * fabs(gone) / fmax(fabs(b->h), 1e-300);
    if (gone != 0.0 && w * w0 > 0.0 && fabs(w) > slow && fabs(w0) > slow) {
        const double y =
            change - 0.5 * gone * (now[0] + b->last[0]) + b->third * gone * gone * gone / 12.0;
        const double z = 0.5 * gone * (now[1] + b->last[1]);
        const double more[4] = {y * y, y * z, z * z, change * change};
        for (int i = 0; i < 4; i++)
            s[i] = FORGET * s[i] + more[i];
    }
    memcpy(b->last, now, sizeof now);
    if (!(s[2] > 0.0))
        return false;
    const double damping = s[1] / s[2], left = fmax(s[0] - damping * s[1], 0.0);
    *C = square(damping) * s[2] < square(SURELY) * left ? 0.0 : damping;
    return fmax(left, s[0] - *C * s[1]) < square(STEADY) * s[3];
}

/* the bend of the newest point, and the damping there; strong: Av says something about damping */
static double settle_bend(mr_bent *b, double Av, double gone, double change, double w0,
                          bool strong) {
    const double beta = b->beta[0], w = b->w, quick = square(w * b->h);
    if (strong && w != 0.0)
        b->steady = find_damping(b, Av, gone, change, w0, &b->damping) ? 1.0 : 0.0;
    if (b->steady == 0.0)
        return strong ? 2.0 * b->Q * w / beta - Av : b->C;
    if (w != 0.0)
        b->Q += (0.5 * (Av + b->damping) * beta / w - b->Q) * quick /
                (quick + square(SLOW * APART * length_of(b)));
    return b->damping;
}

/* the way that the slave has gone, about x, to where the bend is Q1: by p, the integral of beta;
 * where p hardly shows it, by beta, the integral of the bend. Both by both ends and their slopes */
static double way(const mr_bent *b, double x, double rise, double beta, double Q1) {
    const double beta0 = b->beta[0], least = SINGULAR * b->largest, about = x;
    const bool by_answer = fabs(beta0) < least || fabs(beta) < least || beta0 * beta < 0.0;
    const double middle = by_answer ? 0.5 * (b->Q + Q1) : 0.5 * (beta0 + beta);
    const double change = by_answer ? -b->third * x : b->Q - Q1;
    if (by_answer) {
        rise = beta - beta0;
        if (!(fabs(middle) > 0.3 * b->steepest))
            return about;
    }
    for (int k = 0; k < 4; k++)
        x -= (x * (middle + x * change / 12.0) - rise) / (middle + x * change / 6.0);
    return isfinite(x) ? x : about;
}

static void push(mr_bent *b, double at, double beta) {
    const bool near =
        b->points > 2.0 && fabs(b->at[0] - b->at[1]) < APART * length_of(b) && b->steepest > 0.0;
    const int keep = (int)fmin(b->points, MR_BENT_POINTS - 1);
    if (near) { /* the newest gives way, so that those behind it reach far enough */
        b->at[0] = at;
        b->beta[0] = beta;
        return;
    }
    memmove(b->at + 1, b->at, (size_t)keep * sizeof *b->at);
    memmove(b->beta + 1, b->beta, (size_t)keep * sizeof *b->beta);
    memmove(b->bend + 1, b->bend, (size_t)keep * sizeof *b->bend);
    memmove(b->force + 1, b->force, (size_t)keep * sizeof *b->force);
    b->at[0] = at;
    b->beta[0] = beta;
    b->points = keep + 1;
}

/* Q and its slopes at the newest point, by the answers */
static void bend_by_answers(mr_bent *b) {
    double derivative[DEGREE] = {b->Q, b->slope, b->third, 0.0};
    fit(b, b->beta, DEGREE, derivative);
    b->Q = derivative[0];
    b->slope = derivative[1];
    b->third = derivative[2];
}

/* the slopes by the bends, which are more exact, where there are enough of them */
static void slopes_by_bends(mr_bent *b) {
    double derivative[DEGREE] = {b->slope, b->third, 0.0, 0.0};
    b->bend[0] = b->Q;
    if (b->points > 3.0) {
        fit(b, b->bend, DEGREE - 1, derivative);
        b->slope = derivative[0];
        b->third = derivative[1];
        return;
    }
    for (int k = 1; k < (int)b->points; k++) {
        const double s = b->at[k] - b->at[0];
        b->bend[k] = b->Q + s * (b->slope + 0.5 * s * b->third);
    }
}

void mr_bent_go_back(mr_bent *b) {
    for (int i = 0, k = (int)b->points - 1; i < k; i++, k--) {
        double *const rows[] = {b->at, b->beta, b->bend, b->force};
        for (int j = 0; j < 4; j++) {
            const double kept = rows[j][i];
            rows[j][i] = rows[j][k];
            rows[j][k] = kept;
        }
    }
    bend_by_answers(b);
    b->stiffening = b->held = 0.0;
}

static double bounded(double x, double most) {
    return fmin(fmax(x, -most), most);
}

/* no slope is far from what the length over which the path turns makes natural */
static void bound_slopes(mr_bent *b) {
    const double length = length_of(b);
    b->slope = bounded(b->slope, STEEP * b->steepest / length);
    b->third = bounded(b->third, STEEP * b->steepest / square(length));
    b->stiffening = bounded(b->stiffening, STEEP * b->stiffest / length);
}

/* phi and its slopes at the newest point; gone, w0: way to it, and velocity before */
static void take_force(mr_bent *b, const mr_bent_told *t, double gone, double beta0, double w0) {
    const double beta = b->beta[0], w = b->w, part = square(beta / b->largest);
    const bool start = t->h == 0.0, strong = start || part >= square(WEAKER);
    const double expected = b->phi - gone * (b->K + 0.5 * gone * b->stiffening) - b->C * (w - w0);
    double C = b->C;
    if (start && beta != 0.0)
        C = 2.0 * b->Q * w / beta - t->Av;
    else if (part > square(TINY))
        C = settle_bend(b, t->Av, gone, beta - beta0, w0, strong);
    if (strong)
        b->steepest = fmax(b->steepest, fabs(b->Q));
    slopes_by_bends(b);
    bound_slopes(b);
    b->K += gone * b->stiffening;
    b->phi = expected;
    if (beta == 0.0)
        return;
    const double Q = b->Q, told = (t->a - Q * w * w) / beta - beta * t->f;
    double sure = fmin(1.0, part / square(WEAK));
    if (start || b->steady > 0.0) /* then Q is exact */
        sure = start || part > square(TINY) ? 1.0 : 0.0;
    b->phi += sure * (told - expected);
    b->force[0] = b->phi + C * w;
    if (!strong && b->steady == 0.0)
        return;
    double K = (2.0 * beta * Q * t->f + Q * told + C * w * Q + b->slope * w * w -
                2.0 * Q * Q * w * w / beta) /
                   beta -
               t->Ap;
    if (b->steady > 0.0 && b->points > 3.0) {
        double derivative[DEGREE] = {-K, -b->stiffening, 0.0, 0.0};
        fit(b, b->force, DEGREE - 1, derivative);
        /* by the fit where the steps are long against the path, or where Ap is not to be trusted */
        const double coarse = fabs(w * b->h) / length_of(b);
        const double by_fit = strong ? fmin(fmax((coarse - FINE) / FINE, 0.0), 1.0) : 1.0;
        K -= by_fit * (K + derivative[0]);
        b->stiffening = -derivative[1];
    } else if (!start && fabs(gone) > APART * length_of(b)) {
        b->stiffening += (K - b->K) / gone;
    }
    b->stiffest = fmax(b->stiffest, fabs(K));
    b->C = C;
    b->K = K;
    const double more[3] = {1.0, C, C * C};
    for (int i = 0; i < 3; i++)
        b->dampings[i] += more[i];
    bound_slopes(b);
}

bool mr_bent_is_jumpy(const mr_bent *b) {
    return b->jumps > 2.0 && b->jumps > JUMPY * b->steps;
}

bool mr_bent_is_lawless(const mr_bent *b) {
    return mr_bent_is_jumpy(b) ||
           (mr_bent_unevenness(b, b->h) > MR_VERY_UNEVEN && b->lawless > LAWLESS * b->steps);
}

double mr_bent_unevenness(const mr_bent *b, double h) {
    const double count = fmax(b->dampings[0], 1.0), mean = b->dampings[1] / count;
    return sqrt(fmax(b->dampings[2] / count - mean * mean, 0.0)) * h;
}

/* the answer with its sign: beta, and the velocity that it makes of v, go on as foreseen */
static double sense(const mr_bent *b, double size, double v, double foreseen, double w,
                    double change) {
    double off[2];
    for (int i = 0; i < 2; i++) {
        const double beta = i == 0 ? size : -size;
        off[i] = square((beta - foreseen) / fmax(fabs(change), 1e-3 * b->largest));
        if (size > 0.0 && w != 0.0)
            off[i] += square((v / beta - w) / w);
    }
    return off[0] <= off[1] ? size : -size;
}

/* A bend of the path shows in the answers so far, or in Av. What shows in neither: it has jumped */
static bool has_jumped(const mr_bent *b, double Av, double gone, double foreseen, double beta) {
    const double beta0 = b->beta[0], least = SINGULAR * b->largest, w = b->w;
    if (fabs(beta0) < least || fabs(beta) < least || beta0 * beta < 0.0 || w == 0.0)
        return false;
    const double bend = 0.5 * (Av + b->C) * beta / w, change = beta - beta0;
    const double told = fabs(change - 0.5 * gone * (b->Q + bend));
    const double off = fmin(told, fabs(beta - foreseen));
    return fabs(change) > JUMP * b->largest && off > UNTOLD * fabs(change);
}

double mr_bent_take(mr_bent *b, const mr_bent_told *t) {
    const double size = sqrt(fmax(t->Au, 0.0)), h = t->h;
    b->largest = fmax(b->largest, size);
    if (b->points == 0.0)
        push(b, 0.0, size);
    if (h == 0.0)
        b->w = size > 0.0 ? t->v / b->beta[0] : 0.0;
    double beta0 = b->beta[0];
    const double Q0 = b->Q, w0 = b->w, K0 = b->K;
    double gone = 0.0;
    b->law_before = b->law;
    if (h > 0.0) {
        const double guess = h * (w0 + 0.5 * h * (b->phi + beta0 * t->f));
        const double foreseen = beta0 + guess * (Q0 + 0.5 * guess * b->slope);
        const double w_foreseen = w0 + h * (b->phi + beta0 * t->f);
        const double beta = sense(b, size, t->v, foreseen, w_foreseen, guess * Q0);
        const double w = fabs(beta) > 1e-3 * b->largest ? t->v / beta : w_foreseen;
        double Q1 = Q0 + guess * (b->slope + 0.5 * guess * b->third);
        if (b->steady > 0.0 && fabs(beta) > TINY * b->largest && fabs(h * w) > SLOW * fabs(guess))
            Q1 = 0.5 * (t->Av + b->damping) * beta / w;
        gone = way(b, 0.5 * h * (w0 + w), t->p - t->from, beta, Q1);
        b->w = w;
        b->h = h;
        if (fabs(beta - foreseen) > OTHER * b->largest ||
            has_jumped(b, t->Av, gone, foreseen, beta)) { /* another path: a gear, a stop */
            b->points = 0.0;
            b->Q = b->slope = b->third = b->stiffening = b->held = 0.0;
            b->law = (mr_law){0};
            beta0 = beta; /* it says nothing about damping */
            b->jumps += 1.0;
        }
        push(b, b->at[0] + gone, beta);
        if (b->points <= 2.0)
            memset(b->sums, 0, sizeof b->sums);
        b->Q += gone * b->slope;
        bend_by_answers(b);
    }
    take_force(b, t, gone, beta0, w0);
    b->held += 0.5 * gone * (K0 + b->K);
    if (size >= WEAKER * b->largest)
        mr_law_note(&b->law, b->w, b->phi + b->held, -b->C);
    if (mr_bent_unevenness(b, b->h) <= MR_UNEVEN) /* a constant needs none */
        b->law.holds = 0.0;
    else if (b->law.holds == 0.0)
        b->lawless += 1.0;
    b->steps += 1.0;
    return gone;
}
