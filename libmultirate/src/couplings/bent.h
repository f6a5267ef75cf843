/* the path of one interface coordinate behind which nothing is hidden, as its matrices show it
 *
 * The slave has one degree of freedom: p'' = a(p, p', u) with one effort u that makes power with
 * p'. Au = da/du is the inverse of the mass that moves with p. With the length eta of the path,
 *     dp/deta = beta,  beta^2 = Au,      eta'' = beta(eta) u + phi(eta, eta')
 * no force stands with the square of the velocity: that is in the bend Q = d beta/deta of the path.
 * beta may pass through zero (a pendulum at the horizontal, a crank at its dead point), where p
 * turns back and eta goes on. Q and its slope are fitted to the answers of the last steps; the
 * slopes of phi follow from Ap and Av, where v = beta eta', a = beta eta'' + Q eta'^2:
 *     -dphi/deta' = 2 Q eta'/beta - Av
 *     -dphi/deta  = (2 beta Q u + Q phi + C eta' Q + Q' eta'^2 - 2 Q^2 eta'^2/beta)/beta - Ap */
#ifndef MR_BENT_H
#define MR_BENT_H

#include "law.h"

#include <stdbool.h>

enum { MR_BENT_POINTS = 8 };

/* numbers only: part of the state of the interface model */
typedef struct mr_bent {
    double points;                      /* how many there are, newest first */
    double at[MR_BENT_POINTS];          /* lengths of the slave's path */
    double beta[MR_BENT_POINTS];        /* answers there */
    double bend[MR_BENT_POINTS];        /* Q there */
    double force[MR_BENT_POINTS];       /* phi + C eta' there */
    double Q, slope, third;             /* of the newest point: d beta/deta, dQ/deta, … */
    double largest, steepest, stiffest; /* beta, Q and K so far */
    double w, phi, K, C;                /* of the slave: eta', phi and its slopes */
    double stiffening;                  /* dK/deta */
    double sums[4];            /* of the search for damping: yy, yz, zz, and of beta's changes */
    double last[2];            /* Av beta/(2 w), beta/(2 w) of the last step */
    double steady, damping, h; /* 1: the damping is a constant; which; last step */
    double dampings[3];        /* damping so far: how often, sum, sum of squares */
    mr_law law, law_before;    /* what the velocity does, now and before the last step */
    double steps, lawless;     /* steps so far, and those without a law */
    double jumps;              /* of the answer that no path explains */
    double held;               /* force by the place: integral of K along the path */
    double ahead[2];           /* eta, eta': how far the master's own are ahead of the slave's */
} mr_bent;

enum { MR_BENT_SIZE = sizeof(mr_bent) / sizeof(double) };

/* the slave has told p, v, a, its matrices and the effort that acts; h: the step that brought it
 * here, with the mean rate of its velocity, 0 at the start; from: its p before */
typedef struct mr_bent_told {
    double p, v, a, Au, Ap, Av, f, h, from;
} mr_bent_told;

/* how far the slave has gone on its path */
double mr_bent_take(mr_bent *bent, const mr_bent_told *told);
/* standard deviation of its damping, of a velocity in a step of h. Damping that is not a constant
 * depends on the velocity or on the place, and is not known where the slave has not been */
double mr_bent_unevenness(const mr_bent *bent, double h);
/* from where on that matters to what is carried beside the slave; and to what it does in a step */
#define MR_UNEVEN      0.01
#define MR_VERY_UNEVEN 0.1
/* the answer jumps again and again, although a path would not */
bool mr_bent_is_jumpy(const mr_bent *bent);
/* so it does, or the damping varies by much, and in many steps no law says how */
bool mr_bent_is_lawless(const mr_bent *bent);
/* the slave is back at the oldest of the points, with all that was seen of its path */
void mr_bent_go_back(mr_bent *bent);

#endif
