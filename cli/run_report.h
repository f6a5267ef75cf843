/* a run as one page: signals, mechanisms in motion, the coupling's verdict, the diagram, settings
 */
#ifndef CLI_RUN_REPORT_H
#define CLI_RUN_REPORT_H

#include "model.h"

#include "pages/pages.h"

typedef struct run_report {
    const char *folder;  /* NULL: nobody wants one */
    char motions[4200];  /* folder where slaves write how they move */
    const char *command; /* for sentences; NULL: run */
} run_report;

/* before the model is compiled: the folder is made, and slaves are asked for their motions. False,
 * and a sentence, if that cannot be */
bool run_report_begin(run_report *report, const char *folder);

/* how long the run is, as soon as that is known: a short one is shown in finer steps */
void run_report_span(const run_report *report, double span);

/* the mechanisms that slaves have told of, onto a page */
bd_status run_report_add_motions(const run_report *report, pg_page *page, bd_error *error);

typedef struct run_report_facts {
    const char *outcome; /* a word: finished … */
    const char *error;   /* the sentence, or NULL */
    double seconds;
    const char *file;
    const text_list *settings, *parameter_files;
} run_report_facts;

/* after the run: DIR/report.html. False, and a sentence, on failure */
bool run_report_write(const run_report *report, const model *m, const run_report_facts *facts);

#endif
