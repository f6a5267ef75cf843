/* what moves behind the interface of a slave that tells its interface matrices only, as far as
 * steps on trial show it
 *
 * The accelerations of the interface coordinates are a = Au u + Ap p + Av v + r, where r is the
 * reaction of all that is hidden. It answers to p through a few modes, the same for all
 * coordinates: z'' + damping z' + stiffness z = p - origin,     r = A z + B z' + D p + constant
 * Poles and residues come from least squares on a series of steps with random inputs, made before
 * the run from a saved state. Steps are exact in double precision, so that a linear slave of up to
 * MR_HIDDEN_ORDER hidden states is found to many digits. A force in the slave that changes with
 * time by itself shows as a mode that no coordinate drives: it goes on by itself then, and is set
 * right by what the slave tells. One that is not linear shows itself by what does not fit: modes
 * that explain nearly all of the reaction serve then, or none. */
#ifndef MR_HIDDEN_H
#define MR_HIDDEN_H

#include "multirate/slave.h"

enum { MR_HIDDEN_ORDER = 10, MR_HIDDEN_MODES = MR_HIDDEN_ORDER, MR_HIDDEN_COORDINATES = 4 };

/* how the slave makes its steps, as positions and velocities show it */
typedef enum mr_hidden_rule { MR_RULE_EXACT, MR_RULE_TRAPEZOIDAL } mr_hidden_rule;

/* steps on trial: rows of p, v (n each), and of the reaction (n) */
typedef struct mr_trial {
    int n, count; /* coordinates, rows: one more than steps */
    double h;
    double *motion; /* count x 2 n */
    double *reaction;
} mr_trial;

typedef struct mr_hidden {
    int n, room;                 /* coordinates, modes that there is room for */
    double *modes;               /* how many there are */
    double *rule;                /* mr_hidden_rule */
    double *stiffness, *damping; /* per mode */
    double *drive;               /* per mode: 1, or 0 where no coordinate drives it */
    double *of_position; /* A: n x (modes x n), z of mode k driven by coordinate j at k n + j */
    double *of_velocity; /* B */
    double *direct;      /* D: n x n */
    double *origin;      /* n */
    double *constant;    /* n: what is left of the reaction at the start */
    double *z;           /* of the slave: z, then z', room x n each */
} mr_hidden;

int mr_hidden_size(int n, int room);
void mr_hidden_place(mr_hidden *hidden, double *block);

/* finds the modes; false: none were found that explain the reaction. order: most states of one
 * coordinate's reaction; nearly: part of it that may be missed, 0 for a slave that is linear;
 * other: steps that show whether a mode moves by itself, or NULL */
bool mr_hidden_fit(mr_hidden *hidden, const mr_trial *trial, int order, double nearly,
                   const mr_trial *other);

/* --- hidden_check.c --- */
/* part of the reaction, and of the accelerations */
typedef struct mr_missed {
    double of_reaction, of_all;
} mr_missed;

/* what the modes miss of steps from the same start, which they were not found from. factor (n): on
 * the accelerations that the matrices tell at each row, `told`; NULL if they are right */
mr_missed mr_hidden_missed(const mr_hidden *hidden, const mr_trial *other, const double *factor,
                           const double *told);

/* --- hidden_factor.c --- */
/* the same where the matrices are told wrongly by a factor, n of them; told: the accelerations that
 * they make at each row of the trial. false: no factor explains the steps either */
bool mr_hidden_fit_factor(mr_hidden *hidden, mr_trial *trial, const double *told, int order,
                          double *factor);

/* one mode over h, driven by a coordinate that goes from p0, v0 to p1, v1; z: z, z' */
void mr_hidden_advance(mr_hidden_rule rule, double stiffness, double damping, double h, double p0,
                       double v0, double p1, double v1, double *z);

/* the modes that no coordinate drives, one for each coordinate: off (n) is what the slave's
 * accelerations have beside all that was foreseen */
void mr_hidden_set_right(mr_hidden *hidden, const double *off);

/* the slave has gone from `before` to `now` (p, v) */
void mr_hidden_follow(mr_hidden *hidden, double h, const double *before, const double *now);

/* the reaction that the modes make at p, of coordinate i, less its constant */
double mr_hidden_reaction(const mr_hidden *hidden, int i, const double *p);

#endif
