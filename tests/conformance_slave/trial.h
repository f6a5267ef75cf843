/* a slave under test, driven by hand: no interface between the test and the contract */
#ifndef TRIAL_H
#define TRIAL_H

#include "mr_test.h"
#include "multirate/plugin.h"

#define MOST_SIGNALS 512

/* the slave of this run, from the command line */
typedef struct subject {
    const mr_slave_type *type;
    char configuration[4096];
    double base[MOST_SIGNALS]; /* inputs move around these */
} subject;
extern subject under_test;

/* an open instance with its inputs */
typedef struct trial {
    void *instance;
    mr_message message;
    mr_slave_description description;
    int inputs, outputs;
    double t;
    /* inputs: base + amplitude * sin(omega t + i), plus `extra` on input `extra_input` */
    double amplitude, omega, extra;
    int extra_input;
    mr_inputs window;
    /* what it asked for */
    int asked, asked_outside;
    double from, limit;
    double asked_latest;
    mr_status answer; /* given to every request */
} trial;

/* opened, not yet initialised; stops the test if that fails */
void trial_open(trial *trial);
void trial_close(trial *trial);

/* opened and brought to t0 */
void trial_begin(trial *trial, double t0);
void trial_initialise(trial *trial, double t0);

/* one step of the slave's own, or one that ends at `limit` at the latest */
void trial_step(trial *trial);
void trial_step_to(trial *trial, double limit);
void trial_outputs(trial *trial, double *y);

/* size of a usual step of this slave */
double trial_step_size(trial *trial);

/* tells that the slave does not have this, which is optional */
void trial_skip(const char *what);

bool trial_all_finite(const double *values, int count);

/* reaches t by step_to, in as many steps as it takes */
void trial_reach(trial *trial, double t);

#endif
