/* what the elements of a run's records are called, and measured in: as the model tells it, and the
 * multirate blocks and their slaves */
#ifndef SIGNALS_NAMES_H
#define SIGNALS_NAMES_H

#include "blockdiagram/diagram.h"
#include "blockdiagram/run.h"

#include <stdbool.h>

typedef struct sg_record_names {
    int width;
    char **elements; /* NULL: they have no names; "" for one that has none */
    char **units;    /* "" where nobody knows */
} sg_record_names;

typedef struct sg_names {
    int count; /* of records; 0: nothing is known */
    sg_record_names *records;
} sg_names;

/* is block `index` of the execution order a multirate block's S-function? */
bool sg_is_multirate_block(const bd_run *run, int index);

/* while the run goes on: slaves are asked, which are closed at its end */
bd_status sg_names_learn(sg_names *names, const bd_diagram *diagram, const bd_run *run,
                         bd_error *error);
void sg_names_free(sg_names *names);

#endif
