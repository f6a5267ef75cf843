/* running models of the examples folder in tests */
#ifndef RUNS_H
#define RUNS_H

#include "mbs/model.h"
#include "mbs/simulation.h"

typedef struct run {
    mr_message message;
    mbs_model *model;
    mbs_simulation *simulation;
    double u[8]; /* inputs, constant */
    mr_inputs inputs;
} run;

/* opens examples/NAME.mbs and starts it at 0; stops the test where that fails */
void run_open(run *run, const char *name);
/* same from the text of a model */
void run_open_text(run *run, const char *text);
void run_close(run *run);

/* advances to t with steps of h */
void run_to(run *run, double t, double h);

/* the output or coordinate by name at the time reached */
double run_output(run *run, const char *name);

#endif
