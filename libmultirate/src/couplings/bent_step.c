/* the flow along the path of one coordinate (bent.h), owned by the master
 *
 * As with coordinates and hidden modes (owned.c) no step of the slave sets the motion back: how far
 * it is ahead of the slave's own is carried on. What the slave tells of its own place is taken to
 * the master's by its slopes, and is one direction of a slave that tells directions
 * (consistent_model.h): bent, and corrected when the step is over (consistent_correction.c). */
#include "interface_model.h"

#include <math.h>
#include <string.h>

/* critically damped, as in pull.c; part of the largest answer that pulls at least */
static const double OF_VELOCITY = 1.0, OF_POSITION = 0.25, LEAST = 0.1;

static int effort_of(const mr_interface_model *model) {
    int j = 0;
    while (!model->effort[j])
        j++;
    return j;
}

/* the one direction, at the master's place */
static void tell(mr_interface_model *model, double h) {
    const mr_bent *b = model->bent;
    mr_consistent *c = &model->along;
    const int e = effort_of(model);
    const double x = b->ahead[0], y = b->ahead[1], beta = b->beta[0];
    const double old = c->Q[0];
    const bool known = *c->steps > 1.0 && h > 0.0;
    memcpy(c->past, c->count, (size_t)(c->past - c->count) * sizeof *c->past);
    memset(c->count, 0, (size_t)(c->past - c->count) * sizeof *c->past);
    *c->count = 1.0;
    *c->steps += 1.0;
    c->input[e] = c->output[0] = beta + x * (b->Q + x * (b->slope / 2.0 + x * b->third / 6.0));
    c->Q[0] = b->Q + x * (b->slope + 0.5 * x * b->third);
    c->Q_rate[0] = known ? (c->Q[0] - old) / h : 0.0;
    c->mean[0] = known ? c->trial[0] / h : 0.0;
    c->K[0] = b->K + x * b->stiffening;
    c->C[0] = b->C;
    c->w[0] = b->w + y;
    c->g[0] = b->phi - x * (b->K + 0.5 * x * b->stiffening) +
              mr_law_change(&b->law, b->C, b->w, c->w[0]); /* without effort: c->f is 0 */
    c->slave[0] = model->slave[0] +
                  x * (beta + x * (b->Q / 2.0 + x * (b->slope / 6.0 + x * b->third / 24.0)));
    c->slave[1] = c->output[0] * c->w[0];
    c->slave[2] = c->output[0] * c->g[0] + c->Q[0] * c->w[0] * c->w[0];
    c->slave[3] = c->times[2] = model->times[2];
    mr_consistent_bound(c);
}

static double take(mr_interface_model *model, double h) {
    const int e = effort_of(model);
    const mr_bent_told told = {.p = model->slave[0],
                               .v = model->slave[1],
                               .a = model->slave[2],
                               .Au = model->Au[e],
                               .Ap = model->Ap[0],
                               .Av = model->Av[0],
                               .f = model->mean[e],
                               .h = h,
                               .from = model->slave_before[0]};
    return mr_bent_take(model->bent, &told);
}

void mr_bent_start(mr_interface_model *model, const mr_history *inputs) {
    mr_consistent_trust(&model->along);
    model->along.conjugate[effort_of(model)] = 0;
    model->along.whole = true;
    model->along.law = &model->bent->law;
    model->along.law_before = &model->bent->law_before;
    (void)take(model, 0.0);
    tell(model, 0.0);
    mr_consistent_restart(&model->along, inputs);
}

mr_status mr_bent_aim(mr_interface_model *model, const mr_history *inputs, double to,
                      double *mean) {
    mr_consistent *c = &model->along;
    const mr_bent *b = model->bent;
    const int e = effort_of(model);
    const double h = to - c->times[2], beta = b->beta[0], least = LEAST * b->largest;
    MR_TRY(mr_consistent_foresee(c, inputs, to));
    if (!(h > 0.0))
        return MR_OK;
    const double own = h * (b->w + 0.5 * h * (b->phi + beta * mean[e]));
    const double d = b->ahead[0] + c->trial[0] - own, v = (d - b->ahead[0]) / h;
    const double pull = (OF_VELOCITY * v + OF_POSITION * d / h) / h * beta /
                        fmax(beta * beta + least * least, 1e-300);
    mean[e] += mr_owned_bounded(inputs, e, c->times[2], pull);
    return MR_OK;
}

void mr_bent_step(mr_interface_model *model, double h, const mr_history *inputs) {
    mr_consistent *c = &model->along;
    mr_bent *b = model->bent;
    const double before = b->ahead[0], gone = take(model, h);
    b->ahead[0] = before + c->trial[0] - gone;
    b->ahead[1] = c->trial[c->room] - b->w;
    tell(model, h);
    mr_consistent_correct(c, inputs, model->times[2]);
    const double beta = c->output[0];
    model->correction[0] = beta * c->jump[0];
    model->correction[1] = beta * c->jump[c->room];
    model->deviation[0] = c->slave[0] - model->slave[0];
    model->deviation[1] = c->slave[1] - model->slave[1];
    mr_consistent_restart(c, inputs);
}
