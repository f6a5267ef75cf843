/* fixed-point types: a whole number of some bits stands for slope * number + bias.
 *
 * A signal of such a type has its real-world values in memory, as doubles on the type's grid. Words
 * have at most 52 bits, so every value and its stored integer are exact. Each type has a number
 * from BD_FIXED on, for as long as the program runs; equal types have equal numbers */
#ifndef BASE_FIXED_H
#define BASE_FIXED_H

#include <stdbool.h>

#define BD_FIXED           128
#define BD_FIXED_MOST_BITS 52

typedef struct bd_fixed {
    bool is_signed;
    int bits;
    double slope, bias;
} bd_fixed;

/* the number of a type, or BD_INHERITED if it has too many bits or there are too many types */
int bd_fixed_type(const bd_fixed *fixed);
/* NULL if the type is none of these */
const bd_fixed *bd_fixed_of(int type);
/* "sfix16_En8", "ufix8_S0.1_B2" */
const char *bd_fixed_name(int type);

double bd_fixed_low(const bd_fixed *fixed); /* stored integers */
double bd_fixed_high(const bd_fixed *fixed);
/* the stored integer of a real-world value before it is rounded, and back */
double bd_fixed_stored(const bd_fixed *fixed, double value);
double bd_fixed_value(const bd_fixed *fixed, double stored);

#endif
