/* numbers out of the results of a run: expressions over its signals, `time`, the variables of the
 * model and `run`, which tells of the run itself */
#ifndef CLI_MEASURES_H
#define CLI_MEASURES_H

#include "blockdiagram/run.h"

/* what a run took, s: of the clock, of the processor */
typedef struct measured_times {
    double seconds, processor_seconds;
} measured_times;

/* a workspace with every signal as a matrix, a row per major step; above it is `scope`, or, if that
 * is NULL, the workspace of the model */
bd_status measures_open(const bd_run *run, const bd_workspace *scope, measured_times times,
                        bd_workspace **results, bd_error *error);

/* the name of a signal that an expression can use */
void measures_signal_name(const char *from, char *name, size_t size);

/* one of them; label is for the sentence on a mistake */
bd_status measure(const bd_workspace *results, const char *label, const char *expression,
                  double *number, bd_error *error);

#endif
