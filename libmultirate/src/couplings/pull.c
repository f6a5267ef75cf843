/* inputs that bring a slave to where its interface is deviated to (pre-step stabilisation)
 *
 * Au x h = d' + d/(4 h): without other forces d then follows h^2 d'' + h d' + d/4 = 0, critically
 * damped. */
#include "dense.h"
#include "interface_model.h"

#include <math.h>

static const double OF_VELOCITY = 1.0, OF_POSITION = 0.25;

/* of the largest square of Au: inputs that hardly move the interface pull no more than that */
static const double LEAST = 1e-9;

/* least squares over the efforts */
bool mr_interface_model_pull(mr_interface_model *model, double h, const double *d) {
    const int m = model->m, n = model->n;
    const double *Au = model->Au, *v = d + n;
    double size = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (model->effort[j])
                size = fmax(size, Au[i * m + j] * Au[i * m + j]);
    for (int j = 0; j < m; j++) {
        model->pull[j] = 0.0;
        for (int i = 0; i < n && model->effort[j]; i++)
            model->pull[j] += Au[i * m + j] * (OF_VELOCITY * v[i] + OF_POSITION * d[i] / h) / h;
        for (int k = 0; k < m; k++) {
            double sum = j == k ? LEAST * size + (model->effort[j] ? 0.0 : 1.0) : 0.0;
            for (int i = 0; i < n && model->effort[j] && model->effort[k]; i++)
                sum += Au[i * m + j] * Au[i * m + k];
            model->pull_matrix[j * m + k] = sum;
        }
    }
    return size > 0.0 && mr_dense_solve(m, model->pull_matrix, model->pull);
}
