/* what a run tells of itself, as figures */
#include "runs_figures.h"

#include <math.h>

/* part of a figure that other compilers may change */
static const double PART = 1e-7;

static void part_of(const char *name, double value, double size) {
    mr_figures_check(name, value, PART * fabs(size));
}

void figures_of_heard(const double heard[3], const double size[3]) {
    static const char *const names[3] = {"position", "speed", "acceleration"};
    for (int k = 0; k < 3; k++) {
        part_of(names[k], heard[k], size[k]);
        part_of("size", size[k], size[k]);
    }
}

void figures_of_counts(const mr_exchange_counts *c) {
    mr_figures_check("steps", (double)c->slave_steps, 0.0);
    mr_figures_check("requests", (double)c->input_requests, 0.0);
    mr_figures_check("ahead_to_slave", (double)c->extrapolated_to_slave, 0.0);
    mr_figures_check("ahead_to_master", (double)c->extrapolated_to_master, 0.0);
    part_of("longest_to_slave", c->longest_to_slave, c->longest_to_slave);
    part_of("longest_to_master", c->longest_to_master, c->longest_to_master);
    part_of("mean_to_slave", c->mean_to_slave, c->longest_to_slave);
    part_of("mean_to_master", c->mean_to_master, c->longest_to_master);
    mr_figures_check("jumps", (double)c->jumps, 0.0);
}

void figures_of_energy(const mr_energy_indicator *e) {
    if (!e->indicated)
        return;
    part_of("created", e->created_energy, e->exchanged_energy);
    part_of("created_most", e->created_most, e->exchanged_energy);
    part_of("exchanged", e->exchanged_energy, e->exchanged_energy);
    part_of("scale", e->energy_scale, e->energy_scale);
    mr_figures_check("energy_error", e->energy_error, PART * (1.0 + e->energy_error));
    mr_figures_check("rate", e->energy_error_rate, PART * (1.0 + e->energy_error_rate));
    part_of("doubtful_from", e->doubtful_from, e->doubtful_from);
    mr_figures_check("missed_to_slave", e->prediction_error_to_slave, PART);
    mr_figures_check("missed_to_master", e->prediction_error_to_master, PART);
}

void figures_of_model(const mr_model_report *m) {
    if (!m->used)
        return;
    mr_figures_check("directions", m->directions, 0.0);
    mr_figures_check("tried", m->tried, 0.0);
    mr_figures_check("known", m->found + 2 * m->owned + 4 * m->unknown + 8 * m->cut, 0.0);
    mr_figures_check("hidden", m->hidden, 0.0);
    mr_figures_check("guarded", (double)m->guarded, 0.0);
    mr_figures_check("efforts", m->efforts, PART);
    mr_figures_check("stiffness", m->stiffness, PART);
    mr_figures_check("beside", m->beside, PART);
    mr_figures_check("late", m->late, PART * (1.0 + m->late));
}

void figures_of_coupled(const mr_coupled *coupled) {
    mr_coupled_statistics s;
    mr_coupled_get_statistics(coupled, &s);
    mr_figures_check("steps", (double)s.steps, 0.0);
    mr_figures_check("rejected", (double)s.rejected, 0.0);
    mr_figures_check("passes", (double)s.passes, 0.0);
    mr_figures_check("unconverged", (double)s.unconverged, 0.0);
    mr_figures_check("jacobians", (double)s.jacobians, 0.0);
    mr_figures_check("member_steps", (double)s.member_steps, 0.0);
    mr_figures_check("exceeded", (double)s.exceeded, 0.0);
    mr_figures_check("rounds", (double)s.start_rounds, 0.0);
    mr_figures_check("smallest", s.smallest_step, PART * fabs(s.smallest_step));
    mr_figures_check("largest", s.largest_step, PART * fabs(s.largest_step));
}
