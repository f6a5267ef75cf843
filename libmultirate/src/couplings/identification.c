/* recursive least squares with forgetting (Ljung, System Identification, 1999, ch. 11) */
#include "identification.h"

#include <math.h>
#include <string.h>

#define FORGET 0.98
#define DOUBT                                                                                      \
    1e8 /* variance of a coefficient before its regressor has moved, relative to the first move */

/* inputs, positions, velocities of the last step, then its accelerations */
static void collect(const mr_interface_model *model, double *values) {
    const int n = model->n, m = model->m;
    for (int j = 0; j < m; j++)
        values[j] = model->effort[j] ? model->mean[j] : 0.0;
    for (int i = 0; i < 3 * n; i++)
        values[m + i] = model->slave[i];
}

void mr_identification_start(mr_interface_model *model) {
    collect(model, model->identification.last);
}

static void update(mr_interface_model *model, const double *change_of_a) {
    mr_identification *id = &model->identification;
    const int q = id->regressors, n = model->n;
    double *P = id->covariance;
    double denominator = FORGET;
    for (int i = 0; i < q; i++) {
        id->gain[i] = 0.0;
        for (int j = 0; j < q; j++)
            id->gain[i] += P[i * q + j] * id->phi[j];
        denominator += id->phi[i] * id->gain[i];
    }
    for (int c = 0; c < n; c++) {
        double miss = change_of_a[c];
        for (int i = 0; i < q; i++)
            miss -= id->theta[c * q + i] * id->phi[i];
        for (int i = 0; i < q; i++)
            id->theta[c * q + i] += id->gain[i] / denominator * miss;
    }
    for (int i = 0; i < q; i++)
        for (int j = i; j < q; j++) {
            const double value = (P[i * q + j] - id->gain[i] * id->gain[j] / denominator) / FORGET;
            P[i * q + j] = P[j * q + i] = value;
        }
    /* forgetting must not let the covariance of quiet regressors grow without end */
    for (int i = 0; i < q; i++)
        if (P[i * q + i] > id->seen[i])
            P[i * q + i] = id->seen[i];
}

void mr_identification_learn(mr_interface_model *model) {
    mr_identification *id = &model->identification;
    const int q = id->regressors, n = model->n;
    bool moved = false;
    double *next = model->right; /* n accelerations */
    for (int j = 0; j < q; j++) {
        const double value =
            j < model->m ? (model->effort[j] ? model->mean[j] : 0.0) : model->slave[j - model->m];
        id->phi[j] = value - id->last[j];
        id->last[j] = value;
        if (id->phi[j] != 0.0 && id->seen[j] == 0.0) {
            id->seen[j] = DOUBT / (id->phi[j] * id->phi[j]);
            id->covariance[j * q + j] = id->seen[j];
        }
        moved = moved || id->phi[j] != 0.0;
    }
    for (int i = 0; i < n; i++) {
        const double value = model->slave[2 * n + i];
        next[i] = value - id->last[q + i];
        id->last[q + i] = value;
    }
    if (moved)
        update(model, next);
}

void mr_identification_read(mr_interface_model *model) {
    const mr_identification *id = &model->identification;
    const int n = model->n, m = model->m, q = id->regressors;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            model->Au[i * m + j] = id->theta[i * q + j];
        for (int j = 0; j < n; j++) {
            model->Ap[i * n + j] = id->theta[i * q + m + j];
            model->Av[i * n + j] = id->theta[i * q + m + n + j];
        }
    }
}
