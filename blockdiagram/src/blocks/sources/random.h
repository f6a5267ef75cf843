/* random numbers of the generator that the help of the random blocks names: multiplicative
 * congruential, x -> 7^5 x mod 2^31 - 1 (Park and Miller, CACM 31, 1988), u = x / (2^31 - 1).
 * A seed is not the first state: its halves of 16 bits change places, bit 15 stays where it is, and
 * what lies outside of 1 … 2^31 - 2 is replaced (public accounts of mcg16807) */
#ifndef BLOCKS_SOURCES_RANDOM_H
#define BLOCKS_SOURCES_RANDOM_H

#include <stdint.h>

/* the beginning of the stream that belongs to a seed */
uint32_t bd_random_begin(double seed);
/* uniform in (0, 1) */
double bd_random_uniform(uint32_t *state);
/* mean 0, variance 1, by the polar method (Marsaglia and Bray 1964); one of each pair is used */
double bd_random_normal(uint32_t *state);

#endif
