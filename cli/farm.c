/* handing out the cases: rank 0 (or the only process) gives numbers to its own workers and to the
 * other ranks, whichever has room first, and takes the answers; the other ranks pass them on to
 * workers of their own */
#define _GNU_SOURCE
#include "farm.h"
#include "farm_network.h"
#include "farm_workers.h"
#include "model.h"
#include "progress.h"

#include <dlfcn.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HELLO = -1, END = -2 }; /* besides the numbers of cases */

/* between ranks: a number, and the answer behind it */
typedef struct letter {
    int index, room; /* with HELLO: cases that the rank takes at a time */
} letter;

typedef struct farm {
    const farm_task *task;
    farm_workers workers;
    const farm_network *network; /* NULL: alone */
    void *module;
    int rank, size;
    int *room;     /* per rank: cases it may be given now */
    int next;      /* first case that was never given away */
    int *returned; /* cases that came back unbegun */
    int returned_count;
    int open; /* cases without an answer */
    bool stopped, broken;
    unsigned char *packet; /* letter and answer */
} farm;

static volatile sig_atomic_t interrupted;
static void on_interrupt(int number) {
    (void)number;
    interrupted = 1;
}

static int number_in_environment(const char *const *names, int otherwise) {
    for (; *names; names++) {
        const char *text = getenv(*names);
        if (text && *text)
            return atoi(text);
    }
    return otherwise;
}

static int ranks_told(void) {
    return number_in_environment(
        (const char *const[]){"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS", NULL}, 1);
}

int farm_rank(void) {
    if (ranks_told() < 2)
        return 0;
    return number_in_environment((const char *const[]){"OMPI_COMM_WORLD_RANK", "PMIX_RANK",
                                                       "PMI_RANK", "SLURM_PROCID", NULL},
                                 0);
}

static int jobs_or_cores(int jobs, bool many) {
    return jobs > 0 ? jobs : many ? 1 : (int)sysconf(_SC_NPROCESSORS_ONLN);
}

bool farm_is_alone(int jobs) {
    return ranks_told() < 2 && jobs_or_cores(jobs, false) < 2;
}

static bool open_network(farm *f) {
    char folder[PATH_MAX], path[PATH_MAX + 64];
    static const char *const places[] = {"/../lib", "/../lib/multirate",
                                         "/../" MR_LIBDIR "/multirate"};
    if (!f->task->ranks || ranks_told() < 2)
        return true;
    program_folder(folder, sizeof folder);
    for (size_t i = 0; !f->module && i < sizeof places / sizeof *places; i++) {
        snprintf(path, sizeof path, "%s%s/multirate_mpi.so", folder, places[i]);
        if (access(path, R_OK) == 0)
            f->module = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    }
    f->network = f->module ? dlsym(f->module, FARM_NETWORK_SYMBOL) : NULL;
    if (!f->network || !f->network->open(&f->rank, &f->size)) {
        fprintf(stderr, "multirate: started in %d ranks, but MPI cannot be used: %s\n",
                ranks_told(),
                f->module ? "it did not begin"
                          : "the program was built without it, or multirate_mpi.so is not there");
        f->network = NULL;
        return false;
    }
    return true;
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
    if (!f->stopped && !f->task->take(f->task->user, index, answer))
        f->stopped = true;
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
        } else {
            f->room[rank]++;
            take_answer(f, head.index, f->packet + sizeof head);
        }
    }
}

static farm_end lead(farm *f) {
    const farm_task *task = f->task;
    struct sigaction action = {.sa_handler = on_interrupt}, old_int, old_term;
    int total = 0;
    for (int i = 0; i < task->count; i++)
        total += !(task->done && task->done[i]);
    f->open = total;
    interrupted = 0;
    sigaction(SIGINT, &action, &old_int);
    sigaction(SIGTERM, &action, &old_term);
    progress bar;
    progress_begin(&bar, task->what);
    while (f->open > 0 && !f->stopped && !f->broken && !interrupted) {
        give_all(f);
        farm_workers_wait(&f->workers, f->network ? 1 : 100, take_answer, take_back, f);
        read_letters(f);
        progress_show(&bar, task->progress ? task->progress(task->user)
                                           : (double)(total - f->open) / (double)total);
    }
    progress_end(&bar);
    sigaction(SIGINT, &old_int, NULL);
    sigaction(SIGTERM, &old_term, NULL);
    for (int rank = 1; f->network && rank < f->size; rank++)
        (void)send_letter(f, rank, END, 0, NULL);
    if (f->broken) {
        fprintf(stderr, "multirate: the network between the ranks failed\n");
        return FARM_FAILED;
    }
    return f->open == 0 ? FARM_DONE : FARM_INTERRUPTED;
}

/* a rank's worker has answered: on to rank 0 */
static void pass_on(void *user, int index, const void *answer) {
    farm *f = user;
    (void)send_letter(f, 0, index, 0, answer);
}

static farm_end follow(farm *f) {
    bool ended = !send_letter(f, 0, HELLO, f->workers.count * f->workers.queue, NULL);
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
        farm_workers_wait(&f->workers, 1, pass_on, take_back, f);
    }
    return FARM_SERVED;
}

farm_end farm_run(const farm_task *task) {
    farm f = {.task = task, .size = 1};
    const bool many = task->ranks && ranks_told() > 1;
    int jobs = jobs_or_cores(task->jobs, many);
    if (!many && jobs > task->count)
        jobs = task->count > 0 ? task->count : 1;
    f.returned = calloc((size_t)task->count + 1, sizeof *f.returned);
    f.room = calloc((size_t)ranks_told() + 1, sizeof *f.room);
    f.packet = malloc(sizeof(letter) + task->answer_size);
    farm_end end = FARM_FAILED;
    /* the workers are there before MPI, and know nothing of it */
    if (f.returned && f.room && f.packet && farm_workers_start(&f.workers, task, jobs)) {
        if (open_network(&f) && f.size <= ranks_told())
            end = f.rank == 0 ? lead(&f) : follow(&f);
        farm_workers_stop(&f.workers);
        if (f.network)
            f.network->close();
    }
    free(f.returned);
    free(f.room);
    free(f.packet);
    return end;
}
