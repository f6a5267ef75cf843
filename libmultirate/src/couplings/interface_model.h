/* the interface model: between two steps of the slave its interface moves on as a small model on
 * the master's side, instead of a polynomial
 *
 * Reduced interface models: A. Peiret, F. González, J. Kövecses, M. Teichmann (effective mass and
 * force at the interface, integrated on the fast side). Impulse-exact smoothing and the deviation
 * that is carried on across slave steps are added here. With a the accelerations of the interface
 * coordinates, Au = da/du, Ap = da/dp, Av = da/dv, ubar the constant that drove the slave over its
 * last step, s the time since it, and r' the change of what else accelerates the interface:
 *
 * prediction   p'' = a_s + r' s + Au (u - ubar) + Ap (p - p_s) + Av (p' - v_s)
 *              from p = p_s + d, p' = v_s + d'
 *
 * deviation    d'' = Au (u - ubar) + Ap d + Av d'   over each slave step, never reset
 *
 * both by the trapezoidal rule over the master's own samples. A coordinate without position is of
 * first order. */
#ifndef MR_INTERFACE_MODEL_H
#define MR_INTERFACE_MODEL_H

#include "bent.h"
#include "consistent_model.h"
#include "direction.h"
#include "doubt.h"
#include "hidden.h"
#include "multirate/slave.h"
#include "reach.h"

/* least squares on what the slave did, where it does not tell its matrices */
typedef struct mr_identification {
    int regressors;     /* efforts, positions, velocities */
    double *theta;      /* coordinates x regressors */
    double *covariance; /* regressors x regressors */
    double *last;       /* efforts, positions, velocities, then accelerations of the last step */
    double *phi, *gain; /* scratch */
    double *seen;       /* per regressor: 1 once it has moved */
} mr_identification;

typedef struct mr_interface_model {
    int n, m; /* coordinates, inputs */
    mr_coordinate *coordinates;
    bool *effort; /* m: inputs that act through Au; the others keep their own predictor */
    double leak;  /* of the deviation, per slave step */
    bool identify;
    bool started;
    bool no_directions; /* the slave tells directions, but not of this model */
    int doubles;        /* length of the block of numbers below, which is the whole state */
    double *numbers;
    double *Au, *Ap, *Av; /* n x m, n x n, n x n */
    double *factor;    /* on what the slave tells, as steps on trial have shown it: n on all three
                          matrices, then n on Au beside */
    double *mean;      /* m: ubar */
    double *slave;     /* p_s, v_s, a_s */
    double *deviation; /* d, d', d'' */
    double *base, *before; /* p, v, a at the newest stored sample and at the one before */
    double *times;         /* of base, of before, of the slave */
    double *correction;    /* p, v, a: how far the last slave step set the prediction right */
    mr_reach *reach;       /* how far it may go in one step */
    mr_doubt *doubt;       /* whether the hidden modes foresee what it does */
    double *unexplained;   /* 1: what the slave does beside its own motion is not known */
    double *drift;         /* n: change of what reacts behind the interface, per second */
    double *slave_before, *mean_before; /* of the step before */
    double *matrices_before;            /* scratch, while new ones are told */
    double *renewal;                    /* when the matrices are asked for again (matrices.c) */
    double *pull_matrix, *pull;         /* scratch: m x m, m (pull.c) */
    double *u, *u_end, *trial, *matrix, *right; /* scratch */
    mr_identification identification;
    mr_consistent along; /* directions that the slave tells, or its coordinates and hidden modes;
                            then it alone predicts */
    /* hidden modes, where the slave tells matrices only and goes back */
    bool may_own;   /* there is room for it */
    bool owns;      /* coordinates and modes are the master's (owned.c) */
    bool found;     /* what is hidden was found, or that nothing is */
    bool adds_up;   /* what efforts make of the slave's motion adds up: it is linear, though what is
                       hidden may change with time */
    bool unknown;   /* steps on trial show that it is not linear, and neither modes nor a path of it
                     */
    bool nearly;    /* the modes that were found explain nearly all, not all of it */
    int shorten;    /* into so many parts at least goes a step of a slave that is not known */
    int states;     /* most of them */
    int tried;      /* steps on trial */
    bool astray;    /* the slave could not be restored after them */
    int takes_over; /* 1: the slave takes the motion along its directions over */
    int settles;    /* 1: the master owns the motion: the slave's work is the master's */
    bool paired;    /* one coordinate, one effort, which make power together */
    bool bends;     /* nothing is hidden: the path of the coordinate serves (bent_step.c) */
    int outputs;    /* of the slave */
    mr_hidden hidden;
    double *hidden_before; /* n: reaction of the modes at the slave's last step */
    mr_bent *bent;
} mr_interface_model;

/* --- matrices.c --- */
/* at the start: they are asked for at the first step */
void mr_matrices_start(mr_interface_model *model);
/* coordinates without position have none; all numbers are finite */
mr_status mr_matrices_check(mr_interface_model *model);
/* the slave has made a step of h from `before` (p, v, a) and the constant `mean_before`; asks for
 * its matrices if they may have changed by more than matters */
mr_status mr_matrices_take(mr_interface_model *model, const mr_slave_type *type, void *slave,
                           double h);

/* rows by the factors of their coordinates, as in the model's `factor` */
void mr_matrices_scale(mr_interface_model *model, const double *factor);
/* the last step changed the accelerations by what the matrices could not know */
bool mr_matrices_surprised(const mr_interface_model *model);

/* --- deviated.c --- */
/* inputs at t on the straight lines between the samples, held outside them */
void mr_deviated_inputs(const mr_history *inputs, double t, double *u);
/* the deviation over the slave's step that was just made */
void mr_deviate(mr_interface_model *model, double from, double to, const mr_history *inputs);
/* how the reaction behind the interface changed in the slave's step of h */
void mr_deviated_drift(mr_interface_model *model, double h);
/* the prediction begins anew at the slave's state plus the deviation */
void mr_deviated_restart(mr_interface_model *model, const mr_history *inputs);
void mr_deviated_sample(mr_interface_model *model, const mr_history *inputs, bool again);
void mr_deviated_predict(mr_interface_model *model, double t, const double *u, double *outputs);

/* --- interface_model.c --- */
/* neither modes nor a path say what the slave does: it is not linear behind its interface, or its
 * damping changes within a step (dry friction) */
bool mr_interface_model_is_unknown(const mr_interface_model *model);

/* the inverse of the mass that moves with coordinate i, by the effort that moves it most */
double mr_interface_model_answer(const mr_interface_model *model, int i);

/* --- trial.c --- */
/* model->hidden, from steps of h that the slave makes from its start at t, with inputs about u; it
 * is there again afterwards. limited: the size of its steps is imposed */
mr_status mr_hidden_try(mr_interface_model *model, const mr_slave_type *type, void *slave, double t,
                        double h, bool limited, const double *u, const double *row);

/* --- owned.c --- */
/* directions for n coordinates with up to so many hidden modes */
int mr_owned_room(int n, int states);
void mr_owned_start(mr_interface_model *model, const mr_history *inputs);
/* the inputs of the slave's step up to `to`: mean gets what brings it after its interface */
mr_status mr_owned_aim(mr_interface_model *model, const mr_history *inputs, double to,
                       double *mean);
/* the slave has made its step of h */
void mr_owned_step(mr_interface_model *model, double h, const mr_history *inputs);

/* times the largest effort in a step that a pull may have: a slave whose interface hardly answers
 * to an effort (a pendulum at the horizontal) is not brought after it by any force */
double mr_owned_bounded(const mr_history *inputs, int j, double from, double pull);

/* --- bent_step.c --- */
void mr_bent_start(mr_interface_model *model, const mr_history *inputs);
mr_status mr_bent_aim(mr_interface_model *model, const mr_history *inputs, double to, double *mean);
void mr_bent_step(mr_interface_model *model, double h, const mr_history *inputs);

/* --- pull.c --- */
/* model->pull: inputs that bring the slave, in a step of h, to where it is deviated to by d, d' (n
 * each); false: there are none */
bool mr_interface_model_pull(mr_interface_model *model, double h, const double *d);

/* identify: from past steps, even if the slave tells its matrices; directions: most of them, 0 for
 * none even if the slave tells them; states: most hidden ones that are looked for by steps on
 * trial, 0 for none */
mr_status mr_interface_model_open(mr_interface_model *model, const mr_slave_type *type,
                                  const mr_slave_description *description, bool identify,
                                  double leak, int directions, int states, mr_message *message);
void mr_interface_model_close(mr_interface_model *model);
/* no directions are told: coordinates and hidden modes serve, or the matrices alone */
void mr_interface_model_make_do(mr_interface_model *model);

/* at the start: no deviation, driven by the inputs at t; row: the slave's outputs; imposed: size of
 * its steps, 0 for its own */
mr_status mr_interface_model_start(mr_interface_model *model, const mr_slave_type *type,
                                   void *slave, double t, double imposed, const double *row,
                                   const mr_history *inputs);

/* before the slave's step up to `to` with the constant `mean`, which may be changed */
mr_status mr_interface_model_aim(mr_interface_model *model, const mr_slave_type *type, void *slave,
                                 double to, double *mean, const mr_history *inputs);

/* the slave went from `from` to `to` with the constant `mean` */
mr_status mr_interface_model_step(mr_interface_model *model, const mr_slave_type *type, void *slave,
                                  double from, double to, const double *mean, const double *row,
                                  const mr_history *inputs);

/* the newest sample of the inputs is new; again: it took the place of an older one, or time went
 * back */
void mr_interface_model_sample(mr_interface_model *model, const mr_history *inputs, bool again);

/* overwrites the outputs that are interface coordinates by the prediction at t with inputs u there
 */
void mr_interface_model_predict(mr_interface_model *model, const mr_history *inputs, double t,
                                const double *u, double *outputs);

enum { MR_RENEWAL = 6 };

#endif
