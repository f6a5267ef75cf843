/* the mirrored ring */
#include "history.h"

#include <stdlib.h>
#include <string.h>

static int power_of_two(int least) {
    int power = 8;
    while (power < least)
        power *= 2;
    return power;
}

static mr_status allocate(mr_history *history, int capacity) {
    history->t = calloc(2 * (size_t)capacity, sizeof *history->t);
    history->rows =
        calloc(2 * (size_t)capacity * (size_t)history->columns + 1, sizeof *history->rows);
    if (!history->t || !history->rows) {
        mr_history_close(history);
        return MR_ERR_MEMORY;
    }
    history->capacity = capacity;
    return MR_OK;
}

mr_status mr_history_open(mr_history *history, int columns, int capacity) {
    *history = (mr_history){.columns = columns};
    return allocate(history, power_of_two(capacity));
}

void mr_history_close(mr_history *history) {
    free(history->t);
    free(history->rows);
    *history = (mr_history){0};
}

void mr_history_clear(mr_history *history) {
    history->count = 0;
    history->first = 0;
    history->barrier = 0;
}

/* writes both images of the sample at ring position `position` */
static void write_sample(mr_history *history, int position, double t, const double *row) {
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

static mr_status grow(mr_history *history) {
    if (history->capacity >= MR_HISTORY_LIMIT)
        return MR_ERR_HISTORY;
    mr_history larger = {.columns = history->columns};
    mr_status status = allocate(&larger, 2 * history->capacity);
    if (status != MR_OK)
        return status;
    for (int i = 0; i < history->count; i++)
        write_sample(&larger, i, mr_history_times(history)[i], mr_history_row(history, i));
    larger.count = history->count;
    larger.barrier = history->barrier;
    larger.grown = history->grown + 1;
    larger.peak = history->peak;
    free(history->t);
    free(history->rows);
    *history = larger;
    return MR_OK;
}

mr_status mr_history_append(mr_history *history, double t, const double *row, double needed_from,
                            int points) {
    if (history->count == history->capacity) {
        /* dropping the oldest is harmless if the window for needed_from begins after it */
        if (points >= history->count || mr_history_times(history)[points] >= needed_from) {
            mr_status status = grow(history);
            if (status != MR_OK)
                return status;
        } else {
            history->first = (history->first + 1) & (history->capacity - 1);
            history->count--;
            if (history->barrier > 0)
                history->barrier--;
        }
    }
    write_sample(history, (history->first + history->count) & (history->capacity - 1), t, row);
    history->count++;
    if (history->count > history->peak)
        history->peak = history->count;
    return MR_OK;
}

void mr_history_replace(mr_history *history, double t, const double *row) {
    write_sample(history, (history->first + history->count - 1) & (history->capacity - 1), t, row);
}

void mr_history_truncate(mr_history *history, double t, double tolerance) {
    const double *times = mr_history_times(history);
    while (history->count > 0 && times[history->count - 1] > t + tolerance)
        history->count--;
    if (history->barrier >= history->count)
        history->barrier = history->count > 0 ? history->count - 1 : 0;
}

int mr_history_find(const mr_history *history, double t, double tolerance) {
    const double *times = mr_history_times(history);
    const double sought = t - tolerance;
    int last = history->count - 1;
    /* most requests are for the newest few samples */
    for (int i = 0; i < 4; i++, last--)
        if (last <= 0 || times[last - 1] < sought)
            return last > 0 ? last : 0;
    int low = 0, high = last; /* times[high] >= sought */
    while (low < high) {
        int middle = (low + high) / 2;
        if (times[middle] >= sought)
            high = middle;
        else
            low = middle + 1;
    }
    return high;
}

mr_status mr_history_copy(mr_history *to, const mr_history *from) {
    if (to->capacity != from->capacity) {
        mr_history_close(to);
        to->columns = from->columns;
        mr_status status = allocate(to, from->capacity);
        if (status != MR_OK)
            return status;
    }
    const size_t samples = 2 * (size_t)from->capacity;
    double *t = to->t, *rows = to->rows;
    memcpy(t, from->t, samples * sizeof *t);
    memcpy(rows, from->rows, samples * (size_t)from->columns * sizeof *rows);
    *to = *from;
    to->t = t;
    to->rows = rows;
    return MR_OK;
}
