/* what users of CVODE share (SUNDIALS): its parts are freed together, and it is silent */
#ifndef COMMON_CVODE_H
#define COMMON_CVODE_H

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

typedef struct cm_cvode {
    SUNContext context;
    void *cvode;
    N_Vector y;
    SUNMatrix matrix;
    SUNLinearSolver linear;
} cm_cvode;

static inline void cm_cvode_free(cm_cvode *c) {
    if (c->cvode)
        CVodeFree(&c->cvode);
    if (c->linear)
        SUNLinSolFree(c->linear);
    if (c->matrix)
        SUNMatDestroy(c->matrix);
    if (c->y)
        N_VDestroy(c->y);
    if (c->context)
        SUNContext_Free(&c->context);
    *c = (cm_cvode){0};
}

/* for CVodeSetErrHandlerFn: messages come back as our own sentences, nothing is printed */
static inline void cm_cvode_stay_silent(int code, const char *module, const char *function,
                                        char *text, void *user) {
    (void)code;
    (void)module;
    (void)function;
    (void)text;
    (void)user;
}

#endif
