/* joints: constraints and stiff bushings between two members of coupled slaves
 *
 * A joint is a third object between two members. It owns the reaction lambda, one scalar a
 * coordinate: the first member gets +lambda, the second one -lambda. With the positions p that both
 * tell there, the gap is g = p2 - p1, and its rates are those of the velocities and accelerations.
 *     Within an exchange step from T to T+H lambda is made of pieces of polynomials, through
 * unknown samples and through values of the past; conditions on the gap at T+H determine the
 * samples. A method is one constant table: its shape, and its conditions. P. Li, On the Numerical
 * Stability of Co-Simulation Methods, 2017, ch. 3 and 4; the explicit method is our own. */
#ifndef MULTIRATE_JOINT_H
#define MULTIRATE_JOINT_H

#include "multirate/slave.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MR_JOINT_SAMPLES 3 /* unknown values of lambda in a step, at most */
#define MR_JOINT_PAST    3 /* values of exchanges before it */
#define MR_JOINT_NODES   4 /* of one piece */

/* a condition that is linear in what a step has ended with */
typedef struct mr_joint_row {
    double gap, rate, acceleration; /* g, g', g'' at T+H */
    double integral;                /* of g over the step */
    double begin;                   /* g at T */
    double force, slope, impulse;   /* lambda and lambda' at T+H, integral of lambda */
} mr_joint_row;

typedef struct mr_joint_settings {
    double mu;                               /* time constant of a stabilised one, s */
    double rate_weight, acceleration_weight; /* of a weighted one; that of the gap is 1 */
    double stiffness, damping;               /* of a spring: lambda = stiffness g + damping g' */
} mr_joint_settings;

typedef struct mr_joint_method {
    const char *name, *alias;
    const char *summary;
    int samples; /* unknown; 0: explicit, lambda at T follows from what is known there */
    int most_order, usual_order;
    int offered_order;  /* in runs: beyond it the method is unstable at any step */
    bool accelerations; /* outputs that it needs besides positions and velocities */
    bool spring;        /* a law of force: gaps are allowed */
    bool weighted;      /* conditions one by one, their solutions weighted */
    bool projects;      /* sets the states of the slaves */
    bool copies;        /* the first side is a copy of the second one, which gets no reaction */
    double usual_mu;    /* in exchange steps; 0: it has none */

    /* nodes of a piece: 0 … samples-1, or -1-i for the value i exchanges ago; how many */
    int (*nodes)(int order, int piece, int node[MR_JOINT_NODES]);

    /* `samples` conditions of one scalar (three if weighted) */
    void (*rows)(const mr_joint_settings *settings, mr_joint_row *rows);

    bool swings; /* samples may swing about lambda: at T+H it is that of the line with their impulse
                  * and moment, else the last sample */
} mr_joint_method;

/* a method, by its names and what it has of the above */
#define MR_JOINT_METHOD(identifier, its_name, its_alias, its_summary, ...)                         \
    const mr_joint_method identifier = {                                                           \
        .name = its_name, .alias = its_alias, .summary = its_summary, __VA_ARGS__}

/* ended by NULL */
extern const mr_joint_method *const mr_joint_methods[];

extern const mr_joint_method mr_joint_x2, mr_joint_x1, mr_joint_explicit, mr_joint_baumgarte,
    mr_joint_index2, mr_joint_overlap, mr_joint_weighted, mr_joint_projection, mr_joint_spring,
    mr_joint_spring_d, mr_joint_spring_i;

/* by name or short name; NULL and a sentence that names the nearest */
const mr_joint_method *mr_joint_find(const char *name, mr_message *message);

/* what a method can do of the order with this many values of the past */
int mr_joint_order(const mr_joint_method *method, int order, int past);

/* number of pieces of lambda, of equal length */
int mr_joint_pieces(const mr_joint_method *method, int order);

/* lambda is linear in samples and past: its weights */
typedef struct mr_joint_weights {
    double sample[MR_JOINT_SAMPLES], past[MR_JOINT_PAST + 1];
} mr_joint_weights;

/* at x = (t-T)/H within a piece; past_x: where the values of the past are, 0, -1, … */
void mr_joint_value(const mr_joint_method *method, int order, const double *past_x, int piece,
                    double x, mr_joint_weights *weights);
/* its derivative by x at the end, and its integral over x from 0 to 1 */
void mr_joint_slope(const mr_joint_method *method, int order, const double *past_x,
                    mr_joint_weights *weights);
void mr_joint_impulse(const mr_joint_method *method, int order, const double *past_x,
                      mr_joint_weights *weights);

/* --- between members of coupled slaves (coupled.h) --- */

typedef struct mr_joint_side {
    int member;
    /* scalars, one for each coordinate of the joint; velocities NULL: not told (springs without
     * damping only), accelerations NULL: not told. Forces NULL: the original of a copy */
    const int *force, *position, *velocity, *acceleration;
} mr_joint_side;

typedef struct mr_joint {
    const char *name; /* NULL: its number */
    const mr_joint_method *method;
    int order; /* of lambda; MR_NONE: the usual one of the method */
    int size;  /* coordinates */
    mr_joint_side side[2];
    const double *offset; /* p2 - p1 that is no gap; NULL: 0 */
    bool keeps_offset;    /* it is the one of the start */
    bool project;         /* after each step both sides are put back on the constraint */
    double mu;            /* s; 0: mu_steps exchange steps */
    double mu_steps;      /* 0: the usual ones */
    double rate_weight, acceleration_weight;
    const double *stiffness, *damping; /* of a spring */
} mr_joint;

/* outputs of one side of one coordinate, and its input; MR_NONE: not told */
typedef struct mr_joint_port {
    int member, force, position, velocity, acceleration;
} mr_joint_port;

typedef struct mr_joint_report {
    const char *name;
    int size;
    const double *force;              /* lambda at the present time */
    double gap, rate;                 /* largest absolute values there, and */
    double largest_gap, largest_rate; /* at all exchanges so far; of a copy: before it was set */
} mr_joint_report;

#ifdef __cplusplus
}
#endif
#endif
