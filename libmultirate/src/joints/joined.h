/* a slave held by a joint to the master's side: the inside
 *
 * The master tells the motion of its interface point: position, velocity, and the acceleration that
 * it would have without the reaction. What the reaction does to that acceleration is its response
 * (one over the mass). So it need not be repeated, and there is no loop without a state. The joint
 * owns the reaction: the master gets +lambda, the slave -lambda. */
#ifndef MR_JOINED_H
#define MR_JOINED_H

#include "multirate/config.h"
#include "multirate/joint.h"

/* The two lines of X2 meet here in the step. A disturbance that moves nothing at its ends comes
 * back with the factor x/(1-x): 1 in the middle, where it would swing for ever; 1/2 here. (Own
 * derivation: impulse and moment of lines from (1, a, b) vanish for b = x/(1-x).) */
#define MR_JOINED_KNOT (1.0 / 3.0)

#define MR_JOINED_OWN_OUTPUTS 3 /* reaction, gap, gap_rate */

/* all that changes in a run, one block of memory. numbers: reactions of the past (2 n, the newest
 * first), samples in the step (2 n), gap (n), its rate (n), free accelerations of the master at the
 * begins of the last steps (3 n), derivative of the conditions (4 n n) */
typedef struct mr_joined_state {
    double t, from, past_t[2];
    int past_count, seen_count;
    bool second_part, has_derivative;
    double numbers[];
} mr_joined_state;

typedef struct mr_joined {
    const mr_slave_type *type; /* of the slave */
    void *slave;
    mr_message *message; /* of its failures */
    mr_slave_type own;
    mr_slave_description inner, outer;
    mr_variable *variables;
    const mr_joint_method *method;
    int order, n;
    int inputs, outputs, rest; /* scalars of the slave; inputs that are no force */
    int *force, *position, *velocity, *acceleration, *other;
    double step, mu_steps, most_gap;
    bool keeps_offset, told_response; /* the master tells its response */
    double *offset, *response, *gain; /* n; n x n; n x n: the slave's, measured at the start */
    double *lambda;                   /* at the start, while there is no step yet */
    bool starting;
    mr_joined_state *state;
    size_t state_size;
    void *saved;
    const mr_inputs *given; /* of the step being made */
    double latest;          /* time up to which they may be asked */
    double *u, *y;          /* inputs of the master, outputs of the slave */
    double *work;
} mr_joined;

/* numbers of the state */
static inline double *mr_joined_past(const mr_joined *j) {
    return j->state->numbers;
}
static inline double *mr_joined_samples(const mr_joined *j) {
    return j->state->numbers + 2 * j->n;
}
static inline double *mr_joined_gap(const mr_joined *j) {
    return j->state->numbers + 4 * j->n;
}
static inline double *mr_joined_rate(const mr_joined *j) {
    return j->state->numbers + 5 * j->n;
}
static inline double *mr_joined_seen(const mr_joined *j) {
    return j->state->numbers + 6 * j->n;
}
static inline double *mr_joined_derivative(const mr_joined *j) {
    return j->state->numbers + 9 * j->n;
}

/* joined_step.c */
mr_status mr_joined_initialise(void *slave, double t0, const mr_inputs *inputs);
mr_status mr_joined_step(void *slave, const mr_inputs *inputs, double *t);

/* wraps an open slave, as mr_selection_open does. text: the option `joint`; slave_message: that
 * which the slave was opened with. The reaction is to be continued with *order */
mr_status mr_joined_open(const char *text, const mr_config *config, const mr_slave_type **type,
                         void **slave, mr_message *slave_message, int *order, mr_message *message);

#endif
