/* strangers at random: chains of one to four masses whose links are springs with, by chance, a law
 * of another kind beside them, and tones */
#include "strangers.h"

#include "common/random.h"

#include <math.h>
#include <stdio.h>

enum { MASSES = 4 };

typedef enum law {
    PLAIN,
    STIFFENING,
    SOFTENING,
    DRAG,
    FRICTION,
    YIELDING,
    ONE_WAY,
    STOP,
    HYSTERESIS,
    RELAXING,
    LAWS
} law;

typedef struct link {
    law law;
    double k, c;       /* N/m, N s/m */
    double size;       /* of the law: its force or coefficient */
    double scale;      /* m or m/s where it bends */
    int state;         /* of first order, if it has one */
    double tone, turn; /* a force on the mass before it, N and rad/s; 0: none */
} link;

static struct {
    int count;
    link link[MASSES]; /* of mass i with the next one, or with the ground */
} drawn;

static const double TURN = 6.283185307179586;

static double force_of(const link *l, double e, double r, const double *z, double *rate) {
    const double f = l->k * e + l->c * r;
    switch (l->law) {
    case STIFFENING:
        return f + l->k * l->size * e * e * e;
    case SOFTENING:
        return l->c * r + l->k * l->scale * tanh(e / l->scale);
    case DRAG:
        return f + l->size * r * fabs(r);
    case FRICTION:
    case YIELDING:
        return f + l->size * tanh(r / l->scale);
    case ONE_WAY:
        return f + (r > 0.0 ? l->size : 0.0) * r;
    case STOP:
        return f + (e < -l->scale ? l->size * l->k * (e + l->scale) : 0.0);
    case HYSTERESIS: /* as in strangers.c */
        rate[l->state] =
            r - 0.5 * (fabs(r) * fabs(z[l->state]) * z[l->state] + r * z[l->state] * z[l->state]) /
                    (l->scale * l->scale);
        return l->c * r + l->k * (0.4 * e + 0.6 * z[l->state]);
    case RELAXING:
        rate[l->state] = (e - z[l->state]) / l->scale;
        return f + l->size * l->k * (e - z[l->state]);
    default:
        return f;
    }
}

static void forces(double t, const double *q, const double *v, const double *z, double *force,
                   double *rate) {
    const int n = drawn.count;
    for (int i = 0; i < n; i++) {
        const link *l = &drawn.link[i];
        const double e = q[i] - (i + 1 < n ? q[i + 1] : 0.0);
        const double f = force_of(l, e, v[i] - (i + 1 < n ? v[i + 1] : 0.0), z, rate);
        force[i] -= f;
        if (i + 1 < n)
            force[i + 1] += f;
        if (l->tone != 0.0)
            force[i] += l->tone * cos(l->turn * t + i);
    }
}

static double uniform(uint64_t *random, double low, double high) {
    return low + (high - low) * cm_random_unit(random);
}

/* with equal chances on a scale of logarithms */
static double between(uint64_t *random, double low, double high) {
    return low * pow(high / low, uniform(random, 0.0, 1.0));
}

static void draw_link(uint64_t *random, const stranger *s, int i, double stiff, double strange,
                      link *l, int *states) {
    const double mass = s->mass[i];
    const bool is_stiff = i + 1 < drawn.count && uniform(random, 0.0, 1.0) < stiff;
    const double turn = TURN * (is_stiff ? between(random, 20.0, 60.0) : between(random, 0.7, 8.0));
    *l = (link){.k = mass * turn * turn,
                .c = uniform(random, 0.0, 1.0) < 0.5 ? 0.0 : 0.04 * mass * turn};
    if (uniform(random, 0.0, 1.0) < 0.2) {
        l->tone = mass * between(random, 1.0, 20.0);
        l->turn = between(random, 8.0, 80.0);
    }
    const double dice = uniform(random, 0.0, 1.0);
    l->law = dice < strange ? (law)(1 + (int)(dice / strange * (LAWS - 1))) : PLAIN;
    const double travel = 0.3, speed = travel * fmin(turn, 20.0);
    switch (l->law) {
    case STIFFENING:
        l->size = between(random, 0.3, 6.0);
        break;
    case SOFTENING:
        l->scale = between(random, 0.1, 1.0);
        break;
    case DRAG:
        l->size = between(random, 0.1, 1.0) * mass * turn / speed;
        break;
    case FRICTION:
        l->scale = between(random, 0.02, 0.1);
        l->size = between(random, 0.02, 0.3) * mass * turn * turn * travel;
        break;
    case YIELDING:
        l->scale = between(random, 0.2, 1.0);
        l->size = between(random, 0.05, 0.5) * mass * turn * travel;
        break;
    case ONE_WAY:
        l->size = between(random, 0.1, 0.8) * mass * turn;
        break;
    case STOP:
        l->scale = between(random, 0.05, 0.3);
        l->size = between(random, 1.0, 8.0);
        break;
    case HYSTERESIS:
        l->scale = between(random, 0.01, 0.1);
        l->state = (*states)++;
        break;
    case RELAXING:
        l->scale = between(random, 0.01, 0.2);
        l->size = between(random, 0.3, 4.0);
        l->state = (*states)++;
        break;
    default:
        break;
    }
}

const stranger *stranger_draw(unsigned long number, double strange) {
    static stranger s;
    static char name[64];
    static const char letters[] = ".csdfyo|hr";
    uint64_t random = number * 7919 + 17;
    for (int k = 0; k < 10; k++)
        (void)cm_random_bits(&random);
    drawn.count = 1 + (int)uniform(&random, 0.0, MASSES - 0.001);
    s = (stranger){.name = name, .masses = drawn.count, .h = 0.01, .forces = forces};
    for (int i = 0; i < drawn.count; i++)
        s.mass[i] = between(&random, 3.0, 60.0);
    const double start = uniform(&random, 0.3, 0.6);
    for (int i = 0; i < drawn.count; i++) {
        s.start[i] = start;
        draw_link(&random, &s, i, 0.25, strange, &drawn.link[i], &s.others);
    }
    int used = snprintf(name, sizeof name, "%lu ", number);
    for (int i = 0; i < drawn.count; i++)
        used += snprintf(name + used, sizeof name - (size_t)used, "%c%s%s",
                         letters[drawn.link[i].law], drawn.link[i].tone != 0.0 ? "~" : "",
                         drawn.link[i].k > s.mass[i] * pow(TURN * 20.0, 2) ? "!" : "");
    return &s;
}
