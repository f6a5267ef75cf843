/* FMUs whose calls fail and whose functions are missing, on demand: the judge of answers and the
 * search for functions of a slave that is linked into the same program (-Wl,--wrap) */
#ifndef FMU_FAILING_H
#define FMU_FAILING_H

#include <stdbool.h>

enum { FAILING_MOST = 20000 };

/* what the FMU tells at every event */
typedef enum failing_events {
    EVENTS_AS_THEY_ARE,
    EVENTS_END_THE_RUN,
    EVENTS_CHANGE_NOMINALS,
    EVENTS_WITHOUT_END
} failing_events;

typedef struct failing_plan {
    int call;      /* the one that fails, from 1; 0: none */
    int answer;    /* so */
    int terminate; /* what its end is answered with */
    failing_events events;
    int missing; /* number of the function that is not there, of those that are, from 1; 0: none */
} failing_plan;

/* what has happened since the counts were set to 0 */
typedef struct failing_report {
    int calls;
    char functions[FAILING_MOST][40]; /* who was called */
    bool reset_works;
    bool can_terminate;          /* not every FMU has that function */
    int made, freed, terminated; /* instances */
    int found;                   /* functions that the library has */
    char names[200][40];         /* of them */
    char missing[40];            /* the one that was hidden */
} failing_report;

extern failing_plan failing;
extern failing_report failed;

/* what is kept of a line that the FMU logs; bad: it explains a failure */
const char *failing_complaint(const char *text, bool bad);

#endif
