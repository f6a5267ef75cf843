/* what a coupling does: one constant table a file in couplings/, listed in couplings/coupling.c
 *
 * A coupling decides how the slave's inputs within a step and the master's inputs between slave
 * steps follow from the samples. An entry that is NULL is nothing to do. */
#ifndef MR_COUPLING_H
#define MR_COUPLING_H

#include "direction.h"
#include "multirate/interface.h"

/* what a coupling that predicts the motion of interface coordinates tells the indicator; the
 * pointers stay as they are from open to close */
typedef struct mr_foresight {
    int n; /* coordinates; 0: there is nothing to tell */
    const mr_coordinate *coordinates;
    const double *deviation; /* positions, velocities, …: carried on beyond the slave's own */
    /* the slave takes the motion over: its work is the master's but for the jumps */
    const int *taken_over;
    /* the motion is the master's own, and goes on as foreseen where the slave does not agree; NULL:
     * it never is */
    const bool *owned;
    const double *correction; /* positions, velocities, accelerations: made by the last step */
    const double *Au; /* accelerations by inputs, as the slave told it lately; NULL: not told */
    const double *Av; /* the same by velocities */
    /* 1: what the slave does where the deviation has led it is not known; NULL: it always is */
    const double *unexplained;
    const double *shorter;  /* steps of a slave that is not known that were shortened; NULL: none */
    const double *own_step; /* the slave's own step, which the coupling may shorten; NULL: not */
    /* along directions: part of the velocities that is made good after the steps, because the slave
     * is not linear; NULL: there are none */
    const double *turning;
    bool breaks; /* it may be cut off (indicator_breaker.c) */
} mr_foresight;

/* what a coupling keeps for one interface */
typedef struct mr_coupling_state {
    void *own;
    double *numbers; /* all that changes in a run: saved and restored as they are */
    int doubles;
    bool started;
    mr_foresight foresight;
} mr_coupling_state;

typedef struct mr_coupling_rules {
    bool follows;  /* brings a scheme with it in which the slave follows the master */
    bool constant; /* the slave gets one constant over each step, the mean (as with smoothing) */

    /* settings that do not go with it */
    mr_status (*check)(const mr_config *config, mr_message *message);

    /* settings that it brings with it for this slave */
    void (*settle)(const mr_slave_type *slave, mr_config *config);

    mr_status (*open)(mr_interface *interface, mr_message *message);
    void (*close)(mr_coupling_state *state);

    /* the slave has been initialised; its outputs are in the interface's row */
    mr_status (*start)(mr_interface *interface);

    /* the newest sample of the master is new */
    void (*sample)(mr_interface *interface, const mr_stored *stored);

    /* up to when the slave may go with the master at t1; NULL: t1. With it a step needs the inputs
     * over its whole length, so that none is begun early */
    double (*known)(const mr_interface *interface, double t1);

    /* where a step of the slave to `end` ends instead, so that it is not too long */
    double (*end)(const mr_interface *interface, double end);

    /* inputs of the slave at t within a step that has a constant */
    void (*give)(const mr_interface *interface, double t, double tolerance, double *u);

    /* before the slave's step up to `to`; the constant is in the interface's mean */
    mr_status (*aim)(mr_interface *interface, double to);

    /* the slave went from `from` to `to`; its outputs are in the interface's row */
    mr_status (*step)(mr_interface *interface, double from, double to);

    /* into the statistics */
    void (*report)(const mr_interface *interface, mr_model_report *report);

    /* sets right what the predictors have made of u1; y1: NULL if it is not known yet */
    void (*answer)(mr_interface *interface, double t1, const double *y1, double *u1);
} mr_coupling_rules;

#endif
