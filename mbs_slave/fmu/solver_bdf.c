/* FMUs for Model Exchange by SUNDIALS CVODE: backward differentiation formulas for stiff ones,
 * Adams' formulas for others, of variable order and step, with a dense Jacobian by differences or
 * by the FMU's directional derivatives */
#include "common/cvode.h"
#include "exchange.h"
#include "fmu.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* it begins with order one at each communication step and event: its many small steps are made
 * sharper than those of the explicit rule, so that their errors do not sum up */
#define SHARPER 0.01

typedef struct fmu_bdf {
    cm_cvode own;
    N_Vector between;
    uint32_t *unknowns; /* references of the states' rates */
} fmu_bdf;

static int right_side(realtype t, N_Vector y, N_Vector rates, void *user) {
    fmu_instance *fmu = user;
    bool bad = false;
    fmu->exchange.failed =
        fmu_exchange_rates(fmu, t, N_VGetArrayPointer(y), N_VGetArrayPointer(rates), &bad);
    return fmu->exchange.failed != MR_OK ? -1 : bad; /* positive: try a shorter step */
}

static int weights(N_Vector y, N_Vector w, void *user) {
    const fmu_instance *fmu = user;
    for (int i = 0; i < fmu->exchange.states; i++)
        N_VGetArrayPointer(w)[i] =
            1.0 / (SHARPER * fmu_exchange_tolerance(fmu, i, N_VGetArrayPointer(y)[i]));
    return 0;
}

/* column by column: how all rates change with one state */
static int jacobian(realtype t, N_Vector y, N_Vector rates, SUNMatrix matrix, void *user,
                    N_Vector a, N_Vector b, N_Vector c) {
    (void)rates;
    (void)a;
    (void)b;
    (void)c;
    static const double one = 1.0;
    fmu_instance *fmu = user;
    const fmu_description *d = fmu->description;
    const int n = fmu->exchange.states;
    fmu->exchange.failed = fmu_exchange_place(fmu, t, N_VGetArrayPointer(y));
    for (int j = 0; j < n && fmu->exchange.failed == MR_OK; j++) {
        const fmu_variable *state = &d->variables[d->variables[d->derivatives[j]].primitive];
        fmu->exchange.failed =
            fmu->backend->directional(fmu, fmu->exchange.bdf->unknowns, (size_t)n, state->reference,
                                      1, &one, SUNDenseMatrix_Column(matrix, j), (size_t)n);
    }
    return fmu->exchange.failed == MR_OK ? 0 : -1;
}

/* jacobian=directional: what it needs of the FMU */
static mr_status prepare_jacobian(fmu_instance *fmu) {
    const fmu_description *d = fmu->description;
    fmu_bdf *m = fmu->exchange.bdf;
    const int n = fmu->exchange.states;
    bool good = d->directional_derivatives && d->derivative_count == n;
    for (int i = 0; good && i < n; i++) {
        const fmu_variable *v = &d->variables[d->derivatives[i]];
        good = v->primitive >= 0 && v->dimension_count == 0;
    }
    if (!good)
        return fmu_complain(fmu, MR_ERR_UNSUPPORTED,
                            "jacobian=directional: FMU '%.80s' does not tell directional "
                            "derivatives of all its states",
                            d->model_name);
    m->unknowns = calloc((size_t)n + 1, sizeof *m->unknowns);
    for (int i = 0; m->unknowns && i < n; i++)
        m->unknowns[i] = d->variables[d->derivatives[i]].reference;
    return m->unknowns && CVodeSetJacFn(m->own.cvode, jacobian) == CV_SUCCESS ? MR_OK
                                                                              : MR_ERR_MEMORY;
}

static void free_bdf(fmu_instance *fmu) {
    fmu_bdf *m = fmu->exchange.bdf;
    if (!m)
        return;
    if (m->between)
        N_VDestroy(m->between);
    cm_cvode_free(&m->own);
    free(m->unknowns);
    free(m);
    fmu->exchange.bdf = NULL;
}

static mr_status make(fmu_instance *fmu) {
    const sunindextype n = fmu->exchange.states;
    if (fmu->exchange.bdf)
        return MR_OK;
    fmu_bdf *m = fmu->exchange.bdf = calloc(1, sizeof *m);
    const int rule = fmu->settings.solver == FMU_SOLVER_ADAMS ? CV_ADAMS : CV_BDF;
    const bool ready =
        m && SUNContext_Create(NULL, &m->own.context) == 0 &&
        (m->own.y = N_VNew_Serial(n, m->own.context)) &&
        (m->between = N_VNew_Serial(n, m->own.context)) &&
        (m->own.cvode = CVodeCreate(rule, m->own.context)) &&
        (m->own.matrix = SUNDenseMatrix(n, n, m->own.context)) &&
        (m->own.linear = SUNLinSol_Dense(m->own.y, m->own.matrix, m->own.context)) &&
        CVodeInit(m->own.cvode, right_side, 0.0, m->own.y) == CV_SUCCESS &&
        CVodeSetErrHandlerFn(m->own.cvode, cm_cvode_stay_silent, NULL) == CV_SUCCESS &&
        CVodeWFtolerances(m->own.cvode, weights) == CV_SUCCESS &&
        CVodeSetUserData(m->own.cvode, fmu) == CV_SUCCESS &&
        CVodeSetLinearSolver(m->own.cvode, m->own.linear, m->own.matrix) == CV_SUCCESS;
    if (ready) {
        const mr_status status = fmu->settings.directional && n > 0 ? prepare_jacobian(fmu) : MR_OK;
        if (status != MR_OK)
            free_bdf(fmu);
        return status;
    }
    free_bdf(fmu);
    mr_message_set(fmu->message, "not enough memory for the solver of FMU '%.80s' (%d states)",
                   fmu->description->model_name, fmu->exchange.states);
    return MR_ERR_MEMORY;
}

static mr_status explain(fmu_instance *fmu, double t, int flag) {
    if (fmu->exchange.failed != MR_OK)
        return fmu->exchange.failed; /* the FMU has said why */
    char *name = CVodeGetReturnFlagName(flag);
    const mr_status status = fmu_complain(
        fmu, MR_ERR_SLAVE_STEP,
        "FMU '%.80s' cannot be solved to its tolerance %g at t = %.9g s (CVODE: %.40s)",
        fmu->description->model_name, fmu->exchange.relative_tolerance, t, name ? name : "?");
    free(name);
    return status;
}

static mr_status restart(fmu_instance *fmu, double t) {
    MR_TRY(make(fmu));
    fmu_exchange *e = &fmu->exchange;
    memcpy(N_VGetArrayPointer(e->bdf->own.y), e->x, (size_t)e->states * sizeof *e->x);
    e->failed = MR_OK;
    const int flag = CVodeReInit(e->bdf->own.cvode, t, e->bdf->own.y);
    return flag == CV_SUCCESS ? MR_OK : explain(fmu, t, flag);
}

static mr_status step(fmu_instance *fmu, double t, double limit, double *reached) {
    fmu_exchange *e = &fmu->exchange;
    int flag = CVodeSetStopTime(e->bdf->own.cvode, limit);
    e->failed = MR_OK;
    if (flag == CV_SUCCESS)
        flag = CVode(e->bdf->own.cvode, limit, e->bdf->own.y, reached, CV_ONE_STEP);
    if (flag == CV_TSTOP_RETURN)
        *reached = limit;
    else if (flag != CV_SUCCESS)
        return explain(fmu, t, flag);
    memcpy(e->x, N_VGetArrayPointer(e->bdf->own.y), (size_t)e->states * sizeof *e->x);
    return MR_OK;
}

static mr_status between(fmu_instance *fmu, double t, double *x) {
    fmu_exchange *e = &fmu->exchange;
    const int flag = CVodeGetDky(e->bdf->own.cvode, t, 0, e->bdf->between);
    if (flag != CV_SUCCESS)
        return explain(fmu, t, flag);
    memcpy(x, N_VGetArrayPointer(e->bdf->between), (size_t)e->states * sizeof *x);
    return MR_OK;
}

FMU_SOLVER(fmu_solver_bdf, "bdf", .make = make, .free = free_bdf, .restart = restart, .step = step,
           .between = between);

FMU_SOLVER(fmu_solver_adams, "adams", .make = make, .free = free_bdf, .restart = restart,
           .step = step, .between = between);
