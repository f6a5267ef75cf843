/* a slave for tests: its grid, its signals and its faults are told by a struct of the test, which
 * also hears every input that the slave gets
 *
 *     probe p = {.inputs = 1, .outputs = 1, .h = 0.1};
 *     probe_next(&p);
 *     mr_interface_open(&config, &probe_type, "", &interface, &message);
 */
#ifndef PROBE_SLAVE_H
#define PROBE_SLAVE_H

#include "multirate/slave.h"

#define PROBE_MOST_SIGNALS 128

typedef enum probe_fault {
    PROBE_GOOD,
    PROBE_OPEN_FAILS,       /* with a sentence */
    PROBE_OPEN_WITHOUT,     /* MR_OK, but no instance */
    PROBE_INITIALISE_FAILS, /* with a sentence */
    PROBE_INITIALISE_ASKS,  /* for inputs later than the start */
    PROBE_STEP_FAILS,       /* with a sentence */
    PROBE_STEP_FAILS_SILENTLY,
    PROBE_STEP_WRONG_STATUS, /* a number that is no status */
    PROBE_STEP_STOPS,        /* MR_ERR_STOPPED */
    PROBE_OUTPUTS_FAIL,
    PROBE_OUTPUT_NAN,
    PROBE_OUTPUT_INFINITE,
    PROBE_RATE_NAN,
    PROBE_DOES_NOT_ADVANCE,
    PROBE_CRAWLS, /* each step goes on by the smallest difference of two numbers */
    PROBE_GOES_BACK,
    PROBE_TIME_NAN,
    PROBE_STEP_TOO_LONG, /* twice as long as announced */
    PROBE_ASKS_AFTER,    /* for inputs after the end of its step */
    PROBE_ASKS_BEFORE,
    PROBE_ASKS_NAN,
    PROBE_IGNORES_REFUSAL, /* asks after the end and goes on as if nothing had happened */
    PROBE_NEXT_STEP_NEGATIVE,
    PROBE_NEXT_STEP_NAN,
    PROBE_NEXT_STEP_ENDLESS, /* 1e300 s */
    PROBE_NEXT_STEP_FAILS,
    PROBE_SAVE_FAILS,
    PROBE_RESTORE_FAILS
} probe_fault;

typedef struct probe {
    /* what it has: scalars u1, u2, … and y1, y2, …, or lists of the test's own */
    int inputs, outputs;
    const mr_variable *input_list, *output_list;
    int input_list_count, output_list_count;
    /* its grid: `ends` first, then steps of h */
    double h;
    const double *ends;
    int end_count;
    /* where in a step (0: begin, 1: end) it asks for inputs; none listed: at the end */
    const double *asks;
    int ask_count;
    /* its outputs (NULL: y_i = time + i) and their rates; impulse: sum of h * (first input) */
    void (*signals)(double t, double impulse, double *y);
    void (*rates)(double t, double impulse, double *ydot);
    /* what goes wrong, in the first step that begins at fault_time or later */
    probe_fault fault;
    double fault_time;
    /* hears every answer: step from, step end, asked time, inputs */
    void (*hear)(void *context, double from, double end, double t, const double *u);
    void *context;
    /* counted */
    int opened, closed, initialised, steps, saved_states;
    bool constant; /* of the last step */
} probe;

/* the next instance that is opened belongs to this probe */
void probe_next(probe *p);

/* all entries are filled; a test that wants fewer copies the table */
extern const mr_slave_type probe_type;

#endif
