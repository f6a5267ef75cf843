/* starting, feeding and burying worker processes */
#define _GNU_SOURCE
#include "farm_workers.h"
#include "progress.h"
#include "common/clock.h"

#include "blockdiagram/sfunction.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* the worker: numbers in, answers out, until the socket ends */
static void serve(const farm_task *task, int socket, int parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* nobody computes for a master that is gone */
    if (getppid() != parent)
        _exit(1);
    /* the master decides: batch systems send these to all processes */
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGUSR1, SIG_IGN);
    signal(SIGUSR2, SIG_IGN);
    void *answer = malloc(task->answer_size);
    int index;
    while (answer && recv(socket, &index, sizeof index, 0) == (ssize_t)sizeof index) {
        memset(answer, 0, task->answer_size);
        bd_mx_begin_anew(); /* a method may have crashed in the case before */
        task->run(task->user, index, answer);
        if (send(socket, answer, task->answer_size, MSG_NOSIGNAL) != (ssize_t)task->answer_size)
            break;
    }
    _exit(0);
}

static bool start(farm_workers *workers, farm_worker *worker) {
    int ends[2];
    *worker = (farm_worker){.socket = -1};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return false;
    fflush(NULL);
    const int parent = (int)getpid();
    const pid_t child = fork();
    if (child == 0) {
        for (int i = 0; i < workers->count; i++)
            if (workers->items[i].socket >= 0)
                close(workers->items[i].socket);
        close(ends[0]);
        serve(workers->task, ends[1], parent);
    }
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        return false;
    }
    worker->socket = ends[0];
    worker->process = (int)child;
    return true;
}

bool farm_workers_start(farm_workers *workers, const farm_task *task, int count) {
    *workers = (farm_workers){.task = task,
                              .items = calloc((size_t)count, sizeof(farm_worker)),
                              .queue = task->long_runs ? 1 : FARM_QUEUE};
    for (int i = 0; workers->items && i < count; i++)
        workers->count += start(workers, &workers->items[workers->count]);
    if (workers->count > 0)
        return true;
    free(workers->items);
    fprintf(stderr, "multirate: no worker process can be started: %s\n", strerror(errno));
    return false;
}

bool farm_workers_give(farm_workers *workers, int index) {
    farm_worker *best = NULL;
    for (int i = 0; i < workers->count; i++) {
        farm_worker *worker = &workers->items[i];
        if (worker->socket >= 0 && worker->queued < workers->queue &&
            (!best || worker->queued < best->queued))
            best = worker;
    }
    if (!best)
        return false;
    if (best->queued == 0)
        best->begun = cm_seconds();
    best->queue[best->queued++] = index;
    /* a worker that has just died is noticed when its answer is waited for */
    (void)send(best->socket, &index, sizeof index, MSG_NOSIGNAL);
    return true;
}

int farm_workers_busy(const farm_workers *workers) {
    int busy = 0;
    for (int i = 0; i < workers->count; i++)
        busy += workers->items[i].queued;
    return busy;
}

static void describe_end(int status, bool too_long, double limit, char *how, size_t size) {
    if (too_long)
        snprintf(how, size, "the run took longer than %g s", limit);
    else if (WIFSIGNALED(status))
        snprintf(how, size, "the run crashed: signal %d, %s", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        snprintf(how, size, "the run ended its process with code %d", WEXITSTATUS(status));
}

/* perhaps somebody kills everything here, this process next: then the case is undone, not lost */
static void outlive(int status) {
    const struct timespec moment = {.tv_nsec = 300000000};
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
        nanosleep(&moment, NULL);
}

/* the first case in its queue is lost, the others are handed back */
static void bury(farm_workers *workers, farm_worker *worker, bool too_long, farm_answer answer,
                 farm_return give_back, void *user) {
    const farm_task *task = workers->task;
    farm_worker dead = *worker;
    int status = 0;
    char how[160];
    if (too_long)
        kill(dead.process, SIGKILL);
    close(dead.socket);
    worker->socket = -1;
    waitpid(dead.process, &status, 0);
    if (!too_long)
        outlive(status);
    describe_end(status, too_long, task->time_limit, how, sizeof how);
    (void)start(workers, worker);
    for (int i = 1; i < dead.queued; i++)
        give_back(user, dead.queue[i]);
    if (dead.queued > 0) {
        void *words = calloc(1, task->answer_size);
        if (words) {
            task->lost(task->user, dead.queue[0], how, words);
            answer(user, dead.queue[0], words);
            free(words);
        }
    }
}

static void listen_to(farm_workers *workers, farm_worker *worker, void *room, farm_answer answer,
                      farm_return give_back, void *user) {
    const farm_task *task = workers->task;
    const ssize_t size = recv(worker->socket, room, task->answer_size, 0);
    if (size != (ssize_t)task->answer_size) {
        bury(workers, worker, false, answer, give_back, user);
        return;
    }
    const int index = worker->queue[0];
    memmove(worker->queue, worker->queue + 1, (FARM_QUEUE - 1) * sizeof *worker->queue);
    worker->queued--;
    worker->begun = cm_seconds();
    answer(user, index, room);
}

void farm_workers_wait(farm_workers *workers, int milliseconds, farm_answer answer,
                       farm_return give_back, void *user) {
    struct pollfd *ends = calloc((size_t)workers->count, sizeof *ends);
    void *room = malloc(workers->task->answer_size);
    if (ends && room) {
        for (int i = 0; i < workers->count; i++)
            ends[i] = (struct pollfd){.fd = workers->items[i].socket, .events = POLLIN};
        (void)poll(ends, (nfds_t)workers->count, milliseconds);
        for (int i = 0; i < workers->count; i++) {
            farm_worker *worker = &workers->items[i];
            const double limit = workers->task->time_limit;
            if (worker->socket < 0)
                (void)start(workers, worker);
            else if (ends[i].revents)
                listen_to(workers, worker, room, answer, give_back, user);
            else if (limit > 0 && worker->queued > 0 && cm_seconds() - worker->begun > limit)
                bury(workers, worker, true, answer, give_back, user);
        }
    }
    free(ends);
    free(room);
}

void farm_workers_stop(farm_workers *workers) {
    for (int i = 0; i < workers->count; i++) {
        farm_worker *worker = &workers->items[i];
        if (worker->socket < 0)
            continue;
        if (worker->queued > 0)
            kill(worker->process, SIGKILL);
        close(worker->socket);
        waitpid(worker->process, NULL, 0);
    }
    free(workers->items);
    *workers = (farm_workers){0};
}
