/* placing errands by what they were measured to cost: after a few starts, then ever less often, and
 * only if it pays */
#if !defined(_WIN32)
#include "crew.h"

#include <math.h>
#include <stdlib.h>

/* starts of each errand between two placements */
#define FIRST_PERIOD   4
#define LONGEST_PERIOD 64

/* another placement is taken if the busiest thread has less than this part of its work then */
#define WORTH 0.9

/* to begin with, and to come back to while nothing is handed over, s */
#define LEAST_HAND_OVER 2e-6

static mr_crew *const crew = &mr_the_crew;

static void clear_period(void) {
    crew->starts = 0;
    for (mr_errand *e = crew->errands; e; e = e->next) {
        e->seconds = 0.0;
        e->runs = 0;
    }
    for (mr_caller *c = crew->callers; c; c = c->next)
        c->seconds = 0.0;
}

void mr_crew_begin_period(void) {
    crew->hand_over = LEAST_HAND_OVER;
    crew->period = FIRST_PERIOD;
    clear_period();
}

void mr_crew_forget_places(void) {
    free(crew->loads);
    free(crew->seats);
    crew->loads = NULL;
    crew->seats = NULL;
    crew->load_room = crew->seat_room = 0;
}

static bool grow(void **items, int *room, int wanted, size_t size) {
    if (wanted <= *room)
        return true;
    void *more = realloc(*items, (size_t)wanted * size);
    if (!more)
        return false;
    *items = more;
    *room = wanted;
    return true;
}

static bool make_room(int loads, int seats) {
    return grow((void **)&crew->loads, &crew->load_room, loads, sizeof *crew->loads) &&
           grow((void **)&crew->seats, &crew->seat_room, seats, sizeof *crew->seats);
}

static void smooth(double *value, double latest) {
    *value = *value > 0.0 ? 0.5 * (*value + latest) : latest;
}

/* what was done in the period, per start of any errand */
static void take_loads(int homes) {
    const double per_start = 1.0 / crew->starts;
    mr_load *load = crew->loads;
    for (mr_errand *e = crew->errands; e; e = e->next) {
        if (e->options.own_thread)
            continue;
        smooth(&e->work, e->seconds * per_start);
        *load++ = (mr_load){.work = e->work,
                            .hand_over = crew->hand_over * e->runs * per_start,
                            .home = e->caller->number,
                            .seat = e->worker ? homes + e->worker->number - 1 : e->caller->number};
    }
    for (mr_caller *c = crew->callers; c; c = c->next)
        smooth(&c->work, c->seconds * per_start);
}

/* what callers have to do besides */
static void set_seats(int seats) {
    for (int s = 0; s < seats; s++)
        crew->seats[s] = 0.0;
    for (const mr_caller *c = crew->callers; c; c = c->next)
        crew->seats[c->number] = c->work;
}

static mr_worker *worker_of(int number) {
    mr_worker *worker = crew->workers;
    while (worker && worker->number != number)
        worker = worker->next;
    return worker;
}

static void move(mr_errand *errand, mr_worker *worker) {
    if (errand->stage != MR_QUEUED) {
        errand->worker = worker;
        return;
    }
    mr_crew_unqueue(errand);
    errand->worker = worker;
    mr_crew_queue(errand);
}

static void place(void) {
    const int homes = crew->callers->number + 1, seats = homes + crew->worker_count;
    if (!make_room(crew->placed, seats))
        return;
    take_loads(homes);
    set_seats(seats);
    const double before = mr_busiest(crew->loads, crew->placed, crew->seats, seats);
    set_seats(seats);
    mr_place(crew->loads, crew->placed, crew->seats, seats, homes);
    set_seats(seats);
    if (mr_busiest(crew->loads, crew->placed, crew->seats, seats) >= WORTH * before)
        return;
    const mr_load *load = crew->loads;
    for (mr_errand *e = crew->errands; e; e = e->next)
        if (!e->options.own_thread) {
            move(e, worker_of(load->seat - homes + 1));
            load++;
        }
}

static bool is_handed_over(void) {
    for (const mr_errand *e = crew->errands; e; e = e->next)
        if (e->worker && !e->options.own_thread)
            return true;
    return false;
}

void mr_crew_count(void) {
    if (++crew->starts < crew->period * crew->placed || crew->placed == 0)
        return;
    place();
    clear_period();
    if (!is_handed_over())
        crew->hand_over = fmax(0.5 * crew->hand_over, LEAST_HAND_OVER);
    if (crew->period < LONGEST_PERIOD)
        crew->period *= 2;
}

#else
typedef int mr_no_places_on_this_system;
#endif
