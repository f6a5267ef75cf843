/* examples: models with results that were computed without this tool (models/examples.yaml) */
#ifndef CLI_EXAMPLES_H
#define CLI_EXAMPLES_H

#include "study_description.h"

#include "pages/pages.h"

#include <stdbool.h>

#define EXAMPLES_MOST 64

typedef struct example {
    const char *name, *what;
    char command[4400]; /* what was run, as one would type it */
    double within;      /* largest deviation that is expected */
    double deviation;   /* of the worst column, relative to its largest value */
    char worst[128];    /* that column */
    double seconds;     /* the run took */
    bool failed;        /* to run, or to be compared */
    char why[600];
    char picture[128]; /* its name in the folder; "": none */
} example;

bool example_is_good(const example *e);

/* runs it and compares, files go into the folder. False: wrong description, and a sentence */
bool example_run(description *d, int index, const char *models, const char *folder, example *e);

/* report.html and examples.csv */
bool examples_write(const example *list, int count, const char *folder);

#endif
