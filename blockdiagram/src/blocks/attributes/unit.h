/* physical units as model files write them: "m/s^2", "km/h", "N*m", "degC" */
#ifndef BLOCKS_ATTRIBUTES_UNIT_H
#define BLOCKS_ATTRIBUTES_UNIT_H

#include <stdbool.h>

/* a value in this unit is factor * value + offset in SI units; the dimensions are the powers of m,
 * kg, s, A, K, mol, cd. Angles have none */
typedef struct bd_unit {
    double factor, offset;
    int powers[7];
} bd_unit;

/* false if it is no unit that is known here */
bool bd_unit_read(const char *text, bd_unit *unit);
bool bd_unit_same_dimension(const bd_unit *a, const bd_unit *b);

#endif
