/* integration methods, as one linear step
 *
 *     x(t + h) = Phi x(t) + sum_j W_j u(t + c_j h)
 *
 * For the exact solution u is taken as the polynomial through six points of the step, which is no
 * approximation for polynomials up to degree five. A method that keeps the derivative of its last
 * step (as implicit multibody codes keep their accelerations) takes that instead of A x + B u at
 * the beginning. */
#ifndef ANALYSIS_METHOD_H
#define ANALYSIS_METHOD_H

#include "analysis/pair.h"

#define AN_MOST_NODES 7

typedef struct an_method {
    const char *name;
    const char *summary;
    bool keeps; /* the derivative of its last step */
    int stages; /* of an explicit Runge-Kutta method; 0: another kind */
    double a[AN_MOST_NODES][AN_MOST_NODES], b[AN_MOST_NODES];
    int nodes; /* times at which inputs are needed */
    double c[AN_MOST_NODES];
} an_method;

/* all methods, ended by NULL: exact, ode1 … ode5, trapezoidal, trapezoidal_kept, implicit_euler */
extern const an_method *const an_methods[];
const an_method *an_method_find(const char *name);

/* a method made ready for a system and a step size */
typedef struct an_step {
    const an_method *method;
    const an_system *system;
    double h;
    double *Phi;  /* states × states */
    double *W;    /* nodes times (states × inputs) */
    double *Kept; /* states × states: what the kept derivative adds; NULL if none is kept */
} an_step;

mr_status an_step_make(an_step *step, const an_method *method, const an_system *system, double h,
                       mr_message *message);
void an_step_free(an_step *step);

/* x (states × columns) one step on, with the inputs of all nodes (nodes times inputs × columns);
 * kept (states × columns) goes with it where the method keeps a derivative; scratch: 2 × states ×
 * columns */
void an_step_apply(const an_step *step, const double *inputs, int columns, double *x, double *kept,
                   double *scratch);

/* derivative A x + B u into to (states × columns) */
void an_derivative(const an_system *system, const double *x, const double *u, int columns,
                   double *to);

#endif
