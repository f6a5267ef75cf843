/* the master of an analysis: linear, many copies side by side, coupled to a slave of the same kind
 * through the library itself */
#ifndef ANALYSIS_STAGGERED_RUN_H
#define ANALYSIS_STAGGERED_RUN_H

#include "analysis/coupling.h"
#include "column_slave.h"

#include "multirate/interface.h"

typedef struct staggered_run {
    const an_pair *pair;
    const an_coupling *coupling;
    int columns;
    double h1;
    column_slave slave;
    mr_interface *interface;
    double *x;      /* states × columns */
    double *y;      /* outputs × columns, then their rates where they are sent */
    double *u;      /* inputs × columns: what the last exchange brought */
    double *k;      /* stages × states × columns */
    double *at;     /* states × columns: state of a stage */
    an_step step;   /* of a master that is integrated exactly */
    double *inputs; /* of all its nodes */
    bool wants_y;   /* a minor evaluation tells the master's outputs */
    bool given;     /* the interface is that of somebody else */
} staggered_run;

mr_status staggered_open(staggered_run *run, const an_pair *pair, const an_coupling *coupling,
                         double slave_step, int columns, mr_message *message);
/* the same with a slave that is open behind an interface; its settings are staggered_config's. Of
 * the pair's slave only the numbers of inputs and outputs count */
mr_status staggered_take(staggered_run *run, const an_pair *pair, const an_coupling *coupling,
                         mr_interface *interface, mr_message *message);
void staggered_close(staggered_run *run);

/* the library's settings for this: what is asked for, without what a map has no need of */
void staggered_config(const an_pair *pair, const an_coupling *coupling, mr_config *config);

/* asked for, or needed because outputs of the master follow from its inputs at the same time */
bool staggered_breaks_loop(const an_pair *pair, const an_coupling *coupling);

/* major evaluation at t; the outputs are those of the state, or what is in y already (given) */
mr_status staggered_major(staggered_run *run, double t, bool given);

/* from the major evaluation at i h1 to the state at (i + 1) h1; minor evaluations on the way */
mr_status staggered_advance(staggered_run *run, double t, double end);

#endif
