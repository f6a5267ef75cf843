/* a signal given by samples: times that never decrease, and one row of numbers at each. Two samples
 * at the same time are a jump; at that time itself the later one counts */
#ifndef BLOCKS_SOURCES_SAMPLES_H
#define BLOCKS_SOURCES_SAMPLES_H

#include "blocks/arithmetic.h"

typedef struct bd_samples {
    size_t count;
    int width;
    double *times;
    double *values; /* sample i: width numbers from i * width (real parts, then imaginary ones) */
    bd_shape shape; /* of one sample, with its type and complexity */
} bd_samples;

/* memory for so many samples of this shape */
bd_status bd_samples_make(bd_block *block, size_t count, const bd_shape *shape, bd_samples *s);
/* times must be finite and must not decrease */
bd_status bd_samples_check(bd_block *block, const bd_samples *s);

/* a variable of the forms From Workspace accepts: [t u], a struct with time and signals, a struct
 * with Time and Data. Without times sample k belongs to the kth hit: *untimed is set */
bd_status bd_samples_from_value(bd_block *block, const bd_value *value, bd_samples *s,
                                bool *untimed);
/* signal `number` (from 0) of such a struct with several signals */
bd_status bd_samples_from_signal(bd_block *block, const bd_value *value, size_t number,
                                 bd_samples *s, bool *untimed);
/* the other orientation, as stored by To File: the first row is time */
bd_status bd_samples_from_rows(bd_block *block, const bd_value *value, bd_samples *s);

/* the signals of a Signal Builder, as stored in the model file (BD_STORED_VALUE): its active group
 */
bd_status bd_samples_from_drawing(bd_block *block, const char *stored, bd_samples *s);

/* the last sample that is not after t, or -1 */
long bd_samples_find(const bd_samples *s, double t);
/* the first sample after `from` where the signal jumps (the earlier one of two at the same time),
 * or count */
size_t bd_samples_next_jump(const bd_samples *s, size_t from);
/* writes the row at t by the line through samples i and i+1, or by sample i alone */
void bd_samples_write_line(const bd_samples *s, size_t i, double t, bd_port *y);
void bd_samples_write_row(const bd_samples *s, size_t i, bd_port *y);
void bd_samples_write_zero(bd_port *y);

#endif
