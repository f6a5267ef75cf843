/* collecting the records of a run */
#include "columns.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"

void columns_close(columns *set) {
    for (int i = 0; set->names && i < set->count; i++)
        free(set->names[i]);
    CM_FREE(set->names, set->signals, set->records, set->rows, set->values);
}

static char *own_copy(const char *text) {
    char *copy = malloc(strlen(text) + 32);
    if (copy)
        strcpy(copy, text);
    return copy;
}

/* names must differ: a name that is taken gets a number */
static void make_unique(columns *set, int index) {
    char *name = set->names[index];
    const size_t length = strlen(name);
    int number = 1;
    for (int i = 0; i < index; i++)
        if (strcmp(set->signals[i].name, name) == 0) {
            snprintf(name + length, 32, "_%d", ++number);
            i = -1;
        }
}

bd_status columns_open(columns *set, const bd_run *run, const sg_names *names, bd_error *error) {
    const int all = bd_run_record_count(run);
    *set = (columns){.run = run};
    set->names = calloc((size_t)all + 1, sizeof *set->names);
    set->records = calloc((size_t)all + 1, sizeof *set->records);
    set->rows = calloc((size_t)all + 1, sizeof *set->rows);
    set->signals = calloc((size_t)all + 1, sizeof *set->signals);
    if (!set->names || !set->records || !set->rows || !set->signals)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory for the results");
    for (int r = 0; r < all; r++) {
        const bd_record *record = bd_run_record(run, r);
        if (record->width < 1)
            continue;
        const int i = set->count;
        set->names[i] = own_copy(record->name);
        if (!set->names[i])
            return bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory for the results");
        set->signals[i] =
            (bd_output_signal){.name = set->names[i], .rows = (size_t)record->width, .columns = 1};
        if (names && r < names->count) {
            set->signals[i].elements = (const char *const *)names->records[r].elements;
            set->signals[i].units = (const char *const *)names->records[r].units;
        }
        make_unique(set, i);
        set->records[i] = r;
        set->width += (size_t)record->width;
        set->count++;
    }
    set->values = malloc((set->width + 1) * sizeof *set->values);
    if (!set->values)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory for the results");
    /* what a record has not yet, or keeps no more, is not known */
    for (size_t k = 0; k <= set->width; k++)
        set->values[k] = NAN;
    return BD_OK;
}

bool columns_are_whole(const columns *set) {
    for (int i = 0; i < set->count; i++)
        if (bd_run_record(set->run, set->records[i])->dropped > 0)
            return false;
    return true;
}

double columns_row(columns *set, size_t index) {
    const double t = bd_run_time_at(set->run, index);
    size_t at = 0;
    for (int i = 0; i < set->count; i++) {
        const bd_record *record = bd_run_record(set->run, set->records[i]);
        /* rows count from the begin of the run; those of a limited record go away meanwhile */
        size_t row = set->rows[i] > record->dropped ? set->rows[i] - record->dropped : 0;
        while (row < record->row_count && bd_run_record_time(set->run, set->records[i], row) <= t) {
            memcpy(set->values + at, bd_run_record_row(set->run, set->records[i], row),
                   (size_t)record->width * sizeof *set->values);
            set->rows[i] = ++row + record->dropped;
        }
        at += (size_t)record->width;
    }
    return t;
}
