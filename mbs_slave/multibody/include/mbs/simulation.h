/* the mutable side: a simulation owns the state of one run of an immutable model
 *
 * Index-3 augmented Lagrangian formulation with projections of velocities and accelerations and the
 * trapezoidal rule: Cuadrado, Cardenal, Morer, Bayo, Multibody System Dynamics 4 (2000) 55-73.
 * Nothing is allocated in a step, except when a sparse factorisation has to pivot anew.
 */
#ifndef MBS_SIMULATION_H
#define MBS_SIMULATION_H

#include "mbs/builder.h"
#include "multirate/slave.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mbs_simulation mbs_simulation;

/* the model must outlive the simulation; message takes the sentence of every failure */
mr_status mbs_simulation_new(const mbs_model *model, mbs_simulation **simulation,
                             mr_message *message);
void mbs_simulation_free(mbs_simulation *simulation);

/* consistent positions, velocities and accelerations at t0 (or static equilibrium); inputs may be
 * NULL if the model has none */
mr_status mbs_simulation_start(mbs_simulation *simulation, double t0, const mr_inputs *inputs);

/* one step of length h, halved inside where Newton's iteration fails */
mr_status mbs_simulation_step(mbs_simulation *simulation, const mr_inputs *inputs, double h);

/* one step that ends exactly at t_end */
mr_status mbs_simulation_step_until(mbs_simulation *simulation, const mr_inputs *inputs,
                                    double t_end);

double mbs_simulation_time(const mbs_simulation *simulation);

/* all output scalars, and their time derivatives */
void mbs_simulation_outputs(mbs_simulation *simulation, double *y);
void mbs_simulation_rates(mbs_simulation *simulation, double *ydot);

/* interface matrices at the time reached (multirate/slave.h). A unit change of one interface
 * coordinate means the motion of the mechanism of least kinetic energy that makes it and leaves the
 * other interface coordinates (Peiret, Gonzalez, Kovecses: reduced interface models) */
mr_status mbs_simulation_interface(mbs_simulation *simulation, double *Au, double *Ap, double *Av);

/* interface directions and the aim of the next step, as the slave contract has them */
mr_status mbs_simulation_directions(mbs_simulation *simulation, double h, const bool *efforts,
                                    mr_directions *told);
mr_status mbs_simulation_aim(mbs_simulation *simulation, double h, const double *u,
                             const double *eta, const double *eta_rate);
/* the state moved along what inputs do, as the slave contract has it */
mr_status mbs_simulation_push(mbs_simulation *simulation, const double *shift, const double *kick);

/* the motion for somebody else's solver (continuous.c; multirate/continuous.h): how many states,
 * MR_ERR_UNSUPPORTED if it is not to be had; the states; the simulation placed at t with states and
 * inputs, and their rates there */
mr_status mbs_simulation_states(const mbs_simulation *simulation, int *count);
void mbs_simulation_get_states(const mbs_simulation *simulation, double *x);
mr_status mbs_simulation_set_states(mbs_simulation *simulation, double t, const double *x,
                                    const double *u);
void mbs_simulation_derivatives(const mbs_simulation *simulation, double *xdot);

/* the whole state as one block of memory, to the bit */
size_t mbs_simulation_state_size(const mbs_simulation *simulation);
void mbs_simulation_save(const mbs_simulation *simulation, void *block);
mr_status mbs_simulation_restore(mbs_simulation *simulation, const void *block);

typedef struct mbs_energy {
    double kinetic, potential, dissipated, supplied;
} mbs_energy;

/* of the whole mechanism; kinetic + potential + dissipated - supplied stays constant */
mbs_energy mbs_simulation_energy(const mbs_simulation *simulation);

/* of one element, drive or "gravity" by name */
mr_status mbs_simulation_element_energy(const mbs_simulation *simulation, const char *name,
                                        mbs_energy *energy);

/* position, velocity and acceleration of "body.point" (3 each) or a coordinate (1 each); NULL: not
 * wanted. For tests and tools; running couplings use outputs */
mr_status mbs_simulation_motion(const mbs_simulation *simulation, const char *path,
                                double *position, double *velocity, double *acceleration);

double mbs_simulation_violation(const mbs_simulation *simulation);

typedef struct mbs_statistics {
    long steps, iterations, tangents, factorisations, pivotings, solves, halvings;
    long stalls; /* steps near a singular position that were accepted with larger tolerances */
    /* seconds, only where timing was switched on */
    double assembly_time, factor_time, solve_time, total_time;
} mbs_statistics;

mbs_statistics mbs_simulation_statistics(const mbs_simulation *simulation);
void mbs_simulation_timing(mbs_simulation *simulation, int on);

#ifdef __cplusplus
}
#endif
#endif
