/* small reproducible random numbers, the same on every machine: splitmix64 (Steele, Lea and Flood,
 * OOPSLA 2014). The state is one number; any start is a good one */
#ifndef COMMON_RANDOM_H
#define COMMON_RANDOM_H

#include <stdint.h>

static inline uint64_t cm_random_bits(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
}

/* in [0, 1), all 53 bits of it */
static inline double cm_random_unit(uint64_t *state) {
    return (double)(cm_random_bits(state) >> 11) * 0x1p-53;
}

#endif
