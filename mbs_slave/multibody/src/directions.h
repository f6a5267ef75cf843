/* interface directions, for the two files that make them and move along them */
#ifndef MBS_DIRECTIONS_H
#define MBS_DIRECTIONS_H

#include "sim.h"

#include <string.h>

static inline double mbs_scalar_product(const mbs_model *m, const double *x, const double *y) {
    double sum = 0.0;
    for (int i = 0; i < m->variable_count; i++)
        sum += x[m->entry[i]] * y[m->entry[i]];
    return sum;
}

static inline double *mbs_direction(const mbs_simulation *s, int i) {
    return s->Y + (size_t)i * (size_t)s->model->entry_count;
}

static inline void mbs_mass_product(const mbs_simulation *s, const double *x, double *out) {
    memset(out, 0, (size_t)s->model->entry_count * sizeof *out);
    mbs_add_mass_product(s, 1.0, x, out);
}

/* aim.c: velocities onto the constraints, by the nearest ones in the masses; rows and factor are
 * those of the present position */
void mbs_hold_velocity(mbs_simulation *s);

/* has constraints whose rows turn */
static inline int mbs_bends(const mbs_model *m) {
    for (int k = 0; k < m->constraint_count; k++)
        if (!m->constraints[k].is_constant)
            return 1;
    return 0;
}

/* c = -Phi_qq x v */
static inline void mbs_turn_into(const mbs_simulation *s, const double *x, const double *v,
                                 double *c) {
    const mbs_model *m = s->model;
    for (int k = 0; k < m->constraint_count; k++)
        c[k] = m->constraints[k].is_constant
                   ? 0.0
                   : -mbs_function_bilinear(&m->constraints[k].function, s->q, x, v);
}

/* II(x, v)'M n, of an acceleration n across the constraints with multipliers l: l Phi_qq x v */
static inline double mbs_bend_along(const mbs_simulation *s, const double *x, const double *v,
                                    const double *l) {
    const mbs_model *m = s->model;
    double sum = 0.0;
    for (int k = 0; k < m->constraint_count; k++)
        if (!m->constraints[k].is_constant)
            sum += l[k] * mbs_function_bilinear(&m->constraints[k].function, s->q, x, v);
    return sum;
}

#endif
