/* the mirrored ring */
#include "history.h"

#include <stdlib.h>
#include <string.h>

#define SMALL 32 /* samples in a new ring */

static int power_of_two(int least) {
    int power = SMALL;
    while (power < least)
        power *= 2;
    return power;
}

static mr_status allocate(mr_history *history, int reserved) {
    const size_t samples = 2 * (size_t)reserved;
    history->t = calloc(samples, sizeof *history->t);
    history->rows = calloc(samples * (size_t)history->columns + 1, sizeof *history->rows);
    if (!history->t || !history->rows) {
        mr_history_close(history);
        return MR_ERR_MEMORY;
    }
    history->reserved = reserved;
    return MR_OK;
}

mr_status mr_history_open(mr_history *history, int columns, int kept, int reserved) {
    *history = (mr_history){.columns = columns, .capacity = power_of_two(kept)};
    return allocate(history, power_of_two(reserved > kept ? reserved : kept));
}

void mr_history_close(mr_history *history) {
    free(history->t);
    free(history->rows);
    *history = (mr_history){0};
}

void mr_history_clear(mr_history *history) {
    history->count = 0;
    history->first = 0;
    history->barrier = history->barrier_before = 0;
}

/* lays the samples (a contiguous run) out anew from the beginning of `to`, which may be the same
 * memory */
static void lay_out(mr_history *history, double *t, double *rows, int capacity) {
    const size_t columns = (size_t)history->columns, count = (size_t)history->count;
    memmove(t, mr_history_times(history), count * sizeof *t);
    memmove(rows, mr_history_row(history, 0), count * columns * sizeof *rows);
    memcpy(t + capacity, t, count * sizeof *t);
    memcpy(rows + (size_t)capacity * columns, rows, count * columns * sizeof *rows);
}

static mr_status grow(mr_history *history) {
    const int capacity = 2 * history->capacity;
    if (capacity > MR_HISTORY_LIMIT)
        return MR_ERR_HISTORY;
    if (capacity <= history->reserved) {
        lay_out(history, history->t, history->rows, capacity);
    } else {
        mr_history larger = {.columns = history->columns};
        MR_TRY(allocate(&larger, capacity));
        lay_out(history, larger.t, larger.rows, capacity);
        free(history->t);
        free(history->rows);
        history->t = larger.t;
        history->rows = larger.rows;
        history->reserved = capacity;
        history->grown++;
    }
    history->capacity = capacity;
    history->first = 0;
    return MR_OK;
}

mr_status mr_history_append_larger(mr_history *history, double t, const double *row) {
    MR_TRY(grow(history));
    mr_history_write(history, history->count++, t, row);
    if (history->count > history->peak)
        history->peak = history->count;
    return MR_OK;
}

/* the samples from `count` on are gone: so are the jumps that they made */
static void take_back_barrier(mr_history *history, int count) {
    if (history->barrier < count)
        return;
    history->barrier = history->barrier_before < count ? history->barrier_before : 0;
    history->barrier_before = 0;
}

void mr_history_replace(mr_history *history, double t, const double *row) {
    take_back_barrier(history, history->count - 1);
    mr_history_write(history, (history->first + history->count - 1) & (history->capacity - 1), t,
                     row);
}

void mr_history_truncate(mr_history *history, double t, double tolerance) {
    const double *times = mr_history_times(history);
    while (history->count > 0 && times[history->count - 1] > t + tolerance)
        history->count--;
    take_back_barrier(history, history->count);
}

int mr_history_search(const mr_history *history, double sought) {
    const double *times = mr_history_times(history);
    int low = 0, high = history->count - 1;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (times[middle] >= sought)
            high = middle;
        else
            low = middle + 1;
    }
    return high;
}

mr_status mr_history_copy(mr_history *to, const mr_history *from) {
    if (to->reserved < from->capacity) {
        mr_history fresh = {.columns = from->columns};
        MR_TRY(allocate(&fresh, from->reserved));
        mr_history_close(to);
        *to = fresh;
    }
    const int reserved = to->reserved;
    double *t = to->t, *rows = to->rows;
    *to = *from; /* lay_out reads the samples of `from` through its own pointers */
    /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): two histories share no memory */
    lay_out(to, t, rows, from->capacity);
    to->t = t;
    to->rows = rows;
    to->reserved = reserved;
    to->first = 0;
    return MR_OK;
}
