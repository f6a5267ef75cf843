/* shorter steps of a slave that is not known (reach.h) */
#include "reach.h"

#include <math.h>

/* part of the velocity that may be carried; steps become longer where it is so many times less,
 * because it grows with the square of the step */
static const double CARRIED = 0.3, LESS = 6.0;

/* how fast steps are forgotten, and how many in a row must agree before steps become longer */
static const double FORGET = 0.8, CALM = 8.0;

/* part of the slave's own step that is the shortest */
static const double SHORTEST = 1.0 / 64.0;

/* rounding of times */
static const double TINY = 1e-6;

void mr_reach_start(mr_reach *reach, int parts, double h) {
    *reach = (mr_reach){.parts = parts, .whole = h};
}

static void count(mr_reach *reach, double h) {
    if (reach->most > 0.0 && h < reach->whole * (1.0 - TINY))
        reach->shorter += 1.0;
}

static void add(mr_reach_seen *sums, const mr_reach_seen *seen) {
    sums->carried = FORGET * sums->carried + seen->carried;
    sums->moved = FORGET * sums->moved + seen->moved;
    sums->missed = FORGET * sums->missed + seen->missed;
    sums->felt = FORGET * sums->felt + seen->felt;
}

static double part_of(double part, double all) {
    return all > 0.0 ? sqrt(part / all) : 0.0;
}

void mr_reach_shorten(mr_reach *reach, double h, const mr_reach_seen *seen, double finest) {
    if (!(reach->parts > 1.0) || !(reach->whole > 0.0))
        return;
    const double longest = fmin(fmax(reach->whole / reach->parts, finest), reach->whole);
    const double shortest = fmin(fmax(reach->whole * SHORTEST, finest), longest);
    count(reach, h);
    add(&reach->sums, seen);
    /* relative to what may be */
    const double much = fmax(part_of(reach->sums.carried, reach->sums.moved) / CARRIED,
                             part_of(reach->sums.missed, reach->sums.felt) / MR_MISSED);
    reach->calm = much < 1.0 / LESS ? reach->calm + 1.0 : 0.0;
    if (!(reach->most > 0.0)) {
        reach->most = longest;
    } else if (much > 1.0) {
        reach->most = fmax(0.5 * reach->most, shortest);
        reach->sums = (mr_reach_seen){0}; /* they were those of longer steps */
    } else if (reach->calm >= CALM) {
        reach->most = fmin(2.0 * reach->most, longest);
        reach->calm = 0.0;
    }
}

void mr_reach_let_go(mr_reach *reach, double h) {
    if (!(reach->most > 0.0))
        return;
    count(reach, h);
    reach->calm += 1.0;
    if (reach->calm < CALM)
        return;
    reach->most = 2.0 * reach->most < reach->whole ? 2.0 * reach->most : 0.0;
    reach->calm = 0.0;
}

double mr_reach_end(const mr_reach *reach, double t, double end) {
    const double span = end - t;
    if (!(reach->most > 0.0) || !isfinite(span))
        return end;
    /* the first step of a slave may be much shorter than those that it makes later */
    const double most = reach->most * fmax(1.0, span / reach->whole);
    return span > most * (1.0 + TINY) ? t + span / ceil(span / most - TINY) : end;
}
