/* inputs over time: a table with a column `time` */
#ifndef SYSTEM_TABLE_H
#define SYSTEM_TABLE_H

#include "multirate/message.h"
#include "multirate/status.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct sy_table {
    char *path;
    int columns; /* without the time */
    char **names, **units; /* a unit of "" is not told */
    int unit_count;
    size_t rows;
    double *times;
    double **values; /* per column */
} sy_table;

/* a column as a signal (mr_signal). Between rows a straight line, held if it is discrete; beyond
 * the ends held. Two rows at one time are a jump: there and later the second counts */
typedef struct sy_series {
    const sy_table *table;
    int column;
    bool held;
    double factor, offset; /* to the unit of the input */
    size_t last; /* where it was found before */
} sy_series;

mr_status sy_table_read(const char *path, sy_table **table, mr_message *message);
void sy_table_free(sy_table *table);
double sy_series_at(void *series, double t, bool end, double tolerance);

#endif
