/* the study of the two-mass test problem: cases, their runs on all cores, results, pictures, report
 */
#ifndef CLI_STUDY_TWO_MASS_H
#define CLI_STUDY_TWO_MASS_H

#include "farm.h"
#include "journal.h"

#include <stdbool.h>
#include <stdio.h>

#define STUDY_NAME_SIZE 32

/* one run: settings and outcome */
typedef struct study_case {
    double fr, zeta;
    bool fastest_first, smoothing;
    int order_to_slave, order_to_master;
    char predictor[STUDY_NAME_SIZE];
    char coupling[STUDY_NAME_SIZE];     /* displacement, force, memory */
    char acceleration[STUDY_NAME_SIZE]; /* kept, renewed */
    char solver[STUDY_NAME_SIZE];       /* "" : the model's own */
    double jitter;

    double position_error, energy_error, fast_amplitude;
    double slave_steps, master_evaluations, wall_s;
    double indicator; /* energy that the coupling made for a hundred slave steps, relative */
    bool failed;
    char error[256];
} study_case;

typedef struct study {
    study_case *cases; /* those of the table, and behind them those of the statements */
    int count, extra;
    int jobs;             /* 0: all cores */
    bool brief;           /* the report goes without the published statements */
    bool resume, restart; /* go on with what the folder has, or forget it */
    const char *folder;   /* of the results */
    journal journal;      /* a row per case that was run */
} study;

/* runs all cases, several at a time, under mpirun with the other ranks; results do not depend on
 * how many there are */
farm_end study_run(study *s);
void study_free(study *s);

/* the case as a whole time history: rows of t, x1, v1, x2, v2; NULL on failure. Free the result. */
typedef struct study_history {
    double (*rows)[5];
    int count;
} study_history;
bool study_history_run(study_case *c, study_history *history);

bool study_write_results(const study *s);
bool study_write_report(const study *s);

/* adds what is needed to check each published statement, before the run */
void study_add_statements(study *s);
/* their outcomes as a table of the page */
void study_write_statements(const study *s, FILE *page);

#endif
