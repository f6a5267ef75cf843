#include "trees.h"

#include "common/random.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* a point in the plane: where it is, how it moves with each coordinate, and its acceleration while
 * no coordinate has one */
typedef struct point {
    double at[2], by[2][TREE_LINKS], bias[2];
} point;

typedef struct frame { /* of a link */
    double angle, spin, by[TREE_LINKS];
    point pin;
} frame;

/* the point of a link at a part of its length */
static point along(const unseen_tree *t, const frame *f, int link, double part) {
    const double d = part * t->link[link].length, c = d * cos(f->angle), s = d * sin(f->angle);
    point p = f->pin;
    p.at[0] += c;
    p.at[1] += s;
    p.bias[0] -= c * f->spin * f->spin;
    p.bias[1] -= s * f->spin * f->spin;
    for (int k = 0; k < t->count; k++) {
        p.by[0][k] -= s * f->by[k];
        p.by[1][k] += c * f->by[k];
    }
    return p;
}

static void place(const unseen_tree *t, const double *q, const double *v, frame *frames) {
    for (int i = 0; i < t->count; i++) {
        const unseen_link *l = &t->link[i];
        frame *f = &frames[i];
        memset(f, 0, sizeof *f);
        if (l->parent >= 0) {
            const frame *on = &frames[l->parent];
            const point pin = along(t, on, l->parent, l->place);
            *f = *on;
            f->pin = pin;
        }
        if (l->slides) {
            f->pin.at[0] += q[i];
            f->pin.by[0][i] = 1.0;
        } else {
            f->angle += q[i];
            f->spin += v[i];
            f->by[i] = 1.0;
        }
    }
}

/* M a = b by Gauss's elimination: M is positive definite */
static void solve(int n, double M[TREE_LINKS][TREE_LINKS], double *b) {
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            const double factor = M[i][k] / M[k][k];
            for (int j = k; j < n; j++)
                M[i][j] -= factor * M[k][j];
            b[i] -= factor * b[k];
        }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++)
            b[k] -= M[k][j] * b[j];
        b[k] /= M[k][k];
    }
}

void unseen_tree_accelerations(const unseen_tree *t, const double *q, const double *v,
                               double effort, double *a) {
    double M[TREE_LINKS][TREE_LINKS] = {{0}};
    frame frames[TREE_LINKS];
    const int n = t->count;
    place(t, q, v, frames);
    for (int i = 0; i < n; i++) {
        const unseen_link *l = &t->link[i];
        a[i] = -l->stiffness * (q[i] - l->start) - l->damping * v[i];
    }
    for (int i = 0; i < n; i++) {
        const unseen_link *l = &t->link[i];
        const point centre = along(t, &frames[i], i, 0.5);
        const double inertia = l->mass * l->length * l->length / 12.0;
        for (int j = 0; j < n; j++) {
            a[j] -= l->mass *
                    (centre.by[0][j] * centre.bias[0] + centre.by[1][j] * (centre.bias[1] + 9.81));
            for (int k = 0; k < n; k++)
                M[j][k] += l->mass * (centre.by[0][j] * centre.by[0][k] +
                                      centre.by[1][j] * centre.by[1][k]) +
                           inertia * frames[i].by[j] * frames[i].by[k];
        }
    }
    const point tip = along(t, &frames[t->pushed], t->pushed, 1.0);
    for (int j = 0; j < n; j++)
        a[j] += effort * (t->turned ? j == t->pushed : tip.by[0][j]);
    solve(n, M, a);
}

void unseen_tree_interface(const unseen_tree *t, const double *q, const double *v, double *motion) {
    frame frames[TREE_LINKS];
    if (t->turned) {
        motion[0] = q[t->pushed] - t->link[t->pushed].start;
        motion[1] = v[t->pushed];
        return;
    }
    place(t, q, v, frames);
    const point tip = along(t, &frames[t->pushed], t->pushed, 1.0);
    motion[0] = tip.at[0];
    motion[1] = 0.0;
    for (int k = 0; k < t->count; k++)
        motion[1] += tip.by[0][k] * v[k];
}

static void draw_link(uint64_t *random, int i, int cart, unseen_link *l) {
    const double down = -1.5707963267948966;
    l->parent = i - 1;
    l->place = i == 1 && cart ? 0.0 : cm_random_unit(random) < 0.75 ? 1.0 : 0.5;
    l->length = 0.4 + 0.8 * cm_random_unit(random);
    l->mass = 4.0 * pow(8.0, cm_random_unit(random));
    const double bend = 2.4 * cm_random_unit(random) - 1.2;
    l->start = bend + (i == 0 || (i == 1 && cart) ? down : 0.0);
    l->rate = cm_random_unit(random) < 0.5 ? 0.0 : 4.0 * cm_random_unit(random) - 2.0;
    const double inertia = l->mass * l->length * l->length / 3.0, turn = 6.283185307179586;
    const double hertz = 1.0 + 7.0 * cm_random_unit(random);
    if (cm_random_unit(random) < 0.5)
        l->stiffness = inertia * turn * turn * hertz * hertz;
    if (cm_random_unit(random) < 0.5)
        l->damping = 2.0 * 0.05 * cm_random_unit(random) * inertia * turn * hertz;
}

void unseen_tree_draw(int number, unseen_tree *t, char *name, int size) {
    uint64_t random = 0x9e3779b97f4a7c15u * (uint64_t)(number + 1);
    *t = (unseen_tree){.count = 1 + (int)(3.0 * cm_random_unit(&random))};
    const int cart = cm_random_unit(&random) < 0.35;
    t->count += cart;
    for (int i = 0; i < t->count; i++)
        if (i == 0 && cart) {
            t->link[0] = (unseen_link){.slides = 1, .parent = -1};
            t->link[0].mass = 4.0 * pow(8.0, cm_random_unit(&random));
            t->link[0].stiffness = t->link[0].mass * 39.47841760435743;
        } else {
            draw_link(&random, i, cart, &t->link[i]);
        }
    t->pushed = (int)(t->count * cm_random_unit(&random));
    t->turned = !(cart && t->pushed == 0) && cm_random_unit(&random) < 0.5;
    (void)snprintf(name, (size_t)size, "tree %d (%s%d rods, %s %d)", number, cart ? "cart, " : "",
                   t->count - cart, t->turned ? "joint" : "tip", t->pushed);
}

static void write_link(const unseen_tree *t, const frame *f, int i, FILE *file) {
    const unseen_link *l = &t->link[i];
    const point centre = along(t, f, i, 0.5);
    const double inertia = l->slides ? 1.0 : l->mass * l->length * l->length / 12.0;
    (void)fprintf(file, "  - {name: b%d, mass: %.17g, com: [%.17g, %.17g], inertia: %.17g}\n", i,
                  l->mass, centre.at[0], centre.at[1], inertia);
}

static void write_joint(const unseen_link *l, int i, FILE *file) {
    char on[16] = "ground";
    if (l->parent >= 0)
        (void)snprintf(on, sizeof on, "b%d", l->parent);
    (void)fprintf(file, "  - {name: j%d, type: %s, bodies: [%s, b%d], at: P%d, %s: q%d}\n", i,
                  l->slides ? "prismatic" : "revolute", on, i, i,
                  l->slides ? "axis: x1, slide" : "angle", i);
}

static void write_outputs(const unseen_tree *t, FILE *file) {
    static const char *const keys[] = {"position", "velocity", "acceleration"};
    char of[32];
    (void)snprintf(of, sizeof of, t->turned ? "q%d" : "b%d.T%d.x", t->pushed, t->pushed);
    (void)fprintf(file, "inputs:\n  - {name: f}\noutputs:\n");
    for (int k = 0; k < 3; k++)
        (void)fprintf(file, "  - {name: %c, %s: %s}\n", "xva"[k], keys[k], of);
}

int unseen_tree_write(const unseen_tree *t, double step, FILE *file) {
    double q[TREE_LINKS], v[TREE_LINKS];
    frame frames[TREE_LINKS];
    for (int i = 0; i < t->count; i++) {
        q[i] = t->link[i].start;
        v[i] = t->link[i].rate;
    }
    place(t, q, v, frames);
    (void)fprintf(file, "title: tree\nplanar: yes\ngravity: [0, -9.81, 0]\npoints:\n");
    for (int i = 0; i < t->count; i++) {
        const point tip = along(t, &frames[i], i, 1.0);
        (void)fprintf(file, "  P%d: [%.17g, %.17g]\n  T%d: [%.17g, %.17g]\n", i,
                      frames[i].pin.at[0], frames[i].pin.at[1], i, tip.at[0], tip.at[1]);
    }
    (void)fprintf(file, "vectors: {x1: [1, 0]}\nbodies:\n");
    for (int i = 0; i < t->count; i++)
        write_link(t, &frames[i], i, file);
    (void)fprintf(file, "joints:\n");
    for (int i = 0; i < t->count; i++)
        write_joint(&t->link[i], i, file);
    (void)fprintf(file, "elements:\n");
    for (int i = 0; i < t->count; i++)
        (void)fprintf(file,
                      "  - {name: k%d, type: torsion, on: q%d, stiffness: %.17g, damping: %.17g, "
                      "rest: 0}\n",
                      i, i, t->link[i].stiffness, t->link[i].damping);
    if (t->turned)
        (void)fprintf(file, "  - {name: push, type: torsion, on: q%d, torque: \"f\"}\n", t->pushed);
    else
        (void)fprintf(file,
                      "  - {name: push, type: force, at: b%d.T%d, direction: [1, 0, 0], value: "
                      "\"f\"}\n",
                      t->pushed, t->pushed);
    write_outputs(t, file);
    (void)fprintf(file, "start:\n  velocities: {");
    for (int i = 0; i < t->count; i++)
        (void)fprintf(file, "%sq%d: %.17g", i ? ", " : "", i, t->link[i].rate);
    (void)fprintf(file, "}\nintegration: {step: %.17g}\n", step);
    return !ferror(file);
}
