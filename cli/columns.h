/* the records of a run side by side on the grid of its major steps: a record with times of its own
 * is held between its samples */
#ifndef CLI_COLUMNS_H
#define CLI_COLUMNS_H

#include "blockdiagram/output.h"
#include "blockdiagram/run.h"
#include "signals/names.h"

typedef struct columns {
    const bd_run *run;
    int count; /* of signals */
    bd_output_signal *signals;
    size_t width;   /* of all signals together */
    double *values; /* the present row */

    char **names;
    int *records;
    size_t *rows; /* next row of each record */
} columns;

/* names of signals are made different from each other; those of their elements, and units, are
 * borrowed, and may be NULL. Close it also after a failure */
bd_status columns_open(columns *c, const bd_run *run, const sg_names *names, bd_error *error);

/* no record has rows that a limit took away; else what was read while it ran may be more */
bool columns_are_whole(const columns *c);
/* fills in the row of major step `index`, to be called with 0, 1, 2 …; its time */
double columns_row(columns *c, size_t index);

void columns_close(columns *c);

#endif
