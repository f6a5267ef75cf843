/* rotors: bodies of revolution whose turn about their own axis is a coordinate and nothing else
 *
 * By symmetry a wheel is the same in every position of its turn. So its mass and what resists the
 * tilting of its axis belong to the body that carries it, and only the spin P = J (theta' + w),
 * with w the angular velocity of the carrier about the axis, is its own. No vector goes round with
 * it: the step is not limited by its speed. With e1, e2 across the axis on the carrier, w = (e1'.e2
 * - e1.e2')/2 = g(q).q', and Lagrange's equations of J (theta' + w)^2/2 are J r (r.q'') + P c,   r
 * = (e2/2, -e1/2, 1),   c = (e2', -e1', 0) on (e1, e2, theta): a mass of rank one, which the matrix
 * gets where it gets the penalties, and a gyroscopic force. */
#include "rotor.h"

#include <math.h>
#include <string.h>

/* adds x to the rows of a reach */
static void add_to(const mbs_reach *r, const double x[3], double factor, double *local) {
    for (int i = 0; i < r->form.count; i++)
        for (int k = 0; k < 3; k++)
            local[r->local[i] + k] += factor * r->form.weight[i] * x[k];
}

/* r or, with velocities in place of positions, c/2 on the carrier */
static void fill_row(const mbs_rotor_data *d, const double *x, double *row) {
    double a[3], b[3];
    mbs_form_at(&d->across[0].form, x, a);
    mbs_form_at(&d->across[1].form, x, b);
    add_to(&d->across[0], b, 0.5, row);
    add_to(&d->across[1], a, -0.5, row);
}

static double product(const mbs_element *e, const double *row, const double *x) {
    double sum = 0.0;
    for (int i = 0; i < e->stencil.count; i++)
        sum += row[i] * x[e->stencil.entry[i]];
    return sum;
}

static void spin_row(const mbs_element *e, const double *q, double *row) {
    const mbs_rotor_data *d = e->data;
    memset(row, 0, (size_t)e->stencil.count * sizeof *row);
    fill_row(d, q, row);
    row[d->theta] = 1.0;
}

void mbs_rotor_row(const mbs_element *e, const double *q, double *row) {
    double full[MBS_LOCAL_MAX];
    spin_row(e, q, full);
    for (int k = 0; k < e->stencil.active_count; k++)
        row[k] = full[e->stencil.active[k]];
}

double mbs_rotor_energy(const mbs_element *e, const double *q, const double *v) {
    const mbs_rotor_data *d = e->data;
    double row[MBS_LOCAL_MAX];
    spin_row(e, q, row);
    double spin = product(e, row, v);
    return 0.5 * d->inertia * spin * spin;
}

static void force(const mbs_element *e, mbs_moment *m, const double *q, const double *v,
                  double *Q) {
    const mbs_rotor_data *d = e->data;
    double row[MBS_LOCAL_MAX], c[MBS_LOCAL_MAX] = {0};
    (void)m;
    spin_row(e, q, row);
    fill_row(d, v, c);
    double twice = 2.0 * d->inertia * product(e, row, v);
    for (int i = 0; i < e->stencil.count; i++)
        Q[e->stencil.entry[i]] -= twice * c[i];
}

/* K += factor on e1-e2 and -factor on e2-e1 */
static void add_skew(const mbs_element *e, double factor, double *K) {
    const mbs_rotor_data *d = e->data;
    static const double one[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    mbs_reach_block(&d->across[0], &d->across[1], one, factor, e->stencil.count, K);
    mbs_reach_block(&d->across[1], &d->across[0], one, -factor, e->stencil.count, K);
}

static void tangent(const mbs_element *e, mbs_moment *m, const double *q, const double *v,
                    double *K, double *C) {
    const mbs_rotor_data *d = e->data;
    double row[MBS_LOCAL_MAX], c[MBS_LOCAL_MAX] = {0}, bend[MBS_LOCAL_MAX] = {0};
    int n = e->stencil.count;
    double J = d->inertia;
    spin_row(e, q, row);
    fill_row(d, v, c);
    /* the mass of rank one turns with the carrier: J (r.a) r_q + J r (r_q a) */
    double turn = 0.0;
    if (m->acceleration) {
        turn = J * product(e, row, m->acceleration);
        fill_row(d, m->acceleration, bend);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            K[i * n + j] -= 2.0 * J * c[i] * c[j] + J * row[i] * bend[j];
            C[i * n + j] += 2.0 * J * c[i] * row[j];
        }
    add_skew(e, 0.5 * turn, K);
    add_skew(e, J * product(e, row, v), C);
}

/* neither stores nor loses: its energy is kinetic */
static mbs_power power(const mbs_element *e, mbs_moment *m, const double *q, const double *v) {
    (void)e, (void)m, (void)q, (void)v;
    return (mbs_power){0.0, 0.0, 0.0};
}

static const mbs_element_type type = {.force = force, .tangent = tangent, .power = power};

/* moments of inertia about the axis and across it; 0 if it is no body of revolution */
static int split_inertia(const double I[6], const double n[3], double *along, double *across) {
    const double full[3][3] = {{I[0], I[3], I[4]}, {I[3], I[1], I[5]}, {I[4], I[5], I[2]}};
    double trace = I[0] + I[1] + I[2], off = 0.0;
    *along = 0.0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            *along += n[i] * full[i][j] * n[j];
    *across = 0.5 * (trace - *along);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double should = (*along - *across) * n[i] * n[j] + (i == j ? *across : 0.0);
            off = fmax(off, fabs(full[i][j] - should));
        }
    return *along > 0.0 && *across >= 0.5 * *along * (1.0 - 1e-9) && off <= 1e-9 * trace;
}

mr_status mbs_plan_rotor_body(mbs_plan *plan, int body) {
    mbs_body_plan *b = &plan->naming->bodies[body];
    const mbs_body_item *item = b->item;
    const mbs_body_data *d = &item->data;
    int carrier, axis;
    MR_TRY(mbs_resolve_body(plan, item->origin, d->carrier, &carrier));
    MR_TRY(mbs_resolve_vector(plan, item->origin, d->axis, &axis));
    const mbs_body_plan *c = &plan->naming->bodies[carrier];
    if (plan->builder->planar || c->is_ground || c->is_rotor || c->direction_count != 3)
        return mbs_complain(plan->builder, item->origin, MR_ERR_CONFIG,
                            "the rotor \"%s\" needs a rigid body in three dimensions to carry it",
                            d->name);
    *b = *c;
    b->item = item;
    b->is_rotor = 1;
    b->carrier = carrier;
    b->angle = -1;
    memcpy(b->centre, d->com, sizeof b->centre);
    memcpy(b->axis, ((const mbs_location *)plan->naming->vectors.items)[axis].x, sizeof b->axis);
    if (!split_inertia(d->inertia, b->axis, &b->along, &b->across))
        return mbs_complain(plan->builder, item->origin, MR_ERR_CONFIG,
                            "the rotor \"%s\" is no body of revolution about \"%s\": its inertia "
                            "must be the same in all directions across it, and at least half as "
                            "large there as about it",
                            d->name, d->axis);
    return MR_OK;
}

mr_status mbs_plan_rotor(mbs_plan *plan, int body) {
    mbs_body_plan *b = &plan->naming->bodies[body];
    const mbs_body_item *item = b->item;
    double e1[3], e2[3];
    void *memory;
    if (!item->data.angle)
        return mbs_complain(plan->builder, item->origin, MR_ERR_CONFIG,
                            "the rotor \"%s\" without \"angle\"", item->data.name);
    mr_status status = mbs_new_coordinate(plan, item->origin, item->data.angle, &b->angle);
    if (status != MR_OK)
        return status;
    mbs_element *e = mbs_new_element(plan, &type, item->data.name, sizeof(mbs_rotor_data), &memory);
    mbs_rotor *rotor = e ? mbs_list_add(&plan->model->arena, &plan->rotors, sizeof *rotor) : NULL;
    if (!rotor)
        return MR_ERR_MEMORY;
    mbs_rotor_data *d = memory;
    *rotor = (mbs_rotor){.element = plan->elements.count - 1, .inertia = b->along};
    d->inertia = b->along;
    mbs_perpendiculars(b->axis, e1, e2);
    mbs_reach part[3] = {0};
    status = mbs_direction_form(plan, item->origin, b->carrier, e1, &part[0].form);
    if (status == MR_OK)
        status = mbs_direction_form(plan, item->origin, b->carrier, e2, &part[1].form);
    part[2].form = (mbs_form){1, {b->angle, 0, 0, 0}, {1.0, 0.0, 0.0, 0.0}};
    if (status == MR_OK)
        status = mbs_reach_all(plan, item->origin, part, 3, &e->stencil);
    memcpy(d->across, part, sizeof d->across);
    d->theta = part[2].local[0];
    return status;
}
