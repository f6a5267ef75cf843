/* the oracle master, the exact solution, the error measures */
#include "two_mass_oracle.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void two_mass_run_default(two_mass_run *run, double fr, const char *interface_options) {
    *run = (two_mass_run){.ratios = two_mass_default_ratios,
                          .interface_options = interface_options,
                          .slave_options = "",
                          .h1 = 0.01,
                          .steps = 10000};
    run->ratios.fr = fr;
}

/* c = a b for 4 x 4 matrices */
static void multiply(const double a[4][4], const double b[4][4], double c[4][4]) {
    double product[4][4];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            product[i][j] = 0.0;
            for (int k = 0; k < 4; k++)
                product[i][j] += a[i][k] * b[k][j];
        }
    memcpy(c, product, sizeof product);
}

/* matrix exponential by scaling, a Taylor series far beyond rounding, and squaring */
static void exponential(const two_mass *s, double t, double e[4][4]) {
    const double a[4][4] = {{0, 1, 0, 0},
                            {-(s->k1 + s->k2) / s->m1, -s->c1 / s->m1, s->k2 / s->m1, 0},
                            {0, 0, 0, 1},
                            {s->k2 / s->m2, 0, -(s->k2 + s->k3) / s->m2, -s->c3 / s->m2}};
    double scaled[4][4], term[4][4] = {{0}};
    const int squarings = t > 0.0 ? (int)fmax(0.0, ceil(log2(t * 60.0)) + 4.0) : 0;
    memset(e, 0, 16 * sizeof(double));
    for (int i = 0; i < 4; i++) {
        e[i][i] = term[i][i] = 1.0;
        for (int j = 0; j < 4; j++)
            scaled[i][j] = ldexp(a[i][j] * t, -squarings);
    }
    for (int n = 1; n < 24; n++) {
        multiply(term, scaled, term);
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++) {
                term[i][j] /= n;
                e[i][j] += term[i][j];
            }
    }
    for (int n = 0; n < squarings; n++)
        multiply(e, e, e);
}

void two_mass_exact(const two_mass *s, double t, double state[4]) {
    if (s->c1 == 0.0 && s->c3 == 0.0) {
        const double c1 = cos(s->w1 * t), s1 = sin(s->w1 * t);
        const double c2 = cos(s->w2 * t), s2 = sin(s->w2 * t);
        state[0] = s->c11 * c1 + s->c12 * c2;
        state[1] = -s->w1 * s->c11 * s1 - s->w2 * s->c12 * s2;
        state[2] = s->c21 * c1 + s->c22 * c2;
        state[3] = -s->w1 * s->c21 * s1 - s->w2 * s->c22 * s2;
        return;
    }
    double e[4][4];
    exponential(s, t, e);
    for (int i = 0; i < 4; i++)
        state[i] = e[i][0] * s->x1 + e[i][2] * s->x2;
}

typedef struct master {
    const two_mass_run *run;
    two_mass system;
    mr_interface *interface;
    double x, v, x2, v2;
    /* memory blocks of the published Figure 6: what they will give during the next step */
    double memory_time, memory_force, next_time, next_force;
} master;

/* x2 (and v2) as the master sees them at one evaluation */
static mr_status evaluate(master *m, double t, double x, mr_evaluation kind) {
    const two_mass *s = &m->system;
    double u[3], y = x;
    mr_status status;
    if (m->run->memory) {
        y = m->memory_force;
        status = mr_exchange(m->interface, m->memory_time, &y, kind, u);
    } else if (m->run->force) {
        /* no direct feedthrough: x2 first, then the force that it makes */
        status = mr_exchange(m->interface, t, NULL, kind, u);
        if (status == MR_OK && kind == MR_MAJOR) {
            y = s->k2 * (x - u[0]);
            status = mr_interface_commit(m->interface, t, &y);
        }
    } else {
        status = mr_exchange(m->interface, t, &y, kind, u);
    }
    m->x2 = u[0];
    m->v2 = u[1];
    if (kind == MR_MAJOR) {
        m->next_time = t;
        m->next_force = s->k2 * (x - u[0]);
    }
    return status;
}

static double acceleration(const master *m, double x, double v) {
    const two_mass *s = &m->system;
    return -(s->k1 * x + s->k2 * (x - m->x2) + s->c1 * v) / s->m1;
}

/* one step of classical Runge-Kutta; the major evaluation at t has been made */
static mr_status step(master *m, double t, double h) {
    const double x = m->x, v = m->v;
    const double xk1 = v, vk1 = acceleration(m, x, v);
    mr_status status = evaluate(m, t + 0.5 * h, x + 0.5 * h * xk1, MR_MINOR);
    const double xk2 = v + 0.5 * h * vk1;
    const double vk2 = acceleration(m, x + 0.5 * h * xk1, xk2);
    if (status == MR_OK)
        status = evaluate(m, t + 0.5 * h, x + 0.5 * h * xk2, MR_MINOR);
    const double xk3 = v + 0.5 * h * vk2;
    const double vk3 = acceleration(m, x + 0.5 * h * xk2, xk3);
    if (status == MR_OK)
        status = evaluate(m, t + h, x + h * xk3, MR_MINOR);
    const double xk4 = v + h * vk3;
    const double vk4 = acceleration(m, x + h * xk3, xk4);
    m->x = x + h / 6.0 * (xk1 + 2.0 * xk2 + 2.0 * xk3 + xk4);
    m->v = v + h / 6.0 * (vk1 + 2.0 * vk2 + 2.0 * vk3 + vk4);
    return status;
}

/* sums for the error measures over the samples */
typedef struct measure {
    double deviation, square, energy, e0;
    double fit[4][5]; /* normal equations of x1 against fast and slow sines and cosines */
    int n;
} measure;

static void add_sample(measure *sum, const master *m, double t, bool fit) {
    const two_mass *s = &m->system;
    double exact[4];
    two_mass_exact(s, t, exact);
    sum->deviation += (m->x - exact[0]) * (m->x - exact[0]);
    sum->square += exact[0] * exact[0];
    const double e = 0.5 * (s->m1 * m->v * m->v + s->m2 * m->v2 * m->v2 + s->k1 * m->x * m->x +
                            s->k3 * m->x2 * m->x2 + s->k2 * (m->x - m->x2) * (m->x - m->x2));
    if (sum->n == 0)
        sum->e0 = e;
    sum->energy += (e - sum->e0) / sum->e0 * ((e - sum->e0) / sum->e0);
    sum->n++;
    if (!fit)
        return;
    const double basis[4] = {cos(s->w1 * t), sin(s->w1 * t), cos(s->w2 * t), sin(s->w2 * t)};
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++)
            sum->fit[i][j] += basis[i] * basis[j];
        sum->fit[i][4] += basis[i] * m->x;
    }
}

/* amplitude of the fast component from the normal equations */
static double fast_amplitude(double a[4][5]) {
    for (int c = 0; c < 4; c++)
        for (int r = 0; r < 4; r++) {
            if (r == c)
                continue;
            const double factor = a[r][c] / a[c][c];
            for (int k = c; k < 5; k++)
                a[r][k] -= factor * a[c][k];
        }
    return hypot(a[0][4] / a[0][0], a[1][4] / a[1][1]);
}

static mr_status integrate(two_mass_run *run, master *m) {
    measure sum = {0};
    mr_status status = MR_OK;
    for (int i = 0; i <= run->steps && status == MR_OK; i++) {
        const double t = i * run->h1;
        m->memory_time = i > 0 ? m->next_time : 0.0;
        m->memory_force = i > 0 ? m->next_force : m->system.k2 * (m->system.x1 - m->system.x2);
        status = evaluate(m, t, m->x, MR_MAJOR);
        if (status != MR_OK)
            break;
        if (i > 0 || run->steps == 0)
            add_sample(&sum, m, t, i > run->steps * 4 / 5);
        else
            sum.e0 = 0.0;
        if (i < run->steps)
            status = step(m, t, run->h1);
    }
    const double cycles = run->steps * run->h1 * m->system.w1 / (2.0 * 3.14159265358979323846);
    run->position_error = run->ratios.fr / cycles * sqrt(sum.deviation / sum.square);
    run->energy_error = sqrt(sum.energy / sum.n);
    run->fast_amplitude = fast_amplitude(sum.fit) / m->system.c11;
    run->x1_end = m->x;
    run->x2_end = m->x2;
    return status;
}

mr_status two_mass_simulate(two_mass_run *run) {
    master m = {.run = run};
    mr_message message = {""};
    mr_plugin *plugin = NULL;
    mr_config config;
    char options[512];
    if (run->memory)
        run->force = true;
    const char *wrong = two_mass_make(&run->ratios, &m.system);
    snprintf(options, sizeof options, "fr=%.17g zeta=%.17g coupling=%s %s", run->ratios.fr,
             run->ratios.zeta, run->force ? "force" : "displacement", run->slave_options);
    mr_config_default(&config);
    config.break_loop = run->force && !run->memory;
    config.start_input = run->force ? m.system.k2 * (m.system.x1 - m.system.x2) : m.system.x1;
    mr_status status = wrong ? MR_ERR_CONFIG : MR_OK;
    if (status == MR_OK)
        status = mr_config_parse(&config, run->interface_options, &message);
    if (status == MR_OK)
        status = mr_plugin_load("two_mass", &message, &plugin, NULL);
    if (status == MR_OK)
        status =
            mr_interface_open(&config, mr_plugin_type(plugin), options, &message, &m.interface);
    if (status == MR_OK) {
        m.x = m.system.x1;
        status = mr_interface_start(m.interface, 0.0, NULL);
        if (status == MR_OK)
            status = integrate(run, &m);
        mr_message_set(&message, "%s", mr_interface_error(m.interface));
        mr_interface_statistics(m.interface, &run->statistics);
    }
    snprintf(run->error, sizeof run->error, "%s", wrong ? wrong : message.text);
    mr_interface_close(m.interface);
    mr_plugin_unload(plugin);
    return status;
}
