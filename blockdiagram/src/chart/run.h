/* a chart that runs: pointers into the block's work, which is all that is saved and restored */
#ifndef BD_CHART_RUN_H
#define BD_CHART_RUN_H

#include "chart/chart.h"

typedef enum chart_happening { CHART_ENTERED, CHART_LEFT } chart_happening;

typedef enum chart_jump { JUMP_NONE, JUMP_BREAK, JUMP_CONTINUE, JUMP_RETURN } chart_jump;

typedef struct chart_run {
    const chart *c;
    bd_block *block;
    /* remembered */
    double *head;       /* [0] 1: entered, [1] time of the last wake-up */
    double *data;       /* elements of all data, in real-world values */
    double *slots;      /* of watches */
    double *entry_time; /* of states */
    double *counters;   /* occurrences since a state is active: slot * states + state */
    int *active;        /* of states: 0 or 1 */
    int *child;         /* active child of exclusive states, -1 none */
    int *last;          /* child that was active last, for history; -1 none */
    double *shown;      /* active states again, for records */
    double *pending;    /* changes of edge output events that are to come, and their signals */
    /* of this call */
    double time;
    int event;         /* in process, -1: wake-up */
    int origin;        /* state at which the path in test began, -1 none */
    int depth;         /* of broadcasts and calls */
    int entering;      /* states whose children are being entered */
    long steps;        /* segments and loops, against endless ones */
    bool taken;        /* a transition was */
    bool repeat;       /* a further round of a super step: transitions only */
    bool starting;     /* before the first step: nothing can be called */
    double result;     /* of the last call of a function */
    bool outputs_only; /* continuous time: during actions alone, nothing is remembered */
    chart_jump jump;
    bd_status status;
} chart_run;

bd_status chart_run_fail(chart_run *r, const bd_stored *at, const char *format, ...)
    BD_PRINTF(3, 4);

/* loops, segments, events and calls of one step; fuzzers set a lower bound */
#ifndef BD_CHART_STEPS
#define BD_CHART_STEPS 10000000L
#endif
/* one more of them; false: there are too many */
static inline bool chart_spend(chart_run *r, const bd_stored *at) {
    if (++r->steps > BD_CHART_STEPS)
        chart_run_fail(r, at, "a step does not end: loops, paths or events go on and on");
    return r->status == BD_OK;
}

/* evaluate.c */
double chart_evaluate(chart_run *r, const chart_node *node, int element);
void chart_perform(chart_run *r, const chart_node *statement);
void chart_look(chart_run *r); /* at what must be looked at in every step */
void chart_look_at_conditions(chart_run *r);
void chart_forget(chart_run *r, int state);

/* execute.c */
void chart_wake(chart_run *r, int event);
void chart_send(chart_run *r, int event, int state);
void chart_call(chart_run *r, const chart_node *call);
void chart_during(chart_run *r); /* during actions of all active states */

/* block.c */
void chart_read_inputs(chart_run *r);
void chart_write_outputs(chart_run *r);
void chart_tell(chart_run *r, int state, chart_happening what);

#endif
