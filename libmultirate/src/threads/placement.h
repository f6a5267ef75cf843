/* which thread runs which errand: the longest first, each where there is least to do so far
 *
 * R. L. Graham, Bounds on multiprocessing timing anomalies, SIAM J. Appl. Math. 17 (1969): the
 * busiest of m seats gets at most 4/3 - 1/(3m) of what it would get in the best placement. */
#ifndef MR_PLACEMENT_H
#define MR_PLACEMENT_H

typedef struct mr_load {
    double work;      /* seconds, per whatever all loads are counted by */
    double hand_over; /* what it costs to have it done away from home */
    int home;         /* seat of the thread that waits for the result */
    int seat;         /* where it is placed */
} mr_load;

/* Seats below `common` are homes, the others anybody's. seats: what each has to do besides; and at
 * the end, with what was placed there. Only what is worth its hand-over leaves home. */
void mr_place(mr_load *loads, int count, double *seats, int seat_count, int common);

/* seats as mr_place takes them, with the loads where they are; what the busiest one has to do */
double mr_busiest(const mr_load *loads, int count, double *seats, int seat_count);

#endif
