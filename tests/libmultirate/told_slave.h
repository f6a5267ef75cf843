/* the interface model of a slave that tells what it is told to; for the suites of its parts */
#ifndef TOLD_SLAVE_H
#define TOLD_SLAVE_H

#include "couplings/interface_model.h"
#include "mr_test.h"

#include <string.h>

enum { MOST = 3 };

static double Au[MOST * MOST], Ap[MOST * MOST], Av[MOST * MOST];
static int n, m, asked;

static mr_status tell(void *self, double *u, double *p, double *v) {
    (void)self;
    asked++;
    memcpy(u, Au, (size_t)(n * m) * sizeof *u);
    memcpy(p, Ap, (size_t)(n * n) * sizeof *p);
    memcpy(v, Av, (size_t)(n * n) * sizeof *v);
    return MR_OK;
}

static mr_status save(const void *self, void **state) {
    (void)self;
    *state = NULL;
    return MR_OK;
}

static mr_status restore(void *self, const void *state) {
    (void)self;
    (void)state;
    return MR_OK;
}

static const mr_slave_type type = {
    .name = "told", .interface_matrices = tell, .save = save, .restore = restore};

/* coordinates with outputs p, v, a each (p missing: of first order) and inputs, of which the first
 * is no effort if `other` */
static mr_interface_model open_model(int coordinates, int inputs, bool positions, bool other,
                                     bool identify, int states) {
    static mr_variable in[MOST], out[3 * MOST];
    static mr_coordinate of[MOST];
    mr_interface_model model;
    mr_message message = {""};
    n = coordinates;
    m = inputs;
    memset(Au, 0, sizeof Au);
    memset(Ap, 0, sizeof Ap);
    memset(Av, 0, sizeof Av);
    for (int j = 0; j < m; j++)
        in[j] = (mr_variable){.name = "u",
                              .unit = "",
                              .size = 1,
                              .rate_of = MR_NONE,
                              .power_with = other && j == 0 ? MR_NONE : 1,
                              .variability = MR_CONTINUOUS};
    for (int k = 0; k < 3 * n; k++)
        out[k] = (mr_variable){.name = "y",
                               .unit = "",
                               .size = 1,
                               .rate_of = k % 3 ? k - 1 : MR_NONE,
                               .power_with = MR_NONE,
                               .variability = MR_CONTINUOUS};
    for (int i = 0; i < n; i++)
        of[i] = (mr_coordinate){positions ? 3 * i : MR_NONE, 3 * i + 1, 3 * i + 2};
    const mr_slave_description d = {.title = "told",
                                    .input_count = m,
                                    .inputs = in,
                                    .output_count = 3 * n,
                                    .outputs = out,
                                    .coordinate_count = n,
                                    .coordinates = of};
    CU_ASSERT_EQUAL_FATAL(
        mr_interface_model_open(&model, &type, &d, identify, 1.0, 0, states, &message), MR_OK);
    CU_ASSERT_EQUAL(model.n, n);
    CU_ASSERT_EQUAL(model.m, m);
    mr_matrices_start(&model);
    return model;
}

static void set_matrices(mr_interface_model *model) {
    memcpy(model->Au, Au, (size_t)(n * m) * sizeof *Au);
    memcpy(model->Ap, Ap, (size_t)(n * n) * sizeof *Ap);
    memcpy(model->Av, Av, (size_t)(n * n) * sizeof *Av);
}

/* two coordinates, two efforts, damped */
static void two_by_two(void) {
    static const double u[4] = {0.5, -0.2, 0.1, 0.8}, p[4] = {-90, 20, 30, -60},
                        v[4] = {-0.8, 0.3, 0.2, -1.1};
    memcpy(Au, u, sizeof u);
    memcpy(Ap, p, sizeof p);
    memcpy(Av, v, sizeof v);
}

#endif
