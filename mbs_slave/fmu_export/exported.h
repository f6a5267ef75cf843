/* a slave seen from the other side: what an FMI tool asks of it, whatever the version
 *
 * The slave is the plug-in that this code is linked into. Its configuration and the token are in
 * the file slave.txt of the resources. */
#ifndef FMU_EXPORTED_H
#define FMU_EXPORTED_H

#include "multirate/slave.h"

typedef enum exported_phase {
    EXPORTED_INSTANTIATED,
    EXPORTED_INITIALISING,
    EXPORTED_RUNNING,
    EXPORTED_FAILED,
    EXPORTED_ENDED /* the slave has come to its end, by itself */
} exported_phase;

typedef struct exported exported;

typedef struct exported_parameter {
    char name[128];
    double value, usual;
} exported_parameter;

struct exported {
    const mr_slave_type *type;
    void *slave;
    mr_message message;
    mr_slave_description description;
    int inputs, outputs; /* scalars */
    exported_phase phase;
    bool started; /* the slave was initialised with the inputs as they are */
    double t, t0;

    /* inputs: value at the communication point, its rate, and the rate of that */
    double communication;
    double *u, *rate, *curve;
    bool moving;

    /* outputs, their rates and the interface matrices, once they were asked for */
    double *y, *ydot, *Au, *Ap, *Av;
    bool y_known, ydot_known, matrices_known;

    /* Model Exchange: states that others integrate; NULL: Co-Simulation */
    const struct mr_continuous_type *continuous;
    int states;
    double *x, *xdot;
    bool placed, xdot_known; /* the slave is at t, x, u; its rates were asked for */

    /* Model Exchange: a direction of inputs and states, and what follows from it */
    double *seed_u, *seed_x, *answer_y, *answer_xdot, *trial;

    /* parameters: options of the slave, which is opened again when they have changed */
    exported_parameter *parameters;
    int parameter_count;
    bool reopen;
    char *configuration;

    /* FMI 3.0: asks for the inputs at t; they arrive in u. NULL: they are held. */
    void (*ask)(exported *self, double t);
    bool was_set;

    /* of the version */
    void *environment;
    void (*logger)(void);
    void (*update)(void);
    bool logging;
    char name[128];
};

/* the slave of this library, by the resources' folder; NULL, and a sentence, if that fails */
exported *exported_open(const char *resources, const char *token, mr_message *message);
void exported_close(exported *self);
void exported_reset(exported *self);

/* before the start only */
mr_status exported_set_parameter(exported *self, int index, double value);

/* the start: when outputs are asked for during initialisation, and at its end */
mr_status exported_start(exported *self);

/* there is a started slave to ask: during initialisation it is started now */
mr_status exported_ready(exported *self);

/* to t + h with the inputs as they are. MR_ERR_STOPPED: the slave has ended its simulation at t */
mr_status exported_step(exported *self, double t, double h);

mr_status exported_outputs(exported *self);
mr_status exported_rates(exported *self);

/* derivative of output scalar `unknown` by input scalar (known < inputs) or output scalar (known -
 * inputs) */
mr_status exported_derivative(exported *self, int unknown, int known, double *value);

/* exported_continuous.c: Model Exchange. Opening; the slave's own states after its start; t, x or u
 * have changed; the slave is brought there; the rates of the states there */
mr_status exported_open_continuous(exported *self);
mr_status exported_take_states(exported *self);
void exported_displace(exported *self);
mr_status exported_place(exported *self);
mr_status exported_derivatives(exported *self);

/* how outputs and rates change (answer_y, answer_xdot) along the direction seed_u, seed_x */
void exported_clear_seeds(exported *self);
mr_status exported_direction(exported *self);

/* the run has failed so; what was asked for between two points counts no more */
mr_status exported_failed(exported *self, mr_status status);
void exported_forget(exported *self);

/* "the slave 'NAME' tells no ...": that it cannot do this */
mr_status exported_lacks(exported *self, const char *what);

/* exported_states.c */
mr_status exported_save(exported *self, void **state);
mr_status exported_restore(exported *self, const void *state);
void exported_free_state(exported *self, void *state);

/* a saved state as bytes, and back into a new one, in an instance with the same configuration */
mr_status exported_state_size(exported *self, const void *state, size_t *size);
mr_status exported_write_state(exported *self, const void *state, void *bytes, size_t size);
mr_status exported_read_state(exported *self, const void *bytes, size_t size, void **state);

#endif
