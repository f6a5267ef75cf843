/* a map of two quantities: where a coupling is stable, and how fast a disturbance dies or grows */
#ifndef CLI_STABILITY_MAP_H
#define CLI_STABILITY_MAP_H

#include "stability.h"

#include <stdio.h>

/* growth over one step of the master, log(factor); and on which side of the limit it lies */
typedef struct map_point {
    double growth;
    bool stable;
} map_point;

typedef struct stability_map {
    const stability_axis *x, *y;
    bool log_x, log_y;
    map_point *points; /* row by row, x running fastest */
    /* where the limit passes between two points, as a part of the way from the first to the second;
     * to the right of a point, and above it */
    double *right, *above;
} stability_map;

/* false: no memory */
bool stability_map_make(stability_map *map, const stability_axis *x, const stability_axis *y,
                        bool log_x, bool log_y);
void stability_map_free(stability_map *map);

/* a place between points: part 0 … 1 of the way from value a to b of an axis */
double stability_map_between(double a, double b, double part, bool log);

/* data blocks of gnuplot and the plot command: shades of both sides, and the limit between them */
void stability_map_draw(const stability_map *map, FILE *script);

#endif
