/* stiff and multistep solvers through SUNDIALS CVODE: ode15s (BDF up to MaxOrder), ode23s, ode23t,
 * ode23tb (BDF of order 2, their order) and ode113 (Adams). One internal step of CVODE is one major
 * step; its dense output serves the search for events */
#include "common/cvode.h"
#include "engine/run.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

typedef struct memory {
    cm_cvode own;
    SUNNonlinearSolver nonlinear;
    double begin, end;
    bool fresh; /* must be initialised again before the next step */
    bd_status status;
} memory;

static int right_side(realtype t, N_Vector y, N_Vector ydot, void *user) {
    bd_run *run = user;
    memory *m = run->solver_memory;
    size_t bytes = (size_t)run->model->layout.state_count * sizeof(double);
    memcpy(run->x, N_VGetArrayPointer(y), bytes);
    m->status = bd_evaluate(run, t);
    if (m->status != BD_OK)
        return -1;
    memcpy(N_VGetArrayPointer(ydot), run->dx, bytes);
    for (int i = 0; i < run->model->layout.state_count; i++)
        if (!isfinite(run->dx[i]))
            return 1; /* CVODE tries a shorter step */
    return 0;
}

/* as a function, because absolute tolerances grow with the states during the run */
static int weights(N_Vector y, N_Vector w, void *user) {
    const bd_run *run = user;
    const double *values = N_VGetArrayPointer(y);
    double *weight = N_VGetArrayPointer(w);
    for (int i = 0; i < run->model->layout.state_count; i++)
        weight[i] =
            1.0 / (run->settings.relative_tolerance * fabs(values[i]) + bd_state_tolerance(run, i));
    return 0;
}

static void destroy(void *solver) {
    memory *m = solver;
    if (m->own.cvode) /* it may still look at its nonlinear solver */
        CVodeFree(&m->own.cvode);
    if (m->nonlinear)
        SUNNonlinSolFree(m->nonlinear);
    cm_cvode_free(&m->own);
    *m = (memory){0};
}

static bd_status create_with(bd_run *run, void **result, int method, int order) {
    memory *m = bd_arena_alloc(&run->home.arena, sizeof *m);
    if (!m)
        return bd_run_no_memory(run);
    *result = m;
    sunindextype n = run->model->layout.state_count;
    bool ready = SUNContext_Create(NULL, &m->own.context) == 0 &&
                 (m->own.y = N_VNew_Serial(n, m->own.context)) &&
                 (m->own.cvode = CVodeCreate(method, m->own.context));
    if (ready && method == CV_BDF)
        ready = (m->own.matrix = SUNDenseMatrix(n, n, m->own.context)) &&
                (m->own.linear = SUNLinSol_Dense(m->own.y, m->own.matrix, m->own.context));
    if (ready && method == CV_ADAMS)
        ready = (m->nonlinear = SUNNonlinSol_FixedPoint(m->own.y, 0, m->own.context)) != NULL;
    if (!ready) {
        destroy(m);
        return bd_run_no_memory(run);
    }
    int flag = CVodeInit(m->own.cvode, right_side, 0.0, m->own.y);
    flag = flag ? flag : CVodeSetErrHandlerFn(m->own.cvode, cm_cvode_stay_silent, NULL);
    flag = flag ? flag : CVodeWFtolerances(m->own.cvode, weights);
    flag = flag ? flag : CVodeSetUserData(m->own.cvode, run);
    flag = flag ? flag : CVodeSetMaxOrd(m->own.cvode, order);
    if (m->own.linear)
        flag = flag ? flag : CVodeSetLinearSolver(m->own.cvode, m->own.linear, m->own.matrix);
    if (m->nonlinear)
        flag = flag ? flag : CVodeSetNonlinearSolver(m->own.cvode, m->nonlinear);
    m->fresh = true;
    return flag ? bd_run_fail(run, BD_SOLVER_FAILED, "CVODE cannot be set up: %s",
                              CVodeGetReturnFlagName(flag))
                : BD_OK;
}

static void reset(bd_run *run, void *solver) {
    (void)run;
    ((memory *)solver)->fresh = true;
}

static int begin_anew(bd_run *run, memory *m, double begin) {
    const bd_settings *s = &run->settings;
    memcpy(N_VGetArrayPointer(m->own.y), run->x,
           (size_t)run->model->layout.state_count * sizeof(double));
    int flag = CVodeReInit(m->own.cvode, begin, m->own.y);
    flag = flag ? flag : CVodeSetMaxStep(m->own.cvode, isfinite(s->max_step) ? s->max_step : 0.0);
    flag = flag ? flag : CVodeSetInitStep(m->own.cvode, s->initial_step);
    m->fresh = false;
    m->end = begin;
    return flag;
}

static bd_status explain(bd_run *run, memory *m, int flag) {
    if (m->status != BD_OK) /* a block failed and said so */
        return m->status;
    bd_status status = bd_check_room(run);
    if (status != BD_OK)
        return status;
    char *name = CVodeGetReturnFlagName(flag);
    status = bd_run_fail(run, BD_SOLVER_FAILED, "%s: %s cannot go on (%s; t = %.15g)",
                         run->model->diagram->name, run->settings.solver, name ? name : "", m->end);
    free(name);
    return status;
}

static bd_status step(bd_run *run, void *solver, double target, double *reached) {
    memory *m = solver;
    int n = run->model->layout.state_count;
    double begin = run->clock.time;
    BD_TRY(bd_evaluate_derivatives(run));
    BD_TRY(bd_check_states(run));
    m->status = BD_OK;
    int flag = m->fresh ? begin_anew(run, m, begin) : CV_SUCCESS;
    flag = flag ? flag : CVodeSetStopTime(m->own.cvode, target);
    double time = begin;
    if (flag == CV_SUCCESS)
        flag = CVode(m->own.cvode, target, m->own.y, &time, CV_ONE_STEP);
    if (flag < 0)
        return explain(run, m, flag);
    memcpy(run->x, N_VGetArrayPointer(m->own.y), (size_t)n * sizeof(double));
    /* CVODE itself would go on for ever with steps that no longer move the time */
    if (!(time - begin > 4.0 * DBL_EPSILON * fabs(begin)) && flag != CV_TSTOP_RETURN)
        return explain(run, m, CV_ERR_FAILURE);
    m->begin = begin;
    /* CVODE may stop an ulp short of its stop time */
    m->end = *reached = flag == CV_TSTOP_RETURN ? target : time;
    return BD_OK;
}

static bd_status interpolate(bd_run *run, void *solver, double time) {
    memory *m = solver;
    int flag = CVodeGetDky(m->own.cvode, fmin(time, m->end), 0, m->own.y);
    if (flag < 0)
        return explain(run, m, flag);
    memcpy(run->x, N_VGetArrayPointer(m->own.y),
           (size_t)run->model->layout.state_count * sizeof(double));
    return BD_OK;
}

static bd_status create_15s(bd_run *run, void **result) {
    int order = run->settings.max_order;
    return create_with(run, result, CV_BDF, order < 1 ? 1 : order > 5 ? 5 : order);
}

static bd_status create_23(bd_run *run, void **result) {
    return create_with(run, result, CV_BDF, 2);
}

static bd_status create_113(bd_run *run, void **result) {
    return create_with(run, result, CV_ADAMS, 12);
}

#define CVODE_SOLVER(solver, how)                                                                  \
    const bd_solver_type bd_solver_##solver = {.name = #solver,                                    \
                                               .create = how,                                      \
                                               .destroy = destroy,                                 \
                                               .step = step,                                       \
                                               .interpolate = interpolate,                         \
                                               .reset = reset};

CVODE_SOLVER(ode15s, create_15s)
CVODE_SOLVER(ode23s, create_23)
CVODE_SOLVER(ode23t, create_23)
CVODE_SOLVER(ode23tb, create_23)
CVODE_SOLVER(ode113, create_113)
