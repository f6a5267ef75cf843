/* a linear slave that holds many copies of itself side by side: signal j of copy c is scalar
 * j * columns + c
 *
 * While it is scripted it does not move by its equations but takes states and outputs from a
 * sequence of random numbers: so the samples behind any later moment are arbitrary. */
#ifndef ANALYSIS_COLUMN_SLAVE_H
#define ANALYSIS_COLUMN_SLAVE_H

#include "analysis/method.h"
#include "analysis/pair.h"

#include <stdint.h>

typedef struct column_slave {
    const an_pair *pair;
    const an_method *method;
    double h;
    int columns;
    int extra_inputs; /* rates of the inputs, for predictors that want them; no effect inside */
    bool scripted;
    const double *script_scale; /* one per output, of the scripted numbers; NULL: 1 */
    const double *start;        /* states × columns at the start, if not scripted; NULL: random */
    uint64_t random;
    /* the last outputs with their rates, newest first, are written here: kept × 2 outputs × columns
     */
    double *record;
    int kept_samples;

    /* made by open */
    an_step step;
    an_step renewed; /* the same when the inputs are one constant over the step */
    double t0;
    int64_t index;
    double *x, *kept, *u, *y, *rates; /* u: inputs at all nodes; the last ones stay */
    double *scratch;
    mr_variable *inputs, *outputs;
    mr_coordinate *coordinates;
    mr_message *message;
    char (*names)[16];
    void *memory;
} column_slave;

/* the next instance that is opened in this thread is this one, which stays the caller's */
void column_slave_next(column_slave *slave);

extern const mr_slave_type column_slave_type;

/* number between -1 and 1 (splitmix64) */
double column_random(uint64_t *state);

#endif
