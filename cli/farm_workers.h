/* the worker processes of one machine: each is handed the numbers of cases through a socket and
 * answers through it */
#ifndef CLI_FARM_WORKERS_H
#define CLI_FARM_WORKERS_H

#include "farm.h"

#include <poll.h>

/* at most one case under way and one waiting, so that no worker waits for the master */
#define FARM_QUEUE 2

typedef struct farm_worker {
    int socket; /* -1: none */
    int process;
    int queue[FARM_QUEUE];
    int queued;
    double begun; /* when the first of the queue was begun */
} farm_worker;

typedef struct farm_workers {
    const farm_task *task;
    farm_worker *items;
    int count;
    int queue; /* cases that a worker has at a time */
    int vain;  /* waits, one after the other, in which there was no worker and none could be started
                */
    struct pollfd *ends;
    void *room; /* of an answer; here from the start, so that a lack of memory loses no case */
} farm_workers;

/* what comes out of the workers: an answer, or a case handed back because its worker died before
 * it was begun */
typedef void (*farm_answer)(void *user, int index, const void *answer);
typedef void (*farm_return)(void *user, int index);

/* false, and a sentence, if not one could be started */
bool farm_workers_start(farm_workers *workers, const farm_task *task, int count);

/* hands out a case to the worker with the shortest queue; false if all queues are full */
bool farm_workers_give(farm_workers *workers, int index);

/* waits for at most so many milliseconds; calls back for all that has come. A worker that died is
 * started again; false, and a sentence, if that fails for so long that it is given up */
bool farm_workers_wait(farm_workers *workers, int milliseconds, farm_answer answer,
                       farm_return give_back, void *user);

void farm_workers_stop(farm_workers *workers);

#endif
