/* several slaves coupled with one another: exchange steps that are iterated and repeated
 *
 *     mr_coupled_open → mr_coupled_start → mr_coupled_advance … → mr_coupled_close
 *
 * Where every slave can save and restore its state, an exchange step can be made again with better
 * inputs, until inputs and outputs fit at its end (Jacobi or Gauss-Seidel iteration, or a Newton
 * iteration with the interface Jacobian), and its size can be chosen by comparing one step with two
 * of half the size (Richardson). Within a step the inputs are polynomials through their values at
 * the last exchanges and at the end of the step. Slaves may make any number of steps of their own
 * inside an exchange step. C. Andersson, Methods and Tools for Co-Simulation of Dynamic Systems
 * with the FMI, Lund 2016, ch. 3; P. Li, On the Numerical Stability of Co-Simulation Methods, 2017,
 * ch. 3. */
#ifndef MULTIRATE_COUPLED_H
#define MULTIRATE_COUPLED_H

#include "multirate/slave.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum mr_iteration {
    MR_JACOBI,            /* all slaves with the inputs of the last pass */
    MR_GAUSS_SEIDEL,      /* each with what the slaves before it have told in this pass */
    MR_INTERFACE_JACOBIAN /* Newton: converges where the others do not (stiff or algebraic loops) */
} mr_iteration;

typedef struct mr_coupled_config {
    mr_iteration iteration;
    int order;           /* of the inputs within a step, 0 to 4 */
    int most_iterations; /* passes over a step; 1: none is repeated (explicit) */
    double tolerance; /* change of the inputs, relative to their largest value, that ends a step */
    double step;      /* of the exchange; the first one if it is controlled */
    bool controlled;  /* step size by Richardson's comparison of the outputs, with: */
    double relative_tolerance, absolute_tolerance, least_step, most_step;
} mr_coupled_config;

/* Gauss-Seidel, order 2, up to 10 passes to 1e-9, step 1 ms, not controlled (1e-4, 1e-6, 1e-9 s, 1
 * s)
 */
void mr_coupled_default(mr_coupled_config *config);

typedef struct mr_coupled_member {
    const mr_slave_type *type;
    const char *configuration;
} mr_coupled_member;

/* a scalar output that goes to a scalar input; an input without one keeps the value it was given */
typedef struct mr_connection {
    int from_member, from_output;
    int to_member, to_input;
} mr_connection;

typedef struct mr_coupled mr_coupled;

/* opens the members, in the order of Gauss-Seidel. They need save, restore and step_to. On failure
 * *coupled is NULL and message tells why; later failures: mr_coupled_error */
mr_status mr_coupled_open(const mr_coupled_config *config, const mr_coupled_member *members,
                          int member_count, const mr_connection *connections, int connection_count,
                          mr_coupled **coupled, mr_message *message);
void mr_coupled_close(mr_coupled *coupled);

/* value of an input that no output is connected to; before the start, or between steps */
mr_status mr_coupled_set_input(mr_coupled *coupled, int member, int input, double value);

/* initialises all members at t0, again and again until inputs and outputs fit */
mr_status mr_coupled_start(mr_coupled *coupled, double t0);

/* exchange steps up to t_end, the last one shortened to end there */
mr_status mr_coupled_advance(mr_coupled *coupled, double t_end);

double mr_coupled_time(const mr_coupled *coupled);

/* outputs of a member at the present time; valid until the next call */
const double *mr_coupled_outputs(const mr_coupled *coupled, int member);

typedef struct mr_coupled_statistics {
    int64_t steps;        /* exchange steps accepted */
    int64_t rejected;     /* repeated with a smaller size */
    int64_t passes;       /* over all members, those of rejected and compared steps included */
    int64_t unconverged;  /* steps that ended at most_iterations */
    int64_t jacobians;    /* interface Jacobians computed */
    int64_t member_steps; /* calls of a member's step_to */
    double smallest_step, largest_step;
} mr_coupled_statistics;
void mr_coupled_get_statistics(const mr_coupled *coupled, mr_coupled_statistics *statistics);

const char *mr_coupled_error(const mr_coupled *coupled);

#ifdef __cplusplus
}
#endif
#endif
