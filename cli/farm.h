/* many independent cases on all cores, or under mpirun on many machines: each runs in a worker
 * process, is handed out when a worker has room, and answers with a fixed number of bytes. A case
 * that crashes its worker costs nothing but itself. Answers come in any order; what a case answers
 * does not depend on who computes it. */
#ifndef CLI_FARM_H
#define CLI_FARM_H

#include <stdbool.h>
#include <stddef.h>

typedef struct farm_task {
    const char *what;  /* beside the progress bar */
    int count;         /* of cases */
    const bool *done;  /* count flags: cases that need no run; NULL: none */
    bool ranks;        /* under mpirun: with the other ranks, which make the same call; once per
                        * process */
    int jobs;          /* workers here; 0: as many as cores (of a rank: one, or what srun's
                        * --cpus-per-task says) */
    bool long_runs;    /* none waits in a worker's queue while another worker may have room */
    double time_limit; /* s of one case, after which it counts as lost; 0: none */
    size_t answer_size;
    void *user;
    /* in a worker: computes a case; the answer is zeroed before */
    void (*run)(void *user, int index, void *answer);
    /* here: the worker of this case is gone ("was killed by signal 11 …"); fills in the answer */
    void (*lost)(void *user, int index, const char *how, void *answer);
    /* here: an answer has come; false ends the work */
    bool (*take)(void *user, int index, const void *answer);
    /* here: how much is done, 0 to 1; NULL: as many as have answered */
    double (*progress)(void *user);
} farm_task;

typedef enum farm_end {
    FARM_DONE,        /* all answers were taken */
    FARM_INTERRUPTED, /* Ctrl-C or a signal that asks to stop: what was taken stays taken */
    FARM_FAILED,      /* no workers, no network, take said so; a sentence was printed */
    FARM_SERVED       /* this process is a rank that computed for rank 0: nothing to report */
} farm_end;

/* false, and a sentence, if this process was started together with others but cannot reach them:
 * asked before anything is written, because each might take itself for the only one */
bool farm_ready(void);

farm_end farm_run(const farm_task *task);

/* the number of this process among those that mpirun or srun started; 0 if it was started alone */
int farm_rank(void);

/* so many jobs mean one run at a time, and no other rank */
bool farm_is_alone(int jobs);

#endif
