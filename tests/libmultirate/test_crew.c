/* many slaves, few cores, several callers, a fork: the same results as one after the other */
#define _GNU_SOURCE
#include "threads/crew.h"
#include "threads/threads.h"
#include "interface_help.h"

#include <fenv.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SLAVES 7
#define STEPS  150
#define H      0.013

/* rounds of arithmetic when the slave asks for its inputs: most unequal */
static const int work[SLAVES] = {300, 20000, 10, 3000, 3000, 0, 9000};
static const double slave_steps[SLAVES] = {0.031, 0.13, 0.013, 0.031, 0.031, 0.05, 0.13};

static void toil(void *context, double from, double end, double t, const double *u) {
    volatile double sink = t + u[0] + from + end;
    for (int i = 0; i < *(const int *)context; i++)
        sink = sqrt(sink * sink + 1.0);
}

typedef struct simulation {
    const char *options[2]; /* of the slaves in turn */
    probe probes[SLAVES];
    mr_interface *interfaces[SLAVES];
    double answers[STEPS][3][SLAVES];
    bool failed;
    mr_statistics statistics[SLAVES];
} simulation;

static void open_all(simulation *s) {
    memset(s->answers, 0, sizeof s->answers);
    s->failed = false;
    for (int k = 0; k < SLAVES; k++) {
        const double y = 0.1 * k;
        s->probes[k] = (probe){.inputs = 1,
                               .outputs = 1,
                               .h = slave_steps[k],
                               .signals = input_dependent,
                               .hear = toil,
                               .context = (void *)(uintptr_t)&work[k]};
        s->interfaces[k] = open_probe(s->options[k % 2], &s->probes[k]);
        s->failed = s->failed || mr_interface_start(s->interfaces[k], 0.0, &y) != MR_OK;
    }
}

/* a Runge-Kutta master; now and then a step is repeated, so that early steps are withdrawn */
static void run(simulation *s, int begin, int end) {
    static const double points[] = {0.0, 0.5, 1.0};
    for (int i = begin; i < end; i++)
        for (int stage = 0; stage < 3; stage++)
            for (int k = 0; k < SLAVES; k++) {
                const double t = H * (i + points[stage]), y = sin((3.0 + k) * t);
                const mr_evaluation kind =
                    stage == 0 || (i % 29 == 28 && stage == 1) ? MR_MAJOR : MR_MINOR;
                if (mr_interface_exchange(s->interfaces[k], t, &y, kind,
                                          &s->answers[i][stage][k]) != MR_OK)
                    s->failed = true;
            }
}

static void close_all(simulation *s) {
    for (int k = 0; k < SLAVES; k++) {
        mr_interface_statistics(s->interfaces[k], &s->statistics[k]);
        mr_interface_close(s->interfaces[k]);
    }
}

static void simulate(simulation *s, const char *even, const char *odd) {
    s->options[0] = even;
    s->options[1] = odd;
    open_all(s);
    run(s, 0, STEPS);
    close_all(s);
}

static bool same(const simulation *a, const simulation *b) {
    return !a->failed && !b->failed && memcmp(a->answers, b->answers, sizeof a->answers) == 0;
}

static simulation serial, other;

static void test_many_unequal_slaves(void) {
    static const char *const ways[][2] = {
        {"scheme=sf order=2", "scheme=ff order=1"},
        {"scheme=sf order=1 latency=0.04", "scheme=sf order=2"},
    };
    static const char *const threads[] = {"parallel=on", "parallel=own"};
    for (int w = 0; w < 2; w++) {
        simulate(&serial, ways[w][0], ways[w][1]);
        for (int mix = 0; mix < 4; mix++) {
            char even[80], odd[80];
            snprintf(even, sizeof even, "%s %s", ways[w][0], threads[mix % 2]);
            snprintf(odd, sizeof odd, "%s %s", ways[w][1], threads[mix / 2]);
            simulate(&other, even, odd);
            CU_ASSERT_TRUE(same(&serial, &other));
        }
    }
}

static void test_what_is_told_of_places(void) {
    simulate(&other, "scheme=sf order=1 parallel=on", "scheme=sf order=1 parallel=own");
    for (int k = 0; k < SLAVES; k++) {
        const mr_statistics *s = &other.statistics[k];
        CU_ASSERT_TRUE(s->times.step_seconds > 0.0);
        CU_ASSERT_TRUE(s->times.steps_by_master <= s->times.steps_ahead);
        if (k % 2 == 0)
            CU_ASSERT_TRUE(s->times.worker >= 0 && s->times.worker <= s->times.workers);
        if (k % 2 == 1) {
            CU_ASSERT_EQUAL(s->times.worker, -1);
            CU_ASSERT_EQUAL(s->times.steps_by_master, 0);
        }
    }
    simulate(&other, "scheme=sf", "scheme=ff");
    CU_ASSERT_EQUAL(other.statistics[0].times.step_seconds, 0.0);
}

/* the same arithmetic wherever a step is made: here one that rounds upwards */
static void test_workers_round_as_the_master_does(void) {
    simulate(&serial, "scheme=sf order=3", "scheme=ff order=3");
    fesetround(FE_UPWARD);
    simulate(&other, "scheme=sf order=3", "scheme=ff order=3");
    CU_ASSERT_FALSE(same(&serial, &other));
    serial = other;
    fesetround(FE_TONEAREST); /* workers inherit what is set when they are made */
    other.options[0] = "scheme=sf order=3 parallel=on";
    other.options[1] = "scheme=ff order=3 parallel=own";
    open_all(&other);
    fesetround(FE_UPWARD);
    for (int k = 0; k < SLAVES; k++) {
        const double y = 0.1 * k;
        CU_ASSERT_EQUAL(mr_interface_start(other.interfaces[k], 0.0, &y), MR_OK);
    }
    run(&other, 0, STEPS);
    fesetround(FE_TONEAREST);
    close_all(&other);
    CU_ASSERT_TRUE(same(&serial, &other));
}

typedef struct tally {
    double seconds;
    int runs;
    pthread_t by;
} tally;

static double count_run(void *context) {
    tally *t = context;
    t->runs++;
    t->by = pthread_self();
    return t->seconds;
}

#if defined(__linux__)
static cpu_set_t restrict_to_one_core(void) {
    cpu_set_t all, one;
    CU_ASSERT_EQUAL_FATAL(sched_getaffinity(0, sizeof all, &all), 0);
    CPU_ZERO(&one);
    for (unsigned core = 0; CPU_COUNT(&one) == 0; core++)
        if (CPU_ISSET(core, &all))
            CPU_SET(core, &one);
    CU_ASSERT_EQUAL_FATAL(sched_setaffinity(0, sizeof one, &one), 0);
    return all;
}

static void test_on_one_core_the_master_does_it_all(void) {
    simulate(&serial, "scheme=sf order=2", "scheme=ff order=1");
    const cpu_set_t all = restrict_to_one_core();
    simulate(&other, "scheme=sf order=2 parallel=on", "scheme=ff order=1 parallel=on");
    CU_ASSERT_TRUE(same(&serial, &other));
    for (int k = 0; k < SLAVES; k++) {
        CU_ASSERT_EQUAL(other.statistics[k].times.workers, 0);
        CU_ASSERT_EQUAL(other.statistics[k].times.worker, 0);
    }
    CU_ASSERT_TRUE(other.statistics[0].times.steps_by_master > 0);
    simulate(&other, "scheme=sf order=2 parallel=own", "scheme=ff order=1 parallel=on");
    CU_ASSERT_TRUE(same(&serial, &other));
    CU_ASSERT_EQUAL(sched_setaffinity(0, sizeof all, &all), 0);
}

/* as many as there are errands, one core less than there are; and errands are placed with them */
static void test_workers_are_hired_for_errands(void) {
    enum { ERRANDS = 3 };
    cpu_set_t cores;
    const mr_errand_options options = {.core = -1, .soon = true};
    mr_errand *errands[ERRANDS];
    CU_ASSERT_EQUAL_FATAL(sched_getaffinity(0, sizeof cores, &cores), 0);
    const int most = CPU_COUNT(&cores) - 1;
    for (int i = 0; i < ERRANDS; i++) {
        CU_ASSERT_EQUAL_FATAL(mr_thread_errands.open(&errands[i], &options), MR_OK);
        mr_crew_lock();
        int listed = 0;
        for (const mr_worker *w = mr_the_crew.workers; w; w = w->next)
            listed++;
        CU_ASSERT_EQUAL(listed, mr_the_crew.worker_count);
        CU_ASSERT_EQUAL(listed, i + 1 < most ? i + 1 : most);
        mr_crew_unlock();
    }
    for (int i = 0; i < ERRANDS; i++)
        mr_thread_errands.close(errands[i]);
    CU_ASSERT_PTR_NULL(mr_the_crew.workers); /* the last one ends them */
}

static void test_a_caller_that_waits_does_what_is_needed_longest_first(void) {
    const cpu_set_t all = restrict_to_one_core();
    const mr_errand_options soon = {.core = -1, .soon = true}, later = {.core = -1};
    tally tallies[3] = {{.seconds = 2e-3}, {.seconds = 1e-3}, {.seconds = 3e-3}};
    mr_errand *errands[3];
    for (int i = 0; i < 3; i++) {
        CU_ASSERT_EQUAL_FATAL(mr_thread_errands.open(&errands[i], i < 2 ? &soon : &later), MR_OK);
        CU_ASSERT_FALSE(mr_thread_errands.wait(errands[i])); /* nothing was started */
        mr_thread_errands.start(errands[i], count_run, &tallies[i]);
        CU_ASSERT_TRUE(mr_thread_errands.wait(errands[i]));
        CU_ASSERT_EQUAL(tallies[i].runs, 1);
    }
    for (int i = 0; i < 3; i++)
        mr_thread_errands.start(errands[i], count_run, &tallies[i]);
    CU_ASSERT_TRUE(mr_thread_errands.wait(errands[1]));
    CU_ASSERT_EQUAL(tallies[0].runs, 2);
    CU_ASSERT_EQUAL(tallies[1].runs, 2);
    CU_ASSERT_EQUAL(tallies[2].runs, 1); /* nobody needs that before it can go on */
    CU_ASSERT_TRUE(mr_thread_errands.wait(errands[0]));
    mr_thread_errands.drop(errands[2]);
    CU_ASSERT_EQUAL(tallies[2].runs, 1);
    mr_thread_errands.start(errands[2], count_run, &tallies[2]);
    CU_ASSERT_TRUE(mr_thread_errands.wait(errands[2]));
    CU_ASSERT_EQUAL(tallies[2].runs, 2);
    mr_thread_errands.start(errands[2], count_run, &tallies[2]);
    for (int i = 0; i < 3; i++)
        mr_thread_errands.close(errands[i]);
    CU_ASSERT_EQUAL(tallies[2].runs, 2); /* closed before it was begun */
    CU_ASSERT_EQUAL(sched_setaffinity(0, sizeof all, &all), 0);
}
#endif

static void test_an_own_thread_does_it(void) {
    const mr_errand_options own = {.core = -1, .own_thread = true, .soon = true};
    tally t = {.seconds = 1e-3};
    mr_errand *errand;
    CU_ASSERT_EQUAL_FATAL(mr_thread_errands.open(&errand, &own), MR_OK);
    mr_thread_errands.start(errand, count_run, &t);
    CU_ASSERT_FALSE(mr_thread_errands.wait(errand));
    CU_ASSERT_FALSE(pthread_equal(t.by, pthread_self()));
    mr_thread_errands.close(errand);
}

static void *run_there(void *context) {
    run(context, 0, STEPS);
    return NULL;
}

static void test_several_simulations_at_once(void) {
    static simulation three[3];
    pthread_t threads[2];
    simulate(&serial, "scheme=sf order=2", "scheme=ff order=1");
    for (int again = 0; again < 3; again++) {
        for (int i = 0; i < 3; i++) {
            three[i].options[0] = "scheme=sf order=2 parallel=on";
            three[i].options[1] =
                i == 2 ? "scheme=ff order=1 parallel=own" : "scheme=ff order=1 parallel=on";
            open_all(&three[i]);
        }
        for (int i = 0; i < 2; i++)
            CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[i], NULL, run_there, &three[i]), 0);
        run(&three[2], 0, STEPS);
        for (int i = 0; i < 2; i++)
            pthread_join(threads[i], NULL);
        for (int i = 0; i < 3; i++) {
            close_all(&three[i]);
            CU_ASSERT_TRUE(same(&serial, &three[i]));
        }
    }
}

/* goes on where the parent was, then with workers of its own */
static int be_the_child(void) {
    run(&other, STEPS / 2, STEPS);
    close_all(&other);
    if (!same(&serial, &other))
        return 1;
    open_all(&other);
    run(&other, 0, STEPS);
    close_all(&other);
    return same(&serial, &other) ? 0 : 2;
}

static void test_a_fork_in_between(void) {
    simulate(&serial, "scheme=sf order=2", "scheme=sf order=1 latency=0.04");
    for (int again = 0; again < 10; again++) {
        int result = -1;
        other.options[0] = "scheme=sf order=2 parallel=on";
        other.options[1] = again % 2 ? "scheme=sf order=1 latency=0.04 parallel=on"
                                     : "scheme=sf order=1 latency=0.04 parallel=own";
        open_all(&other);
        run(&other, 0, STEPS / 2); /* steps are under way now */
        fflush(NULL);
        const pid_t child = fork();
        if (child == 0)
            _exit(be_the_child());
        run(&other, STEPS / 2, STEPS);
        close_all(&other);
        CU_ASSERT_TRUE(same(&serial, &other));
        CU_ASSERT_TRUE(child > 0 && waitpid(child, &result, 0) == child);
        CU_ASSERT_EQUAL(result, 0);
    }
}

/* a slave that starts a program in its step waits neither for other workers nor for itself */
static void fork_once(void *context, double from, double end, double t, const double *u) {
    atomic_int *forks = context;
    (void)from, (void)end, (void)t, (void)u;
    if (atomic_fetch_add(forks, 1) != 5)
        return;
    const pid_t child = fork();
    if (child == 0)
        _exit(7);
    int result = 0;
    CU_ASSERT_TRUE(child > 0 && waitpid(child, &result, 0) == child);
    CU_ASSERT_EQUAL(WEXITSTATUS(result), 7);
}

static void test_a_slave_that_forks_in_its_step(void) {
    static const char *const options[] = {"scheme=sf order=2", "scheme=sf order=2 parallel=on",
                                          "scheme=sf order=2 parallel=own",
                                          "scheme=sf order=2 parallel=on latency=0.05"};
    for (size_t k = 0; k < sizeof options / sizeof *options; k++) {
        atomic_int forks = 0;
        probe p = {.inputs = 1,
                   .outputs = 1,
                   .h = 0.05,
                   .signals = input_dependent,
                   .hear = fork_once,
                   .context = &forks};
        mr_interface *interface = open_probe(options[k], &p);
        const double y = 1.0;
        CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, &y), MR_OK);
        for (int i = 0; i < 100; i++) {
            (void)exchange(interface, 0.013 * i, sin(0.1 * i), MR_MAJOR);
            (void)exchange(interface, 0.013 * (i + 0.5), 0.0, MR_MINOR);
        }
        CU_ASSERT_TRUE(forks > 10);
        mr_interface_close(interface);
    }
}

int main(int argc, char **argv) {
    const mr_test tests[] = {
        MR_TEST(test_many_unequal_slaves),
        MR_TEST(test_what_is_told_of_places),
        MR_TEST(test_workers_round_as_the_master_does),
#if defined(__linux__)
        MR_TEST(test_on_one_core_the_master_does_it_all),
        MR_TEST(test_workers_are_hired_for_errands),
        MR_TEST(test_a_caller_that_waits_does_what_is_needed_longest_first),
#endif
        MR_TEST(test_an_own_thread_does_it),
        MR_TEST(test_several_simulations_at_once),
        MR_TEST(test_a_slave_that_forks_in_its_step),
        MR_TEST(test_a_fork_in_between),
    };
    return mr_test_main("crew", tests, sizeof tests / sizeof *tests, argc, argv);
}
