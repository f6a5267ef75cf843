/* the interface model of a slave that tells directions: the fast side integrates the motion along
 * them, and the slave takes it over
 *
 * Over a step of the slave the master drives eta, the motion along the slave's directions, while
 * all else in the slave goes on with its velocity: eta'' = g + drift s + (B + Q eta) (u - f) - K
 * eta - C (eta' - w) p = p_s + (v_s - P w) s + (a_s - P g - w Q w) s^2/2 + P eta + eta Q eta / 2,
 * s = t - t_s with Q the curvature of the interface coordinates. When the master has passed the end
 * of the step, the slave is told where eta has got to. It moves its state along the directions back
 * to where its own rule, with all else still, would come from, and makes its step. So each step is
 * the flow of master and directions, then that of the slave's rule without what the rule does along
 * the directions. All three keep the energy if the slave does: nothing is carried beside the slave,
 * and nothing that the coupling adds can grow. It holds where the directions contain M^-1 b, the
 * answer of the instant: then what is not in them does not see the effort, and the interface does
 * not see it. */
#ifndef MR_CONSISTENT_MODEL_H
#define MR_CONSISTENT_MODEL_H

#include "history.h"
#include "law.h"
#include "multirate/slave.h"

#define MR_MOST_DIRECTIONS 12

/* the inputs between two samples are the cubic through four */
enum { MR_CONSISTENT_POINTS = 4 };

/* what the slave does, against what it tells; numbers only */
typedef struct mr_guard {
    double sums[6];          /* of the least squares */
    double theta[2];         /* factors on B, and on K and C, that the slave shows */
    double tank, passed;     /* energy that may be made, and that passed lately, J */
    double acted, taken;     /* steps in which energy was taken back, and how much */
    double largest, unfit;   /* theta that was farthest from 1; steps whose reaction did not fit */
    double made_good, moved; /* squares of velocities at the ends of steps, sums that forget: what
                              * was made good after the step, and all */
    double bent, turning; /* those squares in all steps without contacts; part of the velocities */
    double contacts, struck, went; /* steps in which one closed or opened; the same squares, of
                                    * these and of all steps */
} mr_guard;

typedef struct mr_consistent {
    int room; /* directions that there is room for; 0: not used */
    int n, m; /* coordinates, inputs */
    const mr_coordinate *coordinates;
    const bool *effort;
    bool whole;                     /* the directions are all that moves in the slave */
    const mr_law *law, *law_before; /* what damps the one direction, now and in the step before, or
                                       NULL: C does */
    int *conjugate; /* m: the coordinate that an input makes power with, or MR_NONE */
    /* all numbers are part of the state of the interface model */
    double *count;  /* directions, as told */
    double *input;  /* B: room x m */
    double *output; /* P: n x room */
    double *Q;      /* n x room x room */
    double *Q_rate; /* its change in the last step per second */
    double *mean;   /* room: mean of eta' in the last step */
    double *K, *C;  /* room x room */
    double *w, *g;  /* room */
    double *drift;  /* room: change of g per second */
    double *f;      /* m: inputs of the slave's last step */
    double *slave;  /* 3 n + 1: p, v, a at its time, and that */
    double *base;   /* eta, eta' at the newest sample, 2 room */
    double *before; /* at the one before */
    double *times;  /* of base, of before, of the slave */
    double *past;   /* what was told before: all from count to slave, in this order */
    double *jump; /* eta, eta' at the slave's time: what the step just made had left out, 2 room */
    mr_guard *guard; /* whether it does what it tells */
    double *steps;   /* of the slave since the start or the last jump */
    double *fastest; /* 1/s that the flow along the directions has to resolve */
    double *trial;   /* scratch, 2 room */
    double *inputs;  /* scratch, 4 m: polynomials of the inputs */
    double *u;       /* scratch, m */
} mr_consistent;

/* how many numbers it needs, and their places in a block of that many */
int mr_consistent_size(int room, int n, int m);
void mr_consistent_place(mr_consistent *c, double *block);

/* only those that the slave tells, from count to slave, elsewhere */
void mr_consistent_place_told(mr_consistent *c, double *block);
/* --- consistent_flow.c --- */
/* polynomials of the inputs through the newest samples up to the base's and the point (t, u) */
void mr_consistent_fit_ahead(mr_consistent *c, const mr_history *inputs, double t, const double *u);
/* eta, eta' from one time to the next under the polynomials, whose origin is at `from` */
void mr_consistent_flow(mr_consistent *c, double from, double h, double *state);
/* (Q eta)_i of input j, or with the rate of Q */
double mr_consistent_bent(const mr_consistent *c, const double *curvature, int i, int j,
                          const double *eta);
/* through all samples after `from` up to `to`; state, eta and eta', is at `from` */
void mr_consistent_integrate(mr_consistent *c, const mr_history *inputs, double from, double to,
                             double *state);
/* the inputs at t, a sample or between two, on the polynomials that drive the motion */
void mr_consistent_inputs(mr_consistent *c, const mr_history *inputs, double t, double *u);

/* --- consistent_correction.c --- */
/* what the model left out of the answer to quick inputs over the step that ended at t, as its two
 * ends show: B(eta) is no straight line. Into c->jump */
void mr_consistent_correct(mr_consistent *c, const mr_history *inputs, double t);

/* --- consistent_guard.c --- */
/* after a step of h that began as told in `past`: learns, and takes energy back (c->jump);
 * unexplained: acceleration that the model missed at the end; passed: energy, J */
void mr_consistent_guard(mr_consistent *c, const mr_consistent *past, double h,
                         const double *unexplained, double passed);
/* the energy that was made is paid, or taken back from the first r directions, whose motion in the
 * step of h is in c->trial */
void mr_consistent_balance(mr_consistent *c, int r, double h, double made, double passed);
/* about how far contacts have led the motion astray, relative to its velocities: what was made good
 * after each of them, one step late, adds up as chance does */
double mr_consistent_struck(const mr_consistent *c);
/* what was told, scaled by what the slave shows, where it was scaled by `before` */
void mr_consistent_believe(mr_consistent *c, const double *before);
/* nothing has been seen yet */
void mr_consistent_trust(mr_consistent *c);

/* --- consistent_model.c --- */
/* asks the slave at t for its directions; row: its outputs; f: inputs of its last step */
mr_status mr_consistent_take(mr_consistent *c, const mr_slave_type *type, void *slave, double t,
                             double h, const double *row, const double *f);

/* the prediction begins anew at the slave's time and goes on to the newest sample */
void mr_consistent_restart(mr_consistent *c, const mr_history *inputs);
/* a new newest sample */
void mr_consistent_sample(mr_consistent *c, const mr_history *inputs);
/* outputs at t with inputs u there */
void mr_consistent_predict(mr_consistent *c, const mr_history *inputs, double t, const double *u,
                           double *outputs);
/* c->trial: eta, eta' at t, where the samples have led them */
mr_status mr_consistent_foresee(mr_consistent *c, const mr_history *inputs, double t);
/* c->fastest: the largest sums of rows bound all that moves along the directions */
void mr_consistent_bound(mr_consistent *c);
/* tells the slave where its next step, up to t and with the constant f, is to end */
mr_status mr_consistent_aim(mr_consistent *c, const mr_slave_type *type, void *slave,
                            const mr_history *inputs, double t, const double *f);
/* p and v that were foreseen for the end t of the aimed step */
void mr_consistent_expected(const mr_consistent *c, double t, double *motion);

#endif
