/* a slave as a linear system with all that moves behind its interface, seen from its own steps
 *
 * From its start it is stepped a few dozen times with its inputs held, and again with a pulse in
 * one input after the other. What the outputs do is realised as a linear system (realise.h), and
 * the rule that the slave integrates by is the one of ours that also explains its answer to inputs
 * that change within a step. */
#ifndef ANALYSIS_SEEN_SLAVE_H
#define ANALYSIS_SEEN_SLAVE_H

#include "analysis/method.h"

typedef struct an_seen_slave {
    an_system system; /* x' = A x + B u, y = C x + D u, about the start */
    const an_method *method;
    double *rates; /* x' at the start, with the inputs that it has there */
    double step;   /* s */
    double misfit; /* of pulses and rule, relative to each output: 0 is a linear slave */
    int steps;     /* that it took */
} an_seen_slave;

/* slave: open, at its start t0 with inputs u0; is left somewhere. step > 0: imposed (needs
 * step_to). Fails with a sentence if the slave does, or if its steps are not of one size. */
mr_status an_see_slave(an_seen_slave *seen, const mr_slave_type *type, void *slave, double t0,
                       const double *u0, double step, mr_message *message);
void an_seen_slave_free(an_seen_slave *seen);

#endif
