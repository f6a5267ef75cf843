/* pulses into a run of which only outputs are known, and the map that explains what becomes of them
 *
 * The run begins anew for each pulse: up and down, whole and half. What differs between whole and
 * half ones tells whether it is linear. The answers, period by period, are realised as a linear map
 * (realise.h), whose eigenvalues are those of the run. */
#ifndef ANALYSIS_SRC_PULSES_H
#define ANALYSIS_SRC_PULSES_H

#include "analysis/coupling.h"
#include "analysis/realise.h"

#define PULSES_PRELUDE 8   /* periods before a pulse: histories are full, a graded start is over */
#define PULSES_LENGTH  288 /* samples after it, at most */
#define PULSES_LONGER  4   /* times as many periods for each, where growth is not clear, */
#define PULSES_LONGEST 16  /* up to that many */

/* how a run is made. What fails but for memory has grown beyond all bounds */
typedef struct pulses_run {
    mr_status (*begin)(void *context, mr_message *message);
    mr_status (*advance)(void *context, int period, mr_message *message); /* to its end, from 0 */
    /* before the first period after the prelude, and with 0 after it */
    void (*push)(void *context, int input, double size);
    void (*listen)(void *context, double *outputs); /* at the end of a period */
    /* how large the signals are that pulses go into, from the largest values of the outputs */
    void (*find_levels)(void *context, const double *of_outputs, double *of_inputs);
    void *context;
} pulses_run;

typedef struct pulses {
    pulses_run how;
    int inputs, outputs;
    double period;
    int steps; /* of the master in it: tolerances are per step */
    bool bent; /* not linear far from the motion: small pulses count, too */

    double *level;  /* per input */
    double *early;  /* per output: the largest value at the begin of the run without pulses */
    double *base;   /* record without pulses: outputs, period by period */
    double *run[4]; /* records: pulses up, down, half up, half down */
    int length;     /* of all runs so far */
    int stride;     /* periods from sample to sample */
    an_responses whole, half;
} pulses;

/* room for its numbers of inputs and outputs; to be freed in any case */
mr_status pulses_open(pulses *p);
void pulses_free(pulses *p);

/* growth of the run. misfit: what the map leaves unexplained. MR_ERR_UNSUPPORTED: it is not linear,
 * MR_ERR_NOT_FINITE: it grows beyond all bounds */
mr_status pulses_judge(pulses *p, double tolerance, an_stability *found, double *misfit,
                       mr_message *message);

#endif
