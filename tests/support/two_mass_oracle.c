/* the oracle master */
#include "two_mass_oracle.h"

#include <stdio.h>

void two_mass_run_default(two_mass_run *run, double fr, const char *interface_options) {
    *run = (two_mass_run){.ratios = two_mass_default_ratios,
                          .slave = "two_mass",
                          .interface_options = interface_options,
                          .slave_options = "",
                          .h1 = 0.01,
                          .steps = 10000};
    run->ratios.fr = fr;
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
    double u[3] = {0}, y = x;
    mr_status status;
    if (m->run->memory) {
        y = m->memory_force;
        status = mr_interface_exchange(m->interface, m->memory_time, &y, kind, u);
    } else if (m->run->force) {
        /* no direct feedthrough: x2 first, then the force that it makes */
        status = mr_interface_exchange(m->interface, t, NULL, kind, u);
        if (status == MR_OK && kind == MR_MAJOR) {
            y = s->k2 * (x - u[0]);
            status = mr_interface_commit(m->interface, t, &y);
        }
    } else {
        status = mr_interface_exchange(m->interface, t, &y, kind, u);
    }
    m->x2 = u[0];
    m->v2 = u[1];
    if (kind == MR_MAJOR) {
        m->next_time = t;
        m->next_force = s->k2 * (x - u[0]);
    }
    return status;
}

/* in the order of the model's blocks, so that even an unstable run agrees with it */
static double acceleration(const master *m, double x, double v) {
    const two_mass *s = &m->system;
    return (-(s->k1 * x) - s->c1 * v - s->k2 * (x - m->x2)) * (1.0 / s->m1);
}

/* one step of classical Runge-Kutta; the major evaluation at t has been made */
static mr_status step(master *m, double t, double h, double end) {
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
        status = evaluate(m, end, x + h * xk3, MR_MINOR);
    const double xk4 = v + h * vk3;
    const double vk4 = acceleration(m, x + h * xk3, xk4);
    m->x = x + h / 6.0 * (xk1 + 2.0 * xk2 + 2.0 * xk3 + xk4);
    m->v = v + h / 6.0 * (vk1 + 2.0 * vk2 + 2.0 * vk3 + vk4);
    return status;
}

static mr_status integrate(two_mass_run *run, master *m) {
    two_mass_measure measure;
    two_mass_errors errors;
    mr_status status = MR_OK;
    two_mass_measure_begin(&measure, &m->system, run->ratios.fr, run->steps * run->h1);
    for (int i = 0; i <= run->steps && status == MR_OK; i++) {
        const double t = i * run->h1;
        m->memory_time = i > 0 ? m->next_time : 0.0;
        m->memory_force = i > 0 ? m->next_force : m->system.k2 * (m->system.x1 - m->system.x2);
        status = evaluate(m, t, m->x, MR_MAJOR);
        if (status != MR_OK)
            break;
        const double state[4] = {m->x, m->v, m->x2, m->v2};
        if (i > 0)
            two_mass_measure_add(&measure, t, state);
        if (i < run->steps)
            status = step(m, t, run->h1, (i + 1) * run->h1);
    }
    two_mass_measure_end(&measure, &errors);
    run->position_error = errors.position_error;
    run->energy_error = errors.energy_error;
    run->fast_amplitude = errors.fast_amplitude;
    run->x1_end = m->x;
    run->x2_end = m->x2;
    return status;
}

mr_status two_mass_simulate(two_mass_run *run) {
    master m = {.run = run};
    mr_message message = {""};
    mr_plugin *plugin = NULL;
    mr_config config;
    char options[4096];
    const char *prefix = "";
    if (run->memory)
        run->force = true;
    const char *wrong = two_mass_make(&run->ratios, &m.system);
    mr_config_default(&config);
    config.break_loop = run->force && !run->memory;
    config.start_input = run->force ? m.system.k2 * (m.system.x1 - m.system.x2) : m.system.x1;
    mr_status status = wrong ? MR_ERR_CONFIG : MR_OK;
    if (status == MR_OK)
        status = mr_config_parse(&config, run->interface_options, &message);
    if (status == MR_OK && !run->slave_type)
        status = mr_plugin_load(run->slave, &plugin, &prefix, &message);
    if (run->slave_is_another)
        snprintf(options, sizeof options, "%s%s", prefix, run->slave_options);
    else
        snprintf(options, sizeof options, "%sfr=%.17g zeta=%.17g coupling=%s %s", prefix,
                 run->ratios.fr, run->ratios.zeta, run->force ? "force" : "displacement",
                 run->slave_options);
    if (status == MR_OK)
        status =
            mr_interface_open(&config, run->slave_type ? run->slave_type : mr_plugin_type(plugin),
                              options, &m.interface, &message);
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
