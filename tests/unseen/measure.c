/* one run: the master of unseen.h by classical Runge-Kutta, its reference beside it */
#include "unseen.h"

#include "multirate/multirate.h"
#include "multirate/plugin.h"

#include <math.h>
#include <stdio.h>

/* a slave that tells its directions and matrices wrongly: its own, seen through a table that lies.
 * effort: factor on the answer to inputs alone; inertia: it takes its masses for so many times what
 * they are, and all else follows from that */
static struct {
    const mr_slave_type *honest;
    mr_slave_type table;
    double effort, inertia;
    int inputs, coordinates;
} liar = {.effort = 1.0, .inertia = 1.0};

static mr_status tell_wrongly(void *slave, double h, const bool *efforts, mr_directions *told) {
    const mr_status status = liar.honest->directions(slave, h, efforts, told);
    const double root = sqrt(liar.inertia);
    const int r = told->room, n = told->count;
    for (int i = 0; i < n && status == MR_OK; i++) {
        for (int j = 0; j < liar.inputs; j++)
            told->input[i * liar.inputs + j] *= liar.effort / root;
        for (int j = 0; j < n; j++) {
            told->stiffness[i * r + j] /= liar.inertia;
            told->damping[i * r + j] /= liar.inertia;
            for (int c = 0; c < liar.coordinates; c++)
                told->curvature[(c * r + i) * r + j] /= liar.inertia;
        }
        for (int c = 0; c < liar.coordinates; c++)
            told->output[c * r + i] /= root;
        told->velocity[i] *= root;
        told->acceleration[i] *= root;
        told->drift[i] /= root;
    }
    return status;
}

static mr_status aim_wrongly(void *slave, double h, const double *u, const double *eta,
                             const double *eta_rate) {
    double e[16], w[16];
    for (int i = 0; i < 12; i++) {
        e[i] = eta[i] / sqrt(liar.inertia);
        w[i] = eta_rate[i] / sqrt(liar.inertia);
    }
    return liar.honest->aim(slave, h, u, e, w);
}

static mr_status tell_wrong_matrices(void *slave, double *Au, double *Ap, double *Av) {
    const mr_status status = liar.honest->interface_matrices(slave, Au, Ap, Av);
    Au[0] *= liar.effort / liar.inertia;
    Ap[0] /= liar.inertia;
    Av[0] /= liar.inertia;
    return status;
}

void unseen_lie(double effort, double inertia) {
    liar.effort = effort;
    liar.inertia = inertia;
}

static const mr_slave_type *as_told(const mr_slave_type *type) {
    if (liar.effort == 1.0 && liar.inertia == 1.0)
        return type;
    liar.honest = type;
    liar.table = *type;
    liar.table.directions = tell_wrongly;
    liar.table.aim = aim_wrongly;
    liar.table.interface_matrices = tell_wrong_matrices;
    liar.inputs = liar.coordinates = 1;
    return &liar.table;
}

typedef struct master {
    mr_interface *interface;
    double x, v, p, k1, k2;
    double heard[3], squares[3];
    long count;
} master;

static void hear(master *m, const double *u) {
    for (int k = 0; k < 3; k++) {
        m->heard[k] += u[k] * sin(1.7 * (double)m->count + 0.3);
        m->squares[k] += u[k] * u[k];
    }
    m->count++;
}

static mr_status evaluate(master *m, double t, double x, mr_evaluation kind) {
    double u[3] = {0};
    mr_status status = mr_interface_exchange(m->interface, t, NULL, kind, u);
    if (status == MR_OK && kind == MR_MAJOR) {
        const double force = m->k2 * (x - u[0]);
        status = mr_interface_commit(m->interface, t, &force);
    }
    m->p = u[0];
    hear(m, u);
    return status;
}

static mr_status step(master *m, double t, double h) {
    static const double at[4] = {0.0, 0.5, 0.5, 1.0};
    double kx[4], kv[4];
    mr_status status = MR_OK;
    for (int g = 0; g < 4 && status == MR_OK; g++) {
        const double x = m->x + (g ? at[g] * h * kx[g - 1] : 0.0);
        if (g > 0)
            status = evaluate(m, t + at[g] * h, x, MR_MINOR);
        kx[g] = m->v + (g ? at[g] * h * kv[g - 1] : 0.0);
        kv[g] = -m->k1 * x - m->k2 * (x - m->p);
    }
    if (status == MR_OK) {
        m->x += h / 6.0 * (kx[0] + 2.0 * kx[1] + 2.0 * kx[2] + kx[3]);
        m->v += h / 6.0 * (kv[0] + 2.0 * kv[1] + 2.0 * kv[2] + kv[3]);
    }
    return status;
}

static mr_status run(const unseen_system *s, double fr, master *m, unseen_outcome *o) {
    const double turn = 6.283185307179586, h = s->step / fr;
    double reference[2 + 2 * UNSEEN_MASSES], sums[4] = {0}, start = 0.0, most = 0.0, motion[2];
    m->k1 = turn * turn * s->base * s->base;
    m->k2 = m->k1 * fr * fr;
    m->x = s->master_start;
    m->v = 0.0;
    unseen_reference_start(s, reference);
    const long steps = lround(s->duration / h);
    mr_status status = mr_interface_start(m->interface, 0.0, NULL);
    for (long i = 0; i <= steps && status == MR_OK; i++) {
        status = evaluate(m, (double)i * h, m->x, MR_MAJOR);
        sums[0] += (m->v - reference[1]) * (m->v - reference[1]);
        sums[1] += reference[1] * reference[1];
        sums[2] += (m->x - reference[0]) * (m->x - reference[0]);
        sums[3] += reference[0] * reference[0];
        const double energy =
            0.5 * (m->v * m->v + m->k1 * m->x * m->x + m->k2 * (m->x - m->p) * (m->x - m->p));
        if (i == 0)
            start = energy;
        o->largest = fmax(o->largest, energy / start);
        unseen_interface_motion(s, reference, motion);
        const double stretch = reference[0] - motion[0];
        most = fmax(most, 0.5 * (reference[1] * reference[1] + m->k1 * reference[0] * reference[0] +
                                 m->k2 * stretch * stretch));
        if (status == MR_OK && i < steps)
            status = step(m, (double)i * h, h);
        unseen_reference_step(s, fr, h, reference);
    }
    o->velocity = sqrt(sums[0] / sums[1]);
    o->position = sqrt(sums[2] / sums[3]);
    o->grown = o->largest * start / most;
    return status;
}

/* the force on the slave in a state of the reference, and the interface's motion there */
static double force_on_slave(const unseen_system *s, double fr, const double *x, double *motion) {
    const double k1 = 39.47841760435743 * s->base * s->base;
    unseen_interface_motion(s, x, motion);
    return k1 * fr * fr * (x[0] - motion[0]);
}

typedef struct drive {
    double force;
} drive;

static mr_status drive_at(void *context, double t, double *u) {
    (void)t;
    u[0] = ((const drive *)context)->force;
    return MR_OK;
}

/* the slave by itself, step by step with the mean of the reference's force (Simpson's rule on the
 * reference's own fine steps) */
static mr_status run_alone(const unseen_system *s, double fr, const mr_slave_type *type,
                           void *slave, unseen_outcome *o) {
    double x[2 + 2 * UNSEEN_MASSES], motion[2], y[3], sums[4] = {0}, t = 0.0;
    const double fastest = fmax(s->finest, 6.283185307179586 * s->base * fr);
    const int pieces = 2 * (1 + (int)(s->step * fastest / 0.1));
    drive d;
    const mr_inputs inputs = {.at = drive_at, .context = &d, .constant = true};
    unseen_reference_start(s, x);
    d.force = force_on_slave(s, fr, x, motion);
    mr_status status = type->initialise(slave, 0.0, &inputs);
    const long steps = lround(s->duration / s->step);
    for (long i = 0; i < steps && status == MR_OK; i++) {
        double sum = force_on_slave(s, fr, x, motion);
        for (int k = 1; k <= pieces; k++) {
            unseen_reference_step(s, fr, s->step / pieces, x);
            sum += (k == pieces ? 1.0 : k % 2 ? 4.0 : 2.0) * force_on_slave(s, fr, x, motion);
        }
        d.force = sum / (3.0 * pieces);
        status = type->step(slave, &inputs, &t);
        if (status == MR_OK)
            status = type->outputs(slave, y);
        for (int k = 0; k < 2; k++) {
            sums[2 * k] += (y[k] - motion[k]) * (y[k] - motion[k]);
            sums[2 * k + 1] += motion[k] * motion[k];
        }
    }
    o->position = sqrt(sums[0] / sums[1]);
    o->velocity = sqrt(sums[2] / sums[3]);
    return status;
}

unseen_outcome unseen_alone(const unseen_system *s, double fr, const char *path) {
    unseen_outcome o = {.said = ""};
    mr_message message = {""};
    mr_plugin *plugin = NULL;
    const char *prefix = "";
    char configuration[512];
    void *slave = NULL;
    mr_status status = mr_plugin_load("mbs", &plugin, &prefix, &message);
    (void)snprintf(configuration, sizeof configuration, "%sfile=%s", prefix, path);
    const mr_slave_type *type = status == MR_OK ? mr_plugin_type(plugin) : NULL;
    if (type)
        status = type->open(configuration, &message, &slave);
    if (type && status == MR_OK) {
        status = run_alone(s, fr, type, slave, &o);
        type->close(slave);
    }
    if (status != MR_OK) {
        o.velocity = o.position = INFINITY;
        (void)snprintf(o.said, sizeof o.said, "%.190s", message.text);
    }
    mr_plugin_unload(plugin);
    return o;
}

unseen_outcome unseen_measure(const unseen_system *s, double fr, const char *options,
                              const char *path, const char *slave_options) {
    unseen_outcome o = {.said = ""};
    master m = {0};
    mr_message message = {""};
    mr_plugin *plugin = NULL;
    const char *prefix = "";
    char configuration[512];
    mr_config config;
    mr_config_default(&config);
    config.break_loop = true;
    double state[2 + 2 * UNSEEN_MASSES], motion[2];
    unseen_reference_start(s, state);
    config.start_input = force_on_slave(s, fr, state, motion);
    mr_status status = mr_config_parse(&config, options, &message);
    if (status == MR_OK)
        status = mr_plugin_load("mbs", &plugin, &prefix, &message);
    (void)snprintf(configuration, sizeof configuration, "%sfile=%s %s", prefix, path,
                   slave_options ? slave_options : "");
    if (status == MR_OK)
        status = mr_interface_open(&config, as_told(mr_plugin_type(plugin)), configuration,
                                   &m.interface, &message);
    if (status == MR_OK) {
        status = run(s, fr, &m, &o);
        mr_statistics statistics;
        mr_interface_statistics(m.interface, &statistics);
        o.statistics = statistics;
        for (int k = 0; k < 3; k++) {
            o.heard[k] = m.heard[k] / (double)m.count;
            o.size[k] = sqrt(m.squares[k] / (double)m.count);
        }
        o.guarded = (int)statistics.model.guarded;
        o.doubtful = status != MR_OK || mr_statistics_doubtful(&statistics);
        o.warned = o.doubtful || mr_statistics_signal_error(&statistics) > MR_GOOD_SIGNALS ||
                   statistics.model.unknown || statistics.model.late > MR_LATE_PHASE;
        (void)mr_statistics_verdict(&statistics, o.said, sizeof o.said);
        (void)snprintf(message.text, sizeof message.text, "%s", mr_interface_error(m.interface));
    }
    if (status != MR_OK) {
        o.velocity = INFINITY;
        o.doubtful = o.warned = true;
        (void)snprintf(o.said, sizeof o.said, "%.190s", message.text);
    }
    mr_interface_close(m.interface);
    mr_plugin_unload(plugin);
    return o;
}
