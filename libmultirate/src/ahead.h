/* slave steps that are begun before their result is needed, so that several slaves, or slave and
 * master, compute at the same time
 *
 * Without latency a step is begun at the end of the major exchange after which the next trial point
 * will demand it. That is a guess: if the master stores another sample first, the step is withdrawn
 * (the slave goes back to its saved state) and made when it is due, as it would have been anyhow.
 * So results are those of a run without threads, to the bit.
 *
 * With latency L a step is due, and begun, as soon as the master's samples reach L before it; it
 * knows the samples up to then and no later ones. Whether a thread computes it or the caller makes
 * no difference to the result. */
#ifndef MR_AHEAD_H
#define MR_AHEAD_H

#include "direction.h"
#include "errand.h"
#include "multirate/message.h"
#include "scheme.h"

#include <stdbool.h>

struct mr_interface;

typedef struct mr_ahead {
    bool used;           /* steps are begun ahead of need in this run */
    bool guesses;        /* no latency: a step begun early may be withdrawn */
    bool running;        /* a step was begun and its result is not taken in yet */
    bool led_by_minor;   /* the last step was demanded by a trial point: the next one will be too */
    bool jumped;         /* the signals of the master, while the step was under way */
    mr_errand *errand;   /* NULL: the caller computes */
    mr_direction inputs; /* the master's samples as the step knows them */
    void *saved;         /* the slave before the step */
    double *asked;       /* what the indicator knew of the inputs before the step */
    mr_plan plan;
    double t; /* where the step ended */
    mr_status status;
    double seconds;
    double major_time, master_step; /* of the last major exchanges */
} mr_ahead;

mr_status mr_ahead_open(struct mr_interface *interface, mr_message *message);
void mr_ahead_close(struct mr_interface *interface);

/* forgets a step under way: the slave is started anew or restored */
void mr_ahead_forget(struct mr_interface *interface);

/* after a major exchange at t1: begins the next step if it will be demanded soon */
mr_status mr_ahead_begin(struct mr_interface *interface, double t1);

/* the result of the step under way, as if it was made now */
mr_status mr_ahead_take(struct mr_interface *interface, double t1);

/* a sample is about to be stored that the step should have known: back to before it */
mr_status mr_ahead_withdraw(struct mr_interface *interface);

#endif
