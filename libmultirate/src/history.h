/* a bounded history of samples (time, row of numbers), newest last
 *
 * A ring whose storage is mirrored, so that any run of samples is contiguous in memory whatever the
 * position in the ring. Samples older than needed are overwritten; memory grows only if more
 * samples than ever before are needed at the same time. */
#ifndef MR_HISTORY_H
#define MR_HISTORY_H

#include "multirate/status.h"

#include <stddef.h>
#include <stdint.h>

/* more than this many samples within one slave step is a mistake of the set-up, not a simulation */
#define MR_HISTORY_LIMIT (1 << 20)

typedef struct mr_history {
    int columns;
    int capacity; /* of the ring, a power of two */
    int reserved; /* capacity that the memory has room for */
    int count;
    int first;          /* position of the oldest sample in the ring */
    int barrier;        /* samples before this index lie before a jump: no window crosses it */
    int barrier_before; /* the one before it, should the newest sample be taken back */
    int64_t grown;      /* how often memory grew after the start */
    int64_t peak;       /* most samples kept */
    double *t;          /* 2 * reserved */
    double *rows;       /* 2 * reserved * columns */
} mr_history;

/* kept: samples that are kept whether needed or not (0: a few);
 * reserved: samples for which memory is made now */
mr_status mr_history_open(mr_history *history, int columns, int kept, int reserved);
void mr_history_close(mr_history *history);
void mr_history_clear(mr_history *history);

/* times of the samples, oldest first; t[0..count-1] */
static inline const double *mr_history_times(const mr_history *history) {
    return history->t + history->first;
}

/* row of sample `index`; rows of later samples follow directly */
static inline const double *mr_history_row(const mr_history *history, int index) {
    return history->rows + (int64_t)(history->first + index) * history->columns;
}

static inline double mr_history_newest(const mr_history *history) {
    return history->t[history->first + history->count - 1];
}

/* writes both images of the sample at ring position `position` */
static inline void mr_history_write(mr_history *history, int position, double t,
                                    const double *row) {
    const size_t columns = (size_t)history->columns;
    const size_t low = (size_t)position, high = low + (size_t)history->capacity;
    history->t[low] = t;
    history->t[high] = t;
    double *restrict a = history->rows + low * columns;
    double *restrict b = history->rows + high * columns;
    if (columns == 1) {
        *a = *b = *row;
        return;
    }
    for (size_t i = 0; i < columns; i++)
        a[i] = b[i] = row[i];
}

/* the ring is full and nothing may be given up */
mr_status mr_history_append_larger(mr_history *history, double t, const double *row);

/* adds a sample after the newest. Samples are given up from the oldest on, but a window of `points`
 * that ends at the first sample not before `needed_from` stays whole. */
static inline mr_status mr_history_append(mr_history *history, double t, const double *row,
                                          double needed_from, int points) {
    const int last = history->capacity - 1;
    if (history->count <= last) {
        mr_history_write(history, (history->first + history->count) & last, t, row);
        history->count++;
        if (history->count > history->peak)
            history->peak = history->count;
        return MR_OK;
    }
    /* dropping the oldest is harmless if the window for needed_from begins after it */
    if (points > last || mr_history_times(history)[points] >= needed_from)
        return mr_history_append_larger(history, t, row);
    mr_history_write(history, history->first, t, row); /* in the place of the oldest */
    history->first = (history->first + 1) & last;
    if (history->barrier > 0)
        history->barrier--;
    if (history->barrier_before > 0)
        history->barrier_before--;
    return MR_OK;
}

/* overwrites the newest sample, and forgets the jump that it made */
void mr_history_replace(mr_history *history, double t, const double *row);

/* forgets all samples later than t (with tolerance) */
void mr_history_truncate(mr_history *history, double t, double tolerance);

int mr_history_search(const mr_history *history, double sought);

/* index of the first sample not before t, or of the newest if all are before it */
static inline int mr_history_find(const mr_history *history, double t, double tolerance) {
    const double *times = mr_history_times(history);
    const double sought = t - tolerance;
    const int newest = history->count - 1;
    /* most requests are for the newest few samples */
    if (newest <= 0 || times[newest - 1] < sought)
        return newest > 0 ? newest : 0;
    if (newest == 1 || times[newest - 2] < sought)
        return newest - 1;
    return mr_history_search(history, sought);
}

/* the newest sample begins a new piece: windows ending at it or later do not reach back over it */
static inline void mr_history_mark_jump(mr_history *history) {
    history->barrier_before = history->barrier;
    history->barrier = history->count - 1;
}

/* deep copy into a history with the same number of columns (opened or zeroed) */
mr_status mr_history_copy(mr_history *to, const mr_history *from);

#endif
