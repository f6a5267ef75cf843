/* the energy balance: what every element stores, loses and brings in; integrals by the trapezoidal
 * rule */
#include "sim.h"

#include <string.h>

/* drives work through their multiplier: power = -lambda d' */
static double drive_power(const mbs_simulation *s, int constraint) {
    int drive = s->model->constraints[constraint].drive;
    return -s->lambda[constraint] * s->drive_d[drive];
}

static void visit_accounts(mbs_simulation *s, double h) {
    const mbs_model *m = s->model;
    mbs_moment moment = mbs_moment_at(s, s->clock->t, 0.0);
    mbs_account *a = s->account;
    for (int i = 0; i < m->element_count; i++, a++) {
        mbs_power p = m->elements[i].type->power(&m->elements[i], &moment, s->q, s->v);
        a->potential = p.potential;
        a->dissipated += 0.5 * h * (a->loss + p.dissipated);
        a->supplied += 0.5 * h * (a->gain + p.supplied);
        a->loss = p.dissipated;
        a->gain = p.supplied;
    }
    for (int i = 0; i < m->constraint_count && m->drive_count > 0; i++) {
        if (m->constraints[i].drive < 0)
            continue;
        double gain = drive_power(s, i);
        a->supplied += 0.5 * h * (a->gain + gain);
        a->gain = gain;
        a++;
    }
}

void mbs_open_accounts(mbs_simulation *s) {
    visit_accounts(s, 0.0);
}

void mbs_keep_accounts(mbs_simulation *s, double h) {
    if (s->model->element_count + s->model->drive_count > 0)
        visit_accounts(s, h);
}

static double weight_energy(const mbs_simulation *s) {
    const mbs_model *m = s->model;
    double energy = 0.0;
    for (int i = 0; i < m->entry_count; i++)
        energy -= m->weight[i] * s->q[i];
    return energy;
}

static mbs_energy sum_up(const mbs_simulation *s) {
    const mbs_model *m = s->model;
    mbs_energy e = {0.0, weight_energy(s), 0.0, 0.0};
    for (int i = 0; i < m->mass_count; i++)
        e.kinetic += 0.5 * m->mass[i].value * s->v[m->mass[i].row] * s->v[m->mass[i].column];
    for (int i = 0; i < m->rotor_count; i++)
        e.kinetic += mbs_rotor_energy(&m->elements[m->rotors[i].element], s->q, s->v);
    for (int i = 0; i < m->element_count + m->drive_count; i++) {
        e.potential += s->account[i].potential;
        e.dissipated += s->account[i].dissipated;
        e.supplied += s->account[i].supplied;
    }
    return e;
}

mbs_energy mbs_simulation_energy(const mbs_simulation *s) {
    return s->energy_noted ? s->energy : sum_up(s);
}

void mbs_note_energy(mbs_simulation *s) {
    s->energy = sum_up(s);
    s->energy_noted = 1;
}

mr_status mbs_simulation_element_energy(const mbs_simulation *s, const char *name,
                                        mbs_energy *energy) {
    const mbs_model *m = s->model;
    int found = strcmp(name, "gravity") == 0;
    *energy = (mbs_energy){0.0, found ? weight_energy(s) : 0.0, 0.0, 0.0};
    const mbs_account *a = s->account;
    for (int i = 0, k = -1; i < m->element_count + m->drive_count; i++, a++) {
        const char *its;
        if (i < m->element_count) {
            its = m->elements[i].name;
        } else {
            do
                k++;
            while (m->constraints[k].drive < 0);
            its = m->names[m->constraints[k].owner];
        }
        if (strcmp(its, name) != 0)
            continue;
        found = 1;
        energy->potential += a->potential;
        energy->dissipated += a->dissipated;
        energy->supplied += a->supplied;
    }
    if (!found) {
        mr_message_set(s->message, "%s: no element or drive \"%s\"", m->title, name);
        return MR_ERR_ARGUMENT;
    }
    return MR_OK;
}
