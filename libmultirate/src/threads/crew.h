/* the crew: who is there to run errands, and who runs which. Everything here, and the fields of an
 * errand, belong to the one who has locked the crew, but for the two that are atomic. */
#ifndef MR_CREW_H
#define MR_CREW_H

#include "errand.h"
#include "placement.h"

#include <fenv.h>
#include <pthread.h>
#include <stdatomic.h>

typedef enum mr_stage { MR_IDLE, MR_QUEUED, MR_RUNNING, MR_DONE } mr_stage;

typedef struct mr_worker {
    struct mr_worker *next;
    pthread_t thread;
    int number;
    bool own;          /* of one errand, not of the crew */
    atomic_int queued; /* errands for it */
    bool at_work, asleep, leaves;
    double patience; /* how long it waits awake for the next errand */
    double called;   /* when that came */
    pthread_cond_t call;
} mr_worker;

typedef struct mr_caller {
    struct mr_caller *next;
    pthread_t thread;
    int number;
    bool at_work;   /* on an errand, while it waits */
    int under_way;  /* its errands */
    double since;   /* when the first of them was started, */
    double waited;  /* and for how long it has waited since then */
    double seconds; /* of its own work while errands were under way, in this period */
    double work;    /* the same, per start, smoothed */
} mr_caller;

struct mr_errand {
    mr_errand *next;
    mr_errand_options options;
    atomic_int stage;
    mr_caller *caller; /* who started it */
    mr_worker *worker; /* whom it is placed with; NULL: its caller */
    double (*run)(void *context);
    void *context;
    fenv_t arithmetic;
    pthread_cond_t done;
    bool awaited;
    bool prompt;    /* its worker had nothing else to do when it was started, */
    double started; /* then, */
    double ended;
    double patience; /* how long its caller waits awake */
    double seconds;  /* in this period */
    int runs;        /* in this period */
    double work;     /* per start of any errand, smoothed */
    double cost;     /* per run, smoothed; 0: not known */
    bool by_caller;  /* the last time */
};

typedef struct mr_crew {
    pthread_mutex_t mutex;
    mr_errand *errands;
    mr_caller *callers;
    mr_worker *workers; /* without those of one errand */
    int worker_count, placed;
    /* the period between two placements */
    int starts, period;
    mr_load *loads;
    double *seats;
    int load_room, seat_room;
    double hand_over; /* from the start of an errand to the moment when its idle worker begins it */
    /* a fork waits until nobody but callers is at work */
    bool forking;
    int workers_at_work;
    pthread_cond_t quiet;
} mr_crew;

extern mr_crew mr_the_crew;

/* whoever waits for less than this does so awake: about what it costs to be woken up, s */
#define MR_PATIENCE 40e-6

void mr_crew_lock(void);
void mr_crew_unlock(void);

/* makes a worker for the errand alone, or sees to it that the crew has enough; not locked */
mr_status mr_crew_join(mr_errand *errand);
void mr_crew_leave(mr_errand *errand); /* the last one ends the crew */

/* the record of the calling thread; NULL: no memory */
mr_caller *mr_crew_caller(void);

/* crew_place.c: counts a start, and places all errands anew at the end of a period */
void mr_crew_count(void);
void mr_crew_begin_period(void);
void mr_crew_forget_places(void); /* nobody is left */

/* into the queue of its worker, who is called if asleep; and out of it */
void mr_crew_queue(mr_errand *errand);
void mr_crew_unqueue(mr_errand *errand);

/* what the caller may do until `errand` is done; NULL: nothing */
mr_errand *mr_crew_help(const mr_errand *errand);

/* unlocks while it runs; at_work: of the worker or the caller who does it */
void mr_crew_run(mr_errand *errand, bool *at_work, bool by_caller);

/* waits awake while value is `same`; not locked */
void mr_crew_look(atomic_int *value, int same, double seconds);

/* how long to wait awake next time: waited awake until it was over; or asleep, for so long. For the
 * crew and its callers there are cores enough, threads of their own may be too many */
double mr_crew_patience_awake(double before);
double mr_crew_patience_asleep(double before, double waited, bool own_thread);

#endif
