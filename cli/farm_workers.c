/* starting, feeding and burying worker processes */
#define _GNU_SOURCE
#include "farm_workers.h"
#include "complain.h"
#include "progress.h"
#include "common/clock.h"

#include "blockdiagram/sfunction.h"
#include "common/memory.h"

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

/* a signal that interrupts them is no end of the talk */
static ssize_t take(int socket, void *bytes, size_t size) {
    ssize_t taken;
    do
        taken = recv(socket, bytes, size, 0);
    while (taken < 0 && errno == EINTR);
    return taken;
}

static bool give(int socket, const void *bytes, size_t size) {
    ssize_t given;
    do
        given = send(socket, bytes, size, MSG_NOSIGNAL);
    while (given < 0 && errno == EINTR);
    return given == (ssize_t)size;
}

/* how it ended */
static int await(int process) {
    int status = 0;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR)
        ;
    return status;
}

/* the worker: numbers in, answers out, until the socket ends */
static void serve(const farm_task *task, int socket, int parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* nobody computes for a master that is gone */
    if (getppid() != parent)
        _exit(1);
    /* the master decides: batch systems send these to all processes */
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGUSR1, SIG_IGN);
    signal(SIGUSR2, SIG_IGN);
    void *answer = malloc(task->answer_size);
    int index;
    while (answer && take(socket, &index, sizeof index) == (ssize_t)sizeof index) {
        memset(answer, 0, task->answer_size);
        bd_mx_begin_anew(); /* a method may have crashed in the case before */
        task->run(task->user, index, answer);
        if (!give(socket, answer, task->answer_size))
            break;
    }
    _exit(answer ? 0 : 1);
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
    workers->ends = calloc((size_t)count, sizeof *workers->ends);
    workers->room = malloc(task->answer_size);
    for (int i = 0; workers->items && workers->ends && workers->room && i < count; i++)
        workers->count += start(workers, &workers->items[workers->count]);
    if (workers->count > 0)
        return true;
    CM_FREE(workers->items, workers->ends, workers->room);
    complain(NULL, "no worker process can be started: %s", strerror(errno));
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
    /* a worker that has just died, or that cannot be told, is noticed when its answer is waited for
     */
    if (!give(best->socket, &index, sizeof index))
        shutdown(best->socket, SHUT_RDWR);
    return true;
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
    int status;
    char how[160];
    if (too_long)
        kill(dead.process, SIGKILL);
    close(dead.socket);
    worker->socket = -1;
    status = await(dead.process);
    if (!too_long)
        outlive(status);
    describe_end(status, too_long, task->time_limit, how, sizeof how);
    (void)start(workers, worker);
    for (int i = 1; i < dead.queued; i++)
        give_back(user, dead.queue[i]);
    if (dead.queued > 0) {
        memset(workers->room, 0, task->answer_size);
        task->lost(task->user, dead.queue[0], how, workers->room);
        answer(user, dead.queue[0], workers->room);
    }
}

static void listen_to(farm_workers *workers, farm_worker *worker, farm_answer answer,
                      farm_return give_back, void *user) {
    const farm_task *task = workers->task;
    void *room = workers->room;
    const ssize_t size = take(worker->socket, room, task->answer_size);
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

/* a machine that has no room for a process now may have some in a moment, but not for ever */
#define VAIN_WAITS 100

static bool give_up(farm_workers *workers, int milliseconds) {
    const struct timespec moment = {.tv_nsec =
                                        1000000L * (milliseconds < 100 ? milliseconds : 100)};
    for (int i = 0; i < workers->count; i++)
        if (workers->items[i].socket >= 0) {
            workers->vain = 0;
            return false;
        }
    if (++workers->vain < VAIN_WAITS) {
        nanosleep(&moment, NULL);
        return false;
    }
    complain(NULL, "no worker process is left, and none can be started: %s", strerror(errno));
    return true;
}

bool farm_workers_wait(farm_workers *workers, int milliseconds, farm_answer answer,
                       farm_return give_back, void *user) {
    const double limit = workers->task->time_limit;
    for (int i = 0; i < workers->count; i++)
        workers->ends[i] = (struct pollfd){.fd = workers->items[i].socket, .events = POLLIN};
    if (poll(workers->ends, (nfds_t)workers->count, milliseconds) < 0)
        return true; /* interrupted: who asks to stop is heard at once */
    for (int i = 0; i < workers->count; i++) {
        farm_worker *worker = &workers->items[i];
        if (worker->socket < 0)
            (void)start(workers, worker);
        else if (workers->ends[i].revents)
            listen_to(workers, worker, answer, give_back, user);
        else if (limit > 0 && worker->queued > 0 && cm_seconds() - worker->begun > limit)
            bury(workers, worker, true, answer, give_back, user);
    }
    return !give_up(workers, milliseconds);
}

void farm_workers_stop(farm_workers *workers) {
    for (int i = 0; i < workers->count; i++) {
        farm_worker *worker = &workers->items[i];
        if (worker->socket < 0)
            continue;
        if (worker->queued > 0)
            kill(worker->process, SIGKILL);
        close(worker->socket);
        await(worker->process);
    }
    CM_FREE(workers->items, workers->ends, workers->room);
    *workers = (farm_workers){0};
}
