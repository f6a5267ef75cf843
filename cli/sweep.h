/* a study over the variables and block parameters of any model: what is varied makes the points,
 * each point is one run, and each run is measured by expressions over its results */
#ifndef CLI_SWEEP_H
#define CLI_SWEEP_H

#include "arguments.h"
#include "journal.h"
#include "model.h"

#include <stdint.h>

#define SWEEP_MEASURES 64

/* one thing that is varied, and the values it takes */
typedef struct sweep_variation {
    char *name;      /* as given: a variable, or BLOCK:PARAMETER */
    char *block;     /* path of the block, NULL for a variable */
    char *parameter; /* of the block */
    bool doubtful;   /* a parameter that the block is not known to have */
    char **values;   /* as expressions (for a block parameter: as text of the parameter) */
    char **shown;    /* as they appear in the table */
    int count;
    bool is_range; /* any number between two bounds, for a Latin hypercube */
    bool is_logarithmic;
    double from, to;
} sweep_variation;

typedef struct sweep_measure {
    char *label;
    const char *expression;
} sweep_measure;

typedef enum sweep_design { SWEEP_GRID, SWEEP_ZIP, SWEEP_LATIN } sweep_design;

typedef struct sweep {
    const char *file; /* of the model */
    const char *folder;
    text_list parameter_files, settings, folders;
    const char *solver;
    double stop_time, step;

    sweep_variation *variations;
    int variation_count;
    sweep_measure measures[SWEEP_MEASURES];
    int measure_count;
    sweep_design design;
    int samples; /* of a Latin hypercube */
    uint64_t seed;
    double *unit; /* samples × variations numbers in (0, 1), of a Latin hypercube */
    int count;    /* of points */

    model model; /* read once, and compiled for the first point, before the workers are there */
    journal journal;
    bool allow_unknown;
} sweep;

/* what a run answers */
typedef struct sweep_answer {
    bool failed;
    char error[256];
    double values[SWEEP_MEASURES];
} sweep_answer;

/* ---- plan ---- */

/* "NAME=LIST" and "[LABEL=]EXPRESSION" as given; false, and a sentence, on a mistake */
bool sweep_add_variation(sweep *s, const char *text);
bool sweep_add_measure(sweep *s, const char *text);
/* after all of them: number of points, samples; false, and a sentence, if they do not fit */
bool sweep_plan(sweep *s);
/* value of a variation at a point, as expression or as shown in the table; buffer is for numbers */
const char *sweep_value(const sweep *s, int point, int variation, bool shown, char buffer[32]);
/* of everything that decides the results */
uint64_t sweep_fingerprint(const sweep *s);
void sweep_free(sweep *s);

/* before the first run: do settings, variations and measures name what the model has? False, and a
 * sentence, if not */
bool sweep_check(sweep *s);

/* ---- one run ---- */
/* what a point has: the base workspace by parameter files, settings, and then what is varied; and
 * parameters of blocks */
typedef struct sweep_values {
    bd_workspace *base;
    bd_run_setting *settings; /* parameters of blocks */
    int count;
    char (*texts)[32];
} sweep_values;
bd_status sweep_make_values(const sweep *s, int point, sweep_values *values, bd_error *error);
void sweep_free_values(sweep_values *values);
/* puts its parameters into the diagram, for compiling */
bd_status sweep_draw(const sweep *s, const sweep_values *values, bd_error *error);
bd_options sweep_options(const sweep *s);
void sweep_run_point(void *user, int point, void *answer);

/* ---- results ---- */

bool sweep_take(void *user, int point, const void *answer); /* into the journal */
/* number of failed runs so far, and the first of them in one line */
int sweep_failures(const sweep *s, char *first, size_t size);
bool sweep_results_write(const sweep *s);

#endif
