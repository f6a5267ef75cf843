/* several interfaces, closed loops and forces of time as slaves behind a fast master (problems.h)
 */
#include "problems.h"

#include "mr_test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const double TURN = 6.283185307179586;

static double stiffness(double hertz) {
    return TURN * TURN * hertz * hertz;
}

static void whole(const problem *s, double t, const double *x, double *d) {
    double p[PROBLEM_MOST], force[PROBLEM_MOST];
    const int m = s->interfaces;
    const double *q = x + 2 * m, *v = q + s->n;
    s->positions(q, p);
    for (int i = 0; i < m; i++) {
        force[i] = stiffness(s->fr) * (x[i] - p[i]) + (t > 1.0 ? s->kick : 0.0);
        d[i] = x[m + i];
        d[m + i] = -stiffness(1.0) * x[i] - stiffness(s->fr) * (x[i] - p[i]);
    }
    memcpy(d + 2 * m, v, (size_t)s->n * sizeof *v);
    s->accelerations(q, v, force, d + 2 * m + s->n);
}

static void advance_whole(const problem *s, double t, double h, double *x) {
    const int n = 2 * s->interfaces + 2 * s->n, pieces = 1 + (int)(h * TURN * s->fr / 0.02);
    const double d = h / pieces;
    for (int piece = 0; piece < pieces; piece++) {
        double k[4][PROBLEM_STATES], y[PROBLEM_STATES];
        const double now =
            t + piece * d + 1e-12; /* the kick belongs to the step that begins there */
        for (int g = 0; g < 4; g++) {
            for (int i = 0; i < n; i++)
                y[i] = x[i] + (g == 0 ? 0.0 : (g == 3 ? d : 0.5 * d) * k[g - 1][i]);
            whole(s, now, y, k[g]);
        }
        for (int i = 0; i < n; i++)
            x[i] += d / 6.0 * (k[0][i] + 2.0 * k[1][i] + 2.0 * k[2][i] + k[3][i]);
    }
}

/* the slave's motion at t for masses at x; a major evaluation tells the forces */
void problem_evaluate(problem_master *m, double t, const double *x, bool major) {
    double u[3 * PROBLEM_MOST] = {0};
    const int n = m->s->interfaces;
    for (int pass = 0; pass < (major && !m->break_loop ? 2 : 1); pass++) {
        const bool settled = major && (m->break_loop || pass == 1);
        const mr_status status = mr_interface_exchange(
            m->interface, t, m->break_loop ? NULL : m->force, settled ? MR_MAJOR : MR_MINOR, u);
        CU_ASSERT_EQUAL_FATAL(status, MR_OK);
        for (int i = 0; i < n; i++) {
            m->p[i] = u[3 * i];
            m->force[i] =
                stiffness(m->s->fr) * (x[i] - m->p[i]) + (t > 1.0 - 1e-9 ? m->s->kick : 0.0);
        }
    }
    if (major && m->break_loop)
        CU_ASSERT_EQUAL_FATAL(mr_interface_commit(m->interface, t, m->force), MR_OK);
}

void problem_step(problem_master *m, double t, double h) {
    static const double at[4] = {0.0, 0.5, 0.5, 1.0};
    double kx[4][PROBLEM_MOST], kv[4][PROBLEM_MOST], x[PROBLEM_MOST];
    for (int g = 0; g < 4; g++) {
        for (int i = 0; i < m->s->interfaces; i++)
            x[i] = m->x[i] + (g ? at[g] * h * kx[g - 1][i] : 0.0);
        if (g > 0)
            problem_evaluate(m, t + at[g] * h, x, false);
        for (int i = 0; i < m->s->interfaces; i++) {
            kx[g][i] = m->v[i] + (g ? at[g] * h * kv[g - 1][i] : 0.0);
            kv[g][i] = -stiffness(1.0) * x[i] - stiffness(m->s->fr) * (x[i] - m->p[i]);
        }
    }
    for (int i = 0; i < m->s->interfaces; i++) {
        m->x[i] += h / 6.0 * (kx[0][i] + 2.0 * kx[1][i] + 2.0 * kx[2][i] + kx[3][i]);
        m->v[i] += h / 6.0 * (kv[0][i] + 2.0 * kv[1][i] + 2.0 * kv[2][i] + kv[3][i]);
    }
}

void problem_begin(const problem *s, const char *options, problem_master *m, mr_plugin **plugin,
                   const char *path) {
    mr_message message = {""};
    const char *prefix = "";
    char configuration[256];
    mr_config config;
    FILE *file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    (void)fprintf(file, s->model, s->h);
    CU_ASSERT_EQUAL_FATAL(fclose(file), 0);
    *m = (problem_master){.s = s};
    mr_config_default(&config);
    config.break_loop = true;
    s->positions(s->start, m->p);
    CU_ASSERT_EQUAL_FATAL(mr_config_parse(&config, options, &message), MR_OK);
    m->break_loop = config.break_loop;
    CU_ASSERT_EQUAL_FATAL(mr_plugin_load("mbs", plugin, &prefix, &message), MR_OK);
    (void)snprintf(configuration, sizeof configuration, "%sfile=%s", prefix, path);
    const mr_status status =
        mr_interface_open(&config, mr_plugin_type(*plugin), configuration, &m->interface, &message);
    CU_ASSERT_STRING_EQUAL(status == MR_OK ? "" : message.text, "");
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
    for (int i = 0; i < s->interfaces; i++)
        m->whole[i] = m->x[i] = m->p[i]; /* springs at rest */
    memcpy(m->whole + 2 * s->interfaces, s->start, (size_t)s->n * sizeof(double));
    CU_ASSERT_EQUAL_FATAL(mr_interface_start(m->interface, 0.0, m->break_loop ? NULL : m->force),
                          MR_OK);
}

void problem_end(problem_master *m, mr_plugin *plugin, const char *path) {
    mr_interface_close(m->interface);
    mr_plugin_unload(plugin);
    (void)remove(path);
}

/* relative root mean square of all fast velocities over 2 s; uneven: part by which the master's
 * steps vary */
double problem_error(const problem *s, const char *options, double uneven,
                     mr_statistics *statistics) {
    char path[64];
    problem_master m;
    mr_plugin *plugin = NULL;
    double sums[2] = {0}, t = 0.0;
    (void)snprintf(path, sizeof path, "/tmp/test_problem_%ld.mbs", (long)getpid());
    problem_begin(s, options, &m, &plugin, path);
    const double h = 0.01 / s->fr; /* of the master: a hundred steps in its period */
    const long steps = lround(2.0 / h);
    for (long i = 0; i < steps; i++) {
        /* the kick is at the end of a master step */
        const double next =
            (double)(i + 1) * h + ((i + 1) * 2 == steps ? 0.0 : uneven * h * sin(2.0 * (double)i));
        problem_evaluate(&m, t, m.x, true);
        problem_step(&m, t, next - t);
        advance_whole(s, t, next - t, m.whole);
        t = next;
        for (int k = 0; k < s->interfaces; k++) {
            const double v = m.whole[s->interfaces + k];
            sums[0] += (m.v[k] - v) * (m.v[k] - v);
            sums[1] += v * v;
        }
    }
    if (statistics)
        mr_interface_statistics(m.interface, statistics);
    problem_end(&m, plugin, path);
    return sqrt(sums[0] / sums[1]);
}

/* --- two masses on a line, a force on each, a spring between them --- */

static void two_positions(const double *q, double *p) {
    p[0] = q[0];
    p[1] = q[1];
}

static void two_accelerations(const double *q, const double *v, const double *force, double *a) {
    const double k = 10.0 * stiffness(3.0), base = 20.0 * stiffness(1.0), c = 5.0;
    const double between = k * (q[0] - q[1]) + c * (v[0] - v[1]);
    a[0] = (force[0] - between) / 10.0;
    a[1] = (force[1] + between - base * q[1]) / 20.0;
}

static const char two_model[] =
    "title: two efforts\nplanar: yes\npoints: {P0: [0, 0], P1: [0, 1]}\nvectors: {x1: [1, 0]}\n"
    "bodies:\n  - {name: b0, particle: P0, mass: 10}\n  - {name: b1, particle: P1, mass: 20}\n"
    "joints:\n  - {name: j0, type: point_on_line, bodies: [ground, b0], at: P0, axis: x1, slide: "
    "s0}\n  - {name: j1, type: point_on_line, bodies: [ground, b1], at: P1, axis: x1, slide: s1}\n"
    "relations:\n  - {coordinate: r, terms: {s0: 1, s1: -1}}\n"
    "elements:\n  - {name: push0, type: torsion, on: s0, torque: \"f0\"}\n"
    "  - {name: push1, type: torsion, on: s1, torque: \"f1\"}\n"
    "  - {name: between, type: torsion, on: r, stiffness: 3553.057584392169, damping: 5, rest: 0}\n"
    "  - {name: base, type: torsion, on: s1, stiffness: 789.5683520871487, rest: 0}\n"
    "inputs: [{name: f0, unit: N}, {name: f1, unit: N}]\n"
    "outputs:\n  - {name: x0, position: s0, unit: m}\n  - {name: v0, velocity: s0, unit: m/s}\n"
    "  - {name: a0, acceleration: s0, unit: m/s2}\n  - {name: x1, position: s1, unit: m}\n"
    "  - {name: v1, velocity: s1, unit: m/s}\n  - {name: a1, acceleration: s1, unit: m/s2}\n"
    "start:\n  positions: {s0: 0.5, s1: 0.3}\nintegration: {step: %.17g}\n";

problem problem_two_efforts(double fr, double h, double kick) {
    return (problem){.interfaces = 2,
                     .fr = fr,
                     .h = h,
                     .kick = kick,
                     .n = 2,
                     .start = {0.5, 0.3},
                     .positions = two_positions,
                     .accelerations = two_accelerations,
                     .model = two_model};
}

/* --- a slider-crank: a crank of 0.3 m and 5 kg at its pin, a rod of 1 m without mass, a slider of
 * 10 kg on which the master pulls --- */

static void crank_positions(const double *q, double *p) {
    const double r = 0.3, y = r * sin(q[0]);
    p[0] = r * cos(q[0]) + sqrt(1.0 - y * y);
}

static void crank_accelerations(const double *q, const double *v, const double *force, double *a) {
    const double r = 0.3, s = sin(q[0]), c = cos(q[0]), root = sqrt(1.0 - r * r * s * s);
    /* x = r c + root; x' = J q', J = -r s - r^2 s c / root, and its derivative along q */
    const double J = -r * s - r * r * s * c / root;
    const double dJ = -r * c - r * r * (c * c - s * s) / root -
                      r * r * s * c * (r * r * s * c) / (root * root * root);
    const double inertia = 5.0 * r * r + 10.0 * J * J;
    a[0] = (force[0] * J - 10.0 * J * dJ * v[0] * v[0] - 5.0 * 9.81 * r * c) / inertia;
}

static const char crank_model[] =
    "title: slider-crank\nplanar: yes\ngravity: [0, -9.81, 0]\n"
    "points: {O: [0, 0], A: [0.22945265618534655, 0.1932653061713073], B: [1.2105991903129003, "
    "0]}\n"
    "vectors: {x1: [1, 0]}\n"
    "bodies:\n  - {name: pin, particle: A, mass: 5}\n  - {name: slider, particle: B, mass: 10}\n"
    "joints:\n  - {name: crank, type: distance, bodies: [ground, pin], at: O, to: A}\n"
    "  - {name: rod, type: distance, bodies: [pin, slider], at: A, to: B}\n"
    "  - {name: guide, type: point_on_line, bodies: [ground, slider], at: B, axis: x1, slide: s}\n"
    "elements:\n  - {name: weight, type: force, at: slider.B, direction: [0, 1, 0], value: "
    "\"98.1\"}\n"
    "  - {name: push, type: force, at: slider.B, direction: [1, 0, 0], value: \"f\"}\n"
    "inputs: [{name: f, unit: N}]\n"
    "outputs:\n  - {name: x, position: slider.B.x, unit: m}\n"
    "  - {name: v, velocity: slider.B.x, unit: m/s}\n"
    "  - {name: a, acceleration: slider.B.x, unit: m/s2}\n"
    "integration: {step: %.17g}\n";

problem problem_slider_crank(double fr, double h) {
    return (problem){.interfaces = 1,
                     .fr = fr,
                     .h = h,
                     .n = 1,
                     .start = {0.7},
                     .positions = crank_positions,
                     .accelerations = crank_accelerations,
                     .model = crank_model};
}

/* a rotor with an unbalance: a mass of 10 kg on a spring of 3 Hz, pushed by 200 N cos(60 t); the
 * second coordinate of the reference is that cosine */
static void rotor_positions(const double *q, double *p) {
    p[0] = q[0];
}

static void rotor_accelerations(const double *q, const double *v, const double *force, double *a) {
    (void)v;
    a[0] = (force[0] + 200.0 * q[1]) / 10.0 - stiffness(3.0) * q[0];
    a[1] = -3600.0 * q[1];
}

static const char rotor_model[] =
    "title: rotor\nplanar: yes\npoints: {P: [0, 0]}\nvectors: {x1: [1, 0]}\n"
    "bodies:\n  - {name: b, particle: P, mass: 10}\n"
    "joints:\n  - {name: j, type: point_on_line, bodies: [ground, b], at: P, axis: x1, slide: s}\n"
    "elements:\n  - {name: push, type: torsion, on: s, torque: \"f\"}\n"
    "  - {name: k, type: torsion, on: s, stiffness: 3553.0575843921684, rest: 0}\n"
    "  - {name: unbalance, type: torsion, on: s, torque: \"200*cos(60*t)\"}\n"
    "inputs:\n  - {name: f, unit: N}\n"
    "outputs:\n  - {name: x, position: s, unit: m}\n  - {name: v, velocity: s, unit: m/s}\n"
    "  - {name: a, acceleration: s, unit: m/s2}\n"
    "start:\n  positions: {s: 0.5}\nintegration: {step: %.17g}\n";

problem problem_rotor(void) {
    return (problem){.interfaces = 1,
                     .fr = 4,
                     .h = 0.01,
                     .n = 2,
                     .start = {0.5, 1.0},
                     .positions = rotor_positions,
                     .accelerations = rotor_accelerations,
                     .model = rotor_model};
}
