/* what is wrong with an FMU, a slave or a system: sentences, collected */
#ifndef CLI_FINDINGS_H
#define CLI_FINDINGS_H

#include "fmu/validate.h"

typedef struct finding {
    fmu_severity severity;
    char where[40];
    char sentence[500];
} finding;

typedef struct findings {
    finding *items;
    int count, violations;
    bool no_memory;
} findings;

/* as a judge's tell */
void findings_add(void *all, fmu_severity severity, const char *where, const char *sentence);
void findings_free(findings *all);

/* description and binary of one FMU, then its life: start, steps, a second start, saved states, in
 * a process of its own. run: false leaves the life away */
void validate_fmu(const char *path, bool run, findings *all);

/* a system: description, members, connections, a short run */
void validate_system(const char *path, bool run, findings *all);

/* any other slave, with its settings: life, and what its table promises */
void validate_slave(const char *path, const char *settings, bool run, findings *all);

/* starts the slave, makes steps, starts it again: all must come out the same */
void validate_life(const char *path, bool exchange, bool scheduled, double start, findings *all);

#endif
