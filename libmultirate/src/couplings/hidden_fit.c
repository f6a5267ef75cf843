/* the modes behind an interface, from steps on trial
 *
 * First the poles: the reaction obeys a recurrence, whose coefficients follow by least squares; its
 * roots, seen through the slave's own rule, are those of the modes. Then their residues: with the
 * poles known the reaction is linear in them, and in where the modes were at the first step. Orders
 * are tried from below, until one explains all. */
#include "dense.h"
#include "hidden.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double TOLERANCE = 1e-11; /* columns that hang together */
static const double NOTHING = 1e-9;    /* of the accelerations: no reaction at all */
/* of the reaction, or of the accelerations if they are smaller, that is not explained */
static const double ALL = 1e-9, ENOUGH = 1e-6;
/* the same where the path within a step is not known: a cubic is taken for it */
static const double ENOUGH_EXACT = 1e-3;
static const double SAME_RULE = 1e-6; /* of a step: positions go with the mean of the velocities */
static const double SLOWEST = 0.02, GROWING = 1.02; /* bounds of roots */
/* square of what coordinates make of a mode that moves by itself, of what it does */
static const double ALONE = 1e-8;
/* part of the reaction that may be missed where such a mode is not driven; the same, of what it
 * does by itself (of a mode that is driven a little that is .03 to 1); and part of its motion that
 * may decay in the steps on trial */
static const double LITTLE = 1e-4, OF_FREE = 0.02, DECAYS = 0.1;
/* the same, as a multiple of what is missed where it is driven, of a slave that is not linear */
static const double ALIKE = 2.0;
/* radians a step beyond which a mode of a slave that is not linear is none: what saturates looks so
 * (dry friction), and its reaction in the run would be without bound */
static const double FASTEST = 100.0;
static const double RESOLVED = 2.5; /* radians a step, where the rule is not known */

typedef struct number {
    double re, im;
} number;

static number times(number a, number b) {
    return (number){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static number over(number a, number b) {
    const double size = b.re * b.re + b.im * b.im;
    return (number){(a.re * b.re + a.im * b.im) / size, (a.im * b.re - a.re * b.im) / size};
}

static double magnitude(number a) {
    return hypot(a.re, a.im);
}

/* roots of z^order = c[0] z^(order-1) + … + c[order-1], all at once (Weierstrass, Durand, Kerner)
 */
static void find_roots(int order, const double *c, number *root) {
    root[0] = (number){0.4, 0.9};
    for (int i = 1; i < order; i++)
        root[i] = times(root[i - 1], root[0]);
    for (int pass = 0; pass < 500; pass++) {
        double most = 0.0;
        for (int i = 0; i < order; i++) {
            number value = {1.0, 0.0}, others = {1.0, 0.0};
            for (int j = 0; j < order; j++) {
                value = times(value, root[i]);
                value.re -= c[j];
                if (j != i)
                    others =
                        times(others, (number){root[i].re - root[j].re, root[i].im - root[j].im});
            }
            const number change = over(value, others);
            root[i].re -= change.re;
            root[i].im -= change.im;
            most = fmax(most, magnitude(change));
        }
        if (!(most > 1e-15))
            return;
    }
}

/* 1/s, of a root; false: no rule makes it of a mode */
static bool pole_of(mr_hidden_rule rule, double h, number root, number *pole) {
    const double size = magnitude(root);
    if (!(size > SLOWEST && size < GROWING))
        return false;
    if (rule == MR_RULE_TRAPEZOIDAL) {
        *pole = over((number){root.re - 1.0, root.im}, (number){root.re + 1.0, root.im});
        pole->re *= 2.0 / h;
        pole->im *= 2.0 / h;
    } else {
        *pole = (number){log(size) / h, atan2(root.im, root.re) / h};
        if (magnitude(*pole) * h > RESOLVED)
            return false;
    }
    pole->re = fmin(pole->re, 0.0);
    return isfinite(pole->re) && isfinite(pole->im);
}

/* pairs of poles as modes: conjugate ones, real ones two by two, a last one with itself */
static bool pair(mr_hidden *hidden, mr_hidden_rule rule, double h, int order, const number *root) {
    int modes = 0;
    double waiting = 0.0;
    bool waits = false;
    for (int i = 0; i < order; i++) {
        number pole;
        if (!pole_of(rule, h, root[i], &pole))
            return false;
        const bool real = fabs(root[i].im) < 1e-9 * magnitude(root[i]);
        if (!real && root[i].im < 0.0)
            continue;
        if (real && !waits) {
            if (rule == MR_RULE_EXACT && root[i].re < 0.0)
                return false;
            waiting = pole.re;
            waits = true;
            continue;
        }
        if (modes == hidden->room)
            return false;
        hidden->stiffness[modes] = real ? waiting * pole.re : pole.re * pole.re + pole.im * pole.im;
        hidden->damping[modes++] = real ? -waiting - pole.re : -2.0 * pole.re;
        waits = waits && !real;
    }
    if (waits) {
        if (modes == hidden->room)
            return false;
        hidden->stiffness[modes] = waiting * waiting;
        hidden->damping[modes++] = -2.0 * waiting;
    }
    *hidden->modes = modes;
    return true;
}

static double largest(const mr_trial *trial, int column) {
    double most = 0.0;
    for (int k = 0; k < trial->count; k++)
        most = fmax(most, fabs(trial->motion[k * 2 * trial->n + column] -
                               (column < trial->n ? trial->motion[column] : 0.0)));
    return most > 0.0 ? most : 1.0;
}

/* do positions go with the mean of the velocities? */
static mr_hidden_rule rule_of(const mr_trial *trial) {
    const int n = trial->n;
    double most = 0.0, off = 0.0;
    for (int k = 1; k < trial->count; k++)
        for (int j = 0; j < n; j++) {
            const double *now = trial->motion + (k * 2 * n) + j, *before = now - (2 * n);
            const double gone = now[0] - before[0];
            most = fmax(most, fabs(gone));
            off = fmax(off, fabs(gone - 0.5 * trial->h * (before[n] + now[n])));
        }
    return off < SAME_RULE * most ? MR_RULE_TRAPEZOIDAL : MR_RULE_EXACT;
}

typedef struct space {
    double *A, *right, *x, *scratch; /* of least squares */
    double *z;                       /* motion of modes: count x 2 (n + 2) a mode */
    bool undriven[MR_HIDDEN_MODES];  /* modes that are to be explained without what drives them */
    double size;                     /* of the reaction: what is explained is a part of it */
} space;

/* coefficients of the recurrence of this order into s->x; false: too few steps */
static bool recur(const mr_trial *trial, mr_hidden_rule rule, int order, space *s) {
    const int n = trial->n, kinds = rule == MR_RULE_TRAPEZOIDAL ? 1 : 2;
    const int own = kinds * n * (order + 1) + 1, columns = order + n * own;
    const int rows = n * (trial->count - order);
    if (rows < columns + 4)
        return false;
    memset(s->A, 0, (size_t)rows * (size_t)columns * sizeof *s->A);
    for (int k = order, row = 0; k < trial->count; k++)
        for (int i = 0; i < n; i++, row++) {
            double *A = s->A + (size_t)row * (size_t)columns;
            for (int l = 1; l <= order; l++)
                A[l - 1] = trial->reaction[(k - l) * n + i];
            double *at = A + order + i * own;
            for (int l = 0; l <= order; l++)
                for (int j = 0; j < kinds * n; j++)
                    *at++ = trial->motion[(k - l) * 2 * n + j] - (j < n ? trial->motion[j] : 0.0);
            *at = 1.0;
            s->right[row] = trial->reaction[k * n + i];
        }
    return mr_dense_least_squares(rows, columns, s->A, s->right, TOLERANCE, s->x, s->scratch);
}

/* motion of each mode at each step: driven by each coordinate from rest, then freely from z = 1 and
 * from z' = 1 */
static void move(const mr_trial *trial, const mr_hidden *hidden, space *s) {
    const int n = trial->n, modes = (int)*hidden->modes, each = 2 * (n + 2);
    for (int m = 0; m < modes; m++)
        for (int j = 0; j < n + 2; j++) {
            double z[2] = {j == n ? 1.0 : 0.0, j == n + 1 ? 1.0 : 0.0};
            for (int k = 0; k < trial->count; k++) {
                const double *now = trial->motion + k * 2 * n, *before = now - 2 * n;
                if (k > 0 && j < n)
                    mr_hidden_advance((mr_hidden_rule)*hidden->rule, hidden->stiffness[m],
                                      hidden->damping[m], trial->h, before[j] - trial->motion[j],
                                      before[n + j], now[j] - trial->motion[j], now[n + j], z);
                else if (k > 0)
                    mr_hidden_advance((mr_hidden_rule)*hidden->rule, hidden->stiffness[m],
                                      hidden->damping[m], trial->h, 0.0, 0.0, 0.0, 0.0, z);
                double *to = s->z + (k * modes + m) * each + 2 * j;
                to[0] = z[0];
                to[1] = z[1];
            }
        }
}

/* columns of step k: per mode z and z' by each coordinate and two free motions; then p and 1 */
static void fill(const mr_trial *trial, const mr_hidden *hidden, const space *s, int k, double *A) {
    const int n = trial->n, modes = (int)*hidden->modes, each = 2 * (n + 2);
    for (int m = 0; m < modes; m++) {
        const double *z = s->z + (k * modes + m) * each;
        for (int j = 0; j < 2 * n; j++)
            *A++ = s->undriven[m] ? 0.0 : z[j];
        *A++ = z[2 * n];
        *A++ = z[2 * n + 2];
    }
    for (int j = 0; j < n; j++)
        *A++ = trial->motion[k * 2 * n + j] - trial->motion[j];
    *A = 1.0;
}

/* does the mode move by itself alone? What the coordinates make of it is nothing beside that */
static bool is_alone(const mr_trial *trial, const mr_hidden *hidden, const double *free_motion,
                     const space *s, int m) {
    const int n = trial->n, modes = (int)*hidden->modes, each = 2 * (n + 2);
    const int width = hidden->room * n;
    double driven = 0.0, free_part = 0.0;
    for (int k = 0; k < trial->count; k++)
        for (int i = 0; i < n; i++) {
            const double *z = s->z + (k * modes + m) * each;
            const double *start = free_motion + (i * modes + m) * 2;
            double sum = 0.0;
            for (int j = 0; j < n; j++)
                sum += hidden->of_position[i * width + m * n + j] * z[2 * j] +
                       hidden->of_velocity[i * width + m * n + j] * z[2 * j + 1];
            const double by_itself = start[0] * z[2 * n] + start[1] * z[2 * n + 2];
            driven += sum * sum;
            free_part += by_itself * by_itself;
        }
    return driven < ALONE * free_part;
}

/* a mode that no coordinate drives is a function of time: its pole is not seen through the slave's
 * rule, which it does not obey. false: no oscillation */
static bool set_alone(mr_hidden *hidden, double h, int m, const double *free_motion) {
    const int n = hidden->n, width = hidden->room * n, modes = (int)*hidden->modes;
    number pole = {-0.5 * hidden->damping[m], 0.0}, right;
    const double square = hidden->stiffness[m] - pole.re * pole.re;
    if (!(square > 0.0))
        return false;
    pole.im = sqrt(square);
    right = pole;
    if ((mr_hidden_rule)*hidden->rule == MR_RULE_TRAPEZOIDAL) {
        const number root = over((number){1.0 + 0.5 * h * pole.re, 0.5 * h * pole.im},
                                 (number){1.0 - 0.5 * h * pole.re, -0.5 * h * pole.im});
        right = (number){log(magnitude(root)) / h, atan2(root.im, root.re) / h};
    }
    hidden->drive[m] = 0.0;
    hidden->stiffness[m] = right.re * right.re + right.im * right.im;
    hidden->damping[m] = -2.0 * right.re;
    for (int i = 0; i < n; i++) {
        const double *start = free_motion + (i * modes + m) * 2;
        for (int j = 0; j < n; j++) {
            hidden->of_position[i * width + m * n + j] = i == j ? 1.0 : 0.0;
            hidden->of_velocity[i * width + m * n + j] = 0.0;
        }
        /* NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): each mode has one */
        hidden->z[m * n + i] = start[0];
        hidden->z[width + m * n + i] =
            right.re * start[0] - right.im * (pole.re * start[0] - start[1]) / pole.im;
    }
    return true;
}

/* where the modes were at the first step: what moved freely is theirs */
static bool find_start(const mr_trial *trial, mr_hidden *hidden, const double *free_motion,
                       space *s) {
    const int n = hidden->n, width = hidden->room * n, modes = (int)*hidden->modes;
    for (int m = 0; m < modes; m++) {
        hidden->drive[m] = 1.0;
        if (is_alone(trial, hidden, free_motion, s, m) &&
            set_alone(hidden, trial->h, m, free_motion))
            continue;
        const double stiffness = hidden->stiffness[m], damping = hidden->damping[m];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                const double A = hidden->of_position[i * width + m * n + j],
                             B = hidden->of_velocity[i * width + m * n + j];
                double *one = s->A + 2 * i * 2 * n + 2 * j, *two = one + 2 * n;
                one[0] = A;
                one[1] = B;
                two[0] = -B * stiffness;
                two[1] = A - B * damping;
            }
        for (int i = 0; i < n; i++) {
            /* NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): each mode has one */
            s->right[2 * i] = free_motion[(i * modes + m) * 2];
            s->right[2 * i + 1] = free_motion[(i * modes + m) * 2 + 1];
        }
        if (!mr_dense_least_squares(2 * n, 2 * n, s->A, s->right, 1e-7, s->x, s->scratch))
            return false;
        for (int j = 0; j < n; j++) {
            hidden->z[m * n + j] = s->x[2 * j];
            hidden->z[width + m * n + j] = s->x[2 * j + 1];
        }
    }
    return true;
}

/* mean square of the change of coordinate i's velocity in a step, as an acceleration */
static double accelerated(const mr_trial *trial, int i) {
    const int n = trial->n;
    double sum = 0.0, mean = 0.0;
    for (int pass = 0; pass < 2; pass++)
        for (int k = 1; k < trial->count; k++) {
            const double *now = trial->motion + k * 2 * n + n + i;
            const double a = (now[0] - now[-2 * n]) / trial->h;
            if (pass == 0)
                mean += a / (trial->count - 1);
            else
                sum += (a - mean) * (a - mean);
        }
    return sum;
}

/* residues and start; part of the reaction that they do not explain, or a huge number */
static double explain(const mr_trial *trial, mr_hidden *hidden, space *s) {
    const int n = trial->n, modes = (int)*hidden->modes, width = hidden->room * n;
    const int columns = modes * (2 * n + 2) + n + 1;
    double free_motion[2 * MR_HIDDEN_MODES * MR_HIDDEN_COORDINATES], missed = 0.0, all = 0.0,
                                                                     moved = 0.0;
    if (n > MR_HIDDEN_COORDINATES || trial->count < columns + 4)
        return HUGE_VAL;
    move(trial, hidden, s);
    for (int i = 0; i < n; i++) {
        double mean = 0.0;
        moved += accelerated(trial, i);
        for (int k = 0; k < trial->count; k++) {
            fill(trial, hidden, s, k, s->A + (size_t)k * (size_t)columns);
            s->right[k] = trial->reaction[k * n + i];
            mean += s->right[k] / trial->count;
        }
        if (!mr_dense_least_squares(trial->count, columns, s->A, s->right, TOLERANCE, s->x,
                                    s->scratch))
            return HUGE_VAL;
        for (int k = 0; k < trial->count; k++) {
            double off = trial->reaction[k * n + i], *row = s->A;
            all += (off - mean) * (off - mean);
            fill(trial, hidden, s, k, row);
            for (int c = 0; c < columns; c++)
                off -= row[c] * s->x[c];
            missed += off * off;
        }
        for (int m = 0; m < modes; m++) {
            const double *x = s->x + m * (2 * n + 2);
            for (int j = 0; j < n; j++) {
                hidden->of_position[i * width + m * n + j] = x[2 * j];
                hidden->of_velocity[i * width + m * n + j] = x[2 * j + 1];
            }
            free_motion[(i * modes + m) * 2] = x[2 * n];
            free_motion[(i * modes + m) * 2 + 1] = x[2 * n + 1];
        }
        for (int j = 0; j < n; j++)
            hidden->direct[i * n + j] = s->x[modes * (2 * n + 2) + j];
    }
    if (!find_start(trial, hidden, free_motion, s))
        return HUGE_VAL;
    s->size = fmin(all, moved);
    return s->size > 0.0 ? sqrt(missed / s->size) : HUGE_VAL;
}

static bool reacts(const mr_trial *trial) {
    const int n = trial->n;
    for (int i = 0; i < n; i++) {
        const double fast = largest(trial, n + i) / trial->h;
        for (int k = 1; k < trial->count; k++)
            if (fabs(trial->reaction[k * n + i] - trial->reaction[i]) > NOTHING * fast)
                return true;
    }
    return false;
}

static bool is_plausible(const mr_hidden *hidden, double h) {
    for (int m = 0; m < (int)*hidden->modes; m++)
        if (!(h * fmax(sqrt(fabs(hidden->stiffness[m])), fabs(hidden->damping[m])) < FASTEST))
            return false;
    return true;
}

/* stiffness and damping of all modes, as the slave's rule shows them */
typedef struct poles {
    double stiffness[MR_HIDDEN_MODES], damping[MR_HIDDEN_MODES];
} poles;

static void keep_poles(const mr_hidden *hidden, poles *p) {
    const size_t bytes = (size_t)*hidden->modes * sizeof *hidden->stiffness;
    memcpy(p->stiffness, hidden->stiffness, bytes);
    memcpy(p->damping, hidden->damping, bytes);
}

static double explain_with(const mr_trial *trial, mr_hidden *hidden, const poles *p, space *s) {
    const size_t bytes = (size_t)*hidden->modes * sizeof *hidden->stiffness;
    memcpy(hidden->stiffness, p->stiffness, bytes);
    memcpy(hidden->damping, p->damping, bytes);
    return explain(trial, hidden, s);
}

/* part of the reaction that mode m has by itself, as if no coordinate drove it */
static double free_part(const mr_trial *trial, const mr_hidden *hidden, int m, const space *s) {
    const int n = trial->n, width = hidden->room * n;
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
        const double z = hidden->z[m * n + i], rate = hidden->z[width + m * n + i];
        sum += z * z + rate * rate / hidden->stiffness[m];
    }
    return sqrt(0.5 * trial->count * sum / s->size);
}

/* A force that changes with time and is weak beside the pushes looks like a mode that coordinates
 * drive a little, because poles are not exact. Where the reaction is explained without what
 * drives it, too, it moves by itself, and not by the slave's rule. But a mode that is driven a
 * little, from rest, swings as if it did. Those that are missed least come
 * first. missed: what all driven modes miss */
static void leave_alone(const mr_trial *trial, mr_hidden *hidden, const poles *p, double missed,
                        double nearly, const mr_trial *other, space *s) {
    const double lasting = -2.0 * log(1.0 - DECAYS) / (trial->h * (trial->count - 1));
    const double little = fmax(LITTLE, fmin(ALIKE * missed, nearly));
    double elsewhere = other ? mr_hidden_missed(hidden, other, NULL, NULL).of_reaction : 0.0;
    for (bool goes_on = true; goes_on;) {
        int best = MR_NONE;
        double least = little;
        for (int m = 0; m < (int)*hidden->modes; m++) {
            if (s->undriven[m] || !(p->damping[m] < lasting))
                continue;
            s->undriven[m] = true;
            const double now = explain_with(trial, hidden, p, s);
            s->undriven[m] = false;
            if (hidden->drive[m] != 0.0 ||
                (nearly == 0.0 && now > OF_FREE * free_part(trial, hidden, m, s)))
                continue;
            const double there =
                other ? mr_hidden_missed(hidden, other, NULL, NULL).of_reaction : HUGE_VAL;
            if (now < least || there < elsewhere) {
                least = fmin(now, least);
                elsewhere = fmin(there, elsewhere);
                best = m;
            }
        }
        goes_on = best != MR_NONE;
        if (goes_on)
            s->undriven[best] = true;
    }
    (void)explain_with(trial, hidden, p, s);
}

static bool search(mr_hidden *hidden, const mr_trial *trial, int order, double nearly,
                   const mr_trial *other, double *best, space *s) {
    const size_t size = (size_t)mr_hidden_size(hidden->n, hidden->room);
    double *kept = best + 1, least = HUGE_VAL;
    const mr_hidden_rule rule = rule_of(trial);
    poles now, seen = {{0}, {0}};
    for (int o = 1; o <= order && least > ALL; o++) {
        number root[MR_HIDDEN_ORDER];
        *hidden->rule = rule;
        if (!recur(trial, rule, o, s))
            break;
        find_roots(o, s->x, root);
        if (!pair(hidden, rule, trial->h, o, root) ||
            (nearly > 0.0 && !is_plausible(hidden, trial->h)))
            continue;
        keep_poles(hidden, &now);
        const double missed = explain(trial, hidden, s);
        if (missed < 0.1 * least) {
            least = missed;
            seen = now;
            memcpy(kept, hidden->modes, size * sizeof *kept);
        }
    }
    *best = least;
    const double enough = rule == MR_RULE_EXACT ? ENOUGH_EXACT : ENOUGH;
    if (!(least < (nearly > 0.0 ? nearly : enough)))
        return false;
    memcpy(hidden->modes, kept, size * sizeof *kept);
    leave_alone(trial, hidden, &seen, least, nearly, other, s);
    return true;
}

bool mr_hidden_fit(mr_hidden *hidden, const mr_trial *trial, int order, double nearly,
                   const mr_trial *other) {
    const int n = hidden->n, size = mr_hidden_size(n, hidden->room);
    memset(hidden->modes, 0, (size_t)size * sizeof *hidden->modes);
    for (int j = 0; j < n; j++)
        hidden->origin[j] = trial->motion[j];
    if (order > MR_HIDDEN_ORDER)
        order = MR_HIDDEN_ORDER;
    *hidden->rule = rule_of(trial);
    if (!reacts(trial))
        return true; /* nothing is hidden */
    const size_t coordinates = (size_t)n, states = (size_t)order, count = (size_t)trial->count;
    const size_t columns = states + coordinates * (2 * coordinates * (states + 1) + 1) +
                           states * (2 * coordinates + 2) + coordinates + 1;
    const size_t rows = coordinates * count + 4 * coordinates;
    const size_t modes = MR_HIDDEN_MODES * count * 2 * (coordinates + 2);
    double *block =
        calloc(rows * columns + rows + 4 * columns + modes + 1 + (size_t)size, sizeof *block);
    if (!block)
        return false;
    space s = {.A = block, .right = block + rows * columns};
    s.x = s.right + rows;
    s.scratch = s.x + columns;
    s.z = s.scratch + 3 * columns;
    const bool found = search(hidden, trial, order, nearly, other, s.z + modes, &s);
    free(block);
    if (!found) {
        memset(hidden->modes, 0, (size_t)size * sizeof *hidden->modes);
        for (int j = 0; j < n; j++)
            hidden->origin[j] = trial->motion[j];
        *hidden->rule = rule_of(trial);
        return false;
    }
    for (int j = 0; j < n; j++)
        hidden->origin[j] = trial->motion[j];
    return true;
}
