/* states of many runs at the begin and at both ends of two periods, and the map they obey */
#ifndef ANALYSIS_TWO_PERIODS_H
#define ANALYSIS_TWO_PERIODS_H

#include "multirate/slave.h"

typedef struct two_periods {
    int dimension, columns; /* a column is a run */
    double *states[3];      /* dimension × columns each */
    double rounding;        /* what is less of the first states than this is nothing */
} two_periods;

/* a few runs more than unknowns */
mr_status two_periods_open(two_periods *p, int dimension);
void two_periods_close(two_periods *p);

/* M that takes the first states to the second ones, by least squares. Whether it takes those to the
 * third ones, too, tells whether nothing was forgotten: refused if not */
mr_status two_periods_fit(const two_periods *p, double *M, mr_message *message);

#endif
