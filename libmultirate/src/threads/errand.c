/* starting errands and waiting for them, as the caller does */
#if !defined(_WIN32)
#define _GNU_SOURCE
#include "threads.h"

#include <stdlib.h>

#include "crew.h"
#include "multirate/interface.h"

static void start_errand(mr_errand *errand, double (*run)(void *context), void *context) {
    errand->run = run;
    errand->context = context;
    fegetenv(&errand->arithmetic);
    const double now = errand->started = mr_seconds();
    mr_crew_lock();
    mr_caller *caller = mr_crew_caller();
    if (caller)
        errand->caller = caller;
    caller = errand->caller;
    if (caller->under_way++ == 0) {
        caller->since = now;
        caller->waited = 0.0;
    }
    mr_crew_count();
    mr_crew_queue(errand);
    mr_crew_unlock();
}

/* locked; nobody else does anything that the caller could do */
static void stay_until_done(mr_errand *errand) {
    const int stage = errand->stage;
    const double since = mr_seconds();
    mr_crew_unlock();
    mr_crew_look(&errand->stage, stage, errand->patience);
    mr_crew_lock();
    if (errand->stage != stage) {
        errand->patience = mr_crew_patience_awake(errand->patience);
        return;
    }
    errand->awaited = true;
    while (errand->stage != MR_DONE)
        pthread_cond_wait(&errand->done, &mr_the_crew.mutex);
    errand->awaited = false;
    errand->patience = mr_crew_patience_asleep(errand->patience, errand->ended - since,
                                               errand->options.own_thread);
}

/* locked: the caller goes on, and what it does until its last errand is over is its own work */
static void go_on(mr_errand *errand, double came) {
    mr_caller *caller = errand->caller;
    const double now = mr_seconds();
    errand->stage = MR_IDLE;
    caller->waited += now - came;
    if (--caller->under_way == 0 && now - caller->since > caller->waited)
        caller->seconds += now - caller->since - caller->waited;
}

static bool wait_errand(mr_errand *errand) {
    if (errand->stage == MR_IDLE)
        return false;
    const double came = mr_seconds();
    mr_crew_lock();
    while (errand->stage != MR_DONE) {
        mr_errand *other = mr_crew_help(errand);
        if (other)
            mr_crew_run(other, &errand->caller->at_work, true);
        else
            stay_until_done(errand);
    }
    go_on(errand, came);
    const bool by_caller = errand->by_caller;
    mr_crew_unlock();
    return by_caller;
}

static void drop_errand(mr_errand *errand) {
    mr_crew_lock();
    const bool never_begun = errand->stage == MR_QUEUED;
    if (never_begun) {
        mr_crew_unqueue(errand);
        go_on(errand, mr_seconds());
    }
    mr_crew_unlock();
    if (!never_begun)
        (void)wait_errand(errand);
}

static void close_errand(mr_errand *errand) {
    if (!errand)
        return;
    drop_errand(errand);
    mr_crew_leave(errand);
    pthread_cond_destroy(&errand->done);
    free(errand);
}

static mr_status open_errand(mr_errand **made, const mr_errand_options *options) {
    mr_errand *errand = calloc(1, sizeof *errand);
    *made = NULL;
    if (!errand)
        return MR_ERR_MEMORY;
    errand->options = *options;
    errand->patience = MR_PATIENCE;
    pthread_cond_init(&errand->done, NULL);
    const mr_status status = mr_crew_join(errand);
    if (status == MR_OK)
        *made = errand;
    else
        close_errand(errand);
    return status;
}

static void tell_errand(const mr_errand *errand, mr_errand_report *report) {
    mr_crew_lock();
    *report = (mr_errand_report){.cost = errand->cost,
                                 .worker = !errand->worker       ? 0
                                           : errand->worker->own ? -1
                                                                 : errand->worker->number,
                                 .workers = mr_the_crew.worker_count};
    mr_crew_unlock();
}

const mr_errands mr_thread_errands = {.open = open_errand,
                                      .close = close_errand,
                                      .start = start_errand,
                                      .wait = wait_errand,
                                      .drop = drop_errand,
                                      .tell = tell_errand};
#else
typedef int mr_no_threads; /* a file must not be empty */
#endif
