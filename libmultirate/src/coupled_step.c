/* one exchange step: passes over the members until inputs and outputs fit at its end */
#include "coupled_private.h"

#include "dense.h"
#include "predictors/polynomial.h"
#include "time_compare.h"

#include <math.h>
#include <string.h>

/* inputs of one member at time t of the step being made */
static mr_status input_at(void *context, double t, double *u) {
    mr_member *member = context;
    const mr_coupled *c = member->coupled;
    const double tolerance = mr_time_tolerance(t, c->to - c->from);
    if (!(t >= c->from - tolerance && t <= c->to + tolerance)) {
        member->input_status = MR_ERR_SLAVE_INPUT_TIME;
        return MR_ERR_SLAVE_INPUT_TIME;
    }
    double weights[MR_POINTS + 1];
    mr_lagrange_weights(c->node_t, c->nodes, t, weights);
    const mr_exchanges *e = &c->exchanges;
    for (int i = 0; i < member->inputs; i++) {
        const int owner = c->owner[member->first_input + i];
        if (owner != MR_NONE) {
            const mr_element *element = &c->elements[owner];
            u[i] =
                element->rules->value(c, element->own, c->owner_scalar[member->first_input + i], t);
            continue;
        }
        if (c->held[member->first_input + i]) {
            u[i] = e->u[e->count - 1][member->first_input + i];
            continue;
        }
        u[i] = 0.0;
        for (int k = 0; k < c->nodes; k++)
            u[i] += weights[k] * c->node_u[k][member->first_input + i];
    }
    mr_coupled_signals(c, member, t, t >= c->to - tolerance, tolerance, u);
    return MR_OK;
}

/* the polynomials of this step go through the last `order` exchanges and its end */
static void set_nodes(mr_coupled *c) {
    const mr_exchanges *e = &c->exchanges;
    const int order = c->config.order < e->count ? c->config.order : e->count;
    c->nodes = order + 1;
    for (int k = 0; k < order; k++) {
        c->node_t[k] = e->t[e->count - order + k];
        c->node_u[k] = e->u[e->count - order + k];
    }
    c->node_t[order] = c->to;
    c->node_u[order] = c->u_end;
}

/* what the inputs would be at the end of the step if they went on as they did */
static void predict_end(mr_coupled *c) {
    const mr_exchanges *e = &c->exchanges;
    const int points = c->config.order + 1 < e->count ? c->config.order + 1 : e->count;
    double weights[MR_POINTS];
    mr_lagrange_weights(e->t + e->count - points, points, c->to, weights);
    for (int i = 0; i < c->inputs; i++) {
        /* a constant is not extrapolated: rounding would pile up */
        if (c->source[i] < 0 || c->held[i]) {
            c->u_end[i] = e->u[e->count - 1][i];
            continue;
        }
        c->u_end[i] = 0.0;
        for (int k = 0; k < points; k++)
            c->u_end[i] += weights[k] * e->u[e->count - points + k][i];
    }
}

/* does an element tell that nothing changes for this member within the part? Polynomials through
 * one point, held and free inputs do not change either */
static bool is_constant(const mr_coupled *c, const mr_member *member) {
    bool owned = false;
    for (int i = member->first_input; i < member->first_input + member->inputs; i++) {
        const int owner = c->owner[i];
        owned = owned || owner != MR_NONE;
        if (owner != MR_NONE) {
            const mr_element *element = &c->elements[owner];
            if (!element->rules->constant || !element->rules->constant(c, element->own))
                return false;
        } else if (c->signals[i] || (c->source[i] >= 0 && !c->held[i] && c->nodes > 1))
            return false;
    }
    return owned;
}

/* a member from the begin of the step to its end, in as many steps of its own as it likes, one of
 * which ends at each part's end */
static mr_status advance_member(mr_coupled *c, mr_member *member) {
    mr_inputs inputs = {.at = input_at, .context = member};
    double t = c->from;
    member->input_status = MR_OK;
    if (c->joints)
        mr_joints_begin_member(c, member);
    for (c->part = 0; c->part < c->parts; c->part++) {
        const double to = mr_part_to(c), tolerance = mr_time_tolerance(c->to, to - t);
        inputs.constant = is_constant(c, member);
        mr_pace pace = {t, 0};
        while (t < to - tolerance) {
            const double before = t;
            mr_message_clear(&member->message);
            const mr_status status = member->type->step_to(member->instance, &inputs, to, &t);
            c->statistics.member_steps++;
            if (member->input_status != MR_OK)
                return mr_coupled_fail(c, member, member->input_status, "asked for inputs in vain");
            if (status != MR_OK)
                return mr_coupled_fail(c, member, status, "failed in its step");
            if (!(t > before) || t > to + tolerance)
                return mr_coupled_fail(c, member, MR_ERR_SLAVE_TIME,
                                       "did not advance as it should");
            if (mr_pace_crawls(&pace, t, to, c->config.most_steps))
                return mr_coupled_crawls(c, member, t);
            if (c->joints) {
                MR_TRY(mr_coupled_take_outputs(c, member));
                mr_joints_follow(c, member, before, t);
            }
        }
    }
    c->part = c->parts - 1;
    return mr_coupled_take_outputs(c, member);
}

static mr_status return_member(mr_coupled *c, mr_member *member, int slot) {
    const mr_status status = member->type->restore(member->instance, member->saved[slot]);
    return status == MR_OK ? MR_OK : mr_coupled_fail(c, member, status, "could not be restored");
}

/* inputs of a member (or of all) as the outputs make them */
static void connect(const mr_coupled *c, const mr_member *member, double *u) {
    const int first = member ? member->first_input : 0;
    const int end = member ? first + member->inputs : c->inputs;
    for (int i = first; i < end; i++)
        if (c->source[i] >= 0)
            u[i] = mr_coupled_source(c, i);
}

mr_status mr_coupled_pass(mr_coupled *c, int slot, bool again) {
    mr_status status = MR_OK;
    c->statistics.passes++;
    for (int m = 0; m < c->member_count && status == MR_OK; m++) {
        mr_member *member = &c->members[m];
        if (again)
            status = return_member(c, member, slot);
        /* what the members before it have told in this pass; the others: as before */
        if (c->config.iteration == MR_GAUSS_SEIDEL)
            for (int i = member->first_input; i < member->first_input + member->inputs; i++)
                if (c->source[i] >= 0 && c->source[i] < member->first_output)
                    c->u_end[i] = mr_coupled_source(c, i);
        if (status == MR_OK)
            status = advance_member(c, member);
    }
    return status;
}

mr_status mr_coupled_redo_member(mr_coupled *c, mr_member *member, int slot) {
    MR_TRY(return_member(c, member, slot));
    return advance_member(c, member);
}

/* columns of I - L dy/du by one more step of a member for each of its inputs */
static mr_status make_jacobian(mr_coupled *c, int slot) {
    const int n = c->inputs;
    mr_status status = MR_OK;
    double *kept = c->trial; /* outputs with the inputs as they are */
    memcpy(kept, c->y, (size_t)c->outputs * sizeof *kept);
    memset(c->jacobian, 0, (size_t)n * (size_t)n * sizeof *c->jacobian);
    for (int i = 0; i < n; i++)
        c->jacobian[i * n + i] = 1.0;
    for (int m = 0; m < c->member_count; m++) {
        mr_member *member = &c->members[m];
        for (int j = member->first_input; j < member->first_input + member->inputs; j++) {
            if (c->source[j] < 0 || c->held[j])
                continue;
            const double value = c->u_end[j];
            const double change = 1e-6 * (c->scale[j] > 0.0 ? c->scale[j] : 1.0);
            c->u_end[j] = value + change;
            status = return_member(c, member, slot);
            if (status == MR_OK)
                status = advance_member(c, member);
            c->u_end[j] = value;
            if (status != MR_OK)
                return status;
            for (int i = 0; i < n; i++)
                if (c->source[i] >= member->first_output &&
                    c->source[i] < member->first_output + member->outputs)
                    c->jacobian[i * n + j] -=
                        c->factor[i] * (c->y[c->source[i]] - kept[c->source[i]]) / change;
            memcpy(c->y, kept, (size_t)c->outputs * sizeof *kept);
        }
    }
    c->has_jacobian = true;
    c->statistics.jacobians++;
    return MR_OK;
}

/* the largest misfit of an input, relative to what it may be */
static double misfit(mr_coupled *c) {
    double worst = 0.0;
    for (int i = 0; i < c->inputs; i++) {
        if (fabs(c->u_next[i]) > c->scale[i])
            c->scale[i] = fabs(c->u_next[i]);
        if (c->held[i]) /* it is heard of in the next step */
            continue;
        const double miss = fabs(c->u_next[i] - c->u_end[i]);
        if (!isfinite(miss)) /* fmax would pass over it */
            return INFINITY;
        if (c->scale[i] > 0.0)
            worst = fmax(worst, miss / c->scale[i]);
    }
    return worst;
}

static mr_status correct(mr_coupled *c, int slot, int iteration) {
    const int n = c->inputs;
    if (c->config.iteration != MR_INTERFACE_JACOBIAN) {
        memcpy(c->u_end, c->u_next, (size_t)n * sizeof *c->u_end);
        return MR_OK;
    }
    /* an old Jacobian serves as long as it converges quickly */
    if (!c->has_jacobian || iteration == 4)
        MR_TRY(make_jacobian(c, slot));
    for (int i = 0; i < n; i++)
        c->u_next[i] = c->held[i] ? 0.0 : c->u_end[i] - c->u_next[i];
    memcpy(c->matrix, c->jacobian, (size_t)n * (size_t)n * sizeof *c->matrix);
    if (!mr_dense_solve(n, c->matrix, c->u_next)) {
        mr_message_set(&c->message,
                       "the interface Jacobian is singular at t = %.9g s: the members' outputs do "
                       "not determine their inputs",
                       c->to);
        return MR_ERR_NOT_FINITE;
    }
    for (int i = 0; i < n; i++)
        c->u_end[i] -= c->u_next[i];
    return MR_OK;
}

void mr_coupled_predict(mr_coupled *c) {
    set_nodes(c);
    predict_end(c);
}

double mr_coupled_hand_over(mr_coupled *c) {
    memcpy(c->u_next, c->u_end, (size_t)c->inputs * sizeof *c->u_next);
    connect(c, NULL, c->u_next);
    return misfit(c);
}

mr_status mr_coupled_make_step(mr_coupled *c, int slot, bool *converged) {
    MR_TRY(mr_elements_begin(c));
    if (c->joints)
        return mr_joints_make_step(c, slot, converged);
    const bool repeats = c->config.most_iterations > 1;
    *converged = !repeats;
    mr_coupled_predict(c);
    for (int iteration = 1;; iteration++) {
        mr_status status = mr_coupled_pass(c, slot, iteration > 1);
        if (status != MR_OK)
            return status;
        const double miss = mr_coupled_hand_over(c);
        if (!isfinite(miss)) {
            mr_message_set(&c->message,
                           "the iteration of the exchange step from t = %.9g s diverges", c->from);
            return MR_ERR_NOT_FINITE;
        }
        if (repeats && miss <= c->config.tolerance)
            *converged = true;
        if (*converged || iteration >= c->config.most_iterations)
            break;
        status = correct(c, slot, iteration);
        if (status != MR_OK)
            return status;
    }
    c->statistics.unconverged += !*converged;
    if (c->config.feedthrough == MR_FEEDTHROUGH_CORRECTED)
        MR_TRY(mr_coupled_correct_outputs(c));
    MR_TRY(mr_elements_end(c));
    mr_coupled_remember(c, c->to, c->u_next);
    return MR_OK;
}
