/* a slave as a linear system with all that moves behind its interface, seen from its own steps
 *
 * From its start it is stepped a few dozen times (or some hundred, if it is not clear whether its
 * motions grow) with its inputs held, and again with a pulse in
 * one input after the other. What the outputs do is realised as a linear system (realise.h), and
 * the rule that the slave integrates by is the one of ours that also explains its answer to inputs
 * that change within a step. */
#ifndef ANALYSIS_SEEN_SLAVE_H
#define ANALYSIS_SEEN_SLAVE_H

#include "analysis/method.h"
#include "analysis/realise.h"

typedef struct an_seen_slave {
    an_system system; /* x' = A x + B u, y = C x + D u, about the start */
    const an_method *method;
    double *rates; /* x' at the start, with the inputs that it has there */
    double step;   /* s */
    double misfit; /* of pulses and rule, relative to each output: 0 is a linear slave */
    double rest;   /* of the motion that goes on without pulses */
    double blur;   /* growth and damping are not known better than this, 1/s */
    int steps;     /* that it took */
} an_seen_slave;

/* slave: open, at its start t0 with inputs u0; is left somewhere. step > 0: imposed (needs
 * step_to). ignored: outputs (scalars) that nobody hears, and that so need not be explained; NULL:
 * none. Fails with a sentence if the slave does, or if its steps are not of one size. */
mr_status an_see_slave(an_seen_slave *seen, const mr_slave_type *type, void *slave, double t0,
                       const double *u0, double step, const bool *ignored, mr_message *message);
/* the same without longer records where growth is not clear */
mr_status an_see_slave_soon(an_seen_slave *seen, const mr_slave_type *type, void *slave, double t0,
                            const double *u0, double step, const bool *ignored,
                            mr_message *message);
/* only what answers to inputs: states that its motion shows without them are none, and the rates
 * are 0 */
mr_status an_see_answers(an_seen_slave *seen, const mr_slave_type *type, void *slave, double t0,
                         const double *u0, double step, const bool *ignored, mr_message *message);
void an_seen_slave_free(an_seen_slave *seen);

/* leaves out motions whose part of every answer to a pulse is below a limit, relative to the
 * largest motion's or to what the output does at once. False: not enough memory */
bool an_prune(an_system *system, double step, double limit);

/* the same slave as a map of its own steps, whatever rule makes them: of inputs that are cubic
 * polynomials within a step, by their values at AN_STEP_NODES times of it */
#define AN_STEP_NODES 4
extern const double an_step_nodes[AN_STEP_NODES]; /* 0, 1/3, 2/3, 1 */

typedef struct an_seen_steps {
    an_realisation map; /* channel = node * inputs + input; D: of the step before */
    int inputs;
    double step;
} an_seen_steps;

mr_status an_see_steps(an_seen_steps *seen, const mr_slave_type *type, void *slave, double t0,
                       const double *u0, double step, const bool *ignored, mr_message *message);
void an_seen_steps_free(an_seen_steps *seen);

#endif
