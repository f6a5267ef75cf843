/* the inside of joints between coupled slaves */
#ifndef MR_COUPLED_JOINTS_H
#define MR_COUPLED_JOINTS_H

#include "coupled_private.h"

enum { MR_GAP, MR_GAP_RATE, MR_GAP_ACCELERATION, MR_GAP_INTEGRAL, MR_GAP_LEVELS };

/* one joint. What changes in a run is in `past`: times and values, the newest first */
typedef struct mr_joint_state {
    char name[64];
    const mr_joint_method *method;
    int order, size;
    int first, unknown; /* among scalars and unknowns of all joints */
    bool keeps_offset, project;
    double mu, mu_steps, rate_weight, acceleration_weight;
    mr_joint_port *port[2];
    double *offset, *stiffness, *damping;
    double *samples; /* of the step being made: samples x size */
    double *force;   /* lambda at the last exchange */
    double *largest; /* lambda so far, absolute */
    int past_count;
    double past_t[MR_JOINT_PAST + 1];
    double *past; /* (MR_JOINT_PAST + 1) x size */
    int kept_count[MR_SLOTS];
    double kept_t[MR_SLOTS][MR_JOINT_PAST + 1];
    double *kept[MR_SLOTS]; /* past, force, largest */
    double gap, rate, largest_gap, largest_rate;
} mr_joint_state;

struct mr_joints {
    mr_joint_state **joint;
    int count, scalars, unknowns;
    int *joint_of;  /* per scalar */
    int *projected; /* scalars of joints that project */
    int projected_count;
    double *push;       /* shift and kick of those, and the same as inputs of a member */
    double *gap;        /* levels x scalars, at the end of the step */
    double *derivative; /* levels x scalars x unknowns */
    double *measured;   /* 2 scalars x scalars: accelerations by lambda, at the start */
    double *begin;      /* 2 sides x (position, velocity) x scalars, at the begin of the step */
    double *last;       /* the same, at the last step of a member */
    double *integral;   /* 2 sides x scalars */
    double *right, *matrix, *column, *square, *told;
    bool has_derivative;
    double derivative_size; /* of the step that it was made in */
};

/* coupled_joints.c */
mr_status mr_joints_lay_out(mr_coupled *coupled);
void mr_joints_push(mr_joint_state *joint, double t, const double *value);
void mr_joints_tell(mr_coupled *coupled, double *inputs); /* lambda at the exchange */
double mr_joint_output(const mr_coupled *coupled, int output, const mr_joint_port *port);

/* gaps by the outputs in coupled->y, into joints->gap */
void mr_joints_measure(mr_coupled *coupled);

/* coupled_joint_start.c */
mr_status mr_joints_start(mr_coupled *coupled, void *own, double t0);
/* both sides of those that project are put back on their constraints */
mr_status mr_joints_project(mr_coupled *coupled, double t);
/* the explicit joints' lambda at the exchange that was reached */
mr_status mr_joints_explicit(mr_coupled *coupled, double t, double H);

#endif
