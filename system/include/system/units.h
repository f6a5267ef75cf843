/* units as texts ("rad/s", "N.m", "km/h", "degC"): what they are in base units */
#ifndef SYSTEM_UNITS_H
#define SYSTEM_UNITS_H

#include <stdbool.h>

#define SY_BASES 8 /* kg m s A K mol cd rad */

typedef struct sy_unit {
    double factor, offset; /* base value = factor * value + offset */
    int exponent[SY_BASES];
} sy_unit;

/* false: not known */
bool sy_unit_read(const char *text, sy_unit *unit);

typedef enum sy_units {
    SY_UNITS_SAME,      /* nothing to convert */
    SY_UNITS_CONVERT,   /* to = factor * from + offset */
    SY_UNITS_DIFFERENT, /* another quantity */
    SY_UNITS_UNKNOWN    /* one of them is not known */
} sy_units;

sy_units sy_units_compare(const char *from, const char *to, double *factor, double *offset);

#endif
