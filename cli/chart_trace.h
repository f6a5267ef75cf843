/* --trace: when states of charts are entered and left */
#ifndef CHART_TRACE_H
#define CHART_TRACE_H

#include "blockdiagram/diagram.h"

typedef struct chart_trace {
    const char *wanted; /* path or name of a chart, or "all" */
    bool begun;
} chart_trace;

/* false, with a sentence, if the diagram has no such chart */
bool chart_trace_find(const chart_trace *trace, const bd_diagram *diagram, bd_error *error);

/* for bd_run_options: a line "time,chart,what,state" to the standard output */
void chart_trace_activated(void *user, const char *path, double time, const char *state,
                           bool entered);

#endif
