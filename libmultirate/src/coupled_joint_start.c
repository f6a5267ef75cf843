/* joints at the start: gaps that must not be there, and the first reaction
 *
 * lambda at the start makes the acceleration gap zero. Where accelerations are told, members are
 * initialised with changed reactions until it is; the differences are the accelerations per force
 * too, for explicit joints whose members do not tell them. Where they are not told, a short step
 * with two constants, that closes gap and velocity gap, gives them. A wrong first reaction is never
 * forgotten by some methods. */
#include "coupled_joints.h"

#include "dense.h"
#include "interface_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PROBES 3

static const double APART = 1e-6; /* gap at the start, relative */

static bool is_rigid(const mr_joint_state *j) {
    return !j->method->spring;
}

static mr_status fit(mr_coupled *c, double t0) {
    mr_joints_tell(c, c->u_next);
    MR_TRY(mr_coupled_fit(c, t0));
    mr_joints_measure(c);
    return MR_OK;
}

static mr_status check_gaps(mr_coupled *c, double t0) {
    mr_joints *all = c->joints;
    const int S = all->scalars;
    for (int s = 0; s < S; s++) {
        mr_joint_state *j = all->joint[all->joint_of[s]];
        const int k = s - j->first;
        const mr_joint_port *a = &j->port[0][k];
        if (j->keeps_offset)
            j->offset[k] += all->gap[s];
        if (!is_rigid(j))
            continue;
        const double gap = j->keeps_offset ? 0.0 : all->gap[s], rate = all->gap[S + s];
        const double place = fabs(mr_joint_output(c, a->position, a));
        const double speed = fabs(mr_joint_output(c, a->velocity, a));
        const bool apart = fabs(gap) > APART * (1.0 + place);
        if (!apart && fabs(rate) <= APART * (1.0 + speed))
            continue;
        mr_message_set(
            &c->message,
            "joint '%.60s': at the start, t = %.9g s, %s of coordinate %d differ by %.3g "
            "between %s and %s; %s",
            j->name, t0, apart ? "positions" : "velocities", k + 1, apart ? gap : rate,
            c->members[a->member].name, c->members[j->port[1][k].member].name,
            apart ? "a joint begins closed, or with an offset" : "that would be an impact");
        return MR_ERR_CONFIG;
    }
    mr_joints_measure(c);
    return MR_OK;
}

/* accelerations of all sides by the reaction of one scalar, by initialising with another one */
static mr_status measure_column(mr_coupled *c, double t0, int column, const double *before) {
    mr_joints *all = c->joints;
    const int S = all->scalars;
    mr_joint_state *j = all->joint[all->joint_of[column]];
    double *force = &j->force[column - j->first];
    const double was = *force, change = 1e-2 * (1.0 + fabs(was));
    *force = was + change;
    const mr_status status = fit(c, t0);
    *force = was;
    MR_TRY(status);
    for (int s = 0; s < S; s++)
        for (int side = 0; side < 2; side++) {
            const mr_joint_state *o = all->joint[all->joint_of[s]];
            const mr_joint_port *p = &o->port[side][s - o->first];
            all->measured[(2 * s + side) * S + column] =
                (mr_joint_output(c, p->acceleration, p) - before[2 * s + side]) / change;
        }
    return MR_OK;
}

static mr_status undetermined(mr_coupled *c, double t) {
    mr_message_set(&c->message,
                   "the joints' reactions are not determined at t = %.9g s: a constraint is there "
                   "twice, or a side does not answer to its force",
                   t);
    return MR_ERR_NOT_FINITE;
}

/* g'' = 0 by Newton */
static mr_status by_accelerations(mr_coupled *c, double t0) {
    mr_joints *all = c->joints;
    const int S = all->scalars;
    double *before = calloc(2 * (size_t)S + 1, sizeof *before);
    mr_status status = before ? MR_OK : MR_ERR_MEMORY;
    for (int round = 0; status == MR_OK && round < 4; round++) {
        status = fit(c, t0);
        for (int s = 0; s < S; s++)
            for (int side = 0; side < 2; side++) {
                const mr_joint_state *j = all->joint[all->joint_of[s]];
                const mr_joint_port *p = &j->port[side][s - j->first];
                before[2 * s + side] = mr_joint_output(c, p->acceleration, p);
            }
        double worst = 0.0;
        for (int s = 0; s < S && status == MR_OK; s++)
            if (is_rigid(all->joint[all->joint_of[s]]))
                worst = fmax(worst, fabs(all->gap[2 * S + s]) /
                                        (1e-12 + fabs(before[2 * s]) + fabs(before[2 * s + 1])));
        if (status != MR_OK || (round > 0 && worst <= 1e-13))
            break;
        for (int s = 0; s < S && round == 0 && status == MR_OK; s++)
            status = measure_column(c, t0, s, before);
        for (int r = 0; r < S && status == MR_OK; r++) {
            const bool rigid = is_rigid(all->joint[all->joint_of[r]]);
            all->right[r] = rigid ? before[2 * r + 1] - before[2 * r] : 0.0;
            for (int s = 0; s < S; s++)
                all->matrix[r * S + s] =
                    rigid ? all->measured[(2 * r + 1) * S + s] - all->measured[2 * r * S + s]
                          : (r == s);
        }
        if (status == MR_OK && !mr_dense_solve(S, all->matrix, all->right))
            status = undetermined(c, t0);
        for (int s = 0; s < S && status == MR_OK; s++)
            all->joint[all->joint_of[s]]->force[s - all->joint[all->joint_of[s]]->first] -=
                all->right[s];
    }
    free(before);
    return status == MR_OK ? fit(c, t0) : status;
}

/* a short step with constants in its halves; their line at its begin */
static mr_status by_probes(mr_coupled *c, double t0) {
    mr_joints *all = c->joints;
    const mr_joint_method **methods = calloc((size_t)all->count + 1, sizeof *methods);
    int *orders = calloc((size_t)all->count + 1, sizeof *orders);
    mr_status status = methods && orders ? MR_OK : MR_ERR_MEMORY;
    for (int i = 0; i < all->count && status == MR_OK; i++) {
        mr_joint_state *j = all->joint[i];
        methods[i] = j->method;
        orders[i] = j->order;
        if (is_rigid(j)) {
            j->method = &mr_joint_x2;
            j->order = 0;
        }
    }
    if (status == MR_OK)
        status = mr_joints_lay_out(c);
    for (int probe = 0; probe < PROBES && status == MR_OK; probe++) {
        bool converged;
        c->exchanges.count = 0;
        mr_coupled_remember(c, t0, c->u_next);
        for (int i = 0; i < all->count; i++) {
            all->joint[i]->past_count = 0;
            mr_joints_push(all->joint[i], t0, all->joint[i]->force);
        }
        c->from = t0;
        c->to = t0 + c->config.step / 8.0;
        status = mr_coupled_save(c, 0);
        if (status == MR_OK)
            status = mr_joints_make_step(c, 0, &converged);
        for (int i = 0; i < all->count && status == MR_OK; i++) {
            mr_joint_state *j = all->joint[i];
            for (int k = 0; is_rigid(j) && k < j->size; k++)
                j->force[k] = 1.25 * j->samples[k] - 0.25 * j->samples[j->size + k];
            if (!is_rigid(j))
                memcpy(j->force, j->past + j->size, (size_t)j->size * sizeof *j->force);
        }
        c->exchanges.count = 0;
        c->from = c->to = t0;
        if (status == MR_OK)
            status = fit(c, t0);
    }
    for (int i = 0; methods && orders && i < all->count; i++)
        if (methods[i]) {
            all->joint[i]->method = methods[i];
            all->joint[i]->order = orders[i];
        }
    free(methods);
    free(orders);
    return status == MR_OK ? mr_joints_lay_out(c) : status;
}

static mr_status first_forces(mr_coupled *c, double t0) {
    mr_joints *all = c->joints;
    bool rigid = false, told = true, repeats = true, springs = false;
    for (int s = 0; s < all->scalars; s++) {
        mr_joint_state *j = all->joint[all->joint_of[s]];
        const int k = s - j->first;
        rigid = rigid || is_rigid(j);
        for (int side = 0; side < 2; side++) {
            told = told && (!is_rigid(j) || j->port[side][k].acceleration != MR_NONE);
            repeats = repeats && c->members[j->port[side][k].member].type->save;
        }
        if (!is_rigid(j)) {
            springs = true;
            j->force[k] =
                j->stiffness[k] * all->gap[s] + j->damping[k] * all->gap[all->scalars + s];
        }
    }
    if (springs)
        MR_TRY(fit(c, t0));
    if (!rigid)
        return MR_OK;
    if (told)
        return by_accelerations(c, t0);
    if (repeats)
        return by_probes(c, t0);
    mr_message_set(&c->message, "joints beside explicit ones need accelerations of all sides");
    return MR_ERR_CONFIG;
}

mr_status mr_joints_start(mr_coupled *c, void *own, double t0) {
    mr_joints *all = own;
    for (int i = 0; i < all->count; i++) {
        mr_joint_state *j = all->joint[i];
        const size_t n = (size_t)j->size * sizeof *j->force;
        memset(j->force, 0, n);
        memset(j->largest, 0, n);
        memset(all->integral, 0, 2 * (size_t)all->scalars * sizeof *all->integral);
        j->past_count = 0;
    }
    all->has_derivative = false;
    MR_TRY(fit(c, t0));
    MR_TRY(check_gaps(c, t0));
    MR_TRY(first_forces(c, t0));
    for (int i = 0; i < all->count; i++) {
        mr_joint_state *j = all->joint[i];
        j->past_count = 0;
        mr_joints_push(j, t0, j->force);
        for (int k = 0; k < j->size; k++)
            j->largest[k] = fabs(j->force[k]);
        j->gap = j->rate = j->largest_gap = j->largest_rate = 0.0;
    }
    mr_joints_tell(c, c->u_next);
    return MR_OK;
}

/* --- explicit joints --- */

/* what one side's acceleration gains by a force there, as the member tells it; false: it does not
 */
static bool told_gain(const mr_coupled *c, const mr_joint_port *at, const mr_joint_port *by,
                      const double *Au, double *gain) {
    const mr_slave_description *d = &c->members[at->member].description;
    for (int i = 0; i < d->coordinate_count; i++)
        if (d->coordinates[i].acceleration == at->acceleration) {
            *gain = Au[i * c->members[at->member].inputs + by->force];
            return true;
        }
    return false;
}

static mr_status ask_matrices(mr_member *member, double **Au) {
    const size_t n = (size_t)member->description.coordinate_count;
    *Au = NULL;
    if (n == 0 || !member->type->interface_matrices)
        return MR_OK;
    double *all = calloc(n * ((size_t)member->inputs + 2 * n) + 1, sizeof *all);
    if (!all)
        return MR_ERR_MEMORY;
    mr_message_clear(&member->message);
    if (member->type->interface_matrices(member->instance, all, all + n * (size_t)member->inputs,
                                         all + n * ((size_t)member->inputs + n)) == MR_OK)
        *Au = all;
    else
        free(all); /* those of the start serve */
    return MR_OK;
}

/* d g''/d lambda: told by members where they can, measured at the start elsewhere */
static mr_status gains(mr_coupled *c, const int *list, int count) {
    mr_joints *all = c->joints;
    const int S = all->scalars;
    memset(all->matrix, 0, (size_t)count * (size_t)count * sizeof *all->matrix);
    for (int m = 0; m < c->member_count; m++) {
        double *Au;
        MR_TRY(ask_matrices(&c->members[m], &Au));
        for (int r = 0; r < 2 * count; r++) {
            const mr_joint_state *a = all->joint[all->joint_of[list[r / 2]]];
            const mr_joint_port *at = &a->port[r % 2][list[r / 2] - a->first];
            if (at->member != m)
                continue;
            for (int q = 0; q < 2 * count; q++) {
                const mr_joint_state *b = all->joint[all->joint_of[list[q / 2]]];
                const mr_joint_port *by = &b->port[q % 2][list[q / 2] - b->first];
                double gain = 0.0;
                if (by->member != m || by->force == MR_NONE)
                    continue;
                const bool known = Au && told_gain(c, at, by, Au, &gain);
                gain = known ? (q % 2 ? -gain : gain)
                             : all->measured[(2 * list[r / 2] + r % 2) * S + list[q / 2]];
                all->matrix[(r / 2) * count + q / 2] += r % 2 ? gain : -gain;
            }
        }
        free(Au);
    }
    return MR_OK;
}

/* --- projection --- */

/* what one side gets of the forces `amount` of all scalars */
static void share(const mr_coupled *c, const mr_member *member, const int *list, int count,
                  const double *amount, double *inputs) {
    const mr_joints *all = c->joints;
    memset(inputs, 0, (size_t)member->inputs * sizeof *inputs);
    for (int r = 0; r < 2 * count; r++) {
        const mr_joint_state *j = all->joint[all->joint_of[list[r / 2]]];
        const mr_joint_port *p = &j->port[r % 2][list[r / 2] - j->first];
        if (&c->members[p->member] == member && p->force != MR_NONE)
            inputs[p->force] += r % 2 ? -amount[r / 2] : amount[r / 2];
    }
}

/* one pair of impulses, and what they would be for positions, that close the gaps */
static mr_status project_once(mr_coupled *c, double t) {
    mr_joints *all = c->joints;
    const int S = all->scalars, count = all->projected_count, *list = all->projected;
    double *shift = all->push, *kick = shift + count, *in[2] = {kick + count, NULL};
    in[1] = in[0] + c->inputs;
    for (int level = 0; level < 2; level++) {
        double *amount = level ? kick : shift;
        MR_TRY(gains(c, list, count));
        for (int r = 0; r < count; r++)
            amount[r] = -all->gap[level * S + list[r]];
        if (!mr_dense_solve(count, all->matrix, amount))
            return undetermined(c, t);
    }
    for (int m = 0; m < c->member_count; m++) {
        mr_member *member = &c->members[m];
        bool pushed = false;
        share(c, member, list, count, shift, in[0]);
        share(c, member, list, count, kick, in[1]);
        for (int i = 0; i < member->inputs; i++)
            pushed = pushed || in[0][i] != 0.0 || in[1][i] != 0.0;
        if (!pushed)
            continue;
        mr_message_clear(&member->message);
        const mr_status status = member->type->push(member->instance, in[0], in[1]);
        if (status != MR_OK)
            return mr_coupled_fail(c, member, status, "could not be put back on a joint");
        MR_TRY(mr_coupled_take_outputs(c, member));
    }
    mr_joints_measure(c);
    return MR_OK;
}

static bool is_closed(const mr_coupled *c) {
    const mr_joints *all = c->joints;
    for (int r = 0; r < all->projected_count; r++) {
        const int s = all->projected[r];
        const mr_joint_state *j = all->joint[all->joint_of[s]];
        const mr_joint_port *p = &j->port[0][s - j->first];
        if (fabs(all->gap[s]) > 1e-13 * (1.0 + fabs(mr_joint_output(c, p->position, p))) ||
            fabs(all->gap[all->scalars + s]) >
                1e-12 * (1.0 + fabs(mr_joint_output(c, p->velocity, p))))
            return false;
    }
    return true;
}

mr_status mr_joints_project(mr_coupled *c, double t) {
    enum { MOST_PASSES = 6 };
    for (int pass = 0; pass < MOST_PASSES && !is_closed(c); pass++)
        MR_TRY(project_once(c, t));
    return MR_OK;
}

mr_status mr_joints_explicit(mr_coupled *c, double t, double H) {
    mr_joints *all = c->joints;
    const int S = all->scalars;
    int few[64], count = 0;
    int *list = S <= 64 ? few : calloc((size_t)S, sizeof *list);
    if (!list)
        return MR_ERR_MEMORY;
    for (int s = 0; s < S; s++)
        if (all->joint[all->joint_of[s]]->method->samples == 0)
            list[count++] = s;
    mr_status status = count > 0 ? gains(c, list, count) : MR_OK;
    for (int r = 0; r < count && status == MR_OK; r++) {
        const mr_joint_state *j = all->joint[all->joint_of[list[r]]];
        const mr_joint_settings settings = {.mu = j->mu > 0.0 ? j->mu : j->mu_steps * H};
        mr_joint_row row;
        j->method->rows(&settings, &row);
        all->right[r] = row.acceleration * all->gap[2 * S + list[r]] +
                        row.rate * all->gap[S + list[r]] + row.gap * all->gap[list[r]];
    }
    if (status == MR_OK && count > 0 && !mr_dense_solve(count, all->matrix, all->right))
        status = undetermined(c, t);
    for (int r = 0; r < count && status == MR_OK; r++) {
        mr_joint_state *j = all->joint[all->joint_of[list[r]]];
        const int k = list[r] - j->first;
        const int order = mr_joint_order(j->method, j->order, j->past_count);
        double past_x[MR_JOINT_PAST + 1] = {0.0}, used = 0.0;
        mr_joint_weights w;
        for (int i = 0; i < j->past_count; i++)
            past_x[i] = (j->past_t[i] - c->from) / H;
        mr_joint_value(j->method, order, past_x, 0, 1.0, &w);
        for (int i = 0; i < j->past_count; i++)
            used += w.past[i] * j->past[i * j->size + k];
        j->force[k] = used - all->right[r];
    }
    if (list != few)
        free(list);
    return status;
}
