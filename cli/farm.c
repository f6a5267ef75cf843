/* handing out the cases: rank 0 (or the only process) gives numbers to its own workers and to the
 * other ranks, whichever has room first, and takes the answers; the other ranks pass them on to
 * workers of their own */
#define _GNU_SOURCE
#include "farm.h"
#include "complain.h"
#include "farm_ranks.h"
#include "farm_workers.h"
#include "progress.h"
#include "stop_requests.h"
#include "common/memory.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* besides the numbers of cases: rank 0 says END, the others HELLO, and STOP if they are asked to */
enum { HELLO = -1, END = -2, STOP = -3 };

/* between ranks: a number, and the answer behind it */
typedef struct letter {
    int index, room; /* with HELLO: cases that the rank takes at a time */
} letter;

typedef struct farm {
    const farm_task *task;
    farm_workers workers;
    const farm_network *network; /* NULL: alone */
    int rank, size;
    int *room;     /* per rank: cases it may be given now */
    int next;      /* first case that was never given away */
    int *returned; /* cases that came back unbegun */
    int returned_count;
    int open;                      /* cases without an answer */
    bool stopped, refused, broken; /* by a rank; by who takes the answers; the network */
    unsigned char *packet;         /* letter and answer */
} farm;

static volatile sig_atomic_t interrupted;
static void on_interrupt(int number) {
    (void)number;
    interrupted = 1;
}

/* from here on to the end of the process, so that what is there is written: all ranks are asked,
 * but not at the same moment */
static void heed_requests(void) {
    const struct sigaction action = {.sa_handler = on_interrupt};
    interrupted = 0;
    stop_requests_heed(&action, NULL);
    /* what batch systems send before they kill */
    sigaction(SIGUSR1, &action, NULL);
    sigaction(SIGUSR2, &action, NULL);
}

static int jobs_or_cores(int jobs) {
    return jobs > 0 ? jobs : farm_cores();
}

bool farm_is_alone(int jobs) {
    return farm_ranks() < 2 && jobs_or_cores(jobs) < 2;
}

static bool send_letter(farm *f, int rank, int index, int room, const void *answer) {
    const letter head = {index, room};
    const size_t size = answer ? f->task->answer_size : 0;
    memcpy(f->packet, &head, sizeof head);
    if (size)
        memcpy(f->packet + sizeof head, answer, size);
    const bool sent = f->network->send(rank, f->packet, (int)(sizeof head + size));
    f->broken = f->broken || !sent;
    return sent;
}

static void take_back(void *user, int index) {
    farm *f = user;
    f->returned[f->returned_count++] = index;
}

static void take_answer(void *user, int index, const void *answer) {
    farm *f = user;
    f->open--;
    if (!f->refused && !f->task->take(f->task->user, index, answer))
        f->refused = true;
}

/* the next case that has to be run, or END */
static int next_case(farm *f) {
    if (f->returned_count > 0)
        return f->returned[--f->returned_count];
    while (f->next < f->task->count && f->task->done && f->task->done[f->next])
        f->next++;
    return f->next < f->task->count ? f->next++ : END;
}

static void give_all(farm *f) {
    for (int index; (index = next_case(f)) != END;) {
        bool given = farm_workers_give(&f->workers, index);
        for (int rank = 1; !given && f->network && rank < f->size; rank++)
            if (f->room[rank] > 0 && send_letter(f, rank, index, 0, NULL)) {
                f->room[rank]--;
                given = true;
            }
        if (!given) {
            take_back(f, index);
            return;
        }
    }
}

static void read_letters(farm *f) {
    const int capacity = (int)(sizeof(letter) + f->task->answer_size);
    int rank = 0, size;
    while (f->network && (size = f->network->receive(&rank, f->packet, capacity)) != 0) {
        letter head;
        if (size < (int)sizeof head || rank < 1 || rank >= f->size) {
            f->broken = true;
            return;
        }
        memcpy(&head, f->packet, sizeof head);
        if (head.index == HELLO) {
            f->room[rank] = head.room;
        } else if (head.index == STOP) {
            f->stopped = true;
        } else {
            f->room[rank]++;
            take_answer(f, head.index, f->packet + sizeof head);
        }
    }
}

static farm_end lead(farm *f) {
    const farm_task *task = f->task;
    int total = 0;
    for (int i = 0; i < task->count; i++)
        total += !(task->done && task->done[i]);
    f->open = total;
    progress bar;
    progress_begin(&bar, task->what);
    while (f->open > 0 && !f->stopped && !f->refused && !f->broken && !interrupted) {
        give_all(f);
        f->refused =
            !farm_workers_wait(&f->workers, f->network ? 1 : 100, take_answer, take_back, f) ||
            f->refused;
        read_letters(f);
        progress_show(&bar, task->progress ? task->progress(task->user)
                                           : (double)(total - f->open) / (double)total);
    }
    progress_end(&bar);
    for (int rank = 1; f->network && rank < f->size; rank++)
        (void)send_letter(f, rank, END, 0, NULL);
    if (f->broken)
        complain(NULL, "the network between the ranks failed");
    if (f->broken || f->refused)
        return FARM_FAILED;
    return f->open == 0 ? FARM_DONE : FARM_INTERRUPTED;
}

/* a rank's worker has answered: on to rank 0 */
static void pass_on(void *user, int index, const void *answer) {
    farm *f = user;
    (void)send_letter(f, 0, index, 0, answer);
}

static farm_end follow(farm *f) {
    bool ended = !send_letter(f, 0, HELLO, f->workers.count * f->workers.queue, NULL);
    bool asked = false;
    while (!ended && !f->broken) {
        const int capacity = (int)(sizeof(letter) + f->task->answer_size);
        letter head;
        int rank = 0, size;
        while (!ended && (size = f->network->receive(&rank, f->packet, capacity)) != 0) {
            if (size < (int)sizeof head)
                return FARM_FAILED;
            memcpy(&head, f->packet, sizeof head);
            ended = head.index == END;
            if (!ended)
                take_back(f, head.index);
        }
        while (f->returned_count > 0 &&
               farm_workers_give(&f->workers, f->returned[f->returned_count - 1]))
            f->returned_count--;
        if (!farm_workers_wait(&f->workers, 1, pass_on, take_back, f))
            return FARM_FAILED;
        if (interrupted && !asked) /* rank 0 decides, and knows perhaps nothing of it */
            asked = send_letter(f, 0, STOP, 0, NULL);
    }
    return f->broken ? FARM_FAILED : FARM_SERVED;
}

farm_end farm_run(const farm_task *task) {
    farm f = {.task = task, .size = 1};
    const bool many = task->ranks && farm_ranks() > 1;
    int jobs = jobs_or_cores(task->jobs);
    if (!many && jobs > task->count)
        jobs = task->count > 0 ? task->count : 1;
    f.returned = calloc((size_t)task->count + 1, sizeof *f.returned);
    f.room = calloc((size_t)farm_ranks() + 1, sizeof *f.room);
    f.packet = malloc(sizeof(letter) + task->answer_size);
    farm_end end = FARM_FAILED;
    /* the workers are there before MPI, and know nothing of it */
    if (f.returned && f.room && f.packet && farm_workers_start(&f.workers, task, jobs)) {
        if (many) {
            f.network = farm_ranks_meet(&f.rank);
            f.size = farm_ranks();
        }
        heed_requests();
        if (!many || f.network)
            end = f.rank == 0 ? lead(&f) : follow(&f);
        signal(SIGINT, SIG_DFL); /* who presses Ctrl-C a second time means it */
        farm_workers_stop(&f.workers);
        if (f.network && (end == FARM_DONE || end == FARM_SERVED))
            farm_ranks_part();
    }
    CM_FREE(f.returned, f.room, f.packet);
    return end;
}
