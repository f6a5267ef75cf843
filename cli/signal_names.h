/* what the elements of a run's records are called, and measured in: as the model tells it, and the
 * multirate blocks and their slaves */
#ifndef CLI_SIGNAL_NAMES_H
#define CLI_SIGNAL_NAMES_H

#include "blockdiagram/diagram.h"
#include "blockdiagram/run.h"

typedef struct record_names {
    int width;
    char **elements; /* NULL: they have no names; "" for one that has none */
    char **units;    /* "" where nobody knows */
} record_names;

typedef struct signal_names {
    int count; /* of records; 0: nothing is known */
    record_names *records;
} signal_names;

/* while the run goes on: slaves are asked, which are closed at its end */
bd_status signal_names_learn(signal_names *names, const bd_diagram *diagram, const bd_run *run,
                             bd_error *error);
void signal_names_free(signal_names *names);

#endif
