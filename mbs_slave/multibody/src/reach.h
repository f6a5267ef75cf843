/* forms of an element with their local numbers, so that blocks of forces between material points
 * and vectors find their way into the local matrix */
#ifndef MBS_REACH_H
#define MBS_REACH_H

#include "plan.h"

typedef struct mbs_reach {
    mbs_form form;
    int local[4]; /* local number of the first entry of every node */
} mbs_reach;

/* local numbers for all reaches, and the entries they stand for */
mr_status mbs_reach_all(mbs_plan *plan, mbs_origin origin, mbs_reach *reaches, int count,
                        mbs_stencil *stencil);

/* K += factor B between two reaches; n: entries of the local matrix */
static inline void mbs_reach_block(const mbs_reach *a, const mbs_reach *b, const double B[3][3],
                                   double factor, int n, double *K) {
    for (int i = 0; i < a->form.count; i++)
        for (int j = 0; j < b->form.count; j++) {
            double w = factor * a->form.weight[i] * b->form.weight[j];
            double *at = K + a->local[i] * n + b->local[j];
            for (int k = 0; k < 3; k++)
                for (int l = 0; l < 3; l++)
                    at[k * n + l] += w * B[k][l];
        }
}

/* a new element of the model; NULL if there is no memory */
mbs_element *mbs_new_element(mbs_plan *plan, const mbs_element_type *type, const char *name,
                             size_t data_size, void **data);

/* what acts along a direction, times a signal: the direction stays in the world, or moves with a
 * body. The first member of such an element's data */
typedef struct mbs_directed {
    mbs_reach along; /* of the body; count 0 if it is the world's */
    double direction[3];
    int signal;
    /* adds what acts if the signal has this value */
    void (*add)(const struct mbs_directed *directed, double value, const double *q, double *Q);
} mbs_directed;

void mbs_direction_at(const mbs_directed *d, const double *q, double e[3]);
/* entries of such an element's type; its report is the signal times the direction */
void mbs_directed_force(const mbs_element *e, mbs_moment *m, const double *q, const double *v,
                        double *Q);
void mbs_directed_input(const mbs_element *e, mbs_moment *m, const double *q, const double *v,
                        double *dQ);
void mbs_report_directed(const mbs_element *e, mbs_moment *m, const double *q, const double *v,
                         mbs_quantity quantity, double *y);
#define MBS_DIRECTED                                                                               \
    .force = mbs_directed_force, .input = mbs_directed_input, .report = mbs_report_directed,       \
    .force_count = 3

#endif
