/* numeric tables over axes of breakpoints: where an input lies on an axis, which entries it takes
 * with which weights, and their sum over all axes */
#ifndef BLOCKS_TABLES_TABLE_H
#define BLOCKS_TABLES_TABLE_H

#include "blocks/elements.h"

/* increasing breakpoints; at least one */
typedef struct bd_axis {
    const double *points;
    int count;
    struct bd_spline *spline; /* NULL unless wanted */
} bd_axis;

/* interval k and place in it: u = x[k] + fraction (x[k+1] - x[k]); fraction is beyond [0, 1]
 * outside of the axis */
typedef struct bd_table_place {
    int index;
    double fraction;
} bd_table_place;

/* checks that points increase (strictly unless steps may be written as two equal ones) */
bd_status bd_axis_check(bd_block *block, const char *name, const bd_axis *axis, bool strict);
/* breakpoints from a parameter */
bd_status bd_axis_read(bd_block *block, const char *name, bool strict, bd_axis *axis);
/* the last interval that begins at or below u; the first one if there is none */
bd_table_place bd_axis_find(const bd_axis *axis, double u);

typedef enum bd_interpolation { BD_FLAT, BD_NEAREST, BD_LINEAR, BD_SPLINE } bd_interpolation;
typedef enum bd_extrapolation { BD_CLIP, BD_EXTEND_LINEAR, BD_EXTEND_SPLINE } bd_extrapolation;

/* entries first … first + count - 1 of an axis, with weights */
typedef struct bd_weights {
    int first, count;
    double *values; /* room for 2, or for all points with splines */
} bd_weights;

/* entries and weights for a place on an axis of so many points; use_last: at the last breakpoint
 * and beyond the flat method takes the last entry */
void bd_place_weights(bd_table_place place, int count, bd_interpolation method,
                      bd_extrapolation beyond, bool use_last, bd_weights *weights);

/* sum of entries times weights of all axes; dims are those of the table, column-major */
double bd_table_sum(const double *table, const int *dims, int rank, const bd_weights *weights);

/* InterpMethod and ExtrapMethod as all releases write them */
bd_status bd_read_methods(bd_block *block, bd_interpolation *method, bd_extrapolation *beyond);

/* real numbers of a parameter as a table of this rank (1: any vector); dims are filled in */
bd_status bd_table_read(bd_block *block, const char *name, int rank, const double **table,
                        int dims[BD_MAX_RANK]);

/* ---- cubic splines (not-a-knot), as weights of the entries ---- */
bd_status bd_spline_create(bd_block *block, bd_axis *axis);
void bd_spline_weights(const bd_axis *axis, double u, bd_extrapolation beyond, bd_weights *weights);

#endif
