/* an FMU that writes down every call with its arguments, one line each, into the file that the
 * variable FMU_SCRIBE of the environment names. x'' = u; the references are those of all versions.
 *
 * Clocks (FMI 3.0) are told by their references, too: see scribe_fmi3.c. */
#ifndef FMU_SCRIBE_H
#define FMU_SCRIBE_H

#include <stdbool.h>
#include <stddef.h>

enum {
    /* what was set comes back */
    SCRIBE_U = 1,       /* continuous input */
    SCRIBE_HELD = 2,    /* discrete input */
    SCRIBE_COUNT = 3,   /* integer input */
    SCRIBE_SWITCH = 4,  /* Boolean input */
    SCRIBE_TUNABLE = 5, /* parameter */
    SCRIBE_FIXED = 6,   /* parameter */
    SCRIBE_MODE = 7,    /* enumeration: input */
    SCRIBE_SECOND = 8,  /* one more continuous input */
    SCRIBE_HABIT = 9,   /* parameter */
    SCRIBE_SIZE = 10,   /* structural parameter */
    /* of the motion */
    SCRIBE_X = 11,
    SCRIBE_V = 12,
    SCRIBE_A = 13,
    /* any other reference: itself and a hundred for each step so far */
    SCRIBE_MOST = 64
};

/* what it does once in its life, from its first step on */
enum {
    HABIT_NONE,
    HABIT_EVENT_IN_STEP,  /* an event in the middle of the first step */
    HABIT_TIME_EVENT,     /* Model Exchange: the next event is a quarter of a second away */
    HABIT_ONCE_MORE,      /* the first round of an event iteration wants another */
    HABIT_NEW_NOMINALS,   /* the first event changes the nominal values */
    HABIT_ASKS_FOR_EVENT, /* the first completed step of the solver asks for an event */
    HABIT_FAILS_ONCE      /* FMI 3.0: the first partition of the clock 49 fails */
};

typedef struct scribe {
    double t, x[2], given[SCRIBE_MOST];
    bool done; /* the habit */
    int steps, updates;
} scribe;

/* a line of the record */
void scribe_write(const char *format, ...) __attribute__((format(printf, 1, 2)));

scribe *scribe_make(void);
double scribe_value(const scribe *s, unsigned reference);
void scribe_keep(scribe *s, unsigned reference, double value);
/* true the first time only, of an instance with that habit */
bool scribe_does(scribe *s, int habit);

/* "name 1=2 3=4": references with their values, or without */
void scribe_pairs(const char *name, const unsigned *references, size_t count, const double *values,
                  size_t value_count);

#endif
