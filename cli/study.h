/* a study: a description of what is varied, run, measured and shown (models/NAME/study.yaml), and
 * what becomes of it
 *
 * Options of the command line and the description's `prepare` make a workspace. Cases are settings:
 * references, with which others are compared, and groups of them, all combinations of their lists,
 * each perhaps with one of its own that it is compared with.
 * Cases of the same settings share a run. Runs are made for their measures, on all cores or over
 * many ranks, and, if times matter, again, one after the other with nothing beside them. What a run
 * keeps of its signals goes through files of the folder: a comparison needs two of them, in
 * whichever order and on whichever machine they were made, and what was made before a kill is there
 * after it. */
#ifndef CLI_STUDY_H
#define CLI_STUDY_H

#include "arguments.h"
#include "study_description.h"
#include "farm.h"
#include "journal.h"
#include "model.h"

#include <stddef.h>

#define STUDY_NUMBERS 64 /* most measures, times or comparisons */
#define STUDY_REPEATS 3  /* of a quick run whose time is measured */
#define STUDY_ERROR   256

/* signals of a run that are kept, one column for each name */
typedef struct study_signals {
    double *columns; /* the first one, then the second … */
    size_t count;    /* rows */
    int width;
} study_signals;

typedef struct study_case {
    bd_workspace *settings;       /* its variables, below the options */
    uint64_t sum;                 /* of the settings */
    const char *group;            /* or the name of a reference */
    const description_node *keep; /* names; NULL: none */
    int run;                      /* of the study; cases of the same settings share one */
    int against;                  /* the case that it is compared with; -1: none */
    bool is_against;              /* is there for that only */
    bool may_fail;                /* that it fails is a result like any other */
    bool is_row;                  /* was asked for: is counted and told */
    bool is_written;              /* to results.csv */

    bool known; /* the run was made */
    bool failed;
    char error[STUDY_ERROR];
    double measures[STUDY_NUMBERS], times[STUDY_NUMBERS], compared[STUDY_NUMBERS];
} study_case;

typedef struct study_run {
    const study_case *first; /* of those that share it */
    text_list keep;
    double weight; /* expected cost, against that of others */
    bool is_timed;
} study_run;

typedef struct study {
    description file;
    bd_workspace *options;            /* what was asked for */
    study_case *cases;                /* references first */
    int count, reference_count, rows; /* rows: cases that were asked for */
    study_run *runs;                  /* those that take long first */
    int run_count;

    const description_node *measures, *times, *compare; /* name: expression */
    int measure_count, time_count, compare_count;       /* time_count: 0 if not measured */

    const char *folder;
    int jobs;             /* runs at a time; 0: all cores */
    bool resume, restart; /* go on with what the folder has, or forget it */
    bool json;            /* the summary is for programs */
    bool alone;           /* one run at a time anyway: times are measured with the rest */
    bool was_done;        /* by an earlier call: nothing was left to do */
    journal journal;      /* measures of the runs, then their times */
    double *progress;     /* of each of them, in repeats, shared with the workers */
    model model;          /* of the last run; the next one goes on with it if it can */
    char *model_path, model_solver[64];
    double model_stop_time;
    bd_value *references; /* struct: what is known of each reference, for comparisons */
} study;

/* a section of the description; NULL if it has none */
description_node *study_key(study *s, const char *key);

/* ---- plan: options are set; false, and a sentence, on a mistake ---- */
bool study_plan(study *s);
/* of everything that decides the results */
uint64_t study_fingerprint(study *s);
void study_free(study *s);
/* a text of the description that may be a template, filled for a case; NULL on a mistake */
char *study_fill(study *s, const description_node *node, const bd_workspace *scope,
                 bd_error *error);

/* ---- one run, for measures and signals or for its times too; *done: repeats so far, with their
 * fraction. False: error says why ---- */
bool study_simulate(study *s, int run, bool timed, double *measures, double *times,
                    study_signals *kept, double *done, char error[STUDY_ERROR]);

/* ---- kept signals in files: whole, or not there ---- */
bool study_kept_begin(const char *folder); /* a place for them */
bool study_kept_has_folder(const char *folder);
bool study_kept_is_there(const char *folder, int run, int width);
bool study_kept_write(const study_signals *k, const char *folder, int run);
void study_kept_remove(const char *folder);
/* the signals of a run as variables of a workspace */
bool study_kept_set(const study *s, int run, bd_workspace *w, bd_error *error);

/* ---- all runs: makes, measures and compares them. FARM_INTERRUPTED: some of them ---- */
farm_end study_work(study *s);

/* ---- results ---- */
bool study_check_results(study *s); /* before the first run */
bool study_write_results(study *s);
bool study_check_report(study *s); /* are the templates there? */
bool study_write_report(study *s);
/* names of all files that the study may write, ended by NULL; free the list and each of them */
char **study_files(study *s);
/* one line for each case that asks for it, and for failed ones; their number */
int study_tell(study *s, bool failed_only);

/* of the studies among the models, with blanks between them */
void study_names(char *names, size_t size);

#endif
