/* the systems, and their reference */
#include "unseen.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const double TURN = 6.283185307179586;

static const unseen_system ordinary = {
    .base = 1.0, .step = 0.01, .duration = 5.0, .master_start = 0.6};

static double square(double x) {
    return x * x;
}

/* a chain: spring i holds mass i to mass i + 1, the last one to the ground; its frequency is meant
 * on mass i */
static void chain(unseen_system *s, int masses, const double *mass, const double *hertz,
                  double zeta) {
    s->masses = s->springs = masses;
    for (int i = 0; i < masses; i++) {
        const double k = mass[i] * square(TURN * hertz[i]);
        s->mass[i] = mass[i];
        s->spring[i] = (unseen_spring){
            i, i + 1 < masses ? i + 1 : -1, k, 2.0 * zeta * k / (TURN * hertz[i]), 0.0, 0.0};
        s->start[i] = 0.5;
        s->finest = fmax(s->finest, 2.0 * TURN * hertz[i]);
    }
}

/* a generator of its own, so that every machine draws the same systems */
static double draw(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 9007199254740992.0;
}

static void random_system(int number, unseen_system *s) {
    uint64_t state = 977u * (uint64_t)number + 5u;
    for (int i = 0; i < 8; i++)
        (void)draw(&state);
    double mass[UNSEEN_MASSES], hertz[UNSEEN_MASSES];
    const int masses = 2 + (int)(3.0 * draw(&state));
    for (int i = 0; i < masses; i++) {
        mass[i] = 2.0 * pow(25.0, draw(&state));
        hertz[i] = i == masses - 1 ? 1.0 : 2.0 * pow(6.0, draw(&state));
    }
    const char *kind = "soft";
    if (number % 4 == 1) { /* beyond what the slave's step resolves */
        hertz[0] = 50.0 * pow(4.0, draw(&state));
        kind = "stiff";
    }
    chain(s, masses, mass, hertz, number % 2 ? 0.005 + 0.02 * draw(&state) : 0.0);
    if (number % 4 == 3) {
        s->spring[0].cubic = 4.0 * s->spring[0].stiffness;
        kind = "cubic";
    }
    (void)snprintf(s->name, sizeof s->name, "random %d (%d, %s%s)", number, masses, kind,
                   number % 2 ? ", damped" : "");
}

/* a wheel between the road and a body on a damped spring; the master pushes the wheel */
static void quarter_car(unseen_system *s, const char *name, double tyre) {
    const double wheel = 4.0, body = 40.0, k = body * square(TURN * 1.2);
    (void)snprintf(s->name, sizeof s->name, "%s", name);
    chain(s, 2, (double[]){wheel, body}, (double[]){1.0, 1.0}, 0.0);
    s->spring[0] = (unseen_spring){0, 1, k, 2.0 * 0.3 * sqrt(k * body), 0.0, 0.0};
    s->spring[1] =
        (unseen_spring){0, -1, wheel * square(TURN * tyre), 0.02 * wheel * TURN * tyre, 0.0, 0.0};
    s->start[1] = 0.45;
    s->finest = 2.0 * TURN * tyre;
}

/* two gears with backlash, or stops, in one chain */
static void two_gaps(unseen_system *s) {
    (void)snprintf(s->name, sizeof s->name, "two gaps");
    chain(s, 3, (double[]){10.0, 15.0, 60.0}, (double[]){6.0, 5.0, 1.0}, 0.02);
    s->spring[0].gap = 0.02;
    s->spring[1].gap = 0.01;
    s->start[0] = 0.54;
}

/* beside the numbered ones, whose numbers stay */
static int one_more(int index, unseen_system *s) {
    if (index == UNSEEN_MORE)
        quarter_car(s, "quarter car, soft tyre", 10.0);
    else if (index == UNSEEN_MORE + 1)
        quarter_car(s, "quarter car, stiff tyre", 80.0);
    else if (index == UNSEEN_MORE + 2)
        two_gaps(s);
    else
        return 0;
    return 1;
}

/* the master pulls where it begins, at a tenth of a metre or radian */
void unseen_mechanism(int number, unseen_system *s) {
    double q[TREE_LINKS], v[TREE_LINKS], motion[2];
    *s = ordinary;
    unseen_tree_draw(number, &s->tree, s->name, sizeof s->name);
    for (int i = 0; i < s->tree.count; i++) {
        q[i] = s->start[i] = s->tree.link[i].start;
        v[i] = s->rate[i] = s->tree.link[i].rate;
        s->finest = 120.0;
    }
    unseen_tree_interface(&s->tree, q, v, motion);
    s->master_start = motion[0] + 0.1;
}

int unseen_system_at(int index, unseen_system *s) {
    *s = ordinary;
    if (index < 0)
        return 0;
    if (index >= UNSEEN_MORE && index < UNSEEN_MORE + UNSEEN_MORE_COUNT)
        return one_more(index, s);
    if (index >= UNSEEN_NAMED) {
        random_system(index - UNSEEN_NAMED + 1, s);
        return 1;
    }
    static const char *const names[UNSEEN_NAMED] = {"one mass", "chain 10/100",  "chain 3/30",
                                                    "bushing",  "tip",           "five",
                                                    "pendulum", "pendulum over", "drive train"};
    (void)snprintf(s->name, sizeof s->name, "%s", names[index]);
    switch (index) {
    case 0:
        chain(s, 1, (double[]){10.0}, (double[]){1.0}, 0.0);
        break;
    case 1:
        chain(s, 2, (double[]){10.0, 100.0}, (double[]){5.0, 1.0}, 0.0);
        break;
    case 2:
        chain(s, 2, (double[]){3.0, 30.0}, (double[]){5.0, 1.0}, 0.0);
        break;
    case 3:
        chain(s, 2, (double[]){0.5, 10.0}, (double[]){200.0, 1.0}, 0.0);
        s->spring[0].damping = 2.0 * 0.02 * 0.5 * TURN * 200.0;
        break;
    case 4:
        chain(s, 3, (double[]){0.5, 10.0, 100.0}, (double[]){200.0, 5.0, 1.0}, 0.0);
        s->spring[0].damping = 2.0 * 0.02 * 0.5 * TURN * 200.0;
        break;
    case 5:
        chain(s, 5, (double[]){10.0, 5.0, 20.0, 10.0, 50.0}, (double[]){6.0, 9.0, 4.0, 7.0, 1.0},
              0.0);
        break;
    case 6:
    case 7:
        s->base = 0.5;
        s->step = 0.02;
        s->duration = 10.0;
        s->start[0] = index == 6 ? 1.2 : 1.9;
        s->master_start = sin(s->start[0]) + 0.1;
        s->finest = 10.0;
        break;
    default: /* motor side inertia behind a gear with backlash, damped mesh */
        chain(s, 2, (double[]){10.0, 40.0}, (double[]){8.0, 1.0}, 0.02);
        s->spring[0].gap = 0.02;
        s->start[0] = 0.55;
        break;
    }
    return 1;
}

static int write_pendulum(const unseen_system *s, FILE *file) {
    return fprintf(file,
                   "title: pendulum\nplanar: yes\ngravity: [0, -9.81, 0]\n"
                   "points: {pivot: [0, 0], bob: [%.17g, %.17g]}\n"
                   "bodies:\n  - {name: bob, particle: bob, mass: 10}\n"
                   "joints:\n  - {name: rod, type: distance, bodies: [ground, bob], at: pivot, to: "
                   "bob}\n"
                   "elements:\n  - {name: push, type: force, at: bob.bob, direction: [1, 0, 0], "
                   "value: \"f\"}\n"
                   "inputs:\n  - {name: f, unit: N}\n"
                   "outputs:\n  - {name: x, position: bob.bob.x, unit: m}\n"
                   "  - {name: v, velocity: bob.bob.x, unit: m/s}\n"
                   "  - {name: a, acceleration: bob.bob.x, unit: m/s2}\n"
                   "integration: {step: %.17g}\n",
                   sin(s->start[0]), -cos(s->start[0]), s->step) > 0;
}

static void write_spring(const unseen_system *s, int i, FILE *file) {
    const unseen_spring *p = &s->spring[i];
    char coordinate[16];
    (void)snprintf(coordinate, sizeof coordinate, p->b < 0 ? "s%d" : "r%d", p->b < 0 ? p->a : i);
    if (p->gap > 0.0)
        (void)fprintf(file,
                      "  - {name: k%d, type: torsion, on: %s, damping: %.17g, torque: "
                      "\"-%.17g*(x - min(max(x, -%.17g), %.17g))\"}\n",
                      i, coordinate, p->damping, p->stiffness, p->gap, p->gap);
    else if (p->cubic > 0.0)
        (void)fprintf(file,
                      "  - {name: k%d, type: torsion, on: %s, damping: %.17g, torque: "
                      "\"-%.17g*x - %.17g*x^3\"}\n",
                      i, coordinate, p->damping, p->stiffness, p->cubic);
    else
        (void)fprintf(
            file,
            "  - {name: k%d, type: torsion, on: %s, stiffness: %.17g, damping: %.17g, rest: 0}\n",
            i, coordinate, p->stiffness, p->damping);
}

int unseen_write(const unseen_system *s, const char *path) {
    FILE *file = fopen(path, "w");
    if (!file)
        return 0;
    if (s->masses == 0) {
        const int good =
            s->tree.count ? unseen_tree_write(&s->tree, s->step, file) : write_pendulum(s, file);
        return fclose(file) == 0 && good;
    }
    (void)fprintf(file, "title: masses\nplanar: yes\npoints:\n");
    for (int i = 0; i < s->masses; i++)
        (void)fprintf(file, "  P%d: [0, %d]\n", i, i);
    (void)fprintf(file, "vectors: {x1: [1, 0]}\nbodies:\n");
    for (int i = 0; i < s->masses; i++)
        (void)fprintf(file, "  - {name: b%d, particle: P%d, mass: %.17g}\n", i, i, s->mass[i]);
    (void)fprintf(file, "joints:\n");
    for (int i = 0; i < s->masses; i++)
        (void)fprintf(file,
                      "  - {name: j%d, type: point_on_line, bodies: [ground, b%d], at: P%d, axis: "
                      "x1, slide: s%d}\n",
                      i, i, i, i);
    const char *head = "relations:\n";
    for (int i = 0; i < s->springs; i++)
        if (s->spring[i].b >= 0) {
            (void)fprintf(file, "%s  - {coordinate: r%d, terms: {s%d: 1, s%d: -1}}\n", head, i,
                          s->spring[i].a, s->spring[i].b);
            head = "";
        }
    (void)fprintf(file, "elements:\n  - {name: push, type: torsion, on: s0, torque: \"f\"}\n");
    for (int i = 0; i < s->springs; i++)
        write_spring(s, i, file);
    (void)fprintf(file, "inputs:\n  - {name: f, unit: N}\n"
                        "outputs:\n  - {name: x, position: s0, unit: m}\n"
                        "  - {name: v, velocity: s0, unit: m/s}\n"
                        "  - {name: a, acceleration: s0, unit: m/s2}\n"
                        "start:\n  positions: {");
    for (int i = 0; i < s->masses; i++)
        (void)fprintf(file, "%ss%d: %.17g", i ? ", " : "", i, s->start[i]);
    (void)fprintf(file, "}\nintegration: {step: %.17g}\n", s->step);
    return fclose(file) == 0;
}

int unseen_coordinates(const unseen_system *s) {
    return s->tree.count ? s->tree.count : s->masses > 0 ? s->masses : 1;
}

static void derivatives(const unseen_system *s, double fr, const double *x, double *d) {
    const int n = unseen_coordinates(s);
    const double *q = x + 2, *v = q + n;
    double *a = d + 2 + n, motion[2];
    unseen_interface_motion(s, x, motion);
    const double k1 = square(TURN * s->base), force = k1 * square(fr) * (x[0] - motion[0]);
    d[0] = x[1];
    d[1] = -k1 * x[0] - force;
    memcpy(d + 2, v, (size_t)n * sizeof *v);
    if (s->tree.count) {
        unseen_tree_accelerations(&s->tree, q, v, force, a);
        return;
    }
    if (s->masses == 0) {
        a[0] = -9.81 * sin(q[0]) + force * cos(q[0]) / 10.0;
        return;
    }
    for (int i = 0; i < n; i++)
        a[i] = i == 0 ? force : 0.0;
    for (int i = 0; i < s->springs; i++) {
        const unseen_spring *c = &s->spring[i];
        const double e = q[c->a] - (c->b >= 0 ? q[c->b] : 0.0),
                     r = v[c->a] - (c->b >= 0 ? v[c->b] : 0.0);
        const double f = c->stiffness * (e - fmin(fmax(e, -c->gap), c->gap)) +
                         c->cubic * e * e * e + c->damping * r;
        a[c->a] -= f;
        if (c->b >= 0)
            a[c->b] += f;
    }
    for (int i = 0; i < n; i++)
        a[i] /= s->mass[i];
}

void unseen_interface_motion(const unseen_system *s, const double *x, double *motion) {
    const int n = unseen_coordinates(s);
    if (s->tree.count) {
        unseen_tree_interface(&s->tree, x + 2, x + 2 + n, motion);
        return;
    }
    motion[0] = s->masses > 0 ? x[2] : sin(x[2]);
    motion[1] = s->masses > 0 ? x[2 + n] : cos(x[2]) * x[2 + n];
}

void unseen_reference_start(const unseen_system *s, double *state) {
    const int n = unseen_coordinates(s);
    state[0] = s->master_start;
    state[1] = 0.0;
    memcpy(state + 2, s->start, (size_t)n * sizeof *state);
    memcpy(state + 2 + n, s->rate, (size_t)n * sizeof *state);
}

/* classical Runge-Kutta in as many pieces as the fastest motion needs */
void unseen_reference_step(const unseen_system *s, double fr, double h, double *x) {
    enum { MOST = 2 + 2 * UNSEEN_MASSES };
    const int n = 2 + 2 * unseen_coordinates(s);
    const double fastest = fmax(s->finest, TURN * s->base * fr);
    const int pieces = 1 + (int)(h * fastest / 0.02);
    const double d = h / pieces;
    for (int piece = 0; piece < pieces; piece++) {
        double k[4][MOST], y[MOST];
        for (int g = 0; g < 4; g++) {
            for (int i = 0; i < n; i++)
                y[i] = x[i] + (g == 0 ? 0.0 : (g == 3 ? d : 0.5 * d) * k[g - 1][i]);
            derivatives(s, fr, y, k[g]);
        }
        for (int i = 0; i < n; i++)
            x[i] += d / 6.0 * (k[0][i] + 2.0 * k[1][i] + 2.0 * k[2][i] + k[3][i]);
    }
}
