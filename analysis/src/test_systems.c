/* two oscillators, by name and parameter */
#include "analysis/test_systems.h"

#include "common/words.h"
#include "multirate/nearest.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

const char *const an_system_names[] = {
    "oscillators", "two equal undamped oscillators, all springs and masses 1",
    "free",        "two masses of 1 with a spring and a damper between them only",
    "two_mass",    "the published test problem with its ratios fr, zeta, ar1, ar12, ar2",
    "quarter_car", "chassis (master) and wheel (slave)",
    "linear",      "m = 1, 1; c = 10, 1000, 100 between them",
    NULL};

const char *const an_parameter_names[] = {
    "m1 m2",
    "masses, kg",
    "c1 c2 c12",
    "springs to ground and between, N/m",
    "d1 d2 d12",
    "dampers, N s/m",
    "mass_ratio",
    "m2 = mass_ratio * m1",
    "stiffness_ratio",
    "c2 = stiffness_ratio * c1",
    "coupling_ratio",
    "c12 = coupling_ratio * c1",
    "damping_ratio",
    "d12 = damping_ratio * d1",
    "lr li",
    "all masses 1, all springs lr^2 + li^2, all dampers -2 lr",
    "fr zeta ar1 ar12 ar2",
    "of two_mass",
    NULL};

static bool set_ratios(an_oscillators *o) {
    two_mass s;
    if (two_mass_make(&o->ratios, &s))
        return false;
    const two_mass_ratios ratios = o->ratios;
    *o = (an_oscillators){.m1 = s.m1,
                          .m2 = s.m2,
                          .c1 = s.k1,
                          .c2 = s.k3,
                          .c12 = s.k2,
                          .d1 = s.c1,
                          .d2 = s.c3,
                          .x1 = s.x1,
                          .x2 = s.x2,
                          .ratios = ratios};
    return true;
}

bool an_oscillators_named(an_oscillators *o, const char *name) {
    *o = (an_oscillators){.m1 = 1, .m2 = 1, .c1 = 1, .c2 = 1, .c12 = 1, .x1 = 1};
    if (strcmp(name, "oscillators") == 0)
        return true;
    if (strcmp(name, "free") == 0) {
        o->c1 = o->c2 = 0.0;
        o->d12 = 1.0;
        return true;
    }
    if (strcmp(name, "quarter_car") == 0) {
        *o = (an_oscillators){
            .m1 = 400, .m2 = 40, .c2 = 150000, .c12 = 15000, .d12 = 1000, .x1 = -0.1, .x2 = -0.1};
        return true;
    }
    if (strcmp(name, "linear") == 0) {
        *o =
            (an_oscillators){.m1 = 1, .m2 = 1, .c1 = 10, .c2 = 1000, .c12 = 100, .x1 = 1, .x2 = -1};
        return true;
    }
    o->ratios = two_mass_default_ratios;
    return strcmp(name, "two_mass") == 0 && set_ratios(o);
}

/* where the struct has what can be set as it is; -1: not of that kind */
static int plain(const char *name) {
#define PLAIN(member)                                                                              \
    { #member, (int)offsetof(an_oscillators, member) }
    static const cm_number list[] = {PLAIN(m1), PLAIN(m2), PLAIN(c1),  PLAIN(c2), PLAIN(c12),
                                     PLAIN(d1), PLAIN(d2), PLAIN(d12), PLAIN(x1), PLAIN(x2)};
#undef PLAIN
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (strcmp(list[i].word, name) == 0)
            return list[i].number;
    return -1;
}

/* lr, li: eigenvalue lr ± i li of a side on its own, everything else alike (P. Li) */
static bool set_derived(an_oscillators *o, const char *name, double value) {
    if (strcmp(name, "mass_ratio") == 0)
        o->m2 = value * o->m1;
    else if (strcmp(name, "stiffness_ratio") == 0)
        o->c2 = value * o->c1;
    else if (strcmp(name, "coupling_ratio") == 0)
        o->c12 = value * o->c1;
    else if (strcmp(name, "damping_ratio") == 0)
        o->d12 = value * o->d1;
    else if (strcmp(name, "lr") == 0 || strcmp(name, "li") == 0) {
        const double old_lr = -0.5 * o->d1 / o->m1;
        const double old_li = sqrt(fmax(o->c1 / o->m1 - old_lr * old_lr, 0.0));
        const double lr = name[1] == 'r' ? value : old_lr, li = name[1] == 'i' ? value : old_li;
        o->m1 = o->m2 = 1.0;
        o->c1 = o->c2 = o->c12 = lr * lr + li * li;
        o->d1 = o->d2 = o->d12 = -2.0 * lr;
    } else
        return false;
    return true;
}

mr_status an_oscillators_set(an_oscillators *o, const char *name, double value,
                             mr_message *message) {
    const struct {
        const char *name;
        double *target;
    } ratios[] = {{"fr", &o->ratios.fr},
                  {"zeta", &o->ratios.zeta},
                  {"ar1", &o->ratios.ar1},
                  {"ar12", &o->ratios.ar12},
                  {"ar2", &o->ratios.ar2}};
    if (!isfinite(value)) {
        mr_message_set(message, "%s must be a finite number", name);
        return MR_ERR_ARGUMENT;
    }
    const int place = plain(name);
    if (place >= 0) {
        memcpy((char *)o + place, &value, sizeof value);
        return MR_OK;
    }
    if (set_derived(o, name, value))
        return MR_OK;
    for (size_t i = 0; i < sizeof ratios / sizeof *ratios; i++)
        if (strcmp(ratios[i].name, name) == 0) {
            if (o->ratios.fr == 0.0) {
                mr_message_set(message, "%s belongs to the system two_mass", name);
                return MR_ERR_ARGUMENT;
            }
            *ratios[i].target = value;
            two_mass unused;
            const char *wrong = two_mass_make(&o->ratios, &unused);
            if (wrong) {
                mr_message_set(message, "%s = %g: %s", name, value, wrong);
                return MR_ERR_ARGUMENT;
            }
            (void)set_ratios(o);
            return MR_OK;
        }
    static const char *const known[] = {"m1",
                                        "m2",
                                        "c1",
                                        "c2",
                                        "c12",
                                        "d1",
                                        "d2",
                                        "d12",
                                        "mass_ratio",
                                        "stiffness_ratio",
                                        "coupling_ratio",
                                        "damping_ratio",
                                        "lr",
                                        "li",
                                        "fr",
                                        "zeta",
                                        "ar1",
                                        "ar12",
                                        "ar2",
                                        NULL};
    char hint[MR_HINT_SIZE];
    mr_message_set(message, "there is no parameter '%s'%s", name,
                   mr_nearest_of(name, known, hint, sizeof hint));
    return MR_ERR_ARGUMENT;
}

double an_oscillators_frequency(const an_oscillators *o) {
    return sqrt((o->c1 > 0.0 ? o->c1 : o->c12) / o->m1);
}

/* one mass: x' = v, v' = -(c x + d v) / m, and what its inputs do */
static void fill_mass(an_system *s, double m, double c, double d) {
    s->A[1] = 1.0;
    s->A[2] = -c / m;
    s->A[3] = -d / m;
}

/* the slave tells x, v, a, the coordinate of its interface */
static void tell_motion(const an_pair *p) {
    const an_system *s = &p->slave;
    const int m = s->inputs;
    s->C[0] = s->C[3] = 1.0;
    s->C[4] = s->A[2];
    s->C[5] = s->A[3];
    for (int j = 0; j < m; j++)
        s->D[2 * m + j] = p->Au[j] = s->B[m + j];
    p->coordinates[0] = (mr_coordinate){.position = 0, .velocity = 1, .acceleration = 2};
    p->Ap[0] = s->A[2];
    p->Av[0] = s->A[3];
}

static bool make_force_force(const an_oscillators *o, an_pair *p) {
    if (!an_system_make(&p->master, 2, 1, 0) || !an_system_make(&p->slave, 2, 1, 0) ||
        !an_pair_complete(p, 0))
        return false;
    fill_mass(&p->master, o->m1, o->c1, o->d1);
    fill_mass(&p->slave, o->m2, o->c2, o->d2);
    p->master.B[1] = 1.0 / o->m1;
    p->slave.B[1] = 1.0 / o->m2;
    p->exchange = calloc(8, sizeof *p->exchange);
    if (!p->exchange)
        return false;
    const double row[4] = {-o->c12, -o->d12, o->c12, o->d12};
    for (int i = 0; i < 4; i++) {
        p->exchange[i] = row[i];
        p->exchange[4 + i] = -row[i];
    }
    return true;
}

static bool make_through_outputs(const an_oscillators *o, bool force, an_pair *p) {
    const bool damped = o->d12 != 0.0;
    const int to_slave = force || !damped ? 1 : 2;
    if (!an_system_make(&p->master, 2, 3, to_slave) || !an_system_make(&p->slave, 2, to_slave, 3) ||
        !an_pair_complete(p, 1))
        return false;
    fill_mass(&p->master, o->m1, o->c1 + o->c12, o->d1 + o->d12);
    p->master.B[3] = o->c12 / o->m1;
    p->master.B[4] = o->d12 / o->m1;
    if (force) {
        fill_mass(&p->slave, o->m2, o->c2, o->d2);
        p->slave.B[1] = 1.0 / o->m2;
        p->master.C[0] = o->c12;
        p->master.C[1] = o->d12;
        p->master.D[0] = -o->c12;
        p->master.D[1] = -o->d12;
    } else {
        fill_mass(&p->slave, o->m2, o->c2 + o->c12, o->d2 + o->d12);
        p->slave.B[to_slave] = o->c12 / o->m2;
        p->master.C[0] = 1.0;
        if (damped) {
            p->slave.B[to_slave + 1] = o->d12 / o->m2;
            p->master.C[3] = 1.0;
        }
    }
    tell_motion(p);
    return true;
}

mr_status an_oscillators_make(const an_oscillators *o, an_form form, an_pair *pair,
                              mr_message *message) {
    *pair = (an_pair){0};
    if (!(o->m1 > 0.0) || !(o->m2 > 0.0)) {
        mr_message_set(message, "masses must be positive");
        return MR_ERR_ARGUMENT;
    }
    const bool made = form == AN_FORCE_FORCE
                          ? make_force_force(o, pair)
                          : make_through_outputs(o, form == AN_FORCE_DISPLACEMENT, pair);
    if (!made) {
        an_pair_free(pair);
        mr_message_set(message, "not enough memory");
        return MR_ERR_MEMORY;
    }
    pair->start[0] = o->x1;
    pair->start[2] = o->x2;
    return MR_OK;
}
