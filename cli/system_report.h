/* results of a system, kept for a page or a plot */
#ifndef CLI_SYSTEM_REPORT_H
#define CLI_SYSTEM_REPORT_H

#include "run_report.h"
#include "system_run.h"

typedef struct system_results {
    const sy_run *run;
    size_t rows, room;
    int columns;
    double *numbers; /* row by row: time, values */
} system_results;

bool system_results_open(system_results *results, const sy_run *run);
bool system_results_row(system_results *results, double t, const double *values);
void system_results_close(system_results *results);

/* false, and a sentence */
bool system_results_plot(const system_results *results, const system_job *job);

typedef struct system_facts {
    const system_job *job;
    const sy_run *run;
    const char *outcome;
    double seconds;
} system_facts;

bool system_report_write(const run_report *page, const system_results *results,
                         const system_facts *facts);

#endif
