/* one S-function run alone, in the documented order of calls, without the engine: propagation, one
 * fixed-step or event-locating loop, termination. The same driver runs in a test program and inside
 * Octave, and prints what happened as lines that can be compared. */
#ifndef CONFORMANCE_DRIVER_H
#define CONFORMANCE_DRIVER_H

#include "blockdiagram/error.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* element i of input port p at time t is 100 (p + 1) + 10 i + t, converted to the type; the
 * imaginary part is its negative. Feeding more ports than there are is no error */
typedef struct driver_input {
    int rank; /* 0: a scalar */
    int dims[3];
    int type; /* bd_class */
    int complexity;
    double period, offset;
} driver_input;

typedef struct driver_setup {
    const char *file;
    const char *parameters; /* expressions, NULL for none */
    const char *prepare;    /* statements before them, NULL for none */
    driver_input inputs[4];
    double stop; /* steps at 0, step, … stop; stop < 0: compile only */
    double step;
    bool variable_step;  /* locate zero crossings, allow the variable sample time */
    const char *retuned; /* parameters in force from retune_time on */
    double retune_time;
    bool subsystem;   /* enable before the first and disable after the last step */
    double save_time; /* > 0: save own state and work here, restore after the last step and
                         print what outputs gives then */
    bool twice;       /* run a second time (fast restart) */
    bool record;      /* print outputs at major steps */
    bool warnings;    /* print warnings */
} driver_setup;

typedef void (*driver_print)(void *user, const char *line);

bd_status driver_run(const driver_setup *setup, driver_print print, void *user, bd_error *error);

#ifdef __cplusplus
}
#endif
#endif
