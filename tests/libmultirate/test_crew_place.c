/* where errands are placed by what they were measured to cost: a crew that is made up, with workers
 * that have no threads */
#include "mr_test.h"
#include "threads/crew.h"

#include <math.h>

enum { ERRANDS = 3, WORKERS = 2 };

typedef struct place {
    mr_caller caller;
    mr_worker workers[WORKERS];
    mr_errand errands[ERRANDS];
} place;

static mr_crew *const crew = &mr_the_crew;

/* all errands are with their caller; none was ever started */
static void set_up(place *p) {
    *p = (place){.caller = {.number = 0}};
    for (int i = 0; i < WORKERS; i++) {
        p->workers[i].number = i + 1;
        p->workers[i].next = i + 1 < WORKERS ? &p->workers[i + 1] : NULL;
    }
    for (int i = 0; i < ERRANDS; i++) {
        p->errands[i].caller = &p->caller;
        p->errands[i].next = i + 1 < ERRANDS ? &p->errands[i + 1] : NULL;
    }
    crew->callers = &p->caller;
    crew->workers = p->workers;
    crew->errands = p->errands;
    crew->worker_count = WORKERS;
    crew->placed = ERRANDS;
    mr_crew_begin_period();
}

static void clear(void) {
    crew->callers = NULL;
    crew->workers = NULL;
    crew->errands = NULL;
    crew->worker_count = crew->placed = 0;
    mr_crew_forget_places();
    mr_crew_begin_period();
}

/* each errand is started so often, and costs so many seconds each time; the caller works besides */
static void go_on(place *p, int times, const double *costs, double beside) {
    for (int k = 0; k < times; k++)
        for (int i = 0; i < ERRANDS; i++) {
            p->errands[i].seconds += costs[i];
            p->errands[i].runs++;
            p->caller.seconds += beside;
            mr_crew_count();
        }
}

static int number_of(const mr_errand *e) {
    return e->worker ? e->worker->number : 0;
}

static void expect(const place *p, int first, int second, int third) {
    CU_ASSERT_EQUAL(number_of(&p->errands[0]), first);
    CU_ASSERT_EQUAL(number_of(&p->errands[1]), second);
    CU_ASSERT_EQUAL(number_of(&p->errands[2]), third);
}

static const double UNEQUAL[ERRANDS] = {2e-3, 3e-3, 1e-3};

/* four starts of each are looked at first, then twice as many each time, up to 64; the work of a
 * period counts half, what was known before the other half */
static void test_periods(void) {
    place p;
    set_up(&p);
    go_on(&p, 3, UNEQUAL, 0.0);
    expect(&p, 0, 0, 0);
    CU_ASSERT_EQUAL(p.errands[0].runs, 3);
    go_on(&p, 1, UNEQUAL, 0.0);
    expect(&p, 1, 0, 2); /* the longest stays with the caller, who would only wait */
    for (int i = 0; i < ERRANDS; i++) {
        MR_ASSERT_RELATIVE(p.errands[i].work, UNEQUAL[i] / ERRANDS, 1e-12);
        CU_ASSERT_EQUAL(p.errands[i].runs, 0);
        CU_ASSERT_EQUAL(p.errands[i].seconds, 0.0);
    }
    CU_ASSERT_EQUAL(crew->starts, 0);
    const double slower[ERRANDS] = {2e-3, 1e-3, 9e-3};
    go_on(&p, 7, slower, 0.0);
    MR_ASSERT_RELATIVE(p.errands[1].work, 1e-3, 1e-12);
    go_on(&p, 1, slower, 0.0);
    MR_ASSERT_RELATIVE(p.errands[1].work, 0.5 * (3e-3 + 1e-3) / ERRANDS, 1e-12);
    MR_ASSERT_RELATIVE(p.errands[2].work, 0.5 * (1e-3 + 9e-3) / ERRANDS, 1e-12);
    static const int periods[] = {16, 32, 64, 64};
    for (int i = 0; i < 4; i++) {
        CU_ASSERT_EQUAL(crew->period, periods[i]);
        go_on(&p, periods[i] - 1, slower, 0.0);
        CU_ASSERT_EQUAL(crew->starts, (periods[i] - 1) * ERRANDS);
        go_on(&p, 1, slower, 0.0);
        CU_ASSERT_EQUAL(crew->starts, 0);
    }
    mr_crew_begin_period(); /* somebody has come or gone */
    CU_ASSERT_EQUAL(crew->period, 4);
    clear();
}

/* a caller that has more to do than all errands gives them away, the longest first */
static void test_the_work_of_the_caller_counts(void) {
    place p;
    set_up(&p);
    go_on(&p, 4, UNEQUAL, 5e-3);
    MR_ASSERT_RELATIVE(p.caller.work, 5e-3, 1e-12);
    CU_ASSERT_EQUAL(p.caller.seconds, 0.0);
    expect(&p, 2, 1, 2);
    go_on(&p, 8, UNEQUAL, 0.0);
    MR_ASSERT_RELATIVE(p.caller.work, 2.5e-3, 1e-12);
    expect(&p, 2, 1, 2); /* the longest by itself: nothing is better */
    clear();
}

/* handing over costs what it was measured to cost: short errands stay */
static void test_short_errands_stay(void) {
    place p;
    set_up(&p);
    const double tiny[ERRANDS] = {1.9e-6, 1.8e-6, 1.7e-6};
    go_on(&p, 4, tiny, 1.0);
    expect(&p, 0, 0, 0);
    clear();
    set_up(&p);
    crew->hand_over = 1.5e-3; /* only the longest is worth it, and the one that costs 2 ms */
    go_on(&p, 4, UNEQUAL, 10e-3);
    expect(&p, 2, 1, 0);
    clear();
}

/* a tenth less for the busiest is not worth another placement */
static void test_a_little_better_is_not_worth_it(void) {
    place p;
    set_up(&p);
    p.errands[0].worker = &p.workers[0];
    p.errands[1].worker = &p.workers[1];
    /* the third to itself, 0.95 for the busiest of all: with worker 1 there are 1 */
    p.errands[2].worker = &p.workers[0];
    const double even[ERRANDS] = {0.60e-3, 0.95e-3, 0.40e-3};
    go_on(&p, 4, even, 0.0);
    expect(&p, 1, 2, 1);
    clear();
    set_up(&p);
    p.errands[0].worker = &p.workers[0];
    p.errands[1].worker = &p.workers[1];
    p.errands[2].worker = &p.workers[0];
    const double uneven[ERRANDS] = {0.60e-3, 0.85e-3, 0.40e-3};
    go_on(&p, 4, uneven, 0.0);
    expect(&p, 1, 0, 2);
    clear();
}

/* what handing over costs is forgotten where nothing is handed over, so that it is tried again */
static void test_hand_over_is_tried_again(void) {
    place p;
    const double tiny[ERRANDS] = {1e-6, 1e-6, 1e-6};
    set_up(&p);
    CU_ASSERT_EQUAL(crew->hand_over, 2e-6);
    crew->hand_over = 12e-6;
    go_on(&p, 4, tiny, 0.0);
    MR_ASSERT_RELATIVE(crew->hand_over, 6e-6, 1e-12);
    go_on(&p, 8, tiny, 0.0);
    MR_ASSERT_RELATIVE(crew->hand_over, 3e-6, 1e-12);
    go_on(&p, 16, tiny, 0.0);
    MR_ASSERT_RELATIVE(crew->hand_over, 2e-6, 1e-12);
    clear();
    set_up(&p);
    crew->hand_over = 12e-6;
    go_on(&p, 4, UNEQUAL, 0.0); /* two are handed over: it is measured */
    MR_ASSERT_RELATIVE(crew->hand_over, 12e-6, 1e-12);
    clear();
}

/* an errand that waits in a queue comes into that of its new worker; one with a thread of its own
 * is never placed */
static void test_queues_and_own_threads(void) {
    place p;
    mr_worker own = {.own = true};
    mr_errand alone = {.caller = NULL, .worker = &own, .options = {.own_thread = true}};
    set_up(&p);
    p.errands[ERRANDS - 1].next = &alone;
    alone.caller = &p.caller;
    alone.seconds = 100.0;
    alone.runs = 100;
    for (int i = 0; i < ERRANDS; i++) {
        p.errands[i].worker = &p.workers[0];
        mr_crew_queue(&p.errands[i]);
    }
    CU_ASSERT_EQUAL(p.workers[0].queued, 3);
    CU_ASSERT_EQUAL(p.errands[0].prompt, true);
    CU_ASSERT_EQUAL(p.errands[1].prompt, false);
    go_on(&p, 4, UNEQUAL, 0.0);
    expect(&p, 1, 0, 2);
    CU_ASSERT_EQUAL(p.workers[0].queued, 1);
    CU_ASSERT_EQUAL(p.workers[1].queued, 1);
    for (int i = 0; i < ERRANDS; i++)
        CU_ASSERT_EQUAL(p.errands[i].stage, MR_QUEUED);
    CU_ASSERT_PTR_EQUAL(alone.worker, &own);
    CU_ASSERT_EQUAL(alone.work, 0.0);
    CU_ASSERT_EQUAL(alone.runs, 0);
    for (int i = 0; i < ERRANDS; i++)
        mr_crew_unqueue(&p.errands[i]);
    CU_ASSERT_EQUAL(p.workers[0].queued, 0);
    CU_ASSERT_EQUAL(p.workers[1].queued, 0);
    clear();
}

/* who waits does his own longest first, then what is still queued elsewhere; nothing that is not
 * needed soon, and nothing of others */
static void test_help(void) {
    place p;
    mr_caller stranger = {.number = 1};
    mr_worker own = {.own = true};
    set_up(&p);
    for (int i = 0; i < ERRANDS; i++) {
        p.errands[i].options.soon = true;
        p.errands[i].cost = UNEQUAL[i];
        p.errands[i].stage = MR_QUEUED;
    }
    CU_ASSERT_PTR_EQUAL(mr_crew_help(&p.errands[0]), &p.errands[1]);
    p.errands[1].worker = &p.workers[0];
    CU_ASSERT_PTR_EQUAL(mr_crew_help(&p.errands[0]), &p.errands[0]);
    p.errands[0].stage = MR_RUNNING;
    CU_ASSERT_PTR_EQUAL(mr_crew_help(&p.errands[0]), &p.errands[2]);
    p.errands[2].caller = &stranger;
    CU_ASSERT_PTR_EQUAL(mr_crew_help(&p.errands[0]), &p.errands[1]);
    p.errands[1].options.soon = false;
    CU_ASSERT_PTR_NULL(mr_crew_help(&p.errands[0]));
    CU_ASSERT_PTR_EQUAL(mr_crew_help(&p.errands[1]), &p.errands[1]); /* what it waits for */
    p.errands[1].worker = &own;
    CU_ASSERT_PTR_NULL(mr_crew_help(&p.errands[1]));
    clear();
}

/* a wait that was over while awake may last twice as long next time; one that was not, half as
 * long: of an own thread always, of the crew only if it was longer than a wake-up costs */
static void test_patience(void) {
    MR_ASSERT_RELATIVE(mr_crew_patience_awake(5e-6), 10e-6, 1e-12);
    MR_ASSERT_RELATIVE(mr_crew_patience_awake(30e-6), 40e-6, 1e-12);
    MR_ASSERT_RELATIVE(mr_crew_patience_asleep(20e-6, 1.0, false), 10e-6, 1e-12);
    MR_ASSERT_RELATIVE(mr_crew_patience_asleep(20e-6, 39e-6, false), 40e-6, 1e-12);
    MR_ASSERT_RELATIVE(mr_crew_patience_asleep(20e-6, 41e-6, false), 10e-6, 1e-12);
    MR_ASSERT_RELATIVE(mr_crew_patience_asleep(20e-6, 39e-6, true), 10e-6, 1e-12);
    MR_ASSERT_RELATIVE(mr_crew_patience_asleep(80e-9, 1.0, true), 50e-9, 1e-12);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_periods),
        MR_TEST(test_the_work_of_the_caller_counts),
        MR_TEST(test_short_errands_stay),
        MR_TEST(test_a_little_better_is_not_worth_it),
        MR_TEST(test_hand_over_is_tried_again),
        MR_TEST(test_queues_and_own_threads),
        MR_TEST(test_help),
        MR_TEST(test_patience),
    };
    return mr_test_main("crew_place", tests, sizeof tests / sizeof *tests, argc, argv);
}
