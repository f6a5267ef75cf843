/* longest processing time first */
#include "placement.h"

#include <stddef.h>

#define NOWHERE (-1)

static double cost_at(const mr_load *load, int seat) {
    return load->work + (seat == load->home ? 0.0 : load->hand_over);
}

static mr_load *longest_left(mr_load *loads, int count) {
    mr_load *longest = NULL;
    for (int i = 0; i < count; i++)
        if (loads[i].seat == NOWHERE && (!longest || loads[i].work > longest->work))
            longest = &loads[i];
    return longest;
}

static int choose_seat(const mr_load *load, const double *seats, int seat_count, int common) {
    int best = common;
    for (int s = common + 1; s < seat_count; s++)
        if (seats[s] < seats[best])
            best = s;
    const int leaves = best < seat_count && load->work > load->hand_over &&
                       seats[best] + load->hand_over < seats[load->home];
    return leaves ? best : load->home;
}

void mr_place(mr_load *loads, int count, double *seats, int seat_count, int common) {
    mr_load *load;
    for (int i = 0; i < count; i++)
        loads[i].seat = NOWHERE;
    while ((load = longest_left(loads, count))) {
        load->seat = choose_seat(load, seats, seat_count, common);
        seats[load->seat] += cost_at(load, load->seat);
    }
}

double mr_busiest(const mr_load *loads, int count, double *seats, int seat_count) {
    double most = 0.0;
    for (int i = 0; i < count; i++)
        seats[loads[i].seat] += cost_at(&loads[i], loads[i].seat);
    for (int s = 0; s < seat_count; s++)
        if (seats[s] > most)
            most = seats[s];
    return most;
}
