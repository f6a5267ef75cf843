/* the thread that runs errands: awake for a moment, then asleep */
#if !defined(_WIN32)
#define _GNU_SOURCE
#endif
#include "errand.h"

#include <stdlib.h>

#if defined(_WIN32)

mr_status mr_errand_open(mr_errand **errand, int core) {
    (void)core;
    *errand = NULL;
    return MR_ERR_UNSUPPORTED;
}
void mr_errand_close(mr_errand *errand) {
    (void)errand;
}
void mr_errand_start(mr_errand *errand, void (*run)(void *context), void *context) {
    (void)errand;
    run(context);
}
void mr_errand_wait(mr_errand *errand) {
    (void)errand;
}

#else

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>

/* looks before sleeping: some ten microseconds; ever fewer if they are in vain, so that
 * long errands leave the processor to others */
#define MOST_LOOKS  2000
#define LEAST_LOOKS 4

enum { IDLE, BEGUN, DONE, LEAVING };

struct mr_errand {
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    atomic_int state;
    atomic_int sleepers;
    int looks; /* of the owner */
    void (*run)(void *context);
    void *context;
};

static inline void rest(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

/* waits while the state is a or b; the state that came instead */
static int wait_while(mr_errand *errand, int a, int b, int *looks) {
    int state;
    for (int i = 0; i < *looks; i++) {
        state = atomic_load_explicit(&errand->state, memory_order_acquire);
        if (state != a && state != b) {
            *looks = *looks < MOST_LOOKS / 2 ? 2 * *looks : MOST_LOOKS;
            return state;
        }
        rest();
    }
    *looks = *looks > 2 * LEAST_LOOKS ? *looks / 2 : LEAST_LOOKS;
    pthread_mutex_lock(&errand->mutex);
    atomic_fetch_add(&errand->sleepers, 1);
    while ((state = atomic_load(&errand->state)) == a || state == b)
        pthread_cond_wait(&errand->changed, &errand->mutex);
    atomic_fetch_sub(&errand->sleepers, 1);
    pthread_mutex_unlock(&errand->mutex);
    return state;
}

static void change(mr_errand *errand, int state) {
    atomic_store(&errand->state, state);
    if (atomic_load(&errand->sleepers) == 0)
        return;
    pthread_mutex_lock(&errand->mutex);
    pthread_cond_broadcast(&errand->changed);
    pthread_mutex_unlock(&errand->mutex);
}

static void *live(void *context) {
    mr_errand *errand = context;
    int looks = MOST_LOOKS;
    while (wait_while(errand, IDLE, DONE, &looks) == BEGUN) {
        errand->run(errand->context);
        change(errand, DONE);
    }
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

mr_status mr_errand_open(mr_errand **made, int core) {
    mr_errand *errand = calloc(1, sizeof *errand);
    *made = NULL;
    if (!errand)
        return MR_ERR_MEMORY;
    errand->looks = MOST_LOOKS;
    pthread_mutex_init(&errand->mutex, NULL);
    pthread_cond_init(&errand->changed, NULL);
    if (pthread_create(&errand->thread, NULL, live, errand) != 0) {
        pthread_mutex_destroy(&errand->mutex);
        pthread_cond_destroy(&errand->changed);
        free(errand);
        return MR_ERR_MEMORY;
    }
    if (core >= 0 && !stay_on(errand->thread, core)) {
        mr_errand_close(errand);
        return MR_ERR_UNSUPPORTED;
    }
    *made = errand;
    return MR_OK;
}

void mr_errand_close(mr_errand *errand) {
    if (!errand)
        return;
    mr_errand_wait(errand);
    change(errand, LEAVING);
    pthread_join(errand->thread, NULL);
    pthread_mutex_destroy(&errand->mutex);
    pthread_cond_destroy(&errand->changed);
    free(errand);
}

void mr_errand_start(mr_errand *errand, void (*run)(void *context), void *context) {
    errand->run = run;
    errand->context = context;
    change(errand, BEGUN);
}

void mr_errand_wait(mr_errand *errand) {
    (void)wait_while(errand, BEGUN, BEGUN, &errand->looks);
}

#endif
