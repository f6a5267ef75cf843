/* what a signal was: a ring of samples taken at major steps, on an axis that only grows (time, or a
 * transported distance), of one or of every element */
#ifndef BLOCKS_CONTINUOUS_PAST_H
#define BLOCKS_CONTINUOUS_PAST_H

#include "blockdiagram/block.h"

typedef struct bd_past {
    int width;
    int axes;        /* 1: one axis for all elements, else width */
    size_t capacity; /* samples */
    size_t first, count;
    bool fixed;   /* never grows: the oldest samples are lost */
    double *axis; /* capacity * axes */
    double *values;
} bd_past;

/* memory for so many samples, at least 2 */
bd_status bd_past_make(bd_block *block, bd_past *past, size_t capacity, int width, int axes);
void bd_past_clear(bd_past *past);
/* appends a sample and forgets those that nobody who looks back as far as `reach` along every axis
 * can need; grows if it must (rarely: each time to the double) */
bd_status bd_past_append(bd_block *block, bd_past *past, const double *axis, const double *values,
                         double reach);
/* value of an element at a place on its axis: linear between samples, on the line through the last
 * two beyond them, the first sample before them */
double bd_past_at(const bd_past *past, int element, double place);
double bd_past_last_axis(const bd_past *past, int element);
double bd_past_last_value(const bd_past *past, int element);

/* for save and restore of the simulation */
size_t bd_past_save_size(const bd_past *past);
void bd_past_save(const bd_past *past, void *bytes);
bd_status bd_past_restore(bd_block *block, bd_past *past, const void *bytes, size_t size);

#endif
