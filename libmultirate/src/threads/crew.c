/* workers: made with the first errands, gone with the last; a fork finds them idle */
#if !defined(_WIN32)
#define _GNU_SOURCE
#include "crew.h"
#include "multirate/interface.h"

#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

/* between two glances at the clock */
#define LOOKS 16

#define LEAST_PATIENCE 50e-9

/* longer ones tell of a busy machine, not of handing over, s */
#define LONGEST_HAND_OVER 200e-6

/* held for less than a microsecond at a time: not worth sleeping for */
#if defined(PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP)
#define MUTEX PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP
#else
#define MUTEX PTHREAD_MUTEX_INITIALIZER
#endif

mr_crew mr_the_crew = {.mutex = MUTEX, .quiet = PTHREAD_COND_INITIALIZER};
static mr_crew *const crew = &mr_the_crew;

void mr_crew_lock(void) {
    pthread_mutex_lock(&crew->mutex);
}

void mr_crew_unlock(void) {
    pthread_mutex_unlock(&crew->mutex);
}

static inline void rest(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

void mr_crew_look(atomic_int *value, int same, double seconds) {
    const double begin = mr_seconds();
    do {
        for (int i = 0; i < LOOKS; i++) {
            if (atomic_load_explicit(value, memory_order_acquire) != same)
                return;
            rest();
        }
    } while (fabs(mr_seconds() - begin) < seconds);
}

double mr_crew_patience_awake(double before) {
    return fmin(2.0 * before, MR_PATIENCE);
}

/* ever shorter if waits are long, so that they leave the processor to others */
double mr_crew_patience_asleep(double before, double waited, bool own_thread) {
    if (!own_thread && waited < MR_PATIENCE)
        return MR_PATIENCE;
    return fmax(0.5 * before, LEAST_PATIENCE);
}

void mr_crew_queue(mr_errand *errand) {
    mr_worker *worker = errand->worker;
    atomic_store(&errand->stage, MR_QUEUED);
    if (!worker)
        return;
    errand->prompt = atomic_fetch_add(&worker->queued, 1) == 0 && !worker->at_work;
    if (errand->prompt)
        worker->called = errand->started;
    if (worker->asleep)
        pthread_cond_signal(&worker->call);
}

void mr_crew_unqueue(mr_errand *errand) {
    if (errand->worker)
        atomic_fetch_sub(&errand->worker->queued, 1);
}

static void learn_hand_over(double seconds) {
    if (seconds > 0.0)
        crew->hand_over += 0.125 * (fmin(seconds, LONGEST_HAND_OVER) - crew->hand_over);
}

void mr_crew_run(mr_errand *errand, bool *at_work, bool by_caller) {
    mr_crew_unqueue(errand);
    atomic_store(&errand->stage, MR_RUNNING);
    *at_work = true;
    crew->workers_at_work += !by_caller;
    mr_crew_unlock();
    if (!by_caller)
        fesetenv(&errand->arithmetic);
    const double begin = mr_seconds();
    const double seconds = errand->run(errand->context);
    mr_crew_lock();
    if (!by_caller && errand->prompt && !errand->options.own_thread)
        learn_hand_over(begin - errand->started);
    errand->ended = begin + seconds;
    crew->workers_at_work -= !by_caller;
    *at_work = false;
    errand->seconds += seconds;
    errand->runs++;
    errand->by_caller = by_caller;
    errand->cost += (seconds - errand->cost) * (errand->cost > 0.0 ? 0.125 : 1.0);
    atomic_store(&errand->stage, MR_DONE);
    if (errand->awaited)
        pthread_cond_signal(&errand->done);
    if (crew->forking && crew->workers_at_work == 0)
        pthread_cond_broadcast(&crew->quiet);
}

static mr_errand *longer(mr_errand *a, mr_errand *b) {
    return !a || b->cost > a->cost ? b : a;
}

mr_errand *mr_crew_help(const mr_errand *errand) {
    mr_errand *at_home = NULL, *away = NULL;
    for (mr_errand *e = crew->errands; e; e = e->next) {
        if (e->stage != MR_QUEUED || e->caller != errand->caller || (e->worker && e->worker->own) ||
            (e != errand && !e->options.soon))
            continue;
        if (e->worker)
            away = longer(away, e);
        else
            at_home = longer(at_home, e);
    }
    return at_home ? at_home : away;
}

/* its own longest; else one that is worth it and has to wait where it is */
static mr_errand *next_for(const mr_worker *worker) {
    mr_errand *own = NULL, *other = NULL;
    if (crew->forking)
        return NULL;
    for (mr_errand *e = crew->errands; e; e = e->next) {
        if (e->stage != MR_QUEUED)
            continue;
        if (e->worker == worker)
            own = longer(own, e);
        else if (!worker->own && !(e->worker && e->worker->own) && e->cost > crew->hand_over &&
                 (e->worker ? e->worker->at_work : e->caller->at_work))
            other = longer(other, e);
    }
    return own ? own : other;
}

/* locked; awake at first */
static void await_call(mr_worker *self) {
    const double since = mr_seconds();
    mr_crew_unlock();
    mr_crew_look(&self->queued, 0, self->patience);
    mr_crew_lock();
    if (next_for(self)) {
        self->patience = mr_crew_patience_awake(self->patience);
        return;
    }
    self->asleep = true;
    while (!self->leaves && (self->queued == 0 || crew->forking))
        pthread_cond_wait(&self->call, &crew->mutex);
    self->asleep = false;
    self->patience = mr_crew_patience_asleep(self->patience, self->called - since, self->own);
}

static void *live(void *context) {
    mr_worker *self = context;
    mr_crew_lock();
    while (!self->leaves) {
        mr_errand *errand = next_for(self);
        if (errand)
            mr_crew_run(errand, &self->at_work, false);
        else
            await_call(self);
    }
    mr_crew_unlock();
    return NULL;
}

static bool stay_on(pthread_t thread, int core) {
#if defined(__linux__)
    cpu_set_t cores;
    CPU_ZERO(&cores);
    if (core >= CPU_SETSIZE)
        return false;
    CPU_SET((unsigned)core, &cores);
    return pthread_setaffinity_np(thread, sizeof cores, &cores) == 0;
#else
    (void)thread;
    (void)core;
    return false;
#endif
}

/* that the calling thread, and so the threads it makes, may use */
static int count_cores(void) {
#if defined(__linux__)
    cpu_set_t cores;
    if (sched_getaffinity(0, sizeof cores, &cores) == 0)
        return CPU_COUNT(&cores);
#endif
    const long cores_online = sysconf(_SC_NPROCESSORS_ONLN);
    return cores_online > 0 ? (int)cores_online : 1;
}

static mr_worker *hire(bool own) {
    mr_worker *worker = calloc(1, sizeof *worker);
    if (!worker)
        return NULL;
    worker->own = own;
    worker->patience = MR_PATIENCE;
    pthread_cond_init(&worker->call, NULL);
    if (pthread_create(&worker->thread, NULL, live, worker) == 0)
        return worker;
    pthread_cond_destroy(&worker->call);
    free(worker);
    return NULL;
}

/* unlocked */
static void dismiss(mr_worker *worker) {
    mr_crew_lock();
    worker->leaves = true;
    atomic_fetch_add(&worker->queued, 1); /* looks up */
    pthread_cond_signal(&worker->call);
    mr_crew_unlock();
    pthread_join(worker->thread, NULL);
    pthread_cond_destroy(&worker->call);
    free(worker);
}

/* a fork leaves the child with the calling thread only: errands under way are awaited before, and
 * the child begins without workers. A slave that forks in its step is not waited for. */
static bool is_at_work(pthread_t thread) {
    for (const mr_worker *w = crew->workers; w; w = w->next)
        if (w->at_work && pthread_equal(w->thread, thread))
            return true;
    for (const mr_errand *e = crew->errands; e; e = e->next)
        if (e->worker && e->worker->at_work && pthread_equal(e->worker->thread, thread))
            return true;
    for (const mr_caller *c = crew->callers; c; c = c->next)
        if (c->at_work && pthread_equal(c->thread, thread))
            return true;
    return false;
}

static void before_fork(void) {
    mr_crew_lock();
    crew->forking = true;
    while (crew->workers_at_work > 0 && !is_at_work(pthread_self()))
        pthread_cond_wait(&crew->quiet, &crew->mutex);
}

static void after_fork(void) {
    crew->forking = false;
    for (mr_worker *w = crew->workers; w; w = w->next)
        pthread_cond_signal(&w->call);
    for (mr_errand *e = crew->errands; e; e = e->next)
        if (e->worker)
            pthread_cond_signal(&e->worker->call);
    mr_crew_unlock();
}

static void in_child(void) {
    crew->forking = false;
    crew->workers = NULL; /* their threads are not here, and one may be this */
    crew->worker_count = crew->workers_at_work = 0;
    pthread_cond_init(&crew->quiet, NULL);
    for (mr_errand *e = crew->errands; e; e = e->next) {
        e->worker = NULL;
        crew->placed += e->options.own_thread;
        e->options.own_thread = false;
        pthread_cond_init(&e->done, NULL);
    }
    mr_crew_unlock();
}

static void watch_forks(void) {
    (void)pthread_atfork(before_fork, after_fork, in_child);
}

mr_caller *mr_crew_caller(void) {
    const pthread_t self = pthread_self();
    mr_caller *caller = crew->callers;
    while (caller && !pthread_equal(caller->thread, self))
        caller = caller->next;
    if (caller || !(caller = calloc(1, sizeof *caller)))
        return caller;
    caller->thread = self;
    caller->number = crew->callers ? crew->callers->number + 1 : 0;
    caller->next = crew->callers;
    crew->callers = caller;
    return caller;
}

static void enlarge(void) {
    mr_worker *worker = hire(false);
    if (!worker)
        return; /* with fewer, then */
    worker->number = ++crew->worker_count;
    worker->next = crew->workers;
    crew->workers = worker;
}

/* as long as no cost is known; beyond the last one: the caller */
static mr_worker *in_turn(int number) {
    mr_worker *worker = crew->workers;
    while (worker && worker->number != number)
        worker = worker->next;
    return worker;
}

mr_status mr_crew_join(mr_errand *errand) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    mr_status status = MR_OK;
    pthread_once(&once, watch_forks);
    mr_crew_lock();
    errand->caller = mr_crew_caller();
    if (!errand->caller) {
        status = MR_ERR_MEMORY;
    } else if (errand->options.own_thread) {
        errand->worker = hire(true);
        if (!errand->worker)
            status = MR_ERR_MEMORY;
        else if (errand->options.core >= 0 &&
                 !stay_on(errand->worker->thread, errand->options.core))
            status = MR_ERR_UNSUPPORTED;
    } else {
        crew->placed++;
        if (crew->worker_count < crew->placed && crew->worker_count < count_cores() - 1)
            enlarge();
        errand->worker = in_turn((crew->placed - 1) % (crew->worker_count + 1) + 1);
    }
    errand->next = crew->errands;
    crew->errands = errand;
    mr_crew_begin_period();
    mr_crew_unlock();
    return status;
}

void mr_crew_leave(mr_errand *errand) {
    mr_worker *mine = NULL, *all = NULL;
    mr_crew_lock();
    mr_errand **place = &crew->errands;
    while (*place != errand)
        place = &(*place)->next;
    *place = errand->next;
    if (errand->worker && errand->worker->own)
        mine = errand->worker;
    else
        crew->placed -= !errand->options.own_thread;
    if (!crew->errands) {
        all = crew->workers;
        crew->workers = NULL;
        crew->worker_count = 0;
        for (mr_caller *c; (c = crew->callers); free(c))
            crew->callers = c->next;
        mr_crew_forget_places();
    }
    mr_crew_begin_period();
    mr_crew_unlock();
    if (mine)
        dismiss(mine);
    for (mr_worker *worker; (worker = all);) {
        all = worker->next;
        dismiss(worker);
    }
}

#else
typedef int mr_no_crew_on_this_system;
#endif
