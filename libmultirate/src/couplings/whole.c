/* whether anything is hidden (whole.h) */
#include "whole.h"

#include "interface_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* part of the change that may be missed by the median of the steps of small motion, and by the
 * lower quartile of others, which may be large. Behind a hidden mass both are of the order of one
 */
static const double EXACTLY = 0.01, ROUGHLY = 0.15;

/* factors on what is told that are believed */
static const double LEAST = 0.5, MOST = 2.0;

/* a factor that is seen roughly counts from here on, with this part of it as its error at most */
static const double COUNTS = 0.03, SURE = 0.3;

/* of what accelerates the slave without effort, and of the effort that acts */
static const double OF_FREE = 0.5, OF_EFFORT = 5e-4;

static int effort_of(const mr_interface_model *model) {
    int j = 0;
    while (!model->effort[j])
        j++;
    return j;
}

mr_status mr_whole_note(mr_whole *whole, const mr_interface_model *model, const mr_slave_type *type,
                        void *slave, const double *u, const double *row) {
    const int e = effort_of(model);
    const mr_coordinate *c = model->coordinates;
    double *Au = model->matrices_before, *Ap = Au + model->m, *Av = Ap + 1;
    MR_TRY(type->interface_matrices(slave, Au, Ap, Av));
    Au[e] *= model->factor[0] * model->factor[1];
    *Ap *= model->factor[0];
    *Av *= model->factor[0];
    const double now[7] = {
        u[e], row[c->position], row[c->velocity], row[c->acceleration], Au[e], *Ap, *Av};
    const double *last = whole->last;
    if (whole->rows > 0 && whole->rows <= MR_WHOLE_MOST) {
        const int k = whole->rows - 1;
        double part[3];
        for (int i = 0; i < 3; i++)
            part[i] = 0.5 * (now[4 + i] + last[4 + i]) * (now[i] - last[i]);
        whole->change[k] = now[3] - last[3];
        whole->by_effort[k] = part[0];
        whole->by_motion[k] = part[1] + part[2];
        whole->size[k] =
            0.5 * fabs((now[4] - last[4]) * (now[0] + last[0])) + fabs(part[1]) + fabs(part[2]);
    }
    whole->rows++;
    whole->from = last[1];
    memcpy(whole->last, now, sizeof now);
    return MR_OK;
}

void mr_whole_trace(const mr_whole *whole, mr_bent *path, double h) {
    const double *last = whole->last;
    const mr_bent_told told = {.f = last[0],
                               .p = last[1],
                               .v = last[2],
                               .a = last[3],
                               .Au = last[4],
                               .Ap = last[5],
                               .Av = last[6],
                               .h = h,
                               .from = whole->from};
    (void)mr_bent_take(path, &told);
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int steps_of(const mr_whole *whole) {
    return whole->rows - 1 < MR_WHOLE_MOST ? whole->rows - 1 : MR_WHOLE_MOST;
}

/* the part of the change that is missed at most by so many parts of all steps */
static double missed(const mr_whole *whole, const double factor[2], double part) {
    double sorted[MR_WHOLE_MOST];
    const int count = steps_of(whole);
    if (count < 2)
        return INFINITY;
    for (int k = 0; k < count; k++) {
        const double off = fabs(whole->change[k] - factor[0] * whole->by_effort[k] -
                                factor[1] * whole->by_motion[k]);
        sorted[k] = whole->size[k] > 0.0 ? off / whole->size[k] : 1.0;
    }
    qsort(sorted, (size_t)count, sizeof *sorted, by_size);
    return sorted[(int)(part * (count - 1))];
}

/* least squares for a factor on Au alone, on all three, or on each part; the first that explains
 * the steps */
static bool find_factors(const mr_whole *whole, double factor[2]) {
    double s[5] = {0};
    for (int k = 0; k < steps_of(whole); k++) {
        const double x = whole->by_effort[k], z = whole->by_motion[k], y = whole->change[k];
        s[0] += x * x;
        s[1] += x * z;
        s[2] += z * z;
        s[3] += x * y;
        s[4] += z * y;
    }
    const double determinant = s[0] * s[2] - s[1] * s[1];
    const double effort = (s[3] - s[1]) / s[0], all = (s[3] + s[4]) / (s[0] + 2.0 * s[1] + s[2]);
    const double tried[3][2] = {
        {effort, 1.0},
        {all, all},
        {(s[3] * s[2] - s[4] * s[1]) / determinant, (s[4] * s[0] - s[3] * s[1]) / determinant}};
    int best = 0;
    for (int i = 1; i < 3; i++) /* two are better than one only if one is not enough */
        if (missed(whole, tried[i], 0.75) < missed(whole, tried[best], 0.75) &&
            (i == 1 || missed(whole, tried[best], 0.75) > EXACTLY))
            best = i;
    memcpy(factor, tried[best], sizeof tried[best]);
    for (int i = 0; i < 2; i++)
        if (!(factor[i] > LEAST) || !(factor[i] < MOST))
            return false;
    return missed(whole, factor, 0.75) <= EXACTLY;
}

bool mr_whole_exactly(const mr_whole *whole, double factor[2]) {
    factor[0] = factor[1] = 1.0;
    return missed(whole, factor, 0.75) <= EXACTLY || find_factors(whole, factor);
}

bool mr_whole_roughly(const mr_whole *whole) {
    return missed(whole, (const double[]){1.0, 1.0}, 0.25) <= ROUGHLY;
}

/* what was missed is regressed on what the efforts made, both as changes from step to step */
bool mr_whole_factor(const mr_whole *whole, double *factor) {
    double xx = 0.0, xy = 0.0, yy = 0.0;
    const int count = steps_of(whole);
    for (int k = 1; k < count; k++) {
        const double x = whole->by_effort[k] - whole->by_effort[k - 1];
        const double y = whole->change[k] - whole->by_motion[k] - whole->change[k - 1] +
                         whole->by_motion[k - 1] - x;
        xx += x * x;
        xy += x * y;
        yy += y * y;
    }
    const double off = xy / xx, error = sqrt(fmax(yy - off * xy, 0.0) / (xx * count));
    if (!(fabs(off) > COUNTS) || !(error < SURE * fabs(off)))
        return false;
    *factor = fmin(fmax(1.0 + off, LEAST), MOST);
    return true;
}

double mr_whole_push(const mr_interface_model *model, double h, const double *u) {
    const int e = effort_of(model);
    const double Au = model->Au[e], p = fabs(model->slave[0]);
    if (!(Au > 0.0))
        return 0.0;
    const double free = fabs(model->slave[2] - Au * u[e]) / Au;
    double push = fmax(OF_FREE * free, OF_EFFORT * fabs(u[e]));
    push = fmax(push, OF_FREE * fabs(model->slave[1]) / (h * Au) * 0.1);
    if (push == 0.0)
        push = (p > 0.0 ? 1e-3 * p / (h * h) : 1.0) / Au;
    return push;
}
