/* units as texts ("rad/s", "N.m", "km/h", "degC"): what they are in base units */
#ifndef COMMON_UNITS_H
#define COMMON_UNITS_H

#include <stdbool.h>

#define CM_BASES 8 /* kg m s A K mol cd rad */

typedef struct cm_unit {
    double factor, offset; /* base value = factor * value + offset */
    int exponent[CM_BASES];
} cm_unit;

/* false: not known */
bool cm_unit_read(const char *text, cm_unit *unit);

typedef enum cm_units {
    CM_UNITS_SAME,      /* nothing to convert */
    CM_UNITS_CONVERT,   /* to = factor * from + offset */
    CM_UNITS_DIFFERENT, /* another quantity */
    CM_UNITS_UNKNOWN    /* one of them is not known */
} cm_units;

cm_units cm_units_compare(const char *from, const char *to, double *factor, double *offset);

#endif
