/* the insides of a simulation: the state in one block, scratch beside it */
#ifndef MBS_SIM_H
#define MBS_SIM_H

#include "core.h"

/* first part of the block; counts are doubles so that the block is one array of them */
typedef struct mbs_clock {
    double t;
    double base, step, index; /* the grid that t is on: base + index*step */
    double started;
    double last_step; /* 0 after a start: nothing to extrapolate from */
    /* of Newton's iteration from its first correction to the second, with the factor at hand and
     * with a new one; 0: not known */
    double contraction, fresh_contraction;
    /* factors that outlive their step: step size of the tangent, 0 if there is none; and whether
     * there is a mass system */
    double tangent_step, mass_kept;
    double direction_count;
    double closed;    /* the directions react to nothing else */
    double moved;     /* the state was moved along directions: its accelerations are out of date */
    double companion; /* whether it moves what is not along the directions */
    double aimed;     /* end of the step whose companion waits, 0: none */
    double joined;    /* the last step was aimed, and Y_rest is its mean velocity */
} mbs_clock;

/* energies of an element or a drive: integrals, and the powers at the last time */
typedef struct mbs_account {
    double potential, dissipated, supplied;
    double loss, gain;
} mbs_account;

struct mbs_simulation {
    const mbs_model *model;
    mr_message *message;
    mbs_linear *linear;

    /* the state */
    double *block;
    size_t block_count;
    mbs_clock *clock;
    double *q, *v, *a, *lambda;         /* entries; constraints */
    double *a_before;                   /* one step earlier, for the prediction */
    double *z, *z_rate;                 /* internal states of elements */
    double *drive, *drive_d, *drive_dd; /* per signal: what drives follow, and rates */
    double *u;                          /* inputs that the accelerations belong to */
    double *y_rate;                     /* rates of outputs that have no exact one */
    double *y_last, *y_slope;
    mbs_account *account; /* elements, then drives */
    /* what the tangent and the mass system at hand were factorised from: values, and rows of the
     * constraints */
    double *kept_matrix[2], *kept_rows[2];
    /* interface directions, one after the other, and the motion along them (directions.c) */
    double *Y, *Y_input, *Y_stiffness, *Y_damping, *Y_velocity, *Y_acceleration, *Y_drift;
    double *Y_curvature; /* of each interface coordinate */
    double *Y_place, *Y_rest; /* where the aimed step began, and its velocity but along them */
    double *Y_companion; /* along them: position and velocity at its begin, and at its end */

    /* scratch */
    double *q1, *v1, *a1, *lambda1, *z1, *z_rate1, *z_history;
    double *Y_before;         /* the directions of the last time, while new ones are made */
    double *phi, *jacobian;   /* of the constraints at q1 (or wherever they were evaluated last) */
    double *rotor_rows;       /* spins of the rotors there */
    double *force, *residual; /* entries */
    double *matrix;           /* nonzeros and the dump */
    double *x;                /* variables */
    double *signal, *slope;
    double *variable; /* of expressions */
    mbs_jet *jet;
    double *local_K, *local_C, *local_D, *local_E;
    double *u1, *u_middle;
    double *w1, *w2, *w3, *w4; /* entries */
    double *a_kept, *lambda_kept;
    double *multiplier, *pull, *left; /* constraints */
    double turned;                    /* how far the rows are from those of the factor */

    mbs_energy energy; /* at the time reached, if noted */
    int energy_noted;
    double *load, *slip; /* three and two per element, what it reported, if noted */
    double *load_noted, *slip_noted;
    int is_present; /* rows and phi are of the state reached: Phi_q, and Phi_qq v v less drives */
    int exact_factor_ready; /* the exact slot holds the mass system of the present q */
    int timing;
    mbs_statistics statistics;
};

/* most interface directions */
enum { MBS_DIRECTIONS = 12 };

/* tangent and mass system may be those of an earlier step; the exact one is of the present position
 * and is not seen by the steps */
enum { MBS_TANGENT_SLOT, MBS_MASS_SLOT, MBS_EXACT_SLOT };

/* --- evaluate.c --- */
/* signals at time t with inputs u */
void mbs_evaluate_signals(mbs_simulation *s, double t, const double *u);
/* what driven constraints follow, with rates from jets of the inputs (NULL: they are at rest) */
void mbs_evaluate_drives(mbs_simulation *s, double t, const double *u, const mbs_jet *inputs);
/* phi and rows at q; largest violation */
double mbs_evaluate_constraints(mbs_simulation *s, const double *q);
/* forces of gravity and all elements; 0 if one failed */
int mbs_evaluate_forces(mbs_simulation *s, double t, double h, const double *q, const double *v,
                        double *Q);
mbs_moment mbs_moment_at(mbs_simulation *s, double t, double h);
/* out += factor M x, with rotors as they were where the constraints were evaluated last */
void mbs_add_mass_product(const mbs_simulation *s, double factor, const double *x, double *out);
/* out += rows' y, with rows laid out as in jacobian */
void mbs_add_transposed(const mbs_simulation *s, const double *rows, const double *y, double *out);
double mbs_row_product(const mbs_simulation *s, const double *rows, int constraint,
                       const double *x);
/* matrix = base + penalties of the rows (+ what depends on h: stiffness, damping, multipliers) */
void mbs_assemble_mass(mbs_simulation *s);
void mbs_assemble_tangent(mbs_simulation *s, double t, double h, const double *q, const double *v,
                          const double *a, const double *lambda, int with_damping);
mr_status mbs_factor(mbs_simulation *s, int slot);
/* entries in, entries out (fixed ones zero): x = F^-1 b */
void mbs_solve(mbs_simulation *s, int slot, const double *b, double *x);

/* how far the rows at hand are from those in a kept factor, relative to their size */
double mbs_turned(const mbs_simulation *s, int slot);
/* is a force of those evaluated last not finite? Then the message names its element */
int mbs_blame_forces(mbs_simulation *s, double t);

/* --- accelerations.c --- */
mr_status mbs_accelerations(mbs_simulation *s, double t);
mr_status mbs_ready_exact_factor(mbs_simulation *s);
/* evaluates the constraints; the factor of the mass system may be an earlier one */
mr_status mbs_ready_mass_factor(mbs_simulation *s);
/* as mbs_accelerations, but only as good as a step of h needs, and with a factor of an earlier one
 * as long as that serves. MR_ERR_SLAVE_STEP: not that good */
mr_status mbs_quick_accelerations(mbs_simulation *s, double t, double h);
mr_status mbs_report_singular(mbs_simulation *s);

/* --- interface.c --- */
/* M y + rows' l = b, rows y = c (c NULL: 0), with the exact factor */
void mbs_constrained_solve(mbs_simulation *s, const double *b, const double *c, double *y);
/* the same with the factor of the mass system that is at hand (mbs_ready_mass_factor) */
void mbs_constrained_solve_kept(mbs_simulation *s, const double *b, const double *c, double *y);
/* x_i'K x_j and x_i'C x_j of vectors that lie one after the other */
void mbs_project_tangent(mbs_simulation *s, const double *x, int count, int stride, double *K,
                         double *C);
/* out -= K dq + C dv */
void mbs_subtract_tangent(mbs_simulation *s, const double *dq, const double *dv, double *out);
/* change of an interface coordinate along x */
double mbs_along_coordinate(const mbs_simulation *s, int coordinate, const double *x);

/* second derivatives of an interface coordinate along pairs of vectors x[i], on the constraints:
 * to[i * stride + j] */
void mbs_curve_coordinate(mbs_simulation *s, int coordinate, const double *x, int count, int stride,
                          double *to);

/* --- aim.c --- */
/* adds the companion of an aimed step to the state reached in a step of h */
mr_status mbs_join_companion(mbs_simulation *s, double h);

/* --- step.c, start.c --- */
/* keeps what the factor of the tangent or the mass system was made from */
void mbs_keep_factor(mbs_simulation *s, int slot);
/* all that was noted about the time reached is out of date */
void mbs_forget_notes(mbs_simulation *s);
mr_status mbs_equilibrium(mbs_simulation *s, double t);
mr_status mbs_read_inputs(mbs_simulation *s, const mr_inputs *inputs, double t, double *u);
mr_status mbs_advance(mbs_simulation *s, const mr_inputs *inputs, double t_end, double h);

/* --- energy.c, outputs.c --- */
void mbs_open_accounts(mbs_simulation *s);
void mbs_keep_accounts(mbs_simulation *s, double h);
void mbs_note_energy(mbs_simulation *s);
/* after a step h that followed one of h_before (0: none) */
void mbs_note_outputs(mbs_simulation *s, double h, double h_before);

#endif
